//! The owner of a set of channels.

use alloc::{sync::Arc, vec::Vec};

use crate::{
    Body, ChannelId, ChannelKey, ChannelRules, Effects, Farewell, HashSeed, HistoryPage, HistoryRange, KeyRef, LoopId, Member,
    Message, Millis, Nanos, Position, Roster, ShardLimits, SocketId,
};

// CONTRACT ONLY: signatures to be implemented.

/// Access to the shards of a process, whoever keeps them: a server behind mutexes, a simulator by itself.
pub trait Shards {
    /// Runs `work` with the shard that owns names with this hash, alone.
    fn with<R>(&self, hash: u64, work: impl FnOnce(&mut Shard, &mut dyn Effects) -> R) -> R;
    /// The seed that names are hashed with.
    fn seed(&self) -> &HashSeed;
}

/// Who joins a presence channel.
#[derive(Debug, Clone, Copy)]
pub struct JoinAs<'a> { pub user_id: &'a str, pub info: &'a [u8] }

pub struct SubscribeRequest<'a> {
    pub key: KeyRef<'a>,
    pub hash: u64,
    pub from: LoopId,
    pub join: Option<JoinAs<'a>>,
    /// The subscriber itself, that must not be told of its own coming.
    pub socket: SocketId,
    pub rules: ChannelRules,
}

pub struct Subscribed {
    pub key: Arc<ChannelKey>,
    pub id: ChannelId,
    /// Deliveries with a later number are the subscriber's.
    pub seq: u32,
    pub position: Position,
    pub subscriptions: u32,
    /// On channels that keep their last message: what there is.
    pub last: Option<LastMessage>,   // None when rules.last_message_ms is None
    pub member: Option<Arc<Member>>,
    pub roster: Option<Arc<Roster>>,
}
pub enum LastMessage { Kept(Arc<Message>, Position), Missing }

pub enum SubscribeError { MembersFull { limit: u32 }, ChannelsFull { limit: usize } }

pub struct UnsubscribeRequest<'a> {
    pub key: KeyRef<'a>,
    pub hash: u64,
    pub from: LoopId,
    /// No other subscription of this loop remains.
    pub last_on_loop: bool,
    pub member: Option<&'a Arc<Member>>,
    pub socket: SocketId,
}

pub struct PublishRequest<'a> {
    pub key: KeyRef<'a>,
    pub hash: u64,
    pub message: Arc<Message>,
    pub except: Option<SocketId>,
    pub rules: ChannelRules,
    pub accepted_at: Nanos,
}
pub struct Published { pub position: Position, pub subscriptions: u32, pub users: Option<u32> }
pub enum PublishError { Full, ChannelsFull { limit: usize } }

pub struct ChannelInfo { pub subscriptions: u32, pub users: Option<u32>, pub last: Option<(Arc<Message>, u64 /* ms left */)> , pub position: Position }

pub struct Shard;
impl Shard {
    pub fn new(seed: HashSeed, epoch_seed: u64, limits: ShardLimits) -> Self;
    pub fn subscribe(&mut self, now: Millis, request: SubscribeRequest<'_>, effects: &mut dyn Effects) -> Result<Subscribed, SubscribeError>;
    pub fn unsubscribe(&mut self, now: Millis, request: UnsubscribeRequest<'_>, effects: &mut dyn Effects);
    pub fn publish(&mut self, now: Millis, request: PublishRequest<'_>, effects: &mut dyn Effects) -> Result<Published, PublishError>;
    /// Closes every connection of a user: a Disconnect publication on its User channel. True if there was one.
    pub fn disconnect_user(&mut self, key: KeyRef<'_>, hash: u64, farewell: Farewell, effects: &mut dyn Effects) -> bool;
    pub fn info(&self, now: Millis, key: KeyRef<'_>, hash: u64) -> Option<ChannelInfo>; // None: not occupied and nothing kept
    pub fn members(&mut self, key: KeyRef<'_>, hash: u64) -> Option<Arc<Roster>>;
    pub fn history(&mut self, now: Millis, key: KeyRef<'_>, hash: u64, range: HistoryRange) -> Option<HistoryPage>;
    /// Calls `visit` for each occupied channel of an app.
    pub fn for_each_occupied(&self, app: crate::AppId, visit: &mut dyn FnMut(&Arc<ChannelKey>, u32 /*subs*/, Option<u32> /*users*/));
    /// Expires what is due and tells delayed counts. Bounded work per call; returns when to call again.
    pub fn tick(&mut self, now: Millis, effects: &mut dyn Effects) -> Option<Millis>;
    pub fn channels(&self) -> usize;
    pub fn kept_bytes(&self) -> usize;
}
