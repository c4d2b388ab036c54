//! A small world for sessions: one shard, one loop, virtual time, and connections with names.

use std::{cell::RefCell, collections::BTreeMap, sync::Arc};

use baton_hub::{
    Access, AppId, Body, ChannelRules, ConnectionSlot, DisconnectReason, Effects, Event, Form, Frames,
    Framing, Full, HashSeed, HistoryPage, HistoryRange, Interest, JoinAs, KeyRef, Local, LocalError,
    LocalRequest, LoopId, Member, Message, Millis, Position, PresenceState, Publication, PublishError,
    PublishRequest, Published, Shard, ShardLimits, Shards, SocketId, Subscribed, TrackError, TrackRequest,
};
use baton_protocols::{
    Answer, App, Asked, Claims, ClientRates, Context, FollowFailure, FollowNews, FollowRequest, HookAnswer,
    Missed, MissedSince, OverQuota, PolicyAnswer, PolicyQuestion, Question, Refusal, ReplayAnswer,
    ReplayQuestion, Session, SubscribeFailure, Ticket, TokenAnswer, TokenError, framing,
    phoenix::{self, PhoenixSession, PublicBroadcast},
    pusher::{ChannelName, ConnectRequest, PusherSession, Refused, socket_id},
    rules,
};

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
    /// Users whose tokens have been revoked.
    /// Where an earlier connection of the next subscriber was, and whether that is lost.
    pub(crate) earlier: Option<(u64, bool)>,
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

/// Tokens of this world say a role and until when, and perhaps of which user: `anon@1500`, `user@1500@ann`.
fn verify(token: &str, unix_s: u64) -> Result<Arc<Claims>, TokenError> {
    let (role, expiry) = token.split_once('@').ok_or(TokenError::Signature)?;
    let (expiry, subject) =
        expiry.split_once('@').map_or((expiry, None), |(expiry, user)| (expiry, Some(user.into())));
    let expires_s = expiry.parse().map_err(|_| TokenError::ExpiryInvalid)?;
    if expires_s <= unix_s {
        return Err(TokenError::Expired { seconds: unix_s - expires_s });
    }
    Ok(Arc::new(Claims { role: role.into(), subject, expires_s, json: "{}".into(), ..Claims::default() }))
}

struct SessionContext<'a> {
    world: &'a mut World,
    name: &'a str,
}

impl SessionContext<'_> {
    fn connection(&self) -> &Connection {
        &self.world.connections[self.name]
    }

    fn is_closed(&self) -> bool {
        self.connection().closed
    }

    fn verify(&self, token: &str) -> TokenAnswer {
        let claims = verify(token, self.world.unix_time_ms() / 1_000)?;
        if self.is_revoked(&claims) { Err(TokenError::Revoked) } else { Ok(claims) }
    }

    fn later(&mut self, kind: Kind) -> Asked {
        self.world.tickets += 1;
        let ticket = Ticket(self.world.tickets.try_into().unwrap());
        self.world.connections.get_mut(self.name).unwrap().questions.push(Open { ticket, kind });
        Asked::Later(ticket)
    }
}

impl Context for SessionContext<'_> {
    fn app(&self) -> &Arc<App> {
        &self.world.app
    }

    fn now(&self) -> Millis {
        self.world.now
    }

    fn last_heard(&self) -> Millis {
        self.connection().last_heard
    }

    fn socket_id(&self) -> SocketId {
        self.connection().socket
    }

    fn send(&mut self, text: &[u8]) {
        assert!(!self.is_closed(), "{} is sent something after its end", self.name);
        hear(&mut self.world.heard, self.name, text);
    }

    fn send_binary(&mut self, data: &[u8]) {
        panic!("{} is sent {} bytes of binary data, which no client of Pusher reads", self.name, data.len());
    }

    fn ping(&mut self) {
        self.world.heard.push(format!("{}< PING", self.name));
    }

    fn close(&mut self, code: u16, reason: &str) {
        assert!(!self.is_closed(), "{} is closed twice", self.name);
        assert!(reason.len() <= 123 && code < 4300, "not a close frame: {code} {reason}");
        self.world.heard.push(format!("{}< CLOSE {code} {reason}", self.name));
        self.world.connections.get_mut(self.name).unwrap().closed = true;
    }

    fn wake_at(&mut self, at: Millis) {
        self.world.connections.get_mut(self.name).unwrap().wake_at = Some(at);
    }

    fn subscribe(
        &mut self,
        key: KeyRef<'_>,
        join: Option<JoinAs<'_>>,
        (interest, encoding): (Interest, Framing),
        rules: ChannelRules,
    ) -> Result<Subscribed, SubscribeFailure> {
        let Connection { slot, socket, .. } = *self.connection();
        let request = LocalRequest { key, join, socket, interest, rules, place: None };
        let World { local, hub, now, .. } = &mut *self.world;
        local.subscribe(hub, *now, slot, encoding, request).map_err(|error| match error {
            LocalError::Already => SubscribeFailure::Already,
            LocalError::Shard(error) => SubscribeFailure::Hub(error),
        })
    }

    fn missed(&mut self, subscribed: &Subscribed, since: MissedSince<'_>) -> Option<Missed> {
        let after = match since {
            MissedSince::Position(position) => position,
            MissedSince::EarlierConnection { user } => {
                let user = user.unwrap_or("nobody");
                let (offset, is_lost) = self.world.earlier.take()?;
                self.world.heard.push(format!("asked missed by {user}"));
                Position { epoch: if is_lost { 0 } else { subscribed.position.epoch }, offset }
            }
        };
        let range = HistoryRange { after: Some(after), limit: 100, newest_first: false };
        let page = self.history(subscribed.key.borrowed(), range)?;
        Some(Missed { after, page, sent: 0, former: Vec::new() })
    }

    fn send_missed(&mut self, subscribed: &Subscribed, missed: Missed) {
        if !missed.is_complete() {
            return;
        }
        let key = subscribed.key.borrowed();
        let hash = self.world.hub.seed.hash(key);
        let (encoding, _) = self.world.local.heard(self.connection().slot, key, hash).unwrap();
        for recorded in missed.page.messages {
            let position = Position { epoch: subscribed.position.epoch, offset: recorded.offset };
            let publication = Publication {
                channel: Arc::clone(&subscribed.key),
                channel_id: subscribed.id,
                seq: 0,
                body: Body::Message { message: recorded.message, position, numbered: false },
                except: None,
                accepted_at: 0,
                frames: Frames::default(),
            };
            let mut text = Vec::new();
            if framing::encode(encoding, &publication, &mut text).is_some() {
                self.send(&text);
            }
        }
    }

    fn unsubscribe(&mut self, key: KeyRef<'_>) -> bool {
        let (slot, socket) = (self.connection().slot, self.connection().socket);
        let World { local, hub, now, .. } = &mut *self.world;
        local.unsubscribe(hub, *now, slot, socket, key)
    }

    fn subscription(&self, key: KeyRef<'_>) -> Option<Option<Arc<Member>>> {
        let hash = self.world.hub.seed.hash(key);
        let found = self.world.local.subscription(self.connection().slot, key, hash)?;
        Some(found.member.cloned())
    }

    fn subscription_count(&self) -> usize {
        self.world.local.subscription_count(self.connection().slot)
    }

    fn may_send(&mut self, bytes: usize) -> Result<(), OverQuota> {
        let World { app, client_rates, now, .. } = &mut *self.world;
        client_rates.may_send(*now, app, 1, bytes)
    }

    fn publish(
        &mut self,
        key: KeyRef<'_>,
        message: Arc<Message>,
        except: Option<SocketId>,
        rules: ChannelRules,
    ) -> Result<Published, PublishError> {
        self.world.publish_message(key, message, except, rules)
    }

    fn set_interest(&mut self, key: KeyRef<'_>, interest: Interest) -> bool {
        let (slot, hash) = (self.connection().slot, self.world.hub.seed.hash(key));
        self.world.local.set_interest(slot, key, hash, interest)
    }

    fn track(
        &mut self,
        key: KeyRef<'_>,
        presence_key: &str,
        info: &[u8],
        limit: u32,
    ) -> Result<bool, TrackError> {
        let (hash, socket) = (self.world.hub.seed.hash(key), self.connection().socket);
        let request = TrackRequest { key, hash, socket, presence_key, info, limit };
        self.world.hub.with(hash, |shard, effects| shard.track(self.world.now, request, effects))
    }

    fn untrack(&mut self, key: KeyRef<'_>) -> bool {
        let (hash, socket) = (self.world.hub.seed.hash(key), self.connection().socket);
        self.world.hub.with(hash, |shard, effects| shard.untrack(self.world.now, key, hash, socket, effects))
    }

    fn presences(&self, key: KeyRef<'_>) -> Arc<PresenceState> {
        let hash = self.world.hub.seed.hash(key);
        self.world.hub.with(hash, |shard, _| shard.presences(key, hash))
    }

    fn history(&self, key: KeyRef<'_>, range: HistoryRange) -> Option<HistoryPage> {
        let hash = self.world.hub.seed.hash(key);
        self.world.hub.with(hash, |shard, _| shard.history(self.world.now, key, hash, range))
    }

    fn is_revoked(&self, claims: &Claims) -> bool {
        claims.subject.as_deref().is_some_and(|user| self.world.revoked.iter().any(|revoked| revoked == user))
    }

    fn ask(&mut self, question: Question<'_>) -> Asked {
        match question {
            Question::Policies(PolicyQuestion { topic, direction, claims, .. })
                if self.world.has_policies =>
            {
                self.world.heard.push(format!("asked {} {direction:?} {topic} {}", self.name, claims.role));
                self.later(Kind::Parks)
            }
            Question::Recheck(PolicyQuestion { topic, direction, claims, .. }) => {
                self.world
                    .heard
                    .push(format!("asked again {} {direction:?} {topic} {}", self.name, claims.role));
                self.later(Kind::Recheck)
            }
            Question::Replay(ReplayQuestion { topic, since_ms, after, limit }) if self.world.has_stored => {
                let name = self.name;
                self.world.heard.push(format!("asked {name} stored {topic} {since_ms} {after:?} {limit}"));
                self.later(Kind::Parks)
            }
            Question::Token(token) if self.world.awaits_keys && token.starts_with("new") => {
                self.later(Kind::Parks)
            }
            Question::Token(token) => Asked::Now(Answer::Token(self.verify(token))),
            Question::Follow(FollowRequest { topic, claims, .. }) if self.world.has_changes => {
                self.world.followings += 1;
                let number = self.world.followings;
                self.world
                    .heard
                    .push(format!("asked {} changes {number} {topic} {}", self.name, claims.role));
                self.later(Kind::Follow(number))
            }
            Question::Hook(question) => {
                let mut text = Vec::new();
                question.write(&mut text);
                let text = String::from_utf8(text).unwrap();
                self.world.heard.push(format!("asked {} a hook {{{text}}}", self.name));
                self.later(Kind::Parks)
            }
            Question::Room(_) if self.world.is_crowded => self.later(Kind::Parks),
            Question::Follow(_)
            | Question::Room(_)
            | Question::Policies(_)
            | Question::Replay(_)
            | Question::Broadcasts => Asked::Now(question.unavailable()),
        }
    }

    fn cancel(&mut self, ticket: Ticket) {
        let questions = &mut self.world.connections.get_mut(self.name).unwrap().questions;
        let place = questions.iter().position(|open| open.ticket == ticket).unwrap();
        let Open { kind: Kind::Follow(number), .. } = questions.remove(place) else { return };
        self.world.heard.push(format!("asked {} no changes {number}", self.name));
    }

    fn unix_time_ms(&self) -> u64 {
        self.world.unix_time_ms()
    }

    fn refused(&mut self, cause: Refusal) {
        self.world.heard.push(format!("counted {}", cause.label()));
    }
}
