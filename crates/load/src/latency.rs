//! Latencies in microseconds, with three significant digits up to a minute.

use std::time::Duration;

use hdrhistogram::Histogram;
use serde::Serialize;

/// A minute: longer than any deadline of a run.
const HIGHEST_US: u64 = 60_000_000;

/// Durations gathered in a histogram.
#[derive(Debug, Clone)]
pub(crate) struct Latency(Option<Histogram<u64>>);

/// The summary of a histogram, in milliseconds.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Percentiles {
    /// How many durations were recorded.
    pub count: u64,
    /// Half were no longer.
    pub p50_ms: f64,
    /// 95 of 100 were no longer.
    pub p95_ms: f64,
    /// 99 of 100 were no longer.
    pub p99_ms: f64,
    /// The longest.
    pub max_ms: f64,
}

impl Default for Latency {
    fn default() -> Self {
        // The bounds are constants that hdrhistogram accepts, so this is always `Some`; the tests
        // hold it to that.
        Self(Histogram::new_with_bounds(1, HIGHEST_US, 3).ok())
    }
}

impl Latency {
    /// Records one duration; more than a minute counts as a minute.
    pub(crate) fn record(&mut self, duration: Duration) {
        if let Some(histogram) = &mut self.0 {
            histogram.saturating_record(u64::try_from(duration.as_micros()).unwrap_or(u64::MAX));
        }
    }

    /// Adds what another one recorded.
    pub(crate) fn add(&mut self, other: &Self) {
        if let (Some(histogram), Some(other)) = (&mut self.0, &other.0) {
            // Both have the same bounds, which is all that could fail.
            let _ = histogram.add(other);
        }
    }

    /// Its percentiles.
    pub(crate) fn percentiles(&self) -> Percentiles {
        let Some(histogram) = &self.0 else { return Percentiles::default() };
        #[allow(clippy::cast_precision_loss)] // at most 60,000,000
        let ms = |us: u64| us as f64 / 1000.0;
        Percentiles {
            count: histogram.len(),
            p50_ms: ms(histogram.value_at_quantile(0.5)),
            p95_ms: ms(histogram.value_at_quantile(0.95)),
            p99_ms: ms(histogram.value_at_quantile(0.99)),
            max_ms: ms(histogram.max()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_what_was_recorded() {
        let mut latency = Latency::default();
        for ms in 1..=100 {
            latency.record(Duration::from_millis(ms));
        }
        let percentiles = latency.percentiles();
        assert_eq!(percentiles.count, 100);
        assert!((percentiles.p50_ms - 50.0).abs() < 0.1, "{percentiles:?}");
        assert!((percentiles.p99_ms - 99.0).abs() < 0.1, "{percentiles:?}");
        let mut twice = latency.clone();
        twice.add(&latency);
        assert_eq!(twice.percentiles().count, 200);
        latency.record(Duration::from_secs(600));
        assert!((latency.percentiles().max_ms - 60_000.0).abs() < 60.0);
    }
}
