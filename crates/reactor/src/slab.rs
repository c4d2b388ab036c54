//! The connections of a loop, in chunks that never move.
//!
//! A vector that doubles would copy every record when it grows and hold both copies meanwhile; a
//! chunk costs what it holds. Free slots are used again, the last freed one first, since its memory
//! is still in the cache. Chunks are never freed: a loop's table stays as large as its busiest
//! moment, at 40 bytes a slot.

use std::num::NonZeroU32;

use crate::ConnectionId;
use crate::batch::Ticket;
use crate::connection::{Connection, Flags};
use crate::sys::socket::Socket;
use crate::wheel::{Node, Nodes};

/// 256 records of 40 bytes: 10 KiB.
const CHUNK: usize = 1 << CHUNK_BITS;
const CHUNK_BITS: u32 = 8;

/// See the module's text.
#[derive(Debug, Default)]
pub(crate) struct Slab {
    chunks: Vec<Box<[Connection]>>,
    /// Slots that were used before.
    free: Vec<u32>,
    /// The first slot that was never used.
    fresh: u32,
}

impl Slab {
    /// Connections that hold a slot.
    pub(crate) fn len(&self) -> usize {
        self.fresh as usize - self.free.len()
    }

    /// The id that the next [`insert`](Self::insert) gives, so that a socket can be registered under it first.
    pub(crate) fn next_id(&mut self) -> ConnectionId {
        let slot = self.free.last().copied().unwrap_or(self.fresh);
        if slot as usize == self.chunks.len() * CHUNK {
            self.chunks.push((0..CHUNK).map(|_| Connection::vacant()).collect());
        }
        ConnectionId::new(slot, self.at(slot).generation)
    }

    pub(crate) fn insert(&mut self, socket: Socket) -> ConnectionId {
        self.occupy(Some(socket), Flags::WRITABLE)
    }

    /// Takes a slot without a socket.
    pub(crate) fn reserve(&mut self) -> ConnectionId {
        self.occupy(None, Flags::RESERVED)
    }

    fn occupy(&mut self, socket: Option<Socket>, flags: Flags) -> ConnectionId {
        let id = self.next_id();
        if self.free.pop().is_none() {
            self.fresh += 1;
        }
        let connection = self.at(id.index());
        connection.socket = socket;
        connection.flags = flags;
        connection.ticket = Ticket::NONE;
        id
    }

    /// Frees a slot; its ids are stale from now on. The socket and outbox must have been taken out.
    pub(crate) fn remove(&mut self, id: ConnectionId) {
        let connection = self.at(id.index());
        if connection.generation.get() == id.generation() {
            connection.socket = None;
            connection.outbox = None;
            connection.flags = Flags::default();
            connection.generation = connection.generation.checked_add(1).unwrap_or(NonZeroU32::MIN);
            self.free.push(id.index());
        }
    }

    /// The connection of this id, if it is still open.
    #[inline]
    pub(crate) fn get(&mut self, id: ConnectionId) -> Option<&mut Connection> {
        let slot = id.slot();
        let connection = self.chunks.get_mut(slot >> CHUNK_BITS)?.get_mut(slot & (CHUNK - 1))?;
        (connection.generation.get() == id.generation() && connection.is_live()).then_some(connection)
    }

    /// The id of the connection that holds the slot now.
    pub(crate) fn id_of(&mut self, slot: u32) -> ConnectionId {
        ConnectionId::new(slot, self.at(slot).generation)
    }

    /// The record of a slot that one of the loop's own lists names.
    #[inline]
    pub(crate) fn at(&mut self, slot: u32) -> &mut Connection {
        let slot = slot as usize;
        &mut self.chunks[slot >> CHUNK_BITS][slot & (CHUNK - 1)]
    }

    /// The same, shared, together with other records.
    #[inline]
    pub(crate) fn record(&self, slot: u32) -> &Connection {
        let slot = slot as usize;
        &self.chunks[slot >> CHUNK_BITS][slot & (CHUNK - 1)]
    }
}

impl Nodes for Slab {
    fn node(&mut self, index: u32) -> &mut Node {
        &mut self.at(index).timer
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixStream;

    use super::*;

    fn socket() -> Socket {
        Socket::new(UnixStream::pair().unwrap().0.into())
    }

    #[test]
    fn a_reused_slot_has_another_generation() {
        let mut slab = Slab::default();
        let first = slab.insert(socket());
        assert!(slab.get(first).is_some());
        slab.remove(first);
        let second = slab.insert(socket());
        assert_eq!(first.slot(), second.slot());
        assert!(slab.get(first).is_none() && slab.get(second).is_some());
        slab.remove(first);
        assert_eq!(slab.len(), 1, "removing a stale id does nothing");
    }

    #[test]
    fn records_stay_where_they_are_while_the_table_grows() {
        let mut slab = Slab::default();
        let ids: Vec<_> = (0..CHUNK + 1).map(|_| slab.insert(socket())).collect();
        let first = std::ptr::from_mut(slab.at(0));
        for _ in 0..CHUNK {
            slab.insert(socket());
        }
        assert_eq!(first, std::ptr::from_mut(slab.at(0)));
        assert_eq!(slab.len(), 2 * CHUNK + 1);
        assert!(ids.iter().enumerate().all(|(slot, id)| id.slot() == slot));
        assert!(slab.get(ConnectionId::from_bits(1 << 32 | 1 << 20).unwrap()).is_none(), "far outside");
    }
}
