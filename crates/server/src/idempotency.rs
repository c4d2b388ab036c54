//! The idempotency keys of each app, and which of them a request is in progress with.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock};

use baton_hub::{AppId, HashSeed, Millis};
use baton_protocols::pusher::api::{Idempotency, IdempotencyLimits, Memory, Remembered};

use crate::history::Store;

/// A table for each app that has keys, or a request in progress with one.
pub(crate) struct IdempotencyTables {
    tables: RwLock<HashMap<AppId, Arc<Table>>>,
    limits: Mutex<IdempotencyLimits>,
    seed: HashSeed,
    /// Where keys outlive the process.
    store: Option<Arc<Store>>,
}

struct Table {
    keys: Mutex<Idempotency>,
    /// Keys whose requests are in progress: no more than there are threads that answer requests.
    running: Mutex<InProgress>,
    /// Notified when one of them ends.
    ended: Condvar,
}

impl IdempotencyTables {
    pub(crate) fn new(limits: IdempotencyLimits, seed: &HashSeed, store: Option<Arc<Store>>) -> Self {
        Self { tables: RwLock::default(), limits: Mutex::new(limits), seed: seed.clone(), store }
    }

    /// Whether exactly this is remembered.
    pub(crate) fn knows(&self, app: AppId, what: &Remembered<'_>, now: Millis) -> bool {
        let known = self.tables.read().unwrap_or_else(PoisonError::into_inner).get(&app).cloned();
        known.is_some_and(|table| locked(&table.keys).knows(what, now))
    }

    /// Remembers what an earlier process did.
    pub(crate) fn restore(&self, app: AppId, what: &Remembered<'_>, now: Millis) {
        locked(&self.table(app).keys).restore(what, now);
    }

    /// Replaces the limits of all tables. Keys beyond them are dropped when others are added.
    pub(crate) fn set_limits(&self, limits: IdempotencyLimits) {
        // Tables are added under this lock, so none is added with the former limits.
        let tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        *locked(&self.limits) = limits;
        tables.values().for_each(|table| locked(&table.keys).set_limits(limits));
    }

    fn table(&self, app: AppId) -> Arc<Table> {
        let known = self.tables.read().unwrap_or_else(PoisonError::into_inner).get(&app).cloned();
        known.unwrap_or_else(|| {
            let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
            let new = || Arc::new(Table::new(*locked(&self.limits), self.seed.clone()));
            Arc::clone(tables.entry(app).or_insert_with(new))
        })
    }

    /// Returns the memory of keys that have expired, and the tables of apps that have no more.
    pub(crate) fn expire(&self, now: Millis) {
        self.tables.write().unwrap_or_else(PoisonError::into_inner).retain(|_, table| {
            let mut keys = locked(&table.keys);
            keys.expire(now);
            // A request holds a reference to the table that it uses, and takes it under the lock that is held here.
            !keys.is_empty() || Arc::strong_count(table) > 1
        });
    }
}

impl Table {
    fn new(limits: IdempotencyLimits, seed: HashSeed) -> Self {
        Self {
            keys: Mutex::new(Idempotency::new(limits, seed)),
            running: Mutex::default(),
            ended: Condvar::new(),
        }
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
        let table = self.table(app);
        let _running = Running::begin(&table, key);
        match &self.store {
            // Its messages and its key are stored together: a retry after a crash finds both or neither.
            Some(store) => store.batch(work),
            None => work(),
        }
    }

    fn remembered(&self, app: AppId, what: &Remembered<'_>) {
        if let Some(store) = &self.store {
            store.published(app, what);
        }
    }

    fn with(&self, app: AppId, work: &mut dyn FnMut(&mut Idempotency)) {
        work(&mut locked(&self.table(app).keys));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use baton_protocols::App;
    use baton_protocols::pusher::api::idempotency::REMEMBERED_MS;
    use baton_protocols::pusher::api::{self, Request};

    use super::*;
    use crate::cli::sign::signed_query;
    use crate::clock;
    use crate::config::Config;
    use crate::metrics::Metrics;
    use crate::node::Node;
    use crate::settings::Settings;

    const APP: AppId = AppId(0);

    fn tables() -> IdempotencyTables {
        IdempotencyTables::new(IdempotencyLimits::default(), &HashSeed::new([1, 2, 3, 4]), None)
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
            while locked(&tables.table(APP).running).waiting == 0 {
                assert!(!repetition.is_finished(), "it does not wait");
                thread::yield_now();
            }
            both.wait();
            repetition.join().unwrap();
        });
        assert_eq!(at_once.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn a_table_is_there_while_it_has_keys_or_a_request_is_in_progress() {
        let app = App::new(APP, "a", "a", "secret");
        let settings = Settings { apps: vec![app.clone()], ..Settings::default() };
        let config = Config::new(settings, None, 0).unwrap();
        let node = Node::new(config, Vec::new(), Arc::new(Metrics::new(0)));
        let tables = &node.idempotency;
        let count = || tables.tables.read().unwrap().len();
        tables.exclusively(APP, "k", &mut || {
            tables.expire(clock::now_ms());
            assert_eq!(count(), 1, "a repetition is to wait");
        });
        tables.expire(clock::now_ms());
        assert_eq!(count(), 0);
        let (path, body) = ("/apps/a/events", r#"{"name":"e","channel":"c","data":"1"}"#);
        let query = signed_query(&app, path, body, clock::unix_s());
        let idempotency_key = Some(b"k".as_slice());
        let request = Request { method: "POST", path, query: &query, body: body.as_bytes(), idempotency_key };
        assert_eq!(api::handle(&request, &node, tables).status, 200);
        tables.expire(clock::now_ms());
        assert_eq!(count(), 1, "the key is remembered");
        tables.expire(clock::now_ms() + REMEMBERED_MS);
        assert_eq!(count(), 0);
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
