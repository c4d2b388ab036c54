//! A database with one user who wants more than she has.

use std::sync::Arc;

use baton_postgres::access::{Decision, Direction, Policies, Question};
use baton_postgres::source::Source;
use baton_postgres::testing::Postgres;
use serde_json::{Value, json};

use crate::fixture::Session;
use crate::fixture::feed::{Feeding, Follower, settings};

/// Those that the server may log in as: the superuser, that of `baton pg setup --role baton`, and one with the rights of
/// Supabase's `postgres`.
pub(crate) const LOGINS: &[&str] = &["baton", "postgres", "supabase"];

/// What is tried, and whether it is a gain by itself that it succeeds. Otherwise it is one if another role is current then.
const ATTEMPTS: &[(&str, bool)] = &[
    ("reset role", false),
    ("set role none", false),
    ("set local role service_role", false),
    ("set role postgres", false),
    ("set session authorization default", false),
    ("set session authorization postgres", false),
    ("reset session authorization", false),
    ("select set_config('role', 'none', false)", false),
    ("select set_config('role', 'service_role', true)", false),
    ("select set_config('role', 'anon', true)", false),
    ("select set_config('session_authorization', 'postgres', false)", false),
    ("reset role; alter role mallory superuser", true),
    ("alter role mallory superuser", true),
    ("grant postgres to mallory", true),
    ("grant service_role to mallory", true),
    ("select pg_read_file('PG_VERSION')", true),
    ("select pg_ls_dir('.')", true),
    ("copy (select 1) to program 'true'", true),
    ("copy (select 1) to '/tmp/baton-hostile'", true),
    ("select lo_import('/etc/passwd')", true),
    ("select * from loot", true),
    ("alter system set work_mem = '1MB'", true),
    ("set session_replication_role = replica", true),
    (
        "select 1 / count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = 'baton' and pid <> pg_backend_pid()",
        true,
    ),
    (
        "select dblink_exec(format('dbname=%s host=%s user=postgres', current_database(), current_setting('unix_socket_directories')), 'alter role mallory superuser')",
        true,
    ),
];

const SQL: &str = "
create extension if not exists dblink;
create table public.loot (secret text);
insert into public.loot values ('gold');
create schema mallory authorization mallory;
grant usage on schema mallory to public;
grant create on schema public to mallory; -- as before PostgreSQL 15
set role mallory;
create sequence mallory.gain minvalue -1 start 1;
create table mallory.gains (n int, what text);
create table mallory.attempts (n int, sql text, is_gain boolean);
grant all on all sequences in schema mallory to public;
grant all on all tables in schema mallory to public;
-- What is gained is counted by sequences, which no rollback takes back.
create function mallory.attack() returns boolean language plpgsql volatile as $$
declare
  me constant name := current_user;
  attempt record;
begin
  for attempt in select * from mallory.attempts order by n loop
    begin
      execute attempt.sql;
      if current_user <> me or attempt.is_gain then
        perform setval(format('mallory.gain_%s', attempt.n), 1);
        execute format('set role %I', me);
      end if;
    exception when others then
      null;
    end;
  end loop;
  return true;
end $$;
create table mallory.notes (id bigserial primary key, text text);
alter table mallory.notes replica identity full, enable row level security;
grant select on mallory.notes to authenticated;
reset role;
alter publication supabase_realtime add table mallory.notes;
";

/// The database, with a server of its own: roles belong to all databases of one.
pub(crate) struct World {
    postgres: Arc<Postgres>,
    database: String,
    mallory: Session,
    admin: Session,
}

pub(crate) fn claims() -> Value {
    json!({"sub": "00000000-0000-0000-0000-00000000000a", "role": "authenticated"})
}

/// A request for all changes of one of mallory's tables.
pub(crate) fn of_table(table: &str) -> Value {
    json!({"event": "*", "schema": "mallory", "table": table})
}

/// Follows as a client.
pub(crate) fn follow(feeding: &Feeding, topic: &str, request: &Value) -> Follower {
    feeding.follow(("authenticated", &claims()), topic, request, None)
}

impl World {
    pub(crate) async fn new(sql: &str) -> Self {
        let postgres = Arc::new(Postgres::start(&[]));
        let database = postgres.database();
        let mut admin = Session::open(&postgres, &database, "postgres").await;
        admin.set_up(Some("baton")).await;
        postgres.psql(
            &database,
            "create role mallory login;
             create role supabase login createrole createdb replication bypassrls;
             grant anon, authenticated, service_role to supabase;
             grant all on schema realtime to supabase; grant all on all tables in schema realtime to supabase;",
        );
        postgres.psql(&database, SQL);
        for (n, (attempt, is_gain)) in ATTEMPTS.iter().enumerate() {
            let attempt = attempt.replace('\'', "''");
            postgres.psql(
                &database,
                &format!(
                    "create sequence mallory.gain_{n}; grant all on sequence mallory.gain_{n} to public;
                     insert into mallory.attempts values ({n}, '{attempt}', {is_gain})"
                ),
            );
        }
        postgres.psql(&database, sql);
        let mallory = Session::open(&postgres, &database, "mallory").await;
        Self { postgres, database, mallory, admin }
    }

    pub(crate) fn source(&self, login: &str) -> Source {
        self.postgres.url(&self.database).replace("user=postgres", &format!("user={login}")).parse().unwrap()
    }

    pub(crate) fn policies(&self, login: &str) -> Arc<Policies> {
        Policies::start(&self.source(login), 2)
    }

    pub(crate) fn feeding(&self, login: &str, old_rows: bool) -> Feeding {
        let mut settings = settings(&format!("hostile_{login}_{old_rows}"));
        settings.old_rows = old_rows;
        Feeding::start(self.source(login), settings)
    }

    pub(crate) fn question(&self, topic: &str, direction: Direction) -> Question {
        Question {
            role: "authenticated".into(),
            claims: claims().to_string().into(),
            subject: claims()["sub"].as_str().map(Into::into),
            headers: "{}".into(),
            topic: topic.into(),
            direction,
        }
    }

    pub(crate) fn psql(&self, sql: &str) -> String {
        self.postgres.psql(&self.database, sql)
    }

    /// Policies that a server with this login asks let a client into a private channel.
    pub(crate) async fn assert_let_in(&self, login: &str) {
        let policies = self.policies(login);
        for direction in [Direction::Read, Direction::Write] {
            let decision = policies.ask(self.question("room", direction)).await;
            assert_eq!(decision, Ok(Decision { broadcast: true, presence: true }), "{login}");
        }
    }

    /// What she does by a login of her own.
    pub(crate) async fn as_mallory(&self, sql: &str) {
        self.try_as_mallory(sql).await.unwrap();
    }

    pub(crate) async fn try_as_mallory(&self, sql: &str) -> Result<(), String> {
        self.mallory.execute(&format!("set search_path = mallory; {sql}")).await
    }

    pub(crate) async fn try_as_admin(&self, sql: &str) -> Result<(), String> {
        self.admin.execute(sql).await
    }

    /// Says which attempts succeeded, if one did.
    pub(crate) fn assert_nothing_gained(&self, context: &str) {
        let gained: Vec<&str> = ATTEMPTS
            .iter()
            .enumerate()
            .filter(|(n, _)| self.psql(&format!("select is_called from mallory.gain_{n}")) == "t")
            .map(|(_, (attempt, _))| *attempt)
            .collect();
        assert!(gained.is_empty(), "{context}: {gained:#?}");
        let rights = "select rolsuper, rolbypassrls, rolcreaterole, (select count(*) from pg_auth_members where member = r.oid)
                      from pg_roles r where rolname = 'mallory'";
        assert_eq!(self.psql(rights), "f|f|f|0", "{context}");
    }
}
