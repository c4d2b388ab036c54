//! A timer that is a descriptor, so that an outer event loop which waits on the reactor's one descriptor is
//! woken by deadlines too. Made only for such owners; a loop that waits in `poll` needs none.

#![allow(unsafe_code)]

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// A `timerfd` on the monotonic clock.
#[derive(Debug)]
pub(crate) struct TimerDescriptor {
    descriptor: OwnedFd,
    /// What it is set to, so that an unchanged deadline costs no system call.
    armed: Option<u64>,
}

impl TimerDescriptor {
    pub(crate) fn new() -> io::Result<Self> {
        let flags = libc::TFD_NONBLOCK | libc::TFD_CLOEXEC;
        // SAFETY: the call takes no pointer.
        let raw = unsafe { libc::timerfd_create(libc::CLOCK_MONOTONIC, flags) };
        if raw < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: `raw` is a fresh descriptor that nobody else owns.
        Ok(Self { descriptor: unsafe { OwnedFd::from_raw_fd(raw) }, armed: None })
    }

    pub(crate) fn descriptor(&self) -> RawFd {
        self.descriptor.as_raw_fd()
    }

    /// Makes the descriptor readable at `deadline_ns` of the monotonic clock, at once if that has passed, or
    /// never for `None`.
    pub(crate) fn arm(&mut self, deadline_ns: Option<u64>) -> io::Result<()> {
        if deadline_ns == self.armed {
            return Ok(());
        }
        // Zero would disarm it, and nanosecond 1 has passed since the machine started.
        let deadline = deadline_ns.map_or(0, |ns| ns.max(1));
        let spec = libc::itimerspec {
            it_interval: libc::timespec { tv_sec: 0, tv_nsec: 0 },
            it_value: libc::timespec {
                tv_sec: libc::time_t::try_from(deadline / 1_000_000_000).unwrap_or(libc::time_t::MAX),
                tv_nsec: libc::c_long::try_from(deadline % 1_000_000_000).unwrap_or(0),
            },
        };
        let (fd, absolute) = (self.descriptor.as_raw_fd(), libc::TFD_TIMER_ABSTIME);
        // SAFETY: `spec` is a valid itimerspec, only read by the call; the old value is not asked for.
        if unsafe { libc::timerfd_settime(fd, absolute, &raw const spec, std::ptr::null_mut()) } < 0 {
            return Err(io::Error::last_os_error());
        }
        self.armed = deadline_ns;
        Ok(())
    }

    /// It has fired: the next `arm` must set it again, even to the same time.
    pub(crate) fn fired(&mut self) {
        self.armed = None;
    }
}
