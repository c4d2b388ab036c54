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

/// The line of one exam of drops.
#[must_use]
pub fn drops_line(outcome: &DropsOutcome) -> String {
    let DropsOutcome { settings, tally, .. } = outcome;
    let kinds: Vec<&str> = settings.kinds.iter().map(|kind| kind.name()).collect();
    let cpu = outcome.usage.server_cpu_seconds.unwrap_or(0.0);
    let mut text = format!(
        "{}{}: {} clients, {} breaks in {:.0} s, {:.0} deliveries/s\n  lost {}, out of order {}, doubled {} \
         (after one break p50 {}, p99 {}, most {}), told lost {}, not recognised {}\n  recovered {}, not recovered {}, \
         ended by the server {}\n  connected to subscribed p50 {:.1} ms, p99 {:.1}; to live p50 {:.1} ms, p99 {:.1}; \
         latency p50 {:.1} ms, p99 {:.1}\n  server {:.2} cores, {:.2} us a delivery; generator {:.2} cores",
        kinds.join(", "),
        if settings.positions { " with positions" } else { "" },
        settings.clients,
        outcome.breaks,
        outcome.seconds,
        outcome.deliveries_per_second,
        tally.lost,
        tally.out_of_order,
        tally.doubled,
        tally.doubled_p50,
        tally.doubled_p99,
        tally.doubled_max,
        tally.told_lost,
        tally.not_recognised,
        tally.recovered,
        tally.not_recovered,
        outcome.ended_by_server,
        outcome.subscribed.p50_ms,
        outcome.subscribed.p99_ms,
        outcome.live.p50_ms,
        outcome.live.p99_ms,
        outcome.latency.p50_ms,
        outcome.latency.p99_ms,
        cpu / outcome.seconds,
        outcome.server_cpu_us_per_delivery.unwrap_or(0.0),
        outcome.usage.generator_cpu_seconds / outcome.seconds,
    );
    for (name, value) in &outcome.server {
        text.push_str(&format!("\n  {name} {value}"));
    }
    if let Some(why) = &outcome.first_end {
        text.push_str(&format!("\n  the first end by the server: {why}"));
    }
    for fault in &tally.first_faults {
        text.push_str(&format!("\n  FAULT {fault}"));
    }
    text
}
