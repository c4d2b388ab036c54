//! Random use, kills and damage, compared with a list of what was flushed.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::path::Path;

use baton_journal::{End, Journal, Opened, Options};
use proptest::prelude::*;

use crate::blocks::{all_blocks, blocks, segments};
use crate::scratch::Scratch;

#[derive(Clone, Debug)]
enum Step {
    Append(usize),
    Batch(Vec<usize>),
    Flush,
    Sync,
    Maintain,
    /// Remove the oldest segment.
    Clean,
    Reopen,
    Kill,
    /// Kill during the last flush: only this share of its block reached the file.
    Tear {
        share: f64,
    },
}

fn step() -> impl Strategy<Value = Step> {
    let length = || prop_oneof![4 => 0..200_usize, 1 => 0..6000_usize];
    prop_oneof![
        6 => length().prop_map(Step::Append),
        2 => prop::collection::vec(length(), 0..5).prop_map(Step::Batch),
        6 => Just(Step::Flush),
        1 => Just(Step::Sync),
        1 => Just(Step::Maintain),
        1 => Just(Step::Clean),
        1 => Just(Step::Reopen),
        1 => Just(Step::Kill),
        2 => (0.0..1.0).prop_map(|share| Step::Tear { share }),
    ]
}

/// Many small blocks in few segments, so that damage often hits a block that others follow.
fn small_step() -> impl Strategy<Value = Step> {
    prop_oneof![Just(Step::Flush), (0..100_usize).prop_map(Step::Append)]
}

type Records = Vec<Vec<u8>>;

/// A journal, and what it must contain.
struct Model {
    scratch: Scratch,
    journal: Option<Journal>,
    /// The records of each flush that is still there: one block each.
    flushed: Vec<Records>,
    pending: Records,
    count: u8,
}

fn open(directory: &Path) -> (Journal, Opened, Records) {
    let mut records = Vec::new();
    let options = Options { segment_bytes: 4096, ..Options::new(directory) };
    let (journal, opened) = Journal::open(options, &mut |record| records.push(record.to_vec())).unwrap();
    (journal, opened, records)
}

impl Model {
    fn new() -> Self {
        let scratch = Scratch::new();
        let journal = Some(open(scratch.path()).0);
        Self { scratch, journal, flushed: Vec::new(), pending: Vec::new(), count: 0 }
    }

    fn journal(&self) -> &Journal {
        self.journal.as_ref().unwrap()
    }

    /// A record that also contains the first bytes of blocks.
    fn record(&mut self, length: usize) -> Vec<u8> {
        self.count = self.count.wrapping_add(1);
        let pattern = [self.count, 0xf8, 0xb1, 0xfe, 0xc1, 0, 0];
        pattern.iter().copied().cycle().take(length).collect()
    }

    fn append(&mut self, length: usize) {
        let record = self.record(length);
        let (start, end) = record.split_at(length / 3);
        self.journal().append(&[start, end]);
        self.pending.push(record);
    }

    fn flush(&mut self) {
        self.journal().flush().unwrap();
        self.note_flush();
    }

    fn note_flush(&mut self) {
        if !self.pending.is_empty() {
            self.flushed.push(std::mem::take(&mut self.pending));
        }
    }

    fn reopen(&mut self, end: Option<End>) {
        self.journal = None;
        self.pending.clear();
        let had_segments = !segments(self.scratch.path()).is_empty();
        let (journal, opened, records) = open(self.scratch.path());
        assert_eq!(records, self.flushed.concat());
        assert!(opened.damage.iter().all(|damage| damage.is_torn), "{:?}", opened.damage);
        assert_eq!(opened.records, records.len() as u64);
        if let Some(end) = end.filter(|_| had_segments) {
            assert_eq!(opened.end, end);
        }
        self.journal = Some(journal);
    }

    fn tear(&mut self, share: f64) {
        self.journal = None;
        let Some(file) = segments(self.scratch.path()).pop() else { return self.reopen(None) };
        let Some(block) = blocks(&file).pop() else { return self.reopen(None) };
        if std::fs::read(&file).unwrap()[block.range.end..].iter().any(|byte| *byte != 0) {
            // Torn before, and nothing was written since: this block is not of the last flush.
            return self.reopen(None);
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let cut = block.range.start + (block.range.len() as f64 * share) as usize;
        let handle = OpenOptions::new().write(true).open(&file).unwrap();
        handle.write_all_at(&vec![0; block.range.end - cut], cut as u64).unwrap();
        // The space of a clean end is given back after its block.
        let length = handle.metadata().unwrap().len();
        handle.set_len(length.max(4_096)).unwrap();
        // And that of those before it with its first block.
        let mut before = segments(self.scratch.path());
        before.pop();
        let mut is_first = block.range.start == 56;
        while let Some(file) = before.pop().filter(|_| is_first) {
            is_first = blocks(&file).is_empty();
            let handle = OpenOptions::new().write(true).open(file).unwrap();
            let length = handle.metadata().unwrap().len();
            handle.set_len(length.max(4_096)).unwrap();
        }
        if block.has_records {
            self.flushed.pop();
        }
        self.reopen(None);
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Append(length) => self.append(length),
            Step::Batch(lengths) => {
                let records: Vec<_> = lengths.into_iter().map(|length| self.record(length)).collect();
                self.journal().batch(|| records.iter().for_each(|record| self.journal().append(&[record])));
                self.pending.extend(records);
            }
            Step::Flush => self.flush(),
            Step::Sync => {
                assert_eq!(self.journal().sync().unwrap(), self.journal().appended());
                self.note_flush();
            }
            Step::Maintain => self.journal().maintain(),
            Step::Clean => {
                if let Some(oldest) = self.journal().oldest() {
                    let file = &segments(self.scratch.path())[0];
                    let removed = blocks(file).iter().filter(|block| block.has_records).count();
                    let mut records = Vec::new();
                    self.journal().read(oldest, &mut |record| records.push(record.to_vec())).unwrap();
                    let expected: Vec<_> = self.flushed.drain(..removed).flatten().collect();
                    assert_eq!(records, expected);
                    self.journal().remove(oldest).unwrap();
                    self.note_flush();
                }
            }
            Step::Reopen => {
                self.journal().close().unwrap();
                self.note_flush();
                self.reopen(Some(End::Clean));
            }
            Step::Kill => self.reopen(None),
            Step::Tear { share } => self.tear(share),
        }
    }

    /// Damages one byte per given share of the directory's bytes, and opens it.
    fn damage(mut self, places: &[(f64, u8)]) {
        self.journal = None;
        let blocks: Vec<_> = all_blocks(self.scratch.path());
        let with_records: Vec<_> = blocks.iter().filter(|block| block.has_records).collect();
        assert_eq!(with_records.len(), self.flushed.len());
        let files = segments(self.scratch.path());
        let mut places_hit = HashSet::new();
        let mut lost = HashSet::new();
        let mut is_header_hit = false;
        for (share, change) in places {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let file = &files[(share * files.len() as f64) as usize];
            let share = (share * files.len() as f64).fract();
            let mut bytes = std::fs::read(file).unwrap();
            if bytes.is_empty() {
                continue;
            }
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let at = (share * bytes.len() as f64) as usize;
            if !places_hit.insert((file.clone(), at)) {
                continue;
            }
            if bytes[at] == *change {
                // The last byte of a block, turned to zero, is what an unfinished flush looks like.
                continue;
            }
            bytes[at] ^= change;
            std::fs::write(file, bytes).unwrap();
            is_header_hit |= at < 56;
            let hit = with_records.iter().enumerate();
            let hit = hit.filter(|(_, block)| block.file == *file && (at < 56 || block.range.contains(&at)));
            lost.extend(hit.map(|(index, _)| index));
        }
        let rest = self.flushed.iter().enumerate().filter(|(index, _)| !lost.contains(index));
        let expected: Vec<_> = rest.flat_map(|(_, records)| records.clone()).collect();
        for _ in 0..2 {
            // The files are not changed by the first opening, so the second finds the same.
            let (_journal, opened, records) = open(self.scratch.path());
            assert_eq!(records, expected);
            let is_reported = opened.damage.iter().any(|damage| !damage.is_known && !damage.is_torn);
            assert!(is_reported || (lost.is_empty() && !is_header_hit), "{:?}", opened.damage);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_read_is_what_was_flushed(steps in prop::collection::vec(step(), 0..60)) {
        let mut model = Model::new();
        steps.into_iter().for_each(|step| model.step(step));
        model.reopen(None);
    }

    #[test]
    fn damage_costs_the_blocks_it_hits_and_is_reported(
        steps in prop_oneof![prop::collection::vec(step(), 1..40), prop::collection::vec(small_step(), 1..80)],
        places in prop::collection::vec((0.0..1.0, 1..=255_u8), 1..4),
    ) {
        let mut model = Model::new();
        steps.into_iter().for_each(|step| model.step(step));
        model.append(100);
        model.flush();
        model.damage(&places);
    }

    #[test]
    fn random_bytes_are_reported_and_never_read(
        bytes in prop::collection::vec(any::<u8>(), 0..3000),
        keep in 0..200_usize,
    ) {
        let mut model = Model::new();
        model.append(40);
        model.flush();
        model.journal = None;
        let file = segments(model.scratch.path()).remove(0);
        // The first bytes are intact, so that all of the reader is reached.
        let mut start = std::fs::read(&file).unwrap();
        let end = blocks(&file)[0].range.end;
        start.truncate(keep.min(end));
        start.extend(bytes);
        std::fs::write(&file, start).unwrap();
        let (journal, _, records) = open(model.scratch.path());
        prop_assert!(records.is_empty() || keep >= end && records == model.flushed.concat());
        journal.append(&[b"more"]);
        journal.flush().unwrap();
    }
}
