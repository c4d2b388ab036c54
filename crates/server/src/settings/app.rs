//! Settings of one app. Its fields stand in [`App`], and its defaults are [`App::new`]'s.
//!
//! An app is declared under `[[apps]]`, or by flags and environment. `[app_defaults]` sets what all apps share.

use baton_hub::AppId;
use baton_protocols::App;

use super::reverb::{self, Alias};
use super::setting::{Setting, rows};

/// The secret of the default app. Everybody knows it, so it is served to this machine alone.
pub(crate) const DEFAULT_SECRET: &str = "app-secret";

/// What signs tokens in Supabase's local development. The same holds.
pub(crate) const LOCAL_JWT_SECRET: &str = "super-secret-jwt-token-with-at-least-32-characters-long";

/// The project's keys there. The same holds of the second.
pub(crate) const LOCAL_API_KEYS: [&str; 2] =
    ["sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH", LOCAL_SECRET_KEY];
pub(crate) const LOCAL_SECRET_KEY: &str = "sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz";

/// The id of the default app. A number, since some clients of the HTTP API take no other (Pusher's for Python, `Pusher.forURL` for
/// Node).
pub(crate) const DEFAULT_ID: &str = "1";

/// The id of Soketi's default app, which has our default key and secret: programs that are set up for it reach ours as well.
pub(crate) const SOKETI_ID: &str = "app-id";

/// The app that exists when none is declared, for the first minute with the server.
pub(crate) fn default_app() -> App {
    App::new(AppId(0), DEFAULT_ID, "app-key", DEFAULT_SECRET)
}

/// Whether this is the default app, as nobody has changed it.
pub(crate) fn is_default(app: &App) -> bool {
    let default = default_app();
    (&app.id, &app.key, app.secret.bytes()) == (&default.id, &default.key, default.secret.bytes())
}

/// The table of an app's settings.
pub(crate) const APP: &[Setting<App>] = rows! {
    App App {
        "Who it is" {
            /// The id in the paths of the HTTP API, `/apps/{id}/events`. Unique.
            id, in 1..=128, reverb [Alias::same("REVERB_APP_ID")];
            /// The public key that clients connect with, `/app/{key}`. Unique.
            key, in 1..=128, reverb [Alias::same("REVERB_APP_KEY")];
            /// The secret that signs publishes and private subscriptions; anyone who has it may do both. It is never
            /// printed or logged. Other users of the machine can see flags: use the file or the environment. An app of Supabase
            /// clients alone may leave it out in the file: then nothing is signed, and the HTTP API of Pusher answers 401.
            secret, in 1..=1024, reverb [Alias::same("REVERB_APP_SECRET")];
            /// A file that has the secret, on one line, in place of `secret`: of at most 1024 bytes without the end of the line,
            /// which is dropped. It is read once, at start, by the user that Baton runs as.
            secret_file, in 0..=4096;
            /// `false`: clients are closed with 4003, and the HTTP API answers 403.
            enabled;
        }
        "Who may connect" {
            /// Origins that browsers may connect from: `*` for all, a host (any scheme and port), or
            /// `scheme://host[:port]` (without a port, the scheme's usual one). A `*` within a host stands for any
            /// characters, in place of a port for any port. Others are refused with 403 before the WebSocket opens.
            /// Clients that send no origin are no browsers and connect.
            allowed_origins, in 1..=256;
            /// Connections of the app at once; 0 for no limit. One more: close 4004, and clients do not try again.
            max_connections, in 0..=16777216, reverb [Alias::same("REVERB_APP_MAX_CONNECTIONS")];
            /// Close connections with 4009 that have neither signed in nor subscribed to a channel that needs
            /// authorization within `authorization_grace_s`.
            authorized_connections;
            /// Seconds for that.
            authorization_grace_s, in 1..=3600;
        }
        "Supabase clients" {
            /// The secret that signs the tokens of Supabase clients (HS256, HS384, HS512): a project's JWT secret, of 32 bytes or
            /// more unless `listen` is a loopback address. Where neither this nor any of the next five is set, no such client connects. The default app takes the
            /// secret and keys of Supabase's local development, which everybody knows, where `listen` is a loopback address;
            /// elsewhere those are refused.
            jwt_secret, in 0..=1024;
            /// A file that has it, as `secret_file` has the other.
            jwt_secret_file, in 0..=4096;
            /// Further keys of such tokens as a JWK Set (`{"keys":[…]}`) of at most 100: RSA of 2048 bits or more, P-256,
            /// P-384, Ed25519, and `oct` of 32 bytes or more. A token names its key by `kid`; an `oct` without one counts
            /// as `jwt_secret` does.
            jwks, in 0..=65536;
            /// A file with such a set, of at most 256 KiB. It is looked at every 5 s; one that cannot be read, or has a key
            /// that cannot be used, changes nothing but the log.
            jwks_file, in 0..=4096;
            /// A URL of such a set, without `oct`: `https://PROJECT.supabase.co/auth/v1/.well-known/jwks.json`. It is fetched
            /// when the server starts, then after as long as the response's `max-age` says, one minute to one hour (10
            /// minutes where it says nothing), and at most every 30 s when a token names a key that is not there. The whole
            /// answer has 5 s and 256 KiB; a redirect is not followed. Where a fetch fails, the keys that are there stay.
            /// `http://` is for a host that nobody can pass for.
            jwks_url, in 0..=2048;
            /// Keys of the project that clients may send in place of a token: `sb_publishable_…` stands for the role `anon`,
            /// `sb_secret_…` for `service_role`, and `KEY=ROLE` for another role. They hold until they are taken out. Their
            /// random part is never printed or logged.
            api_keys, in 0..=100;
            /// Who tokens must be for (`aud`); empty for anybody.
            jwt_audience, in 0..=1024;
            /// Who must have made them (`iss`); empty for anybody.
            jwt_issuer, in 0..=1024;
            /// Revocations of tokens (`POST /apps/{id}/tokens/revoke`) that are remembered, some 150 bytes each. At the limit
            /// those that have run out make room; where none has, one more is answered 503 and revokes nothing.
            revocations, in 0..=1000000;
            /// Hours for which each is: at least as long as tokens live. One whose token lives longer is kept as long as that
            /// token, if it was shown within this time. None outlives the process.
            revocation_hours, in 1..=8760;
            /// Who may broadcast on public topics as a Supabase client, by WebSocket, long-poll or HTTP. These topics are the public
            /// channels of Pusher clients, where only the application publishes. `none`: nobody but the service role; `supabase`:
            /// every client; or a list of topics, such as `["chat-*", "lobby"]`, in which `*` stands for any characters. `auto` is
            /// `none` where the app has a `secret`, and `supabase` where it has none or the default app's. Private topics,
            /// presence and what the database sends are not affected.
            public_broadcast, in 1..=100;
            /// Messages that one connection may broadcast per second, and at once after a pause; 0 for no limit. One more is
            /// not sent on, and answered with an error where the client asks for answers. Nobody else is disturbed. Over HTTP a
            /// user has this rate, or an address (IPv6: a /64 network) whose token names no user; one message more and the whole
            /// request is answered 429. The service role has no limit there.
            broadcasts_per_second, in 0..=60000;
            /// Bytes of a broadcast's payload. Above it: `payload_size_exceeded`, where the client asks for answers; above 16 MiB,
            /// and with protocol 1.0.0 above `broadcast_bytes` and 16 KiB: close 1009. A message over HTTP has the limit of
            /// `http_body_bytes` as well.
            broadcast_bytes, in 1..=16777216;
            /// Presence messages (`track`, `untrack`) that one connection may send per second, and at once after a pause; 0 for
            /// no limit. One more is answered with an error. The others on a channel are told of changes at most every 50 ms,
            /// however many there were.
            presence_per_second, in 0..=60000;
            /// Bytes of what a connection tracks of itself. Above it the presence message is answered with an error.
            presence_bytes, in 2..=1048576;
            /// Connections that may be present on one channel. Each takes some 200 bytes and what it tracks. One more is
            /// answered with an error.
            presences_per_channel, in 0..=1000000;
            /// `true`: a channel whose token ends is closed for good (`phx_close`), as Supabase's server does, and its client
            /// must join again by itself. `false`: it fails (`phx_error`), and clients' libraries join again.
            close_channel_on_auth_failure;
        }
        "The database of Supabase clients" {
            /// The PostgreSQL database as `postgresql://USER:PASSWORD@HOST:PORT/NAME` (`host=/a/directory` in the query for a
            /// Unix socket). Its policies on `realtime.messages` decide who may use private channels; without one, only the
            /// service role may. Broadcast and presence on public channels need none. `baton pg setup` prepares it.
            /// It is never printed or logged.
            database_url, in 0..=2048;
            /// Connections that ask policies, on private channels and on changes each; many questions are on their way on
            /// each.
            database_connections, in 1..=100;
            /// Seconds after which it is asked again whether who is in a private channel may still be there; 0 for never, as in
            /// Supabase, where only another token has it asked. That is one question for each channel of a client in this time,
            /// and another for each that the client has spoken on. Who may no longer read is told so, and the channel ends.
            private_recheck_s, in 0..=86400;
            /// Headers of a client's request that policies on private channels see, as the JSON object in
            /// `current_setting('request.headers')` with names in lower case. A value of more than 1 KiB is left out. Decisions
            /// are remembered for those who have the same: name none that differs with each request. Clients can send any
            /// header themselves unless a proxy overwrites it.
            policy_headers, in 0..=16;
            /// The replication slot that keeps the database's changes until this server has read them, of lower-case letters,
            /// digits and `_`. Each server, and each app, needs one of its own; the server makes it when it
            /// starts. PostgreSQL keeps its log for it while the server is away: set `max_slot_wal_keep_size`.
            database_slot, in 1..=63;
            /// The publication whose tables clients may follow.
            database_publication, in 1..=63;
            /// `true`: of a table with `replica identity full` the old rows count. Policies decide who hears of a row that is
            /// deleted, and who does is told all of it; and an update that takes a row out of what a client may see, or out of
            /// its filter, is told to it as a `DELETE`. Policies look at rows as they were at the change, and not as they are by
            /// the time that they are asked. `false`: as Supabase's server does, every deleted row's key is told to
            /// all who follow the table, and who loses sight of a row hears nothing.
            database_old_rows;
            /// How many rows a client may have first that asks for those that are there (`snapshot: true` with
            /// `postgres_changes`); with more it is refused, and told to filter. They are read as the client's role, so rights and
            /// policies decide. 0: nobody may ask, as reading them costs the database what the client's filter costs.
            snapshot_rows, in 0..=10000;
            /// Hours that rows of `realtime.messages` are kept, where `baton pg setup` made the table; 0 for ever. Whole days
            /// are dropped at once.
            database_messages_hours, in 0..=87600;
        }
        "Liveness" {
            /// Seconds of silence after which the server pings a client; clients are told this figure and ping by
            /// themselves too. Any frame ends the silence.
            activity_timeout_s, in 1..=3600, reverb [Alias::same("REVERB_APP_ACTIVITY_TIMEOUT")];
            /// Seconds that a client has for its answer to a ping; then close 4201, and it connects again.
            pong_timeout_s, in 1..=3600;
        }
        "What clients may do" {
            /// Whether clients may send events (`client-…`, Echo's `whisper`) to private and presence channels that
            /// they are subscribed to. If not, error 4301.
            client_events, reverb [reverb::ACCEPT_CLIENT_EVENTS_FROM];
            /// Client events that one connection may send per second, and at once after a pause; 0 for no limit. One
            /// more is not sent on, and answered with error 4301.
            client_events_per_second, in 0..=60000;
            /// Subscriptions, joins, sign-ins and renewed tokens that one connection may ask for per second, and others that end
            /// nothing; 0 for no limit. After a pause it may ask for twice `channels_per_connection` at once, as clients do when
            /// they connect. One more is answered with an error and costs nobody else anything; what ends a subscription is
            /// always carried out.
            commands_per_second, in 0..=60000;
            /// Whether clients may sign in (`pusher:signin`), which `#server-to-user-…` events and
            /// `terminate_connections` need.
            user_authentication;
            /// Whether a signed-in user is told which users of its watchlist come and go.
            watchlists;
            /// Users that one connection may watch. Of a longer list so many are watched, and the client gets error
            /// 4302.
            watchlist_users, in 0..=10000;
            /// Whether subscribers of a channel are told how many they are
            /// (`pusher_internal:subscription_count`): at once up to 100, above that every 5 seconds.
            subscription_count;
            /// Channels that one connection may be subscribed to. One more is refused. Some 100 bytes each.
            channels_per_connection, in 1..=1000000;
        }
        "Sizes" {
            /// Channels that one publish may name. Above it: 400. Laravel names at most 100 at once.
            publish_channels, in 1..=1000;
            /// Events of one batch. Above it: 400.
            batch_events, in 1..=1000;
            /// Bytes of a channel's name with its prefix. Above it the subscription is refused; in a publish: 400.
            channel_name_bytes, in 1..=200;
            /// Bytes of an event's name. Above it: 400 in a publish, error 4301 to a client.
            event_name_bytes, in 1..=1000;
            /// Bytes of an event's data after unescaping. Above it: 413 in a publish, error 4301 to a client. What
            /// is larger than `http_body_bytes` (or `message_bytes`, for clients) cannot arrive at all.
            event_data_bytes, in 1..=16777216, reverb [reverb::MAX_REQUEST_SIZE_FOR_DATA];
        }
        "Presence" {
            /// Distinct users in one presence channel; a user may have many connections. One more is refused. All of
            /// them are in the list that a newcomer receives: that many times `presence_info_bytes`, and as many times
            /// an id, is its largest size. It is encoded once for all newcomers.
            presence_members, in 1..=100000;
            /// Bytes of a user's `user_info`. Above it the subscription, or the sign-in, is refused.
            presence_info_bytes, in 0..=65536;
        }
        "What channels keep" {
            /// Seconds that a cache channel (`cache-…`, `private-cache-…`) keeps its last event. It counts against
            /// `history_bytes`.
            cache_ttl_s, in 1..=2592000;
            /// Messages that the history of each channel keeps, for `GET /apps/{id}/channels/{channel}/history` and the
            /// replay of Supabase clients; 0 for no history. The oldest leaves. They count against `history_bytes`.
            history_messages, in 0..=1000000;
            /// Seconds that the history of a channel keeps a message.
            history_ttl_s, in 1..=2592000;
            /// Earlier broadcasts that a Supabase client gets at most when it joins a channel with `replay`; a smaller
            /// `limit` of its own counts. 0 switches replay off.
            replay_messages, in 0..=1000;
            /// `true`: Supabase clients are told an id of every broadcast (`meta.id`), by which they resume with
            /// `replay: { after: id }`; `false`: only of those that the database sends, and of replayed ones.
            message_ids;
        }
        "Compatibility" {
            /// `true`: `pusher:error` carries its data as a string, as Reverb's does; `false`: as an object, as
            /// Pusher's does. Pusher's clients read both.
            error_data_as_string;
            /// `true`: errors of the HTTP API are JSON, as Soketi's; `false`: plain text, as Pusher's.
            json_errors;
        }
    }
};
