//! What an operator decides for one app.

use alloc::{boxed::Box, string::String, vec, vec::Vec};

use baton_hub::AppId;

use crate::database::DatabaseSettings;
use crate::history_rule::HistoryRules;
use crate::hooks::Hooks;
use crate::phoenix::SupabaseSettings;
use crate::pusher::PusherSettings;
use crate::rate::Pace;
use crate::recovery_cookie::RecoveryCookie;
use crate::settings::settings;
use crate::tokens::TokenSettings;

/// Where an app is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeclaredIn {
    /// The settings file, flags or the environment.
    Settings,
    /// The store, which administrators change.
    Store,
    /// A table that another program writes.
    Database,
}

impl DeclaredIn {
    /// As administrators get it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::Store => "store",
            Self::Database => "database",
        }
    }
}

settings! {
    /// An app: one tenant of the server, with its own keys, limits and channels. Units stand in the names.
    pub struct App, |app| app;
    /// Its place in the settings, part of every channel's key.
    index: AppId = AppId(0);
    /// Who declares it, and so changes it.
    declared_in: DeclaredIn = DeclaredIn::Settings;
    /// What concerns its Pusher clients alone.
    pusher: PusherSettings = PusherSettings::default();
    /// What concerns its Supabase clients alone.
    supabase: SupabaseSettings = SupabaseSettings::default();
    /// Which tokens Supabase clients connect with.
    tokens: TokenSettings = TokenSettings::default();
    /// Its PostgreSQL database.
    database: DatabaseSettings = DatabaseSettings::default();
    "Identity" {
        /// The id in the paths of the HTTP API, `/apps/{id}/events`. Unique.
        id: Box<str> = Box::default(), in 1..=128;
        /// The public key that clients connect with, `/app/{key}`. Unique.
        key: Box<str> = Box::default(), in 1..=128;
        /// The secret that signs publishes and private subscriptions; anyone who has it may do both. It is never
        /// printed or logged. Other users of the machine can see flags: use the file or the environment. An app
        /// with Supabase clients only may omit it in the file: then nothing is signed, and Pusher's HTTP API
        /// returns 401.
        secret: Secret = Secret::new(""), in 1..=1024;
        /// A file with the secret on one line, in place of `secret`: at most 1024 bytes without the line break,
        /// which is dropped. It is read at start and on each reload, by the user that Baton runs as.
        secret_file: String = String::new(), in 0..=4096;
        /// The key that `key` has replaced: clients that still have it, and what is signed under it, are accepted as
        /// well. Empty for none; remove it once no client uses it. Unique among all keys.
        previous_key: Box<str> = Box::default(), in 0..=128;
        /// The secret that belongs to `previous_key`. Empty: nothing that is signed under that key is accepted.
        previous_secret: Secret = Secret::new(""), in 0..=1024;
        /// `false`: clients are closed with 4003, and the HTTP API returns 403.
        enabled: bool = true;
    }
    "Access and limits" {
        /// Origins that browsers may connect from: `*` for all, a host (any scheme and port), or
        /// `scheme://host[:port]` (without a port, the scheme's default). A `*` within a host matches any
        /// characters, in place of a port any port. Others are refused with 403 before the WebSocket opens. Clients
        /// that send no origin are not browsers, and may connect.
        allowed_origins: Vec<String> = vec![String::from("*")], in 1..=256;
        /// Connections of the app; 0 for no limit. Above it: close 4004, after which clients do not reconnect.
        max_connections: u32 = 0, in 0..=16_777_216;
        /// Channels of the app that somebody is subscribed to, over all connections; 0 for no limit. Subscriptions to a
        /// further channel are refused, those to a channel that has subscribers are not. Signed-in users' own channels do
        /// not count. Each server counts for itself.
        max_channels: u32 = 0, in 0..=16_777_216;
        /// Messages (client events, broadcasts) that all clients of the app together may send per second, and in a
        /// burst after a pause; 0 for no limit. A further one is dropped with an error, 4301 for Pusher clients.
        /// An application's publishes do not count.
        total_client_messages_per_second: u32 = 0, in 0..=1_000_000;
        /// Bytes of data in these messages, in the same way. A message with more than that passes after a pause, and
        /// the next ones wait for it.
        total_client_bytes_per_second: u32 = 0, in 0..=4_294_967_295;
        /// Channels that one connection may be subscribed to. Further subscriptions are refused. About 100 bytes
        /// each.
        channels_per_connection: u32 = 1_000, in 1..=1_000_000;
        /// Subscriptions, joins, sign-ins, token renewals and similar commands that one connection may send per
        /// second; 0 for no limit. After a pause it may send twice `channels_per_connection` at once, as clients do
        /// when they connect. Further ones get an error. Commands that end a subscription are always accepted.
        commands_per_second: u32 = 100, in 0..=60_000;
        /// Bytes of an event's name. Above it: 400 in a publish, error 4301 to a client.
        event_name_bytes: u32 = 200, in 1..=1000;
    }
    "History and cache channels" {
        /// Seconds that a cache channel (`cache-…`, `private-cache-…`) stores its last event. It counts against
        /// `history_bytes`.
        cache_ttl_s: u32 = 1_800, in 1..=2_592_000;
        /// Messages that the history of each channel stores, for `GET /apps/{id}/channels/{channel}/history` and
        /// the replay of Supabase clients; 0 for no history. The oldest is dropped first. They count against
        /// `history_bytes`.
        history_messages: u32 = 100, in 0..=1_000_000;
        /// Seconds that the history of a channel stores a message.
        history_ttl_s: u32 = 300, in 1..=2_592_000;
        /// Bytes of messages that the history of each channel stores; 0 for no limit of its own. The oldest is
        /// dropped first. A message that is larger by itself is not stored, and neither is what came before it.
        history_channel_bytes: u32 = 0, in 0..=4_294_967_295;
        /// What single channels store in place of that. Each entry is a table (`[[apps.history_rules]]` in the file; a JSON
        /// array in flags and the environment) with `channel_prefix`, `channel_suffix` or `channel_pattern` (`*` stands for any
        /// characters), and `messages`, `ttl_s`, `bytes`, and `recovery` (`false`: clients that come back are not sent what they
        /// missed there). The first entry that has a channel counts.
        history_rules: HistoryRules = HistoryRules::default(), in 0..=100;
    }
    "Recovery" {
        /// Whether a client that comes back after its connection broke is sent what it missed, before it is sent
        /// what is live. It is recognised by the path `/resume/ID` that its connection's path begins with, the
        /// query parameter `session`, a cookie, or its user. See docs/delivery.md.
        recovery: bool = false;
        /// Seconds in which a client may come back and misses nothing. The history of a channel then stores messages
        /// for at least as long.
        recovery_window_s: u32 = 120, in 10..=15_000;
        /// Messages that the history of a channel stores at least, where `recovery` is on. A client that missed
        /// more is notified. They count against `history_bytes`.
        recovery_messages: u32 = 10_000, in 1..=1_000_000;
        /// Whether browsers are given a cookie to be recognised by: `lax`, `none` (for pages of another site than
        /// this server, over TLS alone; partitioned by site), or `off`. It names a browser and proves nothing.
        recovery_cookie: RecoveryCookie = RecoveryCookie::Lax;
    }
    "Hooks" {
        /// Requests that the server sends to the application before something happens, signed, by POST; the answer
        /// allows it, refuses it or replaces its data. Each entry is a table (`[[apps.hooks]]` in the file; a JSON array in flags and the environment)
        /// with `url` and `events` (out of `connect`, `subscribe`, `publish` and `client_event`), and if wanted
        /// `channel_prefix`, `channel_suffix`, `channel_pattern` (`*` stands for any characters), `headers` (a table),
        /// `timeout_ms` (10 to 10,000; 1,000 by default), `on_failure` (`refuse`, the default, or `allow`),
        /// `max_concurrent` (requests under way, 1 to 256; 16 by default), `max_batch` (questions in one request, 1 to
        /// 1,000; 1 by default) and `max_waiting` (questions that wait for their turn, 1 to 100,000; 10,000 by
        /// default). The first entry that has the event and the channel is asked.
        hooks: Hooks = Hooks::default(), in 0..=16;
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

    /// The secret that signs under this key, which may be the one that is being replaced; `None` if it is neither.
    pub fn secret_of(&self, key: &str) -> Option<&Secret> {
        if key == &*self.key {
            return Some(&self.secret);
        }
        (!key.is_empty() && key == &*self.previous_key).then_some(&self.previous_secret)
    }

    /// An app with the default limits.
    pub fn new(index: AppId, id: &str, key: &str, secret: &str) -> Self {
        Self { index, id: id.into(), key: key.into(), secret: Secret::new(secret), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_of_two_keys_has_its_own_secret() {
        let mut app = App::new(AppId(0), "1", "new", "new secret");
        let secret = |app: &App, key| app.secret_of(key).map(|secret| String::from(secret.reveal()));
        assert_eq!(secret(&app, "new").as_deref(), Some("new secret"));
        assert_eq!(secret(&app, ""), None, "there is no former key");
        app.previous_key = "former".into();
        app.previous_secret = Secret::new("former secret");
        assert_eq!(secret(&app, "new").as_deref(), Some("new secret"));
        assert_eq!(secret(&app, "former").as_deref(), Some("former secret"));
        assert_eq!(secret(&app, "other"), None);
    }
}
