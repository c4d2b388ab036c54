//! The URL that is examined.

use hyper::Uri;

use crate::settings::Application;

/// Where clients connect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) is_secure: bool,
    /// A name or an address, without brackets.
    pub(super) host: String,
    pub(super) port: u16,
    /// What stands before `/app/…`: empty, or a path that begins with a slash and does not end with
    /// one.
    pub(super) prefix: String,
}

const EXPECTED: &str = "expected a URL such as wss://ws.example.com, https://example.com/prefix or \
    ws://127.0.0.1:8080, without user and fragment";

impl Target {
    /// Reads a URL, and the key where it is one that clients connect to (`/app/{key}`).
    pub(super) fn parse(url: &str) -> Result<(Self, Option<String>), String> {
        let expected = || EXPECTED.to_owned();
        let uri: Uri = url.parse().map_err(|_| expected())?;
        let is_secure = match uri.scheme_str() {
            Some("wss" | "https") => true,
            Some("ws" | "http") => false,
            _ => return Err(expected()),
        };
        let authority = uri.authority().ok_or_else(expected)?;
        let host = authority.host().trim_matches(['[', ']']);
        if authority.as_str().contains('@') || url.contains('#') || host.is_empty() {
            return Err(expected());
        }
        let (path, key) = match uri.path().rsplit_once("/app/") {
            Some((prefix, key)) if !key.is_empty() && !key.contains('/') => (prefix, Some(key.to_owned())),
            _ => (uri.path(), None),
        };
        let port = match authority.port_u16() {
            Some(port) => port,
            // A colon with something else behind it.
            None if !authority.as_str().ends_with(authority.host()) => return Err(expected()),
            None if is_secure => 443,
            None => 80,
        };
        let prefix = path.trim_end_matches('/').to_owned();
        Ok((Self { is_secure, host: host.to_owned(), port, prefix }, key))
    }

    /// The same by its parts, as an application's settings have them.
    fn of_parts(scheme: &str, host: &str, port: &str, path: &str) -> Result<Self, String> {
        let host = host.trim_matches(['[', ']']);
        let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
        let port = if port.is_empty() { String::new() } else { format!(":{port}") };
        let slash = if path.is_empty() || path.starts_with('/') { "" } else { "/" };
        Self::parse(&format!("{scheme}://{host}{port}{slash}{path}")).map(|(target, _)| target)
    }

    /// Where an application's settings say that the server is.
    pub(super) fn of_application(application: &Application) -> Result<Self, String> {
        let host = application.host.as_deref().ok_or_else(|| {
            let prefix = application.family.prefix();
            format!("name the URL: the application's file has no {prefix}HOST")
        })?;
        Self::of_parts(&application.scheme, host, &application.port, &application.path)
    }

    /// As the `Host` header has it: the port, unless it is the scheme's own.
    pub(super) fn authority(&self) -> String {
        let own = if self.is_secure { 443 } else { 80 };
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        if self.port == own { host } else { format!("{host}:{}", self.port) }
    }

    /// The URL of the HTTP API.
    pub(super) fn url(&self) -> String {
        let scheme = if self.is_secure { "https" } else { "http" };
        format!("{scheme}://{}{}", self.authority(), self.prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_a_host_a_port_and_a_prefix() {
        for (url, secure, host, port, prefix, key) in [
            ("wss://ws.example.com", true, "ws.example.com", 443, "", None),
            ("https://a.example/ws/", true, "a.example", 443, "/ws", None),
            ("ws://[::1]:8080/a/b", false, "::1", 8080, "/a/b", None),
            ("http://a.example/app/k?protocol=7", false, "a.example", 80, "", Some("k")),
            ("wss://a.example/ws/app/k", true, "a.example", 443, "/ws", Some("k")),
            ("wss://a.example/app", true, "a.example", 443, "/app", None),
        ] {
            let (target, found) = Target::parse(url).unwrap();
            let expected = Target { is_secure: secure, host: host.into(), port, prefix: prefix.into() };
            assert_eq!((target, found.as_deref()), (expected, key), "{url}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for url in [
            "",
            "a.example",
            "ftp://a.example",
            "wss://",
            "wss://u:p@a.example",
            "wss://a.example/#x",
            "wss://a:b",
        ] {
            assert!(Target::parse(url).unwrap_err().starts_with("expected a URL"), "{url}");
        }
    }

    #[test]
    fn the_parts_of_an_application_are_a_url() {
        let target = Target::of_parts("https", "::1", "8443", "live").unwrap();
        assert_eq!(
            (target.url().as_str(), target.authority().as_str()),
            ("https://[::1]:8443/live", "[::1]:8443")
        );
        assert_eq!(Target::of_parts("http", "a", "", "").unwrap().url(), "http://a");
    }
}
