//! What the catalogue says of `realtime.messages` and a role: nothing to ask, or an expression to evaluate.

use tokio_postgres::{Client, Error};

use super::{Decision, Direction};
use crate::policy::{Clauses, Command, POLICIES};
use crate::row::Oid;

/// How a role's questions are decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Rule {
    /// Whatever the topic is.
    Always(Decision),
    /// By this statement, whose parameter is the topic, and whose rows are an extension and whether it is allowed.
    Ask(Box<str>),
}

/// The table and the role: whether there are policies to look at.
const STANDING: &str = "
select c.relrowsecurity and not r.rolbypassrls and not r.rolsuper
         and (c.relforcerowsecurity or not pg_has_role(r.oid, c.relowner, 'USAGE')),
       has_schema_privilege(r.oid, c.relnamespace, 'USAGE')
         and (has_table_privilege(r.oid, c.oid, $2) or has_any_column_privilege(r.oid, c.oid, $2)),
       c.oid, r.oid
from pg_class c, pg_roles r
where c.oid = to_regclass('realtime.messages') and r.rolname = $1";

/// The row that is asked about, which is nowhere. It has the columns of the table and its name, since policies' expressions
/// say `messages.topic` within queries of their own.
const ROW: &str = "
from (select $1::text as topic, e.extension, null::jsonb as payload, null::text as event, false as private,
             localtimestamp as updated_at, localtimestamp as inserted_at, gen_random_uuid() as id,
             null::bytea as binary_payload, null::bigint as seq
      from (values ('broadcast'::text), ('presence'::text)) as e(extension)) as messages";

/// Reads the rule of a role. The connection's search path must be empty.
pub(super) async fn load(client: &Client, role: &str, direction: Direction) -> Result<Rule, LoadError> {
    let (privilege, command) = match direction {
        Direction::Read => ("SELECT", Command::Select),
        Direction::Write => ("INSERT", Command::Insert),
    };
    let standing = client.query_opt(STANDING, &[&role, &privilege]).await?;
    let Some(standing) = standing else { return Err(missing(client, role).await?) };
    let (has_policies, has_privilege): (bool, bool) = (standing.try_get(0)?, standing.try_get(1)?);
    if !has_privilege {
        return Ok(Rule::Always(Decision::NONE));
    }
    if !has_policies {
        return Ok(Rule::Always(Decision::ALL));
    }
    let (table, role): (Oid, Oid) = (standing.try_get(2)?, standing.try_get(3)?);
    Ok(rule(&Clauses::read(&client.query(POLICIES, &[&table, &role, &command.code()]).await?)?))
}

fn rule(clauses: &Clauses) -> Rule {
    match clauses.condition() {
        None => Rule::Always(Decision::NONE),
        Some(condition) if condition == "((true))" => Rule::Always(Decision::ALL),
        Some(condition) => Rule::Ask(format!("select extension, coalesce({condition}, false) {ROW}").into()),
    }
}

/// Why no rule was read.
#[derive(Debug)]
pub(super) enum LoadError {
    Database(Error),
    /// What is missing, in words for whoever set it up.
    Missing(String),
}

impl From<Error> for LoadError {
    fn from(error: Error) -> Self {
        Self::Database(error)
    }
}

async fn missing(client: &Client, role: &str) -> Result<LoadError, Error> {
    let row = client.query_one("select to_regclass('realtime.messages') is not null", &[]).await?;
    Ok(LoadError::Missing(match row.try_get(0)? {
        true => format!("role {role:?} does not exist"),
        false => "the table realtime.messages does not exist: run `baton pg setup`".to_owned(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_always_or_never_allowed_is_not_asked_about() {
        let mut clauses = Clauses::default();
        assert_eq!(rule(&clauses), Rule::Always(Decision::NONE));
        clauses.add(true, Some("true"));
        assert_eq!(rule(&clauses), Rule::Always(Decision::ALL));
        clauses.add(false, Some("a"));
        let Rule::Ask(sql) = rule(&clauses) else { panic!("asks") };
        assert!(sql.contains("coalesce(((true)) and (a), false)"), "{sql}");
    }
}
