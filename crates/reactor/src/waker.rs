//! Ends a loop's wait from another thread.

use std::sync::atomic::{AtomicU64, Ordering};

/// Wakes one [`Reactor`](crate::Reactor) that waits in `poll`. From [`Reactor::waker`](crate::Reactor::waker); any
/// thread may use it, also after the loop is gone.
///
/// Each call is a system call of about 0.3 µs. [Mailboxes](crate::mailbox) make it only when the loop sleeps.
#[derive(Debug)]
pub struct Waker {
    waker: mio::Waker,
    calls: AtomicU64,
}

impl Waker {
    pub(crate) fn new(waker: mio::Waker) -> Self {
        Self { waker, calls: AtomicU64::new(0) }
    }

    /// Makes the loop's current or next `poll` return. Several calls before that count as one.
    pub fn wake(&self) {
        self.calls.fetch_add(1, Ordering::Relaxed);
        // The kernel's counter can only be full, which the waker resolves itself, or the descriptor
        // be closed, when there is no loop left to wake.
        let _ = self.waker.wake();
    }

    /// System calls made by [`wake`](Self::wake) so far, for metrics.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }
}
