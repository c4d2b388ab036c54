//! The loop that accepts connections, for all loops: each goes to the one that has the fewest.

use std::io;
use std::net::{IpAddr, TcpListener};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixListener;

use baton_protocols::Refusal;
use baton_reactor::{ListenerId, Reactor};

use super::Worker;
use crate::loop_message::{Arrival, LoopMessage};
use crate::peer::Peer;
use crate::proxy_header::{BehindProxies, Forwarded};
use crate::refusals::Refused;

/// A listener that is bound, and what its connections begin with.
pub(crate) struct Bound {
    pub(crate) socket: BoundSocket,
    pub(crate) is_tls: bool,
    /// A header of the PROXY protocol.
    pub(crate) has_proxy_header: bool,
}

pub(crate) enum BoundSocket {
    Port(TcpListener),
    Path(UnixListener),
}

/// What the loop knows of its listeners.
pub(super) struct Acceptor {
    listeners: Vec<Known>,
    behind_proxies: BehindProxies,
}

#[derive(Clone, Copy)]
struct Known {
    id: ListenerId,
    is_tls: bool,
    has_proxy_header: bool,
}

impl Acceptor {
    pub(super) fn new(
        bound: Vec<Bound>,
        reactor: &mut Reactor,
        behind_proxies: BehindProxies,
    ) -> io::Result<Self> {
        let mut listeners = Vec::with_capacity(bound.len());
        for Bound { socket, is_tls, has_proxy_header } in bound {
            let id = match socket {
                BoundSocket::Port(listener) => reactor.listen(listener)?,
                BoundSocket::Path(listener) => reactor.listen_local(listener)?,
            };
            listeners.push(Known { id, is_tls, has_proxy_header });
        }
        Ok(Self { listeners, behind_proxies })
    }

    /// How many there are, each with a backlog of its own.
    pub(super) fn listeners(&self) -> usize {
        self.listeners.len()
    }
}

impl Worker {
    /// A connection was accepted from `ip`, or at a path. It is closed where the process has as many as it may.
    pub(super) fn arrive(&mut self, listener: ListenerId, socket: OwnedFd, ip: Option<IpAddr>) {
        let Some(acceptor) = &self.acceptor else { return };
        let Some(known) = acceptor.listeners.iter().copied().find(|known| known.id == listener) else {
            return;
        };
        let node = &self.event_loop.node;
        let settings = &self.event_loop.config.settings;
        let peer = ip.map_or_else(Peer::at_path, |ip| Peer::at(ip, settings));
        let refuse = |cause, why: &str| node.refusals.note(&Refused::new(cause, &why).from(peer.ip));
        if node.is_full() {
            let why = "A new connection was closed unanswered: as many are open as may be (setting max_connections)";
            return refuse(Refusal::Limit, why);
        }
        if !known.has_proxy_header {
            return self.place(Arrival { socket, peer, is_tls: known.is_tls });
        }
        if !peer.is_trusted {
            let why = "A new connection was closed unanswered: only proxies connect to this address (settings listen and \
                       trusted_proxies)";
            return refuse(Refusal::NotAllowed, why);
        }
        let forwarded = Forwarded::new(socket, peer, known.is_tls, ip.is_some(), node);
        if acceptor.behind_proxies.send(forwarded).is_err() {
            tracing::debug!("nobody reads headers of the PROXY protocol any more; a connection was dropped");
        }
    }

    /// Gives a new connection to the loop that has the fewest.
    pub(super) fn place(&mut self, arrival: Arrival) {
        let id = self.event_loop.node.count_in_a_loop();
        if id == self.event_loop.id {
            self.adopt(arrival);
        } else if let Some(queue) = self.event_loop.node.loops().get(usize::from(id.0)) {
            queue.push_unreserved(LoopMessage::Adopt(arrival));
        }
    }
}
