//! Blocks that left the index and may still be read.
//!
//! They wait in the order in which they left, tagged with the epoch of that moment, until no living worker has a pin from
//! before, nor has borrowed from their pages ([`pins`]). What a rebuild found between the entries waits here, too; it may hold drafts, so it
//! waits for workers that have drafts from before as well.
//!
//! Looking at all pins costs a cache line for each slot that was ever used, and looking for what loans do not hold one for each block
//! that waits. So it is done when [`ENOUGH`] blocks wait, or memory is short; and when some were held up, not before half as many more
//! have come.

use super::Held;
use crate::block::Kind;
use crate::heap::Damaged;
use crate::pins::{self, PAGE_WORDS};
use crate::sync::{Held as _, Ordering};

/// Blocks that wait before the pins are looked at.
const ENOUGH: u32 = 64;

/// The part of an arena that may wait before those that hold it are asked to copy from then on. Half of what is refused beyond
/// ([`room`](super::room)), as what they have borrowed until then may still come to wait.
const TELLING: u32 = 8;

/// The lowest pins of living workers: blocks with lower tags are free. So are those in pages that nobody has borrowed from, or later than
/// their tags; the loans of all are taken together.
struct Horizon {
    pinned: u64,
    drafting: u64,
    borrowed: u64,
    pages: [u64; PAGE_WORDS],
}

impl Held<'_> {
    /// Units that wait.
    pub(crate) fn limbo_units(&self) -> u32 {
        self.control.limbo_units()
    }

    /// A block left the index: it is in no list any more.
    pub(crate) fn retire(&self, offset: u32) -> Result<(), Damaged> {
        self.await_readers(offset, Kind::Limbo)?;
        if self.control.limbo.count.get() >= self.control.limbo.next_look.get().max(ENOUGH) {
            self.reclaim()?;
        }
        Ok(())
    }

    /// Appends a block with the tag of now.
    pub(crate) fn await_readers(&self, offset: u32, kind: Kind) -> Result<(), Damaged> {
        let (block, limbo) = (self.heap().block(offset)?, &self.control.limbo);
        block.set_kind(kind);
        block.tag.set(pins::tag(&self.table.header().epoch.0));
        block.next.set(0);
        let newest = limbo.newest.get();
        if newest == 0 {
            limbo.oldest.set(offset)
        } else {
            self.heap().end(newest, &[Kind::Limbo, Kind::Gap], |block| &block.next)?.next.set(offset)
        }
        limbo.newest.set(offset);
        limbo.count.set(limbo.count.get().wrapping_add(1));
        limbo.units.set(limbo.units.get().wrapping_add(block.size.get()));
        Ok(())
    }

    /// Gives back what nobody can be reading any more.
    pub(crate) fn reclaim(&self) -> Result<(), Damaged> {
        let limbo = &self.control.limbo;
        if limbo.oldest.get() == 0 {
            return Ok(());
        }
        let (horizon, most) = (self.horizon()?, limbo.count.get());
        let (mut front, mut offset) = (0, limbo.oldest.get());
        for looked in 0.. {
            if offset == 0 {
                break;
            }
            if looked > most {
                return Err(Damaged); // they go in circles
            }
            let block = self.heap().block(offset)?;
            let (tag, size, next) = (block.tag.get(), block.size.get(), block.next.get());
            let lowest = match block.kind() {
                Some(Kind::Limbo) => horizon.pinned,
                Some(Kind::Gap) => horizon.pinned.min(horizon.drafting),
                _ => return Err(Damaged),
            };
            if tag >= lowest {
                break; // and so are all that left later
            }
            if tag >= horizon.borrowed && self.is_borrowed(&horizon, offset, size) {
                front = offset;
            } else {
                let link = if front == 0 { &limbo.oldest } else { &self.heap().block(front)?.next };
                link.set(next);
                if next == 0 {
                    limbo.newest.set(front);
                }
                limbo.count.set(limbo.count.get().wrapping_sub(1));
                limbo.units.set(limbo.units.get().wrapping_sub(size));
                self.heap().free(offset)?;
            }
            offset = next;
        }
        let count = limbo.count.get();
        limbo.next_look.set(count.saturating_add(ENOUGH.max(count / 2)));
        if self.is_much_waiting() {
            self.tell_to_copy();
        }
        Ok(())
    }

    fn is_much_waiting(&self) -> bool {
        self.control.limbo_units() > self.place.arena.units / TELLING
    }

    fn is_borrowed(&self, horizon: &Horizon, offset: u32, units: u32) -> bool {
        self.table.pages_of(offset, units).any(|(word, bit)| horizon.pages[word] & bit != 0)
    }

    /// Asks all who have borrowed something to borrow no more.
    fn tell_to_copy(&self) {
        for slot in 0..self.table.slots_used() {
            let seat = self.table.layout.seat(&self.table.region, slot);
            if pins::held(&seat.borrowed) != pins::NONE && seat.told_to_copy.get() == 0 {
                seat.told_to_copy.set(1);
            }
        }
    }

    /// Looks at all pins and loans. Whether a worker lives is asked of those that hold up the oldest block; where much
    /// waits, of those that hold up any.
    fn horizon(&self) -> Result<Horizon, Damaged> {
        let header = self.table.header();
        let oldest = self.heap().block(self.control.limbo.oldest.get())?;
        let (mut tag, is_gap) = (oldest.tag.get(), oldest.kind() == Some(Kind::Gap));
        if self.is_much_waiting() {
            // Behind what a living worker has borrowed, a dead one may hold up all the rest.
            tag = self.heap().block(self.control.limbo.newest.get())?.tag.get();
        }
        pins::advance(&header.epoch.0);
        let mut horizon =
            Horizon { pinned: u64::MAX, drafting: u64::MAX, borrowed: u64::MAX, pages: [0; PAGE_WORDS] };
        for slot in 0..self.table.slots_used() {
            let seat = self.table.layout.seat(&self.table.region, slot);
            let held = [&seat.pin, &seat.drafting, &seat.borrowed].map(pins::held);
            let blocks = |pin: u64| pin != pins::NONE && pin <= tag;
            let [pinned, drafting, borrowed] = held;
            let holds_up = blocks(pinned) || blocks(borrowed) || (is_gap && blocks(drafting));
            if holds_up && slot != self.slot && !self.living.is_alive(slot) {
                continue;
            }
            let [pinned, drafting, borrowed] = held.map(|pin| if pin == pins::NONE { u64::MAX } else { pin });
            horizon.pinned = horizon.pinned.min(pinned);
            horizon.drafting = horizon.drafting.min(drafting);
            horizon.borrowed = horizon.borrowed.min(borrowed);
            if borrowed != u64::MAX {
                let pages = seat.pages.iter().map(|word| word.load(Ordering::Acquire));
                horizon.pages.iter_mut().zip(pages).for_each(|(all, its)| *all |= its);
            }
        }
        Ok(horizon)
    }

    /// Makes the list empty: its blocks are laid again.
    pub(crate) fn clear_limbo(&self) {
        let limbo = &self.control.limbo;
        for word in [&limbo.oldest, &limbo.newest, &limbo.units, &limbo.count, &limbo.next_look] {
            word.set(0);
        }
    }
}
