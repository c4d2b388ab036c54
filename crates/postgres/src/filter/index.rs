//! Which subscriptions a change may concern.
//!
//! A filter that demands `column = value` (or one `in` a list) for every row that it lets pass
//! stands under the column and the value, so that a change looks up its own values and does not
//! touch the others. Filters without such a condition are in one list for each table, which every
//! change of it goes through.

use std::collections::{BTreeMap, HashMap};

use super::bind::{BoundFilter, Node};
use super::decision::Decision;
use super::evaluate::CellRef;
use super::operator::Operator;
use crate::request::{Event, Kind};
use crate::row::Oid;
use crate::scalar::{Type, Value};

/// Subscriptions by what they ask for. Its size is that of what is inserted and not removed: a
/// subscription stands in it once for each table and value.
#[derive(Debug, Default)]
pub struct Index {
    tables: HashMap<Oid, Table>,
    homes: HashMap<u32, Vec<Home>>,
}

type Ids = BTreeMap<u32, Event>;

#[derive(Debug, Default)]
struct Table {
    /// Columns that filters compare with values.
    columns: BTreeMap<usize, Column>,
    others: Ids,
}

#[derive(Debug)]
struct Column {
    of: Type,
    values: HashMap<Value, Ids>,
}

/// Where a subscription stands.
#[derive(Debug)]
struct Home {
    relation: Oid,
    /// The column and the values it stands under; `None` for the list of others.
    key: Option<(usize, Box<[Value]>)>,
}

impl Index {
    /// Adds a subscription to a table. One of a wildcard is added for each table that it means,
    /// under one id; adding it twice for one table is a fault of the caller, which then gets it
    /// twice.
    pub fn insert(&mut self, id: u32, relation: Oid, event: Event, filter: &BoundFilter) {
        let table = self.tables.entry(relation).or_default();
        let key = filter.key().filter(|(index, of, _)| match table.columns.get(index) {
            Some(column) => column.of == **of,
            None => true,
        });
        let key = match key {
            None => {
                table.others.insert(id, event);
                None
            }
            Some((index, of, values)) => {
                let column = table.columns.entry(index);
                let column = column.or_insert_with(|| Column { of: of.clone(), values: HashMap::new() });
                for value in values {
                    column.values.entry(value.clone()).or_default().insert(id, event);
                }
                Some((index, values.into()))
            }
        };
        self.homes.entry(id).or_default().push(Home { relation, key });
    }

    /// Takes a subscription out of all tables; whether it was there.
    pub fn remove(&mut self, id: u32) -> bool {
        let Some(homes) = self.homes.remove(&id) else { return false };
        for home in homes {
            if let Some(table) = self.tables.get_mut(&home.relation) {
                table.remove(id, home.key.as_ref());
                if table.is_empty() {
                    self.tables.remove(&home.relation);
                }
            }
        }
        true
    }

    /// Whether there is one to changes of a table.
    pub fn has(&self, relation: Oid) -> bool {
        self.tables.contains_key(&relation)
    }

    /// How many subscriptions there are.
    pub fn len(&self) -> usize {
        self.homes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.homes.is_empty()
    }

    /// Names each subscription that a change may concern once: every one whose filter might hold,
    /// and few others.
    pub fn candidates<'a>(
        &self,
        relation: Oid,
        kind: Kind,
        row: &dyn Fn(usize) -> CellRef<'a>,
        mut visit: impl FnMut(u32),
    ) {
        let Some(table) = self.tables.get(&relation) else { return };
        let mut each = |ids: &Ids| {
            ids.iter().filter(|(_, event)| event.includes(kind)).for_each(|(id, _)| visit(*id));
        };
        for (&index, column) in &table.columns {
            // What is NULL, or not known, equals nothing.
            let CellRef::Text(text) = row(index) else { continue };
            match column.of.read(text) {
                Some(value) => column.values.get(&value).into_iter().for_each(&mut each),
                // Not understood here: PostgreSQL may find it equal to any of them.
                None => {
                    let all: Ids =
                        column.values.values().flatten().map(|(id, event)| (*id, *event)).collect();
                    each(&all);
                }
            }
        }
        each(&table.others);
    }
}

impl Table {
    fn remove(&mut self, id: u32, key: Option<&(usize, Box<[Value]>)>) {
        let Some((index, values)) = key else {
            self.others.remove(&id);
            return;
        };
        let Some(column) = self.columns.get_mut(index) else { return };
        for value in values {
            if let Some(ids) = column.values.get_mut(value) {
                ids.remove(&id);
                if ids.is_empty() {
                    column.values.remove(value);
                }
            }
        }
        if column.values.is_empty() {
            self.columns.remove(index);
        }
    }

    fn is_empty(&self) -> bool {
        self.columns.is_empty() && self.others.is_empty()
    }
}

impl BoundFilter {
    /// A column and values of which a row must have one for the filter to hold: those of an `eq`,
    /// else of the shortest `in`.
    fn key(&self) -> Option<(usize, &Type, &[Value])> {
        let keys = self.clauses.iter().filter_map(|node| match node {
            Node::Test(test) if !test.is_negated && test.operand.path.is_none() => {
                let values = match &test.decision {
                    Decision::Compare(value) if test.operator == Operator::Eq => std::slice::from_ref(value),
                    Decision::In { values, .. } => values,
                    _ => return None,
                };
                Some((test.operand.column.index, test.operand.of(), values))
            }
            _ => None,
        });
        keys.min_by_key(|(_, _, values)| values.len())
    }
}
