//! One cache line of the index, and how it is read while others change it.
//!
//! A slot is one word, so each change commits by one store and a reader never meets half of one. What remains to be
//! caught is a reader that holds the offset of an entry while its memory is given to another: for that every bucket
//! counts what was **unlinked** from it.
//!
//! ```text
//! writer                              reader
//! slot := empty or another            seen := unlinks      (acquire)
//! unlinks := unlinks + 1 (release)    slot                 (acquire)
//! … the block returns to the heap …   the entry's words    (relaxed)
//! fence (release), in `draft`         fence (acquire)
//! other bytes into the block          unlinks == seen ?
//! ```
//!
//! A reader that saw one of the other bytes sees, behind its fence, everything from before the writer's fence, and so
//! the higher count. A reader that began with the higher count has seen the slot's change, too. There is no state in
//! which a reader has to wait: a writer that dies between the two stores leaves a block that nobody frees, and the
//! process that takes over its lock counts up before the memory is used again. `tests/models` tries all orders of this.
//!
//! A chain of overflow buckets is guarded by the count of its first bucket. Memory of buckets is never memory of
//! entries, so a reader that marks a slot as used may be late: it compares the whole word, and hits a slot or nothing.

use crate::sync::{AtomicU32, AtomicU64, Ordering, fence};

/// Slots of a bucket: with the two counters they fill a line of 64 bytes.
pub(crate) const SLOTS: usize = 7;

/// Buckets of a chain at most, and so entries: 16 × 7 = 112. At the most entries that the heap can hold a chain has two buckets on
/// average; a longer one than this gives up an entry for a new one.
pub(crate) const CHAIN: usize = 16;

/// Uses of an entry that are counted in its slot: more say nothing, so a hit on what is read often stores nothing.
pub(crate) const MOST_USES: u16 = 3;

/// See the module's text.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Bucket {
    /// How often something was taken out of this bucket or its chain.
    unlinks: AtomicU32,
    /// The next bucket of the chain: its number among the overflow buckets and 1, or 0.
    pub(crate) chain: AtomicU32,
    slots: [AtomicU64; SLOTS],
}

/// What a slot says: where the entry is, in units of 16 bytes; 16 bits of its hash; and how it was used of late, which
/// [evicting](crate::shard::eviction) reads. All bits zero: empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot(pub(crate) u64);

impl Slot {
    pub(crate) const EMPTY: Self = Self(0);

    pub(crate) fn new(tag: u16, used: u16, offset: u32) -> Self {
        Self(u64::from(tag) << 48 | u64::from(used) << 32 | u64::from(offset))
    }

    #[inline]
    pub(crate) fn tag(self) -> u16 {
        (self.0 >> 48) as u16
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the bits above are the tag")]
    pub(crate) fn used(self) -> u16 {
        (self.0 >> 32) as u16
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the low half is the offset")]
    pub(crate) fn offset(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub(crate) fn with_used(self, used: u16) -> Self {
        Self::new(self.tag(), used, self.offset())
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.offset() == 0
    }
}

/// The first slot of those that [`Bucket::matching`] says; a number beyond the last slot if there is none.
#[inline]
pub(crate) fn first_of(matching: u32) -> usize {
    (matching.trailing_zeros() as usize / 2).wrapping_sub(1)
}

impl Bucket {
    #[cfg(test)]
    #[allow(dead_code, reason = "the models make one")]
    pub(crate) fn new() -> Self {
        Self {
            unlinks: AtomicU32::new(0),
            chain: AtomicU32::new(0),
            slots: std::array::from_fn(|_| AtomicU64::new(0)),
        }
    }

    /// The count that a reading begins with.
    #[inline]
    pub(crate) fn watch(&self) -> u32 {
        self.unlinks.load(Ordering::Acquire)
    }

    /// Where the count lies, for who looks at it by other means.
    #[inline]
    pub(crate) fn count_address(&self) -> *const u32 {
        core::ptr::from_ref(&self.unlinks).cast()
    }

    /// Whether nothing was unlinked since the count was `seen`: then all that was read since is whole.
    #[inline]
    pub(crate) fn is_unchanged(&self, seen: u32) -> bool {
        fence(Ordering::Acquire);
        self.unlinks.load(Ordering::Relaxed) == seen
    }

    /// A slot; an empty one beyond the last.
    #[inline]
    pub(crate) fn slot(&self, index: usize) -> Slot {
        if index < SLOTS { Slot(self.slots[index].load(Ordering::Acquire)) } else { Slot::EMPTY }
    }

    /// Where the word of a slot lies.
    ///
    /// # Panics
    /// If there is no such slot.
    #[inline]
    pub(crate) fn place(&self, index: usize) -> &AtomicU64 {
        &self.slots[index]
    }

    /// The slots that have this tag: two bits for each, of which the higher says it, behind two of the counters.
    #[inline]
    #[cfg_attr(
        all(target_arch = "x86_64", not(miri)),
        allow(dead_code, reason = "the twin of `region::matching`")
    )]
    pub(crate) fn matching(&self, tag: u16) -> u32 {
        let is_match = |index: usize| u32::from(self.slot(index).tag() == tag) << (2 * index + 3);
        is_match(0) | is_match(1) | is_match(2) | is_match(3) | is_match(4) | is_match(5) | is_match(6)
    }

    /// Puts a finished entry into an empty slot. Only under the shard's lock, as what follows.
    pub(crate) fn link(&self, index: usize, slot: Slot) {
        self.slots[index].store(slot.0, Ordering::Release);
    }

    /// Takes an entry out of a slot of `part`, which belongs to this chain, and puts another one or none there.
    pub(crate) fn unlink(&self, part: &Self, index: usize, instead: Slot) {
        part.slots[index].store(instead.0, Ordering::Release);
        self.count_unlink();
    }

    /// Says that what was read before may be gone.
    pub(crate) fn count_unlink(&self) {
        let count = self.unlinks.load(Ordering::Relaxed);
        self.unlinks.store(count.wrapping_add(1), Ordering::Release);
    }

    /// Notes a use, if a slot still says `slot`. The only store of a reader.
    pub(crate) fn mark(&self, slot: Slot, used: u16) {
        if let Some(place) = self.slots.iter().find(|place| place.load(Ordering::Relaxed) == slot.0) {
            let marked = slot.with_used(used).0;
            let _ = place.compare_exchange(slot.0, marked, Ordering::Relaxed, Ordering::Relaxed);
        }
    }
}
