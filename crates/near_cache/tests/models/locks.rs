//! A lock whose owner may be dead, and what it guards.

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;

use crate::explore;
use crate::lock::{Lock, Taken};
use crate::sync::{AtomicU32, Ordering};

const DEAD: u32 = 99;

struct World {
    lock: Lock,
    /// Loom reports two who are inside at a time.
    inside: UnsafeCell<u32>,
    version: AtomicU32,
    source: AtomicU32,
    /// What is cached of the source; 0: nothing.
    cached: AtomicU32,
}

// SAFETY: whether the cell is used by one alone is what the models find out.
#[allow(unsafe_code, reason = "the plain memory of the model")]
unsafe impl Sync for World {}

impl World {
    fn new() -> Arc<Self> {
        let [version, source, cached] = [0, 1, 0].map(AtomicU32::new);
        Arc::new(Self { lock: Lock::new(), inside: UnsafeCell::new(0), version, source, cached })
    }

    fn visit(&self, me: u32) -> Taken {
        let taken = self.lock.take(me, &|owner| owner == DEAD);
        // SAFETY: it is the model's memory; loom checks the rest.
        #[allow(unsafe_code, reason = "the plain memory of the model")]
        self.inside.with_mut(|inside| unsafe { *inside += 1 });
        self.lock.give(me);
        taken
    }
}

fn both<T: Send + 'static>(
    world: &Arc<World>,
    act: impl Fn(&World, u32) -> T + Send + Copy + 'static,
) -> [T; 2] {
    let other = {
        let world = Arc::clone(world);
        thread::spawn(move || act(&world, 2))
    };
    [act(world, 1), other.join().unwrap()]
}

#[test]
fn one_is_inside_and_nobody_sleeps_for_ever() {
    explore(|| {
        let world = World::new();
        assert_eq!(both(&world, World::visit), [Taken::Clean; 2]);
    });
}

#[test]
fn the_dead_are_robbed_once() {
    explore(|| {
        let world = World::new();
        world.lock.take(DEAD, &|_| false);
        let taken = both(&world, World::visit);
        assert_eq!(taken.iter().filter(|taken| **taken == Taken::Robbed).count(), 1);
    });
}

#[test]
fn who_was_robbed_alive_opens_the_lock_for_nobody() {
    let lock = || {
        let lock = Lock::new();
        lock.take(1, &|_| false);
        assert_eq!(lock.take(2, &|owner| owner == 1), Taken::Robbed);
        lock.give(1);
        assert_eq!(lock.take(3, &|owner| owner == 2), Taken::Robbed, "it was still 2's");
    };
    explore(lock);
}

/// A fill takes the version, then the value, and publishes if the version is still the same.
fn fill(world: &World, checks: bool) {
    let seen = world.version.load(Ordering::Acquire);
    let value = world.source.load(Ordering::Acquire);
    world.lock.take(1, &|_| false);
    if !checks || world.version.load(Ordering::Acquire) == seen {
        world.version.fetch_add(1, Ordering::AcqRel);
        world.cached.store(value, Ordering::Release);
    }
    world.lock.give(1);
}

/// A change of the source, and then its invalidation.
fn change(world: &World) {
    world.source.store(2, Ordering::Release);
    world.lock.take(2, &|_| false);
    world.version.fetch_add(1, Ordering::AcqRel);
    world.cached.store(0, Ordering::Release);
    world.lock.give(2);
}

fn fill_and_change(checks: bool) {
    explore(move || {
        let world = World::new();
        both(&world, move |world, me| if me == 1 { fill(world, checks) } else { change(world) });
        assert_ne!(world.cached.load(Ordering::Acquire), 1, "stale for ever");
    });
}

#[test]
fn a_fill_that_was_overtaken_is_refused() {
    fill_and_change(true);
}

#[test]
#[should_panic(expected = "stale for ever")]
fn without_the_version_it_stays() {
    fill_and_change(false);
}
