//! What happens when the disk is full, read-only or broken, and after it was repaired.

use std::io;

use super::scratch::Scratch;
use crate::disk::{Disk, Operation};
use crate::format::{BLOCK_HEADER, SEGMENT_HEADER};
use crate::{End, Journal, Opened, Options};

const ENOSPC: i32 = 28;
const EIO: i32 = 5;
const EROFS: i32 = 30;

fn open(scratch: &Scratch, disk: &Disk) -> (Journal, Opened, Vec<u8>) {
    let mut firsts = Vec::new();
    let options = Options { segment_bytes: 4096, pending_bytes: 10_000, ..Options::new(scratch.path()) };
    let (journal, opened) =
        Journal::open_on(disk.clone(), options, &mut |record| firsts.push(record[0])).unwrap();
    (journal, opened, firsts)
}

fn append(journal: &Journal, first: u8) {
    journal.append(&[&[first], &[7; 999]]);
}

/// Opens what a killed process left.
fn firsts(journal: Journal, scratch: &Scratch) -> Vec<u8> {
    drop(journal);
    let (_journal, opened, firsts) = open(scratch, &Disk::default());
    assert!(opened.damage.iter().all(|damage| damage.is_torn), "{:?}", opened.damage);
    firsts
}

#[test]
fn a_failed_write_is_repeated_at_the_same_place() {
    let (scratch, disk) = (Scratch::new(), Disk::default());
    let (journal, ..) = open(&scratch, &disk);
    append(&journal, 1);
    journal.flush().unwrap();
    disk.faults.limit(500);
    append(&journal, 2);
    let fault = journal.flush().unwrap_err();
    assert_eq!(fault.kind(), io::ErrorKind::StorageFull);
    assert!(
        fault.to_string().contains("0000000001.log") && fault.to_string().contains("free space"),
        "{fault}"
    );
    assert!(!journal.is_available());
    append(&journal, 3);
    let tries = disk.faults.count(Operation::Write);
    assert!(journal.flush().is_err() && journal.sync().is_err());
    assert_eq!(disk.faults.count(Operation::Write), tries, "only maintain tries again");
    journal.maintain();
    assert!(journal.fault().is_some() && disk.faults.count(Operation::Write) > tries);
    disk.faults.repair();
    journal.maintain();
    assert!(journal.fault().is_none() && journal.is_available());
    journal.flush().unwrap();
    let expected = SEGMENT_HEADER + 4 + 3 * (BLOCK_HEADER + 1004 + 1);
    assert_eq!(journal.bytes(), expected as u64);
    assert_eq!(firsts(journal, &scratch), [1, 2, 3]);
}

#[test]
fn a_kill_during_a_fault_leaves_a_torn_end() {
    let (scratch, disk) = (Scratch::new(), Disk::default());
    let (journal, ..) = open(&scratch, &disk);
    append(&journal, 1);
    journal.flush().unwrap();
    disk.faults.limit(500);
    append(&journal, 2);
    journal.flush().unwrap_err();
    assert_eq!(firsts(journal, &scratch), [1]);
}

#[test]
fn a_full_disk_is_noticed_before_records_are_lost() {
    let (scratch, disk) = (Scratch::new(), Disk::default());
    let (journal, ..) = open(&scratch, &disk);
    append(&journal, 1);
    journal.flush().unwrap();
    disk.faults.fail(Operation::Allocate, ENOSPC);
    journal.maintain();
    assert!(journal.fault().unwrap().to_string().contains("next segment"));
    let mut written = vec![1];
    while journal.is_available() {
        // Alternately with and without a flush, so that the room for pending records counts as well.
        written.push(2);
        append(&journal, 2);
        if !journal.is_available() {
            break;
        }
        journal.flush().unwrap();
    }
    assert!(written.len() >= 3, "the current segment was used up");
    journal.flush().expect("what was accepted has its place");
    // What cannot be refused takes the rest, and then waits.
    while journal.flush().is_ok() {
        assert!(!journal.is_available());
        written.push(3);
        append(&journal, 3);
    }
    let before = journal.bytes();
    assert!(journal.flush().is_err());
    assert_eq!(journal.bytes(), before);
    assert!(!scratch.path().join("next").exists());
    disk.faults.repair();
    journal.maintain();
    assert!(journal.is_available());
    assert_eq!(firsts(journal, &scratch), written);
}

#[test]
fn records_are_dropped_only_when_the_buffer_is_full() {
    let (scratch, disk) = (Scratch::new(), Disk::default());
    let (journal, ..) = open(&scratch, &disk);
    disk.faults.fail(Operation::Write, EIO);
    append(&journal, 0);
    journal.flush().unwrap_err();
    for number in 1..20 {
        append(&journal, number);
    }
    assert!(journal.take_dropped());
    let kept = journal.appended();
    assert!((8..=10).contains(&kept), "{kept}");
    disk.faults.repair();
    journal.maintain();
    assert!(journal.is_available() && !journal.take_dropped());
    assert_eq!(firsts(journal, &scratch).len() as u64, kept);
    // A healthy journal drops nothing, however much waits.
    let (journal, ..) = open(&scratch, &Disk::default());
    (0..100).for_each(|number| append(&journal, number));
    assert!(!journal.take_dropped() && !journal.is_available());
    journal.flush().unwrap();
    assert!(journal.is_available());
}

#[test]
fn a_read_only_directory_opens_unavailable() {
    let (scratch, disk) = (Scratch::new(), Disk::default());
    let (journal, ..) = open(&scratch, &disk);
    append(&journal, 1);
    journal.flush().unwrap();
    drop(journal);
    for operation in [Operation::Create, Operation::Truncate, Operation::Remove, Operation::Write] {
        disk.faults.fail(operation, EROFS);
    }
    let (journal, opened, read) = open(&scratch, &disk);
    assert_eq!((read, opened.end), (vec![1], End::Killed));
    assert!(opened.faults.unwrap().to_string().contains("writable"));
    assert!(!journal.is_available());
    append(&journal, 2);
    assert!(journal.flush().is_err() && journal.sync().is_err() && journal.close().is_err());
    disk.faults.repair();
    journal.maintain();
    journal.close().unwrap();
    drop(journal);
    let (_journal, opened, read) = open(&scratch, &Disk::default());
    assert_eq!((read, opened.end), (vec![1, 2], End::Clean));
}

#[test]
fn a_failed_sync_begins_a_new_segment_and_forbids_the_cleaner_to_remove() {
    let (scratch, disk) = (Scratch::new(), Disk::default());
    let (journal, ..) = open(&scratch, &disk);
    (0..5).for_each(|number| {
        append(&journal, number);
        journal.flush().unwrap();
    });
    let oldest = journal.oldest().unwrap();
    journal.read(oldest, &mut |record| journal.append(&[record])).unwrap();
    journal.flush().unwrap();
    let segments = journal.segments();
    disk.faults.fail(Operation::Sync, EIO);
    // The older segments come first, the current one at last.
    (0..segments).for_each(|_| drop(journal.sync().unwrap_err()));
    assert_eq!(journal.segments(), segments + 1);
    assert!(journal.fault().unwrap().to_string().starts_with("cannot sync"));
    journal.flush().unwrap();
    assert!(journal.is_available(), "writing goes on; the caller decides");
    assert!(journal.remove(oldest).is_err());
    disk.faults.repair();
    assert!(journal.fault().is_some(), "until a sync succeeds");
    assert_eq!(journal.sync().unwrap(), journal.appended());
    assert!(journal.fault().is_none());
    let refused = journal.remove(oldest).unwrap_err();
    assert!(refused.to_string().contains("read again"), "{refused}");
    journal.read(oldest, &mut |record| journal.append(&[record])).unwrap();
    journal.remove(oldest).unwrap();
    assert_ne!(journal.oldest(), Some(oldest));
}

#[test]
fn a_failed_directory_sync_or_rename_is_tried_again() {
    let (scratch, disk) = (Scratch::new(), Disk::default());
    let (journal, ..) = open(&scratch, &disk);
    disk.faults.fail(Operation::Rename, EIO);
    append(&journal, 1);
    assert!(journal.flush().is_err() && !journal.is_available());
    disk.faults.repair();
    journal.maintain();
    assert!(journal.fault().is_none());
    disk.faults.fail(Operation::SyncDirectory, EIO);
    assert!(journal.sync().is_err() && journal.sync().is_err());
    disk.faults.repair();
    assert_eq!(journal.sync().unwrap(), 1);
    assert!(journal.fault().is_none());
    assert_eq!(firsts(journal, &scratch), [1]);
}

#[test]
fn sync_calls_the_disk_only_for_new_data() {
    let (scratch, disk) = (Scratch::new(), Disk::default());
    let (journal, ..) = open(&scratch, &disk);
    append(&journal, 1);
    journal.sync().unwrap();
    let syncs = || disk.faults.count(Operation::Sync) + disk.faults.count(Operation::SyncDirectory);
    let before = syncs();
    journal.sync().unwrap();
    assert_eq!(syncs(), before);
    append(&journal, 2);
    journal.sync().unwrap();
    assert_eq!(syncs(), before + 1);
}

#[test]
fn another_boot_is_a_power_failure() {
    let (scratch, disk) = (Scratch::new(), Disk::default());
    disk.faults.set_boot([1; 16]);
    let (journal, ..) = open(&scratch, &disk);
    append(&journal, 1);
    journal.flush().unwrap();
    drop(journal);
    disk.faults.set_boot([2; 16]);
    assert_eq!(open(&scratch, &disk).1.end, End::PowerLost);
    disk.faults.set_boot([1; 16]);
    assert_eq!(open(&scratch, &disk).1.end, End::Killed);
    // An operating system that does not say is not trusted.
    disk.faults.set_boot([0; 16]);
    let (journal, ..) = open(&scratch, &disk);
    append(&journal, 2);
    journal.flush().unwrap();
    drop(journal);
    assert_eq!(open(&scratch, &disk).1.end, End::PowerLost);
}

#[test]
fn a_copy_that_cannot_be_written_does_not_prevent_opening() {
    let (scratch, disk) = (Scratch::new(), Disk::default());
    let (journal, ..) = open(&scratch, &disk);
    append(&journal, 1);
    append(&journal, 2);
    journal.flush().unwrap();
    append(&journal, 3);
    journal.flush().unwrap();
    drop(journal);
    let file = scratch.path().join("0000000001.log");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[100] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    disk.faults.fail(Operation::Create, ENOSPC);
    let (_journal, opened, read) = open(&scratch, &disk);
    assert_eq!((read, opened.damage.len()), (vec![3], 1));
    assert!(opened.damage[0].set_aside.is_none() && opened.faults.is_some());
}
