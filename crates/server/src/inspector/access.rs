//! Who may reach the inspector, and as whom.
//!
//! A peer's address is no credential: behind a proxy on the same machine every client has a loopback address, and so has every page
//! in a developer's browser. So everybody signs in, and a request for a name that nobody has named is refused, as is one that a page
//! of another origin sends (DNS rebinding: CVE-2025-66414, CVE-2025-24010).

use std::net::IpAddr;

use baton_protocols::Refusal;
use hyper::HeaderMap;
use hyper::header::{COOKIE, HOST, ORIGIN};
use hyper::http::request::Parts;
use subtle::ConstantTimeEq as _;

use super::sessions::{Credential, Role, Session};
use crate::clock;
use crate::config::Config;
use crate::node::Node;
use crate::refusals::Refused;
use crate::settings::Settings;
use crate::supabase::bearer;
use crate::tenants::Answer;

/// Sign-ins that may fail per second, of all clients: a token has 128 bits, so this protects the log more than the token.
const FAILURES_PER_SECOND: u32 = 20;

/// The header that repeats a session's CSRF token.
const CSRF: &str = "x-csrf-token";

/// Who calls.
pub(crate) struct Caller {
    pub(crate) credential: Credential,
    /// The session, where there is one, and its token.
    pub(crate) session: Option<(String, Session)>,
    pub(crate) address: IpAddr,
    /// Whether they see payloads.
    pub(crate) payloads: bool,
}

impl Caller {
    fn of((credential, session): Found, address: IpAddr, config: &Config) -> Self {
        let payloads = credential.role() == Role::Operator || config.settings.inspector_reader_payloads;
        Self { credential, session, address, payloads }
    }

    pub(crate) fn role(&self) -> Role {
        self.credential.role()
    }

    /// Whether they see this app.
    pub(crate) fn sees(&self, app: &str) -> bool {
        self.credential.app_id().is_none_or(|own| own == app)
    }
}

/// Whether the request is for a name of this server, and of no other page. Otherwise what to answer.
pub(crate) fn check_origin(parts: &Parts, settings: &Settings) -> Result<(), Answer> {
    let host = host_of(parts).unwrap_or_default();
    if !is_own_name(host, settings) {
        let name = without_port(host).chars().take(253).collect::<String>();
        return Err(Answer::error(
            403,
            &format!(
                "The inspector is not served under the name {name:?}: add it to the setting inspector_hosts"
            ),
        ));
    }
    let origin = header(&parts.headers, ORIGIN.as_str());
    let is_own = |origin: &str| origin.split_once("://").is_some_and(|(_, at)| at.eq_ignore_ascii_case(host));
    if origin.is_some_and(|origin| !is_own(origin)) {
        return Err(Answer::error(
            403,
            "This request comes from a page of another origin. A proxy in front has to pass the header Host on as it came \
             (nginx: proxy_set_header Host $http_host)",
        ));
    }
    match header(&parts.headers, "sec-fetch-site") {
        Some("cross-site" | "same-site") if is_call(parts.uri.path()) => {
            Err(Answer::error(403, "This request comes from a page of another site"))
        }
        _ => Ok(()),
    }
}

/// Whether programs alone ask for a path. Pages are opened by links of other sites too.
fn is_call(path: &str) -> bool {
    ["/inspector/api/", "/inspector/mcp"].iter().any(|call| path.contains(call))
}

/// The host and port that the request is for.
pub(crate) fn host_of(parts: &Parts) -> Option<&str> {
    parts
        .uri
        .authority()
        .map(|authority| authority.as_str())
        .or_else(|| header(&parts.headers, HOST.as_str()))
}

/// The name in a host with a port or without; empty where it is neither.
fn without_port(host: &str) -> &str {
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    if let Some((literal, rest)) = host.strip_prefix('[').and_then(|host| host.split_once(']')) {
        let is_whole = rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port);
        return if is_whole { literal } else { "" };
    }
    let name = match host.split_once(':') {
        Some((name, port)) if is_port(port) => name,
        Some(_) => "",
        None => host,
    };
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    if name.bytes().all(is_name) { name } else { "" }
}

fn is_own_name(host: &str, settings: &Settings) -> bool {
    let name = without_port(host).to_ascii_lowercase();
    let named = settings.inspector_hosts.all().iter().chain(settings.acme_domains.all());
    // An IP address resolves to itself: no other page has it as its name.
    name.parse::<IpAddr>().is_ok()
        || name == "localhost"
        || name.ends_with(".localhost")
        || named.into_iter().any(|own| *own == name)
}

/// Who calls, or 401.
pub(crate) fn caller(node: &Node, parts: &Parts, address: IpAddr) -> Result<Caller, Answer> {
    let config = node.config();
    let found = match bearer(parts) {
        Some(token) => by_token(node, token, &config, address),
        None => match cookie(parts).and_then(|token| by_session(node, token, &config)) {
            Some((_, Some((_, session)))) if !repeats_csrf(parts, &session) => return Err(without_csrf()),
            found => found,
        },
    };
    found.map(|found| Caller::of(found, address, &config)).ok_or_else(unauthorized)
}

/// Who calls by a bearer token alone, as programs do that have no cookie; `None` without a valid one.
pub(crate) fn token_caller(node: &Node, parts: &Parts, address: IpAddr) -> Option<Caller> {
    let config = node.config();
    let found = by_token(node, bearer(parts)?, &config, address)?;
    Some(Caller::of(found, address, &config))
}

fn by_token(node: &Node, token: &str, config: &Config, address: IpAddr) -> Option<Found> {
    let is_bearer = |found: &Found| found.1.as_ref().is_none_or(|(_, session)| !session.is_cookie);
    let of_session = by_session(node, token, config).filter(is_bearer);
    let found = of_session.or_else(|| Some((credential_of(token, config)?, None)));
    if found.is_none() {
        note_refused(node, address);
    }
    found
}

type Found = (Credential, Option<(String, Session)>);

fn by_session(node: &Node, token: &str, config: &Config) -> Option<Found> {
    let session = node.inspector.sessions.find(token, config, clock::now_ms())?;
    Some((session.credential.clone(), Some((token.to_owned(), session))))
}

/// Whether a call that changes something repeats what only pages of ours know.
fn repeats_csrf(parts: &Parts, session: &Session) -> bool {
    let given = header(&parts.headers, CSRF).unwrap_or_default();
    parts.method.is_safe() || bool::from(session.csrf.as_bytes().ct_eq(given.as_bytes()))
}

fn without_csrf() -> Answer {
    Answer::error(403, "A call that changes something needs the header X-Csrf-Token with the session's csrf")
}

/// Counts a token that proves nothing, as far as the log bears it.
fn note_refused(node: &Node, address: IpAddr) {
    if may_fail(node) {
        let why = "The bearer token of a call to the inspector is wrong, or its session has ended";
        node.refusals.note(&Refused::new(Refusal::Signature, &why).from(address));
    }
}

fn unauthorized() -> Answer {
    Answer::error(
        401,
        "Sign in: POST /inspector/api/session with a one-time link or a token, and send its cookie with X-Csrf-Token, or \
         Authorization: Bearer",
    )
}

/// What a token proves by itself.
pub(crate) fn credential_of(token: &str, config: &Config) -> Option<Credential> {
    let settings = &config.settings;
    let is = |secret: &[u8]| !secret.is_empty() && bool::from(secret.ct_eq(token.as_bytes()));
    if is(settings.inspector_token.bytes()) {
        return Some(Credential::token(Role::Operator, config));
    }
    if is(settings.inspector_reader_token.bytes()) {
        return Some(Credential::token(Role::Reader, config));
    }
    // Without a secret none is valid.
    let until_s = config.administrators.verify(token, clock::unix_s()).ok()?;
    Some(Credential::administrator(config, until_s))
}

/// Whether one more sign-in may fail now.
pub(crate) fn may_fail(node: &Node) -> bool {
    node.inspector.failures.takes(clock::unix_s(), FAILURES_PER_SECOND)
}

/// The name of the cookie. Browsers do not tell ports apart, and two servers on one machine would sign each other's users out.
pub(crate) fn cookie_name(parts: &Parts) -> String {
    let host = host_of(parts).unwrap_or_default();
    let port =
        host.rsplit_once(':').map(|(_, port)| port).filter(|port| port.bytes().all(|b| b.is_ascii_digit()));
    format!("baton_inspector{}", port.map(|port| format!("_{port}")).unwrap_or_default())
}

fn cookie(parts: &Parts) -> Option<&str> {
    let name = cookie_name(parts);
    let all = parts.headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|header| header.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

fn header<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use hyper::Request;

    use super::*;

    fn parts(headers: &[(&str, &str)]) -> Parts {
        let request =
            headers.iter().fold(Request::get("/inspector/api/session"), |request, (name, value)| {
                request.header(*name, *value)
            });
        request.body(()).unwrap().into_parts().0
    }

    #[test]
    fn names_of_others_and_pages_of_others_are_refused() {
        let settings = Settings::default();
        for (headers, is_ok) in [
            (&[("host", "127.0.0.1:8080")][..], true),
            (&[("host", "[::1]:8080")], true),
            (&[("host", "203.0.113.7")], true),
            (&[("host", "LOCALHOST:8080")], true),
            (&[("host", "a.localhost")], true),
            (&[("host", "localhost.example.com")], false),
            (&[("host", "evil.example:8080")], false),
            (&[("host", "127.0.0.1.evil.example")], false),
            (&[("host", "")], false),
            (&[("host", "[::1]evil.example")], false),
            (&[("host", "127.0.0.1:80@evil.example")], false),
            (&[("host", "localhost:1/x?y#z")], false),
            (&[], false),
            (&[("host", "localhost:1"), ("origin", "http://localhost:1")], true),
            (&[("host", "localhost:1"), ("origin", "https://localhost:1")], true),
            (&[("host", "localhost:1"), ("origin", "http://localhost:2")], false),
            (&[("host", "localhost:1"), ("origin", "http://evil.example")], false),
            (&[("host", "localhost:1"), ("origin", "null")], false),
            (&[("host", "localhost:1"), ("sec-fetch-site", "cross-site")], false),
            (&[("host", "localhost:1"), ("sec-fetch-site", "same-site")], false),
            (&[("host", "localhost:1"), ("sec-fetch-site", "same-origin")], true),
        ] {
            assert_eq!(check_origin(&parts(headers), &settings).is_ok(), is_ok, "{headers:?}");
        }
    }

    #[test]
    fn each_port_has_its_cookie() {
        let name = |host| cookie_name(&parts(&[("host", host)]));
        assert_eq!(name("localhost:8080"), "baton_inspector_8080");
        assert_eq!((name("localhost"), name("[::1]")), ("baton_inspector".into(), "baton_inspector".into()));
        let both = parts(&[("host", "a:1"), ("cookie", "baton_inspector_2=x; baton_inspector_1=y;z")]);
        assert_eq!(cookie(&both), Some("y"));
    }
}
