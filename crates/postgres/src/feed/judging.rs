//! A batch of changes: who asked for each, who of them may see it, and what they are told.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tokio::time::sleep;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use super::groups::Identity;
use super::payload::{self, Telling};
use super::run::{FULL_REST, Fault};
use super::session::{Session, ask};
use super::table::{Table, View};
use super::visibility::Ask;
use crate::filter::{CellRef, Question};
use crate::policy::Policy;
use crate::request::Kind;
use crate::row::{Cell, Change, Lsn, Oid, OldRow, Relation};
use crate::truth::Verdict;

/// A change that waits to be looked at.
pub(super) struct Item {
    pub(super) table: Oid,
    pub(super) change: Change,
    /// Its transaction's number.
    pub(super) xid: u32,
    pub(super) commit_time: i64,
    /// Its transaction's commit, and its place in it.
    pub(super) place: (Lsn, u64),
}

impl Session<'_> {
    /// Looks at the changes that wait, and publishes them.
    pub(super) async fn process(&mut self) -> Result<(), Fault> {
        let batch = std::mem::take(&mut self.batch);
        let Some(last) = batch.last() else { return Ok(()) };
        let place = last.place;
        self.has_processed = true;
        if batch.iter().any(|item| self.policy_tables.contains(&item.table)) {
            self.await_visibility(&batch).await?; // or what is asked anew would be answered as before
            self.sink.policies_changed();
        }
        let (meant, slow) = self.meant(&batch).await?;
        let seen = self.seen(&batch, &meant).await?;
        self.publish(&batch, &meant, &seen).await;
        slow.into_iter().for_each(|group| self.give_up(group));
        self.memory.partly = (place.0, place.1 + 1);
        Ok(())
    }

    /// For each change the groups that asked for it, with the numbers of their requests; and the groups whose filters took
    /// PostgreSQL too long.
    async fn meant(&self, batch: &[Item]) -> Result<(Vec<Vec<Meant>>, HashSet<u32>), Error> {
        let mut all = Vec::with_capacity(batch.len());
        let mut slow = HashSet::new();
        for item in batch {
            let Some(table) = self.tables.get(&item.table) else {
                all.push(Vec::new());
                continue;
            };
            let row = |index| cell(&item.change, &table.relation, index);
            let mut meant: Vec<Meant> = Vec::new();
            let mut places = HashMap::new();
            for binding in self.bindings.candidates(item.table, Kind::from(&item.change), &row) {
                let is_meant = match binding.filter.verdict(&row) {
                    Verdict::True => true,
                    Verdict::False | Verdict::Unknown => false,
                    Verdict::AskDatabase if slow.contains(&binding.group) => false,
                    Verdict::AskDatabase => {
                        let answer = self.asked(&binding.filter.question(&row)).await?;
                        if answer.is_none() {
                            slow.insert(binding.group);
                        }
                        answer.unwrap_or(false)
                    }
                };
                if is_meant {
                    let key = (binding.group, binding.select_of);
                    match places.get(&key).and_then(|&place: &usize| meant.get_mut(place)) {
                        Some(known) => known.ids.push(binding.id),
                        None => {
                            places.insert(key, meant.len());
                            meant.push(Meant { group: key.0, request: key.1, ids: vec![binding.id] });
                        }
                    }
                }
            }
            meant.sort_unstable_by_key(|it| it.group);
            meant.iter_mut().for_each(|it| it.ids.sort_unstable());
            all.push(meant);
        }
        Ok((all, slow))
    }

    /// What PostgreSQL says of a client's filter, `None` if it thinks about it for too long: twice, so that one pause of a
    /// busy database costs nobody his subscription.
    async fn asked(&self, question: &Question) -> Result<Option<bool>, Error> {
        for _ in 0..2 {
            match ask(&self.questions, question).await {
                Ok(answer) => return Ok(Some(answer)),
                Err(error) if error.code() == Some(&SqlState::QUERY_CANCELED) => {}
                Err(error) if error.as_db_error().is_some() => return Ok(Some(false)),
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Which groups may see which changes: those that are in it, and all that nobody has to be asked about.
    async fn seen(&mut self, batch: &[Item], meant: &[Vec<Meant>]) -> Result<Seen, Error> {
        // Everybody's view first: the rest only looks.
        for (item, meant) in batch.iter().zip(meant) {
            let Some(table) = self.tables.get_mut(&item.table) else { continue };
            for it in meant {
                if let Some(group) = self.bindings.group(it.group) {
                    table.view(&self.client, &group.identity.role).await?;
                }
            }
        }
        let mut seen = Seen::default();
        let mut questions: Vec<Doubt<'_>> = Vec::new();
        // By identity, and by group, which is what most pairs are found by: claims are long.
        let (mut of_identity, mut of_group) = (HashMap::new(), HashMap::new());
        for (n, (item, meant)) in batch.iter().zip(meant).enumerate() {
            let Some(table) = self.tables.get(&item.table) else { continue };
            let row = |index| cell(&item.change, &table.relation, index);
            for it in meant {
                let Some(group) = self.bindings.group(it.group) else { continue };
                let Some(view) = table.known_view(&group.identity.role) else { continue };
                if !is_guarded(&view, table, &item.change) {
                    continue;
                }
                let verdict = match (&view.policy, &group.claims) {
                    (Policy::Never, _) => Verdict::False,
                    (policy, Some(claims)) => policy.verdict(&row, claims),
                    (_, None) => Verdict::AskDatabase,
                };
                match verdict {
                    Verdict::True => drop(seen.0.insert((n, it.group))),
                    Verdict::False | Verdict::Unknown => {}
                    Verdict::AskDatabase => {
                        let place = *of_group.entry((item.table, it.group)).or_insert_with(|| {
                            *of_identity.entry((item.table, &group.identity)).or_insert_with(|| {
                                questions.push(Doubt::about(item.table, &group.identity));
                                questions.len() - 1
                            })
                        });
                        if let Some(doubt) = questions.get_mut(place) {
                            doubt.add(n, it.group);
                        }
                    }
                }
            }
        }
        let asks: Vec<Ask<'_>> = questions
            .iter()
            .filter_map(|Doubt { table: oid, identity, rows, .. }| {
                let table = self.tables.get(oid)?;
                let column =
                    |index: usize| rows.iter().map(move |&row| key_text(batch.get(row), index)).collect();
                let keys = table.primary_key.iter().map(|key| column(key.index)).collect();
                Some(Ask { table: *oid, probe: &table.probe, identity, keys })
            })
            .collect();
        if !asks.is_empty() {
            self.await_visibility(batch).await?;
        }
        let answers = self.probers.visible(&asks).await?;
        for (doubt, places) in questions.iter().zip(answers) {
            let visible = doubt.groups.iter().filter(|(place, _)| places.contains(place));
            seen.0.extend(visible.filter_map(|&(place, group)| Some((*doubt.rows.get(place)?, group))));
        }
        Ok(seen)
    }

    /// Waits until PostgreSQL shows the rows of a batch to whoever asks.
    async fn await_visibility(&self, batch: &[Item]) -> Result<(), Error> {
        let mut transactions: Vec<u32> = batch.iter().map(|item| item.xid).collect();
        transactions.dedup();
        self.snapshots.pass(&self.client, &transactions).await
    }

    /// Sends what the database says, if a change is that.
    async fn broadcast(&self, item: &Item) {
        let Some(messages) = self.messages.get(&item.table) else { return };
        let Change::Insert { new } = &item.change else { return };
        let Some(broadcast) = messages.read(new) else { return };
        while !self.sink.broadcast(&broadcast) {
            sleep(FULL_REST).await;
        }
    }

    async fn publish(&self, batch: &[Item], meant: &[Vec<Meant>], seen: &Seen) {
        for (n, (item, meant)) in batch.iter().zip(meant).enumerate() {
            self.broadcast(item).await;
            let Some(table) = self.tables.get(&item.table) else { continue };
            let mut told: Vec<Told<'_>> = Vec::new();
            for it in meant {
                let Some(group) = self.bindings.group(it.group) else { continue };
                let Some(view) = table.known_view(&group.identity.role) else { continue };
                if is_guarded(&view, table, &item.change) && !seen.0.contains(&(n, it.group)) {
                    continue;
                }
                let select = self.bindings.select(it.request);
                let known = told.iter().position(|told| told.view.tells_like(&view) && told.select == select);
                let data = match known {
                    Some(place) => place,
                    None => {
                        let commit_time = item.commit_time;
                        let telling = Telling { table, types: &self.types, view: &view, select, commit_time };
                        let data = telling.of(&item.change);
                        told.push(Told { view: Arc::clone(&view), select, data });
                        told.len() - 1
                    }
                };
                let Some(Told { data, .. }) = told.get(data) else { continue };
                let event = if group.is_legacy {
                    payload::name(Kind::from(&item.change))
                } else {
                    "postgres_changes"
                };
                let payload = if group.is_legacy { data.clone() } else { with_ids(&it.ids, data) };
                while !self.sink.publish(&group.name, event, &payload) {
                    sleep(FULL_REST).await;
                }
            }
        }
    }
}

/// A group that asked for a change: by which of its requests, as far as those ask for the same columns.
struct Meant {
    group: u32,
    request: u32,
    ids: Vec<u32>,
}

/// What was written of a change.
struct Told<'a> {
    view: Arc<View>,
    select: Option<&'a [Box<str>]>,
    data: Vec<u8>,
}

/// What PostgreSQL has to be asked: which rows of a table somebody may see.
struct Doubt<'a> {
    table: Oid,
    identity: &'a Identity,
    /// The rows, by the places of their changes in the batch.
    rows: Vec<usize>,
    /// For each row, by its place in `rows`, the groups that wait for the answer.
    groups: Vec<(usize, u32)>,
}

impl<'a> Doubt<'a> {
    fn about(table: Oid, identity: &'a Identity) -> Self {
        Self { table, identity, rows: Vec::new(), groups: Vec::new() }
    }

    /// A group waits for a row; rows come in the order of their places.
    fn add(&mut self, row: usize, group: u32) {
        if self.rows.last() != Some(&row) {
            self.rows.push(row);
        }
        self.groups.push((self.rows.len() - 1, group));
    }
}

/// The changes of a batch, by their places, that policies let a group see.
#[derive(Default)]
struct Seen(HashSet<(usize, u32)>);

/// Whether policies decide who sees a change. Nobody can ask them of a row that is gone: its key is told to all.
fn is_guarded(view: &View, table: &Table, change: &Change) -> bool {
    view.has_policies
        && view.sees_key(table)
        && !table.primary_key.is_empty()
        && !matches!(change, Change::Delete { .. })
}

fn with_ids(ids: &[u32], data: &[u8]) -> Vec<u8> {
    let mut payload = Vec::with_capacity(data.len() + 12 * ids.len() + 20);
    payload.extend_from_slice(br#"{"ids":["#);
    for (n, id) in ids.iter().enumerate() {
        if n > 0 {
            payload.push(b',');
        }
        payload.extend_from_slice(id.to_string().as_bytes());
    }
    payload.extend_from_slice(br#"],"data":"#);
    payload.extend_from_slice(data);
    payload.push(b'}');
    payload
}

/// A value of the row that filters look at: the new one, or the one that is gone.
fn cell<'c>(change: &'c Change, relation: &Relation, index: usize) -> CellRef<'c> {
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

/// A value of the key, as text.
fn key_text(item: Option<&Item>, index: usize) -> &str {
    let new = match item.map(|item| &item.change) {
        Some(Change::Insert { new } | Change::Update { new, .. }) => new,
        Some(Change::Delete { old: OldRow::Key(row) | OldRow::Full(row) }) => row,
        None => return "",
    };
    match new.get(index) {
        Some(Cell::Text(bytes)) => std::str::from_utf8(bytes).unwrap_or_default(),
        _ => "",
    }
}
