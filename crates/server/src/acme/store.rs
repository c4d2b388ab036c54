//! What outlasts a restart, in the folder `acme` of `data_dir`: the account at each authority, the certificate with its key, and when
//! orders were made. Nobody but the server's user can read it.
//!
//! Files are replaced as a whole: after a crash there is the former one or the new one. A damaged one is moved aside, since somebody
//! may know what to do with it.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use baton_reactor::IssuedCertificate;
use instant_acme::AccountCredentials;
use sha2::{Digest as _, Sha256};

use crate::bounded_file;
use crate::clock::unix_s;

const FOLDER: &str = "acme";
const CERTIFICATE: &str = "certificate.pem";
const ORDERS: &str = "orders";
/// In front of the certificate: where it came from. Readers of PEM skip such lines.
const DIRECTORY: &str = "Directory: ";
/// And when it came, in seconds since 1970.
const STORED: &str = "Stored: ";
/// No file of ours is longer.
const MOST_BYTES: u64 = 256 * 1_024;

/// The folder.
pub(super) struct Store(PathBuf);

/// A certificate of the store.
#[derive(Debug, Clone)]
pub(super) struct Stored {
    pub(super) certificate: IssuedCertificate,
    /// The directory of the authority that has issued it.
    pub(super) directory: String,
    /// When it was stored, in seconds since 1970.
    pub(super) at: Option<u64>,
}

impl Stored {
    fn parse(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let directory = first.strip_prefix(DIRECTORY).ok_or("its first line names no directory")?;
        let at = lines.next().and_then(|second| second.strip_prefix(STORED)?.parse().ok());
        let certificate = IssuedCertificate::parse(text.as_bytes(), text.as_bytes())?;
        Ok(Self { certificate, directory: directory.to_owned(), at })
    }
}

/// Why a file is of no use.
struct Unusable {
    why: String,
    is_damaged: bool,
}

impl Store {
    pub(super) fn new(data_dir: &Path) -> Self {
        Self(data_dir.join(FOLDER))
    }

    /// Where the certificate is.
    pub(super) fn certificate_path(&self) -> PathBuf {
        self.0.join(CERTIFICATE)
    }

    /// Makes the folder, or closes the present one to others.
    ///
    /// # Errors
    /// In words for the operator.
    fn make(&self) -> Result<(), String> {
        let made = DirBuilder::new().recursive(true).mode(0o700).create(&self.0);
        let made = made.and_then(|()| {
            let mode = fs::metadata(&self.0)?.permissions().mode() & 0o777;
            if mode == 0o700 {
                return Ok(());
            }
            fs::set_permissions(&self.0, fs::Permissions::from_mode(0o700))
        });
        made.map_err(|error| cannot("make", &self.0, &error))
    }

    /// The certificate, if there is one.
    ///
    /// # Errors
    /// It cannot be used, and was moved aside: in words for the operator.
    pub(super) fn certificate(&self) -> Result<Option<Stored>, String> {
        self.read(CERTIFICATE, Stored::parse).map_err(|unusable| self.set_aside(CERTIFICATE, unusable))
    }

    /// The same, and nothing is moved.
    ///
    /// # Errors
    /// It cannot be used: in words for the operator.
    pub(super) fn inspect(&self) -> Result<Option<Stored>, String> {
        self.read(CERTIFICATE, Stored::parse).map_err(|Unusable { why, .. }| why)
    }

    /// Stores a certificate, followed by the intermediate ones, and its key, as of now.
    ///
    /// # Errors
    /// In words for the operator.
    pub(super) fn write_certificate(
        &self,
        directory: &str,
        chain: &str,
        key: &str,
        now: u64,
    ) -> Result<(), String> {
        let head = format!("{DIRECTORY}{directory}\n{STORED}{now}\n");
        self.write(CERTIFICATE, &format!("{head}{}\n{key}", chain.trim_end()))
    }

    /// The account at the authority with this directory, if there is one.
    ///
    /// # Errors
    /// It cannot be used, and was moved aside: in words for the operator.
    pub(super) fn account(&self, directory: &str) -> Result<Option<AccountCredentials>, String> {
        let name = account_file(directory);
        let parse = |text: &str| serde_json::from_str(text).map_err(|error| error.to_string());
        self.read(&name, parse).map_err(|unusable| self.set_aside(&name, unusable))
    }

    /// Stores it.
    ///
    /// # Errors
    /// In words for the operator.
    pub(super) fn write_account(&self, directory: &str, account: &AccountCredentials) -> Result<(), String> {
        let text = serde_json::to_string(account).map_err(|error| error.to_string())?;
        self.write(&account_file(directory), &text)
    }

    /// The authority does not know it (any more): another has to be made.
    pub(super) fn set_account_aside(&self, directory: &str) {
        let file = self.0.join(account_file(directory));
        // Without it nothing else can be done than with it.
        drop(fs::rename(&file, aside(&file, "refused")));
    }

    /// When orders were made; what cannot be read is none.
    pub(super) fn orders(&self) -> String {
        self.read(ORDERS, |text| Ok(text.to_owned())).ok().flatten().unwrap_or_default()
    }

    /// Stores that.
    ///
    /// # Errors
    /// In words for the operator.
    pub(super) fn write_orders(&self, text: &str) -> Result<(), String> {
        self.write(ORDERS, text)
    }

    fn read<T>(
        &self,
        name: &str,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<Option<T>, Unusable> {
        let file = self.0.join(name);
        let bytes = match bounded_file::read(&file.to_string_lossy(), MOST_BYTES) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Unusable { why: cannot("read", &file, &error), is_damaged: false }),
            Ok(bytes) => bytes,
        };
        let text = std::str::from_utf8(&bytes).map_err(|error| error.to_string());
        text.and_then(parse).map(Some).map_err(|why| Unusable {
            why: format!("{} is damaged: {why}", file.display()),
            is_damaged: true,
        })
    }

    fn set_aside(&self, name: &str, Unusable { why, is_damaged }: Unusable) -> String {
        if !is_damaged {
            return why;
        }
        let file = self.0.join(name);
        let aside = aside(&file, "damaged");
        match fs::rename(&file, &aside) {
            Ok(()) => format!("{why}; it was moved to {}", aside.display()),
            Err(error) => format!("{why}; it cannot be moved aside: {error}"),
        }
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        self.make()?;
        let (file, new) = (self.0.join(name), self.0.join(format!(".{name}.new")));
        let written = write_new(&new, text).and_then(|()| {
            fs::rename(&new, &file)?;
            File::open(&self.0)?.sync_all() // the name lasts as well
        });
        written.map_err(|error| cannot("write", &file, &error))
    }
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// One for each directory. Its name is a hash: a URL has characters that names of files do not.
fn account_file(directory: &str) -> String {
    let hash: String = Sha256::digest(directory).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("account-{hash}.json")
}

/// Where a file is moved, and why.
fn aside(file: &Path, why: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(format!(".{why}-{}", unix_s()));
    name.into()
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> String {
    format!(
        "cannot {what} {}: {error}; the server's user must be able to read and write there (setting data_dir)",
        path.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entropy::random_hex;

    struct Folder(PathBuf);

    impl Folder {
        fn new() -> Self {
            let path = std::env::temp_dir().join(format!("baton-acme-{}", random_hex(8).unwrap()));
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            drop(fs::remove_dir_all(&self.0));
        }
    }

    fn pair(name: &str) -> (String, String) {
        let made = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
        (made.cert.pem(), made.signing_key.serialize_pem())
    }

    #[test]
    fn a_certificate_is_stored_for_its_owner_alone_and_read_again() {
        let folder = Folder::new();
        let store = Store::new(&folder.0);
        assert!(store.certificate().unwrap().is_none());
        let (chain, key) = pair("a.example");
        store.write_certificate("https://ca.example/dir", &chain, &key, 7).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&store.0), mode(&store.certificate_path())), (0o700, 0o600));
        let stored = store.certificate().unwrap().unwrap();
        assert_eq!((stored.directory.as_str(), stored.at), ("https://ca.example/dir", Some(7)));
        assert_eq!(stored.certificate.names, ["a.example"]);
        assert!(!format!("{stored:?}").contains("PRIVATE"));
        // A new file that a crash has left does not matter, and the next certificate takes the place of the first.
        fs::write(store.0.join(".certificate.pem.new"), "half").unwrap();
        let (chain, key) = pair("b.example");
        store.write_certificate("https://ca.example/dir", &chain, &key, 7).unwrap();
        assert_eq!(store.certificate().unwrap().unwrap().certificate.names, ["b.example"]);
        fs::set_permissions(&store.0, fs::Permissions::from_mode(0o755)).unwrap();
        store.make().unwrap();
        assert_eq!(mode(&store.0), 0o700);
    }

    #[test]
    fn damaged_files_are_moved_aside() {
        let folder = Folder::new();
        let store = Store::new(&folder.0);
        let ((chain, _), (_, other_key)) = (pair("a.example"), pair("a.example"));
        for (directory, chain, key, why) in [
            ("u", "", "", "no certificate"),
            ("u", &*chain, "", "private key"),
            ("u", &*chain, &*other_key, "another key"),
            ("u", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", &*other_key, "certificate"),
        ] {
            store.write_certificate(directory, chain, key, 7).unwrap();
            let said = store.certificate().unwrap_err();
            assert!(said.contains(why) && said.contains("certificate.pem.damaged-"), "{said}");
            assert!(!store.certificate_path().exists());
        }
        fs::write(store.certificate_path(), [0xff, 0xfe]).unwrap();
        assert!(store.certificate().unwrap_err().contains("is damaged"));
        fs::write(store.0.join(account_file("u")), "{}").unwrap();
        assert!(store.account("u").err().unwrap().contains("is damaged"));
        assert!(store.account("u").unwrap().is_none());
    }
}
