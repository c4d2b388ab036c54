//! Settings of the whole server: each row is the field, its default, its check and its page in the reference.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use baton_protocols::{App, Secret};
use rustls::ServerConfig;

use super::field::{Compression, FileName, IoDriver, LogFormat, LogLevel, PathPrefix};
use super::reverb::{self, Alias};
use super::setting::{Setting, rows};

/// More than a machine holds: at 4 KB each in the kernel they take 64 GB.
const MOST_CONNECTIONS: u64 = 1 << 24;

/// Declares [`Settings`], its defaults and the table [`SERVER`] from one list.
macro_rules! settings {
    ($($group:literal {
        $($(#[doc = $doc:literal])+ $key:ident: $type:ty = $default:expr
            $(, in $low:literal ..= $high:tt)? $(, reverb $alias:expr)?;)+
    })+) => {
        /// What an operator decides for the whole server. Units stand in the names.
        #[derive(Debug, Clone)]
        pub(crate) struct Settings {
            $($($(#[doc = $doc])+ pub(crate) $key: $type,)+)+
            /// The apps, each with its place in this list as its index. Never empty.
            pub(crate) apps: Vec<App>,
            /// What `tls_certificate` and `tls_key` come to.
            pub(crate) tls: Option<Arc<ServerConfig>>,
            /// What the operator should know though nothing is wrong; to be logged once at start.
            pub(crate) notices: Vec<String>,
        }

        impl Default for Settings {
            /// Every setting at its default, and no app.
            fn default() -> Self {
                Self { $($($key: $default,)+)+ apps: Vec::new(), tls: None, notices: Vec::new() }
            }
        }

        /// The table of the server-wide settings.
        pub(crate) const SERVER: &[Setting<Settings>] = rows! {
            Server Settings { $($group {
                $($(#[doc = $doc])+ $key $(, in $low ..= $high)? $(, reverb $alias)?;)+
            })+ }
        };
    };
}

settings! {
    "Where it listens" {
        /// Address and port for clients and for the HTTP API, as `HOST:PORT`. Port 0 takes a free one, which the
        /// line `listening on …` tells. On an address that other machines reach every app needs a secret of its own.
        listen: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080),
            reverb [reverb::SERVER_HOST, reverb::SERVER_PORT];
        /// The server's certificate, as PEM: its own first, then those that signed it. With it and `tls_key` the port
        /// of `listen` speaks TLS alone (`wss` and `https`); a request in plain HTTP is answered 400. Read once, at
        /// start. An idle connection takes some 4 KB more.
        tls_certificate: FileName = FileName::default(), in 0..=4096;
        /// The private key of that certificate, as PEM (PKCS #8, PKCS #1 or SEC 1), without a passphrase. Anyone who
        /// can read it can pass for the server.
        tls_key: FileName = FileName::default(), in 0..=4096;
        /// An address for `/metrics`, `/up` and `/ready` alone, as `HOST:PORT`; empty for none. `/metrics` is served
        /// on the main port as well, but only where `listen` is a loopback address. Nothing asks for a password
        /// here, so choose an address that strangers do not reach. 64 connections are served at once, and more wait for
        /// one of them to end. Deadlines of requests hold here too, but neither `max_connections` nor `baton_sockets`
        /// counts these connections.
        metrics_listen: Option<SocketAddr> = None;
        /// A path before every path that is served, such as `/ws` where a proxy passes its whole path on; clients
        /// name it as `wsPath`.
        path_prefix: PathPrefix = PathPrefix::default(), in 0..=128, reverb [Alias::same("REVERB_SERVER_PATH")];
        /// Connections that the kernel holds until the server takes them. Above it the kernel drops what arrives,
        /// and clients try again after a second or more. Linux caps it at `net.core.somaxconn` (often 4096).
        backlog: u32 = 4096, in 1..=65535;
    }
    "Threads" {
        /// Event loops, each a thread that owns its share of the connections. 0 for one per core that the process
        /// may use, at most 64.
        loops: usize = 0, in 0..=64;
        /// How event loops write. With `io_uring` a message to many sockets is one system call, which takes about a fifth
        /// off the processor time of a delivery; the log says at start which one is in force. `auto` uses it where the
        /// kernel has it (Linux 5.18) and allows it (`kernel.io_uring_disabled`, and a container's seccomp filter:
        /// Docker's own does not), else `epoll`. `io_uring` does not start without it.
        io_driver: IoDriver = IoDriver::Auto;
    }
    "Connections" {
        /// Client connections of the process at once, whatever they speak; 0 for as many as open files allow (the process
        /// raises its soft limit to the hard one at start). At the limit a new connection is closed without an answer. An
        /// idle WebSocket takes some hundred bytes here and about 4 KB in the kernel.
        max_connections: usize = 0, in 0..=MOST_CONNECTIONS;
        /// Connections of one IP address whose first request has not been answered yet; 0 for no limit. One more is answered
        /// 429 and closed, or with TLS closed without an answer, which would cost a handshake. Behind a proxy every client
        /// has the proxy's address: leave it at 0 there.
        pending_handshakes_per_ip: u32 = 0, in 0..=1000000;
        /// Seconds that a client has for the head of a request, from its first moment and however steadily bytes
        /// arrive; then 408 and the connection is closed. One that has sent nothing is closed without a word. With TLS
        /// the handshake comes before: it has 5 s of its own.
        head_timeout_s: u32 = 10, in 1..=3600;
        /// Seconds that a client has for the body of a request, from the end of its head; then 408 and the connection is
        /// closed.
        body_timeout_s: u32 = 30, in 1..=3600;
        /// Seconds that a connection may rest between two requests; then it is closed without a word. Longer than a proxy
        /// in front keeps its own (nginx: 60 s), so that it does not send a request to a connection that is just closing.
        keep_alive_s: u32 = 75, in 1..=3600;
        /// Bytes of incomplete HTTP requests that the server holds, over all connections. At the limit the oldest request of the
        /// group that holds more than its share, and in it of the app that holds most, is answered 503, or closed. Half is for
        /// requests with an app's signature, a quarter for those with a token, and a quarter for heads; a group may use what the
        /// others leave free. Bodies of requests with wrong or no credentials are read, but not held. At least `http_body_bytes`.
        request_bytes: usize = 67108864, in 1048576..=17179869184;
        /// Seconds from the first byte of a WebSocket message to its last; then close 1008. It ends endless
        /// fragments, and bounds how long a begun message holds its memory (up to `message_bytes`).
        message_timeout_s: u32 = 30, in 1..=3600;
        /// WebSocket messages that a client may send in one second; 0 for no limit. One more: close 1008. Client
        /// events have a limit of their own, `client_events_per_second`.
        messages_per_second: u32 = 0, in 0..=60000;
        /// WebSocket messages that a client may send within `message_window_s` of the first; 0 for no limit. Pusher clients get
        /// `pusher:error` 4301 for each one more, which is not acted on, and stay connected, as Reverb's do; others: close 1008.
        messages_per_window: u32 = 0, in 0..=1000000, reverb [reverb::RATE_LIMITING];
        /// The seconds of `messages_per_window`.
        message_window_s: u32 = 60, in 1..=86400, reverb [Alias::same("REVERB_APP_RATE_LIMIT_DECAY_SECONDS")];
        /// WebSocket pings and pongs that a client may send in one second; 0 for no limit. One more: close 1008.
        control_frames_per_second: u32 = 100, in 0..=60000;
        /// Bytes that wait for one client that reads too slowly. At one message more its subscriptions end, and it
        /// is closed with 4100 behind what still waits, which `baton_slow_clients_closed_total` counts; its library
        /// connects again. Only what waits takes memory: at worst this times the slow clients.
        outbox_bytes: usize = 1048576, in 16384..=1073741824;
        /// Seconds that the oldest waiting byte may be old. Then the connection is reset, as a client that reads nothing
        /// would not read a close code either. The same holds for each `outbox_bytes` of the answer to an HTTP request.
        outbox_age_s: u32 = 10, in 1..=3600;
    }
    "Connections without WebSockets" {
        /// Long-poll sessions of Phoenix's clients at once (`/socket/longpoll`, `/realtime/v1/longpoll`); 0: long-poll is not
        /// served. Each counts as a connection too, and takes two open files and some 10 KB. One more is refused with 503,
        /// and its client tries again; one that nobody polls for 30 s ends. What waits for a client between two polls is
        /// bounded by `outbox_bytes` and `outbox_age_s`, as for a client that reads slowly.
        longpoll_sessions: usize = 10000, in 0..=1000000;
    }
    "Messages" {
        /// Bytes of one WebSocket message of a client, after decompression. Above it: close 1009. A connection takes
        /// that much memory only while such a message is incomplete. Supabase clients may send `broadcast_bytes` and 16 KiB in any
        /// case.
        message_bytes: usize = 65536, in 1024..=16777216,
            reverb [Alias::same("REVERB_APP_MAX_MESSAGE_SIZE")];
        /// Bytes of the body of an HTTP request. Above it: 413. It has to hold a batch of events with their names.
        http_body_bytes: usize = 1048576, in 1024..=67108864, reverb [Alias::same("REVERB_MAX_REQUEST_SIZE")];
        /// Compression of WebSocket messages (permessage-deflate) for clients that offer it. `shared` compresses a
        /// message once for all its receivers and keeps no memory per connection; `full` compresses better, once per
        /// receiver, and keeps some 430 KB per connection.
        compression: Compression = Compression::Off;
        /// Serves WebSockets under `/echo` that return every message, to test and to measure a setup. It asks for no
        /// key and keeps nothing.
        echo: bool = false;
    }
    "Hub" {
        /// Channels of all apps that are occupied, or kept for their history or last message. At the limit one that
        /// is only kept gives way, the one that expires first; if all are occupied, a new channel is refused to its
        /// subscriber, and to a publisher with 503. Where there are several apps, half is shared out evenly among them, and
        /// what an app has within its share nobody takes from it; the other half is for the apps that come first. About 270
        /// bytes each and the name, so the default may cost 290 MB with names of 16 bytes and 450 MB with names of 164, and a
        /// subscription of each 100 MB more. This and the next are shared out evenly over the 16 parts of the
        /// hub, to which channels fall by their names.
        hub_channels: usize = 1048576, in 16..=1073741824;
        /// Bytes of messages that are kept for history and cache channels, over all apps. Each app has an equal share: what
        /// it keeps within that is never pushed out by others. What an app does not use of its share is lent to the others, and
        /// taken back when it does. At the limit the oldest messages of one app make room, whatever their channel: those of the
        /// app that publishes, or of another that is further above its share. This much memory at most.
        history_bytes: usize = 67108864, in 0..=1099511627776;
        /// Messages that may wait for one event loop. If one is three quarters full, a client that sends to a channel with
        /// subscribers there is not read for the moment, so that its events wait in its own socket; the others are read on, and
        /// so are clients of another app that has few messages waiting. If a loop that has subscribers is full, a publish over HTTP is answered 503 with `Retry-After`; nothing is sent to some and not to others. A waiting message takes about 100 bytes, and its payload once for all loops.
        loop_queue_messages: usize = 16384, in 64..=16777216;
        /// Idempotency keys of HTTP publishes that are remembered for each app, each for 120 s, or by the
        /// signed parameter `idempotency_key` until the request's signature no longer holds (up to 1,200 s). At the limit the one
        /// that would expire first is forgotten, so that a repetition of its request would be published again. About 350 bytes
        /// each.
        idempotency_entries: usize = 32768, in 1..=16777216;
        /// Bytes of those keys and their answers, for each app. At the limit the same happens.
        idempotency_bytes: usize = 16777216, in 65536..=17179869184;
    }
    "Administration" {
        /// The secret that signs the tokens of administrators (HS256, HS384, HS512), for the calls of Supabase's server under
        /// `/api/tenants`: listing apps, their health, disconnecting their clients. Empty: none of these calls is served. It
        /// must not be an app's `jwt_secret`, whose tokens are in every browser, nor, where other machines reach `listen`, have fewer
        /// than 16 bytes. It is never printed or logged.
        api_jwt_secret: Secret = Secret::new(""), in 0..=1024;
    }
    "Stopping" {
        /// Seconds after SIGTERM for which everything is served as before, while `/ready` says 503, so that a load balancer
        /// sends nothing new here. 0 where there is none.
        drain_delay_s: u32 = 0, in 0..=3600;
        /// WebSockets that are closed in one second after that, so that the servers which take them are not overrun. So many
        /// or fewer are closed at once (4101: connect again in a second), and the process ends. More are asked to connect
        /// again (4200) at this pace while the port still accepts. If they come back to this process, which is then alone on
        /// its port, the rest is closed at once.
        drain_per_second: u32 = 2000, in 1..=1000000;
        /// Seconds after which those who are left are closed at once.
        drain_timeout_s: u32 = 30, in 0..=3600;
    }
    "Logs" {
        /// How log lines are written to standard error: `text` for people, `json` with one object a line.
        log_format: LogFormat = LogFormat::Text;
        /// The least important lines that are written: `info` tells of start and stop, `warn` of what the operator should
        /// look at, `debug` also of single connections that ended oddly. Messages are never logged.
        log_level: LogLevel = LogLevel::Info;
    }
}

impl Settings {
    /// Whether programs of this machine alone reach the server.
    pub(crate) fn is_for_this_machine(&self) -> bool {
        self.listen.ip().to_canonical().is_loopback()
    }
}

/// Event loops where the operator names no number: one per core that the process may use.
pub(super) fn loops_for_this_machine() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(baton_hub::MAX_LOOPS)
}
