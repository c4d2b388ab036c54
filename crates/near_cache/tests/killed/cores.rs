//! How long this process has been ready to run and waited for a core: what the machine took, and nobody here.

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::time::{Duration, Instant};

/// A reading is no older than this when an action begins, so at most so much too much is taken off.
const FRESH: Duration = Duration::from_micros(200);

/// See the module's text.
#[derive(Debug)]
pub(crate) struct Cores {
    /// None where the kernel does not count it: then nothing is taken off.
    file: Option<File>,
    waited: Duration,
    read: Instant,
}

impl Cores {
    pub(crate) fn new() -> Self {
        let mut cores = Self {
            file: File::open("/proc/self/schedstat").ok(),
            waited: Duration::ZERO,
            read: Instant::now(),
        };
        cores.waited = cores.now();
        cores
    }

    /// Begins an action.
    pub(crate) fn begin(&mut self) -> Instant {
        let now = Instant::now();
        if now - self.read > FRESH {
            (self.waited, self.read) = (self.now(), now);
        }
        Instant::now()
    }

    /// Of a long action the part in which it did not wait for a core.
    pub(crate) fn own_part(&mut self, took: Duration) -> Duration {
        let now = self.now();
        let waited = now - self.waited;
        (self.waited, self.read) = (now, Instant::now());
        took.saturating_sub(waited)
    }

    /// The second number: nanoseconds on a run queue.
    fn now(&self) -> Duration {
        let mut text = [0; 64];
        let read = self.file.as_ref().and_then(|file| file.read_at(&mut text, 0).ok()).unwrap_or(0);
        let second = std::str::from_utf8(&text[..read]).ok().and_then(|text| text.split(' ').nth(1));
        Duration::from_nanos(second.and_then(|number| number.parse().ok()).unwrap_or(0))
    }
}
