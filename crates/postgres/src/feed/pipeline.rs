//! One connection's worth of feed: events from the stream become batches of changes, which pass the
//! stages in order.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use futures_util::FutureExt as _;
use tokio::time::{Duration, Instant, sleep_until};
use tokio_postgres::{Client, Error};

use super::authorize::Authorizer;
use super::barrier::Barriers;
use super::batch::{Batch, Position, with_departures};
use super::catalog::Catalog;
use super::commits::CommitVisibility;
use super::deliver::Deliverer;
use super::filter_query::FilterQueries;
use super::generated::with_generated;
use super::groups::Group;
use super::matching::Matcher;
use super::publication::existing_publications;
use super::rls_query::RlsQueries;
use super::run::Fault;
use super::snapshots::Snapshots;
use super::state::{FeedState, Progress};
use super::subscriptions::Subscriptions;
use super::{Failure, FeedSettings, Shared, Sink, SubscriptionStatus};
use crate::row::{Oid, Relation};
use crate::source::Source;
use crate::stream::{Event, MESSAGE_BYTES, Opened, Stream, StreamSettings};

/// How often the publication, and everybody's rights, are read again while there are changes, and
/// what was refused is tried again.
const RECHECK: Duration = Duration::from_secs(30);

/// What subscriptions are notified of when the slot is another one.
const LOST: &str = "Changes were missed: the database no longer has them. Read the tables again; what changes from now on comes";

/// What changes pass, in order, and what all of it is looked up in.
pub(super) struct Stages<'a> {
    pub(super) settings: &'a FeedSettings,
    pub(super) catalog: Catalog,
    pub(super) commits: CommitVisibility<'a>,
    pub(super) matcher: Matcher,
    pub(super) authorizer: Authorizer,
    pub(super) deliverer: Deliverer<'a>,
}

impl Stages<'_> {
    /// Begins to read the rows that were asked for, once PostgreSQL shows all that the stream has
    /// brought.
    pub(super) async fn start_snapshots(&mut self) -> Result<(), Error> {
        if self.deliverer.snapshots().has_work() {
            let visible = self.commits.wait().await?;
            self.deliverer.snapshots().start(visible);
        }
        Ok(())
    }

    /// Reports it if a table has changed that policies on private channels read.
    async fn report_policies_changed(&mut self, table: Oid) -> Result<(), Error> {
        if self.catalog.is_read_by_policies(table) {
            let visible = self.commits.wait().await?;
            self.deliverer.report_policies_changed(&visible);
        }
        Ok(())
    }
}

/// A feed while its connection lasts.
pub(super) struct Pipeline<'a> {
    shared: &'a Shared,
    progress: &'a mut Progress,
    batch: Batch,
    stages: Stages<'a>,
    subscriptions: Subscriptions<'a>,
    /// Whether there have been changes since rights were read.
    has_changes: bool,
}

impl<'a> Pipeline<'a> {
    /// Connects, and opens the stream where it was left.
    pub(super) async fn connect(
        source: &Source,
        settings: &'a FeedSettings,
        sink: &'a dyn Sink,
        shared: &'a Shared,
        state: &'a mut FeedState,
    ) -> Result<(Self, Stream), Fault> {
        let client = Arc::new(source.connect().await.map_err(Fault::Connect)?);
        let filter_queries = FilterQueries::connect(source).await.map_err(Fault::Connect)?;
        let rls_queries = RlsQueries::connect(source, settings.connections).await.map_err(Fault::Connect)?;
        let stream = open(source, settings, &client, shared, state).await?;
        let FeedState { progress, notified, overlaps, unseen } = state;
        let old_rows = settings.old_rows;
        let snapshots = Snapshots::new(source, settings.connections);
        let stages = Stages {
            settings,
            catalog: Catalog::new(Arc::clone(&client), &settings.publication),
            commits: CommitVisibility::prepare(Arc::clone(&client), unseen).await?,
            matcher: Matcher::new(filter_queries, old_rows),
            authorizer: Authorizer::new(rls_queries, old_rows),
            deliverer: Deliverer::new(sink, overlaps, snapshots, old_rows),
        };
        let barriers = Barriers::new(client, settings.slot.clone());
        let subscriptions = Subscriptions::new(shared, notified, barriers);
        let batch = Batch::default();
        Ok((Self { shared, progress, batch, stages, subscriptions, has_changes: false }, stream))
    }

    /// Reads until something fails, or until it is to close.
    pub(super) async fn run(mut self, mut stream: Stream) -> Result<(), Fault> {
        let shared = self.shared;
        shared.groups().activate_all_again();
        self.recheck().await?;
        shared.in_hand.store(0, Ordering::Relaxed);
        shared.reads.store(true, Ordering::Relaxed);
        let mut recheck = Instant::now() + RECHECK;
        loop {
            tokio::select! {
                event = stream.next() => self.take(event.map_err(Fault::Stream)?).await?,
                () = shared.subscriptions_changed.notified() => self.admit_followers().await?,
                () = shared.stale.notified() => self.recheck().await?,
                Some(done) = self.stages.deliverer.snapshots().next() => {
                    self.subscriptions.finish_snapshot(done, &mut self.stages).await?;
                }
                () = shared.closing.notified() => {
                    stream.close().await;
                    return Ok(());
                }
                () = sleep_until(recheck) => {
                    if self.needs_recheck() {
                        self.recheck().await?;
                    }
                    recheck = Instant::now() + RECHECK;
                }
            }
            while !self.batch.is_full()
                && let Some(event) = stream.next().now_or_never()
            {
                self.take(event.map_err(Fault::Stream)?).await?;
            }
            self.process().await?;
            shared.in_hand.store(self.batch.in_hand(), Ordering::Relaxed);
            if let Some(lsn) = self.batch.take_acknowledged() {
                stream.acknowledge(lsn);
                self.progress.acknowledged = lsn;
            }
        }
    }

    /// Takes an event of the stream. Changes wait for [`Pipeline::process`]; other events first
    /// have those processed that came before.
    async fn take(&mut self, event: Event) -> Result<(), Fault> {
        match event {
            Event::Begin { final_lsn, commit_time, xid } => {
                self.batch.begin_transaction(final_lsn, commit_time, xid);
                self.shared.in_hand.store(self.batch.in_hand(), Ordering::Relaxed);
                self.stages.commits.add(xid);
            }
            Event::Relation(relation) => {
                // What came before is for the table as it was.
                self.process().await?;
                self.update_relation(relation).await?;
            }
            Event::Change { relation, change } => {
                if let Some(position) = self.batch.next_position(self.progress.delivered) {
                    self.batch.push(relation.oid, change, position);
                }
            }
            Event::Omitted { relation, bytes } => {
                if let Some(position) = self.batch.next_position(self.progress.delivered) {
                    self.omit(&relation, bytes, position).await?;
                }
            }
            // Its changes wait with those of the next, and are acknowledged once they have been
            // published.
            Event::Commit { end_lsn, .. } => self.batch.end_at(end_lsn),
            Event::KeepAlive { wal_end } => {
                self.process().await?;
                self.batch.end_at(wal_end);
            }
            Event::Message { prefix, content, .. } => {
                self.process().await?;
                self.subscriptions.pass_barrier(&prefix, &content, &mut self.stages.deliverer);
            }
            Event::Truncate { relations, .. } => {
                let read = relations.iter().find(|it| self.stages.catalog.is_read_by_policies(it.oid));
                if let Some(relation) = read {
                    self.stages.report_policies_changed(relation.oid).await?;
                }
            }
        }
        Ok(())
    }

    /// Delivers the changes that wait.
    async fn process(&mut self) -> Result<(), Fault> {
        let Self { batch, stages, subscriptions, progress, has_changes, .. } = self;
        stages.commits.prune().await?;
        let changes = batch.take();
        let Some(last) = changes.last() else { return Ok(()) };
        let position = last.position;
        *has_changes = true;
        if let Some(change) = changes.iter().find(|it| stages.catalog.is_read_by_policies(it.table)) {
            stages.report_policies_changed(change.table).await?;
        }
        let changes = with_generated(changes, &stages.catalog, &stages.matcher).await?;
        let changes = if stages.settings.old_rows { with_departures(changes) } else { changes };
        let matched = stages.matcher.match_batch(&changes, &mut stages.catalog).await?;
        let audiences = &matched.audiences;
        let authorizer = &mut stages.authorizer;
        let authorized =
            authorizer.authorize(&changes, audiences, &stages.catalog, &mut stages.commits).await?;
        stages.deliverer.deliver(&changes, audiences, &authorized.permitted, &stages.catalog).await;
        for group in matched.too_slow {
            subscriptions.give_up(group, stages);
        }
        for group in authorized.unanswered {
            subscriptions.suspend(group, stages);
        }
        progress.delivered = position.next();
        Ok(())
    }

    /// A change of a table was too large to be read: its subscriptions are notified, and again when
    /// changes come.
    async fn omit(&mut self, relation: &Relation, bytes: u32, position: Position) -> Result<(), Fault> {
        self.process().await?; // what came before is sent before
        self.progress.delivered = position.next();
        tracing::warn!(
            table = %format_args!("{}.{}", relation.schema, relation.table),
            bytes,
            limit = MESSAGE_BYTES,
            slot = self.stages.settings.slot.as_str(),
            "a row's change is too large: it is left out, and the table's subscriptions are notified that they missed it"
        );
        self.stages.report_policies_changed(relation.oid).await?;
        let missing = self.subscriptions.report_omitted(relation.oid, &mut self.stages);
        self.subscriptions.admit(missing, &mut self.stages).await
    }

    /// Takes in a table as the stream describes it.
    async fn update_relation(&mut self, relation: Arc<Relation>) -> Result<(), Fault> {
        let Stages { catalog, commits, deliverer, .. } = &mut self.stages;
        let (oid, visible) = (relation.oid, commits.wait().await?);
        // A change of a policy or of a right comes to the stream as another description of the
        // table.
        if catalog.is_read_by_policies(oid) {
            deliverer.report_policies_changed(&visible);
        }
        if catalog.update(relation, visible).await? {
            self.bind_again(&[oid]).await?;
        }
        Ok(())
    }

    /// What is asked for of these tables is bound again, since they are new or have changed.
    async fn bind_again(&mut self, tables: &[Oid]) -> Result<(), Fault> {
        let Self { stages, subscriptions, .. } = self;
        let refused = stages.matcher.bind_again(tables, &mut stages.catalog).await?;
        subscriptions.interrupt(&refused, stages);
        Ok(())
    }

    /// Whether there is a reason to read rights again, or to try again what was refused. An idle
    /// database is not asked anything.
    fn needs_recheck(&self) -> bool {
        self.has_changes || self.subscriptions.has_refused()
    }

    /// Reads again what the stream does not say: which tables are published, and who may do what.
    async fn recheck(&mut self) -> Result<(), Fault> {
        self.has_changes = false;
        let visible = self.stages.commits.wait().await?;
        self.stages.authorizer.forget();
        let new = self.stages.catalog.reload(visible).await?;
        self.bind_again(&new).await?;
        let activated = self.stages.deliverer.take_activated(self.shared);
        let mut subscriptions = self.subscriptions.take_refused();
        subscriptions.extend(activated);
        self.subscriptions.admit(subscriptions, &mut self.stages).await
    }

    /// Admits the subscriptions that are new.
    async fn admit_followers(&mut self) -> Result<(), Fault> {
        let activated = self.stages.deliverer.take_activated(self.shared); // first: it ends groups
        let ended = self.shared.groups().take_ended();
        for group in ended {
            self.stages.matcher.unbind(group);
            self.stages.deliverer.forget(group);
            self.subscriptions.forget(group);
        }
        let groups: Vec<Arc<Group>> = {
            let groups = self.shared.groups();
            activated.iter().filter_map(|&(_, group)| groups.get(group)).collect()
        };
        // A table may have been published since.
        let new = self.stages.catalog.look_for(&groups).await?;
        self.bind_again(&new).await?;
        self.subscriptions.admit(activated, &mut self.stages).await
    }
}

/// Opens the stream where it was left. If the slot no longer has what came after that, all
/// subscriptions are notified.
async fn open(
    source: &Source,
    settings: &FeedSettings,
    client: &Client,
    shared: &Shared,
    state: &mut FeedState,
) -> Result<Stream, Fault> {
    let stream_settings = StreamSettings {
        slot: settings.slot.clone(),
        publications: existing_publications(client, settings).await?,
        message_bytes: MESSAGE_BYTES,
        done: state.progress.acknowledged,
    };
    let (stream, opened) = Stream::open(source, &stream_settings).await.map_err(Fault::Stream)?;
    let Opened { is_new, went_back, position, .. } = opened;
    if state.progress.had_slot && (is_new || went_back) {
        state.forget_delivered();
        shared.groups().forget_snapshots();
        shared.groups().notify_all(&SubscriptionStatus::Failed(Failure::Other(LOST.into())));
    }
    state.progress.had_slot = true;
    tracing::info!(
        app = source.app(),
        slot = settings.slot.as_str(),
        position = %format_args!("{:X}", position.0),
        "reading the database's changes"
    );
    Ok(stream)
}
