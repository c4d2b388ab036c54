//! Channels, their order, their subscribers and their history: the state that all protocols share.
//!
//! Two halves, both plain data structures without a socket, thread, clock or source of randomness:
//!
//! - [`Shard`] is the one owner of a set of channels. It decides the order of everything that
//!   happens on them. The server has each shard behind a mutex; a simulator calls it directly.
//! - [`Local`] is one event loop's own list of its connections' subscriptions. Only its loop
//!   accesses it, so fan-out takes no lock.
//!
//! Between them travels a [`Publication`]: encoded once for each framing, shared by reference.
//!
//! Nothing here knows a text format or the name of a protocol.
//!
//! # The files, in reading order
//!
//! The behaviour starts at 3; 1 and 2 are what it works on. No files import each other in a circle;
//! in particular, `shard` imports none of the files that hold another `impl Shard`.
//!
//! 1. Vocabulary: `key` names channels, apps, loops and connections; `message`, `history` and
//!    `roster` are what channels hold; `rules` has their limits; `publication` and `framing` are
//!    what subscribers receive; `request`, `command` and `event` are what goes into and out of a
//!    shard.
//! 2. State: `channel` is one channel, with the tables `members` (presence channels), `declared`
//!    (presences that connections declare) and `channel_history` (over the shard's `store`).
//!    `share` and `channel_budget` divide a shard among apps; `deadlines` and `delays` are its
//!    tables of times.
//! 3. `shard` is the struct and what callers do with it. Its other `impl` blocks lie beside their
//!    subjects:
//!    - `order`: a command is given its place and applied, by this node or as an engine ordered it;
//!    - `gather`: changes are coalesced and sent at most once per interval;
//!    - `presence`, `tracking`, `count`, `online`: what is coalesced;
//!    - `retention`: messages are stored, expire and are evicted;
//!    - `recorder`: what a store that outlives the process is told, and gives back.
//! 4. The loop's half: `local`, over `listeners`, `recipients` and `subscriptions`; `confirmed`: what
//!    its clients have.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod channel;
mod channel_budget;
mod channel_history;
mod command;
mod confirmed;
mod count;
mod deadlines;
mod declared;
mod delays;
mod event;
mod framing;
mod gather;
mod history;
mod key;
mod listeners;
mod local;
mod members;
mod message;
mod online;
mod order;
mod presence;
mod publication;
mod recipients;
mod recorder;
mod request;
mod retention;
mod roster;
mod rules;
mod shard;
mod share;
mod store;
mod subscriptions;
mod tracking;

pub use command::{Applied, Command, Ordered, Place, Snapshot};
pub use confirmed::{Confirmed, ConfirmedPosition};
pub use declared::{Presence, PresenceChange, PresenceState};
pub use event::{Effects, Event, Full};
pub use framing::{FRAMINGS, Frames, Framing};
pub use history::{HistoryPage, HistoryRange, Position, Recorded};
pub use key::{Access, AppId, ChannelId, ChannelKey, HashSeed, KeyRef, LoopId, MAX_LOOPS, SocketId};
pub use local::{Local, LocalError, LocalRequest, Subscription};
pub use message::{Form, Message};
pub use publication::{Body, DisconnectReason, Interest, Publication};
pub use recipients::{ConnectionSlot, GroupRecipients, Recipients};
pub use recorder::{Kept, RESTORED_STEP, Record, Recorder, Restored, RestoredMessage};
pub use request::{
    ChannelInfo, LastMessage, PublishError, PublishRequest, Published, SubscribeError, SubscribeRequest,
    Subscribed, TrackError, TrackRequest, UnsubscribeRequest,
};
pub use roster::{EncodedRoster, JoinAs, Member, MembersPage, Roster};
pub use rules::{ChannelRules, ShardLimits};
pub use shard::{Shard, Shards, VisitOccupied};

/// Milliseconds on the monotonic clock of the hub's caller; its zero is arbitrary.
pub type Millis = u64;
/// Nanoseconds on the same clock, for latency figures.
pub type Nanos = u64;
