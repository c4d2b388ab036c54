//! What a reader has in its hands.
#![allow(unsafe_code, reason = "it reads the region, and writes where the caller says")]

use crate::bucket::Bucket;
use crate::entry::{Entry, Marks};
use crate::region;
use crate::sync::Held as _;

/// An entry as it was found. It may have been replaced since: before its bytes are believed, [`still`](Self::still)
/// says whether it was there all the time, and [`copy_to`](Self::copy_to) asks it by itself.
///
/// Under a [pin](crate::Worker::pin), once `still` has said yes, the value may be read as plain memory until the pin ends.
#[derive(Clone, Copy, Debug)]
pub struct Found<'t> {
    /// The first of the chain, and its count when the reading began.
    bucket: &'t Bucket,
    seen: u32,
    value: *const u8,
    len: usize,
    stamp: u64,
    expires: u64,
    tag: u16,
    sort: u8,
}

// SAFETY: the value is of the region, whose words any thread may read.
unsafe impl Send for Found<'_> {}
// SAFETY: as above.
unsafe impl Sync for Found<'_> {}

impl<'t> Found<'t> {
    /// What an entry says, which was reached through a bucket whose count was `seen`, and the value of which lies at `value`.
    #[inline(always)]
    pub(crate) fn new(
        (bucket, seen): (&'t Bucket, u32),
        (entry, marks): (&Entry, Marks),
        (value, len): (*const u8, usize),
    ) -> Self {
        let Marks { sort, tag, .. } = marks;
        let (stamp, expires) = (entry.stamp.get(), entry.expires());
        Self { bucket, seen, value, len, stamp, expires, tag, sort }
    }

    /// The bucket that it was found by, and the bucket's count then.
    #[inline]
    pub(crate) fn seen(&self) -> (&'t Bucket, u32) {
        (self.bucket, self.seen)
    }

    /// Where the value lies, in the read-only view, at a multiple of 16.
    #[inline]
    #[must_use]
    pub fn value(&self) -> *const u8 {
        self.value
    }

    /// Bytes of the value.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the value has no bytes.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// What [`Meta::sort`](crate::Meta::sort) said.
    #[inline]
    #[must_use]
    pub fn sort(&self) -> u8 {
        self.sort
    }

    /// What [`Meta::tag`](crate::Meta::tag) said.
    #[inline]
    #[must_use]
    pub fn tag(&self) -> u16 {
        self.tag
    }

    /// The number of this entry: no other has it.
    #[inline]
    #[must_use]
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// When it expires, in milliseconds of the caller's clock; 0: never.
    #[inline]
    #[must_use]
    pub fn expires(&self) -> u64 {
        self.expires
    }

    /// Whether it was in the table up to now, so that everything read of it is whole.
    #[inline]
    #[must_use]
    pub fn still(&self) -> bool {
        self.bucket.is_unchanged(self.seen)
    }

    /// Copies the value, and says whether it is whole. If not, look again.
    ///
    /// # Safety
    /// `to` must be writable for [`len`](Self::len) bytes, outside of the region.
    #[inline]
    #[must_use]
    pub unsafe fn copy_to(&self, to: *mut u8) -> bool {
        // SAFETY: all words of the value lie within the region, as was found; the rest is what the caller says.
        unsafe { region::copy(self.value, to, self.len) };
        self.still()
    }

    /// The value in memory of its own; None if it was replaced meanwhile.
    #[must_use]
    pub fn to_vec(&self) -> Option<Vec<u8>> {
        let mut bytes = vec![0; self.len];
        // SAFETY: the vector has room for them.
        unsafe { self.copy_to(bytes.as_mut_ptr()) }.then_some(bytes)
    }
}
