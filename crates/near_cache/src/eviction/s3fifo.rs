//! S3-FIFO (Yang and others, "FIFO queues are all you need for cache eviction", SOSP 2023).
//!
//! Newcomers go to a small queue. Those that are read again before they reach its end move on to the main queue, all
//! others are let go; of these a fingerprint stays, and who comes back soon goes to the main queue at once. There an entry
//! gets another round for each use, three at most. So what is read once, as by a scan, never drives out what is read often.

use crate::heap::Damaged;
use crate::shard::{Held, MAIN, SMALL, Spot};
use crate::sync::Held as _;

/// Uses that are counted.
pub(super) const MOST: u16 = 3;

/// Uses in the small queue that lead to the main one.
const PROVEN: u16 = 2;

/// The small queue has this part of the arena.
const SMALL_PART: u32 = 10;

/// Used entries that are passed over in search of another; then the oldest newcomer goes, or else the oldest of all. Each
/// that was passed has lost a use, so the next search gets further: a lock is not held for a walk through all.
const PASSED: usize = 64;

pub(super) fn touched(used: u16) -> Option<u16> {
    (used < MOST).then(|| used + 1)
}

pub(super) fn queue_of(shard: &Held<'_>, hash: u64) -> usize {
    let ghost = shard.place.ghost(&shard.table.region, hash);
    if ghost.get() != fingerprint(hash) {
        return SMALL;
    }
    ghost.set(0);
    MAIN
}

pub(super) fn choose<'a>(shard: &Held<'a>) -> Result<Option<Spot<'a>>, Damaged> {
    for _ in 0..PASSED {
        let small_is_due = shard.queue_units(SMALL) > shard.place.arena.units / SMALL_PART;
        let oldest = if small_is_due { shard.oldest(SMALL) } else { shard.oldest(MAIN) };
        let Some(offset) = oldest.or_else(|| shard.oldest(SMALL)) else { return Ok(None) };
        let spot = shard.spot_of(offset)?;
        let (used, is_small) = (spot.slot.used(), spot.entry.block.owner.get() as usize == SMALL);
        if !shard.is_stale(spot.entry) && used >= if is_small { PROVEN } else { 1 } {
            spot.set_used(if is_small { 0 } else { used.min(MOST) - 1 });
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

/// What stays of an entry that was let go. The ghost's place says the low bits of the hash, this the high ones.
fn fingerprint(hash: u64) -> u32 {
    let [.., a, b, c, d] = hash.to_le_bytes();
    u32::from_le_bytes([a, b, c, d]) | 1
}
