//! Pusher's HTTP API: applications publish and ask questions, signed with their app's secret.
//!
//! [`handle`] turns one [`Request`] into one [`Response`] and does no I/O; [`check_head`] does as much of it as needs no body. It finds the app and the call
//! ([`route`]), reads the parameters ([`query`]), believes the signature ([`authentication`]), and then lets
//! [`publish`], [`channels`], [`history`], [`users`] or [`tokens`] answer; of calls about [`webhooks`], the server does. A refusal is a [`failure`] whose text says what to
//! change. The calls, for users: `docs/http-api.md`.
//!
//! `POST events` is the hot path. It parses the body once, borrowing from it; copies each payload once, into
//! the message that all subscribers share; and otherwise spends its time in HMAC-SHA256 and MD5.

mod authentication;
mod body;
mod channels;
mod event;
mod failure;
pub(super) mod history;
mod hooks;
pub mod idempotency;
mod info;
mod list;
mod literal;
mod publish;
mod query;
mod rates;
mod route;
mod stream;
mod tokens;
mod users;
mod webhooks;

use alloc::{sync::Arc, vec::Vec};

use baton_hub::{AppId, DisconnectReason};

use self::{body::Body, failure::Failure, publish::Publisher, query::Query, route::Call, route::Route};
use crate::{App, Hub, Refusal};

pub use self::hooks::{
    Ask, Rewritten, handle_hooked, hook_questions, hook_refused, may_ask_hooks, not_stored,
};
pub use self::idempotency::{Idempotency, IdempotencyLimits, Memory, Remembered};
pub use self::rates::ApiRates;
pub use self::stream::{
    StreamFormat, StreamHead, StreamRequest, is_stream, stream_app, stream_request, stream_token_refused,
};
pub use self::webhooks::{WebhookCall, webhook_call};

/// A request, its head parsed. The server has bounded the sizes of head and body.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// In upper case, as it came.
    pub method: &'a str,
    /// As it came, without the query string: still percent-encoded, and with any prefix before `/apps/`.
    pub path: &'a str,
    /// What follows `?`, as it came; empty if nothing does.
    pub query: &'a str,
    /// The whole body.
    pub body: &'a [u8],
    /// The value of `X-Idempotency-Key`, or else of `Idempotency-Key`, as it came.
    pub idempotency_key: Option<&'a [u8]>,
}

/// An answer. The server adds `Content-Length` and what else its connections need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// JSON, or text that says what to change.
    pub body: Vec<u8>,
    /// The value of `Content-Type`.
    pub content_type: &'static str,
    /// The value of `Allow`, with status 405.
    pub allow: Option<&'static str>,
    /// The value of `Retry-After`, in seconds, with status 429 or 503.
    pub retry_after_s: Option<u32>,
    /// What to count where the call was refused; [`body`](Self::body) says why.
    pub refused: Option<RefusedCall>,
}

/// A call that was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefusedCall {
    /// What to count.
    pub cause: Refusal,
    /// The app that the path names, if there is one.
    pub app: Option<AppId>,
}

/// Answers one request.
pub fn handle(request: &Request<'_>, hub: &dyn Hub, memory: &dyn Memory) -> Response {
    handle_hooked(request, hub, memory, &Rewritten::new())
}

/// Checks all that the head of a request shows whose body is on its way: that there is such a call, and that the sender knows the
/// app's secret. A server asks before it holds a body, so that strangers cannot make it hold any. `request.body` is not read;
/// [`handle`] checks everything again, and the body.
///
/// The app is returned.
///
/// # Errors
/// The answer, for which the body need not be read.
pub fn check_head(request: &Request<'_>, hub: &dyn Hub) -> Result<AppId, Response> {
    let addressee = find(request, hub)?;
    let checked =
        sender(request, &addressee, hub).and_then(|query| authentication::check_body_is_signed(&query));
    match checked {
        Ok(()) => Ok(addressee.app.index),
        Err(failure) => Err(failure.into_response(Some(&addressee.app))),
    }
}

/// The app whose secret the sender knows, by the request's head alone; `None` where it proves nothing.
pub fn signer(request: &Request<'_>, hub: &dyn Hub) -> Option<AppId> {
    let addressee = find(request, hub).ok()?;
    sender(request, &addressee, hub).ok().map(|_| addressee.app.index)
}

/// Whether a request publishes, judged by its head alone: a server may answer those inside its event loop, and
/// hand all others, whose answers can be long, to another thread.
pub fn is_publish(method: &str, path: &str) -> bool {
    method == "POST" && Route::find(path).is_ok_and(|route| route.call.is_publish())
}

/// The call that a request is for, and the app.
struct Addressee<'a> {
    route: Route<'a>,
    app: Arc<App>,
}

fn find<'a>(request: &Request<'a>, hub: &dyn Hub) -> Result<Addressee<'a>, Response> {
    let route = Route::find(request.path).map_err(|failure| failure.into_response(None))?;
    let app = hub.app_by_id(&route.app_id);
    let app = app.ok_or_else(|| Failure::unknown_app(&route.app_id).into_response(None))?;
    Ok(Addressee { route, app })
}

/// The parameters of a request whose sender knows the app's secret; what its body is has not been checked.
fn sender<'a>(request: &Request<'a>, to: &Addressee<'_>, hub: &dyn Hub) -> Result<Query<'a>, Failure> {
    let Addressee { route, app } = to;
    if request.method != route.call.method() {
        return Err(Failure::method(request.method, route.call.allowed()));
    }
    let query = Query::parse(request.query)?;
    authentication::authenticate(request, route, &query, app, hub.unix_time_s())?;
    if app.enabled { Ok(query) } else { Err(Failure::disabled(app)) }
}

/// Counts a request that reads, and refuses it over the app's limit.
fn check_reads(Addressee { route, app }: &Addressee<'_>, hub: &dyn Hub) -> Result<(), Failure> {
    if route.call.method() == "GET" && !hub.may_read(app.index) {
        return Err(Failure::too_fast(format_args!(
            "The app is over its limit of {} read requests per second (read_requests_per_second). Send the request again a \
             little later.",
            app.pusher.read_requests_per_second
        )));
    }
    Ok(())
}

fn answer(
    request: &Request<'_>,
    to: &Addressee<'_>,
    (hub, memory): (&dyn Hub, &dyn Memory),
    rewritten: &Rewritten,
) -> Result<Response, Failure> {
    let query = sender(request, to, hub)?;
    authentication::check_body(&query, request.body)?;
    let Addressee { route, app } = to;
    check_reads(to, hub)?;
    let publisher = Publisher { request, route, query: &query, app, hub, memory, rewritten };
    match &route.call {
        Call::Events | Call::BatchEvents | Call::ChannelEvents(_) => publisher.publish(),
        Call::Connections => Ok(connections(app, hub)),
        Call::Channels => channels::list(&query, app, hub),
        Call::Channel(name) => channels::one(name, &query, app, hub),
        Call::Users(name) => channels::users(name, &query, app, hub),
        Call::History(name) => history::read(name, &query, app, hub),
        Call::RevokeTokens => tokens::revoke(request.body, app, hub),
        Call::Terminate(user) => users::disconnect(user, DisconnectReason::Terminated, app, hub),
        // For a server that has them: it asks [`webhook_call`] first.
        Call::Webhooks | Call::Redeliver(_) => Err(Failure::unknown_path(request.path)),
        Call::Reconnect(user) => users::disconnect(user, DisconnectReason::Reconnect, app, hub),
    }
}

fn connections(app: &App, hub: &dyn Hub) -> Response {
    let mut body = Body::new("{\"connections\":");
    body.number(hub.connections(app.index));
    body.raw("}");
    body.into_response()
}
