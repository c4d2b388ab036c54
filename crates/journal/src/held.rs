//! Blocks on their way from the pending buffer to a segment. After an error they stay here until a retry succeeds.

use crate::pending::Blocks;

/// Blocks that were taken from the pending buffer.
#[derive(Debug, Default)]
pub(crate) struct Held {
    pub(crate) blocks: Blocks,
    /// The index of the first block that is not written.
    pub(crate) next: usize,
    /// A write of that block was tried: it must stay in its segment.
    pub(crate) is_started: bool,
    /// How many records had been appended when the blocks were taken.
    pub(crate) through: u64,
    /// The flags of all these blocks.
    pub(crate) flags: u32,
}

impl Held {
    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.range(self.next).is_none()
    }

    /// Bytes that are not written; of a block that was tried, all of them.
    pub(crate) fn bytes(&self) -> usize {
        self.blocks.range(self.next).map_or(0, |range| self.blocks.bytes.len() - range.start)
    }

    /// Goes on after the first block was written.
    pub(crate) fn advance(&mut self) {
        self.next += 1;
        self.is_started = false;
        if self.is_empty() {
            self.blocks.clear();
            self.next = 0;
            self.flags = 0;
        }
    }
}
