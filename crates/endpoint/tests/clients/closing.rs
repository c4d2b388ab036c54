//! Connections that the endpoint closes, and clients that take no notice of it.

use std::time::Duration;

use baton_endpoint::{Config, Kind};
use baton_wire::Opcode;

use crate::world::{Seen, World, frame, text};

#[test]
fn a_close_frame_that_is_not_answered_is_waited_for_until_its_deadline() {
    let mut world = World::new(Config { close_timeout: Duration::from_millis(50), ..Config::default() });
    let (mut client, conn) = world.open();
    world.endpoint.close(conn, 1000, "");
    world.until("the end", |world| world.end().is_some());
    let reason = "No close frame came.".to_owned();
    assert_eq!(world.end(), Some(&Seen::Closed { code: 1006, reason, clean: false }));
    world.until("the end of the socket", |world| {
        client.receive();
        client.has_ended && world.endpoint.connections() == 0
    });
    assert_eq!(client.received, [0x88, 2, 3, 232]);
}

#[test]
fn nothing_behind_our_close_frame_reaches_the_owner() {
    let mut world = World::reacting(Config::default(), |endpoint, seen| {
        if let Seen::Message(conn, _) = seen {
            endpoint.close(*conn, 1000, "");
        }
    });
    let (mut client, _) = world.open();
    let close = frame(Opcode::Close, &1000_u16.to_be_bytes());
    // One that was read with the first, and one that comes later.
    client.send(&[text("first"), text("second"), frame(Opcode::Ping, b"")].concat());
    world.until("the first message", |world| !world.messages().is_empty());
    client.send(&[text("third"), close].concat());
    world.until("the end", |world| world.end().is_some());
    assert_eq!(world.messages(), [b"first"]);
    assert_eq!(world.seen.len(), 3, "opened, a message, closed: {:?}", world.seen);
    assert_eq!(world.end(), Some(&Seen::Closed { code: 1000, reason: String::new(), clean: true }));
}

#[test]
fn a_connection_that_closes_leaves_its_topics_at_once() {
    let mut world = World::new(Config::default());
    let (mut client, conn) = world.open();
    world.endpoint.subscribe(conn, b"news").unwrap();
    assert_eq!(world.endpoint.topic_count(), 1);
    world.endpoint.close(conn, 1000, "");
    assert_eq!(world.endpoint.topic_count(), 0);
    assert_eq!(world.endpoint.publish(b"news", Kind::Text, b"late", None), 0);

    // Who has its place then joins by itself.
    client.send(&frame(Opcode::Close, b""));
    world.until("the end", |world| world.end().is_some());
    drop(client);
    world.until("the end of the socket", |world| world.endpoint.connections() == 0);
    let (_next, conn) = world.open();
    world.endpoint.subscribe(conn, b"news").unwrap();
    assert_eq!(world.endpoint.publish(b"news", Kind::Text, b"now", None), 1);
}
