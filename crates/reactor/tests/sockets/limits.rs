//! What a peer may cost: the size and the age of its outbox, and how many peers there may be.

use std::io::Read;
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::world::{Seen, World, pattern, read};
use baton_reactor::{AdoptError, Closed, Config};

/// More than the kernel takes for a peer on loopback that does not read.
const BEYOND_KERNEL: usize = 16 << 20;

#[test]
fn a_full_outbox_takes_last_words_and_nothing_else() {
    let mut world = World::new(Config { outbox_bytes: 40 << 20, ..World::quick() });
    let (mut peer, conn) = world.connect();
    let large: Arc<[u8]> = pattern(BEYOND_KERNEL).into();
    for _ in 0..2 {
        world.reactor.send_shared(conn, &large);
        world.reactor.flush();
    }
    world.reactor.send_shared(conn, &large);
    world.reactor.send(conn, b"small, but after the gap");
    world.until("it is reported", |world| !world.seen.is_empty());
    assert_eq!(world.seen, [Seen::OutboxFull(conn)], "once");
    assert_eq!(world.reactor.counters().outbox_full, 1);
    world.reactor.send_exempt(conn, &Arc::from(&b"goodbye"[..]));
    world.reactor.finish(conn);

    let reader = std::thread::spawn(move || {
        let mut all = Vec::new();
        peer.read_to_end(&mut all).unwrap();
        all
    });
    world.until("the end", |world| world.cause_of(conn).is_some());
    let all = reader.join().unwrap();
    assert_eq!(all.len(), 2 * BEYOND_KERNEL + 7);
    assert!(all.ends_with(b"goodbye") && all.starts_with(&large));
    assert_eq!(world.reactor.outbox_bytes(), 0);
}

#[test]
fn a_turn_larger_than_the_outbox_reaches_a_peer_that_reads() {
    let mut world = World::new(Config { outbox_bytes: 64 << 10, ..World::quick() });
    let (mut peer, conn) = world.connect();
    let reader = std::thread::spawn(move || read(&mut peer, 20 * 60_000 + 30_000 * 20));
    let large: Arc<[u8]> = pattern(60_000).into();
    let small = pattern(30_000);
    for _ in 0..20 {
        // Two frames a turn, each of which leaves no room for the other.
        world.reactor.send_shared(conn, &large);
        world.reactor.send(conn, &small);
        while world.reactor.unsent(conn) > 0 {
            world.turn();
        }
    }
    let all = reader.join().unwrap();
    assert!(all == [&large[..], &small].concat().repeat(20));
    assert!(!world.seen.contains(&Seen::OutboxFull(conn)));
}

#[test]
fn exempt_frames_fit_a_full_outbox() {
    let mut world = World::new(Config { outbox_bytes: 1_000, ..World::quick() });
    let (mut peer, conn) = world.connect();
    let roster: Arc<[u8]> = pattern(500_000).into();
    let reader = std::thread::spawn(move || read(&mut peer, 501_000));
    world.reactor.send_exempt(conn, &roster);
    world.reactor.send(conn, &pattern(1_000));
    world.until("all is written", |world| world.reactor.unsent(conn) == 0);
    assert!(reader.join().unwrap() == [&roster[..], &pattern(1_000)].concat());
    assert!(!world.seen.contains(&Seen::OutboxFull(conn)));
}

#[test]
fn exempt_frames_leave_an_outbox_its_room() {
    let mut world = World::new(Config { outbox_bytes: 1_000, ..World::quick() });
    let (_peer, conn) = world.connect();
    world.reactor.send_exempt(conn, &pattern(BEYOND_KERNEL).into());
    world.reactor.send(conn, &pattern(1_000));
    world.turn();
    assert_eq!(world.seen, [], "the frame fits beside what does not count");
}

#[test]
fn an_outbox_of_this_turn_takes_no_more_than_its_limit() {
    let mut world = World::new(Config { outbox_bytes: 1_000, ..World::quick() });
    let (_peer, conn) = world.connect();
    assert!(world.reactor.try_send_parts(conn, b"head", &[1; 600]));
    assert!(world.reactor.try_send_parts(conn, b"head", &[2; 600]), "the first is written");
    assert!(world.reactor.unsent(conn) <= 1_000);
    assert!(!world.reactor.try_send_parts(conn, b"head", &[3; 1_000]), "no outbox is so large");
}

#[test]
fn what_waits_too_long_ends_the_connection() {
    let mut world = World::new(Config { outbox_age: Duration::from_millis(200), ..World::quick() });
    let (peer, conn) = world.connect();
    let (mut quick, quick_conn) = world.connect();
    let frame = pattern(60_000);
    let began = Instant::now();
    while world.reactor.unsent(conn) == 0 {
        world.reactor.send(conn, &frame);
        world.turn();
    }
    world.reactor.send(quick_conn, b"not affected");
    world.until("the age is reached", |world| world.cause_of(conn).is_some());
    assert_eq!(world.cause_of(conn), Some(Closed::OutboxStale));
    assert!(began.elapsed() >= Duration::from_millis(200));
    assert_eq!(world.reactor.outbox_bytes(), 0);
    assert_eq!(read(&mut quick, 12), b"not affected");
    drop(peer);
}

#[test]
fn no_more_connections_than_agreed() {
    let mut world = World::new(Config { max_connections: 2, ..World::quick() });
    let (_one, first) = world.connect();
    let (_two, _) = world.connect();
    let another = || TcpStream::connect(world.address).unwrap();
    let refused = world.reactor.adopt(another());
    assert!(matches!(refused, Err(AdoptError::Full { limit: 2 })), "{refused:?}");
    let mut reactor = world.reactor;
    reactor.abort(first);
    assert!(reactor.adopt(TcpStream::connect(world.address).unwrap()).is_ok(), "there is room again");
}
