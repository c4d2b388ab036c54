//! How often keys were read and changed, about: for owners that keep only what is worth it.
//!
//! A count-min sketch: rows of counters, of which a key has one in each. Other keys count there as well, so each counter is at least
//! right, and the smallest of a key's is nearest. It is a fixed part of the region, 1/64 of it, however many keys there are; one for all
//! spaces.
//!
//! Counting is a few atomic additions, in lines that all workers write. So it is for misses and changes, and not for hits. Counts are halved
//! when 16 times as much was counted as a row is wide: so what was long ago weighs less, and noise stays bounded.
#![allow(clippy::cast_possible_truncation, reason = "halves of a hash, and numbers below a width of 32 bits")]

use crate::region::Region;
use crate::sync::{AtomicU32, AtomicU64, Held as _, Ordering};
use crate::table::Table;

/// Most rows.
const ROWS: u32 = 8;

/// Least counters of a row.
const LEAST_WIDTH: u32 = 512;

/// Halved when so much was counted for each counter of a row.
const AGE: u64 = 16;

/// What stands before the counters. One line.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Head {
    /// Width and rows, as whoever came first wanted them; 0: nobody yet.
    shape: AtomicU64,
    /// What was counted since the halving before.
    counted: AtomicU64,
    emptied: AtomicU64,
}

/// Counters of a region of `len` bytes: of 4 bytes, in 1/64 of it, and 64 MiB at most.
pub(crate) fn counters(len: usize) -> usize {
    (len / 64 / size_of::<AtomicU32>()).clamp(1024, 16 << 20)
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The key was read.
    Read,
    /// The key has changed.
    Change,
}

/// About how often a key was read and has changed; never less than it was since the last halving.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Reads, up to 65,535.
    pub reads: u32,
    /// Changes, up to 65,535.
    pub changes: u32,
}

/// The sketch of a region.
#[derive(Clone, Copy, Debug)]
pub struct Sketch<'t> {
    table: &'t Table,
    width: u32,
    rows: u32,
}

impl Table {
    /// The sketch, if somebody has [made](Self::make_sketch) it.
    #[must_use]
    pub fn sketch(&self) -> Option<Sketch<'_>> {
        Sketch::of_shape(self, self.sketch_head().shape.load(Ordering::Acquire))
    }

    /// The sketch, of this shape if nobody has made it yet: 1 to 8 rows, and 512 counters or more in each, as far as there is room for
    /// them: 43,690 in each of six with 64 MiB.
    #[must_use]
    pub fn make_sketch(&self, width: u32, rows: u32) -> Sketch<'_> {
        let rows = rows.clamp(1, ROWS);
        let room = u32::try_from(self.layout.sketch_counters).unwrap_or(u32::MAX);
        // There are 1,024 counters at least; where 512 in each row are too many, the rows are fewer.
        let rows = rows.min(room / LEAST_WIDTH).max(1);
        let width = width.clamp(LEAST_WIDTH, room / rows);
        let mine = u64::from(width) << 8 | u64::from(rows);
        let shape = &self.sketch_head().shape;
        let agreed = match shape.compare_exchange(0, mine, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => None,
            Err(theirs) => Sketch::of_shape(self, theirs),
        };
        agreed.unwrap_or(Sketch { table: self, width, rows })
    }

    fn sketch_head(&self) -> &Head {
        self.region.at(self.layout.sketch)
    }
}

impl<'t> Sketch<'t> {
    /// Nothing that the region says is believed unless it fits.
    fn of_shape(table: &'t Table, shape: u64) -> Option<Self> {
        let (width, rows) = (u32::try_from(shape >> 8).ok()?, u32::try_from(shape & 0xFF).ok()?);
        let all = u64::from(width) * u64::from(rows);
        let fits =
            (1..=ROWS).contains(&rows) && width >= LEAST_WIDTH && all <= table.layout.sketch_counters as u64;
        fits.then_some(Self { table, width, rows })
    }

    /// Counters of a row.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Counts something of the key of this [hash](Table::hash).
    pub fn count(&self, hash: u64, access: Access, times: u16) {
        for counter in self.counters_of(hash) {
            add(counter, access, times);
        }
        let counted = &self.table.sketch_head().counted;
        let limit = AGE * u64::from(self.width);
        let before = counted.fetch_add(u64::from(times), Ordering::Relaxed);
        // Of those who come to the limit one sets it back, and halves then: one that dies in between leaves counts as they are for another
        // round, and one that has died before, or whatever the word says, ends no halving.
        let set_back = |counted| (counted >= limit).then_some(limit / 2);
        if before.saturating_add(u64::from(times)) >= limit
            && counted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, set_back).is_ok()
        {
            self.all().for_each(|counter| change(counter, halved));
        }
    }

    /// About what was counted of it.
    #[must_use]
    pub fn counts(&self, hash: u64) -> Counts {
        let all = self.counters_of(hash).map(|counter| split(counter.get()));
        let least = all.reduce(|(reads, changes), (r, c)| (reads.min(r), changes.min(c)));
        least.map_or_else(Counts::default, |(reads, changes)| Counts { reads, changes })
    }

    /// Forgets all counts; `now` is what [`emptied`](Self::emptied) says from now on.
    pub fn empty(&self, now: u64) {
        self.all().for_each(|counter| counter.set(0));
        let head = self.table.sketch_head();
        head.counted.store(0, Ordering::Relaxed);
        head.emptied.store(now, Ordering::Release);
    }

    /// When it was emptied last, by the owner's clock; 0: never.
    #[must_use]
    pub fn emptied(&self) -> u64 {
        self.table.sketch_head().emptied.load(Ordering::Acquire)
    }

    /// The share of a row's counters that count anything, from 0 to 1; None if there is no such row. Looks at all of them.
    #[must_use]
    pub fn load(&self, row: u32) -> Option<f64> {
        (row < self.rows).then(|| {
            let used = (0..self.width).filter(|column| self.counter(row, *column).get() != 0).count();
            used as f64 / f64::from(self.width)
        })
    }

    fn counters_of(&self, hash: u64) -> impl Iterator<Item = &'t AtomicU32> + use<'_, 't> {
        let [low, high] = [hash & 0xFFFF_FFFF, hash >> 32 | 1].map(|half| half as u32);
        (0..self.rows).map(move |row| {
            // Two halves make a hash for each row.
            let spread = low.wrapping_add(row.wrapping_mul(high)).wrapping_mul(0x9E37_79B1);
            self.counter(row, ((u64::from(spread) * u64::from(self.width)) >> 32) as u32)
        })
    }

    fn all(&self) -> impl Iterator<Item = &'t AtomicU32> + use<'_, 't> {
        (0..self.rows).flat_map(move |row| (0..self.width).map(move |column| self.counter(row, column)))
    }

    fn counter(&self, row: u32, column: u32) -> &'t AtomicU32 {
        let index = row as usize * self.width as usize + column as usize;
        let region: &'t Region = &self.table.region;
        region.at(self.table.layout.sketch + size_of::<Head>() + index * size_of::<AtomicU32>())
    }
}

/// A counter holds both: reads above, changes below.
fn split(both: u32) -> (u32, u32) {
    (both >> 16, both & 0xFFFF)
}

fn halved(both: u32) -> u32 {
    (both >> 1) & 0x7FFF_7FFF
}

/// Adds to one half. Both are halved where that is more than fits, so that their ratio stays.
fn add(counter: &AtomicU32, access: Access, times: u16) {
    let times = u32::from(times);
    change(counter, |both| {
        let (reads, changes) = split(both);
        let (reads, changes) = match access {
            Access::Read => (reads + times, changes),
            Access::Change => (reads, changes + times),
        };
        if reads > 0xFFFF || changes > 0xFFFF {
            ((reads / 2) << 16) | (changes / 2)
        } else {
            (reads << 16) | changes
        }
    });
}

fn change(counter: &AtomicU32, change: impl Fn(u32) -> u32) {
    let mut seen = counter.get();
    while let Err(other) =
        counter.compare_exchange_weak(seen, change(seen), Ordering::Relaxed, Ordering::Relaxed)
    {
        seen = other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Policy;
    use crate::testing::World;

    fn hash(world: &World, key: u32) -> u64 {
        world.table.hash(3, &key.to_le_bytes())
    }

    #[test]
    fn counts_are_never_too_low_and_seldom_too_high() {
        let world = World::new(64 << 20, Policy::S3Fifo);
        assert!(world.table.sketch().is_none());
        let sketch = world.table.make_sketch(40_000, 6);
        for key in 0..10_000 {
            for _ in 0..key % 8 {
                sketch.count(hash(&world, key), Access::Read, 1);
            }
            sketch.count(hash(&world, key), Access::Change, (key % 3) as u16);
        }
        let mut wrong = 0;
        for key in 0..10_000 {
            let counts = sketch.counts(hash(&world, key));
            assert!(counts.reads >= key % 8 && counts.changes >= key % 3, "{key}: {counts:?}");
            wrong += u32::from(counts.reads != key % 8 || counts.changes != key % 3);
        }
        assert!(wrong < 20, "{wrong} of 10,000 keys share all of their counters");
    }

    #[test]
    fn the_first_shape_counts_and_is_what_there_is_room_for() {
        let world = World::new(1 << 20, Policy::S3Fifo);
        let sketch = world.table.make_sketch(u32::MAX, 4);
        assert_eq!((sketch.width(), sketch.rows()), (1024, 4), "4,096 counters are 1/64 of a MiB");
        let again = world.table.make_sketch(600, 2);
        assert_eq!((again.width(), again.rows()), (1024, 4));
        let shape = |sketch: Sketch<'_>| (sketch.width(), sketch.rows());
        assert_eq!(world.table.sketch().map(shape), Some((1024, 4)));
        let small = World::new(256 << 10, Policy::S3Fifo);
        let sketch = small.table.make_sketch(1, 8);
        assert_eq!((sketch.width(), sketch.rows()), (512, 2));
    }

    #[test]
    fn a_shape_that_does_not_fit_is_not_believed() {
        let world = World::new(1 << 20, Policy::S3Fifo);
        for shape in [1, 5 << 8, 4096 << 8 | 2, 600 << 8 | 9, 600 << 8, u64::MAX] {
            world.table.sketch_head().shape.set(shape);
            assert!(world.table.sketch().is_none(), "{shape:#x}");
            world.table.make_sketch(600, 2).count(7, Access::Read, 1);
        }
    }

    #[test]
    fn a_full_counter_keeps_the_ratio() {
        let counter = AtomicU32::new(0);
        add(&counter, Access::Change, 1000);
        for _ in 0..12 {
            add(&counter, Access::Read, 10_000);
        }
        let (reads, changes) = split(counter.get());
        let ratio = f64::from(reads) / f64::from(changes);
        assert!(reads > 30_000 && (100.0..400.0).contains(&ratio), "{reads} reads, {changes} changes");
    }

    #[test]
    fn what_was_long_ago_weighs_less() {
        let world = World::new(1 << 20, Policy::S3Fifo);
        let sketch = world.table.make_sketch(512, 4);
        sketch.count(hash(&world, 1), Access::Read, 400);
        for key in 0..8 * 512_u32 {
            sketch.count(hash(&world, 2 + key % 100), Access::Read, 2);
        }
        let reads = sketch.counts(hash(&world, 1)).reads;
        assert!((200..300).contains(&reads), "{reads}");
        assert!(sketch.load(3).is_some_and(|load| load > 0.1 && load < 0.25) && sketch.load(4).is_none());
        sketch.empty(77);
        assert_eq!((sketch.counts(hash(&world, 1)), sketch.emptied()), (Counts::default(), 77));
        assert_eq!(sketch.load(0), Some(0.0));
    }

    #[test]
    fn counts_are_halved_whoever_died_or_emptied_meanwhile() {
        let world = World::new(1 << 20, Policy::S3Fifo);
        let sketch = world.table.make_sketch(512, 4);
        // One died before it halved; another took half away from what somebody had just emptied.
        for counted in [AGE * 512 + 3, 0_u64.wrapping_sub(AGE * 512 / 2)] {
            sketch.empty(1);
            sketch.count(hash(&world, 1), Access::Read, 400);
            world.table.sketch_head().counted.set(counted);
            sketch.count(hash(&world, 2), Access::Change, 1);
            assert_eq!(sketch.counts(hash(&world, 1)).reads, 200);
            assert_eq!(world.table.sketch_head().counted.get(), AGE * 512 / 2);
        }
    }
}
