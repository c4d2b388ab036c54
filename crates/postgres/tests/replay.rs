//! What was sent to a private channel, for those who come later, against a real PostgreSQL: as a role that owns nothing, and
//! on a table that `baton pg setup` has not seen.

#![allow(clippy::unwrap_used)] // a test that unwraps fails where it should

mod fixture;

use baton_postgres::replay::{Page, Payload, Replay, ReplayError, Wanted};
use baton_postgres::source::Source;
use baton_postgres::testing::Postgres;
use fixture::Session;

fn wanted(after: Option<&str>, limit: u32) -> Wanted {
    Wanted { topic: "room".into(), since_ms: 0, after: after.map(Into::into), limit }
}

/// What a page says, as `[n, …]`.
fn numbers(page: &Page) -> Vec<String> {
    let text = |payload: &Payload| match payload {
        Payload::Json(text) => {
            text.split("\"n\": ").nth(1).unwrap().split(['}', ',']).next().unwrap().to_owned()
        }
        Payload::Binary(bytes) => format!("{bytes:?}"),
    };
    page.messages.iter().map(|it| text(&it.payload)).collect()
}

fn source(postgres: &Postgres, database: &str, user: &str) -> Source {
    postgres.url(database).replace("user=postgres", &format!("user={user}")).parse().unwrap()
}

#[tokio::test]
async fn a_role_that_owns_nothing_reads_it_in_the_order_of_sending() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    let mut admin = Session::open(&postgres, &database, "postgres").await;
    admin.set_up(Some("baton")).await;
    let replay = Replay::new(source(&postgres, &database, "baton"));
    assert_eq!(replay.ask(&wanted(None, 10)).await, Ok(Page::default()));
    // One transaction, one time; another topic, and the public channel of the same name.
    admin
        .execute(
            "select realtime.send(jsonb_build_object('n', n), 'e', 'room') from generate_series(1, 5) n;
             select realtime.send('{\"n\": 0}', 'e', 'room', false), realtime.send('{\"n\": 0}', 'e', 'other');
             select realtime.send_binary('\\x0102', 'b', 'room')",
        )
        .await
        .unwrap();
    let page = replay.ask(&wanted(None, 10)).await.unwrap();
    assert_eq!(
        (numbers(&page), page.complete),
        (["1", "2", "3", "4", "5", "[1, 2]"].map(String::from).into(), false)
    );
    assert_eq!(page.messages[5].event, "b");
    assert_eq!(numbers(&replay.ask(&wanted(None, 2)).await.unwrap()), ["5", "[1, 2]"]);
    for (after, limit, expected, complete) in
        [(3, 2, &["5", "[1, 2]"][..], true), (3, 1, &["[1, 2]"], false), (5, 3, &[], true)]
    {
        let page = replay.ask(&wanted(Some(&page.messages[after].id), limit)).await.unwrap();
        assert_eq!(
            (numbers(&page).as_slice(), page.complete),
            (expected.iter().map(ToString::to_string).collect::<Vec<_>>().as_slice(), complete)
        );
    }
    // What is no id, or nobody's, names nothing.
    for after in ["x'; drop table realtime.messages; --", "00000000-0000-0000-0000-000000000000"] {
        let page = replay.ask(&wanted(Some(after), 2)).await.unwrap();
        assert_eq!((page.messages.len(), page.complete), (2, false), "{after}");
    }
    let later = Wanted { since_ms: u64::MAX, ..wanted(None, 10) };
    assert_eq!(replay.ask(&later).await, Ok(Page::default()));

    // A connection that is lost is made again for the next who asks.
    admin
        .execute("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'baton'")
        .await
        .unwrap();
    assert_eq!(numbers(&replay.ask(&wanted(None, 1)).await.unwrap()), ["[1, 2]"]);
    admin
        .execute(
            "revoke execute on function realtime.baton_messages(text, timestamp, uuid, integer) from baton",
        )
        .await
        .unwrap();
    let Err(ReplayError::Failed(said)) = replay.ask(&wanted(None, 1)).await else { panic!("it may") };
    assert!(said.contains("permission denied for function baton_messages"), "{said}");
}

/// A login that the table's policies hold for is sent nothing: they would be evaluated with its rights.
#[tokio::test]
async fn policies_are_not_evaluated_with_the_logins_rights() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    let mut admin = Session::open(&postgres, &database, "postgres").await;
    admin.set_up(Some("baton")).await;
    admin
        .execute(
            "drop function realtime.baton_messages; grant select on realtime.messages to baton;
             create policy p on realtime.messages for select using (true);
             select realtime.send('{\"n\": 1}', 'e', 'room')",
        )
        .await
        .unwrap();
    let replay = Replay::new(source(&postgres, &database, "baton"));
    let Err(ReplayError::Failed(said)) = replay.ask(&wanted(None, 1)).await else {
        panic!("the failure is not reported")
    };
    assert!(said.contains("row-level security policy"), "{said}");
    admin.execute("alter role baton bypassrls").await.unwrap();
    let replay = Replay::new(source(&postgres, &database, "baton"));
    assert_eq!(numbers(&replay.ask(&wanted(None, 1)).await.unwrap()), ["1"]);
}

#[tokio::test]
async fn a_table_of_supabase_s_is_read_by_its_owner_and_none_is_as_good_as_empty() {
    let postgres = Postgres::shared();
    let database = postgres.database();
    let replay = Replay::new(source(&postgres, &database, "postgres"));
    assert!(matches!(replay.ask(&wanted(None, 1)).await, Ok(page) if page.messages.is_empty()));
    postgres.psql(
        &database,
        "create schema realtime;
         create table realtime.messages (topic text not null, extension text not null, payload jsonb, event text,
           private boolean default false, updated_at timestamp not null default now(),
           inserted_at timestamp not null default now(), id uuid not null default gen_random_uuid(), binary_payload bytea,
           primary key (id, inserted_at)) partition by range (inserted_at);
         create table realtime.messages_default partition of realtime.messages default;
         alter table realtime.messages enable row level security;
         insert into realtime.messages (topic, extension, private, event, payload, inserted_at)
           select 'room', 'broadcast', true, 'e', jsonb_build_object('n', n), '2026-01-01'::timestamp + n * interval '1 s'
           from generate_series(1, 4) n",
    );
    let page = replay.ask(&wanted(None, 3)).await.unwrap();
    assert_eq!(numbers(&page), ["2", "3", "4"]);
    let after = replay.ask(&wanted(Some(&page.messages[1].id), 3)).await.unwrap();
    assert_eq!((numbers(&after), after.complete), (vec!["4".to_owned()], true));
}
