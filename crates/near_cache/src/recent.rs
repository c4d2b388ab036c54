//! Where a worker found what it found of late.
//!
//! Most reads are of keys that the same worker has just read. What a search has worked out of such a key – the slot that names its entry, the
//! entry's lease, how long the value is – is noted here, in memory of the worker's own, and holds for as long as nothing was unlinked from
//! that [bucket](crate::bucket): so the next read compares the key, and needs no search, nor the key's hash. That is a third of the
//! instructions.
//!
//! Notes are as old as they like, and the bucket's count has 32 bits: it is what it was after 4,294,967,296 changes of that one bucket, more
//! than an hour of a million a second without a look at the key between. Then the slot has to say the same, with an entry of the same key
//! at the same place, for a note to be believed that says less or more of the value than there is.
//!
//! A note has one cache line. Of keys that share it one is noted, the others are searched for; and one search of eight changes places.
#![allow(unsafe_code, reason = "a hit looks at what was noted without asking again where it lies")]

use core::cell::Cell;
use core::ffi::c_void;
use core::mem::offset_of;
use core::ptr::NonNull;

use crate::bucket::{Bucket, Slot};
use crate::entry::{self, Entry, HEAD, Marks};
use crate::found::Found;
use crate::hash::SHORT_KEY;
use crate::living::Living;
use crate::region;
use crate::seat::HITS;
use crate::sync::{AtomicU64, Held as _, Ordering};
use crate::worker::Worker;

/// Notes of a worker, a power of two: half a MiB, of which the system gives what is used.
const NOTES: usize = 8192;

/// Keys of fewer bytes are searched for: they cannot be read in whole words.
const LEAST_KEY: usize = 8;

/// So are those of more: comparing them is most of the work.
const MOST_KEY: usize = 128;

/// See the module's text.
#[derive(Debug)]
pub(crate) struct Recent {
    /// The first note, where a cache line begins.
    notes: NonNull<Note>,
    /// Their memory, with one more for that beginning.
    memory: NonNull<[[u64; 8]]>,
}

// SAFETY: what the notes name is the region's, which any thread may read; the memory is its own.
unsafe impl Send for Recent {}

/// What is known of an entry. All zeros: nothing, as no key is so short.
#[derive(Debug)]
#[repr(C)]
struct Note {
    space: Cell<u64>,
    /// The slot that names it, and what that said.
    slot: Cell<*const AtomicU64>,
    word: Cell<u64>,
    entry: Cell<*const Entry>,
    /// The lease that it depends on, and what that said.
    lease: Cell<*const AtomicU64>,
    leased: Cell<u64>,
    value_len: Cell<u32>,
    /// The count of the first bucket.
    seen: Cell<u32>,
    /// See [`shape`].
    shape: Cell<u16>,
    tag: Cell<u16>,
    /// By which keys that share the note are told apart, mostly.
    mark: Cell<u16>,
    /// The owner's, who finds 0 in what was noted anew.
    own: Cell<u16>,
}

const _: () = assert!(size_of::<Note>() == 64);

// Where C looks for these parts of an entry.
const _: () = assert!(offset_of!(Entry, expires) == 72 && offset_of!(Entry, stamp) == 80 && HEAD == 88);

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

impl Recent {
    pub(crate) fn new() -> Self {
        // Zeros that the allocator has of the system, which finds the pages when they are used.
        let memory = NonNull::from(Box::leak(vec![[0; 8]; NOTES + 1].into_boxed_slice()));
        let start = memory.cast::<u8>();
        // SAFETY: the memory has a note more than are used.
        let notes = unsafe { start.add(start.align_offset(size_of::<Note>())) }.cast();
        Self { notes, memory }
    }

    /// The note of a key, and the key's mark there; None if it has none. As cheap a hash as may be: whoever makes keys meet makes them
    /// searched for.
    #[inline(always)]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "all bits are as good, and these are others than the index"
    )]
    fn note(&self, space: u64, key: &[u8]) -> Option<(&Note, u16)> {
        if key.len().wrapping_sub(LEAST_KEY) > MOST_KEY - LEAST_KEY {
            return None;
        }
        let (first, last) = (key.first_chunk::<8>()?, key.last_chunk::<8>()?);
        let mut mixed = mix(u64::from_ne_bytes(*last) ^ space, *first);
        if key.len() > SHORT_KEY {
            mixed = key.as_chunks::<8>().0.iter().skip(1).fold(mixed, |mixed, word| mix(mixed, *word));
        }
        // SAFETY: so many bits are the index of a note, which is cells, for which any bytes are valid.
        let note = unsafe { &*self.notes.as_ptr().add((mixed >> (64 - NOTES.ilog2())) as usize) };
        Some((note, (mixed >> 32) as u16))
    }
}

impl Drop for Recent {
    fn drop(&mut self) {
        // SAFETY: it was a box, and nobody has a note any more.
        drop(unsafe { Box::from_raw(self.memory.as_ptr()) });
    }
}

#[inline(always)]
fn mix(mixed: u64, word: [u8; 8]) -> u64 {
    (mixed.rotate_left(23) ^ u64::from_ne_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The length of a key that may be noted, and its sort.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "keys of notes are short")]
fn shape(key: &[u8], sort: u8) -> u16 {
    key.len() as u16 | u16::from(sort) << 8
}

impl<L: Living> Worker<L> {
    /// What [`look_for`](Self::look_for) would find, if it is where this worker found it the last time; false: that has to be asked.
    #[inline(always)]
    pub fn recall<'t>(&'t self, space: u64, key: &[u8], sort: u8, tell: impl FnOnce(Found<'t>)) -> bool {
        let Some((note, _)) = self.recent.note(space, key) else { return false };
        if note.shape.get() != shape(key, sort) || note.space.get() != space {
            return false;
        }
        // SAFETY: these lie within the region, since a search noted them, and so does the entry's key, which is as long as this one.
        let (place, entry, lease) = unsafe { (&*note.slot.get(), &*note.entry.get(), &*note.lease.get()) };
        // The slot tells of uses that have worn off, too, which are to be noted anew. When an entry expires may be said later.
        if place.load(Ordering::Acquire) != note.word.get()
            || lease.load(Ordering::Acquire) != note.leased.get()
            || entry.expires() != 0
        {
            return false;
        }
        let start = note.entry.get().cast::<u8>();
        // SAFETY: as above; and slots lie in buckets, which begin where cache lines do.
        let (is_it, bucket) = unsafe {
            let bucket = note.slot.get().map_addr(|at| at & !(size_of::<Bucket>() - 1));
            (region::is(start.wrapping_add(HEAD), key), &*bucket.cast::<Bucket>())
        };
        if !is_it {
            return false;
        }
        let value = (start.wrapping_add(entry::value_at(key.len())), note.value_len.get() as usize);
        let marks = Marks { sort, tag: note.tag.get(), lease_index: 0 };
        let found = Found::new((bucket, note.seen.get()), (entry, marks), value);
        tell(found);
        if !found.still() {
            return false;
        }
        self.seat().count(HITS);
        true
    }

    /// The notes, for owners that look at them without a call: as C does, by `php/cache/rust/include/recent.h`.
    #[must_use]
    pub fn notes(&self) -> *const c_void {
        self.recent.notes.as_ptr().cast()
    }

    /// Notes where an entry was found that has no end as yet, and whose uses need not be noted.
    #[inline(always)]
    pub(crate) fn note(&self, space: u64, key: &[u8], known: Known<'_>) {
        let Some((note, mark)) = self.recent.note(space, key) else { return };
        if note.shape.get() != 0 && note.mark.get() != mark && !self.roll().is_multiple_of(8) {
            return;
        }
        let Ok(value_len) = u32::try_from(known.value_len) else { return };
        let Marks { sort, tag, lease_index } = known.marks;
        let lease = self.table.lease(lease_index);
        // What the lease of entries without one says means nothing.
        let leased = if lease_index == 0 { lease.load(Ordering::Relaxed) } else { known.entry.lease.get() };
        note.space.set(space);
        note.slot.set(known.place);
        note.word.set(known.slot.0);
        note.entry.set(known.entry);
        note.lease.set(lease);
        note.leased.set(leased);
        note.value_len.set(value_len);
        note.seen.set(known.seen);
        note.shape.set(shape(key, sort));
        note.tag.set(tag);
        note.mark.set(mark);
        note.own.set(0);
    }
}

#[cfg(test)]
#[path = "recent_tests.rs"]
mod tests;
