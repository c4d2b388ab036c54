use std::thread;
use std::time::{Duration, Instant};

use super::*;
use crate::{Config, Reactor};

fn reactor() -> Reactor {
    Reactor::new(Config::default()).unwrap()
}

#[test]
fn places_are_reserved_used_and_freed() {
    let (sender, mut receiver) = mailbox(2, reactor().waker());
    assert!(sender.try_reserve() && sender.try_reserve() && !sender.try_reserve());
    sender.cancel_reservation();
    assert!(sender.try_reserve());
    sender.push_reserved(1);
    sender.push_unreserved(2);
    sender.push_reserved(3);
    assert!(!sender.try_reserve(), "a queued message holds its place");
    let mut messages = Vec::new();
    receiver.drain_into(&mut messages);
    assert_eq!(messages, [1, 2, 3]);
    assert_eq!(sender.taken(), 0, "the message without a place freed none");
    sender.push_unreserved(4);
    receiver.drain_into(&mut messages);
    assert_eq!(messages, [1, 2, 3, 4], "messages that were not handled yet stay in front");
}

#[test]
fn a_busy_loop_costs_its_senders_no_system_call() {
    let reactor = reactor();
    let (sender, mut receiver) = mailbox(usize::MAX, reactor.waker());
    sender.push_unreserved(1);
    assert!(!receiver.prepare_to_sleep(), "there is something to do");
    sender.push_unreserved(2);
    let mut messages = Vec::new();
    receiver.drain_into(&mut messages);
    assert_eq!(reactor.waker().calls(), 0);
    assert!(receiver.prepare_to_sleep());
    sender.push_unreserved(3);
    sender.push_unreserved(4);
    assert_eq!(reactor.waker().calls(), 1, "one call per sleep");
    receiver.awake();
    sender.push_unreserved(5);
    assert_eq!(reactor.waker().calls(), 1);
}

#[test]
fn no_wake_up_is_lost() {
    const SENDERS: usize = 8;
    const EACH: usize = 20_000;
    let mut reactor = reactor();
    let (sender, mut receiver) = mailbox(64, reactor.waker());
    let threads: Vec<_> = (0..SENDERS)
        .map(|number| {
            let sender = sender.clone();
            thread::spawn(move || {
                for count in 0..EACH {
                    while !sender.try_reserve() {
                        thread::yield_now();
                    }
                    sender.push_reserved((number, count));
                }
            })
        })
        .collect();
    let (mut messages, mut next) = (Vec::new(), [0; SENDERS]);
    let (mut total, mut sleeps) = (0, 0);
    while total < SENDERS * EACH {
        let may_sleep = receiver.prepare_to_sleep();
        sleeps += u64::from(may_sleep);
        let (timeout, began) = (Duration::from_secs(20), Instant::now());
        reactor.poll(Some(if may_sleep { timeout } else { Duration::ZERO })).unwrap();
        assert!(began.elapsed() < timeout, "slept with {} of {} messages", total, SENDERS * EACH);
        assert!(reactor.next_event(&mut [0; 16]).is_none());
        receiver.awake();
        receiver.drain_into(&mut messages);
        assert!(messages.len() <= 64, "more messages than places");
        for (number, count) in messages.drain(..) {
            assert_eq!(count, next[number], "messages of one sender keep their order");
            next[number] += 1;
            total += 1;
        }
    }
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert!(reactor.waker().calls() <= sleeps, "at most one system call per sleep");
    assert_eq!(sender.taken(), 0);
}
