//! What a channel's subscribers are told together: who is there, how many they are, and whether a watched user is online.
//!
//! One by one, n newcomers would cost n² deliveries, and one client that comes and goes without end would cost each of the
//! others two messages every time. So a channel is told at most once an interval. What comes after a pause is told at once;
//! what follows waits for the interval, and so does every leave, since many come back at once.

use crate::{
    Effects, HashSeed, Millis, Shard, ShardLimits,
    channel::{Channel, Handle},
    count::emit_count,
    online::emit_online,
    presence::emit_members,
    tracking::emit_presence,
};

/// When a change is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Emit {
    /// Nothing has changed.
    Never,
    /// With the others of the interval.
    Later,
    /// Now, unless something was told a moment ago.
    Soon,
    /// Now in any case.
    Now,
}

impl Shard {
    /// There is something to tell a channel: tells it, now or later.
    pub(crate) fn gather(&mut self, handle: Handle, when: Emit, effects: &mut dyn Effects) {
        if when == Emit::Never {
            return;
        }
        let Self { channels, gathering, limits, seed, now, .. } = self;
        let Some(channel) = channels.at(handle) else { return };
        let emitted_lately = core::mem::replace(&mut channel.gathers, true);
        if !emitted_lately {
            gathering.push(now.saturating_add(limits.gather_ms), handle);
        }
        if when == Emit::Now || when == Emit::Soon && !emitted_lately {
            emit(channel, (seed, limits, *now), effects);
        }
    }

    /// Tells what is due, to at most `work` channels.
    pub(crate) fn emit_gathered(&mut self, work: usize, effects: &mut dyn Effects) {
        let Self { channels, gathering, limits, seed, now, .. } = self;
        for _ in 0..work {
            let Some(handle) = gathering.pop_due(*now) else { return };
            let Some(channel) = channels.at(handle) else { continue };
            channel.gathers = emit(channel, (seed, limits, *now), effects);
            if channel.gathers {
                gathering.push(now.saturating_add(limits.gather_ms), handle);
            }
        }
    }
}

/// Tells all that there is to tell a channel; whether that was anything.
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
