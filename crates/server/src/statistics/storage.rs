//! The file where it can be used, and memory where it cannot.
//!
//! Statistics are no reason to stop serving, whatever their file is like. A file that is damaged, of a newer version or no file
//! of Baton's is renamed, and a new one begun. Where there can be none (the disk is full or read-only, another process has the
//! file) what comes is kept in memory for a day; every minute the file is tried again, and takes in what was kept.

use std::fs;
use std::path::{Path, PathBuf};

use super::column::Values;
use super::hour::{HOUR_MS, hour_of};
use super::places::{KEPT_MS, Row};
use super::store::{FILE, Store};
use crate::data_dir::is_damage;

/// How long values are kept in memory: a day of 1,000 apps takes some 20 MB.
const IN_MEMORY_MS: u64 = 24 * HOUR_MS;

/// The log has such a fault once an hour at most, and a file is renamed no more often.
const BETWEEN_MS: u64 = HOUR_MS;

/// What lies beside the file, and goes with it: another file in its place must not be given this one's journal.
const JOURNALS: [&str; 2] = ["-wal", "-shm"];

/// The tables, wherever they are.
pub(super) struct Storage {
    /// `data_dir`; without it, everything is in memory.
    directory: Option<PathBuf>,
    file: Option<Store>,
    /// What the file does not have.
    memory: Option<Store>,
    warned_ms: Option<u64>,
    /// The log says that the file cannot be used, and not yet that it can.
    has_warned: bool,
    renamed_ms: Option<u64>,
}

impl Storage {
    /// Opens nothing yet.
    pub(super) fn new(directory: Option<PathBuf>) -> Self {
        Self { directory, file: None, memory: None, warned_ms: None, has_warned: false, renamed_ms: None }
    }

    /// Whether what is added survives a restart.
    pub(super) fn is_stored(&self) -> bool {
        self.file.is_some()
    }

    /// Opens the file if it is not open; it then takes in what was kept in memory.
    pub(super) fn open(&mut self, now_ms: u64) {
        let Some(directory) = self.directory.clone().filter(|_| self.file.is_none()) else { return };
        match Store::open(&directory) {
            Ok(file) => self.file = Some(file),
            Err(unopened) if unopened.is_damaged && is_due(self.renamed_ms, now_ms) => {
                self.renamed_ms = Some(now_ms);
                self.begin_anew(&directory, now_ms, &unopened.why);
            }
            Err(unopened) => self.warn(now_ms, &unopened.why),
        }
        self.hand_over(now_ms);
    }

    fn begin_anew(&mut self, directory: &Path, now_ms: u64, why: &str) {
        match set_aside(directory, now_ms) {
            Ok(name) => {
                tracing::warn!(renamed = %name.display(), "statistics: {why}; it was renamed, and a new file is begun");
                match Store::open(directory) {
                    Ok(file) => self.file = Some(file),
                    Err(unopened) => self.warn(now_ms, &unopened.why),
                }
            }
            Err(error) => self.warn(now_ms, &format!("{why}; it cannot be renamed: {error}")),
        }
    }

    /// Gives the file what memory has.
    fn hand_over(&mut self, now_ms: u64) {
        let Some(file) = &mut self.file else { return };
        if let Some(memory) = &self.memory
            && let Err(error) = file.add_all(memory)
        {
            return self.give_up(now_ms, &error);
        }
        self.memory = None;
        if std::mem::take(&mut self.has_warned) {
            tracing::info!("statistics are stored in data_dir again");
        }
    }

    /// Adds values of the minute that begins at this moment.
    pub(super) fn add(&mut self, now_ms: u64, at_ms: u64, rows: &[Row]) {
        self.open(now_ms);
        if let Some(file) = &mut self.file {
            match file.add(at_ms, rows) {
                Ok(()) => return,
                Err(error) => self.give_up(now_ms, &error),
            }
        }
        if self.memory.is_none() {
            self.memory = Store::in_memory().ok();
        }
        let added = self.memory.as_mut().map(|memory| memory.add(at_ms, rows));
        if !matches!(added, Some(Ok(()))) {
            self.memory = None;
            self.warn(now_ms, "there is no memory for them, and the last day is lost");
        }
    }

    /// Deletes what is older than `kept_ms`, and packs what is older than two days.
    pub(super) fn tidy(&mut self, now_ms: u64, kept_ms: u64) {
        if let Some(file) = &mut self.file
            && let Err(error) = file.tidy(now_ms, kept_ms)
        {
            self.give_up(now_ms, &error);
        }
        if let Some(memory) = &mut self.memory
            && memory.tidy(now_ms, kept_ms.min(IN_MEMORY_MS)).is_err()
        {
            self.memory = None;
        }
    }

    /// Hands out what is known of an app, as [`Store::read`] does. What cannot be read is not known.
    pub(super) fn read(
        &mut self,
        now_ms: u64,
        app: &str,
        from_ms: u64,
        to_ms: u64,
        visit: &mut dyn FnMut(u64, Values),
    ) {
        if let Some(file) = &self.file
            && let Err(error) = file.read(app, from_ms, to_ms, &mut *visit)
        {
            self.give_up(now_ms, &error);
        }
        if let Some(memory) = &self.memory {
            // A store in memory fails only for want of memory; the next minute notices that.
            drop(memory.read(app, from_ms, to_ms, visit));
        }
    }

    /// Apps that were stored within the last two days, each with the first and the last hour of it.
    pub(super) fn recent_apps(&mut self, now_ms: u64) -> Vec<(Box<str>, u64, u64)> {
        let since_ms = hour_of(now_ms.saturating_sub(KEPT_MS));
        let found = self.file.as_ref().map(|file| file.apps_since(since_ms)).transpose();
        found
            .unwrap_or_else(|error| {
                self.give_up(now_ms, &error);
                None
            })
            .unwrap_or_default()
    }

    /// The file cannot be used at present. It is closed: what is in its place may be another one when it is tried again.
    fn give_up(&mut self, now_ms: u64, error: &rusqlite::Error) {
        self.file = None;
        let what = if is_damage(error) { "is damaged" } else { "cannot be used" };
        self.warn(now_ms, &format!("{FILE} in data_dir {what}: {error}"));
    }

    fn warn(&mut self, now_ms: u64, why: &str) {
        if is_due(self.warned_ms, now_ms) {
            (self.warned_ms, self.has_warned) = (Some(now_ms), true);
            tracing::warn!(
                "statistics are kept in memory, for a day: {why}; the file is tried again every minute (this is logged once an \
                 hour)"
            );
        }
    }
}

/// Whether something that happened then may happen again. A clock that went back is no reason to wait.
fn is_due(last_ms: Option<u64>, now_ms: u64) -> bool {
    last_ms.is_none_or(|last_ms| now_ms.abs_diff(last_ms) >= BETWEEN_MS)
}

/// Renames the file, and what lies beside it; returns the new name.
fn set_aside(directory: &Path, now_ms: u64) -> std::io::Result<PathBuf> {
    let renamed = |journal: &str| directory.join(format!("{FILE}.damaged-{}{journal}", now_ms / 1_000));
    for journal in JOURNALS {
        match fs::rename(directory.join(format!("{FILE}{journal}")), renamed(journal)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    fs::rename(directory.join(FILE), renamed(""))?;
    Ok(renamed(""))
}

#[cfg(test)]
#[path = "storage_tests.rs"]
mod tests;
