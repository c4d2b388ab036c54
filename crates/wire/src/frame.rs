//! The frame header of RFC 6455 section 5.2: its fields, and which headers are refused.

use crate::error::Error;

/// Longest frame header: two bytes, eight of length, four of mask.
pub const MAX_HEADER_BYTES: usize = 14;

/// Longest payload of a control frame, RFC 6455 section 5.5.
pub const MAX_CONTROL_BYTES: usize = 125;

/// Longest payload that a header can announce: the highest bit of its eight bytes must be clear.
pub(crate) const MAX_LENGTH: u64 = i64::MAX as u64;

/// Which side of the connection we are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// We accepted the connection: what we read must be masked, what we write must not be.
    Server,
    /// We opened the connection: what we write must be masked, what we read must not be.
    Client,
}

/// What a frame carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opcode {
    /// A further fragment of the open message.
    Continuation = 0x0,
    /// A text message or its first fragment.
    Text = 0x1,
    /// A binary message or its first fragment.
    Binary = 0x2,
    /// The sender will send nothing more.
    Close = 0x8,
    /// Asks for a pong with the same payload.
    Ping = 0x9,
    /// Answers a ping, or is an unsolicited heartbeat.
    Pong = 0xA,
}

impl Opcode {
    /// Control frames may come between the fragments of a message and are never fragmented.
    #[must_use]
    pub const fn is_control(self) -> bool {
        self as u8 & 0x8 != 0
    }

    /// The opcode that four bits of a header mean; `None` for those that RFC 6455 reserves.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Option<Self> {
        Some(match bits {
            0x0 => Self::Continuation,
            0x1 => Self::Text,
            0x2 => Self::Binary,
            0x8 => Self::Close,
            0x9 => Self::Ping,
            0xA => Self::Pong,
            _ => return None,
        })
    }
}

/// What a reader requires of every header on its connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expectation {
    pub(crate) role: Role,
    /// permessage-deflate was negotiated, so RSV1 may mark a compressed message.
    pub(crate) compressed: bool,
}

/// A valid frame header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) fin: bool,
    /// RSV1: the message is compressed.
    pub(crate) compressed: bool,
    pub(crate) opcode: Opcode,
    /// Payload bytes that follow, as announced: to be checked against a limit before anything is
    /// allocated.
    pub(crate) length: u64,
    pub(crate) mask: Option<[u8; 4]>,
    /// Bytes of the header itself.
    pub(crate) size: usize,
}

impl Header {
    /// Reads the header at the start of `bytes`; `None` while it is incomplete. Errors in the
    /// first two bytes are reported without waiting for the rest.
    #[inline]
    pub(crate) fn parse(bytes: &[u8], expect: Expectation) -> Result<Option<Self>, Error> {
        let [first, second, rest @ ..] = bytes else { return Ok(None) };
        let fin = first & 0x80 != 0;
        let bits = first >> 4 & 0x7;
        let short = second & 0x7f;
        let masked = second & 0x80 != 0;
        let Some(opcode) = Opcode::from_bits(first & 0xf) else {
            return Err(Error::ReservedOpcode { opcode: first & 0xf });
        };
        if bits != 0 {
            check_reserved_bits(bits, opcode, expect)?;
        }
        if opcode.is_control() {
            check_control(fin, short)?;
        }
        if masked != (expect.role == Role::Server) {
            return Err(if masked { Error::MaskUnexpected } else { Error::MaskMissing });
        }
        let Some((length, rest)) = read_length(short, rest) else { return Ok(None) };
        check_shortest(short, length)?;
        let mut size = bytes.len() - rest.len();
        let mut mask = None;
        if masked {
            let Some(key) = rest.first_chunk::<4>() else { return Ok(None) };
            mask = Some(*key);
            size += 4;
        }
        Ok(Some(Self { fin, compressed: bits != 0, opcode, length, mask, size }))
    }
}

/// RSV1 belongs to the first frame of a data message when compression was negotiated (RFC 7692
/// section 6); everything else is an extension that was not negotiated.
fn check_reserved_bits(bits: u8, opcode: Opcode, expect: Expectation) -> Result<(), Error> {
    let starts_message = matches!(opcode, Opcode::Text | Opcode::Binary);
    if bits == 0b100 && expect.compressed && starts_message {
        return Ok(());
    }
    Err(Error::ReservedBits { bits })
}

pub(crate) fn check_control(fin: bool, short_length: u8) -> Result<(), Error> {
    if !fin {
        return Err(Error::ControlFragmented);
    }
    if usize::from(short_length) > MAX_CONTROL_BYTES {
        return Err(Error::ControlTooLong);
    }
    Ok(())
}

/// The payload length that follows the 7-bit one, in any form, and the bytes after it; `None` while
/// it is incomplete.
#[inline]
pub(crate) fn read_length(short: u8, rest: &[u8]) -> Option<(u64, &[u8])> {
    match short {
        126 => rest.split_first_chunk::<2>().map(|(bytes, rest)| (u16::from_be_bytes(*bytes).into(), rest)),
        127 => rest.split_first_chunk::<8>().map(|(bytes, rest)| (u64::from_be_bytes(*bytes), rest)),
        short => Some((short.into(), rest)),
    }
}

/// Section 5.2 requires the shortest form and a clear highest bit; accepting others would let one
/// message have several encodings.
#[inline]
fn check_shortest(short: u8, length: u64) -> Result<(), Error> {
    let shortest = match short {
        126 => 126,
        127 => 65_536,
        _ => 0,
    };
    if length < shortest || length > MAX_LENGTH {
        return Err(Error::LengthEncoding);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVER: Expectation = Expectation { role: Role::Server, compressed: false };
    const CLIENT: Expectation = Expectation { role: Role::Client, compressed: false };
    const COMPRESSED: Expectation = Expectation { role: Role::Client, compressed: true };

    fn error(bytes: &[u8], expect: Expectation) -> Error {
        Header::parse(bytes, expect).unwrap_err()
    }

    #[test]
    fn lengths_in_their_three_forms() {
        let length = |bytes: &[u8]| Header::parse(bytes, CLIENT).unwrap().map(|h| (h.length, h.size));
        assert_eq!(length(&[0x82, 125]), Some((125, 2)));
        assert_eq!(length(&[0x82, 126, 0, 126]), Some((126, 4)));
        assert_eq!(length(&[0x82, 126, 0xff, 0xff]), Some((65_535, 4)));
        assert_eq!(length(&[0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]), Some((65_536, 10)));
        assert_eq!(
            length(&[0x82, 127, 0x7f, 255, 255, 255, 255, 255, 255, 255]),
            Some((i64::MAX as u64, 10))
        );
        for partial in [&[][..], &[0x82], &[0x82, 126, 1], &[0x82, 127, 0, 0, 0, 0, 0, 1, 0]] {
            assert_eq!(length(partial), None);
        }
    }

    #[test]
    fn lengths_not_in_shortest_form_or_negative_are_refused() {
        assert_eq!(error(&[0x82, 126, 0, 125], CLIENT), Error::LengthEncoding);
        assert_eq!(error(&[0x82, 127, 0, 0, 0, 0, 0, 0, 255, 255], CLIENT), Error::LengthEncoding);
        assert_eq!(error(&[0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0], CLIENT), Error::LengthEncoding);
        assert_eq!(
            error(&[0x82, 127, 255, 255, 255, 255, 255, 255, 255, 255], CLIENT),
            Error::LengthEncoding
        );
    }

    #[test]
    fn masks_are_demanded_of_clients_and_refused_from_servers() {
        assert_eq!(error(&[0x81, 1], SERVER), Error::MaskMissing);
        assert_eq!(error(&[0x81, 0x81], CLIENT), Error::MaskUnexpected);
        let header = Header::parse(&[0x81, 0x81, 1, 2, 3, 4], SERVER).unwrap().unwrap();
        assert_eq!((header.mask, header.size), (Some([1, 2, 3, 4]), 6));
        assert_eq!(Header::parse(&[0x81, 0x81, 1, 2, 3], SERVER), Ok(None));
    }

    #[test]
    fn reserved_bits_need_a_negotiated_extension() {
        assert_eq!(error(&[0xc1, 0], CLIENT), Error::ReservedBits { bits: 0b100 });
        assert!(Header::parse(&[0xc1, 0], COMPRESSED).unwrap().unwrap().compressed);
        for first in [0xa1, 0x91, 0xd1, 0xc0, 0xc9] {
            assert_eq!(error(&[first, 0], COMPRESSED), Error::ReservedBits { bits: first >> 4 & 7 });
        }
    }

    #[test]
    fn every_opcode_but_six_is_reserved() {
        for opcode in (3..8).chain(11..16) {
            assert_eq!(error(&[0x80 | opcode, 0], CLIENT), Error::ReservedOpcode { opcode });
        }
    }

    #[test]
    fn control_frames_are_short_and_whole() {
        assert_eq!(error(&[0x09, 0], CLIENT), Error::ControlFragmented);
        assert_eq!(error(&[0x89, 126], CLIENT), Error::ControlTooLong);
        assert!(Header::parse(&[0x89, 125], CLIENT).unwrap().is_some());
    }
}
