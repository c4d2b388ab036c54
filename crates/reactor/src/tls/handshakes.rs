//! Handshakes, a few in each turn.
//!
//! A handshake costs a hundred times what a message does, and thousands begin at once when clients
//! reconnect after a restart. So sockets whose handshake has something to read wait in a queue, and
//! each turn processes it for a bounded time, after it has read the established connections. What
//! is not read stays in the kernel: a connection in the queue costs its record and nothing else.

use std::collections::VecDeque;
use std::io;

use super::session::{TLS_BUFFER, TlsSession};
use crate::config::millis;
use crate::connection::Flags;
use crate::sys::clock::monotonic_ns;
use crate::{Closed, ConnectionId, Event, Reactor};

/// The handshakes of a loop.
#[derive(Debug, Default)]
pub(crate) struct Handshakes {
    /// Sockets that may hold bytes of a handshake, in the order in which they came.
    queue: VecDeque<ConnectionId>,
    /// Handshakes that are not complete, by deadline, as the timeout is the same for all; and some
    /// that have ended since.
    deadlines: VecDeque<(u64, ConnectionId)>,
    /// Handshakes that hold a session, the oldest first; and some that have ended since.
    begun: VecDeque<ConnectionId>,
    /// Number of sessions whose handshake is not complete.
    unfinished: usize,
    /// Time that this turn has spent, in nanoseconds.
    spent: u64,
}

impl Handshakes {
    pub(crate) fn begin_turn(&mut self) {
        self.spent = 0;
    }

    pub(crate) fn is_waiting(&self) -> bool {
        !self.queue.is_empty()
    }
}

impl Reactor {
    /// Begins a new connection's deadline.
    pub(crate) fn expect_handshake(&mut self, conn: ConnectionId) {
        let timeout = self.config.tls.as_ref().map_or(0, |tls| millis(tls.handshake_timeout));
        self.handshakes.deadlines.push_back((self.now_ms().saturating_add(timeout), conn));
    }

    /// Queues a socket that may hold bytes of its handshake.
    pub(crate) fn queue_handshake(&mut self, conn: ConnectionId) {
        let Some(connection) = self.slab.get(conn) else { return };
        if !connection.flags.has(Flags::READ_QUEUED) {
            connection.flags.set(Flags::READ_QUEUED);
            self.handshakes.queue.push_back(conn);
        }
    }

    /// Advances handshakes while this turn has time for them. True if there may be an event.
    pub(crate) fn advance_handshakes(&mut self, buffer: &mut [u8]) -> bool {
        let budget = match &self.config.tls {
            Some(tls) if buffer.len() >= TLS_BUFFER => tls.handshakes_per_turn.as_nanos(),
            _ => return false,
        };
        if self.handshakes.spent == 0 && self.handshakes.is_waiting() {
            self.flush(); // no response waits for handshakes of other clients
        }
        while u128::from(self.handshakes.spent) <= budget
            && self.notices.is_empty()
            && self.reads.current().is_none()
        {
            let Some(conn) = self.handshakes.queue.pop_front() else { return false };
            let began = monotonic_ns();
            self.advance_handshake(conn, buffer);
            self.handshakes.spent += monotonic_ns().saturating_sub(began).max(1);
        }
        !self.notices.is_empty() || self.reads.current().is_some()
    }

    /// Closes connections whose handshake took too long.
    pub(crate) fn expire_handshakes(&mut self, now_ms: u64) {
        while let Some(&(deadline, conn)) = self.handshakes.deadlines.front() {
            if self.is_handshaking(conn) {
                if deadline > now_ms {
                    return;
                }
                if self.sessions.get(conn.slot()).is_none() {
                    self.counters.handshakes_failed += 1; // the others are counted as they end
                }
                self.close(conn, Closed::HandshakeExpired);
            }
            self.handshakes.deadlines.pop_front();
        }
    }

    /// The next deadline of a handshake.
    pub(crate) fn next_handshake_deadline(&mut self) -> Option<u64> {
        while let Some(&(deadline, conn)) = self.handshakes.deadlines.front() {
            if self.is_handshaking(conn) {
                return Some(deadline);
            }
            self.handshakes.deadlines.pop_front();
        }
        None
    }

    /// A handshake is complete, or its connection ends before it is.
    pub(crate) fn end_handshake(&mut self, conn: ConnectionId, is_complete: bool) {
        let Some(connection) = self.slab.get(conn) else { return };
        if connection.flags.take(Flags::HANDSHAKING) && self.sessions.get(conn.slot()).is_some() {
            self.handshakes.unfinished -= 1;
            self.counters.handshakes_failed += u64::from(!is_complete);
        }
    }

    /// The owner closes the connection; the handshake does not count as failed.
    pub(crate) fn abandon_handshake(&mut self, conn: ConnectionId) {
        self.end_handshake(conn, true);
        self.sessions.take(conn.slot());
    }

    /// The peer did not send valid TLS: it gets `answer`, and the connection ends. The owner is
    /// notified of the end alone.
    pub(crate) fn tls_failed(&mut self, conn: ConnectionId, answer: &[u8]) {
        self.end_handshake(conn, false);
        self.sessions.take(conn.slot());
        self.drop_queue(conn);
        let Some(connection) = self.slab.get(conn) else { return };
        connection.flags.set(Flags::READABLE); // what still comes is discarded
        if let Some(socket) = &connection.socket {
            // A few bytes, to a peer that may not read them: what does not fit is lost.
            let _ = socket.write(answer);
        }
        self.finish(conn);
        // The owner may have finished it before, after bytes that waited for the handshake.
        self.continue_next_turn(conn);
        self.end(conn);
    }

    pub(crate) fn is_handshaking(&mut self, conn: ConnectionId) -> bool {
        self.slab.get(conn).is_some_and(|connection| connection.flags.has(Flags::HANDSHAKING))
    }

    /// One read of one handshake, and what follows from it.
    fn advance_handshake(&mut self, conn: ConnectionId, buffer: &mut [u8]) {
        let Some(connection) = self.slab.get(conn) else { return };
        connection.flags.clear(Flags::READ_QUEUED);
        if !connection.wants_bytes() {
            return;
        }
        if !connection.flags.has(Flags::HANDSHAKING) {
            return self.reads.begin(conn);
        }
        match self.read_sealed(conn, buffer) {
            Some(0) => self.peer_ended(conn),
            Some(len) => {
                if self.has_session(conn, buffer, len) {
                    self.take_handshake(conn, buffer, len);
                }
                self.continue_handshake(conn);
            }
            None => {}
        }
    }

    fn continue_handshake(&mut self, conn: ConnectionId) {
        let Some(connection) = self.slab.get(conn) else { return };
        if connection.flags.has(Flags::READABLE) {
            self.continue_next_turn(conn);
        }
    }

    /// Reads into the session's room. `None`: there is nothing, or it failed and was closed; `Some(0)`: the end.
    pub(crate) fn read_sealed(&mut self, conn: ConnectionId, buffer: &mut [u8]) -> Option<usize> {
        let room = match self.sessions.get(conn.slot()) {
            Some(session) => session.room(buffer),
            None => TlsSession::first_room(buffer),
        };
        if room.is_empty() {
            self.continue_next_turn(conn);
            return None;
        }
        let connection = self.slab.get(conn)?;
        self.counters.reads += 1;
        match connection.socket.as_ref()?.read(room) {
            Ok(len) => {
                if 0 < len && len < room.len() && !connection.flags.has(Flags::HANG_UP) {
                    connection.flags.clear(Flags::READABLE);
                }
                self.counters.bytes_read += len as u64;
                Some(len)
            }
            Err(error) => {
                self.read_failed(conn, error.kind());
                None
            }
        }
    }

    /// Whether the connection has a session; the first bytes make one, if they are TLS at all.
    fn has_session(&mut self, conn: ConnectionId, buffer: &mut [u8], len: usize) -> bool {
        if self.sessions.get(conn.slot()).is_some() {
            return true;
        }
        let Some(tls) = self.config.tls.clone() else { return false };
        let first = TlsSession::first_room(buffer).get(..len).and_then(|bytes| bytes.first());
        if first.is_some_and(u8::is_ascii_alphabetic) {
            self.counters.handshakes_failed += 1;
            self.tls_failed(conn, &tls.answer_to_plain);
            return false;
        }
        while self.handshakes.unfinished >= tls.unfinished_handshakes.max(1) {
            let Some(oldest) = self.handshakes.begun.pop_front() else { break };
            if self.is_handshaking(oldest) {
                self.tls_failed(oldest, &[]);
            }
        }
        match TlsSession::new(&tls.config) {
            Ok(session) => {
                self.sessions.set(conn.slot(), Box::new(session));
                self.handshakes.unfinished += 1;
                self.note_begun(conn);
                true
            }
            Err(_) => {
                self.counters.handshakes_failed += 1;
                self.close(conn, Closed::Reset(io::ErrorKind::Other));
                false
            }
        }
    }

    /// Records a handshake. Ended ones at the front are removed, so that the queue is no longer
    /// than the handshakes of one timeout.
    fn note_begun(&mut self, conn: ConnectionId) {
        while let Some(&oldest) = self.handshakes.begun.front() {
            if self.is_handshaking(oldest) {
                break;
            }
            self.handshakes.begun.pop_front();
        }
        self.handshakes.begun.push_back(conn);
    }

    fn take_handshake(&mut self, conn: ConnectionId, buffer: &mut [u8], len: usize) {
        let Some(session) = self.sessions.get(conn.slot()) else { return };
        let mut answer = Vec::new();
        let received = session.receive(buffer, len, &mut answer);
        let is_complete = !session.is_handshaking();
        match received {
            Err(_) => self.tls_failed(conn, &answer),
            Ok(received) => {
                self.send_records(conn, &answer);
                if is_complete {
                    self.complete_handshake(conn, &buffer[..received.plain], received.ended);
                }
            }
        }
    }

    /// From here on the connection is like any other. Bytes that came together with the handshake
    /// follow the notice.
    fn complete_handshake(&mut self, conn: ConnectionId, plain: &[u8], ended: bool) {
        let Some(session) = self.sessions.get(conn.slot()) else { return };
        self.counters.handshakes += 1;
        self.counters.handshakes_resumed += u64::from(session.is_resumed());
        let is_challenge = session.is_challenge();
        self.end_handshake(conn, true);
        if is_challenge {
            return self.finish(conn); // the owner is notified of the end alone
        }
        let Some(connection) = self.slab.get(conn) else { return };
        if connection.has_unsent() {
            self.send_queue.mark_dirty(conn.index(), &mut connection.flags);
        }
        if !plain.is_empty() {
            connection.flags.set(Flags::READ_AHEAD);
            self.reads.push_ahead(conn, plain.to_vec());
        }
        if !plain.is_empty() || ended {
            connection.flags.set(Flags::READABLE);
        }
        if !connection.flags.has(Flags::FINISHING) {
            self.notices.push_back(Event::Secured { conn });
        }
        if connection.wants_bytes() {
            self.reads.begin(conn);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tls::party::{Party, connection};
    use crate::tls::peer::{Peer, turn};
    use crate::{Config, Tls};

    /// Half of them complete their handshake and half leave in the middle of it.
    #[test]
    fn ended_handshakes_are_in_no_queue() {
        let party = Party::new();
        let config = Config { tls: Some(Tls::new(party.server.clone())), ..Config::default() };
        let mut reactor = Reactor::new(config).unwrap();
        let client = party.client(&rustls::version::TLS13);
        for round in 1..=20u64 {
            drop(Peer::new(&mut reactor, Some(connection(&client))));
            Peer::hello(&mut reactor, connection(&client));
            while reactor.connections() > 0 {
                turn(&mut reactor);
            }
            assert_eq!((reactor.counters().handshakes, reactor.counters().handshakes_failed), (round, round));
        }
        reactor.poll(Some(std::time::Duration::ZERO)).unwrap();
        let Handshakes { queue, deadlines, begun, unfinished, .. } = &reactor.handshakes;
        assert_eq!((queue.len(), deadlines.len(), *unfinished), (0, 0, 0));
        assert!(begun.len() <= 2, "{} are retained", begun.len());
        assert!(reactor.sessions.len() <= 2, "a slot of the table for each connection there ever was");
    }
}
