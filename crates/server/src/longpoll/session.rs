//! One session: who polls it, and what is said on it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use baton_wire::Opcode;
use bytes::Bytes;
use tokio::io::AsyncWriteExt as _;
use tokio::net::UnixStream;
use tokio::net::unix::OwnedWriteHalf;
use tokio::sync::{Mutex, watch};
use tokio::time::timeout;

use super::inside::{Frames, Incoming};
use crate::clock;

/// How long a poll waits for a message. Phoenix's clients give up after 20 s, and proxies seldom before 30.
const WINDOW: Duration = Duration::from_secs(10);

/// How long what a client sent may wait for its loop, which reads no client while the server is behind.
const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes of frames that are made before they are written: a line of two bytes takes seven.
const PIECE_BYTES: usize = 64 * 1024;

/// How often polls are passed on as signs of life: the session behind closes a client that says nothing for 60 s.
const LIFE_MS: u64 = 10_000;

/// What a poll came to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Polled {
    /// These came, in their order.
    Messages(Vec<String>),
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
    incoming: Mutex<Incoming>,
    outgoing: Arc<Mutex<OwnedWriteHalf>>,
    /// The number of the poll that counts: a client that polls again has given up the one before.
    latest: watch::Sender<u64>,
    polls: AtomicUsize,
    /// When the last poll ended, and when the loop was last told of one, by the monotonic clock.
    last_poll_ms: AtomicU64,
    last_life_ms: AtomicU64,
    /// Bytes of requests that are being passed on, or wait for it.
    waiting: Arc<AtomicUsize>,
    /// A frame was not written whole: what followed would be read as a part of it.
    broken: Arc<AtomicBool>,
}

/// Counts a poll while it lasts, however it ends.
struct Poll<'s>(&'s Session);

impl Drop for Poll<'_> {
    fn drop(&mut self) {
        self.0.last_poll_ms.store(clock::now_ms(), Ordering::Relaxed);
        self.0.polls.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Counts the bytes of a request until it has been passed on.
struct Waiting {
    all: Arc<AtomicUsize>,
    bytes: usize,
}

impl Waiting {
    /// `None` if others wait already and all together would have more than `limit` bytes.
    fn begin(all: &Arc<AtomicUsize>, bytes: usize, limit: usize) -> Option<Self> {
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

impl Session {
    /// The session of a client whose end of the sockets is `ours`.
    pub(super) fn new(ours: UnixStream) -> Self {
        let (incoming, outgoing) = ours.into_split();
        let now = clock::now_ms();
        Self {
            incoming: Mutex::new(Incoming::new(incoming)),
            outgoing: Arc::new(Mutex::new(outgoing)),
            latest: watch::Sender::new(0),
            polls: AtomicUsize::new(0),
            last_poll_ms: AtomicU64::new(now),
            last_life_ms: AtomicU64::new(now),
            waiting: Arc::default(),
            broken: Arc::default(),
        }
    }

    /// Whether nobody polls, and nobody has for `so_long`.
    pub(super) fn is_absent(&self, so_long: Duration) -> bool {
        let silence = clock::now_ms().saturating_sub(self.last_poll_ms.load(Ordering::Relaxed));
        self.polls.load(Ordering::Relaxed) == 0 && u128::from(silence) > so_long.as_millis()
    }

    /// Waits for messages.
    pub(crate) async fn poll(&self) -> Polled {
        self.polls.fetch_add(1, Ordering::Relaxed);
        let _poll = Poll(self);
        let mut mine = 0;
        self.latest.send_modify(|latest| {
            *latest += 1;
            mine = *latest;
        });
        let mut latest = self.latest.subscribe();
        self.pass_on_life();
        let messages = async {
            let mut incoming = self.incoming.lock().await;
            let waited = timeout(WINDOW, incoming.wait()).await;
            // From here on nothing waits, so that what is taken is answered.
            match incoming.take() {
                Some(messages) if !messages.is_empty() => Polled::Messages(messages),
                Some(_) if waited.is_err() => Polled::Nothing,
                _ => Polled::Gone,
            }
        };
        tokio::select! {
            biased;
            _ = latest.wait_for(|latest| *latest != mine) => Polled::Nothing,
            polled = messages => polled,
        }
    }

    /// Passes on what a client sent, each line a message where `is_lines`. Requests of one client that wait for each other have
    /// `limit` bytes at most, unless there is but one.
    pub(crate) async fn send(&self, body: Bytes, is_lines: bool, limit: usize) -> Result<(), Unsent> {
        let Some(waiting) = Waiting::begin(&self.waiting, body.len(), limit) else {
            return Err(Unsent::Crowded);
        };
        let outgoing = timeout(PATIENCE, Arc::clone(&self.outgoing).lock_owned()).await;
        let Ok(mut outgoing) = outgoing else { return Err(Unsent::TimedOut) };
        let broken = Arc::clone(&self.broken);
        // Frames are written whole even if their sender hangs up.
        let written = tokio::spawn(async move {
            let _waiting = waiting;
            if broken.load(Ordering::Relaxed) {
                return Err(Unsent::Gone);
            }
            let outcome = match timeout(PATIENCE, write(&mut outgoing, &body, is_lines)).await {
                Ok(Ok(())) => Ok(()),
                Ok(Err(_)) => Err(Unsent::Gone),
                Err(_) => Err(Unsent::TimedOut),
            };
            broken.store(outcome.is_err(), Ordering::Relaxed);
            outcome
        });
        written.await.unwrap_or(Err(Unsent::Gone))
    }

    /// Tells the loop that the client is there, since its polls do not reach it.
    fn pass_on_life(&self) {
        let now = clock::now_ms();
        if now.saturating_sub(self.last_life_ms.load(Ordering::Relaxed)) < LIFE_MS {
            return;
        }
        // Where the lock is held the client says more than that.
        let Ok(mut outgoing) = Arc::clone(&self.outgoing).try_lock_owned() else { return };
        self.last_life_ms.store(now, Ordering::Relaxed);
        let mut frames = Frames::new();
        frames.push(Opcode::Pong, &[]);
        let broken = Arc::clone(&self.broken);
        drop(tokio::spawn(async move {
            let written = timeout(PATIENCE, outgoing.write_all(frames.as_bytes())).await;
            if !matches!(written, Ok(Ok(()))) {
                broken.store(true, Ordering::Relaxed);
            }
        }));
    }
}

/// Writes a body as frames, a piece at a time.
async fn write(outgoing: &mut OwnedWriteHalf, body: &[u8], is_lines: bool) -> io::Result<()> {
    let mut frames = Frames::new();
    if is_lines {
        let lines = body.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
        for line in lines.filter(|line| !line.is_empty()) {
            push(&mut frames, line);
            if frames.as_bytes().len() >= PIECE_BYTES {
                outgoing.write_all(frames.as_bytes()).await?;
                frames.clear();
            }
        }
    } else {
        push(&mut frames, body);
    }
    outgoing.write_all(frames.as_bytes()).await
}

/// One message. Phoenix's clients send JSON as it is, which begins with a bracket in both serialisers, and bytes in base64.
fn push(frames: &mut Frames, message: &[u8]) {
    match message.first() {
        Some(b'[' | b'{') | None => frames.push(Opcode::Text, message),
        Some(_) => match STANDARD.decode(message) {
            Ok(bytes) => frames.push(Opcode::Binary, &bytes),
            Err(_) => frames.push(Opcode::Text, message), // the session says what is wrong with it
        },
    }
}
