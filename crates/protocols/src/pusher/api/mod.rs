//! Pusher's HTTP API: applications publish and ask questions, signed with their app's secret.
//!
//! [`handle`] turns one [`Request`] into one [`Response`] and does no I/O. It finds the app and the call
//! ([`route`]), reads the parameters ([`query`]), believes the signature ([`authentication`]), and then lets
//! [`publish`], [`channels`], [`history`], [`users`] or [`tokens`] answer. A refusal is a [`failure`] whose text says what to
//! change. The calls, for users: `docs/http-api.md`.
//!
//! `POST events` is the hot path. It parses the body once, borrowing from it; copies each payload once, into
//! the message that all subscribers share; and otherwise spends its time in HMAC-SHA256 and MD5.

mod authentication;
mod body;
mod channels;
mod event;
mod failure;
mod history;
pub mod idempotency;
mod info;
mod list;
mod literal;
mod publish;
mod query;
mod route;
mod tokens;
mod users;

use alloc::vec::Vec;

use baton_hub::{AppId, Farewell};

use self::{body::Body, failure::Failure, publish::Publisher, query::Query, route::Call, route::Route};
use crate::{App, Hub, Refusal};

pub use self::idempotency::{Idempotency, IdempotencyLimits, Memory};

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
    /// The value of `X-Idempotency-Key`, or else of `Idempotency-Key`.
    pub idempotency_key: Option<&'a str>,
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
    /// The value of `Retry-After`, in seconds, with status 503.
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
    let route = match Route::find(request.path) {
        Ok(route) => route,
        Err(failure) => return failure.into_response(None),
    };
    let Some(app) = hub.app_by_id(&route.app_id) else {
        return Failure::unknown_app(&route.app_id).into_response(None);
    };
    answer(request, &route, &app, hub, memory).unwrap_or_else(|failure| failure.into_response(Some(&app)))
}

/// Whether a request publishes, judged by its head alone: a server may answer those inside its event loop, and
/// hand all others, whose answers can be long, to another thread.
pub fn is_publish(method: &str, path: &str) -> bool {
    method == "POST" && Route::find(path).is_ok_and(|route| route.call.is_publish())
}

fn answer(
    request: &Request<'_>,
    route: &Route<'_>,
    app: &App,
    hub: &dyn Hub,
    memory: &dyn Memory,
) -> Result<Response, Failure> {
    if request.method != route.call.method() {
        return Err(Failure::method(request.method, route.call.method()));
    }
    let query = Query::parse(request.query)?;
    authentication::authenticate(request, route, &query, app, hub.unix_time_s())?;
    if !app.enabled {
        return Err(Failure::disabled(app));
    }
    let publisher = Publisher { request, route, query: &query, app, hub, memory };
    match &route.call {
        Call::Events => publisher.events(),
        Call::BatchEvents => publisher.batch_events(),
        Call::ChannelEvents(channel) => publisher.channel_events(channel),
        Call::Connections => Ok(connections(app, hub)),
        Call::Channels => channels::list(&query, app, hub),
        Call::Channel(name) => channels::one(name, &query, app, hub),
        Call::Users(name) => channels::users(name, &query, app, hub),
        Call::History(name) => history::read(name, &query, app, hub),
        Call::RevokeTokens => tokens::revoke(request.body, app, hub),
        Call::Terminate(user) => users::disconnect(user, Farewell::Terminated, app, hub),
        Call::Reconnect(user) => users::disconnect(user, Farewell::Reconnect, app, hub),
    }
}

fn connections(app: &App, hub: &dyn Hub) -> Response {
    let mut body = Body::new("{\"connections\":");
    body.number(hub.connections(app.index));
    body.raw("}");
    body.into_response()
}
