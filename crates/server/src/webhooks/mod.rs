//! Webhooks: what happens on channels, sent to the application as Pusher does.
//!
//! ```text
//! loops, shards ── note: a bounded list ──▶ the thread `baton-webhooks`
//!                                             leaving: what lasts is reported (presence.rs)
//!                                             store: events wait, requests are under way (store.rs)
//!                                             queue: whose turn it is, what is tried again (queue.rs)
//!                                                └─▶ requests on the HTTP runtime (outbound.rs) ─▶ outcomes
//! ```
//!
//! Nobody waits for receivers: noting an event is a lock and a push. One thread has the store, and commits what has come
//! together before any of it is sent.

mod presence;
mod queue;
mod receiver;
mod simulation;
mod store;

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use baton_hub::{Access, AppId, ChannelKey, Event, KeyRef, Message, SocketId};
use baton_protocols::pusher::{Spelling, WebhookEvent, WebhookEvents};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use self::queue::Queue;
pub(crate) use self::simulation::{Simulated, Simulation, Simulations};
pub(crate) use self::store::Logged;
use self::store::Store;
use crate::config::Config;
use crate::node::Node;

/// Bytes of events that the thread has yet to take; it takes all of them every few milliseconds. Above it new ones are
/// dropped, and counted.
const NOTED_BYTES: usize = 64 << 20;
/// What an event takes beside what it refers to.
const NOTED_ENTRY: usize = 200;

/// How long the end of the process waits for requests of webhooks that are kept in memory alone.
const LAST_REQUESTS: Duration = Duration::from_secs(5);

/// The way to the thread.
#[derive(Default)]
pub(crate) struct Webhooks {
    /// No app has any: nothing is noted.
    is_off: AtomicBool,
    inbox: Mutex<Inbox>,
    news: Condvar,
    pub(crate) figures: Figures,
    pub(crate) simulations: Simulations,
}

/// What the thread has yet to take.
#[derive(Default)]
struct Inbox {
    noted: Vec<Noted>,
    noted_bytes: usize,
    outcomes: Vec<Outcome>,
    questions: Vec<Question>,
    /// It waits, and has to be woken.
    is_idle: bool,
    is_stopping: bool,
    /// It has ended, and takes nothing any more.
    is_over: bool,
}

/// Something that happened.
enum Noted {
    Hub(Event),
    ClientEvent { app: AppId, channel: Box<str>, message: Arc<Message>, socket: SocketId },
}

/// What became of one try of a request.
struct Outcome {
    id: i64,
    /// The receiver's status, or why there is none.
    result: Result<u16, String>,
}

/// What an operator asks.
enum Question {
    /// The newest rows of an app's delivery log, at most so many.
    Log { app: Box<str>, most: usize, answer: oneshot::Sender<Vec<Logged>> },
    /// To send a request of the log again.
    Redeliver { app: Box<str>, id: String, answer: oneshot::Sender<Redelivery> },
}

/// What becomes of a request to send something again.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Redelivery {
    /// It will be sent, under this id.
    As(String),
    /// The app's log does not have it.
    Unknown,
    /// Its receiver is not in the settings any more.
    NoReceiver,
    /// Too many wait for that receiver already, or nothing can be stored.
    Busy,
}

impl Redelivery {
    /// The status and the text by which the APIs refuse it.
    pub(crate) fn refusal(&self) -> (u16, &'static str) {
        match self {
            Self::Unknown => (404, "The delivery log of this app has no request with that id."),
            Self::NoReceiver => {
                (409, "The receiver of that request is not among the app's webhooks any more.")
            }
            Self::As(_) | Self::Busy => (
                503,
                "Too many requests wait for that receiver, or the queue cannot be stored: try again later.",
            ),
        }
    }
}

/// Counters, and what the thread last saw.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    /// Events that were queued for a receiver.
    pub(crate) queued: AtomicU64,
    /// Events that a receiver has taken.
    pub(crate) delivered: AtomicU64,
    /// Events of requests that were tried until `webhook_retry_s` was over.
    pub(crate) expired: AtomicU64,
    /// Events that found no room: in the list of those that the thread had yet to take, or in the queue.
    pub(crate) overflowed: AtomicU64,
    /// Requests that a receiver did not take.
    pub(crate) failed_requests: AtomicU64,
    /// Events that wait, and requests that are not over.
    pub(crate) waiting: AtomicU64,
    pub(crate) under_way: AtomicU64,
    /// Since when the oldest request is not over, in milliseconds since 1970; 0: there is none.
    pub(crate) oldest_ms: AtomicU64,
    /// Commits that failed, as they do on a full disk.
    pub(crate) store_errors: AtomicU64,
}

/// The thread, and what it will work with.
pub(crate) struct Thread(JoinHandle<()>);

/// The tables, opened before anything is served.
pub(crate) struct Opened(Store);

/// Opens the tables in `data_dir`.
///
/// # Errors
/// They cannot be used, in words for the operator.
pub(crate) fn open(data_dir: Option<&Path>) -> Result<Opened, String> {
    Store::open(data_dir).map(Opened)
}

impl Webhooks {
    /// Nothing is noted until a thread runs and an app has webhooks.
    pub(crate) fn new(config: &Config) -> Self {
        let webhooks = Self::default();
        webhooks.configure(config);
        webhooks
    }

    /// Other settings are in effect.
    pub(crate) fn configure(&self, config: &Config) {
        let has_any = config.apps().iter().any(|state| !state.app.pusher.webhooks.0.is_empty());
        self.is_off.store(!has_any, Ordering::Relaxed);
        self.tell(|_| ());
    }

    /// Notes what happened on a channel. Called under a shard's lock.
    pub(crate) fn note(&self, config: impl FnOnce() -> Option<WebhookEvents>, event: Event) {
        if self.is_off.load(Ordering::Relaxed) {
            return;
        }
        let wanted = match event {
            Event::Occupied(_) | Event::Vacated(_) => {
                [WebhookEvent::ChannelOccupied, WebhookEvent::ChannelVacated]
            }
            Event::MemberAdded(..) | Event::MemberRemoved(..) => {
                [WebhookEvent::MemberAdded, WebhookEvent::MemberRemoved]
            }
            Event::CacheMiss(_) => [WebhookEvent::CacheMiss; 2],
            Event::SubscriptionCount(..) => [WebhookEvent::SubscriptionCount; 2],
        };
        if config().is_some_and(|events| wanted.into_iter().any(|event| events.has(event))) {
            self.push(Noted::Hub(event));
        }
    }

    /// Notes an event that a client has sent on a channel, named in Pusher's spelling.
    pub(crate) fn note_client_event(
        &self,
        wanted: WebhookEvents,
        app: AppId,
        channel: impl FnOnce() -> Option<String>,
        message: &Arc<Message>,
        socket: SocketId,
    ) {
        if wanted.has(WebhookEvent::ClientEvent)
            && let Some(channel) = channel()
        {
            let message = Arc::clone(message);
            self.push(Noted::ClientEvent { app, channel: channel.into(), message, socket });
        }
    }

    /// The newest rows of an app's delivery log, the newest first.
    pub(crate) async fn log(&self, app: &str, most: usize) -> Vec<Logged> {
        let (answer, answered) = oneshot::channel();
        self.tell(|inbox| inbox.questions.push(Question::Log { app: app.into(), most, answer }));
        answered.await.unwrap_or_default()
    }

    /// Sends a request of an app's delivery log again.
    pub(crate) async fn redeliver(&self, app: &str, id: &str) -> Redelivery {
        let (answer, answered) = oneshot::channel();
        let question = Question::Redeliver { app: app.into(), id: id.to_owned(), answer };
        self.tell(|inbox| inbox.questions.push(question));
        answered.await.unwrap_or(Redelivery::Busy)
    }

    fn push(&self, noted: Noted) {
        let bytes = NOTED_ENTRY
            + match &noted {
                Noted::Hub(_) => 0, // what it refers to is the hub's
                Noted::ClientEvent { channel, message, .. } => channel.len() + message.cost(),
            };
        let mut inbox = self.inbox();
        if inbox.noted_bytes + bytes > NOTED_BYTES || inbox.is_over {
            self.figures.overflowed.fetch_add(1, Ordering::Relaxed);
            return;
        }
        inbox.noted_bytes += bytes;
        inbox.noted.push(noted);
        self.wake(inbox);
    }

    fn tell(&self, change: impl FnOnce(&mut Inbox)) {
        let mut inbox = self.inbox();
        change(&mut inbox);
        if inbox.is_over {
            // The end of the channel for the answer notifies the caller.
            inbox.questions.clear();
        }
        self.wake(inbox);
    }

    /// Wakes the thread if it waits: while it works it looks by itself.
    fn wake(&self, mut inbox: MutexGuard<'_, Inbox>) {
        if mem::take(&mut inbox.is_idle) {
            drop(inbox);
            self.news.notify_one();
        }
    }

    /// Waits until something is new, for `most` at the longest, and takes it.
    fn take(&self, most: Duration) -> Inbox {
        let mut inbox = self.inbox();
        if inbox.has_nothing() && !most.is_zero() {
            inbox.is_idle = true;
            let has_nothing = |inbox: &mut Inbox| inbox.is_idle;
            inbox = self
                .news
                .wait_timeout_while(inbox, most, has_nothing)
                .map_or_else(|poisoned| poisoned.into_inner().0, |(inbox, _)| inbox);
            inbox.is_idle = false;
        }
        let is_stopping = inbox.is_stopping;
        mem::replace(&mut *inbox, Inbox { is_stopping, ..Inbox::default() })
    }

    /// The thread has ended: what it did not take is dropped, and nothing is noted any more.
    fn end(&self) {
        *self.inbox() = Inbox { is_over: true, ..Inbox::default() };
    }

    fn inbox(&self) -> MutexGuard<'_, Inbox> {
        // Whole entries are added and removed: what a panic left behind is right.
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inbox {
    fn has_nothing(&self) -> bool {
        self.noted.is_empty() && self.outcomes.is_empty() && self.questions.is_empty()
    }
}

impl Thread {
    /// Starts it.
    ///
    /// # Errors
    /// In words for the operator.
    pub(crate) fn start(node: &Arc<Node>, Opened(store): Opened, runtime: &Handle) -> Result<Self, String> {
        let node = Arc::clone(node);
        let mut queue = Queue::new(Arc::clone(&node), store, runtime.clone())
            .map_err(|error| format!("the tables of webhooks cannot be read: {error}"))?;
        let thread = thread::Builder::new().name("baton-webhooks".into()).spawn(move || {
            // Clients are served on: what was stored is sent by the next process.
            if catch_unwind(AssertUnwindSafe(|| queue.run())).is_err() {
                tracing::error!(
                    "webhooks met a fault of the server's own, reported above: none are sent until a restart"
                );
            }
            node.webhooks.end();
        });
        thread.map(Self).map_err(|error| format!("cannot start the thread of webhooks: {error}"))
    }

    /// Stores what has been noted, and ends. What is kept in memory alone is sent first, as far as a few seconds allow.
    pub(crate) fn stop(self, node: &Node) {
        node.webhooks.tell(|inbox| inbox.is_stopping = true);
        // A panic of its own was reported when it happened.
        drop(self.0.join());
    }
}

/// A channel's name in Pusher's spelling; `None` for channels that webhooks do not report: those of users, and those whose
/// name no Pusher client could write. Clients of other protocols may have a public channel `private-x`, which must not pass
/// for the private one.
pub(crate) fn spelled(key: KeyRef<'_>) -> Option<String> {
    match key.access {
        Access::Public | Access::Private | Access::Presence => {
            Spelling::of(key).filter(Spelling::is_visible).map(|name| name.to_string())
        }
        Access::User | Access::UserStatus | Access::Changes => None,
    }
}

/// The key of a hub's event.
fn key_of(event: &Event) -> &Arc<ChannelKey> {
    match event {
        Event::Occupied(key)
        | Event::Vacated(key)
        | Event::MemberAdded(key, _)
        | Event::MemberRemoved(key, _)
        | Event::CacheMiss(key)
        | Event::SubscriptionCount(key, _) => key,
    }
}

#[cfg(test)]
mod tests {
    use baton_hub::Form;

    use super::*;

    #[test]
    fn channels_that_no_pusher_client_could_name_are_not_reported() {
        let name = |access, name| spelled(KeyRef { app: AppId(0), access, name });
        assert_eq!(name(Access::Public, "news").as_deref(), Some("news"));
        assert_eq!(name(Access::Presence, "room").as_deref(), Some("presence-room"));
        for (access, hidden) in [
            (Access::Public, "private-x"),
            (Access::Public, "#server-to-user-7"),
            (Access::Public, "a:b"),
            (Access::User, "7"),
            (Access::UserStatus, "7"),
            (Access::Changes, "c"),
        ] {
            assert_eq!(name(access, hidden), None, "{access:?} {hidden}");
        }
    }

    #[test]
    fn what_the_thread_has_not_taken_is_bounded() {
        let webhooks = Webhooks::default();
        let wanted = WebhookEvents::ALL;
        let message = |bytes: usize| {
            let data = vec![b'1'; bytes].into();
            Arc::new(Message { event: "client-a".into(), data, form: Form::Json, id: None, user: None })
        };
        let (large, small) = (message(1 << 20), message(1));
        let note = |message: &Arc<Message>| {
            let channel = || Some("private-a".to_owned());
            webhooks.note_client_event(wanted, AppId(0), channel, message, SocketId::default());
        };
        (0..100).for_each(|_| note(&large));
        let (noted, bytes) = {
            let inbox = webhooks.inbox();
            (inbox.noted.len(), inbox.noted_bytes)
        };
        assert!((60..64).contains(&noted) && bytes <= NOTED_BYTES, "{noted} with {bytes} bytes");
        assert_eq!(webhooks.figures.overflowed.load(Ordering::Relaxed), 100 - noted as u64);
        assert_eq!(webhooks.take(Duration::ZERO).noted.len(), noted);
        note(&small);
        assert_eq!(webhooks.take(Duration::ZERO).noted.len(), 1, "there is room again");
        note(&small);
        webhooks.end();
        note(&small);
        assert!(webhooks.inbox().noted.is_empty(), "nobody will take it");
    }

    #[tokio::test]
    async fn who_asks_is_answered_after_the_thread_has_ended() {
        let webhooks = Webhooks::default();
        let (asked, ()) = tokio::join!(webhooks.redeliver("a", "id"), async { webhooks.end() });
        assert_eq!(asked, Redelivery::Busy);
        assert_eq!(webhooks.redeliver("a", "id").await, Redelivery::Busy);
        assert_eq!(webhooks.log("a", 1).await, []);
    }
}
