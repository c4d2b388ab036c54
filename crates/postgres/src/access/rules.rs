//! What the catalogue says of `realtime.messages` and a role: nothing to ask, or an expression to evaluate.
//!
//! PostgreSQL joins the permissive policies of a table by OR and the restrictive ones by AND, takes those whose roles the
//! role is a member of, and refuses where no permissive one is left (its manual, "Row Security Policies").

use tokio_postgres::{Client, Error};

use super::{Decision, Direction};

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
         and (has_table_privilege(r.oid, c.oid, $2) or has_any_column_privilege(r.oid, c.oid, $2))
from pg_class c, pg_roles r
where c.oid = to_regclass('realtime.messages') and r.rolname = $1";

/// The policies that apply to the role. `pg_get_expr` writes names in full, since the search path is empty there.
const POLICIES: &str = "
select p.polpermissive,
       case when $2 = 'r' then pg_get_expr(p.polqual, p.polrelid)
            else coalesce(pg_get_expr(p.polwithcheck, p.polrelid), pg_get_expr(p.polqual, p.polrelid)) end
from pg_policy p
where p.polrelid = to_regclass('realtime.messages')
  and p.polcmd::text in ('*', $2)
  and (p.polroles = '{0}' or exists (select from unnest(p.polroles) as o where pg_has_role($1, o, 'USAGE')))
order by p.polname";

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
        Direction::Read => ("SELECT", "r"),
        Direction::Write => ("INSERT", "a"),
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
    let (mut permissive, mut restrictive) = (Vec::new(), Vec::new());
    for row in client.query(POLICIES, &[&role, &command]).await? {
        // A policy without an expression lets everything pass.
        let expression: Option<String> = row.try_get(1)?;
        let list = if row.try_get(0)? { &mut permissive } else { &mut restrictive };
        list.push(expression.unwrap_or_else(|| "true".to_owned()));
    }
    Ok(rule(&permissive, &restrictive))
}

fn rule(permissive: &[String], restrictive: &[String]) -> Rule {
    if permissive.is_empty() {
        return Rule::Always(Decision::NONE);
    }
    let one_of = format!("(({}))", permissive.join(") or ("));
    let all_of = restrictive.iter().fold(one_of, |all, expression| format!("{all} and ({expression})"));
    if all_of == "((true))" {
        return Rule::Always(Decision::ALL);
    }
    Rule::Ask(format!("select extension, coalesce({all_of}, false) {ROW}").into())
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

    fn list(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn without_a_permissive_policy_nothing_is_allowed() {
        assert_eq!(rule(&[], &[]), Rule::Always(Decision::NONE));
        assert_eq!(rule(&[], &list(&["true"])), Rule::Always(Decision::NONE));
    }

    #[test]
    fn what_is_always_allowed_is_not_asked_about() {
        assert_eq!(rule(&list(&["true"]), &[]), Rule::Always(Decision::ALL));
    }

    #[test]
    fn permissive_ones_are_alternatives_and_restrictive_ones_conditions() {
        let Rule::Ask(sql) = rule(&list(&["a", "b"]), &list(&["c or d"])) else { panic!("asks") };
        assert!(sql.contains("coalesce(((a) or (b)) and (c or d), false)"), "{sql}");
    }
}
