//! How fast a connection may send messages to others.

use baton_hub::Millis;

/// Thousandths of an event: at a rate of n per second, n of them come back each millisecond.
const EVENT: u32 = 1_000;

/// A bucket that holds one second's worth of messages and fills at the app's rate. Eight bytes, as every
/// connection has one.
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

    /// Takes one event out, or says that there is none. 0 for no limit.
    pub(crate) fn take(&mut self, now: Millis, per_second: u32) -> bool {
        if per_second == 0 {
            return true;
        }
        let at = u32::try_from(now & u64::from(u32::MAX)).unwrap_or_default();
        let come_back = at.wrapping_sub(self.at).saturating_mul(per_second);
        self.at = at;
        self.left = self.left.saturating_add(come_back).min(per_second.saturating_mul(EVENT));
        match self.left.checked_sub(EVENT) {
            Some(left) => {
                self.left = left;
                true
            }
            None => false,
        }
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
        let burst = (0..20).filter(|_| rate.take(5_000, 10)).count();
        assert_eq!(burst, 10);
        let steady = (0..10_000).filter(|ms| rate.take(5_001 + ms, 10)).count();
        assert_eq!(steady, 100);
        assert!(!rate.take(15_001, 10));
        assert!(rate.take(15_101, 10));
    }

    #[test]
    fn no_limit_and_odd_rates() {
        let mut rate = Rate::new();
        assert!((0..10_000).all(|_| rate.take(0, 0)));
        let third = (0..9_000).filter(|ms| rate.take(*ms, 3)).count();
        assert!((29..=30).contains(&third), "{third}");
        let mut fast = Rate::new();
        assert!((0..5_000).all(|_| fast.take(u64::MAX, u32::MAX)));
    }
}
