//! Writing many sockets with one system call.
//!
//! Of the 4.5 µs that a `send` costs, about one is the way into the kernel and back, and what every call finds cold there.
//! Where the kernel offers io_uring, a flush of several sockets therefore goes in volleys:
//!
//! 1. *Aim.* For each socket, find where its bytes lie: in a frame of the [batch](crate::batch), in frames that it puts
//!    side by side, in an [outbox](crate::outbox), or, sealed, in the loop's buffer for records. From here on no bytes move.
//! 2. *Fire.* One system call sends them all. The kernel is done with every buffer when it returns.
//! 3. *Count.* Each answer goes to the same code as that of a plain `send`.
//!
//! What does not lie in one place (large frames between small ones, more records than one call takes) is written alone,
//! behind the volleys.

use std::io;

use crate::Reactor;
use crate::batch::{Batch, Place};
use crate::config::Driver;
use crate::connection::Flags;
use crate::sending::unsent;
use crate::slab::Slab;
use crate::sys::ring::{ENTRIES, Ring};
use crate::sys::socket::Socket;
use crate::tls::SEALING;

/// From this many sockets on a volley is cheaper than plain calls: one entry alone costs 7 % more than `send`, two
/// the same, eight 8 % less.
const FROM: usize = 4;

/// Bytes of frames put side by side at which a volley takes no more sockets, each of which adds to them if its frames are
/// others than those of the last one. Within the second-level cache.
const JOINED: usize = 256 << 10;

/// The kernel's side of it, and room that is used again.
#[derive(Debug, Default)]
pub(crate) struct Volleys {
    ring: Option<Ring>,
    shots: Vec<Shot>,
    alone: Vec<u32>,
    /// How much of the loop's buffer for records this volley has filled.
    sealed: usize,
}

/// One socket of a volley.
#[derive(Clone, Copy, Debug)]
struct Shot {
    slot: u32,
    at: At,
    /// Plain bytes.
    len: usize,
}

#[derive(Clone, Copy, Debug)]
enum At {
    Batch(Place),
    Outbox,
    /// In the loop's buffer for records.
    Sealed(usize, usize),
}

impl Volleys {
    /// # Errors
    /// The kernel refuses what was asked for by name.
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
}

fn refused(error: io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("io_uring cannot be used here: {error}; the drivers auto and epoll can"),
    )
}

impl Reactor {
    /// Writes these sockets in volleys. False, and nothing done, if plain calls are to do it.
    pub(crate) fn write_in_volleys(&mut self, dirty: &[u32]) -> bool {
        if dirty.len() < FROM || self.volleys.ring.is_none() {
            return false;
        }
        let mut dirty = dirty.iter().copied();
        loop {
            let is_last = self.aim(&mut dirty);
            self.fire();
            self.count();
            if is_last {
                break;
            }
        }
        while let Some(slot) = self.volleys.alone.pop() {
            self.write(slot);
        }
        self.batch.forget_joined();
        true
    }

    /// Takes sockets for the next volley; true if it is the last one.
    fn aim(&mut self, dirty: &mut impl Iterator<Item = u32>) -> bool {
        self.volleys.shots.clear();
        self.volleys.sealed = 0;
        self.batch.forget_joined();
        while self.takes_more() {
            let Some(slot) = dirty.next() else { return true };
            let connection = self.slab.at(slot);
            if !connection.flags.has(Flags::DIRTY) || !connection.is_live() {
                continue;
            }
            match self.aim_at(slot) {
                Ok(Some((at, len))) => {
                    self.slab.at(slot).flags.clear(Flags::DIRTY);
                    self.volleys.shots.push(Shot { slot, at, len });
                }
                Ok(None) => self.volleys.alone.push(slot),
                Err(error) => {
                    self.slab.at(slot).flags.clear(Flags::DIRTY);
                    self.settle(slot, Err(error));
                }
            }
        }
        false
    }

    /// The volley can take another socket.
    fn takes_more(&self) -> bool {
        let Volleys { shots, sealed, .. } = &self.volleys;
        let room_to_seal = *sealed == 0 || sealed + SEALING <= self.sealing.len();
        shots.len() < ENTRIES && self.batch.joined() < JOINED && room_to_seal
    }

    /// Where all that is queued for a socket lies, and how much that is; `None` if it has to be written alone. Fails
    /// where it cannot be sealed.
    fn aim_at(&mut self, slot: u32) -> io::Result<Option<(At, usize)>> {
        if self.volleys.ring.is_none() {
            return Ok(None);
        }
        let connection = self.slab.at(slot);
        if connection.flags.has(Flags::TLS) {
            let (from, len) = (self.volleys.sealed, unsent(connection, &self.batch));
            let Some(end) = self.seal_for_volley(slot, from).transpose()? else { return Ok(None) };
            self.volleys.sealed = end;
            return Ok(Some((At::Sealed(from, end), len)));
        }
        if let Some(outbox) = &connection.outbox {
            return Ok(outbox.side_by_side().map(|bytes| (At::Outbox, bytes.len())));
        }
        let place = self.batch.lay(connection.ticket);
        Ok(Some((At::Batch(place), self.batch.at(place).len())))
    }

    fn fire(&mut self) {
        let (slab, batch, records) = (&self.slab, &self.batch, &self.sealing[..]);
        let Volleys { ring: Some(ring), shots, .. } = &mut self.volleys else { return };
        if shots.is_empty() {
            return;
        }
        self.counters.volleys += 1;
        ring.send_each(shots.iter().map_while(|shot| buffer(slab, batch, records, shot)));
    }

    fn count(&mut self) {
        for place in 0..self.volleys.shots.len() {
            let Shot { slot, at, len } = self.volleys.shots[place];
            let Some(result) = self.volleys.ring.as_ref().and_then(|ring| ring.result(place)) else {
                self.fire_later(slot, at);
                continue;
            };
            let result = match at {
                At::Batch(_) => self.wrote_ticket(slot, len, result),
                At::Outbox => self.wrote_outbox(slot, result),
                At::Sealed(from, end) => self.wrote_records(slot, from..end, len, result),
            };
            self.settle(slot, result);
        }
        self.volleys.ring.take_if(|ring| !ring.is_sound());
    }

    /// The kernel took no more: such a socket is written alone. Records that were sealed have to leave as they are.
    fn fire_later(&mut self, slot: u32, at: At) {
        if let At::Sealed(from, end) = at {
            self.keep_sealed(slot, from..end);
        }
        self.slab.at(slot).flags.set(Flags::DIRTY);
        self.volleys.alone.push(slot);
    }

    /// The answer for an outbox whose bytes lie side by side.
    fn wrote_outbox(&mut self, slot: u32, result: io::Result<usize>) -> io::Result<bool> {
        let Some(outbox) = &mut self.slab.at(slot).outbox else { return Ok(true) };
        let written = outbox.wrote(result)?;
        let emptied = outbox.is_empty();
        self.wrote(written);
        if !emptied {
            self.fall_behind(slot, written);
        }
        Ok(emptied)
    }
}

/// Socket and bytes of a shot.
fn buffer<'a>(
    slab: &'a Slab,
    batch: &'a Batch,
    records: &'a [u8],
    shot: &Shot,
) -> Option<(&'a Socket, &'a [u8])> {
    let connection = slab.record(shot.slot);
    let bytes = match shot.at {
        At::Batch(place) => batch.at(place),
        At::Outbox => connection.outbox.as_ref()?.side_by_side()?,
        At::Sealed(from, end) => records.get(from..end)?,
    };
    Some((connection.socket.as_ref()?, bytes))
}

#[cfg(test)]
#[path = "volley_tests.rs"]
mod tests;
