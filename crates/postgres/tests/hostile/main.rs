//! What the users of a database wrote (policies, functions, generated columns, domains, casts, operators, triggers) tries to
//! leave the rights that it is evaluated with: by a superuser's login, by the login that `baton pg setup` makes, and by one
//! with the rights that Supabase's `postgres` has.

#![allow(clippy::unwrap_used, clippy::panic)] // a test fails where it unwraps

mod crowding;
mod endless;
#[path = "../fixture/mod.rs"]
mod fixture;
mod realtime;
mod renamed;
mod world;

use baton_postgres::access::{Decision, Direction};
use baton_postgres::check::{Wanted, check, excess_rights};
use baton_postgres::setup::{Name, Subject, run, steps};
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
        world.assert_let_in(login).await;
        world.assert_nothing_gained(login);
        for old_rows in [false, true] {
            let feeding = world.feeding(login, old_rows);
            let follower = world::follow(&feeding, "t", &world::of_table("notes"));
            feeding.until_ready(&follower).await;
            // A row is looked up in its table, so it stays there until its change has been sent.
            for change in [
                "insert into notes values (default, 'a')",
                "update notes set text = 'b'",
                "delete from notes",
            ] {
                world.as_mallory(change).await;
                feeding.caught_up().await;
            }
            assert_eq!(changes(&feeding.delivered(&follower)).len(), 3, "{login}");
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
            world::follow(&feeding, table, &request)
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
        let [loud, louder] = followers.each_ref().map(|follower| changes(&feeding.delivered(follower)));
        let record = json!({"id": 1, "word": "Ab", "fine": "x", "mood": "happy", "plain": "ab"});
        assert_eq!(loud[0]["record"], record, "{login}");
        assert_eq!(louder[0]["record"], json!({"id": 1, "fine": "Y", "by_column": "y"}), "{login}");
        world.assert_nothing_gained(login);
    }
}

/// A client's filter is evaluated over domains, and over operators of users' types.
#[tokio::test(flavor = "multi_thread")]
async fn filters_and_snapshots_stay_in_the_role_that_they_are_evaluated_in() {
    let world = World::new(
        "set role mallory;
         create function mallory.is_fine(text) returns boolean language plpgsql immutable as
           $$ begin return mallory.attack(); end $$;
         create domain mallory.fine as text check (mallory.is_fine(value));
         create type mallory.money as (cents int);
         create function mallory.same(mallory.money, mallory.money) returns boolean language plpgsql immutable as
           $$ begin return mallory.attack() and ($1).cents = ($2).cents; end $$;
         create operator mallory.= (leftarg = mallory.money, rightarg = mallory.money, function = mallory.same);
         create function mallory.to_money(text) returns mallory.money language plpgsql immutable as
           $$ begin perform mallory.attack(); return row($1::int)::mallory.money; end $$;
         create cast (text as mallory.money) with function mallory.to_money(text);
         create table mallory.priced (id int primary key, fine mallory.fine, price mallory.money);
         alter table mallory.priced replica identity full;
         grant select on mallory.priced to authenticated;
         create view mallory.seen as select mallory.attack() as yes;
         reset role;
         alter publication supabase_realtime add table mallory.priced;",
    )
    .await;
    world.as_mallory("insert into priced values (1, 'x', row(3))").await;
    for login in LOGINS {
        let feeding = world.feeding(login, true);
        let follow = |(n, filter): (usize, &&str)| {
            let request = json!({"event": "*", "schema": "mallory", "table": "priced", "filter": filter, "snapshot": n % 2 == 0});
            world::follow(&feeding, &format!("t{n}"), &request)
        };
        let filters =
            ["fine=eq.x", "fine=eq.x", "fine=in.(x,y)", "price=eq.(3)", "fine=match.x", "price=in.((3))"];
        let followers: Vec<_> = filters.iter().enumerate().map(follow).collect();
        for follower in &followers {
            feeding.until(follower, |delivered| !delivered.is_empty()).await; // ready or refused
        }
        world.as_mallory("update priced set price = row(4); update priced set price = row(3)").await;
        feeding.caught_up().await;
        assert!(!changes(&feeding.delivered(&followers[1])).is_empty(), "{login}");
        world.assert_nothing_gained(login);
    }
}

/// A function or an operator in the schema `public` that fits the arguments better than PostgreSQL's own is called in its place
/// (CVE-2018-1058), where the search path has that schema.
#[tokio::test(flavor = "multi_thread")]
async fn the_servers_own_queries_call_nobodys_functions() {
    let world = World::new(
        "set role mallory;
         create function public.has_database_privilege(oid, name, text) returns boolean language plpgsql as
           $$ begin return mallory.attack(); end $$;
         create function public.has_database_privilege(name, name, text) returns boolean language plpgsql as
           $$ begin return mallory.attack(); end $$;
         create function public.format(text, name, name) returns text language plpgsql as
           $$ begin perform mallory.attack(); return 'x'; end $$;
         create function public.same(name, text) returns boolean language plpgsql as
           $$ begin return mallory.attack() and $1::text = $2; end $$;
         create operator public.= (leftarg = name, rightarg = text, function = public.same);",
    )
    .await;
    for login in LOGINS {
        let client = world.source(login).connect().await.unwrap();
        let name = |text| Name::new(text).unwrap();
        let wanted = Wanted { slot: name("baton"), publication: name("supabase_realtime"), role: None };
        check(&client, &wanted).await.unwrap();
        excess_rights(&client).await.unwrap();
        world.assert_nothing_gained(login);
    }
    // What sets up logs in as a superuser.
    let mut client = world.source("postgres").connect().await.unwrap();
    let subject = Subject {
        publication: Name::new("supabase_realtime").unwrap(),
        role: Some(Name::new("baton").unwrap()),
    };
    run(&mut client, &steps(&subject), |_| (), |_, _| ()).await.unwrap();
    world.assert_nothing_gained("setup");
}

/// Whatever users' code leaves behind would meet the next question, which is somebody else's.
#[tokio::test(flavor = "multi_thread")]
async fn what_an_evaluation_leaves_behind_is_undone() {
    let world = World::new(
        "set role mallory;
         create table mallory.late (n int);
         create function mallory.later() returns trigger language plpgsql as $$ begin perform mallory.attack(); return null; end $$;
         create constraint trigger later after insert on mallory.late deferrable initially deferred
           for each row execute function mallory.later();
         grant all on mallory.late to public;
         create function mallory.litter() returns boolean language plpgsql as $$
         begin
           insert into mallory.late values (1);
           perform set_config('search_path', 'mallory, pg_catalog', false);
           perform set_config('request.jwt.claims', '{\"sub\": \"somebody else\"}', false);
           perform set_config('statement_timeout', '0', false);
           perform set_config('row_security', 'off', false);
           perform pg_advisory_lock(4711);
           begin execute 'deallocate all'; exception when others then null; end;
           begin execute 'prepare s1 as select mallory.attack()'; exception when others then null; end;
           begin execute 'create temp table messages as select 1'; exception when others then null; end;
           begin execute 'listen mallory'; exception when others then null; end;
           return true;
         end $$;
         reset role;
         create policy p on realtime.messages for select using (
           realtime.topic() not like 'litter%' or mallory.litter());
         create policy r on realtime.messages as restrictive for select using (
           current_setting('request.jwt.claims')::json ->> 'sub' like '0000%'
           and current_setting('search_path') not like 'mallory%' and current_setting('row_security') = 'on'
           and current_setting('statement_timeout') <> '0'
           and (realtime.topic() not like 'locked%' or not exists (select from pg_locks where locktype = 'advisory' and objid = 4711)));",
    )
    .await;
    for login in LOGINS {
        let policies = world.policies(login);
        for round in 0..3 {
            let ask = |topic| policies.ask(world.question(&format!("{topic} {round}"), Direction::Read));
            // The restrictive policy may be evaluated before the one that litters or after it: either answer is right.
            assert!(ask("litter").await.is_ok(), "{login} {round}");
            for topic in ["locked", "plain"] {
                let decision = ask(topic).await;
                assert_eq!(
                    decision,
                    Ok(Decision { broadcast: true, presence: true }),
                    "{login} {topic} {round}"
                );
            }
        }
        world.assert_nothing_gained(login);
        assert_eq!(world.psql("select count(*) from mallory.late"), "0", "{login}");
    }
}
