//! The endpoint's turn.
//!
//! ```text
//! loop {
//!     endpoint.wait(timeout)                   writes what was queued, then waits
//!     while endpoint.next(|event| …) { … }     the events, one by one
//! }
//! ```
//!
//! Bytes of a connection are decoded where they were read. Between two messages of one read the
//! owner may call any method for any connection; the rest of the bytes waits in the buffer
//! meanwhile.

use std::io;
use std::os::fd::BorrowedFd;
use std::time::Duration;

use baton_reactor::Event as Report;

use crate::endpoint::{Endpoint, clock_ms};
use crate::pending::{End, PendingEvent};
use crate::workers::HANDOVER;
use crate::{AlarmId, Event};

/// Bytes to send at which an endpoint writes within a turn, while they are in the cache: as the
/// server's loops do.
const GATHERED_BYTES: usize = 128 << 10;

impl Endpoint {
    /// Writes what is queued and waits until something happens, at most `timeout` (`None`: without
    /// a limit).
    ///
    /// # Errors
    /// Only if the kernel refuses the wait itself; the endpoint cannot continue then.
    pub fn wait(&mut self, timeout: Option<Duration>) -> io::Result<()> {
        self.end_turn();
        let due = self.next_due().map(|due| Duration::from_millis(due.saturating_sub(clock_ms())));
        self.reactor.poll(timeout.into_iter().chain(due).min())?;
        self.now = self.reactor.now_ms();
        Ok(())
    }

    /// Makes the [descriptor](std::os::fd::AsRawFd) readable for everything that an endpoint has to
    /// do. For owners that wait in a loop of their own: to be called before each such wait, after
    /// [`next`](Self::next) returned `None`.
    ///
    /// # Errors
    /// No open file left, at the first call.
    pub fn arm_descriptor(&mut self) -> io::Result<()> {
        self.end_turn();
        let due = self.next_due();
        self.reactor.arm_descriptor(due)
    }

    fn end_turn(&mut self) {
        self.report_ended();
        self.reactor.flush();
        self.apply_backpressure();
    }

    /// When the endpoint itself has something to do.
    fn next_due(&mut self) -> Option<u64> {
        if self.pending.has_work() || self.input.has_work() {
            return Some(0);
        }
        self.stopping.into_iter().chain(self.alarms.next_due()).min()
    }

    /// Calls `handle` with the next event, or returns `None` when the turn is over and it is time
    /// to [wait](Self::wait). The bytes of an event stay where they are until another method of the
    /// endpoint is called.
    #[inline]
    pub fn next<R>(&mut self, handle: impl FnOnce(Event<'_>) -> R) -> Option<R> {
        let mut handle = Some(handle);
        loop {
            if self.reactor.gathered() >= GATHERED_BYTES {
                self.reactor.flush();
            }
            self.answer_for_owner();
            if let Some(end) = self.pending.take_delivered_end() {
                self.on_end_delivered(&end);
            }
            if let Some(event) = self.pending.pop() {
                let result = self.emit(&event, &mut handle);
                self.pending.set_delivered(event);
                if result.is_some() {
                    return result;
                }
                continue;
            }
            if self.input.current().is_some() {
                if let Some(result) = self.read_frame(&mut handle) {
                    return Some(result);
                }
                continue;
            }
            if let Some(conn) = self.input.next_resumed() {
                self.read_stored(conn);
                continue;
            }
            match self.reactor.next_event(self.input.buffer_mut()) {
                Some(report) => self.dispatch(report),
                None => {
                    let alarm = self.alarms.take(self.now)?;
                    return handle.take().map(|handle| handle(Event::Alarm { alarm }));
                }
            }
        }
    }

    /// Calls `handle` with a pending event; `None` if its connection is gone.
    fn emit<R, F: FnOnce(Event<'_>) -> R>(
        &mut self,
        pending: &PendingEvent,
        handle: &mut Option<F>,
    ) -> Option<R> {
        let event = match pending {
            PendingEvent::Handshake(conn) => {
                let head = self.peers.get(*conn)?.head();
                self.pending.expect_answer(*conn);
                Event::Handshake { conn: *conn, head }
            }
            PendingEvent::Request(conn) => {
                let peer = self.peers.get(*conn)?;
                self.pending.expect_answer(*conn);
                Event::Request { conn: *conn, head: peer.head(), body: peer.body() }
            }
            // It may have closed again: then that event follows.
            PendingEvent::Open(conn) => Event::Open { conn: *conn },
            PendingEvent::Drained(conn) => {
                let owner = self.peers.get(*conn).filter(|peer| peer.is_open())?.owner;
                Event::Drained { conn: *conn, owner }
            }
            PendingEvent::Closed(end) => {
                let End { conn, code, clean, reason, .. } = &**end;
                let peer = self.peers.get(*conn)?;
                let (owner, head) = (peer.owner, peer.head());
                Event::Closed { conn: *conn, owner, code: *code, reason, clean: *clean, head }
            }
            PendingEvent::Ready(number) => Event::Ready { number: *number },
            PendingEvent::AcceptPaused => Event::AcceptPaused,
        };
        handle.take().map(|handle| handle(event))
    }

    /// Handles an event of the reactor.
    fn dispatch(&mut self, report: Report) {
        match report {
            Report::Incoming { socket, peer, .. } => self.admit_tcp(socket, peer),
            Report::IncomingLocal { socket, .. } => self.admit(socket, None, false),
            Report::Data { conn, len } => self.on_data(conn, len),
            Report::Drained { conn } => self.on_drained(conn),
            Report::OutboxFull { conn } => self.on_too_slow(conn),
            Report::Timer { conn } => self.on_timer(conn),
            Report::Closed { conn, cause } => self.on_closed(conn, cause),
            Report::Ready { number: HANDOVER } => self.take_handed(),
            Report::Ready { number } => self.pending.push(PendingEvent::Ready(number)),
            Report::AcceptPaused { .. } => self.pending.push(PendingEvent::AcceptPaused),
            Report::Secured { .. } => {}
        }
    }

    /// Sets an alarm: [`Event::Alarm`] comes `after_ms` from now, and every `interval_ms` from then
    /// on unless that is 0.
    pub fn set_alarm(&mut self, after_ms: u64, interval_ms: u64) -> AlarmId {
        self.alarms.set(clock_ms().saturating_add(after_ms), interval_ms)
    }

    /// Cancels an alarm; false if it has come or was cancelled already.
    pub fn cancel_alarm(&mut self, alarm: AlarmId) -> bool {
        self.alarms.cancel(alarm)
    }

    /// Whether an alarm will come.
    #[must_use]
    pub fn is_alarm_set(&self, alarm: AlarmId) -> bool {
        self.alarms.is_set(alarm)
    }

    /// Watches a descriptor of the owner, see [`Reactor::watch`](baton_reactor::Reactor::watch).
    ///
    /// # Errors
    /// The kernel refuses the descriptor.
    pub fn watch(&mut self, descriptor: BorrowedFd<'_>, number: u32) -> io::Result<()> {
        self.reactor.watch(descriptor, number)
    }

    /// Stops watching it.
    pub fn unwatch(&mut self, descriptor: BorrowedFd<'_>) {
        self.reactor.unwatch(descriptor);
    }
}
