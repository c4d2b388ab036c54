//! A table in zeroed memory, with workers that can die.
#![allow(unsafe_code, reason = "it makes regions and reads values in place")]

use std::alloc::Layout;
use std::cell::RefCell;
use std::collections::HashSet;
use std::ptr::NonNull;
use std::rc::Rc;
use std::sync::Arc;

use baton_near_cache::{Living, Policy, Region, Settings, Table, Worker};

/// Bytes of a region that is full soon.
pub(crate) const SMALL: usize = 192 << 10;
/// Bytes of one that no test fills.
#[allow(dead_code, reason = "the fuzz target takes this file, and needs no large world")]
pub(crate) const LARGE: usize = 64 << 20;

/// Memory that is freed last.
#[derive(Debug)]
pub(crate) struct Memory {
    pub(crate) start: NonNull<u8>,
    pub(crate) len: usize,
}

impl Memory {
    fn new(len: usize) -> Self {
        // SAFETY: the layout has bytes.
        let start = unsafe { std::alloc::alloc_zeroed(Layout::from_size_align(len, 4096).unwrap()) };
        Self { start: NonNull::new(start).unwrap(), len }
    }

    /// Changes a byte behind the table's back.
    pub(crate) fn flip(&self, at: usize, bits: u8) {
        // SAFETY: it is within the memory.
        unsafe {
            let byte = self.start.as_ptr().add(at % self.len);
            byte.write_volatile(byte.read_volatile() ^ bits);
        }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: it was made with this layout.
        unsafe { std::alloc::dealloc(self.start.as_ptr(), Layout::from_size_align(self.len, 4096).unwrap()) };
    }
}

/// Who lives, as the test says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Village(Rc<RefCell<HashSet<u16>>>);

impl Living for Village {
    fn claim(&self, slot: u16) -> bool {
        self.0.borrow_mut().insert(slot)
    }

    fn release(&self, slot: u16) {
        self.0.borrow_mut().remove(&slot);
    }

    fn is_alive(&self, slot: u16) -> bool {
        self.0.borrow().contains(&slot)
    }
}

/// Two workers at one table: one acts, and one may pin.
pub(crate) struct World {
    pub(crate) actor: Option<Worker<Village>>,
    pub(crate) reader: Worker<Village>,
    pub(crate) village: Village,
    pub(crate) table: Arc<Table>,
    /// Entries that were not found although nobody removed them.
    pub(crate) lost: usize,
    /// The last, so that it is freed last.
    pub(crate) memory: Memory,
}

impl World {
    pub(crate) fn new(len: usize, policy: Policy) -> Self {
        let memory = Memory::new(len);
        // SAFETY: the memory outlives the table, and nobody else writes it but by `flip`.
        let region = unsafe { Region::new(memory.start, memory.start, len) };
        let settings = Settings { policy, workers: 4, seed: [3, 4] };
        let table = Arc::new(Table::open_or_format(region, &settings).unwrap());
        let village = Village::default();
        let join = || Worker::join(Arc::clone(&table), village.clone()).unwrap();
        Self {
            actor: Some(join()),
            reader: join(),
            village: village.clone(),
            table: Arc::clone(&table),
            lost: 0,
            memory,
        }
    }

    pub(crate) fn actor(&self) -> &Worker<Village> {
        self.actor.as_ref().unwrap()
    }

    /// The actor dies without a word, and another takes its place.
    pub(crate) fn kill(&mut self) {
        let dead = self.actor.take().unwrap();
        self.village.release(dead.slot());
        dead.abandon();
        self.actor = Some(Worker::join(Arc::clone(&self.table), self.village.clone()).unwrap());
    }
}
