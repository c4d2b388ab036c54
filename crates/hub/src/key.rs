//! What a channel is called, and who may speak on it.

use alloc::boxed::Box;

/// An app's place in the settings; apps share a process and nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AppId(pub u32);

/// An event loop's number, below [`MAX_LOOPS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LoopId(pub u8);

/// A channel keeps the loops that have subscribers as bits of one `u64`.
pub const MAX_LOOPS: usize = 64;

/// One life of a channel: never used again after the channel has gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChannelId(pub u64);

/// The access class of a channel. The same name in two classes is two channels, so that no protocol can
/// reach a protected channel by spelling it as an open one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Access {
    /// Anyone may subscribe.
    Public,
    /// A signature or a policy admits subscribers.
    Private,
    /// As private, and members see each other.
    Presence,
    /// What one signed-in user receives on all its connections; its name is the user's id.
    User,
    /// Where a user's coming and going is told to those who watch it; its name is the user's id.
    Watch,
    /// Changes of a database, as those see them who asked for the same and may see the same. The server alone publishes.
    Changes,
}

/// A channel's full name, borrowed: what look-ups use.
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

    /// Owns `key`, whose hash the caller has.
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

/// The process's secret for hashing names, so that clients cannot choose names that collide.
#[derive(Debug, Clone)]
pub struct HashSeed(ahash::RandomState);

impl HashSeed {
    /// A seed from four random words.
    pub fn new(words: [u64; 4]) -> Self {
        Self(ahash::RandomState::with_seeds(words[0], words[1], words[2], words[3]))
    }

    /// The hash of a channel's full name. A user's [`Access::User`] and [`Access::Watch`] channels share one
    /// hash, and so one shard: there its coming and going is told in the order in which it happens.
    pub fn hash(&self, key: KeyRef<'_>) -> u64 {
        let class = if key.access == Access::Watch { Access::User } else { key.access };
        self.0.hash_one((key.app.0, class as u8, key.name))
    }

    /// The hash of any other text that a client chose, such as a user's id.
    pub fn hash_text(&self, text: &str) -> u64 {
        self.0.hash_one(text)
    }
}
