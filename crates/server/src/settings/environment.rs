//! Variables that concern the settings: of the process, and of an application's `.env`. As a value: tests bring their own.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;

use super::dotenv;
use super::fault::{Fault, Origin, SetAt};
use super::file::read_text;
use super::foreign::{Family, OPEN_TELEMETRY};

/// The largest `.env` that is read.
pub(super) const FILE_BYTES: u64 = 1 << 20;

/// The variables, those of a file below those of the process.
#[derive(Default, Clone)]
pub(crate) struct Environment {
    /// All of the process's: what a file says may refer to any of them.
    process: BTreeMap<String, String>,
    /// Those of the file that concern us. Other secrets of the application are not stored.
    file: BTreeMap<String, FromFile>,
}

#[derive(Clone)]
struct FromFile {
    value: String,
    origin: Origin,
}

/// A source of variables. The order is that in which they override each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    File,
    Process,
}

impl Source {
    pub(crate) const ALL: [Self; 2] = [Self::File, Self::Process];
}

impl Environment {
    /// Takes the process's variables. A value of ours that is no UTF-8 is a fault; others of that kind are left out.
    pub(crate) fn read(variables: impl Iterator<Item = (OsString, OsString)>) -> Result<Self, Fault> {
        let mut process = BTreeMap::new();
        for (name, value) in variables {
            let Ok(name) = name.into_string() else { continue };
            match value.into_string() {
                Ok(value) => drop(process.insert(name, value)),
                Err(_) if concerns_us(&name) => {
                    let why = "the value is not valid UTF-8".into();
                    return Err(Fault::new(SetAt::Environment(name).into(), why));
                }
                Err(_) => {}
            }
        }
        Ok(Self { process, file: BTreeMap::new() })
    }

    /// The same with a file below it, which `origin` names.
    ///
    /// # Errors
    /// If the file cannot be read, or Laravel could not read it.
    pub(crate) fn with_file(&self, path: &str, origin: &Origin) -> Result<Self, Fault> {
        let text = read_text(path, FILE_BYTES).map_err(|why| Fault::new(origin.clone(), why))?;
        self.with_text(path, &text)
    }

    /// The same with the file's text at hand.
    pub(crate) fn with_text(&self, path: &str, text: &str) -> Result<Self, Fault> {
        let outer = |name: &str| self.process.get(name).map(String::as_str);
        let entries = dotenv::parse(text, outer).map_err(|malformed| {
            let at = SetAt::File { path: path.into(), line: malformed.line };
            Fault::new(at.into(), malformed.to_string())
        })?;
        let kept = entries.into_iter().filter(|entry| concerns_us(&entry.name)).map(|entry| {
            let at = SetAt::EnvFile { path: path.into(), line: entry.line, name: entry.name.clone() };
            (entry.name, FromFile { value: entry.value, origin: at.into() })
        });
        Ok(Self { process: self.process.clone(), file: kept.collect() })
    }

    /// The same with variables that stand for something else.
    pub(crate) fn with_variables(
        &self,
        variables: impl IntoIterator<Item = (String, String, Origin)>,
    ) -> Self {
        let given = variables.into_iter().map(|(name, value, origin)| (name, FromFile { value, origin }));
        let file = self.file.clone().into_iter().chain(given).collect();
        Self { process: self.process.clone(), file }
    }

    /// Those of the file that are one family's, without the process's.
    pub(crate) fn of_family(&self, family: Family) -> Self {
        let is_its = |name: &str| Family::of(name) == Some(family);
        let file = self.file.iter().filter(|(name, _)| is_its(name));
        Self {
            process: BTreeMap::new(),
            file: file.map(|(name, found)| (name.clone(), found.clone())).collect(),
        }
    }

    /// The value of a variable, which may be empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.lookup(name).map(|(value, _)| value)
    }

    /// The value of a variable with where it comes from.
    pub(crate) fn lookup(&self, name: &str) -> Option<(&str, Origin)> {
        Source::ALL.into_iter().rev().find_map(|source| self.of(source, name))
    }

    /// The same in one source.
    pub(crate) fn of(&self, source: Source, name: &str) -> Option<(&str, Origin)> {
        match source {
            Source::Process => Some((self.process.get(name)?, SetAt::Environment(name.to_owned()).into())),
            Source::File => self.file.get(name).map(|found| (&*found.value, found.origin.clone())),
        }
    }

    /// Names that begin with `BATON_` and may be misspelt: container platforms set `BATON_PORT…` and
    /// `BATON_SERVICE_…` by themselves for a service that is called "baton", and
    /// `BATON_DATABASE_URL` is for `baton pg`: a suggestion of `BATON_APP_DATABASE_URL` would have
    /// the server log in as the administrator.
    pub(crate) fn own_names(&self) -> impl Iterator<Item = &str> {
        let foreign = ["BATON_PORT", "BATON_SERVICE_", "BATON_DATABASE_URL"];
        self.names("BATON_").filter(move |name| !foreign.iter().any(|f| name.starts_with(f)))
    }

    /// Names that begin so.
    pub(crate) fn names(&self, prefix: &'static str) -> impl Iterator<Item = &str> {
        let of_file = self.file.keys().filter(|name| !self.process.contains_key(*name));
        self.process.keys().chain(of_file).map(String::as_str).filter(move |name| name.starts_with(prefix))
    }
}

impl fmt::Debug for Environment {
    /// The names alone: values may be secrets, also of others.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.process.keys()).entries(self.file.keys()).finish()
    }
}

fn concerns_us(name: &str) -> bool {
    name.starts_with("BATON_") || name.starts_with(OPEN_TELEMETRY) || Family::of(name).is_some()
}
