//! Frames of an open connection.

use std::mem::MaybeUninit;

use baton_connection::Sent;
use baton_reactor::ConnectionId;
use baton_wire::{
    CloseFrame, DecodeContext, Event as Decoded, Found, HeaderBytes, MAX_CONTROL_BYTES, Opcode,
};

use crate::config::millis;
use crate::endpoint::Endpoint;
use crate::peer::{Peer, Stage};
use crate::{Event, Kind};

/// What follows from a frame, once nothing is borrowed from it.
enum Outcome<R> {
    /// The owner has handled an event.
    Delivered(R),
    /// There is no event.
    Done,
    /// All bytes are consumed.
    Empty,
    /// The peer closes.
    Close(Option<(u16, Box<str>)>),
    /// The peer sent too much in a second: what, and the limit.
    RateExceeded(&'static str, u32),
    Fault(baton_wire::Error),
}

/// What was received, whichever way it was decoded.
enum Received<'a> {
    Message(Kind, &'a [u8], Option<[u8; 4]>),
    Ping(&'a [u8]),
    Pong(&'a [u8]),
    Close(Option<CloseFrame<'a>>),
}

impl<'a> Received<'a> {
    #[inline]
    fn from_decoded(event: Decoded<'a>) -> Self {
        match event {
            Decoded::Text(text) => Self::Message(Kind::Text, text.as_bytes(), None),
            Decoded::Binary(payload) => Self::Message(Kind::Binary, payload, None),
            Decoded::Ping(payload) => Self::Ping(payload),
            Decoded::Pong(payload) => Self::Pong(payload),
            Decoded::Close(frame) => Self::Close(frame),
            // It does not happen: an endpoint skips no message, and one that is too large ends the
            // connection.
            Decoded::TooLarge { .. } => Self::Close(None),
        }
    }

    /// A control frame is unmasked into `room`: the owner unmasks only messages.
    #[inline]
    fn from_found(found: Found<'a>, room: &'a mut [MaybeUninit<u8>; MAX_CONTROL_BYTES]) -> Self {
        let (header, payload) = match found {
            Found::Event(event) => return Self::from_decoded(event),
            Found::Raw { header, payload } => (header, payload),
        };
        if !header.opcode.is_control() {
            let kind = if header.opcode == Opcode::Text { Kind::Text } else { Kind::Binary };
            return Self::Message(kind, payload, header.mask);
        }
        let plain = room.get_mut(..payload.len()).and_then(|room| header.read_payload(payload, room));
        let plain = plain.unwrap_or_default();
        if header.opcode == Opcode::Ping { Self::Ping(plain) } else { Self::Pong(plain) }
    }
}

impl Endpoint {
    /// Decodes one frame or message, and handles it.
    #[inline]
    pub(crate) fn read_frame<R, F: FnOnce(Event<'_>) -> R>(&mut self, handle: &mut Option<F>) -> Option<R> {
        let conn = self.input.current()?;
        match self.decode(conn, handle) {
            Some(Outcome::Delivered(result)) => return Some(result),
            Some(Outcome::Done) => {}
            Some(Outcome::Empty) => {
                self.input.stop();
                self.watch_unfinished(conn);
                self.watermark_checks.push(conn);
            }
            Some(Outcome::Close(frame)) => self.on_close_frame(conn, frame),
            Some(Outcome::RateExceeded(what, limit)) => {
                self.fail(conn, 1008, &format!("More than {limit} {what} in one second."));
            }
            Some(Outcome::Fault(error)) => self.fail(conn, error.close_code(), &error.to_string()),
            None => self.read_otherwise(conn),
        }
        None
    }

    /// One frame or message; `None` if this connection does not take any now. The fields are
    /// borrowed once, because this runs for each message.
    #[inline]
    fn decode<R, F: FnOnce(Event<'_>) -> R>(
        &mut self,
        conn: ConnectionId,
        handle: &mut Option<F>,
    ) -> Option<Outcome<R>> {
        let Self { input, peers, config, limits, codec, stats, reactor, now, .. } = self;
        let peer = peers.get_mut(conn)?;
        let stage = peer.stage();
        if peer.paused || !matches!(stage, Stage::Open | Stage::Closing) {
            return None;
        }
        let Peer { decoder, deflate, pace, owner, message_deadline, .. } = peer;
        let (owner, is_open) = (*owner, stage == Stage::Open);
        // Compressed messages are inflated from the read buffer.
        let leaves_masked = config.leaves_masked && !deflate.is_on();
        let mut cx = DecodeContext { limits, inflater: codec.inflater(deflate) };
        let mut room = [MaybeUninit::uninit(); MAX_CONTROL_BYTES];
        let bytes = input.rest();
        let decoded = if leaves_masked {
            let located = decoder.locate(bytes, &mut cx);
            located.map(|it| (it.consumed, it.found.map(|found| Received::from_found(found, &mut room))))
        } else {
            let decoded = decoder.decode(bytes, &mut cx);
            decoded.map(|it| (it.consumed, it.event.map(Received::from_decoded)))
        };
        let (consumed, received) = match decoded {
            Ok(decoded) => decoded,
            Err(error) => return Some(Outcome::Fault(error)),
        };
        let mut emit = |event| match handle.take() {
            Some(handle) => Outcome::Delivered(handle(event)),
            None => Outcome::Done,
        };
        let outcome = match received {
            None => Outcome::Empty,
            Some(Received::Close(frame)) => {
                Outcome::Close(frame.map(|CloseFrame { code, reason }| (code, reason.into())))
            }
            // After our close frame only the peer's matters.
            Some(_) if !is_open => Outcome::Done,
            Some(Received::Message(kind, payload, mask)) => {
                message_deadline.message_ended();
                if pace.exceeds(Sent::Message, config.messages_per_second, *now) {
                    Outcome::RateExceeded("messages", config.messages_per_second)
                } else {
                    stats.messages_in += 1;
                    emit(Event::Message { conn, owner, kind, payload, mask })
                }
            }
            Some(Received::Ping(_) | Received::Pong(_))
                if pace.exceeds(Sent::ControlFrame, config.control_frames_per_second, *now) =>
            {
                Outcome::RateExceeded("pings and pongs", config.control_frames_per_second)
            }
            Some(Received::Ping(payload)) => {
                // A pong for which there is no room is left out: RFC 6455 section 5.5.3 requires
                // one for the latest ping.
                let header = HeaderBytes::new(Opcode::Pong, false, payload.len());
                reactor.try_send_parts(conn, header.as_bytes(), payload);
                emit(Event::Ping { conn, owner, payload })
            }
            Some(Received::Pong(payload)) => emit(Event::Pong { conn, owner, payload }),
        };
        input.consume(consumed);
        Some(outcome)
    }

    /// Sets a deadline while a message is unfinished: endless fragments would hold memory for ever.
    fn watch_unfinished(&mut self, conn: ConnectionId) {
        let Some(peer) = self.peers.get_mut(conn) else { return };
        let after = millis(self.config.message_timeout);
        if peer.message_deadline.watch(peer.decoder.is_idle(), self.now, after) {
            self.set_timer(conn);
        }
    }
}
