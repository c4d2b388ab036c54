//! Drops: clients whose connections break again and again while their channels are busy, and what each got.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::books::Tally;
use super::breaks::Break;
use super::crowd::{Common, Crowd};
use super::feed::Feed;
use crate::fault::Fault;
use crate::latency::Percentiles;
use crate::process::{Meter, Usage};
use crate::target::Target;

/// Clients that are on their way at any moment when all connect for the first time.
pub(super) const AT_ONCE: usize = 500;

/// pusher-js waits so long after a connection that ended without a close frame.
const RETRY: Duration = Duration::from_secs(1);

/// By when all must be connected at first, and have everything at the end.
const DEADLINE: Duration = Duration::from_secs(60);

/// Settings of an exam of drops.
#[derive(Debug, Clone, Serialize)]
pub struct Drops {
    /// How many clients, 1 to 9,000: a silent break holds a second connection.
    pub clients: usize,
    /// Channels that they share, up to 100.
    pub channels: usize,
    /// Channels that each subscribes to.
    pub channels_each: usize,
    /// Events published a second in each channel.
    pub per_second: f64,
    /// How often each client's connection breaks.
    pub drops: u32,
    /// How they break, in turn.
    pub kinds: Vec<Break>,
    /// Seconds from a break to the next connection.
    pub down_seconds: f64,
    /// Seconds from the beginning of a connection to its break, on average; at random from 0 to twice as many.
    pub up_seconds: f64,
    /// Whether clients number what they get, and say where they are.
    pub positions: bool,
    /// Where chance begins, so that a run can be repeated.
    pub seed: u64,
}

/// What an exam of drops found.
#[derive(Debug, Clone, Serialize)]
pub struct DropsOutcome {
    /// The settings, with the kinds of breaks.
    pub settings: Drops,
    /// Breaks that took place.
    pub breaks: u64,
    /// Connections that ended though nobody broke them.
    pub ended_by_server: u64,
    /// Why the first of them ended.
    pub first_end: Option<String>,
    /// Events published in each channel.
    pub published_each: u32,
    /// Seconds of publishing.
    pub seconds: f64,
    /// Events that clients read a second.
    pub deliveries_per_second: f64,
    /// What all accounts add up to.
    #[serde(flatten)]
    pub tally: Tally,
    /// From the beginning of a connection to its last confirmed subscription.
    pub subscribed: Percentiles,
    /// From the beginning of a connection until the client had all that was published before it was
    /// confirmed.
    pub live: Percentiles,
    /// From when an event was due until it came to a client that was live.
    pub latency: Percentiles,
    /// CPU of both sides.
    pub usage: Usage,
    /// The server's CPU per delivery in microseconds.
    pub server_cpu_us_per_delivery: Option<f64>,
    /// The server's counters of recovery at the end.
    pub server: BTreeMap<String, f64>,
}

impl DropsOutcome {
    /// Whether nothing was lost, and nothing out of order; of clients that number, nothing twice.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.tally.is_whole() && (!self.settings.positions || self.tally.doubled == 0)
    }
}

/// What is to be done with a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Due {
    Break,
    Connect,
    CloseLeftOpen,
}

/// The clients' breaks and returns, in the order of their times.
struct Plan {
    /// With the client, and the number of its turn: what was planned for an earlier one is void.
    timers: BinaryHeap<Reverse<(Instant, usize, u32, Due)>>,
    turns: Vec<u32>,
    left: Vec<u32>,
    random: fastrand::Rng,
}

impl Drops {
    /// Refuses settings out of their ranges.
    ///
    /// # Errors
    /// A sentence that names the value and its range.
    pub fn check(&self) -> Result<(), Fault> {
        super::within("clients", self.clients, 1, 9_000)?;
        super::within("channels", self.channels, 1, 100)?;
        super::within("channels-each", self.channels_each, 1, self.channels)?;
        super::within("per-second", self.per_second, 0.1, 1_000.0)?;
        super::within("drops", self.drops, 0, 1_000)?;
        super::within("down-seconds", self.down_seconds, 0.0, 600.0)?;
        super::within("up-seconds", self.up_seconds, 0.01, 600.0)
    }

    fn common(&self, target: &Target) -> Common {
        Common {
            address: target.address,
            key: target.app.key.clone(),
            clients: self.clients,
            channels: self.channels,
            channels_each: self.channels_each,
            positions: self.positions,
            is_named: true,
        }
    }

    /// Examines a server.
    ///
    /// # Errors
    /// If clients cannot connect at first, a publish is refused, or the exam does not come to its end.
    pub fn run(&self, target: &Target) -> Result<DropsOutcome, Fault> {
        let mut random = fastrand::Rng::with_seed(self.seed);
        let mut crowd = Crowd::new(self.common(target), &mut random)?;
        open_all(&mut crowd, self.clients, AT_ONCE, DEADLINE)?;
        crowd.inbox.take_returns();
        let mut feed = Feed::connect(target, self.channels, self.per_second, &crowd)?;
        let meter = Meter::start(target.pid)?;
        let mut plan = Plan {
            timers: BinaryHeap::new(),
            turns: vec![0; self.clients],
            left: vec![self.drops; self.clients],
            random,
        };
        (0..self.clients).for_each(|index| self.plan_break(&mut plan, index));
        feed.start();
        let (breaks, ends) = self.drop_all(&mut crowd, &mut feed, &mut plan)?;
        self.go_on(&mut crowd, &mut feed)?;
        feed.stop();
        let deadline = Instant::now() + DEADLINE;
        while !(feed.is_accepted() && crowd.inbox.is_complete()) && Instant::now() < deadline {
            crowd.turn(Duration::from_millis(5))?;
            feed.turn(&mut crowd)?;
        }
        if !feed.is_accepted() {
            let seconds = DEADLINE.as_secs();
            return Err(Fault::Run(format!("the server did not answer a publish within {seconds} s")));
        }
        let usage = meter.read()?;
        let returns = crowd.inbox.take_returns();
        #[allow(clippy::cast_precision_loss)] // far below 2^52
        let deliveries = crowd.inbox.deliveries() as f64;
        Ok(DropsOutcome {
            settings: self.clone(),
            breaks,
            ended_by_server: ends.count,
            first_end: ends.first,
            published_each: feed.rounds(),
            seconds: usage.seconds,
            deliveries_per_second: deliveries / usage.seconds,
            subscribed: returns.subscribed.percentiles(),
            live: returns.live.percentiles(),
            latency: crowd.inbox.latency().percentiles(),
            usage,
            server_cpu_us_per_delivery: usage.server_cpu_seconds.map(|cpu| 1e6 * cpu / deliveries.max(1.0)),
            tally: crowd.inbox.settle(),
            server: BTreeMap::new(),
        })
    }

    /// Until each client has had its breaks, and is live again.
    fn drop_all(&self, crowd: &mut Crowd, feed: &mut Feed, plan: &mut Plan) -> Result<(u64, Ends), Fault> {
        let (mut breaks, mut ends) = (0, Ends::default());
        let longest = f64::from(self.drops) * (self.down_seconds + 2.0 * self.up_seconds + 2.0);
        let deadline = Instant::now() + Duration::from_secs_f64(longest) + DEADLINE;
        while crowd.inbox.live() < self.clients || plan.left.iter().any(|&left| left > 0) {
            let now = Instant::now();
            if now > deadline {
                let missing = self.clients - crowd.inbox.live();
                let why = ends.first.map(|why| format!("; the first end: {why}")).unwrap_or_default();
                return Err(Fault::Run(format!(
                    "{missing} of {} clients did not become live{why}",
                    self.clients
                )));
            }
            breaks += self.act(crowd, plan, now);
            feed.turn(crowd)?;
            let next = plan.timers.peek().map(|Reverse((at, ..))| *at);
            let next = next.into_iter().chain(feed.due()).min();
            let wait =
                next.map_or(Duration::from_millis(5), |at| at.saturating_duration_since(Instant::now()));
            crowd.turn(wait.min(Duration::from_millis(5)))?;
            for (index, why) in crowd.take_ended() {
                ends.count += 1;
                ends.first.get_or_insert_with(|| format!("client {index}: {why}"));
                plan.begin(index, Instant::now() + RETRY);
            }
        }
        Ok((breaks, ends))
    }

    /// Publishes on for a while, so that what is missing before shows: in each channel some events more.
    fn go_on(&self, crowd: &mut Crowd, feed: &mut Feed) -> Result<(), Fault> {
        let end = Instant::now() + Duration::from_secs_f64(0.5 + 3.0 / self.per_second);
        while Instant::now() < end {
            feed.turn(crowd)?;
            crowd.turn(Duration::from_millis(2))?;
        }
        Ok(())
    }

    /// Does what is due; returns how many connections it broke.
    fn act(&self, crowd: &mut Crowd, plan: &mut Plan, now: Instant) -> u64 {
        let mut breaks = 0;
        while let Some(&Reverse((at, index, turn, due))) = plan.timers.peek() {
            if at > now {
                break;
            }
            plan.timers.pop();
            if plan.turns.get(index) != Some(&turn) {
                continue;
            }
            match due {
                Due::Break => {
                    let Some(left) = plan.left.get_mut(index) else { continue };
                    *left -= 1;
                    let place = (*left as usize + index) % self.kinds.len().max(1);
                    crowd.break_off(index, self.kinds.get(place).copied().unwrap_or(Break::Reset));
                    breaks += 1;
                    plan.begin(index, now + Duration::from_secs_f64(self.down_seconds));
                }
                Due::Connect => {
                    crowd.connect(index);
                    let close = now + Duration::from_secs_f64(self.down_seconds);
                    plan.timers.push(Reverse((close, index, turn, Due::CloseLeftOpen)));
                    self.plan_break(plan, index);
                }
                Due::CloseLeftOpen => crowd.close_left_open(index),
            }
        }
        breaks
    }

    fn plan_break(&self, plan: &mut Plan, index: usize) {
        if plan.left.get(index).is_some_and(|&left| left > 0) {
            let up = Duration::from_secs_f64(2.0 * self.up_seconds * plan.random.f64());
            let turn = plan.turns.get(index).copied().unwrap_or(0);
            plan.timers.push(Reverse((Instant::now() + up, index, turn, Due::Break)));
        }
    }
}

impl Plan {
    /// A client's connection has ended, and the next one begins at `at`.
    fn begin(&mut self, index: usize, at: Instant) {
        if let Some(turn) = self.turns.get_mut(index) {
            *turn += 1;
            self.timers.push(Reverse((at, index, *turn, Due::Connect)));
        }
    }
}

/// Connections that ended though nobody broke them.
#[derive(Debug, Default)]
struct Ends {
    count: u64,
    first: Option<String>,
}

/// Connects all clients, `at_once` on their way at any moment, until all are live. Fails if one ends.
pub(super) fn open_all(
    crowd: &mut Crowd,
    clients: usize,
    at_once: usize,
    deadline: Duration,
) -> Result<(), Fault> {
    let (start, mut begun) = (Instant::now(), 0);
    while crowd.inbox.live() < clients {
        while begun < clients && begun - crowd.inbox.live() < at_once {
            crowd.connect(begun);
            begun += 1;
        }
        crowd.turn(Duration::from_millis(5))?;
        if let Some((index, why)) = crowd.take_ended().into_iter().next() {
            return Err(Fault::Run(format!("client {index}: {why}")));
        }
        if start.elapsed() > deadline {
            let live = crowd.inbox.live();
            return Err(Fault::Run(format!(
                "{live} of {clients} clients are live after {} s",
                deadline.as_secs()
            )));
        }
    }
    Ok(())
}
