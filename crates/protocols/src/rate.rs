//! How fast a connection may make the server do something for others.

use baton_hub::Millis;

/// Thousandths of an event: at a rate of n per second, n of them come back each millisecond.
const EVENT: u32 = 1_000;

/// What a bucket holds and how fast it fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pace {
    /// Events that come back in a second; 0 for no limit.
    pub(crate) per_second: u32,
    /// Events at once after a pause.
    pub(crate) at_once: u32,
}

impl Pace {
    /// One second's worth at once.
    pub(crate) fn even(per_second: u32) -> Self {
        Self { per_second, at_once: per_second }
    }
}

/// A bucket of events. Eight bytes, as every connection has some.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rate {
    left: u32,
    /// The low half of the clock, which returns to the same figure every 49 days; a connection that was
    /// silent for just that long may find its bucket less full than it should be.
    at: u32,
}

impl Rate {
    /// A full bucket.
    pub(crate) fn new() -> Self {
        Self { left: u32::MAX, at: 0 }
    }

    /// Takes one event out, or says that there is none.
    pub(crate) fn take(&mut self, now: Millis, pace: Pace) -> bool {
        self.take_many(now, pace, 1)
    }

    /// Takes `count` events out, or none if there are fewer.
    pub(crate) fn take_many(&mut self, now: Millis, Pace { per_second, at_once }: Pace, count: u32) -> bool {
        if per_second == 0 {
            return true;
        }
        let at = u32::try_from(now & u64::from(u32::MAX)).unwrap_or_default();
        let come_back = at.wrapping_sub(self.at).saturating_mul(per_second);
        self.at = at;
        self.left = self.left.saturating_add(come_back).min(at_once.saturating_mul(EVENT));
        match self.left.checked_sub(count.saturating_mul(EVENT)) {
            Some(left) => {
                self.left = left;
                true
            }
            None => false,
        }
    }

    /// Puts events back: what they were taken for has not happened.
    pub(crate) fn give_back(&mut self, count: u32) {
        self.left = self.left.saturating_add(count.saturating_mul(EVENT));
    }
}

/// A bucket of bytes that one app's clients share: one second's worth at once. A message larger than that passes while the
/// bucket is full, and those after it wait for what it took too much; it would never pass otherwise.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ByteRate {
    /// Thousandths of a byte that were taken and have not come back yet.
    taken: u64,
    at: Millis,
}

impl ByteRate {
    /// Takes so many bytes out, or says that they are not there. `per_second` of 0 is no limit.
    pub(crate) fn take(&mut self, now: Millis, per_second: u32, bytes: usize) -> bool {
        if per_second == 0 {
            return true;
        }
        let come_back = now.saturating_sub(self.at).saturating_mul(per_second.into());
        self.at = now;
        self.taken = self.taken.saturating_sub(come_back);
        let full = u64::from(per_second) * 1_000;
        let cost = u64::try_from(bytes).unwrap_or(u64::MAX).saturating_mul(1_000);
        if self.taken.saturating_add(cost.min(full)) > full {
            return false;
        }
        self.taken = self.taken.saturating_add(cost);
        true
    }
}

impl Default for Rate {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seconds_worth_at_once_and_then_the_rate() {
        let mut rate = Rate::new();
        let burst = (0..20).filter(|_| rate.take(5_000, Pace::even(10))).count();
        assert_eq!(burst, 10);
        let steady = (0..10_000).filter(|ms| rate.take(5_001 + ms, Pace::even(10))).count();
        assert_eq!(steady, 100);
        assert!(!rate.take(15_001, Pace::even(10)));
        assert!(rate.take(15_101, Pace::even(10)));
    }

    #[test]
    fn many_at_once_and_then_the_rate() {
        let (mut rate, pace) = (Rate::new(), Pace { per_second: 10, at_once: 100 });
        assert_eq!((0..200).filter(|_| rate.take(5_000, pace)).count(), 100);
        assert_eq!((0..10_000).filter(|ms| rate.take(5_001 + ms, pace)).count(), 100);
        assert!(!rate.take(15_000, pace));
        rate.give_back(1);
        assert!(rate.take(15_000, pace) && !rate.take(15_000, pace));
        assert!(!rate.take_many(16_000, pace, 11), "all or none");
        assert!(rate.take_many(16_000, pace, 10));
    }

    #[test]
    fn bytes_come_back_at_their_rate_and_a_large_message_passes_after_a_pause() {
        let mut rate = ByteRate::default();
        assert!(rate.take(5_000, 100, 60) && rate.take(5_000, 100, 40));
        assert!(!rate.take(5_000, 100, 1));
        assert!(rate.take(5_010, 100, 1) && !rate.take(5_010, 100, 1));
        assert!(!rate.take(5_500, 100, 300), "only while it is full");
        assert!(rate.take(6_010, 100, 300));
        assert!(!rate.take(8_009, 100, 1), "200 too much are two seconds");
        assert!(rate.take(8_020, 100, 1));
        let steady = (0..10_000).filter(|ms| rate.take(20_000 + ms, 1_000, 10)).count();
        assert!((1_099..=1_100).contains(&steady), "{steady}");
        assert!((0..10).all(|_| rate.take(0, 0, usize::MAX)), "no limit");
        assert!(rate.take(u64::MAX, u32::MAX, usize::MAX) && !rate.take(u64::MAX, u32::MAX, 1));
    }

    #[test]
    fn no_limit_and_odd_rates() {
        let mut rate = Rate::new();
        assert!((0..10_000).all(|_| rate.take(0, Pace::even(0))));
        let third = (0..9_000).filter(|ms| rate.take(*ms, Pace::even(3))).count();
        assert!((29..=30).contains(&third), "{third}");
        let mut fast = Rate::new();
        assert!((0..5_000).all(|_| fast.take(u64::MAX, Pace::even(u32::MAX))));
    }
}
