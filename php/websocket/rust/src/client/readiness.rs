//! One descriptor for other event loops, the same for the client's whole life.
//!
//! It is readable whenever `receive(0)` has something to do: the socket has bytes, a message waits in memory, a ping is due, a
//! connection is to be re-established. The socket's own descriptor would tell the first of these alone, and would be another
//! one after each reconnection. An epoll instance is readable while one of its descriptors is ready, without being asked.

use std::io;
use std::os::fd::{AsFd as _, AsRawFd as _, BorrowedFd, OwnedFd, RawFd};
use std::time::{Duration, Instant};

use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::io::Errno;
use rustix::time::{
    Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create, timerfd_settime,
};

use super::attempt::Awaited;

/// The epoll instance, and the timer in it.
#[derive(Debug)]
pub(super) struct Readiness {
    epoll: OwnedFd,
    timer: OwnedFd,
    /// When the timer becomes readable.
    armed: Option<Instant>,
    watched: Option<(RawFd, EventFlags)>,
}

impl Readiness {
    pub(super) fn new() -> io::Result<Self> {
        let epoll = epoll::create(CreateFlags::CLOEXEC)?;
        let timer =
            timerfd_create(TimerfdClockId::Monotonic, TimerfdFlags::CLOEXEC | TimerfdFlags::NONBLOCK)?;
        epoll::add(&epoll, &timer, EventData::new_u64(0), EventFlags::IN)?;
        Ok(Self { epoll, timer, armed: None, watched: None })
    }

    pub(super) fn descriptor(&self) -> RawFd {
        self.epoll.as_raw_fd()
    }

    /// Watches what is awaited now. A descriptor that has been closed is watched no more, and the system gives its number
    /// to the next one: what is not known to be `settled` is told to the kernel again.
    pub(super) fn watch(&mut self, awaited: &Awaited<'_>, settled: bool, now: Instant) -> io::Result<()> {
        if let Some(descriptor) = awaited.descriptor {
            let mut interest = EventFlags::empty();
            interest.set(EventFlags::IN, awaited.reads);
            interest.set(EventFlags::OUT, awaited.writes);
            let wanted = Some((descriptor.as_raw_fd(), interest));
            if !settled || self.watched != wanted {
                self.register(descriptor, interest)?;
                self.watched = wanted.filter(|_| settled);
            }
        }
        self.arm(awaited.until, now)
    }

    fn register(&self, descriptor: BorrowedFd<'_>, interest: EventFlags) -> io::Result<()> {
        match epoll::modify(&self.epoll, descriptor, EventData::new_u64(1), interest) {
            Err(Errno::NOENT) => epoll::add(&self.epoll, descriptor, EventData::new_u64(1), interest)?,
            result => result?,
        }
        Ok(())
    }

    /// To be called before a descriptor is closed: while a forked process has it too, closing alone does not end its being
    /// watched.
    pub(super) fn forget(&mut self, descriptor: BorrowedFd<'_>) {
        let _ = epoll::delete(&self.epoll, descriptor); // it may not have been watched
        self.watched = None;
    }

    /// A timer that is armed for earlier is left so: a needless wake-up once in a while is cheaper than a system call for
    /// each message.
    fn arm(&mut self, wanted: Option<Instant>, now: Instant) -> io::Result<()> {
        let has_expired = self.armed.is_some_and(|armed| armed <= now);
        let is_early_enough = match (self.armed, wanted) {
            (Some(armed), Some(wanted)) => armed <= wanted,
            (_, None) => true,
            (None, Some(_)) => false,
        };
        let stays_expired = has_expired && wanted.is_some_and(|wanted| wanted <= now);
        if stays_expired || (is_early_enough && !has_expired) {
            return Ok(());
        }
        let pause = wanted.map(|wanted| wanted.saturating_duration_since(now).max(Duration::from_nanos(1)));
        let once = Itimerspec {
            it_interval: Timespec::default(),
            it_value: match pause {
                Some(pause) => Timespec::try_from(pause).unwrap_or_default(),
                None => Timespec::default(),
            },
        };
        timerfd_settime(self.timer.as_fd(), TimerfdTimerFlags::empty(), &once)?;
        self.armed = wanted;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::event::{PollFd, PollFlags, poll};
    use std::io::Write as _;
    use std::os::unix::net::UnixStream;

    fn is_readable(readiness: &Readiness) -> bool {
        let mut descriptors = [PollFd::new(&readiness.epoll, PollFlags::IN)];
        poll(&mut descriptors, Some(&Timespec::default())).unwrap() == 1
    }

    fn awaiting(descriptor: Option<BorrowedFd<'_>>, until: Option<Instant>) -> Awaited<'_> {
        Awaited { descriptor, reads: true, writes: false, until }
    }

    #[test]
    fn it_is_readable_when_the_descriptor_is() {
        let mut readiness = Readiness::new().unwrap();
        let (near, mut far) = UnixStream::pair().unwrap();
        let now = Instant::now();
        readiness.watch(&awaiting(Some(near.as_fd()), None), false, now).unwrap();
        assert!(!is_readable(&readiness));
        far.write_all(b"x").unwrap();
        assert!(is_readable(&readiness));
        readiness.forget(near.as_fd());
        assert!(!is_readable(&readiness));
        readiness.watch(&awaiting(Some(near.as_fd()), None), true, now).unwrap();
        assert!(is_readable(&readiness));
    }

    #[test]
    fn it_is_readable_when_the_time_has_come_until_that_has_passed() {
        let mut readiness = Readiness::new().unwrap();
        let now = Instant::now();
        readiness.watch(&awaiting(None, Some(now)), true, now).unwrap();
        std::thread::sleep(Duration::from_millis(2));
        assert!(is_readable(&readiness));
        let later = Instant::now();
        readiness.watch(&awaiting(None, Some(later + Duration::from_secs(60))), true, later).unwrap();
        assert!(!is_readable(&readiness));
        readiness.watch(&awaiting(None, None), true, later).unwrap();
        assert!(!is_readable(&readiness));
    }
}
