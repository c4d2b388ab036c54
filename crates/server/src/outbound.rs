//! Requests that the server makes to addresses which operators name: kept connections, deadlines, and where none may go.
//!
//! A name is looked up for each connection, and the connection is made to an address that was checked, so that a name which
//! resolves to another address the second time gains nothing. Redirects are not followed.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use baton_postgres::source::Roots;
use bytes::{Bytes, BytesMut};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1::{Builder, SendRequest};
use hyper::header::{CONTENT_TYPE, HOST, HeaderName, LOCATION, RETRY_AFTER, USER_AGENT};
use hyper::{Request, Uri};
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

/// Which addresses requests may go to. Link-local ones are never among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Those of private networks too.
    Private,
    /// Those of the internet alone.
    Public,
}

/// Bytes of a response's head.
const HEAD_BYTES: usize = 32 * 1_024;
/// How long a connection is kept between requests: what stands between the two may forget a connection after a while
/// without telling either, and a name may lead elsewhere.
const KEPT_FOR: Duration = Duration::from_secs(30);
/// Bytes of a foreign text that an error repeats.
const SHOWN_BYTES: usize = 200;

/// Bytes of an answer that is too long, which are kept for people.
pub(crate) const BEGINNING_BYTES: usize = 2_048;

/// What names itself to receivers.
const AGENT: &str = concat!("baton/", env!("CARGO_PKG_VERSION"));

/// Where requests go, with the connections that are open.
pub(crate) struct Target {
    uri: Uri,
    /// What bodies are.
    content_type: &'static str,
    is_secure: bool,
    host: String,
    port: u16,
    /// Connections that are kept at most.
    most_kept: usize,
    /// Since when each waits, the oldest first.
    idle: Mutex<Vec<(Instant, SendRequest<Full<Bytes>>)>>,
}

/// Why there is no answer, in words for the log.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failed(String);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What came back.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Where a redirect leads, as far as it can be shown.
    pub(crate) location: Option<String>,
    /// For how long it asks not to be asked again, where it says that in seconds.
    pub(crate) retry_after_s: Option<u64>,
    /// The body, or why there is none. A connection whose answer was not read to its end is closed.
    pub(crate) body: Result<Bytes, NoBody>,
}

/// Why an answer has no body.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoBody {
    /// It has more than so many bytes, and begins so.
    TooLong { most_bytes: usize, beginning: Bytes },
    /// It ended early.
    Broken(String),
}

/// In words for the log.
impl fmt::Display for NoBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { most_bytes, .. } => write!(f, "the answer has more than {most_bytes} bytes"),
            Self::Broken(why) => write!(f, "the answer ended early: {why}"),
        }
    }
}

impl Target {
    /// The target of a URL that the settings have accepted, to which so many connections are kept; `None` if it is none.
    pub(crate) fn of(url: &str, most_kept: usize) -> Option<Self> {
        let uri: Uri = url.parse().ok()?;
        let is_secure = uri.scheme_str() == Some("https");
        let authority = uri.authority()?;
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        let port = authority.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
        let content_type = "application/json";
        Some(Self { is_secure, host, port, most_kept, content_type, uri, idle: Mutex::default() })
    }

    /// The same for bodies of another type than JSON.
    pub(crate) fn taking(self, content_type: &'static str) -> Self {
        Self { content_type, ..self }
    }

    /// Sends a body, within `timeout`, and reads so many bytes of the answer's body.
    ///
    /// # Errors
    /// There was no whole answer: nothing is known of what the receiver did.
    pub(crate) async fn post(
        &self,
        reach: Reach,
        (headers, body): (&[(&str, &str)], Bytes),
        timeout: Duration,
        most_bytes: usize,
    ) -> Result<Answer, Failed> {
        let late = |_| {
            let within = match timeout.subsec_millis() {
                0 => format!("{} s", timeout.as_secs()),
                _ => format!("{} ms", timeout.as_millis()),
            };
            Failed(format!("there was no whole answer within {within}"))
        };
        let exchange = self.exchange(reach, headers, body, most_bytes);
        tokio::time::timeout(timeout, exchange).await.map_err(late)?
    }

    async fn exchange(
        &self,
        reach: Reach,
        headers: &[(&str, &str)],
        body: Bytes,
        most_bytes: usize,
    ) -> Result<Answer, Failed> {
        let kept = self.kept();
        if let Some(mut sender) = kept
            && sender.ready().await.is_ok()
        {
            // The receiver may have closed it at this moment: then it is tried once more on a new one.
            if let Ok(answer) = self.ask(sender, headers, body.clone(), most_bytes).await {
                return Ok(answer);
            }
        }
        let sender = self.connect(reach).await?;
        self.ask(sender, headers, body, most_bytes).await
    }

    async fn ask(
        &self,
        mut sender: SendRequest<Full<Bytes>>,
        headers: &[(&str, &str)],
        body: Bytes,
        most_bytes: usize,
    ) -> Result<Answer, Failed> {
        let failed = |error: &dyn fmt::Display| Failed(format!("the answer cannot be read: {error}"));
        let path = self.uri.path_and_query().map_or("/", |path| path.as_str());
        let mut request = Request::post(if path.is_empty() { "/" } else { path });
        for (name, value) in self.own_headers() {
            request = request.header(name, value);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(body)).map_err(|error| failed(&error))?;
        let response = sender.send_request(request).await.map_err(|error| failed(&error))?;
        let status = response.status();
        let location = response.headers().get(LOCATION).filter(|_| status.is_redirection());
        let location = location.map(|to| shown(&String::from_utf8_lossy(to.as_bytes())));
        let retry_after_s =
            response.headers().get(RETRY_AFTER).and_then(|after| after.to_str().ok()?.parse().ok());
        let body = read(response.into_body(), most_bytes).await;
        if body.is_ok() && !sender.is_closed() {
            let mut idle = self.idle();
            if idle.len() < self.most_kept {
                idle.push((Instant::now(), sender));
            }
        }
        Ok(Answer { status: status.as_u16(), location, retry_after_s, body })
    }

    /// Headers that each request has before those of its sender.
    pub(crate) fn own_headers(&self) -> [(HeaderName, &str); 3] {
        let authority = self.uri.authority().map_or("", |authority| authority.as_str());
        [(HOST, authority), (USER_AGENT, AGENT), (CONTENT_TYPE, self.content_type)]
    }

    async fn connect(&self, reach: Reach) -> Result<SendRequest<Full<Bytes>>, Failed> {
        let cannot =
            |error: String| Failed(format!("{}:{} cannot be reached: {error}", self.host, self.port));
        let tls = self.is_secure.then(trusting_the_system).transpose().map_err(cannot)?;
        let not_allowed = "which the setting webhook_addresses does not allow";
        connect((&self.host, self.port), tls, reach, not_allowed).await
    }

    /// A connection that was used a moment ago; older ones are closed.
    fn kept(&self) -> Option<SendRequest<Full<Bytes>>> {
        let mut idle = self.idle();
        let old = idle.iter().take_while(|(since, _)| since.elapsed() > KEPT_FOR).count();
        idle.drain(..old);
        idle.pop().map(|(_, sender)| sender)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(Instant, SendRequest<Full<Bytes>>)>> {
        // Whole entries are added and removed: what a panic left behind is right.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads a body of at most so many bytes.
async fn read(mut body: Incoming, most_bytes: usize) -> Result<Bytes, NoBody> {
    let mut whole = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| NoBody::Broken(error.to_string()))?;
        let Ok(data) = frame.into_data() else { continue };
        if whole.len() + data.len() > most_bytes {
            let beginning = whole.iter().chain(&data).take(BEGINNING_BYTES).copied().collect();
            return Err(NoBody::TooLong { most_bytes, beginning });
        }
        whole.extend_from_slice(&data);
    }
    Ok(whole.freeze())
}

/// A new connection, with TLS or without. An error says that the address is one which may not be asked (`not_allowed`), or what
/// else is wrong.
pub(crate) async fn connect(
    (host, port): (&str, u16),
    tls: Option<Arc<ClientConfig>>,
    reach: Reach,
    not_allowed: &str,
) -> Result<SendRequest<Full<Bytes>>, Failed> {
    let cannot = |error: &dyn fmt::Display| Failed(format!("{host}:{port} cannot be reached: {error}"));
    let all: Vec<SocketAddr> =
        tokio::net::lookup_host((host, port)).await.map_err(|error| cannot(&error))?.collect();
    let allowed: Vec<SocketAddr> =
        all.iter().copied().filter(|address| is_allowed(address.ip(), reach)).collect();
    if allowed.is_empty()
        && let Some(address) = all.first()
    {
        return Err(Failed(format!("{host} is at {}, {not_allowed}", address.ip())));
    }
    let stream = TcpStream::connect(&allowed[..]).await.map_err(|error| cannot(&error))?;
    // A head and its body are written apart, and would wait for each other's acknowledgement.
    stream.set_nodelay(true).map_err(|error| cannot(&error))?;
    let Some(tls) = tls else { return handshake(stream).await };
    let name = ServerName::try_from(host.to_owned()).map_err(|error| cannot(&error))?;
    let stream = TlsConnector::from(tls).connect(name, stream).await.map_err(|error| {
        if is_of_no_tls(&error) {
            Failed(format!("{host}:{port} does not speak TLS"))
        } else {
            cannot(&error)
        }
    })?;
    handshake(stream).await
}

/// Whether what came back is no TLS, such as an answer of HTTP.
fn is_of_no_tls(error: &std::io::Error) -> bool {
    let error = error.get_ref().and_then(|error| error.downcast_ref());
    matches!(error, Some(rustls::Error::InvalidMessage(rustls::InvalidMessage::InvalidContentType)))
}

async fn handshake(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
) -> Result<SendRequest<Full<Bytes>>, Failed> {
    let handshake = Builder::new().max_buf_size(HEAD_BYTES).handshake(TokioIo::new(stream)).await;
    let (sender, connection) = handshake.map_err(|error| Failed(error.to_string()))?;
    // It ends with its sender, or with the receiver.
    drop(tokio::spawn(connection));
    Ok(sender)
}

/// A foreign text as far as a line of the log has room for it.
pub(crate) fn shown(text: &str) -> String {
    let fits = |(at, one): &(usize, char)| at + one.len_utf8() <= SHOWN_BYTES;
    text.escape_debug().to_string().char_indices().take_while(fits).map(|(_, one)| one).collect()
}

/// TLS that believes whom the operating system believes. Read once.
///
/// # Errors
/// The certificates cannot be read, in words for the log.
pub(crate) fn trusting_the_system() -> Result<Arc<ClientConfig>, String> {
    static CONFIG: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    if let Some(config) = CONFIG.get() {
        return Ok(Arc::clone(config));
    }
    let config = Arc::new(trusting(&Roots::System)?);
    Ok(Arc::clone(CONFIG.get_or_init(|| config)))
}

/// TLS that believes these.
///
/// # Errors
/// The certificates cannot be read, in words for the log.
pub(crate) fn trusting(roots: &Roots) -> Result<ClientConfig, String> {
    let roots = roots.read().map_err(|error| error.to_string())?;
    let mut config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}

/// Whether requests may go to this address. Link-local addresses and the others behind which clouds serve credentials are
/// never asked; addresses that carry one of IPv4 are what they carry.
pub(crate) fn is_allowed(ip: IpAddr, reach: Reach) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => is_allowed_v4(ip, reach),
        IpAddr::V6(ip) => is_allowed_v6(ip, reach),
    }
}

fn is_allowed_v4(ip: Ipv4Addr, reach: Reach) -> bool {
    let [a, b, c, _] = ip.octets();
    let is_never = a == 0 || ip.is_link_local() || ip.is_multicast() || ip.is_broadcast()
        // Credentials of Alibaba's and Oracle's clouds.
        || ip == Ipv4Addr::new(100, 100, 100, 200)
        || ip == Ipv4Addr::new(192, 0, 0, 192);
    let is_local = ip.is_private()
        || ip.is_loopback()
        || a == 100 && (64..128).contains(&b) // shared by providers (RFC 6598)
        || (a, b, c) == (192, 0, 0)
        || ip.is_documentation()
        || a == 198 && (b == 18 || b == 19) // benchmarks (RFC 2544)
        || a >= 240;
    !is_never && (reach == Reach::Private || !is_local)
}

fn is_allowed_v6(ip: Ipv6Addr, reach: Reach) -> bool {
    let segments = ip.segments();
    let carried = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_allowed_v4(Ipv4Addr::new(a, b, c, d), reach)
    };
    match segments {
        // NAT64 (RFC 6052) and 6to4 (RFC 3056).
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => return carried(high, low),
        _ => {}
    }
    let is_never = ip.is_unspecified()
        || ip.is_unicast_link_local()
        || ip.is_multicast()
        || ip == Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254); // credentials of Amazon's cloud
    // What is assigned to the internet is 2000::/3; of that, not Teredo and what is for documentation.
    let is_global = segments[0] & 0xe000 == 0x2000
        && !(segments[0] == 0x2001 && (segments[1] < 0x200 || segments[1] == 0xdb8))
        && segments[0] != 0x3fff;
    !is_never && (reach == Reach::Private || is_global)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_go_where_they_may() {
        for (ip, private, public) in [
            ("1.1.1.1", true, true),
            ("2606:4700::1111", true, true),
            ("127.0.0.1", true, false),
            ("::1", true, false),
            ("10.1.2.3", true, false),
            ("172.20.0.1", true, false),
            ("192.168.1.1", true, false),
            ("100.64.0.1", true, false),
            ("198.18.0.1", true, false),
            ("250.0.0.1", true, false),
            ("fd00::1", true, false),
            ("2001:db8::1", true, false),
            ("2001::1", true, false),
            ("::ffff:10.0.0.1", true, false),
            ("64:ff9b::10.0.0.1", true, false),
            ("64:ff9b::1.1.1.1", true, true),
            ("2002:0a00:0001::1", true, false),
            ("169.254.169.254", false, false),
            ("::ffff:169.254.169.254", false, false),
            ("64:ff9b::169.254.169.254", false, false),
            ("2002:a9fe:a9fe::1", false, false),
            ("fe80::1", false, false),
            ("fd00:ec2::254", false, false),
            ("100.100.100.200", false, false),
            ("0.0.0.0", false, false),
            ("::", false, false),
            ("224.0.0.1", false, false),
            ("ff02::1", false, false),
            ("255.255.255.255", false, false),
        ] {
            let ip: IpAddr = ip.parse().unwrap();
            assert_eq!(
                (is_allowed(ip, Reach::Private), is_allowed(ip, Reach::Public)),
                (private, public),
                "{ip}"
            );
        }
    }

    #[test]
    fn foreign_text_is_cut_and_escaped() {
        assert_eq!(shown("a\u{1b}[2J\n"), "a\\u{1b}[2J\\n");
        assert_eq!(shown(&"é".repeat(500)).len(), SHOWN_BYTES);
    }
}
