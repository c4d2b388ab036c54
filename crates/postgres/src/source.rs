//! Where the database is and how it is reached: one `postgresql://` URL, from which both kinds of
//! connection are made, the one that asks and the one that streams, so that the two never differ in
//! host, user or trust.

mod relay;
mod screen;
mod tls;
mod url;

use std::fmt;
use std::io;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use pgwire_replication::ReplicationConfig;
use tokio_postgres::config::Host;
use tokio_postgres::{Client, Config};
use tokio_postgres_rustls::MakeRustlsConnect;

pub(crate) use screen::LEAST_BYTES;
pub use tls::{Roots, TlsError, TlsMode};
pub use url::UrlError;

/// The settings of every session, so that text is the same whatever a role or a database has set:
/// [`crate::json`] reads points in time, intervals, floats and bytes as these have them.
const OPTIONS: &str = "-c TimeZone=UTC -c DateStyle=ISO -c extra_float_digits=1 -c IntervalStyle=postgres \
    -c bytea_output=hex -c standard_conforming_strings=on";

/// How Baton names itself in `pg_stat_activity`.
const APPLICATION_NAME: &str = "baton";

/// How long a connection may take to be made, unless the URL says `connect_timeout`.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the other side may leave unanswered what was sent, unless the URL says
/// `tcp_user_timeout`: then it is gone, as behind a cable that was pulled.
const SILENCE: Duration = Duration::from_secs(30);

/// A database, from a URL such as
/// `postgresql://user:password@host:5432/name?sslmode=verify-full&sslrootcert=/ca.pem`.
///
/// A socket is a host that starts with a slash:
/// `postgresql:///name?host=/var/run/postgresql&user=baton`. `sslmode` means what it means to
/// `libpq`, with `prefer` where it is not given; `allow` is not known. `sslrootcert` names a file
/// of certificates in PEM; without it, or with `system`, certificates are checked by those of the
/// operating system. The other parameters are those of `tokio-postgres`. There is one host.
///
/// It prints without its password.
#[derive(Clone)]
pub struct Source {
    config: Config,
    host: Server,
    tls: TlsMode,
    /// Whose database it is.
    app: Box<str>,
}

/// Where a server listens.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Server {
    /// The directory of its socket.
    Socket(String),
    /// A name or an address. A name's certificate may be checked while `address` says where to
    /// connect.
    Tcp { name: String, address: String },
}

impl FromStr for Source {
    type Err = UrlError;

    fn from_str(text: &str) -> Result<Self, UrlError> {
        let url = url::parse(text)?;
        let host = server(&url.config)?;
        let mut config = url.config;
        let tls = match host {
            Server::Socket(_) => TlsMode::Disable, // as libpq: who reads a socket's traffic is root already
            Server::Tcp { .. } => url.tls,
        };
        let options =
            config.get_options().map_or_else(|| OPTIONS.into(), |given| format!("{given} {OPTIONS}"));
        config.options(options).application_name(APPLICATION_NAME).ssl_mode(tls.of_client());
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(SILENCE);
        }
        Ok(Self { config, host, tls, app: Box::default() })
    }
}

impl Source {
    /// The database of an app, which log lines name.
    #[must_use]
    pub fn of_app(self, app: &str) -> Self {
        Self { app: app.into(), ..self }
    }

    /// The app whose database it is; empty if none was named.
    pub fn app(&self) -> &str {
        &self.app
    }

    /// Makes a connection that asks. A task of the runtime carries its bytes, and ends with it.
    ///
    /// Its search path is empty: a function or an operator in a schema that others may create in
    /// would be called in place of PostgreSQL's own wherever it fits the arguments better
    /// (CVE-2018-1058).
    ///
    /// # Errors
    ///
    /// [`ConnectError`].
    pub async fn connect(&self) -> Result<Client, ConnectError> {
        let connector = MakeRustlsConnect::new(self.tls.client_config()?);
        let (client, connection) = self.config.connect(connector).await.map_err(ConnectError::Postgres)?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection to PostgreSQL ended");
            }
        });
        client.batch_execute("set search_path = ''").await.map_err(ConnectError::Postgres)?;
        Ok(client)
    }

    /// How a connection that streams is made, once: from `slot`, the changes of `publications`,
    /// whose names are quoted here. It is made already and waits. Messages with more than
    /// `message_bytes` are cut out. Never print this: it prints its password.
    ///
    /// # Errors
    ///
    /// [`ConnectError`].
    pub(crate) async fn replication(
        &self,
        slot: &str,
        publications: &[String],
        message_bytes: usize,
    ) -> Result<ReplicationConfig, ConnectError> {
        let password = String::from_utf8_lossy(self.config.get_password().unwrap_or_default());
        let publications: Vec<String> = publications.iter().map(|name| quoted(name)).collect();
        let server = tokio::time::timeout(self.connect_timeout(), self.connect_to_stream()).await;
        let server = server.map_err(|_| ConnectError::TimedOut)??;
        let relay::Waiting { address, word } = relay::hand_over(server, message_bytes).await?;
        let (host, user) = (address.ip().to_string(), self.user());
        let config = ReplicationConfig::new(host, user, password, self.database(), slot, publications);
        let options = self.config.get_options().unwrap_or(OPTIONS);
        Ok(config.with_port(address.port()).with_application_name(word).with_options(options))
    }

    async fn connect_to_stream(&self) -> Result<Box<dyn relay::Connection>, ConnectError> {
        match &self.host {
            Server::Socket(path) => relay::socket(path, self.port()).await,
            Server::Tcp { name, address } => {
                let silence = self.config.get_tcp_user_timeout().copied().unwrap_or(SILENCE);
                let address = (address.as_str(), self.port());
                relay::Way { address, name, tls: &self.tls, silence }.connect().await
            }
        }
    }

    /// How long a connection may take to be made.
    pub(crate) fn connect_timeout(&self) -> Duration {
        self.config.get_connect_timeout().copied().unwrap_or(CONNECT_TIMEOUT)
    }

    /// The database's name.
    pub fn database(&self) -> &str {
        self.config.get_dbname().unwrap_or_else(|| self.user()) // as PostgreSQL has it
    }

    /// The user who connects.
    pub fn user(&self) -> &str {
        self.config.get_user().unwrap_or_default()
    }

    /// When a connection's other side is believed.
    pub fn tls(&self) -> &TlsMode {
        &self.tls
    }

    fn port(&self) -> u16 {
        self.config.get_ports().first().copied().unwrap_or(5432)
    }
}

/// The one host.
fn server(config: &Config) -> Result<Server, UrlError> {
    let socket = |path: &Path| path.to_str().map(|path| Server::Socket(path.to_owned()));
    let address = match config.get_hostaddrs() {
        [] => None,
        [address] => Some(address.to_string()),
        _ => return Err(UrlError::Hosts),
    };
    if config.get_ports().len() > 1 || config.get_user().is_none_or(str::is_empty) {
        return Err(if config.get_ports().len() > 1 { UrlError::Hosts } else { UrlError::User });
    }
    match (config.get_hosts(), address) {
        ([Host::Unix(path)], None) => socket(path).ok_or(UrlError::Socket),
        ([Host::Tcp(name)], address) => {
            Ok(Server::Tcp { name: name.clone(), address: address.unwrap_or_else(|| name.clone()) })
        }
        ([], Some(address)) => Ok(Server::Tcp { name: address.clone(), address }),
        ([], None) => Err(UrlError::NoHost),
        _ => Err(UrlError::Hosts),
    }
}

/// A name as SQL and the list of publications take it.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (user, port, database) = (self.user(), self.port(), self.database());
        match &self.host {
            Server::Socket(path) => write!(f, "postgresql:///{database}?host={path}&port={port}&user={user}"),
            Server::Tcp { name, .. } if name.contains(':') => {
                write!(f, "postgresql://{user}@[{name}]:{port}/{database}")
            }
            Server::Tcp { name, .. } => write!(f, "postgresql://{user}@{name}:{port}/{database}"),
        }
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({self})")
    }
}

/// Why no connection was made.
#[derive(Debug)]
pub enum ConnectError {
    /// TLS cannot be set up as the URL says, or the other side is not believed.
    Tls(TlsError),
    /// The network's or PostgreSQL's answer.
    Postgres(tokio_postgres::Error),
    /// The network's answer.
    Network(io::Error),
    /// It took longer than `connect_timeout`.
    TimedOut,
    /// This machine has no port of loopback to give.
    Loopback(io::Error),
}

impl From<TlsError> for ConnectError {
    fn from(error: TlsError) -> Self {
        Self::Tls(error)
    }
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tls(error) => error.fmt(f),
            Self::Network(error) => write!(f, "PostgreSQL is not reached: {error}"),
            Self::TimedOut => write!(f, "PostgreSQL is not reached within connect_timeout"),
            Self::Loopback(error) => {
                write!(f, "127.0.0.1, over which changes are streamed, has no port: {error}")
            }
            // The cause says what happened ("connection refused"); the error itself only where.
            Self::Postgres(error) => match std::error::Error::source(error) {
                Some(cause) => write!(f, "{error}: {cause}"),
                None => error.fmt(f),
            },
        }
    }
}

impl std::error::Error for ConnectError {}

/// Why something failed: PostgreSQL's own words, or else the system's.
pub fn reason(error: &tokio_postgres::Error) -> String {
    let cause = || std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
    error.as_db_error().map_or_else(cause, |error| error.message().to_owned())
}
