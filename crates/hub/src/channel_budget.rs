//! The budget of channels for each app of a shard.
//!
//! A channel that only stores messages can be evicted for another, an occupied one cannot. So half
//! of the channels is divided among the apps, reserved for each, and the other half is common. A
//! single app has all of them.

use alloc::vec::Vec;

use crate::{
    AppId, Millis,
    deadlines::Deadlines,
    key::Handle,
    share::{Shares, Slot},
};

/// The channels of each app: how many there are, and which only store messages.
#[derive(Debug)]
pub(crate) struct ChannelBudget {
    limit: usize,
    /// Channels that are in no app's share.
    common: usize,
    channels: Shares,
    /// Channels of each app that only store messages, by the time when all of those will have
    /// expired.
    idle: Vec<Deadlines>,
}

/// For evictions that no app requests: any app that exceeds its share is chosen.
pub(crate) const ANY_APP: AppId = AppId(u32::MAX);

impl ChannelBudget {
    pub(crate) fn new(limit: usize, apps: u32) -> Self {
        let (share, common) = divide(limit, apps);
        Self { limit, common, channels: Shares::new(share, apps), idle: Vec::new() }
    }

    /// Divides `limit` among `apps`, whose ids are below `ids`.
    pub(crate) fn resize(&mut self, limit: usize, apps: u32, ids: u32) {
        let (share, common) = divide(limit, apps);
        (self.limit, self.common) = (limit, common);
        self.channels.resize(share, ids);
    }

    /// Allows as many as there are, if that is more.
    pub(crate) fn allow_what_is(&mut self) {
        self.limit = self.limit.max(self.channels.total());
        self.common = self.common.max(self.channels.borrowed());
    }

    /// Whether an app may have another channel.
    pub(crate) fn has_room(&self, app: AppId) -> bool {
        let slot = self.channels.slot(app);
        self.channels.total() < self.limit
            && (self.channels.is_within(slot, 1) || self.channels.borrowed() < self.common)
    }

    /// The channel to evict first for another of this app. `None`: none may be.
    pub(crate) fn next_to_evict(&mut self, app: AppId) -> Option<Handle> {
        self.evictable(app, 1)
    }

    /// The channel to evict first of more than there may be. `None`: none may be.
    pub(crate) fn next_excess(&mut self) -> Option<Handle> {
        let is_exceeded = self.channels.total() > self.limit || self.channels.borrowed() > self.common;
        if is_exceeded { self.evictable(ANY_APP, 0) } else { None }
    }

    fn evictable(&mut self, app: AppId, more: usize) -> Option<Handle> {
        let slot = self.channels.slot(app);
        let evicted = self.channels.evict_from(slot, more)?;
        self.idle.get(evicted as usize)?.first().map(|(_, handle)| handle)
    }

    /// Counts a new channel of an app.
    pub(crate) fn open(&mut self, app: AppId) {
        self.channels.add(self.channels.slot(app), 1, 0);
    }

    /// Counts a removed channel of an app.
    pub(crate) fn close(&mut self, app: AppId) {
        self.channels.remove(self.channels.slot(app), 1, 0);
    }

    /// A channel only stores messages, the last of which expires at `until`; `None`: it is
    /// occupied, or stores nothing. `stored` is the time that the channel has from the call before.
    pub(crate) fn set_idle(
        &mut self,
        app: AppId,
        channel: Handle,
        stored: &mut Option<Millis>,
        until: Option<Millis>,
    ) {
        if *stored == until {
            return;
        }
        let slot: Slot = self.channels.slot(app);
        match (&stored, until) {
            (None, Some(_)) => self.channels.add(slot, 0, 1),
            (Some(_), None) => self.channels.remove(slot, 0, 1),
            _ => {}
        }
        if self.idle.len() <= slot as usize {
            self.idle.resize_with(slot as usize + 1, Deadlines::default);
        }
        if let Some(idle) = self.idle.get_mut(slot as usize) {
            idle.set(channel, stored, until);
        }
    }
}

/// Each app's share of the limit, and what is in no share.
fn divide(limit: usize, apps: u32) -> (usize, usize) {
    let count = usize::try_from(apps).unwrap_or(usize::MAX).max(1);
    let share = if count == 1 { limit } else { limit / 2 / count };
    (share, limit.saturating_sub(share.saturating_mul(count)))
}
