//! Coalescing: who is present, how many subscriptions there are, and whether a user is online.
//!
//! Sent one by one, n joins would cost n² deliveries, and one client that joins and leaves in a
//! loop would cost each of the others two messages every time. So a channel is sent such changes at
//! most once per interval. A change after a pause is sent at once; those that follow wait for the
//! end of the interval, and so does every leave, since many clients return immediately.

use crate::{
    Effects, HashSeed, Millis, Shard, ShardLimits, channel::Channel, count::emit_count, delays::Emit,
    key::Handle, online::emit_online, presence::emit_members, tracking::emit_presence,
};

impl Shard {
    /// A channel has a change to send: sends it, now or later.
    pub(crate) fn gather(&mut self, handle: Handle, when: Emit, effects: &mut dyn Effects) {
        if when == Emit::Never {
            return;
        }
        let Self { channels, gathering, limits, seed, now, .. } = self;
        let Some(channel) = channels.at(handle) else { return };
        let was_gathering = core::mem::replace(&mut channel.is_gathering, true);
        if !was_gathering {
            gathering.push(now.saturating_add(limits.gather_ms), handle);
        }
        if when == Emit::Now || when == Emit::Soon && !was_gathering {
            emit(channel, (seed, limits, *now), effects);
        }
    }

    /// Sends the coalesced changes that are due, of at most `work` channels.
    pub(crate) fn emit_gathered(&mut self, work: usize, effects: &mut dyn Effects) {
        let Self { channels, gathering, limits, seed, now, .. } = self;
        for _ in 0..work {
            let Some(handle) = gathering.pop_due(*now) else { return };
            let Some(channel) = channels.at(handle) else { continue };
            channel.is_gathering = emit(channel, (seed, limits, *now), effects);
            if channel.is_gathering {
                gathering.push(now.saturating_add(limits.gather_ms), handle);
            }
        }
    }

    /// Reports the last changes of a channel that was vacated: the leaves, and a count of 0.
    pub(crate) fn emit_last(&mut self, handle: Handle, effects: &mut dyn Effects) {
        let Self { channels, seed, now, .. } = self;
        let Some(channel) = channels.at(handle) else { return };
        emit_members(channel, (seed, *now), effects);
        if channel.count.wanted {
            emit_count(channel, *now, effects);
        }
    }
}

/// Sends all pending changes of a channel; whether there were any.
fn emit(
    channel: &mut Channel,
    (seed, limits, now): (&HashSeed, &ShardLimits, Millis),
    effects: &mut dyn Effects,
) -> bool {
    let emitted_members = emit_members(channel, (seed, now), effects);
    let emitted_presence = emit_presence(channel, now, effects);
    let has_count = channel.count.changed && channel.subscriptions <= limits.count_at_once;
    if has_count {
        emit_count(channel, now, effects);
    }
    let emitted_online = emit_online(channel, now, effects);
    emitted_members || emitted_presence || has_count || emitted_online
}
