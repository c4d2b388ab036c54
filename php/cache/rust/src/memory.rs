//! Memory that the processes of one tree share, at the same addresses in all of them.
//!
//! Addresses are reserved once, before PHP forks. What lies there is opened by each process when it first needs it: the memory
//! that was made with the reservation, for processes of the same user; and for those that have changed to another user, as the
//! workers of PHP-FPM do, a file of that user's in `/dev/shm`, so that pools of different users share nothing. It is seen twice:
//! once to write, and once to read alone, so that nothing which PHP is handed can be written to by mistake.
#![allow(unsafe_code, reason = "maps memory at addresses of its own")]

use std::ffi::c_void;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::ptr::{self, NonNull};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use baton_near_cache::{OpenError, Region, Settings, Table};
use rustix::fs::{FallocateFlags, FlockOperation, MemfdFlags};
use rustix::mm::{MapFlags, ProtFlags};

use crate::process::Process;
use crate::seats::Seats;

/// Where files are kept that are memory.
const FOLDER: &str = "/dev/shm";

/// Files there are opened with these: neither what a link leads to, nor waiting for the other end of a pipe.
const FLAGS: i32 = libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_CLOEXEC;

/// A file that is taken for an orphan while it is opened is made so often. Each process looks for orphans once.
const ATTEMPTS: usize = 100;

/// Addresses for two views, and the memory for processes of the user who made it. Lives as long as PHP does.
#[derive(Debug)]
pub struct Memory {
    base: NonNull<c_void>,
    len: usize,
    settings: Settings,
    /// Made with the reservation. It takes no memory before somebody writes there.
    own: OwnedFd,
    user: u32,
    process: Process,
    /// Distinguishes the files of this tree from those of others.
    tree: u64,
    opened: Mutex<Option<Opened>>,
}

/// What a process has opened, and its children after it.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The table that all processes of the tree and the user share.
    pub table: Arc<Table>,
    /// Who of them lives, as this process sees it.
    pub seats: Arc<Seats>,
}

// SAFETY: the base is an address that is mapped for as long as the process lives; what is done there goes through `Table`.
unsafe impl Send for Memory {}
// SAFETY: as above; `opened` is behind its lock.
unsafe impl Sync for Memory {}

/// Why there is no memory.
#[derive(Debug)]
pub enum MemoryError {
    /// A system call failed: what was tried, and how it ended.
    System(&'static str, io::Error),
    /// A file has the name that ours should have, and belongs to somebody else or may be read by others.
    NotOurs(PathBuf),
    /// It holds no table.
    Table(OpenError),
}

impl std::fmt::Display for MemoryError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::System("allocate", error) => write!(
                f,
                "{FOLDER} has no room for it ({error}): lower baton_cache.maxmemory, or give {FOLDER} more (a container has 64 MB unless it is started with --shm-size)"
            ),
            Self::System(what, error) => write!(f, "the system could not {what} it: {error}"),
            Self::NotOurs(path) => {
                write!(f, "{} belongs to another user, or may be read by others: remove it", path.display())
            }
            Self::Table(error) => error.fmt(f),
        }
    }
}

fn system<T>(what: &'static str) -> impl FnOnce(rustix::io::Errno) -> Result<T, MemoryError> {
    move |errno| Err(MemoryError::System(what, errno.into()))
}

impl Memory {
    /// Reserves addresses for `len` bytes, a multiple of the page size, twice.
    pub fn reserve(len: usize, settings: Settings) -> Result<Self, MemoryError> {
        // SAFETY: an address of the kernel's choice, where nothing is.
        let base = unsafe {
            rustix::mm::mmap_anonymous(
                ptr::null_mut(),
                2 * len,
                ProtFlags::empty(),
                MapFlags::PRIVATE | MapFlags::NORESERVE,
            )
        }
        .or_else(system("reserve addresses for"))?;
        let own = rustix::fs::memfd_create("baton_cache", MemfdFlags::CLOEXEC).or_else(system("make"))?;
        rustix::fs::ftruncate(&own, len as u64).or_else(system("size"))?;
        let mut tree = [0; 8];
        getrandom::fill(&mut tree)
            .map_err(|error| MemoryError::System("name", io::Error::other(error.to_string())))?;
        Ok(Self {
            base: NonNull::new(base)
                .ok_or_else(|| MemoryError::System("reserve addresses for", io::Error::other("address 0")))?,
            len,
            settings,
            own,
            user: rustix::process::geteuid().as_raw(),
            process: Process::watched(),
            tree: u64::from_le_bytes(tree),
            opened: Mutex::new(None),
        })
    }

    /// The table of this process's user, opened if it is not yet.
    pub fn open(&self) -> Result<Opened, MemoryError> {
        let mut opened = self.hold();
        if let Some(opened) = &*opened {
            return Ok(opened.clone());
        }
        let user = rustix::process::geteuid().as_raw();
        let descriptor = if user == self.user {
            self.own.try_clone().map_err(|error| MemoryError::System("open", error))?
        } else {
            self.open_file(user)?
        };
        let made = self.map(descriptor)?;
        *opened = Some(made.clone());
        Ok(made)
    }

    /// For a fork, from before it until after it: nobody opens the memory meanwhile, so that the child finds nothing half done.
    pub(crate) fn hold(&self) -> MutexGuard<'_, Option<Opened>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn path(&self, user: u32) -> PathBuf {
        format!("{FOLDER}/baton_cache.{user}.{:016x}", self.tree).into()
    }

    /// The file of a user, made if it is not there. All of its room is taken at once: memory that is missing later would end the
    /// process that touches it.
    fn open_file(&self, user: u32) -> Result<OwnedFd, MemoryError> {
        remove_orphans(user);
        let path = self.path(user);
        for _ in 0..ATTEMPTS {
            let file = open_or_make(&path, user)?;
            rustix::fs::flock(&file, FlockOperation::LockShared).or_else(system("lock"))?;
            // Before it was locked, another tree may have taken it for an orphan: then the next process would make another.
            if is_at(&file, &path) {
                rustix::fs::fallocate(&file, FallocateFlags::empty(), 0, self.len as u64)
                    .or_else(system("allocate"))?;
                return Ok(file.into());
            }
        }
        Err(MemoryError::System(
            "keep",
            io::Error::other(format!("{} was removed each time", path.display())),
        ))
    }

    /// Puts the memory to its addresses. A child of this process finds it there.
    fn map(&self, descriptor: OwnedFd) -> Result<Opened, MemoryError> {
        let base = self.base.as_ptr().cast::<u8>();
        let views =
            [(base, ProtFlags::READ | ProtFlags::WRITE), (base.wrapping_add(self.len), ProtFlags::READ)];
        for (address, rights) in views {
            // SAFETY: these addresses were reserved for this, and nothing else uses them.
            unsafe {
                rustix::mm::mmap(
                    address.cast(),
                    self.len,
                    rights,
                    MapFlags::SHARED | MapFlags::FIXED,
                    descriptor.as_fd(),
                    0,
                )
            }
            .or_else(system("map"))?;
        }
        let [rw, ro] = views.map(|(address, _)| NonNull::new(address));
        let (Some(rw), Some(ro)) = (rw, ro) else {
            return Err(MemoryError::System("map", io::Error::other("address 0")));
        };
        // SAFETY: both views were just mapped, and stay until the process ends.
        let region = unsafe { Region::new(rw, ro, self.len) };
        let table = Table::open_or_format(region, &self.settings).map_err(MemoryError::Table)?;
        Ok(Opened { table: Arc::new(table), seats: Arc::new(Seats::new(descriptor)) })
    }

    /// For the end of PHP: removes the names of this tree's files, which live on in the processes that still use them. Does nothing
    /// in another process than the one that reserved.
    pub fn end(&self) {
        if !self.process.is_this() {
            return;
        }
        let ending = format!(".{:016x}", self.tree);
        for path in files("baton_cache.") {
            if path.to_string_lossy().ends_with(&ending) {
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// The files whose names begin like this.
fn files(beginning: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(FOLDER) else { return Vec::new() };
    entries
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(beginning))
        .map(|entry| entry.path())
        .collect()
}

/// A file of a user that nobody else may read, made if it is not there.
fn open_or_make(path: &Path, user: u32) -> Result<File, MemoryError> {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .mode(0o600)
        .custom_flags(FLAGS)
        .open(path)
        .map_err(|error| MemoryError::System("open", error))?;
    let found = file.metadata().map_err(|error| MemoryError::System("open", error))?;
    if !found.is_file() || found.uid() != user || found.mode() & 0o077 != 0 {
        return Err(MemoryError::NotOurs(path.into()));
    }
    Ok(file)
}

/// Whether a file is still the one of this name.
fn is_at(file: &File, path: &Path) -> bool {
    let (Ok(file), Ok(there)) = (file.metadata(), fs::symlink_metadata(path)) else { return false };
    (file.dev(), file.ino()) == (there.dev(), there.ino())
}

/// Removes what trees of this user left that were killed: nobody holds the lock that all who use a file share. A process that removes a file has
/// locked it, so what is at its name then stays there until it is removed. Anybody may put anything into the folder.
fn remove_orphans(user: u32) {
    for path in files(&format!("baton_cache.{user}.")) {
        let Ok(file) = OpenOptions::new().read(true).custom_flags(FLAGS).open(&path) else { continue };
        let is_ours = file.metadata().is_ok_and(|found| found.is_file() && found.uid() == user);
        if is_ours
            && rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok()
            && is_at(&file, &path)
        {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    fn user() -> u32 {
        rustix::process::geteuid().as_raw()
    }

    fn memory() -> Memory {
        Memory::reserve(1 << 20, Settings { workers: 8, ..Settings::default() }).unwrap()
    }

    #[test]
    fn a_file_that_is_removed_while_it_is_opened_is_made_anew() {
        let memory = Arc::new(memory());
        let path = memory.path(user());
        // Another tree of this user looks for orphans, and has just found this one: nobody has locked it yet.
        let file =
            OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&path).unwrap();
        rustix::fs::flock(&file, FlockOperation::LockExclusive).unwrap();
        let opener = Arc::clone(&memory);
        let opened = thread::spawn(move || opener.open_file(user()).unwrap());
        thread::sleep(Duration::from_millis(50));
        fs::remove_file(&path).unwrap();
        drop(file);
        let opened = File::from(opened.join().unwrap());
        let there = fs::metadata(&path).map(|there| there.ino());
        memory.end();
        assert_eq!(there.ok(), Some(opened.metadata().unwrap().ino()), "the next process opens the same");
    }

    #[test]
    fn what_others_put_there_holds_nobody_up() {
        let path: PathBuf = format!("{FOLDER}/baton_cache.{}.test{:x}", user(), fastrand::u32(..)).into();
        rustix::fs::mkfifoat(rustix::fs::CWD, &path, rustix::fs::Mode::RUSR).unwrap();
        let (done, is_done) = mpsc::channel();
        thread::spawn(move || {
            remove_orphans(user());
            done.send(())
        });
        let came_back = is_done.recv_timeout(Duration::from_secs(5));
        let _ = fs::remove_file(&path);
        assert!(came_back.is_ok(), "it waits for somebody who writes into a pipe");
    }
}
