//! Telling those who watch a user whether it is online.
//!
//! A user is online while its [`Access::User`] channel has a subscription; those who watch it subscribe to the
//! [`Access::Watch`] channel of the same name, which the same shard owns. Changes are [gathered](crate::gather) as joins and
//! leaves of presence channels are: a user that signs in and leaves without end costs its watchers one message an interval, and
//! one that comes back within the interval, as after a reload of a page, costs none.

use crate::{
    Access, Body, Effects, KeyRef, Millis, Shard,
    channel::{Channel, Handle},
    shard::nanos,
};

/// Whether the user of a watch channel is online; both false on all other channels.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Online {
    /// As it is.
    pub(crate) is: bool,
    /// As the watchers have been told.
    pub(crate) sent: bool,
}

impl Shard {
    /// On a user's channel, that was just occupied or vacated: orders that its watchers learn of it, and applies it.
    pub(crate) fn user_changed(
        &mut self,
        user: KeyRef<'_>,
        hash: u64,
        is_online: bool,
        effects: &mut dyn Effects,
    ) {
        if user.access != Access::User || !self.orders {
            return;
        }
        let watch = KeyRef { access: Access::Watch, ..user };
        let Some(handle) = self.channels.get(watch, hash).map(Channel::handle) else { return };
        let Some(place) = self.order(handle) else { return };
        self.apply_online(handle, place, is_online, effects);
    }

    /// What a new watcher is given: whether the user is online as the others have been told, so that the next change fits
    /// all of them. The first watcher is given it as it is: where an engine orders, as that has it.
    pub(crate) fn watch(&mut self, handle: Handle, watch: KeyRef<'_>, is_first: bool) -> Option<bool> {
        if watch.access != Access::Watch {
            return None;
        }
        let user = KeyRef { access: Access::User, ..watch };
        let is_here = self.channels.get(user, handle.hash).is_some_and(|channel| channel.subscriptions > 0);
        let orders = self.orders;
        let online = &mut self.channels.at(handle)?.online;
        if is_first {
            let is = if orders { is_here } else { online.is };
            *online = Online { is, sent: is };
        }
        Some(online.sent)
    }
}

/// Tells whether the user is online, if that is not what the watchers know; whether anything was told.
pub(crate) fn emit_online(channel: &mut Channel, now: Millis, effects: &mut dyn Effects) -> bool {
    let Online { is, sent } = channel.online;
    if is == sent {
        return false;
    }
    channel.online.sent = is;
    channel.emit(Body::UserStatus { online: is }, None, nanos(now), effects);
    true
}
