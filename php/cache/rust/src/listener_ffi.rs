//! Listeners as C uses them: `include/listener.h` says what each entry does.
#![allow(unsafe_code, reason = "the interface to C")]
#![allow(missing_docs, clippy::missing_safety_doc, reason = "the header says what C needs to know")]

use std::ptr;

use baton_c_abi::{Bytes, guard};

use crate::connection_ffi::Handle;
use crate::near::{Heard, Listener, Origin};
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
pub struct Event {
    pub(crate) key: Bytes,
    pub(crate) is_flush: bool,
    pub(crate) is_own: bool,
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_listen(handle: *mut Handle, seated: *const Seated) -> *mut Ear {
    guard(ptr::null_mut(), || {
        // SAFETY: C gives handles that it holds.
        let (handle, seated) = unsafe { (&mut *handle, &*seated) };
        let listener =
            handle.lease().and_then(|(lease, connection)| lease.listen(connection, &seated.worker));
        listener
            .map_or(ptr::null_mut(), |listener| Box::into_raw(Box::new(Ear { listener, key: Vec::new() })))
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_unlisten(ear: *mut Ear, seated: *const Seated) {
    guard((), || {
        // SAFETY: C gives what bc_listen returned, once, and a seat that it holds or null.
        let (ear, seated) = unsafe { (Box::from_raw(ear), seated.as_ref()) };
        if let Some(seated) = seated {
            ear.listener.end(&seated.worker);
        }
    });
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
pub unsafe extern "C" fn bc_hear(ear: *mut Ear, event: *mut Event) -> bool {
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
        unsafe { event.write(Event { key, is_flush, is_own: origin == Origin::Host }) };
        true
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_is_heard(seated: *const Seated) -> bool {
    // SAFETY: C gives a seat that it holds.
    guard(false, || unsafe { &*seated }.worker.table().is_heard())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_tell(handle: *mut Handle, seated: *const Seated, key: Bytes) {
    guard((), || {
        // SAFETY: C gives handles that it holds, and bytes that can be read.
        let (handle, seated, key) = unsafe { (&mut *handle, &*seated, key.get()) };
        if let Some((lease, connection)) = handle.lease() {
            lease.tell_change(connection, &seated.worker, key);
        }
    });
}
