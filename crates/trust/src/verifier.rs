//! Checks a server's certificate as far as somebody asks for it.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WantsClientCert, WebPkiServerVerifier, verify_server_name};
use rustls::crypto::{CryptoProvider, aws_lc_rs, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{
    CertificateError, ClientConfig, ConfigBuilder, DigitallySignedStruct, Error, RootCertStore,
    SignatureScheme,
};
use webpki::EndEntityCert;

use crate::authorities::Authorities;
use crate::error::TrustError;

/// What is checked besides who signed the certificate, and when it is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checks {
    /// Whether it has to name the server.
    pub name: bool,
    /// Whether one that no authority signed is refused although it signed itself.
    pub self_signed: bool,
}

impl Checks {
    /// Everything there is.
    pub const ALL: Self = Self { name: true, self_signed: true };
}

/// Checks certificates of servers.
#[derive(Debug)]
pub struct Verifier {
    provider: Arc<CryptoProvider>,
    /// `None` to believe anyone.
    trust: Option<Trust>,
}

#[derive(Debug)]
struct Trust {
    chain: Arc<WebPkiServerVerifier>,
    /// The authorities that were chosen, themselves.
    chosen: Vec<CertificateDer<'static>>,
    checks: Checks,
}

impl Verifier {
    /// Believes anyone.
    #[must_use]
    pub fn of_anyone() -> Self {
        Self { provider: Arc::new(aws_lc_rs::default_provider()), trust: None }
    }

    /// Believes whom these authorities know.
    ///
    /// # Errors
    /// If none of them can be used.
    pub fn new(authorities: Authorities, checks: Checks) -> Result<Self, TrustError> {
        let provider = Arc::new(aws_lc_rs::default_provider());
        let chain = chain(authorities.store()?, &provider)?;
        let chosen = if authorities.are_chosen { authorities.certificates } else { Vec::new() };
        Ok(Self { provider, trust: Some(Trust { chain, chosen, checks }) })
    }

    /// Begins a configuration of TLS with this. The provider is named, since none need be the process's default.
    ///
    /// # Errors
    /// If the library refuses its own defaults.
    pub fn into_builder(self) -> Result<ConfigBuilder<ClientConfig, WantsClientCert>, TrustError> {
        let builder = ClientConfig::builder_with_provider(self.provider.clone());
        let builder = builder.with_safe_default_protocol_versions();
        let builder = builder.map_err(|error| TrustError::Library(error.to_string()))?;
        Ok(builder.dangerous().with_custom_certificate_verifier(Arc::new(self)))
    }
}

fn chain(
    roots: RootCertStore,
    provider: &Arc<CryptoProvider>,
) -> Result<Arc<WebPkiServerVerifier>, TrustError> {
    let builder = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone());
    builder.build().map_err(|error| TrustError::Library(error.to_string()))
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
        let Some(trust) = &self.trust else { return Ok(ServerCertVerified::assertion()) };
        let checked = trust.chain.verify_server_cert(certificate, intermediates, name, ocsp_response, now);
        match checked {
            Ok(verified) => Ok(verified),
            // The name is compared last, so all else is right.
            Err(error) if is_another_name(&error) && !trust.checks.name => {
                Ok(ServerCertVerified::assertion())
            }
            // `openssl req -x509` makes certificates that are their own authority, and OpenSSL believes one that it was
            // given. Its dates have been checked by then, its name has not.
            Err(error) if is_an_authority(&error) && trust.chosen.contains(certificate) => {
                trust.check_name(certificate, name)
            }
            Err(error) if is_unknown(&error) && !trust.checks.self_signed => {
                self.check_by_itself(trust, certificate, name, now).map_err(|_| error)
            }
            Err(error) => Err(error),
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

impl Verifier {
    /// Whether a certificate that nobody signed but itself is right in all else.
    fn check_by_itself(
        &self,
        trust: &Trust,
        certificate: &CertificateDer<'_>,
        name: &ServerName<'_>,
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let unknown = || Error::InvalidCertificate(CertificateError::UnknownIssuer);
        let parsed = EndEntityCert::try_from(certificate).map_err(|_| unknown())?;
        if parsed.issuer() != parsed.subject() {
            return Err(unknown());
        }
        let mut roots = RootCertStore::empty();
        roots.add(certificate.clone().into_owned())?;
        let chain = chain(roots, &self.provider).map_err(|_| unknown())?;
        match chain.verify_server_cert(certificate, &[], name, &[], now) {
            Err(error) if is_another_name(&error) && !trust.checks.name => {
                Ok(ServerCertVerified::assertion())
            }
            Err(error) if is_an_authority(&error) => trust.check_name(certificate, name),
            checked => checked,
        }
    }
}

impl Trust {
    fn check_name(
        &self,
        certificate: &CertificateDer<'_>,
        name: &ServerName<'_>,
    ) -> Result<ServerCertVerified, Error> {
        if self.checks.name {
            verify_server_name(&ParsedCertificate::try_from(certificate)?, name)?;
        }
        Ok(ServerCertVerified::assertion())
    }
}

/// Whether it would help to trust others.
#[must_use]
pub fn is_unknown(error: &Error) -> bool {
    let is_unknown = matches!(
        error,
        Error::InvalidCertificate(CertificateError::UnknownIssuer | CertificateError::BadSignature)
    );
    is_unknown || is_an_authority(error)
}

fn is_another_name(error: &Error) -> bool {
    matches!(
        error,
        Error::InvalidCertificate(
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. }
        )
    )
}

/// Whether all that is wrong so far is that the server's certificate may sign others.
fn is_an_authority(error: &Error) -> bool {
    let Error::InvalidCertificate(CertificateError::Other(other)) = error else { return false };
    matches!(other.0.downcast_ref(), Some(webpki::Error::CaUsedAsEndEntity))
}
