//! A self-signed certificate for the servers of one run.

use std::fs;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::PathBuf;

use super::peers::Tls;
use crate::fault::Fault;

/// A certificate and its key in a folder that goes with it.
#[derive(Debug)]
pub(super) struct Certificate {
    folder: PathBuf,
}

impl Certificate {
    /// Makes one for this machine's loopback addresses: ECDSA on P-256, which is what most sites
    /// serve.
    pub(super) fn make() -> Result<Self, Fault> {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned(), "127.0.0.1".to_owned()])
            .map_err(|error| Fault::Start(format!("cannot make a certificate: {error}")))?;
        let folder = std::env::temp_dir().join(format!("baton-load-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(Fault::start(format!("cannot create {}", folder.display())))?;
        let certificate = Self { folder };
        let files = certificate.files();
        let write = |path: &PathBuf, text: String| {
            let mut options = fs::OpenOptions::new();
            let file = options.write(true).create(true).truncate(true).mode(0o600).open(path);
            file.and_then(|mut file| std::io::Write::write_all(&mut file, text.as_bytes()))
                .map_err(Fault::start(format!("cannot write {}", path.display())))
        };
        write(&files.certificate, made.cert.pem())?;
        write(&files.key, made.signing_key.serialize_pem())?;
        Ok(certificate)
    }

    pub(super) fn files(&self) -> Tls {
        Tls { certificate: self.folder.join("certificate.pem"), key: self.folder.join("key.pem") }
    }
}

impl Drop for Certificate {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder); // at worst a folder is left in /tmp
    }
}
