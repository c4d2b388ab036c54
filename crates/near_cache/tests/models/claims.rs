//! One leads, the others wait: nobody sleeps for ever, as loom would report.
//!
//! What loom says to a model without one of the steps ends the whole process, so none of these is kept here.

use std::time::Duration;

use loom::sync::Arc;
use loom::thread;

use crate::explore;
use crate::flight::Flight;
use crate::sync::{self, AtomicU32, Ordering};

struct World {
    flight: Flight,
    version: AtomicU32,
}

impl World {
    fn new() -> Arc<Self> {
        Arc::new(Self { flight: Flight::new(), version: AtomicU32::new(0) })
    }

    /// Leads if it can, as `Worker` does it; else waits.
    fn take_part(&self, me: u32, publishes: bool) -> bool {
        if self.flight.begin(me) {
            if publishes {
                self.version.fetch_add(1, Ordering::AcqRel);
            }
            if self.flight.end(me) {
                self.version.fetch_add(1, Ordering::AcqRel);
                sync::wake(&self.version);
            }
            return true;
        }
        let seen = self.version.load(Ordering::Acquire);
        while self.version.load(Ordering::Acquire) == seen && self.flight.announce() {
            sync::wait(&self.version, seen, Duration::MAX);
        }
        false
    }
}

fn party(publishes: bool) {
    explore(move || {
        let world = World::new();
        let others = [2, 3].map(|me| {
            let world = Arc::clone(&world);
            thread::spawn(move || world.take_part(me, publishes))
        });
        let mut leaders = u32::from(world.take_part(1, publishes));
        for other in others {
            leaders += u32::from(other.join().unwrap());
        }
        assert!(leaders > 0);
        assert_eq!(world.flight.leader(), 0);
    });
}

#[test]
fn all_wake_when_the_leader_has_published() {
    party(true);
}

#[test]
fn all_wake_when_the_leader_gives_up() {
    party(false);
}
