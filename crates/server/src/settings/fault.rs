//! What is wrong with the settings, and where it was written.

use std::fmt;
use std::sync::Arc;

use super::field::{Expected, Given, Kind};

/// Where a value comes from. Each setting of each app has one: it is a pointer, shared by all who refer to the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Nobody set it.
    Default,
    /// It was set there.
    At(Arc<SetAt>),
}

/// A place that sets a value.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum SetAt {
    /// A line of the file.
    File {
        /// As the operator named it.
        path: Arc<str>,
        /// From 1.
        line: usize,
    },
    /// An app of the store, by its id. Nobody sees the lines of its text.
    StoredApp(String),
    /// A row of the table of apps, and one of its columns.
    Row {
        /// The table's name.
        table: Arc<str>,
        /// The app's; empty if the row has none.
        id: String,
        column: &'static str,
    },
    /// What another server does where nothing sets it, whose settings are in effect.
    Absent(&'static str),
    /// A line of an application's `.env`.
    EnvFile {
        /// As the operator named it.
        path: String,
        /// From 1.
        line: usize,
        /// The variable.
        name: String,
    },
    /// A place in the JSON of another server's settings.
    Json {
        /// As the operator named it.
        path: String,
        /// The keys to it, with dots between them.
        at: String,
    },
    /// A variable, by its name.
    Environment(String),
    /// A flag, by its name without the dashes.
    Flag(String),
}

impl Origin {
    /// Whether it is a file of another server, or what that does by default.
    pub(super) fn is_anothers(&self) -> bool {
        matches!(self, Self::At(at) if matches!(**at, SetAt::Json { .. } | SetAt::Absent(_)))
    }

    /// Which layer it is of: a higher one overrides.
    pub(super) fn layer(&self) -> u8 {
        let Self::At(at) = self else { return 0 };
        match **at {
            SetAt::Absent(_) => 0,
            SetAt::File { .. } | SetAt::Json { .. } | SetAt::StoredApp(_) | SetAt::Row { .. } => 1,
            SetAt::EnvFile { .. } => 2,
            SetAt::Environment(_) => 3,
            SetAt::Flag(_) => 4,
        }
    }
}

impl From<SetAt> for Origin {
    fn from(at: SetAt) -> Self {
        Self::At(Arc::new(at))
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::At(at) => at.fmt(f),
        }
    }
}

impl fmt::Display for SetAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, line } => write!(f, "{path}:{line}"),
            Self::StoredApp(id) => write!(f, "app {id:?} in the store"),
            Self::Row { table, id, column } => write!(f, "table {table}, app {id:?}, column {column}"),
            Self::Absent(server) => write!(f, "as {server} by default"),
            Self::EnvFile { path, line, name } => write!(f, "{path}:{line} {name}"),
            Self::Json { path, at } => write!(f, "{path} {at}"),
            Self::Environment(name) => f.write_str(name),
            Self::Flag(name) => write!(f, "--{name}"),
        }
    }
}

/// One thing that is wrong; shown as `place: what, and what to do`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    origin: Origin,
    text: String,
}

impl Fault {
    /// Something wrong at `origin`.
    pub(crate) fn new(origin: Origin, text: String) -> Self {
        Self { origin, text }
    }

    /// Whether it is about what stands there.
    pub(crate) fn is_at(&self, origin: &Origin) -> bool {
        self.origin == *origin
    }

    /// The number of the table of `key` that is wrong, as [`super::entry::wrong`] has written it.
    pub(super) fn entry_of(&self, key: &str) -> Option<usize> {
        let (number, _) = self.text.strip_prefix(key)?.strip_prefix(", entry ")?.split_once(':')?;
        number.parse().ok()
    }

    /// The same, where it was written more exactly.
    pub(super) fn move_to(&mut self, origin: Origin) {
        self.origin = origin;
    }

    /// A value that its setting does not take. A secret is not repeated.
    pub(crate) fn value(
        origin: Origin,
        key: &str,
        kind: Kind,
        given: Given<'_>,
        expected: &Expected,
    ) -> Self {
        let Expected(expected) = expected;
        let text = match kind {
            Kind::Secret => format!("{key}: expected {expected}"),
            // Headers and URLs of webhooks may hold tokens. Which table is wrong follows the setting's name.
            Kind::Tables => format!("{key}{expected}"),
            _ => format!("{key} = {given}: expected {expected}"),
        };
        Self { origin, text }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.origin {
            Origin::Default => f.write_str(&self.text),
            _ => write!(f, "{}: {}", self.origin, self.text),
        }
    }
}
