//! Fan-out: one channel, many subscribers, published by the HTTP API, as fast as it will go.
//!
//! The rule of "outstanding": a burst of that many publishes goes out, each on a keep-alive connection of its own, and
//! the next burst when the first delivery of each of them has arrived at some subscriber. With 1 the server always has
//! the next publish waiting when it has finished with the last one, so (almost) nothing can be merged; with 8 a server
//! that gathers what it writes can put eight messages into one system call per subscriber.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::{LONGEST_SECONDS, MOST_CLIENTS, within};
use crate::fault::Fault;
use crate::ledger::Ledger;
use crate::opening::{Opening, delivery};
use crate::process::{Meter, Usage};
use crate::publisher::{self, Publisher};
use crate::session::{Depth, Happening};
use crate::swarm::Swarm;
use crate::target::Target;

/// The channel of the fan-out.
const CHANNEL: &str = "fanout";

/// After the last publish all deliveries must have arrived within this time.
const DRAIN: Duration = Duration::from_secs(10);

/// Once everything has arrived, how long a second copy may still come and be noticed.
const DOUBLES: Duration = Duration::from_millis(20);

/// What starts the raw send loop, and what ends it.
const STEER: &[u8] = b"!";

/// All subscribers must be open by then.
const OPEN: Duration = Duration::from_secs(60);

/// Settings of a fan-out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Fanout {
    /// Subscribers of the channel, 1 to 18,000.
    pub subscribers: usize,
    /// Bytes of `data` in each publish, 10 to 10,240 (Pusher's limit).
    pub payload_bytes: usize,
    /// Publishes in a burst, 1 to 32.
    pub outstanding: u32,
    /// How long to measure, in seconds, up to 600.
    pub seconds: f64,
    /// How long to publish before measuring, in seconds.
    pub warmup_seconds: f64,
    /// Further channels that exist meanwhile, spread over the subscribers.
    pub other_channels: usize,
}

impl Default for Fanout {
    fn default() -> Self {
        Self {
            subscribers: 1_000,
            payload_bytes: 100,
            outstanding: 1,
            seconds: 3.0,
            warmup_seconds: 0.5,
            other_channels: 0,
        }
    }
}

/// What a fan-out measured.
#[derive(Debug, Clone, Serialize)]
pub struct FanoutOutcome {
    /// Messages received in the measured time.
    pub deliveries: u64,
    /// Those per second.
    pub deliveries_per_second: f64,
    /// The server's CPU per delivery in microseconds, if its process is known.
    pub server_cpu_us_per_delivery: Option<f64>,
    /// Messages found in one read, on average: how much the server merged.
    pub messages_per_read: f64,
    /// Length of a delivered WebSocket message.
    pub message_bytes: usize,
    /// Publishes of the whole run, every one of which reached every subscriber once.
    pub publishes: u32,
    /// CPU of both sides in the measured time.
    pub usage: Usage,
}

/// Who sends.
enum Source {
    /// A Pusher server: publish, and keep it busy.
    Server { publisher: Publisher, issued: u32, wanted: u32, outstanding: u32, payload_bytes: usize },
    /// The raw send loop: it sends by itself.
    Limit,
}

impl Fanout {
    pub(super) fn check(&self) -> Result<(), String> {
        within("subscribers", self.subscribers, 1, MOST_CLIENTS)?;
        within("payload_bytes", self.payload_bytes, 10, 10_240)?;
        within("outstanding", self.outstanding, 1, 32)?;
        within("seconds", self.seconds, 0.05, LONGEST_SECONDS)?;
        within("warmup_seconds", self.warmup_seconds, 0.0, 60.0)?;
        within("other_channels", self.other_channels, 0, 1_000_000)
    }

    /// Measures a server.
    ///
    /// # Errors
    /// If a client cannot be opened, a publish is refused, or a delivery is lost, doubled or out of order.
    pub fn run(&self, target: &Target) -> Result<FanoutOutcome, Fault> {
        let channels = |client: usize| -> Vec<String> {
            let others =
                (client..self.other_channels).step_by(self.subscribers).map(|n| format!("other-{n}"));
            std::iter::once(CHANNEL.to_owned()).chain(others).collect()
        };
        let mut swarm = self.open(target, Depth::Subscribed, &channels)?;
        // Twice as many connections as publishes in a burst: a reply may arrive after the first delivery.
        let connections = 2 * self.outstanding as usize + 2;
        let publisher = Publisher::connect(target, connections, swarm.registry())?;
        let source = Source::Server {
            publisher,
            issued: 0,
            wanted: 0,
            outstanding: self.outstanding,
            payload_bytes: self.payload_bytes,
        };
        self.measure(&mut swarm, source, target.pid)
    }

    /// Measures the raw send loop.
    ///
    /// # Errors
    /// As [`Fanout::run`].
    pub fn run_limit(&self, target: &Target) -> Result<FanoutOutcome, Fault> {
        let mut swarm = self.open(target, Depth::Connected, &|_| Vec::new())?;
        swarm.write(0, STEER)?;
        self.measure(&mut swarm, Source::Limit, target.pid)
    }

    fn open(
        &self,
        target: &Target,
        depth: Depth,
        channels: &dyn Fn(usize) -> Vec<String>,
    ) -> Result<Swarm, Fault> {
        let opening = Opening {
            target,
            protocol: None,
            clients: self.subscribers,
            at_once: 200,
            depth,
            channels,
            deadline: OPEN,
        };
        Ok(opening.open_every()?.0)
    }

    fn measure(
        &self,
        swarm: &mut Swarm,
        mut source: Source,
        pid: Option<u32>,
    ) -> Result<FanoutOutcome, Fault> {
        let mut ledger = Ledger::new(self.subscribers);
        source.advance(swarm, &ledger)?;
        run_for(swarm, &mut ledger, &mut source, Duration::from_secs_f64(self.warmup_seconds))?;
        let (deliveries, reads) = (ledger.deliveries(), swarm.reads());
        let meter = Meter::start(pid)?;
        run_for(swarm, &mut ledger, &mut source, Duration::from_secs_f64(self.seconds))?;
        let usage = meter.read()?;
        let (deliveries, reads) = (ledger.deliveries() - deliveries, swarm.reads() - reads);
        let publishes = source.finish(swarm, &mut ledger)?;
        if deliveries == 0 {
            return Err(Fault::Run("nothing was delivered in the measured time".into()));
        }
        #[allow(clippy::cast_precision_loss)] // counts far below 2^52
        let (per_second, per_read) =
            (deliveries as f64 / usage.seconds, deliveries as f64 / reads.max(1) as f64);
        #[allow(clippy::cast_precision_loss)]
        let cpu = usage.server_cpu_seconds.map(|seconds| 1e6 * seconds / deliveries as f64);
        Ok(FanoutOutcome {
            deliveries,
            deliveries_per_second: per_second,
            server_cpu_us_per_delivery: cpu,
            messages_per_read: per_read,
            message_bytes: ledger.payload_bytes(),
            publishes,
            usage,
        })
    }
}

/// Goes round without sleeping: otherwise a side that is now and then ahead of the generator pays, within its own calls,
/// for waking it, and the raw loop, which never lets it sleep, does not.
fn run_for(swarm: &mut Swarm, ledger: &mut Ledger, source: &mut Source, time: Duration) -> Result<(), Fault> {
    let end = Instant::now() + time;
    while Instant::now() < end {
        turn(swarm, ledger, Duration::ZERO)?;
        source.advance(swarm, ledger)?;
    }
    Ok(())
}

/// Enters what arrives; nobody may leave.
fn turn(swarm: &mut Swarm, ledger: &mut Ledger, timeout: Duration) -> Result<(), Fault> {
    swarm.turn(timeout, |client, _, happening| match delivery(client, &happening)? {
        Some(message) => ledger.delivered(client, message),
        None => Ok(()),
    })
}

/// Enters what arrives while the raw send loop closes its sockets, and counts those that it has closed.
fn turn_to_the_end(swarm: &mut Swarm, ledger: &mut Ledger) -> Result<usize, Fault> {
    let mut ended = 0;
    swarm.turn(Duration::from_millis(5), |client, _, happening| match happening {
        Happening::Ended(_) => {
            ended += 1;
            Ok(())
        }
        Happening::Delivery(message) => ledger.delivered(client, message.as_bytes()),
        _ => Ok(()),
    })?;
    Ok(ended)
}

impl Source {
    /// Reads replies, and publishes the next burst if the last one has been seen.
    fn advance(&mut self, swarm: &Swarm, ledger: &Ledger) -> Result<(), Fault> {
        let Self::Server { publisher, issued, wanted, outstanding, payload_bytes } = self else {
            return Ok(());
        };
        for &token in swarm.foreign() {
            publisher.ready(token)?;
        }
        if ledger.seen() == *wanted {
            *wanted += *outstanding;
        }
        while issued < wanted && publisher.publish(CHANNEL, &publisher::payload(*issued, *payload_bytes))? {
            *issued += 1;
        }
        Ok(())
    }

    /// Stops sending, waits for what is under way, and closes the books. Returns how many publishes there were.
    fn finish(mut self, swarm: &mut Swarm, ledger: &mut Ledger) -> Result<u32, Fault> {
        let deadline = Instant::now() + DRAIN;
        let subscribers = ledger.subscribers();
        if matches!(self, Self::Limit) {
            swarm.write(0, STEER)?;
        }
        let mut ended = 0;
        loop {
            if matches!(self, Self::Limit) {
                ended += turn_to_the_end(swarm, ledger)?;
            } else {
                turn(swarm, ledger, Duration::from_millis(5))?;
            }
            let done = match &mut self {
                Self::Limit => ended == subscribers,
                Self::Server { publisher, issued, .. } => {
                    for &token in swarm.foreign() {
                        publisher.ready(token)?;
                    }
                    publisher.accepted() == *issued && ledger.is_complete(*issued)
                }
            };
            if done || Instant::now() > deadline {
                break;
            }
        }
        let quiet = Instant::now() + DOUBLES;
        while Instant::now() < quiet {
            turn(swarm, ledger, Duration::from_millis(5))?;
        }
        let published = match self {
            Self::Server { issued, .. } => issued,
            Self::Limit => ledger.seen(),
        };
        ledger.settle(published)?;
        Ok(published)
    }
}
