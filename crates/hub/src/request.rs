//! Requests to a [`Shard`](crate::Shard), and their results.

use alloc::sync::Arc;

use crate::{
    ChannelId, ChannelKey, ChannelRules, Interest, JoinAs, KeyRef, LoopId, Member, Message, Nanos, Place,
    Position, PresenceState, Roster, SocketId,
};

/// Subscribes a connection to a channel.
#[derive(Debug, Clone, Copy)]
pub struct SubscribeRequest<'a> {
    /// The channel.
    pub key: KeyRef<'a>,
    /// Its hash under the process's seed.
    pub hash: u64,
    /// The loop that the connection belongs to.
    pub from: LoopId,
    /// The user, on a channel that shows its members.
    pub join: Option<JoinAs<'a>>,
    /// The subscriber, which must not receive its own join.
    pub socket: SocketId,
    /// The kinds of publications that it receives.
    pub interest: Interest,
    /// What the channel stores and sends.
    pub rules: ChannelRules,
    /// Where an engine [orders](crate::Ordered): the place of the join. The node follows the
    /// channel by then. `None`: there is no join, or the shard orders it.
    pub place: Option<Place>,
}

/// The result of a subscription, at its place in the channel's order.
#[derive(Debug, Clone)]
pub struct Subscribed {
    /// The channel's key, as all tables share it.
    pub key: Arc<ChannelKey>,
    /// The channel's present incarnation.
    pub id: ChannelId,
    /// The subscriber receives deliveries with a later number.
    pub seq: u32,
    /// The newest message before the subscription: history up to it and deliveries join without a
    /// gap.
    pub position: Position,
    /// Subscriptions of the channel, including this one.
    pub subscriptions: u32,
    /// The last message, on a channel that caches it; `None` on all others.
    pub last: Option<LastMessage>,
    /// The subscriber's user. The info of the user's first connection applies.
    pub member: Option<Arc<Member>>,
    /// The members of the channel as sent to the others; later changes apply to it.
    pub roster: Option<Arc<Roster>>,
    /// The join of the subscriber's user has not been sent to the others yet, so that the roster
    /// lacks it.
    pub is_newcomer: bool,
    /// The presences as sent to the others, for a subscriber that [receives](Interest::PRESENCE)
    /// them; later changes apply to it.
    pub presences: Option<Arc<PresenceState>>,
    /// On a [`UserStatus`](crate::Access::UserStatus) channel: whether its user is online, as sent to the
    /// other subscribers; later changes apply to it.
    pub online: Option<bool>,
}

/// The cached last message of a channel, for a new subscriber.
#[derive(Debug, Clone)]
pub enum LastMessage {
    /// The newest message, and its position.
    Stored(Arc<Message>, Position),
    /// There is none, or it has expired or was evicted.
    Missing,
}

/// Why the hub refused a subscription. Nothing was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubscribeError {
    /// The presence channel has all the users that its rules allow.
    MembersFull {
        /// [`ChannelRules::members`].
        limit: u32,
    },
    /// None of the shard's channels is left for this app: they are occupied, or in other apps'
    /// shares.
    ChannelsFull {
        /// [`ShardLimits::channels`](crate::ShardLimits::channels).
        limit: usize,
    },
    /// The app has all the occupied channels that its rules allow.
    AppChannelsFull {
        /// [`ChannelRules::app_channels`].
        limit: u32,
    },
    /// An engine orders the join, and it has no place yet, or this node has not applied all commands
    /// before it.
    OutOfOrder,
}

impl core::fmt::Display for SubscribeError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::MembersFull { limit } => write!(f, "the channel has its {limit} members"),
            Self::ChannelsFull { limit } => {
                write!(f, "of the shard's {limit} channels none is left for this app")
            }
            Self::AppChannelsFull { limit } => {
                write!(f, "the app has {limit} channels with subscribers, its limit")
            }
            Self::OutOfOrder => f.write_str("what happened on the channel before is not known here yet"),
        }
    }
}

/// Ends a subscription.
#[derive(Debug, Clone, Copy)]
pub struct UnsubscribeRequest<'a> {
    /// The channel.
    pub key: KeyRef<'a>,
    /// Its hash under the process's seed.
    pub hash: u64,
    /// The loop that the connection belongs to.
    pub from: LoopId,
    /// No other subscription of this loop remains.
    pub last_on_loop: bool,
    /// The subscriber's user, from [`Subscribed::member`].
    pub member: Option<&'a Arc<Member>>,
    /// The connection, whose presence ends with the subscription.
    pub socket: SocketId,
}

/// Publishes a message on a channel.
#[derive(Debug, Clone)]
pub struct PublishRequest<'a> {
    /// The channel.
    pub key: KeyRef<'a>,
    /// Its hash under the process's seed.
    pub hash: u64,
    /// The message.
    pub message: Arc<Message>,
    /// The connection that must not receive it.
    pub except: Option<SocketId>,
    /// What the channel stores and sends.
    pub rules: ChannelRules,
    /// When the server accepted it.
    pub accepted_at: Nanos,
}

/// The result of a publish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Published {
    /// The message's position. On a channel without subscribers that stores nothing the position is
    /// never reused.
    pub position: Position,
    /// Subscriptions at that moment.
    pub subscriptions: u32,
    /// Distinct users at that moment, on presence channels.
    pub users: Option<u32>,
}

/// Why the hub refused a message. Nothing was changed: no number is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublishError {
    /// A loop that has subscribers cannot take another message now; try again later.
    Full,
    /// The message is to be stored, and none of the shard's channels is left for this app.
    ChannelsFull {
        /// [`ShardLimits::channels`](crate::ShardLimits::channels).
        limit: usize,
    },
    /// The message is to be stored, and the shard's [`Recorder`](crate::Recorder) cannot record it now.
    StoreUnavailable,
}

impl core::fmt::Display for PublishError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Full => f.write_str("a loop's queue is full"),
            Self::StoreUnavailable => f.write_str("the store of message history cannot be written"),
            Self::ChannelsFull { limit } => {
                write!(f, "of the shard's {limit} channels none is left for this app")
            }
        }
    }
}

/// Declares a presence of a connection.
#[derive(Debug, Clone, Copy)]
pub struct TrackRequest<'a> {
    /// The channel, which the connection is subscribed to.
    pub key: KeyRef<'a>,
    /// Its hash under the process's seed.
    pub hash: u64,
    /// The connection.
    pub socket: SocketId,
    /// The key of the presence. One that the connection declared under another key ends.
    pub presence_key: &'a str,
    /// The payload.
    pub info: &'a [u8],
    /// The maximum number of connections with a presence on the channel.
    pub limit: u32,
}

/// Why the hub refused a presence. Nothing was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrackError {
    /// The channel has no subscriptions.
    NotOccupied,
    /// The maximum number of connections have a presence.
    Full {
        /// [`TrackRequest::limit`].
        limit: u32,
    },
}

impl core::fmt::Display for TrackError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::NotOccupied => f.write_str("nobody is subscribed to the channel"),
            Self::Full { limit } => write!(f, "the channel has its {limit} presences"),
        }
    }
}

/// The state of a channel.
#[derive(Debug, Clone)]
pub struct ChannelInfo {
    /// Subscriptions; 0 for a channel that only stores messages.
    pub subscriptions: u32,
    /// Distinct users, on presence channels.
    pub users: Option<u32>,
    /// The last message, if it is cached, and the milliseconds until it expires.
    pub last: Option<(Arc<Message>, u64)>,
    /// The position of the newest message.
    pub position: Position,
}
