//! Thousands of clients in one event loop.
//!
//! Sockets are registered once, edge-triggered, for reading and writing, and read into one buffer
//! that all share; an idle client owns no buffer. A turn handles at most [`EVENTS`] sockets, so
//! that the scenario can answer the first delivery of a fan-out before the last has been read.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use mio::{Events, Poll, Registry, Token};
use socket2::{Domain, Socket, Type};

use crate::fault::Fault;
use crate::protocol::Protocol;
use crate::session::{Broken, ClientEvent, ClientSession, Depth, Phase, Script};
use crate::sys;
use crate::target::App;
use crate::transport::Transport;

/// Sockets handled in one turn.
const EVENTS: usize = 128;

/// The shared read buffer: a window of pipelined 1 KiB messages and then some.
const READ_BYTES: usize = 512 * 1024;

/// Clients per source address. Linux offers 28,232 ephemeral ports to each (32768–60999), and ports
/// of the last minute's connections are still waiting in TIME_WAIT.
const CLIENTS_PER_SOURCE: usize = 4_000;

/// Descriptors that the generator needs beside its clients: publishers, epoll, files of /proc,
/// standard streams.
const SPARE_FILES: u64 = 128;

/// Tokens from here on belong to the scenario, for its other sockets.
pub(crate) const FOREIGN_TOKENS: usize = 1 << 24;

/// What all clients of a swarm have in common.
#[derive(Debug, Clone)]
pub(crate) struct Common {
    /// Where they connect.
    pub address: SocketAddr,
    /// What they speak.
    pub protocol: &'static dyn Protocol,
    /// How far each goes.
    pub depth: Depth,
    /// Whose key and secret they use.
    pub app: App,
    /// Whether they speak TLS below it.
    pub tls: bool,
    /// Whether there will be more of them than one source address has ports for.
    pub many: bool,
}

/// One client's part.
#[derive(Debug, Clone, Default)]
pub(crate) struct Role {
    /// The channels that it subscribes to.
    pub channels: Vec<String>,
    /// Who it is in presence channels.
    pub member: String,
    /// Size of its kernel's receive buffer, if it shall be small: a client that reads slowly.
    pub receive_buffer: Option<usize>,
}

#[derive(Debug)]
struct Client {
    stream: Transport,
    session: ClientSession,
    role: Role,
    paused: bool,
    /// Whether bytes may lie in the socket that were not read because it was paused.
    missed: bool,
}

/// What the event loop reports of a socket.
#[derive(Clone, Copy)]
struct Readiness {
    readable: bool,
    closed: bool,
}

/// The clients and their event loop.
#[derive(Debug)]
pub(crate) struct Swarm {
    poll: Poll,
    events: Events,
    clients: Vec<Option<Box<Client>>>,
    buffer: Vec<u8>,
    common: Common,
    reads: u64,
    foreign: Vec<Token>,
    writable: Vec<usize>,
    /// Clients that end outside of a turn, reported in the next.
    broken: Vec<(usize, String)>,
}

impl Swarm {
    /// A swarm without clients. Fails if the system has no event loop to offer.
    pub(crate) fn new(common: Common) -> Result<Self, Fault> {
        Ok(Self {
            poll: Poll::new().map_err(Fault::start("cannot create an event loop"))?,
            events: Events::with_capacity(EVENTS),
            clients: Vec::new(),
            buffer: vec![0; READ_BYTES],
            common,
            reads: 0,
            foreign: Vec::new(),
            writable: Vec::new(),
            broken: Vec::new(),
        })
    }

    /// Starts connecting the client of that number, whose place must be free. If it cannot even
    /// start, it [ends](ClientEvent::Ended) in the next turn.
    pub(crate) fn open(&mut self, index: usize, role: Role) {
        if self.clients.len() <= index {
            self.clients.resize_with(index + 1, || None);
        }
        let connected =
            dial(self.common.address, self.common.many, index, role.receive_buffer).and_then(|stream| {
                let mut stream = Transport::new(stream, self.common.address, self.common.tls)?;
                stream.register(self.poll.registry(), Token(index))?;
                Ok(stream)
            });
        match (connected, self.clients.get_mut(index)) {
            (Ok(stream), Some(place)) => {
                let session = ClientSession::new(mask_of(index));
                *place = Some(Box::new(Client { stream, session, role, paused: false, missed: false }));
            }
            (Err(error), _) => self.broken.push((index, format!("connect: {error}"))),
            (Ok(_), None) => {}
        }
    }

    /// Where a client stands; `None` if it is not there.
    pub(crate) fn phase(&self, index: usize) -> Option<Phase> {
        self.client(index).map(|client| client.session.phase)
    }

    fn client(&self, index: usize) -> Option<&Client> {
        self.clients.get(index)?.as_deref()
    }

    fn client_mut(&mut self, index: usize) -> Option<&mut Client> {
        self.clients.get_mut(index)?.as_deref_mut()
    }

    /// Closes a client's socket at once. Nothing more happens to it.
    pub(crate) fn drop_client(&mut self, index: usize) {
        if let Some(place) = self.clients.get_mut(index) {
            *place = None;
        }
    }

    /// Starts closing a client; it [ends](ClientEvent::Ended) when the server has answered.
    pub(crate) fn close(&mut self, index: usize) {
        let Some(client) = self.client_mut(index) else { return };
        client.session.close();
        self.flush(index);
    }

    /// Has a client send a text message.
    pub(crate) fn send_text(&mut self, index: usize, text: &str) {
        let Some(client) = self.client_mut(index) else { return };
        client.session.send_text(text);
        self.flush(index);
    }

    /// Bytes that a client still has to send.
    pub(crate) fn unsent(&self, index: usize) -> usize {
        self.client(index).map_or(0, |client| client.session.outgoing.len())
    }

    fn flush(&mut self, index: usize) {
        let Some(Client { stream, session, .. }) = self.client_mut(index) else { return };
        if let Err(text) = flush(stream, session) {
            self.drop_client(index);
            self.broken.push((index, text));
        }
    }

    /// Has a client read nothing until [`Swarm::resume`].
    pub(crate) fn pause(&mut self, index: usize) {
        if let Some(client) = self.client_mut(index) {
            client.paused = true;
        }
    }

    /// Has a paused client read again. What it missed is read when the next byte arrives, or the
    /// end of the connection.
    pub(crate) fn resume<E: From<Fault>>(
        &mut self,
        index: usize,
        mut on_event: impl FnMut(usize, Instant, ClientEvent<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(client) = self.client_mut(index) else { return Ok(()) };
        client.paused = false;
        if std::mem::take(&mut client.missed) {
            self.progress(index, Readiness { readable: true, closed: true }, &mut on_event)?;
        }
        Ok(())
    }

    /// Waits for something to happen, at most `timeout`, and reports it with the client's number
    /// and the moment at which it was read. Fails if `on_event` fails, if the event loop does, or
    /// if a signal asks to end.
    pub(crate) fn turn<E: From<Fault>>(
        &mut self,
        timeout: Duration,
        mut on_event: impl FnMut(usize, Instant, ClientEvent<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        if sys::interrupted() {
            return Err(Fault::Interrupted.into());
        }
        self.foreign.clear();
        self.writable.clear();
        for (index, text) in std::mem::take(&mut self.broken) {
            on_event(index, Instant::now(), ClientEvent::Ended(&text))?;
        }
        match self.poll.poll(&mut self.events, Some(timeout)) {
            Err(error) if error.kind() != ErrorKind::Interrupted => {
                return Err(Fault::run("epoll_wait")(error).into());
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
            let connected = event.is_writable() && !event.is_error();
            if connected && self.phase(index) == Some(Phase::Connecting) {
                result = self.connected(index, &mut on_event);
            }
            let readable = event.is_readable() || event.is_read_closed() || event.is_error();
            let ready = Readiness { readable, closed: event.is_read_closed() };
            result = result.and_then(|()| self.progress(index, ready, &mut on_event));
            if result.is_err() {
                break;
            }
        }
        self.events = events;
        result
    }

    fn connected<E>(
        &mut self,
        index: usize,
        on_event: &mut impl FnMut(usize, Instant, ClientEvent<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(Some(client)) = self.clients.get_mut(index) else { return Ok(()) };
        let Client { session, role, .. } = &mut **client;
        session.connect(&script(&self.common, role));
        if self.common.depth == Depth::Connected {
            session.phase = Phase::Ready;
            on_event(index, Instant::now(), ClientEvent::Ready)?;
        }
        Ok(())
    }

    fn progress<E>(
        &mut self,
        index: usize,
        ready: Readiness,
        on_event: &mut impl FnMut(usize, Instant, ClientEvent<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(Some(client)) = self.clients.get_mut(index) else { return Ok(()) };
        let Client { stream, session, role, paused, missed } = &mut **client;
        let script = script(&self.common, role);
        let mut result = flush(stream, session);
        if *paused {
            *missed |= ready.readable;
            return Ok(());
        }
        while ready.readable && result.is_ok() {
            let count = match stream.read(&mut self.buffer) {
                Ok(0) => {
                    result = Err("the server closed the connection".to_owned());
                    break;
                }
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    result = Err(error.to_string());
                    break;
                }
            };
            self.reads += 1;
            let at = Instant::now();
            let filled = self.buffer.get_mut(..count).unwrap_or_default();
            match session.consume(&script, filled, &mut |event| on_event(index, at, event)) {
                Ok(()) => {}
                Err(Broken::Session(text)) => result = Err(text),
                Err(Broken::Handler(error)) => return Err(error),
            }
            if result.is_ok() && !session.outgoing.is_empty() {
                result = flush(stream, session);
            }
            if stream.short_read_is_last() && count < READ_BYTES && !ready.closed {
                break; // the socket is drained, and whatever comes next is a new edge
            }
        }
        match result {
            Ok(()) => Ok(()),
            Err(text) => {
                self.drop_client(index);
                on_event(index, Instant::now(), ClientEvent::Ended(&text))
            }
        }
    }

    /// Reads of sockets that brought something.
    pub(crate) fn reads(&self) -> u64 {
        self.reads
    }

    /// The event loop, for sockets with tokens from [`FOREIGN_TOKENS`] on.
    pub(crate) fn registry(&self) -> &Registry {
        self.poll.registry()
    }

    /// The foreign tokens that the last turn found ready.
    pub(crate) fn foreign(&self) -> &[Token] {
        &self.foreign
    }

    /// The clients that the last turn found writable.
    pub(crate) fn writable(&self) -> &[usize] {
        &self.writable
    }

    /// Gives ready-made bytes to an open client's socket and returns how many it took: 0 when it is
    /// full, until the client is [`Swarm::writable`] again. Fails if the connection is broken.
    pub(crate) fn write(&mut self, index: usize, bytes: &[u8]) -> Result<usize, Fault> {
        let Some(client) = self.client_mut(index) else {
            return Err(Fault::Run(format!("client {index} is not open")));
        };
        match client.stream.write(bytes) {
            Ok(count) => Ok(count),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Ok(0),
            Err(error) => Err(Fault::Run(format!("client {index}: {error}"))),
        }
    }
}

fn script<'a>(common: &'a Common, role: &'a Role) -> Script<'a> {
    Script {
        protocol: common.protocol,
        depth: common.depth,
        app: &common.app,
        channels: &role.channels,
        member: &role.member,
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

/// Starts a TCP connection, spreading large swarms (`many`) over source addresses 127.0.0.2, 127.0.0.3, …
pub(crate) fn dial(
    address: SocketAddr,
    many: bool,
    index: usize,
    receive_buffer: Option<usize>,
) -> std::io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM.nonblocking().cloexec(), None)?;
    socket.set_tcp_nodelay(true)?;
    // Closing resets. Otherwise each client leaves a TIME_WAIT for a minute, and finding a free
    // port among tens of thousands of them is what the next run would measure.
    socket.set_linger(Some(Duration::ZERO))?;
    if let Some(bytes) = receive_buffer {
        socket.set_recv_buffer_size(bytes)?;
    }
    if many {
        let last = u8::try_from(2 + index / CLIENTS_PER_SOURCE).unwrap_or(254);
        socket.set_reuse_address(true)?;
        socket.bind(&SocketAddr::from((Ipv4Addr::new(127, 0, 0, last), 0)).into())?;
    }
    match socket.connect(&address.into()) {
        Err(error) if error.raw_os_error() != Some(libc::EINPROGRESS) => Err(error),
        _ => Ok(TcpStream::from_std(socket.into())),
    }
}

fn flush(stream: &mut Transport, session: &mut ClientSession) -> Result<(), String> {
    stream.push().map_err(|error| error.to_string())?;
    while !session.outgoing.is_empty() {
        match stream.write(&session.outgoing) {
            Ok(count) => drop(session.outgoing.drain(..count)),
            Err(error) if error.kind() == ErrorKind::WouldBlock => break,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    if session.outgoing.is_empty() && session.outgoing.capacity() > 1024 {
        session.outgoing = Vec::new(); // an idle client owns no large buffer
    }
    Ok(())
}

/// A masking key per client: not secret here, but never zero, since a server might skip the work
/// for that.
pub(crate) fn mask_of(index: usize) -> [u8; 4] {
    #[allow(clippy::cast_possible_truncation)] // any 32 bits will do
    let mixed = (index as u32).wrapping_mul(0x9e37_79b1) | 0x0101_0101;
    mixed.to_be_bytes()
}

/// Whether so many clients need more than one source address.
pub(crate) fn is_many(clients: usize) -> bool {
    clients > CLIENTS_PER_SOURCE
}
