//! What operators' programs ask: whether the server is up, whether it is ready for clients, and metrics.

use axum::Router;
use axum::routing::any;
use hyper::StatusCode;
use hyper::header::ACCEPT;

use super::routes::{Answer, Asked, JSON, Received, Rows, TEXT, text};
use crate::metrics;

const PATHS: [&str; 3] = ["/up", "/ready", "/metrics"];

/// Whether a path is one of these, which are answered with whatever headers.
pub(super) fn is_path(path: &str) -> bool {
    PATHS.contains(&path)
}

/// The operators' routes.
pub(super) fn rows() -> Rows {
    let [up, ready, metrics] = PATHS;
    Router::new()
        .route(
            up,
            any(async |received: Received| {
                received.page(|_| text(StatusCode::OK, JSON, r#"{"health":"OK"}"#)).await
            }),
        )
        .route(ready, any(async |received: Received| received.page(show_readiness).await))
        .route(metrics, any(async |received: Received| received.page(show_metrics).await))
}

fn show_readiness(asked: &Asked) -> Answer {
    if asked.handlers.node().is_draining() {
        text(StatusCode::SERVICE_UNAVAILABLE, JSON, r#"{"ready":false,"reason":"draining"}"#)
    } else {
        text(StatusCode::OK, JSON, r#"{"ready":true}"#)
    }
}

fn show_metrics(asked: &Asked) -> Answer {
    if !asked.handlers.shows_metrics {
        return text(
            StatusCode::NOT_FOUND,
            TEXT,
            "Metrics are not served on an address that strangers reach; set metrics_listen to give them an \
             address of their own.",
        );
    }
    let accept = asked.parts.headers.get(ACCEPT).and_then(|value| value.to_str().ok());
    let form = metrics::Form::for_accept(accept.unwrap_or_default());
    text(StatusCode::OK, form.content_type(), metrics::exposition(asked.handlers.node(), form))
}
