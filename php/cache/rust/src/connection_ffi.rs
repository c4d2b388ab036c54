//! Connections behind a C interface: `include/client.h`.

#![allow(unsafe_code)]

mod adjust;
mod exchange;
mod lent;

use std::os::fd::AsRawFd as _;
use std::os::raw::c_int;
use std::ptr;
use std::sync::Arc;

use baton_c_abi::{Failure as FailureText, guard};

use crate::connection::{Connection, Failure};
use crate::near::{Gate, Lease};
pub use adjust::*;
pub use exchange::*;
pub use lent::{EndpointSettings, Node};

/// A connection, as C knows it.
#[derive(Debug)]
#[repr(C)]
pub struct Handle {
    /// Where its hits look, which C does itself: its own gate.
    pub(crate) view: *const Gate,
    pub(crate) gate: Arc<Gate>,
    /// What the cache knows of it, which ends before it does; none without a cache.
    pub(crate) lease: Option<Lease>,
    pub(crate) connection: Connection,
    /// The generation of the connection that is never to be tracked: the program has changed by itself what the server knows of it.
    pub(crate) renounced: Option<u64>,
    /// Set while an entry runs, and left so by a panic: what the connection holds may be half done then.
    is_faulty: bool,
}

impl Handle {
    fn new(connection: Connection) -> Self {
        let gate = Arc::new(Gate::new());
        let view = Arc::as_ptr(&gate);
        Self { view, gate, lease: None, connection, renounced: None, is_faulty: false }
    }

    /// What the cache knows of it, unless that is another process's.
    pub(crate) fn lease(&mut self) -> Option<(&mut Lease, &mut Connection)> {
        if self.lease.as_ref().is_some_and(|lease| !lease.is_here()) {
            self.set_lease(None);
        }
        Some((self.lease.as_mut()?, &mut self.connection))
    }

    /// From here on the cache knows this of it.
    pub(crate) fn set_lease(&mut self, lease: Option<Lease>) {
        self.gate.close();
        self.lease = lease;
    }

    /// Its commands are about another database.
    pub(crate) fn select(&mut self, database: u32) {
        self.connection.set_database(database);
        if let Some((lease, _)) = self.lease() {
            lease.select(database);
        }
    }

    /// Nothing is found for a connection that has been lost, or opened again, or that says it is somebody else.
    #[inline]
    pub(crate) fn follow(&mut self) {
        self.gate.rest();
        if self.gate.is_open() && !self.lease.as_ref().is_some_and(|lease| lease.is_of(&self.connection)) {
            self.lose();
        }
    }

    #[cold]
    fn lose(&mut self) {
        self.gate.close();
        if let Some((lease, _)) = self.lease() {
            lease.forget();
        }
    }

    /// Whether it may be kept for others.
    pub(crate) fn is_reusable(&self) -> bool {
        let connection = &self.connection;
        !self.is_faulty && connection.is_let_in() && !connection.is_held() && connection.pending() == 0
    }
}

/// A fault of ours.
pub(crate) const FAULT: c_int = -7;

/// Runs the body of an entry that may fail.
///
/// # Safety
/// `handle` is a connection that nothing else uses meanwhile, `failure` is null or writable.
#[inline]
unsafe fn enter(
    handle: *mut Handle,
    failure: *mut FailureText,
    body: impl FnOnce(&mut Connection) -> Result<(), Failure>,
) -> bool {
    let done = guard(None, || {
        // SAFETY: the caller's promise.
        let handle = unsafe { &mut *handle };
        if handle.is_faulty {
            return None;
        }
        handle.is_faulty = true;
        let done = body(&mut handle.connection);
        handle.follow();
        handle.is_faulty = false;
        Some(done)
    });
    match done {
        Some(Ok(())) => return true,
        // SAFETY: the caller's promise.
        Some(Err(why)) => unsafe { FailureText::say(failure, why.code.number(), &why) },
        // SAFETY: the caller's promise.
        None => unsafe {
            FailureText::say(
                failure,
                FAULT,
                &"the connection failed within baton_cache and is of no more use",
            );
        },
    }
    false
}

/// Runs the body of an entry that cannot fail.
///
/// # Safety
/// `handle` is a connection that nothing else uses meanwhile.
#[inline]
unsafe fn with<T>(handle: *mut Handle, fault: T, body: impl FnOnce(&mut Connection) -> T) -> T
where
    T: Copy,
{
    // SAFETY: the caller's promise.
    guard(fault, || body(unsafe { &mut (*handle).connection }))
}

/// A connection that is not open yet; NULL if the settings name no place.
///
/// # Safety
/// `settings` and all its bytes are readable, `failure` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_new(
    settings: *const EndpointSettings,
    failure: *mut FailureText,
) -> *mut Handle {
    guard(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let settings = unsafe { (*settings).read() };
        match Connection::new(settings) {
            Ok(connection) => Box::into_raw(Box::new(Handle::new(connection))),
            Err(why) => {
                // SAFETY: the caller's promise.
                unsafe { FailureText::say(failure, why.code.number(), &why) };
                ptr::null_mut()
            }
        }
    })
}

/// Closes and frees a connection; NULL is none.
///
/// # Safety
/// `handle` is NULL or from [`bc_connection_new`], and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_free(handle: *mut Handle) {
    if !handle.is_null() {
        // SAFETY: the caller's promise.
        guard((), || drop(unsafe { Box::from_raw(handle) }));
    }
}

/// Opens it unless it is open.
///
/// # Safety
/// As `enter`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_open(handle: *mut Handle, failure: *mut FailureText) -> bool {
    // SAFETY: the caller's promise.
    unsafe { enter(handle, failure, Connection::open) }
}

/// Closes it.
///
/// # Safety
/// As `with`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_close(handle: *mut Handle) {
    guard((), || {
        // SAFETY: the caller's promise.
        let handle = unsafe { &mut *handle };
        handle.lose();
        handle.connection.close();
    });
}

/// Whether it is open as far as is known.
///
/// # Safety
/// As `with`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_is_open(handle: *mut Handle) -> bool {
    // SAFETY: the caller's promise.
    unsafe { with(handle, false, |connection| connection.is_open()) }
}

/// Another number after each time it was opened.
///
/// # Safety
/// As `with`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_generation(handle: *mut Handle) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { with(handle, 0, |connection| connection.generation()) }
}

/// Its socket, or −1.
///
/// # Safety
/// As `with`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_descriptor(handle: *mut Handle) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { with(handle, -1, |connection| connection.descriptor().map_or(-1, |socket| socket.as_raw_fd())) }
}

/// Whether it is opened again by itself: not while it is held.
///
/// # Safety
/// As `with`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_hold(handle: *mut Handle, hold: bool) {
    // SAFETY: the caller's promise.
    unsafe { with(handle, (), |connection| connection.hold(hold)) }
}

/// Milliseconds since bytes came last.
///
/// # Safety
/// As `with`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_idle_ms(handle: *mut Handle) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { with(handle, 0, |connection| u64::try_from(connection.idle().as_millis()).unwrap_or(u64::MAX)) }
}
