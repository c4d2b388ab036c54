//! Connections in a child of the process that opened them.

#![allow(unsafe_code)]

use baton_cache::connection::Connection;

use crate::ask::{Value, ask, expect};
use crate::redis::Redis;

/// What `body` says in a child process.
fn in_child(body: impl FnOnce() -> bool) -> bool {
    // SAFETY: the child runs `body` alone and ends without going back to the test; the C library's allocator is made for
    // forks of processes with threads.
    let child = unsafe { libc::fork() };
    if child == 0 {
        let answer = std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)).unwrap_or(false);
        // SAFETY: it ends this process.
        unsafe { libc::_exit(i32::from(!answer)) };
    }
    let mut status = -1;
    // SAFETY: `status` is writable.
    assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
    status == 0
}

fn id(connection: &mut Connection) -> Value {
    ask(connection, &["CLIENT", "ID"]).unwrap()
}

#[test]
fn a_child_has_a_connection_of_its_own_and_the_parent_keeps_its() {
    let Some(redis) = Redis::start(&[]) else { return };
    let mut connection = Connection::new(redis.tcp()).unwrap();
    let parent = id(&mut connection);
    assert!(in_child(|| {
        let (was_open, descriptor) = (connection.is_open(), connection.descriptor().is_some());
        let child = id(&mut connection);
        !was_open && !descriptor && child != parent && connection.generation() == 2
    }));
    assert_eq!((id(&mut connection), connection.generation()), (parent.clone(), 1));
    // Freed or closed there, it says nothing to the server.
    assert!(in_child(|| {
        connection.close();
        true
    }));
    assert_eq!(id(&mut connection), parent);
}

#[test]
fn what_the_parent_awaits_is_not_the_child_s() {
    let Some(redis) = Redis::start(&[]) else { return };
    let mut connection = redis.connect();
    crate::ask::send(&mut connection, &["ECHO", "parent"]).unwrap();
    connection.flush().unwrap();
    assert!(in_child(|| {
        let nothing = connection.reply().is_err();
        nothing && connection.pending() == 0 && ask(&mut connection, &["ECHO", "child"]) == Ok("child".into())
    }));
    assert_eq!(crate::ask::receive(&mut connection), Ok("parent".into()));
}

#[test]
fn what_is_held_is_lost_to_the_child() {
    let Some(redis) = Redis::start(&[]) else { return };
    let mut connection = redis.connect();
    expect(&mut connection, &["MULTI"], "OK");
    connection.hold(true);
    assert!(in_child(|| {
        ask(&mut connection, &["GET", "k"])
            .unwrap_err()
            .text
            .starts_with("Connection lost and socket is in MULTI")
    }));
    expect(&mut connection, &["GET", "k"], "QUEUED");
}
