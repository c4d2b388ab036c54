//! A client against a socket of this process, driven as C drives it.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread;

use baton_wire::handshake::{accept_response, parse_request, upgrade};

use super::*;

/// Turns of the loop below: 10 s in all.
const TURNS: usize = 10_000;

fn client(listener: &TcpListener, settings: Settings) -> Client {
    Client::new(&format!("ws://{}/", listener.local_addr().unwrap()), settings).unwrap()
}

fn listener() -> TcpListener {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap()
}

/// Accepts a connection and its handshake.
fn upgraded(listener: &TcpListener) -> TcpStream {
    let (mut stream, _) = listener.accept().unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        head.extend(byte);
    }
    let head = parse_request(&head).unwrap().unwrap();
    let mut response = Vec::new();
    accept_response(&mut response, &upgrade(&head).unwrap(), None, None);
    stream.write_all(&response).unwrap();
    stream
}

/// Waits by looking again: C waits for the descriptor.
fn until<T>(mut look: impl FnMut() -> Option<T>) -> T {
    for _ in 0..TURNS {
        if let Some(found) = look() {
            return found;
        }
        thread::sleep(Duration::from_millis(1));
    }
    panic!("nothing came in time");
}

fn receive(client: &mut Client) -> Result<Option<String>, Failure> {
    until(|| {
        let mut message = None;
        let found = client.receive(Instant::now(), &mut |_, payload| {
            message = Some(String::from_utf8_lossy(payload).into_owned());
        });
        match found {
            Ok(Found::Wait) => None,
            Ok(_) => Some(Ok(message)),
            Err(failure) => Some(Err(failure)),
        }
    })
}

#[test]
fn it_connects_receives_and_is_closed() {
    let listener = listener();
    let mut client = client(&listener, Settings::usual());
    let server = thread::spawn(move || {
        let mut stream = upgraded(&listener);
        stream.write_all(b"\x81\x02hi\x88\x02\x03\xe8").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        answer.len()
    });
    assert!(!client.is_open());
    assert_eq!(receive(&mut client), Ok(Some("hi".into())));
    assert!(client.is_open());
    assert_eq!(receive(&mut client), Ok(None));
    assert!(!client.is_open());
    assert_eq!(client.close(), Some((1000, "")));
    assert_eq!(server.join().unwrap(), 8, "a masked close frame and the end");
}

#[test]
fn what_waits_in_memory_is_no_longer_waited_for() {
    let listener = listener();
    let mut client = client(&listener, Settings::usual());
    let server = thread::spawn(move || {
        let mut stream = upgraded(&listener);
        stream.write_all(b"\x81\x01a\x81\x01b").unwrap();
        stream
    });
    assert_eq!(receive(&mut client), Ok(Some("a".into())));
    let now = Instant::now();
    assert_eq!(client.poll_timeout(now), Some(Duration::ZERO));
    assert_eq!(receive(&mut client), Ok(Some("b".into())));
    assert_eq!(client.receive(now, &mut |_, _| {}), Ok(Found::Wait));
    assert_eq!(client.poll_timeout(now), None);
    drop(server.join().unwrap());
}

#[test]
fn a_lost_connection_is_re_established_while_attempts_last() {
    let listener = listener();
    let settings =
        Settings { reconnect_attempts: 2, reconnect_delay: Duration::from_millis(5), ..Settings::usual() };
    let mut client = client(&listener, settings);
    let server = thread::spawn(move || {
        // A connection on which nothing came counts as another attempt; one with a message begins to count again.
        for bytes in [&b"\x81\x01a"[..], b"", b"\x81\x01b", b"", b""] {
            upgraded(&listener).write_all(bytes).unwrap();
        }
    });
    assert_eq!(receive(&mut client), Ok(Some("a".into())));
    assert_eq!(receive(&mut client), Ok(Some("b".into())));
    assert_eq!(client.reconnects(), 2);
    let lost = receive(&mut client).unwrap_err();
    assert_eq!(lost.code, 1006, "{}", lost.text);
    assert_eq!((client.reconnects(), client.connections()), (4, 5));
    assert!(!client.is_open());
    server.join().unwrap();
}

#[test]
fn a_pause_before_reconnecting_is_waited_for() {
    let listener = listener();
    let settings =
        Settings { reconnect_attempts: 1, reconnect_delay: Duration::from_secs(20), ..Settings::usual() };
    let mut client = client(&listener, settings);
    let server = thread::spawn(move || drop(upgraded(&listener)));
    until(|| client.advance(Instant::now()).unwrap().then_some(()));
    server.join().unwrap();
    until(|| {
        assert_eq!(client.receive(Instant::now(), &mut |_, _| {}), Ok(Found::Wait));
        client.poll_timeout(Instant::now()).filter(|timeout| *timeout > Duration::from_secs(9))
    });
    assert!(client.is_open() && !client.is_connected());
    client.start_close(1000, "", Instant::now());
    assert!(client.try_close(Instant::now()));
    assert_eq!((client.is_open(), client.close()), (false, Some((ABNORMAL, ""))));
}

#[test]
fn a_silent_server_is_given_up() {
    let listener = listener();
    let settings = Settings {
        ping_interval: Some(Duration::from_secs(10)),
        pong_timeout: Duration::from_secs(5),
        ..Settings::usual()
    };
    let mut client = client(&listener, settings);
    let server = thread::spawn(move || upgraded(&listener));
    until(|| client.advance(Instant::now()).unwrap().then_some(()));
    let mut stream = server.join().unwrap();
    let start = Instant::now();
    let mut look = |after| client.receive(start + Duration::from_secs(after), &mut |_, _| {});
    assert_eq!(look(5), Ok(Found::Wait));
    assert_eq!(look(11), Ok(Found::Wait));
    let mut ping = [0; 6];
    stream.read_exact(&mut ping).unwrap();
    assert_eq!(ping.first(), Some(&0x89));
    assert_eq!(look(15), Ok(Found::Wait));
    let lost = look(17).unwrap_err();
    assert_eq!(i32::from(lost.code), libc::ETIMEDOUT, "{}", lost.text);
}
