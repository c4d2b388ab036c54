//! The canary's part of the exposition.

use std::sync::atomic::Ordering::Relaxed;

use prometheus_client::encoding::{DescriptorEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Unit;

use super::Metrics;
use crate::canary::{BOUNDS_US, Ledger};
use crate::clock;

/// One of the counts of a loop.
type Count = fn(&Ledger) -> u64;

#[allow(clippy::cast_precision_loss)] // as for deliveries
pub(super) fn encode(out: &mut DescriptorEncoder<'_>, metrics: &Metrics) -> std::fmt::Result {
    for (name, help, value) in [
        ("baton_canary_published", "Canaries that were published to all loops", &metrics.canary.published),
        (
            "baton_canary_refused",
            "Canaries that were not, because a loop was behind",
            &metrics.canary.refused,
        ),
    ] {
        out.encode_descriptor(name, help, None, MetricType::Counter)?
            .encode_counter::<NoLabelSet, _, u64>(&value.load(Relaxed), None)?;
    }
    let of_loops: [(&str, &str, Count); 3] = [
        ("baton_canary_received", "Canaries that the loop has received", Ledger::received),
        (
            "baton_canary_lost",
            "Canaries that it has not received in order, or within ten seconds",
            Ledger::lost,
        ),
        ("baton_canary_disordered", "Canaries that came again, or behind a later one", Ledger::disordered),
    ];
    for (name, help, value) in of_loops {
        let mut family = out.encode_descriptor(name, help, None, MetricType::Counter)?;
        for (id, counters) in metrics.loops.iter().enumerate() {
            family
                .encode_family(&[("loop", id)])?
                .encode_counter::<NoLabelSet, _, u64>(&value(&counters.canary), None)?;
        }
    }
    out.encode_descriptor("baton_canary_age", AGE, Some(&Unit::Seconds), MetricType::Gauge)?
        .encode_gauge(&(age(metrics, clock::now_ns()) as f64 / 1e9))?;
    let mut buckets: Vec<(f64, u64)> =
        BOUNDS_US.iter().map(|&us| us as f64 / 1e6).chain([f64::INFINITY]).map(|bound| (bound, 0)).collect();
    let mut sum_us = 0;
    for counters in &metrics.loops {
        let (counts, sum) = counters.canary.latency();
        buckets.iter_mut().zip(counts).for_each(|((_, total), count)| *total += count);
        sum_us += sum;
    }
    let total = buckets.iter().map(|(_, count)| count).sum();
    let help = "From publishing a canary to the end of the turn in which a loop has received it";
    out.encode_descriptor("baton_canary_latency", help, Some(&Unit::Seconds), MetricType::Histogram)?
        .encode_histogram::<NoLabelSet>(sum_us as f64 / 1e6, total, &buckets, None)
}

const AGE: &str = "Time since the newest canary was published that every loop has received";

/// In nanoseconds, of the loop that is behind most; of one that has received none, since the start.
fn age(metrics: &Metrics, now: u64) -> u64 {
    let newest = |ledger: &Ledger| ledger.newest_at().max(metrics.canary.since);
    let oldest = metrics.loops.iter().map(|counters| newest(&counters.canary)).min();
    now.saturating_sub(oldest.unwrap_or(now))
}
