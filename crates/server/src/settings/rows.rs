//! Apps in a table as Soketi has it: each row is read as an app of Soketi's JSON file is, by the variables that say the same.
//!
//! An invalid row affects no other app. It is left out, or keeps the settings that were in effect for it, and is reported.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use super::app::APP;
use super::apps::{Candidate, has_known_secret};
use super::environment::Environment;
use super::fault::{Fault, Origin, SetAt};
use super::field::switch;
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
    pub(super) fn check_apps_database(&mut self, settings: &Settings, origins: &Origins) {
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
        let in_effect = database.in_effect();
        let before = Before::of(&in_effect, &rows);
        let limits = if self.family == Some(Family::Soketi) { limits(self.environment) } else { Vec::new() };
        // What Soketi does by default is the same for all rows.
        let (mut model, faults) = of_soketi(model, limits);
        self.faults.extend(faults);
        model.origins = model.origins.shared();
        let table = Table { name: settings.apps_database_table.as_str().into(), settings, model };
        let mut added = Added::beside(candidates);
        let (known, new): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| before.of_row(row).is_some());
        // What is in effect has its id and its key before all that has come since.
        added.admit_known(&table, &known, &before);
        added.admit_new(&table, &new);
        for mut candidate in added.candidates {
            self.read_secret_files(&mut candidate);
            candidates.push(candidate);
        }
        Rows { in_effect: added.rows.into(), refused: added.refused.into() }
    }
}

/// What becomes of a row that has no app.
const LEFT_OUT: &str = "the row is left out";

/// What several of these rows have in a column.
fn values_of_many<'r>(rows: &[&'r Row], column: &str) -> HashSet<&'r str> {
    let mut seen = HashSet::new();
    rows.iter().filter_map(|row| row.get(column)).filter(|value| !seen.insert(*value)).collect()
}

/// The rows that were in effect before.
struct Before<'b> {
    by_id: HashMap<&'b str, &'b Row>,
    /// Those whose ids were changed and nothing else of what tells an app, by their new ids.
    by_new_id: HashMap<&'b str, &'b Row>,
}

impl<'b> Before<'b> {
    fn of(in_effect: &'b HashMap<String, Row>, rows: &'b [Row]) -> Self {
        let mut by_id: HashMap<&str, &Row> = in_effect.iter().map(|(id, row)| (&**id, row)).collect();
        // Of several with one key and one secret, nobody knows which it is.
        let mut new: HashMap<_, Option<&Row>> = HashMap::new();
        for row in rows.iter().filter(|row| !by_id.contains_key(row.id())) {
            new.entry(names(row)).and_modify(|one| *one = None).or_insert(Some(row));
        }
        if new.is_empty() {
            return Self { by_id, by_new_id: HashMap::new() };
        }
        let unchanged: HashSet<&str> = rows
            .iter()
            .filter(|row| by_id.get(row.id()).is_some_and(|before| same_secret(before, row)))
            .map(Row::id)
            .collect();
        let moved = by_id.values().filter(|row| !unchanged.contains(row.id()));
        let moved = moved.filter_map(|row| Some((new.get(&names(row)).copied()??.id(), *row)));
        let by_new_id: HashMap<&str, &Row> = moved.collect();
        // Another row may have the former id by now.
        for row in by_new_id.values() {
            by_id.remove(row.id());
        }
        Self { by_id, by_new_id }
    }

    /// What was in effect for a row.
    fn of_row(&self, row: &Row) -> Option<&'b Row> {
        self.by_new_id.get(row.id()).or_else(|| self.by_id.get(row.id())).copied()
    }
}

/// What clients and servers know an app by.
fn names(row: &Row) -> (Option<&str>, Option<&str>) {
    (row.get("key"), row.get("secret"))
}

fn same_secret(one: &Row, other: &Row) -> bool {
    one.get("secret") == other.get("secret")
}

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

    /// Adds the apps of rows that were in effect `before`: first the rows that are as they were, then those with the same key,
    /// and then each whose new key nobody has any more.
    fn admit_known(&mut self, table: &Table<'_>, known: &[&Row], before: &Before<'_>) {
        let former = |row: &Row| before.of_row(row);
        for (row, former) in known.iter().filter_map(|row| Some((row, former(row)?))) {
            self.taken.reserve(former, row.id(), table.place(row, "key"));
        }
        let (same, changed): (Vec<&Row>, Vec<&Row>) =
            known.iter().copied().partition(|row| former(row) == Some(row));
        let shared = values_of_many(known, "id");
        let (many, changed): (Vec<&Row>, Vec<&Row>) =
            changed.into_iter().partition(|row| shared.contains(row.id()));
        let (in_place, moving): (Vec<&Row>, Vec<&Row>) = changed
            .into_iter()
            .partition(|row| former(row).is_some_and(|former| former.get("key") == row.get("key")));
        same.iter().chain(&in_place).for_each(|row| self.settle(table, row, former(row), None));
        for row in many {
            self.settle(table, row, former(row), Some(table.shared(row, "id")));
        }
        self.admit_moving(table, moving, former);
    }

    /// Adds the apps of rows that have other keys than before.
    fn admit_moving<'b>(
        &mut self,
        table: &Table<'_>,
        moving: Vec<&Row>,
        former: impl Fn(&Row) -> Option<&'b Row>,
    ) {
        let mut waiting: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
        let mut ready: VecDeque<&Row> = moving.into();
        while let Some(row) = ready.pop_front() {
            let key = row.get("key").unwrap_or_default();
            if self.taken.is_reserved_for_another(key, row.id()) {
                waiting.entry(key).or_default().push(row);
                continue;
            }
            let former = former(row);
            self.settle(table, row, former, None);
            let freed = former.and_then(|former| former.get("key"));
            ready.extend(freed.and_then(|key| waiting.remove(key)).into_iter().flatten());
        }
        // These wait for each other.
        for row in waiting.into_values().flatten() {
            self.settle(table, row, former(row), None);
        }
    }

    /// Adds the app of a row, or else with the settings that were in effect for it.
    fn settle(&mut self, table: &Table<'_>, row: &Row, former: Option<&Row>, fault: Option<Fault>) {
        if let Some(former) = former {
            self.taken.release(former);
        }
        let app = fault.map_or_else(|| table.app_of(row, &mut self.taken), Err);
        match app {
            Ok(candidate) => self.push(row, candidate),
            Err(fault) => {
                let then = if former.is_some_and(|former| self.taken.ids.contains_key(former.id())) {
                    LEFT_OUT
                } else if let Some(former) = former
                    && let Ok(candidate) = table.app_of(former, &mut self.taken)
                {
                    self.push(former, candidate);
                    "the app keeps the settings that it had"
                } else {
                    "what it had before is not possible either: the app is removed"
                };
                self.refuse(&fault, then);
            }
        }
    }

    /// Adds the apps of rows whose ids were not in effect. Of several with one key or id, nobody knows whose it is.
    fn admit_new(&mut self, table: &Table<'_>, new: &[&Row]) {
        let (ids, keys) = (values_of_many(new, "id"), values_of_many(new, "key"));
        for row in new {
            let app = if ids.contains(row.id()) {
                Err(table.shared(row, "id"))
            } else if row.get("key").is_some_and(|key| keys.contains(key)) {
                Err(table.shared(row, "key"))
            } else {
                table.app_of(row, &mut self.taken)
            };
            match app {
                Ok(candidate) => self.push(row, candidate),
                Err(fault) => self.refuse(&fault, LEFT_OUT),
            }
        }
    }

    fn refuse(&mut self, fault: &Fault, then: &str) {
        self.refused.push(format!("apps database: {fault}; {then}"));
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
        if let Some((column, why)) =
            row.values().find_map(|(column, text)| Some((column, strange(column, text)?)))
        {
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
        if let Some(other) = taken.key_of_another(&app.key, row.id()) {
            let text = format!(
                "key = {:?} is the key of another app too ({other}): each app needs its own",
                app.key
            );
            return Err(wrong("key", text));
        }
        taken.add(&candidate);
        Ok(candidate)
    }

    /// Other rows have the same in this column, and none of them is in effect.
    fn shared(&self, row: &Row, column: &'static str) -> Fault {
        let value = row.get(column).unwrap_or_default();
        let text = format!(
            "{column} = {value:?} is the {column} of another row of the table too: each app needs its own, and a unique \
             index sees to it"
        );
        Fault::new(self.place(row, column), text)
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

/// What is wrong with a cell, where settings would speak of a file.
fn strange(column: &str, text: &str) -> Option<String> {
    match column {
        "enabled" | "enable_client_messages" | "enable_user_authentication" => {
            let is_none = switch(text).is_none();
            is_none.then(|| format!("{column} = {text:?}: expected 0 or 1"))
        }
        "webhooks" => match serde_json::from_str::<serde_json::Value>(text) {
            Ok(value) if value.is_array() => None,
            Ok(_) => {
                let example = r#"[{"url": "https://…", "event_types": ["member_added"]}]"#;
                Some(format!("webhooks: expected a list, such as {example}"))
            }
            Err(error) => Some(format!("webhooks: it is not valid JSON: {error}")),
        },
        _ => None,
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
    /// Keys in effect, each with the id of its app and its place, until it is known what becomes of that app.
    reserved: HashMap<Box<str>, (Box<str>, Origin)>,
}

impl Taken {
    fn of(candidates: &[Candidate]) -> Self {
        let mut taken = Self { ids: HashMap::new(), keys: HashMap::new(), reserved: HashMap::new() };
        candidates.iter().for_each(|candidate| taken.add(candidate));
        taken
    }

    /// The key of a row in effect is that of the app with this id.
    fn reserve(&mut self, row: &Row, id: &str, place: Origin) {
        if let Some(key) = row.get("key") {
            self.reserved.insert(key.into(), (id.into(), place));
        }
    }

    fn release(&mut self, row: &Row) {
        if let Some(key) = row.get("key") {
            self.reserved.remove(key);
        }
    }

    fn is_reserved_for_another(&self, key: &str, id: &str) -> bool {
        self.reserved.get(key).is_some_and(|(owner, _)| **owner != *id)
    }

    /// Where the app is declared that has this key, other than the app with this id.
    fn key_of_another(&self, key: &str, id: &str) -> Option<&Origin> {
        let reserved = self.reserved.get(key).filter(|(owner, _)| **owner != *id);
        self.keys.get(key).or_else(|| reserved.map(|(_, place)| place))
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
