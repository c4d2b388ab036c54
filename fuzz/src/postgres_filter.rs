//! What subscribers ask for, and what policies say: no panic, bounded work, and an index that leaves none out.

use std::sync::Arc;

use baton_postgres::filter::index::Index;
use baton_postgres::filter::{CellRef, ColumnType, Columns, Filter};
use baton_postgres::policy::{Claims, Clauses, Functions, compile};
use baton_postgres::request::{Event, Kind};
use baton_postgres::scalar::{Collation, Type};
use baton_postgres::truth::Verdict;
use baton_protocols::phoenix::{Join, LegacyRequest, SubTopic};
use baton_protocols::{ChangesRequest, changes::Clause};

#[path = "../../crates/server/src/changes_request.rs"]
mod changes_request;

const TYPES: [(&str, Type); 12] = [
    ("b", Type::Bool),
    ("i", Type::Int4),
    ("f", Type::Float8),
    ("n", Type::Numeric),
    ("t", Type::Text),
    ("c", Type::Bpchar),
    ("u", Type::Uuid),
    ("d", Type::Date),
    ("z", Type::Timestamptz),
    ("x", Type::Bytea),
    ("j", Type::Jsonb),
    ("o", Type::Other),
];

/// One input.
pub(crate) fn run(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    _ = entry(text);
    if let Ok(topic) = SubTopic::parse(text) {
        _ = LegacyRequest::parse(topic).request().map_err(|error| error.to_string());
    }
    // A line with the text, and the rest as a row's value or as claims.
    let (text, rest) = text.split_once('\n').unwrap_or((text, text));
    filter(text, rest);
    policy(text, rest);
}

/// Reads an entry of a join's `postgres_changes`.
fn entry(text: &str) -> Option<ChangesRequest> {
    let text = serde_json::from_str::<&serde_json::value::RawValue>(text).ok()?;
    let join = format!(r#"{{"config":{{"postgres_changes":[{text}]}}}}"#);
    let join = Join::parse(&join).ok()?;
    let request = join.changes.first()?.request();
    request.map_err(|error| assert!(!error.to_string().is_empty())).ok()
}

/// Reads a filter.
fn read(text: &str) -> Option<Filter> {
    let request = entry(&serde_json::json!({ "schema": "s", "table": "t", "filter": text }).to_string())?;
    assert!(depth(&request.filter) <= 8);
    Some(changes_request::requests(&[request])[0].1.filter.clone())
}

/// How deep groups are nested.
fn depth(clauses: &[Clause]) -> usize {
    let of = |clause: &Clause| if let Clause::Group(it) = clause { 1 + depth(&it.clauses) } else { 0 };
    clauses.iter().map(of).max().unwrap_or(0)
}

fn column(name: &str) -> Option<Arc<ColumnType>> {
    let array = || ("a", Type::Array(Arc::new(Type::Int4)));
    let found = TYPES.into_iter().chain([array()]).enumerate().find(|(_, (known, _))| *known == name);
    let (index, (display, of)) = found?;
    Some(Arc::new(ColumnType {
        index,
        of,
        display: display.into(),
        sql: display.into(),
        is_domain: false,
        collation: Collation::C,
        collate: None,
    }))
}

fn filter(text: &str, cell: &str) {
    let Some(filter) = read(text) else { return };
    let Ok(bound) = filter.bind(&column).map_err(|error| error.to_string()) else { return };
    for check in bound.checks() {
        assert!(!check.question.sql.is_empty());
    }
    let mut index = Index::default();
    index.insert(1, 1, Event::Any, &bound);
    for cell in [CellRef::Text(cell), CellRef::Null, CellRef::Missing] {
        let verdict = bound.verdict(&|_| cell);
        let question = bound.question(&|_| cell);
        assert!(
            question.sql.contains(&format!("($1)[{}]", question.parameters.len()))
                || question.parameters.is_empty()
        );
        let mut count = 0;
        index.candidates(1, Kind::Insert, &|_| cell, |_| count += 1);
        assert!(count == 1 || (count == 0 && verdict != Verdict::True), "{count}, {verdict:?}");
    }
    index.remove(1);
    assert!(index.is_empty());
}

fn policy(text: &str, claims: &str) {
    let columns: Columns = ["b", "i", "f", "n", "t", "c", "u", "d", "z", "x", "j", "o", "a"]
        .into_iter()
        .filter_map(|name| column(name).map(|column| (name.into(), column)))
        .collect();
    let functions = Functions::known();
    let mut clauses = Clauses::default();
    clauses.add(true, Some(text));
    let policy = compile(&clauses, &columns, &functions);
    if let Some(claims) = Claims::parse(claims) {
        for cell in [CellRef::Text("1"), CellRef::Null, CellRef::Missing] {
            _ = policy.verdict(&|_| cell, &claims);
        }
    }
}
