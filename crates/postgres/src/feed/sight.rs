//! Which groups may see which changes: by the policies as far as they can be told here, and else by PostgreSQL, which is
//! asked once for all rows of a table that the same user is to see.

use std::collections::{HashMap, HashSet};

use tokio_postgres::Error;

use super::bindings::Bindings;
use super::groups::Identity;
use super::judging::{Audience, Item, cell};
use super::session::Session;
use super::table::{Table, View};
use super::visibility::{Ask, Probe};
use crate::policy::Policy;
use crate::row::{Cell, Change, Oid, OldRow};
use crate::truth::Verdict;

/// The changes of a batch, by their places, that policies let a group see.
#[derive(Default)]
pub(super) struct Seen(HashSet<(usize, u32)>);

/// What PostgreSQL has to be asked together: which rows of a table somebody may see.
struct Doubt<'a> {
    table: Oid,
    identity: &'a Identity,
    /// Whether by the rows' values, and not of the table itself.
    by_image: bool,
    /// The rows, by the places of their changes in the batch.
    rows: Vec<usize>,
    /// For each row, by its place in `rows`, the groups that wait for the answer.
    groups: Vec<(usize, u32)>,
}

impl Doubt<'_> {
    /// A group waits for a row; rows come in the order of their places.
    fn add(&mut self, row: usize, group: u32) {
        if self.rows.last() != Some(&row) {
            self.rows.push(row);
        }
        self.groups.push((self.rows.len() - 1, group));
    }
}

impl Session<'_> {
    /// Which groups may see which changes: those that are in it, and all that nobody has to be asked about.
    pub(super) async fn seen(&mut self, batch: &[Item], audiences: &[Audience]) -> Result<Seen, Error> {
        // Everybody's view first: the rest only looks.
        for (item, audience) in batch.iter().zip(audiences) {
            let Some(table) = self.tables.get_mut(&item.table) else { continue };
            for group in audience.groups() {
                if let Some(group) = self.bindings.group(group) {
                    table.view(&self.client, &group.identity.role).await?;
                }
            }
        }
        let mut seen = Seen::default();
        let scene =
            Scene { tables: &self.tables, bindings: &self.bindings, old_rows: self.settings.old_rows };
        let doubts = scene.doubts(batch, audiences, &mut seen);
        let asked: Vec<(&Doubt<'_>, Ask<'_>)> =
            doubts.iter().filter_map(|doubt| Some((doubt, scene.ask_of(doubt, batch)?))).collect();
        if asked.is_empty() {
            return Ok(seen);
        }
        let (asked, asks): (Vec<_>, Vec<_>) = asked.into_iter().unzip();
        self.snapshots.pass(&self.client, &mut self.memory.unseen).await?;
        for (doubt, places) in asked.into_iter().zip(self.probers.visible(&asks).await?) {
            let visible = doubt.groups.iter().filter(|(place, _)| places.contains(place));
            seen.0.extend(visible.filter_map(|&(place, group)| Some((*doubt.rows.get(place)?, group))));
        }
        Ok(seen)
    }
}

/// What is known before anybody is asked.
struct Scene<'a> {
    tables: &'a HashMap<Oid, Table>,
    bindings: &'a Bindings,
    old_rows: bool,
}

impl<'a> Scene<'a> {
    /// Tells what can be told, into `seen`; the rest.
    fn doubts(&self, batch: &[Item], audiences: &[Audience], seen: &mut Seen) -> Vec<Doubt<'a>> {
        let old_rows = self.old_rows;
        let mut doubts: Vec<Doubt<'a>> = Vec::new();
        // By identity, and by group, which is what most are found by: claims are long.
        let (mut of_identity, mut of_group) = (HashMap::new(), HashMap::new());
        for (n, (item, audience)) in batch.iter().zip(audiences).enumerate() {
            let Some(table) = self.tables.get(&item.table) else { continue };
            let row = |index| cell(&item.change, &table.relation, index);
            for number in audience.groups() {
                let Some(group) = self.bindings.group(number) else { continue };
                let identity = &group.identity;
                let Some(view) = table.known_view(&identity.role) else { continue };
                if !is_guarded(&view, table, &item.change, old_rows) {
                    continue;
                }
                let verdict = match (&view.policy, &group.claims) {
                    (Policy::Never, _) => Verdict::False,
                    (policy, Some(claims)) => policy.verdict(&row, claims),
                    (_, None) => Verdict::AskDatabase,
                };
                match verdict {
                    Verdict::True => drop(seen.0.insert((n, number))),
                    Verdict::False | Verdict::Unknown => {}
                    Verdict::AskDatabase => {
                        let by_image = old_rows && goes_by_image(table, identity, &item.change);
                        let place = *of_group.entry((item.table, number, by_image)).or_insert_with(|| {
                            *of_identity.entry((item.table, identity, by_image)).or_insert_with(|| {
                                let (rows, groups) = (Vec::new(), Vec::new());
                                doubts.push(Doubt { table: item.table, identity, by_image, rows, groups });
                                doubts.len() - 1
                            })
                        });
                        if let Some(doubt) = doubts.get_mut(place) {
                            doubt.add(n, number);
                        }
                    }
                }
            }
        }
        doubts
    }

    /// The question; `None` where there is no way to ask, and nobody sees the rows.
    fn ask_of<'b>(&self, doubt: &Doubt<'a>, batch: &'b [Item]) -> Option<Ask<'b>>
    where
        'a: 'b,
    {
        let &Doubt { table: oid, identity, by_image, ref rows, .. } = doubt;
        let table = self.tables.get(&oid)?;
        let column = |index: usize| rows.iter().map(|&row| text(batch.get(row), index)).collect();
        let columns = match by_image {
            false => table.primary_key.iter().map(|key| column(key.index)).collect(),
            true => (0..table.relation.columns.len()).map(column).collect(),
        };
        Some(Ask { table: oid, probe: probe(table, identity, by_image)?, identity, columns })
    }
}

impl Audience {
    /// All groups of which it has to be known whether they may see the change.
    fn groups(&self) -> impl Iterator<Item = u32> + '_ {
        let watched = self.watched.iter().copied();
        let mut last = None;
        let meant =
            self.meant.iter().map(|it| it.group).filter(move |&group| last.replace(group) != Some(group));
        meant.chain(watched.filter(|group| self.meant.binary_search_by_key(group, |it| it.group).is_err()))
    }
}

impl Seen {
    /// Whether a group may see the change at a place of the batch.
    pub(super) fn has(
        &self,
        place: usize,
        group: u32,
        (view, table, item, old_rows): (&View, &Table, &Item, bool),
    ) -> bool {
        !is_guarded(view, table, &item.change, old_rows) || self.0.contains(&(place, group))
    }
}

/// Whether all of a role see a change, whatever their claims.
pub(super) fn is_for_all(view: &View, table: &Table, change: &Change, old_rows: bool) -> bool {
    !is_guarded(view, table, change, old_rows) || matches!(view.policy, Policy::Always)
}

/// Whether policies decide who sees a change. Of a row that is gone they can be asked where all of it is known, and that is
/// wanted; else its key is told to all, as the original does.
fn is_guarded(view: &View, table: &Table, change: &Change, old_rows: bool) -> bool {
    let can_be_asked = match change {
        Change::Insert { .. } | Change::Update { .. } => true,
        Change::Delete { old: OldRow::Full(_) } => old_rows,
        Change::Delete { old: OldRow::Key(_) } => false,
    };
    can_be_asked && view.has_policies && view.sees_key(&table.primary_key) && !table.primary_key.is_empty()
}

/// Whether PostgreSQL is asked by the row's values, and not of the table, which may have changed since. Of a row that is gone
/// there is no other way; otherwise all values have to be known.
fn goes_by_image(table: &Table, identity: &Identity, change: &Change) -> bool {
    let is_whole = || table.image_probe(&identity.role).is_some_and(|image| image.is_whole);
    match change {
        Change::Delete { .. } => true,
        Change::Insert { new } | Change::Update { new, .. } => !new.contains(&Cell::Unchanged) && is_whole(),
    }
}

/// How PostgreSQL is asked; nobody sees what it cannot be asked about.
fn probe<'a>(table: &'a Table, identity: &'a Identity, by_image: bool) -> Option<Probe<'a>> {
    if !by_image {
        return Some(Probe::Rows(&table.probe));
    }
    Some(Probe::Images { role: &identity.role, sql: &table.image_probe(&identity.role)?.sql })
}

/// A value as text; `None` is null.
fn text(item: Option<&Item>, index: usize) -> Option<&str> {
    let row = match item.map(|item| &item.change)? {
        Change::Insert { new } | Change::Update { new, .. } => new,
        Change::Delete { old: OldRow::Key(row) | OldRow::Full(row) } => row,
    };
    match row.get(index)? {
        Cell::Text(bytes) => std::str::from_utf8(bytes).ok(),
        Cell::Null | Cell::Unchanged => None,
    }
}
