//! The words that say where a connection's keys are, found once: a hit looks at them each time, also from C (`include/near.h`).
#![allow(unsafe_code, reason = "it is read by C, too")]

use std::sync::atomic::{AtomicU64, Ordering};

use super::endpoint::READY;
use super::robust::DIED;

/// Bits of an epoch that are part of the space; the base has those above.
const EPOCH: u64 = (1 << 47) - 1;

/// The word of a tracker that is never ready.
static NOBODY: AtomicU64 = AtomicU64::new(0);

/// `bc_view`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct View {
    /// The space but for its epoch.
    pub(crate) base: u64,
    pub(crate) tracker: *const AtomicU64,
    pub(crate) epoch: *const AtomicU64,
}

// SAFETY: any thread may read the words, which a table keeps.
unsafe impl Send for View {}
// SAFETY: as above.
unsafe impl Sync for View {}

impl View {
    /// Of what is not cached: a view is looked at without asking whether there is one.
    pub(crate) const NONE: Self = Self { base: 0, tracker: &raw const NOBODY, epoch: &raw const NOBODY };

    /// The words of a database. The view must not outlive their table.
    pub(crate) fn new(base: u64, tracker: &AtomicU64, epoch: &AtomicU64) -> Self {
        Self { base, tracker, epoch }
    }

    /// The space as it is now, if it may be believed.
    #[inline(always)]
    pub(crate) fn space(&self) -> Option<u64> {
        // SAFETY: the words are there for as long as their table, as `new` says, or for ever.
        let (tracker, epoch) = unsafe { (&*self.tracker, &*self.epoch) };
        is_ready(tracker).then(|| space(self.base, epoch))
    }
}

/// The space of a database whose epoch is this, whether it may be believed or not.
#[inline(always)]
pub(super) fn space(base: u64, epoch: &AtomicU64) -> u64 {
    base | epoch.load(Ordering::Acquire) & EPOCH
}

/// Whether the tracker whose word this is lives and is connected.
#[inline(always)]
pub(super) fn is_ready(tracker: &AtomicU64) -> bool {
    tracker.load(Ordering::Acquire) & (READY | DIED) == READY
}
