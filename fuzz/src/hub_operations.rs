//! Lists of operations on the hub: subscriptions, publishes, goings and the passing of time have the outcome that a
//! naive model says, and no bound is passed. Four bytes are one operation.

#[path = "../../crates/hub/tests/hub/operation.rs"]
mod operation;
#[path = "../../crates/hub/tests/hub/twin/mod.rs"]
mod twin;
#[allow(dead_code, reason = "the tests of single behaviours use the rest")]
#[path = "../../crates/hub/tests/hub/world.rs"]
mod world;

/// One input.
pub(crate) fn run(bytes: &[u8]) {
    let (operations, _) = bytes.as_chunks::<4>();
    let operations: Vec<_> = operations.iter().map(|bytes| operation::Operation::decode(*bytes)).collect();
    operation::run(&operations);
}
