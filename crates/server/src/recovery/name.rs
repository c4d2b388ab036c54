//! What a client is recognised by when it comes back: a name of its own, a cookie, or its user.
//!
//! A name is unique within its app, its page's origin and its kind, and is stored as a digest: entries have
//! one size, whatever the length of what the client sent.

use std::num::NonZeroU64;

use baton_protocols::{App, RecoveryCookie};
use sha2::{Digest, Sha256};

use crate::entropy::random_hex;

/// The name of the cookie.
const COOKIE: &str = "baton_session";
/// Where a client names itself in the path, before the path that it would have connected to.
pub(crate) const PREFIX: &str = "/resume/";
/// The query parameter in which it does.
const PARAMETER: &str = "session";
/// Characters of a client's name. Fewer could be guessed, more are of no use.
const LENGTH: std::ops::RangeInclusive<usize> = 16..=64;
/// Seconds that a browser keeps the cookie: it outlives every window, and not much more.
const COOKIE_SECONDS: u32 = 86_400;

/// A digest by which connections of the same client are found. It is a word, as every connection has one: who found another
/// name of the same digest would learn where its client was on channels that he may read himself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Name(pub(super) NonZeroU64);

/// Whose names they are: one app's, on pages of one origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scope(pub(super) u64);

impl Scope {
    pub(crate) fn new(app: &App, origin: Option<&str>) -> Self {
        Self(digest(&[app.id.as_bytes(), origin.unwrap_or_default().as_bytes()]))
    }

    fn name(self, kind: &str, text: &str) -> Name {
        let digest = digest(&[&self.0.to_le_bytes(), kind.as_bytes(), text.as_bytes()]);
        Name(NonZeroU64::new(digest).unwrap_or(NonZeroU64::MIN))
    }

    /// The name of a user that has proved to be one.
    pub(crate) fn user(self, id: &str) -> Name {
        self.name("user", id)
    }
}

/// Of parts, each with its length, so that no two lists have one digest.
fn digest(parts: &[&[u8]]) -> u64 {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    let digest: [u8; 32] = digest.finalize().into();
    let mut word = [0; 8];
    word.copy_from_slice(&digest[..8]);
    u64::from_le_bytes(word)
}

/// What is known of a client that connects.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Recognised {
    pub(crate) scope: Scope,
    pub(crate) by: RecognisedBy,
}

/// How exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RecognisedBy {
    /// It names itself: there is one connection of this name at a time.
    Itself(Name),
    /// A cookie names its browser, which may have many pages.
    Browser(Name),
    /// Only its user can, if it says who that is.
    Nothing,
}

/// The name that a target's path begins with, and the target without it. A path that only looks so
/// is left as it is, and is nobody's.
pub(crate) fn of_path(target: &str) -> (&str, Option<&str>) {
    let named = target.strip_prefix(PREFIX).and_then(|rest| {
        let (name, _) = rest.split_once('/')?;
        Some((rest.get(name.len()..)?, is_name(name).then_some(name)?))
    });
    named.map_or((target, None), |(rest, name)| (rest, Some(name)))
}

/// The name in the query, of which the first counts.
pub(crate) fn of_query(target: &str) -> Option<&str> {
    let (_, query) = target.split_once('?')?;
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| *key == PARAMETER).map(|(_, name)| name).filter(|name| is_name(name))
}

fn is_name(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    LENGTH.contains(&text.len()) && text.bytes().all(is_plain)
}

/// Recognises a client by the name that it gives, or by its cookie; a browser without one gets the
/// header that sets it.
pub(crate) fn recognise<'h>(
    app: &App,
    origin: Option<&str>,
    named: Option<&str>,
    cookies: impl Iterator<Item = &'h str>,
    is_secure: bool,
) -> (Recognised, Option<String>) {
    let scope = Scope::new(app, origin);
    let recognised = |by| Recognised { scope, by };
    if let Some(name) = named {
        return (recognised(RecognisedBy::Itself(scope.name("itself", name))), None);
    }
    // Programs other than browsers give no origin, and would not bring the cookie back.
    if app.recovery_cookie == RecoveryCookie::Off || origin.is_none() {
        return (recognised(RecognisedBy::Nothing), None);
    }
    let browser = |id: &str| recognised(RecognisedBy::Browser(scope.name("browser", id)));
    if let Some(id) = cookie(cookies) {
        return (browser(id), None);
    }
    match random_hex(16) {
        Ok(id) => {
            let header = set_cookie(&id, app.recovery_cookie, is_secure);
            (browser(&id), Some(header))
        }
        Err(_) => (recognised(RecognisedBy::Nothing), None),
    }
}

fn cookie<'h>(mut headers: impl Iterator<Item = &'h str>) -> Option<&'h str> {
    headers.find_map(|header| {
        let mut pairs = header.split(';').filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(name, _)| *name == COOKIE).map(|(_, id)| id).filter(|id| is_name(id))
    })
}

/// A browser takes a `Secure` cookie over TLS alone, but for pages of its own machine.
fn set_cookie(id: &str, kind: RecoveryCookie, is_secure: bool) -> String {
    let how = match kind {
        RecoveryCookie::None => "; SameSite=None; Secure; Partitioned",
        _ if is_secure => "; SameSite=Lax; Secure",
        _ => "; SameSite=Lax",
    };
    format!("Set-Cookie: {COOKIE}={id}; Max-Age={COOKIE_SECONDS}; Path=/; HttpOnly{how}\r\n")
}

#[cfg(test)]
mod tests {
    use baton_hub::AppId;

    use super::*;

    const ID: &str = "0123456789abcdef";

    fn app() -> App {
        App::new(AppId(0), "1", "key", "secret")
    }

    #[test]
    fn a_path_may_begin_with_a_name() {
        let target = format!("/resume/{ID}/app/key?protocol=7");
        assert_eq!(of_path(&target), ("/app/key?protocol=7", Some(ID)));
        let long = format!("/resume/{}/app/key", "x".repeat(65));
        for other in ["/app/key", "/resume/short/app/key", "/resume/0123456789abcde?/app", &long, "/resume/"]
        {
            assert_eq!(of_path(other), (other, None));
        }
    }

    #[test]
    fn the_query_may_hold_one() {
        assert_eq!(of_query(&format!("/x?a=b&session={ID}&session=other")), Some(ID));
        for other in ["/x", "/x?session=", "/x?session=short", "/x?session=0123456789%20abcdef"] {
            assert_eq!(of_query(other), None);
        }
    }

    #[test]
    fn names_are_of_one_app_one_origin_and_one_kind() {
        let other = App::new(AppId(1), "2", "key", "secret");
        let scopes = [
            Scope::new(&app(), None),
            Scope::new(&app(), Some("https://a")),
            Scope::new(&other, None),
            Scope::new(&App { id: "1h".into(), ..app() }, Some("ttps://a")),
        ];
        let names: std::collections::HashSet<_> = scopes
            .iter()
            .flat_map(|scope| ["itself", "browser", "user"].map(|kind| scope.name(kind, ID)))
            .collect();
        assert_eq!(names.len(), 12);
    }

    #[test]
    fn a_browser_is_given_a_cookie_once_and_recognised_by_it() {
        let none = std::iter::empty::<&str>;
        let (first, header) = recognise(&app(), Some("https://a"), None, none(), true);
        let header = header.unwrap();
        assert!(header.ends_with("; Path=/; HttpOnly; SameSite=Lax; Secure\r\n"), "{header}");
        let cookie = header.strip_prefix("Set-Cookie: ").unwrap().split(';').next().unwrap();
        let brought = ["a=b", &format!("x=y; {cookie}; z")].map(str::to_owned);
        let (again, header) =
            recognise(&app(), Some("https://a"), None, brought.iter().map(|text| &**text), true);
        assert_eq!((again.by, header), (first.by, None));
        let foreign = recognise(&app(), Some("https://b"), None, brought.iter().map(|text| &**text), true);
        assert_ne!(foreign.0.by, first.by);
        assert!(matches!(recognise(&app(), None, None, none(), true).0.by, RecognisedBy::Nothing));
        let off = App { recovery_cookie: RecoveryCookie::Off, ..app() };
        assert!(recognise(&off, Some("https://a"), None, none(), true).1.is_none());
        let plain = recognise(&app(), Some("http://a"), None, none(), false).1.unwrap();
        assert!(!plain.contains("Secure"));
        let elsewhere = App { recovery_cookie: RecoveryCookie::None, ..app() };
        let header = recognise(&elsewhere, Some("https://a"), None, none(), false).1.unwrap();
        assert!(header.contains("SameSite=None; Secure; Partitioned"), "{header}");
    }
}
