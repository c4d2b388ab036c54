//! Transactions: whole, in the order of their commits, of any size.

use std::time::{SystemTime, UNIX_EPOCH};

use baton_postgres::stream::Event;

use crate::{Database, next, transaction};

#[tokio::test]
async fn what_was_rolled_back_does_not_come() {
    let database = Database::new("create table t (id int primary key)");
    let changes = "\
        begin; insert into t values (1); rollback; \
        begin; insert into t values (2); savepoint s; insert into t values (3); rollback to s; \
        insert into t values (4); savepoint s2; insert into t values (5); release s2; commit; \
        insert into t select from generate_series(1, 0);";
    assert_eq!(
        database.lines(changes).await,
        ["table public.t Default id*:int4", "insert public.t 2", "insert public.t 4", "insert public.t 5",]
    );
}

#[tokio::test]
async fn transactions_come_in_the_order_of_their_commits() {
    let database = Database::new("create table t (id int primary key)");
    let (mut stream, _) = database.open().await;
    let (first, second) =
        (database.source().connect().await.unwrap(), database.source().connect().await.unwrap());
    for client in [&first, &second] {
        client.batch_execute("reset search_path").await.unwrap();
    }
    first.batch_execute("begin; insert into t values (1)").await.unwrap();
    second.batch_execute("begin; insert into t values (2)").await.unwrap();
    first.batch_execute("insert into t values (3)").await.unwrap();
    second.batch_execute("commit").await.unwrap();
    first.batch_execute("commit").await.unwrap();
    let (lines, before) = transaction(&mut stream).await;
    assert_eq!(lines, ["insert public.t 2"]);
    let (lines, after) = transaction(&mut stream).await;
    assert_eq!(lines, ["insert public.t 1", "insert public.t 3"]);
    assert!(before < after);
}

#[tokio::test]
async fn begin_and_commit_tell_positions_number_and_time() {
    let database = Database::new("create table t (id xid8)");
    let (mut stream, opened) = database.open().await;
    database.run("insert into t values (pg_current_xact_id())");
    let (mut begun, mut row) = (None, None);
    loop {
        match next(&mut stream).await {
            Event::Begin { final_lsn, commit_time, xid } => begun = Some((final_lsn, commit_time, xid)),
            Event::Change { change: baton_postgres::row::Change::Insert { new }, .. } => {
                row = Some(crate::row(&new))
            }
            Event::Commit { lsn, end_lsn, commit_time } => {
                let (final_lsn, begun_time, xid) = begun.unwrap();
                assert_eq!((lsn, commit_time), (final_lsn, begun_time));
                assert!(opened.position < lsn && lsn < end_lsn);
                assert_eq!(row.unwrap(), xid.to_string());
                let now =
                    i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_micros()).unwrap();
                assert!((now - 60_000_000..=now).contains(&commit_time), "{commit_time} is now, {now}");
                return;
            }
            _ => {}
        }
    }
}

#[tokio::test]
async fn logical_messages_come_in_their_transaction_or_at_once() {
    let database = Database::new("create table t (id int)");
    let changes = "\
        begin; insert into t values (1); select pg_logical_emit_message(true, 'in', 'é'); \
        select pg_logical_emit_message(false, 'at once', E'\\\\x00ff'::bytea); insert into t values (2); commit; \
        begin; select pg_logical_emit_message(true, 'undone', ''); rollback;";
    assert_eq!(
        database.lines(changes).await,
        [
            "message at once \"\\0\u{fffd}\" outside",
            "table public.t Default id:int4",
            "insert public.t 1",
            "message in \"é\" in",
            "insert public.t 2",
        ]
    );
}

/// 100,000 rows of a kilobyte. PostgreSQL keeps the transaction until it is committed, and here a few rows wait: were they
/// kept, this process would need 100 MB more.
#[tokio::test]
async fn a_transaction_of_a_hundred_thousand_rows_needs_little_memory() {
    const ROWS: usize = 100_000;
    let database = Database::new("create table t (id int primary key, text text)");
    let (mut stream, _) = database.open().await;
    let before = resident();
    database.run(&format!("insert into t select i, repeat('x', 1000) from generate_series(1, {ROWS}) i"));
    let (mut rows, mut most) = (0, 0);
    loop {
        match next(&mut stream).await {
            Event::Change { .. } => rows += 1,
            Event::Commit { end_lsn, .. } => break stream.acknowledge(end_lsn),
            Event::KeepAlive { .. } => assert_eq!(rows, 0, "no keepalive within a transaction"),
            _ => {}
        }
        if rows % 1000 == 0 {
            most = most.max(resident());
        }
    }
    assert_eq!(rows, ROWS);
    assert!(most < before + (32 << 20), "{before} bytes grew to {most}");
}

/// A reader that waits makes PostgreSQL wait, and loses nothing: the connection goes on saying that it lives.
#[tokio::test]
async fn a_slow_reader_is_waited_for() {
    let server = std::sync::Arc::new(baton_postgres::testing::Postgres::start(&["wal_sender_timeout=2s"]));
    let database = Database::on(server, "create table t (id int primary key, text text)", "for all tables");
    let (mut stream, _) = database.open().await;
    database.run("insert into t select i, repeat('x', 1000) from generate_series(1, 20000) i");
    tokio::time::sleep(std::time::Duration::from_secs(5)).await;
    let (lines, _) = transaction(&mut stream).await;
    assert_eq!(lines.len(), 20_000);
}

/// The memory of this process, in bytes.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() * 1024
}
