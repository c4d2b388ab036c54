//! Which path leads where.

use std::convert::Infallible;
use std::fmt::Display;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use baton_planted::planted;
use baton_protocols::Refusal;
use baton_protocols::pusher::api;
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::{Body as _, Incoming};
use hyper::header::{ACCEPT, ALLOW, CONNECTION, CONTENT_TYPE, HeaderValue, RETRY_AFTER, TRANSFER_ENCODING};
use hyper::http::request::Parts;
use hyper::{Request, Response, StatusCode, Uri};
use tokio::sync::Notify;
use tokio::time::sleep;

use super::supabase::Call;
use super::{longpoll, upgrade};
use crate::admission;
use crate::incomplete::{Holder, Holding, Proof};
use crate::metrics;
use crate::node::Node;
use crate::refusals::Refused;

/// The answer to one request.
pub(super) type Answer = Response<Full<Bytes>>;

pub(super) const TEXT: &str = "text/plain; charset=utf-8";
pub(super) const JSON: &str = "application/json";

const NO_UPGRADE: &str = "This is where WebSocket clients connect. If this request came from one, a proxy in between drops the \
                          Upgrade and Connection headers.";

const NOTHING_HERE: &str = "Nothing is served under this path. Pusher clients connect to /app/{key}, and servers publish to /apps/{id}/events; \
     Supabase clients connect to /realtime/v1/websocket, and publish to /realtime/v1/api/broadcast.";

/// The paths of one listener.
pub(super) struct Routes {
    node: Arc<Node>,
    shows_metrics: bool,
    shows_api: bool,
}

impl Routes {
    /// Everything; metrics only where strangers cannot ask for them.
    pub(super) fn new(node: Arc<Node>, shows_metrics: bool) -> Self {
        Self { node, shows_metrics, shows_api: true }
    }

    /// Only what operators ask.
    pub(super) fn only_metrics(node: Arc<Node>) -> Self {
        Self { node, shows_metrics: true, shows_api: false }
    }

    pub(super) fn node(&self) -> &Arc<Node> {
        &self.node
    }

    /// Answers one request.
    pub(super) async fn answer(
        &self,
        request: Request<Incoming>,
        peer: IpAddr,
    ) -> Result<Answer, Infallible> {
        if !speaks_plain_chunks(&request) {
            let why = "The only transfer encoding that is understood here is: chunked.";
            self.refused(Refusal::Malformed, request.uri(), peer, &why);
            return Ok(last_text(StatusCode::NOT_IMPLEMENTED, why));
        }
        if self.shows_api && upgrade::is_wanted(&request) && !is_probe(self.own_path(request.uri())) {
            return Ok(upgrade::answer(request, peer, &self.node).await);
        }
        let (parts, body) = request.into_parts();
        let own = self.own_path(&parts.uri);
        Ok(if self.shows_api && parts.uri.path().contains("/apps/") {
            self.api(&parts, body, peer).await.unwrap_or_else(|unread| self.unread(unread, &parts, peer))
        } else if self.shows_api
            && let Some(call) = Call::of(own)
        {
            self.supabase(call, &parts, body, peer).await
        } else {
            match self.discard(body).await {
                Ok(_) => self.page(own, &parts, peer),
                Err(unread) => self.unread(unread, &parts, peer),
            }
        })
    }

    /// What operators ask for, and what to say where nothing is.
    fn page(&self, own: &str, parts: &Parts, peer: IpAddr) -> Answer {
        match own {
            "/up" => text(StatusCode::OK, JSON, r#"{"health":"OK"}"#),
            "/ready" if self.node.is_draining() => {
                text(StatusCode::SERVICE_UNAVAILABLE, JSON, r#"{"ready":false,"reason":"draining"}"#)
            }
            "/ready" => text(StatusCode::OK, JSON, r#"{"ready":true}"#),
            "/metrics" if self.shows_metrics => {
                let accept = parts.headers.get(ACCEPT).and_then(|value| value.to_str().ok());
                let form = metrics::Form::for_accept(accept.unwrap_or_default());
                text(StatusCode::OK, form.content_type(), metrics::exposition(&self.node, form))
            }
            "/metrics" => text(
                StatusCode::NOT_FOUND,
                TEXT,
                "Metrics are not served on an address that strangers reach; set metrics_listen to give them an \
                 address of their own.",
            ),
            _ if self.shows_api && admission::is_for_websockets(&self.node, own) => {
                self.refused(Refusal::Malformed, &parts.uri, peer, &NO_UPGRADE);
                text(StatusCode::UPGRADE_REQUIRED, TEXT, NO_UPGRADE)
            }
            _ => {
                let why = format_args!("{NOTHING_HERE} ({} {})", parts.method, parts.uri.path());
                self.refused(Refusal::Malformed, &parts.uri, peer, &why);
                text(StatusCode::NOT_FOUND, TEXT, NOTHING_HERE)
            }
        }
    }

    /// A path without the setting `path_prefix`.
    fn own_path<'u>(&self, uri: &'u Uri) -> &'u str {
        uri.path().strip_prefix(&*self.node.settings.path_prefix).unwrap_or(uri.path())
    }

    /// The whole body of a request whose head proves so much, unless it is too long, takes too long or breaks off.
    pub(super) async fn body(&self, body: Incoming, proof: Proof) -> Result<Bytes, Unread> {
        let mut whole = Vec::new();
        self.read(body, Some((proof, &mut whole))).await?;
        Ok(whole.into())
    }

    /// Reads a body that nobody needs, as what is behind it may be the next request; how many bytes it had.
    pub(super) async fn discard(&self, body: Incoming) -> Result<usize, Unread> {
        self.read(body, None).await
    }

    /// Reads a body, into memory that counts for those who prove so much, and returns its length.
    async fn read(&self, body: Incoming, into: Option<(Proof, &mut Vec<u8>)>) -> Result<usize, Unread> {
        if body.is_end_stream() {
            return Ok(0);
        }
        let limit = self.node.settings.http_body_bytes;
        // Before anything of it is read, and before a client that asks is told to go on (RFC 9110, section 10.1.1).
        if body.size_hint().lower() > limit as u64 {
            return Err(Unread::too_large(limit));
        }
        let gives_way = Arc::new(Notify::new());
        let into = into.map(|(proof, whole)| Kept {
            whole,
            held: self.node.incomplete.begin(proof, Holder::Task(gives_way.clone())),
            node: &self.node,
        });
        let seconds = self.node.settings.body_timeout_s;
        tokio::select! {
            read = read(body, limit, into) => read,
            () = sleep(Duration::from_secs(u64::from(seconds))), if !planted!("http: no body deadline") => {
                let why = format!("The request's body was not complete within {seconds} s (setting body_timeout_s).");
                Err(Some(Unread { status: StatusCode::REQUEST_TIMEOUT, cause: Refusal::Malformed, why }))
            }
            () = gives_way.notified() => Err(None),
        }
        .map_err(|unread| unread.unwrap_or_else(|| self.gave_way()))
    }

    fn gave_way(&self) -> Unread {
        let why = no_room(&self.node);
        Unread { status: StatusCode::SERVICE_UNAVAILABLE, cause: Refusal::Overload, why }
    }

    /// The answer where a body was not read to its end.
    pub(super) fn unread(&self, unread: Unread, parts: &Parts, peer: IpAddr) -> Answer {
        self.refused(unread.cause, &parts.uri, peer, &unread.why);
        unread.into_answer()
    }

    /// Counts a refusal, and tells of it.
    fn refused(&self, cause: Refusal, uri: &Uri, peer: IpAddr, why: &dyn Display) {
        let id = uri.path().split_once("/apps/").and_then(|(_, rest)| rest.split('/').next());
        let app = id.and_then(|id| self.node.state_by_id(id)).map(|state| &*state.app);
        self.node.refusals.note(&Refused { app, ..Refused::new(cause, why).from(peer) });
    }

    /// Whether the answer to a request waits for something that may not come for a while.
    pub(super) fn waits(&self, request: &Request<Incoming>) -> bool {
        longpoll::is_path(self.own_path(request.uri()))
    }

    /// Answers a call of Pusher's API, whose body is kept only where the head is signed.
    async fn api(&self, parts: &Parts, body: Incoming, peer: IpAddr) -> Result<Answer, Unread> {
        let answer = |response: api::Response| {
            self.node.metrics.requests.fetch_add(1, Ordering::Relaxed);
            self.node.note_refused_call(&response, peer);
            from_api(response)
        };
        let body = match body.is_end_stream() {
            true => Bytes::new(),
            false => match api::check_head(&call(parts, &[]), &*self.node) {
                Ok(app) => self.body(body, Proof::Secret(app)).await?,
                Err(refusal) if self.discard(body).await? > 0 => return Ok(answer(refusal)),
                // A chunked body may turn out to be empty, and need no hash.
                Err(_) => Bytes::new(),
            },
        };
        Ok(answer(api::handle(&call(parts, &body), &*self.node, &self.node.idempotency)))
    }
}

/// Whether a path is one of those that operators' programs ask, with whatever headers.
fn is_probe(path: &str) -> bool {
    matches!(path, "/up" | "/ready" | "/metrics")
}

/// Whether the body's end is beyond doubt. Where two programs in a row see different ends, a request can hide in
/// another's body (RFC 9112 section 6.1).
fn speaks_plain_chunks(request: &Request<Incoming>) -> bool {
    let mut encodings = request.headers().get_all(TRANSFER_ENCODING).iter();
    let Some(first) = encodings.next() else { return true };
    first.as_bytes().eq_ignore_ascii_case(b"chunked") && encodings.next().is_none()
}

fn call<'r>(parts: &'r Parts, body: &'r [u8]) -> api::Request<'r> {
    let header = |name| parts.headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    api::Request {
        method: parts.method.as_str(),
        path: parts.uri.path(),
        query: parts.uri.query().unwrap_or_default(),
        body,
        idempotency_key: header("x-idempotency-key").or_else(|| header("idempotency-key")),
    }
}

fn from_api(response: api::Response) -> Answer {
    let status = StatusCode::from_u16(response.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut answer = text(status, response.content_type, response.body);
    if let Some(allow) = response.allow {
        answer.headers_mut().insert(ALLOW, HeaderValue::from_static(allow));
    }
    if let Some(seconds) = response.retry_after_s {
        answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    answer
}

/// A body that was not read to its end, so that its connection ends with the answer.
pub(super) struct Unread {
    status: StatusCode,
    cause: Refusal,
    why: String,
}

impl Unread {
    fn broken_off() -> Self {
        let why = "The body ended before it was complete.".to_owned();
        Self { status: StatusCode::BAD_REQUEST, cause: Refusal::Malformed, why }
    }

    fn too_large(limit: usize) -> Self {
        let why = format!("The body is over {limit} bytes (setting http_body_bytes).");
        Self { status: StatusCode::PAYLOAD_TOO_LARGE, cause: Refusal::TooLarge, why }
    }

    fn into_answer(self) -> Answer {
        let mut answer = last_text(self.status, self.why);
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(1));
        }
        answer
    }
}

/// A body that is kept.
struct Kept<'b> {
    whole: &'b mut Vec<u8>,
    held: Holding,
    node: &'b Node,
}

impl Kept<'_> {
    /// Adds a part of a body that may have so many bytes. Room is doubled, but never beyond that, as all of it counts.
    fn add(&mut self, part: &[u8], longest: usize) {
        let len = self.whole.len() + part.len();
        if len > self.whole.capacity() {
            let room = (2 * self.whole.capacity()).min(longest).max(len);
            self.whole.reserve_exact(room - self.whole.len());
        }
        self.whole.extend_from_slice(part);
        self.node.evict(self.held.hold(self.whole.capacity()).elsewhere);
    }
}

/// Reads a body to its end. The error is `None` where its beginning, which a loop had read, had to give way to others'.
async fn read(mut body: Incoming, limit: usize, mut into: Option<Kept<'_>>) -> Result<usize, Option<Unread>> {
    let announced = body.size_hint().exact().and_then(|bytes| usize::try_from(bytes).ok());
    let longest = announced.unwrap_or(limit);
    let mut len = 0;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| (!is_given_up(&error)).then(Unread::broken_off))?;
        let Ok(data) = frame.into_data() else { continue }; // trailers
        len += data.len();
        if len > limit {
            return Err(Some(Unread::too_large(limit)));
        }
        if let Some(into) = &mut into {
            into.add(&data, longest);
        }
    }
    Ok(len)
}

/// Whether a connection's bytes could not be read as they had to give way: [`super::rewound::Rewound`] says so.
fn is_given_up(error: &hyper::Error) -> bool {
    let cause = std::error::Error::source(error).and_then(|cause| cause.downcast_ref::<std::io::Error>());
    cause.is_some_and(|cause| cause.kind() == std::io::ErrorKind::OutOfMemory)
}

/// Why a request gives way to others.
pub(crate) fn no_room(node: &Node) -> String {
    format!(
        "Incomplete requests hold more than {} bytes (setting request_bytes), and this was the oldest: try again.",
        node.settings.request_bytes
    )
}

/// The last answer of a connection, whose request was not read to its end.
fn last_text(status: StatusCode, body: impl Into<Bytes>) -> Answer {
    let mut answer = text(status, TEXT, body);
    answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    answer
}

pub(super) fn text(status: StatusCode, content_type: &'static str, body: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(body.into()));
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    answer
}
