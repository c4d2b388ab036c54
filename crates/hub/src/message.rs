//! What a publisher said, kept as it was said.

use alloc::{boxed::Box, sync::Arc};

/// What keeping one message costs beside its struct and text: 56 bytes of entry and 4 of ring, both with the
/// slack of a vector that has just doubled, and 16 bytes of allocator for each of its three allocations.
const KEPT_OVERHEAD: usize = 2 * (56 + 4) + 3 * 16;

/// How [`Message::data`] is to be read. The hub never looks inside; protocols do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A JSON string literal, quotes and escapes included, as the publisher wrote it.
    Text,
    /// Any other JSON value, as the publisher wrote it.
    Json,
    /// Bytes with no format.
    Binary,
}

/// One published message. Immutable; history, cache and fan-out share it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The event's name, unescaped.
    pub event: Box<str>,
    /// The payload, byte for byte as it was published.
    pub data: Box<[u8]>,
    /// How `data` is to be read.
    pub form: Form,
    /// What the publisher calls it, where it does: subscribers are told.
    pub id: Option<Box<str>>,
    /// The user that published it, where the hub vouches for one (client events on presence channels).
    pub user: Option<Arc<str>>,
}

impl Message {
    /// Bytes that keeping this message costs, for the budget of history and cache
    /// ([`ShardLimits::kept_bytes`](crate::ShardLimits::kept_bytes)).
    pub fn cost(&self) -> usize {
        let id = self.id.as_ref().map_or(0, |id| id.len());
        let text = self.event.len().saturating_add(self.data.len()).saturating_add(id);
        text.saturating_add(core::mem::size_of::<Self>() + KEPT_OVERHEAD)
    }
}
