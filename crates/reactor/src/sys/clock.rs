//! The monotonic clock, as plain nanoseconds.
//!
//! `std::time::Instant` cannot be written down as a number without a process-wide base. The kernel's own base
//! needs no static of ours, is the same for every loop of the machine, and is what a timer descriptor counts in.

#![allow(unsafe_code)]

/// Nanoseconds of `CLOCK_MONOTONIC`, the clock of all loops: never goes back, does not see changes of the wall clock.
pub fn monotonic_ns() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid, writable timespec for the length of the call, which keeps no pointer to it.
    // The call fails only for an unknown clock; then `time` stays zero, which is a valid reading too.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time) };
    u64::try_from(time.tv_sec).unwrap_or(0) * 1_000_000_000 + u64::try_from(time.tv_nsec).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::monotonic_ns;

    #[test]
    fn it_runs_as_fast_as_the_standard_clock() {
        let (ours, theirs) = (monotonic_ns(), Instant::now());
        std::thread::sleep(Duration::from_millis(20));
        let (ours, theirs) = (Duration::from_nanos(monotonic_ns() - ours), theirs.elapsed());
        assert!(ours >= Duration::from_millis(20), "{ours:?}");
        assert!(theirs.abs_diff(ours) < Duration::from_millis(15), "{ours:?} against {theirs:?}");
    }
}
