//! How a shard stores messages, expires them, and evicts channels and messages at its limits.
//!
//! Three bounds hold at the end of every call: the bytes of all messages, the number of channels,
//! and each channel's own history. Expired messages are dropped by [`Shard::tick`], or when their
//! channel is read.

use alloc::{boxed::Box, sync::Arc};

use crate::{
    AppId, ChannelRules, Effects, Message, Millis, Record, Shard, SocketId, channel::Recording,
    channel_budget::ANY_APP, key::Handle, shard::ChannelsFull, store::Place,
};

/// Messages that one [`Shard::tick`] expires, and delayed counts and coalesced channels that it
/// sends: at 50–100 ns each it holds the shard for about 50 µs. The rest is left for the next call.
const TICK_WORK: usize = 512;

impl Shard {
    /// Expires what is due and sends what was delayed. The work of one call is bounded. Returns
    /// when to call again, which is at once if the bound was reached, and `None` if nothing is
    /// pending. After any other call something may be.
    pub fn tick(&mut self, now: Millis, effects: &mut dyn Effects) -> Option<Millis> {
        self.advance(now);
        let mut work = TICK_WORK;
        while work > 0 {
            let Some(handle) = self.expiry_checks.pop_due(self.now) else { break };
            work -= 1;
            if let Some(history) = self.channels.at(handle).and_then(|channel| channel.history.as_mut()) {
                history.expiry_check = None;
                history.expire(self.now, &mut self.store, &mut work);
            }
            self.tidy(handle);
        }
        self.emit_delayed_counts(TICK_WORK, effects);
        self.emit_gathered(TICK_WORK, effects);
        let expiry = self.expiry_checks.first().map(|(at, _)| at);
        [expiry, self.counts.first(), self.gathering.first()].into_iter().flatten().min()
    }

    /// Stores a channel's newest message if its rules require it; otherwise drops the messages
    /// before it. `before` is the offset of the message before it.
    pub(crate) fn store_message(
        &mut self,
        handle: Handle,
        message: Arc<Message>,
        (before, except): (u64, Option<SocketId>),
        (rules, is_storable): (&ChannelRules, bool),
    ) {
        self.store_message_of(self.now, handle, message, (before, except), (rules, is_storable));
    }

    /// The same of a message that was accepted `at`.
    pub(crate) fn store_message_of(
        &mut self,
        at: Millis,
        handle: Handle,
        message: Arc<Message>,
        (before, except): (u64, Option<SocketId>),
        (rules, is_storable): (&ChannelRules, bool),
    ) {
        let Self { channels, store, .. } = self;
        let Some(channel) = channels.at(handle) else { return };
        let app = channel.key.app();
        let history = channel.history.get_or_insert_with(Box::default);
        let cost = message.cost();
        history.make_room(cost, rules, store);
        let is_stored = is_storable && self.make_room_for_bytes(cost, app, Some(handle));
        let Self { channels, store, .. } = self;
        let Some(channel) = channels.at(handle) else { return };
        let offset = channel.position.offset;
        if let Some(history) = &mut channel.history {
            if is_stored {
                history.push((message, except), (before, offset), at, (app, handle, rules), store);
            } else {
                // The messages before one that is not stored would look like the newest. Nothing is
                // evicted for it.
                history.clear(store);
            }
        }
        self.tidy(handle);
    }

    /// Evicts the oldest messages of apps that use more than their share until `cost` more bytes of
    /// an app fit; false if they cannot. Channels that store nothing else are removed with them,
    /// except that of `owner_to_be`, which is about to store a message.
    fn make_room_for_bytes(&mut self, cost: usize, app: AppId, owner_to_be: Option<Handle>) -> bool {
        let limit = self.limits.history_bytes.saturating_sub(cost);
        while self.store.bytes() > limit {
            let Some((place, entry)) = self.store.next_to_evict(app, cost) else { return false };
            let owner = entry.channel;
            self.evict_message(place, owner);
            if owner_to_be != Some(owner) {
                self.tidy(owner);
            }
        }
        true
    }

    /// The caller tidies.
    fn evict_message(&mut self, place: Place, owner: Handle) {
        if let Some(history) = self.channels.at(owner).and_then(|channel| channel.history.as_mut()) {
            history.evict(place, &mut self.store);
        }
        // A message that is not in its channel's history would stop the caller's loop from ending.
        self.store.end_history(place);
        self.store.end_last(place);
    }

    /// Evicts all that an app stores.
    pub(crate) fn evict_app(&mut self, app: AppId) {
        while let Some((place, entry)) = self.store.oldest_of(app) {
            let owner = entry.channel;
            self.evict_message(place, owner);
            self.tidy(owner);
        }
    }

    /// Whether [`make_room_for_channel`](Self::make_room_for_channel) would succeed.
    pub(crate) fn has_room_for_channel(&mut self, app: AppId) -> bool {
        self.channel_budget.has_room(app) || self.channel_budget.next_to_evict(app).is_some()
    }

    /// If an app may not have another channel, evicts one that only stores messages: of those of an
    /// app that has more than its share, the one that expires first.
    pub(crate) fn make_room_for_channel(&mut self, app: AppId) -> Result<(), ChannelsFull> {
        if self.channel_budget.has_room(app) {
            return Ok(());
        }
        let handle = self.channel_budget.next_to_evict(app).ok_or(ChannelsFull)?;
        self.evict_channel(handle);
        if self.channel_budget.has_room(app) { Ok(()) } else { Err(ChannelsFull) }
    }

    fn evict_channel(&mut self, handle: Handle) {
        if let Some(history) = self.channels.at(handle).and_then(|channel| channel.history.as_mut()) {
            history.drop_all(&mut self.store);
        }
        self.tidy(handle);
    }

    /// Evicts what is beyond limits that have just been lowered.
    pub(crate) fn evict_excess(&mut self) {
        self.make_room_for_bytes(0, ANY_APP, None);
        while let Some(handle) = self.channel_budget.next_excess() {
            self.evict_channel(handle);
        }
        self.channel_budget.allow_what_is();
    }

    /// Drops what has expired on one channel, before the channel is read. The caller tidies.
    pub(crate) fn drop_expired(&mut self, handle: Handle) {
        if let Some(history) = self.channels.at(handle).and_then(|channel| channel.history.as_mut()) {
            let mut unbounded = usize::MAX; // each message is dropped once, by whichever call
            history.expire(self.now, &mut self.store, &mut unbounded);
        }
    }

    /// Updates the tables of times after a change to a channel, and removes the channel if it has
    /// no subscribers, is not followed and stores nothing. Its numbering ends with it.
    pub(crate) fn tidy(&mut self, handle: Handle) {
        let Self { channels, store, expiry_checks, channel_budget, recorder, .. } = self;
        let Some(channel) = channels.at(handle) else { return };
        let (app, occupied) = (channel.key.app(), channel.subscriptions > 0);
        if let Some(history) = &mut channel.history {
            let next = earlier(history.expiry_check, history.next_due(store));
            expiry_checks.set(handle, &mut history.expiry_check, next);
            let end = if occupied { None } else { history.end(store) };
            channel_budget.set_idle(app, handle, &mut history.idle_until, end);
            if history.is_empty() {
                channel.history = None;
            }
        }
        if !occupied
            && !channel.is_followed
            && channel.history.is_none()
            && let Some(channel) = channels.remove(handle)
        {
            channel_budget.close(app);
            if let Some(recorder) = recorder.as_ref().filter(|_| channel.recorded != Recording::No) {
                recorder.record(Record::End { key: channel.key.borrowed(), epoch: channel.position.epoch });
            }
        }
    }
}

/// The time of a channel's next expiry check. One that is too early is left: the check sets the
/// next, which is cheaper than moving it for each message that is dropped from a full ring.
fn earlier(set: Option<Millis>, wanted: Option<Millis>) -> Option<Millis> {
    match (set, wanted) {
        (Some(set), Some(wanted)) => Some(set.min(wanted)),
        (_, wanted) => wanted,
    }
}
