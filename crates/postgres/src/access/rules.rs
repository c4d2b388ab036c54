//! What the catalogue says of `realtime.messages` and a role: nothing to ask, or an expression to evaluate.

use tokio_postgres::types::Type;
use tokio_postgres::{Error, Row};

use super::{Decision, Direction};
use crate::confined::{Body, Confined, Fault, Names, Query, Stored};
use crate::policy::{Clauses, Command, HIDDEN, POLICIES, POLICIES_LISTED};
use crate::row::Oid;

/// How a role's questions are decided.
#[derive(Debug, Clone)]
pub(super) enum Rule {
    /// Whatever the topic is.
    Always(Decision),
    /// By this expression of a question's topic, which gives the extensions that are allowed.
    Ask(Box<Body>),
    /// The same, as the login understands it: it names something that the role may use in policies alone.
    AskStored(Box<Body>),
}

/// What holds for one question: [`super::asker`] has the values.
pub(crate) const SETTINGS: &[&str] = &[
    "request.jwt.claims",
    "request.jwt.claim.sub",
    "request.jwt.claim.role",
    "realtime.topic",
    "request.headers",
];

/// The table and the role: whether there are policies to look at.
const STANDING: &str = "
select c.relrowsecurity and not r.rolbypassrls and not r.rolsuper
         and (c.relforcerowsecurity or not pg_has_role(r.oid, c.relowner, 'USAGE')),
       has_schema_privilege(r.oid, c.relnamespace, 'USAGE')
         and (has_table_privilege(r.oid, c.oid, $2) or has_any_column_privilege(r.oid, c.oid, $2)),
       c.oid, r.oid
from pg_class c, pg_roles r
where c.oid = to_regclass('realtime.messages') and r.rolname = $1";

/// The rows that are asked about, which are nowhere. They have the columns of the table and its name, since policies'
/// expressions say `messages.topic` within queries of their own. OFFSET 0 keeps the planner from taking their values for constants: it
/// would leave out what stands beside a condition that is true of them, and with it its errors.
const ROWS: &str = "
from (select {topic}::pg_catalog.text as topic, e.extension, null::pg_catalog.jsonb as payload,
             null::pg_catalog.text as event, false as private, localtimestamp as updated_at, localtimestamp as inserted_at,
             pg_catalog.gen_random_uuid() as id, null::pg_catalog.bytea as binary_payload, null::pg_catalog.int8 as seq
      from (values ('broadcast'::pg_catalog.text), ('presence'::pg_catalog.text)) as e(extension)
      offset 0) as messages";

/// Reads the rule of a role.
pub(super) async fn load(
    confined: &mut Confined,
    role: &str,
    direction: Direction,
) -> Result<Rule, LoadError> {
    let (privilege, command) = match direction {
        Direction::Read => ("SELECT", Command::Select),
        Direction::Write => ("INSERT", Command::Insert),
    };
    let standing = confined.catalogue(STANDING, &[(&role, Type::TEXT), (&privilege, Type::TEXT)]).await?;
    let Some(standing) = standing.first() else { return Err(missing(confined, role).await?) };
    let (has_policies, has_privilege): (bool, bool) = (standing.try_get(0)?, standing.try_get(1)?);
    if !has_privilege {
        return Ok(Rule::Always(Decision::NONE));
    }
    if !has_policies {
        return Ok(Rule::Always(Decision::ALL));
    }
    let (table, oid): (Oid, Oid) = (standing.try_get(2)?, standing.try_get(3)?);
    let code = command.code();
    let who = [(&table as _, Type::OID), (&oid as _, Type::OID), (&code as _, Type::TEXT)];
    let hidden = confined.catalogue(HIDDEN, &who).await?;
    if hidden.first().map(|row| row.try_get(0)).transpose()? == Some(true) {
        let clauses = Clauses::read(&confined.catalogue(POLICIES, &who).await?)?;
        if let Some(rule) = stored_rule(&clauses) {
            return Ok(rule);
        }
    }
    // As the role reads them, names stand as it can find them.
    let (table, oid) = (table.to_string(), oid.to_string());
    let parameters = [Some(&*table), Some(&*oid), Some(code)];
    let query = Query { role, settings: &[], sql: POLICIES_LISTED, parameters: &parameters, room: i64::MAX };
    Ok(rule(&Clauses::read_lists(&confined.query(query).await?)?))
}

fn rule(clauses: &Clauses) -> Rule {
    match asked(clauses, Body::direct(SETTINGS)) {
        Ok(expression) => {
            Rule::Ask(Box::new(Body { settings: SETTINGS, shared: 0, expression, stored: None }))
        }
        Err(decision) => Rule::Always(decision),
    }
}

/// `None` where the policies cannot be understood with the login's rights without a risk.
fn stored_rule(clauses: &Clauses) -> Option<Rule> {
    let stored = match asked(clauses, Names::Stored) {
        Ok(expression) => Some(Stored::new(&expression)?),
        Err(decision) => return Some(Rule::Always(decision)),
    };
    Some(Rule::AskStored(Box::new(Body { settings: SETTINGS, shared: 0, expression: String::new(), stored })))
}

/// What is to be evaluated; `Err` if nothing is.
fn asked(clauses: &Clauses, names: Names) -> Result<String, Decision> {
    let Some(condition) = clauses.condition() else { return Err(Decision::NONE) };
    if condition == "((true))" {
        return Err(Decision::ALL);
    }
    let rows = rows_of(names);
    // A WHERE clause, as row-level security is one: there the planner leaves out what cannot make it true, and with it
    // errors that PostgreSQL does not raise either.
    Ok(format!("(select pg_catalog.string_agg(extension, ','::pg_catalog.text) {rows} where {condition})"))
}

/// The rows that are asked about, as a `from` clause.
pub(crate) fn rows_of(names: Names) -> String {
    ROWS.replace("{topic}", names.own())
}

/// The extensions that are allowed.
pub(super) fn decision(allowed: Option<&str>) -> Decision {
    let has = |extension| allowed.is_some_and(|all| all.split(',').any(|it| it == extension));
    Decision { broadcast: has("broadcast"), presence: has("presence") }
}

/// Why no rule was read.
#[derive(Debug)]
pub(super) enum LoadError {
    Database(Fault),
    /// What is missing, in words for the operator.
    Missing(String),
}

impl From<Fault> for LoadError {
    fn from(fault: Fault) -> Self {
        Self::Database(fault)
    }
}

impl From<Error> for LoadError {
    fn from(error: Error) -> Self {
        Self::Database(error.into())
    }
}

async fn missing(confined: &mut Confined, role: &str) -> Result<LoadError, Fault> {
    let there = "select to_regclass('realtime.messages') is not null";
    let rows: Vec<Row> = confined.catalogue(there, &[]).await?;
    let is_there = rows.first().map(|row| row.try_get::<_, bool>(0)).transpose()?;
    Ok(LoadError::Missing(match is_there {
        Some(true) => format!("role {role:?} does not exist"),
        _ => "the table realtime.messages does not exist: run `baton pg setup`".to_owned(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_always_or_never_allowed_is_not_asked_about() {
        let mut clauses = Clauses::default();
        assert!(matches!(rule(&clauses), Rule::Always(Decision::NONE)));
        clauses.add(true, Some("true"));
        assert!(matches!(rule(&clauses), Rule::Always(Decision::ALL)));
        clauses.add(false, Some("a"));
        let Rule::Ask(body) = rule(&clauses) else { panic!("asks") };
        assert!(body.expression.ends_with(" where ((true)) and (a))"), "{}", body.expression);
    }

    #[test]
    fn extensions_that_are_listed_are_allowed() {
        assert_eq!(decision(None), Decision::NONE);
        assert_eq!(decision(Some("presence")), Decision { broadcast: false, presence: true });
        assert_eq!(decision(Some("broadcast,presence")), Decision::ALL);
    }
}
