//! What the streams of HTTP/2 hold, within bounds: heads of requests whose bodies have yet to come, and answers that are not
//! taken.
//!
//! With HTTP/1.1 each connection has one of either, and the bytes of the socket bound both. Here a connection has a hundred, and
//! a few bytes can stand for a large head (HPACK, RFC 7541).

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::Body;
use baton_protocols::Refusal;
use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use hyper::{Request, StatusCode};
use tokio::sync::Notify;

use super::deadlines::{Stage, Unsent};
use super::routes::{Answer, TEXT, text};
use crate::incomplete::{Holder, Holding, Proof};
use crate::node::Node;
use crate::peer::Peer;
use crate::refusals::Refused;

/// Fields of a head. Above it: 431. hyper has the same limit for HTTP/1.1.
const FIELDS: usize = 100;
/// What a field takes beside its name and its value.
const FIELD_BYTES: usize = 100;

/// A head with too many fields: its request is not answered by the routes.
pub(super) struct TooManyFields;

/// A head whose body has yet to come; it counts among the bytes of incomplete requests.
pub(super) struct HeldHead {
    _held: Holding,
    evicted: Arc<Notify>,
}

impl HeldHead {
    /// Counts the head of this request. `None` if its body is there, so that it is answered at once.
    pub(super) fn of<B: HttpBody>(node: &Node, request: &Request<B>) -> Result<Option<Self>, TooManyFields> {
        let fields = request.headers();
        if fields.len() > FIELDS {
            return Err(TooManyFields);
        }
        if request.body().is_end_stream() {
            return Ok(None);
        }
        let bytes = |(name, value): (&hyper::header::HeaderName, &hyper::header::HeaderValue)| {
            name.as_str().len() + value.len() + FIELD_BYTES
        };
        let evicted = Arc::new(Notify::new());
        let held = node.incomplete.begin(Proof::None, Holder::Task(Arc::clone(&evicted)));
        node.evict(held.hold(fields.iter().map(bytes).sum()).elsewhere);
        Ok(Some(Self { _held: held, evicted }))
    }

    /// Waits until it has to make room for others.
    pub(super) async fn evicted(&self) {
        self.evicted.notified().await;
    }
}

impl TooManyFields {
    pub(super) fn answer(self, node: &Node, peer: Peer) -> Answer {
        let why = format!("The request's head has over {FIELDS} fields.");
        node.refusals.note(&Refused::new(Refusal::TooLarge, &why).from(peer.ip));
        text(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, TEXT, why)
    }
}

/// A request had to make room for others.
pub(super) fn evicted(node: &Node, peer: Peer) -> Answer {
    let why = super::no_room(node);
    node.refusals.note(&Refused::new(Refusal::Overload, &why).from(peer.ip));
    text(StatusCode::SERVICE_UNAVAILABLE, TEXT, why)
}

/// An answer whose body its connection waits for, until all of it was taken.
pub(super) fn sending(answer: Answer, stage: &Arc<Stage>) -> Answer {
    answer.map(|body| match body.is_end_stream() {
        true => body,
        false => Body::new(Sending { body, _unsent: stage.begin_sending() }),
    })
}

struct Sending {
    body: Body,
    _unsent: Unsent,
}

impl HttpBody for Sending {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
