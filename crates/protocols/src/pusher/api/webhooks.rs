//! `GET webhooks` and `POST webhooks/ID/redeliver`: what was sent to the app's receivers, and sending it again.
//!
//! The queue is the server's, so these calls are checked here and answered there.

use super::{
    Failure, Hub, Request, Response, authentication, check_reads, find, query::Query, route::Call, sender,
};
use alloc::string::String;

use baton_hub::AppId;

/// Rows of one answer unless `limit` asks for fewer or more.
const DEFAULT_LIMIT: usize = 100;
/// The most that `limit` may ask for; more is refused with 400.
const MAX_LIMIT: usize = 1_000;

/// A call about webhooks whose sender knows the app's secret.
#[derive(Debug, PartialEq, Eq)]
pub enum WebhookCall {
    /// The newest requests that are over, at most so many.
    Log {
        /// Whose.
        app: AppId,
        /// The most rows that are wanted.
        limit: usize,
    },
    /// To send a request again.
    Redeliver {
        /// Whose.
        app: AppId,
        /// Its id, unchecked.
        id: String,
    },
}

/// The call of a request, if it is one about webhooks.
///
/// # Errors
/// The answer to a request that is refused.
pub fn webhook_call(request: &Request<'_>, hub: &dyn Hub) -> Option<Result<WebhookCall, Response>> {
    let to = find(request, hub).ok()?;
    if !matches!(to.route.call, Call::Webhooks | Call::Redeliver(_)) {
        return None;
    }
    let checked = sender(request, &to, hub).and_then(|query| {
        authentication::check_body(&query, request.body)?;
        let app = to.app.index;
        check_reads(&to, hub)?;
        match &to.route.call {
            Call::Redeliver(id) => Ok(WebhookCall::Redeliver { app, id: id.clone().into_owned() }),
            _ => Ok(WebhookCall::Log { app, limit: limit(&query)? }),
        }
    });
    Some(checked.map_err(|failure| failure.into_response(Some(&to.app))))
}

fn limit(query: &Query<'_>) -> Result<usize, Failure> {
    let Some(text) = query.get("limit") else { return Ok(DEFAULT_LIMIT) };
    let limit = text.parse().ok().filter(|limit| (1..=MAX_LIMIT).contains(limit));
    limit.ok_or_else(|| {
        Failure::malformed(format_args!("The parameter limit must be a number from 1 to {MAX_LIMIT}."))
    })
}
