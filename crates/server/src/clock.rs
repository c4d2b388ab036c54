//! The process's monotonic clock: one zero for all threads, so that times may travel between them.

use std::sync::OnceLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

static ZERO: OnceLock<Instant> = OnceLock::new();

/// Nanoseconds since the process first asked. Never 0, so that 0 can stand for "never".
pub(crate) fn now_ns() -> u64 {
    let zero = ZERO.get_or_init(Instant::now);
    u64::try_from(zero.elapsed().as_nanos()).unwrap_or(u64::MAX).saturating_add(1_000_000)
}

/// The same in milliseconds.
pub(crate) fn now_ms() -> u64 {
    now_ns() / 1_000_000
}

/// Seconds since 1970; only the window of signed requests looks at it.
pub(crate) fn unix_s() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
