//! How connections end: by the peer, by the owner, by a fault, by a timeout.
//!
//! The owner gets one event for it, and no event of the connection after that. What is left to do
//! (writing, waiting for the peer's end of stream) happens without the owner.

use baton_reactor::{Closed, ConnectionId};
use baton_wire::{HeaderBytes, MAX_REASON_BYTES, Opcode, encode_close};

use crate::config::millis;
use crate::endpoint::Endpoint;
use crate::peer::Stage;
use crate::pending::{End, PendingEvent};

/// No close frame came, RFC 6455 section 7.1.5.
pub(crate) const ABNORMAL: u16 = 1006;
/// A close frame without a code came.
const NO_STATUS: u16 = 1005;
/// Our close frame was not answered.
pub(crate) const UNANSWERED: &str = "No close frame came.";
/// We go away.
pub(crate) const GOING_AWAY: u16 = 1001;

impl Endpoint {
    /// Closes gracefully: what is queued is written, then a close frame, and the peer's close frame
    /// is awaited. [`Event::Closed`](crate::Event::Closed) follows. Ignored unless the connection
    /// is open. `code` must satisfy [`is_valid_code`](baton_wire::is_valid_code); a reason over 123
    /// bytes is cut.
    pub fn close(&mut self, conn: ConnectionId, code: u16, reason: &str) {
        let Some(peer) = self.peers.get_mut(conn).filter(|peer| peer.is_open()) else { return };
        peer.since = self.now;
        // The peer's close frame must be read for this to end.
        if !peer.stored.is_empty() {
            self.input.resume(conn);
        }
        if std::mem::take(&mut peer.paused) | std::mem::take(&mut peer.backpressured) {
            self.reactor.resume(conn);
        }
        self.peers.set_stage(conn, Stage::Closing);
        self.topics.leave_all(conn);
        self.send_close(conn, code, reason);
        self.set_timer(conn);
    }

    /// Closes the socket at once; what is queued is lost. [`Event::Closed`](crate::Event::Closed) follows.
    pub fn terminate(&mut self, conn: ConnectionId) {
        if self.peers.get(conn).is_some() {
            self.reactor.abort(conn);
            self.conclude(conn, ABNORMAL, "", false);
            self.forget(conn);
        }
    }

    /// Stops accepting, and closes all open connections with 1001. Events go on until
    /// [`is_over`](Self::is_over).
    pub fn stop(&mut self) {
        if self.stopping.is_some() {
            return;
        }
        self.reactor.stop_listening();
        self.stopping = Some(baton_reactor::monotonic_ns() / 1_000_000 + millis(self.config.close_timeout));
        let all: Vec<(ConnectionId, Stage)> =
            self.peers.iter().map(|peer| (peer.conn, peer.stage())).collect();
        for (conn, stage) in all {
            match stage {
                Stage::Open => self.close(conn, GOING_AWAY, "The server is going away."),
                Stage::Opening => self.terminate(conn),
                _ => {}
            }
        }
    }

    /// Whether an endpoint that stops has no connections left and has written what it sent to other
    /// processes; or the time for that is over.
    #[must_use]
    pub fn is_over(&mut self) -> bool {
        let Some(until) = self.stopping.filter(|_| self.pending.is_empty()) else { return false };
        let unsent = self.worker_link.as_ref().map_or(0, |link| self.reactor.unsent(link.conn));
        (self.connections() == 0 && unsent == 0) || self.now >= until
    }

    /// Closes all remaining connections at once, with an event for each: for an endpoint whose time
    /// [is over](Self::is_over).
    pub fn end_all(&mut self) {
        let all: Vec<ConnectionId> = self.peers.iter().map(|peer| peer.conn).collect();
        for conn in all {
            if self.peers.get(conn).is_some_and(|peer| peer.stage() == Stage::Closing) {
                self.conclude(conn, ABNORMAL, UNANSWERED, false);
            }
            self.terminate(conn);
        }
    }

    /// The peer's close frame.
    pub(crate) fn on_close_frame(&mut self, conn: ConnectionId, frame: Option<(u16, Box<str>)>) {
        let Some(peer) = self.peers.get(conn) else { return };
        if peer.is_open() {
            match &frame {
                Some((code, reason)) => self.send_close(conn, *code, reason),
                None => self.send_exempt(conn, HeaderBytes::new(Opcode::Close, false, 0).as_bytes()),
            }
        }
        let (code, reason) = frame.unwrap_or((NO_STATUS, Box::default()));
        self.conclude(conn, code, &reason, true);
        self.leave(conn);
    }

    /// The peer broke a rule: it is sent a close frame that names the rule, and nothing more is
    /// read from it.
    pub(crate) fn fail(&mut self, conn: ConnectionId, code: u16, reason: &str) {
        self.stats.faults += 1;
        if self.is_open(conn) {
            self.send_close(conn, code, reason);
        }
        self.conclude(conn, code, reason, false);
        self.leave(conn);
    }

    /// The owner found that a text that was delivered masked is not UTF-8: that is the peer's
    /// fault, and closes the connection with 1007.
    #[cold]
    pub fn refuse_text(&mut self, conn: ConnectionId) {
        if self.is_open(conn) {
            self.stats.messages_in = self.stats.messages_in.saturating_sub(1);
            let error = baton_wire::Error::InvalidUtf8;
            self.fail(conn, error.close_code(), &error.to_string());
        }
    }

    /// The queue of a connection had no room for a message to many.
    pub(crate) fn on_too_slow(&mut self, conn: ConnectionId) {
        self.stats.slow += 1;
        let reason = format!("More than {} bytes wait to be read.", self.config.queued_bytes);
        self.fail(conn, 1013, &reason);
    }

    /// The reactor has closed a socket.
    pub(crate) fn on_closed(&mut self, conn: ConnectionId, cause: Closed) {
        if self.worker_link.take_if(|link| link.conn == conn).is_some() {
            return self.stop();
        }
        self.lost(conn, cause);
        self.forget(conn);
    }

    fn lost(&mut self, conn: ConnectionId, cause: Closed) {
        let reason = match cause {
            Closed::OutboxStale => {
                self.stats.slow += 1;
                format!("Bytes waited for more than {} ms to be read.", millis(self.config.queued_age))
            }
            _ => String::new(),
        };
        self.conclude(conn, ABNORMAL, &reason, false);
    }

    /// Has what is queued written, and then the socket closed.
    pub(crate) fn leave(&mut self, conn: ConnectionId) {
        let Some(peer) = self.peers.get_mut(conn) else { return };
        peer.stored = Vec::new();
        self.peers.set_stage(conn, Stage::Leaving);
        if self.input.current() == Some(conn) {
            self.input.stop();
        }
        // Bytes that still come must be read to see the peer's end of stream.
        self.reactor.resume(conn);
        self.reactor.finish(conn);
    }

    /// A socket is gone. The connection's record stays until the owner has the event of its end, so
    /// that the owner can ask about it; its slot is not reused before.
    fn forget(&mut self, conn: ConnectionId) {
        self.count_ended();
        let is_ending = self.peers.get(conn).is_some_and(|peer| peer.is_ending);
        if !is_ending || !self.pending.mark_gone(conn) {
            self.peers.remove(conn);
        }
    }

    /// The owner has had the event of an end, and asks for the next one.
    pub(crate) fn on_end_delivered(&mut self, end: &End) {
        if end.is_gone {
            self.peers.remove(end.conn);
        } else if let Some(peer) = self.peers.get_mut(end.conn) {
            peer.is_ending = false;
            peer.drop_request();
        }
    }

    /// Queues the event of the end of a connection that was open, once, and removes the connection
    /// from its topics.
    pub(crate) fn conclude(&mut self, conn: ConnectionId, code: u16, reason: &str, clean: bool) {
        let Some(stage) = self.peers.set_stage(conn, Stage::Leaving) else { return };
        if matches!(stage, Stage::Open | Stage::Closing) {
            if let Some(peer) = self.peers.get_mut(conn) {
                peer.is_ending = true;
            }
            let end = End { conn, code, reason: reason.into(), clean, is_gone: false };
            self.pending.push(PendingEvent::Closed(Box::new(end)));
        }
        if stage == Stage::Open {
            self.topics.leave_all(conn);
        }
    }

    pub(crate) fn send_close(&mut self, conn: ConnectionId, code: u16, reason: &str) {
        let mut frame = Vec::with_capacity(4 + MAX_REASON_BYTES);
        encode_close(&mut frame, code, reason, None);
        self.send_exempt(conn, &frame);
    }

    /// A close frame is queued however full the outbox is.
    fn send_exempt(&mut self, conn: ConnectionId, frame: &[u8]) {
        self.reactor.send_exempt(conn, &frame.into());
    }
}
