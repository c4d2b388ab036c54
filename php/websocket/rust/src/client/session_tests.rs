//! A session fed with bytes, and what it answers.

use baton_wire::deflate::{Compression, DeflateParams};
use baton_wire::{encode_close, encode_compressed_frame, encode_frame};

use super::*;

/// What one call of [`Session::next`] gives, and the message that it handed over.
type Step = Result<(Next, Option<(Opcode, Vec<u8>)>), Broken>;

const LIMIT: usize = 100_000;

fn session() -> Session {
    Session::new(LIMIT, None, b"")
}

/// Hands bytes over in one read.
fn feed(session: &mut Session, bytes: &[u8]) {
    session.room().get_mut(..bytes.len()).unwrap().copy_from_slice(bytes);
    session.fill(bytes.len());
}

fn next(session: &mut Session) -> Step {
    let mut message = None;
    let next = session.next(&mut |opcode, payload| message = Some((opcode, payload.to_vec())))?;
    Ok((next, message))
}

fn message(opcode: Opcode, payload: &[u8]) -> Step {
    Ok((Next::Message, Some((opcode, payload.to_vec()))))
}

const HUNGRY: Step = Ok((Next::Hungry, None));
const CLOSED: Step = Ok((Next::Closed, None));

fn frame(opcode: Opcode, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    encode_frame(&mut bytes, opcode, payload, None);
    bytes
}

/// What the session would send, as a server reads it.
fn sent(session: &mut Session) -> Vec<String> {
    let mut bytes = session.outbox.unsent().to_vec();
    session.outbox.advance(bytes.len()).unwrap();
    let mut decoder = Decoder::new(Role::Server, false);
    let mut frames = Vec::new();
    let mut at = 0;
    loop {
        let limits = Limits::default();
        let mut cx = DecodeContext { limits: &limits, inflater: None };
        let decoded = decoder.decode(bytes.get_mut(at..).unwrap(), &mut cx).unwrap();
        at += decoded.consumed;
        match decoded.event {
            Some(event) => frames.push(format!("{event:?}")),
            None => return frames,
        }
    }
}

#[test]
fn frames_behind_the_handshake_are_read() {
    let rest = frame(Opcode::Text, b"early");
    let mut session = Session::new(LIMIT, None, &rest);
    assert_eq!(next(&mut session), message(Opcode::Text, b"early"));
    assert_eq!(next(&mut session), HUNGRY);
}

#[test]
fn messages_come_in_order_and_pings_between_them_are_answered() {
    let mut session = session();
    let bytes = [
        frame(Opcode::Text, b"one"),
        frame(Opcode::Ping, b"p"),
        frame(Opcode::Pong, b""),
        frame(Opcode::Binary, b"two"),
    ];
    feed(&mut session, &bytes.concat());
    assert_eq!(next(&mut session), message(Opcode::Text, b"one"));
    assert!(!session.is_hungry());
    assert_eq!(next(&mut session), message(Opcode::Binary, b"two"));
    assert_eq!(next(&mut session), HUNGRY);
    assert!(session.is_hungry());
    assert_eq!(sent(&mut session), ["Pong([112])"]);
}

#[test]
fn what_is_absorbed_is_given_first() {
    let mut session = session();
    feed(
        &mut session,
        &[frame(Opcode::Text, b"one"), frame(Opcode::Ping, b""), frame(Opcode::Text, b"two")].concat(),
    );
    session.absorb().unwrap();
    assert!(session.has_queued() && session.is_hungry());
    assert_eq!(sent(&mut session), ["Pong([])"]);
    feed(&mut session, &frame(Opcode::Text, b"three"));
    for payload in ["one", "two", "three"] {
        assert_eq!(next(&mut session), message(Opcode::Text, payload.as_bytes()));
    }
    assert_eq!(next(&mut session), HUNGRY);
}

#[test]
fn what_is_kept_has_a_bound() {
    let mut session = session();
    let piece = frame(Opcode::Binary, &[7; 30_000]);
    let mut fed = 0;
    while session.has_room() {
        feed(&mut session, &piece);
        session.absorb().unwrap();
        fed += 1;
    }
    assert_eq!(fed, (LIMIT + QUEUE_ROOM).div_ceil(30_000 + QUEUED));
    // Empty messages cost memory as well.
    let mut session = self::session();
    let empty = frame(Opcode::Text, b"").repeat(1000);
    let mut fed = 0;
    while session.has_room() {
        feed(&mut session, &empty);
        session.absorb().unwrap();
        fed += 1000;
    }
    assert!(fed * QUEUED <= LIMIT + QUEUE_ROOM + 1000 * QUEUED, "{fed}");
    // Taking one makes room for the next.
    assert_eq!(next(&mut session), message(Opcode::Text, b""));
    assert!(session.has_room());
}

#[test]
fn a_close_frame_is_answered_once_and_ends_it() {
    let mut session = session();
    let mut bytes = Vec::new();
    encode_close(&mut bytes, 4001, "gone", None);
    bytes.extend(frame(Opcode::Text, b"not read"));
    feed(&mut session, &bytes);
    assert_eq!(next(&mut session), CLOSED);
    assert_eq!(next(&mut session), CLOSED);
    assert_eq!(session.their_close(), Some(&(4001, "gone".to_owned())));
    session.close(1000, "").unwrap();
    assert_eq!(sent(&mut session), [r#"Close(Some(CloseFrame { code: 4001, reason: "" }))"#]);
}

#[test]
fn a_close_frame_without_a_code_is_answered_by_one() {
    let mut session = session();
    feed(&mut session, &frame(Opcode::Close, b""));
    assert_eq!(next(&mut session), CLOSED);
    assert_eq!(session.their_close(), Some(&(NO_STATUS, String::new())));
    assert_eq!(sent(&mut session), ["Close(None)"]);
}

#[test]
fn behind_our_close_frame_nothing_is_sent_and_theirs_is_awaited() {
    let mut session = session();
    session.close(1000, "done").unwrap();
    feed(&mut session, &[frame(Opcode::Ping, b"p"), frame(Opcode::Close, b"\x03\xe8")].concat());
    assert_eq!(next(&mut session), CLOSED);
    assert_eq!(sent(&mut session), [r#"Close(Some(CloseFrame { code: 1000, reason: "done" }))"#]);
}

#[test]
fn a_violation_is_told() {
    for (bytes, code) in [
        (frame(Opcode::Text, b"\xff"), 1007),
        (frame(Opcode::Binary, &[0; LIMIT + 1]).get(..10).unwrap().to_vec(), 1009),
        (frame(Opcode::Continuation, b"x"), 1002),
    ] {
        let mut session = session();
        feed(&mut session, &bytes);
        let Err(Broken::Wire(error)) = next(&mut session) else { panic!("{bytes:?} is a violation") };
        assert_eq!(error.close_code(), code);
    }
}

#[test]
fn both_directions_are_compressed_as_agreed() {
    for offer in
        ["permessage-deflate", "permessage-deflate; server_no_context_takeover; client_no_context_takeover"]
    {
        let params = DeflateParams::negotiate([offer], Compression::Full).unwrap();
        let mut session = Session::new(LIMIT, Some(params), b"");
        let mut deflater = params.deflater(Role::Server, 6);
        let mut inflater = params.inflater(Role::Server).unwrap_or_else(Inflater::shared);
        let text = "the same again and again, ".repeat(10);
        for _ in 0..3 {
            let mut scratch = Vec::new();
            let mut bytes = Vec::new();
            let compressed = deflater.compress(text.as_bytes(), &mut scratch).unwrap();
            encode_compressed_frame(&mut bytes, Opcode::Text, compressed, None);
            feed(&mut session, &bytes);
            assert_eq!(next(&mut session), message(Opcode::Text, text.as_bytes()));
            assert_eq!(next(&mut session), HUNGRY);

            session.send(Opcode::Text, text.as_bytes()).unwrap();
            session.send(Opcode::Ping, &[b'p'; 100]).unwrap();
            session.send(Opcode::Text, b"short").unwrap();
            let mut bytes = session.outbox.unsent().to_vec();
            session.outbox.advance(bytes.len()).unwrap();
            assert!(bytes.len() < text.len(), "{offer}");
            let mut decoder = Decoder::new(Role::Server, true);
            let mut at = 0;
            for expected in [text.as_str(), "ping", "short"] {
                let limits = Limits::default();
                let mut cx = DecodeContext { limits: &limits, inflater: Some(&mut inflater) };
                let decoded = decoder.decode(bytes.get_mut(at..).unwrap(), &mut cx).unwrap();
                match decoded.event.unwrap() {
                    Event::Text(text) => assert_eq!(text, expected),
                    event => assert_eq!((event, expected), (Event::Ping(&[b'p'; 100]), "ping")),
                }
                at += decoded.consumed;
            }
        }
    }
}
