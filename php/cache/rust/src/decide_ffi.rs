//! Decisions that need nothing of PHP, behind a C interface: `include/decide.h`.

#![allow(unsafe_code, reason = "the interface to C")]
#![allow(missing_docs, clippy::missing_safety_doc, reason = "the header says what C needs to know")]

use std::slice;

use baton_c_abi::{Bytes, guard};

use crate::reading::{self, Candidate};
use crate::words::{self, Slice};

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_integer(word: Bytes, number: *mut i64) -> bool {
    guard(false, || {
        // SAFETY: C gives bytes that can be read.
        let Some(integer) = words::integer(unsafe { word.get() }) else { return false };
        // SAFETY: C gives room for it.
        unsafe { number.write(integer) };
        true
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn bc_slice_of(length: u32, first: i64, last: i64) -> Slice {
    guard(Slice::default(), || words::slice(length, first, last))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_choose_reader(
    nodes: *const Candidate,
    count: usize,
    distribution: u8,
    failover: u8,
    prefers_zone: bool,
    chance: *mut u64,
) -> usize {
    guard(count.saturating_sub(1), || {
        // SAFETY: C gives so many, and the cluster's own number.
        let (nodes, chance) = unsafe { (slice::from_raw_parts(nodes, count), &mut *chance) };
        reading::choose(nodes, (distribution, failover), prefers_zone, chance)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn bc_by_chance(chance: *mut u64, count: u64) -> u64 {
    // SAFETY: C gives the cluster's own number.
    guard(0, || reading::by_chance(unsafe { &mut *chance }, count))
}
