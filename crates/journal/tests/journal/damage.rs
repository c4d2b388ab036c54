//! Single kinds of damage, each with what must be reported.

use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::path::Path;

use baton_journal::{Damage, End, Journal, OpenError, Opened, Options};

use crate::blocks::{Block, all_blocks, segments};
use crate::scratch::Scratch;

fn open(directory: &Path) -> (Journal, Opened, Vec<u8>) {
    let mut firsts = Vec::new();
    let options = Options { segment_bytes: 4096, ..Options::new(directory) };
    let (journal, opened) = Journal::open(options, &mut |record| firsts.push(record[0])).unwrap();
    (journal, opened, firsts)
}

/// Writes one record per number and flush, two of them in a segment.
fn fill(directory: &Path, numbers: std::ops::Range<u8>) -> Vec<Block> {
    let (journal, ..) = open(directory);
    for number in numbers {
        journal.append(&[&[number; 1500]]);
        journal.flush().unwrap();
    }
    drop(journal);
    all_blocks(directory)
}

fn write(block: &Block, at: usize, bytes: &[u8]) {
    let file = OpenOptions::new().write(true).open(&block.file).unwrap();
    file.write_all_at(bytes, (block.range.start + at) as u64).unwrap();
}

fn one(opened: &Opened) -> &Damage {
    assert_eq!(opened.damage.len(), 1, "{:?}", opened.damage);
    &opened.damage[0]
}

#[test]
fn a_damaged_block_is_set_aside_once_and_known_after_the_next_flush() {
    let scratch = Scratch::new();
    let blocks = fill(scratch.path(), 0..5);
    write(&blocks[2], 700, b"xx");
    for _ in 0..2 {
        // Nothing is flushed in between, so it stays news.
        let (_journal, opened, firsts) = open(scratch.path());
        assert_eq!(firsts, [0, 1, 3, 4]);
        let damage = one(&opened);
        assert!(!damage.is_torn && !damage.is_known && damage.segment == 2);
        assert_eq!(damage.bytes, blocks[2].range.len() as u64);
        let copy = std::fs::read(damage.set_aside.as_ref().unwrap()).unwrap();
        assert_eq!(copy, std::fs::read(&blocks[2].file).unwrap()[blocks[2].range.clone()]);
    }
    fill(scratch.path(), 5..6);
    let (_journal, opened, firsts) = open(scratch.path());
    assert_eq!(firsts, [0, 1, 3, 4, 5]);
    assert!(one(&opened).is_known && one(&opened).set_aside.is_some());
    drop(_journal);
    // New damage in an old segment is not taken for known damage.
    write(&blocks[0], 100, b"xx");
    let (_journal, opened, firsts) = open(scratch.path());
    assert_eq!(firsts, [1, 3, 4, 5]);
    let known: Vec<_> = opened.damage.iter().map(|damage| damage.is_known).collect();
    assert_eq!(known, [false, true]);
}

#[test]
fn an_unfinished_flush_is_torn_and_stays_so() {
    for cut in [1, 10, 28, 700, 1532] {
        let scratch = Scratch::new();
        let blocks = fill(scratch.path(), 0..3);
        let last = blocks.last().unwrap();
        write(last, cut, &vec![0; last.range.len() - cut]);
        for is_known in [false, true, true] {
            let (journal, opened, firsts) = open(scratch.path());
            assert_eq!(firsts[..2], [0, 1]);
            let damage = one(&opened);
            assert!(damage.is_torn && damage.set_aside.is_none(), "cut {cut}: {damage:?}");
            assert_eq!((damage.is_known, opened.end), (is_known, End::Killed));
            journal.append(&[b"x"]);
            journal.flush().unwrap();
        }
    }
}

#[test]
fn a_segment_that_was_cut_is_damaged_wherever_it_was_cut() {
    for closes in [false, true] {
        for cut in [0, 1, 28, 700, 1532, 1533] {
            let scratch = Scratch::new();
            let blocks = fill(scratch.path(), 0..3);
            if closes {
                open(scratch.path()).0.close().unwrap();
                std::fs::remove_file(segments(scratch.path()).pop().unwrap()).unwrap();
                std::fs::remove_file(scratch.path().join("lock")).unwrap();
            }
            let last = blocks.last().unwrap();
            let file = OpenOptions::new().write(true).open(&last.file).unwrap();
            file.set_len((last.range.start + cut) as u64).unwrap();
            for _ in 0..2 {
                // Nothing is flushed in between.
                let (_journal, opened, firsts) = open(scratch.path());
                assert_eq!(firsts[..2], [0, 1]);
                let damage = one(&opened);
                assert!(!damage.is_torn && !damage.is_known, "cut {cut}: {damage:?}");
            }
            let (journal, ..) = open(scratch.path());
            journal.append(&[b"x"]);
            journal.flush().unwrap();
            drop(journal);
            let (_journal, opened, _) = open(scratch.path());
            assert!(opened.damage.iter().all(|damage| damage.is_known), "cut {cut}: {:?}", opened.damage);
        }
    }
}

#[test]
fn the_newest_segment_is_missed_if_it_is_gone() {
    for closes in [false, true] {
        let scratch = Scratch::new();
        fill(scratch.path(), 0..4);
        if closes {
            open(scratch.path()).0.close().unwrap();
            let (journal, ..) = open(scratch.path());
            journal.append(&[b"x"]);
            journal.close().unwrap();
        }
        std::fs::remove_file(segments(scratch.path()).pop().unwrap()).unwrap();
        let (journal, opened, _) = open(scratch.path());
        assert!(!one(&opened).is_torn && !one(&opened).is_known);
        journal.append(&[b"x"]);
        journal.flush().unwrap();
        drop(journal);
        let (_journal, opened, _) = open(scratch.path());
        assert!(opened.damage.iter().all(|damage| damage.is_known), "{:?}", opened.damage);
    }
}

#[test]
fn a_loss_is_news_until_a_block_says_that_it_is_known() {
    for is_gone in [false, true] {
        let scratch = Scratch::new();
        let blocks = fill(scratch.path(), 0..3);
        match is_gone {
            true => std::fs::remove_file(segments(scratch.path()).pop().unwrap()).unwrap(),
            false => {
                let file = OpenOptions::new().write(true).open(&blocks[2].file).unwrap();
                file.set_len((blocks[2].range.start + 700) as u64).unwrap();
            }
        }
        for _ in 0..3 {
            // Its process is killed when it has begun a segment, and before its first block is whole.
            let (journal, opened, _) = open(scratch.path());
            assert!(
                opened.damage.iter().any(|damage| !damage.is_torn && !damage.is_known),
                "{:?}",
                opened.damage
            );
            journal.append(&[&[9; 100]]);
            journal.flush().unwrap();
            journal.maintain();
            drop(journal);
            let first = all_blocks(scratch.path()).pop().unwrap();
            write(&first, 40, &vec![0; first.range.len() - 40]);
        }
        let (journal, ..) = open(scratch.path());
        journal.append(&[&[9; 100]]);
        journal.flush().unwrap();
        drop(journal);
        let (_journal, opened, _) = open(scratch.path());
        assert!(opened.damage.iter().all(|damage| damage.is_torn || damage.is_known), "{:?}", opened.damage);
    }
}

#[test]
fn what_is_no_file_is_no_segment() {
    let scratch = Scratch::new();
    fill(scratch.path(), 0..3);
    let first = segments(scratch.path()).remove(0);
    let elsewhere = scratch.path().join("elsewhere");
    std::fs::rename(&first, &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &first).unwrap();
    let refused = Journal::open(Options::new(scratch.path()), &mut |_| {}).unwrap_err();
    assert!(refused.to_string().contains("0000000001.log is no file"), "{refused}");
}

#[test]
fn nothing_is_written_to_files_that_were_removed() {
    for removes_all in [false, true] {
        let scratch = Scratch::new();
        let directory = scratch.path().join("journal");
        let (journal, ..) = open(&directory);
        journal.append(&[b"x"]);
        journal.flush().unwrap();
        journal.maintain();
        assert!(journal.is_available());
        match removes_all {
            true => std::fs::remove_dir_all(&directory).unwrap(),
            false => std::fs::remove_file(segments(&directory).pop().unwrap()).unwrap(),
        }
        for _ in 0..2 {
            journal.maintain();
            let fault = journal.fault().unwrap().to_string();
            assert!(fault.contains("it was removed while the server runs: restart the server"), "{fault}");
            assert!(!journal.is_available());
            journal.append(&[b"y"]);
            journal.flush().unwrap_err();
        }
        journal.close().unwrap_err();
    }
}

#[test]
fn a_complete_last_block_with_damage_is_no_torn_end() {
    for at in [0, 5, 100, 1400] {
        let scratch = Scratch::new();
        let blocks = fill(scratch.path(), 0..3);
        write(&blocks[2], at, b"xx");
        let (_journal, opened, firsts) = open(scratch.path());
        assert_eq!(firsts, [0, 1]);
        assert!(!one(&opened).is_torn && one(&opened).set_aside.is_some(), "{:?}", opened.damage);
    }
}

#[test]
fn blocks_after_a_damaged_header_are_found() {
    let scratch = Scratch::new();
    let (journal, ..) = open(scratch.path());
    for number in 0..40_u8 {
        journal.append(&[&[number; 50]]);
        journal.flush().unwrap();
    }
    drop(journal);
    write(&all_blocks(scratch.path())[3], 5, b"xx");
    let (_journal, opened, firsts) = open(scratch.path());
    assert_eq!((firsts.len(), one(&opened).bytes), (39, 28 + 54 + 1));
}

#[test]
fn a_clean_end_without_appends_keeps_what_was_torn() {
    let scratch = Scratch::new();
    let blocks = fill(scratch.path(), 0..3);
    write(&blocks[2], 700, &[0; 900]);
    open(scratch.path()).0.close().unwrap();
    let (_journal, opened, _) = open(scratch.path());
    assert!(one(&opened).is_torn && one(&opened).is_known && opened.end == End::Clean);
}

#[test]
fn lost_writes_of_an_older_segment_are_no_torn_end() {
    let scratch = Scratch::new();
    let blocks = fill(scratch.path(), 0..5);
    // Segment 2 of 3 loses half a block, or a whole one without a trace.
    for at in [700, 0] {
        write(&blocks[3], at, &vec![0; 1533 - at]);
        let (_journal, opened, firsts) = open(scratch.path());
        assert_eq!(firsts, [0, 1, 2, 4]);
        assert!(!one(&opened).is_torn);
        assert_eq!(one(&opened).bytes > 0, at > 0);
    }
}

#[test]
fn missing_segments_and_headers_are_reported() {
    let scratch = Scratch::new();
    let blocks = fill(scratch.path(), 0..9);
    let files = segments(scratch.path());
    std::fs::remove_file(&files[2]).unwrap();
    let header = Block { range: 0..56, ..blocks[2].clone() };
    write(&header, 30, b"xx");
    let (_journal, opened, firsts) = open(scratch.path());
    assert_eq!(firsts, [0, 1, 6, 7, 8]);
    assert_eq!(opened.damage.len(), 2);
    assert_eq!(
        std::fs::read(opened.damage[0].set_aside.as_ref().unwrap()).unwrap(),
        std::fs::read(&files[1]).unwrap()
    );
    let missing = &opened.damage[1];
    assert_eq!((missing.segment, missing.bytes, &missing.set_aside), (3, 0, &None));
}

#[test]
fn a_record_that_looks_like_a_block_is_not_taken_for_one() {
    let scratch = Scratch::new();
    let blocks = fill(scratch.path(), 0..1);
    let copied = std::fs::read(&blocks[0].file).unwrap()[blocks[0].range.clone()].to_vec();
    // All is right for segment 2 but the salt, which nobody outside can know.
    let mut forged = copied.clone();
    let crc = crc32fast::hash(&[&2_u64.to_le_bytes(), &forged[..24]].concat());
    forged[24..28].copy_from_slice(&crc.to_le_bytes());
    let (journal, ..) = open(scratch.path());
    journal.append(&[&copied, &forged]);
    journal.flush().unwrap();
    drop(journal);
    let outer = all_blocks(scratch.path()).pop().unwrap();
    write(&outer, 5, b"\xff");
    let (_journal, opened, firsts) = open(scratch.path());
    assert_eq!((firsts.as_slice(), one(&opened).bytes), (&[0][..], outer.range.len() as u64));
}

#[test]
fn an_unknown_version_is_refused() {
    let scratch = Scratch::new();
    let blocks = fill(scratch.path(), 0..1);
    let mut bytes = std::fs::read(&blocks[0].file).unwrap();
    bytes[8] = 3;
    let crc = crc32fast::hash(&bytes[..52]);
    bytes[52..56].copy_from_slice(&crc.to_le_bytes());
    std::fs::write(&blocks[0].file, bytes).unwrap();
    let error = Journal::open(Options::new(scratch.path()), &mut |_| ()).unwrap_err();
    assert!(matches!(error, OpenError::Version { version: 3, .. }), "{error}");
}

#[test]
fn huge_numbers_and_sparse_files_cost_nothing() {
    let scratch = Scratch::new();
    fill(scratch.path(), 0..1);
    std::fs::write(scratch.path().join("9000000000000000000.log"), b"junk").unwrap();
    let (journal, opened, firsts) = open(scratch.path());
    assert_eq!((firsts.as_slice(), opened.damage.len(), opened.end), (&[0][..], 2, End::Killed));
    journal.append(&[b"x"]);
    journal.flush().unwrap();
    drop(journal);
    assert_eq!(open(scratch.path()).2, [0, b'x']);
}
