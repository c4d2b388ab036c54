//! A client's socket, plain or with TLS on it.

use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};

use mio::event::Source;
use mio::net::TcpStream;
use mio::{Interest, Registry, Token};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, aws_lc_rs, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, ClientConnection, DigitallySignedStruct, Error, SignatureScheme};

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
        // Tickets are kept by the server's name: what one server gave out is not shown to the next, which may have its port.
        let name = format!("server-{}.port-{}.localhost", SERVERS.load(Ordering::Relaxed), server.port());
        let name = ServerName::try_from(name).map_err(io::Error::other)?;
        let tls = ClientConnection::new(CONFIG.clone()?, name).map_err(io::Error::other)?;
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
                // Servers may end without a goodbye in TLS; the protocol above has its own.
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

/// One configuration for all clients, so that those who come back may resume.
static CONFIG: LazyLock<SharedConfig> = LazyLock::new(|| {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let builder = ClientConfig::builder_with_provider(provider.clone()).with_safe_default_protocol_versions();
    SharedConfig(builder.map_err(|error| error.to_string()).map(|builder| {
        let verifier = Arc::new(TakesAny(provider));
        Arc::new(builder.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth())
    }))
});

struct SharedConfig(Result<Arc<ClientConfig>, String>);

impl SharedConfig {
    fn clone(&self) -> io::Result<Arc<ClientConfig>> {
        self.0.clone().map_err(io::Error::other)
    }
}

/// Takes any certificate, since this tool talks to nobody but this machine; signatures are checked, as a client that is
/// not being measured would have to.
#[derive(Debug)]
struct TakesAny(Arc<CryptoProvider>);

impl ServerCertVerifier for TakesAny {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
