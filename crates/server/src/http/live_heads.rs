//! How much memory the heads of HTTP/2 requests take, from when they are read until they are answered.
//!
//! A connection of HTTP/2 reads a hundred heads before the first of them is answered, and one byte can stand for a field of a
//! head (HPACK, RFC 7541): eight hundred connections took gigabytes within a second. So each reads a little at a time, and
//! above the limit none of them reads on until requests were answered.

use std::future::Future as _;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// Bytes that a connection reads before the heads in them are counted: how far each thread may go beyond the limit. They
/// are eight heads of the most fields that are read, half a megabyte.
const READ_BYTES: usize = 4 * 1024;
/// How long a connection waits above the limit before it looks again.
const PAUSE: Duration = Duration::from_millis(20);

/// The heads of all connections.
#[derive(Debug, Default)]
pub(super) struct LiveHeads {
    bytes: AtomicUsize,
}

/// A head; its bytes count until this is dropped. It can be cloned as what is in a request's extensions must, and counts once.
#[derive(Clone)]
pub(super) struct LiveHead(#[expect(dead_code, reason = "it counts until it is dropped")] Arc<Counted>);

struct Counted {
    all: Arc<LiveHeads>,
    bytes: usize,
}

impl LiveHeads {
    /// Counts a head.
    pub(super) fn count(self: &Arc<Self>, bytes: usize) -> LiveHead {
        self.bytes.fetch_add(bytes, Relaxed);
        LiveHead(Arc::new(Counted { all: Arc::clone(self), bytes }))
    }

    fn are_within(&self, limit: usize) -> bool {
        self.bytes.load(Relaxed) < limit
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.all.bytes.fetch_sub(self.bytes, Relaxed);
    }
}

/// A stream that reads while the heads are within a limit.
pub(super) struct Throttled<S> {
    stream: S,
    heads: Arc<LiveHeads>,
    limit: usize,
    pause: Option<Pin<Box<Sleep>>>,
    /// It has just read: what that was is looked at before it reads on.
    has_read: bool,
}

impl<S> Throttled<S> {
    pub(super) fn new(stream: S, heads: Arc<LiveHeads>, limit: usize) -> Self {
        Self { stream, heads, limit, pause: None, has_read: false }
    }

    fn poll_within(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        while !self.heads.are_within(self.limit) {
            ready!(self.pause.get_or_insert_with(|| Box::pin(sleep(PAUSE))).as_mut().poll(cx));
            self.pause = None;
        }
        Poll::Ready(())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Throttled<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if std::mem::take(&mut this.has_read) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        ready!(this.poll_within(cx));
        let most = buf.remaining().min(READ_BYTES);
        let mut part = ReadBuf::new(buf.initialize_unfilled_to(most));
        ready!(Pin::new(&mut this.stream).poll_read(cx, &mut part))?;
        let read = part.filled().len();
        buf.advance(read);
        this.has_read = read > 0;
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Throttled<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt as _;
    use tokio::time::timeout;

    use super::*;

    #[tokio::test]
    async fn a_stream_reads_a_part_at_a_time_and_none_above_the_limit() {
        let (heads, bytes) = (Arc::<LiveHeads>::default(), vec![7; 10_000]);
        let mut stream = Throttled::new(&bytes[..], Arc::clone(&heads), 1_000);
        let mut buffer = [0; 10_000];
        assert_eq!(stream.read(&mut buffer).await.unwrap(), READ_BYTES);
        let head = heads.count(1_000);
        assert!(timeout(PAUSE * 5, stream.read(&mut buffer)).await.is_err());
        drop(head);
        let mut read = READ_BYTES;
        while read < bytes.len() {
            read += stream.read(&mut buffer).await.unwrap();
        }
        assert_eq!(stream.read(&mut buffer).await.unwrap(), 0);
    }
}
