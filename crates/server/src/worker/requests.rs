//! HTTP requests on a loop's sockets: publishes are answered here, upgrades become WebSockets, and the rest is
//! handed to hyper with the bytes already read.
//!
//! Publishes stay in the loop because that is what lets publications that arrive together leave together: the
//! loop reads every request that is ready before it writes to any subscriber.

use std::net::IpAddr;

use baton_protocols::Refusal;
use baton_protocols::pusher::api;
use baton_reactor::ConnectionId;
use baton_wire::handshake::{self, MAX_HEAD_BYTES, RequestHead};

use super::Worker;
use super::client::{Client, Http, Link, Pace, WebSocket};
use super::fan_out::framing_of;
use crate::admission::{self, Admitted};
use crate::http::Handed;
use crate::mail::Upgraded;
use crate::supabase::{NotAdmitted, Patience};

/// A publish with a larger body goes to hyper, whose memory is not the loop's. Ten events of Pusher's size and
/// their escapes fit.
const BODY_IN_LOOP: usize = 128 * 1024;
/// How long a connection may rest between two requests.
const KEEP_ALIVE_MS: u64 = 75_000;

/// What became of the bytes at hand.
enum Step {
    /// A request was answered; the next one begins after so many bytes.
    Answered(usize),
    /// The request is incomplete.
    Incomplete,
    /// The connection becomes a WebSocket; its frames begin after so many bytes.
    Open(Admitted, usize),
    /// Somebody else serves this connection from here on.
    HandOver,
    /// These bytes are the last that it gets.
    Refuse(Vec<u8>),
}

impl Worker {
    /// A new socket: its first request must come within the deadline, and unfinished ones are counted. Where it begins
    /// with a handshake of TLS, that has a deadline of its own, and the request's begins behind it.
    pub(super) fn begin_requests(&mut self, conn: ConnectionId, peer: IpAddr) {
        let limit = self.parts.node.settings.unfinished_per_ip;
        if limit != 0 {
            let unfinished = self.unfinished.entry(peer).or_insert(0);
            *unfinished += 1;
            if *unfinished > limit {
                self.parts.node.metrics.refused(Refusal::Limit);
                self.clients
                    .set(conn, Client::Http(Box::new(Http { peer, partial: Vec::new(), answered: 0 })));
                if self.parts.node.settings.tls.is_some() {
                    return self.drop_connection(conn); // an answer would cost a handshake
                }
                let why = format!(
                    "More than {limit} connections of this address have yet to send a request \
                                   (setting unfinished_per_ip)."
                );
                return self.refuse(conn, &admission::plain(429, "Too Many Requests", &why));
            }
        }
        self.clients.set(conn, Client::Http(Box::new(Http { peer, partial: Vec::new(), answered: 0 })));
        if self.parts.node.settings.tls.is_none() {
            self.expect_request(conn);
        }
    }

    /// The clock of a connection's first request starts.
    pub(super) fn expect_request(&mut self, conn: ConnectionId) {
        self.parts.reactor.wake_at(conn, self.head_deadline());
    }

    /// The connection has sent a whole request, or never will.
    pub(super) fn finish_handshake(&mut self, peer: IpAddr, was_unfinished: bool) {
        if !was_unfinished || self.parts.node.settings.unfinished_per_ip == 0 {
            return;
        }
        if let Some(unfinished) = self.unfinished.get_mut(&peer) {
            *unfinished = unfinished.saturating_sub(1);
            if *unfinished == 0 {
                self.unfinished.remove(&peer);
            }
        }
    }

    /// Bytes of requests.
    pub(super) fn on_request_bytes(&mut self, conn: ConnectionId, bytes: &mut [u8]) {
        let Some(Client::Http(http)) = self.clients.get_mut(conn) else { return };
        if http.partial.is_empty() {
            let taken = self.serve(conn, bytes);
            self.keep_rest(conn, bytes[taken..].to_vec(), true);
        } else {
            let mut whole = std::mem::take(&mut http.partial);
            whole.extend_from_slice(bytes);
            let taken = self.serve(conn, &mut whole);
            whole.drain(..taken);
            self.keep_rest(conn, whole, taken > 0);
        }
    }

    /// The peer took too long.
    pub(super) fn on_request_deadline(&mut self, conn: ConnectionId) {
        let Some(Client::Http(http)) = self.clients.get_mut(conn) else { return };
        if http.partial.is_empty() {
            // Nobody needs it: opened ahead, or kept alive. A 408 would be taken for the answer to a request that is
            // just on its way (RFC 9110, section 15.5.9).
            return self.end_requests(conn);
        }
        self.parts.node.metrics.refused(Refusal::Malformed);
        let seconds = self.parts.node.settings.head_timeout_s;
        let why = format!("The request was not complete within {seconds} s (setting head_timeout_s).");
        self.refuse(conn, &admission::plain(408, "Request Timeout", &why));
    }

    /// A WebSocket that began as a connection of hyper's.
    pub(super) fn adopt_upgraded(&mut self, upgraded: Upgraded) {
        let Upgraded { stream, tls, peer, head, mut early } = upgraded;
        let adopted = match tls {
            Some(session) => self.parts.reactor.adopt_secured(stream, session),
            None => self.parts.reactor.adopt(stream),
        };
        let Some(conn) = self.admitted(adopted) else { return };
        let answered = 1; // it counts as finished
        self.clients.set(conn, Client::Http(Box::new(Http { peer, partial: Vec::new(), answered })));
        let admitted = match handshake::parse_request(&head) {
            Ok(Some(head)) => admission::admit(&self.parts.node, &head, Patience::None),
            _ => Err(Vec::new().into()),
        };
        match admitted {
            Ok(admitted) => {
                self.open(conn, admitted, false);
                self.on_frames(conn, &mut early);
            }
            Err(_) => self.drop_connection(conn),
        }
    }

    /// Serves the requests in `bytes`; returns how many bytes need no further look.
    fn serve(&mut self, conn: ConnectionId, bytes: &mut [u8]) -> usize {
        let mut taken = 0;
        loop {
            let rest = &mut bytes[taken..];
            match self.step(conn, rest) {
                Step::Answered(n) => taken += n,
                Step::Incomplete => return taken,
                Step::Open(admitted, n) => {
                    self.count_answer(conn);
                    self.open(conn, admitted, true);
                    self.on_frames(conn, &mut rest[n..]);
                    return bytes.len();
                }
                Step::HandOver => {
                    self.hand_over(conn, rest.to_vec());
                    return bytes.len();
                }
                Step::Refuse(response) => {
                    self.refuse(conn, &response);
                    return bytes.len();
                }
            }
            if taken == bytes.len() {
                return taken;
            }
        }
    }

    fn step(&mut self, conn: ConnectionId, bytes: &[u8]) -> Step {
        let head = match handshake::parse_request(bytes) {
            Ok(Some(head)) => head,
            Ok(None) if bytes.len() > MAX_HEAD_BYTES => {
                self.parts.node.metrics.refused(Refusal::TooLarge);
                let why = format!("The request's head is over {MAX_HEAD_BYTES} bytes.");
                return Step::Refuse(admission::plain(431, "Request Header Fields Too Large", &why));
            }
            Ok(None) => return Step::Incomplete,
            Err(refused) => {
                self.parts.node.metrics.refused(Refusal::Malformed);
                return Step::Refuse(refused.response_bytes());
            }
        };
        if handshake::is_upgrade(&head) {
            return match admission::admit(&self.parts.node, &head, Patience::Some) {
                Ok(admitted) => Step::Open(admitted, head.len()),
                Err(NotAdmitted::Refused(response)) => Step::Refuse(response),
                // Waiting is hyper's, which gives the connection back when it is admitted.
                Err(NotAdmitted::KeysOnTheirWay(..)) => Step::HandOver,
            };
        }
        match body_in_loop(&head) {
            None => Step::HandOver,
            Some(body) if bytes.len() < head.len() + body => Step::Incomplete,
            Some(body) => {
                self.publish(conn, &head, &bytes[head.len()..head.len() + body]);
                Step::Answered(head.len() + body)
            }
        }
    }

    fn publish(&mut self, conn: ConnectionId, head: &RequestHead<'_>, body: &[u8]) {
        let key = head.header("x-idempotency-key").or_else(|| head.header("idempotency-key"));
        let request = api::Request {
            method: head.method(),
            path: head.path(),
            query: head.query(),
            body,
            idempotency_key: key,
        };
        let response = api::handle(&request, &*self.parts.node, &self.parts.node.idempotency);
        self.parts.counters.requests.add(1);
        self.parts.reactor.send(conn, &admission::http_response(&response));
        self.count_answer(conn);
        self.parts.reactor.wake_at(conn, self.parts.now + KEEP_ALIVE_MS);
    }

    fn count_answer(&mut self, conn: ConnectionId) {
        let Some(Client::Http(http)) = self.clients.get_mut(conn) else { return };
        let (peer, was_unfinished) = (http.peer, http.is_unfinished());
        http.answered = http.answered.saturating_add(1);
        self.finish_handshake(peer, was_unfinished);
    }

    /// Keeps what an incomplete request has so far. If it has just begun, its clock starts; that of a connection's first
    /// request has run since the connection came.
    fn keep_rest(&mut self, conn: ConnectionId, rest: Vec<u8>, has_begun: bool) {
        let deadline = self.head_deadline();
        let Some(Client::Http(http)) = self.clients.get_mut(conn) else { return };
        let starts = has_begun && !rest.is_empty() && http.answered > 0;
        http.partial = rest;
        if starts {
            self.parts.reactor.wake_at(conn, deadline);
        }
    }

    fn head_deadline(&self) -> u64 {
        self.parts.now + u64::from(self.parts.node.settings.head_timeout_s) * 1_000
    }

    /// Turns the connection into a WebSocket.
    fn open(&mut self, conn: ConnectionId, admitted: Admitted, respond: bool) {
        let Admitted { response, state, session, compression, decoder, message_bytes } = admitted;
        if respond {
            self.parts.reactor.send(conn, &response);
        }
        let socket_id =
            baton_hub::SocketId { high: self.parts.entropy.word(), low: self.parts.entropy.word() };
        let framing = framing_of(session.framing(), &compression);
        let link = Link {
            conn,
            state,
            socket_id,
            compression,
            last_heard: self.parts.now,
            wake_at: u64::MAX,
            message_due: u64::MAX,
            pace: Pace::default(),
            closing: false,
            framing,
            message_bytes,
            followings: Vec::new(),
            asking: None,
        };
        self.parts.reactor.cancel_timer(conn);
        self.parts.counters.connections.add(1);
        self.parts.counters.connections_opened.add(1);
        let mut websocket = Box::new(WebSocket { decoder, link, session });
        websocket.call(&mut self.parts, |session, cx| session.opened(cx));
        let closing = websocket.link.closing;
        self.clients.set(conn, Client::WebSocket(websocket));
        if closing {
            self.leave(conn);
        }
    }

    fn hand_over(&mut self, conn: ConnectionId, early: Vec<u8>) {
        let Some(Client::Http(http)) = self.clients.remove(conn) else { return };
        self.finish_handshake(http.peer, http.is_unfinished());
        self.parts.counters.load.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
        let Some(released) = self.parts.reactor.release(conn) else { return };
        // Unsent bytes are the answers to earlier requests of the same connection: hyper cannot send them for
        // us, so such a connection, which pipelines and does not read, is dropped.
        let (stream, tls) = (released.socket.into(), released.tls);
        if released.unsent.is_empty()
            && self.handover.send(Handed { stream, tls, peer: http.peer, early }).is_err()
        {
            tracing::debug!("the HTTP server has ended; a connection was dropped");
        }
    }

    fn refuse(&mut self, conn: ConnectionId, response: &[u8]) {
        self.parts.reactor.send(conn, &admission::dated(response));
        self.end_requests(conn);
    }

    /// Ends a connection of requests in good order.
    fn end_requests(&mut self, conn: ConnectionId) {
        if let Some(Client::Http(http)) = self.clients.get_mut(conn) {
            let (peer, was_unfinished) = (http.peer, http.is_unfinished());
            self.finish_handshake(peer, was_unfinished);
        }
        self.clients.set(conn, Client::Leaving);
        self.parts.reactor.finish(conn);
    }
}

/// The length of a body that the loop takes itself: that of a publish, given in advance, and of modest size.
fn body_in_loop(head: &RequestHead<'_>) -> Option<usize> {
    let unusual = ["transfer-encoding", "expect", "upgrade"].iter().any(|name| head.header(name).is_some());
    if unusual || head.version_minor() != 1 || !api::is_publish(head.method(), head.path()) {
        return None;
    }
    if head.header("connection").is_some_and(|value| !value.eq_ignore_ascii_case("keep-alive")) {
        return None; // "close" and stranger wishes are hyper's
    }
    let length = head.header("content-length")?.parse().ok()?;
    (length <= BODY_IN_LOOP).then_some(length)
}
