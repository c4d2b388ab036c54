//! Entries in the order in which they came.

use super::Held;
use super::control::MAIN;
use crate::block::{Block, Kind};
use crate::heap::Damaged;
use crate::sync::Held as _;

impl Held<'_> {
    /// The entry that has been in this queue for longest.
    pub(crate) fn oldest(&self, queue: usize) -> Option<u32> {
        Some(self.control.queues[queue].oldest.get()).filter(|offset| *offset != 0)
    }

    /// Units of the entries in it.
    pub(crate) fn queue_units(&self, queue: usize) -> u32 {
        self.control.queues[queue].units.get()
    }

    /// Appends an entry that is in no list.
    pub(crate) fn enqueue(&self, queue: usize, offset: u32) -> Result<(), Damaged> {
        let (block, list) = (self.heap().block(offset)?, &self.control.queues[queue]);
        let newest = list.newest.get();
        block.owner.set(if queue == MAIN { 1 } else { 0 });
        block.previous.set(newest);
        block.next.set(0);
        if newest == 0 {
            list.oldest.set(offset)
        } else {
            self.heap().end(newest, &[Kind::Entry], |block| &block.next)?.next.set(offset)
        }
        list.newest.set(offset);
        list.count.set(list.count.get().wrapping_add(1));
        list.units.set(list.units.get().wrapping_add(block.size.get()));
        Ok(())
    }

    /// Takes an entry out of its queue, which it says itself.
    pub(crate) fn dequeue(&self, offset: u32) -> Result<(), Damaged> {
        let block = self.heap().block(offset)?;
        let list = self.control.queues.get(block.owner.get() as usize).ok_or(Damaged)?;
        if block.kind() != Some(Kind::Entry) {
            return Err(Damaged);
        }
        let (previous, next) = (block.previous.get(), block.next.get());
        let before = self.neighbour(previous, |block| block.next.get() == offset)?;
        let after = self.neighbour(next, |block| block.previous.get() == offset)?;
        if (before.is_none() && list.oldest.get() != offset)
            || (after.is_none() && list.newest.get() != offset)
        {
            return Err(Damaged);
        }
        before.map_or(&list.oldest, |block| &block.next).set(next);
        after.map_or(&list.newest, |block| &block.previous).set(previous);
        list.count.set(list.count.get().wrapping_sub(1));
        list.units.set(list.units.get().wrapping_sub(block.size.get()));
        Ok(())
    }

    /// A block that a link names, if it names this one in turn.
    fn neighbour(&self, offset: u32, agrees: impl Fn(&Block) -> bool) -> Result<Option<&Block>, Damaged> {
        if offset == 0 {
            return Ok(None);
        }
        let block = self.heap().block(offset)?;
        if agrees(block) { Ok(Some(block)) } else { Err(Damaged) }
    }

    /// Makes both queues empty.
    pub(crate) fn clear_queues(&self) {
        for list in &self.control.queues {
            for word in [&list.oldest, &list.newest, &list.units, &list.count] {
                word.set(0);
            }
        }
    }
}
