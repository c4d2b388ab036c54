//! From a mailbox to the connections of a loop.

use std::{collections::BTreeMap, sync::Arc};

use baton_hub::*;
use proptest::prelude::*;

use crate::world::*;

#[test]
fn a_newcomer_hears_only_what_comes_after_it() {
    let mut world = World::new(1, 1, 3, ShardLimits::default());
    let x = key(Access::Public, "x");
    world.subscribe(0, x, None, PLAIN).unwrap();
    world.publish(x, "before", None, PLAIN).unwrap();
    world.subscribe(1, x, None, PLAIN).unwrap(); // while "before" waits in the mailbox
    world.publish(x, "after", None, PLAIN).unwrap();
    assert_eq!(world.heard(0), ["Public:x 1 before", "Public:x 2 after"]);
    assert_eq!(world.heard(1), ["Public:x 2 after"]);
}

#[test]
fn one_who_left_hears_nothing_that_still_waits_even_if_it_comes_back() {
    let mut world = World::new(1, 1, 2, ShardLimits::default());
    let x = key(Access::Public, "x");
    world.subscribe(0, x, None, PLAIN).unwrap();
    world.subscribe(1, x, None, PLAIN).unwrap();
    world.publish(x, "one", None, PLAIN).unwrap();
    world.unsubscribe(0, x);
    world.subscribe(0, x, None, PLAIN).unwrap();
    world.publish(x, "two", None, PLAIN).unwrap();
    assert_eq!(world.heard(0), ["Public:x 2 two"]);
    assert_eq!(world.heard(1), ["Public:x 1 one", "Public:x 2 two"]);
}

#[test]
fn what_waits_from_an_earlier_life_of_a_channel_is_dropped() {
    let mut world = World::new(1, 1, 1, ShardLimits::default());
    let x = key(Access::Public, "x");
    world.subscribe(0, x, None, PLAIN).unwrap();
    world.publish(x, "old", None, PLAIN).unwrap();
    world.unsubscribe(0, x);
    world.subscribe(0, x, None, PLAIN).unwrap();
    world.publish(x, "new", None, PLAIN).unwrap();
    assert_eq!(world.heard(0), ["Public:x 1 new"]);
}

#[test]
fn a_loop_without_subscribers_receives_nothing() {
    let mut world = World::new(1, 3, 3, ShardLimits::default());
    let x = key(Access::Public, "x");
    world.subscribe(0, x, None, PLAIN).unwrap();
    world.subscribe(1, x, None, PLAIN).unwrap();
    world.unsubscribe(1, x);
    world.publish(x, "m", None, PLAIN).unwrap();
    let waiting: Vec<usize> = world.hub.post.borrow().mailboxes.iter().map(|mailbox| mailbox.len()).collect();
    assert_eq!(waiting, [1, 0, 0]);
}

#[test]
fn removals_in_any_order_leave_the_others_listed_once() {
    let mut world = World::new(1, 1, 60, ShardLimits::default());
    let (x, y) = (key(Access::Public, "x"), key(Access::Public, "y"));
    for who in 0..60 {
        world.subscribe(who, x, None, PLAIN).unwrap();
        world.subscribe(who, y, None, PLAIN).unwrap();
        if who % 7 == 0 {
            world.publish(x, "between", None, PLAIN).unwrap();
            world.heard(who); // some are settled, some are not
        }
    }
    for who in (0..60).filter(|who| who % 3 == 1).chain((0..60).rev().filter(|who| who % 3 == 2)) {
        assert!(world.unsubscribe(who, x));
    }
    world.deliver_all();
    for connection in &mut world.connections {
        connection.heard.clear();
    }
    world.publish(x, "m", None, PLAIN).unwrap();
    world.publish(y, "n", None, PLAIN).unwrap();
    world.deliver_all();
    for (who, connection) in world.connections.iter().enumerate() {
        let expected: &[&str] = if who % 3 == 0 { &["Public:x 9", "Public:y 1"] } else { &["Public:y 1"] };
        let heard: Vec<_> = connection
            .heard
            .iter()
            .map(|line| line.rsplit_once(' ').expect("channel, offset, text").0)
            .collect();
        assert_eq!(heard.len(), expected.len(), "connection {who}");
        assert!(heard.iter().zip(expected).all(|(heard, expected)| heard.starts_with(&expected[..8])));
    }
}

#[test]
fn frames_are_encoded_once_for_all_loops() {
    let mut world = World::new(1, 2, 2, ShardLimits::default());
    let x = key(Access::Public, "x");
    world.subscribe(0, x, None, PLAIN).unwrap();
    world.subscribe(1, x, None, PLAIN).unwrap();
    world.publish(x, "m", None, PLAIN).unwrap();
    let post = world.hub.post.borrow();
    let [first, second] = [0, 1].map(|on| &post.mailboxes[on][0]);
    let frame = first.frames.get_or_encode(Framing(3), || Some(Arc::from(&b"once"[..]))).unwrap();
    let again = second.frames.get_or_encode(Framing(3), || None).unwrap();
    assert!(std::sync::Arc::ptr_eq(frame, again));
    assert!(first.frames.get_or_encode(Framing(4), || None).is_none());
    assert!(
        first.frames.get_or_encode(Framing(4), || Some(Arc::from(&b""[..]))).is_none(),
        "no words stays no words"
    );
}

/// What happens on one channel of one loop.
#[derive(Debug, Clone, Copy)]
enum Act {
    Subscribe(usize),
    Unsubscribe(usize),
    Listen(usize, Interest),
    Publish,
    Deliver(usize),
}

fn act() -> impl Strategy<Value = Act> {
    let interest =
        prop::sample::select(vec![Interest::ALL, Interest::MESSAGES, Interest::PRESENCE, Interest::NOTHING]);
    prop_oneof![
        3 => (0..HEARERS).prop_map(Act::Subscribe),
        2 => (0..HEARERS).prop_map(Act::Unsubscribe),
        3 => (0..HEARERS, interest).prop_map(|(who, interest)| Act::Listen(who, interest)),
        3 => Just(Act::Publish),
        2 => (0..4usize).prop_map(Act::Deliver),
    ]
}

const HEARERS: usize = 6;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// A message reaches those who were subscribed when it was published, still are, and want messages.
    #[test]
    fn whoever_comes_goes_or_listens_otherwise_the_right_ones_hear(acts in prop::collection::vec(act(), 0..80)) {
        let mut world = World::new(1, 1, HEARERS as u32, ShardLimits::default());
        let x = key(Access::Public, "x");
        let hash = world.hub.hash(x);
        // Each subscription has a number of its own, and what it wants.
        let (mut tickets, mut last_ticket) = (BTreeMap::<usize, (u32, Interest)>::new(), 0);
        let (mut waiting, mut published) = (Vec::<(String, Vec<(usize, u32)>)>::new(), 0);
        let mut expected = vec![Vec::<String>::new(); HEARERS];
        for act in acts.into_iter().chain([Act::Deliver(usize::MAX)]) {
            match act {
                Act::Subscribe(who) => {
                    let subscribed = world.subscribe(who, x, None, PLAIN).is_ok();
                    prop_assert_eq!(subscribed, !tickets.contains_key(&who));
                    last_ticket += 1;
                    tickets.entry(who).or_insert((last_ticket, Interest::ALL));
                }
                Act::Unsubscribe(who) => {
                    prop_assert_eq!(world.unsubscribe(who, x), tickets.remove(&who).is_some());
                }
                Act::Listen(who, interest) => {
                    let slot = world.connections[who].slot;
                    let listens = world.loops[0].set_interest(slot, x, hash, interest);
                    prop_assert_eq!(listens, tickets.contains_key(&who));
                    if let Some((_, wanted)) = tickets.get_mut(&who) {
                        *wanted = interest;
                    }
                }
                Act::Publish => {
                    published += 1;
                    world.publish(x, &format!("m{published}"), None, PLAIN).unwrap();
                    if !tickets.is_empty() {
                        let to = tickets.iter().map(|(who, (ticket, _))| (*who, *ticket)).collect();
                        waiting.push((format!("m{published}"), to));
                    }
                }
                Act::Deliver(count) => {
                    world.deliver(0, count);
                    for (text, to) in waiting.drain(..count.min(waiting.len())) {
                        let hears = |(who, ticket): &(usize, u32)| tickets.get(who).is_some_and(|(held, interest)| {
                            held == ticket && interest.hears(Interest::MESSAGES)
                        });
                        to.iter().filter(|it| hears(it)).for_each(|(who, _)| expected[*who].push(text.clone()));
                    }
                }
            }
            let heard: Vec<Vec<&str>> = world.connections.iter()
                .map(|connection| connection.heard.iter().filter_map(|line| line.split(' ').nth(2)).collect())
                .collect();
            prop_assert_eq!(&heard, &expected);
        }
    }
}
