//! A server's certificate and key, from files of PEM to what loops share.

use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::pem::{self, PemObject as _};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::NoServerSessionStorage;
use rustls::{Error, ServerConfig};

/// Which of the two files is at fault, and why: a sentence for the operator.
#[derive(Debug)]
pub enum CertificateError {
    /// The file of the certificate.
    Certificate(String),
    /// The file of the key.
    Key(String),
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Certificate(why) | Self::Key(why)) = self;
        f.write_str(why)
    }
}

impl std::error::Error for CertificateError {}

/// Reads both files. What comes of it is for all loops of a process: TLS 1.3 and 1.2, and one set
/// of ticket keys, so that a client resumes whichever loop it meets. Tickets hold the session, so
/// none is stored here; their keys change every six hours and live in this process alone.
///
/// # Errors
/// A file that cannot be read or has nothing in it that is looked for, and a key of another certificate.
pub fn server_config(certificate: &Path, key: &Path) -> Result<Arc<ServerConfig>, CertificateError> {
    let chain = read_chain(certificate).map_err(CertificateError::Certificate)?;
    let secret = read_key(key).map_err(CertificateError::Key)?;
    configuration(chain, secret).map(Arc::new).map_err(|error| match error {
        Error::InconsistentKeys(_) => CertificateError::Key(format!(
            "this key does not belong to the certificate in {}: the first certificate in that file has to be the server's \
             own",
            certificate.display()
        )),
        Error::InvalidCertificate(_) => CertificateError::Certificate(format!("it cannot be used: {error}")),
        error => CertificateError::Key(format!("it cannot be used: {error}")),
    })
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

fn configuration(
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
) -> Result<ServerConfig, Error> {
    let mut config = ServerConfig::builder_with_provider(Arc::new(provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, key)?;
    config.ignore_client_order = true;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    config.ticketer = aws_lc_rs::Ticketer::new()?;
    config.session_storage = Arc::new(NoServerSessionStorage {});
    config.send_tls13_tickets = 1; // a client opens one connection at a time
    Ok(config)
}

/// AES with 128 bits first: ten rounds a block instead of fourteen, and neither is breakable in
/// practice. Clients' own order is not asked, since OpenSSL's puts 256 bits first.
fn provider() -> CryptoProvider {
    let mut provider = aws_lc_rs::default_provider();
    provider.cipher_suites.sort_by_key(|suite| !format!("{:?}", suite.suite()).contains("AES_128"));
    provider
}
