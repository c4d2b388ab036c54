//! What a reader has in its hands.

use crate::bucket::Bucket;
use crate::entry::{Entry, Marks, Parts};
use crate::region::Region;
use crate::sync::Held as _;

/// An entry as it was found. It may have been replaced since: before its bytes are believed, [`still`](Self::still)
/// says whether it was there all the time, and [`copy_to`](Self::copy_to) asks it by itself.
///
/// Under a [pin](crate::Worker::pin), once `still` has said yes, the value may be read as plain memory until the pin ends.
#[derive(Clone, Copy, Debug)]
pub struct Found<'t> {
    region: &'t Region,
    /// The first of the chain, and its count when the reading began.
    bucket: &'t Bucket,
    seen: u32,
    value: usize,
    len: usize,
    stamp: u64,
    expires: u64,
    used: u16,
    tag: u16,
    sort: u8,
}

impl<'t> Found<'t> {
    /// What an entry says, which was reached through a bucket whose count was `seen`.
    #[inline]
    pub(crate) fn new(
        region: &'t Region,
        (bucket, seen): (&'t Bucket, u32),
        (entry, parts): (&Entry, Parts),
        used: u16,
    ) -> Self {
        let Marks { sort, tag, .. } = entry.marks();
        let (value, len) = (parts.value, parts.value_len);
        let (stamp, expires) = (entry.stamp.get(), entry.expires());
        Self { region, bucket, seen, value, len, stamp, expires, used, tag, sort }
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
        self.region.readable(self.value)
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

    /// How it was used before, as the policy counts it: 0 to 3 for S3-FIFO.
    #[inline]
    #[must_use]
    pub fn frequency(&self) -> u16 {
        self.used
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
    #[allow(unsafe_code, reason = "it writes where the caller says")]
    pub unsafe fn copy_to(&self, to: *mut u8) -> bool {
        // SAFETY: the caller says so.
        unsafe { self.region.copy_out(self.value, to, self.len) && self.still() }
    }

    /// The value in memory of its own; None if it was replaced meanwhile.
    #[must_use]
    pub fn to_vec(&self) -> Option<Vec<u8>> {
        self.region.bytes(self.value, self.len).filter(|_| self.still())
    }
}
