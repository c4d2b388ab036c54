//! The PostgreSQL behind a measured server, as its superuser writes to it.
//!
//! Writing waits for PostgreSQL, so each connection belongs to one thread and has the small event
//! loop that carries its bytes.

mod private;

use baton_postgres::source::{Source, reason};
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::{Client, Error, Statement};

use crate::fault::Fault;
use crate::priority::RAISED;
use crate::process::raise_groups;

pub use private::Private;

/// The longest statement: one that takes longer has been forgotten.
const STATEMENT: &str = "set statement_timeout = '20s'";

/// A database that `baton pg setup` has made ready, and that the measured server serves.
#[derive(Debug, Clone)]
pub struct Database {
    /// How its superuser reaches it.
    pub url: String,
    /// PostgreSQL's first process, if its CPU shall be measured.
    pub pid: Option<u32>,
}

/// A connection.
pub(crate) struct Connection {
    runtime: Runtime,
    client: Client,
}

impl Database {
    /// Gives its processes the priority of server and generator, once all are connected.
    pub(crate) fn raise(&self) {
        if let Some(pid) = self.pid {
            raise_groups(pid, RAISED);
        }
    }

    /// Connects.
    pub(crate) fn connect(&self) -> Result<Connection, Fault> {
        let source: Source = self
            .url
            .parse()
            .map_err(|error| Fault::Settings(format!("the database \"{}\": {error}", self.url)))?;
        let runtime =
            Builder::new_current_thread().enable_all().build().map_err(Fault::start("an event loop"))?;
        let client = runtime
            .block_on(source.connect())
            .map_err(|error| Fault::Start(format!("cannot connect to the database: {error}")))?;
        let connection = Connection { runtime, client };
        // The server's own connections have an empty one.
        connection.execute("reset search_path")?;
        connection.execute(STATEMENT)?;
        Ok(connection)
    }
}

impl Connection {
    /// Runs statements that answer nothing.
    pub(crate) fn execute(&self, sql: &str) -> Result<(), Fault> {
        self.runtime.block_on(self.client.batch_execute(sql)).map_err(|error| refused(sql, &error))
    }

    /// Asks for a boolean.
    pub(crate) fn is_true(&self, sql: &str) -> Result<bool, Fault> {
        let row = self.runtime.block_on(self.client.query_one(sql, &[]));
        row.and_then(|row| row.try_get(0)).map_err(|error| refused(sql, &error))
    }

    /// Makes an insert of many rows ready: `$1` are numbers and `$2` texts.
    pub(crate) fn prepare(&self, sql: &str) -> Result<Statement, Fault> {
        self.runtime.block_on(self.client.prepare(sql)).map_err(|error| refused(sql, &error))
    }

    /// Writes rows in one transaction, and waits until it is committed.
    pub(crate) fn insert(&self, statement: &Statement, keys: &[i32], texts: &[String]) -> Result<(), Fault> {
        let inserted = self.runtime.block_on(self.client.execute(statement, &[&keys, &texts]));
        inserted.map(drop).map_err(|error| refused("an insert", &error))
    }
}

fn refused(sql: &str, error: &Error) -> Fault {
    Fault::Run(format!("PostgreSQL refused {}: {}", sql.get(..80).unwrap_or(sql), reason(error)))
}
