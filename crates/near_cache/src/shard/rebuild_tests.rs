//! Writers that die at each of their steps, and what is left of the shard.

use crate::block::{Kind, UNIT};
use crate::shard::Held;
use crate::shard::control::{MAIN, SMALL};
use crate::shard::eviction::fingerprint;
use crate::sync::Held as _;
use crate::testing::{Village, World};
use crate::{Meta, Moved, Policy, When, Worker};

const MIB: usize = 1 << 20;

/// Some entries, and a worker that dies with the lock after it has done `last`.
fn die(last: impl FnOnce(&Held<'_>, &Worker<Village>)) -> World {
    let world = World::new(MIB, Policy::S3Fifo);
    let (witness, victim) = (world.worker(), world.worker());
    for number in 0..500_u32 {
        witness.set(&number.to_le_bytes(), &number.to_le_bytes());
    }
    {
        let held = victim.hold(&world.table.layout.shards[0]);
        last(&held, &victim);
        std::mem::forget(held);
    }
    world.village.kill(victim.slot());
    victim.abandon();
    world
}

/// All of the entries are there but for these, new ones can be written, and nothing is lost of the memory.
fn is_whole(world: &World, lost: &[u32]) {
    let worker = world.worker();
    worker.set(b"new", b"value");
    assert_eq!(world.table.stats().rebuilds, 1);
    for number in 0..500_u32 {
        let value = worker.get(&number.to_le_bytes());
        assert_eq!(value.is_none(), lost.contains(&number), "{number}");
    }
    assert_eq!(world.table.stats().entries, 501 - lost.len() as u64);
    for number in 0..500_u32 {
        worker.del(&number.to_le_bytes());
    }
    worker.del(b"new");
    worker.sweep();
    let stats = world.table.stats();
    assert_eq!((stats.entries, stats.used, stats.limbo, stats.rebuilds), (0, 0, 0, 1));
}

#[test]
fn one_that_did_nothing_loses_nothing() {
    is_whole(&die(|_, _| {}), &[]);
}

#[test]
fn one_that_died_between_index_and_limbo_loses_no_memory() {
    let world = die(|held, _| {
        let key = 7_u32.to_le_bytes();
        let spot = held.entry_of(held.table.hash(0, &key), 0, &key, |_| true).unwrap();
        held.dequeue(spot.slot.offset()).unwrap();
    });
    is_whole(&world, &[]);
}

#[test]
fn one_that_died_with_a_block_loses_no_memory() {
    is_whole(&die(|held, _| _ = held.make_room(100).unwrap().unwrap()), &[]);
}

#[test]
fn what_was_spoiled_goes_and_the_rest_stays() {
    let world = die(|held, _| {
        let spot = |number: u32| {
            let key = number.to_le_bytes();
            held.entry_of(held.table.hash(0, &key), 0, &key, |_| true).unwrap()
        };
        held.writable(&spot(3)).hash.set(1);
        held.writable(&spot(4)).key_len.set(u32::MAX);
        held.writable(&spot(5)).value_len.set(u32::MAX);
        held.writable(&spot(6)).block.set_kind(Kind::Free);
        held.table.region.write(spot(7).parts.key, b"8888");
        held.heap().lists.free.set(77);
    });
    is_whole(&world, &[3, 4, 5, 6, 7]);
}

#[test]
fn chains_that_lead_nowhere_are_cut() {
    let world = die(|held, _| {
        for number in 0..held.place.bucket_count {
            let bucket = held.place.bucket_at(&held.table.region, number);
            // Into each other, in a ring, and to nowhere.
            bucket.chain.set([number + 1, 1, u32::MAX][number as usize % 3]);
        }
    });
    is_whole(&world, &[]);
}

#[test]
fn a_draft_of_the_living_is_lost_but_its_memory_is_not_given_away() {
    let world = World::new(MIB, Policy::S3Fifo);
    let (author, victim) = (world.worker(), world.worker());
    let hash = world.table.hash(0, b"mine");
    let mut draft = author.draft(hash, 0, b"mine", 1000).unwrap();
    std::mem::forget(victim.hold(&world.table.layout.shards[0]));
    world.village.kill(victim.slot());
    victim.abandon();
    let heir = world.worker();
    for number in 0..3000_u32 {
        heir.draft(world.table.hash(0, &number.to_le_bytes()), 0, &number.to_le_bytes(), 900).map(drop).ok();
    }
    heir.sweep();
    assert!(draft.write(0, &[1; 1000]));
    assert!(world.table.stats().limbo > 500 * UNIT as u64, "it waits for the author");
    assert_eq!(author.publish(draft, &Meta::default(), When::Always), Err(Moved));
    heir.sweep();
    assert_eq!((world.table.stats().limbo, world.table.stats().used), (0, 0));
}

#[test]
fn links_into_a_value_that_is_read_are_not_followed() {
    type Spoil = fn(&Held<'_>, u32);
    let spoils: [Spoil; 3] = [
        |held, offset| held.control.queues[SMALL].newest.set(offset),
        |held, offset| held.control.queues[MAIN].newest.set(offset),
        |held, offset| held.control.limbo.newest.set(offset),
    ];
    for (case, spoil) in spoils.into_iter().enumerate() {
        let world = World::new(MIB, Policy::S3Fifo);
        let (reader, writer) = (world.worker(), world.worker());
        // As encoded values have them: numbers that could be the size of a block.
        let value = [5, 0, 0, 0].repeat(200);
        reader.set(b"read", &value);
        reader.pin();
        writer.set(b"gone", b"value");
        writer.del(b"gone");
        {
            let held = writer.hold(&world.table.layout.shards[0]);
            let spot = held.entry_of(world.table.hash(0, b"read"), 0, b"read", |_| true).unwrap();
            spoil(&held, spot.slot.offset() + 16);
        }
        if case == 1 {
            // As if it had been evicted: it goes to the main queue.
            let hash = world.table.hash(0, b"other");
            world.table.layout.shards[0].ghost(&world.table.region, hash).set(fingerprint(hash));
        }
        // One of them finds the fault; then all that is free waits for the reader.
        for _ in 0..2 {
            let draft = writer.draft(world.table.hash(0, b"other"), 0, b"other", 5);
            let _ = draft.map(|draft| writer.publish(draft, &Meta::default(), When::Always));
        }
        assert!(reader.get(b"read").as_ref() == Some(&value), "case {case}");
        assert_eq!(world.table.stats().rebuilds, 1, "case {case}");
    }
}

#[test]
fn a_shard_that_says_it_is_new_gives_nothing_away_that_is_read() {
    let world = World::new(MIB, Policy::S3Fifo);
    let (reader, writer) = (world.worker(), world.worker());
    writer.set(b"read", &[7; 1000]);
    reader.pin();
    let hash = world.table.hash(0, b"read");
    let held = writer.hold(&world.table.layout.shards[0]);
    let at = held.entry_of(hash, 0, b"read", |_| true).unwrap().parts.value;
    drop(held);
    writer.del(b"read");
    let held = writer.hold(&world.table.layout.shards[0]);
    held.control.rebuilds.set(0);
    held.rebuild();
    drop(held);
    for number in 0..3000_u32 {
        writer.draft(hash, 0, &number.to_le_bytes(), 900).map(|mut draft| draft.write(0, &[8; 900])).ok();
    }
    assert!(world.table.region.bytes(at, 1000).unwrap() == [7; 1000], "somebody else has written there");
    reader.unpin();
    writer.sweep();
    assert_eq!((world.table.stats().limbo, world.table.stats().used), (0, 0));
}

#[test]
fn who_finds_an_entry_while_a_rebuild_drops_it_does_not_believe_it() {
    let world = World::new(MIB, Policy::S3Fifo);
    let (reader, writer) = (world.worker(), world.worker());
    writer.set(b"key", b"value");
    let hash = world.table.hash(0, b"key");
    let held = writer.hold(&world.table.layout.shards[0]);
    let spot = held.entry_of(hash, 0, b"key", |_| true).unwrap();
    held.writable(&spot).hash.set(hash ^ 1 << 20); // which no reader asks about
    let named = held.read_index();
    let found = reader.find(hash, 0, b"key", || 0).unwrap();
    assert!(found.still());
    assert!(held.look_through(&named).is_empty());
    assert!(!found.still(), "its memory goes to somebody else");
}

#[test]
fn what_readers_find_writers_replace_and_remove() {
    let world = World::new(MIB, Policy::S3Fifo);
    let worker = world.worker();
    let hash = world.table.hash(0, b"key");
    let spoil = || {
        let held = worker.hold(&world.table.layout.shards[0]);
        let spot = held.entry_of(hash, 0, b"key", |_| true).unwrap();
        held.writable(&spot).hash.set(hash ^ 1 << 50); // neither shard, nor bucket, nor tag
    };
    worker.set(b"key", b"value");
    spoil();
    let found = worker.find(hash, 0, b"key", || 0).unwrap();
    let replaced = worker.put(b"key", b"other", &Meta::default(), When::Stamp(found.stamp()));
    assert!(replaced.is_ok());
    assert_eq!((worker.get(b"key").unwrap(), world.table.stats().entries), (b"other".to_vec(), 1));
    spoil();
    assert!(worker.del(b"key"));
    assert_eq!((worker.get(b"key"), world.table.stats().entries), (None, 0));
}

#[test]
fn a_full_shard_keeps_its_entries_when_it_is_rebuilt() {
    let world = World::new(8 * MIB, Policy::S3Fifo);
    let worker = world.worker();
    let key = |number: u32| format!("a key of 20 bytes {number:05}");
    for number in 0..60_000 {
        worker.set(key(number).as_bytes(), b"0123456789");
    }
    let kept: Vec<u32> = (0..60_000).filter(|number| worker.get(key(*number).as_bytes()).is_some()).collect();
    assert!(kept.len() > 40_000, "{} entries", kept.len());
    worker.hold(&world.table.layout.shards[0]).rebuild();
    assert_eq!(world.table.stats().entries, kept.len() as u64);
    assert!(kept.iter().all(|number| worker.get(key(*number).as_bytes()) == Some(b"0123456789".to_vec())));
}
