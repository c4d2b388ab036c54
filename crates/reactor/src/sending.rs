//! Queueing frames, and writing each socket once per turn.
//!
//! The hot path is one frame to a thousand sockets. A `send` costs the kernel 4.5 µs whatever it carries, so
//! what stands around it must stay below a tenth of a microsecond, and most of that is cache misses: the record, the
//! outbox, its buffer. So the first frame of a turn is not copied at all. The record notes its number in the
//! turn's list of frames, which holds one reference for all sockets (no counter of the frame is touched per socket,
//! so loops on several cores do not fight over it), and the flush writes straight from it. Only when a second
//! frame comes for the same socket in the same turn, or the kernel does not take the first one, an outbox is taken
//! from the pool and frames are put side by side in it.

use std::io;
use std::sync::Arc;

use crate::connection::{Connection, Flags, NO_FRAME};
use crate::outbox::Outbox;
use crate::pool::Pool;
use crate::{Closed, ConnectionId, Event, Reactor};

impl Reactor {
    /// Queues a copy of `bytes`, to be written at the next [`flush`](Self::flush). Ignored for a stale id and
    /// for a connection that is being finished. If the outbox would exceed its limit, the connection is closed with
    /// [`Closed::OutboxFull`].
    pub fn send(&mut self, conn: ConnectionId, bytes: &[u8]) {
        self.queue(conn, &Payload::Copied(bytes), false);
    }

    /// The same for a frame that many connections get: the first one of a turn is not copied, and large ones
    /// (8 KiB and more) never are.
    #[inline]
    pub fn send_shared(&mut self, conn: ConnectionId, frame: &Arc<[u8]>) {
        let Some(connection) = self.slab.get(conn) else { return };
        let flags = &mut connection.flags;
        let idle = connection.frame == NO_FRAME && connection.outbox.is_none();
        let fits = !frame.is_empty() && frame.len() <= self.config.outbox_bytes;
        if !(idle && fits && flags.has(Flags::WRITABLE)) || flags.has(NO_MORE) {
            return self.queue(conn, &Payload::Shared(frame), false);
        }
        connection.frame = number_in(&mut self.frames, frame);
        if !flags.has(Flags::DIRTY) {
            flags.set(Flags::DIRTY);
            self.dirty.push(conn.index());
        }
        self.queued += frame.len();
    }

    /// The same, but the frame does not count against the limit of the outbox. For what is large by its nature
    /// and sent once, like the roster of a presence channel; the caller bounds it.
    pub fn send_exempt(&mut self, conn: ConnectionId, frame: &Arc<[u8]>) {
        self.queue(conn, &Payload::Shared(frame), true);
    }

    /// Unsent bytes of one connection; 0 for a stale id.
    #[must_use]
    pub fn unsent(&mut self, conn: ConnectionId) -> usize {
        let frames = &self.frames;
        self.slab.get(conn).map_or(0, |connection| unsent(connection, frames))
    }

    /// Writes each socket that something was queued for, with one call if the kernel takes it all. What it does not
    /// take waits for the kernel's report.
    pub fn flush(&mut self) {
        if self.dirty.is_empty() {
            return;
        }
        let mut dirty = std::mem::take(&mut self.dirty);
        for slot in dirty.drain(..) {
            self.write(slot);
        }
        self.dirty = dirty;
        self.frames.clear();
    }

    fn queue(&mut self, conn: ConnectionId, payload: &Payload<'_>, exempt: bool) {
        let Some(connection) = self.slab.get(conn) else { return };
        let len = payload.len();
        if len == 0 || connection.flags.has(NO_MORE) {
            return;
        }
        let counted = match &connection.outbox {
            Some(outbox) => outbox.counted(),
            None => unsent(connection, &self.frames),
        };
        if !exempt && counted + len > self.config.outbox_bytes {
            return self.close(conn, Closed::OutboxFull);
        }
        let outbox = open_outbox(connection, &mut self.pool, &self.frames);
        match payload {
            Payload::Copied(bytes) => outbox.push(bytes),
            Payload::Shared(frame) => outbox.push_shared(frame, 0),
        }
        if exempt {
            outbox.exempt(len);
        }
        self.queued += len;
        // A socket that the kernel does not take bytes for is written when the kernel reports it.
        if connection.flags.has(Flags::WRITABLE) && !connection.flags.has(Flags::DIRTY) {
            connection.flags.set(Flags::DIRTY);
            self.dirty.push(conn.index());
        }
    }

    fn write(&mut self, slot: u32) {
        let connection = self.slab.at(slot);
        if !connection.flags.take(Flags::DIRTY) || !connection.is_live() {
            return;
        }
        let result =
            if connection.frame == NO_FRAME { self.write_outbox(slot) } else { self.write_frame(slot) };
        let conn = self.slab.id_of(slot);
        match result {
            Ok(true) => self.emptied(conn),
            Ok(false) => {}
            Err(error) => self.write_failed(conn, error.kind()),
        }
    }

    /// Writes the frame that was queued without a copy. True if the kernel took it all.
    fn write_frame(&mut self, slot: u32) -> io::Result<bool> {
        let connection = self.slab.at(slot);
        let place = std::mem::replace(&mut connection.frame, NO_FRAME);
        let (Some(frame), Some(socket)) = (self.frames.get(place as usize), &connection.socket) else {
            return Ok(true);
        };
        self.counters.writes += 1;
        let written = match socket.write(frame) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
            Err(error) => {
                self.queued -= frame.len();
                return Err(error);
            }
            Ok(written) => written,
        };
        self.counters.bytes_written += written as u64;
        self.queued -= written;
        if written == frame.len() {
            return Ok(true);
        }
        let mut outbox = self.pool.take();
        outbox.push_shared(frame, written);
        connection.outbox = Some(outbox);
        self.fall_behind(slot, 0);
        Ok(false)
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

    /// The kernel did not take everything. `written` bytes of what had been waiting before are gone.
    fn fall_behind(&mut self, slot: u32, written: usize) {
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
        if connection.outbox.is_some() {
            self.drop_queue(conn);
        }
        let Some(connection) = self.slab.get(conn) else { return };
        let flags = connection.flags;
        connection.flags.clear(Flags::BEHIND);
        if flags.has(Flags::FINISHING) {
            self.end(conn);
        } else if flags.has(Flags::PEER_ENDED) {
            self.close(conn, Closed::PeerClosed);
        } else if flags.has(Flags::BEHIND) {
            self.notices.push_back(Event::Drained { conn });
        }
    }

    /// The peer is gone. What it sent before it went is still read, unless the owner does not want it.
    fn write_failed(&mut self, conn: ConnectionId, kind: io::ErrorKind) {
        self.drop_queue(conn);
        let Some(connection) = self.slab.get(conn) else { return };
        connection.flags.clear(Flags::BEHIND);
        if connection.flags.has(Flags::PAUSED) || connection.flags.has(Flags::PEER_ENDED) {
            return self.close(conn, Closed::Reset(kind));
        }
        connection.flags.set(Flags::WRITE_FAILED);
        connection.flags.set(Flags::READABLE);
        connection.flags.set(Flags::HANG_UP);
        self.continue_next_turn(conn);
    }

    /// Throws away what is queued, and gives the outbox back.
    pub(crate) fn drop_queue(&mut self, conn: ConnectionId) {
        let slot = conn.index();
        let connection = self.slab.at(slot);
        self.queued -= unsent(connection, &self.frames);
        connection.frame = NO_FRAME;
        if connection.flags.has(Flags::BEHIND) {
            self.ages.remove(&mut self.slab, slot);
        }
        if let Some(outbox) = self.slab.at(slot).outbox.take() {
            self.pool.give(outbox);
        }
    }
}

/// Nothing more may be queued in these states.
const NO_MORE: Flags = Flags::FINISHING.or(Flags::WRITE_FAILED);

enum Payload<'a> {
    Copied(&'a [u8]),
    Shared(&'a Arc<[u8]>),
}

impl Payload<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Copied(bytes) => bytes.len(),
            Self::Shared(frame) => frame.len(),
        }
    }
}

/// The place of a frame in the turn's list: a fan-out asks for the same one again and again.
#[inline]
fn number_in(frames: &mut Vec<Arc<[u8]>>, frame: &Arc<[u8]>) -> u32 {
    if !frames.last().is_some_and(|last| Arc::ptr_eq(last, frame)) {
        frames.push(Arc::clone(frame));
    }
    // A turn queues fewer than 2^32 frames: each is at least one socket's, and those are fewer.
    u32::try_from(frames.len() - 1).unwrap_or(NO_FRAME)
}

fn unsent(connection: &Connection, frames: &[Arc<[u8]>]) -> usize {
    match &connection.outbox {
        Some(outbox) => outbox.len(),
        None => frames.get(connection.frame as usize).map_or(0, |frame| frame.len()),
    }
}

/// The connection's outbox, with the frame that had been queued without one in front.
fn open_outbox<'a>(connection: &'a mut Connection, pool: &mut Pool, frames: &[Arc<[u8]>]) -> &'a mut Outbox {
    let place = std::mem::replace(&mut connection.frame, NO_FRAME);
    let outbox = connection.outbox.get_or_insert_with(|| pool.take());
    if let Some(frame) = frames.get(place as usize) {
        outbox.push_shared(frame, 0);
    }
    outbox
}
