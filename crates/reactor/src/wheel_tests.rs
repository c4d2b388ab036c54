use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// Nodes without connections around them.
struct Plain(Vec<Node>);

impl Nodes for Plain {
    fn node(&mut self, index: u32) -> &mut Node {
        &mut self.0[index as usize]
    }
}

/// The slow twin: deadlines in order, and nothing clever.
#[derive(Default)]
struct Twin {
    by_deadline: BTreeMap<u64, BTreeSet<u32>>,
    by_node: BTreeMap<u32, u64>,
}

impl Twin {
    fn set(&mut self, index: u32, deadline: u64) {
        self.cancel(index);
        self.by_node.insert(index, deadline);
        self.by_deadline.entry(deadline).or_default().insert(index);
    }

    fn cancel(&mut self, index: u32) {
        if let Some(deadline) = self.by_node.remove(&index) {
            self.by_deadline.get_mut(&deadline).unwrap().remove(&index);
        }
    }

    /// Due nodes, grouped by the tick at which they came due.
    fn expire(&mut self, from: u64, until: u64) -> BTreeMap<u64, BTreeSet<u32>> {
        let mut due = BTreeMap::<u64, BTreeSet<u32>>::new();
        let later = self.by_deadline.split_off(&(until + 1));
        for (deadline, nodes) in std::mem::replace(&mut self.by_deadline, later) {
            for node in nodes {
                self.by_node.remove(&node);
                due.entry(deadline.max(from)).or_default().insert(node);
            }
        }
        due
    }
}

#[derive(Clone, Debug)]
enum Step {
    Set(u32, u64),
    Cancel(u32),
    Pass(u64),
}

/// Distances from within a tick's list to far beyond every level in use.
fn distance() -> impl Strategy<Value = u64> {
    prop_oneof![0..70u64, 0..5_000u64, 0..1_000_000u64, 0..(1u64 << 40)]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..20u32, distance()).prop_map(|(node, after)| Step::Set(node, after)),
        1 => (0..20u32).prop_map(Step::Cancel),
        3 => distance().prop_map(Step::Pass),
    ]
}

proptest! {
    #[test]
    fn it_does_what_an_ordered_map_does(start in 0..(1u64 << 50), steps in vec(step(), 1..200)) {
        let (mut wheel, mut nodes) = (Wheel::new(start), Plain(vec![Node::default(); 20]));
        let (mut twin, mut now) = (Twin::default(), start);
        for step in steps {
            match step {
                Step::Set(node, after) => {
                    wheel.set(&mut nodes, node, now + after);
                    twin.set(node, now + after);
                }
                Step::Cancel(node) => {
                    wheel.cancel(&mut nodes, node);
                    twin.cancel(node);
                }
                Step::Pass(ticks) => {
                    if let (Some(next), Some(first)) = (wheel.next_tick(), twin.by_node.values().min()) {
                        prop_assert!(next <= (*first).max(now), "sleeps until {next}, past {first}");
                    }
                    let until = now + ticks;
                    let mut due = BTreeMap::<u64, BTreeSet<u32>>::new();
                    while let Some(node) = wheel.expire(&mut nodes, until) {
                        due.entry(wheel.now).or_default().insert(node);
                    }
                    prop_assert_eq!(due, twin.expire(now, until));
                    now = until;
                }
            }
            prop_assert_eq!(wheel.next_tick().is_none(), twin.by_node.is_empty());
        }
    }
}

#[test]
fn an_owner_that_answers_to_due_timers_may_change_the_others() {
    let (mut wheel, mut nodes) = (Wheel::new(0), Plain(vec![Node::default(); 3]));
    for node in 0..3 {
        wheel.set(&mut nodes, node, 5);
    }
    let first = wheel.expire(&mut nodes, 9).unwrap();
    let (second, third) = ((first + 1) % 3, (first + 2) % 3);
    wheel.cancel(&mut nodes, second);
    wheel.set(&mut nodes, third, 7);
    wheel.set(&mut nodes, first, 9);
    assert_eq!(wheel.expire(&mut nodes, 9), Some(third));
    assert_eq!(wheel.expire(&mut nodes, 9), Some(first));
    assert_eq!(wheel.expire(&mut nodes, 9), None);
    assert_eq!(wheel.next_tick(), None);
}

#[test]
fn putting_off_a_timeout_moves_no_links() {
    let (mut wheel, mut nodes) = (Wheel::new(0), Plain(vec![Node::default(); 2]));
    wheel.set(&mut nodes, 0, 1_200);
    wheel.set(&mut nodes, 1, 1_200);
    let links = (nodes.0[0].next, nodes.0[0].previous);
    wheel.set(&mut nodes, 0, 900_000);
    assert_eq!(links, (nodes.0[0].next, nodes.0[0].previous));
    assert_eq!(wheel.expire(&mut nodes, 899_999), Some(1));
    assert_eq!(wheel.expire(&mut nodes, 899_999), None);
    assert_eq!(wheel.expire(&mut nodes, 900_000), Some(0));
}

#[test]
fn the_last_tick_of_all_can_be_waited_for() {
    let (mut wheel, mut nodes) = (Wheel::new(3), Plain(vec![Node::default()]));
    wheel.set(&mut nodes, 0, u64::MAX);
    assert_eq!(wheel.expire(&mut nodes, u64::MAX - 1), None);
    assert_eq!(wheel.expire(&mut nodes, u64::MAX), Some(0));
}
