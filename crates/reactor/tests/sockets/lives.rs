//! How connections end and change hands, and when timers come.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use crate::world::{DEADLINE, Seen, World, pattern, read};
use baton_reactor::{Closed, Config, Event};

#[test]
fn finishing_writes_everything_and_waits_for_the_peer_s_end() {
    let mut world = World::new(World::quick());
    let (mut peer, conn) = world.connect();
    world.reactor.send(conn, b"goodbye");
    world.reactor.finish(conn);
    world.reactor.send(conn, b"too late");
    peer.write_all(b"never mind").unwrap();
    world.turn();
    let mut all = Vec::new();
    assert_eq!(read(&mut peer, 7), b"goodbye");
    drop(peer.shutdown(std::net::Shutdown::Write));
    peer.read_to_end(&mut all).unwrap();
    assert_eq!(all, b"", "an end of stream, not a reset");
    world.until("the end", |world| world.cause_of(conn).is_some());
    assert_eq!(world.seen, [Seen::Closed(conn, Closed::Finished)], "what came after is thrown away");
}

#[test]
fn a_peer_that_does_not_leave_is_not_waited_for_for_long() {
    let mut world = World::new(World::quick());
    let (_peer, conn) = world.connect();
    let began = Instant::now();
    world.reactor.finish(conn);
    world.until("the end", |world| world.cause_of(conn).is_some());
    assert_eq!(world.cause_of(conn), Some(Closed::LingerExpired));
    // The loop's clock is that of the last turn, a few milliseconds back.
    assert!(began.elapsed() >= Duration::from_millis(250), "{:?}", began.elapsed());
}

#[test]
fn who_waits_to_be_accepted_is_before_the_listener_is_closed() {
    let mut world = World::new(Config { accept_per_turn: 1, ..World::quick() });
    let mut peers: Vec<_> = (0..4).map(|_| TcpStream::connect(world.address).unwrap()).collect();
    world.reactor.poll(Some(Duration::ZERO)).unwrap();
    let mut accepted = Vec::new();
    while let Some(Event::Incoming { socket, .. }) = world.reactor.accept_rest() {
        accepted.push(world.reactor.adopt(socket).unwrap());
    }
    world.reactor.stop_listening();
    assert_eq!(accepted.len(), 4, "beyond a turn's share");
    for (peer, conn) in peers.iter_mut().zip(accepted) {
        world.reactor.send(conn, b"served");
        world.reactor.flush();
        assert_eq!(read(peer, 6), b"served");
    }
    assert!(TcpStream::connect(world.address).is_err());
}

#[test]
fn an_aborted_connection_has_no_more_events() {
    let mut world = World::new(World::quick());
    let (mut peer, conn) = world.connect();
    world.reactor.send(conn, b"lost");
    world.reactor.abort(conn);
    world.reactor.send(conn, b"for a stale id");
    world.reactor.wake_at(conn, 0);
    world.run_for(Duration::from_millis(30));
    assert_eq!(world.seen, []);
    assert_eq!(world.reactor.outbox_bytes(), 0);
    let mut all = Vec::new();
    assert!(matches!(peer.read_to_end(&mut all), Ok(0) | Err(_)));
    let (_next, reused) = world.connect();
    assert_eq!(reused.slot(), conn.slot());
    assert_ne!(reused, conn);
}

#[test]
fn a_released_connection_takes_its_bytes_along_and_may_come_back() {
    let mut world = World::new(World::quick());
    let (mut peer, conn) = world.connect();
    world.reactor.send(conn, b"unsent");
    let released = world.reactor.release(conn).unwrap();
    assert_eq!((released.unsent, released.unread), (b"unsent".to_vec(), Vec::new()));
    assert!(world.reactor.release(conn).is_none());
    assert_eq!(world.reactor.connections(), 0);

    let back = world.reactor.adopt_with(released.socket, b"read before, ".to_vec()).unwrap();
    peer.write_all(b"read after").unwrap();
    world.until("both", |world| world.bytes_of(back) == b"read before, read after");
    world.reactor.send(back, b"answer");
    world.turn();
    assert_eq!(read(&mut peer, 6), b"answer");
}

#[test]
fn timers_come_when_they_are_due_and_not_before() {
    let mut world = World::new(World::quick());
    let (_a, first) = world.connect();
    let (_b, second) = world.connect();
    let (_c, never) = world.connect();
    let now = world.reactor.now_ms();
    world.reactor.wake_at(first, now + 80);
    world.reactor.wake_at(second, now + 40);
    world.reactor.wake_at(never, now + 20);
    world.reactor.cancel_timer(never);
    world.until("the first timer", |world| !world.seen.is_empty());
    assert!(world.reactor.now_ms() >= now + 40, "{} early", now + 40 - world.reactor.now_ms());
    world.until("both", |world| world.seen.len() == 2);
    assert!(world.reactor.now_ms() >= now + 80);
    assert_eq!(world.seen, [Seen::Timer(second), Seen::Timer(first)]);
    world.run_for(Duration::from_millis(30));
    assert_eq!(world.seen.len(), 2, "each once");
}

#[test]
fn a_loop_with_distant_timers_sleeps() {
    let mut world = World::new(World::quick());
    let (_peer, conn) = world.connect();
    world.turn();
    world.reactor.wake_at(conn, world.reactor.now_ms() + 60_000);
    let began = Instant::now();
    world.reactor.poll(Some(Duration::from_millis(150))).unwrap();
    assert!(began.elapsed() >= Duration::from_millis(150), "{:?}", began.elapsed());
    world.take_events();
    assert_eq!(world.seen, []);
}

#[test]
fn another_thread_ends_the_wait() {
    let mut world = World::new(World::quick());
    let waker = world.reactor.waker();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        waker.wake();
    });
    let began = Instant::now();
    world.reactor.poll(Some(DEADLINE)).unwrap();
    assert!(began.elapsed() < DEADLINE / 2);
    thread.join().unwrap();
}

#[test]
fn a_peer_that_ends_its_side_still_gets_what_was_queued() {
    let mut world = World::new(Config { outbox_bytes: 32 << 20, ..World::quick() });
    let (mut peer, conn) = world.connect();
    let sent = pattern(8 << 20);
    world.reactor.send(conn, &sent);
    world.reactor.flush();
    peer.shutdown(std::net::Shutdown::Write).unwrap();
    world.turn();
    let reader = std::thread::spawn(move || read(&mut peer, 8 << 20));
    world.until("the end", |world| world.cause_of(conn).is_some());
    assert!(reader.join().unwrap() == sent);
    assert_eq!(world.cause_of(conn), Some(Closed::PeerClosed));
}

#[test]
fn sockets_of_the_unix_family_are_sockets_too() {
    let mut world = World::new(World::quick());
    let (near, mut far) = std::os::unix::net::UnixStream::pair().unwrap();
    near.set_nonblocking(true).unwrap();
    let conn = world.reactor.adopt(OwnedFd::from(near)).unwrap();
    far.write_all(b"ping").unwrap();
    world.until("data", |world| world.bytes_of(conn) == b"ping");
    world.reactor.send(conn, b"pong");
    world.turn();
    let mut answer = [0; 4];
    far.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"pong");
}

#[test]
fn a_timer_of_a_connection_that_is_gone_is_not_its_successors() {
    let mut world = World::new(World::quick());
    let (_peer, first) = world.connect();
    world.reactor.wake_at(first, world.reactor.now_ms() + 50);
    world.reactor.abort(first);
    let (_other, second) = world.connect();
    assert_eq!(first.slot(), second.slot());
    let end = Instant::now() + Duration::from_millis(150);
    while Instant::now() < end {
        world.turn();
    }
    assert!(!world.seen.iter().any(|seen| matches!(seen, Seen::Timer(_))), "{:?}", world.seen);
}

#[test]
fn a_place_without_a_socket_has_an_id_and_a_timer_and_ends_at_once() {
    let mut world = World::new(Config { max_connections: 2, ..World::quick() });
    let (mut peer, conn) = world.connect();
    let reserved = world.reactor.reserve().unwrap();
    assert_ne!(reserved.slot(), conn.slot());
    assert!(world.reactor.reserve().is_err(), "it counts as a connection");
    world.reactor.send(reserved, b"nobody reads this");
    world.reactor.send_shared(reserved, &b"nor this".as_slice().into());
    world.reactor.send_exempt(reserved, &b"nor this".as_slice().into());
    assert!(!world.reactor.try_send_parts(reserved, b"nor", b"this"));
    assert_eq!(world.reactor.unsent(reserved), 0);
    world.reactor.pause(reserved);
    world.reactor.resume(reserved);
    assert!(world.reactor.release(reserved).is_none() && world.reactor.peer(reserved).is_none());
    world.reactor.wake_at(reserved, world.reactor.now_ms() + 20);
    world.until("its timer", |world| world.seen.contains(&Seen::Timer(reserved)));
    world.reactor.send(conn, b"read");
    world.turn();
    assert_eq!(read(&mut peer, 4), b"read", "others are served");

    world.reactor.wake_at(reserved, world.reactor.now_ms() + 1);
    world.reactor.finish(reserved);
    world.reactor.finish(reserved);
    world.run_for(Duration::from_millis(30));
    assert_eq!(world.seen, [Seen::Timer(reserved), Seen::Closed(reserved, Closed::Finished)], "and once");
    let next = world.reactor.reserve().unwrap();
    assert!(next.slot() == reserved.slot() && next != reserved);
    world.reactor.abort(reserved);
    assert_eq!(world.reactor.connections(), 2, "a stale id ends nothing");
    world.reactor.abort(next);
    world.reactor.abort(next);
    world.run_for(Duration::from_millis(10));
    assert_eq!((world.reactor.connections(), world.seen.len()), (1, 2), "and no event follows");
}
