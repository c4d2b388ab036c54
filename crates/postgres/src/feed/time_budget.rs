//! A budget of time: how long everybody waits for what a few ask of PostgreSQL.
//!
//! One question has a limit of its own. Many that stay below it would hold the feed up as long: so
//! what they take beyond what such a question takes as a rule is charged to an account, which fills
//! up again slowly. While it is empty, such a question counts as too slow.

use std::time::Duration;

use tokio::time::Instant;

/// An account of time.
#[derive(Debug)]
pub(super) struct TimeBudget {
    most: Duration,
    /// How many seconds it takes to regain one.
    seconds_for_one: u32,
    left: Duration,
    at: Instant,
    is_exhausted: bool,
}

/// An account that was used up counts as empty until it has this part of what it may have.
const ENOUGH: u32 = 4;

impl TimeBudget {
    /// A full one, that fills by one second in so many.
    pub(super) fn new(most: Duration, seconds_for_one: u32) -> Self {
        Self { most, seconds_for_one, left: most, at: Instant::now(), is_exhausted: false }
    }

    /// Charges what was beyond the rule; false if there was not so much left.
    pub(super) fn allows(&mut self, excess: Duration) -> bool {
        self.charge(excess, Instant::now())
    }

    /// Whether it was used up a while ago, so that nothing should be asked that needs it.
    pub(super) fn is_exhausted(&mut self) -> bool {
        self.charge(Duration::ZERO, Instant::now());
        self.is_exhausted
    }

    /// Whether nothing is missing.
    pub(super) fn is_full(&mut self) -> bool {
        self.charge(Duration::ZERO, Instant::now()) && self.left == self.most
    }

    fn charge(&mut self, excess: Duration, now: Instant) -> bool {
        let back = now.saturating_duration_since(self.at) / self.seconds_for_one;
        self.at = now;
        self.left = (self.left + back).min(self.most);
        let is_there = excess <= self.left;
        self.left = self.left.saturating_sub(excess);
        self.is_exhausted = (self.is_exhausted || !is_there) && self.left < self.most / ENOUGH;
        is_there
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn an_account_is_used_up_and_fills_again() {
        let mut budget = TimeBudget::new(SECOND * 2, 10);
        let start = budget.at;
        assert!(budget.charge(SECOND, start) && budget.charge(SECOND, start));
        assert!(!budget.charge(SECOND / 100, start));
        assert!(budget.is_exhausted);
        assert!(budget.charge(Duration::ZERO, start), "what is as a rule is always allowed");
        assert!(!budget.charge(SECOND, start + SECOND * 5));
        assert!(budget.is_exhausted);
        assert!(budget.charge(SECOND, start + SECOND * 15) && budget.is_exhausted);
        assert!(budget.charge(Duration::ZERO, start + SECOND * 20) && !budget.is_exhausted);
        assert!(budget.charge(SECOND * 2, start + SECOND * 1_000), "it holds no more than at first");
        assert!(!budget.charge(SECOND, start + SECOND * 1_000));
    }
}
