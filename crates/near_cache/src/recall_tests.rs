//! What is recalled of what was found, and when it is not.

use super::*;
use crate::entry::Entry;
use crate::lookup_cache::{LEAST_KEY, MOST_KEY, POSITIONS};
use crate::testing::{Village, World};
use crate::{Meta, Policy, When};

const KEY: &[u8] = b"a key of some length";

fn world() -> World {
    World::new(1 << 20, Policy::S3Fifo)
}

fn recalled(worker: &Worker<Village>, key: &[u8], sort: u8) -> Option<Vec<u8>> {
    let mut result = None;
    let is_there = worker.recall(0, key, sort, |found| result = Some(found));
    result.filter(|_| is_there).map(|found| found.to_vec().unwrap())
}

/// Reads as often as it takes until no use has to be marked.
fn know(worker: &Worker<Village>, key: &[u8]) {
    (0..5).for_each(|_| drop(worker.get(key)));
}

#[test]
fn what_was_read_is_recalled_and_counted() {
    let world = world();
    let worker = world.worker();
    worker.set(KEY, b"value");
    assert_eq!(recalled(&worker, KEY, 0), None, "nobody has read it");
    know(&worker, KEY);
    let hits = worker.counter(HITS).load(Ordering::Relaxed);
    assert_eq!(recalled(&worker, KEY, 0).unwrap(), b"value");
    assert_eq!(worker.counter(HITS).load(Ordering::Relaxed), hits + 1);
    assert_eq!(recalled(&worker, KEY, 1), None, "another sort");
    assert!(!worker.recall(1, KEY, 0, |_| ()), "another space");
    assert_eq!(recalled(&world.worker(), KEY, 0), None, "another worker");
}

#[test]
fn nothing_is_recalled_that_has_changed() {
    let world = world();
    let (reader, writer) = (world.worker(), world.worker());
    let hash = world.table.hash(0, KEY);
    let ready = || {
        let stamp = writer.set(KEY, b"value");
        know(&reader, KEY);
        assert!(recalled(&reader, KEY, 0).is_some());
        stamp
    };
    ready();
    writer.set(KEY, b"other");
    assert_eq!(recalled(&reader, KEY, 0), None, "replaced");
    ready();
    writer.del(KEY);
    assert_eq!(recalled(&reader, KEY, 0), None, "removed");
    let stamp = ready();
    assert!(writer.set_expiry(hash, 0, KEY, stamp, 100));
    assert_eq!(recalled(&reader, KEY, 0), None, "it has an end now");
    let meta = Meta { lease: (9, 1), ..Meta::default() };
    world.table.lease(9).store(1, Ordering::Relaxed);
    writer.put(KEY, b"leased", &meta, When::Always).unwrap();
    know(&reader, KEY);
    assert_eq!(recalled(&reader, KEY, 0).unwrap(), b"leased");
    world.table.lease(9).store(2, Ordering::Relaxed);
    assert_eq!(recalled(&reader, KEY, 0), None, "the lease has ended");
}

#[test]
fn nothing_is_recalled_of_a_shard_that_was_made_again() {
    let world = world();
    let worker = world.worker();
    worker.set(KEY, b"value");
    know(&worker, KEY);
    worker.hold(world.table.layout.shard(world.table.hash(0, KEY))).rebuild();
    assert_eq!(recalled(&worker, KEY, 0), None);
    know(&worker, KEY);
    assert_eq!(recalled(&worker, KEY, 0).unwrap(), b"value");
}

/// Makes a bit wrong of one of the words of an entry that say which key's it is.
fn damage(entry: &Entry, what: &str) {
    match what {
        "hash" => entry.hash.set(entry.hash.get() ^ 1 << 50),
        "space" => entry.space.set(entry.space.get() ^ 1),
        _ => entry.key_len.set(entry.key_len.get() ^ 1),
    }
}

#[test]
fn what_is_no_longer_known_by_its_key_is_not_recalled_once_that_has_changed() {
    for what in ["hash", "space", "length"] {
        for is_replaced in [false, true] {
            let world = world();
            let (reader, writer) = (world.worker(), world.worker());
            let hash = world.table.hash(0, KEY);
            writer.set(KEY, b"value");
            know(&reader, KEY);
            assert!(recalled(&reader, KEY, 0).is_some());
            let (bucket, arena) = world.table.layout.home(&world.table.region, hash);
            let slot =
                (0..crate::bucket::SLOTS).map(|index| bucket.slot(index)).find(|slot| !slot.is_empty());
            damage(entry::parts(&world.table.region, &arena, slot.unwrap().offset()).unwrap().0, what);
            if is_replaced {
                writer.set(KEY, b"other");
            } else {
                writer.invalidate(hash, 0, KEY);
            }
            assert_eq!(recalled(&reader, KEY, 0), None, "{what}, {is_replaced}");
            let found = reader.get_sort(KEY, 0);
            assert_eq!(found.as_deref(), is_replaced.then_some(&b"other"[..]), "{what}, {is_replaced}");
        }
    }
}

#[test]
fn a_use_that_has_worn_off_is_kept_again() {
    let world = world();
    let worker = world.worker();
    worker.set(KEY, b"value");
    know(&worker, KEY);
    let (bucket, _) = world.table.layout.home(&world.table.region, world.table.hash(0, KEY));
    let slot =
        (0..crate::bucket::SLOTS).map(|index| bucket.slot(index)).find(|slot| !slot.is_empty()).unwrap();
    bucket.mark(slot, slot.used() - 1);
    assert_eq!(recalled(&worker, KEY, 0), None);
    know(&worker, KEY);
    assert!(recalled(&worker, KEY, 0).is_some());
}

#[test]
fn keys_of_all_lengths_are_their_own() {
    let world = world();
    for len in 0..=MOST_KEY + 2 {
        let worker = world.worker();
        let key: Vec<u8> = (0_u8..).map(|n| n.wrapping_mul(31)).take(len).collect();
        worker.set(&key, &key);
        know(&worker, &key);
        let is_kept = (LEAST_KEY..=MOST_KEY).contains(&len);
        assert_eq!(recalled(&worker, &key, 0).is_some_and(|value| value == key), is_kept, "{len} bytes");
        for place in 0..len {
            let mut other = key.clone();
            other[place] ^= 1;
            assert_eq!(recalled(&worker, &other, 0), None, "{len} bytes, byte {place}");
        }
    }
}

#[test]
fn keys_that_share_a_position_take_turns() {
    let world = World::new(64 << 20, Policy::S3Fifo);
    let worker = world.worker();
    let keys: Vec<Vec<u8>> = (0..3 * POSITIONS).map(|n| format!("some key {n}").into_bytes()).collect();
    for key in &keys {
        worker.set(key, key);
        know(&worker, key);
    }
    let met = keys.iter().filter_map(|key| recalled(&worker, key, 0).inspect(|value| assert_eq!(value, key)));
    let met = met.count();
    assert!((POSITIONS / 2..=POSITIONS).contains(&met), "{met} of {} are kept", keys.len());
}
