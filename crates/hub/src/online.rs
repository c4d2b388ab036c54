//! Whether a user is online, sent to the subscribers of its status.
//!
//! A user is online while its [`Access::User`] channel has a subscription. Its status is sent to the
//! subscribers of the [`Access::UserStatus`] channel of the same name, which the same shard owns.
//! Changes are [coalesced](crate::gather) as joins and leaves of presence channels are: a user that
//! signs in and leaves in a loop costs them one message per interval, and one that returns within
//! the interval, as after a page is reloaded, costs none.

use crate::{
    Access, Body, Effects, KeyRef, Millis, Shard,
    channel::{Channel, Online, nanos},
    key::Handle,
};

impl Shard {
    /// A user's channel was just occupied or vacated: orders the change on its status channel and
    /// applies it.
    pub(crate) fn user_changed(
        &mut self,
        user: KeyRef<'_>,
        hash: u64,
        is_online: bool,
        effects: &mut dyn Effects,
    ) {
        if user.access != Access::User {
            return;
        }
        let status = KeyRef { access: Access::UserStatus, ..user };
        let Some(handle) = self.channels.get(status, hash).map(Channel::handle) else { return };
        let Some(place) = self.order(handle) else { return };
        self.apply_online(handle, place, is_online, effects);
    }

    /// The state that a new subscriber is given: as sent to the others, so that the next
    /// change applies to all of them. The first subscriber is given the present state: where an engine
    /// orders, the engine's.
    pub(crate) fn user_status(&mut self, handle: Handle, status: KeyRef<'_>, is_first: bool) -> Option<bool> {
        if status.access != Access::UserStatus {
            return None;
        }
        let user = KeyRef { access: Access::User, ..status };
        let is_here = self.channels.get(user, handle.hash).is_some_and(|channel| channel.subscriptions > 0);
        let orders = self.orders;
        let online = &mut self.channels.at(handle)?.online;
        if is_first {
            let is = if orders { is_here } else { online.is() };
            *online = Online::default();
            online.set(is);
            online.be_sent();
        }
        Some(online.sent())
    }
}

/// Sends whether the user is online, if that differs from what was sent; whether it did.
pub(crate) fn emit_online(channel: &mut Channel, now: Millis, effects: &mut dyn Effects) -> bool {
    let is = channel.online.is();
    if is == channel.online.sent() {
        return false;
    }
    channel.online.be_sent();
    channel.emit(Body::UserStatus { online: is }, None, nanos(now), effects);
    true
}
