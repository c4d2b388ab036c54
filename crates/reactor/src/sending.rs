//! Queueing frames, and writing each socket once per turn.
//!
//! Shared frames of a turn are [tickets](crate::batch); everything else is copied into an
//! [outbox](crate::outbox) from the pool: frames for one connection, frames for a socket that is
//! behind, and what the kernel did not take.

use std::io;
use std::sync::Arc;

use crate::batch::{Batch, Ticket};
use crate::connection::{Connection, Flags};
use crate::outbox::{Outbox, taken};
use crate::pool::Pool;
use crate::{Closed, ConnectionId, Event, Reactor};

/// Nothing more may be queued in these states, …
const NO_MORE: Flags = Flags::FINISHING.or(Flags::WRITE_FAILED).or(Flags::RESERVED);
/// … and in these only what is exempt from the limit.
const NO_MORE_COUNTED: Flags = NO_MORE.or(Flags::OVERFLOWED);

/// What a loop has queued, except for the [batch](crate::batch) of the turn.
#[derive(Debug)]
pub(crate) struct SendQueue {
    pool: Pool,
    /// Slots to write at the next flush.
    dirty: Vec<u32>,
    /// Bytes of this turn that were copied into outboxes.
    copied: usize,
    /// Unsent bytes of all connections.
    bytes: usize,
}

impl SendQueue {
    pub(crate) fn new(pool_bytes: usize) -> Self {
        Self { pool: Pool::new(pool_bytes), dirty: Vec::new(), copied: 0, bytes: 0 }
    }

    /// Unsent bytes of all connections.
    #[inline]
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether the next flush has something to write.
    #[inline]
    pub(crate) fn is_dirty(&self) -> bool {
        !self.dirty.is_empty()
    }

    /// Has the next flush write this slot, once.
    #[inline]
    pub(crate) fn mark_dirty(&mut self, slot: u32, flags: &mut Flags) {
        if !flags.has(Flags::DIRTY) {
            flags.set(Flags::DIRTY);
            self.dirty.push(slot);
        }
    }

    /// Counts bytes that were queued.
    #[inline]
    pub(crate) fn add(&mut self, bytes: usize) {
        self.bytes += bytes;
    }

    /// Counts bytes that left the queue.
    #[inline]
    pub(crate) fn remove(&mut self, bytes: usize) {
        self.bytes -= bytes;
    }

    /// The connection's outbox, with the frames in front that had been queued without one.
    pub(crate) fn outbox<'a>(&mut self, connection: &'a mut Connection, batch: &Batch) -> &'a mut Outbox {
        let ticket = std::mem::replace(&mut connection.ticket, Ticket::NONE);
        let outbox = connection.outbox.get_or_insert_with(|| self.pool.take());
        batch.frames(ticket).for_each(|frame| outbox.push_shared(frame, 0));
        outbox
    }
}

impl Reactor {
    /// Queues a copy of `bytes`, to be written at the next [`flush`](Self::flush). Ignored for a stale id and
    /// for a connection that is being finished. If the outbox would exceed its limit, nothing is queued and
    /// [`Event::OutboxFull`] follows.
    pub fn send(&mut self, conn: ConnectionId, bytes: &[u8]) {
        if let Some(outbox) = self.room_for(conn, bytes.len(), Limit::Counts) {
            outbox.push(bytes);
            self.send_queue.copied += bytes.len();
        }
    }

    /// The same for bytes in two places, such as a header and a payload.
    #[inline]
    pub fn send_parts(&mut self, conn: ConnectionId, header: &[u8], payload: &[u8]) {
        let len = header.len() + payload.len();
        if let Some(outbox) = self.room_for(conn, len, Limit::Counts) {
            outbox.push_parts(header, payload);
            self.send_queue.copied += len;
        }
    }

    /// The same if there is room; if not, it queues nothing, reports no event and returns false.
    #[inline]
    pub fn try_send_parts(&mut self, conn: ConnectionId, header: &[u8], payload: &[u8]) -> bool {
        let len = header.len() + payload.len();
        // From the second message of a turn on this is all.
        if let Some(connection) = self.slab.get(conn)
            && connection.flags.has(Flags::DIRTY)
            && !connection.flags.has(NO_MORE_COUNTED)
            && let Some(outbox) = &mut connection.outbox
            && outbox.counted() + len <= self.config.outbox_bytes
        {
            outbox.push_parts(header, payload);
            self.send_queue.add(len);
            self.send_queue.copied += len;
            return true;
        }
        let takes = self.takes(conn, len);
        if takes {
            self.send_parts(conn, header, payload);
        }
        takes
    }

    /// Whether `len` bytes could be queued now. Queued bytes are written first if that may make
    /// room.
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

    /// The same for a frame that many connections get: small ones are not copied for each
    /// connection if the flush can write them, and large ones (8 KiB and more) never are.
    #[inline(always)] // the loop over the subscribers of a channel calls it: a call took 14 instructions a delivery
    #[allow(clippy::inline_always)]
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
            self.send_queue.add(frame.len());
            self.send_queue.mark_dirty(conn.index(), flags);
            return;
        }
        self.queue_shared(conn, frame, Limit::Counts);
    }

    /// The same, but the frame does not count against the limit of the outbox. For frames that are
    /// large by nature and sent once, such as the members of a presence channel; the caller bounds
    /// them.
    pub fn send_exempt(&mut self, conn: ConnectionId, frame: &Arc<[u8]>) {
        self.queue_shared(conn, frame, Limit::Exempt);
    }

    /// Unsent bytes of one connection; 0 for a stale id.
    #[must_use]
    pub fn unsent(&mut self, conn: ConnectionId) -> usize {
        let batch = &self.batch;
        self.slab.get(conn).map_or(0, |connection| unsent(connection, batch))
    }

    /// The [slots](ConnectionId::slot) that the next [`flush`](Self::flush) writes.
    #[must_use]
    pub fn written_next(&self) -> &[u32] {
        &self.send_queue.dirty
    }

    /// Bytes queued since the last [`flush`](Self::flush), a shared frame counted once however many
    /// sockets get it. An owner may flush within a turn once this is large, while the frames are
    /// still in the cache; far below 64 KiB that costs more calls than it saves cache misses.
    #[must_use]
    pub fn gathered(&self) -> usize {
        self.batch.frame_bytes() + self.send_queue.copied
    }

    /// Writes each socket that something was queued for, once if the kernel takes it all, and many
    /// of them with one system call where it [can](crate::Driver). The rest waits until the kernel
    /// reports the socket writable.
    pub fn flush(&mut self) {
        if !self.send_queue.is_dirty() {
            return;
        }
        let mut dirty = std::mem::take(&mut self.send_queue.dirty);
        if !self.submit_all(&dirty) {
            for &slot in &dirty {
                self.write(slot);
            }
        }
        dirty.clear();
        self.send_queue.dirty = dirty;
        self.batch.clear();
        self.send_queue.copied = 0;
    }

    fn queue_shared(&mut self, conn: ConnectionId, frame: &Arc<[u8]>, limit: Limit) {
        if let Some(outbox) = self.room_for(conn, frame.len(), limit) {
            outbox.push_shared(frame, 0);
        }
    }

    /// The outbox into which the caller must put `len` bytes, which are counted already. `None` if
    /// there is nothing to do, or no room; then the owner is notified.
    fn room_for(&mut self, conn: ConnectionId, len: usize, limit: Limit) -> Option<&mut Outbox> {
        let refused = if limit == Limit::Exempt { NO_MORE } else { NO_MORE_COUNTED };
        let connection = self.slab.get(conn)?;
        if len == 0 || connection.flags.has(refused) {
            return None;
        }
        if limit == Limit::Counts && !self.has_room(conn, len) {
            // A turn may queue more than an outbox holds. That is not the peer's fault, so it is
            // written now.
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
        self.send_queue.add(len);
        // A socket whose buffer in the kernel is full is written when the kernel reports it
        // writable.
        if connection.flags.has(Flags::WRITABLE) {
            self.send_queue.mark_dirty(conn.index(), &mut connection.flags);
        }
        let outbox = self.send_queue.outbox(connection, &self.batch);
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

    /// Handles the result of a write: true for one that left nothing queued.
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

    /// The result for the bytes of a ticket. What the kernel did not take goes into an outbox.
    pub(crate) fn wrote_ticket(
        &mut self,
        slot: u32,
        offered: usize,
        result: io::Result<usize>,
    ) -> io::Result<bool> {
        let written = taken(result)?;
        self.count_write(written);
        let connection = self.slab.at(slot);
        if written == offered {
            connection.ticket = Ticket::NONE;
            return Ok(true);
        }
        let ticket = std::mem::replace(&mut connection.ticket, Ticket::NONE);
        self.queue_rest(slot, ticket, written);
        self.fall_behind(slot, 0);
        Ok(false)
    }

    /// Puts the bytes of a ticket into the connection's outbox, except for the first `skip`.
    pub(crate) fn queue_rest(&mut self, slot: u32, ticket: Ticket, mut skip: usize) {
        let outbox = self.slab.at(slot).outbox.get_or_insert_with(|| self.send_queue.pool.take());
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
            self.counters.count_write(wrote.bytes);
            self.send_queue.remove(wrote.bytes);
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

    /// Counts one write of plain bytes.
    #[inline]
    pub(crate) fn count_write(&mut self, written: usize) {
        self.counters.count_write(written);
        self.send_queue.remove(written);
    }

    /// The kernel did not take everything. `written` bytes of what was queued before are gone.
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

    /// The peer is gone. What it sent before is still read, unless the owner has paused reading.
    pub(crate) fn write_failed(&mut self, conn: ConnectionId, kind: io::ErrorKind) {
        self.drop_queue(conn);
        let Some(connection) = self.slab.get(conn) else { return };
        if connection.flags.has(Flags::PAUSED.or(Flags::PEER_ENDED)) {
            return self.close(conn, Closed::Reset(kind));
        }
        connection.flags.set(Flags::WRITE_FAILED.or(Flags::READABLE).or(Flags::HANG_UP));
        self.continue_next_turn(conn);
    }

    /// Discards what is queued, and returns the outbox to the pool.
    pub(crate) fn drop_queue(&mut self, conn: ConnectionId) {
        let slot = conn.index();
        let connection = self.slab.at(slot);
        self.send_queue.remove(unsent(connection, &self.batch));
        connection.ticket = Ticket::NONE;
        if connection.flags.take(Flags::BEHIND) {
            self.ages.remove(&mut self.slab, slot);
        }
        if let Some(outbox) = self.slab.at(slot).outbox.take() {
            self.send_queue.pool.give(outbox);
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
