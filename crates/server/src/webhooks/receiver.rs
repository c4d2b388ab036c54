//! A receiver of an app: what the queue knows of it, and how a request is sent to it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use baton_hub::AppId;
use baton_protocols::pusher::Webhook;
use baton_protocols::pusher::signature::Signature;
use baton_protocols::{App, Secret};
use bytes::Bytes;

use super::store::{Request, hook_name};
use crate::config::Config;
use crate::observe::TRACEPARENT;
use crate::outbound::{Answer, Failed, Reach, Target};
use crate::settings::shown_url;
use crate::trace::{self, Kind, TraceContext, end_post};

/// Requests to one receiver that it has not answered.
pub(super) const AT_ONCE: usize = 4;
/// Requests to one receiver that are not over. With so many in vain, further events of it wait.
const UNDER_WAY: usize = 32;
/// Connections to one receiver that are kept between requests.
const KEPT: usize = 8;
/// Bytes of an answer that are read so that its connection can be used again.
const ANSWER_BYTES: usize = 64 * 1_024;
/// How long events gather for a receiver that takes several in one request.
const GATHERING_MS: u64 = 20;

/// A receiver of an app.
pub(super) struct Hook {
    /// What the store knows it by: the app's id and the URL.
    pub(super) name: Box<str>,
    pub(super) app: AppId,
    /// Which addresses it may be at.
    pub(super) reach: Reach,
    pub(super) receiver: Arc<Receiver>,
    /// Channels of requests that are not over, each with how many of those it is in.
    pub(super) held: HashMap<Box<str>, u32>,
    /// Events of it may wait that can be sent.
    pub(super) may_have_events: bool,
    /// When the last request was made.
    pub(super) composed_ms: u64,
    pub(super) unanswered: usize,
    pub(super) unfinished: usize,
    /// Requests that failed since the last one that did not.
    pub(super) failures: usize,
}

/// What a request needs.
pub(super) struct Receiver {
    pub(super) app_id: Box<str>,
    key: Box<str>,
    secret: Secret,
    pub(super) webhook: Webhook,
    target: Target,
}

impl Hook {
    /// Whether another request may be made for it.
    pub(super) fn may_compose(&self) -> bool {
        self.may_have_events && self.unanswered < AT_ONCE && self.unfinished < UNDER_WAY
    }

    /// When the next request may be made: events gather for receivers that take several.
    pub(super) fn composes_at(&self) -> u64 {
        if self.receiver.webhook.max_events > 1 { self.composed_ms + GATHERING_MS } else { 0 }
    }
}

impl Receiver {
    /// That of an entry of an app's webhooks; `None` where its URL is none, which the settings refuse.
    pub(super) fn of(app: &App, webhook: &Webhook, most_kept: usize) -> Option<Self> {
        Some(Self {
            app_id: app.id.clone(),
            key: app.key.clone(),
            secret: app.secret.clone(),
            webhook: webhook.clone(),
            target: Target::of(&webhook.url, most_kept)?,
        })
    }

    /// Sends a request once; the status of the answer, or why there is none.
    pub(super) async fn post(
        &self,
        request: &Request,
        reach: Reach,
        timeout: Duration,
    ) -> Result<u16, String> {
        let Answer { status, location, .. } =
            self.exchange(request, &[], reach, timeout).await.answer.map_err(|failed| failed.to_string())?;
        match location {
            Some(to) => Err(not_followed(status, &to)),
            None => Ok(status),
        }
    }

    /// The same with these headers more, and all that was sent and came back.
    pub(super) async fn exchange(
        &self,
        request: &Request,
        marks: &[(&str, &str)],
        reach: Reach,
        timeout: Duration,
    ) -> Exchange {
        // The request's id is that of its trace: all tries are in one, also those after a restart.
        let span = trace::tracer()
            .and_then(|tracer| tracer.begin_in(Kind::Client, TraceContext::of_trace(&request.name)?));
        let signature = Signature::of_bytes(&self.secret, request.body.as_bytes()).to_string();
        let attempt = (request.attempts + 1).to_string();
        let mut headers = vec![
            ("x-pusher-key", &*self.key),
            ("x-pusher-signature", &signature),
            ("x-baton-webhook-id", &request.name),
            ("x-baton-webhook-attempt", &attempt),
        ];
        if request.is_redelivery {
            headers.push(("x-baton-webhook-redelivery", "true"));
        }
        headers.extend(marks);
        let traceparent = span.as_ref().map(|span| span.context().traceparent());
        headers.extend(traceparent.as_deref().map(|parent| (TRACEPARENT, parent)));
        headers.extend(self.webhook.headers.iter().map(|(name, value)| (&**name, &**value)));
        let body = Bytes::from(request.body.clone());
        // The status decides; an answer that is too long costs the connection alone.
        let answer = self.target.post(reach, (&headers, body), timeout, ANSWER_BYTES).await;
        if let Some(span) = span {
            let span = span
                .named("POST webhook")
                .with("baton.app.id", &*self.app_id)
                .with("baton.webhook.id", &*request.name)
                .with("baton.webhook.attempt", i64::from(request.attempts) + 1)
                .with("messaging.batch.message_count", i64::from(request.events));
            end_post(span, &self.webhook.url, answer.as_ref());
        }
        let headers = headers.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Exchange { headers, answer }
    }

    /// Headers that each request has before those of [`Exchange`].
    pub(super) fn own_headers(&self) -> impl Iterator<Item = (String, String)> {
        self.target.own_headers().into_iter().map(|(name, value)| (name.to_string(), value.to_owned()))
    }
}

/// A request that was sent once.
pub(super) struct Exchange {
    /// Its headers, in their order.
    pub(super) headers: Vec<(String, String)>,
    pub(super) answer: Result<Answer, Failed>,
}

/// What an answer comes to that leads elsewhere.
pub(super) fn not_followed(status: u16, to: &str) -> String {
    format!("{status}, to {to}: redirects are not followed; set `url` to where it leads")
}

/// The receivers of all apps. Those that are as they were keep their connections.
pub(super) fn hooks_of(config: &Config, former: Vec<Hook>) -> Vec<Hook> {
    let mut former: HashMap<Box<str>, Hook> =
        former.into_iter().map(|hook| (hook.name.clone(), hook)).collect();
    let mut hooks: Vec<Hook> = Vec::new();
    for state in config.apps() {
        let (app, of_app) = (&state.app, hooks.len());
        let reach = config.settings.webhook_addresses.reach(app);
        for webhook in &app.pusher.webhooks.0 {
            let name = hook_name(&app.id, &webhook.url).into_boxed_str();
            // The same URL twice is one receiver: what either wants.
            if let Some(twin) = hooks[of_app..].iter().find(|hook| hook.name == name) {
                tracing::warn!(
                    app = &*app.id,
                    url = shown_url(&twin.receiver.webhook.url),
                    "webhooks: a URL stands twice in the settings of an app; the first entry applies"
                );
                continue;
            }
            let Some(receiver) = Receiver::of(app, webhook, KEPT) else { continue };
            let known = former.remove(&name);
            let is_same = known.as_ref().is_some_and(|hook| {
                let known = &hook.receiver;
                (&known.key, &known.secret, &known.webhook) == (&app.key, &app.secret, webhook)
            });
            let receiver = match &known {
                Some(hook) if is_same => Arc::clone(&hook.receiver),
                _ => Arc::new(receiver),
            };
            hooks.push(match known {
                Some(hook) => Hook { app: app.index, reach, receiver, ..hook },
                None => Hook {
                    name,
                    app: app.index,
                    reach,
                    receiver,
                    held: HashMap::new(),
                    may_have_events: true,
                    composed_ms: 0,
                    unanswered: 0,
                    unfinished: 0,
                    failures: 0,
                },
            });
        }
    }
    hooks
}
