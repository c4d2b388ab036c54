//! `baton stats`: how a server has fared, a line with a small chart for each figure.

use serde_json::Value;

use super::answer::{list, number};
use super::columns::pad;
use super::failure::Failure;
use super::look::{Colour, Look, print};
use super::server::{Query, Server};
use super::spark::{Merge, line};
use super::units::{bytes, count, date_and_time, duration, micros};
use crate::clock;

/// Values that are asked for: a bar of the widest chart each.
const POINTS: u64 = 120;
/// Columns of a chart where the terminal's width is not known.
const CHART: usize = 60;
/// Columns of a line beside its chart.
const BESIDE: usize = 15 + 3 * 12 + 2;

/// A figure: its key, its name, and what its numbers are.
struct Figure(&'static str, &'static str, Kind);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// As it is at a moment.
    Level,
    LevelBytes,
    /// How often something happened.
    Count,
    CountMs,
    Latency,
}

const FIGURES: [Figure; 13] = [
    Figure("connections", "connections", Kind::Level),
    Figure("subscriptions", "subscriptions", Kind::Level),
    Figure("channels", "channels", Kind::Level),
    Figure("messages_in", "messages in", Kind::Count),
    Figure("messages_out", "messages out", Kind::Count),
    Figure("refusals", "refusals", Kind::Count),
    Figure("slow_clients", "slow clients", Kind::Count),
    Figure("p50_us", "latency p50", Kind::Latency),
    Figure("p95_us", "latency p95", Kind::Latency),
    Figure("p99_us", "latency p99", Kind::Latency),
    Figure("outbox_bytes", "outbox", Kind::LevelBytes),
    Figure("cpu_ms", "cpu time", Kind::CountMs),
    Figure("memory_bytes", "memory", Kind::LevelBytes),
];

impl Kind {
    fn shown(self, value: u64) -> String {
        match self {
            Self::Level | Self::Count => count(value),
            Self::LevelBytes => bytes(value),
            Self::CountMs => duration(value),
            Self::Latency => micros(value),
        }
    }

    fn is_counted(self) -> bool {
        matches!(self, Self::Count | Self::CountMs)
    }
}

/// Reads `1h`, `24h`, `7d` and such; milliseconds.
pub(super) fn span(text: &str) -> Result<u64, String> {
    let wrong = || format!("{text:?}: expected a time such as 15m, 1h, 24h, 7d or 30d");
    let unit = text.chars().last().ok_or_else(wrong)?;
    let unit_ms = match unit {
        'm' => 60_000,
        'h' => 3_600_000,
        'd' => 86_400_000,
        _ => return Err(wrong()),
    };
    let number =
        text.strip_suffix(unit).and_then(|number| number.parse::<u64>().ok()).filter(|number| *number > 0);
    number.and_then(|number| number.checked_mul(unit_ms)).ok_or_else(wrong)
}

/// Prints the figures of the last `last_ms`.
pub(super) async fn stats(server: &mut Server, last_ms: u64, json: bool, look: Look) -> Result<(), Failure> {
    let now_ms = clock::unix_ms();
    let app = match server.named_app() {
        Some(app) => Some(app.to_owned()),
        None => server.session_app().await?,
    };
    let query = Query::default()
        .with_some("app", app.as_deref())
        .with("from_ms", now_ms.saturating_sub(last_ms))
        .with("to_ms", now_ms)
        .with("points", POINTS);
    let answer = server.get("/stats", query).await?;
    print(&if json { format!("{answer}\n") } else { page(&answer, look) })
}

fn page(answer: &Value, look: Look) -> String {
    let (from_ms, step_s) = (number(answer, "from_ms"), number(answer, "step_s"));
    let mut page = format!(
        "From {} on, {} for each value",
        date_and_time(from_ms),
        duration(step_s.saturating_mul(1_000))
    );
    page.push_str(if answer.get("stored").and_then(Value::as_bool) == Some(false) {
        ", since the start of the server (set data_dir to keep them)\n\n"
    } else {
        "\n\n"
    });
    let bars = look.width.map_or(CHART, |columns| columns.saturating_sub(BESIDE).clamp(1, CHART));
    page.push_str(&look.paint(Colour::Bold, &row("", ["now", "largest", "total"], "")));
    let series = answer.get("series").unwrap_or(&Value::Null);
    for Figure(key, name, kind) in FIGURES {
        let values: Vec<Option<u64>> = list(series, key).iter().map(value).collect();
        if !values.is_empty() {
            page.push_str(&figure(name, kind, &values, bars, look));
        }
    }
    page
}

/// A number, which may come with a fraction.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturating, and for people alone
fn value(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_f64().map(|value| value as u64))
}

fn figure(name: &str, kind: Kind, values: &[Option<u64>], bars: usize, look: Look) -> String {
    let known = || values.iter().flatten().copied();
    let shown = |value: Option<u64>| value.map_or_else(|| "-".to_owned(), |value| kind.shown(value));
    let total = if kind.is_counted() { shown(known().reduce(u64::saturating_add)) } else { String::new() };
    let merge = if kind.is_counted() { Merge::Sum } else { Merge::Largest };
    let chart = line(values, bars, merge, look);
    row(name, [&shown(known().next_back()), &shown(known().max()), &total], &chart)
}

fn row(name: &str, [now, largest, total]: [&str; 3], chart: &str) -> String {
    let mut name = name.to_owned();
    pad(&mut name, 15);
    let line = format!("{name}{now:>12}{largest:>12}{total:>12}  {chart}");
    format!("{}\n", line.trim_end())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_span_is_a_number_and_a_unit() {
        assert_eq!(span("15m").unwrap(), 900_000);
        assert_eq!((span("24h").unwrap(), span("1d").unwrap()), (86_400_000, 86_400_000));
        for text in ["", "h", "0h", "1", "1w", "-1h", "1é", "99999999999999999999d", "18446744073709551615d"]
        {
            assert!(span(text).unwrap_err().contains("24h"), "{text}");
        }
    }

    #[test]
    fn each_figure_has_a_line_with_its_chart() {
        let answer = json!({"step_s": 60, "from_ms": 0, "stored": false, "series": {
            "connections": [1, null, 12_345], "messages_in": [0, 10, 20], "p99_us": [null, 1_250, 90]}});
        let shown = page(&answer, Look::PLAIN);
        let lines: Vec<&str> = shown.lines().skip(2).collect();
        assert_eq!(
            lines,
            [
                "                        now     largest       total",
                "connections           12.3k       12.3k              ▂ █",
                "messages in              20          20          30  ▁▅█",
                "latency p99           90 us      1.2 ms               █▂",
            ]
        );
        assert!(
            shown.starts_with("From 1970-01-01 00:00:00Z on, 1 min for each value, since the start"),
            "{shown}"
        );
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let answer = json!({"step_s": 60, "from_ms": 0, "stored": true, "series": {"messages_in": vec![u64::MAX; 300]}});
        let shown = page(&answer, Look { width: Some(70), ..Look::PLAIN });
        assert!(shown.lines().skip(2).all(|line| super::super::columns::width(line) <= 70), "{shown}");
    }
}
