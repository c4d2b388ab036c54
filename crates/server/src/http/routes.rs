//! Which path leads where.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use baton_protocols::Refusal;
use baton_protocols::pusher::api;
use bytes::Bytes;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper::header::{ALLOW, CONNECTION, CONTENT_TYPE, HeaderValue, RETRY_AFTER, TRANSFER_ENCODING};
use hyper::{Request, Response, StatusCode};

use super::supabase::Call;
use super::upgrade;
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
            let mut answer = text(
                StatusCode::NOT_IMPLEMENTED,
                TEXT,
                "The only transfer encoding that is understood here is: chunked.",
            );
            answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            return Ok(answer);
        }
        let path = request.uri().path().to_owned(); // the request goes on to whoever answers it
        let own = path.strip_prefix(&*self.node.settings.path_prefix).unwrap_or(&path);
        if self.shows_api
            && !upgrade::is_wanted(&request)
            && !path.contains("/apps/")
            && let Some(call) = Call::of(own)
        {
            return Ok(self.supabase(call, request, peer).await);
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
            _ if self.shows_api && upgrade::is_wanted(&request) => {
                upgrade::answer(request, peer, &self.node).await
            }
            _ if self.shows_api && path.contains("/apps/") => self.api(request).await,
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

    /// The whole body of a request, or the answer to one that is too long or breaks off.
    pub(super) async fn body(&self, body: Incoming) -> Result<Bytes, Answer> {
        let limit = self.node.settings.http_body_bytes;
        match Limited::new(body, limit).collect().await {
            Ok(body) => Ok(body.to_bytes()),
            Err(error) if error.is::<LengthLimitError>() => {
                self.node.metrics.refused(Refusal::TooLarge);
                let why = format!("The body is over {limit} bytes (setting http_body_bytes).");
                Err(text(StatusCode::PAYLOAD_TOO_LARGE, TEXT, why))
            }
            Err(_) => Err(text(StatusCode::BAD_REQUEST, TEXT, "The body ended before it was complete.")),
        }
    }

    async fn api(&self, request: Request<Incoming>) -> Answer {
        let (parts, body) = request.into_parts();
        let body = match self.body(body).await {
            Ok(body) => body,
            Err(answer) => return answer,
        };
        self.node.metrics.requests.fetch_add(1, Ordering::Relaxed);
        let header = |name| parts.headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        from_api(api::handle(
            &api::Request {
                method: parts.method.as_str(),
                path: parts.uri.path(),
                query: parts.uri.query().unwrap_or_default(),
                body: &body,
                idempotency_key: header("x-idempotency-key").or_else(|| header("idempotency-key")),
            },
            &*self.node,
            &self.node.idempotency,
        ))
    }
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

pub(super) fn text(status: StatusCode, content_type: &'static str, body: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(body.into()));
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    answer
}
