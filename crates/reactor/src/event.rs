//! The events of a loop.

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::os::unix::net::UnixStream;

use crate::{ConnectionId, ListenerId};

/// One thing that happened, from [`Reactor::next_event`](crate::Reactor::next_event).
#[derive(Debug)]
pub enum Event {
    /// A connection was accepted. It belongs to no loop yet: adopt it here, send it to another loop, or drop it,
    /// which closes it. The socket is non-blocking.
    Incoming {
        /// The listener it came to.
        listener: ListenerId,
        /// The accepted socket.
        socket: TcpStream,
        /// Who connected.
        peer: SocketAddr,
    },
    /// The same from a listener on a path, of [`listen_local`](crate::Reactor::listen_local).
    IncomingLocal {
        /// The listener it came to.
        listener: ListenerId,
        /// The accepted socket.
        socket: UnixStream,
    },
    /// A descriptor that is [watched](crate::Reactor::watch) has become readable, or ended. It is
    /// reported once for what arrived: read it until it would block.
    Ready {
        /// The number that it was given.
        number: u32,
    },
    /// `len` bytes arrived; they are the first of the buffer given to `next_event`.
    Data {
        /// Who sent them.
        conn: ConnectionId,
        /// How many, at least 1.
        len: usize,
    },
    /// The handshake of a connection that speaks TLS is complete; its first bytes may follow. It
    /// comes once for each connection of [`adopt_tls`](crate::Reactor::adopt_tls), unless that ends
    /// first.
    Secured {
        /// Whose handshake.
        conn: ConnectionId,
    },
    /// An outbox that the kernel had not taken in full is empty again.
    Drained {
        /// Whose outbox.
        conn: ConnectionId,
    },
    /// A frame would have exceeded [`outbox_bytes`](crate::Config::outbox_bytes): the peer does not
    /// read fast enough. It was not queued, and neither is any later one, so that what the peer
    /// still reads has no gap. The owner may send a final message with
    /// [`send_exempt`](crate::Reactor::send_exempt) and calls [`finish`](crate::Reactor::finish),
    /// or [`abort`](crate::Reactor::abort); if it does neither, the age of the outbox ends the
    /// connection.
    OutboxFull {
        /// Whose outbox.
        conn: ConnectionId,
    },
    /// The time given to [`wake_at`](crate::Reactor::wake_at) has come.
    Timer {
        /// Whose timer.
        conn: ConnectionId,
    },
    /// The connection is gone, and its slot is free once this event is returned. It comes once for each adopted
    /// connection that was neither aborted nor released.
    Closed {
        /// Which connection; the id is stale from now on.
        conn: ConnectionId,
        /// Why.
        cause: Closed,
    },
    /// The process (or the system) has no descriptor or memory for another connection. Accepting
    /// pauses, is tried again ten times a second and whenever a connection closes, and new peers
    /// wait in the kernel's backlog. Reported once, until the backlog has been emptied again. The
    /// operator must raise the limit on open files or lower `max_connections`.
    AcceptPaused {
        /// The kernel's error.
        error: io::Error,
    },
}

/// Why a connection was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// The peer ended its side. What was queued for it has been written.
    PeerClosed,
    /// The connection broke; what was queued is lost.
    Reset(io::ErrorKind),
    /// A byte waited longer than [`outbox_age`](crate::Config::outbox_age). The socket was reset,
    /// because the kernel would otherwise retain its unsent bytes.
    OutboxStale,
    /// [`finish`](crate::Reactor::finish) is complete: all was written and the peer has ended its side too. Or the loop
    /// itself finished the connection, because what the peer sent could not be read as TLS.
    Finished,
    /// [`finish`](crate::Reactor::finish) wrote everything, but the peer did not end its side within
    /// [`linger`](crate::Config::linger).
    LingerExpired,
    /// The handshake of TLS was not complete within [`handshake_timeout`](crate::Tls::handshake_timeout).
    HandshakeExpired,
}
