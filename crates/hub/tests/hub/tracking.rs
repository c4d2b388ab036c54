//! Presences that connections declare.

use std::collections::BTreeMap;

use baton_hub::*;
use proptest::prelude::*;

use crate::world::*;

fn world() -> World {
    World::new(1, 2, 8, ShardLimits { gather_ms: 50, ..ShardLimits::default() })
}

fn x() -> KeyRef<'static> {
    key(Access::Public, "x")
}

fn with_subscribers(count: usize) -> World {
    let mut world = world();
    for client in 0..count {
        assert!(world.subscribe(client, x(), None, PLAIN).is_ok());
    }
    world
}

#[test]
fn changes_are_sent_to_all_including_their_authors() {
    let mut world = with_subscribers(2);
    let mut sent = Vec::new();
    assert!(world.track(0, x(), "ann", "1").unwrap());
    assert!(!world.track(0, x(), "ann", "1").unwrap(), "it was declared already");
    sent.extend(world.received(0));
    assert_eq!(sent, ["Public:x +ann=1"], "at once");
    world.pass(50);
    assert!(world.track(0, x(), "ann", "2").unwrap());
    assert!(world.track(1, x(), "ann", "9").unwrap());
    assert_eq!(world.presences(x()), ["ann=2"], "as sent");
    world.pass(100);
    assert_eq!(world.presences(x()), ["ann=2", "ann=9"]);
    assert!(world.untrack(0, x()));
    assert!(!world.untrack(0, x()));
    world.pass(50);
    sent.extend(world.received(0));
    assert_eq!(sent, ["Public:x +ann=1", "Public:x +ann=2 -ann=1", "Public:x +ann=9", "Public:x -ann=2"]);
    assert_eq!(world.received(1), sent);
    assert_eq!(world.presences(x()), ["ann=9"]);
}

#[test]
fn a_new_version_names_the_one_that_it_replaces() {
    let mut world = with_subscribers(1);
    let state = |world: &World| {
        let hash = world.hub.hash(x());
        world.hub.with(hash, |shard, _| shard.presences(x(), hash))
    };
    world.track(0, x(), "ann", "1").unwrap();
    let first = state(&world).presences[0].reference;
    world.track(0, x(), "ann", "1½").unwrap();
    world.track(0, x(), "ann", "2").unwrap();
    world.pass(100);
    let second = &state(&world).presences[0];
    assert_eq!(second.replaces, Some(first), "the version that was sent");
    assert_ne!(second.reference, first);
    world.track(0, x(), "bob", "3").unwrap();
    world.pass(50);
    assert_eq!(state(&world).presences[0].replaces, None, "another key is another presence");
    assert_eq!(world.presences(x()), ["bob=3"]);
}

#[test]
fn a_presence_that_changes_in_a_loop_is_sent_once_per_interval() {
    let mut world = with_subscribers(2);
    for n in 0..1_000 {
        world.track(0, x(), "ann", &n.to_string()).unwrap();
        world.untrack(0, x());
        world.track(0, x(), "ann", &(n + 1).to_string()).unwrap();
    }
    world.pass(50);
    assert_eq!(world.received(1), ["Public:x +ann=0", "Public:x +ann=1000 -ann=0"]);
    world.untrack(0, x());
    world.track(0, x(), "ann", "1000").unwrap();
    world.pass(50);
    assert_eq!(world.received(1), [""; 0], "equal to what was sent");
    assert_eq!(world.presences(x()), ["ann=1000"]);
}

#[test]
fn a_presence_ends_with_the_subscription() {
    let mut world = with_subscribers(2);
    world.track(0, x(), "ann", "1").unwrap();
    world.received(1);
    world.unsubscribe(0, x());
    world.pass(50);
    assert_eq!(world.received(1), ["Public:x -ann=1"]);
    world.track(1, x(), "bob", "1").unwrap();
    world.leave(1);
    world.subscribe(0, x(), None, PLAIN).unwrap();
    assert_eq!(world.presences(x()), [""; 0]);
}

#[test]
fn a_channel_that_stays_for_its_history_drops_its_presences() {
    let mut world = world();
    let stored = ChannelRules { history_messages: 1, history_ms: 1_000, ..PLAIN };
    world.subscribe(0, x(), None, stored).unwrap();
    world.publish(x(), "m", None, stored).unwrap();
    world.track(0, x(), "ann", "1").unwrap();
    world.unsubscribe(0, x());
    let subscribed = world.subscribe(1, x(), None, stored).unwrap();
    assert_eq!(shown(&subscribed.presences.unwrap()), [""; 0]);
}

#[test]
fn changes_within_the_interval_are_sent_together() {
    let mut world = with_subscribers(3);
    world.track(0, x(), "ann", "1").unwrap();
    world.track(1, x(), "bob", "1").unwrap();
    world.track(1, x(), "bob", "2").unwrap();
    world.track(2, x(), "cleo", "1").unwrap();
    world.untrack(2, x());
    world.pass(49);
    assert_eq!(world.received(0), ["Public:x +ann=1"]);
    world.pass(1);
    assert_eq!(world.received(0), ["Public:x +bob=2"], "what came and went meanwhile is not sent");
    world.untrack(0, x());
    world.pass(50);
    assert_eq!(world.received(2), ["Public:x +ann=1", "Public:x +bob=2", "Public:x -ann=1"]);
    world.pass(1_000);
    assert_eq!(world.received(2), [""; 0], "nothing has changed");
}

/// A client's JSON object has each key once: of a key that came twice it would take the last.
#[test]
fn the_presences_of_a_key_are_sent_together() {
    let mut world = with_subscribers(4);
    world.track(3, x(), "zoe", "1").unwrap();
    for (client, key) in [(0, "bob"), (1, "ann"), (2, "bob")] {
        world.track(client, x(), key, &client.to_string()).unwrap();
    }
    world.pass(50);
    assert_eq!(world.received(3), ["Public:x +zoe=1", "Public:x +ann=1 +bob=0 +bob=2"]);
    (0..3).for_each(|client| assert!(world.untrack(client, x())));
    world.pass(50);
    assert_eq!(world.received(3), ["Public:x -ann=1 -bob=0 -bob=2"]);
}

#[test]
fn a_new_subscriber_is_given_what_was_sent_and_is_sent_the_rest_with_the_others() {
    let mut world = with_subscribers(3);
    world.track(0, x(), "ann", "1").unwrap();
    world.track(1, x(), "bob", "1").unwrap();
    world.pass(50);
    world.untrack(0, x());
    world.track(1, x(), "bob", "2").unwrap();
    world.track(2, x(), "cleo", "1").unwrap();
    let subscribed = world.subscribe(3, x(), None, PLAIN).unwrap();
    assert_eq!(shown(&subscribed.presences.unwrap()), ["ann=1", "bob=1"]);
    world.pass(50);
    assert_eq!(world.received(3), ["Public:x +bob=2 +cleo=1 -ann=1 -bob=1"]);
    assert_eq!(world.presences(x()), ["bob=2", "cleo=1"]);
}

#[test]
fn changes_sent_together_have_parts_of_bounded_size() {
    let mut world = with_subscribers(4);
    let long = "x".repeat(16 * 1_024);
    world.track(3, x(), "3", "tiny").unwrap();
    world.received(0);
    for client in 0..3 {
        world.track(client, x(), &client.to_string(), &long).unwrap();
    }
    world.track(3, x(), "3", "short").unwrap();
    world.pass(50);
    let parts: Vec<usize> = world.received(0).iter().map(|line| line.matches(" +").count()).collect();
    assert_eq!(parts, [1, 1, 2], "two of them would be over 32 KiB");
    assert_eq!(world.presences(x()).len(), 4);
    for client in 0..3 {
        world.untrack(client, x());
    }
    world.pass(50);
    assert_eq!(world.received(0).len(), 3);
    assert_eq!(world.presences(x()), ["3=short"]);
}

#[test]
fn the_limit_counts_connections() {
    let mut world = with_subscribers(6);
    for client in 0..4 {
        world.track(client, x(), "ann", "1").unwrap();
    }
    assert_eq!(world.track(4, x(), "ann", "1"), Err(TrackError::Full { limit: 4 }));
    world.track(3, x(), "ann", "2").unwrap();
    world.untrack(0, x());
    world.track(4, x(), "ann", "1").unwrap();
    assert_eq!(world.track(7, key(Access::Public, "y"), "ann", "1"), Err(TrackError::NotOccupied));
}

#[test]
fn every_subscriber_receives_what_it_is_interested_in() {
    let mut world = with_subscribers(2);
    let local = |world: &mut World, client: usize, interest| {
        let (on, slot) = (world.connections[client].on, world.connections[client].slot);
        world.loops[on].set_interest(slot, x(), world.hub.hash(x()), interest)
    };
    assert!(local(&mut world, 0, Interest::MESSAGES));
    assert!(local(&mut world, 1, Interest::PRESENCE.and(Interest::REST)));
    world.publish(x(), "one", None, PLAIN).unwrap();
    world.track(0, x(), "ann", "1").unwrap();
    assert_eq!(world.received(0), ["Public:x 1 one"]);
    assert_eq!(world.received(1), ["Public:x +ann=1"]);
    assert!(local(&mut world, 0, Interest::ALL));
    world.publish(x(), "two", None, PLAIN).unwrap();
    world.untrack(0, x());
    world.pass(50);
    assert_eq!(world.received(0), ["Public:x 2 two", "Public:x -ann=1"]);
    assert!(!local(&mut world, 5, Interest::ALL), "no subscription, no interest");
}

/// What happens on one channel.
#[derive(Debug, Clone)]
enum Act {
    Subscribe(usize),
    Unsubscribe(usize),
    Track(usize, &'static str, &'static str),
    Untrack(usize),
    Publish,
    Pass(u64),
}

fn act() -> impl Strategy<Value = Act> {
    let (client, key, info) =
        (0..5usize, prop::sample::select(vec!["ann", "bob"]), prop::sample::select(vec!["1", "2"]));
    prop_oneof![
        3 => client.clone().prop_map(Act::Subscribe),
        2 => client.clone().prop_map(Act::Unsubscribe),
        4 => (client.clone(), key, info).prop_map(|(client, key, info)| Act::Track(client, key, info)),
        2 => client.prop_map(Act::Untrack),
        1 => Just(Act::Publish),
        2 => (0..60u64).prop_map(Act::Pass),
    ]
}

/// A subscriber's view: how often it was sent each `key=info`, less how often it was sent its end.
type View = BTreeMap<String, i32>;

fn count_change(view: &mut View, declared: &str, change: i32) {
    let count = view.entry(declared.to_owned()).or_default();
    *count += change;
    if *count == 0 {
        view.remove(declared);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// What a subscriber was given with its subscription and what it is sent from then on add up to
    /// what is declared.
    #[test]
    fn what_each_subscriber_is_sent_adds_up(acts in prop::collection::vec(act(), 0..80)) {
        let mut world = world();
        let stored = ChannelRules { history_messages: 1, history_ms: 100, ..PLAIN };
        let mut views = BTreeMap::<usize, View>::new();
        let mut declared = BTreeMap::<usize, String>::new();
        for act in acts {
            match act {
                Act::Subscribe(client) => {
                    if let Ok(subscribed) = world.subscribe(client, x(), None, stored) {
                        let view = views.entry(client).or_default();
                        let presences = shown(&subscribed.presences.unwrap());
                        presences.iter().for_each(|one| count_change(view, one, 1));
                    }
                }
                Act::Unsubscribe(client) => {
                    world.unsubscribe(client, x());
                    views.remove(&client);
                    declared.remove(&client);
                }
                Act::Track(client, key, info) if views.contains_key(&client) => {
                    if world.track(client, x(), key, info).is_ok() {
                        declared.insert(client, format!("{key}={info}"));
                    }
                }
                Act::Track(..) => {}
                Act::Untrack(client) => {
                    let was_declared = declared.remove(&client).is_some();
                    prop_assert_eq!(world.untrack(client, x()), was_declared);
                }
                Act::Publish => drop(world.publish(x(), "m", None, stored).unwrap()),
                Act::Pass(ms) => world.pass(ms),
            }
            receive(&mut world, &mut views);
        }
        world.pass(50);
        receive(&mut world, &mut views);
        let mut expected = View::new();
        declared.values().for_each(|one| count_change(&mut expected, one, 1));
        for (client, view) in &views {
            prop_assert_eq!(view, &expected, "connection {}", client);
        }
        let mut shown: Vec<_> = declared.into_values().collect();
        shown.sort();
        let mut sent = world.presences(x());
        sent.sort();
        prop_assert_eq!(sent, shown);
    }
}

fn receive(world: &mut World, views: &mut BTreeMap<usize, View>) {
    for (&client, view) in views {
        for line in world.received(client) {
            for word in line.split(' ') {
                if let Some(one) = word.strip_prefix('+') {
                    count_change(view, one, 1);
                } else if let Some(one) = word.strip_prefix('-') {
                    count_change(view, one, -1);
                }
            }
        }
    }
}
