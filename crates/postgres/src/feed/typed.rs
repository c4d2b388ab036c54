//! Values of a table's columns, made from texts as PostgreSQL's own input makes them.
//!
//! A cast may be a function that the owner of a type wrote. So only PostgreSQL's own types are cast
//! to; values of others are read as those of a row are. Domains stand for what they are made of: a
//! value that is in a table has met their conditions.

use tokio_postgres::{Client, Error};

use super::table::quoted;
use crate::row::Relation;

/// A column and its type.
#[derive(Debug)]
pub(crate) struct Typed {
    pub(crate) name: Box<str>,
    /// PostgreSQL's own type, with its schema; `None` for another.
    own: Option<Box<str>>,
}

/// The types of the columns of the table `$1`, domains followed to what they are made of. Objects
/// from 16384 on are users' or extensions' (`FirstNormalObjectId`), and outside of `pg_catalog`
/// anybody who is let may give their names to others.
const TYPES: &str = "
with recursive base as (
    select a.attnum, a.attname, t.oid, t.typname, t.typnamespace, t.typtype, t.typbasetype
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped
  union all
    select b.attnum, b.attname, t.oid, t.typname, t.typnamespace, t.typtype, t.typbasetype
    from base b join pg_type t on t.oid = b.typbasetype where b.typtype = 'd'
)
select attname::text, case when b.oid < 16384 and n.nspname = 'pg_catalog' then format('%I.%I', n.nspname, b.typname) end
from base b join pg_namespace n on n.oid = b.typnamespace
where b.typtype <> 'd' order by attnum";

impl Typed {
    /// The columns of a table, in order.
    pub(crate) async fn all(client: &Client, relation: &Relation) -> Result<Vec<Self>, Error> {
        let rows = client.query(TYPES, &[&relation.oid]).await?;
        let read = |row: &tokio_postgres::Row| {
            let (name, own): (&str, Option<&str>) = (row.try_get(0)?, row.try_get(1)?);
            Ok(Self { name: name.into(), own: own.map(Into::into) })
        };
        rows.iter().map(read).collect()
    }

    /// The type, if it is PostgreSQL's own.
    pub(crate) fn own(&self) -> Option<&str> {
        self.own.as_deref()
    }

    /// The value that a text stands for, as SQL.
    pub(crate) fn value(&self, relation: &Relation, text: &str) -> String {
        if let Some(own) = &self.own {
            return format!("{text}::{own}");
        }
        let (schema, table, column) = (quoted(&relation.schema), quoted(&relation.table), quoted(&self.name));
        format!(
            "(pg_catalog.jsonb_populate_record(null::{schema}.{table}, \
             pg_catalog.jsonb_build_object({}::pg_catalog.text, {text}))).{column}",
            literal(&self.name)
        )
    }
}

/// A text as SQL has it.
fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
