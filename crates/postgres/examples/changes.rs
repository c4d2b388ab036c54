//! How many changes a second reach those who follow, and how soon who asks has the rows that are there, with a PostgreSQL of its
//! own: the feed alone, without sockets.
//!
//! ```sh
//! cargo run --release -p baton-postgres --features testing --example changes
//! ```
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)] // a measurement ends where something is wrong

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use baton_postgres::feed::{
    Broadcast, ChangeFormat, ChangeMessage, Feed, FeedSettings, Sink, SubscriptionRequest, SubscriptionStatus,
};
use baton_postgres::filter::{Clause, Condition, Filter, Operator};
use baton_postgres::request::{Event, Request};
use baton_postgres::testing::Postgres;

/// The values alone.
const FORMAT: ChangeFormat = ChangeFormat {
    write: |change| {
        let mut out = Vec::with_capacity(512);
        for (name, value) in change.record {
            out.extend_from_slice(name.as_bytes());
            out.extend_from_slice(value);
        }
        out
    },
    address: |_, _, data| ChangeMessage { event: "change", payload: data.to_vec() },
};

#[derive(Default)]
struct Counted {
    publications: AtomicU64,
    bytes: AtomicU64,
}

impl Sink for Counted {
    fn publish(&self, _: &str, _: &str, payload: &[u8]) -> bool {
        self.publications.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(payload.len() as u64, Ordering::Relaxed);
        true
    }

    fn broadcast(&self, _: &Broadcast<'_>) -> bool {
        self.publications.fetch_add(1, Ordering::Relaxed);
        true
    }

    fn policies_changed(&self) {}
}

/// Who follows, and what is written: so many rows, one transaction each, of which each is published once: for all, or for the
/// one group that sees it.
struct Case {
    name: &'static str,
    table: &'static str,
    followers: u32,
    /// Whether followers have claims of their own.
    is_signed_in: bool,
    /// Whether each asks for its own rows.
    is_filtered: bool,
    changes: u32,
}

const CASES: &[Case] = &[
    Case {
        name: "no RLS, 500 followers alike",
        table: "plain",
        followers: 500,
        is_signed_in: false,
        is_filtered: false,
        changes: 20_000,
    },
    Case {
        name: "no RLS, 500 with claims of their own",
        table: "plain",
        followers: 500,
        is_signed_in: true,
        is_filtered: false,
        changes: 5_000,
    },
    Case {
        name: "RLS evaluated here, 500 claims",
        table: "owned",
        followers: 500,
        is_signed_in: true,
        is_filtered: false,
        changes: 5_000,
    },
    Case {
        name: "RLS asked, 500 claims",
        table: "asked",
        followers: 500,
        is_signed_in: true,
        is_filtered: false,
        changes: 2_000,
    },
    Case {
        name: "RLS asked, 2,000 eq filters",
        table: "asked",
        followers: 2_000,
        is_signed_in: true,
        is_filtered: true,
        changes: 5_000,
    },
];

const TABLES: &str = "
create role authenticated nologin; create schema auth; grant usage on schema auth to authenticated;
create function auth.uid() returns uuid language sql stable as
  $$ select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;
create table plain (id bigserial primary key, owner uuid, text text default 'some text of a row');
create table owned (like plain including all); create table asked (like plain including all);
alter table owned enable row level security; alter table asked enable row level security;
create policy p on owned for select using ((select auth.uid()) = owner);
create policy p on asked for select using (exists (select where (select auth.uid()) = owner));
grant select on all tables in schema public to authenticated;
create table lists (id int primary key, list int, text text default 'some text of a row');
insert into lists select n, n / 100 from generate_series(0, 99999) n; create index on lists (list);
grant select on lists to authenticated;
create publication supabase_realtime for table plain, owned, asked, lists;";

fn user(n: u32) -> String {
    format!("00000000-0000-0000-0000-{n:012}")
}

#[tokio::main]
async fn main() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    postgres.psql(&database, TABLES);
    for (n, case) in CASES.iter().enumerate() {
        run(&postgres, &database, n, case).await;
    }
    for _ in 0..3 {
        rows(&postgres, &database, "one, 100 rows", 1, ("list", Operator::Eq, None)).await;
        rows(&postgres, &database, "one, 1,000 rows", 1, ("id", Operator::Lt, Some(1_000))).await;
        rows(&postgres, &database, "500 alike, 100 rows each", 500, ("list", Operator::Eq, Some(7))).await;
        rows(
            &postgres,
            &database,
            "500 with a filter of their own, 100 rows each",
            500,
            ("list", Operator::Eq, None),
        )
        .await;
    }
}

/// Begins a feed, and waits until it reads.
async fn feed(postgres: &Postgres, database: &str, slot: &str, sink: Arc<Counted>) -> Feed {
    let settings = FeedSettings {
        slot: slot.parse().unwrap(),
        publication: "supabase_realtime".into(),
        messages_publication: "none".into(),
        connections: 4,
        old_rows: false,
        snapshot_rows: 1_000,
    };
    let feed = Feed::start(postgres.url(database).parse().unwrap(), settings, sink);
    while !feed.reads() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    feed
}

/// Which rows followers ask for, by a column; without a value by their own number.
type Rows = (&'static str, Operator, Option<u32>);

/// A request for a table, perhaps with a filter.
fn request(table: &str, filter: Option<(&str, Operator, String)>, snapshot: bool) -> Request {
    let condition = |(column, operator, value): (&str, Operator, String)| {
        let (column, value) = (column.into(), value.into());
        Clause::Condition(Condition { column, is_negated: false, operator, value })
    };
    let filter = Filter { clauses: filter.map(condition).into_iter().collect() };
    Request {
        event: Event::Any,
        schema: "public".into(),
        table: table.into(),
        filter,
        select: None,
        snapshot,
    }
}

/// How soon all have the rows that they ask for.
async fn rows(postgres: &Postgres, database: &str, name: &str, followers: u32, asks: Rows) {
    let sink = Arc::new(Counted::default());
    let feed = feed(postgres, database, "rows", Arc::clone(&sink)).await;
    let (ready, mut is_ready) = tokio::sync::mpsc::unbounded_channel();
    let began = Instant::now();
    for follower in 0..followers {
        let (column, operator, value) = asks;
        let filter = (column, operator, value.unwrap_or(follower).to_string());
        let requests = Arc::new([(1, request("lists", Some(filter), true))]);
        let (claims, role) = ("{}", "authenticated");
        let request = SubscriptionRequest {
            topic: "t",
            requests,
            role,
            claims,
            subject: None,
            format: FORMAT,
            replaces: None,
        };
        let ready = ready.clone();
        let subscription =
            feed.subscribe(request, Box::new(move |_, status| drop(ready.send(status)))).unwrap();
        feed.activate(subscription.id);
    }
    for _ in 0..followers {
        assert_eq!(is_ready.recv().await, Some(SubscriptionStatus::Ready));
    }
    let took = began.elapsed().as_secs_f64() * 1_000.0;
    println!("{name:46} {took:>7.1} ms, {} rows", sink.publications.load(Ordering::Relaxed));
    feed.close().await;
}

async fn run(postgres: &Postgres, database: &str, n: usize, case: &Case) {
    let sink = Arc::new(Counted::default());
    let feed = feed(postgres, database, &format!("case_{n}"), sink.clone()).await;
    let ready = Arc::new(AtomicU64::new(0));
    let began = Instant::now();
    for follower in 0..case.followers {
        let filter = case.is_filtered.then(|| ("owner", Operator::Eq, user(follower)));
        let claims =
            if case.is_signed_in { format!(r#"{{"sub":"{}"}}"#, user(follower)) } else { "{}".into() };
        let requests = Arc::new([(1, request(case.table, filter, false))]);
        let (claims, role) = (claims.as_str(), "authenticated");
        let request = SubscriptionRequest {
            topic: "t",
            requests,
            role,
            claims,
            subject: None,
            format: FORMAT,
            replaces: None,
        };
        let ready = Arc::clone(&ready);
        let tell = move |_, news| match news {
            SubscriptionStatus::Ready => drop(ready.fetch_add(1, Ordering::Relaxed)),
            SubscriptionStatus::Failed(failure) => println!("{failure:?}"),
        };
        let subscription = feed.subscribe(request, Box::new(tell)).unwrap();
        feed.activate(subscription.id);
    }
    while ready.load(Ordering::Relaxed) < u64::from(case.followers) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let following = began.elapsed();
    // One follower of five hundred sees a row, where policies decide.
    let (table, changes) = (case.table, case.changes);
    let owner = "('00000000-0000-0000-0000-' || lpad((n % 500)::text, 12, '0'))::uuid";
    let began = Instant::now();
    let writer = {
        let source: baton_postgres::source::Source = postgres.url(database).parse().unwrap();
        let client = source.connect().await.unwrap();
        let sql = format!(
            "do $$ begin for n in 1..{changes} loop insert into public.{table} (owner) values ({owner}); commit; end loop; end $$"
        );
        tokio::spawn(async move { client.batch_execute(&sql).await.unwrap() })
    };
    let expected = u64::from(changes);
    let mut written = None;
    while sink.publications.load(Ordering::Relaxed) < expected {
        tokio::time::sleep(Duration::from_millis(2)).await;
        if writer.is_finished() && written.is_none() {
            written = Some(began.elapsed());
        }
        if began.elapsed() > Duration::from_secs(60) {
            break;
        }
    }
    let took = began.elapsed().as_secs_f64();
    let reached = sink.publications.load(Ordering::Relaxed);
    println!(
        "{:40} {:>8.0} changes/s, {reached} of {expected} publications in {took:.2} s (written in {:.2} s); \
         {} followers ready in {:.2} s",
        case.name,
        f64::from(changes) / took,
        written.unwrap_or_default().as_secs_f64(),
        case.followers,
        following.as_secs_f64(),
    );
    drop(writer.await);
}
