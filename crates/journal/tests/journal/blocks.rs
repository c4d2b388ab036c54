//! The slow twin of the reader: where blocks lie in a directory that has no damage but unfinished blocks.

use std::ops::Range;
use std::path::{Path, PathBuf};

/// A block of a segment.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) file: PathBuf,
    pub(crate) range: Range<usize>,
    /// It holds appended records; the block of a clean end does not.
    pub(crate) has_records: bool,
}

/// The segments, ascending.
pub(crate) fn segments(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "log")).collect();
    files.sort();
    files
}

/// The blocks of one segment, as `src/format.rs` describes them.
pub(crate) fn blocks(file: &Path) -> Vec<Block> {
    let bytes = std::fs::read(file).unwrap();
    let mut found = Vec::new();
    let mut offset = 56;
    while bytes.get(offset..offset + 4) == Some(&[0xf8, 0xb1, 0xfe, 0xc1]) && offset + 29 <= bytes.len() {
        let length = u32::from_le_bytes(bytes[offset + 4..offset + 8].try_into().unwrap()) as usize;
        let flags = bytes[offset + 8];
        let end = offset + 28 + length + 1;
        if bytes.get(end - 1) != Some(&0xe7) {
            break;
        }
        found.push(Block { file: file.into(), range: offset..end, has_records: flags & 2 == 0 });
        offset = end;
    }
    found
}

/// The blocks of all segments.
pub(crate) fn all_blocks(directory: &Path) -> Vec<Block> {
    segments(directory).iter().flat_map(|file| blocks(file)).collect()
}
