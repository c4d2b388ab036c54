//! The shared bytes: the one place that turns an offset into a reference.
//!
//! Everything that processes share is made of atomics, so that a reference to it is valid whatever another process does
//! meanwhile. [`Region::view`] gives such references, and checks bounds and alignment: the rest of the crate holds
//! offsets that it may have read from the region itself, where any byte may be wrong.
#![allow(unsafe_code, reason = "references into memory that other processes write")]

mod copy;
mod tags;

use core::ptr::NonNull;

pub(crate) use copy::{copy, is};
pub(crate) use tags::matching;

use crate::sync::{AtomicU32, AtomicU64};

/// Two views of the same pages, see the module's text.
#[derive(Debug)]
pub struct Region {
    rw: NonNull<u8>,
    ro: NonNull<u8>,
    len: usize,
}

// SAFETY: all access goes through atomics, or to blocks that one worker owns.
unsafe impl Send for Region {}
// SAFETY: as above.
unsafe impl Sync for Region {}

/// Made of atomics and nothing else, so that any bytes are a valid value and many may write it.
///
/// # Safety
/// Implementors hold atomics alone, in `repr(C)`, without padding that somebody reads.
pub(crate) unsafe trait Shared: Sized {}

// SAFETY: it is an atomic.
unsafe impl Shared for AtomicU32 {}
// SAFETY: it is an atomic.
unsafe impl Shared for AtomicU64 {}
impl Region {
    /// Takes `len` bytes at `rw`, which can also be read at `ro`. Both may be the same address.
    ///
    /// # Safety
    /// Both must be mappings of the same shared pages, of `len` bytes, `rw` readable and writable and `ro` readable, for as
    /// long as anything made from this region lives; aligned to 64 bytes. Nobody may write to them other than through this
    /// crate, but the words that [`Table::lease`](crate::Table::lease) gives and the values of drafts.
    #[must_use]
    pub unsafe fn new(rw: NonNull<u8>, ro: NonNull<u8>, len: usize) -> Self {
        Self { rw, ro, len }
    }

    /// Bytes of it.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Whether both views begin where a cache line does.
    pub(crate) fn is_aligned(&self) -> bool {
        self.rw.addr().get().is_multiple_of(64) && self.ro.addr().get().is_multiple_of(64)
    }

    #[inline]
    fn fits<T>(&self, at: usize) -> bool {
        at.is_multiple_of(align_of::<T>()) && at <= self.len && self.len - at >= size_of::<T>()
    }

    /// What lies at `at`, if that is within the region and aligned.
    #[inline]
    pub(crate) fn view<T: Shared>(&self, at: usize) -> Option<&T> {
        // SAFETY: it is within the mapping and aligned, and any bytes are a T that many may write.
        self.fits::<T>(at).then(|| unsafe { self.rw.add(at).cast::<T>().as_ref() })
    }

    /// What lies in a part of the region whose place was worked out when the table was opened.
    ///
    /// # Panics
    /// If it is outside, which is a fault of this crate.
    #[inline]
    pub(crate) fn at<T: Shared>(&self, at: usize) -> &T {
        assert!(self.fits::<T>(at), "offset {at} is outside of a region of {} bytes", self.len);
        // SAFETY: as in `view`.
        unsafe { self.rw.add(at).cast::<T>().as_ref() }
    }

    /// The same without the question, for the path of a hit.
    ///
    /// # Safety
    /// A `T` must lie at `at`, within the region and aligned.
    #[inline]
    pub(crate) unsafe fn at_unchecked<T: Shared>(&self, at: usize) -> &T {
        debug_assert!(self.fits::<T>(at));
        // SAFETY: the caller says so.
        unsafe { self.rw.add(at).cast::<T>().as_ref() }
    }

    /// The same to read alone, through the read-only view: where the value is read, too, so that one page of the
    /// translation cache serves both. Nobody stores through what this returns.
    ///
    /// # Safety
    /// As for [`at_unchecked`](Self::at_unchecked).
    #[inline]
    pub(crate) unsafe fn look_unchecked<T: Shared>(&self, at: usize) -> &T {
        debug_assert!(self.fits::<T>(at));
        // SAFETY: the caller says so.
        unsafe { self.ro.add(at).cast::<T>().as_ref() }
    }

    /// The address of a byte in the writable view; `at` is at most the region's length.
    pub(crate) fn writable(&self, at: usize) -> *mut u8 {
        self.rw.as_ptr().wrapping_add(at)
    }

    /// The address of a byte in the read-only view; `at` is at most the region's length.
    #[inline]
    pub(crate) fn readable(&self, at: usize) -> *const u8 {
        self.ro.as_ptr().wrapping_add(at)
    }
}
