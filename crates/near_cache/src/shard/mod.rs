//! A part of the table that one lock guards: everything that a writer touches belongs to one shard.
//!
//! The index is the only truth. Queues, free lists and counts follow from the entries that it holds, so that a shard whose
//! writer died in the midst of a change is [rebuilt](rebuild) from it, and loses the entry in the works at most.

mod index;
mod limbo;
mod queue;
mod rebuild;
#[cfg(test)]
mod rebuild_tests;
mod room;

use crate::header::Line;
use crate::heap::{Damaged, Heap, Lists};
use crate::layout::Place;
use crate::lock::{Lock, Taken};
use crate::sync::{AtomicU32, AtomicU64, Held as _};
use crate::table::Table;
use crate::{Living, seat};

pub(crate) use index::Spot;
pub(crate) use queue::{MAIN, SMALL};

/// What a shard keeps besides its buckets and its arena.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Control {
    lock: Line<Lock>,
    /// 0 until the shard was used for the first time.
    ready: AtomicU32,
    /// How often it was made, the first time included: a draft from before is lost.
    pub(crate) rebuilds: AtomicU32,
    /// The last stamp that was given.
    stamp: AtomicU64,
    pub(crate) entries: AtomicU64,
    pub(crate) evictions: AtomicU64,
    pub(crate) refused: AtomicU64,
    limbo: limbo::Limbo,
    queues: [queue::Queue; 2],
    /// Overflow buckets that were used and are free, and the first that never was.
    overflow_free: AtomicU32,
    overflow_fresh: AtomicU32,
    /// Where the search for expired entries goes on.
    hand: AtomicU32,
    pub(crate) lists: Lists,
}

impl Control {
    /// Units that wait in limbo.
    pub(crate) fn limbo_units(&self) -> u32 {
        self.limbo.units.get()
    }

    /// Whether it was ever used.
    pub(crate) fn is_ready(&self) -> bool {
        self.ready.get() != 0
    }
}

/// A shard whose lock is held.
pub(crate) struct Held<'a> {
    pub(crate) table: &'a Table,
    pub(crate) place: &'a Place,
    pub(crate) control: &'a Control,
    pub(crate) me: u32,
    slot: u16,
    living: &'a dyn Living,
    /// The latest time that the worker has heard of.
    now: u64,
}

/// Who wants to have a shard.
#[derive(Clone, Copy)]
pub(crate) struct Who<'a> {
    pub(crate) me: u32,
    pub(crate) slot: u16,
    pub(crate) living: &'a dyn Living,
    pub(crate) now: u64,
}

impl<'a> Held<'a> {
    /// Takes the lock, and mends what a dead owner left behind.
    pub(crate) fn take(table: &'a Table, place: &'a Place, who: Who<'a>) -> Self {
        let control = place.control(&table.region);
        let Who { me, slot, living, now } = who;
        let taken =
            control.lock.0.take(me, &|owner| seat::is_dead(&table.region, &table.layout, living, owner));
        let held = Self { table, place, control, me, slot, living, now };
        if taken == Taken::Robbed || control.ready.get() != 1 {
            held.rebuild();
        }
        held
    }

    pub(crate) fn heap(&self) -> Heap<'a> {
        Heap { region: &self.table.region, arena: self.place.arena, lists: &self.control.lists }
    }

    /// Does something, and does it once more on a rebuilt shard if the shard turns out damaged. None: it did not help.
    pub(crate) fn mended<T>(&self, mut act: impl FnMut(&Self) -> Result<T, Damaged>) -> Option<T> {
        act(self)
            .or_else(|Damaged| {
                self.rebuild();
                act(self)
            })
            .ok()
    }

    /// A stamp that no entry of the table had before.
    pub(crate) fn next_stamp(&self) -> u64 {
        let count = self.control.stamp.get().wrapping_add(1);
        self.control.stamp.set(count);
        (count << 6) | self.place.number as u64
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // A fault of this crate struck in the midst of a change: the next owner mends it.
            self.control.ready.set(2);
        }
        self.control.lock.0.give(self.me);
    }
}
