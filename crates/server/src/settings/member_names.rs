//! Names of members of JSON objects whose values are not shown.

use baton_protocols::settings::Bounds;

use super::field::{Expected, Field, Given, Kind, Shown, list_of};

/// Longer than any name that a program has for a secret.
const NAME_BYTES: usize = 256;

/// Patterns of names, in which `*` stands for any characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MemberNames(Vec<String>);

impl Default for MemberNames {
    /// What secrets are commonly called.
    fn default() -> Self {
        Self(["*password*", "*secret*", "*token*", "authorization", "cookie"].map(String::from).into())
    }
}

impl MemberNames {
    /// The patterns.
    pub(crate) fn all(&self) -> &[String] {
        &self.0
    }
}

impl Field for MemberNames {
    fn kind(&self) -> Kind {
        Kind::List
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let form = "names of members of JSON objects, such as [\"*password*\"], of at most 256 bytes each";
        let name = |entry: &str| (1..=NAME_BYTES).contains(&entry.len()).then(|| entry.to_owned());
        self.0 = list_of(given.entries(), bounds, form, Shown::Yes, name)?;
        Ok(())
    }

    fn show(&self) -> String {
        self.0.join(",")
    }
}
