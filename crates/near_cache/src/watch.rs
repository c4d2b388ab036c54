//! What was found, for owners that keep it in memory of their own, as C does.
#![allow(unsafe_code, reason = "it writes where the caller says")]

use crate::block::UNIT;
use crate::bucket::Bucket;
use crate::entry;
use crate::found::Found;
use crate::scan::Scanned;
use crate::table::Table;

/// By which a [`Found`] that was taken apart is asked about later: plain words, that may be given to others and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Watch {
    /// Where the bucket lies in the region.
    bucket: usize,
    seen: u32,
}

impl Found<'_> {
    /// See [`Watch`].
    #[inline]
    #[must_use]
    pub fn watch(&self) -> Watch {
        let (bucket, seen) = self.seen();
        Watch { bucket, seen }
    }
}

impl Scanned<'_> {
    /// Where the key lies in the read-only view: it may be read as plain memory as the [value](Found::value) may.
    #[must_use]
    pub fn key_address(&self) -> *const u8 {
        self.found.value().wrapping_sub(entry::value_at(self.key.len())).wrapping_add(entry::HEAD)
    }

    /// Bytes that the entry takes, with its key and its head.
    #[must_use]
    pub fn memory(&self) -> usize {
        (entry::value_at(self.key.len()) + self.found.len()).next_multiple_of(UNIT)
    }
}

impl Table {
    /// [`Found::still`].
    #[inline]
    #[must_use]
    pub fn is_still(&self, watch: Watch) -> bool {
        self.region.view::<Bucket>(watch.bucket).is_some_and(|bucket| bucket.is_unchanged(watch.seen))
    }

    /// [`Found::copy_to`], for a part of what [`Found::value`] points to.
    ///
    /// # Safety
    /// `to` must be writable for `len` bytes, outside of the region.
    #[inline]
    #[must_use]
    pub unsafe fn copy_part(&self, watch: Watch, from: *const u8, to: *mut u8, len: usize) -> bool {
        let at = from.addr().wrapping_sub(self.region.readable(0).addr());
        // SAFETY: the caller says so.
        unsafe { self.region.copy_out(at, to, len) && self.is_still(watch) }
    }
}
