//! Reading the shared table as C does: `include/memory.h` says what each entry does.
//!
//! A hit is one call of a hundred-odd instructions, so nothing stands around these: what is found goes from registers to where C
//! wants it.
#![allow(unsafe_code, reason = "the interface to C")]
#![allow(missing_docs, clippy::missing_safety_doc, reason = "the header says what C needs to know")]

use baton_c_abi::{Bytes, guard};
use baton_near_cache::{Cursor, Found, Watch};

use crate::table_ffi::{Seated, now};

/// `bc_found`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct FoundEntry {
    value: *const u8,
    len: usize,
    stamp: u64,
    expires: u64,
    tag: u16,
    watch: Watch,
}

impl From<Found<'_>> for FoundEntry {
    #[inline(always)]
    fn from(found: Found<'_>) -> Self {
        Self {
            value: found.value(),
            len: found.len(),
            stamp: found.stamp(),
            expires: found.expires(),
            tag: found.tag(),
            watch: found.watch(),
        }
    }
}

/// Writes what was found where C wants it, field by field: put together first and copied then, it would be read in wider pieces than
/// it was written in, which makes the processor wait.
///
/// # Safety
/// `to` can be written.
#[inline(always)]
pub(crate) unsafe fn tell(to: *mut FoundEntry, found: Found<'_>) {
    let made = FoundEntry::from(found);
    // SAFETY: the caller's promise.
    unsafe {
        (&raw mut (*to).value).write(made.value);
        (&raw mut (*to).len).write(made.len);
        (&raw mut (*to).stamp).write(made.stamp);
        (&raw mut (*to).expires).write(made.expires);
        (&raw mut (*to).tag).write(made.tag);
        (&raw mut (*to).watch).write(made.watch);
    }
}

/// `bc_entry`.
#[derive(Debug)]
#[repr(C)]
pub struct ScannedEntry {
    key: Bytes,
    found: FoundEntry,
    memory: usize,
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_hash(seated: *const Seated, space: u64, key: Bytes) -> u64 {
    // SAFETY: C gives a seat that it holds and bytes that can be read.
    let (seated, key) = unsafe { (&*seated, key.get()) };
    seated.worker.table().hash(space, key)
}

/// # Safety
/// `found` can be written.
#[inline(always)]
unsafe fn find(
    seated: &Seated,
    hash: u64,
    space: u64,
    key: &[u8],
    sort: u8,
    found: *mut FoundEntry,
) -> bool {
    // SAFETY: the caller's promise.
    let tell = |entry: Found<'_>| unsafe { tell(found, entry) };
    seated.worker.tell_sort(hash, space, key, sort, now, tell)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_find(
    seated: *const Seated,
    hash: u64,
    space: u64,
    key: Bytes,
    sort: u8,
    found: *mut FoundEntry,
) -> bool {
    // SAFETY: C gives a seat that it holds, bytes that can be read, and room for what is found.
    guard(false, || unsafe { find(&*seated, hash, space, key.get(), sort, found) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_find_key(
    seated: *const Seated,
    space: u64,
    key: Bytes,
    sort: u8,
    found: *mut FoundEntry,
) -> bool {
    // SAFETY: as above.
    let (seated, key) = unsafe { (&*seated, std::slice::from_raw_parts(key.bytes, key.len)) };
    let hash = seated.worker.table().hash(space, key);
    // SAFETY: as above.
    unsafe { find(seated, hash, space, key, sort, found) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_copy(found: *const FoundEntry, from: usize, to: *mut u8, len: usize) -> bool {
    // SAFETY: C gives what bc_find wrote, a part of its value, and room for the bytes; the memory stays mapped until the process ends.
    unsafe { (*found).watch.copy_part((*found).value.wrapping_add(from), to, len) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_still(found: *const FoundEntry) -> bool {
    // SAFETY: as above.
    unsafe { (*found).watch.is_still() }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_pin(seated: *const Seated) {
    // SAFETY: C gives a seat that it holds.
    guard((), || unsafe { &*seated }.worker.pin());
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_unpin(seated: *const Seated) {
    // SAFETY: as above.
    guard((), || unsafe { &*seated }.worker.unpin());
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_scan(
    seated: *mut Seated,
    space: u64,
    cursor: *mut u64,
    entries: *mut *const ScannedEntry,
) -> usize {
    guard(0, || {
        // SAFETY: C gives a seat that it holds, and its cursor.
        let (seated, cursor) = unsafe { (&mut *seated, &mut *cursor) };
        let Seated { worker, scanned } = seated;
        let (mut place, time) = (Cursor::from_number(*cursor), now());
        scanned.clear();
        let more = worker.table().scan(&mut place, &mut |entry| {
            let expires = entry.found.expires();
            if entry.space == space && (expires == 0 || expires > time) {
                let key = Bytes { bytes: entry.key_address(), len: entry.key.len() };
                scanned.push(ScannedEntry { key, found: entry.found.into(), memory: entry.memory() });
            }
        });
        *cursor = if more { place.number() } else { 0 };
        // SAFETY: C gives room for the list's address.
        unsafe { entries.write(scanned.as_ptr()) };
        scanned.len()
    })
}
