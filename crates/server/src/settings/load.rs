//! The layers: flags override the environment, which overrides an application's `.env`, which overrides the file, which
//! overrides the defaults.
//!
//! Every layer is checked even where a higher one hides it, and the faults are reported together, up to a bound: an operator
//! corrects a file in one go.

use std::collections::BTreeMap;

use baton_hub::AppId;
use baton_protocols::App;

use super::app::APP;
use super::apps::{Candidate, decide_public_broadcast, lend_local_keys};
use super::environment::{Environment, Source};
use super::fault::{Fault, Origin, SetAt};
use super::field::Given;
use super::file::{File, Section, Tables};
use super::foreign::{Alias, Family, Reading};
use super::names::{Named, index_of};
use super::origins::Origins;
use super::server::{SERVER, Settings, loops_for_this_machine};
use super::setting::{About, Scope, Setting};
use super::stored::Stored;
use crate::apps_database::Snapshot;

/// Faults that are reported at once: one in `[app_defaults]` may be one of each app, of which there may be many.
const MOST_FAULTS: usize = 100;

/// The flags of a command line: names without dashes, and their values.
pub(crate) type Flags = BTreeMap<String, String>;

/// Settings that are right, and where each comes from.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) settings: Settings,
    /// In the order of [`SERVER`].
    pub(crate) origins: Origins,
    /// For each app, in the order of [`APP`].
    pub(crate) app_origins: Vec<Origins>,
}

/// Where settings come from besides the file, which the first of them may name.
#[derive(Debug)]
pub(crate) struct Sources {
    pub(crate) flags: Flags,
    pub(crate) environment: Environment,
    /// The apps in a database's table, as they were last read.
    pub(crate) database: Snapshot,
}

impl Sources {
    /// Reads all layers, the file and the stored apps as they are now. The file is what `--config` or `BATON_CONFIG` names,
    /// if any does.
    pub(crate) fn load(&self) -> Result<Loaded, Vec<Fault>> {
        self.load_with_apps(Stored::AsSet)
    }

    /// The same with other stored apps.
    pub(crate) fn load_with_apps(&self, stored: Stored<'_>) -> Result<Loaded, Vec<Fault>> {
        let Self { flags, environment, database } = self;
        // First the application's `.env`, which may name the file.
        let environment = match named(flags, environment, "env-file", "BATON_ENV_FILE") {
            Some((path, origin)) => environment.with_file(path, &origin).map_err(|fault| vec![fault])?,
            None => environment.clone(),
        };
        let file = named(flags, &environment, "config", "BATON_CONFIG");
        let file = file.map(|(path, origin)| File::read(path, origin)).transpose().map_err(bounded)?;
        load_with_database(flags, &environment, file.as_ref(), stored, database)
    }

    /// The files that the command line and the environment name.
    pub(crate) fn files(&self) -> Vec<String> {
        let Self { flags, environment, .. } = self;
        let env_file =
            named(flags, environment, "env-file", "BATON_ENV_FILE").map(|(path, _)| path.to_owned());
        let inner = env_file.as_ref().and_then(|path| environment.with_file(path, &Origin::Default).ok());
        let config = named(flags, inner.as_ref().unwrap_or(environment), "config", "BATON_CONFIG");
        let config = config.map(|(path, _)| path.to_owned());
        env_file.into_iter().chain(config).collect()
    }
}

/// The path that a flag or a variable gives.
fn named<'a>(
    flags: &'a Flags,
    environment: &'a Environment,
    flag: &str,
    variable: &str,
) -> Option<(&'a str, Origin)> {
    let by_flag = flags.get(flag).map(|path| (path.as_str(), SetAt::Flag(flag.into()).into()));
    by_flag.or_else(|| environment.lookup(variable))
}

/// The same with the file at hand, and no table read.
#[cfg(test)]
pub(crate) fn load_with(
    flags: &Flags,
    environment: &Environment,
    file: Option<&File>,
    stored: Stored<'_>,
) -> Result<Loaded, Vec<Fault>> {
    load_with_database(flags, environment, file, stored, &Snapshot::default())
}

/// The same with the file and the rows of the table at hand.
pub(super) fn load_with_database(
    flags: &Flags,
    environment: &Environment,
    file: Option<&File>,
    stored: Stored<'_>,
    database: &Snapshot,
) -> Result<Loaded, Vec<Fault>> {
    let tables = file.map(File::parse).transpose()?;
    let family = Family::chosen(environment, &aliases());
    let mut loader = Loader::new(flags, environment, family);
    let unmatched = file.map(File::unmatched);
    loader.notices.extend(unmatched.into_iter().flat_map(|unmatched| &unmatched.notices).cloned());
    let mut loaded = loader.run(tables.as_ref(), stored, database);
    if place_of(&loaded.origins, Scope::Server, "listen").is_anothers() {
        let lacks_host = unmatched.and_then(|unmatched| unmatched.lacks_host.clone());
        loaded.settings.notices.extend(lacks_host);
    }
    if loader.faults.is_empty() { Ok(loaded) } else { Err(bounded(loader.faults)) }
}

/// As many as are reported at once.
fn bounded(mut faults: Vec<Fault>) -> Vec<Fault> {
    if faults.len() > MOST_FAULTS {
        let more = faults.split_off(MOST_FAULTS).len();
        faults.push(Fault::new(Origin::Default, format!("{more} more faults are not shown")));
    }
    faults
}

/// What an environment alone says by the names of one family, and what is wrong with it.
pub(super) fn load_environment(environment: &Environment, family: Option<Family>) -> (Loaded, Vec<Fault>) {
    let flags = Flags::new();
    let mut loader = Loader::new(&flags, environment, family);
    let loaded = loader.run(None, Stored::None, &Snapshot::default());
    (loaded, loader.faults)
}

/// The same where other layers may follow: the values, and which of them are none. Whether they go together is not known yet.
pub(super) fn read_environment(environment: &Environment, family: Family) -> (Loaded, Vec<Fault>) {
    let flags = Flags::new();
    let mut loader = Loader::new(&flags, environment, Some(family));
    let (mut settings, mut origins) = (Settings::default(), Origins::unset(SERVER.len()));
    loader.read_outer(SERVER, &mut settings, &mut origins);
    let Candidate { app, origins: of_app } = loader.outer_app(&Candidate::default());
    settings.apps.push(app);
    (Loaded { settings, origins, app_origins: vec![of_app] }, loader.faults)
}

/// What the rows of a table say.
pub(super) fn abouts<T>(table: &[Setting<T>]) -> Vec<About> {
    table.iter().map(|setting| setting.about).collect()
}

/// The names that other servers have for our settings.
pub(super) fn aliases() -> Vec<&'static Alias> {
    let all = abouts(SERVER).into_iter().chain(abouts(&APP));
    all.flat_map(|about| about.aliases).collect()
}

/// The layers, and what was found wrong or worth telling so far.
pub(super) struct Loader<'a> {
    pub(super) flags: &'a Flags,
    pub(super) environment: &'a Environment,
    /// The server whose names are read beside ours.
    pub(super) family: Option<Family>,
    /// Whether those of an app are: not where a file declares the apps.
    pub(super) reads_app_aliases: bool,
    pub(super) faults: Vec<Fault>,
    pub(super) notices: Vec<String>,
}

impl<'a> Loader<'a> {
    pub(super) fn new(flags: &'a Flags, environment: &'a Environment, family: Option<Family>) -> Self {
        let (faults, notices) = (Vec::new(), Vec::new());
        Self { flags, environment, family, reads_app_aliases: true, faults, notices }
    }
}

impl Loader<'_> {
    fn run(&mut self, tables: Option<&Tables<'_>>, stored: Stored<'_>, database: &Snapshot) -> Loaded {
        let mut settings = Settings::default();
        let mut origins = Origins::unset(SERVER.len());
        if let Some(tables) = tables {
            self.faults.extend(tables.server.unknown(Scope::Server, |_| true));
            self.read_section(SERVER, &mut settings, &tables.server, &mut origins);
        }
        self.read_outer(SERVER, &mut settings, &mut origins);
        self.refuse_little_room(&settings, &origins);
        self.check_apps_database(&settings, &origins);

        let files = self.stored_files(&settings, place_of(&origins, Scope::Server, "data_dir"), stored);
        let mut sections = Vec::with_capacity(files.len());
        for file in &files {
            match file.parse_app() {
                Ok(app) => sections.push(app),
                Err(fault) => self.faults.push(fault),
            }
        }
        let model = self.app_defaults(tables);
        // A process follows its table as long as it lasts, whatever the file says by now.
        let has_table = !settings.apps_database_url.bytes().is_empty() || database.rows().is_some();
        let mut candidates = self.apps(&model, tables, &sections, has_table);
        if has_table {
            settings.rows = self.add_rows(&settings, &model, database, &mut candidates);
        }
        self.refuse_duplicates(&candidates);
        self.refuse_half_rotations(&candidates);
        self.check_keys(&settings, &candidates);
        lend_local_keys(&settings, &mut candidates);
        decide_public_broadcast(&mut candidates);
        let api_secret_origin = place_of(&origins, Scope::Server, "api_jwt_secret");
        self.refuse_shared_api_secret(&settings, &api_secret_origin, &candidates);
        let listen_origin = place_of(&origins, Scope::Server, "listen");
        self.refuse_known_secrets(&settings, &listen_origin, &candidates);
        self.refuse_guessable_secrets(&settings, &origins, &candidates);
        self.require_named_proxies(&settings, &listen_origin);
        self.check_acme(&settings, &origins);
        self.read_certificates(&mut settings, &origins);
        self.notice(&settings, &candidates);

        let mut app_origins = Vec::new();
        for (candidate, index) in candidates.into_iter().zip(0..) {
            settings.apps.push(App { index: AppId(index), ..candidate.app });
            app_origins.push(candidate.origins);
        }
        if settings.loops == 0 {
            settings.loops = loops_for_this_machine();
        }
        settings.notices = std::mem::take(&mut self.notices);
        Loaded { settings, origins, app_origins }
    }

    /// One body has to fit into what all incomplete requests may hold.
    fn refuse_little_room(&mut self, settings: &Settings, origins: &Origins) {
        let Settings { request_bytes, http_body_bytes, .. } = *settings;
        if request_bytes < http_body_bytes {
            let text = format!(
                "request_bytes = {request_bytes}: one body may have {http_body_bytes} bytes (http_body_bytes): set it to at \
                 least that"
            );
            self.faults.push(Fault::new(place_of(origins, Scope::Server, "request_bytes"), text));
        }
    }

    /// The layer of the file.
    pub(super) fn read_section<T>(
        &mut self,
        table: &[Setting<T>],
        target: &mut T,
        section: &Section<'_>,
        origins: &mut Origins,
    ) {
        let scope = table.first().map_or(Scope::Server, |setting| setting.about.scope);
        for (Named { index, .. }, key, given, at) in section.settings(scope) {
            let Some(setting) = table.get(index) else { continue };
            self.notice_former(&setting.about, key, at);
            let before = self.faults.len();
            origins.update(index, |origin| self.set(setting, target, given, at.clone(), origin));
            for fault in self.faults.iter_mut().skip(before) {
                // One line has the first table of a list.
                let row = fault.entry_of(setting.about.key).and_then(|number| section.row(key, number));
                if let Some(row) = row {
                    fault.move_to(row.clone());
                }
            }
        }
    }

    /// The layers of an application's `.env` and of the process's environment, in each the names of other servers below
    /// our own, and of the flags.
    pub(super) fn read_outer<T>(&mut self, table: &[Setting<T>], target: &mut T, origins: &mut Origins) {
        for (index, setting) in table.iter().enumerate() {
            origins.update(index, |origin| self.read_outer_setting(setting, target, origin));
        }
    }

    fn read_outer_setting<T>(&mut self, setting: &Setting<T>, target: &mut T, origin: &mut Origin) {
        let environment = self.environment;
        self.read_absent(setting, target, origin);
        for source in Source::ALL {
            self.read_aliases(source, setting, target, origin);
            for about in setting.about.spellings() {
                if let Some((text, at)) = environment.of(source, &about.environment()) {
                    self.notice_former(&setting.about, about.key, &at);
                    self.set(setting, target, Given::Text(text), at, origin);
                }
            }
        }
        for about in setting.about.spellings() {
            let name = about.flag();
            if let Some(text) = self.flags.get(&name) {
                let at = Origin::from(SetAt::Flag(name));
                self.notice_former(&setting.about, about.key, &at);
                self.set(setting, target, Given::Text(text), at, origin);
            }
        }
    }

    /// What an environment sets that has another server's names alone: those of ours are not looked up, which takes longer
    /// than the rest.
    pub(super) fn read_foreign<T>(&mut self, table: &[Setting<T>], target: &mut T, origins: &mut Origins) {
        for (index, setting) in table.iter().enumerate() {
            if !self.is_foreign(setting) {
                continue;
            }
            origins.update(index, |origin| {
                self.read_absent(setting, target, origin);
                self.read_aliases(Source::File, setting, target, origin);
            });
        }
    }

    /// Whether the other server has a name or a value of its own for the setting.
    fn is_foreign<T>(&self, setting: &Setting<T>) -> bool {
        self.family.is_some_and(|family| family.fixed(setting.about.key).is_some())
            || self.aliases_of(setting).next().is_some()
    }

    /// A setting is given by its former name.
    fn notice_former(&mut self, about: &About, key: &str, at: &Origin) {
        if key != about.key {
            self.notices
                .push(format!("{at}: {key} is now named {}; the former name is still read", about.key));
        }
    }

    /// The names of the setting that are read.
    fn aliases_of<T>(&self, setting: &Setting<T>) -> impl Iterator<Item = &'static Alias> + use<T> {
        let reads = self.reads_app_aliases || setting.about.scope == Scope::Server;
        let family = self.family.filter(|_| reads);
        setting.about.aliases.iter().filter(move |alias| alias.family().is_none_or(|of| Some(of) == family))
    }

    /// What the other server does where nothing sets it.
    fn read_absent<T>(&mut self, setting: &Setting<T>, target: &mut T, origin: &mut Origin) {
        let Some(family) = self.family.filter(|_| matches!(origin, Origin::Default)) else { return };
        for alias in self.aliases_of(setting) {
            if let Some(absent) = alias.absent {
                self.read_alias(
                    alias,
                    (absent, SetAt::Absent(family.name()).into()),
                    setting,
                    target,
                    origin,
                );
            }
        }
        if setting.about.scope == Scope::App
            && self.reads_app_aliases
            && let Some(value) = family.fixed(setting.about.key)
        {
            self.set(setting, target, Given::Text(value), SetAt::Absent(family.name()).into(), origin);
        }
    }

    fn read_aliases<T>(&mut self, source: Source, setting: &Setting<T>, target: &mut T, origin: &mut Origin) {
        let environment = self.environment;
        for alias in self.aliases_of(setting) {
            let Some((value, at)) = environment.of(source, alias.name) else { continue };
            let read = alias.family().map_or(Some(value), |family| family.reads(value));
            let Some(value) = read else { continue };
            if value.is_empty() && !setting.about.is_credential() {
                continue;
            }
            self.read_alias(alias, (value, at), setting, target, origin);
        }
    }

    fn read_alias<T>(
        &mut self,
        alias: &Alias,
        (value, at): (&str, Origin),
        setting: &Setting<T>,
        target: &mut T,
        origin: &mut Origin,
    ) {
        let current = setting.show(target);
        match (alias.read)(&Reading { value, current: &current, environment: self.environment }) {
            Ok(Some(text)) if alias.family().is_none() => {
                self.set_if_right(setting, target, &text, at, origin);
            }
            Ok(Some(text)) => self.set(setting, target, Given::Text(&text), at, origin),
            Ok(None) => {}
            Err(expected) => {
                let kind = setting.kind(target);
                self.faults.push(Fault::value(at, setting.about.key, kind, Given::Text(value), &expected));
            }
        }
    }

    /// Sets a value that was written for programs of every kind: one that is none here is worth a notice, and no reason not
    /// to start.
    fn set_if_right<T>(
        &mut self,
        setting: &Setting<T>,
        target: &mut T,
        text: &str,
        at: Origin,
        origin: &mut Origin,
    ) {
        let place = setting.field(target);
        match place.set(Given::Text(text), setting.about.bounds) {
            Ok(()) => *origin = at,
            Err(expected) => {
                let (key, kind) = (setting.about.key, place.kind());
                let fault = Fault::value(at, key, kind, Given::Text(text), &expected);
                self.notices.push(format!("{fault}; it is ignored"));
            }
        }
    }

    pub(super) fn set<T>(
        &mut self,
        setting: &Setting<T>,
        target: &mut T,
        given: Given<'_>,
        at: Origin,
        origin: &mut Origin,
    ) {
        let place = setting.field(target);
        match place.set(given, setting.about.bounds) {
            Ok(()) => {}
            Err(expected) => {
                let fault = Fault::value(at.clone(), setting.about.key, place.kind(), given, &expected);
                self.faults.push(fault);
            }
        }
        *origin = at; // also of a wrong one: it is not missing
    }
}

/// Where the value of `key` comes from.
pub(super) fn place_of(origins: &Origins, scope: Scope, key: &str) -> Origin {
    origins[index_of(scope, key)].clone()
}
