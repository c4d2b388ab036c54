//! Storm: all connections break at once, events are published, and all come back as fast as the server
//! takes them, with recovery and without in alternating rounds.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::breaks::Break;
use super::crowd::{Common, Crowd};
use super::drops::open_all;
use super::feed::Feed;
use super::rounds::{self, Figure};
use super::server::{self, OFF, ON, Program, Server, Setting};
use super::{Tally, within};
use crate::fault::Fault;
use crate::latency::Percentiles;
use crate::machine::ListenDrops;
use crate::process::{Meter, Usage};

/// By when all must be live.
const DEADLINE: Duration = Duration::from_secs(60);

/// How long the server may take to notice that all are gone, before they come back.
const QUIET: Duration = Duration::from_millis(500);

/// The variants, the measured one first.
const SETTINGS: [Setting; 2] = [ON, OFF];

/// Settings of a storm.
#[derive(Debug, Clone, Serialize)]
pub struct Storm {
    /// How many clients, 1 to 18,000.
    pub clients: usize,
    /// Channels that they share, up to 100.
    pub channels: usize,
    /// Events that each misses.
    pub events: u32,
    /// How many are on their way at any moment. More than the server's accept queue of 4,096 lets the
    /// kernel drop a SYN, which comes again after a second.
    pub at_once: usize,
    /// Rounds of each variant.
    pub rounds: usize,
    /// Where chance begins.
    pub seed: u64,
}

/// What one round of a storm measured.
#[derive(Debug, Clone, Serialize)]
pub struct StormRound {
    /// The server's variant: `recovery on` or `recovery off`.
    pub setting: &'static str,
    /// The round, from 0.
    pub round: usize,
    /// Clients.
    pub clients: usize,
    /// Events that each missed.
    pub events: u32,
    /// From the first new connection until all were live again: with recovery, until all had what they
    /// missed.
    pub seconds: f64,
    /// From the beginning of a connection to its confirmed subscription.
    pub subscribed: Percentiles,
    /// From the beginning of a connection until the client was live.
    pub live: Percentiles,
    /// What full accept queues dropped meanwhile.
    pub listen_drops: ListenDrops,
    /// CPU of both sides from the first new connection on.
    pub usage: Usage,
    /// What all accounts add up to. Without recovery events are lost, as they must be.
    #[serde(flatten)]
    pub tally: Tally,
    /// The server's counters of recovery at the end.
    pub server: BTreeMap<String, f64>,
}

impl Storm {
    /// Runs all rounds.
    ///
    /// # Errors
    /// If a setting is out of its range, the server does not start, or a client does not come back; with
    /// recovery also if an event is lost.
    pub fn run(&self, program: &Program) -> Result<Vec<StormRound>, Fault> {
        within("clients", self.clients, 1, 18_000)?;
        within("channels", self.channels, 1, 100)?;
        within("events", self.events, 0, 10_000)?;
        within("at-once", self.at_once, 1, 18_000)?;
        within("rounds", self.rounds, 1, 99)?;
        server::require(&program.path)?;
        let mut outcomes = Vec::new();
        for round in 0..self.rounds {
            for variant in rounds::order(round, SETTINGS.len()) {
                let setting = SETTINGS.get(variant).copied().unwrap_or(ON);
                let outcome = self.round(program, setting, round)?;
                println!(
                    "round {round}, {}: {:.3} s, live p50 {:.0} ms, p99 {:.0}; server {:.3} s of CPU; lost {}",
                    outcome.setting,
                    outcome.seconds,
                    outcome.live.p50_ms,
                    outcome.live.p99_ms,
                    outcome.usage.server_cpu_seconds.unwrap_or(0.0),
                    outcome.tally.lost,
                );
                outcomes.push(outcome);
            }
        }
        Ok(outcomes)
    }

    fn round(&self, program: &Program, setting: Setting, round: usize) -> Result<StormRound, Fault> {
        let server = Server::start(program, setting)?;
        let target = server.target();
        let common = Common {
            address: target.address,
            key: target.app.key.clone(),
            clients: self.clients,
            channels: self.channels,
            channels_each: 1,
            positions: false,
            is_named: true,
        };
        let mut crowd = Crowd::new(common, &mut fastrand::Rng::with_seed(self.seed))?;
        open_all(&mut crowd, self.clients, self.at_once, DEADLINE)?;
        let mut feed = Feed::connect(&target, self.channels, 1.0, &crowd)?;
        // One event that all have before the storm, so that each has a position.
        publish_one(&mut feed, &mut crowd)?;
        wait(&mut feed, &mut crowd, |crowd| crowd.inbox.is_complete())?;
        (0..self.clients).for_each(|index| crowd.break_off(index, Break::Reset));
        for _ in 0..self.events {
            publish_one(&mut feed, &mut crowd)?;
        }
        let quiet = Instant::now() + QUIET;
        wait(&mut feed, &mut crowd, |_| Instant::now() >= quiet)?;

        crowd.inbox.take_returns();
        let (drops, meter) = (ListenDrops::now()?, Meter::start(target.pid)?);
        open_all(&mut crowd, self.clients, self.at_once, DEADLINE)?;
        let usage = meter.read()?;
        let listen_drops = ListenDrops::now()?.since(drops);
        let returns = crowd.inbox.take_returns();
        let tally = crowd.inbox.settle();
        if setting == ON && !tally.is_whole() {
            return Err(Fault::Run(format!(
                "a storm with recovery was not whole: {}",
                tally.first_faults.join("; ")
            )));
        }
        Ok(StormRound {
            setting: setting.name,
            round,
            clients: self.clients,
            events: self.events,
            seconds: usage.seconds,
            subscribed: returns.subscribed.percentiles(),
            live: returns.live.percentiles(),
            listen_drops,
            usage,
            tally,
            server: server.metrics(),
        })
    }
}

/// Publishes one event in each channel, and waits until the server has accepted it.
fn publish_one(feed: &mut Feed, crowd: &mut Crowd) -> Result<(), Fault> {
    feed.publish(Instant::now(), crowd)?;
    wait(feed, crowd, |_| true)
}

/// Until everything is accepted, and `is_over`.
fn wait(feed: &mut Feed, crowd: &mut Crowd, is_over: impl Fn(&Crowd) -> bool) -> Result<(), Fault> {
    let deadline = Instant::now() + DEADLINE;
    while !(feed.is_accepted() && is_over(crowd)) {
        if Instant::now() > deadline {
            return Err(Fault::Run(format!("publishes were not delivered within {} s", DEADLINE.as_secs())));
        }
        crowd.turn(Duration::from_millis(2))?;
        feed.turn(crowd)?;
    }
    Ok(())
}

/// The times with recovery beside those without.
#[must_use]
pub fn summary(outcomes: &[StormRound]) -> String {
    let of = |setting: Setting, figure: fn(&StormRound) -> f64| -> Vec<f64> {
        outcomes.iter().filter(|outcome| outcome.setting == setting.name).map(figure).collect()
    };
    let figures: [Figure<StormRound>; 2] = [
        ("seconds until all are live", |outcome| outcome.seconds),
        ("seconds of the server's CPU", |outcome| outcome.usage.server_cpu_seconds.unwrap_or(0.0)),
    ];
    let lines = figures.iter().filter_map(|(name, figure)| {
        let it = rounds::compare(&of(ON, *figure), &of(OFF, *figure))?;
        Some(format!(
            "{name}: {:.3} with recovery, {:.3} without; {:.2} of medians, {:.2} of rounds",
            it.median, it.base, it.of_medians, it.of_rounds
        ))
    });
    lines.collect::<Vec<_>>().join("\n")
}
