//! What operators' programs ask: whether the server is up, whether it is ready for clients, and metrics.

use axum::Router;
use axum::routing::any;
use baton_protocols::Refusal;
use hyper::StatusCode;
use hyper::header::{ACCEPT, HeaderValue, WWW_AUTHENTICATE};
use subtle::ConstantTimeEq as _;

use super::routes::{Answer, Asked, JSON, Received, Rows, TEXT, text};
use crate::metrics;
use crate::supabase::bearer;

const UP: &str = "/up";
const READY: &str = "/ready";
/// As Soketi names it.
const ACCEPT_TRAFFIC: &str = "/accept-traffic";
const METRICS: &str = "/metrics";
/// What load balancers ask for which no path is configured. WebSocket clients that lack one come here too,
/// and the answer says so.
const ROOT: &str = "/";

/// Whether a path is one of these, which are answered with whatever headers.
pub(super) fn is_path(path: &str) -> bool {
    [UP, READY, ACCEPT_TRAFFIC, METRICS].contains(&path)
}

/// The operators' routes. They answer every method; to HEAD without the body.
pub(super) fn rows() -> Rows {
    Router::new()
        .route(
            ROOT,
            any(async |received: Received| received.page(|_| text(StatusCode::OK, TEXT, "OK")).await),
        )
        .route(
            UP,
            any(async |received: Received| {
                received.page(|_| text(StatusCode::OK, JSON, r#"{"health":"OK"}"#)).await
            }),
        )
        .route(READY, any(async |received: Received| received.page(show_readiness).await))
        .route(ACCEPT_TRAFFIC, any(async |received: Received| received.page(show_room).await))
        .route(METRICS, any(async |received: Received| received.page(show_metrics).await))
}

/// Whether it goes on: clients that come now stay.
fn show_readiness(asked: &Asked) -> Answer {
    if asked.handlers.node().is_draining() { unready("draining") } else { ready() }
}

/// Whether there is room for more clients as well. A server without room is ready, or an
/// orchestrator would replace it.
fn show_room(asked: &Asked) -> Answer {
    if asked.handlers.node().is_full() { unready("max_connections") } else { show_readiness(asked) }
}

fn ready() -> Answer {
    text(StatusCode::OK, JSON, r#"{"ready":true}"#)
}

fn unready(reason: &str) -> Answer {
    let body = format!(r#"{{"ready":false,"reason":"{reason}"}}"#);
    text(StatusCode::SERVICE_UNAVAILABLE, JSON, body)
}

fn show_metrics(asked: &Asked) -> Answer {
    let node = asked.handlers.node();
    let token = node.config().settings.metrics_token.clone();
    if !token.bytes().is_empty() {
        let given = bearer(&asked.parts).unwrap_or_default();
        if !bool::from(given.as_bytes().ct_eq(token.bytes())) {
            let why = "Metrics require a token: send Authorization: Bearer with the value of the setting metrics_token.";
            asked.handlers.refused(Refusal::Signature, &asked.parts.uri, asked.client, &why);
            let mut answer = text(StatusCode::UNAUTHORIZED, TEXT, why);
            answer.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            return answer;
        }
    } else if !asked.handlers.shows_metrics
        || (asked.handlers.shows_api && (asked.is_forwarded || is_forwarded(asked)))
    {
        return text(
            StatusCode::NOT_FOUND,
            TEXT,
            "Metrics are served on loopback addresses alone, and not to requests that a proxy has forwarded. Set metrics_token to \
             require a token instead, or metrics_listen to serve them on a separate address.",
        );
    }
    let accept = asked.parts.headers.get(ACCEPT).and_then(|value| value.to_str().ok());
    let form = metrics::Form::for_accept(accept.unwrap_or_default());
    text(StatusCode::OK, form.content_type(), metrics::exposition(node, form))
}

/// Whether a proxy has forwarded the request: then a loopback address is the proxy's, and no sign of an operator.
pub(super) fn is_forwarded(asked: &Asked) -> bool {
    const NAMES: [&str; 9] = [
        "forwarded",
        "x-forwarded-for",
        "x-forwarded-host",
        "x-forwarded-proto",
        "x-real-ip",
        "x-client-ip",
        "true-client-ip",
        "cf-connecting-ip",
        "via",
    ];
    let headers = &asked.parts.headers;
    let config = asked.handlers.node().config();
    headers.contains_key(config.settings.client_address_header.name())
        || NAMES.iter().any(|name| headers.contains_key(*name))
}
