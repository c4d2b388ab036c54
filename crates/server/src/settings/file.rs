//! The file: its three kinds of table, with the line of every entry.
//!
//! Server-wide settings stand at the top, what all apps share under `[app_defaults]`, each app under `[[apps]]`. A file whose
//! name ends in `.json` is Soketi's, and is converted first.

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::{Fault, Origin, SetAt};
use super::field::Given;
use super::names::{Named, abouts_of, is_known, named};
use super::nearest::nearest;
use super::setting::{About, Scope};
use super::soketi_json;
use crate::bounded_file;

/// The largest file that is read: some ten thousand apps.
const FILE_BYTES: u64 = 16 << 20;

/// A file's text under the name that the operator gave it, or that of a stored app.
pub(crate) struct File {
    name: Name,
    text: String,
    /// Where each line after the first begins.
    lines: Vec<usize>,
    unmatched: Unmatched,
}

/// What the operator should know of a file that was converted.
#[derive(Default)]
pub(super) struct Unmatched {
    /// What has no counterpart.
    pub(super) notices: Vec<String>,
    /// It says no host, where our default is another: a notice unless another layer says where to listen.
    pub(super) lacks_host: Option<String>,
}

enum Name {
    Path(Arc<str>),
    /// Each line has the origin of what it was converted from.
    Converted(Vec<Origin>),
    /// All of its text has one origin.
    StoredApp(Origin),
}

/// The text of a file of at most `limit` bytes; of one that is longer, or never ends, no more is read.
pub(super) fn read_text(path: &str, limit: u64) -> Result<String, String> {
    let bytes =
        bounded_file::read(path, limit + 1).map_err(|error| format!("cannot read {path:?}: {error}"))?;
    if bytes.len() as u64 > limit {
        return Err(format!("{path:?} has more than {limit} bytes, the most that are read"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..valid].iter().filter(|&&b| b == b'\n').count() + 1;
        format!("cannot read {path:?}: line {line} is not valid UTF-8")
    })
}

/// The entries of one table.
pub(crate) struct Section<'a> {
    /// Where its heading stands.
    pub(crate) origin: Origin,
    entries: Vec<Entry<'a>>,
}

struct Entry<'a> {
    key: String,
    value: DeValue<'a>,
    origin: Origin,
    /// Where each table of a list of them stands.
    rows: Vec<Origin>,
}

/// The file, sorted.
pub(crate) struct Tables<'a> {
    pub(crate) server: Section<'a>,
    pub(crate) app_defaults: Section<'a>,
    pub(crate) apps: Vec<Section<'a>>,
}

impl File {
    /// A text that is in memory already, under a name for those who read its faults.
    pub(super) fn new(path: &str, text: String) -> Self {
        Self { name: Name::Path(path.into()), lines: lines(&text), text, unmatched: Unmatched::default() }
    }

    /// A text that was made of something else: the origin of each of its lines, and what had no counterpart.
    pub(super) fn converted(text: String, origins: Vec<Origin>, unmatched: Unmatched) -> Self {
        Self { name: Name::Converted(origins), lines: lines(&text), text, unmatched }
    }

    /// What the store has of an app.
    pub(super) fn of_stored_app(id: String, text: String) -> Self {
        Self {
            name: Name::StoredApp(SetAt::StoredApp(id).into()),
            text,
            lines: Vec::new(),
            unmatched: Unmatched::default(),
        }
    }

    /// Reads the file that `origin` names.
    pub(crate) fn read(path: &str, origin: Origin) -> Result<Self, Vec<Fault>> {
        let fault = |why| vec![Fault::new(origin.clone(), why)];
        if soketi_json::is_named(path) {
            return soketi_json::convert(path, &read_text(path, soketi_json::FILE_BYTES).map_err(fault)?);
        }
        Ok(Self::new(path, read_text(path, FILE_BYTES).map_err(fault)?))
    }

    /// What the operator should know of it.
    pub(super) fn unmatched(&self) -> &Unmatched {
        &self.unmatched
    }

    /// Sorts the file into its tables; what is no table where one belongs is a fault.
    pub(crate) fn parse(&self) -> Result<Tables<'_>, Vec<Fault>> {
        let root = self.root().map_err(|fault| vec![fault])?;
        let mut tables = Tables { server: self.empty(1), app_defaults: self.empty(1), apps: Vec::new() };
        let mut faults = Vec::new();
        for (key, value) in root.into_inner() {
            let origin = self.origin(&key.span());
            match (key.get_ref().as_ref(), value.into_inner()) {
                ("app_defaults", DeValue::Table(table)) => tables.app_defaults = self.section(origin, table),
                ("apps", DeValue::Array(entries)) => {
                    for entry in entries.iter().cloned() {
                        let origin = self.origin(&entry.span());
                        match entry.into_inner() {
                            DeValue::Table(table) => tables.apps.push(self.section(origin, table)),
                            _ => faults.push(expects_table(origin, "apps", "[[apps]]")),
                        }
                    }
                }
                ("apps", _) => faults.push(expects_table(origin, "apps", "[[apps]], with two brackets")),
                ("app_defaults", _) => faults.push(expects_table(origin, "app_defaults", "[app_defaults]")),
                (key, value) => {
                    let rows = self.rows(&value);
                    tables.server.entries.push(Entry { key: key.into(), value, origin, rows });
                }
            }
        }
        tables.server.sort();
        if faults.is_empty() { Ok(tables) } else { Err(faults) }
    }

    /// Takes the whole for the settings of one app.
    pub(super) fn parse_app(&self) -> Result<Section<'_>, Fault> {
        Ok(self.section(self.at_line(1), self.root()?.into_inner()))
    }

    fn root(&self) -> Result<Spanned<DeTable<'_>>, Fault> {
        DeTable::parse(&self.text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let text = error.message();
            let hint = if text.starts_with("invalid") { "; text stands in quotation marks" } else { "" };
            Fault::new(self.origin(&span), format!("{text}{hint}"))
        })
    }

    fn empty(&self, line: usize) -> Section<'_> {
        Section { origin: self.at_line(line), entries: Vec::new() }
    }

    fn section<'a>(&self, origin: Origin, table: DeTable<'a>) -> Section<'a> {
        let entry = |(key, value): (Spanned<_>, Spanned<DeValue<'a>>)| {
            let origin = self.origin(&key.span());
            let key: std::borrow::Cow<'_, str> = key.into_inner();
            let value = value.into_inner();
            Entry { key: key.into_owned(), rows: self.rows(&value), value, origin }
        };
        let mut section = Section { origin, entries: table.into_iter().map(entry).collect() };
        section.sort();
        section
    }

    fn rows(&self, value: &DeValue<'_>) -> Vec<Origin> {
        let DeValue::Array(entries) = value else { return Vec::new() };
        let tables = entries.iter().filter(|entry| entry.get_ref().is_table());
        tables.map(|table| self.origin(&table.span())).collect()
    }

    fn origin(&self, span: &Range<usize>) -> Origin {
        self.at_line(self.lines.partition_point(|&begins| begins <= span.start) + 1)
    }

    fn at_line(&self, line: usize) -> Origin {
        match &self.name {
            Name::Path(path) => SetAt::File { path: Arc::clone(path), line }.into(),
            Name::Converted(origins) => origins.get(line - 1).cloned().unwrap_or(Origin::Default),
            Name::StoredApp(origin) => origin.clone(),
        }
    }
}

fn lines(text: &str) -> Vec<usize> {
    text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1).collect()
}

fn expects_table(origin: Origin, key: &str, heading: &str) -> Fault {
    Fault::new(
        origin,
        format!("`{key}` is a table: write {heading} on a line of its own, and its settings below"),
    )
}

impl Section<'_> {
    /// The value and its place, if the section has the key.
    pub(crate) fn get(&self, key: &str) -> Option<(Given<'_>, &Origin)> {
        let entry = self.entries.iter().find(|entry| entry.key == key)?;
        Some((Given::Toml(&entry.value), &entry.origin))
    }

    /// Where the table stands that has this number, from 1, in a list of them.
    pub(super) fn row(&self, key: &str, number: usize) -> Option<&Origin> {
        let entry = self.entries.iter().find(|entry| entry.key == key)?;
        entry.rows.get(number.checked_sub(1)?)
    }

    /// What it says of the settings of `scope`, in the order of their table: a former name before the present one, which
    /// overrides it.
    pub(super) fn settings(&self, scope: Scope) -> Vec<(Named, &str, Given<'_>, &Origin)> {
        let entries = self.entries.iter();
        let mut found: Vec<_> = entries
            .filter_map(|entry| {
                let Entry { key, value, origin, .. } = entry;
                Some((named(scope, key)?, key.as_str(), Given::Toml(value), origin))
            })
            .collect();
        found.sort_by_key(|(named, ..)| *named);
        found
    }

    /// A fault for each key that is no setting of `scope`, or none that `admits` lets stand here.
    pub(crate) fn unknown(&self, scope: Scope, admits: fn(&About) -> bool) -> Vec<Fault> {
        let strangers = self.entries.iter().filter_map(|entry| {
            let why = unknown(&entry.key, scope, admits)?;
            Some(Fault::new(entry.origin.clone(), why))
        });
        strangers.collect()
    }

    /// By line, so that faults are reported in the order of the file.
    fn sort(&mut self) {
        let line = |entry: &Entry<'_>| match &entry.origin {
            Origin::At(at) => match **at {
                SetAt::File { line, .. } => line,
                _ => 0,
            },
            Origin::Default => 0,
        };
        self.entries.sort_by_key(line);
    }
}

/// What is wrong with a key that is no setting of `scope`, or none that `admits` lets stand here; with the name that was
/// probably meant.
pub(super) fn unknown(key: &str, scope: Scope, admits: fn(&About) -> bool) -> Option<String> {
    if is_known(scope, key, admits) {
        return None;
    }
    let known = abouts_of(scope).into_iter().filter(admits).map(|about| about.key);
    let advice = match nearest(key, known) {
        _ if named(scope.other(), key).is_some() => belongs(scope.other()),
        Some(name) => format!("did you mean `{name}`?"),
        None => "`baton settings` lists them all".into(),
    };
    Some(format!("unknown setting `{}`: {advice}", key.escape_debug()))
}

/// Where a key of the other kind of table is to go.
fn belongs(scope: Scope) -> String {
    match scope {
        Scope::App => "it concerns an app; put it under [app_defaults] or [[apps]]".into(),
        Scope::Server => {
            "it concerns the whole server; put it at the top of the file, above the first [ ]".into()
        }
    }
}
