//! What comes of a row, by what the table has of rows that were there before.

use baton_postgres::stream::{Remedy, StreamError};

use crate::{Database, end};

const TABLE: &str =
    "create table t (id int primary key, name text, big text); alter table t alter big set storage external;";

/// All three kinds of change, each once with the key left as it was and once with it changed.
const CHANGES: &str = "\
    insert into t values (1, 'a', null), (2, 'b', repeat('x', 9000)); \
    update t set name = 'c' where id = 1; \
    update t set id = 3 where id = 1; \
    update t set name = 'd' where id = 2; \
    delete from t where id = 2;";

#[tokio::test]
async fn the_default_identity_has_the_key_where_it_changed_and_of_what_is_gone() {
    let lines = Database::new(TABLE).lines(CHANGES).await;
    assert_eq!(
        lines,
        [
            "table public.t Default id*:int4 name:text big:text",
            "insert public.t 1|a|-",
            "insert public.t 2|b|9000 bytes",
            "update public.t 1|c|-",
            "update public.t key 1|-|- to 3|c|-",
            "update public.t 2|d|=",
            "delete public.t key 2|-|-",
        ]
    );
}

#[tokio::test]
async fn the_full_identity_has_all_and_fills_in_what_was_not_sent() {
    let database = Database::new(&format!("{TABLE} alter table t replica identity full"));
    assert_eq!(
        database.lines(CHANGES).await,
        [
            "table public.t Full id*:int4 name*:text big*:text",
            "insert public.t 1|a|-",
            "insert public.t 2|b|9000 bytes",
            "update public.t full 1|a|- to 1|c|-",
            "update public.t full 1|c|- to 3|c|-",
            "update public.t full 2|b|9000 bytes to 2|d|=",
            "delete public.t full 2|d|9000 bytes",
        ]
    );
}

#[tokio::test]
async fn an_index_as_identity_has_its_columns() {
    let index = "alter table t alter name set not null; create unique index by_name on t (name); \
        alter table t replica identity using index by_name";
    let database = Database::new(&format!("{TABLE} {index}"));
    assert_eq!(
        database.lines(CHANGES).await,
        [
            "table public.t Index id:int4 name*:text big:text",
            "insert public.t 1|a|-",
            "insert public.t 2|b|9000 bytes",
            "update public.t key -|a|- to 1|c|-",
            "update public.t 3|c|-",
            "update public.t key -|b|- to 2|d|=",
            "delete public.t key -|d|-",
        ]
    );
}

/// PostgreSQL refuses updates and deletes of a published table without an identity, so only inserts are published.
#[tokio::test]
async fn without_an_identity_there_are_inserts_alone() {
    let server = baton_postgres::testing::Postgres::shared();
    let publication = "for table t with (publish = 'insert')";
    let sql = format!("{TABLE} alter table t replica identity nothing");
    let database = Database::on(server, &sql, publication);
    assert_eq!(
        database.lines(CHANGES).await,
        [
            "table public.t Nothing id:int4 name:text big:text",
            "insert public.t 1|a|-",
            "insert public.t 2|b|9000 bytes",
        ]
    );
}

#[tokio::test]
async fn generated_columns_are_not_in_the_stream() {
    let database = Database::new(
        "create table g (id int primary key, twice int generated always as (id * 2) stored, n int)",
    );
    assert_eq!(
        database.lines("insert into g (id, n) values (4, 5)").await,
        ["table public.g Default id*:int4 n:int4", "insert public.g 4|5",]
    );
}

#[tokio::test]
async fn names_and_values_of_any_characters_come_whole() {
    let database =
        Database::new("create schema \"S é\"; create table \"S é\".\"T \"\"😀\" (\"c,'\" text primary key)");
    assert_eq!(
        database.lines("insert into \"S é\".\"T \"\"😀\" values (E'a\\n\"é😀')").await,
        ["table S é.T \"😀 Default c,'*:text", "insert S é.T \"😀 a\n\"é😀",]
    );
}

/// The settings of a role do not reach the stream: values are written as `json` reads them.
#[tokio::test]
async fn values_are_written_alike_whatever_the_database_has_set() {
    let database = Database::new("create table v (at timestamptz, long interval, f float8, b bytea, d date)");
    let settings = ["timezone = 'Asia/Kolkata'", "datestyle = 'German'", "intervalstyle = 'iso_8601'"];
    for setting in settings.into_iter().chain(["extra_float_digits = -5", "bytea_output = 'escape'"]) {
        database.run(&format!("alter database {} set {setting}", database.name));
    }
    let insert = "insert into v values ('2026-01-01 00:00:00+00', '1 day 02:00', 0.1::float8 + 0.2, '\\x00', '2026-12-31')";
    assert_eq!(
        database.lines(insert).await.last().unwrap(),
        "insert public.v 2026-01-01 00:00:00+00|1 day 02:00:00|0.30000000000000004|\\x00|2026-12-31"
    );
}

/// A database may say nothing of how its text is encoded: what is UTF-8 comes, and at the rest PostgreSQL ends the stream.
#[tokio::test]
async fn text_that_is_no_utf_8_needs_a_person() {
    let server = baton_postgres::testing::Postgres::shared();
    let name = format!("{}_ascii", server.database());
    server.psql(
        "postgres",
        &format!("create database {name} template template0 encoding 'SQL_ASCII' locale 'C'"),
    );
    let database = Database { server, name };
    database.run("create table t (name text); create publication changes for all tables");
    assert_eq!(database.lines("insert into t values ('é')").await.last().unwrap(), "insert public.t é");
    let (mut stream, _) = database.open().await;
    database.run("insert into t values (E'a\\xff')");
    let error = end(&mut stream).await;
    assert!(matches!(&error, StreamError::Server(answer) if &*answer.code == "22021"), "{error}");
    assert_eq!(error.remedy(), Remedy::PersonMustAct);
}
