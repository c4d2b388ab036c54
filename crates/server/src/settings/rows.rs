//! Apps in a table as Soketi has it: each row is read as an app of Soketi's JSON file is, by the variables that say the same.
//!
//! A wrong row concerns no other app. It is left out, or keeps the settings that were in effect for it, and is reported.

use std::collections::HashMap;
use std::sync::Arc;

use super::app::APP;
use super::apps::{Candidate, has_known_secret};
use super::environment::Environment;
use super::fault::{Fault, Origin, SetAt};
use super::foreign::Family;
use super::guessable::weakness;
use super::load::{Flags, Loader, place_of};
use super::origins::Origins;
use super::server::Settings;
use super::setting::Scope;
use super::soketi_json::{OF_EACH_APP, variable_of};
use crate::apps_database::{Address, COLUMNS, Row, Rows, Snapshot, TableName};
use baton_protocols::DeclaredIn;

/// A variable with its value and where it comes from.
type Variable = (String, String, Origin);

impl Loader<'_> {
    /// Refuses a URL and a name that are none.
    pub(super) fn refuse_strange_table(&mut self, settings: &Settings, origins: &Origins) {
        let url = settings.apps_database_url.reveal();
        if !url.is_empty()
            && let Err(why) = Address::parse(url)
        {
            let at = place_of(origins, Scope::Server, "apps_database_url");
            self.faults.push(Fault::new(at, format!("apps_database_url: {why}")));
        }
        let table = &settings.apps_database_table;
        if let Err(why) = TableName::parse(table) {
            let at = place_of(origins, Scope::Server, "apps_database_table");
            self.faults.push(Fault::new(at, format!("apps_database_table = {table:?}: {why}")));
        }
    }

    /// Adds the apps of the table, as it was last read, to those that are declared elsewhere.
    pub(super) fn add_rows(
        &mut self,
        settings: &Settings,
        model: &Candidate,
        database: &Snapshot,
        candidates: &mut Vec<Candidate>,
    ) -> Rows {
        let Some(rows) = database.rows() else { return Rows::default() };
        let before = database.in_effect();
        let limits = if self.family == Some(Family::Soketi) { limits(self.environment) } else { Vec::new() };
        // What Soketi does by default is the same for all rows.
        let (mut model, faults) = of_soketi(model, limits);
        self.faults.extend(faults);
        model.origins = model.origins.shared();
        let table = Table { name: settings.apps_database_table.as_str().into(), settings, model };
        let mut added = Added::beside(candidates);
        let (known, new): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| before.contains_key(row.id()));
        let (same, changed): (Vec<&Row>, Vec<&Row>) =
            known.into_iter().partition(|row| before.get(row.id()) == Some(row));
        // What is in effect keeps its id and its key against what has come since.
        let mut wrong = added.admit(&table, same, KEEPS);
        wrong.extend(added.admit(&table, changed, KEEPS));
        for row in wrong.iter().filter_map(|row| before.get(row.id())) {
            // Its key may be another app's by now.
            if let Ok(candidate) = table.app_of(row, &mut added.taken) {
                added.push(row, candidate);
            }
        }
        added.admit(&table, new, "the row is left out");
        for mut candidate in added.candidates {
            self.read_secret_files(&mut candidate);
            candidates.push(candidate);
        }
        Rows { in_effect: added.rows.into(), refused: added.refused.into() }
    }
}

/// What becomes of the app of a wrong row that was right before.
const KEEPS: &str = "the app keeps the settings that it had";

/// What has become of the rows so far.
struct Added {
    taken: Taken,
    rows: Vec<Row>,
    candidates: Vec<Candidate>,
    refused: Vec<String>,
}

impl Added {
    fn beside(candidates: &[Candidate]) -> Self {
        Self { taken: Taken::of(candidates), rows: Vec::new(), candidates: Vec::new(), refused: Vec::new() }
    }

    /// Adds the apps of rows; gives the rows that are wrong, of which the report says what `then` holds.
    fn admit<'r>(&mut self, table: &Table<'_>, rows: Vec<&'r Row>, then: &str) -> Vec<&'r Row> {
        let mut wrong = Vec::new();
        for row in rows {
            match table.app_of(row, &mut self.taken) {
                Ok(candidate) => self.push(row, candidate),
                Err(fault) => {
                    self.refused.push(format!("apps database: {fault}; {then}"));
                    wrong.push(row);
                }
            }
        }
        wrong
    }

    fn push(&mut self, row: &Row, candidate: Candidate) {
        self.rows.push(row.clone());
        self.candidates.push(candidate);
    }
}

/// The table, and what holds of all of its rows.
struct Table<'a> {
    name: Arc<str>,
    settings: &'a Settings,
    /// For what Soketi's table has no columns, and where a column has no value: `[app_defaults]`, Soketi's limits of all apps,
    /// and what it does by default.
    model: Candidate,
}

impl Table<'_> {
    /// The app of a row, whose id and key nobody else has.
    fn app_of(&self, row: &Row, taken: &mut Taken) -> Result<Candidate, Fault> {
        let wrong = |column, why: String| Fault::new(self.place(row, column), why);
        if let Some((column, why)) = row.fault() {
            return Err(wrong(column, why));
        }
        let candidate = self.candidate(row)?;
        let app = &candidate.app;
        if !self.settings.is_for_this_machine() {
            let secret = app.secret.bytes();
            let why = match has_known_secret(app) {
                true => Some("is publicly known".to_owned()),
                false => weakness(secret),
            };
            if let Some(why) = why {
                let listen = &self.settings.listen;
                let text = format!(
                    "other machines reach {listen}, and the secret {why}: choose another; `openssl rand -hex 32` makes one"
                );
                return Err(wrong("secret", text));
            }
        }
        if let Some(other) = taken.ids.get(&*app.id) {
            let text =
                format!("id = {:?} is the id of another app too ({other}): each app needs its own", app.id);
            return Err(wrong("id", text));
        }
        if let Some(other) = taken.keys.get(&*app.key) {
            let text = format!(
                "key = {:?} is the key of another app too ({other}): each app needs its own",
                app.key
            );
            return Err(wrong("key", text));
        }
        taken.add(&candidate);
        Ok(candidate)
    }

    /// What the row says, read by Soketi's names.
    fn candidate(&self, row: &Row) -> Result<Candidate, Fault> {
        let variable = |(column, value): (&'static str, &str)| {
            let key = COLUMNS.iter().find(|one| one.name == column)?.key;
            Some((variable_of(key)?, value.to_owned(), self.place(row, column)))
        };
        let (mut candidate, faults) = of_soketi(&self.model, row.values().filter_map(variable).collect());
        candidate.app.declared_in = DeclaredIn::Database;
        match faults.into_iter().next() {
            Some(fault) => Err(fault),
            None => Ok(candidate),
        }
    }

    fn place(&self, row: &Row, column: &'static str) -> Origin {
        SetAt::Row { table: Arc::clone(&self.name), id: row.id().to_owned(), column }.into()
    }
}

/// An app with what Soketi's variables say, and what is wrong with them.
fn of_soketi(model: &Candidate, variables: Vec<Variable>) -> (Candidate, Vec<Fault>) {
    let environment = Environment::default().with_variables(variables);
    let flags = Flags::new();
    let mut loader = Loader::new(&flags, &environment, Some(Family::Soketi));
    let mut candidate = model.clone();
    loader.read_foreign(&APP, &mut candidate.app, &mut candidate.origins);
    (candidate, loader.faults)
}

/// The ids and keys of apps, with where each is declared.
struct Taken {
    ids: HashMap<Box<str>, Origin>,
    keys: HashMap<Box<str>, Origin>,
}

impl Taken {
    fn of(candidates: &[Candidate]) -> Self {
        let mut taken = Self { ids: HashMap::new(), keys: HashMap::new() };
        candidates.iter().for_each(|candidate| taken.add(candidate));
        taken
    }

    fn add(&mut self, Candidate { app, origins }: &Candidate) {
        self.ids.insert(app.id.clone(), place_of(origins, Scope::App, "id"));
        for (name, key) in [("key", &app.key), ("previous_key", &app.previous_key)] {
            if !key.is_empty() {
                self.keys.insert(key.clone(), place_of(origins, Scope::App, name));
            }
        }
    }
}

/// Soketi's limits that hold for all apps, as an environment has them.
pub(super) fn limits(environment: &Environment) -> Vec<Variable> {
    let of_all = |name: &&str| !name.starts_with("DEFAULT_APP_");
    let names = OF_EACH_APP.iter().map(|(_, name)| *name).filter(of_all).chain(["CHANNEL_CACHE_TTL"]);
    let variable = |name| {
        let name = format!("SOKETI_{name}");
        let (value, origin) = environment.lookup(&name)?;
        let value = value.to_owned();
        Some((name, value, origin))
    };
    names.filter_map(variable).collect()
}
