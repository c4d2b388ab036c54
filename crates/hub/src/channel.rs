//! The state of one channel, and the table of a shard's channels.

use alloc::{boxed::Box, sync::Arc};

use hashbrown::HashTable;

use crate::{
    Body, ChannelId, ChannelKey, Effects, Frames, KeyRef, Message, Millis, Nanos, Position, PresenceState,
    Publication, Record, Recorder, SocketId, channel_history::ChannelHistory, declared::Tracking,
    key::Handle, members::Members,
};

/// A channel that is occupied, is followed or stores messages. What few channels need is boxed: a
/// plain one is 88 bytes here, and with its key, name and place in the table about 210.
#[derive(Debug)]
pub(crate) struct Channel {
    pub(crate) key: Arc<ChannelKey>,
    pub(crate) id: ChannelId,
    /// The place of the newest message; the epoch lasts as long as the channel.
    pub(crate) position: Position,
    /// The number of the newest [command](crate::Command) that was applied; 0: there was none.
    pub(crate) applied: u64,
    /// The loops that have subscribers, bit n for loop n.
    pub(crate) loops: u64,
    /// The number of the newest delivery; wraps.
    pub(crate) seq: u32,
    pub(crate) subscriptions: u32,
    pub(crate) history: Option<Box<ChannelHistory>>,
    pub(crate) members: Option<Box<Members>>,
    pub(crate) tracking: Option<Box<Tracking>>,
    pub(crate) count: CountState,
    /// An engine's commands of it are applied, with or without subscribers.
    pub(crate) is_followed: bool,
    /// On a status channel: whether its user is online.
    pub(crate) online: Online,
    /// Changes of it are being coalesced: the channel stands in the shard's queue, at most once.
    pub(crate) is_gathering: bool,
    /// [`ChannelRules::numbering_minutes`](crate::ChannelRules::numbering_minutes), as its newest
    /// subscriber brought it.
    pub(crate) numbering_minutes: u8,
    pub(crate) recorded: Recording,
}

const _: () = assert!(size_of::<Channel>() <= 88 || size_of::<usize>() != 8);

/// What is known of sending a channel's subscription count.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct CountState {
    /// Its rules ask for it.
    pub(crate) wanted: bool,
    /// The count has changed since it was sent.
    pub(crate) changed: bool,
    /// The channel stands in the queue of delayed counts, at most once.
    pub(crate) queued: bool,
}

/// Whether the user of a status channel is online, and the state as sent to the subscribers; both false
/// on all other channels. In one byte, as every channel has it.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Online(u8);

impl Online {
    const IS: u8 = 1;
    const SENT: u8 = 2;

    /// The present state.
    pub(crate) fn is(self) -> bool {
        self.0 & Self::IS != 0
    }

    /// The state as sent to the subscribers.
    pub(crate) fn sent(self) -> bool {
        self.0 & Self::SENT != 0
    }

    pub(crate) fn set(&mut self, is: bool) {
        self.0 = self.0 & Self::SENT | u8::from(is);
    }

    /// The present state is sent.
    pub(crate) fn be_sent(&mut self) {
        self.0 = if self.is() { Self::IS | Self::SENT } else { 0 };
    }
}

/// What the shard's [`Recorder`] knows of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recording {
    /// Nothing.
    No,
    /// Its numbering.
    Yes,
    /// The same, and its next message is the first since a store restored it.
    Restored,
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
            history: None,
            members: None,
            tracking: None,
            count: CountState::default(),
            is_followed: false,
            online: Online::default(),
            is_gathering: false,
            numbering_minutes: 0,
            recorded: Recording::No,
        }
    }

    pub(crate) fn handle(&self) -> Handle {
        Handle { hash: self.key.hash(), id: self.id }
    }

    /// Distinct users, if the channel shows its members.
    pub(crate) fn users(&self) -> Option<u32> {
        self.members.as_ref().map(|members| members.len())
    }

    /// Presences that connections declare, as sent to subscribers.
    pub(crate) fn presences(&mut self) -> Arc<PresenceState> {
        self.tracking.as_mut().map(|tracking| tracking.state()).unwrap_or_default()
    }

    /// Has the channel's numbering recorded, if it is not.
    pub(crate) fn record_numbering(&mut self, recorder: &dyn Recorder) {
        if self.recorded == Recording::No {
            self.recorded = Recording::Yes;
            recorder.record(Record::Numbering { key: self.key.borrowed(), position: self.position });
        }
    }

    /// Has a message recorded that was just given its place, or that it took one without being stored.
    pub(crate) fn record_message(
        &mut self,
        before: u64,
        (message, except): (&Message, Option<SocketId>),
        is_storable: bool,
        recorder: &dyn Recorder,
    ) {
        let (key, position) = (self.key.borrowed(), self.position);
        if is_storable {
            recorder.record(Record::Message { key, position, before, message, except });
        } else if self.recorded != Recording::No {
            recorder.record(Record::Numbering { key, position });
        } else {
            return;
        }
        self.recorded = Recording::Yes;
    }

    /// Gives `body` the next place in the channel's order and delivers it to every loop with
    /// subscribers.
    pub(crate) fn emit(
        &mut self,
        body: Body,
        except: Option<SocketId>,
        accepted_at: Nanos,
        effects: &mut dyn Effects,
    ) {
        if self.loops == 0 {
            return; // without subscribers there is no order to maintain
        }
        self.seq = self.seq.wrapping_add(1);
        let publication = Publication {
            channel: Arc::clone(&self.key),
            channel_id: self.id,
            seq: self.seq,
            body,
            except,
            accepted_at,
            frames: Frames::default(),
        };
        effects.deliver(self.loops, Arc::new(publication));
    }
}

/// The time of acceptance of what the shard itself emits, for latency figures.
pub(crate) fn nanos(now: Millis) -> Nanos {
    now.saturating_mul(1_000_000)
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
        // After a wave of channels the table returns memory: at a quarter it halves, so that the
        // removals before it pay for each move of the table.
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
    use crate::{Access, AppId, Event, Full, listeners::is_later};

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
    fn delivery_numbers_wrap_to_later_ones() {
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
