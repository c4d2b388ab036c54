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
use hyper::{Request, Response, StatusCode, Uri};
use instant_acme::{BodyWrapper, BytesResponse, Error, HttpClient};
use rustls::ClientConfig;
use serde_json::Value;

use crate::outbound::{self, Reach, shown};

/// From connecting to the last byte of an answer.
const TIMEOUT: Duration = Duration::from_secs(15);
/// Bytes of an answer: a certificate with its chain has some 6 KB, an order for a hundred names 10 KB.
const MOST_BYTES: usize = 128 * 1_024;
/// A request to wait for longer is cut: the library adds it to the present date, which has an end.
const LONGEST_RETRY_AFTER_S: u64 = 7 * 86_400;
/// What a directory has at least.
const ENTRIES: [&str; 3] = ["newNonce", "newAccount", "newOrder"];
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
        let is_directory = parts.uri == self.directory;
        let path = parts.uri.path_and_query().cloned();
        parts.uri = Uri::from(path.unwrap_or_else(|| PathAndQuery::from_static("/")));
        let body = match body.collect().await {
            Ok(body) => Full::new(body.to_bytes()),
            Err(never) => match never {},
        };
        // Addresses behind which clouds serve credentials are no authority's.
        let refused = "where no request is ever sent";
        let sender = outbound::connect((&host, port), self.tls.clone(), Reach::Private, refused).await;
        let mut sender = sender.map_err(|error| explained(error.to_string()))?;
        let answer = sender.send_request(Request::from_parts(parts, body)).await;
        let (mut parts, body) =
            answer.map_err(|error| format!("the answer cannot be read: {error}"))?.into_parts();
        let status = parts.status;
        let asked = parts.headers.remove(RETRY_AFTER).and_then(|value| wait(&value));
        if let Some(wait) = asked {
            parts.headers.insert(RETRY_AFTER, wait.as_secs().into());
        }
        if status.is_client_error() || status.is_server_error() {
            self.asked_to_wait.set(asked);
        }
        if status.is_redirection() {
            let to = parts.headers.get(LOCATION).map_or(&b"elsewhere"[..], HeaderValue::as_bytes);
            let to = shown(&String::from_utf8_lossy(to));
            return Err(format!("it redirects to {to}, and redirects are not followed: set acme_directory"));
        }
        let body = match Limited::new(body, MOST_BYTES).collect().await {
            Ok(body) => body.to_bytes(),
            Err(error) if error.is::<LengthLimitError>() => {
                return Err(format!("the answer has more than {MOST_BYTES} bytes"));
            }
            Err(error) => return Err(format!("the answer ended early: {error}")),
        };
        if is_directory {
            self.check_directory(status, &body)?;
        }
        Ok(Response::from_parts(parts, Full::new(body)).into())
    }

    /// Whether this is a directory. The library takes its URLs as they are, and panics where one is none.
    fn check_directory(&self, status: StatusCode, body: &[u8]) -> Result<(), String> {
        let wrong = |why: &str| {
            format!("there is no ACME directory (setting acme_directory): {why} (status {})", status.as_u16())
        };
        if !status.is_success() {
            return Err(wrong("it refuses"));
        }
        let entries: Value = serde_json::from_slice(body).map_err(|_| wrong("what comes is not JSON"))?;
        for entry in ENTRIES {
            let url = entries.get(entry).and_then(Value::as_str);
            let url = url.ok_or_else(|| wrong(&format!("it has no URL as `{entry}`")))?;
            let uri = url.parse().map_err(|_| wrong(&format!("`{entry}` is {}, no URL", shown(url))))?;
            self.same_server(&uri)?;
        }
        Ok(())
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

/// Why there is no connection, and what to do about it.
fn explained(mut why: String) -> String {
    if why.contains("UnknownIssuer") {
        why += "; where the authority is your own, set acme_ca_file to a file with its root certificate";
    }
    why
}

/// What a `Retry-After` says (RFC 9110, section 10.2.3).
fn wait(value: &HeaderValue) -> Option<Duration> {
    let text = value.to_str().ok()?.trim();
    let longest = Duration::from_secs(LONGEST_RETRY_AFTER_S);
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(text.parse().map_or(longest, Duration::from_secs).min(longest));
    }
    let at = httpdate::parse_http_date(text).ok()?;
    Some(at.duration_since(std::time::SystemTime::now()).unwrap_or_default().min(longest))
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
    fn an_unknown_issuer_is_explained() {
        let why = "ca.example:443 cannot be reached: invalid peer certificate: UnknownIssuer";
        assert!(explained(why.to_owned()).contains("acme_ca_file"));
        assert_eq!(explained("no route".to_owned()), "no route");
    }

    #[test]
    fn waits_are_seconds_or_dates() {
        let wait = |text| wait(&HeaderValue::from_static(text));
        assert_eq!(wait("120"), Some(Duration::from_secs(120)));
        assert_eq!(wait("Thu, 01 Jan 1970 00:00:00 GMT"), Some(Duration::ZERO));
        let week = Some(Duration::from_secs(7 * 86_400));
        for long in
            ["Fri, 31 Dec 9999 23:59:59 GMT", "604801", "18446744073709551615", "99999999999999999999"]
        {
            assert_eq!(wait(long), week, "{long}");
        }
        assert_eq!((wait("soon"), wait(""), wait("-1")), (None, None, None));
    }

    /// One answer, and what was made of it.
    async fn answered(path: &str, answer: Vec<u8>) -> (Result<(u16, String), String>, Option<Duration>) {
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
        let request = Request::get(format!("http://{address}/{path}")).body(BodyWrapper::default()).unwrap();
        let answer = transport.request(request).await;
        server.abort();
        let answer = answer.map_err(|error| error.to_string()).map(|answer| {
            let wait = answer.parts.headers.get(RETRY_AFTER).map(|value| value.to_str().unwrap().to_owned());
            (answer.parts.status.as_u16(), wait.unwrap_or_default())
        });
        (answer, transport.asked_to_wait.take())
    }

    #[tokio::test]
    async fn answers_have_bounds() {
        let whole = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".to_vec();
        assert_eq!(answered("order", whole).await, (Ok((200, String::new())), None));
        let refused = b"HTTP/1.1 429 X\r\nRetry-After: 77\r\nContent-Length: 2\r\n\r\n{}".to_vec();
        assert_eq!(
            answered("order", refused).await,
            (Ok((429, "77".to_owned())), Some(Duration::from_secs(77)))
        );
        // What the library reads itself has the same bound: it would add any number to the date.
        let never =
            b"HTTP/1.1 200 X\r\nRetry-After: 18446744073709551615\r\nContent-Length: 2\r\n\r\n{}".to_vec();
        assert_eq!(answered("order", never).await, (Ok((200, "604800".to_owned())), None));
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
            let (said, _) = answered("order", answer).await;
            assert!(said.as_ref().is_err_and(|said| said.contains(named)), "{named}: {said:?}");
        }
    }

    #[test]
    fn a_directory_has_urls_of_its_own_server() {
        let transport = transport("https://ca.example/dir");
        let with = |nonce: &str| {
            format!(
                r#"{{"newNonce":"{nonce}","newAccount":"https://ca.example/a","newOrder":"https://ca.example/o"}}"#
            )
        };
        for (status, body, named) in [
            (200, with("https://ca.example/n"), None),
            (200, with("not a URL"), Some("`newNonce` is not a URL, no URL")),
            (200, with("https://evil.example/n"), Some("another server")),
            (200, with("/n"), Some("another server")),
            (200, "{}".to_owned(), Some("no URL as `newNonce` (status 200)")),
            (200, "<html>".to_owned(), Some("not JSON")),
            (404, r#"{"status":404}"#.to_owned(), Some("(setting acme_directory): it refuses (status 404)")),
        ] {
            let said =
                transport.check_directory(StatusCode::from_u16(status).unwrap(), body.as_bytes()).err();
            assert_eq!(said.is_some(), named.is_some(), "{body}: {said:?}");
            assert!(said.unwrap_or_default().contains(named.unwrap_or_default()), "{body}");
        }
    }
}
