//! Why nobody can be trusted.

use std::fmt;
use std::path::PathBuf;

/// What is wrong with certificates or keys that were named.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrustError {
    /// The operating system's certificates were not found.
    NoSystem,
    /// A file or a folder, and what is wrong with it.
    Unreadable(PathBuf, String),
    /// Certificates were read, and the library can use none of them.
    NoneUsable,
    /// The library refuses, with its reason.
    Library(String),
}

impl fmt::Display for TrustError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSystem => f.write_str(
                "the operating system's certificates were not found: install ca-certificates, or set SSL_CERT_FILE",
            ),
            Self::Unreadable(path, why) => write!(f, "{} cannot be used: {why}", path.display()),
            Self::NoneUsable => f.write_str("none of the certificates to trust can be used"),
            Self::Library(why) => write!(f, "TLS cannot be set up: {why}"),
        }
    }
}

impl std::error::Error for TrustError {}
