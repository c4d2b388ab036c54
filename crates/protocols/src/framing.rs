//! The encodings of publications: each serialiser of each protocol is a row of one table, whose
//! numbers everything else is derived from.

use alloc::vec::Vec;

use baton_hub::{FRAMINGS, Framing, Publication};

use crate::{phoenix, pusher};

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
const ENCODINGS: [(Framing, Encode); 4] = [
    (PUSHER, |publication, out| pusher::encode(publication, false, out).map(|()| Encoded::Text)),
    (PHOENIX_1, |publication, out| phoenix::encode(phoenix::Version::V1, publication, out)),
    (PHOENIX_2, |publication, out| phoenix::encode(phoenix::Version::V2, publication, out)),
    (PUSHER_POSITIONS, |publication, out| pusher::encode(publication, true, out).map(|()| Encoded::Text)),
];

/// Pusher Channels, protocol 4 to 7.
pub const PUSHER: Framing = Framing(0);
/// Supabase Realtime, the first serialiser of Phoenix (`vsn=1.0.0`).
pub const PHOENIX_1: Framing = Framing(1);
/// Supabase Realtime, the second serialiser of Phoenix (`vsn=2.0.0`).
pub const PHOENIX_2: Framing = Framing(2);
/// Pusher Channels, for clients that asked for the position of each event.
pub const PUSHER_POSITIONS: Framing = Framing(3);

/// What is put around the messages of an encoding, as the transport of a subscriber needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Envelope {
    /// A WebSocket frame.
    Frame,
    /// A WebSocket frame that is compressed by itself.
    CompressedFrame,
    /// Nothing: the transport keeps messages apart.
    Bare,
}

/// The framings of each encoding: one for each [`Envelope`].
const FORMS: u8 = 3;
const ENVELOPES: [Envelope; FORMS as usize] = [Envelope::Frame, Envelope::CompressedFrame, Envelope::Bare];

// A framing without a place in a publication's frames would reach nobody, so that too many
// encodings must not compile. `baton_hub::FRAMINGS` makes room for more, at 8 bytes a publication.
const _: () = {
    assert!(ENCODINGS.len() * ENVELOPES.len() <= FRAMINGS);
    let mut row = 0;
    while row < ENCODINGS.len() {
        assert!(ENCODINGS[row].0.0 as usize == row);
        row += 1;
    }
};

/// The framing of an encoding in an envelope.
#[must_use]
pub fn framing_in(encoding: Framing, envelope: Envelope) -> Framing {
    Framing(encoding.0 * FORMS + envelope as u8)
}

/// The encoding of such a framing, and its envelope.
#[must_use]
pub fn encoding_of(framing: Framing) -> (Framing, Envelope) {
    (Framing(framing.0 / FORMS), ENVELOPES[usize::from(framing.0 % FORMS)])
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
        for (encoding, _) in ENCODINGS {
            for envelope in ENVELOPES {
                let framing = framing_in(encoding, envelope);
                assert_eq!(encoding_of(framing), (encoding, envelope));
                assert!(usize::from(framing.0) < FRAMINGS && places.insert(framing));
            }
        }
    }
}
