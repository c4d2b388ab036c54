//! What the database's policies are asked about a private channel, and what they answer.
//!
//! The rows of `realtime.messages` stand for messages: who may select them may read a channel, and
//! who may insert them may write to it. Asking takes a while: [`question`](crate::question) says
//! how a session waits.

use alloc::{boxed::Box, sync::Arc};
use core::fmt;

use crate::Claims;

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To hear what is said.
    Read,
    /// To say something.
    Write,
}

/// What policies see of a request whose headers do not matter.
pub const NO_HEADERS: &str = "{}";

/// A question about a channel.
#[derive(Debug, Clone, Copy)]
pub struct PolicyQuestion<'a> {
    /// The channel, without `realtime:`.
    pub topic: &'a str,
    /// What is asked for.
    pub direction: Direction,
    /// For whom.
    pub claims: &'a Arc<Claims>,
    /// What its request said in the headers that policies see, as a JSON object.
    pub headers: &'a str,
}

/// What is allowed, for each of the two things that a channel carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Permissions {
    /// Messages.
    pub broadcast: bool,
    /// Who is there.
    pub presence: bool,
}

impl Permissions {
    /// Both.
    pub const ALL: Self = Self { broadcast: true, presence: true };

    /// Whether there is nothing that is allowed.
    pub fn are_none(self) -> bool {
        !self.broadcast && !self.presence
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PolicyError {
    /// The app has no database.
    NoDatabase,
    /// The database cannot be reached for now.
    Unreachable,
    /// More is asked than the database answers.
    Busy,
    /// The database took too long.
    Cancelled,
    /// The policies, or the role, raised an error; its text.
    Failed(Box<str>),
}

/// What comes of a question.
pub type PolicyAnswer = Result<Permissions, PolicyError>;

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoDatabase => {
                "this app has no database, whose policies would decide: set database_url, or use the service role"
            }
            Self::Unreachable => "the database cannot be reached",
            Self::Busy => "more is asked than the database answers: raise database_connections",
            Self::Cancelled => "the database took too long",
            Self::Failed(text) => return write!(f, "the policies on realtime.messages failed: {text}"),
        })
    }
}

impl core::error::Error for PolicyError {}
