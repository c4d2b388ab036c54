//! What belongs to one worker alone: its pins and its counters.
//!
//! A worker's place among the others is its *slot*, which [`Living`](crate::Living) guards; a `Seat` is the memory of it. Only its
//! holder writes there, on lines that nobody else writes, so counting costs no traffic between cores.

use crate::pins::{self, PAGE_WORDS};
use crate::sync::{AtomicU32, AtomicU64, Held, Ordering};

/// Counters of a worker.
pub const COUNTERS: usize = 16;

/// Entries that were found. See [`Worker::counter`](crate::Worker::counter).
pub const HITS: usize = 0;
/// Keys that nothing was found for, expired ones included.
pub const MISSES: usize = 1;
/// Of these the ones that had expired.
pub const EXPIRED: usize = 2;
/// The first counter that is the owner's.
pub const OWN: usize = 3;

/// Bits of an owner's number that say the slot: 4,096 and one more, as 0 is nobody.
const SLOT_BITS: u32 = 13;

/// Owners are below this: the bit above says that somebody waits.
const OWNERS: u32 = 1 << 31;

/// See the module's text. 448 bytes.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Seat {
    /// How often the slot was taken.
    pub(crate) tenancy: AtomicU32,
    /// 1 while it is taken: found by the next tenant, it says that the one before died.
    pub(crate) taken: AtomicU32,
    /// See [`pins`](crate::pins).
    pub(crate) pin: AtomicU64,
    /// The epoch of the oldest draft: what a [rebuild](crate::rebuild) takes for a gap may be one.
    pub(crate) drafting: AtomicU64,
    /// Shards that may hold drafts of this worker, a bit for each.
    pub(crate) draft_shards: AtomicU64,
    /// How many of the table's listeners are this worker's.
    pub(crate) listeners: AtomicU64,
    /// The epoch of the oldest loan, and of which pages loans are.
    pub(crate) borrowed: AtomicU64,
    /// 1 when writers find too much memory waiting: no page is to be borrowed any more until all are given back. Writers set it.
    pub(crate) told_to_copy: AtomicU32,
    _rest: [AtomicU32; 3],
    pub(crate) counters: [AtomicU64; COUNTERS],
    pub(crate) pages: [AtomicU64; PAGE_WORDS],
}

const _: () = assert!(size_of::<Seat>() == 448);

/// The number of a slot's tenant, for locks and drafts.
pub(crate) fn owner(slot: u16, tenancy: u32) -> u32 {
    (tenancy << SLOT_BITS | (u32::from(slot) + 1)) & (OWNERS - 1)
}

/// Whether a tenant's number is one of this slot's.
pub(crate) fn is_slot(number: u32, slot: u16) -> bool {
    number & ((1 << SLOT_BITS) - 1) == u32::from(slot) + 1
}

/// The slot of a tenant's number; None: nobody has such a number.
pub(crate) fn slot_of(number: u32) -> Option<u16> {
    u16::try_from((number & ((1 << SLOT_BITS) - 1)).checked_sub(1)?).ok()
}

impl Seat {
    /// Takes over the slot, from a tenant that is gone. Says whether that one died, and where it may have left drafts.
    pub(crate) fn enter(&self, slot: u16) -> (u32, bool, u64) {
        let died = self.taken.get() != 0;
        let tenancy = self.tenancy.get().wrapping_add(1);
        let drafts = self.draft_shards.get();
        self.tenancy.store(tenancy, Ordering::Release);
        self.taken.set(1);
        self.pin.store(0, Ordering::Release);
        self.drafting.store(0, Ordering::Release);
        self.give_back();
        (owner(slot, tenancy), died, drafts)
    }

    /// Leaves it in order.
    pub(crate) fn leave(&self) {
        self.draft_shards.set(0);
        self.drafting.store(0, Ordering::Release);
        self.pin.store(0, Ordering::Release);
        self.give_back();
        self.taken.store(0, Ordering::Release);
    }

    /// Ends all loans.
    pub(crate) fn give_back(&self) {
        pins::give_back(&self.borrowed, &self.pages);
        self.told_to_copy.set(0);
    }

    /// Counts up one counter. Only its tenant does.
    #[inline]
    pub(crate) fn count(&self, counter: usize) {
        let counter = &self.counters[counter];
        counter.set(counter.get().wrapping_add(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_tenant_is_somebody_else() {
        assert_ne!(owner(3, 1), owner(3, 2));
        assert_ne!(owner(3, 1), owner(4, 1));
        assert_ne!(owner(0, 0), 0, "0 is nobody");
        assert!(owner(4095, u32::MAX) < OWNERS);
        assert_eq!(owner(4095, 77) & 0x1FFF, 4096);
    }
}
