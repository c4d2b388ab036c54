//! A shard made whole again, from its index alone.
//!
//! Needed where a writer died with the lock, or something contradicts itself; and for a shard of zeros, which is one without
//! entries. The slots are read first, sorted by where their entries lie, and looked at in that order, so that the arena is read
//! from one end to the other. What a slot names must be a whole entry of that bucket, with the hash of its
//! key, and overlap no other: else the slot is cleared. What lies between the entries becomes gaps in
//! [limbo](super::limbo).
//!
//! An arena of 8 MiB holds at most some 60,000 entries, which takes about 4 ms.

use super::Held;
use super::control::{MAIN, SMALL};
use crate::block::{Kind, LEAST};
use crate::bucket::{Bucket, CHAIN, SLOTS, Slot};
use crate::entry::{self, Entry};
use crate::heap::Damaged;
use crate::sync::{Held as _, Ordering};

/// A slot that names something.
pub(super) struct Named {
    offset: u32,
    /// The first bucket of the chain.
    bucket: u32,
    /// The part of the chain, as [`Bucket::chain`] says it; 0 is the first.
    link: u32,
    index: usize,
}

/// An entry that stays.
pub(super) struct Kept {
    offset: u32,
    size: u32,
    queue: usize,
}

impl Held<'_> {
    /// See the module's text.
    pub(crate) fn rebuild(&self) {
        let control = self.control;
        // By two words: of a shard that only one of them calls new there may be readers, whose memory has to wait.
        let is_new = control.rebuilds.get() == 0 && !control.is_ready();
        control.ready.set(2);
        let kept = self.look_through(&self.read_index());
        self.heap().clear();
        self.clear_queues();
        self.clear_limbo();
        control.entries.set(kept.len() as u64);
        control.rebuilds.set(control.rebuilds.get().wrapping_add(1).max(1));
        // Every block laid below lies within the arena, so there is nothing to be damaged.
        let _ = self.lay_out(&kept, if is_new { Kind::Draft } else { Kind::Gap });
        control.ready.set(1);
    }

    /// All slots, and every bucket's readers sent back to their start. Chains are cut where they make no sense, and the
    /// overflow buckets that no chain has are free.
    pub(super) fn read_index(&self) -> Vec<Named> {
        let (region, count) = (&self.table.region, self.place.bucket_count);
        let mut named = Vec::new();
        let mut in_use = vec![false; count as usize];
        for number in 0..count {
            let first = self.place.bucket_at(region, number);
            let (mut part, mut link) = (first, 0);
            for length in 1.. {
                for index in 0..SLOTS {
                    let offset = part.slot(index).offset();
                    if offset != 0 {
                        named.push(Named { offset, bucket: number, link, index });
                    }
                }
                link = part.chain.get();
                let next = self.place.overflow(region, link).filter(|_| {
                    // A bucket belongs to one chain.
                    length < CHAIN && !core::mem::replace(&mut in_use[link as usize - 1], true)
                });
                let Some(next) = next else {
                    if link != 0 {
                        part.chain.store(0, Ordering::Release);
                    }
                    break;
                };
                part = next;
            }
            first.count_unlink();
        }
        self.free_overflow(&in_use);
        named
    }

    /// The buckets that no chain has; those that were never used are not touched.
    fn free_overflow(&self, in_use: &[bool]) {
        let control = self.control;
        let fresh = in_use
            .iter()
            .rposition(|used| *used)
            .map_or(0, |last| u32::try_from(last + 1).unwrap_or(u32::MAX));
        control.overflow_fresh.set(fresh);
        control.overflow_free.set(0);
        for (link, used) in (1..=fresh).zip(in_use) {
            if let Some(bucket) = self.place.overflow(&self.table.region, link).filter(|_| !used) {
                bucket.chain.set(control.overflow_free.get());
                control.overflow_free.set(link);
            }
        }
    }

    /// The entries that stay, in the order in which they lie. Slots of others are cleared.
    pub(super) fn look_through(&self, named: &[Named]) -> Vec<Kept> {
        let mut kept: Vec<Kept> = Vec::with_capacity(named.len());
        let mut end = self.place.arena.start;
        let mut key = Vec::new();
        for named in in_order(named) {
            let first = self.place.bucket_at(&self.table.region, named.bucket);
            let part = self.place.overflow(&self.table.region, named.link).unwrap_or(first);
            let slot = part.slot(named.index);
            match self.size_of(first, slot, &mut key).filter(|_| slot.offset() >= end) {
                Some((size, entry)) => {
                    end = slot.offset() + size;
                    let queue = if entry.block.owner.get() == 0 { SMALL } else { MAIN };
                    kept.push(Kept { offset: slot.offset(), size, queue });
                }
                // Counted: somebody may have found it since the index was read, and its memory goes.
                None => first.unlink(part, named.index, Slot::EMPTY),
            }
        }
        kept
    }

    /// The units of what a slot names, if it is a whole entry of this bucket. `key` is room for its key.
    fn size_of(&self, first: &Bucket, slot: Slot, key: &mut Vec<u8>) -> Option<(u32, &Entry)> {
        let (region, arena) = (&self.table.region, &self.place.arena);
        let (entry, parts) = entry::parts(region, arena, slot.offset())?;
        let hash = entry.hash.get();
        let in_place = crate::hash::tag(hash) == slot.tag()
            && core::ptr::eq(self.table.layout.home(region, hash).0, first)
            && core::ptr::eq(self.table.layout.shard(hash), self.place);
        if !in_place || entry.block.kind() != Some(Kind::Entry) {
            return None;
        }
        let is_whole = region.read(parts.key, parts.key_len, key)
            && self.table.hasher.hash(entry.space.get(), key) == hash;
        is_whole.then_some((entry::units(parts.key_len, parts.value_len)?, entry))
    }

    /// Heads for everything: entries where they are, and `between` what is not.
    fn lay_out(&self, kept: &[Kept], between: Kind) -> Result<(), Damaged> {
        let (heap, arena) = (self.heap(), self.place.arena);
        let (mut at, mut before) = (arena.start, 0);
        let mut gaps = Vec::new();
        for (index, kept_here) in kept.iter().enumerate() {
            if kept_here.offset > at {
                heap.lay(at, kept_here.offset - at, before, between)?;
                gaps.push(at);
                before = kept_here.offset - at;
            }
            // What is too small for a block belongs to the entry before it.
            let end = kept.get(index + 1).map_or(arena.end(), |next| next.offset);
            let rest = end - kept_here.offset - kept_here.size;
            let size = kept_here.size + if rest < LEAST { rest } else { 0 };
            heap.lay(kept_here.offset, size, before, Kind::Entry)?;
            (at, before) = (kept_here.offset + size, size);
        }
        if at < arena.end() {
            heap.lay(at, arena.end() - at, before, between)?;
            gaps.push(at);
        }
        for kept in kept {
            self.enqueue(kept.queue, kept.offset)?;
        }
        for gap in gaps {
            if between == Kind::Gap { self.await_readers(gap, Kind::Gap)? } else { heap.free(gap)? }
        }
        Ok(())
    }
}

/// By where the entries lie. Numbers are sorted rather than what they stand for, which is three times as long.
fn in_order(named: &[Named]) -> impl Iterator<Item = &Named> {
    let numbered = named.iter().zip(0_u64..).map(|(named, number)| u64::from(named.offset) << 32 | number);
    let mut order: Vec<u64> = numbered.collect();
    order.sort_unstable();
    order.into_iter().filter_map(|number| named.get(usize::try_from(number & 0xFFFF_FFFF).ok()?))
}
