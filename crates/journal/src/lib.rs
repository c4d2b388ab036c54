//! An append-only log in segment files, from which a server that keeps its data in memory restores it after a
//! restart or `kill -9`.
//!
//! Threads append records to one buffer in memory. A flush writes the buffer as one block into the page cache of the
//! operating system, from where it survives the end of the process; a sync also survives a power failure. A block
//! has a checksum and is read back as a whole or not at all.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use baton_journal::{Journal, Options};
//!
//! # let directory = std::env::temp_dir().join(format!("baton-journal-doc-{}", std::process::id()));
//! let mut records = Vec::new();
//! let (journal, opened) = Journal::open(Options::new(&directory), &mut |record| records.push(record.to_vec()))?;
//! assert!(opened.damage.iter().all(|damage| damage.is_torn || damage.is_known));
//!
//! journal.append(&[b"channel ", b"message"]);
//! journal.flush()?; // before the message is acknowledged
//! journal.close()?;
//! # std::fs::remove_dir_all(&directory)?;
//! # Ok(())
//! # }
//! ```
//!
//! The directory holds `lock`, the segments `0000000001.log` and so on, `next` (a segment prepared in advance, so
//! that a full disk is noticed before records are lost) and `damaged-<segment>-<offset>` (copies of bytes that could
//! not be read, for an operator). Other files are left alone.
//!
//! What this crate does not do: it knows nothing of what records mean, and has no thread of its own. Its owner calls
//! [`Journal::maintain`] about once a second, [`Journal::sync`] as often as a power failure may cost, and removes
//! old segments.

#![forbid(unsafe_code)]

mod aside;
mod directory;
mod disk;
mod durable;
mod fault;
mod format;
mod held;
mod journal;
mod known;
mod pending;
mod recovery;
mod scan;
mod window;
mod writer;

#[cfg(test)]
mod tests;

pub use fault::{Fault, OpenError};
pub use journal::{Journal, Opened, Options};
pub use recovery::{Damage, End};
