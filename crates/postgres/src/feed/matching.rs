//! A batch of changes: who asked for each. Who of them may see it is the next question ([`super::authorize`]), and the last what
//! they are told ([`super::deliver`]).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::authorize::shown;
use super::filter_query::{FilterAnswer, FilterQueries};
use super::groups::Group;
use super::run::Fault;
use super::session::Session;
use crate::filter::{CellRef, Question};
use crate::request::Kind;
use crate::row::{Cell, Change, Lsn, Oid, OldRow, Relation};
use crate::truth::Verdict;

/// A change that waits to be looked at.
pub(super) struct PendingChange {
    pub(super) table: Oid,
    pub(super) change: Change,
    pub(super) commit_time: i64,
    /// Its transaction.
    pub(super) xid: u32,
    /// Its transaction's commit, and its place in it.
    pub(super) place: (Lsn, u64),
    /// It is no change of the database's: the row that the update before it changed, for those who lose sight of it.
    pub(super) is_departure: bool,
}

/// Who asked for a change.
#[derive(Default)]
pub(super) struct Audience {
    /// In the order of groups.
    pub(super) meant: Vec<Match>,
    /// Of an update that a departure follows: groups of which it has to be known as well whether they may see it.
    pub(super) watched: Vec<u32>,
    /// Of a departure: what is still asked for, now that the row has changed.
    pub(super) still: Vec<Match>,
}

/// A group that asked for a change: by which of its requests, as far as those ask for the same columns.
pub(super) struct Match {
    pub(super) group: u32,
    pub(super) request: u32,
    pub(super) ids: Vec<u32>,
}

impl Session<'_> {
    /// Looks at the changes that wait, and publishes them.
    pub(super) async fn process(&mut self) -> Result<(), Fault> {
        self.prune_unseen().await?;
        let batch = std::mem::take(&mut self.batch);
        let Some(last) = batch.last() else { return Ok(()) };
        let place = last.place;
        self.has_processed = true;
        if batch.iter().any(|item| self.policy_tables.contains(&item.table)) {
            self.await_visibility().await?;
            self.sink.policies_changed();
        }
        let batch = self.with_departures(self.with_generated(batch).await?);
        let mut slow = HashSet::new();
        let audiences = self.audiences(&batch, &mut slow).await?;
        let (seen, unjudged) = self.seen(&batch, &audiences).await?;
        let mut held = std::mem::take(&mut self.handovers.held);
        self.publish(&batch, &audiences, &seen, &mut held).await;
        self.handovers.held = held;
        slow.into_iter().for_each(|group| self.give_up(group));
        unjudged.into_iter().for_each(|group| self.suspend(group));
        self.memory.partly = (place.0, place.1 + 1);
        Ok(())
    }

    /// Behind each update whose old row is known, where that is wanted, the old row as one that is gone.
    fn with_departures(&self, batch: Vec<PendingChange>) -> Vec<PendingChange> {
        if !self.settings.old_rows {
            return batch;
        }
        let mut all = Vec::with_capacity(batch.len());
        for item in batch {
            let departure = match &item.change {
                Change::Update { old: Some(old @ OldRow::Full(_)), .. } => {
                    let PendingChange { table, commit_time, xid, place, .. } = item;
                    let change = Change::Delete { old: old.clone() };
                    Some(PendingChange { table, change, commit_time, xid, place, is_departure: true })
                }
                _ => None,
            };
            all.push(item);
            all.extend(departure);
        }
        all
    }

    /// Who asked for which change; and the groups whose filters took PostgreSQL too long.
    async fn audiences(
        &mut self,
        batch: &[PendingChange],
        slow: &mut HashSet<u32>,
    ) -> Result<Vec<Audience>, Fault> {
        let mut all: Vec<Audience> = Vec::with_capacity(batch.len());
        for (n, item) in batch.iter().enumerate() {
            let meant = self.meant(item.table, Kind::from(&item.change), &item.change, slow).await?;
            let mut still = Vec::new();
            if item.is_departure
                && !meant.is_empty()
                && let Some(update) = n.checked_sub(1).and_then(|before| batch.get(before))
            {
                still = self.meant(item.table, Kind::Delete, &update.change, slow).await?;
                if let Some(audience) = all.last_mut() {
                    audience.watched = still.iter().map(|it| it.group).collect();
                    audience.watched.dedup();
                }
            }
            all.push(Audience { meant, watched: Vec::new(), still });
        }
        Ok(all)
    }

    /// The groups that asked for changes of this kind to such a row, with the numbers of their requests.
    async fn meant(
        &mut self,
        oid: Oid,
        kind: Kind,
        change: &Change,
        slow: &mut HashSet<u32>,
    ) -> Result<Vec<Match>, Fault> {
        let Some(table) = self.tables.get_mut(&oid) else { return Ok(Vec::new()) };
        let relation = Arc::clone(&table.relation);
        let row = |index| cell(change, &relation, index);
        let mut meant: Vec<Match> = Vec::new();
        let mut places = HashMap::new();
        for binding in self.bindings.candidates(oid, kind, &row) {
            let Some(group) = self.bindings.group(binding.group) else { continue };
            let is_meant = binding.filter.is_empty() || {
                let view = table.view((&self.client, &mut self.questions), &group.identity.role).await?;
                let shown = shown(&view, table, change, self.settings.old_rows);
                let row = |index| if shown.has(index) { row(index) } else { CellRef::Missing };
                match binding.filter.verdict(&row) {
                    Verdict::True => true,
                    Verdict::False | Verdict::Unknown => false,
                    Verdict::AskDatabase => {
                        let question = binding.filter.question(&row);
                        is_met(&mut self.questions, (binding.group, group), &question, slow).await?
                    }
                }
            };
            if is_meant {
                let key = (binding.group, binding.select_of);
                match places.get(&key).and_then(|&place: &usize| meant.get_mut(place)) {
                    Some(known) => known.ids.push(binding.id),
                    None => {
                        places.insert(key, meant.len());
                        meant.push(Match { group: key.0, request: key.1, ids: vec![binding.id] });
                    }
                }
            }
        }
        meant.sort_unstable_by_key(|it| it.group);
        meant.iter_mut().for_each(|it| it.ids.sort_unstable());
        Ok(meant)
    }
}

/// What PostgreSQL says of a client's filter. If it thinks about it for too long, twice, so that one pause of a busy database
/// costs nobody a subscription, the group is slow.
async fn is_met(
    questions: &mut FilterQueries,
    (number, group): (u32, &Group),
    question: &Question,
    slow: &mut HashSet<u32>,
) -> Result<bool, Fault> {
    for _ in 0..2 {
        if slow.contains(&number) {
            return Ok(false);
        }
        match questions.ask(&group.identity, question).await? {
            FilterAnswer::Holds(holds) => return Ok(holds),
            FilterAnswer::Refused { .. } => return Ok(false),
            FilterAnswer::Nothing => {}
        }
    }
    slow.insert(number);
    Ok(false)
}

/// A value of the row that filters and policies look at: the new one, or the one that is gone.
pub(super) fn cell<'c>(change: &'c Change, relation: &Relation, index: usize) -> CellRef<'c> {
    let is_identity = relation.columns.get(index).is_some_and(|column| column.is_identity);
    match change {
        Change::Insert { new } => new.get(index).map_or(CellRef::Missing, CellRef::of),
        Change::Update { old, new } => match (new.get(index), old) {
            (Some(Cell::Unchanged), Some(old)) => CellRef::of_old(old, index, is_identity),
            (cell, _) => cell.map_or(CellRef::Missing, CellRef::of),
        },
        Change::Delete { old } => CellRef::of_old(old, index, is_identity),
    }
}
