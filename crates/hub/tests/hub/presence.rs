//! Users on presence channels.

use baton_hub::*;

use crate::world::*;

fn room() -> KeyRef<'static> {
    key(Access::Presence, "room")
}

fn roster(world: &World) -> Vec<String> {
    let hash = world.hub.hash(room());
    let roster = world.hub.with(hash, |shard, _| shard.members(room(), hash));
    let members = roster.map(|roster| roster.members.clone()).unwrap_or_default();
    members
        .iter()
        .map(|member| format!("{}={}", member.user_id, String::from_utf8_lossy(&member.info)))
        .collect()
}

#[test]
fn others_are_sent_a_users_first_connection_and_its_last() {
    let mut world = World::new(1, 2, 4, ShardLimits::default());
    world.subscribe(0, room(), Some(("ann", "1")), PLAIN).unwrap();
    let bob = world.subscribe(1, room(), Some(("bob", "2")), PLAIN).unwrap();
    assert_eq!(&*bob.member.unwrap().user_id, "bob");
    assert_eq!(
        (bob.roster.unwrap().members.len(), bob.is_newcomer),
        (1, true),
        "the join of ann was sent within the interval"
    );
    world.pass(50);
    let second = world.subscribe(2, room(), Some(("bob", "3")), PLAIN).unwrap();
    assert_eq!(*second.member.unwrap().info, *b"2", "the info of the first connection applies");
    assert_eq!(roster(&world), ["ann=1", "bob=2"]);
    world.unsubscribe(1, room());
    assert_eq!(roster(&world), ["ann=1", "bob=2"]);
    world.unsubscribe(2, room());
    assert_eq!(roster(&world), ["ann=1"]);
    assert_eq!(world.received(0), ["Presence:room +bob"]);
    world.pass(50);
    assert_eq!(world.received(0), ["Presence:room -bob"]);
    assert_eq!(world.received(1), [""; 0]);
    assert_eq!(world.received(2), [""; 0]);
    world.leave(0);
    assert_eq!(roster(&world), [""; 0]);
    assert_eq!(
        world.events(),
        [
            "Presence:room occupied",
            "Presence:room member ann added",
            "Presence:room member bob added",
            "Presence:room member bob removed",
            "Presence:room member ann removed",
            "Presence:room vacated",
        ]
    );
}

#[test]
fn a_join_excepts_its_own_connection_and_a_leave_is_sent_to_all() {
    let mut world = World::new(1, 1, 2, ShardLimits::default());
    world.subscribe(0, room(), Some(("ann", "")), PLAIN).unwrap();
    world.subscribe(1, room(), Some(("bob", "")), PLAIN).unwrap();
    world.pass(50);
    world.unsubscribe(1, room());
    let cy = world.subscribe(1, room(), Some(("cy", "")), PLAIN).unwrap();
    let known: Vec<_> = cy.roster.unwrap().members.iter().map(|member| member.user_id.clone()).collect();
    assert_eq!(known, ["ann".into(), "bob".into()]);
    world.pass(50);
    let excepted: Vec<_> =
        world.hub.output.borrow().mailboxes[0].iter().map(|publication| publication.except).collect();
    let socket = world.connections[1].socket;
    assert_eq!(excepted, [Some(socket), None, Some(socket)], "+bob -bob +cy");
    assert_eq!(world.received(1), ["Presence:room -bob"], "the connection that was bob's");
}

#[test]
fn joins_and_messages_have_one_order_and_only_messages_have_offsets() {
    let mut world = World::new(1, 1, 3, ShardLimits::default());
    world.subscribe(0, room(), Some(("ann", "")), PLAIN).unwrap();
    world.publish(room(), "hello", None, PLAIN).unwrap();
    world.pass(50);
    world.subscribe(1, room(), Some(("bob", "")), PLAIN).unwrap();
    world.publish(room(), "again", None, PLAIN).unwrap();
    assert_eq!(world.received(0), ["Presence:room 1 hello", "Presence:room +bob", "Presence:room 2 again"]);
    assert_eq!(world.received(1), ["Presence:room 2 again"]);
}

#[test]
fn the_limit_counts_users_and_a_present_one_is_always_admitted() {
    let mut world = World::new(1, 1, 4, ShardLimits::default());
    let rules = ChannelRules { members: 2, ..PLAIN };
    world.subscribe(0, room(), Some(("ann", "")), rules).unwrap();
    world.subscribe(1, room(), Some(("bob", "")), rules).unwrap();
    let refused = world.subscribe(2, room(), Some(("cy", "")), rules).unwrap_err();
    assert_eq!(refused, LocalError::Shard(SubscribeError::MembersFull { limit: 2 }));
    world.subscribe(2, room(), Some(("ann", "")), rules).unwrap();
    assert_eq!(world.info(room()).unwrap().users, Some(2));
    assert_eq!(world.info(room()).unwrap().subscriptions, 3);
    world.leave(1);
    world.subscribe(3, room(), Some(("cy", "")), rules).unwrap();
}

#[test]
fn a_refused_first_member_leaves_no_channel() {
    let mut world = World::new(1, 1, 1, ShardLimits::default());
    let rules = ChannelRules { members: 0, ..PLAIN };
    world.subscribe(0, room(), Some(("ann", "")), rules).unwrap_err();
    assert_eq!(world.hub.shard(0, |shard| shard.channels()), 0);
    assert_eq!(world.events(), [""; 0]);
}

#[test]
fn publishing_returns_the_number_of_users() {
    let mut world = World::new(1, 1, 3, ShardLimits::default());
    world.subscribe(0, room(), Some(("ann", "")), PLAIN).unwrap();
    world.subscribe(1, room(), Some(("ann", "")), PLAIN).unwrap();
    let published = world.publish(room(), "m", None, PLAIN).unwrap();
    assert_eq!((published.subscriptions, published.users), (2, Some(1)));
}

#[test]
fn a_member_that_returns_within_the_interval_is_not_sent() {
    let mut world = World::new(1, 1, 3, ShardLimits::default());
    world.subscribe(0, room(), Some(("ann", "")), PLAIN).unwrap();
    world.pass(50);
    world.subscribe(1, room(), Some(("bob", "1")), PLAIN).unwrap();
    assert_eq!(world.received(0), ["Presence:room +bob"], "at once");
    for _ in 0..1_000 {
        world.unsubscribe(1, room());
        world.subscribe(1, room(), Some(("bob", "1")), PLAIN).unwrap();
    }
    world.pass(50);
    assert_eq!(world.received(0), [""; 0]);
    world.unsubscribe(1, room());
    world.pass(49);
    world.subscribe(2, room(), Some(("cy", "")), PLAIN).unwrap();
    assert_eq!((world.received(0), roster(&world)), (vec![], vec!["ann=".into(), "cy=".into()]));
    world.pass(1);
    assert_eq!(world.received(0), ["Presence:room -bob", "Presence:room +cy"], "together");
    world.pass(1_000);
    assert_eq!(world.received(0), [""; 0], "nothing has changed");
}

#[test]
fn the_join_of_a_publisher_is_sent_before_its_message() {
    let mut world = World::new(1, 1, 3, ShardLimits::default());
    for (client, user) in ["ann", "bob", "cy"].into_iter().enumerate() {
        world.subscribe(client, room(), Some((user, "")), PLAIN).unwrap();
    }
    world.publish(room(), "from the server", None, PLAIN).unwrap();
    assert_eq!(world.received(0), ["Presence:room 1 from the server"]);
    world.publish_as("cy", room(), "from cy", PLAIN).unwrap();
    assert_eq!(world.received(0), ["Presence:room +bob", "Presence:room +cy", "Presence:room 2 from cy"]);
    assert_eq!(
        world.received(1),
        ["Presence:room 1 from the server", "Presence:room +cy", "Presence:room 2 from cy"]
    );
    world.publish_as("cy", room(), "again", PLAIN).unwrap();
    assert_eq!(world.received(0), ["Presence:room 3 again"]);
}
