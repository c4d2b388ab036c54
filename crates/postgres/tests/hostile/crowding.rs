//! Code that ends its own process of PostgreSQL, raises what is not caught as a rule, or stays just below each limit many times over: it
//! costs who follows other tables, or asks about other channels, a bounded time, and nobody a change.

use std::time::{Duration, Instant};

use baton_postgres::access::{Decision, Direction};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::fixture::feed::{Feeding, Follower, changes};
use crate::world::{self, World, of_table};

/// What all that is below the limits may take together before it is suspended, and what a busy machine takes.
const TOGETHER: Duration = Duration::from_secs(4 + 12);

const CODE: &str = "
set role mallory;
create function mallory.does(kind text) returns boolean language plpgsql as $$
begin
  case split_part(kind, ' ', 1)
    when 'exits' then
      perform set_config('exit_on_error', 'on', true);
      raise 'bye';
    when 'asserts' then raise assert_failure;
    when 'shouts' then raise '%', repeat('x', 30000000);
    when 'dozes' then perform pg_sleep(0.8);
    else null;
  end case;
  return true;
end $$;
create table mallory.odd (id int primary key, kind text);
alter table mallory.odd enable row level security;
create policy p on mallory.odd for select using (mallory.does(kind));
create table mallory.quick (id int primary key);
grant select on mallory.odd, mallory.quick to authenticated;
reset role;
alter publication supabase_realtime add table mallory.odd, mallory.quick;
";

async fn follow(feeding: &Feeding, topic: &str, request: &Value) -> Follower {
    let follower = world::follow(feeding, topic, request);
    feeding.until_ready(&follower).await;
    follower
}

async fn assert_told(feeding: &Feeding, follower: &Follower, count: usize, limit: Duration, what: &str) {
    let began = Instant::now();
    feeding.until(follower, |delivered| changes(delivered).len() >= count).await;
    let took = began.elapsed();
    assert!(took < limit, "{what}: {took:?} of {limit:?}");
}

fn ids(feeding: &Feeding, follower: &Follower) -> Vec<i64> {
    changes(&feeding.delivered(follower)).iter().filter_map(|data| data["record"]["id"].as_i64()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_policy_that_ends_its_process_or_raises_oddly_hides_no_other_row() {
    let world = World::new(CODE).await;
    let feeding = world.feeding("baton", false);
    let quick = follow(&feeding, "quick", &of_table("quick")).await;
    let odd = follow(&feeding, "odd", &of_table("odd")).await;
    let rows = "insert into odd values (1, 'fine'), (2, 'asserts'), (3, 'fine'), (4, 'shouts'), (5, 'fine')";
    world.as_mallory(rows).await;
    assert_told(&feeding, &odd, 3, TOGETHER, "odd errors").await;
    assert_eq!(ids(&feeding, &odd), [1, 3, 5]);
    for n in 0..20 {
        world
            .as_mallory(&format!(
                "insert into odd values ({}, 'exits'); insert into quick values ({n})",
                100 + n
            ))
            .await;
        assert_told(&feeding, &quick, n + 1, TOGETHER, "a process that ends itself").await;
    }
}

/// Questions about channels are asked together: the others of a message whose process ends are asked again.
#[tokio::test(flavor = "multi_thread")]
async fn a_policy_of_channels_that_ends_its_process_refuses_nobody_else() {
    let world = World::new(&format!(
        "{CODE} create policy p on realtime.messages for select using (mallory.does(realtime.topic()));"
    ))
    .await;
    let policies = world.policies("baton");
    for round in 0..3 {
        let topics = (0..12).map(|n| match n {
            0 => format!("exits {round}"),
            1 => format!("asserts {round}"),
            _ => format!("room {round} {n}"),
        });
        let questions = topics.map(|topic| (topic.clone(), world.question(&topic, Direction::Read)));
        let answers = questions.map(|(topic, question)| {
            let policies = &policies;
            async move { (topic, policies.ask(question).await) }
        });
        for (topic, answer) in join_all(answers).await {
            let is_odd = !topic.starts_with("room");
            assert_eq!(answer.is_err(), is_odd, "{topic}: {answer:?}");
            assert!(
                is_odd || answer == Ok(Decision { broadcast: true, presence: true }),
                "{topic}: {answer:?}"
            );
        }
    }
}

/// A subquery that depends on no row is evaluated once for all rows of a question, which takes less than one may.
#[tokio::test(flavor = "multi_thread")]
async fn policies_below_the_limit_do_not_hold_others_up_for_long() {
    let policy = "drop policy p on mallory.odd; create policy p on mallory.odd for select using ((select mallory.does('dozes')));";
    let world = World::new(&format!("{CODE} {policy}")).await;
    let feeding = world.feeding("baton", false);
    let quick = follow(&feeding, "quick", &of_table("quick")).await;
    follow(&feeding, "odd", &of_table("odd")).await;
    world.as_mallory("insert into odd select n, 'dozes' from generate_series(1, 5000) n").await;
    world.as_mallory("insert into quick values (1)").await;
    assert_told(&feeding, &quick, 1, TOGETHER, "rows whose policy dozes").await;
}

/// Each filter takes some 30 ms to be understood, again for each row.
#[tokio::test(flavor = "multi_thread")]
async fn many_filters_below_the_limit_do_not_hold_others_up_for_long() {
    let world = World::new(&format!(
        "{CODE} set role mallory; create table mallory.chat (id int primary key, word text); grant select on mallory.chat to authenticated;
         reset role; alter publication supabase_realtime add table mallory.chat;"
    ))
    .await;
    let feeding = world.feeding("baton", false);
    let quick = follow(&feeding, "quick", &of_table("quick")).await;
    let costly: Vec<Value> = (0..100)
        .map(|n| {
            let filter = format!(r"word=match.((a|\w){{99}}){{99}}x{n}");
            json!({"event": "*", "schema": "mallory", "table": "chat", "filter": filter})
        })
        .collect();
    let costly = feeding.follow_all(("authenticated", &world::claims()), "costly", &costly, None);
    world.as_mallory("insert into quick values (0)").await;
    assert_told(&feeding, &quick, 1, TOGETHER, "joins").await;
    feeding.until(&costly, |delivered| !delivered.is_empty()).await;
    world.as_mallory("insert into chat select n, 'hello' from generate_series(1, 10) n").await;
    world.as_mallory("insert into quick values (1)").await;
    assert_told(&feeding, &quick, 2, TOGETHER, "rows").await;
}
