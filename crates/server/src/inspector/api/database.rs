//! The databases that feed apps.

use serde_json::json;

use super::{Call, Outcome};
use crate::database::{Database, Health};
use crate::tenants::Answer;

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

fn one(app: &str, database: &Database) -> serde_json::Value {
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
