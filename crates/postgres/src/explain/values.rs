//! The values of one row, which policies are evaluated over one by one.
//!
//! The role that is asked for may not see the row, so another reads it: `service_role`, which bypasses row-level security,
//! and of which the server's login is a member. Nothing that users wrote may be called with its rights. So the row is found
//! by PostgreSQL's own operators, over keys of its own types; values are written by the output functions of their types, which a
//! `format` calls, and not by casts, which the owner of a type may have made; and where the role does not bypass row-level
//! security, `row_security = off` makes of policies an error.

use super::ExplainError;
use super::row::WhyNoValues;
use crate::confined::{Confined, Fault, Query};
use crate::feed::{Key, quoted};
use crate::row::Relation;

/// The role that reads. `baton pg setup` makes it where it is not there.
const READER: &str = "service_role";
/// A row above this is not evaluated over.
const ROOM: i64 = 1 << 20;

/// The values of each column as texts, or why they are not known.
pub(super) type Values = Result<Vec<Option<String>>, WhyNoValues>;

/// Reads them. `wanted` are the values of the key, in its order.
pub(super) async fn read(
    confined: &mut Confined,
    (relation, key): (&Relation, &Key),
    wanted: &[&str],
) -> Result<Values, ExplainError> {
    let mut conditions = Vec::new();
    for (n, column) in key.columns.iter().enumerate() {
        let (Some(own), true) = (column.typed.own(), column.equals.starts_with("operator(pg_catalog."))
        else {
            return Ok(Err(WhyNoValues::TypeOfUser));
        };
        conditions.push(format!(
            "row.{} {} ($1)[{}]::{own}",
            quoted(&column.typed.name),
            column.equals,
            n + 1
        ));
    }
    let written = relation.columns.iter().map(|column| {
        let name = quoted(&column.name);
        format!(
            "case when pg_catalog.num_nulls(row.{name}) operator(pg_catalog.=) 0 \
             then pg_catalog.format('%s'::pg_catalog.text, row.{name}) end"
        )
    });
    let written: Vec<String> = written.collect();
    let sql = format!(
        "select array[{}]::pg_catalog.text[] from {}{}.{} as row where {} limit 1",
        written.join(", "),
        if key.has_partitions { "" } else { "only " },
        quoted(&relation.schema),
        quoted(&relation.table),
        conditions.join(" and ")
    );
    let parameters: Vec<Option<&str>> = wanted.iter().map(|&value| Some(value)).collect();
    let settings = [("row_security", "off")];
    let query = Query { role: READER, settings: &settings, sql: &sql, parameters: &parameters, room: ROOM };
    match confined.query(query).await {
        Ok(rows) => Ok(match rows.first() {
            Some(row) => Ok(row.try_get(0)?),
            None => Err(WhyNoValues::Gone),
        }),
        Err(Fault::Postgres(error)) => match error.as_db_error() {
            // A value that its type does not know.
            Some(said) if said.code().code().starts_with("22") => {
                Err(ExplainError::Unfit(said.message().to_owned()))
            }
            Some(said) => Ok(Err(WhyNoValues::NotReadable(said.message().to_owned()))),
            None => Err(error.into()),
        },
        Err(fault) => Err(fault.into()),
    }
}
