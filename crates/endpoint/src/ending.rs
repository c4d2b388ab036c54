//! How connections end: by the peer, by the owner, by a fault, by silence.
//!
//! The owner is told once, and from then on nothing more of the connection. What is left to do for it (writing, waiting for
//! the peer's end) happens without the owner.

use baton_reactor::{Closed, ConnectionId};
use baton_wire::{HeaderBytes, MAX_REASON_BYTES, Opcode, encode_close};

use crate::config::millis;
use crate::endpoint::{End, Endpoint, Told};
use crate::peer::Stage;

/// No close frame came, RFC 6455 section 7.1.5.
const ABNORMAL: u16 = 1006;
/// A close frame without a code came.
const NO_STATUS: u16 = 1005;
/// Our close frame was not answered.
const UNANSWERED: &str = "No close frame came.";
/// We go away.
const GOING_AWAY: u16 = 1001;

impl Endpoint {
    /// Closes in good order: what is queued is written, then a close frame, and the peer's is waited for.
    /// [`Event::Closed`](crate::Event::Closed) follows. Ignored unless the connection is open. `code` must satisfy
    /// [`is_valid_code`](baton_wire::is_valid_code); a reason over 123 bytes is cut.
    pub fn close(&mut self, conn: ConnectionId, code: u16, reason: &str) {
        let Some(peer) = self.peers.get_mut(conn).filter(|peer| peer.stage == Stage::Open) else { return };
        peer.stage = Stage::Closing;
        peer.since = self.now;
        // The peer's close frame must be read for this to end.
        let kept = !peer.kept.is_empty();
        if std::mem::take(&mut peer.paused) || std::mem::take(&mut peer.behind) {
            self.reactor.resume(conn);
        }
        if kept {
            self.read_later(conn);
        }
        self.open -= 1;
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

    /// Accepts nothing more, and closes all that is open with 1001. Events go on until [`is_over`](Self::is_over).
    pub fn stop(&mut self) {
        if self.stopping.is_some() {
            return;
        }
        self.reactor.stop_listening();
        self.stopping = Some(baton_reactor::monotonic_ns() / 1_000_000 + millis(self.config.close_timeout));
        let all: Vec<(ConnectionId, Stage)> = self.peers.iter().map(|peer| (peer.conn, peer.stage)).collect();
        for (conn, stage) in all {
            match stage {
                Stage::Open => self.close(conn, GOING_AWAY, "The server is going away."),
                Stage::Opening => self.terminate(conn),
                _ => {}
            }
        }
    }

    /// Whether everybody has left an endpoint that stops, and what the other processes are told is written; or all had the
    /// time to.
    #[must_use]
    pub fn is_over(&mut self) -> bool {
        let Some(until) = self.stopping.filter(|_| self.told.is_empty()) else { return false };
        let unsaid = self.trunk.as_ref().map_or(0, |trunk| self.reactor.unsent(trunk.conn));
        (self.connections() == 0 && unsaid == 0) || self.now >= until
    }

    /// Ends an endpoint whose time [is over](Self::is_over): whoever is left is closed at once, and the owner told of each.
    pub fn end_all(&mut self) {
        let all: Vec<ConnectionId> = self.peers.iter().map(|peer| peer.conn).collect();
        for conn in all {
            if self.peers.get(conn).is_some_and(|peer| peer.stage == Stage::Closing) {
                self.conclude(conn, ABNORMAL, UNANSWERED, false);
            }
            self.terminate(conn);
        }
    }

    /// The peer's close frame.
    pub(crate) fn on_close_frame(&mut self, conn: ConnectionId, frame: Option<(u16, Box<str>)>) {
        let Some(peer) = self.peers.get(conn) else { return };
        if peer.stage == Stage::Open {
            match &frame {
                Some((code, reason)) => self.send_close(conn, *code, reason),
                None => self.send_exempt(conn, HeaderBytes::new(Opcode::Close, false, 0).as_bytes()),
            }
        }
        let (code, reason) = frame.unwrap_or((NO_STATUS, Box::default()));
        self.conclude(conn, code, &reason, true);
        self.leave(conn);
    }

    /// The peer broke a rule: it is told which, and nothing more of it is read.
    pub(crate) fn fail(&mut self, conn: ConnectionId, code: u16, reason: &str) {
        self.stats.faults += 1;
        if self.peers.get(conn).is_some_and(|peer| peer.stage == Stage::Open) {
            self.send_close(conn, code, reason);
        }
        self.conclude(conn, code, reason, false);
        self.leave(conn);
    }

    /// A text that the owner was told masked is not UTF-8, as it found on taking the mask off: that is the peer's fault, and
    /// closes with 1007.
    #[cold]
    pub fn refuse_text(&mut self, conn: ConnectionId) {
        if self.is_open(conn) {
            self.stats.messages_in = self.stats.messages_in.saturating_sub(1);
            let error = baton_wire::Error::InvalidUtf8;
            self.fail(conn, error.close_code(), &error.to_string());
        }
    }

    /// It did not keep up with what was sent to many.
    pub(crate) fn on_too_slow(&mut self, conn: ConnectionId) {
        self.stats.slow += 1;
        let reason = format!("More than {} bytes wait to be read.", self.config.queued_bytes);
        self.fail(conn, 1013, &reason);
    }

    /// The socket is gone.
    pub(crate) fn lost(&mut self, conn: ConnectionId, cause: Closed) {
        let reason = match cause {
            Closed::OutboxStale => {
                self.stats.slow += 1;
                format!("Bytes waited for more than {} ms to be read.", millis(self.config.queued_age))
            }
            _ => String::new(),
        };
        self.conclude(conn, ABNORMAL, &reason, false);
    }

    /// The connection's one timer.
    pub(crate) fn on_timer(&mut self, conn: ConnectionId) {
        let Some(peer) = self.peers.get_mut(conn) else { return };
        let now = self.now;
        match peer.stage {
            Stage::Opening => {
                if now >= peer.since + millis(self.config.handshake_timeout) {
                    return self.answer_late(conn);
                }
            }
            Stage::Closing => {
                if now >= peer.since + millis(self.config.close_timeout) {
                    self.conclude(conn, ABNORMAL, UNANSWERED, false);
                    return self.leave(conn);
                }
            }
            Stage::Open => return self.on_open_timer(conn),
            Stage::Asked | Stage::Leaving => return,
        }
        self.set_timer(conn);
    }

    fn on_open_timer(&mut self, conn: ConnectionId) {
        let Some(peer) = self.peers.get_mut(conn) else { return };
        // What it sends is not read, so its silence proves nothing. How long that lasts is bounded by `queued_age`.
        if peer.behind {
            return;
        }
        let (now, config) = (self.now, &self.config);
        let idle = millis(config.idle_timeout);
        if now >= peer.message_due {
            let ms = millis(config.message_timeout);
            return self.fail(conn, 1008, &format!("A message must be complete within {ms} ms."));
        }
        if now >= peer.pinged_at.saturating_add(millis(config.pong_timeout)) {
            let ms = millis(config.pong_timeout);
            return self.fail_silently(conn, &format!("No answer to a ping within {ms} ms."));
        }
        if now >= peer.since + idle {
            return self.fail_silently(conn, &format!("Nothing was received for {idle} ms."));
        }
        if let Some(interval) = config.ping_interval
            && peer.pinged_at == u64::MAX
            && now >= peer.since + millis(interval)
        {
            peer.pinged_at = now;
            let ping = HeaderBytes::new(Opcode::Ping, false, 0);
            if self.reactor.takes(conn, 2) {
                self.reactor.send(conn, ping.as_bytes());
            }
        }
        self.set_timer(conn);
    }

    /// Counts an open connection's deadlines from now: it was not read until now.
    pub(crate) fn restart_deadlines(&mut self, conn: ConnectionId) {
        let Some(peer) = self.peers.get_mut(conn).filter(|peer| peer.stage == Stage::Open) else { return };
        peer.since = self.now;
        peer.pinged_at = u64::MAX;
        if peer.message_due != u64::MAX {
            peer.message_due = self.now + millis(self.config.message_timeout);
        }
        self.set_timer(conn);
    }

    /// The peer may be gone: it is told, and for the owner no close frame came.
    fn fail_silently(&mut self, conn: ConnectionId, reason: &str) {
        self.stats.faults += 1;
        self.send_close(conn, GOING_AWAY, reason);
        self.conclude(conn, ABNORMAL, reason, false);
        self.leave(conn);
    }

    /// Sets the timer for whatever of a connection is due first.
    pub(crate) fn set_timer(&mut self, conn: ConnectionId) {
        let Some(peer) = self.peers.get(conn) else { return };
        let config = &self.config;
        let due = match peer.stage {
            Stage::Opening => peer.since + millis(config.handshake_timeout),
            Stage::Closing => peer.since + millis(config.close_timeout),
            Stage::Open => {
                let answer = peer.pinged_at.saturating_add(millis(config.pong_timeout));
                let ping = match config.ping_interval {
                    Some(interval) if peer.pinged_at == u64::MAX => peer.since + millis(interval),
                    _ => u64::MAX,
                };
                peer.message_due.min(answer).min(ping).min(peer.since + millis(config.idle_timeout))
            }
            Stage::Asked | Stage::Leaving => return,
        };
        self.reactor.wake_at(conn, due);
    }

    /// Writes what is queued, and ends the socket.
    pub(crate) fn leave(&mut self, conn: ConnectionId) {
        let Some(peer) = self.peers.get_mut(conn) else { return };
        peer.kept = Vec::new();
        if peer.stage != Stage::Leaving {
            peer.stage = Stage::Leaving;
            self.live -= 1;
        }
        if self.reading.as_ref().is_some_and(|reading| reading.conn == conn) {
            self.reading = None;
        }
        // Bytes that still come must be read for the peer's end to be seen.
        self.reactor.resume(conn);
        self.reactor.finish(conn);
    }

    /// Tells the owner of the end of a connection that was open, if it was not told yet, and takes it out of everything.
    fn conclude(&mut self, conn: ConnectionId, code: u16, reason: &str, clean: bool) {
        let Some(peer) = self.peers.get_mut(conn) else { return };
        let stage = peer.stage;
        if stage != Stage::Leaving {
            peer.stage = Stage::Leaving;
            self.live -= 1;
        }
        if matches!(stage, Stage::Open | Stage::Closing) {
            peer.is_ending = true;
            let end = End { conn, code, reason: reason.into(), clean, is_gone: false };
            self.told.push_back(Told::Closed(Box::new(end)));
        }
        if stage == Stage::Open {
            self.open -= 1;
            self.topics.leave_all(conn);
        }
    }

    fn send_close(&mut self, conn: ConnectionId, code: u16, reason: &str) {
        let mut frame = Vec::with_capacity(4 + MAX_REASON_BYTES);
        encode_close(&mut frame, code, reason, None);
        self.send_exempt(conn, &frame);
    }

    /// A close frame goes out however full the outbox is.
    fn send_exempt(&mut self, conn: ConnectionId, frame: &[u8]) {
        self.reactor.send_exempt(conn, &frame.into());
    }
}
