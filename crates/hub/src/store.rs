//! All stored messages of a shard, in the order of age, under one budget.
//!
//! A message may be in its channel's history and be its channel's last message at once; it is one
//! entry and costs once. Entries lie in a slab, and those of an app are linked from the oldest to
//! the newest, so that adding, removing from anywhere and finding the oldest of an app take one
//! step each.

use alloc::{sync::Arc, vec::Vec};

use crate::{
    AppId, Message, Millis, Recorded, SocketId,
    key::Handle,
    share::{Shares, Slot as AppSlot},
};

/// An entry's index in the slab.
pub(crate) type Place = u32;

const NOWHERE: Place = Place::MAX;

/// The name that no connection has: an `Option` would take eight bytes more of every message.
const NOBODY: SocketId = SocketId { high: 0, low: 0 };

/// The roles of a stored message; it is removed when none remains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Roles {
    pub(crate) history: bool,
    pub(crate) last: bool,
}

/// A stored message.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) message: Arc<Message>,
    /// The connection that must not receive it; [`NOBODY`] if there is none.
    except: SocketId,
    pub(crate) offset: u64,
    pub(crate) at: Millis,
    pub(crate) channel: Handle,
    pub(crate) roles: Roles,
    app: AppSlot,
    older: Place,
    newer: Place,
}

impl Entry {
    /// As readers of a history get it.
    pub(crate) fn recorded(&self) -> Recorded {
        Recorded {
            offset: self.offset,
            at: self.at,
            message: Arc::clone(&self.message),
            except: Some(self.except).filter(|except| *except != NOBODY),
        }
    }
}

#[derive(Debug)]
enum Slot {
    Free { next: Place },
    Used(Entry),
}

/// The slab, the age order of each app and what it costs.
#[derive(Debug)]
pub(crate) struct MessageStore {
    slots: Vec<Slot>,
    free: Place,
    ends: Vec<Ends>,
    bytes: Shares,
}

/// An app's oldest and newest entry.
#[derive(Debug, Clone, Copy)]
struct Ends {
    oldest: Place,
    newest: Place,
}

impl Ends {
    const NONE: Self = Self { oldest: NOWHERE, newest: NOWHERE };
}

/// Each app's share of a store.
fn share(bytes: usize, apps: u32) -> usize {
    bytes / usize::try_from(apps).unwrap_or(usize::MAX).max(1)
}

impl MessageStore {
    /// An empty store of `bytes`, of which each of `apps` has an equal share.
    pub(crate) fn new(bytes: usize, apps: u32) -> Self {
        let bytes = Shares::new(share(bytes, apps), apps);
        Self { slots: Vec::new(), free: NOWHERE, ends: Vec::new(), bytes }
    }

    /// Divides `bytes` among `apps`, whose ids are below `ids`.
    pub(crate) fn resize(&mut self, bytes: usize, apps: u32, ids: u32) {
        self.bytes.resize(share(bytes, apps), ids);
    }

    /// The sum of [`Message::cost`] of all entries.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.total()
    }

    pub(crate) fn get(&self, place: Place) -> Option<&Entry> {
        match self.slots.get(place as usize) {
            Some(Slot::Used(entry)) => Some(entry),
            _ => None,
        }
    }

    fn get_mut(&mut self, place: Place) -> Option<&mut Entry> {
        match self.slots.get_mut(place as usize) {
            Some(Slot::Used(entry)) => Some(entry),
            _ => None,
        }
    }

    /// The entry to evict first so that a message of `app` with this cost can be stored. `None`: it
    /// cannot be.
    pub(crate) fn next_to_evict(&mut self, app: AppId, cost: usize) -> Option<(Place, &Entry)> {
        let app = self.bytes.slot(app);
        let evicted = self.bytes.evict_from(app, cost)?;
        self.oldest_in(evicted)
    }

    /// The oldest entry of an app.
    pub(crate) fn oldest_of(&self, app: AppId) -> Option<(Place, &Entry)> {
        self.oldest_in(self.bytes.slot(app))
    }

    fn oldest_in(&self, app: AppSlot) -> Option<(Place, &Entry)> {
        let place = self.ends(app).oldest;
        Some((place, self.get(place)?))
    }

    fn ends(&self, app: AppSlot) -> Ends {
        self.ends.get(app as usize).copied().unwrap_or(Ends::NONE)
    }

    fn set_ends(&mut self, app: AppSlot, ends: Ends) {
        let place = app as usize;
        if self.ends.len() <= place {
            self.ends.resize(place + 1, Ends::NONE);
        }
        if let Some(place) = self.ends.get_mut(place) {
            *place = ends;
        }
    }

    /// Adds a message as the newest of its app. `None` if the slab has all the entries that a
    /// [`Place`] can address.
    pub(crate) fn add(
        &mut self,
        (message, except): (Arc<Message>, Option<SocketId>),
        offset: u64,
        at: Millis,
        (app, channel): (AppId, Handle),
        roles: Roles,
    ) -> Option<Place> {
        let except = except.unwrap_or(NOBODY);
        let cost = message.cost();
        let app = self.bytes.slot(app);
        let ends = self.ends(app);
        let (older, newer) = (ends.newest, NOWHERE);
        let place = self.store(Entry { message, except, offset, at, channel, roles, app, older, newer })?;
        if let Some(previous) = self.get_mut(older) {
            previous.newer = place;
        }
        let oldest = if ends.oldest == NOWHERE { place } else { ends.oldest };
        self.set_ends(app, Ends { oldest, newest: place });
        self.bytes.add(app, cost, cost);
        Some(place)
    }

    fn store(&mut self, entry: Entry) -> Option<Place> {
        if let Some(slot) = self.slots.get_mut(self.free as usize) {
            let place = self.free;
            if let Slot::Free { next } = *slot {
                self.free = next;
            }
            *slot = Slot::Used(entry);
            return Some(place);
        }
        let place = Place::try_from(self.slots.len()).ok().filter(|place| *place != NOWHERE)?;
        self.slots.push(Slot::Used(entry));
        Some(place)
    }

    /// The message is no longer part of its channel's history.
    pub(crate) fn end_history(&mut self, place: Place) {
        if let Some(entry) = self.get_mut(place) {
            entry.roles.history = false;
            self.remove_if_unused(place);
        }
    }

    /// The message is no longer its channel's last.
    pub(crate) fn end_last(&mut self, place: Place) {
        if let Some(entry) = self.get_mut(place) {
            entry.roles.last = false;
            self.remove_if_unused(place);
        }
    }

    fn remove_if_unused(&mut self, place: Place) {
        let Some(entry) = self.get(place) else { return };
        if entry.roles.history || entry.roles.last {
            return;
        }
        let (app, older, newer, cost) = (entry.app, entry.older, entry.newer, entry.message.cost());
        let mut ends = self.ends(app);
        match self.get_mut(older) {
            Some(entry) => entry.newer = newer,
            None => ends.oldest = newer,
        }
        match self.get_mut(newer) {
            Some(entry) => entry.older = older,
            None => ends.newest = older,
        }
        self.set_ends(app, ends);
        if let Some(slot) = self.slots.get_mut(place as usize) {
            *slot = Slot::Free { next: self.free };
            self.free = place;
        }
        self.bytes.remove(app, cost, cost);
        if self.bytes() == 0 && self.slots.len() > 1_024 {
            // Nothing is stored: free the slab after a wave.
            self.slots = Vec::new();
            self.free = NOWHERE;
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{boxed::Box, vec::Vec};

    use super::*;
    use crate::{ChannelId, Form};

    const CHANNEL: (AppId, Handle) = (AppId(0), Handle { hash: 7, id: ChannelId(1) });
    const BOTH: Roles = Roles { history: true, last: true };

    fn message(length: usize) -> Arc<Message> {
        let data = alloc::vec![0; length].into_boxed_slice();
        Arc::new(Message { event: Box::from("e"), data, form: Form::Binary, id: None, user: None })
    }

    fn plain(length: usize) -> (Arc<Message>, Option<SocketId>) {
        (message(length), None)
    }

    fn ages(store: &MessageStore) -> Vec<u64> {
        let mut offsets = Vec::new();
        let mut place = store.ends(0).oldest;
        while let Some(entry) = store.get(place) {
            offsets.push(entry.offset);
            place = entry.newer;
        }
        offsets
    }

    #[test]
    fn an_entry_is_removed_with_its_last_role() {
        let mut store = MessageStore::new(1 << 20, 1);
        let place = store.add(plain(10), 1, 0, CHANNEL, BOTH).unwrap();
        store.end_history(place);
        assert_eq!(ages(&store), [1]);
        assert_eq!(store.bytes(), message(10).cost());
        store.end_last(place);
        assert_eq!(ages(&store), []);
        assert_eq!(store.bytes(), 0);
    }

    #[test]
    fn removal_from_anywhere_preserves_the_order_of_age_and_reuses_places() {
        let mut store = MessageStore::new(1 << 20, 1);
        let history = Roles { history: true, last: false };
        let places: Vec<_> =
            (1..=5).map(|offset| store.add(plain(1), offset, 0, CHANNEL, history).unwrap()).collect();
        store.end_history(places[2]);
        store.end_history(places[0]);
        store.end_history(places[4]);
        assert_eq!(ages(&store), [2, 4]);
        let reused = store.add(plain(1), 6, 0, CHANNEL, history).unwrap();
        assert!(reused < 5);
        assert_eq!(ages(&store), [2, 4, 6]);
        assert_eq!(store.bytes(), 3 * message(1).cost());
    }

    #[test]
    fn ending_a_role_twice_changes_nothing() {
        let mut store = MessageStore::new(1 << 20, 1);
        let first = store.add(plain(1), 1, 0, CHANNEL, BOTH).unwrap();
        store.add(plain(1), 2, 0, CHANNEL, BOTH).unwrap();
        for _ in 0..2 {
            store.end_history(first);
            store.end_last(first);
        }
        assert_eq!(ages(&store), [2]);
        assert_eq!(store.bytes(), message(1).cost());
    }
}
