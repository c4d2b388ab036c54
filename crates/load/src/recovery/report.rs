//! What an exam of recovery found: a JSON document for programs, and a few lines for people.
//!
//! | field of the document | meaning |
//! | --- | --- |
//! | `format` | 1; another number means that a field changed its meaning |
//! | `tool`, `date`, `commit`, `machine` | as in the report of a [scenario](crate::report) |
//! | `priority` | how both sides were raised, or why not |
//! | `exam` | `drops`, `storm`, `idle` or `cost` |
//! | `outcomes` | a list of `DropsOutcome`, `StormRound`, `IdleRound` or `CostRound`, whose fields say what they are |

use serde::Serialize;

use super::drops::DropsOutcome;
use crate::latency::Percentiles;
use crate::machine::{self, Machine};
use crate::priority::Raised;
use crate::report::{TOOL, today};

/// The document of one exam.
#[derive(Debug, Serialize)]
pub struct Document<T> {
    format: u32,
    tool: &'static str,
    date: String,
    commit: String,
    machine: Machine,
    priority: String,
    exam: &'static str,
    outcomes: Vec<T>,
}

impl<T> Document<T> {
    /// Of what one exam found.
    #[must_use]
    pub fn of(exam: &'static str, outcomes: Vec<T>, priority: &Raised) -> Self {
        Self {
            format: 1,
            tool: TOOL,
            date: today(),
            commit: machine::commit(),
            machine: Machine::here(),
            priority: priority.description.clone(),
            exam,
            outcomes,
        }
    }
}

/// One exam of drops in a few lines.
#[must_use]
pub fn drops_summary(outcome: &DropsOutcome) -> String {
    let DropsOutcome { settings, tally, usage, .. } = outcome;
    let kinds: Vec<&str> = settings.kinds.iter().map(|kind| kind.name()).collect();
    let positions = if settings.positions { " with positions" } else { "" };
    let per_second = |seconds: f64| seconds / outcome.seconds;
    let ms = |it: Percentiles| format!("p50 {:.1} ms, p99 {:.1}", it.p50_ms, it.p99_ms);
    let mut lines = vec![
        format!(
            "{}{positions}: {} clients, {} breaks in {:.0} s, {:.0} deliveries/s",
            kinds.join(", "),
            settings.clients,
            outcome.breaks,
            outcome.seconds,
            outcome.deliveries_per_second
        ),
        format!(
            "lost {}, out of order {}, doubled {} (after one break p50 {}, p99 {}, most {}), told lost {}",
            tally.lost,
            tally.out_of_order,
            tally.doubled,
            tally.doubled_p50,
            tally.doubled_p99,
            tally.doubled_max,
            tally.told_lost
        ),
        format!(
            "recovered {}, not recovered {} (error 4310: {}), not recognised {}, ended by the server {}",
            tally.recovered,
            tally.not_recovered,
            tally.error_4310,
            tally.not_recognised,
            outcome.ended_by_server
        ),
        format!(
            "connected to subscribed {}; to live {}; latency {}",
            ms(outcome.subscribed),
            ms(outcome.live),
            ms(outcome.latency)
        ),
        format!(
            "server {:.2} cores, {:.2} us a delivery; generator {:.2} cores",
            per_second(usage.server_cpu_seconds.unwrap_or(0.0)),
            outcome.server_cpu_us_per_delivery.unwrap_or(0.0),
            per_second(usage.generator_cpu_seconds)
        ),
    ];
    lines.extend(outcome.server.iter().map(|(name, value)| format!("{name} {value}")));
    lines.extend(outcome.first_end.iter().map(|why| format!("the first end by the server: {why}")));
    lines.extend(tally.first_faults.iter().map(|fault| format!("FAULT {fault}")));
    lines.join("\n  ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Usage;
    use crate::recovery::{Break, Drops, Tally};

    #[test]
    fn a_summary_says_what_was_lost_and_why() {
        let settings = Drops {
            clients: 7,
            channels: 1,
            channels_each: 1,
            per_second: 1.0,
            drops: 1,
            kinds: vec![Break::Reset],
            down_seconds: 1.0,
            up_seconds: 1.0,
            positions: true,
            seed: 1,
        };
        let first_faults = vec!["client 3: 2..3 never came".to_owned()];
        let outcome = DropsOutcome {
            settings,
            breaks: 7,
            ended_by_server: 0,
            first_end: None,
            published_each: 9,
            seconds: 2.0,
            deliveries_per_second: 4.0,
            tally: Tally { lost: 1, first_faults, ..Tally::default() },
            subscribed: Percentiles::default(),
            live: Percentiles::default(),
            latency: Percentiles::default(),
            usage: Usage { seconds: 2.0, server_cpu_seconds: Some(1.0), generator_cpu_seconds: 0.5 },
            server_cpu_us_per_delivery: None,
            server: [("baton_recovery_x".to_owned(), 1.0)].into(),
        };
        let text = drops_summary(&outcome);
        for part in [
            "reset with positions: 7 clients, 7 breaks in 2 s",
            "lost 1, out of order 0",
            "server 0.50 cores",
            "baton_recovery_x 1",
            "FAULT client 3: 2..3 never came",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
        assert!(!outcome.is_exact());
    }
}
