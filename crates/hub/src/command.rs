//! What callers ask of a [`Shard`](crate::Shard), and what it answers.

use alloc::sync::Arc;

use crate::{
    ChannelId, ChannelKey, ChannelRules, Interest, KeyRef, LoopId, Member, Message, Nanos, Place, Position,
    PresenceState, Roster, SocketId,
};

/// Who joins a presence channel.
#[derive(Debug, Clone, Copy)]
pub struct JoinAs<'a> {
    /// The user's id, unescaped.
    pub user_id: &'a str,
    /// What the application tells about the user, byte for byte; empty: nothing.
    pub info: &'a [u8],
}

/// A connection wants to hear a channel.
#[derive(Debug, Clone, Copy)]
pub struct SubscribeRequest<'a> {
    /// The channel.
    pub key: KeyRef<'a>,
    /// Its hash under the process's seed.
    pub hash: u64,
    /// The loop that the connection lives on.
    pub from: LoopId,
    /// As whom, on a channel that shows its members.
    pub join: Option<JoinAs<'a>>,
    /// The subscriber itself, that must not be told of its own coming.
    pub socket: SocketId,
    /// What it hears.
    pub interest: Interest,
    /// What the channel keeps and tells.
    pub rules: ChannelRules,
    /// Where an engine [orders](crate::Ordered): the place of the join. The node follows the channel by then. `None`: there is no
    /// join, or the shard orders it.
    pub place: Option<Place>,
}

/// A subscription was made, at this place of the channel's order.
#[derive(Debug, Clone)]
pub struct Subscribed {
    /// The channel's one key.
    pub key: Arc<ChannelKey>,
    /// The channel's present life.
    pub id: ChannelId,
    /// Deliveries with a later number are the subscriber's.
    pub seq: u32,
    /// The newest message before the subscription: history after it and deliveries join without a gap.
    pub position: Position,
    /// Subscriptions of the channel, this one included.
    pub subscriptions: u32,
    /// What a channel that keeps its last message has; `None` on all others.
    pub last: Option<LastMessage>,
    /// Who the subscriber is here. What a user's first connection said of it stands.
    pub member: Option<Arc<Member>>,
    /// The members of the channel as the others have been told; what changes is told from there.
    pub roster: Option<Arc<Roster>>,
    /// The others have not been told of the subscriber's user yet, so that the roster lacks it.
    pub is_newcomer: bool,
    /// What others say of themselves, for one who [hears](Interest::PRESENCE) it; the changes that it is told of
    /// follow from there.
    pub presences: Option<Arc<PresenceState>>,
    /// On a [`Watch`](crate::Access::Watch) channel: whether its user is online, as the other watchers have been told; what
    /// changes is told from there.
    pub online: Option<bool>,
}

/// What a channel that keeps its last message can give to a newcomer.
#[derive(Debug, Clone)]
pub enum LastMessage {
    /// The newest message, and its place.
    Kept(Arc<Message>, Position),
    /// There is none, or it has expired or given way.
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
    /// Of the channels that the shard may have none is left for this app: they are occupied, or other apps' shares.
    ChannelsFull {
        /// [`ShardLimits::channels`](crate::ShardLimits::channels).
        limit: usize,
    },
    /// An engine has ordered the join, and this node has not applied all that comes before it.
    OutOfOrder,
}

impl core::fmt::Display for SubscribeError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::MembersFull { limit } => write!(f, "the channel has its {limit} members"),
            Self::ChannelsFull { limit } => {
                write!(f, "of the shard's {limit} channels none is left for this app")
            }
            Self::OutOfOrder => f.write_str("what happened on the channel before is not known here yet"),
        }
    }
}

/// A subscription ends.
#[derive(Debug, Clone, Copy)]
pub struct UnsubscribeRequest<'a> {
    /// The channel.
    pub key: KeyRef<'a>,
    /// Its hash under the process's seed.
    pub hash: u64,
    /// The loop that the connection lives on.
    pub from: LoopId,
    /// No other subscription of this loop remains.
    pub last_on_loop: bool,
    /// Who it was, as [`Subscribed::member`] said.
    pub member: Option<&'a Arc<Member>>,
    /// The connection, that is not told of its own going.
    pub socket: SocketId,
}

/// Somebody says something on a channel.
#[derive(Debug, Clone)]
pub struct PublishRequest<'a> {
    /// The channel.
    pub key: KeyRef<'a>,
    /// Its hash under the process's seed.
    pub hash: u64,
    /// What is said.
    pub message: Arc<Message>,
    /// The connection that must not receive it.
    pub except: Option<SocketId>,
    /// What the channel keeps.
    pub rules: ChannelRules,
    /// When the server accepted it.
    pub accepted_at: Nanos,
}

/// A message has its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Published {
    /// Its place. On a channel that nobody is on and that keeps nothing the place is never used again.
    pub position: Position,
    /// Subscriptions at that moment.
    pub subscriptions: u32,
    /// Distinct users at that moment, on presence channels.
    pub users: Option<u32>,
}

/// Why a message was not taken. Nothing was changed: neither its number nor its order is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublishError {
    /// A loop that has subscribers cannot take another message now; try again later.
    Full,
    /// The message would have to be kept, and of the channels that the shard may have none is left for this app.
    ChannelsFull {
        /// [`ShardLimits::channels`](crate::ShardLimits::channels).
        limit: usize,
    },
}

impl core::fmt::Display for PublishError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Full => f.write_str("a loop's mailbox is full"),
            Self::ChannelsFull { limit } => {
                write!(f, "of the shard's {limit} channels none is left for this app")
            }
        }
    }
}

/// What is known of a channel.
#[derive(Debug, Clone)]
pub struct ChannelInfo {
    /// Subscriptions; 0 for a channel that only keeps messages.
    pub subscriptions: u32,
    /// Distinct users, on presence channels.
    pub users: Option<u32>,
    /// The last message, where it is kept, and the milliseconds that it has left.
    pub last: Option<(Arc<Message>, u64)>,
    /// The place of the newest message.
    pub position: Position,
}
