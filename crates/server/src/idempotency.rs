//! The idempotency keys of each app, and which of them a request is in progress with.

use std::collections::HashSet;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use arc_swap::ArcSwap;
use baton_hub::{AppId, HashSeed, Millis};
use baton_protocols::pusher::api::{Idempotency, IdempotencyLimits, Memory};

/// One table for each app, by its number.
pub(crate) struct IdempotencyTables {
    tables: ArcSwap<Vec<Arc<Table>>>,
    seed: HashSeed,
}

struct Table {
    keys: Mutex<Idempotency>,
    /// Keys whose requests are in progress: no more than there are threads that answer requests.
    running: Mutex<InProgress>,
    /// Notified when one of them ends.
    ended: Condvar,
}

impl IdempotencyTables {
    pub(crate) fn new(apps: usize, limits: IdempotencyLimits, seed: &HashSeed) -> Self {
        let all = Self { tables: ArcSwap::default(), seed: seed.clone() };
        all.configure(apps, limits);
        all
    }

    /// Replaces the limits of all tables, and makes those of new apps. Keys beyond the limits are dropped when others are
    /// added; the tables of removed apps are soon empty.
    pub(crate) fn configure(&self, apps: usize, limits: IdempotencyLimits) {
        let mut tables = Vec::clone(&self.tables.load());
        tables.iter().for_each(|table| locked(&table.keys).set_limits(limits));
        tables.resize_with(apps.max(tables.len()), || {
            Arc::new(Table {
                keys: Mutex::new(Idempotency::new(limits, self.seed.clone())),
                running: Mutex::default(),
                ended: Condvar::new(),
            })
        });
        self.tables.store(Arc::new(tables));
    }

    fn table(&self, app: AppId) -> Option<Arc<Table>> {
        self.tables.load().get(app.0 as usize).cloned()
    }

    /// Returns the memory of keys that have expired.
    pub(crate) fn expire(&self, now: Millis) {
        self.tables.load().iter().for_each(|table| locked(&table.keys).expire(now));
    }
}

/// Each entry is whole between two operations: what a panic left behind is right.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A request in progress; it ends even by a panic, so that repetitions do not wait for ever.
struct Running<'t> {
    table: &'t Table,
    key: &'t str,
}

#[derive(Default)]
struct InProgress {
    keys: HashSet<Box<str>>,
    /// How many repetitions wait.
    waiting: usize,
}

impl<'t> Running<'t> {
    fn begin(table: &'t Table, key: &'t str) -> Self {
        let mut running = locked(&table.running);
        running.waiting += 1;
        while running.keys.contains(key) {
            running = table.ended.wait(running).unwrap_or_else(PoisonError::into_inner);
        }
        running.waiting -= 1;
        running.keys.insert(key.into());
        Self { table, key }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        locked(&self.table.running).keys.remove(self.key);
        self.table.ended.notify_all();
    }
}

impl Memory for IdempotencyTables {
    fn exclusively(&self, app: AppId, key: &str, work: &mut dyn FnMut()) {
        if let Some(table) = self.table(app) {
            let _running = Running::begin(&table, key);
            work();
        }
    }

    fn with(&self, app: AppId, work: &mut dyn FnMut(&mut Idempotency)) {
        if let Some(table) = self.table(app) {
            work(&mut locked(&table.keys));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    const APP: AppId = AppId(0);

    fn tables() -> IdempotencyTables {
        IdempotencyTables::new(1, IdempotencyLimits::default(), &HashSeed::new([1, 2, 3, 4]))
    }

    #[test]
    fn a_request_waits_for_one_with_its_key_and_for_no_other() {
        let tables = tables();
        let (both, at_once) = (Barrier::new(2), AtomicUsize::new(0));
        thread::scope(|scope| {
            scope.spawn(|| {
                tables.exclusively(APP, "k", &mut || {
                    // Another key runs, and reads the table, while this one is in progress.
                    both.wait();
                    both.wait();
                    assert_eq!(at_once.load(Ordering::Relaxed), 0);
                });
            });
            both.wait();
            tables.exclusively(APP, "other", &mut || tables.with(APP, &mut |keys| assert!(keys.is_empty())));
            let repetition = scope.spawn(|| {
                tables.exclusively(APP, "k", &mut || _ = at_once.fetch_add(1, Ordering::Relaxed));
            });
            while locked(&tables.table(APP).unwrap().running).waiting == 0 {
                assert!(!repetition.is_finished(), "it does not wait");
                thread::yield_now();
            }
            both.wait();
            repetition.join().unwrap();
        });
        assert_eq!(at_once.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn a_request_that_panics_is_over() {
        let tables = tables();
        let panics = || tables.exclusively(APP, "k", &mut || panic!("a fault"));
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(panics)).unwrap_err();
        let mut ran = false;
        tables.exclusively(APP, "k", &mut || ran = true);
        assert!(ran);
    }
}
