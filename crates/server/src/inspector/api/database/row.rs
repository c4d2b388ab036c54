//! Why somebody sees a row, or not.

use baton_postgres::explain::{RowExplanation, WhyNoValues};
use serde_json::{Value, json};

use super::asked::Asked;
use super::policies::{PAGE, as_json, capitalized, check_rights, note_unknown, sentence};
use crate::inspector::api::diagnosis::Diagnosis;

/// The answer.
pub(super) fn answer(asked: &Asked, publication: &str, found: &RowExplanation) -> Value {
    let Asked::Row { table: (schema, name), key, who } = asked else { return Value::Null };
    let table = format!("{schema}.{name}");
    let mut diagnosis = Diagnosis::of(asked.subject());
    if found.is_published {
        diagnosis.good("The table is in the publication", publication);
    } else {
        let verdict =
            format!("Nobody is sent changes of {table}: it is not in the publication {publication}.");
        let fix = format!("alter publication {publication} add table {table};");
        diagnosis.bad("The table is in the publication", publication, verdict).fix(fix, "postgresql.md");
    }
    if let Some(filter) = &found.row_filter {
        diagnosis.unknown("The publication has the row", format!("it has those with {filter}"));
    }
    if found.key.is_empty() {
        let verdict = format!("{table} has no primary key: its changes are sent without values.");
        let fix = format!("alter table {table} add primary key (…);");
        diagnosis.bad("The table has a primary key", "none", verdict).fix(fix, "postgresql.md");
    } else {
        diagnosis.good("The table has a primary key", found.key.join(", "));
    }
    let decides = check_rights(&mut diagnosis, asked, found.rights.as_ref(), (&table, "select"));
    let columns = found.rights.iter().flat_map(|rights| &rights.columns);
    let hidden: Vec<&str> = columns.filter(|column| !column.is_allowed).map(|column| &*column.name).collect();
    if let Some(column) = found.key.iter().find(|column| hidden.contains(&&***column))
        && found.rights.as_ref().is_some_and(|rights| rights.has_any_column())
    {
        let verdict = format!(
            "Role {} may not select {column}, a column of the primary key of {table}: its changes are sent without values.",
            who.role
        );
        let fix = format!("grant select ({column}) on {table} to {};", who.role);
        diagnosis.bad("The role may select the key", &**column, verdict).fix(fix, PAGE);
    }
    check_row(&mut diagnosis, found, &table, !key.is_empty());
    note_unknown(&mut diagnosis, &found.policies);
    let because = sentence(&found.policies, 0, ("the row", &who.role, "select"));
    let otherwise = match (&found.is_visible, decides) {
        (Some(Ok(true)), true) => format!("{} sees the row: {because}.", capitalized(&who.name())),
        (Some(Ok(true)), false) => {
            format!("{} sees the row, as every row of {table}.", capitalized(&who.name()))
        }
        (Some(Ok(false)), true) => {
            let verdict = format!("{} does not see the row: {because}.", capitalized(&who.name()));
            diagnosis.bad("The policies let the row pass", "no", &*verdict).fix(fix(found), PAGE);
            verdict
        }
        (Some(Ok(false)), false) => format!("{} does not see the row.", capitalized(&who.name())),
        (Some(Err(error)), _) => {
            let verdict = format!(
                "{} does not see the row: PostgreSQL refuses to show it: {error}",
                capitalized(&who.name())
            );
            diagnosis.bad("PostgreSQL shows the row", &**error, &*verdict);
            verdict
        }
        (None, true) => {
            diagnosis.unknown("A row is named", "no");
            format!("Policies decide which rows of {table} {} sees: name one.", who.name())
        }
        (None, false) => format!("{} sees every row of {table}.", capitalized(&who.name())),
    };
    let mut body = diagnosis.into_json(otherwise);
    body["visible"] = match &found.is_visible {
        Some(Ok(is_visible)) => json!(is_visible),
        Some(Err(_)) => json!(false),
        None => Value::Null,
    };
    body["columns_hidden"] = json!(hidden);
    body["policies"] = found.policies.iter().map(|policy| as_json(policy, &[])).collect();
    body
}

/// Whether the row is there, and its policies could be evaluated one by one.
fn check_row(diagnosis: &mut Diagnosis, found: &RowExplanation, table: &str, is_named: bool) {
    match &found.no_values {
        Some(WhyNoValues::Gone) => {
            let verdict = format!("There is no such row in {table}.");
            let fix = "Compare the key's values. Of a row that was deleted its key is sent, by which clients remove it.";
            diagnosis.bad("The row exists", "no", verdict).fix(fix, PAGE);
        }
        Some(WhyNoValues::NotReadable(why)) => {
            let value = format!(
                "the policies cannot be evaluated one by one, since service_role cannot read the table: {why}"
            );
            diagnosis.unknown("The row exists", value).fix(
                format!("grant select on {table} to service_role; alter role service_role bypassrls;"),
                PAGE,
            );
        }
        Some(WhyNoValues::TypeOfUser) => {
            let value = "the policies cannot be evaluated one by one, since the key is of a type that is not PostgreSQL's own";
            diagnosis.unknown("The row exists", value);
        }
        Some(WhyNoValues::NotAsked | WhyNoValues::NoKey) => {}
        None if is_named && found.rights.is_some() => drop(diagnosis.good("The row exists", "yes")),
        None => {}
    }
}

/// What to change where policies refuse a row.
fn fix(found: &RowExplanation) -> &'static str {
    if found.policies.iter().any(|policy| policy.counts() && policy.is_permissive) {
        "Compare the expressions below with the row and the claims: auth.uid() is the claim sub."
    } else {
        "create policy … for select to ROLE using (…);"
    }
}
