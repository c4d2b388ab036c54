//! The record of one connection, and the table of all.

use std::net::SocketAddr;

use baton_connection::{MessageDeadline, Pace};
use baton_reactor::ConnectionId;
use baton_wire::{Decoder, Role};

use crate::compression::Deflate;

/// The states of a connection, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Its request is not complete.
    Opening,
    /// The owner decides about its request.
    Deciding,
    /// Messages go both ways.
    Open,
    /// We have sent a close frame and wait for the peer's.
    Closing,
    /// Everything is queued for it; what it still sends is discarded.
    Leaving,
}

/// One connection.
#[derive(Debug)]
pub(crate) struct Peer {
    pub(crate) conn: ConnectionId,
    /// The owner's number for it.
    pub(crate) owner: usize,
    /// Counts the connections of this endpoint, from 1.
    pub(crate) serial: u64,
    /// `None` for a connection on a path.
    pub(crate) address: Option<SocketAddr>,
    /// Changed by [`Peers::set_stage`], which keeps count.
    stage: Stage,
    /// The owner has paused reading.
    pub(crate) paused: bool,
    /// It is not read because too much is queued for it.
    pub(crate) backpressured: bool,
    /// The event of its end is queued, or was the last one delivered.
    pub(crate) is_ending: bool,
    /// `100 Continue` has been sent for this request.
    pub(crate) continued: bool,
    /// Index of the negotiated subprotocol in the config.
    pub(crate) subprotocol: Option<u16>,
    /// When it last sent something, in milliseconds; while opening or closing, when that began.
    pub(crate) since: u64,
    /// When its unfinished message must be complete.
    pub(crate) message_deadline: MessageDeadline,
    /// When it was sent a ping that it has not answered; `u64::MAX` if it was not.
    pub(crate) pinged_at: u64,
    pub(crate) pace: Pace,
    pub(crate) decoder: Decoder,
    pub(crate) deflate: Deflate,
    /// The request: its head, followed by the body of a plain one.
    request: Box<[u8]>,
    /// Bytes of the head in `request`.
    head_len: u32,
    /// Bytes that arrived and could not be decoded yet: the start of a head, or what a paused
    /// connection had sent.
    pub(crate) stored: Vec<u8>,
}

const _: () = assert!(size_of::<Peer>() <= 240, "an idle connection must stay small");

impl Peer {
    pub(crate) fn new(conn: ConnectionId, address: Option<SocketAddr>, now: u64) -> Self {
        Self {
            conn,
            owner: 0,
            serial: 0,
            address,
            stage: Stage::Opening,
            paused: false,
            backpressured: false,
            is_ending: false,
            continued: false,
            subprotocol: None,
            since: now,
            message_deadline: MessageDeadline::NONE,
            pinged_at: u64::MAX,
            pace: Pace::default(),
            decoder: Decoder::new(Role::Server, false),
            deflate: Deflate::Off,
            request: Box::default(),
            head_len: 0,
            stored: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn stage(&self) -> Stage {
        self.stage
    }

    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        self.stage == Stage::Open
    }

    pub(crate) fn head(&self) -> &[u8] {
        self.request.get(..self.head_len as usize).unwrap_or_default()
    }

    pub(crate) fn body(&self) -> &[u8] {
        self.request.get(self.head_len as usize..).unwrap_or_default()
    }

    pub(crate) fn set_request(&mut self, request: Box<[u8]>, head_len: usize) {
        self.request = request;
        self.head_len = u32::try_from(head_len).unwrap_or(u32::MAX);
    }

    pub(crate) fn drop_request(&mut self) {
        self.request = Box::default();
        self.head_len = 0;
    }
}

/// The connections of an endpoint, by slot.
#[derive(Debug, Default)]
pub(crate) struct Peers {
    slots: Vec<Option<Box<Peer>>>,
    /// Connections that are not leaving.
    live: usize,
    /// Connections that are open.
    open: usize,
    last_serial: u64,
}

impl Peers {
    /// Adds a connection that opens, and numbers it.
    pub(crate) fn insert(&mut self, mut peer: Peer) {
        self.last_serial += 1;
        peer.serial = self.last_serial;
        self.live += 1;
        let slot = peer.conn.slot();
        if self.slots.len() <= slot {
            self.slots.resize_with(slot + 1, || None);
        }
        self.slots[slot] = Some(Box::new(peer));
    }

    /// Moves a connection to another stage; returns the one before.
    pub(crate) fn set_stage(&mut self, conn: ConnectionId, stage: Stage) -> Option<Stage> {
        let before = std::mem::replace(&mut self.get_mut(conn)?.stage, stage);
        if before != Stage::Leaving && stage == Stage::Leaving {
            self.live -= 1;
        }
        if before != stage {
            self.open -= usize::from(before == Stage::Open);
            self.open += usize::from(stage == Stage::Open);
        }
        Some(before)
    }

    /// Connections that are not leaving.
    pub(crate) fn live(&self) -> usize {
        self.live
    }

    /// Connections that are open.
    pub(crate) fn open(&self) -> usize {
        self.open
    }

    #[inline]
    pub(crate) fn get(&self, conn: ConnectionId) -> Option<&Peer> {
        self.slots.get(conn.slot())?.as_deref().filter(|peer| peer.conn == conn)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, conn: ConnectionId) -> Option<&mut Peer> {
        self.slots.get_mut(conn.slot())?.as_deref_mut().filter(|peer| peer.conn == conn)
    }

    /// Removes a connection that is leaving.
    pub(crate) fn remove(&mut self, conn: ConnectionId) {
        if self.set_stage(conn, Stage::Leaving).is_some() {
            self.slots[conn.slot()] = None;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Peer> {
        self.slots.iter().filter_map(Option::as_deref)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Peer> {
        self.slots.iter_mut().filter_map(Option::as_deref_mut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_follow_the_stages() {
        let conn = |slot: u64| ConnectionId::from_bits(1 << 32 | slot).unwrap();
        let mut peers = Peers::default();
        for slot in 0..2 {
            peers.insert(Peer::new(conn(slot), None, 0));
        }
        assert_eq!((peers.live(), peers.open()), (2, 0));
        assert_eq!(peers.set_stage(conn(0), Stage::Open), Some(Stage::Opening));
        assert_eq!(peers.set_stage(conn(0), Stage::Open), Some(Stage::Open));
        assert_eq!((peers.live(), peers.open()), (2, 1));
        peers.set_stage(conn(0), Stage::Closing);
        assert_eq!((peers.live(), peers.open()), (2, 0));
        peers.set_stage(conn(0), Stage::Leaving);
        peers.remove(conn(0));
        peers.remove(conn(1));
        assert_eq!((peers.live(), peers.open(), peers.iter().count()), (0, 0, 0));
        assert_eq!(peers.set_stage(conn(0), Stage::Open), None, "it is gone");
    }
}
