//! Which servers are believed to be who they say they are.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WebPkiServerVerifier, verify_server_name};
use rustls::crypto::{CryptoProvider, aws_lc_rs, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

use super::failure::{Failure, Retry};
use super::settings::Settings;

/// The configuration of TLS for these settings. Reading the certificates takes milliseconds: it is kept for later
/// connections.
pub(super) fn configuration(settings: &Settings) -> Result<Arc<ClientConfig>, Failure> {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let verifier = Verifier { provider: provider.clone(), trust: Trust::of(settings, &provider)? };
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(|error| failed(error.to_string()))?;
    let builder = builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier));
    let mut configuration = builder.with_no_client_auth();
    configuration.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(configuration))
}

fn failed(text: String) -> Failure {
    Failure::new(text, 0, Retry::Pointless)
}

/// Checks a server's certificate as far as the settings ask for it, and the handshake's signatures always.
#[derive(Debug)]
struct Verifier {
    provider: Arc<CryptoProvider>,
    trust: Trust,
}

#[derive(Debug)]
enum Trust {
    /// `verifyPeer` is false.
    Anyone,
    Chain {
        chain: Arc<WebPkiServerVerifier>,
        /// The certificates of `caFile` themselves.
        named: Vec<CertificateDer<'static>>,
    },
}

impl Trust {
    fn of(settings: &Settings, provider: &Arc<CryptoProvider>) -> Result<Self, Failure> {
        if !settings.verify_peer {
            return Ok(Self::Anyone);
        }
        let named = match &settings.ca_file {
            Some(file) => Some(read(file, "caFile")?),
            None => None,
        };
        let certificates = match &named {
            Some(certificates) => certificates.clone(),
            None => read(&system_file()?, "the system's; caFile names others")?,
        };
        let mut roots = RootCertStore::empty();
        // A bundle may hold some that this library does not read; one that it reads is needed.
        roots.add_parsable_certificates(certificates);
        let chain = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone()).build();
        let chain =
            chain.map_err(|_| failed("none of the certificates to trust (caFile) can be read".into()))?;
        Ok(Self::Chain { chain, named: named.unwrap_or_default() })
    }
}

fn system_file() -> Result<PathBuf, Failure> {
    openssl_probe::probe().cert_file.ok_or_else(|| {
        failed("the system's certificates were not found: install ca-certificates, or set caFile".into())
    })
}

fn read(file: &Path, whose: &str) -> Result<Vec<CertificateDer<'static>>, Failure> {
    let unreadable = |why: &dyn fmt::Display| {
        failed(format!("the certificates in {} ({whose}) cannot be read: {why}", file.display()))
    };
    let certificates = CertificateDer::pem_file_iter(file).map_err(|error| unreadable(&error))?;
    let certificates: Vec<_> = certificates.collect::<Result<_, _>>().map_err(|error| unreadable(&error))?;
    if certificates.is_empty() {
        return Err(unreadable(&"there is none in it, expected PEM with a line -----BEGIN CERTIFICATE-----"));
    }
    Ok(certificates)
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
        let Trust::Chain { chain, named } = &self.trust else { return Ok(ServerCertVerified::assertion()) };
        match chain.verify_server_cert(certificate, intermediates, name, ocsp_response, now) {
            // `openssl req -x509` makes certificates that are their own authority, and OpenSSL believes one that it was
            // given. Its dates have been checked by then, its name has not.
            Err(error) if is_an_authority(&error) && named.contains(certificate) => {
                verify_server_name(&ParsedCertificate::try_from(certificate)?, name)?;
                Ok(ServerCertVerified::assertion())
            }
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

/// Whether it would help to trust others.
pub(super) fn is_unknown(error: &Error) -> bool {
    let is_unknown = matches!(
        error,
        Error::InvalidCertificate(CertificateError::UnknownIssuer | CertificateError::BadSignature)
    );
    is_unknown || is_an_authority(error)
}

/// Whether all that is wrong so far is that the server's certificate may sign others.
fn is_an_authority(error: &Error) -> bool {
    let Error::InvalidCertificate(CertificateError::Other(other)) = error else { return false };
    matches!(other.0.downcast_ref(), Some(webpki::Error::CaUsedAsEndEntity))
}
