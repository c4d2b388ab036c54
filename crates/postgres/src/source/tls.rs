//! TLS to the database, with `rustls` and `aws-lc-rs`, as `libpq`'s `sslmode` has it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, aws_lc_rs, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use tokio_postgres::config::SslMode as ClientMode;

/// When the other side of a connection is believed to be the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TlsMode {
    /// Always, and nothing is encrypted.
    Disable,
    /// Always; what is sent is encrypted if the server offers it.
    Prefer,
    /// Always, if it encrypts.
    Require,
    /// If its certificate is signed by one of these.
    VerifyCa(Roots),
    /// If its certificate is signed by one of these and names the host.
    VerifyFull(Roots),
}

/// Whose signatures under certificates are believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Roots {
    /// Those of the certificates in a file, PEM.
    File(PathBuf),
    /// Those that the operating system trusts: the file that `SSL_CERT_FILE` names, or the one where OpenSSL looks.
    System,
}

impl Roots {
    fn file(&self) -> Result<PathBuf, TlsError> {
        match self {
            Self::File(path) => Ok(path.clone()),
            Self::System => openssl_probe::probe().cert_file.ok_or(TlsError::NoSystemRoots),
        }
    }

    /// The certificates.
    ///
    /// # Errors
    /// If there are none, or they cannot be read.
    pub fn read(&self) -> Result<RootCertStore, TlsError> {
        let path = self.file()?;
        let unreadable = |error: &dyn fmt::Display| TlsError::Roots(path.clone(), error.to_string());
        let mut store = RootCertStore::empty();
        let certificates = CertificateDer::pem_file_iter(&path).map_err(|error| unreadable(&error))?;
        for certificate in certificates {
            // A bundle may hold some that this library does not read; one that it reads is needed.
            store.add_parsable_certificates([certificate.map_err(|error| unreadable(&error))?]);
        }
        if store.is_empty() { Err(unreadable(&"it holds no certificate")) } else { Ok(store) }
    }
}

impl TlsMode {
    /// What `tokio-postgres` does before a handshake; the handshake is [`TlsMode::client_config`]'s.
    pub(super) fn of_client(&self) -> ClientMode {
        match self {
            Self::Disable => ClientMode::Disable,
            Self::Prefer => ClientMode::Prefer,
            Self::Require | Self::VerifyCa(_) | Self::VerifyFull(_) => ClientMode::Require,
        }
    }

    /// The handshake. The provider is named, since none need be the process's default.
    pub(super) fn client_config(&self) -> Result<ClientConfig, TlsError> {
        let provider = Arc::new(aws_lc_rs::default_provider());
        let library = |error: Error| TlsError::Library(error.to_string());
        let builder = ClientConfig::builder_with_provider(provider.clone());
        let builder = builder.with_safe_default_protocol_versions().map_err(library)?;
        let (roots, names_host) = match self {
            Self::VerifyCa(roots) => (Some(roots), false),
            Self::VerifyFull(roots) => (Some(roots), true),
            Self::Disable | Self::Prefer | Self::Require => (None, false),
        };
        let chain = roots.map(|roots| chain(roots.read()?, &provider)).transpose()?;
        let verifier = Arc::new(Verifier { chain, names_host, provider });
        Ok(builder.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth())
    }
}

fn chain(
    roots: RootCertStore,
    provider: &Arc<CryptoProvider>,
) -> Result<Arc<WebPkiServerVerifier>, TlsError> {
    let builder = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone());
    builder.build().map_err(|error| TlsError::Library(error.to_string()))
}

/// Checks as much of a certificate as the mode asks for. Signatures of the handshake are always checked.
#[derive(Debug)]
struct Verifier {
    /// Checks who signed the certificate, where that matters.
    chain: Option<Arc<WebPkiServerVerifier>>,
    names_host: bool,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(chain) = &self.chain else { return Ok(ServerCertVerified::assertion()) };
        match chain.verify_server_cert(certificate, intermediates, name, ocsp_response, now) {
            // The name is compared last, so all else is right.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.names_host => Ok(ServerCertVerified::assertion()),
            checked => checked,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

/// Why TLS cannot be set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TlsError {
    /// The operating system's certificates were not found.
    NoSystemRoots,
    /// A file of certificates, and what is wrong with it.
    Roots(PathBuf, String),
    /// The library refuses, with its reason.
    Library(String),
    /// The server does not encrypt, and the mode asks for it.
    NotOffered,
    /// The handshake failed, or the other side is not believed.
    Handshake(String),
}

impl fmt::Display for TlsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSystemRoots => write!(
                f,
                "the operating system's certificates were not found: install ca-certificates, set SSL_CERT_FILE, or name \
                 the database's authority in its URL with sslrootcert=/path"
            ),
            Self::Roots(path, error) => {
                write!(f, "the certificates in {} cannot be used: {error}", Path::display(path))
            }
            Self::NotOffered => write!(
                f,
                "PostgreSQL does not offer TLS: set ssl = on in postgresql.conf, or sslmode=prefer in the URL"
            ),
            Self::Handshake(error) => write!(f, "TLS to the database failed: {error}"),
            Self::Library(error) => write!(f, "TLS to the database cannot be set up: {error}"),
        }
    }
}

impl std::error::Error for TlsError {}
