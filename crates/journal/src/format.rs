//! The bytes of a segment: its header, and the headers of its blocks.
//!
//! ```text
//! segment  = magic[8] version:u32 number:u64 boot_id[16] salt:u64 reserved:u64 crc:u32    block* zeros*
//! block    = magic:u32 length:u32 flags:u32 sequence:u64 payload_crc:u32 header_crc:u32
//!            payload[length] end:u8
//! payload  = (length:u32 bytes[length])*
//! ```
//!
//! All numbers are little-endian. The checksum of a block's header covers the number and the salt of its segment,
//! and the checksum of the payload. A client that sends a record does not know the salt, so no record can look
//! like a block to the search for the next one. A header with its own checksum also says where a block with a damaged
//! payload ends, which keeps the search for the next block linear.

use crc32fast::Hasher;

/// Bytes of a segment's header.
pub(crate) const SEGMENT_HEADER: usize = 56;
/// Bytes of a block's header.
pub(crate) const BLOCK_HEADER: usize = 28;
/// The last byte of each block. It is not zero: a block whose last byte is zero or missing was not written to its end.
pub(crate) const END_BYTE: u8 = 0xe7;
/// The first bytes of a block; none of them is ASCII text or UTF-8, so that a search rarely stops at a message.
pub(crate) const BLOCK_MAGIC: [u8; 4] = [0xf8, 0xb1, 0xfe, 0xc1];
/// Flag of the first block that a journal writes after it was opened. Its first record lists the damage that was
/// reported then.
pub(crate) const BEGIN: u32 = 1;
/// Flag of the block that a clean end writes.
pub(crate) const END: u32 = 2;

const SEGMENT_MAGIC: [u8; 8] = *b"BATONLOG";
const VERSION: u32 = 2;

/// What identifies a segment, and what its blocks are checked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) number: u64,
    pub(crate) boot: [u8; 16],
    pub(crate) salt: u64,
    /// Bytes that the file has for as long as blocks may be written to it.
    pub(crate) reserved: u64,
}

/// What the first bytes of a file turned out to be.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum SegmentHeader {
    Valid(Identity),
    /// An intact header of another version of the format.
    Unknown(u32),
    Damaged,
}

impl Identity {
    pub(crate) fn encode(&self) -> [u8; SEGMENT_HEADER] {
        let mut bytes = [0; SEGMENT_HEADER];
        bytes[..8].copy_from_slice(&SEGMENT_MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..20].copy_from_slice(&self.number.to_le_bytes());
        bytes[20..36].copy_from_slice(&self.boot);
        bytes[36..44].copy_from_slice(&self.salt.to_le_bytes());
        bytes[44..52].copy_from_slice(&self.reserved.to_le_bytes());
        let crc = crc32fast::hash(&bytes[..52]);
        bytes[52..].copy_from_slice(&crc.to_le_bytes());
        bytes
    }

    /// Reads the header of the segment with this number.
    pub(crate) fn decode(bytes: &[u8], number: u64) -> SegmentHeader {
        let Some(bytes) = bytes.first_chunk::<SEGMENT_HEADER>() else { return SegmentHeader::Damaged };
        if bytes[..8] != SEGMENT_MAGIC || crc32fast::hash(&bytes[..52]) != u32_at(bytes, 52) {
            return SegmentHeader::Damaged;
        }
        let version = u32_at(bytes, 8);
        if version != VERSION {
            return SegmentHeader::Unknown(version);
        }
        let mut boot = [0; 16];
        boot.copy_from_slice(&bytes[20..36]);
        let found =
            Self { number: u64_at(bytes, 12), boot, salt: u64_at(bytes, 36), reserved: u64_at(bytes, 44) };
        // A file under another segment's name is a copy that somebody made; its place in the order is unknown.
        if found.number == number { SegmentHeader::Valid(found) } else { SegmentHeader::Damaged }
    }

    /// Fills in the header of `block`, which is header, payload and end byte.
    pub(crate) fn seal_block(&self, block: &mut [u8], sequence: u64, flags: u32) {
        let payload = BLOCK_HEADER..block.len() - 1;
        let length = u32::try_from(payload.len()).unwrap_or(u32::MAX);
        let payload_crc = crc32fast::hash(&block[payload]);
        block[..4].copy_from_slice(&BLOCK_MAGIC);
        block[4..8].copy_from_slice(&length.to_le_bytes());
        block[8..12].copy_from_slice(&flags.to_le_bytes());
        block[12..20].copy_from_slice(&sequence.to_le_bytes());
        block[20..24].copy_from_slice(&payload_crc.to_le_bytes());
        let header_crc = self.header_crc(&block[..24]);
        block[24..28].copy_from_slice(&header_crc.to_le_bytes());
    }

    /// Reads a block's header; `None` if it is not intact or not of this segment.
    pub(crate) fn block_header(&self, bytes: &[u8]) -> Option<BlockHeader> {
        let bytes = bytes.first_chunk::<BLOCK_HEADER>()?;
        if bytes[..4] != BLOCK_MAGIC || self.header_crc(&bytes[..24]) != u32_at(bytes, 24) {
            return None;
        }
        Some(BlockHeader {
            length: u32_at(bytes, 4),
            flags: u32_at(bytes, 8),
            sequence: u64_at(bytes, 12),
            payload_crc: u32_at(bytes, 20),
        })
    }

    fn header_crc(&self, start: &[u8]) -> u32 {
        let mut hasher = Hasher::new();
        hasher.update(&self.salt.to_le_bytes());
        hasher.update(&self.number.to_le_bytes());
        hasher.update(start);
        hasher.finalize()
    }
}

/// An intact header of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockHeader {
    length: u32,
    pub(crate) flags: u32,
    /// Numbers the blocks of a journal over all segments, so that a missing one is noticed.
    pub(crate) sequence: u64,
    payload_crc: u32,
}

impl BlockHeader {
    /// Bytes of the whole block.
    pub(crate) fn size(&self) -> u64 {
        BLOCK_HEADER as u64 + u64::from(self.length) + 1
    }

    /// Checks a whole block, of which this is the header, and returns its payload.
    pub(crate) fn payload<'a>(&self, block: &'a [u8]) -> Option<&'a [u8]> {
        let (end, rest) = block.split_last()?;
        let payload = rest.get(BLOCK_HEADER..)?;
        let is_intact = *end == END_BYTE && crc32fast::hash(payload) == self.payload_crc;
        // Lengths that do not add up have a correct checksum only by a mistake in this crate; a block that is
        // passed on in part would be worse than a block that is missing.
        (is_intact && records(payload).last().is_none_or(|(_, rest)| rest.is_empty())).then_some(payload)
    }
}

/// The records that were appended, of a block with these flags.
pub(crate) fn appended(flags: u32, payload: &[u8]) -> impl Iterator<Item = &[u8]> {
    records(payload).map(|(record, _)| record).skip(usize::from(flags & BEGIN != 0))
}

/// The records of a payload, each with the bytes after it. Ends early where the lengths do not add up.
pub(crate) fn records(payload: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = payload;
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let (record, after) = after.split_at_checked(length)?;
        rest = after;
        Some((record, after))
    })
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |b| u32::from_le_bytes(*b))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |b| u64::from_le_bytes(*b))
}
