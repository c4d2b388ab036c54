//! Requests for the database's changes as `baton_protocols` has read them, for `baton_postgres`. The tests of the latter have
//! this file too, so that they can write requests as clients do.

use std::sync::Arc;

use baton_postgres::filter::{Clause, Condition, Filter, Group, Operator};
use baton_postgres::request::{Event, Kind, Request};
use baton_protocols::{ChangesRequest, RowEvent, changes};

/// Each request with its number.
pub(crate) fn requests(asked: &[ChangesRequest]) -> Arc<[(u32, Request)]> {
    asked.iter().map(|asked| (asked.id, request(asked))).collect()
}

fn request(asked: &ChangesRequest) -> Request {
    Request {
        event: asked.event.map_or(Event::Any, |event| Event::Only(kind(event))),
        schema: asked.schema.clone(),
        table: asked.table.clone(),
        filter: Filter { clauses: clauses(&asked.filter) },
        select: asked.select.clone(),
        snapshot: asked.snapshot,
    }
}

fn kind(event: RowEvent) -> Kind {
    match event {
        RowEvent::Insert => Kind::Insert,
        RowEvent::Update => Kind::Update,
        RowEvent::Delete => Kind::Delete,
    }
}

fn clauses(asked: &[changes::Clause]) -> Vec<Clause> {
    let each = asked.iter().map(|clause| match clause {
        changes::Clause::Condition(it) => Clause::Condition(Condition {
            column: it.column.clone(),
            is_negated: it.is_negated,
            operator: operator(it.operator),
            value: it.value.clone(),
        }),
        changes::Clause::Group(it) => Clause::Group(Group {
            is_negated: it.is_negated,
            is_any: it.is_any,
            clauses: clauses(&it.clauses),
        }),
    });
    each.collect()
}

fn operator(asked: changes::Operator) -> Operator {
    match asked {
        changes::Operator::Eq => Operator::Eq,
        changes::Operator::Neq => Operator::Neq,
        changes::Operator::Lt => Operator::Lt,
        changes::Operator::Lte => Operator::Lte,
        changes::Operator::Gt => Operator::Gt,
        changes::Operator::Gte => Operator::Gte,
        changes::Operator::In => Operator::In,
        changes::Operator::Like => Operator::Like,
        changes::Operator::Ilike => Operator::Ilike,
        changes::Operator::Is => Operator::Is,
        changes::Operator::Match => Operator::Match,
        changes::Operator::Imatch => Operator::Imatch,
        changes::Operator::IsDistinct => Operator::IsDistinct,
        changes::Operator::Cs => Operator::Cs,
        changes::Operator::Cd => Operator::Cd,
        changes::Operator::Ov => Operator::Ov,
    }
}

#[cfg(test)]
mod tests {
    use baton_protocols::phoenix::Join;

    use super::*;

    /// An entry of `postgres_changes` for PostgreSQL.
    fn converted(entry: &str) -> (u32, Request) {
        let join = format!(r#"{{"config":{{"postgres_changes":[{entry}]}}}}"#);
        let changes = Join::parse(&join).unwrap().changes;
        requests(&[changes[0].request().unwrap()])[0].clone()
    }

    #[test]
    fn every_part_of_a_request_arrives() {
        let entry = r#"{"event":"UPDATE","schema":"s","table":"t","filter":"a=eq.1,not.or(b.not.in.(2,3),c.is.null)","select":["a"]}"#;
        let (id, request) = converted(entry);
        let condition = |column: &str, is_negated, operator, value: &str| {
            let (column, value) = (column.into(), value.into());
            Clause::Condition(Condition { column, is_negated, operator, value })
        };
        let inner =
            vec![condition("b", true, Operator::In, "{2,3}"), condition("c", false, Operator::Is, "null")];
        let expected = Request {
            event: Event::Only(Kind::Update),
            schema: "s".into(),
            table: "t".into(),
            filter: Filter {
                clauses: vec![
                    condition("a", false, Operator::Eq, "1"),
                    Clause::Group(Group { is_negated: true, is_any: true, clauses: inner }),
                ],
            },
            select: Some([Box::from("a")].into()),
            snapshot: false,
        };
        assert!(id > 0);
        assert_eq!(request, expected);
        let (_, all) = converted(r#"{"table":"t","snapshot":true}"#);
        assert_eq!((all.event, all.select, all.snapshot), (Event::Any, None, true));
    }

    #[test]
    fn every_kind_and_every_operator_keeps_its_name() {
        for (event, expected) in [
            (RowEvent::Insert, Kind::Insert),
            (RowEvent::Update, Kind::Update),
            (RowEvent::Delete, Kind::Delete),
        ] {
            assert_eq!(kind(event), expected);
        }
        for asked in changes::Operator::ALL {
            assert_eq!(operator(asked).name(), asked.name());
        }
    }
}
