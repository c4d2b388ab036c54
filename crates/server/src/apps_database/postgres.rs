//! Reads the table in PostgreSQL.

use baton_postgres::source::{ConnectError, Source, reason};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{Kind, Type as PgType};
use tokio_postgres::{Client, SimpleQueryMessage};

use super::column::{Column, Type, chosen};
use super::failure::Failure;
use super::row::Row;
use super::table::{TableName, quoted};

/// A connection.
pub(super) struct Connection(Client);

impl Connection {
    pub(super) async fn open(source: &Source) -> Result<Self, Failure> {
        let client = source.connect().await.map_err(|error| match error {
            ConnectError::Postgres(error) if error.as_db_error().is_some() => failure(&error),
            ConnectError::Tls(error) => Failure::Refused(error.to_string()),
            error => Failure::Unreachable(error.to_string()),
        })?;
        // The table is where the role finds it. What is asked calls no function and no operator, so nothing that others
        // have put in front of PostgreSQL's own is called.
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
        let names: Vec<_> = columns.iter().map(|(column, _)| quoted(column.name, '"')).collect();
        let select = format!("select {} from {from} limit {most}", names.join(", "));
        // By the simple protocol every value is a text, whatever its type.
        let messages = self.0.simple_query(&select).await.map_err(|error| failure(&error))?;
        let rows = messages.iter().filter_map(|message| match message {
            SimpleQueryMessage::Row(row) => Some(row),
            _ => None,
        });
        let value = |(column, of): &(&'static Column, Type), text: Option<&str>| {
            let text = text.map(|text| match (of, text) {
                (Type::Switch, "t") => "1".to_owned(),
                (Type::Switch, "f") => "0".to_owned(),
                _ => text.to_owned(),
            });
            (*column, text)
        };
        Ok(rows
            .map(|row| Row::new(columns.iter().enumerate().map(|(n, column)| value(column, row.get(n)))))
            .collect())
    }
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
