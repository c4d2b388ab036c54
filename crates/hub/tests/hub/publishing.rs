//! Order, refusal and positions.

use baton_hub::*;

use crate::world::*;

#[test]
fn all_loops_receive_one_order() {
    let mut world = World::new(1, 3, 6, ShardLimits::default());
    let x = key(Access::Public, "x");
    for client in 0..6 {
        world.subscribe(client, x, None, PLAIN).unwrap();
    }
    for number in 0..20 {
        world.publish(x, &number.to_string(), None, PLAIN).unwrap();
        world.deliver(number % 3, 2);
    }
    let first = world.received(0);
    assert_eq!(first.len(), 20);
    for client in 1..6 {
        assert_eq!(world.received(client), first);
    }
}

#[test]
fn the_excepted_connection_receives_nothing() {
    let mut world = World::new(1, 1, 2, ShardLimits::default());
    let x = key(Access::Public, "x");
    world.subscribe(0, x, None, PLAIN).unwrap();
    world.subscribe(1, x, None, PLAIN).unwrap();
    world.publish(x, "m", Some(0), PLAIN).unwrap();
    assert_eq!(world.received(0), [""; 0]);
    assert_eq!(world.received(1), ["Public:x 1 m"]);
}

#[test]
fn a_full_mailbox_refuses_and_changes_nothing() {
    let mut world = World::new(1, 2, 2, ShardLimits::default());
    let rules = ChannelRules { history_messages: 10, history_ms: 1_000, ..PLAIN };
    let (x, y) = (key(Access::Public, "x"), key(Access::Public, "y"));
    world.subscribe(0, x, None, rules).unwrap();
    world.subscribe(1, x, None, rules).unwrap();
    world.subscribe(0, y, None, rules).unwrap();
    world.hub.output.borrow_mut().capacity = 2;
    world.publish(x, "1", None, rules).unwrap();
    world.publish(x, "2", None, rules).unwrap();
    world.deliver(0, 2);
    let stored = world.hub.shard(0, |shard| shard.history_bytes());
    assert_eq!(world.publish(x, "3", None, rules), Err(PublishError::Full), "loop 1 is full");
    assert_eq!(world.hub.shard(0, |shard| shard.history_bytes()), stored);
    assert_eq!(world.info(x).unwrap().position.offset, 2);
    world.publish(y, "elsewhere", None, rules).unwrap();
    world.deliver_all();
    assert_eq!(world.publish(x, "3", None, rules).unwrap().position.offset, 3);
    assert_eq!(world.received(1), ["Public:x 1 1", "Public:x 2 2", "Public:x 3 3"]);
}

#[test]
fn a_message_without_subscribers_leaves_nothing_and_gets_a_position_of_its_own() {
    let mut world = World::new(1, 1, 1, ShardLimits::default());
    let x = key(Access::Public, "x");
    let first = world.publish(x, "m", None, PLAIN).unwrap();
    let second = world.publish(x, "m", None, PLAIN).unwrap();
    assert_eq!((first.subscriptions, first.users, first.position.offset), (0, None, 1));
    assert_ne!(first.position.epoch, second.position.epoch);
    assert_eq!(world.hub.shard(0, |shard| shard.channels()), 0);
    let subscribed = world.subscribe(0, x, None, PLAIN).unwrap();
    assert_ne!(subscribed.position.epoch, second.position.epoch);
}

/// The first epoch that a shard gives out.
fn first_epoch(epoch_seed: u64) -> u64 {
    let mut shard = Shard::new(HashSeed::new([1, 2, 3, 4]), epoch_seed, ShardLimits::default());
    let request = PublishRequest {
        key: key(Access::Public, "x"),
        hash: 7,
        message: message("m"),
        except: None,
        rules: PLAIN,
        accepted_at: 0,
    };
    shard.publish(0, request, &mut Silence).expect("room").position.epoch
}

#[test]
fn epochs_of_two_seeds_differ() {
    assert_eq!(first_epoch(5), first_epoch(5));
    assert_ne!(first_epoch(5), first_epoch(6));
}

#[test]
fn no_epoch_is_zero() {
    // SplitMix64 starts at the seed and steps by this; only zero becomes zero.
    assert_ne!(first_epoch(0x9E37_79B9_7F4A_7C15_u64.wrapping_neg()), 0);
}

struct Silence;

impl Effects for Silence {
    fn reserve(&mut self, _: u64) -> Result<(), Full> {
        Err(Full)
    }
    fn deliver(&mut self, _: u64, _: std::sync::Arc<Publication>) {}
    fn event(&mut self, _: Event) {}
}
