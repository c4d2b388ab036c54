//! Channels in the order of a time, each at most once.

use alloc::collections::BTreeMap;

use crate::{ChannelId, Millis, channel::Handle};

/// A table from time to channel. The channel remembers its own time, which is how it is found again here;
/// so nothing stale ever stands in the table.
#[derive(Debug, Default)]
pub(crate) struct Deadlines(BTreeMap<(Millis, u64), u64>);

impl Deadlines {
    /// Moves a channel from the time that it remembers to another; `None` takes it out.
    pub(crate) fn set(&mut self, channel: Handle, remembered: &mut Option<Millis>, at: Option<Millis>) {
        if *remembered == at {
            return;
        }
        if let Some(old) = remembered.take() {
            self.0.remove(&(old, channel.id.0));
        }
        if let Some(new) = at {
            self.0.insert((new, channel.id.0), channel.hash);
        }
        *remembered = at;
    }

    /// The earliest channel and its time.
    pub(crate) fn first(&self) -> Option<(Millis, Handle)> {
        self.0.first_key_value().map(|(&(at, id), &hash)| (at, Handle { hash, id: ChannelId(id) }))
    }

    /// Takes the earliest channel out, if its time has come.
    pub(crate) fn pop_due(&mut self, now: Millis) -> Option<Handle> {
        let (at, handle) = self.first()?;
        if at > now {
            return None;
        }
        self.0.pop_first();
        Some(handle)
    }
}
