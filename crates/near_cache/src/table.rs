//! A region with a table in it.

use crate::block::UNIT;
use crate::hash::Hasher;
use crate::header::Header;
use crate::layout::Layout;
use crate::living::Living;
use crate::pins;
use crate::region::Region;
use crate::seat;
use crate::settings::{OpenError, Settings};
use crate::sync::{AtomicU64, Ordering};

/// The table as one process sees it: its threads share it, and each joins it as a [`Worker`](crate::Worker).
#[derive(Debug)]
pub struct Table {
    pub(crate) region: Region,
    pub(crate) layout: Layout,
    pub(crate) hasher: Hasher,
    pub(crate) settings: Settings,
}

impl Table {
    /// Opens the table of a region. One of zeros alone becomes a table with these settings; of processes that come at the
    /// same time one decides, and none waits.
    ///
    /// # Errors
    /// See [`OpenError`]. Memory that holds something else is not changed.
    pub fn open_or_format(region: Region, settings: &Settings) -> Result<Self, OpenError> {
        if !region.is_aligned() {
            return Err(OpenError::Misaligned);
        }
        // Before anything is written there: with these settings it can be a table at all.
        Layout::new(region.len(), settings.workers_in_range())?;
        let settings = Header::agree(&region, settings)?;
        let layout = Layout::new(region.len(), settings.workers)?;
        Ok(Self { hasher: Hasher::new(settings.seed), region, layout, settings })
    }

    /// What was decided when the region was used first.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The hash of a key in a space, as all other calls want it. A space is any number of the owner's: keys of different spaces
    /// have nothing to do with each other.
    #[inline]
    #[must_use]
    pub fn hash(&self, space: u64, key: &[u8]) -> u64 {
        self.hasher.hash(space, key)
    }

    /// One of 4,096 leases, which belong to the owner: an entry that names a lease and a value is found only while the
    /// lease has that value. Index 0 is the lease of entries without one and always valid. Indexes are taken modulo 4,096.
    #[must_use]
    pub fn lease(&self, index: u16) -> &AtomicU64 {
        self.layout.lease(&self.region, index)
    }

    /// Bytes of the largest value of a key of this length; larger ones are refused. A quarter of a shard's arena, of
    /// which there are up to 64: near 2 MiB for a region of 64 MiB.
    #[must_use]
    pub fn largest_value(&self, key_len: usize) -> usize {
        let largest =
            self.layout.shards.iter().map(|place| place.arena.largest()).min().unwrap_or(0) as usize;
        (largest * crate::block::UNIT).saturating_sub(crate::entry::value_at(key_len))
    }

    /// Whether entries with this lease may be found.
    #[inline]
    pub(crate) fn is_leased(&self, index: u16, value: u64) -> bool {
        index == 0 || self.lease(index).load(Ordering::Acquire) == value
    }

    /// The [page](crate::pins) that an address of the read-only view lies in.
    pub(crate) fn page_of(&self, value: *const u8) -> Option<usize> {
        let at =
            value.addr().checked_sub(self.region.readable(0).addr()).filter(|at| *at < self.region.len())?;
        Some(at >> self.layout.page_bits)
    }

    /// The words of a map of pages that a block touches, and its bits in them.
    pub(crate) fn pages_of(&self, offset: u32, units: u32) -> impl Iterator<Item = (usize, u64)> {
        let page = |unit: u32| (unit as usize * UNIT) >> self.layout.page_bits;
        (page(offset)..=page(offset + units - 1)).map(pins::page_bit)
    }

    /// Whether the worker of this number, which stands in locks and drafts, is gone for good.
    pub(crate) fn is_dead(&self, living: &dyn Living, number: u32) -> bool {
        let Some(slot) = seat::slot_of(number).filter(|slot| *slot < self.layout.workers) else {
            return true;
        };
        let tenancy = self.layout.seat(&self.region, slot).tenancy.load(Ordering::Acquire);
        seat::owner(slot, tenancy) != number || !living.is_alive(slot)
    }

    pub(crate) fn header(&self) -> &Header {
        self.region.at(0)
    }

    /// Slots that were ever used, as a bound for looking at all of them.
    pub(crate) fn slots_used(&self) -> u16 {
        let used = self.header().slots.0.load(Ordering::Acquire);
        u16::try_from(used).unwrap_or(u16::MAX).min(self.layout.workers)
    }
}
