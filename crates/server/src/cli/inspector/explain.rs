//! `baton explain`: which policy lets a user see a row or join a private channel, or refuses it.

use serde_json::{Map, Value, json};

use super::answer::{list, some_text, text};
use super::columns::whole;
use super::failure::Failure;
use super::look::{Colour, Look, print};
use super::server::Server;
use super::why;

/// What is explained, and for whom.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) subject: Subject,
    pub(super) user: Option<String>,
    pub(super) role: Option<String>,
    pub(super) claims: Option<Map<String, Value>>,
}

/// A row of a table, or a private channel.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Subject {
    Row { table: String, key: Vec<(String, String)> },
    Channel(String),
}

/// Reads `COLUMN=VALUE`.
pub(super) fn column(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => {
            Err(format!("{text:?}: expected COLUMN=VALUE, such as id=7, for each column of the primary key"))
        }
    }
}

/// Reads the claims.
pub(super) fn claims(text: &str) -> Result<Map<String, Value>, String> {
    serde_json::from_str(text).map_err(|error| format!("--claims: expected a JSON object: {error}"))
}

/// Asks, and prints the verdict, the policies and the steps.
pub(super) async fn explain(
    server: &mut Server,
    wanted: Wanted,
    json: bool,
    look: Look,
) -> Result<(), Failure> {
    let app = server.app().await?;
    let mut body = json!({ "app": app, "user": wanted.user, "role": wanted.role, "claims": wanted.claims });
    match wanted.subject {
        Subject::Row { table, key } => {
            let key: Map<_, _> = key.into_iter().map(|(name, value)| (name, json!(value))).collect();
            body["table"] = json!(table);
            body["key"] = json!(key);
        }
        Subject::Channel(name) => body["channel"] = json!(name),
    }
    let answer = server.post("/database/explain", &body).await?;
    print(&if json { format!("{answer}\n") } else { page(&answer, look) })
}

fn page(answer: &Value, look: Look) -> String {
    let mut page = why::verdict(answer, look);
    for policy in list(answer, "policies") {
        page.push_str(&policy_lines(policy, look));
    }
    for step in list(answer, "steps") {
        page.push_str(&why::step_lines(step, look));
    }
    page
}

/// A policy, whom it is for, what it comes to, and its expression.
fn policy_lines(policy: &Value, look: Look) -> String {
    let roles: Vec<_> = list(policy, "roles").iter().filter_map(Value::as_str).collect();
    let (kind, command) = (text(policy, "kind"), text(policy, "command"));
    let about = format!("{kind}, for {command} to {}", roles.join(", "));
    let outcome = match policy.get("counts").and_then(Value::as_bool) {
        Some(false) => "does not apply".to_owned(),
        _ => outcome(policy.get("outcome")),
    };
    let name = look.paint(Colour::Bold, &whole(text(policy, "name"), look));
    let mut lines = format!("  policy {name} ({}): {}\n", whole(&about, look), whole(&outcome, look));
    if let Some(expression) = some_text(policy, "expression") {
        // PostgreSQL breaks long ones into lines.
        let expression = expression.split_whitespace().collect::<Vec<_>>().join(" ");
        lines.push_str(&format!("      {}\n", whole(&expression, look)));
    }
    if let Some(error) = policy.get("error").and_then(|error| some_text(error, "message")) {
        lines.push_str(&format!("      {}\n", whole(error, look)));
    }
    lines
}

fn outcome(outcome: Option<&Value>) -> String {
    let word = |value: &Value| value.as_str().unwrap_or("not evaluated").to_owned();
    match outcome {
        Some(Value::Object(kinds)) => {
            let each: Vec<_> = kinds.iter().map(|(kind, value)| format!("{kind} {}", word(value))).collect();
            each.join(", ")
        }
        Some(value) => word(value),
        None => word(&Value::Null),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_policy_has_what_it_comes_to() {
        let answer = json!({ "verdict": "Ann sees the row.", "certain": true, "steps": [], "policies": [
            { "name": "own", "kind": "permissive", "command": "select", "roles": ["a", "b"], "counts": true,
              "outcome": "true", "expression": "(a\n   = b)", "error": null },
            { "name": "others", "kind": "restrictive", "command": "all", "roles": ["c"], "counts": false, "outcome": null },
            { "name": "kinds", "kind": "permissive", "command": "select", "roles": ["a"], "counts": true,
              "outcome": { "broadcast": "false", "presence": null }, "error": { "message": "denied" } },
        ]});
        assert_eq!(
            page(&answer, Look::PLAIN),
            "Ann sees the row.\n\
             \x20 policy own (permissive, for select to a, b): true\n\
             \x20     (a = b)\n\
             \x20 policy others (restrictive, for all to c): does not apply\n\
             \x20 policy kinds (permissive, for select to a): broadcast false, presence not evaluated\n\
             \x20     denied\n"
        );
    }

    #[test]
    fn a_column_has_a_value() {
        assert_eq!(column("id=a=b"), Ok(("id".into(), "a=b".into())));
        assert_eq!(column("id="), Ok(("id".into(), String::new())));
        for wrong in ["id", "=7", ""] {
            assert!(column(wrong).is_err(), "{wrong}");
        }
        assert!(claims("[]").is_err() && claims("{\"a\":1}").is_ok());
    }
}
