//! Finding: the path that everything else is slow for.
//!
//! A hit reads the bucket's line, the entry's head and its key, and the bucket's count again. It stores the worker's own
//! count of hits, and seldom a mark of use. It takes no lock and makes no system call, and a writer never makes it wait.

use crate::bucket::{Bucket, CHAIN, SLOTS, Slot};
use crate::entry::{self, Entry, Parts};
use crate::layout::Place;
use crate::living::Living;
use crate::region::Region;
use crate::sync::Held as _;
use crate::table::Table;
use crate::worker::Worker;
use crate::{eviction, hash};

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

/// An entry as it was found. It may have been replaced since: before its bytes are believed, [`still`](Self::still)
/// says whether it was there all the time, and [`copy_to`](Self::copy_to) asks it by itself.
///
/// Under a [pin](Worker::pin), once `still` has said yes, the value may be read as plain memory until the pin ends.
#[derive(Clone, Copy, Debug)]
pub struct Found<'t> {
    region: &'t Region,
    bucket: &'t Bucket,
    seen: u32,
    sort: u8,
    tag: u16,
    value: usize,
    len: usize,
    stamp: u64,
    expires: u64,
    part: &'t Bucket,
    index: usize,
    slot: Slot,
}

impl Found<'_> {
    /// Where the value lies, in the read-only view, at a multiple of 16.
    #[inline]
    #[must_use]
    pub fn value(&self) -> *const u8 {
        self.region.readable(self.value)
    }

    /// Bytes of the value.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the value has no bytes.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// What [`Meta::sort`](crate::Meta::sort) said.
    #[inline]
    #[must_use]
    pub fn sort(&self) -> u8 {
        self.sort
    }

    /// What [`Meta::tag`](crate::Meta::tag) said.
    #[inline]
    #[must_use]
    pub fn tag(&self) -> u16 {
        self.tag
    }

    /// The number of this entry: no other has it.
    #[inline]
    #[must_use]
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// When it expires, in milliseconds of the caller's clock; 0: never.
    #[inline]
    #[must_use]
    pub fn expires(&self) -> u64 {
        self.expires
    }

    /// How it was used before, as the policy counts it: 0 to 3 for S3-FIFO.
    #[inline]
    #[must_use]
    pub fn frequency(&self) -> u16 {
        self.slot.used()
    }

    /// Whether it was in the table up to now, so that everything read of it is whole.
    #[inline]
    #[must_use]
    pub fn still(&self) -> bool {
        self.bucket.is_unchanged(self.seen)
    }

    /// Copies the value, and says whether it is whole. If not, look again.
    ///
    /// # Safety
    /// `to` must be writable for [`len`](Self::len) bytes, outside of the region.
    #[inline]
    #[must_use]
    #[allow(unsafe_code, reason = "it writes where the caller says")]
    pub unsafe fn copy_to(&self, to: *mut u8) -> bool {
        // SAFETY: the caller says so.
        unsafe { self.region.copy_out(self.value, to, self.len) && self.still() }
    }

    /// The value in memory of its own; None if it was replaced meanwhile.
    #[must_use]
    pub fn to_vec(&self) -> Option<Vec<u8>> {
        self.region.bytes(self.value, self.len).filter(|_| self.still())
    }
}

impl<L: Living> Worker<L> {
    /// The newest entry of a key, whatever its sort. `hash` is [`Table::hash`] of the same space and key. The clock is
    /// asked only if the entry expires at all.
    #[inline]
    pub fn find(&self, hash: u64, space: u64, key: &[u8], now: impl FnOnce() -> u64) -> Option<Found<'_>> {
        self.judge(self.table.look(hash, space, key, None), now)
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
        self.judge(self.table.look(hash, space, key, Some(sort)), now)
    }

    #[inline]
    fn judge<'t>(&'t self, found: Option<Found<'t>>, now: impl FnOnce() -> u64) -> Option<Found<'t>> {
        let Some(found) = found else {
            self.seat().count(MISSES);
            return None;
        };
        if found.expires != 0 {
            let now = now();
            self.now.set(now);
            if found.expires <= now {
                self.seat().count(MISSES);
                self.seat().count(EXPIRED);
                return None;
            }
        }
        self.seat().count(HITS);
        self.mark(&found);
        Some(found)
    }

    /// Notes the use, if the policy wants to know.
    #[inline]
    fn mark(&self, found: &Found<'_>) {
        let tick = || eviction::tick(found.place_of(&self.table).control(&self.table.region));
        if let Some(used) = eviction::touched(self.table.settings.policy, tick, found.slot, || self.roll()) {
            found.part.mark(found.index, found.slot, used);
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

impl Found<'_> {
    /// The bucket that was looked at, and its count then.
    #[inline]
    pub(crate) fn seen(&self) -> (&Bucket, u32) {
        (self.bucket, self.seen)
    }

    /// Where the view begins that buckets are looked at through.
    #[inline]
    pub(crate) fn base(&self) -> usize {
        self.region.writable(0).addr()
    }

    fn place_of<'a>(&self, table: &'a Table) -> &'a Place {
        let offset = self.slot.offset();
        let shards = &table.layout.shards;
        &shards[shards.partition_point(|place| place.arena.end <= offset).min(shards.len() - 1)]
    }
}

impl Table {
    #[inline]
    pub(crate) fn look(&self, hash: u64, space: u64, key: &[u8], sort: Option<u8>) -> Option<Found<'_>> {
        let place = self.layout.shard(hash);
        let bucket = place.bucket(&self.region, hash);
        for _ in 0..ATTEMPTS {
            let seen = bucket.watch();
            let mut best: Option<Found<'_>> = None;
            let (mut part, mut length) = (bucket, 1);
            loop {
                for index in 0..SLOTS {
                    let slot = part.slot(index);
                    if slot.tag() != hash::tag(hash) {
                        continue;
                    }
                    let Some((entry, parts)) = self.candidate(place, slot, hash, space, key) else {
                        continue;
                    };
                    let found = self.found(entry, &parts, (bucket, seen), (part, index, slot));
                    let is_wanted = sort.is_none_or(|sort| sort == found.sort)
                        && self.is_leased(entry.marks().lease_index, entry.lease.get());
                    if is_wanted && best.is_none_or(|best| best.stamp < found.stamp) {
                        best = Some(found);
                    }
                }
                let link = part.chain.get();
                if link == 0 || length == CHAIN {
                    break;
                }
                let Some(next) = place.overflow(&self.region, link) else { break };
                (part, length) = (next, length + 1);
            }
            if bucket.is_unchanged(seen) {
                return best;
            }
        }
        None
    }

    /// The entry that a slot names, if it is this key's.
    #[inline]
    fn candidate(
        &self,
        place: &Place,
        slot: Slot,
        hash: u64,
        space: u64,
        key: &[u8],
    ) -> Option<(&Entry, Parts)> {
        let (entry, parts) = entry::parts(&self.region, &place.arena, slot.offset())?;
        let is_it = entry.hash.get() == hash
            && entry.space.get() == space
            && parts.key_len == key.len()
            && self.region.holds(parts.key, key);
        is_it.then_some((entry, parts))
    }

    #[inline]
    pub(crate) fn found<'t>(
        &'t self,
        entry: &Entry,
        parts: &Parts,
        (bucket, seen): (&'t Bucket, u32),
        (part, index, slot): (&'t Bucket, usize, Slot),
    ) -> Found<'t> {
        let marks = entry.marks();
        Found {
            region: &self.region,
            bucket,
            seen,
            sort: marks.sort,
            tag: marks.tag,
            value: parts.value,
            len: parts.value_len,
            stamp: entry.stamp.get(),
            expires: entry.expires(),
            part,
            index,
            slot,
        }
    }
}
