//! What is sent to many.
//!
//! A message becomes a frame once, and is compressed once for all who take it without context takeover. Everybody's outbox
//! refers to the same bytes, and each socket is written once at the end of the turn.

use std::sync::Arc;

use baton_reactor::{ConnectionId, Reactor};
use baton_wire::deflate::Deflater;
use baton_wire::{Opcode, encode_compressed_frame, encode_frame};

use crate::endpoint::Endpoint;
use crate::peer::{Deflate, Peer, Stage};
use crate::{Kind, SubscribeError};

impl Endpoint {
    /// Sends a message to all that are open but `except`, and returns to how many. One whose queue has no room is closed
    /// with 1013, so that what it gets has no gap.
    pub fn broadcast(&mut self, kind: Kind, payload: &[u8], except: &[ConnectionId]) -> usize {
        let mut message = Message::new(kind, payload, self.config.compression.map(|c| c.threshold));
        let mut sent = 0;
        for peer in self.peers.iter_mut() {
            if !except.contains(&peer.conn) {
                let deflater = self.deflater.as_mut();
                sent += usize::from(message.send(peer, &mut self.reactor, deflater, &mut self.scratch));
            }
        }
        self.stats.messages_out += sent as u64;
        sent
    }

    /// The same to all that joined a topic.
    pub fn publish(
        &mut self,
        topic: &[u8],
        kind: Kind,
        payload: &[u8],
        except: Option<ConnectionId>,
    ) -> usize {
        let mut message = Message::new(kind, payload, self.config.compression.map(|c| c.threshold));
        let mut sent = 0;
        for conn in self.topics.members(topic).filter(|&conn| Some(conn) != except) {
            let Some(peer) = self.peers.get_mut(conn) else { continue };
            let deflater = self.deflater.as_mut();
            sent += usize::from(message.send(peer, &mut self.reactor, deflater, &mut self.scratch));
        }
        self.stats.messages_out += sent as u64;
        sent
    }

    /// Joins a topic; joining twice is joining once.
    ///
    /// # Errors
    /// [`SubscribeError`].
    pub fn subscribe(&mut self, conn: ConnectionId, topic: &[u8]) -> Result<(), SubscribeError> {
        if !self.is_open(conn) {
            return Err(SubscribeError::Closed);
        }
        self.topics.join(conn, topic)
    }

    /// Leaves a topic; false if it had not been joined.
    pub fn unsubscribe(&mut self, conn: ConnectionId, topic: &[u8]) -> bool {
        self.is_open(conn) && self.topics.leave(conn, topic)
    }

    /// What a connection joined.
    pub fn topics_of(&self, conn: ConnectionId) -> impl Iterator<Item = &[u8]> {
        self.topics.of(conn).filter(move |_| self.is_open(conn))
    }

    /// Topics that somebody joined.
    #[must_use]
    pub fn topic_count(&self) -> usize {
        self.topics.len()
    }
}

/// One message on its way to many, in the forms that somebody needed so far.
struct Message<'a> {
    kind: Kind,
    payload: &'a [u8],
    /// Whether it is worth compressing.
    compresses: bool,
    plain: Option<Arc<[u8]>>,
    /// `Some(None)` if it does not get smaller.
    compressed: Option<Option<Arc<[u8]>>>,
}

impl<'a> Message<'a> {
    fn new(kind: Kind, payload: &'a [u8], threshold: Option<usize>) -> Self {
        let compresses = threshold.is_some_and(|threshold| payload.len() >= threshold);
        Self { kind, payload, compresses, plain: None, compressed: None }
    }

    /// Queues it for one; false if that is not open. A queue without room is told by the reactor.
    fn send(
        &mut self,
        peer: &mut Peer,
        reactor: &mut Reactor,
        shared: Option<&mut Deflater>,
        scratch: &mut Vec<u8>,
    ) -> bool {
        if peer.stage != Stage::Open {
            return false;
        }
        let opcode = self.kind.opcode();
        match &mut peer.deflate {
            Deflate::Own(codec) if self.compresses && codec.deflater.is_some() => {
                let compressed =
                    codec.deflater.as_mut().and_then(|deflater| deflater.compress(self.payload, scratch));
                match compressed {
                    Some(bytes) => reactor.send_shared(peer.conn, &frame(opcode, bytes, true)),
                    None => reactor.send_shared(peer.conn, self.plain()),
                }
            }
            deflate if self.compresses && deflate.is_on() => {
                let compressed = self.compressed.get_or_insert_with(|| {
                    let bytes = shared?.compress(self.payload, scratch)?;
                    Some(frame(opcode, bytes, true))
                });
                match compressed {
                    Some(frame) => reactor.send_shared(peer.conn, frame),
                    None => reactor.send_shared(peer.conn, self.plain()),
                }
            }
            _ => reactor.send_shared(peer.conn, self.plain()),
        }
        true
    }

    fn plain(&mut self) -> &Arc<[u8]> {
        let (opcode, payload) = (self.kind.opcode(), self.payload);
        self.plain.get_or_insert_with(|| frame(opcode, payload, false))
    }
}

fn frame(opcode: Opcode, payload: &[u8], compressed: bool) -> Arc<[u8]> {
    let mut bytes = Vec::with_capacity(baton_wire::frame_len(payload.len(), false));
    match compressed {
        true => encode_compressed_frame(&mut bytes, opcode, payload, None),
        false => encode_frame(&mut bytes, opcode, payload, None),
    }
    bytes.into()
}
