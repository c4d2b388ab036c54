//! What the metrics say of the table.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// Whether the table can be read.
#[derive(Debug, Default)]
pub(crate) struct Health(AtomicBool);

impl Health {
    pub(super) fn set(&self, is_up: bool) {
        self.0.store(is_up, Relaxed);
    }

    /// Whether the last attempt to read it succeeded.
    pub(crate) fn is_up(&self) -> bool {
        self.0.load(Relaxed)
    }
}
