//! Why a user sees a row or may use a private channel, or why not: what PostgreSQL's catalogue says of the table and the role,
//! the outcome of each policy, and what PostgreSQL itself decides.
//!
//! Nothing here takes part in delivering changes. It asks on connections of its own, which end with the explanation. What users of
//! the database wrote is evaluated as everywhere: within the rights of the role that is asked for, and undone
//! ([`crate::confined`]). The values of a row, which policies are evaluated over one by one, are read without calling
//! anything that users wrote ([`values`]).

mod channel;
mod named;
mod row;
mod standing;
mod tables;
mod values;

use std::fmt;
use std::time::Duration;

use tokio::time::timeout;
use tokio_postgres::{Client, Error};

pub use self::channel::{ChannelExplanation, ChannelQuestion};
pub use self::named::{Outcome, Policy};
pub use self::row::{RowExplanation, RowQuestion, WhyNoValues};
pub use self::standing::{Column, Rights, RowSecurity};
pub use self::tables::PublishedTable;
use crate::access::Direction;
use crate::confined::{Confined, Fault};
use crate::source::{ConnectError, Source};

/// How long one evaluation may take.
const LIMIT: Duration = Duration::from_secs(2);
/// How long an explanation may take.
const ALL: Duration = Duration::from_secs(15);
/// Policies of one table that are named, those that count first.
pub const POLICIES: usize = 200;
/// Policies of one table that are evaluated.
pub const EVALUATED: usize = 100;
/// Bytes of the texts of policies that are evaluated.
const POLICY_BYTES: i64 = 4 << 20;
/// Letters of an error's message.
const MESSAGE_LETTERS: usize = 1_000;
/// Tables of a publication that are listed.
pub const TABLES: usize = 1_000;

/// In whose name is asked.
#[derive(Debug, Clone, Copy)]
pub struct Asker<'a> {
    /// The database's role.
    pub role: &'a str,
    /// The claims of its token, as a JSON object.
    pub claims: &'a str,
    /// The claim `sub`, or nothing.
    pub subject: &'a str,
}

/// Why there is no explanation.
#[derive(Debug)]
pub enum ExplainError {
    /// The database cannot be reached, or refuses the login.
    Unreachable(String),
    /// It took too long.
    TimedOut,
    /// A policy did not end though it was cancelled.
    Overdue,
    /// The role is a superuser: what users wrote would run with all rights.
    Superuser,
    /// The database's own words.
    Failed(String),
    /// What was asked for is not there, or cannot be asked so: in words for who asked.
    Unfit(String),
}

impl fmt::Display for ExplainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(why) => write!(f, "The database cannot be reached: {why}"),
            Self::TimedOut => write!(f, "The database took longer than {} s", ALL.as_secs()),
            Self::Overdue => f.write_str("A policy did not end although it was cancelled; its connection was terminated"),
            Self::Superuser => f.write_str(
                "This role is a superuser, for which row-level security does not apply: it sees every row. Name a role of clients",
            ),
            Self::Failed(why) | Self::Unfit(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for ExplainError {}

impl From<ConnectError> for ExplainError {
    fn from(error: ConnectError) -> Self {
        Self::Unreachable(error.to_string())
    }
}

impl From<Error> for ExplainError {
    fn from(error: Error) -> Self {
        match error.as_db_error() {
            Some(said) => Self::Failed(cut(said.message())),
            None => Self::Unreachable(error.to_string()),
        }
    }
}

impl From<Fault> for ExplainError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Postgres(error) => error.into(),
            Fault::Overdue => Self::Overdue,
            Fault::Lost => Self::Unreachable("the connection ended".to_owned()),
        }
    }
}

/// The tables of a publication, by their names: at most [`TABLES`].
///
/// # Errors
/// Those of [`ExplainError`].
pub async fn tables(source: &Source, publication: &str) -> Result<Vec<PublishedTable>, ExplainError> {
    in_time(async { tables::read(&catalogue(source).await?, publication).await }).await
}

/// Why a user sees a row, or not.
///
/// # Errors
/// Those of [`ExplainError`].
pub async fn row(
    source: &Source,
    publication: &str,
    question: RowQuestion<'_>,
) -> Result<RowExplanation, ExplainError> {
    in_time(async {
        let (client, mut confined) = (catalogue(source).await?, confined(source).await?);
        row::explain((&client, &mut confined), publication, question).await
    })
    .await
}

/// Why a user may read and write a private channel, or not.
///
/// # Errors
/// Those of [`ExplainError`].
pub async fn channel(
    source: &Source,
    question: ChannelQuestion<'_>,
) -> Result<[(Direction, ChannelExplanation); 2], ExplainError> {
    in_time(async {
        let (client, mut confined) = (catalogue(source).await?, confined(source).await?);
        let read = channel::explain((&client, &mut confined), question, Direction::Read).await?;
        let write = channel::explain((&client, &mut confined), question, Direction::Write).await?;
        Ok([(Direction::Read, read), (Direction::Write, write)])
    })
    .await
}

/// The beginning of an error's message: who raises it decides how long it is.
fn cut(message: &str) -> String {
    message.chars().take(MESSAGE_LETTERS).collect()
}

async fn in_time<T>(asking: impl Future<Output = Result<T, ExplainError>>) -> Result<T, ExplainError> {
    timeout(ALL, asking).await.unwrap_or(Err(ExplainError::TimedOut))
}

/// A connection that reads the catalogue. Its search path is empty, so that texts name everything in full.
async fn catalogue(source: &Source) -> Result<Client, ExplainError> {
    let client = source.connect().await?;
    let prelude = format!("set search_path = ''; set statement_timeout = {}", LIMIT.as_millis());
    client.batch_execute(&prelude).await?;
    Ok(client)
}

async fn confined(source: &Source) -> Result<Confined, ExplainError> {
    Ok(Confined::connect(source, "set jit = off", LIMIT).await?)
}
