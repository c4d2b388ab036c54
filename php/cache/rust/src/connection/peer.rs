//! Who is at the other end of a connection: an address, and not the name that it was found by.
//!
//! A name may lead elsewhere tomorrow, or in another folder, or below another root. So what is cached of a server is bound to the peer, and
//! the cache's own connection is opened to that ([`Settings::peer`](super::Settings::peer)).

use std::fs;
use std::io;
use std::net::SocketAddr;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf, absolute};

/// See the module's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Peer {
    /// Over the network.
    Tcp(SocketAddr),
    /// A socket on this machine.
    Unix {
        /// Its absolute path.
        path: PathBuf,
        /// Device and inode of its folder, which stay when the server makes the socket again.
        folder: (u64, u64),
    },
}

impl Peer {
    /// The socket at a path, as of now.
    pub(super) fn of_path(path: &Path) -> io::Result<Self> {
        let path = absolute(path)?;
        let folder = fs::metadata(path.parent().unwrap_or(Path::new("/")))?;
        Ok(Self::Unix { path, folder: (folder.dev(), folder.ino()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_the_same_by_any_path() {
        let folder = std::env::temp_dir().join(format!("baton-peer-{:016x}", fastrand::u64(..)));
        fs::create_dir(&folder).unwrap();
        std::os::unix::fs::symlink(&folder, folder.join("again")).unwrap();
        let folder_of = |path: PathBuf| match Peer::of_path(&path) {
            Ok(Peer::Unix { folder, .. }) => Some(folder),
            _ => None,
        };
        let found = folder_of(folder.join("socket"));
        assert!(found.is_some() && found == folder_of(folder.join("again/socket")));
        assert_ne!(found, folder_of("/socket".into()));
        assert_eq!(folder_of(folder.join("missing/socket")), None);
        fs::remove_dir_all(&folder).unwrap();
    }
}
