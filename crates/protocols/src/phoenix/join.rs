//! What a client asks of a channel when it joins.
//!
//! Libraries of many ages and languages write this payload, and the server that they were written for takes what it
//! understands: a part that is wrong has its default, and the join goes on. Booleans come as strings too, anything may
//! be null, and of a key that comes twice the last counts.

use alloc::{borrow::Cow, vec::Vec};
use core::fmt;

use super::{
    change::{CHANGES, Change, Requests},
    fields, token,
};

/// How long a presence key may be, in bytes: it is sent to everybody on the channel with each change of the presence.
/// Keys are ids of users, and some are e-mail addresses of up to 320 bytes. A join with a longer one is refused.
pub const PRESENCE_KEY_BYTES: usize = 512;

/// How long the id of a message may be: a UUID, or two numbers. A join that names a longer one is refused.
const ID_BYTES: usize = 64;

/// A join's payload.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Join<'a> {
    /// Whether the private channel of this name is meant, and not the public one.
    pub private: bool,
    /// `broadcast` of the configuration.
    pub broadcast: BroadcastConfig<'a>,
    /// `presence` of the configuration.
    pub presence: PresenceConfig<'a>,
    /// The requests for database changes, in their order; at most [`CHANGES`].
    pub changes: Vec<Change<'a>>,
    /// The token to judge the join by; `None`: the connection's own.
    pub token: Option<Cow<'a, str>>,
    /// The client's library, as it names itself.
    pub library: Option<Cow<'a, str>>,
    /// There is no configuration at all: the topic itself is a request, which [`LegacyRequest`](super::LegacyRequest)
    /// reads.
    pub legacy: bool,
    /// The first part that was not understood and has its default, for the log.
    pub invalid: Option<&'static str>,
}

/// How the client broadcasts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BroadcastConfig<'a> {
    /// It wants each of its broadcasts answered.
    pub ack: bool,
    /// It wants its own broadcasts back.
    pub own: bool,
    /// It wants to be notified when broadcasts from the database will arrive.
    pub replication_ready: bool,
    /// It wants earlier broadcasts.
    pub replay: Replay<'a>,
}

/// Which earlier broadcasts a client wants.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Replay<'a> {
    /// None.
    #[default]
    Off,
    /// Some.
    Asked {
        /// Nothing older, in milliseconds since 1970; 0 where the client names the last message that it has seen.
        since_ms: u64,
        /// Only what came after the message with this id: an extension of this server's.
        after: Option<Cow<'a, str>>,
        /// At most so many; `None` leaves it to the server.
        limit: Option<u32>,
    },
    /// It asks in a way that is not understood, for which the join is refused.
    Invalid,
}

/// How the client is present.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PresenceConfig<'a> {
    /// Under which key; `None` leaves it to the server.
    pub key: Option<Cow<'a, str>>,
    /// It wants to know who is there.
    pub enabled: bool,
}

impl<'a> Join<'a> {
    /// Reads a join's payload, whose syntax is known to be right.
    pub fn parse(payload: &'a str) -> Result<Self, JoinError> {
        let mut join = Self::default();
        let (mut config, mut user, mut access) = (None, None, None);
        join.object("payload", payload, |join, key, value| match key {
            "config" => config = Some(value),
            "user_token" => user = join.string("user_token", value),
            "access_token" => access = join.string("access_token", value),
            "version" => join.library = join.string("version", value),
            _ => {}
        });
        join.token = token::of_join(user, access);
        join.legacy = config.is_none();
        join.config(config.unwrap_or("null"))?;
        Ok(join)
    }

    fn config(&mut self, value: &'a str) -> Result<(), JoinError> {
        let mut requests = Requests::default();
        self.object("config", value, |join, key, value| match key {
            "private" => join.private = join.boolean("private", value),
            "broadcast" => join.broadcast = join.broadcast(value),
            "presence" => join.presence = join.presence(value),
            "postgres_changes" => requests = join.requests(value),
            _ => {}
        });
        if requests.count > CHANGES {
            return Err(JoinError::Changes { count: requests.count });
        }
        self.changes = requests.changes;
        match &self.presence.key {
            Some(key) if key.len() > PRESENCE_KEY_BYTES => Err(JoinError::PresenceKey { bytes: key.len() }),
            _ => Ok(()),
        }
    }

    fn broadcast(&mut self, value: &'a str) -> BroadcastConfig<'a> {
        let mut config = BroadcastConfig::default();
        self.object("broadcast", value, |join, key, value| match key {
            "ack" => config.ack = join.boolean("broadcast.ack", value),
            "self" => config.own = join.boolean("broadcast.self", value),
            "replication_ready" => {
                config.replication_ready = join.boolean("broadcast.replication_ready", value);
            }
            "replay" => config.replay = Replay::read(value),
            _ => {}
        });
        config
    }

    fn presence(&mut self, value: &'a str) -> PresenceConfig<'a> {
        let mut config = PresenceConfig::default();
        self.object("presence", value, |join, key, value| match key {
            "key" => config.key = join.string("presence.key", value).filter(|key| !key.is_empty()),
            "enabled" => config.enabled = join.boolean("presence.enabled", value),
            _ => {}
        });
        config
    }

    fn requests(&mut self, value: &'a str) -> Requests<'a> {
        if value == "null" {
            return Requests::default();
        }
        let requests = Requests::read(value);
        if requests.as_ref().is_none_or(|requests| requests.strange) {
            self.not_understood("postgres_changes");
        }
        requests.unwrap_or_default()
    }

    fn object(
        &mut self,
        part: &'static str,
        value: &'a str,
        mut visit: impl FnMut(&mut Self, &str, &'a str),
    ) {
        if value != "null" && fields::each(value, |key, value| visit(self, &key, value)).is_none() {
            self.not_understood(part);
        }
    }

    fn boolean(&mut self, part: &'static str, value: &str) -> bool {
        let word = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value);
        let (yes, no) = (word.eq_ignore_ascii_case("true"), word.eq_ignore_ascii_case("false"));
        if !yes && !no && value != "null" {
            self.not_understood(part);
        }
        yes
    }

    fn string(&mut self, part: &'static str, value: &'a str) -> Option<Cow<'a, str>> {
        let text = fields::string(value);
        if text.is_none() && value != "null" {
            self.not_understood(part);
        }
        text
    }

    fn not_understood(&mut self, part: &'static str) {
        self.invalid.get_or_insert(part);
    }
}

impl<'a> Replay<'a> {
    fn read(value: &'a str) -> Self {
        if value == "null" {
            return Self::Off;
        }
        let (mut since, mut after, mut limit) = (None, Some(None), Some(None));
        let read = fields::each(value, |key, value| match &*key {
            "since" => since = value.parse().ok(),
            "after" if value == "null" => after = Some(None),
            "after" => after = fields::string(value).filter(|id| id.len() <= ID_BYTES).map(Some),
            "limit" => limit = if value == "null" { Some(None) } else { value.parse().ok().map(Some) },
            _ => {}
        });
        let since = since.or(matches!(after, Some(Some(_))).then_some(0));
        match (read, since, after, limit) {
            (Some(()), Some(since_ms), Some(after), Some(limit)) => Self::Asked { since_ms, after, limit },
            _ => Self::Invalid,
        }
    }
}

/// Why a join is refused whatever its channel is, as the reason of an error reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JoinError {
    /// More than [`CHANGES`] requests for database changes.
    Changes {
        /// How many.
        count: usize,
    },
    /// A presence key longer than [`PRESENCE_KEY_BYTES`].
    PresenceKey {
        /// Its length.
        bytes: usize,
    },
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changes { count } => write!(
                f,
                "PostgresChangesLimitReached: The join has {count} postgres_changes and the limit is {CHANGES}; use more channels, or filter with in"
            ),
            Self::PresenceKey { bytes } => write!(
                f,
                "PresenceKeyTooLong: The presence key has {bytes} bytes and the limit is {PRESENCE_KEY_BYTES}; shorten it"
            ),
        }
    }
}

impl core::error::Error for JoinError {}

#[cfg(test)]
mod tests {
    use alloc::{format, string::ToString};

    use proptest::prelude::*;

    use super::*;

    fn join(payload: &str) -> Join<'_> {
        Join::parse(payload).unwrap()
    }

    #[test]
    fn what_todays_libraries_send_is_read() {
        let payload = r#"{"config":{"broadcast":{"ack":true,"self":true,"replay":{"since":1700000000000,"limit":10},"replication_ready":true},"presence":{"key":"u1","enabled":true},"private":true,"postgres_changes":[{"event":"*","schema":"public","table":"t","filter":"id=eq.1"}]},"access_token":"a.b.c","version":"realtime-js/2.119.0"}"#;
        let join = join(payload);
        let replay = Replay::Asked { since_ms: 1_700_000_000_000, after: None, limit: Some(10) };
        assert_eq!(join.broadcast, BroadcastConfig { ack: true, own: true, replication_ready: true, replay });
        assert_eq!(join.presence, PresenceConfig { key: Some("u1".into()), enabled: true });
        assert_eq!((join.private, join.legacy, join.invalid), (true, false, None));
        assert_eq!(
            (join.token.as_deref(), join.library.as_deref()),
            (Some("a.b.c"), Some("realtime-js/2.119.0"))
        );
        let request = r#"{"event":"*","schema":"public","table":"t","filter":"id=eq.1"}"#;
        assert_eq!(join.changes, Requests::read(&format!("[{request}]")).unwrap().changes);
    }

    #[test]
    fn nothing_and_null_are_the_defaults() {
        let defaults = Join::default();
        for payload in [
            r#"{"config":{}}"#,
            r#"{"config":null,"access_token":null,"user_token":null,"version":null}"#,
            r#"{"config":{"broadcast":null,"presence":null,"private":null,"postgres_changes":null}}"#,
            r#"{"config":{"broadcast":{"ack":null,"self":null,"replay":null},"presence":{"key":null,"enabled":null}}}"#,
            r#"{"config":{"broadcast":{"ack":"false","self":"False"},"presence":{"key":""},"postgres_changes":[null]}}"#,
            r#"{"config":{"more":[]},"access_token":"sb_publishable_1"}"#,
        ] {
            assert_eq!(join(payload), defaults, "{payload}");
        }
    }

    #[test]
    fn booleans_may_be_strings() {
        for word in ["true", "\"true\"", "\"True\"", "\"TRUE\""] {
            let payload = format!(r#"{{"config":{{"private":{word}}}}}"#);
            assert_eq!((join(&payload).private, join(&payload).invalid), (true, None), "{word}");
        }
    }

    #[test]
    fn what_is_wrong_has_its_default_and_is_named() {
        for (payload, part) in [
            ("[]", "payload"),
            (r#"{"config":[]}"#, "config"),
            (r#"{"config":{"private":"yes"}}"#, "private"),
            (r#"{"config":{"private":1}}"#, "private"),
            (r#"{"config":{"broadcast":1}}"#, "broadcast"),
            (r#"{"config":{"broadcast":{"ack":{}}}}"#, "broadcast.ack"),
            (r#"{"config":{"presence":{"key":7,"enabled":7}}}"#, "presence.key"),
            (r#"{"config":{"postgres_changes":{}}}"#, "postgres_changes"),
            (r#"{"config":{"postgres_changes":["x"]}}"#, "postgres_changes"),
            (r#"{"config":{},"access_token":{}}"#, "access_token"),
        ] {
            let join = join(payload);
            assert_eq!(join.invalid, Some(part), "{payload}");
            assert_eq!(Join { invalid: None, legacy: false, ..join }, Join::default(), "{payload}");
        }
        let rest = join(r#"{"config":{"private":true,"presence":1,"broadcast":{"self":true}}}"#);
        assert!(rest.private && rest.broadcast.own, "what is right counts");
    }

    #[test]
    fn older_joins_are_read() {
        let old = join(r#"{"user_token":"old","access_token":"new"}"#);
        assert_eq!((old.legacy, old.token.as_deref()), (true, Some("old")));
        assert!(join("{}").legacy && join("null").legacy);
        assert_eq!(join(r#"{"user_token":null,"access_token":"new"}"#).token.as_deref(), Some("new"));
    }

    #[test]
    fn replay_is_asked_for_in_whole_numbers() {
        for (replay, expected) in [
            (r#"{"since":1}"#, Replay::Asked { since_ms: 1, after: None, limit: None }),
            (
                r#"{"since":1,"limit":null,"after":null}"#,
                Replay::Asked { since_ms: 1, after: None, limit: None },
            ),
            (r#"{"since":1,"limit":25}"#, Replay::Asked { since_ms: 1, after: None, limit: Some(25) }),
            (r#"{"after":"7-8"}"#, Replay::Asked { since_ms: 0, after: Some("7-8".into()), limit: None }),
            (r#"{"after":7}"#, Replay::Invalid),
            ("{}", Replay::Invalid),
            ("true", Replay::Invalid),
            (r#"{"since":"1"}"#, Replay::Invalid),
            (r#"{"since":1.5}"#, Replay::Invalid),
            (r#"{"since":-1}"#, Replay::Invalid),
            (r#"{"since":1,"limit":"x"}"#, Replay::Invalid),
            (r#"{"since":1,"limit":-1}"#, Replay::Invalid),
        ] {
            let payload = format!(r#"{{"config":{{"broadcast":{{"replay":{replay}}}}}}}"#);
            assert_eq!(join(&payload).broadcast.replay, expected, "{replay}");
        }
    }

    #[test]
    fn limits_say_what_to_change() {
        let many = format!(r#"{{"config":{{"postgres_changes":[{}{{}}]}}}}"#, "{},".repeat(CHANGES));
        assert_eq!(
            Join::parse(&many).unwrap_err().to_string(),
            "PostgresChangesLimitReached: The join has 101 postgres_changes and the limit is 100; use more channels, or filter with in"
        );
        let long = format!(r#"{{"config":{{"presence":{{"key":"{}"}}}}}}"#, "k".repeat(513));
        assert_eq!(
            Join::parse(&long).unwrap_err().to_string(),
            "PresenceKeyTooLong: The presence key has 513 bytes and the limit is 512; shorten it"
        );
    }

    proptest! {
        #[test]
        fn no_payload_is_a_panic(
            part in prop_oneof![Just("config"), Just("access_token"), Just("user_token"), Just("version")],
            key in prop_oneof![Just("private"), Just("broadcast"), Just("presence"), Just("postgres_changes")],
            value in "[\\[\\]{}\":,0-9a-z\\\\]{0,40}",
        ) {
            _ = Join::parse(&value);
            _ = Join::parse(&format!("{{\"{part}\":{value}}}"));
            _ = Join::parse(&format!("{{\"config\":{{\"{key}\":{value}}}}}"));
        }
    }
}
