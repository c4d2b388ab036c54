//! What a filter must know of a table's columns, and the query that reads it from the catalogue.

use std::collections::HashMap;
use std::sync::Arc;

use crate::row::{Oid, Relation};
use crate::scalar::{Collation, Type};

/// Reads the columns of the table `$1` (an `oid`) for [`Columns::new`].
///
/// Domains are followed to what they stand on. A default collation is that of the database; its locale counts as known
/// where letters and case follow one locale and the encoding is UTF-8.
pub const COLUMNS: &str = r#"
with recursive base as (
    select a.attnum, a.attname, a.atttypid as declared, a.attcollation as collation,
        t.oid, t.typtype, t.typbasetype, false as is_domain, -1 as modifier
    from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
    where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped
  union all
    select b.attnum, b.attname, b.declared, b.collation,
        t.oid, t.typtype, t.typbasetype, true, greatest(b.modifier, d.typtypmod)
    from base b join pg_catalog.pg_type d on d.oid = b.oid join pg_catalog.pg_type t on t.oid = d.typbasetype
    where b.typtype = 'd'
), locale as (
    select case
        when pg_catalog.getdatabaseencoding() <> 'UTF8' then ''
        when j ->> 'datlocprovider' = 'i' then coalesce(j ->> 'daticulocale', j ->> 'datlocale', '') || '-x-icu'
        when j ->> 'datlocprovider' = 'b' then coalesce(j ->> 'datlocale', '')
        when datcollate = datctype then datcollate
        else '' end as name
    from (select *, pg_catalog.to_jsonb(d) as j from pg_catalog.pg_database d) d
    where datname = pg_catalog.current_database()
)
select b.attname::text, pg_catalog.format_type(b.declared, null),
    pg_catalog.format('%I.%I', n.nspname, t.typname), b.oid, b.is_domain, b.modifier,
    coalesce(element.oid, 0), coalesce(element.typtype, '-')::text,
    (select pg_catalog.array_agg(e.enumlabel::text order by e.enumsortorder) from pg_catalog.pg_enum e
        where e.enumtypid = coalesce(element.oid, b.oid)),
    coalesce(case
        when b.collation = 100 then (select name from locale)
        when pg_catalog.getdatabaseencoding() <> 'UTF8' then ''
        when c.collprovider = 'i' then coalesce(c.j ->> 'colliculocale', c.j ->> 'colllocale', '') || '-x-icu'
        when c.collprovider = 'b' then coalesce(c.j ->> 'colllocale', '')
        when c.collcollate = c.collctype then c.collcollate end, ''),
    coalesce(c.collisdeterministic, true),
    case when b.collation not in (0, 100) then pg_catalog.format('%I.%I', c.nspname, c.collname) end
from base b
    join pg_catalog.pg_type t on t.oid = b.declared
    join pg_catalog.pg_namespace n on n.oid = t.typnamespace
    left join pg_catalog.pg_type element on element.typarray = b.oid
    left join (select c.*, n.nspname, pg_catalog.to_jsonb(c) as j from pg_catalog.pg_collation c
        join pg_catalog.pg_namespace n on n.oid = c.collnamespace) c on c.oid = b.collation
where b.typtype <> 'd'
order by b.attnum
"#;

/// A column as filters and policies see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnType {
    /// Its place in [`Relation::columns`].
    pub index: usize,
    /// Its type as far as values can be compared here: that which a domain stands on.
    pub of: Type,
    /// Its type as messages name it: `integer`, `mood`.
    pub display: Box<str>,
    /// Its type as SQL names it wherever it is: `pg_catalog.int4`, `public."Mood"`.
    pub sql: Box<str>,
    /// Whether it is a domain, whose conditions a filter's value must meet.
    pub is_domain: bool,
    /// How its text is compared.
    pub collation: Collation,
    /// Its collation as SQL names it, where it is not the default.
    pub collate: Option<Box<str>>,
}

/// The columns of a table by their names.
#[derive(Debug, Clone, Default)]
pub struct Columns(HashMap<Box<str>, Arc<ColumnType>>);

impl Columns {
    /// Fits what [`COLUMNS`] found to what is in the stream. Columns that are not in both are left out.
    pub fn new(relation: &Relation, rows: &[tokio_postgres::Row]) -> Result<Self, tokio_postgres::Error> {
        let mut columns = HashMap::with_capacity(rows.len());
        for row in rows {
            let name: &str = row.try_get(0)?;
            if let Some(index) = relation.columns.iter().position(|column| *column.name == *name) {
                columns.insert(name.into(), Arc::new(ColumnType::read(index, row)?));
            }
        }
        Ok(Self(columns))
    }

    /// The column of this name.
    pub fn get(&self, name: &str) -> Option<&Arc<ColumnType>> {
        self.0.get(name)
    }

    /// All columns, in no order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<ColumnType>> {
        self.0.values()
    }
}

impl FromIterator<(Box<str>, Arc<ColumnType>)> for Columns {
    fn from_iter<I: IntoIterator<Item = (Box<str>, Arc<ColumnType>)>>(columns: I) -> Self {
        Self(columns.into_iter().collect())
    }
}

impl ColumnType {
    /// Whether its type is that of a schema and a name without quotes.
    pub(crate) fn is_named(&self, parts: &[String]) -> bool {
        let quoted = |part: &String| format!("\"{}\"", part.replace('"', "\"\""));
        let [schema, name] = parts else { return false };
        let spellings = |part: &String| [part.clone(), quoted(part)];
        spellings(schema)
            .iter()
            .any(|schema| spellings(name).iter().any(|name| *self.sql == format!("{schema}.{name}")))
    }

    fn read(index: usize, row: &tokio_postgres::Row) -> Result<Self, tokio_postgres::Error> {
        let text = |place| row.try_get::<_, &str>(place);
        let (oid, is_domain, modifier): (Oid, bool, i32) =
            (row.try_get(3)?, row.try_get(4)?, row.try_get(5)?);
        let (element, kind): (Oid, &str) = (row.try_get(6)?, row.try_get(7)?);
        let labels: Option<Vec<String>> = row.try_get(8)?;
        let labels: Option<Arc<[Box<str>]>> =
            labels.map(|labels| labels.into_iter().map(String::into_boxed_str).collect());
        let of = match (element, kind) {
            // A cast to a domain of `varchar(3)` cuts, and one to `numeric(5,2)` rounds.
            _ if is_domain && modifier != -1 => Type::Other,
            (0, _) => labels.map_or_else(|| Type::of_oid(oid), Type::Enum),
            (_, "b" | "e") => Type::Array(Arc::new(labels.map_or_else(|| Type::of_oid(element), Type::Enum))),
            _ => Type::Other,
        };
        Ok(Self {
            index,
            of,
            display: text(1)?.into(),
            sql: text(2)?.into(),
            is_domain,
            collation: Collation::of_locale(text(9)?, row.try_get(10)?),
            collate: row.try_get::<_, Option<&str>>(11)?.map(Into::into),
        })
    }
}
