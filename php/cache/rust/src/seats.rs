//! Who lives, as the kernel knows it: a seat at the table is a lock on one byte of the memory's file, which the kernel takes away when
//! its process dies, however that dies. No process number that is used again, no clock, and nothing that a container hides.
#![allow(unsafe_code, reason = "locks on bytes of a file, which no safe interface has")]

use std::os::fd::{AsRawFd as _, OwnedFd};
use std::sync::{Arc, Mutex, PoisonError};

use baton_near_cache::Living;

/// The seats of one process. The kernel counts locks by process, so those of its own threads are kept here as well.
#[derive(Debug)]
pub struct Seats {
    descriptor: Arc<OwnedFd>,
    own: Mutex<Vec<u16>>,
}

/// Locks begin here: behind all that a file can hold, so that they never meet somebody else's.
const FIRST: i64 = 1 << 60;

impl Seats {
    /// Those at the memory of this descriptor, which stays open for as long as the process lives: closing any descriptor of the same
    /// file would give the locks away.
    #[must_use]
    pub fn new(descriptor: OwnedFd) -> Self {
        Self::at(Arc::new(descriptor))
    }

    fn at(descriptor: Arc<OwnedFd>) -> Self {
        Self { descriptor, own: Mutex::default() }
    }

    /// Those of a child of this process, which has none of its parent's locks. Another thread of the parent may have held the lock of
    /// this list at the fork, and is not there to give it back.
    #[must_use]
    pub fn of_child(&self) -> Self {
        Self::at(Arc::clone(&self.descriptor))
    }

    fn own(&self) -> std::sync::MutexGuard<'_, Vec<u16>> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One byte's lock: `F_SETLK` takes or gives it, `F_GETLK` asks who has it. None where the kernel said no.
    fn lock(&self, command: i32, kind: i32, slot: u16) -> Option<libc::flock> {
        // SAFETY: all bytes 0 are a flock.
        let mut lock: libc::flock = unsafe { std::mem::zeroed() };
        #[allow(
            clippy::cast_possible_truncation,
            reason = "constants that fit, of a type that differs between systems"
        )]
        {
            lock.l_type = kind as _;
            lock.l_whence = libc::SEEK_SET as _;
        }
        lock.l_start = FIRST + i64::from(slot);
        lock.l_len = 1;
        // SAFETY: the descriptor is open, and the kernel writes to the lock alone.
        let done = unsafe { libc::fcntl(self.descriptor.as_raw_fd(), command, &raw mut lock) };
        (done == 0).then_some(lock)
    }
}

impl Seats {
    fn claim(&self, slot: u16) -> bool {
        let mut own = self.own();
        let taken = !own.contains(&slot) && self.lock(libc::F_SETLK, libc::F_WRLCK, slot).is_some();
        if taken {
            own.push(slot);
        }
        taken
    }

    fn release(&self, slot: u16) {
        self.own().retain(|own| *own != slot);
        let _ = self.lock(libc::F_SETLK, libc::F_UNLCK, slot);
    }

    fn is_alive(&self, slot: u16) -> bool {
        if self.own().contains(&slot) {
            return true;
        }
        // Where the kernel gives no answer, nobody's lock is broken.
        self.lock(libc::F_GETLK, libc::F_WRLCK, slot)
            .is_none_or(|lock| i32::from(lock.l_type) != libc::F_UNLCK)
    }
}

/// Who lives, shared by the threads of a process.
#[derive(Clone, Debug)]
pub struct Seat(pub Arc<Seats>);

impl Living for Seat {
    fn claim(&self, slot: u16) -> bool {
        self.0.claim(slot)
    }

    fn release(&self, slot: u16) {
        self.0.release(slot);
    }

    fn is_alive(&self, slot: u16) -> bool {
        self.0.is_alive(slot)
    }
}
