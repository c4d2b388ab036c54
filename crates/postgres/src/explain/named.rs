//! The policies of a table, each with its name and its outcome.

use tokio_postgres::Client;

use super::{Asker, EVALUATED, ExplainError, POLICIES, POLICY_BYTES, cut};
use crate::confined::{Batch, Body, Confined, Evaluation, Fault, Names, Query, Stored};
use crate::policy::{Command, HIDDEN, POLICIES_NAMED};
use crate::row::Oid;

/// Bytes of an expression that is shown and evaluated; [`ALL`] has no more letters of one.
const EXPRESSION_BYTES: usize = 16_384;

/// Policies of a table, whomever they are for. `$2` is the role, `$3` the command's code.
const ALL: &str = "
select p.polname::text, p.polpermissive,
       case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
       array(select coalesce(r.rolname::text, 'public') from unnest(p.polroles) u left join pg_roles r on r.oid = u order by 1),
       left(case $3::text when 'r' then pg_get_expr(p.polqual, p.polrelid)
         else coalesce(pg_get_expr(p.polwithcheck, p.polrelid), pg_get_expr(p.polqual, p.polrelid)) end, 16384),
       p.polcmd::text in ('*', $3::text),
       exists (select from unnest(p.polroles) r where r = 0 or pg_has_role($2::oid, r, 'usage'))
from pg_policy p where p.polrelid = $1 order by 6 desc, 7 desc, p.polpermissive desc, p.polname limit $4";

/// The result of a policy's expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It holds.
    True,
    /// It does not hold.
    False,
    /// It is unknown: something that it reads is `NULL`. It does not hold.
    Null,
    /// It ends in an error, and nobody sees the row: `SQLSTATE` and message.
    Error {
        /// The code of five characters.
        code: Box<str>,
        /// The database's words.
        message: Box<str>,
    },
    /// It took too long.
    TooSlow,
    /// It was not evaluated: it names something in a schema that neither the role nor the server's login may use, which
    /// PostgreSQL itself does not need. The database's words.
    NotEvaluated {
        /// Most often that permission for a schema is denied.
        message: Box<str>,
    },
}

/// A policy of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// Its name.
    pub name: String,
    /// Whether it lets rows pass (one such has to hold), or restricts them (all have to hold).
    pub is_permissive: bool,
    /// The command that it is for: `select`, `insert`, `update`, `delete` or `all`.
    pub command: String,
    /// The roles that it is for; `public` is everybody.
    pub roles: Vec<String>,
    /// What it says of the command that is asked about; without an expression a policy counts for nothing.
    pub expression: Option<String>,
    /// Whether it is for the command that is asked about.
    pub is_for_command: bool,
    /// Whether it is for the role.
    pub is_for_role: bool,
    /// Its result for each of the rows that are asked about; empty where it was not evaluated.
    pub outcomes: Vec<Outcome>,
}

impl Policy {
    /// Whether it decides.
    pub fn counts(&self) -> bool {
        self.is_for_command && self.is_for_role && self.expression.is_some()
    }
}

/// How policies are evaluated.
#[derive(Clone)]
pub(super) struct Evaluating<'a> {
    pub(super) table: Oid,
    pub(super) role: Oid,
    pub(super) command: Command,
    pub(super) asker: Asker<'a>,
    /// The settings that hold meanwhile, and their values.
    pub(super) settings: (&'static [&'static str], Vec<&'a str>),
    /// Values that expressions may use besides `own`: the only element of each shared list.
    pub(super) shared: &'a [Option<&'a str>],
    /// What is asked about.
    pub(super) own: &'a str,
}

/// Reads the policies of a table, those that count first, without evaluating any.
pub(super) async fn read(
    client: &Client,
    table: Oid,
    role: Oid,
    command: Command,
) -> Result<Vec<Policy>, ExplainError> {
    let read = |row: &tokio_postgres::Row| {
        Ok(Policy {
            name: row.try_get(0)?,
            is_permissive: row.try_get(1)?,
            command: row.try_get(2)?,
            roles: row.try_get(3)?,
            expression: row.try_get(4)?,
            is_for_command: row.try_get(5)?,
            is_for_role: row.try_get(6)?,
            outcomes: Vec::new(),
        })
    };
    let most = i64::try_from(POLICIES).unwrap_or(i64::MAX);
    let rows = client.query(ALL, &[&table, &role, &command.code(), &most]).await?;
    let mut policies = rows.iter().map(read).collect::<Result<Vec<_>, ExplainError>>()?;
    policies.sort_by_key(|policy| !policy.counts());
    Ok(policies)
}

/// Evaluates those that count. `rows` makes an expression of a condition: a text with the condition's value for each row
/// that is asked about, `true`, `false` or `null`, with commas between.
pub(super) async fn evaluate(
    (client, confined): (&Client, &mut Confined),
    policies: &mut [Policy],
    how: &Evaluating<'_>,
    rows: impl Fn(Names, &str) -> String,
) -> Result<(), ExplainError> {
    let as_role = texts(confined, how).await?;
    let code = how.command.code();
    let is_hidden: bool = client.query_one(HIDDEN, &[&how.table, &how.role, &code]).await?.try_get(0)?;
    for policy in policies.iter_mut().filter(|policy| policy.counts()).take(EVALUATED) {
        let Some(expression) = &policy.expression else { continue };
        let (settings, shared) = (how.settings.0, how.shared.len());
        if expression.len() >= EXPRESSION_BYTES {
            policy.outcomes = vec![Outcome::NotEvaluated { message: "its expression is too long".into() }];
            continue;
        }
        let stored = is_hidden.then(|| Stored::new(&rows(Names::Stored, expression))).flatten();
        let body = match stored {
            Some(stored) => Body { settings, shared, expression: String::new(), stored: Some(stored) },
            None => {
                let text = as_role.iter().find(|(name, _)| *name == policy.name).map(|(_, text)| text);
                // It was dropped or renamed meanwhile.
                let Some(text) = text else { continue };
                let expression = rows(Body::direct(settings), text);
                Body { settings, shared, expression, stored: None }
            }
        };
        policy.outcomes = match ask(confined, &body, how).await {
            Ok(evaluation) => outcomes(evaluation),
            Err(Fault::Postgres(error)) => match error.as_db_error() {
                Some(said) if body.stored.is_some() => {
                    vec![Outcome::NotEvaluated { message: cut(said.message()).into() }]
                }
                Some(said) => {
                    let (code, message) = (said.code().code().into(), cut(said.message()).into());
                    vec![Outcome::Error { code, message }]
                }
                None => return Err(error.into()),
            },
            Err(fault) => return Err(fault.into()),
        };
    }
    Ok(())
}

/// Evaluates one body.
pub(super) async fn ask(
    confined: &mut Confined,
    body: &Body,
    how: &Evaluating<'_>,
) -> Result<Option<Evaluation>, Fault> {
    let settings: Vec<Vec<&str>> = how.settings.1.iter().map(|&value| vec![value]).collect();
    let shared: Vec<Vec<Option<&str>>> = how.shared.iter().map(|&value| vec![value]).collect();
    let own = [how.own];
    let batch = Batch { role: how.asker.role, body, settings: &settings, own: &own, shared: &shared };
    let answers = match body.stored {
        Some(_) => confined.evaluate_stored(batch).await?,
        None => confined.evaluate(batch).await?,
    };
    Ok(answers.into_iter().next())
}

/// The texts of the policies that count, as the role reads them: names stand as it can find them.
async fn texts(confined: &mut Confined, how: &Evaluating<'_>) -> Result<Vec<(String, String)>, ExplainError> {
    let (table, oid, code) = (how.table.to_string(), how.role.to_string(), how.command.code());
    let parameters = [Some(&*table), Some(&*oid), Some(code)];
    let (role, sql) = (how.asker.role, POLICIES_NAMED);
    let query = Query { role, settings: &[], sql, parameters: &parameters, room: POLICY_BYTES };
    let mut all = Vec::new();
    for row in confined.query(query).await? {
        let list: Vec<Option<String>> = row.try_get(0)?;
        if let [Some(name), _, Some(text)] = &list[..] {
            all.push((name.clone(), text.clone()));
        }
    }
    Ok(all)
}

fn outcomes(evaluation: Option<Evaluation>) -> Vec<Outcome> {
    match evaluation {
        Some(Evaluation::Value(value)) => {
            let words = value.as_deref().unwrap_or_default().split(',').filter(|word| !word.is_empty());
            words
                .map(|word| match word {
                    "true" => Outcome::True,
                    "false" => Outcome::False,
                    _ => Outcome::Null,
                })
                .collect()
        }
        Some(Evaluation::Error { code, message }) => vec![Outcome::Error { code, message }],
        Some(Evaluation::Cancelled) | None => vec![Outcome::TooSlow],
    }
}
