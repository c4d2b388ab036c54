//! A part of the table that one lock guards: everything that a writer touches belongs to one shard.
//!
//! The index is the only truth. Queues, free lists and counts follow from the entries that it holds, so that a shard whose
//! writer died in the midst of a change is [rebuilt](rebuild) from it, and loses the entry in the works at most.

pub(crate) mod control;
mod eviction;
mod index;
mod limbo;
mod queue;
mod rebuild;
#[cfg(test)]
mod rebuild_tests;
mod room;

use control::Control;

use crate::heap::{Damaged, Heap};
use crate::layout::Place;
use crate::living::Living;
use crate::lock::Taken;
use crate::sync::Held as _;
use crate::table::Table;

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
    /// Takes the lock, and repairs what a dead owner left behind.
    pub(crate) fn take(table: &'a Table, place: &'a Place, who: Who<'a>) -> Self {
        let control = place.control(&table.region);
        let Who { me, slot, living, now } = who;
        let taken = control.lock.0.take(me, &|owner| table.is_dead(living, owner));
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
    pub(crate) fn repaired<T>(&self, mut act: impl FnMut(&Self) -> Result<T, Damaged>) -> Option<T> {
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
            // A fault of this crate struck in the midst of a change: the next owner repairs it.
            self.control.ready.set(2);
        }
        self.control.lock.0.give(self.me);
    }
}
