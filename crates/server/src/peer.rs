//! Where connections and requests come from, past the proxies that the operator trusts.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::clock;
use crate::node::Node;
use crate::settings::Settings;

/// The other end of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Peer {
    /// The socket's address, or the one that its header of the PROXY protocol names.
    pub(crate) ip: IpAddr,
    /// It is trusted to name its clients' addresses (setting `trusted_proxies`).
    pub(crate) is_trusted: bool,
    /// A proxy has passed it on: that the socket comes from this machine means nothing.
    pub(crate) is_forwarded: bool,
}

/// Who sent a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClientAddress {
    pub(crate) ip: IpAddr,
    /// It is that of a proxy, which did not name the client: limits per address are not for it.
    pub(crate) is_of_proxy: bool,
}

impl Peer {
    /// Of a socket from this address.
    pub(crate) fn at(ip: IpAddr, settings: &Settings) -> Self {
        let ip = ip.to_canonical();
        Self { ip, is_trusted: settings.trusted_proxies.contain(ip), is_forwarded: false }
    }

    /// Of a Unix socket: a proxy on this machine, which the permissions of its path let in, so it is trusted.
    pub(crate) fn at_path() -> Self {
        Self { ip: Ipv4Addr::LOCALHOST.into(), is_trusted: true, is_forwarded: true }
    }

    /// Of a connection that a proxy passes on with a header of the PROXY protocol.
    pub(crate) fn behind_proxy(ip: IpAddr, settings: &Settings) -> Self {
        Self { is_forwarded: true, ..Self::at(ip, settings) }
    }

    /// Of a connection that this proxy passes on without a name. A header of its requests is then supplied by the client.
    pub(crate) fn unnamed(self) -> Self {
        Self { is_trusted: false, is_forwarded: true, ..self }
    }

    /// Who sent a request with these values of the header that `client_address_header` names, in their order.
    ///
    /// Each proxy appends the address that it was reached from, so the last one that is no trusted proxy's is the first that nobody
    /// can have invented. What stands before it is supplied by the client.
    pub(crate) fn client<'v, I>(&self, settings: &Settings, values: impl FnOnce() -> I) -> ClientAddress
    where
        I: DoubleEndedIterator<Item = &'v [u8]>,
    {
        let mut client = ClientAddress { ip: self.ip, is_of_proxy: self.is_trusted };
        if !self.is_trusted {
            return client;
        }
        for entry in values().rev().flat_map(|value| value.rsplit(|&byte| byte == b',')) {
            let Some(ip) = address(entry) else { break };
            client.ip = ip;
            if !settings.trusted_proxies.contain(ip) {
                client.is_of_proxy = false;
                break;
            }
        }
        client
    }
}

/// Warns of trusted proxies that do not name their clients, to which no limit applies then.
#[derive(Debug, Default)]
pub(crate) struct UnnamedClients {
    /// When it did so last, in milliseconds; 0 for never.
    warned_ms: AtomicU64,
}

impl UnnamedClients {
    /// The least time between two warnings.
    const BETWEEN_MS: u64 = 60_000;

    /// A client came through such a proxy.
    pub(crate) fn warn(&self, node: &Node, client: ClientAddress) {
        let (now, last) = (clock::now_ms(), self.warned_ms.load(Ordering::Relaxed));
        let is_due = last == 0 || now.saturating_sub(last) >= Self::BETWEEN_MS;
        let is_ours =
            || self.warned_ms.compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        if is_due && is_ours() {
            let header = node.config().settings.client_address_header.name().clone();
            tracing::warn!(
                proxy = %client.ip,
                %header,
                "a trusted proxy does not name its client in this header (client_address_header), so max_connections_per_ip does \
                 not apply; such warnings are a minute apart"
            );
        }
    }
}

impl From<IpAddr> for ClientAddress {
    fn from(ip: IpAddr) -> Self {
        Self { ip, is_of_proxy: false }
    }
}

impl From<ClientAddress> for Option<IpAddr> {
    fn from(client: ClientAddress) -> Self {
        Some(client.ip)
    }
}

/// An address as proxies write it: some with a port, and then IPv6 in brackets.
fn address(entry: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(entry).ok()?.trim();
    let parsed = text.parse().ok().or_else(|| {
        let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        bare.and_then(|bare| bare.parse().ok())
            .or_else(|| text.parse().ok().map(|with_port: std::net::SocketAddr| with_port.ip()))
    });
    parsed.map(|ip: IpAddr| ip.to_canonical())
}

#[cfg(test)]
mod tests {
    use baton_protocols::settings::Bounds;
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::settings::{Field as _, Given};

    fn settings() -> Settings {
        let mut settings = Settings::default();
        settings.trusted_proxies.set(Given::Text("10.0.0.0/8,fd00::/8"), Bounds::ANY).unwrap();
        settings
    }

    #[test]
    fn the_last_address_that_is_no_proxys_is_the_clients() {
        let settings = settings();
        for (from, headers, ip, is_of_proxy) in [
            // A stranger may write what he likes.
            ("192.0.2.1", &["203.0.113.9"][..], "192.0.2.1", false),
            ("10.0.0.1", &["203.0.113.9"], "203.0.113.9", false),
            ("::ffff:10.0.0.1", &["203.0.113.9"], "203.0.113.9", false),
            ("10.0.0.1", &["1.1.1.1, 203.0.113.9"], "203.0.113.9", false),
            ("10.0.0.1", &["1.1.1.1, 203.0.113.9,10.0.0.2 , fd00::5"], "203.0.113.9", false),
            ("10.0.0.1", &["1.1.1.1", "203.0.113.9", "10.0.0.2"], "203.0.113.9", false),
            ("fd00::1", &["2001:db8::9"], "2001:db8::9", false),
            ("10.0.0.1", &["203.0.113.9:1234"], "203.0.113.9", false),
            ("10.0.0.1", &["[2001:db8::9]:1234"], "2001:db8::9", false),
            ("10.0.0.1", &["[2001:db8::9]"], "2001:db8::9", false),
            ("10.0.0.1", &["::ffff:203.0.113.9"], "203.0.113.9", false),
            // Nobody is named, or nobody who can be read: then the one that was reached last.
            ("10.0.0.1", &[], "10.0.0.1", true),
            ("10.0.0.1", &[""], "10.0.0.1", true),
            ("10.0.0.1", &["unknown"], "10.0.0.1", true),
            ("10.0.0.1", &["203.0.113.9, unknown, 10.0.0.2"], "10.0.0.2", true),
            ("10.0.0.1", &["10.0.0.3, 10.0.0.2"], "10.0.0.3", true),
            ("10.0.0.1", &["\u{ff11}.1.1.1"], "10.0.0.1", true),
        ] {
            let peer = Peer::at(from.parse().unwrap(), &settings);
            let client = peer.client(&settings, || headers.iter().map(|value| value.as_bytes()));
            let expected = ClientAddress { ip: ip.parse().unwrap(), is_of_proxy };
            assert_eq!(client, expected, "{from} {headers:?}");
        }
    }

    #[test]
    fn a_socket_of_this_machine_is_trusted_and_a_port_is_not() {
        let settings = settings();
        let name = || [b"203.0.113.9".as_slice()].into_iter();
        assert_eq!(Peer::at_path().client(&settings, name).ip.to_string(), "203.0.113.9");
        let port = Peer::at(Ipv4Addr::LOCALHOST.into(), &settings);
        assert_eq!(port.client(&settings, name).ip.to_string(), "127.0.0.1");
    }

    proptest! {
        #[test]
        fn what_a_client_writes_in_front_changes_nothing(
            written in "[0-9a-f:., ]{0,40}",
            client in any::<[u8; 4]>().prop_filter("a proxy", |octets| octets[0] != 10),
            proxies in vec(any::<[u8; 3]>(), 0..4),
        ) {
            let settings = settings();
            let peer = Peer::at(Ipv4Addr::new(10, 0, 0, 1).into(), &settings);
            let appended = proxies.iter().map(|[b, c, d]| Ipv4Addr::new(10, *b, *c, *d));
            let appended: String = appended.map(|ip| format!(", {ip}")).collect();
            let client = Ipv4Addr::from(client);
            let value = format!("{written},{client}{appended}");
            let found = peer.client(&settings, || [value.as_bytes()].into_iter());
            prop_assert_eq!(found, ClientAddress { ip: client.into(), is_of_proxy: false });
        }
    }
}
