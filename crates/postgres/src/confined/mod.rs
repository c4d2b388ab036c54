//! Evaluates what users of the database wrote, without lending them the rights of the server's login.
//!
//! A policy may call any function, and so may a domain, a cast or an operator that a filter names. `SET ROLE` is no sandbox
//! for those: a function may `reset role` and is the login again, a superuser perhaps, or one that may become
//! `service_role`. Within a function that is `SECURITY DEFINER` PostgreSQL lets nobody change roles. So each thing that is
//! evaluated is the body of such a function, which belongs to the role that is asked for and to this session (`pg_temp`), and
//! which only that role may call ([`function`]).
//!
//! What users' code leaves behind would meet the next question, which is somebody else's. So each evaluation is undone: it
//! runs in a subtransaction that is rolled back, with every setting, temporary table, lock and deferred trigger of it. Two
//! things survive a rollback. Advisory locks are given back at the end of each call. Prepared statements can be replaced by
//! others of their names (`DEALLOCATE`, `PREPARE`), so no statement here has a name; and no statement outside of a
//! function names an operator or a function that the search path decides about.
//!
//! A statement that does not end in time is cancelled by PostgreSQL. Code may catch that and go on, so after a further
//! [`GRACE`] its process is ended from outside. Code may also end its own process (`exit_on_error`): callers that ask about several
//! things at once ask again about each alone ([`Fault::Lost`]).

mod function;
mod stored;
#[cfg(all(test, feature = "testing"))]
mod tests;

use std::collections::HashMap;
use std::time::Duration;

use tokio::time::timeout;
use tokio_postgres::error::{DbError, Severity};
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Error, Row};

pub(crate) use function::{Body, Names};
pub(crate) use stored::Stored;

use crate::source::{ConnectError, Source};

/// How long a statement that PostgreSQL has cancelled may still take.
const GRACE: Duration = Duration::from_secs(1);
/// Functions of one session. With more, all are dropped and made again as they are needed.
const FUNCTIONS: usize = 1_000;

/// Whose session it is. Roles are checked by the current user, so the login's rights are those of its own role.
const LOGIN: &str = "
select pg_catalog.pg_backend_pid(), r.rolsuper from pg_catalog.pg_roles r where r.rolname operator(pg_catalog.=) session_user";
const UNLOCK: &str = "select pg_catalog.pg_advisory_unlock_all()";
const SET_ROLE: &str = "select pg_catalog.set_config('role', $1, false)";

/// A connection whose questions are confined to the roles that they are asked for.
pub(crate) struct Confined {
    client: Client,
    source: Source,
    /// The process of PostgreSQL that serves it.
    backend: i32,
    /// Whether the login may do everything.
    is_superuser: bool,
    /// How long a statement may take.
    limit: Duration,
    /// The role that the session is in; `None` where that is the login's own, or not known.
    role: Option<Box<str>>,
    /// The numbers of functions, by their role and text.
    functions: HashMap<(Box<str>, Box<str>), usize>,
    /// How many functions were made.
    made: usize,
    /// Whether a statement runs, which nobody may wait for any more.
    is_running: bool,
    /// Whether its process was ended.
    is_ended: bool,
}

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Fault {
    /// PostgreSQL's error, or the connection's.
    Postgres(Error),
    /// The statement did not end although it was cancelled. The connection is gone.
    Overdue,
    /// The connection ended while the statement ran: PostgreSQL went away, or the statement made it do so.
    Lost,
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Postgres(error)
    }
}

/// What came of one evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Evaluation {
    /// The value; `None` is null.
    Value(Option<Box<str>>),
    /// It ended in this error: `SQLSTATE` and message.
    Error { code: Box<str>, message: Box<str> },
    /// It took too long.
    Cancelled,
}

/// What is evaluated, of a list of askers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Batch<'a> {
    pub(crate) role: &'a str,
    pub(crate) body: &'a Body,
    /// For each setting of the body its value for each asker.
    pub(crate) settings: &'a [Vec<&'a str>],
    /// What each asker has of its own.
    pub(crate) own: &'a [&'a str],
    /// What all askers share.
    pub(crate) shared: &'a [Vec<Option<&'a str>>],
}

/// A query that is made for one occasion.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Query<'a> {
    pub(crate) role: &'a str,
    /// Settings and their values.
    pub(crate) settings: &'a [(&'static str, &'a str)],
    /// It has one column of type `text[]`; `$1` is the list of parameters.
    pub(crate) sql: &'a str,
    pub(crate) parameters: &'a [Option<&'a str>],
    /// Rows behind so many bytes are left out.
    pub(crate) room: i64,
}

impl Confined {
    /// Connects. `settings` are statements for the session, and hold for all of it.
    pub(crate) async fn connect(
        source: &Source,
        settings: &str,
        limit: Duration,
    ) -> Result<Self, ConnectError> {
        let client = source.connect().await?;
        // Policies and filters are evaluated with the search path that a client of the database has. Texts of the catalogue are
        // read by the rules that they are written by, whatever the database's owner has set.
        let prelude = format!(
            "reset search_path; set standard_conforming_strings = on; set default_transaction_read_only = off; \
             set client_min_messages = error; set statement_timeout = {}; {settings}",
            limit.as_millis()
        );
        client.batch_execute(&prelude).await.map_err(ConnectError::Postgres)?;
        let row = client.query_typed(LOGIN, &[]).await.map_err(ConnectError::Postgres)?;
        let row = row.first();
        let (backend, is_superuser) = match row {
            Some(row) => (
                row.try_get(0).map_err(ConnectError::Postgres)?,
                row.try_get(1).map_err(ConnectError::Postgres)?,
            ),
            None => (0, false),
        };
        let (source, functions) = (source.clone(), HashMap::new());
        Ok(Self {
            client,
            source,
            backend,
            is_superuser,
            limit,
            role: None,
            functions,
            made: 0,
            is_running: false,
            is_ended: false,
        })
    }

    /// Whether the connection is lost.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_ended || self.client.is_closed()
    }

    /// Evaluates a body for each asker, in their order. There are fewer answers than askers where the time of one statement
    /// was over: the others were not reached, and are to be asked again.
    pub(crate) async fn evaluate(&mut self, batch: Batch<'_>) -> Result<Vec<Evaluation>, Fault> {
        let number = self.function(batch.role, &function::evaluating(batch.body, self.limit)).await?;
        self.answers(number, batch).await
    }

    /// As [`Confined::evaluate`], by what PostgreSQL has understood with the login's rights, as it understood the policies
    /// when they were made: names in schemas that the role may not use are found ([`Stored`]). It takes longer, since nothing that is
    /// understood stays in the catalogue, where it would keep others from dropping what it names.
    pub(crate) async fn evaluate_stored(&mut self, batch: Batch<'_>) -> Result<Vec<Evaluation>, Fault> {
        self.client.batch_execute("begin").await?;
        let outcome = self.store_and_evaluate(batch).await;
        self.role = None;
        match self.client.batch_execute(&format!("rollback; {UNLOCK}")).await {
            Ok(()) => outcome,
            Err(error) => outcome.and(Err(error.into())),
        }
    }

    async fn store_and_evaluate(&mut self, batch: Batch<'_>) -> Result<Vec<Evaluation>, Fault> {
        self.role = None; // what follows leaves the role, and what is made then must be the role's
        self.client.batch_execute(&batch.body.stored(batch.role)).await?;
        let calling = Body { expression: batch.body.stored_call(), ..batch.body.clone() };
        let number = self.make(batch.role, &function::evaluating(&calling, self.limit)).await?;
        self.answers(number, batch).await
    }

    async fn answers(&mut self, number: usize, batch: Batch<'_>) -> Result<Vec<Evaluation>, Fault> {
        let own = batch.own.to_vec();
        let mut arguments: Vec<(&(dyn ToSql + Sync), Type)> = vec![(&own, Type::TEXT_ARRAY)];
        arguments.extend(batch.settings.iter().map(|it| (it as &(dyn ToSql + Sync), Type::TEXT_ARRAY)));
        arguments.extend(batch.shared.iter().map(|it| (it as &(dyn ToSql + Sync), Type::TEXT_ARRAY)));
        let rows = self.run(&function::calling(number, arguments.len()), &arguments).await?;
        let answers = rows.first().map(|row| row.try_get::<_, Vec<Option<&str>>>(0)).transpose()?;
        Ok(answers.unwrap_or_default().into_iter().map(Evaluation::read).collect())
    }

    /// Asks a query.
    pub(crate) async fn query(&mut self, query: Query<'_>) -> Result<Vec<Row>, Fault> {
        let Query { role, settings, sql, parameters, room } = query;
        let names: Vec<&'static str> = settings.iter().map(|(name, _)| *name).collect();
        let number = self.function(role, &function::querying(&names)).await?;
        let mut arguments: Vec<(&(dyn ToSql + Sync), Type)> =
            vec![(&sql, Type::TEXT), (&parameters, Type::TEXT_ARRAY), (&room, Type::INT8)];
        arguments.extend(settings.iter().map(|(_, value)| (value as &(dyn ToSql + Sync), Type::TEXT)));
        self.run(&function::calling(number, arguments.len()), &arguments).await
    }

    /// Reads the catalogue as the login, by a query that names nothing but PostgreSQL's own.
    pub(crate) async fn catalogue(
        &mut self,
        sql: &str,
        parameters: &[(&(dyn ToSql + Sync), Type)],
    ) -> Result<Vec<Row>, Fault> {
        self.role = None;
        self.client.batch_execute("reset role; set search_path = ''").await?;
        let rows = self.run(sql, parameters).await;
        self.client.batch_execute("reset search_path").await?;
        rows
    }

    /// Makes ready for queries of a role with these settings, so that nothing of that is part of a transaction.
    pub(crate) async fn prepare(&mut self, role: &str, settings: &[&str]) -> Result<(), Fault> {
        self.function(role, &function::querying(settings)).await.map(|_| ())
    }

    /// Runs statements of this program's own, such as a transaction's begin or end.
    pub(crate) async fn execute(&mut self, statements: &'static str) -> Result<(), Fault> {
        Ok(self.client.batch_execute(statements).await?)
    }

    /// Asks a query of this program's own, in the role that the session is in: it names everything with its schema.
    pub(crate) async fn plain(&mut self, sql: &'static str) -> Result<Vec<Row>, Fault> {
        self.run(sql, &[]).await
    }

    /// Puts the session into a role.
    async fn enter(&mut self, role: &str) -> Result<(), Fault> {
        if self.role.as_deref() != Some(role) {
            self.role = None;
            self.client.query_typed(SET_ROLE, &[(&role, Type::TEXT)]).await?;
            self.role = Some(role.into());
        }
        Ok(())
    }

    /// The number of the function of this text that belongs to a role, which the session is in then.
    async fn function(&mut self, role: &str, text: &str) -> Result<usize, Fault> {
        let key = (role.into(), text.into());
        if let Some(&number) = self.functions.get(&key) {
            self.enter(role).await?;
            return Ok(number);
        }
        if self.functions.len() >= FUNCTIONS {
            self.client.batch_execute("discard temp").await?;
            self.functions.clear();
        }
        let number = self.make(role, text).await?;
        self.functions.insert(key, number);
        Ok(number)
    }

    /// Makes a function for a role, which the session is in then. A superuser makes it also for one that may make none itself.
    async fn make(&mut self, role: &str, text: &str) -> Result<usize, Fault> {
        self.made += 1;
        if self.is_superuser {
            self.role = None;
            self.client.batch_execute(&function::created_for(role, text, self.made)).await?;
            self.enter(role).await?;
        } else {
            self.enter(role).await?;
            self.client.batch_execute(&function::created(text, self.made)).await?;
        }
        Ok(self.made)
    }

    /// Runs a statement, which has no name.
    async fn run(
        &mut self,
        sql: &str,
        parameters: &[(&(dyn ToSql + Sync), Type)],
    ) -> Result<Vec<Row>, Fault> {
        self.is_running = true;
        let outcome = timeout(self.limit + GRACE, self.client.query_typed(sql, parameters)).await;
        self.is_running = false;
        match outcome {
            Ok(Ok(rows)) => Ok(rows),
            Ok(Err(error)) if self.client.is_closed() || is_fatal(&error) => {
                self.is_ended = true;
                Err(Fault::Lost)
            }
            Ok(Err(error)) => {
                // What a function locked and did not get to the end of.
                self.client.batch_execute(UNLOCK).await.ok();
                Err(error.into())
            }
            Err(_) => {
                self.is_ended = true;
                end(self.source.clone(), self.backend).await;
                Err(Fault::Overdue)
            }
        }
    }
}

impl Drop for Confined {
    /// A statement that nobody waits for any more is not left alone either.
    fn drop(&mut self) {
        if self.is_running
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(end(self.source.clone(), self.backend));
        }
    }
}

/// Whether it is PostgreSQL's last word on a connection.
fn is_fatal(error: &Error) -> bool {
    let severity = error.as_db_error().and_then(DbError::parsed_severity);
    error.is_closed() || matches!(severity, Some(Severity::Fatal | Severity::Panic))
}

/// Ends the process of PostgreSQL that serves a connection.
async fn end(source: Source, backend: i32) {
    let ended = async {
        let client = source.connect().await?;
        let end = "select pg_catalog.pg_terminate_backend($1)";
        client.query_typed(end, &[(&backend, Type::INT4)]).await.map_err(ConnectError::Postgres)
    };
    let error = match timeout(source.connect_timeout(), ended).await {
        Ok(Ok(_)) => return,
        Ok(Err(error)) => error,
        Err(_) => ConnectError::TimedOut,
    };
    tracing::warn!(app = source.app(), %error, backend, "a process of PostgreSQL that does not end cannot be ended");
}

impl Evaluation {
    /// As [`function::evaluating`] writes it.
    fn read(text: Option<&str>) -> Self {
        let Some(text) = text else { return Self::Value(None) };
        match text.split_at_checked(1) {
            Some(("=", value)) => Self::Value(Some(value.into())),
            Some(("!", error)) => {
                let (code, message) = error.split_at_checked(5).unwrap_or(("XX000", error));
                Self::Error { code: code.into(), message: message.into() }
            }
            _ => Self::Cancelled,
        }
    }
}

impl std::fmt::Debug for Confined {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Confined").field("backend", &self.backend).finish_non_exhaustive()
    }
}
