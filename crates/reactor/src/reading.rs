//! Reading from sockets, fairly.
//!
//! The kernel reports a socket once, when bytes arrive (edge-triggered). It is then read until a
//! short read, which means that it is drained, or until its share of the turn is used up: then it
//! is queued for the next turn, which does not sleep.

use std::io;

use crate::connection::Flags;
use crate::{Closed, ConnectionId, Event, Reactor};

/// What a loop is reading, and what it has yet to read.
#[derive(Debug, Default)]
pub(crate) struct Reads {
    /// The socket that is being read.
    current: Option<ConnectionId>,
    /// Bytes that this turn has read from it.
    count: usize,
    /// Sockets that the last turn did not read to the end.
    unfinished: Vec<ConnectionId>,
    /// Sockets that this turn does not read to the end.
    unfinished_next: Vec<ConnectionId>,
    ahead: Vec<ReadAhead>,
}

/// Bytes that were read by the previous owner of the socket, or together with a TLS handshake:
/// delivered before the socket's own.
#[derive(Debug)]
struct ReadAhead {
    conn: ConnectionId,
    bytes: Vec<u8>,
    delivered: usize,
}

impl Reads {
    pub(crate) fn begin_turn(&mut self) {
        std::mem::swap(&mut self.unfinished, &mut self.unfinished_next);
    }

    /// The socket that is being read.
    #[inline]
    pub(crate) fn current(&self) -> Option<ConnectionId> {
        self.current
    }

    /// Whether something of this turn is still to be read.
    pub(crate) fn is_mid_turn(&self) -> bool {
        self.current.is_some() || !self.unfinished.is_empty()
    }

    /// Whether the next turn has something to read even if the kernel reports nothing.
    pub(crate) fn continue_next_turn(&self) -> bool {
        !self.unfinished_next.is_empty()
    }

    /// The next socket that the last turn did not read to the end.
    #[inline]
    pub(crate) fn next_unfinished(&mut self) -> Option<ConnectionId> {
        self.unfinished.pop()
    }

    /// Begins to read a socket; the count starts from zero.
    #[inline]
    pub(crate) fn begin(&mut self, conn: ConnectionId) {
        self.current = Some(conn);
        self.count = 0;
    }

    /// The current socket is not read any further in this turn.
    #[inline]
    pub(crate) fn stop(&mut self) {
        self.current = None;
    }

    /// Counts bytes of the current socket.
    #[inline]
    pub(crate) fn add(&mut self, len: usize) {
        self.count += len;
    }

    /// Stores bytes that come before a socket's own. The caller sets [`Flags::READ_AHEAD`].
    pub(crate) fn push_ahead(&mut self, conn: ConnectionId, bytes: Vec<u8>) {
        self.ahead.push(ReadAhead { conn, bytes, delivered: 0 });
    }

    /// Removes and returns what is left of the bytes that come before a socket's own.
    pub(crate) fn take_ahead(&mut self, conn: ConnectionId) -> Vec<u8> {
        let Some(place) = self.place_ahead(conn) else { return Vec::new() };
        let mut ahead = self.ahead.swap_remove(place);
        ahead.bytes.drain(..ahead.delivered);
        ahead.bytes
    }

    /// Copies the next of these bytes into `buffer`: how many, and whether they were the last.
    fn read_ahead(&mut self, conn: ConnectionId, buffer: &mut [u8]) -> (usize, bool) {
        let Some(place) = self.place_ahead(conn) else { return (0, false) };
        let ahead = &mut self.ahead[place];
        let rest = ahead.bytes.get(ahead.delivered..).unwrap_or_default();
        let len = rest.len().min(buffer.len());
        buffer[..len].copy_from_slice(&rest[..len]);
        ahead.delivered += len;
        let is_last = ahead.delivered == ahead.bytes.len();
        if is_last {
            self.ahead.swap_remove(place);
        }
        (len, is_last)
    }

    fn place_ahead(&self, conn: ConnectionId) -> Option<usize> {
        self.ahead.iter().position(|ahead| ahead.conn == conn)
    }
}

impl Reactor {
    /// Stops reading this connection: bytes stay in the kernel, and TCP slows the peer down once
    /// its window is full. Sending and timers go on. An end of stream is seen only after
    /// [`resume`](Self::resume).
    pub fn pause(&mut self, conn: ConnectionId) {
        if let Some(connection) = self.slab.get(conn) {
            connection.flags.set(Flags::PAUSED);
        }
    }

    /// Continues reading; what arrived meanwhile comes in the next turn.
    pub fn resume(&mut self, conn: ConnectionId) {
        let Some(connection) = self.slab.get(conn) else { return };
        if connection.flags.take(Flags::PAUSED) && connection.flags.has(Flags::READABLE) {
            self.continue_next_turn(conn);
        }
    }

    /// Queues a socket that may hold bytes for the next turn.
    pub(crate) fn continue_next_turn(&mut self, conn: ConnectionId) {
        let Some(connection) = self.slab.get(conn) else { return };
        if connection.flags.has(Flags::HANDSHAKING) {
            return self.queue_handshake(conn);
        }
        if !connection.flags.has(Flags::READ_QUEUED) {
            connection.flags.set(Flags::READ_QUEUED);
            self.reads.unfinished_next.push(conn);
        }
    }

    /// One read of the current socket. `None`: nothing to report, or this socket's turn is over.
    pub(crate) fn read(&mut self, conn: ConnectionId, buffer: &mut [u8]) -> Option<Event> {
        let share = self.config.read_per_turn;
        let Some(connection) = self.slab.get(conn).filter(|connection| connection.wants_bytes()) else {
            self.reads.stop();
            return None;
        };
        if self.reads.count >= share || buffer.is_empty() {
            self.reads.stop();
            self.continue_next_turn(conn);
            return None;
        }
        if connection.flags.has(Flags::READ_AHEAD) {
            return self.deliver_read_ahead(conn, buffer);
        }
        if connection.flags.has(Flags::TLS) && !connection.flags.has(Flags::FINISHING) {
            return self.read_records(conn, buffer);
        }
        let Some(socket) = &connection.socket else { return None };
        self.counters.reads += 1;
        match socket.read(buffer) {
            Ok(0) => {
                self.reads.stop();
                self.peer_ended(conn);
                None
            }
            Ok(len) => {
                if len < buffer.len() && !connection.flags.has(Flags::HANG_UP) {
                    connection.flags.clear(Flags::READABLE);
                    self.reads.stop();
                }
                let discard = connection.flags.has(Flags::FINISHING);
                self.reads.add(len);
                self.counters.bytes_read += len as u64;
                (!discard).then_some(Event::Data { conn, len })
            }
            Err(error) => {
                self.reads.stop();
                self.read_failed(conn, error.kind());
                None
            }
        }
    }

    pub(crate) fn read_failed(&mut self, conn: ConnectionId, kind: io::ErrorKind) {
        let Some(connection) = self.slab.get(conn) else { return };
        if kind == io::ErrorKind::WouldBlock && !connection.flags.has(Flags::WRITE_FAILED) {
            connection.flags.clear(Flags::READABLE);
            return;
        }
        // After a failed write the socket is read to its end, which may be "nothing there".
        let kind = if kind == io::ErrorKind::WouldBlock { io::ErrorKind::BrokenPipe } else { kind };
        self.close(conn, Closed::Reset(kind));
    }

    fn deliver_read_ahead(&mut self, conn: ConnectionId, buffer: &mut [u8]) -> Option<Event> {
        let (len, is_last) = self.reads.read_ahead(conn, buffer);
        self.reads.add(len);
        let flags = &mut self.slab.get(conn)?.flags;
        if is_last {
            flags.clear(Flags::READ_AHEAD);
        }
        let discard = flags.has(Flags::FINISHING);
        (len > 0 && !discard).then_some(Event::Data { conn, len })
    }
}
