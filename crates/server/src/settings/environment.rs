//! The part of the process's environment that concerns the settings, as a value: tests bring their own.

use std::collections::BTreeMap;
use std::ffi::OsString;

use super::fault::{Fault, Origin};

/// Variables whose names begin as ours or Reverb's do.
#[derive(Debug, Default)]
pub(crate) struct Environment(BTreeMap<String, String>);

impl Environment {
    /// Takes what concerns us out of `variables`; a value that is no UTF-8 is a fault.
    pub(crate) fn read(variables: impl Iterator<Item = (OsString, OsString)>) -> Result<Self, Fault> {
        let mut kept = BTreeMap::new();
        for (name, value) in variables {
            let Some(name) = name.to_str().filter(|name| concerns_us(name)) else { continue };
            let value = value.into_string().map_err(|_| {
                Fault::new(Origin::Environment(name.to_owned()), "the value is not valid UTF-8".into())
            })?;
            kept.insert(name.to_owned(), value);
        }
        Ok(Self(kept))
    }

    /// The value of a variable, which may be empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Names that begin with `BATON_` and may be misspelt: container platforms set `BATON_PORT…` and
    /// `BATON_SERVICE_…` by themselves for a service that is called "baton", and
    /// `BATON_DATABASE_URL` is for `baton pg`: a suggestion of `BATON_APP_DATABASE_URL` would have
    /// the server log in as the administrator.
    pub(crate) fn own_names(&self) -> impl Iterator<Item = &str> {
        let foreign = ["BATON_PORT", "BATON_SERVICE_", "BATON_DATABASE_URL"];
        self.0
            .keys()
            .map(String::as_str)
            .filter(move |name| name.starts_with("BATON_") && !foreign.iter().any(|f| name.starts_with(f)))
    }

    /// Names that begin with `REVERB_`.
    pub(crate) fn names_of_reverb(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str).filter(|name| name.starts_with("REVERB_"))
    }
}

fn concerns_us(name: &str) -> bool {
    name.starts_with("BATON_") || name.starts_with("REVERB_")
}
