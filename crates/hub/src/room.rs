//! Who has how many of a shard's channels.
//!
//! A channel that is only kept can give way to another, one that is occupied cannot. So half of the channels is shared out among
//! the apps and taken by nobody else, and the other half is common. An app alone has all of them.

use alloc::vec::Vec;

use crate::{
    AppId, Millis,
    channel::Handle,
    deadlines::Deadlines,
    share::{Shares, Slot},
};

/// The channels of each app: how many there are, and which are there only for what they keep.
#[derive(Debug)]
pub(crate) struct Rooms {
    limit: usize,
    /// Channels that are nobody's share.
    common: usize,
    channels: Shares,
    /// By the time when they will keep nothing.
    idle: Vec<Deadlines>,
}

impl Rooms {
    pub(crate) fn new(limit: usize, apps: u32) -> Self {
        let count = usize::try_from(apps).unwrap_or(usize::MAX).max(1);
        let share = if count == 1 { limit } else { limit / 2 / count };
        let common = limit.saturating_sub(share.saturating_mul(count));
        Self { limit, common, channels: Shares::new(share, apps), idle: Vec::new() }
    }

    /// Whether an app may have another channel.
    pub(crate) fn has_room(&self, app: AppId) -> bool {
        let slot = self.channels.slot(app);
        self.channels.total() < self.limit
            && (self.channels.is_within(slot, 1) || self.channels.borrowed() < self.common)
    }

    /// The channel that gives way first to another of this app. `None`: none does.
    pub(crate) fn yielding(&mut self, app: AppId) -> Option<Handle> {
        let slot = self.channels.slot(app);
        let yielder = self.channels.yielder(slot, 1)?;
        self.idle.get(yielder as usize)?.first().map(|(_, handle)| handle)
    }

    /// An app has one more.
    pub(crate) fn open(&mut self, app: AppId) {
        self.channels.add(self.channels.slot(app), 1, 0);
    }

    /// An app has one fewer.
    pub(crate) fn close(&mut self, app: AppId) {
        self.channels.remove(self.channels.slot(app), 1, 0);
    }

    /// A channel is there only for what it keeps until then; `None`: it is not.
    pub(crate) fn set_idle(
        &mut self,
        app: AppId,
        channel: Handle,
        remembered: &mut Option<Millis>,
        until: Option<Millis>,
    ) {
        if *remembered == until {
            return;
        }
        let slot: Slot = self.channels.slot(app);
        match (&remembered, until) {
            (None, Some(_)) => self.channels.add(slot, 0, 1),
            (Some(_), None) => self.channels.remove(slot, 0, 1),
            _ => {}
        }
        if self.idle.len() <= slot as usize {
            self.idle.resize_with(slot as usize + 1, Deadlines::default);
        }
        if let Some(idle) = self.idle.get_mut(slot as usize) {
            idle.set(channel, remembered, until);
        }
    }
}
