//! The memory of one shard: two-level segregated fit.
//!
//! Free blocks stand in lists by size: 16 classes for each power of two, and a bit for each list that is not empty, so
//! finding one takes a few instructions whatever the arena holds. What is freed joins with free neighbours at once.
//!
//! All of it lies in shared memory, so each word that is read is checked against its counterpart: neighbours against
//! neighbours, links against links. What does not fit is [`Damaged`], and the shard is [rebuilt](crate::rebuild).

use crate::arena::Arena;
use crate::block::{Block, Kind, LEAST, UNIT};
use crate::region::Region;
use crate::sync::{AtomicU32, Held};

/// Classes of each power of two, as a power of two: a block is at most 1/16 larger than asked.
const SPLIT: u32 = 4;
const COLUMNS: usize = 1 << SPLIT;
/// Powers of two up to 2³² units; those below 16 units share the first row.
const ROWS: usize = 29;

/// How far a list is searched for a block that fits though its class does not promise it.
const SEARCHED: usize = 8;

/// The shard contradicts itself: somebody died in the midst of a change, or wrote where nobody may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Damaged;

/// The lists, in a shard's control block.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Lists {
    rows: AtomicU32,
    columns: [AtomicU32; ROWS],
    heads: [[AtomicU32; COLUMNS]; ROWS],
    /// Units in them.
    pub(crate) free: AtomicU32,
    _pad: AtomicU32,
}

/// The memory of one shard, whose lock the holder has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heap<'a> {
    pub(crate) region: &'a Region,
    pub(crate) arena: Arena,
    pub(crate) lists: &'a Lists,
}

/// The list of blocks with this size.
fn class(size: u32) -> (usize, usize) {
    let bits = size.max(1).ilog2();
    if bits < SPLIT {
        return (0, size as usize);
    }
    ((bits - SPLIT + 1) as usize, (size >> (bits - SPLIT)) as usize - COLUMNS)
}

/// The first list in which every block is as large as this.
fn class_above(size: u32) -> (usize, usize) {
    let bits = size.max(1).ilog2();
    class(if bits < SPLIT { size } else { size.saturating_add((1 << (bits - SPLIT)) - 1) })
}

impl<'a> Heap<'a> {
    /// The block at an offset of the arena, whose end is within it.
    pub(crate) fn block(&self, offset: u32) -> Result<&'a Block, Damaged> {
        if offset < self.arena.start || offset >= self.arena.end() {
            return Err(Damaged);
        }
        let block = self.region.view::<Block>(offset as usize * UNIT).ok_or(Damaged)?;
        let size = block.size.get();
        if size < LEAST || size > self.arena.end() - offset { Err(Damaged) } else { Ok(block) }
    }

    /// The same, if both neighbours agree with it.
    fn checked(&self, offset: u32) -> Result<&'a Block, Damaged> {
        let block = self.block(offset)?;
        let after = self.after(offset, block)?;
        let fits_after = after.is_none_or(|(_, after)| after.before.get() == block.size.get());
        let fits_before =
            self.before(offset, block)?.is_none_or(|(_, before)| before.size.get() == block.before.get());
        if fits_after && fits_before { Ok(block) } else { Err(Damaged) }
    }

    /// The block at the end of a list, where a link may be written: it is of these kinds, and its link on that side names none. A list that
    /// was written over names anything, as the midst of a value that somebody reads.
    pub(crate) fn end(
        &self,
        offset: u32,
        kinds: &[Kind],
        link: impl Fn(&Block) -> &AtomicU32,
    ) -> Result<&'a Block, Damaged> {
        let block = self.block(offset)?;
        let is_end = link(block).get() == 0 && block.kind().is_some_and(|kind| kinds.contains(&kind));
        if is_end { Ok(block) } else { Err(Damaged) }
    }

    /// The block behind.
    pub(crate) fn after(&self, offset: u32, block: &Block) -> Result<Option<(u32, &'a Block)>, Damaged> {
        let after = offset + block.size.get();
        if after == self.arena.end() { Ok(None) } else { Ok(Some((after, self.block(after)?))) }
    }

    /// The block in front.
    pub(crate) fn before(&self, offset: u32, block: &Block) -> Result<Option<(u32, &'a Block)>, Damaged> {
        if offset == self.arena.start {
            return Ok(None);
        }
        let before = offset.checked_sub(block.before.get()).ok_or(Damaged)?;
        if before == offset { Err(Damaged) } else { Ok(Some((before, self.block(before)?))) }
    }

    /// A block of at least this many units, as a draft. None: there is none that large.
    pub(crate) fn allocate(&self, size: u32) -> Result<Option<u32>, Damaged> {
        let Some(offset) = self.find(size)? else { return Ok(None) };
        let block = self.take_out(offset)?;
        let rest = block.size.get().checked_sub(size).ok_or(Damaged)?;
        block.set_kind(Kind::Draft);
        if rest >= LEAST {
            block.size.set(size);
            self.set_before(offset + size + rest, rest)?;
            self.put_in(offset + size, rest, size)?;
        }
        Ok(Some(offset))
    }

    /// Gives a block back, which is in no list.
    pub(crate) fn free(&self, offset: u32) -> Result<(), Damaged> {
        let block = self.checked(offset)?;
        if block.kind() == Some(Kind::Free) {
            return Err(Damaged);
        }
        let (mut start, mut size, mut before) = (offset, block.size.get(), block.before.get());
        if let Some((after, _)) =
            self.after(offset, block)?.filter(|(_, after)| after.kind() == Some(Kind::Free))
        {
            size += self.take_out(after)?.size.get();
        }
        if let Some((front, _)) =
            self.before(offset, block)?.filter(|(_, front)| front.kind() == Some(Kind::Free))
        {
            let front_block = self.take_out(front)?;
            (start, size, before) = (front, size + front_block.size.get(), front_block.before.get());
        }
        self.set_before(start + size, size)?;
        self.put_in(start, size, before)
    }

    /// Makes the lists empty: blocks are to be laid and freed one by one.
    pub(crate) fn clear(&self) {
        self.lists.rows.set(0);
        self.lists.columns.iter().chain(self.lists.heads.iter().flatten()).for_each(|word| word.set(0));
        self.lists.free.set(0);
    }

    /// Writes the head of a block without any list; the one behind still needs its size.
    pub(crate) fn lay(&self, offset: u32, size: u32, before: u32, kind: Kind) -> Result<(), Damaged> {
        let block = self.region.view::<Block>(offset as usize * UNIT).ok_or(Damaged)?;
        block.size.set(size);
        block.before.set(before);
        block.set_kind(kind);
        block.next.set(0);
        block.previous.set(0);
        block.owner.set(0);
        Ok(())
    }

    fn set_before(&self, offset: u32, before: u32) -> Result<(), Damaged> {
        if offset != self.arena.end() {
            self.block(offset)?.before.set(before);
        }
        Ok(())
    }

    /// The first free block that surely fits, or one of few that may.
    fn find(&self, size: u32) -> Result<Option<u32>, Damaged> {
        let (row, column) = class_above(size);
        if row < ROWS
            && let Some((row, column)) = self.list_from(row, column)
        {
            return Ok(Some(self.lists.heads[row][column].get()));
        }
        let (row, column) = class(size);
        let mut offset = self.lists.heads[row][column].get();
        for _ in 0..SEARCHED {
            if offset == 0 {
                break;
            }
            let block = self.block(offset)?;
            if block.size.get() >= size {
                return Ok(Some(offset));
            }
            offset = block.next.get();
        }
        Ok(None)
    }

    /// The first list from here on that is not empty.
    fn list_from(&self, row: usize, column: usize) -> Option<(usize, usize)> {
        let here = self.lists.columns[row].get() & (u32::MAX << column);
        let row = if here != 0 {
            row
        } else {
            let rows = u64::from(self.lists.rows.get()) & (u64::MAX << (row + 1));
            Some(rows.trailing_zeros() as usize).filter(|row| *row < ROWS)?
        };
        let columns = if here != 0 { here } else { self.lists.columns[row].get() };
        Some(columns.trailing_zeros() as usize).filter(|column| *column < COLUMNS).map(|column| (row, column))
    }

    fn put_in(&self, offset: u32, size: u32, before: u32) -> Result<(), Damaged> {
        self.lay(offset, size, before, Kind::Free)?;
        let (row, column) = class(size);
        let head = &self.lists.heads[row][column];
        let first = head.get();
        if first != 0 {
            self.end(first, &[Kind::Free], |block| &block.previous)?.previous.set(offset);
            self.block(offset)?.next.set(first);
        }
        head.set(offset);
        self.lists.rows.set(self.lists.rows.get() | 1 << row);
        self.lists.columns[row].set(self.lists.columns[row].get() | 1 << column);
        self.lists.free.set(self.lists.free.get().wrapping_add(size));
        Ok(())
    }

    fn take_out(&self, offset: u32) -> Result<&'a Block, Damaged> {
        let block = self.checked(offset)?;
        let (row, column) = class(block.size.get());
        let head = &self.lists.heads[row][column];
        if block.kind() != Some(Kind::Free) {
            return Err(Damaged);
        }
        let (next, previous) = (block.next.get(), block.previous.get());
        if next != 0 {
            let next = self.block(next)?;
            if next.previous.get() != offset {
                return Err(Damaged);
            }
            next.previous.set(previous);
        }
        if previous != 0 {
            let previous = self.block(previous)?;
            if previous.next.get() != offset {
                return Err(Damaged);
            }
            previous.next.set(next);
        } else if head.get() == offset {
            head.set(next);
        } else {
            return Err(Damaged);
        }
        if head.get() == 0 {
            let columns = self.lists.columns[row].get() & !(1 << column);
            self.lists.columns[row].set(columns);
            if columns == 0 {
                self.lists.rows.set(self.lists.rows.get() & !(1 << row));
            }
        }
        self.lists.free.set(self.lists.free.get().wrapping_sub(block.size.get()));
        Ok(block)
    }
}

#[cfg(test)]
#[path = "heap_tests.rs"]
mod tests;
