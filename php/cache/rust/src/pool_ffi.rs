//! The pool of connections behind a C interface: the end of `include/client.h`.

#![allow(unsafe_code)]

use std::ptr;

use baton_c_abi::{Bytes, guard};

use crate::connection_ffi::Handle;
use crate::pool::Pool;

/// A pool, as C knows it.
pub type Connections = Pool<Box<Handle>>;

/// An empty pool.
#[unsafe(no_mangle)]
pub extern "C" fn bc_pool_new(limit: usize) -> *mut Connections {
    guard(ptr::null_mut(), || Box::into_raw(Box::new(Pool::new(limit))))
}

/// Closes and frees the connections, and the pool; NULL is none.
///
/// # Safety
/// `pool` is NULL or from [`bc_pool_new`], and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_pool_free(pool: *mut Connections) {
    if !pool.is_null() {
        // SAFETY: the caller's promise.
        guard((), || drop(unsafe { Box::from_raw(pool) }));
    }
}

/// The connection that was given last under this key, or NULL.
///
/// # Safety
/// `pool` is a pool, `key` is readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_pool_take(pool: *mut Connections, key: Bytes) -> *mut Handle {
    guard(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let (pool, key) = unsafe { (&*pool, key.get()) };
        pool.take(key).map_or(ptr::null_mut(), Box::into_raw)
    })
}

/// Keeps a connection, if it is of use to others.
///
/// # Safety
/// `pool` is a pool, `key` is readable; `handle` is a connection and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_pool_give(pool: *mut Connections, key: Bytes, handle: *mut Handle) {
    guard((), || {
        // SAFETY: the caller's promise.
        let (pool, key, handle) = unsafe { (&*pool, key.get(), Box::from_raw(handle)) };
        if handle.is_reusable() {
            drop(pool.give(key, handle));
        }
    });
}
