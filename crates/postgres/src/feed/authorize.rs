//! Which groups may see which changes: by the policies as far as they can be told here, and else by PostgreSQL, which is
//! asked once for all rows of a table that the same user is to see.

use std::collections::{HashMap, HashSet};

use super::bindings::Bindings;
use super::groups::Identity;
use super::matching::{Audience, PendingChange, cell};
use super::probe::KeyColumn;
use super::rls_query::{Probe, RlsQuery};
use super::run::Fault;
use super::session::Session;
use super::table::{Table, View};
use crate::policy::Policy;
use crate::row::{Cell, Change, Oid, OldRow};
use crate::truth::Verdict;

/// The changes of a batch, by their places, that policies let a group see.
#[derive(Default)]
pub(super) struct Permitted(HashSet<(usize, u32)>);

/// What PostgreSQL has to be asked together: which rows of a table those of a role may see.
struct Undecided<'a> {
    table: Oid,
    role: &'a str,
    /// Whether by the rows' values, and not of the table itself.
    by_image: bool,
    /// The rows, by the places of their changes in the batch, in order.
    rows: Vec<usize>,
    askers: Vec<Asker<'a>>,
}

/// Somebody who may see some of the rows of a doubt.
struct Asker<'a> {
    identity: &'a Identity,
    /// The rows, by their places in the doubt's, in order.
    rows: Vec<usize>,
    /// For each answer that is waited for, the row and the group.
    groups: Vec<(usize, u32)>,
}

impl Undecided<'_> {
    /// A group of an asker waits for a row; rows come in the order of their places.
    fn add(&mut self, asker: usize, row: usize, group: u32) {
        if self.rows.last() != Some(&row) {
            self.rows.push(row);
        }
        let place = self.rows.len() - 1;
        let Some(asker) = self.askers.get_mut(asker) else { return };
        if asker.rows.last() != Some(&place) {
            asker.rows.push(place);
        }
        asker.groups.push((place, group));
    }
}

impl Session<'_> {
    /// Which groups may see which changes: those that are in it, and all that nobody has to be asked about. And the groups
    /// about which PostgreSQL took too long.
    pub(super) async fn seen(
        &mut self,
        batch: &[PendingChange],
        audiences: &[Audience],
    ) -> Result<(Permitted, HashSet<u32>), Fault> {
        // Everybody's view first: the rest only looks.
        for (item, audience) in batch.iter().zip(audiences) {
            let Some(table) = self.tables.get_mut(&item.table) else { continue };
            for group in audience.groups() {
                if let Some(group) = self.bindings.group(group) {
                    table.view((&self.client, &mut self.questions), &group.identity.role).await?;
                }
            }
        }
        let (mut seen, mut slow) = (Permitted::default(), HashSet::new());
        let scene =
            Scene { tables: &self.tables, bindings: &self.bindings, old_rows: self.settings.old_rows };
        let doubts = scene.doubts(batch, audiences, &mut seen);
        let asked: Vec<(&Undecided<'_>, RlsQuery<'_>)> =
            doubts.iter().filter_map(|doubt| Some((doubt, scene.ask_of(doubt, batch)?))).collect();
        if asked.is_empty() {
            return Ok((seen, slow));
        }
        let (asked, asks): (Vec<_>, Vec<_>) = asked.into_iter().unzip();
        self.snapshots.pass(&self.client, &mut self.memory.unseen).await?;
        for (doubt, sights) in asked.into_iter().zip(self.rls_queries.visible(&asks).await?) {
            for (asker, sight) in doubt.askers.iter().zip(sights) {
                if sight.is_slow {
                    slow.extend(asker.groups.iter().map(|&(_, group)| group));
                }
                let visible = asker.groups.iter().filter(|(place, _)| sight.seen.contains(place));
                seen.0.extend(visible.filter_map(|&(place, group)| Some((*doubt.rows.get(place)?, group))));
            }
        }
        Ok((seen, slow))
    }
}

/// What is known before anybody is asked.
struct Scene<'a> {
    tables: &'a HashMap<Oid, Table>,
    bindings: &'a Bindings,
    old_rows: bool,
}

/// AllUndecided, and where in them those stand who were added.
#[derive(Default)]
struct AllUndecided<'a> {
    all: Vec<Undecided<'a>>,
    of_role: HashMap<(Oid, &'a str, bool), usize>,
    of_identity: HashMap<(usize, &'a Identity), usize>,
    /// What most are found by: claims are long.
    of_group: HashMap<(Oid, u32, bool), (usize, usize)>,
}

impl<'a> AllUndecided<'a> {
    /// A group waits for a row of a table.
    fn add(&mut self, (table, by_image): (Oid, bool), (number, identity): (u32, &'a Identity), row: usize) {
        let (all, of_role, of_identity) = (&mut self.all, &mut self.of_role, &mut self.of_identity);
        let (doubt, asker) = *self.of_group.entry((table, number, by_image)).or_insert_with(|| {
            let doubt = *of_role.entry((table, &identity.role, by_image)).or_insert_with(|| {
                let (rows, askers) = (Vec::new(), Vec::new());
                all.push(Undecided { table, role: &identity.role, by_image, rows, askers });
                all.len() - 1
            });
            let asker = *of_identity.entry((doubt, identity)).or_insert_with(|| {
                let askers = all.get_mut(doubt).map(|doubt| &mut doubt.askers);
                askers.map_or(0, |askers| {
                    askers.push(Asker { identity, rows: Vec::new(), groups: Vec::new() });
                    askers.len() - 1
                })
            });
            (doubt, asker)
        });
        if let Some(doubt) = self.all.get_mut(doubt) {
            doubt.add(asker, row, number);
        }
    }
}

impl<'a> Scene<'a> {
    /// Tells what can be told, into `seen`; the rest.
    fn doubts(
        &self,
        batch: &[PendingChange],
        audiences: &[Audience],
        seen: &mut Permitted,
    ) -> Vec<Undecided<'a>> {
        let old_rows = self.old_rows;
        let mut doubts = AllUndecided::default();
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
                        doubts.add((item.table, by_image), (number, identity), n);
                    }
                }
            }
        }
        doubts.all
    }

    /// The question; `None` where there is no way to ask, and nobody sees the rows.
    fn ask_of<'b>(&self, doubt: &'b Undecided<'a>, batch: &'b [PendingChange]) -> Option<RlsQuery<'b>>
    where
        'a: 'b,
    {
        let &Undecided { table: oid, role, by_image, ref rows, ref askers } = doubt;
        let table = self.tables.get(&oid)?;
        let probe = match by_image {
            true => table.image_probe(role)?,
            false => Probe { body: &table.probe, is_stored: false },
        };
        let column = |index: usize| rows.iter().map(|&row| text(batch.get(row), index)).collect();
        let columns = match by_image {
            false => table.primary_key.iter().map(|key| column(key.index)).collect(),
            true => (0..table.relation.columns.len()).map(column).collect(),
        };
        let askers = askers.iter().map(|asker| (asker.identity, &*asker.rows)).collect();
        Some(RlsQuery { table: oid, role, probe, columns, askers })
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

impl Permitted {
    /// Whether a group may see the change at a place of the batch.
    pub(super) fn has(
        &self,
        place: usize,
        group: u32,
        (view, table, item, old_rows): (&View, &Table, &PendingChange, bool),
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

/// The columns of a change that a filter may look at.
pub(super) struct Shown<'a> {
    view: &'a View,
    values: Values<'a>,
}

enum Values<'a> {
    All,
    Key(&'a [KeyColumn]),
    None,
}

/// What a filter of a role may look at: the values that its follower may see. A filter on others would show, by the changes that
/// pass it, what row-level security or a missing privilege hides.
pub(super) fn shown<'a>(view: &'a View, table: &'a Table, change: &Change, old_rows: bool) -> Shown<'a> {
    let key = &*table.primary_key;
    let is_hidden = view.has_policies && !is_guarded(view, table, change, old_rows);
    let values = match change {
        _ if !is_hidden => Values::All,
        // An error is sent in place of the values.
        _ if key.is_empty() || !view.sees_key(key) => Values::None,
        Change::Delete { old: OldRow::Key(_) } => Values::All,
        _ => Values::Key(key),
    };
    Shown { view, values }
}

impl Shown<'_> {
    pub(super) fn has(&self, index: usize) -> bool {
        let may_select = self.view.may_select.get(index) == Some(&true);
        may_select
            && match self.values {
                Values::All => true,
                Values::Key(key) => key.iter().any(|column| column.index == index),
                Values::None => false,
            }
    }
}

/// Whether PostgreSQL is asked by the row's values, and not of the table, which may have changed since. Of a row that is gone
/// there is no other way; otherwise all values have to be known.
fn goes_by_image(table: &Table, identity: &Identity, change: &Change) -> bool {
    let is_whole = || table.has_whole_image(&identity.role);
    match change {
        Change::Delete { .. } => true,
        Change::Insert { new } | Change::Update { new, .. } => !new.contains(&Cell::Unchanged) && is_whole(),
    }
}

/// A value as text; `None` is null.
fn text(item: Option<&PendingChange>, index: usize) -> Option<&str> {
    let row = match item.map(|item| &item.change)? {
        Change::Insert { new } | Change::Update { new, .. } => new,
        Change::Delete { old: OldRow::Key(row) | OldRow::Full(row) } => row,
    };
    match row.get(index)? {
        Cell::Text(bytes) => std::str::from_utf8(bytes).ok(),
        Cell::Null | Cell::Unchanged => None,
    }
}
