//! Limits, and what a channel keeps.

/// What one channel keeps and tells. A protocol derives it from the app's settings and the channel's name,
/// the same for subscribers and publishers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChannelRules {
    /// Keep the last message this long for those who subscribe later; `None`: not at all.
    pub last_message_ms: Option<u64>,
    /// Messages that history keeps; 0 for none. The oldest leaves when another comes.
    pub history_messages: u32,
    /// How long history keeps a message.
    pub history_ms: u64,
    /// Distinct users of a presence channel; one more is refused with
    /// [`SubscribeError::MembersFull`](crate::SubscribeError::MembersFull).
    pub members: u32,
    /// Tell subscribers how many they are.
    pub count_subscriptions: bool,
    /// Tell subscribers each message's [`Position`](crate::Position), where their protocol has a place for it.
    pub number_messages: bool,
}

/// Bounds of one shard; a process's total is this times its shards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShardLimits {
    /// Channels, occupied or kept for their history. At the bound a channel kept only for its history or
    /// cache gives way, of an app that has more than its [share](Self::apps) the one that expires first; if there is none, the
    /// newcomer is refused with [`SubscribeError::ChannelsFull`](crate::SubscribeError::ChannelsFull). About 250 bytes each.
    pub channels: usize,
    /// Bytes of messages in history and cache over all channels. At the bound the oldest messages leave of an app that has
    /// more than its [share](Self::apps), whatever their channel.
    pub kept_bytes: usize,
    /// Apps that share the room, at least 1. Of the bytes each has an equal share that the others cannot take from it; what it
    /// does not use is lent, and taken back when it does. Of the channels half is shared out in this way, as one that is
    /// occupied cannot be taken back; the other half is for whoever comes first.
    pub apps: u32,
    /// Above this many subscribers a channel's count is told at most every [`Self::count_every_ms`].
    pub count_at_once: u32,
    /// See [`Self::count_at_once`].
    pub count_every_ms: u64,
    /// A channel is told at most this often who is there, its [members](crate::Member) and [presence](crate::Presence), and how
    /// many it has up to [`Self::count_at_once`]. What comes after a pause is told at once, but for who leaves.
    pub gather_ms: u64,
}

impl Default for ShardLimits {
    fn default() -> Self {
        Self {
            channels: 1 << 20,
            kept_bytes: 16 << 20,
            apps: 1,
            count_at_once: 100,
            count_every_ms: 5_000,
            gather_ms: 50,
        }
    }
}
