//! Each request that hyper serves has an id, and with an access log or traces a line or a span.

use std::future::Future;
use std::sync::Arc;
use std::thread;

use axum::body::Body;
use hyper::body::{Body as _, Incoming};
use hyper::header::{HeaderName, HeaderValue};
use hyper::{Request, Version};

use super::routes::Answer;
use crate::node::Node;
use crate::observe::{Observation, REQUEST_ID, Seen, current};
use crate::peer::ClientAddress;

static REQUEST_ID_HEADER: HeaderName = HeaderName::from_static(REQUEST_ID);

/// What lines and spans say of a request whose caller did not wait for the answer; no such status is ever sent. Other servers
/// and proxies log the same.
const CALLER_GONE: u16 = 499;

/// A request begins. Its head has the id from now on: where the connection becomes a WebSocket, the loop reads it there.
pub(super) fn begin(node: &Node, request: &mut Request<Incoming>, client: ClientAddress) -> Arc<Observation> {
    let header = |name: &str| request.headers().get(name).map(HeaderValue::as_bytes);
    let observation = Observation::begin(
        node,
        &Seen {
            method: request.method().as_str(),
            version: version_of(request.version()),
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

/// Answers it, with its id. A request whose caller is gone first ends as well.
pub(super) async fn answered(
    node: &Node,
    observation: Arc<Observation>,
    answer: impl Future<Output = Answer>,
) -> Answer {
    let mut unanswered = Unanswered { node, observation: Some(Arc::clone(&observation)) };
    let mut answer = current::during(Arc::clone(&observation), answer).await;
    unanswered.observation = None;
    if let Some(id) = header_of(&observation) {
        answer.headers_mut().insert(REQUEST_ID_HEADER.clone(), id);
    }
    let bytes = length(answer.body());
    observation.end(node, answer.status().as_u16(), bytes);
    answer
}

/// A request that is not answered yet.
struct Unanswered<'n> {
    node: &'n Node,
    observation: Option<Arc<Observation>>,
}

impl Drop for Unanswered<'_> {
    fn drop(&mut self) {
        if let Some(observation) = &self.observation {
            let status = if thread::panicking() { 500 } else { CALLER_GONE };
            observation.end(self.node, status, 0);
        }
    }
}

fn version_of(version: Version) -> &'static str {
    match version {
        Version::HTTP_10 => "1.0",
        Version::HTTP_2 => "2",
        _ => "1.1",
    }
}

/// The bytes of a body, which are all there.
fn length(body: &Body) -> usize {
    usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX)
}

fn header_of(observation: &Observation) -> Option<HeaderValue> {
    HeaderValue::from_str(observation.id.as_str()).ok()
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::net::Ipv4Addr;
    use std::task::{Context, Waker};

    use super::*;
    use crate::config::Config;
    use crate::metrics::Metrics;
    use crate::settings::{AccessLines, Settings};

    #[test]
    fn a_request_whose_caller_is_gone_has_its_line() {
        let settings =
            Settings { access_log: AccessLines::Errors, access_log_per_second: 1, ..Settings::default() };
        let config = Config::new(settings, None, 0).unwrap();
        let node = Node::new(config, Vec::new(), Arc::new(Metrics::new(0)));
        let client = Ipv4Addr::LOCALHOST.into();
        // One line has room in a second, so that the counter of those without shows that there were more.
        for _ in 0..4 {
            let seen = Seen { method: "GET", version: "2", path: "/up", client, header: &|_| None };
            let observation = Observation::begin(&node, &seen);
            let mut answer = Box::pin(answered(&node, observation, pending()));
            assert!(answer.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        }
        assert!(node.access_log.dropped() > 0);
    }
}
