//! What may change while a connection is open, and what is counted.

#![allow(unsafe_code)]

use baton_c_abi::Bytes;

use super::lent::timeout;
use super::{Handle, with};
use crate::connection::{Backoff, Way};

/// How long each wait for the server may be; 0 for any time.
///
/// # Safety
/// As `with`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_set_read_timeout(handle: *mut Handle, milliseconds: u32) {
    // SAFETY: the caller's promise.
    unsafe { with(handle, (), |connection| connection.set_read_timeout(timeout(milliseconds))) }
}

/// How often it is opened again, and after which waits.
///
/// # Safety
/// As `with`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_set_retries(
    handle: *mut Handle,
    max_retries: u32,
    backoff: u8,
    base: u32,
    cap: u32,
) {
    let backoff = Backoff { way: Way::of(backoff), base, cap };
    // SAFETY: the caller's promise.
    unsafe { with(handle, (), |connection| connection.set_retries(max_retries, backoff)) }
}

/// Whether TCP asks a silent server if it is there.
///
/// # Safety
/// As `with`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_set_keepalive(handle: *mut Handle, keepalive: bool) {
    // SAFETY: the caller's promise.
    unsafe { with(handle, (), |connection| connection.set_keepalive(keepalive)) }
}

/// Who the next handshakes say that it is. Unless it has said so already, nothing is found for it until the server has accepted that.
///
/// # Safety
/// As `with`, and both are readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_set_credentials(handle: *mut Handle, user: Bytes, password: Bytes) {
    // SAFETY: the caller's promise.
    let (user, password) = unsafe { (user.get().to_vec(), password.get().to_vec()) };
    baton_c_abi::guard((), || {
        // SAFETY: the caller's promise.
        let handle = unsafe { &mut *handle };
        handle.connection.set_credentials(user, password);
        handle.follow();
    });
}

/// Whether the server has accepted these credentials by a command of the program.
///
/// # Safety
/// As `with`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_was_let_in(handle: *mut Handle, was: bool) {
    // SAFETY: the caller's promise.
    unsafe { with(handle, (), |connection| connection.was_let_in(was)) }
}

/// Which database the next handshakes select.
///
/// # Safety
/// As `with`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_connection_set_database(handle: *mut Handle, database: u32) {
    baton_c_abi::guard((), || {
        // SAFETY: the caller's promise.
        unsafe { &mut *handle }.select(database);
    });
}

/// Bytes of the protocol that were sent.
///
/// # Safety
/// As `with`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_bytes_sent(handle: *mut Handle) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { with(handle, 0, |connection| connection.traffic().sent) }
}

/// Bytes of the protocol that came.
///
/// # Safety
/// As `with`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_bytes_received(handle: *mut Handle) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { with(handle, 0, |connection| connection.traffic().received) }
}

/// Counts both from 0.
///
/// # Safety
/// As `with`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_clear_bytes(handle: *mut Handle) {
    // SAFETY: the caller's promise.
    unsafe { with(handle, (), |connection| *connection.traffic_mut() = Default::default()) }
}
