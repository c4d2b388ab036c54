//! A user's own channel, and that of its status.

use baton_hub::*;

use crate::world::*;

const GATHER_MS: u64 = 50;

#[test]
fn subscribers_of_a_status_are_sent_when_a_user_comes_online_and_goes_offline() {
    let mut world = World::new(3, 2, 4, ShardLimits::default());
    let (user, status) = (key(Access::User, "ann"), key(Access::UserStatus, "ann"));
    world.subscribe(0, user, None, PLAIN).unwrap(); // nobody asks for its status yet
    assert_eq!(world.subscribe(1, status, None, PLAIN).unwrap().online, Some(true));
    world.subscribe(2, user, None, PLAIN).unwrap();
    world.leave(0);
    world.pass(GATHER_MS);
    assert_eq!(world.received(1), [""; 0], "a second connection is not sent");
    world.leave(2);
    world.pass(GATHER_MS);
    assert_eq!(world.received(1), ["UserStatus:ann online=false"]);
    world.pass(GATHER_MS);
    world.subscribe(3, user, None, PLAIN).unwrap();
    assert_eq!(world.received(1), ["UserStatus:ann online=true"], "at once");
    assert_eq!(world.subscribe(1, user, None, PLAIN).unwrap().online, None);
    world.subscribe(0, key(Access::User, "bob"), None, PLAIN).unwrap();
    world.subscribe(0, key(Access::Private, "ann"), None, PLAIN).unwrap();
    assert_eq!(world.received(1), [""; 0]);
}

#[test]
fn a_user_that_signs_in_and_leaves_in_a_loop_costs_its_subscribers_one_message_per_interval() {
    let mut world = World::new(3, 2, 4, ShardLimits::default());
    let (user, status) = (key(Access::User, "ann"), key(Access::UserStatus, "ann"));
    world.subscribe(0, status, None, PLAIN).unwrap();
    let mut received = 0;
    for _ in 0..100 {
        world.subscribe(1, user, None, PLAIN).unwrap();
        world.leave(1);
        world.pass(10);
        received += world.received(0).len();
    }
    assert!((19..=21).contains(&received), "{received} in a second of {GATHER_MS} ms intervals");
    world.pass(GATHER_MS);
    world.received(0);
    world.subscribe(1, user, None, PLAIN).unwrap();
    world.pass(GATHER_MS);
    assert_eq!(world.received(0), ["UserStatus:ann online=true"]);
    world.leave(1);
    world.subscribe(2, user, None, PLAIN).unwrap();
    world.pass(GATHER_MS);
    assert_eq!(world.received(0), [""; 0], "the return comes before the leave was sent");
}

#[test]
fn a_new_subscriber_is_given_the_state_sent_to_the_others() {
    let mut world = World::new(3, 2, 4, ShardLimits::default());
    let (user, status) = (key(Access::User, "ann"), key(Access::UserStatus, "ann"));
    world.subscribe(0, user, None, PLAIN).unwrap();
    world.subscribe(1, status, None, PLAIN).unwrap();
    world.leave(0);
    // Whether ann returns or not, what the new subscriber receives next fits what it was given.
    assert_eq!(world.subscribe(2, status, None, PLAIN).unwrap().online, Some(true));
    world.subscribe(0, user, None, PLAIN).unwrap();
    world.pass(GATHER_MS);
    assert_eq!(world.received(2), [""; 0]);
    world.leave(0);
    world.pass(GATHER_MS);
    assert_eq!(world.received(2), ["UserStatus:ann online=false"]);
    assert_eq!(world.received(1), ["UserStatus:ann online=false"]);
}

#[test]
fn all_connections_of_a_user_are_closed() {
    let mut world = World::new(3, 2, 3, ShardLimits::default());
    let user = key(Access::User, "ann");
    assert!(!world.disconnect_user(user));
    world.subscribe(0, user, None, PLAIN).unwrap();
    world.subscribe(1, user, None, PLAIN).unwrap();
    assert!(world.disconnect_user(user));
    assert_eq!(world.received(0), ["User:ann disconnect"]);
    assert_eq!(world.received(1), ["User:ann disconnect"]);
    assert_eq!(world.received(2), [""; 0]);
}
