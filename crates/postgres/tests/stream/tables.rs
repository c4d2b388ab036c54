//! Tables that change while the stream goes on, that have parts, and that are emptied.

use std::sync::Arc;

use baton_postgres::testing::Postgres;

use crate::Database;

#[tokio::test]
async fn a_table_is_described_again_after_each_change_of_its_columns() {
    let database = Database::new("create table t (id int primary key, name text)");
    let changes = "\
        insert into t values (1, 'a'); \
        alter table t add column more int default 7; \
        insert into t values (2, 'b'); \
        alter table t rename column name to title; \
        insert into t values (3, 'c'); \
        alter table t alter column more type text using 'm' || more; \
        insert into t values (4, 'd', 'm8'); \
        alter table t drop column title; \
        insert into t values (5, 'm9'); \
        alter table t rename to u; \
        insert into u values (6, 'm10'); \
        drop table u; \
        create table u (only_one bool); \
        insert into u values (true);";
    assert_eq!(
        database.lines(changes).await,
        [
            "table public.t Default id*:int4 name:text",
            "insert public.t 1|a",
            "table public.t Default id*:int4 name:text more:int4",
            "insert public.t 2|b|7",
            "table public.t Default id*:int4 title:text more:int4",
            "insert public.t 3|c|7",
            "table public.t Default id*:int4 title:text more:text",
            "insert public.t 4|d|m8",
            "table public.t Default id*:int4 more:text",
            "insert public.t 5|m9",
            "table public.u Default id*:int4 more:text",
            "insert public.u 6|m10",
            "table public.u Default only_one:bool",
            "insert public.u t",
        ]
    );
}

/// A table that is altered within the transaction that changes it.
#[tokio::test]
async fn a_change_has_the_columns_of_its_time_within_a_transaction_too() {
    let database = Database::new("create table t (id int primary key)");
    let changes = "begin; insert into t values (1); alter table t add column n int; insert into t values (2, 2); commit";
    assert_eq!(
        database.lines(changes).await,
        [
            "table public.t Default id*:int4",
            "insert public.t 1",
            "table public.t Default id*:int4 n:int4",
            "insert public.t 2|2",
        ]
    );
}

const PARTS: &str = "create table p (id int, at int, primary key (id, at)) partition by range (at); \
    create table p_1 partition of p for values from (0) to (10); \
    create table p_2 partition of p for values from (10) to (20);";

const MOVES: &str = "insert into p values (1, 5); update p set at = 15; delete from p";

#[tokio::test]
async fn a_partition_comes_under_its_own_name() {
    let database = Database::on(Postgres::shared(), PARTS, "for table p");
    assert_eq!(
        database.lines(MOVES).await,
        [
            "table public.p_1 Default id*:int4 at*:int4",
            "insert public.p_1 1|5",
            "delete public.p_1 key 1|5",
            "table public.p_2 Default id*:int4 at*:int4",
            "insert public.p_2 1|15",
            "delete public.p_2 key 1|15",
        ]
    );
}

#[tokio::test]
async fn a_partition_comes_under_its_tables_name_where_the_publication_says_so() {
    let database =
        Database::on(Postgres::shared(), PARTS, "for table p with (publish_via_partition_root = true)");
    let lines = database.lines(MOVES).await;
    let changes: Vec<_> = lines.iter().filter(|line| !line.starts_with("table ")).collect();
    assert_eq!(
        changes,
        [
            "insert public.p 1|5",
            "delete public.p key 1|5",
            "insert public.p 1|15",
            "delete public.p key 1|15"
        ]
    );
    assert_eq!(lines[0], "table public.p Default id*:int4 at*:int4");
}

#[tokio::test]
async fn a_truncate_names_all_tables_that_it_emptied() {
    let database =
        Database::new("create table a (id int primary key); create table b (id serial references a)");
    let lines = database.lines("truncate a restart identity cascade; truncate b").await;
    let changes: Vec<_> = lines.iter().filter(|line| !line.starts_with("table ")).collect();
    assert_eq!(changes, ["truncate public.a public.b cascade restart", "truncate public.b"]);
}

#[tokio::test]
async fn a_publication_of_some_columns_and_rows_streams_these() {
    let publication = "for table t (id, name) where (id > 1)";
    let database = Database::on(
        Arc::clone(&Postgres::shared()),
        "create table t (id int primary key, name text, secret text)",
        publication,
    );
    let changes = "insert into t values (1, 'a', 's'), (2, 'b', 's'); update t set id = 0 where id = 2; update t set id = 5 where id = 1";
    assert_eq!(
        database.lines(changes).await,
        [
            "table public.t Default id*:int4 name:text",
            "insert public.t 2|b",
            // An update that leaves the publication's rows, or comes into them, is a delete or an insert there.
            "delete public.t key 2|-",
            "insert public.t 5|a",
        ]
    );
}

/// Names of publications that need quotes, and several of them.
#[tokio::test]
async fn several_publications_of_any_name_are_one_stream() {
    let database = Database::on(
        Postgres::shared(),
        "create table a (id int); create table b (id int); create table c (id int)",
        "for table a",
    );
    database.run("create publication \"It's, \"\"this\"\"\" for table b");
    let mut settings = database.settings();
    settings.publications.push("It's, \"this\"".into());
    let (mut stream, _) = baton_postgres::stream::Stream::open(&database.source(), &settings).await.unwrap();
    database
        .run("begin; insert into a values (1); insert into b values (2); insert into c values (3); commit");
    let (lines, _) = crate::transaction(&mut stream).await;
    assert_eq!(lines, ["insert public.a 1", "insert public.b 2"]);
}
