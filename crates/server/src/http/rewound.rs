//! A byte stream whose first bytes were read by somebody else.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// A socket with the bytes that an event loop has already taken from it. The one adapter between loops and
/// hyper, in both directions.
pub(crate) struct Rewound {
    early: Vec<u8>,
    given: usize,
    stream: TcpStream,
}

impl Rewound {
    /// `early` is read before anything from `stream`.
    pub(crate) fn new(early: Vec<u8>, stream: TcpStream) -> Self {
        Self { early, given: 0, stream }
    }

    /// The socket, and the bytes that nobody has read yet.
    pub(crate) fn into_parts(mut self) -> (Vec<u8>, TcpStream) {
        (self.early.split_off(self.given), self.stream)
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
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Rewound {
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
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test]
    async fn early_bytes_come_first_and_what_is_unread_can_be_taken_back() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut far = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (near, _) = listener.accept().await.unwrap();
        far.write_all(b" world").await.unwrap();

        let mut stream = Rewound::new(b"hello".to_vec(), near);
        let mut all = [0; 11];
        stream.read_exact(&mut all).await.unwrap();
        assert_eq!(&all, b"hello world");

        let mut stream = Rewound::new(b"abcdef".to_vec(), stream.into_parts().1);
        let mut some = [0; 2];
        stream.read_exact(&mut some).await.unwrap();
        assert_eq!(stream.into_parts().0, b"cdef");
    }
}
