//! Encoding of frames.
//!
//! All functions append to a buffer that the caller owns and reuses, and take the mask as an argument: a server
//! passes `None`, a client four fresh random bytes for each frame (RFC 6455 section 5.3).

use alloc::vec::Vec;

use crate::close::fitting_reason;
use crate::frame::Opcode;
use crate::mask::unmask;

/// Appends a whole, uncompressed frame. `payload` of a control frame must have at most
/// [`MAX_CONTROL_BYTES`](crate::MAX_CONTROL_BYTES) bytes, and of a text frame must be UTF-8; peers close the
/// connection otherwise.
#[inline]
pub fn encode_frame(out: &mut Vec<u8>, opcode: Opcode, payload: &[u8], mask: Option<[u8; 4]>) {
    append(out, FIN | opcode as u8, payload, mask);
}

/// Appends a whole frame whose payload a [`Deflater`](crate::deflate::Deflater) wrote: RSV1 is set.
pub fn encode_compressed_frame(out: &mut Vec<u8>, opcode: Opcode, payload: &[u8], mask: Option<[u8; 4]>) {
    append(out, FIN | RSV1 | opcode as u8, payload, mask);
}

/// Appends one fragment of an uncompressed message: the first with its kind, the others as
/// [`Opcode::Continuation`], the last with `fin`.
pub fn encode_fragment(out: &mut Vec<u8>, opcode: Opcode, fin: bool, payload: &[u8], mask: Option<[u8; 4]>) {
    append(out, if fin { FIN } else { 0 } | opcode as u8, payload, mask);
}

/// Appends a close frame. `reason` is cut to [`MAX_REASON_BYTES`](crate::MAX_REASON_BYTES) between characters;
/// `code` must satisfy [`is_valid_code`](crate::is_valid_code).
pub fn encode_close(out: &mut Vec<u8>, code: u16, reason: &str, mask: Option<[u8; 4]>) {
    let reason = fitting_reason(reason).as_bytes();
    let mut payload = [0; crate::MAX_CONTROL_BYTES];
    let used = code.to_be_bytes().into_iter().chain(reason.iter().copied());
    for (to, byte) in payload.iter_mut().zip(used) {
        *to = byte;
    }
    let payload = payload.get(..2 + reason.len()).unwrap_or_default();
    append(out, FIN | Opcode::Close as u8, payload, mask);
}

/// Bytes of the longest unmasked header.
pub const HEADER_ROOM: usize = 10;

/// Makes an unmasked frame of the payload in `buffer` after [`HEADER_ROOM`] bytes, without moving
/// it: the header is written right in front. Servers use it for frames that subscribers share. A
/// buffer without that room has no frame.
pub fn frame_in_place(buffer: &mut [u8], opcode: Opcode) -> &[u8] {
    let Some(length) = buffer.len().checked_sub(HEADER_ROOM) else { return &[] };
    let start = HEADER_ROOM + length - frame_len(length, false);
    let first = FIN | opcode as u8;
    let length = (length as u64).to_be_bytes();
    match (buffer.get_mut(start..HEADER_ROOM), length) {
        (Some(header @ [_, _]), [.., low]) => header.copy_from_slice(&[first, low]),
        (Some(header @ [_, _, _, _]), [.., high, low]) => header.copy_from_slice(&[first, 126, high, low]),
        (Some([one, two, rest @ ..]), length) => {
            (*one, *two) = (first, 127);
            rest.copy_from_slice(&length);
        }
        _ => {}
    }
    buffer.get(start..).unwrap_or_default()
}

/// The header of an unmasked, unfragmented frame, for a payload in another buffer.
#[derive(Clone, Copy, Debug)]
pub struct HeaderBytes {
    bytes: [u8; HEADER_ROOM],
    len: usize,
}

impl HeaderBytes {
    /// For a payload of `length` bytes, which a [`Deflater`](crate::deflate::Deflater) wrote if `compressed`.
    #[must_use]
    #[inline]
    pub const fn new(opcode: Opcode, compressed: bool, length: usize) -> Self {
        let first = FIN | opcode as u8 | if compressed { RSV1 } else { 0 };
        let [a, b, c, d, e, f, g, h] = (length as u64).to_be_bytes();
        let (bytes, len) = match length {
            0..=125 => ([first, h, 0, 0, 0, 0, 0, 0, 0, 0], 2),
            126..=65_535 => ([first, 126, g, h, 0, 0, 0, 0, 0, 0], 4),
            _ => ([first, 127, a, b, c, d, e, f, g, h], 10),
        };
        Self { bytes, len }
    }

    /// Its bytes.
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }
}

/// Bytes of a frame with a payload of `payload` bytes, header included.
#[must_use]
pub const fn frame_len(payload: usize, masked: bool) -> usize {
    let header = match payload {
        0..=125 => 2,
        126..=65_535 => 4,
        _ => 10,
    };
    header + if masked { 4 } else { 0 } + payload
}

const FIN: u8 = 0x80;
const RSV1: u8 = 0x40;
const MASKED: u8 = 0x80;

#[inline]
fn append(out: &mut Vec<u8>, first: u8, payload: &[u8], mask: Option<[u8; 4]>) {
    out.reserve(frame_len(payload.len(), mask.is_some()));
    append_header(out, first, payload.len(), if mask.is_some() { MASKED } else { 0 });
    let Some(key) = mask else {
        out.extend_from_slice(payload);
        return;
    };
    out.extend_from_slice(&key);
    let start = out.len();
    out.extend_from_slice(payload);
    if let Some(body) = out.get_mut(start..) {
        unmask(body, key);
    }
}

#[inline]
fn append_header(out: &mut Vec<u8>, first: u8, length: usize, masked: u8) {
    if length <= 125 {
        out.extend_from_slice(&[first, masked | low_byte(length)]);
    } else if let Ok(length) = u16::try_from(length) {
        let [high, low] = length.to_be_bytes();
        out.extend_from_slice(&[first, masked | 126, high, low]);
    } else {
        out.extend_from_slice(&[first, masked | 127]);
        out.extend_from_slice(&(length as u64).to_be_bytes());
    }
}

/// Of a value that is known to fit.
#[allow(clippy::cast_possible_truncation)]
const fn low_byte(value: usize) -> u8 {
    value as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn examples_of_rfc_6455_section_5_7() {
        let mut masked = Vec::new();
        encode_frame(&mut masked, Opcode::Text, b"Hello", Some([0x37, 0xfa, 0x21, 0x3d]));
        assert_eq!(masked, [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]);

        let mut fragmented = Vec::new();
        encode_fragment(&mut fragmented, Opcode::Text, false, b"Hel", None);
        encode_fragment(&mut fragmented, Opcode::Continuation, true, b"lo", None);
        assert_eq!(fragmented, b"\x01\x03Hel\x80\x02lo");

        let mut ping = Vec::new();
        encode_frame(&mut ping, Opcode::Ping, b"Hello", None);
        assert_eq!(ping, b"\x89\x05Hello");

        let mut long = Vec::new();
        encode_frame(&mut long, Opcode::Binary, &[0; 256], None);
        assert_eq!(long.first_chunk(), Some(&[0x82, 0x7e, 0x01, 0x00]));
        long.clear();
        encode_frame(&mut long, Opcode::Binary, &vec![0; 65_536], None);
        assert_eq!(long.first_chunk(), Some(&[0x82, 0x7f, 0, 0, 0, 0, 0, 1, 0, 0]));
    }

    #[test]
    fn frame_len_is_what_is_written() {
        for length in [0, 1, 125, 126, 65_535, 65_536, 70_000] {
            for mask in [None, Some([1, 2, 3, 4])] {
                let mut out = Vec::new();
                encode_frame(&mut out, Opcode::Binary, &vec![7; length], mask);
                assert_eq!(out.len(), frame_len(length, mask.is_some()));
            }
        }
    }

    #[test]
    fn a_frame_in_place_is_the_frame_that_is_appended() {
        for length in [0, 1, 125, 126, 65_535, 65_536, 70_000] {
            let mut buffer = vec![b'a'; HEADER_ROOM + length];
            let mut appended = Vec::new();
            encode_frame(&mut appended, Opcode::Text, &vec![b'a'; length], None);
            assert_eq!(frame_in_place(&mut buffer, Opcode::Text), appended);
        }
        assert_eq!(frame_in_place(&mut [0; HEADER_ROOM - 1], Opcode::Text), b"");
    }

    #[test]
    fn a_header_alone_is_the_start_of_the_frame() {
        for length in [0, 1, 125, 126, 65_535, 65_536, 70_000] {
            let payload = vec![7; length];
            for compressed in [false, true] {
                let mut frame = Vec::new();
                match compressed {
                    true => encode_compressed_frame(&mut frame, Opcode::Binary, &payload, None),
                    false => encode_frame(&mut frame, Opcode::Binary, &payload, None),
                }
                let header = HeaderBytes::new(Opcode::Binary, compressed, length);
                assert_eq!(frame.strip_suffix(payload.as_slice()), Some(header.as_bytes()));
            }
        }
    }

    #[test]
    fn close_holds_code_and_a_reason_that_fits() {
        let mut out = Vec::new();
        encode_close(&mut out, 1000, "", None);
        assert_eq!(out, b"\x88\x02\x03\xe8");
        out.clear();
        encode_close(&mut out, 4100, &"x".repeat(200), None);
        assert_eq!(out.len(), 2 + 125);
        assert_eq!(out.get(..4), Some(&b"\x88\x7d\x10\x04"[..]));
    }
}
