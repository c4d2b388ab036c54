//! One asks, the others wait: a worker that finds nothing for a key claims it, and others wait for the outcome.
//!
//! A claim is a word that says who leads, and whether somebody waits. Waiting itself is on the key's version, which
//! changes when the leader publishes:
//!
//! ```text
//! follower                                  leader
//! busy: seen := version                     publish: version + 1
//! set "waited", if somebody leads still     word := 0; was it waited?
//! sleep while version == seen               then: version + 1, wake all
//! ```
//!
//! A follower that has set "waited" either sleeps before the leader wakes, or finds another version when it goes to
//! sleep. One that comes too late to set it does not sleep at all. Nobody who is not waited for makes a system call.

use crate::sync::{AtomicU32, Ordering};

/// Somebody waits.
const WAITED: u32 = 1 << 31;

/// A claim; keys share 4,096 of them.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct Flight(AtomicU32);

impl Flight {
    #[cfg(test)]
    #[allow(dead_code, reason = "the models make one")]
    pub(crate) fn new() -> Self {
        Self(AtomicU32::new(0))
    }

    /// Claims it for `me`: false if somebody else leads.
    pub(crate) fn begin(&self, me: u32) -> bool {
        match self.0.compare_exchange(0, me, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => true,
            Err(word) => word & !WAITED == me,
        }
    }

    /// Who leads; 0: nobody.
    pub(crate) fn leader(&self) -> u32 {
        self.0.load(Ordering::Acquire) & !WAITED
    }

    /// Asks to be woken. False: nobody leads any more.
    pub(crate) fn announce(&self) -> bool {
        let mut word = self.0.load(Ordering::Acquire);
        while word != 0 {
            match self.0.compare_exchange(word, word | WAITED, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return true,
                Err(other) => word = other,
            }
        }
        false
    }

    /// Ends the flight that `leader` has. True: the version must change and all who wait be woken.
    pub(crate) fn end(&self, leader: u32) -> bool {
        if self.0.compare_exchange(leader, 0, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            return false;
        }
        self.0.compare_exchange(leader | WAITED, 0, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }
}
