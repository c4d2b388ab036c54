//! One loop's own side of the hub: the subscriptions of its connections.
//!
//! A shard knows only that a loop has subscribers; the loop knows which. Only the loop accesses its
//! list, so fan-out takes no lock, and every subscription is added and removed in a fixed number of
//! steps:
//!
//! ```text
//! publication ── channel's hash ──▶ Listeners ── one array for each framing ──▶ slots
//! connection's slot ──▶ Subscriptions ── channel's index and place ──▶ its entry in that array
//! ```
//!
//! Per connection with one subscription that is 32 bytes here and 8 in the channel's array, each
//! times the slack of a growing vector: 40–80 bytes.

use alloc::{sync::Arc, vec::Vec};

use hashbrown::HashTable;

use crate::{
    Body, ChannelId, ChannelKey, ChannelRules, ConnectionSlot, Framing, Interest, JoinAs, KeyRef, LoopId,
    Member, Millis, Place, Publication, Recipients, Shards, SocketId, SubscribeError, SubscribeRequest,
    Subscribed, UnsubscribeRequest,
    listeners::{Listener, Listeners, Moved},
    subscriptions::{Entry, Subscriptions},
};

/// A subscription that a connection asks for.
#[derive(Debug, Clone, Copy)]
pub struct LocalRequest<'a> {
    /// The channel.
    pub key: KeyRef<'a>,
    /// The user, on a channel that shows its members.
    pub join: Option<JoinAs<'a>>,
    /// The connection's public name.
    pub socket: SocketId,
    /// The kinds of publications that it receives.
    pub interest: Interest,
    /// What the channel stores and sends.
    pub rules: ChannelRules,
    /// See [`SubscribeRequest::place`].
    pub place: Option<Place>,
}

/// Why a subscription was not made. Nothing was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocalError {
    /// The connection has this subscription already.
    Already,
    /// The shard refused.
    Shard(SubscribeError),
}

/// One subscription of a connection.
#[derive(Debug, Clone, Copy)]
pub struct Subscription<'a> {
    /// The channel.
    pub key: &'a Arc<ChannelKey>,
    /// The connection's user there, if the channel shows its members.
    pub member: Option<&'a Arc<Member>>,
}

/// The subscriptions of one loop's connections.
#[derive(Debug)]
pub struct Local {
    id: LoopId,
    channels: Vec<Slot>,
    free: u32,
    by_key: HashTable<u32>,
    connections: Vec<Subscriptions>,
}

#[derive(Debug)]
enum Slot {
    Free { next: u32 },
    Used(Listeners),
}

const NOWHERE: u32 = u32::MAX;

impl Local {
    /// The empty list of loop `id`.
    pub fn new(id: LoopId) -> Self {
        Self { id, channels: Vec::new(), free: NOWHERE, by_key: HashTable::new(), connections: Vec::new() }
    }

    /// Subscribes a connection: asks the shard, which sets this loop's bit, and adds it to the
    /// list. It does not receive the publications that are in the loop's mailbox by then; it
    /// receives later ones.
    pub fn subscribe<S: Shards>(
        &mut self,
        shards: &S,
        now: Millis,
        slot: ConnectionSlot,
        framing: Framing,
        request: LocalRequest<'_>,
    ) -> Result<Subscribed, LocalError> {
        let LocalRequest { key, join, socket, interest, rules, place } = request;
        let hash = shards.seed().hash(key);
        if self.subscription(slot, key, hash).is_some() {
            return Err(LocalError::Already);
        }
        let request = SubscribeRequest { key, hash, from: self.id, join, socket, interest, rules, place };
        let subscribed = shards
            .with(hash, |shard, effects| shard.subscribe(now, request, effects))
            .map_err(LocalError::Shard)?;
        self.add(slot, (framing, interest), &subscribed);
        Ok(subscribed)
    }

    /// Ends a subscription; false if there was none.
    pub fn unsubscribe<S: Shards>(
        &mut self,
        shards: &S,
        now: Millis,
        slot: ConnectionSlot,
        socket: SocketId,
        key: KeyRef<'_>,
    ) -> bool {
        let found = self.find(key, shards.seed().hash(key));
        let entry = found.and_then(|channel| self.connections.get_mut(slot.0 as usize)?.remove(channel));
        let Some(entry) = entry else { return false };
        self.end(shards, now, socket, entry);
        true
    }

    /// Changes what a subscriber receives from now on; false if there is no such subscription.
    pub fn set_interest(
        &mut self,
        slot: ConnectionSlot,
        key: KeyRef<'_>,
        hash: u64,
        interest: Interest,
    ) -> bool {
        self.change(slot, key, hash, interest, None)
    }

    /// A subscriber that had no interest in messages has been sent all of them up to a
    /// [page](crate::HistoryPage) of the channel's history whose [`seq`](crate::HistoryPage::seq)
    /// this is: from then on it receives what interests it, without a gap, and nothing twice. False
    /// if there is no such subscription.
    pub fn go_live(
        &mut self,
        slot: ConnectionSlot,
        key: KeyRef<'_>,
        hash: u64,
        (interest, seq): (Interest, u32),
    ) -> bool {
        self.change(slot, key, hash, interest, Some(seq))
    }

    fn change(
        &mut self,
        slot: ConnectionSlot,
        key: KeyRef<'_>,
        hash: u64,
        interest: Interest,
        joined_at: Option<u32>,
    ) -> bool {
        let Some(channel) = self.find(key, hash) else { return false };
        let Some(listeners) = listeners_at_mut(&mut self.channels, channel) else { return false };
        let subscriptions = self.connections.get_mut(slot.0 as usize);
        let Some(entry) = subscriptions.and_then(|subscriptions| subscriptions.get_mut(channel)) else {
            return false;
        };
        if entry.interest == interest && joined_at.is_none() {
            return true;
        }
        let (listener, moved) = listeners.remove((entry.framing, entry.interest), entry.place);
        let Some(mut listener) = listener else { return false };
        listener.joined_at = joined_at.unwrap_or(listener.joined_at);
        entry.interest = interest;
        entry.place = listeners.add((entry.framing, interest), listener);
        update_places(&mut self.connections, channel, moved);
        true
    }

    /// Ends every subscription of a connection, in no order.
    pub fn leave<S: Shards>(&mut self, shards: &S, now: Millis, slot: ConnectionSlot, socket: SocketId) {
        let Some(subscriptions) = self.connections.get_mut(slot.0 as usize) else { return };
        let mut subscriptions = core::mem::take(subscriptions);
        while let Some(entry) = subscriptions.pop() {
            self.end(shards, now, socket, entry);
        }
    }

    /// A connection's subscription to a channel; `hash` is the key's hash under the process's seed.
    pub fn subscription(&self, slot: ConnectionSlot, key: KeyRef<'_>, hash: u64) -> Option<Subscription<'_>> {
        let subscriptions = self.connections.get(slot.0 as usize)?;
        self.view(subscriptions.get(self.find(key, hash)?)?)
    }

    /// In which framing a connection receives what of a channel, if it is subscribed.
    pub fn heard(&self, slot: ConnectionSlot, key: KeyRef<'_>, hash: u64) -> Option<(Framing, Interest)> {
        let entry = self.connections.get(slot.0 as usize)?.get(self.find(key, hash)?)?;
        Some((entry.framing, entry.interest))
    }

    /// A connection's subscriptions, in no order.
    pub fn subscriptions(&self, slot: ConnectionSlot) -> impl Iterator<Item = Subscription<'_>> {
        let subscriptions = self.connections.get(slot.0 as usize);
        subscriptions.into_iter().flat_map(Subscriptions::iter).filter_map(|entry| self.view(entry))
    }

    /// How many subscriptions a connection has. The caller enforces limits.
    pub fn subscription_count(&self, slot: ConnectionSlot) -> usize {
        self.connections.get(slot.0 as usize).map_or(0, Subscriptions::len)
    }

    /// Channels to which a connection of this loop is subscribed.
    pub fn channels(&self) -> usize {
        self.by_key.len()
    }

    /// The connections that receive a publication, grouped by framing. Those that joined after it
    /// are left out; so are all if it belongs to an earlier incarnation of the channel. The caller,
    /// which knows its connections' socket ids, applies [`Publication::except`]. It must pass the
    /// publications of a channel in the order in which the shard delivered them.
    pub fn recipients(&mut self, publication: &Publication) -> Recipients<'_> {
        let listeners = self.listeners_of(&publication.channel, publication.channel_id);
        let groups = listeners.map_or(&[][..], |listeners| {
            if let Body::Message { position, .. } = publication.body {
                listeners.handed_out = position.offset;
            }
            listeners.groups_for(publication.seq)
        });
        Recipients::new(groups, publication.seq, publication.body.kind())
    }

    fn listeners_of(&mut self, key: &Arc<ChannelKey>, id: ChannelId) -> Option<&mut Listeners> {
        let Self { channels, by_key, .. } = self;
        let same = |listeners: &Listeners| {
            listeners.id == id
                && (Arc::ptr_eq(&listeners.key, key) || listeners.key.borrowed() == key.borrowed())
        };
        let index = *by_key.find(key.hash(), |index| listeners_at(channels, *index).is_some_and(same))?;
        listeners_at_mut(channels, index)
    }

    pub(crate) fn find(&self, key: KeyRef<'_>, hash: u64) -> Option<u32> {
        let same = |listeners: &Listeners| listeners.key.borrowed() == key;
        self.by_key.find(hash, |index| listeners_at(&self.channels, *index).is_some_and(same)).copied()
    }

    /// The newest message of a channel that this loop has handed out.
    pub(crate) fn handed_out(&self, channel: u32) -> u64 {
        listeners_at(&self.channels, channel).map_or(0, |listeners| listeners.handed_out)
    }

    fn view<'a>(&'a self, entry: &'a Entry) -> Option<Subscription<'a>> {
        let listeners = listeners_at(&self.channels, entry.channel)?;
        Some(Subscription { key: &listeners.key, member: entry.member.as_ref() })
    }

    fn add(
        &mut self,
        slot: ConnectionSlot,
        (framing, interest): (Framing, Interest),
        subscribed: &Subscribed,
    ) {
        let Some(channel) = self.find_or_add(subscribed) else { return };
        let listener = Listener { slot: slot.0, joined_at: subscribed.seq };
        let Some(listeners) = listeners_at_mut(&mut self.channels, channel) else { return };
        let place = listeners.add((framing, interest), listener);
        let entry = Entry { channel, place, framing, interest, member: subscribed.member.clone() };
        let needed = slot.0 as usize + 1;
        if self.connections.len() < needed {
            self.connections.resize_with(needed, Subscriptions::default);
        }
        if let Some(subscriptions) = self.connections.get_mut(slot.0 as usize) {
            subscriptions.add(entry);
        }
    }

    fn find_or_add(&mut self, subscribed: &Subscribed) -> Option<u32> {
        let hash = subscribed.key.hash();
        if let Some(index) = self.find(subscribed.key.borrowed(), hash) {
            return Some(index);
        }
        let listeners =
            Listeners::new(Arc::clone(&subscribed.key), subscribed.id, subscribed.position.offset);
        let index = self.store(listeners)?;
        let Self { channels, by_key, .. } = self;
        by_key.insert_unique(hash, index, |index| {
            listeners_at(channels, *index).map_or(0, |listeners| listeners.key.hash())
        });
        Some(index)
    }

    fn store(&mut self, listeners: Listeners) -> Option<u32> {
        if let Some(slot) = self.channels.get_mut(self.free as usize) {
            let index = self.free;
            if let Slot::Free { next } = *slot {
                self.free = next;
            }
            *slot = Slot::Used(listeners);
            return Some(index);
        }
        let index = u32::try_from(self.channels.len()).ok()?;
        self.channels.push(Slot::Used(listeners));
        Some(index)
    }

    /// Removes a subscription, which its connection no longer has, from its channel, and ends it at
    /// the shard.
    fn end<S: Shards>(&mut self, shards: &S, now: Millis, socket: SocketId, entry: Entry) {
        let Some(listeners) = listeners_at_mut(&mut self.channels, entry.channel) else { return };
        let key = Arc::clone(&listeners.key);
        let (_, moved) = listeners.remove((entry.framing, entry.interest), entry.place);
        update_places(&mut self.connections, entry.channel, moved);
        let last_on_loop = listeners.is_empty();
        if last_on_loop {
            self.remove_channel(entry.channel, key.hash());
        }
        let request = UnsubscribeRequest {
            key: key.borrowed(),
            hash: key.hash(),
            from: self.id,
            last_on_loop,
            member: entry.member.as_ref(),
            socket,
        };
        shards.with(key.hash(), |shard, effects| shard.unsubscribe(now, request, effects));
    }

    fn remove_channel(&mut self, index: u32, hash: u64) {
        if let Ok(entry) = self.by_key.find_entry(hash, |other| *other == index) {
            entry.remove();
        }
        if let Some(slot) = self.channels.get_mut(index as usize) {
            *slot = Slot::Free { next: self.free };
            self.free = index;
        }
    }
}

/// Updates the places that connections store of themselves among the listeners of a channel.
fn update_places(connections: &mut [Subscriptions], channel: u32, moved: [Option<Moved>; 2]) {
    for moved in moved.into_iter().flatten() {
        let connection = connections.get_mut(moved.slot as usize);
        if let Some(other) = connection.and_then(|other| other.get_mut(channel)) {
            other.place = moved.place;
        }
    }
}

fn listeners_at(channels: &[Slot], index: u32) -> Option<&Listeners> {
    match channels.get(index as usize) {
        Some(Slot::Used(listeners)) => Some(listeners),
        _ => None,
    }
}

fn listeners_at_mut(channels: &mut [Slot], index: u32) -> Option<&mut Listeners> {
    match channels.get_mut(index as usize) {
        Some(Slot::Used(listeners)) => Some(listeners),
        _ => None,
    }
}
