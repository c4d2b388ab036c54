//! Changes that wait to be looked at, each with its position in the stream.
//!
//! Changes that wait are looked at in one batch, so that under load many rows are asked about with
//! one query; while little happens a batch is one change and nothing waits.

use crate::filter::CellRef;
use crate::row::{Cell, Change, Lsn, Oid, OldRow, Relation};

/// Changes that are looked at together.
const CHANGES: usize = 512;

/// Where a change stands in the stream. One that comes a second time, over another connection, is
/// known by it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    /// The commit of its transaction.
    commit: Lsn,
    /// How many of the transaction's changes come before it.
    change: u64,
}

impl Position {
    pub(super) fn next(self) -> Self {
        Self { change: self.change + 1, ..self }
    }
}

/// A change that waits to be looked at.
pub(super) struct PendingChange {
    pub(super) table: Oid,
    pub(super) change: Change,
    pub(super) commit_time: i64,
    /// Its transaction.
    pub(super) xid: u32,
    pub(super) position: Position,
    /// It is no change of the database's: the row that the update before it changed, as one that is
    /// gone, for those who no longer match it or may no longer see it.
    pub(super) is_departure: bool,
}

impl PendingChange {
    /// A value of the row that filters and policies look at: the new one, or the one that is gone.
    pub(super) fn cell(&self, relation: &Relation, index: usize) -> CellRef<'_> {
        let is_identity = relation.columns.get(index).is_some_and(|column| column.is_identity);
        match &self.change {
            Change::Insert { new } => new.get(index).map_or(CellRef::Missing, CellRef::of),
            Change::Update { old, new } => match (new.get(index), old) {
                (Some(Cell::Unchanged), Some(old)) => CellRef::of_old(old, index, is_identity),
                (cell, _) => cell.map_or(CellRef::Missing, CellRef::of),
            },
            Change::Delete { old } => CellRef::of_old(old, index, is_identity),
        }
    }

    /// The same as text; `None` is null, or not known.
    pub(super) fn text(&self, index: usize) -> Option<&str> {
        let row = match &self.change {
            Change::Insert { new } | Change::Update { new, .. } => new,
            Change::Delete { old: OldRow::Key(row) | OldRow::Full(row) } => row,
        };
        match row.get(index)? {
            Cell::Text(bytes) => std::str::from_utf8(bytes).ok(),
            Cell::Null | Cell::Unchanged => None,
        }
    }

    /// The row that an update changed, where all of it is known, as one that is gone.
    fn departure(&self) -> Option<Self> {
        let Change::Update { old: Some(old @ OldRow::Full(_)), .. } = &self.change else { return None };
        let Self { table, commit_time, xid, position, .. } = *self;
        let change = Change::Delete { old: old.clone() };
        Some(Self { table, change, commit_time, xid, position, is_departure: true })
    }
}

/// The changes that wait, and the transaction that the stream is in.
#[derive(Default)]
pub(super) struct Batch {
    changes: Vec<PendingChange>,
    transaction: Transaction,
    /// The transaction has not come in full.
    is_open: bool,
    /// Where the last transaction ended that has come in full.
    ended: Option<Lsn>,
}

#[derive(Default)]
struct Transaction {
    commit_time: i64,
    xid: u32,
    /// The position of its next change.
    next: Position,
}

impl Batch {
    pub(super) fn begin_transaction(&mut self, commit: Lsn, commit_time: i64, xid: u32) {
        self.transaction = Transaction { commit_time, xid, next: Position { commit, change: 0 } };
        self.is_open = true;
    }

    /// The position of the transaction's next change; `None` if it is before `delivered`.
    pub(super) fn next_position(&mut self, delivered: Position) -> Option<Position> {
        let position = self.transaction.next;
        self.transaction.next = position.next();
        (position >= delivered).then_some(position)
    }

    pub(super) fn push(&mut self, table: Oid, change: Change, position: Position) {
        let Transaction { commit_time, xid, .. } = self.transaction;
        self.changes.push(PendingChange { table, change, commit_time, xid, position, is_departure: false });
    }

    /// The stream has come to the end of a transaction, or to a place without one.
    pub(super) fn end_at(&mut self, end: Lsn) {
        self.ended = Some(end);
        self.is_open = false;
    }

    /// When the oldest transaction was committed of those that have changes which wait, or that
    /// have not come in full; 0 if there is none.
    pub(super) fn in_hand(&self) -> i64 {
        let open = if self.is_open { self.transaction.commit_time } else { 0 };
        self.changes.first().map_or(open, |change| change.commit_time)
    }

    pub(super) fn is_full(&self) -> bool {
        self.changes.len() >= CHANGES
    }

    pub(super) fn take(&mut self) -> Vec<PendingChange> {
        std::mem::take(&mut self.changes)
    }

    /// Up to where PostgreSQL may forget the changes: nothing while any wait.
    pub(super) fn take_acknowledged(&mut self) -> Option<Lsn> {
        if self.changes.is_empty() { self.ended.take() } else { None }
    }
}

/// Behind each update whose old row is known, the old row as one that is gone.
pub(super) fn with_departures(changes: Vec<PendingChange>) -> Vec<PendingChange> {
    let mut all = Vec::with_capacity(changes.len());
    for change in changes {
        let departure = change.departure();
        all.push(change);
        all.extend(departure);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_delivered_before_is_left_out() {
        let mut batch = Batch::default();
        batch.begin_transaction(Lsn(7), 0, 1);
        let first = batch.next_position(Position::default()).unwrap();
        let delivered = first.next();
        batch.begin_transaction(Lsn(7), 0, 1);
        assert_eq!(batch.next_position(delivered), None);
        assert_eq!(batch.next_position(delivered), Some(delivered));
        batch.begin_transaction(Lsn(6), 0, 1);
        assert_eq!(batch.next_position(delivered), None);
    }

    #[test]
    fn the_oldest_transaction_that_is_not_done_with_is_in_hand() {
        let mut batch = Batch::default();
        assert_eq!(batch.in_hand(), 0);
        let change = |batch: &mut Batch| {
            let position = batch.next_position(Position::default()).unwrap();
            batch.push(1, Change::Insert { new: Box::default() }, position);
        };
        batch.begin_transaction(Lsn(7), 70, 1);
        assert_eq!(batch.in_hand(), 70, "nothing of it has come yet");
        change(&mut batch);
        batch.end_at(Lsn(8));
        batch.begin_transaction(Lsn(9), 90, 2);
        change(&mut batch);
        assert_eq!(batch.in_hand(), 70);
        batch.take();
        assert_eq!(batch.in_hand(), 90, "the second has more to come");
        batch.end_at(Lsn(10));
        assert_eq!(batch.in_hand(), 0);
    }

    #[test]
    fn nothing_is_acknowledged_while_changes_wait() {
        let mut batch = Batch::default();
        batch.begin_transaction(Lsn(7), 0, 1);
        let position = batch.next_position(Position::default()).unwrap();
        batch.push(1, Change::Insert { new: Box::default() }, position);
        batch.end_at(Lsn(8));
        assert_eq!(batch.take_acknowledged(), None);
        assert_eq!(batch.take().len(), 1);
        assert_eq!((batch.take_acknowledged(), batch.take_acknowledged()), (Some(Lsn(8)), None));
    }
}
