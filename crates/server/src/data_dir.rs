//! Files of the server's own in `data_dir`: SQLite, readable by nobody but their owner.

use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, chown};
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};

/// Marks a file as ours ("Batn").
const APPLICATION: i64 = 0x4261_746e;

/// What a file holds.
pub(crate) struct Tables {
    /// Its name in `data_dir`.
    pub(crate) file: &'static str,
    /// The version of its tables, and what makes them.
    pub(crate) version: i64,
    pub(crate) sql: &'static str,
    /// One process has the file alone, from its start to its end; otherwise several take turns.
    pub(crate) is_exclusive: bool,
    /// Of an exclusive file: `PRAGMA incremental_vacuum` gives pages of deleted rows back to the file system.
    pub(crate) shrinks: bool,
    /// How long another process may be at it before it counts as in use.
    pub(crate) patience: Duration,
    /// What is lost if the file is moved away, for the operator.
    pub(crate) holds: &'static str,
}

/// Why a file could not be opened.
#[derive(Debug)]
pub(crate) struct Unopened {
    /// What is wrong and what to do, in words for the operator.
    pub(crate) why: String,
    /// What is in the file's place is at fault: another file there could be opened.
    pub(crate) is_damaged: bool,
}

impl Unopened {
    fn elsewhere(why: String) -> Self {
        Self { why, is_damaged: false }
    }
}

/// Opens the file in a directory, which is made if it is missing; in memory without one.
///
/// # Errors
/// What is wrong and what to do, in words for the operator.
pub(crate) fn open(directory: Option<&Path>, tables: &Tables) -> Result<Connection, String> {
    match directory {
        Some(directory) => open_file(directory, tables).map_err(|unopened| unopened.why),
        None => open_in_memory(tables).map_err(|error| error.to_string()),
    }
}

/// The same tables in memory.
pub(crate) fn open_in_memory(tables: &Tables) -> rusqlite::Result<Connection> {
    prepare(Connection::open_in_memory()?, tables).map_err(|error| match error {
        Unusable::Sql(error) => error,
        Unusable::Newer(_) | Unusable::Foreign => rusqlite::Error::InvalidQuery, // an empty database has no version
    })
}

/// Opens the file in a directory, which is made if it is missing.
///
/// # Errors
/// Why that cannot be done.
pub(crate) fn open_file(directory: &Path, tables: &Tables) -> Result<Connection, Unopened> {
    match fs::DirBuilder::new().mode(0o700).create(directory) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            return Err(Unopened::elsewhere(format!(
                "cannot make the directory {} (setting data_dir): {error}",
                directory.display()
            )));
        }
        _ => {}
    }
    let path = directory.join(tables.file);
    let cannot = |error: &dyn std::fmt::Display| Unopened {
        why: format!(
            "cannot open {} (setting data_dir): {error}; the server's user must be able to write there",
            path.display()
        ),
        is_damaged: is_no_readable_file(&path),
    };
    make(directory, &path).map_err(|error| cannot(&error))?;
    let db = Connection::open(&path).map_err(|error| cannot(&error))?;
    prepare(db, tables)
        .map_err(|error| Unopened { is_damaged: error.is_of_the_file(), why: error.text(&path, tables) })
}

/// Whether something is there which nobody can open as a file, or this user cannot read. That there are too many open files, or no
/// room, does not make a file unreadable.
fn is_no_readable_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file())
        || fs::File::open(path).is_err_and(|error| error.kind() == ErrorKind::PermissionDenied)
}

/// Makes the file if it is missing: SQLite would let everyone read it. Its other files get the mode and the owner of this
/// one. What root makes for a server of another user belongs to that user.
fn make(directory: &Path, path: &Path) -> std::io::Result<()> {
    let made = OpenOptions::new().append(true).create_new(true).mode(0o600).open(path);
    match made {
        Ok(file) => {
            let (whose, of) = (file.metadata()?, fs::metadata(directory)?);
            if whose.uid() == 0 && of.uid() != 0 {
                chown(path, Some(of.uid()), Some(of.gid()))?;
            }
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

fn prepare(db: Connection, tables: &Tables) -> Result<Connection, Unusable> {
    db.busy_timeout(tables.patience)?;
    if tables.is_exclusive {
        db.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        if tables.shrinks {
            // Before anything is written: a file has what it needs for that from its first page on, or not at all.
            db.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
        }
        db.pragma_update(None, "journal_mode", "WAL")?;
        db.pragma_update(None, "synchronous", "NORMAL")?;
    } else {
        // These have secrets, of which a former one leaves nothing behind.
        db.pragma_update(None, "secure_delete", "ON")?;
    }
    // Two processes may begin at the same moment.
    db.execute_batch("BEGIN IMMEDIATE")?;
    let application: i64 = db.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let version: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let found: i64 = db.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    match (application, version) {
        (0, 0) if found == 0 => db.execute_batch(&format!(
            "{} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {};",
            tables.sql, tables.version
        ))?,
        (APPLICATION, version) if version == tables.version => {
            let state: String = db.pragma_query_value(None, "quick_check", |row| row.get(0))?;
            if state != "ok" {
                let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
                return Err(Unusable::Sql(rusqlite::Error::SqliteFailure(code, Some(state))));
            }
        }
        (APPLICATION, version) => return Err(Unusable::Newer(version)),
        _ => return Err(Unusable::Foreign),
    }
    db.execute_batch("COMMIT")?;
    db.set_prepared_statement_cache_capacity(32);
    Ok(db)
}

/// Why a file cannot be used.
enum Unusable {
    Newer(i64),
    Foreign,
    Sql(rusqlite::Error),
}

impl From<rusqlite::Error> for Unusable {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sql(error)
    }
}

impl Unusable {
    /// Whether another file in its place could be used.
    fn is_of_the_file(&self) -> bool {
        match self {
            Self::Newer(_) | Self::Foreign => true,
            Self::Sql(error) => is_damage(error),
        }
    }

    /// What is wrong and what to do, in words for the operator.
    fn text(&self, path: &Path, tables: &Tables) -> String {
        let shown = path.display();
        match self {
            Self::Newer(version) => format!(
                "{shown} is of a newer Baton (version {version} of its tables): use that, or another data_dir"
            ),
            Self::Foreign => format!("{shown} is no file of Baton's: move it away, or set another data_dir"),
            Self::Sql(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                match tables.is_exclusive {
                    true => format!(
                        "{shown} is in use by another process: give each server a data_dir of its own"
                    ),
                    false => {
                        format!("{shown} is locked by another process, for {:?} already", tables.patience)
                    }
                }
            }
            Self::Sql(error) if is_damage(error) => format!(
                "{shown} is damaged ({error}): move it away, with {}, or repair it with `sqlite3 {shown} .recover`",
                tables.holds
            ),
            Self::Sql(error) => format!("{shown} cannot be used: {error}"),
        }
    }
}

/// Whether it says that the bytes of the file are wrong.
pub(crate) fn is_damage(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt))
}
