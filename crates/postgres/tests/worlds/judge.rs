//! What PostgreSQL itself shows and takes.

use baton_postgres::access::{Decision, Direction};
use serde_json::Value;
use tokio_postgres::{Client, NoTls};

use crate::world::{COLUMNS, Follower};

/// Each is run as the role that is judged. Rows of tables are judged one by one: a policy that raises an error for one hides no
/// other. In channels an error refuses everything, as at Supabase, which asks about broadcast and presence at once.
pub(crate) const FUNCTIONS: &str = "
create schema judge; grant usage on schema judge to public;
create function judge.seen(relation text, count int) returns int[] language plpgsql as $$
declare seen int[] := '{}'; there boolean;
begin
  for id in 1 .. count loop
    begin
      execute format('select true from %s where id = %s', relation, id) into there;
      if there then seen := seen || id; end if;
    exception when others then null;
    end;
  end loop;
  return seen;
end $$;
create function judge.reads() returns text language plpgsql as $$
begin
  return (select string_agg(extension, ',') from realtime.messages where topic = realtime.topic());
exception when others then return null;
end $$;
create function judge.writes() returns text language plpgsql as $$
declare kind text; taken text := '';
begin
  foreach kind in array array['broadcast', 'presence'] loop
    begin
      insert into realtime.messages (topic, extension) values (realtime.topic(), kind);
      taken := taken || ',' || kind;
    exception when insufficient_privilege then
      if sqlerrm not like 'new row violates row-level security%' then return null; end if;
    end;
  end loop;
  return taken;
exception when others then return null;
end $$;";

pub(crate) struct Judge(Client);

impl Judge {
    pub(crate) async fn connect(url: &str) -> Self {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
        tokio::spawn(connection);
        Self(client)
    }

    /// Asks as a follower, in a transaction that is rolled back.
    async fn ask(&self, follower: &Follower, (first, topic): (&str, &str), query: &str) -> Vec<String> {
        let claims = follower.claims();
        let subject = claims["sub"].as_str().unwrap_or_default();
        let role = follower.role;
        let sql = format!(
            "begin; set local enable_seqscan = off; set local jit = off; {first};
             select set_config('request.jwt.claims', '{claims}', true), set_config('request.jwt.claim.sub', '{subject}', true),
               set_config('request.jwt.claim.role', '{role}', true), set_config('realtime.topic', '{topic}', true);
             set local role {role}; {query}; rollback"
        );
        let messages = self.0.simple_query(&sql).await.unwrap_or_else(|error| panic!("{sql}: {error:?}"));
        let rows = messages.iter().filter_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
            _ => None,
        });
        rows.skip(1).collect()
    }

    /// The rows of a table, of so many, that a follower sees.
    pub(crate) async fn seen(&self, follower: &Follower, table: &str, count: usize) -> Vec<i64> {
        let query = format!("select unnest(judge.seen('{table}', {count}))");
        self.ask(follower, ("", ""), &query).await.iter().map(|id| id.parse().unwrap()).collect()
    }

    /// Of these rows those that a filter lets pass.
    pub(crate) async fn passing(&self, rows: Vec<i64>, follower: &Follower, table: &str) -> Vec<i64> {
        let Some(filter) = follower.filter else { return rows };
        let sql = format!("select id from {table} where {}", filter.sql);
        let messages = self.0.simple_query(&sql).await.unwrap();
        let passing = messages.iter().filter_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0)?.parse().ok(),
            _ => None,
        });
        let passing: Vec<i64> = passing.collect();
        rows.into_iter().filter(|id| passing.contains(id)).collect()
    }

    /// Whether policies decide which rows of a table a follower sees.
    pub(crate) async fn is_guarded(&self, follower: &Follower, table: &str) -> bool {
        let query = format!(
            "select row_security_active(c.oid) from pg_class c join pg_namespace n on n.oid = relnamespace
             where n.nspname || '.' || relname = '{table}'"
        );
        self.ask(follower, ("", ""), &query).await == ["t"]
    }

    /// The columns of a table that a follower's role may select.
    pub(crate) async fn columns(&self, follower: &Follower, table: &str) -> Vec<&'static str> {
        let names = COLUMNS.join("', '");
        // By its number: the role may not name a table whose schema it may not use.
        let query = format!(
            "select name from unnest(array['{names}']) name, pg_class c join pg_namespace n on n.oid = relnamespace
             where n.nspname || '.' || relname = '{table}' and has_schema_privilege(n.oid, 'usage')
               and has_column_privilege(c.oid, name, 'select')"
        );
        let may = self.ask(follower, ("", ""), &query).await;
        COLUMNS.iter().copied().filter(|name| may.iter().any(|it| it == name)).collect()
    }

    /// What a follower may do in a private channel.
    pub(crate) async fn decides(&self, follower: &Follower, topic: &str, direction: Direction) -> Decision {
        let (first, verb) = match direction {
            Direction::Read => (
                format!(
                    "insert into realtime.messages (topic, extension) values ('{topic}', 'broadcast'), ('{topic}', 'presence')"
                ),
                "reads",
            ),
            Direction::Write => (String::new(), "writes"),
        };
        let query = format!("select coalesce(judge.{verb}(), '')");
        let answer = self.ask(follower, (&first, topic), &query).await;
        let has = |kind| answer[0].split(',').any(|it| it == kind);
        Decision { broadcast: has("broadcast"), presence: has("presence") }
    }
}

/// A follower's question about a channel.
pub(crate) fn question(
    follower: &Follower,
    topic: &str,
    direction: Direction,
) -> baton_postgres::access::Question {
    let claims: Value = follower.claims();
    baton_postgres::access::Question {
        role: follower.role.into(),
        claims: claims.to_string().into(),
        subject: claims["sub"].as_str().map(Into::into),
        headers: "{}".into(),
        topic: topic.into(),
        direction,
    }
}
