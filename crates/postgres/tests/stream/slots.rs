//! The slot: what is retained while nobody reads, and what happens to it.

use std::collections::BTreeSet;
use std::sync::Arc;

use baton_postgres::row::Lsn;
use baton_postgres::source::Source;
use baton_postgres::stream::{Event, Remedy, SlotName, Stream, StreamError, drop_slot};
use baton_postgres::testing::Postgres;
use tokio::time::timeout;

use crate::{Database, TIMEOUT, end, next, transaction};

const TABLE: &str = "create table t (id int primary key)";

fn remedy(error: &StreamError) -> Remedy {
    assert!(!error.to_string().is_empty());
    error.remedy()
}

#[tokio::test]
async fn what_was_not_acknowledged_comes_again_and_the_rest_does_not() {
    let database = Database::new(TABLE);
    let (mut stream, opened) = database.open().await;
    assert!(opened.is_new);
    for id in 1..=3 {
        database.run(&format!("insert into t values ({id})"));
    }
    transaction(&mut stream).await;
    let (_, second) = transaction(&mut stream).await;
    transaction(&mut stream).await;
    stream.acknowledge(second);
    stream.acknowledge(Lsn(1)); // changes nothing
    stream.close().await;
    database.run("insert into t values (4)"); // while nobody listens
    let (mut stream, opened) = database.open().await;
    assert!(!opened.is_new && !opened.went_back);
    assert_eq!(opened.position, second);
    assert_eq!(transaction(&mut stream).await.0, ["insert public.t 3"]);
    assert_eq!(transaction(&mut stream).await.0, ["insert public.t 4"]);
}

/// PostgreSQL crashes and starts again, over and over, while rows are written.
#[tokio::test]
async fn nothing_is_lost_or_sent_twice_over_restarts() {
    let database = Database::on(Arc::new(Postgres::start(&[])), TABLE, "for all tables");
    let (mut settings, mut seen, mut id) = (database.settings(), BTreeSet::new(), 0);
    for _ in 0..4 {
        let (mut stream, _) = Stream::open(&database.source(), &settings).await.unwrap();
        for _ in 0..6 {
            id += 1;
            database.run(&format!("insert into t values ({id})"));
        }
        for _ in 0..3 {
            let (lines, behind) = transaction(&mut stream).await;
            let row = lines.last().unwrap().clone();
            assert!(seen.insert(row), "{lines:?} came again");
            stream.acknowledge(behind);
            settings.done = behind;
        }
        database.server.restart();
        assert_eq!(remedy(&end(&mut stream).await), Remedy::RetryLater);
    }
    let (mut stream, opened) = Stream::open(&database.source(), &settings).await.unwrap();
    assert!(!opened.is_new);
    while seen.len() < id {
        assert!(seen.insert(transaction(&mut stream).await.0.last().unwrap().clone()));
    }
    assert!((1..=id).all(|id| seen.contains(&format!("insert public.t {id}"))));
}

#[tokio::test]
async fn a_log_that_ends_before_what_was_done_is_reported_and_read_all_the_same() {
    let database = Database::new(TABLE);
    let mut settings = database.settings();
    settings.done = Lsn(u64::MAX >> 1);
    let (mut stream, opened) = Stream::open(&database.source(), &settings).await.unwrap();
    assert!(opened.went_back);
    database.run("insert into t values (1)");
    assert_eq!(transaction(&mut stream).await.0, ["insert public.t 1"]);
}

/// A server reads in a task of its own, which may move between threads.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_is_opened_and_read_in_a_task() {
    let database = Arc::new(Database::new(TABLE));
    let task = tokio::spawn({
        let (source, settings, database) = (database.source(), database.settings(), database.clone());
        async move {
            let (mut stream, _) = Stream::open(&source, &settings).await.unwrap();
            tokio::task::spawn_blocking(move || database.run("insert into t values (1)")).await.unwrap();
            transaction(&mut stream).await.0
        }
    });
    assert_eq!(task.await.unwrap(), ["insert public.t 1"]);
}

#[tokio::test]
async fn a_slot_has_one_reader() {
    let database = Database::new(TABLE);
    let (stream, _) = database.open().await;
    let error = database.try_open().await.unwrap_err();
    assert!(matches!(&error, StreamError::SlotInUse(_)), "{error}");
    assert_eq!(remedy(&error), Remedy::RetryLater);
    stream.close().await;
    database.open().await;
}

#[tokio::test]
async fn a_slot_that_was_dropped_is_made_again_and_reported() {
    let database = Database::new(TABLE);
    let (mut stream, _) = database.open().await;
    database.run(
        "do $$ declare slot text; begin \
            select slot_name into slot from pg_replication_slots where database = current_database(); \
            perform pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = slot; \
            loop begin perform pg_drop_replication_slot(slot); exit; exception when object_in_use then end; end loop; \
        end $$",
    );
    assert_eq!(remedy(&end(&mut stream).await), Remedy::RetryLater);
    let (mut stream, opened) = database.open().await;
    assert!(opened.is_new);
    database.run("insert into t values (1)");
    transaction(&mut stream).await;
}

/// PostgreSQL gives up a slot whose log grows over `max_slot_wal_keep_size`.
#[tokio::test]
async fn a_slot_that_lost_its_log_needs_a_person() {
    let server =
        Arc::new(Postgres::start(&["max_slot_wal_keep_size=1MB", "min_wal_size=32MB", "max_wal_size=32MB"]));
    let database = Database::on(server, TABLE, "for all tables");
    let (stream, _) = database.open().await;
    stream.close().await;
    for _ in 0..5 {
        database.run("create table grows as select 1; select pg_switch_wal(); drop table grows; checkpoint");
    }
    database.run("checkpoint");
    let error = database.try_open().await.unwrap_err();
    assert!(matches!(&error, StreamError::SlotLost(_)), "{error}");
    assert_eq!(remedy(&error), Remedy::PersonMustAct);
    let client = database.source().connect().await.unwrap();
    assert!(drop_slot(&client, &database.settings().slot).await.unwrap());
    assert!(!drop_slot(&client, &database.settings().slot).await.unwrap());
    assert!(database.open().await.1.is_new);
}

#[tokio::test]
async fn a_slot_of_another_kind_or_database_is_left_alone() {
    let database = Database::new(TABLE);
    let settings = database.settings();
    let make =
        |plugin: &str| format!("select pg_create_logical_replication_slot('{}', '{plugin}')", settings.slot);
    for (name, plugin) in [(&*database.name, "test_decoding"), ("postgres", "pgoutput")] {
        database.server.psql(name, &make(plugin));
        let error = database.try_open().await.unwrap_err();
        assert!(matches!(&error, StreamError::OtherSlot(_)), "{error}");
        assert_eq!(remedy(&error), Remedy::PersonMustAct);
        database.run(&format!("select pg_drop_replication_slot('{}')", settings.slot));
    }
}

#[tokio::test]
async fn a_publication_that_is_missing_is_named_before_a_slot_is_made() {
    let database = Database::new(TABLE);
    database.run("drop publication changes");
    let error = database.try_open().await.unwrap_err();
    assert!(matches!(&error, StreamError::NoPublication(name) if name == "changes"), "{error}");
    assert_eq!(remedy(&error), Remedy::PersonMustAct);
    let slots = "select count(*) from pg_replication_slots where database = current_database()";
    assert_eq!(database.run(slots), "0");
}

#[tokio::test]
async fn a_publication_that_goes_away_ends_the_stream() {
    let database = Database::new(TABLE);
    let (mut stream, _) = database.open().await;
    database.run("drop publication changes; insert into t values (1)");
    let error = end(&mut stream).await;
    assert!(matches!(&error, StreamError::NoPublication(name) if name == "changes"), "{error}");
}

#[tokio::test]
async fn a_server_without_logical_decoding_needs_a_person() {
    let server = Arc::new(Postgres::start(&["wal_level=replica"]));
    let database = Database::on(server, TABLE, "for all tables");
    let error = database.try_open().await.unwrap_err();
    assert!(matches!(&error, StreamError::WalLevel(level) if &**level == "replica"), "{error}");
    assert_eq!(remedy(&error), Remedy::PersonMustAct);
}

#[tokio::test]
async fn a_role_without_the_right_needs_a_person() {
    let database = Database::new(TABLE);
    database.run(&format!("create role plain_{} login", database.name));
    let url = database
        .server
        .url(&database.name)
        .replace("user=postgres", &format!("user=plain_{}", database.name));
    let source: Source = url.parse().unwrap();
    let error = Stream::open(&source, &database.settings()).await.unwrap_err();
    assert!(matches!(&error, StreamError::Permission(answer) if &*answer.code == "42501"), "{error}");
    assert_eq!(remedy(&error), Remedy::PersonMustAct);
}

#[tokio::test]
async fn a_database_that_is_not_there_needs_a_person_and_a_server_that_is_not_there_time() {
    let database = Database::on(Arc::new(Postgres::start(&[])), TABLE, "for all tables");
    let other: Source = database.server.url("nothing").parse().unwrap();
    let error = Stream::open(&other, &database.settings()).await.unwrap_err();
    assert_eq!(remedy(&error), Remedy::PersonMustAct, "{error}");
    database.server.stop();
    let error = database.try_open().await.unwrap_err();
    assert!(matches!(&error, StreamError::Connection(_)), "{error}");
    assert_eq!(remedy(&error), Remedy::RetryLater);
    database.server.resume();
    database.open().await;
}

/// Anybody who may log in can write such messages, and PostgreSQL sends them again until they are read.
#[tokio::test]
async fn messages_over_the_limit_are_left_out_and_the_stream_goes_on() {
    let database = Database::new("create table t (id int, text text); alter table t replica identity full");
    let mut settings = database.settings();
    settings.message_bytes = 10_000;
    let (mut stream, _) = Stream::open(&database.source(), &settings).await.unwrap();
    database.run("insert into t values (1, 'fits')");
    database.run("select pg_logical_emit_message(false, 'x', repeat('x', 20000))");
    database.run("select pg_logical_emit_message(true, 'x', repeat('x', 20000))");
    database
        .run("insert into t values (2, 'a'), (3, repeat('x', 20000)), (4, repeat('x', 3000000)), (5, 'b')");
    database.run("update t set text = 'c' where id = 3; delete from t where id = 4");
    database.run("select pg_logical_emit_message(true, 'x', 'small')");
    let mut lines = Vec::new();
    while lines.last().is_none_or(|line| line != "message x \"small\" in") {
        lines.extend(transaction(&mut stream).await.0);
    }
    assert_eq!(
        lines,
        [
            "insert public.t 1|fits",
            "insert public.t 2|a",
            "omitted public.t 20000",
            "omitted public.t 3000000",
            "insert public.t 5|b",
            "omitted public.t 20000",
            "omitted public.t 3000000",
            "message x \"small\" in",
        ]
    );
}

/// Else a quiet table would make PostgreSQL keep all that is written elsewhere.
#[tokio::test]
async fn log_in_which_nothing_stands_can_be_acknowledged() {
    let database = Database::on(
        Postgres::shared(),
        "create table t (id int); create table other (id int)",
        "for table t",
    );
    let (mut stream, _) = database.open().await;
    database.run("insert into other select generate_series(1, 1000)");
    let written = lsn(&database.run("select pg_current_wal_lsn()"));
    let reached = timeout(TIMEOUT, async {
        loop {
            if let Event::KeepAlive { wal_end } = next(&mut stream).await {
                stream.acknowledge(wal_end);
                if wal_end >= written {
                    break;
                }
            }
        }
    });
    reached.await.expect("a keepalive should reach what was written");
    stream.close().await;
    let slot = format!(
        "select confirmed_flush_lsn from pg_replication_slots where slot_name = '{}'",
        database.settings().slot
    );
    assert!(lsn(&database.run(&slot)) >= written);
}

fn lsn(text: &str) -> Lsn {
    let (high, low) = text.split_once('/').unwrap();
    let part = |text: &str| u64::from_str_radix(text, 16).unwrap();
    Lsn(part(high) << 32 | part(low))
}

#[test]
fn names_of_slots_are_those_that_postgresql_takes() {
    for name in ["a", "_1", "baton_changes", &"a".repeat(63)] {
        assert_eq!(name.parse::<SlotName>().unwrap().as_str(), name);
    }
    for name in ["", "A", "1a", "a-b", "a b", "a'b", "é", &"a".repeat(64)] {
        assert!(name.parse::<SlotName>().unwrap_err().to_string().contains("63"), "{name}");
    }
}
