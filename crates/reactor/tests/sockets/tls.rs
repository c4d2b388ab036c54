//! Connections that speak TLS, with rustls' own client at the other end.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustls::{ClientConfig, ClientConnection, HandshakeKind, StreamOwned, SupportedProtocolVersion};

use crate::party::{Party, connection};
use crate::world::{PATIENCE, Seen, World, pattern};
use baton_reactor::{Closed, Config, ConnectionId, Driver, Tls, TlsSession};

type Client = StreamOwned<ClientConnection, TcpStream>;

const BOTH: [&SupportedProtocolVersion; 2] = [&rustls::version::TLS12, &rustls::version::TLS13];

/// How the loop speaks TLS here.
fn tls(party: &Party) -> Tls {
    Tls { answer_to_plain: Arc::from(&b"this is TLS"[..]), ..Tls::new(party.server.clone()) }
}

fn world(party: &Party) -> World {
    World::new(Config { tls: Some(tls(party)), outbox_bytes: 4 << 20, ..World::quick() })
}

fn connect(world: &World) -> TcpStream {
    let stream = TcpStream::connect(world.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

/// Runs a client beside the loop until it has done its part.
fn while_turning<T: Send + 'static>(world: &mut World, client: impl FnOnce() -> T + Send + 'static) -> T {
    let client: JoinHandle<T> = std::thread::spawn(client);
    world.until("the client has done its part", |_| client.is_finished());
    client.join().unwrap()
}

/// A client whose handshake is complete, and the loop's name for it.
fn secured(world: &mut World, config: &Arc<ClientConfig>) -> (Client, ConnectionId) {
    let (mut stream, mut tls, before) = (connect(world), connection(config), world.adopted.len());
    let client = while_turning(world, move || {
        while tls.is_handshaking() {
            tls.complete_io(&mut stream).unwrap();
        }
        StreamOwned::new(tls, stream)
    });
    let conn = world.adopted[before];
    world.until("the loop is told", |world| world.seen.contains(&Seen::Secured(conn)));
    (client, conn)
}

fn read_exactly(world: &mut World, mut client: Client, len: usize) -> (Client, Vec<u8>) {
    while_turning(world, move || {
        let mut bytes = vec![0; len];
        client.read_exact(&mut bytes).unwrap();
        (client, bytes)
    })
}

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
fn a_handshake_in_single_bytes_is_a_handshake() {
    let party = Party::new();
    let mut world = world(&party);
    for version in BOTH {
        let (mut stream, mut tls) = (connect(&world), connection(&party.client(version)));
        while_turning(&mut world, move || {
            let mut everything = Vec::new();
            while tls.is_handshaking() {
                tls.write_tls(&mut everything).unwrap();
                for byte in everything.drain(..) {
                    stream.write_all(&[byte]).unwrap();
                }
                if tls.is_handshaking() {
                    tls.read_tls(&mut stream).unwrap();
                    tls.process_new_packets().unwrap();
                }
            }
            tls.writer().write_all(b"at last").unwrap();
            tls.write_tls(&mut everything).unwrap();
            for byte in everything {
                stream.write_all(&[byte]).unwrap();
            }
            stream
        });
        let conn = *world.adopted.last().unwrap();
        world.until("the bytes", |world| world.bytes_of(conn) == b"at last");
    }
}

#[test]
fn bytes_right_behind_the_handshake_come_after_its_notice() {
    let party = Party::new();
    let mut world = world(&party);
    let (mut stream, mut tls) = (connect(&world), connection(&party.client(&rustls::version::TLS13)));
    tls.writer().write_all(b"GET /").unwrap();
    while_turning(&mut world, move || {
        tls.complete_io(&mut stream).unwrap();
        (tls, stream)
    });
    let conn = world.adopted[0];
    world.until("the bytes", |world| world.bytes_of(conn) == b"GET /");
    assert_eq!(world.seen[0], Seen::Secured(conn));
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
        let volleys = world.reactor.counters().volleys;
        assert_eq!(volleys > 0, world.reactor.driver() == Driver::IoUring);
        for ((client, conn), expected) in clients {
            let (_, got) = read_exactly(&mut world, client, expected.len());
            assert!(got == expected, "{conn:?} with {driver:?}");
        }
        assert_eq!(world.reactor.outbox_bytes(), 0);
    }
}

/// The buffer for records has room for four sockets that have as much to be sent as one call takes.
#[test]
fn what_the_buffer_for_records_does_not_hold_goes_in_another_volley() {
    let party = Party::new();
    let mut world = world(&party);
    let mut clients: Vec<_> =
        (0..12).map(|_| secured(&mut world, &party.client(&rustls::version::TLS13))).collect();
    let by_volleys = world.reactor.driver() == Driver::IoUring;
    for (len, writes, volleys) in [(64 << 10, 12, 3), ((64 << 10) + 1, 24, 0)] {
        let frame: Arc<[u8]> = pattern(len).into();
        let before = world.reactor.counters();
        clients.iter().for_each(|(_, conn)| world.reactor.send_shared(*conn, &frame));
        world.reactor.flush();
        let after = world.reactor.counters();
        assert_eq!(after.writes - before.writes, writes);
        assert_eq!(after.volleys - before.volleys, if by_volleys { volleys } else { 0 });
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
        while world.reactor.unsent(conn) < 500_000 {
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
fn a_flight_that_finds_no_room_waits_for_it() {
    let party = Party::new();
    let mut world = world(&party);
    let (mut peer, mut ours) = UnixStream::pair().unwrap();
    ours.set_nonblocking(true).unwrap();
    let mut filled = 0;
    while let Ok(len) = ours.write(&[0; 4_096]) {
        filled += len;
    }
    let conn = world.reactor.adopt_tls(ours).unwrap();
    let mut tls = connection(&party.client(&rustls::version::TLS13));
    tls.write_tls(&mut peer).unwrap();
    world.until("the flight waits", |world| world.reactor.outbox_bytes() > 0);
    assert_eq!(world.reactor.unsent(conn), world.reactor.outbox_bytes());
    peer.read_exact(&mut vec![0; filled]).unwrap();
    while_turning(&mut world, move || {
        while tls.is_handshaking() {
            tls.complete_io(&mut peer).unwrap();
        }
        peer
    });
    world.until("the loop is told", |world| world.seen.contains(&Seen::Secured(conn)));
    assert_eq!(world.reactor.outbox_bytes(), 0);
}

#[test]
fn a_finish_in_the_middle_of_a_handshake_ends_it() {
    let party = Party::new();
    let mut world = world(&party);
    let mut stream = connect(&world);
    let mut hello = Vec::new();
    connection(&party.client(&rustls::version::TLS13)).write_tls(&mut hello).unwrap();
    stream.write_all(&hello).unwrap();
    world.until("it is there", |world| world.adopted.len() == 1);
    let conn = world.adopted[0];
    world.reactor.finish(conn);
    stream.write_all(&hello).unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    world.until("the end", |world| world.cause_of(conn).is_some());
    assert_eq!(world.seen, [Seen::Closed(conn, Closed::Finished)]);
    assert_eq!(world.reactor.counters().handshakes_failed, 0);
}

#[test]
fn a_second_connection_resumes_on_another_loop() {
    let party = Party::new();
    for version in BOTH {
        let config = party.client(version);
        let mut first = world(&party);
        let (mut client, conn) = secured(&mut first, &config);
        assert_eq!(client.conn.handshake_kind(), Some(HandshakeKind::Full));
        first.reactor.send(conn, b"x");
        client = read_exactly(&mut first, client, 1).0; // with the ticket in front
        drop(client);
        let mut second = world(&party);
        let (client, _) = secured(&mut second, &config);
        assert_eq!(client.conn.handshake_kind(), Some(HandshakeKind::Resumed));
        assert_eq!(second.reactor.counters().handshakes_resumed, 1);
    }
}

#[test]
fn a_goodbye_is_said_and_heard() {
    let party = Party::new();
    let mut world = world(&party);
    let config = party.client(&rustls::version::TLS13);
    let (mut client, conn) = secured(&mut world, &config);
    world.reactor.send(conn, b"last words");
    world.reactor.finish(conn);
    let all = while_turning(&mut world, move || {
        let mut all = Vec::new();
        client.read_to_end(&mut all).unwrap(); // an error without close_notify
        all
    });
    assert_eq!(all, b"last words");
    world.until("the end", |world| world.cause_of(conn).is_some());
    assert_eq!(world.cause_of(conn), Some(Closed::Finished));

    let (mut client, conn) = secured(&mut world, &config);
    client.write_all(b"and mine").unwrap();
    client.conn.send_close_notify();
    client.flush().unwrap();
    let all = while_turning(&mut world, move || {
        let mut all = Vec::new();
        client.read_to_end(&mut all).unwrap();
        all
    });
    assert_eq!(all, b"");
    world.until("the end", |world| world.cause_of(conn).is_some());
    assert_eq!(
        (world.bytes_of(conn), world.cause_of(conn)),
        (b"and mine".to_vec(), Some(Closed::PeerClosed))
    );

    let (client, conn) = secured(&mut world, &config);
    client.sock.shutdown(std::net::Shutdown::Write).unwrap(); // without a word
    world.until("the end", |world| world.cause_of(conn).is_some());
    assert_eq!(world.cause_of(conn), Some(Closed::PeerClosed));
    assert_eq!(world.reactor.counters().records_refused, 0);
}

#[test]
fn whatever_is_no_tls_ends_that_connection_alone() {
    let party = Party::new();
    let mut world = world(&party);
    let (mut client, good) = secured(&mut world, &party.client(&rustls::version::TLS13));
    let http = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n".to_vec();
    let empty_hello = b"\x16\x03\x00\x00\x04\x01\x00\x00\x00".to_vec();
    let cases = [
        (http, Some(&b"this is TLS"[..])),
        (vec![0; 2_000], None),
        (b"\x16\x03\x01\xff\xff and then far too much".to_vec(), None),
        (b"\x17\x03\x03\x00\x05hello".to_vec(), None),
        (b"\x15\x03\x03\x00\x02\x02\x28".to_vec(), None),
        (empty_hello, None),
    ];
    for (number, (bytes, answer)) in cases.into_iter().enumerate() {
        let mut stream = connect(&world);
        let got = while_turning(&mut world, move || {
            stream.write_all(&bytes).unwrap();
            let mut got = Vec::new();
            stream.read_to_end(&mut got).unwrap();
            got
        });
        match answer {
            Some(answer) => assert_eq!(got, answer),
            None => assert!(got.first().is_none_or(|kind| *kind == 21), "an alert or nothing: {got:?}"),
        }
        let conn = *world.adopted.last().unwrap();
        world.until("the end", |world| world.cause_of(conn).is_some());
        assert_eq!(world.reactor.counters().handshakes_failed, number as u64 + 1);
        assert!(
            matches!(world.cause_of(conn), Some(Closed::Finished | Closed::Reset(_))),
            "{:?}",
            world.seen
        );
    }
    client.write_all(b"still here").unwrap();
    world.until("data", |world| world.bytes_of(good) == b"still here");
    assert_eq!(world.reactor.connections(), 1);
}

#[test]
fn a_record_that_was_tampered_with_ends_the_connection() {
    let party = Party::new();
    let mut world = world(&party);
    for version in BOTH {
        let before = world.reactor.counters().records_refused;
        let (mut client, conn) = secured(&mut world, &party.client(version));
        client.conn.writer().write_all(b"fifteen letters").unwrap();
        let mut record = Vec::new();
        client.conn.write_tls(&mut record).unwrap();
        *record.last_mut().unwrap() ^= 1;
        client.sock.write_all(&record).unwrap();
        let error = while_turning(&mut world, move || client.read(&mut [0; 8]).unwrap_err());
        assert_eq!(error.kind(), ErrorKind::InvalidData, "a fatal alert: {error}");
        world.until("the end", |world| world.cause_of(conn).is_some());
        assert_eq!(world.bytes_of(conn), b"");
        assert_eq!(world.reactor.counters().records_refused, before + 1);
    }
}

#[test]
fn a_handshake_has_one_deadline_whatever_arrives() {
    let party = Party::new();
    let tls = Tls { handshake_timeout: Duration::from_millis(200), ..tls(&party) };
    let mut world = World::new(Config { tls: Some(tls), ..World::quick() });
    let (silent, began) = (connect(&world), Instant::now());
    let mut slow = connect(&world);
    let mut hello = Vec::new();
    connection(&party.client(&rustls::version::TLS13)).write_tls(&mut hello).unwrap();
    for byte in &hello[..hello.len() - 1] {
        if slow.write_all(&[*byte]).is_err() || world.seen.len() == 2 {
            break;
        }
        world.run_for(Duration::from_millis(3));
    }
    world.until("both", |world| world.seen.len() == 2);
    assert!(world.seen.iter().all(|seen| matches!(seen, Seen::Closed(_, Closed::HandshakeExpired))));
    assert!(began.elapsed() >= Duration::from_millis(195), "{:?}", began.elapsed());
    assert_eq!(world.reactor.counters().handshakes_failed, 2);
    drop(silent);
}

#[test]
fn the_oldest_unfinished_handshake_gives_way() {
    let party = Party::new();
    let tls = Tls { unfinished_handshakes: 2, ..tls(&party) };
    let mut world = World::new(Config { tls: Some(tls), ..World::quick() });
    let half: Vec<_> = (0..5)
        .map(|_| {
            let mut stream = connect(&world);
            stream.write_all(b"\x16\x03\x01\x00\xf0\x01").unwrap();
            stream
        })
        .collect();
    world.until("three have given way", |world| world.reactor.counters().handshakes_failed == 3);
    let (mut client, conn) = secured(&mut world, &party.client(&rustls::version::TLS13));
    client.write_all(b"not kept out").unwrap();
    world.until("data", |world| world.bytes_of(conn) == b"not kept out");
    drop(half);
    world.until("all are gone", |world| world.reactor.connections() == 1);
    assert_eq!(world.reactor.counters().handshakes_failed, 5);
}

#[test]
fn a_burst_of_handshakes_does_not_hold_up_those_connected() {
    let party = Party::new();
    let tls = Tls { handshakes_per_turn: Duration::ZERO, ..tls(&party) };
    let mut world = World::new(Config { tls: Some(tls), ..World::quick() });
    let config = party.client(&rustls::version::TLS13);
    let (mut client, conn) = secured(&mut world, &config);
    let burst: Vec<_> = (0..40)
        .map(|_| {
            let (mut stream, mut tls) = (connect(&world), connection(&config));
            tls.write_tls(&mut stream).unwrap();
            stream
        })
        .collect();
    world.until("all are there", |world| world.adopted.len() == 41);
    client.write_all(b"me first").unwrap();
    let before = world.reactor.counters();
    world.until("data", |world| world.bytes_of(conn) == b"me first");
    let after = world.reactor.counters();
    assert!(
        after.reads - before.reads <= 2 * (after.turns - before.turns),
        "one step of one handshake a turn"
    );
    assert!(after.handshakes < 41);
    drop(burst);
}

#[test]
fn an_answer_leaves_before_strangers_are_looked_at() {
    let party = Party::new();
    let mut world = world(&party);
    let config = party.client(&rustls::version::TLS13);
    let (mut client, conn) = secured(&mut world, &config);
    let mut stranger = connect(&world);
    world.until("the stranger is there", |world| world.adopted.len() == 2);
    connection(&config).write_tls(&mut stranger).unwrap();
    client.write_all(b"question").unwrap();
    let mut answered = false;
    while !answered {
        world.reactor.poll(None).unwrap();
        while let Some(event) = world.reactor.next_event(&mut world.buffer) {
            if matches!(event, baton_reactor::Event::Data { .. }) {
                world.reactor.send(conn, b"answer");
                answered = true;
            }
        }
    }
    assert_eq!(world.reactor.outbox_bytes(), 0, "it was written in the middle of the turn");
    assert_eq!(read_exactly(&mut world, client, 6).1, b"answer");
}

#[test]
fn who_speaks_and_hangs_up_at_once_is_heard_to_the_end() {
    let party = Party::new();
    let mut world = world(&party);
    let (mut client, conn) = secured(&mut world, &party.client(&rustls::version::TLS13));
    client.write_all(b"bye").unwrap();
    client.sock.shutdown(std::net::Shutdown::Write).unwrap();
    world.until("the end", |world| world.cause_of(conn).is_some());
    assert_eq!((world.bytes_of(conn), world.cause_of(conn)), (b"bye".to_vec(), Some(Closed::PeerClosed)));
}

#[test]
fn a_released_connection_takes_its_session_along_and_may_come_back() {
    let party = Party::new();
    let mut world = world(&party);
    let (mut client, conn) = secured(&mut world, &party.client(&rustls::version::TLS13));
    world.reactor.send(conn, b"unsent");
    let released = world.reactor.release(conn).unwrap();
    let session = released.tls.unwrap();
    let mut stream = TcpStream::from(released.socket);
    stream.write_all(&released.unsent).unwrap();
    let back = world.reactor.adopt_secured(stream, session).unwrap();
    client.write_all(b"go on").unwrap();
    world.until("data", |world| world.bytes_of(back) == b"go on");
    world.reactor.send(back, b" and so do I");
    assert_eq!(read_exactly(&mut world, client, 18).1, b"unsent and so do I");
    assert_eq!(world.reactor.outbox_bytes(), 0);
}

#[test]
fn what_is_said_during_the_handshake_is_sent_after_it() {
    let party = Party::new();
    let mut world = world(&party);
    let (stream, mut tls) = (connect(&world), connection(&party.client(&rustls::version::TLS13)));
    world.until("it is there", |world| world.adopted.len() == 1);
    let conn = world.adopted[0];
    world.reactor.send(conn, b"early ");
    world.reactor.send_shared(conn, &Arc::from(&b"bird"[..]));
    world.turn();
    let got = while_turning(&mut world, move || {
        let mut stream = stream;
        let mut stream = rustls::Stream::new(&mut tls, &mut stream);
        let mut got = [0; 10];
        stream.read_exact(&mut got).unwrap();
        got
    });
    assert_eq!(&got, b"early bird");
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

/// The owner finished a connection behind bytes that waited for the handshake, and the handshake never comes to its end.
#[test]
fn a_finished_connection_whose_handshake_fails_is_gone_and_nothing_is_queued() {
    type Failure = fn(&mut TcpStream);
    let failures: [(Failure, Closed); 3] = [
        (|stream| stream.write_all(&[0; 100]).unwrap(), Closed::LingerExpired),
        (|stream| stream.shutdown(std::net::Shutdown::Write).unwrap(), Closed::PeerClosed),
        (|_| {}, Closed::HandshakeExpired),
    ];
    for (fail, cause) in failures {
        let party = Party::new();
        let tls = Tls { handshake_timeout: Duration::from_millis(600), ..tls(&party) };
        let mut world = World::new(Config { tls: Some(tls), ..World::quick() });
        let mut stream = connect(&world);
        world.until("it is there", |world| world.adopted.len() == 1);
        let conn = world.adopted[0];
        world.reactor.send(conn, b"never to be read");
        world.reactor.finish(conn);
        world.turn();
        assert_eq!(world.reactor.outbox_bytes(), 16);
        fail(&mut stream);
        world.until("nothing is queued", |world| world.reactor.outbox_bytes() == 0);
        assert_eq!(world.reactor.connections(), usize::from(cause == Closed::LingerExpired));
        world.until("the end", |world| world.cause_of(conn).is_some());
        assert_eq!(world.cause_of(conn), Some(cause));
        assert_eq!((world.reactor.outbox_bytes(), world.reactor.connections()), (0, 0));
    }
}

/// Each key of TLS 1.2 seals a few records here. What was sealed before they are used up leaves no trace in the counts.
#[test]
fn a_connection_whose_keys_are_used_up_ends_and_all_is_counted_back() {
    let party = Party::with_keys_for(7);
    for (driver, connections) in [(Driver::Epoll, 1), (Driver::Auto, 6)] {
        let tls = Some(tls(&party));
        let mut world = World::new(Config { tls, driver, outbox_bytes: 4 << 20, ..World::quick() });
        let mut clients: Vec<_> =
            (0..connections).map(|_| secured(&mut world, &party.client(&rustls::version::TLS12))).collect();
        let (small, large): (Arc<[u8]>, Arc<[u8]>) = (pattern(100).into(), pattern(9_000).into());
        for round in 0.. {
            assert!(round < 20, "the keys are never used up");
            for (_, conn) in &clients {
                for frame in [&small, &large, &small, &large] {
                    world.reactor.send_shared(*conn, frame);
                }
            }
            world.reactor.flush();
            assert_eq!(world.reactor.outbox_bytes(), 0);
            world.turn();
            if !world.seen.iter().all(|seen| matches!(seen, Seen::Secured(_))) {
                break;
            }
        }
        world.until("all are closed", |world| world.reactor.connections() == 0);
        let (mut client, conn) = clients.remove(0);
        assert_eq!(world.cause_of(conn), Some(Closed::Reset(ErrorKind::BrokenPipe)));
        let got = while_turning(&mut world, move || {
            let mut got = Vec::new();
            let _ = client.read_to_end(&mut got); // an end without close_notify
            got
        });
        assert!(got.len() >= 18_200, "whole rounds had left before: {}", got.len());
    }
}

#[test]
fn an_abort_says_goodbye_only_if_nothing_is_lost() {
    let party = Party::new();
    let mut world = world(&party);
    for queued in [false, true] {
        let (mut client, conn) = secured(&mut world, &party.client(&rustls::version::TLS13));
        if queued {
            world.reactor.send_shared(conn, &Arc::from(&b"lost"[..]));
        }
        world.reactor.abort(conn);
        let end = while_turning(&mut world, move || client.read(&mut [0; 8]).map_err(|error| error.kind()));
        assert_eq!(end, if queued { Err(ErrorKind::UnexpectedEof) } else { Ok(0) });
        assert_eq!((world.reactor.outbox_bytes(), world.reactor.connections()), (0, 0));
    }
}

#[test]
fn who_said_goodbye_while_away_is_closed_when_it_comes_back() {
    let party = Party::new();
    let mut world = world(&party);
    let (mut client, conn) = secured(&mut world, &party.client(&rustls::version::TLS13));
    let released = world.reactor.release(conn).unwrap();
    let mut stream = TcpStream::from(released.socket);
    let mut session = released.tls.unwrap();
    client.conn.send_close_notify();
    client.flush().unwrap();
    let mut buffer = vec![0; baton_reactor::TLS_BUFFER];
    stream.set_nonblocking(false).unwrap();
    while !session.has_ended() {
        let len = stream.read(session.room(&mut buffer)).unwrap();
        session.receive(&mut buffer, len, &mut Vec::new()).unwrap();
    }
    let back = world.reactor.adopt_secured(stream, session).unwrap();
    world.until("the end", |world| world.cause_of(back).is_some());
    assert_eq!(world.cause_of(back), Some(Closed::PeerClosed));
}
