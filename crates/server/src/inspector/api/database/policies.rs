//! Policies in an answer, and their joint result.

use baton_postgres::explain::{Outcome, Policy, Rights, RowSecurity};
use baton_postgres::setup::identifier;
use serde_json::{Value, json};

use super::asked::Asked;
use crate::inspector::api::diagnosis::Diagnosis;

/// The page of the docs about policies.
pub(super) const PAGE: &str = "postgresql.md#why-a-user-does-not-see-a-row";

/// A policy. `kinds` name what its outcomes are for; one kind without a name is the row itself.
pub(super) fn as_json(policy: &Policy, kinds: &[&str]) -> Value {
    let outcome = |n: usize| match policy.outcomes.get(n).or(policy.outcomes.last().filter(is_of_all)) {
        Some(outcome) => json!(word(outcome)),
        None => Value::Null,
    };
    let outcomes = match kinds {
        [] => outcome(0),
        kinds => kinds.iter().enumerate().map(|(n, kind)| ((*kind).to_owned(), outcome(n))).collect(),
    };
    let error = policy.outcomes.iter().find_map(|outcome| match outcome {
        Outcome::Error { code, message } => Some(json!({ "code": code, "message": message })),
        Outcome::NotEvaluated { message } => Some(json!({ "code": null, "message": message })),
        _ => None,
    });
    json!({
        "name": policy.name, "kind": if policy.is_permissive { "permissive" } else { "restrictive" },
        "command": policy.command, "roles": policy.roles, "expression": policy.expression,
        "counts": policy.counts(), "outcome": outcomes, "error": error,
    })
}

/// Whether an outcome is that of all kinds: they are evaluated together.
fn is_of_all(outcome: &&Outcome) -> bool {
    matches!(outcome, Outcome::Error { .. } | Outcome::TooSlow | Outcome::NotEvaluated { .. })
}

/// Whether the result of a policy is not known.
pub(super) fn is_unknown(policy: &Policy) -> bool {
    let is_unknown = |outcome: &Outcome| matches!(outcome, Outcome::NotEvaluated { .. });
    policy.counts() && (policy.outcomes.is_empty() || policy.outcomes.iter().any(is_unknown))
}

/// How an outcome is written; `None` for one that is not known.
fn word(outcome: &Outcome) -> Option<&'static str> {
    Some(match outcome {
        Outcome::True => "true",
        Outcome::False => "false",
        Outcome::Null => "null",
        Outcome::Error { .. } => "error",
        Outcome::TooSlow => "too slow",
        Outcome::NotEvaluated { .. } => return None,
    })
}

/// What a role may do with the table, before its policies: whether they are to be looked at.
pub(super) fn check_rights(
    diagnosis: &mut Diagnosis,
    asked: &Asked,
    rights: Option<&Rights>,
    (schema, name, verb): (&str, &str, &str),
) -> bool {
    let table = (schema, name);
    let role = &asked.who().role;
    let Some(rights) = rights else {
        let verdict = format!("The database has no role {role}.");
        let fix =
            format!("Use a role that is there in the token's claim role, or create role \"{role}\" nologin;");
        diagnosis.bad("The role exists", &**role, verdict).fix(fix, PAGE);
        return false;
    };
    diagnosis.good("The role exists", &**role);
    if !rights.schema {
        let verdict = format!("Role {role} may not use the schema {schema}.");
        let fix = format!("grant usage on schema {} to {};", identifier(schema), identifier(role));
        diagnosis.bad("The role may use the schema", schema, verdict).fix(fix, PAGE);
        return false;
    }
    diagnosis.good("The role may use the schema", schema);
    let lacking: Vec<&str> =
        rights.columns.iter().filter(|column| !column.is_allowed).map(|column| &*column.name).collect();
    let what = format!("The role may {verb}");
    if !rights.has_any_column() {
        let verdict = format!("Role {role} may not {verb} on {schema}.{name}.");
        let fix = format!("grant {verb} on {} to {};", spelled(table), identifier(role));
        diagnosis.bad(&what, format!("{schema}.{name}"), verdict).fix(fix, PAGE);
        return false;
    }
    match lacking.is_empty() {
        true => diagnosis.good(&what, "all columns"),
        false => diagnosis.good(&what, format!("all columns but {}", lacking.join(", "))),
    };
    let (value, decides) = match rights.row_security {
        RowSecurity::Off => ("not enabled on the table: every row passes", false),
        RowSecurity::Bypassed => ("the role bypasses it: every row passes", false),
        RowSecurity::OfOwner => {
            ("not for the table's owner, whose rights the role has: every row passes", false)
        }
        RowSecurity::Policies => ("policies decide", true),
    };
    diagnosis.good("Row-level security", value);
    decides
}

/// Notes that not all policies could be evaluated one by one, which does not change what is decided.
pub(super) fn note_unknown(diagnosis: &mut Diagnosis, policies: &[Policy]) {
    let found =
        policies.iter().flat_map(|policy| policy.outcomes.iter().map(move |outcome| (policy, outcome)));
    for (policy, outcome) in found {
        if let Outcome::NotEvaluated { message } = outcome {
            let what = format!("Policy {:?} can be evaluated by itself", policy.name);
            diagnosis
                .unknown(&what, &**message)
                .fix("grant usage on schema … to the server's login, the user in database_url", PAGE);
        }
    }
}

/// Why policies together let something pass or refuse it, by their outcomes at a place. `it` names what passes or does not.
pub(super) fn sentence(policies: &[Policy], place: usize, (it, role, verb): (&str, &str, &str)) -> String {
    let counting = || policies.iter().filter(|policy| policy.counts());
    let at =
        |policy: &Policy| policy.outcomes.get(place).or(policy.outcomes.last().filter(is_of_all)).cloned();
    let named = |found: &[&Policy]| {
        let names: Vec<String> = found.iter().map(|policy| format!("{:?}", policy.name)).collect();
        format!("{} {}", if found.len() == 1 { "policy" } else { "policies" }, names.join(", "))
    };
    let permissive: Vec<&Policy> = counting().filter(|policy| policy.is_permissive).collect();
    if permissive.is_empty() {
        return format!(
            "no permissive policy for {verb} is for the role {role}, and without one nothing passes"
        );
    }
    let refusing: Vec<&Policy> =
        counting().filter(|policy| !policy.is_permissive && at(policy) != Some(Outcome::True)).collect();
    let letting: Vec<&Policy> =
        permissive.iter().copied().filter(|policy| at(policy) == Some(Outcome::True)).collect();
    let unknown: Vec<&Policy> = counting().filter(|policy| is_unknown(policy)).collect();
    if !unknown.is_empty() {
        return format!("the result of {} is not known", named(&unknown));
    }
    let failing: Vec<&Policy> =
        counting().filter(|policy| at(policy).as_ref().is_some_and(|it| is_of_all(&it))).collect();
    if let ([first, ..], true) = (&failing[..], letting.is_empty() || !refusing.is_empty()) {
        let text = match at(first) {
            Some(Outcome::Error { message, .. }) => format!("ends in an error: {message}"),
            _ => "takes too long".to_owned(),
        };
        return format!("policy {:?} {text}", first.name);
    }
    if letting.is_empty() {
        return format!(
            "{} {} not true for {it}",
            named(&permissive),
            if permissive.len() == 1 { "is" } else { "are" }
        );
    }
    if !refusing.is_empty() {
        return format!(
            "restrictive {} {} not true for {it}",
            named(&refusing),
            if refusing.len() == 1 { "is" } else { "are" }
        );
    }
    format!("{} {} it pass", named(&letting), if letting.len() == 1 { "lets" } else { "let" })
}

/// A text as the beginning of a sentence.
pub(super) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// A sentence as a part of another.
pub(super) fn uncapitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}

/// A table as SQL has it.
pub(super) fn spelled((schema, table): (&str, &str)) -> String {
    format!("{}.{}", identifier(schema), identifier(table))
}

/// What to change where PostgreSQL refuses something in these words, if that is certain. `role` is the one that asked.
pub(super) fn fix_of(error: &str, role: Option<&str>) -> Option<String> {
    if let Some(role) = error.strip_prefix("permission denied to set role ") {
        let role = identifier(role.trim_matches('"'));
        return Some(format!(
            "grant {role} to the server's login, the user in database_url: grant {role} to baton;"
        ));
    }
    if error.starts_with("invalid input syntax for type uuid") {
        return Some(
            "auth.uid() needs a UUID as user. Policies on other ids use auth.jwt() ->> 'sub'.".to_owned(),
        );
    }
    let role = role.map(identifier)?;
    let denied = error.strip_prefix("permission denied for ")?;
    let (kind, name) = denied.split_once(' ')?;
    match kind {
        "table" | "view" => Some(format!("The policy reads {name}: grant select on {name} to {role};")),
        "schema" => {
            Some(format!("The policy uses the schema {name}: grant usage on schema {name} to {role};"))
        }
        "function" => Some(format!("The policy calls {name}: grant execute on function {name} to {role};")),
        _ => None,
    }
}
