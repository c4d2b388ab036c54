//! What is sent and received once the handshake is over: how it is sealed, and how it waits.

use std::io::{Read, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{BOTH, read_exactly, secured, tls, while_turning, world};
use crate::party::Party;
use crate::world::{Seen, World, pattern};
use baton_reactor::{Closed, Config, Driver, TlsSession};

#[test]
fn bytes_go_both_ways_in_both_versions() {
    let party = Party::new();
    let mut world = world(&party);
    for version in BOTH {
        let (mut client, conn) = secured(&mut world, &party.client(version));
        client.write_all(b"hello").unwrap();
        world.until("data", |world| world.bytes_of(conn) == b"hello");
        world.reactor.send(conn, b"hel");
        world.reactor.send(conn, b"lo");
        let writes = world.reactor.counters().writes;
        world.reactor.flush();
        assert_eq!(world.reactor.counters().writes, writes + 1, "two frames of a turn leave in one call");
        assert_eq!(read_exactly(&mut world, client, 5).1, b"hello");
        assert_eq!(world.reactor.outbox_bytes(), 0);
    }
    assert_eq!(world.reactor.counters().handshakes, 2);
}

#[test]
fn small_frames_share_records_and_large_ones_fill_them() {
    let party = Party::new();
    let mut world = world(&party);
    let (client, conn) = secured(&mut world, &party.client(&rustls::version::TLS13));
    let small: Arc<[u8]> = pattern(1_000).into();
    let large: Arc<[u8]> = pattern(100_000).into();
    let mut expected = Vec::new();
    for _ in 0..12 {
        world.reactor.send_shared(conn, &small);
        expected.extend_from_slice(&small);
    }
    let before = world.reactor.counters().bytes_written;
    world.reactor.flush();
    assert_eq!(
        world.reactor.counters().bytes_written - before,
        12_000 + 22,
        "one record: 5 + 1 + 16 bytes more"
    );
    for _ in 0..3 {
        world.reactor.send(conn, &small);
        world.reactor.send_shared(conn, &large);
        expected.extend_from_slice(&small);
        expected.extend_from_slice(&large);
    }
    let (_, got) = read_exactly(&mut world, client, expected.len());
    assert!(got == expected);
}

#[test]
fn a_megabyte_goes_both_ways_through_a_slow_peer() {
    let party = Party::new();
    let narrow =
        Config { tls: Some(tls(&party)), outbox_bytes: 4 << 20, send_buffer: Some(50_000), ..World::quick() };
    let mut world = World::new(narrow);
    for version in BOTH {
        let (mut client, conn) = secured(&mut world, &party.client(version));
        let message = pattern(1 << 20);
        let sent = message.clone();
        let client = while_turning(&mut world, move || {
            client.write_all(&sent).unwrap();
            client
        });
        world.until("all of it", |world| world.bytes_of(conn).len() == 1 << 20);
        assert!(world.bytes_of(conn) == message);
        for _ in 0..3 {
            world.reactor.send(conn, &message);
        }
        let three = world.reactor.outbox_bytes();
        assert_eq!(three, 3 << 20);
        world.run_for(Duration::from_millis(50));
        assert!(world.reactor.unsent(conn) > 1 << 20, "the kernel does not take all");
        let (_, got) = read_exactly(&mut world, client, 3 << 20);
        assert!(got == message.repeat(3));
        world.until("nothing is left", |world| world.reactor.outbox_bytes() == 0);
        assert_eq!(world.reactor.unsent(conn), 0);
    }
}

/// Every driver seals what is queued in the order of the queue, also where the kernel takes part of a record.
#[test]
fn records_for_many_leave_together_and_wait_for_slow_peers() {
    let party = Party::new();
    let frames: Vec<Arc<[u8]>> =
        [130, 3_000, 9_000, 30_000, 70_000].map(|len| pattern(len).into()).into_iter().collect();
    for driver in [Driver::Epoll, Driver::Auto] {
        let tls = Some(tls(&party));
        let narrow =
            Config { tls, driver, outbox_bytes: 8 << 20, send_buffer: Some(30_000), ..World::quick() };
        let mut world = World::new(narrow);
        let mut clients: Vec<_> =
            (0..8).map(|n| (secured(&mut world, &party.client(BOTH[n % 2])), Vec::new())).collect();
        for round in 0..60 {
            for (n, ((_, conn), expected)) in clients.iter_mut().enumerate() {
                // The first five get small frames alone, and never fall behind.
                let which = if n < 5 { round % 2 } else { (round + n) % frames.len() };
                if n >= 5 || round < 12 {
                    world.reactor.send_shared(*conn, &frames[which]);
                    expected.extend_from_slice(&frames[which]);
                }
                if round % 7 == n {
                    world.reactor.send(*conn, b"own");
                    expected.extend_from_slice(b"own");
                }
            }
            match round % 3 {
                0 => world.reactor.flush(),
                1 => world.turn(),
                _ => {}
            }
        }
        assert!(world.reactor.outbox_bytes() > 100_000, "the last three are behind");
        let submissions = world.reactor.counters().submissions;
        assert_eq!(submissions > 0, world.reactor.driver() == Driver::IoUring);
        for ((client, conn), expected) in clients {
            let (_, got) = read_exactly(&mut world, client, expected.len());
            assert!(got == expected, "{conn:?} with {driver:?}");
        }
        assert_eq!(world.reactor.outbox_bytes(), 0);
    }
}

/// The buffer for records has room for four sockets that have as much to be sent as one call takes.
#[test]
fn what_the_buffer_for_records_does_not_hold_goes_in_another_submission() {
    let party = Party::new();
    let mut world = world(&party);
    let mut clients: Vec<_> =
        (0..12).map(|_| secured(&mut world, &party.client(&rustls::version::TLS13))).collect();
    let by_submissions = world.reactor.driver() == Driver::IoUring;
    for (len, writes, submissions) in [(64 << 10, 12, 3), ((64 << 10) + 1, 24, 0)] {
        let frame: Arc<[u8]> = pattern(len).into();
        let before = world.reactor.counters();
        clients.iter().for_each(|(_, conn)| world.reactor.send_shared(*conn, &frame));
        world.reactor.flush();
        let after = world.reactor.counters();
        assert_eq!(after.writes - before.writes, writes);
        assert_eq!(after.submissions - before.submissions, if by_submissions { submissions } else { 0 });
        let read = |(client, conn)| {
            let (client, got) = read_exactly(&mut world, client, frame.len());
            assert!(got == frame[..]);
            (client, conn)
        };
        clients = clients.into_iter().map(read).collect();
    }
}

#[test]
fn a_full_outbox_takes_last_words_and_nothing_else() {
    let party = Party::new();
    let narrow =
        Config { tls: Some(tls(&party)), outbox_bytes: 300_000, send_buffer: Some(50_000), ..World::quick() };
    let mut world = World::new(narrow);
    let (mut client, conn) = secured(&mut world, &party.client(&rustls::version::TLS13));
    let (small, large): (Arc<[u8]>, Arc<[u8]>) = (pattern(700).into(), pattern(50_000).into());
    let mut sent = Vec::new();
    for round in 0.. {
        assert!(round < 10_000, "the kernel took everything");
        for frame in [&small, &large, &small] {
            world.reactor.send_shared(conn, frame);
            sent.extend_from_slice(frame);
        }
        world.turn();
        assert!(world.reactor.unsent(conn) <= 300_000 + 70_000, "64 KiB of records beyond the limit at most");
        if world.seen.contains(&Seen::OutboxFull(conn)) {
            break;
        }
    }
    world.reactor.send_exempt(conn, &Arc::from(&b"goodbye"[..]));
    world.reactor.finish(conn);
    let all = while_turning(&mut world, move || {
        let mut all = Vec::new();
        client.read_to_end(&mut all).unwrap();
        all
    });
    let (before, last) = all.split_at(all.len() - 7);
    assert!(sent.starts_with(before) && last == b"goodbye", "no gap, and in order");
    assert_eq!(world.reactor.outbox_bytes(), 0);
}

#[test]
fn what_waits_too_long_ends_the_connection() {
    let party = Party::new();
    let age = Duration::from_millis(200);
    let narrow =
        Config { tls: Some(tls(&party)), outbox_age: age, send_buffer: Some(50_000), ..World::quick() };
    let mut world = World::new(narrow);
    for len in [60_000, 1_000_000] {
        let (client, conn) = secured(&mut world, &party.client(&rustls::version::TLS13));
        let (frame, began): (Arc<[u8]>, _) = (pattern(len).into(), Instant::now());
        world.turn(); // the loop's time is that of its turn
        // On a loaded machine the age may be reached before that much is queued.
        while world.reactor.unsent(conn) < 500_000 && world.cause_of(conn).is_none() {
            world.reactor.send_shared(conn, &frame);
            world.turn();
        }
        world.until("the age is reached", |world| world.cause_of(conn).is_some());
        assert_eq!(world.cause_of(conn), Some(Closed::OutboxStale));
        assert!(began.elapsed() + Duration::from_millis(1) >= age);
        assert_eq!(world.reactor.outbox_bytes(), 0);
        drop(client);
    }
}

#[test]
fn a_change_of_keys_is_answered_by_one() {
    let party = Party::new();
    let mut world = world(&party);
    let (mut client, conn) = secured(&mut world, &party.client(&rustls::version::TLS13));
    client.write_all(b"old ").unwrap();
    client.conn.refresh_traffic_keys().unwrap();
    client.write_all(b"new").unwrap();
    world.until("both", |world| world.bytes_of(conn) == b"old new");
    world.reactor.send(conn, b"under our own new ones");
    let (mut client, got) = read_exactly(&mut world, client, 22);
    assert_eq!(got, b"under our own new ones");
    client.write_all(b"!").unwrap();
    world.until("more", |world| world.bytes_of(conn) == b"old new!");
}

#[test]
fn a_pause_stops_records_too() {
    let party = Party::new();
    let mut world = world(&party);
    let (mut client, conn) = secured(&mut world, &party.client(&rustls::version::TLS13));
    world.reactor.pause(conn);
    client.write_all(b"before ").unwrap();
    client.conn.send_close_notify();
    client.flush().unwrap();
    world.run_for(Duration::from_millis(60));
    assert_eq!(world.bytes_of(conn), b"");
    world.reactor.resume(conn);
    world.until("the end", |world| world.cause_of(conn).is_some());
    assert_eq!(world.bytes_of(conn), b"before ");
}

#[test]
fn a_session_refuses_small_buffers_and_early_seals() {
    let mut session = TlsSession::new(&Party::new().server).unwrap();
    assert!(session.room(&mut [0; 1_024]).is_empty());
    assert!(session.seal(b"x", &mut [0; 1_024]).is_err());
    assert!(session.is_handshaking());
}
