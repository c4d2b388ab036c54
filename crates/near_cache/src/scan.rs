//! Walking through all entries, a piece at a time.

use crate::bucket::{Bucket, CHAIN, SLOTS};
use crate::entry;
use crate::found::Found;
use crate::layout::Place;
use crate::sync::Held as _;
use crate::table::Table;

/// Buckets of one call: 450 entries at most where no chains are, and some µs.
const PIECE: u32 = 64;

/// How often a bucket is read again that changes meanwhile; after that it is left out.
const ATTEMPTS: usize = 64;

/// How far a walk has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    shard: usize,
    bucket: u32,
}

impl Cursor {
    /// The same as a number, for owners that keep it elsewhere; 0 is where every walk begins.
    #[must_use]
    pub fn number(self) -> u64 {
        (self.shard as u64) << 32 | u64::from(self.bucket)
    }

    /// What [`number`](Self::number) gave. Any other number stands for some place or the end.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "the halves of the number")]
    pub fn from_number(number: u64) -> Self {
        Self { shard: (number >> 32) as usize, bucket: number as u32 }
    }
}

/// An entry that a walk has come by.
#[derive(Clone, Debug)]
pub struct Scanned<'t> {
    /// The key's space.
    pub space: u64,
    /// The key.
    pub key: Vec<u8>,
    /// The entry. It may have expired: a walk asks no clock.
    pub found: Found<'t>,
}

impl Table {
    /// Goes on with a walk through all entries, from [`Cursor::default`], and says whether there is more. Each call does a
    /// bounded piece. Entries that are there all the time are met once; those that come or go meanwhile may be met or not.
    /// Entries without their lease are left out. It holds no lock, so `each` may do what it likes.
    pub fn scan(&self, cursor: &mut Cursor, each: &mut dyn FnMut(&Scanned<'_>)) -> bool {
        let Some(place) = self.layout.shards.get(cursor.shard) else { return false };
        let end = cursor.bucket.saturating_add(PIECE).min(place.bucket_count);
        for number in cursor.bucket.min(end)..end {
            self.scan_bucket(place, number).iter().for_each(&mut *each);
        }
        cursor.bucket = end;
        if end == place.bucket_count {
            *cursor = Cursor { shard: cursor.shard + 1, bucket: 0 };
        }
        cursor.shard < self.layout.shards.len()
    }

    /// The entries of one bucket as they were at one moment.
    fn scan_bucket(&self, place: &Place, number: u32) -> Vec<Scanned<'_>> {
        let bucket = place.bucket_at(&self.region, number);
        for _ in 0..ATTEMPTS {
            let seen = bucket.watch();
            let mut entries = Vec::new();
            let parts =
                core::iter::successors(Some(bucket), |part| place.overflow(&self.region, part.chain.get()));
            for part in parts.take(CHAIN) {
                entries.extend(
                    (0..SLOTS).filter_map(|index| self.scan_slot(place, (bucket, seen), (part, index))),
                );
            }
            if bucket.is_unchanged(seen) {
                return entries;
            }
        }
        Vec::new()
    }

    fn scan_slot<'t>(
        &'t self,
        place: &Place,
        from: (&'t Bucket, u32),
        (part, index): (&'t Bucket, usize),
    ) -> Option<Scanned<'t>> {
        let slot = part.slot(index);
        let (entry, parts) = entry::parts(&self.region, &place.arena, slot.offset())?;
        let (space, key) = (entry.space.get(), self.region.bytes(parts.key, parts.key_len)?);
        let is_whole = entry.hash.get() == self.hash(space, &key);
        let marks = entry.marks();
        let is_leased = self.is_leased(marks.lease_index, entry.lease.get());
        let value = (self.region.readable(parts.value), parts.value_len);
        let found = Found::new(from, (entry, marks), value);
        (is_whole && is_leased).then_some(Scanned { space, key, found })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::testing::World;
    use crate::{Meta, Policy, When};

    #[test]
    fn every_entry_is_met_once_a_piece_at_a_time() {
        let world = World::new(24 << 20, Policy::S3Fifo);
        let worker = world.worker();
        for number in 0..5000_u32 {
            worker.set(&number.to_le_bytes(), b"value");
        }
        worker
            .put(&7_u32.to_le_bytes(), b"other", &Meta { sort: 1, ..Meta::default() }, When::Always)
            .unwrap();
        let (mut cursor, mut met, mut calls) = (Cursor::default(), HashSet::new(), 0);
        loop {
            let mut piece = 0;
            let more = world.table.scan(&mut cursor, &mut |entry| {
                piece += 1;
                assert!(met.insert((entry.key.clone(), entry.found.sort())));
            });
            assert!(piece < 1000, "a call is bounded");
            calls += 1;
            if !more {
                break;
            }
        }
        assert_eq!(met.len(), 5001);
        assert!(calls > 10 && !world.table.scan(&mut cursor, &mut |_| panic!("it was at its end")));
    }
}
