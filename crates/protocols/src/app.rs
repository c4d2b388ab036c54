//! What an operator decides for one app.

use alloc::{boxed::Box, string::String, vec::Vec};

use baton_hub::AppId;

use crate::{PublicBroadcast, rate::Pace};

/// An app: one tenant of the server, with its own keys, limits and channels. The server's settings document
/// every field; units stand in the names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct App {
    /// Its place in the settings, part of every channel's key.
    pub index: AppId,
    /// The id in the paths of the HTTP API.
    pub id: Box<str>,
    /// The public key that clients connect with.
    pub key: Box<str>,
    /// The secret that signs requests and subscriptions. Never printed.
    pub secret: Secret,
    /// The file that `secret` was read from; empty for none.
    pub secret_file: String,
    /// The secret that signs tokens of Supabase clients (HS256, HS384, HS512); empty for none. Never printed.
    pub jwt_secret: Secret,
    /// The file that `jwt_secret` was read from; empty for none.
    pub jwt_secret_file: String,
    /// A JWK Set with further keys for such tokens, found by the name that a token gives; empty for none.
    pub jwks: String,
    /// Who such tokens must be for (`aud`); empty for anybody.
    pub jwt_audience: String,
    /// Who must have made them (`iss`); empty for anybody.
    pub jwt_issuer: String,
    /// The same in a file, which is read again when it changes; empty for none.
    pub jwks_file: String,
    /// The same by URL, which is asked again as it says; empty for none.
    pub jwks_url: String,
    /// Keys of the project that stand for a role where a token could be. Never printed.
    pub api_keys: Vec<ApiKey>,
    /// Revocations of tokens that are remembered.
    pub revocations: u32,
    /// Hours for which each is.
    pub revocation_hours: u32,
    /// False: connections are closed with 4003 and the HTTP API answers 403.
    pub enabled: bool,
    /// Origins that browsers may connect from: `*`, a host, or `scheme://host[:port]`; `*` matches within a host.
    pub allowed_origins: Vec<String>,
    /// Connections at once; 0 for no limit. At the limit: close 4004.
    pub max_connections: u32,
    /// Seconds of silence before the server pings, and the figure that clients are sent.
    pub activity_timeout_s: u32,
    /// Seconds that a client has to answer a ping; then close 4201.
    pub pong_timeout_s: u32,
    /// Whether clients may send client events.
    pub client_events: bool,
    /// Client events per second and connection; 0 for no limit.
    pub client_events_per_second: u32,
    /// Subscriptions, joins, sign-ins and renewed tokens that a connection may ask for per second; 0 for no limit.
    pub commands_per_second: u32,
    /// Whether `pusher:signin` is served.
    pub user_authentication: bool,
    /// Whether users may watch other users' coming and going.
    pub watchlists: bool,
    /// Users that one connection may watch.
    pub watchlist_users: u32,
    /// Whether subscribers are sent how many they are.
    pub subscription_count: bool,
    /// Close connections that have not proved who they are within [`Self::authorization_grace_s`].
    pub authorized_connections: bool,
    /// See [`Self::authorized_connections`].
    pub authorization_grace_s: u32,
    /// Channels of one publish.
    pub publish_channels: u32,
    /// Events of one batch.
    pub batch_events: u32,
    /// Bytes of a channel's name, up to 200.
    pub channel_name_bytes: u32,
    /// Bytes of an event's name.
    pub event_name_bytes: u32,
    /// Bytes of an event's data after unescaping.
    pub event_data_bytes: u32,
    /// Distinct users of one presence channel.
    pub presence_members: u32,
    /// Bytes of what a presence channel tells about a user.
    pub presence_info_bytes: u32,
    /// Subscriptions of one connection.
    pub channels_per_connection: u32,
    /// Seconds that a cache channel keeps its last event.
    pub cache_ttl_s: u32,
    /// Messages that a channel's history keeps; 0 switches history off.
    pub history_messages: u32,
    /// Seconds that history keeps a message.
    pub history_ttl_s: u32,
    /// Earlier broadcasts that a Supabase client gets at most when it joins; 0 switches replay off.
    pub replay_messages: u32,
    /// Whether Supabase clients are sent an id of every broadcast, by which they resume.
    pub message_ids: bool,
    /// Messages that a Supabase client may broadcast per second and connection; 0 for no limit.
    pub broadcasts_per_second: u32,
    /// Who may broadcast on public topics as a Supabase client.
    pub public_broadcast: PublicBroadcast,
    /// Bytes of the payload of a Supabase client's broadcast.
    pub broadcast_bytes: u32,
    /// Presence messages that a Supabase client may send per second and connection; 0 for no limit.
    pub presence_per_second: u32,
    /// Bytes of what a Supabase client tracks of itself.
    pub presence_bytes: u32,
    /// Connections that may be present on one channel of Supabase clients.
    pub presences_per_channel: u32,
    /// The PostgreSQL database whose policies and changes Supabase clients meet, as a `postgresql://` URL; empty for none.
    /// Never printed.
    pub database_url: Secret,
    /// Connections to it that ask its policies.
    pub database_connections: u32,
    /// Seconds after which it is asked again whether who is in a private channel may still be; 0 for never.
    pub private_recheck_s: u32,
    /// The replication slot that keeps its changes for this server.
    pub database_slot: String,
    /// The publication whose tables clients may follow.
    pub database_publication: String,
    /// Whether the old rows of tables with `replica identity full` count.
    pub database_old_rows: bool,
    /// The headers of a client's request that policies on private channels see (`request.headers`).
    pub policy_headers: Vec<HeaderName>,
    /// How many rows a client may have that asks for those that are there; 0: none.
    pub snapshot_rows: u32,
    /// Hours that rows of its `realtime.messages` are retained; 0 for ever.
    pub database_messages_hours: u32,
    /// A Supabase client's channel that ends for a reason that could be fixed is closed for good,
    /// as the original does.
    pub close_channel_on_auth_failure: bool,
    /// `pusher:error` carries its data as an object, as Pusher does, or as a string, as Reverb does.
    pub error_data_as_string: bool,
    /// Errors of the HTTP API are plain text, as Pusher's, or JSON, as Soketi's.
    pub json_errors: bool,
}

/// The name of an HTTP header, in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeaderName(Box<str>);

impl HeaderName {
    /// Reads a name of 1 to 64 characters (RFC 9110, section 5.6.2).
    pub fn parse(text: &str) -> Option<Self> {
        let is_name = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
        let is_good = (1..=64).contains(&text.len()) && text.bytes().all(is_name);
        is_good.then(|| Self(text.to_ascii_lowercase().into()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A key of a project (`sb_publishable_…`, `sb_secret_…`): no token, but a text that stands for a role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// The text that clients send.
    pub key: Secret,
    /// The database's role that its holder acts in.
    pub role: Box<str>,
}

impl ApiKey {
    /// What keys begin with whose holders may do what anybody may, and what those begin with whose holders run the project;
    /// and the roles that this means unless the settings say otherwise.
    const KINDS: [(&str, &str); 2] = [("sb_publishable_", "anon"), ("sb_secret_", "service_role")];
    /// Characters behind that. Sixteen of 64 kinds are 96 bits.
    const RANDOM: core::ops::RangeInclusive<usize> = 16..=256;
    /// PostgreSQL's names have so many bytes.
    const ROLE: core::ops::RangeInclusive<usize> = 1..=63;

    /// Reads `KEY` or `KEY=ROLE`.
    pub fn parse(text: &str) -> Option<Self> {
        let (key, role) = text.split_once('=').map_or((text, None), |(key, role)| (key, Some(role)));
        let (prefix, usual) = Self::KINDS.into_iter().find(|(prefix, _)| key.starts_with(prefix))?;
        let random = key.get(prefix.len()..)?;
        let is_plain = random.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
        let role = role.unwrap_or(usual);
        let is_role = Self::ROLE.contains(&role.len()) && !role.contains(|c: char| c.is_control());
        let is_good = is_plain && Self::RANDOM.contains(&random.len()) && is_role;
        is_good.then(|| Self { key: Secret::new(key), role: role.into() })
    }

    /// What kind of key it is, without the key.
    pub fn prefix(&self) -> &'static str {
        let key = self.key.reveal();
        Self::KINDS.into_iter().find(|(prefix, _)| key.starts_with(prefix)).map_or("", |(prefix, _)| prefix)
    }
}

/// A secret that cannot be printed by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Box<str>);

impl Secret {
    /// Keeps `secret` out of every log.
    pub fn new(secret: &str) -> Self {
        Self(secret.into())
    }

    /// The bytes, for signing.
    pub fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// The text, for those that need it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl core::fmt::Debug for Secret {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl App {
    /// How fast a connection may ask for what costs others something beside its own messages. At once it may subscribe to all
    /// the channels that it may have, as clients do when they connect, and bring a token for each.
    pub(crate) fn commands(&self) -> Pace {
        let per_second = self.commands_per_second;
        Pace { per_second, at_once: self.channels_per_connection.saturating_mul(2).max(per_second) }
    }

    /// An app with the default limits: Pusher's own, and client events, sign-in and watchlists on.
    pub fn new(index: AppId, id: &str, key: &str, secret: &str) -> Self {
        Self {
            index,
            id: id.into(),
            key: key.into(),
            secret: Secret::new(secret),
            secret_file: String::new(),
            jwt_secret: Secret::new(""),
            jwt_secret_file: String::new(),
            jwks: String::new(),
            jwt_audience: String::new(),
            jwt_issuer: String::new(),
            jwks_file: String::new(),
            jwks_url: String::new(),
            api_keys: Vec::new(),
            revocations: 10_000,
            revocation_hours: 168,
            enabled: true,
            allowed_origins: alloc::vec![String::from("*")],
            max_connections: 0,
            activity_timeout_s: 120,
            pong_timeout_s: 30,
            client_events: true,
            client_events_per_second: 10,
            commands_per_second: 100,
            user_authentication: true,
            watchlists: true,
            watchlist_users: 100,
            subscription_count: false,
            authorized_connections: false,
            authorization_grace_s: 10,
            publish_channels: 100,
            batch_events: 10,
            channel_name_bytes: 164,
            event_name_bytes: 200,
            event_data_bytes: 10_240,
            presence_members: 100,
            presence_info_bytes: 1_024,
            channels_per_connection: 1_000,
            cache_ttl_s: 1_800,
            history_messages: 100,
            history_ttl_s: 300,
            replay_messages: 100,
            message_ids: false,
            broadcasts_per_second: 100,
            public_broadcast: PublicBroadcast::Auto,
            broadcast_bytes: 262_144,
            presence_per_second: 100,
            presence_bytes: 10_240,
            presences_per_channel: 10_000,
            database_url: Secret::new(""),
            database_connections: 4,
            private_recheck_s: 60,
            database_slot: String::from("baton"),
            database_publication: String::from("supabase_realtime"),
            database_old_rows: false,
            policy_headers: Vec::new(),
            snapshot_rows: 0,
            database_messages_hours: 72,
            close_channel_on_auth_failure: false,
            error_data_as_string: false,
            json_errors: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ApiKey;

    #[test]
    fn a_projects_key_says_its_role() {
        for (text, role) in [
            ("sb_publishable_0123456789abcdef", "anon"),
            ("sb_secret_0123456789abcdef", "service_role"),
            ("sb_secret_0123456789abc-ef_x=reporter", "reporter"),
            ("sb_publishable_0123456789abcdef=a b", "a b"),
        ] {
            let key = ApiKey::parse(text).unwrap();
            assert_eq!(&*key.role, role, "{text}");
            assert_eq!(key.key.reveal(), text.split('=').next().unwrap());
            assert!(text.starts_with(key.prefix()) && !alloc::format!("{key:?}").contains("0123"));
        }
        for text in [
            "",
            "sb_",
            "sb_secret_",
            "sb_secret_0123456789abcde",
            "sb_secret_0123456789abcdé",
            "sb_secret_0123456789abcdef ",
            "sb_secret_0123456789abcdef=",
            "sb_secret_0123456789abcdef=a\nb",
            "sb_other_0123456789abcdef",
            "eyJhbGciOiJIUzI1NiJ9.e30.x",
        ] {
            assert_eq!(ApiKey::parse(text), None, "{text}");
        }
    }
}
