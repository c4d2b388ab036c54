//! One connection's worth of feed: the tables that are known, what is asked for of them, and who waits for what.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroU64;
use std::sync::Arc;

use tokio::sync::oneshot;
use tokio::time::{Duration, Instant};
use tokio_postgres::{Client, Error};

use super::bindings::Bindings;
use super::broadcast::Messages;
use super::commits::CommitVisibility;
use super::filter_query::{FilterAnswer, FilterQueries};
use super::groups::Group;
use super::matching::PendingChange;
use super::publication::{Published, policy_tables, published};
use super::rls_query::RlsQueries;
use super::run::{Fault, FeedState};
use super::snapshots::Snapshots;
use super::table::Table;
use super::{FeedSettings, Shared, Sink, SubscriptionStatus};
use crate::pg_type::Types;
use crate::row::{Lsn, Oid, Relation};
use crate::stream::Event;

/// What followers are told whose filter was given up.
const TOO_SLOW: &str = "Unable to subscribe to changes with given parameters: the filter took the database more than 250 ms for \
                        one row; use a simpler one in place of match or imatch, and subscribe again";

const UNABLE: &str = "Unable to subscribe to changes with given parameters";
/// Why a follower is suspended.
const TOO_LONG: &str = "the policies of the table took the database more than 2 s";

/// So many transactions wait for somebody to ask whether they are over, before that is asked for their own sake
/// ([`FeedState::unseen`]).
const UNSEEN: usize = 1_024;

/// How long what the publication has is believed, before it is read again for somebody who asks for a table that it did not
/// have.
const PUBLICATION_REST: Duration = Duration::from_secs(1);

pub(super) struct Session<'a> {
    pub(super) client: Client,
    /// Asks what clients' filters cannot be decided without.
    pub(super) questions: FilterQueries,
    pub(super) rls_queries: RlsQueries,
    pub(super) settings: &'a FeedSettings,
    pub(super) sink: &'a dyn Sink,
    pub(super) shared: &'a Shared,
    pub(super) memory: &'a mut FeedState,
    pub(super) types: Arc<Types>,
    pub(super) tables: HashMap<Oid, Table>,
    pub(super) bindings: Bindings,
    /// When it was last read which tables are published.
    pub(super) publication_read: Instant,
    /// Groups whose requests do not fit, with their followers.
    pub(super) failed: HashMap<u32, Vec<NonZeroU64>>,
    /// Who waits for a mark that was put into the log, by its number.
    pub(super) barriers: HashMap<u64, Waiting>,
    pub(super) last_barrier: u64,
    /// Tables that policies on private channels read.
    pub(super) policy_tables: HashSet<Oid>,
    /// `realtime.messages`, and its partitions where the publication names those.
    pub(super) messages: HashMap<Oid, Messages>,
    pub(super) batch: Vec<PendingChange>,
    pub(super) transaction: Transaction,
    /// What may be acknowledged.
    pub(super) finished: Option<Lsn>,
    /// Whether there have been changes since rights were read.
    pub(super) has_processed: bool,
    pub(super) snapshots: CommitVisibility,
    pub(super) handovers: Snapshots,
}

/// The transaction at hand.
#[derive(Default)]
pub(super) struct Transaction {
    commit: Lsn,
    commit_time: i64,
    xid: u32,
    /// How many of its changes have come.
    count: u64,
}

impl Transaction {
    /// The place of its next change; `None`, if that is done with already.
    fn place(&mut self, partly: (Lsn, u64)) -> Option<(Lsn, u64)> {
        let place = (self.commit, self.count);
        self.count += 1;
        (place >= partly).then_some(place)
    }
}

/// Who waits for a mark.
#[derive(Default)]
pub(super) struct Waiting {
    /// Followers, until what they asked for is in force.
    pub(super) followers: Vec<NonZeroU64>,
    /// Those who want to be where the log is ([`Feed::caught_up`](super::Feed::caught_up)).
    pub(super) others: Vec<oneshot::Sender<()>>,
}

impl Session<'_> {
    pub(super) async fn take(&mut self, event: Event) -> Result<(), Fault> {
        match event {
            Event::Begin { final_lsn, commit_time, xid } => {
                self.transaction = Transaction { commit: final_lsn, commit_time, xid, count: 0 };
                self.memory.unseen.push(xid);
            }
            Event::Relation(relation) => {
                // What came before is judged by the table as it was.
                self.process().await?;
                self.update_relation(relation).await?;
            }
            Event::Change { relation, change } => {
                if let Some(place) = self.transaction.place(self.memory.partly) {
                    let Transaction { commit_time, xid, .. } = self.transaction;
                    self.batch.push(PendingChange {
                        table: relation.oid,
                        change,
                        commit_time,
                        xid,
                        place,
                        is_departure: false,
                    });
                }
            }
            Event::Omitted { relation, bytes } => {
                if let Some(place) = self.transaction.place(self.memory.partly) {
                    self.miss(&relation, bytes, place).await?;
                }
            }
            // Its changes wait with those of the next, and are acknowledged once they have been published.
            Event::Commit { end_lsn, .. } => self.finished = Some(end_lsn),
            Event::KeepAlive { wal_end } => {
                self.process().await?;
                self.finished = Some(wal_end);
            }
            Event::Message { prefix, content, .. } => {
                self.process().await?;
                self.pass_barrier(&prefix, &content);
            }
            Event::Truncate { relations, .. } => {
                if relations.iter().any(|relation| self.policy_tables.contains(&relation.oid)) {
                    self.await_visibility().await?;
                    self.sink.policies_changed();
                }
            }
        }
        Ok(())
    }

    /// Waits until PostgreSQL shows to whoever asks what the stream has told of.
    pub(super) async fn await_visibility(&mut self) -> Result<(), Error> {
        self.snapshots.pass(&self.client, &mut self.memory.unseen).await
    }

    /// Keeps few those of which it is not known whether PostgreSQL shows them.
    pub(super) async fn prune_unseen(&mut self) -> Result<(), Error> {
        if self.memory.unseen.len() >= UNSEEN {
            self.snapshots.prune(&self.client, &mut self.memory.unseen).await?;
        }
        Ok(())
    }

    /// Takes in a table as the stream describes it, where that is new.
    pub(super) async fn update_relation(&mut self, relation: Arc<Relation>) -> Result<(), Fault> {
        self.await_visibility().await?;
        // A change of a policy or of a right comes to the stream as another description of the table.
        if self.policy_tables.contains(&relation.oid) {
            self.sink.policies_changed();
        }
        if let Some(messages) = Messages::of(&relation) {
            self.messages.insert(messages.oid, messages);
            if !self.tables.contains_key(&relation.oid) {
                return Ok(()); // it is not for those who follow tables
            }
        }
        self.load(relation).await
    }

    pub(super) async fn load(&mut self, relation: Arc<Relation>) -> Result<(), Fault> {
        let oid = relation.oid;
        let table = Table::load(&self.client, relation).await?;
        let types = table.relation.columns.iter().map(|column| column.type_oid);
        Arc::make_mut(&mut self.types).load(&self.client, types).await?;
        self.tables.insert(oid, table);
        // Those who follow it are bound anew: its columns may be others, and who asked for all tables asked for this one.
        for group in self.bindings.groups() {
            if group.1.requests.iter().flatten().any(|(_, request)| self.means(request, oid)) {
                drop(self.bind(group.0, &group.1).await?);
            }
        }
        Ok(())
    }

    pub(super) fn means(&self, request: &crate::request::Request, table: Oid) -> bool {
        let relation = self.tables.get(&table).map(|table| &table.relation);
        relation.is_some_and(|relation| request.includes(&relation.schema, &relation.table))
    }

    /// Whether there is a reason to read rights anew, or to try again.
    pub(super) fn needs_recheck(&self) -> bool {
        self.has_processed || !self.failed.is_empty()
    }

    /// Reads anew what the stream does not tell: which tables are published, and who may do what.
    pub(super) async fn recheck(&mut self) -> Result<(), Fault> {
        self.has_processed = false;
        self.await_visibility().await?;
        self.policy_tables = policy_tables(&self.client).await?;
        self.tables.values_mut().for_each(Table::forget_views);
        self.rls_queries.forget();
        self.read_publication().await?;
        let fresh = self.memory.newcomers(self.shared);
        let again = self.failed.drain();
        let again = again.flat_map(|(group, followers)| followers.into_iter().map(move |it| (it, group)));
        let newcomers = again.chain(fresh).collect();
        self.admit(newcomers).await
    }

    async fn read_publication(&mut self) -> Result<(), Fault> {
        self.publication_read = Instant::now();
        let Published { tables } = published(&self.client, &self.settings.publication).await?;
        let there: HashSet<Oid> = tables.iter().map(|relation| relation.oid).collect();
        self.tables.retain(|oid, _| there.contains(oid));
        for relation in tables {
            if !self.tables.contains_key(&relation.oid) {
                self.load(Arc::new(relation)).await?;
            }
        }
        Ok(())
    }

    /// Takes in those who are new.
    pub(super) async fn admit_followers(&mut self) -> Result<(), Fault> {
        let fresh = self.memory.newcomers(self.shared); // first: it ends groups
        let ended = self.shared.groups().take_ended();
        for group in ended {
            self.bindings.remove(group);
            self.failed.remove(&group);
            self.handovers.forget(group);
            self.memory.overlaps.remove(&group);
        }
        // A table may have been published since.
        if self.publication_read.elapsed() >= PUBLICATION_REST && self.lacks_a_table(&fresh) {
            self.read_publication().await?;
        }
        self.admit(fresh).await
    }

    /// Whether a newcomer asks for a table that is not known.
    fn lacks_a_table(&self, newcomers: &[(NonZeroU64, u32)]) -> bool {
        let groups = self.shared.groups();
        let mut asked = newcomers.iter().filter_map(|&(_, group)| groups.get(group));
        asked.any(|group| {
            let mut requests = group.requests.iter().flatten();
            requests.any(|(_, request)| !self.tables.keys().any(|&table| self.means(request, table)))
        })
    }

    pub(super) async fn admit(&mut self, newcomers: Vec<(NonZeroU64, u32)>) -> Result<(), Fault> {
        let mut by_group: HashMap<u32, Vec<NonZeroU64>> = HashMap::new();
        newcomers.into_iter().for_each(|(follower, group)| by_group.entry(group).or_default().push(follower));
        let mut waiting = Vec::new();
        for (number, followers) in by_group {
            let Some(group) = self.shared.groups().get(number) else { continue };
            let mut outcome =
                if self.bindings.contains(number) { Ok(()) } else { self.bind(number, &group).await? };
            let wants_rows = group.snapshot.as_ref().filter(|_| !self.shared.groups().has_rows(number));
            if let (Ok(()), Some(common), Some(&follower)) = (&outcome, wants_rows, followers.first()) {
                outcome = self.begin_handover(number, (&group, common), follower).await?;
            } else if outcome.is_ok() {
                waiting.extend(&followers);
            }
            if let Err(refusal) = outcome {
                self.refuse(number, followers, &refusal);
            }
        }
        self.start_handovers().await?;
        waiting.retain(|follower| !self.memory.ready.contains(follower));
        let waiting = Waiting { followers: waiting, others: std::mem::take(&mut *self.shared.waiting()) };
        if !waiting.followers.is_empty() || !waiting.others.is_empty() {
            self.emit_barrier(waiting).await?;
        }
        // Those who have gone are forgotten.
        let groups = self.shared.groups();
        self.memory.ready.retain(|&follower| groups.teller(follower).is_some());
        self.memory.warned.retain(|&follower| groups.teller(follower).is_some());
        Ok(())
    }

    /// Tells a group's followers that changes do not come. It is tried again, unless their request makes no sense.
    pub(super) fn refuse(&mut self, number: u32, followers: Vec<NonZeroU64>, refusal: &str) {
        for &follower in &followers {
            // Once: it may fail again in the same way.
            if self.memory.warned.insert(follower) {
                self.tell(follower, SubscriptionStatus::Failed(refusal.to_owned()));
            }
        }
        self.bindings.remove(number);
        if self.shared.groups().get(number).is_some_and(|group| group.requests.is_ok()) {
            self.failed.insert(number, followers);
        }
    }

    /// Puts a mark into the log. When it comes in the stream, every change that is committed later comes behind it.
    pub(super) async fn emit_barrier(&mut self, waiting: Waiting) -> Result<(), Fault> {
        self.last_barrier += 1;
        let number = self.last_barrier.to_string();
        // Within a transaction it is written out at its commit; alone it might wait for somebody else's.
        let slot = self.settings.slot.as_str();
        self.client.execute("select pg_logical_emit_message(true, $1, $2::text)", &[&slot, &number]).await?;
        self.barriers.insert(self.last_barrier, waiting);
        Ok(())
    }

    pub(super) fn pass_barrier(&mut self, prefix: &str, content: &[u8]) {
        let number = std::str::from_utf8(content).ok().and_then(|text| text.parse().ok());
        let Some(number) = number.filter(|_| prefix == self.settings.slot.as_str()) else { return };
        let Waiting { followers, others } = self.barriers.remove(&number).unwrap_or_default();
        for reached in others {
            _ = reached.send(()); // who asked may have gone
        }
        for follower in followers {
            let group = self.shared.groups().group_of(follower);
            if let Some(group) = group {
                self.memory.overlaps.remove(&group); // what comes now is newer than its rows
            }
            self.memory.warned.remove(&follower);
            if self.memory.ready.insert(follower) {
                self.tell(follower, SubscriptionStatus::Ready);
            }
        }
    }

    /// PostgreSQL takes too long to judge a group's rows: it is not followed for now, and its followers are told. It is tried
    /// again when rights are read again.
    pub(super) fn suspend(&mut self, number: u32) {
        let Some(group) = self.shared.groups().get(number) else { return };
        let followers = self.shared.groups().followers_of(number);
        for follower in &followers {
            self.memory.ready.remove(follower);
            self.memory.warned.remove(follower);
        }
        tracing::info!(
            role = &*group.identity.role,
            channel = &*group.name,
            "a follower is suspended: {TOO_LONG}"
        );
        self.refuse(
            number,
            followers,
            &format!("{UNABLE}: {TOO_LONG}; changes were missed, and it is tried again"),
        );
    }

    /// A group's filter takes PostgreSQL too long: it is not followed any more, and its followers are told.
    pub(super) fn give_up(&mut self, group: u32) {
        self.bindings.remove(group);
        self.handovers.forget(group);
        let followers = self.shared.groups().followers_of(group);
        for follower in followers {
            self.memory.ready.remove(&follower);
            self.tell(follower, SubscriptionStatus::Failed(TOO_SLOW.into()));
        }
    }

    pub(super) fn tell(&self, follower: NonZeroU64, status: SubscriptionStatus) {
        let tell = self.shared.groups().teller(follower);
        if let Some(tell) = tell {
            tell(follower, status);
        }
    }

    /// Binds a group's requests to tables; the refusal for its followers if one does not fit.
    pub(super) async fn bind(
        &mut self,
        number: u32,
        group: &Arc<Group>,
    ) -> Result<Result<(), String>, Fault> {
        self.bindings.remove(number);
        let requests = match &group.requests {
            Ok(requests) => requests,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let mut bound = Vec::new();
        for (id, request) in requests {
            let mut is_any = false;
            for table in self.tables.values_mut() {
                let Relation { oid, schema, table: name, .. } = &*table.relation;
                if !request.includes(schema, name) {
                    continue;
                }
                is_any = true;
                let oid = *oid;
                let view = table.view((&self.client, &mut self.questions), &group.identity.role).await?;
                let columns = |name: &str| {
                    let column = table.columns.get(name)?;
                    (view.may_select.get(column.index) == Some(&true)).then(|| Arc::clone(column))
                };
                let filter = match request.filter.bind(&columns) {
                    Ok(filter) => filter,
                    Err(error) => return Ok(Err(request.refusal(&error))),
                };
                for check in filter.checks() {
                    match self.questions.ask(&group.identity, &check.question).await? {
                        FilterAnswer::Holds(_) => {}
                        FilterAnswer::Nothing => return Ok(Err(TOO_SLOW.to_owned())),
                        FilterAnswer::Refused { code, message } => {
                            return Ok(Err(request.refusal(&check.refusal(&code, &message))));
                        }
                    }
                }
                bound.push((*id, oid, request.clone(), filter));
            }
            if !is_any {
                return Ok(Err(request.not_enabled()));
            }
        }
        self.bindings.add(number, Arc::clone(group), bound);
        Ok(Ok(()))
    }
}
