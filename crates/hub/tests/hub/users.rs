//! A signed-in user's own channel, and those who watch the user.

use baton_hub::*;

use crate::world::*;

#[test]
fn watchers_learn_when_a_user_comes_and_goes() {
    let mut world = World::new(3, 2, 4, ShardLimits::default());
    let (user, watch) = (key(Access::User, "ann"), key(Access::Watch, "ann"));
    world.subscribe(0, user, None, PLAIN).unwrap(); // nobody watches yet
    world.subscribe(1, watch, None, PLAIN).unwrap();
    world.subscribe(2, user, None, PLAIN).unwrap();
    world.leave(0);
    assert_eq!(world.heard(1), [""; 0], "a second connection is no news");
    world.leave(2);
    world.subscribe(3, user, None, PLAIN).unwrap();
    assert_eq!(world.heard(1), ["Watch:ann online=false", "Watch:ann online=true"]);
    world.subscribe(0, key(Access::User, "bob"), None, PLAIN).unwrap();
    world.subscribe(0, key(Access::Private, "ann"), None, PLAIN).unwrap();
    assert_eq!(world.heard(1), [""; 0]);
}

#[test]
fn all_connections_of_a_user_are_told_to_close() {
    let mut world = World::new(3, 2, 3, ShardLimits::default());
    let user = key(Access::User, "ann");
    assert!(!world.disconnect_user(user));
    world.subscribe(0, user, None, PLAIN).unwrap();
    world.subscribe(1, user, None, PLAIN).unwrap();
    assert!(world.disconnect_user(user));
    assert_eq!(world.heard(0), ["User:ann disconnect"]);
    assert_eq!(world.heard(1), ["User:ann disconnect"]);
    assert_eq!(world.heard(2), [""; 0]);
}
