//! The loop's state and its turn.
//!
//! The owner polls:
//!
//! ```text
//! loop {
//!     reactor.poll(timeout)                        one wait
//!     while let Some(event) = reactor.next_event(&mut buffer) { … send, finish, wake_at … }
//!     reactor.flush()                              one write per socket that something was queued for
//! }
//! ```
//!
//! Within a turn, the loop's own notices (a closed connection, say) come first, then sockets that
//! the kernel reports, then sockets that had more to read than one turn allows, then new
//! connections, then TLS handshakes for a bounded time, and timers last: after a pause of the whole
//! process, a peer's pong that waits in the socket is then seen before its timeout.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::sync::Arc;
use std::time::Duration;

use crate::age::AgeList;
use crate::batch::Batch;
use crate::connection::Flags;
use crate::lingering::Lingering;
use crate::listener::{Accepted, Listeners};
use crate::reading::Reads;
use crate::sending::SendQueue;
use crate::slab::Slab;
use crate::submission::Submissions;
use crate::sys::clock::monotonic_ns;
use crate::sys::poller::{Poller, Readiness};
use crate::sys::timer_descriptor::TimerDescriptor;
use crate::timers::Timers;
use crate::tls::{Handshakes, RecordBuffer, Sessions};
use crate::{Closed, Config, ConnectionId, Counters, Driver, Event, ListenerId, Tls, Waker};

/// Tokens below this are the loop's own; a connection's token has a generation, from 1, in its upper half.
const FIRST_CONNECTION: u64 = 1 << 32;
const WAKER: u64 = 0;
const TIMER: u64 = 1;
const FIRST_LISTENER: u64 = 2;
/// Descriptors of the owner, above the listeners.
const FIRST_WATCHED: u64 = 1 << 31;

/// One event loop: sockets, their outboxes and timers. Not shared between threads: each core has
/// its own.
#[derive(Debug)]
pub struct Reactor {
    pub(crate) config: Config,
    pub(crate) poller: Poller,
    pub(crate) slab: Slab,
    pub(crate) counters: Counters,
    waker: Arc<Waker>,
    timer_descriptor: Option<TimerDescriptor>,
    pub(crate) listeners: Listeners,
    pub(crate) now_ns: u64,
    pub(crate) reads: Reads,
    /// Events of the loop itself that the owner has not taken yet.
    pub(crate) notices: VecDeque<Event>,

    /// Shared frames of this turn.
    pub(crate) batch: Batch,
    pub(crate) send_queue: SendQueue,
    pub(crate) submissions: Submissions,
    pub(crate) ages: AgeList,

    pub(crate) sessions: Sessions,
    pub(crate) handshakes: Handshakes,
    pub(crate) records: RecordBuffer,

    pub(crate) timers: Timers,
    pub(crate) lingering: Lingering,
}

impl Reactor {
    /// A loop without connections. It costs about 50 KiB, and 120 KiB more with io_uring.
    ///
    /// # Errors
    /// An invalid setting (`InvalidInput`, with its name), no descriptors left for epoll, or a
    /// kernel without the requested [driver](Config::driver).
    pub fn new(config: Config) -> io::Result<Self> {
        config.check()?;
        let poller = Poller::new()?;
        let waker = Arc::new(Waker::new(poller.waker(WAKER)?));
        let now_ns = monotonic_ns();
        Ok(Self {
            poller,
            waker,
            slab: Slab::default(),
            counters: Counters::default(),
            timer_descriptor: None,
            listeners: Listeners::new(config.accept_per_turn),
            now_ns,
            reads: Reads::default(),
            notices: VecDeque::new(),
            batch: Batch::new(),
            send_queue: SendQueue::new(config.outbox_pool_bytes),
            submissions: Submissions::new(config.driver)?,
            ages: AgeList::new(config.outbox_age),
            sessions: Sessions::default(),
            handshakes: Handshakes::default(),
            records: RecordBuffer::default(),
            timers: Timers::new(&config, now_ns / 1_000_000),
            lingering: Lingering::new(config.linger),
            config,
        })
    }

    /// Accepts connections of this listener, as [`Event::Incoming`]. Several listeners may be open.
    /// [`bind`](crate::bind) makes one with the backlog and options that fit.
    ///
    /// # Errors
    /// The kernel refuses the descriptor.
    pub fn listen(&mut self, listener: std::net::TcpListener) -> io::Result<ListenerId> {
        self.watch_listener(&listener)?;
        self.listeners.add(listener, &self.config)
    }

    /// The same for a listener on a path: its connections come as [`Event::IncomingLocal`].
    ///
    /// # Errors
    /// The kernel refuses the descriptor.
    pub fn listen_local(&mut self, listener: std::os::unix::net::UnixListener) -> io::Result<ListenerId> {
        self.watch_listener(&listener)?;
        self.listeners.add_local(listener)
    }

    fn watch_listener(&self, listener: &impl AsRawFd) -> io::Result<()> {
        let ListenerId(number) = self.listeners.next_id();
        self.poller.watch_reading(listener.as_raw_fd(), FIRST_LISTENER + u64::from(number))
    }

    /// Watches a descriptor that the owner reads by itself: [`Event::Ready`] reports that it is
    /// readable. It must live until [`unwatch`](Self::unwatch), or until it is closed, which ends
    /// the watch too.
    ///
    /// # Errors
    /// The kernel refuses the descriptor; and [`InvalidInput`](io::ErrorKind::InvalidInput) for a
    /// number of 2^31 or more.
    pub fn watch(&mut self, descriptor: BorrowedFd<'_>, number: u32) -> io::Result<()> {
        if u64::from(number) >= FIRST_CONNECTION - FIRST_WATCHED {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the number must be below 2^31"));
        }
        self.poller.watch_reading(descriptor.as_raw_fd(), FIRST_WATCHED + u64::from(number))
    }

    /// Stops watching a descriptor.
    pub fn unwatch(&mut self, descriptor: BorrowedFd<'_>) {
        // The only error is that it was not watched, which is what we want.
        let _ = self.poller.forget(descriptor.as_raw_fd());
    }

    /// The next connection that waits to be accepted, also beyond a turn's share: for an owner that
    /// is about to [stop listening](Self::stop_listening), since the kernel resets connections that
    /// were not accepted by then.
    pub fn accept_rest(&mut self) -> Option<Event> {
        self.listeners.try_all();
        self.accept()
    }

    /// Closes all listeners. Connections live on.
    pub fn stop_listening(&mut self) {
        self.listeners.close();
    }

    /// Begins a turn: writes what is still queued, then waits until a socket is ready, a timer is
    /// due, the [waker](Self::waker) is used or `timeout` is over (`None`: no such limit). Reads
    /// the clock.
    ///
    /// Returns at once if there is an event already, or events of the last turn were not taken yet.
    ///
    /// # Errors
    /// Only if the kernel refuses the wait itself; the loop cannot continue then.
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
        self.poller.wait(timeout)?;
        self.counters.turns += 1;
        self.now_ns = monotonic_ns();
        self.reads.begin_turn();
        self.listeners.begin_turn();
        self.handshakes.begin_turn();
        Ok(())
    }

    /// The next event of this turn, or `None` when the turn is over. Bytes of a [`Event::Data`] are
    /// put into `buffer`, which is borrowed for this call alone; with 64 KiB to 256 KiB a busy
    /// socket is read in one call. An empty buffer reads nothing, and one below
    /// [`TLS_BUFFER`](crate::TLS_BUFFER) nothing from connections with TLS.
    pub fn next_event(&mut self, buffer: &mut [u8]) -> Option<Event> {
        loop {
            if let Some(notice) = self.notices.pop_front() {
                return Some(self.deliver(notice));
            }
            if let Some(conn) = self.reads.current() {
                match self.read(conn, buffer) {
                    Some(event) => return Some(event),
                    None => continue,
                }
            }
            if let Some(report) = self.poller.next_report() {
                match self.take_report(report) {
                    Some(event) => return Some(event),
                    None => continue,
                }
            }
            if let Some(conn) = self.reads.next_unfinished() {
                self.continue_reading(conn);
                continue;
            }
            if let Some(event) = self.accept() {
                return Some(event);
            }
            if self.advance_handshakes(buffer) {
                continue;
            }
            let timer = self.next_timer();
            if timer.is_some() || self.notices.is_empty() {
                return timer;
            }
        }
    }

    /// Replaces the TLS configuration for connections that are adopted from now on, such as after a
    /// certificate renewal.
    pub fn set_tls(&mut self, tls: Tls) {
        self.config.tls = Some(tls);
    }

    /// Replaces [`outbox_bytes`](Config::outbox_bytes) and [`outbox_age`](Config::outbox_age), for
    /// frames that are sent and bytes that are queued.
    pub fn set_outbox_limits(&mut self, bytes: usize, age: Duration) {
        (self.config.outbox_bytes, self.config.outbox_age) = (bytes, age);
        self.ages.set_limit(age);
    }

    /// The peer's address; `None` for a stale id, and for a socket that is not TCP.
    #[must_use]
    pub fn peer(&mut self, conn: ConnectionId) -> Option<SocketAddr> {
        self.slab.get(conn)?.socket.as_ref()?.peer()
    }

    /// The driver in use: [`Driver::IoUring`] or [`Driver::Epoll`].
    #[must_use]
    pub fn driver(&self) -> Driver {
        self.submissions.driver()
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
        self.send_queue.bytes()
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

    /// For an owner that waits in an event loop of its own, on this reactor's
    /// [descriptor](AsRawFd): makes it readable for deadlines and unfinished work too. To be called
    /// before each such wait, after [`next_event`](Self::next_event) returned `None`; when the
    /// descriptor is readable, `poll` with timeout 0. `owner_due_ms` is the owner's own next
    /// deadline, in [`now_ms`](Self::now_ms)'s time.
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

    /// Whether this turn has events that were not taken yet.
    fn is_mid_turn(&self) -> bool {
        self.reads.is_mid_turn() || self.poller.has_reports()
    }

    /// When the loop has work even if the kernel reports nothing, in nanoseconds of the clock.
    fn next_due(&mut self) -> Option<u64> {
        let has_work = !self.notices.is_empty()
            || self.reads.continue_next_turn()
            || self.send_queue.is_dirty()
            || self.handshakes.is_waiting();
        if has_work {
            return Some(0);
        }
        let due_ms = [
            self.timers.next_due(),
            self.ages.next_deadline(&mut self.slab),
            self.lingering.next_deadline(),
            self.listeners.next_try(),
            self.next_handshake_deadline(),
        ];
        due_ms.into_iter().flatten().min().map(|ms| ms.saturating_mul(1_000_000))
    }

    /// A notice becomes an event: the slot of a closed connection is free from here on.
    fn deliver(&mut self, notice: Event) -> Event {
        if let Event::Closed { conn, .. } = notice {
            self.slab.remove(conn);
        }
        notice
    }

    /// Applies a report of the kernel, and begins to read a connection that is readable. A report
    /// for a descriptor of the owner becomes an event.
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
            if connection.outbox.is_some() {
                self.send_queue.mark_dirty(conn.index(), flags);
            }
        }
        if report.readable {
            flags.set(Flags::READABLE);
        }
        if report.hang_up {
            flags.set(Flags::HANG_UP);
        }
        // A socket that is queued is read in its turn, once.
        if connection.wants_bytes() && !connection.flags.has(Flags::READ_QUEUED) {
            if connection.flags.has(Flags::HANDSHAKING) {
                self.queue_handshake(conn);
            } else {
                self.reads.begin(conn);
            }
        }
    }

    fn continue_reading(&mut self, conn: ConnectionId) {
        let Some(connection) = self.slab.get(conn) else { return };
        if connection.flags.take(Flags::READ_QUEUED) && connection.wants_bytes() {
            self.reads.begin(conn);
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

    /// The owner's next timer; the loop's own deadlines that have passed become notices.
    fn next_timer(&mut self) -> Option<Event> {
        let now_ms = self.now_ms();
        while let Some(conn) = self.lingering.expire(now_ms) {
            self.close(conn, Closed::LingerExpired);
        }
        self.expire_handshakes(now_ms);
        while let Some(slot) = self.ages.expired(&mut self.slab, now_ms) {
            let conn = self.slab.id_of(slot);
            self.close(conn, Closed::OutboxStale);
        }
        let slot = self.timers.expire(&mut self.slab, now_ms)?;
        Some(Event::Timer { conn: self.slab.id_of(slot) })
    }
}

impl AsRawFd for Reactor {
    /// The loop's one pollable descriptor: see [`arm_descriptor`](Reactor::arm_descriptor).
    fn as_raw_fd(&self) -> RawFd {
        self.poller.as_raw_fd()
    }
}
