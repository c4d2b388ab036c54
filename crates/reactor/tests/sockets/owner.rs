//! What an owner brings into the loop beside TCP connections: listeners on paths, descriptors and deadlines of its own.

use std::io::{Read as _, Write as _};
use std::os::fd::{AsFd as _, AsRawFd as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::time::Duration;

use baton_reactor::{Config, bind_with};

use crate::world::{DEADLINE, Seen, World, read};

#[test]
fn a_listener_on_a_path_gives_connections_like_any_other() {
    let path = std::env::temp_dir().join(format!("baton-reactor-{}.sock", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let mut world = World::new(World::quick());
    world.reactor.listen_local(UnixListener::bind(&path).unwrap()).unwrap();
    let mut peer = UnixStream::connect(&path).unwrap();
    peer.write_all(b"hello").unwrap();
    world.until("the bytes come", |world| {
        world.adopted.first().is_some_and(|&conn| world.bytes_of(conn) == b"hello")
    });
    world.reactor.send_parts(world.adopted[0], b"head", b"body");
    world.turn();
    let mut answer = [0; 8];
    peer.set_read_timeout(Some(DEADLINE)).unwrap();
    peer.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"headbody");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_watched_descriptor_is_reported_until_it_is_unwatched() {
    let mut world = World::new(World::quick());
    let (mut far, near) = UnixStream::pair().unwrap();
    world.reactor.watch(near.as_fd(), 7).unwrap();
    assert!(world.reactor.watch(near.as_fd(), 1 << 31).is_err());
    far.write_all(b"x").unwrap();
    world.until("it is ready", |world| world.seen.contains(&Seen::Ready(7)));
    world.reactor.unwatch(near.as_fd());
    world.seen.clear();
    far.write_all(b"y").unwrap();
    world.run_for(Duration::from_millis(30));
    assert_eq!(world.seen, []);
}

#[test]
fn the_one_descriptor_is_readable_for_an_owners_deadline() {
    let mut world = World::new(World::quick());
    world.turn();
    let due = world.reactor.now_ms() + 30;
    world.reactor.arm_descriptor(Some(due)).unwrap();
    let mut outer = mio::Poll::new().unwrap();
    let descriptor = world.reactor.as_raw_fd();
    outer
        .registry()
        .register(&mut mio::unix::SourceFd(&descriptor), mio::Token(0), mio::Interest::READABLE)
        .unwrap();
    let mut events = mio::Events::with_capacity(1);
    outer.poll(&mut events, Some(DEADLINE)).unwrap();
    assert!(!events.is_empty());
    world.turn();
    assert!(world.reactor.now_ms() >= due);
}

#[test]
fn an_owner_can_ask_for_room_before_it_queues() {
    let mut world = World::new(Config { outbox_bytes: 1_000, ..World::quick() });
    let (mut peer, conn) = world.connect();
    assert!(world.reactor.takes(conn, 1_000) && !world.reactor.takes(conn, 1_001));
    world.reactor.send(conn, &[7; 900]);
    assert!(world.reactor.takes(conn, 900), "what waits is written to make room");
    assert_eq!(read(&mut peer, 900), [7; 900]);
    assert_eq!(world.reactor.counters().outbox_full, 0);
    world.reactor.abort(conn);
    assert!(!world.reactor.takes(conn, 1));
}

#[test]
fn a_port_is_shared_only_where_both_allow_it() {
    let first = bind_with(([127, 0, 0, 1], 0).into(), 16, true).unwrap();
    let address = first.local_addr().unwrap();
    assert!(bind_with(address, 16, false).is_err());
    assert!(bind_with(address, 16, true).is_ok());
}
