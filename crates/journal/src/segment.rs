//! The format of a segment.
//!
//! | part | bytes |
//! | --- | --- |
//! | header | magic 8, version 4, CRC-32 of the rest 4, number of the segment 8, boot id 16 |
//! | block | magic 4, length of the payload 4, CRC-32 4, kind 4; the payload; one byte [`LAST`] |
//! | payload | records: length 4, bytes |
//!
//! Numbers are little-endian. A block's CRC covers the number of its segment, its kind, its length and its
//! payload, so that a block of another file is none. The last byte is not zero: a block that was not written
//! to its end has zeros there, in a preallocated file, or nothing, while a damaged one has the byte.

use crc32fast::Hasher;

pub(crate) const HEADER: usize = 40;
pub(crate) const BLOCK: usize = 16;
pub(crate) const LAST: u8 = 0xA5;
pub(crate) const VERSION: u32 = 1;
/// The longest payload that is read: a length beyond it is none.
pub(crate) const PAYLOAD: usize = 1 << 30;

const MAGIC: [u8; 8] = *b"BATONLOG";
const BLOCK_MAGIC: [u8; 4] = *b"BLK\x01";
/// A block of records.
pub(crate) const RECORDS: u32 = 1;
/// The block behind which a log was closed. Without payload.
pub(crate) const CLOSED: u32 = 2;

/// What a header says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) number: u64,
    pub(crate) boot: [u8; 16],
}

/// Why a header is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BadHeader {
    Damaged,
    Newer(u32),
}

impl Header {
    pub(crate) fn write(self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.number.to_le_bytes());
        bytes[24..].copy_from_slice(&self.boot);
        let crc = crc32fast::hash(&bytes[16..]);
        bytes[12..16].copy_from_slice(&crc.to_le_bytes());
        bytes
    }

    pub(crate) fn read(bytes: &[u8]) -> Result<Self, BadHeader> {
        let bytes: &[u8; HEADER] =
            bytes.get(..HEADER).and_then(|bytes| bytes.try_into().ok()).ok_or(BadHeader::Damaged)?;
        let version = word(bytes, 8);
        if bytes[..8] != MAGIC {
            return Err(BadHeader::Damaged);
        }
        if version > VERSION {
            return Err(BadHeader::Newer(version));
        }
        if crc32fast::hash(&bytes[16..]) != word(bytes, 12) {
            return Err(BadHeader::Damaged);
        }
        let mut boot = [0; 16];
        boot.copy_from_slice(&bytes[24..]);
        let mut number = [0; 8];
        number.copy_from_slice(&bytes[16..24]);
        Ok(Self { number: u64::from_le_bytes(number), boot })
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    let word = bytes.get(at..at + 4).and_then(|word| word.try_into().ok());
    u32::from_le_bytes(word.unwrap_or_default())
}

fn crc(segment: u64, kind: u32, payload: &[u8]) -> u32 {
    let mut hasher = Hasher::new();
    hasher.update(&segment.to_le_bytes());
    hasher.update(&kind.to_le_bytes());
    hasher.update(&(payload.len() as u64).to_le_bytes());
    hasher.update(payload);
    hasher.finalize()
}

/// Completes a block that has [`BLOCK`] bytes of room before its payload.
pub(crate) fn seal(block: &mut Vec<u8>, segment: u64, kind: u32) {
    let payload = block.get(BLOCK..).unwrap_or_default();
    let crc = crc(segment, kind, payload);
    let length = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    if let Some(head) = block.get_mut(..BLOCK) {
        head[..4].copy_from_slice(&BLOCK_MAGIC);
        head[4..8].copy_from_slice(&length.to_le_bytes());
        head[8..12].copy_from_slice(&crc.to_le_bytes());
        head[12..].copy_from_slice(&kind.to_le_bytes());
    }
    block.push(LAST);
}

/// A block at the beginning of `bytes`, if there is a valid one: its kind, its payload, and its bytes in all.
pub(crate) fn block(bytes: &[u8], segment: u64) -> Option<(u32, &[u8], usize)> {
    let head = bytes.get(..BLOCK)?;
    let (length, kind) = (word(head, 4) as usize, word(head, 12));
    if head[..4] != BLOCK_MAGIC || length > PAYLOAD {
        return None;
    }
    let payload = bytes.get(BLOCK..BLOCK + length)?;
    let is_whole = bytes.get(BLOCK + length) == Some(&LAST) && crc(segment, kind, payload) == word(head, 8);
    is_whole.then_some((kind, payload, BLOCK + length + 1))
}

/// Whether `bytes`, which do not begin with a valid block, begin with one that was not written to its end: zeros follow what
/// there is of it, or the end of the file.
pub(crate) fn is_unfinished(bytes: &[u8]) -> bool {
    let Some(head) = bytes.get(..BLOCK) else { return true };
    if head.iter().skip(BLOCK_MAGIC.len()).all(|byte| *byte == 0) {
        return true; // not even its head
    }
    let last = bytes.get(BLOCK.saturating_add(word(bytes, 4) as usize));
    head.starts_with(&BLOCK_MAGIC) && last.is_none_or(|last| *last == 0)
}

/// The next place in `bytes` where a block may begin.
pub(crate) fn next_magic(bytes: &[u8]) -> Option<usize> {
    bytes.windows(BLOCK_MAGIC.len()).position(|window| window == BLOCK_MAGIC)
}

/// Calls `visit` for each record of a payload; false if the payload is not made of records.
pub(crate) fn records(mut payload: &[u8], visit: &mut dyn FnMut(&[u8])) -> bool {
    while !payload.is_empty() {
        let Some((length, rest)) = payload.split_at_checked(4) else { return false };
        let Some((record, rest)) = rest.split_at_checked(word(length, 0) as usize) else { return false };
        visit(record);
        payload = rest;
    }
    true
}
