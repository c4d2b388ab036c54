//! A byte stream whose first bytes were read by somebody else.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use baton_reactor::TlsSession;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::secured::Secured;
use crate::metrics::Metrics;

/// What carries the bytes of a connection.
pub(crate) enum Carrier {
    /// The socket.
    Plain(TcpStream),
    /// TLS over the socket.
    Secured(Box<Secured>),
}

impl Carrier {
    /// A socket, and its TLS if it speaks any, whose faults are counted.
    pub(crate) fn new(stream: TcpStream, tls: Option<Box<TlsSession>>, metrics: &Arc<Metrics>) -> Self {
        match tls {
            None => Self::Plain(stream),
            Some(session) => Self::Secured(Box::new(Secured::new(stream, session, metrics.clone()))),
        }
    }
}

/// A connection with the bytes that an event loop has already taken from it. The one adapter between loops and
/// hyper, in both directions.
pub(crate) struct Rewound {
    early: Vec<u8>,
    given: usize,
    carrier: Carrier,
}

impl Rewound {
    /// `early` is read before anything from `carrier`.
    pub(crate) fn new(early: Vec<u8>, carrier: Carrier) -> Self {
        Self { early, given: 0, carrier }
    }

    /// The bytes that nobody has read yet, and what they came from.
    pub(crate) fn into_parts(mut self) -> (Vec<u8>, Carrier) {
        (self.early.split_off(self.given), self.carrier)
    }
}

impl AsyncRead for Rewound {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.given < self.early.len() {
            let n = buf.remaining().min(self.early.len() - self.given);
            buf.put_slice(&self.early[self.given..self.given + n]);
            self.given += n;
            return Poll::Ready(Ok(()));
        }
        if !self.early.is_empty() {
            (self.early, self.given) = (Vec::new(), 0);
        }
        match &mut self.carrier {
            Carrier::Plain(stream) => Pin::new(stream).poll_read(cx, buf),
            Carrier::Secured(stream) => Pin::new(stream).poll_read(cx, buf),
        }
    }
}

impl AsyncWrite for Rewound {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match &mut self.carrier {
            Carrier::Plain(stream) => Pin::new(stream).poll_write(cx, bytes),
            Carrier::Secured(stream) => Pin::new(stream).poll_write(cx, bytes),
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match &mut self.carrier {
            Carrier::Plain(stream) => Pin::new(stream).poll_write_vectored(cx, slices),
            Carrier::Secured(stream) => Pin::new(stream).poll_write_vectored(cx, slices),
        }
    }

    /// hyper puts head and body side by side for a carrier that says no, which gives them one record.
    fn is_write_vectored(&self) -> bool {
        matches!(self.carrier, Carrier::Plain(_))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.carrier {
            Carrier::Plain(stream) => Pin::new(stream).poll_flush(cx),
            Carrier::Secured(stream) => Pin::new(stream).poll_flush(cx),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.carrier {
            Carrier::Plain(stream) => Pin::new(stream).poll_shutdown(cx),
            Carrier::Secured(stream) => Pin::new(stream).poll_shutdown(cx),
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test]
    async fn early_bytes_come_first_and_what_is_unread_can_be_taken_back() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut far = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (near, _) = listener.accept().await.unwrap();
        far.write_all(b" world").await.unwrap();

        let mut stream = Rewound::new(b"hello".to_vec(), Carrier::Plain(near));
        let mut all = [0; 11];
        stream.read_exact(&mut all).await.unwrap();
        assert_eq!(&all, b"hello world");

        let mut stream = Rewound::new(b"abcdef".to_vec(), stream.into_parts().1);
        let mut some = [0; 2];
        stream.read_exact(&mut some).await.unwrap();
        assert_eq!(stream.into_parts().0, b"cdef");
    }
}
