//! Frames of an open connection.

use baton_wire::{CloseFrame, DecodeContext, Event as Decoded, HeaderBytes, Opcode};

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

impl Endpoint {
    /// Takes one frame or message of the bytes that are being read. The buffer is lent, so that everything else can be
    /// used beside it.
    #[inline]
    pub(crate) fn read_frame<R, F: FnOnce(Event<'_>) -> R>(
        &mut self,
        buffer: &mut [u8],
        tell: &mut Option<F>,
    ) -> Option<R> {
        let conn = self.reading.as_ref()?.conn;
        match self.decode(buffer, tell)? {
            Outcome::Told(answer) => return Some(answer),
            Outcome::Taken => {}
            Outcome::Empty => {
                self.reading = None;
                self.watch_unfinished(conn);
                self.loud.push(conn);
            }
            Outcome::Close(frame) => self.on_close_frame(conn, frame),
            Outcome::Fast(what, limit) => {
                self.fail(conn, 1008, &format!("More than {limit} {what} in one second."));
            }
            Outcome::Fault(error) => self.fail(conn, error.close_code(), &error.to_string()),
        }
        None
    }

    #[inline]
    fn decode<R, F: FnOnce(Event<'_>) -> R>(
        &mut self,
        buffer: &mut [u8],
        tell: &mut Option<F>,
    ) -> Option<Outcome<R>> {
        let reading = self.reading.as_mut()?;
        let conn = reading.conn;
        let Peer { decoder, deflate, pace, owner, stage, .. } = self.peers.get_mut(conn)?;
        let (owner, is_open) = (*owner, *stage == Stage::Open);
        let own = match deflate {
            Deflate::Own(codec) => codec.inflater.as_mut(),
            _ => None,
        };
        let inflater = own.or(self.inflater.as_mut());
        let mut cx = DecodeContext { limits: &self.limits, inflater };
        let decoded = match decoder.decode(reading.rest(buffer), &mut cx) {
            Ok(decoded) => decoded,
            Err(error) => return Some(Outcome::Fault(error)),
        };
        let consumed = decoded.consumed;
        let mut say = |event| match tell.take() {
            Some(tell) => Outcome::Told(tell(event)),
            None => Outcome::Taken,
        };
        let outcome = match decoded.event {
            None => Outcome::Empty,
            Some(Decoded::Close(frame)) => {
                Outcome::Close(frame.map(|CloseFrame { code, reason }| (code, reason.into())))
            }
            // Behind our close frame nothing but the peer's is of interest.
            Some(_) if !is_open => Outcome::Taken,
            Some(Decoded::Text(_) | Decoded::Binary(_))
                if pace.exceeds(false, self.config.messages_per_second, self.now) =>
            {
                Outcome::Fast("messages", self.config.messages_per_second)
            }
            Some(Decoded::Ping(_) | Decoded::Pong(_))
                if pace.exceeds(true, self.config.control_frames_per_second, self.now) =>
            {
                Outcome::Fast("pings and pongs", self.config.control_frames_per_second)
            }
            Some(Decoded::Text(text)) => {
                self.stats.messages_in += 1;
                say(Event::Message { conn, owner, kind: Kind::Text, payload: text.as_bytes() })
            }
            Some(Decoded::Binary(payload)) => {
                self.stats.messages_in += 1;
                say(Event::Message { conn, owner, kind: Kind::Binary, payload })
            }
            Some(Decoded::Ping(payload)) => {
                // A pong for which there is no room is left out: RFC 6455 section 5.5.3 wants the latest answered.
                let header = HeaderBytes::new(Opcode::Pong, false, payload.len());
                if self.reactor.takes(conn, header.as_bytes().len() + payload.len()) {
                    self.reactor.send_parts(conn, header.as_bytes(), payload);
                }
                say(Event::Ping { conn, owner, payload })
            }
            Some(Decoded::Pong(payload)) => say(Event::Pong { conn, owner, payload }),
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
