//! Lists of operations on a table in shared memory, held against a map; and the same while bytes of the memory change by
//! themselves, which may lose entries, but never ends the process nor gives a key another one's value. Four bytes are one
//! operation, after one for the policy and eight for what is damaged.

use baton_near_cache::Policy;

#[path = "../../crates/near_cache/tests/table/operation.rs"]
mod operation;
#[path = "../../crates/near_cache/tests/table/world.rs"]
mod world;

const POLICIES: [Policy; 2] = [Policy::S3Fifo, Policy::Keep];

/// One input.
pub(crate) fn run(bytes: &[u8]) {
    let Some(([head, damage @ ..], bytes)) = bytes.split_first_chunk::<9>() else { return };
    let (operations, _) = bytes.as_chunks::<4>();
    let operations: Vec<_> = operations.iter().map(|bytes| operation::Operation::decode(*bytes)).collect();
    let policy = POLICIES[usize::from(*head) % POLICIES.len()];
    match u64::from_le_bytes(*damage) {
        0 => drop(operation::run(policy, world::SMALL, &operations)),
        dice => operation::run_damaged(policy, &operations, dice),
    }
}
