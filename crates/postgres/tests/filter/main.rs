//! Filters against PostgreSQL's own answers: types, values, operators and rows in all combinations.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test fails where it unwraps

use std::sync::Arc;

use baton_postgres::filter::{BoundFilter, CellRef, ColumnType, Columns, Filter, Question, column};
use baton_postgres::row::{Column, Relation, ReplicaIdentity};
use baton_postgres::testing::Postgres;
use baton_postgres::truth::Verdict;
use serde_json::json;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, NoTls};

mod beyond;
mod index;
#[path = "../fixture/request.rs"]
mod request;
mod values;

/// A filter as clients write it.
fn filter(text: &str) -> Result<Filter, String> {
    let entry = json!({ "schema": "public", "table": "t", "filter": text });
    Ok(request::requests(&[entry])?[0].1.filter.clone())
}

struct Table {
    client: Client,
    columns: Columns,
    names: Vec<String>,
}

/// The table `t` that `sql` makes, and a connection to it.
async fn table(postgres: &Postgres, sql: &str) -> Table {
    let database = postgres.database();
    let (client, connection) =
        tokio_postgres::connect(&postgres.url(&database), NoTls).await.expect("a connection");
    tokio::spawn(connection);
    client.batch_execute(sql).await.expect("the table");
    let names = client
        .query("select attname::text from pg_attribute where attrelid = 't'::regclass and attnum > 0 order by attnum", &[])
        .await
        .unwrap();
    let names: Vec<String> = names.iter().map(|row| row.get(0)).collect();
    let oid: u32 = client.query_one("select 't'::regclass::oid", &[]).await.unwrap().get(0);
    let relation = Relation {
        oid,
        schema: "public".into(),
        table: "t".into(),
        identity: ReplicaIdentity::Default,
        columns: names
            .iter()
            .map(|name| Column {
                name: name.as_str().into(),
                type_oid: 0,
                type_modifier: -1,
                is_identity: false,
            })
            .collect(),
    };
    let rows = client.query(column::COLUMNS, &[&oid]).await.expect("the columns");
    let columns = Columns::new(&relation, &rows).unwrap();
    Table { client, columns, names }
}

impl Table {
    fn lookup(&self) -> impl Fn(&str) -> Option<Arc<ColumnType>> + '_ {
        |name| self.columns.get(name).cloned()
    }

    /// The text of each row's values, as PostgreSQL writes them.
    async fn rows(&self, column: &str) -> Vec<Option<String>> {
        // Not `::text`, which leaves out the blanks at the end of a `character`.
        let column = values::quoted(column);
        let query = format!(
            "select case when {column} is not null then format('%s', {column}) end from t order by id"
        );
        self.client.query(&query, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
    }

    /// A filter that PostgreSQL takes too, or the first refusal.
    async fn bind(&self, filter: &str) -> Result<BoundFilter, String> {
        let filter = crate::filter(filter).unwrap_or_else(|error| panic!("{filter}: {error}"));
        let bound = filter.bind(&self.lookup()).map_err(|error| error.message)?;
        for check in bound.checks() {
            let asked = self.ask(&check.question).await;
            asked.map_err(|error| {
                let error = error.as_db_error().expect("an error of PostgreSQL");
                check.refusal(error.code().code(), error.message()).message
            })?;
        }
        Ok(bound)
    }

    async fn answer(&self, question: &Question) -> Result<Option<bool>, String> {
        self.ask(question).await.map_err(|error| text_of(&error))
    }

    async fn ask(&self, question: &Question) -> Result<Option<bool>, tokio_postgres::Error> {
        let sql = format!("select ({})", question.sql);
        Ok(self.client.query_typed(&sql, &[(&question.parameters, Type::TEXT_ARRAY)]).await?[0].get(0))
    }

    /// PostgreSQL's answer for each row to the filter as a condition of a query; `Err` where it fails.
    async fn met(&self, bound: &BoundFilter) -> Result<Vec<Option<bool>>, String> {
        let Question { sql, parameters } =
            bound.condition(&|index| format!("t.{}", values::quoted(&self.names[index])));
        let sql = format!("select {sql} from t order by id");
        match self.client.query_typed(&sql, &[(&parameters, Type::TEXT_ARRAY)]).await {
            Ok(rows) => Ok(rows.iter().map(|row| row.get(0)).collect()),
            Err(error) => Err(text_of(&error)),
        }
    }

    /// PostgreSQL's answer for each row to `where`; `Err` where it fails.
    async fn truth(&self, condition: &str, value: Option<&str>) -> Result<Vec<Option<bool>>, String> {
        let query = format!("select {condition} from t order by id");
        let values: Vec<&(dyn ToSql + Sync)> =
            value.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
        match self.client.query(&query, &values).await {
            Ok(rows) => Ok(rows.iter().map(|row| row.get(0)).collect()),
            Err(error) => Err(text_of(&error)),
        }
    }
}

fn text_of(error: &tokio_postgres::Error) -> String {
    error.as_db_error().map_or_else(|| error.to_string(), |error| error.message().to_owned())
}

/// What was decided here, what PostgreSQL was to be asked, and what was wrong.
#[derive(Default)]
struct Tally {
    decided: usize,
    asked: usize,
    refused: usize,
    wrong: Vec<String>,
}

impl Tally {
    async fn compare(&mut self, table: &Table, case: &values::Case) {
        let expected = table.truth(&case.condition, case.value.as_deref()).await;
        let bound = match table.bind(&case.filter).await {
            Ok(bound) => bound,
            Err(message) => {
                self.refused += 1;
                return self.expect(case, "refusal", &Err(message), &expected);
            }
        };
        let rows = table.rows(&case.column).await;
        let mut found = Vec::new();
        for text in &rows {
            let cell = text.as_deref().map_or(CellRef::Null, CellRef::Text);
            found.push(match bound.verdict(&|_| cell) {
                Verdict::True => Some(true),
                Verdict::False => Some(false),
                Verdict::Unknown => None,
                Verdict::AskDatabase => {
                    self.asked += 1;
                    table.answer(&bound.question(&|_| cell)).await.unwrap_or_else(|error| panic!("{error}"))
                }
            });
        }
        self.decided += rows.len();
        self.expect(case, &format!("{rows:?}"), &Ok(found), &expected);
        self.expect(case, "as a condition", &table.met(&bound).await, &expected);
        if bound.verdict(&|_| CellRef::Missing) != Verdict::Unknown {
            self.wrong.push(format!("{} matches a row that must not be delivered", case.filter));
        }
    }

    fn expect<T: PartialEq + std::fmt::Debug>(
        &mut self,
        case: &values::Case,
        of: &str,
        found: &T,
        expected: &T,
    ) {
        if found != expected {
            let values::Case { filter, condition, value, .. } = case;
            self.wrong.push(format!("{filter} [{condition} {value:?}] {of}: {found:?} for {expected:?}"));
        }
    }
}

#[tokio::test]
async fn verdicts_are_those_of_postgres() {
    let postgres: Arc<Postgres> = Postgres::shared();
    let table = table(&postgres, &format!("{}{}", values::SCHEMA, values::table())).await;
    let mut tally = Tally::default();
    for case in values::cases() {
        tally.compare(&table, &case).await;
    }
    let Tally { decided, asked, refused, wrong } = tally;
    println!("{decided} rows, {asked} asked, {refused} filters refused");
    assert!(wrong.is_empty(), "{}: {:#?}", wrong.len(), &wrong[..wrong.len().min(40)]);
    assert!(decided > 20_000 && asked > 100 && asked < decided / 4 && refused > 500);
}
