//! Tokens of an app's users: which keys sign them, and what they say.
//!
//! The algorithm that a token names must be one of the key's own kind, and a key that anybody may know signs nothing: a
//! public key is never taken for a shared secret (RFC 8725, section 3.1).

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use baton_protocols::{App, Claims, TokenError};
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, JwkSet};
use jsonwebtoken::{Algorithm, DecodingKey, Header, Validation};
use serde_json::{Map, Value};

/// Tokens are longer with many claims, but they travel in a URL and in each join.
const TOKEN_BYTES: usize = 16 * 1_024;

/// Good tokens that are remembered, of at most [`REMEMBERED_BYTES`]: 2 MiB with what they say. All who come without an
/// account come with the same one, whose claims are then kept once and checked once. When there is no room, all are
/// forgotten: those in use come back at once.
const REMEMBERED: usize = 1_024;
const REMEMBERED_BYTES: usize = 1_024;

const HMAC: &[Algorithm] = &[Algorithm::HS256, Algorithm::HS384, Algorithm::HS512];
const RSA: &[Algorithm] = &[Algorithm::RS256, Algorithm::RS384, Algorithm::RS512];

/// The keys of an app.
#[derive(Default)]
pub(crate) struct Keys {
    /// Signs tokens that name no key of the set.
    secret: Option<DecodingKey>,
    /// By the name that tokens use (`kid`).
    named: Vec<Named>,
    audience: Option<Box<str>>,
    issuer: Option<Box<str>>,
    /// Looked up by a keyed hash, so that the time that it takes says nothing of a token.
    remembered: Mutex<HashMap<Box<str>, Arc<Claims>>>,
}

struct Named {
    id: Box<str>,
    algorithms: &'static [Algorithm],
    key: DecodingKey,
}

impl Keys {
    /// The keys that an app's settings name.
    ///
    /// # Errors
    /// If its set of keys cannot be read, with what is wrong.
    pub(crate) fn of(app: &App) -> Result<Self, String> {
        let secret = app.jwt_secret.bytes();
        let named = if app.jwks.is_empty() { Vec::new() } else { read_set(&app.jwks)? };
        let wanted = |text: &str| (!text.is_empty()).then(|| text.into());
        Ok(Self {
            secret: (!secret.is_empty()).then(|| DecodingKey::from_secret(secret)),
            named,
            audience: wanted(&app.jwt_audience),
            issuer: wanted(&app.jwt_issuer),
            remembered: Mutex::default(),
        })
    }

    /// Whether any token could be taken.
    pub(crate) fn are_there(&self) -> bool {
        self.secret.is_some() || !self.named.is_empty()
    }

    /// Checks a token at `unix_s` seconds since 1970.
    pub(crate) fn verify(&self, token: &str, unix_s: u64) -> Result<Arc<Claims>, TokenError> {
        // Tokens are pasted into settings and URLs, and some come with line breaks.
        let token: String = token.chars().filter(|c| !c.is_ascii_whitespace()).collect();
        if token.len() > TOKEN_BYTES {
            return Err(TokenError::Malformed);
        }
        if let Some(claims) = self.remembered().get(&*token) {
            return match claims.expired_for(unix_s) {
                None => Ok(Arc::clone(claims)),
                Some(seconds) => Err(TokenError::Expired { seconds }),
            };
        }
        let claims = self.check(&token, unix_s)?;
        if token.len() <= REMEMBERED_BYTES {
            let mut remembered = self.remembered();
            if remembered.len() >= REMEMBERED {
                remembered.clear();
            }
            remembered.insert(token.into(), Arc::clone(&claims));
        }
        Ok(claims)
    }

    fn remembered(&self) -> MutexGuard<'_, HashMap<Box<str>, Arc<Claims>>> {
        // Whole entries alone are added: what a panic left behind is right.
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks that a token is signed and holds at `unix_s` seconds since 1970, whatever else it claims.
    pub(crate) fn verify_holds(&self, token: &str, unix_s: u64) -> Result<(), TokenError> {
        if token.len() > TOKEN_BYTES {
            return Err(TokenError::Malformed);
        }
        let claims = self.signed(token)?;
        let expires_s = claims.get("exp").ok_or(TokenError::ClaimsMissing)?;
        let expires_s = seconds(expires_s).ok_or(TokenError::ExpiryInvalid)?;
        if expires_s <= unix_s { Err(TokenError::Expired { seconds: unix_s - expires_s }) } else { Ok(()) }
    }

    fn check(&self, token: &str, unix_s: u64) -> Result<Arc<Claims>, TokenError> {
        self.signed(token).and_then(|claims| self.claims(token, &claims, unix_s))
    }

    /// What a token says, once its signature has been checked.
    fn signed(&self, token: &str) -> Result<Map<String, Value>, TokenError> {
        let header = jsonwebtoken::decode_header(token).map_err(|_| TokenError::Malformed)?;
        let (key, algorithms) = self.key_for(&header)?;
        let mut validation = Validation::new(header.alg);
        validation.algorithms = algorithms.iter().copied().filter(|one| *one == header.alg).collect();
        if validation.algorithms.is_empty() {
            return Err(TokenError::Signature);
        }
        // The signature is the library's to check; the claims have looser forms than it takes.
        validation.required_spec_claims.clear();
        validation.validate_exp = false;
        validation.validate_nbf = false;
        validation.validate_aud = false;
        jsonwebtoken::decode::<Map<String, Value>>(token, key, &validation)
            .map(|decoded| decoded.claims)
            .map_err(|_| TokenError::Signature)
    }

    fn key_for(&self, header: &Header) -> Result<(&DecodingKey, &'static [Algorithm]), TokenError> {
        let named = header.kid.as_deref().and_then(|id| self.named.iter().find(|named| *named.id == *id));
        if let Some(named) = named {
            return Ok((&named.key, named.algorithms));
        }
        match &self.secret {
            Some(secret) if HMAC.contains(&header.alg) => Ok((secret, HMAC)),
            _ => Err(TokenError::Signer { key_id: header.kid.as_deref().map(Into::into) }),
        }
    }

    fn claims(
        &self,
        token: &str,
        claims: &Map<String, Value>,
        unix_s: u64,
    ) -> Result<Arc<Claims>, TokenError> {
        let text = |name: &str| claims.get(name).and_then(Value::as_str);
        let (Some(role), Some(expiry)) = (text("role"), claims.get("exp")) else {
            return Err(TokenError::ClaimsMissing);
        };
        let expires_s = seconds(expiry).ok_or(TokenError::ExpiryInvalid)?;
        for name in ["iat", "nbf"] {
            let Some(value) = claims.get(name) else { continue };
            let from = seconds(value).ok_or(TokenError::ExpiryInvalid)?;
            // A minute for clocks that differ.
            if name == "nbf" && from > unix_s.saturating_add(60) {
                return Err(TokenError::ExpiryInvalid);
            }
        }
        if expires_s <= unix_s {
            return Err(TokenError::Expired { seconds: unix_s - expires_s });
        }
        let meant = |wanted: Option<&str>, name: &str| {
            wanted.is_none_or(|wanted| match claims.get(name) {
                Some(Value::Array(values)) => values.iter().any(|value| value.as_str() == Some(wanted)),
                value => value.and_then(Value::as_str) == Some(wanted),
            })
        };
        if !meant(self.audience.as_deref(), "aud") || !meant(self.issuer.as_deref(), "iss") {
            return Err(TokenError::Signature);
        }
        Ok(Arc::new(Claims {
            role: role.into(),
            subject: text("sub").map(Into::into),
            expires_s,
            json: payload(token).ok_or(TokenError::Malformed)?,
        }))
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys(…)")
    }
}

/// The claims as they were signed.
fn payload(token: &str) -> Option<Box<str>> {
    let encoded = token.split('.').nth(1)?;
    let bytes = URL_SAFE_NO_PAD.decode(encoded).ok()?;
    String::from_utf8(bytes).ok().map(Into::into)
}

/// A NumericDate (RFC 7519, section 2), which may have a fraction.
fn seconds(value: &Value) -> Option<u64> {
    if let Some(whole) = value.as_u64() {
        return Some(whole);
    }
    let rounded = value.as_f64()?.round();
    // 2^53: above it a float is no exact number, and no time.
    (0.0..9_007_199_254_740_992.0).contains(&rounded).then(|| {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // within the range above
        let seconds = rounded as u64;
        seconds
    })
}

/// Reads a JWK Set (RFC 7517, section 5).
fn read_set(text: &str) -> Result<Vec<Named>, String> {
    let set: JwkSet = serde_json::from_str(text)
        .map_err(|error| format!("no JWK Set ({error}); it looks like {{\"keys\":[{{\"kty\":…}}]}}"))?;
    set.keys.iter().map(read_key).collect()
}

fn read_key(jwk: &Jwk) -> Result<Named, String> {
    let id = jwk.common.key_id.as_deref().ok_or("a key has no `kid`, by which tokens would name it")?;
    let algorithms: &'static [Algorithm] = match &jwk.algorithm {
        AlgorithmParameters::OctetKey(_) => HMAC,
        AlgorithmParameters::RSA(_) => RSA,
        AlgorithmParameters::EllipticCurve(key) => match key.curve {
            EllipticCurve::P256 => &[Algorithm::ES256],
            EllipticCurve::P384 => &[Algorithm::ES384],
            _ => return Err(format!("key {id:?} is on a curve that is not served: P-256 and P-384 are")),
        },
        AlgorithmParameters::OctetKeyPair(key) => match key.curve {
            EllipticCurve::Ed25519 => &[Algorithm::EdDSA],
            _ => return Err(format!("key {id:?} is on a curve that is not served: Ed25519 is")),
        },
        _ => return Err(format!("key {id:?} is of a kind that is not served: oct, RSA, EC and OKP are")),
    };
    let key = DecodingKey::from_jwk(jwk).map_err(|error| format!("key {id:?} cannot be read: {error}"))?;
    Ok(Named { id: id.into(), algorithms, key })
}

#[cfg(test)]
mod tests {
    use baton_hub::AppId;
    use baton_protocols::Secret;
    use jsonwebtoken::EncodingKey;
    use rcgen::{KeyPair, PKCS_ECDSA_P256_SHA256, PKCS_ED25519, PublicKeyData as _};
    use serde_json::json;

    use super::*;

    const NOW: u64 = 1_000_000;

    fn app() -> App {
        App { jwt_secret: Secret::new("a shared secret"), ..App::new(AppId(0), "id", "key", "secret") }
    }

    fn signed(header: &Header, claims: &Value, key: &EncodingKey) -> String {
        jsonwebtoken::encode(header, claims, key).unwrap()
    }

    fn with_secret(claims: &Value) -> String {
        signed(&Header::default(), claims, &EncodingKey::from_secret(b"a shared secret"))
    }

    fn verify(app: &App, token: &str) -> Result<Arc<Claims>, TokenError> {
        Keys::of(app).unwrap().verify(token, NOW)
    }

    fn good() -> Value {
        json!({"role": "anon", "exp": NOW + 10, "sub": "ann", "more": [1, {"a": 1.50}]})
    }

    fn named(algorithm: Algorithm, id: &str) -> Header {
        Header { kid: Some(id.into()), ..Header::new(algorithm) }
    }

    #[test]
    fn a_good_token_says_what_was_signed() {
        let token = with_secret(&good());
        let claims = verify(&app(), &token).unwrap();
        assert_eq!(
            (&*claims.role, claims.subject.as_deref(), claims.expires_s),
            ("anon", Some("ann"), NOW + 10)
        );
        assert_eq!(serde_json::from_str::<Value>(&claims.json).unwrap(), good());
        let pasted = format!(" {}\n{}\t", &token[..20], &token[20..]);
        assert_eq!(verify(&app(), &pasted).unwrap(), claims);
        let with_fraction = json!({"role": "anon", "exp": NOW as f64 + 5.4});
        assert_eq!(verify(&app(), &with_secret(&with_fraction)).unwrap().expires_s, NOW + 5);
    }

    #[test]
    fn each_fault_has_its_name() {
        for (claims, fault) in [
            (json!({"role": "anon", "exp": NOW}), TokenError::Expired { seconds: 0 }),
            (json!({"role": "anon", "exp": NOW - 7}), TokenError::Expired { seconds: 7 }),
            (json!({"role": "anon"}), TokenError::ClaimsMissing),
            (json!({"exp": NOW + 1}), TokenError::ClaimsMissing),
            (json!({"role": 1, "exp": NOW + 1}), TokenError::ClaimsMissing),
            (json!({"role": "anon", "exp": "soon"}), TokenError::ExpiryInvalid),
            (json!({"role": "anon", "exp": -1}), TokenError::ExpiryInvalid),
            (json!({"role": "anon", "exp": 1e300}), TokenError::ExpiryInvalid),
            (json!({"role": "anon", "exp": NOW + 1, "iat": "then"}), TokenError::ExpiryInvalid),
            (json!({"role": "anon", "exp": NOW + 99, "nbf": NOW + 61}), TokenError::ExpiryInvalid),
        ] {
            assert_eq!(verify(&app(), &with_secret(&claims)), Err(fault), "{claims}");
        }
        let lenient = json!({"role": "anon", "exp": NOW + 99, "nbf": NOW + 60, "iat": 1.5});
        assert!(verify(&app(), &with_secret(&lenient)).is_ok());
        for nonsense in ["", "a", "a.b", "a.b.c", "....", &"x".repeat(TOKEN_BYTES + 1)] {
            assert_eq!(verify(&app(), nonsense), Err(TokenError::Malformed), "{nonsense}");
        }
        let forged = signed(&Header::default(), &good(), &EncodingKey::from_secret(b"another"));
        assert_eq!(verify(&app(), &forged), Err(TokenError::Signature));
    }

    #[test]
    fn an_administrator_s_token_needs_a_signature_and_an_end() {
        let holds = |claims: &Value| Keys::of(&app()).unwrap().verify_holds(&with_secret(claims), NOW);
        assert_eq!(holds(&json!({"exp": NOW + 1})), Ok(()));
        assert_eq!(holds(&json!({"exp": NOW})), Err(TokenError::Expired { seconds: 0 }));
        assert_eq!(holds(&json!({"role": "anon"})), Err(TokenError::ClaimsMissing));
        let forged =
            signed(&Header::default(), &json!({"exp": NOW + 1}), &EncodingKey::from_secret(b"another"));
        let keys = Keys::of(&app()).unwrap();
        assert_eq!(keys.verify_holds(&forged, NOW), Err(TokenError::Signature));
        assert_eq!(keys.verify_holds("", NOW), Err(TokenError::Malformed));
        assert_eq!(keys.verify_holds(&"x".repeat(TOKEN_BYTES + 1), NOW), Err(TokenError::Malformed));
    }

    #[test]
    fn a_token_is_for_whom_and_from_whom_it_says() {
        let app = App { jwt_audience: "us".into(), jwt_issuer: "them".into(), ..app() };
        for (audience, issuer, is_good) in [
            (json!("us"), "them", true),
            (json!(["others", "us"]), "them", true),
            (json!(["others"]), "them", false),
            (json!(null), "them", false),
            (json!("us"), "others", false),
        ] {
            let claims = json!({"role": "anon", "exp": NOW + 1, "aud": audience, "iss": issuer});
            assert_eq!(verify(&app, &with_secret(&claims)).is_ok(), is_good, "{claims}");
        }
        assert_eq!(verify(&app, &with_secret(&good())), Err(TokenError::Signature), "both are missing");
    }

    #[test]
    fn every_key_signs_by_its_own_algorithm_alone() {
        let encoded = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        let [curve, edwards] =
            [&PKCS_ECDSA_P256_SHA256, &PKCS_ED25519].map(|kind| KeyPair::generate_for(kind).unwrap());
        let point = curve.der_bytes(); // 4, x, y
        let jwks = json!({"keys": [
            {"kty": "EC", "kid": "curve", "crv": "P-256", "x": encoded(&point[1..33]), "y": encoded(&point[33..])},
            {"kty": "OKP", "kid": "edwards", "crv": "Ed25519", "x": encoded(edwards.der_bytes())},
            {"kty": "oct", "kid": "shared", "k": encoded(b"another shared secret")},
        ]});
        let app = App { jwks: jwks.to_string(), ..app() };
        let keys = [
            ("curve", Algorithm::ES256, EncodingKey::from_ec_der(curve.serialized_der())),
            ("edwards", Algorithm::EdDSA, EncodingKey::from_ed_der(edwards.serialized_der())),
            ("shared", Algorithm::HS256, EncodingKey::from_secret(b"another shared secret")),
        ];
        for (id, algorithm, key) in &keys {
            let token = signed(&named(*algorithm, id), &good(), key);
            assert_eq!(verify(&app, &token).unwrap().expires_s, NOW + 10, "{id}");
            for (other, ..) in keys.iter().filter(|(other, ..)| other != id) {
                let token = signed(&named(*algorithm, other), &good(), key);
                assert_eq!(verify(&app, &token), Err(TokenError::Signature), "{id} as {other}");
            }
            let unknown = signed(&named(*algorithm, "unknown"), &good(), key);
            let refused = verify(&app, &unknown);
            match algorithm {
                Algorithm::HS256 => {
                    assert_eq!(refused, Err(TokenError::Signature), "by the app's own secret")
                }
                _ => assert_eq!(refused, Err(TokenError::Signer { key_id: Some("unknown".into()) })),
            }
        }
        // What anybody may read is no secret: not as it is, and not as it stands in the set.
        for public in [point, encoded(point).as_bytes(), jwks.to_string().as_bytes()] {
            let token = signed(&named(Algorithm::HS256, "curve"), &good(), &EncodingKey::from_secret(public));
            assert_eq!(verify(&app, &token), Err(TokenError::Signature));
        }
        let without = App::new(AppId(0), "id", "key", "secret");
        assert_eq!(verify(&without, &with_secret(&good())), Err(TokenError::Signer { key_id: None }));
        let empty = signed(&Header::default(), &good(), &EncodingKey::from_secret(b""));
        assert_eq!(verify(&without, &empty), Err(TokenError::Signer { key_id: None }));
    }

    #[test]
    fn a_token_is_remembered_as_long_as_it_holds() {
        let keys = Keys::of(&app()).unwrap();
        let token = with_secret(&good());
        let first = keys.verify(&token, NOW).unwrap();
        assert!(
            Arc::ptr_eq(&first, &keys.verify(&token, NOW + 9).unwrap()),
            "kept once for all who bring it"
        );
        assert_eq!(keys.verify(&token, NOW + 12), Err(TokenError::Expired { seconds: 2 }));
        assert_eq!(keys.verify(&token[..token.len() - 1], NOW), Err(TokenError::Signature));
        let long =
            with_secret(&json!({"role": "anon", "exp": NOW + 9, "long": "x".repeat(REMEMBERED_BYTES)}));
        assert!(keys.verify(&long, NOW).is_ok());
        assert_eq!(keys.remembered().len(), 1, "a long one takes no room");
        for number in 0..REMEMBERED {
            let claims = json!({"role": "anon", "exp": NOW + 10, "number": number});
            assert!(keys.verify(&with_secret(&claims), NOW).is_ok());
            assert!(keys.remembered().len() <= REMEMBERED);
        }
        assert!(keys.verify(&token, NOW).is_ok());
    }

    #[test]
    fn nothing_is_taken_unsigned() {
        let header = URL_SAFE_NO_PAD.encode(r#"{"alg":"none","typ":"JWT"}"#);
        let claims = URL_SAFE_NO_PAD.encode(good().to_string());
        for token in [format!("{header}.{claims}."), format!("{header}.{claims}.e30")] {
            assert_eq!(verify(&app(), &token), Err(TokenError::Malformed));
        }
    }
}
