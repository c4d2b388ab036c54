//! An open WebSocket: frames to its session, timers, and its end.

use std::fmt::Display;

use baton_connection::Sent;
use baton_hub::DisconnectReason;
use baton_planted::planted;
use baton_protocols::{Refusal, Session};
use baton_reactor::ConnectionId;
use baton_wire::deflate::Inflater;
use baton_wire::{DecodeContext, Decoder, Error, Event, Opcode};

use super::client::{Client, Connected, Link, Phase};
use super::context::call;
use super::{EventLoop, Worker};
use crate::refusals::Refused;

/// A client whose answers pile up beyond this is not read until it has taken them.
pub(super) const PAUSE_ABOVE_BYTES: usize = 64 * 1024;

impl Worker {
    /// Bytes that a WebSocket client sent.
    pub(super) fn on_frames(&mut self, conn: ConnectionId, bytes: &mut [u8]) {
        let Some(Client::Connected(connected)) = self.clients.get_mut(conn) else { return };
        connected.link.last_heard = self.event_loop.now;
        if let Phase::Parked(parked) = &mut connected.link.phase {
            return parked.retain(bytes);
        }
        let taken = connected.read(bytes, &mut self.event_loop);
        match &mut connected.link.phase {
            Phase::Closed => self.leave(conn),
            Phase::Parked(parked) => parked.retain(&bytes[taken..]),
            Phase::Reading if self.event_loop.reactor.unsent(conn) > PAUSE_ABOVE_BYTES => {
                self.over_watermark.push(conn)
            }
            Phase::Reading => {}
        }
    }

    /// What clients were sent has been written as far as they take it. Those that are still owed much are not read until
    /// they have taken all of it.
    pub(super) fn pause_those_behind(&mut self) {
        for conn in self.over_watermark.drain(..) {
            if self.event_loop.reactor.unsent(conn) > PAUSE_ABOVE_BYTES {
                self.event_loop.reactor.pause(conn);
            }
        }
    }

    /// The connection's one timer: the session's wish, or the end of patience with an unfinished message.
    pub(super) fn on_session_timer(&mut self, conn: ConnectionId) {
        let Some(Client::Connected(connected)) = self.clients.get_mut(conn) else { return };
        let now = self.event_loop.now;
        if connected.link.message_deadline.is_over(now) && !planted!("websocket: no message deadline") {
            let seconds = self.event_loop.config.settings.message_timeout_s;
            let text = format!("A message must be finished within {seconds} s (setting message_timeout_s).");
            connected.refuse(Refusal::Malformed, 1008, &text, &mut self.event_loop);
        } else if now >= connected.link.ask_at {
            connected.link.ask_at = u64::MAX;
            connected.link.ask_what_arrived(&mut self.event_loop);
        } else if now >= connected.link.wake_at && !planted!("websocket: no session deadline") {
            connected.link.wake_at = u64::MAX;
            connected.call(&mut self.event_loop, |session, cx| session.timer(cx));
        }
        if connected.link.is_closed() {
            self.leave(conn);
        } else {
            self.answer_late(conn);
            self.set_timer(conn);
        }
    }

    /// Sets the connection's one timer.
    fn set_timer(&mut self, conn: ConnectionId) {
        let Some(Client::Connected(connected)) = self.clients.get_mut(conn) else { return };
        let due = connected.link.next_timer();
        if due != u64::MAX {
            self.event_loop.reactor.wake_at(conn, due);
        }
    }

    /// The client reads too slowly: the reason follows what it has yet to read, and its
    /// subscriptions end now. If it goes on not reading, the outbox's age ends the connection.
    pub(super) fn on_outbox_full(&mut self, conn: ConnectionId) {
        let Some(Client::Connected(connected)) = self.clients.get_mut(conn) else {
            return self.drop_connection(conn);
        };
        self.event_loop.counters.slow_clients.add(1);
        connected.call(&mut self.event_loop, |session, cx| session.disconnect(DisconnectReason::TooSlow, cx));
        self.leave(conn);
    }

    /// Ends the session of a connection whose close frame is on its way, and lets the socket linger.
    pub(super) fn leave(&mut self, conn: ConnectionId) {
        self.end_session(conn);
        if self.clients.get_mut(conn).is_some() {
            self.clients.set(conn, Client::Leaving);
        }
        self.event_loop.reactor.finish(conn);
    }

    /// Ends the session, if `conn` has one: its subscriptions, its place in the app's quota.
    pub(super) fn end_session(&mut self, conn: ConnectionId) {
        let Some(Client::Connected(_)) = self.clients.get_mut(conn) else { return };
        let Some(Client::Connected(mut connected)) = self.clients.remove(conn) else { return };
        self.clients.set(conn, Client::Leaving);
        let event_loop = &mut self.event_loop;
        connected.end(event_loop);
        connected.link.write_log(event_loop);
        connected.link.note_end(event_loop);
        connected.link.end_tracking(event_loop);
        let Link { socket_id, .. } = connected.link;
        let slot = connected.link.slot();
        let ended = event_loop.local.subscription_count(slot) as u64;
        if ended > 0 {
            event_loop.expect_hub(); // others are notified in a moment
        }
        event_loop.local.leave(&*event_loop.node, event_loop.now, slot, socket_id);
        event_loop.counters.subscriptions.add(ended.wrapping_neg());
        event_loop.counters.connections.add(u64::MAX); // one fewer
        connected.link.state.disconnect();
    }
}

impl Connected {
    /// Takes `bytes` and answers them, up to a message that has to wait. Returns how many bytes were taken.
    fn read(&mut self, bytes: &mut [u8], event_loop: &mut EventLoop) -> usize {
        let mut taken = 0;
        while taken < bytes.len() && matches!(self.link.phase, Phase::Reading) {
            match self.read_one(&mut bytes[taken..], event_loop) {
                Ok(consumed) => taken += consumed,
                Err(error) => self.refuse_for(&error, event_loop),
            }
        }
        self.watch_unfinished(event_loop);
        taken
    }

    /// Takes one event, and returns how many bytes it was made of.
    fn read_one(&mut self, bytes: &mut [u8], event_loop: &mut EventLoop) -> Result<usize, Error> {
        // The event borrows from the inflater, so that is taken out while the session reaches everything else.
        let mut shared = event_loop.inflater.take();
        let outcome = self.read_with(shared.as_mut(), bytes, event_loop);
        event_loop.inflater = shared;
        outcome
    }

    fn read_with(
        &mut self,
        shared: Option<&mut Inflater>,
        bytes: &mut [u8],
        event_loop: &mut EventLoop,
    ) -> Result<usize, Error> {
        let Self { decoder: Some(decoder), link, session } = self else { return Ok(bytes.len()) };
        // A connection's own inflater has to leave its link for the same reason.
        let mut own = link.transport.own_codec().and_then(|codec| codec.inflater.take());
        let limits = link.message_lengths.within(event_loop.limits);
        let mut cx = DecodeContext { limits: &limits, inflater: own.as_mut().or(shared) };
        let outcome = decoder.decode(bytes, &mut cx).map(|decoded| {
            if let Some(event) = decoded.event {
                take(event, &mut **session, link, event_loop);
            }
            decoded.consumed
        });
        if let Some(codec) = link.transport.own_codec() {
            codec.inflater = own;
        }
        outcome
    }

    /// Sets a deadline while a message is unfinished (RFC 6455 has none; endless fragments are an
    /// attack).
    fn watch_unfinished(&mut self, event_loop: &mut EventLoop) {
        let is_idle = self.decoder.as_ref().is_none_or(Decoder::is_idle);
        let after = u64::from(event_loop.config.settings.message_timeout_s) * 1_000;
        if self.link.message_deadline.watch(is_idle, event_loop.now, after) {
            event_loop.reactor.wake_at(self.link.conn, self.link.next_timer());
        }
    }

    /// Closes for what the client sent.
    pub(super) fn refuse_for(&mut self, error: &Error, event_loop: &mut EventLoop) {
        let cause = if error.close_code() == 1009 { Refusal::TooLarge } else { Refusal::Malformed };
        self.refuse(cause, error.close_code(), &error.to_string(), event_loop);
    }

    /// Counts a refusal and closes.
    pub(super) fn refuse(&mut self, cause: Refusal, code: u16, text: &str, event_loop: &mut EventLoop) {
        self.link.refused(cause, None, &text, event_loop);
        self.link.send_close(code, text, event_loop);
    }
}

/// Does what one event asks for.
pub(super) fn take(event: Event<'_>, session: &mut dyn Session, link: &mut Link, event_loop: &mut EventLoop) {
    if matches!(event, Event::Text(_) | Event::Binary(_) | Event::TooLarge { .. }) {
        link.message_deadline.message_ended();
    }
    match event {
        Event::Text(text) => {
            if link.paces(Sent::Message, event_loop) && within_window(session, link, event_loop) {
                call(session, link, event_loop, |session, cx| session.text(text, cx));
            }
        }
        Event::Binary(data) => {
            if link.paces(Sent::Message, event_loop) && within_window(session, link, event_loop) {
                call(session, link, event_loop, |session, cx| session.binary(data, cx));
            }
        }
        Event::TooLarge { is_text, excerpt } => {
            if link.paces(Sent::Message, event_loop) && within_window(session, link, event_loop) {
                let mut is_answered = false;
                call(session, link, event_loop, |session, cx| {
                    is_answered = session.oversized(is_text, excerpt, cx)
                });
                if !is_answered && !link.is_closed() {
                    let limit = link.message_lengths.within(event_loop.limits).message_bytes;
                    let error = Error::MessageTooLarge { limit };
                    link.refused(Refusal::TooLarge, None, &error, event_loop);
                    link.send_close(error.close_code(), &error.to_string(), event_loop);
                }
            }
        }
        Event::Ping(data) => {
            if link.paces(Sent::ControlFrame, event_loop) {
                link.send_control(Opcode::Pong, data, event_loop);
            }
        }
        Event::Pong(data) if link.arrived(data, event_loop) => {} // the server asked for it
        Event::Pong(_) => {
            link.paces(Sent::ControlFrame, event_loop);
        }
        Event::Close(frame) => {
            let (code, reason) = frame.map_or((1000, ""), |frame| (frame.code, frame.reason));
            link.note_close_of_client(code, reason);
            link.send_close(code, reason, event_loop);
        }
    }
}

/// Counts a message against `messages_per_window`; over it, the client gets an error in its protocol, or else a close.
fn within_window(session: &mut dyn Session, link: &mut Link, event_loop: &mut EventLoop) -> bool {
    let settings = &event_loop.config.settings;
    let (limit, seconds) = (settings.messages_per_window, settings.message_window_s);
    if limit == 0 || !link.window.exceeds(limit, seconds, event_loop.now) {
        return true;
    }
    let why = format!(
        "Rate limit exceeded: more than {limit} messages within {seconds} s (settings messages_per_window and \
         message_window_s)."
    );
    let mut is_answered = false;
    call(session, link, event_loop, |session, cx| is_answered = session.over_rate(&why, cx));
    if !is_answered && !link.is_closed() {
        link.refused(Refusal::Rate, None, &why, event_loop);
        link.send_close(1008, &why, event_loop);
    }
    false
}

impl Link {
    /// Counts what the client sent; over the limit the connection is closed and `false` returned.
    fn paces(&mut self, sent: Sent, event_loop: &mut EventLoop) -> bool {
        let settings = &event_loop.config.settings;
        let (limit, what, setting) = match sent {
            Sent::ControlFrame => {
                (settings.control_frames_per_second, "control frames", "control_frames_per_second")
            }
            Sent::Message => (settings.messages_per_second, "messages", "messages_per_second"),
        };
        if matches!(sent, Sent::Message) {
            event_loop.counters.messages_in.add(1);
            self.state.message_received(event_loop.id);
            self.record.messages_in += 1;
        }
        let over = self.pace.exceeds(sent, limit, event_loop.now);
        if over {
            let text = format!("More than {limit} {what} in one second (setting {setting}).");
            self.refused(Refusal::Rate, None, &text, event_loop);
            self.send_close(1008, &text, event_loop);
        }
        !over
    }

    /// Counts a refusal of this client's, and reports it.
    pub(super) fn refused(
        &self,
        cause: Refusal,
        channel: Option<&str>,
        why: &dyn Display,
        event_loop: &mut EventLoop,
    ) {
        let is_wanted = self.located.is_some() || event_loop.node.refusals.wants_more();
        let peer = if is_wanted { self.ip(event_loop) } else { None };
        let app = self.app();
        event_loop.node.refusals.note(&Refused {
            cause,
            app: Some(app),
            peer,
            key: None,
            channel,
            socket: Some(self.socket_id),
            why,
        });
    }
}
