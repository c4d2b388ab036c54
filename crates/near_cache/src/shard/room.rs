//! Room for a new entry.
//!
//! What is free comes first, then what waited in limbo, then what has expired, then what the policy gives up. Entries are given up
//! many at a time, as the pins have to be looked at before their memory can be used. An entry larger than these
//! together needs neighbours to go: then what lies around the policy's choice goes with it, whatever that is.

use super::Held;
use crate::block::Kind;
use crate::bucket::SLOTS;
use crate::heap::{Damaged, Heap};
use crate::sync::Held as _;

/// The part of an arena that is given up at once: of 8 MiB 32 KiB.
const BATCH: u32 = 256;

/// The part of what waits that is given up at once where that is more: loans hold up some of it, and it is looked through each time.
const HELD_UP: u32 = 16;

/// Rounds of choices that do not come to lie together, before neighbours are taken.
const ROUNDS: u32 = 4;

/// Choices of the policy after which there is no room: what is pinned and what is being written can stand in the way of all.
const CHOICES: usize = 256;

/// The part of an arena that may wait for pins; beyond that new entries are refused, as giving up more would only add to it.
const WAITING: u32 = 4;

/// Buckets that are searched for expired entries.
const SEARCHED: u32 = 64;

impl Held<'_> {
    /// A block of this many units, as a draft. None: there is no room.
    pub(crate) fn make_room(&self, units: u32) -> Result<Option<u32>, Damaged> {
        if let Some(offset) = self.heap().allocate(units)? {
            return Ok(Some(offset));
        }
        if let Some(offset) = self.reclaimed(units)? {
            return Ok(Some(offset));
        }
        self.drop_stale()?;
        let mut rounds = 0;
        for choice in 0..CHOICES {
            let waiting = self.limbo_units();
            if let Some(offset) = self.reclaimed(units)? {
                return Ok(Some(offset));
            }
            // A round whose choices all lie where somebody has borrowed says nothing: they may be neighbours, as they came one after the other.
            let is_held_up = choice > 0 && self.limbo_units() == waiting;
            rounds += u32::from(!is_held_up);
            let batch = (self.place.arena.units / BATCH).max(self.limbo_units() / HELD_UP);
            let freed = match choice {
                _ if rounds <= ROUNDS && units <= batch => self.evict_some(batch)?,
                0 => self.evict_some(units)?,
                _ => self.evict_run(units)?,
            };
            if !freed {
                break;
            }
        }
        self.reclaimed(units)
    }

    fn reclaimed(&self, units: u32) -> Result<Option<u32>, Damaged> {
        self.reclaim()?;
        self.heap().allocate(units)
    }

    /// Gives up entries by the policy, of this many units together. False: it gives up none.
    fn evict_some(&self, units: u32) -> Result<bool, Damaged> {
        let mut freed = 0;
        while freed < units && self.may_evict() {
            let Some(size) = self.evict_one()? else { break };
            freed += size;
        }
        Ok(freed > 0)
    }

    fn may_evict(&self) -> bool {
        self.limbo_units() < self.place.arena.units / WAITING
    }

    fn evict_one(&self) -> Result<Option<u32>, Damaged> {
        let Some(spot) = self.choose()? else { return Ok(None) };
        let size = spot.entry.block.size.get();
        self.drop_entry(&spot)?;
        self.control.evictions.set(self.control.evictions.get().wrapping_add(1));
        Ok(Some(size))
    }

    /// Gives up the policy's choice and what lies behind it, and then before it, until that is this many units or something
    /// that is written or the end is in the way on both sides.
    fn evict_run(&self, units: u32) -> Result<bool, Damaged> {
        if !self.may_evict() {
            return Ok(false);
        }
        let Some(spot) = self.choose()? else { return Ok(false) };
        let heap = self.heap();
        let start = spot.slot.offset();
        let mut doomed = vec![start];
        let mut found = heap.block(start)?.size.get();
        for next in [Heap::after, Heap::before] {
            let mut at = start;
            while found < units
                && let Some((offset, block)) = next(&heap, at, heap.block(at)?)?
            {
                match block.kind().ok_or(Damaged)? {
                    Kind::Draft => break,
                    Kind::Entry => doomed.push(offset),
                    Kind::Free | Kind::Limbo | Kind::Gap => {}
                }
                found += block.size.get();
                at = offset;
            }
        }
        for offset in doomed {
            self.drop_entry(&self.spot_of(offset)?)?;
            self.control.evictions.set(self.control.evictions.get().wrapping_add(1));
        }
        Ok(true)
    }

    /// Drops expired entries of some buckets, and says where to go on next time.
    pub(crate) fn drop_stale(&self) -> Result<(), Damaged> {
        let count = self.place.bucket_count;
        let mut number = self.control.hand.get();
        for _ in 0..SEARCHED.min(count) {
            number = if number < count { number } else { 0 };
            self.drop_stale_of(number)?;
            number += 1;
        }
        self.control.hand.set(number);
        Ok(())
    }

    fn drop_stale_of(&self, number: u32) -> Result<(), Damaged> {
        // Most buckets have no chain and few entries; the index is written while it is walked, so one is dropped at a time.
        for _ in 0..SLOTS {
            let stale = self.bucket_entries(number).find(|spot| self.is_stale(spot.entry));
            let Some(spot) = stale else { break };
            self.drop_entry(&spot)?;
        }
        Ok(())
    }
}
