//! What `realtime.messages` has of a private channel, for those who come later.
//!
//! `baton pg setup` makes a function for it, since the server's role need own nothing; on a
//! database of Supabase's, where the server logs in as who owns the table or passes row-level
//! security, the table is read itself. The order is that of sending, which `seq` has; messages of
//! one transaction share one time.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, Semaphore};
use tokio::time::timeout;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Row, Statement};

use crate::source::{ConnectError, Source};

/// Questions at once, on one connection. One more is refused: a crowd that comes back is served by
/// the hub, and asks here only for what is older.
const AT_ONCE: usize = 256;
/// How long a question may take, the wait for those before it included: clients wait 10 s for a
/// join.
const PATIENCE: Duration = Duration::from_secs(5);
/// The same as a setting of PostgreSQL; and that nothing that users wrote is to run with the
/// login's rights: policies are no part of this question, so where they would be evaluated it
/// fails, and so it does where a view stands in the table's place (PostgreSQL knows that setting
/// since August 2024).
const SETTINGS: &str = "set statement_timeout = '5s'; set row_security = off;
select pg_catalog.set_config(name, 'view, foreign-table', false) from pg_catalog.pg_settings
where name operator(pg_catalog.=) 'restrict_nonsystem_relation_kind'";

/// In the catalogue: `to_regprocedure` fails for a role that may not use the schema. One that would
/// run with the login's rights is not that of `baton pg setup`.
const HAS_FUNCTION: &str = "select exists (select from pg_proc join pg_namespace n on n.oid = pronamespace
       where nspname = 'realtime' and proname = 'baton_messages' and prosecdef)";
const BY_FUNCTION: &str = "select id::text, event, payload, binary_payload
    from realtime.baton_messages($1, to_timestamp($2::int8 / 1000.0) at time zone 'utc', $3::text::uuid, $4)";
/// What the function does. `seq` is left out: it is the setup's.
const BY_TABLE: &str = "select id::text, event, payload::text, binary_payload
    from realtime.messages
    where topic = $1 and extension = 'broadcast' and private
      and inserted_at >= coalesce(
        (select inserted_at from realtime.messages where id = $3::text::uuid),
        to_timestamp($2::int8 / 1000.0) at time zone 'utc')
    order by inserted_at desc limit $4::int4";

/// A question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The channel, without `realtime:`.
    pub topic: Box<str>,
    /// Nothing older, in milliseconds since 1970.
    pub since_ms: u64,
    /// Nothing up to the message with this id, if it is there.
    pub after: Option<Box<str>>,
    /// At most so many, the newest.
    pub limit: u32,
}

/// The payload of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payload {
    /// JSON.
    Json(String),
    /// Bytes.
    Binary(Vec<u8>),
}

/// A message that was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// Its id.
    pub id: String,
    /// The event's name.
    pub event: String,
    /// What was said.
    pub payload: Payload,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    /// The oldest first.
    pub messages: Vec<Sent>,
    /// Whether the message that was named is there, and all that came after it is here.
    pub complete: bool,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplayError {
    /// The database cannot be reached, or took too long.
    Unreachable,
    /// Too many ask.
    Busy,
    /// The database's own words.
    Failed(String),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable => f.write_str("the database cannot be reached, or takes too long"),
            Self::Busy => write!(f, "{AT_ONCE} questions wait for the database already"),
            Self::Failed(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for ReplayError {}

/// Asks what was sent, over one connection that is opened by the first question.
#[derive(Debug)]
pub struct Replay {
    source: Source,
    connection: Mutex<Option<Arc<Connection>>>,
    room: Semaphore,
}

struct Connection {
    client: Client,
    statement: Statement,
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").finish_non_exhaustive()
    }
}

impl Replay {
    /// Of a database; nothing is connected yet.
    pub fn new(source: Source) -> Self {
        Self { source, connection: Mutex::default(), room: Semaphore::new(AT_ONCE) }
    }

    /// Asks. A database that has no `realtime.messages` has sent nothing.
    ///
    /// # Errors
    /// Those of [`ReplayError`].
    pub async fn ask(&self, wanted: &Wanted) -> Result<Page, ReplayError> {
        let Ok(_place) = self.room.try_acquire() else { return Err(ReplayError::Busy) };
        match timeout(PATIENCE, self.read(wanted)).await {
            Ok(Ok(rows)) => page(rows, wanted),
            Ok(Err(ConnectError::Postgres(error))) => refused(&error),
            Ok(Err(_)) | Err(_) => Err(ReplayError::Unreachable),
        }
    }

    /// Asks; again where the connection turns out to have been lost since somebody asked last.
    async fn read(&self, wanted: &Wanted) -> Result<Vec<Row>, ConnectError> {
        let connection = self.connection().await?;
        match connection.read(wanted).await {
            Err(error) if is_lost(&error) => {
                let mut held = self.connection.lock().await;
                if held.as_ref().is_some_and(|it| Arc::ptr_eq(it, &connection)) {
                    *held = None;
                }
                drop(held);
                self.connection().await?.read(wanted).await.map_err(ConnectError::Postgres)
            }
            outcome => outcome.map_err(ConnectError::Postgres),
        }
    }

    async fn connection(&self) -> Result<Arc<Connection>, ConnectError> {
        let mut held = self.connection.lock().await;
        if let Some(connection) = held.as_ref().filter(|it| !it.client.is_closed()) {
            return Ok(Arc::clone(connection));
        }
        *held = None;
        let client = self.source.connect().await?;
        let statement = prepare(&client).await.map_err(ConnectError::Postgres)?;
        let connection = Arc::new(Connection { client, statement });
        *held = Some(Arc::clone(&connection));
        Ok(connection)
    }
}

impl Connection {
    async fn read(&self, wanted: &Wanted) -> Result<Vec<Row>, tokio_postgres::Error> {
        let Wanted { topic, since_ms, after, limit } = wanted;
        let since = i64::try_from(*since_ms).unwrap_or(i64::MAX).min(MAX_SINCE_MS);
        let after = after.as_deref().filter(|id| is_uuid(id));
        let most = i32::try_from(*limit).unwrap_or(i32::MAX).saturating_add(1); // one more, for the message that is named
        self.client.query(&self.statement, &[&&**topic, &since, &after, &most]).await
    }
}

fn is_lost(error: &tokio_postgres::Error) -> bool {
    error.is_closed()
        || matches!(error.code(), Some(&(SqlState::ADMIN_SHUTDOWN | SqlState::CRASH_SHUTDOWN)))
        || std::error::Error::source(error).is_some_and(<dyn std::error::Error>::is::<std::io::Error>)
}

/// Milliseconds from 1970 to the year 200000: after anything that was sent, and before where
/// timestamps end.
const MAX_SINCE_MS: i64 = 6_249_223_180_800_000;

async fn prepare(client: &Client) -> Result<Statement, tokio_postgres::Error> {
    client.batch_execute(SETTINGS).await?;
    let has_function: bool = client.query_one(HAS_FUNCTION, &[]).await?.try_get(0)?;
    client.prepare(if has_function { BY_FUNCTION } else { BY_TABLE }).await
}

fn is_uuid(id: &str) -> bool {
    id.len() == 36
        && id.bytes().enumerate().all(|(place, byte)| match place {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

fn refused(error: &tokio_postgres::Error) -> Result<Page, ReplayError> {
    match error.as_db_error().map(tokio_postgres::error::DbError::code) {
        Some(&(SqlState::UNDEFINED_TABLE | SqlState::INVALID_SCHEMA_NAME)) => Ok(Page::default()),
        Some(&(SqlState::QUERY_CANCELED | SqlState::ADMIN_SHUTDOWN | SqlState::CRASH_SHUTDOWN)) | None => {
            Err(ReplayError::Unreachable)
        }
        Some(_) => Err(ReplayError::Failed(crate::source::reason(error))),
    }
}

fn page(rows: Vec<Row>, wanted: &Wanted) -> Result<Page, ReplayError> {
    let read: Result<Vec<Sent>, _> = rows.iter().rev().map(sent).collect();
    let mut messages = read.map_err(|error| ReplayError::Failed(error.to_string()))?;
    let limit = usize::try_from(wanted.limit).unwrap_or(usize::MAX);
    let named = messages.iter().position(|it| Some(it.id.as_str()) == wanted.after.as_deref());
    match named {
        Some(named) => drop(messages.drain(..=named)),
        None => drop(messages.drain(..messages.len().saturating_sub(limit))),
    }
    Ok(Page { messages, complete: named.is_some() })
}

fn sent(row: &Row) -> Result<Sent, tokio_postgres::Error> {
    let payload = match row.try_get::<_, Option<Vec<u8>>>(3)? {
        Some(bytes) => Payload::Binary(bytes),
        None => Payload::Json(row.try_get::<_, Option<String>>(2)?.unwrap_or_else(|| "{}".to_owned())),
    };
    let event: Option<String> = row.try_get(1)?;
    Ok(Sent { id: row.try_get(0)?, event: event.unwrap_or_default(), payload })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_uuids_or_none() {
        assert!(is_uuid("00000000-0000-0000-0000-00000000000A"));
        for wrong in
            ["", "1-2", "00000000-0000-0000-0000-00000000000g", "000000000000000000000000000000000000"]
        {
            assert!(!is_uuid(wrong), "{wrong}");
        }
    }
}
