//! Handshakes: in pieces, too slow, too many, resumed, and what is said around them.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustls::HandshakeKind;

use super::{BOTH, connect, read_exactly, secured, tls, while_turning, world};
use crate::party::{Party, connection};
use crate::world::{Seen, World};
use baton_reactor::{Closed, Config, Tls};

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
fn what_is_queued_during_the_handshake_is_sent_after_it() {
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
    world.until("the handshake is complete", |world| world.seen.contains(&Seen::Secured(conn)));
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
fn a_response_leaves_before_handshakes_are_read() {
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
