//! TLS over a socket that hyper serves, with the session that a loop began.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use baton_reactor::{TLS_BUFFER, TlsSession};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

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
}

impl Secured {
    /// A session whose handshake is complete.
    pub(crate) fn new(stream: TcpStream, session: Box<TlsSession>) -> Self {
        Self { stream, session, plain: Vec::new(), given: 0, sealed: Vec::new(), sent: 0 }
    }

    /// Plain bytes that nobody has read, the socket and the session. `None` while records wait to be sent, which
    /// nobody else could send.
    pub(crate) fn into_parts(mut self) -> Option<(Vec<u8>, TcpStream, Box<TlsSession>)> {
        self.sealed.is_empty().then(|| (self.plain.split_off(self.given), self.stream, self.session))
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
            let _ = self.stream.try_write(&self.sealed[self.sent..]);
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
            if self.session.has_ended() {
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
        let sealed = this.session.seal(plain, &mut this.sealed).map_err(io::Error::other)?;
        this.sealed.truncate(sealed);
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
        this.session.say_goodbye(&mut this.sealed);
        ready!(this.poll_send(cx))?;
        Pin::new(&mut this.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::sync::Arc;

    use rustls::crypto::aws_lc_rs;
    use rustls::pki_types::{PrivateKeyDer, ServerName};
    use rustls::{ClientConfig, ClientConnection, RootCertStore, ServerConfig, StreamOwned};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// Both sides' configurations.
    fn party() -> (Arc<ServerConfig>, Arc<ClientConfig>) {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let certificate = made.cert.der().clone();
        let key = PrivateKeyDer::Pkcs8(made.signing_key.serialize_der().into());
        let provider = Arc::new(aws_lc_rs::default_provider());
        let server = ServerConfig::builder_with_provider(provider.clone())
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.clone()], key)
            .unwrap();
        let mut roots = RootCertStore::empty();
        roots.add(certificate).unwrap();
        let client = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        (Arc::new(server), Arc::new(client))
    }

    /// Shakes hands as a loop does.
    async fn secured(mut stream: TcpStream, config: &Arc<ServerConfig>) -> Secured {
        let mut session = Box::new(TlsSession::new(config).unwrap());
        let mut buffer = vec![0; TLS_BUFFER];
        while session.is_handshaking() {
            let len = stream.read(session.room(&mut buffer)).await.unwrap();
            let mut answer = Vec::new();
            assert_eq!(session.receive(&mut buffer, len, &mut answer).unwrap().plain, 0);
            stream.write_all(&answer).await.unwrap();
        }
        Secured::new(stream, session)
    }

    #[tokio::test]
    async fn megabytes_go_both_ways_and_end_in_order() {
        let (server, client) = party();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let message: Vec<u8> = (0..3_000_000u32).map(|n| n.to_le_bytes()[usize::from(n % 3 == 0)]).collect();
        let expected = message.clone();
        let peer = std::thread::spawn(move || {
            let tls = ClientConnection::new(client, ServerName::try_from("localhost").unwrap()).unwrap();
            let mut peer = StreamOwned::new(tls, std::net::TcpStream::connect(address).unwrap());
            peer.flush().unwrap();
            std::thread::sleep(std::time::Duration::from_millis(50));
            let mut got = vec![0; expected.len()];
            peer.read_exact(&mut got).unwrap(); // the server's socket was full meanwhile
            peer.write_all(&got).unwrap();
            let mut rest = Vec::new();
            peer.read_to_end(&mut rest).unwrap(); // an error without close_notify
            (got == expected, rest)
        });
        let mut stream = secured(listener.accept().await.unwrap().0, &server).await;
        stream.write_all(&message).await.unwrap();
        stream.flush().await.unwrap();
        let mut back = vec![0; message.len()];
        stream.read_exact(&mut back).await.unwrap();
        assert!(back == message);
        assert_eq!((stream.plain.len() - stream.given, stream.sealed.capacity()), (0, 0), "nothing is held");
        stream.write_all(b"the end").await.unwrap();
        stream.shutdown().await.unwrap();
        assert_eq!(peer.join().unwrap(), (true, b"the end".to_vec()));
    }

    #[tokio::test]
    async fn a_broken_record_is_an_error_and_not_the_end() {
        let (server, client) = party();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let peer = std::thread::spawn(move || {
            let mut tls = ClientConnection::new(client, ServerName::try_from("localhost").unwrap()).unwrap();
            let mut socket = std::net::TcpStream::connect(address).unwrap();
            while tls.is_handshaking() {
                tls.complete_io(&mut socket).unwrap();
            }
            socket.write_all(b"\x17\x03\x03\x00\x20 these are not sealed by anybody").unwrap();
            StreamOwned::new(tls, socket).read(&mut [0; 8]).unwrap_err().kind()
        });
        let mut stream = secured(listener.accept().await.unwrap().0, &server).await;
        let error = stream.read(&mut [0; 8]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{error}");
        drop(stream);
        assert_eq!(peer.join().unwrap(), io::ErrorKind::InvalidData, "it was told by an alert");
    }
}
