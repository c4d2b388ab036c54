//! From bytes to a request, and from a request to an open connection or an HTTP response.

use baton_reactor::ConnectionId;
use baton_wire::deflate::{Compression as Policy, DeflateParams};
use baton_wire::handshake::{RequestHead, accept_response, is_upgrade, parse_request, upgrade};
use baton_wire::{Decoder, Role};

use crate::compression::Deflate;
use crate::endpoint::Endpoint;
use crate::peer::Stage;
use crate::pending::PendingEvent;
use crate::response::{head_of, plain_text};

/// What to do with a request.
enum Verdict {
    /// More bytes are needed; `continues` if the client waits for `100 Continue`.
    Incomplete { continues: bool },
    /// An upgrade: the bytes of its head.
    Upgrade(usize),
    /// Another request: the bytes of its head and body.
    Plain(usize, usize),
    /// Refused, with the response.
    Refused(Vec<u8>),
}

impl Endpoint {
    /// Parses a request from the bytes that are being read.
    pub(crate) fn read_request(&mut self) {
        let verdict = {
            let asks = self.config.asks_about_requests;
            let body_bytes = self.config.body_bytes;
            let (origins, paths) =
                (std::mem::take(&mut self.config.origins), std::mem::take(&mut self.config.paths));
            let verdict = classify(self.input.rest(), &origins, &paths, asks.then_some(body_bytes));
            (self.config.origins, self.config.paths) = (origins, paths);
            verdict
        };
        let Some(conn) = self.input.current() else { return };
        match verdict {
            Verdict::Incomplete { continues } => {
                self.store_rest();
                if continues {
                    self.send_continue(conn);
                }
            }
            Verdict::Upgrade(head) => {
                self.take_request(conn, head, 0);
                if self.config.asks_about_handshakes {
                    self.pending.push(PendingEvent::Handshake(conn));
                } else {
                    self.accept(conn);
                }
            }
            Verdict::Plain(head, body) => {
                self.take_request(conn, head, body);
                self.pending.push(PendingEvent::Request(conn));
            }
            Verdict::Refused(response) => self.refuse(conn, &response),
        }
    }

    /// Stores the request with its connection, and the bytes after it until it is answered.
    fn take_request(&mut self, conn: ConnectionId, head: usize, body: usize) {
        let request: Box<[u8]> = self.input.rest().get(..head + body).unwrap_or_default().into();
        self.input.consume(head + body);
        if let Some(peer) = self.peers.get_mut(conn) {
            peer.set_request(request, head);
        }
        self.peers.set_stage(conn, Stage::Deciding);
        self.store_rest();
    }

    fn send_continue(&mut self, conn: ConnectionId) {
        if let Some(peer) = self.peers.get_mut(conn)
            && !std::mem::replace(&mut peer.continued, true)
        {
            self.reactor.send(conn, b"HTTP/1.1 100 Continue\r\n\r\n");
        }
    }

    /// Completes a handshake that waits for the owner's decision. False if none does. An endpoint
    /// that was stopped meanwhile answers 503 instead.
    pub fn accept(&mut self, conn: ConnectionId) -> bool {
        if self.stopping.is_some() {
            return self.answer(conn, 503, &[], b"");
        }
        let Some(peer) = self.peers.get_mut(conn).filter(|peer| peer.stage() == Stage::Deciding) else {
            return false;
        };
        self.pending.take_unanswered();
        let mut response = Vec::with_capacity(256);
        // It was found valid when it arrived.
        let Ok(Some(head)) = parse_request(peer.head()) else { return false };
        let Ok(upgrade) = upgrade(&head) else { return false };
        let spoken = &self.config.subprotocols;
        let place = upgrade.subprotocols().find_map(|name| spoken.iter().position(|spoken| spoken == name));
        let policy = match self.config.compression {
            None => Policy::Off,
            Some(compression) if compression.takeover => Policy::Full,
            Some(_) => Policy::Shared,
        };
        let params = DeflateParams::negotiate(upgrade.extensions(), policy);
        let subprotocol = place.and_then(|place| spoken.get(place)).map(String::as_str);
        accept_response(&mut response, &upgrade, subprotocol, params.as_ref());
        peer.subprotocol = place.and_then(|place| u16::try_from(place).ok());
        peer.decoder = Decoder::new(Role::Server, params.is_some());
        peer.deflate =
            Deflate::new(params, self.config.compression.map_or(1, |compression| compression.level));
        peer.since = self.now;
        if !self.config.keeps_requests {
            peer.drop_request();
        }
        let has_more = !peer.stored.is_empty();
        self.peers.set_stage(conn, Stage::Open);
        self.stats.opened += 1;
        self.reactor.send(conn, &response);
        self.set_timer(conn);
        self.pending.push(PendingEvent::Open(conn));
        if has_more {
            self.input.resume(conn);
        }
        true
    }

    /// Answers an upgrade or request that waits for the owner's decision with a status other than
    /// 101. False if none does. Names and values must be valid header fields; `Connection` and,
    /// unless it is given, `Content-Length` are added here. After the response to an upgrade the
    /// connection is closed.
    pub fn answer(&mut self, conn: ConnectionId, status: u16, headers: &[(&str, &str)], body: &[u8]) -> bool {
        let Some(peer) = self.peers.get_mut(conn).filter(|peer| peer.stage() == Stage::Deciding) else {
            return false;
        };
        self.pending.take_unanswered();
        let Ok(Some(head)) = parse_request(peer.head()) else { return false };
        let keep_alive = !is_upgrade(&head) && keeps_alive(&head) && self.stopping.is_none();
        let without_body = head.method() == "HEAD" || status == 204 || status == 304 || status < 200;
        let mut response = head_of(status, headers, body.len(), keep_alive);
        if !without_body {
            response.extend_from_slice(body);
        }
        if !keep_alive {
            self.reactor.send_exempt(conn, &response.into());
            self.leave(conn);
            return true;
        }
        peer.since = self.now;
        peer.continued = false;
        peer.drop_request();
        let has_more = !peer.stored.is_empty();
        self.peers.set_stage(conn, Stage::Opening);
        self.reactor.send_exempt(conn, &response.into());
        self.set_timer(conn);
        if has_more {
            self.input.resume(conn);
        }
        true
    }

    /// Answers 500 if the owner asks for the next event and has not answered a request.
    #[inline]
    pub(crate) fn answer_for_owner(&mut self) {
        if let Some(conn) = self.pending.take_unanswered() {
            self.answer(conn, 500, &[], b"");
        }
    }

    /// The limit of connections is reached.
    pub(crate) fn answer_full(&mut self, conn: ConnectionId) {
        let text = b"This server has as many connections as it may have. Try again later.\n";
        let mut response =
            head_of(503, &[("Content-Type", "text/plain"), ("Retry-After", "5")], text.len(), false);
        response.extend_from_slice(text);
        self.refuse(conn, &response);
    }

    /// The request did not arrive in time. A client that has sent a part of it gets a response.
    pub(crate) fn answer_late(&mut self, conn: ConnectionId) {
        if self.peers.get(conn).is_none_or(|peer| peer.stored.is_empty()) {
            return self.terminate(conn);
        }
        let text = b"The request did not come in time.\n";
        let mut response = head_of(408, &[("Content-Type", "text/plain")], text.len(), false);
        response.extend_from_slice(text);
        self.refuse(conn, &response);
    }

    fn refuse(&mut self, conn: ConnectionId, response: &[u8]) {
        self.stats.refused += 1;
        self.reactor.send_exempt(conn, &response.into());
        self.leave(conn);
    }
}

/// What to do with the bytes of a client that opens a connection. `body_bytes` is `None` where only
/// upgrades are served.
fn classify(bytes: &[u8], origins: &[String], paths: &[String], body_bytes: Option<usize>) -> Verdict {
    let head = match parse_request(bytes) {
        Ok(Some(head)) => head,
        Ok(None) => return Verdict::Incomplete { continues: false },
        Err(refused) => return Verdict::Refused(refused.response_bytes()),
    };
    if !is_upgrade(&head) {
        return match body_bytes {
            Some(limit) => classify_plain(&head, bytes.len(), limit),
            None => Verdict::Refused(plain_text(
                426,
                &[("Upgrade", "websocket")],
                "Only WebSocket is spoken here.\n",
            )),
        };
    }
    let upgrade = match upgrade(&head) {
        Ok(upgrade) => upgrade,
        Err(refused) => return Verdict::Refused(refused.response_bytes()),
    };
    if !paths.is_empty() && !paths.iter().any(|path| path == head.path()) {
        return Verdict::Refused(plain_text(404, &[], "There is no WebSocket at this path.\n"));
    }
    let is_foreign = |origin: &str| !origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin));
    if !origins.is_empty() && upgrade.origin().is_some_and(is_foreign) {
        return Verdict::Refused(plain_text(403, &[], "Pages of this origin may not connect here.\n"));
    }
    Verdict::Upgrade(head.len())
}

fn classify_plain(head: &RequestHead<'_>, available: usize, limit: usize) -> Verdict {
    if head.header("transfer-encoding").is_some() {
        return Verdict::Refused(plain_text(411, &[], "A body needs a Content-Length here.\n"));
    }
    let length = match head.header("content-length").map(str::parse::<usize>) {
        None => 0,
        Some(Ok(length)) if length <= limit => length,
        // It is a number, since the head is valid; one that overflows is too large as well.
        Some(_) => {
            return Verdict::Refused(plain_text(
                413,
                &[],
                &format!("A body has at most {limit} bytes here.\n"),
            ));
        }
    };
    if available < head.len() + length {
        let continues = head.header("expect").is_some_and(|value| value.eq_ignore_ascii_case("100-continue"));
        return Verdict::Incomplete { continues };
    }
    Verdict::Plain(head.len(), length)
}

/// Whether another request may follow, RFC 9112 section 9.3.
fn keeps_alive(head: &RequestHead<'_>) -> bool {
    let has_token = |wanted: &str| {
        head.header_values("connection")
            .flat_map(|value| value.split(','))
            .any(|token| token.trim().eq_ignore_ascii_case(wanted))
    };
    if head.version_minor() == 0 { has_token("keep-alive") } else { !has_token("close") }
}
