//! Partitions of messages as days pass, and what the stream of changes has of them.

#![allow(clippy::unwrap_used, clippy::panic)] // the functions of tests may, as the tests do

mod fixture;

use std::collections::HashMap;
use std::sync::Arc;

use baton_postgres::testing::Postgres;
use fixture::{Session, set_up};

const PARTITIONS: &str = "select relname from pg_inherits join pg_class c on c.oid = inhrelid
                          where inhparent = 'realtime.messages'::regclass order by 1";

async fn partitions(session: &Session) -> Vec<String> {
    session.rows(PARTITIONS).await
}

/// Rotates at a time of the test's own.
async fn rotate(session: &Session, keep: &str, moment: &str) -> Vec<String> {
    session.rows(&format!("select * from realtime.baton_partitions({keep}, '{moment}')")).await
}

/// As if the partitions of today had never been.
async fn without_partitions(postgres: impl Into<Arc<Postgres>>) -> (String, Session) {
    let (database, session) = set_up(postgres).await;
    for partition in partitions(&session).await {
        if partition != "messages_default" {
            session.execute(&format!("drop table realtime.{partition}")).await.unwrap();
        }
    }
    (database, session)
}

fn created(days: &[&str]) -> Vec<String> {
    days.iter().map(|day| format!("messages_{day}|created")).collect()
}

#[tokio::test]
async fn setup_makes_them_from_yesterday_to_in_three_days() {
    let (_, session) = set_up(Postgres::shared()).await;
    let expected =
        "select to_char((now() at time zone 'utc') + day * interval '1 day', '\"messages_\"YYYY_MM_DD')
                    from generate_series(-1, 3) day union all select 'messages_default'";
    assert_eq!(partitions(&session).await, session.rows(expected).await);
    assert_eq!(session.rows("select realtime.baton_partitions()").await, [""; 0]);
}

#[tokio::test]
async fn days_come_and_go_and_those_that_are_retained_stay() {
    let (_, session) = without_partitions(Postgres::shared()).await;
    session.execute("set timezone = 'America/New_York'; set datestyle = 'German, DMY'").await.unwrap();
    assert_eq!(
        rotate(&session, "null", "2030-02-27 23:59:59Z").await,
        created(&["2030_02_26", "2030_02_27", "2030_02_28", "2030_03_01", "2030_03_02"])
    );
    assert_eq!(rotate(&session, "'1 day'", "2030-02-28 00:00:00Z").await[0], "messages_2030_02_26|dropped");
    assert_eq!(rotate(&session, "null", "2030-02-28 00:00:00Z").await, [""; 0]);
    // Without a time to keep, nothing is dropped; with one, a day goes when its last moment is that old.
    assert_eq!(
        rotate(&session, "null", "2030-03-04 00:00:00Z").await,
        created(&["2030_03_04", "2030_03_05", "2030_03_06", "2030_03_07"])
    );
    assert_eq!(rotate(&session, "'72 hours'", "2030-03-03 23:59:59Z").await, ["messages_2030_02_27|dropped"]);
    assert_eq!(rotate(&session, "'72 hours'", "2030-03-04 00:00:00Z").await, ["messages_2030_02_28|dropped"]);
    assert_eq!(
        partitions(&session).await,
        [
            "messages_2030_03_01",
            "messages_2030_03_02",
            "messages_2030_03_03",
            "messages_2030_03_04",
            "messages_2030_03_05",
            "messages_2030_03_06",
            "messages_2030_03_07",
            "messages_default"
        ]
    );
    let negative = session.execute("select realtime.baton_partitions('-1 hour')").await;
    assert!(negative.unwrap_err().starts_with("keep is -01:00:00: expected"));
}

#[tokio::test]
async fn a_partition_of_yesterday_that_is_not_retained_is_not_made_again() {
    let (_, session) = without_partitions(Postgres::shared()).await;
    let first = rotate(&session, "'1 hour'", "2030-01-02 05:00:00Z").await;
    assert_eq!(first, created(&["2030_01_02", "2030_01_03", "2030_01_04", "2030_01_05"]));
    assert_eq!(rotate(&session, "'1 hour'", "2030-01-02 05:00:00Z").await, [""; 0]);
}

#[tokio::test]
async fn messages_of_the_default_partition_move_to_their_day_or_go_with_it() {
    let (_, session) = without_partitions(Postgres::shared()).await;
    for (topic, day) in [("old", "2030-01-01"), ("today", "2030-01-09 12:00"), ("far", "2031-01-01")] {
        let insert = format!(
            "insert into realtime.messages (topic, extension, inserted_at) values ('{topic}', 'broadcast', '{day}')"
        );
        session.execute(&insert).await.unwrap();
    }
    let places = "select tableoid::regclass, topic, seq from realtime.messages order by seq";
    assert_eq!(
        session.rows(places).await,
        [
            "realtime.messages_default|old|1",
            "realtime.messages_default|today|2",
            "realtime.messages_default|far|3"
        ]
    );
    let done = rotate(&session, "'72 hours'", "2030-01-09 18:00:00Z").await;
    assert_eq!(done[0], "messages_default|trimmed");
    assert_eq!(done[1..], created(&["2030_01_08", "2030_01_09", "2030_01_10", "2030_01_11", "2030_01_12"]));
    assert_eq!(
        session.rows(places).await,
        ["realtime.messages_2030_01_09|today|2", "realtime.messages_default|far|3"]
    );
}

#[tokio::test]
async fn partitions_have_the_shape_of_the_table_and_no_open_door() {
    let (_, session) = set_up(Postgres::shared()).await;
    let shapes = "select count(distinct array(
        select (attname, atttypid, attnotnull, pg_get_expr(adbin, adrelid))::text
        from pg_attribute a left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = inhrelid and attnum > 0 order by attnum
      )), bool_and((select relrowsecurity from pg_class where oid = inhrelid)),
      bool_and((select relacl is null from pg_class where oid = inhrelid)),
      min((select count(*) from pg_index where indrelid = inhrelid))
      from pg_inherits where inhparent = 'realtime.messages'::regclass";
    assert_eq!(session.row(shapes).await, "1|t|t|2");
    assert_eq!(
        session
            .row("select bool_and(indisvalid) from pg_index where indrelid = 'realtime.messages'::regclass")
            .await,
        "t"
    );
}

#[tokio::test]
async fn a_day_that_another_partition_has_is_left_to_it() {
    let (_, session) = without_partitions(Postgres::shared()).await;
    let month = "create table realtime.january partition of realtime.messages for values from ('2030-01-01') to ('2030-02-01')";
    session.execute(month).await.unwrap();
    assert_eq!(
        rotate(&session, "'72 hours'", "2030-01-30 12:00:00Z").await,
        created(&["2030_02_01", "2030_02_02"])
    );
    let later = rotate(&session, "'72 hours'", "2030-02-04 00:00:00Z").await;
    assert_eq!(later[0], "january|dropped");
}

#[tokio::test]
async fn a_sender_that_takes_long_is_waited_for_two_seconds_and_no_longer() {
    let postgres = Postgres::shared();
    let (database, session) = without_partitions(postgres.clone()).await;
    rotate(&session, "null", "2030-01-01 12:00:00Z").await;
    let sender = Session::open(&postgres, &database, "postgres").await;
    let insert = "insert into realtime.messages (topic, extension, inserted_at) values ('t', 'broadcast', ";
    sender.execute(&format!("begin; {insert} '2030-01-05 12:00')")).await.unwrap();
    let start = std::time::Instant::now();
    let done = rotate(&session, "'1 day'", "2030-01-02 12:00:00Z").await;
    assert_eq!(done, ["messages_2029_12_31|busy", "messages_2030_01_05|busy"]);
    assert!(start.elapsed().as_secs_f64() > 3.5 && start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    sender.execute("commit").await.unwrap();
    let done = rotate(&session, "'1 day'", "2030-01-02 12:00:00Z").await;
    assert_eq!(done, ["messages_2029_12_31|dropped", "messages_2030_01_05|created"]);
    let place = "select tableoid::regclass from realtime.messages";
    assert_eq!(session.rows(place).await, ["realtime.messages_2030_01_05"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn senders_and_rotations_at_once_lose_nothing_and_do_not_deadlock() {
    let postgres = Postgres::shared();
    let (database, session) = without_partitions(postgres.clone()).await;
    let mut senders = Vec::new();
    for _ in 0..4 {
        let sender = Session::open(&postgres, &database, "postgres").await;
        senders.push(tokio::spawn(async move {
            for day in 1..60 {
                let insert = format!(
                    "begin; insert into realtime.messages (topic, extension, inserted_at)
                       select 't', 'broadcast', '2030-01-01'::date + ({day} + n) from generate_series(0, 5) n; commit"
                );
                sender.execute(&insert).await.unwrap();
            }
        }));
    }
    let mut rotations = Vec::new();
    for _ in 0..2 {
        let rotator = Session::open(&postgres, &database, "postgres").await;
        rotations.push(tokio::spawn(async move {
            for day in 1..60 {
                let rotate = format!("select realtime.baton_partitions('60 days', '2030-01-01Z'::timestamptz + {day} * interval '1 day')");
                rotator.execute(&rotate).await.unwrap();
            }
        }));
    }
    for task in senders.into_iter().chain(rotations) {
        task.await.unwrap();
    }
    assert_eq!(session.row("select count(*), count(distinct seq) from realtime.messages").await, "1416|1416");
    assert_eq!(session.notices(), [""; 0]);
}

/// The topics that the publication of messages has; all of them of the table by its own name.
async fn published(session: &Session) -> Vec<String> {
    let sql = "select data from pg_logical_slot_get_binary_changes('s', null, null, 'proto_version', '1',
                 'publication_names', 'supabase_realtime_messages_publication')";
    let (mut topics, mut tables) = (Vec::new(), HashMap::new());
    for row in session.client.query(sql, &[]).await.unwrap() {
        let data: Vec<u8> = row.get(0);
        match data[0] {
            // Relation: its number, then schema and name, each ended by 0.
            b'R' => {
                let names: Vec<_> =
                    data[5..].split(|&byte| byte == 0).take(2).map(String::from_utf8_lossy).collect();
                tables.insert(data[1..5].to_vec(), names.join("."));
            }
            // Insert: the relation's number, 'N', the count of columns; then of the first 't', its length, and it.
            b'I' => {
                assert_eq!(tables[&data[1..5]], "realtime.messages");
                let length = usize::try_from(u32::from_be_bytes(data[9..13].try_into().unwrap())).unwrap();
                topics.push(String::from_utf8(data[13..13 + length].to_vec()).unwrap());
            }
            b'B' | b'C' => {}
            other => panic!("{:?} in the stream", char::from(other)),
        }
    }
    topics
}

#[tokio::test]
async fn the_stream_has_each_message_once_whichever_partition_it_is_in_and_moves_to() {
    let (_, session) = without_partitions(Postgres::start(&[])).await;
    session.execute("select pg_create_logical_replication_slot('s', 'pgoutput')").await.unwrap();
    session.execute("select realtime.send('{}', 'e', 'no partition')").await.unwrap();
    assert_eq!(
        session.row("select tableoid::regclass from realtime.messages").await,
        "realtime.messages_default"
    );
    assert_eq!(published(&session).await, ["no partition"]);

    let made = session.rows("select action from realtime.baton_partitions()").await;
    assert_eq!(made, ["created"; 5]);
    assert!(
        session
            .row("select tableoid::regclass from realtime.messages")
            .await
            .starts_with("realtime.messages_2")
    );
    assert_eq!(published(&session).await, [""; 0], "moving is no news");

    session.execute("select realtime.send('{}', 'e', 'in a partition')").await.unwrap();
    session.execute("update realtime.messages set event = 'f'; delete from realtime.messages").await.unwrap();
    assert_eq!(published(&session).await, ["in a partition"]);

    // All at once, in one transaction and one reading of the stream.
    for partition in partitions(&session).await {
        if partition != "messages_default" {
            session.execute(&format!("drop table realtime.{partition}")).await.unwrap();
        }
    }
    session
        .execute(
            "begin; select realtime.send('{}', 'e', 'one'); commit;
             begin; select realtime.send('{}', 'e', 'two'); select realtime.baton_partitions();
             select realtime.send('{}', 'e', 'three'); commit; select realtime.send('{}', 'e', 'four')",
        )
        .await
        .unwrap();
    assert_eq!(published(&session).await, ["one", "two", "three", "four"]);
}
