//! A call that is not carried out: its status, and a text for the person who sent it.
//!
//! Clients print the body of an error as it is (Laravel: `Pusher error: {body}.`), so the text is the message
//! that a developer sees. It names the value, the limit and what to change.

use alloc::{
    format,
    string::{String, ToString},
};
use core::fmt;

use super::{RefusedCall, Response, body::Body};
use crate::{App, HookRefused, Refusal, excerpt::beginning};

/// How much of a value from the request an error repeats: enough to recognise it.
const SHOWN_BYTES: usize = 64;

/// Seconds after which a call refused for want of room is worth repeating. A full mailbox empties within a
/// turn of its loop, so the shortest time that the header can say is enough.
const RETRY_AFTER_S: u32 = 1;

/// Why a call is not carried out.
#[derive(Debug)]
pub(super) struct Failure {
    status: u16,
    text: String,
    cause: Refusal,
    /// Whether the same request may succeed a little later.
    may_retry: bool,
    allow: Option<&'static str>,
}

impl Failure {
    fn new(status: u16, cause: Refusal, text: impl fmt::Display) -> Self {
        Self { status, text: text.to_string(), cause, may_retry: matches!(status, 429 | 503), allow: None }
    }

    /// The request is not what the call takes.
    pub(super) fn malformed(text: impl fmt::Display) -> Self {
        Self::new(400, Refusal::Malformed, text)
    }

    /// More names or events than the app allows in one call.
    pub(super) fn too_many(text: impl fmt::Display) -> Self {
        Self::new(400, Refusal::Limit, text)
    }

    /// The app has switched off what is asked for.
    pub(super) fn switched_off(text: impl fmt::Display) -> Self {
        Self::new(400, Refusal::NotAllowed, text)
    }

    /// Nobody has shown that this request comes from the app.
    pub(super) fn unauthorized(text: impl fmt::Display) -> Self {
        Self::new(401, Refusal::Signature, text)
    }

    /// The app is switched off.
    pub(super) fn disabled(app: &App) -> Self {
        let text = format!("App {} is disabled. Set enabled = true in its settings.", app.id);
        Self::new(403, Refusal::App, text)
    }

    /// A page may not have it.
    pub(super) fn forbidden(text: impl fmt::Display) -> Self {
        Self::new(403, Refusal::Origin, text)
    }

    /// There is no app with this id.
    pub(super) fn unknown_app(id: &str) -> Self {
        let id = Shown(id);
        let text = format!(
            "No matching application for ID [{id}]. Check the app id in the path /apps/ID/… and in the server's settings."
        );
        Self::new(404, Refusal::App, text)
    }

    /// The path names no call.
    pub(super) fn unknown_path(path: &str) -> Self {
        let path = Shown(path);
        let text = format!(
            "There is no call at {path}. Below /apps/ID there are events, batch_events, connections, channels, \
             channels/NAME, channels/NAME/events, channels/NAME/users, channels/NAME/history, users/ID/terminate_connections, \
             users/ID/force_reconnect, tokens/revoke, webhooks and webhooks/ID/redeliver."
        );
        Self::new(404, Refusal::Malformed, text)
    }

    /// The call is made with another method.
    pub(super) fn method(method: &str, allow: &'static str) -> Self {
        let method = Shown(method);
        let text = format!("This call does not take {method}: use {allow}.");
        Self { allow: Some(allow), ..Self::new(405, Refusal::Malformed, text) }
    }

    /// The same idempotency key came with another request.
    pub(super) fn conflict(text: impl fmt::Display) -> Self {
        Self::new(409, Refusal::NotAllowed, text)
    }

    /// A payload is over its limit.
    pub(super) fn too_large(text: impl fmt::Display) -> Self {
        Self::new(413, Refusal::TooLarge, text)
    }

    /// The app is over a rate limit.
    pub(super) fn too_fast<T: fmt::Display>(text: T) -> Self {
        Self::new(429, Refusal::Rate, text)
    }

    /// The same of a request that is larger than the limit: it can never succeed.
    pub(super) fn over_rate<T: fmt::Display>(text: T) -> Self {
        Self { may_retry: false, ..Self::too_fast(text) }
    }

    /// A queue or table of the server is full for the moment.
    pub(super) fn overloaded(text: impl fmt::Display) -> Self {
        Self::new(503, Refusal::Overload, text)
    }

    /// A hook does not let it pass.
    pub(super) fn by_hook(refused: &HookRefused) -> Self {
        Self::new(refused.status(), refused.cause(), refused)
    }

    /// The same, its text led by where in the request it happened.
    pub(super) fn within(mut self, place: impl fmt::Display) -> Self {
        self.text = format!("{place}{}", self.text);
        self
    }

    /// The answer: plain text, or `{"error":…,"code":…}` where the app wants JSON.
    pub(super) fn into_response(self, app: Option<&App>) -> Response {
        let refused = Some(RefusedCall { cause: self.cause, app: app.map(|app| app.index) });
        let retry_after_s = self.may_retry.then_some(RETRY_AFTER_S);
        let (body, content_type) = if app.is_some_and(|app| app.pusher.json_errors) {
            let mut body = Body::new("{\"error\":");
            body.string(&self.text);
            body.raw(",\"code\":");
            body.number(self.status);
            body.raw("}");
            (body.into_bytes(), "application/json")
        } else {
            (self.text.into_bytes(), "text/plain; charset=utf-8")
        };
        Response { status: self.status, body, content_type, allow: self.allow, retry_after_s, refused }
    }
}

/// A value from the request as an error text repeats it: the beginning of it, control characters escaped.
pub(super) struct Shown<'a>(pub(super) &'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = beginning(self.0, SHOWN_BYTES);
        write!(f, "{}", shown.escape_debug())?;
        if shown.len() < self.0.len() { f.write_str("…") } else { Ok(()) }
    }
}
