//! The way to a server over TCP for the connection that streams.
//!
//! `pgwire-replication` makes its own connection and its own TLS, which brings a second library of cryptography and checks
//! other names than the mode asks for (`verify-ca` refuses a certificate for another host). So the connection to the server
//! is made here, with the same configuration of TLS as the one that asks, and its bytes are handed over on a connection of
//! loopback, which costs a copy. It also ends a connection whose other side is gone, which the library has no setting for.
//!
//! The port of loopback takes one connection. Somebody of this machine who is faster gets what he could get from the server
//! itself, a connection without a password; the stream is then refused, and tried again.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsConnector;

use super::{ConnectError, TlsError, TlsMode};

/// What asks a server for TLS: its length, and a version that no protocol has (PostgreSQL's documentation, "SSLRequest").
const REQUEST: [u8; 8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f];

/// A server's connection, encrypted or not.
trait Connection: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Connection for T {}

/// Where to connect, and how.
pub(super) struct Way<'a> {
    pub(super) address: (&'a str, u16),
    /// The name that the certificate should have.
    pub(super) name: &'a str,
    pub(super) tls: &'a TlsMode,
    /// How long what was sent may go without an answer of the other side's TCP.
    pub(super) silence: Duration,
}

impl Way<'_> {
    /// Connects, and answers where on loopback the connection is taken up, once.
    pub(super) async fn open(self) -> Result<SocketAddr, ConnectError> {
        let server = self.connect().await?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(ConnectError::Loopback)?;
        let here = listener.local_addr().map_err(ConnectError::Loopback)?;
        tokio::spawn(async move {
            if let Err(error) = carry(listener, server).await {
                tracing::debug!(%error, "a connection that streams from PostgreSQL ended");
            }
        });
        Ok(here)
    }

    async fn connect(&self) -> Result<Box<dyn Connection>, ConnectError> {
        let mut stream = TcpStream::connect(self.address).await.map_err(ConnectError::Network)?;
        stream.set_nodelay(true).map_err(ConnectError::Network)?;
        give_up_after(&stream, self.silence).map_err(ConnectError::Network)?;
        if !matches!(self.tls, TlsMode::Disable) {
            if offers_tls(&mut stream).await.map_err(ConnectError::Network)? {
                let config = self.tls.client_config()?;
                return Ok(Box::new(handshake(stream, self.name, config).await?));
            }
            if !matches!(self.tls, TlsMode::Prefer) {
                return Err(TlsError::NotOffered.into());
            }
        }
        Ok(Box::new(stream))
    }
}

async fn offers_tls(stream: &mut TcpStream) -> io::Result<bool> {
    stream.write_all(&REQUEST).await?;
    Ok(stream.read_u8().await? == b'S')
}

async fn handshake(
    stream: TcpStream,
    name: &str,
    config: ClientConfig,
) -> Result<impl Connection + use<>, ConnectError> {
    let failed = |error: &dyn std::fmt::Display| ConnectError::Tls(TlsError::Handshake(error.to_string()));
    let name = ServerName::try_from(name.to_owned()).map_err(|error| failed(&error))?;
    TlsConnector::from(Arc::new(config)).connect(name, stream).await.map_err(|error| failed(&error))
}

/// Both ends when either does.
async fn carry(listener: TcpListener, mut server: Box<dyn Connection>) -> io::Result<()> {
    let taken = tokio::time::timeout(Duration::from_secs(10), listener.accept()).await;
    let (mut client, _) = taken.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
    drop(listener);
    client.set_nodelay(true)?;
    copy_bidirectional(&mut client, &mut server).await.map(drop)
}

/// Linux alone can be told; elsewhere the system's own limit holds, which may be a quarter of an hour.
#[cfg(target_os = "linux")]
fn give_up_after(stream: &TcpStream, silence: Duration) -> io::Result<()> {
    socket2::SockRef::from(stream).set_tcp_user_timeout(Some(silence))
}

#[cfg(not(target_os = "linux"))]
fn give_up_after(_: &TcpStream, _: Duration) -> io::Result<()> {
    Ok(())
}
