//! An append-only log in segment files, for state that its owner has in memory and that must outlive the
//! process.
//!
//! Many threads [append](Journal::append) records to one buffer. Whoever is about to let others know of
//! something [flushes](Journal::flush) first: the buffer is written with one call, as one *block*, which a
//! reader takes whole or not at all. Written data survives the end of the process; [`Journal::sync`] makes it
//! survive the loss of power.
//!
//! ```text
//! 0000000007.log   header, block, block, …   sealed
//! 0000000008.log   header, block, …          written, preallocated
//! next             the segment after it, preallocated, so that a full disk is noticed in time
//! lock             held by the process that has the log
//! damaged-7-4096   bytes of segment 7 that could not be read, set aside
//! ```
//!
//! A log that was opened is not continued in an old segment: what is there is never changed, until its
//! owner has [read](Journal::read) the oldest one again, appended anew what it still needs, and
//! [removed](Journal::remove) it.

#![forbid(unsafe_code)]

mod fault;
mod journal;
mod read;
mod segment;
#[cfg(test)]
mod tests {}

pub use fault::{Fault, OpenError};
pub use journal::{Journal, Opened, Options};
pub use read::{Damage, End};
