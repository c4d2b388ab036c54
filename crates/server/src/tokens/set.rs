//! Sets of keys (JWK Set, RFC 7517): each key, and the algorithms that it may be used with.
//!
//! A key says what it is for (`kty`, `crv`, `use`, `key_ops`, `alg`). What these leave open is decided here, once, so that a
//! token's own word about its algorithm can only agree or be refused.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, DecodingKey};
use serde_json::Value;

use crate::settings::LOCAL_JWT_SECRET;

/// Bytes of a set: about a hundred keys with the certificates that some publish. A larger one is not taken.
pub(super) const SET_BYTES: usize = 256 * 1_024;
/// Keys of a set. Those that sign now, those that did and those that will are a handful. A larger set is not taken.
const KEYS: usize = 100;
/// Bytes of a key's name.
const NAME_BYTES: usize = 256;
/// RFC 7518, section 3.2: as long as the hash at the least. A shorter one is found from one token by trying.
pub(super) const SECRET_BYTES: usize = 32;
/// RFC 7518, section 3.3, and what the library verifies with.
const RSA_BITS: std::ops::RangeInclusive<usize> = 2_048..=8_192;

const RSA: &[Algorithm] = &[
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
];
pub(super) const HMAC: &[Algorithm] = &[Algorithm::HS256, Algorithm::HS384, Algorithm::HS512];

/// The key of Supabase's local development, whose private half everybody has, as its set spells it.
pub(crate) const LOCAL_KEY: &str = r#"{"kty":"EC","kid":"b81269f1-21d8-4f2e-b719-c2240a840d90","use":"sig","alg":"ES256","crv":"P-256","x":"M5Sjqn5zwC9Kl1zVfUUGvv9boQjCGd45G8sdopBExB4","y":"P6IXMvA2WYXSHSOMTBH2jsw_9rrzGy89FjPf6oOsIxQ"}"#;
const LOCAL_KEY_X: &str = "M5Sjqn5zwC9Kl1zVfUUGvv9boQjCGd45G8sdopBExB4";

/// Which keys a set may hold.
#[derive(Debug, Clone, Copy)]
pub(super) struct Allowed {
    /// Secrets (`oct`). Not where a set is fetched: anyone who can read it could sign.
    pub(super) secrets: bool,
    /// The key whose private half everybody has.
    pub(super) known: bool,
}

/// Keys that are ready for use.
#[derive(Default)]
pub(super) struct KeySet {
    named: Vec<Named>,
    /// Secrets without a name, which tokens without one may mean.
    nameless: Vec<DecodingKey>,
}

/// A key with a name (`kid`).
pub(super) struct Named {
    id: Box<str>,
    pub(super) algorithms: Vec<Algorithm>,
    pub(super) key: DecodingKey,
}

/// A key on its way into a set.
enum Entry {
    Named(Named),
    Nameless(DecodingKey),
}

impl KeySet {
    /// Reads an operator's own set, in which every key is meant.
    ///
    /// # Errors
    /// If any key is not taken, with the reason.
    pub(super) fn read_whole(text: &str, allowed: Allowed) -> Result<Self, String> {
        let (set, faults) = Self::read(text, allowed)?;
        faults.into_iter().next().map_or(Ok(set), Err)
    }

    /// Reads a set that others publish: keys for other purposes are passed over, with the reasons (RFC 7517, section 5).
    ///
    /// # Errors
    /// If there is no set, or keys but none that serves.
    pub(super) fn read_useful(text: &str, allowed: Allowed) -> Result<(Self, Vec<String>), String> {
        let (set, faults) = Self::read(text, allowed)?;
        match faults.first() {
            Some(fault) if set.is_empty() => Err(format!("no key of it serves; {fault}")),
            _ => Ok((set, faults)),
        }
    }

    fn read(text: &str, allowed: Allowed) -> Result<(Self, Vec<String>), String> {
        if text.len() > SET_BYTES {
            return Err(format!("it has {} bytes, and may have {SET_BYTES}", text.len()));
        }
        let set: Value =
            serde_json::from_str(text).map_err(|error| format!("{NO_SET} ({error}); {LOOKS_LIKE}"))?;
        let keys = set.get("keys").and_then(Value::as_array).ok_or(format!("{NO_SET}; {LOOKS_LIKE}"))?;
        if keys.len() > KEYS {
            return Err(format!("it has {} keys, and may have {KEYS}", keys.len()));
        }
        let (mut read, mut faults) = (Self::default(), Vec::new());
        for (place, key) in keys.iter().enumerate() {
            let entry = read_key(key, allowed).and_then(|entry| read.add(entry));
            if let Err(why) = entry {
                let name = key.get("kid").and_then(Value::as_str).unwrap_or_default();
                let name: String = name.chars().take(64).flat_map(char::escape_debug).collect();
                faults.push(format!("key {} of it (kid {name:?}) {why}", place + 1));
            }
        }
        Ok((read, faults))
    }

    fn add(&mut self, entry: Entry) -> Result<(), String> {
        match entry {
            Entry::Nameless(key) => self.nameless.push(key),
            Entry::Named(key) if key.algorithms.iter().any(|one| self.find(&key.id, *one).is_some()) => {
                return Err("has the name and algorithm of another one".into());
            }
            Entry::Named(key) => self.named.push(key),
        }
        Ok(())
    }

    /// The key of that name, if it may be used with `algorithm`.
    pub(super) fn find(&self, id: &str, algorithm: Algorithm) -> Option<&Named> {
        self.named.iter().find(|named| *named.id == *id && named.algorithms.contains(&algorithm))
    }

    /// Whether a key has that name, whatever its algorithms.
    pub(super) fn has(&self, id: &str) -> bool {
        self.named.iter().any(|named| *named.id == *id)
    }

    /// Secrets that have no name.
    pub(super) fn nameless(&self) -> &[DecodingKey] {
        &self.nameless
    }

    pub(super) fn is_empty(&self) -> bool {
        self.named.is_empty() && self.nameless.is_empty()
    }

    /// How many keys it has.
    pub(super) fn len(&self) -> usize {
        self.named.len() + self.nameless.len()
    }
}

const NO_SET: &str = "it is no JWK Set";
const LOOKS_LIKE: &str = "one looks like {\"keys\":[{\"kty\":…}]}";

fn read_key(value: &Value, allowed: Allowed) -> Result<Entry, String> {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    let kind = text("kty").ok_or("has no `kty`")?;
    let algorithms = algorithms(kind, text("crv"))?;
    let algorithms = match value.get("alg") {
        None => algorithms.to_vec(),
        Some(own) => {
            // The same algorithm has two names (RFC 9864).
            let own = own.as_str().map(|own| if own == "Ed25519" { "EdDSA" } else { own });
            let own = own.and_then(|own| own.parse::<Algorithm>().ok());
            let own = own.filter(|own| algorithms.contains(own));
            vec![own.ok_or_else(|| {
                format!("has an `alg` that does not go with its `kty`: {kind} goes with {algorithms:?}")
            })?]
        }
    };
    if value.get("use").is_some_and(|usage| usage.as_str() != Some("sig")) {
        return Err("is not for signatures (`use` is not sig)".into());
    }
    let verifies = |ops: &Value| ops.as_array().is_some_and(|ops| ops.iter().any(|op| op == "verify"));
    if value.get("key_ops").is_some_and(|ops| !verifies(ops)) {
        return Err("is not for verifying (`key_ops` lacks verify)".into());
    }
    check_size(kind, value, algorithms.contains(&Algorithm::ES384))?;
    let secret = text("k").and_then(|k| URL_SAFE_NO_PAD.decode(k).ok());
    let is_known = text("x") == Some(LOCAL_KEY_X) || secret.as_deref() == Some(LOCAL_JWT_SECRET.as_bytes());
    if kind == "oct" && !allowed.secrets {
        return Err("is a secret, which everybody who can fetch the set could sign with".into());
    }
    if is_known && !allowed.known {
        return Err("is that of Supabase's local development, with which everybody can sign".into());
    }
    let id = match value.get("kid") {
        None if kind == "oct" => None,
        None => return Err("has no `kid`, by which tokens would name it".into()),
        Some(Value::String(id)) if (1..=NAME_BYTES).contains(&id.len()) => Some(id),
        Some(_) => return Err(format!("has a `kid` that is no text of 1 to {NAME_BYTES} bytes")),
    };
    let jwk: Jwk =
        serde_json::from_value(value.clone()).map_err(|error| format!("cannot be read: {error}"))?;
    let key = DecodingKey::from_jwk(&jwk).map_err(|error| format!("cannot be read: {error}"))?;
    Ok(match id {
        None => Entry::Nameless(key),
        Some(id) => Entry::Named(Named { id: id.as_str().into(), algorithms, key }),
    })
}

/// What a kind of key can be used with.
fn algorithms(kind: &str, curve: Option<&str>) -> Result<&'static [Algorithm], String> {
    Ok(match (kind, curve) {
        ("oct", _) => HMAC,
        ("RSA", _) => RSA,
        ("EC", Some("P-256")) => &[Algorithm::ES256],
        ("EC", Some("P-384")) => &[Algorithm::ES384],
        ("OKP", Some("Ed25519")) => &[Algorithm::EdDSA],
        ("EC" | "OKP", _) => {
            return Err("is on a curve that is not served: P-256, P-384 and Ed25519 are".into());
        }
        _ => return Err("is of a `kty` that is not served: oct, RSA, EC and OKP are".into()),
    })
}

/// The library takes a short key and then fails at every token, which would be reported to the wrong people.
fn check_size(kind: &str, value: &Value, is_p384: bool) -> Result<(), String> {
    let number = |name: &str| {
        let text = value.get(name).and_then(Value::as_str).unwrap_or_default();
        URL_SAFE_NO_PAD.decode(text).map_err(|_| format!("has no `{name}` in base64url without padding"))
    };
    let exactly = |name: &str, bytes: usize| match number(name)?.len() {
        len if len == bytes => Ok(()),
        len => Err(format!("has an `{name}` of {len} bytes, where {bytes} belong")),
    };
    match kind {
        "oct" => match number("k")?.len() {
            len if len >= SECRET_BYTES => Ok(()),
            len => Err(format!("is a secret of {len} bytes; it needs {SECRET_BYTES}")),
        },
        "RSA" => match bits(&number("n")?) {
            bits if RSA_BITS.contains(&bits) => Ok(()),
            bits => Err(format!(
                "is an RSA key of {bits} bits; it needs {} to {}",
                RSA_BITS.start(),
                RSA_BITS.end()
            )),
        },
        "EC" => {
            let bytes = if is_p384 { 48 } else { 32 };
            exactly("x", bytes).and_then(|()| exactly("y", bytes))
        }
        _ => exactly("x", 32),
    }
}

/// Bits of a number, its most significant byte first.
fn bits(number: &[u8]) -> usize {
    let leading = number.iter().take_while(|byte| **byte == 0).count();
    let first = number.get(leading).map_or(0, |byte| byte.leading_zeros() as usize);
    (number.len() - leading) * 8 - first
}
