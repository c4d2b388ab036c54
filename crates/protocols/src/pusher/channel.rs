//! Channel names: what a name says about its channel, and how it maps to the hub's keys and back.
//!
//! A name is parsed once, where it enters, and trusted from then on. Prefixes are matched anchored and with
//! their hyphen: `cachet` and `privateer` are plain public channels, and `my-cache-x` caches nothing.

use core::fmt;

use baton_hub::{Access, AppId, ChannelRules, KeyRef};

pub(crate) use crate::excerpt::beginning;
use crate::{App, rules};

const PRIVATE: &str = "private-";
const PRESENCE: &str = "presence-";
const USER: &str = "#server-to-user-";

/// How many bytes of a refused name its error text repeats: enough to recognise it, and no more than a line.
const SHOWN_BYTES: usize = 64;

/// What a channel's prefix promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChannelKind {
    /// No prefix: anyone may subscribe.
    Public,
    /// `private-`: subscribers are signed for.
    Private,
    /// `private-encrypted-`: as private; the payload is ciphertext that only the ends can read.
    Encrypted,
    /// `presence-`: as private, and members see each other.
    Presence,
    /// `#server-to-user-`: what one signed-in user receives.
    User,
}

/// A channel's name in Pusher's spelling, checked against the app's limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChannelName<'a> {
    text: &'a str,
    name: &'a str,
    kind: ChannelKind,
    cache: bool,
}

impl<'a> ChannelName<'a> {
    /// Checks a name that came from outside: its length (`channel_name_bytes`), its characters
    /// (`A-Z a-z 0-9 _ - = @ , . ;`) and its prefix.
    pub fn parse(text: &'a str, app: &App) -> Result<Self, ChannelNameError<'a>> {
        let limit = usize::try_from(app.pusher.channel_name_bytes).unwrap_or(usize::MAX);
        if text.is_empty() {
            return Err(ChannelNameError::Empty);
        }
        if text.len() > limit {
            return Err(ChannelNameError::TooLong { name: text, limit });
        }
        let (access, name) = split(text).ok_or(ChannelNameError::Reserved { name: text })?;
        if name.is_empty() {
            return Err(ChannelNameError::OnlyPrefix { name: text });
        }
        if let Some(found) = text.strip_prefix('#').unwrap_or(text).chars().find(|&c| !is_allowed(c)) {
            return Err(ChannelNameError::Character { name: text, found });
        }
        Ok(Self { text, name, kind: kind(access, name), cache: rules::keeps_last(access, name) })
    }

    /// The name as it was written.
    pub fn as_str(self) -> &'a str {
        self.text
    }

    /// What its prefix promises.
    pub fn kind(self) -> ChannelKind {
        self.kind
    }

    /// Whether the channel keeps its last event for those who come later.
    pub fn is_cache(self) -> bool {
        self.cache
    }

    /// The user whose channel this is.
    pub fn user_id(self) -> Option<&'a str> {
        (self.kind == ChannelKind::User).then_some(self.name)
    }

    /// The name under which the hub knows the channel.
    pub fn key(self, app: AppId) -> KeyRef<'a> {
        let access = match self.kind {
            ChannelKind::Public => Access::Public,
            ChannelKind::Private | ChannelKind::Encrypted => Access::Private,
            ChannelKind::Presence => Access::Presence,
            ChannelKind::User => Access::User,
        };
        KeyRef { app, access, name: self.name }
    }

    /// What the channel keeps and tells.
    pub fn rules(self, app: &App) -> ChannelRules {
        rules::of(self.key(app.index), app)
    }
}

/// A hub key in Pusher's spelling: the way back from [`ChannelName::key`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spelling<'a> {
    /// What the name begins with; empty for public channels.
    pub prefix: &'static str,
    /// The rest of it.
    pub name: &'a str,
}

impl<'a> Spelling<'a> {
    /// How Pusher's clients write this channel; `None` for those that have no Pusher name.
    pub fn of(key: KeyRef<'a>) -> Option<Self> {
        let prefix = match key.access {
            Access::Public => "",
            Access::Private => PRIVATE,
            Access::Presence => PRESENCE,
            Access::User => USER,
            Access::UserStatus | Access::Changes => return None,
        };
        Some(Self { prefix, name: key.name })
    }

    /// Whether a Pusher client could write this name. Other protocols allow names that it could not: those
    /// are left out of lists.
    pub fn is_visible(&self) -> bool {
        let unambiguous = !self.prefix.is_empty() || matches!(split(self.name), Some((Access::Public, _)));
        unambiguous && !self.name.is_empty() && self.name.chars().all(is_allowed)
    }
}

impl fmt::Display for Spelling<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.prefix)?;
        f.write_str(self.name)
    }
}

/// Why a name is refused. The text says what to change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChannelNameError<'a> {
    /// There is no name.
    Empty,
    /// Longer than the app allows.
    TooLong {
        /// The name.
        name: &'a str,
        /// The app's limit in bytes.
        limit: usize,
    },
    /// Nothing follows the prefix.
    OnlyPrefix {
        /// The name.
        name: &'a str,
    },
    /// Begins with `#` and is no user's channel.
    Reserved {
        /// The name.
        name: &'a str,
    },
    /// Holds a character that names may not have.
    Character {
        /// The name.
        name: &'a str,
        /// The first such character.
        found: char,
    },
}

impl fmt::Display for ChannelNameError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty => f.write_str("Invalid channel name: it is empty"),
            Self::TooLong { name, limit } => write!(
                f,
                "Invalid channel name \"{}…\": it has {} bytes and the limit is {limit}; shorten it or raise channel_name_bytes",
                beginning(name, SHOWN_BYTES).escape_debug(),
                name.len(),
            ),
            Self::OnlyPrefix { name } => {
                write!(f, "Invalid channel name \"{name}\": a name must follow the prefix")
            }
            Self::Reserved { name } => write!(
                f,
                "Invalid channel name \"{}\": of the names that begin with # only #server-to-user-ID exists",
                beginning(name, SHOWN_BYTES).escape_debug(),
            ),
            Self::Character { name, found } => write!(
                f,
                "Invalid channel name \"{}\": it contains {found:?}; allowed are A-Z a-z 0-9 and _ - = @ , . ;",
                beginning(name, SHOWN_BYTES).escape_debug(),
            ),
        }
    }
}

impl core::error::Error for ChannelNameError<'_> {}

/// The access class that a name asks for and what follows its prefix; `None` for unknown `#` names.
fn split(text: &str) -> Option<(Access, &str)> {
    if let Some(name) = text.strip_prefix(PRIVATE) {
        Some((Access::Private, name))
    } else if let Some(name) = text.strip_prefix(PRESENCE) {
        Some((Access::Presence, name))
    } else if text.starts_with('#') {
        text.strip_prefix(USER).map(|name| (Access::User, name))
    } else {
        Some((Access::Public, text))
    }
}

fn kind(access: Access, name: &str) -> ChannelKind {
    match access {
        Access::Private if name.starts_with(rules::ENCRYPTED) => ChannelKind::Encrypted,
        Access::Private => ChannelKind::Private,
        Access::Presence => ChannelKind::Presence,
        Access::User | Access::UserStatus | Access::Changes => ChannelKind::User, // names of Pusher's clients are none of the last two
        Access::Public => ChannelKind::Public,
    }
}

fn is_allowed(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '=' | '@' | ',' | '.' | ';')
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::ToString};

    use super::*;

    fn app() -> App {
        App::new(AppId(7), "1", "key", "secret")
    }

    #[test]
    fn prefixes_are_anchored_and_need_their_hyphen() {
        use ChannelKind::{Encrypted, Presence, Private, Public, User};
        let app = app();
        for (text, kind, cache, access, name) in [
            ("x", Public, false, Access::Public, "x"),
            ("cachet", Public, false, Access::Public, "cachet"),
            ("cache-x", Public, true, Access::Public, "cache-x"),
            ("my-cache-x", Public, false, Access::Public, "my-cache-x"),
            ("privateer", Public, false, Access::Public, "privateer"),
            ("my-private-x", Public, false, Access::Public, "my-private-x"),
            ("encrypted-x", Public, false, Access::Public, "encrypted-x"),
            ("presence", Public, false, Access::Public, "presence"),
            ("Private-x", Public, false, Access::Public, "Private-x"),
            ("private-x", Private, false, Access::Private, "x"),
            ("private-App.Models.User.1", Private, false, Access::Private, "App.Models.User.1"),
            ("private-cache-x", Private, true, Access::Private, "cache-x"),
            ("private-cachet", Private, false, Access::Private, "cachet"),
            ("private-encryptedx", Private, false, Access::Private, "encryptedx"),
            ("private-presence-x", Private, false, Access::Private, "presence-x"),
            ("private-encrypted-x", Encrypted, false, Access::Private, "encrypted-x"),
            ("private-encrypted-cache-x", Encrypted, true, Access::Private, "encrypted-cache-x"),
            ("private-cache-encrypted-x", Private, true, Access::Private, "cache-encrypted-x"),
            ("presence-x", Presence, false, Access::Presence, "x"),
            ("presence-cache-x", Presence, true, Access::Presence, "cache-x"),
            ("presence-encrypted-cache-x", Presence, false, Access::Presence, "encrypted-cache-x"),
            ("#server-to-user-42", User, false, Access::User, "42"),
            ("#server-to-user-cache-1", User, false, Access::User, "cache-1"),
        ] {
            let parsed = ChannelName::parse(text, &app).unwrap();
            let key = KeyRef { app: AppId(7), access, name };
            assert_eq!(
                (parsed.kind(), parsed.is_cache(), parsed.key(AppId(7))),
                (kind, cache, key),
                "{text}"
            );
            assert_eq!(parsed.rules(&app).last_message_ms, cache.then_some(1_800_000), "{text}");
            let back = Spelling::of(key).unwrap();
            assert_eq!((back.to_string().as_str(), back.is_visible()), (text, true));
        }
    }

    #[test]
    fn refused_names_say_why() {
        let app = app();
        let long = "x".repeat(165);
        for (text, error) in [
            ("", "it is empty"),
            (long.as_str(), "has 165 bytes and the limit is 164; shorten it or raise channel_name_bytes"),
            ("private-", "must follow the prefix"),
            ("presence-", "must follow the prefix"),
            ("#server-to-user-", "must follow the prefix"),
            ("#x", "only #server-to-user-ID"),
            ("#server-to-user", "only #server-to-user-ID"),
            ("#private-x", "only #server-to-user-ID"),
            ("a b", "' '"),
            ("a#b", "'#'"),
            ("#server-to-user-#1", "'#'"),
            ("a\0", "'\\0'"),
            ("a\r\nFLUSHALL", "'\\r'"),
            ("a*", "'*'"),
            ("a.>", "'>'"),
            ("{x}", "'{'"),
            ("?[x]", "'?'"),
            ("a:b", "':'"),
            ("a/b", "'/'"),
            ("a\"b", "'\"'"),
            ("a\\b", "'\\\\'"),
            ("é", "'é'"),
            ("a'--", "'\\''"),
        ] {
            let text = format!("{}", ChannelName::parse(text, &app).unwrap_err());
            assert!(text.contains(error), "{text}");
        }
        assert!(ChannelName::parse(&long[..164], &app).is_ok());
    }

    #[test]
    fn names_of_other_protocols_are_not_visible() {
        for (access, name) in [
            (Access::Public, "private-x"),
            (Access::Public, "presence-x"),
            (Access::Public, "#server-to-user-1"),
            (Access::Public, "room:1"),
            (Access::Private, "room 1"),
            (Access::Private, ""),
        ] {
            assert!(!Spelling::of(KeyRef { app: AppId(0), access, name }).unwrap().is_visible(), "{name}");
        }
        assert_eq!(Spelling::of(KeyRef { app: AppId(0), access: Access::UserStatus, name: "1" }), None);
    }

    #[test]
    fn members_and_counts_follow_the_kind() {
        let mut app = app();
        app.pusher.subscription_count = true;
        let rules = |text| ChannelName::parse(text, &app).unwrap().rules(&app);
        assert_eq!((rules("x").count_subscriptions, rules("x").members), (true, 0));
        assert_eq!((rules("presence-x").count_subscriptions, rules("presence-x").members), (false, 100));
        assert!(!rules("#server-to-user-1").count_subscriptions);
        assert_eq!(
            rules::of(KeyRef { app: AppId(0), access: Access::UserStatus, name: "1" }, &app).history_messages,
            0
        );
    }
}
