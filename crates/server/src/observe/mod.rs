//! What operators can see of single requests and connections: ids, lines of the access log, and spans of traces.
//!
//! An [`Observation`] is made for a request whose id somebody will look at: each one that hyper serves, and of those that a loop
//! answers itself the ones that brought an id, or all while an access log or traces are on. While a request is answered its
//! observation is the [`current`] one of its task or thread, so that log lines, publishes and hooks find it there, and no
//! function between has to pass it on.

mod access_log;
mod connection;
pub(crate) mod current;
mod request_id;
mod route;

use std::net::IpAddr;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

pub(crate) use self::access_log::AccessLog;
pub(crate) use self::connection::{ConnectionLog, ConnectionRecord, Ended};
pub(crate) use self::request_id::{RequestId, random_u64};
pub(crate) use self::route::route_of;
use crate::clock;
use crate::node::Node;
use crate::refusals::Refusals;
use crate::trace::{self, Span, TraceContext};

/// Publishes of one request that have a span; a batch over many channels has hundreds.
const SPANS_OF_PUBLISHES: u32 = 32;

/// Stands for methods that HTTP does not have.
const OTHER: &str = "_OTHER";

/// The header that has the id of a request.
pub(crate) const REQUEST_ID: &str = "x-request-id";
/// W3C Trace Context.
pub(crate) const TRACEPARENT: &str = "traceparent";

/// A request while it is answered.
pub(crate) struct Observation {
    pub(crate) id: RequestId,
    began: Instant,
    /// The app that it is about, once that is known.
    app: OnceLock<Box<str>>,
    /// What its line and its span say of it; `None` where neither is written.
    head: Option<Head>,
    /// The trace that it is part of, sampled or not.
    trace: Option<TraceContext>,
    span: Option<Span>,
    publishes: AtomicU32,
}

/// What a request begins with, for a line or a span.
pub(crate) struct Head {
    method: Box<str>,
    /// Of HTTP.
    version: &'static str,
    /// Both as they came: secrets are taken out of them where they are shown, as most requests have no line.
    path: Box<str>,
    user_agent: Option<Box<str>>,
    client: IpAddr,
}

/// The same as others may read it.
pub(crate) struct ShownHead<'h> {
    pub(crate) method: &'h str,
    pub(crate) version: &'static str,
    pub(crate) path: String,
    pub(crate) user_agent: Option<String>,
    pub(crate) client: IpAddr,
}

/// What an observation is made of, as a loop or hyper has read it.
pub(crate) struct Seen<'r> {
    pub(crate) method: &'r str,
    /// Of HTTP.
    pub(crate) version: &'static str,
    /// Without its query.
    pub(crate) path: &'r str,
    pub(crate) client: IpAddr,
    /// The header of this name.
    pub(crate) header: &'r dyn Fn(&str) -> Option<&'r [u8]>,
}

impl Observation {
    /// A request begins.
    pub(crate) fn begin(node: &Node, seen: &Seen<'_>) -> Arc<Self> {
        let id = (seen.header)(REQUEST_ID).and_then(RequestId::parse).unwrap_or_else(RequestId::random);
        let (trace, span) = match trace::tracer() {
            None => (None, None),
            Some(tracer) => {
                let parent = (seen.header)(TRACEPARENT).and_then(TraceContext::parse);
                let span = tracer.begin_server(parent, clock::unix_s());
                let trace = span.as_ref().map(Span::context);
                (trace.or(parent.map(TraceContext::unsampled)), span)
            }
        };
        let head = (node.access_log.is_on() || span.is_some()).then(|| Head {
            method: clipped(seen.method, 32),
            version: seen.version,
            path: seen.path.into(),
            user_agent: (seen.header)("user-agent").map(|agent| String::from_utf8_lossy(agent).into()),
            client: seen.client,
        });
        let own = seen.path.strip_prefix(&*node.config().settings.path_prefix).unwrap_or(seen.path);
        let span = span.map(|span| {
            let (method, route) = (known(seen.method), route_of(own));
            let method = if method == OTHER { "HTTP" } else { method };
            let name = route.as_ref().map_or_else(|| method.to_owned(), |route| format!("{method} {route}"));
            span.named(name).with_maybe("http.route", route)
        });
        let one = Self {
            id,
            began: Instant::now(),
            app: OnceLock::new(),
            head,
            trace,
            span,
            publishes: AtomicU32::new(0),
        };
        if let Some(app) = app_of(node, own) {
            one.is_about(&app);
        }
        Arc::new(one)
    }

    /// The app that the request is about.
    pub(crate) fn is_about(&self, app: &str) {
        _ = self.app.set(app.into()); // the first one counts
    }

    /// The trace, to be named to others.
    pub(crate) fn trace(&self) -> Option<TraceContext> {
        self.trace
    }

    /// Whether one more publish of this request has a span.
    pub(crate) fn has_span_for_publish(&self) -> bool {
        self.trace.is_some_and(|trace| trace.is_sampled)
            && self.publishes.fetch_add(1, Relaxed) < SPANS_OF_PUBLISHES
    }

    /// The request is answered.
    pub(crate) fn end(&self, node: &Node, status: u16, bytes: usize) {
        let Some(head) = &self.head else { return };
        // An upgraded connection has a line of its own, at its end.
        let has_line = status != 101 && node.access_log.takes_line(status);
        if !has_line && self.span.is_none() {
            return;
        }
        let app = self.app.get().map(|app| &**app).filter(|app| !app.is_empty());
        let head = head.shown(&node.refusals);
        if has_line {
            access_log::write_request(&self.id, &head, app, (status, bytes), self.began.elapsed());
        }
        if let Some(span) = self.span.clone() {
            span.with("http.request.method", known(head.method))
                .with("network.protocol.version", head.version)
                .with("url.path", head.path)
                .with("http.response.status_code", i64::from(status))
                .with("client.address", head.client.to_string())
                .with_maybe("user_agent.original", head.user_agent)
                .with_maybe("baton.app.id", app)
                .with("baton.request.id", self.id.as_str())
                .failed_if(status >= 500, status)
                .end();
        }
    }
}

impl Head {
    fn shown(&self, refusals: &Refusals) -> ShownHead<'_> {
        ShownHead {
            method: &self.method,
            version: self.version,
            // First masked: a secret may have a `;`, and its beginning would be left.
            path: without_query(refusals.beginning(&self.path)),
            user_agent: self.user_agent.as_ref().map(|agent| refusals.beginning(agent)),
            client: self.client,
        }
    }
}

/// A path without what callers may have meant as its query, which may have a signature or a token.
fn without_query(mut path: String) -> String {
    let ends = ["?", ";", "%3f", "%3F", "%3b", "%3B"].into_iter().filter_map(|begin| path.find(begin));
    if let Some(end) = ends.min() {
        path.truncate(end);
        path.push('…');
    }
    path
}

/// A request that could not be read, or had no head: its line.
pub(crate) fn unreadable(node: &Node, client: IpAddr, status: u16, bytes: usize) {
    if node.access_log.takes_line(status) {
        let head = ShownHead { method: "-", version: "-", path: "-".into(), user_agent: None, client };
        access_log::write_request(&RequestId::random(), &head, None, (status, bytes), Duration::ZERO);
    }
}

/// The app that a path of Pusher's names, by its id or its key.
fn app_of(node: &Node, path: &str) -> Option<Box<str>> {
    let first = |rest: &str| rest.split('/').next().map(str::to_owned);
    let config = node.config();
    let state = if let Some(id) = path.split_once("/apps/").and_then(|(_, rest)| first(rest)) {
        config.app_by_id(&id)
    } else {
        config.app_by_key(&first(path.strip_prefix("/app/")?)?)
    };
    state.map(|state| state.app.id.clone())
}

/// A method as spans name it: callers may write any word, and a span's name is for grouping.
fn known(method: &str) -> &'static str {
    const METHODS: [&str; 9] =
        ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"];
    METHODS.into_iter().find(|known| *known == method).unwrap_or(OTHER)
}

fn clipped(text: &str, characters: usize) -> Box<str> {
    text.chars().take(characters).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_meant_as_a_query_is_not_shown() {
        for (path, shown) in [
            ("/up", "/up"),
            ("/up%3Fauth_signature=secret", "/up…"),
            ("/up%3fauth_signature=secret;x", "/up…"),
            ("/up;token=secret%3Fx", "/up…"),
            ("/up%3Btoken=secret", "/up…"),
            ("/é?x", "/é…"),
            ("/%3/%2F%3", "/%3/%2F%3"),
        ] {
            assert_eq!(without_query(path.to_owned()), shown, "{path}");
        }
    }
}
