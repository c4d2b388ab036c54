//! Thousands of clients in one event loop.
//!
//! Sockets are registered once, edge-triggered, for reading and writing, and read into one buffer that all share. What a
//! partial frame leaves is kept per client, so an idle client owns no buffer. A turn handles at most [`EVENTS`] sockets,
//! so that whoever drives the swarm can answer the first delivery of a fan-out before the last has been read.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Registry, Token};
use socket2::{Domain, Socket, Type};

use crate::client::{Broken, Depth, Phase, Script, Session};
use crate::fault::Fault;
use crate::latency::{Latency, Percentiles};
use crate::sys;
use crate::target::App;

/// Sockets handled in one turn.
const EVENTS: usize = 128;

/// The shared read buffer: a window of pipelined 1 KiB messages and then some.
const READ_BYTES: usize = 512 * 1024;

/// Clients per source address. Linux offers 28,232 ephemeral ports to each (32768–60999), and ports of the last
/// minute's connections are still waiting in TIME_WAIT.
const CLIENTS_PER_SOURCE: usize = 4_000;

/// Descriptors that the generator needs beside its clients: publishers, epoll, files of /proc, standard streams.
const SPARE_FILES: u64 = 128;

/// Tokens from here on belong to whoever drives the swarm.
pub const FOREIGN_TOKENS: usize = 1 << 24;

/// How to open a swarm.
pub struct Opening<'a> {
    /// Where to connect.
    pub address: SocketAddr,
    /// How many clients.
    pub clients: usize,
    /// How many of them may be on their way at any moment.
    pub at_once: usize,
    /// How far each goes.
    pub depth: Depth,
    /// Whose key and secret they use.
    pub app: &'a App,
    /// The channels that the n-th client subscribes to.
    pub channels: &'a dyn Fn(usize) -> Vec<String>,
    /// All of them must be open by then; who is not has failed.
    pub deadline: Duration,
}

/// What became of an opening.
#[derive(Debug, Clone)]
pub struct Opened {
    /// From `connect` to the depth asked for, of those that got there.
    pub latency: Percentiles,
    /// How many did not get there.
    pub failed: usize,
    /// Why the first of them failed.
    pub first_failure: Option<String>,
    /// From the first `connect` to the last client open or failed.
    pub elapsed: Duration,
}

struct Client {
    stream: TcpStream,
    session: Session,
    channels: Vec<String>,
    carry: Vec<u8>,
    started: Instant,
}

/// What the event loop says of a socket.
#[derive(Clone, Copy)]
struct Readiness {
    readable: bool,
    connected: bool,
    closed: bool,
}

/// The clients and their event loop.
pub struct Swarm {
    poll: Poll,
    events: Events,
    clients: Vec<Option<Client>>,
    buffer: Vec<u8>,
    depth: Depth,
    app: App,
    opened: usize,
    failures: Vec<String>,
    latency: Latency,
    reads: u64,
    may_end: bool,
    ended: usize,
    foreign: Vec<Token>,
    writable: Vec<usize>,
}

impl Swarm {
    /// Opens all clients of `opening`, or as many as get there before its deadline.
    ///
    /// # Errors
    /// If this process may not open as many files, or if the event loop itself fails. A client that fails is counted.
    pub fn open(opening: &Opening<'_>) -> Result<(Self, Opened), Fault> {
        require_open_files(opening.clients)?;
        let mut swarm = Self {
            poll: Poll::new().map_err(Fault::start("cannot create an event loop"))?,
            events: Events::with_capacity(EVENTS),
            clients: Vec::with_capacity(opening.clients),
            buffer: vec![0; READ_BYTES],
            depth: opening.depth,
            app: opening.app.clone(),
            opened: 0,
            failures: Vec::new(),
            latency: Latency::default(),
            reads: 0,
            may_end: false,
            ended: 0,
            foreign: Vec::new(),
            writable: Vec::new(),
        };
        let started = Instant::now();
        swarm.open_all(opening, started)?;
        let opened = Opened {
            latency: swarm.latency.percentiles(),
            failed: opening.clients - swarm.opened,
            first_failure: swarm.failures.first().cloned(),
            elapsed: started.elapsed(),
        };
        Ok((swarm, opened))
    }

    /// As [`Swarm::open`], for runs that need every client.
    ///
    /// # Errors
    /// Also if a single client fails.
    pub fn open_every(opening: &Opening<'_>) -> Result<(Self, Opened), Fault> {
        let (swarm, opened) = Self::open(opening)?;
        match &opened.first_failure {
            Some(reason) => Err(Fault::Run(format!(
                "{} of {} clients could not be opened; the first: {reason}",
                opened.failed, opening.clients
            ))),
            None => Ok((swarm, opened)),
        }
    }

    fn open_all(&mut self, opening: &Opening<'_>, started: Instant) -> Result<(), Fault> {
        while self.opened + self.failures.len() < opening.clients {
            while self.clients.len() < opening.clients
                && self.clients.len() - self.opened - self.failures.len() < opening.at_once
            {
                self.start_client(opening);
            }
            if started.elapsed() > opening.deadline {
                self.give_up(opening);
                break;
            }
            self.turn(Duration::from_millis(50), |_, _| Ok(()))?;
        }
        Ok(())
    }

    fn start_client(&mut self, opening: &Opening<'_>) {
        let index = self.clients.len();
        let started = Instant::now();
        let connected = connect(opening, index).and_then(|mut stream| {
            self.poll.registry().register(
                &mut stream,
                Token(index),
                Interest::READABLE | Interest::WRITABLE,
            )?;
            Ok(stream)
        });
        match connected {
            Ok(stream) => self.clients.push(Some(Client {
                stream,
                session: Session::new(mask_of(index)),
                channels: (opening.channels)(index),
                carry: Vec::new(),
                started,
            })),
            Err(error) => {
                self.clients.push(None);
                self.failures.push(format!("client {index}: connect: {error}"));
            }
        }
    }

    /// Counts those that are still on their way as failed.
    fn give_up(&mut self, opening: &Opening<'_>) {
        for index in 0..self.clients.len() {
            let phase = self.clients[index].as_ref().map(|client| client.session.phase);
            if let Some(phase) = phase.filter(|phase| *phase != Phase::Ready) {
                self.clients[index] = None;
                let seconds = opening.deadline.as_secs();
                self.failures.push(format!("client {index} was still {phase:?} after {seconds} s"));
            }
        }
    }

    /// Waits for something to happen, at most `timeout`, and handles it. Messages of channels go to `deliver` with the
    /// client's number.
    ///
    /// # Errors
    /// If an open client is closed or refused, if `deliver` fails, or if a signal asks to end.
    pub fn turn(
        &mut self,
        timeout: Duration,
        mut deliver: impl FnMut(usize, &[u8]) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        if sys::interrupted() {
            return Err(Fault::Interrupted);
        }
        self.foreign.clear();
        self.writable.clear();
        match self.poll.poll(&mut self.events, Some(timeout)) {
            Err(error) if error.kind() != ErrorKind::Interrupted => {
                return Err(Fault::run("epoll_wait")(error));
            }
            _ => {}
        }
        let events = std::mem::replace(&mut self.events, Events::with_capacity(0));
        let mut result = Ok(());
        for event in &events {
            let Token(index) = event.token();
            if index >= FOREIGN_TOKENS {
                self.foreign.push(event.token());
                continue;
            }
            if event.is_writable() {
                self.writable.push(index);
            }
            let ready = Readiness {
                readable: event.is_readable() || event.is_read_closed() || event.is_error(),
                connected: event.is_writable() && !event.is_error(),
                closed: event.is_read_closed(),
            };
            result = self.progress(index, ready, &mut deliver);
            if result.is_err() {
                break;
            }
        }
        self.events = events;
        result
    }

    fn progress(
        &mut self,
        index: usize,
        ready: Readiness,
        deliver: &mut impl FnMut(usize, &[u8]) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let Some(Some(client)) = self.clients.get_mut(index) else { return Ok(()) };
        let was_ready = client.session.phase == Phase::Ready;
        let Client { stream, session, channels, carry, started } = client;
        let script = Script { depth: self.depth, app: &self.app, channels };
        if session.phase == Phase::Connecting && ready.connected {
            session.connected(&script);
        }
        let mut result = if session.outgoing.is_empty() { Ok(()) } else { flush(stream, session) };
        while ready.readable && result.is_ok() {
            let kept = carry.len();
            if let Some(front) = self.buffer.get_mut(..kept) {
                front.copy_from_slice(carry);
            }
            let Some(room) = self.buffer.get_mut(kept..).filter(|room| !room.is_empty()) else {
                result = Err(Broken::Session(format!("a message of over {READ_BYTES} bytes")));
                break;
            };
            let wanted = room.len();
            let count = match stream.read(room) {
                Ok(0) => {
                    result = Err(Broken::Session("the server closed the connection".to_owned()));
                    break;
                }
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    result = Err(Broken::Session(error.to_string()));
                    break;
                }
            };
            self.reads += 1;
            let filled = self.buffer.get(..kept + count).unwrap_or_default();
            result = session.consume(&script, filled, &mut |payload| deliver(index, payload)).map(|used| {
                carry.clear();
                carry.extend_from_slice(filled.get(used..).unwrap_or_default());
            });
            if result.is_ok() && !session.outgoing.is_empty() {
                result = flush(stream, session);
            }
            if count < wanted && !ready.closed {
                break; // the socket is drained, and whatever comes next is a new edge
            }
        }
        if let Err(broken) = result {
            return self.broken(index, was_ready, broken);
        }
        if !was_ready && session.phase == Phase::Ready {
            self.latency.record(started.elapsed());
            self.opened += 1;
            *channels = Vec::new();
        }
        Ok(())
    }

    /// A client's end: expected, counted while opening, and the end of the run otherwise.
    fn broken(&mut self, index: usize, was_ready: bool, broken: Broken) -> Result<(), Fault> {
        if let Some(slot) = self.clients.get_mut(index) {
            *slot = None;
        }
        match broken {
            Broken::Delivery(fault) => Err(fault),
            Broken::Session(_) if was_ready && self.may_end => {
                self.ended += 1;
                Ok(())
            }
            Broken::Session(text) if was_ready => Err(Fault::Run(format!("client {index}: {text}"))),
            Broken::Session(text) => {
                self.failures.push(format!("client {index}: {text}"));
                Ok(())
            }
        }
    }

    /// From now on an open client may be closed by the server.
    pub fn let_end(&mut self) {
        self.may_end = true;
    }

    /// How many have been closed since [`Swarm::let_end`].
    #[must_use]
    pub fn ended(&self) -> usize {
        self.ended
    }

    /// Reads of sockets that brought something.
    #[must_use]
    pub fn reads(&self) -> u64 {
        self.reads
    }

    /// The event loop, for sockets with tokens from [`FOREIGN_TOKENS`] on.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        self.poll.registry()
    }

    /// The foreign tokens that the last turn found ready.
    #[must_use]
    pub fn foreign(&self) -> &[Token] {
        &self.foreign
    }

    /// The clients that the last turn found writable.
    #[must_use]
    pub fn writable(&self) -> &[usize] {
        &self.writable
    }

    /// Gives bytes to an open client's socket and returns how many it took: 0 when it is full, until the client is
    /// [`Swarm::writable`] again.
    ///
    /// # Errors
    /// If the connection is broken.
    pub fn write(&mut self, index: usize, bytes: &[u8]) -> Result<usize, Fault> {
        let Some(Some(client)) = self.clients.get_mut(index) else {
            return Err(Fault::Run(format!("client {index} is not open")));
        };
        match client.stream.write(bytes) {
            Ok(count) => Ok(count),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Ok(0),
            Err(error) => Err(Fault::Run(format!("client {index}: {error}"))),
        }
    }
}

/// Raises the limit of open files and refuses a swarm that would not fit under it.
///
/// # Errors
/// With the number needed, the number allowed and where to change it.
pub fn require_open_files(clients: usize) -> Result<(), Fault> {
    let allowed = sys::raise_open_files().map_err(Fault::start("cannot raise the limit of open files"))?;
    let needed = clients as u64 + SPARE_FILES;
    if needed > allowed {
        return Err(Fault::Start(format!(
            "{clients} clients need {needed} open files and this process may have {allowed}; \
             use fewer clients or raise the hard limit (ulimit -Hn, /etc/security/limits.conf)"
        )));
    }
    Ok(())
}

/// Starts a TCP connection, spreading large swarms over source addresses 127.0.0.2, 127.0.0.3, …
fn connect(opening: &Opening<'_>, index: usize) -> std::io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM.nonblocking().cloexec(), None)?;
    socket.set_tcp_nodelay(true)?;
    // Closing resets. Otherwise each client leaves a TIME_WAIT for a minute, and finding a free port among tens of
    // thousands of them is what the next run would measure.
    socket.set_linger(Some(Duration::ZERO))?;
    if opening.clients > CLIENTS_PER_SOURCE {
        let last = u8::try_from(2 + index / CLIENTS_PER_SOURCE).unwrap_or(254);
        socket.set_reuse_address(true)?;
        socket.bind(&SocketAddr::from((Ipv4Addr::new(127, 0, 0, last), 0)).into())?;
    }
    match socket.connect(&opening.address.into()) {
        Err(error) if error.raw_os_error() != Some(libc::EINPROGRESS) => Err(error),
        _ => Ok(TcpStream::from_std(socket.into())),
    }
}

fn flush(stream: &mut TcpStream, session: &mut Session) -> Result<(), Broken> {
    while !session.outgoing.is_empty() {
        match stream.write(&session.outgoing) {
            Ok(count) => drop(session.outgoing.drain(..count)),
            Err(error) if error.kind() == ErrorKind::WouldBlock => break,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(Broken::Session(error.to_string())),
        }
    }
    if session.outgoing.is_empty() {
        session.outgoing = Vec::new(); // an idle client owns no buffer
    }
    Ok(())
}

/// A masking key per client: not secret here, but never zero, since a server might skip the work for that.
#[must_use]
pub fn mask_of(index: usize) -> [u8; 4] {
    #[allow(clippy::cast_possible_truncation)] // any 32 bits will do
    let mixed = (index as u32).wrapping_mul(0x9e37_79b1) | 0x0101_0101;
    mixed.to_be_bytes()
}
