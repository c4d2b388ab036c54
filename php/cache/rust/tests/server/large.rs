//! Much at once.

use baton_cache::connection::{Kind, Settings};

use crate::ask::{Value, ask, expect, receive, send};
use crate::redis::Redis;

#[test]
fn strings_of_every_length_come_back() {
    let Some(redis) = Redis::start(&[]) else { return };
    for settings in [redis.unix(), redis.tcp()] {
        let mut connection = baton_cache::connection::Connection::new(settings).unwrap();
        for len in [0, 1, 85, 16_370, 16_380, 16_384, 16_390, 70_000, 1 << 20] {
            let value = "x".repeat(len);
            expect(&mut connection, &["SET", "k", &value], "OK");
            expect(&mut connection, &["GET", "k"], value.as_str());
            expect(&mut connection, &["MGET", "k", "none", "k"], {
                let text = Value::from(value.as_str());
                Value::List(Kind::Array, vec![text.clone(), Value::Nil, text])
            });
        }
        assert_eq!(connection.pending(), 0);
    }
}

#[test]
fn a_hundred_megabytes_go_there_and_back() {
    let Some(redis) = Redis::start(&[]) else { return };
    let mut connection = redis.connect();
    let value: String = (0..100 << 20).map(|index: u32| char::from(b'a' + (index % 23) as u8)).collect();
    expect(&mut connection, &["SET", "big", &value], "OK");
    assert_eq!(ask(&mut connection, &["GET", "big"]), Ok(Value::Text(value.into_bytes())));
    send(&mut connection, &["GET", "big"]).unwrap();
    let node = connection.reply().unwrap();
    assert_eq!((node.len, connection.pending()), (100 << 20, 1));
    connection.skip(node.depth).unwrap();
    assert_eq!(connection.pending(), 0);
    expect(&mut connection, &["PING"], "PONG");
}

#[test]
fn a_string_that_nobody_takes_is_passed_over() {
    let Some(redis) = Redis::start(&[]) else { return };
    let mut connection = redis.connect();
    expect(&mut connection, &["SET", "k", &"x".repeat(1 << 20)], "OK");
    for _ in 0..3 {
        send(&mut connection, &["GET", "k"]).unwrap();
        assert!(connection.reply().unwrap().is_announced());
    }
    send(&mut connection, &["MGET", "k", "k"]).unwrap();
    assert_eq!(connection.reply().unwrap().integer, 2);
    assert_eq!(connection.reply().unwrap().len, 1 << 20);
    connection.skip(0).unwrap();
    assert_eq!(connection.pending(), 0);
    expect(&mut connection, &["PING"], "PONG");
    assert!(connection.take(&mut [0]).is_err(), "there is nothing to take");
}

/// Both sides want to send: without reading in between, each would wait for the other.
fn pipeline(settings: Settings, hold: bool) {
    let mut connection = baton_cache::connection::Connection::new(settings).unwrap();
    let value = "v".repeat(1000);
    expect(&mut connection, &["SET", "k", &value], "OK");
    connection.hold(hold);
    for index in 0..100_000 {
        let echo = format!("{index}");
        let words = if index % 2 == 0 { ["GET", "k"] } else { ["ECHO", &echo] };
        send(&mut connection, &words).unwrap();
    }
    assert_eq!(connection.pending(), 100_000);
    for index in 0..100_000 {
        let expected = if index % 2 == 0 { value.clone() } else { format!("{index}") };
        assert_eq!(receive(&mut connection), Ok(Value::Text(expected.into_bytes())));
    }
    assert_eq!(connection.pending(), 0);
    connection.hold(false);
    expect(&mut connection, &["PING"], "PONG");
}

#[test]
fn a_pipeline_of_a_hundred_thousand_commands() {
    let Some(redis) = Redis::start(&[]) else { return };
    pipeline(redis.unix(), true);
    pipeline(redis.tcp(), false);
}

#[test]
fn resp3_has_its_own_kinds() {
    let Some(redis) = Redis::start(&[]) else { return };
    let mut connection = redis.connect();
    assert!(matches!(ask(&mut connection, &["HELLO", "3"]), Ok(Value::List(Kind::Map, _))));
    expect(&mut connection, &["ZADD", "scores", "2.5", "k"], Value::Integer(1));
    expect(&mut connection, &["ZSCORE", "scores", "k"], Value::Double(2.5));
    expect(&mut connection, &["DEBUG", "PROTOCOL", "true"], Value::Integer(1));
    expect(&mut connection, &["DEBUG", "PROTOCOL", "verbatim"], "This is a verbatim\nstring");
    expect(&mut connection, &["DEBUG", "PROTOCOL", "bignum"], "1234567999999999999999999999999999999");
    let set = vec![Value::Integer(0), Value::Integer(1), Value::Integer(2)];
    expect(&mut connection, &["DEBUG", "PROTOCOL", "set"], Value::List(Kind::Set, set));
    // An attribute stands before this one.
    expect(&mut connection, &["DEBUG", "PROTOCOL", "attrib"], "Some real reply following the attribute");
    expect(&mut connection, &["PING"], "PONG");
    assert_eq!(connection.pending(), 0);
}

#[test]
fn pushes_stand_between_replies_and_answer_nothing() {
    let Some(redis) = Redis::start(&[]) else { return };
    let (mut connection, mut other) = (redis.connect(), redis.connect());
    assert!(matches!(ask(&mut connection, &["HELLO", "3"]), Ok(Value::List(Kind::Map, _))));
    expect(&mut connection, &["CLIENT", "TRACKING", "ON"], "OK");
    expect(&mut connection, &["GET", "k"], Value::Nil);
    assert!(!connection.is_ready());
    expect(&mut other, &["SET", "k", "1"], "OK");
    let until = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while !connection.is_ready() {
        assert!(std::time::Instant::now() < until, "no push came");
    }
    let keys = Value::List(Kind::Array, vec!["k".into()]);
    assert_eq!(
        receive(&mut connection),
        Ok(Value::List(Kind::Push, vec!["invalidate".into(), keys.clone()]))
    );
    // In front of a reply.
    expect(&mut connection, &["GET", "k"], "1");
    expect(&mut other, &["SET", "k", "2"], "OK");
    send(&mut connection, &["GET", "k"]).unwrap();
    assert_eq!(receive(&mut connection), Ok(Value::List(Kind::Push, vec!["invalidate".into(), keys])));
    assert_eq!(connection.pending(), 1);
    assert_eq!(receive(&mut connection), Ok("2".into()));
    assert_eq!(connection.pending(), 0);
}
