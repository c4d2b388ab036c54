//! The journal that threads share.
//!
//! Three locks, taken in this order: the writer (files), the gate (batches in progress), the pending buffer. An
//! append takes the last one only and copies the record. A flush without anything to write takes none.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use crate::directory::Directory;
use crate::disk::Disk;
use crate::pending::{Appended, Pending};
use crate::recovery::recover;
use crate::writer::Writer;
use crate::{Damage, End, Fault, OpenError};

/// Where a journal is and how large its parts are.
#[derive(Clone, Debug)]
pub struct Options {
    /// The directory; created with mode 0700 if it does not exist. No other process may use it.
    pub directory: PathBuf,
    /// Bytes of a segment, 32 MiB by default, at least 4 KiB. The space of two segments is reserved in advance. A
    /// block that does not fit gets a larger segment of its own.
    pub segment_bytes: u64,
    /// Bytes that wait at most while writing fails, 16 MiB by default, at most 1 GiB. Further records are dropped.
    pub pending_bytes: usize,
}

impl Options {
    /// The defaults, with this directory.
    #[must_use]
    pub fn new(directory: &Path) -> Self {
        Self { directory: directory.into(), segment_bytes: 32 * 1024 * 1024, pending_bytes: 16 * 1024 * 1024 }
    }
}

/// What was found when a journal was opened.
#[derive(Clone, Debug)]
pub struct Opened {
    /// How many segments there are.
    pub segments: u64,
    /// Bytes of all segments, damaged ones included.
    pub bytes: u64,
    /// How many records were read.
    pub records: u64,
    /// Where something is damaged or missing, in order. Records may be missing wherever `is_torn` is false.
    pub damage: Vec<Damage>,
    /// How the last use ended.
    pub end: End,
    /// Why the journal cannot write: the directory is read-only or full, for example.
    pub faults: Option<Fault>,
}

/// An append-only log of records, shared by threads behind an [`Arc`].
///
/// Dropping it does not close it: that is how a process ends that is killed. Call [`Journal::close`].
#[derive(Debug)]
pub struct Journal {
    pub(crate) writer: Mutex<Writer>,
    /// Batches hold the shared side; taking the pending buffer needs the exclusive one.
    gate: RwLock<()>,
    pending: Mutex<Pending>,
    /// Only one thread syncs at a time.
    pub(crate) syncing: Mutex<()>,
    pub(crate) directory: Arc<Directory>,
    is_available: AtomicBool,
    has_dropped: AtomicBool,
    appended: AtomicU64,
    written: AtomicU64,
    bytes: AtomicU64,
    segments: AtomicU64,
}

impl Journal {
    /// Locks the directory, reads every segment in order and passes each record to `visit`.
    ///
    /// A directory that can be read but not written is no error: the journal is then not available, and
    /// [`Opened::faults`] says why.
    ///
    /// # Errors
    ///
    /// The directory cannot be created, locked or read, or has segments of an unknown version.
    pub fn open(options: Options, visit: &mut dyn FnMut(&[u8])) -> Result<(Self, Opened), OpenError> {
        Self::open_on(Disk::default(), options, visit)
    }

    pub(crate) fn open_on(
        disk: Disk,
        options: Options,
        visit: &mut dyn FnMut(&[u8]),
    ) -> Result<(Self, Opened), OpenError> {
        let directory = Arc::new(Directory::open(&options.directory)?);
        let found = recover(&directory, &disk, visit)?;
        let writer = Writer::new(Arc::clone(&directory), disk, options.segment_bytes, &found);
        let opened = Opened {
            segments: writer.segments(),
            bytes: writer.bytes(),
            records: found.records,
            damage: found.damage,
            end: found.end,
            faults: writer.prepare_fault.clone(),
        };
        let journal = Self {
            directory,
            writer: Mutex::new(writer),
            gate: RwLock::new(()),
            pending: Mutex::new(Pending::new(options.pending_bytes)),
            syncing: Mutex::new(()),
            is_available: AtomicBool::new(false),
            has_dropped: AtomicBool::new(false),
            appended: AtomicU64::new(0),
            written: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            segments: AtomicU64::new(0),
        };
        journal.refresh(&lock(&journal.writer));
        Ok((journal, opened))
    }

    /// Appends a record, which is the concatenation of `parts`. It is written by the next [`Journal::flush`].
    ///
    /// The record is dropped, and [`Journal::take_dropped`] says so, if it is longer than 64 MiB, if writing fails
    /// and [`Options::pending_bytes`] are waiting, or if 1 GiB is waiting. After [`Journal::close`] it is ignored.
    pub fn append(&self, parts: &[&[u8]]) {
        let mut pending = lock(&self.pending);
        match pending.push(parts) {
            Appended::Ignored => return,
            Appended::Dropped => {
                self.has_dropped.store(true, Ordering::Release);
                return;
            }
            Appended::Full => self.is_available.store(false, Ordering::Relaxed),
            Appended::Fits => {}
        }
        // Within the lock, so that the number of records taken with a buffer is exact.
        self.appended.fetch_add(1, Ordering::Release);
    }

    /// Whether a record appended now will be written: the last write succeeded, less than
    /// [`Options::pending_bytes`] are waiting, and reserved space is left. Costs one relaxed load.
    #[must_use]
    pub fn is_available(&self) -> bool {
        self.is_available.load(Ordering::Relaxed)
    }

    /// Hands all that was appended before the call to the operating system, so that it survives the end of this
    /// process. Waits for a write by another thread that contains earlier appends. Costs two loads if there is
    /// nothing to write.
    ///
    /// All records of one flush are read back, or none, up to 1 MiB of them; a batch always stays together.
    ///
    /// # Errors
    ///
    /// A write failed, now or since [`Journal::maintain`] last tried again. The records stay in memory.
    pub fn flush(&self) -> Result<(), Fault> {
        let wanted = self.appended.load(Ordering::Acquire);
        if self.written.load(Ordering::Acquire) >= wanted {
            return Ok(());
        }
        let mut writer = lock(&self.writer);
        // Another thread may have written these records while this one waited.
        if self.written.load(Ordering::Acquire) >= wanted {
            return Ok(());
        }
        match &writer.write_fault {
            Some(fault) => Err(fault.clone()),
            None => self.write(&mut writer),
        }
    }

    /// Runs `work` and keeps all that it appends in one block, which is read back as a whole or not at all. Other
    /// threads' flushes wait until it has finished.
    ///
    /// `work` must not start another batch or call any method that writes; it would wait for itself.
    pub fn batch<R>(&self, work: impl FnOnce() -> R) -> R {
        let _gate = self.gate.read().unwrap_or_else(PoisonError::into_inner);
        lock(&self.pending).begin_batch();
        let _batch = Batch(&self.pending);
        work()
    }

    /// How many records were ever appended. Compare with the result of [`Journal::sync`].
    #[must_use]
    pub fn appended(&self) -> u64 {
        self.appended.load(Ordering::Acquire)
    }

    /// What a background thread calls about once a second: tries again what failed, looks whether files that are in use
    /// were removed (which ends writing until the journal is opened again), prepares the next segment, gives back reserved space that is not needed. Syncs only if more than eight segments were never synced.
    pub fn maintain(&self) {
        let mut writer = lock(&self.writer);
        writer.look_for_removal();
        writer.prepare();
        if writer.write_fault.is_some() {
            // The fault stays recorded, and the next call tries again.
            let _ = self.write(&mut writer);
        }
        writer.trim();
        self.refresh(&writer);
        // Each keeps a file open.
        let is_late = writer.unsynced.len() > 8;
        drop(writer);
        if is_late {
            let _ = self.sync();
        }
    }

    /// What is wrong, for an operator; `None` if nothing is. The most important fault first: a write, after files that were removed, then a sync,
    /// then the preparation of the next segment.
    #[must_use]
    pub fn fault(&self) -> Option<Fault> {
        let writer = lock(&self.writer);
        let faults = [&writer.removed, &writer.write_fault, &writer.sync_fault, &writer.prepare_fault];
        faults.into_iter().find_map(Clone::clone)
    }

    /// Bytes of all segments, without what was only reserved.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// How many segments there are.
    #[must_use]
    pub fn segments(&self) -> u64 {
        self.segments.load(Ordering::Relaxed)
    }

    /// Whether records were dropped since the last call.
    pub fn take_dropped(&self) -> bool {
        self.has_dropped.swap(false, Ordering::AcqRel)
    }

    /// Ends the journal: writes what is pending and the mark of a clean end, and syncs all. Later appends are
    /// ignored. The directory stays locked until the journal is dropped.
    ///
    /// # Errors
    ///
    /// A write or sync failed. A further call tries again.
    pub fn close(&self) -> Result<(), Fault> {
        {
            let mut writer = lock(&self.writer);
            lock(&self.pending).is_closed = true;
            if !writer.is_ended {
                let result = self.write(&mut writer).and_then(|()| writer.end());
                self.refresh(&writer);
                result?;
            }
        }
        self.sync().map(drop)
    }

    /// Writes what is held from an earlier error, then all that is pending.
    pub(crate) fn write(&self, writer: &mut Writer) -> Result<(), Fault> {
        let mut result = self.write_held(writer);
        if result.is_ok() {
            {
                let _gate = self.gate.write().unwrap_or_else(PoisonError::into_inner);
                let mut pending = lock(&self.pending);
                writer.held.through = self.appended.load(Ordering::Acquire);
                pending.take(&mut writer.held.blocks);
            }
            result = self.write_held(writer);
        }
        writer.prepare_early();
        self.refresh(writer);
        result
    }

    fn write_held(&self, writer: &mut Writer) -> Result<(), Fault> {
        writer.write_held()?;
        self.written.store(writer.held.through, Ordering::Release);
        Ok(())
    }

    /// The value of [`Journal::appended`] up to which all is written. Exact while the writer is held.
    pub(crate) fn written(&self) -> u64 {
        self.written.load(Ordering::Acquire)
    }

    /// Publishes what other threads read without the writer.
    pub(crate) fn refresh(&self, writer: &Writer) {
        let mut pending = lock(&self.pending);
        let is_available = pending.refresh(writer.held.bytes(), writer.room(), writer.is_failing());
        self.is_available.store(is_available, Ordering::Relaxed);
        self.bytes.store(writer.bytes(), Ordering::Relaxed);
        self.segments.store(writer.segments(), Ordering::Relaxed);
    }
}

/// A batch in progress; it also ends when its work panics.
struct Batch<'a>(&'a Mutex<Pending>);

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        lock(self.0).end_batch();
    }
}

/// A panic of another thread leaves nothing half done behind these locks that a retry would not repair.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
