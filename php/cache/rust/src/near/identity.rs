//! What a space of the shared table is called: who is at the other end, how that was made sure of, and who asks.
//!
//! Whatever differs here is another space, so that no connection finds what another one read that was let in with other credentials, believed
//! another certificate, or talks to somebody else. It is a digest under the region's secret: the memory holds no credentials, and nobody
//! can choose some that fall together.

use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, absolute};

use baton_near_cache::Table;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::connection::{Connection, Peer, Trust};

/// The name of an identity: an odd number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity(u64);

impl Identity {
    /// Of a connection that is open. None: it cannot be said who is at its other end.
    pub(super) fn of(table: &Table, connection: &Connection) -> Option<Self> {
        let mut digest = Digest::new(table.settings().seed);
        // Pools with roots of their own have other files by the same paths.
        let root = fs::metadata("/").map_or([0; 2], |root| [root.dev(), root.ino()]);
        let place = connection.place().to_string();
        let way = if connection.is_secure() {
            Way::Tls { place: &place, trust: &connection.settings().trust }
        } else {
            Way::Plain
        };
        digest.place(connection.peer()?, root, way);
        let identity = &connection.settings().identity;
        let user = if identity.user.is_empty() { b"default" } else { identity.user.as_slice() };
        Some(digest.part(user).part(&identity.password).end())
    }

    /// Any name, for tests.
    #[cfg(test)]
    pub(super) fn named(table: &Table, name: &[u8]) -> Self {
        let mut digest = Digest::new(table.settings().seed);
        digest.part(name);
        digest.end()
    }

    pub(super) fn number(self) -> u64 {
        self.0
    }
}

/// How bytes get there.
#[derive(Clone, Copy)]
enum Way<'a> {
    Plain,
    /// By the name that the certificate has to have, and what is demanded of it.
    Tls {
        place: &'a str,
        trust: &'a Trust,
    },
}

struct Digest(Hmac<Sha256>);

impl Digest {
    #[allow(clippy::expect_used, reason = "a key of this function has any length")]
    fn new(seed: [u64; 2]) -> Self {
        let key = seed.map(u64::to_le_bytes).concat();
        Self(Hmac::new_from_slice(&key).expect("HMAC takes keys of any length"))
    }

    /// Its length goes first, so that no two lists of parts are one.
    fn part(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    fn numbers(&mut self, numbers: &[u64]) -> &mut Self {
        numbers.iter().for_each(|number| self.0.update(&number.to_le_bytes()));
        self
    }

    /// Who is at the other end, as seen from a root of files, and how that was made sure of.
    fn place(&mut self, peer: &Peer, root: [u64; 2], way: Way<'_>) -> &mut Self {
        match peer {
            Peer::Tcp(address) => self.part(b"tcp").part(address.to_string().as_bytes()),
            Peer::Unix { path, folder } => {
                let name = path.file_name().unwrap_or_default();
                self.part(b"unix").numbers(&[folder.0, folder.1]).part(name.as_bytes())
            }
        };
        self.numbers(&root);
        match way {
            Way::Plain => self.part(b"plain"),
            Way::Tls { place, trust } => self.part(b"tls").part(place.as_bytes()).trust(trust),
        }
    }

    /// A file or folder as it is now: by its path from the root, and by what stands there.
    fn file(&mut self, path: &Path) -> &mut Self {
        let whole = absolute(path).unwrap_or_default();
        let found = fs::metadata(path).map_or([0; 5], |found| {
            let changed = (found.mtime().cast_unsigned(), found.mtime_nsec().cast_unsigned());
            [found.dev(), found.ino(), found.size(), changed.0, changed.1]
        });
        self.part(whole.as_os_str().as_bytes()).numbers(&found)
    }

    fn trust(&mut self, trust: &Trust) -> &mut Self {
        let Trust { verify_peer, verify_name, allow_self_signed, peer_name, .. } = trust;
        let flags = [*verify_peer, *verify_name, *allow_self_signed].map(u8::from);
        self.part(&flags).part(peer_name.as_bytes());
        for path in [&trust.ca_file, &trust.ca_path, &trust.certificate, &trust.key] {
            match path {
                Some(path) => self.part(b"file").file(path),
                None => self.part(b"none"),
            };
        }
        self
    }

    fn end(&mut self) -> Identity {
        let digest = self.0.clone().finalize().into_bytes();
        let (number, _) = digest.split_at(8);
        Identity(u64::from_le_bytes(number.try_into().unwrap_or_default()) | 1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::testing::{StandIn, opened};
    use super::*;
    use crate::connection::Settings;

    #[test]
    fn whatever_differs_makes_another_identity() {
        let table = opened().table;
        let server = StandIn::start_many(|_| {});
        let set = |change: &dyn Fn(&mut Settings)| {
            let mut settings = server.settings();
            change(&mut settings);
            let mut connection = Connection::new(settings).unwrap();
            connection.open().unwrap();
            Identity::of(&table, &connection).unwrap().number()
        };
        let credentials = |user: &'static [u8], password: &'static [u8]| {
            let mut connection = Connection::new(server.settings()).unwrap();
            connection.open().unwrap();
            connection.set_credentials(user.to_vec(), password.to_vec());
            Identity::of(&table, &connection).unwrap().number()
        };
        let mut seen = HashMap::new();
        for (what, number) in [
            ("plain", set(&|_| {})),
            ("password", credentials(b"", b"secret")),
            ("another password", credentials(b"", b"secret2")),
            ("user", credentials(b"ann", b"secret")),
            ("parts", credentials(b"anns", b"ecret")),
        ] {
            assert_eq!(seen.insert(number, what), None, "{what}");
        }
        assert_eq!(credentials(b"default", b"secret"), credentials(b"", b"secret"), "the same user");
        assert_eq!(set(&|settings| settings.keepalive = false), set(&|_| {}), "which is no matter");
    }

    #[test]
    fn each_peer_and_root_and_way_counts() {
        let tcp = |address: &str| Peer::Tcp(address.parse().unwrap());
        let unix = |path: &str, folder| Peer::Unix { path: path.into(), folder };
        let number = |peer: &Peer, root: [u64; 2], way: Way<'_>| {
            Digest::new([1, 2]).place(peer, root, way).end().number()
        };
        let (plain, trust) = (Way::Plain, Settings::of("a", 1).trust);
        let tls = |place| Way::Tls { place, trust: &trust };
        let mut numbers = [
            number(&tcp("127.0.0.1:6379"), [1, 2], plain),
            number(&tcp("127.0.0.1:6380"), [1, 2], plain),
            number(&tcp("127.0.0.2:6379"), [1, 2], plain),
            number(&tcp("[::1]:6379"), [1, 2], plain),
            number(&tcp("127.0.0.1:6379"), [1, 3], plain),
            number(&tcp("127.0.0.1:6379"), [3, 2], plain),
            number(&tcp("127.0.0.1:6379"), [1, 2], tls("a:1")),
            number(&tcp("127.0.0.1:6379"), [1, 2], tls("b:1")),
            number(&unix("/a/socket", (5, 6)), [1, 2], plain),
            number(&unix("/a/other", (5, 6)), [1, 2], plain),
            number(&unix("/a/socket", (5, 7)), [1, 2], plain),
            number(&unix("/a/socket", (5, 6)), [1, 3], plain),
        ];
        numbers.sort_unstable();
        assert!(numbers.windows(2).all(|two| two[0] != two[1]));
        let renamed = number(&unix("/b/socket", (5, 6)), [1, 2], plain);
        assert!(numbers.contains(&renamed), "a folder is what it is, whatever leads there");
    }

    #[test]
    fn each_part_of_trust_counts() {
        let digest = |change: &dyn Fn(&mut Trust)| {
            let mut trust = Settings::of("a", 1).trust;
            change(&mut trust);
            Digest::new([1, 2]).trust(&trust).end().number()
        };
        let changes: [&dyn Fn(&mut Trust); 10] = [
            &|_| {},
            &|trust| trust.verify_peer = false,
            &|trust| trust.verify_name = false,
            &|trust| trust.allow_self_signed = true,
            &|trust| trust.peer_name = "b".into(),
            &|trust| trust.ca_file = Some("/nowhere".into()),
            &|trust| trust.ca_path = Some("/nowhere".into()),
            &|trust| trust.certificate = Some("/nowhere".into()),
            &|trust| trust.key = Some("/nowhere".into()),
            &|trust| trust.ca_file = Some("nowhere".into()),
        ];
        let mut numbers = changes.map(digest);
        numbers.sort_unstable();
        assert!(numbers.windows(2).all(|two| two[0] != two[1]));
        assert_ne!(Digest::new([1, 2]).end().number(), Digest::new([1, 3]).end().number());
    }
}
