//! Whose signatures under certificates are believed.

use std::fmt;
use std::fs;
use std::path::Path;

use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;

use crate::error::TrustError;

/// Certificates to trust.
#[derive(Debug, Clone)]
pub struct Authorities {
    pub(crate) certificates: Vec<CertificateDer<'static>>,
    /// Whether somebody chose these: then one of them may be the server's own.
    pub(crate) are_chosen: bool,
}

/// The most files of a folder that are read, the most there are in `/etc/ssl/certs` ten times over.
const MOST_FILES: usize = 4096;

impl Authorities {
    /// Those that the operating system trusts: the file that `SSL_CERT_FILE` names, or the one where OpenSSL looks.
    ///
    /// # Errors
    /// If it is not found, or cannot be read.
    pub fn system() -> Result<Self, TrustError> {
        let file = openssl_probe::probe().cert_file.ok_or(TrustError::NoSystem)?;
        Ok(Self { are_chosen: false, ..Self::of_file(&file)? })
    }

    /// Those of a file, PEM.
    ///
    /// # Errors
    /// If it cannot be read, or has none.
    pub fn of_file(file: &Path) -> Result<Self, TrustError> {
        Ok(Self { certificates: read(file)?, are_chosen: true })
    }

    /// Those of the files in a folder. OpenSSL takes only files that are named by a hash; here each counts that is a
    /// certificate.
    ///
    /// # Errors
    /// If the folder cannot be read, or none of its first 4,096 files is a certificate.
    pub fn of_folder(folder: &Path) -> Result<Self, TrustError> {
        let files = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
        let mut certificates = Vec::new();
        for file in files.take(MOST_FILES) {
            let file = file.map_err(|error| unreadable(folder, &error))?.path();
            // Such folders hold bundles, links and READMEs as well.
            if file.is_file() {
                certificates.extend(read(&file).unwrap_or_default());
            }
        }
        if certificates.is_empty() {
            return Err(unreadable(folder, &"no file in it is a certificate"));
        }
        Ok(Self { certificates, are_chosen: true })
    }

    /// These and those.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.certificates.extend(others.certificates);
        self.are_chosen |= others.are_chosen;
        self
    }

    /// As `rustls` takes them. It may be that some cannot be used: bundles hold such.
    ///
    /// # Errors
    /// If none can be used.
    pub fn store(&self) -> Result<RootCertStore, TrustError> {
        let mut store = RootCertStore::empty();
        store.add_parsable_certificates(self.certificates.iter().cloned());
        if store.is_empty() { Err(TrustError::NoneUsable) } else { Ok(store) }
    }
}

pub(crate) fn read(file: &Path) -> Result<Vec<CertificateDer<'static>>, TrustError> {
    let certificates = CertificateDer::pem_file_iter(file).map_err(|error| unreadable(file, &error))?;
    let certificates: Vec<_> =
        certificates.collect::<Result<_, _>>().map_err(|error| unreadable(file, &error))?;
    if certificates.is_empty() {
        let why = "there is no certificate in it, expected PEM with a line -----BEGIN CERTIFICATE-----";
        return Err(unreadable(file, &why));
    }
    Ok(certificates)
}

pub(crate) fn unreadable(path: &Path, why: &dyn fmt::Display) -> TrustError {
    TrustError::Unreadable(path.to_owned(), why.to_string())
}
