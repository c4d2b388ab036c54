//! Listeners as C uses them: `include/listener.h` says what each entry does.
#![allow(unsafe_code, reason = "the interface to C")]
#![allow(missing_docs, clippy::missing_safety_doc, reason = "the header says what C needs to know")]

use std::ptr;

use baton_c_abi::{Bytes, guard};

use crate::connection_ffi::Handle;
use crate::near::{Heard, Listener, Origin, is_heard};
use crate::table_ffi::Seated;

/// A listener, and the key that C was lent last.
#[derive(Debug)]
pub struct Ear {
    listener: Listener,
    key: Vec<u8>,
}

/// `bc_event`.
#[derive(Debug)]
#[repr(C)]
pub struct Told {
    key: Bytes,
    is_flush: bool,
    is_own: bool,
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_listen(handle: *mut Handle) -> *mut Ear {
    guard(ptr::null_mut(), || {
        // SAFETY: C gives a handle that it holds.
        let tracked = unsafe { &mut *handle }.tracked();
        let listener = tracked.and_then(|tracked| tracked.listen());
        listener
            .map_or(ptr::null_mut(), |listener| Box::into_raw(Box::new(Ear { listener, key: Vec::new() })))
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_unlisten(ear: *mut Ear) {
    // SAFETY: C gives what bc_listen returned, once.
    guard((), || drop(unsafe { Box::from_raw(ear) }));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_listens_here(ear: *const Ear) -> bool {
    // SAFETY: C gives what bc_listen returned.
    guard(false, || unsafe { &*ear }.listener.is_here())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_hear_begin(ear: *mut Ear) {
    // SAFETY: as above.
    guard((), || unsafe { &mut *ear }.listener.begin());
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_hear(ear: *mut Ear, event: *mut Told) -> bool {
    guard(false, || {
        // SAFETY: as above.
        let ear = unsafe { &mut *ear };
        let Some(heard) = ear.listener.next() else { return false };
        let (is_flush, origin, key) = match heard {
            Heard::Flushed(origin) => (true, origin, Vec::new()),
            Heard::Invalidated(origin, key) => (false, origin, key),
        };
        ear.key = key;
        let key = Bytes { bytes: ear.key.as_ptr(), len: ear.key.len() };
        // SAFETY: C gives room for an event.
        unsafe { event.write(Told { key, is_flush, is_own: origin == Origin::Host }) };
        true
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_is_heard(seated: *const Seated) -> bool {
    // SAFETY: C gives a seat that it holds.
    guard(false, || is_heard(unsafe { &*seated }.worker.table()))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_tell(handle: *const Handle, seated: *const Seated, key: Bytes) {
    guard((), || {
        // SAFETY: C gives handles that it holds, and bytes that can be read.
        let (handle, seated, key) = unsafe { (&*handle, &*seated, key.get()) };
        if let Some(tracked) = &handle.tracked {
            tracked.tell_change(&seated.worker, key);
        }
    });
}
