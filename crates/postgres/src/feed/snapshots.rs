//! The rows that are there, for those who ask for them, and then the changes: each change is in the rows or comes after them,
//! and never both.
//!
//! Such a follower has a group of its own, bound like all others. Once PostgreSQL shows all that has been told so far, the rows
//! are read beside the feed, and the group's changes are held back from then on. PostgreSQL says with the rows which
//! transactions they have. What was held back follows them, as far as it is of other transactions; and so does what comes in
//! the stream until a mark that was put into the log after the rows were read: whatever comes behind the mark is newer. When
//! the mark has come the follower is told that it is ready.

use std::collections::{HashMap, VecDeque};
use std::num::NonZeroU64;
use std::sync::Arc;

use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_postgres::Error;

use super::groups::{Common, Group};
use super::run::{FULL_REST, Fault};
use super::session::{Session, Waiting};
use super::snapshot_read::{Piece, Rows, SnapshotRead};
use crate::confined::Confined;
use crate::filter::BindError;
use crate::source::Source;

/// How much is held back of one group's changes, in bytes. With more, it is tried again later. Only groups whose rows are
/// being read hold: [`SHARED_BY`] for each connection.
const HELD_BYTES: usize = 256 << 10;
/// So many groups at most are told what was read once. While they are told nobody else is: many groups with many rows would
/// be seconds.
const SHARED_BY: usize = 16;

/// What a follower is told whose rows were overtaken.
const OVERTAKEN: &str = "Unable to subscribe to changes with given parameters: there were more changes than can be held back while the rows \
                         that are there were read; it is tried again";

/// Those who wait for rows.
pub(super) struct Snapshots {
    /// What is held back, by group.
    pub(super) held: HashMap<u32, HeldChanges>,
    /// What is to be read, the oldest first, for which groups.
    queue: VecDeque<(SnapshotRead, Vec<u32>)>,
    running: JoinSet<Done>,
    /// How many may run at once.
    most: usize,
    /// A connection that is in nobody's use: one is kept.
    idle: Option<Confined>,
    source: Source,
}

/// What becomes of a group's changes while it waits for its rows.
pub(super) struct HeldChanges {
    follower: NonZeroU64,
    state: State,
}

enum State {
    /// The rows will have them.
    Queued,
    /// They may be in the rows, or not.
    InProgress { changes: Vec<HeldBack>, room: usize },
    /// They were too many.
    Overtaken,
}

struct HeldBack {
    xid: u32,
    event: &'static str,
    payload: Vec<u8>,
}

/// What was read, for which groups.
pub(super) struct Done {
    groups: Vec<u32>,
    rows: Result<Rows, String>,
    confined: Option<Confined>,
}

impl HeldChanges {
    pub(super) fn push(&mut self, xid: u32, event: &'static str, payload: Vec<u8>) {
        let State::InProgress { changes, room } = &mut self.state else { return };
        match room.checked_sub(payload.len()) {
            Some(rest) => {
                *room = rest;
                changes.push(HeldBack { xid, event, payload });
            }
            None => self.state = State::Overtaken,
        }
    }
}

impl Snapshots {
    pub(super) fn new(source: &Source, most: usize) -> Self {
        Self {
            held: HashMap::new(),
            queue: VecDeque::new(),
            running: JoinSet::new(),
            most: most.max(1),
            idle: None,
            source: source.clone(),
        }
    }

    /// The next that was read; `None` while nothing is.
    pub(super) async fn next(&mut self) -> Option<Done> {
        loop {
            match self.running.join_next().await? {
                Ok(done) => return Some(done),
                Err(error) => tracing::error!(%error, "rows were not read"),
            }
        }
    }

    /// A group has ended.
    pub(super) fn forget(&mut self, group: u32) {
        self.held.remove(&group);
    }

    /// A group missed a change: where its rows are being read, they are not enough.
    pub(super) fn overtake(&mut self, group: u32) {
        if let Some(held) = self.held.get_mut(&group)
            && matches!(held.state, State::InProgress { .. })
        {
            held.state = State::Overtaken;
        }
    }

    fn add(&mut self, reading: SnapshotRead, group: u32, follower: NonZeroU64) {
        self.held.insert(group, HeldChanges { follower, state: State::Queued });
        self.queue.push_back((reading, vec![group]));
    }

    /// Joins those who wait for the same, if it is not being read yet.
    fn join(&mut self, common: &Arc<Common>, group: u32, follower: NonZeroU64) -> bool {
        let mut waiting = self.queue.iter_mut().rev().take(SHARED_BY);
        let Some((_, groups)) = waiting.find(|(it, groups)| it.of == *common && groups.len() < SHARED_BY)
        else {
            return false;
        };
        groups.push(group);
        self.held.insert(group, HeldChanges { follower, state: State::Queued });
        true
    }

    /// Whether another may be read.
    fn has_work(&self) -> bool {
        self.running.len() < self.most && !self.queue.is_empty()
    }

    /// Reads as much at once as may be. PostgreSQL shows all that has been told.
    fn start(&mut self) {
        while self.has_work() {
            let Some((reading, mut groups)) = self.queue.pop_front() else { return };
            groups.retain(|group| match self.held.get_mut(group) {
                Some(held) => {
                    held.state = State::InProgress { changes: Vec::new(), room: HELD_BYTES };
                    true
                }
                None => false,
            });
            if groups.is_empty() {
                continue;
            }
            let (idle, source) = (self.idle.take(), self.source.clone());
            self.running.spawn(async move {
                let (rows, confined) = reading.run(idle, &source).await;
                Done { groups, rows, confined }
            });
        }
    }
}

impl Session<'_> {
    /// Has the rows read that a group asks for; a refusal where that cannot be.
    pub(super) async fn begin_handover(
        &mut self,
        number: u32,
        (group, common): (&Group, &Arc<Common>),
        follower: NonZeroU64,
    ) -> Result<Result<(), String>, Fault> {
        if self.handovers.held.contains_key(&number) || self.handovers.join(common, number, follower) {
            return Ok(Ok(()));
        }
        let limit = self.settings.snapshot_rows;
        let mut pieces = Vec::new();
        for (id, request) in group.requests.iter().flatten().filter(|(_, request)| request.snapshot) {
            let refused = |message: &str| {
                let message = message.to_owned();
                Ok(Err(request.refusal(&BindError { code: "P0001".into(), message })))
            };
            if limit == 0 {
                return refused("snapshots are off: set snapshot_rows for the app");
            }
            let including = |table: &&mut super::table::Table| {
                request.includes(&table.relation.schema, &table.relation.table)
            };
            let Some(table) = self.tables.values_mut().find(including) else {
                return Ok(Err(request.not_enabled()));
            };
            let view = table.view((&self.client, &mut self.questions), &group.identity.role).await?;
            if table.primary_key.is_empty() {
                return refused("a snapshot needs a table with a primary key");
            }
            if !view.sees_key(&table.primary_key) {
                return refused("a snapshot needs the right to select the primary key");
            }
            let columns = |name: &str| table.columns.get(name).cloned();
            let filter = match request.filter.bind(&columns) {
                Ok(filter) => filter,
                Err(error) => return Ok(Err(request.refusal(&error))),
            };
            pieces.push(Piece {
                id: *id,
                request: request.clone(),
                filter,
                rows: table.rows(&self.client, &self.settings.publication).await?,
                relation: Arc::clone(&table.relation),
                primary_key: Arc::clone(&table.primary_key),
                view,
            });
        }
        let (of, identity, types) = (Arc::clone(common), group.identity.clone(), Arc::clone(&self.types));
        self.handovers.add(SnapshotRead { of, identity, pieces, types, limit }, number, follower);
        Ok(Ok(()))
    }

    /// Begins to read what was asked for, once PostgreSQL shows all that has been told.
    pub(super) async fn start_handovers(&mut self) -> Result<(), Error> {
        if self.handovers.has_work() {
            self.await_visibility().await?;
            self.handovers.start();
        }
        Ok(())
    }

    /// Tells the groups what was read for them, and what they missed meanwhile.
    pub(super) async fn hand_over(&mut self, done: Done) -> Result<(), Fault> {
        if self.handovers.idle.is_none() {
            self.handovers.idle = done.confined;
        }
        self.start_handovers().await?;
        let mut followers = Vec::new();
        for number in done.groups {
            let Some(held) = self.handovers.held.remove(&number) else { continue };
            let Some(group) = self.shared.groups().get(number) else { continue };
            match (&done.rows, held.state) {
                (Ok(rows), State::InProgress { changes, .. }) => {
                    for payload in &rows.payloads {
                        self.say(&group.name, "postgres_changes", payload).await;
                    }
                    for change in changes.iter().filter(|change| !rows.snapshot.has(change.xid)) {
                        self.say(&group.name, change.event, &change.payload).await;
                    }
                    self.shared.groups().set_rows(number, true);
                    self.memory.overlaps.insert(number, rows.snapshot.clone());
                    followers.push(held.follower);
                }
                (Err(refusal), _) => self.refuse(number, vec![held.follower], refusal),
                (Ok(_), _) => self.refuse(number, vec![held.follower], OVERTAKEN),
            }
        }
        if !followers.is_empty() {
            self.emit_barrier(Waiting { followers, others: Vec::new() }).await?;
        }
        Ok(())
    }

    /// Publishes on a channel of followers, as soon as there is room.
    pub(super) async fn say(&self, channel: &str, event: &str, payload: &[u8]) {
        while !self.sink.publish(channel, event, payload) {
            sleep(FULL_REST).await;
        }
    }
}
