//! The shared memory, and writing to the table in it, as C does: `include/memory.h` says what each entry does. Reading is in
//! [`find_ffi`](crate::find_ffi).
#![allow(unsafe_code, reason = "the interface to C")]
#![allow(missing_docs, clippy::missing_safety_doc, reason = "the header says what C needs to know")]

use std::ptr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use baton_c_abi::{Bytes, Failure, guard};
use baton_near_cache::{Claim, Draft, Meta, Moved, Policy, Refused, Settings, When, Worker};

use crate::find_ffi::ScannedEntry;
use crate::glob;
use crate::memory::Memory;
use crate::seats::Seat;

/// `bc_worker`: a thread's seat.
#[derive(Debug)]
#[repr(C)]
pub struct Seated {
    /// Its counters, which C counts up itself.
    pub(crate) counters: *const AtomicU64,
    /// The pages that it has borrowed from, where they begin, and their bytes as a power of two.
    pub(crate) borrowed: *const AtomicU64,
    pub(crate) memory: *const u8,
    pub(crate) page_bits: u32,
    pub(crate) worker: Worker<Seat>,
    /// What the last piece of a walk found.
    pub(crate) scanned: Vec<ScannedEntry>,
}

impl Seated {
    /// As C wants to have it.
    pub(crate) fn of(worker: Worker<Seat>) -> Self {
        let counters = ptr::from_ref(worker.counter(0));
        let (borrowed, memory, page_bits) = worker.loans();
        let borrowed = borrowed.as_ptr();
        Self { counters, borrowed, memory, page_bits, worker, scanned: Vec::new() }
    }
}

/// `bc_draft`.
#[derive(Debug)]
#[repr(C)]
pub struct DraftEntry {
    pub(crate) value: *mut u8,
    pub(crate) address: *const u8,
    pub(crate) inner: *mut Draft<'static, Seat>,
}

/// `bc_meta`.
#[derive(Debug)]
#[repr(C)]
pub struct MetaEntry {
    pub(crate) expires: u64,
    pub(crate) lease: u64,
    pub(crate) condition: u64,
    pub(crate) lease_index: u16,
    pub(crate) tag: u16,
    pub(crate) sort: u8,
    pub(crate) when: u8,
    pub(crate) alone: bool,
}

/// `bc_statistics`.
#[derive(Debug)]
#[repr(C)]
pub struct Statistics {
    pub(crate) limit: u64,
    pub(crate) used: u64,
    pub(crate) free: u64,
    pub(crate) waiting: u64,
    pub(crate) entries: u64,
    pub(crate) evictions: u64,
    pub(crate) refused: u64,
    pub(crate) repairs: u64,
    pub(crate) workers: u64,
    pub(crate) counters: [u64; 16],
}

pub(crate) const DONE: i32 = 0;
pub(crate) const NO_ROOM: i32 = 1;
pub(crate) const TOO_LARGE: i32 = 2;
pub(crate) const MOVED: i32 = 3;

/// Milliseconds since 1970 by the coarse clock, which costs a few nanoseconds and is a few milliseconds behind at most.
pub(crate) fn now() -> u64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::RealtimeCoarse);
    u64::try_from(now.tv_sec).unwrap_or(0) * 1000 + u64::try_from(now.tv_nsec).unwrap_or(0) / 1_000_000
}

/// Milliseconds since some moment, the same one for all processes, which no one sets: by the coarse clock, too. Never 0.
pub(crate) fn monotonic() -> u64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::MonotonicCoarse);
    u64::try_from(now.tv_sec).unwrap_or(0) * 1000 + u64::try_from(now.tv_nsec).unwrap_or(0) / 1_000_000 + 1
}

/// Milliseconds that [`now`] may be behind, and one for what is cut off.
pub(crate) fn tick() -> u64 {
    let tick = rustix::time::clock_getres(rustix::time::ClockId::RealtimeCoarse);
    u64::try_from(tick.tv_nsec).unwrap_or(0).div_ceil(1_000_000) + 1
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_memory_reserve(bytes: usize, evicts: bool, failure: *mut Failure) -> *mut Memory {
    guard(ptr::null_mut(), || {
        let mut seed = [0; 16];
        let mut settings =
            Settings { policy: if evicts { Policy::S3Fifo } else { Policy::Keep }, ..Settings::default() };
        if getrandom::fill(&mut seed).is_ok() {
            let (one, other) = seed.split_at(8);
            settings.seed = [one, other].map(|half| u64::from_le_bytes(half.try_into().unwrap_or_default()));
        }
        match Memory::reserve(bytes.next_multiple_of(rustix::param::page_size()), settings) {
            Ok(memory) => Box::into_raw(Box::new(memory)),
            Err(error) => {
                // SAFETY: C gives room for a failure.
                unsafe { Failure::say(failure, 0, &error) };
                ptr::null_mut()
            }
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_memory_end(memory: *mut Memory) {
    guard((), || {
        // The addresses stay mapped: PHP may still hold values that lie there.
        // SAFETY: C gives what bc_memory_reserve returned, once.
        unsafe { Box::from_raw(memory) }.end();
    });
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_worker_join(memory: *const Memory, failure: *mut Failure) -> *mut Seated {
    guard(ptr::null_mut(), || {
        // SAFETY: C gives what bc_memory_reserve returned.
        let memory = unsafe { &*memory };
        let joined = memory.open().map_err(|error| error.to_string()).and_then(|opened| {
            Worker::join(Arc::clone(&opened.table), Seat(opened.seats)).map_err(|error| error.to_string())
        });
        match joined {
            Ok(worker) => Box::into_raw(Box::new(Seated::of(worker))),
            Err(error) => {
                // SAFETY: C gives room for a failure.
                unsafe { Failure::say(failure, 0, &error) };
                ptr::null_mut()
            }
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_worker_leave(seated: *mut Seated) {
    // SAFETY: C gives what bc_worker_join returned, once.
    guard((), || drop(unsafe { Box::from_raw(seated) }));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_draft_new(
    seated: *const Seated,
    hash: u64,
    space: u64,
    key: Bytes,
    len: usize,
    draft: *mut DraftEntry,
) -> i32 {
    guard(NO_ROOM, || {
        // SAFETY: C gives a seat that it holds for longer than its drafts, bytes that can be read, and room for the draft.
        let (seated, key) = unsafe { (&*seated, key.get()) };
        match seated.worker.draft(hash, space, key, len) {
            Ok(made) => {
                let (value, address) = (made.value_mut(), made.value_address() as *const u8);
                // SAFETY: as above.
                unsafe { draft.write(DraftEntry { value, address, inner: Box::into_raw(Box::new(made)) }) };
                DONE
            }
            Err(Refused::NoRoom) => NO_ROOM,
            Err(Refused::TooLarge { .. }) => TOO_LARGE,
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_draft_drop(_: *const Seated, draft: *mut DraftEntry) {
    // SAFETY: C gives a draft that bc_draft_new made, once.
    guard((), || drop(unsafe { Box::from_raw((*draft).inner) }));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_publish(
    seated: *const Seated,
    draft: *mut DraftEntry,
    meta: *const MetaEntry,
    stamp: *mut u64,
) -> i32 {
    guard(MOVED, || {
        // SAFETY: C gives a seat that it holds, a draft of its own once, and what it says of it.
        let (seated, draft, meta) = unsafe { (&*seated, Box::from_raw((*draft).inner), &*meta) };
        let when = match meta.when {
            0 => When::Always,
            1 => When::Absent,
            2 => When::Version(u32::try_from(meta.condition).unwrap_or(0)),
            _ => When::Stamp(meta.condition),
        };
        let said = Meta {
            sort: meta.sort,
            tag: meta.tag,
            expires: meta.expires,
            lease: (meta.lease_index, meta.lease),
            replaces_all: meta.alone,
        };
        seated.worker.set_now(now());
        match seated.worker.publish(*draft, &said, when) {
            Ok(made) => {
                if !stamp.is_null() {
                    // SAFETY: C gives room for it or null.
                    unsafe { stamp.write(made) };
                }
                DONE
            }
            Err(Moved) => MOVED,
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_remove(seated: *const Seated, hash: u64, space: u64, key: Bytes) -> bool {
    // SAFETY: C gives a seat that it holds and bytes that can be read.
    guard(false, || unsafe { (*seated).worker.remove(hash, space, key.get()) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_remove_stamp(
    seated: *const Seated,
    hash: u64,
    space: u64,
    key: Bytes,
    stamp: u64,
) -> bool {
    // SAFETY: as above.
    guard(false, || unsafe { (*seated).worker.remove_stamp(hash, space, key.get(), stamp) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_set_expiry(
    seated: *const Seated,
    hash: u64,
    space: u64,
    key: Bytes,
    stamp: u64,
    expires: u64,
) -> bool {
    // SAFETY: as above.
    guard(false, || unsafe { (*seated).worker.set_expiry(hash, space, key.get(), stamp, expires) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_flight_begin(seated: *const Seated, hash: u64, version: *mut u32) -> bool {
    guard(true, || {
        // SAFETY: C gives a seat that it holds.
        match unsafe { &*seated }.worker.begin_flight(hash) {
            Claim::Lead => true,
            Claim::Busy(seen) => {
                // SAFETY: C gives room for it.
                unsafe { version.write(seen) };
                false
            }
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_flight_end(seated: *const Seated, hash: u64) {
    // SAFETY: C gives a seat that it holds.
    guard((), || unsafe { &*seated }.worker.end_flight(hash));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_flight_wait(
    seated: *const Seated,
    hash: u64,
    version: u32,
    milliseconds: u32,
) -> bool {
    guard(false, || {
        // SAFETY: C gives a seat that it holds.
        unsafe { &*seated }.worker.wait_version(hash, version, Duration::from_millis(milliseconds.into()))
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_statistics_read(seated: *const Seated, statistics: *mut Statistics) {
    guard((), || {
        // SAFETY: C gives a seat that it holds, and room for the numbers.
        let stats = unsafe { &*seated }.worker.table().stats();
        let made = Statistics {
            limit: stats.total,
            used: stats.used,
            free: stats.free,
            waiting: stats.limbo,
            entries: stats.entries,
            evictions: stats.evictions,
            refused: stats.refused,
            repairs: stats.rebuilds,
            workers: u64::from(stats.slots),
            counters: stats.counters,
        };
        // SAFETY: as above.
        unsafe { statistics.write(made) };
    });
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_matches(pattern: Bytes, text: Bytes) -> bool {
    // SAFETY: C gives bytes that can be read.
    guard(false, || unsafe { glob::matches(pattern.get(), text.get()) })
}
