//! The outboxes that are behind, the one that has waited longest first.
//!
//! All have the same limit of age, so a list in order of the time at which waiting began is a queue
//! of deadlines, and the links are in the outboxes: no timer is needed, and the owner's own timer
//! stays free.

use std::time::Duration;

use crate::config::millis;
use crate::outbox::Outbox;
use crate::slab::Slab;

const NONE: u32 = u32::MAX;

/// A list of slots, through [`Outbox::older`] and [`Outbox::newer`].
#[derive(Debug)]
pub(crate) struct AgeList {
    oldest: u32,
    newest: u32,
    limit_ms: u64,
}

impl AgeList {
    pub(crate) fn new(limit: Duration) -> Self {
        Self { oldest: NONE, newest: NONE, limit_ms: millis(limit) }
    }

    /// Replaces the limit.
    pub(crate) fn set_limit(&mut self, limit: Duration) {
        self.limit_ms = millis(limit);
    }

    /// When the oldest outbox reaches the limit.
    pub(crate) fn next_deadline(&self, slab: &mut Slab) -> Option<u64> {
        self.oldest(slab).map(|(_, since)| since.saturating_add(self.limit_ms))
    }

    /// The slot of an outbox that has reached the limit. It stays in the list until it is
    /// [removed](Self::remove).
    pub(crate) fn expired(&self, slab: &mut Slab, now_ms: u64) -> Option<u32> {
        let (slot, since) = self.oldest(slab)?;
        (since.saturating_add(self.limit_ms) <= now_ms).then_some(slot)
    }

    /// The slot whose outbox has waited longest, and since when.
    fn oldest(&self, slab: &mut Slab) -> Option<(u32, u64)> {
        let since = outbox(slab, self.oldest)?.since;
        Some((self.oldest, since))
    }

    /// Adds a slot whose outbox begins to wait now, and is not in the list.
    pub(crate) fn push(&mut self, slab: &mut Slab, slot: u32) {
        let older = std::mem::replace(&mut self.newest, slot);
        match outbox(slab, older) {
            Some(neighbour) => neighbour.newer = slot,
            None => self.oldest = slot,
        }
        if let Some(own) = outbox(slab, slot) {
            (own.older, own.newer) = (older, NONE);
        }
    }

    /// Takes a slot out that is in the list.
    pub(crate) fn remove(&mut self, slab: &mut Slab, slot: u32) {
        let Some(own) = outbox(slab, slot) else { return };
        let (older, newer) = (own.older, own.newer);
        (own.older, own.newer) = (NONE, NONE);
        match outbox(slab, older) {
            Some(neighbour) => neighbour.newer = newer,
            None => self.oldest = newer,
        }
        match outbox(slab, newer) {
            Some(neighbour) => neighbour.older = older,
            None => self.newest = older,
        }
    }
}

fn outbox(slab: &mut Slab, slot: u32) -> Option<&mut Outbox> {
    if slot == NONE {
        return None;
    }
    slab.at(slot).outbox.as_deref_mut()
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixStream;

    use super::*;
    use crate::sys::socket::Socket;

    fn slab_of(count: usize) -> Slab {
        let mut slab = Slab::default();
        for since in 0..count {
            let id = slab.insert(Socket::new(UnixStream::pair().unwrap().0.into()));
            let mut outbox = Box::new(Outbox::new());
            outbox.since = since as u64;
            slab.get(id).unwrap().outbox = Some(outbox);
        }
        slab
    }

    #[test]
    fn the_oldest_comes_first_whichever_leaves() {
        let mut slab = slab_of(4);
        let mut ages = AgeList::new(Duration::from_millis(10));
        assert_eq!(ages.oldest(&mut slab), None);
        (0..4).for_each(|slot| ages.push(&mut slab, slot));
        ages.remove(&mut slab, 2);
        ages.remove(&mut slab, 0);
        assert_eq!(ages.oldest(&mut slab), Some((1, 1)));
        assert_eq!((ages.expired(&mut slab, 10), ages.expired(&mut slab, 11)), (None, Some(1)));
        ages.remove(&mut slab, 3);
        ages.push(&mut slab, 0);
        ages.remove(&mut slab, 1);
        assert_eq!(ages.oldest(&mut slab), Some((0, 0)));
        ages.remove(&mut slab, 0);
        assert_eq!(ages.oldest(&mut slab), None);
    }
}
