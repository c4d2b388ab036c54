//! A small world for sessions: one shard, one loop, virtual time, and connections with names.

use std::{cell::RefCell, collections::BTreeMap, sync::Arc};

use baton_hub::{
    Access, AppId, Body, ChannelRules, ConnectionSlot, DisconnectReason, Effects, Event, Form, Full,
    HashSeed, KeyRef, Local, LoopId, Message, Millis, Publication, PublishError, PublishRequest, Published,
    Shard, ShardLimits, Shards, SocketId,
};
use baton_protocols::{
    Answer, App, ClientRates, Context, FollowFailure, FollowNews, HookAnswer, PolicyAnswer, ReplayAnswer,
    Session, Ticket, framing,
    phoenix::{self, PhoenixSession, PublicBroadcast},
    pusher::{ChannelName, ConnectRequest, PusherSession, Refused, socket_id},
    rules,
};

// The fuzz targets include this file by its path, from which `mod` alone would not find the other.
#[path = "world/context.rs"]
mod context;

use self::context::{SessionContext, verify};

pub(crate) const KEY: &str = "278d425bdf160c739803";
pub(crate) const SECRET: &str = "7ad3773142a6692b25b8";

pub(crate) struct World {
    app: Arc<App>,
    hub: OneShard,
    local: Local,
    connections: BTreeMap<String, Connection>,
    now: Millis,
    /// How far the wall clock has been set forward or back, in milliseconds.
    clock_set: i64,
    heard: Vec<String>,
    /// Whether there is a database whose policies are asked.
    pub(crate) has_policies: bool,
    pub(crate) has_stored: bool,
    /// Whether there is a stream of the database's changes.
    pub(crate) has_changes: bool,
    /// Tickets that were given so far.
    tickets: u64,
    /// Requests for changes so far.
    followings: u64,
    /// Whether the key that tokens of `new` roles name is still being fetched.
    pub(crate) awaits_keys: bool,
    /// Whether those who would deliver messages are behind.
    pub(crate) is_crowded: bool,
    /// What all clients of the app send.
    client_rates: ClientRates,
    /// Where an earlier connection of the next subscriber was, and whether that is lost.
    pub(crate) earlier: Option<(u64, bool)>,
    /// Users whose tokens have been revoked.
    revoked: Vec<String>,
}

struct Connection {
    slot: ConnectionSlot,
    socket: SocketId,
    session: Option<Box<dyn Session>>,
    last_heard: Millis,
    wake_at: Option<Millis>,
    closed: bool,
    /// What its session has asked and not had answered.
    questions: Vec<Open>,
}

/// A question that a transcript answers.
struct Open {
    ticket: Ticket,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// One that parks the connection.
    Parks,
    Recheck,
    /// One that follows changes, by its number.
    Follow(u64),
}

struct OneShard {
    seed: HashSeed,
    shard: RefCell<Shard>,
    queue: RefCell<Queue>,
}

#[derive(Default)]
struct Queue {
    publications: Vec<Arc<Publication>>,
    full: bool,
    /// Occupied channels that count.
    occupied: u32,
}

impl Effects for Queue {
    fn reserve(&mut self, _loops: u64) -> Result<(), Full> {
        if self.full { Err(Full) } else { Ok(()) }
    }

    fn deliver(&mut self, _loops: u64, publication: Arc<Publication>) {
        self.publications.push(publication);
    }

    fn occupy(&mut self, key: KeyRef<'_>, limit: u32) -> bool {
        let may = limit == 0 || self.occupied < limit;
        self.occupied += u32::from(may && rules::is_counted(key.access));
        may
    }

    fn vacate(&mut self, key: KeyRef<'_>) {
        self.occupied -= u32::from(rules::is_counted(key.access));
    }

    fn event(&mut self, _event: Event) {}
}

impl Shards for OneShard {
    fn with<R>(&self, _hash: u64, work: impl FnOnce(&mut Shard, &mut dyn Effects) -> R) -> R {
        work(&mut self.shard.borrow_mut(), &mut *self.queue.borrow_mut())
    }

    fn seed(&self) -> &HashSeed {
        &self.seed
    }
}

impl World {
    pub(crate) fn new() -> Self {
        let seed = HashSeed::new([1, 2, 3, 4]);
        let shard =
            RefCell::new(Shard::new(seed.clone(), 1, ShardLimits { channels: 64, ..ShardLimits::default() }));
        let mut app = App::new(AppId(0), "1", KEY, SECRET);
        app.supabase.public_broadcast = PublicBroadcast::Anybody;
        Self {
            app: Arc::new(app),
            hub: OneShard { seed, shard, queue: RefCell::default() },
            local: Local::new(LoopId(0)),
            connections: BTreeMap::new(),
            now: 1_000_000,
            clock_set: 0,
            heard: Vec::new(),
            has_policies: false,
            has_stored: false,
            has_changes: false,
            tickets: 0,
            followings: 0,
            awaits_keys: false,
            is_crowded: false,
            client_rates: ClientRates::default(),
            revoked: Vec::new(),
            earlier: None,
        }
    }

    pub(crate) fn app_mut(&mut self) -> &mut App {
        Arc::make_mut(&mut self.app)
    }

    /// What clients heard since the last call, in order.
    pub(crate) fn take_heard(&mut self) -> Vec<String> {
        std::mem::take(&mut self.heard)
    }

    /// Whether loops take no more messages.
    pub(crate) fn set_full(&mut self, full: bool) {
        self.hub.queue.borrow_mut().full = full;
    }

    /// Sets the wall clock, as NTP or a machine that was suspended does: timers know nothing of it.
    pub(crate) fn set_clock(&mut self, by_ms: i64) {
        self.clock_set += by_ms;
    }

    fn unix_time_ms(&self) -> u64 {
        self.now.saturating_add_signed(self.clock_set)
    }

    pub(crate) fn subscriptions(&self) -> usize {
        self.connections.values().map(|connection| self.local.subscription_count(connection.slot)).sum()
    }

    pub(crate) fn socket_id(&self, name: &str) -> String {
        socket(name).to_string()
    }

    pub(crate) fn connect(&mut self, name: &str, query: &str, origin: Option<&str>) {
        let target = if query.starts_with('/') { query.to_owned() } else { format!("/app/{KEY}{query}") };
        let request = ConnectRequest::parse(&target).unwrap();
        let app = (request.key == KEY).then_some(&*self.app);
        let session: Box<dyn Session> = match request.judge(app, origin, self.connections.len() as u64) {
            Ok(()) => Box::new(PusherSession::new(request.wants_positions)),
            Err(Refused::Closing(session)) => Box::new(session),
            Err(Refused::Origin(refused)) => return self.heard.push(format!("{name}< 403 {refused}")),
        };
        self.open(name, session);
    }

    pub(crate) fn connect_supabase(&mut self, name: &str, vsn: &str, token: &str) {
        let target = format!("/realtime/v1/websocket?apikey={token}&vsn={vsn}");
        let request = phoenix::ConnectRequest::parse(&target).unwrap();
        let claims = verify(&request.api_key().unwrap(), self.unix_time_ms() / 1_000).unwrap();
        self.open(name, Box::new(PhoenixSession::new(request.version().unwrap(), claims, None)));
    }

    fn open(&mut self, name: &str, session: Box<dyn Session>) {
        let slot = ConnectionSlot(u32::from(name.as_bytes()[0]));
        let connection = Connection {
            slot,
            socket: socket(name),
            session: Some(session),
            last_heard: self.now,
            wake_at: None,
            closed: false,
            questions: Vec::new(),
        };
        assert!(
            self.connections.insert(name.to_owned(), connection).is_none_or(|old| old.closed),
            "{name} is connected"
        );
        self.call(name, |session, ctx| session.opened(ctx));
    }

    pub(crate) fn say(&mut self, name: &str, text: &str) {
        self.heard_from(name);
        self.call(name, |session, ctx| session.text(text, ctx));
    }

    pub(crate) fn binary(&mut self, name: &str, data: &[u8]) {
        self.heard_from(name);
        self.call(name, |session, ctx| session.binary(data, ctx));
    }

    pub(crate) fn oversized(&mut self, name: &str, is_text: bool, excerpt: &[u8]) {
        self.heard_from(name);
        let mut is_answered = false;
        self.call(name, |session, ctx| is_answered = session.oversized(is_text, excerpt, ctx));
        if !is_answered {
            self.heard.push("unanswered".to_owned());
        }
    }

    pub(crate) fn heard_from(&mut self, name: &str) {
        self.connections.get_mut(name).unwrap().last_heard = self.now;
    }

    /// Answers a question of this kind, if there is one.
    fn answered(&mut self, name: &str, kind: Kind, answer: Answer) {
        let questions = &mut self.connections.get_mut(name).unwrap().questions;
        let Some(place) = questions.iter().position(|open| open.kind == kind) else { return };
        let ticket = questions[place].ticket;
        if !matches!(kind, Kind::Follow(_)) {
            questions.remove(place);
        }
        self.call(name, |session, ctx| session.answered(ticket, answer, ctx));
    }

    pub(crate) fn answer(&mut self, name: &str, answer: PolicyAnswer) {
        self.answered(name, Kind::Parks, Answer::Policies(answer));
    }

    pub(crate) fn hook(&mut self, name: &str, answer: HookAnswer) {
        self.answered(name, Kind::Parks, Answer::Hook(answer));
        self.deliver();
    }

    pub(crate) fn replay(&mut self, name: &str, answer: ReplayAnswer) {
        self.answered(name, Kind::Parks, Answer::Replay(answer));
        self.deliver();
    }

    pub(crate) fn policy_rechecked(&mut self, name: &str, answer: PolicyAnswer) {
        self.answered(name, Kind::Recheck, Answer::Policies(answer));
    }

    pub(crate) fn followed(&mut self, name: &str, number: &str) {
        self.follow_news(name, number, FollowNews::Ready);
    }

    pub(crate) fn unfit(&mut self, name: &str, number: &str, request: &str) {
        let (code, message) = ("P0001".into(), "invalid column for filter id".into());
        let failure = FollowFailure::Unfit { request: request.parse().unwrap(), code, message };
        self.follow_news(name, number, FollowNews::Failed(failure));
    }

    fn follow_news(&mut self, name: &str, number: &str, news: FollowNews) {
        let kind = Kind::Follow(number.parse().unwrap());
        self.answered(name, kind, Answer::Follow(Ok(news)));
    }

    pub(crate) fn keys_came(&mut self, name: &str) {
        self.awaits_keys = false;
        self.answered(name, Kind::Parks, Answer::Again);
    }

    pub(crate) fn room_came(&mut self, name: &str) {
        self.answered(name, Kind::Parks, Answer::Again);
    }

    pub(crate) fn revoke(&mut self, user: &str) {
        self.revoked.push(user.to_owned());
        for name in self.connections.keys().cloned().collect::<Vec<_>>() {
            self.call(&name, |session, ctx| session.tokens_revoked(ctx));
        }
    }

    pub(crate) fn gone(&mut self, name: &str) {
        self.call_anyway(name, |session, ctx| session.closed(ctx));
        let connection = self.connections.get_mut(name).unwrap();
        connection.closed = true;
        self.local.leave(&self.hub, self.now, connection.slot, connection.socket);
        self.deliver();
    }

    pub(crate) fn publish(&mut self, channel: &str, event: &str, data: &str, who: Option<&str>) {
        let channel = ChannelName::parse(channel, &self.app).unwrap();
        let (key, rules) = (channel.key(self.app.index), channel.rules(&self.app));
        let except = who.and_then(socket_id::parse);
        let message = Message {
            event: event.into(),
            data: data.as_bytes().into(),
            form: if data.starts_with('"') { Form::Text } else { Form::Json },
            id: None,
            user: who.filter(|_| except.is_none()).map(Arc::from),
        };
        self.publish_message(key, Arc::new(message), except, rules).unwrap();
        self.deliver();
    }

    fn publish_message(
        &mut self,
        key: KeyRef<'_>,
        message: Arc<Message>,
        except: Option<SocketId>,
        rules: ChannelRules,
    ) -> Result<Published, PublishError> {
        let hash = self.hub.seed.hash(key);
        let accepted_at = self.now * 1_000_000;
        let request = PublishRequest { key, hash, message, except, rules, accepted_at };
        self.hub.with(hash, |shard, effects| shard.publish(self.now, request, effects))
    }

    pub(crate) fn disconnect(&mut self, user: &str, reason: DisconnectReason) {
        let key = KeyRef { app: self.app.index, access: Access::User, name: user };
        let hash = self.hub.seed.hash(key);
        self.hub.with(hash, |shard, effects| shard.disconnect_user(key, hash, reason, effects));
        self.deliver();
    }

    pub(crate) fn drain(&mut self) {
        for name in self.connections.keys().cloned().collect::<Vec<_>>() {
            self.call(&name, |session, ctx| session.disconnect(DisconnectReason::Reconnect, ctx));
        }
    }

    /// Lets time pass, one timer after the other.
    pub(crate) fn wait(&mut self, ms: u64) {
        let end = self.now + ms;
        loop {
            let due = self.connections.iter().filter(|(_, connection)| !connection.closed);
            let due = due.filter_map(|(name, connection)| Some((connection.wake_at?, name.clone())));
            let Some((at, name)) = due.min().filter(|(at, _)| *at <= end) else { break };
            self.now = self.now.max(at);
            self.connections.get_mut(&name).unwrap().wake_at = None;
            self.call(&name, |session, ctx| session.timer(ctx));
        }
        self.now = end;
        let tick = |shard: &mut Shard, effects: &mut dyn Effects| shard.tick(end, effects);
        _ = self.hub.with(0, tick);
        self.deliver();
    }

    /// Calls the session of a connection that is not closed.
    fn call(&mut self, name: &str, work: impl FnOnce(&mut dyn Session, &mut dyn Context)) {
        if !self.connections[name].closed {
            self.call_anyway(name, work);
        }
    }

    fn call_anyway(&mut self, name: &str, work: impl FnOnce(&mut dyn Session, &mut dyn Context)) {
        let connection = self.connections.get_mut(name).unwrap();
        let Some(mut session) = connection.session.take() else { return };
        work(&mut *session, &mut SessionContext { world: self, name });
        self.connections.get_mut(name).unwrap().session = Some(session);
        self.deliver();
    }

    fn deliver(&mut self) {
        loop {
            let publications = std::mem::take(&mut self.hub.queue.borrow_mut().publications);
            if publications.is_empty() {
                break;
            }
            publications.iter().for_each(|publication| self.deliver_one(publication));
        }
        // A connection that closed goes, and its going is delivered in turn.
        let closed = self
            .connections
            .values()
            .find(|connection| connection.closed && self.local.subscription_count(connection.slot) > 0);
        if let Some((slot, socket)) = closed.map(|connection| (connection.slot, connection.socket)) {
            self.local.leave(&self.hub, self.now, slot, socket);
            self.deliver();
        }
    }

    fn deliver_one(&mut self, publication: &Arc<Publication>) {
        let recipients = self.local.recipients(publication);
        let framings: BTreeMap<_, _> =
            recipients.flat_map(|(framing, slots)| slots.map(move |slot| (slot, framing))).collect();
        for name in self.connections.keys().cloned().collect::<Vec<_>>() {
            let connection = &self.connections[&name];
            let Some(&wanted) = framings.get(&connection.slot) else { continue };
            if publication.except == Some(connection.socket) || connection.closed {
                continue;
            }
            if let Body::Disconnect(reason) = publication.body {
                self.call(&name, |session, ctx| session.disconnect(reason, ctx));
                continue;
            }
            let encode = || {
                let mut text = Vec::new();
                framing::encode(wanted, publication, &mut text).map(|_| Arc::from(text))
            };
            if let Some(text) = publication.frames.get_or_encode(wanted, encode) {
                hear(&mut self.heard, &name, text);
            }
        }
    }
}

/// Whatever a client hears is one JSON object, and its data, where it is a string of the server's own, another. Clients of
/// Supabase's second serialiser hear lists, and frames, which begin with their type.
fn hear(heard: &mut Vec<String>, name: &str, text: &[u8]) {
    if text.first() == Some(&4) {
        return heard.push(format!("{name}< binary {}", text.escape_ascii()));
    }
    let text = std::str::from_utf8(text).unwrap();
    let message: serde_json::Value =
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    if message.is_array() {
        return heard.push(format!("{name}< {text}"));
    }
    let event = message["event"].as_str().unwrap_or_else(|| panic!("no event: {text}"));
    if let Some(data) = message["data"].as_str().filter(|_| event.starts_with("pusher")) {
        serde_json::from_str::<serde_json::Value>(data).unwrap_or_else(|error| panic!("{error}: {text}"));
    }
    heard.push(format!("{name}< {text}"));
}

fn socket(name: &str) -> SocketId {
    match name {
        "a" => SocketId { high: 1234, low: 1234 },
        name => {
            let number = u64::from(name.as_bytes()[0] - b'a' + 1);
            SocketId { high: number, low: number }
        }
    }
}
