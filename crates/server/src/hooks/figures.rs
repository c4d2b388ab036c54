//! What the hooks of an app were asked, and how long it took. These counters outlive the app's settings.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Upper bounds of the buckets of durations, in microseconds: from an application on the same machine to the longest
/// `timeout_ms`, once for the wait and once for the request.
pub(crate) const BOUNDS_US: [u64; 12] =
    [500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000, 5_000_000, 20_000_000];

/// What became of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Outcome {
    Allowed,
    Rewritten,
    Refused,
    /// There was no answer, or none that could be used.
    Failed,
}

impl Outcome {
    const ALL: [Self; 4] = [Self::Allowed, Self::Rewritten, Self::Refused, Self::Failed];

    /// The label's value.
    fn label(self) -> &'static str {
        match self {
            Self::Allowed => "allowed",
            Self::Rewritten => "rewritten",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }
}

/// The counters.
#[derive(Debug, Default)]
pub(crate) struct HookFigures {
    outcomes: [AtomicU64; Outcome::ALL.len()],
    waiting: AtomicU64,
    requests: AtomicU64,
    buckets: [AtomicU64; BOUNDS_US.len() + 1],
    sum_us: AtomicU64,
}

/// The counters at one moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Counted {
    outcomes: [u64; Outcome::ALL.len()],
    pub(crate) waiting: u64,
    pub(crate) requests: u64,
    pub(crate) buckets: [u64; BOUNDS_US.len() + 1],
    pub(crate) sum_us: u64,
}

impl HookFigures {
    /// A question waits.
    pub(super) fn asked(&self) {
        self.waiting.fetch_add(1, Relaxed);
    }

    /// A question waits no longer.
    pub(super) fn answered(&self, outcome: Outcome, after: Duration) {
        self.waiting.fetch_sub(1, Relaxed);
        self.outcome(outcome);
        let us = u64::try_from(after.as_micros()).unwrap_or(u64::MAX);
        let bucket = BOUNDS_US.partition_point(|&bound| bound < us);
        if let Some(counter) = self.buckets.get(bucket) {
            counter.fetch_add(1, Relaxed);
        }
        self.sum_us.fetch_add(us, Relaxed);
    }

    /// A question was decided; one that found no place did not wait.
    pub(super) fn outcome(&self, outcome: Outcome) {
        if let Some(counter) = self.outcomes.get(outcome as usize) {
            counter.fetch_add(1, Relaxed);
        }
    }

    /// A request was sent.
    pub(super) fn sent(&self) {
        self.requests.fetch_add(1, Relaxed);
    }

    pub(crate) fn get(&self) -> Counted {
        Counted {
            outcomes: std::array::from_fn(|n| self.outcomes[n].load(Relaxed)),
            waiting: self.waiting.load(Relaxed),
            requests: self.requests.load(Relaxed),
            buckets: std::array::from_fn(|n| self.buckets[n].load(Relaxed)),
            sum_us: self.sum_us.load(Relaxed),
        }
    }
}

impl Counted {
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            outcomes: std::array::from_fn(|n| self.outcomes[n] + other.outcomes[n]),
            waiting: self.waiting + other.waiting,
            requests: self.requests + other.requests,
            buckets: std::array::from_fn(|n| self.buckets[n] + other.buckets[n]),
            sum_us: self.sum_us + other.sum_us,
        }
    }

    /// How many questions had each outcome.
    pub(crate) fn outcomes(&self) -> impl Iterator<Item = (&'static str, u64)> {
        Outcome::ALL.into_iter().map(Outcome::label).zip(self.outcomes)
    }
}
