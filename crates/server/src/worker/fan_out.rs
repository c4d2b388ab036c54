//! One publication to the loop's subscribers.
//!
//! The frame is made by the first loop that needs it and shared by all. For each subscriber the loop then does
//! two things: compares its name with the one to leave out, and appends the frame to its outbox. Nothing is
//! written here: the turn writes each outbox once, so that publications that arrive together leave together.

use std::sync::Arc;

use baton_hub::{Body, ConnectionSlot, DisconnectReason, Framing, Nanos, Position, Publication, SocketId};
use baton_protocols::framing::{self, Encoded, Envelope};
use baton_reactor::Reactor;
use baton_wire::deflate::Deflater;
use baton_wire::{HEADER_ROOM, Opcode, encode_compressed_frame, frame_in_place};

use super::client::Clients;
use super::frames::PAUSE_ABOVE_BYTES;
use super::{EventLoop, Worker, gzip};
use crate::canary;
use crate::clock;
use crate::inspector::timeline::{Delivered, Skip, Timeline};
use crate::metrics::LoopCounters;
use crate::settings;

/// A message is compressed from this size on: below it a frame hardly shrinks.
pub(super) const COMPRESS_FROM_BYTES: usize = 64;

impl Worker {
    pub(super) fn fan_out(&mut self, publication: &Publication) {
        if let Body::Disconnect(reason) = publication.body {
            return self.disconnect_users(publication, reason);
        }
        let watched = self.watched(publication);
        let EventLoop { local, reactor, deflater, scratch, config, .. } = &mut self.event_loop;
        let may_compress_alone = config.settings.compression == settings::Compression::Full;
        let mut deliveries = 0;
        // Of clients without a socket, and of streams that differ from each other: behind the borrow of what lists them.
        let mut polled = Vec::new();
        for (framing, subscribers) in local.recipients(publication) {
            let encode = || encode(framing, publication, deflater.as_mut(), scratch);
            let Some(frame) = publication.frames.get_or_encode(framing, encode) else { continue };
            let (encoding, envelope) = framing::encoding_of(framing);
            let is_shared = !matches!(encoding, framing::EVENTS_OF_MANY | framing::LINES_ONCE);
            let is_stream = framing::is_of_streams(encoding);
            let is_polled = envelope == Envelope::Bare && !is_stream;
            if is_polled || !is_shared {
                polled.extend(subscribers.map(|slot| (slot, Arc::clone(frame), is_stream)));
                continue;
            }
            let (clients, except) = (&mut self.clients, publication.except);
            deliveries += match may_compress_alone {
                false => send_shared(clients, reactor, frame, subscribers, except),
                true => send_compressed(clients, reactor, frame, subscribers, except),
            };
        }
        for (slot, text, is_stream) in polled {
            let except = publication.except;
            deliveries += u64::from(match is_stream {
                true => self.fan_out_to_stream(slot, (&text, publication), except),
                false => self.queue_for_polls(slot, &text, except),
            });
        }
        let EventLoop { id, counters, latencies, config, .. } = &mut self.event_loop;
        counters.messages_out.add(deliveries);
        match config.app(publication.channel.app()) {
            Some(state) => state.messages_sent(*id, deliveries),
            None => latencies.note_canary(publication),
        }
        latencies.note(publication.accepted_at, deliveries);
        if let Some((position, mut delivered)) = watched {
            delivered.received = deliveries.saturating_sub(delivered.behind);
            latencies.watched.push((publication.accepted_at, position, delivered));
        }
    }

    /// This loop's part of the delivery of a message, for the timeline; `None` where nobody watches its channel.
    fn watched(&mut self, publication: &Publication) -> Option<(Position, Delivered)> {
        let EventLoop { local, reactor, node, .. } = &mut self.event_loop;
        let Body::Message { position, .. } = publication.body else { return None };
        if !node.inspector.timeline.is_watched() || !node.inspector.timeline.has_message(position) {
            return None;
        }
        let mut delivered = Delivered::default();
        for slot in local.recipients(publication).flat_map(|(_, slots)| slots) {
            let Some(connected) = self.clients.connected_in(slot) else { continue };
            let link = &connected.link;
            if publication.except == Some(link.socket_id) {
                delivered.skip(link.socket_id, Skip::Excluded);
            } else if link.is_closed() {
                delivered.skip(link.socket_id, Skip::Closing);
            } else if reactor.unsent(link.conn) > PAUSE_ABOVE_BYTES {
                delivered.skip(link.socket_id, Skip::Behind);
            }
        }
        Some((position, delivered))
    }

    /// Queues a publication for a client that polls; false if it is none of the receivers.
    fn queue_for_polls(&mut self, slot: ConnectionSlot, text: &Arc<[u8]>, except: Option<SocketId>) -> bool {
        let is_receiver = self.clients.receiver_in(slot, except).is_some();
        if is_receiver && let Some(connected) = self.clients.connected_in(slot) {
            connected.link.queue_shared(text, &mut self.event_loop);
        }
        is_receiver
    }

    /// Closes every connection of a user.
    fn disconnect_users(&mut self, publication: &Publication, reason: DisconnectReason) {
        let slots: Vec<_> =
            self.event_loop.local.recipients(publication).flat_map(|(_, slots)| slots).collect();
        for slot in slots {
            let Some(connected) = self.clients.connected_in(slot) else { continue };
            connected.call(&mut self.event_loop, |session, cx| session.disconnect(reason, cx));
            if connected.link.is_closed() {
                let conn = connected.link.conn;
                self.leave(conn);
            }
        }
    }
}

/// Appends a frame to the outbox of each receiver; how many those are. By itself, so that the loop over all subscribers of
/// the process has the processor's registers for itself: within its caller it took eight instructions more a delivery.
#[inline(never)]
fn send_shared(
    clients: &Clients,
    reactor: &mut Reactor,
    frame: &Arc<[u8]>,
    subscribers: impl Iterator<Item = ConnectionSlot>,
    except: Option<SocketId>,
) -> u64 {
    let mut deliveries = 0;
    let mut send = |slot, except| {
        if let Some(conn) = clients.receiver_in(slot, except) {
            reactor.send_shared(conn, frame);
            deliveries += 1;
        }
    };
    match except {
        // Without a comparison for each.
        None => subscribers.for_each(|slot| send(slot, None)),
        Some(_) => subscribers.for_each(|slot| send(slot, except)),
    }
    deliveries
}

/// The same where connections may compress by themselves, which one setting allows.
fn send_compressed(
    clients: &mut Clients,
    reactor: &mut Reactor,
    frame: &Arc<[u8]>,
    subscribers: impl Iterator<Item = ConnectionSlot>,
    except: Option<SocketId>,
) -> u64 {
    let mut deliveries = 0;
    for slot in subscribers {
        let Some(conn) = clients.receiver_in(slot, except) else { continue };
        let connected = clients.connected_in(slot);
        match connected.and_then(|connected| connected.link.transport.own_codec()) {
            Some(codec) => {
                let own = compressed(opcode_of(frame), payload_of(frame), &mut codec.deflater);
                reactor.send(conn, &own.unwrap_or_else(|| frame.to_vec()));
            }
            None => reactor.send_shared(conn, frame),
        }
        deliveries += 1;
    }
    deliveries
}

/// A publication in its envelope, as all subscribers of one framing receive it. `scratch` is where it grows.
pub(super) fn encode(
    framing: Framing,
    publication: &Publication,
    deflater: Option<&mut Deflater>,
    scratch: &mut Vec<u8>,
) -> Option<Arc<[u8]>> {
    let (encoding, envelope) = framing::encoding_of(framing);
    scratch.clear();
    scratch.extend_from_slice(&[0; HEADER_ROOM]);
    let opcode = match framing::encode(encoding, publication, scratch)? {
        Encoded::Text => Opcode::Text,
        Encoded::Binary => Opcode::Binary,
    };
    if envelope == Envelope::DeflatedBlock {
        return Some(gzip::block(&scratch[HEADER_ROOM..], deflater).into());
    }
    if envelope == Envelope::Bare {
        // Bytes have no spelling in an answer to a poll.
        return (opcode == Opcode::Text).then(|| scratch[HEADER_ROOM..].into());
    }
    if let Some(deflater) = deflater.filter(|_| envelope == Envelope::CompressedFrame)
        && let Some(frame) = compressed(opcode, &scratch[HEADER_ROOM..], deflater)
    {
        return Some(frame.into());
    }
    Some(frame_in_place(scratch, opcode).into())
}

/// A compressed frame; `None` where compression is not worth it.
pub(super) fn compressed(opcode: Opcode, message: &[u8], deflater: &mut Deflater) -> Option<Vec<u8>> {
    if message.len() < COMPRESS_FROM_BYTES {
        return None;
    }
    let mut scratch = Vec::new();
    let small = deflater.compress(message, &mut scratch)?;
    let mut frame = Vec::with_capacity(small.len() + 10);
    encode_compressed_frame(&mut frame, opcode, small, None);
    Some(frame)
}

/// What kind of message a whole frame is (RFC 6455 section 5.2).
fn opcode_of(frame: &[u8]) -> Opcode {
    if frame.first().is_some_and(|first| first & 0x0f == Opcode::Binary as u8) {
        Opcode::Binary
    } else {
        Opcode::Text
    }
}

/// What an unmasked frame carries (RFC 6455 section 5.2).
fn payload_of(frame: &[u8]) -> &[u8] {
    let header = match frame.get(1) {
        Some(126) => 4,
        Some(127) => 10,
        _ => 2,
    };
    frame.get(header..).unwrap_or_default()
}

/// Deliveries of this turn that have not been written yet, to be measured when they are.
#[derive(Default)]
pub(crate) struct Latencies {
    all: Vec<(Nanos, u64)>,
    /// Messages that somebody looks at.
    watched: Vec<(Nanos, Position, Delivered)>,
    /// Canaries, by their numbers.
    canaries: Vec<(Nanos, u64)>,
}

impl Latencies {
    fn note(&mut self, accepted_at: Nanos, deliveries: u64) {
        if deliveries > 0 {
            self.all.push((accepted_at, deliveries));
        }
    }

    /// Has a canary measured, if this is one: it is no app's.
    fn note_canary(&mut self, publication: &Publication) {
        if let Some(number) = canary::number_of(publication) {
            self.canaries.push((publication.accepted_at, number));
        }
    }

    /// All that was noted has been written by now.
    pub(super) fn report(&mut self, counters: &LoopCounters, timeline: &Timeline) {
        if self.all.is_empty() && self.watched.is_empty() && self.canaries.is_empty() {
            return;
        }
        let now = clock::now_ns();
        for (accepted_at, deliveries) in self.all.drain(..) {
            counters.delivered(now.saturating_sub(accepted_at), deliveries);
        }
        for (accepted_at, position, delivered) in self.watched.drain(..) {
            timeline.delivered(position, delivered, now.saturating_sub(accepted_at));
        }
        for (published_at, number) in self.canaries.drain(..) {
            counters.canary.receive(number, published_at, now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{HEADER_ROOM, Opcode, frame_in_place, payload_of};

    #[test]
    fn the_payload_of_a_frame_is_found_behind_each_kind_of_length() {
        for len in [0, 1, 125, 126, 65_535, 65_536] {
            let mut buffer = vec![b'x'; HEADER_ROOM + len];
            assert_eq!(payload_of(frame_in_place(&mut buffer, Opcode::Text)), vec![b'x'; len], "{len} bytes");
        }
    }
}
