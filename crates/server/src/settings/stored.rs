//! Apps of the store: how they are read beside those of the file, and how one is changed.
//!
//! A change is made only if the settings as a whole are right with it, by the checks that a start makes.

use std::path::Path;

use super::app::{APP, is_default};
use super::fault::{Fault, Origin};
use super::field::Kind;
use super::file::{File, unknown};
use super::load::Loader;
use super::names::index_of;
use super::secret_variable::secret_variable;
use super::server::Settings;
use super::setting::{Scope, Setting};
use super::{Loaded, Sources};
use crate::app_store::{AppStore, Change, StoredApp};
use crate::apps_database::Row;
use crate::entropy::random_hex;
use baton_protocols::{App, DeclaredIn};

/// Bytes of an app's text: a few long lists and its webhooks.
const TEXT_BYTES: usize = 256 << 10;

/// Which stored apps the settings have.
#[derive(Debug)]
pub(crate) enum Stored<'a> {
    /// Those of the directory that the setting `data_dir` names.
    AsSet,
    /// Those of this directory, in which the server has them whatever `data_dir` says by now.
    In(Option<&'a Path>),
    /// These.
    Given(Vec<StoredApp>),
    /// None: what an environment alone says is wanted.
    None,
}

impl Loader<'_> {
    /// The texts of the stored apps, each as a file of its own.
    pub(super) fn stored_files(
        &mut self,
        settings: &Settings,
        origin: Origin,
        stored: Stored<'_>,
    ) -> Vec<File> {
        let read = |directory: Option<&Path>| -> Result<Vec<StoredApp>, String> {
            let store = directory.map(AppStore::open_existing).transpose()?.flatten();
            store.map_or(Ok(Vec::new()), |store| store.apps())
        };
        let apps = match stored {
            Stored::AsSet => read(settings.data_dir.path()),
            Stored::In(directory) => read(directory),
            Stored::Given(apps) => Ok(apps),
            Stored::None => Ok(Vec::new()),
        };
        match apps {
            Ok(apps) => apps.into_iter().map(|app| File::of_stored_app(app.id, app.text)).collect(),
            Err(why) => {
                self.faults.push(Fault::new(origin, why));
                Vec::new()
            }
        }
    }
}

/// What is to become of stored apps.
#[derive(Debug)]
pub(crate) enum AppChange {
    /// A new app; what it lacks of id, key and secret is made up.
    Create(toml::Table),
    /// Other values of settings; an empty text for those that return to their default.
    Set { id: String, values: toml::Table, removed: Vec<String> },
    /// Another key and secret; the former ones are taken as well from now on.
    RotateKey(String),
    /// The former key and secret are no longer taken.
    EndRotation(String),
    /// It is no more.
    Delete(String),
}

/// Why an app was not changed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NotChanged {
    /// There is no stored app with this id.
    Unknown(String),
    /// There is one already.
    Exists(String),
    /// It is one of the table, or would take the id or the key of one.
    Elsewhere(String),
    /// The settings would be wrong, or the store cannot be used.
    Wrong(String),
}

impl From<String> for NotChanged {
    fn from(why: String) -> Self {
        Self::Wrong(why)
    }
}

impl std::fmt::Display for NotChanged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown(id) => write!(
                f,
                "there is no app {id:?} in the store; those of the settings file are changed there, and `baton app list` shows \
                 all"
            ),
            Self::Exists(id) => write!(f, "there is an app {id:?} already: choose another id"),
            Self::Elsewhere(id) => write!(
                f,
                "the app {id:?} is in the database's table (apps_database_table), and is changed there; another app needs an id \
                 and a key of its own"
            ),
            Self::Wrong(why) => f.write_str(why),
        }
    }
}

/// What came of a change.
#[derive(Debug)]
pub(crate) struct Changed {
    /// The app as it is now; `None` if it is no more.
    pub(crate) app: Option<App>,
    /// All settings, with the change in them.
    pub(crate) settings: Settings,
}

impl AppChange {
    /// Makes the change in a store, if the settings with it are valid and `refuse` does not object.
    ///
    /// # Errors
    /// Why nothing was changed.
    pub(crate) fn make(
        self,
        store: &mut AppStore,
        sources: &Sources,
        refuse: impl FnOnce(&Settings) -> Result<(), String>,
    ) -> Result<Changed, NotChanged> {
        store.change(|known| {
            if let Self::RotateKey(id) = &self {
                refuse_variable(id, sources)?;
            }
            let in_table = sources.database.in_effect();
            if let Some(id) = self.id().filter(|id| in_table.contains_key(*id)) {
                return Err(NotChanged::Elsewhere(id.to_owned()));
            }
            let (id, change) = self.decide(&known)?;
            let loaded =
                sources.load_with_apps(Stored::Given(change.applied_to(known))).map_err(|faults| {
                    let lines: Vec<_> = faults.iter().map(ToString::to_string).collect();
                    NotChanged::Wrong(lines.join("\n"))
                })?;
            let Loaded { settings, .. } = loaded;
            if change == Change::Remove(id.clone()) && settings.apps.iter().any(is_default) {
                return Err(NotChanged::Wrong(format!(
                    "{id:?} is the last app, and a server has one: create another first, or disable this one"
                )));
            }
            refuse(&settings)?;
            // Its row would be refused from now on.
            let present = sources.database.rows().unwrap_or_default();
            let is_lost = |row: &&Row| {
                in_table.contains_key(row.id())
                    && !settings.rows.in_effect.iter().any(|one| one.id() == row.id())
            };
            if let Some(row) = present.iter().find(is_lost) {
                return Err(NotChanged::Elsewhere(row.id().to_owned()));
            }
            let app = settings.apps.iter().find(|app| *app.id == *id).cloned();
            Ok((change, Changed { app, settings }))
        })
    }

    /// Nothing, unless it is about an app of the database's table: that is changed there, with or without a store.
    pub(crate) fn refuse_elsewhere<'a>(
        &self,
        mut apps: impl Iterator<Item = &'a App>,
    ) -> Result<(), NotChanged> {
        let Some(id) = self.id() else { return Ok(()) };
        match apps.any(|app| &*app.id == id && app.declared_in == DeclaredIn::Database) {
            true => Err(NotChanged::Elsewhere(id.to_owned())),
            false => Ok(()),
        }
    }

    /// The id that it names.
    fn id(&self) -> Option<&str> {
        match self {
            Self::Create(table) => table.get("id").and_then(toml::Value::as_str),
            Self::Set { id, .. } | Self::RotateKey(id) | Self::EndRotation(id) | Self::Delete(id) => Some(id),
        }
    }

    /// The id of the app, and what is written.
    fn decide(self, known: &[StoredApp]) -> Result<(String, Change), NotChanged> {
        let table = |id: &str| -> Result<toml::Table, NotChanged> {
            let app = known.iter().find(|app| app.id == id);
            let app = app.ok_or_else(|| NotChanged::Unknown(id.to_owned()))?;
            app.text
                .parse()
                .map_err(|error| NotChanged::Wrong(format!("the app {id:?} cannot be read: {error}")))
        };
        let text = |table: &toml::Table, key: &str| match table.get(key) {
            Some(toml::Value::String(text)) => text.clone(),
            _ => String::new(),
        };
        let (id, table) = match self {
            Self::Delete(id) => {
                table(&id)?;
                return Ok((id.clone(), Change::Remove(id)));
            }
            Self::Create(mut table) => {
                let or_new = |table: &mut toml::Table, key: &str, new: Result<String, String>| {
                    if !table.contains_key(key) {
                        table.insert(key.to_owned(), new?.into());
                    }
                    Ok::<_, String>(())
                };
                or_new(&mut table, "id", new_id(known))?;
                or_new(&mut table, "key", random_hex(10))?;
                if !table.contains_key("secret_file") {
                    or_new(&mut table, "secret", random_hex(32))?;
                }
                let id = text(&table, "id");
                if known.iter().any(|app| app.id == id) {
                    return Err(NotChanged::Exists(id));
                }
                (id, table)
            }
            Self::Set { id, values, removed } => {
                let mut table = table(&id)?;
                if values.contains_key("id") || removed.iter().any(|key| key == "id") {
                    return Err(NotChanged::Wrong(format!(
                        "the id of an app cannot be changed: create another, and delete {id:?}"
                    )));
                }
                table.extend(values);
                for key in &removed {
                    if let Some(why) = unknown(key, Scope::App, |_| true) {
                        return Err(NotChanged::Wrong(why));
                    }
                    // It may have been stored by its former name.
                    let about = APP[index_of(Scope::App, key)].about;
                    about.spellings().for_each(|one| drop(table.remove(one.key)));
                }
                (id, table)
            }
            Self::RotateKey(id) => {
                let mut table = table(&id)?;
                if table.contains_key("previous_key") {
                    return Err(NotChanged::Wrong(format!(
                        "a rotation of {id:?} is under way, and who still has the former key would be locked out: end it \
                         first (`baton app rotate-key {id} --end`, or end-rotation)"
                    )));
                }
                if table.contains_key("secret_file") {
                    return Err(NotChanged::Wrong(format!(
                        "the secret of {id:?} is in a file (secret_file): write the new one there, and set \
                         previous_secret to the former one"
                    )));
                }
                for (key, previous, new) in
                    [("key", "previous_key", random_hex(10)?), ("secret", "previous_secret", random_hex(32)?)]
                {
                    if let Some(former) = table.insert(key.to_owned(), new.into()) {
                        table.insert(previous.to_owned(), former);
                    }
                }
                (id, table)
            }
            Self::EndRotation(id) => {
                let mut table = table(&id)?;
                table.remove("previous_key");
                table.remove("previous_secret");
                (id, table)
            }
        };
        let text = toml::to_string(&table).map_err(|error| error.to_string())?;
        if text.len() > TEXT_BYTES {
            return Err(NotChanged::Wrong(format!("the settings of an app have at most {TEXT_BYTES} bytes")));
        }
        Ok((id.clone(), Change::Put(StoredApp { id, text })))
    }
}

/// Of an app whose secret a variable sets, another secret in the store would change nothing.
fn refuse_variable(id: &str, sources: &Sources) -> Result<(), NotChanged> {
    let name = secret_variable(id);
    match sources.environment.get(&name) {
        None => Ok(()),
        Some(_) => Err(NotChanged::Wrong(format!(
            "the secret of {id:?} is in the variable {name}: set previous_key and previous_secret to the former ones, and \
             the variable and `key` to new ones"
        ))),
    }
}

/// A number that no stored app has: some clients of the HTTP API take no other ids.
fn new_id(known: &[StoredApp]) -> Result<String, String> {
    loop {
        let random = u64::from_str_radix(&random_hex(7)?, 16).unwrap_or_default();
        let id = (1_000_000 + random % 9_000_000).to_string();
        if !known.iter().any(|app| app.id == id) {
            return Ok(id);
        }
    }
}

/// A value as a command line has it, in the type that the file has for the setting.
///
/// # Errors
/// It has no such type, in words for the user. What is wrong with the value otherwise is found by the check of the settings.
pub(crate) fn value_of(key: &str, text: &str) -> Result<toml::Value, String> {
    let mut model = super::app::default_app();
    let setting: Option<&Setting<App>> = APP.iter().find(|setting| setting.about.key == key);
    // An unknown name is a fault of its own, which names the nearest.
    let Some(setting) = setting else { return Ok(text.into()) };
    Ok(match setting.kind(&mut model) {
        Kind::Whole => {
            text.replace('_', "").parse::<i64>().map_or_else(|_| text.into(), toml::Value::Integer)
        }
        Kind::Ratio => text.parse::<f64>().map_or_else(|_| text.into(), toml::Value::Float),
        Kind::Switch => super::field::switch(text).map_or_else(|| text.into(), toml::Value::Boolean),
        Kind::List if text.is_empty() => toml::Value::Array(Vec::new()),
        Kind::List => text.split(',').map(|entry| toml::Value::from(entry.trim())).collect::<Vec<_>>().into(),
        Kind::Tables => {
            let json: serde_json::Value = serde_json::from_str(text)
                .map_err(|error| format!("{key}: expected a JSON array of tables: {error}"))?;
            toml_of(&json).ok_or_else(|| format!("{key}: expected a JSON array of tables without null"))?
        }
        Kind::Text
        | Kind::Secret
        | Kind::Address
        | Kind::Listen
        | Kind::File
        | Kind::Files
        | Kind::Choice(_) => text.into(),
    })
}

/// JSON as TOML; `None` if it has a null, or a number that TOML lacks.
pub(crate) fn toml_of(json: &serde_json::Value) -> Option<toml::Value> {
    Some(match json {
        serde_json::Value::Null => return None,
        serde_json::Value::Bool(value) => (*value).into(),
        serde_json::Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.into(),
            None => number.as_f64()?.into(),
        },
        serde_json::Value::String(text) => text.as_str().into(),
        serde_json::Value::Array(entries) => entries.iter().map(toml_of).collect::<Option<Vec<_>>>()?.into(),
        serde_json::Value::Object(entries) => {
            let entry = |(key, value)| Some((String::clone(key), toml_of(value)?));
            toml::Value::Table(entries.iter().map(entry).collect::<Option<_>>()?)
        }
    })
}
