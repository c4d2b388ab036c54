//! What was found, for owners that keep it in memory of their own, as C does.
use crate::block::UNIT;
use crate::entry;
use crate::found::Found;
use crate::scan::Scanned;

/// By which one knows of a [`Found`] that was taken apart whether it is [still](Found::still) there: behind all that was read of it, and an
/// acquiring fence, the word at `unlinks` is `seen`. The word is the region's, for as long as that is mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Watch {
    /// The count of the bucket that it was found by.
    pub unlinks: *const u32,
    /// That count, when the reading began.
    pub seen: u32,
}

impl Found<'_> {
    /// See [`Watch`].
    #[inline]
    #[must_use]
    pub fn watch(&self) -> Watch {
        let (bucket, seen) = self.seen();
        Watch { unlinks: bucket.count_address(), seen }
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
