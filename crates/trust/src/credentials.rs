//! What a client shows a server that asks who it is.

use std::path::Path;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::authorities::{read, unreadable};
use crate::error::TrustError;

/// A certificate, those that lead from it to an authority, and its key.
#[derive(Debug)]
pub struct Credentials {
    /// The client's own first.
    pub chain: Vec<CertificateDer<'static>>,
    /// Of the first.
    pub key: PrivateKeyDer<'static>,
}

impl Credentials {
    /// Reads both, PEM. Without a file of its own the key is in that of the certificate.
    ///
    /// # Errors
    /// If either cannot be read, or the key is encrypted.
    pub fn read(certificate: &Path, key: Option<&Path>) -> Result<Self, TrustError> {
        let chain = read(certificate)?;
        let file = key.unwrap_or(certificate);
        let key = PrivateKeyDer::from_pem_file(file).map_err(|error| {
            let why = format!("it holds no private key without a passphrase, PEM: {error}");
            unreadable(file, &why)
        })?;
        Ok(Self { chain, key })
    }
}
