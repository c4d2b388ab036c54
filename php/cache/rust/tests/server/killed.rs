//! A server that ends connections all the time, while they are used.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use baton_cache::connection::{Connection, Settings};

use crate::ask::{Value, ask, expect, receive, send, send_once};
use crate::redis::Redis;

/// How long each of the two is tried.
const WHILE: Duration = Duration::from_millis(1500);

/// No reply is ever taken for that of another command, what is sent once is run once at most, and what was answered was run.
#[test]
fn replies_stay_with_their_commands_and_nothing_runs_twice() {
    let Some(redis) = Redis::start(&[]) else { return };
    for (name, settings) in [("unix", redis.unix()), ("tcp", redis.tcp())] {
        let stop = Arc::new(AtomicBool::new(false));
        let killer = thread::spawn({
            let (mut connection, stop) = (redis.connect(), stop.clone());
            move || kill_until(&mut connection, &stop)
        });
        let played = play(settings, name);
        stop.store(true, Ordering::Relaxed);
        let kills = killer.join().unwrap();
        println!("{name}: {kills} kills, {played:?}");
        let mut connection = redis.connect();
        let Ok(Value::Text(count)) = ask(&mut connection, &["GET", &format!("count:{name}")]) else {
            panic!("nothing was counted")
        };
        let count: u64 = String::from_utf8(count).unwrap().parse().unwrap();
        let most = played.counted + played.uncertain;
        assert!((played.counted..=most).contains(&count), "{name}: {count} of {played:?}");
        assert!(
            played.asked > 200 && played.generations > 10 && kills > 10,
            "{name}: {kills} kills, {played:?}"
        );
    }
}

fn kill_until(connection: &mut Connection, stop: &AtomicBool) -> i64 {
    let mut kills = 0;
    while !stop.load(Ordering::Relaxed) {
        let Ok(Value::Integer(killed)) = ask(connection, &["CLIENT", "KILL", "TYPE", "normal"]) else {
            panic!("the killer was killed")
        };
        kills += killed;
        thread::sleep(Duration::from_millis(5));
    }
    kills
}

#[derive(Debug, Default)]
struct Played {
    asked: u64,
    /// Increments that were answered, and those of which nobody knows.
    counted: u64,
    uncertain: u64,
    generations: u64,
}

fn play(settings: Settings, name: &str) -> Played {
    let mut connection = Connection::new(Settings { max_retries: 1000, ..settings }).unwrap();
    let (mut played, until) = (Played::default(), Instant::now() + WHILE);
    let counter = format!("count:{name}");
    while Instant::now() < until {
        let text = format!("{name}:{}", played.asked);
        // Replies of several nodes may be cut in the middle, which is a failure and no confusion.
        for index in 0..3 {
            send(&mut connection, &["ECHO", &format!("{text}:{index}")]).unwrap();
        }
        for index in 0..3 {
            match receive(&mut connection) {
                Ok(value) => assert_eq!(value, format!("{text}:{index}").as_str().into()),
                Err(failure) => {
                    assert!(failure.text.contains("in the middle of a reply"), "{failure}");
                    break;
                }
            }
        }
        send_once(&mut connection, &["INCR", &counter]).unwrap();
        match receive(&mut connection) {
            Ok(Value::Integer(_)) => played.counted += 1,
            Ok(other) => panic!("{other:?}"),
            Err(_) => played.uncertain += 1,
        }
        played.asked += 1;
    }
    played.generations = connection.generation();
    expect(&mut connection, &["ECHO", name], name);
    played
}
