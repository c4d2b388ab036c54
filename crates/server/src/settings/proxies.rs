//! Trusted proxies: their networks, and the request header in which they write the address of a client.

use std::net::IpAddr;

use baton_protocols::settings::Bounds;
use hyper::header::HeaderName;
use ipnet::IpNet;

use super::fault::{Fault, Origin};
use super::field::{Expected, Field, Given, Kind, Shown, list_of};
use super::load::Loader;
use super::server::Settings;

/// Networks of addresses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Networks(Vec<IpNet>);

impl Networks {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first that holds every address of its kind.
    pub(crate) fn everybody(&self) -> Option<String> {
        self.0.iter().find(|network| network.prefix_len() == 0).map(IpNet::to_string)
    }

    /// Whether an address, in its [canonical](IpAddr::to_canonical) form, is in one of them.
    pub(crate) fn contain(&self, ip: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&ip))
    }
}

impl Field for Networks {
    fn kind(&self) -> Kind {
        Kind::List
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let form = "networks or addresses, such as 10.0.0.0/8, 192.0.2.7 or fd00::/8";
        self.0 = list_of(given.entries(), bounds, form, Shown::Yes, network)?;
        Ok(())
    }

    fn show(&self) -> String {
        self.0.iter().map(IpNet::to_string).collect::<Vec<_>>().join(",")
    }
}

/// A network with all bits of its host cleared, or one address.
fn network(text: &str) -> Option<IpNet> {
    match text.parse::<IpAddr>() {
        Ok(ip) => Some(ip.to_canonical().into()),
        Err(_) => text.parse::<IpNet>().ok().map(|network| network.trunc()),
    }
}

/// The name of the header in which proxies write the client's address, in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AddressHeader(HeaderName);

impl Default for AddressHeader {
    fn default() -> Self {
        Self(HeaderName::from_static("x-forwarded-for"))
    }
}

impl AddressHeader {
    pub(crate) fn name(&self) -> &HeaderName {
        &self.0
    }
}

impl Field for AddressHeader {
    fn kind(&self) -> Kind {
        Kind::Text
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let name =
            given.text().filter(|text| bounds.hold(text.len() as u64)).and_then(|text| text.parse().ok());
        // Its parameters would be taken for addresses.
        let name = name.filter(|name| name != hyper::header::FORWARDED);
        self.0 = name.ok_or_else(|| {
            Expected(
                "the name of a header with addresses alone, such as x-forwarded-for, x-real-ip or cf-connecting-ip".into(),
            )
        })?;
        Ok(())
    }

    fn show(&self) -> String {
        self.0.as_str().to_owned()
    }
}

impl Loader<'_> {
    /// Strangers may connect to a port, so a header of the PROXY protocol is accepted there from named proxies only.
    pub(super) fn require_named_proxies(&mut self, settings: &Settings, listen: &Origin) {
        if settings.listen.has_proxied_port() && settings.trusted_proxies.is_empty() {
            let text = "listen has proxy_protocol, and trusted_proxies is empty: set it to the addresses of your load balancer, such as \
                        [\"10.0.0.7\"]";
            self.faults.push(Fault::new(listen.clone(), text.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { lowest: 0, highest: 3 };

    #[test]
    fn networks_hold_their_addresses() {
        let mut networks = Networks::default();
        networks.set(Given::Text("10.1.2.3/8, 192.0.2.7,fd00::/8"), BOUNDS).unwrap();
        assert_eq!(networks.show(), "10.0.0.0/8,192.0.2.7/32,fd00::/8");
        for (ip, is_in) in [
            ("10.255.0.1", true),
            ("11.0.0.1", false),
            ("192.0.2.7", true),
            ("192.0.2.8", false),
            ("fd12::1", true),
            ("fe80::1", false),
        ] {
            assert_eq!(networks.contain(ip.parse().unwrap()), is_in, "{ip}");
        }
        networks.set(Given::Text(""), BOUNDS).unwrap();
        assert!(networks.is_empty());
        for wrong in ["10.0.0.0/33", "10.0.0/8", "localhost", "1.1.1.1,2.2.2.2,3.3.3.3,4.4.4.4"] {
            assert!(networks.set(Given::Text(wrong), BOUNDS).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_header_has_a_name() {
        let mut header = AddressHeader::default();
        header.set(Given::Text("X-Real-IP"), Bounds { lowest: 1, highest: 64 }).unwrap();
        assert_eq!(header.show(), "x-real-ip");
        for wrong in ["", "a b", "Forwarded"] {
            assert!(header.set(Given::Text(wrong), Bounds { lowest: 1, highest: 64 }).is_err(), "{wrong}");
        }
    }
}
