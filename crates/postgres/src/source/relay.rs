//! The way to a server for the connection that streams.
//!
//! `pgwire-replication` makes its own connection and its own TLS, which brings a second library of
//! cryptography and checks other names than the mode asks for (`verify-ca` refuses a certificate
//! for another host). So the connection to the server is made here, with the same configuration of
//! TLS as the one that asks, and its bytes are handed over on a connection of loopback, which costs
//! a copy. On the way messages that are too large are cut out ([`super::screen`]), which is why a
//! server's socket is reached so too. It also ends a connection whose other side is gone, which the
//! library has no setting for.
//!
//! The server may trust this process by its user alone, so nobody else may use its connection: who
//! takes it up has to name a random word as its `application_name`, which is replaced before the
//! server sees it.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, copy};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::time::{timeout, timeout_at};
use tokio_rustls::TlsConnector;

use super::screen::Screen;
use super::{APPLICATION_NAME, ConnectError, TlsError, TlsMode};

/// What asks a server for TLS: its length, and a version that no protocol has (PostgreSQL's
/// documentation, "SSLRequest").
const REQUEST: [u8; 8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f];

/// How long the connection waits for the library to take it up, and for the first message on an
/// attempt.
const TAKEN_WITHIN: Duration = Duration::from_secs(10);
const SAID_WITHIN: Duration = Duration::from_secs(1);

/// The longest first message, as in PostgreSQL (`MAX_STARTUP_PACKET_LENGTH`).
const STARTUP_BYTES: usize = 10_000;

/// What is read from the server at once.
const PIECE: usize = 64 << 10;

/// A server's connection, encrypted or not.
pub(super) trait Connection: AsyncRead + AsyncWrite + Unpin + Send {}
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
    pub(super) async fn connect(&self) -> Result<Box<dyn Connection>, ConnectError> {
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

/// Connects to a server's socket in a directory.
pub(super) async fn socket(directory: &str, port: u16) -> Result<Box<dyn Connection>, ConnectError> {
    let path = Path::new(directory).join(format!(".s.PGSQL.{port}"));
    let stream = UnixStream::connect(&path).await.map_err(|error| {
        ConnectError::Network(io::Error::new(error.kind(), format!("the socket {}: {error}", path.display())))
    })?;
    Ok(Box::new(stream))
}

/// A connection that is made and waits to be taken up, once.
pub(super) struct Waiting {
    /// Where on loopback.
    pub(super) address: SocketAddr,
    /// The `application_name` to give.
    pub(super) word: String,
}

/// Has a connection to a server taken up on loopback. Messages with more than `message_bytes` do
/// not come through.
pub(super) async fn hand_over(
    server: Box<dyn Connection>,
    message_bytes: usize,
) -> Result<Waiting, ConnectError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(ConnectError::Loopback)?;
    let address = listener.local_addr().map_err(ConnectError::Loopback)?;
    let word = random_word().map_err(ConnectError::Loopback)?;
    let expected = word.clone();
    tokio::spawn(async move {
        if let Err(error) = carry(listener, &expected, server, Screen::new(message_bytes)).await {
            tracing::debug!(%error, "a connection that streams from PostgreSQL ended");
        }
    });
    Ok(Waiting { address, word })
}

fn random_word() -> io::Result<String> {
    let mut bytes = [0; 16];
    let random = rustls::crypto::aws_lc_rs::default_provider().secure_random;
    random.fill(&mut bytes).map_err(|_| io::Error::other("the system has no random numbers"))?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
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

/// Until both sides have ended, or one breaks.
async fn carry(
    listener: TcpListener,
    word: &str,
    mut server: Box<dyn Connection>,
    screen: Screen,
) -> io::Result<()> {
    let (mut client, startup) = taken(listener, word).await?;
    client.set_nodelay(true)?;
    server.write_all(&startup).await?;
    let (from_server, mut to_server) = tokio::io::split(server);
    let (mut from_client, to_client) = client.split();
    let up = async {
        copy(&mut from_client, &mut to_server).await?;
        to_server.shutdown().await
    };
    tokio::try_join!(up, screened(screen, from_server, to_client)).map(drop)
}

async fn screened(
    mut screen: Screen,
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
) -> io::Result<()> {
    let (mut piece, mut out) = (vec![0; PIECE], Vec::with_capacity(PIECE));
    loop {
        let count = from.read(&mut piece).await?;
        if count == 0 {
            return to.shutdown().await;
        }
        out.clear();
        screen.pass(&piece[..count], &mut out);
        to.write_all(&out).await?;
    }
}

/// The first connection that knows the word, and what to send the server as its first message.
async fn taken(listener: TcpListener, word: &str) -> io::Result<(TcpStream, Vec<u8>)> {
    let deadline = tokio::time::Instant::now() + TAKEN_WITHIN;
    loop {
        let accepted = timeout_at(deadline, listener.accept()).await;
        let (mut client, _) = accepted.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
        if let Ok(Ok(startup)) = timeout(SAID_WITHIN, startup(&mut client)).await
            && let Some(startup) = admitted(&startup, word)
        {
            return Ok((client, startup));
        }
        tracing::warn!(
            "a connection to the relay of PostgreSQL's changes did not come from this server: it is closed"
        );
    }
}

/// The first message, without its length.
async fn startup(client: &mut TcpStream) -> io::Result<Vec<u8>> {
    let length = usize::try_from(client.read_u32().await?).unwrap_or(usize::MAX);
    let length = length.checked_sub(4).filter(|length| *length <= STARTUP_BYTES);
    let mut bytes = vec![0; length.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?];
    client.read_exact(&mut bytes).await?;
    Ok(bytes)
}

/// The first message with the name that the server is to see, if it has the word in place of it.
fn admitted(startup: &[u8], word: &str) -> Option<Vec<u8>> {
    let pair = |value: &str| [b"\0application_name\0", value.as_bytes(), b"\0"].concat();
    let given = pair(word);
    let at = startup.windows(given.len()).position(|it| it == given)?;
    let (before, after) = (&startup[..at], &startup[at + given.len()..]);
    let body = [before, &pair(APPLICATION_NAME), after].concat();
    let length = u32::try_from(body.len() + 4).ok()?;
    Some([&length.to_be_bytes()[..], &body].concat())
}

/// Only on Linux can it be set; elsewhere the system's own limit holds, which may be a quarter of
/// an hour.
#[cfg(target_os = "linux")]
fn give_up_after(stream: &TcpStream, silence: Duration) -> io::Result<()> {
    socket2::SockRef::from(stream).set_tcp_user_timeout(Some(silence))
}

#[cfg(not(target_os = "linux"))]
fn give_up_after(_: &TcpStream, _: Duration) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the library writes it.
    fn first_message(name: &str) -> Vec<u8> {
        let body = format!("\0\x03\0\0user\0ann\0application_name\0{name}\0options\0-c a=b\0\0");
        let length = u32::try_from(body.len() + 4).unwrap();
        [&length.to_be_bytes()[..], body.as_bytes()].concat()
    }

    #[tokio::test]
    async fn only_who_knows_the_word_gets_the_servers_connection() {
        let (server, mut at_server) = tokio::io::duplex(1_000);
        let Waiting { address, word } = hand_over(Box::new(server), 10_000).await.unwrap();
        for wrong in [first_message("baton"), vec![0xff; 8], vec![0; 4], first_message(&word[1..])] {
            let mut stranger = TcpStream::connect(address).await.unwrap();
            stranger.write_all(&wrong).await.unwrap();
            let mut answer = Vec::new();
            let _ = stranger.read_to_end(&mut answer).await; // closed or reset
            assert!(answer.is_empty());
        }
        let mut client = TcpStream::connect(address).await.unwrap();
        client.write_all(&first_message(&word)).await.unwrap();
        let mut said = vec![0; first_message(APPLICATION_NAME).len()];
        at_server.read_exact(&mut said).await.unwrap();
        assert_eq!(said, first_message(APPLICATION_NAME));
        at_server.write_all(b"Z\0\0\0\x05I").await.unwrap();
        let mut answer = [0; 6];
        client.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"Z\0\0\0\x05I");
        drop(at_server);
        assert_eq!(client.read(&mut answer).await.unwrap(), 0);
    }
}
