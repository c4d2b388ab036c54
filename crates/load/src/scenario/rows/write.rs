//! How rows are written.

use serde::{Deserialize, Serialize};

use super::super::within;
use crate::stamp::MARK_BYTES;

/// How rows are written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Write {
    /// Rows a second, due at fixed times whatever PostgreSQL and the server do; 0 for as many as
    /// clients follow.
    pub per_second: f64,
    /// Bytes of text in each row.
    pub payload_bytes: usize,
    /// Connections that write, each one statement at a time.
    pub connections: usize,
    /// The most rows in one transaction. Rows are written together that are due by the time a
    /// connection is free.
    pub rows_per_commit: usize,
    /// Without a rate: rows that may be on their way to the last client.
    pub window: u64,
}

impl Default for Write {
    fn default() -> Self {
        Self { per_second: 0.0, payload_bytes: 100, connections: 1, rows_per_commit: 1, window: 256 }
    }
}

impl Write {
    pub(super) fn check(&self) -> Result<(), String> {
        within("write.per_second", self.per_second, 0.0, 1_000_000.0)?;
        within("write.payload_bytes", self.payload_bytes, MARK_BYTES, 65_536)?;
        within("write.connections", self.connections, 1, 32)?;
        within("write.rows_per_commit", self.rows_per_commit, 1, 1_000)?;
        within("write.window", self.window, 1, 100_000)
    }
}
