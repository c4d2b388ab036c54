//! One thread of one process at the table.
#![allow(unsafe_code, reason = "a hit counts itself without asking where its counter lies")]

use core::cell::Cell;
use core::fmt;
use std::sync::Arc;

use crate::block::{Block, Kind};
use crate::heap::Damaged;
use crate::layout::Place;
use crate::living::Living;
use crate::lookup_cache::LookupCache;
use crate::pins;
use crate::seat::{self, COUNTERS, Seat};
use crate::shard::{Held, Who};
use crate::sync::{AtomicU64, Held as _, Ordering};
use crate::table::Table;

/// A member of the table: it finds and writes. Not for two threads at a time; a process that forks joins again in the child,
/// and [abandons](Self::abandon) the parent's worker there.
#[derive(Debug)]
pub struct Worker<L: Living> {
    pub(crate) table: Arc<Table>,
    pub(crate) living: L,
    slot: u16,
    /// Where its seat lies.
    seat: usize,
    /// The number by which locks and drafts name it.
    pub(crate) me: u32,
    drafts: Cell<u32>,
    /// The latest time that a caller has given.
    pub(crate) now: Cell<u64>,
    pub(crate) dice: Cell<u32>,
    /// Pages that it has borrowed from, counted by the bytes of the values.
    borrowed: Cell<u32>,
    pub(crate) lookups: LookupCache,
    is_abandoned: bool,
}

/// Pages that a worker may have borrowed from: an eighth of the region, so that none holds up what the others need.
const MOST_BORROWED: u32 = pins::PAGES / 8;

/// Every slot is taken by somebody who is alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full {
    /// Slots that there are.
    pub workers: u16,
}

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} workers use the shared memory, as many as it was made for: make it with more",
            self.workers
        )
    }
}

impl std::error::Error for Full {}

impl<L: Living> Worker<L> {
    /// Takes a slot. Whatever a dead worker left in it is cleaned up.
    ///
    /// # Errors
    /// [`Full`].
    pub fn join(table: Arc<Table>, living: L) -> Result<Self, Full> {
        let workers = table.layout.workers;
        let slot = (0..workers).find(|slot| living.claim(*slot)).ok_or(Full { workers })?;
        table.header().slots.0.fetch_max(u32::from(slot) + 1, Ordering::AcqRel);
        let (me, died, drafts) = table.layout.seat(&table.region, slot).enter(slot);
        let dice = Cell::new(me | 1);
        let (seat, now, drafts_open) = (table.layout.seat_offset(slot), Cell::new(0), Cell::new(0));
        let worker = Self {
            table,
            living,
            slot,
            seat,
            me,
            drafts: drafts_open,
            now,
            dice,
            borrowed: Cell::new(0),
            lookups: LookupCache::new(),
            is_abandoned: false,
        };
        if died {
            worker.free_drafts(slot, drafts);
        }
        worker.seat().draft_shards.set(0);
        worker.silence(worker.seat());
        Ok(worker)
    }

    /// Drops it without a trace in the table, as if the process had ended. For the child of a fork, whose copy this is: the
    /// slot is the parent's. Nothing is [released](Living::release).
    pub fn abandon(mut self) {
        self.is_abandoned = true;
    }

    /// The table that it is a member of.
    #[must_use]
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// Its slot.
    #[must_use]
    pub fn slot(&self) -> u16 {
        self.slot
    }

    /// From here on memory that values were found in stays as it is, until [`unpin`](Self::unpin). Pinning again changes nothing.
    ///
    /// Memory that entries leave meanwhile is not used again, for nobody: hold pins for a moment, and [borrow](Self::borrow) what is
    /// needed for longer. While a quarter of a shard waits, it refuses new entries.
    pub fn pin(&self) {
        if !self.is_pinned() {
            pins::pin(&self.table.header().epoch.0, &self.seat().pin);
        }
    }

    /// Borrows a value: its memory stays as it is until [`give_back`](Self::give_back), if the value is still there after this call or
    /// was found under a pin that is still held. False: this worker has borrowed an eighth of the region already, or so much memory
    /// waits that writers have asked for copies; nothing is borrowed then.
    pub fn borrow(&self, value: *const u8, len: usize) -> bool {
        let (seat, table) = (self.seat(), &*self.table);
        let Some(page) = table.page_of(value) else { return false };
        let (word, bit) = pins::page_bit(page);
        let word = &seat.pages[word];
        if word.get() & bit != 0 {
            return true;
        }
        let pages = u32::try_from(len >> table.layout.page_bits).unwrap_or(u32::MAX).saturating_add(1);
        let sum = self.borrowed.get().saturating_add(pages);
        if self.borrowed.get() == 0 {
            // Whatever was said to an earlier loan: one page at least can be had.
            seat.told_to_copy.set(0);
        } else if seat.told_to_copy.get() != 0 || sum > MOST_BORROWED {
            return false;
        }
        self.borrowed.set(sum);
        pins::borrow(&table.header().epoch.0, &seat.pin, &seat.borrowed, (word, bit));
        true
    }

    /// The map of pages that it has borrowed from, where the pages begin, and their bytes as a power of two: for owners who look at it
    /// without a call, as C does by `php/cache/rust/include/memory.h`.
    #[must_use]
    pub fn loans(&self) -> (&[AtomicU64], *const u8, u32) {
        (&self.seat().pages, self.table.region.readable(0), self.table.layout.page_bits)
    }

    /// Ends all loans: no value that was borrowed may be read any more.
    pub fn give_back(&self) {
        if self.borrowed.replace(0) > 0 {
            self.seat().give_back();
        }
    }

    /// For the child of a fork, which has the parent's addresses: from here on its own pin and loans hold what the `parent`'s did at the
    /// fork. The parent keeps them until this has returned.
    pub fn pin_as(&self, parent: &Self) {
        let (seat, parents) = (self.seat(), parent.seat());
        for (word, parents) in seat.pages.iter().zip(&parents.pages) {
            word.store(parents.load(Ordering::Acquire), Ordering::Release);
        }
        self.borrowed.set(parent.borrowed.get());
        pins::hold_as(&parents.borrowed, &seat.borrowed);
        pins::hold_as(&parents.pin, &seat.pin);
    }

    /// Ends it: no value that was found in place may be read any more.
    pub fn unpin(&self) {
        pins::unpin(&self.seat().pin);
    }

    /// Whether it has a pin.
    #[inline]
    #[must_use]
    pub fn is_pinned(&self) -> bool {
        self.seat().pin.get() != pins::NONE
    }

    /// One of this worker's 16 counters, which [`stats`](Table::stats) adds up over all workers. The first are [`HITS`](crate::HITS),
    /// [`MISSES`](crate::MISSES) and [`EXPIRED`](crate::EXPIRED); those from [`OWN`](crate::OWN) on are the owner's. Only this worker
    /// writes it. Indexes are taken modulo 16.
    #[must_use]
    pub fn counter(&self, index: usize) -> &AtomicU64 {
        &self.seat().counters[index % COUNTERS]
    }

    /// Sets what time it is, in the unit of `expires`: so writers know which entries they pass are expired. Finding sets it as well.
    pub fn set_now(&self, now: u64) {
        self.now.set(now);
    }

    /// Cleans up: what dead workers left, what nobody reads any more, and some of what has expired. To be called now and
    /// then; nothing is wrong for long if it is not, as joining and writing do the same where they need to.
    pub fn sweep(&self) {
        for slot in (0..self.table.slots_used()).filter(|slot| *slot != self.slot) {
            self.bury(slot);
        }
        // Taking a shard that nobody has used would make it, and have the system find memory for its index.
        let is_used = |place: &&Place| place.control(&self.table.region).is_ready();
        for place in self.table.layout.shards.iter().filter(is_used) {
            let held = self.hold(place);
            held.repaired(|held| held.drop_stale().and_then(|()| held.reclaim()));
        }
    }

    /// Cleans up what the worker of another slot has left, if it is dead.
    pub(crate) fn bury(&self, slot: u16) {
        let seat = self.table.layout.seat(&self.table.region, slot);
        if seat.taken.load(Ordering::Acquire) != 0 && self.living.claim(slot) {
            let (_, _, drafts) = seat.enter(slot);
            self.free_drafts(slot, drafts);
            self.silence(seat);
            seat.leave();
            self.living.release(slot);
        }
    }

    #[inline]
    pub(crate) fn seat(&self) -> &Seat {
        // SAFETY: the seats lie within the region, and joining has worked out where this one does.
        unsafe { self.table.region.at_unchecked(self.seat) }
    }

    /// Takes the lock of a shard.
    pub(crate) fn hold<'a>(&'a self, place: &'a Place) -> Held<'a> {
        let who = Who { me: self.me, slot: self.slot, living: &self.living, now: self.now.get() };
        Held::take(&self.table, place, who)
    }

    /// Records that a draft was made in this shard, whose lock is held, for the one that cleans up after this worker.
    pub(crate) fn begin_draft(&self, place: &Place) {
        let seat = self.seat();
        if self.drafts.replace(self.drafts.get() + 1) == 0 {
            pins::hold(&self.table.header().epoch.0, &seat.drafting);
        }
        seat.draft_shards.store(seat.draft_shards.get() | 1 << place.number, Ordering::Release);
    }

    /// A draft is done with.
    pub(crate) fn end_draft(&self) {
        self.drafts.set(self.drafts.get().saturating_sub(1));
        if self.drafts.get() == 0 {
            self.seat().draft_shards.store(0, Ordering::Release);
            pins::unpin(&self.seat().drafting);
        }
    }

    /// Frees what former tenants of a slot have left half written, in the shards that these bits name.
    fn free_drafts(&self, slot: u16, shards: u64) {
        let tenancy = self.table.layout.seat(&self.table.region, slot).tenancy.load(Ordering::Acquire);
        let tenant = seat::owner(slot, tenancy);
        self.free_drafts_of(shards, |owner| owner != tenant && seat::is_slot(owner, slot));
    }

    fn free_drafts_of(&self, shards: u64, is_gone: impl Fn(u32) -> bool) {
        for place in self.table.layout.shards.iter().filter(|place| shards >> place.number & 1 == 1) {
            self.hold(place).repaired(|held| free_drafts_in(held, &is_gone));
        }
    }
}

/// Frees the drafts of some owners in one shard.
fn free_drafts_in(held: &Held<'_>, is_gone: impl Fn(u32) -> bool) -> Result<(), Damaged> {
    let heap = held.heap();
    let mut dead = Vec::new();
    let mut next = Some((heap.arena.start, heap.block(heap.arena.start)?));
    while let Some((offset, block)) = next {
        let is_draft = |block: &Block| block.kind() == Some(Kind::Draft);
        if is_draft(block) && is_gone(block.owner.get()) {
            dead.push(offset);
        }
        next = heap.after(offset, block)?;
    }
    dead.into_iter().try_for_each(|offset| heap.free(offset))
}

impl<L: Living> Drop for Worker<L> {
    fn drop(&mut self) {
        if self.is_abandoned {
            return;
        }
        // Drafts borrow the worker; those that were forgotten are freed here.
        let drafts = self.seat().draft_shards.get();
        self.free_drafts_of(drafts, |owner| owner == self.me);
        self.silence(self.seat());
        self.seat().leave();
        self.living.release(self.slot);
    }
}
