//! A value is read in place, as plain memory, while it is taken out of the index and its block used again.

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;

use crate::bucket::{Bucket, Slot};
use crate::sync::AtomicU64;
use crate::{explore, pins};

struct World {
    epoch: AtomicU64,
    pin: AtomicU64,
    bucket: Bucket,
    /// Loom reports whoever reads it while another writes.
    value: UnsafeCell<u64>,
}

// SAFETY: whether the cell is used by one alone is what the models find out.
#[allow(unsafe_code, reason = "the plain memory of the model")]
unsafe impl Sync for World {}

impl World {
    fn new() -> Arc<Self> {
        let (epoch, pin) = (AtomicU64::new(0), AtomicU64::new(pins::NONE));
        let world = Self { epoch, pin, bucket: Bucket::new(), value: UnsafeCell::new(1) };
        world.bucket.link(0, Slot::new(1, 0, 7));
        Arc::new(world)
    }

    /// Reads in place, between a pin of one kind or another and its end.
    fn read(&self, pin: impl Fn(&AtomicU64, &AtomicU64)) {
        pin(&self.epoch, &self.pin);
        let seen = self.bucket.watch();
        if !self.bucket.slot(0).is_empty() && self.bucket.is_unchanged(seen) {
            self.value.with(|value| {
                // SAFETY: it is the model's memory; loom checks the rest.
                #[allow(unsafe_code, reason = "the plain memory of the model")]
                let value = unsafe { *value };
                assert_eq!(value, 1, "used again under a pin");
            });
        }
        pins::unpin(&self.pin);
    }

    /// Takes the entry out, and uses its block again if nobody is in the way.
    fn replace(&self) {
        self.bucket.unlink(&self.bucket, 0, Slot::EMPTY);
        let tag = pins::tag(&self.epoch);
        pins::advance(&self.epoch);
        let pin = pins::held(&self.pin);
        if pin == pins::NONE || tag < pin {
            // SAFETY: it is the model's memory; loom checks the rest.
            #[allow(unsafe_code, reason = "the plain memory of the model")]
            self.value.with_mut(|value| unsafe { *value = 2 });
        }
    }
}

#[test]
fn a_pin_keeps_the_block() {
    explore(|| {
        let world = World::new();
        let reader = {
            let world = Arc::clone(&world);
            thread::spawn(move || {
                world.read(pins::pin);
                world.read(pins::pin);
            })
        };
        world.replace();
        reader.join().unwrap();
    });
}

#[test]
#[should_panic]
fn without_its_fence_it_does_not() {
    explore(|| {
        let world = World::new();
        let reader = {
            let world = Arc::clone(&world);
            thread::spawn(move || world.read(pins::hold))
        };
        world.replace();
        reader.join().unwrap();
    });
}
