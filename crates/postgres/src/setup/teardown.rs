//! Undoing what a setup made, and nothing else: what carries a comment of the setup.

use tokio_postgres::{Client, Error};

use super::name::Name;
use super::steps::Step;

/// A kind of what is dropped: what it is, why, who may, and the query for the statements, with the slot as `$1`.
type Part = (&'static str, &'static str, &'static str, &'static str);

/// In an order in which they work: the table before the functions that its policies use. `auth` comes late, since policies
/// of the user's own may use it, and then it stays.
const PARTS: [Part; 6] = [
    (
        "The replication slot",
        "PostgreSQL keeps its log on disk for it.",
        "a role with REPLICATION, once the server is stopped",
        "select format('select pg_drop_replication_slot(%L);', slot_name) from pg_replication_slots
         where slot_name = $1 and database = current_database()",
    ),
    (
        "Publications",
        "The list of tables whose changes clients may receive is dropped with them; the tables stay.",
        "their owner, or a superuser",
        "select format('drop publication %I;', pubname) from pg_publication
         where obj_description(oid, 'pg_publication') like 'baton:%' and $1::text is not null order by pubname",
    ),
    (
        "Messages",
        "With their partitions and policies. Of a table that was there before, only the column that was added.",
        "the owner of realtime.messages, or a superuser, once nothing else uses it",
        "select case
           when obj_description(c.oid, 'pg_class') like 'baton:%' then 'drop table realtime.messages;'
           else 'alter table realtime.messages drop column seq;'
         end
         from pg_class c left join pg_attribute a on attrelid = c.oid and attname = 'seq'
         where c.oid = to_regclass('realtime.messages') and $1::text is not null
           and (obj_description(c.oid, 'pg_class') like 'baton:%' or col_description(c.oid, attnum) like 'baton:%')",
    ),
    (
        "Functions",
        "Triggers that still call them fail from now on.",
        "their owner, or a superuser, once no policy uses them",
        "select format('drop function %I.%I(%s);', nspname, proname, pg_get_function_identity_arguments(p.oid))
         from pg_proc p join pg_namespace n on n.oid = pronamespace
         where nspname in ('auth', 'realtime') and obj_description(p.oid, 'pg_proc') like 'baton:%'
           and $1::text is not null
         order by nspname desc, proname",
    ),
    (
        "Schemas",
        "They are empty now, unless something of yours is in them.",
        "their owner, or a superuser, once they are empty",
        "select format('drop schema %I;', nspname) from pg_namespace
         where nspname in ('auth', 'realtime') and obj_description(oid, 'pg_namespace') like 'baton:%'
           and $1::text is not null
         order by nspname desc",
    ),
    (
        "Roles",
        "All databases of the server share them: they stay where another one, or a grant of yours, still uses them.",
        "a superuser, or a role with CREATEROLE that has ADMIN on them, once nothing uses them",
        "with made as (
           select oid, rolname from pg_roles
           where shobj_description(oid, 'pg_authid') like 'baton:%' and $1::text is not null
         ), granted as (
           select grantee, format('revoke connect on database %I from %I;', datname, rolname) as statement
           from pg_database, aclexplode(datacl), made where grantee = made.oid and datname = current_database()
           union
           select grantee, format('revoke usage on schema %I from %I;', nspname, rolname)
           from pg_namespace n, aclexplode(nspacl), made
           where grantee = made.oid and nspname in ('auth', 'realtime')
             and coalesce(obj_description(n.oid, 'pg_namespace'), '') not like 'baton:%'
           union
           select grantee, format('revoke select, insert, update on realtime.messages from %I;', rolname)
           from pg_class c, aclexplode(relacl), made
           where grantee = made.oid and c.oid = to_regclass('realtime.messages')
             and coalesce(obj_description(c.oid, 'pg_class'), '') not like 'baton:%'
         )
         select statement from granted
         union all
         (select format('drop role %I;', rolname) from made order by rolname)",
    ),
];

/// The statements that drop what setups made in this database, each a step, and the replication slot `slot`; with `roles`
/// also the roles. They are run by [`run`](super::run()). Empty if there is nothing.
///
/// # Errors
///
/// If the connection fails, or the catalogue may not be read.
pub async fn teardown(client: &Client, slot: &Name, roles: bool) -> Result<Vec<Step>, Error> {
    let mut steps = Vec::new();
    let parts = if roles { &PARTS[..] } else { PARTS.split_last().map_or(&[][..], |(_, others)| others) };
    for &(title, why, by, query) in parts {
        for row in client.query(query, &[&slot.as_str()]).await? {
            steps.push(Step { title, why, by, sql: row.try_get(0)? });
        }
    }
    Ok(steps)
}
