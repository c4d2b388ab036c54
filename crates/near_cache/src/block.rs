//! The head of every piece of a shard's arena, used or not.
//!
//! Blocks lie one behind the other without gaps, so an arena can be walked: each says its own size and that of the one
//! before it. All of it is written under the shard's lock; a reader looks at `size` alone, to bound what it reads.

use crate::sync::{AtomicU32, AtomicU64, Held};

/// Bytes of a unit: sizes and offsets are counted in these.
pub(crate) const UNIT: usize = 16;

/// Units of the smallest block: room for this head.
pub(crate) const LEAST: u32 = 2;

/// See the module's text. 32 bytes.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Block {
    /// Units, this head included.
    pub(crate) size: AtomicU32,
    /// Units of the block before; 0 for the first.
    pub(crate) before: AtomicU32,
    kind: AtomicU32,
    /// Of a draft: who writes it. Of an entry: the queue that it is in.
    pub(crate) owner: AtomicU32,
    /// Neighbours in the list that its kind puts it in: one free list, one queue, or limbo. 0: none.
    pub(crate) next: AtomicU32,
    pub(crate) previous: AtomicU32,
    /// Of a block in limbo: the epoch it left the index in.
    pub(crate) tag: AtomicU64,
}

const _: () = assert!(size_of::<Block>() == LEAST as usize * UNIT);

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Kind {
    /// Nobody's. Two of them never lie side by side.
    Free = 0x4652_4545,
    /// Being written by one worker.
    Draft = 0x4452_4654,
    /// In the index.
    Entry = 0x454E_5452,
    /// Taken out of the index; somebody may still read it.
    Limbo = 0x4C49_4D42,
    /// The same, and it may hold drafts as well: what a rebuild found between the entries.
    Gap = 0x4741_5050,
}

impl Block {
    /// What it says that it is. Numbers that no chance writes, so that other bytes are not taken for a block.
    pub(crate) fn kind(&self) -> Option<Kind> {
        let number = self.kind.get();
        [Kind::Free, Kind::Draft, Kind::Entry, Kind::Limbo, Kind::Gap]
            .into_iter()
            .find(|kind| *kind as u32 == number)
    }

    pub(crate) fn set_kind(&self, kind: Kind) {
        self.kind.set(kind as u32);
    }
}
