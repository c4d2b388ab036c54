//! The answers by which an authority sees that a name leads to this server: a certificate within a handshake of TLS (TLS-ALPN-01,
//! RFC 8737), or a line of text over plain HTTP (HTTP-01, RFC 8555, section 8.3). They are there while an order is.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use baton_reactor::Issued;
use rcgen::{CertificateParams, CustomExtension, KeyPair};

/// The lines of HTTP-01, by their tokens.
#[derive(Debug, Default)]
pub(crate) struct HttpAnswers(Mutex<HashMap<String, String>>);

impl HttpAnswers {
    /// The line for a token that the authority asks for.
    pub(crate) fn find(&self, token: &str) -> Option<String> {
        self.lock().get(token).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, String>> {
        // Whole entries are added and removed: what a panic left behind is right.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The answers of one order, which end with it, however it ends.
pub(super) struct Answers<'o> {
    http: &'o HttpAnswers,
    tls: &'o Arc<Issued>,
}

impl<'o> Answers<'o> {
    pub(super) fn new(http: &'o HttpAnswers, tls: &'o Arc<Issued>) -> Self {
        Self { http, tls }
    }

    pub(super) fn over_http(&self, token: &str, line: &str) {
        self.http.lock().insert(token.to_owned(), line.to_owned());
    }

    /// # Errors
    /// In words for the log.
    pub(super) fn over_tls(&self, name: &str, digest: &[u8]) -> Result<(), String> {
        let (certificate, key) = certificate(name, digest)?;
        self.tls.answer_challenge(name, &certificate, &key)
    }
}

impl Drop for Answers<'_> {
    fn drop(&mut self) {
        self.http.lock().clear();
        self.tls.forget_challenges();
    }
}

/// A certificate for the name alone, with the digest in its extension (RFC 8737, section 3), and its key; both as DER.
fn certificate(name: &str, digest: &[u8]) -> Result<(Vec<u8>, Vec<u8>), String> {
    if digest.len() != 32 {
        return Err(format!("the digest of a challenge has 32 bytes, and not {}", digest.len()));
    }
    let failed = |error: rcgen::Error| format!("the answer to a challenge cannot be made: {error}");
    let mut params = CertificateParams::new([name.to_owned()]).map_err(failed)?;
    params.custom_extensions.push(CustomExtension::new_acme_identifier(digest));
    let key = KeyPair::generate().map_err(failed)?;
    let certificate = params.self_signed(&key).map_err(failed)?;
    Ok((certificate.der().to_vec(), key.serialize_der()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_has_the_bytes_of_the_rfc() {
        let digest: Vec<u8> = (0..32).collect();
        let (der, _) = certificate("a.example", &digest).unwrap();
        // id-pe-acmeIdentifier 1.3.6.1.5.5.7.1.31, critical, and an OCTET STRING of 32 bytes within that of the extension.
        let mut extension = vec![0x30, 0x31, 0x06, 0x08, 0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x01, 0x1f];
        extension.extend([0x01, 0x01, 0xff, 0x04, 0x22, 0x04, 0x20]);
        extension.extend(&digest);
        assert!(der.windows(extension.len()).any(|part| part == extension), "{der:02x?}");
        let name = [&[0x82, 9][..], b"a.example"].concat();
        assert_eq!(der.windows(name.len()).filter(|part| *part == name).count(), 1, "the only name");
        assert!(certificate("a.example", &digest[1..]).is_err());
    }

    #[test]
    fn answers_end_with_their_order() {
        let (http, tls) = (HttpAnswers::default(), Arc::new(Issued::default()));
        let answers = Answers::new(&http, &tls);
        answers.over_http("token", "token.thumbprint");
        answers.over_tls("a.example", &[7; 32]).unwrap();
        assert_eq!(http.find("token").as_deref(), Some("token.thumbprint"));
        assert_eq!(http.find("other"), None);
        drop(answers);
        assert_eq!(http.find("token"), None);
    }
}
