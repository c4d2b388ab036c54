//! What the users of a database wrote (policies, functions, generated columns, domains, casts, operators, triggers) tries to
//! leave the rights that it is evaluated with: by a superuser's login, by the login that `baton pg setup` makes, and by one
//! with the rights that Supabase's `postgres` has.

#![allow(clippy::unwrap_used, clippy::panic)] // a test fails where it unwraps

#[path = "../fixture/mod.rs"]
mod fixture;
mod world;

use baton_postgres::access::{Decision, Direction};
use fixture::feed::changes;
use serde_json::json;
use world::{LOGINS, World};

/// `reset role` alone, and what the login may become after it.
#[tokio::test(flavor = "multi_thread")]
async fn a_policys_function_stays_in_the_role_that_it_is_evaluated_in() {
    let world = World::new(
        "create policy p on mallory.notes for select using (mallory.attack());
         create policy p on realtime.messages for select using (mallory.attack());
         create policy q on realtime.messages for insert with check (mallory.attack());",
    )
    .await;
    for login in LOGINS {
        let policies = world.policies(login);
        for direction in [Direction::Read, Direction::Write] {
            let decision = policies.ask(world.question("room", direction)).await;
            assert_eq!(decision, Ok(Decision { broadcast: true, presence: true }), "{login}");
        }
        world.assert_nothing_gained(login);
        for old_rows in [false, true] {
            let feeding = world.feeding(login, old_rows);
            let follower = feeding.follow(
                ("authenticated", &world::claims()),
                "t",
                &json!({"event": "*", "schema": "mallory", "table": "notes"}),
                None,
            );
            feeding.until_ready(&follower).await;
            // A row is looked up in its table, so it stays there until its change has been told.
            for change in [
                "insert into notes values (default, 'a')",
                "update notes set text = 'b'",
                "delete from notes",
            ] {
                world.as_mallory(change).await;
                feeding.caught_up().await;
            }
            assert_eq!(changes(&feeding.told(&follower)).len(), 3, "{login}");
        }
        world.assert_nothing_gained(login);
    }
}

/// A stored generated column is computed by PostgreSQL when a row is written, with the writer's rights. The stream leaves it
/// out, and the server does not run its function.
#[tokio::test(flavor = "multi_thread")]
async fn generated_columns_run_nobodys_functions_with_the_logins_rights() {
    let world = World::new(
        "set role mallory;
         create function mallory.shout(text) returns text language plpgsql immutable as
           $$ begin perform mallory.attack(); return upper($1); end $$;
         create function mallory.is_fine(text) returns boolean language plpgsql immutable as
           $$ begin return mallory.attack(); end $$;
         create domain mallory.fine as text check (mallory.is_fine(value));
         create type mallory.mood as enum ('sad', 'happy');
         create table mallory.loud (
           id int primary key, word text, fine mallory.fine, mood mallory.mood,
           plain text generated always as (lower(word)) stored,
           by_function text generated always as (mallory.shout(word)) stored,
           by_domain text generated always as (word::mallory.fine) stored,
           by_enumeration boolean generated always as (mood = 'happy') stored
         );
         create table mallory.louder (
           id int primary key, fine mallory.fine, by_type mallory.fine generated always as ('x') stored,
           by_column text generated always as (lower(fine)) stored
         );
         alter table mallory.loud replica identity full;
         grant select on mallory.loud, mallory.louder to authenticated;
         reset role;
         alter publication supabase_realtime add table mallory.loud, mallory.louder;",
    )
    .await;
    for login in LOGINS {
        let feeding = world.feeding(login, true);
        let follow = |table| {
            let request = json!({"event": "*", "schema": "mallory", "table": table});
            feeding.follow(("authenticated", &world::claims()), table, &request, None)
        };
        let followers = [follow("loud"), follow("louder")];
        for follower in &followers {
            feeding.until_ready(follower).await;
        }
        // She writes as herself, who may do all that she may do.
        world
            .as_mallory("insert into loud values (1, 'Ab', 'x', 'happy'); insert into louder values (1, 'Y')")
            .await;
        world.as_mallory("delete from loud; delete from louder").await;
        feeding.caught_up().await;
        let [loud, louder] = followers.each_ref().map(|follower| changes(&feeding.told(follower)));
        let record = json!({"id": 1, "word": "Ab", "fine": "x", "mood": "happy", "plain": "ab", "by_enumeration": true});
        assert_eq!(loud[0]["record"], record, "{login}");
        assert_eq!(louder[0]["record"], json!({"id": 1, "fine": "Y", "by_column": "y"}), "{login}");
        world.assert_nothing_gained(login);
    }
}
