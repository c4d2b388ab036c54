//! What an operator decides for the Pusher clients of an app, and for publishes over Pusher's HTTP API.

use super::webhooks::Webhooks;
use crate::EventStreams;
use crate::settings::settings;

settings! {
    /// What concerns Pusher clients and Pusher's HTTP API.
    pub struct PusherSettings, |app| app.pusher;
    "Pusher clients" {
        /// Whether clients may send events (`client-…`, Echo's `whisper`) to private and presence channels that
        /// they are subscribed to. If not, error 4301.
        client_events: bool = true;
        /// Client events that one connection may send per second, and in a burst after a pause; 0 for no limit. A
        /// further event is dropped, with error 4301.
        client_events_per_second: u32 = 10, in 0..=60_000;
        /// Events that the app's backend may publish per second over the HTTP API, one for each channel, and in a burst
        /// after a pause; 0 for no limit. A request with more than are left is refused whole with 429 and `Retry-After`.
        /// Each server counts for itself.
        backend_events_per_second: u32 = 0, in 0..=1_000_000;
        /// Requests of the HTTP API that read (channels, users, history, connections, the log of webhooks) which are answered per second, and
        /// in a burst after a pause; 0 for no limit. Further ones get 429 with `Retry-After`.
        read_requests_per_second: u32 = 0, in 0..=1_000_000;
        /// Whether clients may sign in (`pusher:signin`), which `#server-to-user-…` events and
        /// `terminate_connections` need.
        user_authentication: bool = true;
        /// Close connections with 4009 that have neither signed in nor subscribed to a channel that requires
        /// authorization within `authorization_grace_s`.
        authorized_connections: bool = false;
        /// The time limit of `authorized_connections`, in seconds.
        authorization_grace_s: u32 = 10, in 1..=3600;
        /// Whether signed-in users are notified when users of their watchlist come online and go offline.
        watchlists: bool = true;
        /// Users that one connection may watch. Of a longer list only this many are watched, and the client gets
        /// error 4302.
        watchlist_users: u32 = 100, in 0..=10_000;
        /// Whether subscribers receive the number of subscribers of their channel
        /// (`pusher_internal:subscription_count`): at once up to 100, above that every 5 seconds.
        subscription_count: bool = false;
    }
    "Event streams" {
        /// Who may read events over plain HTTP, as Server-Sent Events, JSON lines or polls (`GET
        /// /apps/{id}/channels/{channel}/events`): `signed`, with a signature of the application, as every call of the HTTP
        /// API, or a token of a user; `public`, the same and anybody for public channels; `off`, nobody.
        event_streams: EventStreams = EventStreams::Signed;
    }
    "Heartbeats of Pusher clients" {
        /// Seconds of silence after which the server pings a client; clients receive this value and ping by
        /// themselves too. Any frame ends the silence.
        activity_timeout_s: u32 = 120, in 1..=3600;
        /// Seconds that a client has to answer a ping; then close 4201, and clients reconnect.
        pong_timeout_s: u32 = 30, in 1..=3600;
    }
    "Pusher channels and messages" {
        /// Bytes of a channel's name with its prefix. Above it the subscription is refused; in a publish: 400.
        channel_name_bytes: u32 = 164, in 1..=200;
        /// Bytes of an event's data after unescaping. Above it: 413 for a publish, error 4301 for a client.
        /// `http_body_bytes` limits publishes (and `message_bytes` clients) as well.
        event_data_bytes: u32 = 10_240, in 1..=16_777_216;
        /// Channels that one publish may name. Above it: 400. Laravel names at most 100 at once.
        publish_channels: u32 = 100, in 1..=1000;
        /// Events of one batch. Above it: 400.
        batch_events: u32 = 10, in 1..=1000;
        /// Distinct users in one presence channel; a user may have many connections. Further users are refused. All
        /// of them are in the list that a new member receives: its size is at most that many times
        /// `presence_info_bytes` and an id. It is encoded once for all new members.
        presence_members: u32 = 100, in 1..=100_000;
        /// Bytes of a user's `user_info`. Above it the subscription, or the sign-in, is refused.
        presence_info_bytes: u32 = 1_024, in 0..=65_536;
    }
    "Webhooks" {
        /// Where the server sends events of the app, as Pusher does: signed POST requests. Each entry is a table
        /// (`[[apps.webhooks]]` in the file; a JSON array in flags and the environment) with `url`, and if wanted
        /// `events` (all by default: `channel_occupied`, `channel_vacated`, `member_added`, `member_removed`,
        /// `client_event`, `cache_miss`, `subscription_count`), `channel_prefix`, `channel_suffix`,
        /// `channel_pattern` (`*` stands for any characters), `headers` (a table) and `max_events` (events in one
        /// request, 1 by default, at most 1,000). Set `data_dir` to keep what is not delivered yet across a restart.
        webhooks: Webhooks = Webhooks::default(), in 0..=16;
    }
    "Compatibility" {
        /// `true`: the data of `pusher:error` is a string, as in Reverb; `false`: an object, as in Pusher. Pusher's
        /// clients read both.
        error_data_as_string: bool = false;
        /// `true`: errors of the HTTP API are JSON, as in Soketi; `false`: plain text, as in Pusher.
        json_errors: bool = false;
    }
}
