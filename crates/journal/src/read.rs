//! Reading segments: valid blocks in their order, and what lies between them.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use crate::fault::Fault;
use crate::segment::{
    BLOCK, BadHeader, CLOSED, HEADER, Header, RECORDS, block, is_unfinished, next_magic, records,
};

/// How the process that had the log ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// There was none.
    New,
    /// It closed the log: all that it wrote is there.
    Closed,
    /// It did not, and the machine has not been started since: all that it wrote is there, but the last flush
    /// may have been under way.
    Killed,
    /// It did not, and the machine was started since: what was not synced may be missing at the end.
    PowerLost,
}

/// Bytes that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The segment.
    pub segment: u64,
    /// Where in its file.
    pub offset: u64,
    /// How many; 0: a whole segment is missing.
    pub bytes: u64,
    /// Where they were copied to; `None`: there was nothing to copy, or it could not be.
    pub set_aside: Option<PathBuf>,
    /// They are the last flush of a process that ended in the middle of it: nothing is missing.
    pub is_torn: bool,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { segment, offset, bytes, set_aside, is_torn } = self;
        if *bytes == 0 {
            return write!(f, "segment {segment} is missing, with the records in it");
        }
        write!(f, "{bytes} bytes of segment {segment} from offset {offset} on ")?;
        f.write_str(match is_torn {
            true => "are a write that the end of the process cut off, which nobody was told of",
            false => "are damaged, and the records in them are lost",
        })?;
        match set_aside {
            Some(path) => write!(f, "; they were copied to {}", path.display()),
            None => f.write_str("; they could not be copied"),
        }
    }
}

/// The name of a segment's file.
pub(crate) fn file_name(segment: u64) -> String {
    format!("{segment:010}.log")
}

/// The segments in a directory, in order.
pub(crate) fn list(directory: &Path) -> Result<Vec<u64>, Fault> {
    let cannot = |error| Fault::new("read the directory", directory, &error);
    let mut segments = Vec::new();
    for entry in fs::read_dir(directory).map_err(cannot)? {
        let name = entry.map_err(cannot)?.file_name();
        let number = name.to_str().and_then(|name| name.strip_suffix(".log")).filter(|name| name.len() >= 10);
        segments.extend(number.and_then(|number| number.parse::<u64>().ok()));
    }
    segments.sort_unstable();
    Ok(segments)
}

/// What a segment was found to be.
pub(crate) struct Found {
    pub(crate) header: Result<Header, BadHeader>,
    pub(crate) damage: Vec<Damage>,
    pub(crate) is_closed: bool,
    pub(crate) records: u64,
    /// Bytes up to the end of the last valid block.
    pub(crate) bytes: u64,
}

/// Reads a whole file into a buffer.
pub(crate) fn read_file(path: &Path, buffer: &mut Vec<u8>) -> Result<(), Fault> {
    let cannot = |error| Fault::new("read", path, &error);
    buffer.clear();
    let mut file = File::open(path).map_err(cannot)?;
    let length = file.metadata().map_err(cannot)?.len();
    buffer.reserve(usize::try_from(length).unwrap_or(0));
    file.read_to_end(buffer).map_err(cannot)?;
    Ok(())
}

/// Goes through the bytes of a segment. `is_last`: it is the newest, so its end may be torn.
pub(crate) fn scan(bytes: &[u8], segment: u64, is_last: bool, visit: &mut dyn FnMut(&[u8])) -> Found {
    let header = Header::read(bytes)
        .and_then(|header| if header.number == segment { Ok(header) } else { Err(BadHeader::Damaged) });
    let mut found = Found { header, damage: Vec::new(), is_closed: false, records: 0, bytes: 0 };
    let damaged = |from: usize, to: usize, is_torn: bool| Damage {
        segment,
        offset: from as u64,
        bytes: (to - from) as u64,
        set_aside: None,
        is_torn,
    };
    if header.is_err() {
        // A segment that was being made when its process ended has no block yet.
        let used = used(bytes);
        let is_torn = is_last && used <= HEADER && next_magic(bytes).is_none();
        if used > 0 {
            found.damage.push(damaged(0, used, is_torn));
        }
        return found;
    }
    let mut at = HEADER;
    found.bytes = HEADER as u64;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        if let Some((kind, payload, length)) = block(rest, segment) {
            match kind {
                RECORDS => {
                    _ = records(payload, &mut |record| {
                        found.records += 1;
                        visit(record);
                    })
                }
                CLOSED => found.is_closed = true,
                _ => found.damage.push(damaged(at, at + length, false)),
            }
            at += length;
            found.bytes = at as u64;
            continue;
        }
        let used = used(rest);
        if used == 0 {
            return found;
        }
        match next_block(rest, segment) {
            Some(next) => {
                found.damage.push(damaged(at, at + next, false));
                at += next;
            }
            None => {
                found.damage.push(damaged(at, at + used, is_last && is_unfinished(rest)));
                return found;
            }
        }
    }
}

/// Bytes without the zeros at the end.
fn used(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1)
}

/// The next valid block behind a damaged one. Each place that looks like one is checked, which its length bounds: what
/// is checked in all is bounded by a few times the segment.
fn next_block(bytes: &[u8], segment: u64) -> Option<usize> {
    let mut checked = 0_usize;
    let mut at = 1;
    while let Some(next) = bytes.get(at..).and_then(next_magic) {
        at += next;
        let candidate = bytes.get(at..)?;
        let length = candidate.get(4..8).and_then(|length| length.try_into().ok()).map(u32::from_le_bytes)?;
        checked = checked.saturating_add(candidate.len().min(length as usize + BLOCK));
        if checked > bytes.len().saturating_mul(4) + (1 << 20) {
            return None; // somebody made it up
        }
        if block(candidate, segment).is_some() {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Copies damaged bytes to a file of their own.
pub(crate) fn set_aside(directory: &Path, bytes: &[u8], damage: &mut Damage) {
    let path = directory.join(format!("damaged-{}-{}", damage.segment, damage.offset));
    let (from, length) = (usize::try_from(damage.offset), usize::try_from(damage.bytes));
    let (Ok(from), Ok(length)) = (from, length) else { return };
    let Some(bytes) = bytes.get(from..from.saturating_add(length)) else { return };
    if path.exists() {
        damage.set_aside = Some(path); // by an earlier start
        return;
    }
    let written =
        OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        });
    damage.set_aside = written.is_ok().then_some(path);
}
