//! Changes that large channels are told of once in a while.

use alloc::collections::VecDeque;

use crate::{Millis, channel::Handle};

/// Channels that wait to be told something, the earliest first. All wait equally long, so a queue is in order.
#[derive(Debug, Default)]
pub(crate) struct Delays(VecDeque<(Millis, Handle)>);

impl Delays {
    /// When the first is to be told.
    pub(crate) fn first(&self) -> Option<Millis> {
        self.0.front().map(|(at, _)| *at)
    }

    pub(crate) fn push(&mut self, at: Millis, handle: Handle) {
        self.0.push_back((at, handle));
    }

    pub(crate) fn pop_due(&mut self, now: Millis) -> Option<Handle> {
        self.first().filter(|at| *at <= now)?;
        self.0.pop_front().map(|(_, handle)| handle)
    }
}
