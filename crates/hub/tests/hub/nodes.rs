//! Nodes that apply what an engine has ordered, against one shard that orders by itself: after the
//! same commands all have the same messages, members and presences, and every connection was sent
//! the same messages.

use std::collections::VecDeque;

use baton_hub::*;
use proptest::prelude::*;

use crate::world::*;

const NODES: usize = 3;
const CONNECTIONS: usize = 9;
const CHANNELS: [(Access, &str, ChannelRules); 3] = [
    (Access::Public, "plain", PLAIN),
    (Access::Private, "history", ChannelRules { history_messages: 4, history_ms: 80, ..PLAIN }),
    (Access::Presence, "room", PLAIN),
];
const USERS: [&str; 3] = ["ann", "bob", "cy"];

fn limits() -> ShardLimits {
    ShardLimits { gather_ms: 20, ..ShardLimits::default() }
}

fn channel_key(channel: usize) -> KeyRef<'static> {
    key(CHANNELS[channel].0, CHANNELS[channel].1)
}

const NOBODY: Snapshot<'_> = Snapshot { members: &[], presences: &[], is_online: false };

/// Before the first command.
const FIRST: Place = Place { epoch: 7, seq: 0, prev_seq: 0, offset: 0 };

/// A command on its way from the engine to a node.
#[derive(Clone)]
struct Sent {
    channel: usize,
    place: Place,
    what: What,
}

#[derive(Clone)]
enum What {
    Publish { data: String, except: Option<usize> },
    Join { client: usize, user: usize },
    Leave { user: usize },
    Track { client: usize, info: String },
    Untrack { client: usize },
}

/// Gives the places: numbers of all channels together, so that those of one have gaps.
struct Engine {
    seq: u64,
    newest: [Place; CHANNELS.len()],
    /// The engine's offsets of each channel's messages.
    offsets: [Vec<u64>; CHANNELS.len()],
}

impl Engine {
    fn new() -> Self {
        Self { seq: 0, newest: [FIRST; CHANNELS.len()], offsets: Default::default() }
    }

    fn order(&mut self, channel: usize, is_message: bool) -> Place {
        self.seq += 1;
        let newest = &mut self.newest[channel];
        let offset = if is_message { newest.offset + 1 + self.seq % 3 } else { newest.offset };
        *newest = Place { seq: self.seq, prev_seq: newest.seq, offset, ..*newest };
        if is_message {
            self.offsets[channel].push(offset);
        }
        *newest
    }
}

struct Node {
    world: World,
    queue: VecDeque<Sent>,
}

impl Node {
    fn apply(&mut self, count: usize) {
        for sent in self.queue.drain(..count.min(self.queue.len())).collect::<Vec<_>>() {
            assert_eq!(self.world.apply(&sent), Applied::Applied);
            if sent.place.seq % 5 == 0 {
                assert_eq!(self.world.apply(&sent), Applied::Repeated, "an engine may send twice");
            }
        }
    }
}

impl World {
    fn apply(&mut self, sent: &Sent) -> Applied {
        let (_, _, rules) = CHANNELS[sent.channel];
        let key = channel_key(sent.channel);
        let hash = self.hub.hash(key);
        let command = match &sent.what {
            What::Publish { data, except } => Command::Publish {
                message: message(data),
                except: except.map(|client| self.connections[client].socket),
                rules,
                accepted_at: 0,
            },
            What::Join { client, user } => Command::Join {
                join: JoinAs { user_id: USERS[*user], info: b"" },
                socket: self.connections[*client].socket,
            },
            What::Leave { user } => Command::Leave { user_id: USERS[*user] },
            What::Track { client, info } => Command::Track {
                socket: self.connections[*client].socket,
                presence_key: "key",
                info: info.as_bytes(),
            },
            What::Untrack { client } => Command::Untrack { socket: self.connections[*client].socket },
        };
        let ordered = Ordered { key, hash, place: sent.place, command };
        self.hub.with(hash, |shard, effects| shard.apply(self.now, ordered, effects))
    }

    fn members(&self, key: KeyRef<'_>) -> Vec<String> {
        let hash = self.hub.hash(key);
        let roster = self.hub.with(hash, |shard, _| shard.members(key, hash));
        roster
            .map(|roster| roster.members.iter().map(|it| it.user_id.to_string()).collect())
            .unwrap_or_default()
    }
}

/// One shard that orders, and nodes with an engine, with the same connections: connection n belongs
/// to node n modulo [`NODES`].
struct Cluster {
    alone: World,
    nodes: Vec<Node>,
    engine: Engine,
    /// The user of each connection on each channel.
    on: Vec<[Option<usize>; CHANNELS.len()]>,
    messages: u32,
}

impl Cluster {
    fn new() -> Self {
        let world = |orders| {
            let connections = CONNECTIONS as u32;
            World::with_order(2, 2, connections, limits(), orders)
        };
        let nodes = (0..NODES).map(|_| Node { world: world(false), queue: VecDeque::new() }).collect();
        let on = vec![[None; CHANNELS.len()]; CONNECTIONS];
        let cluster = Self { alone: world(true), nodes, engine: Engine::new(), on, messages: 0 };
        for channel in 0..CHANNELS.len() {
            // So that the single shard does not end the channel's numbering either.
            cluster.alone.follow(channel_key(channel), cluster.engine.newest[channel], &NOBODY);
            cluster.nodes.iter().for_each(|node| node.world.follow(channel_key(channel), FIRST, &NOBODY));
        }
        cluster
    }

    fn node(&mut self, client: usize) -> &mut Node {
        &mut self.nodes[client % NODES]
    }

    /// Orders a command and sends it to all nodes but one.
    fn send(&mut self, channel: usize, what: What, but: Option<usize>) -> Place {
        let place = self.engine.order(channel, matches!(what, What::Publish { .. }));
        for (n, node) in self.nodes.iter_mut().enumerate() {
            if Some(n) != but {
                node.queue.push_back(Sent { channel, place, what: what.clone() });
            }
        }
        place
    }

    fn step(&mut self, [kind, a, b, c]: [u8; 4]) {
        let client = usize::from(a) % CONNECTIONS;
        let channel = usize::from(b) % CHANNELS.len();
        match kind % 12 {
            0..3 => self.subscribe(client, channel, usize::from(c) % USERS.len()),
            3..5 => self.unsubscribe(client, channel),
            5..8 => {
                self.messages += 1;
                let data = format!("{:03}", self.messages);
                let except = Some(client).filter(|_| c % 2 == 0);
                let (_, _, rules) = CHANNELS[channel];
                self.alone.publish(channel_key(channel), &data, except, rules).expect("within the limits");
                self.send(channel, What::Publish { data, except }, None);
            }
            8 if self.on[client][channel].is_some() => {
                let info = c.to_string();
                if self.alone.track(client, channel_key(channel), "key", &info).unwrap_or(false) {
                    self.send(channel, What::Track { client, info }, None);
                }
            }
            9 => {
                if self.alone.untrack(client, channel_key(channel)) {
                    self.send(channel, What::Untrack { client }, None);
                }
            }
            10 => {
                let ms = u64::from(c % 16);
                self.alone.pass(ms);
                self.nodes.iter_mut().for_each(|node| node.world.pass(ms));
            }
            _ => self.nodes[usize::from(a) % NODES].apply(usize::from(c % 8)),
        }
    }

    fn subscribe(&mut self, client: usize, channel: usize, user: usize) {
        if self.on[client][channel].is_some() {
            return;
        }
        let (access, _, rules) = CHANNELS[channel];
        let join = Some((USERS[user], "")).filter(|_| access == Access::Presence);
        self.alone.subscribe(client, channel_key(channel), join, rules).expect("within the limits");
        let place = join.map(|_| self.send(channel, What::Join { client, user }, Some(client % NODES)));
        let newest = self.engine.newest[channel];
        let node = self.node(client);
        if join.is_some() && node.queue.iter().any(|sent| sent.channel == channel) {
            let early = node.world.subscribe_at(client, channel_key(channel), join, rules, place);
            assert_eq!(early.expect_err("the join is ahead"), LocalError::Shard(SubscribeError::OutOfOrder));
        }
        node.apply(usize::MAX);
        let subscribed = node
            .world
            .subscribe_at(client, channel_key(channel), join, rules, place)
            .expect("within the limits");
        assert_eq!(subscribed.position, Position { epoch: newest.epoch, offset: newest.offset });
        self.on[client][channel] = Some(user);
    }

    fn unsubscribe(&mut self, client: usize, channel: usize) {
        let Some(user) = self.on[client][channel].take() else { return };
        self.node(client).apply(usize::MAX);
        let tracked = self.alone.untrack(client, channel_key(channel));
        assert!(self.alone.unsubscribe(client, channel_key(channel)));
        assert!(self.node(client).world.unsubscribe(client, channel_key(channel)));
        if tracked {
            self.send(channel, What::Untrack { client }, None);
        }
        if CHANNELS[channel].0 == Access::Presence {
            self.send(channel, What::Leave { user }, None);
        }
    }

    /// All is applied and sent: every node has the state of the single shard.
    fn compare(&mut self) {
        for node in &mut self.nodes {
            node.apply(usize::MAX);
            node.world.pass(100);
            node.world.pass(100);
        }
        self.alone.pass(100);
        self.alone.pass(100);
        for channel in 0..CHANNELS.len() {
            let key = channel_key(channel);
            for node in &self.nodes {
                let sorted = |mut list: Vec<String>| {
                    list.sort();
                    list
                };
                // A member that returns before its leave was sent retains its place, and nodes send
                // at their own times.
                assert_eq!(sorted(node.world.members(key)), sorted(self.alone.members(key)));
                assert_eq!(sorted(node.world.presences(key)), sorted(self.alone.presences(key)));
                self.compare_history(channel, &node.world);
            }
        }
        for client in 0..CONNECTIONS {
            let alone = messages(&self.alone.received(client));
            assert_eq!(
                messages(&self.nodes[client % NODES].world.received(client)),
                alone,
                "connection {client}"
            );
        }
    }

    fn compare_history(&self, channel: usize, node: &World) {
        let key = channel_key(channel);
        let offsets = &self.engine.offsets[channel];
        for read in 0..=offsets.len() {
            let range = |position| HistoryRange { after: Some(position), limit: 9, newest_first: false };
            let page = |world: &World, offset| {
                let page = world
                    .history(key, range(Position { epoch: FIRST.epoch, offset }))
                    .expect("within the limits");
                (page.messages.iter().map(|it| text(&it.message)).collect::<Vec<_>>(), page.complete)
            };
            let engines = if read == 0 { 0 } else { offsets[read - 1] };
            assert_eq!(
                page(node, engines),
                page(&self.alone, read as u64),
                "after message {read} of {offsets:?}"
            );
        }
    }
}

/// Each channel's messages without their offsets, in order.
fn messages(lines: &[String]) -> Vec<String> {
    let mut messages: Vec<String> = lines
        .iter()
        .filter_map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                [channel, _, text] if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                    Some(format!("{channel} {text}"))
                }
                _ => None,
            }
        })
        .collect();
    messages.sort_by(|a, b| a.split(' ').next().cmp(&b.split(' ').next()));
    messages
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nodes_that_apply_one_order_equal_a_shard_that_orders_by_itself(
        steps in prop::collection::vec(any::<[u8; 4]>(), 0..150),
    ) {
        let mut cluster = Cluster::new();
        steps.into_iter().for_each(|step| cluster.step(step));
        cluster.compare();
    }
}

fn place(seq: u64, prev_seq: u64, offset: u64) -> Place {
    Place { epoch: 7, seq, prev_seq, offset }
}

fn publish(data: &str, place: Place) -> Sent {
    Sent { channel: 1, place, what: What::Publish { data: data.into(), except: None } }
}

/// A node with one subscriber of the channel with a history, which begins at a place.
fn node_at(place: Place) -> World {
    let mut world = World::with_order(1, 1, 1, limits(), false);
    let (_, _, rules) = CHANNELS[1];
    world.follow(channel_key(1), place, &NOBODY);
    world.subscribe(0, channel_key(1), None, rules).expect("within the limits");
    world
}

#[test]
fn a_shard_whose_commands_an_engine_orders_changes_nothing_by_itself() {
    let mut world = World::with_order(1, 1, 2, limits(), false);
    let (room, user) = (channel_key(2), key(Access::User, "ann"));
    world.follow(room, FIRST, &NOBODY);
    let joined = world.subscribe(0, room, Some(("ann", "")), PLAIN);
    assert_eq!(joined.err(), Some(LocalError::Shard(SubscribeError::OutOfOrder)));
    world.subscribe(0, room, None, PLAIN).expect("no join");
    world.subscribe(1, user, None, PLAIN).expect("no join");
    let stored = ChannelRules { history_messages: 4, history_ms: 80, ..PLAIN };
    let published = world.publish(room, "x", None, stored).expect("it may be ordered");
    assert_eq!(published.subscriptions, 1);
    world.publish(channel_key(1), "x", None, stored).expect("it may be ordered");
    assert_eq!(world.track(0, room, "key", "1"), Ok(true), "it may be ordered");
    assert!(world.disconnect_user(user), "it may be ordered");
    let mut full = World::with_order(1, 1, 1, ShardLimits { channels: 1, ..limits() }, false);
    full.subscribe(0, user, None, PLAIN).expect("the only channel");
    let refused = full.publish(channel_key(1), "x", None, stored);
    assert_eq!(refused.err(), Some(PublishError::ChannelsFull { limit: 1 }), "before it is ordered");
    world.pass(100);
    assert_eq!(world.hub.shard(0, |shard| shard.channels()), 2, "none was opened for a message");
    assert!(world.presences(room).is_empty());
    assert_eq!(world.info(room).expect("it is occupied").position.offset, 0);
    assert_eq!([world.received(0), world.received(1)], [[""; 0]; 2]);

    let track = Sent { channel: 2, place: place(1, 0, 0), what: What::Track { client: 0, info: "1".into() } };
    assert_eq!(world.apply(&track), Applied::Applied);
    assert!(world.untrack(0, room), "it may be ordered");
    world.unsubscribe(0, room);
    world.pass(100);
    assert_eq!(world.presences(room).len(), 1, "its end is ordered as well");
}

#[test]
fn a_gap_is_detected_and_changes_nothing() {
    let mut world = node_at(place(10, 4, 3));
    assert_eq!(world.apply(&publish("a", place(12, 10, 5))), Applied::Applied);
    assert_eq!(world.apply(&publish("c", place(20, 15, 9))), Applied::Gap { applied: 12 });
    assert_eq!(world.apply(&publish("a", place(12, 10, 5))), Applied::Repeated);
    let other_epoch = Place { epoch: 8, ..place(1, 0, 1) };
    assert_eq!(world.apply(&publish("x", other_epoch)), Applied::Gap { applied: 12 });
    assert_eq!(world.received(0), ["Private:history 5 a"]);
    assert_eq!(world.apply(&publish("b", place(15, 12, 6))), Applied::Applied);
    assert_eq!(world.apply(&publish("c", place(20, 15, 9))), Applied::Applied);
    assert_eq!(world.received(0), ["Private:history 6 b", "Private:history 9 c"]);
}

#[test]
fn a_node_that_goes_on_behind_a_gap_has_no_history_from_before_it() {
    let mut world = node_at(place(10, 4, 3));
    let page = |world: &World, offset| {
        let range =
            HistoryRange { after: Some(Position { epoch: 7, offset }), limit: 9, newest_first: false };
        let page = world.history(channel_key(1), range).unwrap();
        (page.messages.iter().map(|it| it.offset).collect::<Vec<_>>(), page.complete)
    };
    world.apply(&publish("a", place(12, 10, 5)));
    assert_eq!(page(&world, 3), (vec![5], true));
    assert_eq!(page(&world, 2), (vec![5], false), "3 was before this node");
    world.follow(channel_key(1), place(30, 25, 20), &NOBODY);
    world.apply(&publish("z", place(31, 30, 24)));
    assert_eq!(page(&world, 5), (vec![24], false));
    assert_eq!(page(&world, 20), (vec![24], true));
    assert_eq!(page(&world, 24), (vec![], true));
}

#[test]
fn a_followed_channel_retains_its_numbering_and_members_without_subscribers() {
    let mut world = World::with_order(1, 1, 2, limits(), false);
    let room = channel_key(2);
    world.follow(room, place(10, 4, 3), &NOBODY);
    let join = |client, seq| Sent {
        channel: 2,
        place: place(seq, seq - 1, 3),
        what: What::Join { client, user: client },
    };
    assert_eq!(world.apply(&join(0, 11)), Applied::Applied);
    world.pass(50);
    world.subscribe_at(1, room, Some(("bob", "")), PLAIN, Some(place(12, 11, 3))).unwrap();
    world.leave(1);
    assert_eq!(world.members(room), ["ann", "bob"], "the leave of bob is ordered as well");
    let leave = Sent { channel: 2, place: place(13, 12, 3), what: What::Leave { user: 1 } };
    assert_eq!(world.apply(&leave), Applied::Applied);
    assert_eq!(world.members(room), ["ann"]);
    world.unfollow(room);
    assert_eq!(world.apply(&join(0, 14)), Applied::NotHere);
    assert!(world.members(room).is_empty());
}

#[test]
fn a_node_that_follows_starts_from_the_snapshot_and_sends_the_difference_behind_a_gap() {
    let mut world = World::with_order(1, 1, 2, limits(), false);
    let room = channel_key(2);
    let as_user = |user_id| JoinAs { user_id, info: b"" };
    let (one, two) = (SocketId { high: 5, low: 5 }, SocketId { high: 6, low: 6 });
    let members = [(as_user("ann"), 2), (as_user("bob"), 1)];
    let presences = [(one, "key", &b"1"[..])];
    world.follow(
        room,
        place(10, 4, 0),
        &Snapshot { members: &members, presences: &presences, is_online: false },
    );
    assert_eq!(world.events(), [""; 0], "their own nodes reported the joins");
    let subscribed = world.subscribe_at(0, room, Some(("cy", "")), PLAIN, Some(place(11, 10, 0))).unwrap();
    assert_eq!(subscribed.roster.unwrap().members.len(), 2, "without itself, as its join has not been sent");
    assert_eq!(world.presences(room), ["key=1"]);
    world.pass(100);
    world.received(0);
    // Ann's last connection and bob left in the gap, dan joined, and another connection declared a
    // presence.
    let members = [(as_user("cy"), 1), (as_user("dan"), 1)];
    let presences = [(two, "key", &b"2"[..])];
    world.follow(
        room,
        place(20, 15, 0),
        &Snapshot { members: &members, presences: &presences, is_online: false },
    );
    world.pass(100);
    let mut received = world.received(0);
    received.sort();
    assert_eq!(
        received,
        ["Presence:room +dan", "Presence:room +key=2 -key=1", "Presence:room -ann", "Presence:room -bob"]
    );
    assert_eq!(
        (world.members(room), world.presences(room)),
        (vec!["cy".into(), "dan".into()], vec!["key=2".into()])
    );
    let leave = |seq| Sent { channel: 2, place: place(seq, seq - 1, 0), what: What::Leave { user: 1 } };
    assert_eq!(world.apply(&leave(21)), Applied::Applied, "of a user that is not here: no effect");
    world.pass(100);
    assert_eq!(world.received(0), [""; 0]);
}

#[test]
fn subscribers_of_a_status_start_with_the_state_of_the_engine() {
    let mut world = World::with_order(1, 1, 3, limits(), false);
    let (user, status) = (key(Access::User, "ann"), key(Access::UserStatus, "ann"));
    world.follow(status, place(10, 4, 0), &Snapshot { is_online: true, ..NOBODY });
    assert_eq!(world.subscribe(0, status, None, PLAIN).unwrap().online, Some(true), "elsewhere");
    world.subscribe(1, user, None, PLAIN).unwrap();
    world.leave(1);
    world.pass(100);
    assert_eq!(world.received(0), [""; 0], "what happens on this node alone has no effect");
    world.follow(status, place(20, 15, 0), &NOBODY);
    world.pass(100);
    assert_eq!(world.received(0), ["UserStatus:ann online=false"]);
}

#[test]
fn a_message_to_store_opens_its_channel_and_others_do_not() {
    let mut world = World::with_order(1, 1, 1, limits(), false);
    assert_eq!(world.apply(&publish("a", place(12, 10, 5))), Applied::Applied);
    let plain = Sent { channel: 0, ..publish("b", place(3, 2, 1)) };
    assert_eq!(world.apply(&plain), Applied::NotHere);
    let join = Sent { channel: 2, place: place(1, 0, 0), what: What::Join { client: 0, user: 0 } };
    assert_eq!(world.apply(&join), Applied::NotHere);
    assert_eq!(world.info(channel_key(1)).unwrap().position, Position { epoch: 7, offset: 5 });
    assert!(world.info(channel_key(0)).is_none() && world.info(channel_key(2)).is_none());
}
