//! What one loop has received of the canaries, and what it has not.
//!
//! Two threads write: the loop when it has received one, the publisher when one is overdue. They agree by a single number up to which
//! all is settled, so that a lost canary is counted once, by the thread that notices it first.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use baton_hub::Nanos;

use crate::metrics::Owned;

/// Upper bounds of the buckets of latency, in microseconds: from a turn of a loop that was asleep to the age at which a canary
/// is lost.
pub(crate) const BOUNDS_US: [u64; 17] = [
    50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    2_500_000, 5_000_000, 10_000_000,
];

/// How many buckets there are: the last one has what is slower than all bounds.
const BUCKETS: usize = BOUNDS_US.len() + 1;

/// What one loop has received. Canaries are numbered from 1 without a gap.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    /// Of the loop: the largest number that it has received, and when that canary was published.
    newest: Owned,
    newest_at: Owned,
    received: Owned,
    disordered: Owned,
    buckets: [Owned; BUCKETS],
    sum_us: Owned,
    /// Canaries up to this number were received, or are counted as lost.
    settled: AtomicU64,
    lost: AtomicU64,
}

impl Ledger {
    /// The loop has received a canary, published at `at`, and ends its turn at `now`. Only the loop may call it.
    pub(crate) fn receive(&self, number: u64, at: Nanos, now: Nanos) {
        if number <= self.newest.get() {
            self.disordered.add(1);
            return;
        }
        self.newest.set(number);
        self.newest_at.set(at);
        self.received.add(1);
        let latency_us = now.saturating_sub(at) / 1_000;
        let bucket = BOUNDS_US.partition_point(|&bound| bound < latency_us);
        if let Some(bucket) = self.buckets.get(bucket) {
            bucket.add(1);
        }
        self.sum_us.add(latency_us);
        self.settle(number, number - 1);
    }

    /// A canary and all before it should have been received by now.
    pub(crate) fn overdue(&self, number: u64) {
        self.settle(number, number);
    }

    /// Settles all up to `number`, of which those up to `missing` are lost unless they are settled already.
    fn settle(&self, number: u64, missing: u64) {
        let settled = self.settled.fetch_max(number, Relaxed);
        self.lost.fetch_add(missing.saturating_sub(settled), Relaxed);
    }

    /// Canaries that the loop has received, those that are late included.
    pub(crate) fn received(&self) -> u64 {
        self.received.get()
    }

    /// Canaries that it has not received when a later one came, or after ten seconds. Those that came after all remain counted.
    pub(crate) fn lost(&self) -> u64 {
        self.lost.load(Relaxed)
    }

    /// Canaries that came again, or behind a later one.
    pub(crate) fn disordered(&self) -> u64 {
        self.disordered.get()
    }

    /// When the newest one that it has received was published; 0: it has received none.
    pub(crate) fn newest_at(&self) -> Nanos {
        self.newest_at.get()
    }

    /// How long those that were received took: counts by [`BOUNDS_US`], and the sum in microseconds.
    pub(crate) fn latency(&self) -> ([u64; BUCKETS], u64) {
        (self.buckets.each_ref().map(Owned::get), self.sum_us.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(ledger: &Ledger) -> (u64, u64, u64) {
        (ledger.received(), ledger.lost(), ledger.disordered())
    }

    fn receive(ledger: &Ledger, numbers: impl IntoIterator<Item = u64>) {
        numbers.into_iter().for_each(|number| ledger.receive(number, number, number));
    }

    #[test]
    fn what_arrives_in_order_is_received() {
        let ledger = Ledger::default();
        receive(&ledger, 1..=5);
        ledger.overdue(5);
        assert_eq!(figures(&ledger), (5, 0, 0));
        assert_eq!(ledger.newest_at(), 5);
    }

    #[test]
    fn a_gap_is_lost_once() {
        let ledger = Ledger::default();
        receive(&ledger, [1, 4]);
        assert_eq!(figures(&ledger), (2, 2, 0));
        ledger.overdue(3);
        receive(&ledger, [5]);
        assert_eq!(figures(&ledger), (3, 2, 0));
    }

    #[test]
    fn the_first_one_can_be_missing() {
        let ledger = Ledger::default();
        receive(&ledger, [2]);
        assert_eq!(figures(&ledger), (1, 1, 0));
    }

    #[test]
    fn repetitions_and_disorder_are_neither_received_nor_lost() {
        let ledger = Ledger::default();
        receive(&ledger, [1, 1, 3, 2, 3]);
        assert_eq!(figures(&ledger), (2, 1, 3));
        assert_eq!(ledger.latency().0.iter().sum::<u64>(), 2);
    }

    #[test]
    fn what_a_stuck_loop_does_not_receive_is_lost_and_counted_once() {
        let ledger = Ledger::default();
        receive(&ledger, [1]);
        (2..=5).for_each(|number| ledger.overdue(number));
        assert_eq!(figures(&ledger), (1, 4, 0));
        // The loop goes on: what waited comes late, and one was not there.
        receive(&ledger, [2, 4, 5, 6, 8]);
        assert_eq!(figures(&ledger), (6, 5, 0), "7 is the only one that had not been counted");
    }

    #[test]
    fn latencies_are_counted_up_to_their_bounds() {
        let ledger = Ledger::default();
        for (number, us) in (1..).zip([50, 51, 10_000_000, 10_000_001]) {
            ledger.receive(number, 7_000, 7_000 + us * 1_000);
        }
        let (buckets, sum_us) = ledger.latency();
        assert_eq!(([buckets[0], buckets[1], buckets[16], buckets[17]], sum_us), ([1; 4], 20_000_102));
    }
}
