//! Reads one segment: its intact blocks, and the bytes between them that are damaged.
//!
//! ```text
//! for each offset:
//!   an intact block               -> pass it on, go to its end
//!   zeros to the end of the file  -> done: space that was reserved and not used
//!   anything else                 -> search the next intact block; what lies between is a gap
//! ```
//!
//! The search looks at each byte once. It skips a block with an intact header and a damaged payload as a whole.

use std::io;

use crate::format::{BLOCK_HEADER, BLOCK_MAGIC, BlockHeader, Identity, SEGMENT_HEADER, SegmentHeader};
use crate::window::Window;

/// What a segment holds, in the order of the file.
#[derive(Debug)]
pub(crate) enum Item<'a> {
    /// An intact block.
    Block { offset: u64, header: BlockHeader, payload: &'a [u8] },
    /// Damaged bytes.
    Gap(Gap),
}

/// Damaged bytes of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gap {
    pub(crate) offset: u64,
    pub(crate) bytes: u64,
    /// It looks like a block that was not written to its end, and nothing intact follows in this segment.
    pub(crate) is_unfinished: bool,
}

/// What is known of a segment after its end.
#[derive(Debug)]
pub(crate) struct Scanned {
    /// `None` if the segment's header is damaged.
    pub(crate) identity: Option<Identity>,
    /// Bytes of the file without the zeros at its end.
    pub(crate) content: u64,
}

/// Why a segment could not be read.
#[derive(Debug)]
pub(crate) enum ScanError {
    Read(io::Error),
    Version(u32),
}

impl From<io::Error> for ScanError {
    fn from(error: io::Error) -> Self {
        Self::Read(error)
    }
}

/// Passes everything in the segment `number` to `each`.
pub(crate) fn scan(
    window: &mut Window,
    number: u64,
    each: &mut dyn FnMut(Item<'_>),
) -> Result<Scanned, ScanError> {
    let identity = match Identity::decode(window.at(0, SEGMENT_HEADER)?, number) {
        SegmentHeader::Valid(identity) => identity,
        SegmentHeader::Unknown(version) => return Err(ScanError::Version(version)),
        SegmentHeader::Damaged => {
            // Without its salt no block can be checked.
            let content = window.zeros_from(0)?;
            if content > 0 {
                each(Item::Gap(Gap { offset: 0, bytes: content, is_unfinished: false }));
            }
            return Ok(Scanned { identity: None, content });
        }
    };
    let mut offset = SEGMENT_HEADER as u64;
    loop {
        let next = match check(window, &identity, offset)? {
            Found::Block(header) => pass(window, offset, header, each)?,
            found => match gap(window, &identity, offset, found)? {
                Some((gap, next)) => {
                    each(Item::Gap(gap));
                    next
                }
                None => return Ok(Scanned { identity: Some(identity), content: offset }),
            },
        };
        offset = next;
    }
}

/// What begins at an offset.
#[derive(Clone, Copy, Debug)]
enum Found {
    Block(BlockHeader),
    /// A block whose payload is damaged or not all there.
    Damaged {
        end: u64,
        is_unfinished: bool,
    },
    Nothing,
}

fn check(window: &mut Window, identity: &Identity, offset: u64) -> io::Result<Found> {
    let Some(header) = identity.block_header(window.at(offset, BLOCK_HEADER)?) else {
        return Ok(Found::Nothing);
    };
    let end = offset + header.size();
    // Before anything is allocated for it.
    if end > window.length() {
        return Ok(Found::Damaged { end: window.length(), is_unfinished: true });
    }
    let size = usize::try_from(header.size()).map_err(io::Error::other)?;
    let block = window.at(offset, size)?;
    if block.len() == size && header.payload(block).is_some() {
        return Ok(Found::Block(header));
    }
    let is_unfinished = block.len() < size || block.last() == Some(&0);
    Ok(Found::Damaged { end, is_unfinished })
}

/// Passes on the block that was checked just now and is still in the window.
fn pass(
    window: &mut Window,
    offset: u64,
    header: BlockHeader,
    each: &mut dyn FnMut(Item<'_>),
) -> io::Result<u64> {
    let size = usize::try_from(header.size()).map_err(io::Error::other)?;
    let block = window.at(offset, size)?;
    let payload = block.get(BLOCK_HEADER..block.len().saturating_sub(1)).unwrap_or_default();
    each(Item::Block { offset, header, payload });
    Ok(offset + header.size())
}

/// The gap that begins at `offset`, where no intact block is, and the end of it; `None` if only zeros follow.
fn gap(
    window: &mut Window,
    identity: &Identity,
    offset: u64,
    found: Found,
) -> io::Result<Option<(Gap, u64)>> {
    if window.is_zero_from(offset)? {
        return Ok(None);
    }
    if let Some(next) = search(window, identity, offset, found)? {
        return Ok(Some((Gap { offset, bytes: next - offset, is_unfinished: false }, next)));
    }
    let bytes = window.zeros_from(offset)? - offset;
    let is_unfinished = match found {
        Found::Damaged { end, is_unfinished } => is_unfinished && offset + bytes <= end,
        // The first bytes of a header, and nothing more.
        _ => {
            bytes < BLOCK_HEADER as u64
                && window.at(offset, BLOCK_HEADER)?.iter().zip(BLOCK_MAGIC).all(|(a, b)| *a == b || bytes < 4)
        }
    };
    Ok(Some((Gap { offset, bytes, is_unfinished }, offset + bytes)))
}

/// The next intact block after `offset`.
fn search(
    window: &mut Window,
    identity: &Identity,
    mut offset: u64,
    mut found: Found,
) -> io::Result<Option<u64>> {
    loop {
        offset = match found {
            Found::Block(_) => return Ok(Some(offset)),
            Found::Damaged { end, .. } => end,
            Found::Nothing => offset + 1,
        };
        match find_magic(window, offset)? {
            Some(at) => offset = at,
            None => return Ok(None),
        }
        found = check(window, identity, offset)?;
    }
}

/// The next offset that holds the first bytes of a block.
fn find_magic(window: &mut Window, mut offset: u64) -> io::Result<Option<u64>> {
    loop {
        if window.at(offset, BLOCK_MAGIC.len())?.len() < BLOCK_MAGIC.len() {
            return Ok(None);
        }
        let chunk = window.chunk(offset)?;
        if let Some(at) = chunk.windows(BLOCK_MAGIC.len()).position(|bytes| bytes == BLOCK_MAGIC) {
            return Ok(Some(offset + at as u64));
        }
        // The magic may begin in this chunk's last bytes.
        offset += (chunk.len() - (BLOCK_MAGIC.len() - 1)) as u64;
    }
}
