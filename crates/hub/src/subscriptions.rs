//! What one connection is subscribed to.
//!
//! Most connections hear one channel, which stands in place; more take a table, in which every question still
//! takes one step.

use alloc::{boxed::Box, sync::Arc};

use hashbrown::HashTable;

use crate::{Framing, Interest, Member};

/// One subscription of a connection, in 24 bytes.
#[derive(Debug)]
pub(crate) struct Held {
    /// The channel's index in the loop's slab.
    pub(crate) channel: u32,
    /// Where the connection stands among the channel's listeners.
    pub(crate) place: u32,
    /// Among those of which framing, …
    pub(crate) framing: Framing,
    /// … and who hear what.
    pub(crate) interest: Interest,
    /// Who it is there, if the channel shows its members.
    pub(crate) member: Option<Arc<Member>>,
}

/// All subscriptions of one connection.
#[derive(Debug, Default)]
pub(crate) enum Subscriptions {
    #[default]
    None,
    One(Held),
    Many(Box<HashTable<Held>>),
}

impl Subscriptions {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::None => 0,
            Self::One(_) => 1,
            Self::Many(table) => table.len(),
        }
    }

    pub(crate) fn get(&self, channel: u32) -> Option<&Held> {
        match self {
            Self::None => None,
            Self::One(held) => Some(held).filter(|held| held.channel == channel),
            Self::Many(table) => table.find(hash(channel), |held| held.channel == channel),
        }
    }

    pub(crate) fn get_mut(&mut self, channel: u32) -> Option<&mut Held> {
        match self {
            Self::None => None,
            Self::One(held) => Some(held).filter(|held| held.channel == channel),
            Self::Many(table) => table.find_mut(hash(channel), |held| held.channel == channel),
        }
    }

    pub(crate) fn add(&mut self, added: Held) {
        *self = match core::mem::take(self) {
            Self::None => Self::One(added),
            Self::One(held) => {
                let mut table = Box::new(HashTable::with_capacity(2));
                insert(&mut table, held);
                insert(&mut table, added);
                Self::Many(table)
            }
            Self::Many(mut table) => {
                insert(&mut table, added);
                Self::Many(table)
            }
        };
    }

    pub(crate) fn remove(&mut self, channel: u32) -> Option<Held> {
        match core::mem::take(self) {
            Self::None => None,
            Self::One(held) if held.channel == channel => Some(held),
            Self::One(held) => {
                *self = Self::One(held);
                None
            }
            Self::Many(mut table) => {
                let found = table.find_entry(hash(channel), |held| held.channel == channel).ok();
                let removed = found.map(|entry| entry.remove().0);
                *self = shrink(table);
                removed
            }
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Held> {
        let (one, many) = match self {
            Self::None => (None, None),
            Self::One(held) => (Some(held), None),
            Self::Many(table) => (None, Some(table.iter())),
        };
        one.into_iter().chain(many.into_iter().flatten())
    }

    /// Takes one of them out, any one.
    pub(crate) fn pop(&mut self) -> Option<Held> {
        let channel = self.iter().next()?.channel;
        self.remove(channel)
    }
}

fn insert(table: &mut HashTable<Held>, held: Held) {
    table.insert_unique(hash(held.channel), held, |other| hash(other.channel));
}

fn shrink(mut table: Box<HashTable<Held>>) -> Subscriptions {
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

/// Spreads a slab's index, which no client chooses, over all bits; the rotation brings the best mixed ones
/// down to where the table looks first.
fn hash(channel: u32) -> u64 {
    u64::from(channel).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(26)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    fn held(channel: u32) -> Held {
        Held { channel, place: channel + 100, framing: Framing(0), interest: Interest::ALL, member: None }
    }

    fn channels(subscriptions: &Subscriptions) -> Vec<u32> {
        let mut channels: Vec<_> = subscriptions.iter().map(|held| held.channel).collect();
        channels.sort_unstable();
        channels
    }

    #[test]
    fn one_stands_in_place_and_more_in_a_table() {
        let mut subscriptions = Subscriptions::default();
        assert_eq!(subscriptions.len(), 0);
        for channel in 0..50 {
            subscriptions.add(held(channel));
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
        assert!(matches!(subscriptions, Subscriptions::One(_)), "the table is given back");
        assert!(subscriptions.remove(3).is_none());
        assert_eq!(subscriptions.pop().unwrap().channel, 49);
        assert!(subscriptions.pop().is_none());
    }

    #[test]
    fn a_connection_with_one_subscription_is_small() {
        assert!(size_of::<Held>() <= 24);
        assert!(size_of::<Subscriptions>() <= 32);
    }
}
