//! The publications: which tables' changes are in the stream, and how.

use tokio_postgres::{Client, Error, Row};

use super::finding::Finding;
use crate::setup::{MESSAGES_PUBLICATION, Name, identifier};

/// Tables with something wrong that are reported one by one; of more, how many.
const TABLES_TOLD: usize = 20;

const PUBLICATION: &str = "
    select pubinsert, pubupdate, pubdelete, pubviaroot,
      (select count(*) from pg_publication_tables t where t.pubname = p.pubname),
      puballtables or exists (
        select from pg_publication_tables t
        where t.pubname = p.pubname and schemaname = 'realtime' and (tablename = 'messages' or tablename ~ '^messages_')
      ),
      exists (
        select from pg_class join pg_namespace n on n.oid = relnamespace
        where nspname = 'realtime' and relname = 'messages'
      ),
      exists (
        select from pg_publication_tables t join pg_namespace n on nspname = schemaname
          join pg_class c on relnamespace = n.oid and relname = tablename
        where t.pubname = p.pubname and relispartition and not pubviaroot
      )
    from pg_publication p where pubname = $1";

/// Those whose old rows PostgreSQL cannot name, or that no key finds again.
const TABLES: &str = "
    select nspname, relname, relreplident::text, coalesce(has_key, false)
    from pg_publication_tables t
      join pg_namespace n on nspname = schemaname
      join pg_class c on relnamespace = n.oid and relname = tablename
      left join lateral (select true as has_key from pg_index where indrelid = c.oid and indisprimary) k on true
    where t.pubname = $1 and (relreplident = 'n' or has_key is null)
    order by 1, 2";

pub(super) async fn findings(client: &Client, publication: &Name) -> Result<Vec<Finding>, Error> {
    let mut findings = changes(client, publication).await?;
    findings.push(messages(client).await?);
    Ok(findings)
}

async fn changes(client: &Client, publication: &Name) -> Result<Vec<Finding>, Error> {
    let (name, quoted) = (publication.as_str(), publication.identifier());
    let Some(row) = client.query_opt(PUBLICATION, &[&name]).await? else {
        let absent = format!("the publication {name} is not there: clients receive no changes");
        return Ok(vec![Finding::missing(absent).by_setup_with("publication", name)]);
    };
    let mut findings = Vec::new();
    let (inserts, updates, deletes): (bool, bool, bool) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    if !(inserts && updates && deletes) {
        let partial = format!("the publication {name} leaves out some of INSERT, UPDATE and DELETE");
        let alter = format!("alter publication {quoted} set (publish = 'insert, update, delete');");
        findings.push(Finding::warning(partial).by(alter));
    }
    findings.push(match row.try_get(4)? {
        0_i64 => Finding::warning(format!(
            "the publication {name} has no tables: clients receive no changes until you add one with ALTER PUBLICATION \
             {quoted} ADD TABLE ..."
        )),
        1 => Finding::ok(format!("the publication {name} has 1 table")),
        tables => Finding::ok(format!("the publication {name} has {tables} tables")),
    });
    if row.try_get(7)? {
        let partitions = format!(
            "the publication {name} reports changes of partitioned tables by the names of their partitions"
        );
        let alter = format!("alter publication {quoted} set (publish_via_partition_root = true);");
        findings.push(Finding::warning(partitions).by(alter));
    }
    let tables = client.query(TABLES, &[&name]).await?;
    for table in tables.iter().take(TABLES_TOLD) {
        findings.push(of_table(table)?);
    }
    if let Some(more @ 1..) = tables.len().checked_sub(TABLES_TOLD) {
        findings
            .push(Finding::warning(format!("{more} more tables have no primary key or no replica identity")));
    }
    Ok(findings)
}

/// A table without a primary key, or whose old rows are not in the stream.
fn of_table(row: &Row) -> Result<Finding, Error> {
    let (schema, table): (&str, &str) = (row.try_get(0)?, row.try_get(1)?);
    let (replica_identity, has_key): (&str, bool) = (row.try_get(2)?, row.try_get(3)?);
    let table = format!("{}.{}", identifier(schema), identifier(table));
    Ok(match (replica_identity, has_key) {
        ("n", true) => Finding::missing(format!(
            "{table} has the replica identity NOTHING: PostgreSQL refuses UPDATE and DELETE on it while it is published"
        ))
        .by(format!("alter table {table} replica identity default;")),
        ("n" | "d", _) => Finding::missing(format!(
            "{table} has no primary key and no replica identity: PostgreSQL refuses UPDATE and DELETE on it while it is \
             published; add a primary key, or else"
        ))
        .by(format!("alter table {table} replica identity full;")),
        _ => Finding::warning(format!(
            "{table} has no primary key: its rows cannot be found again to check row-level security; add one"
        )),
    })
}

async fn messages(client: &Client) -> Result<Finding, Error> {
    let name = MESSAGES_PUBLICATION;
    let Some(row) = client.query_opt(PUBLICATION, &[&name]).await? else {
        return Ok(Finding::missing(format!(
            "the publication {name} is not there: broadcasts from the database do not arrive"
        ))
        .by_setup());
    };
    let (inserts, via_root, has_table): (bool, bool, bool) =
        (row.try_get(0)?, row.try_get(3)?, row.try_get(5)?);
    let table_exists: bool = row.try_get(6)?;
    Ok(if !inserts {
        Finding::missing(format!(
            "the publication {name} leaves out INSERT: broadcasts from the database do not arrive"
        ))
        .by(format!("alter publication {name} set (publish = 'insert', publish_via_partition_root = true);"))
    } else if !has_table && table_exists {
        Finding::missing(format!(
            "the publication {name} lacks realtime.messages: broadcasts from the database do not arrive"
        ))
        .by(format!("alter publication {name} add table realtime.messages;"))
    } else if !via_root {
        Finding::missing(format!(
            "the publication {name} reports messages by the names of partitions, not of realtime.messages"
        ))
        .by(format!("alter publication {name} set (publish_via_partition_root = true);"))
    } else {
        let what = if has_table { "has realtime.messages" } else { "is there" };
        Finding::ok(format!("the publication {name} {what}"))
    })
}
