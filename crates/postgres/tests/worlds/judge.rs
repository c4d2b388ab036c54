//! What PostgreSQL itself shows and takes.
//!
//! Each question is asked in a transaction of its own, as the role that is judged and with its
//! claims. Many of these transactions are one message.

use baton_postgres::access::{Decision, Direction};
use serde_json::Value;
use tokio_postgres::{Client, NoTls, SimpleQueryMessage};

use crate::world::{COLUMNS, Follower, TOPICS, World};

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

/// What holds for the session: rows are looked up by their keys.
const SESSION: &str = "set enable_seqscan = off; set jit = off";

/// The columns of each question's first row, which holds what was set: answers have one column.
const SETTINGS: usize = 4;

pub(crate) struct Judge(Client);

/// What a follower may know of its world's table.
#[derive(Debug)]
pub(crate) struct Sight {
    /// The columns that its role may select.
    pub(crate) columns: Vec<&'static str>,
    /// Whether policies decide which rows it sees.
    pub(crate) is_guarded: bool,
    /// The rows that it sees and asked for: none where its filter is on a column that it may not
    /// select.
    pub(crate) rows: Vec<i64>,
}

/// What is asked as a follower.
struct Ask<'a> {
    follower: &'a Follower,
    topic: &'a str,
    /// Statements that are run before, by the superuser.
    first: String,
    /// Queries of one column.
    queries: String,
}

impl Judge {
    pub(crate) async fn connect(url: &str) -> Self {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
        tokio::spawn(connection);
        client.batch_execute(SESSION).await.unwrap();
        Self(client)
    }

    /// Asks as followers, each in a transaction that is rolled back; the rows of each.
    async fn ask(&self, asks: &[Ask<'_>]) -> Vec<Vec<String>> {
        let sql: String = asks.iter().map(Ask::sql).collect();
        let messages = self.0.simple_query(&sql).await;
        let messages = messages.unwrap_or_else(|error| panic!("{sql}: {error:?}"));
        let mut answers: Vec<Vec<String>> = Vec::new();
        for message in &messages {
            match (message, answers.last_mut()) {
                (SimpleQueryMessage::Row(row), _) if row.len() == SETTINGS => answers.push(Vec::new()),
                (SimpleQueryMessage::Row(row), Some(answer)) => {
                    answer.push(row.get(0).unwrap_or_default().to_owned());
                }
                _ => {}
            }
        }
        assert_eq!(answers.len(), asks.len(), "{sql}");
        answers
    }

    /// What each follower of a world sees of its table.
    pub(crate) async fn sights(&self, world: &World, schema: &str) -> Vec<Sight> {
        let asks: Vec<_> = world.followers.iter().map(|it| sight_of(it, world, schema)).collect();
        let answers = self.ask(&asks).await;
        world.followers.iter().zip(answers).map(|(it, answer)| Sight::read(it, &answer)).collect()
    }

    /// What each follower of a world may do in the private channels, in the order of [`questions`].
    pub(crate) async fn decides(&self, world: &World) -> Vec<Decision> {
        let asks: Vec<_> = cases(world).map(decision_of).collect();
        let answers = self.ask(&asks).await;
        let decision = |answer: &Vec<String>| {
            let [allowed] = &answer[..] else { panic!("{answer:?}") };
            let has = |kind| allowed.split(',').any(|it| it == kind);
            Decision { broadcast: has("broadcast"), presence: has("presence") }
        };
        answers.iter().map(decision).collect()
    }
}

impl Ask<'_> {
    fn sql(&self) -> String {
        let Self { follower, topic, first, queries } = self;
        let claims = follower.claims();
        let subject = claims["sub"].as_str().unwrap_or_default();
        let role = follower.role;
        format!(
            "begin;
             select set_config('request.jwt.claims', '{claims}', true),
               set_config('request.jwt.claim.sub', '{subject}', true),
               set_config('request.jwt.claim.role', '{role}', true),
               set_config('realtime.topic', '{topic}', true);
             {first} set local role {role}; {queries} rollback;\n"
        )
    }
}

/// The rows that the filter lets pass, the columns that the role may select, whether policies
/// decide for it, and the rows that it sees.
fn sight_of<'a>(follower: &'a Follower, world: &World, schema: &str) -> Ask<'a> {
    let (relation, names, count) = (world.relation(schema), COLUMNS.join("', '"), world.rows.len());
    let filter = follower.filter.map_or("true", |filter| filter.sql);
    // By its number: the role may not name a table whose schema it may not use.
    let table = format!(
        "pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = '{schema}' and c.relname = 't'"
    );
    let queries = format!(
        "select string_agg(name, ',') from unnest(array['{names}']) name, {table}
           and has_schema_privilege(n.oid, 'usage') and has_column_privilege(c.oid, name, 'select');
         select row_security_active(c.oid) from {table};
         select array_to_string(judge.seen('{relation}', {count}), ',');"
    );
    let first = format!("select string_agg(id::text, ',') from {relation} where {filter};");
    Ask { follower, topic: "", first, queries }
}

impl Sight {
    fn read(follower: &Follower, answer: &[String]) -> Self {
        let [passing, columns, is_guarded, seen] = answer else { panic!("{answer:?}") };
        let listed = |text: &str| -> Vec<i64> {
            text.split(',').filter(|it| !it.is_empty()).map(|id| id.parse().unwrap()).collect()
        };
        let (passing, mut rows) = (listed(passing), listed(seen));
        let may = |name: &&str| columns.split(',').any(|it| it == *name);
        let columns: Vec<_> = COLUMNS.iter().copied().filter(may).collect();
        let is_blind = follower.lacks(&columns);
        rows.retain(|id| !is_blind && passing.contains(id));
        Self { columns, is_guarded: is_guarded == "t", rows }
    }
}

/// A question about a private channel: who asks, about which topic, and what for.
pub(crate) type Case<'a> = (&'a Follower, &'static str, Direction);

/// All questions about private channels that a world's followers have.
pub(crate) fn cases(world: &World) -> impl Iterator<Item = Case<'_>> {
    let of_follower = |follower| TOPICS.iter().map(move |&topic| (follower, topic));
    let of_topic =
        |(follower, topic)| [Direction::Read, Direction::Write].map(|direction| (follower, topic, direction));
    world.followers.iter().flat_map(of_follower).flat_map(of_topic)
}

/// A case as it is put to PostgreSQL.
fn decision_of((follower, topic, direction): Case<'_>) -> Ask<'_> {
    let (first, verb) = match direction {
        Direction::Read => (
            format!(
                "insert into realtime.messages (topic, extension)
                 values ('{topic}', 'broadcast'), ('{topic}', 'presence');"
            ),
            "reads",
        ),
        Direction::Write => (String::new(), "writes"),
    };
    Ask { follower, topic, first, queries: format!("select judge.{verb}();") }
}

/// A case as it is put to what is examined.
pub(crate) fn question((follower, topic, direction): Case<'_>) -> baton_postgres::access::Question {
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
