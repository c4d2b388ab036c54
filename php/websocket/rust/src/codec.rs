//! Frames and keys without any state, for `WebSocket\Protocol`: `include/codec.h`.

#![allow(unsafe_code)]

use std::slice;

use crate::guard::guard;

/// Whether the bytes are UTF-8.
///
/// # Safety
/// `bytes` points to `len` readable bytes, or `len` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_utf8(bytes: *const u8, len: usize) -> bool {
    guard(false, || {
        // SAFETY: the caller's promise.
        let bytes = if len == 0 { &[][..] } else { unsafe { slice::from_raw_parts(bytes, len) } };
        baton_wire::is_utf8(bytes)
    })
}
