//! Apps by the names that clients and operators have for them.
//!
//! The names themselves are in the apps: with ten thousand of them, copies would take more than the tables.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;

use hashbrown::HashTable;

use crate::app_state::AppState;
use crate::settings::{SOKETI_ID, is_default};

/// A name of an app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Name {
    Id,
    Key,
    PreviousKey,
}

impl Name {
    fn of(self, state: &AppState) -> &str {
        match self {
            Self::Id => &state.app.id,
            Self::Key => &state.app.key,
            Self::PreviousKey => &state.app.previous_key,
        }
    }
}

/// Apps by their ids, and by their keys.
pub(crate) struct AppNames {
    hasher: RandomState,
    ids: HashTable<Arc<AppState>>,
    /// During a rotation an app has two.
    keys: HashTable<(Name, Arc<AppState>)>,
    /// The default app, which has a second id.
    default: Option<Arc<AppState>>,
}

impl AppNames {
    /// The names of these apps, of which no two have the same.
    pub(crate) fn of(apps: &[Arc<AppState>]) -> Self {
        let mut names = Self {
            hasher: RandomState::new(),
            ids: HashTable::with_capacity(apps.len()),
            keys: HashTable::with_capacity(apps.len()),
            default: apps.iter().find(|state| is_default(&state.app)).cloned(),
        };
        for state in apps {
            names.insert(state);
        }
        names
    }

    fn insert(&mut self, state: &Arc<AppState>) {
        let Self { hasher, ids, keys, .. } = self;
        let hash = |name: Name, state: &AppState| hasher.hash_one(name.of(state));
        ids.insert_unique(hash(Name::Id, state), Arc::clone(state), |one| hash(Name::Id, one));
        for name in [Name::Key, Name::PreviousKey] {
            if !name.of(state).is_empty() {
                let entry = (name, Arc::clone(state));
                keys.insert_unique(hash(name, state), entry, |(name, one)| hash(*name, one));
            }
        }
    }

    /// The app that clients name by this key, its former one during a rotation.
    pub(crate) fn by_key(&self, key: &str) -> Option<&Arc<AppState>> {
        let is_it = |(name, state): &(Name, Arc<AppState>)| name.of(state) == key;
        self.keys.find(self.hasher.hash_one(key), is_it).map(|(_, state)| state)
    }

    /// The app with this id, or with this second one.
    pub(crate) fn by_id(&self, id: &str) -> Option<&Arc<AppState>> {
        self.by_exact_id(id).or_else(|| self.default.as_ref().filter(|_| id == SOKETI_ID))
    }

    /// The app with this id of its own.
    pub(crate) fn by_exact_id(&self, id: &str) -> Option<&Arc<AppState>> {
        self.ids.find(self.hasher.hash_one(id), |state| *state.app.id == *id)
    }
}
