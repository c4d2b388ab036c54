//! HTTP requests on a loop's sockets: publishes are answered here, upgrades become WebSockets, and the rest is
//! handed to hyper with the bytes already read.
//!
//! Publishes stay in the loop because that is what lets publications that arrive together leave together: the
//! loop reads every request that is ready before it writes to any subscriber.

use std::fmt::Display;
use std::sync::Arc;

use baton_connection::{MessageDeadline, Pace};
use baton_hub::DisconnectReason;
use baton_planted::planted;
use baton_protocols::Refusal;
use baton_protocols::pusher::api;
use baton_reactor::{ConnectionId, Released};
use baton_wire::Decoder;
use baton_wire::handshake::{self, MAX_HEAD_BYTES, RequestHead};

use super::Worker;
use super::client::{Client, Connected, Discarding, Http, Link, Located, Phase, Window};
use super::frames::PAUSE_ABOVE_BYTES;
use super::observed::{connection_log, observe, refused_unread, status_and_bytes, with_id};
use super::questions::Questions;
use super::transport::Transport;
use crate::admission::{self, Admission, Admitted, Asker};
use crate::http::http2::{self, Beginning};
use crate::http::{Handed, no_room};
use crate::incomplete::{Holder, Proof, ReadAhead};
use crate::loop_message::Upgraded;
use crate::metrics::HttpSocket;
use crate::observe::{ConnectionLog, ConnectionRecord, Observation, current};
use crate::peer::{ClientAddress, Peer};
use crate::per_address::TooMany;
use crate::proxy_header;
use crate::recovery::Recognised;
use crate::refusals::Refused;
use crate::supabase::{KeyWait, NotAdmitted};

/// A publish with a larger body goes to hyper, whose memory is not the loop's. Ten events of Pusher's size and
/// their escapes fit.
const BODY_IN_LOOP: usize = 128 * 1024;

/// A WebSocket that opens.
struct Opening {
    admitted: Admitted,
    client: ClientAddress,
    log: Option<Box<ConnectionLog>>,
}

/// What became of the bytes at hand.
enum Step {
    /// A request was answered; the next one begins after so many bytes.
    Answered(usize),
    /// The request is incomplete; whether its head is complete.
    Incomplete { in_body: bool },
    /// The connection becomes a WebSocket; its frames begin after so many bytes.
    Open(Box<Opening>, usize),
    /// The connection is a stream of events from here on.
    Streams,
    /// Somebody else serves this connection from here on, whose next request proves so much.
    HandOver(Proof),
    /// These bytes are the last that it gets; with the request, as far as it could be read.
    Refuse(Vec<u8>, Option<Arc<Observation>>),
    /// The request was refused by its head; so much of its body has yet to come.
    Discard(Discarding),
}

impl Worker {
    /// A new socket: its first request must come within the deadline, and unfinished ones are counted. Where it begins
    /// with a handshake of TLS, that has a deadline of its own, and the request's begins behind it.
    pub(super) fn begin_requests(&mut self, conn: ConnectionId, peer: Peer, is_tls: bool) {
        // A proxy's connections are its clients', who are not known yet.
        let counted = match peer.is_trusted {
            true => Ok(None),
            false => self.event_loop.node.pending_handshakes.count(peer.ip),
        };
        match counted {
            Ok(pending) => {
                self.clients.set(conn, Client::Http(Box::new(Http::new(peer, pending))));
                if !is_tls {
                    self.expect_request(conn);
                }
            }
            Err(TooMany { limit }) => {
                self.clients.set(conn, Client::Http(Box::new(Http::new(peer, None))));
                let why = format!(
                    "More than {limit} connections of this address have yet to send a request \
                     (setting pending_handshakes_per_ip)."
                );
                self.note(conn, Refusal::Limit, &why);
                if is_tls {
                    return self.drop_connection(conn); // an answer would cost a handshake
                }
                self.refuse(conn, &admission::plain(429, "Too Many Requests", &why));
            }
        }
    }

    /// The clock of a connection's first request starts.
    pub(super) fn expect_request(&mut self, conn: ConnectionId) {
        let due = self.due_in(self.event_loop.config.settings.head_timeout_s);
        self.event_loop.reactor.wake_at(conn, due);
    }

    /// Bytes of requests.
    pub(super) fn on_request_bytes(&mut self, conn: ConnectionId, bytes: &mut [u8]) {
        let discarded = self.discard(conn, bytes.len());
        if discarded < bytes.len() {
            self.serve_or_keep(conn, &mut bytes[discarded..]);
        }
        if self.is_leaving {
            self.end_if_it_rests(conn);
        } else if self.event_loop.reactor.unsent(conn) > PAUSE_ABOVE_BYTES {
            self.over_watermark.push(conn);
        }
    }

    fn serve_or_keep(&mut self, conn: ConnectionId, bytes: &mut [u8]) {
        let Some(Client::Http(http)) = self.clients.get_mut(conn) else { return };
        if http.partial.is_empty() {
            let (taken, in_body) = self.serve(conn, bytes);
            self.keep_rest(conn, bytes[taken..].to_vec(), true, in_body);
        } else {
            let mut whole = std::mem::take(&mut http.partial);
            whole.extend_from_slice(bytes);
            let (taken, in_body) = self.serve(conn, &mut whole);
            whole.drain(..taken);
            self.keep_rest(conn, whole, taken > 0, in_body);
        }
    }

    /// How many of `len` bytes are of a body that nobody reads. Its request is answered at its end.
    fn discard(&mut self, conn: ConnectionId, len: usize) -> usize {
        let Some(Client::Http(http)) = self.clients.get_mut(conn) else { return 0 };
        let Some(discarding) = &mut http.discarding else { return 0 };
        let discarded = len.min(discarding.left);
        discarding.left -= discarded;
        if discarding.left == 0
            && let Some(whole) = http.discarding.take()
        {
            self.answer_call(conn, &whole.response, whole.client, whole.observation.as_ref());
        }
        discarded
    }

    /// The peer took too long.
    pub(super) fn on_request_deadline(&mut self, conn: ConnectionId) {
        let Some(Client::Http(http)) = self.clients.get_mut(conn) else { return };
        if http.partial.is_empty() && http.discarding.is_none() {
            // Nobody needs it: opened ahead, or kept alive. A 408 would be taken for the answer to a request that is
            // just on its way (RFC 9110, section 15.5.9).
            if planted!("loop: no keep-alive deadline") {
                return;
            }
            return self.end_requests(conn);
        }
        let settings = &self.event_loop.config.settings;
        let (part, seconds, setting) = match http.in_body {
            true if planted!("loop: no body deadline") => return,
            true => ("body", settings.body_timeout_s, "body_timeout_s"),
            false if planted!("loop: no head deadline") => return,
            false => ("head", settings.head_timeout_s, "head_timeout_s"),
        };
        let why = format!("The request's {part} was not complete within {seconds} s (setting {setting}).");
        self.note(conn, Refusal::Malformed, &why);
        self.refuse(conn, &admission::plain(408, "Request Timeout", &why));
    }

    /// The incomplete requests of these connections make room for others.
    pub(super) fn give_way(&mut self, evicted: Vec<ConnectionId>) {
        for conn in evicted {
            let Some(Client::Http(http)) = self.clients.get_mut(conn) else { continue };
            if http.partial.is_empty() {
                continue; // it has been answered meanwhile
            }
            let why = no_room(&self.event_loop.node);
            self.note(conn, Refusal::Overload, &why);
            self.refuse(conn, &admission::overloaded(&why));
        }
    }

    /// A WebSocket that began as a connection of hyper's.
    pub(super) fn adopt_upgraded(&mut self, upgraded: Upgraded) {
        let Upgraded { stream, tls, client, head, mut early } = upgraded;
        let adopted = match tls {
            Some(session) => self.event_loop.reactor.adopt_secured(stream, session),
            None => self.event_loop.reactor.adopt(stream),
        };
        let Some(conn) = self.admitted(adopted, client.ip) else { return };
        let peer = Peer { ip: client.ip, is_trusted: false, is_forwarded: false };
        self.clients.set(conn, Client::Http(Box::new(Http::new(peer, None))));
        let opening = match handshake::parse_request(&head) {
            Ok(Some(head)) => {
                let asker = Asker { client, key_wait: KeyWait::Refused, opens: true };
                admission::admit(&self.event_loop.node, &head, asker).map(|admitted| {
                    let log = connection_log(&self.event_loop, &head, (client, None));
                    Opening { admitted, client, log }
                })
            }
            _ => Err(Vec::new().into()),
        };
        match opening {
            Ok(opening) => {
                self.open(conn, opening, false);
                self.on_frames(conn, &mut early);
            }
            Err(_) => self.drop_connection(conn),
        }
    }

    /// Serves the requests in `bytes`; returns how many bytes need no further look, and whether the rest is a body's.
    fn serve(&mut self, conn: ConnectionId, bytes: &mut [u8]) -> (usize, bool) {
        let mut taken = 0;
        loop {
            let rest = &mut bytes[taken..];
            match self.step(conn, rest) {
                Step::Answered(n) => taken += n,
                Step::Incomplete { in_body } => return (taken, in_body),
                Step::Open(opening, n) => {
                    self.count_answer(conn);
                    self.open(conn, *opening, true);
                    self.on_frames(conn, &mut rest[n..]);
                    return (bytes.len(), false);
                }
                Step::Streams => return (bytes.len(), false),
                Step::HandOver(proof) => {
                    self.hand_over(conn, rest.to_vec(), proof);
                    return (bytes.len(), false);
                }
                Step::Refuse(response, Some(observation)) => {
                    let (status, of_body) = status_and_bytes(&response);
                    observation.end(&self.event_loop.node, status, of_body);
                    self.end_with(conn, &response);
                    return (bytes.len(), false);
                }
                Step::Refuse(response, None) => {
                    self.refuse(conn, &response);
                    return (bytes.len(), false);
                }
                Step::Discard(discarding) => {
                    let due = self.due_in(self.event_loop.config.settings.body_timeout_s);
                    if let Some(Client::Http(http)) = self.clients.get_mut(conn) {
                        http.in_body = true;
                        http.discarding = Some(Box::new(discarding));
                        self.event_loop.reactor.wake_at(conn, due);
                    }
                    return (bytes.len(), true);
                }
            }
            if taken == bytes.len() {
                return (taken, false);
            }
        }
    }

    fn step(&mut self, conn: ConnectionId, bytes: &[u8]) -> Step {
        let head = match handshake::parse_request(bytes) {
            Ok(Some(head)) => head,
            Ok(None) if bytes.len() > MAX_HEAD_BYTES => {
                let why = format!("The request's head is over {MAX_HEAD_BYTES} bytes.");
                self.note(conn, Refusal::TooLarge, &why);
                let response = admission::plain(431, "Request Header Fields Too Large", &why);
                return Step::Refuse(response, None);
            }
            Ok(None) => return Step::Incomplete { in_body: false },
            Err(_)
                if self.event_loop.config.settings.http2 && http2::beginning(bytes) == Beginning::Preface =>
            {
                return Step::HandOver(Proof::None);
            }
            Err(_) if self.event_loop.config.settings.http2 && http2::beginning(bytes) == Beginning::Part => {
                return Step::Incomplete { in_body: false };
            }
            Err(_) if proxy_header::is_begin(bytes) => {
                let why = "The connection begins with a header of the PROXY protocol: add proxy_protocol to this address in listen, \
                           or turn it off in the proxy.";
                self.note(conn, Refusal::Malformed, &why);
                return Step::Refuse(admission::plain(400, "Bad Request", why), None);
            }
            Err(refused) => {
                let is_long = refused.status() == 431;
                self.note(conn, if is_long { Refusal::TooLarge } else { Refusal::Malformed }, &refused);
                return Step::Refuse(refused.response_bytes(), None);
            }
        };
        let Some(client) = self.client_of(conn, &head) else { return Step::Incomplete { in_body: false } };
        if handshake::is_upgrade(&head) {
            let asker = Asker { client, key_wait: KeyWait::Allowed, opens: true };
            let observation = observe(&self.event_loop.node, &head, client);
            let admit = || admission::admit(&self.event_loop.node, &head, asker);
            return match current::within(observation.as_ref(), admit) {
                Ok(mut admitted) => {
                    let seen = (client, observation.as_ref());
                    let log = connection_log(&self.event_loop, &head, seen);
                    if let Some(observation) = &observation {
                        admitted.response = with_id(admitted.response, Some(observation));
                        observation.is_about(&admitted.state.app.id);
                        observation.end(&self.event_loop.node, 101, 0);
                    }
                    Step::Open(Box::new(Opening { admitted, client, log }), head.len())
                }
                Err(NotAdmitted::Refused(response)) => {
                    Step::Refuse(with_id(response, observation.as_ref()), observation)
                }
                // Waiting is hyper's, which gives the connection back when it is admitted.
                Err(NotAdmitted::KeysPending(..)) => Step::HandOver(Proof::None),
            };
        }
        if api::is_stream(head.method(), head.path()) {
            return match self.on_stream_request(conn, &head, client) {
                Ok(()) => Step::Streams,
                Err((response, observation)) => {
                    Step::Refuse(with_id(response, observation.as_ref()), observation)
                }
            };
        }
        let body = body_in_loop(&head, self.event_loop.config.settings.http_body_bytes);
        // Neither the answer of a hook nor the disk is waited for here.
        let node = &*self.event_loop.node;
        let may_ask = || {
            node.syncs_each_publish()
                || node.asks_before_publishing() && api::may_ask_hooks(head.path(), node)
        };
        match body.filter(|_| !may_ask()) {
            None => {
                let signer = api::signer(&publish_of(&head, &[]), &*self.event_loop.node);
                Step::HandOver(signer.map_or(Proof::None, Proof::Secret))
            }
            Some(body) if bytes.len() < head.len() + body => match self.check_head(conn, &head) {
                Ok(()) => Step::Incomplete { in_body: true },
                Err(response) => {
                    let observation = observe(&self.event_loop.node, &head, client);
                    let left = head.len() + body - bytes.len();
                    Step::Discard(Discarding { left, response, client, observation })
                }
            },
            Some(body) => {
                self.publish(conn, client, &head, &bytes[head.len()..head.len() + body]);
                Step::Answered(head.len() + body)
            }
        }
    }

    /// Whether the head of a publish whose body is on its way proves that the sender knows the app's secret.
    fn check_head(&mut self, conn: ConnectionId, head: &RequestHead<'_>) -> Result<(), api::Response> {
        let Some(Client::Http(http)) = self.clients.get_mut(conn) else { return Ok(()) };
        if !http.in_body {
            http.proof = Proof::Secret(api::check_head(&publish_of(head, &[]), &*self.event_loop.node)?);
            http.in_body = true;
            http.held = None; // it begins again, as one that proves more
        }
        Ok(())
    }

    fn publish(&mut self, conn: ConnectionId, client: ClientAddress, head: &RequestHead<'_>, body: &[u8]) {
        let request = publish_of(head, body);
        let observation = observe(&self.event_loop.node, head, client);
        let node = &*self.event_loop.node;
        let response =
            current::within(observation.as_ref(), || api::handle(&request, node, &node.idempotency));
        self.answer_call(conn, &response, client, observation.as_ref());
    }

    /// Who sent a request; `None` for a connection that is gone.
    fn client_of(&mut self, conn: ConnectionId, head: &RequestHead<'_>) -> Option<ClientAddress> {
        let Some(Client::Http(http)) = self.clients.get_mut(conn) else { return None };
        let settings = &self.event_loop.config.settings;
        let header = settings.client_address_header.name();
        Some(http.peer.client(settings, || head.header_values_bytes(header.as_str())))
    }

    fn answer_call(
        &mut self,
        conn: ConnectionId,
        response: &api::Response,
        client: ClientAddress,
        observation: Option<&Arc<Observation>>,
    ) {
        current::within(observation, || self.event_loop.node.note_refused_call(response, client.ip));
        self.event_loop.counters.requests.add(1);
        let id = observation.map(|observation| &observation.id);
        self.event_loop.reactor.send(conn, &admission::http_response(response, id));
        if let Some(observation) = observation {
            observation.end(&self.event_loop.node, response.status, response.body.len());
        }
        self.count_answer(conn);
        let due = self.due_in(self.event_loop.config.settings.keep_alive_s);
        self.event_loop.reactor.wake_at(conn, due);
    }

    pub(super) fn count_answer(&mut self, conn: ConnectionId) {
        let Some(Client::Http(http)) = self.clients.get_mut(conn) else { return };
        http.is_answered = true;
        http.in_body = false;
        http.held = None;
        http.pending = None;
    }

    /// Stores what an incomplete request has so far. If it `has_begun` just now its clock starts;
    /// that of a connection's first request has run since the connection came. A body has a clock
    /// of its own, from the end of the head.
    fn keep_rest(&mut self, conn: ConnectionId, rest: Vec<u8>, has_begun: bool, in_body: bool) {
        let settings = &self.event_loop.config.settings;
        let (head_due, body_due) =
            (self.due_in(settings.head_timeout_s), self.due_in(settings.body_timeout_s));
        let Some(Client::Http(http)) = self.clients.get_mut(conn) else { return };
        if rest.is_empty() {
            http.held = None;
            return;
        }
        let (node, id) = (&self.event_loop.node, self.event_loop.id);
        let begins_body = in_body && http.held.is_none();
        let proof = if in_body { http.proof } else { Proof::None };
        let begin = || node.incomplete.begin(proof, Holder::Connection(id, conn));
        let evicted = http.held.get_or_insert_with(begin).hold(rest.capacity());
        http.partial = rest;
        if begins_body {
            self.event_loop.reactor.wake_at(conn, body_due);
        } else if has_begun && http.is_answered {
            self.event_loop.reactor.wake_at(conn, head_due);
        }
        self.event_loop.node.evict(evicted.elsewhere);
        self.give_way(evicted.here);
    }

    fn due_in(&self, seconds: u32) -> u64 {
        self.event_loop.now + u64::from(seconds) * 1_000
    }

    /// Turns the connection into a WebSocket.
    fn open(&mut self, conn: ConnectionId, Opening { admitted, client, log }: Opening, respond: bool) {
        let Admitted {
            response,
            state,
            session,
            protocol,
            compression,
            decoder,
            message_lengths,
            counted,
            origin,
            recognised,
        } = admitted;
        if respond {
            self.event_loop.reactor.send(conn, &response);
        }
        self.event_loop.opening = origin;
        let admission = Admission { state, session, message_lengths };
        let located = self.event_loop.located(conn, client.ip, counted);
        let transport = Transport::WebSocket(compression);
        let client = (located, log, recognised);
        self.begin_session(conn, admission, Some(decoder), (protocol, transport), client);
    }

    /// The session of a connection begins.
    pub(super) fn begin_session(
        &mut self,
        conn: ConnectionId,
        Admission { state, session, message_lengths }: Admission,
        decoder: Option<Decoder>,
        (protocol, transport): (&'static str, Transport),
        (located, log, recognised): (Option<Box<Located>>, Option<Box<ConnectionLog>>, Option<Recognised>),
    ) {
        let socket_id = baton_hub::SocketId {
            high: self.event_loop.entropy.next_u64(),
            low: self.event_loop.entropy.next_u64(),
        };
        let mut link = Link {
            conn,
            state,
            socket_id,
            transport,
            located,
            log,
            record: ConnectionRecord::new(protocol, self.event_loop.now),
            last_heard: self.event_loop.now,
            wake_at: u64::MAX,
            tracked: None,
            ask_at: u64::MAX,
            message_deadline: MessageDeadline::NONE,
            pace: Pace::default(),
            window: Window::default(),
            encoding: session.framing(),
            message_lengths,
            questions: Questions::default(),
            phase: Phase::Reading,
        };
        link.tracked = recognised.and_then(|recognised| self.event_loop.track(recognised, &link));
        self.event_loop.reactor.cancel_timer(conn);
        self.event_loop.counters.connections.add(1);
        self.event_loop.counters.connections_opened.add(1);
        let mut connected = Box::new(Connected { decoder, link, session });
        connected.call(&mut self.event_loop, |session, cx| session.opened(cx));
        self.event_loop.opening = None;
        if self.is_leaving {
            connected
                .call(&mut self.event_loop, |session, cx| session.disconnect(DisconnectReason::Restart, cx));
        }
        connected.link.note_opening(&mut self.event_loop);
        let is_closed = connected.link.is_closed();
        self.clients.set(conn, Client::Connected(connected));
        if is_closed {
            self.leave(conn);
        }
    }

    fn hand_over(&mut self, conn: ConnectionId, early: Vec<u8>, proof: Proof) {
        let Some(Client::Http(http)) = self.clients.remove(conn) else { return };
        let socket = HttpSocket::new(&self.event_loop.node.metrics);
        self.event_loop.counters.load.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
        let Some(released) = self.event_loop.reactor.release(conn) else { return };
        let Http { peer, pending, held, .. } = *http;
        drop(held); // its bytes are among those that are counted again below
        let Released { unsent, tls, .. } = released;
        let stream = released.socket.into();
        let node = &self.event_loop.node;
        let is_http2 = http2::beginning(&early) == Beginning::Preface;
        let (ahead, evicted) = ReadAhead::begin(&node.incomplete, proof, early);
        node.evict(evicted.elsewhere);
        if self.handover.send(Handed { stream, tls, peer, ahead, unsent, is_http2, pending, socket }).is_err()
        {
            tracing::debug!("the HTTP server has ended; a connection was dropped");
        }
    }

    /// Counts a refusal of the client of this connection, and reports it.
    fn note(&mut self, conn: ConnectionId, cause: Refusal, why: &dyn Display) {
        let Some(Client::Http(http)) = self.clients.get_mut(conn) else { return };
        self.event_loop.node.refusals.note(&Refused::new(cause, why).from(http.peer.ip));
    }

    /// Refuses a request that could not be read to its end.
    fn refuse(&mut self, conn: ConnectionId, response: &[u8]) {
        if let Some(Client::Http(http)) = self.clients.get_mut(conn) {
            refused_unread(&self.event_loop.node, http.peer.ip, response);
        }
        self.end_with(conn, response);
    }

    fn end_with(&mut self, conn: ConnectionId, response: &[u8]) {
        self.event_loop.reactor.send(conn, &admission::dated(response));
        self.end_requests(conn);
    }

    /// Ends a connection of requests in good order.
    pub(super) fn end_requests(&mut self, conn: ConnectionId) {
        self.clients.set(conn, Client::Leaving);
        self.event_loop.reactor.finish(conn);
    }
}

/// A publish, whose body may be on its way.
pub(super) fn publish_of<'r>(head: &'r RequestHead<'_>, body: &'r [u8]) -> api::Request<'r> {
    api::Request {
        method: head.method(),
        path: head.path(),
        query: head.query(),
        body,
        idempotency_key: head
            .header_bytes("x-idempotency-key")
            .or_else(|| head.header_bytes("idempotency-key")),
    }
}

/// The length of a body that the loop takes itself: that of a publish, given in advance, of modest size, and not over the limit
/// of `most` bytes, which hyper answers.
fn body_in_loop(head: &RequestHead<'_>, most: usize) -> Option<usize> {
    let unusual = ["transfer-encoding", "expect", "upgrade"].iter().any(|name| head.header(name).is_some());
    if unusual || head.version_minor() != 1 || !api::is_publish(head.method(), head.path()) {
        return None;
    }
    if head.header_values("connection").any(|value| !value.eq_ignore_ascii_case("keep-alive")) {
        return None; // "close" and unusual options are hyper's
    }
    let length = head.header("content-length")?.parse().ok()?;
    (length <= BODY_IN_LOOP.min(most)).then_some(length)
}
