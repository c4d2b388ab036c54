//! The types that C and Rust share: each extension declares them in its `include/abi.h`.

#![allow(unsafe_code)]

use std::fmt::Display;
use std::os::raw::{c_char, c_int};
use std::slice;

/// Bytes that C owns or borrows.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Bytes {
    /// Their start; any value if there are none.
    pub bytes: *const u8,
    /// How many.
    pub len: usize,
}

impl Bytes {
    /// None at all.
    pub const NONE: Self = Self { bytes: std::ptr::null(), len: 0 };

    /// The bytes, for as long as they are valid in C.
    ///
    /// # Safety
    /// They can be read for all of `'a`.
    pub unsafe fn get<'a>(self) -> &'a [u8] {
        if self.len == 0 || self.bytes.is_null() {
            return &[];
        }
        // SAFETY: the caller's promise.
        unsafe { slice::from_raw_parts(self.bytes, self.len) }
    }
}

/// A list of texts; bytes that are not UTF-8 are replaced.
///
/// # Safety
/// `list` points to `count` entries whose bytes can be read, or `count` is 0.
pub unsafe fn texts(list: *const Bytes, count: usize) -> Vec<String> {
    if count == 0 || list.is_null() {
        return Vec::new();
    }
    // SAFETY: the caller's promise.
    let list = unsafe { slice::from_raw_parts(list, count) };
    // SAFETY: the caller's promise.
    list.iter().map(|text| String::from_utf8_lossy(unsafe { text.get() }).into_owned()).collect()
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        Self { bytes: bytes.as_ptr(), len: bytes.len() }
    }
}

/// Why an entry failed.
#[derive(Debug)]
#[repr(C)]
pub struct Failure {
    /// An errno, or 0.
    pub code: c_int,
    /// A sentence that ends with NUL; cut if it is longer.
    pub text: [c_char; 512],
}

impl Failure {
    /// Writes the reason to C's structure, if there is one.
    ///
    /// # Safety
    /// `to` is null or can be written.
    pub unsafe fn say(to: *mut Self, code: i32, text: &dyn Display) {
        // SAFETY: the caller's promise.
        let Some(failure) = (unsafe { to.as_mut() }) else { return };
        failure.code = code;
        failure.text = [0; 512];
        let text = text.to_string();
        for (to, byte) in failure.text.iter_mut().take(511).zip(text.bytes()) {
            *to = c_char::from_ne_bytes([byte]);
        }
    }
}
