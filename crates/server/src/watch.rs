//! Files that the settings come from: a change of one is a reason to read the settings again.
//!
//! Files are looked at every second and not by inotify: editors, configuration management and Kubernetes replace files, move
//! links and mount what tells nobody, and a look costs a few microseconds.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use crate::app_store::{AppStore, Version};
use crate::config::Config;
use crate::settings::Sources;

/// What a file is, as far as it can be seen without reading it. `None`: it is not there.
type Seen = Option<(u64, u64, u64, i64, i64)>;

/// What was seen of the files, and of the store of apps.
pub(crate) struct Watch {
    /// In the directory that the process began with.
    store: Option<(PathBuf, Option<AppStore>)>,
    version: Option<Version>,
    files: BTreeMap<PathBuf, Seen>,
    /// There was a change at the last look; it counts once nothing more changes: a file may be half written.
    is_changing: bool,
}

impl Watch {
    /// Nothing has changed since now.
    pub(crate) fn new(sources: &Sources, config: &Config) -> Self {
        let store = config.settings.data_dir.path().map(|directory| (directory.to_path_buf(), None));
        let mut watch = Self { store, version: None, files: BTreeMap::new(), is_changing: false };
        watch.follow(sources, config);
        watch.mark();
        watch
    }

    /// Looks at the files of these settings from now on. Those that it has looked at before may have changed meanwhile.
    pub(crate) fn follow(&mut self, sources: &Sources, config: &Config) {
        let settings = &config.settings;
        let certificate = settings
            .tls_certificate
            .paths()
            .chain(settings.tls_key.paths())
            .chain(settings.tls_client_ca.path());
        let secrets = config.apps().iter().flat_map(|state| {
            [&state.app.secret_file, &state.app.tokens.jwt_secret_file].map(|path| PathBuf::from(&**path))
        });
        let files = sources.files().into_iter().map(PathBuf::from);
        let files =
            files.chain(certificate.map(Into::into)).chain(secrets).filter(|path| *path != Path::new(""));
        let mut former = std::mem::take(&mut self.files);
        self.files = files
            .map(|path| {
                let seen = former.remove(&path).unwrap_or_else(|| seen(&path));
                (path, seen)
            })
            .collect();
    }

    /// Everything is about to be read: what changes from now on counts.
    pub(crate) fn mark(&mut self) {
        self.version = self.store_version();
        self.mark_files();
    }

    /// The files alone are about to be read.
    pub(crate) fn mark_files(&mut self) {
        self.files.iter_mut().for_each(|(path, known)| *known = seen(path));
        self.is_changing = false;
    }

    /// Takes the connection to the store out, to change an app through it: changes of its own connection are not reported.
    /// `None` if the store is not open.
    pub(crate) fn take_store(&mut self) -> Option<AppStore> {
        self.store_version(); // opens it
        self.store.as_mut().and_then(|(_, store)| store.take())
    }

    /// What [`unmark`](Self::unmark) restores.
    pub(crate) fn marked(&self) -> Marked {
        Marked { version: self.version, files: self.files.clone(), is_changing: self.is_changing }
    }

    /// Whether a file was changing at the last look.
    pub(crate) fn is_changing(&self) -> bool {
        self.is_changing
    }

    /// The change failed, and nothing was read: earlier changes count again.
    pub(crate) fn unmark(&mut self, Marked { version, files, is_changing }: Marked) {
        (self.version, self.files, self.is_changing) = (version, files, is_changing);
    }

    /// Puts the connection back, with the version from which on changes count.
    pub(crate) fn return_store(&mut self, returned: AppStore, version: Option<Version>) {
        self.version = version.or(self.version);
        if let Some((_, store)) = &mut self.store {
            *store = Some(returned);
        }
    }

    /// Whether something has changed since the last time that this was true, and has stopped changing.
    pub(crate) fn has_changed(&mut self) -> bool {
        let version = self.store_version();
        // What is in the store is whole at once.
        let is_stored = version != self.version;
        self.version = version;
        let mut is_other = false;
        for (path, before) in &mut self.files {
            let now = seen(path);
            is_other |= now != *before;
            *before = now;
        }
        let has_rested = self.is_changing && !is_other;
        self.is_changing = is_other;
        is_stored || has_rested
    }

    /// `None` without a store.
    fn store_version(&mut self) -> Option<Version> {
        let (directory, store) = self.store.as_mut()?;
        if store.as_ref().is_none_or(|store| !store.is_in_place()) {
            // The first app that is stored creates it.
            match AppStore::open_at_once(directory) {
                Ok(opened) => *store = opened,
                Err(_) => {
                    *store = None;
                    return Some(AppStore::version_of_unopened(directory));
                }
            }
        }
        // Locked by another process, whose change is not committed yet.
        store.as_ref()?.version().ok()?.or(self.version)
    }
}

/// The state before a mark.
pub(crate) struct Marked {
    version: Option<Version>,
    files: BTreeMap<PathBuf, Seen>,
    is_changing: bool,
}

fn seen(path: &Path) -> Seen {
    let of = fs::metadata(path).ok()?;
    Some((of.dev(), of.ino(), of.size(), of.mtime(), of.mtime_nsec()))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::app_store::{Change, StoredApp};
    use crate::apps_database::Snapshot;
    use crate::entropy::random_hex;
    use crate::settings::{Environment, Flags};

    #[test]
    fn a_change_counts_once_it_has_come_to_rest() {
        let folder = std::env::temp_dir().join(format!("baton-watch-{}", random_hex(8).unwrap()));
        fs::create_dir(&folder).unwrap();
        let (file, data) = (folder.join("baton.toml"), folder.join("data"));
        let write = |more: &str| fs::write(&file, format!("data_dir = {data:?}\n{more}")).unwrap();
        write("");
        let flags = Flags::from([("config".into(), file.to_str().unwrap().to_owned())]);
        let sources = Sources { flags, environment: Environment::default(), database: Snapshot::default() };
        let config = Config::new(sources.load().unwrap().settings, None, 1).unwrap();
        let mut watch = Watch::new(&sources, &config);
        let mut looks = |count: usize| (0..count).map(|_| watch.has_changed()).collect::<Vec<_>>();
        assert_eq!(looks(3), [false; 3]);
        write("# half");
        assert_eq!(looks(1), [false], "it may be half written");
        write("# half and more");
        assert_eq!(looks(1), [false]);
        assert_eq!(looks(3), [true, false, false]);
        fs::remove_file(&file).unwrap();
        assert_eq!(looks(3), [false, true, false], "a file that is gone has changed");
        let put = |id: &str| {
            let app = StoredApp { id: id.into(), text: String::new() };
            AppStore::open(&data).unwrap().change(|_| Ok::<_, String>((Change::Put(app), ()))).unwrap();
        };
        put("a");
        assert_eq!(looks(2), [true, false], "the store was not there before");
        put("b");
        assert_eq!(looks(2), [true, false]);
        fs::rename(AppStore::path(&data), data.join("away")).unwrap();
        assert_eq!(looks(2), [true, false], "a store that is moved away has changed");
        put("b");
        assert_eq!(looks(2), [true, false], "and another in its place as well");
        put("c");
        assert_eq!(looks(2), [true, false]);
        let other = rusqlite::Connection::open(AppStore::path(&data)).unwrap();
        other.execute_batch("BEGIN EXCLUSIVE; DELETE FROM app").unwrap();
        let began = Instant::now();
        assert_eq!(looks(2), [false; 2], "a locked store has not changed yet");
        assert!(began.elapsed() < Duration::from_secs(5), "a lock is not waited for");
        other.execute_batch("COMMIT").unwrap();
        assert_eq!(looks(2), [true, false]);
        put("d");
        watch.mark();
        assert!(!watch.has_changed(), "it is about to be read");
        fs::remove_dir_all(&folder).unwrap();
    }
}
