//! Where the server listens: addresses and paths, each with what its connections begin with.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use baton_protocols::settings::Bounds;

use super::field::{Expected, Field, Given, Kind, address};

/// What an address of a path begins with, as in nginx.
const UNIX: &str = "unix:";
/// Bytes of a path that the kernel takes (unix(7)), without the end.
const PATH_BYTES: usize = 107;
/// Who may connect to a path unless the operator says otherwise: as with a port, everybody who reaches it.
const EVERYBODY: u32 = 0o666;

const FORM: &str = "each HOST:PORT or unix:/PATH, and behind it, with blanks between: `proxy_protocol`, `plain` (HOST:PORT, without \
                    TLS), `mode=0660` (unix:/PATH)";

/// All of them; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Listen(Vec<Listener>);

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Listener {
    pub(crate) at: At,
    /// TLS is not spoken there, though there is a certificate.
    pub(crate) is_plain: bool,
    /// Each connection begins with a header of the PROXY protocol, which names its client.
    pub(crate) has_proxy_header: bool,
}

/// A place to listen at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum At {
    Port(SocketAddr),
    /// A Unix socket, and the permissions of its file.
    Path(PathBuf, u32),
}

impl Listen {
    pub(crate) fn all(&self) -> &[Listener] {
        &self.0
    }

    /// Whether programs of this machine alone reach all of them.
    pub(crate) fn is_for_this_machine(&self) -> bool {
        self.0.iter().all(|listener| match &listener.at {
            At::Port(address) => address.ip().to_canonical().is_loopback(),
            At::Path(..) => true,
        })
    }

    /// The first of [`all_direct`](Self::all_direct).
    #[cfg(test)]
    pub(crate) fn direct(&self) -> Option<(SocketAddr, bool)> {
        self.all_direct().next()
    }

    /// The ports whose connections begin with HTTP or TLS, and whether TLS is ruled out there.
    pub(crate) fn all_direct(&self) -> impl Iterator<Item = (SocketAddr, bool)> {
        self.0.iter().filter_map(|listener| match listener.at {
            At::Port(address) if !listener.has_proxy_header => Some((address, listener.is_plain)),
            _ => None,
        })
    }

    /// Whether a header of the PROXY protocol is expected at some port, where strangers may connect.
    pub(crate) fn has_proxied_port(&self) -> bool {
        self.0.iter().any(|listener| listener.has_proxy_header && matches!(listener.at, At::Port(_)))
    }
}

impl At {
    fn is_same_place(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Port(one), Self::Port(other)) => one == other,
            (Self::Path(one, _), Self::Path(other, _)) => one == other,
            _ => false,
        }
    }
}

impl From<SocketAddr> for Listen {
    fn from(address: SocketAddr) -> Self {
        Self(vec![Listener { at: At::Port(address), is_plain: false, has_proxy_header: false }])
    }
}

impl fmt::Display for Listen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, listener) in self.0.iter().enumerate() {
            write!(f, "{}{listener}", if n > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.at {
            At::Port(address) => write!(f, "{address}")?,
            At::Path(path, _) => write!(f, "{UNIX}{}", path.display())?,
        }
        if self.is_plain {
            f.write_str(" plain")?;
        }
        if self.has_proxy_header {
            f.write_str(" proxy_protocol")?;
        }
        match self.at {
            At::Path(_, mode) if mode != EVERYBODY => write!(f, " mode={mode:04o}"),
            _ => Ok(()),
        }
    }
}

impl Field for Listen {
    fn kind(&self) -> Kind {
        Kind::Listen
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let Bounds { lowest, highest } = bounds;
        let one = given.text().filter(|text| !text.contains(',')).map(|text| vec![text.to_owned()]);
        let entries = one.or_else(|| given.list()).filter(|entries| bounds.hold(entries.len() as u64));
        let entries = entries.ok_or_else(|| Expected(format!("{lowest} to {highest} places, {FORM}")))?;
        let mut listeners: Vec<Listener> = Vec::with_capacity(entries.len());
        for entry in &entries {
            let listener = listener(entry)?;
            let is_fixed = !matches!(listener.at, At::Port(address) if address.port() == 0);
            if is_fixed && listeners.iter().any(|other| other.at.is_same_place(&listener.at)) {
                return Err(Expected(format!("each place once; {listener} is there twice")));
            }
            listeners.push(listener);
        }
        *self = Self(listeners);
        Ok(())
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

fn listener(entry: &str) -> Result<Listener, Expected> {
    let mut words = entry.split_ascii_whitespace();
    let place = words.next().unwrap_or_default();
    let mut listener = match place.strip_prefix(UNIX) {
        Some(path) if Path::new(path).is_absolute() && path.len() <= PATH_BYTES && !path.contains('\0') => {
            Listener { at: At::Path(path.into(), EVERYBODY), is_plain: false, has_proxy_header: false }
        }
        Some(_) => {
            return Err(Expected(format!("unix: and a path from the root, of at most {PATH_BYTES} bytes")));
        }
        None => {
            let address = address(place).ok_or_else(|| {
                Expected("an address as HOST:PORT, such as 127.0.0.1:8080, [::1]:8080 or 0.0.0.0:8080; or unix:/PATH".into())
            })?;
            Listener { at: At::Port(address), is_plain: false, has_proxy_header: false }
        }
    };
    for word in words {
        match (word, &mut listener.at) {
            ("proxy_protocol", _) => listener.has_proxy_header = true,
            ("plain", At::Port(_)) => listener.is_plain = true,
            ("plain", At::Path(..)) => {
                return Err(Expected("`plain` for ports alone: TLS is never spoken at a path".into()));
            }
            (word, At::Path(_, mode)) if word.starts_with("mode=") => {
                let digits = word.strip_prefix("mode=").unwrap_or_default();
                let parsed = u32::from_str_radix(digits, 8).ok().filter(|mode| *mode <= 0o777);
                *mode = parsed.ok_or_else(|| Expected("`mode=` and permissions such as 0660".into()))?;
            }
            _ => return Err(Expected(format!("no {word:?} behind {place}, but places, {FORM}"))),
        }
    }
    Ok(listener)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { lowest: 1, highest: 4 };

    fn read(text: &str) -> Result<Listen, String> {
        let mut listen = Listen::from(SocketAddr::from(([127, 0, 0, 1], 1)));
        listen.set(Given::Text(text), BOUNDS).map(|()| listen).map_err(|Expected(text)| text)
    }

    #[test]
    fn places_are_shown_as_they_are_read() {
        for text in [
            "127.0.0.1:8080",
            "127.0.0.1:0,127.0.0.1:0",
            "[::]:443,127.0.0.1:8080 plain",
            "0.0.0.0:443 proxy_protocol,unix:/run/baton.sock",
            "0.0.0.0:80 plain proxy_protocol,unix:/run/baton.sock proxy_protocol mode=0660",
        ] {
            assert_eq!(read(text).unwrap().show(), text);
        }
        let of_file = toml::de::DeTable::parse("listen = ['127.0.0.1:1', 'unix:/a mode=600']").unwrap();
        let (_, value) = of_file.get_ref().iter().next().unwrap();
        let mut listen = Listen::from(SocketAddr::from(([127, 0, 0, 1], 1)));
        listen.set(Given::Toml(value.get_ref()), BOUNDS).unwrap();
        assert_eq!(listen.show(), "127.0.0.1:1,unix:/a mode=0600");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, named) in [
            ("", "HOST:PORT"),
            ("8080", "HOST:PORT"),
            ("127.0.0.1:1,", "HOST:PORT"),
            ("1.1.1.1:1,1.1.1.1:2,1.1.1.1:3,1.1.1.1:4,1.1.1.1:5", "1 to 4 places"),
            ("unix:run/baton.sock", "a path from the root"),
            (&format!("unix:/{}", "x".repeat(107)), "at most 107 bytes"),
            ("unix:/a plain", "never spoken at a path"),
            ("unix:/a mode=999", "permissions such as 0660"),
            ("unix:/a mode=1777", "permissions such as 0660"),
            ("127.0.0.1:1 mode=0660", "no \"mode=0660\" behind 127.0.0.1:1"),
            ("127.0.0.1:1 tls", "no \"tls\" behind 127.0.0.1:1"),
            ("127.0.0.1:1,127.0.0.1:1 plain", "127.0.0.1:1 plain is there twice"),
            ("unix:/a,unix:/a mode=0600", "is there twice"),
        ] {
            let said = read(text).unwrap_err();
            assert!(said.contains(named), "{text}: {said}");
        }
    }

    #[test]
    fn a_place_that_others_reach_is_enough_for_others() {
        for (text, is_for_this_machine, direct) in [
            ("127.0.0.1:1", true, Some(("127.0.0.1:1", false))),
            ("unix:/a", true, None),
            ("[::1]:1 proxy_protocol,unix:/a", true, None),
            ("127.0.0.1:1,0.0.0.0:2", false, Some(("127.0.0.1:1", false))),
            ("0.0.0.0:2 proxy_protocol,[::1]:1 plain", false, Some(("[::1]:1", true))),
        ] {
            let listen = read(text).unwrap();
            let direct = direct.map(|(address, is_plain)| (address.parse().unwrap(), is_plain));
            assert_eq!(
                (listen.is_for_this_machine(), listen.direct()),
                (is_for_this_machine, direct),
                "{text}"
            );
        }
    }
}
