//! The order of a channel: a command is given its place in it, and then applied.
//!
//! These are two steps. Alone, a shard does both in one critical section: [`Shard::publish`],
//! [`Shard::subscribe`] of a member, [`Shard::track`] and the others check, take the next place and
//! apply. In a cluster something outside gives the places (an *engine*: a stream of Valkey, NATS or
//! PostgreSQL), and every node passes each ordered command to [`Shard::apply`], so that all of them
//! go through the same states.
//!
//! | ordered | not ordered: each node's own |
//! | --- | --- |
//! | messages | subscriptions, and how many a channel has |
//! | members that join and leave | when [coalesced](crate::gather) changes are sent, and how many at once |
//! | presences that are tracked and untracked | [`Access::Changes`](crate::Access::Changes): a node judges its own followers |
//! | a user that comes online or goes offline | the numbers of deliveries ([`Publication::seq`](crate::Publication::seq)), ids of channels |
//! | a user whose connections are closed | rates, latency clocks, what expires of history |
//!
//! **A command can be refused only before it has a place.** The node that accepts it calls
//! [`Shard::publish`], [`Shard::may_join`], [`Shard::track`] and so on first: where an engine
//! orders, they check limits, call [`Effects::reserve`] and change nothing. All nodes apply what is ordered: its deliveries may exceed
//! a loop's queue, as those of membership do. So a node that reads an engine calls
//! [`Effects::reserve`] for [`Shard::loops`] before it reads on, stops reading while there is no
//! room, and fills the gap from the engine's stream if it is disconnected for that.

use alloc::sync::Arc;

use crate::{
    Applied, Body, ChannelRules, Command, DisconnectReason, Effects, JoinAs, KeyRef, Member, Message, Millis,
    Nanos, Ordered, Place, Position, Published, Shard, Snapshot, SocketId, SubscribeError,
    channel::{Channel, Recording, nanos},
    channel_history::roles,
    declared::Declaration,
    delays::Emit,
    key::Handle,
    members::Joined,
    presence::restore_members,
    shard::ChannelsFull,
    tracking::restore_presences,
};

/// A channel, the loops that have its subscribers, and the next message's place and result.
pub(crate) type NextPublish = (Handle, u64, Place, Published);

impl Channel {
    /// The place of the next command, where the shard itself orders.
    pub(crate) fn next_place(&self, is_message: bool, restored_step: u64) -> Place {
        let Position { epoch, offset } = self.position;
        // An earlier process may have given out more numbers than the store has.
        let step = if self.recorded == Recording::Restored { restored_step } else { 1 };
        Place {
            epoch,
            seq: self.applied.wrapping_add(1),
            prev_seq: self.applied,
            offset: offset.wrapping_add(if is_message { step } else { 0 }),
        }
    }

    /// What the next message meets.
    pub(crate) fn next_publish(&self, restored_step: u64) -> NextPublish {
        let place = self.next_place(true, restored_step);
        let published =
            Published { position: place.position(), subscriptions: self.subscriptions, users: self.users() };
        (self.handle(), self.loops, place, published)
    }

    fn take(&mut self, place: Place) {
        self.applied = place.seq;
        self.position = place.position();
    }

    fn is_next(&self, place: Place) -> bool {
        place.epoch == self.position.epoch && place.prev_seq == self.applied
    }
}

impl Shard {
    /// Applies a command that an engine has ordered. Never refuses one: all
    /// nodes apply it.
    pub fn apply(&mut self, now: Millis, ordered: Ordered<'_>, effects: &mut dyn Effects) -> Applied {
        self.advance(now);
        let Ordered { key, hash, place, command } = ordered;
        let handle = match self.channels.get(key, hash) {
            Some(channel) if channel.is_next(place) => channel.handle(),
            Some(channel) if channel.position.epoch == place.epoch && place.seq <= channel.applied => {
                return Applied::Repeated;
            }
            Some(channel) => return Applied::Gap { applied: channel.applied },
            None => match self.open_for(key, hash, (place, &command)) {
                Some(handle) => handle,
                None => return Applied::NotHere,
            },
        };
        let is_followed = self.channels.at(handle).is_some_and(|channel| channel.is_followed);
        if !is_followed && !matches!(command, Command::Publish { .. }) {
            // The channel only stores messages. A snapshot brings members and presences when it is
            // followed.
            self.take(handle, place);
            return Applied::NotHere;
        }
        match command {
            Command::Publish { message, except, rules, accepted_at } => {
                let is_storable = self.is_storable(&message, &rules);
                let message = (message, except, accepted_at);
                self.apply_message(handle, place, message, (&rules, is_storable), effects);
            }
            Command::Join { join, socket } => {
                self.apply_join(handle, place, join, socket, effects);
            }
            Command::Leave { user_id } => {
                let emit = self.apply_leave(handle, place, user_id);
                self.gather(handle, emit, effects);
            }
            Command::Track { socket, presence_key, info } => {
                self.apply_track(handle, place, Declaration { socket, presence_key, info }, effects);
            }
            Command::Untrack { socket } => {
                self.apply_untrack(handle, place, socket, effects);
            }
            Command::Online(is_online) => self.apply_online(handle, place, is_online, effects),
            Command::Disconnect(reason) => self.apply_disconnect(handle, place, reason, effects),
        }
        Applied::Applied
    }

    /// Opens a channel that is not here for a message that is to be stored.
    fn open_for(
        &mut self,
        key: KeyRef<'_>,
        hash: u64,
        (place, command): (Place, &Command<'_>),
    ) -> Option<Handle> {
        let Command::Publish { message, rules, .. } = command else { return None };
        if !self.is_storable(message, rules) {
            return None;
        }
        let handle = self.find_or_open(key, hash).ok()?;
        // The message before it may have any smaller number. This is the largest that a reader can
        // have seen.
        let before = Place { seq: place.prev_seq, offset: place.offset.saturating_sub(1), ..place };
        self.channels.at(handle)?.take(before);
        Some(handle)
    }

    /// Applies the commands of a channel from now on, until [`unfollow`](Self::unfollow). The
    /// channel takes the state that the engine has after the command at `place`, and stays with or
    /// without subscribers.
    ///
    /// If the channel is here at another place, commands are missing. Subscribers are sent the
    /// difference in members, presences and whether a user is online; stored messages are dropped,
    /// since a reader would miss those in between.
    pub fn follow(
        &mut self,
        now: Millis,
        (key, hash): (KeyRef<'_>, u64),
        place: Place,
        snapshot: &Snapshot<'_>,
        effects: &mut dyn Effects,
    ) -> Result<(), SubscribeError> {
        self.advance(now);
        let full = SubscribeError::ChannelsFull { limit: self.limits.channels };
        let handle = self.find_or_open(key, hash).map_err(|ChannelsFull| full)?;
        let Self { channels, store, seed, references, .. } = self;
        let channel = channels.at(handle).ok_or(full)?;
        let is_current = channel.applied == place.seq && channel.position == place.position();
        if is_current && channel.is_followed {
            return Ok(());
        }
        channel.is_followed = true;
        channel.take(place);
        restore_members(channel, snapshot.members, seed);
        restore_presences(channel, snapshot.presences, references);
        channel.online.set(snapshot.is_online);
        if let Some(history) = channel.history.as_mut().filter(|_| !is_current) {
            history.clear(store);
        }
        self.tidy(handle);
        self.gather(handle, Emit::Now, effects);
        Ok(())
    }

    /// Stops applying the commands of a channel. Without subscribers its members and presences are
    /// dropped, and, unless it stores messages, the channel with its numbering.
    pub fn unfollow(&mut self, now: Millis, key: KeyRef<'_>, hash: u64) {
        self.advance(now);
        let Some(channel) = self.channels.get_mut(key, hash) else { return };
        channel.is_followed = false;
        let (handle, is_vacant) = (channel.handle(), channel.subscriptions == 0);
        if is_vacant {
            self.vacate(handle);
        }
    }

    /// The newest command that was applied; `None` if the channel is not here.
    pub fn applied(&self, key: KeyRef<'_>, hash: u64) -> Option<u64> {
        self.channels.get(key, hash).map(|channel| channel.applied)
    }

    /// Whether a command with this place is the next one of a channel.
    pub(crate) fn is_next(&self, key: KeyRef<'_>, hash: u64, place: Place) -> bool {
        self.channels.get(key, hash).is_some_and(|channel| channel.is_next(place))
    }

    /// Orders a command that is not a message: the next place of its channel. `None` where an
    /// engine orders.
    pub(crate) fn order(&mut self, handle: Handle) -> Option<Place> {
        if !self.orders {
            return None;
        }
        self.channels.at(handle).map(|channel| channel.next_place(false, 0))
    }

    fn take(&mut self, handle: Handle, place: Place) -> Option<&mut Channel> {
        let channel = self.channels.at(handle)?;
        channel.take(place);
        Some(channel)
    }

    /// Whether the rules store a message, in history or as the last one, and it is not too long for
    /// that.
    pub(crate) fn is_storable(&self, message: &Message, rules: &ChannelRules) -> bool {
        let cost = message.cost();
        roles(rules, cost).is_some() && cost <= self.limits.history_bytes
    }

    /// Delivers a message to all loops with subscribers, and stores it as its rules require.
    pub(crate) fn apply_message(
        &mut self,
        handle: Handle,
        place: Place,
        (message, except, accepted_at): (Arc<Message>, Option<SocketId>, Nanos),
        (rules, is_storable): (&ChannelRules, bool),
        effects: &mut dyn Effects,
    ) {
        if let Some(user) = &message.user {
            self.emit_members_before(handle, user, effects);
        }
        let Some(channel) = self.channels.at(handle) else { return };
        let before = channel.position.offset;
        channel.take(place);
        // Before a loop can deliver it: what somebody has received is never unknown to the store.
        if let Some(recorder) = &self.recorder {
            channel.record_message(before, (&message, except), is_storable, &**recorder);
        }
        let numbered = rules.number_messages;
        let body = Body::Message { message: Arc::clone(&message), position: channel.position, numbered };
        channel.emit(body, except, accepted_at, effects);
        if is_storable || channel.history.is_some() {
            self.store_message(handle, message, (before, except), (rules, is_storable));
        }
    }

    /// Adds a user's connection.
    pub(crate) fn apply_join(
        &mut self,
        handle: Handle,
        place: Place,
        join: JoinAs<'_>,
        socket: SocketId,
        effects: &mut dyn Effects,
    ) -> Option<Arc<Member>> {
        let Self { channels, seed, .. } = self;
        let channel = channels.at(handle)?;
        channel.take(place);
        let Joined { member, emit } = channel.members.get_or_insert_default().join(join, socket, seed);
        self.gather(handle, emit, effects);
        Some(member)
    }

    /// Removes a user's connection. The caller gathers.
    pub(crate) fn apply_leave(&mut self, handle: Handle, place: Place, user_id: &str) -> Emit {
        let Self { channels, seed, .. } = self;
        let Some(channel) = channels.at(handle) else { return Emit::Never };
        channel.take(place);
        channel.members.as_mut().map_or(Emit::Never, |members| members.leave(user_id, seed))
    }

    /// The user of a status channel has come online or gone offline.
    pub(crate) fn apply_online(
        &mut self,
        handle: Handle,
        place: Place,
        is_online: bool,
        effects: &mut dyn Effects,
    ) {
        if let Some(channel) = self.take(handle, place) {
            channel.online.set(is_online);
            self.gather(handle, if is_online { Emit::Soon } else { Emit::Later }, effects);
        }
    }

    /// Has every connection of a user closed.
    pub(crate) fn apply_disconnect(
        &mut self,
        handle: Handle,
        place: Place,
        reason: DisconnectReason,
        effects: &mut dyn Effects,
    ) {
        let now = self.now;
        if let Some(channel) = self.take(handle, place) {
            channel.emit(Body::Disconnect(reason), None, nanos(now), effects);
        }
    }

    pub(crate) fn apply_track(
        &mut self,
        handle: Handle,
        place: Place,
        declaration: Declaration<'_>,
        effects: &mut dyn Effects,
    ) {
        if self.take(handle, place).is_some() {
            self.declare(handle, declaration, effects);
        }
    }

    pub(crate) fn apply_untrack(
        &mut self,
        handle: Handle,
        place: Place,
        socket: SocketId,
        effects: &mut dyn Effects,
    ) {
        if self.take(handle, place).is_some() {
            self.withdraw(handle, socket, effects);
        }
    }
}
