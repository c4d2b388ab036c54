//! Channels in the order of a time, each at most once.

use alloc::collections::BTreeMap;

use crate::{ChannelId, Millis, key::Handle};

/// A table from time to channel. The channel stores its own time, by which it is found here; so the
/// table never holds a stale entry.
#[derive(Debug, Default)]
pub(crate) struct Deadlines(BTreeMap<(Millis, u64), u64>);

impl Deadlines {
    /// Moves a channel from the time `stored` with it to another; `None` removes it.
    pub(crate) fn set(&mut self, channel: Handle, stored: &mut Option<Millis>, at: Option<Millis>) {
        if *stored == at {
            return;
        }
        if let Some(old) = stored.take() {
            self.0.remove(&(old, channel.id.0));
        }
        if let Some(new) = at {
            self.0.insert((new, channel.id.0), channel.hash);
        }
        *stored = at;
    }

    /// The earliest channel and its time.
    pub(crate) fn first(&self) -> Option<(Millis, Handle)> {
        self.0.first_key_value().map(|(&(at, id), &hash)| (at, Handle { hash, id: ChannelId(id) }))
    }

    /// Removes and returns the earliest channel, if its time has come.
    pub(crate) fn pop_due(&mut self, now: Millis) -> Option<Handle> {
        let (at, handle) = self.first()?;
        if at > now {
            return None;
        }
        self.0.pop_first();
        Some(handle)
    }
}
