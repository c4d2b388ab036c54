//! Which rows a role sees, by their values as the stream has them, whether they are still there
//! or not: the policies' own expressions over rows that are nowhere.

use tokio_postgres::Client;

use super::rls_query::{Probe, SETTINGS};
use super::run;
use super::table::quoted;
use super::typed::Typed;
use crate::confined::{Body, Confined, Fault, Names, Query, Stored};
use crate::policy::{Clauses, HIDDEN, POLICIES_LISTED};
use crate::row::{Oid, Relation};

/// What finds them. The shared lists are the columns of the relation.
#[derive(Debug)]
pub(super) struct Image {
    body: Body,
    /// Whether the login has to understand it: it names something that the role may use in policies
    /// alone.
    is_stored: bool,
    /// Whether all columns are in the stream, so that it says what the table itself would.
    pub(super) is_whole: bool,
}

impl Image {
    pub(super) fn probe(&self) -> Probe<'_> {
        Probe { body: &self.body, is_stored: self.is_stored }
    }

    /// Reads what a role's policies say. `clauses` are as the login reads them, with an empty
    /// search path.
    pub(super) async fn read(
        (client, confined): (&Client, &mut Confined),
        relation: &Relation,
        (role, oid): (&str, Oid),
        clauses: &Clauses,
    ) -> Result<Option<Self>, run::Fault> {
        let columns = Typed::all(client, relation).await?;
        let is_whole =
            columns.iter().all(|column| relation.columns.iter().any(|known| known.name == column.name));
        let of = |clauses: &Clauses, names: Names| {
            let condition = clauses.condition().unwrap_or_else(|| "false".to_owned());
            expression(names, relation, &columns, &condition)
        };
        let (settings, shared): (&[&str], usize) = (&SETTINGS, relation.columns.len());
        let is_hidden: bool = client.query_one(HIDDEN, &[&relation.oid, &oid, &"r"]).await?.try_get(0)?;
        if is_hidden && let Some(stored) = Stored::new(&of(clauses, Names::Stored)) {
            let body = Body { settings, shared, expression: String::new(), stored: Some(stored) };
            return Ok(Some(Self { body, is_stored: true, is_whole }));
        }
        let clauses = match read_as(confined, relation, (role, oid)).await {
            Ok(clauses) => clauses,
            Err(Fault::Postgres(error)) if error.as_db_error().is_none() => return Err(error.into()),
            Err(fault) => {
                tracing::warn!(
                    ?fault,
                    role,
                    table = &*relation.table,
                    "policies cannot be read as a role reads them"
                );
                return Ok(None);
            }
        };
        let expression = of(&clauses, Body::direct(&SETTINGS));
        let body = Body { settings, shared, expression, stored: None };
        Ok(Some(Self { body, is_stored: false, is_whole }))
    }
}

/// As the role reads them, names stand as it can find them.
async fn read_as(
    confined: &mut Confined,
    relation: &Relation,
    (role, oid): (&str, Oid),
) -> Result<Clauses, Fault> {
    let (table, oid) = (relation.oid.to_string(), oid.to_string());
    let parameters = [Some(&*table), Some(&*oid), Some("r")];
    let query = Query { role, settings: &[], sql: POLICIES_LISTED, parameters: &parameters, room: i64::MAX };
    Ok(Clauses::read_lists(&confined.query(query).await?)?)
}

/// The rows have the table's name, since policies say it within queries of their own. Columns that
/// are not in the stream are not there: a policy that names one fails, and shows nothing.
fn expression(names: Names, relation: &Relation, columns: &[Typed], condition: &str) -> String {
    let value = |column: &Typed| {
        let place = relation.columns.iter().position(|known| known.name == column.name)?;
        let text = format!(r#"{}["baton:k"."baton:place"]"#, names.shared(place));
        Some(format!("{} as {}", column.value(relation, &text), quoted(&column.name)))
    };
    let values: Vec<String> = columns.iter().filter_map(value).collect();
    format!(
        r#"array(select "baton:place" from pg_catalog.unnest({}::pg_catalog.int4[]) as "baton:k"("baton:place")
cross join lateral (select {}) as {} where {condition})::pg_catalog.text"#,
        names.own(),
        values.join(", "),
        quoted(&relation.table)
    )
}
