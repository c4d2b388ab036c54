//! Settings by their names in the file, former ones included: where each stands in its table.
//!
//! Ten thousand apps ask for a few names each; a search through the table for every one was a third of a reload.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::app::APP;
use super::load::abouts;
use super::server::SERVER;
use super::setting::{About, Scope};

/// The setting that a name means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Named {
    /// Its place in the table.
    pub(super) index: usize,
    /// Whether this is its present name, which overrides the former one.
    pub(super) is_present: bool,
}

type Names = HashMap<&'static str, Named>;

static OF_SERVER: LazyLock<Names> = LazyLock::new(|| names(&abouts(SERVER)));
static OF_APP: LazyLock<Names> = LazyLock::new(|| names(&abouts(&APP)));

fn names(table: &[About]) -> Names {
    let all = table.iter().enumerate().flat_map(|(index, about)| {
        about.spellings().map(move |one| (one.key, Named { index, is_present: one.key == about.key }))
    });
    all.collect()
}

/// The setting of this name, if there is one.
pub(super) fn named(scope: Scope, key: &str) -> Option<Named> {
    match scope {
        Scope::Server => OF_SERVER.get(key).copied(),
        Scope::App => OF_APP.get(key).copied(),
    }
}

/// What the rows of a table say.
pub(super) fn abouts_of(scope: Scope) -> Vec<About> {
    match scope {
        Scope::Server => abouts(SERVER),
        Scope::App => abouts(&APP),
    }
}

/// Whether a setting has this name, and `admits` it.
pub(super) fn is_known(scope: Scope, key: &str, admits: fn(&About) -> bool) -> bool {
    let about = |index: usize| match scope {
        Scope::Server => SERVER.get(index).map(|setting| setting.about),
        Scope::App => APP.get(index).map(|setting| setting.about),
    };
    named(scope, key).and_then(|named| about(named.index)).is_some_and(|about| admits(&about))
}

/// The place of a setting in its table. The table has it: callers name keys that they know.
pub(super) fn index_of(scope: Scope, key: &str) -> usize {
    named(scope, key).map_or(0, |named| named.index)
}
