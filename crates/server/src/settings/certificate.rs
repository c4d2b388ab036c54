//! Certificate and key: read when the settings are, so that `baton check` finds what is wrong with them.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use rustls::Error;
use rustls::ServerConfig;
use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::pem::{self, PemObject as _};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::NoServerSessionStorage;

use super::fault::{Fault, Origin};
use super::load::{Loader, place_of};
use super::server::{SERVER, Settings};

/// The two settings.
const CERTIFICATE: &str = "tls_certificate";
const KEY: &str = "tls_key";

impl Loader<'_> {
    /// Reads both files, if both are named.
    pub(super) fn read_certificate(&mut self, settings: &mut Settings, origins: &[Origin]) {
        let origin = |key: &str| place_of(origins, SERVER, key);
        let (certificate, key) = match (settings.tls_certificate.path(), settings.tls_key.path()) {
            (None, None) => return,
            (Some(certificate), Some(key)) => (certificate, key),
            (Some(_), None) => return self.lacks(origin(CERTIFICATE), CERTIFICATE, KEY),
            (None, Some(_)) => return self.lacks(origin(KEY), KEY, CERTIFICATE),
        };
        let chain = read_chain(certificate)
            .map_err(|why| self.wrong(origin(CERTIFICATE), CERTIFICATE, certificate, &why));
        let secret = read_key(key).map_err(|why| self.wrong(origin(KEY), KEY, key, &why));
        let (Ok(chain), Ok(secret)) = (chain, secret) else { return };
        match configuration(chain, secret) {
            Ok(tls) => settings.tls = Some(tls),
            Err(Error::InconsistentKeys(_)) => {
                let why = format!(
                    "this key does not belong to the certificate in {}: the first certificate in that file has to be \
                     the server's own",
                    certificate.display()
                );
                self.wrong(origin(KEY), KEY, key, &why);
            }
            Err(error @ Error::InvalidCertificate(_)) => {
                self.wrong(
                    origin(CERTIFICATE),
                    CERTIFICATE,
                    certificate,
                    &format!("it cannot be used: {error}"),
                );
            }
            Err(error) => self.wrong(origin(KEY), KEY, key, &format!("it cannot be used: {error}")),
        }
    }

    fn lacks(&mut self, origin: Origin, given: &str, lacking: &str) {
        let text = format!("{given} is set and {lacking} is not: TLS needs both, and plain HTTP neither");
        self.faults.push(Fault::new(origin, text));
    }

    fn wrong(&mut self, origin: Origin, key: &str, file: &Path, why: &str) {
        self.faults.push(Fault::new(origin, format!("{key} = {file:?}: {why}")));
    }
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
    PrivateKeyDer::from_pem_slice(&read(file)?).map_err(|error| match error {
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

/// What all loops share: TLS 1.3 and 1.2, and one set of ticket keys, so that a client resumes whichever loop it
/// meets. Tickets hold the session, so none is kept here; their keys change every six hours and live in this process
/// alone.
fn configuration(
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
) -> Result<Arc<ServerConfig>, Error> {
    let mut config = ServerConfig::builder_with_provider(Arc::new(provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, key)?;
    config.ignore_client_order = true;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    config.ticketer = aws_lc_rs::Ticketer::new()?;
    config.session_storage = Arc::new(NoServerSessionStorage {});
    config.send_tls13_tickets = 1; // a client opens one connection at a time
    Ok(Arc::new(config))
}

/// AES with 128 bits first: ten rounds a block instead of fourteen, and nobody breaks either. Clients' own order is not
/// asked, since OpenSSL's puts 256 bits first.
fn provider() -> CryptoProvider {
    let mut provider = aws_lc_rs::default_provider();
    provider.cipher_suites.sort_by_key(|suite| !format!("{:?}", suite.suite()).contains("AES_128"));
    provider
}
