//! Who sent a request: every call is signed with the app's secret.
//!
//! The signature is the HMAC-SHA256 of `METHOD\nPATH\nPARAMETERS`, where the parameters are sorted and written
//! as [`Query::signed`] describes; `body_md5` among them covers the body. What is cheap is checked first, and the
//! body is hashed only for those who know the secret.

use alloc::string::String;
use core::fmt;

use md5::{Digest as _, Md5};

use super::{
    Failure, Request,
    failure::Shown,
    query::{Arrays, Query},
    route::Route,
};
use crate::{App, Secret, excerpt::beginning, pusher::signature::Signature};

/// How far, in seconds and in either direction, the signer's clock may differ from ours. Within it an
/// overheard request can be sent again, unless it is a publish with an idempotency key among its parameters.
const WINDOW_S: u64 = 600;

/// How far ahead, in seconds, the signature of a stream's URL may expire: it is a right that cannot be taken back before.
const LONGEST_EXPIRY_S: u64 = 86_400;

/// The only version of the scheme.
const VERSION: &str = "1.0";

/// Room for the parameters of an ordinary publish, so that the text grows once.
const SIGNED_BYTES: usize = 160;

/// Accepts the head of a request, or says what is wrong with its signature.
pub(super) fn authenticate(
    request: &Request<'_>,
    route: &Route<'_>,
    query: &Query<'_>,
    app: &App,
    unix_time_s: u64,
) -> Result<(), Failure> {
    let secret = signer(query, app)?;
    check_timestamp(required(query, "auth_timestamp")?, unix_time_s)?;
    check_signature(required(query, "auth_signature")?, request, route, query, secret)
}

/// Accepts the head of a request for a stream, which a browser repeats with the same signed URL: one with `expires` is
/// valid until then.
pub(super) fn authenticate_stream(
    request: &Request<'_>,
    route: &Route<'_>,
    query: &Query<'_>,
    app: &App,
    unix_time_s: u64,
) -> Result<(), Failure> {
    let secret = signer(query, app)?;
    match query.get("expires") {
        Some(expires) => check_expiry(expires, unix_time_s)?,
        None => check_timestamp(required(query, "auth_timestamp")?, unix_time_s)?,
    }
    // A HEAD asks what a GET would answer.
    let request = Request { method: "GET", ..*request };
    check_signature(required(query, "auth_signature")?, &request, route, query, secret)
}

/// The secret of the key that signed, in the only version of the scheme.
fn signer<'a>(query: &Query<'_>, app: &'a App) -> Result<&'a Secret, Failure> {
    let secret = secret_of(required(query, "auth_key")?, app)?;
    check_version(required(query, "auth_version")?)?;
    Ok(secret)
}

fn check_expiry(text: &str, now: u64) -> Result<(), Failure> {
    let expires = text.parse::<u64>().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    match expires {
        Some(expires) if expires > now && expires - now <= LONGEST_EXPIRY_S => Ok(()),
        Some(expires) if expires > now => Err(Failure::unauthorized(format_args!(
            "Invalid expires {expires}: it is more than {LONGEST_EXPIRY_S} s ahead of server time ({now})."
        ))),
        Some(expires) => Err(Failure::unauthorized(format_args!(
            "Signature expired: expires ({expires}) is not after server time ({now}). Have the application sign another URL."
        ))),
        None => Err(Failure::unauthorized(format_args!(
            "Invalid expires \"{}\": it must be the seconds since 1970 as a whole number.",
            Shown(text)
        ))),
    }
}

fn required<'q>(query: &'q Query<'_>, name: &str) -> Result<&'q str, Failure> {
    query.get(name).ok_or_else(|| {
        Failure::unauthorized(format_args!(
            "Parameter {name} is missing. Every request needs auth_key, auth_timestamp, auth_version=1.0 and \
             auth_signature in its query string, and body_md5 if it has a body."
        ))
    })
}

fn secret_of<'a>(key: &str, app: &'a App) -> Result<&'a Secret, Failure> {
    app.secret_of(key).ok_or_else(|| {
        Failure::unauthorized(format_args!(
            "Invalid auth_key \"{}\": it is not the key of app {}. Check the key and the app id in the application's settings.",
            Shown(key),
            app.id
        ))
    })
}

fn check_version(version: &str) -> Result<(), Failure> {
    if version == VERSION {
        return Ok(());
    }
    Err(Failure::unauthorized(format_args!(
        "Invalid auth_version \"{}\": it must be {VERSION}.",
        Shown(version)
    )))
}

fn check_timestamp(text: &str, now: u64) -> Result<(), Failure> {
    let Some(given) = text.parse::<u64>().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
    else {
        return Err(Failure::unauthorized(format_args!(
            "Invalid auth_timestamp \"{}\": it must be the seconds since 1970 as a whole number.",
            Shown(text)
        )));
    };
    if given.abs_diff(now) <= WINDOW_S {
        return Ok(());
    }
    Err(Failure::unauthorized(format_args!(
        "Timestamp expired: Given timestamp ({given}) not within {WINDOW_S}s of server time ({now}). Set the clock of the \
         machine that signs, and sign each request again."
    )))
}

/// SDKs sign the path with a configured prefix or without, and write arrays in two ways; each of the (mostly
/// one, at most four) texts has the same meaning, so whichever was signed is believed.
fn check_signature(
    given: &str,
    request: &Request<'_>,
    route: &Route<'_>,
    query: &Query<'_>,
    secret: &Secret,
) -> Result<(), Failure> {
    let mut parameters = String::with_capacity(SIGNED_BYTES);
    for arrays in [Arrays::Listed, Arrays::Joined] {
        parameters.clear();
        if query.signed(arrays, &mut parameters).is_some() {
            for path in [route.stripped, route.full] {
                let signed = [request.method, "\n", path, "\n", &parameters];
                // An empty secret signs nothing: anyone could have made the signature.
                if !secret.bytes().is_empty() && Signature::of(secret, &signed).is_spelled(given) {
                    return Ok(());
                }
                if route.stripped.len() == route.full.len() {
                    break;
                }
            }
        }
        if !query.has_arrays() {
            break;
        }
    }
    parameters.clear();
    let _ = query.signed(Arrays::Listed, &mut parameters);
    Err(Failure::unauthorized(format_args!(
        "Invalid signature: you should have sent HmacSHA256Hex(\"{}\\n{}\\n{}\", your_secret_key), but you sent \"{}\". Check \
         the app's secret, and that no proxy rewrites the path or the query string.",
        request.method.escape_debug(),
        Signed(route.full),
        Signed(&parameters),
        Shown(given)
    )))
}

/// A part of the signed text as an error repeats it: all of it where it is as long as requests' are, so that it can be compared.
struct Signed<'a>(&'a str);

/// Bytes of a part. An answer may wait while a body comes that is not read, and must not cost more than the request.
const SIGNED_SHOWN_BYTES: usize = 1_024;

impl fmt::Display for Signed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = beginning(self.0, SIGNED_SHOWN_BYTES);
        write!(f, "{}", shown.escape_debug())?;
        match self.0.len() - shown.len() {
            0 => Ok(()),
            more => write!(f, "… and {more} bytes more"),
        }
    }
}

/// For how many seconds more an authenticated request may be sent again, rounded up.
pub(super) fn signature_holds_s(query: &Query<'_>, now: u64) -> u64 {
    let signed = query.get("auth_timestamp").and_then(|text| text.parse::<u64>().ok()).unwrap_or(now);
    signed.saturating_add(WINDOW_S + 1).saturating_sub(now)
}

/// Checks that the signature covers the body that is on its way.
pub(super) fn check_body_is_signed(query: &Query<'_>) -> Result<(), Failure> {
    query.get("body_md5").map(|_| ()).ok_or_else(unsigned_body)
}

fn unsigned_body() -> Failure {
    Failure::unauthorized(
        "Parameter body_md5 is missing: a request with a body needs the MD5 of the body as 32 hexadecimal digits, \
         and its signature must cover it.",
    )
}

/// Checks that the body is the one that was signed.
pub(super) fn check_body(query: &Query<'_>, body: &[u8]) -> Result<(), Failure> {
    match query.get("body_md5") {
        None if body.is_empty() => Ok(()),
        None => Err(unsigned_body()),
        Some(given) if spells(given, &Md5::digest(body)) => Ok(()),
        Some(given) => Err(Failure::unauthorized(format_args!(
            "Invalid body_md5 \"{}\": it is not the MD5 of the {} bytes of body that arrived. Hash the body exactly as it \
             is sent, and check that no proxy changes it.",
            Shown(given),
            body.len()
        ))),
    }
}

/// Whether `hex` spells `digest`. The digest is no secret, so time may tell where they differ.
fn spells(hex: &str, digest: &[u8]) -> bool {
    let digits = |byte: &u8| [byte >> 4, byte & 15].map(u32::from);
    hex.chars().map(|digit| digit.to_digit(16)).eq(digest.iter().flat_map(digits).map(Some))
}
