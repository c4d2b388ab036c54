//! A worker's cache of where it found entries.
//!
//! Most reads are of keys that the same worker has just read. What a search has worked out of such a key – the slot that
//! names its entry, the entry's lease, how long the value is – is kept here, in memory of the worker's own, and holds for
//! as long as nothing was unlinked from that [bucket](crate::bucket): so the next read compares the key, and needs no
//! search, nor the key's hash. That is a third of the instructions, and 7 to 12 ns of a hit.
//!
//! A position may be of any age, and the bucket's count has 32 bits: it is what it was after 4,294,967,296 changes of that
//! one bucket, more than an hour of a million a second without a look at the key between. Then the slot has to say the
//! same, with an entry of the same key at the same place, for a position to be believed that says less or more of the
//! value than there is.
//!
//! A position has one cache line. Of keys that share it one is kept, the others are searched for; and one search of eight
//! changes places.
#![allow(unsafe_code, reason = "memory that the system gives when it is used")]

use core::cell::Cell;
use core::ptr::NonNull;

use crate::bucket::Slot;
use crate::entry::{Entry, Marks};
use crate::hash::SHORT_KEY;
use crate::sync::AtomicU64;

/// Positions of a worker, a power of two: half a MiB, of which the system gives what is used.
pub(crate) const POSITIONS: usize = 8192;

/// Keys of fewer bytes are searched for: they cannot be read in whole words.
pub(crate) const LEAST_KEY: usize = 8;

/// So are those of more: comparing them is most of the work.
pub(crate) const MOST_KEY: usize = 128;

/// See the module's text.
#[derive(Debug)]
pub(crate) struct LookupCache {
    /// The first position, where a cache line begins.
    positions: NonNull<Position>,
    /// Their memory, with one more for that beginning.
    memory: NonNull<[[u64; 8]]>,
}

// SAFETY: what the positions name is the region's, which any thread may read; the memory is its own.
unsafe impl Send for LookupCache {}

/// What is known of an entry. All zeros: nothing, as no key is so short.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Position {
    pub(crate) space: Cell<u64>,
    /// The slot that names it, and what that said.
    pub(crate) slot: Cell<*const AtomicU64>,
    pub(crate) word: Cell<u64>,
    pub(crate) entry: Cell<*const Entry>,
    /// The lease that it depends on, and what that said.
    pub(crate) lease: Cell<*const AtomicU64>,
    pub(crate) leased: Cell<u64>,
    pub(crate) value_len: Cell<u32>,
    /// The count of the first bucket.
    pub(crate) seen: Cell<u32>,
    /// See [`shape`].
    pub(crate) shape: Cell<u16>,
    pub(crate) tag: Cell<u16>,
    /// Distinguishes keys that share the position, mostly.
    pub(crate) mark: Cell<u16>,
}

const _: () = assert!(size_of::<Position>() == 64);

/// What a search has found: an entry in the first bucket of its chain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<'t> {
    pub(crate) place: &'t AtomicU64,
    pub(crate) slot: Slot,
    pub(crate) seen: u32,
    pub(crate) entry: &'t Entry,
    pub(crate) marks: Marks,
    pub(crate) value_len: usize,
}

impl LookupCache {
    pub(crate) fn new() -> Self {
        // Zeros that the allocator has of the system, which finds the pages when they are used.
        let memory = NonNull::from(Box::leak(vec![[0; 8]; POSITIONS + 1].into_boxed_slice()));
        let start = memory.cast::<u8>();
        // SAFETY: the memory has a position more than are used.
        let positions = unsafe { start.add(start.align_offset(size_of::<Position>())) }.cast();
        Self { positions, memory }
    }

    /// The position of a key, and the key's mark there; None if it has none. As cheap a hash as may be: keys that are
    /// made to meet are searched for.
    #[inline(always)]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "all bits are as good, and these are others than the index"
    )]
    pub(crate) fn position(&self, space: u64, key: &[u8]) -> Option<(&Position, u16)> {
        if key.len().wrapping_sub(LEAST_KEY) > MOST_KEY - LEAST_KEY {
            return None;
        }
        let (first, last) = (key.first_chunk::<8>()?, key.last_chunk::<8>()?);
        let mut mixed = mix(u64::from_ne_bytes(*last) ^ space, *first);
        if key.len() > SHORT_KEY {
            mixed = key.as_chunks::<8>().0.iter().skip(1).fold(mixed, |mixed, word| mix(mixed, *word));
        }
        // SAFETY: so many bits are the index of a position, which is cells, for which any bytes are valid.
        let position = unsafe { &*self.positions.as_ptr().add((mixed >> (64 - POSITIONS.ilog2())) as usize) };
        Some((position, (mixed >> 32) as u16))
    }
}

impl Drop for LookupCache {
    fn drop(&mut self) {
        // SAFETY: it was a box, and nobody has a position any more.
        drop(unsafe { Box::from_raw(self.memory.as_ptr()) });
    }
}

#[inline(always)]
fn mix(mixed: u64, word: [u8; 8]) -> u64 {
    (mixed.rotate_left(23) ^ u64::from_ne_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The length of a key that may have a position, and its sort.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "keys that have positions are short")]
pub(crate) fn shape(key: &[u8], sort: u8) -> u16 {
    key.len() as u16 | u16::from(sort) << 8
}
