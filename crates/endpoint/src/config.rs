//! The limits and features of an endpoint.

use std::time::Duration;

use baton_reactor::Tls;

/// Settings of an [`Endpoint`](crate::Endpoint). Start from `Config::default()`.
#[derive(Clone, Debug)]
pub struct Config {
    /// Longest message, all fragments together and inflated. A longer one closes the connection
    /// with 1009.
    pub message_bytes: usize,
    /// Most unsent bytes of one connection. [`send`](crate::Endpoint::send) refuses more; a message
    /// to many that exceeds it closes the connection with 1013. A connection for which more than
    /// half of it is queued is not read until it has read everything; the deadlines for what it
    /// sends restart then.
    pub queued_bytes: usize,
    /// Longest that a byte may wait for a peer that does not read. Then the socket is reset.
    pub queued_age: Duration,
    /// Most connections, including those in their handshake. One more is answered 503.
    pub connections: usize,
    /// From accepting to the whole head of the request.
    pub handshake_timeout: Duration,
    /// A peer that sends nothing for this long is closed with 1001.
    pub idle_timeout: Duration,
    /// How often a silent peer is sent a ping; `None` for never.
    pub ping_interval: Option<Duration>,
    /// How soon it must send something after that.
    pub pong_timeout: Duration,
    /// How long to wait for the peer's close frame.
    pub close_timeout: Duration,
    /// How soon a message that has begun must be complete.
    pub message_timeout: Duration,
    /// Most messages of one peer in a second; 0 for no limit. More close the connection with 1008.
    pub messages_per_second: u32,
    /// The same for pings and pongs.
    pub control_frames_per_second: u32,
    /// Longest body of a plain request. A longer one is answered 413.
    pub body_bytes: usize,
    /// permessage-deflate.
    pub compression: Option<Compression>,
    /// TLS on the TCP listeners.
    pub tls: Option<Tls>,
    /// Allowed origins of browsers' pages; any if empty.
    pub origins: Vec<String>,
    /// Paths of upgrades; any if empty.
    pub paths: Vec<String>,
    /// Supported subprotocols. The first of the peer's that is among them is selected.
    pub subprotocols: Vec<String>,
    /// Whether the owner answers upgrades itself, after [`Event::Handshake`](crate::Event::Handshake).
    pub asks_about_handshakes: bool,
    /// Whether the owner answers requests that are no upgrade, after
    /// [`Event::Request`](crate::Event::Request). Otherwise they are answered 426.
    pub asks_about_requests: bool,
    /// Whether the head of the request is retained for as long as the connection lives.
    pub keeps_requests: bool,
    /// Whether messages that arrived whole and uncompressed are delivered
    /// [masked](crate::Event::Message), so that unmasking, checking and copying them to the owner's
    /// memory is one pass and not two.
    pub leaves_masked: bool,
}

/// permessage-deflate, RFC 7692.
#[derive(Clone, Copy, Debug)]
pub struct Compression {
    /// Smallest message that is compressed.
    pub threshold: usize,
    /// zlib's level, 1 to 9.
    pub level: u8,
    /// Whether messages may refer to earlier ones, at some 430 KB for each connection.
    pub takeover: bool,
}

impl Default for Compression {
    fn default() -> Self {
        Self { threshold: 128, level: 3, takeover: false }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            message_bytes: 16 << 20,
            queued_bytes: 16 << 20,
            queued_age: Duration::from_secs(30),
            connections: 10_000,
            handshake_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(120),
            ping_interval: None,
            pong_timeout: Duration::from_secs(10),
            close_timeout: Duration::from_secs(2),
            message_timeout: Duration::from_secs(60),
            messages_per_second: 0,
            control_frames_per_second: 0,
            body_bytes: 1 << 20,
            compression: None,
            tls: None,
            origins: Vec::new(),
            paths: Vec::new(),
            subprotocols: Vec::new(),
            asks_about_handshakes: false,
            asks_about_requests: false,
            keeps_requests: true,
            leaves_masked: false,
        }
    }
}

/// A duration as whole milliseconds.
pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
