//! Taking bytes from sockets, fairly.
//!
//! The kernel reports a socket once, when bytes arrive (edge-triggered). It is then read until a read comes back
//! short, which says that it was emptied without another call, or until its share of the turn is used up: then it
//! waits in a list for the next turn, which does not sleep.

use std::io;

use crate::connection::Flags;
use crate::{Closed, ConnectionId, Event, Reactor};

/// Bytes that were read by whoever had the socket before, to be handed over ahead of the socket's own.
#[derive(Debug)]
pub(crate) struct ReadAhead {
    pub(crate) conn: ConnectionId,
    pub(crate) bytes: Vec<u8>,
    pub(crate) given: usize,
}

impl Reactor {
    /// Stops reading this connection: bytes stay in the kernel, and the peer is slowed down by TCP once its window
    /// is full. Sending and timers go on. An end of stream is seen only after [`resume`](Self::resume).
    pub fn pause(&mut self, conn: ConnectionId) {
        if let Some(connection) = self.slab.get(conn) {
            connection.flags.set(Flags::PAUSED);
        }
    }

    /// Goes on reading; what arrived meanwhile comes in the next turn.
    pub fn resume(&mut self, conn: ConnectionId) {
        let Some(connection) = self.slab.get(conn) else { return };
        if connection.flags.take(Flags::PAUSED) && connection.flags.has(Flags::READABLE) {
            self.continue_next_turn(conn);
        }
    }

    pub(crate) fn begin_reading(&mut self, conn: ConnectionId) {
        self.reading = Some(conn);
        self.read_this_turn = 0;
    }

    /// Puts a socket that may hold bytes on the list for the next turn.
    pub(crate) fn continue_next_turn(&mut self, conn: ConnectionId) {
        let Some(connection) = self.slab.get(conn) else { return };
        if connection.flags.has(Flags::HANDSHAKING) {
            return self.queue_handshake(conn);
        }
        if !connection.flags.has(Flags::AGAIN) {
            connection.flags.set(Flags::AGAIN);
            self.again_next.push(conn);
        }
    }

    /// One read of the socket that is being read. `None`: nothing to tell, or this socket's turn is over.
    pub(crate) fn read(&mut self, conn: ConnectionId, buffer: &mut [u8]) -> Option<Event> {
        let share = self.config.read_per_turn;
        let Some(connection) = self.slab.get(conn).filter(|connection| connection.wants_bytes()) else {
            self.reading = None;
            return None;
        };
        if self.read_this_turn >= share || buffer.is_empty() {
            self.reading = None;
            self.continue_next_turn(conn);
            return None;
        }
        if connection.flags.has(Flags::READ_AHEAD) {
            return self.give_read_ahead(conn, buffer);
        }
        if connection.flags.has(Flags::TLS) && !connection.flags.has(Flags::FINISHING) {
            return self.read_records(conn, buffer);
        }
        let Some(socket) = &connection.socket else { return None };
        self.counters.reads += 1;
        match socket.read(buffer) {
            Ok(0) => {
                self.reading = None;
                self.peer_ended(conn);
                None
            }
            Ok(len) => {
                if len < buffer.len() && !connection.flags.has(Flags::HANG_UP) {
                    connection.flags.clear(Flags::READABLE);
                    self.reading = None;
                }
                let discard = connection.flags.has(Flags::FINISHING);
                self.read_this_turn += len;
                self.counters.bytes_read += len as u64;
                (!discard).then_some(Event::Data { conn, len })
            }
            Err(error) => {
                self.reading = None;
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

    fn give_read_ahead(&mut self, conn: ConnectionId, buffer: &mut [u8]) -> Option<Event> {
        let place = self.read_ahead.iter().position(|ahead| ahead.conn == conn);
        let len = place.map_or(0, |place| {
            let ahead = &mut self.read_ahead[place];
            let rest = ahead.bytes.get(ahead.given..).unwrap_or_default();
            let len = rest.len().min(buffer.len());
            buffer[..len].copy_from_slice(&rest[..len]);
            ahead.given += len;
            len
        });
        if let Some(place) =
            place.filter(|&place| self.read_ahead[place].given == self.read_ahead[place].bytes.len())
        {
            self.read_ahead.swap_remove(place);
            self.slab.get(conn)?.flags.clear(Flags::READ_AHEAD);
        }
        self.read_this_turn += len;
        let discard = self.slab.get(conn)?.flags.has(Flags::FINISHING);
        (len > 0 && !discard).then_some(Event::Data { conn, len })
    }

    /// Takes out what is left of the bytes in front of a socket's own.
    pub(crate) fn take_read_ahead(&mut self, conn: ConnectionId) -> Vec<u8> {
        let Some(place) = self.read_ahead.iter().position(|ahead| ahead.conn == conn) else {
            return Vec::new();
        };
        let mut ahead = self.read_ahead.swap_remove(place);
        ahead.bytes.drain(..ahead.given);
        ahead.bytes
    }
}
