//! Presence that subscribers declare: a connection says, under a key of its choice, that it is here and what it is doing.
//!
//! Beside [`Members`](crate::presence::Members), who are counted in with their subscription, these come, change and go as
//! they like. A small channel is told of each change. On a large one n newcomers would cause n² deliveries, so there
//! the changes are gathered and told together; what a newcomer is given is what the others have been told, so that the
//! next change fits both.

use alloc::{boxed::Box, sync::Arc, vec::Vec};

use hashbrown::HashTable;
use once_cell::race::OnceBox;

use crate::{
    Body, Effects, KeyRef, Millis, Shard, SocketId,
    channel::{Channel, Handle},
    shard::nanos,
};

/// What one connection says of itself on one channel.
#[derive(Debug, PartialEq, Eq)]
pub struct Presence {
    /// Whom it speaks for. Several connections may share a key.
    pub key: Arc<str>,
    /// The number of this statement, never used again by the process.
    pub reference: u64,
    /// The statement of the same connection that this one takes the place of.
    pub replaces: Option<u64>,
    /// What it says, byte for byte.
    pub info: Box<[u8]>,
}

/// Bytes of statements in one change, but for a single longer one: subscribers' outboxes have a limit, which a storm of
/// newcomers must not fill at once.
const CHANGE_BYTES: usize = 32 * 1_024;

/// What a statement counts beside its key and what it says.
const STATEMENT_BYTES: usize = 64;

/// What changed since the channel was last told, or a part of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PresenceChange {
    /// Statements that are new, or new versions.
    pub joined: Vec<Arc<Presence>>,
    /// Statements that no longer hold.
    pub left: Vec<Arc<Presence>>,
}

/// All statements of a channel, as its subscribers have been told; shared by all who ask before it changes.
#[derive(Debug, Default)]
pub struct PresenceState {
    /// In the order of their keys, and within a key of their references.
    pub presences: Vec<Arc<Presence>>,
    encoded: OnceBox<Arc<[u8]>>,
}

impl PresenceState {
    /// The state as text, encoded by the first who asks.
    pub fn get_or_encode(&self, encode: impl FnOnce(&[Arc<Presence>]) -> Vec<u8>) -> &Arc<[u8]> {
        self.encoded.get_or_init(|| Box::new(Arc::from(encode(&self.presences))))
    }
}

/// A connection says something of itself.
#[derive(Debug, Clone, Copy)]
pub struct TrackRequest<'a> {
    /// The channel, which the connection is subscribed to.
    pub key: KeyRef<'a>,
    /// Its hash under the process's seed.
    pub hash: u64,
    /// The connection.
    pub socket: SocketId,
    /// Whom it speaks for. A connection that had spoken under another key no longer does.
    pub presence_key: &'a str,
    /// What it says.
    pub info: &'a [u8],
    /// Connections of the channel that may say something.
    pub limit: u32,
}

/// Why nothing was taken. Nothing was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrackError {
    /// Nobody is subscribed to the channel.
    NotOccupied,
    /// As many connections say something as may.
    Full {
        /// [`TrackRequest::limit`].
        limit: u32,
    },
}

impl core::fmt::Display for TrackError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::NotOccupied => f.write_str("nobody is subscribed to the channel"),
            Self::Full { limit } => write!(f, "the channel has its {limit} presences"),
        }
    }
}

/// The statements of one channel.
#[derive(Debug, Default)]
pub(crate) struct Tracking {
    by_connection: HashTable<Entry>,
    /// What has changed and was not told yet.
    untold: PresenceChange,
    /// The channel waits to be told, where it stands at most once.
    queued: bool,
    state: Option<Arc<PresenceState>>,
}

#[derive(Debug)]
struct Entry {
    socket: SocketId,
    presence: Arc<Presence>,
}

/// Socket ids are random and ours, so that half of one is a hash.
fn hash(socket: SocketId) -> u64 {
    socket.low
}

impl Tracking {
    fn of(&self, socket: SocketId) -> Option<&Arc<Presence>> {
        let entry = self.by_connection.find(hash(socket), |entry| entry.socket == socket);
        entry.map(|entry| &entry.presence)
    }

    fn set(&mut self, socket: SocketId, presence: Arc<Presence>) {
        self.remove(socket);
        self.untold.joined.push(Arc::clone(&presence));
        self.by_connection
            .insert_unique(hash(socket), Entry { socket, presence }, |entry| hash(entry.socket));
    }

    /// What a connection said no longer holds; false if it had said nothing.
    fn remove(&mut self, socket: SocketId) -> bool {
        let Ok(entry) = self.by_connection.find_entry(hash(socket), |entry| entry.socket == socket) else {
            return false;
        };
        let left = entry.remove().0.presence;
        // Who came and went unnoticed is not told of at all.
        match self.untold.joined.iter().position(|joined| joined.reference == left.reference) {
            Some(place) => _ = self.untold.joined.remove(place),
            None => self.untold.left.push(left),
        }
        true
    }

    /// All statements, as told.
    fn state(&mut self) -> Arc<PresenceState> {
        let Self { by_connection, untold, state, .. } = self;
        let make = || {
            let is_told = |presence: &&Arc<Presence>| {
                untold.joined.first().is_none_or(|first| presence.reference < first.reference)
            };
            let now = by_connection.iter().map(|entry| &entry.presence).filter(is_told);
            let mut presences: Vec<_> = now.chain(&untold.left).map(Arc::clone).collect();
            presences
                .sort_unstable_by(|one, other| (&one.key, one.reference).cmp(&(&other.key, other.reference)));
            Arc::new(PresenceState { presences, encoded: OnceBox::new() })
        };
        Arc::clone(state.get_or_insert_with(make))
    }
}

impl Shard {
    /// Takes what a connection says of itself. False if it had said the same already.
    pub fn track(
        &mut self,
        now: Millis,
        request: TrackRequest<'_>,
        effects: &mut dyn Effects,
    ) -> Result<bool, TrackError> {
        self.advance(now);
        let TrackRequest { key, hash, socket, presence_key, info, limit } = request;
        let Self { channels, references, .. } = self;
        let occupied = channels.get_mut(key, hash).filter(|channel| channel.subscriptions > 0);
        let channel = occupied.ok_or(TrackError::NotOccupied)?;
        let known = channel.tracking.as_ref().and_then(|tracking| tracking.of(socket)).map(Arc::clone);
        match &known {
            Some(known) if *known.key == *presence_key && *known.info == *info => return Ok(false),
            Some(_) => {}
            None => {
                let count = channel.tracking.as_ref().map_or(0, |tracking| tracking.by_connection.len());
                if count >= usize::try_from(limit).unwrap_or(usize::MAX) {
                    return Err(TrackError::Full { limit });
                }
            }
        }
        *references += 1;
        let same_key = known.filter(|known| *known.key == *presence_key);
        let presence = Presence {
            key: same_key.as_ref().map_or_else(|| Arc::from(presence_key), |known| Arc::clone(&known.key)),
            reference: *references,
            replaces: same_key.map(|known| known.reference),
            info: info.into(),
        };
        channel.tracking.get_or_insert_default().set(socket, Arc::new(presence));
        let handle = channel.handle();
        self.presence_changed(handle, effects);
        Ok(true)
    }

    /// What a connection said of itself no longer holds. False if it had said nothing.
    pub fn untrack(
        &mut self,
        now: Millis,
        key: KeyRef<'_>,
        hash: u64,
        socket: SocketId,
        effects: &mut dyn Effects,
    ) -> bool {
        self.advance(now);
        let Some(channel) = self.channels.get_mut(key, hash) else { return false };
        let Some(tracking) = &mut channel.tracking else { return false };
        if !tracking.remove(socket) {
            return false;
        }
        let handle = channel.handle();
        self.presence_changed(handle, effects);
        true
    }

    /// What is said on a channel, as its subscribers have been told.
    pub fn presences(&mut self, key: KeyRef<'_>, hash: u64) -> Arc<PresenceState> {
        self.channels.get_mut(key, hash).map(presences_of).unwrap_or_default()
    }

    /// Statements of a channel have changed: tells it, now or later.
    fn presence_changed(&mut self, handle: Handle, effects: &mut dyn Effects) {
        let Self { channels, presences, limits, now, .. } = self;
        let Some(channel) = channels.at(handle) else { return };
        if channel.subscriptions <= limits.presence_at_once {
            return tell_presence(channel, *now, effects);
        }
        if let Some(tracking) = channel.tracking.as_mut().filter(|tracking| !tracking.queued) {
            tracking.queued = true;
            presences.push(now.saturating_add(limits.presence_every_ms), handle);
        }
    }

    /// Tells the changes that are due, of at most `work` channels.
    pub(crate) fn tell_delayed_presence(&mut self, work: usize, effects: &mut dyn Effects) {
        for _ in 0..work {
            let Some(handle) = self.presences.pop_due(self.now) else { return };
            let Some(channel) = self.channels.at(handle) else { continue };
            if let Some(tracking) = &mut channel.tracking {
                tracking.queued = false;
            }
            tell_presence(channel, self.now, effects);
        }
    }
}

/// What is said on a channel, as its subscribers have been told.
pub(crate) fn presences_of(channel: &mut Channel) -> Arc<PresenceState> {
    channel.tracking.as_mut().map(|tracking| tracking.state()).unwrap_or_default()
}

fn tell_presence(channel: &mut Channel, now: Millis, effects: &mut dyn Effects) {
    let Some(tracking) = &mut channel.tracking else { return };
    let change = core::mem::take(&mut tracking.untold);
    if change == PresenceChange::default() {
        return;
    }
    tracking.state = None;
    if tracking.by_connection.is_empty() && !tracking.queued {
        channel.tracking = None;
    }
    for part in parts(change) {
        channel.tell(Body::Presence(Arc::new(part)), None, nanos(now), effects);
    }
}

/// A change as parts of bounded size. Who has another version has joined before the old one leaves.
fn parts(change: PresenceChange) -> Vec<PresenceChange> {
    let mut parts = Vec::new();
    let (mut part, mut bytes) = (PresenceChange::default(), 0);
    let mut room_for = |presence: &Presence, part: &mut PresenceChange| {
        let cost = presence.key.len() + presence.info.len() + STATEMENT_BYTES;
        if bytes > 0 && bytes + cost > CHANGE_BYTES {
            parts.push(core::mem::take(part));
            bytes = 0;
        }
        bytes += cost;
    };
    for presence in change.joined {
        room_for(&presence, &mut part);
        part.joined.push(presence);
    }
    for presence in change.left {
        room_for(&presence, &mut part);
        part.left.push(presence);
    }
    parts.push(part);
    parts
}
