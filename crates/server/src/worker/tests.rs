//! A loop by itself, turned by hand, with real sockets.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use baton_hub::{
    Access, AppId, ChannelRules, ConnectionSlot, DisconnectReason, Form, Framing, Interest, KeyRef, Local,
    LocalRequest, LoopId, Message, SocketId,
};
use baton_protocols::pusher::signature::Signature;
use baton_protocols::{Answer, App, Asked, Context, Hub, Question, Secret, Session, framing, rules};
use baton_reactor::{Config, ConnectionId, Reactor, Receiver, mailbox};
use baton_wire::{Opcode, encode_frame};

use super::client::Client;
use super::{READ_BUFFER, Worker};
use crate::http;
use crate::loop_message::{Arrival, LoopMessage};
use crate::metrics::Metrics;
use crate::node::Node;
use crate::settings::Settings;

struct Turned {
    worker: Worker,
    buffer: Vec<u8>,
    listener: TcpListener,
    /// The mailbox of another loop, which nobody turns.
    other: Receiver<LoopMessage>,
}

/// One client's end; what it was sent so far.
struct Peer {
    stream: TcpStream,
    received: Vec<u8>,
}

impl Turned {
    fn new(reactor: Config) -> Self {
        Self::with(reactor, Settings::default())
    }

    fn with(reactor: Config, settings: Settings) -> Self {
        let app = |number, id, key| {
            let mut app = App::new(AppId(number), id, key, "app-secret");
            app.pusher.client_events_per_second = 0;
            app
        };
        let apps = vec![app(0, "app-id", "app-key"), app(1, "second", "second-key")];
        let settings = Settings { apps, ..settings };
        let reactor = Reactor::new(reactor).unwrap();
        let (sender, receiver) = mailbox(settings.loop_queue_messages, reactor.waker());
        let (to_other, other) = mailbox(settings.loop_queue_messages, reactor.waker());
        let node = Arc::new(Node::new(
            crate::config::Config::new(settings, None, 2).unwrap(),
            vec![sender, to_other],
            Arc::new(Metrics::new(2)),
        ));
        let worker = Worker::new(LoopId(0), reactor, receiver, node, http::handover().0);
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        // The acceptor gives new sockets to the loop that has the fewest.
        worker.event_loop.node.metrics.loops[1].load.store(1_000, Ordering::Relaxed);
        Self { worker, buffer: vec![0; READ_BUFFER], listener, other }
    }

    /// A client with an open WebSocket.
    fn connect(&mut self) -> (Peer, ConnectionId) {
        self.connect_to("app-key")
    }

    fn connect_to(&mut self, key: &str) -> (Peer, ConnectionId) {
        let stream = TcpStream::connect(self.listener.local_addr().unwrap()).unwrap();
        stream.set_nonblocking(true).unwrap();
        let (accepted, from) = self.listener.accept().unwrap();
        accepted.set_nonblocking(true).unwrap();
        let known: Vec<_> = self.worker.clients.present().collect();
        let peer = crate::peer::Peer::at(from.ip(), &self.worker.event_loop.config.settings);
        self.worker.place(Arrival { socket: accepted.into(), peer, is_tls: false });
        let conn = self.worker.clients.present().find(|conn| !known.contains(conn)).unwrap();
        let mut peer = Peer { stream, received: Vec::new() };
        let request = format!(
            "GET /app/{key}?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        );
        peer.stream.write_all(request.as_bytes()).unwrap();
        self.until_received(&mut peer, "pusher:connection_established");
        (peer, conn)
    }

    /// One turn, which does not wait.
    fn turn(&mut self) {
        self.worker.event_loop.reactor.waker().wake();
        self.worker.turn(&mut self.buffer).unwrap();
    }

    /// A client subscribes to a private channel.
    fn subscribe(&mut self, peer: &mut Peer, key: &str, channel: &str) {
        let auth = Signature::of(&Secret::new("app-secret"), &[&peer.socket_id(), ":", channel]);
        peer.say(&format!(
            r#"{{"event":"pusher:subscribe","data":{{"channel":"{channel}","auth":"{key}:{auth}"}}}}"#
        ));
        self.until_received(peer, &format!("succeeded\",\"channel\":\"{channel}"));
    }

    /// A private channel gets a subscriber on the other loop.
    fn subscribe_other(&self, app: u32, name: &str) {
        let node = &*self.worker.event_loop.node;
        let key = KeyRef { app: AppId(app), access: Access::Private, name };
        let slot = ConnectionSlot(0);
        let request = LocalRequest {
            key,
            join: None,
            socket: SocketId::default(),
            interest: Interest::ALL,
            rules: rules::of(key, &node.config().apps()[app as usize].app),
            place: None,
        };
        Local::new(LoopId(1)).subscribe(node, 0, slot, framing::PUSHER, request).unwrap();
    }

    /// The application publishes on a private channel.
    fn publish(&self, app: u32, name: &str) -> bool {
        let node = &*self.worker.event_loop.node;
        let key = KeyRef { app: AppId(app), access: Access::Private, name };
        let message = Message {
            event: "e".into(),
            data: b"\"x\"".as_slice().into(),
            form: Form::Text,
            id: None,
            user: None,
        };
        let rules = rules::of(key, &node.config().apps()[app as usize].app);
        Hub::publish(node, key, Arc::new(message), None, rules).is_ok()
    }

    fn until_received(&mut self, peer: &mut Peer, text: &str) {
        let end = Instant::now() + Duration::from_secs(20);
        while !peer.has(text) {
            assert!(Instant::now() < end, "{text} did not come: {}", String::from_utf8_lossy(&peer.received));
            self.turn();
            peer.read();
        }
    }

    /// What was sent is on its way for some turns: a kernel that is busy delivers it later, on the loopback too.
    fn until_parked(&mut self, conn: ConnectionId) {
        let end = Instant::now() + Duration::from_secs(20);
        while !self.worker.is_parked(conn) {
            assert!(Instant::now() < end, "nothing waits");
            self.turn();
        }
    }

    fn session(&mut self, conn: ConnectionId) -> &mut Box<dyn Session + Send> {
        match self.worker.clients.get_mut(conn) {
            Some(Client::Connected(connected)) => &mut connected.session,
            _ => panic!("no WebSocket"),
        }
    }
}

/// As a client sends it.
fn frame(text: &str) -> Vec<u8> {
    let mut frame = Vec::new();
    encode_frame(&mut frame, Opcode::Text, text.as_bytes(), Some([1, 2, 3, 4]));
    frame
}

impl Peer {
    fn say(&mut self, text: &str) {
        self.stream.write_all(&frame(text)).unwrap();
    }

    fn read(&mut self) {
        let mut buffer = [0; 65_536];
        while let Ok(n @ 1..) = self.stream.read(&mut buffer) {
            self.received.extend_from_slice(&buffer[..n]);
        }
    }

    /// What stood between angle brackets, in order.
    fn numbers(&self) -> Vec<usize> {
        let text = String::from_utf8_lossy(&self.received);
        text.split('<').skip(1).filter_map(|part| part.split('>').next()?.parse().ok()).collect()
    }

    /// As the greeting has it.
    fn socket_id(&self) -> String {
        let text = String::from_utf8_lossy(&self.received);
        text.split("socket_id\\\":\\\"").nth(1).unwrap().split('\\').next().unwrap().to_owned()
    }

    /// Looks at the end, where what is waited for comes.
    fn has(&self, text: &str) -> bool {
        let end = &self.received[self.received.len().saturating_sub(20_000)..];
        end.windows(text.len()).any(|window| window == text.as_bytes())
    }
}

/// A session with a fault.
struct Faulty;

impl Session for Faulty {
    fn opened(&mut self, _cx: &mut dyn Context) {}
    fn text(&mut self, text: &str, _cx: &mut dyn Context) {
        panic!("a fault that {text:?} brings to light");
    }
    fn binary(&mut self, _data: &[u8], _cx: &mut dyn Context) {}
    fn timer(&mut self, _cx: &mut dyn Context) {}
    fn disconnect(&mut self, _reason: DisconnectReason, _cx: &mut dyn Context) {}
    fn closed(&mut self, _cx: &mut dyn Context) {
        panic!("and another one");
    }
    fn framing(&self) -> Framing {
        framing::PUSHER
    }
}

#[test]
fn a_fault_in_a_session_closes_one_connection_and_is_counted() {
    let mut turned = Turned::new(Config::default());
    let (mut faulty, conn) = turned.connect();
    let (mut other, _) = turned.connect();
    for peer in [&mut faulty, &mut other] {
        peer.say(r#"{"event":"pusher:subscribe","data":{"channel":"c"}}"#);
        turned.until_received(peer, "pusher_internal:subscription_succeeded");
    }
    *turned.session(conn) = Box::new(Faulty);
    faulty.say("something");
    turned.until_received(&mut faulty, "The server has a fault");
    other.say(r#"{"event":"pusher:ping"}"#);
    turned.until_received(&mut other, "pusher:pong");

    let counters = &turned.worker.event_loop.counters;
    assert_eq!(counters.faults.get(), 2, "the second one was in `closed`");
    assert_eq!((counters.connections.get(), counters.subscriptions.get()), (1, 1));
}

#[test]
fn a_closed_session_is_called_for_its_end_alone() {
    let mut turned = Turned::new(Config::default());
    let (_peer, conn) = turned.connect();
    *turned.session(conn) = Box::new(Faulty);
    let Some(Client::Connected(connected)) = turned.worker.clients.get_mut(conn) else {
        panic!("no WebSocket")
    };
    for text in ["closes it", "comes too late"] {
        connected.call(&mut turned.worker.event_loop, |session, cx| session.text(text, cx));
    }
    assert_eq!(turned.worker.event_loop.counters.faults.get(), 1);
}

#[test]
fn a_slow_client_gets_what_was_queued_and_then_the_reason() {
    let mut turned = Turned::new(Config { outbox_bytes: 100_000, ..Config::default() });
    let (mut slow, _) = turned.connect();
    slow.say(r#"{"event":"pusher:subscribe","data":{"channel":"c"}}"#);
    turned.until_received(&mut slow, "subscription_succeeded");
    let key = KeyRef { app: AppId(0), access: Access::Public, name: "c" };
    let rules = ChannelRules {
        last_message_ms: None,
        history_messages: 0,
        history_ms: 0,
        history_bytes: 0,
        numbering_minutes: 0,
        members: 0,
        app_channels: 0,
        count_subscriptions: false,
        number_messages: false,
    };
    let filling = "x".repeat(9_000);
    for number in 0.. {
        let data = format!("\"<{number}>{filling}\"").into_bytes().into();
        let message = Message { event: "e".into(), data, form: Form::Text, id: None, user: None };
        turned.worker.event_loop.node.publish(key, Arc::new(message), None, rules).unwrap();
        turned.turn();
        if turned.worker.event_loop.counters.slow_clients.get() > 0 {
            break;
        }
        assert!(number < 10_000, "the kernel took everything");
    }
    assert_eq!(turned.worker.event_loop.counters.subscriptions.get(), 0, "nothing more is queued for it");
    turned.until_received(&mut slow, "setting outbox_bytes");
    let numbers = slow.numbers();
    assert!(numbers.len() > 5);
    assert!(numbers.iter().copied().eq(0..numbers.len()), "no gap, and in order: {numbers:?}");
    let close = slow.received.windows(4).rposition(|window| window[0] == 0x88 && window[2..] == [0x10, 0x04]);
    assert!(close.is_some(), "a close frame with 4100");
}

/// Sends a client event to a channel, and a ping behind it.
fn whisper(peer: &mut Peer, channel: &str, number: usize) {
    peer.received.clear();
    peer.say(&format!(r#"{{"event":"client-e","channel":"{channel}","data":"<{number}>"}}"#));
    peer.say(r#"{"event":"pusher:ping"}"#);
}

#[test]
fn only_those_wait_whose_channel_has_subscribers_on_a_loop_that_is_behind() {
    let mut turned =
        Turned::with(Config::default(), Settings { loop_queue_messages: 64, ..Settings::default() });
    let (mut near, _) = turned.connect();
    let (mut far, waiting) = turned.connect();
    let (mut receiver, _) = turned.connect();
    for peer in [&mut near, &mut far, &mut receiver] {
        turned.subscribe(peer, "app-key", "private-near");
        turned.subscribe(peer, "app-key", "private-far");
    }
    turned.subscribe_other(0, "far");
    while turned.publish(0, "far") {
        turned.turn();
    }
    receiver.read();
    receiver.received.clear();
    whisper(&mut far, "private-far", 2);
    turned.until_parked(waiting);
    whisper(&mut near, "private-near", 1);
    turned.until_received(&mut near, "pusher:pong");
    turned.until_received(&mut receiver, "<1>");
    assert!(turned.worker.is_parked(waiting) && !far.has("pusher:pong"), "nothing overtakes what waits");
    turned.other.drain_into(&mut Vec::new());
    turned.until_received(&mut far, "pusher:pong");
    turned.until_received(&mut receiver, "<2>");
    assert!(!far.has("4301"));
}

/// A session that asks for room twice at once.
struct Greedy;

impl Session for Greedy {
    fn opened(&mut self, _cx: &mut dyn Context) {}
    fn text(&mut self, channel: &str, cx: &mut dyn Context) {
        let key = KeyRef { app: AppId(0), access: Access::Private, name: channel };
        assert!(matches!(cx.ask(Question::Room(key)), Asked::Later(_)));
        assert!(matches!(cx.ask(Question::Room(key)), Asked::Now(Answer::Room(Err(_)))));
    }
    fn binary(&mut self, _data: &[u8], _cx: &mut dyn Context) {}
    fn timer(&mut self, _cx: &mut dyn Context) {}
    fn disconnect(&mut self, _reason: DisconnectReason, _cx: &mut dyn Context) {}
    fn closed(&mut self, _cx: &mut dyn Context) {}
    fn framing(&self) -> Framing {
        framing::PUSHER
    }
}

/// A loop beside one that is behind: that has a subscriber of `private-far`.
fn beside_a_loop_that_is_behind() -> Turned {
    let mut turned =
        Turned::with(Config::default(), Settings { loop_queue_messages: 64, ..Settings::default() });
    turned.subscribe_other(0, "far");
    while turned.publish(0, "far") {
        turned.turn();
    }
    turned
}

/// The same, and a client whose event waits for room there.
fn with_one_that_waits_for_room() -> (Turned, Peer, ConnectionId) {
    let mut turned = beside_a_loop_that_is_behind();
    let (mut far, conn) = turned.connect();
    turned.subscribe(&mut far, "app-key", "private-far");
    whisper(&mut far, "private-far", 1);
    turned.until_parked(conn);
    (turned, far, conn)
}

#[test]
fn a_session_has_one_question_at_a_time_that_parks() {
    let mut turned = beside_a_loop_that_is_behind();
    let (mut peer, conn) = turned.connect();
    *turned.session(conn) = Box::new(Greedy);
    peer.say("far");
    turned.until_parked(conn);
    assert_eq!(turned.worker.event_loop.counters.faults.get(), 0);
}

#[test]
fn what_waits_for_room_too_long_is_refused_and_what_is_behind_it_goes_on() {
    let (mut turned, mut far, conn) = with_one_that_waits_for_room();
    turned.worker.event_loop.now += 29_000;
    turned.worker.on_session_timer(conn);
    assert!(turned.worker.is_parked(conn));
    turned.worker.event_loop.now += 1_000;
    turned.worker.on_session_timer(conn);
    turned.until_received(&mut far, "pusher:pong");
    assert!(far.has("4301") && far.has("overloaded"));
    turned.turn();
    assert!(turned.worker.event_loop.waiting.is_empty(), "it waits no more");
    // The room that comes after that is nobody's.
    let before = turned.worker.event_loop.counters.messages_in.get();
    turned.other.drain_into(&mut Vec::new());
    for _ in 0..3 {
        turned.turn();
    }
    let mut published = Vec::new();
    turned.other.drain_into(&mut published);
    assert!(published.is_empty());
    assert_eq!(turned.worker.event_loop.counters.messages_in.get(), before);
}

#[test]
fn a_connection_that_closes_while_it_waits_for_room_waits_no_more() {
    let (mut turned, _far, conn) = with_one_that_waits_for_room();
    turned.worker.drop_connection(conn);
    turned.turn();
    assert!(turned.worker.event_loop.waiting.is_empty());
}

#[test]
fn a_client_that_is_not_read_is_not_silent() {
    let (mut turned, mut far, conn) = with_one_that_waits_for_room();
    // Until just before the answer is late, with a silence behind it that is longer than may be.
    let silence =
        u64::from(turned.worker.event_loop.node.config().apps()[0].app.pusher.activity_timeout_s) * 1_000;
    if let Some(Client::Connected(connected)) = turned.worker.clients.get_mut(conn) {
        connected.link.last_heard = turned.worker.event_loop.now.saturating_sub(silence);
    }
    turned.worker.event_loop.now += 29_000;
    turned.worker.on_session_timer(conn);
    assert!(turned.worker.is_parked(conn));
    turned.other.drain_into(&mut Vec::new());
    turned.until_received(&mut far, "pusher:pong");
    turned.worker.event_loop.now += silence / 2;
    turned.worker.on_session_timer(conn);
    turned.turn();
    far.read();
    assert!(!far.has("pusher:ping"), "it was asked whether it is there");
}

#[test]
fn an_app_that_is_not_behind_does_not_wait_for_one_that_is() {
    let mut turned =
        Turned::with(Config::default(), Settings { loop_queue_messages: 256, ..Settings::default() });
    let (mut quiet, _) = turned.connect();
    let (mut busy, waiting) = turned.connect_to("second-key");
    turned.subscribe(&mut quiet, "app-key", "private-far");
    turned.subscribe(&mut busy, "second-key", "private-far");
    turned.subscribe_other(0, "far");
    turned.subscribe_other(1, "far");
    for _ in 0..256 * 3 / 4 + 1 {
        assert!(turned.publish(1, "far"));
        turned.turn();
    }
    whisper(&mut busy, "private-far", 1);
    turned.until_parked(waiting);
    for number in 0..10 {
        whisper(&mut quiet, "private-far", number);
        turned.until_received(&mut quiet, "pusher:pong");
    }
    assert!(turned.worker.is_parked(waiting), "the busy one waits");
    let mut messages = Vec::new();
    turned.other.drain_into(&mut messages);
    let of_quiet = |message: &&LoopMessage| matches!(message, LoopMessage::Publication(it) if it.channel.app() == AppId(0));
    assert_eq!(messages.iter().filter(of_quiet).count(), 10);
    turned.until_received(&mut busy, "pusher:pong");
}

#[test]
fn client_events_wait_for_room_and_none_is_refused() {
    let mut turned =
        Turned::with(Config::default(), Settings { loop_queue_messages: 64, ..Settings::default() });
    let (mut sender, conn) = turned.connect();
    let (mut receiver, _) = turned.connect();
    for peer in [&mut sender, &mut receiver] {
        turned.subscribe(peer, "app-key", "private-c");
    }
    let event = |number| format!(r#"{{"event":"client-e","channel":"private-c","data":"<{number}>"}}"#);
    // In one write: pieces could arrive so far apart that each finds room.
    let mut frames: Vec<u8> = (0..1_000).flat_map(|number| frame(&event(number))).collect();
    frames.extend(frame(r#"{"event":"pusher:ping"}"#));
    sender.stream.write_all(&frames).unwrap();
    // 64 places are not enough for all of them.
    turned.until_parked(conn);
    turned.until_received(&mut receiver, "<999>");
    assert!(receiver.numbers().into_iter().eq(0..1_000));
    turned.until_received(&mut sender, "pusher:pong");
    assert!(!sender.has("4301"));
}

mod canary;
mod polls;
