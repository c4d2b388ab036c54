//! The rows that are there, for those who ask for them, and then the changes: each change is in the
//! rows or comes after them, and never both.
//!
//! Such a subscription has a group of its own, bound like all others. Once PostgreSQL shows all
//! that the stream has brought so far, the rows are read beside the feed, and the group's changes
//! are held back from then on. PostgreSQL says with the rows which transactions they have. What was
//! held back follows them, as far as it is of other transactions; and so does what comes in the
//! stream until a barrier that was emitted after the rows were read: whatever comes behind it is
//! newer. When the barrier has come the subscription is ready.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use tokio::task::JoinSet;

use super::commits::CommitsVisible;
use super::format::ChangeMessage;
use super::groups::GroupKey;
use super::snapshot_read::{Rows, SnapshotRead};
use super::{Failure, SubscriptionId};
use crate::confined::Confined;
use crate::source::Source;

/// How much is held back of one group's changes, in bytes. With more, it is tried again later. Only
/// groups whose rows are being read hold: [`SHARED_BY`] for each connection.
const HELD_BYTES: usize = 256 << 10;
/// So many groups at most are sent what was read once. While they are sent it nothing else is sent:
/// many groups with many rows would be seconds.
const SHARED_BY: usize = 16;

/// The groups that wait for rows.
pub(super) struct Snapshots {
    waiting: HashMap<u32, Waiting>,
    /// What is to be read, the oldest first.
    queue: VecDeque<Queued>,
    /// How many reads there were so far.
    reads: u64,
    running: JoinSet<SnapshotDone>,
    /// How many may run at once.
    most: usize,
    /// A connection that is not in use: one is retained.
    idle: Option<Confined>,
    source: Source,
}

/// What is to be read, and for which groups.
struct Queued {
    number: u64,
    read: SnapshotRead,
    groups: Vec<u32>,
}

/// A group that waits for its rows.
pub(super) struct Waiting {
    pub(super) subscription: SubscriptionId,
    pub(super) held: HeldChanges,
    /// The number of the read that it waits for. It may have waited for an earlier one, whose rows
    /// are not for it any more.
    read: u64,
}

/// What becomes of a group's changes while it waits for its rows.
pub(super) enum HeldChanges {
    /// The rows will have them.
    Queued,
    /// They may be in the rows, or not.
    Reading { changes: Vec<HeldChange>, room: usize },
    /// They were too many.
    Overtaken,
}

pub(super) struct HeldChange {
    pub(super) xid: u32,
    pub(super) message: ChangeMessage,
}

/// What was read, for which groups.
pub(super) struct SnapshotDone {
    number: u64,
    pub(super) groups: Vec<u32>,
    /// The rows, or why there are none.
    pub(super) rows: Result<Rows, Failure>,
    connection: Option<Confined>,
}

impl HeldChanges {
    pub(super) fn push(&mut self, xid: u32, message: ChangeMessage) {
        let Self::Reading { changes, room } = self else { return };
        match room.checked_sub(message.payload.len()) {
            Some(rest) => {
                *room = rest;
                changes.push(HeldChange { xid, message });
            }
            None => *self = Self::Overtaken,
        }
    }
}

impl Snapshots {
    pub(super) fn new(source: &Source, most: usize) -> Self {
        Self {
            waiting: HashMap::new(),
            queue: VecDeque::new(),
            reads: 0,
            running: JoinSet::new(),
            most: most.max(1),
            idle: None,
            source: source.clone(),
        }
    }

    /// The next that was read; `None` while nothing is.
    pub(super) async fn next(&mut self) -> Option<SnapshotDone> {
        loop {
            match self.running.join_next().await? {
                Ok(mut done) => {
                    let connection = done.connection.take();
                    self.idle = self.idle.take().or(connection);
                    return Some(done);
                }
                Err(error) => tracing::error!(%error, "rows were not read"),
            }
        }
    }

    /// A group does not wait any more: it has ended, or is sent no changes for now.
    pub(super) fn forget(&mut self, group: u32) {
        self.waiting.remove(&group);
    }

    /// A group does not wait any more if it has waited for this.
    pub(super) fn take(&mut self, group: u32, done: &SnapshotDone) -> Option<Waiting> {
        let it = self.waiting.get(&group)?;
        if it.read == done.number { self.waiting.remove(&group) } else { None }
    }

    /// Where a group's changes go that waits for its rows.
    pub(super) fn held(&mut self, group: u32) -> Option<&mut HeldChanges> {
        self.waiting.get_mut(&group).map(|it| &mut it.held)
    }

    /// A group missed a change: where its rows are being read, they are not enough.
    pub(super) fn overtake(&mut self, group: u32) {
        if let Some(held @ HeldChanges::Reading { .. }) = self.held(group) {
            *held = HeldChanges::Overtaken;
        }
    }

    /// Whether a group waits already, or can join those that wait for the same and are not being
    /// read yet.
    pub(super) fn join(&mut self, key: &Arc<GroupKey>, group: u32, subscription: SubscriptionId) -> bool {
        if self.waiting.contains_key(&group) {
            return true;
        }
        let mut last = self.queue.iter_mut().rev().take(SHARED_BY);
        let Some(queued) = last.find(|it| it.read.key == *key && it.groups.len() < SHARED_BY) else {
            return false;
        };
        queued.groups.push(group);
        let waiting = Waiting { subscription, held: HeldChanges::Queued, read: queued.number };
        self.waiting.insert(group, waiting);
        true
    }

    pub(super) fn add(&mut self, read: SnapshotRead, group: u32, subscription: SubscriptionId) {
        self.reads += 1;
        let number = self.reads;
        self.waiting.insert(group, Waiting { subscription, held: HeldChanges::Queued, read: number });
        self.queue.push_back(Queued { number, read, groups: vec![group] });
    }

    /// Whether another may be read.
    pub(super) fn has_work(&self) -> bool {
        self.running.len() < self.most && !self.queue.is_empty()
    }

    /// Reads as much at once as may be.
    pub(super) fn start(&mut self, _: CommitsVisible) {
        while self.has_work() {
            let Some(Queued { number, read, mut groups }) = self.queue.pop_front() else { return };
            groups.retain(|group| match self.waiting.get_mut(group) {
                Some(waiting) if waiting.read == number => {
                    waiting.held = HeldChanges::Reading { changes: Vec::new(), room: HELD_BYTES };
                    true
                }
                _ => false,
            });
            if groups.is_empty() {
                continue;
            }
            let (idle, source) = (self.idle.take(), self.source.clone());
            self.running.spawn(async move {
                let (rows, connection) = read.run(idle, &source).await;
                SnapshotDone { number, groups, rows, connection }
            });
        }
    }
}
