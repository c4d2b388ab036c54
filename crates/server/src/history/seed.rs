//! The seed that names are hashed with, kept beside the log (`seed`, readable by the server's user alone).
//!
//! The hash of a channel's name decides in which shard it is, and each shard has its part of `history_bytes`. With another seed in
//! each process, channels would meet in other shards, and histories that had fitted would not.

use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use baton_hub::HashSeed;

use crate::bounded_file;
use crate::entropy::Entropy;

const NAME: &str = "seed";
/// Four words.
const BYTES: usize = 32;

/// The seed of a directory, which is made if there is none. `None` where it can neither be read nor written: another one
/// will do for now.
pub(super) fn kept(directory: &Path) -> Option<HashSeed> {
    let file = directory.join(NAME);
    let found = bounded_file::read(&file.to_string_lossy(), BYTES as u64 + 1);
    if let Some(bytes) = found.ok().and_then(|bytes| <[u8; BYTES]>::try_from(bytes).ok()) {
        return Some(seed(&bytes));
    }
    let mut entropy = Entropy::new();
    let mut bytes = [0; BYTES];
    for word in bytes.chunks_exact_mut(8) {
        word.copy_from_slice(&entropy.next_u64().to_le_bytes());
    }
    match write(&file, &bytes) {
        Ok(()) => Some(seed(&bytes)),
        Err(error) => {
            tracing::debug!(%error, "history_store: {} cannot be written", file.display());
            None
        }
    }
}

fn seed(bytes: &[u8; BYTES]) -> HashSeed {
    let mut words = [0; 4];
    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
        *word = u64::from_le_bytes(bytes.try_into().unwrap_or_default());
    }
    HashSeed::new(words)
}

/// Whole or not at all: a part of it would be another seed.
fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let aside = file.with_extension("new");
    _ = fs::remove_file(&aside); // of a process that was killed in between
    let mut opened = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&aside)?;
    opened.write_all(bytes)?;
    opened.sync_data()?;
    fs::rename(&aside, file)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use baton_hub::{Access, AppId, KeyRef};

    use super::*;
    use crate::entropy::random_hex;

    #[test]
    fn a_directory_has_one_seed_which_nobody_else_can_read() {
        let directory = std::env::temp_dir().join(format!("baton-seed-{}", random_hex(8).unwrap()));
        assert!(kept(&directory).is_none(), "there is no such directory");
        fs::create_dir(&directory).unwrap();
        let hash = |seed: HashSeed| seed.hash(KeyRef { app: AppId(1), access: Access::Public, name: "x" });
        let first = hash(kept(&directory).unwrap());
        assert_eq!(hash(kept(&directory).unwrap()), first);
        let file = directory.join(NAME);
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        fs::write(&file, [1; BYTES - 1]).unwrap();
        assert_ne!(hash(kept(&directory).unwrap()), first, "one that is damaged is replaced");
        fs::remove_dir_all(&directory).unwrap();
    }
}
