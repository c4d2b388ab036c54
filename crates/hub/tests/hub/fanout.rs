//! From a mailbox to the connections of a loop.

use std::{collections::BTreeMap, sync::Arc};

use baton_hub::*;
use proptest::prelude::*;

use crate::world::*;

#[test]
fn a_new_subscriber_receives_only_later_messages() {
    let mut world = World::new(1, 1, 3, ShardLimits::default());
    let x = key(Access::Public, "x");
    world.subscribe(0, x, None, PLAIN).unwrap();
    world.publish(x, "before", None, PLAIN).unwrap();
    world.subscribe(1, x, None, PLAIN).unwrap(); // while "before" is in the mailbox
    world.publish(x, "after", None, PLAIN).unwrap();
    assert_eq!(world.received(0), ["Public:x 1 before", "Public:x 2 after"]);
    assert_eq!(world.received(1), ["Public:x 2 after"]);
}

#[test]
fn a_connection_that_left_receives_nothing_queued_even_if_it_returns() {
    let mut world = World::new(1, 1, 2, ShardLimits::default());
    let x = key(Access::Public, "x");
    world.subscribe(0, x, None, PLAIN).unwrap();
    world.subscribe(1, x, None, PLAIN).unwrap();
    world.publish(x, "one", None, PLAIN).unwrap();
    world.unsubscribe(0, x);
    world.subscribe(0, x, None, PLAIN).unwrap();
    world.publish(x, "two", None, PLAIN).unwrap();
    assert_eq!(world.received(0), ["Public:x 2 two"]);
    assert_eq!(world.received(1), ["Public:x 1 one", "Public:x 2 two"]);
}

#[test]
fn what_is_queued_from_an_earlier_incarnation_of_a_channel_is_dropped() {
    let mut world = World::new(1, 1, 1, ShardLimits::default());
    let x = key(Access::Public, "x");
    world.subscribe(0, x, None, PLAIN).unwrap();
    world.publish(x, "old", None, PLAIN).unwrap();
    world.unsubscribe(0, x);
    world.subscribe(0, x, None, PLAIN).unwrap();
    world.publish(x, "new", None, PLAIN).unwrap();
    assert_eq!(world.received(0), ["Public:x 1 new"]);
}

#[test]
fn a_loop_without_subscribers_receives_nothing() {
    let mut world = World::new(1, 3, 3, ShardLimits::default());
    let x = key(Access::Public, "x");
    world.subscribe(0, x, None, PLAIN).unwrap();
    world.subscribe(1, x, None, PLAIN).unwrap();
    world.unsubscribe(1, x);
    world.publish(x, "m", None, PLAIN).unwrap();
    let waiting: Vec<usize> =
        world.hub.output.borrow().mailboxes.iter().map(|mailbox| mailbox.len()).collect();
    assert_eq!(waiting, [1, 0, 0]);
}

#[test]
fn removals_in_any_order_leave_the_others_listed_once() {
    let mut world = World::new(1, 1, 60, ShardLimits::default());
    let (x, y) = (key(Access::Public, "x"), key(Access::Public, "y"));
    for client in 0..60 {
        world.subscribe(client, x, None, PLAIN).unwrap();
        world.subscribe(client, y, None, PLAIN).unwrap();
        if client % 7 == 0 {
            world.publish(x, "between", None, PLAIN).unwrap();
            world.received(client); // some are settled, some are not
        }
    }
    for client in
        (0..60).filter(|client| client % 3 == 1).chain((0..60).rev().filter(|client| client % 3 == 2))
    {
        assert!(world.unsubscribe(client, x));
    }
    world.deliver_all();
    for connection in &mut world.connections {
        connection.received.clear();
    }
    world.publish(x, "m", None, PLAIN).unwrap();
    world.publish(y, "n", None, PLAIN).unwrap();
    world.deliver_all();
    for (client, connection) in world.connections.iter().enumerate() {
        let expected: &[&str] = if client % 3 == 0 { &["Public:x 9", "Public:y 1"] } else { &["Public:y 1"] };
        let received: Vec<_> = connection
            .received
            .iter()
            .map(|line| line.rsplit_once(' ').expect("channel, offset, text").0)
            .collect();
        assert_eq!(received.len(), expected.len(), "connection {client}");
        assert!(
            received.iter().zip(expected).all(|(received, expected)| received.starts_with(&expected[..8]))
        );
    }
}

#[test]
fn frames_are_encoded_once_for_all_loops() {
    let mut world = World::new(1, 2, 2, ShardLimits::default());
    let x = key(Access::Public, "x");
    world.subscribe(0, x, None, PLAIN).unwrap();
    world.subscribe(1, x, None, PLAIN).unwrap();
    world.publish(x, "m", None, PLAIN).unwrap();
    let output = world.hub.output.borrow();
    let [first, second] = [0, 1].map(|on| &output.mailboxes[on][0]);
    let frame = first.frames.get_or_encode(Framing(3), || Some(Arc::from(&b"once"[..]))).unwrap();
    let again = second.frames.get_or_encode(Framing(3), || None).unwrap();
    assert!(std::sync::Arc::ptr_eq(frame, again));
    assert!(first.frames.get_or_encode(Framing(4), || None).is_none());
    assert!(
        first.frames.get_or_encode(Framing(4), || Some(Arc::from(&b""[..]))).is_none(),
        "no frame stays no frame"
    );
}

/// What happens on one channel of one loop.
#[derive(Debug, Clone, Copy)]
enum Act {
    Subscribe(usize),
    Unsubscribe(usize),
    SetInterest(usize, Interest),
    Publish,
    Deliver(usize),
}

fn act() -> impl Strategy<Value = Act> {
    let interest =
        prop::sample::select(vec![Interest::ALL, Interest::MESSAGES, Interest::PRESENCE, Interest::NOTHING]);
    prop_oneof![
        3 => (0..CONNECTIONS).prop_map(Act::Subscribe),
        2 => (0..CONNECTIONS).prop_map(Act::Unsubscribe),
        3 => (0..CONNECTIONS, interest).prop_map(|(client, interest)| Act::SetInterest(client, interest)),
        3 => Just(Act::Publish),
        2 => (0..4usize).prop_map(Act::Deliver),
    ]
}

const CONNECTIONS: usize = 6;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// A message reaches the connections that were subscribed when it was published, still are, and
    /// are interested in messages.
    #[test]
    fn a_message_reaches_exactly_the_interested_subscribers(
        acts in prop::collection::vec(act(), 0..80),
    ) {
        let mut world = World::new(1, 1, CONNECTIONS as u32, ShardLimits::default());
        let x = key(Access::Public, "x");
        let hash = world.hub.hash(x);
        // Each subscription has a number of its own, and its interest.
        let (mut tickets, mut last_ticket) = (BTreeMap::<usize, (u32, Interest)>::new(), 0);
        let (mut waiting, mut published) = (Vec::<(String, Vec<(usize, u32)>)>::new(), 0);
        let mut expected = vec![Vec::<String>::new(); CONNECTIONS];
        for act in acts.into_iter().chain([Act::Deliver(usize::MAX)]) {
            match act {
                Act::Subscribe(client) => {
                    let subscribed = world.subscribe(client, x, None, PLAIN).is_ok();
                    prop_assert_eq!(subscribed, !tickets.contains_key(&client));
                    last_ticket += 1;
                    tickets.entry(client).or_insert((last_ticket, Interest::ALL));
                }
                Act::Unsubscribe(client) => {
                    prop_assert_eq!(world.unsubscribe(client, x), tickets.remove(&client).is_some());
                }
                Act::SetInterest(client, interest) => {
                    let slot = world.connections[client].slot;
                    let found = world.loops[0].set_interest(slot, x, hash, interest);
                    prop_assert_eq!(found, tickets.contains_key(&client));
                    if let Some((_, wanted)) = tickets.get_mut(&client) {
                        *wanted = interest;
                    }
                }
                Act::Publish => {
                    published += 1;
                    world.publish(x, &format!("m{published}"), None, PLAIN).unwrap();
                    if !tickets.is_empty() {
                        let to = tickets.iter().map(|(client, (ticket, _))| (*client, *ticket)).collect();
                        waiting.push((format!("m{published}"), to));
                    }
                }
                Act::Deliver(count) => {
                    world.deliver(0, count);
                    for (text, to) in waiting.drain(..count.min(waiting.len())) {
                        for (client, ticket) in to {
                            let now = tickets.get(&client);
                            if now.is_some_and(|now| now.0 == ticket && now.1.hears(Interest::MESSAGES)) {
                                expected[client].push(text.clone());
                            }
                        }
                    }
                }
            }
            let texts = |lines: &[String]| -> Vec<String> {
                lines.iter().filter_map(|line| Some(line.split(' ').nth(2)?.to_owned())).collect()
            };
            let received: Vec<_> =
                world.connections.iter().map(|connection| texts(&connection.received)).collect();
            prop_assert_eq!(&received, &expected);
        }
    }
}
