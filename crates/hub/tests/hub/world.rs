//! A small process without threads: shards, loops with mailboxes, and connections that record what
//! they receive. The tests and the fuzz target drive it.

use std::{cell::RefCell, collections::VecDeque, sync::Arc};

use baton_hub::*;

/// Connections are assigned to the loops in turn.
pub(crate) struct World {
    pub(crate) hub: Hub,
    pub(crate) loops: Vec<Local>,
    pub(crate) connections: Vec<Connection>,
    pub(crate) now: Millis,
    loops_count: usize,
}

/// The shards and the mailboxes between them and the loops.
pub(crate) struct Hub {
    seed: HashSeed,
    shards: Vec<RefCell<Shard>>,
    pub(crate) output: RefCell<Output>,
}

pub(crate) struct Output {
    pub(crate) mailboxes: Vec<VecDeque<Arc<Publication>>>,
    /// Messages are refused while a mailbox holds this many publications of any kind.
    pub(crate) capacity: usize,
    pub(crate) events: Vec<String>,
    /// Occupied channels, of whatever app.
    pub(crate) occupied: u32,
}

pub(crate) struct Connection {
    pub(crate) on: usize,
    pub(crate) slot: ConnectionSlot,
    pub(crate) socket: SocketId,
    pub(crate) framing: Framing,
    pub(crate) received: Vec<String>,
}

impl Effects for Output {
    fn reserve(&mut self, loops: u64) -> Result<(), Full> {
        let full = self.targets(loops).any(|index| self.mailboxes[index].len() >= self.capacity);
        if full { Err(Full) } else { Ok(()) }
    }

    fn deliver(&mut self, loops: u64, publication: Arc<Publication>) {
        for index in self.targets(loops).collect::<Vec<_>>() {
            self.mailboxes[index].push_back(Arc::clone(&publication));
        }
    }

    fn occupy(&mut self, _: KeyRef<'_>, limit: u32) -> bool {
        let may = limit == 0 || self.occupied < limit;
        self.occupied += u32::from(may);
        may
    }

    fn vacate(&mut self, _: KeyRef<'_>) {
        self.occupied = self.occupied.checked_sub(1).expect("it was counted");
    }

    fn event(&mut self, event: Event) {
        self.events.push(match event {
            Event::Occupied(key) => format!("{} occupied", name(&key)),
            Event::Vacated(key) => format!("{} vacated", name(&key)),
            Event::MemberAdded(key, member) => format!("{} member {} added", name(&key), member.user_id),
            Event::MemberRemoved(key, member) => format!("{} member {} removed", name(&key), member.user_id),
            Event::CacheMiss(key) => format!("{} cache miss", name(&key)),
            Event::SubscriptionCount(key, count) => format!("{} count {count}", name(&key)),
        });
    }
}

impl Output {
    fn targets(&self, loops: u64) -> impl Iterator<Item = usize> + use<> {
        (0..self.mailboxes.len()).filter(move |index| loops & (1 << index) != 0)
    }
}

impl Shards for Hub {
    fn with<R>(&self, hash: u64, work: impl FnOnce(&mut Shard, &mut dyn Effects) -> R) -> R {
        let mut shard = self.shards[self.shard_of(hash)].borrow_mut();
        work(&mut shard, &mut *self.output.borrow_mut())
    }

    fn seed(&self) -> &HashSeed {
        &self.seed
    }
}

impl Hub {
    pub(crate) fn shard_of(&self, hash: u64) -> usize {
        usize::try_from(hash % self.shards.len() as u64).unwrap_or(0)
    }

    pub(crate) fn hash(&self, key: KeyRef<'_>) -> u64 {
        self.seed.hash(key)
    }

    pub(crate) fn shard<R>(&self, index: usize, work: impl FnOnce(&mut Shard) -> R) -> R {
        work(&mut self.shards[index].borrow_mut())
    }

    pub(crate) fn count(&self) -> usize {
        self.shards.len()
    }
}

impl World {
    pub(crate) fn new(shards: usize, loops: u8, connections: u32, limits: ShardLimits) -> Self {
        Self::with_order(shards, loops, connections, limits, true)
    }

    /// A world whose shards order by themselves, or apply what is ordered elsewhere.
    pub(crate) fn with_order(
        shards: usize,
        loops: u8,
        connections: u32,
        limits: ShardLimits,
        orders: bool,
    ) -> Self {
        let seed = HashSeed::new([1, 2, 3, 4]);
        let make = |index| {
            let shard = Shard::new(seed.clone(), index as u64 * 1_000, limits);
            RefCell::new(if orders { shard } else { shard.ordered_elsewhere() })
        };
        let shards = (0..shards).map(make).collect();
        let mailboxes = (0..loops).map(|_| VecDeque::new()).collect();
        let output =
            RefCell::new(Output { mailboxes, capacity: usize::MAX, events: Vec::new(), occupied: 0 });
        Self {
            hub: Hub { seed, shards, output },
            loops: (0..loops).map(|id| Local::new(LoopId(id))).collect(),
            connections: (0..connections).map(|number| Connection::new(number, loops)).collect(),
            now: 0,
            loops_count: usize::from(loops),
        }
    }

    pub(crate) fn subscribe(
        &mut self,
        client: usize,
        key: KeyRef<'_>,
        user: Option<(&str, &str)>,
        rules: ChannelRules,
    ) -> Result<Subscribed, LocalError> {
        self.subscribe_at(client, key, user, rules, None)
    }

    pub(crate) fn subscribe_at(
        &mut self,
        client: usize,
        key: KeyRef<'_>,
        user: Option<(&str, &str)>,
        rules: ChannelRules,
        place: Option<Place>,
    ) -> Result<Subscribed, LocalError> {
        let connection = &self.connections[client];
        let join = user.map(|(user_id, info)| JoinAs { user_id, info: info.as_bytes() });
        let (socket, interest) = (connection.socket, Interest::ALL);
        let request = LocalRequest { key, join, socket, interest, rules, place };
        self.loops[connection.on].subscribe(&self.hub, self.now, connection.slot, connection.framing, request)
    }

    pub(crate) fn unsubscribe(&mut self, client: usize, key: KeyRef<'_>) -> bool {
        let connection = &self.connections[client];
        let local = &mut self.loops[connection.on];
        local.unsubscribe(&self.hub, self.now, connection.slot, connection.socket, key)
    }

    pub(crate) fn leave(&mut self, client: usize) {
        let connection = &self.connections[client];
        self.loops[connection.on].leave(&self.hub, self.now, connection.slot, connection.socket);
    }

    pub(crate) fn publish(
        &mut self,
        key: KeyRef<'_>,
        data: &str,
        except: Option<usize>,
        rules: ChannelRules,
    ) -> Result<Published, PublishError> {
        let hash = self.hub.hash(key);
        let except = except.map(|client| self.connections[client].socket);
        let request = PublishRequest { key, hash, message: message(data), except, rules, accepted_at: 0 };
        self.hub.with(hash, |shard, effects| shard.publish(self.now, request, effects))
    }

    /// Publishes as one of the channel's members.
    pub(crate) fn publish_as(
        &mut self,
        user: &str,
        key: KeyRef<'_>,
        data: &str,
        rules: ChannelRules,
    ) -> Result<Published, PublishError> {
        let hash = self.hub.hash(key);
        let message = Message { user: Some(user.into()), ..(*message(data)).clone() };
        let request =
            PublishRequest { key, hash, message: Arc::new(message), except: None, rules, accepted_at: 0 };
        self.hub.with(hash, |shard, effects| shard.publish(self.now, request, effects))
    }

    pub(crate) fn track(
        &mut self,
        client: usize,
        key: KeyRef<'_>,
        presence_key: &str,
        info: &str,
    ) -> Result<bool, TrackError> {
        let (hash, socket) = (self.hub.hash(key), self.connections[client].socket);
        let request = TrackRequest { key, hash, socket, presence_key, info: info.as_bytes(), limit: 4 };
        self.hub.with(hash, |shard, effects| shard.track(self.now, request, effects))
    }

    pub(crate) fn untrack(&mut self, client: usize, key: KeyRef<'_>) -> bool {
        let (hash, socket) = (self.hub.hash(key), self.connections[client].socket);
        self.hub.with(hash, |shard, effects| shard.untrack(self.now, key, hash, socket, effects))
    }

    /// The presences of the channel, as sent: `key=info` each.
    pub(crate) fn presences(&self, key: KeyRef<'_>) -> Vec<String> {
        let hash = self.hub.hash(key);
        shown(&self.hub.with(hash, |shard, _| shard.presences(key, hash)))
    }

    pub(crate) fn info(&self, key: KeyRef<'_>) -> Option<ChannelInfo> {
        let hash = self.hub.hash(key);
        self.hub.with(hash, |shard, _| shard.info(self.now, key, hash))
    }

    pub(crate) fn history(&self, key: KeyRef<'_>, range: HistoryRange) -> Option<HistoryPage> {
        let hash = self.hub.hash(key);
        self.hub.with(hash, |shard, _| shard.history(self.now, key, hash, range))
    }

    pub(crate) fn follow(&self, key: KeyRef<'_>, place: Place, snapshot: &Snapshot<'_>) {
        let hash = self.hub.hash(key);
        self.hub
            .with(hash, |shard, effects| shard.follow(self.now, (key, hash), place, snapshot, effects))
            .expect("within the limits");
    }

    pub(crate) fn unfollow(&self, key: KeyRef<'_>) {
        let hash = self.hub.hash(key);
        self.hub.with(hash, |shard, _| shard.unfollow(self.now, key, hash));
    }

    pub(crate) fn disconnect_user(&self, key: KeyRef<'_>) -> bool {
        let hash = self.hub.hash(key);
        let reason = DisconnectReason::Terminated;
        self.hub.with(hash, |shard, effects| shard.disconnect_user(key, hash, reason, effects))
    }

    /// Advances time and does all that is due.
    pub(crate) fn pass(&mut self, ms: Millis) {
        self.now += ms;
        for shard in &self.hub.shards {
            let mut output = self.hub.output.borrow_mut();
            while shard.borrow_mut().tick(self.now, &mut *output).is_some_and(|at| at <= self.now) {}
        }
    }

    /// A loop takes up to `count` publications from its mailbox and delivers them.
    pub(crate) fn deliver(&mut self, on: usize, count: usize) {
        for _ in 0..count {
            let Some(publication) = self.hub.output.borrow_mut().mailboxes[on].pop_front() else { return };
            let line = line(&publication);
            for (framing, slots) in self.loops[on].recipients(&publication) {
                for slot in slots {
                    let client = slot.0 as usize * self.loops_count + on;
                    let connection = &mut self.connections[client];
                    assert_eq!(connection.framing, framing, "slot {slot:?} stands in another's group");
                    if publication.except != Some(connection.socket) {
                        connection.received.push(line.clone());
                    }
                }
            }
        }
    }

    pub(crate) fn deliver_all(&mut self) {
        for on in 0..self.loops.len() {
            self.deliver(on, usize::MAX);
        }
    }

    /// What a connection has received since the last call, after all was delivered.
    pub(crate) fn received(&mut self, client: usize) -> Vec<String> {
        self.deliver_all();
        std::mem::take(&mut self.connections[client].received)
    }

    /// The events since the last call.
    pub(crate) fn events(&self) -> Vec<String> {
        std::mem::take(&mut self.hub.output.borrow_mut().events)
    }
}

impl Connection {
    fn new(number: u32, loops: u8) -> Self {
        let loops = u32::from(loops);
        Self {
            on: (number % loops) as usize,
            slot: ConnectionSlot(number / loops),
            socket: SocketId { high: 1, low: u64::from(number) },
            framing: Framing((number / loops % 2) as u8),
            received: Vec::new(),
        }
    }
}

/// A publication in one line.
fn line(publication: &Publication) -> String {
    let channel = name(&publication.channel);
    match &publication.body {
        Body::Message { message, position, .. } => format!("{channel} {} {}", position.offset, text(message)),
        Body::MemberJoined(member) => format!("{channel} +{}", member.user_id),
        Body::MemberLeft(member) => format!("{channel} -{}", member.user_id),
        Body::Presence(change) => presence_line(&channel, change),
        Body::SubscriptionCount(count) => format!("{channel} ={count}"),
        Body::UserStatus { online } => format!("{channel} online={online}"),
        Body::Disconnect(_) => format!("{channel} disconnect"),
    }
}

pub(crate) fn shown(state: &PresenceState) -> Vec<String> {
    let one = |one: &Arc<Presence>| format!("{}={}", one.key, String::from_utf8_lossy(&one.info));
    state.presences.iter().map(one).collect()
}

fn presence_line(channel: &str, change: &PresenceChange) -> String {
    let listed = |sign: &str, presences: &[Arc<Presence>]| -> String {
        presences
            .iter()
            .map(|one| format!(" {sign}{}={}", one.key, String::from_utf8_lossy(&one.info)))
            .collect()
    };
    format!("{channel}{}{}", listed("+", &change.joined), listed("-", &change.left))
}

/// A channel's name with its class, as these tests print it.
fn name(key: &ChannelKey) -> String {
    format!("{:?}:{}", key.access(), key.name())
}

pub(crate) fn text(message: &Message) -> String {
    String::from_utf8_lossy(&message.data).into_owned()
}

pub(crate) fn message(data: &str) -> Arc<Message> {
    Arc::new(Message {
        event: "e".into(),
        data: data.as_bytes().into(),
        form: Form::Text,
        id: None,
        user: None,
    })
}

pub(crate) fn key(access: Access, name: &str) -> KeyRef<'_> {
    KeyRef { app: AppId(1), access, name }
}

/// A channel that stores nothing and sends no counts.
pub(crate) const PLAIN: ChannelRules = ChannelRules {
    last_message_ms: None,
    history_messages: 0,
    history_ms: 0,
    history_bytes: 0,
    numbering_minutes: 0,
    members: u32::MAX,
    app_channels: 0,
    count_subscriptions: false,
    number_messages: false,
};
