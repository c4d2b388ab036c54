//! The encodings of publications: each serialiser of each protocol is a row of one table, whose
//! numbers everything else is derived from.

use alloc::vec::Vec;

use baton_hub::{FRAMINGS, Framing, Publication};

use crate::{phoenix, pusher, streams};

/// The kind of message that was encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoded {
    /// UTF-8.
    Text,
    /// Bytes.
    Binary,
}

/// Appends a publication as the subscribers of one encoding receive it, without WebSocket framing.
/// All of them share it, so it depends on none. `None`, with nothing appended, where the protocol
/// has no message for it.
type Encode = fn(&Publication, &mut Vec<u8>) -> Option<Encoded>;

/// One row for each encoding; its place is its number.
const ENCODINGS: [(Framing, Encode); 8] = [
    (PUSHER, |publication, out| pusher::encode(publication, false, out).map(|()| Encoded::Text)),
    (PHOENIX_1, |publication, out| phoenix::encode(phoenix::Version::V1, publication, out)),
    (PHOENIX_2, |publication, out| phoenix::encode(phoenix::Version::V2, publication, out)),
    (PUSHER_POSITIONS, |publication, out| pusher::encode(publication, true, out).map(|()| Encoded::Text)),
    (EVENTS, |publication, out| streams::encode::event(publication, out).map(|()| Encoded::Text)),
    (EVENTS_OF_MANY, |publication, out| streams::encode::data(publication, out).map(|()| Encoded::Text)),
    (LINES, |publication, out| streams::encode::line(publication, out).map(|()| Encoded::Text)),
    (LINES_ONCE, |publication, out| streams::encode::line(publication, out).map(|()| Encoded::Text)),
];

/// Pusher Channels, protocol 4 to 7.
pub const PUSHER: Framing = Framing(0);
/// Supabase Realtime, the first serialiser of Phoenix (`vsn=1.0.0`).
pub const PHOENIX_1: Framing = Framing(1);
/// Supabase Realtime, the second serialiser of Phoenix (`vsn=2.0.0`).
pub const PHOENIX_2: Framing = Framing(2);
/// Pusher Channels, for clients that asked for the position of each event.
pub const PUSHER_POSITIONS: Framing = Framing(3);

/// Server-Sent Events of one channel.
pub const EVENTS: Framing = Framing(4);
/// Server-Sent Events of several channels, without their ids, which depend on the connection.
pub const EVENTS_OF_MANY: Framing = Framing(5);
/// JSON lines.
pub const LINES: Framing = Framing(6);
/// JSON lines of a stream that ends with the first of them.
pub const LINES_ONCE: Framing = Framing(7);

/// Whether an encoding is one of streams over plain HTTP.
#[must_use]
pub fn is_of_streams(encoding: Framing) -> bool {
    matches!(encoding, EVENTS | EVENTS_OF_MANY | LINES | LINES_ONCE)
}

/// What is put around the messages of an encoding, as the transport of a subscriber needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Envelope {
    /// A WebSocket frame.
    Frame,
    /// A WebSocket frame that is compressed by itself.
    CompressedFrame,
    /// Nothing: the transport keeps messages apart.
    Bare,
    /// A part of a DEFLATE stream that refers to nothing before it.
    DeflatedBlock,
}

/// Every framing: an encoding in an envelope that it is sent in. A publication has room for each, so
/// pairs that no connection has are left out.
const PAIRS: [(Framing, Envelope); 19] = [
    (PUSHER, Envelope::Frame),
    (PUSHER, Envelope::CompressedFrame),
    (PUSHER, Envelope::Bare),
    (PHOENIX_1, Envelope::Frame),
    (PHOENIX_1, Envelope::CompressedFrame),
    (PHOENIX_1, Envelope::Bare),
    (PHOENIX_2, Envelope::Frame),
    (PHOENIX_2, Envelope::CompressedFrame),
    (PHOENIX_2, Envelope::Bare),
    (PUSHER_POSITIONS, Envelope::Frame),
    (PUSHER_POSITIONS, Envelope::CompressedFrame),
    (PUSHER_POSITIONS, Envelope::Bare),
    (EVENTS, Envelope::Bare),
    (EVENTS, Envelope::DeflatedBlock),
    (EVENTS_OF_MANY, Envelope::Bare),
    (EVENTS_OF_MANY, Envelope::DeflatedBlock),
    (LINES, Envelope::Bare),
    (LINES, Envelope::DeflatedBlock),
    (LINES_ONCE, Envelope::Bare),
];

// A framing without a place in a publication's frames would reach nobody, so that too many must not
// compile. `baton_hub::FRAMINGS` makes room for more, at 8 bytes a publication.
const _: () = {
    assert!(PAIRS.len() <= FRAMINGS);
    let mut row = 0;
    while row < ENCODINGS.len() {
        assert!(ENCODINGS[row].0.0 as usize == row);
        row += 1;
    }
};

/// The framing of an encoding in an envelope; the first one of the encoding where it has no such envelope.
#[must_use]
pub fn framing_in(encoding: Framing, envelope: Envelope) -> Framing {
    let place = PAIRS.iter().position(|pair| *pair == (encoding, envelope));
    let place = place.or_else(|| PAIRS.iter().position(|pair| pair.0 == encoding)).unwrap_or(0);
    Framing(u8::try_from(place).unwrap_or(0))
}

/// The encoding of such a framing, and its envelope.
#[must_use]
pub fn encoding_of(framing: Framing) -> (Framing, Envelope) {
    PAIRS.get(usize::from(framing.0)).copied().unwrap_or((PUSHER, Envelope::Frame))
}

/// Appends a publication in one encoding; `None`, with nothing appended, where that has no message
/// for it.
pub fn encode(encoding: Framing, publication: &Publication, out: &mut Vec<u8>) -> Option<Encoded> {
    let (_, encode) = ENCODINGS.get(usize::from(encoding.0))?;
    encode(publication, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_framing_leads_back_to_its_encoding_and_has_a_place_of_its_own() {
        let mut places = alloc::collections::BTreeSet::new();
        for (encoding, envelope) in PAIRS {
            let framing = framing_in(encoding, envelope);
            assert_eq!(encoding_of(framing), (encoding, envelope));
            assert!(usize::from(framing.0) < FRAMINGS && places.insert(framing));
        }
        for (encoding, _) in ENCODINGS {
            assert_eq!(encoding_of(framing_in(encoding, Envelope::Frame)).0, encoding);
        }
    }
}
