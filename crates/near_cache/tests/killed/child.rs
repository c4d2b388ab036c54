//! What one process does until it is killed.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use baton_near_cache::{Claim, Found, Meta, Table, When, Worker};

use crate::cores::Cores;
use crate::memory::{Locks, Shared};

/// Keys that all processes use.
pub(crate) const KEYS: u32 = 400;

pub(crate) const SPACE: u64 = 7;

pub(crate) fn key(number: u32) -> Vec<u8> {
    format!("key number {number}").into_bytes()
}

struct Child {
    worker: Worker<Locks>,
    dice: fastrand::Rng,
}

/// Acts until it is asked to stop.
pub(crate) fn live(shared: &Shared, place: usize, seed: u64) {
    let table = shared.table();
    let worker = Worker::join(table, shared.locks()).unwrap();
    let mut child = Child { worker, dice: fastrand::Rng::with_seed(seed ^ place as u64) };
    let (mut cores, report) = (Cores::new(), &shared.report);
    while !report.stop.load(Relaxed) {
        let start = cores.begin();
        child.act();
        let took = start.elapsed();
        if took.as_nanos() as u64 > report.own_pause.load(Relaxed) {
            report.pause.fetch_max(took.as_nanos() as u64, Relaxed);
            report.own_pause.fetch_max(cores.own_part(took).as_nanos() as u64, Relaxed);
        }
        report.actions.fetch_add(1, Relaxed);
    }
}

impl Child {
    fn table(&self) -> &Table {
        self.worker.table()
    }

    fn act(&mut self) {
        let number = self.dice.u32(..KEYS);
        let key = key(number);
        let hash = self.table().hash(SPACE, &key);
        match self.dice.u32(..100) {
            0..45 => self.copy(hash, &key, number),
            45..55 => self.read_in_place(hash, &key, number),
            55..85 => self.write(hash, &key, number, When::Always),
            85..90 => self.fill(hash, &key, number),
            90..93 => drop(self.worker.invalidate(hash, SPACE, &key)),
            93..95 => drop(self.worker.draft(hash, SPACE, &key, self.dice.usize(..20_000))),
            95..97 => self.worker.push_event(1, SPACE, &key),
            97..99 => self.lead(hash, &key, number),
            _ => self.worker.sweep(),
        }
    }

    fn copy(&self, hash: u64, key: &[u8], number: u32) {
        let mut result = None;
        if self.worker.recall(SPACE, key, 0, |found| result = Some(found))
            && let Some(value) = result.and_then(|found| found.to_vec())
        {
            assert!(is_whole(&value, number), "torn where it was found of late");
        }
        if let Some(value) = self.worker.find(hash, SPACE, key, || 0).and_then(|found| found.to_vec()) {
            assert!(is_whole(&value, number), "torn");
        }
    }

    fn read_in_place(&mut self, hash: u64, key: &[u8], number: u32) {
        let borrows = self.dice.bool();
        if !borrows {
            self.worker.pin();
        }
        let held =
            |found: &Found<'_>| (!borrows || self.worker.borrow(found.value(), found.len())) && found.still();
        if let Some(found) = self.worker.find(hash, SPACE, key, || 0).filter(held) {
            // SAFETY: there is a pin or a loan, and it was still there.
            let value = unsafe { std::slice::from_raw_parts(found.value(), found.len()) };
            for _ in 0..self.dice.u32(1..20) {
                assert!(is_whole(value, number), "torn under a pin or a loan");
            }
        }
        self.worker.unpin();
        if self.dice.u8(..) < 64 {
            self.worker.give_back();
        }
    }

    fn write(&mut self, hash: u64, key: &[u8], number: u32, when: When) {
        let most = if self.dice.u8(..) == 0 { 30_000 } else { 3000 };
        let value = value(number, self.dice.usize(24..most), self.dice.u64(..));
        let Ok(mut draft) = self.worker.draft(hash, SPACE, key, value.len()) else { return };
        assert!(draft.write(0, &value));
        let meta = Meta { sort: self.dice.u8(..2), replaces_all: self.dice.bool(), ..Meta::default() };
        let _ = self.worker.publish(draft, &meta, when);
    }

    fn fill(&mut self, hash: u64, key: &[u8], number: u32) {
        let version = self.worker.version(hash);
        self.write(hash, key, number, When::Version(version));
    }

    fn lead(&mut self, hash: u64, key: &[u8], number: u32) {
        match self.worker.begin_flight(hash) {
            Claim::Lead => {
                self.fill(hash, key, number);
                self.worker.end_flight(hash);
            }
            Claim::Busy(seen) => drop(self.worker.wait_version(hash, seen, Duration::from_millis(1))),
        }
    }
}

/// A value that says whose it is, and whether it is whole.
fn value(number: u32, len: usize, seed: u64) -> Vec<u8> {
    let mut value = vec![0; len];
    fastrand::Rng::with_seed(seed).fill(&mut value);
    value[..4].copy_from_slice(&number.to_le_bytes());
    let sum = sum(&value[..len - 8]).to_le_bytes();
    value[len - 8..].copy_from_slice(&sum);
    value
}

fn is_whole(value: &[u8], number: u32) -> bool {
    let (content, end) = value.split_at(value.len() - 8);
    content[..4] == number.to_le_bytes() && sum(content).to_le_bytes() == end
}

fn sum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let words =
        words.iter().map(|word| u64::from_le_bytes(*word)).chain(rest.iter().map(|byte| u64::from(*byte)));
    words.fold(0xCBF2_9CE4_8422_2325, |sum, word| (sum ^ word).wrapping_mul(0x100_0000_01B3).rotate_left(23))
}
