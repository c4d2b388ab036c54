//! The lines of a ledger.

use serde::{Deserialize, Serialize};

/// One line; the module's documentation says when each is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum Line {
    /// A message was sent.
    Publish(Publish),
    /// A subscription was confirmed.
    Subscribe {
        /// Who.
        client: String,
        /// To what.
        channel: String,
    },
    /// A message arrived.
    Deliver {
        /// At whom.
        client: String,
        /// On which channel.
        channel: String,
        /// Which.
        uuid: String,
    },
    /// A subscription ended.
    Unsubscribe {
        /// Whose.
        client: String,
        /// To what.
        channel: String,
    },
}

/// A message that was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Publish {
    /// Where.
    pub channel: String,
    /// By whom.
    pub publisher: String,
    /// As its how-manieth message; rises.
    pub n: u64,
    /// The message's own name.
    pub uuid: String,
    /// The server said that it has taken it.
    pub acked: bool,
    /// The server said that it has not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refused: bool,
    /// The client that must not get it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub except: Option<String>,
}
