//! What a process shows besides its files: the certificate that an authority has issued to it while it runs, and the answers to
//! the challenges by which the authority finds out who has a name (ACME: RFC 8555, RFC 8737).
//!
//! All configurations of a process share it, and read it at each handshake: what is replaced here is seen by the next client, and no
//! open connection notices. A lock that is written to a few times in months costs a handshake nothing.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::ClientHello;
use rustls::sign::CertifiedKey;

use super::certificate::{covered, names_of, provider};
use super::validity::{Validity, authority_key_and_serial};

/// The protocol that only an authority asks for, to see the answer to its challenge.
pub(crate) const CHALLENGE_PROTOCOL: &[u8] = b"acme-tls/1";

/// Certificates of a chain, the server's own included. Authorities send two to four.
const MOST_CERTIFICATES: usize = 10;
/// Bytes of all of them: OpenSSL's clients refuse more than 100 KB, and each handshake sends them.
const MOST_CHAIN_BYTES: usize = 32 * 1_024;

/// What is shown.
#[derive(Debug, Default)]
pub struct Issued(RwLock<Shown>);

#[derive(Debug, Default)]
struct Shown {
    /// With the names that it is for.
    certificate: Option<(Vec<String>, Arc<CertifiedKey>)>,
    /// By the name that is challenged, in lower case.
    challenges: HashMap<String, Arc<CertifiedKey>>,
}

/// A certificate that was checked, and its key.
#[derive(Clone)]
pub struct IssuedCertificate {
    key: Arc<CertifiedKey>,
    /// The names that it is for, in lower case.
    pub names: Vec<String>,
    /// From when to when it is valid.
    pub validity: Validity,
}

impl IssuedCertificate {
    /// Reads a certificate, followed by the intermediate ones, and its key, both as PEM.
    ///
    /// # Errors
    /// What is wrong with them, in words for the operator.
    pub fn parse(chain: &[u8], key: &[u8]) -> Result<Self, String> {
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(chain).collect();
        let chain = chain.map_err(|error| format!("the certificate is no valid PEM: {error}"))?;
        let own = chain.first().ok_or("there is no certificate")?;
        check_chain(&chain)?;
        let validity = Validity::parse(own).ok_or("the certificate does not say when it is valid")?;
        let key = PrivateKeyDer::from_pem_slice(key)
            .map_err(|error| format!("the private key is no valid PEM: {error}"))?;
        let key = CertifiedKey::from_der(chain, key, &provider()).map_err(|error| match error {
            rustls::Error::InconsistentKeys(_) => "the certificate is for another key".to_owned(),
            error => format!("the certificate cannot be used: {error}"),
        })?;
        Ok(Self { names: names_of(&key), key: Arc::new(key), validity })
    }

    /// Whether clients that ask for this name accept it.
    #[must_use]
    pub fn covers(&self, name: &str) -> bool {
        covered(name, |own| self.names.iter().find(|known| *known == own)).is_some()
    }

    /// How its authority calls it when asked when to renew it (RFC 9773, section 4.1): the identifier of the authority's key, and
    /// the serial number; `None` where the certificate lacks the former.
    #[must_use]
    pub fn identifier(&self) -> Option<(Vec<u8>, Vec<u8>)> {
        authority_key_and_serial(self.key.cert.first()?)
    }
}

/// Whether clients would read it: what follows the own certificate comes from the authority unseen, and goes to each of them.
fn check_chain(chain: &[CertificateDer<'_>]) -> Result<(), String> {
    let bytes: usize = chain.iter().map(|one| one.len()).sum();
    if chain.len() > MOST_CERTIFICATES || bytes > MOST_CHAIN_BYTES {
        return Err(format!(
            "there are {} certificates of {bytes} bytes together, more than {MOST_CERTIFICATES} or {MOST_CHAIN_BYTES} bytes",
            chain.len()
        ));
    }
    match chain.iter().position(|one| Validity::parse(one).is_none()) {
        Some(0) | None => Ok(()), // the own one has another message
        Some(at) => Err(format!("of {} certificates, number {} is none", chain.len(), at + 1)),
    }
}

/// Without the key.
impl fmt::Debug for IssuedCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IssuedCertificate").field("names", &self.names).finish_non_exhaustive()
    }
}

impl Issued {
    /// Shows this certificate from the next handshake on, or none.
    pub fn show(&self, certificate: Option<&IssuedCertificate>) {
        self.write().certificate = certificate.map(|one| (one.names.clone(), Arc::clone(&one.key)));
    }

    /// Whether there is a certificate.
    #[must_use]
    pub fn has_certificate(&self) -> bool {
        self.read().certificate.is_some()
    }

    /// Answers the challenge for a name with this certificate, until [`forget_challenges`](Self::forget_challenges).
    ///
    /// # Errors
    /// Certificate and key cannot be used.
    pub fn answer_challenge(&self, name: &str, certificate: &[u8], key: &[u8]) -> Result<(), String> {
        let certificate = CertificateDer::from(certificate.to_vec());
        let key = PrivateKeyDer::try_from(key.to_vec())?;
        // `from_der` would look at the certificate as clients do, and refuse the critical extension.
        let key = provider().key_provider.load_private_key(key).map_err(|error| error.to_string())?;
        let key = CertifiedKey::new(vec![certificate], key);
        self.write().challenges.insert(name.to_ascii_lowercase(), Arc::new(key));
        Ok(())
    }

    /// Handshakes for challenges are refused from now on.
    pub fn forget_challenges(&self) {
        self.write().challenges.clear();
    }

    /// The answer to the challenge for a name.
    pub(crate) fn challenge(&self, name: &str) -> Option<Arc<CertifiedKey>> {
        self.read().challenges.get(&name.to_ascii_lowercase()).map(Arc::clone)
    }

    /// The certificate, if it is for this name.
    pub(crate) fn find(&self, name: &str) -> Option<Arc<CertifiedKey>> {
        let shown = self.read();
        let (names, key) = shown.certificate.as_ref()?;
        covered(name, |own| names.iter().find(|known| *known == own)).map(|_| Arc::clone(key))
    }

    /// The certificate, whatever it is for.
    pub(crate) fn any(&self) -> Option<Arc<CertifiedKey>> {
        self.read().certificate.as_ref().map(|(_, key)| Arc::clone(key))
    }

    fn read(&self) -> RwLockReadGuard<'_, Shown> {
        // Whole entries are replaced: what a panic left behind is right.
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Shown> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether an authority asks: it offers this protocol and no other (RFC 8737, section 3). A client that offers others as well
/// gets one of those, or an ordinary certificate and then nothing.
pub(crate) fn asks_for_challenge(hello: &ClientHello<'_>) -> bool {
    hello
        .alpn()
        .is_some_and(|mut offered| offered.next() == Some(CHALLENGE_PROTOCOL) && offered.next().is_none())
}

#[cfg(test)]
mod tests {
    use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
    use rustls::pki_types::{ServerName, UnixTime};
    use rustls::{ClientConfig, ClientConnection, DigitallySignedStruct, Error, SignatureScheme};

    use super::*;
    use crate::tls::peer::Peer;
    use crate::{CertificateFiles, Config, Event, Reactor, Tls, server_config};

    /// Takes every certificate.
    #[derive(Debug)]
    struct Anyone;

    impl ServerCertVerifier for Anyone {
        fn verify_server_cert(
            &self,
            _: &CertificateDer<'_>,
            _: &[CertificateDer<'_>],
            _: &ServerName<'_>,
            _: &[u8],
            _: UnixTime,
        ) -> Result<ServerCertVerified, Error> {
            Ok(ServerCertVerified::assertion())
        }

        fn verify_tls12_signature(
            &self,
            _: &[u8],
            _: &CertificateDer<'_>,
            _: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            Ok(HandshakeSignatureValid::assertion())
        }

        fn verify_tls13_signature(
            &self,
            _: &[u8],
            _: &CertificateDer<'_>,
            _: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            Ok(HandshakeSignatureValid::assertion())
        }

        fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
            provider().signature_verification_algorithms.supported_schemes()
        }
    }

    const HTTP: &[u8] = b"http/1.1";

    fn client(name: &str, protocols: &[&[u8]]) -> ClientConnection {
        let mut config = ClientConfig::builder_with_provider(Arc::new(provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(Anyone))
            .with_no_client_auth();
        config.alpn_protocols = protocols.iter().map(|one| one.to_vec()).collect();
        ClientConnection::new(Arc::new(config), ServerName::try_from(name.to_owned()).unwrap()).unwrap()
    }

    fn pair(name: &str) -> (rcgen::Certificate, rcgen::KeyPair) {
        let made = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
        (made.cert, made.signing_key)
    }

    fn reactor(issued: &Arc<Issued>) -> Reactor {
        let files = CertificateFiles { issued: Some(Arc::clone(issued)), ..CertificateFiles::default() };
        let tls = Some(Tls::new(server_config(&files).unwrap()));
        Reactor::new(Config { tls, ..Config::default() }).unwrap()
    }

    /// A turn, in which the owner may be told that a connection can be used.
    fn is_told_of_a_client(reactor: &mut Reactor) -> bool {
        let (mut buffer, mut is_told) = (vec![0; 64 << 10], false);
        reactor.poll(Some(std::time::Duration::ZERO)).unwrap();
        while let Some(event) = reactor.next_event(&mut buffer) {
            is_told |= matches!(event, Event::Secured { .. });
        }
        is_told
    }

    #[test]
    fn chains_that_clients_would_not_read_are_refused() {
        let (own, key) = pair("a.example");
        let other = pair("authority.example").0.pem();
        let parse = |behind: &str| {
            let text = format!("{}{behind}", own.pem());
            IssuedCertificate::parse(text.as_bytes(), key.serialize_pem().as_bytes()).err()
        };
        let pem = |bytes: usize| {
            let text = "AAAA".repeat(bytes / 3);
            format!("-----BEGIN CERTIFICATE-----\n{text}\n-----END CERTIFICATE-----\n")
        };
        assert_eq!(parse(&other.repeat(9)), None);
        for (behind, named) in [
            (other.repeat(10), "there are 11 certificates"),
            (pem(3).repeat(10_000), "there are 10001 certificates"),
            (pem(33_000), "more than 10 or 32768 bytes"),
            (format!("{other}{}", pem(3)), "of 3 certificates, number 3 is none"),
        ] {
            let said = parse(&behind).unwrap_or_default();
            assert!(said.contains(named), "{named}: {said}");
        }
    }

    #[test]
    fn an_authority_sees_the_answer_and_its_connection_is_never_a_client() {
        let issued = Arc::new(Issued::default());
        let (answer, key) = pair("a.example");
        issued.answer_challenge("A.example", answer.der(), &key.serialize_der()).unwrap();
        assert_eq!(never_a_client(&issued, &[CHALLENGE_PROTOCOL]), answer.der().to_vec());
    }

    #[test]
    fn a_client_that_offers_an_unknown_protocol_beside_it_is_refused_too() {
        let issued = Arc::new(Issued::default());
        let (certificate, key) = pair("a.example");
        let key = key.serialize_pem();
        let shown = IssuedCertificate::parse(certificate.pem().as_bytes(), key.as_bytes()).unwrap();
        issued.show(Some(&shown));
        let strange: &[&[u8]] = &[b"strange", CHALLENGE_PROTOCOL];
        assert_eq!(never_a_client(&issued, strange), certificate.der().to_vec());
    }

    /// A handshake that is completed and ends the connection; the certificate that it has shown.
    fn never_a_client(issued: &Arc<Issued>, protocols: &[&[u8]]) -> Vec<u8> {
        let mut reactor = reactor(issued);
        let mut peer = Peer::begin(&mut reactor, client("a.example", protocols));
        let mut is_secured = false;
        for _ in 0..9 {
            peer.exchange();
            is_secured |= is_told_of_a_client(&mut reactor);
        }
        let shown = peer.leaf();
        assert_eq!((is_secured, reactor.counters().handshakes), (false, 1));
        assert!(peer.has_ended(), "the server closes it");
        drop(peer);
        is_told_of_a_client(&mut reactor);
        assert_eq!(reactor.connections(), 0);
        shown
    }

    #[test]
    fn without_a_challenge_or_a_certificate_a_handshake_ends_with_an_alert() {
        let issued = Arc::new(Issued::default());
        let (answer, key) = pair("a.example");
        let shown =
            IssuedCertificate::parse(answer.pem().as_bytes(), key.serialize_pem().as_bytes()).unwrap();
        let mut reactor = reactor(&issued);
        let mut refused = |name: &str, protocols: &[&[u8]]| {
            let mut peer = Peer::begin(&mut reactor, client(name, protocols));
            is_told_of_a_client(&mut reactor);
            peer.exchange()
        };
        let no = "received fatal alert: AccessDenied";
        assert_eq!(refused("a.example", &[]).unwrap(), no, "there is no certificate");
        issued.show(Some(&shown));
        assert_eq!(refused("a.example", &[]), None);
        assert_eq!(refused("b.example", &[HTTP]), None, "it is shown to those who ask for another name, too");
        assert_eq!(refused("a.example", &[CHALLENGE_PROTOCOL]).unwrap(), no);
        issued.answer_challenge("a.example", answer.der(), &key.serialize_der()).unwrap();
        assert_eq!(refused("b.example", &[CHALLENGE_PROTOCOL]).unwrap(), no);
        assert_eq!(refused("a.example", &[CHALLENGE_PROTOCOL]), None);
        issued.forget_challenges();
        assert_eq!(refused("a.example", &[CHALLENGE_PROTOCOL, HTTP]), None, "it speaks HTTP");
        issued.show(None);
        assert!(!issued.has_certificate());
        assert_eq!(refused("a.example", &[HTTP]).unwrap(), no);
    }
}
