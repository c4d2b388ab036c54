//! Which path leads where: each protocol has its rows in the router, and so have operators.

use std::convert::Infallible;
use std::fmt::Display;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::FromRequest;
use axum::routing::{MethodRouter, any};
use baton_protocols::Refusal;
use bytes::Bytes;
use hyper::body::Incoming;
use hyper::header::{CONNECTION, CONTENT_TYPE, HeaderValue, RETRY_AFTER, TRANSFER_ENCODING};
use hyper::http::request::Parts;
use hyper::http::uri::PathAndQuery;
use hyper::service::Service as _;
use hyper::{Method, Request, Response, StatusCode, Uri};
use hyper_util::service::TowerToHyperService;

use super::body::Unread;
use super::shedding::SERVED_HEAD_BYTES;
use super::{acme, admin, inspector, longpoll, observed, operators, pusher, streams, supabase, upgrade};
use crate::admission;
use crate::node::Node;
use crate::peer::{ClientAddress, Peer};
use crate::refusals::Refused;

/// The answer to one request.
pub(super) type Answer = Response<Body>;

/// A part of the table of routes.
pub(super) type Rows = Router<Arc<Handlers>>;

pub(super) const TEXT: &str = "text/plain; charset=utf-8";
pub(super) const JSON: &str = "application/json";

const NO_UPGRADE: &str = "This is where WebSocket clients connect. If this request came from one, a proxy in between drops the \
                          Upgrade and Connection headers.";

const NOTHING_HERE: &str = "Nothing is served under this path. Pusher clients connect to /app/{key}, and servers publish to /apps/{id}/events; \
     Supabase clients connect to /realtime/v1/websocket, and publish to /realtime/v1/api/broadcast.";

/// What gateways put a prefix of their choice before: the path counts from here.
const BEHIND_ANY_PREFIX: [&str; 3] = ["/apps/", "/api/broadcast", "/api/presence/"];

/// The paths of one listener.
pub(super) struct Routes {
    handlers: Arc<Handlers>,
    router: TowerToHyperService<Router>,
}

/// What all handlers share.
pub(super) struct Handlers {
    node: Arc<Node>,
    pub(super) shows_metrics: bool,
    pub(super) shows_api: bool,
}

impl Routes {
    /// Everything; metrics only where strangers cannot ask for them.
    pub(super) fn new(node: Arc<Node>, shows_metrics: bool) -> Self {
        let rows = operators::rows()
            .merge(pusher::rows())
            .merge(supabase::rows())
            .merge(admin::rows())
            .merge(inspector::rows())
            .merge(acme::rows());
        Self::of(rows, Handlers { node, shows_metrics, shows_api: true })
    }

    /// Only what operators ask.
    pub(super) fn only_metrics(node: Arc<Node>) -> Self {
        Self::of(operators::rows(), Handlers { node, shows_metrics: true, shows_api: false })
    }

    fn of(rows: Rows, handlers: Handlers) -> Self {
        let handlers = Arc::new(handlers);
        let router = rows.fallback(any(async |received: Received| received.page(not_served).await));
        Self { router: TowerToHyperService::new(router.with_state(Arc::clone(&handlers))), handlers }
    }

    pub(super) fn node(&self) -> &Arc<Node> {
        &self.handlers.node
    }

    /// Answers one request.
    pub(super) async fn answer(
        &self,
        mut request: Request<Incoming>,
        peer: Peer,
    ) -> Result<Answer, Infallible> {
        let client = self.handlers.client_of(&request, peer);
        let observation = observed::begin(self.node(), &mut request, client);
        let answer = async {
            match self.respond(request, client, peer).await {
                Ok(answer) => answer,
                Err(never) => match never {},
            }
        };
        Ok(observed::answered(self.node(), observation, answer).await)
    }

    async fn respond(
        &self,
        request: Request<Incoming>,
        client: ClientAddress,
        peer: Peer,
    ) -> Result<Answer, Infallible> {
        let handlers = &self.handlers;
        if request.method() == Method::CONNECT {
            let why = "CONNECT is not supported: this server is not a proxy.";
            handlers.refused(Refusal::Malformed, request.uri(), client, &why);
            return Ok(last_text(StatusCode::METHOD_NOT_ALLOWED, why));
        }
        if let Some(why) = streams::too_many_fields(request.headers()) {
            handlers.refused(Refusal::TooLarge, request.uri(), client, &why);
            return Ok(last_text(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, why));
        }
        if !speaks_plain_chunks(&request) {
            let why = "The only transfer encoding that is understood here is: chunked.";
            handlers.refused(Refusal::Malformed, request.uri(), client, &why);
            return Ok(last_text(StatusCode::NOT_IMPLEMENTED, why));
        }
        let own = handlers.own_path(request.uri());
        if handlers.shows_api && upgrade::is_wanted(&request) && !operators::is_path(own) {
            return Ok(upgrade::answer(request, client, &handlers.node).await);
        }
        self.route(request.map(Body::new), client, peer.is_forwarded).await
    }

    async fn route(
        &self,
        mut request: Request<Body>,
        client: ClientAddress,
        is_forwarded: bool,
    ) -> Result<Answer, Infallible> {
        // The router has each path once; handlers are given the path as it came, which is signed.
        let path = canonical(self.handlers.own_path(request.uri()));
        let routed = PathAndQuery::try_from(path).map_or_else(|_| Uri::default(), Uri::from);
        let uri = std::mem::replace(request.uri_mut(), routed);
        request.extensions_mut().insert(Sent { uri, client, is_forwarded });
        self.router.call(request).await
    }

    /// Bytes that all requests of HTTP/2 may take. Those whose bodies have yet to come may take `request_bytes`, so that others
    /// always find as much.
    pub(super) fn http2_bytes(&self) -> usize {
        self.node().config().settings.request_bytes.saturating_mul(2)
    }

    /// The answer to a request of HTTP/2 for which there is no room. It has no body, so that the client's window cannot hold
    /// it up.
    pub(super) async fn shed(&self, mut request: Request<Incoming>, peer: Peer) -> Answer {
        let limit = self.http2_bytes();
        let why = format!(
            "Requests by HTTP/2 take more than {limit} bytes (twice the setting request_bytes): until some are over, a \
             connection has two at a time, with heads of up to {SERVED_HEAD_BYTES} bytes."
        );
        let client = self.handlers.client_of(&request, peer);
        let observation = observed::begin(self.node(), &mut request, client);
        self.handlers.refused(Refusal::Overload, request.uri(), client, &why);
        let mut answer = Answer::new(Body::empty());
        *answer.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
        answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(1));
        observed::answered(self.node(), observation, std::future::ready(answer)).await
    }

    /// Whether the answer to a request waits for something that may not come for a while.
    pub(super) fn waits(&self, request: &Request<Incoming>) -> bool {
        let path = self.handlers.own_path(request.uri());
        request.method() == Method::GET && (longpoll::is_path(path) || path == inspector::TIMELINE)
    }
}

/// A request's target as it came, and where from.
#[derive(Clone)]
struct Sent {
    uri: Uri,
    client: ClientAddress,
    is_forwarded: bool,
}

/// A request for a handler, and its body.
pub(super) struct Received(pub(super) Asked, pub(super) Body);

/// What is asked.
pub(super) struct Asked {
    pub(super) handlers: Arc<Handlers>,
    /// The head, with its target as it came.
    pub(super) parts: Parts,
    pub(super) client: ClientAddress,
    /// A proxy has passed the connection on.
    pub(super) is_forwarded: bool,
}

impl FromRequest<Arc<Handlers>> for Received {
    type Rejection = StatusCode;

    async fn from_request(request: Request<Body>, handlers: &Arc<Handlers>) -> Result<Self, StatusCode> {
        let (mut parts, body) = request.into_parts();
        let Sent { uri, client, is_forwarded } =
            parts.extensions.remove().ok_or(StatusCode::INTERNAL_SERVER_ERROR)?;
        parts.uri = uri;
        Ok(Self(Asked { handlers: Arc::clone(handlers), parts, client, is_forwarded }, body))
    }
}

impl Received {
    /// Answers with a page, once the body, which nobody needs, is out of the way of the next request.
    pub(super) async fn page(self, show: impl FnOnce(&Asked) -> Answer) -> Answer {
        let Self(asked, body) = self;
        match asked.discard(body).await {
            Ok(_) => show(&asked),
            Err(unread) => asked.unread(unread),
        }
    }
}

impl Asked {
    /// The answer where a body was not read to its end.
    pub(super) fn unread(&self, unread: Unread) -> Answer {
        self.handlers.refused(unread.cause, &self.parts.uri, self.client, &unread.why);
        unread.into_answer()
    }
}

/// What to say where nothing is.
fn not_served(Asked { handlers, parts, client, .. }: &Asked) -> Answer {
    let own = handlers.own_path(&parts.uri);
    if handlers.shows_api && admission::is_for_websockets(&handlers.node, own) {
        handlers.refused(Refusal::Malformed, &parts.uri, *client, &NO_UPGRADE);
        return text(StatusCode::UPGRADE_REQUIRED, TEXT, NO_UPGRADE);
    }
    let why = format_args!("{NOTHING_HERE} ({} {})", parts.method, parts.uri.path());
    handlers.refused(Refusal::Malformed, &parts.uri, *client, &why);
    text(StatusCode::NOT_FOUND, TEXT, NOTHING_HERE)
}

impl Handlers {
    pub(super) fn node(&self) -> &Arc<Node> {
        &self.node
    }

    /// A path without the setting `path_prefix`.
    pub(super) fn own_path<'u>(&self, uri: &'u Uri) -> &'u str {
        uri.path().strip_prefix(&*self.node.config().settings.path_prefix).unwrap_or(uri.path())
    }

    /// Counts a refusal, and reports it.
    pub(super) fn refused(&self, cause: Refusal, uri: &Uri, client: ClientAddress, why: &dyn Display) {
        let id = uri.path().split_once("/apps/").and_then(|(_, rest)| rest.split('/').next());
        let state = id.and_then(|id| self.node.state_by_id(id));
        let app = state.as_ref().map(|state| &*state.app);
        self.node.refusals.note(&Refused { app, ..Refused::new(cause, why).from(client) });
    }

    /// Who sent a request over the connection from `peer`.
    fn client_of<B>(&self, request: &Request<B>, peer: Peer) -> ClientAddress {
        let settings = &self.node.config().settings;
        let header = settings.client_address_header.name();
        let values = || request.headers().get_all(header).iter().map(HeaderValue::as_bytes);
        peer.client(settings, values)
    }
}

/// One handler for a path and all that is under it.
pub(super) fn under(path: &str, handler: MethodRouter<Arc<Handlers>>) -> Rows {
    let rows = Router::new().route(path, handler.clone());
    rows.route(&format!("{path}/"), handler.clone()).route(&format!("{path}/{{*rest}}"), handler)
}

/// A path as the router has it. Administrators and the inspector have calls named `apps` as well.
fn canonical(own: &str) -> &str {
    if own.starts_with("/admin/") || own.starts_with("/inspector/") {
        return own;
    }
    let mut begins = BEHIND_ANY_PREFIX.iter().filter_map(|begin| own.get(own.find(begin)?..));
    begins.next().unwrap_or(own)
}

/// Whether the body's end is beyond doubt. Where two programs in a row see different ends, a request can hide in
/// another's body (RFC 9112 section 6.1).
fn speaks_plain_chunks(request: &Request<Incoming>) -> bool {
    let mut encodings = request.headers().get_all(TRANSFER_ENCODING).iter();
    let Some(first) = encodings.next() else { return true };
    first.as_bytes().eq_ignore_ascii_case(b"chunked") && encodings.next().is_none()
}

/// The last answer of a connection, whose request was not read to its end.
pub(super) fn last_text(status: StatusCode, body: impl Into<Bytes>) -> Answer {
    let mut answer = text(status, TEXT, body);
    answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    answer
}

pub(super) fn text(status: StatusCode, content_type: &'static str, body: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Body::from(body.into()));
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    answer
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use baton_hub::AppId;
    use baton_protocols::{App, Secret};
    use http_body_util::BodyExt as _;

    use super::*;
    use crate::config::Config;
    use crate::metrics::Metrics;
    use crate::observe::route_of;
    use crate::settings::Settings;

    const FORBIDDEN: &str = "These calls are not served";

    /// Whose answers pages of any origin may read.
    fn is_of_supabase(path: &str) -> bool {
        let is_one =
            ["/api/broadcast", "/api/presence/", "/api/ping", "/api/tenants", "t/longpoll", "1/longpoll"];
        is_one.iter().any(|part| path.contains(part)) && path != "/api/tenantsx" || path == "/healthcheck"
    }

    #[tokio::test]
    async fn metrics_require_a_token_or_a_local_request() {
        let routes = |token: &str| {
            let apps = vec![App::new(AppId(0), "1", "key", "secret")];
            let settings = Settings { apps, metrics_token: Secret::new(token), ..Settings::default() };
            let config = Config::new(settings, None, 0).unwrap();
            let node = Arc::new(Node::new(config, Vec::new(), Arc::new(Metrics::new(0))));
            let new = |shows| Routes::new(Arc::clone(&node), shows);
            [new(true), new(false), Routes::only_metrics(node)]
        };
        let token = "what Prometheus shows";
        let good = "Bearer what Prometheus shows";
        // On a loopback address, on another one, and on that of metrics_listen.
        for (token, (name, value), statuses) in [
            ("", ("accept", "*/*"), [200, 404, 200]),
            ("", ("x-forwarded-for", "203.0.113.7"), [404, 404, 200]),
            ("", ("forwarded", "for=203.0.113.7"), [404, 404, 200]),
            ("", ("x-real-ip", "203.0.113.7"), [404, 404, 200]),
            ("", ("via", "1.1 a"), [404, 404, 200]),
            ("", ("authorization", "Bearer "), [200, 404, 200]),
            (token, ("authorization", good), [200, 200, 200]),
            (token, ("authorization", "bearer  what Prometheus shows "), [200, 200, 200]),
            (token, ("authorization", "Bearer what Prometheus show"), [401, 401, 401]),
            (token, ("authorization", "Basic what Prometheus shows"), [401, 401, 401]),
            (token, ("authorization", "Bearer "), [401, 401, 401]),
            (token, ("accept", "*/*"), [401, 401, 401]),
        ] {
            for (routes, status) in routes(token).iter().zip(statuses) {
                let request = Request::get("/metrics").header(name, value).body(Body::empty()).unwrap();
                let answer =
                    routes.route(request, IpAddr::from(Ipv4Addr::LOCALHOST).into(), false).await.unwrap();
                assert_eq!(answer.status(), status, "{token:?} {name}: {value}");
                let asks = answer.headers().get("www-authenticate").is_some_and(|kind| kind == "Bearer");
                assert_eq!(asks, status == 401, "{token:?} {name}: {value}");
            }
        }
    }

    #[tokio::test]
    async fn paths_lead_to_their_handlers() {
        let settings = Settings {
            apps: vec![App::new(AppId(0), "1", "key", "secret")],
            path_prefix: "/own".into(),
            ..Settings::default()
        };
        let node = Arc::new(Node::new(
            Config::new(settings, None, 0).unwrap(),
            Vec::new(),
            Arc::new(Metrics::new(0)),
        ));
        let all = Routes::new(Arc::clone(&node), false);
        let operators = Routes::only_metrics(node);
        for (routes, method, path, status, text) in [
            (&all, "GET", "/up", 200, "OK"),
            (&all, "GET", "/own/ready", 200, "true"),
            (&all, "GET", "/metrics", 404, "metrics_listen"),
            (&all, "DELETE", "/apps/1/events", 405, "POST"),
            (&all, "DELETE", "/own/gateway/apps/1/events", 405, "POST"),
            (&all, "DELETE", "/apps/nobody/events", 404, "nobody"),
            (&all, "GET", "/apps", 404, "/apps/"),
            (&all, "GET", "/api/broadcast", 405, "POST"),
            (&all, "GET", "/gateway/realtime/v1/api/broadcast/x/events/e", 405, "POST"),
            (&all, "GET", "/realtime/v1/api/presence/x", 401, ""),
            (&all, "GET", "/api/tenants", 404, FORBIDDEN),
            (&all, "GET", "/realtime/v1/api/tenants/a/health", 404, FORBIDDEN),
            (&all, "GET", "/api/tenantsx", 404, NOTHING_HERE),
            (&all, "GET", "/admin/apps", 404, FORBIDDEN),
            (&all, "GET", "/own/admin/apps/1", 404, FORBIDDEN),
            (&all, "DELETE", "/administration/apps/1/events", 405, "POST"),
            (&all, "GET", "/realtime/v1/longpoll", 400, "Host is missing"),
            (&all, "GET", "/own/socket/longpoll", 400, "Host is missing"),
            (&all, "GET", "/longpoll", 404, NOTHING_HERE),
            (&all, "GET", "/api/ping", 200, "Success"),
            (&all, "GET", "/realtime/v1/api/ping", 200, "Success"),
            (&all, "GET", "/healthcheck", 200, "ok"),
            (&all, "GET", "/realtime/v1/healthcheck", 404, NOTHING_HERE),
            (&all, "GET", "/own/app/key", 426, NO_UPGRADE),
            (&all, "GET", "/own", 200, "OK"),
            (&all, "GET", "/", 200, "OK"),
            (&all, "GET", "/own/", 200, "OK"),
            (&all, "GET", "/accept-traffic", 200, "true"),
            (&operators, "GET", "/", 200, "OK"),
            (&operators, "GET", "/own/accept-traffic", 200, "true"),
            (&operators, "GET", "/metrics", 200, "baton_"),
            (&operators, "GET", "/own/up", 200, "OK"),
            (&operators, "GET", "/apps/1/events", 404, NOTHING_HERE),
            (&operators, "GET", "/app/key", 404, NOTHING_HERE),
            (&all, "HEAD", "/up", 200, ""),
            (&all, "OPTIONS", "/api/broadcast", 204, ""),
            (&all, "OPTIONS", "/gateway/realtime/v1/api/presence/x", 204, ""),
            (&all, "OPTIONS", "/realtime/v1/longpoll", 204, ""),
            (&all, "DELETE", "/api/tenants/a", 404, FORBIDDEN),
            (&all, "PUT", "/up", 200, "OK"),
        ] {
            let request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
            let answer =
                routes.route(request, IpAddr::from(Ipv4Addr::LOCALHOST).into(), false).await.unwrap();
            let (parts, body) = answer.into_parts();
            let body = String::from_utf8(body.collect().await.unwrap().to_bytes().into()).unwrap();
            assert_eq!(parts.status, status, "{method} {path}: {body}");
            assert!(body.contains(text), "{method} {path}: {body}");
            if std::ptr::eq(routes, &raw const all) {
                let own = path.strip_prefix("/own").unwrap_or(path);
                let is_one = text != NOTHING_HERE && path != "/apps";
                assert_eq!(route_of(own).is_some(), is_one, "the route of {path}");
            }
            let allows = parts.headers.contains_key("access-control-allow-methods");
            assert_eq!(allows, method == "OPTIONS" || is_of_supabase(path), "{method} {path}");
        }
    }
}
