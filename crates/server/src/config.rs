//! What the process serves, as one snapshot: settings, apps, keys, certificates.
//!
//! A snapshot never changes: it is replaced as a whole. So its holder reads it without a lock, and what it reads from one
//! snapshot is consistent. Event loops hold one and are sent the next ([`LoopMessage::Configured`]); everybody else
//! asks the [node](crate::node::Node) for the present one.
//!
//! [`LoopMessage::Configured`]: crate::loop_message::LoopMessage::Configured

use std::mem;
use std::sync::Arc;

use baton_hub::AppId;
use baton_protocols::App;
use tokio::runtime::Handle;

use crate::app_names::AppNames;
use crate::app_state::AppState;
use crate::database::Database;
use crate::settings::Settings;
use crate::tokens::{Administrators, Keys, KeysFault};

/// A snapshot.
pub(crate) struct Config {
    /// Those of the whole server; its list of apps is empty, as they are here.
    pub(crate) settings: Settings,
    /// What signs the tokens of administrators.
    pub(crate) administrators: Administrators,
    /// In the order of the settings.
    apps: Vec<Arc<AppState>>,
    /// By their numbers. Those of apps that were removed are not used again.
    by_index: Vec<Option<Arc<AppState>>>,
    names: AppNames,
}

/// What databases and hooks of apps need; a test without one has none.
pub(crate) type Databases<'r> = Option<&'r Handle>;

impl Config {
    /// The first snapshot of a process with so many loops.
    ///
    /// # Errors
    /// A database that cannot be used, in words for the operator.
    pub(crate) fn new(settings: Settings, databases: Databases<'_>, loops: usize) -> Result<Self, String> {
        Self::build(settings, None, databases, loops)
    }

    /// The snapshot after this one. An app is the same if its id is; it keeps its number and what it uses, and where
    /// nothing of it changed, its state.
    ///
    /// # Errors
    /// A database that cannot be used, in words for the operator.
    pub(crate) fn after(
        &self,
        settings: Settings,
        databases: Databases<'_>,
        loops: usize,
    ) -> Result<Self, String> {
        Self::build(settings, Some(self), databases, loops)
    }

    fn build(
        mut settings: Settings,
        former: Option<&Self>,
        databases: Databases<'_>,
        loops: usize,
    ) -> Result<Self, String> {
        let declared = mem::take(&mut settings.apps);
        let is_private = settings.is_for_this_machine();
        let mut by_index = vec![None; former.map_or(0, |former| former.by_index.len())];
        let mut apps = Vec::with_capacity(declared.len());
        for app in declared {
            let known = former.and_then(|former| former.app_by_exact_id(&app.id));
            let place = known.map_or(by_index.len(), |known| known.app.index.0 as usize);
            let app = App { index: AppId(u32::try_from(place).unwrap_or(u32::MAX)), ..app };
            let reach = settings.webhook_addresses.reach(&app);
            let state = match known {
                Some(known) if *known.app == app && known.hooks.are_within(reach) => Arc::clone(known),
                _ => {
                    let known = known.map(|known| &**known);
                    let state = state_of(Arc::new(app), known, is_private, databases, loops)?;
                    Arc::new(state.with_hooks(reach, databases, known))
                }
            };
            if by_index.len() <= place {
                by_index.resize(place + 1, None);
            }
            by_index[place] = Some(Arc::clone(&state));
            apps.push(state);
        }
        Ok(Self {
            administrators: Administrators::of(&settings.api_jwt_secret),
            names: AppNames::of(&apps),
            by_index,
            apps,
            settings,
        })
    }

    /// The apps that were there in `former` and had other keys.
    pub(crate) fn apps_of_other_keys(&self, former: &Self) -> impl Iterator<Item = &AppState> {
        let is_other = |state: &&Arc<AppState>| {
            former.app(state.app.index).is_some_and(|before| !Arc::ptr_eq(&state.keys, &before.keys))
        };
        self.apps.iter().filter(is_other).map(|state| &**state)
    }

    /// The apps that were there in `former` and had another database, or none.
    pub(crate) fn apps_of_other_databases(&self, former: &Self) -> Vec<AppId> {
        let is_other = |state: &&Arc<AppState>| {
            former.app(state.app.index).is_some_and(|before| !state.has_database_of(before))
        };
        self.apps.iter().filter(is_other).map(|state| state.app.index).collect()
    }

    /// Every app.
    pub(crate) fn apps(&self) -> &[Arc<AppState>] {
        &self.apps
    }

    /// The numbers of all apps, those of removed ones included, are below this.
    pub(crate) fn app_ids(&self) -> usize {
        self.by_index.len()
    }

    /// The app with this number, unless it was removed.
    pub(crate) fn app(&self, index: AppId) -> Option<&Arc<AppState>> {
        self.by_index.get(index.0 as usize)?.as_ref()
    }

    /// The app that clients name by this key.
    pub(crate) fn app_by_key(&self, key: &str) -> Option<&Arc<AppState>> {
        self.names.by_key(key)
    }

    /// The app with this id.
    pub(crate) fn app_by_id(&self, id: &str) -> Option<&Arc<AppState>> {
        self.names.by_id(id)
    }

    /// The same by nothing but its own id.
    pub(crate) fn app_by_exact_id(&self, id: &str) -> Option<&Arc<AppState>> {
        self.names.by_exact_id(id)
    }
}

/// An app with these settings, which had others if it is `known`. Keys and database stay if nothing of them changed.
fn state_of(
    app: Arc<App>,
    known: Option<&AppState>,
    is_private: bool,
    databases: Databases<'_>,
    loops: usize,
) -> Result<AppState, String> {
    let keys = match known {
        Some(known) if Keys::are_same(&known.app, &app) => Arc::clone(&known.keys),
        Some(known) => Arc::new(keys_of(&app, is_private).replacing(&known.keys, &app)),
        None => Arc::new(keys_of(&app, is_private)),
    };
    let database = match known {
        Some(known) if Database::is_same(&known.app, &app) => known.database.clone(),
        _ => match databases {
            Some(runtime) => Database::of(&app, runtime)?.map(Arc::new),
            None => None,
        },
    };
    Ok(match known {
        Some(known) => known.changed(app, keys, database),
        None => AppState::new(app, keys, database, loops),
    })
}

fn keys_of(app: &App, is_private: bool) -> Keys {
    // The settings have been checked. Where a file has changed since, no token is taken.
    Keys::of(app, is_private).unwrap_or_else(|KeysFault { setting, why }| {
        tracing::error!(app = &*app.id, setting, why, "the keys cannot be used: no token is taken");
        Keys::none()
    })
}

#[cfg(test)]
mod tests {
    use baton_protocols::{Secret, TokenSettings};

    use super::*;

    fn app(id: &str, key: &str, secret: &str) -> App {
        App::new(AppId(0), id, key, secret)
    }

    fn settings(apps: impl IntoIterator<Item = App>) -> Settings {
        Settings { apps: apps.into_iter().collect(), ..Settings::default() }
    }

    fn config(apps: impl IntoIterator<Item = App>) -> Config {
        Config::new(settings(apps), None, 1).unwrap()
    }

    fn after(former: &Config, apps: impl IntoIterator<Item = App>) -> Config {
        former.after(settings(apps), None, 1).unwrap()
    }

    fn number(config: &Config, id: &str) -> Option<u32> {
        config.app_by_id(id).map(|state| state.app.index.0)
    }

    #[test]
    fn the_default_app_and_no_other_is_found_by_the_id_of_soketis_too() {
        let default = || app("1", "app-key", "app-secret");
        assert_eq!(number(&config([default()]), "1"), Some(0));
        assert_eq!(number(&config([default()]), "app-id"), Some(0));
        assert_eq!(number(&config([default(), app("app-id", "key", "secret")]), "app-id"), Some(1));
        assert_eq!(number(&config([app("1", "app-key", "a secret of its own")]), "app-id"), None);
        assert_eq!(number(&config([app("1", "shop", "app-secret")]), "app-id"), None);
    }

    #[test]
    fn an_app_keeps_its_number_and_a_removed_ones_is_not_used_again() {
        let first = config([app("a", "ka", "s"), app("b", "kb", "s")]);
        let second = after(&first, [app("b", "kb", "s"), app("c", "kc", "s")]);
        assert_eq!(
            (number(&second, "a"), number(&second, "b"), number(&second, "c")),
            (None, Some(1), Some(2))
        );
        assert!(second.app(AppId(0)).is_none() && second.app_by_key("ka").is_none());
        let third = after(&second, [app("a", "ka", "s"), app("b", "kb", "s")]);
        assert_eq!((number(&third, "a"), number(&third, "b"), third.app_ids()), (Some(3), Some(1), 4));
    }

    #[test]
    fn an_app_is_another_only_where_its_settings_are_and_keeps_what_it_uses() {
        let first = config([app("a", "ka", "s"), app("b", "kb", "s")]);
        first.app_by_id("a").unwrap().connect();
        let second = after(&first, [app("a", "new key", "s"), app("b", "kb", "s")]);
        let state = |config: &Config, id: &str| Arc::clone(config.app_by_id(id).unwrap());
        assert!(Arc::ptr_eq(&state(&first, "b"), &state(&second, "b")));
        let (former, present) = (state(&first, "a"), state(&second, "a"));
        assert!(!Arc::ptr_eq(&former, &present) && Arc::ptr_eq(&former.keys, &present.keys));
        assert_eq!((&*present.app.key, present.connections()), ("new key", 1));
        assert!(second.app_by_key("ka").is_none() && second.app_by_key("new key").is_some());
        former.disconnect();
        assert_eq!(present.connections(), 0);
    }

    #[test]
    fn other_keys_revoke_what_the_former_ones_did() {
        use baton_protocols::{Claims, TokenMark};
        let first = config([app("a", "ka", "s")]);
        let former = Arc::clone(&first.app_by_id("a").unwrap().keys);
        former.revocations.add(TokenMark::Subject("x"), 10).unwrap();
        let secret = Secret::new("0123456789abcdef0123456789abcdef");
        let second = after(
            &first,
            [App {
                tokens: TokenSettings { jwt_secret: secret, ..TokenSettings::default() },
                ..app("a", "ka", "s")
            }],
        );
        let present = &second.app_by_id("a").unwrap().keys;
        let claims = Claims { subject: Some("x".into()), issued_s: Some(5), ..Claims::default() };
        assert!(!Arc::ptr_eq(&former, present) && present.revocations.concern(&claims, 11));
    }
}
