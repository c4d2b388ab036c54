//! What the owner may ask about an endpoint and its connections, and attach to them.

use std::net::SocketAddr;

use baton_reactor::{ConnectionId, Counters, Driver};

use crate::endpoint::{Endpoint, Stats, clock_ms};
use crate::peer::Peer;

impl Endpoint {
    /// Gives a connection a number of the owner's, which its events carry from now on.
    pub fn set_owner(&mut self, conn: ConnectionId, owner: usize) {
        if let Some(peer) = self.peers.get_mut(conn) {
            peer.owner = owner;
        }
    }

    /// The number that a connection was given, 0 for none.
    #[must_use]
    pub fn owner(&self, conn: ConnectionId) -> usize {
        self.peers.get(conn).map_or(0, |peer| peer.owner)
    }

    /// Whether the owner answers upgrades and plain requests from now on.
    pub fn ask_about(&mut self, handshakes: bool, requests: bool) {
        self.config.asks_about_handshakes = handshakes;
        self.config.asks_about_requests = requests;
    }

    /// Whether messages are delivered [masked](crate::Config::leaves_masked) from now on.
    pub fn leave_masked(&mut self, masked: bool) {
        self.config.leaves_masked = masked;
    }

    /// The numbers of the open connections, 0 for those that were given none.
    pub fn owners(&self) -> impl Iterator<Item = (ConnectionId, usize)> + '_ {
        self.peers.iter().filter(|peer| peer.is_open()).map(|peer| (peer.conn, peer.owner))
    }

    /// Whether messages can be sent to it.
    #[must_use]
    pub fn is_open(&self, conn: ConnectionId) -> bool {
        self.peers.get(conn).is_some_and(Peer::is_open)
    }

    /// Unsent bytes of a connection.
    #[must_use]
    pub fn unsent(&mut self, conn: ConnectionId) -> usize {
        self.reactor.unsent(conn)
    }

    /// The connection's number in this endpoint, from 1; 0 if it is gone.
    #[must_use]
    pub fn serial(&self, conn: ConnectionId) -> u64 {
        self.peers.get(conn).map_or(0, |peer| peer.serial)
    }

    /// The peer's address; `None` for a connection on a path, or one that is gone.
    #[must_use]
    pub fn address(&self, conn: ConnectionId) -> Option<SocketAddr> {
        self.peers.get(conn)?.address
    }

    /// The head of its request, if [that is retained](crate::Config::keeps_requests).
    #[must_use]
    pub fn head(&self, conn: ConnectionId) -> Option<&[u8]> {
        self.peers.get(conn).map(Peer::head).filter(|head| !head.is_empty())
    }

    /// The negotiated subprotocol.
    #[must_use]
    pub fn subprotocol(&self, conn: ConnectionId) -> Option<&str> {
        let place = self.peers.get(conn)?.subprotocol?;
        self.config.subprotocols.get(usize::from(place)).map(String::as_str)
    }

    /// Milliseconds since it last sent something.
    #[must_use]
    pub fn idle_ms(&self, conn: ConnectionId) -> u64 {
        self.peers.get(conn).map_or(0, |peer| clock_ms().saturating_sub(peer.since))
    }

    /// Open connections.
    #[must_use]
    pub fn open_connections(&self) -> usize {
        self.peers.open()
    }

    /// All connections of clients, also those that open or close.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.reactor.connections() - usize::from(self.worker_link.is_some())
    }

    /// Unsent bytes of all connections.
    #[must_use]
    pub fn queued_bytes(&self) -> usize {
        self.reactor.outbox_bytes()
    }

    /// What was done so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// What the event loop has done so far.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.reactor.counters()
    }

    /// The driver in use.
    #[must_use]
    pub fn driver(&self) -> Driver {
        self.reactor.driver()
    }
}
