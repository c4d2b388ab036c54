//! One loop's own side of the hub.

// CONTRACT ONLY: signatures to be implemented.

/// A connection's index in its loop (the reactor's slot number).
pub struct ConnectionSlot(pub u32);

/// One entry of a channel's list: who receives.
pub struct Subscriber { pub slot: ConnectionSlot, /* joined_at: u32, position bookkeeping */ }

/// One subscription of a connection.
pub struct Subscription { pub member: Option<Arc<Member>>, pub key: Arc<ChannelKey>, ... }

pub struct Local { .. }
impl Local {
    pub fn new(id: LoopId) -> Self;
    /// Subscribes: asks the shard and lists the connection under the shard's lock. Err(Already) on a duplicate.
    pub fn subscribe<S: Shards>(&mut self, shards: &S, now: Millis, slot: ConnectionSlot, framing: Framing, request: (KeyRef, JoinAs, SocketId, ChannelRules)) -> Result<Subscribed, LocalError /* Already | Shard(SubscribeError) | TooMany { limit } */>;
    pub fn unsubscribe<S: Shards>(&mut self, shards: &S, now, slot, socket: SocketId, key: KeyRef<'_>) -> bool;
    /// Ends every subscription of a connection.
    pub fn leave<S: Shards>(&mut self, shards: &S, now, slot, socket: SocketId);
    pub fn is_subscribed / subscription(&self, slot, key, hash) -> Option<Subscription view (member)>;
    pub fn subscriptions(&self, slot) -> impl Iterator<Item=&ChannelKey>, and count
    /// Lists who receives a publication, grouped by framing. `except` is left to the caller (it knows socket ids).
    pub fn recipients(&self, publication: &Publication) -> impl Iterator<Item=(Framing, impl Iterator<Item=ConnectionSlot>)>  // skips those that joined at or after seq
}
