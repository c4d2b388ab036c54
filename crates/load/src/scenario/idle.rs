//! Idle: what one echo costs a server, and how long it takes, while others are connected and
//! silent.
//!
//! A loop that looks at every connection when one is ready is fast with one client and slow with
//! thousands, and no load with busy clients shows it. So one client, or a few, send a message,
//! await its echo and send the next, among as many others as asked for. The others have an event
//! loop of their own, so that the generator's turn does not grow with them. With one the server
//! sleeps and wakes once for each echo, and latency is what it is to a lonely client; with several
//! it hardly sleeps, and its CPU is what the work itself needs.
//!
//! Memory is read when the talkers have been answered, and again when the others are open: what the
//! first connection allocates for all is not counted to them.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::{MOST_CLIENTS, times, within};
use crate::fault::Fault;
use crate::latency::{Latency, Percentiles};
use crate::ledger::excerpt;
use crate::opening::{Opening, delivery};
use crate::process::{Meter, ProcessMemory, Usage};
use crate::protocol::Echo;
use crate::stamp::{self, SERIAL_DIGITS, Template};
use crate::swarm::{Swarm, mask_of, require_open_files};
use crate::target::Target;

/// The most clients that talk.
const MOST_TALKERS: usize = 1_000;

/// An echo that takes longer is lost.
const LOST: Duration = Duration::from_secs(10);

/// How often the others are looked after: a server may ping them, and none of them may be closed.
const LOOK_AFTER: Duration = Duration::from_millis(50);

/// How long the server may settle after the others have connected.
const SETTLE: Duration = Duration::from_millis(300);

/// Settings of an idle run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Idle {
    /// How many silent clients there are beside the talkers, up to 17,000.
    pub others: usize,
    /// How many talk, 1 to 1,000.
    pub talkers: usize,
    /// Bytes of each message, 10 to 65,536.
    pub payload_bytes: usize,
    /// How long to measure, in seconds, up to 600.
    pub seconds: f64,
    /// How long to talk before measuring, in seconds.
    pub warmup_seconds: f64,
}

impl Default for Idle {
    fn default() -> Self {
        Self { others: 1_000, talkers: 1, payload_bytes: 64, seconds: 2.0, warmup_seconds: 0.3 }
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
    pub memory_before: Option<ProcessMemory>,
    /// Its memory with all of them.
    pub memory_after: Option<ProcessMemory>,
    /// What its resident set grew by, for each of them, in bytes.
    pub bytes_per_client: Option<f64>,
    /// CPU of both sides in the measured time.
    pub usage: Usage,
}

impl Idle {
    pub(super) fn check(&self) -> Result<(), String> {
        within("others", self.others, 0, MOST_CLIENTS - MOST_TALKERS)?;
        within("talkers", self.talkers, 1, MOST_TALKERS)?;
        within("payload_bytes", self.payload_bytes, SERIAL_DIGITS, 65_536)?;
        times(self.seconds, self.warmup_seconds)
    }

    /// Measures a server that echoes.
    ///
    /// # Errors
    /// If a client cannot be opened or is closed, or if an echo is lost or is not what was sent.
    pub fn run(&self, target: &Target) -> Result<IdleOutcome, Fault> {
        require_open_files(self.others + self.talkers)?;
        let warmup = Duration::from_secs_f64(self.warmup_seconds);
        let mut talk = Talk::new(self.payload_bytes, self.talkers, open(target, self.talkers)?)?;
        talk.go_on(warmup, &mut Vec::new())?;
        let memory_before = target.pid.map(ProcessMemory::of).transpose()?;

        let mut others: Vec<Swarm> = Vec::new();
        if self.others > 0 {
            others.push(open(target, self.others)?);
            look_after(&mut others, SETTLE)?;
        }
        let memory_after = target.pid.map(ProcessMemory::of).transpose()?;
        talk.go_on(warmup, &mut others)?;

        let meter = Meter::start(target.pid)?;
        let latency = talk.go_on(Duration::from_secs_f64(self.seconds), &mut others)?.percentiles();
        let usage = meter.read()?;
        #[allow(clippy::cast_precision_loss)] // far below 2^52
        let echoes = latency.count as f64;
        Ok(IdleOutcome {
            others: self.others,
            echoes: latency.count,
            latency,
            server_cpu_us_per_echo: usage.server_cpu_seconds.map(|seconds| 1e6 * seconds / echoes),
            memory_before,
            memory_after,
            bytes_per_client: ProcessMemory::growth_each(memory_before, memory_after, self.others),
            usage,
        })
    }
}

/// Opens clients of the server's echo.
fn open(target: &Target, clients: usize) -> Result<Swarm, Fault> {
    let opening = Opening { protocol: Some(&Echo), at_once: 100, ..Opening::new(target, clients) };
    Ok(opening.open_every()?.0)
}

/// Lets the others answer pings for so long; none of them may be closed or receive anything.
fn look_after(others: &mut [Swarm], time: Duration) -> Result<(), Fault> {
    let end = Instant::now() + time;
    for swarm in others {
        loop {
            let left = end.saturating_duration_since(Instant::now());
            swarm.turn(left, |client, _, event| match delivery(client, &event)? {
                Some(message) => {
                    Err(Fault::Run(format!("the silent client {client} received {}", excerpt(message))))
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

/// The talkers.
struct Talk {
    swarm: Swarm,
    talkers: Vec<Talker>,
}

/// One of them.
struct Talker {
    template: Template,
    frame: Vec<u8>,
    /// How much of the frame the socket has taken.
    sent: usize,
    /// What the next echo must be.
    expected: Vec<u8>,
    serial: u32,
    /// When its message began to be sent; `None` while it awaits no echo.
    since: Option<Instant>,
}

impl Talk {
    fn new(payload_bytes: usize, talkers: usize, swarm: Swarm) -> Result<Self, Fault> {
        let talkers = (0..talkers).map(|client| Talker::new(payload_bytes, client)).collect::<Option<_>>();
        let talkers =
            talkers.ok_or_else(|| Fault::Run("the message has no place for a serial number".to_owned()))?;
        Ok(Self { swarm, talkers })
    }

    /// Sends and awaits for so long, each client once at least, and looks after the others
    /// meanwhile.
    fn go_on(&mut self, time: Duration, others: &mut [Swarm]) -> Result<Latency, Fault> {
        let mut latency = Latency::default();
        let start = Instant::now();
        let mut looked_after = start;
        for (client, talker) in self.talkers.iter_mut().enumerate() {
            talker.begin();
            talker.send(client, &mut self.swarm)?;
        }
        let mut answered = Vec::new();
        while self.talkers.iter().any(|talker| talker.since.is_some()) {
            self.turn(&mut latency, &mut answered)?;
            let now = Instant::now();
            for client in answered.drain(..).filter(|_| now - start < time) {
                if let Some(talker) = self.talkers.get_mut(client) {
                    talker.begin();
                    talker.send(client, &mut self.swarm)?;
                }
            }
            if now - looked_after > LOOK_AFTER {
                look_after(others, Duration::ZERO)?;
                looked_after = now;
                self.check()?;
            }
        }
        Ok(latency)
    }

    /// Reads what has arrived, and adds those that were answered to `answered`.
    fn turn(&mut self, latency: &mut Latency, answered: &mut Vec<usize>) -> Result<(), Fault> {
        let Self { swarm, talkers } = self;
        swarm.turn(LOOK_AFTER, |client, at, event| {
            let (Some(message), Some(talker)) = (delivery(client, &event)?, talkers.get_mut(client)) else {
                return Ok(());
            };
            match talker.since.take() {
                Some(since) if message == talker.expected.as_slice() => {
                    latency.record(at.saturating_duration_since(since));
                    answered.push(client);
                    Ok(())
                }
                _ => Err(Fault::Run(format!("not the echo of what was sent: {}", excerpt(message)))),
            }
        })
    }

    /// Gives up on an echo that does not come, and sends what a socket did not take.
    fn check(&mut self) -> Result<(), Fault> {
        for (client, talker) in self.talkers.iter_mut().enumerate() {
            if talker.since.is_some_and(|since| since.elapsed() > LOST) {
                return Err(Fault::Run(format!("no echo to client {client} after {} s", LOST.as_secs())));
            }
            talker.send(client, &mut self.swarm)?;
        }
        Ok(())
    }
}

impl Talker {
    fn new(payload_bytes: usize, client: usize) -> Option<Self> {
        let mut expected = stamp::digits(0).to_vec();
        expected.resize(payload_bytes, b'x');
        let template = Template::new(&expected, 0, mask_of(client))?;
        let frame = template.as_bytes().to_vec();
        Some(Self { sent: frame.len(), frame, template, expected, serial: 0, since: None })
    }

    /// Its next message.
    fn begin(&mut self) {
        self.serial = self.serial.wrapping_add(1);
        self.template.stamp(&mut self.frame, self.serial);
        if let Some(place) = self.expected.get_mut(..SERIAL_DIGITS) {
            place.copy_from_slice(&stamp::digits(self.serial));
        }
        self.sent = 0;
        self.since = Some(Instant::now());
    }

    /// Gives the socket what it will take of it.
    fn send(&mut self, client: usize, swarm: &mut Swarm) -> Result<(), Fault> {
        if self.sent < self.frame.len() {
            self.sent += swarm.write(client, self.frame.get(self.sent..).unwrap_or_default())?;
        }
        Ok(())
    }
}
