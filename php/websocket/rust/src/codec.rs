//! Frames and keys without any state, for `WebSocket\Protocol`: `include/codec.h`.
//!
//! C asks first how long a payload is, takes a string of that length, and has it written in one pass: Rust neither
//! allocates nor copies twice, and PHP's allocator, which may jump away, is never called from here.

#![allow(unsafe_code)]

use std::mem::MaybeUninit;
use std::slice;

use baton_wire::handshake::accept_key;
use baton_wire::{CloseFrame, Error, FrameHeader, FrameStart, MAX_CONTROL_BYTES, MAX_REASON_BYTES, Opcode};

use baton_c_abi::guard;

/// Of [`Frame::flags`]; the constants `FLAG_*` of `WebSocket\Protocol`.
const FIN: u8 = 1;
const RSV1: u8 = 4;
const RSV2: u8 = 8;
const RSV3: u8 = 16;
const MASK: u8 = 32;

/// The frame that stands at the start of a buffer; `bws_frame`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Bytes of the payload.
    length: usize,
    /// Bytes of the header, 14 at most.
    header: usize,
    opcode: u8,
    flags: u8,
    /// Zeros if the payload is not masked.
    key: [u8; 4],
}

/// What a close frame says; `bws_close`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Close {
    code: u16,
    reason_length: u8,
    reason: [u8; MAX_REASON_BYTES],
}

const REFUSED: i32 = -1;
const INCOMPLETE: i32 = 0;
const COMPLETE: i32 = 1;

/// Whether the bytes are UTF-8.
///
/// # Safety
/// `bytes` points to `len` readable bytes, or `len` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_utf8(bytes: *const u8, len: usize) -> bool {
    // SAFETY: the caller's promise.
    guard(false, move || baton_wire::is_utf8(unsafe { readable(bytes, len) }))
}

/// Whether a close frame may carry the code.
#[unsafe(no_mangle)]
pub extern "C" fn bws_close_code(code: u16) -> bool {
    baton_wire::is_valid_code(code)
}

/// Writes the 28 bytes of `Sec-WebSocket-Accept` for a key. `false`: it failed.
///
/// # Safety
/// `key` points to `len` readable bytes, or `len` is 0; `to` to 28 writable ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_accept_key(key: *const u8, len: usize, to: *mut MaybeUninit<u8>) -> bool {
    guard(false, move || {
        // SAFETY: the caller's promise.
        let (key, to) = unsafe { (readable(key, len), writable(to, 28)) };
        write_text(to, &accept_key(key)) == 28
    })
}

/// Reads the frame at the start of `bytes`: 1 if it is all there, 0 if more must come, -1 if it is none
/// ([`bws_frame_fault`] says why).
///
/// # Safety
/// `bytes` points to `len` readable bytes, or `len` is 0; `frame` to a writable frame.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_frame_read(bytes: *const u8, len: usize, frame: *mut Frame) -> i32 {
    guard(REFUSED, move || {
        // SAFETY: the caller's promise.
        let bytes = unsafe { readable(bytes, len) };
        let start = match FrameStart::parse(bytes) {
            Ok(Some(start)) => start,
            Ok(None) => return INCOMPLETE,
            Err(_) => return REFUSED,
        };
        let Some(end) = start.end(bytes) else { return INCOMPLETE };
        // SAFETY: the caller's promise.
        unsafe { frame.write(Frame::new(&start, end)) };
        COMPLETE
    })
}

/// Writes the payload of a frame that [`bws_frame_read`] found in `bytes`, unmasked. `false`: it must be UTF-8 and is not.
///
/// # Safety
/// `bytes` and `frame` are as `bws_frame_read` had and left them; `to` points to `length` writable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_frame_payload(
    bytes: *const u8,
    frame: *const Frame,
    to: *mut MaybeUninit<u8>,
) -> bool {
    guard(false, move || {
        // SAFETY: the caller's promise.
        let frame = unsafe { &*frame };
        let Some(header) = frame.header() else { return false };
        // SAFETY: the caller's promise: the frame is all there, its header before its payload.
        let (payload, to) = unsafe { (frame.payload(bytes), writable(to, frame.length)) };
        header.read_payload(payload, to).is_some()
    })
}

/// Reads a close frame that [`bws_frame_read`] found in `bytes`; one without a code reads as 1000. `false`: its payload is
/// none of a close frame ([`bws_frame_fault`] says why).
///
/// # Safety
/// `bytes` and `frame` are as `bws_frame_read` had and left them; `close` points to a writable close.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_frame_close(bytes: *const u8, frame: *const Frame, close: *mut Close) -> bool {
    guard(false, move || {
        // SAFETY: the caller's promise.
        let frame = unsafe { &*frame };
        let Some(header) = frame.header() else { return false };
        // SAFETY: the caller's promise: the frame is all there, its header before its payload.
        let payload = unsafe { frame.payload(bytes) };
        let mut room = [0; MAX_CONTROL_BYTES];
        let Ok(read) = CloseFrame::parse(header.read_control(payload, &mut room)) else { return false };
        // SAFETY: the caller's promise.
        unsafe { close.write(Close::new(read)) };
        true
    })
}

/// Writes why `bytes` do not begin with a frame, or the frame is not what it must be, as at most `room` bytes of text;
/// how many.
///
/// # Safety
/// `bytes` points to `len` readable bytes, or `len` is 0; `to` to `room` writable ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_frame_fault(
    bytes: *const u8,
    len: usize,
    to: *mut MaybeUninit<u8>,
    room: usize,
) -> usize {
    guard(0, move || {
        // SAFETY: the caller's promise.
        let (bytes, to) = unsafe { (readable(bytes, len), writable(to, room)) };
        fault(bytes).map_or(0, |fault| write_text(to, &fault.to_string()))
    })
}

/// Writes a frame into `room` bytes, which is what a frame with a payload of `len` has (`bws_frame_len` of the header says
/// how many). `key` is null for one that is not masked. `known` says that the payload needs no check. `false`: it must be
/// UTF-8 and is not, the opcode is none, or the room has another length.
///
/// # Safety
/// `payload` points to `len` readable bytes, or `len` is 0; `key` to four, or is null; `to` to `room` writable ones, which do
/// not overlap with the others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_frame_write(
    opcode: u8,
    flags: u8,
    key: *const [u8; 4],
    payload: *const u8,
    len: usize,
    known: bool,
    to: *mut MaybeUninit<u8>,
    room: usize,
) -> bool {
    guard(false, move || {
        let Some(opcode) = Opcode::from_bits(opcode) else { return false };
        // SAFETY: the caller's promise.
        let mask = unsafe { key.as_ref() }.copied();
        let header = FrameHeader { fin: flags & FIN != 0, reserved: reserved_bits(flags), opcode, mask };
        // SAFETY: the caller's promise.
        let (payload, to) = unsafe { (readable(payload, len), writable(to, room)) };
        header.write(payload, known, to)
    })
}

impl Frame {
    fn new(start: &FrameStart, end: usize) -> Self {
        let FrameHeader { fin, reserved, opcode, mask } = start.header;
        let flags = u8::from(fin) | reserved_flags(reserved) | if mask.is_some() { MASK } else { 0 };
        Self {
            length: end - start.size,
            header: start.size,
            opcode: opcode as u8,
            flags,
            key: mask.unwrap_or_default(),
        }
    }

    fn header(&self) -> Option<FrameHeader> {
        let opcode = Opcode::from_bits(self.opcode)?;
        let mask = (self.flags & MASK != 0).then_some(self.key);
        Some(FrameHeader { fin: self.flags & FIN != 0, reserved: reserved_bits(self.flags), opcode, mask })
    }

    /// # Safety
    /// The frame stands whole at `bytes`.
    unsafe fn payload<'a>(&self, bytes: *const u8) -> &'a [u8] {
        // SAFETY: the caller's promise.
        unsafe { readable(bytes.add(self.header), self.length) }
    }
}

impl Close {
    fn new(read: Option<CloseFrame<'_>>) -> Self {
        let CloseFrame { code, reason } = read.unwrap_or(CloseFrame { code: 1000, reason: "" });
        let mut close = Self { code, reason_length: 0, reason: [0; MAX_REASON_BYTES] };
        for (to, byte) in close.reason.iter_mut().zip(reason.bytes()) {
            *to = byte;
            close.reason_length += 1;
        }
        close
    }
}

/// The reserved bits as they stand in a header, 4 to 1, for flags, among which they are 4 to 16.
const fn reserved_bits(flags: u8) -> u8 {
    flags & RSV1 | (flags & RSV2) >> 2 | (flags & RSV3) >> 4
}

const fn reserved_flags(bits: u8) -> u8 {
    bits & 0b100 | (bits & 0b010) << 2 | (bits & 0b001) << 4
}

/// Why a buffer does not begin with a frame, found out again: it happens once in a connection's life.
fn fault(bytes: &[u8]) -> Option<Error> {
    let start = match FrameStart::parse(bytes) {
        Ok(start) => start?,
        Err(error) => return Some(error),
    };
    let payload = bytes.get(start.size..start.end(bytes)?)?;
    if start.header.opcode == Opcode::Close {
        return CloseFrame::parse(start.header.read_control(payload, &mut [0; MAX_CONTROL_BYTES])).err();
    }
    let mut room = vec![MaybeUninit::uninit(); payload.len()];
    start.header.read_payload(payload, &mut room).is_none().then_some(Error::InvalidUtf8)
}

/// Copies the start of `text` that fits, cut between characters, and says how long it is.
pub(crate) fn write_text(to: &mut [MaybeUninit<u8>], text: &str) -> usize {
    let mut length = text.len().min(to.len());
    while !text.is_char_boundary(length) {
        length -= 1;
    }
    for (to, byte) in to.iter_mut().zip(text.bytes().take(length)) {
        to.write(byte);
    }
    length
}

/// What C says stands at an address.
///
/// # Safety
/// `bytes` points to `len` readable bytes that stay as they are for `'a`, or `len` is 0.
pub(crate) unsafe fn readable<'a>(bytes: *const u8, len: usize) -> &'a [u8] {
    // SAFETY: the caller's promise.
    if len == 0 { &[] } else { unsafe { slice::from_raw_parts(bytes, len) } }
}

/// Where C says that may be written.
///
/// # Safety
/// `to` points to `len` writable bytes that nobody else uses for `'a`, or `len` is 0.
pub(crate) unsafe fn writable<'a>(to: *mut MaybeUninit<u8>, len: usize) -> &'a mut [MaybeUninit<u8>] {
    // SAFETY: the caller's promise.
    if len == 0 { &mut [] } else { unsafe { slice::from_raw_parts_mut(to, len) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What C does with a buffer: the frame and its payload, or what was answered instead.
    fn read(bytes: &[u8]) -> Result<(Frame, Option<Vec<u8>>), i32> {
        let mut frame = Frame::default();
        // SAFETY: the slice and the frame are as long as they say.
        let answer = unsafe { bws_frame_read(bytes.as_ptr(), bytes.len(), &raw mut frame) };
        if answer != COMPLETE {
            return Err(answer);
        }
        let mut payload = vec![0; frame.length];
        // SAFETY: the frame was found in these bytes, and the payload has its length.
        let well = unsafe {
            bws_frame_payload(
                bytes.as_ptr(),
                &raw const frame,
                payload.as_mut_ptr().cast::<MaybeUninit<u8>>(),
            )
        };
        Ok((frame, well.then_some(payload)))
    }

    fn written(opcode: u8, flags: u8, key: Option<&[u8; 4]>, payload: &[u8], room: usize) -> Option<Vec<u8>> {
        let mut out = vec![0; room];
        let (key, to) =
            (key.map_or(std::ptr::null(), std::ptr::from_ref), out.as_mut_ptr().cast::<MaybeUninit<u8>>());
        // SAFETY: the slices are as long as they say.
        unsafe { bws_frame_write(opcode, flags, key, payload.as_ptr(), payload.len(), false, to, room) }
            .then_some(out)
    }

    fn text_of(write: impl FnOnce(*mut MaybeUninit<u8>, usize) -> usize) -> String {
        let mut room = [0; 128];
        let length = write(room.as_mut_ptr().cast(), room.len());
        String::from_utf8(room.get(..length).unwrap().to_vec()).unwrap()
    }

    fn fault_of(bytes: &[u8]) -> String {
        // SAFETY: both are as long as they say.
        text_of(|to, room| unsafe { bws_frame_fault(bytes.as_ptr(), bytes.len(), to, room) })
    }

    #[test]
    fn flags_say_what_the_header_says() {
        for flags in (0..64u8).filter(|flags| flags & 2 == 0) {
            let key = (flags & MASK != 0).then_some(&[1, 2, 3, 4]);
            let bytes = written(2, flags, key, b"payload", 9 + if key.is_some() { 4 } else { 0 }).unwrap();
            let (frame, payload) = read(&bytes).unwrap();
            assert_eq!((frame.opcode, frame.flags, payload.as_deref()), (2, flags, Some(&b"payload"[..])));
            assert_eq!(frame.header + frame.length, bytes.len());
        }
    }

    #[test]
    fn what_is_no_frame_or_not_there_is_told_apart() {
        assert_eq!(read(b""), Err(INCOMPLETE));
        assert_eq!(read(b"\x81\x02a"), Err(INCOMPLETE));
        assert_eq!(read(b"\x83\x00"), Err(REFUSED));
        assert_eq!(fault_of(b"\x83\x00"), "reserved opcode 0x3");
        assert_eq!(read(b"\x81\x01\xff").unwrap().1, None);
        assert_eq!(fault_of(b"\x81\x01\xff"), "text is not valid UTF-8");
        assert_eq!(fault_of(b"\x88\x02\x03\xed"), "close code 1005 may not be sent");
        assert_eq!(fault_of(b"\x81\x01a"), "");
        assert_eq!(fault_of(b"\x81\x02a"), "");
    }

    #[test]
    fn frames_are_written_where_they_fit_and_nowhere_else() {
        assert_eq!(written(1, FIN, None, b"Hello", 7).unwrap(), b"\x81\x05Hello");
        for (opcode, payload, room) in [(1, &b"Hello"[..], 6), (1, b"Hello", 8), (1, b"\xff", 3), (3, b"", 2)]
        {
            assert_eq!(written(opcode, FIN, None, payload, room), None, "{opcode} {payload:?} {room}");
        }
    }

    #[test]
    fn close_frames_are_read_without_their_mask() {
        let masked = written(8, FIN | MASK, Some(&[9, 8, 7, 6]), b"\x03\xe9away", 12).unwrap();
        let (frame, _) = read(&masked).unwrap();
        let mut close = Close::new(None);
        // SAFETY: the frame was found in these bytes.
        assert!(unsafe { bws_frame_close(masked.as_ptr(), &raw const frame, &raw mut close) });
        assert_eq!(close, Close::new(Some(CloseFrame { code: 1001, reason: "away" })));
        assert_eq!((close.code, close.reason_length), (1001, 4));
        let (frame, _) = read(b"\x88\x01a").unwrap();
        // SAFETY: the same.
        assert!(!unsafe { bws_frame_close(b"\x88\x01a".as_ptr(), &raw const frame, &raw mut close) });
    }

    #[test]
    fn keys_and_codes() {
        let accept = text_of(|to, _| {
            let key = b"dGhlIHNhbXBsZSBub25jZQ==";
            // SAFETY: the key is as long as it says, and the room is longer than 28 bytes.
            usize::from(unsafe { bws_accept_key(key.as_ptr(), key.len(), to) }) * 28
        });
        assert_eq!(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        assert!(bws_close_code(1000) && !bws_close_code(1005));
    }

    #[test]
    fn text_is_cut_between_characters() {
        for (room, expected) in [(0, 0), (1, 1), (2, 1), (3, 3), (9, 3)] {
            let mut to = vec![MaybeUninit::uninit(); room];
            assert_eq!(write_text(&mut to, "aé"), expected);
        }
    }
}
