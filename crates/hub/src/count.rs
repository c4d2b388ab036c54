//! Telling subscribers how many they are.
//!
//! A small channel is told with what else is [gathered](crate::gather). On a large one every newcomer would have everybody
//! told, so there the change is marked and told once in a while.

use alloc::sync::Arc;

use crate::{
    Body, Effects, Event, Millis, Shard,
    channel::{Channel, Handle},
    gather::Emit,
    shard::nanos,
};

impl Shard {
    /// The number of a channel's subscriptions has changed: tells it, now or later.
    pub(crate) fn count_changed(&mut self, handle: Handle, when: Emit, effects: &mut dyn Effects) {
        let Self { channels, counts, limits, now, .. } = self;
        let Some(channel) = channels.at(handle).filter(|channel| channel.count.wanted) else { return };
        channel.count.changed = true;
        if channel.subscriptions <= limits.count_at_once {
            return self.gather(handle, when, effects);
        }
        if !channel.count.queued {
            channel.count.queued = true;
            counts.push(now.saturating_add(limits.count_every_ms), handle);
        }
    }

    /// Tells the counts that are due, at most `work` of them.
    pub(crate) fn emit_delayed_counts(&mut self, work: usize, effects: &mut dyn Effects) {
        for _ in 0..work {
            let Some(handle) = self.counts.pop_due(self.now) else { return };
            let Some(channel) = self.channels.at(handle) else { continue };
            channel.count.queued = false;
            if channel.count.changed {
                emit_count(channel, self.now, effects);
            }
        }
    }
}

pub(crate) fn emit_count(channel: &mut Channel, now: Millis, effects: &mut dyn Effects) {
    channel.count.changed = false;
    let count = channel.subscriptions;
    channel.emit(Body::SubscriptionCount(count), None, nanos(now), effects);
    effects.event(Event::SubscriptionCount(Arc::clone(&channel.key), count));
}
