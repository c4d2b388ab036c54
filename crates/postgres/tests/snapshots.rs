//! The rows that are there, and then the changes: every row and every change, each once.

#![allow(clippy::unwrap_used, clippy::panic)] // the helpers of tests may, as the tests do

mod fixture;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use baton_postgres::feed::{Failure, SubscriptionId, SubscriptionStatus};
use baton_postgres::filter::BindError;
use baton_postgres::source::Source;
use baton_postgres::testing::Postgres;
use fixture::feed::{Delivered, Feeding, Follower, changes, settings};
use serde_json::{Value, json};
use tokio::time::sleep;

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

impl World {
    fn new(postgres: Arc<Postgres>, sql: &str) -> Self {
        let database = postgres.database();
        postgres.psql(
            &database,
            "do $$ begin create role reader nologin; exception when duplicate_object or unique_violation then null; end $$",
        );
        postgres.psql(&database, sql);
        let source: Source = postgres.url(&database).parse().unwrap();
        let feeding = Feeding::start(source, settings(&format!("snapshots_{database}")));
        Self { postgres, database, feeding }
    }

    fn psql(&self, sql: &str) -> String {
        self.postgres.psql(&self.database, sql)
    }

    fn follow(&self, topic: &str, request: &Value, claims: &Value) -> Follower {
        self.replace(None, topic, request, claims)
    }

    /// Follows in place of another.
    fn replace(
        &self,
        replaces: Option<SubscriptionId>,
        topic: &str,
        request: &Value,
        claims: &Value,
    ) -> Follower {
        self.feeding.follow(("reader", claims), topic, request, replaces)
    }

    async fn failure(&self, request: &Value) -> Failure {
        let follower = self.follow("t", request, &json!({}));
        let delivered = self.until(&follower, |delivered| !delivered.is_empty()).await;
        self.feed.unsubscribe(follower.number);
        match &delivered[..] {
            [Delivered::News(SubscriptionStatus::Failed(failure))] => failure.clone(),
            other => panic!("{other:?}"),
        }
    }
}

fn records(delivered: &[Delivered]) -> Vec<Value> {
    changes(delivered).iter().map(|data| data["record"].clone()).collect()
}

/// Applies what was received as a client would, but for what a client forgives: a row that comes twice, or goes and was not there.
fn replay(delivered: &[Delivered]) -> BTreeMap<i64, String> {
    let mut rows: BTreeMap<i64, String> = BTreeMap::new();
    for (n, it) in delivered.iter().enumerate() {
        let Delivered::Change(change) = it else { continue };
        let data = &change["data"];
        let row =
            |of: &str| (data[of]["id"].as_i64().unwrap(), data[of]["value"].as_str().map(str::to_owned));
        match data["type"].as_str().unwrap() {
            "INSERT" => {
                let (id, value) = row("record");
                assert_eq!(rows.insert(id, value.unwrap()), None, "{n}: row {id} came twice\n{delivered:?}");
            }
            "UPDATE" => {
                let (id, value) = row("record");
                assert!(
                    rows.insert(id, value.unwrap()).is_some(),
                    "{n}: row {id} was not there\n{delivered:?}"
                );
            }
            _ => {
                let (id, _) = row("old_record");
                assert!(rows.remove(&id).is_some(), "{n}: row {id} went and was not there\n{delivered:?}");
            }
        }
    }
    rows
}

const BUSY: &str = "
create table rows (id int primary key, value text not null);
insert into rows select n, 'first' from generate_series(0, 199) n;
grant select on rows to reader;
create publication supabase_realtime for table rows;
create function step(of int, seed int) returns void language plpgsql as $$
declare n int := of * 100 + (random() * 99)::int;
begin
  perform setseed((seed % 1000) / 1000.0);
  for i in 1 .. 1 + (random() * 5)::int loop
    n := of * 100 + (random() * 99)::int;
    case (random() * 3)::int
      when 0 then insert into rows values (n, 'i' || seed || '.' || i) on conflict do nothing;
      when 1 then delete from rows where id = n;
      else update rows set value = 'u' || seed || '.' || i where id = n;
    end case;
  end loop;
  if random() < 0.2 then perform pg_sleep(random() * 0.02); end if;
  if random() < 0.1 then raise exception 'rolled back'; end if;
end $$;";

/// Four write, one of them with transactions that stay open for long, while followers come one after another. `breaks`: the
/// feed's connections are cut meanwhile.
async fn busy(breaks: bool) {
    let world = World::new(Postgres::shared(), BUSY);
    let source: Source = world.postgres.url(&world.database).parse().unwrap();
    let until = Instant::now() + Duration::from_secs(3);
    let mut writers = Vec::new();
    for of in 0..4 {
        let client = source.connect().await.unwrap();
        client.batch_execute("reset search_path").await.unwrap();
        writers.push(tokio::spawn(async move {
            let mut seed = of;
            while Instant::now() < until {
                seed += 7;
                let sql = if of == 3 {
                    format!("begin; select step({of}, {seed}); select pg_sleep(0.03); select step({of}, {seed} + 1); commit")
                } else {
                    format!("select step({of}, {seed})")
                };
                sleep(Duration::from_millis(4)).await;
                if client.batch_execute(&sql).await.is_err() {
                    client.batch_execute("rollback").await.unwrap();
                }
            }
        }));
    }
    let (mut followers, mut cuts) = (Vec::new(), 0);
    while Instant::now() + Duration::from_millis(300) < until {
        let n = followers.len();
        let mut request = json!({ "event": "*", "schema": "public", "table": "rows", "snapshot": true });
        if n % 2 == 1 {
            // By the key, which is what the stream says of a row that is gone.
            request["filter"] = format!("id=gte.{n}").into();
        }
        followers.push((world.follow(&format!("t{}", n % 4), &request, &json!({})), n));
        if breaks && n % 15 == 14 {
            let cut = "select count(pg_terminate_backend(pid)) from pg_stat_activity
                       where application_name = 'baton' and datname = current_database() and backend_type = 'walsender'";
            cuts += world.psql(cut).parse::<u32>().unwrap(); // none while it is being re-established
        }
        sleep(Duration::from_millis(40)).await;
    }
    for writer in writers {
        writer.await.unwrap();
    }
    while world.feed.caught_up().await.is_err() {}
    assert_eq!(cuts > 0, breaks);
    world.feed.reload(); // on a slow machine some were overtaken by the writers, and are tried again then
    assert!(followers.len() > 30, "{}", followers.len());
    for (follower, n) in followers {
        world.until_ready(&follower).await;
        while world.feed.caught_up().await.is_err() {}
        let delivered = world.delivered(&follower);
        let is_passing = |text: &str| text.ends_with("it is tried again");
        assert!(delivered.iter().filter_map(Delivered::failure).all(is_passing), "{delivered:?}");
        let part = if n % 2 == 1 { format!("where id >= {n}") } else { String::new() };
        let there =
            world.psql(&format!("select coalesce(jsonb_object_agg(id, value), '{{}}') from rows {part}"));
        let there: BTreeMap<i64, String> = serde_json::from_str(&there).unwrap();
        assert_eq!(replay(&delivered), there, "follower {n}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_others_write_every_row_and_change_comes_once() {
    busy(false).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_while_connections_are_cut() {
    busy(true).await;
}

/// A table with values that a cast to text writes in another way than the stream does, or whose parts may be null.
const FORMS: &str = "
create type mood as enum ('sad', 'happy');
create type pair as (a int, b text);
create domain positive as int check (value > 0);
create table forms (
  id bigint primary key, b bool, c char(6), v varchar(9), by bytea, ts timestamptz, d date, i interval, f real, g double precision,
  n numeric, j json, jb jsonb, u uuid, e mood, p pair, dom positive, ints int[], moods mood[], pairs pair[], net inet, r int4range,
  bits bit(3), nothing text, \"Odd \"\"name\" text, point point, hidden text
);
alter table forms add up text generated always as (upper(\"Odd \"\"name\") || v) stored,
  add parts int generated always as (coalesce(array_length(ints, 1), 0)) stored, add same mood generated always as (e) stored;
grant select (id, b, c, v, by, ts, d, i, f, g, n, j, jb, u, e, p, dom, ints, moods, pairs, net, r, bits, nothing, \"Odd \"\"name\", point, up, parts,
  same) on forms to reader;
create publication supabase_realtime for table forms;";

const FORMS_ROWS: &str = "insert into forms values
  (1, true, 'ab', 'x', '\\xdeadbeef', '2026-02-03 04:05:06.789+02', '0044-03-15 BC', '1 mon -2 days 03:04:05', 1e-7, 'NaN', 'Infinity',
   '{\"a\" : [1, null]}', '{\"z\": 1}', '00000000-0000-0000-0000-000000000001', 'happy', row(null, null), 3, '{1,null,3}', '{sad}',
   array[row(1, 'x')::pair, null], '::1/128', '[1,3)', '101', null, 'quo\"te', '(1,2)', 'not to be seen'),
  (2, null, null, '', '', 'infinity', null, null, 'Infinity', 0.1, 1.10, 'null', 'null', null, null, row(1, 'y,z'), null, '{}', null, null,
   null, 'empty', null, null, null, null, null)";

#[tokio::test]
async fn rows_that_are_there_are_sent_as_those_that_come() {
    let world = World::new(Postgres::shared(), FORMS);
    let request = json!({ "event": "*", "schema": "public", "table": "forms" });
    let live = world.follow("live", &request, &json!({}));
    world.until_ready(&live).await;
    world.psql(FORMS_ROWS);
    let delivered = world.until(&live, |delivered| delivered.len() == 3).await;
    let mut asks = request.clone();
    asks["snapshot"] = true.into();
    let late = world.follow("late", &asks, &json!({}));
    let late = world.until_ready(&late).await;
    assert_eq!(late.len(), 3, "{late:?}");
    for (live, late) in delivered[1..].iter().zip(&late) {
        let (Delivered::Change(live), Delivered::Change(late)) = (live, late) else {
            panic!("{live:?} {late:?}")
        };
        for field in ["schema", "table", "type", "columns", "record", "lack"] {
            assert_eq!(live["data"][field], late["data"][field], "{field}");
        }
        assert_eq!((&late["ids"], late["data"]["record"].get("hidden")), (&json!([1]), None));
        let time = |it: &Value| it["data"]["commit_time"].as_i64().unwrap();
        assert!(time(late) >= time(live), "{live} {late}");
    }
    asks["select"] = json!(["v"]);
    asks["filter"] = "v=is.null,id=gt.0".into();
    let none = world.follow("none", &asks, &json!({}));
    assert_eq!(records(&world.until_ready(&none).await), [Value::Null; 0]);
    asks["filter"] = "or(c.eq.ab,v.like.x*)".into();
    let one = world.follow("one", &asks, &json!({}));
    assert_eq!(records(&world.until_ready(&one).await), [json!({ "id": 1, "v": "x" })]);
}

const GUARDED: &str = "
create table notes (id int primary key, owner text, public bool);
insert into notes values (1, 'ann', false), (2, 'bob', false), (3, 'bob', true), (4, 'ann', true);
alter table notes enable row level security;
create policy own on notes for select
  using (owner = current_setting('request.jwt.claims', true)::json ->> 'sub' or (public and random() >= 0));
create table parted (id int primary key, part int) partition by range (id);
create table parted_1 partition of parted for values from (0) to (10);
create table parted_2 partition of parted for values from (10) to (20);
insert into parted values (1, 1), (11, 2);
create table parent (id int primary key); create table child () inherits (parent);
insert into parent values (1); insert into child values (2);
create table picked (id int primary key, secret bool); insert into picked values (1, false), (2, true), (3, null);
grant select on notes, parted, parted_1, parted_2, parent, child, picked to reader;
create publication supabase_realtime for table notes, parted, parent, picked where (not secret) with (publish_via_partition_root);";

#[tokio::test]
async fn rows_are_those_that_policies_and_the_publication_show() {
    let world = World::new(Postgres::shared(), GUARDED);
    for (table, sub, expected) in [
        ("notes", "ann", [1, 3, 4].as_slice()),
        ("notes", "bob", &[2, 3, 4]),
        ("notes", "'; drop table notes; --", &[3, 4]),
        ("parted", "ann", &[1, 11]),
        ("parent", "ann", &[1, 2]),
        ("picked", "ann", &[1]),
    ] {
        let request = json!({ "event": "INSERT", "schema": "public", "table": table, "snapshot": true });
        let follower = world.follow(table, &request, &json!({ "sub": sub, "role": "reader" }));
        let delivered = world.until_ready(&follower).await;
        let mut ids: Vec<_> = records(&delivered).iter().map(|it| it["id"].as_i64().unwrap()).collect();
        ids.sort_unstable();
        // A child table's rows are sent as the child's, which nobody asked for here.
        let expected: Vec<i64> =
            expected.iter().copied().filter(|&id| table != "parent" || id == 1).collect();
        assert_eq!(ids, expected, "{table} {sub}");
    }
}

const LIMITS: &str = "
create table many (id int primary key); insert into many select generate_series(1, 501);
create table large (id int primary key, text text); insert into large select n, repeat('x', 60000) from generate_series(1, 10) n;
create table keyless (id int); create table hidden (id int primary key, n int); grant select (n) on hidden to reader;
create table slow (id int primary key); insert into slow values (1); alter table slow enable row level security;
create policy slow on slow for select using (pg_sleep(20) is null);
create table wrong (id int primary key); insert into wrong values (1); alter table wrong enable row level security;
create policy wrong on wrong for select using (1 / (id - id) = 1);
grant select on many, large, keyless, slow, wrong to reader;
create publication supabase_realtime for table many, large, keyless, hidden, slow, wrong;";

#[tokio::test]
async fn what_cannot_be_had_is_reported_and_nobody_else_waits() {
    let world = World::new(Postgres::shared(), LIMITS);
    let asks = |table: &str| json!({ "event": "*", "schema": "public", "table": table, "snapshot": true });
    let mut within = asks("many");
    within["filter"] = "id=lte.500".into();
    let slow = world.follow("slow", &asks("slow"), &json!({}));
    let follower = world.follow("t", &within, &json!({}));
    assert_eq!(records(&world.until_ready(&follower).await).len(), 500);
    assert_eq!(world.delivered(&slow), [], "it is still thought about");
    for (table, expected) in [
        (
            "many",
            "the snapshot has more than 500 rows (setting snapshot_rows); use a filter that fewer rows pass",
        ),
        ("large", "the snapshot has more than 512 KiB, as clients get it; use a filter that fewer rows pass"),
        ("keyless", "a snapshot needs a table with a primary key"),
        ("hidden", "a snapshot needs the right to select the primary key"),
        ("wrong", "division by zero"),
    ] {
        let code = if table == "wrong" { "22012" } else { "P0001" }.into();
        let error = BindError { code, message: expected.to_owned() };
        assert_eq!(world.failure(&asks(table)).await, Failure::Unfit { request: 1, error });
    }
    assert_eq!(world.failure(&asks("nowhere")).await, Failure::NotPublished { request: 1 });
    let delivered = world.until(&slow, |delivered| !delivered.is_empty()).await;
    let late = "canceling statement due to statement timeout";
    assert!(
        matches!(&delivered[..], [it] if it.failure().is_some_and(|text| text.contains(late) || text.ends_with("it took more than 5 s"))),
        "{delivered:?}"
    );
    // What was refused is tried again when something changes the reason.
    let refused = world.follow("again", &asks("many"), &json!({}));
    world.until(&refused, |delivered| !delivered.is_empty()).await;
    world.psql("delete from many where id = 501");
    world.feed.reload();
    assert_eq!(records(&world.until_ready(&refused).await).len(), 500);
}

const DOZING: &str = "
create table rows (id int primary key, value text);
insert into rows select n, 'first' from generate_series(1, 10) n;
create function dozes(value text) returns boolean language plpgsql as $$
begin perform pg_sleep(case value when 'slow' then 3 else 0.35 end); return true; end $$;
alter table rows enable row level security; create policy p on rows for select using (dozes(value));
grant select on rows to reader; create publication supabase_realtime for table rows;";

/// The policies take too long about a change while the rows are read, which takes 3.5 s.
#[tokio::test]
async fn a_subscription_that_is_suspended_while_its_rows_are_read_is_sent_them_again() {
    let world = World::new(Postgres::shared(), DOZING);
    let asks = json!({ "event": "*", "schema": "public", "table": "rows", "snapshot": true });
    let follower = world.follow("t", &asks, &json!({}));
    let sleeping =
        "select count(*) from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()";
    while world.psql(sleeping) == "0" {
        sleep(Duration::from_millis(20)).await;
    }
    world.psql("insert into rows values (100, 'slow')");
    let delivered = world.until(&follower, |delivered| !delivered.is_empty()).await;
    assert!(
        matches!(&delivered[..], [it] if it.failure().is_some_and(|text| text.contains("took the database more than 2 s"))),
        "{delivered:?}"
    );
    world.psql("delete from rows where id = 100; insert into rows values (11, 'missed')");
    world.caught_up().await;
    world.feed.reload();
    let delivered = world.until_ready(&follower).await;
    let expected = (1..=11).map(|id| (id, if id == 11 { "missed" } else { "first" }.to_owned()));
    assert_eq!(replay(&delivered), expected.collect());
}

#[tokio::test]
async fn rows_are_sent_again_only_where_changes_were_missed() {
    let world = World::new(
        Postgres::shared(),
        "create table rows (id int primary key, value text); insert into rows values (1, 'a');
         grant select on rows to reader; create publication supabase_realtime for table rows;",
    );
    let asks = json!({ "event": "*", "schema": "public", "table": "rows", "snapshot": true });
    let first = world.follow("t", &asks, &json!({ "exp": 1 }));
    world.until_ready(&first).await;
    // The same with a newer token.
    let second = world.replace(Some(first.number), "t", &asks, &json!({ "exp": 2 }));
    assert_eq!(world.until_ready(&second).await, [Delivered::News(SubscriptionStatus::Ready)]);
    world.psql("insert into rows values (2, 'b')");
    let delivered = world.until(&second, |delivered| delivered.len() == 2).await;
    assert_eq!(records(&delivered), [json!({ "id": 2, "value": "b" })]);
    assert_eq!(records(&world.delivered(&first)).len(), 1, "each change comes for one of the two");
    // The connection is lost, and nothing with it.
    let slot = format!("snapshots_{}", world.database);
    let cut = format!(
        "select pg_terminate_backend(active_pid, 5000) from pg_replication_slots where slot_name = '{slot}'"
    );
    assert_eq!(world.psql(&cut), "t");
    world.psql("insert into rows values (3, 'c')");
    let delivered = world.until(&second, |delivered| delivered.len() == 3).await;
    assert_eq!(records(&delivered).len(), 2);
    // The slot is lost.
    world.psql(&format!("{cut}; select pg_drop_replication_slot('{slot}')"));
    let delivered = world
        .until(&second, |delivered| {
            delivered.iter().filter(|it| **it == Delivered::News(SubscriptionStatus::Ready)).count() == 2
        })
        .await;
    let missed = delivered
        .iter()
        .position(|it| it.failure().is_some_and(|text| text.starts_with("Changes were missed")));
    assert_eq!(
        replay(&delivered[missed.unwrap()..]),
        BTreeMap::from([(1, "a".into()), (2, "b".into()), (3, "c".into())])
    );
}
