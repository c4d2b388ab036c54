//! What can go wrong, for the operator.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why the log cannot be written, or a segment not be read.
#[derive(Debug, Clone)]
pub struct Fault {
    what: &'static str,
    path: PathBuf,
    kind: io::ErrorKind,
    why: String,
}

impl Fault {
    pub(crate) fn new(what: &'static str, path: &Path, error: &io::Error) -> Self {
        Self { what, path: path.to_owned(), kind: error.kind(), why: error.to_string() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, path, kind, why } = self;
        write!(f, "cannot {what} {}: {why}", path.display())?;
        match kind {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                f.write_str(" (free space on the file system)")
            }
            io::ErrorKind::ReadOnlyFilesystem => f.write_str(" (mount the file system for writing)"),
            io::ErrorKind::PermissionDenied => f.write_str(" (let the server's user write there)"),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for Fault {}

/// Why a log cannot be opened: what the operator must change.
#[derive(Debug)]
pub enum OpenError {
    /// The directory, or a file in it, cannot be made or read.
    Unreadable(Fault),
    /// Another process has it.
    InUse(PathBuf),
    /// A later version wrote this segment.
    Newer {
        /// The segment.
        path: PathBuf,
        /// The version of its format.
        version: u32,
    },
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(fault) => fault.fmt(f),
            Self::InUse(path) => {
                write!(
                    f,
                    "{} is in use by another process: give each server a directory of its own",
                    path.display()
                )
            }
            Self::Newer { path, version } => write!(
                f,
                "{} has format {version}, which a later version wrote: use that version, or another directory",
                path.display()
            ),
        }
    }
}

impl std::error::Error for OpenError {}
