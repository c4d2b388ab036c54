//! Queueing frames, and writing each socket once per turn.
//!
//! Shared frames of a turn are [tickets](crate::batch); everything else is copied into an [outbox](crate::outbox) from the
//! pool: a frame for one connection alone, frames for a socket that is behind, and what the kernel did not take.

use std::io;
use std::sync::Arc;

use crate::batch::{Batch, Ticket};
use crate::connection::{Connection, Flags};
use crate::outbox::{Outbox, taken};
use crate::pool::Pool;
use crate::{Closed, ConnectionId, Event, Reactor};

/// Nothing more may be queued in these states, …
const NO_MORE: Flags = Flags::FINISHING.or(Flags::WRITE_FAILED);
/// … and in these only what is exempt from the limit.
const NO_MORE_COUNTED: Flags = NO_MORE.or(Flags::OVERFLOWED);

impl Reactor {
    /// Queues a copy of `bytes`, to be written at the next [`flush`](Self::flush). Ignored for a stale id and
    /// for a connection that is being finished. If the outbox would exceed its limit, nothing is queued and
    /// [`Event::OutboxFull`] follows.
    pub fn send(&mut self, conn: ConnectionId, bytes: &[u8]) {
        if let Some(outbox) = self.room_for(conn, bytes.len(), Limit::Counts) {
            outbox.push(bytes);
            self.copied += bytes.len();
        }
    }

    /// The same for bytes that lie in two places, as a header and a payload do.
    #[inline]
    pub fn send_parts(&mut self, conn: ConnectionId, header: &[u8], payload: &[u8]) {
        let len = header.len() + payload.len();
        if let Some(outbox) = self.room_for(conn, len, Limit::Counts) {
            outbox.push_parts(header, payload);
            self.copied += len;
        }
    }

    /// The same if there is room; if not, nothing is queued, nobody is told, and the answer is false.
    #[inline]
    pub fn try_send_parts(&mut self, conn: ConnectionId, header: &[u8], payload: &[u8]) -> bool {
        let len = header.len() + payload.len();
        // Behind the first message of a turn this is all.
        if let Some(connection) = self.slab.get(conn)
            && connection.flags.has(Flags::DIRTY)
            && !connection.flags.has(NO_MORE_COUNTED)
            && let Some(outbox) = &mut connection.outbox
            && outbox.counted() + len <= self.config.outbox_bytes
        {
            outbox.push_parts(header, payload);
            self.queued += len;
            self.copied += len;
            return true;
        }
        let takes = self.takes(conn, len);
        if takes {
            self.send_parts(conn, header, payload);
        }
        takes
    }

    /// Whether `len` bytes could be queued now. What waits is written first if that may make the room.
    pub fn takes(&mut self, conn: ConnectionId, len: usize) -> bool {
        let takes = |connection: &Connection| !connection.flags.has(NO_MORE_COUNTED);
        if !self.slab.get(conn).is_some_and(|connection| takes(connection)) {
            return false;
        }
        if self.has_room(conn, len) {
            return true;
        }
        self.write(conn.index());
        self.slab.get(conn).is_some_and(|connection| takes(connection)) && self.has_room(conn, len)
    }

    /// The same for a frame that many connections get: small ones are not copied per connection if the flush can
    /// write them, and large ones (8 KiB and more) never are.
    #[inline]
    pub fn send_shared(&mut self, conn: ConnectionId, frame: &Arc<[u8]>) {
        let Some(connection) = self.slab.get(conn) else { return };
        let flags = &mut connection.flags;
        if connection.outbox.is_none()
            && flags.has(Flags::WRITABLE)
            && !flags.has(NO_MORE_COUNTED)
            && !frame.is_empty()
            && let Some(ticket) = self.batch.add(connection.ticket, frame, self.config.outbox_bytes)
        {
            connection.ticket = ticket;
            self.queued += frame.len();
            if !flags.has(Flags::DIRTY) {
                flags.set(Flags::DIRTY);
                self.dirty.push(conn.index());
            }
            return;
        }
        self.queue_shared(conn, frame, Limit::Counts);
    }

    /// The same, but the frame does not count against the limit of the outbox. For what is large by its nature
    /// and sent once, like the roster of a presence channel; the caller bounds it.
    pub fn send_exempt(&mut self, conn: ConnectionId, frame: &Arc<[u8]>) {
        self.queue_shared(conn, frame, Limit::Exempt);
    }

    /// Unsent bytes of one connection; 0 for a stale id.
    #[must_use]
    pub fn unsent(&mut self, conn: ConnectionId) -> usize {
        let batch = &self.batch;
        self.slab.get(conn).map_or(0, |connection| unsent(connection, batch))
    }

    /// Bytes queued since the last [`flush`](Self::flush), a shared frame counted once however many sockets get it. An
    /// owner that sees much gathered may flush within a turn, while what was queued is still in the cache; far
    /// below 64 KiB that costs more calls than it saves misses.
    #[must_use]
    pub fn gathered(&self) -> usize {
        self.batch.frame_bytes() + self.copied
    }

    /// Writes each socket that something was queued for, once if the kernel takes it all, and many of them with one system
    /// call where it [can](crate::Driver). What it does not take waits for the kernel's report.
    pub fn flush(&mut self) {
        if self.dirty.is_empty() {
            return;
        }
        let mut dirty = std::mem::take(&mut self.dirty);
        if !self.write_in_volleys(&dirty) {
            for &slot in &dirty {
                self.write(slot);
            }
        }
        dirty.clear();
        self.dirty = dirty;
        self.batch.clear();
        self.copied = 0;
    }

    fn queue_shared(&mut self, conn: ConnectionId, frame: &Arc<[u8]>, limit: Limit) {
        if let Some(outbox) = self.room_for(conn, frame.len(), limit) {
            outbox.push_shared(frame, 0);
        }
    }

    /// The outbox into which the caller must put `len` bytes, counted already. `None` if there is nothing to do, or
    /// no room, of which the owner has been told then.
    fn room_for(&mut self, conn: ConnectionId, len: usize, limit: Limit) -> Option<&mut Outbox> {
        let refused = if limit == Limit::Exempt { NO_MORE } else { NO_MORE_COUNTED };
        let connection = self.slab.get(conn)?;
        if len == 0 || connection.flags.has(refused) {
            return None;
        }
        if limit == Limit::Counts && !self.has_room(conn, len) {
            // A turn may hold more than an outbox does. That is not the peer's fault, so what can go goes now.
            self.write(conn.index());
            if self.slab.get(conn)?.flags.has(NO_MORE) {
                return None;
            }
            if !self.has_room(conn, len) {
                self.overflow(conn);
                return None;
            }
        }
        let connection = self.slab.at(conn.index());
        self.queued += len;
        // A socket that the kernel does not take bytes for is written when the kernel reports it.
        if connection.flags.has(Flags::WRITABLE) && !connection.flags.has(Flags::DIRTY) {
            connection.flags.set(Flags::DIRTY);
            self.dirty.push(conn.index());
        }
        let outbox = open_outbox(connection, &mut self.pool, &self.batch);
        if limit == Limit::Exempt {
            outbox.exempt(len);
        }
        Some(outbox)
    }

    fn has_room(&mut self, conn: ConnectionId, len: usize) -> bool {
        let connection = self.slab.at(conn.index());
        let counted = match &connection.outbox {
            Some(outbox) => outbox.counted(),
            None => self.batch.len(connection.ticket),
        };
        counted + len <= self.config.outbox_bytes
    }

    fn overflow(&mut self, conn: ConnectionId) {
        self.counters.outbox_full += 1;
        self.slab.at(conn.index()).flags.set(Flags::OVERFLOWED);
        self.notices.push_back(Event::OutboxFull { conn });
    }

    /// Writes one socket now.
    pub(crate) fn write(&mut self, slot: u32) {
        let connection = self.slab.at(slot);
        if !connection.flags.take(Flags::DIRTY) || !connection.is_live() {
            return;
        }
        let result = if connection.flags.has(Flags::TLS) {
            self.write_records(slot)
        } else if connection.outbox.is_some() {
            self.write_outbox(slot)
        } else {
            self.write_ticket(slot)
        };
        self.settle(slot, result);
    }

    /// What follows from a write: true for one that left nothing queued.
    pub(crate) fn settle(&mut self, slot: u32, result: io::Result<bool>) {
        let conn = self.slab.id_of(slot);
        match result {
            Ok(true) => self.emptied(conn),
            Ok(false) => {}
            Err(error) => self.write_failed(conn, error.kind()),
        }
    }

    /// Writes what was queued without a copy. True if the kernel took it all.
    fn write_ticket(&mut self, slot: u32) -> io::Result<bool> {
        let connection = self.slab.at(slot);
        let Some(socket) = &connection.socket else { return Ok(true) };
        let bytes = self.batch.bytes(connection.ticket);
        let (offered, result) = (bytes.len(), socket.write(bytes));
        self.wrote_ticket(slot, offered, result)
    }

    /// The kernel's answer for the bytes of a ticket. What it did not take gets an outbox.
    pub(crate) fn wrote_ticket(
        &mut self,
        slot: u32,
        offered: usize,
        result: io::Result<usize>,
    ) -> io::Result<bool> {
        let written = taken(result)?;
        self.wrote(written);
        let connection = self.slab.at(slot);
        if written == offered {
            connection.ticket = Ticket::NONE;
            return Ok(true);
        }
        let ticket = std::mem::replace(&mut connection.ticket, Ticket::NONE);
        self.keep_rest(slot, ticket, written);
        self.fall_behind(slot, 0);
        Ok(false)
    }

    /// Puts what a ticket stands for into the connection's outbox, but for the first `skip` bytes.
    pub(crate) fn keep_rest(&mut self, slot: u32, ticket: Ticket, mut skip: usize) {
        let outbox = self.slab.at(slot).outbox.get_or_insert_with(|| self.pool.take());
        for frame in self.batch.frames(ticket) {
            outbox.push_shared(frame, skip.min(frame.len()));
            skip = skip.saturating_sub(frame.len());
        }
    }

    /// Writes the outbox until it is empty (true) or the kernel takes no more.
    fn write_outbox(&mut self, slot: u32) -> io::Result<bool> {
        let connection = self.slab.at(slot);
        let (Some(outbox), Some(socket)) = (&mut connection.outbox, &connection.socket) else {
            return Ok(true);
        };
        let mut written = 0;
        let emptied = loop {
            let wrote = outbox.write_to(socket)?;
            self.counters.writes += 1;
            self.counters.bytes_written += wrote.bytes as u64;
            self.queued -= wrote.bytes;
            written += wrote.bytes;
            if outbox.is_empty() || wrote.short {
                break outbox.is_empty();
            }
        };
        if !emptied {
            self.fall_behind(slot, written);
        }
        Ok(emptied)
    }

    /// Counts one write.
    pub(crate) fn wrote(&mut self, bytes: usize) {
        self.counters.writes += 1;
        self.counters.bytes_written += bytes as u64;
        self.queued -= bytes;
    }

    /// The kernel did not take everything. `written` bytes of what had been waiting before are gone.
    pub(crate) fn fall_behind(&mut self, slot: u32, written: usize) {
        self.counters.short_writes += 1;
        let now_ms = self.now_ms();
        let connection = self.slab.at(slot);
        connection.flags.clear(Flags::WRITABLE);
        let Some(outbox) = &mut connection.outbox else { return };
        if !connection.flags.has(Flags::BEHIND) {
            connection.flags.set(Flags::BEHIND);
            outbox.begin_waiting(now_ms);
            self.ages.push(&mut self.slab, slot);
        } else if outbox.sample(written, now_ms) {
            self.ages.remove(&mut self.slab, slot);
            self.ages.push(&mut self.slab, slot);
        }
    }

    /// Everything queued has been written.
    fn emptied(&mut self, conn: ConnectionId) {
        let Some(connection) = self.slab.get(conn) else { return };
        let flags = connection.flags;
        if connection.outbox.is_some() {
            self.drop_queue(conn);
        }
        if flags.has(Flags::FINISHING) {
            self.end(conn);
        } else if flags.has(Flags::PEER_ENDED) {
            self.close(conn, Closed::PeerClosed);
        } else if flags.has(Flags::BEHIND) {
            self.notices.push_back(Event::Drained { conn });
        }
    }

    /// The peer is gone. What it sent before it went is still read, unless the owner does not want it.
    pub(crate) fn write_failed(&mut self, conn: ConnectionId, kind: io::ErrorKind) {
        self.drop_queue(conn);
        let Some(connection) = self.slab.get(conn) else { return };
        if connection.flags.has(Flags::PAUSED.or(Flags::PEER_ENDED)) {
            return self.close(conn, Closed::Reset(kind));
        }
        connection.flags.set(Flags::WRITE_FAILED.or(Flags::READABLE).or(Flags::HANG_UP));
        self.continue_next_turn(conn);
    }

    /// Throws away what is queued, and gives the outbox back.
    pub(crate) fn drop_queue(&mut self, conn: ConnectionId) {
        let slot = conn.index();
        let connection = self.slab.at(slot);
        self.queued -= unsent(connection, &self.batch);
        connection.ticket = Ticket::NONE;
        if connection.flags.take(Flags::BEHIND) {
            self.ages.remove(&mut self.slab, slot);
        }
        if let Some(outbox) = self.slab.at(slot).outbox.take() {
            self.pool.give(outbox);
        }
    }
}

/// Whether a frame counts against the limit of the outbox.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Limit {
    Counts,
    Exempt,
}

pub(crate) fn unsent(connection: &Connection, batch: &Batch) -> usize {
    match &connection.outbox {
        Some(outbox) => outbox.len(),
        None => batch.len(connection.ticket),
    }
}

/// The connection's outbox, with the frames in front that had been queued without one.
pub(crate) fn open_outbox<'a>(
    connection: &'a mut Connection,
    pool: &mut Pool,
    batch: &Batch,
) -> &'a mut Outbox {
    let ticket = std::mem::replace(&mut connection.ticket, Ticket::NONE);
    let outbox = connection.outbox.get_or_insert_with(|| pool.take());
    batch.frames(ticket).for_each(|frame| outbox.push_shared(frame, 0));
    outbox
}
