//! Stores that are damaged, cut off, or from before a loss of power: nobody is told that nothing is missing who
//! misses something.

use std::io::{Read as _, Seek as _, SeekFrom, Write as _};

use super::*;

/// Bytes of a segment before its blocks, the last four of which are the checksum of those before.
const SEGMENT_HEADER: usize = 56;
/// Where a segment's header has the boot in which it was begun.
const BOOT_ID: std::ops::Range<usize> = 20..36;

fn segments(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let mut segments: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|of| of == "log")).collect();
    segments.sort();
    segments
}

/// Bytes of a segment without the reserved ones at its end.
fn content(segment: &Path) -> usize {
    let bytes = fs::read(segment).unwrap();
    bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1)
}

fn change_byte(segment: &Path, offset: usize) {
    let mut file = fs::OpenOptions::new().read(true).write(true).open(segment).unwrap();
    let mut byte = [0];
    file.seek(SeekFrom::Start(offset as u64)).unwrap();
    file.read_exact(&mut byte).unwrap();
    file.seek(SeekFrom::Start(offset as u64)).unwrap();
    file.write_all(&[byte[0] ^ 0x55]).unwrap();
}

/// Changes a byte of the store that a process has written.
fn damage(directory: &Path, at: prop::sample::Index) {
    let sizes: Vec<_> = segments(directory).into_iter().map(|segment| (content(&segment), segment)).collect();
    let all: usize = sizes.iter().map(|(size, _)| size).sum();
    if all == 0 {
        return; // nothing was ever written
    }
    let mut offset = at.index(all);
    for (size, segment) in sizes {
        if offset < size {
            return change_byte(&segment, offset);
        }
        offset -= size;
    }
}

/// Leaves only a part of what was written since the segments had these sizes, as a kill in the middle of it does: the rest of
/// the newest segment is as it was reserved.
fn cut(directory: &Path, before: &HashMap<PathBuf, usize>, kept: prop::sample::Index) {
    let had = |segment: &PathBuf| before.get(segment).copied().unwrap_or(0);
    let written = |segment: &PathBuf| content(segment).saturating_sub(had(segment));
    let all: usize = segments(directory).iter().map(written).sum();
    let mut left = kept.index(all + 1);
    let mut is_cut = false;
    for segment in segments(directory) {
        if is_cut {
            fs::remove_file(segment).unwrap();
            continue;
        }
        let grown = written(&segment);
        if grown > left {
            let mut bytes = fs::read(&segment).unwrap();
            bytes[(had(&segment) + left).max(SEGMENT_HEADER)..].fill(0);
            fs::write(&segment, bytes).unwrap();
            let number: u64 = segment.file_stem().unwrap().to_str().unwrap().parse().unwrap();
            fs::write(directory.join("lock"), format!("{number:020}\n")).unwrap();
            is_cut = true;
        }
        left = left.saturating_sub(grown);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn damage_is_found_by_the_next_process_also_if_the_one_between_was_killed_at_its_start(
        (before, after) in (proptest::collection::vec(step(), 1..60), proptest::collection::vec(step(), 0..20)),
        at in any::<prop::sample::Index>(),
        kept in proptest::option::of(any::<prop::sample::Index>()),
    ) {
        let mut world = World::new();
        for (n, step) in before.iter().enumerate() {
            world.apply(n, step);
        }
        world.kill();
        damage(&world.path(), at);
        if let Some(kept) = kept {
            let sizes = segments(&world.path()).into_iter().map(|segment| (segment.clone(), content(&segment))).collect();
            world.start();
            world.kill();
            cut(&world.path(), &sizes, kept);
        }
        world.start();
        world.check();
        for (n, step) in (before.len()..).zip(&after) {
            world.apply(n, step);
        }
        world.check();
    }
}

#[test]
fn after_a_loss_of_power_each_reader_is_told_that_messages_may_be_missing() {
    let mut world = World::new();
    let position = world.process().publish(2, "before").unwrap();
    world.kill();
    for segment in segments(&world.path()) {
        let mut bytes = fs::read(&segment).unwrap();
        bytes[BOOT_ID].fill(7);
        let checksum = crc32fast::hash(&bytes[..SEGMENT_HEADER - 4]).to_le_bytes();
        bytes[SEGMENT_HEADER - 4..SEGMENT_HEADER].copy_from_slice(&checksum);
        fs::write(&segment, bytes).unwrap();
    }
    world.start();
    let is_complete = |world: &World, after| world.process().page(2, after).is_some_and(|page| page.complete);
    assert!(!is_complete(&world, position));
    let later = world.process().publish(2, "after").unwrap();
    assert!(later.epoch != position.epoch, "{later:?} {position:?}");
    world.kill();
    world.start();
    assert!(!is_complete(&world, position));
    assert!(is_complete(&world, later), "only the machine's restart was a loss");
}

/// A store that is restored in several blocks, of which a kill leaves the first.
#[test]
fn a_kill_between_two_blocks_of_a_restore_brings_no_former_numbering_back() {
    const BLOCK_HEADER: usize = 28;
    let directory = Directory::new();
    let path = directory.0.join("history");
    let options = || Options { segment_bytes: 1 << 20, ..Options::new(&path) };
    let process = Process::start_with(options(), &["a"]);
    // Their numberings alone are more than a block, which has 1 MiB.
    let names: Vec<_> = (0..7_000).map(|number| format!("{number:0>150}")).collect();
    let publish = |text: &str| -> Vec<_> {
        names.iter().map(|name| process.publish_to(key(name), text).unwrap()).collect()
    };
    let first = publish("1");
    publish("2");
    drop(process);
    // Each publish was a block of its own, so each of these bytes costs a message.
    let files = segments(&path);
    for file in &files[files.len() / 2..] {
        (0..10).for_each(|part| change_byte(file, SEGMENT_HEADER + content(file) * part / 11));
    }
    let stored = |process: &Process| -> Vec<_> {
        let from_start = |name| process.page_of(key(name), Position { epoch: 0, offset: 0 });
        names.iter().map(|name| from_start(name).map_or(0, |page| page.messages.len())).collect()
    };
    let process = Process::start_with(options(), &["a"]);
    let undamaged = stored(&process);
    drop(process);
    let written: Vec<_> = segments(&path).into_iter().filter(|file| !files.contains(file)).collect();
    let mut bytes = fs::read(&written[0]).unwrap();
    let length = u32::from_le_bytes(bytes[SEGMENT_HEADER + 4..][..4].try_into().unwrap()) as usize;
    let end = SEGMENT_HEADER + BLOCK_HEADER + length + 1;
    assert!(written.len() > 1 || bytes[end..].iter().any(|byte| *byte != 0), "there are several blocks");
    bytes[end..].fill(0);
    bytes.resize(bytes.len().max(1 << 20), 0);
    fs::write(&written[0], bytes).unwrap();
    written[1..].iter().for_each(|file| fs::remove_file(file).unwrap());
    fs::remove_file(path.join("lock")).unwrap();

    let process = Process::start_with(options(), &["a"]);
    assert_eq!(stored(&process), undamaged, "what is not damaged is there");
    for (name, position) in names.iter().zip(first) {
        let Some(page) = process.page_of(key(name), position) else { continue };
        assert!(
            !page.complete || page.messages.len() == 1,
            "{name} misses a message and is told that it does not"
        );
    }
}
