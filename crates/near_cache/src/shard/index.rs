//! The index as a writer sees it.

use super::Held;
use crate::block::Kind;
use crate::bucket::{Bucket, CHAIN, SLOTS, Slot};
use crate::entry::{self, Entry, Parts};
use crate::heap::Damaged;
use crate::sync::{Held as _, Ordering};
use crate::{hash, region};

/// A slot of the index and the entry that it names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot<'a> {
    part: &'a Bucket,
    index: usize,
    pub(crate) slot: Slot,
    pub(crate) entry: &'a Entry,
    pub(crate) parts: Parts,
}

impl Spot<'_> {
    /// Another mark of use, unless a reader makes one now.
    pub(crate) fn set_used(&self, used: u16) {
        self.part.mark(self.slot, used);
    }
}

/// A place for another entry.
enum Vacancy<'a> {
    Empty(&'a Bucket, usize),
    /// Behind this one a bucket is to be added.
    Full(&'a Bucket),
}

impl<'a> Held<'a> {
    fn first(&self, hash: u64) -> &'a Bucket {
        self.table.layout.home(&self.table.region, hash).0
    }

    fn next_part(&self, part: &Bucket) -> Option<&'a Bucket> {
        self.place.overflow(&self.table.region, part.chain.get())
    }

    /// A bucket and those that follow it.
    fn parts(&self, first: &'a Bucket) -> impl Iterator<Item = &'a Bucket> {
        core::iter::successors(Some(first), |part| self.next_part(part)).take(CHAIN)
    }

    fn chain(&self, hash: u64) -> impl Iterator<Item = &'a Bucket> {
        self.parts(self.first(hash))
    }

    /// What a slot names, if that is an entry of this place in the index. What is not is taken out.
    fn spot(&self, first: &'a Bucket, part: &'a Bucket, index: usize) -> Option<Spot<'a>> {
        let slot = part.slot(index);
        if slot.is_empty() {
            return None;
        }
        let (arena, region) = (&self.place.arena, &self.table.region);
        let found = entry::parts(region, arena, slot.offset()).filter(|(entry, _)| {
            let hash = entry.hash.get();
            hash::tag(hash) == slot.tag() && core::ptr::eq(self.first(hash), first)
        });
        let Some((entry, parts)) = found else {
            first.unlink(part, index, Slot::EMPTY);
            return None;
        };
        Some(Spot { part, index, slot, entry, parts })
    }

    /// Every entry that shares the bucket of a hash.
    pub(crate) fn neighbours(&self, hash: u64) -> impl Iterator<Item = Spot<'a>> {
        self.entries_from(self.first(hash))
    }

    /// Every entry of the chain that begins with a bucket.
    pub(crate) fn bucket_entries(&self, number: u32) -> impl Iterator<Item = Spot<'a>> {
        self.entries_from(self.place.bucket_at(&self.table.region, number))
    }

    fn entries_from(&self, first: &'a Bucket) -> impl Iterator<Item = Spot<'a>> {
        self.parts(first)
            .flat_map(move |part| (0..SLOTS).filter_map(move |index| self.spot(first, part, index)))
    }

    /// The first entry of a key that meets a condition. It is known by what readers know it by: one whose hash was written over, in bits
    /// that pick no place, is found by them, and would be in the way for ever of who wants to replace what was found.
    pub(crate) fn entry_of(
        &self,
        hash: u64,
        space: u64,
        key: &[u8],
        condition: impl Fn(&Entry) -> bool,
    ) -> Option<Spot<'a>> {
        self.neighbours(hash)
            .find(|spot| self.has_tag(hash, spot) && condition(spot.entry) && self.is_of(space, key, spot))
    }

    fn has_tag(&self, hash: u64, spot: &Spot<'_>) -> bool {
        spot.slot.tag() == hash::tag(hash)
    }

    /// Whether a reader would take it for an entry of this key, whatever the entry says of its hash.
    fn is_of(&self, space: u64, key: &[u8], spot: &Spot<'_>) -> bool {
        spot.entry.space.get() == space
            && spot.parts.key_len == key.len()
            && self.table.region.holds(spot.parts.key, key)
    }

    /// To be called where a key has changed, and no entry of it is left to be found. In one whose
    /// [position](crate::lookup_cache) a worker knows the bytes may have come to be wrong since that say whose it is: so
    /// where something else has the key's tag, no position of the bucket is believed any more. Of sound keys one in some
    /// 10,000 meets another of its tag there, and positions are lost for nothing.
    pub(crate) fn doubt(&self, hash: u64, space: u64, key: &[u8]) {
        let first = self.first(hash);
        // Positions are of the first bucket of a chain; and mostly one look at its tags says that there is nothing.
        if region::matching(first, hash::tag(hash)) != 0
            && self.neighbours(hash).any(|spot| self.has_tag(hash, &spot) && !self.is_of(space, key, &spot))
        {
            first.count_unlink();
        }
    }

    /// The entry in the writable view.
    pub(crate) fn writable(&self, spot: &Spot<'a>) -> &'a Entry {
        self.table.region.at(spot.slot.offset() as usize * crate::block::UNIT)
    }

    /// The slot of an entry, which must be in the index.
    pub(crate) fn spot_of(&self, offset: u32) -> Result<Spot<'a>, Damaged> {
        let (entry, _) = entry::parts(&self.table.region, &self.place.arena, offset).ok_or(Damaged)?;
        self.neighbours(entry.hash.get()).find(|spot| spot.slot.offset() == offset).ok_or(Damaged)
    }

    /// Takes an entry out, for good.
    pub(crate) fn drop_entry(&self, spot: &Spot<'a>) -> Result<(), Damaged> {
        let first = self.first(spot.entry.hash.get());
        first.unlink(spot.part, spot.index, Slot::EMPTY);
        self.control.entries.set(self.control.entries.get().saturating_sub(1));
        self.shorten(first, spot.part);
        self.dequeue(spot.slot.offset())?;
        self.retire(spot.slot.offset())
    }

    /// Puts a finished draft into the index: in the place of `instead`, or in another.
    pub(crate) fn put(
        &self,
        offset: u32,
        hash: u64,
        used: u16,
        instead: Option<Spot<'a>>,
    ) -> Result<(), Damaged> {
        let (first, block) = (self.first(hash), self.heap().block(offset)?);
        let slot = Slot::new(hash::tag(hash), used, offset);
        block.set_kind(Kind::Entry);
        self.enqueue(self.queue_of(hash), offset)?;
        if let Some(spot) = instead {
            first.unlink(spot.part, spot.index, slot);
            self.dequeue(spot.slot.offset())?;
            return self.retire(spot.slot.offset());
        }
        self.control.entries.set(self.control.entries.get().saturating_add(1));
        match self.vacancy(hash) {
            Vacancy::Empty(part, index) => part.link(index, slot),
            Vacancy::Full(last) => {
                if !self.lengthen(hash, last, slot) {
                    self.displace(hash, slot)?;
                }
            }
        }
        Ok(())
    }

    /// Whether another entry of this hash can be linked without giving one up.
    pub(crate) fn has_place(&self, hash: u64) -> bool {
        let link = match self.control.overflow_free.get() {
            0 => self.control.overflow_fresh.get().saturating_add(1),
            free => free,
        };
        let can_lengthen =
            || self.chain(hash).count() < CHAIN && self.place.overflow(&self.table.region, link).is_some();
        matches!(self.vacancy(hash), Vacancy::Empty(..)) || can_lengthen()
    }

    fn vacancy(&self, hash: u64) -> Vacancy<'a> {
        let mut last = self.first(hash);
        for part in self.chain(hash) {
            if let Some(index) = (0..SLOTS).find(|index| part.slot(*index).is_empty()) {
                return Vacancy::Empty(part, index);
            }
            last = part;
        }
        Vacancy::Full(last)
    }

    /// Adds a bucket to a chain. False: there is none, or the chain is as long as it may be.
    fn lengthen(&self, hash: u64, last: &Bucket, slot: Slot) -> bool {
        if self.chain(hash).count() >= CHAIN {
            return false;
        }
        let (free, fresh) = (&self.control.overflow_free, &self.control.overflow_fresh);
        let link = if free.get() != 0 { free.get() } else { fresh.get().saturating_add(1) };
        let Some(bucket) = self.place.overflow(&self.table.region, link) else { return false };
        if link == free.get() {
            free.set(bucket.chain.get());
        } else {
            fresh.set(link);
        }
        bucket.chain.set(0);
        (1..SLOTS).for_each(|index| bucket.link(index, Slot::EMPTY));
        bucket.link(0, slot);
        last.chain.store(link, Ordering::Release);
        true
    }

    /// Gives up the least used entry of a chain that cannot grow.
    fn displace(&self, hash: u64, slot: Slot) -> Result<(), Damaged> {
        let spot = self.neighbours(hash).min_by_key(|spot| self.rank(spot)).ok_or(Damaged)?;
        self.first(hash).unlink(spot.part, spot.index, slot);
        self.control.entries.set(self.control.entries.get().saturating_sub(1));
        self.control.evictions.set(self.control.evictions.get().wrapping_add(1));
        self.dequeue(spot.slot.offset())?;
        self.retire(spot.slot.offset())
    }

    /// Takes an empty bucket out of its chain.
    fn shorten(&self, first: &Bucket, emptied: &Bucket) {
        if core::ptr::eq(first, emptied) || (0..SLOTS).any(|index| !emptied.slot(index).is_empty()) {
            return;
        }
        let mut before = first;
        for _ in 0..CHAIN {
            let Some(part) = self.next_part(before) else { return };
            if core::ptr::eq(part, emptied) {
                let link = before.chain.get();
                before.chain.store(part.chain.get(), Ordering::Release);
                first.count_unlink();
                part.chain.set(self.control.overflow_free.get());
                self.control.overflow_free.set(link);
                return;
            }
            before = part;
        }
    }

    /// Whether an entry is only in the way: it has expired, or its lease has.
    pub(crate) fn is_stale(&self, entry: &Entry) -> bool {
        let expires = entry.expires();
        (expires != 0 && expires <= self.now)
            || !self.table.is_leased(entry.marks().lease_index, entry.lease.get())
    }
}
