//! Memory that outlives processes, and locks that do not.

use std::fs::{File, OpenOptions};
use std::os::fd::{AsRawFd, FromRawFd};
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use baton_near_cache::{Living, Region, Settings, Table};

/// What children tell their parent.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) stop: AtomicBool,
    pub(crate) actions: AtomicU64,
    /// The longest action of all, in nanoseconds; and the longest without what it waited for a core.
    pub(crate) pause: AtomicU64,
    pub(crate) own_pause: AtomicU64,
}

/// A file in memory, mapped twice, and a page for the report.
#[derive(Debug)]
pub(crate) struct Shared {
    file: File,
    len: usize,
    rw: NonNull<u8>,
    ro: NonNull<u8>,
    pub(crate) report: &'static Report,
}

impl Shared {
    pub(crate) fn new(len: usize) -> Self {
        // SAFETY: the name is a C string; the descriptor is new and this file's.
        let file =
            unsafe { File::from_raw_fd(libc::memfd_create(c"near-cache".as_ptr(), libc::MFD_CLOEXEC)) };
        file.set_len(len as u64).unwrap();
        let map = |protection| map(len, protection, libc::MAP_SHARED, file.as_raw_fd());
        let (rw, ro) = (map(libc::PROT_READ | libc::PROT_WRITE), map(libc::PROT_READ));
        let page =
            self::map(4096, libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS, -1);
        // SAFETY: zeros are a report, and the page is never unmapped.
        let report = unsafe { page.cast::<Report>().as_ref() };
        Self { file, len, rw, ro, report }
    }

    pub(crate) fn table(&self) -> Arc<Table> {
        // SAFETY: both are mappings of the file, and outlive the process's tables.
        let region = unsafe { Region::new(self.rw, self.ro, self.len) };
        Arc::new(
            Table::open_or_format(region, &Settings { workers: 16, seed: [11, 12], ..Settings::default() })
                .unwrap(),
        )
    }

    /// Locks of a file description that this process shares with nobody.
    pub(crate) fn locks(&self) -> Locks {
        let path = format!("/proc/self/fd/{}", self.file.as_raw_fd());
        Locks(OpenOptions::new().read(true).write(true).open(path).unwrap())
    }
}

fn map(len: usize, protection: i32, flags: i32, descriptor: i32) -> NonNull<u8> {
    // SAFETY: a new mapping at an address that the kernel chooses.
    let start = unsafe { libc::mmap(std::ptr::null_mut(), len, protection, flags, descriptor, 0) };
    assert_ne!(start, libc::MAP_FAILED);
    NonNull::new(start.cast()).unwrap()
}

/// A byte of the file for each slot: the kernel lets go of it when the process ends.
#[derive(Debug)]
pub(crate) struct Locks(File);

impl Locks {
    fn lock(&self, slot: u16, command: i32, kind: i32) -> Option<libc::flock> {
        // SAFETY: zeros are a flock.
        let mut lock: libc::flock = unsafe { std::mem::zeroed() };
        lock.l_type = kind as i16;
        lock.l_whence = libc::SEEK_SET as i16;
        (lock.l_start, lock.l_len) = (i64::from(slot), 1);
        // SAFETY: the descriptor is open, and the lock this function's.
        (unsafe { libc::fcntl(self.0.as_raw_fd(), command, &raw mut lock) } == 0).then_some(lock)
    }
}

impl Living for Locks {
    fn claim(&self, slot: u16) -> bool {
        self.lock(slot, libc::F_OFD_SETLK, libc::F_WRLCK).is_some()
    }

    fn release(&self, slot: u16) {
        self.lock(slot, libc::F_OFD_SETLK, libc::F_UNLCK);
    }

    fn is_alive(&self, slot: u16) -> bool {
        self.lock(slot, libc::F_OFD_GETLK, libc::F_WRLCK)
            .is_none_or(|lock| i32::from(lock.l_type) != libc::F_UNLCK)
    }
}
