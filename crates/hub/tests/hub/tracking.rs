//! Presence that connections declare.

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
    for who in 0..count {
        assert!(world.subscribe(who, x(), None, PLAIN).is_ok());
    }
    world
}

#[test]
fn changes_are_told_to_all_and_to_their_authors() {
    let mut world = with_subscribers(2);
    let mut told = Vec::new();
    assert!(world.track(0, x(), "ann", "1").unwrap());
    assert!(!world.track(0, x(), "ann", "1").unwrap(), "she had said so");
    told.extend(world.heard(0));
    assert_eq!(told, ["Public:x +ann=1"], "at once");
    world.pass(50);
    assert!(world.track(0, x(), "ann", "2").unwrap());
    assert!(world.track(1, x(), "ann", "9").unwrap());
    assert_eq!(world.presences(x()), ["ann=2"], "as told");
    world.pass(100);
    assert_eq!(world.presences(x()), ["ann=2", "ann=9"]);
    assert!(world.untrack(0, x()));
    assert!(!world.untrack(0, x()));
    world.pass(50);
    told.extend(world.heard(0));
    assert_eq!(told, ["Public:x +ann=1", "Public:x +ann=2 -ann=1", "Public:x +ann=9", "Public:x -ann=2"]);
    assert_eq!(world.heard(1), told);
    assert_eq!(world.presences(x()), ["ann=9"]);
}

#[test]
fn a_new_version_names_the_one_that_it_takes_the_place_of() {
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
    assert_eq!(second.replaces, Some(first), "the version that the others know");
    assert_ne!(second.reference, first);
    world.track(0, x(), "bob", "3").unwrap();
    world.pass(50);
    assert_eq!(state(&world).presences[0].replaces, None, "another key is another one");
    assert_eq!(world.presences(x()), ["bob=3"]);
}

#[test]
fn one_that_changes_without_end_is_told_once_an_interval() {
    let mut world = with_subscribers(2);
    for n in 0..1_000 {
        world.track(0, x(), "ann", &n.to_string()).unwrap();
        world.untrack(0, x());
        world.track(0, x(), "ann", &(n + 1).to_string()).unwrap();
    }
    world.pass(50);
    assert_eq!(world.heard(1), ["Public:x +ann=0", "Public:x +ann=1000 -ann=0"]);
    world.untrack(0, x());
    world.track(0, x(), "ann", "1000").unwrap();
    world.pass(50);
    assert_eq!(world.heard(1), [""; 0], "as they know it");
    assert_eq!(world.presences(x()), ["ann=1000"]);
}

#[test]
fn what_was_said_ends_with_the_subscription() {
    let mut world = with_subscribers(2);
    world.track(0, x(), "ann", "1").unwrap();
    world.heard(1);
    world.unsubscribe(0, x());
    world.pass(50);
    assert_eq!(world.heard(1), ["Public:x -ann=1"]);
    world.track(1, x(), "bob", "1").unwrap();
    world.leave(1);
    world.subscribe(0, x(), None, PLAIN).unwrap();
    assert_eq!(world.presences(x()), [""; 0]);
}

#[test]
fn a_channel_that_stays_for_its_history_forgets_what_was_said_on_it() {
    let mut world = world();
    let kept = ChannelRules { history_messages: 1, history_ms: 1_000, ..PLAIN };
    world.subscribe(0, x(), None, kept).unwrap();
    world.publish(x(), "m", None, kept).unwrap();
    world.track(0, x(), "ann", "1").unwrap();
    world.unsubscribe(0, x());
    let subscribed = world.subscribe(1, x(), None, kept).unwrap();
    assert_eq!(shown(&subscribed.presences.unwrap()), [""; 0]);
}

#[test]
fn what_follows_at_once_is_told_together() {
    let mut world = with_subscribers(3);
    world.track(0, x(), "ann", "1").unwrap();
    world.track(1, x(), "bob", "1").unwrap();
    world.track(1, x(), "bob", "2").unwrap();
    world.track(2, x(), "cleo", "1").unwrap();
    world.untrack(2, x());
    world.pass(49);
    assert_eq!(world.heard(0), ["Public:x +ann=1"]);
    world.pass(1);
    assert_eq!(world.heard(0), ["Public:x +bob=2"], "what came and went meanwhile is not told");
    world.untrack(0, x());
    world.pass(50);
    assert_eq!(world.heard(2), ["Public:x +ann=1", "Public:x +bob=2", "Public:x -ann=1"]);
    world.pass(1_000);
    assert_eq!(world.heard(2), [""; 0], "nothing has changed");
}

#[test]
fn a_newcomer_knows_what_the_others_know_and_is_told_the_rest_with_them() {
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
    assert_eq!(world.heard(3), ["Public:x +bob=2 +cleo=1 -ann=1 -bob=1"]);
    assert_eq!(world.presences(x()), ["bob=2", "cleo=1"]);
}

#[test]
fn what_is_told_together_is_told_in_parts_of_bounded_size() {
    let mut world = with_subscribers(4);
    let long = "x".repeat(16 * 1_024);
    world.track(3, x(), "3", "tiny").unwrap();
    world.heard(0);
    for who in 0..3 {
        world.track(who, x(), &who.to_string(), &long).unwrap();
    }
    world.track(3, x(), "3", "short").unwrap();
    world.pass(50);
    let parts: Vec<usize> = world.heard(0).iter().map(|line| line.matches(" +").count()).collect();
    assert_eq!(parts, [1, 1, 2], "two of them would be over 32 KiB");
    assert_eq!(world.presences(x()).len(), 4);
    for who in 0..3 {
        world.untrack(who, x());
    }
    world.pass(50);
    assert_eq!(world.heard(0).len(), 3);
    assert_eq!(world.presences(x()), ["3=short"]);
}

#[test]
fn there_is_a_limit_and_it_is_that_of_connections() {
    let mut world = with_subscribers(6);
    for who in 0..4 {
        world.track(who, x(), "ann", "1").unwrap();
    }
    assert_eq!(world.track(4, x(), "ann", "1"), Err(TrackError::Full { limit: 4 }));
    world.track(3, x(), "ann", "2").unwrap();
    world.untrack(0, x());
    world.track(4, x(), "ann", "1").unwrap();
    assert_eq!(world.track(7, key(Access::Public, "y"), "ann", "1"), Err(TrackError::NotOccupied));
}

#[test]
fn everybody_hears_what_it_is_interested_in() {
    let mut world = with_subscribers(2);
    let local = |world: &mut World, who: usize, interest| {
        let (on, slot) = (world.connections[who].on, world.connections[who].slot);
        world.loops[on].set_interest(slot, x(), world.hub.hash(x()), interest)
    };
    assert!(local(&mut world, 0, Interest::MESSAGES));
    assert!(local(&mut world, 1, Interest::PRESENCE.and(Interest::REST)));
    world.publish(x(), "one", None, PLAIN).unwrap();
    world.track(0, x(), "ann", "1").unwrap();
    assert_eq!(world.heard(0), ["Public:x 1 one"]);
    assert_eq!(world.heard(1), ["Public:x +ann=1"]);
    assert!(local(&mut world, 0, Interest::ALL));
    world.publish(x(), "two", None, PLAIN).unwrap();
    world.untrack(0, x());
    world.pass(50);
    assert_eq!(world.heard(0), ["Public:x 2 two", "Public:x -ann=1"]);
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
    let (who, key, info) =
        (0..5usize, prop::sample::select(vec!["ann", "bob"]), prop::sample::select(vec!["1", "2"]));
    prop_oneof![
        3 => who.clone().prop_map(Act::Subscribe),
        2 => who.clone().prop_map(Act::Unsubscribe),
        4 => (who.clone(), key, info).prop_map(|(who, key, info)| Act::Track(who, key, info)),
        2 => who.prop_map(Act::Untrack),
        1 => Just(Act::Publish),
        2 => (0..60u64).prop_map(Act::Pass),
    ]
}

/// What a subscriber knows: how often it was told each `key=info`, less how often it was told its end.
type Belief = BTreeMap<String, i32>;

fn believe(belief: &mut Belief, said: &str, change: i32) {
    let count = belief.entry(said.to_owned()).or_default();
    *count += change;
    if *count == 0 {
        belief.remove(said);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// What a subscriber was given with its subscription and what it is told from then on add up to what is said.
    #[test]
    fn what_each_is_told_adds_up(acts in prop::collection::vec(act(), 0..80)) {
        let mut world = world();
        let kept = ChannelRules { history_messages: 1, history_ms: 100, ..PLAIN };
        let mut beliefs = BTreeMap::<usize, Belief>::new();
        let mut said = BTreeMap::<usize, String>::new();
        for act in acts {
            match act {
                Act::Subscribe(who) => {
                    if let Ok(subscribed) = world.subscribe(who, x(), None, kept) {
                        let belief = beliefs.entry(who).or_default();
                        shown(&subscribed.presences.unwrap()).iter().for_each(|one| believe(belief, one, 1));
                    }
                }
                Act::Unsubscribe(who) => {
                    world.unsubscribe(who, x());
                    beliefs.remove(&who);
                    said.remove(&who);
                }
                Act::Track(who, key, info) if beliefs.contains_key(&who) => {
                    if world.track(who, x(), key, info).is_ok() {
                        said.insert(who, format!("{key}={info}"));
                    }
                }
                Act::Track(..) => {}
                Act::Untrack(who) => prop_assert_eq!(world.untrack(who, x()), said.remove(&who).is_some()),
                Act::Publish => drop(world.publish(x(), "m", None, kept).unwrap()),
                Act::Pass(ms) => world.pass(ms),
            }
            hear(&mut world, &mut beliefs);
        }
        world.pass(50);
        hear(&mut world, &mut beliefs);
        let mut truth = Belief::new();
        said.values().for_each(|one| believe(&mut truth, one, 1));
        for (who, belief) in &beliefs {
            prop_assert_eq!(belief, &truth, "connection {}", who);
        }
        let mut shown: Vec<_> = said.into_values().collect();
        shown.sort();
        let mut told = world.presences(x());
        told.sort();
        prop_assert_eq!(told, shown);
    }
}

fn hear(world: &mut World, beliefs: &mut BTreeMap<usize, Belief>) {
    for (&who, belief) in beliefs {
        for line in world.heard(who) {
            for word in line.split(' ') {
                if let Some(one) = word.strip_prefix('+') {
                    believe(belief, one, 1);
                } else if let Some(one) = word.strip_prefix('-') {
                    believe(belief, one, -1);
                }
            }
        }
    }
}
