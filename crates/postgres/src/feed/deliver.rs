//! What the groups that asked for a change, and may see it, are sent, and on which channel.
//!
//! A change is written once for all that are sent the same of it ([`super::visible`]), in the format
//! of their protocol ([`super::format`]). Where claims do not matter it is published once for all
//! groups that differ in their claims alone. The changes of a group whose rows are being read wait
//! for those ([`super::snapshots`]).

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use super::Sink;
use super::authorize::Permitted;
use super::batch::PendingChange;
use super::catalog::Catalog;
use super::commits::CommitsVisible;
use super::format::{ChangeMessage, WriteChange, writes_alike};
use super::matching::{Audience, Match, Recipient};
use super::snapshot_read::Rows;
use super::snapshots::{HeldChange, Snapshots};
use super::state::Overlaps;
use super::table::Table;
use super::view::View;
use super::visible::Visible;
use super::{Shared, SubscriptionId};
use crate::pg_type::Types;
use crate::request::Kind;
use crate::row::{Change, OldRow};

/// How soon a publication is tried again for which there is no room.
const FULL_REST: Duration = Duration::from_millis(1);

/// Sends changes to the sink.
pub(super) struct Deliverer<'a> {
    sink: &'a dyn Sink,
    overlaps: &'a mut Overlaps,
    /// Rows that are being read, and the changes that wait for them.
    snapshots: Snapshots,
    old_rows: bool,
}

impl<'a> Deliverer<'a> {
    pub(super) fn new(
        sink: &'a dyn Sink,
        overlaps: &'a mut Overlaps,
        snapshots: Snapshots,
        old_rows: bool,
    ) -> Self {
        Self { sink, overlaps, snapshots, old_rows }
    }

    pub(super) fn snapshots(&mut self) -> &mut Snapshots {
        &mut self.snapshots
    }

    /// The subscriptions that are new, with their groups.
    pub(super) fn take_activated(&mut self, shared: &Shared) -> Vec<(SubscriptionId, u32)> {
        self.overlaps.take_activated(shared)
    }

    /// A group has ended, or is sent no changes for now: the rows that were read for it, or are being
    /// read, are not enough.
    pub(super) fn forget(&mut self, group: u32) {
        self.snapshots.forget(group);
        self.overlaps.end(group);
    }

    /// What comes for a group is not in the rows that it has, or those are not to be relied on.
    pub(super) fn end_overlap(&mut self, group: u32) {
        self.overlaps.end(group);
    }

    /// Delivers a batch, but for what waits for rows that are being read.
    pub(super) async fn deliver(
        &mut self,
        batch: &[PendingChange],
        audiences: &[Audience],
        permitted: &Permitted,
        catalog: &Catalog,
    ) {
        for (place, (change, audience)) in batch.iter().zip(audiences).enumerate() {
            self.broadcast(change, catalog).await;
            let Some(table) = catalog.table(change.table) else { continue };
            let is_checked =
                self.old_rows && matches!(change.change, Change::Delete { old: OldRow::Full(_) });
            let mut writer =
                Writer { change, table, types: catalog.types(), is_checked, written: Vec::new() };
            // Families that were sent the change, each with the first of the requests that it was
            // sent for.
            let mut families: HashSet<(usize, u32)> = HashSet::new();
            for it in &audience.matches {
                let ids = ids_sent((place, change), it, audience, permitted);
                let Some(&first) = ids.first() else { continue };
                let Recipient { group, .. } = &it.recipient;
                let is_for_all = it.recipient.is_for_all();
                if is_for_all && !families.insert((Arc::as_ptr(&group.family_channel).addr(), first)) {
                    continue;
                }
                let message = writer.write(it, &ids);
                let channel = if is_for_all { &group.family_channel } else { &group.channel };
                self.send((it.recipient.number, channel), change.xid, message).await;
            }
        }
    }

    /// Publishes a change for a group, or has it wait for the group's rows; nothing where the group
    /// has it by those.
    async fn send(&mut self, (group, channel): (u32, &str), xid: u32, message: ChangeMessage) {
        if let Some(held) = self.snapshots.held(group) {
            held.push(xid, message);
        } else if !self.overlaps.have(group, xid) {
            self.publish(channel, &message).await;
        }
    }

    /// Sends the rows that were read for a group, and the changes that waited for them.
    pub(super) async fn deliver_snapshot(
        &mut self,
        (number, channel): (u32, &str),
        rows: &Rows,
        held: &[HeldChange],
    ) {
        for message in &rows.messages {
            self.publish(channel, message).await;
        }
        for change in held.iter().filter(|change| !rows.snapshot.has(change.xid)) {
            self.publish(channel, &change.message).await;
        }
        self.overlaps.begin(number, rows.snapshot.clone());
    }

    /// What policies on private channels read has changed, and PostgreSQL shows it.
    pub(super) fn report_policies_changed(&self, _: &CommitsVisible) {
        self.sink.policies_changed();
    }

    /// Publishes on a channel of subscriptions, as soon as there is room.
    async fn publish(&self, channel: &str, ChangeMessage { event, payload }: &ChangeMessage) {
        while !self.sink.publish(channel, event, payload) {
            sleep(FULL_REST).await;
        }
    }

    /// Sends the broadcast that a change is, if it is one.
    async fn broadcast(&self, change: &PendingChange, catalog: &Catalog) {
        let Some(messages) = catalog.messages(change.table) else { return };
        let Change::Insert { new } = &change.change else { return };
        let Some(broadcast) = messages.read(new) else { return };
        while !self.sink.broadcast(&broadcast) {
            sleep(FULL_REST).await;
        }
    }
}

/// The requests for which a group is sent the change at a place of the batch; none if it may not see
/// it.
fn ids_sent<'m>(
    (place, change): (usize, &PendingChange),
    it: &'m Match,
    audience: &Audience,
    permitted: &Permitted,
) -> Cow<'m, [u32]> {
    if !permitted.has(place, &it.recipient) {
        return Cow::default();
    }
    match place.checked_sub(1) {
        Some(update) if change.is_departure => {
            lost(it, &audience.still, |now| permitted.has(update, now)).into()
        }
        _ => Cow::Borrowed(&it.ids),
    }
}

/// The requests by which a group asked for a row that has changed, and by which it does not have it
/// any more. `sees` is whether a group may see the new row.
fn lost(it: &Match, still: &[Match], sees: impl Fn(&Recipient) -> bool) -> Vec<u32> {
    let of_group = || still.iter().filter(|other| other.recipient.number == it.recipient.number);
    let sees_the_new_row = of_group().next().is_some_and(|other| sees(&other.recipient));
    let has_still = |id: &u32| of_group().any(|other| other.ids.contains(id));
    it.ids.iter().copied().filter(|id| !(sees_the_new_row && has_still(id))).collect()
}

/// Writes a change, once for all who are sent the same of it.
struct Writer<'a> {
    change: &'a PendingChange,
    table: &'a Table,
    types: &'a Types,
    /// Whether the policies have been asked about the old row.
    is_checked: bool,
    written: Vec<Written<'a>>,
}

/// What was written of a change.
struct Written<'a> {
    view: &'a View,
    select: Option<&'a [Box<str>]>,
    write: WriteChange,
    data: Vec<u8>,
}

impl<'a> Writer<'a> {
    /// The message for the requests of a group.
    fn write(&mut self, it: &'a Match, ids: &[u32]) -> ChangeMessage {
        let Match { recipient: Recipient { group, view, .. }, select, .. } = it;
        let (select, write) = (select.as_deref(), group.format.write);
        let is_known = |written: &Written<'_>| {
            written.view.writes_like(view) && written.select == select && writes_alike(written.write, write)
        };
        let known = self.written.iter().position(is_known);
        let place = known.unwrap_or_else(|| {
            let data = self.data(view, select, write);
            self.written.push(Written { view, select, write, data });
            self.written.len() - 1
        });
        let data = self.written.get(place).map_or(&[][..], |written| &written.data);
        (group.format.address)(Kind::from(&self.change.change), ids, data)
    }

    fn data(&self, view: &View, select: Option<&[Box<str>]>, write: WriteChange) -> Vec<u8> {
        let Table { relation, primary_key, .. } = self.table;
        let (types, commit_time, is_checked) = (self.types, self.change.commit_time, self.is_checked);
        Visible { relation, primary_key, types, view, select, commit_time, is_checked }
            .write(&self.change.change, write)
    }
}
