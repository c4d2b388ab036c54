//! What a hit costs, and a publish: nanoseconds each, the best of many slices and the median.
//!
//! ```text
//! cargo run --release -p baton-near-cache --example read_cost
//! ```
//!
//! Keys have 20 bytes and are taken in random order. "in place" is hash, find and `still`; "copied" copies the value as well.
#![allow(unsafe_code, reason = "it maps memory")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a panic shows its user what went wrong")]

use std::hint::black_box;
use std::ptr::NonNull;
use std::sync::Arc;
use std::time::Instant;

use baton_near_cache::{Living, Meta, Policy, Region, Settings, Table, When, Worker};

/// Slices of each measurement; other work on the machine spoils some.
const SLICES: usize = 200;
/// Operations of a slice.
const OPERATIONS: usize = 20_000;

/// One process, which lives.
struct Alone;

impl Living for Alone {
    fn claim(&self, _: u16) -> bool {
        true
    }

    fn release(&self, _: u16) {}

    fn is_alive(&self, _: u16) -> bool {
        true
    }
}

/// How fast the machine is just now: what is measured on a shared one is to be read beside this.
fn multiplication() -> f64 {
    let once = |_| {
        let (start, mut product) = (Instant::now(), black_box(3_u64));
        for _ in 0..1_000_000 {
            product = black_box(product.wrapping_mul(product));
        }
        start.elapsed().as_nanos() as f64 / 1e6
    };
    (0..SLICES).map(once).fold(f64::MAX, f64::min)
}

fn main() {
    println!("a loop of one multiplication through memory: {:.2} ns, the best", multiplication());
    println!("{:>10} {:>9} {:<18} {:>9} {:>9}", "value", "keys", "", "best ns", "median");
    for (len, keys, region) in [
        (85, 1_000, 64 << 20),
        (85, 100_000, 256 << 20),
        (1_400, 1_000, 64 << 20),
        (1_400, 100_000, 512 << 20),
        (65_536, 1_000, 256 << 20),
        (65_536, 10_000, 2 << 30),
    ] {
        measure(len, keys, region);
    }
}

fn measure(len: usize, count: usize, region: usize) {
    let worker = worker(region);
    let keys: Vec<Vec<u8>> = (0..count).map(|number| format!("key:{number:016}").into_bytes()).collect();
    let value = vec![7; len];
    let publish = |key: &[u8]| {
        let mut draft = worker.draft(worker.table().hash(0, key), 0, key, len).unwrap();
        assert!(draft.write(0, &value));
        worker.publish(draft, &Meta::default(), When::Always).unwrap();
    };
    keys.iter().for_each(|key| publish(key));
    let found =
        keys.iter().filter(|key| worker.find(worker.table().hash(0, key), 0, key, || 0).is_some()).count();
    assert_eq!(found, count, "the region is too small");

    let mut to = vec![0; len];
    let hash = |key: &[u8]| worker.table().hash(0, key);
    report(len, count, "hash alone", &keys, |key| {
        black_box(hash(key));
    });
    report(len, count, "in place", &keys, |key| {
        let found = worker.find(hash(key), 0, key, || 0).unwrap();
        black_box(found.value());
        assert!(found.still());
    });
    report(len, count, "copied", &keys, |key| {
        let found = worker.find(hash(key), 0, key, || 0).unwrap();
        // SAFETY: all values have this length.
        assert!(unsafe { found.copy_to(to.as_mut_ptr()) });
        black_box(&to);
    });
    report(len, count, "missed", &keys, |key| {
        assert!(worker.find(hash(key) ^ 1 << 40, 1, key, || 0).is_none())
    });
    report(len, count, "published again", &keys, publish);
}

fn report(len: usize, count: usize, what: &str, keys: &[Vec<u8>], mut operation: impl FnMut(&[u8])) {
    let mut dice = fastrand::Rng::with_seed(5);
    let slow = what == "published again" || (len > 10_000 && what == "copied");
    let operations = if slow { OPERATIONS / 10 } else { OPERATIONS };
    let mut slices: Vec<f64> = (0..SLICES)
        .map(|_| {
            let order: Vec<&[u8]> =
                (0..operations).map(|_| keys[dice.usize(..keys.len())].as_slice()).collect();
            let start = Instant::now();
            order.iter().for_each(|key| operation(key));
            start.elapsed().as_nanos() as f64 / operations as f64
        })
        .collect();
    slices.sort_by(f64::total_cmp);
    println!("{len:>8} B {count:>9} {what:<18} {:>9.1} {:>9.1}", slices[0], slices[SLICES / 2]);
}

/// A worker at a table in memory that is mapped twice, as processes have it.
fn worker(len: usize) -> Worker<Alone> {
    // SAFETY: new mappings of a new file, which live as long as the process.
    let (rw, ro) = unsafe {
        let file = libc::memfd_create(c"read-cost".as_ptr(), libc::MFD_CLOEXEC);
        assert_eq!(libc::ftruncate(file, len as i64), 0);
        let map = |protection| libc::mmap(std::ptr::null_mut(), len, protection, libc::MAP_SHARED, file, 0);
        let views = (map(libc::PROT_READ | libc::PROT_WRITE), map(libc::PROT_READ));
        libc::close(file);
        views
    };
    // SAFETY: as above.
    let region =
        unsafe { Region::new(NonNull::new(rw.cast()).unwrap(), NonNull::new(ro.cast()).unwrap(), len) };
    let settings = Settings { policy: Policy::S3Fifo, workers: 64, seed: [1, 2] };
    let table = Arc::new(Table::open_or_format(region, &settings).unwrap());
    Worker::join(table, Alone).unwrap()
}
