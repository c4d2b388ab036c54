//! How a subscriber's thread is asked to end, whatever its server does meanwhile.

use std::os::fd::{BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::net::Shutdown;

/// See the module's text.
#[derive(Debug)]
pub(super) struct Stop {
    is_asked: AtomicBool,
    /// Wakes a wait.
    wake: OwnedFd,
    /// A second descriptor of the connection's socket, for as long as there is one.
    socket: Mutex<Option<OwnedFd>>,
}

impl Stop {
    /// None: the system has no descriptor left.
    pub(super) fn new() -> Option<Self> {
        let wake = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK).ok()?;
        Some(Self { is_asked: AtomicBool::new(false), wake, socket: Mutex::new(None) })
    }

    /// Asks for it: the thread ends where it waits for something else than a reply.
    pub(super) fn ask(&self) {
        self.is_asked.store(true, Ordering::Release);
        let _ = rustix::io::write(&self.wake, &1_u64.to_ne_bytes());
    }

    /// Has waits for replies end as well.
    pub(super) fn insist(&self) {
        self.ask();
        if let Some(socket) = &*self.socket.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = rustix::net::shutdown(socket, Shutdown::Both);
        }
    }

    /// Whether it was asked for.
    pub(super) fn is_asked(&self) -> bool {
        self.is_asked.load(Ordering::Acquire)
    }

    /// What to wait for beside other things.
    pub(super) fn polled(&self) -> PollFd<'_> {
        PollFd::new(&self.wake, PollFlags::IN)
    }

    /// Waits; whether it was asked for within this time.
    pub(super) fn is_asked_within(&self, time: Duration) -> bool {
        let _ = poll(&mut [self.polled()], Timespec::try_from(time).ok().as_ref());
        self.is_asked()
    }

    /// The thread waits for replies on this socket from now on; on none. Where there is no descriptor left they are waited for no longer than
    /// the connection's own timeouts have it.
    pub(super) fn waits_on(&self, socket: Option<BorrowedFd<'_>>) {
        let copy = socket.and_then(|socket| socket.try_clone_to_owned().ok());
        *self.socket.lock().unwrap_or_else(PoisonError::into_inner) = copy;
    }
}
