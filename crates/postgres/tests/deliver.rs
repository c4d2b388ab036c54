//! What a subscription is sent of a change, and with which rights.

#![allow(clippy::unwrap_used, clippy::panic)] // the helpers of tests may, as the tests do

mod fixture;

use std::sync::Arc;

use baton_postgres::feed::{ChangeFormat, SubscriptionStatus};
use baton_postgres::source::Source;
use baton_postgres::testing::Postgres;
use fixture::Session;
use fixture::feed::{Delivered, FORMAT, Feeding, Follower, changes, settings};
use serde_json::{Value, json};

struct World {
    postgres: Arc<Postgres>,
    database: String,
    feeding: Feeding,
}

impl std::ops::Deref for World {
    type Target = Feeding;

    fn deref(&self) -> &Feeding {
        &self.feeding
    }
}

const ANN: &str = "00000000-0000-0000-0000-000000000001";
const BOB: &str = "00000000-0000-0000-0000-000000000002";

impl World {
    /// A database that is set up, with a feed of all tables that `sql` makes. Users act as `authenticated`.
    async fn new(sql: &str, old_rows: bool) -> Self {
        let postgres = Postgres::shared();
        let database = postgres.database();
        Session::open(&postgres, &database, "postgres").await.set_up(None).await;
        postgres.psql(&database, sql);
        let publish = "do $$ declare t regclass; begin
            for t in select oid from pg_class where relkind = 'r' and relnamespace in (select oid from pg_namespace
                where nspname in ('public', 'hidden', 'left_open')) loop
              execute format('alter publication supabase_realtime add table %s', t);
            end loop; end $$";
        postgres.psql(&database, publish);
        let source: Source = postgres.url(&database).parse().unwrap();
        let mut settings = settings(&format!("deliver_{database}"));
        settings.old_rows = old_rows;
        let feeding = Feeding::start(source, settings);
        Self { postgres, database, feeding }
    }

    /// Follows as a user, and waits until changes come.
    async fn follows(&self, user: &str, requests: &[Value]) -> Follower {
        let claims = json!({"role": "authenticated", "sub": user});
        let follower = self.follow_all(("authenticated", &claims), "topic", requests, None);
        self.until_ready(&follower).await;
        follower
    }

    async fn psql(&self, sql: &str) {
        self.postgres.psql(&self.database, sql);
        self.caught_up().await;
    }

    /// The changes that a subscription was sent.
    fn received(&self, follower: &Follower) -> Vec<Value> {
        changes(&self.delivered(follower))
    }

    /// The same, of each change the kind, what is lacking, the record and the old record.
    fn summary(&self, follower: &Follower) -> Vec<Value> {
        let summary = |data: &Value| json!([data["type"], data["lack"], data["record"], data["old_record"]]);
        self.received(follower).iter().map(summary).collect()
    }
}

/// An operator reads the table again; followers of other tables have missed nothing.
#[tokio::test]
async fn a_row_that_is_too_large_is_reported_to_the_followers_of_its_table_and_stops_nobody() {
    let sql = "create table large (id int primary key, t text); create table small (id int primary key);
        grant select on large, small to authenticated; create role stranger login";
    let world = World::new(sql, false).await;
    let (ann, bob) =
        (world.follows(ANN, &[table("large")]).await, world.follows(BOB, &[table("small")]).await);
    // Any role that may log in can do this, without any right.
    world.psql("set role stranger; select pg_logical_emit_message(true, 'x', repeat('x', 70000000))").await;
    world.psql("insert into large values (1, 'a'), (2, repeat('x', 68000000)), (3, 'b')").await;
    world.psql("insert into small values (1)").await;
    let is_missed = |it: &Delivered| it.failure().is_some_and(|text| text.starts_with("Changes were missed"));
    let delivered = world
        .until(&ann, |delivered| {
            delivered.iter().filter(|it| **it == Delivered::News(SubscriptionStatus::Ready)).count() == 2
        })
        .await;
    let kinds: Vec<_> = delivered
        .iter()
        .map(|it| match it {
            Delivered::Change(change) => change["data"]["record"]["id"].to_string(),
            missed if is_missed(missed) => "missed".to_owned(),
            Delivered::News(news) => format!("{news:?}"),
        })
        .collect();
    assert_eq!(kinds[..3], ["Ready", "1", "missed"], "{kinds:?}");
    assert!(kinds.contains(&"3".to_owned()), "{kinds:?}");
    let delivered = world.delivered(&bob);
    assert_eq!((delivered.len(), delivered.iter().any(is_missed)), (2, false), "{delivered:?}");
}

fn table(name: &str) -> Value {
    json!({"event": "*", "schema": "public", "table": name})
}

fn secured(name: &str, condition: &str) -> String {
    format!(
        "grant select on {name} to authenticated; alter table {name} enable row level security; \
         create policy p on {name} for select using ({condition});"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn the_old_row_is_sent_as_its_key_where_policies_were_not_asked_about_it() {
    let notes = "create table notes (id int primary key, owner uuid, text text); alter table notes replica identity full;";
    let world = World::new(&format!("{notes}{}", secured("notes", "auth.uid() = owner")), false).await;
    world.psql(&format!("insert into notes values (1, '{BOB}', 'secret of bob')")).await;
    let ann = world.follows(ANN, &[table("notes")]).await;
    world.psql(&format!("update notes set owner = '{ANN}', text = 'for ann'; delete from notes")).await;
    assert_eq!(
        world.summary(&ann),
        [
            json!(["UPDATE", null, {"id": 1, "owner": ANN, "text": "for ann"}, {"id": 1}]),
            json!(["DELETE", null, null, {"id": 1}])
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_may_no_longer_be_seen_is_deleted_for_each_request() {
    let notes = "create table notes (id int primary key, owner uuid, done bool); alter table notes replica identity full;";
    let world = World::new(&format!("{notes}{}", secured("notes", "auth.uid() = owner")), true).await;
    world.psql(&format!("insert into notes values (1, '{ANN}', false), (2, '{ANN}', false)")).await;
    let mut open = table("notes");
    open["filter"] = "done=eq.false".into();
    let ann = world.follows(ANN, &[table("notes"), open]).await;
    world.psql("update notes set done = true where id = 1").await;
    world.psql(&format!("update notes set owner = '{BOB}' where id = 2")).await;
    let ids = |it: &Delivered| {
        let Delivered::Change(change) = it else { return None };
        let data = &change["data"];
        let row = if data["type"] == "DELETE" { &data["old_record"] } else { &data["record"] };
        Some(json!([data["type"], row["id"], change["ids"]]))
    };
    let delivered: Vec<Value> = world.delivered(&ann).iter().filter_map(ids).collect();
    // The first row left what one of the requests asked for; the second may no longer be seen, and left both.
    assert_eq!(
        delivered,
        [json!(["UPDATE", 1, [1]]), json!(["DELETE", 1, [2]]), json!(["DELETE", 2, [1, 2]])]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_that_an_update_left_as_it_was_counts_where_policies_are_asked() {
    let sql = "create table words (word text); insert into words values ('open'); grant select on words to authenticated;
        create table notes (id int primary key, word text, n int); alter table notes alter word set storage external;
        alter table notes replica identity full;
        insert into notes select id, word || repeat('x', 9000), 0 from (values (1, 'open'), (2, 'shut')) of (id, word);";
    let condition = "exists (select from words w where w.word = left(notes.word, 4))";
    let world = World::new(&format!("{sql}{}", secured("notes", condition)), true).await;
    let ann = world.follows(ANN, &[table("notes")]).await;
    world.psql("update notes set n = 1").await;
    let delivered: Vec<Value> =
        world.received(&ann).iter().map(|data| json!([data["type"], data["record"]["id"]])).collect();
    assert_eq!(delivered, [json!(["UPDATE", 1])]);
}

/// PostgreSQL is asked about all users of a role at once, each with its own claims.
#[tokio::test(flavor = "multi_thread")]
async fn each_sees_what_its_own_claims_show() {
    let notes = "create table notes (id int primary key, teams text);";
    let condition = "strpos(teams, auth.jwt() ->> 'team') > 0";
    let world = World::new(&format!("{notes}{}", secured("notes", condition)), false).await;
    let mut followers = Vec::new();
    for team in ["red", "blue", "green"] {
        let claims = json!({"role": "authenticated", "sub": ANN, "team": team});
        let follower = world.follow_all(("authenticated", &claims), "topic", &[table("notes")], None);
        world.until_ready(&follower).await;
        followers.push(follower);
    }
    world
        .psql("insert into notes values (1, 'red'), (2, 'blue'), (3, 'red blue'), (4, 'green'), (5, 'none')")
        .await;
    let ids = |follower| -> Vec<Value> {
        world.received(follower).iter().map(|data| data["record"]["id"].clone()).collect()
    };
    assert_eq!(followers.iter().map(ids).collect::<Vec<_>>(), [vec![1, 3], vec![2, 3], vec![4]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_is_sent_the_columns_that_it_chose_in_its_format() {
    let sql =
        "create table notes (id int primary key, a int, b int); grant select on notes to authenticated;";
    let world = World::new(sql, false).await;
    let choosing = |columns: &[&str]| {
        let mut request = table("notes");
        request["select"] = json!(columns);
        request
    };
    let ann = world.follows(ANN, &[choosing(&["a"])]).await;
    let bob = world.follows(BOB, &[choosing(&["b", "none of that name"])]).await;
    let both = world.follows(BOB, &[choosing(&["a"]), choosing(&["b"])]).await;
    world.psql("insert into notes values (1, 2, 3)").await;
    let records = |follower: &Follower| -> Vec<Value> {
        world.received(follower).iter().map(|data| data["record"].clone()).collect()
    };
    assert_eq!(records(&ann), [json!({"id": 1, "a": 2})]);
    assert_eq!(records(&bob), [json!({"id": 1, "b": 3})]);
    assert_eq!(records(&both), [json!({"id": 1, "a": 2}), json!({"id": 1, "b": 3})]);
    // The same change, and another format.
    let table_alone = ChangeFormat { write: |change| json!(change.table).to_string().into(), ..FORMAT };
    let (role, claims) = ("authenticated", json!({"role": "authenticated", "sub": ANN}));
    let other = world.follow_in(table_alone, (role, &claims), ("topic", &[choosing(&["a"])]), None);
    world.until_ready(&other).await;
    world.psql("insert into notes values (2, 3, 4)").await;
    assert_eq!(world.received(&other), [json!("notes")]);
    assert_eq!(records(&ann)[1..], [json!({"id": 2, "a": 3})]);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_values_are_lacking_there_is_a_reason() {
    let sql = "create schema hidden;
        create table hidden.notes (id int primary key, text text); grant select on hidden.notes to authenticated;
        create table keyless (id int primary key, text text); grant select (text) on keyless to authenticated;
        create table taken (id int primary key, text text); grant select on taken to authenticated;
        create table unkeyed (id int, text text); grant select on unkeyed to authenticated;
        create table large (id int primary key, text text, small text); grant select on large to authenticated;
        create schema left_open; grant usage on schema left_open to authenticated;
        create table left_open.notes (id int primary key, text text); grant select on left_open.notes to authenticated;";
    let world = World::new(sql, false).await;
    let hidden = json!({"event": "*", "schema": "hidden", "table": "notes"});
    let open = json!({"event": "*", "schema": "left_open", "table": "notes"});
    let ann = world.follows(ANN, &[hidden, table("keyless"), table("taken"), open]).await;
    world
        .psql("insert into taken values (1, 'before'); insert into left_open.notes values (1, 'before')")
        .await;
    let before = json!(["INSERT", null, {"id": 1, "text": "before"}, null]);
    assert_eq!(world.summary(&ann), [before.clone(), before]);
    let revoke =
        "revoke select on taken from authenticated; revoke usage on schema left_open from authenticated";
    world.postgres.psql(&world.database, revoke);
    // Rights are read again within half a minute, or at once if that is asked for.
    world.feed.reload();
    world.caught_up().await;
    for table in ["hidden.notes", "keyless", "taken", "left_open.notes"] {
        let sql = format!(
            "insert into {table} values (2, 'a'); update {table} set text = 'b' where id = 2; delete from {table}"
        );
        world.psql(&sql).await;
    }
    let delivered = &world.received(&ann)[2..];
    assert_eq!(delivered.len(), 14, "{delivered:?}");
    for data in delivered {
        assert_eq!(data["lack"], "permission", "{data}");
        let row = |name: &str| data[name].as_object().is_none_or(serde_json::Map::is_empty);
        assert!(row("record") && row("old_record") && data["columns"] == json!([]), "{data}");
    }
    let bob = world.follows(BOB, &[table("unkeyed"), table("large")]).await;
    world
        .psql("insert into unkeyed values (1, 'a'); insert into large values (2, repeat('a', 1 << 20), 'b')")
        .await;
    let delivered = world.received(&bob);
    let columns: Vec<_> = delivered.iter().map(|data| data["columns"].as_array().unwrap().len()).collect();
    assert_eq!(columns, [0, 3]);
    assert_eq!(
        world.summary(&bob),
        [json!(["INSERT", "key", {}, null]), json!(["INSERT", "size", {"id": 2, "small": "b"}, null])]
    );
}

/// Of such a row an error is sent; a filter that was looked at would reveal of which rows.
#[tokio::test(flavor = "multi_thread")]
async fn a_filter_on_what_may_not_be_selected_any_more_is_met_by_nothing() {
    let sql = "create schema left_open; grant usage on schema left_open to authenticated;
        create table left_open.notes (id int primary key, pin int); grant select on left_open.notes to authenticated;";
    let world = World::new(sql, false).await;
    let guess = json!({"event": "*", "schema": "left_open", "table": "notes", "filter": "pin=eq.1234"});
    let ann = world.follows(ANN, &[guess]).await;
    world.psql("insert into left_open.notes values (1, 1234)").await;
    assert_eq!(world.received(&ann).len(), 1);
    world.postgres.psql(&world.database, "revoke usage on schema left_open from authenticated");
    world.feed.reload();
    world.caught_up().await;
    world.psql("insert into left_open.notes values (2, 1234); update left_open.notes set pin = 1234").await;
    assert_eq!(world.received(&ann).len(), 1, "{:?}", world.received(&ann));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_subscription_whose_filter_no_longer_fits_its_table_is_notified_and_tried_again() {
    let world = World::new(
        "create table notes (id int primary key, pin int); grant select on notes to authenticated;",
        false,
    )
    .await;
    let asks = json!({"event": "*", "schema": "public", "table": "notes", "filter": "pin=eq.1"});
    let ann = world.follows(ANN, std::slice::from_ref(&asks)).await;
    world.psql("insert into notes values (1, 1)").await;
    world.psql("alter table notes drop column pin").await;
    world.psql("insert into notes values (2)").await; // the stream describes a table before its next change
    let delivered = world.until(&ann, |delivered| delivered.len() == 3).await;
    assert!(
        matches!(&delivered[..], [Delivered::News(SubscriptionStatus::Ready), Delivered::Change(_), it]
            if it.failure() == Some("invalid column for filter pin")),
        "{delivered:?}"
    );
    // One more of the same group, which is refused as well. What both are sent stands in one list.
    let claims = json!({"role": "authenticated", "sub": ANN});
    world.follow_all(("authenticated", &claims), "topic", &[asks], None);
    world.until(&ann, |delivered| delivered.len() == 4).await;
    world.psql("alter table notes add column pin int; insert into notes values (3, 1)").await;
    world.feed.reload();
    let is_ready = |delivered: &Delivered| *delivered == Delivered::News(SubscriptionStatus::Ready);
    world.until(&ann, |delivered| delivered.iter().filter(|it| is_ready(it)).count() == 3).await;
    world.psql("insert into notes values (4, 1)").await;
    let ids: Vec<_> = world.received(&ann).iter().map(|data| data["record"]["id"].clone()).collect();
    assert_eq!(ids, [1, 4], "3 came while it was refused");
}

/// A policy that calls a function which the role may not execute raises an error in PostgreSQL, and shows no row.
#[tokio::test(flavor = "multi_thread")]
async fn a_function_that_the_role_may_not_execute_shows_no_row() {
    let notes = "create table notes (id int primary key, owner uuid);";
    let revoke = "revoke execute on function auth.uid() from public, authenticated;";
    let conditions = ["auth.uid() = owner", "(select auth.uid()) = owner"];
    for condition in conditions {
        let world = World::new(&format!("{notes}{}{revoke}", secured("notes", condition)), false).await;
        let ann = world.follows(ANN, &[table("notes")]).await;
        world.psql(&format!("insert into notes values (1, '{ANN}')")).await;
        assert_eq!(world.received(&ann), Vec::<Value>::new(), "{condition}");
        world.psql("grant execute on function auth.uid() to authenticated").await;
        world.feed.reload();
        world.caught_up().await;
        world.psql(&format!("insert into notes values (2, '{ANN}')")).await;
        assert_eq!(world.received(&ann).len(), 1, "{condition}");
    }
}
