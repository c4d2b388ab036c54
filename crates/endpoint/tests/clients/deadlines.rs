//! Messages and requests that are not completed.

use std::time::Duration;

use baton_endpoint::Config;
use baton_wire::Opcode;

use crate::world::{Seen, World, frame, text};

#[test]
fn a_message_has_one_deadline_however_many_bytes_come() {
    let config = Config { message_timeout: Duration::from_millis(200), ..Config::default() };
    let mut world = World::new(config);
    let (mut client, _) = world.open();
    // A byte every 5 ms: more of them than the test has time for.
    let message = frame(Opcode::Binary, &[0; 8_000]);
    let mut bytes = message.chunks(1);
    world.until("the end", |world| {
        if world.end().is_none() {
            client.send(bytes.next().unwrap());
            std::thread::sleep(Duration::from_millis(5));
        }
        world.end().is_some()
    });
    let reason = "A message must be complete within 200 ms.".to_owned();
    assert_eq!(world.end(), Some(&Seen::Closed { code: 1008, reason, clean: false }));
}

#[test]
fn a_frame_that_is_complete_has_no_deadline() {
    let config = Config { message_timeout: Duration::from_millis(500), ..Config::default() };
    let mut world = World::new(config);
    let (mut client, _) = world.open();
    // In two parts, so that it has a deadline; a ping completes it too, although the owner ignores that.
    let ping = frame(Opcode::Ping, b"hello");
    client.send(&ping[..3]);
    world.turn();
    client.send(&ping[3..]);
    world.run_for(Duration::from_millis(700));
    client.send(&text("still here"));
    world.until("a message", |world| !world.messages().is_empty() || world.end().is_some());
    assert_eq!(world.messages(), [b"still here"], "{:?}", world.seen);
}

#[test]
fn a_connection_that_keeps_alive_has_a_deadline_for_its_next_request() {
    let config = Config {
        asks_about_requests: true,
        handshake_timeout: Duration::from_millis(200),
        ..Config::default()
    };
    let mut world = World::reacting(config, |endpoint, seen| {
        if let Seen::Request(conn) = seen {
            assert!(endpoint.answer(*conn, 200, &[], b"yes"));
        }
    });
    let mut client = world.connect();
    client.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    world.until("the answer", |_| {
        client.receive();
        client.received.ends_with(b"yes")
    });
    world.until("the end", |_| {
        client.receive();
        client.has_ended
    });
    assert_eq!(world.seen.len(), 1, "one request: {:?}", world.seen);
}
