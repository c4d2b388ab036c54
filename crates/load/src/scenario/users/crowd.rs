//! The users of one loop: where each stands, what it has seen, and how long it took.

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::books::{Books, Stream, Visit, mark_of};
use super::settings::Users;
use super::shared::Shared;
use crate::fault::Fault;
use crate::latency::Latency;
use crate::protocol::Roster;
use crate::session::ClientEvent;

/// How long each part took, over all sessions of a loop.
#[derive(Debug, Clone, Default)]
pub(super) struct Times {
    /// From `connect` to the answer to the upgrade.
    pub(super) upgrade: Latency,
    /// From `connect` to the greeting.
    pub(super) greeting: Latency,
    /// From the greeting to the last confirmation.
    pub(super) subscription: Latency,
    /// From `connect` to the last confirmation.
    pub(super) opening: Latency,
    /// The same by the stage in which the session began.
    pub(super) opening_by_stage: Vec<Latency>,
    /// From when a message was due to when it was read, by users that read.
    pub(super) delivery: Latency,
    /// The same for messages that were due while a storm was on.
    pub(super) delivery_in_storm: Latency,
    /// From `connect` to the last confirmation, of users that came back in a storm.
    pub(super) opening_in_storm: Latency,
    /// From when a message was due to when it left the generator.
    pub(super) generator_lag: Latency,
}

/// What was counted.
#[derive(Debug, Clone, Default)]
pub(super) struct Counts {
    pub(super) sessions: u64,
    pub(super) failed: u64,
    pub(super) first_failure: Option<String>,
    pub(super) deliveries: u64,
    pub(super) member_events: u64,
    pub(super) sent: u64,
    pub(super) slow: u64,
    pub(super) cut_off: u64,
}

/// Where a user stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// Not there, and not wanted.
    Absent,
    /// Will come when its pause is over and there is room.
    Coming,
    /// On its way in.
    Opening,
    /// Subscribed.
    Active,
    /// On its way out.
    Leaving,
}

/// One user of this loop.
#[derive(Debug)]
pub(super) struct User {
    pub(super) number: usize,
    pub(super) state: State,
    /// Counts its sessions: a timer of an earlier one is void.
    pub(super) session: u32,
    began: Instant,
    began_in: usize,
    greeted: Instant,
    channels: Vec<u32>,
    visit: Option<Visit>,
    roster: Roster,
    /// Its streams, one per channel that it sends to: place in `channels`, number, and the stream.
    pub(super) streams: Vec<(usize, u32, Stream)>,
    is_slow: bool,
    came_back: bool,
}

/// The lost connections of a storm, and when the last of them was back.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct StormLog {
    pub(super) began: Option<Instant>,
    pub(super) lost: usize,
    pub(super) back: usize,
    pub(super) over: Option<Instant>,
}

/// What the loop shall do when a turn is over.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Todo {
    /// It is subscribed: its timers start, and a slow user stops reading.
    Settle(usize),
    /// Its session has ended.
    Return(usize),
}

/// The users of one loop.
pub(super) struct Crowd<'a> {
    pub(super) users: Vec<User>,
    pub(super) times: Times,
    pub(super) counts: Counts,
    pub(super) books: Books,
    pub(super) storm: StormLog,
    pub(super) todo: Vec<Todo>,
    pub(super) opening: usize,
    /// The stage that is under way.
    pub(super) stage: usize,
    settings: &'a Users,
    shared: &'a Shared,
    last_delivery: Instant,
}

impl<'a> Crowd<'a> {
    /// The users `first`, `first + step`, … of `settings`.
    pub(super) fn new(settings: &'a Users, shared: &'a Shared, first: usize, step: usize) -> Self {
        let now = Instant::now();
        let users = (first..settings.most())
            .step_by(step)
            .map(|number| User {
                number,
                state: State::Absent,
                session: 0,
                began: now,
                began_in: 0,
                greeted: now,
                channels: Vec::new(),
                visit: None,
                roster: Roster::default(),
                streams: Vec::new(),
                is_slow: settings.is_slow(number),
                came_back: false,
            })
            .collect();
        Self {
            users,
            times: Times {
                opening_by_stage: vec![Latency::default(); settings.stages.len()],
                ..Times::default()
            },
            counts: Counts::default(),
            books: Books::default(),
            storm: StormLog::default(),
            todo: Vec::new(),
            opening: 0,
            stage: 0,
            settings,
            shared,
            last_delivery: now,
        }
    }

    /// A user sets out; its channels.
    pub(super) fn begin(&mut self, place: usize) -> Vec<String> {
        let Some(user) = self.users.get_mut(place) else { return Vec::new() };
        let names = self.settings.channels_of(user.number);
        user.channels = names.iter().map(|name| self.shared.channel(name)).collect();
        user.state = State::Opening;
        user.session += 1;
        user.began = Instant::now();
        user.began_in = self.stage;
        user.roster = Roster::default();
        let number = u32::try_from(user.number).unwrap_or(u32::MAX);
        user.visit = Some(Visit::new(number, user.channels.clone(), user.is_slow));
        self.counts.sessions += 1;
        self.opening += 1;
        self.shared.opening.fetch_add(1, Relaxed);
        names
    }

    /// Enters what happened to a user. Fails if it proves that the server lost, doubled or made up
    /// a message.
    pub(super) fn on(&mut self, place: usize, at: Instant, event: ClientEvent<'_>) -> Result<(), Fault> {
        let Some(user) = self.users.get_mut(place) else { return Ok(()) };
        match event {
            ClientEvent::Delivery(message) => {
                let mark = mark_of(message)?;
                let due = Duration::from_nanos(self.shared.ns(at).saturating_sub(mark.due_ns));
                if !user.is_slow {
                    self.times.delivery.record(due);
                    if self.storm.began.is_some() && self.storm.over.is_none() {
                        self.times.delivery_in_storm.record(due);
                    }
                }
                self.counts.deliveries += 1;
                self.last_delivery = at;
                match &mut user.visit {
                    Some(visit) => visit.enter(mark)?,
                    None => return Ok(()),
                }
            }
            ClientEvent::Upgraded => self.times.upgrade.record(at.saturating_duration_since(user.began)),
            ClientEvent::Greeted => {
                user.greeted = at;
                self.times.greeting.record(at.saturating_duration_since(user.began));
            }
            ClientEvent::Confirmed(roster) => user.roster.add(roster),
            ClientEvent::Joined(roster) => {
                user.roster.add(roster);
                self.counts.member_events += 1;
                self.last_delivery = at;
            }
            ClientEvent::Left(roster) => {
                user.roster.remove(roster);
                self.counts.member_events += 1;
                self.last_delivery = at;
            }
            ClientEvent::Ready => self.ready(place, at),
            ClientEvent::Refused(text) => return Err(Fault::Run(format!("user {}: {text}", user.number))),
            ClientEvent::Ended(reason) => self.ended(place, reason)?,
        }
        Ok(())
    }

    fn ready(&mut self, place: usize, at: Instant) {
        let Some(user) = self.users.get_mut(place).filter(|user| user.state == State::Opening) else {
            return;
        };
        user.state = State::Active;
        self.opening -= 1;
        self.shared.opening.fetch_sub(1, Relaxed);
        self.shared.active.fetch_add(1, Relaxed);
        let took = at.saturating_duration_since(user.began);
        self.times.subscription.record(at.saturating_duration_since(user.greeted));
        self.times.opening.record(took);
        if let Some(stage) = self.times.opening_by_stage.get_mut(user.began_in) {
            stage.record(took);
        }
        if let Some(visit) = &mut user.visit {
            visit.confirmed_ns = self.shared.ns(at);
        }
        if std::mem::take(&mut user.came_back) {
            self.times.opening_in_storm.record(took);
            self.storm.back += 1;
            if self.storm.back == self.storm.lost {
                self.storm.over = Some(at);
            }
        }
        self.counts.slow += u64::from(user.is_slow);
        self.todo.push(Todo::Settle(place));
    }

    fn ended(&mut self, place: usize, reason: &str) -> Result<(), Fault> {
        let Some(user) = self.users.get_mut(place) else { return Ok(()) };
        match user.state {
            State::Opening => {
                self.opening -= 1;
                self.shared.opening.fetch_sub(1, Relaxed);
                self.counts.failed += 1;
                self.counts.first_failure.get_or_insert_with(|| format!("user {}: {reason}", user.number));
                user.visit = None;
            }
            State::Active if user.is_slow => {
                self.counts.cut_off += 1;
                self.close_visit(place);
            }
            State::Active => {
                return Err(Fault::Run(format!("user {} lost its connection: {reason}", user.number)));
            }
            State::Leaving => {}
            State::Absent | State::Coming => return Ok(()),
        }
        self.todo.push(Todo::Return(place));
        Ok(())
    }

    /// A visit is over for the books, and its user no more active.
    pub(super) fn close_visit(&mut self, place: usize) {
        let Some(user) = self.users.get_mut(place).filter(|user| user.state == State::Active) else { return };
        user.state = State::Leaving;
        self.shared.active.fetch_sub(1, Relaxed);
        if let Some(mut visit) = user.visit.take() {
            visit.left_ns = self.shared.ns(Instant::now());
            self.books.visits.push(visit);
        }
    }

    /// A user whose connection is lost in a storm, together with what it was sending. Whether it
    /// was connected.
    pub(super) fn lose(&mut self, place: usize) -> bool {
        if self.users.get(place).is_none_or(|user| user.state != State::Active) {
            return false;
        }
        self.close_visit(place);
        let shared = self.shared;
        if let Some(user) = self.users.get_mut(place) {
            user.came_back = true;
            for (_, id, mut stream) in user.streams.drain(..) {
                let sure = shared.ns(Instant::now()).saturating_sub(super::books::ON_ITS_WAY_NS);
                stream.uncertain_from = Some(stream.sent_ns.partition_point(|&sent| sent < sure));
                self.books.streams.insert(id, stream);
            }
        }
        self.storm.lost += 1;
        true
    }

    /// How long nothing has arrived.
    pub(super) fn quiet_for(&self) -> Duration {
        self.last_delivery.elapsed()
    }

    /// The presence list of each active user, with its channel and number.
    pub(super) fn rosters(&self) -> impl Iterator<Item = (u32, usize, Roster)> + '_ {
        let active = self.users.iter().filter(|user| user.state == State::Active && !user.is_slow);
        active.filter_map(|user| Some((*user.channels.first()?, user.number, user.roster)))
    }

    /// Hands over the books of all users, those still connected included.
    pub(super) fn into_books(mut self) -> (Books, Times, Counts, StormLog) {
        for user in self.users {
            self.books.visits.extend(user.visit.filter(|_| user.state == State::Active));
            self.books.streams.extend(user.streams.into_iter().map(|(_, id, stream)| (id, stream)));
        }
        (self.books, self.times, self.counts, self.storm)
    }
}
