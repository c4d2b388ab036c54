//! The side that writes: the current segment, the next one, and the blocks that are on their way.
//!
//! A block is written by one `pwrite` at an offset that only a success moves on. A retry after an error therefore
//! writes the same bytes to the same place, and what an interrupted write left there does not matter.

use std::collections::BTreeMap;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::sync::Arc;

use crate::Fault;
use crate::directory::Directory;
use crate::disk::Disk;
use crate::format::{BEGIN, END, Identity, SEGMENT_HEADER};
use crate::held::Held;
use crate::pending::Blocks;
use crate::recovery::Recovered;

/// The segment that blocks are written to.
#[derive(Debug)]
struct Current {
    identity: Identity,
    file: Arc<File>,
    /// Where the next block goes.
    offset: u64,
}

/// A segment that is ready under the name `next`.
#[derive(Debug)]
struct Prepared {
    identity: Identity,
    file: Arc<File>,
}

/// A segment that nothing is written to any more.
#[derive(Debug)]
pub(crate) struct Sealed {
    pub(crate) bytes: u64,
    /// [`Writer::sync_failures`] when the cleaner read it.
    pub(crate) read_at: Option<u64>,
}

/// A segment with data that may not be on the disk.
#[derive(Clone, Debug)]
pub(crate) struct Unsynced {
    pub(crate) number: u64,
    pub(crate) file: Arc<File>,
    pub(crate) offset: u64,
    is_trimmed: bool,
}

/// All that changes the directory. A thread that writes holds it exclusively.
#[derive(Debug)]
pub(crate) struct Writer {
    pub(crate) disk: Disk,
    pub(crate) directory: Arc<Directory>,
    boot: [u8; 16],
    segment_bytes: u64,
    /// Segments that were found with space that had been reserved, and their bytes without it.
    untrimmed: Vec<(u64, u64)>,
    pub(crate) sealed: BTreeMap<u64, Sealed>,
    /// Bytes of all sealed segments.
    sealed_bytes: u64,
    current: Option<Current>,
    next: Option<Prepared>,
    /// The number of the newest segment in use.
    number: u64,
    sequence: u64,
    /// The list of damage, until a block was made with it.
    known: Option<Vec<u8>>,
    has_begun: bool,
    pub(crate) held: Held,
    /// Why the held blocks are not written.
    pub(crate) write_fault: Option<Fault>,
    /// Files that are in use were removed. Nothing is written to them any more: nobody would read it.
    pub(crate) removed: Option<Fault>,
    /// Why there is no next segment.
    pub(crate) prepare_fault: Option<Fault>,
    /// Why something that was written may not be on the disk.
    pub(crate) sync_fault: Option<Fault>,
    pub(crate) sync_failures: u64,
    /// The data of the current segment may be lost although it was written.
    pub(crate) must_rotate: bool,
    pub(crate) unsynced: Vec<Unsynced>,
    /// A file was renamed or removed since the directory was synced.
    pub(crate) is_directory_unsynced: bool,
    pub(crate) is_ended: bool,
}

impl Writer {
    pub(crate) fn new(directory: Arc<Directory>, disk: Disk, segment_bytes: u64, found: &Recovered) -> Self {
        let sealed = found.segments.iter();
        let sealed = sealed.map(|segment| (segment.number, Sealed { bytes: segment.content, read_at: None }));
        let mut writer = Self {
            boot: disk.boot_id(),
            disk,
            directory,
            segment_bytes: segment_bytes.max(4096),
            untrimmed: found.untrimmed.clone(),
            number: found.newest,
            sealed: sealed.collect(),
            sealed_bytes: found.segments.iter().map(|segment| segment.content).sum(),
            known: Some(found.known.clone()),
            current: None,
            next: None,
            sequence: found.sequence,
            has_begun: false,
            held: Held::default(),
            write_fault: None,
            removed: None,
            prepare_fault: None,
            sync_fault: None,
            sync_failures: 0,
            must_rotate: false,
            unsynced: Vec::new(),
            is_directory_unsynced: true,
            is_ended: false,
        };
        writer.remove_next();
        writer.prepare();
        writer
    }

    /// Writes the blocks that are held. On an error the rest stays held.
    pub(crate) fn write_held(&mut self) -> Result<(), Fault> {
        if !self.held.is_empty()
            && let Some(known) = self.known.take()
        {
            self.held.blocks.insert_first(&known);
        }
        let result = self.try_write_held();
        self.write_fault = result.as_ref().err().cloned();
        result
    }

    fn try_write_held(&mut self) -> Result<(), Fault> {
        if let Some(fault) = &self.removed {
            return Err(fault.clone());
        }
        while let Some(range) = self.held.blocks.range(self.held.next) {
            if !self.held.is_started && !self.fits(range.len()) {
                self.rotate()?;
            }
            let Some(current) = &mut self.current else { break };
            let block = &mut self.held.blocks.bytes[range];
            let begin = if self.has_begun { 0 } else { BEGIN };
            current.identity.seal_block(block, self.sequence, self.held.flags | begin);
            self.held.is_started = true;
            let number = current.identity.number;
            self.disk.write(&current.file, block, current.offset).map_err(|error| {
                Fault::new("write to the journal's segment", self.directory.segment(number), error)
            })?;
            current.offset += block.len() as u64;
            self.sequence += 1;
            self.has_begun = true;
            self.held.advance();
            self.note_unsynced();
        }
        Ok(())
    }

    /// Whether a block can go to the current segment. A block larger than a segment gets one of its own.
    fn fits(&self, bytes: usize) -> bool {
        self.current.as_ref().is_some_and(|current| {
            let is_empty = current.offset == SEGMENT_HEADER as u64;
            !self.must_rotate && (is_empty || current.offset + bytes as u64 <= self.segment_bytes)
        })
    }

    fn note_unsynced(&mut self) {
        let Some(Current { identity, file, offset }) = &self.current else { return };
        match self.unsynced.iter_mut().find(|unsynced| unsynced.number == identity.number) {
            Some(unsynced) => unsynced.offset = *offset,
            None => self.unsynced.push(Unsynced {
                number: identity.number,
                file: Arc::clone(file),
                offset: *offset,
                is_trimmed: false,
            }),
        }
    }

    /// Begins the next segment.
    pub(crate) fn rotate(&mut self) -> Result<(), Fault> {
        if self.next.is_none() {
            // After an error only `maintain` tries again, so that a full disk does not slow down each flush.
            if let Some(fault) = &self.prepare_fault {
                return Err(fault.clone());
            }
            self.prepare();
        }
        let Some(next) = &self.next else {
            let error = || std::io::Error::other("the next segment is missing");
            return Err(self
                .prepare_fault
                .clone()
                .unwrap_or_else(|| Fault::new("use", self.next_path(), error())));
        };
        let (from, to) = (self.directory.next(), self.directory.segment(next.identity.number));
        if let Err(error) = self.disk.rename(&from, &to) {
            // Something else may have removed the file: it is created anew.
            self.next = None;
            self.prepare_fault = Some(Fault::new("rename the journal's next segment to", to, error));
            return self.prepare_fault.clone().map_or(Ok(()), Err);
        }
        self.seal_current();
        if let Some(Prepared { identity, file }) = self.next.take() {
            self.number = identity.number;
            self.directory.note_newest(identity.number);
            self.current = Some(Current { identity, file, offset: SEGMENT_HEADER as u64 });
        }
        self.must_rotate = false;
        self.is_directory_unsynced = true;
        Ok(())
    }

    fn seal_current(&mut self) {
        // It is synced and trimmed there, even if nothing was written since the last sync.
        self.note_unsynced();
        if let Some(current) = self.current.take() {
            self.sealed_bytes += current.offset;
            let sealed = Sealed { bytes: current.offset, read_at: None };
            self.sealed.insert(current.identity.number, sealed);
        }
    }

    /// Prepares the next segment if there is none. Its space is reserved, so that a full disk is noticed here.
    pub(crate) fn prepare(&mut self) {
        if self.next.is_some() || self.is_ended {
            return;
        }
        let salt = RandomState::new().hash_one(self.number);
        let (number, reserved) = (self.number + 1, self.segment_bytes);
        let identity = Identity { number, boot: self.boot, salt, reserved };
        let path = self.next_path();
        let file = self.disk.create(&path).and_then(|file| {
            self.disk.allocate(&file, self.segment_bytes)?;
            self.disk.write(&file, &identity.encode(), 0)?;
            Ok(Arc::new(file))
        });
        match file {
            Ok(file) => {
                self.next = Some(Prepared { identity, file });
                self.prepare_fault = None;
            }
            Err(error) => {
                self.remove_next();
                self.prepare_fault = Some(Fault::new("prepare the journal's next segment", path, error));
            }
        }
    }

    /// Prepares the next segment before `maintain` does, if the current one fills up quickly.
    pub(crate) fn prepare_early(&mut self) {
        let is_filling = self.current.as_ref().is_some_and(|current| current.offset > self.segment_bytes / 2);
        if is_filling && self.prepare_fault.is_none() {
            self.prepare();
        }
    }

    fn next_path(&self) -> PathBuf {
        self.directory.next()
    }

    /// Removes what another process left, or what an error left. What cannot be removed is overwritten later.
    fn remove_next(&mut self) {
        self.next = None;
        let _ = self.disk.remove(&self.next_path());
    }

    /// Bytes that may yet be accepted. Without a next segment the last quarter of the current one is left for what has been
    /// accepted by then, and for records that nobody can refuse.
    pub(crate) fn room(&self) -> usize {
        if self.next.is_some() {
            return usize::MAX;
        }
        let most = self.segment_bytes - self.segment_bytes / 4;
        let room = self.current.as_ref().map_or(0, |current| most.saturating_sub(current.offset));
        let room = if self.must_rotate { 0 } else { room };
        usize::try_from(room).unwrap_or(usize::MAX)
    }

    /// Whether nothing can be written before something is repaired.
    pub(crate) fn is_failing(&self) -> bool {
        self.write_fault.is_some()
            || self.removed.is_some()
            || (self.prepare_fault.is_some() && self.room() == 0)
    }

    /// Looks whether files that are in use were removed by something else.
    pub(crate) fn look_for_removal(&mut self) {
        let is_unlinked = |current: &Current| current.file.metadata().is_ok_and(|file| file.nlink() == 0);
        let path = match &self.current {
            _ if self.removed.is_some() || self.is_ended => return,
            _ if self.directory.is_replaced() => self.directory.path().to_path_buf(),
            Some(current) if is_unlinked(current) => self.directory.segment(current.identity.number),
            _ => return,
        };
        let error = std::io::Error::other("it was removed while the server runs: restart the server");
        self.removed = Some(Fault::new("go on with", path, error));
    }

    /// Gives back the reserved space of sealed segments.
    pub(crate) fn trim(&mut self) {
        // Not before the next one has a block: until then a segment says by its length that nobody has cut it.
        if !self.is_ended
            && self.current.as_ref().is_none_or(|current| current.offset <= SEGMENT_HEADER as u64)
        {
            return;
        }
        let current = self.current_number();
        for (number, content) in std::mem::take(&mut self.untrimmed) {
            let _ = self.disk.trim(&self.directory.segment(number), content);
        }
        for unsynced in self.unsynced.iter_mut().filter(|unsynced| Some(unsynced.number) != current) {
            // An error costs space until the next opening tries again.
            unsynced.is_trimmed =
                unsynced.is_trimmed || self.disk.truncate(&unsynced.file, unsynced.offset).is_ok();
        }
    }

    /// Writes the block of a clean end. Everything held must have been written.
    pub(crate) fn end(&mut self) -> Result<(), Fault> {
        if self.held.is_empty() {
            self.held.blocks = Blocks::empty();
            self.held.flags = END;
        }
        self.write_held()?;
        self.is_ended = true;
        self.seal_current();
        self.trim();
        self.remove_next();
        self.prepare_fault = None;
        self.is_directory_unsynced = true;
        Ok(())
    }

    pub(crate) fn current_number(&self) -> Option<u64> {
        self.current.as_ref().map(|current| current.identity.number)
    }

    /// Bytes of all segments.
    pub(crate) fn bytes(&self) -> u64 {
        self.sealed_bytes + self.current.as_ref().map_or(0, |current| current.offset)
    }

    /// Forgets a segment that was removed.
    pub(crate) fn forget(&mut self, number: u64) {
        self.sealed_bytes -= self.sealed.remove(&number).map_or(0, |sealed| sealed.bytes);
        self.unsynced.retain(|unsynced| unsynced.number != number);
    }

    /// How many segments there are.
    pub(crate) fn segments(&self) -> u64 {
        self.sealed.len() as u64 + u64::from(self.current.is_some())
    }
}
