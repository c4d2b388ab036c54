//! Sessions from outside: transcripts of what clients of each protocol say and hear, one file for each behaviour, and
//! properties that hold whatever they say.
//!
//! The sessions run over a real shard and a real list of subscribers, in virtual time. `BLESS=1
//! cargo test` writes what is heard into the transcripts, for a person to read before it is
//! committed.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that is wrong about itself must fail")]

mod hostile;
mod transcript;
mod views;
mod world;

use std::{env, fs, path::PathBuf};

#[test]
fn transcripts_hold() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/sessions");
    let mut paths = Vec::new();
    for protocol in ["pusher", "supabase"] {
        paths.extend(fs::read_dir(folder.join(protocol)).unwrap().map(|entry| entry.unwrap().path()));
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    assert!(paths.len() >= 35, "the transcripts are not where they should be: {}", folder.display());
    let mut differing = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let played = transcript::play(&text);
        if played == text {
            continue;
        }
        if env::var_os("BLESS").is_some() {
            fs::write(&path, played).unwrap();
        } else {
            differing.push(format!("{}:\n{}", path.display(), transcript::difference(&text, &played)));
        }
    }
    assert!(differing.is_empty(), "\n{}", differing.join("\n"));
}
