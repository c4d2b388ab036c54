//! The hub against its model.

use proptest::prelude::*;

use crate::operation::{Operation, run};

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    prop::collection::vec(any::<[u8; 4]>().prop_map(Operation::decode), 0..250)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_list_of_operations_has_the_outcome_that_the_model_says(operations in operations()) {
        run(&operations);
    }
}
