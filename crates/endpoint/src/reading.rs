//! Received bytes: which connection's are decoded next, and which are stored until later.

use baton_reactor::ConnectionId;

use crate::endpoint::Endpoint;
use crate::peer::Stage;

impl Endpoint {
    /// The reactor has read bytes of a connection.
    pub(crate) fn on_data(&mut self, conn: ConnectionId, len: usize) {
        if let Some(link) = self.worker_link.as_mut().filter(|link| link.conn == conn) {
            link.receive(self.input.received(len));
            return self.on_worker_messages();
        }
        let Some(peer) = self.peers.get_mut(conn) else { return };
        if peer.is_open() {
            peer.since = self.now;
            peer.pinged_at = u64::MAX;
        }
        if peer.stored.is_empty() {
            return self.input.begin(conn, len);
        }
        peer.stored.extend_from_slice(self.input.received(len));
        self.input.resume(conn);
    }

    /// Continues with the bytes of a connection that does not take messages now.
    #[cold]
    pub(crate) fn read_otherwise(&mut self, conn: ConnectionId) {
        match self.peers.get(conn).map(|peer| peer.stage()) {
            Some(Stage::Opening) => self.read_request(),
            // It is paused, or the owner decides about its request.
            Some(Stage::Deciding | Stage::Open | Stage::Closing) => self.store_rest(),
            Some(Stage::Leaving) | None => self.input.stop(),
        }
    }

    /// Stores the rest of the bytes that are being decoded.
    pub(crate) fn store_rest(&mut self) {
        if let Some((conn, rest)) = self.input.take_rest()
            && let Some(peer) = self.peers.get_mut(conn)
        {
            peer.stored = rest;
        }
    }

    /// Begins to decode the stored bytes of a connection, if it may be read.
    pub(crate) fn read_stored(&mut self, conn: ConnectionId) {
        let Some(peer) = self.peers.get_mut(conn) else { return };
        if peer.paused || peer.stored.is_empty() {
            return;
        }
        let stored = std::mem::take(&mut peer.stored);
        self.input.begin_stored(conn, stored);
    }
}
