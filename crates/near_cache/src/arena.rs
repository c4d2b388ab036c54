//! Where the blocks of one shard lie, in units from the region's start.

use crate::block::UNIT;

/// See the module's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arena {
    pub(crate) start: u32,
    /// How many they are.
    pub(crate) units: u32,
    /// How many of them the head of an entry can begin at.
    pub(crate) heads: u32,
}

impl Arena {
    /// From one byte of the region to another, where the heads of entries have so many bytes.
    pub(crate) fn new(start: usize, end: usize, head: usize) -> Self {
        let (start, end) = (units(start), units(end));
        let head = units(head.next_multiple_of(UNIT));
        Self { start, units: end - start, heads: (end - start + 1).saturating_sub(head) }
    }

    /// The arena of the same size that lies so many bytes further on.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "offsets within a region are 32 bits of units")]
    pub(crate) fn further(self, bytes: usize) -> Self {
        Self { start: self.start.wrapping_add((bytes / UNIT) as u32), ..self }
    }

    /// The first unit behind it.
    pub(crate) fn end(&self) -> u32 {
        self.start + self.units
    }

    /// Units of the largest entry: a quarter, so that one never drives out all others.
    pub(crate) fn largest(&self) -> u32 {
        self.units / 4
    }
}

fn units(bytes: usize) -> u32 {
    u32::try_from(bytes / UNIT).unwrap_or(u32::MAX)
}
