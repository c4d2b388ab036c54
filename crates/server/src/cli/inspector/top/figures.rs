//! Rates and percentiles: the difference of two overviews.

use serde_json::Value;

use crate::cli::inspector::answer::{list, number};

/// What is drawn of a server, or of one app where that is all that may be seen.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct Figures {
    /// Not of an app: these are the server's.
    pub(super) is_whole: bool,
    pub(super) connections: u64,
    pub(super) subscriptions: u64,
    pub(super) channels: u64,
    /// Each second, since the former overview.
    pub(super) opened: f64,
    pub(super) messages_in: f64,
    pub(super) messages_out: f64,
    pub(super) publishes: f64,
    pub(super) outbox_bytes: u64,
    pub(super) history_bytes: u64,
    pub(super) slow_clients: u64,
    pub(super) memory_bytes: u64,
    pub(super) open_files: u64,
    /// Of one core.
    pub(super) cpu: f64,
    /// The 50th, 95th and 99th percentile; none where nothing was sent.
    pub(super) latency: Option<[Bound; 3]>,
    /// Causes with how often each came about since the server's start.
    pub(super) refusals: Vec<(String, u64)>,
}

/// Where a percentile lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// At most so many microseconds.
    Within(u64),
    /// More than so many, the last bound of the histogram.
    Beyond(u64),
}

impl Figures {
    /// Of two overviews, the former first.
    pub(super) fn of(former: &Value, now: &Value) -> Self {
        let elapsed_s = seconds(number(former, "time_ms"), number(now, "time_ms"));
        let is_whole = now.get("server").is_some_and(Value::is_object);
        let (was, is) = (total(former), total(now));
        let rate = |key: &str| per_second(number(&was, key), number(&is, key), elapsed_s);
        let fraction = |value: &Value| value.get("cpu_s").and_then(Value::as_f64).unwrap_or(0.0);
        let cpu = if elapsed_s > 0.0 { (fraction(&is) - fraction(&was)).max(0.0) / elapsed_s } else { 0.0 };
        Self {
            is_whole,
            connections: number(&is, "connections"),
            subscriptions: number(&is, "subscriptions"),
            channels: number(&is, "channels"),
            opened: rate("connections_opened"),
            messages_in: rate("messages_in"),
            messages_out: rate("messages_out"),
            publishes: rate("publishes"),
            outbox_bytes: number(&is, "outbox_bytes"),
            history_bytes: number(&is, "history_bytes"),
            slow_clients: number(&is, "slow_clients"),
            memory_bytes: number(&is, "memory_bytes"),
            open_files: number(&is, "open_files"),
            cpu,
            latency: latency(&was, &is),
            refusals: refusals(&is),
        }
    }
}

/// The rate of a counter per second; 0 where the counter was reset by a restart of the server.
pub(super) fn per_second(was: u64, is: u64, elapsed_s: f64) -> f64 {
    #[allow(clippy::cast_precision_loss)] // for people
    let grown = is.saturating_sub(was) as f64;
    if elapsed_s > 0.0 && is >= was { grown / elapsed_s } else { 0.0 }
}

/// From one time to a later one.
pub(super) fn seconds(was_ms: u64, is_ms: u64) -> f64 {
    std::time::Duration::from_millis(is_ms.saturating_sub(was_ms)).as_secs_f64()
}

/// The server's figures; in the session of an app, which does not get them, the app's.
fn total(overview: &Value) -> Value {
    match overview.get("server") {
        Some(server) if server.is_object() => server.clone(),
        _ => list(overview, "apps").first().cloned().unwrap_or(Value::Null),
    }
}

fn refusals(total: &Value) -> Vec<(String, u64)> {
    let all = total.get("refusals").and_then(Value::as_object).into_iter().flatten();
    let mut causes: Vec<_> = all.map(|(cause, count)| (cause.clone(), count.as_u64().unwrap_or(0))).collect();
    causes.retain(|(_, count)| *count > 0);
    causes.sort_by(|(one, count), (other, other_count)| other_count.cmp(count).then(one.cmp(other)));
    causes
}

/// Of what was sent between two overviews; where nothing was, of all since the start.
fn latency(was: &Value, is: &Value) -> Option<[Bound; 3]> {
    let histogram = is.get("latency")?;
    let numbers = |value: &Value, key: &str| -> Vec<u64> {
        list(value, key).iter().map(|number| number.as_u64().unwrap_or(0)).collect()
    };
    let (bounds, counts) = (numbers(histogram, "bounds_us"), numbers(histogram, "counts"));
    let former = was.get("latency").map(|former| numbers(former, "counts")).unwrap_or_default();
    let grown: Vec<u64> = counts
        .iter()
        .enumerate()
        .map(|(at, count)| count.saturating_sub(former.get(at).copied().unwrap_or(0)))
        .collect();
    let counts = if grown.iter().any(|count| *count > 0) { grown } else { counts };
    Some([
        percentile(&bounds, &counts, 50)?,
        percentile(&bounds, &counts, 95)?,
        percentile(&bounds, &counts, 99)?,
    ])
}

/// The bound below which so many of a hundred are.
pub(super) fn percentile(bounds: &[u64], counts: &[u64], of_hundred: u64) -> Option<Bound> {
    let total: u128 = counts.iter().map(|count| u128::from(*count)).sum();
    let rank = (total * u128::from(of_hundred)).div_ceil(100);
    let mut seen = 0;
    for (at, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        seen += u128::from(*count);
        if seen >= rank {
            let last = bounds.last().copied().unwrap_or(0);
            return Some(bounds.get(at).map_or(Bound::Beyond(last), |bound| Bound::Within(*bound)));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn percentiles_are_the_bounds_of_their_buckets() {
        let bounds = [100, 200, 400];
        let at = |counts: &[u64], of_hundred| percentile(&bounds, counts, of_hundred);
        assert_eq!(at(&[50, 45, 4, 1], 50), Some(Bound::Within(100)));
        assert_eq!(at(&[50, 45, 4, 1], 95), Some(Bound::Within(200)));
        assert_eq!(at(&[50, 45, 4, 1], 99), Some(Bound::Within(400)));
        assert_eq!(at(&[0, 0, 0, 7], 50), Some(Bound::Beyond(400)));
        assert_eq!(at(&[1, 0, 0, 0], 99), Some(Bound::Within(100)));
        assert_eq!(at(&[0, 0, 0, 0], 50), None);
        assert_eq!(at(&[u64::MAX, u64::MAX], 99), Some(Bound::Within(200)));
    }

    fn overview(time_ms: u64, out: u64, counts: [u64; 3]) -> Value {
        json!({"time_ms": time_ms, "server": {"connections": 5, "messages_out": out, "cpu_s": 0.5,
            "latency": {"bounds_us": [100, 200], "counts": counts}, "refusals": {"a": 1, "b": 3, "c": 0}}, "apps": []})
    }

    #[test]
    fn rates_and_latencies_are_of_the_time_between() {
        let figures = Figures::of(&overview(1_000, 100, [1_000, 0, 0]), &overview(3_000, 300, [1_000, 1, 0]));
        assert!((figures.messages_out - 100.0).abs() < 0.001, "{figures:?}");
        assert_eq!(figures.latency, Some([Bound::Within(200); 3]));
        assert_eq!(figures.refusals, [("b".into(), 3), ("a".into(), 1)]);
    }

    #[test]
    fn a_restart_gives_no_rate_and_not_a_huge_one() {
        let figures = Figures::of(&overview(5_000, 900, [0; 3]), &overview(6_000, 3, [0; 3]));
        assert!(figures.messages_out.abs() < 0.001, "{figures:?}");
        let at_once = Figures::of(&overview(5_000, 1, [0; 3]), &overview(5_000, 3, [0; 3]));
        assert!(at_once.messages_out.abs() < 0.001 && at_once.latency.is_none(), "{at_once:?}");
    }

    #[test]
    fn in_the_session_of_an_app_its_figures_are_shown() {
        let of = |out| json!({"time_ms": out * 1_000, "server": null, "apps": [{"app": "1", "connections": 2, "messages_out": out}]});
        let figures = Figures::of(&of(1), &of(2));
        assert_eq!((figures.is_whole, figures.connections), (false, 2));
        assert!((figures.messages_out - 1.0).abs() < 0.001, "{figures:?}");
    }
}
