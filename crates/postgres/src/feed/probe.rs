//! Which rows of a table a role sees, by their key: PostgreSQL's own policies decide.

use tokio_postgres::{Client, Error};

use super::rls_query::SETTINGS;
use super::table::quoted;
use super::typed::Typed;
use crate::confined::Body;
use crate::row::Relation;

/// The primary key of a table whose columns are all in the stream.
#[derive(Debug, Default)]
pub(crate) struct Key {
    pub(crate) columns: Vec<KeyColumn>,
    /// Whether the rows are in partitions. Those of tables that inherit from it have keys of their
    /// own.
    pub(crate) has_partitions: bool,
}

/// A column of the primary key.
#[derive(Debug)]
pub(crate) struct KeyColumn {
    /// Its place in the relation.
    pub(crate) index: usize,
    pub(crate) typed: Typed,
    /// The operator by which the key's index tells values apart, with its schema.
    pub(crate) equals: String,
}

/// The columns of the key with their types, and the operator of each: the equality of the index's
/// own operator class.
const KEY: &str = "
select c.relkind = 'p', a.attname::text, format('operator(%I.%s)', n.nspname, o.oprname)
from pg_index i
join pg_class c on c.oid = i.indrelid
cross join unnest(i.indkey::int2[], i.indclass::oid[]) with ordinality as k(attnum, class, place)
join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
join pg_opclass q on q.oid = k.class
join pg_amop m on m.amopfamily = q.opcfamily and m.amopstrategy = 3
     and m.amoplefttype = q.opcintype and m.amoprighttype = q.opcintype
join pg_operator o on o.oid = m.amopopr
join pg_namespace n on n.oid = o.oprnamespace
where i.indrelid = $1 and i.indisprimary and k.place <= i.indnkeyatts
order by k.place";

impl Key {
    /// Reads it; empty where there is none, or not all of it is in the stream: then no rows are sent.
    pub(crate) async fn read(client: &Client, relation: &Relation) -> Result<Self, Error> {
        let mut key = Self::default();
        let mut types = Typed::all(client, relation).await?;
        for row in client.query(KEY, &[&relation.oid]).await? {
            let name: &str = row.try_get(1)?;
            let Some(index) = relation.columns.iter().position(|column| *column.name == *name) else {
                return Ok(Self::default());
            };
            let Some(place) = types.iter().position(|typed| *typed.name == *name) else {
                return Ok(Self::default());
            };
            key.has_partitions = row.try_get(0)?;
            key.columns.push(KeyColumn { index, typed: types.swap_remove(place), equals: row.try_get(2)? });
        }
        Ok(key)
    }

    /// What finds which rows a role sees. The shared lists are the key's columns. The subquery is
    /// one that the planner does not make a join of: joined, the whole table may be read, and the
    /// policy evaluated for every row of it.
    pub(crate) fn probe(&self, relation: &Relation) -> Body {
        let names = Body::direct(&SETTINGS);
        let conditions = self.columns.iter().enumerate().map(|(n, column)| {
            let value = column.typed.value(relation, &format!("{}[k.place]", names.shared(n)));
            format!("row.{} {} {value}", quoted(&column.typed.name), column.equals)
        });
        let conditions: Vec<String> = conditions.collect();
        let only = if self.has_partitions { "" } else { "only " };
        let expression = format!(
            "array(select k.place from pg_catalog.unnest({}::pg_catalog.int4[]) as k(place) \
             where (select true from {only}{}.{} as row where {} limit 1))::pg_catalog.text",
            names.own(),
            quoted(&relation.schema),
            quoted(&relation.table),
            conditions.join(" and ")
        );
        Body { settings: &SETTINGS, shared: self.columns.len(), expression, stored: None }
    }
}
