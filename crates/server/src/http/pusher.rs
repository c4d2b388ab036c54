//! Pusher's HTTP API, as far as the loops leave it to hyper. Which calls there are is [`api`]'s: the loops
//! ask that as well.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::body::Body;
use axum::routing::any;
use baton_protocols::pusher::api::{self, WebhookCall};
use bytes::Bytes;
use hyper::StatusCode;
use hyper::body::Body as _;
use hyper::header::{ALLOW, HeaderValue, RETRY_AFTER};
use hyper::http::request::Parts;
use serde_json::json;

use super::body::Unread;
use super::event_stream;
use super::routes::{Answer, Asked, Received, Rows, text, under};
use crate::incomplete::Proof;
use crate::node::Node;
use crate::webhooks::{Logged, Redelivery};

/// What answers about webhooks are.
const JSON: &str = "application/json";

/// The API's routes.
pub(super) fn rows() -> Rows {
    under("/apps", any(answer))
}

async fn answer(Received(asked, body): Received) -> Answer {
    asked.call(body).await.unwrap_or_else(|unread| asked.unread(unread))
}

impl Asked {
    /// Answers a call, whose body is stored only where the head is signed.
    async fn call(&self, body: Body) -> Result<Answer, Unread> {
        let Self { handlers, parts, client, .. } = self;
        let node = handlers.node();
        if api::is_stream(parts.method.as_str(), parts.uri.path()) {
            return Ok(event_stream::answer(node, parts, *client).await);
        }
        let answer = |response: api::Response| {
            node.metrics.requests.fetch_add(1, Ordering::Relaxed);
            node.note_refused_call(&response, client.ip);
            from_api(response)
        };
        let body = match body.is_end_stream() {
            true => Bytes::new(),
            false => match api::check_head(&call(parts, &[]), &**node) {
                Ok(app) => self.body(body, Proof::Secret(app)).await?,
                Err(refusal) if self.discard(body).await? > 0 => return Ok(answer(refusal)),
                // A chunked body may turn out to be empty, and need no hash.
                Err(_) => Bytes::new(),
            },
        };
        match api::webhook_call(&call(parts, &body), &**node) {
            Some(Ok(asked)) => Ok(answer(self.of_webhooks(asked).await)),
            Some(Err(refusal)) => Ok(answer(refusal)),
            None => Ok(answer(handle_signed(node, &call(parts, &body)).await)),
        }
    }

    async fn of_webhooks(&self, asked: WebhookCall) -> api::Response {
        let node = self.handlers.node();
        let id_of = |app| node.config().app(app).map(|state| state.app.id.clone()).unwrap_or_default();
        let (status, body) = match asked {
            WebhookCall::Log { app, limit } => {
                let rows = node.webhooks.log(&id_of(app), limit).await;
                let rows: Vec<_> = rows.into_iter().map(Logged::into_json).collect();
                (200, json!({ "webhooks": rows }))
            }
            WebhookCall::Redeliver { app, id } => match node.webhooks.redeliver(&id_of(app), &id).await {
                Redelivery::As(new) => (202, json!({ "id": new })),
                refused => {
                    let (status, text) = refused.refusal();
                    (status, json!({ "error": text }))
                }
            },
        };
        let body = body.to_string().into_bytes();
        api::Response { status, body, content_type: JSON, allow: None, retry_after_s: None, refused: None }
    }
}

/// Answers a call, once hooks have been asked about what it publishes, and what it published is stored.
pub(crate) async fn handle_signed(node: &Arc<Node>, request: &api::Request<'_>) -> api::Response {
    let stored = node.stored_history();
    let response = carry_out(node, request).await;
    let has_published = request.method == "POST" && response.status < 300;
    if has_published && !node.settle_history(stored).await {
        return api::not_stored(request, &**node);
    }
    node.flush_history(); // before anybody reads what others have published
    response
}

async fn carry_out(node: &Arc<Node>, request: &api::Request<'_>) -> api::Response {
    if !node.asks_before_publishing() {
        return api::handle(request, &**node, &node.idempotency);
    }
    let mut asked = Vec::new();
    api::hook_questions(request, &**node, &node.idempotency, &mut |app, place, question| {
        asked.push((place, node.ask_hook(app, question)));
    });
    let mut rewritten = api::Rewritten::new();
    for (place, answer) in asked {
        match answer.await.data() {
            Ok(data) => rewritten.extend(data.map(|data| (place, data))),
            Err(refused) => return api::hook_refused(request, &**node, &refused),
        }
    }
    api::handle_hooked(request, &**node, &node.idempotency, &rewritten)
}

fn call<'r>(parts: &'r Parts, body: &'r [u8]) -> api::Request<'r> {
    let header = |name| parts.headers.get(name).map(HeaderValue::as_bytes);
    api::Request {
        method: parts.method.as_str(),
        path: parts.uri.path(),
        query: parts.uri.query().unwrap_or_default(),
        body,
        idempotency_key: header("x-idempotency-key").or_else(|| header("idempotency-key")),
    }
}

fn from_api(response: api::Response) -> Answer {
    let status = StatusCode::from_u16(response.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut answer = text(status, response.content_type, response.body);
    if let Some(allow) = response.allow {
        answer.headers_mut().insert(ALLOW, HeaderValue::from_static(allow));
    }
    if let Some(seconds) = response.retry_after_s {
        answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    answer
}
