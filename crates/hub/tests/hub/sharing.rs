//! An app's share of a shard's budgets is safe from other apps.

use baton_hub::*;
use proptest::prelude::*;

use crate::world::*;

const HISTORY: ChannelRules = ChannelRules { history_messages: 1_000, history_ms: 1_000, ..PLAIN };
const APPS: u32 = 3;
const CHANNELS: usize = 24;
/// Messages of the largest size that the tests publish.
const MESSAGES: usize = 24;
const LONGEST: usize = 64;

fn of(app: u32, name: &str) -> KeyRef<'_> {
    KeyRef { app: AppId(app), access: Access::Public, name }
}

fn cost(bytes: usize) -> usize {
    message(&"x".repeat(bytes)).cost()
}

fn limits() -> ShardLimits {
    ShardLimits {
        channels: CHANNELS,
        history_bytes: MESSAGES * cost(LONGEST),
        apps: APPS,
        ..ShardLimits::default()
    }
}

fn stored(world: &World, key: KeyRef<'_>) -> usize {
    let range = HistoryRange { after: None, limit: usize::MAX, newest_first: false };
    world.history(key, range).map_or(0, |page| page.messages.len())
}

#[test]
fn one_app_cannot_evict_what_another_stores_within_its_share() {
    let mut world = World::new(1, 1, 1, limits());
    for _ in 0..MESSAGES / APPS as usize {
        world.publish(of(2, "idle"), &"q".repeat(LONGEST), None, HISTORY).unwrap();
    }
    for n in 0..1_000 {
        world.publish(of(1, "busy"), &format!("{n:0LONGEST$}"), None, HISTORY).unwrap();
        world.publish(of(0, &format!("busy {}", n % 5)), &format!("{n:0LONGEST$}"), None, HISTORY).unwrap();
    }
    assert_eq!(stored(&world, of(2, "idle")), MESSAGES / APPS as usize);
    assert_eq!(stored(&world, of(1, "busy")), MESSAGES / APPS as usize, "the others share the rest");
}

#[test]
fn a_lower_limit_takes_from_those_who_exceed_their_share() {
    let mut world = World::new(1, 1, 1, limits());
    for n in 0..100 {
        world.publish(of(1, "busy"), &format!("{n:0LONGEST$}"), None, HISTORY).unwrap();
    }
    for n in 0..4 {
        world.publish(of(2, &format!("idle {n}")), &"q".repeat(LONGEST), None, HISTORY).unwrap();
        world.publish(of(1, &format!("busy {n}")), &"q".repeat(LONGEST), None, HISTORY).unwrap();
    }
    let lower = ShardLimits { channels: 6, history_bytes: 12 * cost(LONGEST), ..limits() };
    world.hub.shard(0, |shard| shard.set_limits(lower, APPS));
    let channels = |world: &World| world.hub.shard(0, |shard| shard.channels());
    assert_eq!(channels(&world), 5, "all but the share of the app that has none");
    world.publish(of(0, "first"), "", None, HISTORY).unwrap();
    assert_eq!(channels(&world), 6);
    // An app is removed and another comes: it has a share of its own.
    world.hub.shard(0, |shard| shard.set_limits(lower, APPS + 1));
    world.publish(of(APPS, "new"), "", None, HISTORY).unwrap();
    assert_eq!((channels(&world), stored(&world, of(0, "first"))), (6, 1));
}

#[test]
fn what_a_removed_app_stored_is_in_no_other_apps_way() {
    let mut world = World::new(1, 1, 1, ShardLimits { apps: 2, ..limits() });
    for n in 0..MESSAGES {
        for app in 0..2 {
            world.publish(of(app, &format!("full {}", n % 5)), &"q".repeat(LONGEST), None, HISTORY).unwrap();
        }
    }
    world.hub.shard(0, |shard| {
        shard.set_limits(ShardLimits { apps: 2, ..limits() }, 3);
        shard.remove_app(AppId(0));
    });
    assert_eq!(stored(&world, of(0, "full 0")), 0);
    assert!(stored(&world, of(1, "full 0")) > 0);
    for _ in 0..MESSAGES / 2 {
        world.publish(of(2, "new"), &"q".repeat(LONGEST), None, HISTORY).unwrap();
    }
    assert_eq!(stored(&world, of(2, "new")), MESSAGES / 2);
}

#[test]
fn what_an_app_does_not_use_is_lent_and_reclaimed() {
    let mut world = World::new(1, 1, 1, limits());
    for n in 0..100 {
        world.publish(of(1, "busy"), &format!("{n:0LONGEST$}"), None, HISTORY).unwrap();
    }
    assert_eq!(stored(&world, of(1, "busy")), MESSAGES);
    for n in 1..=MESSAGES / APPS as usize {
        world.publish(of(2, "idle"), &"q".repeat(LONGEST), None, HISTORY).unwrap();
        assert_eq!((stored(&world, of(2, "idle")), stored(&world, of(1, "busy"))), (n, MESSAGES - n));
    }
}

#[test]
fn one_app_cannot_take_the_channels_of_another() {
    let mut world = World::new(1, 1, 1, limits());
    let names: Vec<String> = (0..CHANNELS).map(|n| n.to_string()).collect();
    let full = Err(LocalError::Shard(SubscribeError::ChannelsFull { limit: CHANNELS }));
    let occupied = |world: &mut World, app| {
        names
            .iter()
            .take_while(|name| {
                let outcome = world.subscribe(0, of(app, name), None, PLAIN).map(drop);
                assert!(outcome.is_ok() || outcome == full);
                outcome.is_ok()
            })
            .count()
    };
    // Half is common; of the other half each has a third.
    assert_eq!(occupied(&mut world, 1), 12 + 4);
    assert_eq!(occupied(&mut world, 0), 4);
    assert_eq!(occupied(&mut world, 2), 4);
}

#[test]
fn channels_that_only_store_messages_are_evicted_for_others() {
    let mut world = World::new(1, 1, 1, limits());
    for n in 0..100 {
        world.publish(of(1, &format!("stored {n}")), "m", None, HISTORY).unwrap();
    }
    let names: Vec<String> = (0..CHANNELS).map(|n| n.to_string()).collect();
    let taken = names.iter().filter(|name| world.subscribe(0, of(2, name), None, PLAIN).is_ok()).count();
    assert_eq!(taken, 12 + 4);
    let left = (0..100).filter(|n| stored(&world, of(1, &format!("stored {n}"))) > 0).count();
    assert_eq!(left, 4, "its share");
}

#[derive(Debug, Clone)]
enum Step {
    Publish { app: u32, channel: u8, bytes: usize },
    Subscribe { app: u32, channel: u8 },
    Leave { app: u32, channel: u8 },
    Pass { ms: u64 },
}

fn step() -> impl Strategy<Value = Step> {
    let place = || (0..APPS, 0_u8..30);
    prop_oneof![
        6 => (place(), 0..LONGEST).prop_map(|((app, channel), bytes)| Step::Publish { app, channel, bytes }),
        2 => place().prop_map(|(app, channel)| Step::Subscribe { app, channel }),
        2 => place().prop_map(|(app, channel)| Step::Leave { app, channel }),
        1 => (0_u64..200).prop_map(|ms| Step::Pass { ms }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// App 0 stays within its share; whatever the others do, its state is as if it were alone.
    #[test]
    fn an_app_within_its_share_is_not_affected_by_others(
        steps in prop::collection::vec(step(), 1..300),
    ) {
        let (mut crowd, mut alone) = (World::new(1, 1, 1, limits()), World::new(1, 1, 1, limits()));
        let share = limits().history_bytes / APPS as usize;
        let channels = CHANNELS / 2 / APPS as usize;
        for step in steps {
            match step {
                // Two channels, stored or occupied, and messages for its share of bytes.
                Step::Publish { app: 0, channel, bytes } => {
                    if alone.hub.shard(0, |shard| shard.history_bytes()) + cost(bytes) > share {
                        continue;
                    }
                    let name = format!("{}", usize::from(channel) % channels);
                    for world in [&mut crowd, &mut alone] {
                        prop_assert!(world.publish(of(0, &name), &"x".repeat(bytes), None, HISTORY).is_ok());
                    }
                }
                Step::Publish { app, channel, bytes } => {
                    _ = crowd.publish(of(app, &channel.to_string()), &"x".repeat(bytes), None, HISTORY);
                }
                Step::Subscribe { app: 0, channel } => {
                    let name = format!("{}", usize::from(channel) % channels);
                    let outcomes = [&mut crowd, &mut alone].map(|world| {
                        let outcome = world.subscribe(0, of(0, &name), None, HISTORY);
                        outcome.map(|subscribed| subscribed.position.offset)
                    });
                    prop_assert_eq!(outcomes[0], outcomes[1]);
                }
                Step::Subscribe { app, channel } => {
                    _ = crowd.subscribe(0, of(app, &channel.to_string()), None, HISTORY);
                }
                Step::Leave { app: 0, channel } => {
                    let name = format!("{}", usize::from(channel) % channels);
                    for world in [&mut crowd, &mut alone] {
                        world.unsubscribe(0, of(0, &name));
                    }
                }
                Step::Leave { app, channel } => _ = crowd.unsubscribe(0, of(app, &channel.to_string())),
                Step::Pass { ms } => {
                    crowd.pass(ms);
                    alone.pass(ms);
                }
            }
            for channel in 0..channels {
                let name = channel.to_string();
                let outcomes = [&crowd, &alone].map(|world| {
                    let info = world.info(of(0, &name)).map(|info| (info.subscriptions, info.position.offset));
                    (info, stored(world, of(0, &name)))
                });
                prop_assert_eq!(outcomes[0], outcomes[1], "{}", name);
            }
            let (known, bytes) = crowd.hub.shard(0, |shard| (shard.channels(), shard.history_bytes()));
            prop_assert!(known <= CHANNELS && bytes <= limits().history_bytes);
        }
    }
}
