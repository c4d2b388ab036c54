//! Connections that are not read because a loop's mailbox is nearly full.
//!
//! A client event cannot be answered with "try again", so while there is no room for it, it is left where it is:
//! the bytes at hand are kept here, the socket is paused, and the sender meets a full window in time. Nothing is lost
//! and the order is kept. A connection is here once, with what one read took from its socket at most.

use std::collections::VecDeque;

use baton_reactor::ConnectionId;

use super::Worker;

/// Those that wait, the first to wait first, with the bytes that they have sent.
#[derive(Default)]
pub(super) struct Waiting(VecDeque<(ConnectionId, Vec<u8>)>);

impl Waiting {
    /// Keeps `unread`, which `conn` has sent.
    pub(super) fn add(&mut self, conn: ConnectionId, unread: Vec<u8>) {
        self.0.push_back((conn, unread));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn holds(&self, conn: ConnectionId) -> bool {
        self.0.iter().any(|(waiting, _)| *waiting == conn)
    }
}

impl Worker {
    /// Reads on where there is room again.
    pub(super) fn read_waiting(&mut self) {
        // Those that must wait again come to the end of the line, and are not looked at twice.
        for _ in 0..self.waiting.0.len() {
            if self.parts.node.is_congested() {
                return;
            }
            let Some((conn, mut unread)) = self.waiting.0.pop_front() else { return };
            self.on_frames(conn, &mut unread);
            let waits_again = self.waiting.0.back().is_some_and(|(last, _)| *last == conn);
            if !waits_again && !self.asks(conn) {
                self.parts.reactor.resume(conn);
            }
        }
    }
}
