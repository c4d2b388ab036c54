//! The subscriptions of one connection.
//!
//! Most connections have one, which is stored in place; more take a table, in which every look-up
//! still takes one step.

use alloc::{boxed::Box, sync::Arc};

use hashbrown::HashTable;

use crate::{Framing, Interest, Member};

/// One subscription of a connection, in 24 bytes.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The channel's index in the loop's slab.
    pub(crate) channel: u32,
    /// Its place in the group of the channel's listeners with this framing and interest.
    pub(crate) place: u32,
    pub(crate) framing: Framing,
    pub(crate) interest: Interest,
    /// The connection's user there, if the channel shows its members.
    pub(crate) member: Option<Arc<Member>>,
}

/// All subscriptions of one connection.
#[derive(Debug, Default)]
pub(crate) enum Subscriptions {
    #[default]
    None,
    One(Entry),
    Many(Box<HashTable<Entry>>),
}

impl Subscriptions {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::None => 0,
            Self::One(_) => 1,
            Self::Many(table) => table.len(),
        }
    }

    pub(crate) fn get(&self, channel: u32) -> Option<&Entry> {
        match self {
            Self::None => None,
            Self::One(entry) => Some(entry).filter(|entry| entry.channel == channel),
            Self::Many(table) => table.find(hash(channel), |entry| entry.channel == channel),
        }
    }

    pub(crate) fn get_mut(&mut self, channel: u32) -> Option<&mut Entry> {
        match self {
            Self::None => None,
            Self::One(entry) => Some(entry).filter(|entry| entry.channel == channel),
            Self::Many(table) => table.find_mut(hash(channel), |entry| entry.channel == channel),
        }
    }

    pub(crate) fn add(&mut self, added: Entry) {
        *self = match core::mem::take(self) {
            Self::None => Self::One(added),
            Self::One(entry) => {
                let mut table = Box::new(HashTable::with_capacity(2));
                insert(&mut table, entry);
                insert(&mut table, added);
                Self::Many(table)
            }
            Self::Many(mut table) => {
                insert(&mut table, added);
                Self::Many(table)
            }
        };
    }

    pub(crate) fn remove(&mut self, channel: u32) -> Option<Entry> {
        match core::mem::take(self) {
            Self::None => None,
            Self::One(entry) if entry.channel == channel => Some(entry),
            Self::One(entry) => {
                *self = Self::One(entry);
                None
            }
            Self::Many(mut table) => {
                let found = table.find_entry(hash(channel), |entry| entry.channel == channel).ok();
                let removed = found.map(|entry| entry.remove().0);
                *self = shrink(table);
                removed
            }
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Entry> {
        let (one, many) = match self {
            Self::None => (None, None),
            Self::One(entry) => (Some(entry), None),
            Self::Many(table) => (None, Some(table.iter())),
        };
        one.into_iter().chain(many.into_iter().flatten())
    }

    /// Removes and returns any one.
    pub(crate) fn pop(&mut self) -> Option<Entry> {
        let channel = self.iter().next()?.channel;
        self.remove(channel)
    }
}

fn insert(table: &mut HashTable<Entry>, entry: Entry) {
    table.insert_unique(hash(entry.channel), entry, |other| hash(other.channel));
}

fn shrink(mut table: Box<HashTable<Entry>>) -> Subscriptions {
    if table.len() == 1 {
        let last = table.drain().next();
        return last.map_or(Subscriptions::None, Subscriptions::One);
    }
    if table.len() * 4 < table.capacity() {
        let half = table.capacity() / 2;
        table.shrink_to(half, |other| hash(other.channel));
    }
    Subscriptions::Many(table)
}

/// Spreads a slab's index, which no client chooses, over all bits; the rotation moves the best
/// mixed ones to where the table looks first.
fn hash(channel: u32) -> u64 {
    u64::from(channel).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(26)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    fn entry(channel: u32) -> Entry {
        Entry { channel, place: channel + 100, framing: Framing(0), interest: Interest::ALL, member: None }
    }

    fn channels(subscriptions: &Subscriptions) -> Vec<u32> {
        let mut channels: Vec<_> = subscriptions.iter().map(|entry| entry.channel).collect();
        channels.sort_unstable();
        channels
    }

    #[test]
    fn one_is_stored_in_place_and_more_in_a_table() {
        let mut subscriptions = Subscriptions::default();
        assert_eq!(subscriptions.len(), 0);
        for channel in 0..50 {
            subscriptions.add(entry(channel));
            assert_eq!(subscriptions.len(), channel as usize + 1);
        }
        assert_eq!(channels(&subscriptions), (0..50).collect::<Vec<_>>());
        subscriptions.get_mut(7).unwrap().place = 3;
        assert_eq!(subscriptions.get(7).unwrap().place, 3);
        assert!(subscriptions.get(50).is_none());
        for channel in 0..49 {
            assert_eq!(subscriptions.remove(channel).unwrap().channel, channel);
            assert!(subscriptions.remove(channel).is_none());
        }
        assert!(matches!(subscriptions, Subscriptions::One(_)), "the table is freed");
        assert!(subscriptions.remove(3).is_none());
        assert_eq!(subscriptions.pop().unwrap().channel, 49);
        assert!(subscriptions.pop().is_none());
    }

    #[test]
    fn a_connection_with_one_subscription_is_small() {
        assert!(size_of::<Entry>() <= 24);
        assert!(size_of::<Subscriptions>() <= 32);
    }
}
