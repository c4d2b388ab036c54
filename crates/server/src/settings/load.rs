//! The layers: flag over environment over file over default.
//!
//! Every layer is checked even where a higher one hides it, and all faults are told at once: an operator mends a
//! file in one go.

use std::collections::{BTreeMap, HashMap};

use baton_hub::AppId;
use baton_protocols::App;

use super::app::{APP, DEFAULT_SECRET, default_app};
use super::environment::Environment;
use super::fault::{Fault, Origin};
use super::field::Given;
use super::file::{File, Section, Tables};
use super::nearest::nearest;
use super::reverb::{self, Reading};
use super::server::{SERVER, Settings, loops_for_this_machine};
use super::setting::{About, Scope, Setting};

/// The flags of a command line: names without dashes, and their values.
pub(crate) type Flags = BTreeMap<String, String>;

/// Settings that are right, and where each comes from.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) settings: Settings,
    /// In the order of [`SERVER`].
    pub(crate) origins: Vec<Origin>,
    /// For each app, in the order of [`APP`].
    pub(crate) app_origins: Vec<Vec<Origin>>,
}

/// Reads all layers. The file is what `--config` or `BATON_CONFIG` names, if any does.
pub(crate) fn load(flags: &Flags, environment: &Environment) -> Result<Loaded, Vec<Fault>> {
    let named = flags.get("config").map(|path| (path.as_str(), Origin::Flag("config".into())));
    let named = named.or_else(|| {
        environment.get("BATON_CONFIG").map(|path| (path, Origin::Environment("BATON_CONFIG".into())))
    });
    let file =
        named.map(|(path, origin)| File::read(path, origin)).transpose().map_err(|fault| vec![fault])?;
    load_with(flags, environment, file.as_ref())
}

/// As [`load`], with the file at hand.
pub(crate) fn load_with(
    flags: &Flags,
    environment: &Environment,
    file: Option<&File>,
) -> Result<Loaded, Vec<Fault>> {
    let tables = file.map(File::parse).transpose()?;
    let mut loader =
        Loader { flags, environment, reads_reverb: true, faults: Vec::new(), notices: Vec::new() };
    let loaded = loader.run(tables.as_ref());
    if loader.faults.is_empty() { Ok(loaded) } else { Err(loader.faults) }
}

/// What the rows of a table say.
fn abouts<T>(table: &[Setting<T>]) -> Vec<About> {
    table.iter().map(|setting| setting.about).collect()
}

/// An app on its way, and where each of its settings comes from.
#[derive(Clone)]
struct Candidate {
    app: App,
    origins: Vec<Origin>,
}

struct Loader<'a> {
    flags: &'a Flags,
    environment: &'a Environment,
    /// Whether Reverb's names are read for the app: not where a file declares the apps.
    reads_reverb: bool,
    faults: Vec<Fault>,
    notices: Vec<String>,
}

impl Loader<'_> {
    fn run(&mut self, tables: Option<&Tables<'_>>) -> Loaded {
        let mut settings = Settings::default();
        let mut origins = vec![Origin::Default; SERVER.len()];
        if let Some(tables) = tables {
            self.faults.extend(tables.server.unknown(&abouts(SERVER), &abouts(APP)));
            self.read_section(SERVER, &mut settings, &tables.server, &mut origins);
        }
        self.read_outer(SERVER, &mut settings, &mut origins);

        let candidates = self.apps(tables);
        self.refuse_duplicates(&candidates);
        let listen_origin = place_of(&origins, SERVER, "listen");
        self.refuse_known_secrets(&settings, &listen_origin, &candidates);
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

    /// The layer of the file.
    fn read_section<T>(
        &mut self,
        table: &[Setting<T>],
        target: &mut T,
        section: &Section<'_>,
        origins: &mut [Origin],
    ) {
        for (setting, origin) in table.iter().zip(origins) {
            if let Some((given, at)) = section.get(setting.about.key) {
                self.set(setting, target, given, at.clone(), origin);
            }
        }
    }

    /// The layers of the environment, Reverb's names before our own, and of the flags.
    fn read_outer<T>(&mut self, table: &[Setting<T>], target: &mut T, origins: &mut [Origin]) {
        for (setting, origin) in table.iter().zip(origins) {
            self.read_reverb(setting, target, origin);
            let name = setting.about.environment();
            if let Some(text) = self.environment.get(&name) {
                self.set(setting, target, Given::Text(text), Origin::Environment(name), origin);
            }
            let name = setting.about.flag();
            if let Some(text) = self.flags.get(&name) {
                self.set(setting, target, Given::Text(text), Origin::Flag(name), origin);
            }
        }
    }

    fn read_reverb<T>(&mut self, setting: &Setting<T>, target: &mut T, origin: &mut Origin) {
        let reads = self.reads_reverb || setting.about.scope == Scope::Server;
        for alias in setting.about.reverb.iter().filter(|_| reads) {
            let at = Origin::Environment(alias.name.to_owned());
            let Some(value) = self.environment.get(alias.name) else { continue };
            if value.is_empty() && !setting.about.is_credential() {
                continue;
            }
            let current = setting.show(target);
            match (alias.read)(&Reading { value, current: &current, environment: self.environment }) {
                Ok(Some(text)) => self.set(setting, target, Given::Text(&text), at, origin),
                Ok(None) => {}
                Err(expected) => {
                    let kind = setting.kind(target);
                    self.faults.push(Fault::value(
                        at,
                        setting.about.key,
                        kind,
                        Given::Text(value),
                        &expected,
                    ));
                }
            }
        }
    }

    fn set<T>(
        &mut self,
        setting: &Setting<T>,
        target: &mut T,
        given: Given<'_>,
        at: Origin,
        origin: &mut Origin,
    ) {
        let place = (setting.place)(target);
        match place.set(given, setting.about.bounds) {
            Ok(()) => *origin = at,
            Err(expected) => {
                self.faults.push(Fault::value(at, setting.about.key, place.kind(), given, &expected));
            }
        }
    }

    /// The apps of the file and the one that flags and environment declare; if there is none, the default app.
    fn apps(&mut self, tables: Option<&Tables<'_>>) -> Vec<Candidate> {
        let mut model = Candidate { app: default_app(), origins: vec![Origin::Default; APP.len()] };
        let Some(tables) = tables else { return vec![self.outer_app(&model)] };
        let shared: Vec<_> = abouts(APP).into_iter().filter(|about| !about.is_credential()).collect();
        self.faults.extend(tables.app_defaults.unknown(&shared, &abouts(SERVER)));
        self.read_section(APP, &mut model.app, &tables.app_defaults, &mut model.origins);
        if tables.apps.is_empty() {
            return vec![self.outer_app(&model)];
        }
        self.reads_reverb = false;
        let mut apps: Vec<_> = tables.apps.iter().map(|section| self.file_app(&model, section)).collect();
        if self.outer_names().any(|about| about.is_credential()) {
            apps.push(self.outer_app(&model));
        } else {
            self.refuse_homeless();
        }
        apps
    }

    fn file_app(&mut self, model: &Candidate, section: &Section<'_>) -> Candidate {
        let mut candidate = model.clone();
        self.faults.extend(section.unknown(&abouts(APP), &abouts(SERVER)));
        for about in
            abouts(APP).iter().filter(|about| about.is_credential() && section.get(about.key).is_none())
        {
            let hint = if about.key == "secret" { "; `openssl rand -hex 32` makes one" } else { "" };
            let text = format!("this app has no `{}`: add it below [[apps]]{hint}", about.key);
            self.faults.push(Fault::new(section.origin.clone(), text));
        }
        self.read_section(APP, &mut candidate.app, section, &mut candidate.origins);
        candidate
    }

    /// The app of flags and environment; where they say nothing, the default app.
    fn outer_app(&mut self, model: &Candidate) -> Candidate {
        let mut candidate = model.clone();
        self.read_outer(APP, &mut candidate.app, &mut candidate.origins);
        candidate
    }

    /// The app settings that flags or our own environment names set.
    fn outer_names(&self) -> impl Iterator<Item = &'static About> {
        let (flags, environment) = (self.flags, self.environment);
        APP.iter().map(|setting| &setting.about).filter(move |about| {
            flags.contains_key(&about.flag()) || environment.get(&about.environment()).is_some()
        })
    }

    /// Flags and variables that set something of an app, while the file declares the apps: nobody would notice
    /// that they do nothing.
    fn refuse_homeless(&mut self) {
        let homeless: Vec<_> = self.outer_names().collect();
        for about in homeless {
            let origin = match self.flags.contains_key(&about.flag()) {
                true => Origin::Flag(about.flag()),
                false => Origin::Environment(about.environment()),
            };
            let text = format!(
                "it concerns the app that flags or environment declare, but the file declares the apps: \
                 put `{}` under [app_defaults] or [[apps]]",
                about.key
            );
            self.faults.push(Fault::new(origin, text));
        }
    }

    fn refuse_duplicates(&mut self, candidates: &[Candidate]) {
        self.refuse_twice("id", candidates, |app| &app.id);
        self.refuse_twice("key", candidates, |app| &app.key);
    }

    fn refuse_twice(&mut self, key: &str, candidates: &[Candidate], name: fn(&App) -> &str) {
        let mut seen: HashMap<&str, &Candidate> = HashMap::new();
        for candidate in candidates {
            let Some(first) = seen.insert(name(&candidate.app), candidate) else { continue };
            let text = format!(
                "{key} = {:?} is the {key} of another app too ({}): each app needs its own",
                name(&candidate.app),
                place_of(&first.origins, APP, key)
            );
            self.faults.push(Fault::new(place_of(&candidate.origins, APP, key), text));
        }
    }

    /// Whoever knows an app's secret may publish and subscribe as they like, and the default one is in every
    /// manual.
    fn refuse_known_secrets(&mut self, settings: &Settings, origin: &Origin, candidates: &[Candidate]) {
        if settings.listen.ip().to_canonical().is_loopback() {
            return;
        }
        for candidate in candidates.iter().filter(|candidate| has_known_secret(&candidate.app)) {
            let text = format!(
                "other machines reach {}, and the secret of app {:?} is the one that everybody knows \
                 ({DEFAULT_SECRET}): set BATON_APP_SECRET, or `secret` under [[apps]], to a secret of your own; \
                 `openssl rand -hex 32` makes one",
                settings.listen, candidate.app.id
            );
            self.faults.push(Fault::new(origin.clone(), text));
        }
    }

    fn notice(&mut self, settings: &Settings, candidates: &[Candidate]) {
        for Candidate { app, .. } in candidates {
            let id = &app.id;
            if has_known_secret(app) {
                self.notices.push(format!(
                    "app {id:?} has the secret that everybody knows ({DEFAULT_SECRET}): for development on this \
                     machine only, and not behind a proxy; set BATON_APP_SECRET for anything else"
                ));
            } else if app.secret.bytes().len() < 16 {
                self.notices.push(format!(
                    "the secret of app {id:?} has {} bytes and may be guessed; `openssl rand -hex 32` makes a better \
                     one",
                    app.secret.bytes().len()
                ));
            }
            if app.event_data_bytes as usize > settings.http_body_bytes {
                self.notices.push(format!(
                    "app {id:?} allows events of {} bytes (event_data_bytes), but an HTTP body may have {} \
                     (http_body_bytes): raise the latter",
                    app.event_data_bytes, settings.http_body_bytes
                ));
            }
        }
        self.notices.extend(reverb::unmet(self.environment));
        if !self.reads_reverb && self.environment.get("REVERB_APP_ID").is_some() {
            self.notices.push("REVERB_APP_… is not read, since the file declares the apps".into());
        }
        self.notice_strangers();
    }

    fn notice_strangers(&mut self) {
        let own =
            SERVER.iter().map(|setting| setting.about).chain(abouts(APP)).map(|about| about.environment());
        let known: Vec<String> = own.chain(["BATON_CONFIG".into()]).collect();
        for name in self.environment.own_names().filter(|name| !known.iter().any(|k| k == name)) {
            let advice = match nearest(name, known.iter().map(String::as_str)) {
                Some(known) => format!("did you mean {known}?"),
                None => "`baton settings` lists them all".into(),
            };
            self.notices.push(format!("{} names no setting: {advice}", name.escape_debug()));
        }
    }
}

fn has_known_secret(app: &App) -> bool {
    app.secret.bytes() == DEFAULT_SECRET.as_bytes()
}

/// Where the value of `key` comes from.
fn place_of<T>(origins: &[Origin], table: &[Setting<T>], key: &str) -> Origin {
    let found = table.iter().zip(origins).find(|(setting, _)| setting.about.key == key);
    found.map_or(Origin::Default, |(_, origin)| origin.clone())
}
