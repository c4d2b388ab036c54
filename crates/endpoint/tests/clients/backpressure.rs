//! Who is read, and when: clients that do not read what they are sent, and clients that the owner has paused.

use std::time::{Duration, Instant};

use baton_endpoint::{Config, Endpoint, Kind, SendError};
use baton_wire::Opcode;

use crate::world::{Client, Seen, World, frame, text};

const QUEUED_BYTES: usize = 1 << 20;
const PAYLOAD: [u8; 16 << 10] = [9; 16 << 10];

fn echo(endpoint: &mut Endpoint, seen: &Seen) {
    if let Seen::Message(conn, payload) = seen {
        endpoint.send(*conn, Kind::Binary, payload).unwrap();
    }
}

/// Sends a frame over and over for as long as the socket takes any, and returns how many bytes that were.
fn fill(world: &mut World, client: &mut Client, frame: &[u8]) -> usize {
    let (mut sent, mut idle_turns) = (0, 0);
    while idle_turns < 5 {
        let more = client.send_some(&frame[sent % frame.len()..]);
        sent += more;
        idle_turns = if more == 0 { idle_turns + 1 } else { 0 };
        world.turn(); // which finds room for each answer
    }
    sent
}

#[test]
fn a_client_that_does_not_read_is_not_read_until_it_does() {
    let mut world = World::reacting(Config { queued_bytes: QUEUED_BYTES, ..Config::default() }, echo);
    let (mut client, conn) = world.open();
    let bytes = frame(Opcode::Binary, &PAYLOAD);
    let mut sent = fill(&mut world, &mut client, &bytes);
    assert!(world.endpoint.unsent(conn) > QUEUED_BYTES / 2);

    let count = sent / bytes.len() + 100;
    world.until("the client has all answers", |_| {
        if sent < count * bytes.len() {
            sent += client.send_some(&bytes[sent % bytes.len()..]);
        }
        client.receive();
        client.received.len() >= count * (PAYLOAD.len() + 4)
    });
    assert!(world.endpoint.is_open(conn));
}

#[test]
fn a_client_that_is_not_read_is_not_taken_for_silent() {
    let config = Config {
        queued_bytes: QUEUED_BYTES,
        ping_interval: Some(Duration::from_millis(250)),
        pong_timeout: Duration::from_millis(250),
        ..Config::default()
    };
    let mut world = World::reacting(config, echo);
    let (mut client, conn) = world.open();
    fill(&mut world, &mut client, &frame(Opcode::Binary, &PAYLOAD));
    assert!(world.endpoint.unsent(conn) > QUEUED_BYTES / 2);
    // It reads so slowly that a ping and its answer are due meanwhile.
    let end = Instant::now() + Duration::from_millis(700);
    while Instant::now() < end {
        client.receive_some(4 << 10);
        world.turn();
    }
    world.until("it has taken all", |world| {
        client.receive();
        world.seen.contains(&Seen::Drained(conn)) || world.end().is_some()
    });
    assert_eq!(world.end(), None);
    // From now on it is read, and its silence counts.
    world.until("its end", |world| world.end().is_some());
    let reason = "No answer to a ping within 250 ms.".to_owned();
    assert_eq!(world.end(), Some(&Seen::Closed { code: 1006, reason, clean: false }));
}

#[test]
fn what_came_before_a_pause_is_read_behind_it() {
    let mut world = World::reacting(Config::default(), |endpoint, seen| {
        if let Seen::Message(conn, payload) = seen
            && payload == b"pause"
        {
            endpoint.pause(*conn);
        }
    });
    let (mut client, conn) = world.open();
    // In one write, so that the second has been read when the first pauses its connection.
    client.send(&[text("pause"), text("kept")].concat());
    world.until("the first message", |world| !world.messages().is_empty());
    world.turn();
    assert_eq!(world.messages(), [b"pause"]);
    world.endpoint.resume(conn);
    world.until("the second message", |world| world.messages().len() > 1);
    assert_eq!(world.messages(), [&b"pause"[..], b"kept"]);
}

#[test]
fn a_compressed_message_without_room_is_refused_and_the_connection_stays_open() {
    let compression = Some(baton_endpoint::Compression { takeover: true, ..Default::default() });
    let mut world = World::new(Config { queued_bytes: QUEUED_BYTES, compression, ..Config::default() });
    let (mut client, conn) = world.open_with("Sec-WebSocket-Extensions: permessage-deflate\r\n");
    // Noise, which is no smaller for being compressed.
    let mut state = 1_u64;
    let noise = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state.to_be_bytes()[0]
    });
    let payload: Vec<u8> = noise.take(64 << 10).collect();
    let send = |world: &mut World| world.endpoint.send(conn, Kind::Binary, &payload);
    let refused = (0..1_000).find_map(|_| send(&mut world).err());
    assert_eq!(refused, Some(SendError::Full { limit: QUEUED_BYTES }));
    world.turn();
    assert!(world.endpoint.is_open(conn));

    world.until("the client has read all", |world| {
        client.receive();
        world.seen.contains(&Seen::Drained(conn))
    });
    assert_eq!(send(&mut world), Ok(()));
}
