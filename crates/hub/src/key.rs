//! Names and numbers: apps, loops, connections and channels.

use alloc::boxed::Box;
use core::fmt;

/// An app's number in this process; apps share the process and nothing else. The number of an app
/// that was removed is not used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AppId(pub u32);

/// An event loop's number, below [`MAX_LOOPS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LoopId(pub u8);

impl LoopId {
    /// The loop's bit. A number past [`MAX_LOOPS`] has none, and receives nothing.
    pub(crate) fn bit(self) -> u64 {
        1_u64.checked_shl(u32::from(self.0)).unwrap_or(0)
    }
}

/// A channel stores the loops that have subscribers as bits of one `u64`.
pub const MAX_LOOPS: usize = 64;

/// One incarnation of a channel; never reused after the channel was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChannelId(pub u64);

/// How the shard's other tables refer to a channel: its hash, to find it in one step, and its
/// incarnation, to notice that it was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Handle {
    pub(crate) hash: u64,
    pub(crate) id: ChannelId,
}

/// A connection's public name, unguessable (128 random bits), the same in every protocol and on
/// every node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SocketId {
    /// The number before the dot, in protocols that print two numbers.
    pub high: u64,
    /// The number after it.
    pub low: u64,
}

/// As Pusher spells it, which the logs do for all: two decimal numbers and a dot.
impl fmt::Display for SocketId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.high, self.low)
    }
}

/// The access class of a channel. The same name in two classes is two channels, so that no protocol
/// can reach a protected channel by spelling it as an open one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Access {
    /// Anyone may subscribe.
    Public,
    /// A signature or a policy admits subscribers.
    Private,
    /// As private, and members see each other.
    Presence,
    /// Sent to all connections of one user; its name is the user's id.
    User,
    /// Whether a user is online, sent to those who ask; its name is the user's id.
    UserStatus,
    /// Changes of a database, for subscribers with the same request and the same rights. Only the
    /// server publishes.
    Changes,
}

/// A channel's full name, borrowed, for look-ups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyRef<'a> {
    /// The app that the channel belongs to.
    pub app: AppId,
    /// Its access class.
    pub access: Access,
    /// Its name within the class.
    pub name: &'a str,
}

/// A channel's full name with its hash, shared by every table that lists the channel.
#[derive(Debug)]
pub struct ChannelKey {
    app: AppId,
    access: Access,
    hash: u64,
    name: Box<str>,
}

impl ChannelKey {
    /// Owns `key`, hashed under `seed`.
    pub fn new(key: KeyRef<'_>, seed: &HashSeed) -> Self {
        Self::with_hash(key, seed.hash(key))
    }

    /// Owns `key`, whose hash the caller knows.
    pub(crate) fn with_hash(key: KeyRef<'_>, hash: u64) -> Self {
        Self { app: key.app, access: key.access, hash, name: key.name.into() }
    }

    /// The same name, borrowed.
    pub fn borrowed(&self) -> KeyRef<'_> {
        KeyRef { app: self.app, access: self.access, name: &self.name }
    }

    /// The hash under the seed that it was made with.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The app that the channel belongs to.
    pub fn app(&self) -> AppId {
        self.app
    }

    /// Its access class.
    pub fn access(&self) -> Access {
        self.access
    }

    /// Its name within the class.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// The process's secret for hashing names, so that clients cannot choose colliding ones.
#[derive(Debug, Clone)]
pub struct HashSeed(ahash::RandomState);

impl HashSeed {
    /// A seed from four random words.
    pub fn new(words: [u64; 4]) -> Self {
        Self(ahash::RandomState::with_seeds(words[0], words[1], words[2], words[3]))
    }

    /// The hash of a channel's full name. A user's [`Access::User`] and [`Access::UserStatus`] channels
    /// share one hash, and so one shard, which sends the changes of the user's state in the order
    /// in which they happen.
    pub fn hash(&self, key: KeyRef<'_>) -> u64 {
        let class = if key.access == Access::UserStatus { Access::User } else { key.access };
        self.0.hash_one((key.app.0, class as u8, key.name))
    }

    /// The hash of any other text from a client, such as a user's id.
    pub fn hash_text(&self, text: &str) -> u64 {
        self.0.hash_one(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_loop_has_a_bit_of_its_own_and_none_beyond_has_one() {
        let all = (0..=u8::MAX).map(|number| LoopId(number).bit());
        assert_eq!(all.clone().fold(0, |all, bit| all | bit), u64::MAX);
        assert_eq!(all.map(u64::count_ones).sum::<u32>() as usize, MAX_LOOPS);
    }
}
