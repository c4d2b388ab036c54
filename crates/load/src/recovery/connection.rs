//! One connection of a client, as bytes in and bytes out: upgrade, greeting, subscriptions, events.
//!
//! A ping is answered as soon as what came with it has been read, as every WebSocket library does, so that
//! what was answered has been given to the application.

use baton_wire::{DecodeContext, Decoder, Event, Limits, Opcode, Role, encode_frame};

use super::messages::{self, Message};
use crate::session::{ACCEPT, KEY, RESPONSE_BYTES};

/// The longest message: an event of some hundred bytes.
const LIMITS: Limits = Limits { message_bytes: 1 << 20, skipped_bytes: 0, empty_fragments: 16 };

/// Where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// The answer to the upgrade is awaited.
    Upgrading,
    /// The greeting is.
    Greeting,
    /// Subscriptions have been asked for.
    Open,
}

/// A connection's state beside its socket.
#[derive(Debug)]
pub(super) struct Connection {
    pub phase: Phase,
    /// What the socket is still to be given.
    pub outgoing: Vec<u8>,
    decoder: Decoder,
    head: Vec<u8>,
    mask: [u8; 4],
    /// What is sent when the greeting has come.
    subscriptions: Vec<String>,
}

impl Connection {
    /// Asks for `path`, and once it is greeted for `subscriptions`.
    pub(super) fn new(path: &str, subscriptions: Vec<String>, mask: [u8; 4]) -> Self {
        let outgoing = format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        );
        Self {
            phase: Phase::Upgrading,
            outgoing: outgoing.into_bytes(),
            decoder: Decoder::new(Role::Client, false),
            head: Vec::new(),
            mask,
            subscriptions,
        }
    }

    /// Takes what arrived, and reports each message with its text. Fails if the server refuses, closes or
    /// says what it should not.
    pub(super) fn consume(
        &mut self,
        bytes: &mut [u8],
        on_message: &mut impl FnMut(Message, &str),
    ) -> Result<(), String> {
        let mut used = 0;
        if self.phase == Phase::Upgrading {
            let Some(rest) = self.take_response(bytes)? else { return Ok(()) };
            used = rest;
            self.phase = Phase::Greeting;
        }
        loop {
            let mut context = DecodeContext { limits: &LIMITS, inflater: None };
            let rest = bytes.get_mut(used..).unwrap_or_default();
            let decoded = self
                .decoder
                .decode(rest, &mut context)
                .map_err(|error| format!("a broken frame: {error}"))?;
            used += decoded.consumed;
            match decoded.event {
                None => return Ok(()),
                Some(Event::Text(text)) => match messages::read(text)? {
                    Message::Greeting => {
                        self.phase = Phase::Open;
                        for text in std::mem::take(&mut self.subscriptions) {
                            encode_frame(&mut self.outgoing, Opcode::Text, text.as_bytes(), Some(self.mask));
                        }
                    }
                    Message::Ping => {
                        let pong = br#"{"event":"pusher:pong","data":{}}"#;
                        encode_frame(&mut self.outgoing, Opcode::Text, pong, Some(self.mask));
                    }
                    message => on_message(message, text),
                },
                Some(Event::Ping(payload)) => {
                    encode_frame(&mut self.outgoing, Opcode::Pong, payload, Some(self.mask));
                }
                Some(Event::Close(frame)) => {
                    return Err(frame.map_or_else(
                        || "the server closed without a code".to_owned(),
                        |frame| format!("the server closed: {} {}", frame.code, frame.reason),
                    ));
                }
                Some(_) => {}
            }
        }
    }

    /// How many of `bytes` belong to the answer to the upgrade, once it is whole.
    fn take_response(&mut self, bytes: &[u8]) -> Result<Option<usize>, String> {
        let kept = self.head.len();
        self.head.extend_from_slice(bytes);
        let Some(end) = self.head.windows(4).position(|four| four == b"\r\n\r\n") else {
            return if self.head.len() > RESPONSE_BYTES {
                Err("an endless answer".to_owned())
            } else {
                Ok(None)
            };
        };
        let head = String::from_utf8_lossy(self.head.get(..end).unwrap_or_default());
        if !head.starts_with("HTTP/1.1 101 ") || !head.contains(ACCEPT) {
            return Err(format!("the upgrade was refused: {}", head.lines().next().unwrap_or_default()));
        }
        self.head = Vec::new();
        Ok(Some(end + 4 - kept))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(opcode: Opcode, payload: &str) -> Vec<u8> {
        let mut out = Vec::new();
        encode_frame(&mut out, opcode, payload.as_bytes(), None);
        out
    }

    /// What a connection reports of some bytes.
    fn feed(connection: &mut Connection, bytes: &[u8]) -> Result<Vec<Message>, String> {
        let mut messages = Vec::new();
        connection.consume(&mut bytes.to_vec(), &mut |message, _| messages.push(message))?;
        Ok(messages)
    }

    fn response() -> Vec<u8> {
        format!("HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: {ACCEPT}\r\n\r\n").into_bytes()
    }

    #[test]
    fn a_connection_subscribes_when_it_is_greeted_and_answers_pings() {
        let mut connection = Connection::new("/resume/x/app/k", vec!["{}".into(), "{}".into()], [1; 4]);
        assert!(connection.outgoing.starts_with(b"GET /resume/x/app/k HTTP/1.1\r\n"));
        connection.outgoing.clear();
        let greeting = frame(Opcode::Text, r#"{"event":"pusher:connection_established","data":"{}"}"#);
        assert_eq!(feed(&mut connection, &[response(), greeting].concat()).unwrap(), []);
        assert_eq!((connection.phase, connection.outgoing.len()), (Phase::Open, 2 * (2 + 4 + 2)));
        connection.outgoing.clear();
        feed(&mut connection, &frame(Opcode::Ping, "12345678")).unwrap();
        assert_eq!(connection.outgoing[..2], [0x8a, 0x88]);
        let lost = frame(Opcode::Text, r#"{"event":"pusher:error","data":{"code":4310}}"#);
        assert_eq!(feed(&mut connection, &lost).unwrap(), [Message::Lost]);
    }

    #[test]
    fn an_end_says_what_the_server_said() {
        let mut connection = Connection::new("/", vec![], [1; 4]);
        assert!(feed(&mut connection, b"HTTP/1.1 503 Busy\r\n\r\n").unwrap_err().contains("503 Busy"));
        let mut connection = Connection::new("/", vec![], [1; 4]);
        feed(&mut connection, &response()).unwrap();
        let end = feed(&mut connection, &[0x88, 4, 0x10, 0x04, b'n', b'o']).unwrap_err();
        assert!(end.contains("4100 no"), "{end}");
    }
}
