//! The canary on its way through a loop that is turned by hand, and to one that nobody turns.

use super::*;
use crate::canary::{Ledger, Publisher};
use crate::clock;

const SECOND: u64 = 1_000_000_000;

fn ledger(turned: &Turned, id: usize) -> &Ledger {
    &turned.worker.event_loop.node.metrics.loops[id].canary
}

/// Received, lost, and out of order.
fn figures(turned: &Turned, id: usize) -> (u64, u64, u64) {
    let ledger = ledger(turned, id);
    (ledger.received(), ledger.lost(), ledger.disordered())
}

#[test]
fn a_loop_measures_a_canary_at_the_end_of_its_turn() {
    let mut turned = Turned::new(Config::default());
    let node = Arc::clone(&turned.worker.event_loop.node);
    let mut publisher = Publisher::new(&node);
    let before = clock::now_ns();
    for number in 1..=5 {
        publisher.turn(&node, clock::now_ns());
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(figures(&turned, 0), (number - 1, 0, 0), "it is not written yet");
        turned.turn();
        assert_eq!(figures(&turned, 0), (number, 0, 0));
    }
    let passed_us = (clock::now_ns() - before) / 1_000;
    let (_, sum_us) = ledger(&turned, 0).latency();
    assert!((10_000..=passed_us).contains(&sum_us), "{sum_us} of {passed_us} microseconds");
    let counters = &turned.worker.event_loop.counters;
    assert_eq!((counters.messages_out.get(), counters.subscriptions.get()), (0, 0));
    assert_eq!((node.hub_size().0, node.metrics.subscriptions()), (0, 0));
}

#[test]
fn what_a_stuck_loop_does_not_receive_is_lost_after_ten_seconds() {
    let mut turned = Turned::new(Config::default());
    let node = Arc::clone(&turned.worker.event_loop.node);
    let mut publisher = Publisher::new(&node);
    for second in 0..=14 {
        publisher.turn(&node, (100 + second) * SECOND);
        turned.turn();
    }
    assert_eq!(figures(&turned, 0), (15, 0, 0));
    assert_eq!(figures(&turned, 1), (0, 5, 0), "those of the first five seconds");
}

#[test]
fn a_canary_that_is_dropped_on_its_way_is_lost_when_the_next_one_comes() {
    let mut turned = Turned::new(Config::default());
    let node = Arc::clone(&turned.worker.event_loop.node);
    let mut publisher = Publisher::new(&node);
    let now = clock::now_ns();
    publisher.turn(&node, now);
    turned.turn();
    publisher.turn(&node, now);
    turned.worker.mailbox.drain_into(&mut Vec::new());
    publisher.turn(&node, now);
    turned.turn();
    assert_eq!(figures(&turned, 0), (2, 1, 0));
}

#[test]
fn a_canary_that_finds_no_room_goes_to_no_loop_and_is_not_lost() {
    let mut turned =
        Turned::with(Config::default(), Settings { loop_queue_messages: 64, ..Settings::default() });
    let node = Arc::clone(&turned.worker.event_loop.node);
    let mut publisher = Publisher::new(&node);
    let now = clock::now_ns();
    for _ in 0..70 {
        publisher.turn(&node, now);
        turned.turn();
    }
    let counted = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
    let canary = &node.metrics.canary;
    assert_eq!((counted(&canary.published), counted(&canary.refused)), (64, 6));
    assert_eq!(figures(&turned, 0), (64, 0, 0));
    turned.other.drain_into(&mut Vec::new());
    publisher.turn(&node, now);
    turned.turn();
    assert_eq!(figures(&turned, 0), (65, 0, 0));
}
