//! Subscription counts, sent to the subscribers of channels whose rules ask for them.
//!
//! On a small channel a count is [coalesced](crate::gather) with other changes. On a large one that
//! would still be a delivery to every subscriber for each new one; there the change is marked, and
//! the count is sent at a longer interval.

use alloc::sync::Arc;

use crate::{
    Body, Effects, Event, Millis, Shard,
    channel::{Channel, nanos},
    delays::Emit,
    key::Handle,
};

impl Shard {
    /// The number of a channel's subscriptions has changed: sends it, now or later.
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

    /// Sends the delayed counts that are due, at most `work` of them.
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

/// Sends a channel's count.
pub(crate) fn emit_count(channel: &mut Channel, now: Millis, effects: &mut dyn Effects) {
    channel.count.changed = false;
    let count = channel.subscriptions;
    channel.emit(Body::SubscriptionCount(count), None, nanos(now), effects);
    effects.event(Event::SubscriptionCount(Arc::clone(&channel.key), count));
}
