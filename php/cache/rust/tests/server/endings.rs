//! Connections that end, and what is sent again.

use std::io::{Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

use baton_cache::connection::{Backoff, Code, Connection, Settings, Way};

use crate::ask::{Value, ask, expect, receive, send, send_once};
use crate::redis::Redis;
use crate::stand_in::{StandIn, answer_ping, read_pings, wait_for_the_end};

/// Has the server end it.
fn kill(killer: &mut Connection, victim: &mut Connection) {
    let Ok(Value::Integer(id)) = ask(victim, &["CLIENT", "ID"]) else { panic!("no id") };
    expect(killer, &["CLIENT", "KILL", "ID", &id.to_string()], Value::Integer(1));
}

#[test]
fn a_killed_connection_is_opened_again_unnoticed() {
    let Some(redis) = Redis::start(&[]) else { return };
    let mut killer = redis.connect();
    for settings in [redis.unix(), redis.tcp()] {
        for pause in [0, 150] {
            let mut connection = Connection::new(settings.clone()).unwrap();
            expect(&mut connection, &["SET", "k", "v"], "OK");
            for generation in 1..20 {
                kill(&mut killer, &mut connection);
                sleep(Duration::from_millis(if generation < 3 { pause } else { 0 }));
                expect(&mut connection, &["GET", "k"], "v");
                assert_eq!(connection.generation(), generation + 1);
            }
        }
    }
}

#[test]
fn a_command_that_may_run_once_is_sent_on_a_connection_that_lives() {
    let Some(redis) = Redis::start(&[]) else { return };
    let mut killer = redis.connect();
    let mut connection = Connection::new(redis.tcp()).unwrap();
    for count in 1..6 {
        kill(&mut killer, &mut connection);
        sleep(Duration::from_millis(150));
        send_once(&mut connection, &["INCR", "count"]).unwrap();
        assert_eq!(receive(&mut connection), Ok(Value::Integer(count)));
    }
}

#[test]
fn a_command_that_may_run_once_and_may_have_run_is_a_failure() {
    let server = StandIn::start([|stream| read_pings(stream, 1), answer_ping]);
    let mut connection = server.connect();
    send_once(&mut connection, &["PING"]).unwrap();
    let failure = receive(&mut connection).unwrap_err();
    assert!(
        failure.code == Code::Closed && failure.text.starts_with("read error on connection to "),
        "{failure}"
    );
    assert!(failure.text.ends_with("may have run what was sent"), "{failure}");
    assert_eq!((connection.is_open(), connection.pending()), (false, 0));
    // The next command begins again.
    expect(&mut connection, &["PING"], "PONG");
    server.end();
}

#[test]
fn what_has_no_reply_is_sent_again_and_nothing_else() {
    let server = StandIn::start([
        |stream| {
            read_pings(stream, 3);
            stream.write_all(b"+PONG\r\n+PONG\r\n").unwrap();
        },
        answer_ping,
    ]);
    let mut connection = server.connect();
    for _ in 0..3 {
        send(&mut connection, &["PING"]).unwrap();
    }
    for _ in 0..3 {
        assert_eq!(receive(&mut connection), Ok("PONG".into()));
    }
    assert_eq!((connection.generation(), connection.pending()), (2, 0));
    server.end();
}

/// Answers the first command with the bytes of its one word, and goes.
fn echo(stream: &mut UnixStream) {
    let mut bytes = [0; 100];
    let len = stream.read(&mut bytes).unwrap();
    let word = bytes[..len].windows(2).enumerate().filter(|(_, two)| two == b"\r\n").nth(1).unwrap().0 + 2;
    stream.write_all(&bytes[word..len - 2]).unwrap();
}

#[test]
fn half_a_reply_is_a_failure() {
    for half in [&b"+PON"[..], b"$10\r\nhello", b"*2\r\n:1\r\n", b"$2\r\nab"] {
        let server = StandIn::start([echo, answer_ping]);
        let mut connection = server.connect();
        let half = String::from_utf8(half.to_vec()).unwrap();
        send(&mut connection, &[&half]).unwrap();
        let failure = receive(&mut connection).unwrap_err();
        assert_eq!(failure.code, Code::Closed, "{failure}");
        assert!(
            failure.text.contains("read error on connection") && failure.text.contains("in the middle"),
            "{failure}"
        );
        assert!(!connection.is_open());
        expect(&mut connection, &["PING"], "PONG");
        server.end();
    }
}

#[test]
fn a_held_connection_is_not_opened_again() {
    let Some(redis) = Redis::start(&[]) else { return };
    let (mut killer, mut connection) = (redis.connect(), redis.connect());
    expect(&mut connection, &["MULTI"], "OK");
    connection.hold(true);
    kill_by_name(&mut killer, &mut connection);
    for _ in 0..2 {
        let failure = ask(&mut connection, &["GET", "k"]).unwrap_err();
        assert!(
            failure.text.starts_with("Connection lost and socket is in MULTI/watching mode"),
            "{failure}"
        );
        assert_eq!((failure.code, connection.generation()), (Code::Closed, 1));
    }
    connection.hold(false);
    expect(&mut connection, &["GET", "k"], Value::Nil);
}

/// In MULTI a connection cannot be asked for its number, so all others are ended.
fn kill_by_name(killer: &mut Connection, _victim: &mut Connection) {
    assert!(matches!(
        ask(killer, &["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]),
        Ok(Value::Integer(1..))
    ));
}

#[test]
fn a_reply_that_does_not_come_is_a_failure_and_the_next_one_is_the_right_one() {
    let Some(redis) = Redis::start(&[]) else { return };
    let timeout = Duration::from_millis(200);
    let mut connection = Connection::new(Settings { read_timeout: Some(timeout), ..redis.tcp() }).unwrap();
    expect(&mut connection, &["PING"], "PONG");
    let began = Instant::now();
    let failure = ask(&mut connection, &["DEBUG", "SLEEP", "2"]).unwrap_err();
    assert!(
        began.elapsed() >= timeout && began.elapsed() < Duration::from_millis(1900),
        "{:?}",
        began.elapsed()
    );
    let beginning = format!("read error on connection to 127.0.0.1:{}", redis.port);
    assert!(failure.code == Code::TimedOut && failure.text.starts_with(&beginning), "{failure}");
    connection.set_read_timeout(None);
    expect(&mut connection, &["ECHO", "x"], "x");
    connection.set_read_timeout(Some(timeout));
    let failure = ask(&mut connection, &["DEBUG", "SLEEP", "2"]).unwrap_err();
    assert_eq!(failure.code, Code::TimedOut, "set while it was open");
}

#[test]
fn a_server_that_is_gone_is_tried_as_often_as_was_set() {
    let Some(mut redis) = Redis::start(&[]) else { return };
    let backoff = Backoff { way: Way::Constant, base: 50, cap: 50 };
    let mut connection = Connection::new(Settings { max_retries: 3, backoff, ..redis.tcp() }).unwrap();
    expect(&mut connection, &["PING"], "PONG");
    redis.stop();
    let began = Instant::now();
    let failure = ask(&mut connection, &["PING"]).unwrap_err();
    assert!(began.elapsed() >= Duration::from_millis(150));
    assert_eq!(failure.code, Code::System(libc::ECONNREFUSED));
    assert!(
        failure.text.starts_with("Connection lost: ") && failure.text.contains("3 of 3 retries"),
        "{failure}"
    );
    redis.start_again();
    expect(&mut connection, &["PING"], "PONG");
    redis.restart();
    expect(&mut connection, &["PING"], "PONG");
}

#[test]
fn a_server_that_comes_back_in_time_is_waited_for() {
    let Some(mut redis) = Redis::start(&[]) else { return };
    let backoff = Backoff { way: Way::Constant, base: 50, cap: 50 };
    let mut connection = Connection::new(Settings { max_retries: 200, backoff, ..redis.unix() }).unwrap();
    expect(&mut connection, &["PING"], "PONG");
    redis.stop();
    let thread = std::thread::spawn(move || {
        sleep(Duration::from_millis(300));
        redis.start_again();
        redis
    });
    expect(&mut connection, &["PING"], "PONG");
    drop(thread.join().unwrap());
}

#[test]
fn a_server_that_does_not_speak_the_protocol_is_left() {
    let server = StandIn::start([|stream: &mut UnixStream| {
        read_pings(stream, 1);
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").unwrap();
        wait_for_the_end(stream);
    }]);
    let mut connection = server.connect();
    let failure = ask(&mut connection, &["PING"]).unwrap_err();
    assert!(failure.code == Code::Protocol, "{failure}");
    assert!(failure.text.starts_with("protocol error, got 'H' as reply type byte"), "{failure}");
    assert!(!connection.is_open());
    server.end();
}

#[test]
fn nothing_is_awaited_where_nothing_was_sent() {
    let server = StandIn::start([|stream: &mut UnixStream| stream.write_all(b">1\r\n+news\r\n").unwrap()]);
    let mut connection = server.connect();
    assert!(connection.reply().unwrap_err().text.starts_with("Connection closed"));
    connection.open().unwrap();
    let Ok(Value::List(_, news)) = receive(&mut connection) else { panic!("no push") };
    assert_eq!(news, ["news".into()]);
    let failure = connection.reply().unwrap_err();
    assert!(failure.text.starts_with("read error on connection"), "{failure}");
    server.end();
}

#[test]
fn two_sides_that_both_want_to_send_do_not_wait_for_each_other() {
    const COUNT: usize = 200_000;
    // Answers each command before it reads the next one, and does not go on while its answers are not read.
    let server = StandIn::start([|stream: &mut UnixStream| {
        let mut buffer = vec![0; 14 * 64];
        let answer = format!("$40\r\n{}\r\n", "x".repeat(40));
        for _ in 0..COUNT / 64 {
            stream.read_exact(&mut buffer).unwrap();
            for _ in 0..64 {
                stream.write_all(answer.as_bytes()).unwrap();
            }
        }
    }]);
    let mut connection = server.connect();
    connection.open().unwrap();
    connection.hold(true);
    for _ in 0..COUNT {
        send(&mut connection, &["PING"]).unwrap();
    }
    for _ in 0..COUNT {
        assert_eq!(receive(&mut connection), Ok("x".repeat(40).as_str().into()));
    }
    assert_eq!(connection.pending(), 0);
    server.end();
}

#[test]
fn a_server_that_takes_nothing_is_not_waited_for_for_ever() {
    let server = StandIn::start([|stream: &mut UnixStream| {
        sleep(Duration::from_secs(3));
        drop(stream.shutdown(std::net::Shutdown::Both));
    }]);
    let timeout = Some(Duration::from_millis(200));
    let mut connection = Connection::new(Settings { read_timeout: timeout, ..server.settings() }).unwrap();
    let began = Instant::now();
    let failure = send(&mut connection, &["SET", "k", &"x".repeat(10 << 20)]).unwrap_err();
    assert!(failure.code == Code::TimedOut && began.elapsed() < Duration::from_millis(2900), "{failure}");
    server.end();
}

#[test]
fn a_server_s_last_words_are_heard() {
    let refuse =
        |stream: &mut UnixStream| stream.write_all(b"-ERR max number of clients reached\r\n").unwrap();
    // Before something is sent, which fails then; and in the place of a reply.
    let server = StandIn::start([refuse, |stream| {
        read_pings(stream, 1);
        stream.write_all(b"-ERR max number of clients reached\r\n").unwrap();
    }]);
    let mut connection = Connection::new(Settings { max_retries: 0, ..server.settings() }).unwrap();
    connection.open().unwrap();
    sleep(Duration::from_millis(50));
    let failure = ask(&mut connection, &["PING"]).unwrap_err();
    assert!(failure.text.contains("the server said: ERR max number of clients reached"), "{failure}");
    expect(&mut connection, &["PING"], Value::Error("ERR max number of clients reached".into()));
    server.end();
}
