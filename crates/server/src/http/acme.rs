//! Where authorities of ACME ask over plain HTTP whether a name leads here (HTTP-01, RFC 8555, section 8.3). They come to port 80
//! without TLS; what they look for is no secret, and whoever guesses its name may read it.

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
