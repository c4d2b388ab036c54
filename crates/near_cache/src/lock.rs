//! A lock that its owner cannot take with it.
//!
//! The word says who holds it. A worker that finds it taken looks again for some microseconds, then asks whether the
//! owner lives, and takes the lock from a dead one: what that one left behind is then the new owner's to repair. Otherwise
//! it sleeps until it is woken, and asks again every [`POLL_INTERVAL`].
//!
//! An owner that lives but was stopped holds up who wants to write to its shard, and no reader.
//!
//! An owner is a worker's slot and the slot's tenancy, so that a successor in the same slot is somebody else.

use core::time::Duration;

use crate::sync::{AtomicU32, Ordering, SPINS, spin, wait, wake};

/// How long a sleeper trusts that the owner lives. Waking it is the owner's duty; this is for owners that died, and the most that their
/// death holds somebody up.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// Somebody sleeps.
const WAITED: u32 = 1 << 31;

/// See the module's text.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct Lock(AtomicU32);

/// How a lock was come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// It was free.
    Clean,
    /// Its owner is dead.
    Robbed,
}

impl Lock {
    #[cfg(test)]
    #[allow(dead_code, reason = "the models make one")]
    pub(crate) fn new() -> Self {
        Self(AtomicU32::new(0))
    }

    /// Takes it for `me`, which is not 0 and below 2³¹.
    #[inline]
    pub(crate) fn take(&self, me: u32, is_dead: &dyn Fn(u32) -> bool) -> Taken {
        match self.0.compare_exchange(0, me, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => Taken::Clean,
            Err(_) => self.take_slowly(me, is_dead),
        }
    }

    #[cold]
    fn take_slowly(&self, me: u32, is_dead: &dyn Fn(u32) -> bool) -> Taken {
        for _ in 0..SPINS {
            if self.0.load(Ordering::Relaxed) == 0 && self.exchange(0, me) {
                return Taken::Clean;
            }
            spin();
        }
        loop {
            let word = self.0.load(Ordering::Relaxed);
            if word == 0 {
                // Others may sleep behind this one, so its release has to wake.
                if self.exchange(0, me | WAITED) {
                    return Taken::Clean;
                }
            } else if is_dead(word & !WAITED) {
                if self.exchange(word, me | WAITED) {
                    return Taken::Robbed;
                }
            } else if word & WAITED != 0 || self.exchange(word, word | WAITED) {
                wait(&self.0, word | WAITED, POLL_INTERVAL);
            }
        }
    }

    fn exchange(&self, from: u32, to: u32) -> bool {
        self.0.compare_exchange(from, to, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Gives it back. What another has taken, because it thought the owner dead, is left alone.
    #[inline]
    pub(crate) fn give(&self, me: u32) {
        if self.0.compare_exchange(me, 0, Ordering::Release, Ordering::Relaxed).is_err()
            && self.0.compare_exchange(me | WAITED, 0, Ordering::Release, Ordering::Relaxed).is_ok()
        {
            wake(&self.0);
        }
    }
}
