//! TLS that notes what is wrong with a certificate, and goes on: the other checks can still be
//! made.

use std::sync::{Arc, Mutex, PoisonError};

use baton_postgres::source::Roots;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, SignatureScheme};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use super::super::observation::{Chain, Distrust, TlsSeen};
use super::CONNECT;

/// A client's TLS with the certificates of each handshake noted.
#[derive(Debug)]
pub(super) struct Tls {
    verifier: Arc<Noting>,
    connector_config: Arc<ClientConfig>,
}

impl Tls {
    /// Trusts whom the operating system trusts.
    pub(super) fn new() -> Result<Self, String> {
        let roots = Arc::new(Roots::System.read().map_err(|error| error.to_string())?);
        let provider = Arc::new(aws_lc_rs::default_provider());
        let chain = WebPkiServerVerifier::builder_with_provider(roots, Arc::clone(&provider))
            .build()
            .map_err(|error| error.to_string())?;
        let verifier = Arc::new(Noting { chain, provider: Arc::clone(&provider), noted: Mutex::default() });
        let as_verifier: Arc<dyn ServerCertVerifier> = verifier.clone();
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .dangerous()
            .with_custom_certificate_verifier(as_verifier)
            .with_no_client_auth();
        // As browsers ask for a WebSocket.
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        // A resumed session would bring no certificate to look at.
        config.resumption = rustls::client::Resumption::disabled();
        Ok(Self { verifier, connector_config: Arc::new(config) })
    }

    /// Shakes hands, and says what was seen.
    pub(super) async fn connect(
        &self,
        host: &str,
        stream: TcpStream,
    ) -> Result<(TlsStream<TcpStream>, Chain), TlsSeen> {
        let failed = |why: String| TlsSeen::Failed { why, speaks_http: false };
        let name = ServerName::try_from(host.to_owned()).map_err(|error| failed(error.to_string()))?;
        let connector = TlsConnector::from(Arc::clone(&self.connector_config));
        match timeout(CONNECT, connector.connect(name, stream)).await {
            Err(_) => Err(TlsSeen::Late),
            Ok(Ok(stream)) => Ok((stream, self.verifier.taken())),
            Ok(Err(error)) if error.kind() == std::io::ErrorKind::UnexpectedEof => Err(TlsSeen::Closed),
            Ok(Err(error)) if error.kind() == std::io::ErrorKind::ConnectionReset => Err(TlsSeen::Closed),
            Ok(Err(error)) => Err(failed(error.to_string())),
        }
    }
}

#[derive(Debug)]
struct Noting {
    chain: Arc<WebPkiServerVerifier>,
    provider: Arc<CryptoProvider>,
    /// Of the last handshake.
    noted: Mutex<Chain>,
}

impl Noting {
    fn taken(&self) -> Chain {
        std::mem::take(&mut self.noted.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl ServerCertVerifier for Noting {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let checked = self.chain.verify_server_cert(certificate, intermediates, name, ocsp_response, now);
        let last = intermediates.last().unwrap_or(certificate);
        let (first_names, last_names) = (Names::of(certificate), Names::of(last));
        *self.noted.lock().unwrap_or_else(PoisonError::into_inner) = Chain {
            sent: 1 + intermediates.len(),
            last_issuer: common_name(&last_names.issuer),
            is_self_signed: first_names.are_same(),
            ends_in_root: last_names.are_same(),
            distrust: checked.err().map(distrust),
        };
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

fn distrust(error: Error) -> Distrust {
    match error {
        Error::InvalidCertificate(error) => match error {
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => Distrust::Expired,
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
                Distrust::NotYetValid
            }
            CertificateError::NotValidForName => Distrust::OtherName(Vec::new()),
            CertificateError::NotValidForNameContext { presented, .. } => Distrust::OtherName(presented),
            CertificateError::UnknownIssuer => Distrust::UnknownIssuer,
            // A certificate that may sign others, as `openssl req -x509` makes them, shown as a
            // server's.
            CertificateError::Other(other)
                if matches!(other.0.downcast_ref(), Some(webpki::Error::CaUsedAsEndEntity)) =>
            {
                Distrust::UnknownIssuer
            }
            other => Distrust::Other(other.to_string()),
        },
        other => Distrust::Other(other.to_string()),
    }
}

/// Subject and issuer, as DER.
#[derive(Default)]
struct Names {
    subject: Vec<u8>,
    issuer: Vec<u8>,
}

impl Names {
    fn of(certificate: &CertificateDer<'_>) -> Self {
        let parsed = webpki::EndEntityCert::try_from(certificate);
        parsed.map_or_else(
            |_| Self::default(),
            |parsed| Self { subject: parsed.subject().to_vec(), issuer: parsed.issuer().to_vec() },
        )
    }

    fn are_same(&self) -> bool {
        !self.subject.is_empty() && self.subject == self.issuer
    }
}

/// The common name in a distinguished name: the text behind the object identifier 2.5.4.3, of less
/// than 128 bytes.
fn common_name(name: &[u8]) -> String {
    const COMMON_NAME: [u8; 5] = [0x06, 0x03, 0x55, 0x04, 0x03];
    let behind = name.windows(COMMON_NAME.len()).position(|window| window == COMMON_NAME);
    let rest = behind.and_then(|at| name.get(at + COMMON_NAME.len()..)).unwrap_or_default();
    match rest {
        [_, length @ 0..=127, text @ ..] => {
            let text = text.get(..usize::from(*length)).unwrap_or_default();
            String::from_utf8_lossy(text).into_owned()
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_name_has_a_common_name_that_is_in_it(start: Vec<u8>, rest: Vec<u8>) {
            let name = [&start[..], b"\x06\x03\x55\x04\x03", &rest].concat();
            prop_assert!(common_name(&name).len() <= 3 * 127);
        }
    }

    #[test]
    fn a_common_name_is_found_and_a_cut_one_is_not() {
        let name = *b"\x31\x0d\x30\x0b\x06\x03\x55\x04\x03\x0c\x04Test";
        assert_eq!(common_name(&name), "Test");
        for end in 0..name.len() {
            assert_eq!(common_name(&name[..end]), "", "{end}");
        }
        assert_eq!(common_name(b"\x06\x03\x55\x04\x03\x0c\x84aaaa"), "", "a long length");
    }
}
