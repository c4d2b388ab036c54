//! The connection that an operator's commands use.

use std::fmt;
use std::str::FromStr as _;
use std::time::Duration;

use tokio_postgres::{Client, Config, NoTls};

/// How long a server may take to answer, where the connection string does not say: a firewall that swallows packets would
/// let a command hang for minutes.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why there is no connection. The text holds no password.
#[derive(Debug)]
pub enum ConnectError {
    /// The text is no connection string. What PostgreSQL's library says of it is left out: it may quote a password.
    Url,
    /// The server does not answer, or refuses.
    Refused {
        /// Where it was sought: host, port and database.
        target: String,
        /// What it said.
        source: tokio_postgres::Error,
    },
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url => f.write_str(
                "this is no connection string: expected postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with every \
                 character of user and password that is no letter or digit written as % and its two hexadecimal digits",
            ),
            Self::Refused { target, source } => {
                let why = reason(source);
                write!(
                    f,
                    "there is no connection to {target}: {why}; set host, port, user, password and database to those of \
                     your PostgreSQL"
                )
            }
        }
    }
}

impl std::error::Error for ConnectError {}

/// Connects, and lets the connection run as a task of Tokio's.
///
/// # Errors
///
/// If `url` is no connection string, or the server is not reached or refuses.
pub async fn connect(url: &str) -> Result<Client, ConnectError> {
    let mut config = Config::from_str(url).map_err(|_| ConnectError::Url)?;
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(PATIENCE);
    }
    let refused = |source| ConnectError::Refused { target: target(&config), source };
    let (client, connection) = config.connect(NoTls).await.map_err(refused)?;
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "the connection to PostgreSQL ended");
        }
    });
    Ok(client)
}

/// Why something failed: PostgreSQL's own words, or else the system's.
pub fn reason(error: &tokio_postgres::Error) -> String {
    let cause = || std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
    error.as_db_error().map_or_else(cause, |error| error.message().to_owned())
}

/// Host, port and database of the first server that `config` names.
fn target(config: &Config) -> String {
    use tokio_postgres::config::Host;
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(host)) => host.clone(),
        Some(Host::Unix(path)) => path.display().to_string(),
        None => "localhost".to_owned(),
    };
    let port = config.get_ports().first().copied().unwrap_or(5432);
    let database = config.get_dbname().or(config.get_user()).unwrap_or("?");
    format!("PostgreSQL at {host}, port {port}, database {database}")
}
