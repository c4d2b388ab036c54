//! A value is read in place, as plain memory, while it is taken out of the index and its block used again.

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;

use crate::bucket::{Bucket, Slot};
use crate::sync::{AtomicU64, Ordering};
use crate::{explore, pins};

struct World {
    epoch: AtomicU64,
    pin: AtomicU64,
    borrowed: AtomicU64,
    page: AtomicU64,
    bucket: Bucket,
    /// Loom reports a thread that reads it while another writes.
    value: UnsafeCell<u64>,
}

// SAFETY: whether the cell is used by one alone is what the models find out.
#[allow(unsafe_code, reason = "the plain memory of the model")]
unsafe impl Sync for World {}

impl World {
    fn new() -> Arc<Self> {
        let (epoch, pin) = (AtomicU64::new(0), AtomicU64::new(pins::NONE));
        let (borrowed, page) = (AtomicU64::new(pins::NONE), AtomicU64::new(0));
        let world = Self { epoch, pin, borrowed, page, bucket: Bucket::new(), value: UnsafeCell::new(1) };
        world.bucket.link(0, Slot::new(1, 0, 7));
        Arc::new(world)
    }

    /// Reads in place, between a pin of one kind or another and its end.
    fn read(&self, pin: impl Fn(&AtomicU64, &AtomicU64)) {
        pin(&self.epoch, &self.pin);
        let seen = self.bucket.watch();
        if !self.bucket.slot(0).is_empty() && self.bucket.is_unchanged(seen) {
            self.look_at_value();
        }
        pins::unpin(&self.pin);
    }

    /// Reads in place what is borrowed when it was found; `asks` whether it is still there then.
    fn read_borrowed(&self, asks: bool) {
        let seen = self.bucket.watch();
        if !self.bucket.slot(0).is_empty() && self.bucket.is_unchanged(seen) {
            pins::borrow(&self.epoch, &self.pin, &self.borrowed, (&self.page, 1));
            if !asks || self.bucket.is_unchanged(seen) {
                self.look_at_value();
            }
        }
        pins::give_back(&self.borrowed, [&self.page]);
    }

    /// The same of what is borrowed under a pin that ends before it is read.
    fn read_borrowed_under_a_pin(&self) {
        pins::pin(&self.epoch, &self.pin);
        let seen = self.bucket.watch();
        let is_there = !self.bucket.slot(0).is_empty() && self.bucket.is_unchanged(seen);
        if is_there {
            pins::borrow(&self.epoch, &self.pin, &self.borrowed, (&self.page, 1));
        }
        pins::unpin(&self.pin);
        if is_there {
            self.look_at_value();
        }
        pins::give_back(&self.borrowed, [&self.page]);
    }

    fn look_at_value(&self) {
        self.value.with(|value| {
            // SAFETY: it is the model's memory; loom checks the rest.
            #[allow(unsafe_code, reason = "the plain memory of the model")]
            let value = unsafe { *value };
            assert_eq!(value, 1, "used again while it is borrowed");
        });
    }

    /// Takes the entry out, and uses its block again if nobody is in the way.
    fn replace(&self) {
        self.bucket.unlink(&self.bucket, 0, Slot::EMPTY);
        let tag = pins::tag(&self.epoch);
        pins::advance(&self.epoch);
        let is_free = |pin| pin == pins::NONE || tag < pin;
        let (pin, borrowed) = (pins::held(&self.pin), pins::held(&self.borrowed));
        let is_borrowed = !is_free(borrowed) && self.page.load(Ordering::Acquire) != 0;
        if is_free(pin) && !is_borrowed {
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

fn read_while_it_is_replaced(read: impl Fn(&World) + Copy + Send + Sync + 'static) {
    explore(move || {
        let world = World::new();
        let reader = {
            let world = Arc::clone(&world);
            thread::spawn(move || read(&world))
        };
        world.replace();
        reader.join().unwrap();
    });
}

#[test]
fn a_loan_keeps_the_block() {
    read_while_it_is_replaced(|world| world.read_borrowed(true));
    read_while_it_is_replaced(World::read_borrowed_under_a_pin);
}

#[test]
#[should_panic]
fn a_loan_of_what_has_gone_does_not() {
    read_while_it_is_replaced(|world| world.read_borrowed(false));
}
