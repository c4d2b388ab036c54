//! How long to wait before a connection is tried again: the seven ways of PhpRedis, by the same numbers.

use std::time::Duration;

/// One of the ways; `base` and `cap` are in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backoff {
    /// Which.
    pub way: Way,
    /// What the waits are made of.
    pub base: u32,
    /// No wait is longer.
    pub cap: u32,
}

/// PhpRedis's `Redis::BACKOFF_ALGORITHM_…`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// Up to the base at first, then the base.
    #[default]
    Usual,
    /// From the base to three times the wait before.
    DecorrelatedJitter,
    /// Up to what [`Way::Exponential`] would wait.
    FullJitter,
    /// From half of that to all of it.
    EqualJitter,
    /// The base, and twice as much each time.
    Exponential,
    /// Up to the base.
    Uniform,
    /// The base.
    Constant,
}

impl Way {
    /// By PhpRedis's number; those that it does not know are its default.
    #[must_use]
    pub const fn of(number: u8) -> Self {
        match number {
            1 => Self::DecorrelatedJitter,
            2 => Self::FullJitter,
            3 => Self::EqualJitter,
            4 => Self::Exponential,
            5 => Self::Uniform,
            6 => Self::Constant,
            _ => Self::Usual,
        }
    }
}

/// The waits of one series of attempts.
#[derive(Debug)]
pub(super) struct Waits {
    backoff: Backoff,
    /// Seeded by the system for each series: processes that were forked from one must not wait alike.
    dice: fastrand::Rng,
    attempts: u32,
    previous: u64,
}

/// Doubling stops after so many attempts, at 1,024 times the base.
const MOST_DOUBLINGS: u32 = 10;

impl Waits {
    pub(super) fn new(backoff: Backoff) -> Self {
        let seed = getrandom::u64().unwrap_or_else(|_| std::process::id().into());
        Self { backoff, dice: fastrand::Rng::with_seed(seed), attempts: 0, previous: 0 }
    }

    /// The next one.
    pub(super) fn next(&mut self) -> Duration {
        let (base, cap) = (u64::from(self.backoff.base), u64::from(self.backoff.cap));
        let doubled = cap.min(base << self.attempts.min(MOST_DOUBLINGS));
        let wait = match self.backoff.way {
            Way::Usual if self.attempts == 0 => self.dice.u64(0..=base),
            Way::Usual | Way::Constant => base,
            Way::DecorrelatedJitter => {
                let tripled = self.previous * 3;
                self.previous = self.dice.u64(base.min(tripled)..=base.max(tripled)).min(cap);
                self.previous
            }
            Way::FullJitter => self.dice.u64(0..=doubled),
            Way::EqualJitter => doubled / 2 + self.dice.u64(0..=doubled) / 2,
            Way::Exponential => doubled,
            Way::Uniform => self.dice.u64(0..=base),
        };
        self.attempts = self.attempts.saturating_add(1);
        Duration::from_millis(wait.min(cap))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(way: u8, base: u32, cap: u32) -> Vec<u128> {
        let mut waits = Waits::new(Backoff { way: Way::of(way), base, cap });
        (0..20).map(|_| waits.next().as_millis()).collect()
    }

    #[test]
    fn each_way_stays_within_its_bounds() {
        for _ in 0..100 {
            let usual = waits(0, 100, 1000);
            assert!(usual[0] <= 100 && usual[1..].iter().all(|&wait| wait == 100));
            assert!(waits(1, 100, 1000).iter().all(|&wait| wait <= 1000));
            let full = waits(2, 100, 1000);
            assert!(full[0] <= 100 && full[1] <= 200 && full.iter().all(|&wait| wait <= 1000));
            let equal = waits(3, 100, 1000);
            assert!((50..=100).contains(&equal[0]) && (100..=200).contains(&equal[1]));
            assert!(equal[4..].iter().all(|&wait| (500..=1000).contains(&wait)));
            assert!(waits(5, 100, 1000).iter().all(|&wait| wait <= 100));
        }
        assert_eq!(waits(4, 100, 100_000)[..4], [100, 200, 400, 800]);
        assert_eq!(waits(4, 100, 200_000)[10..12], [102_400, 102_400]);
        assert_eq!(waits(6, 100, 50)[..2], [50, 50]);
    }

    #[test]
    fn nothing_to_wait_is_nothing() {
        for way in 0..8 {
            assert!(waits(way, 0, 0).iter().all(|&wait| wait == 0), "{way}");
            assert!(waits(way, u32::MAX, u32::MAX).iter().all(|&wait| wait <= u32::MAX.into()), "{way}");
        }
    }
}
