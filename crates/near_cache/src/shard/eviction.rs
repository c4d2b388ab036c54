//! Which entry is evicted: S3-FIFO (Yang and others, "FIFO queues are all you need for cache eviction", SOSP 2023).
//!
//! New entries go to a small queue. Those that are read again before they reach its end move to the main queue, all others are evicted;
//! a fingerprint of these stays, and an entry that returns soon goes to the main queue at once. There an entry
//! gets another round for each use, three at most. So what is read once, as by a scan, never evicts what is read often.
//!
//! Uses are counted in 16 bits beside each entry's place in the index (`used`), which readers write only until they say [`MOST_USES`](crate::bucket::MOST_USES):
//! a hit on a hot entry stores nothing. The queues belong to the writer.
//!
//! With [`Policy::Keep`] the same is recorded, and nothing is chosen.

#[cfg(test)]
mod tests;

use super::Held;
use super::control::{MAIN, SMALL};
use super::index::Spot;
use crate::bucket::MOST_USES;
use crate::heap::Damaged;
use crate::settings::Policy;
use crate::sync::Held as _;

/// Uses in the small queue that lead to the main one.
const PROVEN: u16 = 2;

/// The small queue has this part of the arena.
const SMALL_PART: u32 = 10;

/// Used entries that are passed over in search of another; then the oldest new entry goes, or else the oldest of all. Each
/// that was passed has lost a use, so the next search gets further: a lock is not held for a walk through all.
const PASSED: usize = 64;

impl<'a> Held<'a> {
    /// The queue of a new entry.
    pub(super) fn queue_of(&self, hash: u64) -> usize {
        let ghost = self.place.ghost(&self.table.region, hash);
        if ghost.get() != fingerprint(hash) {
            return SMALL;
        }
        ghost.set(0);
        MAIN
    }

    /// The entry to evict. None: the policy evicts none, or there is none.
    pub(super) fn choose(&self) -> Result<Option<Spot<'a>>, Damaged> {
        if self.table.settings.policy == Policy::Keep {
            return Ok(None);
        }
        for _ in 0..PASSED {
            let small_is_due = self.queue_units(SMALL) > self.place.arena.units / SMALL_PART;
            let oldest = if small_is_due { self.oldest(SMALL) } else { self.oldest(MAIN) };
            let Some(offset) = oldest.or_else(|| self.oldest(SMALL)) else { return Ok(None) };
            let spot = self.spot_of(offset)?;
            let (used, is_small) = (spot.slot.used(), spot.entry.block.owner.get() as usize == SMALL);
            if !self.is_stale(spot.entry) && used >= if is_small { PROVEN } else { 1 } {
                spot.set_used(if is_small { 0 } else { used.min(MOST_USES) - 1 });
                self.dequeue(offset)?;
                self.enqueue(MAIN, offset)?;
                continue;
            }
            if is_small {
                let hash = spot.entry.hash.get();
                self.place.ghost(&self.table.region, hash).set(fingerprint(hash));
            }
            return Ok(Some(spot));
        }
        let Some(offset) = self.oldest(SMALL).or_else(|| self.oldest(MAIN)) else { return Ok(None) };
        self.spot_of(offset).map(Some)
    }

    /// How much an entry is worth: the lowest goes first.
    pub(super) fn rank(&self, spot: &Spot<'_>) -> u32 {
        if self.is_stale(spot.entry) { 0 } else { 1 + u32::from(spot.slot.used()) }
    }
}

/// What stays of an entry that was evicted. The ghost's place says the low bits of the hash, this the high ones.
pub(super) fn fingerprint(hash: u64) -> u32 {
    let [.., a, b, c, d] = hash.to_le_bytes();
    u32::from_le_bytes([a, b, c, d]) | 1
}
