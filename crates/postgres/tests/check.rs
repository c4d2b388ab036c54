//! What a check finds: everything there, each thing that can be wanting, and that the printed statement fixes it.

#![allow(clippy::unwrap_used, clippy::panic)] // the functions of tests may, as the tests do

mod fixture;

use std::process::{Child, Command, Stdio};

use baton_postgres::check::{Finding, Fix, State, Wanted, check, report};
use baton_postgres::testing::Postgres;
use fixture::{SUPABASE, Session, name};

async fn findings(session: &Session) -> Vec<Finding> {
    let wanted =
        Wanted { slot: name("baton"), publication: name("supabase_realtime"), role: Some(name("baton")) };
    check(&session.client, &wanted).await.unwrap()
}

/// The finding whose text starts so.
async fn found(session: &Session, text: &str) -> Option<Finding> {
    findings(session).await.into_iter().find(|finding| finding.text.starts_with(text))
}

/// Does what the finding says, statement by statement, as the superuser.
async fn fix(postgres: &Postgres, database: &str, session: &mut Session, finding: &Finding) {
    match finding.fix.as_ref().unwrap_or_else(|| panic!("nothing fixes {finding:?}")) {
        Fix::Statements(statements) => {
            for statement in statements {
                postgres.psql(database, statement);
            }
        }
        Fix::Command(command) if command.ends_with(" --role 'baton'") => session.set_up(Some("baton")).await,
        Fix::Command(command) => {
            assert!(
                ["baton pg setup", "baton pg setup --publication 'supabase_realtime'"].contains(&&**command),
                "{command}"
            );
            session.set_up(None).await;
        }
    }
}

async fn prepared(postgres: &Postgres) -> (String, Session) {
    let database = postgres.database();
    let mut session = Session::open(postgres, &database, "postgres").await;
    session.set_up(Some("baton")).await;
    (database, session)
}

#[tokio::test]
async fn after_a_setup_nothing_is_missing() {
    let postgres = Postgres::start(&[]);
    let (_, session) = prepared(&postgres).await;
    let text = report(&findings(&session).await);
    assert_eq!(
        text,
        "\
ok       this is PostgreSQL 15
ok       wal_level is logical
ok       max_replication_slots is 10, and 0 are in use
ok       max_wal_senders is 10, and 0 are in use
warning  max_slot_wal_keep_size is unlimited: while the server is away, the log that is retained for it can fill the disk
         run: alter system set max_slot_wal_keep_size = '4GB';
         run: select pg_reload_conf();
warning  the slot baton is not there yet: a server makes it when it starts, and sends changes from then on
ok       baton may act as anon
ok       baton may act as authenticated
ok       baton may act as service_role
ok       baton may log in
ok       baton may read the stream of changes
ok       baton may connect to this database
ok       baton may use the schema realtime
ok       baton may make partitions of messages
ok       baton may read what was sent, for clients that join later
warning  the publication supabase_realtime has no tables: clients receive no changes until you add one with \
         ALTER PUBLICATION supabase_realtime ADD TABLE ...
ok       the publication supabase_realtime_messages_publication has realtime.messages
warning  realtime.messages has no policies: private channels refuse everyone; CREATE POLICY ... FOR SELECT lets clients \
         join, FOR INSERT lets them send
ok       realtime.messages has partitions for today and the next three days
ok       the functions of realtime and auth are there
16 ok, 4 warnings, 0 missing
"
    );
}

#[tokio::test]
async fn a_database_without_anything_lacks_it_and_setup_fixes_all() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    let mut session = Session::open(&postgres, &database, "postgres").await;
    let missing = |findings: &[Finding]| {
        findings.iter().filter(|finding| finding.state == State::Missing).cloned().collect::<Vec<_>>()
    };
    let before = missing(&findings(&session).await);
    assert_eq!(before[0].text, "the server's role baton is not there");
    assert_eq!(before.len(), 5, "{before:?}");
    for finding in &before {
        fix(&postgres, &database, &mut session, finding).await;
    }
    assert_eq!(missing(&findings(&session).await), []);
}

#[tokio::test]
async fn each_thing_that_is_wanting_is_found_and_fixed_by_what_is_printed() {
    use State::{Missing, Warning};
    let postgres = Postgres::start(&[]);
    let (database, mut session) = prepared(&postgres).await;
    let today = session.row("select to_char(now() at time zone 'utc', 'YYYY_MM_DD')").await;
    let drop_today = format!("drop table realtime.messages_{today}");
    let no_partition = format!("realtime.messages has no partition for {}", today.replace('_', "-"));
    let no_default = format!("{drop_today}; drop table realtime.messages_default");
    let disconnect = format!("revoke connect on database {database} from public, baton");
    let messages = "alter publication supabase_realtime_messages_publication";
    let cases = [
        ("alter role service_role nobypassrls", "service_role does not pass", Missing),
        ("revoke anon from baton", "baton may not act as anon", Missing),
        ("alter role baton noreplication", "baton may not read the stream", Missing),
        ("alter role baton nologin", "baton may not log in", Missing),
        (&disconnect, "baton may not connect", Missing),
        ("revoke usage on schema realtime from baton", "baton may not use the schema", Missing),
        (
            "revoke execute on function realtime.baton_partitions from baton",
            "baton may not make partitions",
            Missing,
        ),
        (
            "create schema private; create function private.f() returns boolean language sql as 'select true';
             create policy p on realtime.messages using (private.f() and auth.uid() is not null)",
            "baton may not use the schema private, which policies",
            Missing,
        ),
        ("drop owned by baton; drop role baton", "the server's role baton is not there", Missing),
        ("drop owned by anon; drop role anon", "the role anon is not there", Missing),
        ("drop publication supabase_realtime", "the publication supabase_realtime is not there", Missing),
        (
            "alter publication supabase_realtime set (publish = 'insert')",
            "the publication supabase_realtime leaves out",
            Warning,
        ),
        (
            "create table \"No key\" (a int); alter publication supabase_realtime add table \"No key\"",
            "public.\"No key\" has no primary key and no replica identity",
            Missing,
        ),
        (
            "create table mute (a int primary key); alter table mute replica identity nothing;
             alter publication supabase_realtime add table mute",
            "public.mute has the replica identity NOTHING",
            Missing,
        ),
        (
            "create table parts (a int primary key) partition by list (a);
             create table part partition of parts for values in (1);
             alter publication supabase_realtime add table parts",
            "the publication supabase_realtime reports changes of partitioned tables",
            Warning,
        ),
        (
            "drop publication supabase_realtime_messages_publication",
            "the publication supabase_realtime_messages_publication is not",
            Missing,
        ),
        (
            &format!("{messages} drop table realtime.messages"),
            "the publication supabase_realtime_messages_publication lacks",
            Missing,
        ),
        (
            &format!("{messages} set (publish = 'update')"),
            "the publication supabase_realtime_messages_publication leaves out",
            Missing,
        ),
        (
            &format!("{messages} set (publish_via_partition_root = false)"),
            "the publication supabase_realtime_messages_publication reports",
            Missing,
        ),
        ("alter role baton superuser", "the server's login baton is a superuser", Warning),
        ("alter role baton createrole", "the server's login baton may create roles", Warning),
        ("alter role baton bypassrls", "the server's login baton bypasses", Warning),
        ("alter role baton inherit", "the server's login baton inherits the rights of service_role", Warning),
        (
            &format!("revoke temporary on database {database} from public"),
            "anon may not create temporary objects",
            Missing,
        ),
        (
            "create table poor (a int primary key); alter publication supabase_realtime add table poor",
            "neither anon nor authenticated may select public.poor",
            Warning,
        ),
        (
            "create schema hidden; create table hidden.poor (a int primary key); grant select on hidden.poor to anon;
             alter publication supabase_realtime add table hidden.poor",
            "neither anon nor authenticated may select hidden.poor",
            Warning,
        ),
        ("drop table realtime.messages", "realtime.messages is not there", Missing),
        ("alter table realtime.messages drop column seq", "realtime.messages lacks the column", Missing),
        (
            "alter table realtime.messages disable row level security",
            "realtime.messages has no row-level",
            Missing,
        ),
        ("drop table realtime.messages_default", "realtime.messages has no default", Warning),
        (&drop_today, &no_partition, Warning),
        (&no_default, &no_partition, Missing),
        ("revoke select on realtime.messages from anon", "anon lacks select on realtime.messages", Missing),
        (
            "revoke usage on schema auth from authenticated",
            "authenticated lacks usage on schema auth",
            Missing,
        ),
        (
            "drop function realtime.send, auth.uid",
            "these functions are not there: realtime.send, auth.uid",
            Missing,
        ),
        (
            "create table called (a int primary key); alter table called enable row level security;
             grant select on called to anon; create policy p on called to anon using (auth.uid() is null);
             alter publication supabase_realtime add table called; revoke execute on function auth.uid from public, anon",
            "the policy p of public.called calls auth.uid(), which anon may not execute",
            Warning,
        ),
        (
            "create table members (member uuid); revoke all on members from public, anon; create policy reads on realtime.messages for select
             to anon using (exists (select from members where member = auth.uid()))",
            "the policy reads of realtime.messages reads public.members, which anon may not select",
            Warning,
        ),
    ];
    for (provocation, text, state) in cases {
        assert_eq!(found(&session, text).await, None, "before {provocation}");
        session.execute(provocation).await.unwrap_or_else(|error| panic!("{provocation}: {error}"));
        let finding = found(&session, text).await.unwrap_or_else(|| panic!("{provocation} is not found"));
        assert_eq!(finding.state, state, "{provocation}");
        fix(&postgres, &database, &mut session, &finding).await;
        assert_eq!(found(&session, text).await, None, "after fixing {provocation}");
        session.set_up(Some("baton")).await; // what a fix of several things left out
    }
    // The tables that were published can be written to now, as the findings said.
    session
        .execute("insert into \"No key\" values (1); update \"No key\" set a = 2; delete from \"No key\"")
        .await
        .unwrap();
    session.execute("insert into mute values (1); update mute set a = 2; delete from mute").await.unwrap();
    let keyless = found(&session, "public.\"No key\" has no primary key: its rows").await.unwrap();
    assert_eq!((keyless.state, keyless.fix), (Warning, None));
    let tables = found(&session, "the publication supabase_realtime has 6 tables").await;
    assert_eq!(tables.unwrap().state, State::Ok);
    session.execute("create policy p on realtime.messages for select to anon using (true)").await.unwrap();
    assert_eq!(
        found(&session, "policies for private channels on realtime.messages: 2").await.unwrap().state,
        State::Ok
    );
}

/// A policy without FOR is for all commands, and without USING it lets nobody read.
#[tokio::test]
async fn policies_for_select_without_using_are_named() {
    let postgres = Postgres::start(&[]);
    let (_, session) = prepared(&postgres).await;
    let blind = "policies on realtime.messages apply to SELECT and have no USING";
    session
        .execute(
            "create policy joins on realtime.messages for select to authenticated using (true);
             create policy sends on realtime.messages for insert to authenticated with check (true);
             create policy wide on realtime.messages using (true) with check (false);
             create policy strict on realtime.messages as restrictive with check (true);",
        )
        .await
        .unwrap();
    assert_eq!(found(&session, blind).await, None);
    session
        .execute(
            "create policy empty on realtime.messages for select;
             create policy forgot on realtime.messages to authenticated with check (true);",
        )
        .await
        .unwrap();
    let finding = found(&session, blind).await.unwrap();
    assert_eq!(finding.state, State::Warning);
    assert!(finding.text.contains(": empty, forgot;"), "{}", finding.text);
    session.execute("alter table realtime.messages disable row level security").await.unwrap();
    assert_eq!(found(&session, blind).await, None);
}

#[tokio::test]
async fn of_many_tables_without_a_key_some_are_named_and_the_others_counted() {
    let postgres = Postgres::start(&[]);
    let (_, session) = prepared(&postgres).await;
    session
        .execute(
            "do $$ begin for n in 1..50 loop
               execute format('create table t%s (a int); alter publication supabase_realtime add table t%s', n, n);
             end loop; end $$",
        )
        .await
        .unwrap();
    let findings = findings(&session).await;
    assert_eq!(findings.iter().filter(|finding| finding.text.starts_with("public.t")).count(), 20);
    assert!(findings.iter().any(|finding| finding.text.starts_with("30 more tables")), "{findings:?}");
}

#[tokio::test]
async fn settings_that_need_a_restart_are_found_and_the_statements_set_them() {
    let postgres = Postgres::start(&["wal_level=minimal", "max_wal_senders=0", "max_replication_slots=0"]);
    let (database, mut session) = prepared(&postgres).await;
    for (text, setting) in [
        ("wal_level is minimal", "wal_level|logical"),
        ("max_replication_slots is 0, and all are in use", "max_replication_slots|4"),
        ("max_wal_senders is 0, and all are in use", "max_wal_senders|4"),
    ] {
        let finding = found(&session, text).await.unwrap();
        assert_eq!(finding.state, State::Missing);
        fix(&postgres, &database, &mut session, &finding).await;
        let set = "select name, setting from pg_file_settings where sourcefile ~ 'auto.conf$'";
        assert!(session.rows(set).await.iter().any(|line| line == setting), "{setting}");
    }
    let finding = found(&session, "max_slot_wal_keep_size is unlimited").await.unwrap();
    fix(&postgres, &database, &mut session, &finding).await;
    let bounded = "max_slot_wal_keep_size is 4GB";
    for _ in 0..100 {
        if found(&session, bounded).await.is_some() {
            return; // the reload takes a moment
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{:?}", findings(&session).await);
}

/// `pg_recvlogical` in the server's place.
struct Reader(Child);

impl Reader {
    fn start(postgres: &Postgres, database: &str) -> Self {
        let program = "/usr/lib/postgresql/15/bin/pg_recvlogical";
        let program = if std::path::Path::new(program).exists() { program } else { "pg_recvlogical" };
        let mut command = Command::new(program);
        command.args(["-U", "baton", "-d", database, "--slot", "baton", "--start", "-f", "/dev/null"]);
        command
            .args(["-o", "proto_version=1", "-o", "publication_names=supabase_realtime"])
            .arg("-h")
            .arg(postgres.host());
        Self(command.stderr(Stdio::null()).spawn().unwrap())
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[tokio::test]
async fn the_slot_is_absent_then_unused_then_in_use_then_lost_and_new() {
    let postgres = Postgres::start(&["max_slot_wal_keep_size=1MB"]);
    let (database, mut session) = prepared(&postgres).await;
    let absent = found(&session, "the slot baton is not there yet").await.unwrap();
    assert_eq!((absent.state, absent.fix), (State::Warning, None));
    postgres.psql(&database, "select pg_create_logical_replication_slot('baton', 'pgoutput')");
    let unused = found(&session, "no server reads the slot baton").await.unwrap();
    assert_eq!(unused.state, State::Warning);

    let reader = Reader::start(&postgres, &database);
    let mut finding = None;
    for _ in 0..200 {
        finding = found(&session, "the slot baton is in use, ").await;
        if finding.is_some() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(finding.unwrap().state, State::Ok);
    drop(reader);
    for _ in 0..200 {
        if found(&session, "no server reads the slot baton").await.is_some() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }

    session.execute("create table filler (a int)").await.unwrap();
    for _ in 0..4 {
        session.execute("insert into filler values (1)").await.unwrap();
        session.execute("select pg_switch_wal()").await.unwrap();
    }
    let unreserved = found(&session, "the slot baton is ").await.unwrap();
    assert!(unreserved.text.contains(" MiB behind, and is lost at"), "{unreserved:?}");
    session.execute("checkpoint").await.unwrap();
    let lost = found(&session, "the slot baton has lost changes").await.unwrap();
    assert_eq!(lost.state, State::Missing);
    fix(&postgres, &database, &mut session, &lost).await;
    assert!(found(&session, "the slot baton is not there yet").await.is_some());
}

#[tokio::test]
async fn a_slot_of_another_kind_or_database_is_not_taken() {
    let postgres = Postgres::start(&[]);
    let (_, session) = prepared(&postgres).await;
    session.execute("select pg_create_physical_replication_slot('baton')").await.unwrap();
    let foreign = found(&session, "the slot baton is another's (it has physical").await.unwrap();
    assert_eq!((foreign.state, foreign.fix), (State::Missing, None));
    session.execute("select pg_drop_replication_slot('baton')").await.unwrap();
    postgres.psql("postgres", "select pg_create_logical_replication_slot('baton', 'pgoutput')");
    let elsewhere = found(&session, "the slot baton belongs to another database").await.unwrap();
    assert_eq!((elsewhere.state, elsewhere.fix), (State::Missing, None));
}

#[tokio::test]
async fn over_objects_of_supabase_the_names_of_partitions_are_found() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    postgres.psql(&database, SUPABASE);
    let mut session = Session::open(&postgres, &database, "postgres").await;
    session.set_up(Some("baton")).await;
    let missing: Vec<_> =
        findings(&session).await.into_iter().filter(|finding| finding.state == State::Missing).collect();
    let [finding] = &missing[..] else { panic!("{missing:?}") };
    assert!(finding.text.contains("by the names of partitions"), "{finding:?}");
    fix(&postgres, &database, &mut session, finding).await;
    assert!(findings(&session).await.iter().all(|finding| finding.state != State::Missing));
}

#[tokio::test]
async fn tables_whose_rows_no_client_sees_are_found() {
    let postgres = Postgres::start(&[]);
    let (_, session) = prepared(&postgres).await;
    let locked = "public.locked has row-level security, and no policy";
    let absent = "tables with policies that are not in the publication";
    session
        .execute(
            "create table locked (a int primary key); grant select on locked to authenticated;
             alter publication supabase_realtime add table locked",
        )
        .await
        .unwrap();
    assert_eq!(found(&session, locked).await, None);
    session.execute("alter table locked enable row level security").await.unwrap();
    assert_eq!(found(&session, locked).await.unwrap().state, State::Warning);
    // None of these lets anybody read: it is for writing, it has no USING, it only restricts, it is for somebody else.
    for policy in [
        "for insert with check (true)",
        "for all with check (true)",
        "as restrictive for select using (true)",
        "for select to baton using (true)",
    ] {
        session.execute(&format!("create policy p on locked {policy}")).await.unwrap();
        assert!(found(&session, locked).await.is_some(), "{policy}");
        session.execute("drop policy p on locked").await.unwrap();
    }
    session.execute("create policy p on locked for select to authenticated using (true)").await.unwrap();
    assert_eq!(found(&session, locked).await, None);
    assert_eq!(found(&session, absent).await, None);
    session.execute("alter publication supabase_realtime drop table locked").await.unwrap();
    let finding = found(&session, absent).await.unwrap();
    assert_eq!(
        finding.text,
        "tables with policies that are not in the publication supabase_realtime, so that clients cannot subscribe to them: public.locked"
    );
}
