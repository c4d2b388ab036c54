//! What the log says, at `debug`, of single connections that ended for another reason than that their client left.

use std::fmt::Display;

use baton_reactor::Closed;

use super::client::{Client, Link};
use crate::node::Node;

/// Reports how a connection ended that the server had not closed.
pub(super) fn report(client: &Client, cause: Closed, node: &Node) {
    if !tracing::enabled!(tracing::Level::DEBUG) {
        return;
    }
    match client {
        Client::Http(http) => {
            if let Some(why) = before_a_request(cause) {
                tracing::debug!(peer = %http.peer.ip, why, "connection ended");
            }
        }
        Client::Connected(connected) => {
            if let Some(why) = without_a_close(cause, node) {
                log(&connected.link, &why);
            }
        }
        Client::Leaving => {}
    }
}

/// Reports that the server closed a WebSocket.
pub(super) fn report_close(link: &Link, code: u16, reason: &str, node: &Node) {
    if tracing::enabled!(tracing::Level::DEBUG) {
        log(link, &format_args!("closed with {code}: {}", node.refusals.masked(reason)));
    }
}

fn log(link: &Link, why: &dyn Display) {
    let socket = format_args!("{}.{}", link.socket_id.high, link.socket_id.low);
    tracing::debug!(app = &*link.app().id, %socket, %why, "connection ended");
}

/// `None` where there is nothing odd: the peer opened a connection, and closed it.
fn before_a_request(cause: Closed) -> Option<&'static str> {
    match cause {
        Closed::HandshakeExpired => {
            Some("the TLS handshake was not complete in time (setting head_timeout_s)")
        }
        // The server finishes no connection of its own that it still expects requests on.
        Closed::Finished | Closed::LingerExpired => Some(
            "no TLS session: the client sent something else than TLS, or did not accept the certificate or the protocol's version",
        ),
        Closed::Reset(_) => Some("the client reset the connection"),
        Closed::OutboxStale => Some("the client did not read its answers for outbox_age_s"),
        Closed::PeerClosed => None,
    }
}

/// Why a WebSocket ended that nobody had closed; `None` where its client hung up.
pub(super) fn without_a_close(cause: Closed, node: &Node) -> Option<String> {
    match cause {
        Closed::OutboxStale => Some(format!(
            "the client did not read for {} s (setting outbox_age_s)",
            node.config().settings.outbox_age_s
        )),
        Closed::Reset(kind) => Some(format!("the connection broke: {kind}")),
        Closed::Finished | Closed::LingerExpired => {
            Some("what the client sent could not be read as TLS".to_owned())
        }
        Closed::PeerClosed | Closed::HandshakeExpired => None,
    }
}
