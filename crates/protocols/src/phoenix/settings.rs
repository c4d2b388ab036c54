//! What an operator decides for the Supabase clients of an app, and for broadcasts over HTTP.

use alloc::{boxed::Box, vec::Vec};

use super::PublicBroadcast;
use crate::settings::settings;

settings! {
    /// What concerns Supabase clients, whichever token they have.
    pub struct SupabaseSettings, |app| app.supabase;
    "Supabase clients" {
        /// Which Supabase clients may broadcast on public topics, by WebSocket, long-poll or HTTP. These topics are
        /// the public channels of Pusher clients, where only the application publishes. `none`: only the service
        /// role; `supabase`: every client; or a list of topics, such as `["chat-*", "lobby"]`, in which `*` matches
        /// any characters. `auto` is `none` if the app has a `secret`, and `supabase` if it has none or the default
        /// app's. Private topics, presence and broadcasts from the database are not affected.
        public_broadcast: PublicBroadcast = PublicBroadcast::Auto, in 1..=100;
        /// Messages that one connection may broadcast per second, and in a burst after a pause; 0 for no limit. A
        /// further message is dropped, with an error if the client requests acknowledgements. Over HTTP the limit
        /// applies to a user, or to an address (IPv6: a /64 network) if the token names no user; above it the whole
        /// request gets 429. The service role has no limit there.
        broadcasts_per_second: u32 = 100, in 0..=60_000;
        /// Bytes of a broadcast's payload. Above it: `payload_size_exceeded` if the client requests
        /// acknowledgements; above 16 MiB, and with protocol 1.0.0 above `broadcast_bytes` and 16 KiB: close 1009.
        /// `http_body_bytes` applies to messages over HTTP as well.
        broadcast_bytes: u32 = 262_144, in 1..=16_777_216;
        /// `true`: Supabase clients receive an id with every broadcast (`meta.id`), from which they resume with
        /// `replay: { after: id }`; `false`: only with those that the database sends, and with replayed ones.
        message_ids: bool = false;
        /// Most earlier broadcasts that a Supabase client receives when it joins a channel with `replay`; its
        /// `limit` may be smaller. 0 turns replay off.
        replay_messages: u32 = 100, in 0..=1000;
        /// Presence messages (`track`, `untrack`) that one connection may send per second, and in a burst after a
        /// pause; 0 for no limit. Further ones get an error. Other clients of a channel are notified of changes at
        /// most every 50 ms, however many there were.
        presence_per_second: u32 = 100, in 0..=60_000;
        /// Bytes of the state that a connection tracks. Above it the presence message gets an error.
        presence_bytes: u32 = 10_240, in 2..=1_048_576;
        /// Connections that may be present on one channel. Each takes about 200 bytes and its state. Further ones
        /// get an error.
        presences_per_channel: u32 = 10_000, in 0..=1_000_000;
        /// `true`: a channel whose token expires is closed permanently (`phx_close`), as by Supabase's server, and
        /// the application must join again. `false`: the channel fails (`phx_error`), and client libraries join
        /// again.
        close_channel_on_auth_failure: bool = false;
    }
    "Private channels of Supabase clients" {
        /// Interval in seconds at which access to private channels is checked again; 0 for never, as in Supabase,
        /// where only a new token causes a check. That is one query for each channel of a client per interval, and
        /// another for each that the client has sent on. Clients that lose access are notified, and leave the
        /// channel.
        private_recheck_s: u32 = 60, in 0..=86_400;
        /// Headers of a client's request that policies on private channels can read, as the JSON object in
        /// `current_setting('request.headers')` with names in lower case. A value of more than 1 KiB is left out.
        /// Decisions are cached for clients with the same headers: name none that differs with each request.
        /// Clients can send any header themselves unless a proxy overwrites it.
        policy_headers: Vec<HeaderName> = Vec::new(), in 0..=16;
    }
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
