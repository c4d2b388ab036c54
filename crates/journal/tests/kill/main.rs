//! A process that is killed while its threads append: what it acknowledged is read back.
//!
//! In a program of its own: between fork and exec a child has the locks of all journals that other tests have open.
#![allow(clippy::unwrap_used, clippy::panic)] // the helpers of tests may, as the tests do

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use baton_journal::{End, Journal, Options};

use crate::scratch::Scratch;

#[path = "../journal/scratch.rs"]
mod scratch;

const VARIABLE: &str = "BATON_JOURNAL_TEST_DIRECTORY";

fn options(directory: &Path) -> Options {
    Options { segment_bytes: 256 * 1024, ..Options::new(directory) }
}

/// Not a test by itself: the process that is killed.
#[test]
fn child() {
    let Some(directory) = std::env::var_os(VARIABLE) else { return };
    let mut last = [0_u64; 3];
    let (journal, _) = Journal::open(options(Path::new(&directory)), &mut |record| {
        last[record[0] as usize] = u64::from_le_bytes(record[1..9].try_into().unwrap());
    })
    .unwrap();
    std::thread::scope(|scope| {
        for (thread, last) in (0_u8..).zip(last) {
            let journal = &journal;
            scope.spawn(move || {
                for number in last + 1.. {
                    journal.append(&[&[thread], &number.to_le_bytes(), &[7; 200]]);
                    journal.flush().unwrap();
                    writeln!(std::io::stdout(), "done {thread} {number}").unwrap();
                }
            });
        }
        scope.spawn(|| {
            loop {
                journal.maintain();
                std::thread::sleep(Duration::from_millis(5));
            }
        });
    });
}

#[test]
fn what_a_killed_process_acknowledged_is_read_back() {
    let scratch = Scratch::new();
    let mut acknowledged = [0_u64; 3];
    for round in 0..8_u64 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["child", "--exact", "--nocapture"])
            .env(VARIABLE, scratch.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let reader = std::thread::spawn(move || {
            let mut done = [0_u64; 3];
            for line in lines.map_while(Result::ok) {
                // The last line may be cut.
                let Some((_, numbers)) = line.split_once("done ") else { continue };
                let Some((thread, number)) = numbers.split_once(' ') else { continue };
                if let (Ok(thread), Ok(number)) = (thread.parse::<usize>(), number.parse::<u64>()) {
                    done[thread] = done[thread].max(number);
                }
            }
            done
        });
        std::thread::sleep(Duration::from_millis(60 + round * 17));
        child.kill().unwrap();
        child.wait().unwrap();
        for (all, done) in acknowledged.iter_mut().zip(reader.join().unwrap()) {
            *all = (*all).max(done);
        }
        let mut read = [0_u64; 3];
        let (journal, opened) = Journal::open(options(scratch.path()), &mut |record| {
            let number = u64::from_le_bytes(record[1..9].try_into().unwrap());
            let last = &mut read[record[0] as usize];
            assert_eq!(number, *last + 1, "no gap, no repetition");
            *last = number;
        })
        .unwrap();
        drop(journal);
        assert!(matches!(opened.end, End::Killed | End::New), "{:?}", opened.end);
        assert!(opened.damage.iter().all(|damage| damage.is_torn), "{:?}", opened.damage);
        for (read, acknowledged) in read.iter().zip(acknowledged) {
            assert!(*read >= acknowledged, "{read} of {acknowledged} after round {round}");
        }
    }
    assert!(acknowledged.iter().sum::<u64>() > 100, "the test did something: {acknowledged:?}");
}
