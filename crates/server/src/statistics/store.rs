//! The tables: one row for each app and hour, by the minute for two days and then by ten minutes.
//!
//! A minute is added to the row of its hour: the row is read, the minute merged into it, and the row written. So nothing of an hour
//! is in the process alone, a restart goes on where the former process ended, and a clock that goes back does no harm. All rows
//! of a minute are one transaction.
//!
//! Rows are found by hour and app in this order, so that those of a minute are beside each other, and an hour that is deleted
//! leaves whole pages free.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

use super::column::{Values, columns};
use super::hour::{HOUR_MS, Hour, Step, hour_of, minute_of};
use super::packing::{pack, unpack};
use super::places::Row;
use crate::data_dir::{self, Unopened};

/// The file in `data_dir`.
pub(super) const FILE: &str = "statistics.sqlite";

/// One process has the file alone: two would take each other's minutes for a clock that went back. A former one that is about to
/// end may still have it.
const TABLES: data_dir::Tables = data_dir::Tables {
    file: FILE,
    version: 1,
    sql: SQL,
    is_exclusive: true,
    shrinks: true,
    patience: Duration::from_secs(1),
    holds: "the statistics in it",
};

/// `hour_ms` is the beginning of the hour in milliseconds since 1970, `app` the app's id, or empty for the whole server, and
/// `packed` what [`packing`](super::packing) says.
const SQL: &str = "
    CREATE TABLE minutes (hour_ms INTEGER NOT NULL, app TEXT NOT NULL, packed BLOB NOT NULL);
    CREATE UNIQUE INDEX minutes_of_hour ON minutes (hour_ms, app);
    CREATE TABLE ten_minutes (hour_ms INTEGER NOT NULL, app TEXT NOT NULL, packed BLOB NOT NULL);
    CREATE UNIQUE INDEX ten_minutes_of_hour ON ten_minutes (hour_ms, app);
";

/// How long values by the minute are kept.
pub(super) const MINUTES_KEPT_MS: u64 = 48 * HOUR_MS;

/// Hours that are packed by ten minutes, or deleted, at once. More wait for the next minute, so that no query waits for
/// them: after a pause of the server, or if `statistics_days` is lower than before.
const HOURS_AT_ONCE: u64 = 6;

/// Pages that are given back to the file system at once: 8 MB.
const PAGES_AT_ONCE: u64 = 2_000;

/// Bytes that the journal beside the file may keep between two transactions.
const JOURNAL_BYTES: i64 = 8 << 20;

/// The tables, in a file or in memory.
pub(super) struct Store {
    db: Connection,
}

impl Store {
    /// Opens the file, which is made if it is missing.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub(super) fn open(directory: &Path) -> Result<Self, Unopened> {
        let db = data_dir::open_file(directory, &TABLES)?;
        // Without it the journal stays as large as it once was, which does no other harm.
        drop(db.pragma_update(None, "journal_size_limit", JOURNAL_BYTES));
        Ok(Self { db })
    }

    /// The same in memory.
    pub(super) fn in_memory() -> rusqlite::Result<Self> {
        Ok(Self { db: data_dir::open_in_memory(&TABLES)? })
    }

    /// Adds values of the minute that begins at this moment, all or none.
    pub(super) fn add(&mut self, at_ms: u64, rows: &[Row]) -> rusqlite::Result<()> {
        let transaction = self.db.transaction()?;
        for (app, values) in rows {
            let mut hour = Hour::new(Step::Minute);
            hour.add(minute_of(at_ms), values);
            merge_into(&transaction, hour_of(at_ms), app, &hour)?;
        }
        transaction.commit()
    }

    /// Adds all that another store has, all or nothing.
    pub(super) fn add_all(&mut self, other: &Self) -> rusqlite::Result<()> {
        let transaction = self.db.transaction()?;
        for step in STEPS {
            let mut select =
                other.db.prepare(&format!("SELECT hour_ms, app, packed FROM {}", table(step)))?;
            let mut rows = select.query([])?;
            while let Some(row) = rows.next()? {
                let (hour_ms, app) = (unsigned(row.get(0)?), row.get_ref(1)?.as_str()?);
                if let Some(hour) = unpack(row.get_ref(2)?.as_blob()?, columns(app)) {
                    merge_into(&transaction, hour_ms, app, &hour)?;
                }
            }
        }
        transaction.commit()
    }

    /// Hands out what is known of an app within a time, each value with the moment at which it begins, and the milliseconds that it
    /// is for.
    pub(super) fn read(
        &self,
        app: &str,
        from_ms: u64,
        to_ms: u64,
        mut visit: impl FnMut(u64, Values),
    ) -> rusqlite::Result<()> {
        for step in STEPS {
            let Some((first, last)) = self.hours(step)? else { continue };
            let (from, to) = (hour_of(from_ms).max(first), to_ms.min(last.saturating_add(HOUR_MS)));
            let mut hour_ms = from;
            while hour_ms < to {
                let hour = find(&self.db, step, hour_ms, app)?;
                for (after_ms, values) in hour.into_iter().flat_map(Hour::known) {
                    let at_ms = hour_ms + after_ms;
                    if at_ms + step.ms() > from_ms && at_ms < to_ms {
                        visit(at_ms, values);
                    }
                }
                hour_ms += HOUR_MS;
            }
        }
        Ok(())
    }

    /// The first hour of a table, and the last; `None` if it is empty.
    fn hours(&self, step: Step) -> rusqlite::Result<Option<(u64, u64)>> {
        // SQLite looks up one end of an index in a statement.
        let end = |end: &str| {
            let sql = format!("SELECT {end}(hour_ms) FROM {}", table(step));
            self.db.prepare_cached(&sql)?.query_row([], |row| row.get::<_, Option<i64>>(0))
        };
        Ok(end("min")?.zip(end("max")?).map(|(first, last)| (unsigned(first), unsigned(last))))
    }

    /// Apps that have values by the minute from this hour on, each with its first hour and its last one.
    pub(super) fn apps_since(&self, hour_ms: u64) -> rusqlite::Result<Vec<(Box<str>, u64, u64)>> {
        let mut select = self.db.prepare(
            "SELECT app, min(hour_ms), max(hour_ms) FROM minutes WHERE hour_ms >= ?1 AND app <> '' GROUP BY app",
        )?;
        let rows = select.query_map([signed(hour_ms)], |row| {
            Ok((row.get::<_, String>(0)?.into(), unsigned(row.get(1)?), unsigned(row.get(2)?)))
        })?;
        rows.collect()
    }

    /// Packs what is older than two days by ten minutes, deletes what is older than `kept_ms`, and shrinks the file: a part of
    /// it each time, where there is much.
    pub(super) fn tidy(&mut self, now_ms: u64, kept_ms: u64) -> rusqlite::Result<()> {
        let before = |age_ms: u64| hour_of(now_ms.saturating_sub(age_ms));
        let mut deleted = 0;
        for step in STEPS {
            deleted += self.delete(step, before(kept_ms))?;
        }
        deleted += self.pack_minutes(before(MINUTES_KEPT_MS))?;
        if deleted > 0 {
            self.shrink()?;
        }
        Ok(())
    }

    fn delete(&mut self, step: Step, before_ms: u64) -> rusqlite::Result<usize> {
        let Some((first, _)) = self.hours(step)? else { return Ok(0) };
        let before_ms = before_ms.min(first.saturating_add(HOURS_AT_ONCE * HOUR_MS));
        let sql = format!("DELETE FROM {} WHERE hour_ms < ?1", table(step));
        self.db.prepare_cached(&sql)?.execute([signed(before_ms)])
    }

    fn pack_minutes(&mut self, before_ms: u64) -> rusqlite::Result<usize> {
        let Some((first, _)) = self.hours(Step::Minute)? else { return Ok(0) };
        let before_ms = before_ms.min(first.saturating_add(HOURS_AT_ONCE * HOUR_MS));
        let transaction = self.db.transaction()?;
        {
            let sql = "SELECT hour_ms, app, packed FROM minutes WHERE hour_ms < ?1 ORDER BY hour_ms, app";
            let mut select = transaction.prepare_cached(sql)?;
            let mut rows = select.query([signed(before_ms)])?;
            while let Some(row) = rows.next()? {
                let (hour_ms, app) = (unsigned(row.get(0)?), row.get_ref(1)?.as_str()?);
                if let Some(hour) = unpack(row.get_ref(2)?.as_blob()?, columns(app)) {
                    merge_into(&transaction, hour_ms, app, &hour.by_ten_minutes())?;
                }
            }
        }
        let sql = "DELETE FROM minutes WHERE hour_ms < ?1";
        let packed = transaction.prepare_cached(sql)?.execute([signed(before_ms)])?;
        transaction.commit()?;
        Ok(packed)
    }

    /// Each step of the statement gives one page back.
    fn shrink(&self) -> rusqlite::Result<()> {
        let mut vacuum = self.db.prepare(&format!("PRAGMA incremental_vacuum({PAGES_AT_ONCE})"))?;
        let mut pages = vacuum.query([])?;
        while pages.next()?.is_some() {}
        Ok(())
    }
}

const STEPS: [Step; 2] = [Step::Minute, Step::TenMinutes];

/// The table with rows by this step.
fn table(step: Step) -> &'static str {
    match step {
        Step::Minute => "minutes",
        Step::TenMinutes => "ten_minutes",
    }
}

/// The row of an app and hour. One that cannot be read counts as missing: the pages of the file are checked when it is opened, so it is
/// of no version that is known.
fn find(db: &Connection, step: Step, hour_ms: u64, app: &str) -> rusqlite::Result<Option<Hour>> {
    let sql = format!("SELECT packed FROM {} WHERE hour_ms = ?1 AND app = ?2", table(step));
    let mut select = db.prepare_cached(&sql)?;
    let read = |row: &rusqlite::Row<'_>| Ok(unpack(row.get_ref(0)?.as_blob()?, columns(app)));
    let found = select.query_row(params![signed(hour_ms), app], read).optional()?;
    Ok(found.flatten().filter(|hour| hour.step == step))
}

fn merge_into(transaction: &Transaction<'_>, hour_ms: u64, app: &str, more: &Hour) -> rusqlite::Result<()> {
    let mut hour = find(transaction, more.step, hour_ms, app)?.unwrap_or_else(|| Hour::new(more.step));
    hour.merge(more);
    let sql = format!(
        "INSERT INTO {} (hour_ms, app, packed) VALUES (?1, ?2, ?3)
         ON CONFLICT (hour_ms, app) DO UPDATE SET packed = excluded.packed",
        table(more.step)
    );
    let packed = pack(&hour, columns(app));
    transaction.prepare_cached(&sql)?.execute(params![signed(hour_ms), app, packed])?;
    Ok(())
}

/// Numbers of SQLite have a sign; times fit.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

#[cfg(test)]
#[path = "store_tests.rs"]
mod tests;
