//! Batch submission: writing many sockets with one system call.
//!
//! Of the 4.5 µs that a `send` costs, about one is the switch into the kernel and back and the
//! cache misses of every call. Where the kernel offers io_uring, a flush of several sockets is
//! therefore submitted in batches:
//!
//! 1. *Prepare.* For each socket, find where its bytes are: in a frame of the
//!    [batch](crate::batch), in frames that it joins in one buffer, in an [outbox](crate::outbox),
//!    or, sealed, in the loop's record buffer. From here on no bytes move.
//! 2. *Submit.* One system call sends them all. The kernel is done with every buffer when it
//!    returns.
//! 3. *Complete.* Each result is handled by the same code as that of a plain `send`.
//!
//! Sockets whose bytes are not contiguous (large frames between small ones, more records than one
//! call takes) are written one by one, after the submissions.

use std::io;

use crate::Reactor;
use crate::batch::{Batch, Place};
use crate::config::Driver;
use crate::connection::Flags;
use crate::sending::unsent;
use crate::slab::Slab;
use crate::sys::ring::{ENTRIES, Ring};
use crate::sys::socket::Socket;
use crate::tls::RecordBuffer;

/// From this many sockets on a submission is cheaper than plain calls: one entry alone costs 7 %
/// more than `send`, two the same, eight 8 % less.
const MIN_SOCKETS: usize = 4;

/// Bytes of joined frames at which a submission takes no more sockets, each of which adds to them
/// if its frames differ from those of the socket before. Within the second-level cache.
const MAX_JOINED: usize = 256 << 10;

/// The ring, and buffers that are reused from flush to flush.
#[derive(Debug, Default)]
pub(crate) struct Submissions {
    ring: Option<Ring>,
    entries: Vec<Entry>,
    /// Sockets to write one by one afterwards.
    unbatched: Vec<u32>,
    /// How much of the loop's record buffer this submission has filled.
    sealed: usize,
}

/// One socket of a submission.
#[derive(Clone, Copy, Debug)]
struct Entry {
    slot: u32,
    source: Source,
    /// Plain bytes.
    len: usize,
}

/// Where the bytes of an entry are.
#[derive(Clone, Copy, Debug)]
enum Source {
    Batch(Place),
    Outbox,
    /// A range of the loop's record buffer.
    Records(usize, usize),
}

impl Submissions {
    /// # Errors
    /// The kernel refuses the driver that was requested by name.
    pub(crate) fn new(driver: Driver) -> io::Result<Self> {
        let ring = match driver {
            Driver::Epoll => None,
            Driver::Auto => Ring::new().ok(),
            Driver::IoUring => Some(Ring::new().map_err(refused)?),
        };
        Ok(Self { ring, ..Self::default() })
    }

    pub(crate) fn driver(&self) -> Driver {
        if self.ring.is_some() { Driver::IoUring } else { Driver::Epoll }
    }

    fn clear(&mut self) {
        self.entries.clear();
        self.sealed = 0;
    }
}

fn refused(error: io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("io_uring cannot be used here: {error}; the drivers auto and epoll can"),
    )
}

impl Reactor {
    /// Writes these sockets by batch submission. False, and nothing done, if plain calls are to do
    /// it.
    pub(crate) fn submit_all(&mut self, dirty: &[u32]) -> bool {
        if dirty.len() < MIN_SOCKETS || self.submissions.ring.is_none() {
            return false;
        }
        let mut dirty = dirty.iter().copied();
        loop {
            let is_last = self.prepare(&mut dirty);
            self.submit();
            self.complete();
            if is_last {
                break;
            }
        }
        while let Some(slot) = self.submissions.unbatched.pop() {
            self.write(slot);
        }
        self.batch.forget_joined();
        true
    }

    /// Collects sockets for the next submission; true if it is the last one.
    fn prepare(&mut self, dirty: &mut impl Iterator<Item = u32>) -> bool {
        self.submissions.clear();
        self.batch.forget_joined();
        while self.has_room_for_entry() {
            let Some(slot) = dirty.next() else { return true };
            let connection = self.slab.at(slot);
            if !connection.flags.has(Flags::DIRTY) || !connection.is_live() {
                continue;
            }
            match self.locate(slot) {
                Ok(Some((source, len))) => {
                    self.slab.at(slot).flags.clear(Flags::DIRTY);
                    self.submissions.entries.push(Entry { slot, source, len });
                }
                Ok(None) => self.submissions.unbatched.push(slot),
                Err(error) => {
                    self.slab.at(slot).flags.clear(Flags::DIRTY);
                    self.settle(slot, Err(error));
                }
            }
        }
        false
    }

    fn has_room_for_entry(&self) -> bool {
        let Submissions { entries, sealed, .. } = &self.submissions;
        let room_to_seal = *sealed == 0 || self.records.has_room(*sealed);
        entries.len() < ENTRIES && self.batch.joined() < MAX_JOINED && room_to_seal
    }

    /// Where all that is queued for a socket is, and how many bytes; `None` if it has to be written
    /// by itself. Fails where it cannot be sealed.
    fn locate(&mut self, slot: u32) -> io::Result<Option<(Source, usize)>> {
        if self.submissions.ring.is_none() {
            return Ok(None);
        }
        let connection = self.slab.at(slot);
        if connection.flags.has(Flags::TLS) {
            let (from, len) = (self.submissions.sealed, unsent(connection, &self.batch));
            let Some(end) = self.seal_for_submission(slot, from).transpose()? else { return Ok(None) };
            self.submissions.sealed = end;
            return Ok(Some((Source::Records(from, end), len)));
        }
        if let Some(outbox) = &connection.outbox {
            return Ok(outbox.contiguous().map(|bytes| (Source::Outbox, bytes.len())));
        }
        let place = self.batch.join(connection.ticket);
        Ok(Some((Source::Batch(place), self.batch.at(place).len())))
    }

    fn submit(&mut self) {
        let (slab, batch, records) = (&self.slab, &self.batch, &self.records);
        let Submissions { ring: Some(ring), entries, .. } = &mut self.submissions else { return };
        if entries.is_empty() {
            return;
        }
        self.counters.submissions += 1;
        ring.send_each(entries.iter().map_while(|entry| buffer(slab, batch, records, entry)));
    }

    /// Handles the result of each entry.
    fn complete(&mut self) {
        for place in 0..self.submissions.entries.len() {
            let Entry { slot, source, len } = self.submissions.entries[place];
            let Some(result) = self.submissions.ring.as_ref().and_then(|ring| ring.result(place)) else {
                self.write_later(slot, source);
                continue;
            };
            let result = match source {
                Source::Batch(_) => self.wrote_ticket(slot, len, result),
                Source::Outbox => self.wrote_outbox(slot, result),
                Source::Records(from, end) => self.wrote_records(slot, from..end, len, result),
            };
            self.settle(slot, result);
        }
        self.submissions.ring.take_if(|ring| !ring.is_sound());
    }

    /// The kernel did not take this entry: the socket is written by itself. Sealed records have to
    /// leave as they are.
    fn write_later(&mut self, slot: u32, source: Source) {
        if let Source::Records(from, end) = source {
            self.queue_records(slot, from..end);
        }
        self.slab.at(slot).flags.set(Flags::DIRTY);
        self.submissions.unbatched.push(slot);
    }

    /// The result for an outbox whose bytes are contiguous.
    fn wrote_outbox(&mut self, slot: u32, result: io::Result<usize>) -> io::Result<bool> {
        let Some(outbox) = &mut self.slab.at(slot).outbox else { return Ok(true) };
        let written = outbox.wrote(result)?;
        let emptied = outbox.is_empty();
        self.count_write(written);
        if !emptied {
            self.fall_behind(slot, written);
        }
        Ok(emptied)
    }
}

/// Socket and bytes of an entry.
fn buffer<'a>(
    slab: &'a Slab,
    batch: &'a Batch,
    records: &'a RecordBuffer,
    entry: &Entry,
) -> Option<(&'a Socket, &'a [u8])> {
    let connection = slab.record(entry.slot);
    let bytes = match entry.source {
        Source::Batch(place) => batch.at(place),
        Source::Outbox => connection.outbox.as_ref()?.contiguous()?,
        Source::Records(from, end) => records.get(from..end)?,
    };
    Some((connection.socket.as_ref()?, bytes))
}

#[cfg(test)]
#[path = "submission_tests.rs"]
mod tests;
