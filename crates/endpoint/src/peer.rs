//! What an endpoint knows of one connection.

use std::net::SocketAddr;

use baton_reactor::ConnectionId;
use baton_wire::deflate::{DeflateParams, Deflater, Inflater};
use baton_wire::{Decoder, Role};

/// How far a connection has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Its request has not all come.
    Opening,
    /// The owner is asked about it.
    Asked,
    /// Messages go both ways.
    Open,
    /// Our close frame is on its way, and the peer's is waited for.
    Closing,
    /// All is said; what it still sends is thrown away.
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
    /// `None` for one that came to a path.
    pub(crate) address: Option<SocketAddr>,
    pub(crate) stage: Stage,
    /// The owner does not want its bytes now.
    pub(crate) paused: bool,
    /// It is owed too much to be read.
    pub(crate) behind: bool,
    /// Its end waits to be told, or was told last.
    pub(crate) is_ending: bool,
    /// `100 Continue` has been sent for this request.
    pub(crate) continued: bool,
    /// The place of the agreed subprotocol in the config.
    pub(crate) subprotocol: Option<u16>,
    /// When it was last heard of, in milliseconds; of one that is opening or closing, when that began.
    pub(crate) since: u64,
    /// When its unfinished message must be complete; `u64::MAX` if there is none.
    pub(crate) message_due: u64,
    /// When it was sent a ping that it has not answered; `u64::MAX` if it was not.
    pub(crate) pinged_at: u64,
    pub(crate) pace: Pace,
    pub(crate) decoder: Decoder,
    pub(crate) deflate: Deflate,
    /// The request: its head, and behind it the body of a plain one.
    pub(crate) request: Box<[u8]>,
    /// Bytes of the head in `request`.
    pub(crate) head_len: u32,
    /// Bytes that came and could not be used yet: the start of a head, or what a paused connection had sent.
    pub(crate) kept: Vec<u8>,
}

const _: () = assert!(size_of::<Peer>() <= 240, "an idle connection must stay small");

impl Peer {
    pub(crate) fn new(conn: ConnectionId, serial: u64, address: Option<SocketAddr>, now: u64) -> Self {
        Self {
            conn,
            owner: 0,
            serial,
            address,
            stage: Stage::Opening,
            paused: false,
            behind: false,
            is_ending: false,
            continued: false,
            subprotocol: None,
            since: now,
            message_due: u64::MAX,
            pinged_at: u64::MAX,
            pace: Pace::default(),
            decoder: Decoder::new(Role::Server, false),
            deflate: Deflate::Off,
            request: Box::default(),
            head_len: 0,
            kept: Vec::new(),
        }
    }

    pub(crate) fn head(&self) -> &[u8] {
        self.request.get(..self.head_len as usize).unwrap_or_default()
    }

    pub(crate) fn body(&self) -> &[u8] {
        self.request.get(self.head_len as usize..).unwrap_or_default()
    }
}

/// How a connection compresses.
#[derive(Debug)]
pub(crate) enum Deflate {
    Off,
    /// Without takeover, by the streams of the endpoint.
    Shared,
    /// By streams of its own.
    Own(Box<Codec>),
}

/// Streams of one connection; `None` where the endpoint's own will do.
#[derive(Debug)]
pub(crate) struct Codec {
    pub(crate) inflater: Option<Inflater>,
    pub(crate) deflater: Option<Deflater>,
}

impl Deflate {
    /// What was agreed on.
    pub(crate) fn new(params: Option<DeflateParams>, level: u8) -> Self {
        let Some(params) = params else { return Self::Off };
        let inflater = params.inflater(Role::Server);
        let shares = params.accepts_shared(Role::Server);
        if inflater.is_none() && shares {
            return Self::Shared;
        }
        let deflater = (!shares).then(|| params.deflater(Role::Server, level));
        Self::Own(Box::new(Codec { inflater, deflater }))
    }

    pub(crate) fn is_on(&self) -> bool {
        !matches!(self, Self::Off)
    }
}

/// Counts what a peer sends within a second.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    second: u64,
    messages: u32,
    controls: u32,
}

impl Pace {
    /// Counts one message, or one control frame; true if it is one too many. A limit of 0 is none.
    pub(crate) fn exceeds(&mut self, is_control: bool, limit: u32, now_ms: u64) -> bool {
        if limit == 0 {
            return false;
        }
        let second = now_ms / 1_000;
        if second != self.second {
            *self = Self { second, ..Self::default() };
        }
        let count = if is_control { &mut self.controls } else { &mut self.messages };
        *count = count.saturating_add(1);
        *count > limit
    }
}

/// The connections of an endpoint, by slot.
#[derive(Debug, Default)]
pub(crate) struct Peers(Vec<Option<Box<Peer>>>);

impl Peers {
    pub(crate) fn insert(&mut self, peer: Peer) {
        let slot = peer.conn.slot();
        if self.0.len() <= slot {
            self.0.resize_with(slot + 1, || None);
        }
        self.0[slot] = Some(Box::new(peer));
    }

    #[inline]
    pub(crate) fn get(&self, conn: ConnectionId) -> Option<&Peer> {
        self.0.get(conn.slot())?.as_deref().filter(|peer| peer.conn == conn)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, conn: ConnectionId) -> Option<&mut Peer> {
        self.0.get_mut(conn.slot())?.as_deref_mut().filter(|peer| peer.conn == conn)
    }

    pub(crate) fn remove(&mut self, conn: ConnectionId) {
        if self.get(conn).is_some() {
            self.0[conn.slot()] = None;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Peer> {
        self.0.iter().filter_map(Option::as_deref)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Peer> {
        self.0.iter_mut().filter_map(Option::as_deref_mut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_second_counts_from_nothing_and_each_kind_by_itself() {
        let mut pace = Pace::default();
        for second in [0, 1, 5] {
            for is_control in [false, true] {
                assert!((0..3).all(|at| !pace.exceeds(is_control, 3, second * 1_000 + at)));
                assert!(pace.exceeds(is_control, 3, second * 1_000 + 999));
            }
        }
        assert!(!pace.exceeds(false, 0, 5_999), "0 is no limit");
    }
}
