//! The order of a channel: a command is given its place in it, and then applied.
//!
//! These are two steps. Alone, a shard does both in one critical section: [`Shard::publish`], [`Shard::subscribe`] of a member,
//! [`Shard::track`] and the others check, take the next place and apply. In a cluster something outside gives the places (an
//! *engine*: a stream of Valkey, NATS or PostgreSQL), and every node hands each ordered command to [`Shard::apply`], so that all
//! of them go through the same states.
//!
//! | ordered | not ordered: each node's own |
//! | --- | --- |
//! | messages | subscriptions, and how many a channel has |
//! | members that join and leave | when subscribers are sent what is [gathered](crate::gather), and how much of it at once |
//! | presences that are tracked and untracked | [`Access::Changes`](crate::Access::Changes): a node judges its own followers |
//! | a user that comes online or goes | the numbers of deliveries ([`Publication::seq`](crate::Publication::seq)), ids of channels |
//! | a user whose connections are closed | rates, latency clocks, what expires of history |
//!
//! **A command can be refused only before it has a place.** The node that accepts it checks limits and asks
//! [`Effects::reserve`] for room first. What is ordered is applied by everybody: deliveries of it may exceed a loop's queue, as
//! those of membership do, so whoever reads an engine asks [`Effects::reserve`] for [`Shard::loops`] before it reads on, stops
//! reading while there is no room, and fills the gap from the engine's stream if it is disconnected for that.

use alloc::sync::Arc;

use crate::{
    Body, ChannelRules, Effects, Farewell, JoinAs, KeyRef, Member, Message, Millis, Nanos, Position, Shard,
    SocketId, SubscribeError,
    channel::{Channel, Handle},
    gather::Emit,
    memory::roles,
    presence::{Joined, restore_members},
    shard::{ChannelsFull, nanos},
    tracking::{Statement, restore_presences},
};

/// A command's place in its channel's order.
///
/// Engines number differently: one counts each channel's commands, another those of all channels together. So numbers grow, and
/// which command comes before is said, not computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The life of the numbering; another one says that what came before is lost.
    pub epoch: u64,
    /// The command's number among all commands of the channel.
    pub seq: u64,
    /// The number of the command before it; 0 for the first of an epoch.
    pub prev_seq: u64,
    /// The number of the newest message up to and with this command, among messages alone; 0: there was none.
    pub offset: u64,
}

impl Place {
    pub(crate) fn position(&self) -> Position {
        Position { epoch: self.epoch, offset: self.offset }
    }
}

/// What all nodes must apply in one order.
#[derive(Debug, Clone)]
pub enum Command<'a> {
    /// A message.
    Publish {
        /// What is said.
        message: Arc<Message>,
        /// The connection that must not receive it.
        except: Option<SocketId>,
        /// What the channel keeps.
        rules: ChannelRules,
        /// When this node received it.
        accepted_at: Nanos,
    },
    /// A user's connection joins a channel that shows its members.
    Join {
        /// As whom.
        join: JoinAs<'a>,
        /// The connection.
        socket: SocketId,
    },
    /// A user's connection leaves such a channel.
    Leave {
        /// The user's id.
        user_id: &'a str,
    },
    /// A connection declares a presence.
    Track {
        /// The connection.
        socket: SocketId,
        /// Whom it speaks for.
        presence_key: &'a str,
        /// What it says.
        info: &'a [u8],
    },
    /// A connection's presence no longer holds.
    Untrack {
        /// The connection.
        socket: SocketId,
    },
    /// On a [`Watch`](crate::Access::Watch) channel: its user's first connection of all nodes signed in, or the last one left.
    Online(bool),
    /// On a [`User`](crate::Access::User) channel: every connection of the user is to be closed.
    Disconnect(Farewell),
}

/// A command with its place, as an engine sends it to each node.
#[derive(Debug, Clone)]
pub struct Ordered<'a> {
    /// The channel.
    pub key: KeyRef<'a>,
    /// Its hash under the process's seed.
    pub hash: u64,
    /// Its place.
    pub place: Place,
    /// What it is.
    pub command: Command<'a>,
}

/// What became of an ordered command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Applied {
    /// The channel is as all nodes have it after the command.
    Applied,
    /// It had been applied before; nothing was changed.
    Repeated,
    /// Commands before it are missing; nothing was changed. They are to be read from the engine, or, where it no longer has
    /// them, the channel is [followed](Shard::follow) from another place.
    Gap {
        /// The number of the newest command that was applied.
        applied: u64,
    },
    /// This node does not follow the channel, and the command leaves nothing to store, or nothing for which there is room.
    NotHere,
}

/// What an engine has of a channel beside its messages, after the command at some [`Place`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Snapshot<'a> {
    /// Members, and how many connections each has on all nodes.
    pub members: &'a [(JoinAs<'a>, u32)],
    /// Presences: the connection, whom it speaks for, and what it says.
    pub presences: &'a [(SocketId, &'a str, &'a [u8])],
    /// On a watch channel: whether its user is online.
    pub is_online: bool,
}

impl Channel {
    /// The place of the next command, where the shard itself orders.
    pub(crate) fn next_place(&self, is_message: bool) -> Place {
        let Position { epoch, offset } = self.position;
        Place {
            epoch,
            seq: self.applied.wrapping_add(1),
            prev_seq: self.applied,
            offset: offset.wrapping_add(u64::from(is_message)),
        }
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
    /// Applies what an engine has ordered. Never refuses: see the [module](self).
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
            // It is here for what it stores. Members and presences come with the snapshot once it is followed.
            self.take(handle, place);
            return Applied::NotHere;
        }
        match command {
            Command::Publish { message, except, rules, accepted_at } => {
                self.apply_message(handle, place, (message, except, accepted_at), &rules, effects);
            }
            Command::Join { join, socket } => {
                self.apply_join(handle, place, join, socket, effects);
            }
            Command::Leave { user_id } => {
                let tell = self.apply_leave(handle, place, user_id);
                self.gather(handle, tell, effects);
            }
            Command::Track { socket, presence_key, info } => {
                self.apply_track(handle, place, Statement { socket, presence_key, info }, effects);
            }
            Command::Untrack { socket } => {
                self.apply_untrack(handle, place, socket, effects);
            }
            Command::Online(is_online) => self.apply_online(handle, place, is_online, effects),
            Command::Disconnect(farewell) => self.apply_disconnect(handle, place, farewell, effects),
        }
        Applied::Applied
    }

    /// A channel that is not here begins with a message that is to be stored.
    fn open_for(
        &mut self,
        key: KeyRef<'_>,
        hash: u64,
        (place, command): (Place, &Command<'_>),
    ) -> Option<Handle> {
        let Command::Publish { message, rules, .. } = command else { return None };
        if !self.would_store(message, rules) {
            return None;
        }
        let handle = self.find_or_open(key, hash).ok()?;
        // The message before it may have any smaller number. This one claims the most that a reader can have seen.
        let before = Place { seq: place.prev_seq, offset: place.offset.saturating_sub(1), ..place };
        self.channels.at(handle)?.take(before);
        Some(handle)
    }

    /// This node applies the commands of a channel from now on, until it [unfollows](Self::unfollow) it: the channel is here, with
    /// or without subscribers, as an engine has it after the command at `place`.
    ///
    /// Of a channel that is here at another place commands are missing: subscribers are sent what differs in members, presences and
    /// whether a user is online, and the messages that it stores are dropped, since a reader would miss what came in between.
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
        channel.online.is = snapshot.is_online;
        if let Some(memory) = channel.memory.as_mut().filter(|_| !is_current) {
            memory.forget_all(store);
        }
        self.tidy(handle);
        self.gather(handle, Emit::Now, effects);
        Ok(())
    }

    /// Commands of a channel are not applied here any more. Without subscribers it is gone, with its numbering, but for
    /// messages that it still stores.
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

    /// Orders a command that is not a message: the next place of its channel.
    pub(crate) fn order(&mut self, handle: Handle) -> Option<Place> {
        self.channels.at(handle).map(|channel| channel.next_place(false))
    }

    fn take(&mut self, handle: Handle, place: Place) -> Option<&mut Channel> {
        let channel = self.channels.at(handle)?;
        channel.take(place);
        Some(channel)
    }

    /// Whether anything of a message would be kept.
    pub(crate) fn would_store(&self, message: &Message, rules: &ChannelRules) -> bool {
        roles(rules).is_some() && message.cost() <= self.limits.kept_bytes
    }

    /// Hands a message to all loops that listen, and keeps it as the rules say.
    pub(crate) fn apply_message(
        &mut self,
        handle: Handle,
        place: Place,
        (message, except, accepted_at): (Arc<Message>, Option<SocketId>, Nanos),
        rules: &ChannelRules,
        effects: &mut dyn Effects,
    ) {
        if let Some(user) = &message.user {
            self.emit_members_before(handle, user, effects);
        }
        let is_stored = self.would_store(&message, rules);
        let Some(channel) = self.channels.at(handle) else { return };
        let before = channel.position.offset;
        channel.take(place);
        let numbered = rules.number_messages;
        let body = Body::Message { message: Arc::clone(&message), position: channel.position, numbered };
        channel.emit(body, except, accepted_at, effects);
        if is_stored || channel.memory.is_some() {
            self.store_message(handle, message, before, rules);
        }
    }

    /// Counts a user's connection in.
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
        let Joined { member, tell } = channel.members.get_or_insert_default().join(join, socket, seed);
        self.gather(handle, tell, effects);
        Some(member)
    }

    /// Counts a user's connection out. The caller gathers.
    pub(crate) fn apply_leave(&mut self, handle: Handle, place: Place, user_id: &str) -> Emit {
        let Self { channels, seed, .. } = self;
        let Some(channel) = channels.at(handle) else { return Emit::Never };
        channel.take(place);
        channel.members.as_mut().map_or(Emit::Never, |members| members.leave(user_id, seed))
    }

    /// The user of a watch channel has come online, or gone.
    pub(crate) fn apply_online(
        &mut self,
        handle: Handle,
        place: Place,
        is_online: bool,
        effects: &mut dyn Effects,
    ) {
        if let Some(channel) = self.take(handle, place) {
            channel.online.is = is_online;
            self.gather(handle, if is_online { Emit::Soon } else { Emit::Later }, effects);
        }
    }

    /// Every connection of a user is to be closed.
    pub(crate) fn apply_disconnect(
        &mut self,
        handle: Handle,
        place: Place,
        farewell: Farewell,
        effects: &mut dyn Effects,
    ) {
        let now = self.now;
        if let Some(channel) = self.take(handle, place) {
            channel.emit(Body::Disconnect(farewell), None, nanos(now), effects);
        }
    }

    pub(crate) fn apply_track(
        &mut self,
        handle: Handle,
        place: Place,
        statement: Statement<'_>,
        effects: &mut dyn Effects,
    ) {
        if self.take(handle, place).is_some() {
            self.state(handle, statement, effects);
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
