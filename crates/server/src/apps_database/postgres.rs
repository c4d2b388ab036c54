//! Reads the table in PostgreSQL.

use std::collections::HashSet;
use std::pin::pin;

use baton_postgres::source::{ConnectError, Source, reason};
use futures_util::TryStreamExt as _;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{Kind, Type as PgType};
use tokio_postgres::{Client, SimpleQueryMessage};

use super::client::Taken;
use super::column::{Column, Type, chosen};
use super::failure::{Failure, NO_TLS};
use super::row::Row;
use super::table::{TableName, quoted};

/// A connection.
pub(super) struct Connection(Client);

impl Connection {
    pub(super) async fn open(source: &Source) -> Result<Self, Failure> {
        let client = source.connect().await.map_err(|error| match error {
            ConnectError::Postgres(error) if error.as_db_error().is_some() => failure(&error),
            ConnectError::Tls(error) => Failure::Refused(error.to_string()),
            // The library has no code for it.
            ConnectError::Postgres(error) if reason(&error) == "server does not support TLS" => {
                Failure::Refused(NO_TLS.to_owned())
            }
            error => Failure::Unreachable(error.to_string()),
        })?;
        // The table is where the role finds it. What is asked calls PostgreSQL's own functions and operators by their full
        // names, so nothing that others have put in front of them is called.
        client.batch_execute("reset search_path").await.map_err(|error| failure(&error))?;
        Ok(Self(client))
    }

    /// The rows of a table, of which at most `most` are read.
    pub(super) async fn rows(&self, table: &TableName, most: usize) -> Result<Vec<Row>, Failure> {
        let from = table.quoted('"');
        let described = self.0.prepare(&format!("select * from {from} limit 0")).await;
        let described = described.map_err(|error| failure(&error))?;
        let found =
            described.columns().iter().map(|column| (column.name().to_owned(), type_of(column.type_())));
        let columns = chosen(table, found)?;
        let long: HashSet<&str> = described
            .columns()
            .iter()
            .filter(|column| may_be_long(column.type_()))
            .map(tokio_postgres::Column::name)
            .collect();
        let names: Vec<_> =
            columns.iter().map(|(column, _)| selected(column, long.contains(column.name))).collect();
        let select = format!("select {} from {from} limit {most}", names.join(", "));
        // By the simple protocol every value is a text, whatever its type.
        let messages = self.0.simple_query_raw(&select).await.map_err(|error| failure(&error))?;
        let mut messages = pin!(messages);
        let (mut rows, mut taken) = (Vec::new(), Taken::default());
        while let Some(message) = messages.try_next().await.map_err(|error| failure(&error))? {
            let SimpleQueryMessage::Row(row) = message else { continue };
            let texts = (0..columns.len()).filter_map(|n| row.get(n));
            taken.add(columns.len(), texts.map(str::len).sum())?;
            rows.push(Row::new(columns.iter().enumerate().map(|(n, column)| value(column, row.get(n)))));
        }
        Ok(rows)
    }
}

/// A value in a row, where a switch is a number as in MySQL.
fn value((column, of): &(&'static Column, Type), text: Option<&str>) -> (&'static Column, Option<String>) {
    let text = text.map(|text| match (of, text) {
        (Type::Switch, "t") => "1",
        (Type::Switch, "f") => "0",
        _ => text,
    });
    (*column, text.map(str::to_owned))
}

/// What is selected of a column: of a value that is too long, as much as shows that.
fn selected(column: &Column, may_be_long: bool) -> String {
    let name = quoted(column.name, '"');
    if !may_be_long {
        return name;
    }
    let (text, most) = (format!("{name}::pg_catalog.text"), column.most_bytes());
    format!(
        "case when pg_catalog.octet_length({text}) operator(pg_catalog.>) {most} then pg_catalog.left({text}, {}) \
         else {text} end",
        most + 1
    )
}

/// Whether values of a type may have megabytes. Of other types that hold texts, the owner may say how they become one.
fn may_be_long(of: &PgType) -> bool {
    if let Kind::Domain(inner) = of.kind() {
        return may_be_long(inner);
    }
    matches!(*of, PgType::TEXT | PgType::VARCHAR | PgType::BPCHAR | PgType::JSON | PgType::JSONB)
}

fn type_of(of: &PgType) -> Type {
    match of.kind() {
        Kind::Domain(inner) => return type_of(inner),
        Kind::Enum(_) => return Type::Text,
        _ => {}
    }
    match *of {
        PgType::TEXT | PgType::VARCHAR | PgType::BPCHAR | PgType::NAME | PgType::UUID => Type::Text,
        PgType::INT2 | PgType::INT4 | PgType::INT8 => Type::Whole,
        PgType::NUMERIC | PgType::FLOAT4 | PgType::FLOAT8 => Type::Decimal,
        PgType::BOOL | PgType::BIT => Type::Switch,
        PgType::JSON | PgType::JSONB => Type::Json,
        _ if of.name() == "citext" => Type::Text,
        _ => Type::Other(of.name().to_owned()),
    }
}

fn failure(error: &tokio_postgres::Error) -> Failure {
    let text = reason(error);
    match error.code() {
        Some(&SqlState::UNDEFINED_TABLE | &SqlState::UNDEFINED_COLUMN | &SqlState::INVALID_SCHEMA_NAME) => {
            Failure::Table(text)
        }
        Some(
            &SqlState::INSUFFICIENT_PRIVILEGE
            | &SqlState::INVALID_PASSWORD
            | &SqlState::INVALID_AUTHORIZATION_SPECIFICATION
            | &SqlState::INVALID_CATALOG_NAME,
        ) => Failure::Refused(text),
        _ => Failure::Unreachable(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apps_database::COLUMNS;

    #[test]
    fn a_long_value_is_cut_by_functions_that_nobody_replaces() {
        assert_eq!(selected(&COLUMNS[0], false), "\"id\"");
        assert_eq!(
            selected(&COLUMNS[2], true),
            "case when pg_catalog.octet_length(\"secret\"::pg_catalog.text) operator(pg_catalog.>) 4096 \
             then pg_catalog.left(\"secret\"::pg_catalog.text, 4097) else \"secret\"::pg_catalog.text end"
        );
        assert!(may_be_long(&PgType::JSONB) && !may_be_long(&PgType::BOOL));
    }
}
