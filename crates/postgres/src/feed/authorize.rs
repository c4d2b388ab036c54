//! Which groups may see which changes: by the policies as far as they can be evaluated here, and
//! else by PostgreSQL, which is asked once for all rows of a table that the same user is to see
//! ([`super::rls_query`]).

use std::collections::{HashMap, HashSet};

use super::batch::PendingChange;
use super::catalog::Catalog;
use super::commits::CommitVisibility;
use super::groups::Identity;
use super::matching::{Audience, Recipient};
use super::rls_query::{Probe, RlsQueries, RlsQuery};
use super::run::Fault;
use super::view::View;
use crate::policy::Policy;
use crate::row::Oid;
use crate::truth::Verdict;

/// Decides who may see a change.
pub(super) struct Authorizer {
    queries: RlsQueries,
    old_rows: bool,
}

/// What was decided of a batch.
#[derive(Default)]
pub(super) struct Authorized {
    pub(super) permitted: Permitted,
    /// Groups about whose rows PostgreSQL took too long.
    pub(super) unanswered: HashSet<u32>,
}

/// The changes of a batch, by their places, that policies let a group see.
#[derive(Default)]
pub(super) struct Permitted(HashSet<(usize, u32)>);

impl Permitted {
    /// Whether a group may see the change at a place of the batch.
    pub(super) fn has(&self, place: usize, recipient: &Recipient) -> bool {
        recipient.is_for_all() || self.0.contains(&(place, recipient.number))
    }
}

impl Recipient {
    /// Whether all of its role see the change, whatever their claims.
    pub(super) fn is_for_all(&self) -> bool {
        !self.is_guarded || matches!(self.view.policy(), Policy::Always)
    }
}

impl Authorizer {
    pub(super) fn new(queries: RlsQueries, old_rows: bool) -> Self {
        Self { queries, old_rows }
    }

    /// Rights may have changed.
    pub(super) fn forget(&mut self) {
        self.queries.forget();
    }

    /// Decides which groups may see which changes.
    pub(super) async fn authorize(
        &mut self,
        batch: &[PendingChange],
        audiences: &[Audience],
        catalog: &Catalog,
        commits: &mut CommitVisibility<'_>,
    ) -> Result<Authorized, Fault> {
        let mut authorized = Authorized::default();
        let undecided = self.decide(batch, audiences, catalog, &mut authorized.permitted);
        let asked = undecided.iter().filter_map(|it| Some((it, it.query(batch, catalog)?)));
        let (asked, queries): (Vec<&Undecided<'_>>, Vec<RlsQuery<'_>>) = asked.unzip();
        if asked.is_empty() {
            return Ok(authorized);
        }
        let visible = commits.wait().await?;
        for (undecided, answers) in asked.into_iter().zip(self.queries.ask(&queries, visible).await?) {
            for (asker, answer) in undecided.askers.iter().zip(answers) {
                if answer.is_late {
                    authorized.unanswered.extend(asker.groups.iter().map(|&(_, group)| group));
                }
                let seen = asker.groups.iter().filter(|(place, _)| answer.visible.contains(place));
                let seen = seen.filter_map(|&(place, group)| Some((*undecided.rows.get(place)?, group)));
                authorized.permitted.0.extend(seen);
            }
        }
        Ok(authorized)
    }

    /// Decides what can be decided here, into `permitted`; the rest.
    fn decide<'a>(
        &self,
        batch: &[PendingChange],
        audiences: &'a [Audience],
        catalog: &Catalog,
        permitted: &mut Permitted,
    ) -> Vec<Undecided<'a>> {
        let mut rest = AllUndecided::default();
        for (n, (change, audience)) in batch.iter().zip(audiences).enumerate() {
            let Some(table) = catalog.table(change.table) else { continue };
            let row = |index| change.cell(&table.relation, index);
            for recipient in audience.recipients().filter(|it| !it.is_for_all()) {
                let verdict = match (recipient.view.policy(), &recipient.group.claims) {
                    (Policy::Never, _) => Verdict::False,
                    (policy, Some(claims)) => policy.verdict(&row, claims),
                    (_, None) => Verdict::AskDatabase,
                };
                match verdict {
                    Verdict::True => drop(permitted.0.insert((n, recipient.number))),
                    Verdict::False | Verdict::Unknown => {}
                    Verdict::AskDatabase => {
                        let by_image = self.old_rows && recipient.view.is_asked_by_image(&change.change);
                        rest.add((change.table, by_image), recipient, n);
                    }
                }
            }
        }
        rest.all
    }
}

impl Audience {
    /// All groups of which it has to be known whether they may see the change, each once.
    fn recipients(&self) -> impl Iterator<Item = &Recipient> {
        let mut last = None;
        let matches = self.matches.iter().map(|it| &it.recipient);
        let matches = matches.filter(move |it| last.replace(it.number) != Some(it.number));
        let is_match =
            |number: &u32| self.matches.binary_search_by_key(number, |it| it.recipient.number).is_ok();
        matches.chain(self.watched.iter().filter(move |it| !is_match(&it.number)))
    }
}

/// What PostgreSQL has to be asked together: which rows of a table those of a role may see.
struct Undecided<'a> {
    table: Oid,
    role: &'a str,
    view: &'a View,
    /// Whether by the rows' values, and not of the table itself.
    by_image: bool,
    /// The rows, by the places of their changes in the batch, in order.
    rows: Vec<usize>,
    askers: Vec<Asker<'a>>,
}

/// A user who may see some of the rows.
struct Asker<'a> {
    identity: &'a Identity,
    /// The rows, by their places among all rows of the query, in order.
    rows: Vec<usize>,
    /// For each answer that is waited for, the row and the group.
    groups: Vec<(usize, u32)>,
}

impl<'a> Undecided<'a> {
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

    /// The query; `None` where there is no way to ask, and nobody sees the rows.
    fn query<'b>(&'b self, batch: &'b [PendingChange], catalog: &'b Catalog) -> Option<RlsQuery<'b>>
    where
        'a: 'b,
    {
        let &Self { table: oid, role, view, by_image, ref rows, ref askers } = self;
        let table = catalog.table(oid)?;
        let probe = match by_image {
            true => view.image_probe()?,
            false => Probe { body: &table.probe, is_stored: false },
        };
        let column = |index: usize| rows.iter().map(|&row| batch.get(row)?.text(index)).collect();
        let columns = match by_image {
            false => table.primary_key.iter().map(|key| column(key.index)).collect(),
            true => (0..table.relation.columns.len()).map(column).collect(),
        };
        let askers = askers.iter().map(|asker| (asker.identity, &*asker.rows)).collect();
        Some(RlsQuery { table: oid, role, probe, columns, askers })
    }
}

/// All that is undecided, and where in it those stand that were added.
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
    fn add(&mut self, (table, by_image): (Oid, bool), recipient: &'a Recipient, row: usize) {
        let Recipient { number, group, view, .. } = recipient;
        let identity = &group.identity;
        let (all, of_role, of_identity) = (&mut self.all, &mut self.of_role, &mut self.of_identity);
        let (place, asker) = *self.of_group.entry((table, *number, by_image)).or_insert_with(|| {
            let place = *of_role.entry((table, &identity.role, by_image)).or_insert_with(|| {
                let (rows, askers) = (Vec::new(), Vec::new());
                all.push(Undecided { table, role: &identity.role, view, by_image, rows, askers });
                all.len() - 1
            });
            let asker = *of_identity.entry((place, identity)).or_insert_with(|| {
                let askers = all.get_mut(place).map(|undecided| &mut undecided.askers);
                askers.map_or(0, |askers| {
                    askers.push(Asker { identity, rows: Vec::new(), groups: Vec::new() });
                    askers.len() - 1
                })
            });
            (place, asker)
        });
        if let Some(undecided) = self.all.get_mut(place) {
            undecided.add(asker, row, *number);
        }
    }
}
