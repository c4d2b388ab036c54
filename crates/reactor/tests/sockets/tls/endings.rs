//! How connections end: with a goodbye, without one, and by a fault of either side.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use super::{BOTH, connect, read_exactly, secured, tls, while_turning, world};
use crate::party::Party;
use crate::world::{Seen, World, pattern};
use baton_reactor::{Closed, Config, Driver, Tls};

#[test]
fn close_notify_is_sent_and_received() {
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
fn a_client_that_sends_and_closes_at_once_is_read_to_the_end() {
    let party = Party::new();
    let mut world = world(&party);
    let (mut client, conn) = secured(&mut world, &party.client(&rustls::version::TLS13));
    client.write_all(b"bye").unwrap();
    client.sock.shutdown(std::net::Shutdown::Write).unwrap();
    world.until("the end", |world| world.cause_of(conn).is_some());
    assert_eq!((world.bytes_of(conn), world.cause_of(conn)), (b"bye".to_vec(), Some(Closed::PeerClosed)));
}

#[test]
fn an_abort_sends_close_notify_only_if_nothing_is_lost() {
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
fn a_released_connection_that_ended_is_closed_when_it_is_adopted_again() {
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
