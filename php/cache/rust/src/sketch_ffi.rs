//! The sketch of reads and changes as C uses it: `include/sketch.h` says what each entry does.
#![allow(unsafe_code, reason = "the interface to C")]
#![allow(missing_docs, clippy::missing_safety_doc, reason = "the header says what C needs to know")]

use baton_c_abi::{Bytes, guard};
use baton_near_cache::Access;

use crate::connection_ffi::Handle;
use crate::table_ffi::{Seated, now};

/// `bc_sketch_shape`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Shape {
    pub(crate) width: u32,
    pub(crate) rows: u32,
}

/// `bc_counts`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Counted {
    pub(crate) reads: u32,
    pub(crate) changes: u32,
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_sketch_make(seated: *const Seated, wanted: Shape) -> Shape {
    guard(wanted, || {
        // SAFETY: C gives a seat that it holds.
        let sketch = unsafe { &*seated }.worker.table().make_sketch(wanted.width, wanted.rows);
        Shape { width: sketch.width(), rows: sketch.rows() }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_sketch_count(
    handle: *mut Handle,
    seated: *const Seated,
    key: Bytes,
    is_change: bool,
    times: u16,
) -> bool {
    guard(false, || {
        // SAFETY: C gives handles that it holds, and bytes that can be read.
        let (handle, seated, key) = unsafe { (&mut *handle, &*seated, key.get()) };
        let hash = handle.tracked().and_then(|(tracked, connection)| tracked.counted_as(connection, key));
        let (Some(hash), Some(sketch)) = (hash, seated.worker.table().sketch()) else { return false };
        sketch.count(hash, if is_change { Access::Change } else { Access::Read }, times);
        true
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_sketch_counts(
    handle: *mut Handle,
    seated: *const Seated,
    key: Bytes,
    counts: *mut Counted,
) -> bool {
    guard(false, || {
        // SAFETY: C gives handles that it holds, and bytes that can be read.
        let (handle, seated, key) = unsafe { (&mut *handle, &*seated, key.get()) };
        let hash = handle.tracked().and_then(|(tracked, connection)| tracked.counted_as(connection, key));
        let (Some(hash), Some(sketch)) = (hash, seated.worker.table().sketch()) else { return false };
        let found = sketch.counts(hash);
        // SAFETY: C gives room for them.
        unsafe { counts.write(Counted { reads: found.reads, changes: found.changes }) };
        true
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_sketch_empty(seated: *const Seated) -> bool {
    guard(false, || {
        // SAFETY: C gives a seat that it holds.
        let sketch = unsafe { &*seated }.worker.table().sketch();
        sketch.map(|sketch| sketch.empty(now())).is_some()
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_sketch_emptied(seated: *const Seated) -> u64 {
    // SAFETY: C gives a seat that it holds.
    guard(0, || unsafe { &*seated }.worker.table().sketch().map_or(0, |sketch| sketch.emptied()))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_sketch_load(seated: *const Seated, row: u32) -> f64 {
    guard(-1.0, || {
        // SAFETY: C gives a seat that it holds.
        let sketch = unsafe { &*seated }.worker.table().sketch();
        sketch.and_then(|sketch| sketch.load(row)).unwrap_or(-1.0)
    })
}
