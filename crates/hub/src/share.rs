//! How much of a shard's room each app uses.
//!
//! An app within its share loses nothing to others. What one does not use is lent to the others; a borrower gives way first.

use alloc::{collections::BTreeSet, vec::Vec};

use crate::AppId;

/// An app's place in a shard's tables.
pub(crate) type Slot = u32;

/// What each app uses of one thing: bytes of messages, or channels.
#[derive(Debug)]
pub(crate) struct Shares {
    share: usize,
    /// Apps that there may be. Those that nobody counted on share the last place.
    slots: u32,
    used: Vec<Use>,
    total: usize,
    /// What all apps use beyond their shares.
    borrowed: usize,
    /// Those that use more than their share, and have something that could give way.
    borrowers: BTreeSet<Slot>,
    /// Whose turn it is among them.
    turn: Slot,
}

#[derive(Debug, Clone, Copy, Default)]
struct Use {
    amount: usize,
    /// Of this much something could give way.
    movable: usize,
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

    pub(crate) fn slot(&self, app: AppId) -> Slot {
        app.0.min(self.slots - 1)
    }

    /// What all apps use.
    pub(crate) fn total(&self) -> usize {
        self.total
    }

    /// What all apps use beyond their shares.
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

    /// An app uses so much more, or something of it has become movable.
    pub(crate) fn add(&mut self, slot: Slot, amount: usize, movable: usize) {
        let place = slot as usize;
        if self.used.len() <= place {
            self.used.resize(place + 1, Use::default());
        }
        self.total += amount;
        self.change(slot, |used| {
            used.amount += amount;
            used.movable += movable;
        });
    }

    /// The way back from [`add`](Self::add).
    pub(crate) fn remove(&mut self, slot: Slot, amount: usize, movable: usize) {
        self.total = self.total.saturating_sub(amount);
        self.change(slot, |used| {
            used.amount = used.amount.saturating_sub(amount);
            used.movable = used.movable.saturating_sub(movable);
        });
    }

    fn change(&mut self, slot: Slot, change: impl FnOnce(&mut Use)) {
        let Some(used) = self.used.get_mut(slot as usize) else { return };
        let before = used.amount.saturating_sub(self.share);
        change(used);
        let now = used.amount.saturating_sub(self.share);
        // Most apps stay within their share, with every message that they keep: nothing is borrowed, before or after.
        if before == 0 && now == 0 {
            return;
        }
        let may_yield = now > 0 && used.movable > 0;
        self.borrowed = (self.borrowed + now).saturating_sub(before);
        if may_yield {
            self.borrowers.insert(slot);
        } else {
            self.borrowers.remove(&slot);
        }
    }

    /// Who gives way so that `slot` can have `more`: itself, or another that uses more than its share, by which of the two has
    /// borrowed more. The others take turns. `None`: nobody has to, and `slot` cannot have it.
    pub(crate) fn yielder(&mut self, slot: Slot, more: usize) -> Option<Slot> {
        let own = self.excess(slot, more);
        let itself = (own > 0 && self.of(slot).movable > 0).then_some(slot);
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
    fn who_has_borrowed_most_gives_way() {
        let mut shares = Shares::new(10, 3);
        shares.add(0, 14, 14);
        shares.add(1, 12, 12);
        shares.add(2, 4, 4);
        assert_eq!((shares.total(), shares.borrowed()), (30, 6));
        assert_eq!(shares.yielder(2, 1), Some(0));
        assert_eq!(shares.yielder(2, 1), Some(1), "in turn");
        assert_eq!(shares.yielder(1, 1), Some(0), "it has borrowed more");
        assert_eq!(shares.yielder(0, 1), Some(0));
        shares.remove(0, 4, 4);
        assert_eq!((shares.yielder(0, 1), shares.yielder(2, 1)), (Some(1), Some(1)));
        shares.remove(1, 0, 12);
        assert_eq!(
            (shares.yielder(2, 1), shares.yielder(0, 1)),
            (None, Some(0)),
            "nothing of 1 can give way"
        );
        assert_eq!(shares.slot(AppId(7)), 2);
    }
}
