//! Channels, their order, who is on them and what was said: the state that every front shares.
//!
//! Two halves, both plain data structures without a socket, thread, clock or source of randomness:
//!
//! - [`Shard`] is the one owner of a set of channels. It decides the order of everything that happens on
//!   them. The server keeps each shard behind a mutex; a simulator calls it directly.
//! - [`Local`] is one event loop's own list of the connections that subscribe to each channel. Only its
//!   loop touches it, so fan-out takes no lock.
//!
//! Between them travels a [`Publication`]: encoded once for each framing, shared by reference.
//!
//! Nothing here knows a text format or the name of a protocol.

#![no_std]

extern crate alloc;

mod event;
mod history;
mod key;
mod local;
mod message;
mod presence;
mod publication;
mod rules;
mod shard;

pub use event::{Effects, Event, Full};
pub use history::{HistoryPage, HistoryRange, Position, Recorded};
pub use key::{Access, AppId, ChannelId, ChannelKey, HashSeed, KeyRef, LoopId, MAX_LOOPS};
pub use local::{ConnectionSlot, Local, Subscriber, Subscription};
pub use message::{Form, Message};
pub use presence::{Member, Roster};
pub use publication::{Body, Farewell, Framing, Frames, Publication, SocketId, FRAMINGS};
pub use rules::{ChannelRules, ShardLimits};
pub use shard::{
    ChannelInfo, JoinAs, LastMessage, PublishError, PublishRequest, Published, Shard, Shards, SubscribeError,
    SubscribeRequest, Subscribed, UnsubscribeRequest,
};

/// Milliseconds on the monotonic clock of whoever drives the hub; its zero is arbitrary.
pub type Millis = u64;
/// Nanoseconds on the same clock, for latency figures.
pub type Nanos = u64;
