//! A loop, its peers and its events, for tests with real sockets.

use std::io::Read;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use baton_reactor::{BACKLOG, Closed, Config, ConnectionId, Event, Reactor, bind};

/// Longer than any of these tests may take for one step on a loaded machine.
pub(crate) const DEADLINE: Duration = Duration::from_secs(20);

/// What happened to a connection, with the bytes of `Data` in place of their number.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    Data(ConnectionId, Vec<u8>),
    Drained(ConnectionId),
    OutboxFull(ConnectionId),
    Timer(ConnectionId),
    Secured(ConnectionId),
    Closed(ConnectionId, Closed),
    Ready(u32),
    AcceptPaused,
}

/// A reactor with a listener, which adopts every connection.
pub(crate) struct World {
    pub(crate) reactor: Reactor,
    pub(crate) address: SocketAddr,
    pub(crate) seen: Vec<Seen>,
    pub(crate) adopted: Vec<ConnectionId>,
    pub(crate) buffer: Vec<u8>,
    pub(crate) speaks_tls: bool,
}

impl World {
    pub(crate) fn new(config: Config) -> Self {
        let listener = bind(([127, 0, 0, 1], 0).into(), BACKLOG).unwrap();
        let address = listener.local_addr().unwrap();
        let speaks_tls = config.tls.is_some();
        let mut reactor = Reactor::new(config).unwrap();
        reactor.listen(listener).unwrap();
        Self {
            reactor,
            address,
            seen: Vec::new(),
            adopted: Vec::new(),
            buffer: vec![0; 64 << 10],
            speaks_tls,
        }
    }

    /// Timers of a millisecond, and short limits.
    pub(crate) fn quick() -> Config {
        Config { tick: Duration::from_millis(1), linger: Duration::from_millis(300), ..Config::default() }
    }

    /// A connected pair: the peer's end and the loop's.
    pub(crate) fn connect(&mut self) -> (TcpStream, ConnectionId) {
        let peer = TcpStream::connect(self.address).unwrap();
        peer.set_read_timeout(Some(DEADLINE)).unwrap();
        peer.set_nodelay(true).unwrap();
        let before = self.adopted.len();
        self.until("the connection is accepted", |world| world.adopted.len() > before);
        (peer, self.adopted[before])
    }

    /// One turn of at most 10 ms.
    pub(crate) fn turn(&mut self) {
        self.reactor.poll(Some(Duration::from_millis(10))).unwrap();
        self.take_events();
    }

    pub(crate) fn take_events(&mut self) {
        while let Some(event) = self.reactor.next_event(&mut self.buffer) {
            let seen = match event {
                Event::Incoming { socket, .. } => {
                    let adopted = if self.speaks_tls {
                        self.reactor.adopt_tls(socket)
                    } else {
                        self.reactor.adopt(socket)
                    };
                    self.adopted.push(adopted.unwrap());
                    continue;
                }
                Event::IncomingLocal { socket, .. } => {
                    self.adopted.push(self.reactor.adopt(socket).unwrap());
                    continue;
                }
                Event::Ready { number } => Seen::Ready(number),
                Event::Data { conn, len } => Seen::Data(conn, self.buffer[..len].to_vec()),
                Event::Drained { conn } => Seen::Drained(conn),
                Event::OutboxFull { conn } => Seen::OutboxFull(conn),
                Event::Timer { conn } => Seen::Timer(conn),
                Event::Secured { conn } => Seen::Secured(conn),
                Event::Closed { conn, cause } => Seen::Closed(conn, cause),
                Event::AcceptPaused { .. } => Seen::AcceptPaused,
            };
            self.seen.push(seen);
        }
        self.reactor.flush();
    }

    /// Turns until `done`, and fails with `what` if that does not come.
    pub(crate) fn until(&mut self, what: &str, mut done: impl FnMut(&mut Self) -> bool) {
        let end = Instant::now() + DEADLINE;
        while !done(self) {
            assert!(Instant::now() < end, "did not come: {what}; seen {:?}", self.seen);
            self.turn();
        }
    }

    /// Turns for a while.
    pub(crate) fn run_for(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while Instant::now() < end {
            self.turn();
        }
    }

    /// All bytes that came from a connection so far.
    pub(crate) fn bytes_of(&self, wanted: ConnectionId) -> Vec<u8> {
        let of = |seen: &Seen| match seen {
            Seen::Data(conn, bytes) if *conn == wanted => bytes.clone(),
            _ => Vec::new(),
        };
        self.seen.iter().flat_map(of).collect()
    }

    pub(crate) fn cause_of(&self, wanted: ConnectionId) -> Option<Closed> {
        self.seen.iter().find_map(|seen| match seen {
            Seen::Closed(conn, cause) if *conn == wanted => Some(*cause),
            _ => None,
        })
    }
}

/// Reads exactly `len` bytes.
pub(crate) fn read(peer: &mut TcpStream, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    peer.read_exact(&mut bytes).unwrap();
    bytes
}

/// Bytes in which every position is recognisable.
pub(crate) fn pattern(len: usize) -> Vec<u8> {
    (0..len).map(|place| ((place * 31 + place / 251 * 7) % 256).try_into().unwrap_or(0)).collect()
}
