//! The certificate of TLS_CERT and TLS_KEY, for rustls as it comes.

use std::io::Error;
use std::sync::Arc;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// What ends TLS, where the environment names a certificate.
pub fn acceptor() -> std::io::Result<Option<TlsAcceptor>> {
    let (Ok(certificate), Ok(key)) = (std::env::var("TLS_CERT"), std::env::var("TLS_KEY")) else {
        return Ok(None);
    };
    let chain =
        CertificateDer::pem_file_iter(certificate).and_then(Iterator::collect).map_err(Error::other)?;
    let key = PrivateKeyDer::from_pem_file(key).map_err(Error::other)?;
    let config = ServerConfig::builder().with_no_client_auth().with_single_cert(chain, key);
    Ok(Some(TlsAcceptor::from(Arc::new(config.map_err(Error::other)?))))
}
