//! The sockets that the server listens on, from the setting `listen`.

use std::fmt::Display;
use std::fs;
use std::io;
use std::net::SocketAddr;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

use baton_reactor::{bind, bind_path, is_left_over};

use crate::settings::{At, Settings};
use crate::worker::{Bound, BoundSocket};

/// Where the server listens. Files of Unix sockets are removed when this is dropped, behind the listeners.
pub(crate) struct Places(Vec<Place>);

struct Place {
    at: PlaceAt,
    is_tls: bool,
    has_proxy_header: bool,
}

enum PlaceAt {
    Port(SocketAddr),
    Path(SocketFile),
}

/// The file of a Unix socket.
struct SocketFile {
    path: PathBuf,
}

/// Opens all of them.
///
/// # Errors
/// The first that cannot be, in words for the operator.
pub(crate) fn bind_all(settings: &Settings) -> Result<(Places, Vec<Bound>), String> {
    let (mut places, mut bound) = (Places(Vec::new()), Vec::new());
    for listener in settings.listen.all() {
        let has_proxy_header = listener.has_proxy_header;
        let (socket, at, is_tls) = match &listener.at {
            At::Port(address) => {
                let socket = bind(*address, settings.backlog)
                    .map_err(|error| cannot_listen(address, "listen", &error))?;
                let address = socket.local_addr().map_err(|error| error.to_string())?;
                let is_tls = settings.tls.is_some() && !listener.is_plain;
                (BoundSocket::Port(socket), PlaceAt::Port(address), is_tls)
            }
            At::Path(path, mode) => {
                let (socket, file) = bind_file(path, *mode, settings.backlog).map_err(|error| {
                    cannot_listen(format_args!("unix:{}", path.display()), "listen", &error)
                })?;
                (BoundSocket::Path(socket), PlaceAt::Path(file), false)
            }
        };
        bound.push(Bound { socket, is_tls, has_proxy_header });
        places.0.push(Place { at, is_tls, has_proxy_header });
    }
    Ok((places, bound))
}

impl Places {
    /// Each as a URL, and what its connections begin with.
    pub(crate) fn shown(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|Place { at, is_tls, has_proxy_header }| {
            let begin = if *has_proxy_header { " (PROXY protocol)" } else { "" };
            match at {
                PlaceAt::Port(address) => {
                    format!("{}://{address}{begin}", if *is_tls { "https" } else { "http" })
                }
                PlaceAt::Path(file) => format!("unix:{}{begin}", file.path.display()),
            }
        })
    }

    /// The first that takes connections without a proxy, and whether they begin with TLS.
    pub(crate) fn direct(&self) -> Option<(SocketAddr, bool)> {
        self.0.iter().find_map(|place| match place.at {
            PlaceAt::Port(address) if !place.has_proxy_header => Some((address, place.is_tls)),
            _ => None,
        })
    }
}

fn bind_file(path: &Path, mode: u32, backlog: u32) -> io::Result<(UnixListener, SocketFile)> {
    Ok((bind_path(path, Some(mode), backlog)?, SocketFile { path: path.to_owned() }))
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        // The listener is closed before; another server may listen there by now.
        if is_left_over(&self.path) {
            drop(fs::remove_file(&self.path));
        }
    }
}

/// Why the server cannot listen there, and what to change.
pub(crate) fn cannot_listen(at: impl Display, setting: &str, error: &io::Error) -> String {
    let hint = match error.kind() {
        io::ErrorKind::AddrInUse => "another program listens there; stop it or choose another place",
        io::ErrorKind::PermissionDenied => {
            "ports below 1024 need the capability CAP_NET_BIND_SERVICE; a path needs a directory that the server may write to"
        }
        io::ErrorKind::AddrNotAvailable => "this machine does not have that address",
        io::ErrorKind::NotFound => "make the directory first",
        _ => "choose an address of this machine and a free port",
    };
    format!("cannot listen on {at} (setting {setting}): {error}; {hint}")
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_socket_that_was_left_over_is_replaced_and_nothing_else_is() {
        let directory = std::env::temp_dir().join(format!("baton-listening-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let path = directory.join("socket");
        let (listener, file) = bind_file(&path, 0o640, 8).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        let taken = bind_file(&path, 0o640, 8).err().unwrap();
        assert_eq!(taken.kind(), io::ErrorKind::AddrInUse, "it is listened on");
        drop(listener);
        // As after a kill, in which nobody removes the file.
        let (listener, newer) = bind_file(&path, 0o666, 8).unwrap();
        drop(file);
        assert!(path.exists(), "the file of another server is left");
        drop(listener);
        drop(newer);
        assert!(!path.exists());
        fs::write(&path, "mine").unwrap();
        assert!(bind_file(&path, 0o666, 8).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"mine", "what is no socket is left");
        fs::remove_dir_all(&directory).unwrap();
    }
}
