//! Whether the server's login is stronger than it has to be.
//!
//! What users of the database wrote is evaluated within the rights of clients' roles ([`crate::confined`]). A weak login is the
//! second wall, and bounds what a stolen `database_url` is worth.

use tokio_postgres::{Client, Error};

use super::finding::Finding;

/// What the role `$1` has beyond what the server needs: attributes, memberships in roles that are as strong, and inheritance of
/// what `service_role` may do.
const STRENGTH: &str = "
    select r.rolsuper, r.rolcreaterole, r.rolbypassrls,
      array(
        select m.rolname::text from pg_roles m
        where not r.rolsuper and m.oid <> r.oid and m.rolname <> 'service_role' and pg_has_role(r.oid, m.oid, 'MEMBER')
          and (m.rolsuper or m.rolcreaterole or m.rolbypassrls or m.rolname in
            ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program', 'pg_write_all_data', 'pg_read_all_data'))
        order by 1
      ),
      not r.rolsuper and coalesce((select pg_has_role(r.oid, s.oid, 'USAGE') from pg_roles s where s.rolname = 'service_role'), false)
    from pg_roles r where r.rolname = $1";

/// The role that is proposed: what `baton pg setup --role baton` makes.
const WEAK: &str = "baton";

/// What is wrong with a login, and the SQL for a weaker one; `None` where it has no more than it needs, or is not there.
///
/// # Errors
/// If the connection fails.
pub(super) async fn excess(client: &Client, role: &str) -> Result<Option<Finding>, Error> {
    let Some(row) = client.query_opt(STRENGTH, &[&role]).await? else { return Ok(None) };
    let (is_superuser, makes_roles, bypasses): (bool, bool, bool) =
        (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    let (strong, inherits): (Vec<String>, bool) = (row.try_get(3)?, row.try_get(4)?);
    let mut has: Vec<String> = Vec::new();
    has.extend(is_superuser.then(|| "is a superuser".to_owned()));
    has.extend((makes_roles && !is_superuser).then(|| "may create roles".to_owned()));
    has.extend((bypasses && !is_superuser).then(|| "bypasses row-level security".to_owned()));
    has.extend((!strong.is_empty()).then(|| format!("is a member of {}", strong.join(", "))));
    has.extend(inherits.then(|| "inherits the rights of service_role".to_owned()));
    if has.is_empty() {
        return Ok(None);
    }
    let is_there = client.query_opt("select from pg_roles where rolname = $1", &[&WEAK]).await?.is_some();
    let instead = match (role == WEAK, is_there) {
        (true, _) => "take the rest away",
        (false, true) => {
            "connect as the role baton, which is there already (its name and password in database_url)"
        }
        (false, false) => "connect as a weaker role (set its password, and its name in database_url)",
    };
    let text = format!(
        "the server's login {role} {}: it needs only LOGIN, NOINHERIT, REPLICATION and membership in the clients' roles; \
         {instead}",
        has.join(" and ")
    );
    let statements = weaker(role, is_there);
    Ok(Some(statements.into_iter().fold(Finding::warning(text), Finding::by)))
}

/// The statements for a weak login: a new one, or Baton's own made as weak where it is there.
fn weaker(role: &str, is_there: bool) -> Vec<String> {
    let first = if role == WEAK || is_there {
        format!("alter role {WEAK} login nosuperuser nocreaterole nobypassrls noinherit replication;")
    } else {
        format!("create role {WEAK} login noinherit replication;")
    };
    let grants = [
        "grant anon, authenticated, service_role to baton;",
        "grant usage on schema realtime, auth to baton;",
        "grant execute on function realtime.baton_partitions(interval, timestamptz) to baton;",
        "grant execute on function realtime.baton_messages(text, timestamp, uuid, integer) to baton;",
    ];
    std::iter::once(first).chain(grants.map(str::to_owned)).collect()
}
