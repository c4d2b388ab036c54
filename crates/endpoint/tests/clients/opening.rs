//! Connections whose handshake is not complete.

use baton_endpoint::{Config, Kind};

use crate::world::{Seen, World, upgrade};

#[test]
fn a_connection_in_its_handshake_receives_no_broadcast() {
    let mut world = World::new(Config::default());
    let (mut open, _) = world.open();
    let mut late = world.connect();
    let head = upgrade("");
    let (start, rest) = head.split_at(40);
    late.send(start.as_bytes());
    world.until("it is accepted", |world| world.endpoint.connections() == 2);
    world.turn();
    assert_eq!(world.endpoint.broadcast(Kind::Text, b"to all", &[]), 1);
    late.send(rest.as_bytes());
    world.until("it is open", |world| {
        late.receive();
        open.receive();
        matches!(world.seen.last(), Some(Seen::Open(_))) && late.received.ends_with(b"\r\n\r\n")
    });
    assert!(late.received.starts_with(b"HTTP/1.1 101 "));
    assert_eq!(open.received, b"\x81\x06to all");
}
