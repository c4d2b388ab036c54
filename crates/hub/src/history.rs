//! Positions of messages, and pages of a channel's history.

use alloc::{sync::Arc, vec::Vec};

use crate::{Message, Millis, SocketId};

/// A message's position: offsets of one epoch grow from message to message, and start at 1 or
/// above. A single server counts by one; where an engine of a cluster gives the positions, offsets
/// may have gaps. A new epoch says that the server has lost the messages before it, so that a
/// client never takes a new message for one that it has received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Position {
    /// The epoch of the channel's numbering.
    pub epoch: u64,
    /// The number of the message in it.
    pub offset: u64,
}

/// A message in a channel's history.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// Its number in the epoch.
    pub offset: u64,
    /// When it was accepted, on the monotonic clock.
    pub at: Millis,
    /// The message.
    pub message: Arc<Message>,
    /// The connection that must not receive it ([`Publication::except`](crate::Publication::except)).
    pub except: Option<SocketId>,
}

/// The part of a history to read.
#[derive(Debug, Clone, Copy)]
pub struct HistoryRange {
    /// Only messages after this position; `None`: from the oldest (or the newest, if
    /// `newest_first`).
    pub after: Option<Position>,
    /// The maximum number of messages.
    pub limit: usize,
    /// In descending order, the newest first.
    pub newest_first: bool,
}

/// A part of a channel's history.
#[derive(Debug, Clone)]
pub struct HistoryPage {
    /// The channel's present position: its epoch and the offset of its newest message.
    pub position: Position,
    /// The number of the channel's newest [delivery](crate::Publication::seq): a subscriber that has
    /// the page up to `position` receives later ones ([`Local::go_live`](crate::Local::go_live)).
    pub seq: u32,
    /// The messages, in the requested order.
    pub messages: Vec<Recorded>,
    /// Whether every message published after `after` is stored. False: the reader missed messages,
    /// because they expired, were evicted, or belong to an earlier epoch.
    pub complete: bool,
}
