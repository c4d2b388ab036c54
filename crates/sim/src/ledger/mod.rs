//! The delivery ledger: what was published, who was subscribed, and what each client got.
//!
//! Every test that delivers messages can write one, in any language, and the binary `baton-ledger FILE` judges
//! it: exit status 0 if nothing is wrong, 1 with a line for each finding, 2 if the file is no ledger.
//!
//! # The file
//!
//! One JSON object on each line, in the order of time as one observer saw it:
//!
//! ```json
//! {"t":"subscribe","client":"ann","channel":"x"}
//! {"t":"publish","channel":"x","publisher":"p","n":0,"uuid":"7c9e","acked":true}
//! {"t":"deliver","client":"ann","channel":"x","uuid":"7c9e"}
//! {"t":"unsubscribe","client":"ann","channel":"x"}
//! ```
//!
//! - `publish`: written when the message is sent. `publisher` and `n` say who sent it and as its how-manieth:
//!   `n` rises with each message of a publisher, and a publisher sends one after the other (it waits for the
//!   acknowledgement, or uses one connection). `uuid` is the message's own and travels in it. `acked`: the
//!   server said that it has taken the message. Two fields may be left out: `except`, the client that must not
//!   get it, and `refused`, true if the server said that it has *not* taken it.
//! - `subscribe`: written when the server confirmed the subscription.
//! - `deliver`: written when the message arrived.
//! - `unsubscribe`: written when the client asks for it, and when its connection is lost.
//!
//! A client that connects again takes a new name, or writes `unsubscribe` for what it had.
//!
//! # What is found
//!
//! - **lost**: acknowledged, and not seen by a client that must have seen it. That is one whose subscription
//!   was confirmed before the message was sent and lasts to the end of the ledger; or one that saw, in a single
//!   subscription, something before the message and something after it. What was still on its way when a
//!   subscription ended is no loss. A message that was neither acknowledged nor refused may appear or not.
//! - **doubled**: seen twice by a client in one subscription.
//! - **reordered**: two clients disagree about the order of a channel, or a client saw a publisher's messages
//!   in another order than they were sent.
//! - **phantom**: seen, but never published, or refused, or published on another channel, or kept from this
//!   client, or by a client that never subscribed.

mod check;
mod finding;
mod line;
mod order;

use std::io::{BufRead, Write};

pub use finding::Finding;
pub use line::{Line, Publish};

/// A ledger that is being written, or was read.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    /// In the order of time.
    pub lines: Vec<Line>,
}

/// A file that is no ledger.
#[derive(Debug)]
pub enum ReadError {
    /// It cannot be read.
    Io(std::io::Error),
    /// This line is not one of the four.
    Line {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        error: serde_json::Error,
    },
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::Line { number, error } => write!(f, "line {number}: {error}"),
        }
    }
}

impl std::error::Error for ReadError {}

impl Ledger {
    /// Reads JSON lines; empty ones are skipped.
    pub fn read(from: impl BufRead) -> Result<Self, ReadError> {
        let mut lines = Vec::new();
        for (index, line) in from.lines().enumerate() {
            let line = line.map_err(ReadError::Io)?;
            if line.trim().is_empty() {
                continue;
            }
            let number = index + 1;
            lines.push(serde_json::from_str(&line).map_err(|error| ReadError::Line { number, error })?);
        }
        Ok(Self { lines })
    }

    /// Writes it as JSON lines, which [`Ledger::read`] reads back.
    pub fn write(&self, mut to: impl Write) -> std::io::Result<()> {
        for line in &self.lines {
            serde_json::to_writer(&mut to, line)?;
            to.write_all(b"\n")?;
        }
        to.flush()
    }

    /// All that is wrong, in the order of channels and messages; empty: nothing.
    pub fn check(&self) -> Vec<Finding> {
        check::check(&self.lines)
    }

    /// Messages that were acknowledged, and deliveries: a ledger without them proves nothing.
    pub fn counts(&self) -> (usize, usize) {
        let acked = self.lines.iter().filter(|line| matches!(line, Line::Publish(publish) if publish.acked));
        let deliveries = self.lines.iter().filter(|line| matches!(line, Line::Deliver { .. }));
        (acked.count(), deliveries.count())
    }
}
