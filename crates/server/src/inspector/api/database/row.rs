//! Why somebody sees a row, or not.

use baton_postgres::explain::{RowExplanation, WhyNoValues};
use baton_postgres::setup::identifier;
use serde_json::{Value, json};

use super::asked::Asked;
use super::policies::{PAGE, as_json, capitalized, check_rights, fix_of, note_unknown, sentence, spelled};
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
        let fix =
            format!("alter publication {} add table {};", identifier(publication), spelled((schema, name)));
        diagnosis.bad("The table is in the publication", publication, verdict).fix(fix, "postgresql.md");
    }
    if let Some(filter) = &found.row_filter {
        diagnosis.unknown("The publication has the row", format!("it has those with {filter}"));
    }
    if found.key.is_empty() {
        let verdict = format!("{table} has no primary key: its changes are sent without values.");
        let fix = format!("alter table {} add primary key (…);", spelled((schema, name)));
        diagnosis.bad("The table has a primary key", "none", verdict).fix(fix, "postgresql.md");
    } else {
        diagnosis.good("The table has a primary key", found.key.join(", "));
    }
    let decides = check_rights(&mut diagnosis, asked, found.rights.as_ref(), (schema, name, "select"));
    let columns = found.rights.iter().flat_map(|rights| &rights.columns);
    let hidden: Vec<&str> = columns.filter(|column| !column.is_allowed).map(|column| &*column.name).collect();
    if let Some(column) = found.key.iter().find(|column| hidden.contains(&&***column))
        && found.rights.as_ref().is_some_and(|rights| rights.has_any_column())
    {
        let verdict = format!(
            "Role {} may not select {column}, a column of the primary key of {table}: its changes are sent without values.",
            who.role
        );
        let fix = format!(
            "grant select ({}) on {} to {};",
            identifier(column),
            spelled((schema, name)),
            identifier(&who.role)
        );
        diagnosis.bad("The role may select the key", &**column, verdict).fix(fix, PAGE);
    }
    check_row(&mut diagnosis, found, (schema, name), !key.is_empty());
    note_unknown(&mut diagnosis, &found.policies);
    let because = sentence(&found.policies, 0, ("the row", &who.role, "select"));
    let otherwise = match (&found.is_visible, decides) {
        (Some(Ok(true)), true) => format!("{} sees the row: {because}.", capitalized(&who.name())),
        (Some(Ok(true)), false) => {
            format!("{} sees the row, as every row of {table}.", capitalized(&who.name()))
        }
        (Some(Ok(false)), _) if found.no_values == Some(WhyNoValues::Gone) => String::new(),
        (Some(Ok(false)), true) => {
            let verdict = format!("{} does not see the row: {because}.", capitalized(&who.name()));
            diagnosis
                .bad("The policies let the row pass", "no", &*verdict)
                .fix(fix(found, (schema, name), &who.role), PAGE);
            verdict
        }
        (Some(Ok(false)), false) => format!("{} does not see the row.", capitalized(&who.name())),
        (Some(Err(error)), _) => {
            let verdict = format!(
                "{} does not see the row: PostgreSQL refuses to show it: {error}",
                capitalized(&who.name())
            );
            let step = diagnosis.bad("PostgreSQL shows the row", &**error, &*verdict);
            if let Some(fix) = fix_of(error, Some(&who.role)) {
                step.fix(fix, PAGE);
            }
            verdict
        }
        (None, true) => {
            diagnosis.unknown("A row is named", "no");
            let example = found.key.first().map_or("", |column| column);
            format!("Policies decide for each row of {table}: add its primary key, such as {example} = 7.")
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
fn check_row(diagnosis: &mut Diagnosis, found: &RowExplanation, table: (&str, &str), is_named: bool) {
    let mut unknown = |value: String, fix: Option<String>| {
        let step = diagnosis.unknown("The row can be read, to evaluate policies one by one", value);
        if let Some(fix) = fix {
            step.fix(fix, PAGE);
        }
    };
    match &found.no_values {
        Some(WhyNoValues::Gone) => {
            let verdict = format!("There is no such row in {}.{}.", table.0, table.1);
            let fix = "Compare the key's values. Of a row that was deleted its key is sent, by which clients remove it.";
            diagnosis.bad("The row exists", "no", verdict).fix(fix, PAGE);
        }
        Some(WhyNoValues::NotReadable { by, why }) => {
            let (role, schema) = (identifier(by), identifier(table.0));
            let fix = if why.starts_with("permission denied to set role") {
                fix_of(why, None)
            } else if why.starts_with("permission denied for schema") {
                Some(format!(
                    "grant usage on schema {schema} to {role}; grant select on {} to {role};",
                    spelled(table)
                ))
            } else if why.starts_with("permission denied for") {
                Some(format!("grant select on {} to {role};", spelled(table)))
            } else if why.contains("row-level security") {
                Some(format!("alter role {role} bypassrls;"))
            } else {
                None
            };
            unknown(format!("no, {by} cannot: {why}"), fix);
        }
        Some(WhyNoValues::OwnerOfLess) => unknown(
            "no: what its owner wrote would run with rights that the owner lacks".to_owned(),
            Some(format!(
                "Let the owner have the rights of service_role (grant service_role to OWNER;), or the server's login those of the owner. The owner \
                 of {} and of its schema counts.",
                spelled(table)
            )),
        ),
        Some(WhyNoValues::TooLarge) => unknown("no: it has more than 1 MiB".to_owned(), None),
        Some(WhyNoValues::TypeOfUser) => {
            unknown("no: its key is of a type that is not PostgreSQL's own".to_owned(), None);
        }
        Some(WhyNoValues::NotAsked | WhyNoValues::NoKey) => {}
        None if is_named && found.rights.is_some() => drop(diagnosis.good("The row exists", "yes")),
        None => {}
    }
}

/// What to change where policies refuse a row.
fn fix(found: &RowExplanation, table: (&str, &str), role: &str) -> String {
    if found.policies.iter().any(|policy| policy.counts() && policy.is_permissive) {
        "Compare the policies' expressions with the row and the claims: auth.uid() is the claim sub."
            .to_owned()
    } else {
        format!("create policy \"…\" on {} for select to {} using (…);", spelled(table), identifier(role))
    }
}
