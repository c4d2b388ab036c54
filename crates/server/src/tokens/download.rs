//! One GET of a set of keys over HTTP.
//!
//! hyper speaks HTTP here already, and tokio-rustls TLS to the database, so they fetch as well: no further client library.
//! A redirect is not followed: keys come from where the operator said, or not at all.

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Empty, LengthLimitError, Limited};
use hyper::header::{ACCEPT, CACHE_CONTROL, HOST, LOCATION, USER_AGENT};
use hyper::{HeaderMap, Request, Response, Uri};
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use super::set::SET_BYTES;
use crate::outbound::trusting_the_system;

/// From looking up the host to the last byte: then it has failed. Clients give a join 10 s.
pub(super) const TIMEOUT: Duration = Duration::from_secs(5);
/// Bytes of a response's head.
const HEAD_BYTES: usize = 32 * 1_024;

/// Where a set is.
#[derive(Debug)]
pub(super) struct Address {
    uri: Uri,
    is_secure: bool,
    host: String,
    port: u16,
}

/// What came.
pub(super) struct Downloaded {
    pub(super) text: String,
    /// For how long it may be kept, if the response says.
    pub(super) max_age: Option<Duration>,
}

/// Why nothing came, in words for the log.
#[derive(Debug)]
pub(super) struct Failed(String);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Address {
    /// Reads a URL.
    pub(super) fn parse(url: &str) -> Result<Self, String> {
        let expected = || {
            "expected https://HOST/PATH, or http:// where nobody stands between, without a user or a fragment"
                .to_owned()
        };
        let uri: Uri = url.parse().map_err(|_| expected())?;
        let is_secure = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(expected()),
        };
        let authority = uri.authority().ok_or_else(expected)?;
        if authority.as_str().contains('@') || url.contains('#') || authority.host().is_empty() {
            return Err(expected());
        }
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        let port = authority.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
        Ok(Self { is_secure, host, port, uri })
    }

    /// Whether an attacker on the network path could put other keys in their place.
    pub(super) fn is_open_to_others(&self) -> bool {
        let is_here = self.host == "localhost"
            || self.host.parse().is_ok_and(|ip: std::net::IpAddr| ip.to_canonical().is_loopback());
        !self.is_secure && !is_here
    }

    /// Fetches, within [`TIMEOUT`].
    pub(super) async fn download(&self) -> Result<Downloaded, Failed> {
        let late = |_| Failed(format!("there was no whole answer within {} s", TIMEOUT.as_secs()));
        tokio::time::timeout(TIMEOUT, self.connect_and_get()).await.map_err(late)?
    }

    async fn connect_and_get(&self) -> Result<Downloaded, Failed> {
        let (host, port) = (self.host.as_str(), self.port);
        let cannot = |error: &dyn fmt::Display| Failed(format!("{host}:{port} cannot be reached: {error}"));
        let stream = TcpStream::connect((host, port)).await.map_err(|error| cannot(&error))?;
        if !self.is_secure {
            return self.get(stream).await;
        }
        let name = ServerName::try_from(host.to_owned()).map_err(|error| cannot(&error))?;
        let connector = TlsConnector::from(trusting_the_system().map_err(Failed)?);
        self.get(connector.connect(name, stream).await.map_err(|error| cannot(&error))?).await
    }

    async fn get(
        &self,
        stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    ) -> Result<Downloaded, Failed> {
        let failed = |error: &dyn fmt::Display| Failed(format!("the answer cannot be read: {error}"));
        let mut builder = hyper::client::conn::http1::Builder::new();
        let handshake = builder.max_buf_size(HEAD_BYTES).handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = handshake.map_err(|error| failed(&error))?;
        let connection = tokio::spawn(connection);
        let outcome = match sender.send_request(self.request().map_err(|error| failed(&error))?).await {
            Ok(response) => read(response).await,
            Err(error) => Err(failed(&error)),
        };
        connection.abort(); // one request is all that it is for
        outcome
    }

    fn request(&self) -> Result<Request<Empty<Bytes>>, hyper::http::Error> {
        let path = self.uri.path_and_query().map_or("/", |path| path.as_str());
        Request::get(if path.is_empty() { "/" } else { path })
            .header(HOST, self.uri.authority().map_or("", |authority| authority.as_str()))
            .header(ACCEPT, "application/json")
            .header(USER_AGENT, concat!("baton/", env!("CARGO_PKG_VERSION")))
            .body(Empty::new())
    }
}

async fn read(response: Response<hyper::body::Incoming>) -> Result<Downloaded, Failed> {
    let status = response.status();
    if status.is_redirection() {
        let to = response.headers().get(LOCATION).and_then(|to| to.to_str().ok()).unwrap_or("another place");
        return Err(Failed(format!("the answer is {status}, to {to:?}: set jwks_url to where the keys are")));
    }
    if status != 200 {
        return Err(Failed(format!("the answer is {status}")));
    }
    let max_age = max_age(response.headers());
    let body = Limited::new(response.into_body(), SET_BYTES).collect().await.map_err(|error| {
        Failed(if error.is::<LengthLimitError>() {
            format!("the answer has more than {SET_BYTES} bytes")
        } else {
            format!("the answer broke off: {error}")
        })
    })?;
    let text =
        String::from_utf8(body.to_bytes().into()).map_err(|_| Failed("the answer is not UTF-8".into()))?;
    Ok(Downloaded { text, max_age })
}

/// `max-age` of `Cache-Control` (RFC 9111, section 5.2.2.1), or nothing where it is not to be kept at all.
fn max_age(headers: &HeaderMap) -> Option<Duration> {
    let mut age = None;
    for value in headers.get_all(CACHE_CONTROL) {
        for directive in value.to_str().unwrap_or_default().split(',') {
            let (name, value) = directive.trim().split_once('=').unwrap_or((directive.trim(), ""));
            if name.eq_ignore_ascii_case("no-store") || name.eq_ignore_ascii_case("no-cache") {
                return Some(Duration::ZERO);
            }
            if name.eq_ignore_ascii_case("max-age") {
                age = value.trim_matches('"').parse().ok().map(Duration::from_secs);
            }
        }
    }
    age
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    #[test]
    fn a_response_says_for_how_long_it_may_be_kept() {
        for (values, seconds) in [
            (&["public, max-age=600"][..], Some(600)),
            (&["MAX-AGE=\"7\""], Some(7)),
            (&["public", "max-age=8"], Some(8)),
            (&["max-age=600, no-cache"], Some(0)),
            (&["no-store"], Some(0)),
            (&["max-age=soon"], None),
            (&["max-age"], None),
            (&["s-maxage=9"], None),
            (&[], None),
        ] {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(CACHE_CONTROL, HeaderValue::from_static(value));
            }
            assert_eq!(max_age(&headers), seconds.map(Duration::from_secs), "{values:?}");
        }
    }

    #[test]
    fn a_url_says_host_port_and_whether_it_is_secure() {
        for (url, host, port, is_open) in [
            ("https://a.example/jwks", "a.example", 443, false),
            ("https://a.example:8443/jwks?x=1", "a.example", 8443, false),
            ("http://auth:9999/jwks", "auth", 9999, true),
            ("http://127.0.0.2/", "127.0.0.2", 80, false),
            ("http://[::1]:81/", "::1", 81, false),
            ("http://[::ffff:127.0.0.1]/", "::ffff:127.0.0.1", 80, false),
            ("http://localhost.example/", "localhost.example", 80, true),
        ] {
            let address = Address::parse(url).unwrap();
            assert_eq!(
                (&*address.host, address.port, address.is_open_to_others()),
                (host, port, is_open),
                "{url}"
            );
        }
    }
}
