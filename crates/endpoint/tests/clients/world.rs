//! An endpoint, its clients, and what it reported.
//!
//! All of it runs in one thread: a client writes what its socket takes, then the endpoint has its turn. The sockets are
//! local ones, which hold little and pass on what is written at once.

use std::io::{ErrorKind, Read, Write};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use baton_endpoint::{Config, ConnectionId, Endpoint, Event};
use baton_wire::{Opcode, encode_frame};

/// Longer than any step of these tests takes on a loaded machine.
const DEADLINE: Duration = Duration::from_secs(10);

/// An event, with its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    Open(ConnectionId),
    Request(ConnectionId),
    Message(ConnectionId, Vec<u8>),
    Ping(ConnectionId),
    Drained(ConnectionId),
    Closed { code: u16, reason: String, clean: bool },
    Other,
}

impl From<Event<'_>> for Seen {
    fn from(event: Event<'_>) -> Self {
        match event {
            Event::Open { conn } => Self::Open(conn),
            Event::Request { conn, .. } => Self::Request(conn),
            Event::Message { conn, payload, .. } => Self::Message(conn, payload.to_vec()),
            Event::Ping { conn, .. } => Self::Ping(conn),
            Event::Drained { conn, .. } => Self::Drained(conn),
            Event::Closed { code, reason, clean, .. } => {
                Self::Closed { code, reason: reason.to_owned(), clean }
            }
            _ => Self::Other,
        }
    }
}

pub(crate) struct World {
    pub(crate) endpoint: Endpoint,
    pub(crate) seen: Vec<Seen>,
    address: SocketAddr,
    /// What the owner does about an event before it asks for the next one.
    react: fn(&mut Endpoint, &Seen),
}

impl World {
    pub(crate) fn new(config: Config) -> Self {
        Self::reacting(config, |_, _| {})
    }

    pub(crate) fn reacting(config: Config, react: fn(&mut Endpoint, &Seen)) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("baton-endpoint-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let address = SocketAddr::from_abstract_name(name).unwrap();
        let mut endpoint = Endpoint::new(config).unwrap();
        endpoint.listen_local(UnixListener::bind_addr(&address).unwrap()).unwrap();
        Self { endpoint, seen: Vec::new(), address, react }
    }

    /// A client that has sent nothing yet.
    pub(crate) fn connect(&self) -> Client {
        let stream = UnixStream::connect_addr(&self.address).unwrap();
        stream.set_nonblocking(true).unwrap();
        Client { stream, received: Vec::new(), has_ended: false }
    }

    /// A client whose handshake is complete.
    pub(crate) fn open(&mut self) -> (Client, ConnectionId) {
        self.open_with("")
    }

    /// The same with further fields in its request's head.
    pub(crate) fn open_with(&mut self, fields: &str) -> (Client, ConnectionId) {
        let mut client = self.connect();
        client.send(upgrade(fields).as_bytes());
        let before = self.seen.len();
        self.until("the connection is open", |world| {
            client.receive();
            client.received.ends_with(b"\r\n\r\n") && world.opened_since(before).is_some()
        });
        assert!(client.received.starts_with(b"HTTP/1.1 101 "));
        client.received.clear();
        (client, self.opened_since(before).unwrap())
    }

    fn opened_since(&self, before: usize) -> Option<ConnectionId> {
        self.seen[before..].iter().find_map(|seen| match seen {
            Seen::Open(conn) => Some(*conn),
            _ => None,
        })
    }

    /// One turn of at most 10 ms.
    pub(crate) fn turn(&mut self) {
        self.endpoint.wait(Some(Duration::from_millis(10))).unwrap();
        while let Some(seen) = self.endpoint.next(|event| Seen::from(event)) {
            (self.react)(&mut self.endpoint, &seen);
            self.seen.push(seen);
        }
    }

    /// Turns until `done`, and fails with `what` if that does not come.
    pub(crate) fn until(&mut self, what: &str, mut done: impl FnMut(&mut Self) -> bool) {
        let end = Instant::now() + DEADLINE;
        while !done(self) {
            if Instant::now() > end {
                let seen = format!("{:?}", self.seen); // which may hold megabytes
                panic!("did not come: {what}; seen {seen:.1000}");
            }
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

    pub(crate) fn messages(&self) -> Vec<&[u8]> {
        let messages = self.seen.iter().filter_map(|seen| match seen {
            Seen::Message(_, payload) => Some(&payload[..]),
            _ => None,
        });
        messages.collect()
    }

    /// How the one connection ended that did.
    pub(crate) fn end(&self) -> Option<&Seen> {
        self.seen.iter().find(|seen| matches!(seen, Seen::Closed { .. }))
    }
}

pub(crate) struct Client {
    stream: UnixStream,
    pub(crate) received: Vec<u8>,
    pub(crate) has_ended: bool,
}

impl Client {
    /// Writes what must fit into the socket.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    /// Writes what the socket takes, and returns how much that was.
    pub(crate) fn send_some(&mut self, bytes: &[u8]) -> usize {
        let mut sent = 0;
        while sent < bytes.len() {
            match self.stream.write(&bytes[sent..]) {
                Ok(count) => sent += count,
                Err(why) if why.kind() == ErrorKind::WouldBlock => break,
                Err(why) => panic!("{why}"),
            }
        }
        sent
    }

    /// Reads some of what has come.
    pub(crate) fn receive_some(&mut self, most: u64) {
        let _ = (&self.stream).take(most).read_to_end(&mut self.received);
    }

    /// Reads what has come.
    pub(crate) fn receive(&mut self) {
        match self.stream.read_to_end(&mut self.received) {
            Err(why) if why.kind() == ErrorKind::WouldBlock => {}
            Ok(_) | Err(_) => self.has_ended = true,
        }
    }
}

/// The head of a request that asks for an upgrade.
pub(crate) fn upgrade(fields: &str) -> String {
    format!(
        "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{fields}\r\n"
    )
}

/// A frame as a client sends it.
pub(crate) fn frame(opcode: Opcode, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    encode_frame(&mut bytes, opcode, payload, Some([7, 1, 8, 2]));
    bytes
}

/// The frame of a short text.
pub(crate) fn text(payload: &str) -> Vec<u8> {
    frame(Opcode::Text, payload.as_bytes())
}
