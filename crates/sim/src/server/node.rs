//! What connections and the application ask of a node: of its hub where that is alone, and otherwise of the engine, which
//! orders it. A node that asks applies all that came before, and then what it asked for; the others do so later.

use std::{cell::RefCell, rc::Rc, sync::Arc};

use baton_hub::{
    Access, Applied, ConnectionSlot, DisconnectReason, Framing, JoinAs, KeyRef, Local, LocalError,
    LocalRequest, PublishError, PublishRequest, Published, Shards, Snapshot, SocketId, SubscribeError,
    Subscribed, TrackError, TrackRequest,
};

use super::{
    engine::{Engine, Entry, Owned},
    hub::Hub,
};

/// A node's way to the engine of its cluster.
#[derive(Clone)]
pub(super) struct Cluster {
    pub(super) engine: Rc<RefCell<Engine>>,
    pub(super) node: usize,
}

impl Hub {
    pub(super) fn subscribe(
        &self,
        now: u64,
        local: &mut Local,
        (slot, framing): (ConnectionSlot, Framing),
        request: LocalRequest<'_>,
    ) -> Result<Subscribed, LocalError> {
        let LocalRequest { key, join, socket, rules, .. } = request;
        let hash = self.seed().hash(key);
        let cluster = match &self.cluster {
            Some(cluster) if local.subscription(slot, key, hash).is_none() => cluster,
            _ => return local.subscribe(self, now, slot, framing, request),
        };
        self.follow(now, key).map_err(LocalError::Shard)?;
        let place = match join {
            Some(join) => {
                let admitted = self.with(hash, |shard, _| shard.may_join(key, hash, join, rules.members));
                admitted.map_err(|error| {
                    self.unfollow_deserted(now, key);
                    LocalError::Shard(error)
                })?;
                let JoinAs { user_id, info } = join;
                let command = Owned::Join { user: user_id.to_owned(), info: info.to_vec(), socket };
                Some(cluster.order(key, command).place)
            }
            None => None,
        };
        let subscribed = local.subscribe(self, now, slot, framing, LocalRequest { place, ..request });
        if key.access == Access::User {
            self.count_signed_in(now, key, true);
        }
        subscribed
    }

    pub(super) fn unsubscribe(
        &self,
        now: u64,
        local: &mut Local,
        (slot, socket): (ConnectionSlot, SocketId),
        key: KeyRef<'_>,
    ) -> bool {
        let hash = self.seed().hash(key);
        let held = local.subscription(slot, key, hash);
        let member = held.and_then(|held| held.member.map(|member| member.user_id.to_string()));
        let is_present = self.cluster.is_some() && held_presence(self, now, key, socket);
        let ended = local.unsubscribe(self, now, slot, socket, key);
        if let Some(cluster) = self.cluster.as_ref().filter(|_| ended) {
            if let Some(user) = member {
                let left = cluster.order(key, Owned::Leave { user });
                self.apply(now, &left);
            }
            if is_present {
                self.apply(now, &cluster.order(key, Owned::Untrack { socket }));
            }
            if key.access == Access::User {
                self.count_signed_in(now, key, false);
            }
            self.unfollow_deserted(now, key);
        }
        ended
    }

    /// A connection says of itself that it is here.
    pub(super) fn track(&self, now: u64, request: TrackRequest<'_>) -> Result<bool, TrackError> {
        let TrackRequest { key, hash, socket, presence_key, info, .. } = request;
        let is_new = self.with(hash, |shard, effects| shard.track(now, request, effects))?;
        if let Some(cluster) = self.cluster.as_ref().filter(|_| is_new) {
            let command = Owned::Track { socket, presence_key: presence_key.to_owned(), info: info.to_vec() };
            self.apply(now, &cluster.order(key, command));
        }
        Ok(is_new)
    }

    pub(super) fn untrack(&self, now: u64, key: KeyRef<'_>, socket: SocketId) -> bool {
        let is_present = held_presence(self, now, key, socket);
        if let Some(cluster) = self.cluster.as_ref().filter(|_| is_present) {
            self.apply(now, &cluster.order(key, Owned::Untrack { socket }));
        }
        is_present
    }

    /// Ends all subscriptions of a connection.
    pub(super) fn leave(&self, now: u64, local: &mut Local, slot: ConnectionSlot, socket: SocketId) {
        if self.cluster.is_some() {
            let keys: Vec<_> = local.subscriptions(slot).map(|held| Arc::clone(held.key)).collect();
            for key in keys {
                self.unsubscribe(now, local, (slot, socket), key.borrowed());
            }
        }
        local.leave(self, now, slot, socket);
    }

    pub(super) fn publish(&self, now: u64, request: PublishRequest<'_>) -> Result<Published, PublishError> {
        let PublishRequest { key, hash, .. } = request;
        let Some(cluster) = &self.cluster else {
            return self.with(hash, |shard, effects| shard.publish(now, request, effects));
        };
        // Once it is ordered nobody can refuse it.
        self.with(hash, |shard, effects| shard.publish(now, request.clone(), effects))?;
        let PublishRequest { message, except, rules, accepted_at, .. } = request;
        let entry = cluster.order(key, Owned::Publish { message, except, rules, accepted_at });
        self.apply(now, &entry);
        let info = self.with(hash, |shard, _| shard.info(now, key, hash));
        Ok(Published {
            position: baton_hub::Position { epoch: entry.place.epoch, offset: entry.place.offset },
            subscriptions: info.as_ref().map_or(0, |info| info.subscriptions),
            users: info.and_then(|info| info.users),
        })
    }

    pub(super) fn disconnect_user(&self, key: KeyRef<'_>, reason: DisconnectReason, now: u64) -> bool {
        let hash = self.seed().hash(key);
        let Some(cluster) = &self.cluster else {
            return self.with(hash, |shard, effects| shard.disconnect_user(key, hash, reason, effects));
        };
        let is_signed_in = cluster.engine.borrow_mut().is_signed_in(key);
        if is_signed_in {
            let entry = cluster.order(key, Owned::Disconnect(reason));
            self.apply(now, &entry);
        }
        is_signed_in
    }

    /// Whether a user has gone or come, for all nodes.
    fn count_signed_in(&self, now: u64, key: KeyRef<'_>, comes: bool) {
        let Some(cluster) = &self.cluster else { return };
        let changed = cluster.engine.borrow_mut().count_signed_in(key, comes);
        if let Some(is_online) = changed {
            let status = KeyRef { access: Access::UserStatus, ..key };
            let entry = cluster.order(status, Owned::Online(is_online));
            self.apply(now, &entry);
        }
    }

    /// The node follows a channel, and has applied all of its commands.
    fn follow(&self, now: u64, key: KeyRef<'_>) -> Result<(), SubscribeError> {
        let Some(Cluster { engine, node }) = &self.cluster else { return Ok(()) };
        if !engine.borrow_mut().follow(*node, key) {
            self.catch_up_on(now, key);
            return Ok(());
        }
        let hash = self.seed().hash(key);
        let mut borrowed = engine.borrow_mut();
        let state = borrowed.state(key);
        let as_joined = |(user, info, connections): &'_ (String, Vec<u8>, u32)| {
            (user.clone(), info.clone(), *connections)
        };
        let members: Vec<_> = state.members.iter().map(as_joined).collect();
        let (place, is_online, presences) = (state.newest, state.is_online, state.presences.clone());
        drop(borrowed);
        let members: Vec<_> = members
            .iter()
            .map(|(user, info, connections)| (JoinAs { user_id: user, info }, *connections))
            .collect();
        let presences: Vec<_> =
            presences.iter().map(|(socket, key, info)| (*socket, &**key, &**info)).collect();
        let snapshot = Snapshot { members: &members, presences: &presences, is_online };
        // What the node stores of the channel without following it must be complete.
        self.catch_up_on(now, key);
        let followed =
            self.with(hash, |shard, effects| shard.follow(now, (key, hash), place, &snapshot, effects));
        if followed.is_err() {
            engine.borrow_mut().unfollow(*node, key);
        }
        followed
    }

    /// A channel that nobody on this node is on any more is not followed.
    fn unfollow_deserted(&self, now: u64, key: KeyRef<'_>) {
        let Some(Cluster { engine, node }) = &self.cluster else { return };
        let hash = self.seed().hash(key);
        if self.with(hash, |shard, _| shard.loops(key, hash)) == 0 {
            self.catch_up_on(now, key); // a command that was lost would be noticed only with the next one
            self.with(hash, |shard, _| shard.unfollow(now, key, hash));
            engine.borrow_mut().unfollow(*node, key);
        }
    }

    /// Applies a command, after those of its channel that this node lacks.
    fn apply(&self, now: u64, entry: &Entry) {
        let Some(Cluster { engine, .. }) = &self.cluster else { return };
        let apply = |entry: &Entry| {
            let ordered = entry.ordered(self.seed());
            self.with(ordered.hash, |shard, effects| shard.apply(now, ordered, effects))
        };
        if let Applied::Gap { applied } = apply(entry) {
            self.gaps.set(self.gaps.get() + 1);
            let missing = engine.borrow().between(&entry.name, applied, entry.place.seq);
            for entry in missing {
                if let Applied::Gap { .. } = apply(&entry) {
                    self.unfilled.set(self.unfilled.get() + 1);
                }
            }
        }
    }

    /// Applies what the engine has of a channel and this node does not, if the channel is here.
    fn catch_up_on(&self, now: u64, key: KeyRef<'_>) {
        let Some(Cluster { engine, .. }) = &self.cluster else { return };
        let hash = self.seed().hash(key);
        let Some(applied) = self.with(hash, |shard, _| shard.applied(key, hash)) else { return };
        let missing = engine.borrow().between(&super::engine::Name::of(key), applied, u64::MAX);
        missing.iter().for_each(|entry| self.apply(now, entry));
    }

    /// Receives some commands; true if there are more.
    pub(super) fn receive(&self, count: u64, now: u64) -> bool {
        let Some(Cluster { engine, node }) = &self.cluster else { return false };
        for _ in 0..count {
            let Some(entry) = engine.borrow_mut().receive(*node) else { return false };
            self.apply(now, &entry);
        }
        engine.borrow().has_more(*node)
    }

    /// Commands have come that the node does not know of.
    pub(super) fn has_received(&self) -> bool {
        let cluster = self.cluster.as_ref();
        cluster.is_some_and(|Cluster { engine, node }| engine.borrow_mut().take_news(*node))
    }

    /// Notices commands that were lost and that no later one of their channel showed to be missing.
    pub(super) fn catch_up(&self, now: u64) {
        let Some(Cluster { engine, node }) = &self.cluster else { return };
        let followed = engine.borrow().followed(*node);
        followed.iter().for_each(|name| self.catch_up_on(now, name.key()));
    }

    /// Applies all that has been ordered so far, on its way or not.
    pub(super) fn catch_up_wholly(&self, now: u64) {
        self.receive(u64::MAX, now);
        self.catch_up(now);
    }
}

/// Whether a connection has said that it is here; where the node is alone, it no longer is.
fn held_presence(hub: &Hub, now: u64, key: KeyRef<'_>, socket: SocketId) -> bool {
    let hash = hub.seed().hash(key);
    hub.with(hash, |shard, effects| shard.untrack(now, key, hash, socket, effects))
}

impl Cluster {
    fn order(&self, key: KeyRef<'_>, command: Owned) -> Arc<Entry> {
        self.engine.borrow_mut().order(self.node, key, command)
    }
}
