//! The tables that clients may follow: whether anybody can see a change of theirs.

use tokio_postgres::{Client, Error, Row};

use super::finding::Finding;
use crate::setup::{Name, identifier};

/// Tables of which something is wrong that are listed; of more, how many.
const LISTED: usize = 20;

/// The tables of the publication `$1` with something wrong: row-level security without a policy by which `anon` or
/// `authenticated` could select a row, or no right of theirs to select.
const TABLES: &str = "
    with clients as (select oid from pg_roles where rolname in ('anon', 'authenticated')),
    tables as (
      select n.nspname::text as schema, c.relname::text as name, c.oid, c.relrowsecurity,
        exists (
          select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*') and p.polqual is not null
            and (0 = any(p.polroles) or exists (select from clients r, unnest(p.polroles) role where pg_has_role(r.oid, role, 'usage')))
        ) as has_policy,
        exists (select from clients r where has_schema_privilege(r.oid, n.oid, 'usage')) as may_use,
        exists (
          select from clients r where has_table_privilege(r.oid, c.oid, 'select') or has_any_column_privilege(r.oid, c.oid, 'select')
        ) as may_select
      from pg_publication_tables t
        join pg_namespace n on n.nspname = t.schemaname
        join pg_class c on c.relnamespace = n.oid and c.relname = t.tablename
      where t.pubname = $1
    )
    select schema, name, relrowsecurity and not has_policy, may_use, may_select from tables
    where exists (select from clients) and (relrowsecurity and not has_policy or not may_use or not may_select)
    order by 1, 2";

/// Functions that policies call (of the tables of the publication `$1`, and of `realtime.messages`), which somebody whom the
/// policy is for may not execute.
const FUNCTIONS: &str = "
    select distinct n.nspname::text, c.relname::text, p.polname::text, r.rolname::text,
      format('%I.%I(%s)', fn.nspname, f.proname, pg_get_function_identity_arguments(f.oid))
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_policy p on p.polrelid = c.oid
      join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_proc'::regclass
      join pg_proc f on f.oid = d.refobjid join pg_namespace fn on fn.oid = f.pronamespace
      join pg_roles r on r.rolname in ('anon', 'authenticated') and (
        0 = any(p.polroles) or exists (select from unnest(p.polroles) role where pg_has_role(r.oid, role, 'usage')))
    where not has_function_privilege(r.oid, f.oid, 'execute') and (
      n.nspname = 'realtime' and c.relname = 'messages'
      or exists (select from pg_publication_tables t
        where t.pubname = $1 and t.schemaname = n.nspname and t.tablename = c.relname))
    order by 1, 2, 3, 4, 5";

/// Tables and views that the same policies read, and somebody whom the policy is for may not select.
const READ: &str = "
    select distinct n.nspname::text, c.relname::text, p.polname::text, r.rolname::text, rn.nspname::text, read.relname::text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_policy p on p.polrelid = c.oid
      join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass
      join pg_class read on read.oid = d.refobjid and read.oid <> c.oid join pg_namespace rn on rn.oid = read.relnamespace
      join pg_roles r on r.rolname in ('anon', 'authenticated') and (
        0 = any(p.polroles) or exists (select from unnest(p.polroles) role where pg_has_role(r.oid, role, 'usage')))
    where not has_table_privilege(r.oid, read.oid, 'select') and not has_any_column_privilege(r.oid, read.oid, 'select') and (
      n.nspname = 'realtime' and c.relname = 'messages'
      or exists (select from pg_publication_tables t
        where t.pubname = $1 and t.schemaname = n.nspname and t.tablename = c.relname))
    order by 1, 2, 3, 4, 5, 6";

/// Tables with policies that clients may select, but not follow.
const ABSENT: &str = "
    select format('%I.%I', n.nspname, c.relname)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity and n.nspname not in ('realtime', 'auth', 'storage')
      and exists (select from pg_policy p where p.polrelid = c.oid)
      and exists (select from pg_roles r where r.rolname in ('anon', 'authenticated')
        and has_schema_privilege(r.oid, n.oid, 'usage') and has_table_privilege(r.oid, c.oid, 'select'))
      and not exists (select from pg_publication_tables t
        where t.pubname = $1 and t.schemaname = n.nspname and t.tablename = c.relname)
    order by 1";

pub(super) async fn findings(client: &Client, publication: &Name) -> Result<Vec<Finding>, Error> {
    let name = publication.as_str();
    let mut findings = Vec::new();
    let tables = client.query(TABLES, &[&name]).await?;
    for table in tables.iter().take(LISTED) {
        findings.extend(of_table(table)?);
    }
    if let Some(more @ 1..) = tables.len().checked_sub(LISTED) {
        findings.push(Finding::warning(format!("clients see no changes of {more} more tables")));
    }
    for row in client.query(FUNCTIONS, &[&name]).await?.iter().take(LISTED) {
        findings.push(of_function(row)?);
    }
    for row in client.query(READ, &[&name]).await?.iter().take(LISTED) {
        findings.push(of_read(row)?);
    }
    let absent = client.query(ABSENT, &[&name]).await?;
    if !absent.is_empty() {
        let listed: Result<Vec<&str>, Error> = absent.iter().take(LISTED).map(|row| row.try_get(0)).collect();
        findings.push(Finding::ok(format!(
            "tables with policies that are not in the publication {name}, so that clients cannot subscribe to them: {}{}",
            listed?.join(", "),
            absent.len().checked_sub(LISTED).filter(|&more| more > 0).map_or(String::new(), |more| format!(" and {more} more"))
        )));
    }
    Ok(findings)
}

fn of_table(row: &Row) -> Result<Vec<Finding>, Error> {
    let (schema, name): (&str, &str) = (row.try_get(0)?, row.try_get(1)?);
    let (no_policy, may_use, may_select): (bool, bool, bool) =
        (row.try_get(2)?, row.try_get(3)?, row.try_get(4)?);
    let table = format!("{}.{}", identifier(schema), identifier(name));
    let mut findings = Vec::new();
    if no_policy {
        findings.push(Finding::warning(format!(
            "{table} has row-level security, and no policy by which anon or authenticated may select a row: such clients see no \
             changes of it; CREATE POLICY ... ON {table} FOR SELECT USING (...)"
        )));
    }
    if !(may_use && may_select) {
        let mut finding = Finding::warning(format!(
            "neither anon nor authenticated may select {table}: such clients see no changes of it"
        ));
        if !may_use {
            finding = finding.by(format!("grant usage on schema {} to authenticated;", identifier(schema)));
        }
        if !may_select {
            finding = finding.by(format!("grant select on {table} to authenticated;"));
        }
        findings.push(finding);
    }
    Ok(findings)
}

fn of_function(row: &Row) -> Result<Finding, Error> {
    let (schema, table, policy): (&str, &str, &str) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    let (role, function): (&str, &str) = (row.try_get(3)?, row.try_get(4)?);
    let table = format!("{}.{}", identifier(schema), identifier(table));
    Ok(Finding::warning(format!(
        "the policy {policy} of {table} calls {function}, which {role} may not execute: where it is evaluated, such clients see \
         nothing"
    ))
    .by(format!("grant execute on function {function} to {};", identifier(role))))
}

fn of_read(row: &Row) -> Result<Finding, Error> {
    let (schema, table, policy): (&str, &str, &str) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    let (role, read_schema, read): (&str, &str, &str) = (row.try_get(3)?, row.try_get(4)?, row.try_get(5)?);
    let table = format!("{}.{}", identifier(schema), identifier(table));
    let read = format!("{}.{}", identifier(read_schema), identifier(read));
    Ok(Finding::warning(format!(
        "the policy {policy} of {table} reads {read}, which {role} may not select: where it is evaluated, it fails for such clients"
    ))
    .by(format!("grant select on {read} to {};", identifier(role))))
}
