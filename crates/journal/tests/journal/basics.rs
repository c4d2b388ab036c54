//! The journal's contract on a disk without faults.

use std::os::unix::fs::PermissionsExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use baton_journal::{End, Journal, OpenError, Opened, Options};

use crate::blocks::{all_blocks, blocks, segments};
use crate::scratch::Scratch;

fn open(directory: &Path) -> (Journal, Opened, Vec<Vec<u8>>) {
    let mut records = Vec::new();
    let options = Options { segment_bytes: 4096, ..Options::new(directory) };
    let (journal, opened) = Journal::open(options, &mut |record| records.push(record.to_vec())).unwrap();
    (journal, opened, records)
}

#[test]
fn flushed_records_survive_a_kill_and_the_end_is_reported() {
    let scratch = Scratch::new();
    let (journal, opened, _) = open(scratch.path());
    assert_eq!((opened.end, opened.segments, opened.bytes), (End::New, 0, 0));
    journal.append(&[b"one", b" ", b"record"]);
    journal.append(&[]);
    journal.flush().unwrap();
    journal.append(&[b"never flushed"]);
    drop(journal);

    let (journal, opened, records) = open(scratch.path());
    assert_eq!(records, [b"one record".to_vec(), Vec::new()]);
    assert_eq!((opened.end, opened.records, opened.damage.len()), (End::Killed, 2, 0));
    journal.close().unwrap();
    journal.append(&[b"after the end"]);
    journal.flush().unwrap();
    journal.close().unwrap();
    drop(journal);

    let (_journal, opened, records) = open(scratch.path());
    assert_eq!((opened.end, records.len()), (End::Clean, 2));
}

#[test]
fn a_second_opening_names_the_directory() {
    let scratch = Scratch::new();
    let (journal, ..) = open(scratch.path());
    let error = Journal::open(Options::new(scratch.path()), &mut |_| ()).unwrap_err();
    assert!(matches!(error, OpenError::Locked { .. }));
    assert!(error.to_string().contains(&scratch.path().display().to_string()), "{error}");
    // The directory itself is locked too.
    std::fs::remove_file(scratch.path().join("lock")).unwrap();
    Journal::open(Options::new(scratch.path()), &mut |_| ()).unwrap_err();
    drop(journal);
    open(scratch.path());
}

#[test]
fn a_flush_waits_for_a_batch() {
    let scratch = Scratch::new();
    let (journal, ..) = open(scratch.path());
    let is_flushed = AtomicBool::new(false);
    let (other, is_flushed) = (&journal, &is_flushed);
    std::thread::scope(|scope| {
        journal.batch(|| {
            journal.append(&[b"first"]);
            scope.spawn(move || {
                other.append(&[b"of another thread"]);
                other.flush().unwrap();
                is_flushed.store(true, Ordering::SeqCst);
            });
            std::thread::sleep(Duration::from_millis(50));
            assert!(!is_flushed.load(Ordering::SeqCst));
            journal.append(&[b"second"]);
        });
    });
    assert_eq!(all_blocks(scratch.path()).len(), 1);
    // A batch that panics does not hold back flushes for ever.
    let result = catch_unwind(AssertUnwindSafe(|| journal.batch(|| panic!("of the test"))));
    assert!(result.is_err());
    journal.append(&[b"third"]);
    journal.flush().unwrap();
}

#[test]
fn files_are_private_trimmed_and_foreign_files_stay() {
    let scratch = Scratch::new();
    let (journal, ..) = open(scratch.path());
    std::fs::write(scratch.path().join("notes.txt"), "foreign").unwrap();
    std::fs::write(scratch.path().join("12.log"), "foreign").unwrap();
    for _ in 0..10 {
        journal.append(&[&[7; 1500]]);
        journal.flush().unwrap();
    }
    journal.maintain();
    assert!(scratch.path().join("next").exists());
    assert_eq!(journal.segments(), 5);
    journal.close().unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(scratch.path()), 0o700);
    let files: Vec<_> =
        segments(scratch.path()).into_iter().filter(|file| !file.ends_with("12.log")).collect();
    let mut sum = 0;
    for file in &files {
        assert_eq!(mode(file), 0o600);
        let length = std::fs::metadata(file).unwrap().len();
        assert_eq!(length, blocks(file).last().unwrap().range.end as u64, "no reserved rest");
        sum += length;
    }
    assert_eq!(journal.bytes(), sum);
    assert!(!scratch.path().join("next").exists());
    drop(journal);
    let (_journal, opened, _) = open(scratch.path());
    assert_eq!((opened.segments, opened.bytes, opened.records), (5, sum, 10));
    assert!(scratch.path().join("notes.txt").exists() && scratch.path().join("12.log").exists());
}

#[test]
fn a_batch_is_one_block_and_a_large_flush_several() {
    let scratch = Scratch::new();
    let (journal, ..) = open(scratch.path());
    let record = vec![1; 400 * 1024];
    journal.batch(|| (0..8).for_each(|_| journal.append(&[&record])));
    journal.flush().unwrap();
    assert_eq!(all_blocks(scratch.path()).len(), 1);
    (0..8).for_each(|_| journal.append(&[&record]));
    journal.flush().unwrap();
    assert_eq!(all_blocks(scratch.path()).len(), 5, "two records fit in one MiB");
    drop(journal);
    assert_eq!(open(scratch.path()).1.records, 16);
}

#[test]
fn the_longest_record_fits_and_a_longer_one_is_dropped() {
    let scratch = Scratch::new();
    let (journal, ..) = open(scratch.path());
    let mut record = vec![3; 64 * 1024 * 1024];
    journal.append(&[&record]);
    assert!(!journal.take_dropped());
    assert!(!journal.is_available(), "more is waiting than should");
    journal.flush().unwrap();
    assert!(journal.is_available());
    record.push(3);
    journal.append(&[&record]);
    assert!(journal.take_dropped() && !journal.take_dropped());
    drop(journal);
    assert_eq!(open(scratch.path()).1.records, 1);
}

#[test]
fn the_cleaner_reads_appends_and_removes_the_oldest() {
    let scratch = Scratch::new();
    let (journal, ..) = open(scratch.path());
    assert_eq!(journal.oldest(), None);
    for number in 0..9_u8 {
        journal.append(&[&[number; 1500]]);
        journal.flush().unwrap();
    }
    assert_eq!(journal.oldest(), Some(1));
    assert!(
        journal.remove(2).is_err() && journal.remove(99).is_err() && journal.read(5, &mut |_| ()).is_err()
    );
    let mut kept = Vec::new();
    journal.read(1, &mut |record| kept.push(record[0])).unwrap();
    assert_eq!(kept, [0, 1]);
    journal.append(&[&[kept[1]; 1500]]);
    journal.remove(1).unwrap();
    assert_eq!(journal.oldest(), Some(2));
    drop(journal);
    let (_journal, opened, records) = open(scratch.path());
    let firsts: Vec<_> = records.iter().map(|record| record[0]).collect();
    assert_eq!(firsts, [2, 3, 4, 5, 6, 7, 8, 1]);
    assert!(opened.damage.is_empty(), "{:?}", opened.damage);
}

#[test]
fn threads_append_flush_and_sync_together() {
    let scratch = Scratch::new();
    let journal = Arc::new(open(scratch.path()).0);
    std::thread::scope(|scope| {
        for thread in 0..4_u8 {
            let journal = Arc::clone(&journal);
            scope.spawn(move || {
                for turn in 0..300_u32 {
                    journal.batch(|| {
                        journal.append(&[&[thread], &turn.to_le_bytes()]);
                        journal.append(&[&[thread], &turn.to_le_bytes()]);
                    });
                    journal.flush().unwrap();
                    if turn % 50 == 0 {
                        assert!(journal.sync().unwrap() > u64::from(turn));
                        journal.maintain();
                    }
                }
            });
        }
    });
    assert_eq!(journal.appended(), 2400);
    assert_eq!(journal.sync().unwrap(), 2400);
    drop(journal);
    let (_journal, opened, records) = open(scratch.path());
    assert_eq!((opened.records, opened.damage.len()), (2400, 0));
    for thread in 0..4_u8 {
        let turns: Vec<_> = records.iter().filter(|record| record[0] == thread).map(|r| &r[1..]).collect();
        let expected: Vec<_> = (0..300_u32).flat_map(|turn| [turn.to_le_bytes(); 2]).collect();
        assert_eq!(turns, expected.iter().map(|turn| &turn[..]).collect::<Vec<_>>());
    }
}
