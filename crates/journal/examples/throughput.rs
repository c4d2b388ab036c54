//! Measures the journal: what an append and its share of a flush cost, and how fast a gigabyte is read.
//!
//! ```text
//! cargo run --release --example throughput [directory [gigabytes]]
//! ```
//!
//! Times are of this thread's processor, kernel included (`/proc/thread-self/schedstat`). Data stays in the page
//! cache; nothing is synced. A segment is removed once it is full, so that the measurement needs little space.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;

use baton_journal::{Journal, Options};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let parent = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let gigabytes: f64 = match arguments.next() {
        Some(text) => text.to_str().ok_or("the size is not a number")?.parse()?,
        None => 1.0,
    };
    let directory = parent.join(format!("baton-journal-throughput-{}", std::process::id()));
    println!("{:>8} {:>9} {:>15} {:>10}", "record", "per flush", "CPU per record", "MB per s");
    for size in [100, 1000, 10_000] {
        for per_flush in [1, 16, 256] {
            append(&directory, size, per_flush)?;
        }
    }
    let result = open(&directory, gigabytes);
    std::fs::remove_dir_all(&directory)?;
    result
}

/// Appends 200 MB, at most a million records.
fn append(directory: &Path, size: usize, per_flush: usize) -> Result<(), Box<dyn Error>> {
    let (journal, _) = Journal::open(Options::new(directory), &mut |_| ())?;
    let record = vec![0x5a; size];
    let flushes = (200_000_000 / size).min(1_000_000) / per_flush;
    let mut spent = 0;
    for _ in 0..flushes.div_ceil(1000) {
        let start = cpu_nanoseconds()?;
        for _ in 0..1000.min(flushes) {
            for _ in 0..per_flush {
                journal.append(&[&record]);
            }
            journal.flush()?;
        }
        spent += cpu_nanoseconds()? - start;
        journal.maintain();
        while let Some(oldest) = journal.oldest().filter(|_| journal.segments() > 8) {
            journal.remove(oldest)?;
        }
    }
    let records = (flushes.div_ceil(1000) * 1000.min(flushes) * per_flush) as f64;
    let each = spent as f64 / records;
    println!("{size:>6} B {per_flush:>9} {each:>12.0} ns {:>10.0}", size as f64 * 1000.0 / each);
    drop(journal);
    std::fs::remove_dir_all(directory)?;
    Ok(())
}

/// Writes records of 1 KB, and opens the journal three times.
fn open(directory: &Path, gigabytes: f64) -> Result<(), Box<dyn Error>> {
    let (journal, _) = Journal::open(Options::new(directory), &mut |_| ())?;
    let record = vec![0x5a; 1000];
    let mut written = 0.0;
    while written < gigabytes * 1e9 {
        for _ in 0..16 {
            journal.append(&[&record]);
        }
        journal.flush()?;
        written += 16.0 * 1000.0;
    }
    drop(journal);
    for _ in 0..3 {
        let (start, cpu) = (Instant::now(), cpu_nanoseconds()?);
        let mut bytes = 0;
        let (_journal, opened) = Journal::open(Options::new(directory), &mut |record| bytes += record.len())?;
        let (seconds, read) = (start.elapsed().as_secs_f64(), opened.bytes as f64 / 1e9);
        let cpu = (cpu_nanoseconds()? - cpu) as f64 / 1e9 / read;
        println!("open: {read:.2} GB, {} records in {seconds:.3} s; CPU {cpu:.3} s per GB", opened.records);
    }
    Ok(())
}

fn cpu_nanoseconds() -> Result<u64, Box<dyn Error>> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(text.split(' ').next().ok_or("schedstat is empty")?.parse()?)
}
