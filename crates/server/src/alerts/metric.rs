//! The figures that an alert may be about: what each is called, who has it, and how it is read from a sample of the counters.

use serde_json::Value;

use crate::statistics::column::{
    CHANNELS, CONNECTIONS, CPU_MS, MEMORY_BYTES, MESSAGES_IN, MESSAGES_OUT, OUTBOX_BYTES, REFUSALS,
    SLOW_CLIENTS, SUBSCRIPTIONS, Values,
};
use crate::statistics::percentile_us;

/// What is rare is counted over a minute: over a few seconds a single event would be a high rate.
const MINUTE_MS: u64 = 60_000;
/// What is frequent is averaged over two samples, as the inspector's overview shows it.
const TEN_SECONDS_MS: u64 = 10_000;

/// A figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Metric {
    Connections,
    Channels,
    Subscriptions,
    MessagesIn,
    MessagesOut,
    Refusals,
    LatencyP50,
    LatencyP95,
    LatencyP99,
    OutboxBytes,
    SlowClients,
    MemoryBytes,
    CpuPercent,
}

/// How a figure comes of what is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// It is what is seen.
    Level,
    /// What was counted within a minute.
    InAMinute,
    /// What was counted per second, of the last ten.
    PerSecond,
    /// Milliseconds of processor time, as a part of the time that passed.
    Percent,
    /// A percentile of the deliveries of the last ten seconds, in milliseconds.
    Percentile(u64),
}

impl Metric {
    pub(crate) const ALL: [Self; 13] = [
        Self::Connections,
        Self::Channels,
        Self::Subscriptions,
        Self::MessagesIn,
        Self::MessagesOut,
        Self::Refusals,
        Self::LatencyP50,
        Self::LatencyP95,
        Self::LatencyP99,
        Self::OutboxBytes,
        Self::SlowClients,
        Self::MemoryBytes,
        Self::CpuPercent,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Connections => "connections",
            Self::Channels => "channels",
            Self::Subscriptions => "subscriptions",
            Self::MessagesIn => "messages_in",
            Self::MessagesOut => "messages_out",
            Self::Refusals => "refusals",
            Self::LatencyP50 => "latency_p50_ms",
            Self::LatencyP95 => "latency_p95_ms",
            Self::LatencyP99 => "latency_p99_ms",
            Self::OutboxBytes => "outbox_bytes",
            Self::SlowClients => "slow_clients",
            Self::MemoryBytes => "memory_bytes",
            Self::CpuPercent => "cpu_percent",
        }
    }

    pub(crate) fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.name() == name)
    }

    /// Whether it is known of each app, and not of the whole server alone.
    pub(crate) fn is_of_apps(self) -> bool {
        matches!(
            self,
            Self::Connections | Self::Channels | Self::MessagesIn | Self::MessagesOut | Self::Refusals
        )
    }

    pub(super) fn shape(self) -> Shape {
        match self {
            Self::Connections
            | Self::Channels
            | Self::Subscriptions
            | Self::OutboxBytes
            | Self::MemoryBytes => Shape::Level,
            Self::Refusals | Self::SlowClients => Shape::InAMinute,
            Self::MessagesIn | Self::MessagesOut => Shape::PerSecond,
            Self::CpuPercent => Shape::Percent,
            Self::LatencyP50 => Shape::Percentile(50),
            Self::LatencyP95 => Shape::Percentile(95),
            Self::LatencyP99 => Shape::Percentile(99),
        }
    }

    /// What is seen of it: a level, or what was counted since the process began, of percentiles in a bucket each.
    pub(super) fn seen(self, values: &Values) -> Box<[u64]> {
        let column = match self {
            Self::Connections => CONNECTIONS,
            Self::Channels => CHANNELS,
            Self::Subscriptions => SUBSCRIPTIONS,
            Self::MessagesIn => MESSAGES_IN,
            Self::MessagesOut => MESSAGES_OUT,
            Self::Refusals => REFUSALS,
            Self::OutboxBytes => OUTBOX_BYTES,
            Self::SlowClients => SLOW_CLIENTS,
            Self::MemoryBytes => MEMORY_BYTES,
            Self::CpuPercent => CPU_MS,
            Self::LatencyP50 | Self::LatencyP95 | Self::LatencyP99 => return values.delivery().into(),
        };
        [values.get(column)].into()
    }

    /// A value as people read it.
    pub(crate) fn spelled(self, value: f64) -> String {
        match self {
            Self::OutboxBytes | Self::MemoryBytes => bytes(value),
            Self::LatencyP50 | Self::LatencyP95 | Self::LatencyP99 => format!("{} ms", rounded(value)),
            Self::MessagesIn | Self::MessagesOut => format!("{} per second", rounded(value)),
            Self::Refusals | Self::SlowClients => format!("{} in a minute", rounded(value)),
            Self::CpuPercent => format!("{} %", rounded(value)),
            Self::Connections | Self::Channels | Self::Subscriptions => rounded(value).to_string(),
        }
    }
}

impl Shape {
    /// Over how long it is averaged or counted.
    pub(super) fn span_ms(self) -> u64 {
        match self {
            Self::Level => 0,
            Self::InAMinute => MINUTE_MS,
            Self::PerSecond | Self::Percent | Self::Percentile(_) => TEN_SECONDS_MS,
        }
    }

    /// The value, of what was counted within so many milliseconds. `None` where nothing is known: no message was delivered.
    #[allow(clippy::cast_precision_loss)] // counts beyond 2^53 are rounded
    pub(super) fn value(self, counted: &[u64], elapsed_ms: u64) -> Option<f64> {
        let first = counted.first().copied().unwrap_or(0) as f64;
        let elapsed_ms = elapsed_ms.max(1) as f64;
        match self {
            Self::Level | Self::InAMinute => Some(first),
            Self::PerSecond => Some(first * 1_000.0 / elapsed_ms),
            Self::Percent => Some(first * 100.0 / elapsed_ms),
            Self::Percentile(percent) => percentile_us(counted, percent).map(|us| us as f64 / 1_000.0),
        }
    }
}

/// A value as a number of JSON, a whole one without a point.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // it is within these bounds
pub(crate) fn as_json(value: f64) -> Value {
    let value = rounded(value);
    let is_whole = value.fract() == 0.0 && (0.0..9e15).contains(&value);
    if is_whole { Value::from(value as u64) } else { Value::from(value) }
}

/// Two places after the point are enough for everybody, but for what is below one.
fn rounded(value: f64) -> f64 {
    let places = if value.abs() < 1.0 { 10_000.0 } else { 100.0 };
    (value * places).round() / places
}

fn bytes(mut value: f64) -> String {
    const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let mut unit = 0;
    while value >= 1_024.0 && unit < UNITS.len() - 1 {
        value /= 1_024.0;
        unit += 1;
    }
    format!("{} {}", rounded(value), UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_is_found_by_its_name() {
        for metric in Metric::ALL {
            assert_eq!(Metric::of(metric.name()), Some(metric));
        }
        assert_eq!(Metric::of("latency"), None);
    }

    #[test]
    fn a_value_comes_of_what_was_counted() {
        for (shape, counted, elapsed_ms, value) in [
            (Shape::Level, vec![7], 5_000, Some(7.0)),
            (Shape::InAMinute, vec![7], 60_000, Some(7.0)),
            (Shape::PerSecond, vec![15], 10_000, Some(1.5)),
            (Shape::Percent, vec![5_000], 10_000, Some(50.0)),
            (Shape::Percentile(50), vec![0, 100, 0], 10_000, Some(0.175)),
            (Shape::Percentile(99), vec![0, 0, 0], 10_000, None),
        ] {
            assert_eq!(shape.value(&counted, elapsed_ms), value, "{shape:?}");
        }
    }

    #[test]
    fn whole_values_have_no_point() {
        let spelled = [100.0, 0.0, 0.5, 1.0 / 3.0, 1e300].map(|value| as_json(value).to_string());
        assert_eq!(spelled, ["100", "0", "0.5", "0.3333", "1e+300"]);
    }

    #[test]
    fn values_carry_their_unit() {
        assert_eq!(Metric::MemoryBytes.spelled(1_610_612_736.0), "1.5 GiB");
        assert_eq!(Metric::OutboxBytes.spelled(512.0), "512 bytes");
        assert_eq!(Metric::MessagesIn.spelled(1.0 / 3.0), "0.3333 per second");
        assert_eq!(Metric::Refusals.spelled(100.0), "100 in a minute");
    }
}
