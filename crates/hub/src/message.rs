//! A published message, stored as it was published.

use alloc::{boxed::Box, sync::Arc};

/// Bytes of one stored message beside its struct and text: 72 of entry and 4 of ring, both with the
/// slack of a vector that has just doubled, and 16 of allocator for each of its three allocations.
const STORED_OVERHEAD: usize = 2 * (72 + 4) + 3 * 16;
/// Bytes of a user's id beside its text: two counters and the allocator's 16. Messages of one
/// connection share it, but the last that is stored holds it alone, so each counts it whole.
const USER_OVERHEAD: usize = 2 * 8 + 16;

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
    /// The publisher's id of it, if any; subscribers are sent it.
    pub id: Option<Box<str>>,
    /// The user that published it, where the server has verified one (client events on presence
    /// channels).
    pub user: Option<Arc<str>>,
}

impl Message {
    /// Bytes that storing this message costs, for the budget of history and cache
    /// ([`ShardLimits::history_bytes`](crate::ShardLimits::history_bytes)).
    pub fn cost(&self) -> usize {
        let id = self.id.as_ref().map_or(0, |id| id.len());
        let user = self.user.as_ref().map_or(0, |user| user.len() + USER_OVERHEAD);
        let text = self.event.len().saturating_add(self.data.len()).saturating_add(id).saturating_add(user);
        text.saturating_add(core::mem::size_of::<Self>() + STORED_OVERHEAD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_a_message_counts() {
        let cost = |event: &str, data: &str, id: Option<&str>, user: Option<&str>| {
            let (event, data) = (event.into(), data.as_bytes().into());
            Message { event, data, form: Form::Text, id: id.map(Into::into), user: user.map(Into::into) }
                .cost()
        };
        let least = cost("", "", None, None);
        assert_eq!(cost("e", "", None, None), least + 1);
        assert_eq!(cost("", "data", None, None), least + 4);
        assert_eq!(cost("", "", Some("id"), None), least + 2);
        // Ids of 128 characters may have four bytes each.
        assert_eq!(cost("", "", None, Some(&"\u{1F600}".repeat(128))), least + 512 + USER_OVERHEAD);
    }
}
