//! The HTTP paths of Supabase's server. Pages of any origin may ask: what counts is the token that they bring.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Router;
use axum::body::Body;
use axum::routing::{MethodRouter, any};
use baton_protocols::phoenix;
use hyper::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_MAX_AGE, ALLOW, HeaderValue, RETRY_AFTER,
};
use hyper::{Method, StatusCode};

use super::body::Unread;
use super::longpoll;
use super::routes::{Answer, Asked, Handlers, JSON, Received, Rows, TEXT, text, under};
use crate::supabase::{self, Sender};
use crate::tenants;

/// What clients' libraries send beside what every page may.
const HEADERS: &str = "authorization, apikey, x-api-key, x-client-info, content-type, x-phoenix-authtoken";

/// What a path is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Call {
    Broadcast,
    Presence,
    Tenants,
    /// Long-poll, which is spoken in place of a WebSocket.
    LongPoll,
    Ping,
    Healthcheck,
}

/// The routes of Supabase clients, with Kong's prefix and as Supabase's server has them without it.
pub(super) fn rows() -> Rows {
    let both = || {
        Router::new().route("/api/ping", serve(Call::Ping)).merge(under("/api/tenants", serve(Call::Tenants)))
    };
    let rows = both()
        .nest("/realtime/v1", both())
        .merge(under("/api/broadcast", serve(Call::Broadcast)))
        .merge(under("/api/presence", serve(Call::Presence)))
        .route("/healthcheck", serve(Call::Healthcheck));
    longpoll::paths().fold(rows, |rows, path| rows.route(path, serve(Call::LongPoll)))
}

fn serve(call: Call) -> MethodRouter<Arc<Handlers>> {
    any(async move |Received(asked, body): Received| asked.supabase(call, body).await)
}

impl Call {
    /// The methods that it has.
    fn methods(self) -> &'static str {
        match self {
            Self::Broadcast => "POST, OPTIONS",
            Self::LongPoll => "GET, POST, OPTIONS",
            Self::Presence | Self::Ping | Self::Healthcheck => "GET, OPTIONS",
            Self::Tenants => "GET, POST, PUT, PATCH, DELETE, OPTIONS",
        }
    }
}

impl Asked {
    /// Answers one call.
    async fn supabase(mut self, call: Call, body: Body) -> Answer {
        let answer = match (call, &self.parts.method) {
            (Call::Broadcast, &Method::POST) => self.broadcast(body).await,
            (Call::LongPoll, &Method::POST) => self.say(body).await,
            _ => match self.discard(body).await {
                Ok(_) => Ok(self.without_body(call).await),
                Err(unread) => Err(unread),
            },
        };
        let mut answer = answer.unwrap_or_else(|unread| self.unread(unread));
        self.handlers.node().metrics.requests.fetch_add(1, Ordering::Relaxed);
        for (name, value) in [
            (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
            (ACCESS_CONTROL_ALLOW_METHODS, call.methods()),
            (ACCESS_CONTROL_ALLOW_HEADERS, HEADERS),
            (ACCESS_CONTROL_MAX_AGE, "3600"),
        ] {
            answer.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        answer
    }

    /// Sends a broadcast, whose body is stored only from those whose token is good.
    async fn broadcast(&self, body: Body) -> Result<Answer, Unread> {
        let Self { handlers, parts, client, .. } = self;
        Ok(match Sender::of(handlers.node(), parts, client.ip).await {
            Ok(sender) => {
                let body = self.body(body, sender.proof()).await?;
                let stored = handlers.node().stored_history();
                let answer = sender.broadcast(&body).await;
                let is_stored = answer.status >= 300 || handlers.node().settle_history(stored).await;
                from_supabase(if is_stored { answer } else { phoenix::api::Answer::not_stored() })
            }
            Err(refusal) => {
                self.discard(body).await?;
                from_supabase(refusal)
            }
        })
    }

    /// Answers a call that has no body.
    async fn without_body(&mut self, call: Call) -> Answer {
        let Self { handlers, parts, client, .. } = self;
        let (node, peer) = (handlers.node(), client.ip);
        match (call, &parts.method) {
            (_, &Method::OPTIONS) => text(StatusCode::NO_CONTENT, TEXT, ""),
            (Call::Ping, _) => text(StatusCode::OK, JSON, r#"{"message":"Success"}"#),
            (Call::Healthcheck, _) => text(StatusCode::OK, TEXT, "ok"),
            (Call::Presence, &Method::GET) => from_supabase(supabase::presences(node, parts, peer).await),
            (Call::LongPoll, &Method::GET) => handlers.poll(parts, *client).await,
            (Call::Tenants, _) => {
                let rest = handlers.own_path(&parts.uri).split_once("/api/tenants");
                let path = rest.map(|(_, path)| path).unwrap_or_default();
                from_tenants(tenants::answer(node, parts, path, peer))
            }
            (Call::Broadcast, _) => unlike(call, "Broadcasts are sent by POST."),
            (Call::LongPoll, _) => unlike(call, "Clients poll by GET, and send by POST."),
            (Call::Presence, _) => unlike(call, "Who is present is asked by GET."),
        }
    }
}

fn unlike(call: Call, why: &'static str) -> Answer {
    let mut answer = text(StatusCode::METHOD_NOT_ALLOWED, TEXT, why);
    answer.headers_mut().insert(ALLOW, HeaderValue::from_static(call.methods()));
    answer
}

fn from_supabase(answer: phoenix::api::Answer) -> Answer {
    let mut response = text(status(answer.status), JSON, answer.body);
    if let Some(seconds) = answer.retry_after_s {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

pub(super) fn from_tenants(answer: tenants::Answer) -> Answer {
    let body = answer.body.map(|body| body.to_string()).unwrap_or_default();
    let mut response = text(status(answer.status), JSON, body);
    if let Some(allow) = answer.allow {
        response.headers_mut().insert(ALLOW, HeaderValue::from_static(allow));
    }
    response
}

fn status(code: u16) -> StatusCode {
    StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}
