//! Percentiles of a histogram of deliveries.
//!
//! They are computed from the counts of the whole step that is shown: those of several minutes are added first. The average of
//! percentiles is none.

use crate::metrics::DELIVERY_BOUNDS_US;

/// The time within which so many of a hundred deliveries were made, in microseconds; `None` if there were none. Within a bucket
/// deliveries are taken as evenly spread, as Prometheus does. What is slower than the last bound counts as that bound.
pub(crate) fn percentile_us(counts: &[u64], percent: u64) -> Option<u64> {
    let total: u128 = counts.iter().map(|count| u128::from(*count)).sum();
    if total == 0 {
        return None;
    }
    let rank = (total * u128::from(percent)).div_ceil(100).max(1);
    let mut below = 0;
    let mut low = 0;
    for (count, high) in counts.iter().zip(DELIVERY_BOUNDS_US) {
        let count = u128::from(*count);
        if below + count >= rank {
            let within = u128::from(high - low) * (rank - below) / count;
            return Some(low + u64::try_from(within).unwrap_or(0));
        }
        below += count;
        low = high;
    }
    Some(low)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::metrics::DELIVERY_BUCKETS;

    /// The bucket of the delivery that is in that place, of all in a row.
    fn bucket(counts: &[u64], percent: usize) -> Option<usize> {
        let mut all = Vec::new();
        for (bucket, count) in counts.iter().enumerate() {
            all.extend((0..*count).map(|_| bucket));
        }
        let rank = (all.len() * percent).div_ceil(100).max(1);
        all.get(rank - 1).copied()
    }

    proptest! {
        #[test]
        fn a_percentile_is_in_the_bucket_of_its_delivery(
            counts in vec(prop_oneof![Just(0), 0..50_u64], DELIVERY_BUCKETS),
            percent in 0..=100_u8,
        ) {
            let us = percentile_us(&counts, percent.into());
            let Some(bucket) = bucket(&counts, percent.into()) else {
                prop_assert_eq!(us, None);
                return Ok(());
            };
            let low = bucket.checked_sub(1).map_or(0, |before| DELIVERY_BOUNDS_US[before]);
            let high = DELIVERY_BOUNDS_US.get(bucket).copied().unwrap_or(low);
            prop_assert!(us.is_some_and(|us| (low..=high).contains(&us)), "{us:?} not in {low}..={high}");
        }

        #[test]
        fn they_increase_and_do_not_overflow(counts in vec(any::<u64>(), DELIVERY_BUCKETS)) {
            let all = [0, 50, 95, 99, 100].map(|percent| percentile_us(&counts, percent));
            prop_assert!(all.is_sorted(), "{all:?}");
        }
    }

    #[test]
    fn deliveries_are_spread_over_their_bucket() {
        let mut counts = [0; DELIVERY_BUCKETS];
        counts[1] = 100;
        assert_eq!(percentile_us(&counts, 50), Some(175));
        assert_eq!(percentile_us(&counts, 100), Some(250));
        counts = [0; DELIVERY_BUCKETS];
        counts[DELIVERY_BUCKETS - 1] = 1;
        assert_eq!(percentile_us(&counts, 50), Some(10_000_000));
    }
}
