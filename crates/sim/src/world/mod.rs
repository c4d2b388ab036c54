//! One world: a server, its clients, the network between them, and what happens next.
//!
//! Its life has four parts. Users act, for as many acts as the conditions say. Then the network calms down and
//! everything under way arrives, and the world is judged at rest. Then everybody leaves, and nothing but what
//! is kept for a while may remain. Then that while passes, and nothing at all may remain.

mod acts;
mod judgement;
mod network;
mod supabase;

use std::collections::BTreeMap;

use baton_protocols::pusher::PusherSession;

use self::{network::Line, supabase::Supabase};
use crate::{
    Conditions, Dice,
    agenda::Agenda,
    client::Client,
    expectation::Expectation,
    ledger::{Finding, Ledger},
    notes::Notes,
    server::{ConnectionId, Server},
    supabase::Model,
};

/// When a world begins. Not 0, which a clock hardly ever shows.
const BEGINNING: u64 = 1_000_000;
/// How often the hub is asked what is due, as the server does.
const HUB_TICK_MS: u64 = 250;
/// No stall lasts longer.
const LONGEST_STALL_MS: u64 = 8_000;

/// A silent Supabase client is closed after a minute, and a message may wait for three deadlines of the database.
const LONGEST_OF_SUPABASE_MS: u64 = 110_000;

/// What happens next.
#[derive(Debug)]
enum Event {
    /// Users do something.
    Act,
    /// Something arrives at the server.
    ToServer(ConnectionId),
    /// Something arrives at a client.
    ToClient(ConnectionId),
    /// A loop looks into its mailbox.
    Turn(usize),
    /// A node receives commands of the others.
    Receive(usize),
    /// A connection's timer rings.
    Wake(ConnectionId),
    /// The hub does what is due.
    HubTick,
    /// The server learns that a client does not take what it is sent.
    OutboxFull(ConnectionId),
    /// The server notices that a connection is no more.
    Lost(ConnectionId),
    /// A Supabase client says that it is still there.
    Heartbeat(ConnectionId),
    /// The database answers a question of a connection's session.
    Answer(ConnectionId),
    /// A Supabase client comes back.
    ReturnOfSupabase { user: String },
    /// A user comes back after a connection was lost, for these channels.
    Return { user: String, wishes: Vec<String> },
}

/// A server and its clients, driven by one seed.
pub struct World {
    conditions: Conditions,
    dice: Dice,
    agenda: Agenda<Event>,
    server: Server,
    lines: BTreeMap<ConnectionId, Line>,
    clients: BTreeMap<ConnectionId, Client>,
    supabase: Supabase,
    expectation: Expectation,
    notes: Notes,
    channels: Vec<String>,
    users: Vec<String>,
    connections: ConnectionId,
    published: u64,
    acts_left: u32,
}

/// What a world leaves behind.
#[derive(Debug)]
pub struct Outcome {
    /// What clients saw, until the world was at rest.
    pub ledger: Ledger,
    /// What must not have happened, by what the world knows beside the ledger.
    pub faults: Vec<String>,
    /// How often each thing happened: a world in which nothing happens proves nothing.
    pub tally: BTreeMap<&'static str, u64>,
}

impl Outcome {
    /// All that is wrong: the ledger's findings, and the faults.
    pub fn wrongs(&self) -> Vec<String> {
        let findings = self.ledger.check();
        findings.iter().map(Finding::to_string).chain(self.faults.iter().cloned()).collect()
    }
}

impl World {
    /// The world of a seed, under the conditions that the seed stands for or others.
    pub fn new(seed: u64, conditions: Conditions) -> Self {
        let cache_ttl_ms = u64::from(conditions.app.cache_ttl_s) * 1_000 + conditions.lag_ms();
        // Each node decides by itself what gives way, and when it has heard of what.
        let keeps_all = conditions.is_roomy() && conditions.nodes == 1;
        let server = Server::new(&conditions);
        let model = Model::new(std::sync::Arc::clone(&server.app), conditions.nodes == 1);
        Self {
            dice: Dice::new(seed),
            agenda: Agenda::new(),
            server,
            supabase: Supabase::new(model),
            lines: BTreeMap::new(),
            clients: BTreeMap::new(),
            expectation: Expectation::new(cache_ttl_ms, keeps_all),
            notes: Notes::new(BEGINNING),
            channels: if conditions.supabase { acts::shared_channels() } else { acts::channels() },
            users: (0..6).map(|n| format!("u{n}")).collect(),
            connections: 0,
            published: 0,
            acts_left: conditions.acts,
            conditions,
        }
    }

    /// Lives through it.
    pub fn run(mut self) -> Outcome {
        self.agenda.enter(BEGINNING, Event::Act);
        self.agenda.enter(BEGINNING, Event::HubTick);
        while self.acts_left > 0 {
            self.step(u64::MAX);
        }
        self.pass(self.time_to_rest());
        self.notes.begin_part();
        self.judge_at_rest();
        self.judge_supabase();
        self.notes.begin_part();
        let ledger = std::mem::take(&mut self.notes.ledger);
        self.everybody_leaves();
        self.judge_deserted();
        self.pass(self.time_to_forget());
        self.judge_forgotten();
        Outcome { ledger, faults: self.notes.faults, tally: self.notes.tally }
    }

    /// Lets time pass.
    fn pass(&mut self, ms: u64) {
        let end = self.notes.now + ms;
        while self.step(end) {}
        self.notes.now = end;
    }

    fn step(&mut self, end: u64) -> bool {
        let Some((at, event)) = self.agenda.next_until(end) else { return false };
        self.notes.now = at;
        match event {
            Event::Act => self.next_act(),
            Event::ToServer(id) => self.arrive_at_server(id),
            Event::ToClient(id) => self.arrive_at_client(id),
            Event::Turn(on) => self.turn(on),
            Event::Receive(node) => {
                let count = self.dice.between(1, 20);
                if self.server.receive(node, count, at) {
                    self.receive_soon(node);
                }
            }
            Event::Wake(id) => {
                self.server.wake(id, at);
                self.set_timer(id);
            }
            Event::HubTick => self.tick(),
            Event::OutboxFull(id) => {
                self.notes.count("slow clients cut off");
                self.server.cut_off(id, at);
            }
            Event::Lost(id) => self.server_loses(id),
            Event::Heartbeat(id) => self.heartbeat(id),
            Event::Answer(id) => self.answer(id),
            Event::ReturnOfSupabase { user } => self.supabase_connects(&user),
            Event::Return { user, wishes } => self.connect(user, wishes),
        }
        self.carry();
        true
    }

    fn in_ms(&mut self, ms: u64, event: Event) {
        self.agenda.enter(self.notes.now + ms, event);
    }

    fn next_act(&mut self) {
        self.act();
        self.acts_left -= 1;
        if self.acts_left > 0 {
            let long = self.dice.chance(2);
            let ms = if long { self.dice.below(5_000) } else { self.dice.below(60) };
            self.in_ms(ms, Event::Act);
        }
    }

    fn turn(&mut self, on: usize) {
        let count = self.dice.between(1, 30);
        if self.server.turn(on, count, self.notes.now) {
            self.turn_soon(on);
        }
    }

    fn turn_soon(&mut self, on: usize) {
        let ms = self.dice.below(self.conditions.turn_ms);
        self.in_ms(ms, Event::Turn(on));
    }

    fn receive_soon(&mut self, node: usize) {
        let ms = self.dice.below(self.conditions.turn_ms);
        self.in_ms(ms, Event::Receive(node));
    }

    fn tick(&mut self) {
        self.server.tick(self.notes.now);
        self.judge_bounds();
        self.in_ms(HUB_TICK_MS, Event::HubTick);
    }

    /// A session may ask for its timer whenever it opens or its timer rings.
    fn set_timer(&mut self, id: ConnectionId) {
        if let Some(at) = self.server.wake_at(id) {
            let late = self.dice.below(self.conditions.turn_ms);
            self.agenda.enter(at.max(self.notes.now) + late, Event::Wake(id));
        }
    }

    fn add_line(&mut self, id: ConnectionId, user: &str) {
        self.lines.insert(id, Line::new(user));
    }

    fn connect(&mut self, user: String, plan: Vec<String>) {
        self.connections += 1;
        let id = self.connections;
        self.add_line(id, &user);
        self.clients.insert(id, Client::new(id, user, plan, &self.conditions.app));
        let session = Box::new(PusherSession::new(false));
        self.server.connect(id, session, self.notes.now, &mut self.dice);
        self.set_timer(id);
        self.notes.count("connections");
    }

    /// Until everything under way has arrived: the longest of stalls, silences and delayed counts.
    fn time_to_rest(&self) -> u64 {
        let app = &self.conditions.app;
        let silence = u64::from(app.pusher.activity_timeout_s + app.pusher.pong_timeout_s) * 1_000;
        let supabase = if self.conditions.supabase { LONGEST_OF_SUPABASE_MS } else { 0 };
        LONGEST_STALL_MS + silence + self.conditions.limits.count_every_ms + 10_000 + supabase
    }

    fn time_to_forget(&self) -> u64 {
        let app = &self.conditions.app;
        u64::from(app.cache_ttl_s.max(app.history_ttl_s)) * 1_000 + 2 * HUB_TICK_MS
    }
}
