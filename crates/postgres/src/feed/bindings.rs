//! What groups ask for, bound to tables, by the values that changes bring.

use std::collections::HashMap;
use std::sync::Arc;

use super::groups::Group;
use crate::filter::index::Index;
use crate::filter::{BoundFilter, CellRef};
use crate::request::{Kind, Request};
use crate::row::Oid;

/// A request and the table that it is for.
pub(super) struct BoundRequest {
    /// The number that the group's subscribers know the request by.
    pub(super) id: u32,
    pub(super) table: Oid,
    pub(super) request: Request,
    pub(super) filter: BoundFilter,
}

/// A request of a group, bound to a table.
pub(super) struct Binding {
    pub(super) group: u32,
    /// See [`BoundRequest::id`].
    pub(super) id: u32,
    /// The first binding of the group to this table that asks for the same columns: such are sent
    /// together.
    pub(super) select_of: u32,
    pub(super) filter: BoundFilter,
    select: Option<Arc<[Box<str>]>>,
}

/// All of them.
#[derive(Default)]
pub(super) struct Bindings {
    index: Index,
    bindings: HashMap<u32, Binding>,
    groups: HashMap<u32, (Arc<Group>, Vec<u32>)>,
    last: u32,
}

impl Bindings {
    pub(super) fn contains(&self, group: u32) -> bool {
        self.groups.contains_key(&group)
    }

    /// Whether changes of a table are asked for.
    pub(super) fn have(&self, table: Oid) -> bool {
        self.index.has(table)
    }

    pub(super) fn group(&self, group: u32) -> Option<&Arc<Group>> {
        self.groups.get(&group).map(|(group, _)| group)
    }

    /// Every group.
    pub(super) fn groups(&self) -> Vec<(u32, Arc<Group>)> {
        self.groups.iter().map(|(&number, (group, _))| (number, Arc::clone(group))).collect()
    }

    /// Adds a group with its requests.
    pub(super) fn add(&mut self, number: u32, group: Arc<Group>, bound: Vec<BoundRequest>) {
        let mut own: Vec<u32> = Vec::with_capacity(bound.len());
        let mut heads: Vec<(Oid, u32)> = Vec::new();
        for BoundRequest { id, table, request, filter } in bound {
            let binding = self.next();
            let select: Option<Arc<[Box<str>]>> = request.select.map(Arc::from);
            let is_same = |&&(of, head): &&(Oid, u32)| {
                of == table && self.bindings.get(&head).is_some_and(|it| it.select == select)
            };
            let select_of = heads.iter().find(is_same).map_or(binding, |&(_, head)| head);
            if select_of == binding {
                heads.push((table, binding));
            }
            self.index.insert(binding, table, request.event, &filter);
            self.bindings.insert(binding, Binding { group: number, id, select_of, filter, select });
            own.push(binding);
        }
        self.groups.insert(number, (group, own));
    }

    /// The next number of a binding that is free.
    fn next(&mut self) -> u32 {
        loop {
            self.last = self.last.wrapping_add(1);
            if !self.bindings.contains_key(&self.last) {
                return self.last;
            }
        }
    }

    pub(super) fn remove(&mut self, group: u32) {
        let Some((_, bindings)) = self.groups.remove(&group) else { return };
        for binding in bindings {
            self.index.remove(binding);
            self.bindings.remove(&binding);
        }
    }

    /// Those that a change may concern.
    pub(super) fn candidates<'a, 'r>(
        &'a self,
        table: Oid,
        kind: Kind,
        row: &dyn Fn(usize) -> CellRef<'r>,
    ) -> Vec<&'a Binding> {
        let mut candidates = Vec::new();
        self.index.candidates(table, kind, row, |id| candidates.extend(self.bindings.get(&id)));
        candidates
    }

    /// The columns that a binding asks for.
    pub(super) fn select(&self, binding: u32) -> Option<&Arc<[Box<str>]>> {
        self.bindings.get(&binding)?.select.as_ref()
    }
}
