//! The subscribers of one channel on one loop.
//!
//! Fan-out walks a plain array of (slot, number) pairs, one array for each framing and interest, so
//! that the frame is chosen once and no table is read per recipient. A subscription stores its
//! place in the array, so that it is removed in one step: another one moves to the place, and its
//! stored place is updated.
//!
//! When a connection subscribes, the loop's mailbox may hold publications that are older than the
//! subscription. Listeners that may still have such ahead of them stand at the end of the array,
//! where their numbers are compared; once a later publication has arrived, they are settled and
//! never compared again. So numbers that wrap around after 2³² deliveries are never compared with
//! that of a listener that joined long ago.

use alloc::{sync::Arc, vec::Vec};

use crate::{ChannelId, ChannelKey, Framing, Interest};

/// One subscriber, in 8 bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Listener {
    pub(crate) slot: u32,
    /// The channel's number when it joined; it receives later ones.
    pub(crate) joined_at: u32,
}

/// The new place of a listener in its group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moved {
    pub(crate) slot: u32,
    pub(crate) place: u32,
}

/// What the listeners of a group have in common.
pub(crate) type GroupKey = (Framing, Interest);

/// The listeners of one channel with the same framing and interest.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) framing: Framing,
    pub(crate) interest: Interest,
    /// `listeners[..settled]` receive every further publication.
    settled: usize,
    /// The number at which the newest of the others joined.
    newest: u32,
    /// The number of the last publication that was delivered.
    delivered_up_to: u32,
    listeners: Vec<Listener>,
}

/// Whether a publication numbered `seq` came after `joined_at`; both wrap.
pub(crate) fn is_later(seq: u32, joined_at: u32) -> bool {
    let distance = seq.wrapping_sub(joined_at);
    distance != 0 && distance < 1 << 31
}

impl Group {
    fn new((framing, interest): GroupKey) -> Self {
        Self { framing, interest, settled: 0, newest: 0, delivered_up_to: 0, listeners: Vec::new() }
    }

    /// The settled listeners, and those whose numbers must be compared.
    pub(crate) fn parts(&self) -> (&[Listener], &[Listener]) {
        self.listeners.split_at_checked(self.settled).unwrap_or((&[], &self.listeners))
    }

    fn add(&mut self, listener: Listener) -> u32 {
        if self.listeners.is_empty() {
            self.listeners.reserve_exact(1); // most single-user channels never have a second
        }
        let place = self.listeners.len();
        // A listener from another group may have joined before the newest here.
        if self.settled == place || is_later(listener.joined_at, self.newest) {
            self.newest = listener.joined_at;
        }
        self.listeners.push(listener);
        u32::try_from(place).unwrap_or(u32::MAX)
    }

    fn key(&self) -> GroupKey {
        (self.framing, self.interest)
    }

    /// Removes the listener at `place`; returns it and the listeners that moved. A settled one may
    /// be added to another group: it gets the number `delivered_up_to`, to which all further
    /// publications are later, while the number at which it joined may since have wrapped around to
    /// that of a further one.
    fn remove(&mut self, place: u32) -> (Option<Listener>, [Option<Moved>; 2]) {
        let place = place as usize;
        let Some(mut removed) = self.listeners.get(place).copied() else { return (None, [None, None]) };
        let mut gap = place;
        let mut moved = [None, None];
        if place < self.settled {
            removed.joined_at = self.delivered_up_to;
            // The last of the settled fills the gap, so that the newest of all fills the one it
            // leaves.
            self.settled -= 1;
            gap = self.settled;
            self.listeners.swap(place, gap);
            moved[0] = self.moved_to(place).filter(|_| place != gap);
        }
        self.listeners.swap_remove(gap);
        moved[1] = self.moved_to(gap);
        if self.listeners.len() * 4 < self.listeners.capacity() {
            self.listeners.shrink_to(self.listeners.len() * 2);
        }
        (Some(removed), moved)
    }

    fn moved_to(&self, place: usize) -> Option<Moved> {
        let listener = self.listeners.get(place)?;
        Some(Moved { slot: listener.slot, place: u32::try_from(place).ok()? })
    }

    fn settle(&mut self, seq: u32) {
        self.delivered_up_to = seq;
        if self.settled < self.listeners.len() && is_later(seq, self.newest) {
            self.settled = self.listeners.len();
        }
    }
}

/// One channel on one loop.
#[derive(Debug)]
pub(crate) struct Listeners {
    pub(crate) key: Arc<ChannelKey>,
    pub(crate) id: ChannelId,
    /// The offset of the newest message that the loop has handed out, or of the newest at its first
    /// subscription.
    pub(crate) handed_out: u64,
    groups: Vec<Group>,
}

impl Listeners {
    pub(crate) fn new(key: Arc<ChannelKey>, id: ChannelId, handed_out: u64) -> Self {
        Self { key, id, handed_out, groups: Vec::new() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Adds a listener; returns its place in its group.
    pub(crate) fn add(&mut self, key: GroupKey, listener: Listener) -> u32 {
        if let Some(group) = self.groups.iter_mut().find(|group| group.key() == key) {
            return group.add(listener);
        }
        self.groups.reserve_exact(1);
        let mut group = Group::new(key);
        let place = group.add(listener);
        self.groups.push(group);
        place
    }

    /// Removes the listener at `place` of a group; returns it and the listeners that moved.
    pub(crate) fn remove(&mut self, key: GroupKey, place: u32) -> (Option<Listener>, [Option<Moved>; 2]) {
        let Some(index) = self.groups.iter().position(|group| group.key() == key) else {
            return (None, [None, None]);
        };
        let Some(group) = self.groups.get_mut(index) else { return (None, [None, None]) };
        let removed = group.remove(place);
        if group.listeners.is_empty() {
            self.groups.swap_remove(index);
        }
        removed
    }

    /// The groups, for the delivery of a publication numbered `seq`.
    pub(crate) fn groups_for(&mut self, seq: u32) -> &[Group] {
        for group in &mut self.groups {
            group.settle(seq);
        }
        &self.groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: GroupKey = (Framing(0), Interest::ALL);

    fn receivers(group: &Group, seq: u32) -> Vec<u32> {
        let (settled, recent) = group.parts();
        let recent = recent.iter().filter(|listener| is_later(seq, listener.joined_at));
        settled.iter().chain(recent).map(|listener| listener.slot).collect()
    }

    #[test]
    fn numbers_wrap() {
        assert!(is_later(1, 0));
        assert!(is_later(2, u32::MAX));
        assert!(!is_later(7, 7));
        assert!(!is_later(u32::MAX, 2));
    }

    #[test]
    fn a_listener_of_long_ago_receives_a_number_that_wraps_around_to_its_own() {
        let mut group = Group::new(TEXT);
        group.add(Listener { slot: 1, joined_at: 10 });
        group.settle(11);
        assert_eq!(receivers(&group, 10), [1], "2³² deliveries later");
        group.add(Listener { slot: 2, joined_at: 10 });
        group.settle(10);
        assert_eq!(receivers(&group, 10), [1], "the new listener joined at that very number");
        group.settle(11);
        assert_eq!(receivers(&group, 11), [1, 2]);
    }

    #[test]
    fn a_listener_of_long_ago_that_moves_to_another_group_receives_later_numbers() {
        let (mut group, mut other) = (Group::new(TEXT), Group::new((Framing(1), Interest::ALL)));
        group.add(Listener { slot: 1, joined_at: 10 });
        group.settle(11);
        let long_after = 10 + (1 << 31);
        group.settle(long_after);
        other.settle(long_after);
        other.add(group.remove(0).0.unwrap());
        assert_eq!(receivers(&other, long_after), [0; 0]);
        assert_eq!(receivers(&other, long_after + 1), [1]);
    }

    #[test]
    fn a_listener_from_another_group_settles_no_newer_one() {
        let mut group = Group::new(TEXT);
        group.add(Listener { slot: 1, joined_at: 5 });
        group.add(Listener { slot: 2, joined_at: 3 });
        group.settle(4);
        assert_eq!(receivers(&group, 4), [2]);
        group.settle(6);
        assert_eq!(receivers(&group, 6), [1, 2]);
    }

    #[test]
    fn a_removal_preserves_the_boundary_of_settled_ones_and_returns_the_moved() {
        let mut group = Group::new(TEXT);
        for slot in 0..3 {
            group.add(Listener { slot, joined_at: 5 });
        }
        group.settle(6);
        for slot in 3..5 {
            group.add(Listener { slot, joined_at: 8 });
        }
        let (_, moved) = group.remove(0);
        assert_eq!(moved, [Some(Moved { slot: 2, place: 0 }), Some(Moved { slot: 4, place: 2 })]);
        assert_eq!(receivers(&group, 8), [2, 1]);
        assert_eq!(receivers(&group, 9), [2, 1, 4, 3]);
        assert_eq!(group.remove(3).1, [None, None], "no listener stands behind the last");
        assert_eq!(group.remove(17).1, [None, None]);
    }

    #[test]
    fn a_group_is_removed_with_its_last_listener() {
        let key = crate::KeyRef { app: crate::AppId(1), access: crate::Access::Public, name: "x" };
        let seed = crate::HashSeed::new([1, 2, 3, 4]);
        let mut listeners = Listeners::new(Arc::new(ChannelKey::new(key, &seed)), ChannelId(1), 0);
        let first = listeners.add(TEXT, Listener { slot: 1, joined_at: 0 });
        let presence_only = (Framing(0), Interest::PRESENCE);
        let other = listeners.add(presence_only, Listener { slot: 2, joined_at: 0 });
        listeners.remove(TEXT, first);
        assert_eq!(listeners.groups_for(1).len(), 1);
        listeners.remove(presence_only, other);
        assert!(listeners.is_empty());
    }
}
