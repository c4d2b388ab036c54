//! Where a server is: `ws://`, `wss://`, and `ws+unix://` for a socket in the file system.

use std::fmt;
use std::net::Ipv6Addr;
use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::percent_decode_str;

/// A URL, read. Host, target and path hold printable ASCII alone, so that they can stand in a request as they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Url {
    pub(crate) place: Place,
    /// Path and query.
    pub(crate) target: String,
    /// The value of `Host`: without the port if that is the scheme's own.
    pub(crate) authority: String,
    /// The value of `Authorization`, if the URL names a user.
    pub(crate) authorization: Option<String>,
}

/// What is connected to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// A name or an address, without brackets.
    Tcp {
        host: String,
        port: u16,
        secure: bool,
    },
    Unix(PathBuf),
}

/// Why a text is no URL to connect to, in words for whoever wrote it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InvalidUrl {
    Scheme,
    Fragment,
    Character,
    Host,
    Port,
    UnixPath,
}

impl fmt::Display for InvalidUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scheme => "must begin with ws://, wss:// or ws+unix://",
            Self::Fragment => "must not have a fragment (#): WebSocket URLs have none",
            Self::Character => {
                "must consist of printable ASCII characters without spaces: encode others with rawurlencode(), and a \
                 host name with idn_to_ascii()"
            }
            Self::Host => "must name a host: letters, digits, hyphens and dots, or an IPv6 address in brackets",
            Self::Port => "must have a port from 1 to 65535, or none",
            Self::UnixPath => "must have the absolute path of a socket behind ws+unix://",
        })
    }
}

impl Url {
    pub(crate) fn parse(text: &str) -> Result<Self, InvalidUrl> {
        if text.contains('#') {
            return Err(InvalidUrl::Fragment);
        }
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(InvalidUrl::Character);
        }
        let (scheme, rest) = text.split_once("://").ok_or(InvalidUrl::Scheme)?;
        match scheme.to_ascii_lowercase().as_str() {
            "ws" => Self::tcp(rest, false),
            "wss" => Self::tcp(rest, true),
            "ws+unix" => Self::unix(rest),
            _ => Err(InvalidUrl::Scheme),
        }
    }

    fn tcp(rest: &str, secure: bool) -> Result<Self, InvalidUrl> {
        let (authority, target) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        let (user, location) = match authority.rsplit_once('@') {
            Some((user, location)) => (Some(user), location),
            None => (None, authority),
        };
        let (host, port) = split_port(location)?;
        let default = if secure { 443 } else { 80 };
        let port = port.unwrap_or(default);
        let bare = bare_host(host).ok_or(InvalidUrl::Host)?;
        Ok(Self {
            place: Place::Tcp { host: bare.to_owned(), port, secure },
            target: if target.starts_with('/') { target.to_owned() } else { format!("/{target}") },
            authority: if port == default { host.to_owned() } else { format!("{host}:{port}") },
            authorization: user.map(basic),
        })
    }

    /// `ws+unix:///path/of/socket:/target`, as other clients have it; a colon that is part of the path is `%3A`.
    fn unix(rest: &str) -> Result<Self, InvalidUrl> {
        let (path, target) = rest.split_once(':').unwrap_or((rest, "/"));
        let path = percent_decode_str(path).decode_utf8().map_err(|_| InvalidUrl::UnixPath)?;
        if !path.starts_with('/') || path.len() < 2 || path.contains('\0') {
            return Err(InvalidUrl::UnixPath);
        }
        if !target.starts_with('/') {
            return Err(InvalidUrl::UnixPath);
        }
        Ok(Self {
            place: Place::Unix(path.into_owned().into()),
            target: target.to_owned(),
            authority: "localhost".to_owned(),
            authorization: None,
        })
    }
}

/// Host and port of `host`, `host:`, `host:port`, with an IPv6 address in its brackets.
fn split_port(location: &str) -> Result<(&str, Option<u16>), InvalidUrl> {
    let end = match location.strip_prefix('[') {
        Some(rest) => rest.find(']').ok_or(InvalidUrl::Host)? + 2,
        None => location.find(':').unwrap_or(location.len()),
    };
    let (host, port) = location.split_at_checked(end).ok_or(InvalidUrl::Host)?;
    match port.strip_prefix(':') {
        None if port.is_empty() => Ok((host, None)),
        None => Err(InvalidUrl::Host),
        Some("") => Ok((host, None)),
        Some(rest) if rest.contains(':') => Err(InvalidUrl::Host), // an IPv6 address without brackets
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => match digits.parse() {
            Ok(0) | Err(_) => Err(InvalidUrl::Port),
            Ok(port) => Ok((host, Some(port))),
        },
        Some(_) => Err(InvalidUrl::Port),
    }
}

/// The host without brackets, if it is one.
fn bare_host(host: &str) -> Option<&str> {
    if let Some(address) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return address.parse::<Ipv6Addr>().is_ok().then_some(address);
    }
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    (!host.is_empty() && host.bytes().all(is_name)).then_some(host)
}

/// RFC 7617, for `user:password` with percent escapes.
fn basic(user: &str) -> String {
    let (name, password) = user.split_once(':').unwrap_or((user, ""));
    let mut credentials: Vec<u8> = percent_decode_str(name).collect();
    credentials.push(b':');
    credentials.extend(percent_decode_str(password));
    format!("Basic {}", STANDARD.encode(credentials))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tcp(host: &str, port: u16, secure: bool) -> Place {
        Place::Tcp { host: host.into(), port, secure }
    }

    #[test]
    fn a_url_says_where_to_connect_and_what_to_ask_for() {
        for (url, place, authority, target) in [
            ("ws://a.example", tcp("a.example", 80, false), "a.example", "/"),
            ("WSS://a.example/", tcp("a.example", 443, true), "a.example", "/"),
            (
                "ws://a_b-c.example:443/x/y?z=1",
                tcp("a_b-c.example", 443, false),
                "a_b-c.example:443",
                "/x/y?z=1",
            ),
            ("wss://a:443?x", tcp("a", 443, true), "a", "/?x"),
            ("ws://a:/x", tcp("a", 80, false), "a", "/x"),
            ("ws://a/x:y@z", tcp("a", 80, false), "a", "/x:y@z"),
            ("ws://127.0.0.1:8080", tcp("127.0.0.1", 8080, false), "127.0.0.1:8080", "/"),
            ("ws://[::1]:8080/x", tcp("::1", 8080, false), "[::1]:8080", "/x"),
            ("wss://[fe80::1]", tcp("fe80::1", 443, true), "[fe80::1]", "/"),
            ("ws+unix:///run/a.sock", Place::Unix("/run/a.sock".into()), "localhost", "/"),
            ("ws+unix:///run/a%3Ab:/x?y", Place::Unix("/run/a:b".into()), "localhost", "/x?y"),
        ] {
            let read = Url::parse(url).unwrap();
            assert_eq!((&read.place, &*read.authority, &*read.target), (&place, authority, target), "{url}");
            assert_eq!(read.authorization, None, "{url}");
        }
    }

    #[test]
    fn a_user_becomes_basic_authorization() {
        for (url, credentials) in [
            ("ws://Aladdin:open%20sesame@a", "Aladdin:open sesame"),
            ("ws://u:p:q@a", "u:p:q"),
            ("ws://token@a", "token:"),
            ("ws://u%40b:%C3%A9@a", "u@b:é"),
        ] {
            let authorization = Url::parse(url).unwrap().authorization.unwrap();
            assert_eq!(authorization, format!("Basic {}", STANDARD.encode(credentials)), "{url}");
        }
    }

    #[test]
    fn what_cannot_be_connected_to_is_refused() {
        for (url, why) in [
            ("", InvalidUrl::Scheme),
            ("localhost:80", InvalidUrl::Scheme),
            ("http://a", InvalidUrl::Scheme),
            ("ws://a/#x", InvalidUrl::Fragment),
            ("ws://a/ x", InvalidUrl::Character),
            ("ws://a/\r\nX: y", InvalidUrl::Character),
            ("ws://é", InvalidUrl::Character),
            ("ws://", InvalidUrl::Host),
            ("ws://:80", InvalidUrl::Host),
            ("ws:///x", InvalidUrl::Host),
            ("ws://a@", InvalidUrl::Host),
            ("ws://a\\b", InvalidUrl::Host),
            ("ws://[::1", InvalidUrl::Host),
            ("ws://[::1]x", InvalidUrl::Host),
            ("ws://[zz]", InvalidUrl::Host),
            ("ws://::1", InvalidUrl::Host),
            ("ws://a:0", InvalidUrl::Port),
            ("ws://a:65536", InvalidUrl::Port),
            ("ws://a:+80", InvalidUrl::Port),
            ("ws://a:b", InvalidUrl::Port),
            ("ws+unix://run", InvalidUrl::UnixPath),
            ("ws+unix:///", InvalidUrl::UnixPath),
            ("ws+unix:///a%00b", InvalidUrl::UnixPath),
            ("ws+unix:///a:b", InvalidUrl::UnixPath),
        ] {
            assert_eq!(Url::parse(url), Err(why), "{url}");
        }
    }

    proptest::proptest! {
        /// Whatever is accepted can stand in a request: no part of it ends a line, or begins another header.
        #[test]
        fn what_is_accepted_fits_a_request(text in "(wss?|ws\\+unix)://(\\PC|[a-z0-9.:@/?%\\[\\]\r\n ]){0,40}") {
            if let Ok(url) = Url::parse(&text) {
                let authorization = url.authorization.unwrap_or_default();
                for part in [&url.target, &url.authority] {
                    proptest::prop_assert!(part.bytes().all(|byte| byte.is_ascii_graphic()), "{part:?}");
                }
                proptest::prop_assert!(authorization.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()));
                proptest::prop_assert!(url.target.starts_with('/'));
            }
        }
    }
}
