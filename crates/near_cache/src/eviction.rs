//! Which entry is evicted: S3-FIFO (Yang and others, "FIFO queues are all you need for cache eviction", SOSP 2023).
//!
//! New entries go to a small queue. Those that are read again before they reach its end move to the main queue, all others are evicted;
//! a fingerprint of these stays, and an entry that returns soon goes to the main queue at once. There an entry
//! gets another round for each use, three at most. So what is read once, as by a scan, never evicts what is read often.
//!
//! Uses are counted in 16 bits beside each entry's place in the index (`used`), which readers write only until they say [`MOST_USES`]:
//! a hit on a hot entry stores nothing. The queues belong to the writer.
//!
//! With [`Policy::Keep`] the same is recorded, and nothing is chosen.

#[cfg(test)]
mod tests;

use crate::Policy;
use crate::heap::Damaged;
use crate::shard::{Held, MAIN, SMALL, Spot};
use crate::sync::Held as _;

/// Uses that are counted.
pub(crate) const MOST_USES: u16 = 3;

/// Uses in the small queue that lead to the main one.
const PROVEN: u16 = 2;

/// The small queue has this part of the arena.
const SMALL_PART: u32 = 10;

/// Used entries that are passed over in search of another; then the oldest new entry goes, or else the oldest of all. Each
/// that was passed has lost a use, so the next search gets further: a lock is not held for a walk through all.
const PASSED: usize = 64;

/// The queue of a new entry.
pub(crate) fn queue_of(shard: &Held<'_>, hash: u64) -> usize {
    let ghost = shard.place.ghost(&shard.table.region, hash);
    if ghost.get() != fingerprint(hash) {
        return SMALL;
    }
    ghost.set(0);
    MAIN
}

/// The entry to evict. None: the policy evicts none, or there is none.
pub(crate) fn choose<'a>(shard: &Held<'a>) -> Result<Option<Spot<'a>>, Damaged> {
    if shard.table.settings.policy == Policy::Keep {
        return Ok(None);
    }
    for _ in 0..PASSED {
        let small_is_due = shard.queue_units(SMALL) > shard.place.arena.units / SMALL_PART;
        let oldest = if small_is_due { shard.oldest(SMALL) } else { shard.oldest(MAIN) };
        let Some(offset) = oldest.or_else(|| shard.oldest(SMALL)) else { return Ok(None) };
        let spot = shard.spot_of(offset)?;
        let (used, is_small) = (spot.slot.used(), spot.entry.block.owner.get() as usize == SMALL);
        if !shard.is_stale(spot.entry) && used >= if is_small { PROVEN } else { 1 } {
            spot.set_used(if is_small { 0 } else { used.min(MOST_USES) - 1 });
            shard.dequeue(offset)?;
            shard.enqueue(MAIN, offset)?;
            continue;
        }
        if is_small {
            let hash = spot.entry.hash.get();
            shard.place.ghost(&shard.table.region, hash).set(fingerprint(hash));
        }
        return Ok(Some(spot));
    }
    let Some(offset) = shard.oldest(SMALL).or_else(|| shard.oldest(MAIN)) else { return Ok(None) };
    shard.spot_of(offset).map(Some)
}

/// How much an entry is worth: the lowest goes first.
pub(crate) fn rank(shard: &Held<'_>, spot: &Spot<'_>) -> u32 {
    if shard.is_stale(spot.entry) { 0 } else { 1 + u32::from(spot.slot.used()) }
}

/// What stays of an entry that was evicted. The ghost's place says the low bits of the hash, this the high ones.
pub(crate) fn fingerprint(hash: u64) -> u32 {
    let [.., a, b, c, d] = hash.to_le_bytes();
    u32::from_le_bytes([a, b, c, d]) | 1
}
