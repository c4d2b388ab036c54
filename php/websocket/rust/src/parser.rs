//! Bytes of one connection to whole messages, for `WebSocket\FrameParser`: `include/parser.h`.
//!
//! C asks for the next event, takes a string of its length, and has the payload written into that: for a message that
//! lies whole in the bytes this is its only copy, in which it is unmasked and checked.

#![allow(unsafe_code)]

use std::mem::MaybeUninit;
use std::ptr;

use baton_wire::deflate::Inflater;
use baton_wire::{DecodeContext, Decoder, Error, Event, Found, FrameHeader, Limits, Opcode, Role};

use crate::codec::{readable, writable, write_text};
use baton_c_abi::guard;

/// A connection's reader; `bws_parser`.
#[derive(Debug)]
pub struct Parser {
    decoder: Decoder,
    limits: Limits,
    compression: Compression,
    state: State,
    /// What [`bws_parser_next`] found, until [`bws_parser_take`] has copied it.
    found: Option<Payload>,
}

#[derive(Debug)]
enum Compression {
    None,
    /// By an inflater that the caller lends.
    Shared,
    Own(Box<Inflater>),
}

#[derive(Clone, Copy, Debug)]
enum State {
    Open,
    /// A close came: what follows must not be read (RFC 6455 section 5.5.1).
    Closed,
    Failed(Fault),
}

#[derive(Clone, Copy, Debug)]
enum Fault {
    Peer(Error),
    /// A panic, of which the decoder may be half done.
    Own,
}

/// Where a payload lies: in the bytes that were given, in the decoder or in the inflater, all of which stay as they are
/// until the next event is asked for.
#[derive(Clone, Copy, Debug)]
struct Payload {
    start: *const u8,
    length: usize,
    /// Of a message that was only found: it is masked, and not checked.
    raw: Option<FrameHeader>,
}

/// What is complete; `bws_found`.
#[repr(C)]
#[derive(Debug)]
pub struct ParserEvent {
    length: usize,
    consumed: usize,
    opcode: u8,
    /// Of a close, whose payload is its reason.
    code: u16,
}

const FAULT: i32 = -1;
const NOTHING: i32 = 0;
const EVENT: i32 = 1;

/// Makes a parser; `compression` is one of the header's three numbers. Null: it failed.
#[unsafe(no_mangle)]
pub extern "C" fn bws_parser_new(server: bool, max_message: usize, compression: u8) -> *mut Parser {
    guard(ptr::null_mut(), || {
        let compression = match compression {
            0 => Compression::None,
            1 => Compression::Shared,
            _ => Compression::Own(Box::new(Inflater::with_takeover())),
        };
        Box::into_raw(Box::new(Parser::new(server, max_message, compression)))
    })
}

/// Frees a parser.
///
/// # Safety
/// `parser` came from [`bws_parser_new`], or is null, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_parser_free(parser: *mut Parser) {
    if !parser.is_null() {
        // SAFETY: the caller's promise.
        guard((), || drop(unsafe { Box::from_raw(parser) }));
    }
}

/// Makes an inflater that parsers of one thread share. Null: it failed.
#[unsafe(no_mangle)]
pub extern "C" fn bws_inflater_new() -> *mut Inflater {
    guard(ptr::null_mut(), || Box::into_raw(Box::new(Inflater::shared())))
}

/// Frees an inflater.
///
/// # Safety
/// `inflater` came from [`bws_inflater_new`], or is null, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_inflater_free(inflater: *mut Inflater) {
    if !inflater.is_null() {
        // SAFETY: the caller's promise.
        guard((), || drop(unsafe { Box::from_raw(inflater) }));
    }
}

/// Finds what `bytes` complete first: 1 an event, 0 nothing, -1 a fault.
///
/// # Safety
/// `parser` and `shared` came from their makers, `shared` may be null; `bytes` points to `len` readable bytes, or `len` is 0;
/// `event` to a writable event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_parser_next(
    parser: *mut Parser,
    shared: *mut Inflater,
    bytes: *const u8,
    len: usize,
    event: *mut ParserEvent,
) -> i32 {
    // SAFETY: the caller's promise.
    let parser = unsafe { &mut *parser };
    let outcome = guard(None, || {
        // SAFETY: the caller's promise.
        let (shared, bytes) = unsafe { (shared.as_mut(), readable(bytes, len)) };
        Some(match parser.next(shared, bytes) {
            Ok(Some(found)) => {
                // SAFETY: the caller's promise.
                unsafe { event.write(found) };
                EVENT
            }
            Ok(None) => NOTHING,
            Err(fault) => {
                parser.fail(fault);
                FAULT
            }
        })
    });
    outcome.unwrap_or_else(|| {
        parser.state = State::Failed(Fault::Own);
        FAULT
    })
}

/// Writes the payload of the event that was found last. `false`: it is not what it must be, which is a fault.
///
/// # Safety
/// `parser` came from [`bws_parser_new`], and nothing was done with it, with the bytes or with the inflater since
/// [`bws_parser_next`]; `to` points to as many writable bytes as the event's length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_parser_take(parser: *mut Parser, to: *mut MaybeUninit<u8>) -> bool {
    // SAFETY: the caller's promise.
    let parser = unsafe { &mut *parser };
    let Some(found) = parser.found.take() else { return true };
    let fault = guard(Some(Fault::Own), move || {
        // SAFETY: the caller's promise: what was found lies where it lay.
        let (payload, to) = unsafe { (readable(found.start, found.length), writable(to, found.length)) };
        let header = found.raw.unwrap_or(PLAIN);
        header.read_payload(payload, to).is_none().then_some(Fault::Peer(Error::InvalidUtf8))
    });
    match fault {
        None => return true,
        Some(Fault::Own) => parser.state = State::Failed(Fault::Own),
        Some(fault) => parser.fail(fault),
    }
    false
}

/// Whether nothing is incomplete, and no fault is left to be told.
///
/// # Safety
/// `parser` came from [`bws_parser_new`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_parser_is_idle(parser: *const Parser) -> bool {
    // SAFETY: the caller's promise.
    guard(true, || unsafe { &*parser }.is_idle())
}

/// The close code to answer a fault with; 0 if there is none.
///
/// # Safety
/// `parser` came from [`bws_parser_new`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_parser_fault_code(parser: *const Parser) -> u16 {
    // SAFETY: the caller's promise.
    guard(0, || match unsafe { &*parser }.state {
        State::Failed(Fault::Peer(error)) => error.close_code(),
        State::Failed(Fault::Own) => 1011,
        State::Open | State::Closed => 0,
    })
}

/// Writes the fault as at most `room` bytes of text; how many.
///
/// # Safety
/// `parser` came from [`bws_parser_new`]; `to` points to `room` writable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_parser_fault(
    parser: *const Parser,
    to: *mut MaybeUninit<u8>,
    room: usize,
) -> usize {
    guard(0, || {
        // SAFETY: the caller's promise.
        let (parser, to) = unsafe { (&*parser, writable(to, room)) };
        match parser.state {
            State::Failed(Fault::Peer(error)) => write_text(to, &error.to_string()),
            State::Failed(Fault::Own) => write_text(to, "the parser failed, and said why on standard error"),
            State::Open | State::Closed => 0,
        }
    })
}

/// For payloads that are as they should be already.
const PLAIN: FrameHeader = FrameHeader { fin: true, reserved: 0, opcode: Opcode::Binary, mask: None };

impl Parser {
    fn new(server: bool, message_bytes: usize, compression: Compression) -> Self {
        let role = if server { Role::Server } else { Role::Client };
        Self {
            decoder: Decoder::new(role, !matches!(compression, Compression::None)),
            limits: Limits { message_bytes, ..Limits::default() },
            compression,
            state: State::Open,
            found: None,
        }
    }

    fn next(&mut self, shared: Option<&mut Inflater>, bytes: &[u8]) -> Result<Option<ParserEvent>, Fault> {
        self.found = None;
        match self.state {
            State::Open => {}
            State::Closed => {
                self.release();
                return Ok(None);
            }
            State::Failed(fault) => return Err(fault),
        }
        let inflater = match &mut self.compression {
            Compression::None => None,
            Compression::Shared => shared,
            Compression::Own(own) => Some(&mut **own),
        };
        let mut cx = DecodeContext { limits: &self.limits, inflater };
        let located = self.decoder.locate(bytes, &mut cx).map_err(Fault::Peer)?;
        let (opcode, code, payload, raw) = match located.found {
            None => return Ok(None),
            Some(Found::Raw { header, payload }) => (header.opcode, 0, payload, Some(header)),
            Some(Found::Event(event)) => {
                let (opcode, code, payload) = parts(event);
                (opcode, code, payload, None)
            }
        };
        if opcode == Opcode::Close {
            self.state = State::Closed;
        }
        self.found = Some(Payload { start: payload.as_ptr(), length: payload.len(), raw });
        let (length, consumed) = (payload.len(), located.consumed);
        Ok(Some(ParserEvent { length, consumed, opcode: opcode as u8, code }))
    }

    fn fail(&mut self, fault: Fault) {
        self.state = State::Failed(fault);
        self.found = None;
        self.release();
    }

    /// Gives back what is held for a connection that will not be read further.
    fn release(&mut self) {
        self.decoder = Decoder::new(Role::Server, false);
        self.compression = Compression::None;
    }

    fn is_idle(&self) -> bool {
        match self.state {
            State::Open => self.decoder.is_idle(),
            State::Closed => true,
            State::Failed(_) => false,
        }
    }
}

/// Opcode, close code and payload; a close without a code reads as 1000.
fn parts(event: Event<'_>) -> (Opcode, u16, &[u8]) {
    match event {
        Event::Text(text) => (Opcode::Text, 0, text.as_bytes()),
        Event::Binary(bytes) => (Opcode::Binary, 0, bytes),
        Event::Ping(bytes) => (Opcode::Ping, 0, bytes),
        Event::Pong(bytes) => (Opcode::Pong, 0, bytes),
        Event::Close(Some(close)) => (Opcode::Close, close.code, close.reason.as_bytes()),
        Event::Close(None) => (Opcode::Close, 1000, b""),
        // It does not happen: nothing is skipped here, and what is too large is an error.
        Event::TooLarge { .. } => (Opcode::Close, 1009, b""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baton_wire::deflate::Deflater;
    use baton_wire::{encode_close, encode_compressed_frame, encode_fragment, encode_frame};

    /// Opcode, close code and payload.
    type Got = (u8, u16, Vec<u8>);

    /// A parser as C has it.
    struct Held {
        parser: *mut Parser,
        inflater: *mut Inflater,
    }

    impl Held {
        fn new(server: bool, limit: usize, compression: u8) -> Self {
            Self { parser: bws_parser_new(server, limit, compression), inflater: bws_inflater_new() }
        }

        fn push(&self, mut bytes: &[u8]) -> (Vec<Got>, bool) {
            let mut events = Vec::new();
            loop {
                let mut event = ParserEvent { length: 0, consumed: 0, opcode: 0, code: 0 };
                // SAFETY: the handles live as long as `self`, and the slice is as long as it says.
                let answer = unsafe {
                    bws_parser_next(self.parser, self.inflater, bytes.as_ptr(), bytes.len(), &raw mut event)
                };
                if answer != EVENT {
                    return (events, answer == NOTHING);
                }
                let mut payload = vec![0; event.length];
                // SAFETY: the event was found just now, and the payload has its length.
                if !unsafe { bws_parser_take(self.parser, payload.as_mut_ptr().cast()) } {
                    return (events, false);
                }
                events.push((event.opcode, event.code, payload));
                bytes = bytes.get(event.consumed..).unwrap();
            }
        }

        fn is_idle(&self) -> bool {
            // SAFETY: the handle lives as long as `self`.
            unsafe { bws_parser_is_idle(self.parser) }
        }

        fn fault(&self) -> (u16, String) {
            let mut room = [0; 128];
            // SAFETY: the handle lives as long as `self`, and the room is as long as it says.
            let (code, length) = unsafe {
                let to = room.as_mut_ptr().cast();
                (bws_parser_fault_code(self.parser), bws_parser_fault(self.parser, to, room.len()))
            };
            (code, String::from_utf8(room.get(..length).unwrap().to_vec()).unwrap())
        }
    }

    impl Drop for Held {
        fn drop(&mut self) {
            // SAFETY: they were made by `new`, and nothing uses them any more.
            unsafe {
                bws_parser_free(self.parser);
                bws_inflater_free(self.inflater);
            }
        }
    }

    fn stream() -> (Vec<u8>, Vec<Got>) {
        let key = Some([0x37, 0xfa, 0x21, 0x3d]);
        let mut bytes = Vec::new();
        encode_frame(&mut bytes, Opcode::Text, "Grüße".as_bytes(), key);
        encode_fragment(&mut bytes, Opcode::Binary, false, b"in ", key);
        encode_frame(&mut bytes, Opcode::Ping, b"between", key);
        encode_fragment(&mut bytes, Opcode::Continuation, true, b"two", key);
        encode_frame(&mut bytes, Opcode::Pong, b"", key);
        encode_close(&mut bytes, 4000, "end", key);
        encode_frame(&mut bytes, Opcode::Text, b"behind", key);
        let events = vec![
            (1, 0, "Grüße".as_bytes().to_vec()),
            (9, 0, b"between".to_vec()),
            (2, 0, b"in two".to_vec()),
            (10, 0, vec![]),
            (8, 4000, b"end".to_vec()),
        ];
        (bytes, events)
    }

    #[test]
    fn however_bytes_are_cut_the_same_comes_out() {
        let (bytes, expected) = stream();
        for size in [1, 2, 3, 7, 20, bytes.len()] {
            let held = Held::new(true, 100, 0);
            let mut events = Vec::new();
            for piece in bytes.chunks(size) {
                let (more, well) = held.push(piece);
                assert!(well);
                events.extend(more);
            }
            assert_eq!(events, expected, "in pieces of {size}");
            assert!(held.is_idle());
        }
    }

    #[test]
    fn compressed_messages_by_an_inflater_of_ones_own_and_a_shared_one() {
        let mut scratch = Vec::new();
        for (compression, mut deflater) in [(1, Deflater::shared(6)), (2, Deflater::with_takeover(15, 6))] {
            let held = Held::new(false, 1000, compression);
            for text in [&b"again and again and again"[..], b"again and again and again", &[b'x'; 1000]] {
                let mut bytes = Vec::new();
                let payload = deflater.compress(text, &mut scratch).unwrap();
                encode_compressed_frame(&mut bytes, Opcode::Text, payload, None);
                assert_eq!(held.push(&bytes), (vec![(1, 0, text.to_vec())], true));
            }
        }
    }

    #[test]
    fn a_fault_comes_behind_what_was_complete_and_stays() {
        for (wrong, fault) in [
            (&b"\x81\x01\xff"[..], (1007, "text is not valid UTF-8")),
            (b"\x82\x7e\x01\x00", (1009, "message is longer than the limit of 100 bytes")),
            (b"\x83\x00", (1002, "reserved opcode 0x3")),
        ] {
            let held = Held::new(false, 100, 2);
            assert_eq!(held.fault(), (0, String::new()));
            let (events, well) = held.push(&[b"\x81\x01a", wrong].concat());
            assert_eq!((events.len(), well, held.is_idle()), (1, false, false));
            assert_eq!(held.push(b"\x81\x01a"), (vec![], false));
            assert_eq!(held.fault(), (fault.0, fault.1.to_owned()));
        }
    }

    #[test]
    fn nothing_is_held_behind_a_close() {
        let held = Held::new(false, 1 << 20, 0);
        held.push(b"\x02\x05large");
        assert_eq!(held.push(b"\x88\x00\x81\x01a").0, [(8, 1000, vec![])]);
        assert_eq!(held.push(b"\x81\x01a"), (vec![], true));
        assert!(held.is_idle());
    }

    #[test]
    fn null_handles_are_freed_as_nothing() {
        // SAFETY: null is allowed.
        unsafe {
            bws_parser_free(ptr::null_mut());
            bws_inflater_free(ptr::null_mut());
        }
    }
}
