//! Supabase's HTTP API: broadcasts by clients with a token, one by one or in a list; and who is
//! present ([`presences`]).
//!
//! The server has checked the token and bounded the body. `POST /api/broadcast` takes a list,
//! `POST /api/broadcast/TOPIC/events/EVENT` one payload as its whole body.

mod hooks;
mod presences;
mod senders;

use alloc::{borrow::Cow, collections::BTreeMap, string::String, vec::Vec};
use core::fmt::Write as _;

use baton_hub::KeyRef;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{
    Body, TopicError, fields, incoming, outgoing,
    publishing::{self, NotSent},
    topic::SubTopic,
};
use crate::{
    App, Claims, HookAnswer, HookRefused, Hub, OverQuota, PolicyAnswer, PolicyError,
    json::{self, Text},
    percent, rules,
};

pub use presences::PresenceQuery;
pub use senders::Senders;

/// What every call's path holds.
const BROADCAST: &str = "/api/broadcast";

/// Messages of one list. More are answered as the original answers too many.
const MESSAGES: usize = 1_000;

/// The answer to more, and to more than a sender may send at once.
const TOO_MANY: &str = "Too many messages to broadcast, please reduce the batch size";

/// Seconds after which to try again when a queue is full or a rate is used up.
const RETRY_AFTER_S: u32 = 1;

/// What hooks have answered about messages, by their places in the list.
pub type HookAnswers = BTreeMap<usize, HookAnswer>;

/// A call.
#[derive(Debug, PartialEq, Eq)]
pub enum Call<'a> {
    /// A list of messages in the body; whether the answer says what became of each.
    Batch {
        /// `results=true` in the query.
        results: bool,
    },
    /// The body is the payload.
    One {
        /// Without `realtime:`.
        topic: Cow<'a, str>,
        /// The event's name.
        event: Cow<'a, str>,
        /// Whether the private channel of that name is meant.
        private: bool,
    },
}

/// What a call would do.
#[derive(Debug, PartialEq, Eq)]
pub struct Survey<'b> {
    /// Messages that it would send.
    pub messages: usize,
    /// The private channels that they go to, each once and without `realtime:`: what the policies are asked about.
    pub private_topics: Vec<Cow<'b, str>>,
}

/// An answer: no body where it is empty, JSON otherwise.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    /// The status code.
    pub status: u16,
    /// JSON.
    pub body: Vec<u8>,
    /// The value of `Retry-After`, in seconds, with status 429 and 503.
    pub retry_after_s: Option<u32>,
}

impl Answer {
    fn ok() -> Self {
        Self { status: 200, body: Vec::new(), retry_after_s: None }
    }

    /// The sender is over its rate: `count` messages are more than it has left, and may be more than it ever has.
    pub fn too_fast(count: usize, app: &App) -> Self {
        if u32::try_from(count).is_ok_and(|count| count <= app.supabase.broadcasts_per_second) {
            let later = Self::message(429, "You have exceeded your rate limit");
            return Self { retry_after_s: Some(RETRY_AFTER_S), ..later };
        }
        Self::message(429, TOO_MANY)
    }

    /// All clients of the app together have sent what they may; `count` messages may be more than they ever may at once.
    pub fn over_quota(quota: &OverQuota, count: usize) -> Self {
        let never = matches!(quota, OverQuota::Messages { per_second } if u32::try_from(count).map_or(true, |count| count > *per_second));
        let hint = if never { "; send smaller lists" } else { "" };
        let retry_after_s = (!never).then_some(RETRY_AFTER_S);
        Self { retry_after_s, ..Self::message(429, &alloc::format!("{quota}{hint}")) }
    }

    /// Nobody could decide for now: asking again may help.
    fn later(why: &dyn core::fmt::Display) -> Self {
        Self { retry_after_s: Some(RETRY_AFTER_S), ..Self::message(503, &alloc::format!("{why}")) }
    }

    /// The answer to a broadcast that was sent and could not be stored (`history_store`).
    pub fn not_stored() -> Self {
        Self::later(&crate::NOT_STORED)
    }

    fn accepted() -> Self {
        Self { status: 202, body: Vec::new(), retry_after_s: None }
    }

    /// `{"message":"…"}`.
    pub fn message(status: u16, text: &str) -> Self {
        Self::with("message", status, text)
    }

    /// `{"error":"…"}`.
    pub fn error(status: u16, text: &str) -> Self {
        Self::with("error", status, text)
    }

    fn with(key: &str, status: u16, text: &str) -> Self {
        let mut body = Vec::with_capacity(text.len() + 16);
        body.push(b'{');
        json::push_string(&mut body, key);
        body.push(b':');
        json::push_string(&mut body, text);
        body.push(b'}');
        Self { status, body, retry_after_s: None }
    }

    /// What is wrong with a field of the messages.
    fn unprocessable(field: &str, text: &str) -> Self {
        let mut body = Vec::from(br#"{"errors":{"messages":[{"#);
        json::push_string(&mut body, field);
        body.extend_from_slice(b":[");
        json::push_string(&mut body, text);
        body.extend_from_slice(b"]}]}}");
        Self { status: 422, body, retry_after_s: None }
    }
}

impl<'a> Call<'a> {
    /// Reads a path, with whatever stands before it, and a query; `None` if it is none of these calls.
    pub fn parse(path: &'a str, query: &str) -> Option<Self> {
        let (_, rest) = path.split_once(BROADCAST)?;
        let asked = |wanted: &str| query.split('&').any(|pair| pair == wanted);
        if rest.is_empty() {
            return Some(Self::Batch { results: asked("results=true") });
        }
        let (topic, event) = rest.strip_prefix('/')?.split_once("/events/")?;
        let is_name = |name: &str| !name.is_empty() && !name.contains('/');
        let (topic, event) = (is_name(topic).then_some(topic)?, is_name(event).then_some(event)?);
        let private = asked("private=true");
        Some(Self::One { topic: percent::decode(topic)?, event: percent::decode(event)?, private })
    }

    /// What a call would do. A body that is not understood is one message to nobody.
    pub fn survey<'b>(&'b self, body: &'b [u8]) -> Survey<'b> {
        match self {
            Self::One { topic, private, .. } => {
                let private_topics = private.then(|| Cow::Borrowed(&**topic)).into_iter().collect();
                Survey { messages: 1, private_topics }
            }
            Self::Batch { .. } => {
                let read = incoming::value(body).and_then(incoming::object::<Batch<'_>>);
                let messages = read.map(|batch| batch.messages).unwrap_or_default();
                let count = messages.len().max(1);
                let private = messages.into_iter().take(MESSAGES).filter(|item| item.private);
                let mut topics: Vec<_> = private.map(|item| item.topic.0).collect();
                topics.sort_unstable();
                topics.dedup();
                Survey { messages: count, private_topics: topics }
            }
        }
    }

    /// Does what is asked for, on behalf of `claims`. `content_type` is what the request said of its body, and `policies`
    /// what was answered for each of its [private topics](Survey::private_topics).
    pub fn answer(
        &self,
        app: &App,
        (claims, policies): (&Claims, &dyn Fn(&str) -> PolicyAnswer),
        content_type: Option<&str>,
        body: &[u8],
        (hub, hooks): (&dyn Hub, &HookAnswers),
    ) -> Answer {
        let sender = Sender { app, claims, policies, hub, hooks };
        match self {
            Self::Batch { results } => batch(&sender, body, *results),
            Self::One { topic, event, private } => {
                let payload = match payload(content_type, body) {
                    Ok(payload) => payload,
                    Err(answer) => return answer,
                };
                match sender.publish(0, (topic, *private), (event, payload)) {
                    Ok(()) => Answer::accepted(),
                    Err(failure) => failure.answer(),
                }
            }
        }
    }
}

/// What a whole body is.
fn payload<'a>(content_type: Option<&str>, body: &'a [u8]) -> Result<Body<'a>, Answer> {
    let kind = content_type.map(|text| text.split(';').next().unwrap_or_default().trim());
    match kind {
        Some("application/octet-stream") => Ok(Body::Bytes(body)),
        None | Some("" | "application/json") => incoming::value(body)
            .map(Body::Json)
            .map_err(|error| Answer::unprocessable("payload", &alloc::format!("is invalid: {error}"))),
        Some(_) => Err(Answer::error(
            415,
            "Unsupported Media Type. Use application/json or application/octet-stream",
        )),
    }
}

#[derive(Deserialize)]
struct Batch<'a> {
    #[serde(borrow)]
    messages: Vec<Item<'a>>,
}

#[derive(Deserialize)]
struct Item<'a> {
    #[serde(borrow)]
    topic: Text<'a>,
    #[serde(borrow)]
    event: Text<'a>,
    #[serde(borrow)]
    payload: Option<&'a RawValue>,
    #[serde(default)]
    private: bool,
}

fn batch(sender: &Sender<'_>, body: &[u8], results: bool) -> Answer {
    let read = incoming::value(body).and_then(incoming::object::<Batch<'_>>);
    let batch = match read {
        Ok(batch) => batch,
        Err(error) => return Answer::unprocessable("messages", &alloc::format!("is invalid: {error}")),
    };
    if batch.messages.len() > MESSAGES {
        return Answer::message(429, TOO_MANY);
    }
    // All are looked at before the first is sent.
    for item in &batch.messages {
        let fault = match item.payload.map(RawValue::get) {
            None | Some("null") => Some(("payload", "can't be blank")),
            Some(payload) if !fields::is_object(payload) => Some(("payload", "is invalid")),
            Some(payload) if over(payload.len(), sender.app.supabase.broadcast_bytes) => {
                Some(("payload", "Payload size exceeds tenant limit"))
            }
            _ if item.topic.0.is_empty() => Some(("topic", "can't be blank")),
            _ if item.event.0.is_empty() => Some(("event", "can't be blank")),
            _ => None,
        };
        if let Some((field, text)) = fault {
            return Answer::unprocessable(field, text);
        }
    }
    let outcomes = batch.messages.iter().enumerate().map(|(place, item)| {
        let payload = Body::Json(item.payload.map_or("{}", RawValue::get));
        sender.publish(place, (&item.topic.0, item.private), (&item.event.0, payload))
    });
    let outcomes: Vec<_> = outcomes.collect();
    if results {
        return Answer { body: listed(&outcomes), ..Answer::accepted() };
    }
    // Without results, what may not be sent is left out in silence, as the original has it; what could not be must be
    // known, as it was not accepted.
    let lost =
        outcomes.iter().find_map(|outcome| outcome.as_ref().err().filter(|failure| failure.is_overload()));
    lost.map_or_else(Answer::accepted, Failure::answer)
}

fn over(bytes: usize, limit: u32) -> bool {
    u64::try_from(bytes).is_ok_and(|bytes| bytes > u64::from(limit))
}

/// What became of each message.
fn listed(outcomes: &[Result<(), Failure<'_>>]) -> Vec<u8> {
    let mut body = Vec::from(br#"{"results":["#);
    for (index, outcome) in outcomes.iter().enumerate() {
        if index > 0 {
            body.push(b',');
        }
        match outcome {
            Ok(()) => body.extend_from_slice(br#"{"status":"ok"}"#),
            Err(failure) => {
                body.extend_from_slice(br#"{"status":"error","response":"#);
                outgoing::push_reason(&mut body, &failure.text());
                body.push(b'}');
            }
        }
    }
    body.extend_from_slice(b"]}");
    body
}

/// Why a message was not sent.
enum Failure<'a> {
    Topic(TopicError<'a>),
    NotSent(NotSent),
}

impl Failure<'_> {
    fn is_overload(&self) -> bool {
        match self {
            Self::NotSent(NotSent::Hub(_) | NotSent::Hook(HookRefused::NoAnswer)) => true,
            Self::NotSent(NotSent::Policies { error, .. }) => *error != PolicyError::NoDatabase,
            _ => false,
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        _ = match self {
            Self::Topic(error) => write!(text, "{error}"),
            Self::NotSent(not_sent) => write!(text, "{not_sent}"),
        };
        text
    }

    fn answer(&self) -> Answer {
        match self {
            Self::Topic(_) => Answer::unprocessable("topic", &self.text()),
            Self::NotSent(NotSent::Public | NotSent::Hook(HookRefused::Reason(_))) => {
                Answer::message(403, &self.text())
            }
            Self::NotSent(NotSent::Hook(HookRefused::NoAnswer)) => Answer::later(&self.text()),
            Self::NotSent(
                NotSent::Denied { .. } | NotSent::Policies { error: PolicyError::NoDatabase, .. },
            ) => Answer::message(403, "Unauthorized"),
            Self::NotSent(NotSent::Policies { .. }) => Answer::later(&self.text()),
            Self::NotSent(NotSent::TooLarge) => {
                Answer::unprocessable("payload", "Payload size exceeds tenant limit")
            }
            Self::NotSent(NotSent::Hub(_)) => Answer::later(&self.text()),
            Self::NotSent(_) => Answer::unprocessable("event", &self.text()),
        }
    }
}

/// Who sends, and what that takes.
struct Sender<'a> {
    app: &'a App,
    claims: &'a Claims,
    policies: &'a dyn Fn(&str) -> PolicyAnswer,
    hub: &'a dyn Hub,
    hooks: &'a HookAnswers,
}

impl Sender<'_> {
    fn publish<'a>(
        &self,
        place: usize,
        (topic, private): (&'a str, bool),
        (event, payload): (&str, Body<'_>),
    ) -> Result<(), Failure<'a>> {
        let Self { app, hub, .. } = self;
        let key = self.check((topic, private), (event, payload))?;
        let hook = self.hooks.get(&place).cloned().unwrap_or(HookAnswer::Allowed);
        let rewritten = hook.data().map_err(|refused| Failure::NotSent(NotSent::Hook(refused)))?;
        let payload = rewritten.as_deref().map_or(payload, Body::Json);
        let message = publishing::message(event, payload, app).map_err(Failure::NotSent)?;
        let published = hub.publish(key, message, None, rules::of(key, app));
        published.map(drop).map_err(|error| Failure::NotSent(NotSent::Hub(error)))
    }

    /// Where a message would go, if it may be sent.
    fn check<'a>(
        &self,
        (topic, private): (&'a str, bool),
        (event, payload): (&str, Body<'_>),
    ) -> Result<KeyRef<'a>, Failure<'a>> {
        let Self { app, claims, policies, .. } = self;
        let name = SubTopic::parse(topic).map_err(Failure::Topic)?;
        let key = name.key(app.index, private).map_err(Failure::Topic)?;
        if private && !claims.bypasses_policies() {
            let denied = || Failure::NotSent(NotSent::denied(topic));
            let permissions = policies(topic)
                .map_err(|error| Failure::NotSent(NotSent::Policies { topic: topic.into(), error }))?;
            permissions.broadcast.then_some(()).ok_or_else(denied)?;
        }
        if !private && !app.may_broadcast(topic, claims) {
            return Err(Failure::NotSent(NotSent::Public));
        }
        publishing::check(event, payload, app).map_err(Failure::NotSent)?;
        Ok(key)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn calls_are_read_from_their_paths() {
        for prefix in ["", "/realtime/v1", "/prefix/realtime/v1"] {
            let path = alloc::format!("{prefix}/api/broadcast");
            assert_eq!(Call::parse(&path, ""), Some(Call::Batch { results: false }));
            assert_eq!(Call::parse(&path, "a=b&results=true"), Some(Call::Batch { results: true }));
            let path = alloc::format!("{prefix}/api/broadcast/a%2Fb/events/e%20f");
            let call = Call::One { topic: "a/b".into(), event: "e f".into(), private: true };
            assert_eq!(Call::parse(&path, "private=true"), Some(call));
        }
        for other in
            ["/api/broadcasts", "/api/broadcast/", "/api/broadcast/a", "/api/broadcast/a/events/", "/apps/1"]
        {
            assert_eq!(Call::parse(other, ""), None, "{other}");
        }
    }

    #[test]
    fn messages_are_counted_and_private_topics_named_once() {
        let body = br#"{"messages":[{"topic":"b","event":"e","payload":{},"private":true},{"topic":"a","event":"e","payload":{},"private":true},{"topic":"b","event":"f","payload":{},"private":true},{"topic":"c","event":"e","payload":{}}]}"#;
        let batch = Call::Batch { results: false };
        assert_eq!(batch.survey(body), Survey { messages: 4, private_topics: vec!["a".into(), "b".into()] });
        assert_eq!(batch.survey(b"nonsense"), Survey { messages: 1, private_topics: vec![] });
        let one = |private| Call::One { topic: "t".into(), event: "e".into(), private };
        assert_eq!(one(true).survey(b""), Survey { messages: 1, private_topics: vec!["t".into()] });
        assert_eq!(one(false).survey(b""), Survey { messages: 1, private_topics: vec![] });
    }

    #[test]
    fn a_body_is_what_its_type_says() {
        assert_eq!(payload(None, b"[1]"), Ok(Body::Json("[1]")));
        assert_eq!(payload(Some("application/json; charset=utf-8"), b"1"), Ok(Body::Json("1")));
        assert_eq!(payload(Some("application/octet-stream"), b"\xff"), Ok(Body::Bytes(b"\xff")));
        assert_eq!(payload(Some("text/plain"), b"1").unwrap_err().status, 415);
        assert_eq!(payload(None, b"nonsense").unwrap_err().status, 422);
    }
}
