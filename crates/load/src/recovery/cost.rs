//! Cost: a fan-out as fast as it will go, with recovery, with history alone, in memory and on disk, and with neither, in
//! alternating rounds. It is the fan-out of `bench/scenarios/figures/fanout.toml`.

use serde::Serialize;

use super::rounds::{self, Figure};
use super::server::{self, OFF, ON, Program, Server, Setting};
use super::within;
use crate::fault::Fault;
use crate::scenario::Fanout;
use crate::scenario::fanout::FanoutOutcome;

/// The variants.
const SETTINGS: [Setting; 4] = [
    ON,
    OFF,
    Setting { name: "no history", lines: "recovery = false\nhistory_messages = 0\n", stores: false },
    Setting { name: "history on disk", lines: "recovery = false\n", stores: true },
];

/// Settings of a comparison.
#[derive(Debug, Clone, Serialize)]
pub struct Cost {
    /// Subscribers of the channel.
    pub subscribers: usize,
    /// Publishes under way, each in rounds of its own.
    pub outstanding: Vec<u32>,
    /// How long to measure in each round.
    pub seconds: f64,
    /// Rounds of each variant.
    pub rounds: usize,
}

/// What one round measured.
#[derive(Debug, Clone, Serialize)]
pub struct CostRound {
    /// `recovery on`, `recovery off` (a history of 100 messages, as by default), `no history`, or `history on disk`.
    pub setting: &'static str,
    /// The round, from 0.
    pub round: usize,
    /// Publishes under way.
    pub outstanding: u32,
    /// The fan-out's figures.
    #[serde(flatten)]
    pub fanout: FanoutOutcome,
}

impl Cost {
    /// Runs all rounds.
    ///
    /// # Errors
    /// If a setting is out of its range, the server does not start, or a delivery is lost.
    pub fn run(&self, program: &Program) -> Result<Vec<CostRound>, Fault> {
        within("clients", self.subscribers, 1, 18_000)?;
        within("seconds", self.seconds, 0.1, 600.0)?;
        within("rounds", self.rounds, 1, 99)?;
        server::require(&program.path)?;
        let mut outcomes = Vec::new();
        for &outstanding in &self.outstanding {
            for round in 0..self.rounds {
                for variant in rounds::order(round, SETTINGS.len()) {
                    let Some(&setting) = SETTINGS.get(variant) else { continue };
                    let server = Server::start(program, setting)?;
                    let (subscribers, seconds) = (self.subscribers, self.seconds);
                    let fanout = Fanout { subscribers, outstanding, seconds, ..Fanout::default() };
                    let fanout = fanout.run(&server.target())?;
                    println!(
                        "{outstanding} outstanding, round {round}, {}: {:.0} deliveries/s, {:.3} us of CPU each",
                        setting.name,
                        fanout.deliveries_per_second,
                        fanout.server_cpu_us_per_delivery.unwrap_or(0.0),
                    );
                    outcomes.push(CostRound { setting: setting.name, round, outstanding, fanout });
                }
            }
        }
        Ok(outcomes)
    }
}

/// The rates and the CPU of each variant beside those of another.
#[must_use]
pub fn summary(outcomes: &[CostRound]) -> String {
    let figures: [Figure<CostRound>; 2] = [
        ("deliveries/s", |outcome| outcome.fanout.deliveries_per_second),
        ("us of CPU each", |outcome| outcome.fanout.server_cpu_us_per_delivery.unwrap_or(0.0)),
    ];
    let mut outstanding: Vec<u32> = outcomes.iter().map(|outcome| outcome.outstanding).collect();
    outstanding.dedup();
    let mut lines = Vec::new();
    for outstanding in outstanding {
        for (setting, base) in
            [(SETTINGS[0], SETTINGS[1]), (SETTINGS[1], SETTINGS[2]), (SETTINGS[3], SETTINGS[2])]
        {
            for (name, figure) in figures {
                let of = |setting: Setting| -> Vec<f64> {
                    let own = outcomes
                        .iter()
                        .filter(|it| it.setting == setting.name && it.outstanding == outstanding);
                    own.map(figure).collect()
                };
                if let Some(it) = rounds::compare(&of(setting), &of(base)) {
                    lines.push(format!(
                        "{outstanding} outstanding, {name}: {} {:.3}, {} {:.3}; {:.3} of medians, {:.3} of rounds",
                        setting.name, it.median, base.name, it.base, it.of_medians, it.of_rounds
                    ));
                }
            }
        }
    }
    lines.join("\n")
}
