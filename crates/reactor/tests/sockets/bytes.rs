//! Bytes in, bytes out: echo, fan-out, small pieces, fairness, pause and resume.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use crate::world::{Seen, World, pattern, read};
use baton_reactor::{Closed, Config};

#[test]
fn what_a_peer_sends_comes_back() {
    let mut world = World::new(World::quick());
    let (mut peer, conn) = world.connect();
    peer.write_all(b"hello").unwrap();
    world.until("data", |world| world.bytes_of(conn) == b"hello");
    world.reactor.send(conn, b"hel");
    world.reactor.send(conn, b"lo");
    let writes = world.reactor.counters().writes;
    world.reactor.flush();
    assert_eq!(read(&mut peer, 5), b"hello");
    assert_eq!(world.reactor.counters().writes, writes + 1, "two frames of a turn leave in one call");
    assert_eq!(world.reactor.outbox_bytes(), 0);
}

#[test]
fn a_frame_for_many_reaches_each_with_one_write() {
    let mut world = World::new(World::quick());
    let mut peers: Vec<_> = (0..300).map(|_| world.connect()).collect();
    let first: Arc<[u8]> = pattern(130).into();
    let second: Arc<[u8]> = b"second".to_vec().into();
    let large: Arc<[u8]> = pattern(20_000).into();
    for frames in
        [vec![&first], vec![&first, &second], vec![&first, &large, &second], vec![&large], vec![&second]]
    {
        let writes = world.reactor.counters().writes;
        for frame in &frames {
            for (_, conn) in &peers {
                world.reactor.send_shared(*conn, frame);
            }
        }
        let expected: Vec<u8> = frames.iter().flat_map(|frame| frame.iter().copied()).collect();
        assert_eq!(world.reactor.unsent(peers[7].1), expected.len());
        assert_eq!(world.reactor.outbox_bytes(), expected.len() * peers.len());
        world.reactor.flush();
        assert_eq!(world.reactor.counters().writes, writes + 300);
        assert_eq!(world.reactor.outbox_bytes(), 0);
        for (peer, _) in &mut peers {
            assert!(read(peer, expected.len()) == expected);
        }
    }
}

#[test]
fn own_and_shared_frames_keep_their_order() {
    let mut world = World::new(World::quick());
    let (mut peer, conn) = world.connect();
    let small: Arc<[u8]> = b"<small>".to_vec().into();
    let large: Arc<[u8]> = pattern(9_000).into();
    world.reactor.send_shared(conn, &small);
    world.reactor.send(conn, b"<own>");
    world.reactor.send_shared(conn, &large);
    world.reactor.send_shared(conn, &large);
    world.reactor.send(conn, b"<end>");
    world.reactor.flush();
    let expected = [&small[..], b"<own>", &large, &large, b"<end>"].concat();
    assert!(read(&mut peer, expected.len()) == expected);
}

#[test]
fn slices_of_three_bytes_are_all_delivered() {
    let mut world = World::new(World::quick());
    world.buffer = vec![0; 3];
    let (mut peer, conn) = world.connect();
    let sent = pattern(1_000);
    for slice in sent.chunks(3) {
        peer.write_all(slice).unwrap();
        world.turn();
    }
    world.until("all slices", |world| world.bytes_of(conn).len() == sent.len());
    assert_eq!(world.bytes_of(conn), sent);
    let whole = pattern(3_000);
    peer.write_all(&whole).unwrap();
    world.until("many reads of one arrival", |world| world.bytes_of(conn).len() == 4_000);
    assert_eq!(world.bytes_of(conn)[1_000..], whole);
}

#[test]
fn a_busy_socket_does_not_hold_up_the_others() {
    let mut world = World::new(Config { read_per_turn: 4_096, ..World::quick() });
    world.buffer = vec![0; 1_024];
    let (mut busy, busy_conn) = world.connect();
    let (mut quiet, quiet_conn) = world.connect();
    busy.write_all(&pattern(100_000)).unwrap();
    std::thread::sleep(Duration::from_millis(50));
    quiet.write_all(b"me too").unwrap();
    std::thread::sleep(Duration::from_millis(50));
    world.turn();
    world.turn();
    assert_eq!(world.bytes_of(quiet_conn), b"me too");
    assert!(world.bytes_of(busy_conn).len() <= 2 * 4_096, "{}", world.bytes_of(busy_conn).len());
    world.until("the rest", |world| world.bytes_of(busy_conn).len() == 100_000);
    assert!(world.bytes_of(busy_conn) == pattern(100_000));
}

#[test]
fn a_pause_loses_nothing_and_stops_everything() {
    let mut world = World::new(World::quick());
    let (mut peer, conn) = world.connect();
    world.reactor.pause(conn);
    peer.write_all(b"before ").unwrap();
    world.run_for(Duration::from_millis(60));
    assert_eq!(world.bytes_of(conn), b"");
    peer.write_all(b"and after").unwrap();
    world.reactor.resume(conn);
    world.until("both", |world| world.bytes_of(conn) == b"before and after");
    world.reactor.pause(conn);
    world.reactor.resume(conn);
    peer.write_all(b"!").unwrap();
    world.until("more", |world| world.bytes_of(conn) == b"before and after!");
}

#[test]
fn a_pause_in_the_middle_of_an_arrival_takes_effect_at_once() {
    let mut world = World::new(World::quick());
    let (mut peer, conn) = world.connect();
    peer.write_all(&pattern(5_000)).unwrap();
    std::thread::sleep(Duration::from_millis(50));
    world.reactor.poll(Some(Duration::from_secs(1))).unwrap();
    let mut small = [0; 1_000];
    assert!(world.reactor.next_event(&mut small).is_some());
    world.reactor.pause(conn);
    assert!(world.reactor.next_event(&mut small).is_none());
    world.run_for(Duration::from_millis(30));
    assert_eq!(world.bytes_of(conn).len(), 0);
    world.reactor.resume(conn);
    world.until("the other 4,000", |world| world.bytes_of(conn).len() == 4_000);
    assert_eq!(world.bytes_of(conn), pattern(5_000)[1_000..]);
}

#[test]
fn the_end_of_a_paused_peer_is_seen_after_its_bytes() {
    let mut world = World::new(World::quick());
    let (mut peer, conn) = world.connect();
    world.reactor.pause(conn);
    peer.write_all(b"last words").unwrap();
    drop(peer);
    world.run_for(Duration::from_millis(60));
    assert_eq!(world.seen, []);
    world.reactor.resume(conn);
    world.until("the end", |world| world.cause_of(conn).is_some());
    let expected = [Seen::Data(conn, b"last words".to_vec()), Seen::Closed(conn, Closed::PeerClosed)];
    assert_eq!(world.seen, expected);
}

#[test]
fn events_not_taken_in_a_turn_are_there_in_the_next() {
    let mut world = World::new(World::quick());
    let (mut one, first) = world.connect();
    let (mut two, second) = world.connect();
    one.write_all(b"1").unwrap();
    two.write_all(b"2").unwrap();
    std::thread::sleep(Duration::from_millis(50));
    world.reactor.poll(Some(Duration::from_secs(1))).unwrap();
    let mut buffer = [0; 16];
    assert!(world.reactor.next_event(&mut buffer).is_some());
    world.until("the other one", |world| world.seen.len() == 1);
    assert!(world.bytes_of(first) == b"1" || world.bytes_of(second) == b"2");
}
