//! What the records of a log come to: the channels of the process that wrote them, within their present
//! limits.
//!
//! Records of one channel are nearly in its order: the cleaner writes old messages that are still needed
//! anew, behind later ones. A channel's history ends where a message is missing, which a message shows by
//! the number of the one before it.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use baton_hub::{
    Access, AppId, ChannelRules, HashSeed, KeyRef, Message, Millis, Position, Restored, RestoredMessage,
    Shard, SocketId,
};
use baton_protocols::{App, rules};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry as Place;

use super::record::{ChannelName, Entry, StoredMessage, read};

/// Messages between two pauses of a restore: what is recorded of them waits in memory.
const PAUSE_EVERY: u64 = 16_384;

/// What a log has so far.
pub(crate) struct Replay {
    apps: HashMap<Box<str>, Arc<App>>,
    /// By their hashes: each record needs its channel, and there are millions of records.
    channels: HashTable<Channel>,
    /// What there was before a restore whose end has not been read: without it, the restore counts for nothing.
    before_restore: Option<HashTable<Channel>>,
    seed: HashSeed,
    /// The newest record of each idempotency key.
    keys: HashMap<(AppId, Box<str>), Box<[u8]>>,
    /// Apps that the log has and the settings have not: what is there of them is not for a later app of their ids.
    removed: HashSet<Box<str>>,
    /// The newest record of each client.
    clients: HashMap<SocketId, (AppId, Box<[u8]>)>,
    now_unix_ms: u64,
    /// Records that are none of this version.
    pub(super) unread: u64,
}

struct Channel {
    app: AppId,
    access: Access,
    name: Box<str>,
    rules: ChannelRules,
    /// Of the newest message, stored or not.
    position: Position,
    /// Some of its messages, in order.
    messages: VecDeque<Recalled>,
}

struct Recalled {
    offset: u64,
    before: u64,
    unix_ms: u64,
    message: Arc<Message>,
    except: Option<SocketId>,
}

/// What was restored.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) channels: u64,
    pub(crate) messages: u64,
    /// Channels that the limits have no room for.
    pub(crate) refused: u64,
}

impl Replay {
    /// Nothing yet, of these apps.
    pub(crate) fn new<'a>(
        apps: impl Iterator<Item = &'a Arc<App>>,
        seed: HashSeed,
        now_unix_ms: u64,
    ) -> Self {
        let apps = apps.map(|app| (app.id.as_ref().into(), Arc::clone(app))).collect();
        Self {
            apps,
            channels: HashTable::new(),
            before_restore: None,
            seed,
            keys: HashMap::new(),
            removed: HashSet::new(),
            clients: HashMap::new(),
            now_unix_ms,
            unread: 0,
        }
    }

    /// Adds the next record. Those of apps that there are no more are left out.
    pub(crate) fn add(&mut self, record: &[u8]) {
        match read(record) {
            Some(Entry::Message(stored)) => self.add_message(&stored),
            Some(Entry::Numbering { channel, position }) => {
                if let Some(channel) = self.channel(channel, position.epoch) {
                    channel.position.offset = channel.position.offset.max(position.offset);
                }
            }
            Some(Entry::End { channel: ChannelName { app, access, name }, epoch }) => {
                let Some(app) = self.apps.get(app).map(|app| app.index) else { return };
                let key = KeyRef { app, access, name };
                let of = |channel: &Channel| channel.key() == key && channel.position.epoch == epoch;
                if let Ok(ended) = self.channels.find_entry(self.seed.hash(key), of) {
                    ended.remove();
                }
            }
            Some(Entry::AppRemoved { app }) => {
                self.removed.remove(app);
                let Some(app) = self.apps.get(app).map(|app| app.index) else { return };
                self.channels.retain(|channel| channel.app != app);
                self.before_restore.iter_mut().for_each(|before| before.retain(|channel| channel.app != app));
                self.keys.retain(|(of, _), _| *of != app);
                self.clients.retain(|_, (of, _)| *of != app);
            }
            Some(Entry::Published(key)) => {
                let Some(app) = self.known(key.app).map(|app| app.index) else { return };
                if key.until_unix_ms > self.now_unix_ms {
                    self.keys.insert((app, key.key.into()), record.into());
                }
            }
            Some(Entry::Client(client)) => {
                let Some(app) = self.known(client.app).map(|app| app.index) else { return };
                if client.channels.is_empty() {
                    self.clients.remove(&client.socket);
                } else {
                    self.clients.insert(client.socket, (app, record.into()));
                }
            }
            Some(Entry::Reset) => (self.channels, self.before_restore) = Default::default(),
            Some(Entry::Restoring) => {
                let channels = std::mem::take(&mut self.channels);
                // Of several that were cut off, each began with what the first did.
                self.before_restore.get_or_insert(channels);
            }
            Some(Entry::Restored) => self.before_restore = None,
            None => self.unread += 1,
        }
    }

    /// The app with this id.
    fn known(&mut self, id: &str) -> Option<&Arc<App>> {
        let app = self.apps.get(id);
        if app.is_none() && !self.removed.contains(id) {
            self.removed.insert(id.into());
        }
        app
    }

    /// The channel with this numbering: another one was before it, and has ended.
    fn channel(
        &mut self,
        ChannelName { app: id, access, name }: ChannelName<'_>,
        epoch: u64,
    ) -> Option<&mut Channel> {
        let app = self.known(id)?.index;
        let key = KeyRef { app, access, name };
        let Self { channels, seed, apps, .. } = self;
        let rehash = |channel: &Channel| seed.hash(channel.key());
        let channel = match channels.entry(seed.hash(key), |channel| channel.key() == key, rehash) {
            Place::Occupied(found) => found.into_mut(),
            Place::Vacant(place) => {
                let rules = rules::of(key, apps.get(id)?);
                let (position, messages) = (Position { epoch, offset: 0 }, VecDeque::new());
                place.insert(Channel { app, access, name: name.into(), rules, position, messages }).into_mut()
            }
        };
        if channel.position.epoch != epoch {
            channel.position = Position { epoch, offset: 0 };
            channel.messages.clear();
        }
        Some(channel)
    }

    fn add_message(&mut self, stored: &StoredMessage<'_>) {
        let now = self.now_unix_ms;
        let StoredMessage { channel, position, before, unix_ms, except, .. } = *stored;
        let Some(channel) = self.channel(channel, position.epoch) else { return };
        let offset = position.offset;
        channel.position.offset = channel.position.offset.max(offset);
        let rules = &channel.rules;
        let lasts_ms = rules.history_ms.max(rules.last_message_ms.unwrap_or(0));
        if unix_ms.saturating_add(lasts_ms) <= now {
            return;
        }
        let messages = &mut channel.messages;
        // Nearly all are the newest of their channel: a search would meet a cache miss at each of its steps.
        let is_newest = messages.back().is_none_or(|newest| newest.offset < offset);
        let place =
            if is_newest { messages.len() } else { messages.partition_point(|other| other.offset < offset) };
        if messages.get(place).is_some_and(|other| other.offset == offset) {
            return; // it was written anew, and the process ended before the older record was removed
        }
        let message = Arc::new(stored.message());
        messages.insert(place, Recalled { offset, before, unix_ms, message, except });
        if messages.len() > rules.history_messages.max(1) as usize {
            messages.pop_front();
        }
    }

    /// All records have been read. Whether the last process was stopped in the middle of a restore: then it is as if that had
    /// not begun.
    pub(super) fn end(&mut self) -> bool {
        self.before_restore.take().map(|before| self.channels = before).is_some()
    }

    /// Idempotency keys that have not expired.
    pub(super) fn take_keys(&mut self) -> impl Iterator<Item = (AppId, Box<[u8]>)> + use<> {
        std::mem::take(&mut self.keys).into_iter().map(|((app, _), record)| (app, record))
    }

    /// Ids of apps that there are no more.
    pub(super) fn removed(&self) -> impl Iterator<Item = &str> {
        self.removed.iter().map(|id| &**id)
    }

    /// Clients that may come back.
    pub(super) fn take_clients(&mut self) -> Vec<(AppId, Box<[u8]>)> {
        std::mem::take(&mut self.clients).into_values().collect()
    }

    /// Gives the shards what they had, and calls `pause` from time to time. `is_whole` is false where records may be missing, which no channel
    /// shows by itself: every reader of the former numberings is then told that it has missed messages.
    pub(crate) fn restore(
        self,
        seed: &HashSeed,
        (now, away_ms, is_whole): (Millis, u64, bool),
        mut with_shard: impl FnMut(u64, &mut dyn FnMut(&mut Shard)),
        pause: impl Fn(),
    ) -> Counted {
        let mut counted = Counted::default();
        let mut channels: Vec<_> = self.channels.into_iter().map(|channel| (0, channel)).collect();
        // When each message was accepted, and the index of its channel.
        let mut order = Vec::new();
        for (index, (hash, channel)) in (0_u32..).zip(&mut channels) {
            *hash = seed.hash(channel.key());
            channel.drop_before_gap();
            let offset = channel.messages.front().map_or(channel.position.offset, |oldest| oldest.before);
            let mut latest = 0;
            order.extend(channel.messages.iter_mut().map(|message| {
                // The wall clock may have gone back; the channel's order does not.
                latest = message.unix_ms.max(latest);
                message.unix_ms = latest;
                (latest, index)
            }));
            let epoch = is_whole.then_some(channel.position.epoch);
            let restored =
                Restored { key: channel.key(), hash: *hash, epoch, offset, away_ms, rules: channel.rules };
            with_shard(*hash, &mut |shard| match shard.restore_channel(now, restored) {
                Ok(()) => counted.channels += 1,
                Err(_) => counted.refused += 1,
            });
        }
        // In the order of time, in which a shard evicts. Each channel's messages are taken in their own order.
        order.sort_unstable();
        for (_, index) in order {
            let Some((hash, channel)) = channels.get_mut(index as usize) else { continue };
            let Some(Recalled { offset, unix_ms, message, except, .. }) = channel.messages.pop_front() else {
                continue;
            };
            let at = now.saturating_sub(self.now_unix_ms.saturating_sub(unix_ms));
            let mut restored = Some(RestoredMessage { offset, at, message, except });
            with_shard(*hash, &mut |shard| {
                if let Some(restored) = restored.take() {
                    shard.restore_message(now, (channel.key(), *hash), restored, &channel.rules);
                }
            });
            counted.messages += 1;
            if counted.messages % PAUSE_EVERY == 0 {
                pause();
            }
        }
        counted
    }
}

impl Channel {
    fn key(&self) -> KeyRef<'_> {
        KeyRef { app: self.app, access: self.access, name: &self.name }
    }

    /// Keeps the messages that end with the newest one and miss none between them.
    fn drop_before_gap(&mut self) {
        let mut wanted = self.position.offset;
        let mut kept = 0;
        for message in self.messages.iter().rev() {
            if message.offset != wanted {
                break;
            }
            wanted = message.before;
            kept += 1;
        }
        let dropped = self.messages.len() - kept;
        self.messages.drain(..dropped);
    }
}
