//! A server's certificates and keys, and whom it accepts as clients: from files of PEM to what loops share.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::pem::{self, PemObject as _};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::danger::ClientCertVerifier;
use rustls::server::{ClientHello, NoServerSessionStorage, ResolvesServerCert, WebPkiClientVerifier};
use rustls::sign::CertifiedKey;
use rustls::{Error, RootCertStore, ServerConfig};
use webpki::EndEntityCert;

use super::issued::{CHALLENGE_PROTOCOL, Issued, asks_for_challenge};

/// What the server of a process shows, and what it asks of its clients.
#[derive(Debug, Clone, Default)]
pub struct CertificateFiles<'f> {
    /// Each certificate, the server's own followed by the intermediate ones, and its key, as PEM.
    pub servers: Vec<(&'f Path, &'f Path)>,
    /// Authorities as PEM, one of which must have signed the certificate of each client. `None`: clients show none.
    pub client_authorities: Option<&'f Path>,
    /// Whether clients that offer HTTP/2 get it (ALPN, RFC 7301); all others get HTTP/1.1.
    pub http2: bool,
    /// What is shown to clients that ask for a name which no file is for. `None`: nothing is.
    pub issued: Option<Arc<Issued>>,
}

/// Which file is at fault, and why.
#[derive(Debug)]
pub struct CertificateError {
    /// What the file is.
    pub role: FileRole,
    /// The file.
    pub file: PathBuf,
    why: String,
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileRole {
    /// A certificate of the server's.
    Certificate,
    /// Its key.
    Key,
    /// Authorities of clients.
    ClientAuthorities,
}

impl CertificateError {
    fn new(role: FileRole, file: &Path, why: String) -> Self {
        Self { role, file: file.to_owned(), why }
    }
}

/// A sentence for the operator, without the file.
impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for CertificateError {}

/// Reads all files. What comes of it is for all loops of a process: TLS 1.3 and 1.2, and one set
/// of ticket keys, so that a client resumes whichever loop it meets. Tickets hold the session, so
/// none is stored here; their keys change every six hours and live in this process alone.
///
/// # Errors
/// A file that cannot be read or has nothing in it that is looked for, and a key of another certificate. Without a certificate
/// every handshake fails, until one is [issued](CertificateFiles::issued).
pub fn server_config(files: &CertificateFiles<'_>) -> Result<Arc<ServerConfig>, CertificateError> {
    let provider = Arc::new(provider());
    let servers = files.servers.iter().map(|(certificate, key)| certified_key(certificate, key, &provider));
    let by_name = ByName::new(servers.collect::<Result<_, _>>()?, files.issued.clone());
    let verifier = match files.client_authorities {
        None => WebPkiClientVerifier::no_client_auth(),
        Some(file) => client_verifier(file, &provider)
            .map_err(|why| CertificateError::new(FileRole::ClientAuthorities, file, why))?,
    };
    let built = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .and_then(|builder| Ok((builder, aws_lc_rs::Ticketer::new()?)));
    let (builder, ticketer) = built.map_err(|error| {
        let first = files.servers.first().map_or(Path::new(""), |(certificate, _)| *certificate);
        CertificateError::new(FileRole::Certificate, first, format!("TLS cannot be served: {error}"))
    })?;
    let mut config = builder.with_client_cert_verifier(verifier).with_cert_resolver(Arc::new(by_name));
    config.ignore_client_order = true;
    let protocols: &[&[u8]] = if files.http2 { &[b"h2", b"http/1.1"] } else { &[b"http/1.1"] };
    config.alpn_protocols = protocols.iter().map(|protocol| protocol.to_vec()).collect();
    if files.issued.is_some() {
        config.alpn_protocols.push(CHALLENGE_PROTOCOL.to_vec());
    }
    config.ticketer = ticketer;
    config.session_storage = Arc::new(NoServerSessionStorage {});
    config.send_tls13_tickets = 1; // a client opens one connection at a time
    Ok(Arc::new(config))
}

fn certified_key(
    certificate: &Path,
    key: &Path,
    provider: &CryptoProvider,
) -> Result<CertifiedKey, CertificateError> {
    let of_certificate = |why| CertificateError::new(FileRole::Certificate, certificate, why);
    let of_key = |why| CertificateError::new(FileRole::Key, key, why);
    let chain = read_chain(certificate).map_err(of_certificate)?;
    let secret = read_key(key).map_err(of_key)?;
    CertifiedKey::from_der(chain, secret, provider).map_err(|error| match error {
        Error::InconsistentKeys(_) => of_key(format!(
            "this key does not belong to the certificate in {}: the first certificate in that file has to be the server's \
             own",
            certificate.display()
        )),
        Error::InvalidCertificate(_) => of_certificate(format!("it cannot be used: {error}")),
        error => of_key(format!("it cannot be used: {error}")),
    })
}

fn client_verifier(
    authorities: &Path,
    provider: &Arc<CryptoProvider>,
) -> Result<Arc<dyn ClientCertVerifier>, String> {
    let mut roots = RootCertStore::empty();
    for (n, certificate) in read_chain(authorities)?.into_iter().enumerate() {
        roots
            .add(certificate)
            .map_err(|error| format!("certificate {} in it cannot be used: {error}", n + 1))?;
    }
    WebPkiClientVerifier::builder_with_provider(Arc::new(roots), Arc::clone(provider))
        .build()
        .map_err(|error| format!("it cannot be used: {error}"))
}

/// Certificates by the names that they are for.
#[derive(Debug)]
struct ByName {
    /// In lower case; `*.` at the beginning stands for any one label (RFC 9525, section 6.3).
    by_name: HashMap<String, Arc<CertifiedKey>>,
    /// For clients that name no server, or one that no certificate is for.
    first: Option<Arc<CertifiedKey>>,
    issued: Option<Arc<Issued>>,
}

impl ByName {
    fn new(keys: Vec<CertifiedKey>, issued: Option<Arc<Issued>>) -> Self {
        let keys: Vec<_> = keys.into_iter().map(Arc::new).collect();
        let mut by_name = HashMap::new();
        for key in &keys {
            for name in names_of(key) {
                // Of two certificates for a name the one that is listed first.
                by_name.entry(name).or_insert_with(|| Arc::clone(key));
            }
        }
        Self { by_name, first: keys.into_iter().next(), issued }
    }

    fn find(&self, server: &str) -> Option<&Arc<CertifiedKey>> {
        covered(server, |name| self.by_name.get(name))
    }
}

/// Files come first: who names a certificate for a name wants that one to be shown.
impl ResolvesServerCert for ByName {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let name = hello.server_name();
        let issued = self.issued.as_deref();
        if issued.is_some() && asks_for_challenge(&hello) {
            return issued?.challenge(name?);
        }
        let of_file = || name.and_then(|name| self.find(name)).map(Arc::clone);
        let of_name = || issued.zip(name).and_then(|(issued, name)| issued.find(name));
        of_file().or_else(of_name).or_else(|| self.first.clone()).or_else(|| issued?.any())
    }
}

/// The names that a certificate is for, in lower case; `*.` at the beginning of one stands for any one label.
pub(super) fn names_of(key: &CertifiedKey) -> Vec<String> {
    let own = key.end_entity_cert().ok().and_then(|own| EndEntityCert::try_from(own).ok());
    own.iter().flat_map(|own| own.valid_dns_names()).map(str::to_ascii_lowercase).collect()
}

/// What is found for a name, or else for the wildcard that stands for it.
pub(super) fn covered<T>(server: &str, find: impl Fn(&str) -> Option<T>) -> Option<T> {
    let server = server.to_ascii_lowercase();
    let wildcard = || server.split_once('.').map(|(_, domain)| format!("*.{domain}"));
    find(&server).or_else(|| find(&wildcard()?))
}

fn read_chain(file: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let text = read(file)?;
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&text).collect();
    match chain {
        Ok(chain) if chain.is_empty() => {
            Err("there is no certificate in it: expected PEM, with a line -----BEGIN CERTIFICATE-----".into())
        }
        Ok(chain) => Ok(chain),
        Err(error) => Err(format!("it is no valid PEM: {error}")),
    }
}

fn read_key(file: &Path) -> Result<PrivateKeyDer<'static>, String> {
    let text = read(file)?;
    let is_encrypted = ["-----BEGIN ENCRYPTED PRIVATE KEY-----", "Proc-Type: 4,ENCRYPTED"]
        .iter()
        .any(|mark| text.windows(mark.len()).any(|part| part == mark.as_bytes()));
    if is_encrypted {
        return Err(
            "the key has a passphrase: store it without one, by `openssl pkey -in FILE -out NEW`".into()
        );
    }
    PrivateKeyDer::from_pem_slice(&text).map_err(|error| match error {
        pem::Error::NoItemsFound => {
            "there is no private key in it: expected PEM, with a line -----BEGIN PRIVATE \
                                     KEY-----, and without a passphrase"
                .into()
        }
        error => format!("it is no valid PEM: {error}"),
    })
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    fs::read(file).map_err(|error| format!("the file cannot be read: {error}"))
}

/// AES with 128 bits first: ten rounds a block instead of fourteen, and neither is breakable in
/// practice. Clients' own order is not asked, since OpenSSL's puts 256 bits first.
pub(super) fn provider() -> CryptoProvider {
    let mut provider = aws_lc_rs::default_provider();
    provider.cipher_suites.sort_by_key(|suite| !format!("{:?}", suite.suite()).contains("AES_128"));
    provider
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(names: &[&str]) -> CertifiedKey {
        let secret = rcgen::KeyPair::generate().unwrap();
        let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        let certificate = rcgen::CertificateParams::new(names).unwrap().self_signed(&secret).unwrap();
        let der = PrivateKeyDer::try_from(secret.serialize_der()).unwrap();
        CertifiedKey::from_der(vec![certificate.der().clone()], der, &provider()).unwrap()
    }

    #[test]
    fn each_name_has_its_certificate() {
        let keys = [
            &["a.example", "Other.example"][..],
            &["*.a.example", "10.0.0.1"],
            &["b.a.example", "a.example"],
        ];
        let by_name = ByName::new(keys.iter().map(|names| key(names)).collect(), None);
        let all: Vec<_> =
            keys.iter().map(|names| by_name.by_name.get(&names[0].to_lowercase()).unwrap()).collect();
        for (server, expected) in [
            ("a.example", Some(0)),
            ("A.EXAMPLE", Some(0)),
            ("other.example", Some(0)),
            ("x.a.example", Some(1)),
            ("b.a.example", Some(2)),
            ("x.y.a.example", None),
            ("example", None),
            ("*.a.example.net", None),
        ] {
            let found =
                by_name.find(server).map(|found| all.iter().position(|one| Arc::ptr_eq(one, found)).unwrap());
            assert_eq!(found, expected, "{server}");
        }
        assert!(Arc::ptr_eq(by_name.first.as_ref().unwrap(), all[0]));
    }
}
