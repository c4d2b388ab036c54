//! The tables of a publication, as an operator wants to see them.

use tokio_postgres::Client;

use super::{ExplainError, TABLES as MOST};

const TABLES: &str = "
select n.nspname::text, c.relname::text, c.relkind = 'p', c.relreplident::text,
       c.relrowsecurity, c.relforcerowsecurity, to_jsonb(p) ->> 'rowfilter',
       (select count(*) from pg_policy o where o.polrelid = c.oid and o.polcmd in ('*', 'r')),
       array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = i.indrelid
             cross join unnest(i.indkey::int2[]) with ordinality as k(attnum, place)
             where i.indrelid = c.oid and i.indisprimary and k.attnum = a.attnum and k.place <= i.indnkeyatts
             order by k.place),
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
             and (to_jsonb(p) -> 'attnames' is null or to_jsonb(p) -> 'attnames' ? a.attname::text) order by a.attnum)
from pg_publication_tables p
join pg_namespace n on n.nspname = p.schemaname
join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
where p.pubname = $1 order by 1, 2 limit $2";

/// A table whose changes are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedTable {
    /// Its schema.
    pub schema: String,
    /// Its name.
    pub table: String,
    /// Whether it has partitions, whose changes come under its name.
    pub is_partitioned: bool,
    /// What the stream has of old rows: `default`, `full`, `index` or `nothing`.
    pub replica_identity: &'static str,
    /// Whether policies decide who sees its rows.
    pub row_security: bool,
    /// Whether they do for its owner too.
    pub is_forced: bool,
    /// Which of its rows are published: an expression of SQL; `None` for all.
    pub row_filter: Option<String>,
    /// Policies about reading.
    pub policies: i64,
    /// The columns of its primary key. Without one no values are sent.
    pub key: Vec<String>,
    /// The columns that are published.
    pub columns: Vec<String>,
}

/// Reads them.
pub(super) async fn read(client: &Client, publication: &str) -> Result<Vec<PublishedTable>, ExplainError> {
    let most = i64::try_from(MOST).unwrap_or(i64::MAX);
    let rows = client.query(TABLES, &[&publication, &most]).await?;
    let read = |row: &tokio_postgres::Row| {
        Ok(PublishedTable {
            schema: row.try_get(0)?,
            table: row.try_get(1)?,
            is_partitioned: row.try_get(2)?,
            replica_identity: match row.try_get(3)? {
                "f" => "full",
                "i" => "index",
                "n" => "nothing",
                _ => "default",
            },
            row_security: row.try_get(4)?,
            is_forced: row.try_get(5)?,
            row_filter: row.try_get(6)?,
            policies: row.try_get(7)?,
            key: row.try_get(8)?,
            columns: row.try_get(9)?,
        })
    };
    rows.iter().map(read).collect()
}
