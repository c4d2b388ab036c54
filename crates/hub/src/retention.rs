//! How a shard keeps messages, and what gives way when there is no room.
//!
//! Three bounds hold at the end of every call: the bytes of all messages, the number of channels, and each
//! channel's own history. What expires leaves by [`Shard::tick`], or when somebody looks at the channel.

use alloc::{boxed::Box, sync::Arc};

use crate::{
    AppId, ChannelRules, Effects, Message, Millis, Shard, channel::Handle, memory::roles, shard::ChannelsFull,
};

/// Messages that one [`Shard::tick`] lets expire, and delayed counts and changes of presence that it tells: at 50–100 ns each it holds
/// the shard for about 50 µs. What is left over is for the next call.
const TICK_WORK: usize = 512;

impl Shard {
    /// Expires what is due and tells what was delayed. The work of one call is bounded; returns when to call
    /// again, which is at once if the bound was reached, and `None` if nothing waits. Any other call may make
    /// something wait.
    pub fn tick(&mut self, now: Millis, effects: &mut dyn Effects) -> Option<Millis> {
        self.advance(now);
        let mut work = TICK_WORK;
        while work > 0 {
            let Some(handle) = self.alarms.pop_due(self.now) else { break };
            work -= 1;
            if let Some(memory) = self.channels.at(handle).and_then(|channel| channel.memory.as_mut()) {
                memory.alarm = None;
                memory.expire(self.now, &mut self.store, &mut work);
            }
            self.tidy(handle);
        }
        self.emit_delayed_counts(TICK_WORK, effects);
        self.emit_gathered(TICK_WORK, effects);
        let expiry = self.alarms.first().map(|(at, _)| at);
        [expiry, self.counts.first(), self.gathering.first()].into_iter().flatten().min()
    }

    /// Remembers a channel's newest message under its rules; without rules for it, forgets what was before. `before` is the
    /// offset of the message before it.
    pub(crate) fn store_message(
        &mut self,
        handle: Handle,
        message: Arc<Message>,
        before: u64,
        rules: &ChannelRules,
    ) {
        let Self { channels, store, limits, .. } = self;
        let Some(channel) = channels.at(handle) else { return };
        let app = channel.key.app();
        let memory = channel.memory.get_or_insert_with(Box::default);
        memory.make_way(rules, store);
        let cost = message.cost();
        let is_stored = cost <= limits.kept_bytes && roles(rules).is_some();
        let is_stored = is_stored && self.make_room_for_bytes(cost, app, handle);
        let Self { channels, store, now, .. } = self;
        let Some(channel) = channels.at(handle) else { return };
        let offset = channel.position.offset;
        if let Some(memory) = &mut channel.memory {
            if is_stored {
                memory.remember(message, (before, offset), *now, (app, handle, rules), store);
            } else {
                // It cannot be kept, or is not to be, and what came before it would look like the newest. Nothing gives way to
                // it.
                memory.forget_all(store);
            }
        }
        self.tidy(handle);
    }

    /// Lets the oldest messages of those who use more than their share go until `cost` more bytes of an app fit; false if they
    /// cannot. Channels that keep nothing else go with them, but not `keeper`, which is about to keep something.
    fn make_room_for_bytes(&mut self, cost: usize, app: AppId, owner_to_be: Handle) -> bool {
        let limit = self.limits.kept_bytes.saturating_sub(cost);
        while self.store.bytes() > limit {
            let Some((place, entry)) = self.store.yielding(app, cost) else { return false };
            let owner = entry.channel;
            if let Some(memory) = self.channels.at(owner).and_then(|channel| channel.memory.as_mut()) {
                memory.forget(place, &mut self.store);
            }
            // A message whose channel does not know it would stop this loop from ending.
            self.store.leave_history(place);
            self.store.leave_last(place);
            if owner != owner_to_be {
                self.tidy(owner);
            }
        }
        true
    }

    /// If all channels that an app may have are taken, drops one that is there only for what it keeps: of those of an app that
    /// has more than its share, the one that expires first.
    pub(crate) fn make_room_for_channel(&mut self, app: AppId) -> Result<(), ChannelsFull> {
        if self.rooms.has_room(app) {
            return Ok(());
        }
        let handle = self.rooms.yielding(app).ok_or(ChannelsFull)?;
        if let Some(memory) = self.channels.at(handle).and_then(|channel| channel.memory.as_mut()) {
            memory.forget_all(&mut self.store);
        }
        self.tidy(handle);
        if self.rooms.has_room(app) { Ok(()) } else { Err(ChannelsFull) }
    }

    /// Forgets what has expired on one channel, for somebody who looks at it now. The caller tidies.
    pub(crate) fn forget_expired(&mut self, handle: Handle) {
        if let Some(memory) = self.channels.at(handle).and_then(|channel| channel.memory.as_mut()) {
            let mut unbounded = usize::MAX; // each message is forgotten once, whoever does it
            memory.expire(self.now, &mut self.store, &mut unbounded);
        }
    }

    /// Puts the tables of times right after a change to a channel, and drops it if nobody is on it and it
    /// keeps nothing. Its numbering ends with it.
    pub(crate) fn tidy(&mut self, handle: Handle) {
        let Self { channels, store, alarms, rooms, .. } = self;
        let Some(channel) = channels.at(handle) else { return };
        let (app, occupied) = (channel.key.app(), channel.subscriptions > 0);
        if let Some(memory) = &mut channel.memory {
            let next = earlier(memory.alarm, memory.next_due(store));
            alarms.set(handle, &mut memory.alarm, next);
            let end = if occupied { None } else { memory.end(store) };
            rooms.set_idle(app, handle, &mut memory.idle_until, end);
            if memory.is_empty() {
                channel.memory = None;
            }
        }
        if !occupied && !channel.is_followed && channel.memory.is_none() && channels.remove(handle).is_some()
        {
            rooms.close(app);
        }
    }
}

/// The time for a channel's alarm. One that rings too early is left: it is set anew when it rings, which is
/// cheaper than moving it for each message that leaves a full ring.
fn earlier(set: Option<Millis>, wanted: Option<Millis>) -> Option<Millis> {
    match (set, wanted) {
        (Some(set), Some(wanted)) => Some(set.min(wanted)),
        (_, wanted) => wanted,
    }
}
