//! The endpoint's state, how it is made, and where it listens.
//!
//! What it does is in the files for each subject: its [turn](crate::turn),
//! [admission](crate::admission) and [opening](crate::opening) of connections,
//! [reading](crate::reading) and [flow control](crate::flow_control), [messages](crate::frames),
//! [sending](crate::sending) and [fan-out](crate::fan_out), [deadlines](crate::deadlines) and
//! [ends](crate::ending), and the other [worker processes](crate::workers). They use this file; it
//! uses none of them.

use std::io;
use std::net::TcpListener;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::UnixListener;
use std::time::Duration;

use baton_reactor::{ConnectionId, Reactor, Tls};
use baton_wire::Limits;

use crate::Config;
use crate::alarms::Alarms;
use crate::compression::SharedCodec;
use crate::input::Input;
use crate::peer::Peers;
use crate::pending::PendingEvents;
use crate::topics::Topics;
use crate::worker_link::WorkerLink;

/// Granularity of the connections' timers.
const TICK: Duration = Duration::from_millis(10);

/// Connections over [`Config::connections`] that may be leaving at a time, each with a 503. More
/// are closed without a response.
const TURNED_AWAY: usize = 256;

/// WebSocket connections and their event loop. See the crate's text.
#[derive(Debug)]
pub struct Endpoint {
    pub(crate) reactor: Reactor,
    pub(crate) config: Config,
    pub(crate) limits: Limits,
    pub(crate) peers: Peers,
    /// The clock of the turn, in milliseconds.
    pub(crate) now: u64,
    pub(crate) input: Input,
    pub(crate) pending: PendingEvents,
    /// Connections that sent something in this turn: before the next wait, those are paused for
    /// which too much is queued.
    pub(crate) watermark_checks: Vec<ConnectionId>,
    pub(crate) codec: SharedCodec,
    pub(crate) topics: Topics,
    /// To the other processes of the same port.
    pub(crate) worker_link: Option<WorkerLink>,
    pub(crate) alarms: Alarms,
    /// Until when open connections may take to close; set once the endpoint stops.
    pub(crate) stopping: Option<u64>,
    pub(crate) stats: Stats,
}

/// What an endpoint has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Sockets accepted.
    pub accepted: u64,
    /// Handshakes completed.
    pub opened: u64,
    /// Requests and upgrades that the endpoint itself answered with another status than 101.
    pub refused: u64,
    /// Messages received.
    pub messages_in: u64,
    /// Messages queued, one for each receiver.
    pub messages_out: u64,
    /// Connections closed because they did not read.
    pub slow: u64,
    /// Connections closed because the peer broke a rule.
    pub faults: u64,
}

impl Endpoint {
    /// An endpoint without connections: about 400 KiB, most of it the buffer that is read into.
    ///
    /// # Errors
    /// Usually that no open files are left.
    pub fn new(config: Config) -> io::Result<Self> {
        let tls = config.tls.clone().map(|tls| with_our_limits(tls, &config));
        let reactor = Reactor::new(baton_reactor::Config {
            outbox_bytes: config.queued_bytes,
            outbox_age: config.queued_age,
            max_connections: config.connections.saturating_add(TURNED_AWAY + 2), // and the link to other processes
            linger: config.close_timeout,
            tick: TICK,
            tls,
            ..baton_reactor::Config::default()
        })?;
        Ok(Self {
            now: reactor.now_ms(),
            reactor,
            limits: Limits { message_bytes: config.message_bytes, ..Limits::default() },
            peers: Peers::default(),
            input: Input::new(),
            pending: PendingEvents::default(),
            watermark_checks: Vec::new(),
            codec: SharedCodec::new(config.compression),
            topics: Topics::default(),
            worker_link: None,
            alarms: Alarms::default(),
            stopping: None,
            stats: Stats::default(),
            config,
        })
    }

    /// Accepts connections of this listener, with TLS if that is configured.
    ///
    /// # Errors
    /// The kernel refuses the descriptor.
    pub fn listen(&mut self, listener: TcpListener) -> io::Result<()> {
        self.reactor.listen(listener).map(drop)
    }

    /// Accepts connections of this listener, never with TLS.
    ///
    /// # Errors
    /// The kernel refuses the descriptor.
    pub fn listen_local(&mut self, listener: UnixListener) -> io::Result<()> {
        self.reactor.listen_local(listener).map(drop)
    }

    /// Replaces the TLS configuration for connections that are accepted from now on.
    pub fn set_tls(&mut self, tls: Tls) {
        self.reactor.set_tls(with_our_limits(tls, &self.config));
    }
}

impl AsRawFd for Endpoint {
    /// See [`arm_descriptor`](Self::arm_descriptor).
    fn as_raw_fd(&self) -> RawFd {
        self.reactor.as_raw_fd()
    }
}

/// A TLS handshake is a part of ours and has the same timeout. A client that speaks plain HTTP gets
/// a response.
fn with_our_limits(tls: Tls, config: &Config) -> Tls {
    const PLAIN: &[u8] = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 38\r\n\r\n\
        This port speaks TLS: use wss or https";
    Tls { handshake_timeout: config.handshake_timeout, answer_to_plain: PLAIN.into(), ..tls }
}

/// The clock of the loop, as of now.
pub(crate) fn clock_ms() -> u64 {
    baton_reactor::monotonic_ns() / 1_000_000
}
