//! Reading the shared table as C does: `include/memory.h` says what each entry does.
//!
//! A hit is one call of a hundred-odd instructions, so nothing stands around these: what is found goes from registers to where C
//! wants it.
#![allow(unsafe_code, reason = "the interface to C")]
#![allow(missing_docs, clippy::missing_safety_doc, reason = "the header says what C needs to know")]

use baton_c_abi::{Bytes, guard};
use baton_near_cache::{Cursor, Found, Unsure, Watch};

use crate::table_ffi::{Seated, now};

/// `bc_found`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct FoundEntry {
    pub(crate) value: *const u8,
    pub(crate) len: usize,
    pub(crate) stamp: u64,
    pub(crate) expires: u64,
    pub(crate) tag: u16,
    pub(crate) watch: Watch,
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
    pub(crate) key: Bytes,
    pub(crate) found: FoundEntry,
    pub(crate) memory: usize,
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_hash(seated: *const Seated, space: u64, key: Bytes) -> u64 {
    // SAFETY: C gives a seat that it holds and bytes that can be read.
    let (seated, key) = unsafe { (&*seated, key.get()) };
    seated.worker.table().hash(space, key)
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
    guard(false, || {
        // SAFETY: C gives a seat that it holds and bytes that can be read.
        let (seated, key) = unsafe { (&*seated, key.get()) };
        let Some(entry) = seated.worker.find_sort(hash, space, key, sort, now) else { return false };
        // SAFETY: C gives room for what is found.
        unsafe { tell(found, entry) };
        true
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_find_key(
    seated: *const Seated,
    space: u64,
    key: Bytes,
    sort: u8,
    found: *mut FoundEntry,
) -> bool {
    // SAFETY: C gives a seat that it holds, and bytes that can be read, also if there are none.
    let (worker, bytes) = unsafe { (&(*seated).worker, std::slice::from_raw_parts(key.bytes, key.len)) };
    // SAFETY: C gives room for what is found; and what else is asked for here.
    unsafe {
        worker.recall(space, bytes, sort, |entry| tell(found, entry))
            || bc_search_key(seated, space, key, sort, found)
    }
}

/// One look, and all else only if that does not say it. It is called last, so that what is recalled keeps no registers for it.
#[unsafe(no_mangle)]
#[inline(never)]
pub unsafe extern "C" fn bc_search_key(
    seated: *const Seated,
    space: u64,
    key: Bytes,
    sort: u8,
    found: *mut FoundEntry,
) -> bool {
    // SAFETY: C gives a seat that it holds, and bytes that can be read, also if there are none.
    let (worker, bytes) = unsafe { (&(*seated).worker, std::slice::from_raw_parts(key.bytes, key.len)) };
    let hash = worker.table().hash(space, bytes);
    // SAFETY: C gives room for what is found.
    let tell = |entry: Found<'_>| unsafe { tell(found, entry) };
    match worker.look_for(hash, space, bytes, sort, now, tell) {
        Ok(is_there) => is_there,
        // SAFETY: as above.
        Err(Unsure) => unsafe { find_slowly(seated, space, key, sort, found) },
    }
}

#[cold]
#[inline(never)]
unsafe extern "C" fn find_slowly(
    seated: *const Seated,
    space: u64,
    key: Bytes,
    sort: u8,
    found: *mut FoundEntry,
) -> bool {
    // SAFETY: what C gives.
    unsafe {
        let hash = bc_hash(seated, space, key);
        bc_find(seated, hash, space, key, sort, found)
    }
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
pub unsafe extern "C" fn bc_borrow(seated: *const Seated, value: *const u8, len: usize) -> bool {
    // SAFETY: as above.
    guard(false, || unsafe { &*seated }.worker.borrow(value, len))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_give_back(seated: *const Seated) {
    // SAFETY: as above.
    guard((), || unsafe { &*seated }.worker.give_back());
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
        let Seated { worker, scanned, .. } = seated;
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
