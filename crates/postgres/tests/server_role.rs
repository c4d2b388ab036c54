//! The server's role of its own: all that the server does, and nothing else.

mod fixture;

use baton_postgres::check::{State, Wanted, check};
use baton_postgres::testing::Postgres;
use fixture::{Session, name};

async fn server(postgres: &Postgres) -> (Session, Session) {
    let database = postgres.database();
    let mut admin = Session::open(postgres, &database, "postgres").await;
    admin.set_up(Some("baton")).await;
    admin
        .execute(
            "create table todos (id int primary key); insert into todos values (1);
             alter table todos enable row level security; grant select on todos to authenticated;
             create policy mine on todos for select to authenticated
               using (auth.uid() = '00000000-0000-0000-0000-000000000001');
             create policy room on realtime.messages for select to authenticated using (realtime.topic() = 'room')",
        )
        .await
        .unwrap_or_default();
    (admin, Session::open(postgres, &database, "baton").await)
}

#[tokio::test]
async fn it_does_all_that_the_server_does() {
    let postgres = Postgres::start(&[]);
    let (admin, baton) = server(&postgres).await;
    let wanted = Wanted { slot: name("baton"), publication: name("supabase_realtime"), role: None };
    let findings = check(&baton.client, &wanted).await.unwrap();
    assert!(findings.iter().all(|finding| finding.state != State::Missing), "{findings:?}");

    // A slot, and what is in it.
    baton.execute("select pg_create_logical_replication_slot('baton', 'pgoutput')").await.unwrap();
    admin.execute("select realtime.send('{}', 'e', 'room')").await.unwrap();
    let changes =
        "select count(*) from pg_logical_slot_get_binary_changes('baton', null, null, 'proto_version', '1',
                     'publication_names', 'supabase_realtime,supabase_realtime_messages_publication')";
    assert_ne!(baton.row(changes).await, "0");
    baton.execute("select pg_drop_replication_slot('baton')").await.unwrap();

    // May this user read this topic? The row to ask about is inserted as service_role, and never committed.
    for (topic, shown) in [("room", "1"), ("lobby", "0")] {
        baton.execute("begin; set local role service_role").await.unwrap();
        let insert = format!(
            "insert into realtime.messages (topic, extension) values ('{topic}', 'broadcast') returning id"
        );
        let id = baton.row(&insert).await;
        baton.execute("set local role authenticated").await.unwrap();
        baton.execute(&format!("select set_config('realtime.topic', '{topic}', true)")).await.unwrap();
        assert_eq!(
            baton.row(&format!("select count(*) from realtime.messages where id = '{id}'")).await,
            shown
        );
        baton.execute("rollback").await.unwrap();
    }
    // May this user see this row?
    for (user, shown) in [("1", "1"), ("2", "0")] {
        baton.execute("begin; set local role authenticated").await.unwrap();
        let claims = format!("{{\"sub\": \"00000000-0000-0000-0000-00000000000{user}\"}}");
        baton.execute(&format!("select set_config('request.jwt.claims', '{claims}', true)")).await.unwrap();
        assert_eq!(baton.row("select count(*) from todos where id = 1").await, shown);
        baton.execute("rollback").await.unwrap();
    }
    for role in ["anon", "authenticated", "service_role"] {
        baton.execute(&format!("begin; set local role {role}; rollback")).await.unwrap();
    }

    // Days pass.
    let days = "select * from realtime.baton_partitions('72 hours', now() + interval '10 days')";
    let actions = baton.rows(days).await.join(",");
    assert_eq!(
        (actions.matches("|dropped").count(), actions.matches("|created").count()),
        (5, 5),
        "{actions}"
    );
}

#[tokio::test]
async fn it_does_nothing_else() {
    let postgres = Postgres::start(&[]);
    let (_admin, baton) = server(&postgres).await;
    for (sql, refusal) in [
        ("select * from todos", "permission denied for table todos"),
        ("select * from realtime.messages", "permission denied for table messages"),
        (
            "insert into realtime.messages (topic, extension) values ('t', 'broadcast')",
            "permission denied for table messages",
        ),
        ("select * from realtime.messages_default", "permission denied for table messages_default"),
        ("drop table realtime.messages_default", "must be owner of table messages_default"),
        ("create table realtime.t (a int)", "permission denied for schema realtime"),
        ("create table public.t (a int)", "permission denied for schema public"),
        ("create schema s", "permission denied for database test_0"),
        (
            "alter publication supabase_realtime add table todos",
            "must be owner of publication supabase_realtime",
        ),
        ("create role other", "permission denied to create role"),
        ("set role postgres", "permission denied to set role \"postgres\""),
        (
            "alter role baton superuser",
            "must be superuser to alter superuser roles or change superuser attribute",
        ),
        ("grant baton to anon", "must have admin option on role \"baton\""),
        ("alter system set wal_level = 'logical'", "permission denied to set parameter \"wal_level\""),
    ] {
        assert_eq!(baton.execute(sql).await.unwrap_err(), refusal, "{sql}");
    }
}

#[tokio::test]
async fn clients_may_not_drop_partitions() {
    let postgres = Postgres::start(&[]);
    let (_admin, baton) = server(&postgres).await;
    for role in ["anon", "authenticated", "service_role"] {
        let call = format!("begin; set local role {role}; select realtime.baton_partitions('0')");
        assert_eq!(
            baton.execute(&call).await.unwrap_err(),
            "permission denied for function baton_partitions"
        );
        baton.execute("rollback").await.unwrap();
    }
}

#[tokio::test]
async fn a_role_that_was_there_keeps_what_it_has_and_gains_what_it_lacks() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    let mut admin = Session::open(&postgres, &database, "postgres").await;
    admin.execute("create role baton login createdb password 'x'").await.unwrap();
    admin.set_up(Some("baton")).await;
    let role = "select rolcreatedb, rolinherit, rolreplication, rolpassword is not null, shobj_description(oid, 'pg_authid')
                from pg_authid where rolname = 'baton'";
    assert_eq!(admin.row(role).await, "t|t|t|t|null");
    let refused = admin.tear_down("baton", true).await;
    assert!(refused.is_empty(), "{refused:?}");
    assert_eq!(admin.row("select count(*) from pg_roles where rolname in ('baton', 'anon')").await, "1");
}
