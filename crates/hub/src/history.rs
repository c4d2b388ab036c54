//! What a channel remembers, and the place of each message in it.

use alloc::{sync::Arc, vec::Vec};

use crate::{Message, Millis};

/// A message's place: offsets of one epoch grow from message to message, and start at 1 or above. A server that is alone counts by
/// one; where an engine of a cluster gives the places, offsets may have gaps. A new epoch says that the server has lost what came
/// before, so that a client never takes a new message for one that it has seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Position {
    /// The life of the channel's numbering.
    pub epoch: u64,
    /// The number of the message in it.
    pub offset: u64,
}

/// A message that history keeps.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// Its number in the epoch.
    pub offset: u64,
    /// When it was accepted, on the monotonic clock.
    pub at: Millis,
    /// What was said.
    pub message: Arc<Message>,
}

/// Which part of history is asked for.
#[derive(Debug, Clone, Copy)]
pub struct HistoryRange {
    /// Only messages after this place; `None`: from the oldest (or the newest, if `newest_first`).
    pub after: Option<Position>,
    /// At most so many.
    pub limit: usize,
    /// The newest first.
    pub newest_first: bool,
}

/// A part of a channel's history.
#[derive(Debug, Clone)]
pub struct HistoryPage {
    /// The channel's present place: its epoch and the offset of its newest message.
    pub position: Position,
    /// The messages, in the order asked for.
    pub messages: Vec<Recorded>,
    /// Whether everything after `after` that was published is in the channel's memory. False: messages were
    /// lost to the reader, because they expired, gave way, or belong to an earlier epoch.
    pub complete: bool,
}
