//! Connections whose tokens were revoked.
//!
//! Which ones those are is not kept: an index of users, sign-ins and tokens would cost every connection some hundred bytes,
//! all the time, for something that is rare. Each session is asked instead, some thousand in a turn, so that a loop with very
//! many goes on serving them meanwhile. Who joins after the revocation is refused by it, so one round is enough.

use baton_hub::ConnectionSlot;

use super::Worker;

/// Sessions that are asked in one turn: a millisecond or two, with all of them out of the cache.
const PER_TURN: usize = 4_096;

/// A round over all clients.
#[derive(Default)]
pub(super) struct Sweep {
    /// The slot to look at next; the round may begin anywhere.
    next: usize,
    /// Slots to look at yet.
    left: usize,
}

impl Sweep {
    pub(super) fn is_over(&self) -> bool {
        self.left == 0
    }
}

impl Worker {
    /// Something was revoked: begins a round, or makes the present one longer by what it has passed already.
    pub(super) fn begin_sweep(&mut self) {
        // First, so that what is revoked from here on sends another letter.
        self.parts.node.hears_of_revocations(self.parts.id);
        self.sweep.left = self.clients.slots();
    }

    /// Asks the next sessions.
    pub(super) fn sweep_batch(&mut self) {
        for _ in 0..self.sweep.left.min(PER_TURN) {
            self.sweep.left -= 1;
            if self.sweep.next >= self.clients.slots() {
                self.sweep.next = 0;
            }
            let slot = ConnectionSlot(u32::try_from(self.sweep.next).unwrap_or(u32::MAX));
            self.sweep.next += 1;
            let Some(websocket) = self.clients.websocket_in(slot) else { continue };
            if websocket.link.closing || websocket.link.state.keys.revocations.is_empty() {
                continue;
            }
            websocket.call(&mut self.parts, |session, cx| session.tokens_revoked(cx));
            if websocket.link.closing {
                let conn = websocket.link.conn;
                self.leave(conn);
            }
        }
    }
}
