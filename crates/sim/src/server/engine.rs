//! What orders the commands of several nodes: a log, the state that it leads to, and a link to each node.
//!
//! It answers at once, as an engine does to the node that waits; the other nodes get a command later, by a link that now and
//! then delivers one twice, or not at all. Numbers are those of the whole log, so that a channel's have gaps.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

use baton_hub::{
    Access, AppId, ChannelRules, Command, DisconnectReason, HashSeed, JoinAs, KeyRef, Message, Ordered,
    Place, SocketId,
};

use crate::Dice;

/// In so many of a hundred cases a link loses a command, and doubles one.
const LOST_PER_CENT: u64 = 3;
const DOUBLED_PER_CENT: u64 = 3;

/// A channel's name, as it is the same on all nodes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Name {
    app: AppId,
    access: Access,
    name: String,
}

impl Name {
    pub(super) fn of(key: KeyRef<'_>) -> Self {
        Self { app: key.app, access: key.access, name: key.name.to_owned() }
    }

    pub(super) fn key(&self) -> KeyRef<'_> {
        KeyRef { app: self.app, access: self.access, name: &self.name }
    }
}

/// A command, with all that belongs to it.
#[derive(Debug, Clone)]
pub(super) enum Owned {
    Publish { message: Arc<Message>, except: Option<SocketId>, rules: ChannelRules, accepted_at: u64 },
    Join { user: String, info: Vec<u8>, socket: SocketId },
    Leave { user: String },
    Track { socket: SocketId, presence_key: String, info: Vec<u8> },
    Untrack { socket: SocketId },
    Online(bool),
    Disconnect(DisconnectReason),
}

#[derive(Debug)]
pub(super) struct Entry {
    pub(super) name: Name,
    pub(super) place: Place,
    command: Owned,
}

impl Entry {
    /// The command as a node applies it, which hashes names with its own seed.
    pub(super) fn ordered(&self, seed: &HashSeed) -> Ordered<'_> {
        let key = self.name.key();
        let command = match &self.command {
            Owned::Publish { message, except, rules, accepted_at } => Command::Publish {
                message: Arc::clone(message),
                except: *except,
                rules: *rules,
                accepted_at: *accepted_at,
            },
            Owned::Join { user, info, socket } => {
                Command::Join { join: JoinAs { user_id: user, info }, socket: *socket }
            }
            Owned::Leave { user } => Command::Leave { user_id: user },
            Owned::Track { socket, presence_key, info } => {
                Command::Track { socket: *socket, presence_key, info }
            }
            Owned::Untrack { socket } => Command::Untrack { socket: *socket },
            Owned::Online(online) => Command::Online(*online),
            Owned::Disconnect(reason) => Command::Disconnect(*reason),
        };
        Ordered { key, hash: seed.hash(key), place: self.place, command }
    }
}

/// A channel after the newest of its commands.
#[derive(Debug)]
pub(super) struct State {
    pub(super) newest: Place,
    entries: Vec<usize>,
    /// Users, what the first connection of each said, and how many connections it has.
    pub(super) members: Vec<(String, Vec<u8>, u32)>,
    /// Connections that say they are there, under which key, and what they say.
    pub(super) presences: Vec<(SocketId, String, Vec<u8>)>,
    pub(super) is_online: bool,
    /// On a user's channel: connections of all nodes.
    signed_in: u32,
}

impl State {
    const EPOCH: u64 = 0xE0;

    fn new() -> Self {
        let newest = Place { epoch: Self::EPOCH, seq: 0, prev_seq: 0, offset: 0 };
        let (entries, members, presences) = Default::default();
        Self { newest, entries, members, presences, is_online: false, signed_in: 0 }
    }

    fn take(&mut self, command: &Owned) {
        match command {
            Owned::Join { user, info, .. } => match self.members.iter_mut().find(|(id, ..)| id == user) {
                Some((.., connections)) => *connections += 1,
                None => self.members.push((user.clone(), info.clone(), 1)),
            },
            Owned::Leave { user } => {
                if let Some((.., connections)) = self.members.iter_mut().find(|(id, ..)| id == user) {
                    *connections -= 1;
                }
                self.members.retain(|(.., connections)| *connections > 0);
            }
            Owned::Track { socket, presence_key, info } => {
                self.presences.retain(|(it, ..)| it != socket);
                self.presences.push((*socket, presence_key.clone(), info.clone()));
            }
            Owned::Untrack { socket } => self.presences.retain(|(it, ..)| it != socket),
            Owned::Online(online) => self.is_online = *online,
            Owned::Publish { .. } | Owned::Disconnect(_) => {}
        }
    }
}

/// The engine of a cluster.
#[derive(Debug)]
pub(super) struct Engine {
    seq: u64,
    log: Vec<Arc<Entry>>,
    channels: BTreeMap<Name, State>,
    links: Vec<Link>,
    dice: Dice,
}

#[derive(Debug, Default)]
struct Link {
    queue: VecDeque<Arc<Entry>>,
    /// Channels whose commands may be lost: the node follows them, and so notices.
    followed: BTreeSet<Name>,
    /// Something is in the queue, and the node does not know.
    is_new: bool,
}

impl Engine {
    pub(super) fn new(nodes: usize, dice: Dice) -> Self {
        let links = (0..nodes).map(|_| Link::default()).collect();
        Self { seq: 0, log: Vec::new(), channels: BTreeMap::new(), links, dice }
    }

    /// Orders a command of a node, and sends it to the others.
    pub(super) fn order(&mut self, from: usize, key: KeyRef<'_>, command: Owned) -> Arc<Entry> {
        let Self { seq, log, channels, links, dice } = self;
        *seq += 1;
        let name = Name::of(key);
        let state = channels.entry(name.clone()).or_insert_with(State::new);
        let is_message = matches!(command, Owned::Publish { .. });
        let step = if is_message { dice.between(1, 3) } else { 0 };
        let Place { epoch, seq: prev_seq, offset, .. } = state.newest;
        state.newest = Place { epoch, seq: *seq, prev_seq, offset: offset + step };
        state.take(&command);
        state.entries.push(log.len());
        let entry = Arc::new(Entry { name, place: state.newest, command });
        log.push(Arc::clone(&entry));
        for (_, link) in links.iter_mut().enumerate().filter(|(node, _)| *node != from) {
            let times = match dice.below(100) {
                roll if roll < LOST_PER_CENT && link.followed.contains(&entry.name) => 0,
                roll if roll >= 100 - DOUBLED_PER_CENT => 2,
                _ => 1,
            };
            link.is_new |= times > 0 && link.queue.is_empty();
            (0..times).for_each(|_| link.queue.push_back(Arc::clone(&entry)));
        }
        entry
    }

    /// What the engine has of a channel.
    pub(super) fn state(&mut self, key: KeyRef<'_>) -> &State {
        self.channels.entry(Name::of(key)).or_insert_with(State::new)
    }

    /// A channel's commands after the one with this number, up to another.
    pub(super) fn between(&self, name: &Name, after: u64, up_to: u64) -> Vec<Arc<Entry>> {
        let entries = self.channels.get(name).map_or(&[][..], |state| &state.entries);
        let seq = |index: &usize| self.log.get(*index).map_or(0, |entry| entry.place.seq);
        let from = entries.partition_point(|index| seq(index) <= after);
        let places = entries.iter().skip(from).take_while(|index| seq(index) <= up_to);
        places.filter_map(|index| self.log.get(*index)).map(Arc::clone).collect()
    }

    /// The next command for a node.
    pub(super) fn receive(&mut self, node: usize) -> Option<Arc<Entry>> {
        self.links.get_mut(node)?.queue.pop_front()
    }

    pub(super) fn has_more(&self, node: usize) -> bool {
        self.links.get(node).is_some_and(|link| !link.queue.is_empty())
    }

    /// Whether a node's link has commands since the last question, and had none before.
    pub(super) fn take_news(&mut self, node: usize) -> bool {
        self.links.get_mut(node).is_some_and(|link| std::mem::take(&mut link.is_new))
    }

    /// A node follows a channel from now on; false if it did so before.
    pub(super) fn follow(&mut self, node: usize, key: KeyRef<'_>) -> bool {
        self.links.get_mut(node).is_some_and(|link| link.followed.insert(Name::of(key)))
    }

    pub(super) fn unfollow(&mut self, node: usize, key: KeyRef<'_>) {
        if let Some(link) = self.links.get_mut(node) {
            link.followed.remove(&Name::of(key));
        }
    }

    /// All channels that a node follows.
    pub(super) fn followed(&self, node: usize) -> Vec<Name> {
        self.links.get(node).map(|link| link.followed.iter().cloned().collect()).unwrap_or_default()
    }

    /// A connection of a user has signed in, or one has left; what its watchers are to learn of it.
    pub(super) fn count_signed_in(&mut self, key: KeyRef<'_>, comes: bool) -> Option<bool> {
        let count = &mut self.channels.entry(Name::of(key)).or_insert_with(State::new).signed_in;
        *count = if comes { *count + 1 } else { count.saturating_sub(1) };
        match (*count, comes) {
            (1, true) => Some(true),
            (0, false) => Some(false),
            _ => None,
        }
    }

    pub(super) fn is_signed_in(&mut self, key: KeyRef<'_>) -> bool {
        self.channels.get(&Name::of(key)).is_some_and(|state| state.signed_in > 0)
    }
}
