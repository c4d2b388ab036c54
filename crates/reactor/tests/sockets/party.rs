//! A certificate for localhost, what a server needs of it, and what its clients do: for all tests and measurements that
//! speak TLS.

use std::sync::Arc;

use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::{PrivateKeyDer, ServerName};
use rustls::server::NoServerSessionStorage;
use rustls::{ClientConfig, ClientConnection, RootCertStore, ServerConfig, SupportedProtocolVersion};

pub(crate) struct Party {
    pub(crate) server: Arc<ServerConfig>,
    roots: RootCertStore,
}

impl Party {
    #[allow(dead_code)] // the measurement has a provider of its own
    pub(crate) fn new() -> Self {
        Self::with(aws_lc_rs::default_provider())
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
