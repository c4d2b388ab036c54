//! What the catalogue says of a publication, and of what policies on private channels read.

use std::collections::HashSet;

use tokio_postgres::{Client, Error};

use super::FeedSettings;
use crate::row::{Column, Oid, Relation, ReplicaIdentity};

/// The publications to read: that of `realtime.messages` only where it is there, as changes do not
/// need it, and the other way round.
pub(super) async fn existing_publications(
    client: &Client,
    settings: &FeedSettings,
) -> Result<Vec<String>, Error> {
    let all = [settings.publication.clone(), settings.messages_publication.clone()];
    let rows = client
        .query("select pubname::text from pg_publication where pubname = any($1)", &[&all.as_slice()])
        .await?;
    let there: Vec<String> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    let there: Vec<String> = all.iter().filter(|name| there.contains(name)).cloned().collect();
    // None at all: the stream says what is missing.
    Ok(if there.is_empty() { vec![settings.publication.clone()] } else { there })
}

/// The tables of a publication.
pub(super) struct Published {
    pub(super) tables: Vec<Relation>,
}

/// A table and its columns as the stream will describe them: without stored generated ones, which
/// it leaves out before PostgreSQL 18, and with those of a column list alone.
const TABLES: &str = "
select c.oid, n.nspname::text, c.relname::text, c.relreplident::text,
       a.attname::text, a.atttypid, a.atttypmod,
       c.relreplident = 'f' or coalesce(a.attnum = any (i.indkey), false)
from pg_publication_tables p
join pg_namespace n on n.nspname = p.schemaname
join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
left join pg_index i on i.indrelid = c.oid
     and case c.relreplident when 'd' then i.indisprimary when 'i' then i.indisreplident else false end
where p.pubname = $1
  and (to_jsonb(p) -> 'attnames' is null or to_jsonb(p) -> 'attnames' ? a.attname::text)
order by c.oid, a.attnum";

/// Reads the publication's tables.
pub(super) async fn published(client: &Client, publication: &str) -> Result<Published, Error> {
    let mut tables: Vec<(Relation, Vec<Column>)> = Vec::new();
    for row in client.query(TABLES, &[&publication]).await? {
        let oid: Oid = row.try_get(0)?;
        if tables.last().is_none_or(|(relation, _)| relation.oid != oid) {
            let identity = match row.try_get(3)? {
                "f" => ReplicaIdentity::Full,
                "i" => ReplicaIdentity::Index,
                "n" => ReplicaIdentity::Nothing,
                _ => ReplicaIdentity::Default,
            };
            let (schema, table): (&str, &str) = (row.try_get(1)?, row.try_get(2)?);
            let (schema, table) = (schema.into(), table.into());
            tables.push((Relation { oid, schema, table, identity, columns: Box::default() }, Vec::new()));
        }
        if let Some((_, columns)) = tables.last_mut() {
            columns.push(Column {
                name: row.try_get::<_, &str>(4)?.into(),
                type_oid: row.try_get(5)?,
                type_modifier: row.try_get(6)?,
                is_identity: row.try_get(7)?,
            });
        }
    }
    let tables =
        tables.into_iter().map(|(relation, columns)| Relation { columns: columns.into(), ..relation });
    Ok(Published { tables: tables.collect() })
}

/// The tables that the policies on `realtime.messages` name. What functions read is not known.
pub(super) async fn policy_tables(client: &Client) -> Result<HashSet<Oid>, Error> {
    let rows = client
        .query(
            "select distinct d.refobjid from pg_depend d join pg_policy p on p.oid = d.objid
             where d.classid = 'pg_policy'::regclass and d.refclassid = 'pg_class'::regclass
               and p.polrelid = to_regclass('realtime.messages')",
            &[],
        )
        .await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}
