//! Tracking: connections declare, change and end a [presence](crate::declared) under a key of their
//! choice.
//!
//! Unlike [`Members`](crate::members::Members), which follow from subscriptions, presences come,
//! change and go at any time. Changes are [coalesced](crate::gather), so that a presence that
//! changes in a loop is sent once per interval.

use alloc::{sync::Arc, vec::Vec};

use crate::{
    Body, Effects, KeyRef, Millis, Presence, PresenceChange, PresenceState, Shard, SocketId, TrackError,
    TrackRequest,
    channel::{Channel, nanos},
    declared::Declaration,
    delays::Emit,
    key::Handle,
};

/// Bytes of presences in one change, except for a single longer one: subscribers' outboxes have a
/// limit, which a storm of joins must not fill at once.
const CHANGE_BYTES: usize = 32 * 1_024;

/// What a presence counts beside its key and payload.
const PRESENCE_BYTES: usize = 64;

impl Shard {
    /// Declares a presence of a connection. False if the connection has declared the same already.
    /// Where an engine orders, this only checks, as [`untrack`](Self::untrack) does.
    pub fn track(
        &mut self,
        now: Millis,
        request: TrackRequest<'_>,
        effects: &mut dyn Effects,
    ) -> Result<bool, TrackError> {
        self.advance(now);
        let TrackRequest { key, hash, socket, presence_key, info, limit } = request;
        let declaration = Declaration { socket, presence_key, info };
        let occupied = self.channels.get(key, hash).filter(|channel| channel.subscriptions > 0);
        let channel = occupied.ok_or(TrackError::NotOccupied)?;
        let tracking = channel.tracking.as_ref();
        let known = tracking.and_then(|tracking| tracking.of(socket));
        if known.is_some_and(|known| declaration.equals(known)) {
            return Ok(false);
        }
        let count = tracking.map_or(0, |tracking| tracking.len());
        if known.is_none() && count >= usize::try_from(limit).unwrap_or(usize::MAX) {
            return Err(TrackError::Full { limit });
        }
        let handle = channel.handle();
        if let Some(place) = self.order(handle) {
            self.apply_track(handle, place, declaration, effects);
        }
        Ok(true)
    }

    /// Declares a presence, after its place was taken.
    pub(crate) fn declare(
        &mut self,
        handle: Handle,
        declaration: Declaration<'_>,
        effects: &mut dyn Effects,
    ) {
        let Self { channels, references, .. } = self;
        let Some(channel) = channels.at(handle) else { return };
        channel.tracking.get_or_insert_default().declare(declaration, references);
        self.gather(handle, Emit::Soon, effects);
    }

    /// Ends the presence of a connection. False if it had none.
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
        if channel.tracking.as_ref().and_then(|tracking| tracking.of(socket)).is_none() {
            return false;
        }
        let handle = channel.handle();
        if let Some(place) = self.order(handle) {
            self.apply_untrack(handle, place, socket, effects);
        }
        true
    }

    /// Ends a presence, after the place of that was taken.
    pub(crate) fn withdraw(&mut self, handle: Handle, socket: SocketId, effects: &mut dyn Effects) {
        let tracking = self.channels.at(handle).and_then(|channel| channel.tracking.as_mut());
        if tracking.is_some_and(|tracking| tracking.remove(socket)) {
            self.gather(handle, Emit::Later, effects);
        }
    }

    /// The presences of a channel, as sent to its subscribers.
    pub fn presences(&mut self, key: KeyRef<'_>, hash: u64) -> Arc<PresenceState> {
        self.channels.get_mut(key, hash).map(Channel::presences).unwrap_or_default()
    }
}

/// Replaces a channel's presences with those of a snapshot. The difference is sent with the other
/// coalesced changes; without subscribers it counts as sent.
pub(crate) fn restore_presences(
    channel: &mut Channel,
    presences: &[(SocketId, &str, &[u8])],
    references: &mut u64,
) {
    if presences.is_empty() && channel.tracking.is_none() {
        return;
    }
    let tracking = channel.tracking.get_or_insert_default();
    tracking.restore(presences, references);
    if channel.loops == 0 {
        tracking.take_changes();
    }
}

/// Sends the pending changes of a channel's presences; whether there were any.
pub(crate) fn emit_presence(channel: &mut Channel, now: Millis, effects: &mut dyn Effects) -> bool {
    let Some(tracking) = &mut channel.tracking else { return false };
    let change = tracking.take_changes();
    if tracking.is_unused() {
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

/// A change in parts of bounded size. A new version joins before the old one leaves.
fn parts(change: PresenceChange) -> Vec<PresenceChange> {
    let mut parts = Vec::new();
    let (mut part, mut bytes) = (PresenceChange::default(), 0);
    let mut make_room = |presence: &Presence, part: &mut PresenceChange| {
        let cost = presence.key.len() + presence.info.len() + PRESENCE_BYTES;
        if bytes > 0 && bytes + cost > CHANGE_BYTES {
            parts.push(core::mem::take(part));
            bytes = 0;
        }
        bytes += cost;
    };
    for presence in change.joined {
        make_room(&presence, &mut part);
        part.joined.push(presence);
    }
    for presence in change.left {
        make_room(&presence, &mut part);
        part.left.push(presence);
    }
    parts.push(part);
    parts
}
