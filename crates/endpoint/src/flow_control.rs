//! When a connection is read: not while its owner has paused it, nor while too much is queued for
//! it.

use baton_reactor::ConnectionId;

use crate::endpoint::Endpoint;
use crate::pending::PendingEvent;

impl Endpoint {
    /// Pauses reading of connections for which more than half of what may be queued is queued,
    /// until they have read it. A client that sends requests and does not read the responses
    /// thereby blocks itself, and nothing has to be refused.
    pub(crate) fn apply_backpressure(&mut self) {
        while let Some(conn) = self.watermark_checks.pop() {
            if self.reactor.unsent(conn) > self.config.queued_bytes / 2
                && let Some(peer) = self.peers.get_mut(conn)
            {
                peer.backpressured = true;
                self.reactor.pause(conn);
            }
        }
    }

    /// Everything that was queued for a connection has been written.
    pub(crate) fn on_drained(&mut self, conn: ConnectionId) {
        let Some(peer) = self.peers.get_mut(conn) else { return };
        if std::mem::take(&mut peer.backpressured) {
            if !peer.paused {
                self.reactor.resume(conn);
            }
            self.restart_deadlines(conn);
        }
        self.pending.push(PendingEvent::Drained(conn));
    }

    /// Stops reading a connection; bytes that were read already are stored. A connection that
    /// closes is read on, for the peer's close frame.
    pub fn pause(&mut self, conn: ConnectionId) {
        if let Some(peer) = self.peers.get_mut(conn).filter(|peer| peer.is_open()) {
            peer.paused = true;
            self.reactor.pause(conn);
        }
    }

    /// Continues reading a connection.
    pub fn resume(&mut self, conn: ConnectionId) {
        let Some(peer) = self.peers.get_mut(conn) else { return };
        if std::mem::take(&mut peer.paused) {
            let backpressured = peer.backpressured;
            if !peer.stored.is_empty() {
                self.input.resume(conn);
            }
            if !backpressured {
                self.reactor.resume(conn);
            }
        }
    }
}
