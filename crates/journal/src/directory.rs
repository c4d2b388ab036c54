//! The directory: who may use it, and how its files are named.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, FileExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, OFlags};

use crate::OpenError;

/// A locked directory. The lock ends when this is dropped or the process ends.
#[derive(Debug)]
pub(crate) struct Directory {
    path: PathBuf,
    handle: File,
    /// Held open for its lock. It also has the number of the newest segment.
    lock: Option<File>,
}

impl Directory {
    /// Creates the directory if necessary and locks it.
    ///
    /// Two locks are taken. The directory's own one works on a file system that is read-only or full. The one on
    /// the file `lock` works on network file systems, where directories cannot be locked.
    pub(crate) fn open(path: &Path) -> Result<Self, OpenError> {
        let is_new = !path.exists();
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(path)
            .map_err(|error| OpenError::Create { directory: path.into(), error })?;
        let handle = File::open(path).map_err(|error| OpenError::Read { path: path.into(), error })?;
        if is_new && let Some(parent) = path.parent().and_then(|parent| File::open(parent).ok()) {
            // So that the directory itself survives a power failure; where this is not possible, nothing is lost yet.
            let _ = parent.sync_all();
        }
        let locked = || OpenError::Locked { directory: path.into() };
        let is_locked = match lock(&handle) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Err(locked()),
            result => result.is_ok(),
        };
        let lock_path = path.join("lock");
        let file = open_lock(&lock_path).and_then(|file| lock(&file).map(|()| file));
        let file = match file {
            Ok(file) => Some(file),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Err(locked()),
            Err(_) if is_locked => None,
            Err(error) => return Err(OpenError::Lock { path: lock_path, error }),
        };
        Ok(Self { path: path.into(), handle, lock: file })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The open directory, to sync it.
    pub(crate) fn handle(&self) -> &File {
        &self.handle
    }

    /// The file of a segment in use.
    pub(crate) fn segment(&self, number: u64) -> PathBuf {
        self.path.join(segment_name(number))
    }

    /// The file of the segment that is prepared in advance.
    pub(crate) fn next(&self) -> PathBuf {
        self.path.join("next")
    }

    /// The file that gets the damaged bytes of a segment.
    pub(crate) fn damaged(&self, number: u64, offset: u64) -> PathBuf {
        self.path.join(format!("damaged-{number:010}-{offset}"))
    }

    /// Notes the number of the newest segment, so that the next opening notices if it is gone. What cannot be noted costs
    /// only that.
    pub(crate) fn note_newest(&self, number: u64) {
        if let Some(lock) = &self.lock {
            let _ = lock.write_all_at(format!("{number:020}\n").as_bytes(), 0);
        }
    }

    /// The number that was noted, if any.
    pub(crate) fn newest_noted(&self) -> Option<u64> {
        let mut text = [0; 20];
        self.lock.as_ref()?.read_exact_at(&mut text, 0).ok()?;
        let number = std::str::from_utf8(&text).ok()?.parse().ok()?;
        (number < u64::MAX / 4).then_some(number) // room for numbers to come
    }

    /// Whether its path leads to another directory by now, or nowhere.
    pub(crate) fn is_replaced(&self) -> bool {
        match (self.handle.metadata(), std::fs::metadata(&self.path)) {
            (Ok(ours), Ok(there)) => (ours.dev(), ours.ino()) != (there.dev(), there.ino()),
            (_, Err(error)) => error.kind() == io::ErrorKind::NotFound,
            _ => false, // it cannot be found out now
        }
    }

    /// The numbers of all segments, ascending. Other files are not touched.
    ///
    /// # Errors
    /// The directory cannot be read, or something else than a file has the name of a segment.
    pub(crate) fn segments(&self) -> io::Result<Vec<u64>> {
        let mut numbers = Vec::new();
        for entry in std::fs::read_dir(&self.path)? {
            let entry = entry?;
            let name = entry.file_name();
            let Some(number) = name.to_str().and_then(segment_number) else { continue };
            if !entry.file_type()?.is_file() {
                let name = entry.path();
                let why =
                    format!("{} is no file: put the file itself in its place, or remove it", name.display());
                return Err(io::Error::other(why));
            }
            numbers.push(number);
        }
        numbers.sort_unstable();
        Ok(numbers)
    }
}

fn segment_name(number: u64) -> String {
    format!("{number:010}.log")
}

fn segment_number(name: &str) -> Option<u64> {
    let number = name.strip_suffix(".log")?.parse().ok()?;
    // Room for numbers to come.
    (segment_name(number) == name && number < u64::MAX / 2).then_some(number)
}

fn open_lock(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(0o600);
    let writable = options.custom_flags(OFlags::NOFOLLOW.bits().cast_signed()).open(path);
    // An existing lock file can be locked in a directory that is read-only by now.
    writable.or_else(|error| File::open(path).map_err(|_| error))
}

fn lock(file: &File) -> io::Result<()> {
    Ok(rustix::fs::flock(file, FlockOperation::NonBlockingLockExclusive)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_exact_names_are_segments() {
        assert_eq!(segment_number("0000000012.log"), Some(12));
        assert_eq!(segment_number("12345678901.log"), Some(12_345_678_901));
        for name in ["12.log", "000000000012.log", "+000000012.log", "0000000012.log~", "next", "lock"] {
            assert_eq!(segment_number(name), None, "{name}");
        }
    }
}
