//! Alerts: thresholds on the server's figures, whose crossing is reported to a webhook or Slack.
//!
//! ```text
//! statistics' sample, every five seconds ──▶ watch: ok → pending → firing → ok ──▶ message ──▶ outbox of the alert
//!                                            └─ window: what was counted lately              └─▶ a task sends (outbound.rs)
//! ```
//!
//! They use the sample that statistics take; without statistics and alerts none is taken. Their states are in memory: after a
//! restart an alert that still holds fires again.

mod alert;
mod message;
mod metric;
mod outbox;
mod watch;
mod window;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, Semaphore};

pub(crate) use self::alert::{Alert, AlertList, Format, Threshold, spelled_seconds};
use self::message::{Message, What, seconds};
pub(crate) use self::metric::{Metric, as_json};
use self::outbox::Outbox;
pub(crate) use self::outbox::{Delivery, Refused};
pub(crate) use self::watch::Past;
use self::watch::{Closed, Moment, News, Watch};
use self::window::more;
use crate::clock;
use crate::entropy::Entropy;
use crate::node::Node;
use crate::statistics::Seen;
use crate::statistics::column::REFUSALS;

/// Outboxes of alerts that were removed, from which something is still to be sent; the oldest is given up.
const MOST_PARTED: usize = 100;
/// Tests that operators make at once.
const TESTS_AT_ONCE: usize = 4;

/// The alerts of the process.
pub(crate) struct Alerts {
    node: Box<str>,
    book: Mutex<Book>,
    /// Wakes the task that sends.
    news: Notify,
    tests: Semaphore,
    pub(crate) figures: Figures,
}

/// What is counted of messages.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    /// Those that a receiver has taken.
    pub(crate) sent: AtomicU64,
    /// Tries that failed.
    pub(crate) failed: AtomicU64,
    /// Messages that were given up.
    pub(crate) dropped: AtomicU64,
}

struct Book {
    entries: Vec<Entry>,
    parted: Vec<Arc<Outbox>>,
    refusals: AllRefusals,
    entropy: Entropy,
}

struct Entry {
    watch: Watch,
    outbox: Arc<Outbox>,
}

/// An alert as it is now.
pub(crate) struct Shown {
    pub(crate) alert: Arc<Alert>,
    pub(crate) state: &'static str,
    pub(crate) since_ms: Option<u64>,
    pub(crate) value: Option<f64>,
    /// The value that is farthest beyond the threshold, while it fires.
    pub(crate) worst: Option<f64>,
    pub(crate) last: Option<Past>,
    pub(crate) waiting: usize,
    pub(crate) delivery: Option<Delivery>,
}

/// What came of a test.
pub(crate) enum Tested {
    Answered(Result<u16, Refused>),
    Unknown,
    /// Too many are under way.
    Busy,
}

/// Refusals of the whole server since the first sample. A sum of the apps' counters falls when an app is removed, and a
/// sum of their differences does not.
#[derive(Debug, Default)]
struct AllRefusals {
    before: Option<(u64, HashMap<Box<str>, u64>)>,
    total: u64,
}

impl AllRefusals {
    fn add(&mut self, seen: &Seen) -> u64 {
        let of_nobody = seen.server.get(REFUSALS);
        let apps = seen.apps.iter().map(|(app, values)| (app.clone(), values.get(REFUSALS)));
        let apps: HashMap<_, _> = apps.filter(|(_, count)| *count > 0).collect();
        if let Some((nobody_before, before)) = &self.before {
            self.total += more(*nobody_before, of_nobody);
            for (app, now) in &apps {
                // A new app is counted from nothing.
                self.total += more(before.get(app).copied().unwrap_or(0), *now);
            }
        }
        self.before = Some((of_nobody, apps));
        self.total
    }
}

impl Alerts {
    pub(crate) fn new(node: &str, alerts: &AlertList) -> Self {
        let (parted, refusals, entropy) = (Vec::new(), AllRefusals::default(), Entropy::new());
        let book = Book { entries: alerts.0.iter().map(Entry::new).collect(), parted, refusals, entropy };
        Self {
            node: node.into(),
            book: Mutex::new(book),
            news: Notify::new(),
            tests: Semaphore::new(TESTS_AT_ONCE),
            figures: Figures::default(),
        }
    }

    /// Takes the alerts of other settings. Those that are as they were keep their states; others that fired are
    /// reported as closed.
    pub(crate) fn configure(&self, alerts: &AlertList) {
        let now = now();
        let mut book = self.book();
        let mut former = std::mem::take(&mut book.entries);
        for alert in &alerts.0 {
            let known = former.iter().position(|entry| entry.watch.alert == *alert);
            let entry = known.map_or_else(|| Entry::new(alert), |known| former.swap_remove(known));
            book.entries.push(entry);
        }
        for mut entry in former {
            let is_changed = alerts.0.iter().any(|alert| alert.name == entry.watch.alert.name);
            let closed = if is_changed { Closed::Changed } else { Closed::Removed };
            if let Some(news) = entry.watch.close(now, closed) {
                self.report(&mut book.entropy, &entry, news, now);
                book.parted.push(entry.outbox);
            }
        }
        let excess = book.parted.len().saturating_sub(MOST_PARTED);
        book.parted.drain(..excess);
        if !book.entries.iter().any(Entry::counts_all_refusals) {
            book.refusals = AllRefusals::default();
        }
        drop(book);
        self.news.notify_one();
    }

    /// Whether there are any.
    pub(crate) fn are_there(&self) -> bool {
        !self.book().entries.is_empty()
    }

    /// Compares what is seen now with the thresholds; `is_there` says whether an app is.
    pub(crate) fn evaluate(&self, seen: &Seen, is_there: impl Fn(&str) -> bool) {
        self.evaluate_at(now(), seen, is_there);
    }

    fn evaluate_at(&self, now: Moment, seen: &Seen, is_there: impl Fn(&str) -> bool) {
        let mut book = self.book();
        let Book { entries, refusals, entropy, .. } = &mut *book;
        let counts_refusals = entries.iter().any(Entry::counts_all_refusals);
        let all_refusals = if counts_refusals { refusals.add(seen) } else { 0 };
        let asks_apps = entries.iter().any(|entry| entry.watch.alert.app.is_some());
        let apps: HashMap<&str, _> = match asks_apps {
            true => seen.apps.iter().map(|(app, values)| (&**app, values)).collect(),
            false => HashMap::new(),
        };
        for entry in entries {
            let metric = entry.watch.alert.metric;
            let reading = match entry.watch.alert.app.as_deref() {
                None if entry.counts_all_refusals() => Some([all_refusals].into()),
                None => Some(metric.seen(&seen.server)),
                // An app that was never used is not among those that are seen.
                Some(app) => match apps.get(app) {
                    Some(values) => Some(metric.seen(values)),
                    None => is_there(app).then(|| [0].into()),
                },
            };
            if let Some(news) = entry.watch.evaluate(now, reading) {
                self.report(entropy, entry, news, now);
                self.news.notify_one();
            }
        }
    }

    /// Logs what happened, and has it sent to the receiver.
    fn report(&self, entropy: &mut Entropy, entry: &Entry, news: News, now: Moment) {
        let alert = &entry.watch.alert;
        let spelled = |value: f64| alert.metric.spelled(value);
        let value = entry.watch.value.map_or_else(|| "unknown".to_owned(), spelled);
        let (name, subject, key) = (&*alert.name, alert.subject(), alert.threshold.key());
        let threshold = spelled(alert.threshold.number());
        match news {
            News::Fires { is_repeat: true, .. } => {}
            News::Fires { .. } => {
                tracing::warn!(alert = name, subject, value, "alerts: firing: {key} {threshold}");
            }
            News::Over { closed: Some(closed), .. } => {
                tracing::info!(
                    alert = name,
                    subject,
                    value,
                    "alerts: closed: {} in the settings",
                    closed.name()
                );
            }
            News::Over { lasted_ms, worst, .. } => {
                let (lasted_s, worst) = (seconds(lasted_ms), spelled(worst));
                tracing::info!(
                    alert = name,
                    subject,
                    value,
                    lasted_s,
                    worst,
                    "alerts: resolved: not {key} {threshold}"
                );
            }
        }
        entry.outbox.push(self.message(entropy, &entry.watch, What::News(news), now), &self.figures);
    }

    fn message(&self, entropy: &mut Entropy, watch: &Watch, what: What, now: Moment) -> Message {
        Message {
            id: format!("{:016x}{:016x}", entropy.next_u64(), entropy.next_u64()),
            node: self.node.clone(),
            alert: Arc::clone(&watch.alert),
            at_ms: now.unix_ms,
            value: watch.value,
            what,
        }
    }

    /// All of them, or those of one app, in the order of the settings.
    pub(crate) fn shown(&self, app: Option<&str>) -> Vec<Shown> {
        let book = self.book();
        let is_wanted = |entry: &&Entry| app.is_none() || entry.watch.alert.app.as_deref() == app;
        book.entries.iter().filter(is_wanted).map(Entry::shown).collect()
    }

    /// Sends a test to the receiver of an alert, and waits for its answer.
    pub(crate) async fn test(&self, node: &Node, name: &str) -> Tested {
        let (outbox, message) = {
            let mut book = self.book();
            let Book { entries, entropy, .. } = &mut *book;
            let Some(entry) = entries.iter().find(|entry| *entry.watch.alert.name == *name) else {
                return Tested::Unknown;
            };
            (Arc::clone(&entry.outbox), self.message(entropy, &entry.watch, What::Test, now()))
        };
        let Ok(_turn) = self.tests.try_acquire() else { return Tested::Busy };
        Tested::Answered(outbox.send(node, &message).await)
    }

    /// Outboxes from which something is to be sent.
    fn due(&self) -> Vec<Arc<Outbox>> {
        let mut book = self.book();
        book.parted.retain(|outbox| outbox.waiting() > 0);
        let all = book.entries.iter().map(|entry| &entry.outbox).chain(&book.parted);
        all.filter(|outbox| outbox.waiting() > 0).cloned().collect()
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        // An evaluation that panicked has left some alerts as they were before it.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends messages for as long as the runtime lasts: a task for each receiver that has any, so that none waits for another.
pub(crate) async fn send(node: Arc<Node>) {
    loop {
        for outbox in node.alerts.due() {
            let Ok(turn) = Arc::clone(&outbox.turn).try_lock_owned() else { continue };
            let node = Arc::clone(&node);
            drop(tokio::spawn(async move {
                outbox.send_all(&node).await;
                drop(turn);
                // Messages that were queued meanwhile found the turn taken.
                node.alerts.news.notify_one();
            }));
        }
        node.alerts.news.notified().await;
    }
}

fn now() -> Moment {
    Moment { mono_ms: clock::now_ms(), unix_ms: clock::unix_ms() }
}

impl Entry {
    fn new(alert: &Arc<Alert>) -> Self {
        Self { watch: Watch::new(Arc::clone(alert)), outbox: Arc::new(Outbox::new(Arc::clone(alert))) }
    }

    fn counts_all_refusals(&self) -> bool {
        let alert = &self.watch.alert;
        alert.metric == Metric::Refusals && alert.app.is_none()
    }

    fn shown(&self) -> Shown {
        let Watch { alert, value, state, last, .. } = &self.watch;
        Shown {
            alert: Arc::clone(alert),
            state: state.name(),
            since_ms: state.since_ms(),
            value: *value,
            worst: state.worst(),
            last: *last,
            waiting: self.outbox.waiting(),
            delivery: self.outbox.last(),
        }
    }
}
