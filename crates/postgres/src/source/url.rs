//! The URL: `tokio-postgres` reads it, but for `sslmode` and `sslrootcert`, of which it knows less
//! than `libpq`.

use std::fmt;
use std::path::PathBuf;

use percent_encoding::percent_decode_str;
use tokio_postgres::Config;
use tokio_postgres::config::SslNegotiation;

use super::tls::TlsMode;

/// A URL, read.
pub(super) struct Url {
    pub(super) config: Config,
    pub(super) tls: TlsMode,
}

/// Why text is no URL of a database. No text of the URL is shown, since any of it may be a password
/// that lacks an escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UrlError {
    /// It starts with another scheme, or is a list of `key=value`.
    Scheme,
    /// No host, and no socket's directory.
    NoHost,
    /// Several hosts, addresses or ports.
    Hosts,
    /// An `@` behind the one that ends the password.
    At,
    /// The socket's directory is not UTF-8.
    Socket,
    /// No user.
    User,
    /// `sslmode` is none of the modes.
    SslMode,
    /// `sslrootcert=system` with a mode that does not check the host's name.
    SystemRoots,
    /// `sslnegotiation=direct`, which a connection that streams does not know.
    Direct,
    /// A parameter that is not known, or a value that is none of the parameter's.
    Parameter,
}

impl fmt::Display for UrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scheme => "the database's URL does not start with postgresql://",
            Self::NoHost => {
                "the database's URL names no host: postgresql://user@host/name, or \
                 postgresql:///name?host=/directory/of/its/socket&user=user"
            }
            Self::Hosts => "the database's URL names several hosts or ports: name the one that takes writes",
            Self::At => "the database's URL has an @ too many: within a user's name or a password write %40",
            Self::Socket => "the directory of the database's socket is not UTF-8",
            Self::User => "the database's URL names no user: postgresql://user@host/name",
            Self::SslMode => "sslmode is one of disable, prefer, require, verify-ca and verify-full",
            Self::SystemRoots => {
                "sslrootcert=system trusts every certificate authority: it needs sslmode=verify-full"
            }
            Self::Direct => "sslnegotiation=direct is not supported: leave it out",
            Self::Parameter => {
                "the database's URL has a port that is no number, or a parameter that is not known (such as a misspelt \
                 sslmode or sslrootcert) or has no value that fits; within a user's name or a password write \
                 @ : / ? # % as %40 %3A %2F %3F %23 %25"
            }
        })
    }
}

impl std::error::Error for UrlError {}

/// Reads a URL.
pub(super) fn parse(text: &str) -> Result<Url, UrlError> {
    if !text.starts_with("postgresql://") && !text.starts_with("postgres://") {
        return Err(UrlError::Scheme);
    }
    // A question mark may stand in a password; parameters come after the host.
    let host = text.find('@').unwrap_or(0);
    let query = text.get(host..).and_then(|rest| rest.find('?')).map_or(text.len(), |at| host + at);
    let (address, query) = text.split_at_checked(query).unwrap_or((text, ""));
    // One that is not escaped in a password moves what follows it into the host or the database's
    // name, which are shown.
    if address.matches('@').count() > 1 {
        return Err(UrlError::At);
    }
    let mut trust = Trust::default();
    let mut others = String::new();
    for parameter in query.trim_start_matches('?').split('&').filter(|parameter| !parameter.is_empty()) {
        if !trust.take(parameter)? {
            others.push(if others.is_empty() { '?' } else { '&' });
            others.push_str(parameter);
        }
    }
    let config: Config = format!("{address}{others}").parse().map_err(|_| UrlError::Parameter)?;
    if config.get_ssl_negotiation() == SslNegotiation::Direct {
        return Err(UrlError::Direct);
    }
    Ok(Url { config, tls: trust.mode()? })
}

/// The parameters about TLS.
#[derive(Default)]
struct Trust {
    mode: Option<String>,
    roots: Option<PathBuf>,
}

impl Trust {
    /// Whether the parameter is one of these.
    fn take(&mut self, parameter: &str) -> Result<bool, UrlError> {
        let (key, value) = parameter.split_once('=').ok_or(UrlError::Parameter)?;
        let value = || percent_decode_str(value).decode_utf8().map_err(|_| UrlError::Parameter);
        match key {
            "sslmode" => self.mode = Some(value()?.into_owned()),
            "sslrootcert" => self.roots = Some(PathBuf::from(value()?.into_owned())),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn mode(self) -> Result<TlsMode, UrlError> {
        TlsMode::of_parameters(self.mode.as_deref(), self.roots)
    }
}
