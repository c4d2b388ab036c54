//! One event loop of a run with users: it opens them, has them send and leave, and reads what they
//! are sent.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::books::{Books, Stream};
use super::crowd::{Counts, Crowd, State, StormLog, Times, Todo};
use super::feed::Feed;
use super::settings::{Events, Users};
use super::shared::Shared;
use crate::fault::Fault;
use crate::protocol::Roster;
use crate::scenario::loops;
use crate::session::{ClientEvent, Depth};
use crate::stamp::Mark;
use crate::swarm::{Common, Role, Swarm, is_many};
use crate::target::Target;

/// The longest sleep: the observer of the run, and a signal, wait no longer.
const TURN: Duration = Duration::from_millis(20);

/// After the last message was sent all must have arrived within this time.
const DRAIN: Duration = Duration::from_secs(15);

/// When nothing has arrived for so long, nothing more is on its way.
const QUIET: Duration = Duration::from_millis(700);

/// How long users may take to close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// A user who has more than this unsent is not given more to send: its connection is stuck.
const UNSENT: usize = 1 << 20;

/// Something to do at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Alarm {
    /// The pause before a session is over.
    Come,
    /// A message may be due.
    Send,
    /// The session is over.
    Leave,
    /// Not subscribed by now is failed.
    GiveUp,
}

/// When, which user, in which of its sessions, and what.
type Timer = Reverse<(u64, usize, u32, Alarm)>;

/// What a loop has to report.
#[derive(Default)]
pub(super) struct ShardReport {
    pub(super) books: Books,
    pub(super) times: Times,
    pub(super) counts: Counts,
    pub(super) storm: StormLog,
    pub(super) rosters: Vec<(u32, usize, Roster)>,
}

/// One loop's share of a run.
pub(super) struct Shard<'a> {
    swarm: Swarm,
    crowd: Crowd<'a>,
    feed: Option<Feed>,
    timers: BinaryHeap<Timer>,
    /// Users whose pause is over, until there is room for another one on its way.
    queue: VecDeque<usize>,
    settings: &'a Users,
    target: &'a Target,
    shared: &'a Shared,
    step: usize,
    first: usize,
    rng: fastrand::Rng,
    admitted: usize,
    stormed: bool,
}

impl<'a> Shard<'a> {
    /// The loop of users `first`, `first + step`, … Fails if the system has no event loop to offer.
    pub(super) fn new(
        settings: &'a Users,
        target: &'a Target,
        shared: &'a Shared,
        (first, step): (usize, usize),
    ) -> Result<Self, Fault> {
        let swarm = Swarm::new(Common {
            address: target.address,
            protocol: target.protocol,
            depth: Depth::Subscribed,
            app: target.app.clone(),
            tls: target.tls,
            many: is_many(settings.most()),
        })?;
        let feed = match &settings.publish {
            Some(publish) if first == 0 => Some(Feed::start(publish, target, &swarm)?),
            _ => None,
        };
        Ok(Self {
            swarm,
            crowd: Crowd::new(settings, shared, first, step),
            feed,
            timers: BinaryHeap::new(),
            queue: VecDeque::new(),
            settings,
            target,
            shared,
            step,
            first,
            rng: fastrand::Rng::with_seed(first as u64), // the same in every run
            admitted: 0,
            stormed: false,
        })
    }

    /// Runs all stages, waits for what is on its way, closes all users, and reports. Fails if the
    /// server loses a connection or a message, or refuses a publish.
    pub(super) fn run(mut self) -> Result<ShardReport, Fault> {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most an hour
        let end_ns = (self.settings.seconds() * 1e9) as u64;
        while self.now_ns() < end_ns {
            self.admit();
            self.storm(self.now_ns());
            self.run_due_timers(true)?;
            self.open_queued();
            if let Some(feed) = &mut self.feed {
                let times = &mut self.crowd.times;
                feed.advance(&self.swarm, self.shared, |late| times.generator_lag.record(late))?;
            }
            self.turn(self.poll_timeout(end_ns))?;
        }
        self.settle()?;
        let rosters = self.crowd.rosters().collect();
        // No user leaves before every loop has recorded which are there: its users would be
        // notified.
        self.shared.counted.fetch_add(1, Relaxed);
        while self.shared.counted.load(Relaxed) < self.step && !self.shared.failed.load(Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.close()?;
        let streams = self.feed.map(Feed::into_streams);
        let (mut books, times, counts, storm) = self.crowd.into_books();
        books.streams.extend(streams.into_iter().flatten());
        Ok(ShardReport { books, times, counts, storm, rosters })
    }

    fn now_ns(&self) -> u64 {
        self.shared.ns(Instant::now())
    }

    /// How long the loop may sleep.
    fn poll_timeout(&self, end_ns: u64) -> Duration {
        let timer = self.timers.peek().map(|Reverse((at, ..))| *at);
        let publish = self.feed.as_ref().map(Feed::due_ns);
        let next = timer.into_iter().chain(publish).min().unwrap_or(u64::MAX).min(end_ns);
        let left = Duration::from_nanos(next.saturating_sub(self.now_ns())).min(TURN);
        // The kernel sleeps in whole milliseconds, rounded up: the last one is spent awake, or
        // every message would be late.
        Duration::from_millis(u64::try_from(left.as_millis()).unwrap_or(0))
    }

    /// Schedules as many users as there should be by now.
    fn admit(&mut self) {
        let now_ns = self.now_ns();
        #[allow(clippy::cast_precision_loss)] // at most an hour
        let wanted = self.settings.wanted(now_ns as f64 / 1e9);
        let mine = (wanted + self.step).saturating_sub(self.first + 1) / self.step;
        for place in self.admitted..mine {
            self.schedule_arrival(place, now_ns);
        }
        self.admitted = mine;
    }

    /// A user connects when its pause is over.
    fn schedule_arrival(&mut self, place: usize, now_ns: u64) {
        let Some(user) = self.crowd.users.get_mut(place).filter(|user| user.state == State::Absent) else {
            return;
        };
        user.state = State::Coming;
        let [least, most] = self.settings.pause_seconds;
        let pause = least + self.rng.f64() * (most - least);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most an hour
        let at = now_ns + (pause * 1e9) as u64;
        self.timers.push(Reverse((at, place, user.session, Alarm::Come)));
    }

    /// Drops the connections of a storm when its time has come.
    fn storm(&mut self, now_ns: u64) {
        let Some(storm) = self.settings.storm.as_ref().filter(|_| !self.stormed) else { return };
        #[allow(clippy::cast_precision_loss)] // at most an hour
        if now_ns as f64 / 1e9 < storm.at_seconds {
            return;
        }
        self.stormed = true;
        self.crowd.storm.began = Some(Instant::now());
        for place in 0..self.crowd.users.len() {
            let number = self.crowd.users.get(place).map_or(0, |user| user.number);
            if !self.settings.is_stable(number) && self.crowd.lose(place) {
                self.swarm.drop_client(place);
                if let Some(user) = self.crowd.users.get_mut(place) {
                    user.state = State::Coming;
                }
                self.queue.push_back(place);
            }
        }
    }

    /// Does what is due; `sends` is false once the stages are over.
    fn run_due_timers(&mut self, sends: bool) -> Result<(), Fault> {
        while let Some(&Reverse((at, place, session, alarm))) = self.timers.peek() {
            if at > self.now_ns() {
                break;
            }
            self.timers.pop();
            let Some(user) = self.crowd.users.get(place).filter(|user| user.session == session) else {
                continue;
            };
            match (alarm, user.state) {
                (Alarm::Come, State::Coming) => self.queue.push_back(place),
                (Alarm::Send, State::Active) if sends => self.send(place, at),
                (Alarm::Leave, State::Active) => {
                    self.crowd.close_visit(place);
                    self.swarm.close(place);
                }
                (Alarm::GiveUp, State::Opening) => {
                    let phase = self.swarm.phase(place);
                    self.swarm.drop_client(place);
                    let reason = format!("still {phase:?} after {} s", self.settings.deadline_seconds);
                    self.crowd.on(place, Instant::now(), ClientEvent::Ended(&reason))?;
                }
                _ => {}
            }
        }
        self.follow_up();
        Ok(())
    }

    /// Opens users whose turn it is, as many as may be on their way.
    fn open_queued(&mut self) {
        let share = self.settings.at_once.div_ceil(self.step);
        while self.crowd.opening < share {
            let Some(place) = self.queue.pop_front() else { return };
            if self.crowd.users.get(place).is_none_or(|user| user.state != State::Coming) {
                continue;
            }
            let channels = self.crowd.begin(place);
            let Some(user) = self.crowd.users.get(place) else { continue };
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most an hour
            let deadline = self.now_ns() + (self.settings.deadline_seconds * 1e9) as u64;
            self.timers.push(Reverse((deadline, place, user.session, Alarm::GiveUp)));
            let receive_buffer = self.settings.slow.as_ref().filter(|_| self.settings.is_slow(user.number));
            let role = Role {
                channels,
                member: user.number.to_string(),
                receive_buffer: receive_buffer.map(|slow| slow.receive_buffer),
            };
            self.swarm.open(place, role);
        }
    }

    fn turn(&mut self, timeout: Duration) -> Result<(), Fault> {
        loops::check(&self.shared.failed)?;
        let before = self.crowd.counts.deliveries;
        self.crowd.stage = self.settings.stage(self.now_ns());
        let crowd = &mut self.crowd;
        self.swarm.turn(timeout, |place, at, event| crowd.on(place, at, event))?;
        self.shared.deliveries.fetch_add(self.crowd.counts.deliveries - before, Relaxed);
        self.follow_up();
        Ok(())
    }

    fn follow_up(&mut self) {
        for todo in std::mem::take(&mut self.crowd.todo) {
            match todo {
                Todo::Settle(place) => self.start_session(place),
                Todo::Return(place) => {
                    if let Some(user) = self.crowd.users.get_mut(place) {
                        user.state = State::Absent;
                    }
                    if place < self.admitted {
                        self.schedule_arrival(place, self.now_ns());
                    }
                }
            }
        }
    }

    /// What a user does once it is subscribed.
    fn start_session(&mut self, place: usize) {
        let now_ns = self.now_ns();
        let Some(user) = self.crowd.users.get_mut(place) else { return };
        if self.settings.is_slow(user.number) {
            self.swarm.pause(place);
        }
        if self.settings.session_seconds > 0.0 {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most an hour
            let at = now_ns + (self.settings.session_seconds * 1e9) as u64;
            self.timers.push(Reverse((at, place, user.session, Alarm::Leave)));
        }
        let Some(events) = self.settings.events.as_ref().filter(|_| self.settings.sends(user.number)) else {
            return;
        };
        if user.streams.is_empty() {
            let number = u32::try_from(user.number).unwrap_or(u32::MAX);
            let names = self.settings.channels_of(user.number);
            let places = (0..names.len()).filter(|place| events.to.is_empty() || events.to.contains(place));
            user.streams = places
                .map(|place| {
                    let channel = self.shared.channel(names.get(place).map_or("", String::as_str));
                    (place, self.shared.next_stream(), Stream::new(channel, number))
                })
                .collect();
        }
        // The first message falls anywhere in the first interval: users are not in step.
        let at = now_ns + self.rng.u64(0..=interval_ns(events));
        self.timers.push(Reverse((at, place, user.session, Alarm::Send)));
    }

    /// A message may be due at `due_ns`.
    fn send(&mut self, place: usize, due_ns: u64) {
        let Some(events) = &self.settings.events else { return };
        let Some(user) = self.crowd.users.get_mut(place) else { return };
        self.timers.push(Reverse((due_ns + interval_ns(events), place, user.session, Alarm::Send)));
        if self.swarm.unsent(place) > UNSENT || self.rng.f64() >= events.probability {
            return;
        }
        let names = self.settings.channels_of(user.number);
        for (channel, id, stream) in &mut user.streams {
            let mark = Mark { stream: *id, serial: stream.next(), due_ns };
            // {"m":"…"}: eight bytes beside the mark and its padding.
            let data = format!(r#"{{"m":"{}"}}"#, mark.text(events.payload_bytes - 8));
            let name = names.get(*channel).map_or("", String::as_str);
            let now_ns = self.shared.ns(Instant::now());
            stream.sent_ns.push(now_ns);
            self.crowd.counts.sent += 1;
            self.crowd.times.generator_lag.record(Duration::from_nanos(now_ns - due_ns));
            self.swarm.send_text(place, &self.target.protocol.event(name, &data));
        }
    }

    /// Sends nothing more, lets the slow ones read, and waits until nothing is on its way in any
    /// loop.
    fn settle(&mut self) -> Result<(), Fault> {
        self.admitted = 0;
        self.queue.clear();
        let deadline = Instant::now() + DRAIN;
        for place in 0..self.crowd.users.len() {
            let crowd = &mut self.crowd;
            self.swarm.resume(place, |place, at, event| crowd.on(place, at, event))?;
        }
        let began = Instant::now();
        let mut was_quiet = false;
        while Instant::now() < deadline {
            let drained = match &mut self.feed {
                Some(feed) => feed.is_drained(&self.swarm)?,
                None => true,
            };
            let is_quiet = drained
                && self.crowd.quiet_for() > QUIET
                && began.elapsed() > QUIET
                && self.crowd.opening == 0;
            match (was_quiet, is_quiet) {
                (false, true) => self.shared.quiet.fetch_add(1, Relaxed),
                (true, false) => self.shared.quiet.fetch_sub(1, Relaxed),
                _ => 0,
            };
            was_quiet = is_quiet;
            if self.shared.quiet.load(Relaxed) == self.step {
                break;
            }
            self.run_due_timers(false)?;
            self.turn(TURN)?;
        }
        if !was_quiet {
            self.shared.quiet.fetch_add(1, Relaxed); // no loop shall wait for this one any longer
        }
        Ok(())
    }

    /// Closes all users.
    fn close(&mut self) -> Result<(), Fault> {
        let deadline = Instant::now() + CLOSE_TIMEOUT;
        let mut places: VecDeque<usize> = (0..self.crowd.users.len()).collect();
        while Instant::now() < deadline {
            for place in places.drain(..places.len().min(500)) {
                if self.crowd.users.get(place).is_some_and(|user| user.state == State::Active) {
                    self.swarm.close(place);
                }
            }
            self.swarm.turn(TURN, |_, _, _| Ok::<(), Fault>(()))?;
            if places.is_empty() && (0..self.crowd.users.len()).all(|place| self.swarm.phase(place).is_none())
            {
                break;
            }
        }
        for place in 0..self.crowd.users.len() {
            self.swarm.drop_client(place);
        }
        self.shared.closed.fetch_add(1, Relaxed);
        Ok(())
    }
}

fn interval_ns(events: &Events) -> u64 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most ten minutes
    let interval = (events.every_ms * 1e6) as u64;
    interval
}
