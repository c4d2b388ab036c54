//! Frames of an open connection.

use std::mem::MaybeUninit;

use baton_wire::{
    CloseFrame, DecodeContext, Event as Decoded, Found, HeaderBytes, MAX_CONTROL_BYTES, Opcode,
};

use crate::config::millis;
use crate::endpoint::Endpoint;
use crate::peer::{Deflate, Peer, Stage};
use crate::{Event, Kind};

/// What is to be done about a frame, once nothing is borrowed from it.
enum Outcome<R> {
    /// The owner was told.
    Told(R),
    /// Nothing is to be told.
    Taken,
    /// All bytes are used up.
    Empty,
    /// The peer closes.
    Close(Option<(u16, Box<str>)>),
    /// It sent too much in a second: what, and the limit.
    Fast(&'static str, u32),
    Fault(baton_wire::Error),
}

/// What came, whichever way it was decoded.
enum Heard<'a> {
    Message(Kind, &'a [u8], Option<[u8; 4]>),
    Ping(&'a [u8]),
    Pong(&'a [u8]),
    Close(Option<CloseFrame<'a>>),
}

impl<'a> Heard<'a> {
    #[inline]
    fn from_decoded(event: Decoded<'a>) -> Self {
        match event {
            Decoded::Text(text) => Self::Message(Kind::Text, text.as_bytes(), None),
            Decoded::Binary(payload) => Self::Message(Kind::Binary, payload, None),
            Decoded::Ping(payload) => Self::Ping(payload),
            Decoded::Pong(payload) => Self::Pong(payload),
            Decoded::Close(frame) => Self::Close(frame),
            // It does not happen: an endpoint lets no message be skipped, and a larger one ends the connection.
            Decoded::TooLarge { .. } => Self::Close(None),
        }
    }

    /// A control frame is unmasked into `room`: it is not for the owner to do.
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
    /// Takes one frame or message of the bytes that are being read.
    #[inline]
    pub(crate) fn read_frame<R, F: FnOnce(Event<'_>) -> R>(&mut self, tell: &mut Option<F>) -> Option<R> {
        let conn = self.reading.as_ref()?.conn;
        match self.decode(tell) {
            Some(Outcome::Told(answer)) => return Some(answer),
            Some(Outcome::Taken) => {}
            Some(Outcome::Empty) => {
                self.reading = None;
                self.watch_unfinished(conn);
                self.loud.push(conn);
            }
            Some(Outcome::Close(frame)) => self.on_close_frame(conn, frame),
            Some(Outcome::Fast(what, limit)) => {
                self.fail(conn, 1008, &format!("More than {limit} {what} in one second."));
            }
            Some(Outcome::Fault(error)) => self.fail(conn, error.close_code(), &error.to_string()),
            None => self.read_otherwise(conn),
        }
        None
    }

    /// One frame or message; `None` if none are taken of this connection now. What is needed for that is taken apart once:
    /// this runs for each message.
    #[inline]
    fn decode<R, F: FnOnce(Event<'_>) -> R>(&mut self, tell: &mut Option<F>) -> Option<Outcome<R>> {
        let Self { reading, buffer, peers, config, limits, inflater, stats, reactor, now, .. } = self;
        let reading = reading.as_mut()?;
        let conn = reading.conn;
        let Peer { decoder, deflate, pace, owner, stage, paused, message_due, .. } = peers.get_mut(conn)?;
        if *paused || !matches!(stage, Stage::Open | Stage::Closing) {
            return None;
        }
        let (owner, is_open) = (*owner, *stage == Stage::Open);
        // What is compressed is inflated from where it lies.
        let leaves_masked = config.leaves_masked && !deflate.is_on();
        let own = match deflate {
            Deflate::Own(codec) => codec.inflater.as_mut(),
            _ => None,
        };
        let mut cx = DecodeContext { limits, inflater: own.or(inflater.as_mut()) };
        let mut room = [MaybeUninit::uninit(); MAX_CONTROL_BYTES];
        let input = reading.rest(buffer);
        let decoded = if leaves_masked {
            let located = decoder.locate(input, &mut cx);
            located.map(|it| (it.consumed, it.found.map(|found| Heard::from_found(found, &mut room))))
        } else {
            let decoded = decoder.decode(input, &mut cx);
            decoded.map(|it| (it.consumed, it.event.map(Heard::from_decoded)))
        };
        let (consumed, heard) = match decoded {
            Ok(decoded) => decoded,
            Err(error) => return Some(Outcome::Fault(error)),
        };
        let mut say = |event| match tell.take() {
            Some(tell) => Outcome::Told(tell(event)),
            None => Outcome::Taken,
        };
        let outcome = match heard {
            None => Outcome::Empty,
            Some(Heard::Close(frame)) => {
                Outcome::Close(frame.map(|CloseFrame { code, reason }| (code, reason.into())))
            }
            // Behind our close frame nothing but the peer's is of interest.
            Some(_) if !is_open => Outcome::Taken,
            Some(Heard::Message(kind, payload, mask)) => {
                *message_due = u64::MAX; // of this message: the next one may have begun in the same read
                if pace.exceeds(false, config.messages_per_second, *now) {
                    Outcome::Fast("messages", config.messages_per_second)
                } else {
                    stats.messages_in += 1;
                    say(Event::Message { conn, owner, kind, payload, mask })
                }
            }
            Some(Heard::Ping(_) | Heard::Pong(_))
                if pace.exceeds(true, config.control_frames_per_second, *now) =>
            {
                Outcome::Fast("pings and pongs", config.control_frames_per_second)
            }
            Some(Heard::Ping(payload)) => {
                // A pong for which there is no room is left out: RFC 6455 section 5.5.3 wants the latest answered.
                let header = HeaderBytes::new(Opcode::Pong, false, payload.len());
                reactor.try_send_parts(conn, header.as_bytes(), payload);
                say(Event::Ping { conn, owner, payload })
            }
            Some(Heard::Pong(payload)) => say(Event::Pong { conn, owner, payload }),
        };
        reading.at += consumed;
        Some(outcome)
    }

    /// Holds the peer to a deadline while a message is unfinished: endless fragments would keep its memory for ever.
    fn watch_unfinished(&mut self, conn: baton_reactor::ConnectionId) {
        let Some(peer) = self.peers.get_mut(conn) else { return };
        if peer.decoder.is_idle() {
            peer.message_due = u64::MAX;
        } else if peer.message_due == u64::MAX {
            peer.message_due = self.now + millis(self.config.message_timeout);
            self.set_timer(conn);
        }
    }
}
