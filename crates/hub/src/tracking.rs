//! Presence that subscribers declare: a connection says, under a key of its choice, that it is here and what it is doing.
//!
//! Beside [`Members`](crate::presence::Members), who are counted in with their subscription, these come, change and go as
//! they like. Changes are [gathered](crate::gather), so that one that changes without end is told once an interval. What a
//! newcomer is given is what the others have been told, so that the next change fits both.

use alloc::{boxed::Box, sync::Arc, vec::Vec};

use hashbrown::HashTable;
use once_cell::race::OnceBox;

use crate::{
    Body, Effects, KeyRef, Millis, Shard, SocketId,
    channel::{Channel, Handle},
    gather::Emit,
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

/// What one connection says of itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Statement<'a> {
    pub(crate) socket: SocketId,
    pub(crate) presence_key: &'a str,
    pub(crate) info: &'a [u8],
}

impl Statement<'_> {
    fn is_made_by(&self, presence: &Presence) -> bool {
        *presence.key == *self.presence_key && *presence.info == *self.info
    }
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
    /// Connections that say something.
    count: usize,
    /// Connections of which there is something to tell, each once.
    changed: Vec<SocketId>,
    /// What the others have been told.
    sent: Option<Arc<PresenceState>>,
}

/// A connection that says something, or said something that the others have been told.
#[derive(Debug)]
struct Entry {
    socket: SocketId,
    now: Option<Arc<Presence>>,
    sent: Option<Arc<Presence>>,
    is_listed: bool,
}

/// Socket ids are random and ours, so that half of one is a hash.
fn hash(socket: SocketId) -> u64 {
    socket.low
}

impl Tracking {
    fn of(&self, socket: SocketId) -> Option<&Entry> {
        self.by_connection.find(hash(socket), |entry| entry.socket == socket)
    }

    fn set(&mut self, socket: SocketId, presence: Option<Arc<Presence>>) {
        let Self { by_connection, count, changed, .. } = self;
        let found =
            by_connection.entry(hash(socket), |entry| entry.socket == socket, |entry| hash(entry.socket));
        let new = || Entry { socket, now: None, sent: None, is_listed: false };
        let entry = found.or_insert_with(new).into_mut();
        *count = *count + usize::from(presence.is_some()) - usize::from(entry.now.is_some());
        entry.now = presence;
        if !core::mem::replace(&mut entry.is_listed, true) {
            changed.push(socket);
        }
    }

    /// What a connection said no longer holds; false if it had said nothing.
    fn remove(&mut self, socket: SocketId) -> bool {
        let states_something = self.states_something(socket);
        if states_something {
            self.set(socket, None);
        }
        states_something
    }

    fn states_something(&self, socket: SocketId) -> bool {
        self.of(socket).is_some_and(|entry| entry.now.is_some())
    }

    /// All statements, as told.
    fn state(&mut self) -> Arc<PresenceState> {
        let Self { by_connection, sent, .. } = self;
        let make = || {
            let mut presences: Vec<_> =
                by_connection.iter().filter_map(|entry| entry.sent.as_ref()).map(Arc::clone).collect();
            presences
                .sort_unstable_by(|one, other| (&one.key, one.reference).cmp(&(&other.key, other.reference)));
            Arc::new(PresenceState { presences, encoded: OnceBox::new() })
        };
        Arc::clone(sent.get_or_insert_with(make))
    }

    /// What there is to tell, once.
    fn take_changes(&mut self) -> PresenceChange {
        let mut change = PresenceChange::default();
        for socket in core::mem::take(&mut self.changed) {
            let found = self.by_connection.find_entry(hash(socket), |entry| entry.socket == socket);
            let Ok(mut found) = found else { continue };
            let Entry { now, sent, is_listed, .. } = found.get_mut();
            *is_listed = false;
            if sent != now {
                change.left.extend(core::mem::replace(sent, now.clone()));
                change.joined.extend(now.clone());
            }
            if now.is_none() {
                found.remove();
            }
        }
        if change != PresenceChange::default() {
            self.sent = None;
        }
        change
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
        let statement = Statement { socket, presence_key, info };
        let occupied = self.channels.get(key, hash).filter(|channel| channel.subscriptions > 0);
        let channel = occupied.ok_or(TrackError::NotOccupied)?;
        let tracking = channel.tracking.as_ref();
        let known = tracking.and_then(|tracking| tracking.of(socket)?.now.as_ref());
        if known.is_some_and(|known| statement.is_made_by(known)) {
            return Ok(false);
        }
        let count = tracking.map_or(0, |tracking| tracking.count);
        if known.is_none() && count >= usize::try_from(limit).unwrap_or(usize::MAX) {
            return Err(TrackError::Full { limit });
        }
        let handle = channel.handle();
        let Some(place) = self.order(handle) else { return Err(TrackError::NotOccupied) };
        self.apply_track(handle, place, statement, effects);
        Ok(true)
    }

    /// Takes what a connection says of itself.
    pub(crate) fn state(&mut self, handle: Handle, statement: Statement<'_>, effects: &mut dyn Effects) {
        let Self { channels, references, .. } = self;
        let Some(channel) = channels.at(handle) else { return };
        state(channel, statement, references);
        self.gather(handle, Emit::Soon, effects);
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
        let Some(channel) = self.channels.get(key, hash) else { return false };
        if !channel.tracking.as_ref().is_some_and(|tracking| tracking.states_something(socket)) {
            return false;
        }
        let handle = channel.handle();
        let Some(place) = self.order(handle) else { return false };
        self.apply_untrack(handle, place, socket, effects);
        true
    }

    /// What a connection said of itself no longer holds.
    pub(crate) fn withdraw(&mut self, handle: Handle, socket: SocketId, effects: &mut dyn Effects) {
        let tracking = self.channels.at(handle).and_then(|channel| channel.tracking.as_mut());
        if tracking.is_some_and(|tracking| tracking.remove(socket)) {
            self.gather(handle, Emit::Later, effects);
        }
    }

    /// What is said on a channel, as its subscribers have been told.
    pub fn presences(&mut self, key: KeyRef<'_>, hash: u64) -> Arc<PresenceState> {
        self.channels.get_mut(key, hash).map(presences_of).unwrap_or_default()
    }
}

/// Takes what a connection says of itself. `references` is the number of the process's newest statement.
fn state(channel: &mut Channel, statement: Statement<'_>, references: &mut u64) {
    let Statement { socket, presence_key, .. } = statement;
    let entry = channel.tracking.as_ref().and_then(|tracking| tracking.of(socket));
    let sent = entry.and_then(|entry| entry.sent.clone());
    // Who says again what the others have been told has nothing to tell.
    let presence = sent.as_ref().filter(|sent| statement.is_made_by(sent)).cloned().unwrap_or_else(|| {
        *references += 1;
        let replaced = sent.filter(|sent| *sent.key == *presence_key);
        let key = replaced.as_ref().map_or_else(|| Arc::from(presence_key), |sent| Arc::clone(&sent.key));
        let (reference, replaces) = (*references, replaced.map(|sent| sent.reference));
        Arc::new(Presence { key, reference, replaces, info: statement.info.into() })
    });
    channel.tracking.get_or_insert_default().set(socket, Some(presence));
}

/// A channel's presences become those of a snapshot. What differs is told with what else is gathered; where nobody is on the
/// channel it counts as told.
pub(crate) fn restore_presences(
    channel: &mut Channel,
    presences: &[(SocketId, &str, &[u8])],
    references: &mut u64,
) {
    if presences.is_empty() && channel.tracking.is_none() {
        return;
    }
    let tracking = channel.tracking.get_or_insert_default();
    // What is stated again below, and is the same, is not told.
    for socket in tracking.by_connection.iter().map(|entry| entry.socket).collect::<Vec<_>>() {
        tracking.remove(socket);
    }
    for &(socket, presence_key, info) in presences {
        state(channel, Statement { socket, presence_key, info }, references);
    }
    if let Some(tracking) = channel.tracking.as_mut().filter(|_| channel.loops == 0) {
        tracking.take_changes();
    }
}

/// What is said on a channel, as its subscribers have been told.
pub(crate) fn presences_of(channel: &mut Channel) -> Arc<PresenceState> {
    channel.tracking.as_mut().map(|tracking| tracking.state()).unwrap_or_default()
}

/// Tells what connections say of themselves, if that has changed.
pub(crate) fn emit_presence(channel: &mut Channel, now: Millis, effects: &mut dyn Effects) -> bool {
    let Some(tracking) = &mut channel.tracking else { return false };
    let change = tracking.take_changes();
    if tracking.by_connection.is_empty() {
        channel.tracking = None;
    }
    if change == PresenceChange::default() {
        return false;
    }
    for part in parts(change) {
        channel.emit(Body::Presence(Arc::new(part)), None, nanos(now), effects);
    }
    true
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
