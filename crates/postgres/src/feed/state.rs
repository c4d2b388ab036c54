//! What outlives a connection to the database.
//!
//! What is lost with a connection is read again from the slot: what was published is known by its
//! position, and left out when it comes a second time.

use std::collections::{HashMap, HashSet};

use super::batch::Position;
use super::commits::XidSnapshot;
use super::groups::{Activated, Replacement};
use super::{Shared, SubscriptionId};
use crate::row::Lsn;

/// What outlives a connection. Each part is lent to the one component that changes it while a
/// connection lasts.
#[derive(Default)]
pub(super) struct FeedState {
    pub(super) progress: Progress,
    pub(super) notified: Notified,
    pub(super) overlaps: Overlaps,
    /// Transactions that the stream has brought and that other sessions may not see yet.
    pub(super) unseen: Vec<u32>,
}

impl FeedState {
    /// The slot had changes that are lost: what subscriptions have is no longer what is there.
    pub(super) fn forget_delivered(&mut self) {
        self.progress.delivered = Position::default();
        self.notified.ready.clear();
        self.overlaps = Overlaps::default();
    }

    /// The slot is made again: all is as at first, but for the transactions that others may not see
    /// yet.
    pub(super) fn forget_slot(&mut self) {
        let unseen = std::mem::take(&mut self.unseen);
        *self = Self { unseen, ..Self::default() };
        self.progress.had_slot = true;
    }
}

/// How far the stream has been read.
#[derive(Default)]
pub(super) struct Progress {
    /// Whether there has been a slot: a new one then means that changes were lost.
    pub(super) had_slot: bool,
    /// Up to where PostgreSQL was asked to forget the changes.
    pub(super) acknowledged: Lsn,
    /// The first change that has not been published.
    pub(super) delivered: Position,
}

/// What subscriptions were notified of last.
#[derive(Default)]
pub(super) struct Notified {
    /// That their changes come.
    pub(super) ready: HashSet<SubscriptionId>,
    /// That they do not, for now.
    pub(super) failed: HashSet<SubscriptionId>,
}

/// Groups that have received the rows that were there, and the transactions that are in those rows,
/// as long as any of them may still come in the stream.
#[derive(Default)]
pub(super) struct Overlaps(HashMap<u32, XidSnapshot>);

impl Overlaps {
    pub(super) fn begin(&mut self, group: u32, rows: XidSnapshot) {
        self.0.insert(group, rows);
    }

    /// The rows are no longer what the group relies on, or everything that comes is newer than they
    /// are.
    pub(super) fn end(&mut self, group: u32) {
        self.0.remove(&group);
    }

    /// Whether a group has a transaction's changes by its rows.
    pub(super) fn have(&self, group: u32, xid: u32) -> bool {
        self.0.get(&group).is_some_and(|rows| rows.has(xid))
    }

    /// The subscriptions that are new, with their groups. Groups that take the place of others have
    /// the rows of those.
    pub(super) fn take_activated(&mut self, shared: &Shared) -> Vec<(SubscriptionId, u32)> {
        let Activated { subscriptions, replacements } = shared.groups().take_activated();
        for Replacement { former, group } in replacements {
            if let Some(rows) = self.0.get(&former).cloned() {
                self.0.insert(group, rows);
            }
        }
        subscriptions
    }
}
