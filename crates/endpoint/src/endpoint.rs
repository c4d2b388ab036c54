//! The endpoint's state, and its turn.
//!
//! ```text
//! loop {
//!     endpoint.wait(timeout)                   writes what was queued, then waits
//!     while endpoint.next(|event| …) { … }     what happened, one by one
//! }
//! ```
//!
//! Bytes of a connection are decoded where they were read. Between two messages of one read the owner may do whatever it
//! likes with any connection; the rest of the bytes waits in the buffer meanwhile.

use std::collections::VecDeque;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::os::unix::net::UnixListener;
use std::time::Duration;

use baton_reactor::{Closed, ConnectionId, Driver, Event as Report, Reactor, Tls};
use baton_wire::Limits;
use baton_wire::deflate::{Deflater, Inflater};

use crate::alarms::Alarms;
use crate::config::millis;
use crate::peer::{Peer, Peers, Stage};
use crate::topics::Topics;
use crate::trunk::{HANDOVER, Trunk};
use crate::{AlarmId, Config, Event};

/// Bytes that one read takes from a socket: a burst of small messages is read at once. One buffer an endpoint.
const READ_BUFFER: usize = 256 << 10;

/// Bytes to send at which an endpoint writes within a turn, while they are in the cache: as the server's loops do.
const GATHERED_BYTES: usize = 128 << 10;

/// Granularity of the connections' timers.
const TICK: Duration = Duration::from_millis(10);

/// Connections over [`Config::connections`] that may be on their way out at a time, each with a 503. More are closed
/// without a word.
const TURNED_AWAY: usize = 256;

/// See the module's text.
#[derive(Debug)]
pub struct Endpoint {
    pub(crate) reactor: Reactor,
    pub(crate) config: Config,
    pub(crate) limits: Limits,
    pub(crate) peers: Peers,
    /// Connections that are not on their way out.
    pub(crate) live: usize,
    /// Connections that are open.
    pub(crate) open: usize,
    serial: u64,
    pub(crate) now: u64,
    pub(crate) buffer: Vec<u8>,
    pub(crate) reading: Option<Reading>,
    /// Connections that have kept bytes and want to go on.
    resumed: Vec<ConnectionId>,
    /// What the endpoint itself has to tell.
    pub(crate) told: VecDeque<Told>,
    /// What was told last: an owner behind a C interface reads it until it asks for the next event.
    last_told: Option<Told>,
    /// The connection that the owner is asked about.
    pub(crate) asked: Option<ConnectionId>,
    /// Connections that were sent something while they were read.
    pub(crate) loud: Vec<ConnectionId>,
    pub(crate) inflater: Option<Inflater>,
    pub(crate) deflater: Option<Deflater>,
    /// Room for compressing, kept from message to message.
    pub(crate) scratch: Vec<u8>,
    pub(crate) topics: Topics,
    /// To the other processes of the same port.
    pub(crate) trunk: Option<Trunk>,
    alarms: Alarms,
    /// Until when those who are open may take to close; set once the endpoint stops.
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
    /// Requests and upgrades answered with another status than 101, by the endpoint itself.
    pub refused: u64,
    /// Messages received.
    pub messages_in: u64,
    /// Messages queued, one for each receiver.
    pub messages_out: u64,
    /// Connections closed because they did not read.
    pub slow: u64,
    /// Connections closed for a fault of the peer's.
    pub faults: u64,
}

/// Bytes of one connection that are being decoded.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) conn: ConnectionId,
    source: Source,
    /// The first that is not done with.
    pub(crate) at: usize,
}

#[derive(Debug)]
enum Source {
    /// The first bytes of the endpoint's buffer.
    Buffer(usize),
    Kept(Vec<u8>),
}

impl Reading {
    #[inline]
    pub(crate) fn rest<'a>(&'a mut self, buffer: &'a mut [u8]) -> &'a mut [u8] {
        match &mut self.source {
            Source::Buffer(end) => buffer.get_mut(self.at..*end).unwrap_or_default(),
            Source::Kept(bytes) => bytes.get_mut(self.at..).unwrap_or_default(),
        }
    }

    /// What is not done with, to be kept: moved where it stands by itself.
    fn into_rest(mut self, buffer: &mut [u8]) -> Vec<u8> {
        match self.source {
            Source::Kept(mut bytes) => {
                bytes.drain(..self.at.min(bytes.len()));
                bytes
            }
            Source::Buffer(_) => self.rest(buffer).to_vec(),
        }
    }
}

/// An event that needs no bytes of the buffer.
#[derive(Debug)]
pub(crate) enum Told {
    Handshake(ConnectionId),
    Request(ConnectionId),
    Open(ConnectionId),
    Drained(ConnectionId),
    Closed(Box<End>),
    Ready(u32),
    AcceptPaused,
}

/// How a connection ended.
#[derive(Debug)]
pub(crate) struct End {
    pub(crate) conn: ConnectionId,
    pub(crate) code: u16,
    pub(crate) reason: Box<str>,
    pub(crate) clean: bool,
    /// The socket is gone as well: what is known of the connection is forgotten once the owner has been told.
    pub(crate) is_gone: bool,
}

impl Endpoint {
    /// An endpoint without connections: about 400 KiB, most of it the buffer that is read into.
    ///
    /// # Errors
    /// No open files left, mostly.
    pub fn new(config: Config) -> io::Result<Self> {
        let tls = config.tls.clone().map(|tls| secured(tls, &config));
        let reactor = Reactor::new(baton_reactor::Config {
            outbox_bytes: config.queued_bytes,
            outbox_age: config.queued_age,
            max_connections: config.connections.saturating_add(TURNED_AWAY + 2), // and the trunk
            linger: config.close_timeout,
            tick: TICK,
            tls,
            ..baton_reactor::Config::default()
        })?;
        let compresses = config.compression;
        Ok(Self {
            now: reactor.now_ms(),
            reactor,
            limits: Limits { message_bytes: config.message_bytes, ..Limits::default() },
            peers: Peers::default(),
            live: 0,
            open: 0,
            serial: 0,
            buffer: vec![0; READ_BUFFER],
            reading: None,
            resumed: Vec::new(),
            told: VecDeque::new(),
            last_told: None,
            asked: None,
            loud: Vec::new(),
            inflater: compresses.map(|_| Inflater::shared()),
            deflater: compresses.map(|compression| Deflater::shared(compression.level)),
            scratch: Vec::new(),
            topics: Topics::default(),
            trunk: None,
            alarms: Alarms::default(),
            stopping: None,
            stats: Stats::default(),
            config,
        })
    }

    /// Accepts connections of this listener, with TLS if that is configured.
    ///
    /// # Errors
    /// What the kernel says of the descriptor.
    pub fn listen(&mut self, listener: TcpListener) -> io::Result<()> {
        self.reactor.listen(listener).map(drop)
    }

    /// Accepts connections of this listener, never with TLS.
    ///
    /// # Errors
    /// What the kernel says of the descriptor.
    pub fn listen_local(&mut self, listener: UnixListener) -> io::Result<()> {
        self.reactor.listen_local(listener).map(drop)
    }

    /// Writes what is queued and waits until something happens, at most `timeout` (`None`: for as long as it takes).
    ///
    /// # Errors
    /// Only if the kernel refuses the wait itself; the endpoint cannot go on then.
    pub fn wait(&mut self, timeout: Option<Duration>) -> io::Result<()> {
        self.report_ended();
        self.reactor.flush();
        self.pause_those_behind();
        let due = self.due().map(|due| Duration::from_millis(due.saturating_sub(clock_ms())));
        self.reactor.poll(timeout.into_iter().chain(due).min())?;
        self.now = self.reactor.now_ms();
        Ok(())
    }

    /// Makes the [descriptor](AsRawFd) readable for everything that an endpoint has to do. For owners that wait in a loop
    /// of their own: to be called before each such wait, after [`next`](Self::next) gave `None`.
    ///
    /// # Errors
    /// No open file left, at the first call.
    pub fn arm_descriptor(&mut self) -> io::Result<()> {
        self.report_ended();
        self.reactor.flush();
        self.pause_those_behind();
        let due = self.due();
        self.reactor.arm_descriptor(due)
    }

    /// When the endpoint has something to do by itself.
    fn due(&mut self) -> Option<u64> {
        if !self.told.is_empty() || self.reading.is_some() || !self.resumed.is_empty() || self.asked.is_some()
        {
            return Some(0);
        }
        self.stopping.into_iter().chain(self.alarms.next_due()).min()
    }

    /// Tells what happened next, or `None` when the turn is over and it is time to [wait](Self::wait). The bytes of an event
    /// stay where they are until anything else of the endpoint is called.
    #[inline]
    pub fn next<R>(&mut self, tell: impl FnOnce(Event<'_>) -> R) -> Option<R> {
        let mut tell = Some(tell);
        loop {
            if self.reactor.gathered() >= GATHERED_BYTES {
                self.reactor.flush();
            }
            if self.asked.is_some() {
                self.answer_for_owner();
            }
            if let Some(Told::Closed(end)) = self.last_told.take() {
                self.end_was_told(&end);
            }
            if let Some(told) = self.told.pop_front() {
                let answer = self.tell(&told, &mut tell);
                self.last_told = Some(told);
                if answer.is_some() {
                    return answer;
                }
                continue;
            }
            if self.reading.is_some() {
                if let Some(answer) = self.read_frame(&mut tell) {
                    return Some(answer);
                }
                continue;
            }
            if let Some(conn) = self.resumed.pop() {
                self.read_kept(conn);
                continue;
            }
            match self.reactor.next_event(&mut self.buffer) {
                Some(report) => self.take(report),
                None => {
                    let alarm = self.alarms.take(self.now)?;
                    return tell.take().map(|tell| tell(Event::Alarm { alarm }));
                }
            }
        }
    }

    fn tell<R, F: FnOnce(Event<'_>) -> R>(&mut self, told: &Told, tell: &mut Option<F>) -> Option<R> {
        let event = match told {
            Told::Handshake(conn) | Told::Request(conn) => {
                let peer = self.peers.get(*conn)?;
                self.asked = Some(*conn);
                let (conn, head) = (*conn, peer.head());
                match told {
                    Told::Handshake(_) => Event::Handshake { conn, head },
                    _ => Event::Request { conn, head, body: peer.body() },
                }
            }
            // It may have closed again: then the owner is told so behind this.
            Told::Open(conn) => Event::Open { conn: *conn },
            Told::Drained(conn) => {
                let owner = self.peers.get(*conn).filter(|peer| peer.stage == Stage::Open)?.owner;
                Event::Drained { conn: *conn, owner }
            }
            Told::Closed(end) => {
                let End { conn, code, clean, reason, .. } = &**end;
                let peer = self.peers.get(*conn)?;
                let (owner, head) = (peer.owner, peer.head());
                Event::Closed { conn: *conn, owner, code: *code, reason, clean: *clean, head }
            }
            Told::Ready(number) => Event::Ready { number: *number },
            Told::AcceptPaused => Event::AcceptPaused,
        };
        tell.take().map(|tell| tell(event))
    }

    /// Goes on with the bytes of a connection on which no messages are taken now.
    #[cold]
    pub(crate) fn read_otherwise(&mut self, conn: ConnectionId) {
        match self.peers.get(conn).map(|peer| peer.stage) {
            Some(Stage::Opening) => self.read_request(),
            Some(Stage::Asked | Stage::Open | Stage::Closing) => self.keep_rest(), // it is paused, or the owner is asked
            Some(Stage::Leaving) | None => self.reading = None,
        }
    }

    /// The bytes that are being read, as far as they are not done with.
    pub(crate) fn rest(&mut self) -> &mut [u8] {
        match &mut self.reading {
            Some(reading) => reading.rest(&mut self.buffer),
            None => &mut [],
        }
    }

    /// Keeps what is not done with for later.
    pub(crate) fn keep_rest(&mut self) {
        let Some(reading) = self.reading.take() else { return };
        let conn = reading.conn;
        let rest = reading.into_rest(&mut self.buffer);
        if let Some(peer) = self.peers.get_mut(conn) {
            peer.kept = rest;
        }
    }

    /// Begins with what was kept of a connection, if it may be read.
    fn read_kept(&mut self, conn: ConnectionId) {
        let Some(peer) = self.peers.get_mut(conn) else { return };
        if peer.paused || peer.kept.is_empty() {
            return;
        }
        let kept = std::mem::take(&mut peer.kept);
        self.reading = Some(Reading { conn, source: Source::Kept(kept), at: 0 });
    }

    /// Has what was kept of a connection read when there is nothing else to tell.
    pub(crate) fn read_later(&mut self, conn: ConnectionId) {
        self.resumed.push(conn);
    }

    fn take(&mut self, report: Report) {
        match report {
            Report::Incoming { socket, peer, .. } => self.admit_tcp(socket, peer),
            Report::IncomingLocal { socket, .. } => self.admit(socket, None, false),
            Report::Data { conn, len } => self.on_data(conn, len),
            Report::Drained { conn } => self.on_drained(conn),
            Report::OutboxFull { conn } => self.on_too_slow(conn),
            Report::Timer { conn } => self.on_timer(conn),
            Report::Closed { conn, cause } => self.on_closed(conn, cause),
            Report::Ready { number: HANDOVER } => self.take_handed(),
            Report::Ready { number } => self.told.push_back(Told::Ready(number)),
            Report::AcceptPaused { .. } => self.told.push_back(Told::AcceptPaused),
            Report::Secured { .. } => {}
        }
    }

    pub(crate) fn admit_tcp(&mut self, socket: TcpStream, peer: SocketAddr) {
        self.admit(socket, Some(peer), self.config.tls.is_some());
    }

    pub(crate) fn admit(&mut self, socket: impl Into<OwnedFd>, address: Option<SocketAddr>, tls: bool) {
        self.stats.accepted += 1;
        let is_full = self.live >= self.config.connections || self.stopping.is_some();
        if is_full && tls {
            self.stats.refused += 1; // a handshake for a 503 is what a flood would like
            return self.count_ended();
        }
        let adopted = if tls { self.reactor.adopt_tls(socket) } else { self.reactor.adopt(socket) };
        let Ok(conn) = adopted else { return self.count_ended() };
        self.serial += 1;
        self.live += 1;
        self.peers.insert(Peer::new(conn, self.serial, address, self.now));
        if is_full {
            self.answer_full(conn);
        } else {
            self.reactor.wake_at(conn, self.now + millis(self.config.handshake_timeout));
        }
    }

    fn on_data(&mut self, conn: ConnectionId, len: usize) {
        if self.trunk.as_ref().is_some_and(|trunk| trunk.conn == conn) {
            let buffer = std::mem::take(&mut self.buffer);
            self.on_trunk(buffer.get(..len).unwrap_or_default());
            self.buffer = buffer;
            return;
        }
        let Some(peer) = self.peers.get_mut(conn) else { return };
        if matches!(peer.stage, Stage::Open) {
            peer.since = self.now;
            peer.pinged_at = u64::MAX;
        }
        if peer.kept.is_empty() {
            self.reading = Some(Reading { conn, source: Source::Buffer(len), at: 0 });
            return;
        }
        peer.kept.extend_from_slice(&self.buffer[..len]);
        self.read_later(conn);
    }

    fn on_drained(&mut self, conn: ConnectionId) {
        let Some(peer) = self.peers.get_mut(conn) else { return };
        if std::mem::take(&mut peer.behind) {
            if !peer.paused {
                self.reactor.resume(conn);
            }
            self.restart_deadlines(conn);
        }
        self.told.push_back(Told::Drained(conn));
    }

    /// Those who are owed half of what may be queued are not read until they have taken it: who asks and does not listen
    /// stands still by itself, and nothing has to be refused.
    fn pause_those_behind(&mut self) {
        while let Some(conn) = self.loud.pop() {
            if self.reactor.unsent(conn) > self.config.queued_bytes / 2
                && let Some(peer) = self.peers.get_mut(conn)
            {
                peer.behind = true;
                self.reactor.pause(conn);
            }
        }
    }

    fn on_closed(&mut self, conn: ConnectionId, cause: Closed) {
        if self.trunk.take_if(|trunk| trunk.conn == conn).is_some() {
            return self.stop();
        }
        self.lost(conn, cause);
        self.forget(conn);
    }

    fn end_was_told(&mut self, end: &End) {
        if end.is_gone {
            self.peers.remove(end.conn);
        } else if let Some(peer) = self.peers.get_mut(end.conn) {
            peer.is_ending = false;
            peer.request = Box::default();
            peer.head_len = 0;
        }
    }

    /// A socket is gone. What is known of it stays until the owner has been told of its end, so that it can ask who it was;
    /// its place is not given to another before.
    pub(crate) fn forget(&mut self, conn: ConnectionId) {
        self.count_ended();
        if self.peers.get(conn).is_some_and(|peer| peer.is_ending) {
            let mut ends = self.told.iter_mut().rev().filter_map(|told| match told {
                Told::Closed(end) if end.conn == conn => Some(end),
                _ => None,
            });
            if let Some(end) = ends.next() {
                end.is_gone = true;
                return;
            }
        }
        self.peers.remove(conn);
    }

    /// Stops reading a connection; what was read already waits. One that closes is read on, for the peer's close frame.
    pub fn pause(&mut self, conn: ConnectionId) {
        if let Some(peer) = self.peers.get_mut(conn).filter(|peer| peer.stage == Stage::Open) {
            peer.paused = true;
            self.reactor.pause(conn);
        }
    }

    /// Goes on reading it.
    pub fn resume(&mut self, conn: ConnectionId) {
        let Some(peer) = self.peers.get_mut(conn) else { return };
        if std::mem::take(&mut peer.paused) {
            let behind = peer.behind;
            if !peer.kept.is_empty() {
                self.read_later(conn);
            }
            if !behind {
                self.reactor.resume(conn);
            }
        }
    }

    /// Gives a connection a number of the owner's, which its events carry from now on.
    pub fn set_owner(&mut self, conn: ConnectionId, owner: usize) {
        if let Some(peer) = self.peers.get_mut(conn) {
            peer.owner = owner;
        }
    }

    /// The number that a connection was given, 0 for none.
    #[must_use]
    pub fn owner(&self, conn: ConnectionId) -> usize {
        self.peers.get(conn).map_or(0, |peer| peer.owner)
    }

    /// Whether the owner answers upgrades and plain requests from now on.
    pub fn ask_about(&mut self, handshakes: bool, requests: bool) {
        self.config.asks_about_handshakes = handshakes;
        self.config.asks_about_requests = requests;
    }

    /// Whether messages are told [masked](Config::leaves_masked) from now on.
    pub fn leave_masked(&mut self, masked: bool) {
        self.config.leaves_masked = masked;
    }

    /// The numbers of the open connections, 0 for those that were given none.
    pub fn owners(&self) -> impl Iterator<Item = (ConnectionId, usize)> + '_ {
        self.peers.iter().filter(|peer| peer.stage == Stage::Open).map(|peer| (peer.conn, peer.owner))
    }

    /// Whether messages can be sent to it.
    #[must_use]
    pub fn is_open(&self, conn: ConnectionId) -> bool {
        self.peers.get(conn).is_some_and(|peer| peer.stage == Stage::Open)
    }

    /// Bytes that wait for it.
    #[must_use]
    pub fn unsent(&mut self, conn: ConnectionId) -> usize {
        self.reactor.unsent(conn)
    }

    /// Counts the connections of this endpoint, from 1; 0 for one that is gone.
    #[must_use]
    pub fn serial(&self, conn: ConnectionId) -> u64 {
        self.peers.get(conn).map_or(0, |peer| peer.serial)
    }

    /// Who it is; `None` for one that came to a path, or is gone.
    #[must_use]
    pub fn address(&self, conn: ConnectionId) -> Option<SocketAddr> {
        self.peers.get(conn)?.address
    }

    /// The head of its request, if [that is kept](Config::keeps_requests).
    #[must_use]
    pub fn head(&self, conn: ConnectionId) -> Option<&[u8]> {
        self.peers.get(conn).map(Peer::head).filter(|head| !head.is_empty())
    }

    /// The subprotocol that was agreed on.
    #[must_use]
    pub fn subprotocol(&self, conn: ConnectionId) -> Option<&str> {
        let place = self.peers.get(conn)?.subprotocol?;
        self.config.subprotocols.get(usize::from(place)).map(String::as_str)
    }

    /// Milliseconds since it was last heard of.
    #[must_use]
    pub fn idle_ms(&self, conn: ConnectionId) -> u64 {
        self.peers.get(conn).map_or(0, |peer| clock_ms().saturating_sub(peer.since))
    }

    /// Open connections.
    #[must_use]
    pub fn open_connections(&self) -> usize {
        self.open
    }

    /// All connections of clients, on their way in and out too.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.reactor.connections() - usize::from(self.trunk.is_some())
    }

    /// Unsent bytes of all connections.
    #[must_use]
    pub fn queued_bytes(&self) -> usize {
        self.reactor.outbox_bytes()
    }

    /// What was done so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// What the loop below has done so far.
    #[must_use]
    pub fn counters(&self) -> baton_reactor::Counters {
        self.reactor.counters()
    }

    /// How the kernel is asked.
    #[must_use]
    pub fn driver(&self) -> Driver {
        self.reactor.driver()
    }

    /// Has [`Event::Alarm`] come at `after_ms` from now, and every `interval_ms` from then on unless that is 0.
    pub fn set_alarm(&mut self, after_ms: u64, interval_ms: u64) -> AlarmId {
        self.alarms.set(clock_ms().saturating_add(after_ms), interval_ms)
    }

    /// Takes an alarm back; false if it has come or was taken back already.
    pub fn cancel_alarm(&mut self, alarm: AlarmId) -> bool {
        self.alarms.cancel(alarm)
    }

    /// Whether an alarm will come.
    #[must_use]
    pub fn is_alarm_set(&self, alarm: AlarmId) -> bool {
        self.alarms.is_set(alarm)
    }

    /// Watches a descriptor of the owner's, see [`Reactor::watch`].
    ///
    /// # Errors
    /// What the kernel says of it.
    pub fn watch(&mut self, descriptor: BorrowedFd<'_>, number: u32) -> io::Result<()> {
        self.reactor.watch(descriptor, number)
    }

    /// Watches it no more.
    pub fn unwatch(&mut self, descriptor: BorrowedFd<'_>) {
        self.reactor.unwatch(descriptor);
    }

    /// Speaks TLS in another way with those who come from now on.
    pub fn set_tls(&mut self, tls: Tls) {
        self.reactor.set_tls(secured(tls, &self.config));
    }
}

impl AsRawFd for Endpoint {
    /// See [`arm_descriptor`](Self::arm_descriptor).
    fn as_raw_fd(&self) -> RawFd {
        self.reactor.as_raw_fd()
    }
}

/// A handshake of TLS is a part of ours, and has the same time. Who speaks plain HTTP is told.
fn secured(tls: Tls, config: &Config) -> Tls {
    const PLAIN: &[u8] = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 38\r\n\r\n\
        This port speaks TLS: use wss or https";
    Tls { handshake_timeout: config.handshake_timeout, answer_to_plain: PLAIN.into(), ..tls }
}

/// The clock of the loop, as of now.
fn clock_ms() -> u64 {
    baton_reactor::monotonic_ns() / 1_000_000
}
