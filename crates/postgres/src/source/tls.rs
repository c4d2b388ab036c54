//! TLS to the database, with `rustls` and `aws-lc-rs`, as `libpq`'s `sslmode` has it.

use std::fmt;
use std::path::{Path, PathBuf};

use baton_trust::{Authorities, Checks, TrustError, Verifier};
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::config::SslMode as ClientMode;

use super::url::UrlError;

/// When the other side of a connection is believed to be the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TlsMode {
    /// Always, and nothing is encrypted.
    Disable,
    /// Always; what is sent is encrypted if the server offers it.
    Prefer,
    /// Always, if it encrypts.
    Require,
    /// If its certificate is signed by one of these.
    VerifyCa(Roots),
    /// If its certificate is signed by one of these and names the host.
    VerifyFull(Roots),
}

/// Whose signatures under certificates are believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Roots {
    /// Those of the certificates in a file, PEM.
    File(PathBuf),
    /// Those that the operating system trusts: the file that `SSL_CERT_FILE` names, or the one where OpenSSL looks.
    System,
}

impl Roots {
    /// The certificates.
    ///
    /// # Errors
    /// If there are none, or they cannot be read.
    pub fn read(&self) -> Result<RootCertStore, TlsError> {
        Ok(self.authorities()?.store()?)
    }

    fn authorities(&self) -> Result<Authorities, TlsError> {
        Ok(match self {
            Self::File(path) => Authorities::of_file(path)?,
            Self::System => Authorities::system()?,
        })
    }
}

impl TlsMode {
    /// What the parameters `sslmode` and `sslrootcert` of a URL say.
    ///
    /// # Errors
    /// If there is no such mode, or it needs another one.
    pub fn of_parameters(mode: Option<&str>, roots: Option<PathBuf>) -> Result<Self, UrlError> {
        let system = roots.as_ref().is_some_and(|path| path.as_os_str() == "system");
        let roots = roots.filter(|_| !system).map(Roots::File);
        let mode = mode.unwrap_or(if system { "verify-full" } else { "prefer" });
        if system && mode != "verify-full" {
            return Err(UrlError::SystemRoots);
        }
        Ok(match (mode, roots) {
            ("disable", _) => Self::Disable,
            ("prefer", _) => Self::Prefer,
            ("require", None) => Self::Require,
            // libpq: a mode that needs no certificate checks it all the same where there is one to
            // check it by.
            ("require", Some(roots)) => Self::VerifyCa(roots),
            ("verify-ca", roots) => Self::VerifyCa(roots.unwrap_or(Roots::System)),
            ("verify-full", roots) => Self::VerifyFull(roots.unwrap_or(Roots::System)),
            _ => return Err(UrlError::SslMode),
        })
    }

    /// What `tokio-postgres` does before a handshake; the handshake is [`TlsMode::client_config`]'s.
    pub(super) fn of_client(&self) -> ClientMode {
        match self {
            Self::Disable => ClientMode::Disable,
            Self::Prefer => ClientMode::Prefer,
            Self::Require | Self::VerifyCa(_) | Self::VerifyFull(_) => ClientMode::Require,
        }
    }

    /// The handshake.
    ///
    /// # Errors
    /// If it cannot be set up.
    pub fn client_config(&self) -> Result<ClientConfig, TlsError> {
        Ok(self.verifier()?.into_builder()?.with_no_client_auth())
    }

    fn verifier(&self) -> Result<Verifier, TlsError> {
        let (roots, name) = match self {
            Self::VerifyCa(roots) => (roots, false),
            Self::VerifyFull(roots) => (roots, true),
            Self::Disable | Self::Prefer | Self::Require => return Ok(Verifier::of_anyone()),
        };
        Ok(Verifier::new(roots.authorities()?, Checks { name, ..Checks::ALL })?)
    }
}

/// Why TLS cannot be set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TlsError {
    /// The operating system's certificates were not found.
    NoSystemRoots,
    /// A file of certificates, and what is wrong with it.
    Roots(PathBuf, String),
    /// The library refuses, with its reason.
    Library(String),
    /// The server does not encrypt, and the mode asks for it.
    NotOffered,
    /// The handshake failed, or the other side is not believed.
    Handshake(String),
}

impl fmt::Display for TlsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSystemRoots => write!(
                f,
                "the operating system's certificates were not found: install ca-certificates, set SSL_CERT_FILE, or name \
                 the database's authority in its URL with sslrootcert=/path"
            ),
            Self::Roots(path, error) => {
                write!(f, "the certificates in {} cannot be used: {error}", Path::display(path))
            }
            Self::NotOffered => write!(
                f,
                "PostgreSQL does not offer TLS: set ssl = on in postgresql.conf, or sslmode=prefer in the URL"
            ),
            Self::Handshake(error) => write!(f, "TLS to the database failed: {error}"),
            Self::Library(error) => write!(f, "TLS to the database cannot be set up: {error}"),
        }
    }
}

impl std::error::Error for TlsError {}

impl From<TrustError> for TlsError {
    fn from(error: TrustError) -> Self {
        match error {
            TrustError::NoSystem => Self::NoSystemRoots,
            TrustError::Unreadable(path, why) => Self::Roots(path, why),
            other => Self::Library(other.to_string()),
        }
    }
}
