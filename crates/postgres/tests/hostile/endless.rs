//! Code that does not end, and that catches being cancelled, costs others a bounded time: the limits that
//! `docs/postgresql.md` has, and the second after which a process of PostgreSQL is ended.

use std::time::{Duration, Instant};

use baton_postgres::access::{Decision, Direction};
use baton_postgres::feed::SubscriptionStatus;
use futures_util::future::join_all;
use serde_json::json;
use tokio::time::sleep;

use crate::fixture::feed::{Delivered, Feeding, Follower, changes};
use crate::world::{self, LOGINS, World};

/// How long a statement may take: about a private channel, a table's policies, and a snapshot. A filter is asked about twice.
const CHANNEL: Duration = Duration::from_secs(5);
const POLICIES: Duration = Duration::from_secs(2);
const FILTER: Duration = Duration::from_millis(250);
const SNAPSHOT: Duration = Duration::from_secs(5);
/// After which its process is ended.
const GRACE: Duration = Duration::from_secs(1);
/// What all may take longer on a busy machine.
const SLACK: Duration = Duration::from_secs(8);

/// One that `grows` has 200 MB, and one that `spills` fills files.
const ENDLESS: &str = "
set role mallory;
create function mallory.endless(kind text) returns boolean language plpgsql as $$
declare
  held text[];
begin
  case kind
    when 'catches' then
      loop
        begin perform pg_sleep(3600); exception when query_canceled then null; end;
      end loop;
    when 'recurses' then return mallory.endless(kind);
    when 'spills' then perform count(*) from generate_series(1, 1000000000) a order by 1;
    when 'grows' then
      for n in 1 .. 200 loop
        held := held || repeat(md5(n::text), 32768);
      end loop;
      perform pg_sleep(3600);
      return cardinality(held) > 0;
    else return true;
  end case;
  return true;
end $$;
reset role;
";

/// Waits until nothing of a login's sleeps any more.
async fn until_nothing_sleeps(world: &World) {
    let deadline = Instant::now() + SLACK;
    while world.psql("select count(*) from pg_stat_activity where wait_event = 'PgSleep'") != "0" {
        assert!(Instant::now() < deadline, "a process of PostgreSQL goes on for nobody");
        sleep(Duration::from_millis(20)).await;
    }
}

fn assert_within(limit: Duration, began: Instant, context: &str) {
    let (took, may) = (began.elapsed(), limit + GRACE + SLACK);
    assert!(took < may, "{context}: {took:?} of {may:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn policies_of_channels_that_do_not_end_do_not_stop_other_questions() {
    let world = World::new(&format!(
        "{ENDLESS} create policy p on realtime.messages for select using (mallory.endless(realtime.topic()));"
    ))
    .await;
    let of_login = |login| {
        let (policies, world) = (world.policies(login), &world);
        async move {
            for kind in ["catches", "recurses", "grows"] {
                let began = Instant::now();
                let answer = policies.ask(world.question(kind, Direction::Read)).await;
                assert!(answer.is_err(), "{login} {kind}: {answer:?}");
                assert_within(CHANNEL, began, &format!("{login} {kind}"));
                let other = policies.ask(world.question(&format!("not {kind}"), Direction::Read)).await;
                assert_eq!(other, Ok(Decision { broadcast: true, presence: true }), "{login} {kind}");
            }
        }
    };
    join_all(LOGINS.iter().copied().map(of_login)).await;
    until_nothing_sleeps(&world).await;
}

/// The feeds of all logins, and of each somebody who follows the table `quick`.
async fn feedings(world: &World) -> Vec<(Feeding, Follower)> {
    let of_login = |login: &&str| {
        let feeding = world.feeding(login, false);
        let quick = world::follow(&feeding, "quick", &world::of_table("quick"));
        (feeding, quick)
    };
    let feedings: Vec<_> = LOGINS.iter().map(of_login).collect();
    for (feeding, quick) in &feedings {
        feeding.until_ready(quick).await;
    }
    feedings
}

/// The followers of `quick` receive the nth change in time.
async fn assert_quick(feedings: &[(Feeding, Follower)], n: usize, limit: Duration, what: &str) {
    let began = Instant::now();
    for ((feeding, quick), login) in feedings.iter().zip(LOGINS) {
        feeding.until(quick, |delivered| changes(delivered).len() > n).await;
        assert_within(limit, began, &format!("{login} {what}"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn policies_of_tables_that_do_not_end_do_not_stop_other_tables() {
    let world = World::new(&format!(
        "{ENDLESS}
         set role mallory;
         create table mallory.slow (id int primary key, kind text);
         alter table mallory.slow enable row level security;
         create policy p on mallory.slow for select using (mallory.endless(kind));
         create table mallory.quick (id int primary key);
         grant select on mallory.slow, mallory.quick to authenticated;
         reset role;
         alter publication supabase_realtime add table mallory.slow, mallory.quick;"
    ))
    .await;
    let feedings = feedings(&world).await;
    // Each kind has a follower of its own: one whose policies take too long is not judged for a while.
    let kinds = ["catches", "recurses", "spills", "grows", "ends"];
    let follow = |(feeding, _): &(Feeding, Follower)| {
        kinds.map(|kind| {
            let filter = format!("kind=eq.{kind}");
            let request = json!({"event": "*", "schema": "mallory", "table": "slow", "filter": filter});
            world::follow(feeding, kind, &request)
        })
    };
    let slow: Vec<[Follower; 5]> = feedings.iter().map(follow).collect();
    for ((feeding, _), slow) in feedings.iter().zip(&slow) {
        for follower in slow {
            feeding.until_ready(follower).await;
        }
    }
    for (n, kind) in kinds.iter().enumerate() {
        let rows = format!("insert into slow values ({n}, '{kind}'); insert into quick values ({n})");
        world.as_mallory(&rows).await;
        assert_quick(&feedings, n, POLICIES, kind).await;
    }
    for ((feeding, _), slow) in feedings.iter().zip(&slow) {
        let delivered: Vec<usize> =
            slow.iter().map(|follower| changes(&feeding.delivered(follower)).len()).collect();
        assert_eq!(delivered, [0, 0, 0, 0, 1]);
    }
    until_nothing_sleeps(&world).await;
}

/// A filter's value is one of a domain, whose condition sleeps where the server asks about it; and a snapshot is read by
/// policies that sleep.
#[tokio::test(flavor = "multi_thread")]
async fn filters_and_snapshots_that_do_not_end_do_not_stop_others() {
    let world = World::new(&format!(
        "{ENDLESS}
         set role mallory;
         create function mallory.is_awake(text) returns boolean language plpgsql as $$
         begin
           return $1 is distinct from 'asleep' or current_setting('application_name') <> 'baton' or mallory.endless('catches');
         end $$;
         create domain mallory.sleepy as text check (mallory.is_awake(value));
         create table mallory.filtered (id int primary key, word mallory.sleepy);
         create table mallory.there (id int primary key);
         alter table mallory.there enable row level security;
         create policy p on mallory.there for select using (mallory.endless('catches'));
         insert into mallory.there values (1);
         create table mallory.quick (id int primary key);
         grant select on mallory.filtered, mallory.there, mallory.quick to authenticated;
         reset role;
         alter publication supabase_realtime add table mallory.filtered, mallory.there, mallory.quick;"
    ))
    .await;
    let feedings = feedings(&world).await;
    let follow = |feeding: &Feeding, request| {
        let topic = format!("{request}");
        world::follow(feeding, &topic, &request)
    };
    let filtered = json!({"event": "*", "schema": "mallory", "table": "filtered", "filter": "word=gt.x"});
    let filtered: Vec<Follower> =
        feedings.iter().map(|(feeding, _)| follow(feeding, filtered.clone())).collect();
    for ((feeding, _), follower) in feedings.iter().zip(&filtered) {
        feeding.until_ready(follower).await;
    }
    world.as_mallory("insert into filtered values (1, 'asleep'); insert into quick values (0)").await;
    assert_quick(&feedings, 0, (FILTER + GRACE) * 2, "a filter").await;

    let there = json!({"event": "*", "schema": "mallory", "table": "there", "snapshot": true});
    let began = Instant::now();
    let there: Vec<Follower> = feedings.iter().map(|(feeding, _)| follow(feeding, there.clone())).collect();
    world.as_mallory("insert into quick values (1)").await;
    assert_quick(&feedings, 1, GRACE, "a snapshot").await;
    for (((feeding, _), follower), login) in feedings.iter().zip(&there).zip(LOGINS) {
        let delivered = feeding.until(follower, |delivered| !delivered.is_empty()).await;
        assert!(
            matches!(delivered[0], Delivered::News(SubscriptionStatus::Failed(_))),
            "{login}: {delivered:?}"
        );
        assert_within(SNAPSHOT, began, login);
    }
    until_nothing_sleeps(&world).await;
}
