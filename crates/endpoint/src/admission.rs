//! New connections, up to the limit.

use std::net::{SocketAddr, TcpStream};
use std::os::fd::OwnedFd;

use crate::config::millis;
use crate::endpoint::Endpoint;
use crate::peer::Peer;

impl Endpoint {
    pub(crate) fn admit_tcp(&mut self, socket: TcpStream, peer: SocketAddr) {
        self.admit(socket, Some(peer), self.config.tls.is_some());
    }

    /// Adds a connection, whose handshake begins. Over the limit it gets a 503, and with TLS it is
    /// closed.
    pub(crate) fn admit(&mut self, socket: impl Into<OwnedFd>, address: Option<SocketAddr>, tls: bool) {
        self.stats.accepted += 1;
        let is_full = self.peers.live() >= self.config.connections || self.stopping.is_some();
        if is_full && tls {
            self.stats.refused += 1; // a handshake for each 503 would help a flood
            return self.count_ended();
        }
        let adopted = if tls { self.reactor.adopt_tls(socket) } else { self.reactor.adopt(socket) };
        let Ok(conn) = adopted else { return self.count_ended() };
        self.peers.insert(Peer::new(conn, address, self.now));
        if is_full {
            self.answer_full(conn);
        } else {
            self.reactor.wake_at(conn, self.now + millis(self.config.handshake_timeout));
        }
    }
}
