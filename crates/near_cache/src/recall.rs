//! Finding an entry where this worker found it the last time: without a search, see [`lookup_cache`](crate::lookup_cache).
#![allow(unsafe_code, reason = "a hit looks at a position without asking again where it lies")]

use crate::bucket::Bucket;
use crate::entry::{self, HEAD, Marks};
use crate::found::Found;
use crate::living::Living;
use crate::lookup_cache::{Known, shape};
use crate::region;
use crate::seat::HITS;
use crate::sync::{Held as _, Ordering};
use crate::worker::Worker;

impl<L: Living> Worker<L> {
    /// What [`look_for`](Self::look_for) would find, if it is where this worker found it the last time; false: that has to
    /// be asked.
    #[inline(always)]
    pub fn recall<'t>(&'t self, space: u64, key: &[u8], sort: u8, write: impl FnOnce(Found<'t>)) -> bool {
        let Some((position, _)) = self.lookups.position(space, key) else { return false };
        if position.shape.get() != shape(key, sort) || position.space.get() != space {
            return false;
        }
        let (slot, start) = (position.slot.get(), position.entry.get());
        // SAFETY: these lie within the region, since a search has found them, and so does the entry's key, which is as
        // long as this one.
        let (place, entry, lease) = unsafe { (&*slot, &*start, &*position.lease.get()) };
        // The slot says that uses have worn off, too, which are to be marked again. When an entry expires may be said
        // later.
        if place.load(Ordering::Acquire) != position.word.get()
            || lease.load(Ordering::Acquire) != position.leased.get()
            || entry.expires() != 0
        {
            return false;
        }
        let start = start.cast::<u8>();
        // SAFETY: as above; and slots lie in buckets, which begin where cache lines do.
        let (is_it, bucket) = unsafe {
            let bucket = slot.map_addr(|at| at & !(size_of::<Bucket>() - 1));
            (region::is(start.wrapping_add(HEAD), key), &*bucket.cast::<Bucket>())
        };
        if !is_it {
            return false;
        }
        let value = (start.wrapping_add(entry::value_at(key.len())), position.value_len.get() as usize);
        let marks = Marks { sort, tag: position.tag.get(), lease_index: 0 };
        let found = Found::new((bucket, position.seen.get()), (entry, marks), value);
        write(found);
        if !found.still() {
            return false;
        }
        self.seat().count(HITS);
        true
    }

    /// Keeps where an entry was found that does not expire, and whose uses need not be marked.
    #[inline(always)]
    pub(crate) fn remember(&self, space: u64, key: &[u8], known: Known<'_>) {
        let Some((position, mark)) = self.lookups.position(space, key) else { return };
        if position.shape.get() != 0 && position.mark.get() != mark && !self.roll().is_multiple_of(8) {
            return;
        }
        let Ok(value_len) = u32::try_from(known.value_len) else { return };
        let Marks { sort, tag, lease_index } = known.marks;
        let lease = self.table.lease(lease_index);
        // What the lease of entries without one says means nothing.
        let leased = if lease_index == 0 { lease.load(Ordering::Relaxed) } else { known.entry.lease.get() };
        position.space.set(space);
        position.slot.set(known.place);
        position.word.set(known.slot.0);
        position.entry.set(known.entry);
        position.lease.set(lease);
        position.leased.set(leased);
        position.value_len.set(value_len);
        position.seen.set(known.seen);
        position.shape.set(shape(key, sort));
        position.tag.set(tag);
        position.mark.set(mark);
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

#[cfg(test)]
#[path = "recall_tests.rs"]
mod tests;
