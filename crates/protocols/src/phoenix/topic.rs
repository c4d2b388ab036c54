//! Topics: what a client calls a channel, and the hub's name for it.
//!
//! Clients say `realtime:x` for the public channel `x` and for the private one alike; the join's `private` tells which
//! is meant. Pusher's clients say `x` and `private-x` for the same two.

use core::fmt;

use baton_hub::{Access, AppId, KeyRef};

use crate::excerpt::beginning;

/// The topic of heartbeats.
pub const PHOENIX: &str = "phoenix";

/// What every channel's topic begins with.
const REALTIME: &str = "realtime:";

/// How long a topic may be, `realtime:` included, in bytes. Older clients write a whole filter into it
/// (`realtime:public:todos:id=in.(…)`), so it is more than the 255 that a binary header can say; messages on a topic
/// longer than those are written as text (see [`broadcast`](super::broadcast)). A longer one is refused.
pub const TOPIC_BYTES: usize = 1_024;

/// What public topics may not begin with: to Pusher's clients these names are protected channels.
const PROTECTED: [&str; 3] = ["private-", "presence-", "#"];

/// How many bytes of a refused topic its error text repeats.
const SHOWN_BYTES: usize = 64;

/// A topic that clients may speak on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic<'a> {
    /// The connection itself: heartbeats.
    Phoenix,
    /// A channel.
    Channel(SubTopic<'a>),
}

impl<'a> Topic<'a> {
    /// Reads a topic as a client wrote it.
    pub fn parse(text: &'a str) -> Result<Self, TopicError<'a>> {
        if text == PHOENIX {
            return Ok(Self::Phoenix);
        }
        let name = text.strip_prefix(REALTIME).ok_or(TopicError::Unmatched)?;
        if name.is_empty() {
            return Err(TopicError::Empty);
        }
        if text.len() > TOPIC_BYTES {
            return Err(TopicError::TooLong { topic: text });
        }
        Ok(Self::Channel(SubTopic(name)))
    }
}

/// What follows `realtime:`, not empty and within [`TOPIC_BYTES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubTopic<'a>(&'a str);

impl<'a> SubTopic<'a> {
    /// Reads a topic that is written without `realtime:`.
    pub fn parse(name: &'a str) -> Result<Self, TopicError<'a>> {
        if name.is_empty() {
            return Err(TopicError::Empty);
        }
        if REALTIME.len() + name.len() > TOPIC_BYTES {
            return Err(TopicError::TooLong { topic: name });
        }
        Ok(Self(name))
    }

    /// The name as it was written.
    pub fn as_str(self) -> &'a str {
        self.0
    }

    /// The name under which the hub knows the channel. Private `x` is the channel that Pusher's clients call
    /// `private-x`; public names that these would take for a protected channel are refused.
    pub fn key(self, app: AppId, private: bool) -> Result<KeyRef<'a>, TopicError<'a>> {
        if !private && PROTECTED.iter().any(|prefix| self.0.starts_with(prefix)) {
            return Err(TopicError::Protected { topic: self.0 });
        }
        let access = if private { Access::Private } else { Access::Public };
        Ok(KeyRef { app, access, name: self.0 })
    }
}

/// A topic on its way out: `prefix`, then `name`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spelling<'a> {
    /// What it begins with.
    pub prefix: &'static str,
    /// The rest of it.
    pub name: &'a str,
}

impl<'a> Spelling<'a> {
    /// How clients write this channel, the way back from [`SubTopic::key`]; `None` for those that they cannot join.
    pub fn of(key: KeyRef<'a>) -> Option<Self> {
        match key.access {
            Access::Public | Access::Private => Some(Self { prefix: REALTIME, name: key.name }),
            Access::Changes => key.name.split_once(':').map(|(_, topic)| Self::in_realtime(topic)),
            Access::Presence | Access::User | Access::UserStatus => None,
        }
    }

    /// The topic of a channel's name.
    pub fn in_realtime(name: &'a str) -> Self {
        Self { prefix: REALTIME, name }
    }

    /// A topic as a client wrote it, for answers.
    pub fn whole(topic: &'a str) -> Self {
        Self { prefix: "", name: topic }
    }

    /// Its bytes.
    pub(super) fn len(self) -> usize {
        self.prefix.len() + self.name.len()
    }
}

impl<'a> From<SubTopic<'a>> for Spelling<'a> {
    fn from(topic: SubTopic<'a>) -> Self {
        Self::in_realtime(topic.0)
    }
}

/// Why a topic is refused, as the reason of an error reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TopicError<'a> {
    /// It is no topic of this protocol.
    Unmatched,
    /// Nothing follows `realtime:`.
    Empty,
    /// Longer than [`TOPIC_BYTES`].
    TooLong {
        /// The topic.
        topic: &'a str,
    },
    /// A public topic with the name of a protected channel.
    Protected {
        /// The topic without `realtime:`.
        topic: &'a str,
    },
}

impl fmt::Display for TopicError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unmatched => f.write_str("unmatched topic"),
            Self::Empty => f.write_str("TopicNameRequired: You must provide a topic name"),
            Self::TooLong { topic } => write!(
                f,
                "TopicNameTooLong: The topic \"{}…\" has {} bytes and the limit is {TOPIC_BYTES}; shorten it",
                beginning(topic, SHOWN_BYTES).escape_debug(),
                topic.len(),
            ),
            Self::Protected { topic } => write!(
                f,
                "TopicNameReserved: The public topic \"{}\" begins with private-, presence- or #; join with private: true, or choose another name",
                beginning(topic, SHOWN_BYTES).escape_debug(),
            ),
        }
    }
}

impl core::error::Error for TopicError<'_> {}

#[cfg(test)]
mod tests {
    use alloc::{format, string::ToString};

    use super::*;
    use crate::{App, pusher};

    fn sub(text: &str) -> SubTopic<'_> {
        match Topic::parse(text) {
            Ok(Topic::Channel(sub)) => sub,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn topics_are_split() {
        assert_eq!(Topic::parse("phoenix"), Ok(Topic::Phoenix));
        for name in ["room1", "realtime:x", "public:todos:id=eq.1", " ", "é\n", "private-x"] {
            assert_eq!(sub(&format!("realtime:{name}")).as_str(), name);
        }
    }

    #[test]
    fn refused_topics_say_why() {
        let long = format!("realtime:{}", "x".repeat(TOPIC_BYTES - 8));
        for (text, error) in [
            ("", "unmatched topic"),
            ("room1", "unmatched topic"),
            ("Realtime:room1", "unmatched topic"),
            ("phoenix:x", "unmatched topic"),
            ("realtime:", "TopicNameRequired: You must provide a topic name"),
            (&long, "has 1025 bytes and the limit is 1024; shorten it"),
        ] {
            let found = Topic::parse(text).unwrap_err().to_string();
            assert!(found.ends_with(error), "{text}: {found}");
        }
        assert!(Topic::parse(&long[..TOPIC_BYTES]).is_ok());
    }

    #[test]
    fn both_fronts_meet_in_the_hub() {
        let app = App::new(AppId(7), "1", "key", "secret");
        for (pusher, private, name) in [
            ("x", false, "x"),
            ("cache-x", false, "cache-x"),
            ("private-x", true, "x"),
            ("private-cache-x", true, "cache-x"),
            ("private-presence-x", true, "presence-x"),
        ] {
            let topic = format!("realtime:{name}");
            let key = sub(&topic).key(AppId(7), private).unwrap();
            assert_eq!(key, pusher::ChannelName::parse(pusher, &app).unwrap().key(AppId(7)));
            assert_eq!(Spelling::of(key), Some(sub(&topic).into()));
        }
    }

    #[test]
    fn no_public_topic_is_a_protected_channel_to_others() {
        for name in ["private-x", "presence-x", "#server-to-user-1", "#", "private-", "presence-"] {
            let topic = format!("realtime:{name}");
            let error = sub(&topic).key(AppId(0), false).unwrap_err();
            assert_eq!(error, TopicError::Protected { topic: name });
            assert!(error.to_string().starts_with("TopicNameReserved: The public topic \""));
            assert!(sub(&topic).key(AppId(0), true).is_ok());
        }
        for name in ["privatex", "Private-x", "my-private-x"] {
            assert!(sub(&format!("realtime:{name}")).key(AppId(0), false).is_ok());
        }
        for access in [Access::Presence, Access::User, Access::UserStatus] {
            assert_eq!(Spelling::of(KeyRef { app: AppId(0), access, name: "x" }), None);
        }
    }
}
