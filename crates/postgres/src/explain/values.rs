//! The values of one row, which policies are evaluated over one by one.
//!
//! The role that is asked for may not see the row, so another one reads it. Whatever a query reads, its table's owner decides what
//! runs: PostgreSQL's planner evaluates immutable functions in the expressions of indexes, statistics and partitions, with the
//! rights of the role that asks. So a row is read by a role that has no rights that the owner lacks: by `service_role`, which
//! bypasses row-level security, where the owner is a member of it or a superuser; else by the owner itself, where the
//! server's login may act as the owner. The owners of its partitions and of their schemas count as well, since they may put
//! another table in the place of one whose name was looked up. Otherwise the row is not read.
//!
//! Beside that, the row is found by PostgreSQL's own operators, over keys of its own types, and values are written by the output functions
//! of their types, which a `format` calls, and not by casts, which the owner of a type may have made. `row_security = off` makes an
//! error of policies that would apply.

use tokio_postgres::Client;

use super::row::WhyNoValues;
use super::{ExplainError, cut};
use crate::confined::{Confined, Fault, Query};
use crate::feed::{Key, quoted};
use crate::row::Relation;

/// The role that reads for owners who are trusted with its rights.
const READER: &str = "service_role";
/// Bytes of a row that is read.
const ROOM: i64 = 1 << 20;

/// Who reads the table `$1`, by the owners of it, its partitions and their schemas: `$2` if it is trusted by all, or their only owner if
/// the login may act as that; `null` if nobody does.
const BY: &str = "
with recursive parts(oid) as (
    select $1::oid
  union
    select i.inhrelid from parts p join pg_inherits i on i.inhparent = p.oid
), owners as (
    select c.relowner as owner from parts p join pg_class c on c.oid = p.oid
  union
    -- Since PostgreSQL 14 `public` is owned by pg_database_owner, which stands for the database's owner.
    select case when n.nspowner::regrole::text = 'pg_database_owner'
             then (select datdba from pg_database where datname = current_database()) else n.nspowner end
    from parts p join pg_class c on c.oid = p.oid join pg_namespace n on n.oid = c.relnamespace
), strangers as (
    select o.owner from owners o join pg_roles r on r.oid = o.owner
    where not r.rolsuper and not coalesce((select pg_has_role(o.owner, s.oid, 'MEMBER') from pg_roles s where s.rolname = $2), false)
)
select case
  when not exists (select from strangers) then $2
  when (select count(*) from strangers) = 1 then (
    select r.rolname::text from strangers s join pg_roles r on r.oid = s.owner
    where r.oid = (select relowner from pg_class where oid = $1) and pg_has_role(session_user, r.oid, 'MEMBER'))
end";

/// The values of each column as texts, or why they are not known.
pub(super) type Values = Result<Vec<Option<String>>, WhyNoValues>;

/// Reads them. `wanted` are the values of the key, in its order.
pub(super) async fn read(
    (client, confined): (&Client, &mut Confined),
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
    let by: Option<String> = client.query_one(BY, &[&relation.oid, &READER]).await?.try_get(0)?;
    let Some(by) = by else { return Ok(Err(WhyNoValues::OwnerOfLess)) };
    let sql = query(relation, key, &conditions);
    let parameters: Vec<Option<&str>> = wanted.iter().map(|&value| Some(value)).collect();
    let settings = [("row_security", "off")];
    let query = Query { role: &by, settings: &settings, sql: &sql, parameters: &parameters, room: ROOM };
    match confined.query(query).await {
        Ok(rows) => {
            Ok(match rows.first().map(|row| row.try_get::<_, Vec<Option<String>>>(0)).transpose()? {
                Some(values) if values.len() == relation.columns.len() => Ok(values),
                Some(_) => Err(WhyNoValues::TooLarge),
                None => Err(WhyNoValues::Gone),
            })
        }
        Err(Fault::Postgres(error)) => match error.as_db_error() {
            // A value that its type does not know.
            Some(said) if said.code().code().starts_with("22") => {
                Err(ExplainError::Unfit(format!("the key does not fit: {}", cut(said.message()))))
            }
            Some(said) => Ok(Err(WhyNoValues::NotReadable { by, why: cut(said.message()) })),
            None => Err(error.into()),
        },
        Err(fault) => Err(fault.into()),
    }
}

/// A row as a list of texts, or an empty list where it is too large.
fn query(relation: &Relation, key: &Key, conditions: &[String]) -> String {
    let columns = || 0..relation.columns.len();
    let written = relation.columns.iter().enumerate().map(|(n, column)| {
        let name = quoted(&column.name);
        format!(
            "case when pg_catalog.num_nulls(row.{name}) operator(pg_catalog.=) 0 \
             then pg_catalog.format('%s'::pg_catalog.text, row.{name}) end as \"{n}\""
        )
    });
    let written: Vec<String> = written.collect();
    let bytes: Vec<String> = columns()
        .map(|n| format!("coalesce(pg_catalog.octet_length(written.\"{n}\"), 0)::pg_catalog.int8"))
        .collect();
    let values: Vec<String> = columns().map(|n| format!("written.\"{n}\"")).collect();
    format!(
        "select case when {} operator(pg_catalog.<=) {ROOM} then array[{}]::pg_catalog.text[] else array[]::pg_catalog.text[] end \
         from (select {} from {}{}.{} as row where {} limit 1) as written",
        bytes.join(" operator(pg_catalog.+) "),
        values.join(", "),
        written.join(", "),
        if key.has_partitions { "" } else { "only " },
        quoted(&relation.schema),
        quoted(&relation.table),
        conditions.join(" and ")
    )
}
