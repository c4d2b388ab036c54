//! Policies against PostgreSQL's own answers: each row, for each subscriber, under policies out of the grammar.
//!
//! PostgreSQL is asked twice, with a plan for the query at hand and with one for any: it may evaluate a condition, and fail
//! in it, in the one and not in the other.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test fails where it unwraps

use std::collections::BTreeMap;

use baton_postgres::filter::{CellRef, Columns, column};
use baton_postgres::policy::{Claims, Clauses, Command, FUNCTIONS, Functions, POLICIES, Policy, compile};
use baton_postgres::row::{Column, Relation, ReplicaIdentity};
use baton_postgres::testing::Postgres;
use baton_postgres::truth::Verdict;
use tokio_postgres::{Client, NoTls};

mod conditions;

use conditions::Stated;

const SCHEMA: &str = r#"
create role authenticated nologin;
create schema auth;
grant usage on schema auth to authenticated;
create function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')
  )::uuid
$$;
create function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')
  )::text
$$;
create function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;
create function auth.email() returns text language sql stable as $$ select 'someone else'::text $$;
create type mood as enum ('sad', 'ok', 'happy');
create domain age as integer check (value >= 0);
create table t (
  id int primary key, owner uuid, owner_text text, label varchar(20), code char(8), n int, big bigint, amount numeric,
  f float8, is_open boolean, state mood, members uuid[], tags text[], at timestamptz, day date, data jsonb,
  "Odd ""name" text, years age, posix text collate "C"
);
insert into t values
  (1, '00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000001', 'a', 'a', 1, 1, 1.50, 0.5, true,
   'ok', '{00000000-0000-0000-0000-000000000001}', '{a,b}', '2024-01-01 00:00+00', '2024-01-01', '{}', 'x', 5, 'B'),
  (2, '00000000-0000-0000-0000-000000000002', 'not a uuid', 'b', 'b ', -5, 9000000000, 'NaN', 'Infinity', false,
   'sad', '{}', '{NULL}', 'infinity', '1999-12-31', 'null', 'y', 0, 'a'),
  (3, null, '', '', '', 0, 0, 0, '-0', null, 'happy', '{NULL,00000000-0000-0000-0000-000000000002}', '{}',
   '2025-06-01 12:00+02', 'infinity', '[1]', null, 99, ''),
  (5, '00000000-0000-0000-0000-000000000001', 'org1', 'org1', 'org1', 7, 7, 7, 7, true, 'ok', null, '{org1}',
   '2024-06-01 12:00+02', '2024-06-01', '"s"', 'org1', 7, 'org1');
insert into t values (4);
alter table t enable row level security;
grant select on t to authenticated;
"#;

const CLAIMS: &[&str] = &[
    r#"{"sub":"00000000-0000-0000-0000-000000000001","role":"authenticated","org":"org1","admin":true,"n":5,"app":{"org":"a","list":["x"]}}"#,
    r#"{"sub":"00000000-0000-0000-0000-000000000002","role":"anon","org":"a","admin":"false","n":"5","app":"text"}"#,
    r#"{"sub":"00000000000000000000000000000001","role":"authenticated","admin":"maybe","n":"x","org":null}"#,
    r#"{"sub":"not a uuid","role":"authenticated","org":5,"admin":"yes","n":1.50}"#,
    r#"{"sub":"","org":"","admin":null,"n":""}"#,
    r#"{"sub":null,"org":["org1"],"admin":"t","n":"-5"}"#,
    "{}",
];

struct World {
    _postgres: std::sync::Arc<Postgres>,
    client: Client,
    columns: Columns,
    functions: Functions,
    oid: u32,
    role: u32,
    rows: Vec<Vec<Option<String>>>,
}

async fn world() -> World {
    let postgres = std::sync::Arc::new(Postgres::start(&["timezone=UTC"])); // of its own, for the role
    let (client, connection) = tokio_postgres::connect(&postgres.url("postgres"), NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute(SCHEMA).await.unwrap();
    let one =
        client.query_one("select 't'::regclass::oid, 'authenticated'::regrole::oid", &[]).await.unwrap();
    let (oid, role): (u32, u32) = (one.get(0), one.get(1));
    let rows = client.query(column::COLUMNS, &[&oid]).await.unwrap();
    let names: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    let column = |name: &String| Column {
        name: name.as_str().into(),
        type_oid: 0,
        type_modifier: -1,
        is_identity: false,
    };
    let relation = Relation {
        oid,
        schema: "public".into(),
        table: "t".into(),
        identity: ReplicaIdentity::Default,
        columns: names.iter().map(column).collect(),
    };
    let columns = Columns::new(&relation, &rows).unwrap();
    let mut functions = Functions::default();
    for row in client.query(FUNCTIONS, &[&role]).await.unwrap() {
        assert_eq!(functions.add(row.get(0), row.get(1), row.get(2)), row.get::<_, &str>(1) != "email");
    }
    let cells: Vec<String> = names
        .iter()
        .map(|name| name.replace('"', "\"\""))
        .map(|name| format!("case when \"{name}\" is not null then format('%s', \"{name}\") end"))
        .collect();
    let rows = client.query(&format!("select {} from t order by id", cells.join(", ")), &[]).await.unwrap();
    let rows = rows.iter().map(|row| (0..row.len()).map(|place| row.get(place)).collect()).collect();
    World { _postgres: postgres, client, columns, functions, oid, role, rows }
}

impl World {
    /// Makes these the policies of the table.
    async fn set(&self, policies: &[Stated]) -> Policy {
        let mut sql = "do $$ declare p record; begin for p in select polname from pg_policy loop execute format('drop policy %I on t', p.polname); end loop; end $$;".to_owned();
        for (place, policy) in policies.iter().enumerate() {
            sql += &policy.sql(&format!("p{place}"));
        }
        self.client.batch_execute(&sql).await.unwrap_or_else(|error| panic!("{sql}: {error:?}"));
        self.client.batch_execute("set search_path = ''").await.unwrap();
        let command = Command::Select.code();
        let rows = self.client.query(POLICIES, &[&self.oid, &self.role, &command]).await.unwrap();
        self.client.batch_execute("set search_path = public").await.unwrap();
        let clauses = Clauses::read(&rows).unwrap();
        compile(&clauses, &self.columns, &self.functions)
    }

    /// What subscribers with these claims see of each row, by each kind of plan.
    async fn visible(&self, claims: &str) -> Vec<[bool; 2]> {
        self.client
            .query_one("select set_config('request.jwt.claims', $1, false)", &[&claims])
            .await
            .unwrap();
        self.client
            .batch_execute("set role authenticated; set plan_cache_mode = force_generic_plan")
            .await
            .unwrap();
        let statement = self.client.prepare("select id from t where id = any($1)").await;
        let mut all = Vec::new();
        for row in &self.rows {
            let id: i32 = row[0].as_deref().unwrap().parse().unwrap();
            let once = self.client.simple_query(&format!("select id from t where id = {id}")).await;
            let once = once.is_ok_and(|rows| {
                rows.iter().any(|row| matches!(row, tokio_postgres::SimpleQueryMessage::Row(_)))
            });
            let ever = match &statement {
                Ok(statement) => {
                    self.client.query(statement, &[&vec![id]]).await.is_ok_and(|rows| !rows.is_empty())
                }
                Err(_) => false,
            };
            all.push([once, ever]);
        }
        self.client.batch_execute("reset role").await.unwrap();
        all
    }

    /// Compares every row for every subscriber; how many verdicts there were, and how many of them were none.
    async fn compare(&self, policies: &[Stated]) -> (usize, usize) {
        let policy = self.set(policies).await;
        if let Policy::AskDatabase = policy {
            return (0, 0);
        }
        let (mut decided, mut asked) = (0, 0);
        for claims in CLAIMS {
            let visible = self.visible(claims).await;
            let parsed = Claims::parse(claims).unwrap();
            for (row, visible) in self.rows.iter().zip(visible) {
                let cell = |index: usize| row[index].as_deref().map_or(CellRef::Null, CellRef::Text);
                // The stream leaves out what an update did not change and is stored elsewhere.
                for left_out in 0..row.len() {
                    let cell = |index| if index == left_out { CellRef::Missing } else { cell(index) };
                    let verdict = policy.verdict(&cell, &parsed);
                    assert!(
                        verdict == Verdict::AskDatabase || visible == [verdict == Verdict::True; 2],
                        "{policies:?} for {claims} and {row:?} without {left_out}: {policy:?}"
                    );
                }
                let expected = match policy.verdict(&cell, &parsed) {
                    Verdict::AskDatabase => {
                        asked += 1;
                        continue;
                    }
                    verdict => verdict == Verdict::True,
                };
                decided += 1;
                assert_eq!(visible, [expected; 2], "{policies:?} for {claims} and {row:?}: {policy:?}");
            }
        }
        (decided, asked)
    }
}

#[tokio::test]
async fn verdicts_are_those_of_postgres() {
    let world = world().await;
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    let mut dice = conditions::Dice(7);
    let single = conditions::ATOMS.iter().map(|atom| vec![Stated::shows(atom)]);
    let many = (0..150).map(|_| dice.policies());
    for policies in single.chain(many) {
        let (decided, asked) = world.compare(&policies).await;
        *count.entry("decided").or_default() += decided;
        *count.entry("asked").or_default() += asked;
        *count.entry(if decided + asked == 0 { "left to PostgreSQL" } else { "compiled" }).or_default() += 1;
    }
    println!("{count:?}");
    assert!(count["decided"] > 4000 && count["asked"] * 4 < count["decided"], "{count:?}");
    assert_eq!(count.get("left to PostgreSQL"), None, "every condition of the list is known: {count:?}");
}

/// `FOR INSERT` that was forgotten, and a restrictive policy of one command alone.
#[tokio::test]
async fn a_policy_without_an_expression_is_what_postgres_makes_of_it() {
    let world = world().await;
    let all = |is_permissive, using: Option<&str>, check: Option<&str>| Stated {
        is_permissive,
        command: "all",
        using: using.map(Into::into),
        check: check.map(Into::into),
    };
    let own = "auth.uid() = owner";
    for policies in [
        vec![all(true, None, Some(own))],
        vec![all(true, None, None)],
        vec![all(true, None, Some(own)), Stated::shows("n = 1")],
        vec![all(false, None, Some("false")), Stated::shows("n = 1")],
        vec![all(false, None, None), Stated::shows(own)],
        vec![all(false, None, Some(own)), all(true, None, Some(own))],
        vec![Stated::shows("true"), Stated::hides(own)],
    ] {
        let (decided, asked) = world.compare(&policies).await;
        assert_eq!((decided, asked), (CLAIMS.len() * world.rows.len(), 0), "{policies:?}");
    }
}

#[tokio::test]
async fn what_is_not_certain_is_left_to_postgres() {
    let world = world().await;
    world
        .client
        .batch_execute(
            "create table other (id int); grant select on other to authenticated;
             create function allowed(int) returns boolean language sql stable as 'select true';
             create function same(text, text) returns boolean language sql stable as 'select true';
             create operator public.= (leftarg = text, rightarg = text, function = same);",
        )
        .await
        .unwrap();
    for condition in conditions::UNCERTAIN {
        let policy = world.set(&[Stated::shows(condition)]).await;
        assert!(matches!(policy, Policy::AskDatabase), "{condition}: {policy:?}");
    }
    let always = world.set(&[Stated::shows("true"), Stated::shows("exists (select from other)")]).await;
    assert!(matches!(always, Policy::Always), "{always:?}");
    for policies in [vec![], vec![Stated::hides("true")], vec![Stated::shows("true"), Stated::hides("false")]]
    {
        assert!(matches!(world.set(&policies).await, Policy::Never), "{policies:?}");
    }
    for partly in ["public.allowed(n) and auth.uid() = owner", "auth.uid() = owner and lower(label) = 'a'"] {
        let policy = world.set(&[Stated::shows(partly)]).await;
        assert!(matches!(policy, Policy::AskDatabase), "{partly}: {policy:?}");
    }
}
