//! Which entry is given up.
//!
//! A policy has 16 bits beside each entry's place in the index (`used`), which readers write, seldom: S3-FIFO counts to three
//! there, the least recently used policy notes a coarse time once it has moved on, and the least frequently used one counts a
//! sixteenth of the uses beyond the first. So a hit on a hot entry stores nothing. Queues and dice belong to the writer.

mod s3fifo;
mod sampled;
#[cfg(test)]
mod tests;

use crate::Policy;
use crate::bucket::Slot;
use crate::heap::Damaged;
use crate::shard::{Control, Held, MAIN, SMALL, Spot};

/// Uses of entries are noted whose 16 bits are below this: of most hits a comparison with a number says that there is nothing
/// to be noted.
pub(crate) fn notes_below(policy: Policy) -> u32 {
    match policy {
        Policy::S3Fifo => u32::from(s3fifo::MOST),
        Policy::Lru | Policy::Lfu => 1 << 16,
        Policy::Random | Policy::Keep => 0,
    }
}

/// What a use changes the 16 bits to; None: nothing. `dice` is any number.
pub(crate) fn touched(policy: Policy, control: &Control, slot: Slot, dice: u32) -> Option<u16> {
    match policy {
        Policy::S3Fifo => s3fifo::touched(slot.used()),
        Policy::Lru => sampled::touched_recently(slot.used(), tick(control)),
        Policy::Lfu => sampled::touched_often(slot.used(), tick(control), dice),
        Policy::Random | Policy::Keep => None,
    }
}

/// The 16 bits of a new entry.
pub(crate) fn fresh(shard: &Held<'_>) -> u16 {
    match shard.table.settings.policy {
        Policy::Lru => sampled::fresh_recent(shard),
        Policy::Lfu => sampled::fresh_often(shard),
        Policy::S3Fifo | Policy::Random | Policy::Keep => 0,
    }
}

/// The queue of a new entry.
pub(crate) fn queue_of(shard: &Held<'_>, hash: u64) -> usize {
    match shard.table.settings.policy {
        Policy::S3Fifo => s3fifo::queue_of(shard, hash),
        _ => MAIN,
    }
}

/// The queue of an entry that says it was in this one.
pub(crate) fn queue_again(shard: &Held<'_>, queue: usize) -> usize {
    if shard.table.settings.policy == Policy::S3Fifo && queue == SMALL { SMALL } else { MAIN }
}

/// The entry to give up. None: the policy gives up none, or there is none.
pub(crate) fn choose<'a>(shard: &Held<'a>) -> Result<Option<Spot<'a>>, Damaged> {
    match shard.table.settings.policy {
        Policy::S3Fifo => s3fifo::choose(shard),
        Policy::Lru | Policy::Lfu | Policy::Random => Ok(sampled::choose(shard)),
        Policy::Keep => Ok(None),
    }
}

/// How much an entry is worth: the lowest goes first.
pub(crate) fn rank(shard: &Held<'_>, spot: &Spot<'_>) -> u32 {
    if shard.is_stale(spot.entry) {
        return 0;
    }
    let used = spot.slot.used();
    1 + match shard.table.settings.policy {
        Policy::Lru => sampled::recency(shard, used),
        Policy::Lfu => sampled::frequency(shard, used),
        Policy::S3Fifo => u32::from(used),
        Policy::Random | Policy::Keep => 0,
    }
}

/// One more entry: for policies that count time in these.
pub(crate) fn entry_came(shard: &Held<'_>) {
    if matches!(shard.table.settings.policy, Policy::Lru | Policy::Lfu) {
        sampled::entry_came(shard);
    }
}

/// The time of a shard, which readers look at where the policy needs it.
pub(crate) fn tick(control: &Control) -> u32 {
    control.tick.0.load(crate::sync::Ordering::Relaxed)
}
