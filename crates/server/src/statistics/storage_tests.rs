//! Whatever the file is like, statistics go on.

use std::fs::{self, OpenOptions};
use std::os::unix::fs::symlink;

use super::super::column::OF_APP;
use super::super::hour::MINUTE_MS;
use super::super::tests::{AT, Directory, KEPT};
use super::*;

fn storage(directory: &Directory) -> Storage {
    Storage::new(Some(directory.0.clone()))
}

fn add(storage: &mut Storage, minute: u64) {
    let at_ms = AT + minute * MINUTE_MS;
    let values = Values((0..OF_APP as u64).map(|column| column + minute + 1).collect());
    storage.add(at_ms + MINUTE_MS, at_ms, &[("a".into(), values)]);
    storage.tidy(at_ms + MINUTE_MS, KEPT);
}

/// The minutes that are known.
fn minutes(storage: &mut Storage) -> Vec<u64> {
    let mut minutes = Vec::new();
    storage.read(AT, "a", 0, u64::MAX, &mut |at_ms, values| {
        let minute = (at_ms - AT) / MINUTE_MS;
        assert_eq!(values.get(0), minute + 1);
        minutes.push(minute);
    });
    minutes.sort_unstable();
    minutes
}

/// Files whose names have this part.
fn files(directory: &Directory, part: &str) -> Vec<String> {
    let entries = fs::read_dir(&directory.0).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.filter(|name| name.contains(part)).collect();
    names.sort_unstable();
    names
}

/// A directory with the file of a process that was killed after so many minutes.
fn left_behind(minutes: u64) -> Directory {
    let directory = Directory::new();
    let mut storage = storage(&directory);
    (0..minutes).for_each(|minute| add(&mut storage, minute));
    assert!(storage.is_stored());
    directory
}

/// Such a file with something done to it is renamed, and a new one is begun.
fn is_set_aside(what: &str, directory: &Directory) {
    let mut storage = storage(directory);
    storage.open(AT);
    assert!(storage.is_stored(), "{what}");
    assert!(minutes(&mut storage).is_empty(), "{what}");
    add(&mut storage, 7);
    drop(storage);
    let mut next = self::storage(directory);
    next.open(AT);
    assert_eq!(minutes(&mut next), [7], "{what}");
    let renamed = format!("{FILE}.damaged-{}", AT / 1_000);
    assert!(files(directory, "damaged").contains(&renamed), "{what}: {:?}", files(directory, ""));
}

#[test]
fn a_damaged_file_is_renamed_and_a_new_one_begun() {
    let path = |directory: &Directory| directory.0.join(FILE);
    // One byte counts as none (SQLite's unixFileSize).
    for cut in [2, 50, 2_000, 4_096, 5_000] {
        let directory = left_behind(200);
        OpenOptions::new().write(true).open(path(&directory)).unwrap().set_len(cut).unwrap();
        is_set_aside(&format!("cut to {cut} bytes"), &directory);
    }
    let directory = left_behind(1);
    fs::write(path(&directory), [0xa5; 10_000]).unwrap();
    is_set_aside("random bytes", &directory);
    let directory = left_behind(200);
    let mut bytes = fs::read(path(&directory)).unwrap();
    bytes[4_096..].fill(0xa5);
    fs::write(path(&directory), bytes).unwrap();
    is_set_aside("random pages", &directory);
    let directory = left_behind(1);
    let db = rusqlite::Connection::open(path(&directory)).unwrap();
    db.pragma_update(None, "user_version", 99).unwrap();
    drop(db);
    is_set_aside("a newer version", &directory);
    let directory = left_behind(1);
    let db = rusqlite::Connection::open(path(&directory)).unwrap();
    db.pragma_update(None, "application_id", 99).unwrap();
    drop(db);
    is_set_aside("another program's file", &directory);
    let directory = left_behind(1);
    fs::remove_file(path(&directory)).unwrap();
    fs::create_dir(path(&directory)).unwrap();
    is_set_aside("a directory", &directory);
}

#[test]
fn a_file_that_is_empty_is_begun() {
    let directory = Directory::new();
    fs::create_dir(&directory.0).unwrap();
    fs::write(directory.0.join(FILE), "").unwrap();
    let mut storage = storage(&directory);
    add(&mut storage, 3);
    assert!(storage.is_stored() && files(&directory, "damaged").is_empty());
}

#[test]
fn a_journal_goes_with_its_file() {
    let directory = left_behind(1);
    // Of a file that it can open, SQLite itself removes the journal.
    fs::remove_file(directory.0.join(FILE)).unwrap();
    fs::create_dir(directory.0.join(FILE)).unwrap();
    fs::write(directory.0.join(format!("{FILE}-wal")), "of the damaged one").unwrap();
    is_set_aside("a journal", &directory);
    assert_eq!(files(&directory, "damaged").len(), 2);
}

#[test]
fn a_file_is_renamed_once_an_hour_at_most() {
    let directory = left_behind(1);
    let damage = || fs::write(directory.0.join(FILE), [0xa5; 10_000]).unwrap();
    damage();
    let mut storage = storage(&directory);
    add(&mut storage, 0);
    assert_eq!(files(&directory, "damaged").len(), 1);
    storage.file = None;
    damage();
    add(&mut storage, 1);
    assert!(!storage.is_stored());
    assert_eq!((files(&directory, "damaged").len(), minutes(&mut storage)), (1, vec![1]));
    add(&mut storage, 59);
    assert!(!storage.is_stored());
    add(&mut storage, 60);
    assert!(storage.is_stored());
    assert_eq!((files(&directory, "damaged").len(), minutes(&mut storage)), (2, vec![1, 59, 60]));
}

#[test]
fn while_there_can_be_no_file_the_last_day_is_in_memory_and_the_file_gets_it() {
    // A file in the place of data_dir: unlike a read-only directory it stops root too.
    let directory = Directory::new();
    fs::write(&directory.0, "").unwrap();
    let mut storage = storage(&directory);
    (0..3).for_each(|minute| add(&mut storage, minute));
    assert!(!storage.is_stored() && storage.has_warned);
    assert_eq!(minutes(&mut storage), [0, 1, 2]);
    assert_eq!(storage.warned_ms, Some(AT + MINUTE_MS), "once an hour");
    add(&mut storage, 60);
    assert_eq!(storage.warned_ms, Some(AT + 61 * MINUTE_MS));
    add(&mut storage, 25 * 60);
    add(&mut storage, 25 * 60 + 58);
    assert_eq!(minutes(&mut storage), [60, 25 * 60, 25 * 60 + 58]);
    fs::remove_file(&directory.0).unwrap();
    add(&mut storage, 26 * 60);
    assert!(storage.is_stored() && storage.memory.is_none() && !storage.has_warned);
    drop(storage);
    let mut next = self::storage(&directory);
    next.open(AT);
    assert_eq!(minutes(&mut next), [60, 25 * 60, 25 * 60 + 58, 26 * 60]);
}

#[test]
fn a_link_to_nowhere_is_no_reason_to_stop() {
    let directory = Directory::new();
    fs::create_dir(&directory.0).unwrap();
    symlink("/nonexistent/statistics", directory.0.join(FILE)).unwrap();
    let mut storage = storage(&directory);
    add(&mut storage, 1);
    assert_eq!(minutes(&mut storage), [1]);
}

#[test]
fn a_file_that_another_process_has_is_left_alone() {
    let directory = left_behind(2);
    let mut other = storage(&directory);
    add(&mut other, 2);
    let mut storage = storage(&directory);
    add(&mut storage, 3);
    assert!(!storage.is_stored() && files(&directory, "damaged").is_empty());
    add(&mut other, 4);
    drop(other);
    add(&mut storage, 5);
    assert!(storage.is_stored());
    assert_eq!(minutes(&mut storage), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn a_disk_that_is_full_for_a_while_costs_nothing() {
    let directory = left_behind(2);
    let mut storage = storage(&directory);
    storage.open(AT);
    let file = storage.file.as_ref().unwrap();
    file.fill_the_disk(0);
    let many: Vec<Row> = (0..200).map(|n| (format!("app-{n}").into(), Values([n; OF_APP].into()))).collect();
    let at_ms = AT + 2 * MINUTE_MS;
    storage.add(at_ms, at_ms, &many);
    assert!(!storage.is_stored() && storage.has_warned);
    add(&mut storage, 3);
    assert!(storage.is_stored(), "it is tried again");
    assert_eq!(minutes(&mut storage), [0, 1, 3]);
    let mut found = 0;
    storage.read(AT, "app-7", at_ms, at_ms + 1, &mut |_, values| found += values.get(0));
    assert_eq!(found, 7);
}
