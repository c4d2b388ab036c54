//! Answers HTTP-01 challenges of ACME (RFC 8555, section 8.3): authorities ask over plain HTTP, on port 80, whether a name leads
//! here. The answer is not a secret: any client may read it.

use axum::Router;
use axum::routing::get;
use hyper::StatusCode;

use super::routes::{Answer, Asked, Received, Rows, TEXT, text};

const CHALLENGES: &str = "/.well-known/acme-challenge/";

pub(super) fn rows() -> Rows {
    let answer = get(async |received: Received| received.page(answer).await);
    Router::new().route(&format!("{CHALLENGES}{{token}}"), answer)
}

fn answer(Asked { handlers, parts, .. }: &Asked) -> Answer {
    let token = handlers.own_path(&parts.uri).strip_prefix(CHALLENGES).unwrap_or_default();
    match handlers.node().acme.http.find(token) {
        Some(line) => text(StatusCode::OK, "application/octet-stream", line),
        None => {
            text(StatusCode::NOT_FOUND, TEXT, "No order waits for this challenge (setting acme_domains).")
        }
    }
}
