//! Idle: what connections cost that do nothing, with recovery and without, in alternating rounds.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::crowd::{Common, Crowd};
use super::drops::open_all;
use super::rounds::{self, Figure};
use super::server::{self, OFF, ON, Program, Server, Setting};
use super::within;
use crate::fault::Fault;
use crate::process::{Meter, ProcessMemory, Usage};

/// By when all must be connected.
const DEADLINE: Duration = Duration::from_secs(60);

/// What a server does after all have come is over by then.
const SETTLE: Duration = Duration::from_secs(1);

/// The variants: the server's setting, and whether clients name themselves.
const VARIANTS: [(&str, Setting, bool); 3] = [
    ("recovery off", OFF, true),
    ("recovery on", ON, true),
    ("recovery on, clients without a name", ON, false),
];

/// Settings of an idle run.
#[derive(Debug, Clone, Serialize)]
pub struct Idle {
    /// How many clients, 1 to 18,000.
    pub clients: usize,
    /// Whether each has a channel of its own instead of one that all share.
    pub own_channel: bool,
    /// For how long they do nothing.
    pub seconds: f64,
    /// Rounds of each variant.
    pub rounds: usize,
}

/// What one round measured.
#[derive(Debug, Clone, Serialize)]
pub struct IdleRound {
    /// `recovery off`, `recovery on`, or `recovery on, clients without a name`.
    pub variant: &'static str,
    /// The round, from 0.
    pub round: usize,
    /// Clients.
    pub clients: usize,
    /// Whether each had a channel of its own.
    pub own_channel: bool,
    /// The server's memory before the first connected.
    pub memory_before: ProcessMemory,
    /// Its memory at the end.
    pub memory_after: ProcessMemory,
    /// What its resident memory grew by, per client.
    pub bytes_each: f64,
    /// What its heap and stacks grew by, per client.
    pub heap_bytes_each: f64,
    /// The server's share of a core while they did nothing, in hundredths.
    pub cpu_percent: f64,
    /// CPU of both sides meanwhile.
    pub usage: Usage,
}

impl Idle {
    /// Runs all rounds.
    ///
    /// # Errors
    /// If a setting is out of its range, the server does not start, or a client cannot connect or is
    /// closed.
    pub fn run(&self, program: &Program) -> Result<Vec<IdleRound>, Fault> {
        within("clients", self.clients, 1, 18_000)?;
        within("seconds", self.seconds, 0.1, 600.0)?;
        within("rounds", self.rounds, 1, 99)?;
        server::require(&program.path)?;
        let mut outcomes = Vec::new();
        for round in 0..self.rounds {
            for variant in rounds::order(round, VARIANTS.len()) {
                let Some(&variant) = VARIANTS.get(variant) else { continue };
                let outcome = self.round(program, variant, round)?;
                println!(
                    "round {round}, {}: {:.0} bytes each ({:.0} of heap), {:.2} % of a core",
                    outcome.variant, outcome.bytes_each, outcome.heap_bytes_each, outcome.cpu_percent,
                );
                outcomes.push(outcome);
            }
        }
        Ok(outcomes)
    }

    fn round(
        &self,
        program: &Program,
        (variant, setting, is_named): (&'static str, Setting, bool),
        round: usize,
    ) -> Result<IdleRound, Fault> {
        let server = Server::start(program, setting)?;
        let target = server.target();
        let pid = target.pid.unwrap_or(0);
        let common = Common {
            address: target.address,
            key: target.app.key.clone(),
            clients: self.clients,
            channels: if self.own_channel { self.clients } else { 1 },
            channels_each: 1,
            positions: false,
            is_named,
        };
        let memory_before = ProcessMemory::of(pid)?;
        let mut crowd = Crowd::new(common, &mut fastrand::Rng::with_seed(1))?;
        open_all(&mut crowd, self.clients, super::drops::AT_ONCE, DEADLINE)?;
        stay(&mut crowd, SETTLE)?;
        let meter = Meter::start(target.pid)?;
        stay(&mut crowd, Duration::from_secs_f64(self.seconds))?;
        let usage = meter.read()?;
        let memory_after = ProcessMemory::of(pid)?;
        #[allow(clippy::cast_precision_loss)] // bytes of one process, far below 2^52
        let each = |field: fn(&ProcessMemory) -> u64| {
            (field(&memory_after) as f64 - field(&memory_before) as f64) / self.clients as f64
        };
        Ok(IdleRound {
            variant,
            round,
            clients: self.clients,
            own_channel: self.own_channel,
            memory_before,
            memory_after,
            bytes_each: each(|memory| memory.rss),
            heap_bytes_each: each(|memory| memory.anonymous),
            cpu_percent: 100.0 * usage.server_cpu_seconds.unwrap_or(0.0) / usage.seconds,
            usage,
        })
    }
}

/// Lets time pass. Fails if a client is closed.
fn stay(crowd: &mut Crowd, time: Duration) -> Result<(), Fault> {
    let end = Instant::now() + time;
    while Instant::now() < end {
        crowd.turn(Duration::from_millis(50))?;
        if let Some((index, why)) = crowd.take_ended().into_iter().next() {
            return Err(Fault::Run(format!("client {index}: {why}")));
        }
    }
    Ok(())
}

/// The medians of each variant beside those without recovery.
#[must_use]
pub fn summary(outcomes: &[IdleRound]) -> String {
    let of = |variant: &str, figure: fn(&IdleRound) -> f64| -> Vec<f64> {
        outcomes.iter().filter(|outcome| outcome.variant == variant).map(figure).collect()
    };
    let figures: [Figure<IdleRound>; 3] = [
        ("bytes each", |outcome| outcome.bytes_each),
        ("bytes of heap each", |outcome| outcome.heap_bytes_each),
        ("% of a core", |outcome| outcome.cpu_percent),
    ];
    let base = VARIANTS[0].0;
    let mut lines = Vec::new();
    for (variant, ..) in VARIANTS.iter().skip(1) {
        for (name, figure) in figures {
            if let Some(it) = rounds::compare(&of(variant, figure), &of(base, figure)) {
                let more = it.median - it.base;
                lines.push(format!("{variant}: {name} {:.2}, {base} {:.2}: {more:+.2}", it.median, it.base));
            }
        }
    }
    lines.join("\n")
}
