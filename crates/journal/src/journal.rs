//! The log: its buffer, its current segment, and its segments of before.

use std::collections::BTreeMap;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::mem;
use std::os::unix::fs::{DirBuilderExt as _, FileExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use rustix::fs::{FallocateFlags, FlockOperation, fallocate, flock};
use rustix::io::Errno;

use crate::fault::{Fault, OpenError};
use crate::read::{Damage, End, file_name, list, read_file, scan, set_aside};
use crate::segment::{BLOCK, BadHeader, CLOSED, HEADER, Header, RECORDS, seal};

/// Where the next segment is prepared.
const NEXT: &str = "next";
const LOCK: &str = "lock";
/// The largest buffer that is kept between two flushes.
const SPARE: usize = 1 << 20;

/// Where a log is, and its sizes.
#[derive(Debug, Clone)]
pub struct Options {
    /// The directory. It is made if it is missing, for this user alone.
    pub directory: PathBuf,
    /// Bytes of a segment.
    pub segment_bytes: u64,
    /// Bytes that may wait to be written. Beyond that the log is [unavailable](Journal::is_available); beyond
    /// twice that records are dropped.
    pub pending_bytes: usize,
}

impl Options {
    /// Segments of 32 MiB, 16 MiB of which may wait.
    pub fn new(directory: &Path) -> Self {
        Self { directory: directory.to_owned(), segment_bytes: 32 << 20, pending_bytes: 16 << 20 }
    }
}

/// What a log had when it was opened.
#[derive(Debug)]
pub struct Opened {
    /// Its segments.
    pub segments: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Records that were read.
    pub records: u64,
    /// What could not be read.
    pub damage: Vec<Damage>,
    /// How the process before ended.
    pub end: End,
}

/// An append-only log. All methods may be called by any thread.
#[derive(Debug)]
pub struct Journal {
    options: Options,
    boot: [u8; 16],
    pending: Mutex<Pending>,
    /// Held by batches, shared, and by whoever takes the buffer, alone.
    batches: RwLock<()>,
    /// Bytes of records appended so far, and of those that are written.
    appended: AtomicU64,
    written: AtomicU64,
    waiting_bytes: AtomicUsize,
    is_writable: AtomicBool,
    writer: Mutex<Writer>,
    /// The bytes of each segment, of which the last may be the current one.
    segments: Mutex<BTreeMap<u64, u64>>,
}

/// Records that are not written, behind the room for a block's head.
#[derive(Debug)]
struct Pending {
    buffer: Vec<u8>,
    has_dropped: bool,
    is_closed: bool,
}

#[derive(Debug)]
struct Writer {
    lock: Option<File>,
    current: Option<Current>,
    next: Option<File>,
    next_number: u64,
    /// A payload that was taken and is not written yet.
    taken: Vec<u8>,
    /// Up to where the log is written once `taken` is.
    taken_up_to: u64,
    /// Sealed segments that are not synced.
    unsynced: Vec<Arc<File>>,
    fault: Option<Fault>,
}

#[derive(Debug)]
struct Current {
    number: u64,
    file: Arc<File>,
    at: u64,
}

fn empty_block() -> Vec<u8> {
    vec![0; BLOCK]
}

/// What a panic leaves behind is whole: each change is made at once.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Journal {
    /// Locks the directory, reads every segment in order, and passes each record to `visit`.
    ///
    /// A directory that cannot be written is no error: the log opens, and is
    /// [unavailable](Self::is_available).
    ///
    /// # Errors
    /// What the operator has to change: the directory cannot be made or read, another process has it, or a
    /// later version wrote it.
    pub fn open(options: Options, visit: &mut dyn FnMut(&[u8])) -> Result<(Self, Opened), OpenError> {
        let directory = options.directory.clone();
        match DirBuilder::new().mode(0o700).create(&directory) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                return Err(OpenError::Unreadable(Fault::new("make the directory", &directory, &error)));
            }
            _ => {}
        }
        let lock = match lock(&directory) {
            Ok(lock) => Some(lock),
            Err(NotLocked::InUse) => return Err(OpenError::InUse(directory)),
            Err(NotLocked::Fault(fault, ErrorKind::PermissionDenied)) => {
                return Err(OpenError::Unreadable(fault));
            }
            Err(NotLocked::Fault(..)) => None, // a full disk, or one that is read only: tried again later
        };
        let boot = boot_id();
        let (opened, segments, last) = read_all(&directory, boot, visit)?;
        let writer = Writer {
            lock,
            current: None,
            next: None,
            next_number: last.map_or(1, |last| last.saturating_add(1)),
            taken: Vec::new(),
            taken_up_to: 0,
            unsynced: Vec::new(),
            fault: None,
        };
        let journal = Self {
            options,
            boot,
            pending: Mutex::new(Pending { buffer: empty_block(), has_dropped: false, is_closed: false }),
            batches: RwLock::new(()),
            appended: AtomicU64::new(0),
            written: AtomicU64::new(0),
            waiting_bytes: AtomicUsize::new(0),
            is_writable: AtomicBool::new(false),
            writer: Mutex::new(writer),
            segments: Mutex::new(segments),
        };
        journal.maintain();
        Ok((journal, opened))
    }

    /// Appends a record, the concatenation of `parts`, to what waits to be written. While the log is
    /// unavailable and twice [`Options::pending_bytes`] wait, it is dropped ([`take_dropped`](Self::take_dropped)).
    pub fn append(&self, parts: &[&[u8]]) {
        let length: usize = parts.iter().map(|part| part.len()).sum();
        let Ok(prefix) = u32::try_from(length) else { return };
        let mut pending = locked(&self.pending);
        if pending.is_closed {
            return;
        }
        if pending.buffer.len() > self.options.pending_bytes.saturating_mul(2) {
            pending.has_dropped = true;
            return;
        }
        pending.buffer.extend_from_slice(&prefix.to_le_bytes());
        parts.iter().for_each(|part| pending.buffer.extend_from_slice(part));
        self.waiting_bytes.store(pending.buffer.len(), Ordering::Relaxed);
        self.appended.fetch_add(length as u64 + 4, Ordering::Release);
    }

    /// Whether what is appended now will be written, as far as is known: the last write succeeded, the next
    /// segment is prepared, and no more waits than may.
    pub fn is_available(&self) -> bool {
        self.is_writable.load(Ordering::Relaxed)
            && self.waiting_bytes.load(Ordering::Relaxed) <= self.options.pending_bytes
    }

    /// Bytes of records appended so far: what [`sync`](Self::sync) counts in.
    pub fn appended(&self) -> u64 {
        self.appended.load(Ordering::Acquire)
    }

    /// Has all that `work` appends written in one block: a reader finds all of it or nothing. It must not
    /// flush.
    pub fn batch<R>(&self, work: impl FnOnce() -> R) -> R {
        let _shared = self.batches.read().unwrap_or_else(PoisonError::into_inner);
        work()
    }

    /// Writes all that was appended before the call. Two loads of atomics if there is nothing to write; waits
    /// if another thread is writing it.
    ///
    /// # Errors
    /// It could not be written. It waits, and the log is unavailable until [`maintain`](Self::maintain) or
    /// another flush has written it.
    pub fn flush(&self) -> Result<(), Fault> {
        if self.appended.load(Ordering::Acquire) == self.written.load(Ordering::Acquire) {
            return Ok(());
        }
        self.flush_with(&mut locked(&self.writer))
    }

    fn flush_with(&self, writer: &mut Writer) -> Result<(), Fault> {
        let outcome = self.write_pending(writer);
        writer.fault = outcome.as_ref().err().cloned();
        self.is_writable.store(writer.is_writable(), Ordering::Relaxed);
        outcome
    }

    fn write_pending(&self, writer: &mut Writer) -> Result<(), Fault> {
        loop {
            if writer.taken.is_empty() && !self.take(writer) {
                return Ok(());
            }
            self.write_block(writer, RECORDS)?;
            self.written.store(writer.taken_up_to, Ordering::Release);
        }
    }

    /// Takes what waits; whether there was anything.
    fn take(&self, writer: &mut Writer) -> bool {
        let _alone = self.batches.write().unwrap_or_else(PoisonError::into_inner);
        let mut pending = locked(&self.pending);
        if pending.buffer.len() <= BLOCK {
            return false;
        }
        let room = if pending.buffer.capacity() > SPARE { 0 } else { pending.buffer.capacity() };
        let mut empty = Vec::with_capacity(room.max(BLOCK));
        empty.resize(BLOCK, 0);
        writer.taken = mem::replace(&mut pending.buffer, empty);
        writer.taken_up_to = self.appended.load(Ordering::Acquire);
        self.waiting_bytes.store(BLOCK, Ordering::Relaxed);
        true
    }

    /// Writes `taken` as a block, into the next segment where the current one has no room.
    fn write_block(&self, writer: &mut Writer, kind: u32) -> Result<(), Fault> {
        let length = writer.taken.len() as u64 + 1;
        let has_room = writer.current.as_ref().is_some_and(|current| {
            current.at == HEADER as u64 || current.at.saturating_add(length) <= self.options.segment_bytes
        });
        if !has_room {
            self.begin_segment(writer)?;
        }
        let Some(Current { number, file, at }) = &mut writer.current else { return Ok(()) };
        let mut block = mem::take(&mut writer.taken);
        seal(&mut block, *number, kind);
        let path = self.options.directory.join(file_name(*number));
        if let Err(error) = file.write_all_at(&block, *at) {
            block.pop(); // the same is written to the same place next time
            writer.taken = block;
            return Err(Fault::new("write", &path, &error));
        }
        *at += length;
        *locked(&self.segments).entry(*number).or_default() = *at;
        Ok(())
    }

    /// Seals the current segment, and begins the one that was prepared.
    fn begin_segment(&self, writer: &mut Writer) -> Result<(), Fault> {
        let directory = &self.options.directory;
        if writer.lock.is_none() {
            writer.lock = Some(lock(directory).map_err(|error| error.fault(directory))?);
        }
        let next = match writer.next.take() {
            Some(next) => next,
            None => self.prepared()?,
        };
        let number = writer.next_number;
        let path = directory.join(file_name(number));
        let header = Header { number, boot: self.boot }.write();
        let begun = next.write_all_at(&header, 0).and_then(|()| fs::rename(directory.join(NEXT), &path));
        if let Err(error) = begun {
            writer.next = Some(next);
            return Err(Fault::new("begin", &path, &error));
        }
        writer.next_number += 1;
        let begun = Current { number, file: Arc::new(next), at: HEADER as u64 };
        locked(&self.segments).insert(number, begun.at);
        if let Some(sealed) = writer.current.replace(begun) {
            // What it does not need is given back; if that fails, zeros stay at its end.
            _ = sealed.file.set_len(sealed.at);
            writer.unsynced.push(sealed.file);
        }
        writer.next = self.prepared().ok(); // `maintain` says why there is none
        Ok(())
    }

    /// A file for the next segment, with its space.
    fn prepared(&self) -> Result<File, Fault> {
        let path = self.options.directory.join(NEXT);
        let cannot = |error: io::Error| Fault::new("prepare the next segment", &path, &error);
        let options = &mut OpenOptions::new();
        let file = options.write(true).create(true).truncate(true).mode(0o600).open(&path).map_err(cannot)?;
        match fallocate(&file, FallocateFlags::empty(), 0, self.options.segment_bytes) {
            // Some file systems cannot: there a full disk is noticed by the write.
            Ok(()) | Err(Errno::OPNOTSUPP | Errno::NOSYS | Errno::INVAL) => Ok(file),
            Err(error) => Err(cannot(error.into())),
        }
    }

    /// Writes and syncs all that was appended before the call; returns up to where that is, as
    /// [`appended`](Self::appended) counts.
    ///
    /// # Errors
    /// It could not be written or synced. What could not be synced may never be on the disk, though it is
    /// still read now: it counts as [dropped](Self::take_dropped).
    pub fn sync(&self) -> Result<u64, Fault> {
        let (up_to, files) = {
            let mut writer = locked(&self.writer);
            self.flush_with(&mut writer)?;
            let mut files = mem::take(&mut writer.unsynced);
            files.extend(writer.current.as_ref().map(|current| Arc::clone(&current.file)));
            (self.written.load(Ordering::Acquire), files)
        };
        for file in files {
            if let Err(error) = file.sync_data() {
                let fault = Fault::new("sync", &self.options.directory, &error);
                locked(&self.pending).has_dropped = true;
                locked(&self.writer).fault = Some(fault.clone());
                self.is_writable.store(false, Ordering::Relaxed);
                return Err(fault);
            }
        }
        Ok(up_to)
    }

    /// Tries again what failed, and prepares the next segment. To be called about once a second.
    pub fn maintain(&self) {
        let mut writer = locked(&self.writer);
        if locked(&self.pending).is_closed {
            return;
        }
        let tried = self.write_pending(&mut writer).and_then(|()| {
            if writer.lock.is_none() {
                let directory = &self.options.directory;
                writer.lock = Some(lock(directory).map_err(|error| error.fault(directory))?);
            }
            if writer.next.is_none() {
                writer.next = Some(self.prepared()?);
            }
            Ok(())
        });
        writer.fault = tried.err();
        self.is_writable.store(writer.is_writable(), Ordering::Relaxed);
    }

    /// Why the log cannot be written, if it cannot.
    pub fn fault(&self) -> Option<Fault> {
        locked(&self.writer).fault.clone()
    }

    /// Whether records were dropped, once: a reader must be told that some before this moment may be missing.
    /// False while the log is unavailable.
    pub fn take_dropped(&self) -> bool {
        self.is_available() && mem::take(&mut locked(&self.pending).has_dropped)
    }

    /// Bytes of all segments.
    pub fn bytes(&self) -> u64 {
        locked(&self.segments).values().sum()
    }

    /// How many segments there are.
    pub fn segments(&self) -> u64 {
        locked(&self.segments).len() as u64
    }

    /// The oldest segment; `None` if the log has but the current one.
    pub fn oldest(&self) -> Option<u64> {
        let writer = locked(&self.writer);
        let oldest = locked(&self.segments).first_key_value().map(|(number, _)| *number)?;
        let is_current = writer.current.as_ref().is_some_and(|current| current.number == oldest);
        (!is_current).then_some(oldest)
    }

    /// Passes each record of a segment to `visit`. Damaged parts are left out: [`open`](Self::open) reported them.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(&self, segment: u64, visit: &mut dyn FnMut(&[u8])) -> Result<(), Fault> {
        let mut bytes = Vec::new();
        read_file(&self.options.directory.join(file_name(segment)), &mut bytes)?;
        scan(&bytes, segment, false, visit);
        Ok(())
    }

    /// Removes a segment that nothing is needed of any more, once all that was appended is on disk.
    ///
    /// # Errors
    /// Something could not be written or synced, or the file not be removed. It is still there.
    pub fn remove(&self, segment: u64) -> Result<(), Fault> {
        self.sync()?;
        let directory = &self.options.directory;
        let path = directory.join(file_name(segment));
        let removed = fs::remove_file(&path).and_then(|()| File::open(directory)?.sync_all());
        removed.map_err(|error| Fault::new("remove", &path, &error))?;
        locked(&self.segments).remove(&segment);
        Ok(())
    }

    /// Writes all that was appended and ends the log, on the disk. What is appended later is ignored.
    ///
    /// # Errors
    /// Something could not be written or synced.
    pub fn close(&self) -> Result<(), Fault> {
        let mut writer = locked(&self.writer);
        self.flush_with(&mut writer)?;
        locked(&self.pending).is_closed = true;
        self.is_writable.store(false, Ordering::Relaxed);
        if writer.current.is_none() {
            return Ok(()); // nothing was written by this process
        }
        writer.taken = empty_block();
        self.write_block(&mut writer, CLOSED)?;
        let directory = &self.options.directory;
        _ = fs::remove_file(directory.join(NEXT));
        let cannot = |error| Fault::new("sync", directory, &error);
        for file in mem::take(&mut writer.unsynced) {
            file.sync_data().map_err(cannot)?;
        }
        if let Some(Current { file, at, .. }) = writer.current.take() {
            _ = file.set_len(at);
            file.sync_all().map_err(cannot)?;
        }
        File::open(directory).and_then(|directory| directory.sync_all()).map_err(cannot)
    }
}

impl Writer {
    fn is_writable(&self) -> bool {
        self.fault.is_none() && self.next.is_some() && self.lock.is_some()
    }
}

enum NotLocked {
    InUse,
    Fault(Fault, ErrorKind),
}

impl NotLocked {
    fn fault(self, directory: &Path) -> Fault {
        match self {
            Self::Fault(fault, _) => fault,
            Self::InUse => {
                let error = io::Error::new(ErrorKind::AddrInUse, "another process has it");
                Fault::new("lock", directory, &error)
            }
        }
    }
}

/// Locks the directory for as long as the file is open.
fn lock(directory: &Path) -> Result<File, NotLocked> {
    let path = directory.join(LOCK);
    let cannot = |error: &io::Error| NotLocked::Fault(Fault::new("lock", &path, error), error.kind());
    let options = &mut OpenOptions::new();
    let opened = options.write(true).create(true).truncate(false).mode(0o600).open(&path);
    let file = opened.map_err(|error| cannot(&error))?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(file),
        Err(Errno::WOULDBLOCK) => Err(NotLocked::InUse),
        Err(error) => Err(cannot(&error.into())),
    }
}

type Segments = BTreeMap<u64, u64>;

fn read_all(
    directory: &Path,
    boot: [u8; 16],
    visit: &mut dyn FnMut(&[u8]),
) -> Result<(Opened, Segments, Option<u64>), OpenError> {
    let numbers = list(directory).map_err(OpenError::Unreadable)?;
    let last = numbers.last().copied();
    let mut opened = Opened { segments: 0, bytes: 0, records: 0, damage: Vec::new(), end: End::New };
    let mut segments = Segments::new();
    let mut bytes = Vec::new();
    let mut previous = None;
    for number in numbers {
        if let Some(missing) = previous.map(|previous: u64| previous + 1).filter(|missing| *missing != number)
        {
            let (offset, bytes) = (0, 0);
            opened.damage.push(Damage { segment: missing, offset, bytes, set_aside: None, is_torn: false });
        }
        previous = Some(number);
        let path = directory.join(file_name(number));
        read_file(&path, &mut bytes).map_err(OpenError::Unreadable)?;
        let found = scan(&bytes, number, Some(number) == last, visit);
        match found.header {
            Ok(header) if found.is_closed && Some(number) == last => {
                let _ = header;
                opened.end = End::Closed;
            }
            Ok(header) if header.boot == boot => opened.end = End::Killed,
            Ok(_) => opened.end = End::PowerLost,
            Err(BadHeader::Newer(version)) => return Err(OpenError::Newer { path, version }),
            Err(BadHeader::Damaged) => {}
        }
        for mut damage in found.damage {
            set_aside(directory, &bytes, &mut damage);
            opened.damage.push(damage);
        }
        opened.records += found.records;
        opened.segments += 1;
        opened.bytes += found.bytes;
        segments.insert(number, bytes.len() as u64);
    }
    Ok((opened, segments, last))
}

/// What distinguishes this start of the machine from all others; zeros where the kernel does not say.
fn boot_id() -> [u8; 16] {
    let text = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let digits: Vec<u8> = text.chars().filter_map(|c| Some(c.to_digit(16)? as u8)).collect();
    let mut id = [0; 16];
    for (byte, pair) in id.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = pair[0] << 4 | pair[1];
    }
    id
}
