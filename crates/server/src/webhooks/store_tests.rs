//! The tables: what a process leaves behind is there for the next one, and nothing is taken twice.

use std::collections::{HashMap, VecDeque};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use proptest::prelude::*;

use super::*;

const ONE: Load = Load { events: 1, bytes: 1 << 20 };

/// A directory that is removed with it.
struct Directory(PathBuf);

impl Directory {
    fn new() -> Self {
        Self(
            std::env::temp_dir()
                .join(format!("baton-store-{:016x}", crate::entropy::Entropy::new().next_u64())),
        )
    }

    fn open(&self) -> Store {
        Store::open(Some(&self.0)).unwrap()
    }

    fn refusal(&self) -> String {
        Store::open(Some(&self.0)).err().unwrap()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn event(hook: &str, channel: &str, body: &str) -> Change {
    Change::Event { hook: hook.into(), channel: channel.into(), body: body.into() }
}

fn subject(channel: &str, user: Option<&str>) -> Subject {
    Subject { app: "a".into(), channel: channel.into(), user: user.map(Into::into) }
}

fn over(id: i64, is_delivered: bool) -> Change {
    Change::Over { id, at_ms: 7, outcome: "200".into(), is_delivered }
}

#[test]
fn the_next_process_has_what_this_one_left() {
    let directory = Directory::new();
    let mut store = directory.open();
    let there = |channel, user| Change::Reported { subject: subject(channel, user), is_there: true };
    let gone = |channel, user| Change::Reported { subject: subject(channel, user), is_there: false };
    let changes = [
        event("h", "c", "1"),
        event("h", "c", "2"),
        there("c", None),
        there("c", Some("")),
        there("c", Some("u")),
        there("c", Some("u")),
        there("d", None),
        gone("d", None),
        gone("e", None),
    ];
    store.apply(&changes, 9).unwrap();
    let request = store.compose("h", ONE, 5, |_| false, "n".into()).unwrap().unwrap();
    store.apply(&[Change::Tried { id: request.id }], 9).unwrap();
    drop(store);
    let mut store = directory.open();
    assert_eq!(store.waiting(), 1);
    let mut reported = store.reported().unwrap();
    reported.sort();
    assert_eq!(reported, [subject("c", None), subject("c", Some("")), subject("c", Some("u"))]);
    let again = store.requests_after(0).unwrap();
    assert_eq!(again, [Request { attempts: 1, ..request }]);
    assert_eq!(again[0].body, "{\"time_ms\":5,\"events\":[1]}");
    let next = store.compose("h", ONE, 6, |_| false, "m".into()).unwrap().unwrap();
    assert_eq!(store.requests_after(again[0].id).unwrap(), [next]);
}

#[test]
fn a_request_has_the_oldest_events_of_channels_that_are_free() {
    let mut store = Store::open(None).unwrap();
    let bodies = ["1", "2", "3", "44444", "5"];
    let channels = ["a", "b", "a", "a", "c"];
    let events = channels.into_iter().zip(bodies).map(|(channel, body)| event("h", channel, body));
    store.apply(&events.collect::<Vec<_>>(), 9).unwrap();
    store.apply(&[event("other", "a", "9")], 9).unwrap();
    let mut take = |load, held: &str| {
        let composed = store.compose("h", load, 0, |channel| channel == held, format!("{load:?}{held}"));
        composed.unwrap().map(|request| (request.body[23..].replace("]}", ""), request.events))
    };
    let few = Load { events: 2, bytes: 1 << 20 };
    assert_eq!(take(few, "b"), Some(("1,3".into(), 2)));
    let small = Load { events: 9, bytes: 4 };
    assert_eq!(take(small, ""), Some(("2".into(), 1)), "the next one would be too much");
    assert_eq!(take(small, "-"), Some(("44444".into(), 1)), "a longer event comes alone");
    assert_eq!(take(few, "c"), None);
    assert_eq!(take(few, "b-"), Some(("5".into(), 1)));
    assert_eq!(take(few, "a"), None);
    assert_eq!(store.waiting(), 1, "another receiver's");
    assert_eq!(store.drop_others(&["other"]).unwrap(), 4, "requests of one that is gone");
    assert_eq!((store.waiting(), store.requests_after(0).unwrap().len()), (1, 0));
}

#[test]
fn no_request_has_the_id_of_a_former_one() {
    let mut store = Store::open(None).unwrap();
    let mut compose = |hook: &str| {
        store.apply(&[event(hook, "c", "1")], 9).unwrap();
        let id = store.compose(hook, ONE, 0, |_| false, hook.into()).unwrap().unwrap().id;
        store.drop_others(&[]).unwrap();
        id
    };
    assert!(compose("a") < compose("b"));
}

#[test]
fn nobody_else_reads_what_clients_have_sent() {
    let directory = Directory::new();
    fs::create_dir(&directory.0).unwrap();
    let mut store = directory.open();
    store.apply(&[event("h", "c", "1")], 9).unwrap();
    let modes: Vec<_> = fs::read_dir(&directory.0)
        .unwrap()
        .map(|file| file.unwrap().metadata().unwrap().permissions().mode() & 0o777)
        .collect();
    assert!(modes.len() >= 2 && modes.iter().all(|mode| *mode == 0o600), "{modes:?}");
}

#[test]
fn the_log_has_the_newest_and_can_send_them_again() {
    let mut store = Store::open(None).unwrap();
    for n in 0..5 {
        store.apply(&[event("a http://x/y?secret", "c", &n.to_string())], 3).unwrap();
        let request =
            store.compose("a http://x/y?secret", ONE, n, |_| false, format!("n{n}")).unwrap().unwrap();
        store.apply(&[over(request.id, n % 2 == 0)], 3).unwrap();
    }
    let log = store.log("a", 9).unwrap();
    let rows: Vec<_> = log.iter().map(|row| (&*row.id, row.delivered, row.attempts, &*row.url)).collect();
    let url = "http://x/y";
    assert_eq!(rows, [("n4", true, 1, url), ("n3", false, 1, url), ("n2", true, 1, url)]);
    assert_eq!(store.log("a", 1).unwrap().len(), 1);
    assert_eq!(store.log("", 9).unwrap(), [], "of another app");
    assert_eq!(store.receiver_of("a", "n3").unwrap().as_deref(), Some("a http://x/y?secret"));
    assert_eq!(store.receiver_of("a", "n0").unwrap(), None, "it is too old");
    assert_eq!(store.receiver_of("b", "n3").unwrap(), None);
    let again = |name: &str, new_name: &str| Change::Again { name: name.into(), new_name: new_name.into() };
    store.apply(&[again("n3", "new"), again("n0", "none")], 3).unwrap();
    let [request] = &store.requests_after(0).unwrap()[..] else { panic!() };
    let body = r#"{"time_ms":3,"events":[3]}"#;
    assert_eq!((&*request.name, &*request.body, request.is_redelivery), ("new", body, true));
    assert!(request.channels.is_empty());
}

#[test]
fn a_full_disk_changes_nothing() {
    let mut store = Store::open(None).unwrap();
    let pages: i64 = store.db.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    store.db.pragma_update(None, "max_page_count", pages).unwrap();
    let big = "x".repeat(100_000);
    let changes = [event("h", "c", "1"), event("h", "c", &big)];
    let error = store.apply(&changes, 9).unwrap_err();
    assert_eq!(error.sqlite_error_code(), Some(rusqlite::ErrorCode::DiskFull));
    assert_eq!(store.waiting(), 0);
    assert_eq!(store.compose("h", ONE, 0, |_| false, "n".into()).unwrap(), None);
    store.db.pragma_update(None, "max_page_count", pages + 100).unwrap();
    store.apply(&changes, 9).unwrap();
    assert_eq!(store.waiting(), 2);
}

#[test]
fn a_file_that_cannot_be_used_says_what_to_do() {
    let directory = Directory::new();
    let store = directory.open();
    assert!(directory.refusal().contains("in use by another process"));
    store.db.pragma_update(None, "user_version", TABLES.version + 1).unwrap();
    drop(store);
    assert!(directory.refusal().contains("of a newer Baton (version 2"), "{}", directory.refusal());
    let file = directory.0.join(TABLES.file);
    fs::write(&file, "not a database, but long enough to be looked at ".repeat(100)).unwrap();
    assert!(directory.refusal().contains("is damaged"), "{}", directory.refusal());
    fs::remove_file(&file).unwrap();
    Connection::open(&file).unwrap().execute_batch("CREATE TABLE foreign_table (x)").unwrap();
    assert!(directory.refusal().contains("no file of Baton's"), "{}", directory.refusal());
    fs::remove_file(&file).unwrap();
    // A page that was overwritten.
    let mut store = directory.open();
    let events: Vec<_> = (0..2_000).map(|n| event("h", "c", &n.to_string().repeat(20))).collect();
    store.apply(&events, 9).unwrap();
    drop(store);
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 8_192].fill(0xa5);
    fs::write(&file, bytes).unwrap();
    assert!(directory.refusal().contains("is damaged"), "{}", directory.refusal());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever is queued, tried, given up and interrupted, in whatever order: each event is in one request, and those of a
    /// channel are in order, over any number of processes.
    #[test]
    fn nothing_is_lost_doubled_or_overtaken(
        steps in prop::collection::vec((0u8..6, 0u8..4, 1u32..4), 1..120),
    ) {
        let directory = Directory::new();
        let mut store = directory.open();
        let (mut queued, mut taken) = (HashMap::<String, Vec<u32>>::new(), HashMap::<String, Vec<u32>>::new());
        let (mut open, mut next, mut name) = (VecDeque::<Request>::new(), 0, 0);
        for (step, channel, events) in steps {
            let channel = format!("c{channel}");
            match step {
                0 | 1 => {
                    for _ in 0..events {
                        store.apply(&[event("h", &channel, &next.to_string())], 9).unwrap();
                        queued.entry(channel.clone()).or_default().push(next);
                        next += 1;
                    }
                }
                2 | 3 => {
                    let held: Vec<_> = open.iter().flat_map(|request| request.channels.clone()).collect();
                    let is_held = |channel: &str| held.iter().any(|held| **held == *channel);
                    name += 1;
                    let load = Load { events, bytes: 1 << 20 };
                    let composed = store.compose("h", load, 0, is_held, name.to_string()).unwrap();
                    prop_assert!(composed.iter().all(|request| !request.channels.iter().any(|c| is_held(c))));
                    open.extend(composed);
                }
                4 => {
                    if let Some(request) = open.pop_front() {
                        store.apply(&[over(request.id, true)], 9).unwrap();
                        // Which channel an event is of is not in this body, so the test looks it up.
                        let body: serde_json::Value = serde_json::from_str(&request.body).unwrap();
                        for number in body["events"].as_array().unwrap() {
                            let number = u32::try_from(number.as_u64().unwrap()).unwrap();
                            let of = queued.iter().find(|(_, all)| all.contains(&number)).unwrap().0;
                            taken.entry(of.clone()).or_default().push(number);
                        }
                    }
                }
                _ => {
                    drop(store);
                    store = directory.open();
                    let again: VecDeque<_> = store.requests_after(0).unwrap().into();
                    prop_assert_eq!(&again, &open);
                    open = again;
                }
            }
        }
        for (channel, numbers) in &taken {
            prop_assert_eq!(&numbers[..], &queued[channel][..numbers.len()], "{}", channel);
        }
        let under_way: u64 = open.iter().map(|request| u64::from(request.events)).sum();
        let delivered: usize = taken.values().map(Vec::len).sum();
        prop_assert_eq!(store.waiting() + under_way + delivered as u64, u64::from(next));
    }
}
