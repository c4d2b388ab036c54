//! Errors, in the words that an operator needs: what failed, on which path, and what to do.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file operation that failed while the journal was in use. It is cheap to clone.
///
/// The text names the operation, the path, the error of the operating system and what to do about it.
#[derive(Clone, Debug)]
pub struct Fault(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    action: &'static str,
    path: PathBuf,
    error: io::Error,
}

impl Fault {
    pub(crate) fn new(action: &'static str, path: impl Into<PathBuf>, error: io::Error) -> Self {
        Self(Arc::new(Inner { action, path: path.into(), error }))
    }

    /// The file or directory that the operation was for.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// The kind of the operating system's error, for example [`io::ErrorKind::StorageFull`].
    #[must_use]
    pub fn kind(&self) -> io::ErrorKind {
        self.0.error.kind()
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { action, path, error } = &*self.0;
        write!(f, "cannot {action} {}: {error}", path.display())?;
        match advice(error) {
            Some(advice) => write!(f, "; {advice}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0.error)
    }
}

/// What an operator can do about an error of the operating system.
fn advice(error: &io::Error) -> Option<&'static str> {
    error.raw_os_error()?;
    Some(match error.kind() {
        io::ErrorKind::StorageFull => "free space on this file system",
        io::ErrorKind::QuotaExceeded => "raise the disk quota of the server's user, or free space",
        io::ErrorKind::PermissionDenied => {
            "give the server's user read and write access to the directory and its files"
        }
        io::ErrorKind::ReadOnlyFilesystem => {
            "mount the file system writable; if it turned read-only by itself, check the disk and the kernel log"
        }
        io::ErrorKind::FileTooLarge => "raise the limit on file sizes (ulimit -f, LimitFSIZE=)",
        io::ErrorKind::NotFound => "restore the file or directory; something else removed it",
        _ => "check the disk and the kernel log",
    })
}

/// Why a journal could not be opened. In each case an operator must act.
#[derive(Debug)]
pub enum OpenError {
    /// The directory does not exist and could not be created.
    Create {
        /// The directory.
        directory: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// Another process uses the directory, or this process opened it twice.
    Locked {
        /// The directory.
        directory: PathBuf,
    },
    /// The directory could not be locked, for example on a network file system without locks.
    Lock {
        /// The lock file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The directory or a segment could not be read. Opening without it would lose its records.
    Read {
        /// The directory or segment.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A segment has a version of the format that this program does not know.
    Version {
        /// The segment.
        path: PathBuf,
        /// The version that it has.
        version: u32,
    },
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with_advice = |f: &mut fmt::Formatter<'_>, action: &str, path: &Path, error: &io::Error| {
            write!(f, "cannot {action} {}: {error}", path.display())?;
            advice(error).map_or(Ok(()), |advice| write!(f, "; {advice}"))
        };
        match self {
            Self::Create { directory, error } => with_advice(f, "create the directory", directory, error),
            Self::Locked { directory } => write!(
                f,
                "the directory {} is in use by another process; stop that process, or configure another directory",
                directory.display()
            ),
            Self::Lock { path, error } => with_advice(f, "lock", path, error),
            Self::Read { path, error } => with_advice(f, "read", path, error),
            Self::Version { path, version } => write!(
                f,
                "{} has version {version} of the format, which this program does not know; start the program \
                 version that wrote it, or configure another directory",
                path.display()
            ),
        }
    }
}

impl std::error::Error for OpenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Create { error, .. } | Self::Lock { error, .. } | Self::Read { error, .. } => Some(error),
            Self::Locked { .. } | Self::Version { .. } => None,
        }
    }
}
