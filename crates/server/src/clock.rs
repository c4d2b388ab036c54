//! The process's clocks.
//!
//! The monotonic one is the reactor's, so that times may travel between threads and serve as deadlines of its timers.

use std::time::{SystemTime, UNIX_EPOCH};

/// Nanoseconds of the monotonic clock. Never 0, so that 0 can stand for "never".
pub(crate) fn now_ns() -> u64 {
    baton_reactor::monotonic_ns().max(1)
}

/// The same in milliseconds: what a [`Reactor`](baton_reactor::Reactor) calls `now_ms`.
pub(crate) fn now_ms() -> u64 {
    now_ns() / 1_000_000
}

/// Milliseconds since 1970: what tokens, signed requests and clients that were away are judged by, and nothing else.
pub(crate) fn unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// The same in seconds.
pub(crate) fn unix_s() -> u64 {
    unix_ms() / 1_000
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use baton_reactor::{Config, Reactor};

    #[test]
    fn the_reactor_s_timers_run_by_this_clock() {
        let mut reactor = Reactor::new(Config::default()).unwrap();
        reactor.poll(Some(Duration::ZERO)).unwrap();
        assert!(
            super::now_ms().abs_diff(reactor.now_ms()) < 60_000,
            "else every deadline would be due at once"
        );
    }
}
