//! One client as a state machine: bytes that arrived go in, bytes to send and what
//! [happened](ClientEvent) come out.
//!
//! It has no socket and no clock, so a whole session is testable with byte strings. The order of a
//! session is the one that pusher-js keeps: upgrade, greeting, one subscription per channel, one
//! confirmation for each.

use baton_wire::{DecodeContext, Decoder, Event, Limits, Opcode, Role, encode_close, encode_frame};

use crate::event_stream::{EventReader, StreamEvent};
use crate::ledger::excerpt;
use crate::protocol::{Protocol, Roster, ServerMessage};
use crate::target::App;

/// The sample key of RFC 6455, section 1.3. A constant, so that the answer to it is one too and the
/// raw accept loop needs no SHA-1.
pub(crate) const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";

/// The accept value that RFC 6455, section 1.3 derives from [`KEY`].
pub const ACCEPT: &str = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

/// An answer to the upgrade is a few hundred bytes; at 16 KiB without an end something else is
/// talking.
pub(crate) const RESPONSE_BYTES: usize = 16 * 1024;

/// The longest message: the list of a presence channel with its 10,000 members is under a megabyte.
const LIMITS: Limits = Limits { message_bytes: 4 << 20, skipped_bytes: 0, empty_fragments: 16 };

/// How far a client goes before it counts as open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// A TCP connection only: the receiving end of the raw send loop.
    Connected,
    /// The answer to its request has arrived: the raw accept loop.
    Upgraded,
    /// Every subscription has been confirmed: a real server.
    Subscribed,
}

/// Where a session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// The TCP handshake is under way.
    Connecting,
    /// The upgrade has been asked for, or the stream of events.
    Upgrading,
    /// Upgraded; the greeting is awaited.
    Greeting,
    /// Subscribed to some channels, with this many confirmations to come.
    Subscribing(u32),
    /// Open: what arrives now is delivered.
    Ready,
    /// The close frame has been sent; the server's is awaited.
    Closing,
}

/// What a client does in a run.
#[derive(Debug)]
pub(crate) struct Script<'a> {
    /// What it speaks.
    pub protocol: &'a dyn Protocol,
    /// How far to go.
    pub depth: Depth,
    /// Whose key connects, and whose secret signs.
    pub app: &'a App,
    /// The channels to subscribe to.
    pub channels: &'a [String],
    /// Who it is in presence channels.
    pub member: &'a str,
}

/// What happened to a client.
#[derive(Debug, PartialEq)]
pub(crate) enum ClientEvent<'a> {
    /// The answer to its upgrade has arrived.
    Upgraded,
    /// The server has greeted it, and its subscriptions have been asked for.
    Greeted,
    /// One of its subscriptions is confirmed, in a presence channel with the members that are
    /// there.
    Confirmed(Roster),
    /// It is as far as its script goes.
    Ready,
    /// What it asked for once it was [`ClientEvent::Ready`] is refused.
    Refused(&'a str),
    /// A message of a channel.
    Delivery(&'a str),
    /// A member came into a presence channel.
    Joined(Roster),
    /// A member left one.
    Left(Roster),
    /// Its connection is gone, with the reason. Nothing more happens to it.
    Ended(&'a str),
}

/// One client's session.
#[derive(Debug)]
pub(crate) struct ClientSession {
    /// Where it stands.
    pub phase: Phase,
    /// What the socket is still to be given.
    pub outgoing: Vec<u8>,
    decoder: Decoder,
    /// What reads in place of the decoder where the protocol is a stream of events.
    events: EventReader,
    /// The beginning of the answer to the upgrade, until its end has come.
    head: Vec<u8>,
    mask: [u8; 4],
}

/// Why a session cannot go on.
#[derive(Debug)]
pub(crate) enum Broken<E> {
    /// The server misbehaved, refused or closed; the text says how.
    Session(String),
    /// The handler of an event failed.
    Handler(E),
}

impl<E> From<String> for Broken<E> {
    fn from(text: String) -> Self {
        Self::Session(text)
    }
}

impl ClientSession {
    /// A session whose frames are masked with `mask`.
    pub(crate) fn new(mask: [u8; 4]) -> Self {
        Self {
            phase: Phase::Connecting,
            outgoing: Vec::new(),
            decoder: Decoder::new(Role::Client, false),
            events: EventReader::default(),
            head: Vec::new(),
            mask,
        }
    }

    /// The TCP connection is on its way: asks for the upgrade, or for the stream.
    pub(crate) fn connect(&mut self, script: &Script<'_>) {
        if script.depth == Depth::Connected {
            return;
        }
        self.phase = Phase::Upgrading;
        let path = script.protocol.path(script.app, script.channels);
        let fields = match script.protocol.is_event_stream() {
            true => "Accept: text/event-stream\r\n".to_owned(),
            false => format!(
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n"
            ),
        };
        self.outgoing = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{fields}\r\n").into_bytes();
    }

    /// Queues a text message.
    pub(crate) fn send_text(&mut self, text: &str) {
        encode_frame(&mut self.outgoing, Opcode::Text, text.as_bytes(), Some(self.mask));
    }

    /// Sends a close frame. What still arrives is read and dropped.
    pub(crate) fn close(&mut self) {
        encode_close(&mut self.outgoing, 1000, "", Some(self.mask));
        self.phase = Phase::Closing;
    }

    /// Takes what arrived, and reports what happened. Unmasks nothing, since a server's frames are
    /// plain, but the decoder wants to own the bytes. Fails if the server refuses, breaks the
    /// protocol or closes, or if `on_event` fails.
    pub(crate) fn consume<E>(
        &mut self,
        script: &Script<'_>,
        bytes: &mut [u8],
        on_event: &mut impl FnMut(ClientEvent<'_>) -> Result<(), E>,
    ) -> Result<(), Broken<E>> {
        let mut used = 0;
        if self.phase == Phase::Upgrading {
            let Some(rest) = self.take_response(script, bytes)? else { return Ok(()) };
            used = rest;
            self.upgraded(script, on_event)?;
        }
        if script.protocol.is_event_stream() {
            return self.consume_events(script, bytes.get(used..).unwrap_or_default(), on_event);
        }
        loop {
            let mut context = DecodeContext { limits: &LIMITS, inflater: None };
            let rest = bytes.get_mut(used..).unwrap_or_default();
            let decoded = self
                .decoder
                .decode(rest, &mut context)
                .map_err(|error| Broken::Session(format!("a broken frame: {error}")))?;
            used += decoded.consumed;
            match decoded.event {
                None => return Ok(()),
                Some(Event::Text(text)) if self.phase != Phase::Closing => {
                    let mut answer = String::new();
                    let message = script.protocol.parse(text, &mut answer).map_err(Broken::Session)?;
                    if !answer.is_empty() {
                        encode_frame(&mut self.outgoing, Opcode::Text, answer.as_bytes(), Some(self.mask));
                    }
                    match message {
                        ServerMessage::Delivery => {
                            on_event(ClientEvent::Delivery(text)).map_err(Broken::Handler)?
                        }
                        message => {
                            take(&mut self.phase, &mut self.outgoing, self.mask, script, message, on_event)?;
                        }
                    }
                }
                Some(Event::Ping(payload)) => {
                    encode_frame(&mut self.outgoing, Opcode::Pong, payload, Some(self.mask));
                }
                Some(Event::Close(_)) if self.phase == Phase::Closing => {
                    return Err(Broken::Session("both sides have closed".to_owned()));
                }
                Some(Event::Close(frame)) => {
                    let text = frame.map_or_else(
                        || "without a code".to_owned(),
                        |frame| format!("{} {}", frame.code, frame.reason),
                    );
                    return Err(Broken::Session(format!("the server closed: {text}")));
                }
                Some(Event::Binary(message)) if self.phase != Phase::Closing => {
                    let text = script.protocol.read_binary(message).map_err(Broken::Session)?;
                    on_event(ClientEvent::Delivery(text)).map_err(Broken::Handler)?;
                }
                Some(_) => {}
            }
        }
    }

    /// Takes a part of a stream of events. It stands with the first id, which says where it begins.
    fn consume_events<E>(
        &mut self,
        script: &Script<'_>,
        bytes: &[u8],
        on_event: &mut impl FnMut(ClientEvent<'_>) -> Result<(), E>,
    ) -> Result<(), Broken<E>> {
        let phase = &mut self.phase;
        self.events.read(bytes, |StreamEvent { name, id, data }| {
            if *phase == Phase::Closing {
                return Ok(());
            }
            if !name.is_empty() {
                return Err(Broken::Session(format!("{name}: {}", excerpt(data.as_bytes()))));
            }
            if *phase == Phase::Greeting && !id.is_empty() {
                *phase = Phase::Ready;
                on_event(ClientEvent::Ready).map_err(Broken::Handler)?;
            }
            if data.is_empty() {
                return Ok(());
            }
            match script.protocol.parse(data, &mut String::new()).map_err(Broken::Session)? {
                ServerMessage::Delivery => on_event(ClientEvent::Delivery(data)).map_err(Broken::Handler),
                _ => Ok(()),
            }
        })
    }

    /// The answer to the upgrade. How many of `bytes` belong to it once its head is whole.
    fn take_response<E>(&mut self, script: &Script<'_>, bytes: &[u8]) -> Result<Option<usize>, Broken<E>> {
        let kept = self.head.len();
        self.head.extend_from_slice(bytes);
        let Some(end) = self.head.windows(4).position(|four| four == b"\r\n\r\n") else {
            if self.head.len() > RESPONSE_BYTES {
                return Err(Broken::Session(format!("over {RESPONSE_BYTES} bytes of HTTP head")));
            }
            return Ok(None);
        };
        let head = String::from_utf8_lossy(self.head.get(..end).unwrap_or_default());
        let (is_expected, asked) = match script.protocol.is_event_stream() {
            true => (head.starts_with("HTTP/1.1 200 ") && head.contains("text/event-stream"), "stream"),
            false => (head.starts_with("HTTP/1.1 101 ") && head.contains(ACCEPT), "upgrade"),
        };
        if !is_expected {
            return Err(Broken::Session(format!("the {asked} was refused: {}", excerpt(&self.head))));
        }
        self.head = Vec::new();
        let is_open = script.depth == Depth::Upgraded || !script.protocol.greets();
        self.phase = if is_open { Phase::Ready } else { Phase::Greeting };
        Ok(Some(end + 4 - kept))
    }

    fn upgraded<E>(
        &mut self,
        script: &Script<'_>,
        on_event: &mut impl FnMut(ClientEvent<'_>) -> Result<(), E>,
    ) -> Result<(), Broken<E>> {
        on_event(ClientEvent::Upgraded).map_err(Broken::Handler)?;
        if self.phase == Phase::Ready {
            return on_event(ClientEvent::Ready).map_err(Broken::Handler);
        }
        if let Some(hello) = script.protocol.hello() {
            self.send_text(hello);
        }
        Ok(())
    }
}

/// A message of the protocol itself. A function of the session's parts, because its text still
/// borrows the decoder.
fn take<E>(
    phase: &mut Phase,
    outgoing: &mut Vec<u8>,
    mask: [u8; 4],
    script: &Script<'_>,
    message: ServerMessage,
    on_event: &mut impl FnMut(ClientEvent<'_>) -> Result<(), E>,
) -> Result<(), Broken<E>> {
    let event = match (message, *phase) {
        (ServerMessage::Greeted(socket_id), Phase::Greeting) => {
            for channel in script.channels {
                let text = script.protocol.subscribe(script.app, &socket_id, channel, script.member);
                encode_frame(outgoing, Opcode::Text, text.as_bytes(), Some(mask));
            }
            let awaited = u32::try_from(script.channels.len()).unwrap_or(u32::MAX);
            *phase = if awaited == 0 { Phase::Ready } else { Phase::Subscribing(awaited) };
            ClientEvent::Greeted
        }
        (ServerMessage::Subscribed(roster), Phase::Subscribing(awaited)) => {
            *phase = if awaited > 1 { Phase::Subscribing(awaited - 1) } else { Phase::Ready };
            ClientEvent::Confirmed(roster)
        }
        (ServerMessage::Subscribed(roster), Phase::Ready) => {
            return on_event(ClientEvent::Confirmed(roster)).map_err(Broken::Handler);
        }
        (ServerMessage::Refused(text), Phase::Ready) => {
            return on_event(ClientEvent::Refused(&text)).map_err(Broken::Handler);
        }
        (ServerMessage::Refused(text), _) => return Err(Broken::Session(text)),
        (ServerMessage::Joined(roster), _) => {
            return on_event(ClientEvent::Joined(roster)).map_err(Broken::Handler);
        }
        (ServerMessage::Left(roster), _) => {
            return on_event(ClientEvent::Left(roster)).map_err(Broken::Handler);
        }
        _ => return Ok(()),
    };
    on_event(event).map_err(Broken::Handler)?;
    if *phase == Phase::Ready { on_event(ClientEvent::Ready).map_err(Broken::Handler) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Echo, Events, Pusher, SocketIo};
    use crate::signature;

    fn app() -> App {
        App { id: "1".into(), key: "k".into(), secret: "s".into() }
    }

    fn script<'a>(app: &'a App, channels: &'a [String]) -> Script<'a> {
        Script { protocol: &Pusher, depth: Depth::Subscribed, app, channels, member: "m" }
    }

    fn text(payload: &str) -> Vec<u8> {
        let mut out = Vec::new();
        encode_frame(&mut out, Opcode::Text, payload.as_bytes(), None);
        out
    }

    /// Feeds bytes and returns the events.
    fn feed(
        session: &mut ClientSession,
        script: &Script<'_>,
        bytes: &[u8],
    ) -> Result<Vec<String>, Broken<()>> {
        let mut events = Vec::new();
        session.consume(script, &mut bytes.to_vec(), &mut |event| {
            events.push(match event {
                ClientEvent::Delivery(text) => text.to_owned(),
                other => format!("{other:?}"),
            });
            Ok(())
        })?;
        Ok(events)
    }

    /// What the session has to send, decoded as the server would.
    fn sent_texts(session: &mut ClientSession) -> Vec<String> {
        let mut bytes = std::mem::take(&mut session.outgoing);
        let (mut decoder, mut at, mut texts) = (Decoder::new(Role::Server, false), 0, Vec::new());
        loop {
            let mut context = DecodeContext { limits: &LIMITS, inflater: None };
            let decoded = decoder.decode(&mut bytes[at..], &mut context).unwrap();
            at += decoded.consumed;
            match decoded.event {
                None => return texts,
                Some(Event::Text(text)) => texts.push(text.to_owned()),
                Some(other) => texts.push(format!("{other:?}")),
            }
        }
    }

    fn response() -> Vec<u8> {
        format!("HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: {ACCEPT}\r\n\r\n").into_bytes()
    }

    const ESTABLISHED: &str = r#"{"event":"pusher:connection_established","data":"{\"socket_id\":\"1.2\",\"activity_timeout\":120}"}"#;
    const CONFIRMED: &str = r#"{"event":"pusher_internal:subscription_succeeded","channel":"a","data":"{}"}"#;

    #[test]
    fn a_session_goes_from_upgrade_to_delivery() {
        let (app, channels) = (app(), ["a".to_owned(), "private-b".to_owned()]);
        let script = script(&app, &channels);
        let mut session = ClientSession::new([1, 2, 3, 4]);
        session.connect(&script);
        assert!(session.outgoing.starts_with(b"GET /app/k?protocol=7&"));
        session.outgoing.clear();

        // The head and the greeting may come in one segment.
        let events = feed(&mut session, &script, &[response(), text(ESTABLISHED)].concat()).unwrap();
        assert_eq!(events, ["Upgraded", "Greeted"]);
        assert_eq!(session.phase, Phase::Subscribing(2));
        let sent = sent_texts(&mut session);
        assert!(sent[0].contains(r#""channel":"a""#), "{sent:?}");
        assert!(sent[1].contains(&signature::private_channel(&app, "1.2", "private-b")), "{sent:?}");

        let events = feed(&mut session, &script, &[text(CONFIRMED), text(CONFIRMED)].concat()).unwrap();
        assert_eq!(events.last().unwrap(), "Ready");
        assert_eq!(events.len(), 3);

        let event = r#"{"event":"m","channel":"a","data":"x"}"#;
        let ping = text(r#"{"event":"pusher:ping","data":"{}"}"#);
        let events = feed(&mut session, &script, &[text(event), ping, text(event)].concat()).unwrap();
        assert_eq!(events, [event, event]);
        assert!(sent_texts(&mut session)[0].contains("pusher:pong"));
    }

    #[test]
    fn bytes_may_come_one_by_one() {
        let (app, channels) = (app(), []);
        let script = script(&app, &channels);
        let mut session = ClientSession::new([0; 4]);
        session.connect(&script);
        let event = r#"{"event":"m","channel":"a","data":"x"}"#;
        let mut events = Vec::new();
        for byte in [response(), text(ESTABLISHED), text(event)].concat() {
            events.extend(feed(&mut session, &script, &[byte]).unwrap());
        }
        assert_eq!(events, ["Upgraded", "Greeted", "Ready", event]);
    }

    #[test]
    fn another_protocol_greets_in_its_own_way() {
        let (app, channels) = (app(), ["a".to_owned()]);
        let script = Script { protocol: &SocketIo, ..script(&app, &channels) };
        let mut session = ClientSession::new([0; 4]);
        session.phase = Phase::Upgrading;
        assert_eq!(feed(&mut session, &script, &response()).unwrap(), ["Upgraded"]);
        assert_eq!(sent_texts(&mut session), ["40"]);
        feed(&mut session, &script, &[text("0{}"), text("40{}")].concat()).unwrap();
        assert_eq!(sent_texts(&mut session), [r#"420["subscribe","a"]"#]);

        let echo = Script { protocol: &Echo, ..script };
        let mut session = ClientSession::new([0; 4]);
        session.phase = Phase::Upgrading;
        let events = feed(&mut session, &echo, &[response(), text("x")].concat()).unwrap();
        assert_eq!(events, ["Upgraded", "Ready", "x"]);
    }

    #[test]
    fn a_stream_of_events_stands_with_its_first_id() {
        let (app, channels) = (app(), ["a".to_owned()]);
        let script = Script { protocol: &Events, ..script(&app, &channels) };
        let mut session = ClientSession::new([0; 4]);
        session.connect(&script);
        assert!(session.outgoing.starts_with(b"GET /apps/1/channels/a/events HTTP/1.1\r\n"));
        let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n:\n";
        assert_eq!(feed(&mut session, &script, head).unwrap(), ["Upgraded"]);
        let events = feed(&mut session, &script, b"id: 7-0\n\nid: 7-1\ndata: {}\n\n:\n\n").unwrap();
        assert_eq!(events, ["Ready", "{}"]);
        let lost = feed(&mut session, &script, b"event: baton:error\ndata: {\"error\":\"no\"}\n\n");
        assert!(matches!(lost, Err(Broken::Session(text)) if text.contains("baton:error")));

        let mut session = ClientSession::new([0; 4]);
        session.connect(&script);
        let refused = feed(&mut session, &script, b"HTTP/1.1 403 Forbidden\r\n\r\n");
        assert!(matches!(refused, Err(Broken::Session(text)) if text.contains("the stream was refused")));
    }

    #[test]
    fn refusals_say_what_the_server_said() {
        let (app, channels) = (app(), []);
        let script = script(&app, &channels);
        let refused = |phase, bytes: &[u8]| {
            let mut session = ClientSession::new([0; 4]);
            session.phase = phase;
            match feed(&mut session, &script, bytes) {
                Err(Broken::Session(text)) => text,
                other => panic!("{other:?}"),
            }
        };
        assert!(refused(Phase::Upgrading, b"HTTP/1.1 403 Forbidden\r\n\r\n").contains("403"));
        let accept = b"HTTP/1.1 101 X\r\nSec-WebSocket-Accept: no\r\n\r\n";
        assert!(refused(Phase::Upgrading, accept).contains("refused"));
        assert!(refused(Phase::Upgrading, &[b'x'; RESPONSE_BYTES + 1]).contains("HTTP head"));
        assert!(refused(Phase::Ready, &[0x88, 4, 0x10, 0x04, b'n', b'o']).contains("4100 no"));
        assert!(refused(Phase::Ready, &[0x81, 0x80, 0, 0, 0, 0]).contains("broken frame")); // masked
        assert!(refused(Phase::Greeting, &text("junk")).contains("junk"));
    }

    #[test]
    fn a_closed_client_receives_nothing_more() {
        let (app, channels) = (app(), []);
        let script = script(&app, &channels);
        let mut session = ClientSession::new([0; 4]);
        session.phase = Phase::Ready;
        session.close();
        assert!(sent_texts(&mut session)[0].starts_with("Close"));
        assert!(feed(&mut session, &script, &text("{}")).unwrap().is_empty());
        let close = feed(&mut session, &script, &[0x88, 2, 0x03, 0xe8]);
        assert!(matches!(close, Err(Broken::Session(text)) if text.contains("both sides")));
    }

    #[test]
    fn a_failed_happening_ends_the_session() {
        let (app, channels) = (app(), []);
        let script = script(&app, &channels);
        let mut session = ClientSession::new([0; 4]);
        session.phase = Phase::Ready;
        let event = r#"{"event":"m"}"#;
        let result = session.consume(&script, &mut text(event), &mut |_| Err("twice"));
        assert!(matches!(result, Err(Broken::Handler("twice"))));
    }
}
