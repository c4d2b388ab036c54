//! The index against asking every filter.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use baton_postgres::filter::index::Index;
use baton_postgres::filter::{BoundFilter, CellRef, ColumnType};
use baton_postgres::request::{Event, Kind};
use baton_postgres::scalar::{Collation, Type};
use baton_postgres::truth::Verdict;
use proptest::prelude::*;

/// Columns `a` (integer), `b` (text), `c` (numeric).
fn column(name: &str) -> Option<Arc<ColumnType>> {
    let (index, of, display) = match name {
        "a" => (0, Type::Int4, "integer"),
        "b" => (1, Type::Text, "text"),
        "c" => (2, Type::Numeric, "numeric"),
        _ => return None,
    };
    let sql = format!("pg_catalog.{display}").into();
    Some(Arc::new(ColumnType {
        index,
        of,
        display: display.into(),
        sql,
        is_domain: false,
        collation: Collation::C,
        collate: None,
    }))
}

fn filter() -> impl Strategy<Value = String> {
    let condition =
        (prop_oneof![Just("a"), Just("b"), Just("c")], any::<bool>(), 0..8_usize, 0..4_u8, 0..4_u8);
    let condition = condition.prop_map(|(column, negated, operator, one, two)| {
        let not = if negated && operator > 2 { "not." } else { "" };
        let value = match operator {
            0 | 1 => format!("eq.{one}"),
            2 => format!("in.({one},{two},NULL)"),
            3 => format!("in.({two})"),
            4 => format!("gt.{one}"),
            5 => format!("eq.{one}"),
            6 => format!("neq.{two}"),
            _ => "is.null".to_owned(),
        };
        format!("{column}={not}{value}")
    });
    prop::collection::vec(condition, 0..3).prop_map(|conditions| conditions.join(","))
}

#[derive(Debug, Clone)]
enum Step {
    Insert(u32, u32, Event, String),
    Remove(u32),
    Change(u32, Kind, [Option<&'static str>; 3]),
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![Just(Kind::Insert), Just(Kind::Update), Just(Kind::Delete)]
}

fn step() -> impl Strategy<Value = Step> {
    let event = prop_oneof![Just(Event::Any), kind().prop_map(Event::Only)];
    let text = prop_oneof![Just(None), Just(Some("0")), Just(Some("1")), Just(Some("2")), Just(Some("3"))];
    let number =
        prop_oneof![Just(None), Just(Some("0")), Just(Some("1.00")), Just(Some("2")), Just(Some("3.0"))];
    prop_oneof![
        4 => (0..20_u32, 0..2_u32, event, filter()).prop_map(|(id, table, event, filter)| Step::Insert(id, table, event, filter)),
        1 => (0..20_u32).prop_map(Step::Remove),
        4 => (0..2_u32, kind(), text.clone(), text, number).prop_map(|(table, kind, a, b, c)| Step::Change(table, kind, [a, b, c])),
    ]
}

proptest! {
    #[test]
    fn candidates_are_all_that_may_hold(steps in prop::collection::vec(step(), 1..60)) {
        let mut index = Index::default();
        let mut model: BTreeMap<u32, (u32, Event, BoundFilter)> = BTreeMap::new();
        for step in steps {
            match step {
                Step::Insert(id, table, event, filter) => {
                    let filter = crate::filter(&filter).unwrap().bind(&column).unwrap();
                    index.remove(id);
                    index.insert(id, table, event, &filter);
                    model.insert(id, (table, event, filter));
                }
                Step::Remove(id) => prop_assert_eq!(index.remove(id), model.remove(&id).is_some()),
                Step::Change(table, kind, cells) => {
                    let row = |index: usize| cells[index].map_or(CellRef::Null, CellRef::Text);
                    let mut found = Vec::new();
                    index.candidates(table, kind, &row, |id| found.push(id));
                    let set: BTreeSet<u32> = found.iter().copied().collect();
                    prop_assert_eq!(set.len(), found.len(), "none is named twice");
                    for (id, (of, event, filter)) in &model {
                        let is_asked = *of == table && event.includes(kind);
                        let holds = is_asked && filter.verdict(&row) == Verdict::True;
                        prop_assert!(!holds || set.contains(id), "{} is missing", id);
                        prop_assert!(is_asked || !set.contains(id), "{} did not ask", id);
                    }
                }
            }
            prop_assert_eq!(index.len(), model.len());
        }
        for id in model.keys() {
            index.remove(*id);
        }
        prop_assert!(index.is_empty());
    }
}

#[test]
fn a_change_touches_only_those_that_demand_its_value() {
    let mut index = Index::default();
    for id in 0..1000 {
        let filter = crate::filter(&format!("a=eq.{id},b=neq.x")).unwrap().bind(&column).unwrap();
        index.insert(id, 1, Event::Any, &filter);
    }
    let mut touched = Vec::new();
    index.candidates(1, Kind::Insert, &|_| CellRef::Text("7"), |id| touched.push(id));
    assert_eq!(touched, [7]);
}
