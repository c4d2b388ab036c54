//! What workers promise, one behaviour at a time.
#![allow(unsafe_code, reason = "values are read in place")]

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::testing::{Memory, World};
use crate::{
    Claim, EXPIRED, HITS, MISSES, Meta, Moved, OWN, Policy, Refused, Settings, Stats, Table, When, Worker,
};

const MIB: usize = 1 << 20;

fn world() -> World {
    World::new(MIB, Policy::S3Fifo)
}

#[test]
fn a_value_is_found_by_its_key_alone() {
    let world = world();
    let worker = world.worker();
    worker.set(b"one", b"first");
    worker.set(b"two", b"second");
    assert_eq!(worker.get(b"one").unwrap(), b"first");
    assert_eq!(worker.get(b"two").unwrap(), b"second");
    assert_eq!(worker.get(b"three"), None);
    let other_space = world.table.hash(1, b"one");
    assert!(worker.find(other_space, 1, b"one", || 0).is_none());
    assert!(worker.del(b"one") && !worker.del(b"one"));
    assert_eq!(worker.get(b"one"), None);
}

#[test]
fn empty_keys_and_values_are_values() {
    let world = world();
    let worker = world.worker();
    worker.set(b"", b"");
    assert_eq!(worker.get(b"").unwrap(), b"");
}

#[test]
fn another_worker_sees_it_and_a_replacement_is_whole() {
    let world = world();
    let (writer, reader) = (world.worker(), world.worker());
    let first = writer.set(b"key", &[1; 100]);
    let hash = world.table.hash(0, b"key");
    let found = reader.find(hash, 0, b"key", || 0).unwrap();
    assert_eq!((found.len(), found.stamp()), (100, first));
    assert!(found.still());
    let second = writer.set(b"key", &[2; 50]);
    assert!(second > first);
    assert!(!found.still(), "it was replaced");
    assert!(found.to_vec().is_none());
    assert_eq!(reader.get(b"key").unwrap(), [2; 50]);
}

#[test]
fn the_value_lies_in_both_views_at_multiples_of_16() {
    let world = world();
    let worker = world.worker();
    let hash = world.table.hash(0, b"odd");
    let mut draft = worker.draft(hash, 0, b"odd", 33).unwrap();
    assert_eq!(draft.value_mut() as usize % 16, 0);
    let address = draft.value_address();
    assert!(draft.write(32, b"z") && !draft.write(33, b"z") && !draft.write(usize::MAX, b"z"));
    worker.publish(draft, &Meta::default(), When::Always).unwrap();
    assert_eq!(worker.find(hash, 0, b"odd", || 0).unwrap().value() as usize, address);
}

#[test]
fn a_draft_that_is_dropped_leaves_nothing() {
    let world = world();
    let worker = world.worker();
    worker.set(b"key", b"kept");
    let before = world.table.stats();
    let hash = world.table.hash(0, b"key");
    drop(worker.draft(hash, 0, b"key", 1000).unwrap());
    assert_eq!(worker.get(b"key").unwrap(), b"kept");
    assert_eq!(world.table.stats(), Stats { counters: world.table.stats().counters, ..before });
}

#[test]
fn only_who_made_a_draft_publishes_it() {
    let world = world();
    let (author, other) = (world.worker(), world.worker());
    let draft = author.draft(world.table.hash(0, b"key"), 0, b"key", 3).unwrap();
    assert_eq!(other.publish(draft, &Meta::default(), When::Always), Err(Moved));
    assert_eq!((world.table.stats().used, world.table.stats().rebuilds), (0, 0));
}

#[test]
fn sorts_stand_side_by_side_and_go_together() {
    let world = world();
    let worker = world.worker();
    let sorted = |sort| Meta { sort, ..Meta::default() };
    worker.put(b"key", b"raw", &sorted(0), When::Always).unwrap();
    worker.put(b"key", b"decoded", &sorted(9), When::Always).unwrap();
    assert_eq!(worker.get_sort(b"key", 0).unwrap(), b"raw");
    assert_eq!(worker.get_sort(b"key", 9).unwrap(), b"decoded");
    assert_eq!(worker.get(b"key").unwrap(), b"decoded", "the newest");
    worker.put(b"key", b"new", &Meta { replaces_all: true, ..sorted(0) }, When::Always).unwrap();
    assert_eq!(worker.get_sort(b"key", 9), None);
    assert_eq!(worker.get(b"key").unwrap(), b"new");
    worker.put(b"key", b"again", &sorted(3), When::Always).unwrap();
    assert!(worker.invalidate(world.table.hash(0, b"key"), 0, b"key"));
    assert!(worker.get_sort(b"key", 0).is_none() && worker.get_sort(b"key", 3).is_none());
    assert_eq!(world.table.stats().entries, 0);
}

#[test]
fn conditions_are_kept() {
    let world = world();
    let worker = world.worker();
    let meta = Meta::default();
    let stamp = worker.put(b"key", b"1", &meta, When::Absent).unwrap();
    assert_eq!(worker.put(b"key", b"2", &meta, When::Absent), Err(Moved));
    assert_eq!(worker.put(b"key", b"2", &meta, When::Stamp(stamp + 1)), Err(Moved));
    let newer = worker.put(b"key", b"2", &meta, When::Stamp(stamp)).unwrap();
    assert_eq!(worker.get(b"key").unwrap(), b"2");
    let hash = world.table.hash(0, b"key");
    assert!(!worker.remove_stamp(hash, 0, b"key", stamp));
    assert!(worker.remove_stamp(hash, 0, b"key", newer));
    assert_eq!(worker.put(b"key", b"3", &meta, When::Stamp(newer)), Err(Moved));
    worker.put(b"key", b"3", &meta, When::Absent).unwrap();
}

#[test]
fn a_fill_from_before_a_change_is_refused_and_what_is_there_dropped() {
    let world = world();
    let worker = world.worker();
    let hash = world.table.hash(0, b"key");
    let seen = worker.version(hash);
    assert!(!worker.invalidate(hash, 0, b"key"));
    assert_eq!(worker.put(b"key", b"old", &Meta::default(), When::Version(seen)), Err(Moved));
    let seen = worker.version(hash);
    worker.put(b"key", b"one", &Meta::default(), When::Version(seen)).unwrap();
    assert_eq!(worker.put(b"key", b"two", &Meta::default(), When::Version(seen)), Err(Moved));
    assert_eq!(worker.get(b"key"), None, "which of the two is newer is unknown");
}

#[test]
fn entries_live_as_long_as_their_lease() {
    let world = world();
    let worker = world.worker();
    world.table.lease(7).store(42, Ordering::Release);
    worker.put(b"key", b"leased", &Meta { lease: (7, 42), ..Meta::default() }, When::Always).unwrap();
    assert!(worker.get(b"key").is_some());
    world.table.lease(7).store(43, Ordering::Release);
    assert!(worker.get(b"key").is_none());
    worker.put(b"key", b"mine", &Meta::default(), When::Absent).unwrap();
    world.table.lease(0).store(99, Ordering::Release);
    assert!(worker.get(b"key").is_some(), "index 0 is no lease");
}

#[test]
fn the_clock_is_asked_only_for_what_expires() {
    let world = world();
    let worker = world.worker();
    worker.set(b"forever", b"x");
    let hash = world.table.hash(0, b"forever");
    assert!(worker.find(hash, 0, b"forever", || panic!("asked")).is_some());
    let stamp = worker.put(b"short", b"x", &Meta { expires: 100, ..Meta::default() }, When::Always).unwrap();
    assert!(worker.get_at(b"short", 99).is_some());
    assert!(worker.get_at(b"short", 100).is_none());
    assert_eq!(
        worker.put(b"short", b"y", &Meta::default(), When::Stamp(stamp)),
        Err(Moved),
        "it has expired"
    );
    let hash = world.table.hash(0, b"short");
    assert!(!worker.set_expiry(hash, 0, b"short", stamp, 0));
    worker.set_now(50);
    assert!(worker.set_expiry(hash, 0, b"short", stamp, 200) && worker.get_at(b"short", 150).is_some());
    assert!(!worker.set_expiry(hash, 0, b"short", stamp + 64, 0));
}

#[test]
fn what_is_counted() {
    let world = world();
    let worker = world.worker();
    worker.put(b"key", b"x", &Meta { expires: 100, ..Meta::default() }, When::Always).unwrap();
    let _ =
        (worker.get_at(b"key", 1), worker.get_at(b"key", 2), worker.get_at(b"key", 100), worker.get(b"none"));
    worker.counter(OWN).store(5, Ordering::Relaxed);
    let stats = world.table.stats();
    assert_eq!((stats.hits(), stats.misses(), stats.expired(), stats.counters[OWN]), (2, 2, 1, 5));
    assert_eq!([HITS, MISSES, EXPIRED].map(|index| worker.counter(index).load(Ordering::Relaxed)), [2, 2, 1]);
    assert_eq!((stats.entries, stats.slots), (1, 1));
    assert_eq!(stats.used + stats.free + stats.limbo, stats.total);
    drop(worker);
    assert_eq!(world.table.stats().hits(), 2, "counts outlive their worker");
}

#[test]
fn a_pin_keeps_what_was_replaced() {
    let world = world();
    let (writer, reader) = (world.worker(), world.worker());
    writer.set(b"key", &[1; 5000]);
    reader.pin();
    let hash = world.table.hash(0, b"key");
    let found = reader.find(hash, 0, b"key", || 0).unwrap();
    assert!(found.still() && reader.is_pinned());
    let mut refused = 0;
    for round in 0..2000_u32 {
        let key = format!("other {}", round % 700).into_bytes();
        let hash = world.table.hash(0, &key);
        match writer.draft(hash, 0, &key, 700) {
            Ok(mut draft) => {
                assert!(draft.write(0, &[3; 700]));
                writer.publish(draft, &Meta::default(), When::Always).unwrap();
            }
            Err(error) => {
                assert_eq!(error, Refused::NoRoom);
                refused += 1;
            }
        }
        if round == 10 {
            writer.set(b"key", &[2; 5000]);
        }
    }
    assert!(refused > 0, "all that waits is more than there is room for");
    // SAFETY: there is a pin, and it was still there.
    let value = unsafe { std::slice::from_raw_parts(found.value(), found.len()) };
    assert!(value.iter().all(|byte| *byte == 1), "nobody has used the memory");
    reader.unpin();
    writer.sweep();
    assert_eq!(world.table.stats().limbo, 0);
    writer.set(b"another", &[4; 700]);
}

/// Values of 700 bytes, three times as many as there is room for; how many were refused.
fn churn(world: &World, writer: &Worker<crate::testing::Village>) -> usize {
    let store = |round: u32| {
        let key = format!("other {round}").into_bytes();
        let mut draft = writer.draft(world.table.hash(0, &key), 0, &key, 700)?;
        assert!(draft.write(0, &[3; 700]));
        writer.publish(draft, &Meta::default(), When::Always).unwrap();
        Ok::<_, Refused>(())
    };
    (0..4500).filter(|round| store(*round).is_err()).count()
}

#[test]
fn a_loan_keeps_its_page_and_nothing_else() {
    let world = world();
    let (writer, reader) = (world.worker(), world.worker());
    writer.set(b"key", &[1; 5000]);
    let found = reader.find(world.table.hash(0, b"key"), 0, b"key", || 0).unwrap();
    assert!(reader.borrow(found.value(), found.len()) && found.still());
    writer.set(b"key", &[2; 5000]);
    assert_eq!(churn(&world, &writer), 0);
    writer.sweep();
    let waiting = world.table.stats().limbo;
    assert!((5000..10_000).contains(&waiting), "{waiting}");
    // SAFETY: it is borrowed, and was still there.
    let value = unsafe { std::slice::from_raw_parts(found.value(), found.len()) };
    assert!(value.iter().all(|byte| *byte == 1), "nobody has used the memory");
    reader.give_back();
    writer.sweep();
    assert_eq!(world.table.stats().limbo, 0);
}

/// Borrows up to `most` of the values that [`churn`] left from this one on: those that it was lent, and how many were refused.
fn borrow_some<'w>(
    world: &World,
    reader: &'w Worker<crate::testing::Village>,
    from: u32,
    most: usize,
) -> (Vec<crate::Found<'w>>, usize) {
    let (mut lent, mut refused) = (Vec::new(), 0);
    for round in (from..4500).take_while(|_| most > 0) {
        let key = format!("other {round}").into_bytes();
        let Some(found) = reader.find(world.table.hash(0, &key), 0, &key, || 0) else { continue };
        if reader.borrow(found.value(), found.len()) {
            lent.push(found)
        } else {
            refused += 1
        }
        if lent.len() == most {
            break;
        }
    }
    (lent, refused)
}

#[test]
fn who_borrows_too_much_is_refused_and_holds_no_more() {
    let world = world();
    let (writer, reader, second) = (world.worker(), world.worker(), world.worker());
    churn(&world, &writer);
    let (mut lent, refused) = borrow_some(&world, &reader, 0, usize::MAX);
    assert!(lent.len() > 50 && refused > 500, "{} lent, {refused} refused", lent.len());
    assert_eq!(churn(&world, &writer), 0, "an eighth may wait");
    // One more: now much waits, and nobody is lent more until it has given all back.
    let (more, refused) = borrow_some(&world, &second, 0, 40);
    assert_eq!((more.len(), refused), (40, 0));
    assert_eq!(churn(&world, &writer), 0);
    let (none, refused) = borrow_some(&world, &second, 0, usize::MAX);
    assert!(none.len() < 50 && refused > 500, "{} lent, {refused} refused", none.len());
    lent.extend(more);
    for found in &lent {
        // SAFETY: it is borrowed, and was there when it was found, with no writer in between.
        let value = unsafe { std::slice::from_raw_parts(found.value(), found.len()) };
        assert!(value.iter().all(|byte| *byte == 3));
    }
    reader.give_back();
    second.give_back();
    writer.sweep();
    assert_eq!(world.table.stats().limbo, 0);
    assert_eq!(borrow_some(&world, &second, 0, 40).1, 0);
}

#[test]
fn the_loan_of_the_dead_holds_nothing_up_behind_one_of_the_living() {
    let world = world();
    let (writer, living, dead) = (world.worker(), world.worker(), world.worker());
    for (worker, key) in [(&living, b"a"), (&dead, b"b")] {
        writer.set(key, &[1; 5000]);
        let found = worker.find(world.table.hash(0, key), 0, key, || 0).unwrap();
        assert!(worker.borrow(found.value(), found.len()));
    }
    dead.pin();
    writer.set(b"a", &[2; 5000]);
    writer.sweep();
    writer.set(b"b", &[2; 5000]);
    world.village.kill(dead.slot());
    assert_eq!(churn(&world, &writer), 0);
    dead.abandon();
}

#[test]
fn a_child_of_a_fork_holds_what_its_parent_held() {
    let world = world();
    let writer = world.worker();
    for is_lent in [true, false] {
        let (parent, child) = (world.worker(), world.worker());
        writer.set(b"key", &[1; 5000]);
        if is_lent {
            let found = parent.find(world.table.hash(0, b"key"), 0, b"key", || 0).unwrap();
            assert!(parent.borrow(found.value(), found.len()));
        } else {
            parent.pin();
        }
        child.pin_as(&parent);
        parent.give_back();
        parent.unpin();
        writer.set(b"key", &[2; 5000]);
        writer.sweep();
        assert_ne!(world.table.stats().limbo, 0, "is lent: {is_lent}");
        child.give_back();
        child.unpin();
        writer.sweep();
        assert_eq!(world.table.stats().limbo, 0, "is lent: {is_lent}");
    }
}

#[test]
fn the_pin_of_the_dead_holds_nothing_up() {
    let world = world();
    let (writer, reader) = (world.worker(), world.worker());
    writer.set(b"key", &[1; 5000]);
    reader.pin();
    writer.set(b"key", &[2; 5000]);
    writer.sweep();
    assert_ne!(world.table.stats().limbo, 0);
    world.village.kill(reader.slot());
    writer.sweep();
    assert_eq!(world.table.stats().limbo, 0);
    reader.abandon();
}

#[test]
fn drafts_of_the_dead_are_freed_by_the_next_tenant() {
    let world = world();
    let (witness, victim) = (world.worker(), world.worker());
    let free = world.table.stats().free;
    let hash = world.table.hash(0, b"key");
    std::mem::forget(victim.draft(hash, 0, b"key", 3000).unwrap());
    world.village.kill(victim.slot());
    victim.abandon();
    assert!(world.table.stats().free < free);
    let heir = world.worker();
    assert_eq!((heir.slot(), world.table.stats().free), (1, free));
    drop(witness);
}

#[test]
fn workers_are_as_many_as_slots() {
    let world = world();
    let workers: Vec<_> = (0..8).map(|_| world.worker()).collect();
    let full = Worker::join(Arc::clone(&world.table), world.village.clone()).unwrap_err();
    assert_eq!(full.workers, 8);
    drop(workers);
    assert_eq!(world.worker().slot(), 0);
}

#[test]
fn what_is_too_large_is_refused() {
    let world = world();
    let worker = world.worker();
    let most = world.table.largest_value(3);
    assert!(most > 200_000, "{most}");
    let hash = world.table.hash(0, b"key");
    drop(worker.draft(hash, 0, b"key", most).unwrap());
    let refused = worker.draft(hash, 0, b"key", most + 16).unwrap_err();
    assert_eq!(refused, Refused::TooLarge { len: most + 16, most });
    assert!(matches!(worker.draft(hash, 0, b"key", usize::MAX), Err(Refused::TooLarge { .. })));
    assert_eq!(world.table.stats().refused, 2);
}

#[test]
fn one_leads_and_the_others_are_busy() {
    let world = world();
    let (leader, follower) = (world.worker(), world.worker());
    let hash = world.table.hash(0, b"key");
    assert_eq!(leader.begin_flight(hash), Claim::Lead);
    let Claim::Busy(seen) = follower.begin_flight(hash) else { panic!("two lead") };
    let short = std::time::Duration::from_millis(2);
    assert!(!follower.wait_version(hash, seen, short), "it goes on");
    leader.set(b"key", b"x");
    assert!(follower.wait_version(hash, seen, short));
    leader.end_flight(hash);
    assert_eq!(follower.begin_flight(hash), Claim::Lead);
    world.village.kill(follower.slot());
    let Claim::Busy(seen) = leader.begin_flight(hash) else { panic!("two lead") };
    assert!(leader.wait_version(hash, seen, short), "the dead lead nobody");
    assert_eq!(leader.begin_flight(hash), Claim::Lead);
    follower.abandon();
}

#[test]
fn a_second_process_opens_what_is_there() {
    let memory = Memory::new(MIB);
    let settings = Settings { policy: Policy::Keep, workers: 4, seed: [8, 9] };
    let first = Table::open_or_format(memory.region(), &settings).unwrap();
    let second = Table::open_or_format(memory.region(), &Settings::default()).unwrap();
    assert_eq!(second.settings(), &settings);
    assert_eq!(first.hash(5, b"k"), second.hash(5, b"k"));
}
