//! What travels from a shard to the loops.

use alloc::{boxed::Box, sync::Arc};

use once_cell::race::OnceBox;

use crate::{ChannelId, ChannelKey, Member, Message, Nanos, Position, PresenceChange};

/// A connection's public name, unguessable (128 random bits), the same in every protocol and on every node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SocketId {
    /// The number before the dot, in protocols that print two numbers.
    pub high: u64,
    /// The number after it.
    pub low: u64,
}

/// Something that happened on a channel, in the channel's one order. A reference to it is pushed to each
/// loop that has subscribers.
#[derive(Debug)]
pub struct Publication {
    /// The channel.
    pub channel: Arc<ChannelKey>,
    /// Which life of the channel; a loop drops what belongs to an earlier one.
    pub channel_id: ChannelId,
    /// Place in the channel's order, of messages and membership alike; wraps. A subscriber that joined at
    /// `s` receives what has a later one.
    pub seq: u32,
    /// What happened.
    pub body: Body,
    /// The connection that must not receive it: its sender, or the one that a publisher named.
    pub except: Option<SocketId>,
    /// When the server accepted it.
    pub accepted_at: Nanos,
    /// Its encoded forms, each made by the first loop that needs it.
    pub frames: Frames,
}

/// What happened on a channel.
#[derive(Debug, Clone)]
pub enum Body {
    /// Somebody published.
    Message {
        /// What was said.
        message: Arc<Message>,
        /// Its place in history; clients resume and deduplicate by it.
        position: Position,
        /// Whether subscribers are told the place ([`ChannelRules::number_messages`](crate::ChannelRules::number_messages)).
        numbered: bool,
    },
    /// A user's first connection joined a presence channel.
    MemberJoined(Arc<Member>),
    /// A user's last connection left a presence channel.
    MemberLeft(Arc<Member>),
    /// Connections said something else of themselves, or nothing any more.
    Presence(Arc<PresenceChange>),
    /// The number of subscriptions of the channel changed to this.
    SubscriptionCount(u32),
    /// On a [`Watch`](crate::Access::Watch) channel: the user came online, or went.
    UserStatus {
        /// Whether at least one connection is signed in.
        online: bool,
    },
    /// On a [`User`](crate::Access::User) channel: every connection of the user is to be closed.
    Disconnect(Farewell),
}

/// Why the connections of a user are closed; the protocol finds the code and the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Farewell {
    /// An operator ended the user's connections; the client must not come back by itself.
    Terminated,
    /// The client is asked to come back at once: somebody accepts where it connects.
    Reconnect,
    /// The server restarts. The client is asked to come back after a second, since nobody accepts in between.
    Restart,
    /// The client read too slowly, and messages for it were dropped; it may come back after a while.
    TooSlow,
}

/// Which encoding of a publication a subscriber wants: a protocol, its serialiser, and whether compressed.
/// Numbers are given out by the `protocols` crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Framing(pub u8);

/// How many framings there can be.
pub const FRAMINGS: usize = 8;

/// The encoded forms of one publication.
#[derive(Default)]
pub struct Frames([OnceBox<Option<Arc<[u8]>>>; FRAMINGS]);

impl Frames {
    /// The frame for `framing`, encoded by `encode` if nobody has yet. `None`: this framing has no words
    /// for it, and its subscribers receive nothing.
    pub fn get_or_encode(
        &self,
        framing: Framing,
        encode: impl FnOnce() -> Option<Arc<[u8]>>,
    ) -> Option<&Arc<[u8]>> {
        let slot = self.0.get(usize::from(framing.0))?;
        slot.get_or_init(|| Box::new(encode())).as_ref()
    }
}

/// Which kinds of what happens on a channel a subscriber hears; all of them unless its protocol says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Interest(u8);

impl Interest {
    /// Nothing: a subscription that may become more.
    pub const NOTHING: Self = Self(0);
    /// What others publish.
    pub const MESSAGES: Self = Self(1);
    /// [`Body::Presence`].
    pub const PRESENCE: Self = Self(2);
    /// Everything else: members, counts, what concerns a user.
    pub const REST: Self = Self(4);
    /// All of it.
    pub const ALL: Self = Self(7);

    /// Both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all of `other` is heard.
    #[must_use]
    pub const fn hears(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl Body {
    /// What a subscriber must be interested in to hear this.
    #[must_use]
    pub fn kind(&self) -> Interest {
        match self {
            Self::Message { .. } => Interest::MESSAGES,
            Self::Presence(_) => Interest::PRESENCE,
            _ => Interest::REST,
        }
    }
}

impl core::fmt::Debug for Frames {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Frames")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interest_hears_what_it_has_all_of() {
        let some = Interest::MESSAGES.and(Interest::REST);
        assert!(some.hears(Interest::MESSAGES) && some.hears(some) && some.hears(Interest::NOTHING));
        assert!(!some.hears(Interest::PRESENCE) && !some.hears(Interest::ALL));
    }
}
