//! What signed tokens say: for how long they hold, for whom they are, and what the rest of the server asks of them.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use baton_protocols::{App, Claims, TokenError};
use serde_json::{Map, Value};

/// How far clocks may differ where a token says from when it holds (`nbf`).
pub(super) const LEEWAY_S: u64 = 60;

/// How far an issuer's clock may be ahead of ours where a token says when it was issued (`iat`). What is further ahead would
/// outlive revocations.
pub(super) const MOST_AHEAD_S: u64 = 300;

/// What an app demands of tokens beyond a role and an end.
pub(super) struct Demands {
    audience: Option<Box<str>>,
    issuer: Option<Box<str>>,
}

impl Demands {
    pub(super) fn of(app: &App) -> Self {
        let wanted = |text: &str| (!text.is_empty()).then(|| text.into());
        Self { audience: wanted(&app.tokens.jwt_audience), issuer: wanted(&app.tokens.jwt_issuer) }
    }

    /// Reads the claims of a token whose signature is right. The library reads them more narrowly than those who make such
    /// tokens write them.
    pub(super) fn read(&self, encoded: &str, unix_s: u64, seen: u64) -> Result<Arc<Claims>, TokenError> {
        let json = URL_SAFE_NO_PAD.decode(encoded).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let json = json.ok_or(TokenError::Malformed)?;
        let claims: Map<String, Value> = serde_json::from_str(&json).map_err(|_| TokenError::Malformed)?;
        let text = |name: &str| claims.get(name).and_then(Value::as_str);
        let (Some(role), Some(expiry)) = (text("role"), claims.get("exp")) else {
            return Err(TokenError::ClaimsMissing);
        };
        let expires_s = seconds(expiry, f64::round).ok_or(TokenError::ExpiryInvalid)?;
        let issued_s = issued(&claims, unix_s)?;
        if expires_s <= unix_s {
            return Err(TokenError::Expired { seconds: unix_s - expires_s });
        }
        let are_met = is_meant(&claims, "aud", self.audience.as_deref())
            && is_meant(&claims, "iss", self.issuer.as_deref());
        if !are_met {
            return Err(TokenError::Signature);
        }
        Ok(Arc::new(Claims {
            role: role.into(),
            subject: text("sub").map(Into::into),
            session: text("session_id").map(Into::into),
            id: text("jti").map(Into::into),
            issued_s,
            seen,
            expires_s,
            json: json.into(),
        }))
    }
}

/// The time of a claim, if it is there. Cut off, not rounded: a token of the last half second must not seem to be issued after a
/// revocation.
fn time(claims: &Map<String, Value>, name: &str) -> Result<Option<u64>, TokenError> {
    let value = claims.get(name);
    value.map(|value| seconds(value, f64::floor).ok_or(TokenError::ExpiryInvalid)).transpose()
}

/// An error where a token says from when it holds, and that is not yet.
pub(super) fn holds_already(claims: &Map<String, Value>, unix_s: u64) -> Result<(), TokenError> {
    match time(claims, "nbf")? {
        Some(from) if from > unix_s.saturating_add(LEEWAY_S) => Err(TokenError::ExpiryInvalid),
        _ => Ok(()),
    }
}

/// When a token was issued, if it says so; an error where that, or from when it holds, is not what it should be.
fn issued(claims: &Map<String, Value>, unix_s: u64) -> Result<Option<u64>, TokenError> {
    holds_already(claims, unix_s)?;
    let issued_s = time(claims, "iat")?;
    if issued_s.is_some_and(|at| at > unix_s.saturating_add(MOST_AHEAD_S)) {
        return Err(TokenError::ExpiryInvalid);
    }
    Ok(issued_s)
}

fn is_meant(claims: &Map<String, Value>, name: &str, wanted: Option<&str>) -> bool {
    wanted.is_none_or(|wanted| match claims.get(name) {
        Some(Value::Array(values)) => values.iter().any(|value| value.as_str() == Some(wanted)),
        value => value.and_then(Value::as_str) == Some(wanted),
    })
}

/// A NumericDate (RFC 7519, section 2), which may have a fraction.
pub(super) fn seconds(value: &Value, whole: fn(f64) -> f64) -> Option<u64> {
    // Whole numbers as well: above 2^53 a float is no exact number, and nothing is a time.
    let seconds = whole(value.as_f64()?);
    (0.0..9_007_199_254_740_992.0).contains(&seconds).then(|| {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // within the range above
        let seconds = seconds as u64;
        seconds
    })
}
