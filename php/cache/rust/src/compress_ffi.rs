//! Compression behind a C interface: `include/compress.h`.

#![allow(unsafe_code)]

use std::os::raw::c_int;
use std::slice;

use baton_c_abi::{Bytes, guard};

use crate::compress::Compression;

/// How much room a value of `len` bytes wants; 0 if it stays as it is.
#[unsafe(no_mangle)]
pub extern "C" fn bc_compress_bound(kind: c_int, len: usize) -> usize {
    guard(0, || Compression::of(kind).and_then(|kind| kind.bound(len)).unwrap_or(0))
}

/// The length of what was written; 0 if the value stays as it is.
///
/// # Safety
/// `value` is readable, and `to` has room for `room` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_compress(
    kind: c_int,
    level: c_int,
    value: Bytes,
    to: *mut u8,
    room: usize,
) -> usize {
    guard(0, || {
        // SAFETY: the caller's promise.
        let (value, to) = unsafe { (value.get(), room_at(to, room)) };
        Compression::of(kind).and_then(|kind| kind.compress(level, value, to)).unwrap_or(0)
    })
}

/// How many bytes the value has; −1 if these bytes are it.
///
/// # Safety
/// `compressed` is readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_decompressed_len(kind: c_int, compressed: Bytes) -> i64 {
    guard(-1, || {
        // SAFETY: the caller's promise.
        let compressed = unsafe { compressed.get() };
        let len = Compression::of(kind).and_then(|kind| kind.decompressed_len(compressed));
        len.and_then(|len| i64::try_from(len).ok()).unwrap_or(-1)
    })
}

/// Decompresses; whether it could.
///
/// # Safety
/// `compressed` is readable, and `to` has room for `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_decompress(kind: c_int, compressed: Bytes, to: *mut u8, len: usize) -> bool {
    guard(false, || {
        // SAFETY: the caller's promise.
        let (compressed, to) = unsafe { (compressed.get(), room_at(to, len)) };
        Compression::of(kind).is_some_and(|kind| kind.decompress(compressed, to))
    })
}

/// C's memory as a slice.
///
/// # Safety
/// `to` has room for `len` bytes, which nothing else touches for all of `'a`.
unsafe fn room_at<'a>(to: *mut u8, len: usize) -> &'a mut [u8] {
    if len == 0 {
        return &mut [];
    }
    // SAFETY: the caller's promise. The memory is C's: what stands in it is written before it is read.
    unsafe { slice::from_raw_parts_mut(to, len) }
}
