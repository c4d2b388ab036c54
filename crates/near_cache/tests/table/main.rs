//! The table beside a map: whatever is done to it, it says what the map says, or nothing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails, fails here")]
#![allow(clippy::cast_possible_truncation, reason = "numbers of tests are small")]

#[path = "operation.rs"]
mod operation;
#[path = "world.rs"]
mod world;

use baton_near_cache::Policy;
use operation::Operation;
use proptest::prelude::*;

const POLICIES: [Policy; 2] = [Policy::S3Fifo, Policy::Keep];

fn operations(most: usize) -> impl Strategy<Value = Vec<Operation>> {
    prop::collection::vec(any::<[u8; 4]>().prop_map(Operation::decode), 1..most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_found_but_what_was_written_last(policy in prop::sample::select(&POLICIES[..]), list in operations(600)) {
        operation::run(policy, world::SMALL, &list);
    }

    #[test]
    fn where_there_is_room_everything_is_found(policy in prop::sample::select(&POLICIES[..]), list in operations(200)) {
        let world = operation::run(policy, world::LARGE, &list);
        prop_assert_eq!(world.table.stats().evictions, 0);
        prop_assert_eq!(world.lost, 0);
    }

    #[test]
    fn damage_loses_entries_and_never_swaps_them(policy in prop::sample::select(&POLICIES[..]), list in operations(400), flips in any::<u64>()) {
        operation::run_damaged(policy, &list, flips);
    }
}
