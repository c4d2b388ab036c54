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
#![forbid(unsafe_code)]

extern crate alloc;

mod channel;
mod command;
mod count;
mod deadlines;
mod delays;
mod event;
mod gather;
mod history;
mod key;
mod listeners;
mod local;
mod memory;
mod message;
mod online;
mod order;
mod presence;
mod publication;
mod recipients;
mod retention;
mod room;
mod rules;
mod shard;
mod share;
mod store;
mod subscriptions;
mod tracking;

pub use command::{
    ChannelInfo, JoinAs, LastMessage, PublishError, PublishRequest, Published, SubscribeError,
    SubscribeRequest, Subscribed, UnsubscribeRequest,
};
pub use event::{Effects, Event, Full};
pub use history::{HistoryPage, HistoryRange, Position, Recorded};
pub use key::{Access, AppId, ChannelId, ChannelKey, HashSeed, KeyRef, LoopId, MAX_LOOPS};
pub use local::{ConnectionSlot, Local, LocalError, LocalRequest, Subscription};
pub use message::{Form, Message};
pub use order::{Applied, Command, Ordered, Place, Snapshot};
pub use presence::{EncodedRoster, Member, Roster};
pub use publication::{Body, FRAMINGS, Farewell, Frames, Framing, Interest, Publication, SocketId};
pub use recipients::{GroupRecipients, Recipients};
pub use rules::{ChannelRules, ShardLimits};
pub use shard::{Shard, Shards, VisitOccupied};
pub use tracking::{Presence, PresenceChange, PresenceState, TrackError, TrackRequest};

/// Milliseconds on the monotonic clock of whoever drives the hub; its zero is arbitrary.
pub type Millis = u64;
/// Nanoseconds on the same clock, for latency figures.
pub type Nanos = u64;
