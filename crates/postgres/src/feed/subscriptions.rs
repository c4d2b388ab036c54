//! Admits groups of subscriptions, and notifies subscriptions of their status: that their changes
//! come from now on, that they do not, or that some were missed.
//!
//! A group is admitted by binding its requests to tables. Then a barrier is emitted, and when it
//! comes in the stream, every change that is committed later comes as well: the subscription is
//! ready. What is refused is tried again when rights are read again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tokio_postgres::Error;

use super::barrier::{Barriers, Waiters};
use super::deliver::Deliverer;
use super::filter_query::TOO_SLOW;
use super::groups::Group;
use super::matching::Matcher;
use super::pipeline::Stages;
use super::run::Fault;
use super::snapshot_read::SnapshotRead;
use super::snapshots::{HeldChanges, SnapshotDone, Waiting};
use super::state::Notified;
use super::{Failure, Shared, SubscriptionId, SubscriptionStatus};
use crate::row::Oid;

/// Why a group is not admitted.
pub(super) enum AdmissionError {
    /// For its subscribers.
    Refused(Failure),
    /// The connection is lost.
    Fault(Fault),
}

impl From<Fault> for AdmissionError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<Error> for AdmissionError {
    fn from(error: Error) -> Self {
        Self::Fault(error.into())
    }
}

/// Why a subscription is suspended.
const TOO_LONG: &str = "the policies of the table took the database more than 2 s";
const SUSPENDED: &str = "Unable to subscribe to changes with given parameters: the policies of the table took the database \
                         more than 2 s; changes were missed, and it is tried again";
/// For the subscriptions to a table whose change was too large.
const OMITTED: &str = "Changes were missed: a row of the table was too large to be read. Read the table again; what changes from \
                       now on comes";
/// For a subscription with more changes than fit while its rows were read.
const OVERTAKEN: &str = "Unable to subscribe to changes with given parameters: there were more changes than can be held back while the rows \
                         that are there were read; it is tried again";

/// The subscriptions of a connection.
pub(super) struct Subscriptions<'a> {
    shared: &'a Shared,
    notified: &'a mut Notified,
    barriers: Barriers,
    /// Groups that are refused for now: all of their subscriptions wait.
    refused: HashSet<u32>,
}

/// What an admitted group waits for.
enum Admitted {
    /// The next barrier.
    Barrier,
    /// Its rows, and then a barrier.
    Rows,
}

impl<'a> Subscriptions<'a> {
    pub(super) fn new(shared: &'a Shared, notified: &'a mut Notified, barriers: Barriers) -> Self {
        Self { shared, notified, barriers, refused: HashSet::new() }
    }

    /// Whether any wait for rights to be read again.
    pub(super) fn has_refused(&self) -> bool {
        !self.refused.is_empty()
    }

    /// The subscriptions that are to be tried again, with their groups.
    pub(super) fn take_refused(&mut self) -> Vec<(SubscriptionId, u32)> {
        let refused = std::mem::take(&mut self.refused);
        if refused.is_empty() {
            Vec::new()
        } else {
            self.shared.groups().members_of(|it| refused.contains(&it))
        }
    }

    /// A group has ended.
    pub(super) fn forget(&mut self, group: u32) {
        self.refused.remove(&group);
    }

    /// Admits the groups of these subscriptions.
    pub(super) async fn admit(
        &mut self,
        subscriptions: Vec<(SubscriptionId, u32)>,
        stages: &mut Stages<'_>,
    ) -> Result<(), Fault> {
        let mut by_group: HashMap<u32, Vec<SubscriptionId>> = HashMap::new();
        subscriptions.into_iter().for_each(|(id, group)| by_group.entry(group).or_default().push(id));
        let mut waiting = Vec::new();
        for (number, ids) in by_group {
            let Some(group) = self.shared.groups().get(number) else { continue };
            match self.admit_group((number, &group), &ids, stages).await {
                Ok(Admitted::Barrier) => waiting.extend(ids),
                Ok(Admitted::Rows) => {}
                Err(AdmissionError::Refused(failure)) => {
                    self.refuse(number, &ids, &failure, &mut stages.matcher);
                }
                Err(AdmissionError::Fault(fault)) => return Err(fault),
            }
        }
        stages.start_snapshots().await?;
        waiting.retain(|id| !self.notified.ready.contains(id));
        let others = std::mem::take(&mut *self.shared.waiting());
        self.barriers.emit(Waiters { subscriptions: waiting, others }).await?;
        // Subscriptions that have ended.
        let groups = self.shared.groups();
        self.notified.ready.retain(|&id| groups.contains(id));
        self.notified.failed.retain(|&id| groups.contains(id));
        Ok(())
    }

    async fn admit_group(
        &self,
        (number, group): (u32, &Arc<Group>),
        ids: &[SubscriptionId],
        stages: &mut Stages<'_>,
    ) -> Result<Admitted, AdmissionError> {
        let Stages { settings, matcher, catalog, deliverer, .. } = stages;
        if !matcher.is_bound(number) {
            matcher.bind((number, group), catalog).await?;
        }
        let wants_rows = group.snapshot.as_ref().filter(|_| !self.shared.groups().has_snapshot(number));
        let (Some(key), Some(&id)) = (wants_rows, ids.first()) else { return Ok(Admitted::Barrier) };
        if !deliverer.snapshots().join(key, number, id) {
            let read = SnapshotRead::plan((group, key), settings, matcher, catalog).await?;
            deliverer.snapshots().add(read, number, id);
        }
        Ok(Admitted::Rows)
    }

    /// Sends the groups what was read for them, and what was held back meanwhile.
    pub(super) async fn finish_snapshot(
        &mut self,
        done: SnapshotDone,
        stages: &mut Stages<'_>,
    ) -> Result<(), Fault> {
        stages.start_snapshots().await?;
        let mut subscriptions = Vec::new();
        for &number in &done.groups {
            let Some(waiting) = stages.deliverer.snapshots().take(number, &done) else { continue };
            let Waiting { subscription, held, .. } = waiting;
            let Some(group) = self.shared.groups().get(number) else { continue };
            match (&done.rows, held) {
                (Ok(rows), HeldChanges::Reading { changes, .. }) => {
                    stages.deliverer.deliver_snapshot((number, &group.channel), rows, &changes).await;
                    self.shared.groups().set_snapshot(number, true);
                    subscriptions.push(subscription);
                }
                (Err(failure), _) => self.refuse(number, &[subscription], failure, &mut stages.matcher),
                (Ok(_), _) => {
                    let failure = Failure::Other(OVERTAKEN.to_owned());
                    self.refuse(number, &[subscription], &failure, &mut stages.matcher);
                }
            }
        }
        Ok(self.barriers.emit(Waiters { subscriptions, others: Vec::new() }).await?)
    }

    /// A message comes in the stream. If it is a barrier, those that have waited for it are ready.
    pub(super) fn pass_barrier(&mut self, prefix: &str, content: &[u8], deliverer: &mut Deliverer<'_>) {
        let Waiters { subscriptions, others } = self.barriers.pass(prefix, content);
        for reached in others {
            _ = reached.send(()); // who asked may have gone
        }
        for id in subscriptions {
            let Some(group) = self.shared.groups().group_of(id) else { continue };
            deliverer.end_overlap(group); // what comes now is newer than its rows
            self.notified.failed.remove(&id);
            if self.notified.ready.insert(id) {
                self.notify(id, SubscriptionStatus::Ready);
            }
        }
    }

    /// Notifies a group's subscriptions that changes do not come. It is tried again.
    fn refuse(&mut self, group: u32, ids: &[SubscriptionId], failure: &Failure, matcher: &mut Matcher) {
        for &id in ids {
            // Once: it may fail again in the same way.
            if self.notified.failed.insert(id) {
                self.notify(id, SubscriptionStatus::Failed(failure.clone()));
            }
        }
        matcher.unbind(group);
        if self.shared.groups().get(group).is_some() {
            self.refused.insert(group);
        }
    }

    /// The policies took too long about a group's rows.
    pub(super) fn suspend(&mut self, number: u32, stages: &mut Stages<'_>) {
        let Some(group) = self.shared.groups().get(number) else { return };
        tracing::info!(
            role = &*group.identity.role,
            channel = &*group.channel,
            "a subscription is suspended: {TOO_LONG}"
        );
        self.interrupt(&HashMap::from([(number, Failure::Other(SUSPENDED.to_owned()))]), stages);
    }

    /// Groups are not sent changes for now, and their subscriptions are notified of the reasons.
    /// They are tried again when rights are read again: rows that they asked for are then read again
    /// too, and no barrier from before makes them ready.
    pub(super) fn interrupt(&mut self, reasons: &HashMap<u32, Failure>, stages: &mut Stages<'_>) {
        if reasons.is_empty() {
            return;
        }
        let members = self.shared.groups().members_of(|group| reasons.contains_key(&group));
        self.barriers.forget(&members.iter().map(|&(id, _)| id).collect());
        let mut by_group: HashMap<u32, Vec<SubscriptionId>> = HashMap::new();
        for (id, group) in members {
            self.notified.ready.remove(&id);
            self.notified.failed.remove(&id);
            by_group.entry(group).or_default().push(id);
        }
        for (group, ids) in by_group {
            stages.deliverer.forget(group);
            self.shared.groups().set_snapshot(group, false);
            if let Some(failure) = reasons.get(&group) {
                self.refuse(group, &ids, failure, &mut stages.matcher);
            }
        }
    }

    /// A group's filter takes PostgreSQL too long: it is sent no more changes, and its
    /// subscriptions are notified.
    pub(super) fn give_up(&mut self, group: u32, stages: &mut Stages<'_>) {
        stages.matcher.unbind(group);
        stages.deliverer.snapshots().forget(group);
        let members = self.shared.groups().members_of(|it| it == group);
        self.barriers.forget(&members.iter().map(|&(id, _)| id).collect());
        for (id, _) in members {
            self.notified.ready.remove(&id);
            self.notify(id, SubscriptionStatus::Failed(Failure::Other(TOO_SLOW.into())));
        }
    }

    /// A change of a table was too large to be read: its subscriptions are notified. They are to be
    /// admitted again, with their groups.
    pub(super) fn report_omitted(
        &mut self,
        table: Oid,
        stages: &mut Stages<'_>,
    ) -> Vec<(SubscriptionId, u32)> {
        let missing = self.complete_subscriptions(table, stages);
        self.barriers.forget(&missing.iter().map(|&(id, _)| id).collect());
        for &(id, group) in &missing {
            self.notified.ready.remove(&id);
            stages.deliverer.end_overlap(group);
            self.shared.groups().set_snapshot(group, false); // the rows are read again
            self.notify(id, SubscriptionStatus::Failed(Failure::Other(OMITTED.into())));
        }
        missing
    }

    /// The subscriptions that were notified that a table's changes come, or were sent all of its
    /// rows; with their groups. A group whose rows are being read is refused them.
    fn complete_subscriptions(&self, table: Oid, stages: &mut Stages<'_>) -> Vec<(SubscriptionId, u32)> {
        let concerned = stages.matcher.groups_of(table, &stages.catalog);
        concerned.iter().for_each(|&group| stages.deliverer.snapshots().overtake(group));
        let groups = self.shared.groups();
        let have_rows = self.barriers.subscriptions();
        let have_rows =
            have_rows.filter(|&id| groups.group_of(id).is_some_and(|group| groups.has_snapshot(group)));
        let ids: HashSet<SubscriptionId> = self.notified.ready.iter().copied().chain(have_rows).collect();
        let with_group = ids.into_iter().filter_map(|id| Some((id, groups.group_of(id)?)));
        with_group.filter(|(_, group)| concerned.contains(group)).collect()
    }

    fn notify(&self, id: SubscriptionId, status: SubscriptionStatus) {
        let callback = self.shared.groups().callback(id);
        if let Some(callback) = callback {
            callback(id, status);
        }
    }
}
