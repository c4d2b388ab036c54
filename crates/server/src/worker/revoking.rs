//! Connections whose tokens were revoked, or whose app has other settings.
//!
//! Which ones those are is not stored: an index of users, sign-ins and tokens would cost every
//! connection some hundred bytes, all the time, for something that is rare. Each session is asked
//! instead, some thousand in a turn, so that a loop with very many goes on serving them meanwhile.
//! Who joins after the revocation is refused by it, so one round is enough.

use baton_hub::ConnectionSlot;

use super::Worker;
use super::configuring::Standing;
use crate::loop_message::Unapplied;

/// Sessions that are asked in one turn: a millisecond or two, with all of them out of the cache.
const PER_TURN: usize = 4_096;

/// A round over all clients.
#[derive(Default)]
pub(super) struct Sweep {
    /// The slot to look at next; the round may begin anywhere.
    next: usize,
    /// Slots to look at yet.
    left: usize,
    /// Dropped at the end of the round.
    held: Vec<Unapplied>,
}

impl Sweep {
    pub(super) fn is_over(&self) -> bool {
        self.left == 0 && self.held.is_empty()
    }

    /// A round over all of `slots` from here on, whatever is left of another one.
    pub(super) fn begin(&mut self, slots: usize) {
        self.left = slots;
    }

    /// Somebody waits for the end of the round, which [`step`](Self::step) finds.
    pub(super) fn hold(&mut self, unapplied: Unapplied) {
        self.held.push(unapplied);
    }

    /// The next of `slots`, whose number may have changed meanwhile.
    fn step(&mut self, slots: usize) -> Option<usize> {
        let Some(left) = self.left.checked_sub(1) else {
            self.held.clear();
            return None;
        };
        self.left = left;
        let slot = if self.next < slots { self.next } else { 0 };
        self.next = slot + 1;
        Some(slot)
    }
}

impl Worker {
    /// Something was revoked.
    pub(super) fn begin_sweep(&mut self) {
        // First, so that what is revoked from here on sends another message.
        self.event_loop.node.revocations_received(self.event_loop.id);
        self.sweep.begin(self.clients.slots());
    }

    /// Asks the next sessions.
    pub(super) fn sweep_batch(&mut self) {
        for _ in 0..PER_TURN {
            let Some(slot) = self.sweep.step(self.clients.slots()) else { return };
            let slot = ConnectionSlot(u32::try_from(slot).unwrap_or(u32::MAX));
            let Some(connected) = self.clients.connected_in(slot) else { continue };
            if connected.link.is_closed() {
                continue;
            }
            match self.event_loop.standing(&connected.link.state) {
                Standing::Same => {}
                Standing::Changed(state) => connected.link.state = state,
                Standing::Ended(reason) => {
                    let conn = connected.link.conn;
                    self.say_goodbye(conn, reason);
                    continue;
                }
            }
            if connected.link.state.keys.revocations.is_empty() {
                continue;
            }
            connected.call(&mut self.event_loop, |session, cx| session.tokens_revoked(cx));
            if connected.link.is_closed() {
                let conn = connected.link.conn;
                self.leave(conn);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Sweep;

    #[test]
    fn every_slot_is_looked_at_after_the_last_revocation() {
        let mut sweep = Sweep::default();
        assert!(sweep.is_over() && sweep.step(5).is_none());
        sweep.begin(5);
        let first: Vec<_> = (0..3).filter_map(|_| sweep.step(5)).collect();
        sweep.begin(5);
        let rest: Vec<_> = std::iter::from_fn(|| sweep.step(5)).collect();
        assert_eq!((first, rest), (vec![0, 1, 2], vec![3, 4, 0, 1, 2]));
        assert!(sweep.is_over());
        // One message after the other: still everybody has a turn.
        let mut seen = [false; 5];
        for _ in 0..5 {
            sweep.begin(5);
            seen[sweep.step(5).unwrap()] = true;
        }
        assert_eq!(seen, [true; 5]);
        sweep.begin(9); // and where clients came
        let rest: Vec<_> = std::iter::from_fn(|| sweep.step(9)).collect();
        assert_eq!(rest, [3, 4, 5, 6, 7, 8, 0, 1, 2]);
    }
}
