//! TLS over a socket that hyper serves, with the session that a loop began.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use baton_reactor::{TLS_BUFFER, TlsSession};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use crate::metrics::Metrics;

/// Plain bytes that are sealed for one write: four records.
const SEALED_AT_ONCE: usize = 64 * 1024;

/// A byte stream of plain bytes. While it rests it holds no buffer.
pub(crate) struct Secured {
    stream: TcpStream,
    session: Box<TlsSession>,
    /// Plain bytes that were received; those before `given` are read.
    plain: Vec<u8>,
    given: usize,
    /// Records to send; those before `sent` are gone.
    sealed: Vec<u8>,
    sent: usize,
    /// A record could not be read; it is logged and counted once.
    failed: bool,
    metrics: Arc<Metrics>,
}

impl Secured {
    /// A session whose handshake is complete. `sealed` are records that are to be sent first.
    pub(crate) fn new(
        stream: TcpStream,
        session: Box<TlsSession>,
        sealed: Vec<u8>,
        metrics: Arc<Metrics>,
    ) -> Self {
        Self { stream, session, plain: Vec::new(), given: 0, sealed, sent: 0, failed: false, metrics }
    }

    /// Plain bytes that nobody has read, the socket and the session. `None` while records wait to be sent, which
    /// nobody else could send.
    pub(crate) fn into_parts(mut self) -> Option<(Vec<u8>, TcpStream, Box<TlsSession>)> {
        self.sealed.is_empty().then(|| (self.plain.split_off(self.given), self.stream, self.session))
    }

    /// The socket below.
    pub(super) fn socket(&mut self) -> &mut TcpStream {
        &mut self.stream
    }

    /// Sends the records that wait.
    fn poll_send(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while self.sent < self.sealed.len() {
            self.sent += match ready!(Pin::new(&mut self.stream).poll_write(cx, &self.sealed[self.sent..]))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                sent => sent,
            };
        }
        (self.sealed, self.sent) = (Vec::new(), 0);
        Poll::Ready(Ok(()))
    }

    /// Reads once; `false` at the end of the stream.
    fn receive(&mut self) -> io::Result<bool> {
        let mut buffer = vec![0; TLS_BUFFER];
        let len = self.stream.try_read(self.session.room(&mut buffer))?;
        if len == 0 {
            return Ok(false);
        }
        // What rustls has to say, such as an alert, goes with what is written next.
        let received = self.session.receive(&mut buffer, len, &mut self.sealed);
        let received = received.map_err(|error| {
            self.failed = true;
            self.metrics.tls_record_refused();
            self.sent += self.stream.try_write(&self.sealed[self.sent..]).unwrap_or(0);
            io::Error::new(io::ErrorKind::InvalidData, error)
        })?;
        buffer.truncate(received.plain);
        (self.plain, self.given) = (buffer, 0);
        Ok(true)
    }
}

impl AsyncRead for Secured {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            if self.given < self.plain.len() {
                let n = buf.remaining().min(self.plain.len() - self.given);
                buf.put_slice(&self.plain[self.given..self.given + n]);
                self.given += n;
                return Poll::Ready(Ok(()));
            }
            (self.plain, self.given) = (Vec::new(), 0);
            if self.session.has_ended() || self.failed {
                return Poll::Ready(Ok(()));
            }
            ready!(self.stream.poll_read_ready(cx))?;
            match self.receive() {
                Ok(true) => {}
                Ok(false) => return Poll::Ready(Ok(())),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for Secured {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        ready!(self.poll_send(cx))?;
        let this = &mut *self;
        let plain = &bytes[..bytes.len().min(SEALED_AT_ONCE)];
        this.sealed.resize(TlsSession::sealed_len(plain.len()), 0);
        let sealed = this.session.seal(plain, &mut this.sealed);
        this.sealed.truncate(*sealed.as_ref().unwrap_or(&0)); // nothing of a seal that failed is to be sent
        sealed.map_err(io::Error::other)?;
        // These bytes are taken whatever the socket says; if it is full, the next call waits for it.
        match this.poll_send(cx) {
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            _ => Poll::Ready(Ok(plain.len())),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_send(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        this.session.close_notify(&mut this.sealed);
        ready!(this.poll_send(cx))?;
        Pin::new(&mut this.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
#[path = "secured_tests.rs"]
mod tests;
