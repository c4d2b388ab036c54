//! What the loops of one run share: the clock, the names, and what is shown of the run.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

/// Shared by the loops of a run.
pub(super) struct Shared {
    start: Instant,
    channels: Mutex<HashMap<String, u32>>,
    streams: AtomicU32,
    /// Users who are subscribed.
    pub(super) active: AtomicUsize,
    /// Users who are on their way in.
    pub(super) opening: AtomicUsize,
    /// Messages received so far.
    pub(super) deliveries: AtomicU64,
    /// Loops that have nothing more to expect.
    pub(super) quiet: AtomicUsize,
    /// Loops that have recorded which users are there.
    pub(super) counted: AtomicUsize,
    /// Loops that have closed all their clients.
    pub(super) closed: AtomicUsize,
    /// Set when one loop fails: then all end.
    pub(super) failed: AtomicBool,
}

impl Shared {
    pub(super) fn new(start: Instant) -> Self {
        Self {
            start,
            channels: Mutex::default(),
            streams: AtomicU32::new(0),
            active: AtomicUsize::new(0),
            opening: AtomicUsize::new(0),
            deliveries: AtomicU64::new(0),
            quiet: AtomicUsize::new(0),
            counted: AtomicUsize::new(0),
            closed: AtomicUsize::new(0),
            failed: AtomicBool::new(false),
        }
    }

    /// A moment in nanoseconds of the run.
    pub(super) fn ns(&self, at: Instant) -> u64 {
        u64::try_from(at.saturating_duration_since(self.start).as_nanos()).unwrap_or(u64::MAX)
    }

    /// The number of a channel.
    pub(super) fn channel(&self, name: &str) -> u32 {
        // A poisoned lock means that a loop has panicked, and then the run has failed anyway.
        let mut channels = self.channels.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(&number) = channels.get(name) {
            return number;
        }
        let number = u32::try_from(channels.len()).unwrap_or(u32::MAX);
        channels.insert(name.to_owned(), number);
        number
    }

    /// A number that no stream has yet.
    pub(super) fn next_stream(&self) -> u32 {
        self.streams.fetch_add(1, Relaxed)
    }
}
