//! When a connection that hyper serves has taken too long: to send a request, to read its answer, to go.
//!
//! hyper asks its stream for bytes and gives it bytes, so all of that is seen there ([`Rewound`](super::rewound)); what the
//! stream cannot see is whether a request is being answered, which the service tells it through a [`Stage`]. A body's
//! deadline is where bodies are collected (`routes.rs`), since its end is answered.

use std::collections::BTreeMap;
use std::future::Future as _;
use std::pin::Pin;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use baton_planted::planted;
use tokio::sync::Notify;
use tokio::time::{Instant, Sleep, sleep};

use crate::per_address::Counted;
use crate::settings::Settings;

/// How long a connection that has ended is read for the peer's own end; as the loops'
/// [`linger`](baton_reactor::Config::linger).
const LINGER: Duration = Duration::from_secs(2);

/// The deadlines that the settings name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    head: Duration,
    idle: Duration,
    /// `answer_bytes` of an answer, or what is left of it, have to be taken within this time.
    answer: Duration,
    answer_bytes: usize,
}

impl Limits {
    pub(super) fn of(settings: &Settings) -> Self {
        let seconds = |s: u32| Duration::from_secs(u64::from(s));
        Self {
            head: seconds(settings.head_timeout_s),
            idle: seconds(settings.keep_alive_s),
            answer: seconds(settings.outbox_age_s),
            answer_bytes: settings.outbox_bytes,
        }
    }
}

/// What a connection is at, as its service and its stream tell each other.
pub(super) struct Stage {
    at: AtomicU8,
    /// The streams of HTTP/2, which has several requests at a time.
    streams: Option<Mutex<Streams>>,
    /// Notified when a client has taken a part of an answer.
    room: Notify,
    /// The limit for answers that are not taken.
    answer_bytes: usize,
    /// It has yet to be answered for the first time.
    pending: Mutex<Option<Counted>>,
}

/// The stages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    /// Between two requests.
    Rest,
    /// A request has begun.
    Head,
    /// A request is being answered.
    Service,
    /// The same, and who asked may give up: an end of its stream ends the request.
    Poll,
    /// An answer was made, and is being sent.
    Answer,
    /// Whatever its streams are at.
    Streams,
}

/// The requests of a connection that has several at a time.
#[derive(Debug, Default)]
struct Streams {
    /// Those that are being answered.
    open: usize,
    /// Answers that have more to come, of which the client has taken what there is: streams of events.
    waiting: usize,
    /// When the last one that was ended.
    rests_since: Option<Instant>,
    /// The answers that are being sent, by their numbers: since when the client has taken too little of each.
    unsent: BTreeMap<u64, Instant>,
    /// The number of the next one.
    answers: u64,
    /// Bytes of them that hyper has not taken.
    unsent_bytes: usize,
}

impl Streams {
    fn end_waiting(&mut self) {
        self.waiting = self.waiting.saturating_sub(1);
        self.rests_since = Some(Instant::now());
    }

    /// Until when their connection may stay as it is: a while after the last request, and no longer than the client may take
    /// for an answer. `None` before the first request.
    fn until(&self, limits: &Limits) -> Option<Instant> {
        let since = if self.open + self.waiting > 0 { Some(Instant::now()) } else { self.rests_since };
        let rest = since.map(|since| since + limits.idle);
        let sent = self.unsent.values().map(|since| *since + limits.answer);
        sent.chain(rest).min()
    }
}

/// An answer of a stream, until its client has taken it.
pub(super) struct Unsent {
    stage: Arc<Stage>,
    number: u64,
    /// Bytes that hyper has not taken.
    left: usize,
    /// Bytes that it has taken since the deadline began.
    taken: usize,
    /// There is nothing to take for the moment.
    is_waiting: bool,
}

impl Unsent {
    /// All that there is of the answer has been taken, and more is to come, or there is more now. While there is none its client
    /// has no deadline, and its connection does not rest.
    pub(super) fn wait(&mut self, is_waiting: bool) {
        if std::mem::replace(&mut self.is_waiting, is_waiting) == is_waiting {
            return;
        }
        let Some(mut streams) = self.stage.streams() else { return };
        if is_waiting {
            streams.unsent.remove(&self.number);
            streams.waiting += 1;
        } else {
            streams.unsent.insert(self.number, Instant::now());
            streams.end_waiting();
        }
    }

    /// hyper has taken so many bytes: the client has room, or it is the first part. Each `answer_bytes` have a deadline of their
    /// own, as with HTTP/1.1.
    pub(super) fn taken(&mut self, bytes: usize) {
        self.taken = self.taken.saturating_add(bytes);
        let known = bytes.min(self.left); // a body may be longer than it said
        self.left -= known;
        let Some(mut streams) = self.stage.streams() else { return };
        streams.unsent_bytes = streams.unsent_bytes.saturating_sub(known);
        if self.taken >= self.stage.answer_bytes {
            self.taken = 0;
            streams.unsent.insert(self.number, Instant::now());
        }
        drop(streams);
        self.stage.room.notify_waiters();
    }
}

impl Drop for Unsent {
    fn drop(&mut self) {
        if let Some(mut streams) = self.stage.streams() {
            streams.unsent.remove(&self.number);
            if self.is_waiting {
                streams.end_waiting();
            }
            streams.unsent_bytes = streams.unsent_bytes.saturating_sub(self.left);
            drop(streams);
            self.stage.room.notify_waiters();
        }
    }
}

/// A request that is being answered. However that ends, its connection is notified.
pub(super) struct Serving(Arc<Stage>);

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.end_service();
    }
}

impl Stage {
    pub(super) fn new(pending: Option<Counted>) -> Self {
        Self {
            at: AtomicU8::new(At::Head as u8),
            streams: None,
            room: Notify::new(),
            answer_bytes: 0,
            pending: Mutex::new(pending),
        }
    }

    /// Of a connection of HTTP/2.
    pub(super) fn of_streams(pending: Option<Counted>, limits: &Limits) -> Self {
        Self {
            at: AtomicU8::new(At::Streams as u8),
            streams: Some(Mutex::default()),
            room: Notify::new(),
            answer_bytes: limits.answer_bytes,
            pending: Mutex::new(pending),
        }
    }

    /// A request is being answered from now on. One that `waits` for what may not come for a while ends with its client.
    pub(super) fn begin_service(self: &Arc<Self>, waits: bool) -> Serving {
        match self.streams() {
            Some(mut streams) => streams.open += 1,
            None => self.set(if waits { At::Poll } else { At::Service }),
        }
        Serving(Arc::clone(self))
    }

    /// Its answer was made.
    fn end_service(&self) {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner).take();
        match self.streams() {
            Some(mut streams) => {
                streams.open = streams.open.saturating_sub(1);
                streams.rests_since = Some(Instant::now());
            }
            None => self.set(At::Answer),
        }
    }

    /// An answer of so many bytes begins to be sent.
    pub(super) fn begin_sending(self: &Arc<Self>, bytes: usize) -> Unsent {
        let number = self.streams().map_or(0, |mut streams| {
            let number = streams.answers;
            streams.answers += 1;
            streams.unsent.insert(number, Instant::now());
            streams.unsent_bytes = streams.unsent_bytes.saturating_add(bytes);
            number
        });
        Unsent { stage: Arc::clone(self), number, left: bytes, taken: 0, is_waiting: false }
    }

    /// Waits until a connection of HTTP/2 has fewer than `answer_bytes` of answers that its client has not taken: further
    /// requests of it are answered then. Answers that are made at the same time may go beyond that together.
    pub(super) async fn has_room(&self) {
        loop {
            let more = self.room.notified();
            if self.streams().is_none_or(|streams| streams.unsent_bytes < self.answer_bytes) {
                return;
            }
            more.await;
        }
    }

    fn streams(&self) -> Option<MutexGuard<'_, Streams>> {
        // A count and a time, each right by itself: what a panic left behind is right.
        Some(self.streams.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Until when a connection of HTTP/2 may stay as it is, if that is not over: bytes alone, such as pings and parts of heads, do
    /// not keep it open.
    fn rests_until(&self, limits: &Limits) -> Option<Instant> {
        self.streams()?.until(limits)
    }

    fn set(&self, at: At) {
        self.at.store(at as u8, Ordering::Relaxed); // one task uses it
    }

    fn at(&self) -> At {
        let at = self.at.load(Ordering::Relaxed);
        [At::Rest, At::Head, At::Service, At::Poll, At::Streams]
            .into_iter()
            .find(|one| *one as u8 == at)
            .unwrap_or(At::Answer)
    }
}

/// The clocks of one connection.
pub(super) struct Deadlines {
    limits: Limits,
    /// Of the head, of the rest before one, or of the service after the peer's end.
    request: Pin<Box<Sleep>>,
    is_ending: bool,
    /// Of the answer that the peer has not taken; a sleep only while there is one.
    answer: Option<Pin<Box<Sleep>>>,
    /// Bytes that it has taken since that began.
    taken: usize,
    linger: Option<Pin<Box<Sleep>>>,
}

impl Deadlines {
    /// Those of a connection whose request has begun.
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            limits,
            request: Box::pin(sleep(limits.head)),
            is_ending: false,
            answer: None,
            taken: 0,
            linger: None,
        }
    }

    /// Bytes of the peer have come.
    pub(super) fn received(&mut self, stage: &Stage) {
        if stage.at() == At::Rest {
            stage.set(At::Head);
            self.request.as_mut().reset(Instant::now() + self.limits.head);
        }
    }

    /// The peer has ended its side; ready when hyper may know. It would take an end before the answer for a client that has
    /// gone, and one that sends all that it has to say and ends its side still reads. But a body may have broken off.
    pub(super) fn poll_end(&mut self, stage: &Stage, cx: &mut Context<'_>) -> Poll<()> {
        if stage.at() != At::Service {
            return Poll::Ready(());
        }
        if !self.is_ending {
            self.is_ending = true;
            self.request.as_mut().reset(Instant::now() + LINGER);
        }
        self.request.as_mut().poll(cx)
    }

    /// Nothing has come; ready when nothing more is waited for.
    pub(super) fn poll_request(&mut self, stage: &Stage, cx: &mut Context<'_>) -> Poll<()> {
        let is_off = match stage.at() {
            At::Rest => planted!("http: no keep-alive deadline"),
            At::Head => planted!("http: no head deadline"),
            At::Streams => planted!("http: no keep-alive deadline"),
            At::Service | At::Poll | At::Answer => true,
        };
        if is_off {
            return Poll::Pending;
        }
        loop {
            let until = stage.rests_until(&self.limits);
            // The clock began as that of the first head, which may have longer.
            if let Some(until) = until.filter(|until| *until < self.request.deadline()) {
                self.request.as_mut().reset(until);
            }
            ready!(self.request.as_mut().poll(cx));
            let Some(until) = until.filter(|until| *until > Instant::now()) else { return Poll::Ready(()) };
            self.request.as_mut().reset(until);
        }
    }

    /// The peer has taken bytes.
    pub(super) fn sent(&mut self, bytes: usize) {
        self.taken = self.taken.saturating_add(bytes);
        if self.taken >= self.limits.answer_bytes {
            self.all_sent();
        }
    }

    /// Nothing waits to be sent.
    pub(super) fn all_sent(&mut self) {
        (self.answer, self.taken) = (None, 0);
    }

    /// All of an answer was sent: the connection rests. hyper may have asked for bytes before, and does not ask again
    /// until it is woken, which the clock does from here on.
    pub(super) fn flushed(&mut self, stage: &Stage, cx: &mut Context<'_>) {
        self.all_sent();
        if stage.at() == At::Answer {
            stage.set(At::Rest);
            self.request.as_mut().reset(Instant::now() + self.limits.idle);
            let _ = self.request.as_mut().poll(cx);
        }
    }

    /// The peer takes nothing now; ready when it has taken too little for too long.
    pub(super) fn poll_answer(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let limit = self.limits.answer;
        let late = self.answer.get_or_insert_with(|| Box::pin(sleep(limit)));
        if planted!("http: no answer deadline") { Poll::Pending } else { late.as_mut().poll(cx) }
    }

    /// We have ended our side; ready when the peer's end is not waited for any more.
    pub(super) fn poll_linger(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let linger = self.linger.get_or_insert_with(|| Box::pin(sleep(LINGER)));
        if planted!("http: no linger deadline") { Poll::Pending } else { linger.as_mut().poll(cx) }
    }
}
