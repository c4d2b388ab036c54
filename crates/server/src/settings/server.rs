//! Settings of the whole server: each row is the field, its default, its check and its page in the reference.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use baton_protocols::settings::Bounds;
use baton_protocols::{App, Secret};
use baton_reactor::Validity;
use rustls::ServerConfig;

use super::acme::{DirectoryUrl, DomainNames};
use super::apps::has_known_secret;
use super::field::{
    AccessLines, Compression, FileName, FileNames, HistorySync, IoDriver, LogFormat, LogLevel, McpAccess,
    PathPrefix, WebhookAddresses,
};
use super::foreign::Alias;
use super::listen::Listen;
use super::member_names::MemberNames;
use super::otlp::{Endpoint, ExportHeaders, Ratio};
use super::proxies::{AddressHeader, Networks};
use super::setting::{About, Place, Scope, Setting};
use super::{reverb, soketi};
use crate::alerts::AlertList;
use crate::apps_database::Rows;

/// More than a machine holds: at 4 KB each in the kernel they take 64 GB.
const MOST_CONNECTIONS: u64 = 1 << 24;

/// The names that OpenTelemetry has for every program. They are read whichever server's names are.
const OTEL_ENDPOINT: Alias = Alias::same("OTEL_EXPORTER_OTLP_ENDPOINT");
const OTEL_HEADERS: Alias = Alias::same("OTEL_EXPORTER_OTLP_HEADERS");
const OTEL_RATIO: Alias = Alias::same("OTEL_TRACES_SAMPLER_ARG");
const OTEL_NAME: Alias = Alias::same("OTEL_SERVICE_NAME");

/// Declares [`Settings`], its defaults and the table [`SERVER`] from one list.
macro_rules! settings {
    ($($group:literal {
        $($(#[doc = $doc:literal])+ $key:ident: $type:ty = $default:expr
            $(, in $low:literal ..= $high:tt)? $(, also $alias:expr)? $(=> $fixed:ident)?;)+
    })+) => {
        /// What an operator decides for the whole server. Units stand in the names.
        #[derive(Debug, Clone)]
        pub(crate) struct Settings {
            $($($(#[doc = $doc])+ pub(crate) $key: $type,)+)+
            /// The apps, each with its place in this list as its index. Empty only if they are in a database.
            pub(crate) apps: Vec<App>,
            /// What became of the rows of the table of apps, if there is one.
            pub(crate) rows: Rows,
            /// What the settings of TLS come to.
            pub(crate) tls: Option<Arc<ServerConfig>>,
            /// From when to when each certificate is valid whose file says so.
            pub(crate) certificates: Vec<(PathBuf, Validity)>,
            /// What the operator should know though nothing is wrong; to be logged once at start.
            pub(crate) notices: Vec<String>,
        }

        impl Default for Settings {
            /// Every setting at its default, and no app.
            fn default() -> Self {
                Self {
                    $($($key: $default,)+)+
                    apps: Vec::new(),
                    rows: Rows::default(),
                    tls: None,
                    certificates: Vec::new(),
                    notices: Vec::new(),
                }
            }
        }

        impl Settings {
            /// Keeps the former value of each setting that is read at start alone, for a process that goes on.
            /// Returns those that were to change.
            pub(crate) fn keep_fixed(&mut self, former: &Self) -> Vec<&'static str> {
                let mut kept = self.keep_tls(former);
                $($(settings!(@keep self former kept $key $($fixed)?);)+)+
                kept
            }
        }

        /// The table of the server-wide settings.
        pub(crate) const SERVER: &[Setting<Settings>] = &[$($(Setting {
            about: About {
                scope: Scope::Server,
                group: $group,
                key: stringify!($key),
                doc: &[$($doc),+],
                bounds: {
                    #[allow(unused_variables)] // replaced where the row names its own
                    let bounds = Bounds::ANY;
                    $(let bounds = Bounds { lowest: $low, highest: $high };)?
                    bounds
                },
                aliases: {
                    #[allow(unused_variables)] // as above
                    let aliases: &'static [Alias] = &[];
                    $(let aliases: &'static [Alias] = &$alias;)?
                    aliases
                },
                is_fixed: !stringify!($($fixed)?).is_empty(),
            },
            place: Place::OfServer(|settings| &mut settings.$key),
        }),+),+];
    };
    (@keep $self:ident $former:ident $kept:ident $key:ident) => {};
    (@keep $self:ident $former:ident $kept:ident $key:ident fixed) => {
        if $self.$key != $former.$key {
            $self.$key.clone_from(&$former.$key);
            $kept.push(stringify!($key));
        }
    };
}

impl Settings {
    /// Whether an app has the secret that everybody knows.
    pub(crate) fn has_known_secret(&self) -> bool {
        self.apps.iter().any(has_known_secret)
    }

    /// A process serves TLS or plain HTTP as long as it lasts; certificate and key may be others.
    fn keep_tls(&mut self, former: &Self) -> Vec<&'static str> {
        if self.tls.is_some() == former.tls.is_some() {
            return Vec::new();
        }
        let changed = [
            ("tls_certificate", self.tls_certificate != former.tls_certificate),
            ("tls_key", self.tls_key != former.tls_key),
            ("acme_domains", self.acme_domains != former.acme_domains),
        ];
        self.tls.clone_from(&former.tls);
        self.certificates.clone_from(&former.certificates);
        self.tls_certificate.clone_from(&former.tls_certificate);
        self.tls_key.clone_from(&former.tls_key);
        self.tls_client_ca.clone_from(&former.tls_client_ca);
        self.acme_domains.clone_from(&former.acme_domains);
        changed.into_iter().filter(|(_, is_other)| *is_other).map(|(key, _)| key).collect()
    }
}

settings! {
    "Where it listens" {
        /// Where clients connect and the HTTP API is served: `HOST:PORT` or a Unix socket as `unix:/PATH`, or a list of
        /// them. Port 0 selects a free port, which the line `listening on …` shows. On an address that other machines can
        /// reach, every app needs a secret of its own.
        ///
        /// Options follow with blanks between. `proxy_protocol`: each connection begins with a header of the PROXY
        /// protocol (version 1 or 2), as HAProxy, nginx and cloud load balancers write it, with the client's address;
        /// others than `trusted_proxies` are refused. `plain`: no TLS on this port, though there is a certificate.
        /// `mode=0660`: permissions of a Unix socket, 0666 without it; TLS is not spoken there.
        listen: Listen = Listen::from(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080)), in 1..=16,
            also [
                Alias::host("REVERB_SERVER_HOST"), Alias::port("REVERB_SERVER_PORT"),
                Alias::host("SOKETI_HOST"), Alias::port("SOKETI_PORT").or("6001"),
            ] => fixed;
        /// The server's certificate as PEM, followed by the intermediate ones; or a list of such files, of which clients
        /// get the one with the name that they ask for (SNI), and the first if none has it. With it and `tls_key` the ports of
        /// `listen` serve TLS only (`wss` and `https`), but for those with `plain`; plain HTTP gets 400. A reload reads both files again, for
        /// connections that are opened from then on; TLS is switched on or off by a restart. An idle connection takes
        /// about 4 KB more.
        tls_certificate: FileNames = FileNames::default(), in 0..=16, also [Alias::same("SOKETI_SSL_CERT")];
        /// The private key of that certificate as PEM (PKCS #8, PKCS #1 or SEC 1), without a passphrase; of several, a
        /// list in the same order. Anyone who can read it can impersonate the server.
        tls_key: FileNames = FileNames::default(), in 0..=16, also [Alias::same("SOKETI_SSL_KEY")];
        /// Certificates of authorities as PEM. If it is set, every client must show a certificate that one of them has
        /// signed, or its handshake fails: for servers that only machines of your own connect to, a proxy among them. With
        /// `plain`, a place of `listen` does not ask. A reload reads it again; a certificate that expires or is no longer
        /// accepted ends no open connection.
        tls_client_ca: FileName = FileName::default(), in 0..=4096;
        /// Whether HTTP requests may come by HTTP/2: with TLS clients that offer it get it (ALPN), without TLS those that
        /// begin with it (prior knowledge, h2c). WebSockets are opened by HTTP/1.1 in either case, as clients do by
        /// themselves. A connection has 100 requests at once.
        http2: bool = true;
        /// An address for `/metrics` and health checks (`/`, `/up`, `/ready`, `/accept-traffic`) only, as `HOST:PORT`;
        /// empty for none. `/metrics` is served on the main port as well if `listen` is a loopback address, but not to
        /// requests that a proxy has forwarded. There is no authentication without `metrics_token`: choose an address
        /// that untrusted machines cannot reach. 64 connections are served at once;
        /// further ones wait. Request deadlines apply here too, but neither `max_connections` nor `baton_sockets` counts
        /// these connections.
        metrics_listen: Option<SocketAddr> = None, also [soketi::METRICS] => fixed;
        /// Networks and addresses of the proxies in front, such as `10.0.0.0/8`. They are trusted to name a client's address,
        /// in a header of the PROXY protocol or in `client_address_header`; limits per address, hooks and the log use it.
        /// Connections through a Unix socket are trusted as well.
        trusted_proxies: Networks = Networks::default(), in 0..=256;
        /// The request header in which trusted proxies write the client's address: `x-forwarded-for` (nginx, HAProxy,
        /// Caddy, Traefik, load balancers), `x-real-ip`, `cf-connecting-ip` and such. Of several addresses the last one
        /// counts that is not a trusted proxy's. Choose a header that your proxy sets or appends to: if it passes the header
        /// on unchanged, clients can write any address.
        client_address_header: AddressHeader = AddressHeader::default(), in 1..=64;
        /// A prefix of all paths, such as `/ws` behind a proxy that forwards the whole path; clients set it as
        /// `wsPath`.
        path_prefix: PathPrefix = PathPrefix::default(), in 0..=128,
            also [Alias::same("REVERB_SERVER_PATH"), Alias::same("SOKETI_PATH_PREFIX")];
        /// Connections that the kernel queues until the server accepts them. Above it the kernel drops new ones, and
        /// clients retry after a second or more. Linux limits it to `net.core.somaxconn` (often 4096).
        backlog: u32 = 4096, in 1..=65535 => fixed;
    }
    "Certificates by ACME" {
        /// DNS names for which the server orders a certificate by itself, and renews it, from an authority that speaks ACME
        /// (RFC 8555): Let's Encrypt, unless `acme_directory` names another. One certificate is for all of them. The ports of
        /// `listen` serve TLS then, as with `tls_certificate`; for a name that a file of `tls_certificate` is for, that file
        /// is shown. The authority must reach the server under each name: at port 443 (TLS-ALPN-01), or, where `listen` has an
        /// address with `plain` or a Unix socket, at port 80 (HTTP-01). It needs `data_dir`, whose folder `acme` has the account
        /// and the certificate, and `acme_accept_terms`. If a reload changes the names, the former certificate is shown until
        /// the new one is there. TLS is switched on or off by a restart. No wildcards, no IP addresses.
        acme_domains: DomainNames = DomainNames::default(), in 0..=100;
        /// Whether you accept the terms of service of the authority, which must be `true` for `acme_domains`. Those of Let's
        /// Encrypt are at https://letsencrypt.org/repository/.
        acme_accept_terms: bool = false;
        /// The e-mail address that the account at the authority is registered with; empty for none. Read when the account is
        /// made.
        acme_email: String = String::new(), in 0..=254;
        /// The directory of the authority, an `https://` URL (`http://` for this machine alone). For trials:
        /// `https://acme-staging-v02.api.letsencrypt.org/directory`, whose certificates clients do not trust, and which allows more
        /// orders. All other URLs of the authority must have the same scheme, host and port. Another directory has its own
        /// account, and another certificate is ordered.
        acme_directory: DirectoryUrl = DirectoryUrl::default(), in 1..=2048;
        /// Certificates as PEM, which vouch for the authority's own HTTPS server, for an authority of your own such as
        /// step-ca; empty for those that the operating system trusts.
        acme_ca_file: FileName = FileName::default(), in 0..=4096;
        /// The id of the key by which the account is bound to one that you have with the authority (External Account
        /// Binding), for authorities that ask for it, such as ZeroSSL and Google; empty for none.
        acme_eab_key_id: String = String::new(), in 0..=1024;
        /// That key, in base64url as the authority shows it. It is never printed or logged. Better in `BATON_ACME_EAB_KEY` than in
        /// the file.
        acme_eab_key: Secret = Secret::new(""), in 0..=1024;
    }
    "Threads" {
        /// Event loops, each a thread with its share of the connections. 0 for one per available core, at most 64.
        loops: usize = 0, in 0..=64 => fixed;
        /// How event loops write. With `io_uring` a message to many sockets is one system call, which saves about a
        /// fifth of the CPU time of a delivery; the log reports at start which one is used. `auto` uses it if the
        /// kernel has it (Linux 5.18) and allows it (`kernel.io_uring_disabled`, and a container's seccomp filter:
        /// Docker's default does not), else `epoll`. With `io_uring` the server does not start without it.
        io_driver: IoDriver = IoDriver::Auto => fixed;
    }
    "Connections" {
        /// Client connections of the process, of all protocols; 0 for as many as open files allow (the process raises
        /// its soft limit to the hard limit at start). At the limit a new connection is closed without a response. An
        /// idle WebSocket takes a few hundred bytes in the process and about 4 KB in the kernel.
        max_connections: usize = 0, in 0..=MOST_CONNECTIONS;
        /// Connections of one IP address whose first request has not been answered yet; 0 for no limit. Further ones
        /// get 429 and are closed, or with TLS are closed without a response. Behind a proxy it needs `listen` with
        /// `proxy_protocol`: connections of `trusted_proxies` are not counted, and of other proxies, and of clients that a header does not name, all
        /// have one address.
        /// 64 bits of an IPv6 address count as one, as in `max_connections_per_ip`.
        pending_handshakes_per_ip: u32 = 0, in 0..=1000000;
        /// WebSockets and long-poll sessions that one IP address may have open; 0 for no limit. Further ones get 429.
        /// Behind a proxy name it in `trusted_proxies`, or all clients have its address. Offices and mobile networks put
        /// hundreds of users behind one address.
        max_connections_per_ip: u32 = 0, in 0..=1000000;
        /// Seconds that a client has to send the head of a request, however steadily bytes arrive; then 408, and the
        /// connection is closed. A connection that has sent nothing is closed without a response. With TLS the
        /// handshake comes first, and has 5 s of its own.
        head_timeout_s: u32 = 10, in 1..=3600;
        /// Seconds that a client has to send the body of a request, from the end of its head; then 408, and the
        /// connection is closed.
        body_timeout_s: u32 = 30, in 1..=3600;
        /// Seconds that a connection may be idle between two requests; then it is closed without a response. Set it
        /// longer than the idle timeout of a proxy in front (nginx: 60 s), so that the proxy does not send a request to
        /// a connection that is being closed.
        keep_alive_s: u32 = 75, in 1..=3600;
        /// Bytes of incomplete HTTP requests that the server buffers, of all connections. At the limit the oldest
        /// request of the group that exceeds its share, and within it of the app that holds most, gets 503 or is
        /// closed. Half is for requests with an app's signature, a quarter for those with a token, and a quarter for
        /// heads; a group may use what the others leave free. Bodies of requests with wrong or no credentials are read,
        /// but not buffered. At least `http_body_bytes`. All requests by HTTP/2 may take twice as much, 10 KiB each and
        /// their heads; above that a connection has two at a time, with heads of up to 4 KiB, and further ones get 503.
        request_bytes: usize = 67108864, in 1048576..=17179869184;
        /// Seconds from the first byte of a WebSocket message to its last; then close 1008. It ends endless fragments,
        /// and limits how long an incomplete message holds its memory (up to `message_bytes`).
        message_timeout_s: u32 = 30, in 1..=3600;
        /// WebSocket messages that a client may send per second; 0 for no limit. Above it: close 1008. Client events
        /// have their own limit, `client_events_per_second`.
        messages_per_second: u32 = 0, in 0..=60000;
        /// WebSocket messages that a client may send within `message_window_s` of the first; 0 for no limit. Pusher
        /// clients get `pusher:error` 4301 for each further message, which is ignored, and stay connected, as with
        /// Reverb; others: close 1008.
        messages_per_window: u32 = 0, in 0..=1000000, also [reverb::RATE_LIMITING];
        /// The window of `messages_per_window`, in seconds.
        message_window_s: u32 = 60, in 1..=86400, also [Alias::same("REVERB_APP_RATE_LIMIT_DECAY_SECONDS")];
        /// WebSocket pings and pongs that a client may send per second; 0 for no limit. Above it: close 1008.
        control_frames_per_second: u32 = 100, in 0..=60000;
        /// Bytes queued for a client that reads too slowly. Above it the client's subscriptions end, and it is closed
        /// with 4100 after what is queued, which `baton_slow_clients_closed_total` counts; client libraries reconnect.
        /// Only queued bytes take memory: at most this for each slow client.
        outbox_bytes: usize = 1048576, in 16384..=1073741824;
        /// Age in seconds of the oldest queued byte at which the connection is reset, because a client that reads
        /// nothing would not read a close code either. The same applies to each `outbox_bytes` of an HTTP response.
        outbox_age_s: u32 = 10, in 1..=3600;
    }
    "Connections without WebSockets" {
        /// Concurrent long-poll sessions of Phoenix's clients (`/socket/longpoll`, `/realtime/v1/longpoll`); 0 turns
        /// long-poll off. Each counts as a connection too, and takes about 1 KB and no open file between polls. Further
        /// ones get 503, and clients retry; a session that is not polled for 30 s ends. What is queued between two polls
        /// is limited by `outbox_bytes`, and by `outbox_age_s` once it is more than one response holds (256 KiB).
        longpoll_sessions: usize = 10000, in 0..=1000000;
    }
    "Webhooks" {
        /// The directory in which the server stores what must outlast it: events that webhooks have not delivered and
        /// what they have reported, and the apps of `baton app`. It is made if it is missing, readable by this user alone.
        /// Also the account and the certificate of `acme_domains`, and the statistics of `statistics_days`.
        /// Empty: webhooks are kept in memory, and what is not delivered when the process ends is lost. One server at a
        /// time can use it.
        data_dir: FileName = FileName::default(), in 0..=4096 => fixed;
        /// Seconds for which a request that a receiver did not answer with a status of 200 to 299 is sent again: after
        /// 1, 2, 4 seconds and so on, at most a minute apart. Then its events are dropped, which the log, the metrics
        /// and the delivery log show.
        webhook_retry_s: u32 = 300, in 0..=604_800;
        /// Seconds from looking up the receiver's name to its whole answer; after that the request has failed.
        webhook_timeout_s: u32 = 5, in 1..=60;
        /// Seconds that `channel_vacated` and `member_removed` wait. If somebody is back by then, neither that nor the
        /// event of the return is sent.
        webhook_delay_s: u32 = 3, in 0..=60;
        /// Seconds after a start before webhooks report who was there before the restart and has not come back.
        webhook_restart_grace_s: u32 = 30, in 0..=3600;
        /// Bytes of events that wait for receivers, of all apps, in `data_dir` or in memory. Above it new ones are
        /// dropped and counted. An event takes some 250 bytes, a client event its data as well.
        webhook_queue_bytes: usize = 268_435_456, in 65_536..=1_099_511_627_776;
        /// Requests of webhooks that the delivery log keeps, with their bodies; the oldest is dropped first.
        webhook_log_entries: usize = 1_000, in 0..=100_000;
        /// Where receivers of webhooks and alerts, and hooks, may be. `private` allows private addresses and those of the internet, `public` those of the
        /// internet alone. `by-app` is `private` for alerts and for apps of the settings file and the environment, and `public` for apps
        /// of the store, whose URLs come over the network. Link-local addresses, behind which clouds serve credentials,
        /// are never allowed.
        webhook_addresses: WebhookAddresses = WebhookAddresses::ByApp;
    }
    "Apps in a database" {
        /// A PostgreSQL, MySQL or MariaDB database with a table of apps as Soketi has it:
        /// `postgresql://USER:PASSWORD@HOST:PORT/DATABASE` or `mysql://…`, with `sslmode` (`disable`, `prefer`, `require`,
        /// `verify-ca`, `verify-full`) and `sslrootcert` (a PEM file, or `system`) in the query. A socket is
        /// `host=/a/directory` in the query for PostgreSQL, `socket=/a/path` for MySQL. The user
        /// needs nothing but `SELECT` on the table. Apps are declared, changed and removed there while the server runs,
        /// beside those of the file and the store. With `data_dir` a copy is stored, from which a server starts while the
        /// table cannot be read. Set it as `BATON_APPS_DATABASE_URL` rather than in a file that others read: its
        /// password is never printed or logged.
        apps_database_url: Secret = Secret::new(""), in 0..=2048, also [soketi::APPS_DATABASE] => fixed;
        /// The table, as `TABLE` or `SCHEMA.TABLE`: in MySQL the schema is a database.
        apps_database_table: String = "apps".to_owned(), in 1..=129,
            also [soketi::MYSQL_TABLE, soketi::POSTGRES_TABLE] => fixed;
        /// Seconds between two reads of the whole table: 10,000 apps take some hundredths of a second of one core.
        apps_database_poll_s: u32 = 5, in 1..=3600;
    }
    "Messages" {
        /// Bytes of one WebSocket message of a client, after decompression. Above it: close 1009. A connection takes
        /// that much memory only while such a message is incomplete. Supabase clients may always send `broadcast_bytes`
        /// and 16 KiB.
        message_bytes: usize = 65536, in 1024..=16777216,
            also [Alias::same("REVERB_APP_MAX_MESSAGE_SIZE")];
        /// Bytes of the body of an HTTP request. Above it: 413. A batch of events with their names must fit.
        http_body_bytes: usize = 1048576, in 1024..=67108864, also [Alias::same("REVERB_MAX_REQUEST_SIZE")];
        /// Compression of WebSocket messages (permessage-deflate) and of event streams (gzip) for clients that offer it.
        /// `shared` compresses a message once for all receivers and needs no memory per connection; `full` compresses
        /// better, once per receiver, and needs about 430 KB per connection; for event streams it is as `shared`.
        compression: Compression = Compression::Off;
        /// Serves WebSockets under `/echo` that return every message, to test and to measure a setup. It requires no
        /// key and stores nothing.
        echo: bool = false;
    }
    "Hub" {
        /// Channels of all apps that are occupied, or stored for their history or last message. At the limit the stored
        /// one that expires first is dropped; if all are occupied, subscriptions to a new channel are refused, and
        /// publishes get 503. With several apps, half is divided evenly among them, and no app can use another's share;
        /// the other half is shared. About 270 bytes each and the name: the default may cost 290 MB with names of 16
        /// bytes and 450 MB with names of 164, and 100 MB more with one subscription each. This and the next limit are
        /// divided evenly over the 16 shards of the hub, to which channels are assigned by their names.
        hub_channels: usize = 1048576, in 16..=1073741824;
        /// Bytes of messages that are stored for history and cache channels, of all apps. Each app has an equal share,
        /// within which its messages are never evicted by others. Other apps may use what it leaves free, until it
        /// needs it. At the limit the oldest messages of one app are evicted, of any channel: those of the app that
        /// publishes, or of another that exceeds its share by more. The limit is also the most memory that they take. It is
        /// divided evenly over the 16 shards of the hub, so one channel can have a sixteenth of it.
        history_bytes: usize = 67108864, in 0..=1099511627776;
        /// The directory in which the history of channels is stored too, with cached events and idempotency keys, so that a
        /// restart and a crash keep them. It is made if it is missing, readable by this user alone; one server at a time can
        /// use it. It takes up to twice the bytes of what is stored, and 128 MiB. While it cannot be written, publishes
        /// that are to be stored get 503, and the rest goes on. Empty: history is in memory alone (docs/delivery.md).
        history_store: FileName = FileName::default(), in 0..=4096 => fixed;
        /// What a publish survives once it has been answered, where `history_store` is set. `os`: the end of the
        /// process, however it ends; the kernel writes to the disk within seconds. `always`: loss of power too; each
        /// answer waits for the disk, many at a time.
        history_sync: HistorySync = HistorySync::Os => fixed;
        /// Bytes of what is remembered of ended connections of apps with `recovery`: who their clients were, and where
        /// they were on each channel. At the limit the oldest are forgotten, and their clients, if they come back, are
        /// taken for new ones: `baton_recovery_forgotten_total` counts them. About 400 bytes each, and 32 for each channel.
        recovery_bytes: usize = 67108864, in 0..=1099511627776;
        /// Messages that may be queued for one event loop. When the queue is three quarters full, a client that sends
        /// to a channel with subscribers on that loop is not read for the moment, so its events wait in its own socket;
        /// other clients are read, and so are clients of another app that has few messages queued. When it is full,
        /// HTTP publishes to that loop's subscribers get 503 with `Retry-After`; no message is sent to some subscribers
        /// only. A queued message takes about 100 bytes, and its payload once for all loops.
        loop_queue_messages: usize = 16384, in 64..=16777216 => fixed;
        /// Idempotency keys of HTTP publishes that are stored for each app: for 120 s, or with the signed parameter
        /// `idempotency_key` until the request's signature expires (up to 1,200 s). At the limit the key that would
        /// expire first is dropped, and a retry of its request would be published again. About 350 bytes each.
        idempotency_entries: usize = 32768, in 1..=16777216;
        /// Bytes of those keys and their responses, for each app. At the limit the key that would expire first is
        /// dropped.
        idempotency_bytes: usize = 16777216, in 65536..=17179869184;
    }
    "Administration" {
        /// Whether the server reads its settings again by itself once the settings file, the `.env`, a secret's file, the
        /// certificate or its key has changed, a second or two after the last change, and once `baton app` has changed an
        /// app. `false`: after SIGHUP or `baton reload` alone. What is wrong changes nothing, and the log says why.
        watch_files: bool = true;
        /// The secret that signs the tokens of administrators (HS256, HS384, HS512), for the calls under `/admin`
        /// (apps, reload; docs/apps.md) and those of Supabase's server under `/api/tenants`: listing apps, their
        /// health, disconnecting their clients. Empty: these calls are not served. It must differ from every app's `jwt_secret`, whose tokens are in every browser, and have 16 bytes
        /// or more if other machines can reach `listen`. It is never printed or logged.
        api_jwt_secret: Secret = Secret::new(""), in 0..=1024;
    }
    "Graceful shutdown" {
        /// Seconds after SIGTERM during which everything is served as before while `/ready` returns 503, so that a load
        /// balancer sends no new clients. 0 without a load balancer.
        drain_delay_s: u32 = 0, in 0..=3600;
        /// WebSockets that are closed per second after that, so that the servers that take them are not overloaded. If
        /// there are no more than this, all are closed at once (4101: reconnect in a second), and the process ends.
        /// Otherwise clients are asked to reconnect (4200) at this rate while the port still accepts. If they come back
        /// to this process, because no other accepts on its port, the rest is closed at once.
        drain_per_second: u32 = 2000, in 1..=1000000;
        /// Seconds after which the remaining clients are closed at once.
        drain_timeout_s: u32 = 30, in 0..=3600;
    }
    "Metrics" {
        /// Apps that have series of their own in `/metrics`, with their id as the label `app`: those that this process
        /// has served first. All others are summed under `app="(other)"`. An app has up to 15 series, and eight more
        /// with a database. If another number moves apps into the sum or out of it, Prometheus takes that for a restart
        /// of those counters.
        metrics_apps: usize = 100, in 0..=100000;
        /// The bearer token that `/metrics` requires (`Authorization: Bearer …`); requests without it get 401. With a
        /// token `/metrics` is served on every address and behind every proxy. Empty: no token is required, and
        /// `metrics_listen` says where metrics are served. At least 16 bytes if other machines can reach `listen`. It is
        /// never printed or logged.
        metrics_token: Secret = Secret::new(""), in 0..=1024;
    }
    "Inspector" {
        /// Whether the inspector is served: the page at `/inspector`, and the API below it that `baton tail`, `baton top` and such
        /// use. Everybody has to sign in, on this machine as well. Without `inspector_token`, `inspector_reader_token` and
        /// `api_jwt_secret` it is served only where `listen` is a loopback address, and not to requests that a proxy has forwarded.
        inspector: bool = true;
        /// The token of operators, who see everything in the inspector and may change it: publish, close connections, rotate keys.
        /// With a token the inspector is served on every address, and behind proxies for the names in `inspector_hosts`. At least
        /// 16 bytes if other machines can reach `listen`. It is never printed or logged. When a reload changes it, sessions that
        /// began with the former one end.
        inspector_token: Secret = Secret::new(""), in 0..=1024;
        /// The token of readers, who change nothing, and see no payloads without `inspector_reader_payloads`.
        inspector_reader_token: Secret = Secret::new(""), in 0..=1024;
        /// Whether readers see the payloads of messages, the data of presence members and what stands in histories.
        inspector_reader_payloads: bool = false;
        /// DNS names under which browsers reach the inspector, such as that of a proxy in front. `localhost`, IP addresses and
        /// `acme_domains` need not be named. Requests for other names get 403, which protects
        /// against DNS rebinding.
        inspector_hosts: DomainNames = DomainNames::default(), in 0..=100;
        /// What the inspector shows of no payload: the values of members of JSON objects with these names, in which `*` stands for
        /// any characters, without regard to case.
        inspector_redact: MemberNames = MemberNames::default(), in 0..=100;
        /// Bytes of events that the timeline holds for those who look at it; the oldest make room. While nobody looks it holds
        /// none.
        inspector_timeline_bytes: usize = 4194304, in 65536..=1073741824;
        /// Events that the timeline records per second; of more it records none and counts them.
        inspector_events_per_second: u32 = 2000, in 1..=1000000;
        /// Refusals, and ended connections, that the inspector remembers, about 1 KB each; 0 for none.
        inspector_recent: usize = 1000, in 0..=100000;
        /// Whether AI assistants may use the inspector, by the Model Context Protocol (MCP) at `/inspector/mcp`, with a bearer
        /// token. `read`: they see what the token's role sees, and change nothing. `operate`: with the token of an operator they
        /// may also publish, close connections and send webhooks again. What clients wrote is shown to the assistant, and may try to
        /// direct it (prompt injection): have it ask before it changes something.
        inspector_mcp: McpAccess = McpAccess::Off;
    }
    "Alerts" {
        /// Thresholds on the server's figures; a webhook or Slack is notified when they are crossed and when that is over:
        /// `[[alerts]]`, each with a `name` of its own, a `metric`, `above` or `below`, and a `url` (docs/alerts.md). Further keys:
        /// `for_s` (60), the seconds for which it has to hold; `app`; `format` (`"json"` or `"slack"`), `secret`, `repeat_s` (0). A
        /// `url` may be at the addresses that `webhook_addresses` allows, with `webhook_timeout_s` for its answer. URLs and secrets
        /// are never printed or logged.
        alerts: AlertList = AlertList::default(), in 0..=100;
    }
    "Statistics" {
        /// Days for which the server keeps statistics of itself and of each app (connections, channels, messages, refusals,
        /// delivery times), by the minute for two days and by ten minutes after that; 0 for none. With `data_dir` they are in
        /// its file `statistics.sqlite`: an app that is always in use takes 30 KB, and 3 KB for each day. Without it they are in
        /// memory, for a day at most. If the file is damaged, it is renamed, and a new one begun; while it cannot be written, the
        /// last day is kept in memory.
        statistics_days: u32 = 30, in 0..=3650;
        /// Apps that have statistics of their own; those of the whole server have all apps in them. Apps that have them keep
        /// them until they were not used for two days; while there is room, those with the most connections come next. A
        /// lower number applies from the next hour on. Without `data_dir` an app takes up to 20 KB of memory.
        statistics_apps: usize = 1_000, in 0..=100_000;
    }
    "Logs" {
        /// Format of log lines on standard error: `text`, or `json` with one object per line.
        log_format: LogFormat = LogFormat::Text => fixed;
        /// The lowest severity that is logged: `info` reports start and stop, `warn` what needs the operator's
        /// attention, `debug` also connections that ended abnormally. Messages are never logged.
        log_level: LogLevel = LogLevel::Info, also [soketi::DEBUG];
        /// Whether the log has a line for each HTTP request, when it is answered, and for each WebSocket, when it ends,
        /// whatever `log_level` is. `errors`: only for requests with a status of 400 or more, and for WebSockets that broke
        /// or that the server closed because of an error. Paths are logged without their query, so no signature, key or token
        /// of one is. Of WebSockets that are open when it is switched on, nothing is logged.
        access_log: AccessLines = AccessLines::Off;
        /// Lines of the access log that are written per second; more are dropped, and counted in
        /// `baton_log_lines_dropped_total`.
        access_log_per_second: u32 = 10000, in 1..=10000000;
    }
    "Tracing" {
        /// The base URL of an OpenTelemetry collector that takes OTLP over HTTP, such as `http://127.0.0.1:4318`: spans are
        /// sent to `/v1/traces` below it, as protobuf. Empty disables tracing. Port 4317 is for gRPC, which is not supported.
        otlp_endpoint: Endpoint = Endpoint::default(), in 0..=2048, also [OTEL_ENDPOINT] => fixed;
        /// Headers of these requests, such as `authorization=Bearer%20TOKEN`: `name=value`, with commas between, values
        /// percent-encoded. They are never printed or logged.
        otlp_headers: ExportHeaders = ExportHeaders::default(), in 0..=8192, also [OTEL_HEADERS] => fixed;
        /// The part of all requests that is traced, from 0 to 1. A request whose `traceparent` header says whether its
        /// trace is sampled is traced accordingly, whatever the ratio is: at most 100 sampled ones per second, of further
        /// ones the ratio decides.
        otlp_sample_ratio: Ratio = Ratio(0.01), also [OTEL_RATIO];
        /// The name of the service under which a collector shows the spans.
        otlp_service_name: String = "baton".into(), in 1..=128, also [OTEL_NAME] => fixed;
    }
}

impl Settings {
    /// Whether somebody may sign in to the inspector from elsewhere.
    pub(crate) fn has_inspector_token(&self) -> bool {
        let tokens = [&self.inspector_token, &self.inspector_reader_token, &self.api_jwt_secret];
        tokens.iter().any(|token| !token.bytes().is_empty())
    }

    /// Whether programs of this machine alone reach the server.
    pub(crate) fn is_for_this_machine(&self) -> bool {
        self.listen.is_for_this_machine()
    }
}

/// Event loops where the operator names no number: one per core that the process may use.
pub(super) fn loops_for_this_machine() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(baton_hub::MAX_LOOPS)
}
