//! Clients by long-poll, turned by hand.

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;

use baton_protocols::TokenMark;
use bytes::Bytes;
use futures_util::FutureExt as _;
use tokio::runtime::Runtime;
use tokio::time::timeout;

use super::*;
use crate::longpoll::{Polled, Session as Polling, Unsent};

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A client that polls when the test says so.
struct Poller {
    session: Arc<Polling>,
    ticket: String,
    runtime: Runtime,
    /// What it was sent so far.
    received: Vec<String>,
}

/// A request with messages, under way.
struct Posting<'p> {
    answer: Pin<Box<dyn Future<Output = Result<(), Unsent>>>>,
    runtime: &'p Runtime,
}

impl Posting<'_> {
    /// Its answer, if it has one.
    fn answer(&mut self) -> Option<Result<(), Unsent>> {
        let _inside = self.runtime.enter();
        self.answer.as_mut().now_or_never()
    }
}

impl Poller {
    /// What comes at once; `None` if the poll waits.
    fn poll(&mut self) -> Option<Polled> {
        let _inside = self.runtime.enter();
        let polled = self.session.poll().now_or_never();
        if let Some(Polled::Messages(messages)) = &polled {
            self.received.extend(messages.iter().map(|text| String::from_utf8(text.to_vec()).unwrap()));
        }
        polled
    }

    /// Begins a request with these messages.
    fn post(&self, lines: &str, limit: usize) -> Posting<'_> {
        let (session, body) = (Arc::clone(&self.session), Bytes::from(lines.to_owned()));
        let answer = Box::pin(async move { session.send(body, true, limit).await });
        let mut posting = Posting { answer, runtime: &self.runtime };
        assert_eq!(posting.answer(), None, "the loop has it first");
        posting
    }

    /// Sends messages, and waits for no answer.
    fn send_and_hang_up(&self, lines: &'static str, limit: usize) -> Result<(), Unsent> {
        let _inside = self.runtime.enter();
        self.session.send(Bytes::from_static(lines.as_bytes()), true, limit).now_or_never().unwrap_or(Ok(()))
    }

    fn has(&self, text: &str) -> bool {
        self.received.iter().any(|message| message.contains(text))
    }

    fn numbers(&self) -> Vec<usize> {
        let parts = self.received.iter().filter_map(|text| text.split_once('<')?.1.split_once('>'));
        parts.filter_map(|(number, _)| number.parse().ok()).collect()
    }
}

impl Turned {
    fn open(&mut self) -> (Poller, ConnectionId) {
        let head = "GET /app/app-key?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
        let node = Arc::clone(&self.worker.event_loop.node);
        let ticket = node.longpoll.open(&node, head.into(), HERE.into()).unwrap();
        let session = node.longpoll.find(&ticket).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let mut poller = Poller { session, ticket, runtime, received: Vec::new() };
        self.turn();
        assert!(matches!(poller.poll(), Some(Polled::Messages(_))));
        assert!(poller.has("pusher:connection_established"));
        let conn = poller.session.conn().unwrap();
        (poller, conn)
    }

    /// A request whose messages are handled at once.
    fn say(&mut self, poller: &Poller, lines: &str) -> Result<(), Unsent> {
        let mut posting = poller.post(lines, 1 << 20);
        self.turn();
        posting.answer().expect("an answer")
    }

    fn subscribe_poller(&mut self, poller: &mut Poller, channel: &str) {
        let id = poller.received[0].split("socket_id\\\":\\\"").nth(1).unwrap().split('\\').next().unwrap();
        let auth = Signature::of(&Secret::new("app-secret"), &[id, ":", channel]);
        let data = format!(r#"{{"channel":"{channel}","auth":"app-key:{auth}"}}"#);
        self.say(poller, &format!(r#"{{"event":"pusher:subscribe","data":{data}}}"#)).unwrap();
        poller.poll();
        assert!(poller.has(&format!("succeeded\",\"channel\":\"{channel}")), "{:?}", poller.received);
    }

    fn publish_number(&self, number: usize, filling: &str) {
        let node = &*self.worker.event_loop.node;
        let key = KeyRef { app: AppId(0), access: Access::Private, name: "c" };
        let data = format!("\"<{number}>{filling}\"").into_bytes().into();
        let message = Message { event: "e".into(), data, form: Form::Text, id: None, user: None };
        let rules = rules::of(key, &node.config().apps()[0].app);
        Hub::publish(node, key, Arc::new(message), None, rules).unwrap();
    }

    fn load(&self) -> u64 {
        self.worker.event_loop.counters.load.load(Ordering::Relaxed)
    }
}

#[test]
fn what_comes_in_a_turn_is_taken_by_one_poll_beside_clients_with_sockets() {
    let mut turned = Turned::new(Config::default());
    let (mut poller, _) = turned.open();
    let (mut peer, _) = turned.connect();
    turned.subscribe_poller(&mut poller, "private-c");
    turned.subscribe(&mut peer, "app-key", "private-c");
    (0..3).for_each(|number| turned.publish_number(number, ""));
    assert_eq!(poller.poll(), None, "the loop has not had its turn");
    turned.turn();
    assert!(matches!(poller.poll(), Some(Polled::Messages(messages)) if messages.len() == 3));
    assert_eq!(poller.numbers(), [0, 1, 2]);
    turned.until_received(&mut peer, "<2>");
    assert_eq!(peer.numbers(), [0, 1, 2]);
    // Its own are left out, as with a socket.
    turned.say(&poller, r#"{"event":"client-e","channel":"private-c","data":"<3>"}"#).unwrap();
    turned.until_received(&mut peer, "<3>");
    assert_eq!(poller.poll(), None);
    assert_eq!(turned.worker.event_loop.reactor.connections(), 2);
}

#[test]
fn a_poll_that_waits_is_woken_and_the_next_one_takes_its_place() {
    let mut turned = Turned::new(Config::default());
    let (mut poller, _) = turned.open();
    turned.subscribe_poller(&mut poller, "private-c");
    let Poller { session, runtime, .. } = &poller;
    let (one, two) = (Arc::clone(session), Arc::clone(session));
    let one = runtime.spawn(async move { one.poll().await });
    runtime.block_on(tokio::task::yield_now());
    let two = runtime.spawn(async move { two.poll().await });
    assert_eq!(runtime.block_on(one).unwrap(), Polled::Nothing);
    turned.publish_number(7, "");
    turned.turn();
    let polled = runtime.block_on(async { timeout(Duration::from_secs(5), two).await }).unwrap().unwrap();
    assert!(matches!(polled, Polled::Messages(messages) if messages.len() == 1));
}

#[test]
fn what_is_posted_meets_the_limits_of_messages() {
    let settings = Settings { messages_per_second: 5, message_bytes: 1_024, ..Settings::default() };
    for (lines, why) in [
        (format!("[\"{}\"]", "x".repeat(70_000)), "a message that is too long"),
        ("[\n".repeat(6), "too many messages"),
    ] {
        let mut turned = Turned::with(Config::default(), settings.clone());
        let (mut poller, _) = turned.open();
        *turned.session(poller.session.conn().unwrap()) = Box::new(Silent);
        assert_eq!(turned.say(&poller, &lines), Ok(()), "{why}");
        assert_eq!(poller.poll(), Some(Polled::Gone), "{why}");
        assert_eq!(poller.send_and_hang_up("[]", 9), Err(Unsent::Gone));
        turned.turn();
        assert_eq!((turned.load(), turned.worker.event_loop.counters.connections.get()), (0, 0), "{why}");
    }
    let mut turned = Turned::with(Config::default(), settings);
    let (mut poller, conn) = turned.open();
    *turned.session(conn) = Box::new(Silent);
    assert_eq!(turned.say(&poller, &"[\n".repeat(5)), Ok(()));
    assert_eq!(poller.poll(), None, "it may do that");
    let body = Bytes::from_static(b"[\xff]");
    let session = Arc::clone(&poller.session);
    let answer = Box::pin(async move { session.send(body, false, 9).await });
    let mut posting = Posting { answer, runtime: &poller.runtime };
    assert_eq!(posting.answer(), None);
    turned.turn();
    assert_eq!(posting.answer(), Some(Ok(())));
    assert_eq!(poller.poll(), Some(Polled::Gone), "this is no UTF-8");
}

/// A session that sets a timer for each text, and ends when tokens are revoked.
struct Silent;

impl Session for Silent {
    fn opened(&mut self, _cx: &mut dyn Context) {}
    fn text(&mut self, _text: &str, cx: &mut dyn Context) {
        let soon = cx.now() + 1;
        cx.wake_at(soon);
    }
    fn binary(&mut self, _data: &[u8], cx: &mut dyn Context) {
        cx.send_binary(b"bytes do not come");
        cx.send(b"bytes");
    }
    fn timer(&mut self, cx: &mut dyn Context) {
        cx.ping();
        cx.send(b"timer");
    }
    fn tokens_revoked(&mut self, cx: &mut dyn Context) {
        cx.close(4_009, "revoked");
    }
    fn disconnect(&mut self, _reason: DisconnectReason, cx: &mut dyn Context) {
        cx.send(b"goodbye");
        cx.close(4_200, "");
    }
    fn closed(&mut self, _cx: &mut dyn Context) {}
    fn framing(&self) -> Framing {
        framing::PUSHER
    }
}

#[test]
fn a_session_has_a_timer_and_takes_bytes() {
    let mut turned = Turned::new(Config::default());
    let (mut poller, conn) = turned.open();
    *turned.session(conn) = Box::new(Silent);
    turned.say(&poller, "AAEC\n[]").unwrap();
    poller.poll();
    let end = Instant::now() + Duration::from_secs(5);
    while !poller.has("timer") {
        assert!(Instant::now() < end, "{:?}", poller.received);
        turned.turn();
        poller.poll();
    }
    assert_eq!(poller.received[1..], ["bytes", "timer"]);
}

#[test]
fn a_session_that_is_parked_takes_a_window_of_requests_and_the_others_wait() {
    let mut turned = beside_a_loop_that_is_behind();
    let (mut poller, conn) = turned.open();
    let (mut receiver, _) = turned.connect();
    turned.subscribe_poller(&mut poller, "private-far");
    turned.subscribe(&mut receiver, "app-key", "private-far");
    receiver.read();
    receiver.received.clear();
    let event = |number: usize, filling: usize| {
        let filling = "x".repeat(filling);
        format!(r#"{{"event":"client-e","channel":"private-far","data":"<{number}>{filling}"}}"#) + "\n"
    };
    assert_eq!(turned.say(&poller, &event(0, 0)), Ok(()));
    assert!(turned.worker.is_parked(conn));
    assert_eq!(turned.say(&poller, &event(1, 0)), Ok(()), "it waits in the session");
    let large: String = (2..12).map(|number| event(number, 9_000)).collect();
    let mut posting = poller.post(&large, 1 << 20);
    turned.turn();
    assert_eq!(posting.answer(), None, "there is no room for it");
    let more = poller.session.send(Bytes::from(large.clone()), true, 100_000);
    assert_eq!(more.now_or_never(), Some(Err(Unsent::Crowded)));
    let mut empty = (0..10_000).map(|_| poller.send_and_hang_up("", 100_000));
    assert!(empty.any(|sent| sent == Err(Unsent::Crowded)), "those without messages have a bound too");
    let end = Instant::now() + Duration::from_secs(10);
    while posting.answer().is_none() {
        assert!(Instant::now() < end);
        turned.other.drain_into(&mut Vec::new());
        turned.turn();
    }
    turned.until_received(&mut receiver, "<11>");
    assert!(receiver.numbers().into_iter().eq(0..12), "{:?}", receiver.numbers());
}

#[test]
fn a_client_that_does_not_take_its_answers_is_not_read() {
    let mut turned = Turned::new(Config::default());
    let (mut poller, _) = turned.open();
    let count = 40_000;
    let mut posting = poller.post(&"{\"event\":\"pusher:ping\"}\n".repeat(count), 1 << 20);
    for _ in 0..20 {
        turned.turn();
    }
    assert!(poller.session.unsent() < 2 * super::super::frames::PAUSE_ABOVE_BYTES);
    assert_eq!(posting.answer(), None);
    let (session, runtime) = (Arc::clone(&poller.session), &poller.runtime);
    let mut pongs = 0;
    let end = Instant::now() + Duration::from_secs(10);
    while pongs < count {
        assert!(Instant::now() < end, "{pongs} of {count}");
        let _inside = runtime.enter();
        if let Some(Polled::Messages(messages)) = session.poll().now_or_never() {
            pongs +=
                messages.iter().filter(|text| text.windows(11).any(|part| part == b"pusher:pong")).count();
        }
        turned.turn();
    }
    assert_eq!(posting.answer(), Some(Ok(())));
    assert_eq!(poller.poll(), None);
}

#[test]
fn a_slow_client_gets_what_was_queued_before_it_is_gone() {
    let mut turned =
        Turned::with(Config::default(), Settings { outbox_bytes: 100_000, ..Settings::default() });
    let (mut poller, _) = turned.open();
    turned.subscribe_poller(&mut poller, "private-c");
    let filling = "x".repeat(9_000);
    for number in 0..20 {
        turned.publish_number(number, &filling);
        turned.turn();
    }
    let counters = &turned.worker.event_loop.counters;
    assert_eq!((counters.slow_clients.get(), counters.subscriptions.get()), (1, 0));
    let total = turned.worker.event_loop.node.longpoll.outbox_bytes();
    assert!(total > 80_000 && total <= 100_000, "{total}");
    poller.poll();
    let numbers = poller.numbers();
    assert!(
        numbers.len() > 5 && numbers.iter().copied().eq(0..numbers.len()),
        "no gap, in order: {numbers:?}"
    );
    assert_eq!(poller.poll(), Some(Polled::Gone));
    assert_eq!((turned.load(), turned.worker.event_loop.node.longpoll.outbox_bytes()), (0, 0));
}

#[test]
fn what_one_answer_does_not_hold_is_not_kept_beyond_its_age() {
    let mut turned = Turned::new(Config::default());
    let (mut poller, _) = turned.open();
    let (mut reader, _) = turned.open();
    for poller in [&mut poller, &mut reader] {
        turned.subscribe_poller(poller, "private-c");
    }
    let filling = "x".repeat(9_000);
    for number in 0..40 {
        turned.publish_number(number, &filling);
        turned.turn();
    }
    reader.poll();
    let node = Arc::clone(&turned.worker.event_loop.node);
    node.longpoll.look(Duration::from_secs(3_600));
    turned.turn();
    assert_eq!(turned.load(), 2);
    node.longpoll.look(Duration::ZERO);
    turned.turn();
    assert_eq!((turned.load(), turned.worker.event_loop.counters.slow_clients.get()), (1, 1));
    assert_eq!(poller.poll(), Some(Polled::Gone), "as after a reset");
    assert!(matches!(reader.poll(), Some(Polled::Messages(_))), "it has less to read");
}

#[test]
fn a_session_that_is_given_up_ends_once() {
    let mut turned = Turned::new(Config::default());
    let (mut poller, conn) = turned.open();
    turned.subscribe_poller(&mut poller, "private-c");
    let node = Arc::clone(&turned.worker.event_loop.node);
    assert_eq!((turned.load(), node.config().apps()[0].connections()), (1, 1));
    node.longpoll.forget(&poller.ticket);
    node.longpoll.forget(&poller.ticket);
    assert!(node.longpoll.find(&poller.ticket).is_none());
    assert_eq!(poller.poll(), Some(Polled::Gone));
    turned.turn();
    let counters = &turned.worker.event_loop.counters;
    assert_eq!((counters.subscriptions.get(), counters.connections.get()), (0, 0));
    assert_eq!((turned.load(), node.config().apps()[0].connections()), (0, 0));
    // Another client has its place, and nothing of the first one reaches it.
    let (mut next, again) = turned.open();
    assert!(again.slot() == conn.slot() && again != conn);
    assert_eq!(next.poll(), None);
    assert_eq!(turned.load(), 1);
}

#[test]
fn those_who_are_sent_away_hear_it_first() {
    for message in [LoopMessage::SendAway(None), LoopMessage::Leave] {
        let mut turned = Turned::new(Config::default());
        let (mut poller, conn) = turned.open();
        *turned.session(conn) = Box::new(Silent);
        turned.worker.event_loop.node.loops()[0].push_unreserved(message);
        turned.turn();
        turned.turn();
        assert!(matches!(poller.poll(), Some(Polled::Messages(_))));
        assert!(poller.has("goodbye"));
        assert_eq!(poller.poll(), Some(Polled::Gone));
        assert_eq!(turned.load(), 0);
    }
}

#[test]
fn revocations_and_faults_end_sessions() {
    let mut turned = Turned::new(Config::default());
    let ((mut revoked, first), (mut faulty, second)) = (turned.open(), turned.open());
    *turned.session(first) = Box::new(Silent);
    *turned.session(second) = Box::new(Faulty);
    assert_eq!(turned.say(&faulty, "[]"), Ok(()));
    assert_eq!(faulty.poll(), Some(Polled::Gone));
    assert_eq!(revoked.poll(), None, "another one goes on");
    let node = Arc::clone(&turned.worker.event_loop.node);
    node.revoke_tokens(AppId(0), TokenMark::Session("s")).unwrap();
    turned.turn();
    assert_eq!(revoked.poll(), Some(Polled::Gone));
    turned.turn();
    assert_eq!(turned.load(), 0);
}

#[test]
fn a_session_that_its_loop_does_not_admit_is_gone() {
    let mut turned = Turned::new(Config::default());
    let (mut poller, _) = turned.open();
    let node = Arc::clone(&turned.worker.event_loop.node);
    for head in [&b"GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n"[..], b"no head"] {
        let ticket = node.longpoll.open(&node, head.into(), HERE.into()).unwrap();
        poller.session = node.longpoll.find(&ticket).unwrap();
        assert_eq!(poller.poll(), None, "its loop has yet to look at it");
        let mut posting = poller.post("[]", 9);
        turned.turn();
        assert_eq!(posting.answer(), Some(Err(Unsent::Gone)));
        assert_eq!(poller.poll(), Some(Polled::Gone));
        assert_eq!((turned.load(), turned.worker.event_loop.reactor.connections()), (1, 1));
    }
}
