//! When a change is sent: at once, or later, when its channel's turn in a queue comes.

use alloc::collections::VecDeque;

use crate::{Millis, key::Handle};

/// When a change is sent to a channel's subscribers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Emit {
    /// Nothing has changed.
    Never,
    /// With the other changes of the interval.
    Later,
    /// At once, unless the channel's interval is running.
    Soon,
    /// At once in any case.
    Now,
}

/// Channels that wait for a delayed change to be sent, the earliest first. All wait equally long,
/// so a queue is in order.
#[derive(Debug, Default)]
pub(crate) struct Delays(VecDeque<(Millis, Handle)>);

impl Delays {
    /// When the first is due.
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
