//! The thread of a process that answers for its connections: it sees when the server ends one, at once, whatever PHP is doing.
//!
//! PHP's thread reads a socket only when it has asked something. A server that has ended the connection since has also forgotten what
//! was read by it, and notifies nobody when that changes; and it may have ended it because nobody may read by it any more. So this thread
//! waits for the other side's end on all connections, and for nothing else: it never reads, and is not woken by replies. It ends the
//! connection's lease then, and closes its [gate](super::view::Gate). Its death, with the process, ends the leases of all of them.
//!
//! It also sees when the subscriber, which may be another process's, lives and does nothing: stopped by a signal or a debugger, it hears of no
//! change, and the kernel marks only the dead.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use baton_c_abi::with_signals_held;
use baton_near_cache::Table;
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};

use super::endpoint::{Endpoint, end_lease, is_on_time};
use super::robust::{Robust, thread};
use super::view::{Gate, View};
use crate::table_ffi::monotonic;

/// The stack of a thread that holds a list of descriptors.
const STACK: usize = 64 * 1024;

/// How often the subscribers are looked at, at least.
const LOOK: Duration = Duration::from_secs(5);

/// Connections that are watched at a time; those beyond are used without a cache. The kernel follows a [robust list](super::robust) for
/// 2,048 links and no further: the leases behind would live on when the process is killed.
const MOST: usize = 2000;

/// The thread, as long as somebody uses it.
#[derive(Debug)]
pub(crate) struct Liveness {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    table: Arc<Table>,
    wake: OwnedFd,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The thread's; none before it has begun and after it has ended.
    robust: Option<Robust>,
    thread: u32,
    watched: Vec<Watched>,
    ends: bool,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State")
            .field("thread", &self.thread)
            .field("watched", &self.watched)
            .finish_non_exhaustive()
    }
}

/// A connection. The descriptor is a second one of its socket, so that it is not closed under the thread. The thread shares it while it
/// waits, as PHP's thread may take the connection away meanwhile.
#[derive(Debug)]
struct Watched {
    socket: Arc<OwnedFd>,
    lease: (u16, u64),
    /// Where the connection's hits look, from when that was opened until it ends; shared with the connection, which may be gone first.
    gate: Arc<Gate>,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake(&self) {
        // The counter is full only if the thread has not looked for 2^64 wakes.
        let _ = rustix::io::write(&self.wake, &1_u64.to_ne_bytes());
    }
}

impl State {
    /// Ends the lease of a connection, closes its gate, and forgets it.
    fn end(&mut self, table: &Table, lease: (u16, u64)) {
        if let Some(at) = self.watched.iter().position(|watched| watched.lease == lease) {
            self.watched.swap_remove(at).gate.close();
            end_lease(table, lease);
            if let Some(robust) = &self.robust {
                robust.release(lease.0);
            }
        }
    }
}

/// Of a fork, from before it until after it: the child finds nothing half done.
pub(crate) struct Held<'a>(MutexGuard<'a, State>);

impl Held<'_> {
    /// In the child: what its copies of the parent's connections may find is nothing. They were opened by the parent.
    pub(crate) fn close_all(&self) {
        self.0.watched.iter().for_each(|watched| watched.gate.close());
    }
}

impl Liveness {
    /// Starts the thread. None: the system has no thread or no descriptor left, or keeps no robust lists.
    pub(crate) fn start(table: &Arc<Table>) -> Option<Self> {
        let wake = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK).ok()?;
        let shared = Arc::new(Shared { table: Arc::clone(table), wake, state: Mutex::default() });
        let (begun, has_begun) = mpsc::channel();
        let thread = std::thread::Builder::new().name("baton watch".into()).stack_size(STACK);
        let of_thread = Arc::clone(&shared);
        let thread = with_signals_held(|| thread.spawn(move || run(&of_thread, &begun))).ok()?;
        let liveness = Self { shared, thread: Some(thread) };
        has_begun.recv().unwrap_or(false).then_some(liveness)
    }

    /// Watches a connection of an endpoint. Gives the lease of what comes by it, which ends when the connection does, and the gate is closed.
    /// None: there are too many.
    pub(super) fn add(
        &self,
        endpoint: Endpoint,
        socket: BorrowedFd<'_>,
        gate: &Arc<Gate>,
    ) -> Option<(u16, u64)> {
        let socket = Arc::new(socket.try_clone_to_owned().ok()?);
        let mut state = self.shared.state();
        if state.watched.len() >= MOST {
            return None;
        }
        let lease = endpoint.take_lease(&self.shared.table, state.robust.as_ref()?, state.thread)?;
        state.watched.push(Watched { socket, lease, gate: Arc::clone(gate) });
        drop(state);
        self.shared.wake();
        Some(lease)
    }

    /// Opens the gate of a connection, unless that has ended. False: it has.
    pub(super) fn open(&self, lease: (u16, u64), view: View) -> bool {
        let state = self.shared.state();
        let watched = state.watched.iter().find(|watched| watched.lease == lease);
        watched.map(|watched| watched.gate.open(view)).is_some()
    }

    /// For a fork, from before it until after it.
    pub(crate) fn hold(&self) -> Held<'_> {
        Held(self.shared.state())
    }

    /// Ends a lease: before its connection is closed.
    pub(super) fn end(&self, lease: (u16, u64)) {
        self.shared.state().end(&self.shared.table, lease);
    }
}

impl Drop for Liveness {
    fn drop(&mut self) {
        self.shared.state().ends = true;
        self.shared.wake();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(shared: &Shared, begun: &Sender<bool>) {
    {
        let mut state = shared.state();
        state.thread = thread();
        state.robust = Robust::new(&shared.table);
        let _ = begun.send(state.robust.is_some());
    }
    let mut sockets = Vec::new();
    while wait(shared, &mut sockets) {}
    let mut state = shared.state();
    while let Some(lease) = state.watched.last().map(|watched| watched.lease) {
        state.end(&shared.table, lease);
    }
    state.robust = None;
}

/// Waits until a connection has ended, or there is another one to watch; false: that is all.
fn wait(shared: &Shared, ended: &mut Vec<(u16, u64)>) -> bool {
    let (sockets, leases): (Vec<Arc<OwnedFd>>, Vec<_>) = {
        let state = shared.state();
        if state.ends {
            return false;
        }
        state.watched.iter().map(|watched| (Arc::clone(&watched.socket), watched.lease)).unzip()
    };
    let mut polled = vec![PollFd::new(&shared.wake, PollFlags::IN)];
    polled.extend(sockets.iter().map(|socket| PollFd::from_borrowed_fd(socket.as_fd(), PollFlags::RDHUP)));
    let polls = poll(&mut polled, Timespec::try_from(LOOK).ok().as_ref());
    mistrust(&shared.table, monotonic());
    if polls.is_err() {
        return true; // interrupted
    }
    let over = PollFlags::RDHUP | PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
    let (woken, polled) =
        polled.split_first().map_or((false, &[][..]), |(wake, rest)| (!wake.revents().is_empty(), rest));
    if woken {
        let _ = rustix::io::read(&shared.wake, &mut [0_u8; 8]);
    }
    ended.clear();
    ended.extend(
        polled.iter().zip(&leases).filter(|(fd, _)| fd.revents().intersects(over)).map(|(_, lease)| *lease),
    );
    let mut state = shared.state();
    ended.iter().for_each(|lease| state.end(&shared.table, *lease));
    true
}

/// Has nothing believed of servers whose subscribers are late. Readers look at that themselves, and only while they read.
fn mistrust(table: &Table, now: u64) {
    for endpoint in Endpoint::all(table).filter(|endpoint| endpoint.is_ready(table)) {
        is_on_time(endpoint.subscriber(table), endpoint.alive_at(table), now);
    }
}

#[cfg(test)]
mod tests {
    use std::iter;
    use std::os::unix::net::UnixStream;
    use std::time::Instant;

    use super::super::identity::Identity;
    use super::super::testing::opened;
    use super::*;

    fn endpoint(table: &Table) -> Endpoint {
        Endpoint::of(table, Identity::named(table, b"server"), b"server").unwrap()
    }

    #[test]
    fn a_subscriber_that_is_late_is_believed_again_once_it_has_heard_all() {
        let table = opened().table;
        let endpoint = endpoint(&table);
        assert!(endpoint.lead(&table, thread()));
        endpoint.begin_term(&table, 7, 1);
        let space = endpoint.space(&table, 0);
        mistrust(&table, monotonic() + 50);
        assert!(endpoint.is_ready(&table));
        mistrust(&table, monotonic() + 200);
        assert!(!endpoint.is_ready(&table) && endpoint.space(&table, 0) == space, "nothing is forgotten");
        endpoint.goes_on(&table);
        assert!(endpoint.is_ready(&table) && endpoint.space(&table, 0) == space);
        mistrust(&table, monotonic() + 200);
        endpoint.doubt(&table, 7);
        endpoint.goes_on(&table);
        assert!(!endpoint.is_ready(&table), "the server does not know it: that it goes on is not enough");
    }

    #[test]
    fn a_hit_looks_at_the_clock_unless_many_others_have_a_moment_ago() {
        let table = opened().table;
        let endpoint = endpoint(&table);
        assert!(endpoint.lead(&table, thread()));
        endpoint.begin_term(&table, 7, 1);
        let gate = Gate::new();
        gate.open(endpoint.view(&table, 0, endpoint.term(&table)).unwrap());
        let looks_until_it_need_not =
            || (0..100_000).position(|_| gate.is_fresh() && gate.left.get() > 1).unwrap_or(usize::MAX);
        assert!((2..100_000).contains(&looks_until_it_need_not()) && gate.left.get() == 256);
        gate.rest();
        for _ in 0..3 {
            std::thread::sleep(Duration::from_millis(20));
            assert!(gate.is_fresh() && gate.left.get() == 1, "after a while");
        }
        let long_ago = monotonic().saturating_sub(200);
        endpoint.said_at(&table, long_ago);
        assert!(!gate.is_fresh() && !endpoint.is_ready(&table) && gate.space().is_none());
        endpoint.goes_on(&table);
        assert!(gate.is_fresh() && gate.space().is_some());
    }

    #[test]
    fn no_more_are_watched_than_the_kernel_looks_at() {
        let table = opened().table;
        let (liveness, endpoint) = (Liveness::start(&table).unwrap(), endpoint(&table));
        let (socket, _other) = UnixStream::pair().unwrap();
        let gate = Arc::new(Gate::new());
        assert!(liveness.add(endpoint, socket.as_fd(), &gate).is_some());
        let shared: Arc<OwnedFd> = Arc::new(socket.try_clone().unwrap().into());
        let one = || Watched { socket: Arc::clone(&shared), lease: (0, 0), gate: Arc::clone(&gate) };
        liveness.shared.state().watched.extend(iter::repeat_with(one).take(MOST - 1));
        assert_eq!(liveness.add(endpoint, socket.as_fd(), &gate), None);
    }

    #[test]
    fn a_gate_is_closed_when_the_connection_ends_and_not_opened_again() {
        let table = opened().table;
        let (liveness, endpoint) = (Liveness::start(&table).unwrap(), endpoint(&table));
        assert!(endpoint.lead(&table, thread()));
        endpoint.begin_term(&table, 7, 1);
        let (socket, other) = UnixStream::pair().unwrap();
        let gate = Arc::new(Gate::new());
        let lease = liveness.add(endpoint, socket.as_fd(), &gate).unwrap();
        let view = endpoint.view(&table, 0, endpoint.term(&table)).unwrap();
        assert!(!gate.is_open() && gate.space().is_none());
        assert!(liveness.open(lease, view) && gate.space() == endpoint.space(&table, 0));
        drop(other);
        let began = Instant::now();
        while gate.is_open() && began.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(!gate.is_open() && gate.space().is_none());
        assert!(!liveness.open(lease, view) && !gate.is_open(), "it has ended");
        assert!(!endpoint.has_connections(&table));
    }

    #[test]
    fn a_child_of_a_fork_finds_its_gates_closed() {
        let table = opened().table;
        let (liveness, endpoint) = (Liveness::start(&table).unwrap(), endpoint(&table));
        let (socket, _other) = UnixStream::pair().unwrap();
        let gate = Arc::new(Gate::new());
        let lease = liveness.add(endpoint, socket.as_fd(), &gate).unwrap();
        assert!(liveness.open(lease, endpoint.view(&table, 0, 0).unwrap()) && gate.is_open());
        liveness.hold().close_all();
        assert!(!gate.is_open());
    }
}
