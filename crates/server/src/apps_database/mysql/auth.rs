//! How a client proves that it has the password, without sending it as it is.

use aws_lc_rs::rsa::{OAEP_SHA1_MGF1SHA1, OaepPublicEncryptingKey, PublicEncryptingKey};
use rustls::pki_types::SubjectPublicKeyInfoDer;
use rustls::pki_types::pem::PemObject as _;
use sha1::Sha1;
use sha2::{Digest, Sha256};

/// A way to authenticate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Plugin {
    /// MariaDB's by default, and MySQL's before 8.
    Native,
    /// MySQL's since 8.
    CachingSha2,
}

impl Plugin {
    pub(super) fn of(name: &str) -> Option<Self> {
        match name {
            "mysql_native_password" => Some(Self::Native),
            "caching_sha2_password" => Some(Self::CachingSha2),
            _ => None,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Native => "mysql_native_password",
            Self::CachingSha2 => "caching_sha2_password",
        }
    }

    /// What is sent for a password; nothing for none.
    pub(super) fn proof(self, password: &[u8], nonce: &[u8]) -> Vec<u8> {
        if password.is_empty() {
            return Vec::new();
        }
        match self {
            // SHA1(password) XOR SHA1(nonce, SHA1(SHA1(password)))
            Self::Native => {
                let once = Sha1::digest(password);
                xor(&once, &Sha1::new().chain_update(nonce).chain_update(Sha1::digest(once)).finalize())
            }
            // SHA256(password) XOR SHA256(SHA256(SHA256(password)), nonce)
            Self::CachingSha2 => {
                let once = Sha256::digest(password);
                xor(&once, &Sha256::new().chain_update(Sha256::digest(once)).chain_update(nonce).finalize())
            }
        }
    }
}

/// A password for a server that has not cached its hash, over a connection without TLS: under the server's RSA key.
/// `None` if that is no such key.
pub(super) fn encrypted(password: &[u8], nonce: &[u8], key: &[u8]) -> Option<Vec<u8>> {
    let key = SubjectPublicKeyInfoDer::from_pem_slice(key).ok()?;
    let key = OaepPublicEncryptingKey::new(PublicEncryptingKey::from_der(&key).ok()?).ok()?;
    let zero_ended: Vec<u8> = password.iter().copied().chain([0]).collect();
    let plain: Vec<u8> =
        zero_ended.iter().zip(nonce.iter().cycle()).map(|(byte, other)| byte ^ other).collect();
    let mut sealed = vec![0; key.ciphertext_size()];
    let sealed_bytes = key.encrypt(&OAEP_SHA1_MGF1SHA1, &plain, &mut sealed, None).ok()?.len();
    sealed.truncate(sealed_bytes);
    Some(sealed)
}

fn xor(a: &[u8], b: &[u8]) -> Vec<u8> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}
