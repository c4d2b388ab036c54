//! The rules of a channel, and the limits of a shard.

/// What one channel stores and sends. A protocol derives it from the app's settings and the
/// channel's name, the same for subscribers and publishers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChannelRules {
    /// How long the last message is cached for new subscribers; `None`: not at all.
    pub last_message_ms: Option<u64>,
    /// Messages in the channel's history; 0 for none. At the limit a new one replaces the oldest.
    pub history_messages: u32,
    /// How long a message stays in history.
    pub history_ms: u64,
    /// Bytes of messages in the channel's history, as [`Message::cost`](crate::Message::cost) counts
    /// them; 0 for no limit but those of the shard. At the limit a new one replaces the oldest; one
    /// that is larger by itself is not stored, and the history before it is dropped.
    pub history_bytes: usize,
    /// Minutes that the channel's numbering is kept after its last subscriber has left, though nothing
    /// is stored: a subscriber that comes back within that time has missed nothing, which a new
    /// numbering could not tell it. 0: not at all. About 150 bytes a channel.
    pub numbering_minutes: u8,
    /// Distinct users of a presence channel; one more is refused with
    /// [`SubscribeError::MembersFull`](crate::SubscribeError::MembersFull).
    pub members: u32,
    /// Occupied channels that the app may have over all shards; 0 for no limit. A subscription that
    /// would occupy one more is refused with
    /// [`SubscribeError::AppChannelsFull`](crate::SubscribeError::AppChannelsFull).
    pub app_channels: u32,
    /// Send subscribers the number of subscriptions.
    pub count_subscriptions: bool,
    /// Send subscribers each message's [`Position`](crate::Position), if their protocol has a field
    /// for it.
    pub number_messages: bool,
}

/// Bounds of one shard; a process's total is this times its shards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShardLimits {
    /// Channels, occupied or stored for their history. At the bound a channel that only stores
    /// history or cache is evicted, of an app that has more than its [share](Self::apps) the one
    /// that expires first; if there is none, the new channel is refused with
    /// [`SubscribeError::ChannelsFull`](crate::SubscribeError::ChannelsFull). About 250 bytes each.
    pub channels: usize,
    /// Bytes of messages in history and cache over all channels. At the bound the oldest messages
    /// of an app that has more than its [share](Self::apps) are evicted, whatever their channel.
    pub history_bytes: usize,
    /// Apps that share the budgets, at least 1. Of the bytes each has an equal share that the
    /// others cannot take from it; what it does not use is lent, and reclaimed when needed. Of the
    /// channels half is divided in this way, as an occupied one cannot be reclaimed; the other half
    /// is first come, first served.
    pub apps: u32,
    /// Above this many subscribers a channel's count is sent at most every
    /// [`Self::count_every_ms`].
    pub count_at_once: u32,
    /// See [`Self::count_at_once`].
    pub count_every_ms: u64,
    /// The interval at which a channel is sent changes of its [members](crate::Member), its
    /// [presences](crate::Presence), a user's status and, up to [`Self::count_at_once`], its
    /// count. A change after a pause is sent at once, unless it is a leave.
    pub gather_ms: u64,
}

impl Default for ShardLimits {
    fn default() -> Self {
        Self {
            channels: 1 << 20,
            history_bytes: 16 << 20,
            apps: 1,
            count_at_once: 100,
            count_every_ms: 5_000,
            gather_ms: 50,
        }
    }
}
