//! A single frame, for callers without state of a connection: RFC 6455 section 5.2 as far as it
//! concerns one frame.
//!
//! A [`Decoder`](crate::Decoder) knows its role and what was negotiated, and checks every header
//! against that. Here masked and unmasked frames are read alike, with any reserved bits and a
//! length in any of its three forms. Payloads are written straight into memory that the caller has
//! reserved and that need not be initialised, in two steps: the header gives the length, then one
//! pass copies, unmasks and checks.

use core::mem::MaybeUninit;

use crate::error::Error;
use crate::frame::{MAX_CONTROL_BYTES, MAX_LENGTH, Opcode, check_control, read_length};
use crate::mask::{copy_into, unmask_into, unmask_text_into};
use crate::utf8;

/// The header of one frame as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameHeader {
    /// The last fragment of its message.
    pub fin: bool,
    /// The three reserved bits, RSV1 highest ([`RSV1`]).
    pub reserved: u8,
    /// What the frame carries.
    pub opcode: Opcode,
    /// The key, if the payload is masked.
    pub mask: Option<[u8; 4]>,
}

/// Of [`FrameHeader::reserved`]: the message is compressed, RFC 7692 section 6.
pub const RSV1: u8 = 0b100;

/// The header at the start of a buffer, with lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameStart {
    /// The header.
    pub header: FrameHeader,
    /// Bytes of the header.
    pub size: usize,
    /// Payload bytes that follow, as announced: they may be more than there are.
    pub length: u64,
}

impl FrameStart {
    /// Reads the header at the start of `bytes`; `None` while it is incomplete.
    ///
    /// # Errors
    ///
    /// A reserved opcode, a control frame that is fragmented or long, and a length with its highest bit set. The first
    /// three are found in two bytes.
    #[inline]
    pub fn parse(bytes: &[u8]) -> Result<Option<Self>, Error> {
        let [first, second, rest @ ..] = bytes else { return Ok(None) };
        let Some(opcode) = Opcode::from_bits(first & 0xf) else {
            return Err(Error::ReservedOpcode { opcode: first & 0xf });
        };
        let fin = first & FIN != 0;
        let short = second & 0x7f;
        if opcode.is_control() {
            check_control(fin, short)?;
        }
        let Some((length, rest)) = read_length(short, rest) else { return Ok(None) };
        if length > MAX_LENGTH {
            return Err(Error::LengthEncoding);
        }
        let (mask, rest) = if second & MASKED == 0 {
            (None, rest)
        } else {
            let Some((key, rest)) = rest.split_first_chunk::<4>() else { return Ok(None) };
            (Some(*key), rest)
        };
        let header = FrameHeader { fin, reserved: first >> 4 & 0x7, opcode, mask };
        Ok(Some(Self { header, size: bytes.len() - rest.len(), length }))
    }

    /// Where in `bytes`, from which it was parsed, the payload ends; `None` while that is
    /// incomplete.
    #[inline]
    #[must_use]
    pub fn end(&self, bytes: &[u8]) -> Option<usize> {
        let end = usize::try_from(self.length).ok()?.checked_add(self.size)?;
        (end <= bytes.len()).then_some(end)
    }
}

impl FrameHeader {
    /// Whether the payload must be UTF-8: an unfragmented text that is not compressed. Fragments may be cut within a
    /// character.
    #[inline]
    #[must_use]
    pub const fn is_whole_text(&self) -> bool {
        matches!(self.opcode, Opcode::Text) && self.fin && self.reserved & RSV1 == 0
    }

    /// Copies `payload`, as it stands in the frame, unmasked to `to`, which must have its length.
    /// `None` if it is invalid: a [whole text](Self::is_whole_text) that is not UTF-8.
    #[inline(always)] // the header stays in registers
    pub fn read_payload<'a>(&self, payload: &[u8], to: &'a mut [MaybeUninit<u8>]) -> Option<&'a [u8]> {
        let key = self.mask.unwrap_or_default();
        if self.is_whole_text() {
            unmask_text_into(to, payload, key).map(str::as_bytes)
        } else {
            unmask_into(to, payload, key).map(|bytes| &*bytes)
        }
    }

    /// Copies a control frame's `payload` unmasked to the start of `to` and returns it; bytes
    /// beyond the longest control frame are cut.
    pub fn read_control<'a>(&self, payload: &[u8], to: &'a mut [u8; MAX_CONTROL_BYTES]) -> &'a [u8] {
        let key = self.mask.unwrap_or_default();
        let mut length = 0;
        for ((to, byte), key) in to.iter_mut().zip(payload).zip(key.into_iter().cycle()) {
            *to = byte ^ key;
            length += 1;
        }
        to.get(..length).unwrap_or_default()
    }

    /// Writes the frame to `to`, which must have [`frame_len`](crate::frame_len) bytes. False if
    /// the payload is a [whole text](Self::is_whole_text) that is not UTF-8. With `known` it was
    /// validated before.
    #[inline(always)] // the header stays in registers
    #[must_use]
    pub fn write(&self, payload: &[u8], known: bool, to: &mut [MaybeUninit<u8>]) -> bool {
        let check = !known && self.is_whole_text();
        let Some(to) = self.write_header(payload.len(), to) else { return false };
        match self.mask {
            Some(key) => (!check || utf8::is_utf8(payload)) && write_masked(to, payload, key),
            None if check => unmask_text_into(to, payload, [0; 4]).is_some(),
            None => copy_into(to, payload).is_some(),
        }
    }

    /// Writes everything before the mask's key, in the shortest form, and returns what follows.
    #[inline]
    fn write_header<'a>(
        &self,
        length: usize,
        to: &'a mut [MaybeUninit<u8>],
    ) -> Option<&'a mut [MaybeUninit<u8>]> {
        let first = if self.fin { FIN } else { 0 } | (self.reserved & 0x7) << 4 | self.opcode as u8;
        let masked = if self.mask.is_some() { MASKED } else { 0 };
        let (start, to) = to.split_first_chunk_mut::<2>()?;
        let (short, to) = match (u8::try_from(length), u16::try_from(length)) {
            (Ok(length @ ..126), _) => (length, to),
            (_, Ok(length)) => {
                let (place, to) = to.split_first_chunk_mut::<2>()?;
                *place = length.to_be_bytes().map(MaybeUninit::new);
                (126, to)
            }
            _ => {
                let (place, to) = to.split_first_chunk_mut::<8>()?;
                *place = (length as u64).to_be_bytes().map(MaybeUninit::new);
                (127, to)
            }
        };
        *start = [first, masked | short].map(MaybeUninit::new);
        Some(to)
    }
}

/// Key and payload of a frame that is masked. Apart, so that the way of a server's frames stays short.
#[inline(never)]
fn write_masked(to: &mut [MaybeUninit<u8>], payload: &[u8], key: [u8; 4]) -> bool {
    let Some((place, to)) = to.split_first_chunk_mut::<4>() else { return false };
    *place = key.map(MaybeUninit::new);
    unmask_into(to, payload, key).is_some()
}

const FIN: u8 = 0x80;
const MASKED: u8 = 0x80;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::frame_len;
    use crate::frame::{Expectation, Header, Role};
    use crate::mask::{unmask_bytewise, with_room};
    use alloc::vec;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    const TEXT: FrameHeader = FrameHeader { fin: true, reserved: 0, opcode: Opcode::Text, mask: None };

    fn written(header: FrameHeader, payload: &[u8], known: bool) -> Option<Vec<u8>> {
        let room = frame_len(payload.len(), header.mask.is_some());
        with_room(room, |to| header.write(payload, known, to))
    }

    /// The frame's header and payload, if it is all there.
    fn read(bytes: &[u8]) -> Option<(FrameHeader, Option<Vec<u8>>)> {
        let start = FrameStart::parse(bytes).unwrap()?;
        let payload = bytes.get(start.size..start.end(bytes)?).unwrap();
        let mut room = vec![MaybeUninit::uninit(); payload.len()];
        Some((start.header, start.header.read_payload(payload, &mut room).map(<[u8]>::to_vec)))
    }

    /// The slow twin of `write`: section 5.2 from top to bottom.
    fn written_slowly(header: FrameHeader, payload: &[u8]) -> Vec<u8> {
        let mut out = vec![u8::from(header.fin) << 7 | header.reserved << 4 | header.opcode as u8];
        let masked = u8::from(header.mask.is_some()) << 7;
        match payload.len() {
            length @ 0..=125 => out.push(masked | u8::try_from(length).unwrap()),
            length @ 126..=65_535 => {
                out.push(masked | 126);
                out.extend(u16::try_from(length).unwrap().to_be_bytes());
            }
            length => {
                out.push(masked | 127);
                out.extend((length as u64).to_be_bytes());
            }
        }
        out.extend(header.mask.iter().flatten());
        let body = out.len();
        out.extend(payload);
        unmask_bytewise(&mut out[body..], header.mask.unwrap_or_default());
        out
    }

    fn header() -> impl Strategy<Value = FrameHeader> {
        use Opcode::{Binary, Close, Continuation, Ping, Pong, Text};
        let opcode = prop::sample::select(vec![Continuation, Text, Text, Binary, Close, Ping, Pong]);
        (any::<bool>(), 0u8..8, opcode, any::<Option<[u8; 4]>>()).prop_map(|(fin, reserved, opcode, mask)| {
            FrameHeader { fin: fin || opcode.is_control(), reserved, opcode, mask }
        })
    }

    #[test]
    fn lengths_in_any_form_are_read() {
        let length = |bytes: &[u8]| FrameStart::parse(bytes).unwrap().map(|start| (start.length, start.size));
        assert_eq!(length(&[0x82, 125]), Some((125, 2)));
        assert_eq!(length(&[0x82, 126, 0, 3]), Some((3, 4)));
        assert_eq!(length(&[0x82, 127, 0, 0, 0, 0, 0, 0, 0, 3]), Some((3, 10)));
        assert_eq!(length(&[0x82, 0xff, 0, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3, 4]), Some((3, 14)));
        let partial: [&[u8]; 6] = [
            &[],
            &[0x82],
            &[0x82, 126, 0],
            &[0x82, 127, 0, 0, 0, 0, 0, 0, 0],
            &[0x82, 0x81, 1, 2, 3],
            &[0x82, 0xfe],
        ];
        for partial in partial {
            assert_eq!(length(partial), None, "{partial:?}");
        }
    }

    #[test]
    fn what_no_frame_may_be_is_refused_as_soon_as_it_shows() {
        assert_eq!(FrameStart::parse(&[0x83, 0]), Err(Error::ReservedOpcode { opcode: 3 }));
        assert_eq!(FrameStart::parse(&[0x8b, 0xff]), Err(Error::ReservedOpcode { opcode: 11 }));
        assert_eq!(FrameStart::parse(&[0x09, 0]), Err(Error::ControlFragmented));
        assert_eq!(FrameStart::parse(&[0x88, 126]), Err(Error::ControlTooLong));
        let negative = [0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(FrameStart::parse(&negative), Err(Error::LengthEncoding));
    }

    #[test]
    fn a_length_that_no_memory_holds_is_incomplete() {
        let start =
            FrameStart::parse(&[0x82, 127, 0x7f, 255, 255, 255, 255, 255, 255, 255]).unwrap().unwrap();
        assert_eq!(start.end(&[0; 100]), None);
    }

    #[test]
    fn text_is_checked_where_it_must_be_text() {
        let wrong = b"\xff";
        assert_eq!(written(TEXT, wrong, false), None);
        assert_eq!(written(FrameHeader { mask: Some([1; 4]), ..TEXT }, wrong, false), None);
        assert_eq!(read(b"\x81\x01\xff"), Some((TEXT, None)));
        for header in [
            FrameHeader { fin: false, ..TEXT },
            FrameHeader { reserved: RSV1, ..TEXT },
            FrameHeader { opcode: Opcode::Binary, ..TEXT },
        ] {
            let frame = written(header, wrong, false).unwrap();
            assert_eq!(read(&frame), Some((header, Some(wrong.to_vec()))));
        }
        assert_eq!(written(TEXT, wrong, true).unwrap(), b"\x81\x01\xff");
    }

    #[test]
    fn a_room_of_another_length_is_refused() {
        for room in [0, 1, 3, 6, 8] {
            assert_eq!(with_room(room, |to| TEXT.write(b"Hello", false, to)), None, "{room}");
        }
        assert!(with_room(7, |to| TEXT.write(b"Hello", false, to)).is_some());
        assert_eq!(TEXT.read_payload(b"Hello", &mut [MaybeUninit::uninit(); 4]), None);
    }

    #[test]
    fn control_payloads_fit_their_room() {
        let header = FrameHeader { mask: Some([1, 2, 3, 4]), opcode: Opcode::Close, ..TEXT };
        let mut room = [0; MAX_CONTROL_BYTES];
        assert_eq!(header.read_control(&[1, 2, 3, 4, 0], &mut room), [0, 0, 0, 0, 1]);
        assert_eq!(header.read_control(&[0; 126], &mut room).len(), MAX_CONTROL_BYTES);
    }

    proptest! {
        #[test]
        fn frames_are_written_as_the_slow_twin_does_and_read_back(
            header in header(), length in prop_oneof![0usize..300, 65_500usize..65_600], seed: u8
        ) {
            let length = if header.opcode.is_control() { length % 126 } else { length };
            let payload: Vec<u8> = (0..=255).map(|at: u8| at.wrapping_mul(31).wrapping_add(seed)).cycle().take(length).collect();
            let is_text = core::str::from_utf8(&payload).is_ok();
            let frame = written(header, &payload, false);
            prop_assert_eq!(frame.is_some(), is_text || !header.is_whole_text());
            let known = written(header, &payload, true).unwrap();
            prop_assert_eq!(&known, &written_slowly(header, &payload));
            let expected = frame.is_some().then_some(payload);
            prop_assert_eq!(read(&known), Some((header, expected)));
            for cut in [0, 1, 2, 5, known.len() - 1] {
                prop_assert_eq!(read(known.get(..cut.min(known.len() - 1)).unwrap()), None);
            }
        }

        #[test]
        fn whatever_the_strict_parser_reads_is_read_alike(bytes in prop::collection::vec(any::<u8>(), 0..20)) {
            for role in [Role::Server, Role::Client] {
                if let Ok(Some(strict)) = Header::parse(&bytes, Expectation { role, compressed: true }) {
                    let start = FrameStart::parse(&bytes).unwrap().unwrap();
                    let Header { fin, opcode, mask, .. } = strict;
                    let reserved = if strict.compressed { RSV1 } else { 0 };
                    prop_assert_eq!(start.header, FrameHeader { fin, reserved, opcode, mask });
                    prop_assert_eq!((start.size, start.length), (strict.size, strict.length));
                }
            }
        }
    }
}
