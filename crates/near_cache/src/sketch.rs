//! How often keys were read and changed, about: for owners that keep only what is worth it.
//!
//! A count-min sketch: rows of counters, of which a key has one in each. Other keys count there as well, so each counter is at least
//! right, and the smallest of a key's is nearest. It is a fixed part of the region, 1/64 of it, however many keys there are; one for all
//! spaces.
//!
//! Counting is a few atomic additions, in lines that all workers write. So it is for misses and changes, and not for hits. Counts are halved
//! when 16 times as much was counted as a row is wide: so what was long ago weighs less, and noise stays bounded. Everyone who counts halves
//! a piece then, until all is done; how far that is stands in the region, so it goes on whoever dies. Meanwhile a key may have some counters
//! that are halved and some that are not, and the smallest says.
#![allow(clippy::cast_possible_truncation, reason = "halves of a hash, and numbers below a width of 32 bits")]

use core::ops::Range;

use crate::region::Region;
use crate::sync::{AtomicU32, AtomicU64, Held as _, Ordering};
use crate::table::Table;

/// Most rows.
const ROWS: u32 = 8;

/// Least counters of a row.
const LEAST_WIDTH: u32 = 512;

/// Halved when so much was counted for each counter of a row.
const AGE: u64 = 16;

/// Counters that are halved at once: 1,024 of some 3 ns are 3 µs of somebody's miss, where 16 Mi, the most that there are, would be 50 ms.
/// Of these 16,384 pieces are made. The next halving is due when 8 times a row's width was counted, which is as much as there are
/// counters or more: so there are calls enough, unless they count more than 1,024 each; then the next one waits until this is done.
const PIECE: u64 = 1024;

/// What stands before the counters. One line.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Head {
    /// Width and rows, as whoever came first wanted them; 0: nobody yet.
    shape: AtomicU64,
    /// See [`Age`].
    age: AtomicU64,
    emptied: AtomicU64,
}

/// Counters of a region of `len` bytes: of 4 bytes, in 1/64 of it, and 64 MiB at most.
pub(crate) fn counters(len: usize) -> usize {
    (len / 64 / size_of::<AtomicU32>()).clamp(1024, 16 << 20)
}

/// What was counted since the halving before, and what is left of that: 40 and 24 bits of one word, so that nobody dies between the two. 24
/// are enough as the first piece of 16 Mi counters is never left. Any word is a valid one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Age {
    counted: u64,
    /// Counters that are still to be halved, the first so many.
    left: u64,
}

impl Age {
    const COUNTED: u64 = (1 << 40) - 1;

    fn of(word: u64) -> Self {
        Self { counted: word & Self::COUNTED, left: word >> 40 }
    }

    fn word(self) -> u64 {
        self.left << 40 | self.counted.min(Self::COUNTED)
    }

    /// When so much more was counted in a sketch of this shape: what there is then, and which counters are to be halved.
    fn counting(self, times: u16, width: u32, all: u64) -> (Self, Range<u64>) {
        let (mut counted, mut left) = (self.counted + u64::from(times), self.left.min(all));
        let limit = AGE * u64::from(width);
        if left == 0 && counted >= limit {
            (counted, left) = (limit / 2, all);
        }
        let piece = left.saturating_sub(PIECE)..left;
        (Self { counted, left: piece.start }, piece)
    }
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
        // Whoever dies with a piece in hand leaves some counters as they are until the next halving.
        let counting = |word| Age::of(word).counting(times, self.width, self.len());
        let age = &self.table.sketch_head().age;
        let (Ok(before) | Err(before)) =
            age.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |word| Some(counting(word).0.word()));
        for index in counting(before).1 {
            change(self.at(index), halved);
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
        (0..self.len()).for_each(|index| self.at(index).set(0));
        let head = self.table.sketch_head();
        head.age.store(0, Ordering::Relaxed);
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

    fn counter(&self, row: u32, column: u32) -> &'t AtomicU32 {
        self.at(u64::from(row) * u64::from(self.width) + u64::from(column))
    }

    /// Counters of all rows.
    fn len(&self) -> u64 {
        u64::from(self.rows) * u64::from(self.width)
    }

    /// One of them, row by row.
    fn at(&self, index: u64) -> &'t AtomicU32 {
        let region: &'t Region = &self.table.region;
        region.at(self.table.layout.sketch + size_of::<Head>() + index as usize * size_of::<AtomicU32>())
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
    fn counts_are_halved_in_pieces_by_whoever_counts() {
        let world = World::new(1 << 20, Policy::S3Fifo);
        let sketch = world.table.make_sketch(1024, 4);
        let (limit, all) = (AGE * 1024, 4 * 1024);
        let age = || Age::of(world.table.sketch_head().age.get());
        let set = |counted, left| world.table.sketch_head().age.set(Age { counted, left }.word());
        (0..all).for_each(|index| sketch.at(index).set(400));
        set(limit - 2, 0);
        sketch.count(hash(&world, 1), Access::Read, 1);
        assert_eq!(age(), Age { counted: limit - 1, left: 0 });
        for left in [3 * PIECE, 2 * PIECE, PIECE, 0, 0] {
            world.table.sketch().unwrap().count(hash(&world, 1), Access::Read, 1);
            assert_eq!(age().left, left);
        }
        assert_eq!(age().counted, limit / 2 + 4);
        let changes = |index| split(sketch.at(index).get()).1;
        assert!((0..all).all(|index| changes(index) == 200), "each counter is halved, and once");
        set(limit, PIECE / 2);
        sketch.count(hash(&world, 1), Access::Read, 1);
        assert_eq!(age(), Age { counted: limit + 1, left: 0 }, "the next one waits until this is done");
        assert!((0..all).all(|index| changes(index) == if index < PIECE / 2 { 100 } else { 200 }));
        sketch.count(hash(&world, 1), Access::Read, 1);
        assert_eq!(age(), Age { counted: limit / 2, left: 3 * PIECE });
    }

    #[test]
    fn whatever_the_word_says_halving_goes_on() {
        let world = World::new(1 << 20, Policy::S3Fifo);
        let sketch = world.table.make_sketch(1024, 4);
        for word in [u64::MAX, 0_u64.wrapping_sub(AGE), 1 << 40, 0x00FF_FFFF, 7 << 39] {
            world.table.sketch_head().age.set(word);
            (0..10).for_each(|_| sketch.count(hash(&world, 1), Access::Read, 1));
            let Age { counted, left } = Age::of(world.table.sketch_head().age.get());
            assert!(counted < AGE * 1024 && left == 0, "{word:#x}");
        }
    }
}
