//! Headers of the PROXY protocol: a load balancer that passes on bytes writes one in front of them, with the address of its
//! client (<https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt>).
//!
//! They are read beside the loops, byte for byte: what follows, a handshake of TLS or a request, belongs to the loop that gets
//! the connection.

use std::io;
use std::net::IpAddr;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use baton_hub::LoopId;
use baton_protocols::Refusal;
use proxy_header::{ParseConfig, Protocol, ProxyHeader};
use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::net::{TcpStream, UnixStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::timeout;

use crate::loop_message::{Arrival, LoopMessage};
use crate::node::Node;
use crate::peer::Peer;
use crate::refusals::Refused;

/// How long a header may take: balancers write it at once.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Bytes of the longest header of version 1, with its end of line.
const LONGEST_V1: usize = 107;
/// What a header of version 2 begins with; no header of version 1 is so short.
const V2: &[u8; 12] = b"\r\n\r\n\0\r\nQUIT\n";
/// Bytes of the longest header of version 2 that is read. Balancers add certificates of clients; 64 KiB are allowed, for each
/// connection of a proxy that goes wrong.
const LONGEST_V2: usize = 8 * 1_024;

/// Whether bytes that are no request are a header, or begin with one.
pub(crate) fn is_begin(bytes: &[u8]) -> bool {
    bytes.starts_with(V2) || bytes.starts_with(b"PROXY ")
}

/// Bytes of a header that an error repeats.
const SHOWN_BYTES: usize = 107;

/// A connection of a trusted proxy. It counts among those of a loop from the beginning.
pub(crate) struct Forwarded {
    socket: OwnedFd,
    /// The proxy.
    proxy: Peer,
    is_tls: bool,
    is_tcp: bool,
    place: Place,
}

/// A place among the connections of a loop, which is given back unless the connection gets there.
struct Place {
    node: Arc<Node>,
    at: LoopId,
    is_taken: bool,
}

/// The way to those who read headers. Each entry is an open file, and those are limited.
pub(crate) type BehindProxies = UnboundedSender<Forwarded>;

/// A way, and the end at which [`serve`] waits.
pub(crate) fn behind_proxies() -> (BehindProxies, UnboundedReceiver<Forwarded>) {
    unbounded_channel()
}

impl Forwarded {
    pub(crate) fn new(socket: OwnedFd, proxy: Peer, is_tls: bool, is_tcp: bool, node: &Arc<Node>) -> Self {
        let at = node.count_in_a_loop();
        Self { socket, proxy, is_tls, is_tcp, place: Place { node: Arc::clone(node), at, is_taken: false } }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if !self.is_taken {
            self.node.metrics.loops[usize::from(self.at.0)].load.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// Reads headers as connections come, until nobody accepts any more.
pub(crate) async fn serve(mut forwarded: UnboundedReceiver<Forwarded>) {
    while let Some(one) = forwarded.recv().await {
        drop(tokio::spawn(one.give_to_its_loop()));
    }
}

impl Forwarded {
    async fn give_to_its_loop(self) {
        let Self { socket, proxy, is_tls, is_tcp, mut place } = self;
        let node = Arc::clone(&place.node);
        let read =
            if is_tcp { behind_header_of_tcp(socket).await } else { behind_header_of_unix(socket).await };
        match read {
            Ok((socket, client)) => {
                let settings = &node.config().settings;
                let peer = client.map_or(proxy.unnamed(), |ip| Peer::behind_proxy(ip, settings));
                if let Some(queue) = node.loops().get(usize::from(place.at.0)) {
                    place.is_taken = true;
                    queue.push_unreserved(LoopMessage::Adopt(Arrival { socket, peer, is_tls }));
                }
            }
            Err(Unread::Gone) => {}
            Err(Unread::Wrong(why)) => {
                let why = format!("A connection of a proxy was closed unanswered: {why} (setting listen)");
                node.refusals.note(&Refused::new(Refusal::Malformed, &why).from(proxy.ip));
            }
        }
    }
}

/// Why no client is known.
#[derive(Debug)]
enum Unread {
    /// The proxy has ended the connection, as its health checks do.
    Gone,
    Wrong(String),
}

impl From<io::Error> for Unread {
    fn from(_: io::Error) -> Self {
        Self::Gone
    }
}

async fn behind_header_of_tcp(socket: OwnedFd) -> Result<(OwnedFd, Option<IpAddr>), Unread> {
    let mut stream = TcpStream::from_std(socket.into())?;
    let client = client_in_header(&mut stream, TIMEOUT).await?;
    Ok((stream.into_std()?.into(), client))
}

async fn behind_header_of_unix(socket: OwnedFd) -> Result<(OwnedFd, Option<IpAddr>), Unread> {
    let mut stream = UnixStream::from_std(socket.into())?;
    let client = client_in_header(&mut stream, TIMEOUT).await?;
    Ok((stream.into_std()?.into(), client))
}

/// Reads a header and nothing behind it; the client's address, or `None` where the proxy speaks for itself or does not say for
/// whom.
async fn client_in_header(
    stream: &mut (impl AsyncRead + Unpin),
    within: Duration,
) -> Result<Option<IpAddr>, Unread> {
    let header = timeout(within, read_header(stream)).await.map_err(|_| {
        Unread::Wrong(format!("no whole header of the PROXY protocol came within {} s", within.as_secs()))
    })??;
    let wrong = || {
        let beginning = header.get(..SHOWN_BYTES).unwrap_or(&header);
        Unread::Wrong(format!(
            "its header of the PROXY protocol cannot be read, have the balancer send version 1 or 2 for TCP: {}",
            beginning.escape_ascii()
        ))
    };
    let (parsed, length) = ProxyHeader::parse(&header, ParseConfig::default()).map_err(|_| wrong())?;
    match parsed.proxied_address() {
        _ if length != header.len() => Err(wrong()),
        Some(address) if address.protocol != Protocol::Stream => Err(wrong()),
        address => Ok(address.map(|address| address.source.ip())),
    }
}

async fn read_header(stream: &mut (impl AsyncRead + Unpin)) -> Result<Vec<u8>, Unread> {
    let mut header = vec![0; V2.len()];
    stream.read_exact(&mut header).await?;
    if header.starts_with(V2) {
        header.resize(V2.len() + 4, 0);
        stream.read_exact(&mut header[V2.len()..]).await?;
        let length = usize::from(u16::from_be_bytes([header[14], header[15]]));
        if length > LONGEST_V2 {
            return Err(Unread::Wrong(format!(
                "its header has {length} bytes, and {LONGEST_V2} are read at most"
            )));
        }
        header.resize(V2.len() + 4 + length, 0);
        stream.read_exact(&mut header[V2.len() + 4..]).await?;
    } else if header.starts_with(b"PROXY ") {
        while !header.ends_with(b"\n") && header.len() < LONGEST_V1 {
            header.push(stream.read_u8().await?);
        }
    } else {
        return Err(Unread::Wrong(
            "it does not begin with a header of the PROXY protocol: have the balancer send one (HAProxy: send-proxy-v2), or \
             take proxy_protocol out"
                .into(),
        ));
    }
    Ok(header)
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// What becomes of bytes that a proxy sends, and how many of them are read.
    async fn read(bytes: &[u8]) -> (Result<Option<IpAddr>, Unread>, usize) {
        let mut rest = bytes;
        let read = client_in_header(&mut rest, TIMEOUT).await;
        (read, bytes.len() - rest.len())
    }

    fn v2(command: u8, family: u8, body: &[u8]) -> Vec<u8> {
        let length = u16::try_from(body.len()).unwrap().to_be_bytes();
        [V2.as_slice(), &[0x20 | command, family], &length, body].concat()
    }

    fn ipv4(extensions: usize) -> Vec<u8> {
        [&[203, 0, 113, 9, 10, 0, 0, 1, 0x12, 0x34, 0, 80][..], &vec![0; extensions]].concat()
    }

    #[tokio::test]
    async fn clients_are_read_and_nothing_behind_them() {
        let client = IpAddr::from(Ipv4Addr::new(203, 0, 113, 9));
        let v6 = [[0x20, 1, 0xd, 0xb8].as_slice(), &[0; 11], &[9], &[0; 20]].concat();
        for (header, expected) in [
            (b"PROXY TCP4 203.0.113.9 10.0.0.1 4660 80\r\n".to_vec(), Some(client)),
            (b"PROXY TCP6 2001:db8::9 ::1 4660 80\r\n".to_vec(), Some("2001:db8::9".parse().unwrap())),
            (b"PROXY UNKNOWN\r\n".to_vec(), None),
            (b"PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n".to_vec(), None),
            (v2(1, 0x11, &ipv4(0)), Some(client)),
            (v2(1, 0x11, &ipv4(LONGEST_V2 - 12)), Some(client)),
            (v2(1, 0x21, &v6), Some("2001:db8::9".parse().unwrap())),
            (v2(1, 0x31, &[0; 216]), None),
            (v2(0, 0x11, &ipv4(0)), None),
            (v2(0, 0, &[]), None),
        ] {
            let (found, length) = read(&[&header[..], b"\x16\x03\x01PROXY GET /"].concat()).await;
            assert_eq!((found.unwrap(), length), (expected, header.len()), "{}", header.escape_ascii());
        }
    }

    #[tokio::test]
    async fn what_is_no_header_is_refused() {
        let long = [b"PROXY TCP4 ".as_slice(), &[b' '; 200]].concat();
        for (bytes, why) in [
            (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n".to_vec(), "does not begin with a header"),
            (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\0".to_vec(), "does not begin with a header"),
            (b"PROXY TCP4 1.2.3 10.0.0.1 1 2\r\n".to_vec(), "cannot be read"),
            (b"PROXY TCP4 1.2.3.4 10.0.0.1 1 2\n".to_vec(), "cannot be read"),
            (b"PROXY TCP6 1.2.3.4 10.0.0.1 1 2\r\n".to_vec(), "cannot be read"),
            (long, "cannot be read"),
            (v2(1, 0x11, &ipv4(LONGEST_V2 - 11)), "8192 are read at most"),
            (v2(1, 0x11, &[0; 11]), "cannot be read"),
            (v2(1, 0x12, &ipv4(0)), "cannot be read"),
            (v2(2, 0x11, &ipv4(0)), "cannot be read"),
            (v2(1, 0x41, &ipv4(0)), "cannot be read"),
        ] {
            let (read, length) = read(&[&bytes[..], &[b'x'; 10_000]].concat()).await;
            let Err(Unread::Wrong(said)) = read else { panic!("{}: {read:?}", bytes.escape_ascii()) };
            assert!(said.contains(why), "{said}");
            assert!(length <= bytes.len() + 1, "{}", bytes.escape_ascii());
        }
        for cut in [0, 5, 12, 20] {
            let header = v2(1, 0x11, &ipv4(0));
            assert!(matches!(read(&header[..cut]).await.0, Err(Unread::Gone)), "a health check");
        }
    }

    #[tokio::test]
    async fn a_proxy_that_says_nothing_is_not_waited_for() {
        let (mut near, _far) = tokio::io::duplex(64);
        let read = client_in_header(&mut near, Duration::from_millis(5)).await;
        assert!(matches!(read, Err(Unread::Wrong(why)) if why.contains("came within")));
    }

    fn on_runtime<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(future)
    }

    proptest! {
        #[test]
        fn every_address_arrives_and_what_follows_is_left(
            source in any::<IpAddr>(),
            port in any::<u16>(),
            extension in vec(any::<u8>(), 0..300),
            rest in vec(any::<u8>(), 0..100),
        ) {
            let (family, other, octets) = match source {
                IpAddr::V4(ip) => (0x11, "10.0.0.1", ip.octets().to_vec()),
                IpAddr::V6(ip) => (0x21, "::1", ip.octets().to_vec()),
            };
            let body = [&octets[..], &octets, &port.to_be_bytes(), &[0, 80], &extension].concat();
            let name = if source.is_ipv4() { "TCP4" } else { "TCP6" };
            let v1 = format!("PROXY {name} {source} {other} {port} 80\r\n").into_bytes();
            for header in [v1, v2(1, family, &body)] {
                let (found, length) = on_runtime(read(&[&header[..], &rest].concat()));
                prop_assert_eq!(found.unwrap(), Some(source));
                prop_assert_eq!(length, header.len());
            }
        }

        #[test]
        fn no_bytes_cost_more_than_the_longest_header(
            begin in prop_oneof![Just(&b"PROXY "[..]), Just(&V2[..]), Just(&b""[..])],
            bytes in vec(any::<u8>(), 0..200),
        ) {
            let all = [begin, &bytes, &[b'x'; 2 * LONGEST_V2]].concat();
            let (_, length) = on_runtime(read(&all));
            prop_assert!(length <= LONGEST_V2 + 16);
        }
    }
}
