//! Reads all segments when a journal is opened, and finds out what is missing.
//!
//! Blocks are numbered over all segments, so that a missing block is noticed even where no byte is left of it. The
//! first block after an opening lists the damage that was reported then, so that new damage can be distinguished from it.

use std::fmt;
use std::fs::File;
use std::path::PathBuf;

use crate::OpenError;
use crate::aside::set_aside;
use crate::directory::Directory;
use crate::disk::Disk;
use crate::format::BlockHeader;
use crate::format::{BEGIN, END, appended, records};
use crate::known::{Known, encode_known};
use crate::scan::{Gap, Item, ScanError, scan};
use crate::window::Window;

/// How the last use of the directory ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The directory had no segments.
    New,
    /// [`Journal::close`](crate::Journal::close) was called: nothing is missing.
    Clean,
    /// The process ended without closing the journal, and the machine ran on: only a flush that had not returned
    /// can be missing.
    Killed,
    /// The machine was started again since, or it is not known: all that was not synced can be missing.
    PowerLost,
}

/// A place where a segment is damaged or missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The number of the segment.
    pub segment: u64,
    /// Where in the segment the damage begins, in bytes.
    pub offset: u64,
    /// Bytes that could not be read; 0 where blocks or a whole segment are missing without a trace.
    pub bytes: u64,
    /// The file with a copy of these bytes. `None` if there are none, if they are of an unfinished flush, or if the
    /// copy could not be written.
    pub set_aside: Option<PathBuf>,
    /// It is the unfinished last flush before the process ended. Nobody was told that this flush had succeeded.
    pub is_torn: bool,
    /// An earlier opening reported it, and the program has flushed records since, or closed the journal.
    pub is_known: bool,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { segment, offset, bytes, .. } = self;
        match (self.is_torn, bytes) {
            (true, _) => {
                write!(f, "segment {segment:010}: {bytes} bytes at {offset} are of an unfinished flush")
            }
            (_, 0) => write!(f, "segment {segment:010}: records are missing at {offset}"),
            _ => write!(f, "segment {segment:010}: {bytes} bytes at {offset} are damaged"),
        }?;
        match &self.set_aside {
            _ if self.is_known => f.write_str(", as was reported before"),
            Some(path) => write!(f, "; copied to {}", path.display()),
            None if self.is_torn || *bytes == 0 => Ok(()),
            None => f.write_str("; they could not be copied, and go with the segment when it is cleaned"),
        }
    }
}

/// A segment that was found.
#[derive(Debug)]
pub(crate) struct Segment {
    pub(crate) number: u64,
    /// Bytes without the zeros at its end.
    pub(crate) content: u64,
}

/// All that was found.
#[derive(Debug)]
pub(crate) struct Recovered {
    pub(crate) segments: Vec<Segment>,
    pub(crate) records: u64,
    pub(crate) damage: Vec<Damage>,
    pub(crate) end: End,
    /// The number of the newest segment that there is or was: one that is gone leaves a gap until it is known.
    pub(crate) newest: u64,
    /// Segments with space that was reserved, and their bytes without it.
    pub(crate) untrimmed: Vec<(u64, u64)>,
    /// The number of the next block.
    pub(crate) sequence: u64,
    /// The list of the damage, for the next block.
    pub(crate) known: Vec<u8>,
}

/// Passes the records of all segments to `visit`, in order.
pub(crate) fn recover(
    directory: &Directory,
    disk: &Disk,
    visit: &mut dyn FnMut(&[u8]),
) -> Result<Recovered, OpenError> {
    let read_error = |path: PathBuf| move |error| OpenError::Read { path, error };
    let numbers = directory.segments().map_err(read_error(directory.path().into()))?;
    let mut reader = Reader::default();
    let mut segments = Vec::new();
    // What the last segment with an intact block says: one that a process has only begun says nothing of the one before.
    let mut boot = None;
    let mut cut = None;
    let mut buffer = Vec::new();
    let mut untrimmed = Vec::new();
    for number in numbers {
        let blocks_before = reader.blocks;
        reader.enter(number, segments.last());
        let path = directory.segment(number);
        let file = File::open(&path).map_err(read_error(path.clone()))?;
        let mut window = Window::new(file, buffer).map_err(read_error(path.clone()))?;
        let scanned = scan(&mut window, number, &mut |item| match item {
            Item::Block { offset, header, payload } => {
                reader.block(number, offset, header, payload);
                for record in appended(header.flags, payload) {
                    reader.records += 1;
                    visit(record);
                }
            }
            Item::Gap(gap) => reader.gap(number, gap),
        });
        let scanned = scanned.map_err(|error| match error {
            ScanError::Read(error) => read_error(path.clone())(error),
            ScanError::Version(version) => OpenError::Version { path: path.clone(), version },
        })?;
        segments.push(Segment { number, content: scanned.content });
        let is_short = scanned.identity.is_some_and(|identity| window.length() < identity.reserved);
        let has_blocks = reader.blocks != blocks_before;
        if has_blocks || boot.is_none() {
            boot = scanned.identity.map(|identity| identity.boot);
        }
        if has_blocks || is_short {
            cut = Some((number, scanned.content)).filter(|_| is_short && !reader.is_ended);
        }
        // Gives back the space that was reserved, once a block follows: until then a segment says by its length that nobody has
        // cut it. Not necessary, so an error does not matter.
        if has_blocks {
            for (number, content) in std::mem::take(&mut untrimmed) {
                let _ = disk.trim(&directory.segment(number), content);
            }
        }
        if window.length() > scanned.content {
            untrimmed.push((number, scanned.content));
        }
        buffer = window.into_buffer();
    }
    reader.decide_torn(cut.is_none());
    if let Some((segment, offset)) = cut.filter(|_| !reader.has_gap) {
        reader.report(segment, Gap { offset, bytes: 0, is_unfinished: false });
    }
    let last = segments.last().map_or(0, |segment| segment.number);
    let noted = directory.newest_noted().unwrap_or(0);
    if noted > last {
        reader.report(last + 1, Gap { offset: 0, bytes: 0, is_unfinished: false });
    }
    let end = match (segments.is_empty(), reader.is_ended, boot) {
        (true, ..) => End::New,
        (_, true, _) => End::Clean,
        (_, _, Some(boot)) if boot == disk.boot_id() && boot != [0; 16] => End::Killed,
        _ => End::PowerLost,
    };
    set_aside(directory, disk, &mut reader.damage);
    let sequence = reader.last.map_or(0, |last| last.wrapping_add(1));
    let known = encode_known(&reader.damage);
    let (records, damage, newest) = (reader.records, reader.damage, last.max(noted));
    Ok(Recovered { segments, records, damage, end, newest, untrimmed, sequence, known })
}

/// What is known of the blocks read so far.
#[derive(Debug, Default)]
struct Reader {
    /// The sequence number of the last intact block.
    last: Option<u64>,
    /// Damage was reported since the last intact block, so that missing numbers are no news.
    has_gap: bool,
    /// The last thing read was the flag of a clean end.
    is_ended: bool,
    /// The indexes of damage that may be an unfinished flush: nothing intact was found after it yet. There are
    /// several if a process was killed in its first flush, and the one before it in its last.
    unfinished: Vec<usize>,
    damage: Vec<Damage>,
    records: u64,
    /// Intact blocks.
    blocks: u64,
}

impl Reader {
    /// Begins with the next segment, and reports those that are missing before it.
    fn enter(&mut self, number: u64, previous: Option<&Segment>) {
        self.is_ended = false;
        // One entry for a whole run: a file with a far-off number must not cost memory.
        if let Some(missing) =
            previous.map(|previous| previous.number + 1).filter(|missing| *missing != number)
        {
            self.report(missing, Gap { offset: 0, bytes: 0, is_unfinished: false });
        }
    }

    fn block(&mut self, number: u64, offset: u64, header: BlockHeader, payload: &[u8]) {
        self.decide_torn(false);
        if self.last.is_some_and(|last| header.sequence != last.wrapping_add(1)) && !self.has_gap {
            self.report(number, Gap { offset, bytes: 0, is_unfinished: false });
        }
        if header.flags & BEGIN != 0 {
            let list = records(payload).next().map(|(list, _)| list);
            Known::decode(list.unwrap_or_default()).mark(&mut self.damage);
        }
        self.has_gap = false;
        self.blocks += 1;
        self.is_ended = header.flags & END != 0;
        self.last = Some(header.sequence);
    }

    fn gap(&mut self, number: u64, gap: Gap) {
        if !gap.is_unfinished {
            self.decide_torn(false);
        }
        self.report(number, gap);
        self.is_ended = false;
        self.unfinished.extend(gap.is_unfinished.then(|| self.damage.len() - 1));
    }

    fn report(&mut self, segment: u64, Gap { offset, bytes, .. }: Gap) {
        self.has_gap = true;
        let (set_aside, is_torn, is_known) = (None, false, false);
        self.damage.push(Damage { segment, offset, bytes, set_aside, is_torn, is_known });
    }

    /// An unfinished block is the end of what a process wrote if nothing follows, or if an opening listed it as
    /// such. Otherwise the process went on writing, so that the block had been complete.
    fn decide_torn(&mut self, is_torn: bool) {
        for index in std::mem::take(&mut self.unfinished) {
            if let Some(damage) = self.damage.get_mut(index) {
                damage.is_torn = is_torn;
            }
        }
    }
}
