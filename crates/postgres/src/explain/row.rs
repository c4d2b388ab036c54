//! Why a role sees a row of a table, or not.

use tokio_postgres::Client;

use super::named::{self, Evaluating, Policy};
use super::standing::{self, Rights, RowSecurity};
use super::{Asker, ExplainError, cut, values};
use crate::confined::{Body, Confined, Evaluation, Fault, Names};
use crate::feed::{Key, SETTINGS, Typed, quoted};
use crate::policy::Command;
use crate::row::{Column, Oid, Relation, ReplicaIdentity};

/// A row, and who asks.
#[derive(Debug, Clone, Copy)]
pub struct RowQuestion<'a> {
    /// The table's schema.
    pub schema: &'a str,
    /// The table.
    pub table: &'a str,
    /// The columns of its primary key with their values, as texts; none where the question is about the table alone.
    pub key: &'a [(String, String)],
    /// In whose name.
    pub asker: Asker<'a>,
}

/// Why policies were not evaluated one by one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyNoValues {
    /// No row was named.
    NotAsked,
    /// The table has no primary key to find a row by.
    NoKey,
    /// The key is of a type that is not PostgreSQL's own: looking for it could run what a user wrote.
    TypeOfUser,
    /// There is no such row.
    Gone,
    /// The row is larger than is evaluated over.
    TooLarge,
    /// The owner of the table, of a partition or of a schema has not the rights of `service_role`, and the server may not act as the owner:
    /// what it wrote would run with rights that it lacks.
    OwnerOfLess,
    /// The role that reads may not read the table, or does not bypass row-level security.
    NotReadable {
        /// Who reads: `service_role`, or the table's owner.
        by: String,
        /// The database's words.
        why: String,
    },
}

/// What the catalogue and the policies say of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowExplanation {
    /// Whether the table is in the publication.
    pub is_published: bool,
    /// Which of its rows are published: an expression of SQL; `None` for all.
    pub row_filter: Option<String>,
    /// The columns of its primary key.
    pub key: Vec<String>,
    /// What the role may do with the table; `None` where the role does not exist.
    pub rights: Option<Rights>,
    /// The table's policies, with their outcomes for this row.
    pub policies: Vec<Policy>,
    /// Why policies were not evaluated one by one.
    pub no_values: Option<WhyNoValues>,
    /// Whether PostgreSQL shows the row to the role with its claims; its error otherwise. Without a key it cannot be asked.
    pub is_visible: Option<Result<bool, String>>,
}

const TABLE: &str = "
select c.oid, a.attname::text, a.atttypid, a.atttypmod
from pg_class c join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p') order by a.attnum";

/// What has this name, and tables of the same name in another case or another schema.
const ALIKE: &str = "
select n.nspname || '.' || c.relname, c.relkind in ('r', 'p'), n.nspname = $1 and c.relname = $2
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where lower(c.relname) = lower($2::text) and c.relkind in ('r', 'p', 'v', 'm', 'f')
order by 3 desc, lower(n.nspname) = lower($1::text) desc, 1 limit 3";

const PUBLISHED: &str = "
select to_jsonb(p) ->> 'rowfilter' from pg_publication_tables p
where p.pubname = $1 and p.schemaname = $2 and p.tablename = $3";

pub(super) async fn explain(
    (client, confined): (&Client, &mut Confined),
    publication: &str,
    question: RowQuestion<'_>,
) -> Result<RowExplanation, ExplainError> {
    let RowQuestion { schema, table, asker, .. } = question;
    let relation = relation(client, schema, table).await?;
    let published = client.query_opt(PUBLISHED, &[&publication, &schema, &table]).await?;
    let key = Key::read(client, &relation).await?;
    let wanted = wanted(&key, question)?;
    let mut explanation = RowExplanation {
        is_published: published.is_some(),
        row_filter: published.map(|row| row.try_get(0)).transpose()?.flatten(),
        key: key.columns.iter().map(|column| column.typed.name.to_string()).collect(),
        rights: None,
        policies: Vec::new(),
        no_values: None,
        is_visible: None,
    };
    let Some((role, rights)) = standing::read(client, relation.oid, asker.role, Command::Select).await?
    else {
        return Ok(explanation);
    };
    explanation.policies = named::read(client, relation.oid, role, Command::Select).await?;
    let decide = rights.row_security == RowSecurity::Policies;
    let may_select =
        |name: &str| rights.columns.iter().any(|column| *column.name == *name && column.is_allowed);
    let sees_key = rights.schema && explanation.key.iter().all(|name| may_select(name));
    let bypasses = matches!(rights.row_security, RowSecurity::Bypassed | RowSecurity::OfOwner);
    explanation.rights = Some(rights);
    let Some(wanted) = wanted else {
        explanation.no_values =
            Some(if key.columns.is_empty() { WhyNoValues::NoKey } else { WhyNoValues::NotAsked });
        return Ok(explanation);
    };
    let how = Evaluating {
        table: relation.oid,
        role,
        command: Command::Select,
        asker,
        settings: (&SETTINGS, vec![asker.claims, asker.subject, asker.role]),
        shared: &[],
        own: "",
    };
    match values::read((client, &mut *confined), (&relation, &key), &wanted).await? {
        Ok(values) if decide => {
            let shared: Vec<Option<&str>> = values.iter().map(Option::as_deref).collect();
            let how = Evaluating { shared: &shared, ..how.clone() };
            let columns = Typed::all(client, &relation).await?;
            let rows = |names: Names, condition: &str| over(names, &relation, &columns, condition);
            named::evaluate((client, confined), &mut explanation.policies, &how, rows).await?;
        }
        Ok(_) => {}
        Err(why) => explanation.no_values = Some(why),
    }
    explanation.is_visible = if bypasses {
        // Nothing is asked as a role that may see everything: what a table's owner wrote would run with its rights.
        match &explanation.no_values {
            _ if !sees_key => Some(Err(format!("permission denied for table {table}"))),
            None | Some(WhyNoValues::TooLarge) => Some(Ok(true)),
            Some(WhyNoValues::Gone) => Some(Ok(false)),
            Some(_) => None,
        }
    } else {
        let shared: Vec<Option<&str>> = wanted.iter().map(|&value| Some(value)).collect();
        let how = Evaluating { shared: &shared, own: "{1}", ..how };
        Some(is_visible(confined, &key.probe(&relation), &how).await?)
    };
    Ok(explanation)
}

/// Whether PostgreSQL shows the row to the role; its error otherwise.
async fn is_visible(
    confined: &mut Confined,
    probe: &Body,
    how: &Evaluating<'_>,
) -> Result<Result<bool, String>, ExplainError> {
    Ok(match named::ask(confined, probe, how).await {
        Ok(Some(Evaluation::Value(places))) => Ok(places.as_deref() == Some("{1}")),
        Ok(Some(Evaluation::Error { message, .. })) => Err(cut(&message)),
        Ok(Some(Evaluation::Cancelled) | None) => Err("the policies took too long".to_owned()),
        Err(Fault::Postgres(error)) => match error.as_db_error() {
            Some(said) => Err(cut(said.message())),
            None => return Err(error.into()),
        },
        Err(fault) => return Err(fault.into()),
    })
}

/// The table with all of its columns.
async fn relation(client: &Client, schema: &str, table: &str) -> Result<Relation, ExplainError> {
    let rows = client.query(TABLE, &[&schema, &table]).await?;
    let Some(first) = rows.first() else { return Err(missing(client, schema, table).await?) };
    let oid: Oid = first.try_get(0)?;
    let mut columns = Vec::new();
    for row in &rows {
        columns.push(Column {
            name: row.try_get::<_, &str>(1)?.into(),
            type_oid: row.try_get(2)?,
            type_modifier: row.try_get(3)?,
            is_identity: false,
        });
    }
    let (schema, table) = (schema.into(), table.into());
    Ok(Relation { oid, schema, table, identity: ReplicaIdentity::Default, columns: columns.into() })
}

/// Why there is no such table.
async fn missing(client: &Client, schema: &str, table: &str) -> Result<ExplainError, ExplainError> {
    let rows = client.query(ALIKE, &[&schema, &table]).await?;
    let mut alike = Vec::new();
    for row in &rows {
        let (name, is_table, is_it): (&str, bool, bool) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        if is_it && !is_table {
            let text = format!(
                "{name} is no table: only tables have changes and policies; name the table that it reads"
            );
            return Ok(ExplainError::Unfit(text));
        }
        alike.extend(is_table.then(|| name.to_owned()));
    }
    let mut text = format!("There is no table {table:?} in the schema {schema:?}");
    if !alike.is_empty() {
        text.push_str(&format!("; did you mean {}?", alike.join(" or ")));
    }
    Ok(ExplainError::Unfit(text))
}

/// The values of the key's columns, in their order; `None` if no row is named, or none can be.
fn wanted<'a>(key: &Key, question: RowQuestion<'a>) -> Result<Option<Vec<&'a str>>, ExplainError> {
    if question.key.is_empty() {
        return Ok(None);
    }
    let RowQuestion { schema, table, .. } = question;
    let names: Vec<&str> = key.columns.iter().map(|column| &*column.typed.name).collect();
    let value = |name: &&str| question.key.iter().find(|(own, _)| own == name).map(|(_, value)| &**value);
    let values: Option<Vec<&str>> = names.iter().map(value).collect();
    let unknown: Vec<&str> =
        question.key.iter().map(|(own, _)| &**own).filter(|own| !names.contains(own)).collect();
    let has_twice = question
        .key
        .iter()
        .enumerate()
        .any(|(n, (own, _))| question.key.iter().skip(n + 1).any(|(other, _)| other == own));
    match values {
        _ if names.is_empty() => {
            let text = format!("{schema}.{table} has no primary key: no row of it can be named");
            Err(ExplainError::Unfit(text))
        }
        Some(values) if unknown.is_empty() && !has_twice => Ok(Some(values)),
        _ => {
            let mut text = format!(
                "The primary key of {schema}.{table} is {}: give exactly these columns, each with a value",
                names.join(", ")
            );
            if !unknown.is_empty() {
                text.push_str(&format!("; not part of it: {}", unknown.join(", ")));
            }
            Err(ExplainError::Unfit(text))
        }
    }
}

/// The value of a condition over the one row, whose values are the shared lists. It has the table's name, since policies say
/// it within queries of their own. OFFSET 0 keeps the planner from taking the values for constants.
fn over(names: Names, relation: &Relation, columns: &[Typed], condition: &str) -> String {
    let value = |column: &Typed| {
        let place = relation.columns.iter().position(|known| known.name == column.name)?;
        let text = format!("{}[1]", names.shared(place));
        Some(format!("{} as {}", column.value(relation, &text), quoted(&column.name)))
    };
    let values: Vec<String> = columns.iter().filter_map(value).collect();
    format!(
        "(select coalesce(({condition})::pg_catalog.text, 'null'::pg_catalog.text) from (select {} offset 0) as {})",
        values.join(", "),
        quoted(&relation.table)
    )
}
