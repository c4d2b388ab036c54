//! Reads the bodies of requests: bounded in length and time, and stored only for those who have proved something.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use baton_planted::planted;
use baton_protocols::Refusal;
use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::StatusCode;
use hyper::body::Body as _;
use hyper::header::{HeaderValue, RETRY_AFTER};
use tokio::sync::Notify;
use tokio::time::sleep;

use super::routes::{Answer, Asked, last_text};
use super::shedding::LiveHead;
use crate::incomplete::{Holder, Holding, Proof};
use crate::node::Node;

impl Asked {
    /// The whole body of a request whose head proves so much, unless it is too long, takes too long or breaks off.
    pub(super) async fn body(&self, body: Body, proof: Proof) -> Result<Bytes, Unread> {
        let mut whole = Vec::new();
        self.read(body, proof, Some(&mut whole)).await?;
        Ok(whole.into())
    }

    /// Reads a body that nobody needs, as what is behind it may be the next request; how many bytes it had.
    pub(super) async fn discard(&self, body: Body) -> Result<usize, Unread> {
        self.read(body, Proof::None, None).await
    }

    /// Reads a body, into memory that counts for those who prove so much, and returns its length.
    async fn read(&self, body: Body, proof: Proof, into: Option<&mut Vec<u8>>) -> Result<usize, Unread> {
        if body.is_end_stream() {
            return Ok(0);
        }
        let limit = self.handlers.node().config().settings.http_body_bytes;
        // Before anything of it is read, and before a client that asks is told to go on (RFC 9110, section 10.1.1).
        if body.size_hint().lower() > limit as u64 {
            return Err(Unread::too_large(limit));
        }
        let evicted = Arc::new(Notify::new());
        // With HTTP/1.1 the bytes of the head were counted as they came, and there is one for a connection.
        let request = self.parts.extensions.get().map_or(0, LiveHead::request_bytes);
        let stored = (request > 0 || into.is_some()).then(|| {
            let held = self.handlers.node().incomplete.begin(proof, Holder::Task(evicted.clone()));
            self.handlers.node().evict(held.hold(request).elsewhere);
            Stored { whole: into, request, held, node: self.handlers.node() }
        });
        let seconds = self.handlers.node().config().settings.body_timeout_s;
        tokio::select! {
            read = read(body, limit, stored) => read,
            () = sleep(Duration::from_secs(u64::from(seconds))), if !planted!("http: no body deadline") => {
                let why = format!("The request's body was not complete within {seconds} s (setting body_timeout_s).");
                Err(Some(Unread { status: StatusCode::REQUEST_TIMEOUT, cause: Refusal::Malformed, why }))
            }
            () = evicted.notified() => Err(None),
        }
        .map_err(|unread| unread.unwrap_or_else(|| self.evicted()))
    }

    fn evicted(&self) -> Unread {
        let why = no_room(self.handlers.node());
        Unread { status: StatusCode::SERVICE_UNAVAILABLE, cause: Refusal::Overload, why }
    }
}

/// A body that was not read to its end, so that its connection ends with the answer.
pub(super) struct Unread {
    status: StatusCode,
    pub(super) cause: Refusal,
    pub(super) why: String,
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

    pub(super) fn into_answer(self) -> Answer {
        let mut answer = last_text(self.status, self.why);
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(1));
        }
        answer
    }
}

/// What is stored of a request while its body is read.
struct Stored<'b> {
    /// Its body; `None` for one that nobody needs.
    whole: Option<&'b mut Vec<u8>>,
    /// Bytes that it takes beside its body.
    request: usize,
    held: Holding,
    node: &'b Node,
}

impl Stored<'_> {
    /// Adds a part of a body that may have so many bytes. Room is doubled, but never beyond that, as all of it counts.
    fn add(&mut self, part: &[u8], longest: usize) {
        let Some(whole) = &mut self.whole else { return };
        let len = whole.len() + part.len();
        if len > whole.capacity() {
            let room = (2 * whole.capacity()).min(longest).max(len);
            whole.reserve_exact(room - whole.len());
        }
        whole.extend_from_slice(part);
        self.node.evict(self.held.hold(self.request + whole.capacity()).elsewhere);
    }
}

/// Reads a body to its end. The error is `None` where its beginning, which a loop had read, was evicted.
async fn read(mut body: Body, limit: usize, mut into: Option<Stored<'_>>) -> Result<usize, Option<Unread>> {
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

/// Whether a connection's bytes could not be read as they were evicted: [`super::rewound::Rewound`] says so.
fn is_given_up(error: &axum::Error) -> bool {
    let causes = std::iter::successors(std::error::Error::source(error), |cause| cause.source());
    let mut causes = causes.filter_map(|cause| cause.downcast_ref::<std::io::Error>());
    causes.any(|cause| cause.kind() == std::io::ErrorKind::OutOfMemory)
}

/// Why a request was evicted.
pub(crate) fn no_room(node: &Node) -> String {
    format!(
        "Incomplete requests hold more than {} bytes (setting request_bytes), and this was the oldest: try again.",
        node.config().settings.request_bytes
    )
}
