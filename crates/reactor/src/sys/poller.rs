//! Readiness from the kernel: epoll by way of mio, edge-triggered, one registration per descriptor.

use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::time::Duration;

use mio::unix::SourceFd;
use mio::{Events, Interest, Poll, Token};

/// Most readiness reports taken from the kernel in one turn; the rest come in the next one, round robin.
/// 1,024 × 12 bytes of kernel records and 16 of ours: 28 KiB per loop.
const REPORTS_PER_TURN: usize = 1_024;

// A token carries a slot and a generation of 32 bits each.
const _: () = assert!(usize::BITS == 64, "the reactor needs 64-bit tokens");

/// The kernel's report on one registered descriptor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Readiness {
    pub(crate) token: u64,
    pub(crate) readable: bool,
    pub(crate) writable: bool,
    /// The peer will send no more, or the socket has failed: read on until the kernel reports
    /// which.
    pub(crate) hang_up: bool,
}

/// The set of watched descriptors, and the reports of the last wait.
#[derive(Debug)]
pub(crate) struct Poller {
    poll: Poll,
    events: Events,
    reports: Vec<Readiness>,
    /// The first report that was not taken yet.
    next: usize,
}

impl Poller {
    pub(crate) fn new() -> io::Result<Self> {
        let events = Events::with_capacity(REPORTS_PER_TURN);
        Ok(Self { poll: Poll::new()?, events, reports: Vec::new(), next: 0 })
    }

    /// Watches a socket in both directions, once for its whole life.
    pub(crate) fn watch(&self, descriptor: RawFd, token: u64) -> io::Result<()> {
        self.register(descriptor, token, Interest::READABLE | Interest::WRITABLE)
    }

    /// Watches a listener or a timer.
    pub(crate) fn watch_reading(&self, descriptor: RawFd, token: u64) -> io::Result<()> {
        self.register(descriptor, token, Interest::READABLE)
    }

    /// Stops watching. Only for descriptors that stay open: closing does the same for free.
    pub(crate) fn forget(&self, descriptor: RawFd) -> io::Result<()> {
        self.poll.registry().deregister(&mut SourceFd(&descriptor))
    }

    pub(crate) fn waker(&self, token: u64) -> io::Result<mio::Waker> {
        mio::Waker::new(self.poll.registry(), as_token(token))
    }

    /// Waits for at most `timeout` (`None`: until something happens) for new reports, in place of
    /// the last ones. A signal ends the wait early, with none.
    pub(crate) fn wait(&mut self, timeout: Option<Duration>) -> io::Result<()> {
        self.reports.clear();
        self.next = 0;
        match self.poll.poll(&mut self.events, timeout) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(()),
            result => result?,
        }
        self.reports.extend(self.events.iter().map(|event| {
            let hang_up = event.is_read_closed() || event.is_write_closed() || event.is_error();
            Readiness {
                token: event.token().0 as u64,
                readable: event.is_readable() || hang_up,
                writable: event.is_writable() || event.is_error(),
                hang_up,
            }
        }));
        Ok(())
    }

    /// The next report of the last wait.
    #[inline]
    pub(crate) fn next_report(&mut self) -> Option<Readiness> {
        let report = self.reports.get(self.next).copied()?;
        self.next += 1;
        Some(report)
    }

    /// Whether reports of the last wait were not taken yet.
    pub(crate) fn has_reports(&self) -> bool {
        self.next < self.reports.len()
    }

    fn register(&self, descriptor: RawFd, token: u64, interest: Interest) -> io::Result<()> {
        self.poll.registry().register(&mut SourceFd(&descriptor), as_token(token), interest)
    }
}

impl AsRawFd for Poller {
    fn as_raw_fd(&self) -> RawFd {
        self.poll.as_raw_fd()
    }
}

#[allow(clippy::cast_possible_truncation)] // usize has 64 bits: asserted above
fn as_token(token: u64) -> Token {
    Token(token as usize)
}
