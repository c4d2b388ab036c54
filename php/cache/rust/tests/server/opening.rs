//! The handshake, and what hinders it.

use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::time::{Duration, Instant};

use baton_cache::connection::{Code, Connection, Identity, Settings};

use crate::ask::{Value, ask, expect};
use crate::redis::{Redis, folder, free_port};

fn failure(settings: Settings) -> (Code, String) {
    let failure = Connection::new(settings).unwrap().open().unwrap_err();
    (failure.code, failure.text)
}

#[test]
fn who_it_is_and_which_database_is_said_on_each_connection() {
    let acl = ["--requirepass", "secret", "--user", "ann", "on", ">pass", "~*", "&*", "+@all"];
    let Some(redis) = Redis::start(&acl) else { return };
    let identity = Identity { user: b"ann".to_vec(), password: b"pass".to_vec(), database: 3 };
    let mut connection = Connection::new(Settings { identity, ..redis.tcp() }).unwrap();
    for generation in 1..4 {
        expect(&mut connection, &["ACL", "WHOAMI"], "ann");
        let Ok(Value::Text(info)) = ask(&mut connection, &["CLIENT", "INFO"]) else { panic!("no info") };
        assert!(String::from_utf8(info).unwrap().contains(" db=3 "));
        assert_eq!(connection.generation(), generation);
        connection.close();
        assert!(!connection.is_open() && connection.descriptor().is_none());
    }
    connection.set_credentials(Vec::new(), b"secret".to_vec());
    expect(&mut connection, &["ACL", "WHOAMI"], "default");
}

#[test]
fn a_refusal_is_told_in_the_server_s_words() {
    let Some(redis) = Redis::start(&["--requirepass", "secret"]) else { return };
    let with = |password: &str, database| {
        let identity = Identity { password: password.into(), database, ..Identity::default() };
        failure(Settings { identity, ..redis.unix() })
    };
    let words = "WRONGPASS invalid username-password pair or user is disabled.";
    assert_eq!(with("wrong", 1), (Code::Refused, words.into()));
    assert_eq!(with("", 1), (Code::Refused, "NOAUTH Authentication required.".into()));
    assert_eq!(with("secret", 16), (Code::Refused, "ERR DB index is out of range".into()));
    let mut nobody = redis.connect();
    expect(&mut nobody, &["PING"], Value::Error("NOAUTH Authentication required.".into()));
}

#[test]
fn nobody_is_there() {
    let port = free_port();
    let (code, text) = failure(Settings::of("127.0.0.1", port));
    assert_eq!(
        (code, text),
        (Code::System(libc::ECONNREFUSED), format!("Connection refused (127.0.0.1:{port})"))
    );
    let (code, text) = failure(Settings::of("/nonexistent/redis.sock", 0));
    assert_eq!(code, Code::System(libc::ENOENT));
    assert_eq!(text, "No such file or directory (/nonexistent/redis.sock)");
    let (_, text) = failure(Settings::of("no.such.host.invalid", 1));
    let beginning = "php_network_getaddresses: getaddrinfo for no.such.host.invalid failed: ";
    assert!(text.starts_with(beginning) && text.len() > beginning.len(), "{text}");
}

#[test]
fn a_server_that_takes_nobody_is_not_waited_for() {
    let timeout = Duration::from_millis(200);
    let late = |settings: Settings| {
        let began = Instant::now();
        let failed = failure(Settings { connect_timeout: Some(timeout), ..settings });
        assert!(began.elapsed() >= timeout && began.elapsed() < Duration::from_secs(10));
        assert_eq!(failed.0, Code::TimedOut);
        assert!(failed.1.starts_with("Connection timed out"), "{}", failed.1);
    };
    // The system takes the connection, and nobody answers the handshake.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let settings = Settings::of("127.0.0.1", silent.local_addr().unwrap().port());
    let identity = Identity { password: b"p".to_vec(), ..Identity::default() };
    late(Settings { identity, ..settings.clone() });
    late(Settings {
        tls: true,
        trust: baton_cache::connection::Trust { verify_peer: false, ..settings.trust.clone() },
        ..settings
    });
    // Its queue is full.
    let folder = folder();
    let path = folder.join("s");
    let full = UnixListener::bind(&path).unwrap();
    rustix::net::listen(&full, 0).unwrap();
    let _waiting = std::os::unix::net::UnixStream::connect(&path).unwrap();
    late(Settings::of(path.to_str().unwrap(), 0));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_protocol_s_bytes_are_counted() {
    let Some(redis) = Redis::start(&[]) else { return };
    let mut connection = redis.connect();
    expect(&mut connection, &["PING"], "PONG");
    assert_eq!((connection.traffic().sent, connection.traffic().received), (14, 7));
    *connection.traffic_mut() = Default::default();
    assert_eq!(connection.traffic().sent, 0);
}
