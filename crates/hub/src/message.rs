//! What a publisher said, kept as it was said.

use alloc::{boxed::Box, sync::Arc};

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
#[derive(Debug, PartialEq, Eq)]
pub struct Message {
    /// The event's name, unescaped.
    pub event: Box<str>,
    /// The payload, byte for byte as it was published.
    pub data: Box<[u8]>,
    /// How `data` is to be read.
    pub form: Form,
    /// The user that published it, where the hub vouches for one (client events on presence channels).
    pub user: Option<Arc<str>>,
}

impl Message {
    /// Bytes that keeping this message costs, for the budgets of history and cache.
    pub fn cost(&self) -> usize {
        core::mem::size_of::<Self>() + self.event.len() + self.data.len() + 48 // allocator and table overhead
    }
}
