//! The loop's state and its turn.
//!
//! The owner pulls:
//!
//! ```text
//! loop {
//!     reactor.poll(timeout)                        one wait
//!     while let Some(event) = reactor.next_event(&mut buffer) { … send, finish, wake_at … }
//!     reactor.flush()                              one write per socket that something was queued for
//! }
//! ```
//!
//! Within a turn, what the loop found out by itself (a closed outbox, say) comes first, then sockets that the kernel
//! reports, then sockets that had more to read than one turn allows, then new connections, then handshakes of TLS for
//! a bounded time, and timers last: after a pause of the whole process, a peer's pong that lies in the socket is so seen
//! before its timeout.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::sync::Arc;
use std::time::Duration;

use crate::age::AgeList;
use crate::batch::Batch;
use crate::config::millis;
use crate::connection::Flags;
use crate::listener::{Accepted, Listeners};
use crate::pool::Pool;
use crate::reading::ReadAhead;
use crate::slab::Slab;
use crate::sys::clock::monotonic_ns;
use crate::sys::poller::{Poller, Readiness};
use crate::sys::timer_descriptor::TimerDescriptor;
use crate::tls::{Handshakes, Sessions};
use crate::volley::Volleys;
use crate::wheel::Wheel;
use crate::{Closed, Config, ConnectionId, Counters, Driver, Event, ListenerId, Tls, Waker};

/// Tokens below this are the loop's own; a connection's token has a generation, from 1, in its upper half.
const FIRST_CONNECTION: u64 = 1 << 32;
const WAKER: u64 = 0;
const TIMER: u64 = 1;
const FIRST_LISTENER: u64 = 2;
/// Descriptors of the owner, behind the listeners.
const FIRST_WATCHED: u64 = 1 << 31;

/// One event loop: sockets, their outboxes and timers. Not for sharing: each core has its own.
#[derive(Debug)]
pub struct Reactor {
    pub(crate) config: Config,
    pub(crate) poller: Poller,
    pub(crate) slab: Slab,
    pub(crate) counters: Counters,
    waker: Arc<Waker>,
    timer_descriptor: Option<TimerDescriptor>,
    pub(crate) listeners: Listeners,
    next_listener: u32,
    pub(crate) now_ns: u64,

    // This turn: reports of the kernel and the next to look at, the socket that is being read.
    reports: Vec<Readiness>,
    next_report: usize,
    pub(crate) reading: Option<ConnectionId>,
    pub(crate) read_this_turn: usize,
    /// Sockets that the last turn did not read to the end, and those that this one does not.
    again: Vec<ConnectionId>,
    pub(crate) again_next: Vec<ConnectionId>,
    pub(crate) read_ahead: Vec<ReadAhead>,
    /// What the loop itself has to tell.
    pub(crate) notices: VecDeque<Event>,

    // Sending.
    pub(crate) pool: Pool,
    /// Slots to write at the next flush.
    pub(crate) dirty: Vec<u32>,
    /// Shared frames of this turn.
    pub(crate) batch: Batch,
    /// Bytes of this turn that were copied into outboxes.
    pub(crate) copied: usize,
    pub(crate) ages: AgeList,
    pub(crate) outbox_age_ms: u64,
    pub(crate) queued: usize,

    pub(crate) volleys: Volleys,

    // TLS.
    pub(crate) sessions: Sessions,
    pub(crate) handshakes: Handshakes,
    /// Records of one write; it has its size from the first connection that speaks TLS on.
    pub(crate) sealing: Vec<u8>,

    // Timers and ends.
    pub(crate) wheel: Wheel,
    pub(crate) tick_ms: u64,
    /// Finished connections whose peer has not ended yet, by deadline, which is the same distance for all.
    pub(crate) lingering: VecDeque<(u64, ConnectionId)>,
    pub(crate) linger_ms: u64,
}

impl Reactor {
    /// A loop without connections. It costs about 50 KiB, and 120 KiB more with io_uring.
    ///
    /// # Errors
    /// A setting that makes no sense (`InvalidInput`, with its name), no descriptors left for epoll, or a kernel that
    /// does not have the [driver](Config::driver) that was asked for.
    pub fn new(config: Config) -> io::Result<Self> {
        config.check()?;
        let poller = Poller::new()?;
        let waker = Arc::new(Waker::new(poller.waker(WAKER)?));
        let (now_ns, tick_ms) = (monotonic_ns(), millis(config.tick));
        Ok(Self {
            poller,
            waker,
            slab: Slab::default(),
            counters: Counters::default(),
            timer_descriptor: None,
            listeners: Listeners::new(config.accept_per_turn),
            next_listener: 0,
            now_ns,
            reports: Vec::new(),
            next_report: 0,
            reading: None,
            read_this_turn: 0,
            again: Vec::new(),
            again_next: Vec::new(),
            read_ahead: Vec::new(),
            notices: VecDeque::new(),
            pool: Pool::new(config.outbox_pool_bytes),
            dirty: Vec::new(),
            batch: Batch::new(),
            copied: 0,
            ages: AgeList::new(),
            outbox_age_ms: millis(config.outbox_age),
            queued: 0,
            volleys: Volleys::new(config.driver)?,
            sessions: Sessions::default(),
            handshakes: Handshakes::default(),
            sealing: Vec::new(),
            wheel: Wheel::new(now_ns / 1_000_000 / tick_ms),
            tick_ms,
            lingering: VecDeque::new(),
            linger_ms: millis(config.linger),
            config,
        })
    }

    /// Accepts connections of this listener, as [`Event::Incoming`]. Several listeners may be open.
    /// [`bind`](crate::bind) makes one with the backlog and options that fit.
    ///
    /// # Errors
    /// What the kernel says of the descriptor.
    pub fn listen(&mut self, listener: std::net::TcpListener) -> io::Result<ListenerId> {
        let id = ListenerId(self.next_listener);
        self.poller.watch_reading(listener.as_raw_fd(), FIRST_LISTENER + u64::from(id.0))?;
        self.listeners.add(listener, id, &self.config)?;
        self.next_listener += 1;
        Ok(id)
    }

    /// The same for a listener on a path: its connections come as [`Event::IncomingLocal`].
    ///
    /// # Errors
    /// What the kernel says of the descriptor.
    pub fn listen_local(&mut self, listener: std::os::unix::net::UnixListener) -> io::Result<ListenerId> {
        let id = ListenerId(self.next_listener);
        self.poller.watch_reading(listener.as_raw_fd(), FIRST_LISTENER + u64::from(id.0))?;
        self.listeners.add_local(listener, id)?;
        self.next_listener += 1;
        Ok(id)
    }

    /// Watches a descriptor that the owner reads by itself: [`Event::Ready`] tells when there is something. It must
    /// live until [`unwatch`](Self::unwatch), or until it is closed, which ends the watch too.
    ///
    /// # Errors
    /// What the kernel says of the descriptor, and [`InvalidInput`](io::ErrorKind::InvalidInput) for a number of 2^31 or
    /// more.
    pub fn watch(&mut self, descriptor: BorrowedFd<'_>, number: u32) -> io::Result<()> {
        if u64::from(number) >= FIRST_CONNECTION - FIRST_WATCHED {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the number must be below 2^31"));
        }
        self.poller.watch_reading(descriptor.as_raw_fd(), FIRST_WATCHED + u64::from(number))
    }

    /// Watches a descriptor no more.
    pub fn unwatch(&mut self, descriptor: BorrowedFd<'_>) {
        // The only error is that it was not watched, which is what we want.
        let _ = self.poller.forget(descriptor.as_raw_fd());
    }

    /// The next connection that waits to be accepted, also beyond a turn's share: for an owner that is about to
    /// [stop listening](Self::stop_listening), since the kernel resets those that nobody has accepted by then.
    pub fn accept_rest(&mut self) -> Option<Event> {
        self.listeners.try_all();
        self.accept()
    }

    /// Closes all listeners. Connections live on.
    pub fn stop_listening(&mut self) {
        self.listeners.close();
    }

    /// Begins a turn: writes what is still queued, then waits until a socket is ready, a timer is due, the
    /// [waker](Self::waker) is used or `timeout` is over (`None`: no such limit). Takes the time.
    ///
    /// Returns at once while there is something to tell, or when events of the last turn were not taken yet.
    ///
    /// # Errors
    /// Only if the kernel refuses the wait itself; the loop cannot go on then.
    pub fn poll(&mut self, timeout: Option<Duration>) -> io::Result<()> {
        self.flush();
        if self.is_mid_turn() {
            return Ok(());
        }
        let timeout = match (timeout, self.next_due()) {
            (timeout, None) => timeout,
            (timeout, Some(due)) => {
                let own = Duration::from_nanos(due.saturating_sub(monotonic_ns()));
                Some(timeout.map_or(own, |timeout| timeout.min(own)))
            }
        };
        self.reports.clear();
        self.next_report = 0;
        self.poller.wait(&mut self.reports, timeout)?;
        self.counters.turns += 1;
        self.now_ns = monotonic_ns();
        std::mem::swap(&mut self.again, &mut self.again_next);
        self.listeners.begin_turn();
        self.handshakes.begin_turn();
        Ok(())
    }

    /// The next event of this turn, or `None` when the turn is over. Bytes of a [`Event::Data`] are put into
    /// `buffer`, which the owner lends for this call alone; 64 KiB to 256 KiB read a busy socket in one call. An
    /// empty buffer reads nothing, and one below [`TLS_BUFFER`](crate::TLS_BUFFER) nothing of those that speak TLS.
    pub fn next_event(&mut self, buffer: &mut [u8]) -> Option<Event> {
        loop {
            if let Some(notice) = self.notices.pop_front() {
                return Some(self.give(notice));
            }
            if let Some(conn) = self.reading {
                match self.read(conn, buffer) {
                    Some(event) => return Some(event),
                    None => continue,
                }
            }
            if let Some(&report) = self.reports.get(self.next_report) {
                self.next_report += 1;
                match self.take_report(report) {
                    Some(event) => return Some(event),
                    None => continue,
                }
            }
            if let Some(conn) = self.again.pop() {
                self.read_again(conn);
                continue;
            }
            if let Some(event) = self.accept() {
                return Some(event);
            }
            if self.shake_hands(buffer) {
                continue;
            }
            let timer = self.next_timer();
            if timer.is_some() || self.notices.is_empty() {
                return timer;
            }
        }
    }

    /// Speaks TLS in another way with the connections that are adopted from now on: after a certificate was renewed.
    pub fn set_tls(&mut self, tls: Tls) {
        self.config.tls = Some(tls);
    }

    /// Where a connection comes from, as the kernel says; `None` for a stale id, and for a socket that is no TCP one.
    #[must_use]
    pub fn peer(&mut self, conn: ConnectionId) -> Option<SocketAddr> {
        self.slab.get(conn)?.socket.as_ref()?.peer()
    }

    /// The driver that is in force: [`Driver::IoUring`] or [`Driver::Epoll`].
    #[must_use]
    pub fn driver(&self) -> Driver {
        self.volleys.driver()
    }

    /// Milliseconds of the monotonic clock, as of the last [`poll`](Self::poll). The same for all loops of a machine.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        self.now_ns / 1_000_000
    }

    /// The same in nanoseconds.
    #[must_use]
    pub fn now_ns(&self) -> u64 {
        self.now_ns
    }

    /// Connections in this loop.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.slab.len()
    }

    /// Unsent bytes of all connections. An upper bound of their memory: a large frame that many connections share is
    /// counted for each.
    #[must_use]
    pub fn outbox_bytes(&self) -> usize {
        self.queued
    }

    /// What the loop has done so far.
    #[must_use]
    pub fn counters(&self) -> Counters {
        Counters { accept_pauses: self.listeners.pauses, ..self.counters }
    }

    /// Ends this loop's wait from any thread.
    #[must_use]
    pub fn waker(&self) -> Arc<Waker> {
        Arc::clone(&self.waker)
    }

    /// For an owner that waits in an event loop of its own, on this reactor's [descriptor](AsRawFd): makes it
    /// readable for deadlines and unfinished work too. To be called before each such wait, after
    /// [`next_event`](Self::next_event) gave `None`; when the descriptor is readable, `poll` with timeout 0. `owner_due_ms` is
    /// when the owner itself has something to do, in [`now_ms`](Self::now_ms)'s time.
    ///
    /// # Errors
    /// No descriptor left for the timer, at the first call.
    pub fn arm_descriptor(&mut self, owner_due_ms: Option<u64>) -> io::Result<()> {
        self.flush();
        let owner_due = owner_due_ms.map(|ms| ms.saturating_mul(1_000_000));
        let due =
            if self.is_mid_turn() { Some(0) } else { self.next_due().into_iter().chain(owner_due).min() };
        let timer = match &mut self.timer_descriptor {
            Some(timer) => timer,
            none => {
                let timer = TimerDescriptor::new()?;
                self.poller.watch_reading(timer.descriptor(), TIMER)?;
                none.insert(timer)
            }
        };
        timer.arm(due)
    }

    /// Events of this turn wait to be taken.
    fn is_mid_turn(&self) -> bool {
        self.reading.is_some() || self.next_report < self.reports.len() || !self.again.is_empty()
    }

    /// When the loop has something to do even if the kernel reports nothing, in nanoseconds of the clock.
    fn next_due(&mut self) -> Option<u64> {
        if !self.notices.is_empty() || !self.again_next.is_empty() || !self.dirty.is_empty() {
            return Some(0);
        }
        if self.handshakes.is_waiting() {
            return Some(0);
        }
        let age = self.outbox_age_ms;
        let due_ms = [
            self.wheel.next_tick().map(|tick| tick.saturating_mul(self.tick_ms)),
            self.ages.oldest(&mut self.slab).map(|(_, since)| since.saturating_add(age)),
            self.lingering.front().map(|&(deadline, _)| deadline),
            self.listeners.next_try(),
            self.next_handshake_deadline(),
        ];
        due_ms.into_iter().flatten().min().map(|ms| ms.saturating_mul(1_000_000))
    }

    /// A notice becomes an event: the slot of a closed connection is free from here on.
    fn give(&mut self, notice: Event) -> Event {
        if let Event::Closed { conn, .. } = notice {
            self.slab.remove(conn);
        }
        notice
    }

    /// Notes what the kernel says of a descriptor, and begins to read it if that is what it says. Of a descriptor that is
    /// the owner's it is told.
    fn take_report(&mut self, report: Readiness) -> Option<Event> {
        match report.token {
            WAKER => {}
            TIMER => {
                if let Some(timer) = &mut self.timer_descriptor {
                    timer.fired();
                }
            }
            token if token >= FIRST_CONNECTION => {
                if let Some(conn) = ConnectionId::from_bits(token) {
                    self.take_connection_report(conn, report);
                }
            }
            token if token >= FIRST_WATCHED => {
                return u32::try_from(token - FIRST_WATCHED).ok().map(|number| Event::Ready { number });
            }
            token => {
                let number = u32::try_from(token - FIRST_LISTENER).unwrap_or(u32::MAX);
                self.listeners.ready(ListenerId(number));
            }
        }
        None
    }

    fn take_connection_report(&mut self, conn: ConnectionId, report: Readiness) {
        // A report for an earlier connection of this slot has an older generation and ends here.
        let Some(connection) = self.slab.get(conn) else { return };
        let flags = &mut connection.flags;
        if report.writable {
            flags.set(Flags::WRITABLE);
            if connection.outbox.is_some() && !flags.has(Flags::DIRTY) {
                flags.set(Flags::DIRTY);
                self.dirty.push(conn.index());
            }
        }
        if report.readable {
            flags.set(Flags::READABLE);
        }
        if report.hang_up {
            flags.set(Flags::HANG_UP);
        }
        // A socket that goes on from the last turn is read there, once.
        if connection.wants_bytes() && !connection.flags.has(Flags::AGAIN) {
            if connection.flags.has(Flags::HANDSHAKING) {
                self.queue_handshake(conn);
            } else {
                self.begin_reading(conn);
            }
        }
    }

    fn read_again(&mut self, conn: ConnectionId) {
        let Some(connection) = self.slab.get(conn) else { return };
        if connection.flags.take(Flags::AGAIN) && connection.wants_bytes() {
            self.begin_reading(conn);
        }
    }

    fn accept(&mut self) -> Option<Event> {
        Some(match self.listeners.accept(self.now_ms())? {
            Accepted::Connection { listener, socket, peer } => {
                self.counters.accepted += 1;
                Event::Incoming { listener, socket, peer }
            }
            Accepted::Local { listener, socket } => {
                self.counters.accepted += 1;
                Event::IncomingLocal { listener, socket }
            }
            Accepted::Paused(error) => Event::AcceptPaused { error },
        })
    }

    /// The next timer of an owner; limits of the loop's own that have been reached become notices.
    fn next_timer(&mut self) -> Option<Event> {
        let now_ms = self.now_ms();
        while let Some(&(_, conn)) = self.lingering.front().filter(|(deadline, _)| *deadline <= now_ms) {
            self.lingering.pop_front();
            self.close(conn, Closed::LingerExpired);
        }
        self.expire_handshakes(now_ms);
        while let Some((slot, since)) = self.ages.oldest(&mut self.slab) {
            if since.saturating_add(self.outbox_age_ms) > now_ms {
                break;
            }
            let conn = self.slab.id_of(slot);
            self.close(conn, Closed::OutboxStale);
        }
        let slot = self.wheel.expire(&mut self.slab, now_ms / self.tick_ms)?;
        Some(Event::Timer { conn: self.slab.id_of(slot) })
    }
}

impl AsRawFd for Reactor {
    /// The loop's one pollable descriptor: see [`arm_descriptor`](Reactor::arm_descriptor).
    fn as_raw_fd(&self) -> RawFd {
        self.poller.as_raw_fd()
    }
}
