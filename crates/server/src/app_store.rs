//! Apps that `baton app` and the admin API manage: SQLite in `data_dir`, beside those of the settings file.
//!
//! An app is kept as the text that would stand below `[[apps]]`, so that what is true of the file (names, checks, defaults,
//! the version of Baton that knows a setting) is true of it.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, TransactionBehavior, params};

use crate::data_dir::{self, Tables};

/// Commands and the server take turns.
const TABLES: Tables = Tables {
    file: FILE,
    version: 1,
    sql: "CREATE TABLE app (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, settings TEXT NOT NULL);",
    is_exclusive: false,
    shrinks: false,
    patience: Duration::from_secs(5),
    holds: "the apps in it",
};

/// The file in `data_dir`.
const FILE: &str = "apps.sqlite";

/// An app as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredApp {
    pub(crate) id: String,
    /// TOML, as below `[[apps]]`.
    pub(crate) text: String,
}

/// What becomes of an app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    /// It is new, or has other settings.
    Put(StoredApp),
    /// It is no more.
    Remove(String),
}

impl Change {
    /// The apps as they are after it.
    pub(crate) fn applied_to(&self, mut apps: Vec<StoredApp>) -> Vec<StoredApp> {
        match self {
            Self::Put(app) => match apps.iter_mut().find(|known| known.id == app.id) {
                Some(known) => known.clone_from(app),
                None => apps.push(app.clone()),
            },
            Self::Remove(id) => apps.retain(|app| app.id != *id),
        }
        apps
    }
}

/// The store.
pub(crate) struct AppStore {
    db: Connection,
    path: PathBuf,
    /// The open file: an operator may move it away, and put another in its place.
    file: Option<FileId>,
}

/// Device and inode.
type FileId = (u64, u64);

/// Identifies the content of a store: it differs after each change by another connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Version {
    file: Option<FileId>,
    data: i64,
}

impl AppStore {
    /// Where it is in `data_dir`.
    pub(crate) fn path(directory: &Path) -> PathBuf {
        directory.join(FILE)
    }

    /// Opens it, and makes it if it is missing.
    ///
    /// # Errors
    /// What is wrong and what to do, in words for the operator.
    pub(crate) fn open(directory: &Path) -> Result<Self, String> {
        let db = data_dir::open(Some(directory), &TABLES)?;
        let path = Self::path(directory);
        Ok(Self { db, file: file_id(&path), path })
    }

    /// Opens it if it is there, without waiting for another process that has locked it.
    ///
    /// # Errors
    /// What is wrong and what to do, in words for the operator.
    pub(crate) fn open_at_once(directory: &Path) -> Result<Option<Self>, String> {
        let path = Self::path(directory);
        if !path.exists() {
            return Ok(None);
        }
        let db = data_dir::open(Some(directory), &Tables { patience: Duration::ZERO, ..TABLES })?;
        Ok(Some(Self { db, file: file_id(&path), path }))
    }

    /// Opens it if it is there.
    ///
    /// # Errors
    /// What is wrong and what to do, in words for the operator.
    pub(crate) fn open_existing(directory: &Path) -> Result<Option<Self>, String> {
        if Self::path(directory).exists() { Self::open(directory).map(Some) } else { Ok(None) }
    }

    /// Its apps, in the order in which they were made.
    ///
    /// # Errors
    /// It cannot be read, in words for the operator.
    pub(crate) fn apps(&self) -> Result<Vec<StoredApp>, String> {
        apps(&self.db).map_err(unusable)
    }

    /// Changes one app: `decide` has the apps as they are, and nobody else changes them before its change is made.
    ///
    /// # Errors
    /// Those of `decide`, which change nothing; it cannot be written, in words for the operator.
    pub(crate) fn change<T, E: From<String>>(
        &mut self,
        decide: impl FnOnce(Vec<StoredApp>) -> Result<(Change, T), E>,
    ) -> Result<T, E> {
        let unusable = |error| E::from(unusable(error));
        let transaction =
            self.db.transaction_with_behavior(TransactionBehavior::Immediate).map_err(unusable)?;
        let known = apps(&transaction).map_err(unusable)?;
        let (change, answer) = decide(known)?;
        match change {
            Change::Put(StoredApp { id, text }) => transaction.execute(
                "INSERT INTO app (id, settings) VALUES (?1, ?2)
                 ON CONFLICT (id) DO UPDATE SET settings = excluded.settings",
                params![id, text],
            ),
            Change::Remove(id) => transaction.execute("DELETE FROM app WHERE id = ?1", [id]),
        }
        .map_err(unusable)?;
        transaction.commit().map_err(unusable)?;
        Ok(answer)
    }

    /// Its version, as this connection sees it (`PRAGMA data_version`); `None` while another process holds an exclusive lock,
    /// for which it does not wait.
    ///
    /// # Errors
    /// It cannot be read, in words for the operator.
    pub(crate) fn version(&self) -> Result<Option<Version>, String> {
        self.db.busy_timeout(Duration::ZERO).map_err(unusable)?;
        let data = self.db.pragma_query_value(None, "data_version", |row| row.get(0));
        self.db.busy_timeout(TABLES.patience).map_err(unusable)?;
        match data {
            Ok(data) => Ok(Some(Version { file: self.file, data })),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Ok(None),
            Err(error) => Err(unusable(error)),
        }
    }

    /// The version of a store that cannot be opened at present: of another file it is another.
    pub(crate) fn version_of_unopened(directory: &Path) -> Version {
        Version { file: file_id(&Self::path(directory)), data: -1 }
    }

    /// Whether the file that it has opened is still the one in `data_dir`.
    pub(crate) fn is_in_place(&self) -> bool {
        self.file.is_some() && file_id(&self.path) == self.file
    }
}

fn file_id(path: &Path) -> Option<FileId> {
    fs::metadata(path).ok().map(|of| (of.dev(), of.ino()))
}

fn apps(db: &Connection) -> rusqlite::Result<Vec<StoredApp>> {
    let mut select = db.prepare_cached("SELECT id, settings FROM app ORDER BY number")?;
    let rows = select.query_map([], |row| Ok(StoredApp { id: row.get(0)?, text: row.get(1)? }))?;
    rows.collect()
}

fn unusable(error: rusqlite::Error) -> String {
    format!("{FILE} in data_dir cannot be used: {error}")
}
