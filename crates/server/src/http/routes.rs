//! Which path leads where.

use std::convert::Infallible;
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
use hyper::header::{ALLOW, CONNECTION, CONTENT_TYPE, HeaderValue, RETRY_AFTER, TRANSFER_ENCODING};
use hyper::http::request::Parts;
use hyper::{Request, Response, StatusCode, Uri};
use tokio::sync::Notify;
use tokio::time::sleep;

use super::supabase::Call;
use super::{longpoll, upgrade};
use crate::incomplete::Holding;
use crate::metrics;
use crate::node::Node;

/// The answer to one request.
pub(super) type Answer = Response<Full<Bytes>>;

pub(super) const TEXT: &str = "text/plain; charset=utf-8";
pub(super) const JSON: &str = "application/json";

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
            self.node.metrics.refused(Refusal::Malformed);
            let why = "The only transfer encoding that is understood here is: chunked.";
            return Ok(last_text(StatusCode::NOT_IMPLEMENTED, why));
        }
        if self.shows_api && upgrade::is_wanted(&request) && !is_probe(self.own_path(request.uri())) {
            return Ok(upgrade::answer(request, peer, &self.node).await);
        }
        // Also where nobody asks for it: what is behind it may be the next request.
        let (parts, body) = request.into_parts();
        let body = match self.body(body).await {
            Ok(body) => body,
            Err(answer) => return Ok(answer),
        };
        let own = self.own_path(&parts.uri);
        let is_signed = parts.uri.path().contains("/apps/");
        if self.shows_api
            && !is_signed
            && let Some(call) = Call::of(own)
        {
            return Ok(self.supabase(call, &parts, &body, peer).await);
        }
        Ok(match own {
            "/up" => text(StatusCode::OK, JSON, r#"{"health":"OK"}"#),
            "/ready" if self.node.is_draining() => {
                text(StatusCode::SERVICE_UNAVAILABLE, JSON, r#"{"ready":false,"reason":"draining"}"#)
            }
            "/ready" => text(StatusCode::OK, JSON, r#"{"ready":true}"#),
            "/metrics" if self.shows_metrics => {
                let exposition = metrics::exposition(&self.node);
                text(StatusCode::OK, "application/openmetrics-text; version=1.0.0; charset=utf-8", exposition)
            }
            "/metrics" => text(
                StatusCode::NOT_FOUND,
                TEXT,
                "Metrics are not served on an address that strangers reach; set metrics_listen to give them an \
                 address of their own.",
            ),
            _ if self.shows_api && is_signed => self.api(&parts, &body),
            _ if self.shows_api && own.starts_with("/app/") => text(
                StatusCode::UPGRADE_REQUIRED,
                TEXT,
                "This is where WebSocket clients connect. If this request came from one, a proxy in between drops \
                 the Upgrade and Connection headers.",
            ),
            _ => text(
                StatusCode::NOT_FOUND,
                TEXT,
                "Nothing is served under this path. Pusher clients connect to /app/{key}, and servers publish to \
                 /apps/{id}/events; Supabase clients connect to /realtime/v1/websocket, and publish to \
                 /realtime/v1/api/broadcast.",
            ),
        })
    }

    /// A path without the setting `path_prefix`.
    fn own_path<'u>(&self, uri: &'u Uri) -> &'u str {
        uri.path().strip_prefix(&*self.node.settings.path_prefix).unwrap_or(uri.path())
    }

    /// The whole body of a request, or the answer to one that is too long, takes too long or breaks off.
    async fn body(&self, body: Incoming) -> Result<Bytes, Answer> {
        if body.is_end_stream() {
            return Ok(Bytes::new());
        }
        // Before anything of it is read, and before a client that asks is told to go on (RFC 9110, section 10.1.1).
        if body.size_hint().lower() > self.node.settings.http_body_bytes as u64 {
            return Err(self.too_large());
        }
        let gives_way = Arc::new(Notify::new());
        let held = self.node.incomplete.begin({
            let gives_way = gives_way.clone();
            move || gives_way.notify_one()
        });
        let seconds = self.node.settings.body_timeout_s;
        let limit = Duration::from_secs(u64::from(seconds));
        tokio::select! {
            body = self.collect(body, &held) => body,
            () = sleep(limit), if !planted!("http: no body deadline") => {
                self.node.metrics.refused(Refusal::Malformed);
                let why = format!("The body was not complete within {seconds} s (setting body_timeout_s).");
                Err(last_text(StatusCode::REQUEST_TIMEOUT, why))
            }
            () = gives_way.notified() => Err(self.no_room()),
        }
    }

    async fn collect(&self, mut body: Incoming, held: &Holding) -> Result<Bytes, Answer> {
        let limit = self.node.settings.http_body_bytes;
        let mut all = Vec::new();
        while let Some(frame) = body.frame().await {
            let Ok(frame) = frame else {
                return Err(last_text(StatusCode::BAD_REQUEST, "The body ended before it was complete."));
            };
            let Ok(data) = frame.into_data() else { continue }; // trailers
            if all.len() + data.len() > limit {
                return Err(self.too_large());
            }
            all.extend_from_slice(&data);
            held.hold(all.capacity());
        }
        Ok(all.into())
    }

    fn too_large(&self) -> Answer {
        self.node.metrics.refused(Refusal::TooLarge);
        let limit = self.node.settings.http_body_bytes;
        let why = format!("The body is over {limit} bytes (setting http_body_bytes).");
        last_text(StatusCode::PAYLOAD_TOO_LARGE, why)
    }

    fn no_room(&self) -> Answer {
        self.gave_way();
        let mut answer = last_text(StatusCode::SERVICE_UNAVAILABLE, no_room(&self.node));
        answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(1));
        answer
    }

    /// A request was given up so that others have room.
    pub(super) fn gave_way(&self) {
        self.node.metrics.refused(Refusal::Overload);
    }

    /// Whether the answer to a request waits for something that may not come for a while.
    pub(super) fn waits(&self, request: &Request<Incoming>) -> bool {
        longpoll::is_path(self.own_path(request.uri()))
    }

    fn api(&self, parts: &Parts, body: &[u8]) -> Answer {
        self.node.metrics.requests.fetch_add(1, Ordering::Relaxed);
        let header = |name| parts.headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        from_api(api::handle(
            &api::Request {
                method: parts.method.as_str(),
                path: parts.uri.path(),
                query: parts.uri.query().unwrap_or_default(),
                body,
                idempotency_key: header("x-idempotency-key").or_else(|| header("idempotency-key")),
            },
            &*self.node,
            &self.node.idempotency,
        ))
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
