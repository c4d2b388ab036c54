//! A byte stream whose first bytes were read by somebody else, and that does not wait for ever.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use baton_reactor::TlsSession;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::deadlines::{Deadlines, Limits, Stage};
use super::secured::Secured;
use super::shedding::Throttle;
use crate::incomplete::{GivenUp, ReadAhead};
use crate::metrics::{HttpSocket, Metrics};

/// What carries the bytes of a connection.
pub(crate) enum Carrier {
    /// The socket, and bytes that a loop had queued for it.
    Plain(TcpStream, Vec<u8>),
    /// TLS over the socket.
    Secured(Box<Secured>),
}

impl Carrier {
    /// A socket, and its TLS if it speaks any, whose faults are counted. `unsent` goes over the network before all else.
    pub(crate) fn new(
        stream: TcpStream,
        tls: Option<Box<TlsSession>>,
        unsent: Vec<u8>,
        metrics: &Arc<Metrics>,
    ) -> Self {
        match tls {
            None => Self::Plain(stream, unsent),
            Some(session) => Self::Secured(Box::new(Secured::new(stream, session, unsent, metrics.clone()))),
        }
    }

    fn socket(&mut self) -> &mut TcpStream {
        match self {
            Self::Plain(stream, _) => stream,
            Self::Secured(secured) => secured.socket(),
        }
    }

    fn poll_read(&mut self, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match self {
            Self::Plain(stream, _) => Pin::new(stream).poll_read(cx, buf),
            Self::Secured(stream) => Pin::new(stream).poll_read(cx, buf),
        }
    }

    fn poll_write(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        ready!(self.poll_unsent(cx))?;
        match self {
            Self::Plain(stream, _) => Pin::new(stream).poll_write(cx, bytes),
            Self::Secured(stream) => Pin::new(stream).poll_write(cx, bytes),
        }
    }

    fn poll_write_vectored(
        &mut self,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_unsent(cx))?;
        match self {
            Self::Plain(stream, _) => Pin::new(stream).poll_write_vectored(cx, slices),
            Self::Secured(stream) => Pin::new(stream).poll_write_vectored(cx, slices),
        }
    }

    fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_unsent(cx))?;
        match self {
            Self::Plain(stream, _) => Pin::new(stream).poll_flush(cx),
            Self::Secured(stream) => Pin::new(stream).poll_flush(cx),
        }
    }

    fn poll_shutdown(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_unsent(cx))?;
        match self {
            Self::Plain(stream, _) => Pin::new(stream).poll_shutdown(cx),
            Self::Secured(stream) => Pin::new(stream).poll_shutdown(cx),
        }
    }

    /// Sends what a loop had queued. Behind TLS that are records, which wait where all others do.
    fn poll_unsent(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Self::Plain(stream, unsent) = self else { return Poll::Ready(Ok(())) };
        while !unsent.is_empty() {
            match ready!(Pin::new(&mut *stream).poll_write(cx, unsent))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                sent => drop(unsent.drain(..sent)),
            }
        }
        *unsent = Vec::new();
        Poll::Ready(Ok(()))
    }

    /// Throws away what the peer still sends; ready at its end.
    fn poll_discard(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let mut scratch = [0; 4096];
        loop {
            let mut buf = ReadBuf::new(&mut scratch);
            match ready!(Pin::new(self.socket()).poll_read(cx, &mut buf)) {
                Ok(()) if !buf.filled().is_empty() => {}
                _ => return Poll::Ready(()),
            }
        }
    }
}

/// What a connection has taken from the server, and gives back when it ends.
#[derive(Default)]
pub(crate) struct Taken {
    /// It is counted among the sockets.
    pub(crate) _socket: Option<HttpSocket>,
}

/// A connection with the bytes that an event loop has already taken from it. The one adapter between loops and
/// hyper, in both directions.
pub(crate) struct Rewound {
    ahead: Option<ReadAhead>,
    carrier: Carrier,
    taken: Taken,
    stage: Arc<Stage>,
    deadlines: Deadlines,
    /// Slows down reading, where several requests come on a connection.
    throttle: Option<Throttle>,
    /// The peer's end of stream has been read.
    ended: bool,
}

impl Rewound {
    /// `ahead` is read before anything from `carrier`.
    pub(super) fn new(
        ahead: Option<ReadAhead>,
        carrier: Carrier,
        limits: Limits,
        stage: Arc<Stage>,
        taken: Taken,
    ) -> Self {
        let deadlines = Deadlines::new(limits);
        Self { ahead, carrier, taken, stage, deadlines, throttle: None, ended: false }
    }

    /// One whose reading is slowed down.
    pub(super) fn throttled(self, throttle: Throttle) -> Self {
        Self { throttle: Some(throttle), ..self }
    }

    /// The bytes that nobody has read yet, unless they were given up, what they came from, and the place that it takes.
    pub(crate) fn into_parts(self) -> (Result<Vec<u8>, GivenUp>, Carrier, Taken) {
        (self.ahead.map_or(Ok(Vec::new()), ReadAhead::into_rest), self.carrier, self.taken)
    }

    /// Whether what was read ahead had to give way to others' before anybody looked at it.
    pub(super) fn is_given_up(&self) -> bool {
        self.ahead.as_ref().is_some_and(ReadAhead::is_given_up)
    }

    /// What writing came to: nothing is waited for that the peer does not take.
    fn written(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(bytes)) => self.deadlines.sent(bytes),
            Poll::Ready(Err(_)) => {}
            Poll::Pending => return self.poll_late(cx).map(Err),
        }
        written
    }

    /// Ready with an error when the peer has not taken an answer in time. The kernel would otherwise go on holding its
    /// share.
    fn poll_late(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        ready!(self.deadlines.poll_answer(cx));
        let _ = self.carrier.socket().set_zero_linger(); // it is closed in either case
        Poll::Ready(io::Error::new(io::ErrorKind::TimedOut, "the client does not read its answer"))
    }

    /// Reads as much as there is.
    fn poll_read_now(&mut self, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if let Some(ahead) = &mut self.ahead {
            let read = |bytes: &[u8]| {
                let n = buf.remaining().min(bytes.len());
                buf.put_slice(&bytes[..n]);
                n
            };
            match ahead.read(read) {
                Ok(true) => self.ahead = None,
                Ok(false) => {}
                Err(GivenUp) => return Poll::Ready(Err(io::ErrorKind::OutOfMemory.into())),
            }
            return Poll::Ready(Ok(()));
        }
        if !self.ended {
            let before = buf.filled().len();
            match self.carrier.poll_read(cx, buf) {
                Poll::Ready(Ok(())) if buf.filled().len() > before => {
                    self.deadlines.received(&self.stage);
                    return Poll::Ready(Ok(()));
                }
                Poll::Ready(Ok(())) => self.ended = true,
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                // As if the peer had ended: hyper ends the connection in good order.
                Poll::Pending => return self.deadlines.poll_request(&self.stage, cx).map(Ok),
            }
        }
        self.deadlines.poll_end(&self.stage, cx).map(Ok)
    }
}

impl AsyncRead for Rewound {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let Some(throttle) = &mut this.throttle else { return this.poll_read_now(cx, buf) };
        let most = ready!(throttle.poll_bytes(cx)).min(buf.remaining());
        let mut part = ReadBuf::new(buf.initialize_unfilled_to(most));
        ready!(this.poll_read_now(cx, &mut part))?;
        let read = part.filled().len();
        buf.advance(read);
        if let Some(throttle) = this.throttle.as_mut().filter(|_| read > 0) {
            throttle.read();
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Rewound {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = self.carrier.poll_write(cx, bytes);
        self.written(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = self.carrier.poll_write_vectored(cx, slices);
        self.written(cx, written)
    }

    /// hyper puts head and body side by side for a carrier that says no, which gives them one record.
    fn is_write_vectored(&self) -> bool {
        matches!(self.carrier, Carrier::Plain(..))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        match this.carrier.poll_flush(cx) {
            Poll::Pending => this.poll_late(cx).map(Err),
            Poll::Ready(Ok(())) => {
                this.deadlines.flushed(&this.stage, cx);
                Poll::Ready(Ok(()))
            }
            failed => failed,
        }
    }

    /// Ends our side, and waits a moment for the peer's end, throwing away what it still sends: if that lay unread in the
    /// kernel at the close, the peer would get a reset, and might lose the answer (RFC 9112, section 9.6).
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        match this.carrier.poll_shutdown(cx) {
            Poll::Pending => return this.poll_late(cx).map(Err),
            Poll::Ready(Ok(())) => {}
            failed => return failed,
        }
        if this.ended || this.carrier.poll_discard(cx).is_ready() {
            return Poll::Ready(Ok(()));
        }
        this.deadlines.poll_linger(cx).map(Ok)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;
    use crate::incomplete::{Incomplete, Proof};
    use crate::settings::Settings;

    fn rewound(early: &[u8], carrier: Carrier) -> Rewound {
        let (limits, stage) = (Limits::of(&Settings::default()), Arc::new(Stage::new(None)));
        let (ahead, _) = ReadAhead::begin(&Incomplete::new(1_000), Proof::None, early.to_vec());
        Rewound::new(Some(ahead), carrier, limits, stage, Taken::default())
    }

    #[tokio::test]
    async fn early_bytes_come_first_and_what_is_unread_can_be_taken_back() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut far = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (near, _) = listener.accept().await.unwrap();
        far.write_all(b" world").await.unwrap();

        let mut stream = rewound(b"hello", Carrier::Plain(near, b"queued ".to_vec()));
        let mut all = [0; 11];
        stream.read_exact(&mut all).await.unwrap();
        assert_eq!(&all, b"hello world");
        stream.write_all(b"answer").await.unwrap();
        let mut answers = [0; 13];
        far.read_exact(&mut answers).await.unwrap();
        assert_eq!(&answers, b"queued answer");

        let mut stream = rewound(b"abcdef", stream.into_parts().1);
        let mut some = [0; 2];
        stream.read_exact(&mut some).await.unwrap();
        assert_eq!(stream.into_parts().0.unwrap(), b"cdef");
    }

    #[tokio::test]
    async fn a_throttled_connection_reads_a_part_at_a_time_to_the_end() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut far = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (near, _) = listener.accept().await.unwrap();
        far.write_all(&[7; 10_000]).await.unwrap();
        drop(far);
        let mut stream =
            rewound(b"early", Carrier::Plain(near, Vec::new())).throttled(Throttle::new(&Arc::default()));
        let mut buffer = [0; 20_000];
        assert_eq!(stream.read(&mut buffer).await.unwrap(), 5);
        let mut parts = Vec::new();
        while let read @ 1.. = stream.read(&mut buffer).await.unwrap() {
            parts.push(read);
        }
        assert_eq!(parts.iter().sum::<usize>(), 10_000);
        assert!(parts.iter().all(|read| *read <= 4_096), "{parts:?}");
    }
}
