//! The near-cache as C uses it: `include/near.h` says what each entry does.
#![allow(unsafe_code, reason = "the interface to C")]
#![allow(missing_docs, clippy::missing_safety_doc, reason = "the header says what C needs to know")]

use std::ptr;
use std::sync::Arc;

use baton_c_abi::{Bytes, guard};

use crate::connection_ffi::Handle;
use crate::memory::Memory;
use crate::near::{Fill, Prepared, Process, Tracked};
use crate::table_ffi::{FoundEntry, Seated};

/// What a process has of the near-cache.
#[derive(Debug)]
pub struct Near(Arc<Process>);

/// A connection as the cache sees it.
#[derive(Debug)]
pub struct TrackedConnection(Tracked);

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_start(memory: *const Memory) -> *mut Near {
    guard(ptr::null_mut(), || {
        // SAFETY: C gives what bc_memory_reserve returned.
        let opened = unsafe { &*memory }.open();
        let process = opened.ok().and_then(Process::start);
        process.map_or(ptr::null_mut(), |process| Box::into_raw(Box::new(Near(process))))
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_stop(near: *mut Near) {
    // SAFETY: C gives what bc_near_start returned, once.
    guard((), || drop(unsafe { Box::from_raw(near) }));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_near_forget(near: *mut Near) {
    // SAFETY: as above. Its threads are the parent's.
    guard((), || std::mem::forget(unsafe { Box::from_raw(near) }));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_tracked_new(
    near: *const Near,
    connection: *const Handle,
) -> *mut TrackedConnection {
    guard(ptr::null_mut(), || {
        // SAFETY: C gives handles that it holds.
        let (near, connection) = unsafe { (&*near, &(*connection).connection) };
        let settings = connection.settings().clone();
        let name = format!("{}\0{}", connection.place(), String::from_utf8_lossy(&settings.identity.user));
        let tracked = Tracked::new(&near.0, name.as_bytes(), settings);
        tracked.map_or(ptr::null_mut(), |tracked| Box::into_raw(Box::new(TrackedConnection(tracked))))
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_tracked_free(tracked: *mut TrackedConnection) {
    // SAFETY: C gives what bc_tracked_new returned, once.
    guard((), || drop(unsafe { Box::from_raw(tracked) }));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_tracked_disown(tracked: *mut TrackedConnection) {
    // SAFETY: as above. Its lease is the parent's.
    guard((), || std::mem::forget(unsafe { Box::from_raw(tracked) }));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_tracked_select(tracked: *mut TrackedConnection, database: u32) {
    // SAFETY: C gives a handle that it holds.
    guard((), || unsafe { &mut *tracked }.0.select(database));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_tracked_find(
    tracked: *const TrackedConnection,
    seated: *const Seated,
    key: Bytes,
    sort: u8,
    found: *mut FoundEntry,
) -> bool {
    guard(false, || {
        // SAFETY: C gives handles that it holds, bytes that can be read, and room for what is found.
        let (tracked, seated, key) = unsafe { (&*tracked, &*seated, key.get()) };
        let Some(entry) = tracked.0.find(&seated.worker, key, sort) else { return false };
        // SAFETY: as above.
        unsafe { found.write(entry.into()) };
        true
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_tracked_prepare(
    tracked: *mut TrackedConnection,
    connection: *mut Handle,
) -> Prepared {
    // SAFETY: C gives handles that it holds.
    guard(Prepared::Off, || unsafe { &mut *tracked }.0.prepare(unsafe { &mut (*connection).connection }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_tracked_agreed(
    tracked: *mut TrackedConnection,
    connection: *const Handle,
    is_agreed: bool,
) {
    // SAFETY: as above.
    guard((), || unsafe { &mut *tracked }.0.agreed(unsafe { &(*connection).connection }, is_agreed));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_tracked_begin(
    tracked: *const TrackedConnection,
    seated: *const Seated,
    key: Bytes,
    fill: *mut Fill,
) -> bool {
    guard(false, || {
        // SAFETY: C gives handles that it holds, bytes that can be read, and room for the fill.
        let (tracked, seated, key) = unsafe { (&*tracked, &*seated, key.get()) };
        let Some(begun) = tracked.0.begin(&seated.worker, key) else { return false };
        // SAFETY: as above.
        unsafe { fill.write(begun) };
        true
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_tracked_holds(
    tracked: *const TrackedConnection,
    connection: *const Handle,
    fill: *const Fill,
) -> bool {
    // SAFETY: C gives handles that it holds, and what bc_tracked_begin wrote.
    guard(false, || unsafe { (*tracked).0.holds(&(*connection).connection, &*fill) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_tracked_wrote(
    tracked: *const TrackedConnection,
    seated: *const Seated,
    key: Bytes,
) {
    // SAFETY: C gives handles that it holds, and bytes that can be read.
    guard((), || unsafe { (*tracked).0.wrote(&(*seated).worker, key.get()) });
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_tracked_flushed(tracked: *const TrackedConnection, all: bool) {
    // SAFETY: C gives a handle that it holds.
    guard((), || unsafe { &*tracked }.0.flushed(all));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_tracked_closing(tracked: *mut TrackedConnection) {
    // SAFETY: as above.
    guard((), || unsafe { &mut *tracked }.0.forget());
}
