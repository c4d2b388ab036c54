//! What the groups that asked for a change, and may see it, are told.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroU64;
use std::sync::Arc;

use tokio::time::sleep;

use super::SubscriptionStatus;
use super::authorize::{Permitted, is_for_all};
use super::groups::Group;
use super::matching::{Audience, Match, PendingChange};
use super::payload::{self, ChangePayload};
use super::run::{FULL_REST, Fault};
use super::session::Session;
use super::snapshots::HeldChanges;
use super::table::{Table, View};
use crate::request::Kind;
use crate::row::{Change, Lsn, Oid, OldRow, Relation};
use crate::stream::MESSAGE_BYTES;

/// What the followers of a table are told of whose changes one was too large.
const OMITTED: &str = "Changes were missed: a row of the table was too large to be read. Read the table again; what changes from \
                       now on comes";

impl Session<'_> {
    /// A change of a table was too large to be read: its followers are told, and that changes come again.
    pub(super) async fn miss(
        &mut self,
        relation: &Relation,
        bytes: u32,
        place: (Lsn, u64),
    ) -> Result<(), Fault> {
        self.process().await?; // what came before is told before
        self.memory.partly = (place.0, place.1 + 1);
        tracing::warn!(
            table = %format_args!("{}.{}", relation.schema, relation.table),
            bytes,
            limit = MESSAGE_BYTES,
            slot = self.settings.slot.as_str(),
            "a row's change is too large: it is left out, and the table's followers are told that they missed it"
        );
        if self.policy_tables.contains(&relation.oid) {
            self.await_visibility().await?;
            self.sink.policies_changed();
        }
        let missing = self.followers_of_table(relation.oid);
        for &(follower, group) in &missing {
            self.memory.ready.remove(&follower);
            self.memory.overlaps.remove(&group);
            self.shared.groups().set_rows(group, false); // they are read again
            self.tell(follower, SubscriptionStatus::Failed(OMITTED.into()));
        }
        self.admit(missing).await
    }

    /// Those who were told that a table's changes, or its rows, are all there; with their groups. Who is still being told its
    /// rows is refused them.
    fn followers_of_table(&mut self, table: Oid) -> Vec<(NonZeroU64, u32)> {
        let asks = |group: &Group| group.requests.iter().flatten().any(|(_, it)| self.means(it, table));
        let groups = self.bindings.groups().into_iter().filter(|(_, group)| asks(group));
        let concerned: HashSet<u32> = groups.map(|(number, _)| number).collect();
        concerned.iter().for_each(|&group| self.handovers.overtake(group));
        let groups = self.shared.groups();
        let waiting = self.barriers.values().flat_map(|waiting| &waiting.followers);
        let waiting = waiting.filter(|&&it| groups.group_of(it).is_some_and(|group| groups.has_rows(group)));
        let followers: HashSet<NonZeroU64> = self.memory.ready.iter().chain(waiting).copied().collect();
        let with_group = followers.into_iter().filter_map(|it| Some((it, groups.group_of(it)?)));
        with_group.filter(|(_, group)| concerned.contains(group)).collect()
    }

    /// Sends what the database says, if a change is that.
    async fn broadcast(&self, item: &PendingChange) {
        let Some(messages) = self.messages.get(&item.table) else { return };
        let Change::Insert { new } = &item.change else { return };
        let Some(broadcast) = messages.read(new) else { return };
        while !self.sink.broadcast(&broadcast) {
            sleep(FULL_REST).await;
        }
    }

    /// Publishes a batch, but for what is held back of those whose rows are being read.
    pub(super) async fn publish(
        &self,
        batch: &[PendingChange],
        audiences: &[Audience],
        seen: &Permitted,
        held: &mut HashMap<u32, HeldChanges>,
    ) {
        let old_rows = self.settings.old_rows;
        for (n, (item, audience)) in batch.iter().zip(audiences).enumerate() {
            self.broadcast(item).await;
            let Some(table) = self.tables.get(&item.table) else { continue };
            let is_checked = old_rows && matches!(item.change, Change::Delete { old: OldRow::Full(_) });
            let mut told: Vec<Written<'_>> = Vec::new();
            // Families that have been told, each with the first of the requests that it was told of.
            let mut families: HashSet<(usize, u32)> = HashSet::new();
            for it in &audience.meant {
                let Some(group) = self.bindings.group(it.group) else { continue };
                let Some(view) = table.known_view(&group.identity.role) else { continue };
                if !seen.has(n, it.group, (&view, table, item, old_rows)) {
                    continue;
                }
                let ids = if item.is_departure {
                    let update = n.checked_sub(1).and_then(|before| Some((before, batch.get(before)?)));
                    let sees =
                        update.is_some_and(|(n, update)| seen.has(n, it.group, (&view, table, update, true)));
                    left(it, &audience.still, sees)
                } else {
                    it.ids.clone()
                };
                let Some(&first) = ids.first() else { continue };
                // Where claims do not matter, one publication is for all who asked for the same.
                let is_for_all = is_for_all(&view, table, &item.change, old_rows);
                if is_for_all && !families.insert((Arc::as_ptr(&group.family).addr(), first)) {
                    continue;
                }
                let select = self.bindings.select(it.request);
                let known = told
                    .iter()
                    .position(|written| written.view.writes_like(&view) && written.select == select);
                let place = known.unwrap_or_else(|| {
                    let data = self.written(item, (table, &view), select, is_checked);
                    told.push(Written { view: Arc::clone(&view), select, data });
                    told.len() - 1
                });
                let Some(Written { data, .. }) = told.get(place) else { continue };
                let event = if group.is_legacy {
                    payload::name(Kind::from(&item.change))
                } else {
                    "postgres_changes"
                };
                let payload = if group.is_legacy { data.clone() } else { payload::with_ids(&ids, data) };
                let channel = if is_for_all { &group.family } else { &group.name };
                if let Some(held) = held.get_mut(&it.group) {
                    held.push(item.xid, event, payload);
                } else if self.memory.overlaps.get(&it.group).is_none_or(|rows| !rows.has(item.xid)) {
                    self.say(channel, event, &payload).await;
                }
            }
        }
    }

    fn written(
        &self,
        item: &PendingChange,
        (table, view): (&Table, &View),
        select: Option<&[Box<str>]>,
        is_checked: bool,
    ) -> Vec<u8> {
        let Table { relation, primary_key, .. } = table;
        let (types, commit_time) = (&*self.types, item.commit_time);
        ChangePayload { relation, primary_key, types, view, select, commit_time, is_checked }.of(&item.change)
    }
}

/// The requests by which a group asked for a row, and by which it does not have it any more.
fn left(meant: &Match, still: &[Match], sees_the_new_row: bool) -> Vec<u32> {
    let has_still = |id: &u32| still.iter().any(|it| it.group == meant.group && it.ids.contains(id));
    meant.ids.iter().copied().filter(|id| !(sees_the_new_row && has_still(id))).collect()
}

/// What was written of a change.
struct Written<'a> {
    view: Arc<View>,
    select: Option<&'a [Box<str>]>,
    data: Vec<u8>,
}
