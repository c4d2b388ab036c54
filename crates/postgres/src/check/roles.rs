//! The roles of clients, and what the server's role may do.

use tokio_postgres::{Client, Error, Row};

use super::finding::Finding;
use super::login;
use crate::setup::Name;
use crate::setup::identifier;

/// Since PostgreSQL 16 a member may have been granted everything but SET ROLE.
const CLIENTS: &str = "
    select client, r.oid is not null, coalesce(rolbypassrls, false),
      r.oid is not null and case when current_setting('server_version_num')::int >= 160000
        then pg_has_role($1::name, r.oid, 'SET') else pg_has_role($1::name, r.oid, 'MEMBER') end,
      current_setting('server_version_num')::int >= 160000,
      r.oid is null or has_database_privilege(r.oid, current_database(), 'temporary'), current_database()::text
    from unnest(array['anon', 'authenticated', 'service_role']) client left join pg_roles r on rolname = client";

/// Found in the catalogue and not by `to_regprocedure`, which fails for a role that may not use the schema.
const SERVER: &str = "
    select rolcanlogin, rolreplication or rolsuper
        or exists (select from pg_roles rds where rds.rolname = 'rds_replication' and pg_has_role(r.oid, rds.oid, 'MEMBER')),
      exists (select from pg_roles where rolname = 'rds_replication'),
      has_database_privilege(r.oid, current_database(), 'connect'),
      (select bool_and(has_schema_privilege(r.oid, oid, 'usage')) from pg_namespace where nspname = 'realtime')
        is not false,
      (select bool_and(has_function_privilege(r.oid, p.oid, 'execute'))
        from pg_proc p join pg_namespace n on n.oid = pronamespace
        where nspname = 'realtime' and proname = 'baton_partitions') is not false,
      (select bool_and(has_function_privilege(r.oid, p.oid, 'execute'))
        from pg_proc p join pg_namespace n on n.oid = pronamespace
        where nspname = 'realtime' and proname = 'baton_messages') is not false,
      current_database()::text
    from pg_roles r where rolname = $1";

/// Schemas that policies of private channels name, of whose tables, functions and types they use some, and that neither a role of
/// clients nor the role `$1` may use. PostgreSQL lets policies name what their followers could not; to find out what such a policy
/// says, the server's login has to be able to name it ([`crate::access`]).
const UNUSABLE: &str = "
    with named as (
      select distinct case d.refclassid
          when 'pg_class'::regclass then (select relnamespace from pg_class where oid = d.refobjid)
          when 'pg_proc'::regclass then (select pronamespace from pg_proc where oid = d.refobjid)
          when 'pg_operator'::regclass then (select oprnamespace from pg_operator where oid = d.refobjid)
          when 'pg_type'::regclass then (select typnamespace from pg_type where oid = d.refobjid)
          when 'pg_collation'::regclass then (select collnamespace from pg_collation where oid = d.refobjid)
        end as schema
      from pg_depend d join pg_policy p on d.classid = 'pg_policy'::regclass and d.objid = p.oid
        join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'realtime' and c.relname = 'messages'
    ), unusable as (
      select schema from named, pg_roles clients
      where clients.rolname in ('anon', 'authenticated') and not has_schema_privilege(clients.oid, schema, 'usage')
    )
    select distinct n.nspname::text from pg_namespace n, pg_roles r
    where exists (select from unusable) and r.rolname = $1 and not has_schema_privilege(r.oid, n.oid, 'usage')
      and n.oid in (select schema from named)
    order by 1";

pub(super) async fn findings(client: &Client, role: Option<&Name>) -> Result<Vec<Finding>, Error> {
    let connected: String;
    let role = if let Some(role) = role {
        role.as_str()
    } else {
        connected = client.query_one("select session_user::text", &[]).await?.try_get(0)?;
        &connected
    };
    let Some(server) = client.query_opt(SERVER, &[&role]).await? else {
        let absent = format!("the server's role {role} is not there");
        return Ok(vec![Finding::missing(absent).by_setup_with("role", role)]);
    };
    let mut findings = Vec::new();
    for row in client.query(CLIENTS, &[&role]).await? {
        findings.extend(of_client(&row, role)?);
    }
    findings.extend(of_server(&server, role)?);
    for row in client.query(UNUSABLE, &[&role]).await? {
        let schema: &str = row.try_get(0)?;
        let text = format!(
            "{role} may not use the schema {schema}, which policies of private channels name: clients that these policies concern \
             are refused"
        );
        let grant = format!("grant usage on schema {} to {};", identifier(schema), identifier(role));
        findings.push(Finding::missing(text).by(grant));
    }
    findings.extend(login::excess(client, role).await?);
    Ok(findings)
}

/// A role of clients, and whether the server may act as it.
fn of_client(row: &Row, role: &str) -> Result<Vec<Finding>, Error> {
    let (client, there, bypasses): (&str, bool, bool) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    let (may_become, has_options): (bool, bool) = (row.try_get(3)?, row.try_get(4)?);
    if !there {
        let absent = format!("the role {client} is not there: tokens that name it cannot be served");
        return Ok(vec![Finding::missing(absent).by_setup()]);
    }
    let mut findings = Vec::new();
    if client == "service_role" && !bypasses {
        findings.push(
            Finding::missing(
                "service_role does not pass row-level security: the server cannot ask which policies apply",
            )
            .by("alter role service_role bypassrls;"),
        );
    }
    let options = if has_options { " with set true" } else { "" };
    findings.push(if may_become {
        Finding::ok(format!("{role} may act as {client}"))
    } else {
        Finding::missing(format!(
            "{role} may not act as {client}: what such clients may see cannot be found out"
        ))
        .by(format!("grant {client} to {}{options};", identifier(role)))
    });
    let (may_evaluate, database): (bool, &str) = (row.try_get(5)?, row.try_get(6)?);
    if !may_evaluate {
        let text = format!(
            "{client} may not create temporary objects: policies and filters of such clients, which are evaluated in temporary \
             functions, cannot be evaluated"
        );
        let grant = format!("grant temporary on database {} to {client};", identifier(database));
        findings.push(Finding::missing(text).by(grant));
    }
    Ok(findings)
}

fn of_server(row: &Row, role: &str) -> Result<Vec<Finding>, Error> {
    let quoted = identifier(role);
    let (may_log_in, may_replicate, rds): (bool, bool, bool) =
        (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    let replication = if rds {
        format!("grant rds_replication to {quoted};")
    } else {
        format!("alter role {quoted} replication;")
    };
    let (may_connect, database): (bool, &str) = (row.try_get(3)?, row.try_get(7)?);
    let rights = [
        (may_log_in, "may log in", format!("alter role {quoted} login;")),
        (may_replicate, "may read the stream of changes", replication),
        (
            may_connect,
            "may connect to this database",
            format!("grant connect on database {} to {quoted};", identifier(database)),
        ),
        (
            row.try_get(4)?,
            "may use the schema realtime",
            format!("grant usage on schema realtime to {quoted};"),
        ),
        (
            row.try_get(5)?,
            "may make partitions of messages",
            format!(
                "grant execute on function realtime.baton_partitions(interval, timestamptz) to {quoted};"
            ),
        ),
        (
            row.try_get(6)?,
            "may read what was sent, for clients that join later",
            format!(
                "grant execute on function realtime.baton_messages(text, timestamp, uuid, integer) to {quoted};"
            ),
        ),
    ];
    let finding = |(may, what, grant): (bool, &str, String)| {
        if may {
            Finding::ok(format!("{role} {what}"))
        } else {
            Finding::missing(format!("{role} {}", what.replacen("may", "may not", 1))).by(grant)
        }
    };
    Ok(rights.into_iter().map(finding).collect())
}
