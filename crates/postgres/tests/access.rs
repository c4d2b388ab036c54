//! Who may use a private channel, against what PostgreSQL does with rows of `realtime.messages` themselves.

#![allow(clippy::unwrap_used, clippy::panic)] // a test that unwraps fails where it should

use std::sync::Arc;
use std::time::{Duration, Instant};

use baton_postgres::access::{AccessError, Decision, Direction, Policies, PolicyCounts, Question};
use baton_postgres::source::Source;
use baton_postgres::testing::Postgres;

const TABLES: &str = "
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role outsider nologin noinherit;
create role reader nologin noinherit;
create role writer nologin noinherit;
create schema realtime; create schema auth; create schema hidden;
create function auth.uid() returns uuid language sql stable as
  $$ select nullif(coalesce(current_setting('request.jwt.claim.sub', true),
       current_setting('request.jwt.claims', true)::jsonb ->> 'sub'), '')::uuid $$;
create function realtime.topic() returns text language sql stable as
  $$ select nullif(current_setting('realtime.topic', true), '')::text $$;
grant usage on schema realtime, auth, public to anon, authenticated, reader, writer;
create table realtime.messages (
  topic text not null, extension text not null, payload jsonb, event text, private boolean default false,
  updated_at timestamp not null default now(), inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(), binary_payload bytea,
  primary key (id, inserted_at)) partition by range (inserted_at);
create table realtime.messages_default partition of realtime.messages default;
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated;
grant select on realtime.messages to reader;
grant insert on realtime.messages to writer;
create table public.members (member uuid, room text);
alter table public.members enable row level security;
create policy own on public.members for select using (member = auth.uid());
grant select on public.members to anon, authenticated, reader, writer;
create table hidden.admins (admin uuid);
grant select on hidden.admins to authenticated;
create function public.is_guest(room text) returns boolean language sql stable as
  $$ select exists (select from members where members.room = is_guest.room) $$;
insert into members values ('00000000-0000-0000-0000-000000000001', 'a'), ('00000000-0000-0000-0000-000000000002', 'b');
insert into hidden.admins values ('00000000-0000-0000-0000-000000000001');
";

/// The policies of one world.
const WORLDS: &[&[&str]] = &[
    &[],
    &["create policy p on realtime.messages using (true)"],
    &["create policy p on realtime.messages for select to authenticated using (realtime.topic() = 'a')"],
    &[
        "create policy p on realtime.messages for insert to public with check (extension = 'presence' and topic = 'b')",
    ],
    &[
        "create policy p on realtime.messages for all to authenticated using (exists (select from members where member = auth.uid() and room = realtime.topic()))",
        "create policy q on realtime.messages for insert to authenticated with check (extension = 'broadcast' and messages.topic like 'c%')",
    ],
    &[
        "create policy p on realtime.messages using (exists (select from members m where m.room = messages.topic))",
        "create policy q on realtime.messages as restrictive for select to authenticated using (extension <> 'presence')",
    ],
    &[
        "create policy p on realtime.messages to authenticated using (auth.uid() in (select admin from hidden.admins))",
    ],
    &["create policy p on realtime.messages using (is_guest(realtime.topic()) or private)"],
    &[
        "create policy p on realtime.messages using ((current_setting('request.jwt.claims', true)::jsonb ->> 'level')::int > 3)",
    ],
    &[
        "create policy p on realtime.messages using (case when topic = 'a' then null else inserted_at <= localtimestamp and updated_at > '2000-01-01' and payload is null end)",
    ],
    &["create policy p on realtime.messages as restrictive using (true)"],
    &["create policy p on realtime.messages to authenticated with check (topic = 'a')"],
    &["create policy p on realtime.messages for insert to authenticated"],
    &["create policy p on realtime.messages for select"],
    &["create policy p on realtime.messages"],
    &[
        "create policy p on realtime.messages using (topic = 'a')",
        "create policy q on realtime.messages for insert to anon",
        "create policy r on realtime.messages as restrictive to authenticated with check (topic = 'b')",
        "create policy s on realtime.messages as restrictive for select to anon",
    ],
    &["create policy p on realtime.messages using (topic = 'a') with check (extension = 'presence')"],
    &["create policy p on realtime.messages for update using (true) with check (true)"],
    &[
        "create policy p on realtime.messages to anon using (current_setting('request.headers', true)::json ->> 'x-from' = topic)",
    ],
    // The planner of PostgreSQL leaves out what cannot make a condition true, and with it its error.
    &[
        "create policy p on realtime.messages using ((null::boolean and 1 / (length(topic) - length(topic)) = 1) or topic = 'a')",
    ],
    // But it does not know the row.
    &["create policy p on realtime.messages using (1 / (length(inserted_at::text) * 0) = 1 or topic = 'a')"],
    &[
        "create policy p on realtime.messages using (topic = 'a' or private)",
        "create policy q on realtime.messages using (1 / (length(inserted_at::text) * 0) = 1 and topic = 'b')",
    ],
    &[
        "create policy p on realtime.messages using (topic = 'a')",
        "create policy q on realtime.messages as restrictive using (1 / (length(topic) - length(topic)) = 1 or null)",
    ],
    &[
        "create policy p on realtime.messages using (current_setting('request.jwt.claim.sub', true) like '%1')",
        "create policy q on realtime.messages using (current_setting('request.jwt.claim.role', true) = 'reader')",
    ],
];

const ROLES: &[&str] = &["anon", "authenticated", "reader", "writer", "outsider", "postgres"];
const TOPICS: &[&str] = &["a", "b", "c:1", "it's\"\\ quoted", "here"];
const CLAIMS: &[&str] = &[
    r#"{"sub":"00000000-0000-0000-0000-000000000001","level":"4"}"#,
    r#"{"sub":"00000000-0000-0000-0000-000000000002","level":3}"#,
    r#"{"level":"it's \"no\" number"}"#,
];

fn question(role: &str, claims: &str, topic: &str, direction: Direction) -> Question {
    let parsed: serde_json::Value = serde_json::from_str(claims).unwrap();
    let subject = parsed["sub"].as_str().map(Into::into);
    let headers = r#"{"x-from":"here"}"#.into();
    Question { role: role.into(), claims: claims.into(), subject, headers, topic: topic.into(), direction }
}

/// What the original does: rows that are inserted, looked at, and gone again. `None` where PostgreSQL raises an error that
/// is no refusal.
async fn by_rows(client: &tokio_postgres::Client, question: &Question) -> Option<Decision> {
    let allowed = async |extension: &str| {
        let Question { role, claims, subject, headers, topic, direction } = question;
        let identity = "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), \
            set_config('request.jwt.claim.sub', $3, true), set_config('realtime.topic', $4, true),
            set_config('request.headers', $5, true), set_config('request.jwt.claim.role', $1, true)";
        let insert = "insert into realtime.messages (topic, extension) values ($1, $2)";
        client.batch_execute("begin").await.unwrap();
        if *direction == Direction::Read {
            client.execute(insert, &[&&**topic, &extension]).await.unwrap();
        }
        let subject = subject.as_deref().unwrap_or_default();
        client.query(identity, &[&&**role, &&**claims, &subject, &&**topic, &&**headers]).await.unwrap();
        let seen = match direction {
            Direction::Read => client
                .query(
                    "select from realtime.messages where topic = $1 and extension = $2",
                    &[&&**topic, &extension],
                )
                .await
                .map(|rows| !rows.is_empty()),
            Direction::Write => client.execute(insert, &[&&**topic, &extension]).await.map(|_| true),
        };
        client.batch_execute("rollback").await.unwrap();
        match seen {
            Ok(seen) => Some(seen),
            Err(error) => (error.code() == Some(&tokio_postgres::error::SqlState::INSUFFICIENT_PRIVILEGE))
                .then_some(false),
        }
    };
    Some(Decision { broadcast: allowed("broadcast").await?, presence: allowed("presence").await? })
}

async fn connect(postgres: &Postgres, database: &str) -> (Source, tokio_postgres::Client) {
    let source: Source = postgres.url(database).parse().unwrap();
    let client = source.connect().await.unwrap();
    client.batch_execute("reset search_path").await.unwrap();
    (source, client)
}

#[tokio::test(flavor = "multi_thread")]
async fn decisions_are_those_that_rows_would_meet() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    postgres.psql(&database, TABLES);
    let (source, client) = connect(&postgres, &database).await;
    let mut kinds = [0; 3];
    for world in WORLDS {
        world.iter().for_each(|policy| drop(postgres.psql(&database, policy)));
        let policies = Policies::start(&source, 2);
        for role in ROLES {
            for topic in TOPICS {
                for claims in CLAIMS {
                    for direction in [Direction::Read, Direction::Write] {
                        let question = question(role, claims, topic, direction);
                        let expected = by_rows(&client, &question).await;
                        let decided = policies.ask(question.clone()).await;
                        let context = format!("{world:?} {question:?}");
                        match expected {
                            Some(expected) => assert_eq!(decided, Ok(expected), "{context}"),
                            None => assert!(
                                matches!(decided, Err(AccessError::Failed(_))),
                                "{context}: {decided:?}"
                            ),
                        }
                        kinds[expected.map_or(0, |it| 1 + usize::from(it != Decision::default()))] += 1;
                    }
                }
            }
        }
        postgres.psql(&database, "do $$ declare p record; begin for p in select polname from pg_policy where polrelid = 'realtime.messages'::regclass loop execute format('drop policy %I on realtime.messages', p.polname); end loop; end $$");
    }
    assert!(kinds.iter().all(|&count| count > 10), "{kinds:?}");
    assert_eq!(postgres.psql(&database, "select count(*) from realtime.messages"), "0");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_questions_at_once_keep_their_identities() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    postgres.psql(&database, TABLES);
    // Each role has another answer, and so has each direction.
    for policy in [
        "for select to anon using (current_setting('request.jwt.claims')::jsonb ->> 'sub' = realtime.topic())",
        "for select to authenticated using (auth.uid()::text <> realtime.topic())",
        "for insert to authenticated with check (auth.uid()::text = realtime.topic())",
    ] {
        let name = policy.replace(|c: char| !c.is_alphanumeric(), "_");
        postgres.psql(&database, &format!("create policy {name} on realtime.messages {policy}"));
    }
    let (source, _) = connect(&postgres, &database).await;
    let policies = Policies::start(&source, 2);
    let tasks = (0..2_000_u32).map(|n| {
        let policies = Arc::clone(&policies);
        tokio::spawn(async move {
            let own = format!("00000000-0000-0000-0000-{:012}", n / 2);
            let other = format!("00000000-0000-0000-0000-{:012}", n / 2 + u32::from(n % 4 == 1));
            let role = if n % 3 == 0 { "anon" } else { "authenticated" };
            let direction = if n % 5 == 0 { Direction::Write } else { Direction::Read };
            let question = question(role, &format!(r#"{{"sub":"{own}"}}"#), &other, direction);
            let decision = policies.ask(question.clone()).await.unwrap();
            let expected = match (role, direction) {
                ("anon", Direction::Write) => false,
                ("anon", Direction::Read) | (_, Direction::Write) => own == other,
                _ => own != other,
            };
            assert_eq!(decision.broadcast, expected, "{question:?}");
            assert_eq!(policies.known(&question), Some(decision));
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn policies_that_change_are_asked_again() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    postgres.psql(&database, TABLES);
    postgres.psql(&database, "create policy p on realtime.messages using (true)");
    let (source, client) = connect(&postgres, &database).await;
    // One connection, which has read the policies: it reads them again at once, and not some seconds later.
    let policies = Policies::start(&source, 1);
    let anon = question("anon", "{}", "a", Direction::Read);
    let all = Decision { broadcast: true, presence: true };
    assert_eq!(policies.ask(anon.clone()).await, Ok(all));
    postgres.psql(&database, "drop policy p on realtime.messages");
    assert_eq!(policies.known(&anon), Some(all), "nothing says that they have changed");
    policies.forget();
    assert_eq!(policies.known(&anon), None);
    assert_eq!(policies.ask(anon.clone()).await, Ok(Decision::default()));

    // And while a question is being answered by the former ones.
    let policies = Policies::start(&source, 2);
    client.batch_execute("select pg_advisory_lock(7)").await.unwrap();
    postgres.psql(
        &database,
        "create policy p on realtime.messages using (pg_advisory_lock_shared(7) is not null)",
    );
    policies.forget();
    let ask = || {
        let (policies, anon) = (Arc::clone(&policies), anon.clone());
        tokio::spawn(async move { policies.ask(anon).await })
    };
    let mut former = ask();
    while postgres
        .psql(&database, "select count(*) from pg_locks where locktype = 'advisory' and not granted")
        == "0"
    {
        if former.is_finished() {
            former = ask(); // a slow machine: the database has given up waiting for the lock
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    postgres.psql(&database, "drop policy p on realtime.messages");
    policies.forget();
    assert_eq!(policies.ask(anon.clone()).await, Ok(Decision::default()));
    client.batch_execute("select pg_advisory_unlock(7)").await.unwrap();
    let _ = former.await.unwrap();
    assert_eq!(policies.known(&anon), Some(Decision::default()));
}

/// Clients that join and leave at once must not keep the connections from others.
#[tokio::test(flavor = "multi_thread")]
async fn questions_whose_askers_have_gone_are_not_asked() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    postgres.psql(&database, TABLES);
    postgres.psql(
        &database,
        "create sequence evaluated; grant usage on sequence evaluated to anon;
         create policy p on realtime.messages using (realtime.topic() not like 'slow%'
           or (nextval('public.evaluated') > 0 and pg_sleep(1) is not null))",
    );
    let (source, _) = connect(&postgres, &database).await;
    let policies = Policies::start(&source, 1);
    let anon = |topic: &str| question("anon", "{}", topic, Direction::Read);
    let all = Ok(Decision { broadcast: true, presence: true });
    let ask = |topic: String| {
        let (policies, question) = (Arc::clone(&policies), anon(&topic));
        tokio::spawn(async move { policies.ask(question).await })
    };
    // The connection is busy while the crowd comes and goes.
    let first = ask("slow first".into());
    let sleeping = "select count(*) from pg_stat_activity where wait_event = 'PgSleep'";
    while postgres.psql(&database, sleeping) == "0" {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let crowd: Vec<_> = (0..30).map(|n| ask(format!("slow {n}"))).collect();
    tokio::time::sleep(Duration::from_millis(50)).await;
    crowd.iter().for_each(tokio::task::JoinHandle::abort);
    assert_eq!(policies.ask(anon("quick")).await, all);
    assert_eq!(first.await.unwrap(), all);
    assert_eq!(
        postgres.psql(&database, "select last_value from evaluated"),
        "2",
        "the first alone, for broadcasts and presence"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_decided_says_why() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    postgres.psql(&database, "create role anon nologin");
    let (source, _) = connect(&postgres, &database).await;
    let policies = Policies::start(&source, 1);
    let anon = question("anon", "{}", "a", Direction::Read);
    let failed = |answer| match answer {
        Err(AccessError::Failed(text)) => text,
        other => panic!("{other:?}"),
    };
    assert!(failed(policies.ask(anon.clone()).await).contains("baton pg setup"));
    postgres.psql(&database, &TABLES.replace("create role anon nologin noinherit;", ""));
    let nobody = question("nobody", "{}", "a", Direction::Read);
    assert_eq!(&*failed(policies.ask(nobody).await), "role \"nobody\" does not exist");
    postgres.psql(&database, "create policy p on realtime.messages using (pg_sleep(6) is not null)");
    let anon = Question { topic: "slow".into(), ..anon };
    assert_eq!(policies.ask(anon.clone()).await, Err(AccessError::Cancelled));
    // Unreachable, busy, cancelled, failed.
    assert_eq!(policies.counts(), PolicyCounts { questions: 3, failures: [0, 0, 1, 2] });

    postgres.stop();
    let deadline = Instant::now() + Duration::from_secs(20);
    while policies.ask(anon.clone()).await != Err(AccessError::Unreachable) {
        assert!(Instant::now() < deadline);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let asked = Instant::now();
    assert_eq!(policies.ask(anon.clone()).await, Err(AccessError::Unreachable));
    assert!(asked.elapsed() < Duration::from_secs(1), "nobody waits for a database that is down");
    let counts = policies.counts();
    assert!(counts.failures[0] >= 2 && counts.failures[1..] != [0, 0, 0], "{counts:?}");
    assert_eq!(counts.questions, counts.failures.iter().sum::<u64>());
    postgres.resume();
    postgres.psql(&database, "drop policy p on realtime.messages");
    let deadline = Instant::now() + Duration::from_secs(20);
    while policies.ask(anon.clone()).await != Ok(Decision::default()) {
        assert!(Instant::now() < deadline);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The connections that ask.
const THERE: &str =
    "select count(*) from pg_stat_activity where application_name = 'baton' and datname = current_database()";

#[tokio::test(flavor = "multi_thread")]
async fn a_question_whose_connection_is_lost_is_asked_on_another() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    postgres.psql(&database, TABLES);
    postgres.psql(&database, "create policy p on realtime.messages using (pg_sleep(0.005) is not null)");
    let (source, _) = connect(&postgres, &database).await;
    let policies = Policies::start(&source, 3);
    let cut = "select count(pg_terminate_backend(pid, 10000)) from (select pid from pg_stat_activity
               where application_name = 'baton' and datname = current_database() and state = 'active' limit 1) it";
    let mut cuts = 0;
    for round in 0..4 {
        let questions = (0..40).map(|n| question("anon", "{}", &format!("{round} {n}"), Direction::Read));
        let answers = futures_util::future::join_all(questions.map(|it| policies.ask(it)));
        let cutting = async {
            tokio::time::sleep(Duration::from_millis(40)).await;
            tokio::task::block_in_place(|| postgres.psql(&database, cut))
        };
        let (answers, cut) = tokio::join!(answers, cutting);
        cuts += cut.parse::<u32>().unwrap();
        assert!(answers.iter().all(Result::is_ok), "{round}: {answers:?}");
        // It is connected again.
        while postgres.psql(&database, THERE) != "3" {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    assert!(cuts > 1, "{cuts}");
}
