//! Atomics, and how a thread waits.
//!
//! The protocols of this crate ([`bucket`](crate::bucket), [`lock`](crate::lock), [`pins`](crate::pins),
//! [`flight`](crate::flight)) take both from here, so that `tests/models` can compile the same files over `loom`.

pub(crate) use core::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};
use core::time::Duration;

use rustix::thread::futex;

/// How often a writer looks at a lock before it goes to sleep: about 2 µs, which is longer than most writes take.
pub(crate) const SPINS: u32 = 64;

/// Lets the other thread of the core run.
#[inline]
pub(crate) fn spin() {
    core::hint::spin_loop();
}

/// Sleeps while the word is `seen`, for `timeout` at most. May return early.
///
/// The word is shared between processes, so the wait is not a private one.
pub(crate) fn wait(word: &AtomicU32, seen: u32, timeout: Duration) {
    // A wait that the kernel refuses is one that returns early.
    let _ = futex::wait(word, futex::Flags::empty(), seen, timeout.try_into().ok().as_ref());
}

/// Wakes those who [`wait`] on the word.
pub(crate) fn wake(word: &AtomicU32) {
    let _ = futex::wake(word, futex::Flags::empty(), i32::MAX as u32);
}

/// What only the owner of a lock or of a seat writes: no order is needed, only whole words.
pub(crate) trait Held<T> {
    /// The value.
    fn get(&self) -> T;
    /// Another value.
    fn set(&self, value: T);
}

impl Held<u32> for AtomicU32 {
    #[inline]
    fn get(&self) -> u32 {
        self.load(Ordering::Relaxed)
    }

    #[inline]
    fn set(&self, value: u32) {
        self.store(value, Ordering::Relaxed);
    }
}

impl Held<u64> for AtomicU64 {
    #[inline]
    fn get(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    #[inline]
    fn set(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }
}
