//! The deadlines of a connection: its handshake, its close, an unfinished message, a pong, silence.
//! One timer serves all.

use baton_reactor::ConnectionId;
use baton_wire::{HeaderBytes, Opcode};

use crate::config::millis;
use crate::ending::{ABNORMAL, GOING_AWAY, UNANSWERED};
use crate::endpoint::Endpoint;
use crate::peer::Stage;

impl Endpoint {
    /// The connection's timer is due.
    pub(crate) fn on_timer(&mut self, conn: ConnectionId) {
        let Some(peer) = self.peers.get_mut(conn) else { return };
        let now = self.now;
        match peer.stage() {
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
            Stage::Deciding | Stage::Leaving => return,
        }
        self.set_timer(conn);
    }

    fn on_open_timer(&mut self, conn: ConnectionId) {
        let Some(peer) = self.peers.get_mut(conn) else { return };
        // Nothing is read from it, so silence proves nothing. `queued_age` limits how long that
        // lasts.
        if peer.backpressured {
            return;
        }
        let (now, config) = (self.now, &self.config);
        let idle = millis(config.idle_timeout);
        if peer.message_deadline.is_over(now) {
            let ms = millis(config.message_timeout);
            return self.fail(conn, 1008, &format!("A message must be complete within {ms} ms."));
        }
        if now >= peer.pinged_at.saturating_add(millis(config.pong_timeout)) {
            let ms = millis(config.pong_timeout);
            return self.fail_unresponsive(conn, &format!("No answer to a ping within {ms} ms."));
        }
        if now >= peer.since + idle {
            return self.fail_unresponsive(conn, &format!("Nothing was received for {idle} ms."));
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

    /// Restarts an open connection's deadlines: it was not read until now.
    pub(crate) fn restart_deadlines(&mut self, conn: ConnectionId) {
        let Some(peer) = self.peers.get_mut(conn).filter(|peer| peer.is_open()) else { return };
        peer.since = self.now;
        peer.pinged_at = u64::MAX;
        peer.message_deadline.restart(self.now, millis(self.config.message_timeout));
        self.set_timer(conn);
    }

    /// The peer may be gone: it is sent a close frame, but for the owner the connection ends
    /// without one.
    fn fail_unresponsive(&mut self, conn: ConnectionId, reason: &str) {
        self.stats.faults += 1;
        self.send_close(conn, GOING_AWAY, reason);
        self.conclude(conn, ABNORMAL, reason, false);
        self.leave(conn);
    }

    /// Sets the timer to the connection's first deadline.
    pub(crate) fn set_timer(&mut self, conn: ConnectionId) {
        let Some(peer) = self.peers.get(conn) else { return };
        let config = &self.config;
        let due = match peer.stage() {
            Stage::Opening => peer.since + millis(config.handshake_timeout),
            Stage::Closing => peer.since + millis(config.close_timeout),
            Stage::Open => {
                let answer = peer.pinged_at.saturating_add(millis(config.pong_timeout));
                let ping = match config.ping_interval {
                    Some(interval) if peer.pinged_at == u64::MAX => peer.since + millis(interval),
                    _ => u64::MAX,
                };
                peer.message_deadline
                    .due()
                    .min(answer)
                    .min(ping)
                    .min(peer.since + millis(config.idle_timeout))
            }
            Stage::Deciding | Stage::Leaving => return,
        };
        self.reactor.wake_at(conn, due);
    }
}
