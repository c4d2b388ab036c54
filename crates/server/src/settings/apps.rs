//! Which apps there are: those of the file, one that flags and environment declare, or else the default app.

use std::collections::HashMap;

use baton_protocols::phoenix::PublicBroadcast;
use baton_protocols::{ApiKey, App, DeclaredIn, Secret};
use toml::de::DeValue;

use super::app::{
    APP, DEFAULT_SECRET, LOCAL_API_KEYS, LOCAL_JWT_SECRET, LOCAL_SECRET_KEY, default_app, is_default,
};
use super::fault::{Fault, Origin, SetAt};
use super::field::Given;
use super::file::{Section, Tables};
use super::load::{Loader, place_of};
use super::origins::Origins;
use super::secret_file::prefer_own_secrets;
use super::secret_variable::variable_of;
use super::server::Settings;
use super::setting::{About, Scope};
use super::soketi;
use crate::database::Database;
use crate::tokens::{Keys, KeysFault, LOCAL_KEY};

/// A setting that names an app, and its value.
type Name = (&'static str, fn(&App) -> &str);

/// An app on its way, and where each of its settings comes from.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) app: App,
    pub(super) origins: Origins,
}

/// The default app.
impl Default for Candidate {
    fn default() -> Self {
        Self { app: default_app(), origins: Origins::unset(APP.len()) }
    }
}

impl Loader<'_> {
    /// The apps of the file, those of the store, and the one that flags and environment declare; if there is none, the
    /// default app.
    pub(super) fn apps(
        &mut self,
        model: &Candidate,
        tables: Option<&Tables<'_>>,
        stored: &[Section<'_>],
        has_table: bool,
    ) -> Vec<Candidate> {
        let mut apps = self.declared(model, tables, stored, has_table);
        self.read_secret_variables(&mut apps);
        apps.iter_mut().for_each(|app| self.read_secret_files(app));
        let sections = tables.iter().flat_map(|tables| &tables.apps).chain(stored); // theirs come first
        for (app, section) in apps.iter().zip(sections) {
            self.refuse_incomplete(app, &section.origin);
            self.refuse_other_id(section);
        }
        apps
    }

    /// What all apps share.
    pub(super) fn app_defaults(&mut self, tables: Option<&Tables<'_>>) -> Candidate {
        let mut model = Candidate::default();
        if let Some(tables) = tables {
            self.faults.extend(tables.app_defaults.unknown(Scope::App, |about| !about.is_credential()));
            self.read_section(&APP, &mut model.app, &tables.app_defaults, &mut model.origins);
            model.origins = model.origins.shared();
        }
        model
    }

    fn declared(
        &mut self,
        model: &Candidate,
        tables: Option<&Tables<'_>>,
        stored: &[Section<'_>],
        has_table: bool,
    ) -> Vec<Candidate> {
        let of_file = tables.map_or(&[][..], |tables| &tables.apps);
        let mut apps = Vec::with_capacity(of_file.len() + stored.len());
        for section in of_file.iter().chain(stored) {
            self.faults.extend(section.unknown(Scope::App, |_| true));
            apps.push(self.file_app(model, section));
        }
        if of_file.is_empty() {
            // Soketi looks for apps in one place.
            self.reads_app_aliases &= !(has_table && soketi::has_table(self.environment));
            // The store is beside what an environment declares, in whatever names; the default app gives way to it.
            let outer = self.outer_app(model);
            let is_declared = |key| !matches!(place_of(&outer.origins, Scope::App, key), Origin::Default);
            if (apps.is_empty() && !has_table)
                || ["id", "key", "secret", "secret_file"].into_iter().any(is_declared)
            {
                apps.push(outer);
            } else {
                self.refuse_homeless();
            }
            return apps;
        }
        self.reads_app_aliases = false;
        if self.outer_names().any(|about| about.is_credential()) {
            apps.push(self.outer_app(model));
        } else {
            self.refuse_homeless();
        }
        apps
    }

    fn file_app(&mut self, model: &Candidate, section: &Section<'_>) -> Candidate {
        let mut candidate = model.clone();
        candidate.app.secret = Secret::new("");
        if matches!(&section.origin, Origin::At(at) if matches!(**at, SetAt::StoredApp(_))) {
            candidate.app.declared_in = DeclaredIn::Store;
        }
        self.read_section(&APP, &mut candidate.app, section, &mut candidate.origins);
        prefer_own_secrets(&mut candidate, section);
        candidate
    }

    /// An app of the file or the store has its own id, key and secret; Supabase clients need no secret.
    fn refuse_incomplete(&mut self, candidate: &Candidate, section: &Origin) {
        let Candidate { app, origins } = candidate;
        let is_missing = |key| matches!(place_of(origins, Scope::App, key), Origin::Default);
        let needs_secret = !takes_supabase_clients(app) && is_missing("secret_file");
        let needed = ["id", "key"].into_iter().chain(needs_secret.then_some("secret"));
        for key in needed.filter(|key| is_missing(key)) {
            let variable = match &*app.id {
                "" => String::new(),
                _ => format!(", or set {}", variable_of(candidate, "secret")),
            };
            let hint = match key {
                "secret" => format!("{variable}, or name a `secret_file`; `openssl rand -hex 32` makes one"),
                _ => String::new(),
            };
            let advice = match section {
                Origin::At(at) if matches!(**at, SetAt::StoredApp(_)) => "set one",
                _ => "add it below [[apps]]",
            };
            let text = format!("this app has no `{key}`: {advice}{hint}");
            self.faults.push(Fault::new(section.clone(), text));
        }
    }

    /// A secret without its key signs nothing. A key without a secret admits clients alone, which may be meant.
    pub(super) fn refuse_half_rotations(&mut self, candidates: &[Candidate]) {
        for Candidate { app, origins } in candidates {
            match (app.previous_key.is_empty(), app.previous_secret.bytes().is_empty()) {
                (true, false) => {
                    let text = "previous_secret is set and previous_key is not: set previous_key to the key that this secret \
                                belongs to, or remove it once the rotation is over";
                    self.faults.push(Fault::new(place_of(origins, Scope::App, "previous_secret"), text.to_owned()));
                }
                (false, true) => self.notices.push(format!(
                    "app {:?} has previous_key and no previous_secret: clients may connect by that key, and nothing that is \
                     signed under it is accepted; set previous_secret if the application still signs with it",
                    app.id
                )),
                _ => {}
            }
        }
    }

    /// A row of the store and the app in it have the same id.
    fn refuse_other_id(&mut self, section: &Section<'_>) {
        if let Origin::At(at) = &section.origin
            && let SetAt::StoredApp(id) = &**at
            && let Some((Given::Toml(DeValue::String(own)), at)) = section.get("id")
            && **own != **id
        {
            self.faults.push(Fault::new(at.clone(), format!("id = {own:?}: the store has it by another id")));
        }
    }

    /// The app of flags and environment; where they say nothing, the default app.
    pub(super) fn outer_app(&mut self, model: &Candidate) -> Candidate {
        let mut candidate = model.clone();
        self.read_outer(&APP, &mut candidate.app, &mut candidate.origins);
        candidate
    }

    /// The app settings that flags or our own environment names set.
    fn outer_names(&self) -> impl Iterator<Item = About> {
        let (flags, environment) = (self.flags, self.environment);
        APP.iter().flat_map(|setting| setting.about.spellings()).filter(move |about| {
            flags.contains_key(&about.flag()) || environment.get(&about.environment()).is_some()
        })
    }

    /// Flags and variables that set something of an app, while the file declares the apps: nobody would notice
    /// that they do nothing.
    fn refuse_homeless(&mut self) {
        let homeless: Vec<_> = self.outer_names().collect();
        for about in homeless {
            let variable = about.environment();
            let origin = match self.flags.contains_key(&about.flag()) {
                true => SetAt::Flag(about.flag()).into(),
                false => self
                    .environment
                    .lookup(&variable)
                    .map_or_else(|| SetAt::Environment(variable.clone()).into(), |(_, origin)| origin),
            };
            let text = format!(
                "it concerns the app that flags or environment declare, but the file, the store or a database declares the apps: \
                 put `{}` under [app_defaults] or [[apps]]",
                about.key
            );
            self.faults.push(Fault::new(origin, text));
        }
    }

    /// Databases and keys that cannot be used, and a way on which others could change keys.
    pub(super) fn check_keys(&mut self, settings: &Settings, candidates: &[Candidate]) {
        // The known secret has a refusal of its own.
        for candidate in candidates {
            if let Some((setting, why)) = Database::fault(&candidate.app) {
                let at = place_of(&candidate.origins, Scope::App, setting);
                self.faults.push(Fault::new(at, format!("{setting}: {why}")));
            }
            match Keys::of(&candidate.app, settings.is_for_this_machine()) {
                Err(KeysFault { setting, why }) => {
                    let at = place_of(&candidate.origins, Scope::App, setting);
                    self.faults.push(Fault::new(at, format!("{setting}: {why}")));
                }
                Ok(keys) if keys.are_open_to_others() => self.notices.push(format!(
                    "jwks_url of app {:?} is fetched without TLS: anybody on the network path can \
                     replace the keys and sign any token; use https://",
                    candidate.app.id
                )),
                Ok(_) => {}
            }
        }
    }

    pub(super) fn refuse_duplicates(&mut self, candidates: &[Candidate]) {
        self.refuse_twice(&[("id", |app| &app.id)], candidates);
        self.refuse_twice(&[("key", |app| &app.key), ("previous_key", |app| &app.previous_key)], candidates);
    }

    /// Refuses a name that two apps have, or one of them twice, in any of these settings.
    fn refuse_twice(&mut self, settings: &[Name], candidates: &[Candidate]) {
        let mut seen: HashMap<&str, (usize, &str)> = HashMap::new();
        for (n, Candidate { app, origins }) in candidates.iter().enumerate() {
            for (key, name) in settings {
                let name = name(app);
                if name.is_empty() {
                    continue;
                }
                let Some((of, known)) = seen.insert(name, (n, key)) else { continue };
                let first = place_of(&candidates[of].origins, Scope::App, known);
                let at = place_of(origins, Scope::App, key);
                let text = match of == n {
                    true => format!("{key} = {name:?} is its {known} as well: choose another"),
                    false => format!(
                        "{key} = {name:?} is the {known} of another app too ({first}): each app needs its own"
                    ),
                };
                self.faults.push(Fault::new(at, text));
            }
        }
    }

    /// Every user of an app has a token that its `jwt_secret` signed, and would be an administrator.
    pub(super) fn refuse_shared_api_secret(
        &mut self,
        settings: &Settings,
        origin: &Origin,
        candidates: &[Candidate],
    ) {
        let secret = settings.api_jwt_secret.bytes();
        let shared = candidates
            .iter()
            .find(|candidate| !secret.is_empty() && candidate.app.tokens.jwt_secret.bytes() == secret);
        if let Some(candidate) = shared {
            let text = format!(
                "api_jwt_secret is the jwt_secret of app {:?} too, whose users would all be administrators: choose another; \
                 `openssl rand -hex 32` makes one",
                candidate.app.id
            );
            self.faults.push(Fault::new(origin.clone(), text));
        }
    }

    /// Anyone who knows an app's secret may publish and subscribe as they like, and the default one is in every
    /// manual.
    pub(super) fn refuse_known_secrets(
        &mut self,
        settings: &Settings,
        origin: &Origin,
        candidates: &[Candidate],
    ) {
        if settings.is_for_this_machine() {
            return;
        }
        for candidate in candidates.iter().filter(|candidate| has_local_secret_key(&candidate.app)) {
            let text = format!(
                "other machines reach {}, and one of the api_keys of app {:?} is that of Supabase's local development, which \
                 everybody knows: set BATON_APP_API_KEYS, or `api_keys` under [[apps]], to keys of your own",
                settings.listen, candidate.app.id
            );
            self.faults.push(Fault::new(origin.clone(), text));
        }
        for candidate in candidates.iter().filter(|candidate| has_local_jwt_secret(&candidate.app)) {
            let text = format!(
                "other machines reach {}, and the jwt_secret of app {:?} is that of Supabase's local development: set \
                 {}, or `jwt_secret` under [[apps]], to your project's; `openssl rand -hex 32` makes one",
                settings.listen,
                candidate.app.id,
                variable_of(candidate, "jwt_secret")
            );
            self.faults.push(Fault::new(origin.clone(), text));
        }
        for candidate in candidates.iter().filter(|candidate| has_known_secret(&candidate.app)) {
            let text = format!(
                "other machines reach {}, and the secret of app {:?} is the one that everybody knows \
                 ({DEFAULT_SECRET}): set {}, or `secret` under [[apps]], to a secret of your own; \
                 `openssl rand -hex 32` makes one",
                settings.listen,
                candidate.app.id,
                variable_of(candidate, "secret")
            );
            self.faults.push(Fault::new(origin.clone(), text));
        }
    }
}

/// Puts the decision in the place of `auto`. It follows from the settings, and not from who is connected: with a secret of its
/// own an app has Pusher clients, on whose public channels only what it signs is published.
pub(super) fn decide_public_broadcast(candidates: &mut [Candidate]) {
    for Candidate { app, .. } in candidates {
        if app.supabase.public_broadcast == PublicBroadcast::Auto {
            let has_secret = !app.secret.bytes().is_empty() && !has_known_secret(app);
            app.supabase.public_broadcast =
                if has_secret { PublicBroadcast::Nobody } else { PublicBroadcast::Anybody };
        }
    }
}

/// Lets Supabase's clients into the default app, as their local development knows it.
pub(super) fn lend_local_keys(settings: &Settings, candidates: &mut [Candidate]) {
    if let [Candidate { app, .. }] = candidates
        && settings.is_for_this_machine()
        && has_known_secret(app)
        && !takes_supabase_clients(app)
    {
        let tokens = &mut app.tokens;
        tokens.jwt_secret = Secret::new(LOCAL_JWT_SECRET);
        tokens.jwks = format!("{{\"keys\":[{LOCAL_KEY}]}}");
        tokens.api_keys = LOCAL_API_KEYS.iter().filter_map(|key| ApiKey::parse(key)).collect();
    }
}

/// Whether any Supabase client could connect.
pub(super) fn takes_supabase_clients(app: &App) -> bool {
    let tokens = &app.tokens;
    !tokens.jwt_secret.bytes().is_empty()
        || [&tokens.jwks, &tokens.jwks_file, &tokens.jwks_url].iter().any(|setting| !setting.is_empty())
        || !tokens.api_keys.is_empty()
}

pub(super) fn has_local_secret_key(app: &App) -> bool {
    app.tokens.api_keys.iter().any(|one| one.key.bytes() == LOCAL_SECRET_KEY.as_bytes())
}

fn has_local_jwt_secret(app: &App) -> bool {
    app.tokens.jwt_secret.bytes() == LOCAL_JWT_SECRET.as_bytes()
}

/// Refuses to replace running settings by ones with the publicly known secret: an emptied file would put the development app
/// in place of all others. `had`: an app had that secret before.
///
/// # Errors
/// In words for the operator.
pub(crate) fn refuse_known_secret(settings: &Settings, had: bool) -> Result<(), String> {
    // Of a table's row that has been checked, and is no reason to refuse all others.
    let is_checked = |app: &&App| app.declared_in == DeclaredIn::Database;
    match settings.apps.iter().filter(|app| !is_checked(app)).find(|app| has_known_secret(app)).filter(|_| !had) {
        None => Ok(()),
        Some(app) if is_default(app) => Err("no app is declared, so the development app with its publicly known \
                                             secret would be served: declare the apps, or restart the server if that is \
                                             meant"
            .to_owned()),
        Some(app) => Err(format!(
            "the secret of app {:?} is publicly known ({DEFAULT_SECRET}): choose another; `openssl rand -hex 32` makes one",
            app.id
        )),
    }
}

pub(crate) fn has_known_secret(app: &App) -> bool {
    app.secret.bytes() == DEFAULT_SECRET.as_bytes()
}
