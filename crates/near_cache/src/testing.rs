//! Memory and processes as unit tests need them.
#![allow(unsafe_code, reason = "it makes regions")]

use core::cell::RefCell;
use core::ptr::NonNull;
use std::alloc::Layout;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use crate::{Living, Meta, Moved, Policy, Region, Settings, Table, When, Worker};

/// Zeroed memory that outlives the regions made from it, by being leaked when a test fails and freed when it ends.
#[derive(Debug)]
pub(crate) struct Memory {
    start: NonNull<u8>,
    len: usize,
}

impl Memory {
    pub(crate) fn new(len: usize) -> Self {
        // SAFETY: the layout has bytes.
        let start = unsafe { std::alloc::alloc_zeroed(Layout::from_size_align(len, 4096).unwrap()) };
        Self { start: NonNull::new(start).unwrap(), len }
    }

    pub(crate) fn region(&self) -> Region {
        // SAFETY: it is the memory's own, which tests keep for longer.
        unsafe { Region::new(self.start, self.start, self.len) }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: it was made with this layout.
        unsafe { std::alloc::dealloc(self.start.as_ptr(), Layout::from_size_align(self.len, 4096).unwrap()) };
    }
}

/// Who lives, as a test says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Village {
    alive: Rc<RefCell<HashSet<u16>>>,
}

impl Village {
    /// The owner of this slot dies without cleaning up.
    pub(crate) fn kill(&self, slot: u16) {
        self.alive.borrow_mut().remove(&slot);
    }
}

impl Living for Village {
    fn claim(&self, slot: u16) -> bool {
        self.alive.borrow_mut().insert(slot)
    }

    fn release(&self, slot: u16) {
        self.alive.borrow_mut().remove(&slot);
    }

    fn is_alive(&self, slot: u16) -> bool {
        self.alive.borrow().contains(&slot)
    }
}

/// A table in memory of its own.
pub(crate) struct World {
    pub(crate) village: Village,
    pub(crate) table: Arc<Table>,
    _memory: Memory,
}

impl World {
    pub(crate) fn new(len: usize, policy: Policy) -> Self {
        let memory = Memory::new(len);
        let settings = Settings { policy, workers: 8, seed: [1, 2] };
        let table = Arc::new(Table::open_or_format(memory.region(), &settings).unwrap());
        Self { village: Village::default(), table, _memory: memory }
    }

    pub(crate) fn worker(&self) -> Worker<Village> {
        Worker::join(Arc::clone(&self.table), self.village.clone()).unwrap()
    }
}

/// Short ways to what tests do most.
impl Worker<Village> {
    pub(crate) fn put(&self, key: &[u8], value: &[u8], meta: &Meta, when: When) -> Result<u64, Moved> {
        let hash = self.table().hash(0, key);
        let mut draft = self.draft(hash, 0, key, value.len()).unwrap();
        assert!(draft.write(0, value));
        self.publish(draft, meta, when)
    }

    pub(crate) fn set(&self, key: &[u8], value: &[u8]) -> u64 {
        self.put(key, value, &Meta::default(), When::Always).unwrap()
    }

    pub(crate) fn get(&self, key: &[u8]) -> Option<Vec<u8>> {
        self.get_at(key, 0)
    }

    pub(crate) fn get_at(&self, key: &[u8], now: u64) -> Option<Vec<u8>> {
        self.find(self.table().hash(0, key), 0, key, || now).map(|found| found.to_vec().unwrap())
    }

    pub(crate) fn get_sort(&self, key: &[u8], sort: u8) -> Option<Vec<u8>> {
        let found = self.find_sort(self.table().hash(0, key), 0, key, sort, || 0);
        found.map(|found| found.to_vec().unwrap())
    }

    pub(crate) fn del(&self, key: &[u8]) -> bool {
        self.remove(self.table().hash(0, key), 0, key)
    }
}
