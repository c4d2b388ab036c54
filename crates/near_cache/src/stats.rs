//! What the table counts.

use crate::block::UNIT;
use crate::seat::{COUNTERS, EXPIRED, HITS, MISSES};
use crate::sync::Held as _;
use crate::table::Table;

/// See the fields. Read without locks: numbers that belong together may be some changes apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Every counter of the workers, those who have left included. See [`Worker::counter`](crate::Worker::counter).
    pub counters: [u64; COUNTERS],
    /// Slots that were ever used.
    pub slots: u16,
    /// Entries in the index, expired ones included.
    pub entries: u64,
    /// Entries given up for others.
    pub evictions: u64,
    /// Drafts that were refused.
    pub refused: u64,
    /// Shards that were rebuilt after a death or damage.
    pub rebuilds: u64,
    /// Bytes of all arenas: what entries can have.
    pub total: u64,
    /// Bytes of entries and drafts, with their heads.
    pub used: u64,
    /// Bytes that wait until nobody reads them.
    pub limbo: u64,
    /// Bytes that are free.
    pub free: u64,
    /// Shards.
    pub shards: usize,
}

impl Stats {
    /// Entries that were found.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.counters[HITS]
    }

    /// Keys that nothing was found for.
    #[must_use]
    pub fn misses(&self) -> u64 {
        self.counters[MISSES]
    }

    /// Of these the ones that had expired.
    #[must_use]
    pub fn expired(&self) -> u64 {
        self.counters[EXPIRED]
    }
}

impl Table {
    /// Counts of all workers and shards. Looks at four cache lines for each slot that was ever used.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mut stats =
            Stats { slots: self.slots_used(), shards: self.layout.shards.len(), ..Stats::default() };
        for slot in 0..stats.slots {
            let counters = &self.layout.seat(&self.region, slot).counters;
            for (sum, counter) in stats.counters.iter_mut().zip(counters) {
                *sum = sum.wrapping_add(counter.get());
            }
        }
        for place in &self.layout.shards {
            let control = place.control(&self.region);
            let bytes = |units: u32| u64::from(units) * UNIT as u64;
            let total = bytes(place.arena.units);
            let limbo = bytes(control.limbo_units()).min(total);
            // A shard that nobody has used yet is free as a whole.
            let free =
                if control.is_ready() { bytes(control.lists.free.get()) } else { total }.min(total - limbo);
            stats.total += total;
            stats.limbo += limbo;
            stats.free += free;
            stats.used += total - limbo - free;
            stats.entries = stats.entries.wrapping_add(control.entries.get());
            stats.evictions = stats.evictions.wrapping_add(control.evictions.get());
            stats.refused = stats.refused.wrapping_add(control.refused.get());
            stats.rebuilds = stats.rebuilds.wrapping_add(u64::from(control.rebuilds.get().saturating_sub(1)));
        }
        stats
    }
}
