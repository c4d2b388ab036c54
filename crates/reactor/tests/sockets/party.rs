//! A certificate for localhost, what a server needs of it, and what its clients do: for all tests and measurements that
//! speak TLS.

#![allow(dead_code)] // each takes what it needs

use std::sync::Arc;

use rustls::crypto::{CipherSuiteCommon, CryptoProvider, aws_lc_rs};
use rustls::pki_types::{PrivateKeyDer, ServerName};
use rustls::server::NoServerSessionStorage;
use rustls::{
    ClientConfig, ClientConnection, RootCertStore, ServerConfig, SupportedCipherSuite,
    SupportedProtocolVersion, Tls12CipherSuite,
};

pub(crate) struct Party {
    pub(crate) server: Arc<ServerConfig>,
    roots: RootCertStore,
}

impl Party {
    pub(crate) fn new() -> Self {
        Self::with(aws_lc_rs::default_provider())
    }

    /// A server of TLS 1.2 whose keys are used up after so many records.
    pub(crate) fn with_keys_for(records: u64) -> Self {
        let mut provider = aws_lc_rs::default_provider();
        provider.cipher_suites.retain(|suite| suite.tls13().is_none());
        for suite in &mut provider.cipher_suites {
            if let SupportedCipherSuite::Tls12(known) = *suite {
                let common = CipherSuiteCommon {
                    suite: known.common.suite,
                    hash_provider: known.common.hash_provider,
                    confidentiality_limit: records,
                };
                *suite = SupportedCipherSuite::Tls12(Box::leak(Box::new(Tls12CipherSuite {
                    common,
                    prf_provider: known.prf_provider,
                    kx: known.kx,
                    sign: known.sign,
                    aead_alg: known.aead_alg,
                })));
            }
        }
        Self::with(provider)
    }

    /// A server that has these cipher suites. It resumes from tickets alone, as the product does.
    pub(crate) fn with(provider: CryptoProvider) -> Self {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let certificate = made.cert.der().clone();
        let key = PrivateKeyDer::Pkcs8(made.signing_key.serialize_der().into());
        let mut server = ServerConfig::builder_with_provider(Arc::new(provider))
            .with_protocol_versions(&[&rustls::version::TLS12, &rustls::version::TLS13])
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.clone()], key)
            .unwrap();
        server.ticketer = aws_lc_rs::Ticketer::new().unwrap();
        server.session_storage = Arc::new(NoServerSessionStorage {});
        let mut roots = RootCertStore::empty();
        roots.add(certificate).unwrap();
        Self { server: Arc::new(server), roots }
    }

    pub(crate) fn client(&self, version: &'static SupportedProtocolVersion) -> Arc<ClientConfig> {
        let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_protocol_versions(&[version])
            .unwrap()
            .with_root_certificates(self.roots.clone())
            .with_no_client_auth();
        Arc::new(config)
    }
}

/// A client that has not said anything yet.
pub(crate) fn connection(config: &Arc<ClientConfig>) -> ClientConnection {
    ClientConnection::new(config.clone(), ServerName::try_from("localhost").unwrap()).unwrap()
}
