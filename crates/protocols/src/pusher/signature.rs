//! Signatures: HMAC-SHA256 under the app's secret, as hexadecimal digits.
//!
//! A subscription is signed over `socket_id:channel`, on presence channels
//! `socket_id:channel:channel_data`, and a sign-in over `socket_id::user::user_data`. The text is
//! what was received, byte for byte: writing the JSON again would change it.

use core::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use crate::{App, Secret, excerpt::beginning};

const DIGEST_BYTES: usize = 32;
/// SHA-256 works on blocks of 64 bytes; HMAC shortens longer keys by hashing them (RFC 2104, section 2).
const BLOCK_BYTES: usize = 64;
/// How much of a text from outside an error repeats.
const SHOWN_BYTES: usize = 128;

/// An HMAC-SHA256. Not comparable with `==`, which would tell by its time how far a guess was right.
#[derive(Debug, Clone, Copy)]
pub struct Signature([u8; DIGEST_BYTES]);

impl Signature {
    /// Signs the concatenation of `parts`.
    pub fn of(secret: &Secret, parts: &[&str]) -> Self {
        let mut mac = keyed(secret);
        for part in parts {
            mac.update(part.as_bytes());
        }
        Self(mac.finalize().into_bytes().into())
    }

    /// Signs bytes, such as the body of a webhook.
    pub fn of_bytes(secret: &Secret, bytes: &[u8]) -> Self {
        let mut mac = keyed(secret);
        mac.update(bytes);
        Self(mac.finalize().into_bytes().into())
    }

    /// Whether `hex` spells this signature: 64 digits, decoded and then compared in constant time.
    pub fn is_spelled(&self, hex: &str) -> bool {
        decode(hex).is_some_and(|given| bool::from(self.0.ct_eq(&given)))
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

fn keyed(secret: &Secret) -> Hmac<Sha256> {
    let mut block = [0; BLOCK_BYTES];
    if secret.bytes().len() > BLOCK_BYTES {
        fill(&mut block, &Sha256::digest(secret.bytes()));
    } else {
        fill(&mut block, secret.bytes());
    }
    Hmac::new(&block.into())
}

fn fill(block: &mut [u8; BLOCK_BYTES], bytes: &[u8]) {
    for (slot, &byte) in block.iter_mut().zip(bytes) {
        *slot = byte;
    }
}

fn decode(hex: &str) -> Option<[u8; DIGEST_BYTES]> {
    if hex.len() != 2 * DIGEST_BYTES {
        return None;
    }
    let mut digest = [0; DIGEST_BYTES];
    for (byte, digits) in digest.iter_mut().zip(hex.as_bytes().chunks_exact(2)) {
        for &digit in digits {
            *byte = *byte << 4 | u8::try_from(char::from(digit).to_digit(16)?).ok()?;
        }
    }
    Some(digest)
}

/// Checks `auth`, which is `KEY:SIGNATURE`, against the parts of the text that should have been signed.
pub fn check<'a>(app: &App, auth: Option<&'a str>, signed: &'a [&'a str]) -> Result<(), AuthError<'a>> {
    let auth = auth.filter(|auth| !auth.is_empty()).ok_or(AuthError::Missing { signed })?;
    let Some((key, hex)) = auth.split_once(':') else { return Err(AuthError::NoKey { auth }) };
    let Some(secret) = app.secret_of(key) else { return Err(AuthError::Key { auth }) };
    // An empty secret signs nothing: anyone could have made the signature.
    let genuine = !secret.bytes().is_empty() && Signature::of(secret, signed).is_spelled(hex);
    if genuine { Ok(()) } else { Err(AuthError::Signature { signed, given: hex }) }
}

/// Why a subscription or sign-in is not believed. The text says what to look at in the application.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuthError<'a> {
    /// There is no `auth`.
    Missing {
        /// Parts of the text that should have been signed.
        signed: &'a [&'a str],
    },
    /// `auth` has no colon.
    NoKey {
        /// What was sent.
        auth: &'a str,
    },
    /// The key is another app's.
    Key {
        /// What was sent.
        auth: &'a str,
    },
    /// The signature is not the one that the app's secret makes.
    Signature {
        /// Parts of the text that should have been signed.
        signed: &'a [&'a str],
        /// What was sent.
        given: &'a str,
    },
}

impl fmt::Display for AuthError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Missing { signed } => {
                f.write_str("Auth value is missing: send KEY:SIGNATURE from the application's auth endpoint, signed over ")?;
                shown(signed, f)
            }
            Self::NoKey { auth } => write!(
                f,
                "Invalid auth value '{}': it should be the app's key, a colon and the signature",
                beginning(auth, SHOWN_BYTES)
            ),
            Self::Key { auth } => write!(
                f,
                "Invalid key in subscription auth data: '{}': the application signs with the key of another app",
                beginning(auth, SHOWN_BYTES)
            ),
            Self::Signature { signed, given } => {
                f.write_str("Invalid signature: Expected HMAC SHA256 hex digest of ")?;
                shown(signed, f)?;
                write!(
                    f,
                    ", but got {}: check the app's secret in the application",
                    beginning(given, SHOWN_BYTES)
                )
            }
        }
    }
}

impl core::error::Error for AuthError<'_> {}

fn shown(signed: &[&str], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    signed.iter().try_for_each(|part| f.write_str(beginning(part, SHOWN_BYTES)))
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::ToString};

    use baton_hub::AppId;

    use super::*;

    fn app() -> App {
        App::new(AppId(0), "1", "278d425bdf160c739803", "7ad3773142a6692b25b8")
    }

    #[test]
    fn published_vectors_verify() {
        let app = app();
        for (signed, hex) in [
            ("1234.1234:private-foobar", "58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4"),
            (
                r#"1234.1234:presence-foobar:{"user_id":10,"user_info":{"name":"Mr. Channels"}}"#,
                "31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80",
            ),
            (
                r#"1234.1234::user::{"id":"12345"}"#,
                "4708d583dada6a56435fb8bc611c77c359a31eebde13337c16ab43aa6de336ba",
            ),
            (
                "POST\n/apps/3/events\nauth_key=278d425bdf160c739803&auth_timestamp=1353088179&auth_version=1.0&body_md5=ec365a775a4cd0599faeb73354201b6f",
                "da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c",
            ),
        ] {
            assert_eq!(Signature::of(&app.secret, &[signed]).to_string(), hex);
            assert!(Signature::of_bytes(&app.secret, signed.as_bytes()).is_spelled(hex));
            assert_eq!(check(&app, Some(&format!("{}:{hex}", app.key)), &[signed]), Ok(()));
        }
    }

    /// RFC 4231, test cases 2 (a short key) and 6 (a key longer than a block).
    #[test]
    fn keys_of_any_length_sign() {
        let short = Signature::of(&Secret::new("Jefe"), &["what do ya want ", "for nothing?"]);
        assert_eq!(short.to_string(), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        let long = "k".repeat(131);
        let hashed = Sha256::digest(long.as_bytes());
        let mut direct = Hmac::<Sha256>::new_from_slice(&hashed).unwrap();
        direct.update(b"text");
        let direct: [u8; 32] = direct.finalize().into_bytes().into();
        assert_eq!(Signature::of(&Secret::new(&long), &["text"]).0, direct);
    }

    #[test]
    fn failures_say_what_to_look_at() {
        let app = app();
        let signed = ["1.2", ":", "private-x"];
        let right = Signature::of(&app.secret, &signed).to_string();
        let wrong_tail = format!("{}:{}0", app.key, &right[..63]);
        let short = format!("{}:{}", app.key, &right[..62]);
        for (auth, text) in [
            (None, "Auth value is missing"),
            (Some(""), "signed over 1.2:private-x"),
            (Some("abc"), "Invalid auth value 'abc'"),
            (Some("other:58df"), "Invalid key in subscription auth data: 'other:58df'"),
            (
                Some("278d425bdf160c739803:zz"),
                "Invalid signature: Expected HMAC SHA256 hex digest of 1.2:private-x, but got zz",
            ),
            (Some(&wrong_tail), "Invalid signature"),
            (Some(&short), "Invalid signature"),
            (Some("278d425bdf160c739803:"), "Invalid signature"),
        ] {
            // A digit that happens to be right would make the tail right as well.
            if auth.is_some_and(|auth| auth.ends_with(&right)) {
                continue;
            }
            let error = check(&app, auth, &signed).unwrap_err().to_string();
            assert!(error.contains(text), "{error}");
        }
        assert_eq!(check(&app, Some(&format!("{}:{}", app.key, right.to_uppercase())), &signed), Ok(()));
    }

    #[test]
    fn an_empty_secret_believes_nobody() {
        let app = App::new(AppId(0), "1", "key", "");
        let made = Signature::of(&app.secret, &["1.2:private-x"]);
        assert!(check(&app, Some(&format!("key:{made}")), &["1.2:private-x"]).is_err());
    }
}
