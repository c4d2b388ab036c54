//! Frames in, events or errors out: the rules of RFC 6455 sections 5 to 8 by example.

mod support;

use baton_wire::{Decoder, Error, Limits, Opcode, Role, encode_close, encode_fragment, encode_frame};
use support::{Owned, Reader, read};

const LIMITS: Limits = Limits { message_bytes: 1000, skipped_bytes: 0, empty_fragments: 3 };

/// What a client makes of frames from a server, which need no masks and so can be written by hand.
fn client(bytes: &[u8]) -> Result<Vec<Owned>, Error> {
    let (events, error, _) = read(Role::Client, LIMITS, None, bytes, &[]);
    error.map_or(Ok(events), Err)
}

fn text(text: &str) -> Owned {
    Owned::Text(text.into())
}

#[test]
fn examples_of_rfc_6455_section_5_7() {
    assert_eq!(client(b"\x81\x05Hello"), Ok(vec![text("Hello")]));
    assert_eq!(client(b"\x01\x03Hel\x80\x02lo"), Ok(vec![text("Hello")]));
    assert_eq!(client(b"\x89\x05Hello"), Ok(vec![Owned::Ping(b"Hello".to_vec())]));
    let masked_text = [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58];
    let masked_pong = [0x8a, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58];
    let both = [masked_text, masked_pong].concat();
    let (events, error, idle) = read(Role::Server, LIMITS, None, &both, &[]);
    assert_eq!((events, error, idle), (vec![text("Hello"), Owned::Pong(b"Hello".to_vec())], None, true));
}

#[test]
fn an_idle_decoder_is_small() {
    assert!(size_of::<Decoder>() <= 24);
}

#[test]
fn whole_messages_are_borrowed_from_the_input() {
    let mut input = b"\x82\x03abc\x82\x01d".to_vec();
    let range = input.as_ptr_range();
    let mut decoder = Decoder::new(Role::Client, false);
    let mut cx = baton_wire::DecodeContext { limits: &LIMITS, inflater: None };
    let decoded = decoder.decode(&mut input, &mut cx).unwrap();
    let Some(baton_wire::Event::Binary(payload)) = decoded.event else { panic!("{decoded:?}") };
    assert!(range.contains(&payload.as_ptr()));
    assert_eq!((decoded.consumed, payload), (5, &b"abc"[..]));
}

#[test]
fn control_frames_may_stand_between_fragments() {
    let bytes = b"\x01\x01a\x89\x01p\x00\x01b\x8a\x00\x80\x01c";
    let expected = vec![Owned::Ping(b"p".to_vec()), Owned::Pong(vec![]), text("abc")];
    assert_eq!(client(bytes), Ok(expected));
}

#[test]
fn empty_messages_and_fragments() {
    assert_eq!(client(b"\x81\x00\x82\x00"), Ok(vec![text(""), Owned::Binary(vec![])]));
    assert_eq!(client(b"\x01\x00\x00\x00\x80\x00"), Ok(vec![text("")]));
}

#[test]
fn order_of_fragments_is_enforced() {
    assert_eq!(client(b"\x80\x01a"), Err(Error::ContinuationWithoutStart));
    assert_eq!(client(b"\x81\x01a\x80\x01a"), Err(Error::ContinuationWithoutStart));
    assert_eq!(client(b"\x01\x01a\x81\x01a"), Err(Error::MessageInterrupted));
    assert_eq!(client(b"\x01\x01a\x02\x01a"), Err(Error::MessageInterrupted));
}

#[test]
fn headers_are_refused_before_their_payload_has_come() {
    for (bytes, error) in [
        (&b"\xa1\x05"[..], Error::ReservedBits { bits: 0b010 }),
        (b"\xc1\x05", Error::ReservedBits { bits: 0b100 }),
        (b"\x83\x05", Error::ReservedOpcode { opcode: 3 }),
        (b"\x09\x05", Error::ControlFragmented),
        (b"\x89\x7e", Error::ControlTooLong),
        (b"\x81\x85", Error::MaskUnexpected),
        (b"\x82\x7e\x03\xe9", Error::MessageTooLarge { limit: 1000 }),
        (b"\x82\x7e\x00\x05", Error::LengthEncoding),
    ] {
        assert_eq!(client(bytes), Err(error), "{bytes:?}");
    }
    assert_eq!(read(Role::Server, LIMITS, None, b"\x81\x05", &[]).1, Some(Error::MaskMissing));
}

#[test]
fn the_limit_counts_the_sum_of_fragments() {
    let fragments = |last: usize| {
        let mut out = Vec::new();
        encode_fragment(&mut out, Opcode::Binary, false, &[0; 600], None);
        encode_fragment(&mut out, Opcode::Continuation, true, &vec![0; last], None);
        client(&out)
    };
    assert_eq!(fragments(400), Ok(vec![Owned::Binary(vec![0; 1000])]));
    assert_eq!(fragments(401), Err(Error::MessageTooLarge { limit: 1000 }));
}

#[test]
fn empty_fragments_are_counted_per_message() {
    let message = |empty: usize| [&b"\x02\x01a"[..], &b"\x00\x00".repeat(empty), b"\x80\x01b"].concat();
    let two = [message(3), message(3)].concat();
    assert_eq!(client(&two), Ok(vec![Owned::Binary(b"ab".to_vec()); 2]));
    assert_eq!(client(&message(4)), Err(Error::TooManyEmptyFragments { limit: 3 }));
}

#[test]
fn text_fails_at_the_byte_that_no_continuation_makes_valid() {
    // Of one frame that announces 10 bytes, the third is wrong: the other seven are not waited for.
    let mut reader = Reader::new(Role::Client, LIMITS, None);
    reader.feed(b"\x81\x0aa\xf4").unwrap();
    assert_eq!(reader.feed(b"\x90"), Err(Error::InvalidUtf8));
    // A character may be cut between fragments, and not at the end of the message.
    assert_eq!(client(b"\x01\x01\xc3\x80\x01\xa9"), Ok(vec![text("é")]));
    assert_eq!(client(b"\x01\x01\xc3\x80\x00"), Err(Error::InvalidUtf8));
    assert_eq!(client(b"\x81\x01\xc3"), Err(Error::InvalidUtf8));
    assert_eq!(client(b"\x82\x01\xc3"), Ok(vec![Owned::Binary(vec![0xc3])]));
}

#[test]
fn close_frames() {
    let close = |code: u16, reason: &str| {
        let mut out = Vec::new();
        encode_close(&mut out, code, reason, None);
        client(&out)
    };
    assert_eq!(client(b"\x88\x00"), Ok(vec![Owned::Close(None)]));
    assert_eq!(close(1000, "bye"), Ok(vec![Owned::Close(Some((1000, "bye".into())))]));
    assert_eq!(close(4999, ""), Ok(vec![Owned::Close(Some((4999, String::new())))]));
    for code in [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535] {
        assert_eq!(close(code, ""), Err(Error::CloseCode { code }));
    }
    assert_eq!(client(b"\x88\x01\x03"), Err(Error::CloseTooShort));
    assert_eq!(client(b"\x88\x03\x03\xe8\xff"), Err(Error::InvalidUtf8));
}

#[test]
fn idle_means_that_nothing_is_open() {
    let mut reader = Reader::new(Role::Client, LIMITS, None);
    let steps: [(&[u8], bool); 6] = [
        (b"\x81", false),         // half a header
        (b"\x00", true),          // a whole message
        (b"\x01\x00", false),     // an open message
        (b"\x89\x02a", false),    // half a ping in it
        (b"b", false),            // the ping is done, the message is not
        (b"\x80\x00\x81", false), // the message is done, the next has begun
    ];
    for (bytes, idle) in steps {
        reader.feed(bytes).unwrap();
        assert_eq!(reader.decoder.is_idle(), idle, "{bytes:?}");
    }
}

#[test]
fn close_codes_of_errors() {
    for (error, code) in [
        (Error::MaskMissing, 1002),
        (Error::CloseCode { code: 1005 }, 1002),
        (Error::InvalidUtf8, 1007),
        (Error::InvalidDeflate, 1007),
        (Error::TooManyEmptyFragments { limit: 1 }, 1008),
        (Error::MessageTooLarge { limit: 1 }, 1009),
    ] {
        assert_eq!(error.close_code(), code, "{error}");
    }
    assert_eq!(
        Error::MessageTooLarge { limit: 65_536 }.to_string(),
        "message is longer than the limit of 65536 bytes"
    );
}

#[test]
fn a_compressed_frame_without_an_inflater_is_refused() {
    let mut decoder = Decoder::new(Role::Client, true);
    let mut cx = baton_wire::DecodeContext { limits: &LIMITS, inflater: None };
    let mut input = b"\xc1\x01\x00".to_vec();
    assert_eq!(decoder.decode(&mut input, &mut cx), Err(Error::ReservedBits { bits: 0b100 }));
}

#[test]
fn masks_of_both_roles_cross() {
    let mut out = Vec::new();
    encode_frame(&mut out, Opcode::Text, "für".as_bytes(), Some([9, 8, 7, 6]));
    assert_eq!(read(Role::Server, LIMITS, None, &out, &[]).0, [text("für")]);
    assert_eq!(client(&out), Err(Error::MaskUnexpected));
}
