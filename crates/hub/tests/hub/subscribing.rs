//! Subscribing and unsubscribing.

use baton_hub::*;

use crate::world::*;

fn world() -> World {
    World::new(2, 2, 6, ShardLimits::default())
}

#[test]
fn a_channel_lasts_from_its_first_subscription_to_its_last() {
    let mut world = world();
    let x = key(Access::Public, "x");
    let first = world.subscribe(0, x, None, PLAIN).unwrap();
    let second = world.subscribe(1, x, None, PLAIN).unwrap();
    assert_eq!((first.subscriptions, second.subscriptions), (1, 2));
    assert_eq!(first.id, second.id);
    assert!(first.last.is_none() && first.member.is_none() && first.roster.is_none());
    assert!(world.unsubscribe(0, x));
    assert_eq!(world.events(), ["Public:x occupied"]);
    assert!(world.unsubscribe(1, x));
    assert_eq!(world.events(), ["Public:x vacated"]);
    assert!(world.info(x).is_none());
    let again = world.subscribe(0, x, None, PLAIN).unwrap();
    assert_ne!(again.id, first.id);
    assert_ne!(again.position.epoch, first.position.epoch);
}

#[test]
fn a_second_subscription_of_a_connection_is_refused_and_an_unknown_one_cannot_end() {
    let mut world = world();
    let x = key(Access::Public, "x");
    world.subscribe(0, x, None, PLAIN).unwrap();
    assert_eq!(world.subscribe(0, x, None, PLAIN).unwrap_err(), LocalError::Already);
    assert_eq!(world.info(x).unwrap().subscriptions, 1);
    assert!(!world.unsubscribe(0, key(Access::Public, "y")));
    assert!(!world.unsubscribe(2, x));
    assert!(!world.unsubscribe(1, x));
}

#[test]
fn the_same_name_in_another_class_or_app_is_another_channel() {
    let mut world = world();
    let public = key(Access::Public, "x");
    let others =
        [key(Access::Private, "x"), key(Access::UserStatus, "x"), KeyRef { app: AppId(2), ..public }];
    world.subscribe(0, public, None, PLAIN).unwrap();
    for other in others {
        assert!(world.info(other).is_none());
        assert_eq!(world.subscribe(0, other, None, PLAIN).unwrap().subscriptions, 1);
    }
    world.publish(others[2], "two", None, PLAIN).unwrap();
    assert_eq!(world.received(0), ["Public:x 1 two"]);
    let stored = KeyRef { name: "stored", ..others[2] };
    let rules = ChannelRules { history_messages: 1, history_ms: 1_000, ..PLAIN };
    world.publish(stored, "m", None, rules).unwrap();
    let mut listed = Vec::new();
    for shard in 0..world.hub.count() {
        world.hub.shard(shard, |shard| {
            shard.for_each_occupied(AppId(2), &mut |key, count, users| {
                listed.push((key.access(), count, users));
            });
        });
    }
    assert_eq!(listed, [(Access::Public, 1, None)]);
}

#[test]
fn a_connection_that_leaves_ends_all_its_subscriptions() {
    let mut world = world();
    let names: Vec<String> = (0..40).map(|number| format!("c{number}")).collect();
    for name in &names {
        world.subscribe(0, key(Access::Public, name), None, PLAIN).unwrap();
        world.subscribe(2, key(Access::Public, name), None, PLAIN).unwrap();
    }
    let mut listed: Vec<String> = world.loops[0]
        .subscriptions(ConnectionSlot(0))
        .map(|subscription| subscription.key.name().to_owned())
        .collect();
    listed.sort_by_key(|name| name[1..].parse::<u32>().unwrap());
    assert_eq!(listed, names);
    assert_eq!(world.loops[0].subscription_count(ConnectionSlot(0)), 40);
    world.leave(0);
    assert_eq!(world.loops[0].subscription_count(ConnectionSlot(0)), 0);
    for name in &names {
        assert_eq!(world.info(key(Access::Public, name)).unwrap().subscriptions, 1);
    }
    world.leave(2);
    world.leave(2);
    assert_eq!(world.loops[0].channels(), 0);
    assert_eq!((0..2).map(|shard| world.hub.shard(shard, |shard| shard.channels())).sum::<usize>(), 0);
}

#[test]
fn a_subscription_returns_the_position_of_the_channel() {
    let mut world = world();
    let x = key(Access::Public, "x");
    let start = world.subscribe(0, x, None, PLAIN).unwrap().position;
    assert_eq!(start.offset, 0);
    for number in 1..=3 {
        let position = world.publish(x, "m", None, PLAIN).unwrap().position;
        assert_eq!(position, Position { epoch: start.epoch, offset: number });
    }
    assert_eq!(world.subscribe(1, x, None, PLAIN).unwrap().position.offset, 3);
}

#[test]
fn a_full_shard_refuses_a_channel_and_accepts_one_when_another_ends() {
    let limits = ShardLimits { channels: 2, ..ShardLimits::default() };
    let mut world = World::new(1, 1, 3, limits);
    let [a, b, c] = ["a", "b", "c"].map(|name| key(Access::Public, name));
    world.subscribe(0, a, None, PLAIN).unwrap();
    world.subscribe(0, b, None, PLAIN).unwrap();
    let refused = world.subscribe(0, c, None, PLAIN).unwrap_err();
    assert_eq!(refused, LocalError::Shard(SubscribeError::ChannelsFull { limit: 2 }));
    assert_eq!(world.loops[0].subscription_count(ConnectionSlot(0)), 2);
    world.subscribe(1, a, None, PLAIN).unwrap();
    world.unsubscribe(0, b);
    world.subscribe(0, c, None, PLAIN).unwrap();
}

#[test]
fn an_app_over_its_channels_is_refused_another_and_may_join_those_that_are() {
    let mut world = World::new(4, 1, 3, ShardLimits::default());
    let rules = ChannelRules { app_channels: 2, ..PLAIN };
    let [a, b, c] = ["a", "b", "c"].map(|name| key(Access::Public, name));
    world.subscribe(0, a, None, rules).unwrap();
    world.subscribe(0, b, None, rules).unwrap();
    world.subscribe(1, b, None, rules).unwrap();
    let refused = world.subscribe(0, c, None, rules).unwrap_err();
    assert_eq!(refused, LocalError::Shard(SubscribeError::AppChannelsFull { limit: 2 }));
    assert_eq!((0..4).map(|shard| world.hub.shard(shard, |shard| shard.channels())).sum::<usize>(), 2);
    world.unsubscribe(0, b);
    assert!(world.subscribe(0, c, None, rules).is_err(), "another is subscribed to b");
    world.unsubscribe(1, b);
    world.subscribe(0, c, None, rules).unwrap();
    world.subscribe(0, b, None, PLAIN).unwrap(); // without a limit
    assert_eq!(world.hub.output.borrow().occupied, 3);
}

#[test]
fn what_a_full_shard_refuses_occupies_nothing() {
    let mut world = World::new(1, 1, 1, ShardLimits { channels: 1, ..ShardLimits::default() });
    let rules = ChannelRules { app_channels: 9, ..PLAIN };
    world.subscribe(0, key(Access::Public, "a"), None, rules).unwrap();
    assert!(world.subscribe(0, key(Access::Public, "b"), None, rules).is_err());
    assert_eq!(world.hub.output.borrow().occupied, 1);
}

#[test]
fn a_hundred_thousand_channels_are_opened_and_removed() {
    let mut world = World::new(4, 2, 100, ShardLimits::default());
    let names: Vec<String> = (0..100_000).map(|number| format!("private-user.{number}")).collect();
    for (number, name) in names.iter().enumerate() {
        world.subscribe(number % 100, key(Access::Private, name), None, PLAIN).unwrap();
    }
    assert_eq!((0..4).map(|shard| world.hub.shard(shard, |shard| shard.channels())).sum::<usize>(), 100_000);
    for client in 0..100 {
        world.leave(client);
    }
    assert_eq!((0..4).map(|shard| world.hub.shard(shard, |shard| shard.channels())).sum::<usize>(), 0);
}

#[test]
fn a_shard_can_stand_behind_a_mutex_and_a_loop_can_move_to_its_thread() {
    fn can_move<T: Send>() {}
    fn can_be_shared<T: Send + Sync>() {}
    can_move::<Shard>();
    can_move::<Local>();
    can_be_shared::<Publication>();
    can_be_shared::<Roster>();
}
