//! A commit that is in the log, and that nobody sees yet.

#![allow(clippy::unwrap_used)] // the helpers of tests may, as the tests do

use std::sync::{Arc, Mutex};
use std::time::Duration;

use baton_postgres::feed::{
    Broadcast, ChangeFormat, ChangeMessage, Feed, FeedSettings, Sink, SubscriptionRequest, SubscriptionStatus,
};
use baton_postgres::filter::Filter;
use baton_postgres::request::{Event, Request};
use baton_postgres::source::Source;
use baton_postgres::testing::Postgres;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

const TIMEOUT: Duration = Duration::from_secs(20);

const TABLE: &str = "
create role reader nologin;
create table rooms (room int primary key); insert into rooms values (1);
create table rows (id int primary key, room int);
grant select on all tables in schema public to reader;
alter table rows enable row level security;
create policy p on rows for select using (exists (select from rooms where rooms.room = rows.room));
create publication supabase_realtime for table rows;";

/// The record alone.
const FORMAT: ChangeFormat = ChangeFormat {
    write: |change| {
        change.record.iter().flat_map(|(name, value)| [name.as_bytes(), b"=", value, b" "].concat()).collect()
    },
    address: |_, _, data| ChangeMessage { event: "change", payload: data.to_vec() },
};

/// Hands on what is published.
struct Heard(Mutex<mpsc::UnboundedSender<String>>);

impl Sink for Heard {
    fn publish(&self, _: &str, _: &str, payload: &[u8]) -> bool {
        self.0.lock().unwrap().send(String::from_utf8_lossy(payload).into_owned()).is_ok()
    }

    fn broadcast(&self, _: &Broadcast<'_>) -> bool {
        true
    }

    fn policies_changed(&self) {}
}

async fn follow(source: &Source) -> (Feed, mpsc::UnboundedReceiver<String>) {
    let (sender, heard) = mpsc::unbounded_channel();
    let settings = FeedSettings {
        slot: "commits".parse().unwrap(),
        publication: "supabase_realtime".into(),
        messages_publication: "none".into(),
        connections: 2,
        old_rows: false,
        snapshot_rows: 0,
    };
    let feed = Feed::start(source.clone(), settings, Arc::new(Heard(Mutex::new(sender))));
    let (ready, mut is_ready) = mpsc::unbounded_channel();
    let (schema, table, filter) = ("public".into(), "rows".into(), Filter::default());
    let asks = Request { event: Event::Any, schema, table, filter, select: None, snapshot: false };
    let request = SubscriptionRequest {
        topic: "t",
        requests: Arc::new([(1, asks)]),
        role: "reader",
        claims: "{}",
        subject: None,
        format: FORMAT,
        replaces: None,
    };
    let subscription = feed.subscribe(request, Box::new(move |_, status| drop(ready.send(status)))).unwrap();
    feed.activate(subscription.id);
    assert_eq!(timeout(TIMEOUT, is_ready.recv()).await.unwrap(), Some(SubscriptionStatus::Ready));
    (feed, heard)
}

#[tokio::test]
async fn a_row_is_judged_when_it_can_be_seen() {
    let postgres = Postgres::start(&["autovacuum=off"]);
    let database = postgres.database();
    postgres.psql(&database, TABLE);
    let source: Source = postgres.url(&database).parse().unwrap();
    let (_feed, mut heard) = follow(&source).await;

    // Commits wait for a standby that does not come: they are in the log, and nobody sees their rows.
    postgres.psql(&database, "alter system set synchronous_standby_names = 'nobody'");
    postgres.psql(&database, "select pg_reload_conf()");
    let writer = source.connect().await.unwrap();
    writer.batch_execute("reset search_path").await.unwrap();
    while writer.query_one("show synchronous_standby_names", &[]).await.unwrap().get::<_, &str>(0) != "nobody"
    {
        sleep(Duration::from_millis(5)).await;
    }
    let writing = tokio::spawn(async move { writer.batch_execute("insert into rows values (7, 1)").await });
    let waiting = "select count(*) from pg_stat_activity where wait_event = 'SyncRep'";
    while postgres.psql(&database, waiting) != "1" {
        sleep(Duration::from_millis(5)).await;
    }
    assert!(timeout(Duration::from_millis(300), heard.recv()).await.is_err(), "it is not to be seen");

    postgres.psql(&database, "alter system reset synchronous_standby_names");
    postgres.psql(&database, "select pg_reload_conf()");
    let delivered = timeout(TIMEOUT, heard.recv()).await.unwrap().unwrap();
    assert_eq!(delivered, "id=7 room=1 ");
    writing.await.unwrap().unwrap();
}
