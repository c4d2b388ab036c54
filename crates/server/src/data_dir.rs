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
    /// How long another process may be at it before it counts as in use.
    pub(crate) patience: Duration,
    /// What is lost if the file is moved away, for the operator.
    pub(crate) holds: &'static str,
}

/// Opens the file in a directory, which is made if it is missing; in memory without one.
///
/// # Errors
/// What is wrong and what to do, in words for the operator.
pub(crate) fn open(directory: Option<&Path>, tables: &Tables) -> Result<Connection, String> {
    let Some(directory) = directory else {
        let db = Connection::open_in_memory().map_err(|error| error.to_string())?;
        return prepare(db, tables).map_err(|error| error.to_string());
    };
    match fs::DirBuilder::new().mode(0o700).create(directory) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            return Err(format!(
                "cannot make the directory {} (setting data_dir): {error}",
                directory.display()
            ));
        }
        _ => {}
    }
    let path = directory.join(tables.file);
    let shown = path.display();
    let cannot = |error: &dyn std::fmt::Display| {
        format!(
            "cannot open {shown} (setting data_dir): {error}; the server's user must be able to write there"
        )
    };
    make(directory, &path).map_err(|error| cannot(&error))?;
    let db = Connection::open(&path).map_err(|error| cannot(&error))?;
    prepare(db, tables).map_err(|error| match error {
        Unusable::Newer(version) => format!(
            "{shown} is of a newer Baton (version {version} of its tables): use that, or another data_dir"
        ),
        Unusable::Foreign => format!("{shown} is no file of Baton's: move it away, or set another data_dir"),
        Unusable::Sql(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
            match tables.is_exclusive {
                true => format!("{shown} is in use by another process: give each server a data_dir of its own"),
                false => format!("{shown} is locked by another process, for {:?} already", tables.patience),
            }
        }
        Unusable::Sql(error)
            if matches!(
                error.sqlite_error_code(),
                Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt)
            ) =>
        {
            format!(
                "{shown} is damaged ({error}): move it away, with {}, or repair it with `sqlite3 {shown} .recover`",
                tables.holds
            )
        }
        Unusable::Sql(error) => format!("{shown} cannot be used: {error}"),
    })
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

impl std::fmt::Display for Unusable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Newer(version) => write!(f, "version {version} of the tables is newer"),
            Self::Foreign => f.write_str("another program's tables"),
            Self::Sql(error) => error.fmt(f),
        }
    }
}
