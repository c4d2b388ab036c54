//! From the stream to those who asked: which change goes to whom, as what.
//!
//! Followers who ask for the same on a topic of the same name, with the same claims, are one *group*: a change is looked at
//! once for each, and published once; and once for all groups that differ in their claims alone, where no policy reads those
//! ([`groups`]). What is asked for is bound to the published tables ([`table`]) and
//! stands in an index, so that a change meets only those whose values it has. Which rows a group may see is asked of
//! PostgreSQL as its role with its claims, many rows at once ([`rls_query`]), once it shows them ([`commits`]); what is told of them is written by
//! [`payload`]. One task does all of it, in the order of commits ([`run`], [`session`], [`matching`], [`authorize`], [`deliver`]).

mod authorize;
mod bindings;
mod broadcast;
mod commits;
mod deliver;
mod filter_query;
mod generated;
mod groups;
mod image;
mod matching;
mod payload;
mod probe;
mod publication;
mod rls_query;
mod run;
mod session;
mod snapshot_read;
mod snapshots;
mod table;
mod time_budget;
mod typed;

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, oneshot, watch};
use tokio::time::timeout;

pub use self::broadcast::{Broadcast, Payload};
use self::groups::Groups;
use crate::source::Source;
use crate::stream::SlotName;

/// Groups at once, each of a kilobyte or two. One more is refused.
pub const GROUPS: u32 = 100_000;

/// How long a feed may take to end in good order.
pub const CLOSING: Duration = Duration::from_secs(5);

/// What a feed reads, and with what.
#[derive(Debug, Clone)]
pub struct FeedSettings {
    /// The slot that keeps changes while nobody listens.
    pub slot: SlotName,
    /// The publication whose tables may be followed.
    pub publication: String,
    /// The publication of `realtime.messages`, if it is there: what is inserted is broadcast.
    pub messages_publication: String,
    /// Connections that ask who may see what.
    pub connections: usize,
    /// Whether of a table with `replica identity full` the old rows count: policies decide who hears of a row that is gone,
    /// and who loses sight of a row that changes, or asked for what it no longer is, is told as if it were gone.
    pub old_rows: bool,
    /// How many rows one request may have that wants those that are there ([`Request::snapshot`](crate::request::Request));
    /// 0: none.
    pub snapshot_rows: u32,
}

/// Where changes go.
pub trait Sink: Send + Sync {
    /// Publishes on a channel of followers; false if there is no room for now, and it is to be tried again.
    fn publish(&self, channel: &str, event: &str, payload: &[u8]) -> bool;
    /// Sends a broadcast of the database to its channel's subscribers; false as for [`Sink::publish`].
    fn broadcast(&self, broadcast: &Broadcast<'_>) -> bool;
    /// A row that policies on private channels may read has changed, or a policy has.
    fn policies_changed(&self);
}

/// What a follower is told beside changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubscriptionStatus {
    /// Every change that is committed from now on will come.
    Ready,
    /// It will not come, or changes were missed: why, and what to do.
    Failed(String),
}

/// How a follower, with its number, is told.
pub type Tell = Box<dyn Fn(NonZeroU64, SubscriptionStatus) + Send + Sync>;

/// What a follower asks for.
#[derive(Debug, Clone, Copy)]
pub struct SubscriptionRequest<'a> {
    /// The channel that it joined.
    pub topic: &'a str,
    /// Its requests with the numbers that it knows them by; empty where the topic itself is the request.
    pub requests: &'a [(u32, &'a str)],
    /// The database's role that it acts in.
    pub role: &'a str,
    /// Its claims, as a JSON object.
    pub claims: &'a str,
    /// The claim `sub`.
    pub subject: Option<&'a str>,
    /// Another follower, of the same requests, that ends where this one begins: each change is published for one of the two.
    pub replaces: Option<NonZeroU64>,
}

/// A follower's number, and its channels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Followed {
    /// What to end it by.
    pub number: NonZeroU64,
    /// Where its changes are published, each on one of the two and in one order over both: what is for those who ask for the
    /// same with the same claims, and what is for those with any claims. The name is a word, a colon and the topic.
    pub channels: [Arc<str>; 2],
}

/// The feed of one database. It ends when it is dropped.
pub struct Feed {
    shared: Arc<Shared>,
    task: tokio::task::AbortHandle,
    ended: watch::Receiver<bool>,
}

struct Shared {
    groups: Mutex<Groups>,
    /// Those who wait until the stream has come to where the log ends now.
    waiting: Mutex<Vec<oneshot::Sender<()>>>,
    /// Somebody follows who did not, or no longer.
    fresh: Notify,
    /// What the stream does not tell is to be read anew.
    stale: Notify,
    /// The feed is to end.
    closing: Notify,
    /// The stream is open.
    reads: AtomicBool,
}

impl Shared {
    fn groups(&self) -> MutexGuard<'_, Groups> {
        self.groups.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<oneshot::Sender<()>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Feed {
    /// Begins, in a task of the runtime that this is called in.
    pub fn start(source: Source, settings: FeedSettings, sink: Arc<dyn Sink>) -> Self {
        let shared = Arc::new(Shared {
            groups: Mutex::default(),
            waiting: Mutex::default(),
            fresh: Notify::new(),
            stale: Notify::new(),
            closing: Notify::new(),
            reads: AtomicBool::new(false),
        });
        let (ends, ended) = watch::channel(false);
        let running = run::run(source, settings, sink, Arc::clone(&shared));
        let task = tokio::spawn(async move {
            running.await;
            ends.send_replace(true);
        });
        Self { shared, task: task.abort_handle(), ended }
    }

    /// Whether the database's changes are being read.
    pub fn reads(&self) -> bool {
        self.shared.reads.load(Ordering::Relaxed)
    }

    /// Has the publication, and everybody's rights, read anew at once instead of within half a minute.
    pub fn reload(&self) {
        self.shared.stale.notify_one();
    }

    /// Stops reading, and tells PostgreSQL what was read, so that whoever reads the slot next is not told the same again.
    /// What comes later is theirs. It takes a second as a rule, and [`CLOSING`] at most: then it ends as it would when
    /// dropped, and the last second's changes come again.
    pub async fn close(&self) {
        self.shared.closing.notify_one();
        let mut ended = self.ended.clone();
        if !matches!(timeout(CLOSING, ended.wait_for(|ended| *ended)).await, Ok(Ok(_))) {
            self.task.abort();
        }
    }

    /// Follows. Nothing comes of it before [`Feed::begin`]: whoever follows subscribes to the channels first, so that nothing
    /// is published that it does not hear.
    ///
    /// # Errors
    /// If there are [`GROUPS`] groups.
    pub fn follow(&self, request: SubscriptionRequest<'_>, tell: Tell) -> Result<Followed, Full> {
        self.shared.groups().add(request, tell)
    }

    /// What is published reaches a follower from now on. `tell` is called from other threads, and as soon as this is.
    pub fn begin(&self, number: NonZeroU64) {
        self.shared.groups().begin(number);
        self.shared.fresh.notify_one();
    }

    /// Waits until all that is committed by now has been handed out.
    ///
    /// # Errors
    /// If the database's connection is lost before. Where there is none it lasts until there is: the caller bounds it, and how
    /// many wait.
    pub async fn caught_up(&self) -> Result<(), Lost> {
        let (reached, comes) = oneshot::channel();
        {
            let mut waiting = self.shared.waiting();
            // Those who have given up: seldom looked for, so that a crowd does not look at all of itself for each.
            if waiting.len().is_power_of_two() {
                waiting.retain(|it| !it.is_closed());
            }
            waiting.push(reached);
        }
        self.shared.fresh.notify_one();
        comes.await.map_err(|_| Lost)
    }

    /// Ends following.
    pub fn unfollow(&self, number: NonZeroU64) {
        self.shared.groups().remove(number);
        self.shared.fresh.notify_one(); // a group may have ended
    }
}

/// The connection was lost meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lost;

/// There are as many groups as there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Full;

impl Drop for Feed {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl std::fmt::Debug for Feed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Feed").finish_non_exhaustive()
    }
}
