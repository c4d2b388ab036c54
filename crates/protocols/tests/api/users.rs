//! Commands to a user's connections.

use baton_hub::Farewell;

use crate::world::World;

#[test]
fn a_users_connections_are_ended_or_sent_away() {
    let world = World::new();
    world.subscribe("#server-to-user-7", None);
    world.delivered();
    for (path, body, farewell) in [
        ("users/7/terminate_connections", "{}", Farewell::Terminated),
        ("users/7/terminate_connections", "", Farewell::Terminated),
        ("users/%37/force_reconnect", "", Farewell::Reconnect),
    ] {
        let answer = world.post(path, body);
        assert_eq!((answer.status, &*answer.text), (200, "{}"));
        assert_eq!(world.farewells(), [("7".to_owned(), farewell)]);
    }
}

#[test]
fn users_that_nobody_knows_are_no_error() {
    let world = World::new();
    world.subscribe("#server-to-user-7", None);
    world.delivered();
    for path in ["users/8/terminate_connections", "users/a%20b%2Fc/terminate_connections"] {
        assert_eq!(world.post(path, "").text, "{}");
    }
    assert_eq!(world.farewells(), []);
    assert_eq!(world.post("users//terminate_connections", "").status, 400);
}
