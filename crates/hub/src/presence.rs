//! Presence channels: joins and leaves of [`Members`](crate::members::Members) are sent to
//! subscribers.
//!
//! They are [coalesced](crate::gather). The return of a member within the interval is not sent, and
//! a user that joins and leaves in a loop costs the others two messages per interval. A new
//! subscriber is given the members as sent to the others, so that the next change applies to all of
//! them.

use alloc::sync::Arc;

use crate::{
    Body, Effects, Event, HashSeed, JoinAs, Millis, Shard,
    channel::{Channel, nanos},
    key::Handle,
};

impl Shard {
    /// Sends the pending joins and leaves before a message from a member whose join is among them.
    pub(crate) fn emit_members_before(&mut self, handle: Handle, user_id: &str, effects: &mut dyn Effects) {
        let Self { channels, seed, now, .. } = self;
        let Some(channel) = channels.at(handle) else { return };
        if channel.members.as_ref().is_some_and(|members| members.is_unsent(user_id, seed)) {
            emit_members(channel, (seed, *now), effects);
        }
    }
}

/// Replaces a channel's members with those of a snapshot. The difference is sent with the other
/// coalesced changes; without subscribers it counts as sent.
pub(crate) fn restore_members(channel: &mut Channel, members: &[(JoinAs<'_>, u32)], seed: &HashSeed) {
    if members.is_empty() && channel.members.is_none() {
        return;
    }
    let restored = channel.members.get_or_insert_default();
    restored.restore(members, seed);
    if channel.loops == 0 {
        restored.take_changes(seed);
    }
}

/// Sends a channel's pending joins and leaves; whether there were any.
pub(crate) fn emit_members(
    channel: &mut Channel,
    (seed, now): (&HashSeed, Millis),
    effects: &mut dyn Effects,
) -> bool {
    let Some(members) = &mut channel.members else { return false };
    let changes = members.take_changes(seed);
    let sent = !changes.are_none();
    // Leaves go first: a user whose info has changed leaves with the old one and joins with the new
    // one.
    for (member, newcomer) in changes.left {
        channel.emit(Body::MemberLeft(Arc::clone(&member)), newcomer, nanos(now), effects);
        effects.event(Event::MemberRemoved(Arc::clone(&channel.key), member));
    }
    for (member, newcomer) in changes.joined {
        channel.emit(Body::MemberJoined(Arc::clone(&member)), newcomer, nanos(now), effects);
        effects.event(Event::MemberAdded(Arc::clone(&channel.key), member));
    }
    sent
}
