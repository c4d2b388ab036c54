//! One channel, as its shard holds it.

use alloc::{boxed::Box, sync::Arc};

use hashbrown::HashTable;

use crate::{
    Body, ChannelId, ChannelKey, Effects, KeyRef, LoopId, Nanos, Position, Publication, SocketId,
    memory::Memory, online::Online, presence::Members, tracking::Tracking,
};

/// How the shard's other tables name a channel: its hash, to find it in one step, and its life, to notice
/// that it has gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Handle {
    pub(crate) hash: u64,
    pub(crate) id: ChannelId,
}

/// A channel that is occupied or remembers something. What few channels need is boxed: a plain one is 80
/// bytes here, and with its key, name and place in the table about 200.
#[derive(Debug)]
pub(crate) struct Channel {
    pub(crate) key: Arc<ChannelKey>,
    pub(crate) id: ChannelId,
    /// The place of the newest message; the epoch lives as long as the channel.
    pub(crate) position: Position,
    /// The number of the newest [command](crate::Command) that was applied; 0: there was none.
    pub(crate) applied: u64,
    /// The loops that have subscribers, bit n for loop n.
    pub(crate) loops: u64,
    /// The number of the newest delivery; wraps.
    pub(crate) seq: u32,
    pub(crate) subscriptions: u32,
    pub(crate) memory: Option<Box<Memory>>,
    pub(crate) members: Option<Box<Members>>,
    pub(crate) tracking: Option<Box<Tracking>>,
    pub(crate) count: CountState,
    /// An engine's commands of it are applied, whether anybody is on it or not.
    pub(crate) is_followed: bool,
    /// On a watch channel: whether its user is online.
    pub(crate) online: Online,
    /// Something was told a moment ago, or is to be told in a moment: the channel stands in the queue of those that gather, at
    /// most once.
    pub(crate) gathers: bool,
}

/// Where a channel stands with telling its subscribers how many they are.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct CountState {
    /// Its rules ask for it.
    pub(crate) wanted: bool,
    /// The number has changed since it was told.
    pub(crate) changed: bool,
    /// It waits in the queue of delayed counts, where it stands at most once.
    pub(crate) queued: bool,
}

impl Channel {
    pub(crate) fn new(key: KeyRef<'_>, hash: u64, id: ChannelId, epoch: u64) -> Self {
        Self {
            key: Arc::new(ChannelKey::with_hash(key, hash)),
            id,
            position: Position { epoch, offset: 0 },
            applied: 0,
            loops: 0,
            seq: 0,
            subscriptions: 0,
            memory: None,
            members: None,
            tracking: None,
            count: CountState::default(),
            is_followed: false,
            online: Online::default(),
            gathers: false,
        }
    }

    pub(crate) fn handle(&self) -> Handle {
        Handle { hash: self.key.hash(), id: self.id }
    }

    /// Distinct users, if the channel shows its members.
    pub(crate) fn users(&self) -> Option<u32> {
        self.members.as_ref().map(|members| members.len())
    }

    /// Gives `body` the next place in the channel's order and hands it to every loop that listens.
    pub(crate) fn emit(
        &mut self,
        body: Body,
        except: Option<SocketId>,
        accepted_at: Nanos,
        effects: &mut dyn Effects,
    ) {
        if self.loops == 0 {
            return; // without a subscriber there is no order to keep
        }
        self.seq = self.seq.wrapping_add(1);
        let publication = Publication {
            channel: Arc::clone(&self.key),
            channel_id: self.id,
            seq: self.seq,
            body,
            except,
            accepted_at,
            frames: crate::Frames::default(),
        };
        effects.deliver(self.loops, Arc::new(publication));
    }
}

impl LoopId {
    /// The loop's bit. A number past [`MAX_LOOPS`](crate::MAX_LOOPS) has none, and receives nothing.
    pub(crate) fn bit(self) -> u64 {
        1_u64.checked_shl(u32::from(self.0)).unwrap_or(0)
    }
}

/// All channels of a shard, found by name or by [`Handle`].
#[derive(Debug, Default)]
pub(crate) struct ChannelTable(HashTable<Box<Channel>>);

impl ChannelTable {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Channel> {
        self.0.iter().map(|channel| &**channel)
    }

    pub(crate) fn get(&self, key: KeyRef<'_>, hash: u64) -> Option<&Channel> {
        self.0.find(hash, |channel| channel.key.borrowed() == key).map(|channel| &**channel)
    }

    pub(crate) fn get_mut(&mut self, key: KeyRef<'_>, hash: u64) -> Option<&mut Channel> {
        self.0.find_mut(hash, |channel| channel.key.borrowed() == key).map(|channel| &mut **channel)
    }

    pub(crate) fn at(&mut self, handle: Handle) -> Option<&mut Channel> {
        self.0.find_mut(handle.hash, |channel| channel.id == handle.id).map(|channel| &mut **channel)
    }

    pub(crate) fn insert(&mut self, channel: Channel) {
        self.0.insert_unique(channel.key.hash(), Box::new(channel), |other| other.key.hash());
    }

    pub(crate) fn remove(&mut self, handle: Handle) -> Option<Box<Channel>> {
        let entry = self.0.find_entry(handle.hash, |channel| channel.id == handle.id).ok()?;
        let channel = entry.remove().0;
        // After a wave of channels the table gives its room back: at a quarter it halves, so that each
        // move of the table is paid for by the removals before it.
        if self.0.capacity() > 64 && self.0.len() * 4 < self.0.capacity() {
            let half = self.0.capacity() / 2;
            self.0.shrink_to(half, |other| other.key.hash());
        }
        Some(channel)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::{Access, AppId, Event, Full, MAX_LOOPS, listeners::is_later};

    #[test]
    fn every_loop_has_a_bit_of_its_own_and_none_beyond_has_one() {
        let all = (0..=u8::MAX).map(|number| LoopId(number).bit());
        assert_eq!(all.clone().fold(0, |all, bit| all | bit), u64::MAX);
        assert_eq!(all.map(u64::count_ones).sum::<u32>() as usize, MAX_LOOPS);
    }

    struct Numbers(Vec<u32>);

    impl Effects for Numbers {
        fn reserve(&mut self, _: u64) -> Result<(), Full> {
            Ok(())
        }
        fn deliver(&mut self, _: u64, publication: Arc<Publication>) {
            self.0.push(publication.seq);
        }
        fn event(&mut self, _: Event) {}
    }

    #[test]
    fn after_the_last_number_comes_a_later_one() {
        let key = KeyRef { app: AppId(1), access: Access::Public, name: "x" };
        let mut channel = Channel::new(key, 7, ChannelId(1), 1);
        (channel.loops, channel.seq) = (1, u32::MAX - 1);
        let mut numbers = Numbers(Vec::new());
        for _ in 0..3 {
            channel.emit(Body::SubscriptionCount(1), None, 0, &mut numbers);
        }
        assert!(numbers.0.windows(2).all(|pair| is_later(pair[1], pair[0])), "{:?}", numbers.0);
    }
}
