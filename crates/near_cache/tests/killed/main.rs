//! Processes that are killed at any instruction, while others go on.
//!
//! Children find, write, pin, invalidate and evict in one small region. One after the other is killed and replaced. No value is
//! ever torn or another key's, nobody hangs, and at the end every byte is accounted for.
//!
//! `BATON_KILLS=10000 cargo test --release -p baton-near-cache --test killed -- --nocapture` is the soak.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails, fails here")]
#![allow(clippy::cast_possible_truncation, reason = "numbers of tests are small")]
#![allow(unsafe_code, reason = "it maps memory, and forks and kills processes")]

#[path = "child.rs"]
mod child;
#[path = "cores.rs"]
mod cores;
#[path = "memory.rs"]
mod memory;

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use baton_near_cache::Worker;
use memory::Shared;

/// Processes at a time.
const CHILDREN: usize = 4;

/// Kills, unless `BATON_KILLS` says how many.
const KILLS: usize = 240;

fn kills() -> usize {
    std::env::var("BATON_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(KILLS)
}

#[test]
fn who_is_killed_takes_nothing_along() {
    let shared = Shared::new(512 << 10);
    let mut dice = fastrand::Rng::with_seed(1);
    let mut children: Vec<_> = (0..CHILDREN).map(|place| start(&shared, place, dice.u64(..))).collect();
    let mut last = 0;
    for kill in 0..kills() {
        std::thread::sleep(Duration::from_micros(dice.u64(100..3000)));
        let place = dice.usize(..CHILDREN);
        end(children[place], libc::SIGKILL);
        children[place] = start(&shared, place, dice.u64(..));
        if kill % 16 == 15 {
            last = wait_for_progress(&shared, last);
        }
    }
    shared.report.stop.store(true, Relaxed);
    for child in children {
        assert_eq!(wait(child), 0, "a child found something wrong");
    }
    report(&shared);
    nothing_is_lost(&shared);
}

/// Every byte is an entry's, free, or on its way; and when the entries are removed all is free.
fn nothing_is_lost(shared: &Shared) {
    let table = shared.table();
    let worker = Worker::join(table.clone(), shared.locks()).unwrap();
    worker.sweep();
    let stats = table.stats();
    assert_eq!(stats.used + stats.free + stats.limbo, stats.total);
    assert_eq!(stats.limbo, 0, "nobody reads any more: {stats:?}");
    for number in 0..child::KEYS {
        let key = child::key(number);
        worker.remove(table.hash(child::SPACE, &key), child::SPACE, &key);
    }
    worker.sweep();
    let stats = table.stats();
    assert_eq!((stats.entries, stats.used, stats.limbo), (0, 0, 0), "{stats:?}");
}

fn start(shared: &Shared, place: usize, seed: u64) -> libc::pid_t {
    // SAFETY: the child runs code of this test alone and ends by `_exit`.
    match unsafe { libc::fork() } {
        0 => {
            let outcome = std::panic::catch_unwind(|| child::live(shared, place, seed));
            // SAFETY: it ends the child without its parent's destructors.
            unsafe { libc::_exit(i32::from(outcome.is_err())) }
        }
        pid => {
            assert!(pid > 0, "no process could be made");
            pid
        }
    }
}

fn end(child: libc::pid_t, signal: i32) {
    // SAFETY: it is a child of this process that was not waited for yet.
    assert_eq!(unsafe { libc::kill(child, signal) }, 0);
    let status = wait(child);
    assert!(status == signal, "a child found something wrong: {status}");
}

/// The exit status of a child, or the signal that ended it.
fn wait(child: libc::pid_t) -> i32 {
    let mut status = 0;
    // SAFETY: as above.
    assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
    if libc::WIFSIGNALED(status) { libc::WTERMSIG(status) } else { libc::WEXITSTATUS(status) }
}

/// Somebody gets something done within ten seconds.
fn wait_for_progress(shared: &Shared, last: u64) -> u64 {
    let start = Instant::now();
    loop {
        let actions = shared.report.actions.load(Relaxed);
        if actions > last {
            return actions;
        }
        assert!(start.elapsed() < Duration::from_secs(10), "all of them hang");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn report(shared: &Shared) {
    let stats = shared.table().stats();
    let actions = shared.report.actions.load(Relaxed);
    let (pause, own) = (shared.report.pause.load(Relaxed), shared.report.own_pause.load(Relaxed));
    println!(
        "{} kills, {actions} actions, {} hits, {} evictions, {} rebuilds, 0 torn; longest action {} µs, {} µs without waiting for a core",
        kills(),
        stats.hits(),
        stats.evictions,
        stats.rebuilds,
        pause / 1000,
        own / 1000
    );
    assert!(stats.hits() > 0 && stats.evictions > 0, "the test tests nothing");
}
