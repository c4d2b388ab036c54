//! Where everything lies in a region of a given length: worked out alike by every process, never read from the region.
//!
//! ```text
//! header | seats | leases | versions | flights | events | shards: [control, buckets, overflow, ghosts, arena]
//! ```

#![allow(unsafe_code, reason = "a hit looks at a bucket without asking twice where it lies")]

use crate::OpenError;
use crate::arena::Arena;
use crate::bucket::Bucket;
use crate::entry;
use crate::event;
use crate::flight::Flight;
use crate::header::Header;
use crate::pins::PAGES;
use crate::region::Region;
use crate::seat::Seat;
use crate::shard::control::Control;
use crate::sync::{AtomicU32, AtomicU64};

/// Words of leases, 32 KiB.
pub(crate) const LEASES: usize = 4096;

/// A shard has at least this many bytes, and less than twice as many, so that rebuilding one takes some milliseconds at most …
const ARENA: usize = 7 << 20;

/// … until there are this many shards, which is as many as a word of a [seat](Seat) has bits.
const SHARDS: usize = 64;

/// Bytes of a shard for which there is one bucket, and one more for overflow. The first ones serve entries of about 512
/// bytes half full; both together serve entries of 110 bytes, and few are smaller: a head and a key of 20 bytes are 112.
const BUCKET_SHARE: usize = 1536;

/// A ghost stands for about this many bytes: the memory of who was let go covers about as many entries as there are.
const GHOST_SHARE: usize = 512;

/// Bytes of the smallest shard.
const LEAST_SHARD: usize = 64 << 10;

/// Offsets are 32 bits of 16 bytes.
const LARGEST: usize = 64 << 30;

/// The whole layout.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) workers: u16,
    seats: usize,
    leases: usize,
    versions: usize,
    pub(crate) version_count: usize,
    flights: usize,
    pub(crate) flight_count: usize,
    events: usize,
    pub(crate) event_count: usize,
    pub(crate) shards: Box<[Place]>,
    /// Bytes of a page of [loans](crate::pins), as a power of two.
    pub(crate) page_bits: u32,
    /// All shards have their parts at the same distances, so a reader finds them without looking up the shard: where those of the first
    /// lie, how far the next shard is, and how many buckets there are in each.
    first_buckets: usize,
    first_arena: Arena,
    share: usize,
    bucket_count: u32,
    last_shard: usize,
}

/// Where the parts of one shard lie. One line, so that picking it takes no multiplication.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Place {
    pub(crate) number: usize,
    control: usize,
    buckets: usize,
    /// Buckets, and as many for overflow behind them.
    pub(crate) bucket_count: u32,
    ghosts: usize,
    /// A power of two.
    pub(crate) ghost_count: usize,
    pub(crate) arena: Arena,
}

/// Hands out parts of the region one behind the other, each at the start of a cache line.
struct Cut(usize);

impl Cut {
    fn take(&mut self, bytes: usize) -> usize {
        let at = self.0.next_multiple_of(64);
        self.0 = at + bytes;
        at
    }
}

impl Layout {
    pub(crate) fn new(len: usize, workers: u16) -> Result<Self, OpenError> {
        if len > LARGEST {
            return Err(OpenError::TooLarge { len });
        }
        let version_count = power_of_two(len / 1024, 256, 65_536);
        let flight_count = power_of_two(len / 16_384, 64, 4096);
        let event_count = power_of_two(len / 32 / size_of::<event::Slot>(), 16, 4096);
        let mut cut = Cut(0);
        cut.take(size_of::<Header>());
        let seats = cut.take(usize::from(workers) * size_of::<Seat>());
        let leases = cut.take(LEASES * size_of::<AtomicU64>());
        let versions = cut.take(version_count * size_of::<AtomicU32>());
        let flights = cut.take(flight_count * size_of::<Flight>());
        let events = cut.take(event_count * size_of::<event::Slot>());
        let least = cut.0.next_multiple_of(64) + LEAST_SHARD;
        if len < least {
            return Err(OpenError::TooSmall { len, least });
        }
        let count = power_of_two((len - cut.0) / ARENA, 1, SHARDS);
        let share = ((len - cut.0.next_multiple_of(64)) / count) & !63;
        let shards: Box<[Place]> = (0..count).map(|number| Place::new(number, &mut cut, share)).collect();
        let Place { buckets: first_buckets, bucket_count, arena: first_arena, .. } = shards[0];
        let layout = Self {
            workers,
            seats,
            leases,
            versions,
            version_count,
            flights,
            flight_count,
            events,
            event_count,
            page_bits: (len.div_ceil(PAGES as usize)).next_power_of_two().ilog2(),
            shards,
            first_buckets,
            first_arena,
            share,
            bucket_count,
            last_shard: count - 1,
        };
        Ok(layout)
    }

    /// The seat of a slot below `workers`.
    pub(crate) fn seat<'a>(&self, region: &'a Region, slot: u16) -> &'a Seat {
        region.at(self.seat_offset(slot))
    }

    /// Where the seat of a slot lies.
    pub(crate) fn seat_offset(&self, slot: u16) -> usize {
        self.seats + usize::from(slot % self.workers) * size_of::<Seat>()
    }

    /// Any lease: indexes beyond the last are taken modulo their number.
    #[inline]
    pub(crate) fn lease<'a>(&self, region: &'a Region, index: u16) -> &'a AtomicU64 {
        // SAFETY: all leases lie within the region, as a layout is made from its length.
        unsafe { region.at_unchecked(self.leases + (usize::from(index) % LEASES) * size_of::<AtomicU64>()) }
    }

    pub(crate) fn version<'a>(&self, region: &'a Region, hash: u64) -> &'a AtomicU32 {
        region.at(self.versions + crate::hash::version(hash, self.version_count) * size_of::<AtomicU32>())
    }

    pub(crate) fn flight<'a>(&self, region: &'a Region, hash: u64) -> &'a Flight {
        region.at(self.flights + crate::hash::flight(hash, self.flight_count) * size_of::<Flight>())
    }

    pub(crate) fn event_at(&self, position: u64) -> usize {
        #[allow(clippy::cast_possible_truncation, reason = "it is below the number of events")]
        let index = (position % self.event_count as u64) as usize;
        self.events + index * size_of::<event::Slot>()
    }

    /// The bucket that chains of this hash begin with, and the arena of what they name.
    #[inline]
    pub(crate) fn home<'a>(&self, region: &'a Region, hash: u64) -> (&'a Bucket, Arena) {
        let distance = crate::hash::shard(hash, self.last_shard) * self.share;
        let index = crate::hash::bucket(hash, self.bucket_count) as usize;
        // SAFETY: the hash picks a shard and a bucket below their numbers, and all of them lie within the region, as a
        // layout is made from its length.
        let bucket =
            unsafe { region.at_unchecked(self.first_buckets + distance + index * size_of::<Bucket>()) };
        (bucket, self.first_arena.further(distance))
    }

    /// The shard of a hash.
    #[inline]
    pub(crate) fn shard(&self, hash: u64) -> &Place {
        &self.shards[crate::hash::shard(hash, self.last_shard)]
    }
}

impl Place {
    fn new(number: usize, cut: &mut Cut, share: usize) -> Self {
        let end = cut.0.next_multiple_of(64) + share;
        let buckets_each = share / BUCKET_SHARE;
        let ghost_count = power_of_two(share / GHOST_SHARE, 64, 1 << 24);
        let control = cut.take(size_of::<Control>());
        let buckets = cut.take(2 * buckets_each * size_of::<Bucket>());
        let ghosts = cut.take(ghost_count * size_of::<AtomicU32>());
        let arena = Arena::new(cut.0.next_multiple_of(64), end, entry::HEAD);
        cut.0 = end;
        let bucket_count = u32::try_from(buckets_each).unwrap_or(u32::MAX);
        Self { number, control, buckets, bucket_count, ghosts, ghost_count, arena }
    }

    pub(crate) fn control<'a>(&self, region: &'a Region) -> &'a Control {
        region.at(self.control)
    }

    /// A bucket by its number, below `bucket_count`.
    #[inline]
    pub(crate) fn bucket_at<'a>(&self, region: &'a Region, index: u32) -> &'a Bucket {
        region.at(self.buckets + index as usize * size_of::<Bucket>())
    }

    /// The bucket that a chain goes on with, by what [`Bucket::chain`] says.
    #[inline]
    pub(crate) fn overflow<'a>(&self, region: &'a Region, link: u32) -> Option<&'a Bucket> {
        let index = link.checked_sub(1).filter(|index| *index < self.bucket_count)?;
        Some(self.bucket_at(region, self.bucket_count + index))
    }

    pub(crate) fn ghost<'a>(&self, region: &'a Region, hash: u64) -> &'a AtomicU32 {
        #[allow(clippy::cast_possible_truncation, reason = "it is below the number of ghosts")]
        let index = (hash & (self.ghost_count as u64 - 1)) as usize;
        region.at(self.ghosts + index * size_of::<AtomicU32>())
    }
}

/// The largest power of two up to `wished`, within bounds that are powers of two.
fn power_of_two(wished: usize, least: usize, most: usize) -> usize {
    let below = wished.checked_ilog2().map_or(1, |bits| 1 << bits);
    below.clamp(least, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::UNIT;

    #[test]
    fn shards_follow_the_size() {
        for (len, shards) in [
            (1 << 20, 1),
            (8 << 20, 1),
            (16 << 20, 2),
            (60 << 20, 8),
            (64 << 20, 8),
            (1 << 30, 64),
            (64 << 30, 64),
        ] {
            let layout = Layout::new(len, 1024).unwrap();
            assert_eq!(layout.shards.len(), shards, "{len} bytes");
        }
    }

    #[test]
    fn a_bucket_and_its_arena_are_the_same_by_either_way() {
        let memory = crate::testing::Memory::new(20 << 20);
        let (region, layout) = (memory.region(), Layout::new(20 << 20, 8).unwrap());
        for hash in (0..100_000_u64).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15)) {
            let (place, index) = (layout.shard(hash), crate::hash::bucket(hash, layout.bucket_count));
            let (bucket, arena) = layout.home(&region, hash);
            assert!(core::ptr::eq(bucket, place.bucket_at(&region, index)));
            assert_eq!(arena, place.arena);
        }
    }

    #[test]
    fn parts_do_not_overlap_and_stay_inside() {
        for len in [256 << 10, (1 << 20) + 12_345, 64 << 20, 3 << 30] {
            let layout = Layout::new(len, 64).unwrap();
            let mut end = layout.events + layout.event_count * size_of::<event::Slot>();
            for place in &layout.shards {
                assert!(place.control >= end && place.buckets >= place.control + size_of::<Control>());
                assert!(place.ghosts >= place.buckets + 2 * place.bucket_count as usize * 64);
                assert!(place.arena.start as usize * UNIT >= place.ghosts + place.ghost_count * 4);
                end = place.arena.end() as usize * UNIT;
                let parts = end - place.control - place.arena.units as usize * UNIT;
                assert!(parts < (end - place.control) / 10 + 8192, "{parts} of {len} are not values");
            }
            assert!(end <= len && len - end < 8192, "{end} of {len}");
        }
    }

    #[test]
    fn what_is_too_small_says_what_is_needed() {
        let Err(OpenError::TooSmall { least, .. }) = Layout::new(4096, 8) else { panic!("it fits") };
        assert!(Layout::new(least, 8).is_ok());
        assert!(least < 160 << 10, "{least}");
        assert!(matches!(Layout::new(1 << 40, 8), Err(OpenError::TooLarge { .. })));
    }
}
