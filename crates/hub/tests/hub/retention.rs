//! History, last messages, and what is evicted.

use baton_hub::*;

use crate::world::*;

const HISTORY: ChannelRules = ChannelRules { history_messages: 3, history_ms: 1_000, ..PLAIN };
const CACHE: ChannelRules = ChannelRules { last_message_ms: Some(500), ..PLAIN };

fn world() -> World {
    World::new(1, 1, 2, ShardLimits::default())
}

fn x() -> KeyRef<'static> {
    key(Access::Public, "x")
}

fn after(position: Position) -> HistoryRange {
    HistoryRange { after: Some(position), limit: 100, newest_first: false }
}

const ALL: HistoryRange = HistoryRange { after: None, limit: 100, newest_first: false };

/// Offsets, and whether nothing is missing.
fn page(world: &World, range: HistoryRange) -> Option<(Vec<u64>, bool)> {
    let page = world.history(x(), range)?;
    Some((page.messages.iter().map(|message| message.offset).collect(), page.complete))
}

#[test]
fn history_stores_the_newest_messages_of_a_channel_without_subscribers() {
    let mut world = world();
    let first = world.publish(x(), "1", None, HISTORY).unwrap().position;
    for text in ["2", "3"] {
        world.publish(x(), text, None, HISTORY).unwrap();
    }
    assert_eq!(page(&world, ALL), Some((vec![1, 2, 3], true)));
    assert_eq!(page(&world, after(first)), Some((vec![2, 3], true)));
    for text in ["4", "5"] {
        world.publish(x(), text, None, HISTORY).unwrap();
    }
    assert_eq!(page(&world, ALL), Some((vec![3, 4, 5], false)));
    assert_eq!(page(&world, after(first)), Some((vec![3, 4, 5], false)), "2 was lost to this reader");
    let second = Position { offset: 2, ..first };
    assert_eq!(page(&world, after(second)), Some((vec![3, 4, 5], true)));
    let newest = Position { offset: 5, ..first };
    assert_eq!(page(&world, after(newest)), Some((vec![], true)));
}

#[test]
fn pages_have_a_limit_and_a_direction() {
    let mut world = world();
    let first = world.publish(x(), "1", None, HISTORY).unwrap().position;
    for text in ["2", "3"] {
        world.publish(x(), text, None, HISTORY).unwrap();
    }
    let two = HistoryRange { limit: 2, ..ALL };
    assert_eq!(page(&world, two), Some((vec![1, 2], true)));
    let newest = HistoryRange { newest_first: true, ..two };
    assert_eq!(page(&world, newest), Some((vec![3, 2], true)));
    assert_eq!(
        page(&world, HistoryRange { limit: 100, after: Some(first), ..newest }),
        Some((vec![3, 2], true))
    );
    assert_eq!(page(&world, HistoryRange { limit: 0, ..ALL }), Some((vec![], true)));
}

#[test]
fn a_position_of_another_epoch_or_ahead_of_the_channel_is_never_complete() {
    let mut world = world();
    let here = world.publish(x(), "1", None, HISTORY).unwrap().position;
    let elsewhere = Position { epoch: here.epoch ^ 1, offset: 1 };
    assert_eq!(page(&world, after(elsewhere)), Some((vec![1], false)));
    let ahead = Position { offset: 9, ..here };
    assert_eq!(page(&world, after(ahead)).map(|(_, complete)| complete), Some(false));
}

#[test]
fn numbering_lasts_as_long_as_a_message_is_stored() {
    let mut world = world();
    let first = world.publish(x(), "1", None, HISTORY).unwrap().position;
    world.pass(999);
    assert_eq!(world.publish(x(), "2", None, HISTORY).unwrap().position, Position { offset: 2, ..first });
    world.pass(999);
    assert_eq!(page(&world, ALL), Some((vec![2], false)), "the first has expired");
    world.pass(1);
    assert_eq!(page(&world, ALL), None);
    assert_eq!(world.hub.shard(0, |shard| (shard.channels(), shard.history_bytes())), (0, 0));
    let next = world.publish(x(), "3", None, HISTORY).unwrap().position;
    assert_eq!(next.offset, 1);
    assert_ne!(next.epoch, first.epoch);
}

#[test]
fn numbering_goes_on_while_there_are_subscribers() {
    let mut world = world();
    let start = world.subscribe(0, x(), None, HISTORY).unwrap().position;
    world.publish(x(), "1", None, HISTORY).unwrap();
    world.pass(10_000);
    let subscribed = world.subscribe(1, x(), None, HISTORY).unwrap();
    assert_eq!(subscribed.position, Position { offset: 1, ..start });
    assert_eq!(page(&world, after(start)), Some((vec![], false)), "message 1 has expired");
    assert_eq!(page(&world, after(subscribed.position)), Some((vec![], true)));
}

#[test]
fn expiry_takes_effect_before_the_next_tick() {
    let mut world = world();
    world.subscribe(0, x(), None, PLAIN).unwrap();
    let rules = ChannelRules { last_message_ms: Some(500), ..HISTORY };
    world.publish(x(), "1", None, rules).unwrap();
    world.now = 499;
    assert_eq!(world.info(x()).unwrap().last.unwrap().1, 1);
    world.now = 500;
    assert!(world.info(x()).unwrap().last.is_none());
    assert!(matches!(world.subscribe(1, x(), None, rules).unwrap().last, Some(LastMessage::Missing)));
    world.now = 1_000;
    assert_eq!(page(&world, ALL), Some((vec![], false)));
    world.now = 10; // a caller whose clock was read earlier
    assert_eq!(page(&world, ALL), Some((vec![], false)));
}

#[test]
fn a_clock_that_was_read_earlier_expires_nothing_early() {
    let mut world = world();
    let stored = |world: &World| page(world, ALL).map_or(0, |(offsets, _)| offsets.len());
    world.now = 2_000;
    // On a channel of its own: a message never expires before an older one of its channel.
    world.publish(key(Access::Public, "y"), "1", None, HISTORY).unwrap();
    world.now = 1_500; // read earlier, and locked later
    world.publish(x(), "2", None, HISTORY).unwrap();
    world.now = 2_999;
    assert_eq!(stored(&world), 1);
    world.now = 3_000;
    assert_eq!(stored(&world), 0);
}

#[test]
fn a_channel_is_unknown_from_the_moment_at_which_its_messages_expire() {
    let mut world = world();
    world.publish(x(), "1", None, HISTORY).unwrap();
    world.now = 999;
    assert!(world.info(x()).is_some());
    world.now = 1_000; // without a tick
    assert!(world.info(x()).is_none());
}

#[test]
fn a_new_subscriber_is_given_the_last_message_or_that_there_is_none() {
    let mut world = world();
    assert!(matches!(world.subscribe(0, x(), None, CACHE).unwrap().last, Some(LastMessage::Missing)));
    assert_eq!(world.events(), ["Public:x occupied", "Public:x cache miss"]);
    world.publish(x(), "1", None, CACHE).unwrap();
    let second = world.publish(x(), "2", None, CACHE).unwrap().position;
    match world.subscribe(1, x(), None, CACHE).unwrap().last {
        Some(LastMessage::Stored(message, position)) => {
            assert_eq!((text(&message).as_str(), position), ("2", second));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(world.events(), [""; 0]);
    assert_eq!(
        world.hub.shard(0, |shard| shard.history_bytes()),
        message("2").cost(),
        "only the last is stored"
    );
    world.leave(0);
    world.leave(1);
    assert!(world.info(x()).is_some(), "the channel stays for its last message");
    world.pass(500);
    assert!(world.info(x()).is_none());
}

#[test]
fn a_message_in_history_and_cache_costs_once_and_expires_in_each_separately() {
    let mut world = world();
    let rules = ChannelRules { last_message_ms: Some(5_000), ..HISTORY };
    world.publish(x(), "1", None, rules).unwrap();
    assert_eq!(world.hub.shard(0, |shard| shard.history_bytes()), message("1").cost());
    world.pass(1_000);
    assert_eq!(page(&world, ALL), Some((vec![], false)));
    assert_eq!(world.info(x()).unwrap().last.unwrap().1, 4_000);
    world.pass(4_000);
    assert!(world.info(x()).is_none());
}

#[test]
fn the_oldest_messages_are_evicted_whatever_their_channel() {
    let limits = ShardLimits { history_bytes: message("1").cost() * 3, ..ShardLimits::default() };
    let mut world = World::new(1, 1, 2, limits);
    let rules = ChannelRules { history_messages: 10, history_ms: 1_000, ..PLAIN };
    let (a, b) = (key(Access::Public, "a"), key(Access::Public, "b"));
    world.publish(a, "1", None, rules).unwrap();
    world.publish(b, "2", None, rules).unwrap();
    world.publish(x(), "3", None, rules).unwrap();
    world.publish(x(), "4", None, rules).unwrap();
    assert!(world.info(a).is_none(), "the channel is removed with its only message");
    assert!(world.info(b).is_some());
    world.publish(x(), "5", None, rules).unwrap();
    world.publish(x(), "6", None, rules).unwrap();
    assert!(world.info(b).is_none());
    assert_eq!(page(&world, ALL), Some((vec![2, 3, 4], false)));
    assert_eq!(world.hub.shard(0, |shard| shard.history_bytes()), limits.history_bytes);
}

#[test]
fn a_message_over_the_whole_budget_is_delivered_but_not_stored() {
    let limits = ShardLimits { history_bytes: message("1").cost() + 20, ..ShardLimits::default() };
    let mut world = World::new(1, 1, 2, limits);
    let rules = ChannelRules { last_message_ms: Some(1_000), ..HISTORY };
    let long = "x".repeat(100);
    world.publish(x(), &long, None, rules).unwrap();
    assert_eq!(world.hub.shard(0, |shard| shard.channels()), 0);
    world.subscribe(0, x(), None, rules).unwrap();
    let first = world.publish(x(), "1", None, rules).unwrap().position;
    world.publish(x(), &long, None, rules).unwrap();
    assert_eq!(world.received(0).len(), 2);
    assert!(world.info(x()).unwrap().last.is_none(), "message 1 is not the last any more");
    assert_eq!(page(&world, after(first)), Some((vec![], false)));
    assert_eq!(world.hub.shard(0, |shard| shard.history_bytes()), 0);
}

#[test]
fn at_the_bound_of_channels_the_unoccupied_one_that_ends_first_is_evicted() {
    let limits = ShardLimits { channels: 3, ..ShardLimits::default() };
    let mut world = World::new(1, 1, 2, limits);
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| key(Access::Public, name));
    world.publish(a, "1", None, ChannelRules { history_ms: 900, ..HISTORY }).unwrap();
    world.publish(b, "1", None, ChannelRules { history_ms: 300, ..HISTORY }).unwrap();
    world.publish(c, "1", None, ChannelRules { history_ms: 600, ..HISTORY }).unwrap();
    world.publish(b, "2", None, HISTORY).unwrap(); // now b ends last
    world.subscribe(0, d, None, PLAIN).unwrap();
    assert_eq!([a, b, c].map(|key| world.info(key).is_some()), [true, true, false]);
    world.subscribe(0, a, None, PLAIN).unwrap();
    world.subscribe(0, b, None, PLAIN).unwrap();
    let refused = world.publish(c, "1", None, HISTORY);
    assert_eq!(refused, Err(PublishError::ChannelsFull { limit: 3 }), "all are occupied");
    world.publish(c, "1", None, PLAIN).unwrap();
    world.unsubscribe(0, a);
    world.publish(c, "1", None, HISTORY).unwrap();
    assert_eq!([a, b, c].map(|key| world.info(key).is_some()), [false, true, true]);
}

#[test]
fn rules_that_change_never_leave_a_gap_in_history() {
    let mut world = world();
    let first = world.publish(x(), "1", None, HISTORY).unwrap().position;
    world.subscribe(0, x(), None, PLAIN).unwrap();
    world.publish(x(), "2", None, CACHE).unwrap();
    assert_eq!(page(&world, after(first)), Some((vec![], false)), "2 is not in history");
    world.publish(x(), "3", None, HISTORY).unwrap();
    assert_eq!(page(&world, after(first)), Some((vec![3], false)));
    assert_eq!(world.info(x()).unwrap().last.map(|last| text(&last.0)), None, "2 is not the last");
    world.publish(x(), "4", None, PLAIN).unwrap();
    assert_eq!(world.hub.shard(0, |shard| shard.history_bytes()), 0);
    for _ in 0..5 {
        world.publish(x(), "m", None, HISTORY).unwrap();
    }
    world.publish(x(), "m", None, ChannelRules { history_messages: 1, ..HISTORY }).unwrap();
    assert_eq!(page(&world, ALL), Some((vec![10], false)));
}

#[test]
fn nothing_is_evicted_for_a_message_that_is_not_stored() {
    let limits = ShardLimits { history_bytes: 2 * message("1").cost(), ..ShardLimits::default() };
    let mut world = World::new(1, 1, 1, limits);
    let y = key(Access::Public, "y");
    world.publish(x(), "1", None, HISTORY).unwrap();
    world.publish(y, "2", None, HISTORY).unwrap();
    world.publish(y, "a longer one", None, PLAIN).unwrap();
    let range = HistoryRange { after: None, limit: 9, newest_first: false };
    let texts = |world: &World, key| {
        world
            .history(key, range)
            .map(|page| page.messages.iter().map(|stored| text(&stored.message)).collect::<Vec<_>>())
    };
    assert_eq!(texts(&world, x()), Some(vec!["1".into()]));
    assert_eq!(texts(&world, y), None, "the message before it would look like the newest");
}

#[test]
fn one_tick_does_bounded_work_and_asks_for_another() {
    let mut world = world();
    let rules = ChannelRules { history_messages: 5_000, history_ms: 100, ..PLAIN };
    for _ in 0..5_000 {
        world.publish(x(), "m", None, rules).unwrap();
    }
    let stored = world.hub.shard(0, |shard| shard.history_bytes());
    let again = world.hub.with(0, |shard, effects| shard.tick(200, effects));
    assert_eq!(again, Some(100), "at once");
    let left = world.hub.shard(0, |shard| shard.history_bytes());
    assert!(left > 0 && left < stored);
    world.pass(200);
    assert_eq!(world.hub.shard(0, |shard| (shard.channels(), shard.history_bytes())), (0, 0));
}

#[test]
fn a_wave_of_messages_on_many_channels_stays_within_the_budget() {
    let limits = ShardLimits { channels: 5_000, history_bytes: 1 << 20, ..ShardLimits::default() };
    let mut world = World::new(1, 1, 1, limits);
    let names: Vec<String> = (0..20_000).map(|number| format!("c{number}")).collect();
    let rules = ChannelRules { last_message_ms: Some(60_000), ..HISTORY };
    for number in 0..200_000 {
        let name = &names[number * 7_919 % names.len()];
        world.now += 1;
        world.publish(key(Access::Public, name), "0123456789", None, rules).unwrap();
        if number % 1_000 == 0 {
            let (channels, bytes) = world.hub.shard(0, |shard| (shard.channels(), shard.history_bytes()));
            assert!(channels <= limits.channels && bytes <= limits.history_bytes);
        }
    }
}
