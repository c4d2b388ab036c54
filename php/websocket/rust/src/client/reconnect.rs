//! When a connection that was lost is re-established, and how long to wait before.

use std::time::Duration;

use super::failure::ABNORMAL;

/// Longest pause between two attempts, before chance shortens it.
pub(crate) const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Whether what ended a connection may be over soon: it broke (1006), the server goes away (1001), failed (1011), restarts
/// (1012) or is busy (1013). A server that closed for any other reason has said what it wanted to say.
pub(crate) const fn is_passing(close_code: u16) -> bool {
    matches!(close_code, ABNORMAL | 1001 | 1011..=1013)
}

/// The pause before attempt `attempt`, counted from 0: `first`, doubled each time, up to [`LONGEST_PAUSE`], less up to half
/// of it. Chance keeps the clients of a server that restarts from coming back all at once.
pub(crate) fn pause(first: Duration, attempt: u32, chance: u32) -> Duration {
    let doubled = first.saturating_mul(1u32.checked_shl(attempt).unwrap_or(u32::MAX));
    let whole = doubled.min(LONGEST_PAUSE.max(first));
    whole - whole.mul_f64(f64::from(chance) / f64::from(u32::MAX) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_doubles_up_to_half_a_minute_and_is_halved_at_most() {
        let first = Duration::from_millis(500);
        for (attempt, whole) in
            [(0, 500), (1, 1000), (2, 2000), (6, 30_000), (31, 30_000), (u32::MAX, 30_000)]
        {
            let whole = Duration::from_millis(whole);
            assert_eq!(pause(first, attempt, 0), whole);
            let half = pause(first, attempt, u32::MAX);
            assert!(half.abs_diff(whole / 2) < Duration::from_millis(1), "{half:?}");
        }
        assert_eq!(pause(Duration::from_secs(60), 3, 0), Duration::from_secs(60));
    }

    #[test]
    fn what_a_server_closes_for_good_is_not_re_established() {
        for code in [1001, 1006, 1011, 1012, 1013] {
            assert!(is_passing(code), "{code}");
        }
        for code in [1000, 1002, 1003, 1005, 1007, 1008, 1009, 1010, 1014, 3000, 4000, 4999] {
            assert!(!is_passing(code), "{code}");
        }
    }
}
