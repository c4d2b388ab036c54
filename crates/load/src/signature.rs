//! What protocols sign: a subscription to a private channel and a call of the HTTP API at Pusher, a
//! token at Supabase.

use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use md5::{Digest as _, Md5};
use sha2::Sha256;

use crate::target::App;

/// How long a token holds at least, in seconds: longer than any run.
const HOLDS_S: u64 = 3_600;

/// HMAC-SHA256.
fn hmac(secret: &str, text: &str) -> Vec<u8> {
    // A key of any length is accepted: HMAC hashes a long one and pads a short one (RFC 2104,
    // section 2).
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return Vec::new() };
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

/// The same in lower-case hexadecimal.
fn hmac_hex(secret: &str, text: &str) -> String {
    hex(&hmac(secret, text))
}

/// A JSON Web Token of these claims, signed with the app's secret by HS256 (RFC 7519).
pub(crate) fn token(app: &App, claims: &str) -> String {
    let signed = format!(
        "{}.{}",
        URL_SAFE_NO_PAD.encode(r#"{"alg":"HS256","typ":"JWT"}"#),
        URL_SAFE_NO_PAD.encode(claims)
    );
    let signature = URL_SAFE_NO_PAD.encode(hmac(&app.secret, &signed));
    format!("{signed}.{signature}")
}

/// When tokens of today expire, in Unix time. The same all day, so that clients with the same
/// claims have the same token.
pub(crate) fn expires() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    now - now % 86_400 + 86_400 + HOLDS_S
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(text, "{byte:02x}"); // writing to a String cannot fail
    }
    text
}

/// The `auth` member of `pusher:subscribe` for a private channel: `KEY:HMAC(socket_id:channel)`.
pub(crate) fn private_channel(app: &App, socket_id: &str, channel: &str) -> String {
    format!("{}:{}", app.key, hmac_hex(&app.secret, &format!("{socket_id}:{channel}")))
}

/// The `auth` member of `pusher:subscribe` for a presence channel, which signs the member's data
/// too.
pub(crate) fn presence_channel(app: &App, socket_id: &str, channel: &str, channel_data: &str) -> String {
    format!("{}:{}", app.key, hmac_hex(&app.secret, &format!("{socket_id}:{channel}:{channel_data}")))
}

/// Path and query of a signed `POST` to the HTTP API. `timestamp` is Unix time in seconds; the
/// server accepts it within 600 s of its own clock.
pub(crate) fn signed_post(app: &App, path: &str, body: &[u8], timestamp: u64) -> String {
    let body_md5 = hex(&Md5::digest(body));
    // The names are in alphabetical order already, which is the order that the signature demands.
    let query =
        format!("auth_key={}&auth_timestamp={timestamp}&auth_version=1.0&body_md5={body_md5}", app.key);
    let signature = hmac_hex(&app.secret, &format!("POST\n{path}\n{query}"));
    format!("{path}?{query}&auth_signature={signature}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn app() -> App {
        App { id: "3".into(), key: "278d425bdf160c739803".into(), secret: "7ad3773142a6692b25b8".into() }
    }

    #[test]
    fn a_private_channel_matches_the_published_vector() {
        assert_eq!(
            private_channel(&app(), "1234.1234", "private-foobar"),
            "278d425bdf160c739803:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4"
        );
    }

    #[test]
    fn a_post_matches_the_published_vector() {
        let body = br#"{"name":"foo","channels":["project-3"],"data":"{\"some\":\"data\"}"}"#;
        assert_eq!(
            signed_post(&app(), "/apps/3/events", body, 1_353_088_179),
            "/apps/3/events?auth_key=278d425bdf160c739803&auth_timestamp=1353088179&auth_version=1.0\
             &body_md5=ec365a775a4cd0599faeb73354201b6f\
             &auth_signature=da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c"
        );
    }
}
