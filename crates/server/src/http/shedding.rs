//! Load shedding for HTTP/2: what all of its requests take in memory is bounded.
//!
//! With HTTP/1.1 a connection has one request at a time, whose bytes are counted as they come. With HTTP/2 it has a hundred, and
//! three bytes can be one, which takes ten kilobytes until its answer was taken; one byte can stand for a field of a head
//! (HPACK, RFC 7541). So requests count by what they take, and above the limit those are answered with 503 whose connection
//! has two others: a client that sends one at a time is always served.
//!
//! Before it is admitted, a request has been read already. A connection therefore reads a little at a time, and none reads on
//! while those that wait for their admission take too much. They wait for nothing but a thread, so that this ends by itself.

use std::future::Future as _;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::time::{Sleep, sleep};

/// Bytes that a request takes beside its head, until its answer was taken: hyper's stream, the task, and what answers.
const REQUEST_BYTES: usize = 10 * 1024;
/// Requests of a connection that are served above the limit: one, and one that is over for a client which has its answer, or
/// has given up, and is not over here yet.
const SERVED: usize = 2;
/// The largest head that is served above the limit.
pub(super) const SERVED_HEAD_BYTES: usize = 4 * 1024;
/// Requests that wait for their admission may take so many bytes before the connections stop reading.
const ARRIVED_BYTES: usize = 16 * 1024 * 1024;
/// Bytes that a connection reads before the heads in them are counted: how far each thread may go beyond that. They
/// are eight heads of the most fields that are read, half a megabyte.
const READ_BYTES: usize = 4 * 1024;
/// How long a connection waits before it looks again.
const PAUSE: Duration = Duration::from_millis(5);

/// The requests of all connections.
#[derive(Debug, Default)]
pub(super) struct Load {
    /// Bytes of those that are not admitted yet.
    arrived: AtomicUsize,
    /// Bytes of those that are.
    live: AtomicUsize,
}

/// Bytes that count until this is dropped.
struct Counted {
    load: Arc<Load>,
    counter: fn(&Load) -> &AtomicUsize,
    bytes: usize,
}

impl Counted {
    fn new(load: &Arc<Load>, counter: fn(&Load) -> &AtomicUsize, bytes: usize) -> Self {
        counter(load).fetch_add(bytes, Relaxed);
        Self { load: Arc::clone(load), counter, bytes }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        (self.counter)(&self.load).fetch_sub(self.bytes, Relaxed);
    }
}

/// The requests of one connection.
pub(super) struct Requests {
    load: Arc<Load>,
    live: AtomicUsize,
}

/// A request that has been read.
pub(super) struct Arrived {
    of: Arc<Requests>,
    head: usize,
    _bytes: Counted,
}

/// A request that is answered, until the answer was taken.
pub(super) struct Live {
    of: Arc<Requests>,
    _bytes: Counted,
}

/// The head of a request, for its extensions, whose parts must be [`Clone`]: it counts once.
#[derive(Clone)]
pub(super) struct LiveHead(Arc<Counted>);

impl LiveHead {
    /// What its request takes without the body.
    pub(super) fn request_bytes(&self) -> usize {
        REQUEST_BYTES + self.0.bytes
    }
}

impl Requests {
    pub(super) fn new(load: &Arc<Load>) -> Arc<Self> {
        Arc::new(Self { load: Arc::clone(load), live: AtomicUsize::new(0) })
    }

    /// A request with a head of so many bytes was read.
    pub(super) fn arrived(self: &Arc<Self>, head: usize) -> Arrived {
        let bytes = Counted::new(&self.load, |load| &load.arrived, head + REQUEST_BYTES);
        Arrived { of: Arc::clone(self), head, _bytes: bytes }
    }

    /// A request that is answered, whatever the load.
    pub(super) fn live(self: &Arc<Self>) -> Live {
        self.live.fetch_add(1, Relaxed);
        let bytes = Counted::new(&self.load, |load| &load.live, REQUEST_BYTES);
        Live { of: Arc::clone(self), _bytes: bytes }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.of.live.fetch_sub(1, Relaxed);
    }
}

impl Arrived {
    /// Admits the request, unless that would exceed the limit in bytes, and the client has [`SERVED`] others.
    pub(super) fn admit(self, limit: usize) -> Option<(Live, LiveHead)> {
        let live = self.of.live();
        let head = Counted::new(&self.of.load, |load| &load.live, self.head);
        let is_within = self.of.load.live.load(Relaxed) <= limit;
        let is_small = self.of.live.load(Relaxed) <= SERVED && self.head <= SERVED_HEAD_BYTES;
        (is_within || is_small).then(|| (live, LiveHead(Arc::new(head))))
    }
}

/// Slows a connection's reading: a part at a time, and nothing while too many requests wait for their admission.
pub(super) struct Throttle {
    load: Arc<Load>,
    pause: Option<Pin<Box<Sleep>>>,
    /// It has just read: what that was is looked at before it reads on.
    has_read: bool,
}

impl Throttle {
    pub(super) fn new(load: &Arc<Load>) -> Self {
        Self { load: Arc::clone(load), pause: None, has_read: false }
    }

    /// Ready with how many bytes may be read now.
    pub(super) fn poll_bytes(&mut self, cx: &mut Context<'_>) -> Poll<usize> {
        if std::mem::take(&mut self.has_read) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        while self.load.arrived.load(Relaxed) >= ARRIVED_BYTES {
            ready!(self.pause.get_or_insert_with(|| Box::pin(sleep(PAUSE))).as_mut().poll(cx));
            self.pause = None;
        }
        Poll::Ready(READ_BYTES)
    }

    /// Bytes were read.
    pub(super) fn read(&mut self) {
        self.has_read = true;
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::time::timeout;

    use super::*;

    #[test]
    fn above_the_limit_each_connection_has_two_requests_with_small_heads() {
        let load = Arc::<Load>::default();
        let (greedy, modest) = (Requests::new(&load), Requests::new(&load));
        let limit = 3 * REQUEST_BYTES + 3_000;
        let held: Vec<_> = (0..5).filter_map(|_| greedy.arrived(1_000).admit(limit)).collect();
        assert_eq!(held.len(), 3, "the fourth would have been beyond the limit");
        let two = [modest.arrived(1_000).admit(0).unwrap(), modest.arrived(1_000).admit(0).unwrap()];
        assert!(modest.arrived(1_000).admit(0).is_none());
        drop(two);
        assert!(modest.arrived(SERVED_HEAD_BYTES + 1).admit(0).is_none());
        let (live, head) = modest.arrived(SERVED_HEAD_BYTES).admit(0).unwrap();
        drop(live);
        assert_eq!(
            load.live.load(Relaxed),
            3 * (REQUEST_BYTES + 1_000) + SERVED_HEAD_BYTES,
            "its head is there yet"
        );
        drop((head, held));
        assert_eq!((load.arrived.load(Relaxed), load.live.load(Relaxed)), (0, 0));
        assert_eq!(greedy.live.load(Relaxed), 0);
    }

    #[tokio::test]
    async fn a_connection_reads_a_part_at_a_time_and_none_while_too_many_requests_wait() {
        let load = Arc::<Load>::default();
        let mut throttle = Throttle::new(&load);
        assert_eq!(poll_fn(|cx| throttle.poll_bytes(cx)).await, READ_BYTES);
        throttle.read();
        assert!(poll_fn(|cx| Poll::Ready(throttle.poll_bytes(cx))).await.is_pending(), "others come first");
        assert_eq!(poll_fn(|cx| throttle.poll_bytes(cx)).await, READ_BYTES);
        let arrived = Requests::new(&load).arrived(ARRIVED_BYTES);
        assert!(timeout(PAUSE * 5, poll_fn(|cx| throttle.poll_bytes(cx))).await.is_err());
        let admitted = arrived.admit(usize::MAX).unwrap();
        assert_eq!(poll_fn(|cx| throttle.poll_bytes(cx)).await, READ_BYTES);
        drop(admitted);
    }
}
