//! Requests to an authority: HTTP/1.1 over TLS, with a bound on bytes and time, to the one server that its directory is on.
//!
//! A directory, an order and an answer are full of URLs. All of them have to have the scheme, host and port of the directory, so that
//! a faulty authority has this server ask nobody else; and redirects are not followed.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::header::{HOST, HeaderValue, LOCATION, RETRY_AFTER, USER_AGENT};
use hyper::http::uri::PathAndQuery;
use hyper::{Request, Response, Uri};
use instant_acme::{BodyWrapper, BytesResponse, Error, HttpClient};
use rustls::ClientConfig;

use crate::outbound::{self, Reach, shown};

/// From connecting to the last byte of an answer.
const TIMEOUT: Duration = Duration::from_secs(15);
/// Bytes of an answer: a certificate with its chain has some 6 KB, an order for a hundred names 10 KB.
const MOST_BYTES: usize = 128 * 1_024;
const AGENT: &str = concat!("baton/", env!("CARGO_PKG_VERSION"), " instant-acme");

/// What the last refusal asked: how long to wait.
#[derive(Debug, Clone, Default)]
pub(super) struct AskedToWait(Arc<Mutex<Option<Duration>>>);

impl AskedToWait {
    pub(super) fn take(&self) -> Option<Duration> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn set(&self, wait: Option<Duration>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = wait;
    }
}

/// The way to one authority.
#[derive(Clone)]
pub(super) struct Transport {
    directory: Uri,
    /// `None` where the directory is on this machine and has none.
    tls: Option<Arc<ClientConfig>>,
    timeout: Duration,
    asked_to_wait: AskedToWait,
}

impl Transport {
    /// # Errors
    /// The directory is no URL.
    pub(super) fn new(
        directory: &str,
        tls: Option<Arc<ClientConfig>>,
        asked_to_wait: AskedToWait,
    ) -> Result<Self, String> {
        let directory = directory.parse().map_err(|error| format!("{directory}: {error}"))?;
        Ok(Self { directory, tls, timeout: TIMEOUT, asked_to_wait })
    }

    async fn exchange(self, request: Request<BodyWrapper<Bytes>>) -> Result<BytesResponse, String> {
        let (mut parts, body) = request.into_parts();
        let (host, port) = self.same_server(&parts.uri)?;
        let authority = parts.uri.authority().map_or("", |authority| authority.as_str());
        let value = HeaderValue::from_str(authority).map_err(|error| error.to_string())?;
        parts.headers.insert(HOST, value);
        parts.headers.insert(USER_AGENT, HeaderValue::from_static(AGENT));
        let path = parts.uri.path_and_query().cloned();
        parts.uri = Uri::from(path.unwrap_or_else(|| PathAndQuery::from_static("/")));
        let body = match body.collect().await {
            Ok(body) => Full::new(body.to_bytes()),
            Err(never) => match never {},
        };
        // Addresses behind which clouds serve credentials are no authority's.
        let refused = "where no request is ever sent";
        let sender = outbound::connect((&host, port), self.tls, Reach::Private, refused).await;
        let mut sender = sender.map_err(|error| error.to_string())?;
        let answer = sender.send_request(Request::from_parts(parts, body)).await;
        let (parts, body) =
            answer.map_err(|error| format!("the answer cannot be read: {error}"))?.into_parts();
        let status = parts.status;
        if status.is_client_error() || status.is_server_error() {
            self.asked_to_wait.set(parts.headers.get(RETRY_AFTER).and_then(wait));
        }
        if status.is_redirection() {
            let to = parts.headers.get(LOCATION).map_or(&b"elsewhere"[..], HeaderValue::as_bytes);
            let to = shown(&String::from_utf8_lossy(to));
            return Err(format!("it redirects to {to}, and redirects are not followed: set acme_directory"));
        }
        match Limited::new(body, MOST_BYTES).collect().await {
            Ok(body) => Ok(Response::from_parts(parts, Full::new(body.to_bytes())).into()),
            Err(error) if error.is::<LengthLimitError>() => {
                Err(format!("the answer has more than {MOST_BYTES} bytes"))
            }
            Err(error) => Err(format!("the answer ended early: {error}")),
        }
    }

    /// Host and port of a URL, if they are the directory's.
    fn same_server(&self, uri: &Uri) -> Result<(String, u16), String> {
        let of = |uri: &Uri| {
            let port = uri.port_u16().unwrap_or(if uri.scheme_str() == Some("https") { 443 } else { 80 });
            (uri.scheme_str().map(str::to_owned), uri.host().map(str::to_ascii_lowercase), port)
        };
        let (wanted, directory) = (of(uri), of(&self.directory));
        if wanted != directory {
            return Err(format!(
                "it names the URL {}, which is on another server than its directory",
                shown(&uri.to_string())
            ));
        }
        let host = directory.1.unwrap_or_default();
        Ok((host.trim_matches(['[', ']']).to_owned(), directory.2))
    }
}

impl HttpClient for Transport {
    fn request(
        &self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        let (this, timeout) = (self.clone(), self.timeout);
        let what = format!("{} {}", request.method(), request.uri());
        Box::pin(async move {
            let exchanged = tokio::time::timeout(timeout, this.exchange(request)).await;
            let late = |_| Err(format!("there was no whole answer within {} s", timeout.as_secs()));
            let failed = |why: String| Error::Other(format!("{}: {why}", shown(&what)).into());
            exchanged.unwrap_or_else(late).map_err(failed)
        })
    }
}

/// What a `Retry-After` says (RFC 9110, section 10.2.3).
fn wait(value: &HeaderValue) -> Option<Duration> {
    let text = value.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let at = httpdate::parse_http_date(text).ok()?;
    Some(at.duration_since(std::time::SystemTime::now()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener as StdListener;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    fn transport(directory: &str) -> Transport {
        Transport::new(directory, None, AskedToWait::default()).unwrap()
    }

    #[test]
    fn only_the_server_of_the_directory_is_asked() {
        let transport = transport("https://CA.example/directory");
        for (url, is_same) in [
            ("https://ca.example/order/1", true),
            ("https://ca.example:443/", true),
            ("http://ca.example/order", false),
            ("https://ca.example:8443/", false),
            ("https://ca.example.evil/", false),
            ("https://evil/ca.example", false),
            ("/order", false),
        ] {
            assert_eq!(transport.same_server(&url.parse().unwrap()).is_ok(), is_same, "{url}");
        }
    }

    #[test]
    fn waits_are_seconds_or_dates() {
        let wait = |text| wait(&HeaderValue::from_static(text));
        assert_eq!(wait("120"), Some(Duration::from_secs(120)));
        assert_eq!(wait("Thu, 01 Jan 1970 00:00:00 GMT"), Some(Duration::ZERO));
        assert!(wait("Fri, 31 Dec 2100 23:59:59 GMT").unwrap() > Duration::from_secs(9_999));
        assert_eq!(wait("soon"), None);
    }

    /// One answer, and what was made of it.
    async fn answered(answer: Vec<u8>) -> (Result<u16, String>, Option<Duration>) {
        let listener = StdListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        listener.set_nonblocking(true).unwrap();
        let listener = TcpListener::from_std(listener).unwrap();
        let server = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut head = [0; 1_024];
            assert!(stream.read(&mut head).await.unwrap() > 0);
            let _ = stream.write_all(&answer).await; // it may not want all of it
            tokio::time::sleep(Duration::from_secs(2)).await;
        });
        let transport =
            Transport { timeout: Duration::from_millis(500), ..transport(&format!("http://{address}/dir")) };
        let request = Request::get(format!("http://{address}/dir")).body(BodyWrapper::default()).unwrap();
        let answer = transport.request(request).await;
        server.abort();
        let answer = answer.map(|answer| answer.parts.status.as_u16()).map_err(|error| error.to_string());
        (answer, transport.asked_to_wait.take())
    }

    #[tokio::test]
    async fn answers_have_bounds() {
        let whole = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".to_vec();
        assert_eq!(answered(whole).await, (Ok(200), None));
        let refused = b"HTTP/1.1 429 X\r\nRetry-After: 77\r\nContent-Length: 2\r\n\r\n{}".to_vec();
        assert_eq!(answered(refused).await, (Ok(429), Some(Duration::from_secs(77))));
        let long = [b"HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n".to_vec(), vec![b' '; 10_000_000]];
        for (answer, named) in [
            (long.concat(), "more than 131072 bytes"),
            (
                b"HTTP/1.1 302 Found\r\nLocation: http://elsewhere/\r\n\r\n".to_vec(),
                "redirects to http://elsewhere/",
            ),
            (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{".to_vec(), "no whole answer within"),
            (b"".to_vec(), "no whole answer within"),
            (b"SSH-2.0-x\r\n".to_vec(), "cannot be read"),
        ] {
            let (said, _) = answered(answer).await;
            assert!(said.as_ref().is_err_and(|said| said.contains(named)), "{named}: {said:?}");
        }
    }
}
