//! The settings of a connection, with times as times: `bc_endpoint_settings`.

use std::path::PathBuf;
use std::time::Duration;

use super::backoff::Backoff;
use super::peer::Peer;

/// How to connect, and how long to wait.
#[derive(Clone, Debug)]
pub struct Settings {
    /// A name, an address or a path, with its scheme if it has one.
    pub host: Vec<u8>,
    /// 0 for 6379, unless the host names one.
    pub port: u16,
    /// For all of it; but the system's look-up of a name is not cut short.
    pub connect_timeout: Option<Duration>,
    /// For each wait for bytes, and for each wait to send some.
    pub read_timeout: Option<Duration>,
    /// How often a dead connection is opened again for the same commands.
    pub max_retries: u32,
    /// How long to wait before each of these times.
    pub backoff: Backoff,
    /// Whether TCP asks a silent server if it is there.
    pub keepalive: bool,
    /// Who the server is to believe it talks to.
    pub identity: Identity,
    /// Who it is connected to, in place of whom the host leads to by now; None for the latter.
    pub peer: Option<Peer>,
    /// TLS, even if the host's scheme does not say so.
    pub tls: bool,
    /// How TLS is done.
    pub trust: Trust,
}

/// What the handshake says.
#[derive(Clone, Debug, Default)]
pub struct Identity {
    /// None for the default user.
    pub user: Vec<u8>,
    /// None for no AUTH.
    pub password: Vec<u8>,
    /// 0 for no SELECT.
    pub database: u32,
}

/// The context option `ssl` of PHP.
#[derive(Clone, Debug)]
pub struct Trust {
    /// Whether somebody trusted has to have signed the server's certificate.
    pub verify_peer: bool,
    /// Whether the certificate has to name the host.
    pub verify_name: bool,
    /// Whether a certificate that signed itself is believed.
    pub allow_self_signed: bool,
    /// Whom to trust; with none of both, whom the system trusts.
    pub ca_file: Option<PathBuf>,
    /// The same as a folder of files.
    pub ca_path: Option<PathBuf>,
    /// What to show the server.
    pub certificate: Option<PathBuf>,
    /// Its key, if that is in another file.
    pub key: Option<PathBuf>,
    /// The name that the certificate should have; the host's, if it is empty.
    pub peer_name: String,
}

impl Settings {
    /// The defaults of PhpRedis: no timeouts, ten retries at once, and TLS that checks all there is.
    #[must_use]
    pub fn of(host: &str, port: u16) -> Self {
        Self {
            host: host.into(),
            port,
            connect_timeout: None,
            read_timeout: None,
            max_retries: 10,
            backoff: Backoff::default(),
            keepalive: true,
            identity: Identity::default(),
            peer: None,
            tls: false,
            trust: Trust {
                verify_peer: true,
                verify_name: true,
                allow_self_signed: false,
                ca_file: None,
                ca_path: None,
                certificate: None,
                key: None,
                peer_name: String::new(),
            },
        }
    }
}
