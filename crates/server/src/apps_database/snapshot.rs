//! The rows as they were last read, and what became of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::row::Row;

/// Refused rows that are named; the others are counted.
const MOST_NAMED: usize = 100;

/// The rows that were last read, for the loader, shared by who reads the table and who loads the settings.
#[derive(Debug, Clone, Default)]
pub(crate) struct Snapshot(Arc<Mutex<Content>>);

#[derive(Debug, Default)]
struct Content {
    /// `None`: the table has not been read.
    rows: Option<Arc<[Row]>>,
    in_effect: Arc<[Row]>,
}

impl Snapshot {
    fn with<T>(&self, f: impl FnOnce(&mut Content) -> T) -> T {
        f(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// These are in the table.
    pub(crate) fn set(&self, rows: Arc<[Row]>) {
        self.with(|content| content.rows = Some(rows));
    }

    /// What was in effect when the process before this one ended.
    pub(super) fn set_copy(&self, rows: Arc<[Row]>) {
        self.with(|content| content.in_effect = rows);
    }

    /// What is in the table, or was when it was last read; `None` if it has not been read.
    pub(crate) fn rows(&self) -> Option<Arc<[Row]>> {
        self.with(|content| content.rows.clone())
    }

    /// These are in effect: a row that is wrong from now on keeps what it has here.
    pub(crate) fn set_in_effect(&self, rows: &Rows) {
        self.with(|content| content.in_effect = Arc::clone(&rows.in_effect));
    }

    /// The rows whose settings are in effect, by their ids.
    pub(crate) fn in_effect(&self) -> HashMap<String, Row> {
        let rows = self.with(|content| Arc::clone(&content.in_effect));
        rows.iter().map(|row| (row.id().to_owned(), row.clone())).collect()
    }
}

/// What became of the rows in settings that were loaded.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rows {
    /// The rows whose settings are in effect.
    pub(crate) in_effect: Arc<[Row]>,
    /// What is wrong with the others, a line each.
    pub(crate) refused: Arc<[String]>,
}

impl Rows {
    /// Logs what is refused, and was not before.
    pub(crate) fn report(&self, before: &Self) {
        let known: std::collections::HashSet<&String> = before.refused.iter().collect();
        let mut new = self.refused.iter().filter(|line| !known.contains(line));
        new.by_ref().take(MOST_NAMED).for_each(|line| tracing::error!("{line}"));
        let more = new.count();
        if more > 0 {
            tracing::error!("apps database: {more} more rows are refused; `baton app list` names all");
        }
    }
}
