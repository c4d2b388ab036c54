//! Subscription counts, sent to subscribers.

use baton_hub::*;

use crate::world::*;

const COUNTED: ChannelRules = ChannelRules { count_subscriptions: true, ..PLAIN };

fn world() -> World {
    World::new(1, 1, 8, ShardLimits { count_at_once: 2, count_every_ms: 5_000, ..ShardLimits::default() })
}

#[test]
fn a_small_channel_is_sent_each_change_and_so_is_the_new_subscriber() {
    let mut world = world();
    let x = key(Access::Public, "x");
    world.subscribe(0, x, None, COUNTED).unwrap();
    world.pass(50);
    world.subscribe(1, x, None, COUNTED).unwrap();
    world.unsubscribe(0, x);
    assert_eq!(world.received(0), [""; 0], "it left before its loop came to deliver");
    world.pass(50);
    assert_eq!(world.received(1), ["Public:x =2", "Public:x =1"]);
    world.unsubscribe(1, x);
    let counts: Vec<String> = world.events().into_iter().filter(|event| event.contains("count")).collect();
    assert_eq!(counts, ["Public:x count 1", "Public:x count 2", "Public:x count 1", "Public:x count 0"]);
}

#[test]
fn a_connection_that_subscribes_in_a_loop_is_counted_once_per_interval() {
    let mut world = world();
    let x = key(Access::Public, "x");
    world.subscribe(0, x, None, COUNTED).unwrap();
    for _ in 0..1_000 {
        world.subscribe(1, x, None, COUNTED).unwrap();
        world.unsubscribe(1, x);
    }
    world.pass(50);
    assert_eq!(world.received(0), ["Public:x =1", "Public:x =1"]);
}

#[test]
fn a_large_channel_is_sent_its_count_at_the_longer_interval() {
    let mut world = world();
    let x = key(Access::Public, "x");
    for client in 0..2 {
        world.subscribe(client, x, None, COUNTED).unwrap();
        world.pass(50);
    }
    assert_eq!(world.received(0), ["Public:x =1", "Public:x =2"]);
    world.pass(50);
    for client in 2..6 {
        world.subscribe(client, x, None, COUNTED).unwrap();
        world.pass(1_000);
    }
    assert_eq!(world.received(0), [""; 0]);
    world.pass(1_000);
    assert_eq!(world.received(0), ["Public:x =6"]);
    world.pass(10_000);
    assert_eq!(world.received(0), [""; 0], "nothing has changed");
    world.unsubscribe(5, x);
    world.pass(4_999);
    assert_eq!(world.received(0), [""; 0]);
    world.pass(1);
    assert_eq!(world.received(0), ["Public:x =5"]);
}

#[test]
fn a_count_sent_at_once_is_not_sent_again_later() {
    let mut world = world();
    let x = key(Access::Public, "x");
    for client in 0..3 {
        world.subscribe(client, x, None, COUNTED).unwrap();
    }
    world.unsubscribe(2, x);
    world.pass(50);
    assert_eq!(world.received(0), ["Public:x =1", "Public:x =2"]);
    world.pass(60_000);
    assert_eq!(world.received(0), [""; 0]);
}

#[test]
fn presence_channels_and_channels_without_the_rule_do_not_count() {
    let mut world = world();
    world.subscribe(0, key(Access::Presence, "x"), Some(("ann", "")), COUNTED).unwrap();
    world.subscribe(0, key(Access::Public, "y"), None, PLAIN).unwrap();
    world.subscribe(1, key(Access::Public, "y"), None, PLAIN).unwrap();
    assert_eq!(world.received(0), [""; 0]);
}

#[test]
fn one_tick_sends_a_bounded_number_of_counts_and_asks_for_another() {
    let mut world =
        World::new(1, 1, 1, ShardLimits { count_at_once: 0, count_every_ms: 10, ..ShardLimits::default() });
    let names: Vec<String> = (0..2_000).map(|number| format!("c{number}")).collect();
    for name in &names {
        world.subscribe(0, key(Access::Public, name), None, COUNTED).unwrap();
    }
    let sent = |world: &World| world.events().iter().filter(|event| event.contains("count")).count();
    assert_eq!(sent(&world), 0);
    assert_eq!(world.hub.with(0, |shard, effects| shard.tick(20, effects)), Some(10), "at once");
    assert!((1..2_000).contains(&sent(&world)));
    world.pass(20);
    assert!(sent(&world) > 0);
    assert_eq!(world.hub.with(0, |shard, effects| shard.tick(20, effects)), None);
}

#[test]
fn tick_returns_when_to_call_again() {
    let mut world = world();
    let x = key(Access::Public, "x");
    let tick =
        |world: &mut World, now| world.hub.with(world.hub.hash(x), |shard, effects| shard.tick(now, effects));
    assert_eq!(tick(&mut world, 0), None);
    for client in 0..3 {
        world.subscribe(client, x, None, COUNTED).unwrap();
    }
    assert_eq!(tick(&mut world, 10), Some(50));
    let rules = ChannelRules { history_messages: 1, history_ms: 100, ..PLAIN };
    world.now = 10;
    world.publish(key(Access::Public, "stored"), "m", None, rules).unwrap();
    assert_eq!(tick(&mut world, 60), Some(110));
    assert_eq!(tick(&mut world, 200), Some(5_000));
    assert_eq!(tick(&mut world, 6_000), None);
}
