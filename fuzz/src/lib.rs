//! Fuzz targets: one for each parser, and one for each list of operations. A target is a function of any bytes that panics on a
//! fault. [`TARGETS`] names them all; `tests/targets.rs` and `libfuzzer/` run them.

// A target reports what it found by a panic, and shares the worlds of other crates' tests.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::cast_possible_truncation)]

use arbitrary::{Arbitrary, Unstructured};

mod event_stream;
mod hook_answer;
mod hub_operations;
mod near_cache;
mod pg_json;
mod pgoutput;
mod phoenix;
mod postgres_filter;
mod pusher_api;
mod pusher_message;
mod reactor_tls;
mod resp_reply;
mod wire_decode;
mod wire_inflate;
mod wire_request_head;
mod wire_single;
mod wire_upgrade;

/// What takes an input and panics on a fault.
pub type Target = fn(&[u8]);

/// Every target by its name.
pub const TARGETS: [(&str, Target); 17] = [
    ("event_stream", event_stream::run),
    ("hook_answer", hook_answer::run),
    ("hub_operations", hub_operations::run),
    ("near_cache", near_cache::run),
    ("pg_json", pg_json::run),
    ("pgoutput", pgoutput::run),
    ("phoenix", phoenix::run),
    ("postgres_filter", postgres_filter::run),
    ("pusher_api", pusher_api::run),
    ("pusher_message", pusher_message::run),
    ("reactor_tls", reactor_tls::run),
    ("resp_reply", resp_reply::run),
    ("wire_decode", wire_decode::run),
    ("wire_inflate", wire_inflate::run),
    ("wire_request_head", wire_request_head::run),
    ("wire_single", wire_single::run),
    ("wire_upgrade", wire_upgrade::run),
];

/// The target of that name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().find(|(known, _)| *known == name).map(|&(_, target)| target)
}

/// An input of a target that wants more than bytes; none where the bytes do not make one.
fn structured<'a, T: Arbitrary<'a>>(data: &'a [u8]) -> Option<T> {
    T::arbitrary_take_rest(Unstructured::new(data)).ok()
}
