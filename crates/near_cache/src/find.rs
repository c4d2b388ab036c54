//! Finding: the path that everything else is slow for.
//!
//! A hit reads the bucket's line, the entry's head and its key, and the bucket's count again. It stores the worker's own
//! count of hits, and seldom a mark of use. It takes no lock and makes no system call, and a writer never makes it wait.

#![allow(unsafe_code, reason = "a hit asks once whether an entry lies within the region")]

use crate::arena::Arena;
use crate::block::UNIT;
use crate::bucket::{self, Bucket, CHAIN, MOST_USES, Slot};
use crate::entry::{self, Entry, HEAD, Marks};
use crate::found::Found;
use crate::living::Living;
use crate::lookup_cache::Known;
use crate::seat::{EXPIRED, HITS, MISSES};
use crate::sync::Held as _;
use crate::table::Table;
use crate::worker::Worker;
use crate::{hash, region};

/// How often a reader begins again while writers change the bucket under it. After that it is a miss: hundreds of changes of
/// one bucket within a read mean that the value is not worth having.
const ATTEMPTS: usize = 64;

/// Where a reader has met an entry, and where use of it is noted.
#[derive(Clone, Copy)]
struct Met<'t> {
    entry: &'t Entry,
    marks: Marks,
    value: (*const u8, usize),
    part: &'t Bucket,
    slot: Slot,
}

/// What a reader looks for.
#[derive(Clone, Copy)]
struct Wanted<'k> {
    space: u64,
    key: &'k [u8],
    sort: Option<u8>,
}

/// The bucket changes, or has more than one entry to look at: all of the chain has to be searched, with retries.
#[derive(Clone, Copy, Debug)]
pub struct Unsure;

impl<L: Living> Worker<L> {
    /// The newest entry of a key, whatever its sort. `hash` is [`Table::hash`] of the same space and key. The clock is
    /// asked only if the entry expires at all.
    #[inline]
    pub fn find(&self, hash: u64, space: u64, key: &[u8], now: impl Fn() -> u64 + Copy) -> Option<Found<'_>> {
        self.find_any(hash, Wanted { space, key, sort: None }, now)
    }

    /// The same for one sort.
    #[inline]
    pub fn find_sort(
        &self,
        hash: u64,
        space: u64,
        key: &[u8],
        sort: u8,
        now: impl Fn() -> u64 + Copy,
    ) -> Option<Found<'_>> {
        self.find_any(hash, Wanted { space, key, sort: Some(sort) }, now)
    }

    #[inline(always)]
    fn find_any(&self, hash: u64, wanted: Wanted<'_>, now: impl Fn() -> u64 + Copy) -> Option<Found<'_>> {
        let mut result = None;
        match self.look(hash, wanted, now, |found| result = Some(found)) {
            Ok(is_there) => result.filter(|_| is_there),
            Err(Unsure) => self.find_slowly(hash, wanted, now),
        }
    }

    /// The same by one look, which nearly always says it; where it is [`Unsure`], [`find_sort`](Self::find_sort) finds it. `write` is
    /// given the entry, and may be given one before it is known whether that is whole: it was found if this is true.
    ///
    /// All of a [`Found`] does not fit into the registers, and handing it on through memory costs as much as the search. Whatever is
    /// called from here is called last, so that nothing has to be kept beside it.
    #[inline(always)]
    pub fn look_for<'t>(
        &'t self,
        hash: u64,
        space: u64,
        key: &[u8],
        sort: u8,
        now: impl Fn() -> u64 + Copy,
        write: impl FnOnce(Found<'t>),
    ) -> Result<bool, Unsure> {
        self.look(hash, Wanted { space, key, sort: Some(sort) }, now, write)
    }

    #[inline(always)]
    fn look<'t>(
        &'t self,
        hash: u64,
        wanted: Wanted<'_>,
        now: impl Fn() -> u64 + Copy,
        write: impl FnOnce(Found<'t>),
    ) -> Result<bool, Unsure> {
        let table = &*self.table;
        let (bucket, arena) = table.layout.home(&table.region, hash);
        let seen = bucket.watch();
        let matching = region::matching(bucket, hash::tag(hash));
        if matching & matching.wrapping_sub(1) != 0 || bucket.chain.get() != 0 {
            return Err(Unsure);
        }
        if matching == 0 {
            if !bucket.is_unchanged(seen) {
                return Err(Unsure);
            }
            self.seat().count(MISSES);
            return Ok(false);
        }
        let met = table.candidate(wanted, &arena, bucket, matching).ok_or(Unsure)?;
        let found = Found::new((bucket, seen), (met.entry, met.marks), met.value);
        write(found);
        if !found.still() {
            return Err(Unsure);
        }
        if found.expires() != 0 || met.slot.used() < MOST_USES {
            return Ok(self.settle(met.part, met.slot, found.expires(), now));
        }
        let place = bucket.place(bucket::first_of(matching));
        let known =
            Known { place, slot: met.slot, seen, entry: met.entry, marks: met.marks, value_len: met.value.1 };
        self.remember(wanted.space, wanted.key, known);
        self.seat().count(HITS);
        Ok(true)
    }

    #[inline(never)]
    fn find_slowly(&self, hash: u64, wanted: Wanted<'_>, now: impl Fn() -> u64 + Copy) -> Option<Found<'_>> {
        if let Some((met, from)) = self.table.look_through(hash, wanted) {
            let found = Found::new(from, (met.entry, met.marks), met.value);
            // Put together again, so it is asked again; a bucket that changes all the time is a miss.
            if found.still() {
                let is_there = self.settle(met.part, met.slot, found.expires(), now);
                return is_there.then_some(found);
            }
        }
        self.seat().count(MISSES);
        None
    }

    /// Counts what was found, and marks the use; false if it has expired.
    #[inline(never)]
    fn settle(&self, part: &Bucket, slot: Slot, expires: u64, now: impl Fn() -> u64 + Copy) -> bool {
        if expires != 0 && self.has_expired(expires, now()) {
            return false;
        }
        self.seat().count(HITS);
        if slot.used() < MOST_USES {
            part.mark(slot, slot.used() + 1);
        }
        true
    }

    fn has_expired(&self, expires: u64, now: u64) -> bool {
        self.now.set(now);
        let has_expired = expires <= now;
        if has_expired {
            self.seat().count(MISSES);
            self.seat().count(EXPIRED);
        }
        has_expired
    }
}

impl Table {
    /// The newest entry of a key, or of one sort of it, in any slot of its chain, with the chain's first bucket and its count.
    fn look_through(&self, hash: u64, wanted: Wanted<'_>) -> Option<(Met<'_>, (&Bucket, u32))> {
        let ((bucket, arena), place) = (self.layout.home(&self.region, hash), self.layout.shard(hash));
        for _ in 0..ATTEMPTS {
            let seen = bucket.watch();
            let mut best: Option<(Met<'_>, u64)> = None;
            let next = |part: &&Bucket| place.overflow(&self.region, part.chain.get());
            for part in core::iter::successors(Some(bucket), next).take(CHAIN) {
                let mut matching = region::matching(part, hash::tag(hash));
                while matching != 0 {
                    let met = self.candidate(wanted, &arena, part, matching);
                    let met = met.map(|met| (met, met.entry.stamp.get()));
                    matching &= matching - 1;
                    if met.map(|(_, stamp)| stamp) > best.map(|(_, stamp)| stamp) {
                        best = met;
                    }
                }
            }
            if bucket.is_unchanged(seen) {
                return best.map(|(met, _)| (met, (bucket, seen)));
            }
        }
        None
    }

    /// The entry that the first matching slot names, if it is what is looked for. The key is compared, so the hash, which picked the
    /// slot, need not be.
    #[inline(always)]
    fn candidate<'t>(
        &'t self,
        wanted: Wanted<'_>,
        arena: &Arena,
        part: &'t Bucket,
        matching: u32,
    ) -> Option<Met<'t>> {
        let slot = part.slot(bucket::first_of(matching));
        let (entry, len) = entry::with_key_of(&self.region, arena, slot.offset(), wanted.key.len())?;
        let start = self.region.readable(slot.offset() as usize * UNIT);
        let marks = entry.marks();
        let is_it = entry.space.get() == wanted.space
            // SAFETY: the key's words lie within the block, and that within the region, as was found.
            && unsafe { region::is(start.wrapping_add(HEAD), wanted.key) }
            && wanted.sort.is_none_or(|sort| sort == marks.sort)
            && self.is_leased(marks.lease_index, entry.lease.get());
        let value = (start.wrapping_add(entry::value_at(wanted.key.len())), len);
        is_it.then_some(Met { entry, marks, value, part, slot })
    }
}
