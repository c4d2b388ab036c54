//! `realtime.messages` and what belongs to it: its partitions and policies, the functions that send, and those that
//! policies call.

use tokio_postgres::{Client, Error, Row};

use super::finding::Finding;

/// `realtime.messages`, found in the catalogue: `to_regclass` fails for a role that may not use the schema.
const MESSAGES: &str = "
    with messages as (
      select c.* from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname = 'realtime' and relname = 'messages'
    )";

const FUNCTIONS: &str = "
    select name from unnest(array[
      'realtime.topic', 'realtime.send', 'realtime.send_binary', 'realtime.broadcast_changes',
      'realtime.baton_partitions', 'realtime.baton_messages', 'auth.uid', 'auth.role', 'auth.jwt'
    ]) name
    where not exists (
      select from pg_proc join pg_namespace n on n.oid = pronamespace where nspname || '.' || proname = name
    )";

const TABLE: &str = "
    select relkind = 'p', relrowsecurity, (select count(*) from pg_policy where polrelid = messages.oid),
      (select count(*) from pg_attribute where attrelid = messages.oid and attname in ('seq', 'binary_payload')) = 2,
      coalesce((select partdefid <> 0 from pg_partitioned_table where partrelid = messages.oid), false),
      array(select polname::text from pg_policy where polrelid = messages.oid and polpermissive and polcmd in ('*', 'r') and polqual is null
        order by polname)
    from messages";

/// Days from today to in three days that no partition encloses.
const DAYS: &str = "
    select to_char(day, 'YYYY-MM-DD')
    from generate_series(
      date_trunc('day', now() at time zone 'utc'), (now() at time zone 'utc') + interval '3 days', '1 day'
    ) day
    where not exists (
      select from messages join pg_inherits on inhparent = messages.oid join pg_class c on c.oid = inhrelid
      where substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM \\(''([^'']+)''\\)')::timestamp <= day
        and substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''([^'']+)''\\)')::timestamp > day
    )
    order by day";

/// What the roles of clients lack.
const GRANTS: &str = "
    select rolname::text, 'usage on schema ' || nspname from pg_roles, pg_namespace n
    where rolname in ('anon', 'authenticated', 'service_role') and nspname in ('auth', 'realtime')
      and not has_schema_privilege(pg_roles.oid, n.oid, 'usage')
    union all
    select rolname, privilege || ' on realtime.messages' from pg_roles, messages, unnest(array['select', 'insert']) privilege
    where rolname in ('anon', 'authenticated', 'service_role')
      and not has_table_privilege(pg_roles.oid, messages.oid, privilege)
    order by 1, 2";

pub(super) async fn findings(client: &Client) -> Result<Vec<Finding>, Error> {
    let mut findings = Vec::new();
    match client.query_opt(&format!("{MESSAGES}{TABLE}"), &[]).await? {
        Some(row) => {
            findings.extend(of_table(&row)?);
            let has_default: bool = row.try_get(4)?;
            if row.try_get(0)? {
                findings.extend(partitions(client, has_default).await?);
            }
        }
        None => findings.push(
            Finding::missing("realtime.messages is not there: neither private channels nor broadcasts from the database work")
                .by_setup(),
        ),
    }
    for row in client.query(&format!("{MESSAGES}{GRANTS}"), &[]).await? {
        let (role, privilege): (&str, &str) = (row.try_get(0)?, row.try_get(1)?);
        findings.push(
            Finding::missing(format!("{role} lacks {privilege}: policies for it cannot work"))
                .by(format!("grant {privilege} to {role};")),
        );
    }
    findings.push(functions(client).await?);
    Ok(findings)
}

fn of_table(row: &Row) -> Result<Vec<Finding>, Error> {
    let (partitioned, secured, policies): (bool, bool, i64) =
        (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    let mut findings = Vec::new();
    if !partitioned {
        findings.push(Finding::missing(
            "realtime.messages has no partitions, as an old version of Supabase made it: rename it, and then set up",
        ));
    } else if !row.try_get(3)? {
        findings
            .push(Finding::missing("realtime.messages lacks the column seq or binary_payload").by_setup());
    }
    findings.push(if !secured {
        Finding::missing("realtime.messages has no row-level security: every client may join every private channel")
            .by("alter table realtime.messages enable row level security;")
    } else if policies == 0 {
        Finding::warning(
            "realtime.messages has no policies: private channels refuse everyone; CREATE POLICY ... FOR SELECT lets \
             clients join, FOR INSERT lets them send",
        )
    } else {
        Finding::ok(format!("policies for private channels on realtime.messages: {policies}"))
    });
    let blind: Vec<String> = row.try_get(5)?;
    if secured && !blind.is_empty() {
        findings.push(Finding::warning(format!(
            "policies on realtime.messages apply to SELECT and have no USING, so they let nobody join: {}; CREATE POLICY without \
             FOR is for all commands, so say FOR INSERT where clients are to send, and USING where they are to join",
            blind.join(", ")
        )));
    }
    Ok(findings)
}

async fn partitions(client: &Client, has_default: bool) -> Result<Vec<Finding>, Error> {
    let mut findings = Vec::new();
    if !has_default {
        findings.push(
            Finding::warning(
                "realtime.messages has no default partition: a message on a day without one is lost",
            )
            .by("create table realtime.messages_default partition of realtime.messages default;")
            .by("alter table realtime.messages_default enable row level security;"),
        );
    }
    let days: Vec<String> = client
        .query(&format!("{MESSAGES}{DAYS}"), &[])
        .await?
        .iter()
        .map(|row| row.try_get(0))
        .collect::<Result<_, _>>()?;
    findings.push(if days.is_empty() {
        Finding::ok("realtime.messages has partitions for today and the next three days")
    } else {
        let text = format!("realtime.messages has no partition for {}", days.join(", "));
        let finding = if has_default { Finding::warning(text) } else { Finding::missing(text) };
        finding.by("select realtime.baton_partitions();")
    });
    Ok(findings)
}

async fn functions(client: &Client) -> Result<Finding, Error> {
    let rows = client.query(FUNCTIONS, &[]).await?;
    let absent: Vec<&str> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    Ok(if absent.is_empty() {
        Finding::ok("the functions of realtime and auth are there")
    } else {
        Finding::missing(format!("these functions are not there: {}", absent.join(", "))).by_setup()
    })
}
