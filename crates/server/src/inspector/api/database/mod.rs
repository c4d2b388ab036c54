//! The databases that feed apps: how they are, which tables are read, and why somebody sees a row or not.

mod asked;
mod channel;
mod policies;
mod row;

use baton_postgres::explain::{self, ExplainError, PublishedTable};
use hyper::Method;
use serde_json::{Value, json};

use self::asked::Asked;
use super::{Call, Outcome, maybe_text, object};
use crate::database::{Database, Health};
use crate::inspector::sessions::Role;
use crate::tenants::Answer;

/// What followers ask for: entries of the list.
const FOLLOWED: usize = 1_000;
/// Columns of a table that are listed.
const COLUMNS: usize = 100;

/// How each app's database is.
pub(super) fn show(call: &Call<'_>) -> Outcome {
    let apps = match call.app()? {
        Some(app) => vec![app],
        None => call.node.config().apps().to_vec(),
    };
    let databases: Vec<_> =
        apps.iter().filter_map(|state| Some(one(&state.app.id, state.database.as_deref()?))).collect();
    if databases.is_empty() {
        let text = "No app that you see has a database: set database_url of an app to follow its tables, and to have its policies \
                    decide who may join private channels";
        return Err(Answer::error(404, text));
    }
    Ok(call.answer(json!({ "apps": databases })))
}

fn one(app: &str, database: &Database) -> Value {
    let Health { is_up, feed_is_up, feed_lag, policies } = database.health();
    let state = match (is_up, feed_is_up) {
        (false, _) => "down",
        (true, Some(false)) => "not read",
        (true, Some(true)) => "read",
        (true, None) => "idle",
    };
    let (slot, publication) = database.read_by();
    json!({
        "app": app, "state": state, "slot": slot, "publication": publication,
        "lag_ms": feed_lag.map(|lag| u64::try_from(lag.as_millis()).unwrap_or(u64::MAX)),
        "policy_questions": policies.questions, "policy_failures": policies.failures.iter().sum::<u64>(),
    })
}

/// The tables that are read, and what followers ask for.
pub(super) async fn tables(call: &Call<'_>) -> Outcome {
    call.is(Method::GET)?;
    let state = call.one_app()?;
    let database = database_of(state.database.as_deref())?;
    let (source, settings, _permit) = database.explaining().await.ok_or_else(busy)?;
    let tables = explain::tables(source, &settings.publication).await.map_err(refusal)?;
    let is_complete = tables.len() < explain::TABLES;
    let tables: Vec<_> = tables.iter().map(table).collect();
    let all = database.followed();
    let followed: Vec<_> = all.iter().take(FOLLOWED).map(|one| {
        json!({ "schema": one.schema, "table": one.table, "role": one.role, "subscriptions": one.subscriptions })
    }).collect();
    Ok(call.answer(json!({
        "app": state.app.id, "publication": settings.publication, "tables": tables, "complete": is_complete,
        "followed": followed, "followed_total": all.len(),
    })))
}

fn table(table: &PublishedTable) -> Value {
    json!({
        "schema": table.schema, "table": table.table, "partitioned": table.is_partitioned, "key": table.key,
        "columns": &table.columns[..table.columns.len().min(COLUMNS)], "replica_identity": table.replica_identity, "row_filter": table.row_filter,
        "row_level_security": table.row_security, "forced": table.is_forced, "policies": table.policies,
    })
}

/// Why somebody sees a row or may use a private channel, or not.
pub(super) async fn explain(call: &Call<'_>) -> Outcome {
    call.is(Method::POST)?;
    if call.caller.role() == Role::Reader {
        let why = "Explaining evaluates the database's policies, which is for operators: sign in with inspector_token";
        return Err(Answer::error(403, why));
    }
    // An app's key does not prove that its backend may act as any role of the database, or as any user.
    call.for_all_apps()?;
    let given = object(call.body)?;
    let state = call.one_app_of(maybe_text(&given, "app")?)?;
    let database = database_of(state.database.as_deref())?;
    let asked = Asked::read(&given)?;
    call.audit("explain policies", &format!("app {}, {}", state.app.id, asked.subject()));
    let (source, settings, _permit) = database.explaining().await.ok_or_else(busy)?;
    match &asked {
        Asked::Row { table: (schema, table), key, who } => {
            let question = explain::RowQuestion { schema, table, key, asker: who.asker() };
            let found = explain::row(source, &settings.publication, question).await.map_err(refusal)?;
            Ok(call.answer(row::answer(&asked, &settings.publication, &found)))
        }
        Asked::Channel { topic, who } => {
            let question = explain::ChannelQuestion { topic, asker: who.asker() };
            let found = explain::channel(source, question).await.map_err(refusal)?;
            Ok(call.answer(channel::answer(&asked, &found)))
        }
    }
}

fn database_of(database: Option<&Database>) -> Result<&Database, Answer> {
    database.ok_or_else(|| Answer::error(404, "This app has no database: set database_url"))
}

fn busy() -> Answer {
    Answer::error(503, "Others ask this database already: try again in a few seconds")
}

fn refusal(error: ExplainError) -> Answer {
    let status = match error {
        ExplainError::Unfit(_) | ExplainError::Superuser => 400,
        ExplainError::Failed(_) | ExplainError::Unreachable(_) => 502,
        ExplainError::TimedOut | ExplainError::Overdue => 504,
    };
    let mut text = error.to_string();
    if let Some(fix) = policies::fix_of(&text, None) {
        text.push_str(&format!(". {fix}"));
    }
    Answer::error(status, &text)
}
