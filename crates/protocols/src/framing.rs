//! The numbers of framings: each protocol, with its serialiser, has one; and the way from a number to its words.

use alloc::vec::Vec;

use baton_hub::{Framing, Publication};

use crate::{phoenix, pusher};

/// Pusher Channels, protocol 4 to 7.
pub const PUSHER: Framing = Framing(0);
/// Supabase Realtime, the first serialiser of Phoenix (`vsn=1.0.0`).
pub const PHOENIX_1: Framing = Framing(1);
/// Supabase Realtime, the second serialiser of Phoenix (`vsn=2.0.0`).
pub const PHOENIX_2: Framing = Framing(2);

/// The kind of message that was encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoded {
    /// UTF-8.
    Text,
    /// Bytes.
    Binary,
}

/// Appends a publication as the subscribers of one framing receive it, without WebSocket framing. It is shared by all of
/// them, so it depends on none. `None`, with nothing appended, where the framing has no words for it.
pub fn encode(framing: Framing, publication: &Publication, out: &mut Vec<u8>) -> Option<Encoded> {
    match framing {
        PUSHER => pusher::encode(publication, out).map(|()| Encoded::Text),
        PHOENIX_1 => phoenix::encode(phoenix::Version::V1, publication, out),
        PHOENIX_2 => phoenix::encode(phoenix::Version::V2, publication, out),
        _ => None,
    }
}
