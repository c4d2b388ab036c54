//! A bucket is read while its entry is taken out and the block becomes another's.

use loom::sync::Arc;
use loom::thread;

use crate::bucket::{Bucket, Slot};
use crate::explore;
use crate::sync::{AtomicU64, Ordering, fence};

const FIRST: u16 = 1;
const SECOND: u16 = 2;
const OFFSET: u32 = 7;

/// A bucket with one entry, whose value is two words that are equal to its tag.
struct World {
    bucket: Bucket,
    value: [AtomicU64; 2],
}

impl World {
    fn new() -> Arc<Self> {
        let world = Self { bucket: Bucket::new(), value: [const { FIRST as u64 }; 2].map(AtomicU64::new) };
        world.bucket.link(0, Slot::new(FIRST, 0, OFFSET));
        Arc::new(world)
    }

    fn fill(&self, tag: u16) {
        fence(Ordering::Release);
        self.value.iter().for_each(|word| word.store(tag.into(), Ordering::Relaxed));
    }

    /// Reads once, and checks what it believes.
    fn read(&self) {
        let seen = self.bucket.watch();
        let slot = self.bucket.slot(0);
        let value = [0, 1].map(|index: usize| self.value[index].load(Ordering::Relaxed));
        if !slot.is_empty() && self.bucket.is_unchanged(seen) {
            assert_eq!(value, [u64::from(slot.tag()); 2], "torn");
        }
    }

    /// What was read before, as it was noted then: in the same words, there may be another value meanwhile.
    fn read_noted(&self, seen: u32, noted: Slot) {
        let slot = self.bucket.slot(0);
        let value = [0, 1].map(|index: usize| self.value[index].load(Ordering::Relaxed));
        if slot == noted && self.bucket.is_unchanged(seen) {
            assert_eq!(value, [u64::from(FIRST); 2], "not what was noted");
        }
    }
}

#[test]
fn what_was_noted_is_believed_only_while_nothing_was_unlinked() {
    explore(|| {
        let world = World::new();
        let (seen, noted) = (world.bucket.watch(), world.bucket.slot(0));
        let writer = {
            let world = Arc::clone(&world);
            thread::spawn(move || {
                world.bucket.unlink(&world.bucket, 0, Slot::EMPTY);
                world.fill(SECOND);
                world.bucket.link(0, Slot::new(FIRST, 0, OFFSET));
            })
        };
        world.read_noted(seen, noted);
        writer.join().unwrap();
    });
}

#[test]
fn a_block_that_is_used_again_is_noticed() {
    explore(|| {
        let world = World::new();
        let writer = {
            let world = Arc::clone(&world);
            thread::spawn(move || {
                world.bucket.unlink(&world.bucket, 0, Slot::EMPTY);
                world.fill(SECOND);
                world.bucket.link(0, Slot::new(SECOND, 0, OFFSET));
            })
        };
        world.read();
        writer.join().unwrap();
    });
}

#[test]
#[should_panic(expected = "torn")]
fn without_the_count_it_is_not() {
    explore(|| {
        let world = World::new();
        let writer = {
            let world = Arc::clone(&world);
            thread::spawn(move || {
                world.bucket.link(0, Slot::EMPTY);
                world.fill(SECOND);
            })
        };
        world.read();
        writer.join().unwrap();
    });
}

#[test]
#[should_panic(expected = "torn")]
fn without_the_fence_it_is_not_either() {
    explore(|| {
        let world = World::new();
        let writer = {
            let world = Arc::clone(&world);
            thread::spawn(move || {
                world.bucket.unlink(&world.bucket, 0, Slot::EMPTY);
                world.value.iter().for_each(|word| word.store(SECOND.into(), Ordering::Relaxed));
            })
        };
        world.read();
        writer.join().unwrap();
    });
}
