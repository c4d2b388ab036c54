//! The clients' sockets in one event loop: how they connect, break and read.
//!
//! As in the [swarm](crate::swarm), sockets are registered once and edge-triggered, and one buffer is
//! shared. What has been read is given to the application at once; what lies in a socket when it breaks was
//! never received.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::SocketAddr;
use std::time::Duration;

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Registry, Token};

use super::breaks::Break;
use super::connection::{Connection, Phase};
use super::inbox::Inbox;
use crate::fault::Fault;
use crate::swarm::{FOREIGN_TOKENS, dial, is_many, mask_of, require_open_files};
use crate::sys;

/// Sockets handled in one turn.
const EVENTS: usize = 256;

/// The shared read buffer: more than a client misses in some seconds.
const READ_BYTES: usize = 512 * 1024;

/// Characters of a client's name.
const NAME: usize = 32;

/// What all clients have in common.
#[derive(Debug, Clone)]
pub(super) struct Common {
    pub address: SocketAddr,
    pub key: String,
    /// How many clients there are, and how many channels they share.
    pub clients: usize,
    pub channels: usize,
    /// Channels that each subscribes to.
    pub channels_each: usize,
    /// Whether they number what they get, and say where they are.
    pub positions: bool,
    /// Whether they name themselves in the path of their connection.
    pub is_named: bool,
}

#[derive(Debug)]
struct Client {
    name: String,
    link: Option<Box<Link>>,
    /// A connection that broke, and is still open for the server to find out.
    left_open: Option<TcpStream>,
}

#[derive(Debug)]
struct Link {
    stream: TcpStream,
    connection: Connection,
}

/// All clients.
#[derive(Debug)]
pub(super) struct Crowd {
    /// What they got.
    pub inbox: Inbox,
    poll: Poll,
    events: Events,
    clients: Vec<Client>,
    buffer: Vec<u8>,
    common: Common,
    foreign: Vec<Token>,
    /// Clients whose connection ended though nobody broke it, with the reason.
    ended: Vec<(usize, String)>,
}

/// The name of a channel.
pub(super) fn channel(number: usize) -> String {
    format!("recovery-{number:05}")
}

impl Crowd {
    /// So many clients, not connected yet. Fails if this process may not open as many files.
    pub(super) fn new(common: Common, random: &mut fastrand::Rng) -> Result<Self, Fault> {
        require_open_files(common.clients)?;
        let client = |_| Client {
            name: std::iter::repeat_with(|| random.alphanumeric()).take(NAME).collect(),
            link: None,
            left_open: None,
        };
        Ok(Self {
            poll: Poll::new().map_err(Fault::start("cannot create an event loop"))?,
            events: Events::with_capacity(EVENTS),
            clients: (0..common.clients).map(client).collect(),
            buffer: vec![0; READ_BYTES],
            foreign: Vec::new(),
            ended: Vec::new(),
            inbox: Inbox::new(common.clone()),
            common,
        })
    }

    /// The event loop, for the publisher's sockets.
    pub(super) fn registry(&self) -> &Registry {
        self.poll.registry()
    }

    /// The publisher's sockets that were found ready since this was last asked.
    pub(super) fn take_foreign(&mut self) -> Vec<Token> {
        std::mem::take(&mut self.foreign)
    }

    /// Clients that were connected and are no more though nobody broke it, since this was last asked.
    pub(super) fn take_ended(&mut self) -> Vec<(usize, String)> {
        std::mem::take(&mut self.ended)
    }

    /// Begins a client's next connection.
    pub(super) fn connect(&mut self, index: usize) {
        let texts = self.inbox.begin(index);
        let Some(client) = self.clients.get_mut(index) else { return };
        let key = &self.common.key;
        let path = match self.common.is_named {
            true => format!("/resume/{}/app/{key}?protocol=7", client.name),
            false => format!("/app/{key}?protocol=7"),
        };
        let dialled =
            dial(self.common.address, is_many(self.common.clients), index, None).and_then(|mut stream| {
                let both = Interest::READABLE | Interest::WRITABLE;
                self.poll.registry().register(&mut stream, Token(index), both).map(|()| stream)
            });
        match dialled {
            Ok(stream) => {
                let connection = Connection::new(&path, texts, mask_of(index));
                client.link = Some(Box::new(Link { stream, connection }));
            }
            Err(error) => self.ended.push((index, format!("connect: {error}"))),
        }
    }

    /// Breaks a client's connection, if it has one.
    pub(super) fn break_off(&mut self, index: usize, how: Break) {
        let Some(client) = self.clients.get_mut(index) else { return };
        let Some(link) = client.link.take() else { return };
        let Link { stream, connection } = *link;
        let may_write = connection.phase != Phase::Upgrading && connection.outgoing.is_empty();
        client.left_open = how.apply(stream, may_write, self.poll.registry());
        self.inbox.end(index, Some(how));
    }

    /// Closes the connection that a client left open, if there is one.
    pub(super) fn close_left_open(&mut self, index: usize) {
        if let Some(client) = self.clients.get_mut(index) {
            client.left_open = None;
        }
    }

    /// Waits for something to happen, at most `timeout`, and handles it. Fails if the event loop does, or
    /// if a signal asks to end.
    pub(super) fn turn(&mut self, timeout: Duration) -> Result<(), Fault> {
        if sys::interrupted() {
            return Err(Fault::Interrupted);
        }
        match self.poll.poll(&mut self.events, Some(timeout)) {
            Err(error) if error.kind() != ErrorKind::Interrupted => {
                return Err(Fault::run("epoll_wait")(error));
            }
            _ => {}
        }
        let events = std::mem::replace(&mut self.events, Events::with_capacity(0));
        for event in &events {
            let Token(index) = event.token();
            if index >= FOREIGN_TOKENS {
                self.foreign.push(event.token());
                continue;
            }
            let is_readable = event.is_readable() || event.is_read_closed() || event.is_error();
            if let Err(text) = self.progress(index, is_readable, event.is_read_closed()) {
                self.inbox.end(index, None);
                self.ended.push((index, text));
            }
        }
        self.events = events;
        Ok(())
    }

    /// Writes and reads what can be. A connection that fails is dropped.
    fn progress(&mut self, index: usize, is_readable: bool, is_closed: bool) -> Result<(), String> {
        let Self { clients, buffer, inbox, .. } = self;
        let Some(client) = clients.get_mut(index) else { return Ok(()) };
        let Some(mut link) = client.link.take() else { return Ok(()) };
        let Link { stream, connection } = &mut *link;
        flush(stream, connection)?;
        let mut may_have_more = is_readable;
        while may_have_more {
            let count = match stream.read(buffer) {
                Ok(0) => return Err("the server closed the connection".to_owned()),
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.to_string()),
            };
            let at = inbox.start().elapsed();
            let filled = buffer.get_mut(..count).unwrap_or_default();
            connection.consume(filled, &mut |message, text| inbox.take(index, &message, text, at))?;
            flush(stream, connection)?;
            inbox.has_read(index);
            // What does not fill the buffer empties the socket, and whatever comes next is a new edge.
            may_have_more = count == READ_BYTES || is_closed;
        }
        client.link = Some(link);
        Ok(())
    }
}

fn flush(stream: &mut TcpStream, connection: &mut Connection) -> Result<(), String> {
    while !connection.outgoing.is_empty() {
        match stream.write(&connection.outgoing) {
            Ok(count) => drop(connection.outgoing.drain(..count)),
            Err(error) if error.kind() == ErrorKind::WouldBlock => break,
            // Not connected yet: a writable socket will say so.
            Err(error) if error.kind() == ErrorKind::NotConnected => break,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    if connection.outgoing.is_empty() && connection.outgoing.capacity() > 64 {
        connection.outgoing = Vec::new(); // an idle client owns no buffer
    }
    Ok(())
}
