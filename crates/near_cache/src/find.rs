//! Finding: the path that everything else is slow for.
//!
//! A hit reads the bucket's line, the entry's head and its key, and the bucket's count again. It stores the worker's own
//! count of hits, and seldom a mark of use. It takes no lock and makes no system call, and a writer never makes it wait.

#![allow(unsafe_code, reason = "a hit asks once whether an entry lies within the region")]

use crate::bucket::{self, Bucket, CHAIN, Slot};
use crate::entry::{self, Entry, Parts};
use crate::found::Found;
use crate::layout::Place;
use crate::living::Living;
use crate::sync::Held as _;
use crate::table::Table;
use crate::worker::Worker;
use crate::{Policy, eviction, hash, region};

/// Entries that were found. See [`Worker::counter`].
pub const HITS: usize = 0;
/// Keys that nothing was found for, expired ones included.
pub const MISSES: usize = 1;
/// Of these the ones that had expired.
pub const EXPIRED: usize = 2;
/// The first counter that is the owner's.
pub const OWN: usize = 3;

/// How often a reader begins again while writers change the bucket under it. After that it is a miss: hundreds of changes of
/// one bucket within a read mean that the value is not worth having.
const ATTEMPTS: usize = 64;

/// Where a reader has met an entry, and where use of it is noted.
#[derive(Clone, Copy)]
struct Met<'t> {
    entry: &'t Entry,
    parts: Parts,
    part: &'t Bucket,
    index: usize,
    slot: Slot,
}

/// What a reader looks for, and from which bucket on.
#[derive(Clone, Copy)]
struct Wanted<'t, 'k> {
    hash: u64,
    space: u64,
    key: &'k [u8],
    sort: Option<u8>,
    place: &'t Place,
    bucket: &'t Bucket,
}

impl<L: Living> Worker<L> {
    /// The newest entry of a key, whatever its sort. `hash` is [`Table::hash`] of the same space and key. The clock is
    /// asked only if the entry expires at all.
    #[inline]
    pub fn find(&self, hash: u64, space: u64, key: &[u8], now: impl FnOnce() -> u64) -> Option<Found<'_>> {
        self.find_any(hash, space, key, None, now)
    }

    /// The same for one sort.
    #[inline]
    pub fn find_sort(
        &self,
        hash: u64,
        space: u64,
        key: &[u8],
        sort: u8,
        now: impl FnOnce() -> u64,
    ) -> Option<Found<'_>> {
        self.find_any(hash, space, key, Some(sort), now)
    }

    /// Nearly always one slot has the tag and the bucket has no chain; all else is looked through with patience.
    ///
    /// What is found is put together once, where it is returned: a struct that is copied right after it was written, in
    /// pieces of other lengths, waits for the store, which costs as much as all of the search.
    // Into each of its few callers: a hit is a hundred instructions, and a call hands what was found through memory.
    #[inline(always)]
    fn find_any(
        &self,
        hash: u64,
        space: u64,
        key: &[u8],
        sort: Option<u8>,
        now: impl FnOnce() -> u64,
    ) -> Option<Found<'_>> {
        let table = &*self.table;
        let (place, bucket) = (table.layout.shard(hash), table.layout.bucket(&table.region, hash));
        let seen = bucket.watch();
        let matching = region::matching(bucket, hash::tag(hash));
        if matching & matching.wrapping_sub(1) == 0 && bucket.chain.get() == 0 {
            if matching != 0
                && let Some(met) =
                    table.candidate(Wanted { hash, space, key, sort, place, bucket }, bucket, matching)
            {
                let found =
                    Found::new(&table.region, (bucket, seen), (met.entry, met.parts), met.slot.used());
                if found.still() {
                    return self.judge(hash, met, found, now);
                }
            } else if bucket.is_unchanged(seen) {
                self.seat().count(MISSES);
                return None;
            }
        }
        self.find_slowly(Wanted { hash, space, key, sort, place, bucket }, now)
    }

    #[inline(never)]
    fn find_slowly<'t>(&'t self, wanted: Wanted<'t, '_>, now: impl FnOnce() -> u64) -> Option<Found<'t>> {
        let Some((met, seen)) = self.table.look_through(wanted) else {
            self.seat().count(MISSES);
            return None;
        };
        let from = (wanted.bucket, seen);
        let found = Found::new(&self.table.region, from, (met.entry, met.parts), met.slot.used());
        // Put together anew, so it is asked anew; a bucket that changes all the time is a miss.
        if !found.still() {
            self.seat().count(MISSES);
            return None;
        }
        self.judge(wanted.hash, met, found, now)
    }

    #[inline(always)]
    fn judge<'t>(
        &'t self,
        hash: u64,
        met: Met<'_>,
        found: Found<'t>,
        now: impl FnOnce() -> u64,
    ) -> Option<Found<'t>> {
        if found.expires() != 0 && self.has_expired(&found, now()) {
            return None;
        }
        self.seat().count(HITS);
        match self.table.settings.policy {
            Policy::S3Fifo => {
                if let Some(used) = eviction::counted(met.slot) {
                    met.part.mark(met.index, met.slot, used);
                }
            }
            Policy::Lru | Policy::Lfu => self.mark(hash, met.part, met.index, met.slot),
            Policy::Random | Policy::Keep => {}
        }
        Some(found)
    }

    #[cold]
    fn has_expired(&self, found: &Found<'_>, now: u64) -> bool {
        self.now.set(now);
        let has_expired = found.expires() <= now;
        if has_expired {
            self.seat().count(MISSES);
            self.seat().count(EXPIRED);
        }
        has_expired
    }

    /// Notes a use for a policy that wants to know the time.
    #[inline(never)]
    fn mark(&self, hash: u64, part: &Bucket, index: usize, slot: Slot) {
        let control = self.table.layout.shard(hash).control(&self.table.region);
        if let Some(used) = eviction::touched(self.table.settings.policy, control, slot, self.roll()) {
            part.mark(index, slot, used);
        }
    }

    /// Any number.
    fn roll(&self) -> u32 {
        let mut dice = self.dice.get();
        dice ^= dice << 13;
        dice ^= dice >> 17;
        dice ^= dice << 5;
        self.dice.set(dice);
        dice >> 8
    }
}

impl Table {
    /// The newest entry of a key, or of one sort of it, in any slot of its chain, and the count that it was found with.
    fn look_through<'t>(&'t self, wanted: Wanted<'t, '_>) -> Option<(Met<'t>, u32)> {
        let Wanted { place, bucket, .. } = wanted;
        for _ in 0..ATTEMPTS {
            let seen = bucket.watch();
            let mut best: Option<(Met<'t>, u64)> = None;
            let next = |part: &&'t Bucket| place.overflow(&self.region, part.chain.get());
            for part in core::iter::successors(Some(bucket), next).take(CHAIN) {
                let mut matching = region::matching(part, hash::tag(wanted.hash));
                while matching != 0 {
                    let met = self.candidate(wanted, part, matching).map(|met| (met, met.entry.stamp.get()));
                    matching &= matching - 1;
                    if met.map(|(_, stamp)| stamp) > best.map(|(_, stamp)| stamp) {
                        best = met;
                    }
                }
            }
            if bucket.is_unchanged(seen) {
                return best.map(|(met, _)| (met, seen));
            }
        }
        None
    }

    /// The entry that the first matching slot names, if it is what is looked for.
    #[inline]
    fn candidate<'t>(&'t self, wanted: Wanted<'t, '_>, part: &'t Bucket, matching: u32) -> Option<Met<'t>> {
        let index = bucket::first_of(matching);
        let slot = part.slot(index);
        let (entry, parts) = entry::parts(&self.region, &wanted.place.arena, slot.offset())?;
        let marks = entry.marks();
        let is_it = entry.hash.get() == wanted.hash
            && entry.space.get() == wanted.space
            && parts.key_len == wanted.key.len()
            // SAFETY: the key's words lie within the block, and that within the region, as `parts` has found.
            && unsafe { self.region.holds_unchecked(parts.key, wanted.key) }
            && wanted.sort.is_none_or(|sort| sort == marks.sort)
            && self.is_leased(marks.lease_index, entry.lease.get());
        is_it.then_some(Met { entry, parts, part, index, slot })
    }
}
