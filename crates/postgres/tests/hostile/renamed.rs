//! Names that come to mean something else after the server has read a text that has them: a type is renamed, and another of its
//! name runs a function when a value is read.

use baton_postgres::access::{Direction, Policies};
use serde_json::{Value, json};

use crate::fixture::feed::{Feeding, Follower, changes};
use crate::world::{self, LOGINS, World};

/// A domain that attacks when one of its values is read, and a composite type that has it.
const TRAPS: &str = "
set role mallory;
create function mallory.is_fine(text) returns boolean language plpgsql immutable as
  $$ begin return mallory.attack(); end $$;
create domain mallory.fine as text check (mallory.is_fine(value));
create type mallory.trap as (w mallory.fine);
create function mallory.any_two(int, int) returns boolean language sql as 'select true';
reset role;
-- What a role may not use but in policies; the logins may.
create schema hidden; grant usage on schema hidden to baton, supabase;
create function hidden.yes() returns boolean language sql as 'select true';
";

/// Puts the trap in a type's place. A new operator makes PostgreSQL plan prepared statements again, from their texts.
fn swap(name: &str) -> String {
    format!(
        "alter type {name} rename to {name}_old; alter type trap rename to {name};
         create operator ### (leftarg = int, rightarg = int, function = any_two)"
    )
}

/// Undoes it.
fn swap_back(name: &str) -> String {
    format!(
        "drop operator ### (int, int); alter type {name} rename to trap; alter type {name}_old rename to {name}"
    )
}

fn follow(feeding: &Feeding, table: &str) -> Follower {
    world::follow(feeding, table, &world::of_table(table))
}

/// Of generated columns those are computed whose expressions name nothing but PostgreSQL's own.
#[tokio::test(flavor = "multi_thread")]
async fn a_type_that_a_generated_column_names_is_swapped() {
    let world = World::new(&format!(
        "{TRAPS}
         set role mallory;
         create type mallory.mood as enum ('(x)');
         create table mallory.loud (
           id int primary key, mood mallory.mood, word text, plain text generated always as (lower(word)) stored,
           by_name boolean generated always as (mood = '(x)') stored,
           by_constant boolean generated always as ('(x)'::mallory.mood is not null) stored, by_column mallory.mood generated always as (mood) stored
         );
         create table mallory.louder (id int primary key, mood mallory.mood, is_null boolean generated always as (mood is null) stored);
         grant select on mallory.loud, mallory.louder to authenticated;
         reset role;
         alter publication supabase_realtime add table mallory.loud, mallory.louder;"
    ))
    .await;
    for login in LOGINS {
        let feeding = world.feeding(login, false);
        let [loud, louder] = ["loud", "louder"].map(|table| follow(&feeding, table));
        feeding.until_ready(&loud).await;
        feeding.until_ready(&louder).await;
        let insert = |n: u8| {
            format!("insert into loud values ({n}, '(x)', 'Ab'); insert into louder values ({n}, '(x)')")
        };
        world.as_mallory(&insert(1)).await;
        feeding.caught_up().await;
        world.as_mallory(&swap("mood")).await;
        world.as_mallory(&insert(2)).await;
        feeding.caught_up().await;
        world.assert_nothing_gained(login);
        let delivered: Vec<Value> = [&loud, &louder].map(|it| changes(&feeding.delivered(it))).concat();
        let records: Vec<&Value> = delivered.iter().map(|it| &it["record"]).collect();
        let of_loud = |id: u8| json!({"id": id, "mood": "(x)", "word": "Ab", "plain": "ab"});
        let of_louder = |id: u8| json!({"id": id, "mood": "(x)"});
        assert_eq!(records, [&of_loud(1), &of_loud(2), &of_louder(1), &of_louder(2)], "{login}");
        world.as_mallory("delete from loud; delete from louder").await;
        world.as_mallory(&swap_back("mood")).await;
    }
}

/// A policy that names something hidden is understood with the login's rights, so its constants must not be read by anything
/// that a user wrote: an array of an enumeration, and what is given to a function that takes arguments of any type.
#[tokio::test(flavor = "multi_thread")]
async fn a_type_or_a_function_that_a_policy_names_is_swapped() {
    let world = World::new(&format!(
        "{TRAPS}
         set role mallory;
         create type mallory.feel as enum ('(x)');
         reset role;
         create function mallory.said(text, variadic \"any\") returns text language internal stable as 'text_format';
         alter function mallory.said(text, variadic \"any\") owner to mallory;
         create policy p on mallory.notes for select using (hidden.yes() and '{{(x)}}'::mallory.feel[] is not null);
         create policy p on realtime.messages for select using (hidden.yes() and '{{(x)}}'::mallory.feel[] is not null);
         create policy q on realtime.messages for insert with check (hidden.yes() and mallory.said('%s', '(x)') is not null);"
    ))
    .await;
    let all_topics = |name: &str| format!("{name}: {:?}", std::time::Instant::now());
    for login in LOGINS {
        let policies = Policies::start(&world.source(login), 1); // one connection, which keeps what it has read
        let feeding = world.feeding(login, true);
        let notes = follow(&feeding, "notes");
        feeding.until_ready(&notes).await;
        world.as_mallory("insert into notes values (default, 'a'); delete from notes").await;
        feeding.caught_up().await;
        assert_eq!(changes(&feeding.delivered(&notes)).len(), 2, "{login}");
        for direction in [Direction::Read, Direction::Write] {
            let answer = policies.ask(world.question(&all_topics("before"), direction)).await;
            assert!(answer.is_ok_and(|it| it.broadcast), "{login} {direction:?}");
        }
        world.as_mallory(&swap("feel")).await;
        world
            .as_mallory(
                "alter function said(text, variadic \"any\") rename to said_old;
                 create function said(text, feel) returns text language sql as 'select ''x'''",
            )
            .await;
        for direction in [Direction::Read, Direction::Write] {
            drop(policies.ask(world.question(&all_topics("after"), direction)).await);
        }
        world.as_mallory("insert into notes values (default, 'b'); delete from notes").await;
        feeding.caught_up().await;
        world.assert_nothing_gained(login);
        world
            .as_mallory("drop function said(text, feel); alter function said_old(text, variadic \"any\") rename to said")
            .await;
        world.as_mallory(&swap_back("feel")).await;
    }
}
