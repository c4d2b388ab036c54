//! Publishing: `POST events`, `POST batch_events` and the form of 2012.
//!
//! A call is first read and checked whole: each name, payload and limit of each event. Only then does the first
//! event reach the hub, so a refusal with 4xx has published nothing. What can still fail is room in a queue
//! (503): then the channels before that one have the event and those from it on do not, the answer says so,
//! and the same request under its idempotency key continues where this one stopped.

use core::fmt::Arguments;

use alloc::{borrow::Cow, boxed::Box, collections::BTreeSet, sync::Arc, vec::Vec};

use baton_hub::{Message, Millis, PublishError, SocketId};

use super::{
    Failure, Request, Response,
    authentication::signature_holds_s,
    body::Body,
    event::Event,
    failure::Shown,
    hooks::Rewritten,
    idempotency::{Fingerprint, Memory, Outcome, REMEMBERED_MS, Recalled, Remembered},
    info::{Counts, Info, only_presence},
    query::Query,
    route::{Call, Route},
};
use crate::{
    App, Hub,
    pusher::channel::{ChannelKind, ChannelName},
};

/// Bytes of an idempotency key: a UUID has 36, and a SHA-512 in hexadecimal 128. Longer ones are refused with 400.
const KEY_BYTES: usize = 255;

/// What a publish needs to know of the world around it.
pub(super) struct Publisher<'a> {
    pub(super) request: &'a Request<'a>,
    pub(super) route: &'a Route<'a>,
    pub(super) query: &'a Query<'a>,
    pub(super) app: &'a App,
    pub(super) hub: &'a dyn Hub,
    pub(super) memory: &'a dyn Memory,
    pub(super) rewritten: &'a Rewritten,
}

/// One event for one channel, checked.
pub(super) struct Planned<'e> {
    pub(super) channel: ChannelName<'e>,
    pub(super) message: Arc<Message>,
    pub(super) except: Option<SocketId>,
    info: Info,
}

/// An idempotency key.
pub(super) struct Key<'r> {
    text: &'r str,
    /// Until when it is remembered from the first request on.
    until: Millis,
    /// Until when each request has it remembered: until its signature expires, where that covers the key.
    signed_until: Millis,
}

impl Key<'_> {
    fn remembered<'k>(
        &'k self,
        fingerprint: Fingerprint,
        outcome: &'k Outcome,
        now: Millis,
    ) -> Remembered<'k> {
        let (partly, answer) = match outcome {
            Outcome::Partly(events) => (Some(*events), &[][..]),
            Outcome::Answered(answer) => (None, &**answer),
        };
        let left_ms = self.until.saturating_sub(now);
        Remembered { key: self.text, fingerprint: fingerprint.0, partly, answer, left_ms }
    }
}

/// What an answer looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// `{"channels":{"NAME":{}}}`
    Channels,
    /// `{"batch":[{}]}`
    Batch,
}

impl Publisher<'_> {
    /// Publishes, and answers.
    pub(super) fn publish(&self) -> Result<Response, Failure> {
        let body = self.planned(|plan, shape| self.carry_out(plan, shape))?;
        let response = body.into_response();
        match self.route.call {
            Call::ChannelEvents(_) => Ok(Response { status: 202, ..response }),
            _ => Ok(response),
        }
    }

    /// Reads and checks the events, and does something with all of them: one for one or more channels, several for one
    /// each, or in the form of 2012 (`POST channels/NAME/events?name=EVENT`, whose body is the data).
    pub(super) fn planned<R>(
        &self,
        then: impl FnOnce(&[Planned<'_>], Shape) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        match &self.route.call {
            Call::BatchEvents => {
                let events = Event::read_batch(self.request.body, self.app)?;
                let mut plan = Vec::with_capacity(events.len());
                for (index, event) in events.iter().enumerate() {
                    let planned = self.plan(event);
                    plan.extend(
                        planned.map_err(|failure| {
                            failure.within(format_args!("Event {index} of the batch: "))
                        })?,
                    );
                }
                self.rewrite(&mut plan);
                then(&plan, Shape::Batch)
            }
            call => {
                let event = match call {
                    Call::ChannelEvents(channel) => {
                        Event::read_legacy(channel, self.request.body, self.query, self.app)?
                    }
                    _ => Event::read(self.request.body, self.query, self.app)?,
                };
                let mut plan = self.plan(&event)?;
                self.rewrite(&mut plan);
                then(&plan, Shape::Channels)
            }
        }
    }

    pub(super) fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(self.route.stripped, self.query, self.request.body)
    }

    /// Checks the channels of an event. One that is named twice receives it once.
    fn plan<'e>(&self, event: &'e Event<'_>) -> Result<Vec<Planned<'e>>, Failure> {
        let message = Arc::new(event.message());
        let mut plan: Vec<Planned<'e>> = Vec::with_capacity(event.channels.len());
        let mut seen = BTreeSet::new();
        for name in &event.channels {
            let channel = ChannelName::parse(name, self.app).map_err(Failure::malformed)?;
            if event.channels.len() == 1 || seen.insert(channel.as_str()) {
                plan.push(Planned {
                    channel,
                    message: message.clone(),
                    except: event.except,
                    info: event.info,
                });
            }
        }
        check_encrypted(&plan)?;
        check_info(event.info, &plan)?;
        Ok(plan)
    }

    /// Publishes, once for each idempotency key; returns the answer's body.
    fn carry_out(&self, plan: &[Planned<'_>], shape: Shape) -> Result<Body, Failure> {
        let Some(key) = self.key()? else {
            return self.publish_from(0, plan, shape).map_err(|stopped| stopped.failure(plan, false));
        };
        let fingerprint = self.fingerprint();
        let mut answer = None;
        self.memory.exclusively(self.app.index, key.text, &mut || {
            answer = Some(self.once(&key, fingerprint, plan, shape));
        });
        answer.unwrap_or_else(|| Err(Failure::overloaded("The table of idempotency keys is not available.")))
    }

    /// The request's idempotency key. The parameter overrides the header: the signature covers it, so an attacker who sends an
    /// overheard request again cannot change the key, and it is remembered as long as the signature holds.
    pub(super) fn key(&self) -> Result<Option<Key<'_>>, Failure> {
        let (text, least_ms) = match (self.query.get("idempotency_key"), self.request.idempotency_key) {
            (Some(signed), _) => {
                let left_s = signature_holds_s(self.query, self.hub.unix_time_s());
                (signed, left_s.saturating_mul(1_000))
            }
            (None, Some(header)) => (utf8(header)?, 0),
            (None, None) => return Ok(None),
        };
        check_key(text)?;
        let now = self.hub.now();
        let until = now.saturating_add(least_ms.max(REMEMBERED_MS));
        Ok(Some(Key { text, until, signed_until: now.saturating_add(least_ms) }))
    }

    /// Publishes what this key has not published yet. The table of keys is locked before and after,
    /// not while it publishes.
    fn once(
        &self,
        key: &Key<'_>,
        fingerprint: Fingerprint,
        plan: &[Planned<'_>],
        shape: Shape,
    ) -> Result<Body, Failure> {
        let from = match self.recall(key, &fingerprint) {
            Known::Answered(answer) => return Ok(answer),
            Known::OtherRequest => return Err(conflict(key.text)),
            Known::UpTo(events) => events,
        };
        let remember = |outcome: Outcome| {
            self.memory.remembered(self.app.index, &key.remembered(fingerprint, &outcome, self.hub.now()));
            let mut outcome = Some(outcome);
            self.memory.with(self.app.index, &mut |memory| {
                if let Some(outcome) = outcome.take() {
                    memory.remember(key.text, fingerprint, outcome, key.until);
                }
            });
        };
        match self.publish_from(from, plan, shape) {
            Ok(answer) => {
                remember(Outcome::Answered(Box::from(answer.as_bytes())));
                Ok(answer)
            }
            Err(stopped) => {
                if stopped.at > 0 {
                    remember(Outcome::Partly(stopped.at));
                }
                Err(stopped.failure(plan, true))
            }
        }
    }

    pub(super) fn recall(&self, key: &Key<'_>, fingerprint: &Fingerprint) -> Known {
        let mut known = Known::UpTo(0);
        self.memory.with(self.app.index, &mut |memory| {
            known = match memory.recall(key.text, fingerprint, self.hub.now(), key.signed_until) {
                Recalled::Answered(answer) => Known::Answered(Body::from(answer)),
                Recalled::OtherRequest => Known::OtherRequest,
                Recalled::Partly(events) => Known::UpTo(events),
                Recalled::Nothing => Known::UpTo(0),
            };
        });
        known
    }

    /// Publishes the plan from its n-th event on, and writes the answer.
    fn publish_from(&self, from: usize, plan: &[Planned<'_>], shape: Shape) -> Result<Body, Stopped> {
        let mut answer = Answer::new(shape, plan);
        if !self.hub.may_publish(self.app.index, plan.len().saturating_sub(from)) {
            return Err(Stopped { at: from, why: Why::Rate(self.app.pusher.backend_events_per_second) });
        }
        for (at, planned) in plan.iter().enumerate() {
            let key = planned.channel.key(self.app.index);
            let counts = if at < from {
                self.hub.channel(key).as_ref().map(Counts::from).unwrap_or_default()
            } else {
                let rules = planned.channel.rules(self.app);
                let published = self.hub.publish(key, planned.message.clone(), planned.except, rules);
                Counts::from(&published.map_err(|error| Stopped { at, why: Why::Hub(error) })?)
            };
            answer.push(planned, counts);
        }
        Ok(answer.finish())
    }
}

/// What is remembered of a key, outside of the table's lock.
pub(super) enum Known {
    Answered(Body),
    OtherRequest,
    /// The request was carried out up to this event; 0: it is new.
    UpTo(usize),
}

/// Where a publish stopped, and why.
struct Stopped {
    at: usize,
    why: Why,
}

enum Why {
    Hub(PublishError),
    /// The app is over this limit of events per second.
    Rate(u32),
}

impl Stopped {
    fn failure(&self, plan: &[Planned<'_>], has_key: bool) -> Failure {
        let error = match self.why {
            Why::Hub(error) => error,
            Why::Rate(limit) => {
                let events = plan.len().saturating_sub(self.at);
                let is_larger = usize::try_from(limit).is_ok_and(|limit| events > limit);
                let (failure, advice): (fn(_) -> _, _) = match is_larger {
                    true => {
                        (Failure::over_rate::<Arguments<'_>>, "Send smaller requests, or raise the limit.")
                    }
                    false => (Failure::too_fast::<Arguments<'_>>, "Send the request again a little later."),
                };
                let done = match self.at {
                    0 => Cow::Borrowed("Nothing was published"),
                    at => Cow::Owned(alloc::format!(
                        "{at} of {} channels have received their event before, and no other has now",
                        plan.len()
                    )),
                };
                return failure(format_args!(
                    "{done}: the app is over its limit of {limit} events per second (backend_events_per_second), one for \
                     each channel, and this request has {events}. {advice}"
                ));
            }
        };
        let cause = match error {
            PublishError::Full => Cow::Borrowed("a queue of the server is full"),
            PublishError::StoreUnavailable => {
                Cow::Borrowed("the server cannot store the channel's history at the moment (history_store)")
            }
            PublishError::ChannelsFull { limit } => Cow::Owned(alloc::format!(
                "none of the {limit} channels per shard is left for this app (hub_channels)"
            )),
        };
        let next = plan.get(self.at).map_or("", |planned| planned.channel.as_str());
        let (done, all) = (self.at, plan.len());
        match (done, has_key) {
            (0, _) => Failure::overloaded(format_args!(
                "Nothing was published: {cause}. Send the request again a little later."
            )),
            (_, true) => Failure::overloaded(format_args!(
                "{done} of {all} channels have received their event; from \"{}\" on none has: {cause}. Send the same request \
                 with the same idempotency key a little later, and it continues there.",
                Shown(next)
            )),
            (_, false) => Failure::overloaded(format_args!(
                "{done} of {all} channels have received their event; from \"{}\" on none has: {cause}. Send only the rest a \
                 little later. (With an X-Idempotency-Key, the same request would continue there.)",
                Shown(next)
            )),
        }
    }
}

/// An answer as it grows. Without `info` it is `{}`.
struct Answer {
    shape: Shape,
    body: Body,
    separator: &'static str,
    wanted: bool,
}

impl Answer {
    fn new(shape: Shape, plan: &[Planned<'_>]) -> Self {
        let wanted = plan.iter().any(|planned| !planned.info.is_empty());
        let opening = match shape {
            Shape::Channels => "{\"channels\":{",
            Shape::Batch => "{\"batch\":[",
        };
        Self { shape, body: Body::new(if wanted { opening } else { "{}" }), separator: "", wanted }
    }

    fn push(&mut self, planned: &Planned<'_>, counts: Counts) {
        if !self.wanted {
            return;
        }
        self.body.raw(self.separator);
        if self.shape == Shape::Channels {
            self.body.string(planned.channel.as_str());
            self.body.raw(":");
        }
        self.body.raw("{");
        planned.info.write_counts(
            counts,
            planned.channel.kind() == ChannelKind::Presence,
            "",
            &mut self.body,
        );
        self.body.raw("}");
        self.separator = ",";
    }

    fn finish(mut self) -> Body {
        if self.wanted {
            self.body.raw(match self.shape {
                Shape::Channels => "}}",
                Shape::Batch => "]}",
            });
        }
        self.body
    }
}

/// Ciphertext is made for one channel: its key is derived from the channel's name.
fn check_encrypted(plan: &[Planned<'_>]) -> Result<(), Failure> {
    let encrypted = plan.iter().find(|planned| planned.channel.kind() == ChannelKind::Encrypted);
    match encrypted {
        Some(planned) if plan.len() > 1 => Err(Failure::malformed(format_args!(
            "\"{}\" is encrypted, and its ciphertext cannot be read on the event's other channels. Send one event for each \
             encrypted channel, for example with batch_events.",
            Shown(planned.channel.as_str())
        ))),
        _ => Ok(()),
    }
}

/// Refuses an `info` that no channel of the event can answer.
fn check_info(info: Info, plan: &[Planned<'_>]) -> Result<(), Failure> {
    match plan.first() {
        Some(first)
            if !info.is_empty() && !plan.iter().any(|planned| info.says_anything_of(planned.channel)) =>
        {
            Err(only_presence(first.channel.as_str()))
        }
        _ => Ok(()),
    }
}

/// A key that could not be compared must not be left out: the request would be published again.
fn utf8(key: &[u8]) -> Result<&str, Failure> {
    str::from_utf8(key)
        .map_err(|_| Failure::malformed(format_args!("The idempotency key is not UTF-8. Use a UUID.")))
}

fn check_key(key: &str) -> Result<(), Failure> {
    match key.len() {
        1..=KEY_BYTES => Ok(()),
        bytes => Err(Failure::malformed(format_args!(
            "The idempotency key has {bytes} bytes and may have 1 to {KEY_BYTES}. Use a UUID."
        ))),
    }
}

fn conflict(key: &str) -> Failure {
    Failure::conflict(format_args!(
        "The idempotency key \"{}\" was used with another request within the last minutes. Use a new key for each event, \
         and the same key only to repeat a request unchanged.",
        Shown(key)
    ))
}
