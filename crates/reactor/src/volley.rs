//! Writing many sockets with one system call.
//!
//! Of the 4.5 µs that a `send` costs, about one is the way into the kernel and back, and what every call finds cold there.
//! Where the kernel offers io_uring, a flush of several sockets therefore goes in volleys:
//!
//! 1. *Aim.* For each socket, find where its bytes lie: in a frame of the [batch](crate::batch), in frames that it puts
//!    side by side, or in an [outbox](crate::outbox). Nothing is sent, and no bytes move from here on.
//! 2. *Fire.* One system call sends them all. The kernel is done with every buffer when it returns.
//! 3. *Count.* Each answer goes to the same code as that of a plain `send`.
//!
//! What does not lie in one place (large frames between small ones, records of TLS) is written alone, behind the
//! volleys.

use std::io;

use crate::Reactor;
use crate::batch::{Batch, Place};
use crate::config::Driver;
use crate::connection::Flags;
use crate::slab::Slab;
use crate::sys::ring::{ENTRIES, Ring};
use crate::sys::socket::Socket;

/// From this many sockets on a volley is cheaper than plain calls: one entry alone costs 7 % more than `send`, two
/// the same, eight 8 % less.
const FROM: usize = 4;

/// Most bytes of frames put side by side for one volley, give or take the last 224 KiB: sockets with lists of their own
/// each add to it. Within the second-level cache.
const JOINED: usize = 256 << 10;

/// The kernel's side of it, and room that is used again.
#[derive(Debug, Default)]
pub(crate) struct Volleys {
    ring: Option<Ring>,
    shots: Vec<Shot>,
    alone: Vec<u32>,
}

/// One socket of a volley.
#[derive(Clone, Copy, Debug)]
struct Shot {
    slot: u32,
    at: At,
    len: usize,
}

#[derive(Clone, Copy, Debug)]
enum At {
    Batch(Place),
    Outbox,
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
        while self.aim(&mut dirty) {
            self.fire();
            self.count();
        }
        while let Some(slot) = self.volleys.alone.pop() {
            self.write(slot);
        }
        self.batch.forget_joined();
        true
    }

    /// Takes sockets for the next volley; false if there are none left.
    fn aim(&mut self, dirty: &mut impl Iterator<Item = u32>) -> bool {
        self.volleys.shots.clear();
        self.batch.forget_joined();
        while self.volleys.shots.len() < ENTRIES && self.batch.joined() < JOINED {
            let Some(slot) = dirty.next() else { break };
            let connection = self.slab.at(slot);
            if !connection.flags.has(Flags::DIRTY) || !connection.is_live() {
                continue;
            }
            let (at, len) = match &connection.outbox {
                _ if connection.flags.has(Flags::TLS) || self.volleys.ring.is_none() => {
                    self.volleys.alone.push(slot);
                    continue;
                }
                Some(outbox) => match outbox.side_by_side() {
                    Some(bytes) => (At::Outbox, bytes.len()),
                    None => {
                        self.volleys.alone.push(slot);
                        continue;
                    }
                },
                None => {
                    let place = self.batch.lay(connection.ticket);
                    (At::Batch(place), self.batch.at(place).len())
                }
            };
            connection.flags.clear(Flags::DIRTY);
            self.volleys.shots.push(Shot { slot, at, len });
        }
        !self.volleys.shots.is_empty()
    }

    fn fire(&mut self) {
        let (slab, batch) = (&self.slab, &self.batch);
        let Volleys { ring: Some(ring), shots, .. } = &mut self.volleys else { return };
        self.counters.volleys += 1;
        ring.send_each(shots.iter().map_while(|shot| buffer(slab, batch, shot)));
    }

    fn count(&mut self) {
        for place in 0..self.volleys.shots.len() {
            let Shot { slot, at, len } = self.volleys.shots[place];
            let Some(result) = self.volleys.ring.as_ref().and_then(|ring| ring.result(place)) else {
                // The kernel took no more. Such a socket is written alone.
                self.slab.at(slot).flags.set(Flags::DIRTY);
                self.volleys.alone.push(slot);
                continue;
            };
            let result = match at {
                At::Batch(_) => self.wrote_ticket(slot, len, result),
                At::Outbox => self.wrote_outbox(slot, result),
            };
            self.settle(slot, result);
        }
        self.volleys.ring.take_if(|ring| !ring.is_sound());
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
fn buffer<'a>(slab: &'a Slab, batch: &'a Batch, shot: &Shot) -> Option<(&'a Socket, &'a [u8])> {
    let connection = slab.record(shot.slot);
    let bytes = match shot.at {
        At::Batch(place) => batch.at(place),
        At::Outbox => connection.outbox.as_ref()?.side_by_side()?,
    };
    Some((connection.socket.as_ref()?, bytes))
}
