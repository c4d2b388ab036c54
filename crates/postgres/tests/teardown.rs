//! Tearing down: all that a setup made goes, and what is the user's stays.

mod fixture;

use baton_postgres::setup::teardown;
use baton_postgres::testing::Postgres;
use fixture::{Session, name};

/// Everything in the database and the roles, as text.
const PICTURE: &str = "
  select 'role ' || rolname from pg_roles
  union all select 'schema ' || nspname || coalesce(nspacl::text, '') from pg_namespace where nspname !~ '^pg_(toast_)?temp'
  union all select 'relation ' || oid::regclass || coalesce(relacl::text, '') from pg_class where oid >= 16384
  union all select 'function ' || oid::regprocedure from pg_proc where oid >= 16384
  union all select 'type ' || typname from pg_type where oid >= 16384
  union all select 'publication ' || pubname from pg_publication
  union all select 'slot ' || slot_name from pg_replication_slots
  union all select 'comment ' || description from pg_description where description like 'baton:%'
  union all select 'comment ' || description from pg_shdescription where description like 'baton:%'
  union all select 'member ' || m.rolname from pg_auth_members join pg_roles m on m.oid = member
  union all select 'database ' || coalesce(datacl::text, '') from pg_database where datname = current_database()
  order by 1";

#[tokio::test]
async fn it_leaves_nothing() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    let mut session = Session::open(&postgres, &database, "postgres").await;
    session
        .execute(&format!(
            "create table todos (a int primary key); revoke connect on database {database} from public"
        ))
        .await
        .unwrap();
    let before = session.rows(PICTURE).await;
    session.set_up(Some("baton")).await;
    session
        .execute(
            "select pg_create_logical_replication_slot('baton', 'pgoutput');
             alter publication supabase_realtime add table todos;
             create policy p on realtime.messages for select using (realtime.topic() = 'x' and auth.uid() is null);
             select realtime.send('{}', 'e', 't')",
        )
        .await
        .unwrap();
    let steps = teardown(&session.client, &name("baton"), true).await.unwrap();
    let statements: Vec<_> = steps.iter().flat_map(|step| step.statements()).collect();
    assert_eq!(
        statements,
        [
            "select pg_drop_replication_slot('baton');",
            "drop publication supabase_realtime;",
            "drop publication supabase_realtime_messages_publication;",
            "drop table realtime.messages;",
            "drop function realtime.baton_messages(channel text, since timestamp without time zone, after uuid, most integer);",
            "drop function realtime.baton_partitions(keep interval, moment timestamp with time zone);",
            "drop function realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, \
             table_schema text, new record, old record, level text);",
            "drop function realtime.send(payload jsonb, event text, topic text, private boolean);",
            "drop function realtime.send_binary(payload bytea, event text, topic text, private boolean);",
            "drop function realtime.topic();",
            "drop function auth.email();",
            "drop function auth.jwt();",
            "drop function auth.role();",
            "drop function auth.uid();",
            "drop schema realtime;",
            "drop schema auth;",
            &*format!("revoke connect on database {database} from baton;"),
            "drop role anon;",
            "drop role authenticated;",
            "drop role baton;",
            "drop role service_role;",
        ]
    );
    assert_ne!(session.rows(PICTURE).await, before, "listing changes nothing");
    let refused = session.run(&steps).await;
    assert!(refused.is_empty(), "{refused:?}");
    let left = session.rows(PICTURE).await;
    // Once a right was revoked, the owner's are written out.
    let bare = |lines: &[String]| {
        lines.iter().filter(|line| !line.starts_with("database")).cloned().collect::<Vec<_>>()
    };
    assert_eq!(bare(&left), bare(&before));
    assert!(!left.iter().any(|line| line.contains("baton=")), "{left:?}");
    assert!(teardown(&session.client, &name("baton"), true).await.unwrap().is_empty());
}

#[tokio::test]
async fn roles_stay_unless_they_are_asked_for() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    let mut session = Session::open(&postgres, &database, "postgres").await;
    session.set_up(Some("baton")).await;
    assert!(session.tear_down("baton", false).await.is_empty());
    let roles =
        "select count(*) from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'baton')";
    assert_eq!(session.row(roles).await, "4");
    assert_eq!(session.row("select to_regnamespace('realtime'), to_regnamespace('auth')").await, "null|null");
    session.set_up(Some("baton")).await;
}

#[tokio::test]
async fn what_the_user_still_uses_stays_and_is_reported() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    let mut session = Session::open(&postgres, &database, "postgres").await;
    session.set_up(None).await;
    session
        .execute(
            "create table todos (a uuid primary key); alter table todos enable row level security;
             create policy mine on todos using (a = auth.uid()); grant select on todos to anon;
             create table realtime.mine (a int)",
        )
        .await
        .unwrap();
    let delivered: Vec<_> = session
        .tear_down("baton", true)
        .await
        .into_iter()
        .map(|(_, refusal)| (refusal.statement, refusal.error))
        .collect();
    let refused: Vec<&str> = delivered.iter().map(|(statement, _)| &**statement).collect();
    assert_eq!(
        refused,
        [
            "drop function auth.uid();",
            "drop schema realtime;",
            "drop schema auth;",
            "drop role anon;",
            "drop role authenticated;",
            "drop role service_role;"
        ]
    );
    assert!(
        delivered[0].1.contains("policy mine on table todos depends on function auth.uid()"),
        "{delivered:?}"
    );
    assert_eq!(session.row("select count(*) from pg_policy").await, "1");
    assert_eq!(session.row("select to_regclass('realtime.mine')").await, "realtime.mine");
    // Another setup goes on from there.
    session.set_up(None).await;
}

#[tokio::test]
async fn a_slot_of_another_name_or_database_stays() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    let mut session = Session::open(&postgres, &database, "postgres").await;
    session.execute("select pg_create_logical_replication_slot('other', 'pgoutput')").await.unwrap();
    postgres.psql("postgres", "select pg_create_logical_replication_slot('baton', 'pgoutput')");
    assert!(session.tear_down("baton", false).await.is_empty());
    assert_eq!(
        session.row("select string_agg(slot_name, ',' order by slot_name) from pg_replication_slots").await,
        "baton,other"
    );
}
