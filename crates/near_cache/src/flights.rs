//! Flights as workers use them, see [`flight`](crate::flight).

use core::time::Duration;
use std::time::Instant;

use crate::living::Living;
use crate::sync::{self, Ordering};
use crate::worker::Worker;

/// Whether this worker is to ask for a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It is: it ends the flight when it has published, or given up.
    Lead,
    /// Another does. With the version of now the worker may [wait](Worker::wait_version).
    Busy(u32),
}

impl<L: Living> Worker<L> {
    /// Claims a key to ask for. Keys share 4,096 claims: another key's flight may be in the way, and a worker that leads two keys
    /// of the same claim ends both at once. So waiting is never a duty, and never without a limit.
    pub fn begin_flight(&self, hash: u64) -> Claim {
        if self.table.layout.flight(&self.table.region, hash).begin(self.me) {
            return Claim::Lead;
        }
        Claim::Busy(self.version(hash))
    }

    /// Ends what [`begin_flight`](Self::begin_flight) began, and wakes those who wait. To be called after publishing.
    pub fn end_flight(&self, hash: u64) {
        self.end_flight_of(hash, self.me);
    }

    /// Waits until the flight of a key ends, or its version is not `seen` any more; false: `timeout` has passed first.
    /// A leader that has died meanwhile is found out after the timeout, and its flight ended.
    pub fn wait_version(&self, hash: u64, seen: u32, timeout: Duration) -> bool {
        let word = self.table.layout.version(&self.table.region, hash);
        let flight = self.table.layout.flight(&self.table.region, hash);
        let start = Instant::now();
        while word.load(Ordering::Acquire) == seen && flight.announce() {
            let Some(left) = timeout.checked_sub(start.elapsed()).filter(|left| !left.is_zero()) else {
                return self.end_dead_flight(hash);
            };
            sync::wait(word, seen, left);
        }
        true
    }

    fn end_dead_flight(&self, hash: u64) -> bool {
        let leader = self.table.layout.flight(&self.table.region, hash).leader();
        let is_dead = leader != self.me && leader != 0 && self.table.is_dead(&self.living, leader);
        if is_dead {
            self.end_flight_of(hash, leader);
        }
        is_dead
    }

    fn end_flight_of(&self, hash: u64, leader: u32) {
        if self.table.layout.flight(&self.table.region, hash).end(leader) {
            self.count_version(hash);
            sync::wake(self.table.layout.version(&self.table.region, hash));
        }
    }
}
