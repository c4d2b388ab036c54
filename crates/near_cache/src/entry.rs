//! One value with its key, in a block of an arena.
//!
//! ```text
//! block's head 32 | entry's head 56 | key, padded to the next unit | value
//! ```
//!
//! Nothing of it changes once it is in the index, but when it expires and where it stands in its queue: another value is another
//! entry. So a reader with a pin may read the value as if it were its own.

#![allow(unsafe_code, reason = "a hit looks at an entry without asking twice where it lies")]

use crate::arena::Arena;
use crate::block::{Block, UNIT};
use crate::region::Region;
use crate::sync::{AtomicU32, AtomicU64, Held, Ordering};

/// Bytes before the key.
pub(crate) const HEAD: usize = size_of::<Entry>();

/// See the module's text.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Entry {
    pub(crate) block: Block,
    pub(crate) hash: AtomicU64,
    pub(crate) space: AtomicU64,
    pub(crate) key_len: AtomicU32,
    pub(crate) value_len: AtomicU32,
    /// Sort, tag and lease index: 8, 16 and 16 bits.
    marks: AtomicU64,
    pub(crate) lease: AtomicU64,
    pub(crate) expires: AtomicU64,
    pub(crate) stamp: AtomicU64,
}

const _: () = assert!(HEAD == 88);

/// What [`Meta`](crate::Meta) says in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Marks {
    pub(crate) sort: u8,
    pub(crate) tag: u16,
    pub(crate) lease_index: u16,
}

impl Entry {
    #[inline]
    pub(crate) fn marks(&self) -> Marks {
        let [sort, _, tag_low, tag_high, lease_low, lease_high, ..] = self.marks.get().to_le_bytes();
        Marks {
            sort,
            tag: u16::from_le_bytes([tag_low, tag_high]),
            lease_index: u16::from_le_bytes([lease_low, lease_high]),
        }
    }

    pub(crate) fn set_marks(&self, marks: Marks) {
        let ([t, u], [l, m]) = (marks.tag.to_le_bytes(), marks.lease_index.to_le_bytes());
        self.marks.set(u64::from_le_bytes([marks.sort, 0, t, u, l, m, 0, 0]));
    }

    /// Lengths of a draft's key and value, which [`units`] has found to be numbers of 32 bits.
    #[allow(clippy::cast_possible_truncation, reason = "they fit, as units has said")]
    pub(crate) fn set_lens(&self, key_len: usize, value_len: usize) {
        self.key_len.set(key_len as u32);
        self.value_len.set(value_len as u32);
    }

    /// Whether so many bytes fit into its block, and that into so many units.
    #[inline(always)]
    fn fits(&self, units: u32, bytes: usize) -> bool {
        let size = self.block.size.get();
        size <= units && bytes <= size as usize * UNIT
    }

    /// When it expires, in milliseconds of the owner's clock; 0: never.
    #[inline]
    pub(crate) fn expires(&self) -> u64 {
        self.expires.load(Ordering::Relaxed)
    }
}

/// Where the parts of an entry lie that was found at an offset, all of it within its block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    pub(crate) key: usize,
    pub(crate) key_len: usize,
    pub(crate) value: usize,
    pub(crate) value_len: usize,
}

/// Bytes from the start of a block to the value of a key of this length.
#[inline]
pub(crate) fn value_at(key_len: usize) -> usize {
    (HEAD + key_len + UNIT - 1) & !(UNIT - 1)
}

/// Units of an entry with these lengths, if that is a number of units at all.
pub(crate) fn units(key_len: usize, value_len: usize) -> Option<u32> {
    let bytes = HEAD.checked_add(key_len)?.checked_add(UNIT)?.checked_add(value_len)?;
    u32::try_from(bytes).ok()?;
    u32::try_from((value_at(key_len) + value_len).div_ceil(UNIT)).ok()
}

/// The entry at an offset of an arena, and its parts, if its lengths stay within its block and the arena.
#[inline]
pub(crate) fn parts<'a>(region: &'a Region, arena: &Arena, offset: u32) -> Option<(&'a Entry, Parts)> {
    let (entry, units) = head(region, arena, offset)?;
    let (at, key_len) = (offset as usize * UNIT, entry.key_len.get() as usize);
    let (value, value_len) = (value_at(key_len), entry.value_len.get() as usize);
    let fits = entry.fits(units, value + value_len);
    fits.then_some((entry, Parts { key: at + HEAD, key_len, value: at + value, value_len }))
}

/// The same for an entry that has a key of this length, as a reader wants it: the entry, and the bytes of its value.
#[inline(always)]
pub(crate) fn with_key_of<'a>(
    region: &'a Region,
    arena: &Arena,
    offset: u32,
    key_len: usize,
) -> Option<(&'a Entry, usize)> {
    let (entry, units) = head(region, arena, offset)?;
    let value_len = entry.value_len.get() as usize;
    let is_one =
        entry.key_len.get() as usize == key_len && value_at(key_len) + value_len <= units as usize * UNIT;
    is_one.then_some((entry, value_len))
}

/// The head at an offset of an arena, and how many units of the arena lie behind the offset.
#[inline(always)]
fn head<'a>(region: &'a Region, arena: &Arena, offset: u32) -> Option<(&'a Entry, u32)> {
    let before = offset.wrapping_sub(arena.start);
    if before >= arena.heads {
        return None;
    }
    // SAFETY: an arena lies within the region, and the head of an entry fits behind this offset of it.
    let entry = unsafe { region.look_unchecked::<Entry>(offset as usize * UNIT) };
    Some((entry, arena.units - before))
}
