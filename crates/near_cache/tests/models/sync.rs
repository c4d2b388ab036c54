//! What `src/sync.rs` offers, over loom.

use std::time::Duration;

pub(crate) use loom::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};
use loom::sync::{Condvar, Mutex};

/// One look, and then to sleep.
pub(crate) const SPINS: u32 = 1;

loom::lazy_static! {
    /// All who sleep, on whatever word: they may be woken without need.
    static ref SLEEPERS: (Mutex<()>, Condvar) = (Mutex::new(()), Condvar::new());
}

pub(crate) fn spin() {
    loom::thread::yield_now();
}

/// Sleeps while the word is `seen`. It knows no time: who is not woken sleeps for ever, which loom reports.
pub(crate) fn wait(word: &AtomicU32, seen: u32, _: Duration) {
    let guard = SLEEPERS.0.lock().unwrap();
    if word.load(Ordering::SeqCst) == seen {
        drop(SLEEPERS.1.wait(guard).unwrap());
    }
}

pub(crate) fn wake(_: &AtomicU32) {
    let _guard = SLEEPERS.0.lock().unwrap();
    SLEEPERS.1.notify_all();
}
