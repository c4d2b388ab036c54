//! The shares of apps in a budget of a shard.
//!
//! An app within its share loses nothing to others. What an app does not use is lent to the others,
//! and borrowers are evicted from first.

use alloc::{collections::BTreeSet, vec::Vec};

use crate::AppId;

/// An app's index in a shard's tables.
pub(crate) type Slot = u32;

/// The use of one budget by each app: bytes of messages, or channels.
#[derive(Debug)]
pub(crate) struct Shares {
    share: usize,
    /// The number of apps. Apps beyond it share the last slot.
    slots: u32,
    used: Vec<Use>,
    total: usize,
    /// The use of all apps beyond their shares.
    borrowed: usize,
    /// Apps that use more than their share and have something to evict.
    borrowers: BTreeSet<Slot>,
    /// The one to evict from next.
    turn: Slot,
}

#[derive(Debug, Clone, Copy, Default)]
struct Use {
    amount: usize,
    /// How much of it can be evicted.
    evictable: usize,
}

impl Shares {
    pub(crate) fn new(share: usize, apps: u32) -> Self {
        Self {
            share,
            slots: apps.max(1),
            used: Vec::new(),
            total: 0,
            borrowed: 0,
            borrowers: BTreeSet::new(),
            turn: 0,
        }
    }

    /// Changes each app's share and the number of slots, which only grows: an app keeps its slot.
    pub(crate) fn resize(&mut self, share: usize, apps: u32) {
        (self.share, self.slots) = (share, self.slots.max(apps));
        self.borrowed = 0;
        self.borrowers.clear();
        for (slot, used) in (0..).zip(&self.used) {
            let excess = used.amount.saturating_sub(share);
            self.borrowed += excess;
            if excess > 0 && used.evictable > 0 {
                self.borrowers.insert(slot);
            }
        }
    }

    pub(crate) fn slot(&self, app: AppId) -> Slot {
        app.0.min(self.slots - 1)
    }

    /// The use of all apps.
    pub(crate) fn total(&self) -> usize {
        self.total
    }

    /// The use of all apps beyond their shares.
    pub(crate) fn borrowed(&self) -> usize {
        self.borrowed
    }

    pub(crate) fn is_within(&self, slot: Slot, more: usize) -> bool {
        self.of(slot).amount.saturating_add(more) <= self.share
    }

    fn of(&self, slot: Slot) -> Use {
        self.used.get(slot as usize).copied().unwrap_or_default()
    }

    fn excess(&self, slot: Slot, more: usize) -> usize {
        self.of(slot).amount.saturating_add(more).saturating_sub(self.share)
    }

    /// Adds to what an app uses, and to what of it can be evicted.
    pub(crate) fn add(&mut self, slot: Slot, amount: usize, evictable: usize) {
        let place = slot as usize;
        if self.used.len() <= place {
            self.used.resize(place + 1, Use::default());
        }
        self.total += amount;
        self.change(slot, |used| {
            used.amount += amount;
            used.evictable += evictable;
        });
    }

    /// Reverses [`add`](Self::add).
    pub(crate) fn remove(&mut self, slot: Slot, amount: usize, evictable: usize) {
        self.total = self.total.saturating_sub(amount);
        self.change(slot, |used| {
            used.amount = used.amount.saturating_sub(amount);
            used.evictable = used.evictable.saturating_sub(evictable);
        });
    }

    fn change(&mut self, slot: Slot, change: impl FnOnce(&mut Use)) {
        let Some(used) = self.used.get_mut(slot as usize) else { return };
        let before = used.amount.saturating_sub(self.share);
        change(used);
        let now = used.amount.saturating_sub(self.share);
        // The common case: the app stays within its share, and nothing is borrowed before or after.
        if before == 0 && now == 0 {
            return;
        }
        let has_evictable = now > 0 && used.evictable > 0;
        self.borrowed = (self.borrowed + now).saturating_sub(before);
        if has_evictable {
            self.borrowers.insert(slot);
        } else {
            self.borrowers.remove(&slot);
        }
    }

    /// The app to evict from so that `slot` can have `more`: itself, or another that uses more than
    /// its share, whichever has borrowed more. The others take turns. `None`: nothing can be
    /// evicted, and `slot` cannot have it.
    pub(crate) fn evict_from(&mut self, slot: Slot, more: usize) -> Option<Slot> {
        let own = self.excess(slot, more);
        let itself = (own > 0 && self.of(slot).evictable > 0).then_some(slot);
        let mut others = self.borrowers.range(self.turn..).chain(&self.borrowers).copied();
        let other = others.find(|other| *other != slot);
        if let Some(other) = other {
            self.turn = other.saturating_add(1);
        }
        match (itself, other) {
            (Some(_), Some(other)) if self.excess(other, 0) > own => Some(other),
            (Some(itself), _) => Some(itself),
            (None, other) => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_more_apps_each_has_less_and_what_exceeds_it_is_borrowed() {
        let mut shares = Shares::new(30, 1);
        shares.add(0, 25, 25);
        assert_eq!((shares.borrowed(), shares.slot(AppId(1))), (0, 0));
        shares.resize(10, 3);
        shares.add(2, 4, 4);
        assert_eq!((shares.borrowed(), shares.slot(AppId(1)), shares.slot(AppId(2))), (15, 1, 2));
        assert_eq!(shares.evict_from(2, 1), Some(0));
        shares.remove(0, 15, 15);
        assert_eq!((shares.borrowed(), shares.evict_from(2, 1)), (0, None));
        shares.resize(20, 1);
        assert_eq!((shares.total(), shares.slot(AppId(2))), (14, 2), "a slot in use is not shared");
    }

    #[test]
    fn the_app_that_has_borrowed_most_is_evicted_from() {
        let mut shares = Shares::new(10, 3);
        shares.add(0, 14, 14);
        shares.add(1, 12, 12);
        shares.add(2, 4, 4);
        assert_eq!((shares.total(), shares.borrowed()), (30, 6));
        assert_eq!(shares.evict_from(2, 1), Some(0));
        assert_eq!(shares.evict_from(2, 1), Some(1), "in turn");
        assert_eq!(shares.evict_from(1, 1), Some(0), "it has borrowed more");
        assert_eq!(shares.evict_from(0, 1), Some(0));
        shares.remove(0, 4, 4);
        assert_eq!((shares.evict_from(0, 1), shares.evict_from(2, 1)), (Some(1), Some(1)));
        shares.remove(1, 0, 12);
        assert_eq!(
            (shares.evict_from(2, 1), shares.evict_from(0, 1)),
            (None, Some(0)),
            "nothing of 1 can be evicted"
        );
        assert_eq!(shares.slot(AppId(7)), 2);
    }
}
