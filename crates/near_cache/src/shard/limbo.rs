//! Blocks that left the index and may still be read.
//!
//! They wait in the order in which they left, tagged with the epoch of that moment, until no living worker has a pin from
//! before ([`pins`]). What a rebuild found between the entries waits here, too; it may hold drafts, so it
//! waits for workers that have drafts from before as well.
//!
//! Looking at all pins costs a cache line for each slot that was ever used. So it is done when [`ENOUGH`] blocks wait, or memory is
//! short; and when a pin held them up, not before as many more have come.

use super::Held;
use crate::block::Kind;
use crate::heap::Damaged;
use crate::pins;
use crate::sync::{AtomicU32, Held as _};

/// Blocks that wait before the pins are looked at.
const ENOUGH: u32 = 64;

/// The list, and when to look at it next.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Limbo {
    oldest: AtomicU32,
    pub(super) newest: AtomicU32,
    pub(super) units: AtomicU32,
    count: AtomicU32,
    next_look: AtomicU32,
    _pad: AtomicU32,
}

/// The lowest pins of living workers: blocks with lower tags are free.
struct Horizon {
    pinned: u64,
    drafting: u64,
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
        let horizon = self.horizon()?;
        loop {
            let offset = limbo.oldest.get();
            if offset == 0 {
                break;
            }
            let block = self.heap().block(offset)?;
            let tag = block.tag.get();
            let free = match block.kind() {
                Some(Kind::Limbo) => tag < horizon.pinned,
                Some(Kind::Gap) => tag < horizon.pinned.min(horizon.drafting),
                _ => return Err(Damaged),
            };
            if !free {
                break;
            }
            let next = block.next.get();
            limbo.oldest.set(next);
            if next == 0 {
                limbo.newest.set(0);
            }
            limbo.count.set(limbo.count.get().wrapping_sub(1));
            limbo.units.set(limbo.units.get().wrapping_sub(block.size.get()));
            self.heap().free(offset)?;
        }
        limbo.next_look.set(limbo.count.get().saturating_add(ENOUGH));
        Ok(())
    }

    /// Looks at all pins. Whoever holds up the oldest block is asked for whether it lives.
    fn horizon(&self) -> Result<Horizon, Damaged> {
        let header = self.table.header();
        let oldest = self.heap().block(self.control.limbo.oldest.get())?;
        let (tag, is_gap) = (oldest.tag.get(), oldest.kind() == Some(Kind::Gap));
        pins::advance(&header.epoch.0);
        let mut horizon = Horizon { pinned: u64::MAX, drafting: u64::MAX };
        for slot in 0..self.table.slots_used() {
            let seat = self.table.layout.seat(&self.table.region, slot);
            let (pinned, drafting) = (pins::held(&seat.pin), pins::held(&seat.drafting));
            let blocks = |pin| pin != pins::NONE && pin <= tag;
            let holds_up = blocks(pinned) || (is_gap && blocks(drafting));
            if holds_up && slot != self.slot && !self.living.is_alive(slot) {
                continue;
            }
            if pinned != pins::NONE {
                horizon.pinned = horizon.pinned.min(pinned);
            }
            if drafting != pins::NONE {
                horizon.drafting = horizon.drafting.min(drafting);
            }
        }
        Ok(horizon)
    }

    /// Makes the list empty: its blocks are laid anew.
    pub(crate) fn clear_limbo(&self) {
        let limbo = &self.control.limbo;
        for word in [&limbo.oldest, &limbo.newest, &limbo.units, &limbo.count, &limbo.next_look] {
            word.set(0);
        }
    }
}
