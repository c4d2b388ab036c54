//! What the server reads by itself: `realtime.messages` and the publication. Nothing that a user can hang on them runs with the
//! login's rights.

use baton_postgres::replay::{Replay, ReplayError, Wanted};
use serde_json::json;

use crate::fixture::feed::changes;
use crate::world::{self, LOGINS, World};

fn wanted() -> Wanted {
    Wanted { topic: "room".into(), since_ms: 0, after: None, limit: 10 }
}

/// Without the function of `baton pg setup` the table is read itself, by a login that passes its policies.
#[tokio::test(flavor = "multi_thread")]
async fn a_replay_runs_no_policy_and_no_view_with_the_logins_rights() {
    let world = World::new(
        "alter role supabase nobypassrls; grant select on realtime.messages to baton;
         grant all on schema realtime to mallory;
         alter function realtime.baton_messages owner to mallory; -- as a user's own schema has it
         create policy p on realtime.messages for select using (mallory.attack());
         select realtime.send('{}', 'e', 'room');",
    )
    .await;
    let failed = |answer| matches!(answer, Err(ReplayError::Failed(_)));
    // One that runs with the rights of who calls it.
    world
        .as_mallory(
            "create or replace function realtime.baton_messages(channel text, since timestamp, after uuid, most integer)
               returns table (id uuid, event text, payload text, binary_payload bytea) language plpgsql
               as $$ begin perform mallory.attack(); end $$",
        )
        .await;
    for login in LOGINS {
        let answer = Replay::new(world.source(login)).ask(&wanted()).await;
        world.assert_nothing_gained(login);
        match *login {
            "postgres" => assert_eq!(answer.unwrap().messages.len(), 1, "a superuser has no policies"),
            _ => assert!(failed(answer), "{login}"),
        }
    }
    world.as_mallory("drop function realtime.baton_messages").await;
    let replays = LOGINS.iter().map(|login| (login, Replay::new(world.source(login))));
    let replays: Vec<_> = replays.collect();
    for (login, replay) in &replays {
        drop(replay.ask(&wanted()).await);
        world.assert_nothing_gained(login);
    }
    // A view in its place, of which the statement that is prepared is planned again.
    world.psql("alter table realtime.messages rename to messages_old");
    world
        .as_mallory(
            "create view realtime.messages as select 'room'::text as topic, 'broadcast'::text as extension,
               jsonb_build_object('n', attack()) as payload, 'e'::text as event, true as private, now()::timestamp as inserted_at,
               gen_random_uuid() as id, null::bytea as binary_payload;
             grant select on realtime.messages to public",
        )
        .await;
    for (login, replay) in &replays {
        assert!(failed(replay.ask(&wanted()).await), "{login}");
        assert!(failed(Replay::new(world.source(login)).ask(&wanted()).await), "{login}");
        world.assert_nothing_gained(login);
    }
}

/// The server writes no messages, so a trigger runs with the rights of those who do.
#[tokio::test(flavor = "multi_thread")]
async fn triggers_of_messages_run_for_nobody_but_who_writes_them() {
    let world = World::new(
        "set role mallory;
         create function mallory.springs() returns trigger language plpgsql as
           $$ begin perform mallory.attack(); return new; end $$;
         reset role;
         create policy p on realtime.messages for all using (true);
         grant execute on function realtime.baton_messages to supabase;",
    )
    .await;
    let partitions = world.psql(
        "select string_agg(inhrelid::regclass::text, ' ') from pg_inherits where inhparent = 'realtime.messages'::regclass",
    );
    let tables: Vec<&str> = partitions.split(' ').chain(["realtime.messages"]).collect();
    assert!(tables.len() > 2, "{tables:?}");
    for table in &tables {
        for what in [
            "create trigger springs before insert or update or delete on",
            "create rule springs as on insert to",
        ] {
            let then = if what.contains("trigger") {
                "for each row execute function springs()"
            } else {
                "do also select attack()"
            };
            let sql = format!("set search_path = mallory; {what} {table} {then}");
            assert!(world.try_as_mallory(&sql).await.is_err(), "{sql}");
        }
    }
    // Where somebody has let her.
    world.psql(&format!(
        "grant usage on schema realtime to mallory; grant trigger on {} to mallory",
        tables.join(", ")
    ));
    for table in &tables[..tables.len() - 1] {
        world
            .as_mallory(&format!(
                "create trigger springs before insert or update or delete on {table} for each row execute function springs()"
            ))
            .await;
    }
    for login in LOGINS {
        world.assert_let_in(login).await;
        assert!(Replay::new(world.source(login)).ask(&wanted()).await.is_ok(), "{login}");
        world.assert_nothing_gained(login);
    }
}

/// PostgreSQL evaluates a publication's row filters with the rights of the login that reads the stream, and takes none there
/// that would run what a user wrote.
#[tokio::test(flavor = "multi_thread")]
async fn row_filters_of_a_publication_run_nobodys_functions() {
    let world = World::new(
        "set role mallory;
         create function mallory.is_fine(text) returns boolean language plpgsql immutable as
           $$ begin return mallory.attack(); end $$;
         create domain mallory.fine as text check (mallory.is_fine(value));
         create type mallory.mood as enum ('x');
         create function mallory.same(text, text) returns boolean language plpgsql immutable as
           $$ begin return mallory.attack(); end $$;
         create operator mallory.=== (leftarg = text, rightarg = text, function = mallory.same);
         create table mallory.kept (id int primary key, word text, fine mallory.fine, mood mallory.mood);
         grant select on mallory.kept to authenticated;",
    )
    .await;
    for filter in [
        "mallory.is_fine(word)",
        "mallory.attack()",
        "word operator(mallory.===) 'x'",
        "word::mallory.fine = 'x'",
        "mood = 'x'",
        "fine = 'x'",
        "exists (select mallory.attack())",
    ] {
        let sql = format!("create publication hers for table mallory.kept where ({filter})");
        assert!(world.try_as_admin(&sql).await.is_err(), "{filter}");
    }
    // What is left are PostgreSQL's own functions of its own types.
    world.psql("alter publication supabase_realtime add table mallory.kept where (lower(word) <> 'no')");
    world.psql("alter table mallory.kept replica identity full");
    for login in LOGINS {
        let feeding = world.feeding(login, true);
        let request = json!({"event": "*", "schema": "mallory", "table": "kept", "snapshot": true});
        let follower = world::follow(&feeding, "t", &request);
        feeding.until_ready(&follower).await;
        world.as_mallory("insert into kept values (1, 'a', 'X', 'x'), (2, 'no', 'X', 'x')").await;
        feeding.caught_up().await;
        world
            .as_mallory(
                "alter domain fine rename to finer; create domain fine as text check (is_fine(value))",
            )
            .await;
        world.as_mallory("delete from kept").await;
        feeding.caught_up().await;
        assert_eq!(changes(&feeding.delivered(&follower)).len(), 2, "{login}");
        world.assert_nothing_gained(login);
        world.as_mallory("drop domain fine; alter domain finer rename to fine").await;
    }
}
