//! Secrets in variables named after their app, `BATON_APP_SHOP_SECRET`: several apps then need no secret in the file.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use baton_protocols::App;

use super::app::{APP, default_app};
use super::apps::Candidate;
use super::fault::{Fault, Origin, SetAt};
use super::field::{Given, Kind};
use super::load::Loader;
use super::names::index_of;
use super::setting::Scope;

/// The variables of one app: its id in upper case, with `_` for what a variable's name cannot have, and the setting.
pub(super) fn secret_variables(app: &App) -> impl Iterator<Item = String> {
    SECRETS.iter().map(|&place| variable(app, place))
}

/// The variable of the secret of an app with this id.
pub(super) fn secret_variable(id: &str) -> String {
    variable_for(id, index_of(Scope::App, "secret"))
}

fn variable(app: &App, place: usize) -> String {
    variable_for(&app.id, place)
}

fn variable_for(id: &str, place: usize) -> String {
    let id: String = id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format!("BATON_APP_{id}_{}", APP[place].about.key).to_ascii_uppercase()
}

/// The variable that sets an app's secret where the app is declared: with the app's id for one of the file or the store, since
/// those without declare an app more.
pub(super) fn variable_of(candidate: &Candidate, key: &str) -> String {
    let place = index_of(Scope::App, key);
    match &candidate.origins[index_of(Scope::App, "id")] {
        Origin::At(at) if matches!(**at, SetAt::File { .. } | SetAt::StoredApp(_)) => {
            variable(&candidate.app, place)
        }
        _ => APP[place].about.environment(),
    }
}

/// The places in the table of all settings that are secrets.
static SECRETS: LazyLock<Vec<usize>> = LazyLock::new(|| {
    let mut any = default_app();
    (0..APP.len()).filter(|&place| APP[place].kind(&mut any) == Kind::Secret).collect()
});

impl Loader<'_> {
    /// Reads these variables. They override those of any app, and flags override them.
    pub(super) fn read_secret_variables(&mut self, apps: &mut [Candidate]) {
        // Of ten thousand apps the names alone take longer than all else.
        if self.environment.names("BATON_APP_").next().is_none() {
            return;
        }
        let mut named: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
        for (of, candidate) in apps.iter().enumerate() {
            for &place in SECRETS.iter() {
                let name = variable(&candidate.app, place);
                if self.environment.get(&name).is_some() {
                    named.entry(name).or_default().push((of, place));
                }
            }
        }
        // The id `jwt` would make BATON_APP_JWT_SECRET of `secret`.
        named.retain(|name, _| APP.iter().all(|setting| setting.about.environment() != *name));
        for (name, places) in named {
            self.read_secret_variable(name, &places, apps);
        }
    }

    fn read_secret_variable(&mut self, name: String, places: &[(usize, usize)], apps: &mut [Candidate]) {
        let Some(text) = self.environment.get(&name) else { return };
        let at = Origin::from(SetAt::Environment(name));
        match *places {
            [(of, place)] => {
                let Candidate { app, origins } = &mut apps[of];
                if origins[place].layer() <= at.layer() {
                    origins.update(place, |origin| self.set(&APP[place], app, Given::Text(text), at, origin));
                }
            }
            _ => {
                let meanings: Vec<_> = places
                    .iter()
                    .map(|&(of, place)| format!("the {} of app {:?}", APP[place].about.key, apps[of].app.id))
                    .collect();
                let text = format!("it is {}: set each of them under [[apps]]", meanings.join(" or "));
                self.faults.push(Fault::new(at, text));
            }
        }
    }
}
