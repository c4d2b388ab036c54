//! Lists of operations, run on the hub and on its model side by side. Shared by the property test
//! and the fuzz target `hub_operations`.

use std::collections::BTreeMap;

use baton_hub::*;

use super::{
    twin::{Outcome, Twin},
    world::{PLAIN, World, key, message, text},
};

pub(crate) const CONNECTIONS: usize = 12;
const SHARDS: usize = 2;
const LOOPS: u8 = 2;
/// Publications in a mailbox at which messages are refused.
pub(crate) const CAPACITY: usize = 6;

/// Small, so that every bound is reached often.
pub(crate) fn limits() -> ShardLimits {
    let history_bytes = message("").cost() * 5 + 40;
    ShardLimits { channels: 4, history_bytes, count_at_once: 2, count_every_ms: 50, ..ShardLimits::default() }
}

/// The channels of operations, by index; each has rules that another lacks.
const CHANNELS: [(Access, &str, ChannelRules); 12] = [
    (Access::Public, "plain", PLAIN),
    (Access::Public, "history", HISTORY),
    (Access::Private, "history", ChannelRules { history_messages: 5, history_ms: 60, ..PLAIN }),
    (Access::Public, "cache", CACHE),
    (Access::Public, "both", ChannelRules { last_message_ms: Some(70), ..HISTORY }),
    (Access::Public, "counted", ChannelRules { count_subscriptions: true, ..PLAIN }),
    (Access::Presence, "room", ChannelRules { members: 2, count_subscriptions: true, ..HISTORY }),
    (Access::User, "ann", PLAIN),
    (Access::UserStatus, "ann", PLAIN),
    (
        Access::Public,
        "kept",
        ChannelRules { numbering_minutes: 1, history_messages: 2, history_ms: 50, ..PLAIN },
    ),
    (
        Access::Public,
        "thrifty",
        ChannelRules { history_bytes: 700, history_messages: 9, history_ms: 60, ..PLAIN },
    ),
    (Access::Public, "fickle", PLAIN), // its rules change, see `rules`
];
const HISTORY: ChannelRules = ChannelRules { history_messages: 3, history_ms: 40, ..PLAIN };
const CACHE: ChannelRules = ChannelRules { last_message_ms: Some(30), ..PLAIN };
const USERS: [(&str, &str); 4] = [("ann", "1"), ("bob", "2"), ("cy", "3"), ("ann", "4")];

/// One operation.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Operation {
    Subscribe {
        client: usize,
        channel: usize,
        user: usize,
    },
    Unsubscribe {
        client: usize,
        channel: usize,
    },
    Leave {
        client: usize,
    },
    Publish {
        channel: usize,
        length: usize,
        except: Option<usize>,
    },
    Deliver {
        on: usize,
        count: usize,
    },
    Pass {
        ms: u64,
    },
    Disconnect {
        channel: usize,
    },
    /// So many channels, and bytes of so many short messages; never more than at first.
    Limit {
        channels: usize,
        messages: usize,
    },
    Read {
        channel: usize,
        after: After,
        limit: usize,
        newest_first: bool,
    },
}

/// The position after which history is read.
#[derive(Debug, Clone, Copy)]
pub(crate) enum After {
    Start,
    /// This many messages before the newest.
    Back(u64),
    Ahead,
    OtherEpoch,
}

impl Operation {
    /// Any four bytes are an operation.
    pub(crate) fn decode([kind, a, b, c]: [u8; 4]) -> Self {
        let client = usize::from(a) % CONNECTIONS;
        let channel = usize::from(b) % CHANNELS.len();
        match kind % 16 {
            0..4 => Self::Subscribe { client, channel, user: usize::from(c) % USERS.len() },
            4..6 => Self::Unsubscribe { client, channel },
            6 => Self::Leave { client },
            7..11 => {
                let except = Some(usize::from(a)).filter(|client| *client < CONNECTIONS);
                // Sometimes one that is over the whole budget.
                let length = if c == 255 { 4_000 } else { usize::from(c % 32) };
                Self::Publish { channel, length, except }
            }
            11..13 => Self::Deliver { on: usize::from(a) % usize::from(LOOPS), count: usize::from(c % 8) },
            13 if a < 32 => Self::Limit { channels: 1 + usize::from(b % 4), messages: usize::from(c % 6) },
            13 => Self::Pass { ms: u64::from(c % 64) },
            14 => Self::Disconnect { channel },
            _ => {
                let after = match a % 8 {
                    0 => After::Start,
                    1 => After::Ahead,
                    2 => After::OtherEpoch,
                    back => After::Back(u64::from(back - 3)),
                };
                Self::Read { channel, after, limit: usize::from(c % 5), newest_first: c & 128 != 0 }
            }
        }
    }
}

fn rules(channel: usize, length: usize) -> ChannelRules {
    match (CHANNELS[channel].1, length % 4) {
        ("fickle", 0) => PLAIN,
        ("fickle", 1) => CACHE,
        ("fickle", _) => HISTORY,
        _ => CHANNELS[channel].2,
    }
}

fn channel_key(channel: usize) -> KeyRef<'static> {
    key(CHANNELS[channel].0, CHANNELS[channel].1)
}

/// Runs a list on both sides; panics where they differ.
pub(crate) fn run(operations: &[Operation]) {
    let mut pair = Pair::new();
    for operation in operations {
        pair.step(*operation);
    }
    pair.finish();
}

/// The hub and its model.
struct Pair {
    world: World,
    twin: Twin,
    /// The hub's epoch of each of the model's incarnations of channels.
    epochs: BTreeMap<u64, u64>,
    messages: u64,
}

impl Pair {
    fn new() -> Self {
        let world = World::new(SHARDS, LOOPS, u32::try_from(CONNECTIONS).unwrap_or(0), limits());
        world.hub.output.borrow_mut().capacity = CAPACITY;
        let shard_of = |channel| world.hub.shard_of(world.hub.hash(channel_key(channel)));
        let shards: Vec<usize> = (0..CHANNELS.len()).map(shard_of).collect();
        let names = CHANNELS.map(|(access, name, _)| format!("{access:?}:{name}"));
        let twin = Twin::new(limits(), names.to_vec(), shards, usize::from(LOOPS));
        Self { world, twin, epochs: BTreeMap::new(), messages: 0 }
    }

    fn step(&mut self, operation: Operation) {
        match operation {
            Operation::Subscribe { client, channel, user } => self.subscribe(client, channel, user),
            Operation::Unsubscribe { client, channel } => {
                let ended = self.world.unsubscribe(client, channel_key(channel));
                assert_eq!(ended, self.twin.unsubscribe(client, channel), "{operation:?}");
            }
            Operation::Leave { client } => self.leave(client),
            Operation::Publish { channel, length, except } => self.publish(channel, length, except),
            Operation::Deliver { on, count } => {
                self.world.deliver(on, count);
                self.twin.deliver(on, count);
            }
            Operation::Pass { ms } => {
                self.world.pass(ms);
                self.twin.pass(ms);
            }
            Operation::Disconnect { channel } if CHANNELS[channel].0 == Access::User => {
                let closed = self.world.disconnect_user(channel_key(channel));
                assert_eq!(closed, self.twin.disconnect(channel));
            }
            Operation::Disconnect { .. } => {}
            Operation::Limit { channels, messages } => {
                let history_bytes = (message("").cost() * messages).min(limits().history_bytes);
                let changed = ShardLimits { channels, history_bytes, ..limits() };
                (0..SHARDS)
                    .for_each(|index| self.world.hub.shard(index, |shard| shard.set_limits(changed, 1)));
                self.twin.limit(changed);
            }
            Operation::Read { channel, after, limit, newest_first } => {
                self.read(channel, after, limit, newest_first);
            }
        }
        self.compare(operation);
    }

    fn subscribe(&mut self, client: usize, channel: usize, user: usize) {
        let (access, _, rules) = CHANNELS[channel];
        let user = Some(USERS[user]).filter(|_| access == Access::Presence);
        let expected = self.twin.subscribe(client, channel, user, rules);
        let outcome = match self.world.subscribe(client, channel_key(channel), user, rules) {
            Err(error) => Outcome::Refused(format!("{error:?}")),
            Ok(subscribed) => {
                self.check_epoch(self.twin.incarnation(channel), subscribed.position.epoch);
                Outcome::Subscribed {
                    subscriptions: subscribed.subscriptions,
                    offset: subscribed.position.offset,
                    last: subscribed.last.map(|last| match last {
                        LastMessage::Stored(message, position) => Some((text(&message), position.offset)),
                        LastMessage::Missing => None,
                    }),
                    member: subscribed.member.map(|member| shown(&member)),
                    is_newcomer: subscribed.is_newcomer,
                    online: subscribed.online,
                    roster: subscribed
                        .roster
                        .map(|roster| roster.members.iter().map(|member| shown(member)).collect()),
                }
            }
        };
        assert_eq!(outcome, expected);
    }

    fn leave(&mut self, client: usize) {
        self.world.leave(client);
        self.twin.leave(client);
        // The order in which one connection leaves several channels is not defined, so empty the
        // mailboxes.
        self.world.deliver_all();
        self.twin.deliver_all();
    }

    fn publish(&mut self, channel: usize, length: usize, except: Option<usize>) {
        let rules = rules(channel, length);
        self.messages += 1;
        let data = format!("{:0length$}", self.messages);
        let expected = self.twin.publish(channel, &data, except, rules);
        let outcome = match self.world.publish(channel_key(channel), &data, except, rules) {
            Err(error) => Outcome::Refused(format!("{error:?}")),
            Ok(published) => {
                if let Outcome::Published { incarnation, .. } = &expected {
                    self.check_epoch(*incarnation, published.position.epoch);
                }
                let incarnation = self.incarnation_of(published.position.epoch);
                Outcome::Published {
                    incarnation,
                    offset: published.position.offset,
                    subscriptions: published.subscriptions,
                    users: published.users,
                }
            }
        };
        assert_eq!(outcome, expected);
    }

    fn read(&mut self, channel: usize, after: After, limit: usize, newest_first: bool) {
        let expected = self.twin.read(channel, after, limit, newest_first);
        let key = channel_key(channel);
        let nothing = HistoryRange { after: None, limit: 0, newest_first };
        let here = self.world.history(key, nothing).map(|page| page.position).unwrap_or_default();
        let after = match after {
            After::Start => None,
            After::Back(back) => Some(Position { offset: here.offset.saturating_sub(back), ..here }),
            After::Ahead => Some(Position { offset: here.offset + 1, ..here }),
            After::OtherEpoch => Some(Position { epoch: here.epoch ^ 1, ..here }),
        };
        let page = self.world.history(key, HistoryRange { after, limit, newest_first });
        let outcome = page.map(|page| {
            let messages =
                page.messages.iter().map(|stored| (stored.offset, text(&stored.message))).collect();
            (messages, page.complete)
        });
        assert_eq!(outcome, expected);
    }

    fn check_epoch(&mut self, incarnation: u64, epoch: u64) {
        let known = *self.epochs.entry(incarnation).or_insert(epoch);
        assert_eq!(known, epoch, "one incarnation has one epoch");
        assert_eq!(self.incarnation_of(epoch), incarnation, "an epoch repeats in another incarnation");
    }

    fn incarnation_of(&self, epoch: u64) -> u64 {
        self.epochs.iter().find(|(_, known)| **known == epoch).map_or(0, |(incarnation, _)| *incarnation)
    }

    /// All queries have the same results on both sides.
    fn compare(&mut self, operation: Operation) {
        for (channel, rules) in CHANNELS.iter().enumerate() {
            let info = self.world.info(channel_key(channel)).map(|info| {
                let last = info.last.map(|(message, left)| (text(&message), left));
                (info.subscriptions, info.users, last, info.position.offset)
            });
            assert_eq!(info, self.twin.info(channel), "{rules:?} after {operation:?}");
        }
        for index in 0..SHARDS {
            let (channels, bytes) =
                self.world.hub.shard(index, |shard| (shard.channels(), shard.history_bytes()));
            assert_eq!((channels, bytes), (self.twin.channels(index), self.twin.history_bytes(index)));
            let limits = self.twin.limits(index);
            assert!(channels <= limits.channels && bytes <= limits.history_bytes);
        }
        for client in 0..CONNECTIONS {
            let connection = &self.world.connections[client];
            let count = self.world.loops[connection.on].subscription_count(connection.slot);
            assert_eq!(count, self.twin.subscription_count(client));
        }
        let events = by_channel(self.world.events());
        assert_eq!(events, by_channel(self.twin.events()), "{operation:?}");
        for client in 0..CONNECTIONS {
            let received = by_channel(std::mem::take(&mut self.world.connections[client].received));
            assert_eq!(
                received,
                by_channel(self.twin.received(client)),
                "connection {client} after {operation:?}"
            );
        }
    }

    /// All connections leave and everything expires: nothing may remain.
    fn finish(mut self) {
        for client in 0..CONNECTIONS {
            self.step(Operation::Leave { client });
        }
        self.step(Operation::Pass { ms: 60_000 }); // as long as a numbering is kept
        for index in 0..SHARDS {
            assert_eq!(
                self.world.hub.shard(index, |shard| (shard.channels(), shard.history_bytes())),
                (0, 0)
            );
        }
        assert!(self.world.loops.iter().all(|local| local.channels() == 0));
        self.twin.check_balance();
    }
}

fn shown(member: &Member) -> String {
    format!("{}={}", member.user_id, String::from_utf8_lossy(&member.info))
}

/// Order is defined within a channel; lines start with its name.
fn by_channel(mut lines: Vec<String>) -> Vec<String> {
    lines.sort_by(|a, b| a.split(' ').next().cmp(&b.split(' ').next()));
    lines
}
