//! Every file operation that changes the directory, in one place, so that tests can make each of them fail.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;

use rustix::fs::{FallocateFlags, OFlags};

#[cfg(test)]
use crate::tests::disk_faults::DiskFaults;

/// What a test can make fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operation {
    Create,
    Allocate,
    Write,
    Truncate,
    Sync,
    SyncDirectory,
    Rename,
    Remove,
}

/// The operating system's files; in tests, with faults.
#[derive(Clone, Debug, Default)]
pub(crate) struct Disk {
    #[cfg(test)]
    pub(crate) faults: DiskFaults,
}

impl Disk {
    /// Creates or empties a file that only its owner can read. A symbolic link is not followed.
    pub(crate) fn create(&self, path: &Path) -> io::Result<File> {
        self.check(Operation::Create)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(true).mode(0o600);
        options.custom_flags(OFlags::NOFOLLOW.bits().cast_signed()).open(path)
    }

    /// Reserves disk space. Where the file system cannot do so, the file only gets this length: one that is shorter was
    /// cut by somebody.
    pub(crate) fn allocate(&self, file: &File, bytes: u64) -> io::Result<()> {
        self.check(Operation::Allocate)?;
        use rustix::io::Errno;
        loop {
            return match rustix::fs::fallocate(file, FallocateFlags::empty(), 0, bytes) {
                Err(Errno::INTR) => continue,
                Ok(()) => Ok(()),
                Err(Errno::OPNOTSUPP | Errno::NOSYS | Errno::INVAL) => file.set_len(bytes),
                Err(error) => Err(error.into()),
            };
        }
    }

    pub(crate) fn write(&self, file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
        self.check(Operation::Write)?;
        #[cfg(test)]
        self.faults.write_within_room(file, bytes, offset)?;
        file.write_all_at(bytes, offset)
    }

    pub(crate) fn truncate(&self, file: &File, length: u64) -> io::Result<()> {
        self.check(Operation::Truncate)?;
        file.set_len(length)
    }

    /// Cuts a file that is not open.
    pub(crate) fn trim(&self, path: &Path, length: u64) -> io::Result<()> {
        self.check(Operation::Truncate)?;
        OpenOptions::new().write(true).open(path)?.set_len(length)
    }

    pub(crate) fn sync(&self, file: &File) -> io::Result<()> {
        self.check(Operation::Sync)?;
        file.sync_data()
    }

    pub(crate) fn sync_directory(&self, directory: &File) -> io::Result<()> {
        self.check(Operation::SyncDirectory)?;
        directory.sync_all()
    }

    pub(crate) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.check(Operation::Rename)?;
        std::fs::rename(from, to)
    }

    pub(crate) fn remove(&self, path: &Path) -> io::Result<()> {
        self.check(Operation::Remove)?;
        std::fs::remove_file(path)
    }

    /// Identifies the time since the machine was started; zeros where the operating system does not say.
    pub(crate) fn boot_id(&self) -> [u8; 16] {
        #[cfg(test)]
        if let Some(boot) = self.faults.boot() {
            return boot;
        }
        std::fs::read_to_string("/proc/sys/kernel/random/boot_id")
            .ok()
            .and_then(|text| u128::from_str_radix(&text.trim().replace('-', ""), 16).ok())
            .map_or([0; 16], u128::to_be_bytes)
    }

    #[cfg(test)]
    fn check(&self, operation: Operation) -> io::Result<()> {
        self.faults.check(operation)
    }

    #[cfg(not(test))]
    #[allow(clippy::unused_self)]
    fn check(&self, _: Operation) -> io::Result<()> {
        Ok(())
    }
}
