//! Commands to a user's connections.

use baton_hub::DisconnectReason;

use crate::world::World;

#[test]
fn a_users_connections_are_ended_or_sent_away() {
    let world = World::new();
    world.subscribe("#server-to-user-7", None);
    world.delivered();
    for (path, body, reason) in [
        ("users/7/terminate_connections", "{}", DisconnectReason::Terminated),
        ("users/7/terminate_connections", "", DisconnectReason::Terminated),
        ("users/%37/force_reconnect", "", DisconnectReason::Reconnect),
    ] {
        let answer = world.post(path, body);
        assert_eq!((answer.status, &*answer.text), (200, "{}"));
        assert_eq!(world.disconnected(), [("7".to_owned(), reason)]);
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
    assert_eq!(world.disconnected(), []);
    assert_eq!(world.post("users//terminate_connections", "").status, 400);
}
