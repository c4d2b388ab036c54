//! Plain bytes are sealed into TLS records when they are written, and not before.
//!
//! Tickets and outboxes hold the same bytes as without TLS, so a fan-out is the same for both. A
//! flush takes up to 64 KiB of a connection's queue, makes records of up to 16 KiB from it in the
//! loop's one buffer, and sends them with one call: many small messages share a record. What the
//! kernel does not take has to be sent as it is, since records are numbered; it waits in the
//! outbox, in front of the plain bytes.

use std::io;
use std::ops::Range;

use super::session::RECORD;
use crate::batch::Ticket;
use crate::connection::Flags;
use crate::outbox::taken;
use crate::sending::unsent;
use crate::{ConnectionId, Driver, Event, Reactor};

/// Plain bytes that are sealed for one call: as many as a new socket takes at once. A client that
/// does not read costs this much beyond its outbox.
const SEALED_AT_ONCE: usize = 4 * RECORD;

/// Room for the records of one socket. Frames of 8 KiB and more have records of their own, and so
/// have the small ones between two of them: at most 18 records with 30 bytes more each, and what
/// rustls itself sends.
const RECORDS: usize = SEALED_AT_ONCE + (2 << 10);

/// The same where one submission writes many sockets, whose records follow each other.
const RECORDS_OF_MANY: usize = 4 * RECORDS;

/// The loop's one buffer for the records of a write. It is empty before the first connection with
/// TLS.
#[derive(Debug, Default)]
pub(crate) struct RecordBuffer(Vec<u8>);

impl RecordBuffer {
    pub(crate) fn make_room(&mut self, driver: Driver) {
        let room = if driver == Driver::IoUring { RECORDS_OF_MANY } else { RECORDS };
        self.0.resize(room.max(self.0.len()), 0);
    }

    /// Whether another socket's records fit after the first `filled` bytes.
    #[inline]
    pub(crate) fn has_room(&self, filled: usize) -> bool {
        filled + RECORDS <= self.0.len()
    }

    pub(crate) fn get(&self, part: Range<usize>) -> Option<&[u8]> {
        self.0.get(part)
    }
}

impl Reactor {
    /// One read of a connection with TLS; like [`read`](Self::read).
    pub(crate) fn read_records(&mut self, conn: ConnectionId, buffer: &mut [u8]) -> Option<Event> {
        if self.sessions.get(conn.slot()).is_none_or(|session| session.has_ended()) {
            self.reads.stop();
            self.peer_ended(conn);
            return None;
        }
        let Some(len) = self.read_sealed(conn, buffer) else {
            self.reads.stop();
            return None;
        };
        if len == 0 {
            self.reads.stop();
            self.peer_ended(conn);
            return None;
        }
        let session = self.sessions.get(conn.slot())?;
        let mut answer = Vec::new();
        let received = session.receive(buffer, len, &mut answer);
        let Ok(received) = received else {
            self.reads.stop();
            self.counters.records_refused += 1;
            self.tls_failed(conn, &answer);
            return None;
        };
        self.reads.add(len);
        self.send_records(conn, &answer);
        let connection = self.slab.get(conn)?;
        if received.ended {
            connection.flags.set(Flags::READABLE); // so that the end is reported after the bytes
        } else if !connection.flags.has(Flags::READABLE) {
            self.reads.stop();
        }
        (received.plain > 0).then_some(Event::Data { conn, len: received.plain })
    }

    /// Sends records of TLS itself, in front of what is not sealed yet.
    pub(crate) fn send_records(&mut self, conn: ConnectionId, records: &[u8]) {
        if records.is_empty() {
            return;
        }
        let Some(connection) = self.slab.get(conn) else { return };
        let waits = connection.outbox.as_ref().is_some_and(|outbox| outbox.has_sealed());
        let Some(socket) = connection.socket.as_ref().filter(|_| !connection.flags.has(Flags::WRITE_FAILED))
        else {
            return;
        };
        let written = match if waits { Ok(0) } else { socket.write(records) } {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
            Err(error) => return self.write_failed(conn, error.kind()),
            Ok(written) => written,
        };
        let rest = &records[written..];
        if !rest.is_empty() {
            self.send_queue.add(rest.len());
            self.send_queue.outbox(connection, &self.batch).push_sealed(rest);
            self.fall_behind(conn.index(), 0);
        }
    }

    /// Sends `close_notify`, if the connection speaks TLS and everything before has been written.
    pub(crate) fn send_close_notify(&mut self, conn: ConnectionId) {
        let Some(connection) = self.slab.get(conn) else { return };
        if !connection.flags.has(Flags::TLS) || connection.has_unsent() {
            return; // the peer must be able to see that the stream is cut short
        }
        let Some(session) = self.sessions.get(conn.slot()) else { return };
        let mut alert = Vec::new();
        session.close_notify(&mut alert);
        if let Some(socket) = &connection.socket {
            // A peer that is gone, or has no room for 24 bytes, sees the end of the stream.
            let _ = socket.write(&alert);
        }
    }

    /// Writes what is queued for a connection with TLS. True if the kernel took it all.
    pub(crate) fn write_records(&mut self, slot: u32) -> io::Result<bool> {
        let connection = self.slab.at(slot);
        let is_handshaking = connection.flags.has(Flags::HANDSHAKING);
        if is_handshaking {
            self.send_queue.outbox(connection, &self.batch);
        } else if self.batch.len(connection.ticket) > SEALED_AT_ONCE {
            return self.write_long_ticket(slot);
        }
        let waited = unsent(connection, &self.batch);
        while self.write_sealed(slot)? {
            if is_handshaking {
                return Ok(false);
            }
            if self.batch.joined() > SEALED_AT_ONCE {
                self.batch.forget_joined(); // no submission is being prepared
            }
            let (plain, sealed) = self.seal_some(slot, 0)?;
            if plain == 0 {
                return Ok(true);
            }
            let Some(socket) = &self.slab.at(slot).socket else { return Ok(true) };
            let result = socket.write(&self.records.0[..sealed]);
            if !self.wrote_records(slot, 0..sealed, waited, result)? {
                return Ok(false);
            }
        }
        let waits = unsent(self.slab.at(slot), &self.batch);
        self.fall_behind(slot, waited.saturating_sub(waits));
        Ok(false)
    }

    /// Writes shared frames that exceed one call: joined, and then sealed part by part, so that a
    /// socket needs no outbox for what the kernel takes at once. True if it took them all.
    fn write_long_ticket(&mut self, slot: u32) -> io::Result<bool> {
        let ticket = std::mem::replace(&mut self.slab.at(slot).ticket, Ticket::NONE);
        let all = self.batch.bytes(ticket).len();
        self.send_queue.remove(all);
        let mut from = 0;
        while from < all {
            let to = all.min(from + SEALED_AT_ONCE);
            let (Some(session), Some(socket)) =
                (self.sessions.get(slot as usize), &self.slab.at(slot).socket)
            else {
                return Ok(true);
            };
            let plain = &self.batch.bytes(ticket)[from..to];
            let sealed = session.seal(plain, &mut self.records.0).map_err(io::Error::other)?;
            let sent = taken(socket.write(&self.records.0[..sealed]))?;
            self.counters.count_write(sent);
            if sent < sealed {
                self.queue_records(slot, sent..sealed);
                self.send_queue.add(all - to);
                self.queue_rest(slot, ticket, to);
                self.fall_behind(slot, 0);
                return Ok(false);
            }
            from = to;
        }
        Ok(true)
    }

    /// The result for records in the loop's buffer, of a connection for which `waited` bytes had
    /// been queued. True if the kernel took them all.
    pub(crate) fn wrote_records(
        &mut self,
        slot: u32,
        part: Range<usize>,
        waited: usize,
        result: io::Result<usize>,
    ) -> io::Result<bool> {
        let sent = taken(result)?;
        self.counters.count_write(sent);
        if sent == part.len() {
            return Ok(true);
        }
        self.queue_records(slot, part.start + sent..part.end);
        let waits = unsent(self.slab.at(slot), &self.batch);
        self.fall_behind(slot, waited.saturating_sub(waits));
        Ok(false)
    }

    /// Seals all that is queued for a connection, after the first `from` bytes of the loop's
    /// buffer; returns the end of the records. `None`, and nothing done, if that needs several
    /// calls or other records have to be sent first.
    pub(crate) fn seal_for_submission(&mut self, slot: u32, from: usize) -> Option<io::Result<usize>> {
        let connection = self.slab.at(slot);
        let waits = connection.outbox.as_ref().is_some_and(|outbox| outbox.has_sealed());
        let much = unsent(connection, &self.batch) > SEALED_AT_ONCE;
        if waits || much || connection.flags.has(Flags::HANDSHAKING) || !self.records.has_room(from) {
            return None;
        }
        Some(self.seal_some(slot, from).map(|(_, sealed)| from + sealed))
    }

    /// Writes what was sealed before. False if the kernel does not take all of it.
    fn write_sealed(&mut self, slot: u32) -> io::Result<bool> {
        let connection = self.slab.at(slot);
        let (Some(outbox), Some(socket)) = (&mut connection.outbox, &connection.socket) else {
            return Ok(true);
        };
        if !outbox.has_sealed() {
            return Ok(true);
        }
        let wrote = outbox.write_sealed(socket)?;
        self.count_write(wrote.bytes);
        Ok(!wrote.short)
    }

    /// Seals the next part of what is queued into the loop's buffer, after the first `from` bytes,
    /// where there is room for [`RECORDS`]: how many plain bytes, which are no longer queued, and
    /// how many bytes of records.
    fn seal_some(&mut self, slot: u32, from: usize) -> io::Result<(usize, usize)> {
        let connection = self.slab.at(slot);
        let waited = unsent(connection, &self.batch);
        let Some(session) = self.sessions.get(slot as usize) else { return Ok((0, 0)) };
        let mut sealed = 0;
        let mut seal = |plain: &[u8]| {
            sealed += session.seal(plain, &mut self.records.0[from + sealed..]).map_err(io::Error::other)?;
            Ok(())
        };
        let result = match &mut connection.outbox {
            Some(outbox) => outbox.take_plain(SEALED_AT_ONCE, seal),
            None => {
                let place = self.batch.join(connection.ticket);
                let plain = self.batch.at(place);
                let result = if plain.is_empty() { Ok(()) } else { seal(plain) };
                if result.is_ok() {
                    connection.ticket = Ticket::NONE;
                }
                result
            }
        };
        // If a later piece cannot be sealed, those before it have left the queue all the same.
        let plain = waited - unsent(connection, &self.batch);
        self.send_queue.remove(plain);
        result.map(|()| (plain, sealed))
    }

    /// Queues part of the loop's buffer, which the kernel did not take.
    pub(crate) fn queue_records(&mut self, slot: u32, part: Range<usize>) {
        let connection = self.slab.at(slot);
        self.send_queue.add(part.len());
        self.send_queue.outbox(connection, &self.batch).push_sealed(&self.records.0[part]);
    }

    /// Everything that a connection has queued, sealed, for the next owner of the connection.
    pub(crate) fn seal_rest(&mut self, conn: ConnectionId) -> Vec<u8> {
        let slot = conn.index();
        let Some(connection) = self.slab.get(conn) else { return Vec::new() };
        let mut all = connection.outbox.as_ref().map_or_else(Vec::new, |outbox| outbox.sealed().to_vec());
        while let Ok((1.., sealed)) = self.seal_some(slot, 0) {
            all.extend_from_slice(&self.records.0[..sealed]);
        }
        all
    }
}
