//! The rows in effect, copied into `data_dir`: what is served after a restart while the database is down.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, params};

use super::row::Row;
use crate::data_dir::{self, Tables};

/// The file in `data_dir`. It has secrets, and only its owner can read it.
const TABLES: Tables = Tables {
    file: "apps-database.sqlite",
    version: 1,
    sql: "CREATE TABLE source (shown TEXT NOT NULL);
          CREATE TABLE app (number INTEGER PRIMARY KEY, settings TEXT NOT NULL);",
    is_exclusive: false,
    shrinks: false,
    patience: Duration::from_secs(2),
    holds: "the copy of the apps in the database, which the next read makes again",
};

/// The rows of this table that were copied last; none if those of another were, or none.
///
/// # Errors
/// The file cannot be read, in words for the operator.
pub(super) fn load(directory: &Path, source: &str) -> Result<Option<Vec<Row>>, String> {
    if !directory.join(TABLES.file).exists() {
        return Ok(None);
    }
    let db = data_dir::open(Some(directory), &TABLES)?;
    let read = || -> rusqlite::Result<Option<Vec<Row>>> {
        let mut sources = db.prepare("SELECT shown FROM source WHERE shown = ?1")?;
        if !sources.exists([source])? {
            return Ok(None);
        }
        let mut select = db.prepare("SELECT settings FROM app ORDER BY number")?;
        let rows = select.query_map([], |row| row.get::<_, String>(0))?;
        rows.filter_map(|text| text.map(|text| Row::of_json(&text)).transpose())
            .collect::<Result<_, _>>()
            .map(Some)
    };
    read().map_err(unusable)
}

/// Puts these rows in the place of those that are there.
///
/// # Errors
/// The file cannot be written, in words for the operator.
pub(super) fn store(directory: &Path, source: &str, rows: &[Row]) -> Result<(), String> {
    let mut db = data_dir::open(Some(directory), &TABLES)?;
    write(&mut db, source, rows).map_err(unusable)
}

fn write(db: &mut Connection, source: &str, rows: &[Row]) -> rusqlite::Result<()> {
    let transaction = db.transaction()?;
    transaction.execute_batch("DELETE FROM source; DELETE FROM app;")?;
    transaction.execute("INSERT INTO source (shown) VALUES (?1)", [source])?;
    {
        let mut insert = transaction.prepare("INSERT INTO app (settings) VALUES (?1)")?;
        for row in rows {
            insert.execute(params![row.to_json()])?;
        }
    }
    transaction.commit()
}

fn unusable(error: rusqlite::Error) -> String {
    format!("{} in data_dir cannot be used: {error}", TABLES.file)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;
    use crate::entropy::random_hex;

    #[test]
    fn rows_come_back_for_the_same_table_alone_and_nobody_else_reads_them() {
        let directory = std::env::temp_dir().join(format!("baton-copy-{}", random_hex(8).unwrap()));
        assert_eq!(load(&directory, "one"), Ok(None));
        let rows = |id: &str| vec![Row::of(&[("id", id), ("key", "k"), ("secret", "s")])];
        for id in ["a", "b"] {
            store(&directory, "one", &rows(id)).unwrap();
            assert_eq!(load(&directory, "one"), Ok(Some(rows(id))));
        }
        assert_eq!(load(&directory, "another"), Ok(None));
        let file = fs::read(directory.join(TABLES.file)).unwrap();
        let has = |text: &[u8]| file.windows(text.len()).any(|window| window == text);
        assert!(has(br#""id":"b""#) && !has(br#""id":"a""#), "a former secret is still in the file");
        let mode = fs::metadata(directory.join(TABLES.file)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::remove_dir_all(&directory).unwrap();
    }
}
