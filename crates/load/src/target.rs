//! The server under test: where it is and which application signs the calls.

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::Path;

use serde::Deserialize;

use crate::database::Database;
use crate::fault::Fault;
use crate::protocol::{Protocol, Pusher};

/// The application whose key opens connections and whose secret signs.
#[derive(Debug, Clone)]
pub struct App {
    /// Its id, a part of the HTTP API's paths.
    pub id: String,
    /// Its public key, a part of the WebSocket path.
    pub key: String,
    /// Its secret, used for HMAC-SHA256.
    pub secret: String,
}

/// The part of a server's settings file that the generator has to know.
#[derive(Deserialize)]
struct Config {
    apps: Vec<ConfigApp>,
}

#[derive(Deserialize)]
struct ConfigApp {
    id: String,
    key: String,
    secret: String,
}

impl App {
    /// The first app of a server's settings file.
    ///
    /// # Errors
    /// If the file cannot be read, or declares none.
    pub fn of(path: &Path) -> Result<Self, Fault> {
        let name = path.display();
        let text = std::fs::read_to_string(path).map_err(Fault::start(format!("cannot read {name}")))?;
        let config: Config =
            toml::from_str(&text).map_err(|error| Fault::Settings(format!("{name}: {error}")))?;
        match config.apps.into_iter().next() {
            Some(ConfigApp { id, key, secret }) => Ok(Self { id, key, secret }),
            None => Err(Fault::Settings(format!("{name} declares no app"))),
        }
    }
}

/// A running server.
#[derive(Debug, Clone)]
pub struct Target {
    /// Where it accepts: always a loopback address.
    pub address: SocketAddr,
    /// What it speaks.
    pub protocol: &'static dyn Protocol,
    /// The application to act as.
    pub app: App,
    /// Its process, if CPU and memory shall be measured, with all that it started.
    pub pid: Option<u32>,
    /// How many event loops the generator may use: one per core that it has.
    pub generator_loops: usize,
    /// The database behind it, for the loads that need one.
    pub database: Option<Database>,
    /// Whether it speaks TLS. Its certificate is not checked: it is this machine's own.
    pub tls: bool,
}

impl Target {
    /// A program on this machine that speaks Pusher (or nothing) without TLS, loaded by one event
    /// loop.
    #[must_use]
    pub fn plain(address: SocketAddr, app: App, pid: u32) -> Self {
        let (protocol, pid, generator_loops) = (&Pusher, Some(pid), 1);
        Self { address, protocol, app, pid, generator_loops, database: None, tls: false }
    }
}

/// Reads `http://HOST:PORT`, and refuses any host but this machine: the generator opens thousands
/// of connections as fast as it can, which is an attack on anybody else's.
pub fn parse_url(url: &str) -> Result<SocketAddr, Fault> {
    let schemes = ["http://", "ws://", "https://", "wss://"];
    let rest = schemes.iter().find_map(|scheme| url.strip_prefix(scheme));
    let Some(authority) = rest.map(|rest| rest.trim_end_matches('/')) else {
        return Err(Fault::Settings(format!("--url \"{url}\" must look like http://127.0.0.1:6001")));
    };
    let mut addresses = authority
        .to_socket_addrs()
        .map_err(|error| Fault::Settings(format!("--url \"{url}\" is no host and port: {error}")))?;
    match addresses.find(|address| address.ip().is_loopback() && address.is_ipv4()) {
        Some(address) => Ok(address),
        None => Err(Fault::Settings(format!(
            "--url \"{url}\" is not an IPv4 loopback address; baton-load only loads the machine it runs on"
        ))),
    }
}

/// Whether a URL asks for TLS.
#[must_use]
pub fn asks_for_tls(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("wss://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_addresses_are_targets() {
        assert_eq!(parse_url("http://127.0.0.1:6001").unwrap(), "127.0.0.1:6001".parse().unwrap());
        assert_eq!(parse_url("ws://127.0.0.9:80/").unwrap(), "127.0.0.9:80".parse().unwrap());
        assert_eq!(parse_url("wss://127.0.0.9:80/").unwrap(), "127.0.0.9:80".parse().unwrap());
        assert!(asks_for_tls("https://x") && asks_for_tls("wss://x") && !asks_for_tls("http://x"));
        for (url, reason) in [
            ("127.0.0.1:6001", "must look like"),
            ("http://127.0.0.1", "no host and port"),
            ("http://192.0.2.1:80", "loopback"),
            ("http://[::1]:80", "IPv4"),
        ] {
            let fault = parse_url(url).unwrap_err();
            assert!(fault.to_string().contains(reason), "{url}: {fault}");
            assert_eq!(fault.exit_status(), 2);
        }
    }
}
