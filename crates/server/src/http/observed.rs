//! Each request that hyper serves has an id, and with an access log or traces a line or a span.

use std::future::Future;
use std::sync::Arc;

use axum::body::Body;
use hyper::Request;
use hyper::body::{Body as _, Incoming};
use hyper::header::{HeaderName, HeaderValue};

use super::routes::Answer;
use crate::node::Node;
use crate::observe::{Observation, REQUEST_ID, Seen, current};
use crate::peer::ClientAddress;

static REQUEST_ID_HEADER: HeaderName = HeaderName::from_static(REQUEST_ID);

/// A request begins. Its head has the id from now on: where the connection becomes a WebSocket, the loop reads it there.
pub(super) fn begin(node: &Node, request: &mut Request<Incoming>, client: ClientAddress) -> Arc<Observation> {
    let header = |name: &str| request.headers().get(name).map(HeaderValue::as_bytes);
    let observation = Observation::begin(
        node,
        &Seen {
            method: request.method().as_str(),
            path: request.uri().path(),
            client: client.ip,
            header: &header,
        },
    );
    if let Some(id) = header_of(&observation) {
        request.headers_mut().insert(REQUEST_ID_HEADER.clone(), id);
    }
    observation
}

/// Answers it, with its id.
pub(super) async fn answered(
    node: &Node,
    observation: Arc<Observation>,
    answer: impl Future<Output = Answer>,
) -> Answer {
    let mut answer = current::during(Arc::clone(&observation), answer).await;
    if let Some(id) = header_of(&observation) {
        answer.headers_mut().insert(REQUEST_ID_HEADER.clone(), id);
    }
    let bytes = length(answer.body());
    observation.end(node, answer.status().as_u16(), bytes);
    answer
}

/// The bytes of a body, which are all there.
fn length(body: &Body) -> usize {
    usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX)
}

fn header_of(observation: &Observation) -> Option<HeaderValue> {
    HeaderValue::from_str(observation.id.as_str()).ok()
}
