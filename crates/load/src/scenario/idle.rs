//! Idle: what one echo costs a server, and how long it takes, while others are connected and silent.
//!
//! A loop that looks at every connection when one has something to say is fast with one client and slow with thousands, and
//! no load with busy clients shows it. So one client sends a message, awaits its echo and sends the next, among as many
//! others as asked for. The others have an event loop of their own, so that the generator's turn does not grow with them.
//!
//! Memory is read when the one client has been answered, and again when the others are open: what the first connection
//! allocates for all is not counted to them.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::{LONGEST_SECONDS, MOST_CLIENTS, within};
use crate::fault::Fault;
use crate::latency::{Latency, Percentiles};
use crate::ledger::excerpt;
use crate::opening::{Opening, delivery, nobody};
use crate::process::{Memory, Meter, Usage};
use crate::protocol::Echo;
use crate::session::Depth;
use crate::stamp::{self, SERIAL_DIGITS, Template};
use crate::swarm::{Swarm, mask_of, require_open_files};
use crate::target::Target;

/// All clients must be open by then.
const OPEN: Duration = Duration::from_secs(60);

/// An echo that takes longer is lost.
const LOST: Duration = Duration::from_secs(10);

/// How often the others are looked after: a server may ping them, and none of them may be closed.
const LOOK_AFTER: Duration = Duration::from_millis(50);

/// How long the server may tidy up after the others have come.
const SETTLE: Duration = Duration::from_millis(300);

/// Settings of an idle run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Idle {
    /// How many silent clients there are beside the one that talks, up to 17,999.
    pub others: usize,
    /// Bytes of each message, 10 to 65,536.
    pub payload_bytes: usize,
    /// How long to measure, in seconds, up to 600.
    pub seconds: f64,
    /// How long to talk before measuring, in seconds.
    pub warmup_seconds: f64,
}

impl Default for Idle {
    fn default() -> Self {
        Self { others: 1_000, payload_bytes: 64, seconds: 2.0, warmup_seconds: 0.3 }
    }
}

/// What an idle run measured.
#[derive(Debug, Clone, Serialize)]
pub struct IdleOutcome {
    /// Silent clients.
    pub others: usize,
    /// Echoes in the measured time.
    pub echoes: u64,
    /// From a message's way into the socket to its echo's way out of it.
    pub latency: Percentiles,
    /// The server's CPU per echo in microseconds, if its process is known.
    pub server_cpu_us_per_echo: Option<f64>,
    /// The server's memory before the others came.
    pub memory_before: Option<Memory>,
    /// Its memory with all of them.
    pub memory_after: Option<Memory>,
    /// What its resident set grew by, for each of them, in bytes.
    pub bytes_per_client: Option<f64>,
    /// CPU of both sides in the measured time.
    pub usage: Usage,
}

impl Idle {
    pub(super) fn check(&self) -> Result<(), String> {
        within("others", self.others, 0, MOST_CLIENTS - 1)?;
        within("payload_bytes", self.payload_bytes, SERIAL_DIGITS, 65_536)?;
        within("seconds", self.seconds, 0.05, LONGEST_SECONDS)?;
        within("warmup_seconds", self.warmup_seconds, 0.0, 60.0)
    }

    /// Measures a server that echoes.
    ///
    /// # Errors
    /// If a client cannot be opened or is closed, or if an echo is lost or is not what was sent.
    pub fn run(&self, target: &Target) -> Result<IdleOutcome, Fault> {
        require_open_files(self.others + 1)?;
        let warmup = Duration::from_secs_f64(self.warmup_seconds);
        let mut talk = Talk::new(self.payload_bytes, open(target, 1)?)?;
        talk.go_on(warmup, &mut Vec::new())?;
        let memory_before = target.pid.map(Memory::of).transpose()?;

        let mut others: Vec<Swarm> = Vec::new();
        if self.others > 0 {
            others.push(open(target, self.others)?);
            look_after(&mut others, SETTLE)?;
        }
        let memory_after = target.pid.map(Memory::of).transpose()?;
        talk.go_on(warmup, &mut others)?;

        let meter = Meter::start(target.pid)?;
        let latency = talk.go_on(Duration::from_secs_f64(self.seconds), &mut others)?.percentiles();
        let usage = meter.read()?;
        #[allow(clippy::cast_precision_loss)] // counts and bytes of one process, far below 2^52
        let (echoes, clients, grown) = (
            latency.count as f64,
            self.others as f64,
            memory_before.zip(memory_after).map(|(before, after)| after.rss as f64 - before.rss as f64),
        );
        Ok(IdleOutcome {
            others: self.others,
            echoes: latency.count,
            latency,
            server_cpu_us_per_echo: usage.server_cpu_seconds.map(|seconds| 1e6 * seconds / echoes),
            memory_before,
            memory_after,
            bytes_per_client: grown.filter(|_| self.others > 0).map(|bytes| bytes / clients),
            usage,
        })
    }
}

/// Opens clients of the server's echo.
fn open(target: &Target, clients: usize) -> Result<Swarm, Fault> {
    let opening = Opening {
        target,
        protocol: Some(&Echo),
        clients,
        at_once: 100,
        depth: Depth::Subscribed,
        channels: &|_| Vec::new(),
        member: &nobody,
        deadline: OPEN,
    };
    Ok(opening.open_every()?.0)
}

/// Has the others answer pings for so long; none of them may be closed or told anything.
fn look_after(others: &mut [Swarm], time: Duration) -> Result<(), Fault> {
    let end = Instant::now() + time;
    for swarm in others {
        loop {
            let left = end.saturating_duration_since(Instant::now());
            swarm.turn(left, |client, _, happening| match delivery(client, &happening)? {
                Some(message) => {
                    Err(Fault::Run(format!("the silent client {client} was told {}", excerpt(message))))
                }
                None => Ok(()),
            })?;
            if left.is_zero() {
                break;
            }
        }
    }
    Ok(())
}

/// The one client that talks.
struct Talk {
    swarm: Swarm,
    template: Template,
    frame: Vec<u8>,
    /// What the next echo must be.
    expected: Vec<u8>,
    serial: u32,
}

impl Talk {
    fn new(payload_bytes: usize, swarm: Swarm) -> Result<Self, Fault> {
        let mut expected = stamp::digits(0).to_vec();
        expected.resize(payload_bytes, b'x');
        let template = Template::new(&expected, 0, mask_of(0))
            .ok_or_else(|| Fault::Run("the message has no place for a serial number".into()))?;
        Ok(Self { swarm, frame: template.as_bytes().to_vec(), template, expected, serial: 0 })
    }

    /// Sends and awaits for so long, at least once, and looks after the others meanwhile.
    fn go_on(&mut self, time: Duration, others: &mut [Swarm]) -> Result<Latency, Fault> {
        let mut latency = Latency::default();
        let start = Instant::now();
        let mut looked_after = start;
        loop {
            latency.record(self.exchange()?);
            let now = Instant::now();
            if now - looked_after > LOOK_AFTER {
                look_after(others, Duration::ZERO)?;
                looked_after = now;
            }
            if now - start >= time {
                return Ok(latency);
            }
        }
    }

    /// One message and its echo. How long that took.
    fn exchange(&mut self) -> Result<Duration, Fault> {
        self.serial = self.serial.wrapping_add(1);
        self.template.stamp(&mut self.frame, self.serial);
        if let Some(place) = self.expected.get_mut(..SERIAL_DIGITS) {
            place.copy_from_slice(&stamp::digits(self.serial));
        }
        let start = Instant::now();
        let mut sent = 0;
        let mut answered = None;
        while answered.is_none() {
            if sent < self.frame.len() {
                sent += self.swarm.write(0, self.frame.get(sent..).unwrap_or_default())?;
            }
            let expected = &self.expected;
            self.swarm.turn(LOOK_AFTER, |client, at, happening| match delivery(client, &happening)? {
                Some(message) if message == expected.as_slice() && answered.is_none() => {
                    answered = Some(at);
                    Ok(())
                }
                Some(message) => {
                    Err(Fault::Run(format!("not the echo of what was sent: {}", excerpt(message))))
                }
                None => Ok(()),
            })?;
            if start.elapsed() > LOST {
                return Err(Fault::Run(format!("no echo after {} s", LOST.as_secs())));
            }
        }
        Ok(answered.unwrap_or(start).saturating_duration_since(start))
    }
}
