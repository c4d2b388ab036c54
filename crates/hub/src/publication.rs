//! What a shard delivers to the loops, and which of it a subscriber receives.

use alloc::sync::Arc;

use crate::{ChannelId, ChannelKey, Frames, Member, Message, Nanos, Position, PresenceChange, SocketId};

/// Something that happened on a channel, in the channel's one order. A reference to it is pushed to
/// each loop that has subscribers.
#[derive(Debug)]
pub struct Publication {
    /// The channel.
    pub channel: Arc<ChannelKey>,
    /// The incarnation of the channel; a loop drops publications of an earlier one.
    pub channel_id: ChannelId,
    /// Number in the channel's order, of messages and membership alike; wraps. A subscriber that
    /// joined at `s` receives later numbers.
    pub seq: u32,
    /// What happened.
    pub body: Body,
    /// The connection that must not receive it: its sender, or one that the publisher named.
    pub except: Option<SocketId>,
    /// When the server accepted it.
    pub accepted_at: Nanos,
    /// Its encoded forms, each encoded by the first loop that needs it.
    pub frames: Frames,
}

/// What happened on a channel.
#[derive(Debug, Clone)]
pub enum Body {
    /// A message was published.
    Message {
        /// The message.
        message: Arc<Message>,
        /// Its place in history; clients resume and deduplicate by it.
        position: Position,
        /// Whether subscribers are sent the position
        /// ([`ChannelRules::number_messages`](crate::ChannelRules::number_messages)).
        numbered: bool,
    },
    /// A user's first connection joined a presence channel.
    MemberJoined(Arc<Member>),
    /// A user's last connection left a presence channel.
    MemberLeft(Arc<Member>),
    /// Connections declared, changed or ended presences.
    Presence(Arc<PresenceChange>),
    /// The number of subscriptions of the channel changed to this.
    SubscriptionCount(u32),
    /// On a [`UserStatus`](crate::Access::UserStatus) channel: the user came online or went offline.
    UserStatus {
        /// Whether at least one connection is signed in.
        online: bool,
    },
    /// On a [`User`](crate::Access::User) channel: every connection of the user is to be closed.
    Disconnect(DisconnectReason),
}

/// Why the connections of a user are closed; the protocol chooses the code and the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisconnectReason {
    /// An operator ended the user's connections; the client must not reconnect by itself.
    Terminated,
    /// The client is asked to reconnect at once: a process accepts connections at the same address.
    Reconnect,
    /// The server restarts. The client is asked to reconnect after a second, since no process
    /// accepts connections in between.
    Restart,
    /// The app is disabled: its clients must not reconnect until it is enabled.
    Disabled,
    /// The app is no longer served.
    Removed,
    /// The client read too slowly, and messages for it were dropped; it may reconnect after a
    /// while.
    TooSlow,
    /// The client has come back while this connection of it seemed to be open.
    TakenOver,
}

/// The kinds of publications that a subscriber receives; all of them unless its protocol decides
/// otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Interest(u8);

impl Interest {
    /// Nothing: a subscription whose interest may grow later.
    pub const NOTHING: Self = Self(0);
    /// [`Body::Message`].
    pub const MESSAGES: Self = Self(1);
    /// [`Body::Presence`].
    pub const PRESENCE: Self = Self(2);
    /// Everything else: members, counts, a user's state and disconnection.
    pub const REST: Self = Self(4);
    /// All kinds.
    pub const ALL: Self = Self(7);

    /// The union of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This, less what is also in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether all of `other` is received.
    #[must_use]
    pub const fn hears(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl Body {
    /// The interest that a subscriber needs to receive this.
    #[must_use]
    pub fn kind(&self) -> Interest {
        match self {
            Self::Message { .. } => Interest::MESSAGES,
            Self::Presence(_) => Interest::PRESENCE,
            _ => Interest::REST,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interest_includes_what_it_has_all_kinds_of() {
        let some = Interest::MESSAGES.and(Interest::REST);
        assert!(some.hears(Interest::MESSAGES) && some.hears(some) && some.hears(Interest::NOTHING));
        assert!(!some.hears(Interest::PRESENCE) && !some.hears(Interest::ALL));
    }
}
