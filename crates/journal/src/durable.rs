//! What reaches the disk itself: syncing, and the cleaner that removes old segments.

use std::fs::File;
use std::io;
use std::sync::PoisonError;

use crate::Fault;
use crate::format::appended;
use crate::journal::{Journal, lock};
use crate::scan::{Item, ScanError, scan};
use crate::window::Window;
use crate::writer::{Unsynced, Writer};

impl Journal {
    /// Flushes, and waits until all of it is on the disk. Returns the value of [`Journal::appended`] up to which
    /// all records survive a power failure. Appends and flushes go on meanwhile.
    ///
    /// # Errors
    ///
    /// A write or sync failed. After a failed sync the operating system may have discarded the data, and a later
    /// sync does not bring it back: the journal begins a new segment, and the fault stays until a sync succeeds. A
    /// caller that needs these records on the disk appends them again.
    pub fn sync(&self) -> Result<u64, Fault> {
        let _one = self.syncing.lock().unwrap_or_else(PoisonError::into_inner);
        let (through, unsynced, is_directory_unsynced, disk) = {
            let mut writer = lock(&self.writer);
            match &writer.write_fault {
                Some(fault) => return Err(fault.clone()),
                None if self.appended() != self.written() => self.write(&mut writer)?,
                None => {}
            }
            writer.trim();
            let is_directory_unsynced = std::mem::take(&mut writer.is_directory_unsynced);
            (self.written(), writer.unsynced.clone(), is_directory_unsynced, writer.disk.clone())
        };
        for unsynced in &unsynced {
            if let Err(error) = disk.sync(&unsynced.file) {
                let path = self.directory.segment(unsynced.number);
                let mut writer = lock(&self.writer);
                writer.is_directory_unsynced |= is_directory_unsynced;
                return Err(self.sync_failed(&mut writer, unsynced, Fault::new("sync", path, error)));
            }
            let mut writer = lock(&self.writer);
            // It may have been sealed meanwhile.
            writer.trim();
            writer.unsynced.retain(|now| now.number != unsynced.number || now.offset != unsynced.offset);
        }
        let result =
            if is_directory_unsynced { disk.sync_directory(self.directory.handle()) } else { Ok(()) };
        let mut writer = lock(&self.writer);
        if let Err(error) = result {
            let fault = Fault::new("sync", self.directory.path(), error);
            writer.is_directory_unsynced = true;
            writer.sync_failures += 1;
            writer.sync_fault = Some(fault.clone());
            return Err(fault);
        }
        writer.sync_fault = None;
        Ok(through)
    }

    /// A retry would succeed without having written the data, so the segment is not synced again.
    fn sync_failed(&self, writer: &mut Writer, failed: &Unsynced, fault: Fault) -> Fault {
        writer.sync_failures += 1;
        writer.sync_fault = Some(fault.clone());
        writer.unsynced.retain(|now| now.number != failed.number);
        if writer.current_number() == Some(failed.number) {
            writer.must_rotate = true;
            if writer.held.is_empty() {
                // An error is recorded, and the next write tries again.
                let _ = writer.rotate();
            }
            self.refresh(writer);
        }
        fault
    }

    /// The oldest sealed segment, or `None` if there is only the current one. The cleaner reads it with
    /// [`Journal::read`], appends anew what is still needed, and removes it with [`Journal::remove`].
    #[must_use]
    pub fn oldest(&self) -> Option<u64> {
        lock(&self.writer).sealed.keys().next().copied()
    }

    /// Passes the intact records of a sealed segment to `visit`, which may append. Not to be
    /// called within a batch: flushes would wait for the whole of it.
    ///
    /// # Errors
    ///
    /// The segment is not sealed, does not exist, or cannot be read.
    pub fn read(&self, segment: u64, visit: &mut dyn FnMut(&[u8])) -> Result<(), Fault> {
        let path = self.directory.segment(segment);
        let failed = |error| Fault::new("read", path.clone(), error);
        {
            let mut writer = lock(&self.writer);
            let failures = writer.sync_failures;
            let sealed = writer.sealed.get_mut(&segment);
            sealed.ok_or_else(|| failed(io::Error::other("it is not a sealed segment")))?.read_at =
                Some(failures);
        }
        let file = File::open(&path).map_err(failed)?;
        let mut window = Window::new(file, Vec::new()).map_err(failed)?;
        let result = scan(&mut window, segment, &mut |item| {
            if let Item::Block { header, payload, .. } = item {
                appended(header.flags, payload).for_each(&mut *visit);
            }
        });
        result.map(drop).map_err(|error| match error {
            ScanError::Read(error) => failed(error),
            ScanError::Version(version) => failed(io::Error::other(format!("unknown version {version}"))),
        })
    }

    /// Syncs all that was appended so far, then removes the oldest segment.
    ///
    /// # Errors
    ///
    /// It is not the oldest segment, the sync failed, or a sync has failed since [`Journal::read`] of this segment:
    /// what was appended anew may not be on the disk, and must be read and appended again. Also if the file cannot
    /// be removed; the segment then stays the oldest.
    pub fn remove(&self, segment: u64) -> Result<(), Fault> {
        self.sync()?;
        let path = self.directory.segment(segment);
        let refused = |reason| Err(Fault::new("remove", path.clone(), io::Error::other(reason)));
        let disk = {
            let writer = lock(&self.writer);
            match writer.sealed.first_key_value() {
                Some((oldest, sealed)) if *oldest == segment => {
                    if sealed.read_at.is_some_and(|read_at| read_at != writer.sync_failures) {
                        return refused("a sync has failed since it was read, so it must be read again");
                    }
                }
                _ => return refused("it is not the oldest sealed segment"),
            }
            if writer.segments() == 1 {
                self.directory.note_newest(0); // it is the newest as well, and nobody will miss it
            }
            writer.disk.clone()
        };
        // Flushes go on meanwhile: large files take milliseconds.
        match disk.remove(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(Fault::new("remove", path, error));
            }
            _ => {}
        }
        let mut writer = lock(&self.writer);
        writer.forget(segment);
        self.refresh(&writer);
        drop(writer);
        disk.sync_directory(self.directory.handle()).map_err(|error| {
            let fault = Fault::new("sync", self.directory.path(), error);
            let mut writer = lock(&self.writer);
            writer.is_directory_unsynced = true;
            writer.sync_fault = Some(fault.clone());
            fault
        })
    }
}
