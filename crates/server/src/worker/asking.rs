//! Connections that are not read because the database is asked on their behalf, keys are fetched, or a mailbox is full.
//!
//! What the client said meanwhile stays where it is: the bytes at hand are kept here, the socket is paused. So nothing
//! overtakes the answer, a client that goes on sending meets a full window, and a session needs no queue of its own.

use baton_protocols::{Context, PolicyAnswer, ReplayAnswer, Session};
use baton_reactor::ConnectionId;

use super::Worker;
use super::client::{Client, WebSocket};

/// A question is on its way.
#[derive(Debug, Default)]
pub(crate) struct Asking {
    /// What the client sent behind the message that asked: what one read took from its socket at most.
    unread: Vec<u8>,
}

impl Asking {
    /// Keeps what came behind.
    pub(super) fn keep(&mut self, bytes: &[u8]) {
        self.unread.extend_from_slice(bytes);
    }
}

impl Worker {
    /// Whether the connection waits for an answer.
    pub(super) fn asks(&mut self, conn: ConnectionId) -> bool {
        matches!(self.clients.get_mut(conn), Some(Client::WebSocket(websocket)) if websocket.link.asking.is_some())
    }

    /// The policies have answered; the connection may have gone.
    pub(super) fn on_answer(&mut self, conn: ConnectionId, answer: PolicyAnswer) {
        self.go_on(conn, |session, cx| session.answered(answer, cx));
    }

    /// The database has told what it sent before.
    pub(super) fn on_replay(&mut self, conn: ConnectionId, answer: ReplayAnswer) {
        self.go_on(conn, |session, cx| session.replayed(answer, cx));
    }

    /// Keys have come, or could not; the connection may have gone.
    pub(super) fn on_keys(&mut self, conn: ConnectionId) {
        self.go_on(conn, |session, cx| session.keys_came(cx));
    }

    /// There may be room for what the connection publishes.
    pub(super) fn on_room(&mut self, conn: ConnectionId) {
        self.go_on(conn, |session, cx| session.room_came(cx));
    }

    /// Lets a session decide what it put off, and reads on unless it puts something off again.
    fn go_on(&mut self, conn: ConnectionId, decide: impl FnOnce(&mut dyn Session, &mut dyn Context)) {
        let Some(Client::WebSocket(websocket)) = self.clients.get_mut(conn) else { return };
        let Some(asking) = websocket.link.asking.take() else { return };
        let WebSocket { link, .. } = &**websocket;
        if link.closing {
            return;
        }
        websocket.call(&mut self.parts, decide);
        if websocket.link.closing {
            return self.leave(conn);
        }
        if let Some(next) = &mut websocket.link.asking {
            next.keep(&asking.unread);
            return;
        }
        self.parts.reactor.resume(conn);
        let mut unread = asking.unread;
        if !unread.is_empty() {
            self.on_frames(conn, &mut unread);
        }
    }
}
