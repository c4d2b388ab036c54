//! What a shard keeps besides its buckets and its arena, as it lies in the region.

use crate::header::Line;
use crate::heap::Lists;
use crate::lock::Lock;
use crate::sync::{AtomicU32, AtomicU64, Held as _};

/// New entries.
pub(crate) const SMALL: usize = 0;
/// All others.
pub(crate) const MAIN: usize = 1;

/// See the module's text.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Control {
    pub(super) lock: Line<Lock>,
    /// 0 until the shard was used for the first time.
    pub(super) ready: AtomicU32,
    /// How often it was made, the first time included: a draft from before is lost.
    pub(crate) rebuilds: AtomicU32,
    /// The last stamp that was given.
    pub(super) stamp: AtomicU64,
    pub(crate) entries: AtomicU64,
    pub(crate) evictions: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(super) limbo: Limbo,
    pub(super) queues: [Queue; 2],
    /// Overflow buckets that were used and are free, and the first that never was.
    pub(super) overflow_free: AtomicU32,
    pub(super) overflow_fresh: AtomicU32,
    /// Where the search for expired entries goes on.
    pub(super) hand: AtomicU32,
    pub(crate) lists: Lists,
}

impl Control {
    /// Units that wait in limbo.
    pub(crate) fn limbo_units(&self) -> u32 {
        self.limbo.units.get()
    }

    /// Whether it was ever used.
    pub(crate) fn is_ready(&self) -> bool {
        self.ready.get() != 0
    }
}

/// Blocks that left the index and may still be read, oldest first, and when to look at them next; see [`limbo`](super::limbo).
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Limbo {
    pub(super) oldest: AtomicU32,
    pub(super) newest: AtomicU32,
    pub(super) units: AtomicU32,
    pub(super) count: AtomicU32,
    pub(super) next_look: AtomicU32,
    _pad: AtomicU32,
}

/// A list through the heads of its blocks.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Queue {
    pub(super) oldest: AtomicU32,
    pub(super) newest: AtomicU32,
    pub(super) units: AtomicU32,
    pub(super) count: AtomicU32,
}
