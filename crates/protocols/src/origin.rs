//! Which web pages may connect: the browser's `Origin` header against the app's list.
//!
//! Browsers always send the header and pages cannot change it; other programs send none or what they like.
//! So the list keeps foreign web pages away from users' cookies and quotas, and keeps out nobody else: a
//! connection without the header is no page's, and is let in.

use crate::pattern;

/// Whether a page of `origin` may connect under `allowed`.
///
/// An entry is `*` (every page), `null` (pages without an origin, such as local files), a host, a host with
/// a port, or `scheme://host[:port]`. Within a host `*` stands for any characters, in place of a port for
/// any port. A host alone admits every scheme and port; a scheme without a port admits that scheme's usual
/// one. Hosts are compared whole: `example.com` admits neither `evil-example.com` nor `example.com.evil.net`.
pub fn is_allowed<S: AsRef<str>>(origin: Option<&str>, allowed: &[S]) -> bool {
    let Some(origin) = origin else { return true };
    let page = Origin::parse(origin);
    allowed.iter().map(AsRef::as_ref).any(|entry| match entry {
        "*" => true,
        "null" => origin == "null",
        entry => page.is_some_and(|page| page.matches(entry)),
    })
}

/// The parts of an origin (RFC 6454, section 6.1).
#[derive(Clone, Copy)]
struct Origin<'a> {
    scheme: &'a str,
    host: &'a str,
    port: Option<&'a str>,
}

impl<'a> Origin<'a> {
    /// Anything beside scheme, host and port (a path, a user) makes it no origin.
    fn parse(text: &'a str) -> Option<Self> {
        let (scheme, rest) = text.split_once("://")?;
        let (host, port) = split_port(rest)?;
        let plain = !host.is_empty() && host.bytes().all(is_host_byte);
        let numeric =
            port.is_none_or(|port| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()));
        (plain && numeric).then_some(Self { scheme, host, port })
    }

    fn matches(&self, entry: &str) -> bool {
        let (scheme, rest) = match entry.split_once("://") {
            Some((scheme, rest)) => (Some(scheme), rest),
            None => (None, entry),
        };
        let Some((host, port)) = split_port(rest.strip_suffix('/').unwrap_or(rest)) else { return false };
        let port_matches = match (scheme, port) {
            (_, Some("*")) | (None, None) => true,
            (_, Some(port)) => self.effective_port() == Some(port),
            (Some(scheme), None) => self.effective_port() == usual_port(scheme),
        };
        port_matches
            && scheme.is_none_or(|scheme| scheme.eq_ignore_ascii_case(self.scheme))
            && pattern::matches(self.host, host, |one, other| one.eq_ignore_ascii_case(other))
    }

    fn effective_port(&self) -> Option<&str> {
        self.port.or_else(|| usual_port(self.scheme))
    }
}

/// Splits `host[:port]`, where the host may be an IPv6 address in brackets.
fn split_port(text: &str) -> Option<(&str, Option<&str>)> {
    let after_address = text.rfind(']').map_or(0, |at| at + 1);
    let (address, rest) = text.split_at_checked(after_address)?;
    match rest.split_once(':') {
        Some((host, port)) => Some((text.get(..address.len() + host.len())?, Some(port))),
        None => Some((text, None)),
    }
}

fn is_host_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'[' | b']' | b':')
}

fn usual_port(scheme: &str) -> Option<&'static str> {
    if scheme.eq_ignore_ascii_case("https") {
        Some("443")
    } else if scheme.eq_ignore_ascii_case("http") {
        Some("80")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_admit_what_they_say() {
        for (entry, admitted, refused) in [
            ("*", &["https://a.com", "null", "garbage"][..], &[][..]),
            ("null", &["null"], &["https://null", "https://a.com"]),
            (
                "example.com",
                &["https://example.com", "http://example.com:8080", "https://EXAMPLE.com"],
                &[
                    "https://evil-example.com",
                    "https://example.com.evil.net",
                    "https://a.example.com",
                    "https://evil.net/example.com",
                    "https://evil.net/://example.com",
                    "https://example.com@evil.net",
                    "https://evil.net:80/example.com",
                    "https://evil.net?example.com",
                    "https://evil.net#example.com",
                    "null",
                    "",
                    "example.com",
                ],
            ),
            (
                "*.example.com",
                &["https://a.example.com", "https://a.b.example.com:444"],
                &["https://example.com", "https://a.example.com.net", "https://evilexample.com"],
            ),
            ("example.*", &["https://example.org"], &["https://evil-example.org"]),
            ("a*b*c", &["http://aXbXbYc", "http://abc"], &["http://aXbX", "http://acb"]),
            ("localhost:3000", &["http://localhost:3000"], &["http://localhost", "http://localhost:3001"]),
            ("localhost:*", &["http://localhost", "http://localhost:3001"], &["http://localhos"]),
            ("example.com:443", &["https://example.com"], &["http://example.com"]),
            (
                "https://example.com",
                &["https://example.com", "https://example.com:443"],
                &["http://example.com", "https://example.com:8443", "http://example.com:443"],
            ),
            ("https://example.com/", &["https://example.com"], &["https://example.com:8443"]),
            ("https://*.example.com:8443", &["https://a.example.com:8443"], &["https://a.example.com"]),
            ("http://[::1]:3000", &["http://[::1]:3000"], &["http://[::1]", "http://[::2]:3000"]),
            ("[::1]", &["http://[::1]:3000"], &["http://[::2]"]),
            ("app://local", &["app://local"], &["app://local:80", "http://local"]),
        ] {
            for origin in admitted {
                assert!(is_allowed(Some(origin), &[entry]), "{entry} should admit {origin}");
            }
            for origin in refused {
                assert!(!is_allowed(Some(origin), &[entry]), "{entry} should refuse {origin}");
            }
        }
    }

    #[test]
    fn no_header_is_no_page() {
        assert!(is_allowed(None, &["example.com"]));
        assert!(!is_allowed(Some("https://example.com"), &[] as &[&str]));
        assert!(is_allowed(Some("https://b.com"), &["a.com", "b.com"]));
    }
}
