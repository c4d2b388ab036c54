//! Whose turn it is: events of one channel reach a receiver in their order, and a receiver that fails holds up nobody else.
//!
//! A request has its events and its id for good. While it is under way, no other request to the same receiver has events of
//! its channels. One that fails is sent again as it was, later and later, for `webhook_retry_s`; other channels go on, up to
//! a bound of requests of one [receiver](super::receiver).

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use baton_hub::{AppId, Event};
use baton_protocols::pusher::webhooks::write_webhook_event;
use baton_protocols::pusher::{WebhookDetail, WebhookEvent};
use tokio::runtime::Handle;

use super::presence::{Leaving, Subject};
use super::receiver::{AT_ONCE, Hook, hooks_of};
use super::store::{Change, Load, Request, Store, cost};
use super::{Inbox, LAST_REQUESTS, Noted, Outcome, Question, Redelivery, key_of, spelled};
use crate::clock;
use crate::config::Config;
use crate::entropy::Entropy;
use crate::node::Node;
use crate::settings::shown_url;

/// Bytes of one request; a longer event comes alone.
const REQUEST_BYTES: usize = 64 * 1_024;
/// How long events gather before they are stored together.
const STORING: Duration = Duration::from_millis(2);
/// How long a request that failed waits, at first and at most; each time twice as long.
const FIRST_PAUSE_MS: u64 = 1_000;
const LONGEST_PAUSE_MS: u64 = 60_000;
/// A receiver is taken to be down after so many failures in a row. When it is back, nothing waits for its pause to end.
const DOWN: usize = 4;
/// How long the thread waits for room on a disk.
const DISK_PAUSE: Duration = Duration::from_secs(1);
/// Bytes of events that wait for room on a disk: above it, no more are taken.
const UNSTORED_BYTES: u64 = 64 << 20;
/// Changes that wait for room on a disk. Above it, what was reported is not stored: after a restart receivers may be sent a
/// second time that somebody has left, or not at all.
const UNSTORED_CHANGES: usize = 400_000;
/// Requests of one receiver that are not over, above which none is sent again because an operator asks.
const REDELIVERIES: usize = 256;

/// What the thread works with.
pub(super) struct Queue {
    node: Arc<Node>,
    store: Store,
    runtime: Handle,
    entropy: Entropy,
    config: Arc<Config>,
    hooks: Vec<Hook>,
    /// Where each of them is in the list, by its name; those of an app stand together.
    by_name: HashMap<Box<str>, usize>,
    by_app: HashMap<AppId, Range<usize>>,
    leaving: Leaving,
    /// What is not stored yet.
    changes: Vec<Change>,
    /// Events among the changes, and what they will take.
    unstored: u64,
    unstored_bytes: u64,
    under_way: BTreeMap<i64, UnderWay>,
    /// The last commit failed.
    is_failing: bool,
    /// The process ends.
    is_ending: bool,
    /// When the log last said that events are dropped.
    overflow_said: Option<Instant>,
}

/// A request that is not over.
struct UnderWay {
    request: Arc<Request>,
    /// When it was first sent, and when it is sent next, by the monotonic clock.
    began_ms: u64,
    next_ms: u64,
    is_sent: bool,
}

impl Queue {
    pub(super) fn new(node: Arc<Node>, store: Store, runtime: Handle) -> rusqlite::Result<Self> {
        let config = Arc::clone(&node.config());
        let mut queue = Self {
            node,
            runtime,
            entropy: Entropy::new(),
            hooks: Vec::new(),
            by_name: HashMap::new(),
            by_app: HashMap::new(),
            config,
            leaving: Leaving::default(),
            changes: Vec::new(),
            unstored: 0,
            unstored_bytes: 0,
            under_way: BTreeMap::new(),
            is_failing: false,
            is_ending: false,
            overflow_said: None,
            store,
        };
        queue.set_hooks();
        queue.drop_others()?;
        // Clients that were connected when the last process ended have left, unless they come back.
        let grace_ms = u64::from(queue.config.settings.webhook_restart_grace_s) * 1_000;
        let due_ms = clock::now_ms() + grace_ms;
        let (mut users, channels): (Vec<_>, Vec<_>) =
            queue.store.reported()?.into_iter().partition(|subject| subject.user.is_some());
        users.extend(channels); // members leave before their channel is empty
        users.into_iter().for_each(|subject| queue.leaving.left(subject, due_ms));
        queue.take_up_requests()?;
        Ok(queue)
    }

    /// Works until it is stopped.
    pub(super) fn run(&mut self) {
        let node = Arc::clone(&self.node);
        let (mut pause, mut ends) = (Duration::ZERO, None);
        loop {
            let mut inbox = node.webhooks.take(pause);
            let had_events = !inbox.noted.is_empty();
            if inbox.is_stopping && ends.is_none() {
                ends = Some(Instant::now() + LAST_REQUESTS);
                self.note_all(std::mem::take(&mut inbox.noted));
                self.end();
            }
            self.turn(inbox);
            if ends.is_some_and(|ends| self.is_done() || Instant::now() >= ends) {
                break;
            }
            pause = self.pause(had_events, ends.is_some());
            if had_events {
                // More of them gather meanwhile, and nobody has to wake this thread.
                std::thread::sleep(STORING);
            }
        }
    }

    /// Takes in what is new, stores it, and sends what can be sent.
    fn turn(&mut self, inbox: Inbox) {
        self.follow_config();
        self.note_all(inbox.noted);
        let now_ms = clock::now_ms();
        while let Some(subject) = self.leaving.next_due(now_ms) {
            self.report(subject, false);
        }
        inbox.outcomes.into_iter().for_each(|outcome| self.finish(outcome, now_ms));
        inbox.questions.into_iter().for_each(|question| self.answer(question));
        // What is kept for the next process is not sent any more.
        if self.commit() && !(self.is_ending && self.is_kept()) {
            self.compose(now_ms);
            self.send(now_ms);
        }
        self.show();
    }

    /// How long nothing has to be done by itself.
    fn pause(&self, had_events: bool, is_ending: bool) -> Duration {
        if self.is_failing {
            return DISK_PAUSE;
        }
        if had_events {
            return Duration::ZERO;
        }
        let now_ms = clock::now_ms();
        let has_turn = |one: &&UnderWay| {
            let hook = self.by_name.get(&one.request.hook).and_then(|n| self.hooks.get(*n));
            !one.is_sent && hook.is_some_and(|hook| hook.unanswered < AT_ONCE)
        };
        let resent = self.under_way.values().filter(has_turn).map(|one| one.next_ms).min();
        let gathered = self.hooks.iter().filter(|hook| hook.may_compose()).map(Hook::composes_at).min();
        let next_ms = [self.leaving.next_at(), resent, gathered].into_iter().flatten().min();
        let longest = if is_ending { 50 } else { 60_000 };
        Duration::from_millis(next_ms.map_or(longest, |at| at.saturating_sub(now_ms).min(longest)))
    }

    /// Other settings may be in effect.
    fn follow_config(&mut self) {
        if Arc::ptr_eq(&self.config, &self.node.config()) {
            return;
        }
        self.config = Arc::clone(&self.node.config());
        self.set_hooks();
        let names = &self.by_name;
        self.under_way.retain(|_, one| names.contains_key(&one.request.hook));
        self.changes.retain(|change| match change {
            Change::Event { hook, .. } => names.contains_key(hook),
            _ => true,
        });
        self.count_unstored();
        if let Err(error) = self.drop_others() {
            tracing::error!(%error, "webhooks: what waits for removed receivers could not be dropped");
        }
        for hook in &mut self.hooks {
            hook.may_have_events = true;
        }
    }

    fn set_hooks(&mut self) {
        self.hooks = hooks_of(&self.config, std::mem::take(&mut self.hooks));
        self.by_name = self.hooks.iter().enumerate().map(|(n, hook)| (hook.name.clone(), n)).collect();
        self.by_app.clear();
        for (n, hook) in self.hooks.iter().enumerate() {
            self.by_app.entry(hook.app).or_insert(n..n).end = n + 1;
        }
    }

    fn count_unstored(&mut self) {
        let events = self.changes.iter().filter_map(|change| match change {
            Change::Event { hook, channel, body } => Some(cost(hook, channel, body)),
            _ => None,
        });
        (self.unstored, self.unstored_bytes) =
            events.fold((0, 0), |(count, bytes), cost| (count + 1, bytes + cost));
    }

    fn drop_others(&mut self) -> rusqlite::Result<()> {
        let names: Vec<&str> = self.hooks.iter().map(|hook| &*hook.name).collect();
        let dropped = self.store.drop_others(&names)?;
        if dropped > 0 {
            tracing::warn!(
                dropped,
                "webhooks: events and requests of receivers that are not in the settings"
            );
        }
        Ok(())
    }

    /// Takes up requests that the store has and this thread does not know.
    fn take_up_requests(&mut self) -> rusqlite::Result<()> {
        let last = self.under_way.keys().next_back().copied().unwrap_or(0);
        for request in self.store.requests_after(last)? {
            self.begin(request);
        }
        Ok(())
    }

    fn begin(&mut self, request: Request) {
        let Some(hook) = self.by_name.get(&request.hook).and_then(|n| self.hooks.get_mut(*n)) else { return };
        hook.unfinished += 1;
        for channel in &request.channels {
            *hook.held.entry(channel.clone()).or_default() += 1;
        }
        let age_ms =
            if request.first_ms == 0 { 0 } else { clock::unix_ms().saturating_sub(request.first_ms) };
        let began_ms = clock::now_ms().saturating_sub(age_ms);
        let one = UnderWay { began_ms, next_ms: 0, is_sent: false, request: Arc::new(request) };
        self.under_way.insert(one.request.id, one);
    }

    fn note_all(&mut self, noted: Vec<Noted>) {
        for one in noted {
            match one {
                Noted::Hub(event) => self.note(&event),
                Noted::ClientEvent { app, channel, message, socket } => {
                    let detail = WebhookDetail::ClientEvent { message: &message, socket };
                    self.queue(app, WebhookEvent::ClientEvent, &channel, detail);
                }
            }
        }
    }

    fn note(&mut self, event: &Event) {
        let key = key_of(event);
        let app = key.app();
        let Some(channel) = spelled(key.borrowed()) else { return };
        let config = Arc::clone(&self.config);
        let Some(state) = config.app(app) else { return };
        let subject = |user: Option<&str>| Subject {
            app: state.app.id.clone(),
            channel: channel.as_str().into(),
            user: user.map(Into::into),
        };
        let due_ms = clock::now_ms() + u64::from(config.settings.webhook_delay_s) * 1_000;
        match event {
            Event::Occupied(_) => self.came(subject(None)),
            Event::MemberAdded(_, member) => self.came(subject(Some(&member.user_id))),
            Event::Vacated(_) => self.leaving.left(subject(None), due_ms),
            Event::MemberRemoved(_, member) => self.leaving.left(subject(Some(&member.user_id)), due_ms),
            Event::CacheMiss(_) => self.queue(app, WebhookEvent::CacheMiss, &channel, WebhookDetail::None),
            Event::SubscriptionCount(_, count) => {
                let detail = WebhookDetail::Subscriptions(*count);
                self.queue(app, WebhookEvent::SubscriptionCount, &channel, detail);
            }
        }
    }

    fn came(&mut self, subject: Subject) {
        if self.leaving.came(&subject) {
            self.report(subject, true);
        }
    }

    /// Tells receivers that somebody is there, or that nobody is any more.
    fn report(&mut self, subject: Subject, is_there: bool) {
        if let Some(app) = self.config.app_by_id(&subject.app).map(|state| state.app.index) {
            let event = match (subject.user.is_some(), is_there) {
                (false, true) => WebhookEvent::ChannelOccupied,
                (false, false) => WebhookEvent::ChannelVacated,
                (true, true) => WebhookEvent::MemberAdded,
                (true, false) => WebhookEvent::MemberRemoved,
            };
            let detail = subject.user.as_deref().map_or(WebhookDetail::None, WebhookDetail::User);
            self.queue(app, event, &subject.channel, detail);
        }
        if self.changes.len() < UNSTORED_CHANGES {
            self.changes.push(Change::Reported { subject, is_there });
        }
    }

    /// Queues an event for each receiver that wants it.
    fn queue(&mut self, app: AppId, event: WebhookEvent, channel: &str, detail: WebhookDetail<'_>) {
        let mut body = None;
        let of_app = self.by_app.get(&app).cloned().unwrap_or_default();
        for hook in self.hooks.get_mut(of_app).unwrap_or_default() {
            if !hook.receiver.webhook.wants(event, channel) {
                continue;
            }
            let body = body.get_or_insert_with(|| {
                let mut out = Vec::with_capacity(128);
                write_webhook_event(&mut out, event, channel, detail);
                String::from_utf8(out).unwrap_or_default() // JSON of texts is UTF-8
            });
            let figures = &self.node.webhooks.figures;
            let most = self.config.settings.webhook_queue_bytes as u64;
            let unstored_bytes = self.unstored_bytes + cost(&hook.name, channel, body);
            if self.store.waiting_bytes() + unstored_bytes > most || unstored_bytes > UNSTORED_BYTES {
                figures.overflowed.fetch_add(1, Relaxed);
                if self.overflow_said.is_none_or(|at| at.elapsed() > Duration::from_secs(60)) {
                    self.overflow_said = Some(Instant::now());
                    tracing::error!(
                        most,
                        "webhooks: the queue is full, and events are dropped (setting webhook_queue_bytes)"
                    );
                }
                continue;
            }
            hook.may_have_events = true;
            self.unstored += 1;
            self.unstored_bytes = unstored_bytes;
            figures.queued.fetch_add(1, Relaxed);
            self.changes.push(Change::Event {
                hook: hook.name.clone(),
                channel: channel.into(),
                body: body.clone(),
            });
        }
    }

    /// What follows from an outcome.
    fn finish(&mut self, Outcome { id, result }: Outcome, now_ms: u64) {
        let Some(one) = self.under_way.get_mut(&id) else { return };
        let request = Arc::clone(&one.request);
        let Some(hook) = self.by_name.get(&request.hook).and_then(|n| self.hooks.get_mut(*n)) else { return };
        let figures = &self.node.webhooks.figures;
        let is_delivered = matches!(result, Ok(200..=299));
        let outcome = result.map_or_else(|why| why, |status| status.to_string());
        let was_down = is_delivered && hook.failures >= DOWN;
        hook.failures = if is_delivered { 0 } else { hook.failures + 1 };
        hook.unanswered -= 1;
        let attempts = request.attempts + 1;
        if !is_delivered {
            figures.failed_requests.fetch_add(1, Relaxed);
            let pause_ms = pause_ms(attempts, self.entropy.next_u64());
            let retry_ms = u64::from(self.config.settings.webhook_retry_s) * 1_000;
            if (now_ms + pause_ms).saturating_sub(one.began_ms) <= retry_ms {
                one.is_sent = false;
                one.next_ms = now_ms + pause_ms;
                one.request = Arc::new(Request { attempts, ..(*request).clone() });
                let app = &*hook.receiver.app_id;
                if hook.failures == DOWN {
                    let url = shown_url(&hook.receiver.webhook.url);
                    tracing::warn!(
                        app,
                        url,
                        id = request.name,
                        outcome,
                        "webhooks: a receiver fails; its requests are sent again for webhook_retry_s"
                    );
                }
                tracing::debug!(
                    app,
                    id = request.name,
                    attempts,
                    outcome,
                    "webhooks: a request failed, and will be sent again"
                );
                self.changes.push(Change::Tried { id });
                return;
            }
            tracing::warn!(
                app = &*hook.receiver.app_id,
                url = shown_url(&hook.receiver.webhook.url),
                id = request.name,
                attempts,
                events = request.events,
                outcome,
                "webhooks: a request was given up, and its events are dropped"
            );
        }
        let counter = if is_delivered { &figures.delivered } else { &figures.expired };
        counter.fetch_add(request.events.into(), Relaxed);
        hook.unfinished -= 1;
        hook.may_have_events = true;
        for channel in &request.channels {
            if let Some(count) = hook.held.get_mut(channel) {
                *count -= 1;
                if *count == 0 {
                    hook.held.remove(channel);
                }
            }
        }
        self.under_way.remove(&id);
        if was_down {
            let url = shown_url(&hook.receiver.webhook.url);
            tracing::info!(
                app = &*hook.receiver.app_id,
                url,
                "webhooks: a receiver that failed answers again"
            );
            for other in self.under_way.values_mut().filter(|other| other.request.hook == request.hook) {
                other.next_ms = other.next_ms.min(now_ms);
            }
        }
        self.changes.push(Change::Over { id, at_ms: clock::unix_ms(), outcome, is_delivered });
    }

    fn answer(&mut self, question: Question) {
        match question {
            Question::Log { app, most, answer } => {
                let rows = self.store.log(&app, most).unwrap_or_default();
                // Who asked may have hung up.
                _ = answer.send(rows);
            }
            Question::Redeliver { app, id: name, answer } => {
                let redelivery = self.redeliver(&app, name);
                _ = answer.send(redelivery);
            }
        }
    }

    fn redeliver(&mut self, app: &str, name: String) -> Redelivery {
        let receiver = match self.store.receiver_of(app, &name) {
            Ok(Some(receiver)) => receiver,
            Ok(None) => return Redelivery::Unknown,
            Err(_) => return Redelivery::Busy,
        };
        let hook = self.by_name.get(&*receiver).and_then(|n| self.hooks.get(*n));
        let Some(hook) = hook else { return Redelivery::NoReceiver };
        let asked = self.changes.iter().filter(|change| matches!(change, Change::Again { .. })).count();
        if self.is_failing || hook.unfinished + asked >= REDELIVERIES {
            return Redelivery::Busy;
        }
        let new_name = self.name();
        self.changes.push(Change::Again { name, new_name: new_name.clone() });
        Redelivery::As(new_name)
    }

    /// Stores what has changed; false if that failed, and is to be tried again.
    fn commit(&mut self) -> bool {
        if self.changes.is_empty() {
            return !self.is_failing;
        }
        let is_again = self.changes.iter().any(|change| matches!(change, Change::Again { .. }));
        match self.store.apply(&self.changes, self.config.settings.webhook_log_entries) {
            Ok(()) => {
                if std::mem::take(&mut self.is_failing) {
                    tracing::info!("webhooks: the queue can be stored again");
                }
                self.changes.clear();
                (self.unstored, self.unstored_bytes) = (0, 0);
                if is_again && let Err(error) = self.take_up_requests() {
                    tracing::error!(%error, "webhooks: a request cannot be sent again");
                }
                true
            }
            Err(error) => {
                self.node.webhooks.figures.store_errors.fetch_add(1, Relaxed);
                if !std::mem::replace(&mut self.is_failing, true) {
                    tracing::error!(
                        %error,
                        "webhooks: the queue cannot be stored in data_dir; it is tried again every second, and nothing is \
                         sent meanwhile"
                    );
                }
                false
            }
        }
    }

    /// Makes requests of what waits.
    fn compose(&mut self, now_ms: u64) {
        for n in 0..self.hooks.len() {
            while self.hooks[n].may_compose() && self.hooks[n].composes_at() <= now_ms {
                let name = self.name();
                let hook = &mut self.hooks[n];
                let load = Load { events: hook.receiver.webhook.max_events, bytes: REQUEST_BYTES };
                let held = &hook.held;
                let is_held = |channel: &str| held.contains_key(channel);
                match self.store.compose(&hook.name, load, clock::unix_ms(), is_held, name) {
                    Ok(Some(request)) => {
                        hook.composed_ms = now_ms;
                        self.begin(request);
                    }
                    Ok(None) => hook.may_have_events = false,
                    Err(error) => {
                        tracing::error!(%error, "webhooks: a request cannot be made");
                        hook.may_have_events = false;
                    }
                }
            }
        }
    }

    /// Sends what is due.
    fn send(&mut self, now_ms: u64) {
        for one in self.under_way.values_mut().filter(|one| !one.is_sent && one.next_ms <= now_ms) {
            let hook = self.by_name.get(&one.request.hook).and_then(|n| self.hooks.get_mut(*n));
            let Some(hook) = hook.filter(|hook| hook.unanswered < AT_ONCE) else { continue };
            hook.unanswered += 1;
            one.is_sent = true;
            let settings = &self.config.settings;
            let timeout = Duration::from_secs(settings.webhook_timeout_s.into());
            let (receiver, request) = (Arc::clone(&hook.receiver), Arc::clone(&one.request));
            let (node, reach) = (Arc::clone(&self.node), hook.reach);
            drop(self.runtime.spawn(async move {
                let result = receiver.post(&request, reach, timeout).await;
                let outcome = Outcome { id: request.id, result };
                node.webhooks.tell(|inbox| inbox.outcomes.push(outcome));
            }));
        }
    }

    /// The process ends: those who are still there leave, if nothing remembers them for the next one.
    fn end(&mut self) {
        self.is_ending = true;
        if self.is_kept() {
            return;
        }
        while let Some(subject) = self.leaving.next_due(u64::MAX) {
            self.report(subject, false);
        }
    }

    /// Whether nothing would be lost if the process ended now.
    fn is_done(&self) -> bool {
        if self.is_kept() {
            // Receivers that answer now are not sent the same again.
            return self.changes.is_empty() && !self.under_way.values().any(|one| one.is_sent);
        }
        self.changes.is_empty() && self.under_way.is_empty() && self.store.waiting() == 0
    }

    /// Whether the next process has what this one leaves.
    fn is_kept(&self) -> bool {
        self.config.settings.data_dir.path().is_some()
    }

    fn show(&self) {
        let figures = &self.node.webhooks.figures;
        figures.waiting.store(self.store.waiting() + self.unstored, Relaxed);
        figures.under_way.store(self.under_way.len() as u64, Relaxed);
        let oldest = self.under_way.values().map(|one| one.request.first_ms).filter(|ms| *ms > 0).min();
        figures.oldest_ms.store(oldest.unwrap_or(0), Relaxed);
    }

    fn name(&mut self) -> String {
        format!("{:016x}{:016x}", self.entropy.next_u64(), self.entropy.next_u64())
    }
}

/// How long a request waits that has failed so often. A part of it is random, so that receivers which come back are not met
/// by all at once.
fn pause_ms(attempts: u32, random: u64) -> u64 {
    let doubled = FIRST_PAUSE_MS << attempts.saturating_sub(1).min(10);
    let pause = doubled.min(LONGEST_PAUSE_MS);
    pause - random % (pause / 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_a_minute() {
        assert_eq!([1, 2, 3, 7, 40].map(|n| pause_ms(n, 0)), [1_000, 2_000, 4_000, 60_000, 60_000]);
        assert!((0..1_000).all(|random| (876..=1_000).contains(&pause_ms(1, random))));
    }
}
