//! Requests of Phoenix's long-poll clients.
//!
//! As Phoenix has it, an answer's HTTP status is 200 once there is a session, and the one that counts stands in its JSON:
//! clients look at nothing else, and browsers take the body from an answer with 204.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::body::Body;
use baton_protocols::Refusal;
use baton_protocols::phoenix::HeaderName;
use bytes::Bytes;
use hyper::header::{CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use hyper::http::request::Parts;
use hyper::{Request, StatusCode};
use serde_json::{Value, json};

use super::body::Unread;
use super::routes::{Answer, Asked, Handlers, JSON, text};
use crate::admission;
use crate::incomplete::Proof;
use crate::longpoll::{Polled, Session, Unsent};
use crate::node::Node;
use crate::peer::ClientAddress;
use crate::refusals::Refused;

/// What clients connect to, and what they would connect to as WebSockets.
const PATHS: [(&str, &str); 2] =
    [("/realtime/v1/longpoll", "/realtime/v1/websocket"), ("/socket/longpoll", "/socket/websocket")];

/// A key that any handshake could have: nobody checks the answer to it.
const KEY: &str = "AAAAAAAAAAAAAAAAAAAAAA==";

/// The headers that admission reads, beside those that policies see.
const READ: [&str; 4] = ["host", "x-api-key", "apikey", "origin"];

/// What clients connect to.
pub(super) fn paths() -> impl Iterator<Item = &'static str> {
    PATHS.iter().map(|(own, _)| *own)
}

/// Whether a path, without the setting `path_prefix`, is that of a long-poll client.
pub(super) fn is_path(path: &str) -> bool {
    paths().any(|own| own == path)
}

impl Asked {
    /// Passes on what a client says.
    pub(super) async fn say(&self, body: Body) -> Result<Answer, Unread> {
        let Self { handlers, parts, .. } = self;
        let found = ticket(parts).and_then(|ticket| Some((ticket, handlers.node().longpoll.find(ticket)?)));
        let Some((ticket, session)) = found else {
            self.discard(body).await?;
            return Ok(gone());
        };
        let body = self.body(body, Proof::Token(None)).await?;
        Ok(handlers.say_in(&session, ticket, parts, body).await)
    }
}

impl Handlers {
    /// Answers a poll: with a session for who has none, or with what has come on it.
    pub(super) async fn poll(&self, parts: &mut Parts, client: ClientAddress) -> Answer {
        let Some(ticket) = ticket(parts).map(str::to_owned) else { return self.open(parts, client).await };
        let Some(session) = self.node().longpoll.find(&ticket) else { return gone() };
        // Nothing more is read of the head, which takes memory, and a client may wait for long.
        *parts = Request::new(()).into_parts().0;
        match session.poll().await {
            Polled::Messages(messages) => {
                // The server makes them, so that all are UTF-8.
                let messages: Vec<_> = messages.iter().map(|text| String::from_utf8_lossy(text)).collect();
                poll_answer(&json!({"status": 200, "token": ticket, "messages": messages}))
            }
            Polled::Nothing => poll_answer(&json!({"status": 204, "token": ticket, "messages": []})),
            Polled::Gone => {
                self.node().longpoll.forget(&ticket);
                gone()
            }
        }
    }

    async fn say_in(&self, session: &Arc<Session>, ticket: &str, parts: &Parts, body: Bytes) -> Answer {
        let kind = parts.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let is_lines = kind.split(';').next().is_some_and(|kind| kind.trim() == "application/x-ndjson");
        match session.send(body, is_lines, self.node().config().settings.http_body_bytes).await {
            Ok(()) => poll_answer(&json!({"status": 200})),
            // The session stays, for what waits already. Clients end it themselves, and begin another later.
            Err(Unsent::Crowded) => {
                let why = "More requests of this session wait than fit (setting http_body_bytes): wait for their answers";
                refused(StatusCode::SERVICE_UNAVAILABLE, why)
            }
            Err(Unsent::Gone) => {
                self.node().longpoll.forget(ticket);
                gone()
            }
            Err(Unsent::TimedOut) => {
                self.node().longpoll.forget(ticket);
                poll_answer(&json!({"status": 408}))
            }
        }
    }

    /// Opens a session by the rules for WebSockets.
    async fn open(&self, parts: &Parts, client: ClientAddress) -> Answer {
        let node = self.node();
        if node.is_leaving() {
            return refused(StatusCode::SERVICE_UNAVAILABLE, "The server is going away; try again");
        }
        let head = head_of(parts, self.node());
        if let Err(response) = admission::response_to(node, &head, client, false).await {
            let (status, why) = read(&response);
            return refused(status, &why);
        }
        if node.is_full() {
            let why = "As many connections are open as may be (setting max_connections); try again later";
            node.refusals.note(&Refused::new(Refusal::Limit, &why).from(client));
            return refused(StatusCode::SERVICE_UNAVAILABLE, why);
        }
        match self.node().longpoll.open(node, head, client) {
            // The client takes 410 for the beginning, as it has no session yet.
            Ok(ticket) => poll_answer(&json!({"status": 410, "token": ticket, "messages": []})),
            Err(why) => {
                node.refusals.note(&Refused::new(Refusal::Limit, &why).from(client));
                refused(StatusCode::SERVICE_UNAVAILABLE, &why.to_string())
            }
        }
    }
}

/// The ticket that a client shows. Phoenix's has none for its first poll, and writes `null`.
fn ticket(parts: &Parts) -> Option<&str> {
    let mut pairs = parts.uri.query()?.split('&').filter_map(|pair| pair.split_once('='));
    let ticket = pairs.rfind(|(name, _)| *name == "token").map(|(_, value)| value);
    ticket.filter(|ticket| !ticket.is_empty() && *ticket != "null")
}

/// The head of the WebSocket request that this client would send.
fn head_of(parts: &Parts, node: &Node) -> Vec<u8> {
    let path = parts.uri.path();
    let path = PATHS
        .iter()
        .find_map(|(own, websocket)| path.strip_suffix(own).map(|prefix| format!("{prefix}{websocket}")));
    let authority = parts.uri.authority().map(|authority| format!("http://{authority}"));
    let mut head = format!(
        "GET {}{}?{} HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: {KEY}\r\n",
        authority.unwrap_or_default(),
        path.unwrap_or_default(),
        parts.uri.query().unwrap_or_default()
    )
    .into_bytes();
    let config = node.config();
    let seen = config
        .apps()
        .iter()
        .flat_map(|state| state.app.supabase.policy_headers.iter().map(HeaderName::as_str));
    let names: BTreeSet<&str> = READ.into_iter().chain(seen).collect();
    push_headers(&mut head, &parts.headers, names.into_iter());
    head.extend_from_slice(b"\r\n");
    head
}

fn push_headers<'n>(head: &mut Vec<u8>, headers: &HeaderMap, names: impl Iterator<Item = &'n str>) {
    for name in names {
        for value in headers.get_all(name) {
            head.extend_from_slice(name.as_bytes());
            head.extend_from_slice(b": ");
            head.extend_from_slice(value.as_bytes());
            head.extend_from_slice(b"\r\n");
        }
    }
}

/// Status and reason of a refusal, as a WebSocket client would be sent it.
fn read(response: &[u8]) -> (StatusCode, String) {
    let mut headers = [httparse::EMPTY_HEADER; 16];
    let mut parsed = httparse::Response::new(&mut headers);
    let len = match parsed.parse(response) {
        Ok(httparse::Status::Complete(len)) => len,
        _ => response.len(),
    };
    let status =
        parsed.code.and_then(|code| StatusCode::from_u16(code).ok()).unwrap_or(StatusCode::FORBIDDEN);
    let body = String::from_utf8_lossy(response.get(len..).unwrap_or_default());
    let error = serde_json::from_str::<Value>(&body).ok();
    let error = error.as_ref().and_then(|body| body.get("error")).and_then(Value::as_str);
    (status, error.unwrap_or(&body).to_owned())
}

/// A session that has ended, or never was. The client opens another.
fn gone() -> Answer {
    poll_answer(&json!({"status": 410, "messages": []}))
}

/// No session: clients know 403, after which they try again later, and 500 for what is the server's doing.
fn refused(status: StatusCode, why: &str) -> Answer {
    let code = if status.is_server_error() { 500 } else { 403 };
    let mut answer = text(status, JSON, json!({"status": code, "error": why}).to_string());
    if status == StatusCode::SERVICE_UNAVAILABLE {
        answer.headers_mut().insert(RETRY_AFTER, 1.into());
    }
    answer
}

fn poll_answer(body: &Value) -> Answer {
    text(StatusCode::OK, JSON, body.to_string())
}
