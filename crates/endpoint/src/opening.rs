//! From bytes to a request, and from a request to an open connection or an answer.

use std::fmt::Write as _;

use baton_reactor::ConnectionId;
use baton_wire::deflate::{Compression as Policy, DeflateParams};
use baton_wire::handshake::{RequestHead, accept_response, is_upgrade, parse_request, upgrade};
use baton_wire::{Decoder, Role};

use crate::endpoint::{Endpoint, Told};
use crate::peer::{Deflate, Stage};

/// What to do with a request.
enum Verdict {
    /// More bytes are needed, and the client may wait to be told that it can send them.
    Incomplete { continues: bool },
    /// An upgrade: the bytes of its head.
    Upgrade(usize),
    /// Another request: the bytes of its head and body.
    Plain(usize, usize),
    /// Refused, with the response.
    Refused(Vec<u8>),
}

impl Endpoint {
    /// Looks for a request in the bytes that are being read.
    pub(crate) fn read_request(&mut self) {
        let verdict = {
            let asks = self.config.asks_about_requests;
            let body_bytes = self.config.body_bytes;
            let (origins, paths) =
                (std::mem::take(&mut self.config.origins), std::mem::take(&mut self.config.paths));
            let verdict = judge(self.rest(), &origins, &paths, asks.then_some(body_bytes));
            (self.config.origins, self.config.paths) = (origins, paths);
            verdict
        };
        let Some(conn) = self.reading.as_ref().map(|reading| reading.conn) else { return };
        match verdict {
            Verdict::Incomplete { continues } => {
                self.keep_rest();
                self.tell_to_continue(conn, continues);
            }
            Verdict::Upgrade(head) => {
                self.take_request(conn, head, 0);
                if self.config.asks_about_handshakes {
                    self.told.push_back(Told::Handshake(conn));
                } else {
                    self.accept(conn);
                }
            }
            Verdict::Plain(head, body) => {
                self.take_request(conn, head, body);
                self.told.push_back(Told::Request(conn));
            }
            Verdict::Refused(response) => self.refuse(conn, &response),
        }
    }

    /// Puts the request aside and goes on behind it.
    fn take_request(&mut self, conn: ConnectionId, head: usize, body: usize) {
        let request: Box<[u8]> = self.rest().get(..head + body).unwrap_or_default().into();
        if let Some(reading) = &mut self.reading {
            reading.at += head + body;
        }
        if let Some(peer) = self.peers.get_mut(conn) {
            peer.stage = Stage::Asked;
            peer.request = request;
            peer.head_len = u32::try_from(head).unwrap_or(u32::MAX);
        }
        // What follows waits for the answer.
        self.keep_rest();
    }

    fn tell_to_continue(&mut self, conn: ConnectionId, continues: bool) {
        if let Some(peer) = self.peers.get_mut(conn)
            && continues
            && !std::mem::replace(&mut peer.continued, true)
        {
            self.reactor.send(conn, b"HTTP/1.1 100 Continue\r\n\r\n");
        }
    }

    /// Completes the handshake that the owner was asked about. False if it was not. An endpoint that was stopped meanwhile
    /// answers 503 instead.
    pub fn accept(&mut self, conn: ConnectionId) -> bool {
        if self.stopping.is_some() {
            return self.answer(conn, 503, &[], b"");
        }
        let Some(peer) = self.peers.get_mut(conn).filter(|peer| peer.stage == Stage::Asked) else {
            return false;
        };
        self.asked = None;
        let mut response = Vec::with_capacity(256);
        // It was found valid when it came.
        let Ok(Some(head)) = parse_request(peer.request.get(..peer.head_len as usize).unwrap_or_default())
        else {
            return false;
        };
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
        peer.stage = Stage::Open;
        peer.since = self.now;
        if !self.config.keeps_requests {
            peer.request = Box::default();
            peer.head_len = 0;
        }
        let has_more = !peer.kept.is_empty();
        self.open += 1;
        self.stats.opened += 1;
        self.reactor.send(conn, &response);
        self.set_timer(conn);
        self.told.push_back(Told::Open(conn));
        if has_more {
            self.read_later(conn);
        }
        true
    }

    /// Answers the upgrade or request that the owner was asked about with a status other than 101. False if it was not
    /// asked. Names and values must be those of header fields; `Connection` and, unless it is given, `Content-Length` are
    /// written here. A connection that made an upgrade is closed behind the answer.
    pub fn answer(&mut self, conn: ConnectionId, status: u16, headers: &[(&str, &str)], body: &[u8]) -> bool {
        let Some(peer) = self.peers.get_mut(conn).filter(|peer| peer.stage == Stage::Asked) else {
            return false;
        };
        self.asked = None;
        let Ok(Some(head)) = parse_request(peer.request.get(..peer.head_len as usize).unwrap_or_default())
        else {
            return false;
        };
        let keeps = !is_upgrade(&head) && keeps_alive(&head) && self.stopping.is_none();
        let without_body = head.method() == "HEAD" || status == 204 || status == 304 || status < 200;
        let mut response = head_of(status, headers, body.len(), keeps);
        if !without_body {
            response.extend_from_slice(body);
        }
        if !keeps {
            self.reactor.send_exempt(conn, &response.into());
            self.leave(conn);
            return true;
        }
        peer.stage = Stage::Opening;
        peer.since = self.now;
        peer.continued = false;
        peer.request = Box::default();
        peer.head_len = 0;
        let has_more = !peer.kept.is_empty();
        self.reactor.send_exempt(conn, &response.into());
        self.set_timer(conn);
        if has_more {
            self.read_later(conn);
        }
        true
    }

    /// The owner asked for the next event without an answer to the last one.
    pub(crate) fn answer_for_owner(&mut self) {
        if let Some(conn) = self.asked.take() {
            self.answer(conn, 500, &[], b"");
        }
    }

    /// There are as many connections as there may be.
    pub(crate) fn answer_full(&mut self, conn: ConnectionId) {
        let text = b"This server has as many connections as it may have. Try again later.\n";
        let mut response =
            head_of(503, &[("Content-Type", "text/plain"), ("Retry-After", "5")], text.len(), false);
        response.extend_from_slice(text);
        self.refuse(conn, &response);
    }

    /// The request did not come in time. Who has sent a part of it is told.
    pub(crate) fn answer_late(&mut self, conn: ConnectionId) {
        if self.peers.get(conn).is_none_or(|peer| peer.kept.is_empty()) {
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

/// What to do with the bytes of a client that is opening. `body_bytes` is `None` where only upgrades are served.
fn judge(bytes: &[u8], origins: &[String], paths: &[String], body_bytes: Option<usize>) -> Verdict {
    let head = match parse_request(bytes) {
        Ok(Some(head)) => head,
        Ok(None) => return Verdict::Incomplete { continues: false },
        Err(refused) => return Verdict::Refused(refused.response_bytes()),
    };
    if !is_upgrade(&head) {
        return match body_bytes {
            Some(limit) => judge_plain(&head, bytes.len(), limit),
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
    let stranger = |origin: &str| !origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin));
    if !origins.is_empty() && upgrade.origin().is_some_and(stranger) {
        return Verdict::Refused(plain_text(403, &[], "Pages of this origin may not connect here.\n"));
    }
    Verdict::Upgrade(head.len())
}

fn judge_plain(head: &RequestHead<'_>, available: usize, limit: usize) -> Verdict {
    if head.header("transfer-encoding").is_some() {
        return Verdict::Refused(plain_text(411, &[], "A body needs a Content-Length here.\n"));
    }
    let length = match head.header("content-length").map(str::parse::<usize>) {
        None => 0,
        Some(Ok(length)) if length <= limit => length,
        // It is a number, as the head was found in order; one that cannot be held is too large as well.
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
    let says = |wanted: &str| {
        head.header_values("connection")
            .flat_map(|value| value.split(','))
            .any(|token| token.trim().eq_ignore_ascii_case(wanted))
    };
    if head.version_minor() == 0 { says("keep-alive") } else { !says("close") }
}

fn plain_text(status: u16, headers: &[(&str, &str)], text: &str) -> Vec<u8> {
    let headers: Vec<_> = headers.iter().copied().chain([("Content-Type", "text/plain")]).collect();
    let mut response = head_of(status, &headers, text.len(), false);
    response.extend_from_slice(text.as_bytes());
    response
}

/// The head of a response.
fn head_of(status: u16, headers: &[(&str, &str)], body: usize, keeps: bool) -> Vec<u8> {
    let connection = match (keeps, status) {
        (true, _) => "keep-alive",
        (false, 426) => "Upgrade, close",
        (false, _) => "close",
    };
    let mut head = format!("HTTP/1.1 {status} {}\r\nConnection: {connection}\r\n", reason_of(status));
    for (name, value) in headers {
        if !name.eq_ignore_ascii_case("connection") {
            let _ = write!(head, "{name}: {value}\r\n");
        }
    }
    let has_length = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    // That of a 304 would be the length of what is not sent, which nobody knows here.
    if !has_length && status != 204 && status != 304 && status >= 200 {
        let _ = write!(head, "Content-Length: {body}\r\n");
    }
    head.push_str("\r\n");
    head.into_bytes()
}

/// Phrases of RFC 9110 section 15, for people who read the bytes.
fn reason_of(status: u16) -> &'static str {
    match status {
        200 => "OK",
        201 => "Created",
        202 => "Accepted",
        204 => "No Content",
        301 => "Moved Permanently",
        302 => "Found",
        303 => "See Other",
        304 => "Not Modified",
        307 => "Temporary Redirect",
        308 => "Permanent Redirect",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        410 => "Gone",
        411 => "Length Required",
        413 => "Content Too Large",
        422 => "Unprocessable Content",
        426 => "Upgrade Required",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        _ => "Status",
    }
}
