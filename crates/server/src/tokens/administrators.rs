//! Tokens of those who run the server: signed with one secret of their own, with an end, and whatever else they claim.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use baton_protocols::{Secret, TokenError};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header};
use serde_json::{Map, Value, json};

use super::set::HMAC;
use super::{TOKEN_BYTES, claims};

/// What signs them.
pub(crate) struct Administrators(Option<DecodingKey>);

impl Administrators {
    /// Of the setting `api_jwt_secret`; where it is empty, no token is taken.
    pub(crate) fn of(secret: &Secret) -> Self {
        let secret = secret.bytes();
        Self((!secret.is_empty()).then(|| DecodingKey::from_secret(secret)))
    }

    /// A token for an administrator, which holds until `until_s` seconds since 1970.
    ///
    /// # Errors
    /// It cannot be signed, in words for the user.
    pub(crate) fn token(secret: &Secret, until_s: u64) -> Result<String, String> {
        signed_token(secret, &json!({ "exp": until_s }))
    }

    /// Whether any token could be taken.
    pub(crate) fn are_there(&self) -> bool {
        self.0.is_some()
    }

    /// Checks that a token is signed, and holds at `unix_s` seconds since 1970; until when it does.
    pub(crate) fn verify(&self, token: &str, unix_s: u64) -> Result<u64, TokenError> {
        if token.len() > TOKEN_BYTES {
            return Err(TokenError::Malformed);
        }
        let header = jsonwebtoken::decode_header(token).map_err(|_| TokenError::Malformed)?;
        let (message, signature) = token.rsplit_once('.').ok_or(TokenError::Malformed)?;
        let (_, claims) = message.split_once('.').ok_or(TokenError::Malformed)?;
        let is_by = |key| jsonwebtoken::crypto::verify(signature, message.as_bytes(), key, header.alg);
        let is_signed = HMAC.contains(&header.alg)
            && header.crit.is_none()
            && self.0.as_ref().is_some_and(|key| is_by(key).unwrap_or(false));
        if !is_signed {
            return Err(TokenError::Signature);
        }
        let json = URL_SAFE_NO_PAD.decode(claims).map_err(|_| TokenError::Malformed)?;
        let claims: Map<String, Value> = serde_json::from_slice(&json).map_err(|_| TokenError::Malformed)?;
        let expires_s = claims.get("exp").ok_or(TokenError::ClaimsMissing)?;
        let expires_s = claims::seconds(expires_s, f64::round).ok_or(TokenError::ExpiryInvalid)?;
        claims::holds_already(&claims, unix_s)?;
        match unix_s.checked_sub(expires_s) {
            Some(seconds) => Err(TokenError::Expired { seconds }),
            None => Ok(expires_s),
        }
    }
}

/// A token with these claims.
///
/// # Errors
/// It cannot be signed, in words for the user.
pub(crate) fn signed_token(secret: &Secret, claims: &Value) -> Result<String, String> {
    let key = EncodingKey::from_secret(secret.bytes());
    jsonwebtoken::encode(&Header::new(Algorithm::HS256), claims, &key).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = 1_000_000;
    const SECRET: &str = "the secret of those who run the server";

    fn signed(algorithm: Algorithm, claims: &Value, secret: &str) -> String {
        let key = EncodingKey::from_secret(secret.as_bytes());
        jsonwebtoken::encode(&Header::new(algorithm), claims, &key).unwrap()
    }

    #[test]
    fn a_token_needs_a_signature_and_an_end() {
        let administrators = Administrators::of(&Secret::new(SECRET));
        let holds = |claims: &Value| administrators.verify(&signed(Algorithm::HS256, claims, SECRET), NOW);
        assert_eq!(holds(&json!({"exp": NOW + 1})), Ok(NOW + 1));
        assert_eq!(holds(&json!({"exp": NOW})), Err(TokenError::Expired { seconds: 0 }));
        assert_eq!(holds(&json!({"role": "anon"})), Err(TokenError::ClaimsMissing));
        assert_eq!(holds(&json!({"exp": "soon"})), Err(TokenError::ExpiryInvalid));
        for (from, taken) in [
            (json!(NOW), true),
            (json!(NOW + claims::LEEWAY_S), true),
            (json!(NOW + claims::LEEWAY_S + 1), false),
        ] {
            let held = holds(&json!({"exp": NOW + 1_000, "nbf": from}));
            assert_eq!(held.is_ok(), taken, "{from}: {held:?}");
        }
        assert_eq!(holds(&json!({"exp": NOW + 1, "nbf": "now"})), Err(TokenError::ExpiryInvalid));
        let good = json!({"exp": NOW + 1});
        assert_eq!(administrators.verify(&signed(Algorithm::HS512, &good, SECRET), NOW), Ok(NOW + 1));
        let forged = signed(Algorithm::HS256, &good, "another");
        assert_eq!(administrators.verify(&forged, NOW), Err(TokenError::Signature));
        for nonsense in ["", "a.b.c", &"x".repeat(TOKEN_BYTES + 1)] {
            assert_eq!(administrators.verify(nonsense, NOW), Err(TokenError::Malformed), "{nonsense}");
        }
        let nobody = Administrators::of(&Secret::new(""));
        assert!(!nobody.are_there() && administrators.are_there());
        assert_eq!(nobody.verify(&signed(Algorithm::HS256, &good, ""), NOW), Err(TokenError::Signature));
    }
}
