//! Which groups of subscriptions a change concerns: by its table, its kind, and their filters.
//!
//! What groups ask for is bound to the published tables and stands in an index, so that a change
//! meets only those whose values it has ([`super::bindings`]). A filter that cannot be decided here
//! is asked of PostgreSQL as the role with its claims ([`super::filter_query`]). Who of those may
//! see the change is the next question ([`super::authorize`]).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::Failure;
use super::batch::PendingChange;
use super::bindings::{Binding, Bindings, BoundRequest};
use super::catalog::Catalog;
use super::filter_query::{FilterAnswer, FilterQueries, TOO_SLOW};
use super::groups::Group;
use super::run::Fault;
use super::subscriptions::AdmissionError;
use super::table::Table;
use super::view::View;
use crate::filter::{BoundFilter, CellRef, Question};
use crate::request::{Kind, Request};
use crate::row::Oid;
use crate::truth::Verdict;

/// A group that a change concerns.
#[derive(Clone)]
pub(super) struct Recipient {
    pub(super) number: u32,
    pub(super) group: Arc<Group>,
    /// How its role sees the table.
    pub(super) view: Arc<View>,
    /// Whether policies decide whether it may see the change.
    pub(super) is_guarded: bool,
}

/// The requests by which a group asked for a change, as far as those ask for the same columns.
pub(super) struct Match {
    pub(super) recipient: Recipient,
    /// The columns that it asks for, beside those of the key.
    pub(super) select: Option<Arc<[Box<str>]>>,
    /// The numbers that its subscribers know the requests by.
    pub(super) ids: Vec<u32>,
}

/// The groups that a change concerns.
#[derive(Default)]
pub(super) struct Audience {
    /// In the order of groups.
    pub(super) matches: Vec<Match>,
    /// Of an update that a departure follows: groups that asked for the old row and match the new
    /// one, of which it has to be known as well whether they may see it.
    pub(super) watched: Vec<Recipient>,
    /// Of a departure: what is still asked for, now that the row has changed.
    pub(super) still: Vec<Match>,
}

/// What a batch concerns.
#[derive(Default)]
pub(super) struct Matched {
    /// For each change.
    pub(super) audiences: Vec<Audience>,
    /// Groups whose filters took PostgreSQL too long.
    pub(super) too_slow: HashSet<u32>,
}

/// Knows what groups ask for, and finds those that a change concerns.
pub(super) struct Matcher {
    bindings: Bindings,
    queries: FilterQueries,
    old_rows: bool,
}

impl Matcher {
    pub(super) fn new(queries: FilterQueries, old_rows: bool) -> Self {
        Self { bindings: Bindings::default(), queries, old_rows }
    }

    /// Binds a group's requests to tables.
    pub(super) async fn bind(
        &mut self,
        (number, group): (u32, &Arc<Group>),
        catalog: &mut Catalog,
    ) -> Result<(), AdmissionError> {
        self.bindings.remove(number);
        let mut bound = Vec::new();
        for (id, request) in group.requests.iter() {
            let tables = catalog.tables_of(request);
            if tables.is_empty() {
                return Err(AdmissionError::Refused(Failure::NotPublished { request: *id }));
            }
            for oid in tables {
                let Some(table) = catalog.table_mut(oid) else { continue };
                let view = table.view(self.queries.confined(), &group.identity.role).await?;
                let filter = bind_filter((*id, request), table, &view)?;
                self.check(group, *id, &filter).await?;
                bound.push(BoundRequest { id: *id, table: oid, request: request.clone(), filter });
            }
        }
        self.bindings.add(number, Arc::clone(group), bound);
        Ok(())
    }

    /// Asks PostgreSQL whether it takes the filter's values.
    async fn check(
        &mut self,
        group: &Group,
        request: u32,
        filter: &BoundFilter,
    ) -> Result<(), AdmissionError> {
        for check in filter.checks() {
            match self.queries.ask(&group.identity, &check.question).await? {
                FilterAnswer::Holds(_) => {}
                FilterAnswer::TimedOut => {
                    return Err(AdmissionError::Refused(Failure::Other(TOO_SLOW.to_owned())));
                }
                FilterAnswer::Refused { code, message } => {
                    let error = check.refusal(&code, &message);
                    return Err(AdmissionError::Refused(Failure::Unfit { request, error }));
                }
            }
        }
        Ok(())
    }

    /// Binds those again that ask for one of these tables: its columns may be others, and a request
    /// for all tables is for a new one too. Returns the groups whose requests do not fit any more,
    /// with the reason for their subscribers: they are bound no more.
    pub(super) async fn bind_again(
        &mut self,
        tables: &[Oid],
        catalog: &mut Catalog,
    ) -> Result<HashMap<u32, Failure>, Fault> {
        let mut refused = HashMap::new();
        if tables.is_empty() {
            return Ok(refused);
        }
        for (number, group) in self.bindings.groups() {
            if !tables.iter().any(|&table| asks_for(&group, table, catalog)) {
                continue;
            }
            match self.bind((number, &group), catalog).await {
                Ok(()) => {}
                Err(AdmissionError::Refused(failure)) => drop(refused.insert(number, failure)),
                Err(AdmissionError::Fault(fault)) => return Err(fault),
            }
        }
        Ok(refused)
    }

    pub(super) fn unbind(&mut self, group: u32) {
        self.bindings.remove(group);
    }

    pub(super) fn is_bound(&self, group: u32) -> bool {
        self.bindings.contains(group)
    }

    /// Whether anything is asked for of a table.
    pub(super) fn is_asked_for(&self, table: Oid) -> bool {
        self.bindings.have(table)
    }

    /// The groups that ask for a table.
    pub(super) fn groups_of(&self, table: Oid, catalog: &Catalog) -> HashSet<u32> {
        let groups = self.bindings.groups().into_iter().filter(|(_, group)| asks_for(group, table, catalog));
        groups.map(|(number, _)| number).collect()
    }

    /// How a role sees a table.
    pub(super) async fn view(&mut self, table: &mut Table, role: &str) -> Result<Arc<View>, Fault> {
        table.view(self.queries.confined(), role).await
    }

    /// Which groups the changes of a batch concern.
    pub(super) async fn match_batch(
        &mut self,
        batch: &[PendingChange],
        catalog: &mut Catalog,
    ) -> Result<Matched, Fault> {
        let mut matched = Matched::default();
        let Matched { audiences, too_slow } = &mut matched;
        for (n, change) in batch.iter().enumerate() {
            let kind = Kind::from(&change.change);
            let matches = self.match_change(change, kind, catalog, too_slow).await?;
            let mut still = Vec::new();
            if change.is_departure
                && !matches.is_empty()
                && let Some(update) = n.checked_sub(1).and_then(|before| batch.get(before))
            {
                still = self.match_change(update, Kind::Delete, catalog, too_slow).await?;
                if let Some(audience) = audiences.last_mut() {
                    audience.watched = still.iter().map(|it| it.recipient.clone()).collect();
                    audience.watched.dedup_by_key(|it| it.number);
                }
            }
            audiences.push(Audience { matches, watched: Vec::new(), still });
        }
        Ok(matched)
    }

    /// The groups that asked for changes of this kind to such a row, in the order of their numbers.
    async fn match_change(
        &mut self,
        change: &PendingChange,
        kind: Kind,
        catalog: &mut Catalog,
        too_slow: &mut HashSet<u32>,
    ) -> Result<Vec<Match>, Fault> {
        let Self { bindings, queries, old_rows } = self;
        let Some(table) = catalog.table_mut(change.table) else { return Ok(Vec::new()) };
        let relation = Arc::clone(&table.relation);
        let row = |index| change.cell(&relation, index);
        let mut matches: Vec<Match> = Vec::new();
        // The places of those that ask for the same columns on behalf of the same group.
        let mut places = HashMap::new();
        for binding in bindings.candidates(change.table, kind, &row) {
            let Some(group) = bindings.group(binding.group) else { continue };
            let view = table.view(queries.confined(), &group.identity.role).await?;
            let shown = view.shown(&change.change, *old_rows);
            let row = |index| if shown.has(index) { row(index) } else { CellRef::Missing };
            if !passes(binding, group, &row, queries, too_slow).await? {
                continue;
            }
            let key = (binding.group, binding.select_of);
            if let Some(known) = places.get(&key).and_then(|&place: &usize| matches.get_mut(place)) {
                known.ids.push(binding.id);
                continue;
            }
            places.insert(key, matches.len());
            let is_guarded = view.guards(&change.change, *old_rows);
            let recipient = Recipient { number: binding.group, group: Arc::clone(group), view, is_guarded };
            let select = bindings.select(binding.select_of).cloned();
            matches.push(Match { recipient, select, ids: vec![binding.id] });
        }
        matches.sort_unstable_by_key(|it| it.recipient.number);
        matches.iter_mut().for_each(|it| it.ids.sort_unstable());
        Ok(matches)
    }
}

/// Whether one of a group's requests is for a table.
fn asks_for(group: &Group, table: Oid, catalog: &Catalog) -> bool {
    group.requests.iter().any(|(_, request)| catalog.includes(request, table))
}

/// A filter may name the columns that the role may select.
fn bind_filter(
    (id, request): (u32, &Request),
    table: &Table,
    view: &View,
) -> Result<BoundFilter, AdmissionError> {
    let columns = |name: &str| {
        let column = table.columns.get(name)?;
        view.may_select(column.index).then(|| Arc::clone(column))
    };
    let filter = request.filter.bind(&columns);
    filter.map_err(|error| AdmissionError::Refused(Failure::Unfit { request: id, error }))
}

/// Whether a row passes a request's filter.
async fn passes<'r>(
    binding: &Binding,
    group: &Group,
    row: &(dyn Fn(usize) -> CellRef<'r> + Sync),
    queries: &mut FilterQueries,
    too_slow: &mut HashSet<u32>,
) -> Result<bool, Fault> {
    if binding.filter.is_empty() {
        return Ok(true);
    }
    match binding.filter.verdict(row) {
        Verdict::True => Ok(true),
        Verdict::False | Verdict::Unknown => Ok(false),
        Verdict::AskDatabase => {
            let question = binding.filter.question(row);
            ask_database(queries, (binding.group, group), &question, too_slow).await
        }
    }
}

/// What PostgreSQL says of a filter. If it thinks about it for too long, twice, so that one pause
/// of a busy database costs nobody a subscription, the group is too slow.
async fn ask_database(
    queries: &mut FilterQueries,
    (number, group): (u32, &Group),
    question: &Question,
    too_slow: &mut HashSet<u32>,
) -> Result<bool, Fault> {
    for _ in 0..2 {
        if too_slow.contains(&number) {
            return Ok(false);
        }
        match queries.ask(&group.identity, question).await? {
            FilterAnswer::Holds(holds) => return Ok(holds),
            FilterAnswer::Refused { .. } => return Ok(false),
            FilterAnswer::TimedOut => {}
        }
    }
    too_slow.insert(number);
    Ok(false)
}
