//! Where a server is: what PHP programs write as a host.

use std::ffi::OsStr;
use std::fmt;
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;

use super::failure::{Code, Failure};

/// The port of Redis and Valkey.
const USUAL_PORT: u16 = 6379;

/// A server's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Over the network.
    Tcp {
        /// A name, or an address without brackets.
        host: String,
        /// Its port.
        port: u16,
        /// Whether the scheme asks for TLS.
        is_secure: bool,
    },
    /// On this machine.
    Unix(PathBuf),
}

impl Place {
    /// Reads a host as PhpRedis and PHP's streams do.
    ///
    /// # Errors
    /// If it names no place.
    pub fn read(host: &[u8], port: u16) -> Result<Self, Failure> {
        let (scheme, rest) = scheme(host);
        let is_secure = match scheme {
            b"" | b"tcp" | b"redis" | b"unix" => false,
            b"tls" | b"ssl" | b"rediss" | b"tlsv1.2" | b"tlsv1.3" => true,
            _ => {
                return Err(misuse(
                    host,
                    "has a scheme that is none of tcp, unix, redis, tls, ssl and rediss",
                ));
            }
        };
        if scheme == b"unix" || rest.first() == Some(&b'/') {
            if rest.is_empty() || is_secure {
                return Err(misuse(host, "names no Unix socket"));
            }
            return Ok(Self::Unix(PathBuf::from(OsStr::from_bytes(rest))));
        }
        let rest = std::str::from_utf8(rest).map_err(|_| misuse(host, "is not UTF-8"))?;
        if rest.contains(['/', '@', '?', '#', '\0']) {
            return Err(misuse(host, "is more than a name and a port: the rest is told by the options"));
        }
        let (name, named_port) = split(rest).ok_or_else(|| misuse(host, "has a port that is none"))?;
        if name.is_empty() {
            return Err(misuse(host, "is empty"));
        }
        let port = named_port.unwrap_or(if port == 0 { USUAL_PORT } else { port });
        Ok(Self::Tcp { host: name.to_owned(), port, is_secure })
    }
}

fn misuse(host: &[u8], why: &str) -> Failure {
    Failure::new(Code::Misuse, format!("the host \"{}\" {why}", host.escape_ascii()))
}

fn scheme(host: &[u8]) -> (&[u8], &[u8]) {
    match host.windows(3).position(|three| three == b"://") {
        Some(at) => (host.get(..at).unwrap_or_default(), host.get(at + 3..).unwrap_or_default()),
        None => (b"", host),
    }
}

/// A name or an address, and its port if there is one.
fn split(text: &str) -> Option<(&str, Option<u16>)> {
    if let Some(rest) = text.strip_prefix('[') {
        let (address, rest) = rest.split_once(']')?;
        return match rest.strip_prefix(':') {
            Some(port) => Some((address, Some(port.parse().ok()?))),
            None if rest.is_empty() => Some((address, None)),
            None => None,
        };
    }
    match text.split_once(':') {
        // More than one colon is an address of IPv6.
        Some((name, port)) if !port.contains(':') => Some((name, Some(port.parse().ok()?))),
        _ => Some((text, None)),
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp { host, port, .. } if host.contains(':') => write!(f, "[{host}]:{port}"),
            Self::Tcp { host, port, .. } => write!(f, "{host}:{port}"),
            Self::Unix(path) => write!(f, "{}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_write_a_host() {
        for (host, port, shown, secure) in [
            ("localhost", 0, "localhost:6379", false),
            ("127.0.0.1", 7, "127.0.0.1:7", false),
            ("localhost:7", 9, "localhost:7", false),
            ("::1", 7, "[::1]:7", false),
            ("[::1]", 7, "[::1]:7", false),
            ("[::1]:8", 7, "[::1]:8", false),
            ("tcp://a.example", 7, "a.example:7", false),
            ("redis://a.example:8", 7, "a.example:8", false),
            ("tls://a.example", 7, "a.example:7", true),
            ("ssl://[::1]:8", 7, "[::1]:8", true),
            ("rediss://a.example", 0, "a.example:6379", true),
            ("/run/redis.sock", 0, "/run/redis.sock", false),
            ("unix:///run/redis.sock", 7, "/run/redis.sock", false),
            ("unix://redis.sock", 0, "redis.sock", false),
        ] {
            let place = Place::read(host.as_bytes(), port).unwrap();
            assert_eq!(place.to_string(), shown);
            assert_eq!(matches!(place, Place::Tcp { is_secure: true, .. }), secure, "{host}");
        }
    }

    #[test]
    fn what_names_no_place() {
        for host in [
            "",
            "tcp://",
            "a:b",
            "a:70000",
            "[::1",
            "[::1]x",
            "http://a",
            "a/b",
            "redis://u:p@a",
            "tls:///a",
            "unix://",
        ] {
            assert_eq!(Place::read(host.as_bytes(), 1).unwrap_err().code, Code::Misuse, "{host}");
        }
        assert!(Place::read(b"\xff", 1).is_err());
    }
}
