//! Records that wait to be written: a buffer that already has the shape of the file.
//!
//! A record is copied once, to its place in a block. The block's header is left empty and filled in when the block
//! is written, for only then is its segment known.

use std::ops::Range;

use crate::format::{BLOCK_HEADER, END_BYTE};

/// Bytes after which the next record begins a new block, unless a batch is in progress. Large enough that the cost
/// of a write does not matter, small enough that damage to one block loses little.
const BLOCK_BYTES: usize = 1024 * 1024;
/// Bytes of the longest record, 64 MiB.
pub(crate) const RECORD_BYTES: usize = 64 * 1024 * 1024;
/// Bytes that wait at most while writing works, 1 GiB: it keeps the lengths of blocks well within their 32 bits.
/// Records beyond it are dropped, which `take_dropped` reports.
const HARD_LIMIT: usize = 1024 * 1024 * 1024;
/// A buffer that grew larger than this is freed after it was written.
const SPARE_BYTES: usize = 4 * 1024 * 1024;

/// Blocks without their headers, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    pub(crate) bytes: Vec<u8>,
    /// Where each block begins in `bytes`.
    starts: Vec<usize>,
}

impl Blocks {
    /// A block without records.
    pub(crate) fn empty() -> Self {
        let mut blocks = Self::default();
        blocks.begin();
        blocks.finish();
        blocks
    }

    /// Where the block with this index lies in `bytes`.
    pub(crate) fn range(&self, index: usize) -> Option<Range<usize>> {
        let start = *self.starts.get(index)?;
        Some(start..self.starts.get(index + 1).copied().unwrap_or(self.bytes.len()))
    }

    /// Inserts a record before all others. It moves them, and is only for the first block after an opening.
    pub(crate) fn insert_first(&mut self, record: &[u8]) {
        let length = u32::try_from(record.len()).unwrap_or_default();
        let bytes = length.to_le_bytes().into_iter().chain(record.iter().copied());
        self.bytes.splice(BLOCK_HEADER..BLOCK_HEADER, bytes);
        self.starts.iter_mut().skip(1).for_each(|start| *start += 4 + record.len());
    }

    pub(crate) fn clear(&mut self) {
        self.starts.clear();
        self.bytes.clear();
        self.bytes.shrink_to(SPARE_BYTES);
    }

    fn begin(&mut self) {
        self.starts.push(self.bytes.len());
        self.bytes.resize(self.bytes.len() + BLOCK_HEADER, 0);
    }

    fn finish(&mut self) {
        if !self.starts.is_empty() {
            self.bytes.push(END_BYTE);
        }
    }

    fn push(&mut self, length: u32, parts: &[&[u8]], may_split: bool) {
        let block = self.starts.last().map_or(usize::MAX, |start| self.bytes.len() - start);
        if self.starts.is_empty() {
            self.begin();
        } else if may_split && block.saturating_add(length as usize) > BLOCK_BYTES && block > BLOCK_HEADER {
            self.finish();
            self.begin();
        }
        self.bytes.extend_from_slice(&length.to_le_bytes());
        for part in parts {
            self.bytes.extend_from_slice(part);
        }
    }
}

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Appended {
    /// It waits, and the buffer has room for more.
    Fits,
    /// It waits, and the buffer is full: the journal is unavailable until it was written.
    Full,
    /// It was dropped, because writing fails and the buffer is full.
    Dropped,
    /// It was ignored, because the journal is closed.
    Ignored,
}

/// The buffer that all threads append to.
#[derive(Debug)]
pub(crate) struct Pending {
    blocks: Blocks,
    /// Batches in progress. A block does not end while there are any.
    batches: usize,
    /// Bytes that were taken from here and could not be written yet.
    held: usize,
    /// From [`Options`](crate::Options).
    pending_bytes: usize,
    /// Bytes that can be written for certain, at most `pending_bytes`.
    limit: usize,
    is_failing: bool,
    pub(crate) is_closed: bool,
}

impl Pending {
    pub(crate) fn new(pending_bytes: usize) -> Self {
        Self {
            blocks: Blocks::default(),
            batches: 0,
            held: 0,
            pending_bytes: pending_bytes.min(HARD_LIMIT),
            limit: 0,
            is_failing: false,
            is_closed: false,
        }
    }

    pub(crate) fn push(&mut self, parts: &[&[u8]]) -> Appended {
        if self.is_closed {
            return Appended::Ignored;
        }
        let length = parts.iter().fold(0_usize, |sum, part| sum.saturating_add(part.len()));
        let Some(length) = u32::try_from(length).ok().filter(|length| *length as usize <= RECORD_BYTES)
        else {
            return Appended::Dropped;
        };
        let most = if self.is_failing { self.pending_bytes } else { HARD_LIMIT };
        if self.size() + length as usize > most {
            return Appended::Dropped;
        }
        self.blocks.push(length, parts, self.batches == 0);
        if self.has_room() { Appended::Fits } else { Appended::Full }
    }

    pub(crate) fn begin_batch(&mut self) {
        self.batches += 1;
    }

    pub(crate) fn end_batch(&mut self) {
        self.batches -= 1;
    }

    /// Moves all blocks to `taken`, whose own, empty buffer is used from now on.
    pub(crate) fn take(&mut self, taken: &mut Blocks) {
        self.blocks.finish();
        std::mem::swap(&mut self.blocks, taken);
    }

    /// Takes over what the last write found; returns whether the journal is available.
    pub(crate) fn refresh(&mut self, held: usize, room: usize, is_failing: bool) -> bool {
        self.held = held;
        self.limit = room.min(self.pending_bytes);
        self.is_failing = is_failing;
        !is_failing && !self.is_closed && self.has_room()
    }

    fn size(&self) -> usize {
        self.blocks.bytes.len() + self.held
    }

    fn has_room(&self) -> bool {
        self.size() < self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_split_between_records_but_not_in_a_batch() {
        let mut pending = Pending::new(usize::MAX);
        let record = vec![7; 700 * 1024];
        let mut taken = Blocks::default();
        for (is_batch, blocks) in [(false, 3), (true, 1)] {
            if is_batch {
                pending.begin_batch();
            }
            for _ in 0..3 {
                assert_eq!(pending.push(&[&record]), Appended::Full);
            }
            pending.take(&mut taken);
            assert!(taken.range(blocks - 1).is_some() && taken.range(blocks).is_none());
            let sum: usize = (0..blocks).map(|index| taken.range(index).unwrap().len()).sum();
            assert_eq!(sum, taken.bytes.len());
            taken.clear();
        }
    }
}
