//! The feed's task: it holds the connections, binds what is asked for to tables, and takes the stream's changes in batches.
//!
//! What is lost with a connection is read again from the slot: a change that was published is counted, and left out when it
//! comes a second time. Changes that wait are put into one batch, so that under load many rows are looked at with one
//! question; while little happens a batch is one change and nothing waits.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher as _, RandomState};
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_postgres::{Client, Error};

use super::bindings::Bindings;
use super::commits::{CommitVisibility, XidSnapshot};
use super::filter_query::FilterQueries;
use super::groups::{Fresh, Heir};
use super::rls_query::RlsQueries;
use super::session::{Session, Transaction};
use super::snapshots::Snapshots;
use super::{FeedSettings, Shared, Sink, SubscriptionStatus};
use crate::confined;
use crate::pg_type::Types;
use crate::row::Lsn;
use crate::source::{ConnectError, Source};
use crate::stream::{Remedy, SlotName, Stream, StreamError, StreamSettings, drop_slot};

/// Changes that are looked at together.
const BATCH: usize = 512;
/// How long a broken feed rests before it begins anew: at first, and at most.
const REST: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));
/// How often the publication, and everybody's rights, are read anew while there are changes, and what did not fit is tried
/// again.
const RECHECK: Duration = Duration::from_secs(30);
/// How soon a publication is tried again for which there is no room.
pub(super) const FULL_REST: Duration = Duration::from_millis(1);

/// What outlives a connection.
#[derive(Default)]
pub(super) struct FeedState {
    /// Whether there has been a slot: a new one then means that changes were lost.
    pub(super) had_slot: bool,
    /// What ended before this is done with.
    pub(super) done: Lsn,
    /// Of the transaction with this commit so many changes are done with.
    pub(super) partly: (Lsn, u64),
    /// Followers who have been told that changes come.
    pub(super) ready: HashSet<NonZeroU64>,
    /// Followers who have been told that they do not, for now.
    pub(super) warned: HashSet<NonZeroU64>,
    /// Transactions that the stream has told of, and that who asks may not see yet.
    pub(super) unseen: Vec<u32>,
    /// Of groups that have been told the rows that were there: what is in those, as long as it may still come in the stream.
    pub(super) overlaps: HashMap<u32, XidSnapshot>,
}

impl FeedState {
    /// The followers who are new, with their groups' numbers.
    pub(super) fn newcomers(&mut self, shared: &Shared) -> Vec<(NonZeroU64, u32)> {
        let Fresh { followers, heirs } = shared.groups().take_fresh();
        for Heir { of, group } in heirs {
            if let Some(overlap) = self.overlaps.get(&of).cloned() {
                self.overlaps.insert(group, overlap);
            }
        }
        followers
    }
}

/// Why a feed begins anew.
pub(super) enum Fault {
    Connect(ConnectError),
    Database(Error),
    Stream(StreamError),
    /// A statement that did not end had to be ended with its connection.
    Overdue,
    /// A connection ended while a statement ran on it.
    Lost,
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Database(error)
    }
}

impl From<confined::Fault> for Fault {
    fn from(fault: confined::Fault) -> Self {
        match fault {
            confined::Fault::Postgres(error) => Self::Database(error),
            confined::Fault::Overdue => Self::Overdue,
            confined::Fault::Lost => Self::Lost,
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Connect(error) => error.fmt(f),
            Self::Database(error) => error.fmt(f),
            Self::Stream(error) => error.fmt(f),
            Self::Overdue => f.write_str("a statement did not end, although it was cancelled"),
            Self::Lost => f.write_str("a connection ended while a statement ran"),
        }
    }
}

/// Runs until it is told to close, or its task is aborted.
pub(super) async fn run(source: Source, settings: FeedSettings, sink: Arc<dyn Sink>, shared: Arc<Shared>) {
    let mut memory = FeedState::default();
    let mut rest = REST.0;
    loop {
        let began = Instant::now();
        let ended = session(&source, &settings, &*sink, &shared, &mut memory).await;
        shared.reads.store(false, Ordering::Relaxed);
        let Err(fault) = ended else { return };
        tracing::warn!(app = source.app(), database = %source, error = %fault, slot = settings.slot.as_str(), "the database's changes are not read; trying again");
        if let Fault::Stream(error) = &fault
            && (matches!(error, StreamError::SlotLost(_)) || error.is_unreadable())
        {
            abandon_slot(&source, &settings.slot, &mut memory).await;
        }
        warn_newcomers(&shared, &fault, &mut memory);
        if began.elapsed() > REST.1 {
            rest = REST.0; // it was well for a while
        }
        tokio::select! {
            () = sleep(rest) => {}
            () = shared.closing.notified() => return,
        }
        rest = (rest * 2).min(REST.1);
    }
}

/// Drops a slot that cannot be read on. A new one is made, and everybody is told that changes were missed.
async fn abandon_slot(source: &Source, slot: &SlotName, memory: &mut FeedState) {
    let Ok(client) = source.connect().await else { return };
    if let Err(error) = drop_slot(&client, slot).await {
        tracing::warn!(app = source.app(), slot = slot.as_str(), %error, "a slot that cannot be read was not dropped; trying again");
        return;
    }
    tracing::warn!(
        app = source.app(),
        slot = slot.as_str(),
        "a slot that cannot be read was dropped, to be made again: changes were missed"
    );
    let unseen = std::mem::take(&mut memory.unseen);
    *memory = FeedState { had_slot: true, unseen, ..FeedState::default() };
}

/// Those who follow since the database cannot be read are told so, once.
fn warn_newcomers(shared: &Shared, fault: &Fault, memory: &mut FeedState) {
    let is_for_operators = matches!(fault, Fault::Stream(error) if error.remedy() == Remedy::PersonMustAct);
    let why =
        if is_for_operators { "it has to be set up: run `baton pg check`" } else { "it is tried again" };
    shared.groups().all_fresh();
    let followers = memory.newcomers(shared);
    let mut groups = shared.groups();
    for (follower, _) in followers {
        if !memory.ready.contains(&follower)
            && memory.warned.insert(follower)
            && let Some(tell) = groups.teller(follower)
        {
            tell(
                follower,
                SubscriptionStatus::Failed(format!(
                    "Unable to subscribe to changes with given parameters: the database's changes cannot be read for now; {why}"
                )),
            );
        }
    }
    groups.all_fresh();
}

/// Reads until something fails, or until it is told to close.
async fn session(
    source: &Source,
    settings: &FeedSettings,
    sink: &dyn Sink,
    shared: &Shared,
    memory: &mut FeedState,
) -> Result<(), Fault> {
    let client = source.connect().await.map_err(Fault::Connect)?;
    let snapshots = CommitVisibility::prepare(&client).await?;
    let questions = FilterQueries::connect(source).await.map_err(Fault::Connect)?;
    let rls_queries = RlsQueries::connect(source, settings.connections).await.map_err(Fault::Connect)?;
    let stream_settings = StreamSettings {
        slot: settings.slot.clone(),
        publications: publications(&client, settings).await?,
        message_bytes: crate::stream::MESSAGE_BYTES,
        done: memory.done,
    };
    let (mut stream, opened) = Stream::open(source, &stream_settings).await.map_err(Fault::Stream)?;
    if memory.had_slot && (opened.is_new || opened.went_back) {
        memory.ready.clear();
        memory.partly = Default::default();
        memory.overlaps.clear();
        shared.groups().forget_rows();
        shared.groups().tell_all(&SubscriptionStatus::Failed(
            "Changes were missed: the database no longer has them. Read the tables again; what changes from now on comes".into(),
        ));
    }
    memory.had_slot = true;
    tracing::info!(app = source.app(), slot = settings.slot.as_str(), position = %format_args!("{:X}", opened.position.0), "reading the database's changes");
    let mut session = Session {
        client,
        questions,
        rls_queries,
        snapshots,
        settings,
        sink,
        shared,
        memory,
        types: Arc::new(Types::built_in()),
        tables: HashMap::new(),
        publication_read: Instant::now(),
        bindings: Bindings::default(),
        failed: HashMap::new(),
        barriers: HashMap::new(),
        last_barrier: first_barrier(),
        policy_tables: HashSet::new(),
        messages: HashMap::new(),
        batch: Vec::new(),
        transaction: Transaction::default(),
        finished: None,
        has_processed: false,
        handovers: Snapshots::new(source, settings.connections),
    };
    session.shared.groups().all_fresh();
    session.recheck().await?;
    shared.reads.store(true, Ordering::Relaxed);
    let mut recheck = Instant::now() + RECHECK;
    loop {
        tokio::select! {
            event = stream.next() => session.take(event.map_err(Fault::Stream)?).await?,
            () = shared.fresh.notified() => session.admit_followers().await?,
            () = shared.stale.notified() => session.recheck().await?,
            Some(done) = session.handovers.next() => session.hand_over(done).await?,
            () = shared.closing.notified() => {
                stream.close().await;
                return Ok(());
            }
            () = sleep_until(recheck) => {
                // An idle database is not asked anything.
                if session.needs_recheck() {
                    session.recheck().await?;
                }
                recheck = Instant::now() + RECHECK;
            }
        }
        while session.batch.len() < BATCH
            && let Some(event) = stream.next().now_or_never()
        {
            session.take(event.map_err(Fault::Stream)?).await?;
        }
        session.process().await?;
        if let Some(lsn) = session.finished.take() {
            stream.acknowledge(lsn);
            session.memory.done = lsn;
        }
    }
}

/// Where barriers begin to be numbered: at random, since those of an earlier connection that crashed are still in the slot, and
/// must not be taken for those of this one.
fn first_barrier() -> u64 {
    RandomState::new().hash_one(()) >> 1 // half of the numbers are left to count on
}

/// The publications to read: that of `realtime.messages` only where it is there, as changes do not need it, and the other
/// way round.
async fn publications(client: &Client, settings: &FeedSettings) -> Result<Vec<String>, Error> {
    let all = [settings.publication.clone(), settings.messages_publication.clone()];
    let rows = client
        .query("select pubname::text from pg_publication where pubname = any($1)", &[&all.as_slice()])
        .await?;
    let there: Vec<String> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    let there: Vec<String> = all.iter().filter(|name| there.contains(name)).cloned().collect();
    // None at all: the stream says what is missing.
    Ok(if there.is_empty() { vec![settings.publication.clone()] } else { there })
}
