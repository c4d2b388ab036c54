//! Follows the database's changes and delivers each to the subscriptions that it concerns and that
//! may see it.
//!
//! A change goes through these files in this order, in one task, so that what is published keeps
//! the order of commits:
//!
//! 1. [`run`] connects, and connects again; [`pipeline`] is one connection. It takes events from
//!    the stream into a [`batch`], to which [`generated`] adds the columns that the stream leaves
//!    out.
//! 2. [`matching`]: which groups of subscriptions asked for a change, by table, kind and filter.
//! 3. [`authorize`]: which of those may see it, by the policies as far as they can be evaluated
//!    here, and else by PostgreSQL as the role with its claims ([`rls_query`]).
//! 4. [`deliver`]: what of it they see ([`visible`]), as their protocol writes it ([`format`]), on
//!    which channel.
//!
//! Subscriptions that ask for the same on a topic of the same name with the same claims are one
//! group ([`groups`]): a change is looked at once for each group, and published once; and once for
//! all groups that differ in their claims alone where no policy reads those. [`subscriptions`]
//! admits groups, and reports to each subscription when its changes come and when they do not. Rows
//! that are there before come by [`snapshots`]. What all of these know of published tables is the
//! [`catalog`].

mod authorize;
mod barrier;
mod batch;
mod bindings;
mod broadcast;
mod catalog;
mod commits;
mod deliver;
mod filter_query;
mod format;
mod generated;
mod groups;
mod image;
mod matching;
mod pipeline;
mod probe;
mod publication;
mod rls_query;
mod run;
mod snapshot_read;
mod snapshots;
mod state;
mod subscriptions;
mod table;
mod time_budget;
mod typed;
mod view;
mod visible;

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, oneshot, watch};
use tokio::time::timeout;

pub(crate) use self::probe::Key;
pub(crate) use self::rls_query::SETTINGS;
pub(crate) use self::table::quoted;
pub(crate) use self::typed::Typed;

pub use self::broadcast::{Broadcast, Payload};
pub use self::format::{AddressChange, ChangeFormat, ChangeMessage, Lack, VisibleChange, WriteChange};
pub use self::groups::Followed;
use self::groups::Groups;
use crate::filter::BindError;
use crate::request::Request;
use crate::source::Source;
use crate::stream::SlotName;

/// Groups at once, each of a kilobyte or two. One more is refused.
pub const GROUPS: u32 = 100_000;

/// How long a feed may take to end in good order.
pub const CLOSING: Duration = Duration::from_secs(5);

/// What a feed reads, and with what.
#[derive(Debug, Clone)]
pub struct FeedSettings {
    /// The slot that retains changes while nobody reads.
    pub slot: SlotName,
    /// The publication whose tables may be subscribed to.
    pub publication: String,
    /// The publication of `realtime.messages`, if it is there: what is inserted is broadcast.
    pub messages_publication: String,
    /// Connections that evaluate policies.
    pub connections: usize,
    /// Whether the old rows of a table with `replica identity full` count: policies decide who
    /// receives a row that is deleted, and a subscription that an updated row no longer matches, or
    /// that may no longer see it, receives it as deleted.
    pub old_rows: bool,
    /// How many rows a request for those that are there may have
    /// ([`Request::snapshot`](crate::request::Request)); 0: such requests are refused.
    pub snapshot_rows: u32,
}

/// Where changes go.
pub trait Sink: Send + Sync {
    /// Publishes on a channel of subscriptions; false if there is no room for now, and it is to be
    /// tried again.
    fn publish(&self, channel: &str, event: &str, payload: &[u8]) -> bool;
    /// Sends a broadcast of the database to its channel's subscribers; false as for
    /// [`Sink::publish`].
    fn broadcast(&self, broadcast: &Broadcast<'_>) -> bool;
    /// A row that policies on private channels may read has changed, or a policy has.
    fn policies_changed(&self);
}

/// What a subscription is notified of beside changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubscriptionStatus {
    /// Every change that is committed from now on will come.
    Ready,
    /// It will not come, or changes were missed.
    Failed(Failure),
}

/// Why a subscription's changes do not come, or were missed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// No table of the publication is meant by a request.
    NotPublished {
        /// The request's number.
        request: u32,
    },
    /// A request does not fit its table.
    Unfit {
        /// The request's number.
        request: u32,
        /// Why.
        error: BindError,
    },
    /// Anything else, in words for the subscriber, with what to do.
    Other(String),
}

/// Called with a subscription and its status, from other threads.
pub type StatusCallback = Box<dyn Fn(SubscriptionId, SubscriptionStatus) + Send + Sync>;

/// Identifies a subscription of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SubscriptionId(pub NonZeroU64);

/// What a subscriber asks for.
#[derive(Debug, Clone)]
pub struct SubscriptionRequest<'a> {
    /// The channel that it joined.
    pub topic: &'a str,
    /// Its requests with the numbers that it knows them by.
    pub requests: Arc<[(u32, Request)]>,
    /// The database's role that it acts in.
    pub role: &'a str,
    /// Its claims, as a JSON object.
    pub claims: &'a str,
    /// The claim `sub`.
    pub subject: Option<&'a str>,
    /// How its protocol writes changes.
    pub format: ChangeFormat,
    /// Another subscription, of the same requests, that ends where this one begins: each change is
    /// published for one of the two.
    pub replaces: Option<SubscriptionId>,
}

/// A subscription, and its channels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// What to activate and end it by.
    pub id: SubscriptionId,
    /// Where its changes are published, each on one of the two and in one order over both: what is
    /// for those who ask for the same with the same claims, and what is for those with any claims.
    /// The name is a word, a colon and the topic.
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
    /// A subscription was activated or has ended, or somebody waits for the log's end.
    subscriptions_changed: Notify,
    /// What the stream does not say is to be read again.
    stale: Notify,
    /// The feed is to end.
    closing: Notify,
    /// The stream is open.
    reads: AtomicBool,
    /// When the oldest transaction was committed that has begun to come and has not been delivered
    /// in full, in microseconds since 1970; 0 if there is none.
    in_hand: AtomicI64,
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
            subscriptions_changed: Notify::new(),
            stale: Notify::new(),
            closing: Notify::new(),
            reads: AtomicBool::new(false),
            in_hand: AtomicI64::new(0),
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

    /// How long ago, at `now` since 1970, the oldest transaction was committed whose changes have
    /// come and have not all been delivered: zero if there is none. `None` while the changes are
    /// not read, since nobody knows then what there is.
    ///
    /// That is how far the feed is behind. What PostgreSQL has not sent yet is not in it: a feed
    /// that is slower than the database has always something in hand, of the time at which it has
    /// come. Positions would not tell more: a logical walsender reports how far it has sent, not
    /// where its log ends.
    pub fn lag(&self, now: Duration) -> Option<Duration> {
        let committed = u64::try_from(self.shared.in_hand.load(Ordering::Relaxed)).unwrap_or(0);
        let lag = if committed == 0 {
            Duration::ZERO
        } else {
            now.saturating_sub(Duration::from_micros(committed))
        };
        self.reads().then_some(lag)
    }

    /// What subscriptions ask for, most of them first. Others wait meanwhile who subscribe: some 10 ms for [`GROUPS`] groups.
    pub fn followed(&self) -> Vec<Followed> {
        self.shared.groups().followed()
    }

    /// Has the publication, and everybody's rights, read again at once instead of within half a
    /// minute.
    pub fn reload(&self) {
        self.shared.stale.notify_one();
    }

    /// Stops reading, and reports to PostgreSQL what was read, so that the next reader of the slot
    /// does not receive it again; what comes later is the next reader's. It takes a second as a
    /// rule, and [`CLOSING`] at most: then it ends as it would when dropped, and the last second's
    /// changes come again.
    pub async fn close(&self) {
        self.shared.closing.notify_one();
        let mut ended = self.ended.clone();
        if !matches!(timeout(CLOSING, ended.wait_for(|ended| *ended)).await, Ok(Ok(_))) {
            self.task.abort();
        }
    }

    /// Subscribes. Nothing comes of it before [`Feed::activate`]: the caller first has the channels
    /// delivered to the subscriber, so that nothing is published that it does not receive.
    ///
    /// # Errors
    /// If there are [`GROUPS`] groups.
    pub fn subscribe(
        &self,
        request: SubscriptionRequest<'_>,
        callback: StatusCallback,
    ) -> Result<Subscription, Full> {
        self.shared.groups().add(request, callback)
    }

    /// What is published reaches a subscription from now on. Its callback is called from other
    /// threads, and as soon as this is.
    pub fn activate(&self, id: SubscriptionId) {
        self.shared.groups().activate(id);
        self.shared.subscriptions_changed.notify_one();
    }

    /// Waits until all that is committed by now has been delivered.
    ///
    /// # Errors
    /// If the database's connection is lost before. Where there is none it lasts until there is:
    /// the caller bounds it, and how many wait.
    pub async fn caught_up(&self) -> Result<(), Lost> {
        let (reached, comes) = oneshot::channel();
        {
            let mut waiting = self.shared.waiting();
            // Those who have given up: seldom looked for, so that a crowd does not look at all of
            // itself for each.
            if waiting.len().is_power_of_two() {
                waiting.retain(|it| !it.is_closed());
            }
            waiting.push(reached);
        }
        self.shared.subscriptions_changed.notify_one();
        comes.await.map_err(|_| Lost)
    }

    /// Ends a subscription.
    pub fn unsubscribe(&self, id: SubscriptionId) {
        self.shared.groups().remove(id);
        self.shared.subscriptions_changed.notify_one(); // a group may have ended
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
