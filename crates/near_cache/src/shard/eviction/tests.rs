//! What S3-FIFO keeps, and that nothing is evicted where all is to be kept.

use crate::testing::{Village, World};
use crate::{Policy, Refused, Worker};

const MIB: usize = 1 << 20;
const VALUE: [u8; 1000] = [7; 1000];

fn key(number: u32) -> [u8; 4] {
    number.to_le_bytes()
}

/// How many of these are still there.
fn left(worker: &Worker<Village>, numbers: std::ops::Range<u32>) -> usize {
    numbers.filter(|number| worker.get(&key(*number)).is_some()).count()
}

/// 200 hot entries that are read all the time outlive a scan of ten times what there is room for.
#[test]
fn a_scan_does_not_drive_out_what_is_read_often() {
    let world = World::new(MIB, Policy::S3Fifo);
    let worker = world.worker();
    (0..200).for_each(|number| _ = worker.set(&key(number), &VALUE));
    for round in 0..8_000 {
        let _ = worker.get(&key(round % 200));
    }
    for scanned in 1000..9000 {
        worker.set(&key(scanned), &VALUE);
        let _ = (worker.get(&key(scanned % 200)), worker.get(&key(scanned * 7 % 200)));
    }
    assert!(world.table.stats().evictions > 5000);
    let kept = left(&worker, 0..200);
    assert!(kept >= 190, "{kept} of 200");
}

#[test]
fn who_comes_back_soon_is_remembered() {
    let world = World::new(MIB, Policy::S3Fifo);
    let worker = world.worker();
    (0..2000).for_each(|number| _ = worker.set(&key(number), &VALUE));
    let gone: Vec<u32> =
        (0..2000).rev().filter(|number| worker.get(&key(*number)).is_none()).take(100).collect();
    gone.iter().for_each(|number| _ = worker.set(&key(*number), &VALUE));
    (5000..7000).for_each(|number| _ = worker.set(&key(number), &VALUE));
    let kept = gone.iter().filter(|number| worker.get(&key(**number)).is_some()).count();
    assert!(kept >= 90, "{kept} of 100 went to the main queue");
}

#[test]
fn all_of_the_memory_is_used() {
    let world = World::new(MIB, Policy::S3Fifo);
    let worker = world.worker();
    for number in 0..20_000_u32 {
        worker.set(&key(number), &VALUE[..(number * 37 % 1000) as usize]);
    }
    let stats = world.table.stats();
    assert!(stats.used * 100 > stats.total * 90, "{stats:?}");
    assert_eq!(stats.refused, 0);
}

#[test]
fn large_entries_find_room_among_small_ones_and_do_not_drive_out_all() {
    let world = World::new(MIB, Policy::S3Fifo);
    let worker = world.worker();
    (0..20_000).for_each(|number| _ = worker.set(&key(number), &VALUE[..100]));
    let before = world.table.stats().entries;
    let large = vec![1; world.table.largest_value(4)];
    worker.set(&key(99_999), &large);
    assert_eq!(worker.get(&key(99_999)).unwrap(), large);
    let after = world.table.stats().entries;
    assert!(after * 100 > before * 35, "{before} before, {:?}", world.table.stats());
}

#[test]
fn nothing_is_given_up_that_is_to_be_kept_but_the_expired() {
    let world = World::new(MIB, Policy::Keep);
    let worker = world.worker();
    let mut number = 0;
    let refused = loop {
        let hash = world.table.hash(0, &key(number));
        match worker.draft(hash, 0, &key(number), VALUE.len()) {
            Ok(draft) => {
                let meta = crate::Meta { expires: 1000, ..Default::default() };
                worker.publish(draft, &meta, crate::When::Always).unwrap();
            }
            Err(refused) => break refused,
        }
        number += 1;
    };
    assert_eq!(refused, Refused::NoRoom);
    assert!(number > 500 && left(&worker, 0..number) == number as usize);
    assert_eq!(world.table.stats().evictions, 0);
    worker.set_now(1001);
    for again in 0..100 {
        worker.set(&key(10_000 + again), &VALUE);
    }
}

#[test]
fn chains_grow_and_shrink_with_small_entries() {
    let world = World::new(MIB, Policy::S3Fifo);
    let worker = world.worker();
    for round in 0..3 {
        (0..20_000).for_each(|number| _ = worker.set(&key(number), &[round]));
        let stats = world.table.stats();
        assert!(stats.entries > 6000 && stats.rebuilds == 0, "{stats:?}");
        assert_eq!(left(&worker, 0..20_000) as u64, stats.entries);
        (0..20_000).for_each(|number| _ = worker.del(&key(number)));
        worker.sweep();
        assert_eq!((world.table.stats().entries, world.table.stats().used), (0, 0));
    }
}

#[test]
fn the_last_unit_of_the_arena_holds_an_entry_as_any_other() {
    let world = World::new(MIB, Policy::Keep);
    let worker = world.worker();
    let mut count = 0;
    // Large ones first, as the index has no place for as many of the smallest.
    for size in [20_000, 2000, 0] {
        while let Ok(draft) = worker.draft(world.table.hash(0, &key(count)), 0, &key(count), size) {
            worker.publish(draft, &crate::Meta::default(), crate::When::Always).unwrap();
            count += 1;
            assert!(count < 20_000);
        }
    }
    assert!(world.table.stats().free < 96, "the smallest entries fill it to its end");
    assert_eq!(left(&worker, 0..count), count as usize);
    (0..count).for_each(|number| assert!(worker.del(&key(number))));
}

#[test]
fn keeping_is_refusing_where_the_index_is_full() {
    let world = World::new(MIB, Policy::Keep);
    let worker = world.worker();
    let mut kept = Vec::new();
    for number in 0..20_000 {
        if let Ok(draft) = worker.draft(world.table.hash(0, &key(number)), 0, &key(number), 0) {
            worker.publish(draft, &crate::Meta::default(), crate::When::Always).unwrap();
            kept.push(number);
        }
    }
    assert!(kept.len() > 5000 && kept.iter().all(|number| worker.get(&key(*number)).is_some()));
    assert_eq!(world.table.stats().evictions, 0);
}
