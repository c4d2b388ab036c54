//! What was found, for owners that keep it in memory of their own, as C does.
#![allow(unsafe_code, reason = "it reads and writes where the caller says")]

use crate::block::UNIT;
use crate::bucket::Bucket;
use crate::entry;
use crate::found::Found;
use crate::region;
use crate::scan::Scanned;

/// By which a [`Found`] that was taken apart is asked about later: plain words, that may be given to others and back. They mean
/// something in the process that found it, for as long as the region is mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Watch {
    bucket: *const Bucket,
    seen: u32,
}

impl Found<'_> {
    /// See [`Watch`].
    #[inline]
    #[must_use]
    pub fn watch(&self) -> Watch {
        let (bucket, seen) = self.seen();
        Watch { bucket: core::ptr::from_ref(bucket), seen }
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

impl Watch {
    /// [`Found::still`].
    ///
    /// # Safety
    /// The region that it was found in must be mapped as it was.
    #[inline]
    #[must_use]
    pub unsafe fn is_still(self) -> bool {
        // SAFETY: a bucket lies there for as long as the region is mapped.
        unsafe { (*self.bucket).is_unchanged(self.seen) }
    }

    /// [`Found::copy_to`], for a part of what [`Found::value`] points to. The part begins at a multiple of 8.
    ///
    /// # Safety
    /// As for [`is_still`](Self::is_still); `from` and `len` must be of that value, and `to` writable for `len` bytes outside of the region.
    #[inline]
    #[must_use]
    pub unsafe fn copy_part(self, from: *const u8, to: *mut u8, len: usize) -> bool {
        // SAFETY: what was found lies within the region, in words of it; the rest is what the caller says.
        unsafe {
            region::copy(from, to, len);
            self.is_still()
        }
    }
}
