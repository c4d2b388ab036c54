//! A client's socket, plain or with TLS on it.

use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};

use baton_trust::Verifier;
use mio::event::Source;
use mio::net::TcpStream;
use mio::{Interest, Registry, Token};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection};

/// A socket, which reads and writes as one does: what cannot be done now is `WouldBlock`.
#[derive(Debug)]
pub(crate) enum Transport {
    /// Bytes as they are.
    Plain(TcpStream),
    /// Bytes in TLS records.
    Tls(Box<Secured>),
}

/// A socket with the state of its TLS.
#[derive(Debug)]
pub(crate) struct Secured {
    stream: TcpStream,
    tls: ClientConnection,
}

impl Transport {
    /// A socket on its way to a server, with TLS on it if `tls` is set.
    pub(crate) fn new(stream: TcpStream, server: SocketAddr, tls: bool) -> io::Result<Self> {
        if !tls {
            return Ok(Self::Plain(stream));
        }
        // Tickets are kept by the server's name: what one server gave out is not shown to the next,
        // which may have its port.
        let name = format!("server-{}.port-{}.localhost", SERVERS.load(Ordering::Relaxed), server.port());
        let name = ServerName::try_from(name).map_err(io::Error::other)?;
        let tls = ClientConnection::new(CONFIG.clone().map_err(io::Error::other)?, name)
            .map_err(io::Error::other)?;
        Ok(Self::Tls(Box::new(Secured { stream, tls })))
    }

    /// Registers the socket for its whole life.
    pub(crate) fn register(&mut self, registry: &Registry, token: Token) -> io::Result<()> {
        let stream = match self {
            Self::Plain(stream) => stream,
            Self::Tls(secured) => &mut secured.stream,
        };
        stream.register(registry, token, Interest::READABLE | Interest::WRITABLE)
    }

    /// Whether a read that did not fill its buffer has emptied the socket.
    pub(crate) fn short_read_is_last(&self) -> bool {
        matches!(self, Self::Plain(_))
    }

    /// Reads what has arrived.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.read(buffer),
            Self::Tls(secured) => secured.read(buffer),
        }
    }

    /// Writes as much as is taken.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.write(bytes),
            Self::Tls(secured) => secured.write(bytes),
        }
    }

    /// Writes what TLS has still to send: the socket is writable.
    pub(crate) fn push(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(_) => Ok(()),
            Self::Tls(secured) => secured.push(),
        }
    }
}

impl Secured {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.tls.reader().read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                // Servers may end without close_notify; the protocol above has its own end.
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(0),
                result => return result,
            }
            if self.tls.read_tls(&mut self.stream)? == 0 {
                return Ok(0);
            }
            self.tls.process_new_packets().map_err(io::Error::other)?;
            self.push()?;
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.tls.writer().write(bytes)?;
        self.push()?;
        if taken == 0 { Err(io::ErrorKind::WouldBlock.into()) } else { Ok(taken) }
    }

    fn push(&mut self) -> io::Result<()> {
        while self.tls.wants_write() {
            match self.tls.write_tls(&mut self.stream) {
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// How many servers this process has started.
static SERVERS: AtomicU32 = AtomicU32::new(0);

/// Another server starts: sessions of TLS with those before it are not resumed.
pub(crate) fn forget_sessions() {
    SERVERS.fetch_add(1, Ordering::Relaxed);
}

/// One configuration for all clients, so that returning clients may resume. Any certificate is
/// accepted, since this tool connects to this machine alone; signatures are checked, as any other
/// client would have to.
static CONFIG: LazyLock<Result<Arc<ClientConfig>, String>> = LazyLock::new(|| {
    let builder = Verifier::of_anyone().into_builder().map_err(|error| error.to_string())?;
    Ok(Arc::new(builder.with_no_client_auth()))
});
