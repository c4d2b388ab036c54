//! How connections come to a loop and leave it.

use std::fmt;
use std::io;
use std::os::fd::OwnedFd;

use crate::connection::Flags;
use crate::sys::socket::Socket;
use crate::tls::TlsSession;
use crate::{Closed, ConnectionId, Event, Reactor};

/// Why a socket was not adopted; it has been closed.
#[derive(Debug)]
pub enum AdoptError {
    /// The loop holds [`max_connections`](crate::Config::max_connections) already.
    Full {
        /// The setting's value.
        limit: usize,
    },
    /// The kernel refused to watch it: no memory, or `fs.epoll.max_user_watches` is reached.
    Io(io::Error),
    /// The loop has no [TLS configuration](crate::Config::tls).
    NoTls,
}

impl fmt::Display for AdoptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full { limit } => {
                write!(
                    f,
                    "this loop holds {limit} connections, which is its max_connections; raise it to accept more"
                )
            }
            Self::Io(error) => write!(f, "the kernel does not watch the socket: {error}"),
            Self::NoTls => f.write_str("this loop has no certificate; set its config's tls"),
        }
    }
}

impl std::error::Error for AdoptError {}

impl From<AdoptError> for io::Error {
    fn from(error: AdoptError) -> Self {
        match error {
            AdoptError::Io(error) => error,
            other => Self::other(other),
        }
    }
}

/// A connection that has left its loop, with its unsent and unread bytes.
#[derive(Debug)]
pub struct Released {
    /// The socket; `TcpStream::from` makes a stream of it. Whether it blocks is as it was when adopted
    /// (sockets from [`Event::Incoming`] do not).
    pub socket: OwnedFd,
    /// Queued bytes that the kernel has not taken yet, as they go over the network: to be written
    /// first.
    pub unsent: Vec<u8>,
    /// Bytes given to [`adopt_with`](Reactor::adopt_with) that no event has delivered yet: they
    /// come before the socket's own.
    pub unread: Vec<u8>,
    /// The session of a connection that speaks TLS.
    pub tls: Option<Box<TlsSession>>,
}

impl Reactor {
    /// Adds a connected stream socket (TCP or Unix) to this loop, with one system call, the only
    /// registration of its life. It need not be non-blocking.
    ///
    /// # Errors
    /// [`AdoptError`]; the socket is closed then.
    pub fn adopt(&mut self, socket: impl Into<OwnedFd>) -> Result<ConnectionId, AdoptError> {
        self.check_room()?;
        let socket = Socket::new(socket.into());
        let token = self.slab.next_id().to_bits();
        self.poller.watch(socket.descriptor(), token).map_err(AdoptError::Io)?;
        self.counters.adopted += 1;
        Ok(self.slab.insert(socket))
    }

    /// The same for a socket from which something has been read already: `already_read` comes as
    /// [`Event::Data`] in the next turn, ahead of the socket's own bytes. The reverse of
    /// [`release`](Self::release), for an upgrade that arrives on a connection which an HTTP
    /// library serves.
    ///
    /// # Errors
    /// [`AdoptError`]; the socket is closed then.
    pub fn adopt_with(
        &mut self,
        socket: impl Into<OwnedFd>,
        already_read: Vec<u8>,
    ) -> Result<ConnectionId, AdoptError> {
        let conn = self.adopt(socket)?;
        if already_read.is_empty() {
            return Ok(conn);
        }
        self.reads.push_ahead(conn, already_read);
        if let Some(connection) = self.slab.get(conn) {
            connection.flags.set(Flags::READ_AHEAD);
            connection.flags.set(Flags::READABLE);
        }
        self.continue_next_turn(conn);
        Ok(conn)
    }

    /// Adds a socket on which the peer begins with TLS. [`Event::Secured`] follows when the
    /// handshake is complete; bytes that are queued before wait until then.
    ///
    /// # Errors
    /// [`AdoptError`]; the socket is closed then.
    pub fn adopt_tls(&mut self, socket: impl Into<OwnedFd>) -> Result<ConnectionId, AdoptError> {
        if self.config.tls.is_none() {
            return Err(AdoptError::NoTls);
        }
        let conn = self.adopt(socket)?;
        self.records.make_room(self.driver());
        if let Some(connection) = self.slab.get(conn) {
            connection.flags.set(Flags::TLS.or(Flags::HANDSHAKING));
        }
        self.expect_handshake(conn);
        Ok(conn)
    }

    /// Adds a socket whose TLS session continues from where it was [released](Self::release), after
    /// its handshake: one that is not complete has no deadline here, and nothing can be sent.
    ///
    /// # Errors
    /// [`AdoptError`]; the socket is closed then.
    pub fn adopt_secured(
        &mut self,
        socket: impl Into<OwnedFd>,
        session: Box<TlsSession>,
    ) -> Result<ConnectionId, AdoptError> {
        let conn = self.adopt(socket)?;
        self.records.make_room(self.driver());
        if let Some(connection) = self.slab.get(conn) {
            connection.flags.set(Flags::TLS);
        }
        let has_ended = session.has_ended();
        self.sessions.set(conn.slot(), session);
        if has_ended {
            // The kernel may have nothing more to report for it.
            if let Some(connection) = self.slab.get(conn) {
                connection.flags.set(Flags::READABLE);
            }
            self.continue_next_turn(conn);
        }
        Ok(conn)
    }

    /// Reserves a place for a connection without a socket, whose bytes its owner carries in another
    /// way: an id like all others, and a timer. What is sent to it is ignored, and no data comes.
    /// [`finish`](Self::finish) reports [`Closed::Finished`] at once, [`abort`](Self::abort) frees
    /// the place without an event.
    ///
    /// # Errors
    /// [`AdoptError::Full`].
    pub fn reserve(&mut self) -> Result<ConnectionId, AdoptError> {
        self.check_room()?;
        self.counters.adopted += 1;
        Ok(self.slab.reserve())
    }

    /// Whether one connection more may come.
    fn check_room(&self) -> Result<(), AdoptError> {
        let limit = self.config.max_connections;
        if self.slab.len() >= limit { Err(AdoptError::Full { limit }) } else { Ok(()) }
    }

    /// Removes a connection from this loop and returns it. Its id is stale from now on, and no
    /// event follows. `None` for an id that is stale already, and for one without a socket.
    pub fn release(&mut self, conn: ConnectionId) -> Option<Released> {
        let connection = self.slab.get(conn).filter(|connection| connection.socket.is_some())?;
        let unsent = match &connection.outbox {
            _ if connection.flags.has(Flags::TLS) => self.seal_rest(conn),
            Some(outbox) => outbox.to_vec(),
            None => self.batch.bytes(connection.ticket).to_vec(),
        };
        self.end_handshake(conn, false);
        let tls = self.sessions.take(conn.slot());
        let unread = self.reads.take_ahead(conn);
        let socket = self.detach(conn)?;
        // The only error is that it was not watched, which is what we want.
        let _ = self.poller.forget(socket.descriptor());
        self.slab.remove(conn);
        Some(Released { socket: socket.into_descriptor(), unsent, unread, tls })
    }

    /// Closes a connection gracefully: what is queued is written, then our end of stream, then the
    /// loop waits up to [`linger`](crate::Config::linger) for the peer's, and discards what it
    /// still sends. A [`Closed`](Event::Closed) event follows.
    ///
    /// Closing at once could lose data: if the kernel holds unread bytes of the peer, it answers
    /// with a reset, and the peer may lose what it had not read yet, such as the close frame (RFC
    /// 9293, section 3.6; RFC 6455, section 7.1.1 asks the server to close first).
    ///
    /// From now on nothing more is queued, no data comes, and the timer is cancelled. TLS sends its
    /// `close_notify` after the last bytes.
    pub fn finish(&mut self, conn: ConnectionId) {
        let Some(connection) = self.slab.get(conn) else { return };
        if connection.flags.has(Flags::FINISHING) {
            return;
        }
        if self.vacate(conn) {
            return self.notices.push_back(Event::Closed { conn, cause: Closed::Finished });
        }
        let Some(connection) = self.slab.get(conn) else { return };
        connection.flags.set(Flags::FINISHING);
        let (unsent, unread) = (connection.has_unsent(), connection.flags.has(Flags::READABLE));
        self.timers.cancel(&mut self.slab, conn.index());
        self.reads.take_ahead(conn);
        if !unsent && self.is_handshaking(conn) {
            self.abandon_handshake(conn); // there is nothing to send after it
        }
        if let Some(connection) = self.slab.get(conn) {
            connection.flags.clear(Flags::READ_AHEAD);
        }
        if unread {
            self.continue_next_turn(conn);
        }
        if !unsent {
            self.end(conn);
        }
    }

    /// Closes a connection now. What is queued is lost, the id is stale, and no event follows.
    pub fn abort(&mut self, conn: ConnectionId) {
        if self.vacate(conn) {
            return self.slab.remove(conn);
        }
        self.reads.take_ahead(conn);
        self.send_close_notify(conn);
        if self.detach(conn).is_some() {
            self.slab.remove(conn);
            self.listeners.descriptor_freed();
        }
    }

    /// Reports [`Event::Timer`] for this connection at `at_ms` of [`now_ms`](Self::now_ms), rounded
    /// up to the next tick, and in the next turn at the earliest. A connection has one timer: this
    /// replaces an earlier time.
    pub fn wake_at(&mut self, conn: ConnectionId, at_ms: u64) {
        let live = self.slab.get(conn).is_some_and(|connection| !connection.flags.has(Flags::FINISHING));
        if live {
            let now_ms = self.now_ms();
            self.timers.set(&mut self.slab, conn.index(), at_ms, now_ms);
        }
    }

    /// Cancels the timer, if one is set.
    pub fn cancel_timer(&mut self, conn: ConnectionId) {
        if self.slab.get(conn).is_some() {
            self.timers.cancel(&mut self.slab, conn.index());
        }
    }

    /// Closes a connection and notifies the owner. The slot stays in use until the owner has the
    /// event.
    pub(crate) fn close(&mut self, conn: ConnectionId, cause: Closed) {
        self.reads.take_ahead(conn);
        if matches!(cause, Closed::PeerClosed | Closed::Finished) {
            self.send_close_notify(conn);
        }
        let Some(socket) = self.detach(conn) else { return };
        match cause {
            Closed::OutboxStale => {
                self.counters.outbox_stale += 1;
                socket.reset();
            }
            _ => drop(socket),
        }
        self.listeners.descriptor_freed();
        self.notices.push_back(Event::Closed { conn, cause });
    }

    /// The peer's end of stream was read.
    pub(crate) fn peer_ended(&mut self, conn: ConnectionId) {
        let Some(connection) = self.slab.get(conn) else { return };
        connection.flags.clear(Flags::READABLE);
        connection.flags.set(Flags::PEER_ENDED);
        let flags = connection.flags;
        if flags.has(Flags::ENDED) {
            self.close(conn, Closed::Finished);
        } else if flags.has(Flags::WRITE_FAILED) {
            self.close(conn, Closed::Reset(io::ErrorKind::BrokenPipe));
        } else if !connection.has_unsent() || flags.has(Flags::HANDSHAKING) {
            // Unsent bytes keep it open until they are written: a peer may end its side and still
            // read. But nothing can be sealed if the handshake will never be complete.
            self.close(conn, Closed::PeerClosed);
        }
    }

    /// Everything is written for a connection that is being finished.
    pub(crate) fn end(&mut self, conn: ConnectionId) {
        let Some(connection) = self.slab.get(conn) else { return };
        if connection.flags.has(Flags::ENDED) {
            return;
        }
        if connection.flags.has(Flags::PEER_ENDED) {
            return self.close(conn, Closed::Finished);
        }
        connection.flags.set(Flags::ENDED);
        self.send_close_notify(conn);
        let Some(connection) = self.slab.get(conn) else { return };
        if let Some(socket) = &connection.socket {
            socket.end_writing();
        }
        let now_ms = self.now_ms();
        self.lingering.push(conn, now_ms);
    }

    /// Ends a connection without a socket: its id is stale from now on, and its slot yet to be freed.
    /// False for one that has a socket.
    fn vacate(&mut self, conn: ConnectionId) -> bool {
        let is_reserved =
            self.slab.get(conn).is_some_and(|connection| connection.flags.take(Flags::RESERVED));
        if is_reserved {
            self.timers.cancel(&mut self.slab, conn.index());
            self.counters.left += 1;
        }
        is_reserved
    }

    /// Removes the socket from its record, and the record from all lists.
    fn detach(&mut self, conn: ConnectionId) -> Option<Socket> {
        self.slab.get(conn)?;
        self.end_handshake(conn, false);
        self.sessions.take(conn.slot());
        self.drop_queue(conn);
        self.timers.cancel(&mut self.slab, conn.index());
        self.counters.left += 1;
        self.slab.get(conn)?.socket.take()
    }
}
