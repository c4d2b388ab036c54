//! Fan-out: one channel, many subscribers, published by the HTTP API, as fast as it will go.
//!
//! The rule of "outstanding": a burst of that many publishes goes out, each on a keep-alive
//! connection of its own, and the next burst when the first delivery of each of them has arrived at
//! some subscriber. With 1 the server always has the next publish waiting when it has finished with
//! the last one, so (almost) nothing can be merged; with 8 a server that gathers what it writes can
//! put eight messages into one system call per subscriber.
//!
//! One event loop per core of the generator has a part of the subscribers; the first of them
//! publishes, and "some subscriber" is one of its own.

use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::loops::{self, Share};
use super::{MOST_CLIENTS, times, within};
use crate::fault::Fault;
use crate::ledger::Ledger;
use crate::opening::{Opening, delivery};
use crate::process::Usage;
use crate::publisher::{self, Publisher};
use crate::session::{ClientEvent, Depth};
use crate::swarm::{Swarm, require_open_files};
use crate::target::Target;

/// The channel of the fan-out.
const CHANNEL: &str = "fanout";

/// After the last publish all deliveries must have arrived within this time.
const DRAIN: Duration = Duration::from_secs(10);

/// Once everything has arrived, how long a second copy may still come and be noticed.
const DOUBLES: Duration = Duration::from_millis(20);

/// What starts the raw send loop, and what ends it.
const STEER: &[u8] = b"!";

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
    Server { publisher: Box<Publisher>, issued: u32, wanted: u32, outstanding: u32, payload_bytes: usize },
    /// A Pusher server to which another loop publishes.
    Elsewhere,
    /// The raw send loop: it sends by itself. One loop of the generator starts and ends it.
    Limit { is_steered_here: bool },
}

/// One loop's subscribers.
struct Listeners {
    swarm: Swarm,
    ledger: Ledger,
    source: Source,
    /// How many publishes there were, once the loop that publishes has stopped.
    published: Arc<OnceLock<u32>>,
}

/// What one loop's subscribers have received.
struct Settled {
    published: u32,
    order: u64,
    message_bytes: usize,
}

impl Fanout {
    pub(super) fn check(&self) -> Result<(), String> {
        within("subscribers", self.subscribers, 1, MOST_CLIENTS)?;
        within("payload_bytes", self.payload_bytes, 10, 10_240)?;
        within("outstanding", self.outstanding, 1, 32)?;
        times(self.seconds, self.warmup_seconds)?;
        within("other_channels", self.other_channels, 0, 1_000_000)
    }

    /// Measures a server.
    ///
    /// # Errors
    /// If a client cannot be opened, a publish is refused, or a delivery is lost, doubled or out of
    /// order.
    pub fn run(&self, target: &Target) -> Result<FanoutOutcome, Fault> {
        let mut source = |swarm: &Swarm, is_first: bool| {
            if !is_first {
                return Ok(Source::Elsewhere);
            }
            // Twice as many connections as publishes in a burst: a reply may arrive after the first
            // delivery.
            let connections = 2 * self.outstanding as usize + 2;
            let publisher = Publisher::connect(target, connections, swarm.registry())?;
            Ok(Source::Server {
                publisher: Box::new(publisher),
                issued: 0,
                wanted: 0,
                outstanding: self.outstanding,
                payload_bytes: self.payload_bytes,
            })
        };
        let channels = |client: usize| -> Vec<String> {
            let others =
                (client..self.other_channels).step_by(self.subscribers).map(|n| format!("other-{n}"));
            std::iter::once(CHANNEL.to_owned()).chain(others).collect()
        };
        self.measure(target, self.listeners(target, Depth::Subscribed, &channels, &mut source)?)
    }

    /// Publishes in a second that came to this outcome.
    #[must_use]
    pub fn publishes_per_second(&self, outcome: &FanoutOutcome) -> f64 {
        #[allow(clippy::cast_precision_loss)] // at most 18,000
        let subscribers = self.subscribers as f64;
        outcome.deliveries_per_second / subscribers
    }

    /// Measures the raw send loop.
    ///
    /// # Errors
    /// As [`Fanout::run`].
    pub fn run_limit(&self, target: &Target) -> Result<FanoutOutcome, Fault> {
        let mut source = |_: &Swarm, is_first: bool| Ok(Source::Limit { is_steered_here: is_first });
        let mut loops = self.listeners(target, Depth::Connected, &|_| Vec::new(), &mut source)?;
        if let Some(first) = loops.first_mut() {
            first.swarm.write(0, STEER)?;
        }
        self.measure(target, loops)
    }

    /// Opens the subscribers, divided among the loops of the generator. The first loop's were there
    /// first.
    fn listeners(
        &self,
        target: &Target,
        depth: Depth,
        channels: &dyn Fn(usize) -> Vec<String>,
        source: &mut dyn FnMut(&Swarm, bool) -> Result<Source, Fault>,
    ) -> Result<Vec<Listeners>, Fault> {
        require_open_files(self.subscribers)?;
        let published = Arc::new(OnceLock::new());
        let open = |part: Range<usize>| {
            let opening = Opening {
                depth,
                channels: &|client| channels(part.start + client),
                ..Opening::new(target, part.len())
            };
            let (swarm, _) = opening.open_every()?;
            let source = source(&swarm, part.start == 0)?;
            let ledger = Ledger::new(part.len());
            Ok(Listeners { swarm, ledger, source, published: Arc::clone(&published) })
        };
        loops::divide(self.subscribers, target.generator_loops).map(open).collect()
    }

    fn measure(&self, target: &Target, loops: Vec<Listeners>) -> Result<FanoutOutcome, Fault> {
        let (measured, settled) = loops::measure(loops, target.pid, self.warmup_seconds, self.seconds)?;
        let publishes = settled.first().map_or(0, |first| first.published);
        if settled.iter().any(|one| one.published != publishes) {
            return Err(Fault::Run("the generator's loops received different numbers of messages".into()));
        }
        if settled.windows(2).any(|pair| matches!(pair, [one, next] if one.order != next.order)) {
            return Err(Fault::Run("the generator's loops received the messages in different orders".into()));
        }
        Ok(FanoutOutcome {
            deliveries: measured.messages,
            deliveries_per_second: measured.per_second(),
            server_cpu_us_per_delivery: measured.server_cpu_us(),
            messages_per_read: measured.per_read(),
            message_bytes: settled.first().map_or(0, |first| first.message_bytes),
            publishes,
            usage: measured.usage,
        })
    }
}

impl Share for Listeners {
    type Report = Settled;

    /// Goes round without sleeping: otherwise a side that is now and then ahead of the generator
    /// pays, within its own calls, for waking it, and the raw loop, which never lets it sleep, does
    /// not.
    fn turn(&mut self) -> Result<(), Fault> {
        self.source.advance(&self.swarm, &self.ledger)?;
        self.read(Duration::ZERO)
    }

    fn progress(&self) -> (u64, u64) {
        (self.ledger.deliveries(), self.swarm.reads())
    }

    fn finish(mut self, failed: &AtomicBool) -> Result<Settled, Fault> {
        match self.source {
            Source::Limit { is_steered_here: true } => {
                self.swarm.write(0, STEER)?;
            }
            Source::Server { issued, .. } => {
                self.published.get_or_init(|| issued);
            }
            _ => {}
        }
        let deadline = Instant::now() + DRAIN;
        let mut ended = 0;
        while !self.is_done(ended)? && Instant::now() < deadline {
            loops::check(failed)?;
            match self.source {
                Source::Limit { .. } => ended += self.read_to_the_end()?,
                _ => self.read(Duration::from_millis(5))?,
            }
        }
        loops::await_doubles(DOUBLES, || self.read(Duration::from_millis(5)))?;
        let published = match self.source {
            Source::Limit { .. } => self.ledger.seen(),
            _ => self.published.get().copied().unwrap_or(0),
        };
        let order = self.ledger.settle(published)?;
        Ok(Settled { published, order, message_bytes: self.ledger.payload_bytes() })
    }
}

impl Listeners {
    /// Enters what arrives; no subscriber may leave.
    fn read(&mut self, timeout: Duration) -> Result<(), Fault> {
        let ledger = &mut self.ledger;
        self.swarm.turn(timeout, |client, _, event| match delivery(client, &event)? {
            Some(message) => ledger.delivered(client, message),
            None => Ok(()),
        })
    }

    /// Enters what arrives while the raw send loop closes its sockets, and counts those that it has
    /// closed.
    fn read_to_the_end(&mut self) -> Result<usize, Fault> {
        let (ledger, mut ended) = (&mut self.ledger, 0);
        self.swarm.turn(Duration::from_millis(5), |client, _, event| match event {
            ClientEvent::Ended(_) => {
                ended += 1;
                Ok(())
            }
            ClientEvent::Delivery(message) => ledger.delivered(client, message.as_bytes()),
            _ => Ok(()),
        })?;
        Ok(ended)
    }

    /// Whether nothing is on its way any longer; `ended` sockets have been closed.
    fn is_done(&mut self, ended: usize) -> Result<bool, Fault> {
        let issued = match &mut self.source {
            Source::Limit { .. } => return Ok(ended == self.ledger.subscribers()),
            Source::Elsewhere => self.published.get().copied(),
            Source::Server { publisher, issued, .. } => {
                for &token in self.swarm.foreign() {
                    publisher.ready(token)?;
                }
                (publisher.accepted() == *issued).then_some(*issued)
            }
        };
        Ok(issued.is_some_and(|issued| self.ledger.is_complete(issued)))
    }
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
}
