//! What a client may send in a second.

use baton_endpoint::Config;
use baton_wire::Opcode;

use crate::world::{World, frame, text};

#[test]
fn pings_do_not_count_as_messages() {
    let config = Config { messages_per_second: 1, control_frames_per_second: 10, ..Config::default() };
    let mut world = World::new(config);
    let (mut client, _) = world.open();
    client.send(&[frame(Opcode::Ping, b"").repeat(5), text("the only one")].concat());
    world.until("the message", |world| !world.messages().is_empty() || world.end().is_some());
    assert_eq!(world.end(), None);
}
