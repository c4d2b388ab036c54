//! The record of one connection: 40 bytes, so that an idle one costs almost nothing.

use std::fmt;
use std::num::NonZeroU32;

use crate::batch::Ticket;
use crate::outbox::Outbox;
use crate::sys::socket::Socket;
use crate::wheel::Node;

/// Names a connection of one loop. An id whose connection is gone is stale, and every method ignores it: a slot
/// is used again, but with another generation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId {
    slot: u32,
    generation: NonZeroU32,
}

impl ConnectionId {
    pub(crate) fn new(slot: u32, generation: NonZeroU32) -> Self {
        Self { slot, generation }
    }

    /// A small number that no other live connection of this loop has: an index for the owner's own table.
    #[must_use]
    pub fn slot(self) -> usize {
        self.slot as usize
    }

    /// How often the slot has been used, from 1.
    #[must_use]
    pub fn generation(self) -> u32 {
        self.generation.get()
    }

    /// The id as one number, never 0, for owners in other languages.
    #[must_use]
    pub fn to_bits(self) -> u64 {
        u64::from(self.generation.get()) << 32 | u64::from(self.slot)
    }

    /// The reverse of [`to_bits`](Self::to_bits); `None` for a number that cannot be an id.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // two halves of 32 bits
    pub fn from_bits(bits: u64) -> Option<Self> {
        Some(Self { slot: bits as u32, generation: NonZeroU32::new((bits >> 32) as u32)? })
    }

    pub(crate) fn index(self) -> u32 {
        self.slot
    }
}

impl fmt::Debug for ConnectionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.slot, self.generation)
    }
}

/// The record of a slot, in use or free.
#[derive(Debug)]
pub(crate) struct Connection {
    /// `None` in a free slot, in a reserved one, and in a dead one until its `Closed` event is returned.
    pub(crate) socket: Option<Socket>,
    pub(crate) generation: NonZeroU32,
    pub(crate) flags: Flags,
    /// Frames of this turn that are queued without a copy; never together with an outbox.
    pub(crate) ticket: Ticket,
    /// Unsent bytes; exists only while there are some.
    pub(crate) outbox: Option<Box<Outbox>>,
    /// The owner's timer.
    pub(crate) timer: Node,
}

const _: () = assert!(size_of::<Connection>() <= 40, "an idle connection must stay small");

impl Connection {
    pub(crate) fn vacant() -> Self {
        Self {
            socket: None,
            generation: NonZeroU32::MIN,
            flags: Flags::default(),
            ticket: Ticket::NONE,
            outbox: None,
            timer: Node::default(),
        }
    }

    pub(crate) fn is_live(&self) -> bool {
        self.socket.is_some() || self.flags.has(Flags::RESERVED)
    }

    /// Whether something is queued for the peer.
    pub(crate) fn has_unsent(&self) -> bool {
        self.ticket != Ticket::NONE || self.outbox.is_some()
    }

    /// Whether the socket should be read now: for the owner, or to be discarded by a connection
    /// that is being finished.
    pub(crate) fn wants_bytes(&self) -> bool {
        self.flags.has(Flags::READABLE)
            && (!self.flags.has(Flags::PAUSED) || self.flags.has(Flags::FINISHING))
    }
}

/// The states of a connection, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags(u16);

impl Flags {
    /// The kernel may hold bytes that were not read yet.
    pub(crate) const READABLE: Self = Self(1 << 0);
    /// The kernel takes bytes, as far as we know.
    pub(crate) const WRITABLE: Self = Self(1 << 1);
    /// The kernel reported the peer's end or a failure: a short read is not the last one.
    pub(crate) const HANG_UP: Self = Self(1 << 2);
    /// The owner does not want bytes now.
    pub(crate) const PAUSED: Self = Self(1 << 3);
    /// In the list of sockets that the next flush writes.
    pub(crate) const DIRTY: Self = Self(1 << 4);
    /// In the queue of sockets to read in the next turn, or in that of handshakes.
    pub(crate) const READ_QUEUED: Self = Self(1 << 5);
    /// The kernel did not take everything; the outbox has an age.
    pub(crate) const BEHIND: Self = Self(1 << 6);
    /// Bytes that were read before the socket was adopted come before its own.
    pub(crate) const READ_AHEAD: Self = Self(1 << 7);
    /// The owner has finished it: write what is queued, then send the end of stream.
    pub(crate) const FINISHING: Self = Self(1 << 8);
    /// Our end of stream has been sent.
    pub(crate) const ENDED: Self = Self(1 << 9);
    /// The peer's end of stream has been read.
    pub(crate) const PEER_ENDED: Self = Self(1 << 10);
    /// Writing failed: nothing more is queued, and what the peer sent before is still read.
    pub(crate) const WRITE_FAILED: Self = Self(1 << 11);
    /// The outbox had no room for a frame: only exempt frames are queued from then on.
    pub(crate) const OVERFLOWED: Self = Self(1 << 12);
    /// The connection speaks TLS; its session is in the loop's table.
    pub(crate) const TLS: Self = Self(1 << 13);
    /// The handshake is not complete, so nothing can be sealed. Only together with `TLS`.
    pub(crate) const HANDSHAKING: Self = Self(1 << 14);
    /// The slot is in use without a socket.
    pub(crate) const RESERVED: Self = Self(1 << 15);

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn set(&mut self, other: Self) {
        self.0 |= other.0;
    }

    pub(crate) fn clear(&mut self, other: Self) {
        self.0 &= !other.0;
    }

    /// Clears a flag; true if it was set.
    pub(crate) fn take(&mut self, other: Self) -> bool {
        let had = self.has(other);
        self.clear(other);
        had
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_survives_being_a_number() {
        let id = ConnectionId::new(70_000, NonZeroU32::new(3).unwrap());
        assert_eq!(ConnectionId::from_bits(id.to_bits()), Some(id));
        assert_eq!((id.slot(), id.generation()), (70_000, 3));
        assert_eq!(ConnectionId::from_bits(70_000), None, "no connection has generation 0");
        assert_eq!(size_of::<Option<ConnectionId>>(), 8);
    }

    #[test]
    fn flags_are_independent() {
        let mut flags = Flags::default();
        flags.set(Flags::READABLE);
        flags.set(Flags::WRITE_FAILED);
        assert!(flags.take(Flags::READABLE) && !flags.take(Flags::READABLE));
        assert!(flags.has(Flags::WRITE_FAILED) && !flags.has(Flags::WRITABLE));
    }
}
