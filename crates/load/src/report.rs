//! The JSON of one scenario run. Its field names are a promise: they are added to, and not renamed.
//!
//! | field | meaning |
//! | --- | --- |
//! | `format` | 1; another number means that a field changed its meaning |
//! | `tool` | name and version of this program |
//! | `date` | the day, UTC |
//! | `url` | the server that was loaded |
//! | `commit` | the commit of the checkout in which it was run, with `-dirty` where that has changes |
//! | `machine` | `processor`, `processors`, `kernel`, `memory` (bytes) |
//! | `conditions.priority` | how both sides were raised, or why not |
//! | `conditions.foreign_processors` | processors that were busy with anything but this run, on average |
//! | `conditions.stolen_processors` | processors that the hypervisor gave to others |
//! | `scenario` | the settings, defaults included, with their `kind` |
//! | `outcome` | what was measured: the fields of `FanoutOutcome`, `PairsOutcome`, `ConnectOutcome`, `HoldOutcome`, `IdleOutcome`, `UsersOutcome`, `RowsOutcome` or `JoinsOutcome` |
//!
//! A run that failed a check writes no JSON: there is no figure.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::machine::{self, Machine, Noise};
use crate::priority::Raised;
use crate::process::{Meter, Usage};
use crate::scenario::Scenario;
use crate::scenario::connect::ConnectOutcome;
use crate::scenario::fanout::FanoutOutcome;
use crate::scenario::hold::HoldOutcome;
use crate::scenario::idle::IdleOutcome;
use crate::scenario::joins::JoinsOutcome;
use crate::scenario::pairs::PairsOutcome;
use crate::scenario::rows::RowsOutcome;
use crate::scenario::users::UsersOutcome;
use crate::target::Target;

/// What a scenario measured.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum ScenarioOutcome {
    /// Of a fan-out.
    Fanout(FanoutOutcome),
    /// Of pairs.
    Pairs(PairsOutcome),
    /// Of connecting.
    Connect(ConnectOutcome),
    /// Of holding.
    Hold(HoldOutcome),
    /// Of an echo among idle clients.
    Idle(IdleOutcome),
    /// Of users.
    Users(Box<UsersOutcome>),
    /// Of changes and broadcasts.
    Rows(Box<RowsOutcome>),
    /// Of joins.
    Joins(Box<JoinsOutcome>),
}

/// Under which conditions a run took place.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Conditions {
    /// How both sides were raised, or why not.
    pub priority: String,
    /// Processors that were busy with anything but this run, on average.
    pub foreign_processors: f64,
    /// Processors that the hypervisor gave to others, on average.
    pub stolen_processors: f64,
}

impl Conditions {
    /// What `noise` saw beside the CPU that `usage` accounts for.
    #[must_use]
    pub fn observed(priority: &Raised, noise: &Noise, usage: &Usage) -> Self {
        let own = usage.server_cpu_seconds.unwrap_or(0.0) + usage.generator_cpu_seconds;
        let (foreign_processors, stolen_processors) = noise.read(own);
        Self { priority: priority.description.clone(), foreign_processors, stolen_processors }
    }
}

/// The report of one run.
#[derive(Debug, Serialize)]
pub struct Report {
    format: u32,
    tool: &'static str,
    date: String,
    url: String,
    commit: String,
    machine: Machine,
    conditions: Conditions,
    scenario: Scenario,
    outcome: ScenarioOutcome,
}

impl Report {
    /// Runs `scenario` and reports it.
    ///
    /// # Errors
    /// Those of the run.
    pub fn of(scenario: Scenario, target: &Target, priority: &Raised) -> Result<Self, Fault> {
        let (noise, meter) = (Noise::start(), Meter::start(target.pid)?);
        let outcome = scenario.run(target)?;
        let conditions = Conditions::observed(priority, &noise, &meter.read()?);
        Ok(Self {
            format: 1,
            tool: TOOL,
            date: today(),
            url: format!("http://{}", target.address),
            commit: machine::commit(),
            machine: Machine::here(),
            conditions,
            scenario,
            outcome,
        })
    }
}

/// Name and version of this program.
pub const TOOL: &str = concat!("baton-load ", env!("CARGO_PKG_VERSION"));

/// Writes a report as indented JSON; `-` is standard output.
///
/// # Errors
/// If the file cannot be written.
pub fn write_json(path: &Path, report: &impl Serialize) -> Result<(), Fault> {
    let mut text =
        serde_json::to_string_pretty(report).map_err(|error| Fault::Run(format!("JSON: {error}")))?;
    text.push('\n');
    if path == Path::new("-") {
        print!("{text}");
        return Ok(());
    }
    std::fs::write(path, text).map_err(Fault::run(format!("cannot write {}", path.display())))
}

/// The date in UTC, as `2026-01-31`.
#[must_use]
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    date_of(seconds / 86_400)
}

/// The Gregorian date of a day since 1970-01-01. Years are counted from March, so that the leap day
/// is the last.
fn date_of(day: u64) -> String {
    let day = day + 719_468; // since 0000-03-01
    let (era, day_of_era) = (day / 146_097, day % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day_of_month:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        for (day, date) in
            [(0, "1970-01-01"), (11_016, "2000-02-29"), (11_017, "2000-03-01"), (20_454, "2026-01-01")]
        {
            assert_eq!(date_of(day), date);
        }
    }
}
