//! One session: what its event loop has for the client, who polls for it, and what the client says.
//!
//! It is shared by the loop, where it is the transport of a connection, and by the requests of its client. Between two
//! polls messages wait in its [outbox](Outbox).

use std::pin::pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use baton_reactor::{Closed, ConnectionId};
use bytes::Bytes;
use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, timeout, timeout_at};

use super::outbox::{Outbox, Pushed, Taken, Total};
use super::posts::Post;
use crate::clock;
use crate::loop_message::{LoopMessage, LoopSender, OfSession};

/// How long a poll waits for a message. Phoenix's clients give up after 20 s, and proxies seldom before 30.
const WINDOW: Duration = Duration::from_secs(10);

/// How long what a client sent may wait for its loop, which reads no client while the server is behind.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often polls are passed on as signs of life: the session behind closes a client that says nothing for 60 s.
const LIFE_MS: u64 = 10_000;

/// What a request that waits takes beside its body, so that empty ones have a bound too.
const REQUEST_BYTES: usize = 256;

/// What a poll came to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Polled {
    /// These came, in their order.
    Messages(Vec<Arc<[u8]>>),
    /// Nothing did, or another poll took this one's place.
    Nothing,
    /// The session has ended.
    Gone,
}

/// Why what a client sent was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unsent {
    /// The session has ended.
    Gone,
    /// The server was behind for [`PATIENCE`]; nothing of it can be said to have arrived, so the session has ended too.
    TimedOut,
    /// More of this client waits for the loop already than may.
    Crowded,
}

/// A session.
pub(crate) struct Session {
    to_loop: LoopSender,
    /// The connection that it is in its loop, as a number; 0 until the loop has it.
    conn: AtomicU64,
    outbox: Mutex<Outbox>,
    /// There is something to take, the session has ended, or another poll has come.
    changed: Notify,
    /// The number of the poll that counts: a client that polls again has given up the one before.
    latest: AtomicU64,
    polls: AtomicUsize,
    /// When the last poll ended, and when the loop was last notified of one, by the monotonic clock.
    last_poll_ms: AtomicU64,
    last_life_ms: AtomicU64,
    /// Bytes of requests that have not been handled.
    waiting: Arc<AtomicUsize>,
}

/// Counts a poll while it lasts, however it ends.
struct Poll<'s>(&'s Session);

impl Drop for Poll<'_> {
    fn drop(&mut self) {
        self.0.last_poll_ms.store(clock::now_ms(), Ordering::Relaxed);
        self.0.polls.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Counts the bytes of a request until they have been handled, even if who asked has hung up.
#[derive(Default)]
pub(super) struct Waiting {
    all: Arc<AtomicUsize>,
    bytes: usize,
}

impl Waiting {
    /// `None` if others wait already and all together would have more than `limit` bytes.
    fn begin(all: &Arc<AtomicUsize>, body: usize, limit: usize) -> Option<Self> {
        let bytes = body + REQUEST_BYTES;
        let before = all.fetch_add(bytes, Ordering::Relaxed);
        let waiting = Self { all: Arc::clone(all), bytes };
        (before == 0 || before.saturating_add(bytes) <= limit).then_some(waiting)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.all.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// The client's side: its requests.
impl Session {
    /// A session of the loop with this queue, which has yet to be notified of it.
    pub(super) fn new(to_loop: LoopSender, total: Total) -> Self {
        let now = clock::now_ms();
        Self {
            to_loop,
            conn: AtomicU64::new(0),
            outbox: Mutex::new(Outbox::new(total)),
            changed: Notify::new(),
            latest: AtomicU64::new(0),
            polls: AtomicUsize::new(0),
            last_poll_ms: AtomicU64::new(now),
            last_life_ms: AtomicU64::new(now),
            waiting: Arc::default(),
        }
    }

    /// Whether nobody polls, and nobody has for `so_long`.
    pub(super) fn is_absent(&self, so_long: Duration) -> bool {
        let silence = clock::now_ms().saturating_sub(self.last_poll_ms.load(Ordering::Relaxed));
        self.polls.load(Ordering::Relaxed) == 0 && u128::from(silence) > so_long.as_millis()
    }

    /// Whether more has waited for `so_long` than one answer holds.
    pub(super) fn is_behind(&self, so_long: Duration) -> bool {
        let since = self.outbox().behind_since();
        since.is_some_and(|since| u128::from(clock::now_ms().saturating_sub(since)) >= so_long.as_millis())
    }

    /// Tells the loop of something.
    pub(super) fn tell_loop(self: &Arc<Self>, what: OfSession) {
        self.to_loop.push_unreserved(LoopMessage::OfSession(Box::new((Arc::clone(self), what))));
    }

    /// Ends it, if it has not ended: nobody will poll for what waits.
    pub(super) fn give_up(self: &Arc<Self>, cause: Closed) {
        let mut outbox = self.outbox();
        let had_ended = outbox.has_ended();
        outbox.discard();
        drop(outbox);
        self.changed.notify_waiters();
        if !had_ended {
            self.tell_loop(OfSession::GivenUp(cause));
        }
    }

    /// Waits for messages. It may be dropped before it has an answer, without a loss.
    pub(crate) async fn poll(self: &Arc<Self>) -> Polled {
        self.polls.fetch_add(1, Ordering::Relaxed);
        let _poll = Poll(self);
        let mine = self.latest.fetch_add(1, Ordering::Relaxed) + 1;
        self.changed.notify_waiters(); // the one before ends
        self.pass_on_life();
        let end = Instant::now() + WINDOW;
        loop {
            // Before anything is looked at, so that no change after that is missed.
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            if self.latest.load(Ordering::Relaxed) != mine {
                return Polled::Nothing;
            }
            // What is taken is answered: from there on nothing waits.
            let taken = self.outbox().take(clock::now_ms());
            match taken {
                Taken::Messages(messages, has_room) => {
                    if has_room {
                        self.tell_loop(OfSession::Polled);
                    }
                    return Polled::Messages(messages);
                }
                Taken::Ended => return Polled::Gone,
                Taken::Nothing if timeout_at(end, changed).await.is_err() => return Polled::Nothing,
                Taken::Nothing => {}
            }
        }
    }

    /// Passes on what a client sent, each line a message where `is_lines`. Requests of one client that wait for each other have
    /// `limit` bytes at most, unless there is but one.
    pub(crate) async fn send(
        self: &Arc<Self>,
        body: Bytes,
        is_lines: bool,
        limit: usize,
    ) -> Result<(), Unsent> {
        if self.outbox().has_ended() {
            return Err(Unsent::Gone);
        }
        let waiting = Waiting::begin(&self.waiting, body.len(), limit).ok_or(Unsent::Crowded)?;
        let (taken, is_taken) = oneshot::channel();
        self.tell_loop(OfSession::Said(Post {
            body,
            at: 0,
            is_lines,
            taken: Some(taken),
            _waiting: waiting,
        }));
        match timeout(PATIENCE, is_taken).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Unsent::Gone),
            Err(_) => Err(Unsent::TimedOut),
        }
    }

    /// Tells the loop that the client is there, since its polls do not reach it.
    fn pass_on_life(self: &Arc<Self>) {
        let now = clock::now_ms();
        if now.saturating_sub(self.last_life_ms.load(Ordering::Relaxed)) >= LIFE_MS {
            self.last_life_ms.store(now, Ordering::Relaxed);
            self.tell_loop(OfSession::Polled);
        }
    }

    fn outbox(&self) -> MutexGuard<'_, Outbox> {
        // Nothing that can panic runs under this lock but the allocator: what a panic left behind is right.
        self.outbox.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The loop's side.
impl Session {
    /// The connection that it is in its loop.
    pub(crate) fn conn(&self) -> Option<ConnectionId> {
        ConnectionId::from_bits(self.conn.load(Ordering::Relaxed))
    }

    /// The loop has it, as this connection.
    pub(crate) fn set_conn(&self, conn: ConnectionId) {
        self.conn.store(conn.to_bits(), Ordering::Relaxed);
    }

    /// Queues a message, which counts against the `limit` if there is one. Polls are [notified](Self::notify_polls) later, so that
    /// one of them takes what comes together.
    pub(crate) fn push(&self, text: Arc<[u8]>, limit: Option<usize>, now_ms: u64) -> Pushed {
        self.outbox().push(text, limit, now_ms)
    }

    /// Wakes the poll that waits, if one does.
    pub(crate) fn notify_polls(&self) {
        self.outbox().tell();
        self.changed.notify_waiters();
    }

    /// Bytes that wait for polls.
    pub(crate) fn unsent(&self) -> usize {
        self.outbox().bytes()
    }

    /// Whether no more than `most` bytes wait. If more do, the loop is notified of the poll that changes it.
    pub(crate) fn has_room(&self, most: usize) -> bool {
        self.outbox().has_room(most)
    }

    /// Nothing more comes. Polls take what waits before they learn of the end.
    pub(crate) fn end(&self) {
        self.outbox().end();
        self.changed.notify_waiters();
    }
}
