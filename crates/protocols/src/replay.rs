//! What a channel's newcomers may be sent of earlier messages, and what the app's database has of
//! them.
//!
//! The hub has what was published lately, by anybody; the database stores what it sent itself for
//! longer. A client that joins gets the one behind the other. As with policies, the database is
//! asked and answers later: [`question`](crate::question) says how a session waits.

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use baton_hub::Message;

/// A question about what the database has sent to a private channel.
#[derive(Debug, Clone, Copy)]
pub struct ReplayQuestion<'a> {
    /// The channel, without `realtime:`.
    pub topic: &'a str,
    /// Nothing older than this, in milliseconds since 1970.
    pub since_ms: u64,
    /// Nothing up to the message with this id, where the database has it.
    pub after: Option<&'a str>,
    /// At most so many, the newest.
    pub limit: u32,
}

/// What the database has.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReplayPage {
    /// The messages, each with its id, the oldest first. Whatever is committed after the last of them comes by the hub, and
    /// what is here has come by it already.
    pub messages: Vec<Message>,
    /// Whether the message that was asked for by its id was found, and nothing between it and these is left out.
    pub complete: bool,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplayError {
    /// The database cannot be reached, or took too long.
    Unreachable,
    /// More is asked than the database answers.
    Busy,
    /// The database's own words.
    Failed(Box<str>),
}

/// What comes of a question; `None` where the database sends nothing, so that the hub has all there
/// is.
pub type ReplayAnswer = Result<Option<ReplayPage>, ReplayError>;

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable => f.write_str("the database cannot be reached, or takes too long; try again"),
            Self::Busy => f.write_str("the database is asked by too many at once; try again"),
            Self::Failed(text) => {
                write!(f, "the database said: {text}; `baton pg check` finds what is missing")
            }
        }
    }
}

impl core::error::Error for ReplayError {}
