//! A shard's steps, as records of the log.

use std::sync::Arc;

use baton_hub::{Record, Recorder};

use super::{Store, record};
use crate::clock;

#[derive(Debug)]
pub(super) struct ShardRecorder {
    store: Arc<Store>,
}

impl ShardRecorder {
    pub(super) fn new(store: Arc<Store>) -> Self {
        Self { store }
    }
}

impl Recorder for ShardRecorder {
    fn is_available(&self) -> bool {
        self.store.journal.is_available()
    }

    fn record(&self, record: Record<'_>) {
        let (Record::Message { key, .. } | Record::Numbering { key, .. } | Record::End { key, .. }) = record;
        let apps = self.store.apps.load();
        // An app that was removed has no id any more: nothing of it is restored.
        if let Some(app) = apps.id(key.app) {
            record::write(app, record, clock::unix_ms(), |parts| self.store.journal.append(parts));
        }
    }
}
